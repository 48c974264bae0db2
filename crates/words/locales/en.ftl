language = English

## Small words

number = { $count ->
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] eleven
    [12] twelve
    [13] thirteen
    [14] fourteen
    [15] fifteen
    [16] sixteen
    [17] seventeen
    [18] eighteen
    [19] nineteen
    [20] twenty
   *[other] { $count }
}
bid = { number } { $face ->
    [1] { $count ->
        [one] ace
       *[other] aces
    }
    [2] { $count ->
        [one] two
       *[other] twos
    }
    [3] { $count ->
        [one] three
       *[other] threes
    }
    [4] { $count ->
        [one] four
       *[other] fours
    }
    [5] { $count ->
        [one] five
       *[other] fives
    }
   *[6] { $count ->
        [one] six
       *[other] sixes
    }
}
faces = { $face ->
    [1] aces
    [2] twos
    [3] threes
    [4] fours
    [5] fives
   *[6] sixes
}
dice = { $count ->
    [0] no dice
    [one] { number } die
   *[other] { number } dice
}
list-and = { $most } and { $last }
did-you-mean = Did you mean “{ $word }”?

## The story of a game

story-rules = Rules: { $rules }.
story-seats = Around the table, clockwise: { $names }.
story-dice = The dice at this point: { $dice }.
story-used = A maputo has already been played by { $names }.
story-opens = { $name } opens.
story-lost = { $name } has just lost a die, and opens.
story-draw = The draw: { $throws }.
story-draw-again = { $names } throw again.
story-maputo = { $name } declares maputo.
story-pass = { $name } does not declare maputo.
story-round = Round { $number }{ $kind ->
    [maputo] , maputo
    [final] , final
   *[normal] { "" }
}: { $name } opens.
story-cups = Under the cups: { $hands }
story-rethrow = { $name } shows a die that lies askew and throws again: { $dice }
story-bid = { $name }: { $bid }.
story-dudo = { $name } does not believe it: dudo!
story-calza = { $name } says it is exact: calza!
story-count = { $count ->
    [0] There are no { faces }
    [one] There is { bid }
   *[other] There are { bid }
}{ $jokers ->
    [0] .
    [one] , one of them a joker.
    [2] , two of them jokers.
    [3] , three of them jokers.
    [4] , four of them jokers.
    [5] , five of them jokers.
   *[other] , { $jokers } of them jokers.
}
story-loses = { $name } loses a die and { $left ->
    [0] is out.
   *[other] has { $dice } left.
}
story-gains = { $name } takes a die back and has { $dice } now.
story-left = { $name } leaves the game; all dice of { $name } go to the centre.
story-void = The round is void: everyone rolls again.
story-wins = { $name } wins the tour.
story-tour = Tour { $number }: { $names } begin with all their dice.
standings = Tours won: { $standings }.
waits-draw = Now the draw: { $names } throw one die each.
waits-declaring = Now { $name } may declare maputo, or pass.
waits-rolling = Now everyone rolls.
waits-bidding = Now it is { $name }’s turn: { $legal }.
legal-bids = { $bids } or more of the same face, up to { $most }

## What the referee says

