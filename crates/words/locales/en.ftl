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
waits-showing = Now everyone shows their dice.
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
illegal-wrong-phase-showing = The bidding is over: everyone is showing their dice.
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
bot-amateur-about = plays well in one decision out of two
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
verify-version-1 = It is a proof of version 1, which promises less: players without dice who withheld links are not named, and the server may have begun new chains between throws.
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
verify-signed = The server has signed it with the key { $key }.
verify-unsigned = No server has signed this proof. Receipts show nothing beside it: whoever handed it on may have changed it.
verify-counted = { $count ->
    [one] One link that the server signed for is in its throw.
   *[other] { $count } links that the server signed for are in their throws.
}
verify-forgotten = { $count ->
    [one] One link that the server signed for is not in its throw: the server was started again between, and had forgotten it.
   *[other] { $count } links that the server signed for are not in their throws: the server was started again between, and had forgotten them.
}
verify-elsewhere = { $count ->
    [one] One receipt is about something else, or of another server.
   *[other] { $count } receipts are about something else, or of another server.
}
verify-no-receipt = { $who }: nothing shows that a link was sent for { $list }.
verify-left-out = The server has signed that it had the link of { $who }, and left it out. The server cheated.
verify-left-out-of-nobody = The server has signed that it had a link, and left out both the link and whose it was. The server cheated.
verify-bad-signature = The signature of the proof is false: it is not what the server signed.
verify-bad-receipt = Receipt { $number } is false: the server did not sign it.
verify-too-many-receipts = There are more than { $most } receipts.
verify-seen-key = The server told the client the key { $key }, which is not among those of the proof.
verify-record = The draws and rolls of { $file } are those of the proof.
verify-seen = { $throws ->
    [one] One throw is
   *[other] { $throws } throws are
} as in { $file }: the tips, the links and the dice that a client was shown.
verify-none = none
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
verify-sealed = Sealed rolls, whose dice nobody but each player knew before the showdown: { $sealed }. Never shown, since their rounds were void: { $unseen }.
verify-unshown = { $name } did not show the dice of these throws and was removed, as the server says: { $throws }.
verify-closed-missing = There is no closed link, though others have shown theirs.
verify-nothing-to-show = There is a closed link of a player without dice.
verify-bad-unshown = The list of those who did not show is not in ascending order, names someone without dice, or stands where all have shown.
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
verify-seen-table = The client was at another table, “{ $table }”.
verify-seen-nothing = The client saw no throw of this tour, so there is nothing to compare.
verify-seen-throw = The client saw this throw, and it is not in the proof.
verify-seen-tip = The proof has the tip { $proof }, the client was shown { $seen }.
verify-seen-link = The proof has the link { $proof }, the client was shown { $seen }.
verify-seen-dice = The proof says { $proof }, the client was shown { $seen }.

## What a client finds wrong while it plays