refused-legal = Legal for { $name }: { $legal }.
illegal-no-such-player = Nobody at this table is called “{ $name }”.
illegal-player-is-out = { $name } has no dice in this tour.
illegal-tour-over = The tour is over: { $winner } has won it.
illegal-wrong-phase-draw = The draw is not done: nobody knows yet who opens.
illegal-wrong-phase-declaring = The dice are not rolled yet: { $turn } is being asked about maputo.
illegal-wrong-phase-rolling = Everything before the roll is settled: now all players roll.
illegal-wrong-phase-bidding = The bidding has begun: { $turn } decides.
illegal-not-your-turn = It is { $turn }’s turn.
illegal-count-of-zero = A bid names at least one die.
illegal-more-than-dice-in-play = A bid cannot name more dice than are in play, { $dice }.
illegal-face-locked = The face does not change in maputo: only { faces } may be bid.
illegal-aces-cannot-open = A round cannot be opened on aces.
illegal-aces-too-few = Going to aces takes at least half of the count, rounded up: { $least }.
illegal-after-aces-too-few-double-plus-one = Leaving aces takes double their count and one more: at least { $least }.
illegal-after-aces-too-few-double = Leaving aces takes double their count: at least { $least }.
illegal-face-already-called = In this round “{ $called }” was called already: at that count only a higher face is good.
illegal-bid-not-higher-plain = This does not raise “{ $standing }”: bid a higher face at the same count, or a higher count of any face.
illegal-bid-not-higher-aces = This does not raise “{ $standing }”: bid more aces, or leave aces.
illegal-bid-not-higher-maputo = This does not raise “{ $standing }”: in maputo only the count rises.
illegal-nothing-to-doubt = Nobody has bid in this round: there is nothing to doubt.
illegal-nothing-to-calza = Nobody has bid in this round: there is nothing to call calza on.
illegal-calza-off = These rules have no calza.
illegal-calza-in-maputo = There is no calza in maputo.
illegal-calza-with-all-dice = A player who has all { $dice } cannot call calza.
illegal-maputo-off-off = These rules have no maputo.
illegal-maputo-off-auto = Under these rules maputo comes by itself; nobody declares it.
illegal-maputo-in-final = There is no maputo with two players left.
illegal-maputo-three-singles = There is no maputo when three players are left with one die each.
illegal-maputo-needs-one-die = Only a player with exactly one die may declare maputo; { $name } has { $dice }.
illegal-maputo-used = { $name } has had a maputo in this tour.
illegal-bad-draw-missing = { $seat } is in the draw and must throw.
illegal-bad-draw-not-in-draw = { $seat } is not in this throw of the draw.
illegal-bad-draw-twice = { $seat } throws twice.
illegal-bad-roll-wrong-dice = { $seat } has { $has }, not { $rolled }.
illegal-bad-roll-missing = { $seat } has { $has } and must roll.
illegal-bad-roll-out = { $seat } has no dice and does not roll.
illegal-bad-roll-twice = { $seat } rolls twice.
illegal-bad-setup-too-many-dice = Under these rules { $seat } cannot have more than { $most }.
illegal-bad-setup-too-few-with-dice = At least two players must have dice.
illegal-bad-setup-draw-began = A set-up stands instead of the draw, and the draw has begun.
illegal-bad-setup-twice = { $seat } is named twice.
illegal-too-few-players = A tour takes two players, and the others have left the match.

## What is wrong with a text

syntax-not-utf8 = The text is not UTF-8 here.
syntax-line-too-long = The line is too long to be a statement.
syntax-version-first = A record begins with “perudo 1”.
syntax-unknown-version = Version “{ $word }” of the record is unknown; this program reads version 1.
syntax-rules-next = After “perudo 1” comes “rules PRESET”.
syntax-seats-next = After “rules” comes “seats NAME NAME …”.
syntax-head-only = “{ $word }” stands once, at the head of the record.
syntax-ends-too-soon = The record ends before “seats”: it takes “perudo 1”, “rules PRESET” and “seats NAME NAME …”.
syntax-incomplete = Something is missing; the statement is “{ $form }”.
syntax-too-much = There is too much on this line; the statement is “{ $form }”.
syntax-bad-name = “{ $word }” is not a name: a name has letters, digits, _ and -, 1 to 24 characters.
syntax-not-a-pair = “{ $word }” is not of the form NAME:DICE.
syntax-bad-face = “{ $word }” is not a face: a die shows 1 to 6.
syntax-bad-dice = “{ $word }” are not dice: each shows 1 to 6, as in 11346.
syntax-bad-number = “{ $word }” is not a number.
syntax-bad-action = “{ $word }” is nothing that a player can do: a bid is 3x4, otherwise dudo, calza, maputo, pass or out.
syntax-cyrillic-x = “{ $word }” is written with a Cyrillic letter; a bid takes the Latin x, as in 3x4.
syntax-count-of-zero = “{ $word }” is a bid of no dice: the count is at least 1.
syntax-no-such-face = “{ $word }” names a face that a die does not have: faces are 1 to 6.
rules-unknown-preset = There is no rule set “{ $word }”; the presets are { $known }.
rules-unknown-axis = There is no rule “{ $word }”; the axes are { $known }.
rules-not-an-axis = “{ $word }” is not of the form axis=value.
rules-bad-value = “{ $axis }” cannot be “{ $value }”: it takes { $known }.
rules-repeated = “{ $axis }” is given more than once.
rules-calza-with-one-die = Calza with one die each contradicts itself: everyone who has a die has all of them, so nobody could ever call it.
seats-bad-name = “{ $name }” is not a name: a name has letters, digits, _ and -, 1 to 24 characters.
seats-twice = Two players are called “{ $name }”.
seats-table = { $players ->
    [one] One player wants
   *[other] { $players } players want
} to play; these rules take 2 to { $most }.