witness-late-tip = A tip of { $who } is said to count from throw { $from } on, but was shown only after links for throw { $asked } had been asked for. Whoever knows the links of others can choose a chain to suit them.
witness-changed-tip = The tip of { $who } for throw { $throw } was { $before } before and is { $now } now.
witness-early-chain = The server begins a new chain with throw { $from } although its last one is not used up.
witness-no-server-tip = The server has shown no tip for throw { $throw }.
witness-wrong-throw = Throw { $expected } comes next, but the server speaks of throw { $found }.
witness-given-before = For throw { $throw }, or a later one, another link was given before.
witness-not-opened = The server did not open the links of throw { $throw }.
witness-other-links = Throw { $throw } was said to depend on other links than those opened.
witness-link-missing = The link of { $who } is missing in throw { $throw }, and the throw does not say that it was withheld.
witness-no-tip = Throw { $throw } names a link of { $who }, who has shown no tip for it.
witness-broken-chain = The link of { $who } in throw { $throw } does not lead back to what was shown before: it must hash to { $expected }, but hashes to { $found }.
witness-foreign-link = Throw { $throw } has a link in your name that you did not give.
witness-left-out = Your link for throw { $throw } was accepted, and the dice were thrown without it.
witness-false-signature = A signature of the server is false: what it has signed for proves nothing.
witness-rewritten-log = The server’s public log of tips is not the one that this browser saw before: the server may show different people different tips.
witness-other-logged-tip = The tip that the server has shown here for throws from { $from } on is not the one in its public log: the server may show different people different tips.
witness-wrong-cup = The dice of { $who } in throw { $throw } are said to follow from a closed chain that was not published for them.
witness-went-on = The server said that dice are to be shown in throw { $throw }, and then let the bidding go on: it may know your dice of that round.
witness-wrong-dice = The dice of { $who } in throw { $throw } do not follow from the links: the links give { $expected }, the server showed { $found }.

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
refused-name-taken = Somebody at this table has that name, or one that looks like it: choose another.
refused-no-such-chair = The table has no such chair.
refused-chair-taken = Somebody is in that chair.
refused-table-full = There is no more room at this table.
refused-locked = The host has locked this table: nobody new can come in.
refused-came-first = You only stand in for the host: those who were here before you cannot be sent away or silenced by you.
refused-removed = The host has removed you from this table.
refused-no-such-person = There is no such person at the table.
refused-no-such-bot = There is no bot “{ $level }”: choose one of { $known }.
refused-while-playing = That can be done between tours only.
refused-too-few-players = It takes at least two players: invite somebody or add a bot.
refused-chat-off = The chat is off, or the host has silenced you.
refused-bad-text = A message has 1 to 200 characters on one line; feelings are shown by their names.
refused-bad-link = That link does not belong to the chain you committed to, or to the coming throw.
refused-chains-needed = At a sealed table every player brings dice of their own: this program cannot. Use a newer one.
refused-no-bots = No bots sit at this table: the server would see their dice.
refused-already = It is so already.
refused-stale = The table has moved on since you saw it, so this was not done: look again and decide anew.
refused-closed = This table is closed.
refused-too-old = This command is too old to know whether it was carried out: look at the table and decide anew.
refused-storage-down = The server cannot store anything at the moment. Nothing is lost; the game goes on by itself.
refused-protocol = The server speaks another version of the protocol: update the client.
refused-bad-guest = A guest's secret is 32 hexadecimal digits.
refused-hello-first = The first message must be hello.
refused-hello-twice = Hello has been said already.
refused-too-chatty = Slow down a little: one message a second.
refused-too-many-commands = That was too much at once: wait a moment.
refused-bad-speed = The speed is instant, quick, normal or slow.
refused-bad-dice = The dice are open, sealed or sealed-bots.
refused-dice-are-settled = Whether the dice are sealed is chosen when a table is made: make a new table.
refused-bad-seats = These rules take 2 to { $most } seats.
refused-bad-tours = A match has 1 to { $most } tours.
refused-bad-turn = A decision takes { $least } to { $most } seconds, or 0 for no limit.
refused-bad-bank = A time bank has at most { $most } seconds.
refused-no-such-place = There is nothing at this address.
refused-not-that-way = This address is asked by another method: see /api/openapi.json.
refused-foreign-origin = Pages of other sites may not use this server.
refused-too-slow = That took too long: try again.
refused-too-many-requests = Too many requests: wait a moment.
refused-no-table = There is no such table, or it is closed.
refused-no-tour = There is no such tour.
refused-no-spectators = This table cannot be watched: sit down to see it.
refused-too-many-tables = There are too many open tables already.
refused-too-many-connections = There are too many connections from this address.
refused-restarting = The server is restarting: come back in a moment.
refused-busy = Too many games are being looked up: try again in a moment.
refused-unreadable-log = The log of this table cannot be read. Please tell whoever runs the server.
refused-no-such-head = The log of tips never had so many tips.

## The page

web-die = { $face ->
    [1] ace
   *[other] { $face }
}

web-you = You
web-you-name = You
web-you-open = You open.
web-you-declare = You declare maputo.
web-you-pass = You do not declare maputo.
web-you-doubt = You do not believe it: dudo!
web-you-calza = You say it is exact: calza!
web-you-lose = You lose a die and { $left ->
    [0] are out.
   *[other] have { $dice } left.
}
web-you-gain = You take a die back and have { $dice } now.
web-you-left = You leave the game; all your dice go to the centre.
web-a-bot = a bot
web-the-host = host
web-has-the-turn = to move
web-you-tag = you
web-close = Close
web-menu = Menu
web-help = Help and keys
web-rules = Rules
web-prefs = Settings
web-language = Language
web-theme = Light or dark
web-theme-auto = As the system
web-theme-light = Light
web-theme-dark = Dark
web-pace = Showdowns
web-pace-slow = Slow
web-pace-normal = Normal
web-pace-quick = Quick
web-pace-instant = Only the result
web-sound = Sounds
web-odds = Show the odds of each bid, where the table allows it
web-coming = One moment…
web-missing = Something is missing
web-missing-about = This part of the game could not be loaded: check the connection.
web-try-again = Try again
web-not-found = There is nothing here
web-not-found-about = The address may be mistyped, or the table may be gone.