## The bots

bot-random = Chance
bot-random-about = anything legal, dice or no dice
bot-novice = Novice
bot-novice-about = bids on its own dice and doubts only what sounds absurd
bot-steady = Steady
bot-steady-about = knows the exact odds and goes by them
bot-reader = Reader
bot-reader-about = reads in the bids what the others may have
bot-thinker = Thinker
bot-thinker-about = looks ahead to the end of the round
bot-solver = Solver
bot-solver-about = plays the last dice between two players perfectly, and thinks before that
bot-pupil = Pupil
bot-pupil-about = has seen good play and mostly goes by feeling
bot-amateur = Amateur
bot-amateur-about = plays well in one decision out of three
bot-regular = Regular
bot-regular-about = knows the game, with many a lapse
bot-veteran = Veteran
bot-veteran-about = plays well, with a lapse now and then
bot-expert = Expert
bot-expert-about = plays very well and seldom errs
bot-master = Master
bot-master-about = learnt the whole game by playing billions of moves against itself

## The worth of moves

eval-move = { $before } % → { $after } %, best { $best } { $chance } %

## Odds

odds-true = true
odds-false = false
odds-exact = exactly so
odds-more-rows = { $rows ->
    [one] … and one more row
   *[other] … and { $rows } more rows
} below a chance in a million

## Fair dice

verify-title = Proof of tour { $tour } at the table “{ $table }”: { $names }.
verify-throws = { $throws ->
    [one] Throw { $first }
   *[other] Throws { $first } to { $last }
}: { $draws ->
    [0] no draw
    [one] one throw of the draw
   *[other] { $draws } throws of the draw
}, { $rolls ->
    [0] no roll
    [one] one roll
   *[other] { $rolls } rolls
}, { $dice ->
    [one] one die
   *[other] { $dice } dice
} in all.
verify-holds = The proof holds: every die follows from the links, and every link leads back to its tip.
verify-links = Links in these throws:
verify-server = the server
verify-every-throw = a link for every throw
verify-no-chain = no chain, and so no link
verify-no-part = no dice, and no link
verify-some-links = { $given ->
    [0] no link
    [one] one link
   *[other] { $given } links
}{ $withheld ->
    [0] , none withheld
    [one] , one withheld (throw { $list })
   *[other] , { $withheld } withheld (throws { $list })
}{ $without ->
    [0] { "" }
    [one] , no chain in one throw
   *[other] , no chain in { $without } throws
}
verify-alone = { $alone ->
    [one] In one throw
   *[other] In { $alone } throws
} no player’s link took part: those dice rest on the word of the server alone.
verify-tips = Tips, to compare with those that were shown before the throws:
verify-tip = { $who }, from throw { $from }: { $tip }
verify-tip-ends = { $who }, from throw { $from }: no chain
verify-record = The draws and rolls of { $file } are those of the proof.
verify-at = throw { $throw }
verify-bad-table = The id of a table is 1 to { $most } visible ASCII characters.
verify-bad-size = A proof has 1 to { $most } throws; this one has { $throws }.
verify-bad-list = “{ $list }” has { $found ->
    [one] one entry
   *[other] { $found } entries
} for { $seats } seats.
verify-bad-tips = The tip from throw { $from } on is out of order, or does not belong to this tour.
verify-not-contiguous = Here should be throw { $expected }.
verify-late-draw = This draw comes after the dice of a round.
verify-bad-round = A roll names its round, the same again or the next one; a draw names none.
verify-too-many-dice = { $dice } dice are too many: one player throws { $most } at most.
verify-no-dice = Nobody throws a die.
verify-bad-withheld = The list of withheld links is not in ascending order, or names a seat that is not there.
verify-no-tip = There is a link, but no tip was published for it.
verify-nothing-to-withhold = A link is said to be withheld, but no tip was published for it.
verify-link-missing = There is no link, and the throw does not say that it was withheld.
verify-link-and-withheld = There is a link, but the throw says that it was withheld.
verify-chain-too-long = The tip is too old: a chain has { $most } links at most.
verify-broken-chain = The link does not lead back to what was public before: it must hash to { $expected }, but hashes to { $found }.
verify-wrong-dice = The dice do not follow from the links: the links give { $expected }, the proof says { $found }.
verify-record-names = At the table of the record sit { $names }.
verify-record-tour = The record has { $tours } tours; the proof is of tour { $tour }.
verify-record-kind = The proof has a { $proof } here, the record a { $record }.
verify-record-round = By the proof this is for round { $proof }, by the record for round { $record }.
verify-record-dice = The proof says { $proof }, the record { $record }.
verify-record-length = The proof has { $proof ->
    [one] one throw
   *[other] { $proof } throws
}, the record { $record }.