web-tagline = Dice under cups, bids and bluffs. The last one with dice wins.
web-play-now = Play now
web-go-on-playing = Go on playing
web-play-now-about = Against bots, in this browser. No sign-up, works offline.
web-friends = With friends
web-friends-about = Make a table and send the link: nobody has to sign up.
web-new-table = New table
web-together = Pass the phone
web-together-about = Several people, one device. Everyone’s dice stay hidden until the device is in their hands.
web-code = Have a link or a code?
web-join = Join
web-code-wrong = That is no table: paste the link, or the ten letters and digits at its end.
web-public-tables = Open tables
web-refresh = Look again
web-no-public-tables = No table is open to everyone at the moment. Make one!
web-no-server = The server cannot be reached. Playing against bots works without it.
web-seats-taken = { $taken } of { $seats } seats
web-stage-waiting = about to begin
web-stage-playing = playing
web-stage-resting = between tours
web-more = More
web-link-rules = The rules, and how five books differ on them
web-link-review = Look through a game that is over

web-your-name = Your name
web-person = Player { $number }
web-add-person = Another player
web-bots-too = Bots as well
web-bots-at-once = Bots from the beginning
web-begin = Begin
web-create = Make the table
web-seats = Seats
web-tours = Tours in the match
web-clock = Time for each decision
web-no-clock = No limit
web-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
web-hints = Players may see the odds
web-public = Open to everyone
web-spectators = May be watched
web-opponents = Opponents
web-strength = How strong
web-mixed = Mixed company
web-bot-level = Which bot
web-new-game = New game

web-table = Table
web-the-table = The table
web-this-round = This round
web-round = Round { $number }
web-watching = { $count ->
    [one] { $count } watches
   *[other] { $count } watch
}
web-connecting = Connecting …
web-reconnecting = The connection is lost. Coming back …
web-bots-unlearnt = What these bots have learnt could not be fetched. They play on without it, more weakly.
web-no-randomness = This browser gives no random numbers, and without them there are no fair dice: no game can be played in it.
web-storage-down = The server cannot store anything at the moment. Nothing is lost; the game goes on by itself.
web-no-table = There is no such table, or it is closed.
web-no-spectators = This tour cannot be watched without a seat.
web-full = Too many watch this table already. Try later.
web-other-version = The page is out of date and loads anew.
web-table-closed = The table is closed.

web-join-title = Sit down
web-join-queue = A tour is being played: you get a chair for the next one.
web-join-full = All chairs are taken by people: you wait for one.
web-sit-down = Sit down
web-watch = Only watch
web-you-watch = You are watching.

web-lobby = Around the table
web-empty-chair = empty
web-remove = Remove { $name }
web-remove-short = Remove
web-add-bot = Add a bot
web-start = Start
web-start-needs-two = It takes two: invite somebody, or add a bot.
web-waits-for-host = { $name } is the host and starts the game.
web-invite = Invite
web-link = Link
web-copy-link = Copy the link
web-copied = Copied
web-share = Share …
web-qr = The link as a QR code
web-how-it-is-played = How it is played
web-rules-in-full = The rules in full
web-change-settings = Change
web-apply = Play like this
web-summary-rules = Rules: { $rules }
web-summary-tours = { $count ->
    [one] One tour
   *[other] { $count } tours
}
web-summary-clock = { $turn } seconds for each decision, and { $bank } in the time bank
web-summary-no-clock = No time limit
web-summary-hints = Players may see the odds
web-summary-public = Open to everyone
web-summary-private = By link only
web-summary-no-spectators = Cannot be watched

web-bids = Bids
web-no-bids = Nobody has bid yet.
web-story = What happened
web-bid-by = { $name }: { $bid }
web-draw = The draw: who opens?
web-draw-shown = The highest die opens.
web-declaring = Maputo?
web-rolling = The dice are rolling …
web-dice = Who sees the dice?
web-dice-open = The server referees
web-dice-open-about = The server throws the dice and sees all of them; everyone can check afterwards that they were fair.
web-dice-sealed = Sealed: nobody but the player
web-dice-sealed-about = Sealed: each player’s device makes its own dice, and not even the server sees them before the showdown. Who cannot show them then is out.
web-dice-sealed-bots = Sealed, with bots
web-dice-sealed-bots-about = Sealed: not even the server sees anyone’s dice before the showdown, except those of its bots. Who cannot show their dice then is out.
web-sealed = sealed
web-seen-by-server = seen by the server
web-you-not-shown = Your dice were not shown in time, so you are out of this game. Sit down again for the next one.
web-dice-elsewhere = Your dice of this round are on another device: open the table there, or you cannot show them.
web-showing = Everyone lifts their cup.
web-in-play = { $count ->
    [one] one die in play
   *[other] { $count } dice in play
}
web-lost-dice = { $count ->
    [0] no dice lost yet
    [one] one die lost
   *[other] { $count } dice lost
}
web-kind-maputo = Maputo
web-kind-maputo-about = Aces are no jokers, and the face stays.
web-kind-final = Final
web-kind-final-about = Two players are left.
web-nothing-lost = Nobody loses a die.
web-rush = Skip to the end of the tour
web-house-rules = house rules
web-skip = Skip
web-continue = Go on
web-your-dice = Your dice: { $dice }
web-your-dice-hidden = No dice under your cup yet.
web-you-have = You have { $dice }
web-you-are-out = You are out of this tour
web-late = late
web-gone = away
web-waits-for = { $name } is thinking …
web-bot-plays-for-you = A bot is playing for you.
web-i-am-back = I am back
web-choose-face = Which face
web-face-from = from { $bid }
web-face-not = { $face } cannot be bid now: why?
web-count = How many
web-fewer = One fewer
web-raise-count = One more
web-bid = Bid { $bid }
web-dudo = I don’t believe it!
web-calza = Calza: exactly!
web-declare-maputo = Declare maputo
web-no-maputo = No maputo
web-certain-title = Are you sure?
web-certain-loss = By your own dice alone, this is certain to cost you a die.
web-certain-back = Think again
web-certain-go = Do it anyway

web-you-won = You have won the tour!
web-wins = { $count ->
    [one] one win
   *[other] { $count } wins
}
web-tours-played = Tour { $played } of { $tours }
web-next-tour = Next tour
web-rematch = Play again
web-review-game = Look through it
web-host-goes-on = The host decides what comes next.
web-download-record = Download the record
web-download-proof = Download the proof of the dice
web-no-record = There is no finished tour to look at.

web-fair = Fair dice
web-fair-sign = { $checked ->
    [0] Fair dice: nothing to check yet
    [one] Fair dice: one throw checked, all is well
   *[other] Fair dice: { $checked } throws checked, all is well
}
web-fair-checked = { $checked ->
    [0] No throw has been checked yet.
    [one] One throw was checked: every link and every die was right.
   *[other] { $checked } throws were checked: every link and every die was right.
}
web-fair-unused = { $unused ->
    [one] One throw does
   *[other] { $unused } throws do
} not count your link: it came too late, or the server left it out.
web-fair-wrong = The dice are not fair.
web-fair-what-now = Keep the file: it shows what the server told you. After the tour, “perudo verify” compares it with the proof of the dice.
web-fair-about = For every throw the server and everyone at the table give a link of a chain that they fixed beforehand, and the dice follow from all of them. Your browser checks that by itself.
web-fair-tips = The tips of the chains, to compare with what others see
web-fair-save = Save what was seen
web-company = Chat and people
web-company-unread = Chat and people: something new was said
web-chat = Chat
web-chat-off = The chat is off.
web-chat-on = The chat is on.
web-say = Say something
web-send = Send
web-emotes = Show a feeling
web-emote-laugh = laughter
web-emote-wow = amazement
web-emote-think = deep thought
web-emote-clap = applause
web-emote-sad = sadness
web-emote-angry = anger
web-emote-luck = good luck
web-emote-bluff = bluff!
web-emoted = { $name } shows { $feeling }.
web-people = People
web-place-chair = plays
web-place-queue = waits for a chair
web-place-watching = watches
web-played-by-bot = a bot plays
web-mute = Mute
web-unmute = Unmute
web-mute-name = Mute { $name } for yourself
web-silence = Silence
web-unsilence = Let speak
web-silence-name = Silence { $name } for everyone, or let them speak again
web-make-host = Make host
web-make-host-name = Make { $name } the host
web-switch-chat-off = Switch the chat off
web-switch-chat-on = Switch the chat on
web-lock = Lock the table
web-unlock = Unlock the table
web-locked = The table is locked: nobody new can come in.
web-unlocked = The table is open to everyone with the link again.
web-barred = Removed
web-unbar = Let in again
web-unbar-name = Let { $name } come back to this table
web-unbarred = { $name } may come back.
web-host-part = As the host
web-other-device = Another device
web-other-device-about = Whoever opens this link is you: use it to play on from your phone, and show it to nobody.
web-show-device-link = Show the link
web-leave = Leave the table