## The rules in sentences

rules-title = Perudo: the rules “{ $rules }”
rules-section-game = The game
rules-section-round = A round
rules-section-bidding = Bidding
rules-section-showdown = Doubt and showdown
rules-section-maputo = Maputo
rules-section-end = The end, and what else may happen
rules-diff-title = “{ $first }” and “{ $second }”
rules-diff-same = “{ $first }” and “{ $second }” are the same rules.

axis-players = { $players ->
    [2] Two people play.
   *[other] From 2 to { $players } people play.
}
rule-best-table = It is best with 3 to 5.
axis-dice = Everyone begins a tour with { $dice } under a cup of their own.
rule-goal = The aim is to keep your dice: whoever is the last to have any wins the tour.
rule-draw = To settle who opens, everyone throws one die in the open, and the highest opens; if several are highest, they, and only they, throw again.
rule-roll = All shake their dice, turn the cups over on the table, and look at nobody’s dice but their own.
rule-clockwise = The opener makes the first bid, and the turn goes clockwise.
rule-bid = A bid is one count and one face, and speaks of the dice under all cups together: “five sixes” says that at least five sixes lie on the table.
rule-jokers = Ones are called aces and are jokers: they count as whatever face was bid; but if aces themselves were bid, only aces count.
rule-choices = On your turn you either raise the bid of the player before you or doubt it; when you open a round, there is nothing to doubt, so you bid.
rule-choices-with-calza = On your turn you raise the bid of the player before you, doubt it, or say that it is exact (calza); when you open a round, there is no bid yet, so you make one.
axis-open-aces-no = A round cannot be opened on aces.
axis-open-aces-no-with-maputo = A round cannot be opened on aces, unless it is a maputo.
axis-open-aces-yes = A round may be opened on any face, aces included.
axis-open-aces-yes-with-maputo = { axis-open-aces-yes }
rule-raise = To raise, keep the count and name a higher face, or name a higher count of any face: after “three fives” both “three sixes” and “four twos” are good, “three fours” is not.
rule-to-aces = Going to aces takes only half the count, rounded up: after “five fives” and after “six sixes” alike, “three aces” is enough.
rule-after-aces = After a bid on aces, bid more aces or leave aces for another face.
axis-leave-aces-double-plus-one = Leaving aces takes at least double their count and one more, in any face: after “two aces”, “five twos” is the least.
axis-leave-aces-double = Leaving aces takes at least double their count: after “two aces”, “four sixes” is good; and if that count was already called in this round, the face must be above the highest one called with it: after “six threes” and “three aces”, “six fours” is good, “six threes” and “six twos” are not.
rule-limit = A bid cannot name more dice than all players have together.
rule-doubt = Only the player whose turn it is, the one right after the bidder, may doubt; then all cups are lifted and the dice that fit the bid are counted.
rule-loss = If there are fewer than the bid said, the bidder loses a die; if there are as many or more, the doubter does.
rule-centre = A lost die goes to the centre of the table and lies there in sight until the tour is over.
rule-opens-next = Whoever lost the die opens the next round; a player who lost the last one is out, and the next player clockwise with dice opens instead.
axis-calza-off = There is no calza: a bid can be raised or doubted, nothing else.
axis-calza-on = Calza: on your turn you may say that the count is exactly the bid, neither more nor less, and all cups are lifted.
rule-calza-exact = If it is exact, whoever said calza takes a die back from the centre, otherwise loses one; and opens the next round either way, as long as there is a die left to open with.
rule-calza-refused = Calza cannot be said by a player who has all { $dice }.
rule-calza-refused-with-maputo = Calza cannot be said in a maputo round, nor by a player who has all { $dice }.
axis-maputo-off = There are no maputo rounds.
axis-maputo-auto = When the loser of a round is left with exactly one die, the next round is a maputo by itself.
axis-maputo-declared = A player who has exactly one die may declare the coming round maputo, before the dice are rolled.
rule-maputo-asked = Those who may declare are asked clockwise from the opener, and the first who does settles it; who opens does not change.
rule-maputo-after = If its loser keeps more than one die, an ordinary round follows; if its loser drops to one die, that player’s own maputo follows.
rule-maputo-aces = In a maputo aces are not jokers, and it may be opened on aces.
rule-maputo-face = In a maputo the face never changes, only the count rises: after “one six”, the next player bids two or more sixes, or doubts.
axis-maputo-limit-once = Each player has a maputo at most once in a tour.
axis-maputo-limit-none = A player may have any number of maputos in a tour.
axis-maputo-three-singles-no = When exactly three players are left and each has one die, there is no maputo.
axis-maputo-three-singles-yes = When exactly three players are left and each has one die, there is still a maputo.
axis-maputo-final-no = With two players left there is no maputo, even if one of them has a single die.
axis-maputo-final-yes = With two players left there is still a maputo.
rule-win = The tour goes on until one player has dice: that player has won it.
rule-final = A round with two players left is called the final.
rule-askew = A die that lies askew or on another die is thrown again, after showing the others why.
rule-touching = Whoever does anything else to the dice under a cup is removed from the game.
rule-leaving = When someone leaves or is removed in mid-round, the round is void: the others lose nothing, the dice of the one who left go to the centre, all roll again, and the same player opens (if that one left, the next clockwise).
rule-leaving-with-maputo = { rule-leaving } The round begins anew: a maputo is not used up by it, and declarations are asked for again.
rule-tours = A match may have several tours: each has its own draw, and everyone still in the match begins with all dice.
rule-tours-with-maputo = { rule-tours } The right to a maputo is new in each tour as well.