web-hand-over = Pass the device to { $name }
web-hand-over-about = The others look away, please.
web-i-am = I am { $name }

web-came = { $name } sits down.
web-came-to-watch = { $name } comes to watch.
web-left = { $name } leaves.
web-not-shown = { $name } did not show their dice and is out of the game. The round is void.
web-removed = { $name } is removed by the host.
web-seated = { $name } takes a chair.
web-new-host = { $name } is the host now.
web-settings-changed = The host has changed how the table is played.
web-tour-begins = Tour { $number } begins.
web-you-rolled = You rolled { $dice }.
web-all-rolled = Everyone has rolled.
web-away-late = { $name } has run out of time: a bot plays.
web-away-gone = { $name } is away: a bot plays.
web-back = { $name } is back.

web-help-game = Bid how many dice of a face lie under all cups together. Aces (stars) are jokers. Raise the bid, or doubt it: whoever is wrong loses a die.
web-keys = Keys
web-key-face = choose the face
web-key-count = more, fewer
web-key-turn = another face
web-key-bid = bid
web-key-dudo = I don’t believe it
web-key-calza = calza
web-key-maputo = declare maputo, or not
web-key-skip = skip the showdown
web-key-help = this help

web-guide-draw = First everyone throws one die: the highest opens.
web-guide-dice = These are your dice: nobody else sees them. A star is an ace, a joker: it counts as any face.
web-guide-open = You open. Choose a face and say how many of it you think lie under all cups together, stars included.
web-guide-bid = { $name } says: at least { $bid } lie under all cups together, stars included.
web-guide-answer = Is it true that there are at least { $bid }? You have { $own } of them yourself; { $all } dice are on the table, and about every third one counts. Raise the bid, or say that you don’t believe it.
web-guide-showdown = All cups are lifted, and the dice are counted. If there are fewer than the bid said, the bidder loses a die; otherwise the doubter does.
web-guide-go-on = The one who lost a die opens the next round. Who has no dice is out; the last one wins.
web-guide-skip = No guide, thanks
web-guide-done = Got it

## The page: rules and games that are over

web-back-to-start = Back to the start

web-rules-title = Rules
web-rules-intro = Perudo is played in several ways. Choose a rule set to read it, or change it into house rules of your own.
web-rules-unknown = The address names no rule set, so here are the usual rules.
web-rules-preset = Rule set
web-rules-preset-tournament = Tournament
web-rules-preset-classic = Classic
web-rules-preset-international = International
web-rules-preset-calza = Calza
web-rules-preset-dudo = Dudo
web-rules-about-tournament = The club rules, for up to six. A maputo comes by itself.
web-rules-about-classic = Leaving aces costs only double. A maputo is declared.
web-rules-about-international = As classic, but leaving aces costs double and one more.
web-rules-about-calza = “It is exact!” wins a lost die back.
web-rules-about-dudo = The classic rules under their Andean name.
web-rules-house = House rules
web-rules-changes = { $count ->
    [0] nothing changed
    [one] one change
   *[other] { $count } changes
}
web-rules-changed = house rule
web-rules-axis-players = Players at most
web-rules-axis-dice = Dice for each
web-rules-axis-open-aces = Opening on aces
web-rules-axis-leave-aces = Leaving aces
web-rules-axis-maputo = Maputo
web-rules-axis-maputo-limit = Maputos of a player
web-rules-axis-maputo-final = Maputo with two players left
web-rules-axis-maputo-three-singles = Maputo with three single dice
web-rules-axis-calza = Calza
web-rules-value-no = No
web-rules-value-yes = Yes
web-rules-value-off = None
web-rules-value-on = Allowed
web-rules-value-double-plus-one = Double and one more
web-rules-value-double = Double
web-rules-value-auto = By itself
web-rules-value-declared = Declared
web-rules-value-once = Once a tour
web-rules-value-none = Any number
web-rules-fewer = Fewer: { $what }
web-rules-more = More: { $what }
web-rules-reset = Back to “{ $preset }”
web-rules-preset-says = “{ $preset }”: { $sentence }
web-rules-differences = What differs
web-rules-compare-with = Compared with
web-rules-same = Nothing: in play these are the rules “{ $preset }”.
web-rules-book = The rules “{ $preset }”
web-rules-book-changed = House rules, from “{ $preset }”
web-rules-clauses = The small marks are the clauses that the referee names.
web-rules-are-preset = These are the rules “{ $preset }”, with nothing changed.
web-rules-special = Other than in “{ $preset }”
web-rules-copy = Copy a link to these rules
web-rules-copied = Copied.
web-rules-not-copied = It cannot be copied here: the address of this page is the link.

web-review-title = Games that are over
web-review-open = Open a game
web-review-open-how = Every step of a finished game with all dice open. Open a record (.perudo), the proof of its dice (.proof.json), or both.
web-review-choose = Choose files
web-review-drop = or drop them anywhere on this page
web-review-paste = Or paste the text of a record
web-review-show = Show it
web-review-examples = Or look at an example
web-review-example = A short evening
web-review-example-proof = A tour with the proof of its dice
web-review-file-unreadable = This file cannot be read, or is larger than a record or a proof can be.
web-review-open-another = Open something else
web-review-add-proof = for instance the proof of these dice
web-review-add-record = for instance the record of this tour
web-review-line = line { $line }
web-review-trouble = There is a mistake in line { $line }
web-review-until-there = The game up to there is below.
web-review-before = Before the first round
web-review-round = Round { $number }{ $kind ->
    [maputo] {" "}· maputo
    [final] {" "}· final
   *[normal] { "" }
}
web-review-tour-round = Tour { $tour }, round { $number }{ $kind ->
    [maputo] {" "}· maputo
    [final] {" "}· final
   *[normal] { "" }
}
web-review-jump = Go to a round
web-review-places = The players and their dice
web-review-dice-of = Dice: { $name }
web-review-out = out
web-review-turn = to move
web-review-loses = loses a die
web-review-gains = takes a die back
web-review-counted = { $count ->
    [one] { $count } counts
   *[other] { $count } count
}
web-review-dudo = Dudo!
web-review-calza = Calza!
web-review-bids = The bids of the round
web-review-no-bids = Nobody has bid yet.
web-review-player = Player
web-review-bid = Bid
web-review-chance = Chance
web-review-truth = In truth
web-review-chance-note = The chance is what the player could know: from their own dice alone.
web-review-true = true: { $count }
web-review-false = false: { $count }
web-review-right = right
web-review-wrong = wrong
web-review-percent = { $percent }%
web-review-steps = Steps
web-review-step = Step
web-review-at = Step { $step } of { $last }
web-review-first = To the beginning
web-review-round-back = A round back
web-review-back = A step back
web-review-on = A step on
web-review-round-on = A round on
web-review-last = To the end
web-review-keys = Arrow keys step, with Shift by rounds; Home and End go to the beginning and the end.
web-review-save-record = Save the record
web-review-save-proof = Save the proof
web-review-holds = The dice were fair: the proof holds
web-review-fails = The proof does not hold
web-review-disagrees = The record has other dice than the proof
web-review-proof-itself = In itself the proof holds. It belongs to another game, or somebody has changed the record.
web-review-no-proof = This is no proof of fair dice
web-review-unreadable = The file says something else: { $error }
web-review-record-agrees = The game in this record was played with just these dice.
web-review-record-missing = Open the record as well to see that the game was played with just these dice.