## What a table or a server refuses

refused-not-host = Only the host of the table may do that.
refused-not-joined = Take a name at this table first.
refused-not-playing = You are not in the tour that is being played.
refused-already-joined = You are at this table already.
refused-bad-name = A name has 1 to 24 letters, digits, spaces, _ or -.
refused-name-taken = Somebody at this table has that name: choose another.
refused-no-such-chair = The table has no such chair.
refused-chair-taken = Somebody is in that chair.
refused-table-full = There is no more room at this table.
refused-removed = The host has removed you from this table.
refused-no-such-person = There is no such person at the table.
refused-no-such-bot = There is no bot “{ $level }”: choose one of { $known }.
refused-while-playing = That can be done between tours only.
refused-while-throwing = The dice are being thrown: commit to a chain after that.
refused-too-few-players = It takes at least two players: invite somebody or add a bot.
refused-chat-off = The chat is off, or the host has silenced you.
refused-bad-text = A message has 1 to 200 characters on one line; feelings are shown by their names.
refused-bad-link = That link does not belong to the chain you committed to, or to the coming throw.
refused-already = It is so already.
refused-closed = This table is closed.
refused-too-old = This command is too old to know whether it was carried out: look at the table and decide anew.
refused-storage-down = The server cannot store anything at the moment. Nothing is lost; the game goes on by itself.
refused-protocol = The server speaks another version of the protocol: update the client.
refused-bad-guest = A guest's secret is 32 hexadecimal digits.
refused-hello-first = The first message must be hello.
refused-hello-twice = Hello has been said already.
refused-too-chatty = Slow down a little: one message a second.
refused-bad-speed = The speed is instant, quick, normal or slow.
refused-bad-seats = These rules take 2 to { $most } seats.
refused-bad-tours = A match has 1 to { $most } tours.
refused-bad-turn = A decision takes { $least } to { $most } seconds, or 0 for no limit.
refused-bad-bank = A time bank has at most { $most } seconds.
refused-no-such-place = There is nothing at this address.
refused-not-that-way = This address is asked by another method: see /api/openapi.json.
refused-foreign-origin = Pages of other sites may not use this server.
refused-too-many-requests = Too many requests: wait a moment.
refused-no-table = There is no such table, or it is closed.
refused-no-tour = There is no such tour.
refused-no-spectators = This table cannot be watched: sit down to see it.
refused-too-many-tables = There are too many open tables already.
refused-too-many-connections = There are too many connections from this address.
refused-restarting = The server is restarting: come back in a moment.
