## Small words

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
jokers-among = { $count ->
    [one] one of them a joker
   *[other] { number } of them jokers
}
counted = There { $count ->
    [0] are no { faces }
    [one] is { bid }
   *[other] are { bid }
}{ $jokers ->
    [none] { "" }
    [only] , a joker
    [both] , both of them jokers
    [all] , all of them jokers
   *[some] , { $among }
}
list-and = { $most } and { $last }
did-you-mean = Did you mean “{ $word }”?

## The story of a game

story-rules = Rules: { $rules }.
story-seats = Around the table, clockwise: { $names }.
story-dice = The dice at this point: { $dice }.
story-used = { $names } already had a maputo.
story-opens = { $name } opens.
story-lost = { $name } has just lost a die and opens.
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
story-dudo = { $name } doubts it: “Dudo!”
story-calza = { $name } calls it exact: “Calza!”
story-count = { $counted }.
story-loses = { $name } loses a die and { $left ->
    [0] is out.
   *[other] has { $dice } left.
}
story-gains = { $name } takes a die back and has { $dice } now.
story-left = { $name } leaves the game; their dice go to the centre.
story-void = The round is void: everyone rolls again.
story-wins = { $name } wins the game.
story-tour = Game { $number }: { $names } begin with all their dice.
standings = Games won: { $standings }.
waits-draw = Next, the draw: { $names } throw one die each.
waits-declaring = Next, { $name } may declare maputo or pass.
waits-rolling = Next, everyone rolls.
waits-showing = Next, everyone shows their dice.
waits-bidding = Next, it’s { $name }’s turn: { $legal }.
legal-bids = { $bids } or more of the same face, up to { $most }

## What the referee says

refused-legal = Legal for { $name }: { $legal }.
illegal-no-such-player = Nobody at this table is called “{ $name }”.
illegal-player-is-out = { $name } has no dice left in this game.
illegal-tour-over = The game is over: { $winner } has won it.
illegal-wrong-phase-draw = The draw isn’t finished: nobody knows yet who opens.
# The player may be called “You”.
illegal-wrong-phase-declaring = The dice haven’t been rolled yet, and it’s up to { $turn } to decide about maputo.
illegal-wrong-phase-rolling = Everything before the roll is settled: now all players roll.
illegal-wrong-phase-bidding = The bidding has begun, and it’s up to { $turn } to decide.
illegal-wrong-phase-showing = The bidding is over: everyone is showing their dice.
illegal-not-your-turn = It’s { $turn }’s turn.
illegal-count-of-zero = A bid names at least one die.
illegal-more-than-dice-in-play = A bid cannot name more dice than are in play, { $dice }.
illegal-face-locked = The face can’t change in maputo: only { faces } may be bid.
illegal-aces-cannot-open = A round cannot be opened on aces.
illegal-aces-too-few = Switching to aces takes at least half the count, rounded up: { $least }.
illegal-after-aces-too-few-double-plus-one = Leaving aces takes double their count plus one: at least { $least }.
illegal-after-aces-too-few-double = Leaving aces takes double their count: at least { $least }.
illegal-face-already-called = “{ $called }” has already been called in this round: at that count, only a higher face will do.
illegal-bid-not-higher-plain = This doesn’t raise “{ $standing }”: bid a higher face at the same count, or a higher count of any face.
illegal-bid-not-higher-aces = This doesn’t raise “{ $standing }”: bid more aces, or leave aces.
illegal-bid-not-higher-maputo = This doesn’t raise “{ $standing }”: in maputo only the count goes up.
illegal-nothing-to-doubt = Nobody has bid in this round yet: there’s nothing to doubt.
illegal-nothing-to-calza = Nobody has bid in this round yet: there’s nothing to call calza on.
illegal-calza-off = These rules have no calza.
illegal-calza-in-maputo = There is no calza in maputo.
illegal-calza-with-all-dice = A player who has all { $dice } cannot call calza.
illegal-maputo-off-off = These rules have no maputo.
illegal-maputo-off-auto = Under these rules a maputo comes by itself; nobody declares it.
illegal-maputo-in-final = There is no maputo with two players left.
illegal-maputo-three-singles = There is no maputo when three players are left with one die each.
illegal-maputo-needs-one-die = Only a player with exactly one die may declare maputo; { $name } has { $dice }.
illegal-maputo-used = { $name } has already had a maputo in this game.
illegal-bad-draw-missing = { $seat } is in the draw and must throw.
illegal-bad-draw-not-in-draw = { $seat } is not in this throw of the draw.
illegal-bad-draw-twice = { $seat } throws twice.
illegal-bad-roll-wrong-dice = { $seat } has { $has }, not { $rolled }.
illegal-bad-roll-missing = { $seat } has { $has } and must roll.
illegal-bad-roll-out = { $seat } has no dice and does not roll.
illegal-bad-roll-twice = { $seat } rolls twice.
illegal-bad-setup-too-many-dice = Under these rules { $seat } cannot have more than { $most }.
illegal-bad-setup-too-few-with-dice = At least two players must have dice.
illegal-bad-setup-draw-began = A set-up takes the place of the draw, and the draw has already begun.
illegal-bad-setup-twice = { $seat } is named twice.
illegal-too-few-players = A game takes two players, and the others have left the match.

## What is wrong with a text

syntax-not-utf8 = The text is not UTF-8 here.
syntax-line-too-long = This line is too long for a record.
syntax-version-first = A record begins with “perudo 1”.
syntax-unknown-version = Version “{ $word }” of the record is unknown; this program reads version 1.
syntax-rules-next = After “perudo 1” comes “rules PRESET”.
syntax-seats-next = After “rules” comes “seats NAME NAME …”.
syntax-head-only = “{ $word }” may appear only once, at the head of the record.
syntax-ends-too-soon = The record ends before “seats”: it takes “perudo 1”, “rules PRESET” and “seats NAME NAME …”.
syntax-incomplete = Something is missing; the statement is “{ $form }”.
syntax-too-much = There is too much on this line; the statement is “{ $form }”.
syntax-bad-name = “{ $word }” is not a name: a name has letters, digits, _ and -, 1 to 24 characters.
syntax-not-a-pair = “{ $word }” is not of the form NAME:DICE.
syntax-bad-face = “{ $word }” is not a face: a die shows 1 to 6.
syntax-bad-dice = “{ $word }” are not dice: each shows 1 to 6, as in 11346.
syntax-bad-number = “{ $word }” is not a number.
syntax-bad-action = “{ $word }” isn’t something a player can do: a bid looks like 3x4; otherwise it’s dudo, calza, maputo, pass or out.
syntax-cyrillic-x = “{ $word }” is written with a Cyrillic letter; a bid takes the Latin x, as in 3x4.
syntax-count-of-zero = “{ $word }” is a bid of no dice: the count is at least 1.
syntax-no-such-face = “{ $word }” names a face that no die has: faces are 1 to 6.
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
} to play; these rules allow 2 to { $most }.

## The bots

bot-random = Chance
bot-random-about = plays anything legal, whatever the dice
bot-novice = Novice
bot-novice-about = bids on its own dice and believes almost anything
bot-steady = Steady
bot-steady-about = knows the exact odds and sticks to them
bot-reader = Reader
bot-reader-about = guesses from the bids what the others hold
bot-thinker = Thinker
bot-thinker-about = thinks ahead to the end of the round
bot-solver = Solver
bot-solver-about = plays the last dice between two perfectly, and thinks ahead until then
bot-pupil = Pupil
bot-pupil-about = has seen good play but mostly goes by gut feeling
bot-amateur = Amateur
bot-amateur-about = gets every other decision right
bot-regular = Regular
bot-regular-about = knows the game but often slips up
bot-veteran = Veteran
bot-veteran-about = plays well, with the odd slip
bot-expert = Expert
bot-expert-about = plays very well and rarely slips
bot-master = Master
bot-master-about = learnt the whole game from billions of moves against itself
# A character on top of a bot: "Fox · Novice".
bot-character = { $character } · { $level }
bots-characters = Characters, each with a way of its own. They are as strong as you like: fox-novice, fox-master.
bot-fox = Fox
bot-fox-about = bluffs while the round is young
bot-dog = Dog
bot-dog-about = is honest, and only bids on faces it really holds
bot-owl = Owl
bot-owl-about = trusts nobody and doubts early
bot-sheep = Sheep
bot-sheep-about = believes nearly everything and would rather raise than doubt
bot-rooster = Rooster
bot-rooster-about = opens high and loves to jump
bot-parrot = Parrot
bot-parrot-about = repeats the face you bid and adds one
bot-wolf = Wolf
bot-wolf-about = hunts whoever has the most dice and spares the rest
bot-magpie = Magpie
bot-magpie-about = can’t resist aces

## The worth of moves

eval-best = chance { $before } % → { $after } %: nothing better
eval-better = chance { $before } % → { $after } %: better { $best }, { $chance } %
eval-unknown = not judged: too many dice

## A review of a game

review-title = { $rules }: { $names }
review-tour = Game { $number }: { $winner ->
    [none] not finished
   *[other] won by { $name }
}
review-curve = Everyone’s chance to win, with all dice known:
review-mark-best = best
review-mark-fine = fine
review-mark-inaccuracy = inaccuracy
review-mark-mistake = mistake
review-mark-blunder = blunder
review-act-bid = “{ $bid }”
review-act-dudo = the doubt
review-act-calza = the calza
review-act-maputo = the maputo
review-act-pass = no maputo
review-cost = { $mark }, { $points } points given away
review-why-standing = The bid “{ $bid }” is true { $own } times in 100 by { $name }’s own dice{ $read ->
    [same] .
   *[other] , { $read } knowing the bids.
}
review-why-keeps = After { $made } no die is lost { $keeps } times in 100, after { $other } { $otherkeeps }.
review-why-keeps-one = After { $made } no die is lost { $keeps } times in 100.
review-why-wins = After { $made } the game is won { $wins } times in 100, after { $other } { $otherwins }.
review-why-perfect = Perfect play: { $mixture }.
review-perfect-part = { $act } { $share } times in 100
review-perfect-always = { $act }, always
review-why-turned-out = As it turned out, { $count ->
    [0] no { faces } lay
   *[other] { bid } lay
} on the table.
review-dearest = The decisions that cost most:
review-line = Line { $line }, round { $round }, { $name }: { $act }
review-none = No decision gave away anything worth another look.
review-players = How everyone decided:
review-player = { $decisions ->
    [one] one decision
   *[other] { $decisions } decisions
}, accuracy { $accuracy } %, gave away { $points } points
review-player-none = no decisions to judge
review-errors = { $blunders ->
    [0] no blunder
    [one] one blunder
   *[other] { $blunders } blunders
}, { $mistakes ->
    [0] no mistake
    [one] one mistake
   *[other] { $mistakes } mistakes
}, { $inaccuracies ->
    [0] no inaccuracy
    [one] one inaccuracy
   *[other] { $inaccuracies } inaccuracies
}
review-balance = Luck and skill, in points of the chance to win:
review-balance-start = start
review-balance-dice = dice
review-balance-hidden = hidden dice
review-balance-decisions = decisions
review-balance-others = others
review-balance-end = end
review-unjudged = { $count ->
    [one] One decision is
   *[other] { $count } decisions are
} not judged: the judge has learnt nothing about more than { $most } dice in play. Chances there are those of the dice alone.
review-unfinished = The record ends before the game does.
review-nothing = Nobody has decided anything in this record: there is nothing to review.
review-stopped = The record is wrong in line { $line }: what comes before it is reviewed.

## Odds

odds-true = true
odds-false = false
odds-exact = exactly
odds-more-rows = { $rows ->
    [one] … and one more row
   *[other] … and { $rows } more rows
} below a chance in a million

## Fair dice

verify-title = Proof for game { $tour } at the table “{ $table }”: { $names }.
verify-title-device = Proof for game { $tour } on one device: { $names }.
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
verify-version-1 = This is a version 1 proof, which promises less: players without dice who withheld links are not named, and the server may have begun new chains between throws.
verify-links = Links in these throws:
verify-server = the server
verify-device = the device
verify-every-throw = a link for every throw
verify-no-chain = no chain, and so no link
verify-took-no-part = no dice, and no link
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
} no player’s link took part: for those dice there is only the server’s word.
verify-alone-device = This game was played on one device: it threw the dice itself, and they are as fair as that device. The proof shows that no die was changed after it was thrown.
verify-tips = Tips, to compare with those that were shown before the throws:
verify-tip = { $who }, from throw { $from }: { $tip }
verify-tip-ends = { $who }, from throw { $from }: no chain
verify-signed = The server signed it with the key { $key }.
verify-unsigned = No server has signed this proof. Receipts prove nothing next to it: whoever passed it on may have changed it.
verify-counted = { $count ->
    [one] One link that the server signed for is in its throw.
   *[other] { $count } links that the server signed for are in their throws.
}
verify-forgotten = { $count ->
    [one] One link that the server signed for is not in its throw: the server was restarted in between and forgot it.
   *[other] { $count } links that the server signed for are not in their throws: the server was restarted in between and forgot them.
}
verify-elsewhere = { $count ->
    [one] One receipt is about something else, or from another server.
   *[other] { $count } receipts are about something else, or from another server.
}
verify-no-receipt = { $who }: nothing shows that a link was sent for { $list }.
verify-left-out = The server signed for the link of { $who } and then left it out. The server cheated.
verify-left-out-of-nobody = The server signed for a link and then left out both the link and whose it was. The server cheated.
verify-bad-signature = The signature on the proof is false: this is not what the server signed.
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
verify-bad-tips = The tip from throw { $from } on is out of order, or doesn’t belong to this game.
verify-not-contiguous = This should be throw { $expected }.
verify-late-draw = This draw comes after the dice of a round.
verify-bad-round = A roll names its round, the same again or the next one; a draw names none.
verify-too-many-dice = { $dice } dice are too many: one player throws at most { $most }.
verify-no-dice = Nobody throws any dice.
verify-bad-withheld = The list of withheld links is not in ascending order, or names a seat that is not there.
verify-no-tip = There is a link, but no tip was published for it.
verify-nothing-to-withhold = A link is said to be withheld, but no tip was published for it.
verify-no-part = A player who is out of the game takes no part in a throw, yet here one is said to have given or withheld a link.
verify-link-missing = There is no link, and the throw does not say that it was withheld.
verify-link-and-withheld = There is a link, but the throw says that it was withheld.
verify-sealed = Sealed rolls, whose dice nobody but each player knew before the showdown: { $sealed }. Never shown, since their rounds were void: { $unseen }.
verify-unshown = { $name } did not show the dice of these throws and was removed, according to the server: { $throws }.
verify-closed-missing = There is no closed link, though others have shown theirs.
verify-nothing-to-show = There is a closed link of a player without dice.
verify-bad-unshown = The list of those who did not show is not in ascending order, names someone without dice, or stands where all have shown.
verify-chain-too-long = The tip is too old: a chain has { $most } links at most.
verify-broken-chain = The link does not lead back to what was public before: it must hash to { $expected }, but hashes to { $found }.
verify-wrong-dice = The dice do not follow from the links: the links give { $expected }, the proof says { $found }.
verify-record-names = The players in the record are { $names }.
verify-record-tour = The record has { $tours } games; the proof is for game { $tour }.
verify-record-kind = The proof has a { $proof } here, the record a { $record }.
verify-record-round = According to the proof this is round { $proof }, according to the record round { $record }.
verify-record-dice = The proof says { $proof }, the record { $record }.
verify-record-length = The proof has { $proof ->
    [one] one throw
   *[other] { $proof } throws
}, the record { $record }.
verify-seen-table = The client was at another table, “{ $table }”.
verify-seen-nothing = The client saw no throw of this game, so there is nothing to compare.
verify-seen-throw = The client saw this throw, but it isn’t in the proof.
verify-seen-tip = The proof has the tip { $proof }, the client was shown { $seen }.
verify-seen-link = The proof has the link { $proof }, the client was shown { $seen }.
verify-seen-dice = The proof says { $proof }, the client was shown { $seen }.

## What a client finds wrong while it plays

witness-late-tip = A tip of { $who } is said to count from throw { $from } on, but was shown only after links for throw { $asked } had been asked for. Anyone who knows the others’ links can choose a chain to suit them.
witness-changed-tip = The tip of { $who } for throw { $throw } was { $before } before and is { $now } now.
witness-early-chain = The server begins a new chain with throw { $from } although its last one isn’t used up.
witness-no-server-tip = The server has shown no tip for throw { $throw }.
witness-wrong-throw = Throw { $expected } comes next, but the server speaks of throw { $found }.
witness-given-before = For throw { $throw }, or a later one, another link has already been given.
witness-reused-tip = The server says that an old tip of yours counts anew, and so asks for a link for throw { $throw } that everybody already knows. You haven’t given it.
witness-no-receipt = The server signs for links, but no receipt has come for your last ones, up to throw { $throw }: it won’t get any more.
witness-not-opened = The server did not open the links of throw { $throw }.
witness-other-links = Throw { $throw } was said to depend on links other than those opened.
witness-link-missing = The link of { $who } is missing in throw { $throw }, and the throw does not say that it was withheld.
witness-no-tip = Throw { $throw } names a link of { $who }, who has shown no tip for it.
witness-no-part = Throw { $throw } names a link of { $who }, who is out of the game and takes no part in it.
witness-broken-chain = The link of { $who } in throw { $throw } does not lead back to what was shown before: it must hash to { $expected }, but hashes to { $found }.
witness-foreign-link = Throw { $throw } has a link in your name that you did not give.
witness-left-out = Your link for throw { $throw } was accepted, and the dice were thrown without it.
witness-false-signature = A signature of the server is false: what it has signed for proves nothing.
witness-rewritten-log = The server’s public log of tips is not the one that this browser saw before: the server may show different people different tips.
witness-other-logged-tip = The tip that the server has shown here for throws from { $from } on is not the one in its public log: the server may show different people different tips.
witness-wrong-cup = The dice of { $who } in throw { $throw } are said to follow from a closed chain that was not published for them.
witness-went-on = The server asked for the dice of throw { $throw } to be shown and then let the bidding go on: it may know your dice of that round.
witness-wrong-dice = The dice of { $who } in throw { $throw } do not follow from the links: the links give { $expected }, the server showed { $found }.

## The rules in sentences

rules-title = Perudo: the “{ $rules }” rules
rules-section-game = The game
rules-section-round = A round
rules-section-bidding = Bidding
rules-section-showdown = Doubting and the showdown
rules-section-maputo = Maputo
rules-section-end = The end, and everything else
rules-diff-title = “{ $first }” and “{ $second }”
rules-diff-same = “{ $first }” and “{ $second }” are the same rules.

axis-players = { $players ->
    [2] For two players.
   *[other] For 2 to { $players } players.
}
rule-best-table = It’s best with three to five.
axis-dice = Everyone begins a game with { $dice } under a cup of their own.
rule-goal = The aim is to keep your dice: whoever is the last to have any wins the game.
rule-draw = To decide who opens, everyone throws one die in the open, and the highest opens; if several tie for highest, they, and only they, throw again.
rule-roll = Everyone shakes their dice, turns the cup over on the table and looks only at their own dice.
rule-clockwise = The opener makes the first bid, and the turn goes clockwise.
rule-bid = A bid is one count and one face, and it’s about the dice under all the cups together: “five sixes” says that there are at least five sixes on the table.
rule-jokers = Ones are called aces and are wild, like jokers: they count as whatever face was bid; but if aces themselves were bid, only aces count.
rule-choices = On your turn you either raise the bid of the player before you or doubt it; when you open a round, there’s nothing to doubt, so you bid.
rule-choices-with-calza = On your turn you raise the bid of the player before you, doubt it, or say that it’s exact (calza); when you open a round, there’s no bid yet, so you make one.
axis-open-aces-no = A round cannot be opened on aces.
axis-open-aces-no-with-maputo = A round cannot be opened on aces, except a maputo.
axis-open-aces-yes = A round may be opened on any face, aces included.
axis-open-aces-yes-with-maputo = { axis-open-aces-yes }
rule-raise = To raise, keep the count and name a higher face, or name a higher count of any face: after “three fives” you may bid “three sixes” or “four twos”, but not “three fours”.
rule-to-aces = Switching to aces takes only half the count, rounded up: after “five fives” or “six sixes”, “three aces” is enough.
rule-after-aces = After a bid on aces, bid more aces or leave aces for another face.
axis-leave-aces-double-plus-one = Leaving aces takes at least double their count plus one, in any face: after “two aces”, the least is “five twos”.
axis-leave-aces-double = Leaving aces takes at least double their count: after “two aces” you may bid “four sixes”; and if that count has already been called in this round, the face must be above the highest one called with it: after “six threes” and “three aces” you may bid “six fours”, but not “six threes” or “six twos”.
rule-limit = A bid cannot name more dice than all the players have together.
rule-doubt = Only the player whose turn it is, the one right after the bidder, may doubt; then all the cups are lifted and the dice that fit the bid are counted.
rule-loss = If there are fewer than the bid said, the bidder loses a die; if there are as many or more, the doubter does.
rule-centre = A lost die goes to the centre of the table and stays there in full view until the game is over.
rule-opens-next = Whoever lost the die opens the next round; a player who lost their last one is out, and the next player clockwise with dice opens instead.
axis-calza-off = There is no calza: a bid can only be raised or doubted.
axis-calza-on = Calza: on your turn you may say that the count is exactly the bid, no more and no less, and all the cups are lifted.
rule-calza-exact = If it’s exact, whoever called calza takes a die back from the centre; otherwise they lose one. Either way they open the next round, as long as they have a die left.
rule-calza-refused = A player who has all { $dice } cannot call calza.
rule-calza-refused-with-maputo = Calza cannot be called in a maputo round, nor by a player who has all { $dice }.
axis-maputo-off = There are no maputo rounds.
axis-maputo-auto = When the loser of a round is left with exactly one die, the next round is automatically a maputo.
axis-maputo-declared = A player who has exactly one die may declare the coming round a maputo before the dice are rolled.
rule-maputo-asked = Those who may declare are asked clockwise from the opener, and the first to declare settles it; who opens doesn’t change.
rule-maputo-after = If its loser still has more than one die, an ordinary round follows; if its loser is down to one die, that player’s own maputo follows.
rule-maputo-aces = In a maputo, aces aren’t wild, and it may be opened on aces.
rule-maputo-face = In a maputo the face never changes, only the count goes up: after “one six”, the next player bids two or more sixes, or doubts.
axis-maputo-limit-once = Each player has a maputo at most once in a game.
axis-maputo-limit-none = A player may have any number of maputos in a game.
axis-maputo-three-singles-no = When exactly three players are left and each has one die, there is no maputo.
axis-maputo-three-singles-yes = When exactly three players are left and each has one die, there is still a maputo.
axis-maputo-final-no = With two players left there is no maputo, even if one of them is down to a single die.
axis-maputo-final-yes = With two players left there is still a maputo.
rule-win = The game goes on until only one player has dice: that player has won.
rule-final = A round with two players left is called the final.
rule-askew = A die that lands askew or on top of another is thrown again, after the others have been shown why.
rule-touching = Anyone who does anything else to the dice under a cup is removed from the game.
rule-leaving = When someone leaves or is removed in mid-round, the round is void: the others lose nothing, the dice of whoever left go to the centre, everyone rolls again, and the same player opens (if that’s the one who left, the next clockwise).
rule-leaving-with-maputo = { rule-leaving } The round begins anew: the maputo isn’t used up, and players are asked about declaring again.
rule-tours = A match may have several games (records call them tours): each has its own draw, and everyone still in the match begins with all their dice.
rule-tours-with-maputo = { rule-tours } The right to a maputo is renewed in each game as well.

## What a table or a server refuses

refused-not-host = Only the host of the table may do that.
refused-not-joined = Take a name at this table first.
refused-not-playing = You aren’t in the game being played.
refused-already-joined = You’re already at this table.
refused-bad-name = A name has 1 to 24 letters, digits, spaces, _ or -.
refused-name-taken = Somebody at this table has that name, or one that looks like it: choose another.
refused-no-such-chair = The table has no such chair.
refused-chair-taken = That chair is taken.
refused-table-full = There’s no more room at this table.
refused-locked = The host has locked this table: nobody new can come in.
refused-came-first = You’re only standing in for the host: you can’t remove or silence people who were here before you.
refused-removed = The host has removed you from this table.
refused-no-such-person = There’s nobody like that at the table.
refused-no-such-bot = There is no bot “{ $level }”: choose one of { $known }.
refused-while-playing = That can only be done between games.
refused-too-few-players = It takes at least two players: invite someone or add a bot.
refused-people-play = Somebody still has dice: you can skip to the end once only bots are left.
refused-chat-off = The chat is off, or the host has silenced you.
refused-bad-text = A message has 1 to 200 characters on one line; reactions go by their names.
refused-bad-link = That link doesn’t belong to your chain, or isn’t for the next throw.
refused-chains-needed = At a sealed table every player brings their own dice, and this program can’t: use a newer one.
refused-no-bots = There are no bots at this table: the server would see their dice.
refused-already = That’s already so.
refused-stale = The table has moved on since you saw it, so this wasn’t done: look again and decide anew.
refused-closed = This table is closed.
refused-too-old = This command is too old to tell whether it was carried out: look at the table and decide anew.
refused-storage-down = The server can’t save anything at the moment. Nothing is lost; the game will go on by itself.
refused-protocol = The server speaks another version of the protocol: update the client.
refused-bad-guest = A guest's secret is 32 hexadecimal digits.
refused-hello-first = The first message must be hello.
refused-hello-twice = Hello has already been said.
refused-too-chatty = Slow down a little: one message a second.
refused-too-many-commands = That was too much at once: wait a moment.
refused-bad-speed = The speed is instant, quick, normal or slow.
refused-bad-dice = The dice are open, sealed or sealed-bots.
refused-dice-are-settled = Whether the dice are sealed is decided when a table is made: make a new table.
refused-bad-seats = These rules allow 2 to { $most } seats.
refused-bad-tours = A match has 1 to { $most } games.
refused-bad-turn = A decision takes { $least } to { $most } seconds, or 0 for no limit.
refused-bad-bank = A time bank has at most { $most } seconds.
refused-no-such-place = There is nothing at this address.
refused-not-that-way = This address takes a different method: see /api/openapi.json.
refused-foreign-origin = Other sites’ pages may not use this server.
refused-too-slow = That took too long: try again.
refused-too-many-requests = Too many requests: wait a moment.
refused-no-table = There is no such table, or it is closed.
refused-no-tour = There is no such game.
refused-no-spectators = This table cannot be watched: sit down to see it.
refused-too-many-tables = Too many tables are open already.
refused-too-many-connections = Too many connections from this address.
refused-restarting = The server is restarting: come back in a moment.
refused-moving = The table is just moving to another server: try again in a moment.
refused-busy = Too many games are being requested right now: try again in a moment.
refused-unreadable-log = This table’s log can’t be read. Please tell whoever runs the server.
refused-no-such-head = The log of tips has never had that many entries.

## The page

web-you = You
web-you-name = You
web-you-open = You open.
web-you-declare = You declare maputo.
web-you-pass = You don’t declare maputo.
web-you-doubt = You doubt it: “Dudo!”
web-you-calza = You call it exact: “Calza!”
web-you-lose = You lose a die and { $left ->
    [0] are out.
   *[other] have { $dice } left.
}
web-you-gain = You take a die back and have { $dice } now.
web-you-left = You leave the game; your dice go to the centre.
web-a-bot = a bot
web-the-host = host
web-has-the-turn = to move
web-turn-title = Your turn – Perudo
web-turn-notice = Your turn
web-you-tag = you
web-menu = Menu
web-help = Help and keys
web-rules = Rules
web-face = Your avatar
web-face-other = Another one
web-face-of-name = Match my name
web-face-about = Only you see the avatar you pick; others see the one that goes with your name.

web-together-about = Several people, one phone. Everyone’s dice stay hidden until it’s in their hands.

web-person = Player { $number }
web-add-person = Another player
web-bots-too = Add bots
web-bots-at-once = Bots from the start
web-begin = Start
web-create = Make the table
web-seats = Seats
web-tours = Games in the match
web-clock = Time per decision
web-bots-pace = Pace of the bots
web-no-clock = No limit
web-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
web-hints = Players may see the odds
web-public = Open to everyone
web-spectators = Spectators allowed
web-opponents = Opponents
web-strength = How strong?
web-strength-novice = Beginners
web-strength-novice-about = New to the game: each has a manner of their own, and they believe almost anything.
web-strength-steady = Casual
web-strength-steady-about = They know the odds, and each has a manner that you can learn to read.
web-strength-reader = Experienced
web-strength-reader-about = They know the odds and read your bids.
web-strength-thinker = Strong
web-strength-thinker-about = They read your bids and think the round through to its end.
web-strength-master = Masters
web-strength-master-about = They learnt from billions of moves. Very hard to beat.
web-strength-mixed = Surprise me
web-strength-mixed-about = A mixed table: beginners, strong players and anything in between.
web-bot-level = Which bot
web-bot-by-name = Choose a bot by name
web-new-game = New game

web-table = Table
web-the-table = The table
web-watching = { $count } watching
web-connecting = Connecting…
web-reconnecting = Connection lost. Reconnecting…
web-bots-unlearnt = What these bots have learnt couldn’t be loaded. They play on without it, less well.
web-storage-down = The server can’t save anything at the moment. Nothing is lost; the game will go on by itself.
web-no-table = There is no such table, or it has been closed.
web-no-spectators = This table can’t be watched without a seat.
web-full = Too many people are watching this table already. Try again later.
web-other-version = This page is out of date and is reloading.
web-table-closed = The table has been closed.
web-table-closed-for = The table has been closed: { $reason }

web-join-title = Take a seat
web-join-queue = A game is being played: you’ll get a seat in the next one.
web-join-full = All the seats are taken by people: you’ll have to wait for one.
web-sit-down = Sit down
web-watch = Just watch
web-you-watch = You’re watching.

web-lobby = At the table
web-empty-chair = empty
web-remove = Remove { $name }
web-remove-short = Remove
web-add-bot = Add a bot
web-start = Start
web-start-needs-two = It takes two: invite someone, or add a bot.
web-waits-for-host = { $name } is the host and will start the game.
web-invite = Invite friends
web-link = Link
web-copy-link = Copy link
web-copied = Copied
web-share = Share…
web-qr = The link as a QR code
web-how-it-is-played = How we play
web-rules-in-full = Full rules
web-change-settings = Change
web-apply = Play like this
web-summary-rules = Rules: { $rules }
web-summary-tours = { $count ->
    [one] One game
   *[other] A match of { $count } games
}
web-summary-clock = { $turn } seconds per decision, plus { $bank } seconds in reserve
web-summary-no-clock = No time limit
web-summary-hints = Players may see the odds
web-summary-public = Open to everyone
web-summary-private = By invitation link only
web-summary-no-spectators = No spectators

web-bids = Bids
web-no-bids = Nobody has bid yet.
web-story = What happened
web-bid-by = { $name }: { $bid }
web-draw = The draw: who opens?
web-draw-shown = The highest die opens.
web-declaring = Maputo?
web-turn-open = It’s your turn: you open the round.
web-turn-bid = It’s your turn: raise the bid or doubt it.
web-turn-declare = It’s your turn: will you declare maputo?
web-rolling = Rolling the dice…
web-dice = Who sees the dice?
web-dice-open = The server referees
web-dice-open-about = The server throws the dice and sees all of them; afterwards, everyone can check that they were fair.
web-dice-sealed = Sealed: only the player
web-dice-sealed-about = Sealed: each player’s device makes its own dice, and not even the server sees them before the showdown. Anyone who can’t show theirs is out.
web-dice-sealed-bots = Sealed, with bots
web-dice-sealed-bots-about = Sealed: not even the server sees anyone’s dice before the showdown, except those of its bots. Anyone who can’t show theirs is out.
web-sealed = sealed
web-seen-by-server = seen by the server
web-you-not-shown = Your dice weren’t shown in time, so you’re out of this game. Sit down again for the next one.
web-dice-elsewhere = Your dice for this round are on another device: open the table there, or they can’t be shown.
web-showing = Everyone lifts their cup.
web-in-play = { $count ->
    [one] { $count } die in play
   *[other] { $count } dice in play
}
web-lost-dice = { $count ->
    [0] no dice lost yet
    [one] { $count } die lost
   *[other] { $count } dice lost
}
web-kind-maputo = Maputo
web-kind-maputo-about = Aces aren’t wild; the face can’t change.
web-kind-final = Final
web-kind-final-about = Two players are left.
web-nothing-lost = Nobody loses a die.
web-verdict-true = { $counted }: { $you ->
    [caller] the bid was true, and you doubted it.
    [bidder] your bid was true, and { $caller } doubted it.
   *[none] the bid was true, and { $caller } doubted it.
}
web-verdict-false = { $counted }: { $you ->
    [caller] you were right, the bid was too high.
    [bidder] your bid was too high.
   *[none] { $bidder } bid too high.
}
web-verdict-exact = { $counted }: exactly as many as were bid.
web-verdict-not-exact = { $counted }, and the bid was { $bid }: the calza fails.
web-rush = Skip to the end
web-skip = Skip
web-continue = Continue
web-your-dice = Your dice: { $dice }
web-your-dice-hidden = No dice under your cup yet.
web-you-have = You have { $dice }
web-you-are-out = You’re out of this game
web-late = late
web-gone = away
web-waits-for = { $name } is thinking…
web-offline = offline
web-waits-offline = { $name } has lost the connection…
web-bot-plays-for-you = A bot is playing for you.
web-i-am-back = I’m back
web-choose-face = Face
web-face-from = from { $bid }
web-face-not = { $face }: not allowed now. Why?
web-count = How many
web-fewer = One fewer
web-raise-count = One more
web-bid = Bid { $bid }
web-dudo = I don’t believe it!
web-calza = Calza: exactly!
web-declare-maputo = Declare maputo
web-no-maputo = No maputo
web-certain-title = Are you sure?
web-certain-loss = Your own dice already show it: this will cost you a die.
web-certain-back = Let me think
web-certain-go = Do it anyway

web-you-won = You won!
web-lost-kindly = Well played! Better luck next time.
web-wins = { $count ->
    [one] { $count } win
   *[other] { $count } wins
}
web-tours-played = Game { $played } of { $tours }
web-next-tour = Next game
web-rematch = Play again
web-review-game = Review the game
web-host-goes-on = The host decides what comes next.
web-download-record = Download the game record
web-download-proof = Download the proof of the dice
web-no-record = There’s no finished game yet.

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
    [one] One throw doesn’t
   *[other] { $unused } throws don’t
} include your link: it came too late, or the server left it out.
web-fair-wrong = The dice are not fair.
web-fair-what-now = Keep the file: it shows what the server told you. After the game, “perudo verify” compares it with the proof of the dice.
web-fair-about = For every throw, the server and everyone at the table each give a link of a chain they fixed beforehand, and the dice follow from all of them together. Your browser checks that by itself.
web-fair-tips = The tips of the chains, to compare with what others see
web-fair-save = Save what you were shown
web-side = Bids and history
web-side-chat = Bids, history and chat
web-side-unread = Bids, history and chat: new message
web-chat = Chat
web-chat-off = The chat is off.
web-chat-on = The chat is on.
web-say = Say something
web-send = Send
web-emotes = Reactions
web-emote-laugh = laughter
web-emote-wow = amazement
web-emote-think = thinking hard
web-emote-clap = applause
web-emote-sad = sadness
web-emote-angry = anger
web-emote-luck = good luck
web-emote-bluff = bluff!
web-emoted = { $name }: { $feeling }.
web-people = People
web-place-chair = playing
web-place-queue = waiting for a seat
web-place-watching = watching
web-played-by-bot = played by a bot
web-mute = Mute
web-unmute = Unmute
web-mute-name = Mute { $name }, just for you
web-silence = Silence
web-unsilence = Allow to speak
web-silence-name = Silence { $name } for everyone, or let them speak again
web-make-host = Make host
web-make-host-name = Make { $name } the host
web-switch-chat-off = Turn the chat off
web-switch-chat-on = Turn the chat on
web-lock = Lock the table
web-unlock = Unlock the table
web-locked = The table is locked: nobody new can come in.
web-unlocked = The table is open again to everyone with the link.
web-barred = Removed
web-unbar = Let back in
web-unbar-name = Let { $name } back in
web-unbarred = { $name } may come back.
web-host-part = For the host
web-other-device = Another device
web-other-device-about = Whoever opens this link becomes you: use it to play on from your phone, and don’t show it to anyone.
web-show-device-link = Show the link
web-leave = Leave the table
web-leave-title = Leave the game?
web-leave-costs = You have { $dice } left. If you leave now, you lose them all and are out of this game; the round starts over without you.
web-leave-instead = Just stepping away? Use ‹ at the top: your seat stays yours, a bot plays for you meanwhile, and the start page takes you back.
web-leave-instead-sealed = Just stepping away? Use ‹ at the top, but be quick: nobody else can show your dice at a sealed table.
web-leave-stay = Stay
web-leave-go = Leave anyway
web-step-away-title = Step away?
web-step-away-costs = Only this device can show your dice. Be back for the showdown: if they aren’t shown in time, you’re out of this game.
web-step-away-go = Step away

web-hand-over = Pass the phone to { $name }
web-hand-over-about = Everyone else, please look away.
web-i-am = I’m { $name }

web-came = { $name } sits down.
web-came-to-watch = { $name } is here to watch.
web-left = { $name } leaves.
web-you-get-up = You leave.
web-not-shown = { $name } didn’t show their dice and is out of the game. The round is void.
web-removed = The host has removed { $name }.
web-seated = { $name } takes a seat.
web-new-host = { $name } is now the host.
web-settings-changed = The host has changed how we play.
web-tour-begins = Game { $number } begins.
web-you-rolled = You rolled: { $dice }.
web-all-rolled = Everyone has rolled.
web-away-late = { $name } ran out of time: a bot is playing for them.
web-away-gone = { $name } is away: a bot is playing for them.
web-back = { $name } is back.
web-skipped = Only bots are left: the rest passes quickly.

web-help-game = Bid how many dice of one face there are under all the cups together. Aces (stars) are wild. Raise the bid or doubt it: whoever is wrong loses a die.
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
web-guide-dice = These are your dice, and nobody else can see them. { $wild ->
    [yes] A star is an ace and is wild: it counts as any face.
   *[no] A star is an ace; in this round it isn’t wild.
}
web-guide-open = You open. Choose a face and guess how many dice show it under all the cups together{ $wild ->
    [yes] , counting stars.
   *[no] .
}
web-guide-bid = { $you ->
    [yes] You say
   *[no] { $name } says
}: at least { $bid } under all the cups together{ $wild ->
    [yes] , counting stars.
   *[no] .
}
web-guide-answer = At least { $bid }: is that true? You have { $own ->
    [0] none
   *[other] { $own }{ $wild ->
        [yes] {" "}(counting stars)
       *[no] { "" }
    }
}; { $others ->
    [one] the one other die fits one time in { $one-in ->
        [3] three
       *[6] six
    }
   *[other] of the other { $others } dice about one in { $one-in ->
        [3] three
       *[6] six
    } fits{ $more ->
        [0] { "" }
       *[other] , so expect about { $more } there
    }
}. Raise the bid, or say you don’t believe it.
web-guide-answer-true = At least { $bid }: you have { $own } yourself{ $wild ->
    [yes] {" "}(counting stars)
   *[no] { "" }
}, so it’s true. Raise the bid.
web-guide-showdown = The cups are lifted and the dice counted. Fewer than the bid: the bidder loses a die. As many or more: the doubter does.
web-guide-showdown-calza = The cups are lifted and the dice counted. Exactly as many as bid: whoever called calza takes a die back. Otherwise they lose one.
web-guide-go-on = Whoever lost the die opens the next round. Whoever runs out of dice is out; the last one left wins.
web-guide-skip = No guide, thanks
web-guide-done = Got it
web-meet-maputo = A special round, maputo: aces aren’t wild, and the face of the first bid can’t change, so only the count goes up. About one die in six fits.
web-meet-declaring = You’re down to one die, so you may make this round a maputo: aces won’t be wild, and nobody may change the face of the first bid. Or play on as usual.
web-meet-calza = Think the bid is exactly right, no more and no less? Call calza: if so, you win a lost die back; if not, you lose one.

## The page: what the decisions of a game were worth

web-analysis = Analysis
web-analysis-running = The game is being reviewed …
web-analysis-done = The review is complete.
web-analysis-cancelled = The review was stopped.
web-analysis-go-on = Review the game
web-analysis-failed = That could not be worked out here: the first time it takes a connection, and always a current browser.
web-analysis-soon = This decision has not been reviewed yet.
web-analysis-curve = Everyone’s chance to win from the beginning to the end, with all dice known
web-analysis-chances = Chances to win at this moment
web-analysis-accuracy = Accuracy
web-analysis-accuracy-yours = Your accuracy: { $accuracy }
web-analysis-points = −{ $points } points
web-analysis-none-yours = None of your decisions gave away anything worth another look.
web-analysis-dearest-yours = What cost you most
web-analysis-dearest = What cost most
web-analysis-dear-yours = Round { $round }: { $act }
web-analysis-dear = Round { $round }, { $name }: { $act }
web-analysis-decision = What this decision was worth
web-analysis-alternatives = The best choices and the one that was made
web-analysis-action = Choice
web-analysis-wins = Wins the game
web-analysis-keeps = Loses no die
web-analysis-played = played
web-analysis-try = Try it again
web-analysis-next = Next mistake
web-analysis-players = How everyone decided
web-analysis-all = All decisions
web-decimal = .
web-luck = Luck and skill
web-luck-about = Where everyone’s chance to win went, in points. Dice: the draw and the rolls. Hidden dice: what the dice of the others made of one’s own decisions. Decisions: what they were worth by all that one could know. Others: what the others did. Start and parts add up to the end.
web-luck-tour = Game { $number }
web-same-dice = The same dice with Master
web-same-dice-about = The game is played again a hundred times with the same dice, as far as they are known, and Master in every seat.
web-same-dice-seat = Whose dice
web-same-dice-tour = Which game
web-same-dice-go = Play it again
web-same-dice-result = With { $name }’s dice Master wins { $wins } of { $games } games: a chance between { $low } and { $high }%, with 95% certainty. When the game began it was { $start }.
web-same-dice-refused = This game cannot be played again: nobody has decided anything in it, or it has more dice than Master has learnt to play with.
web-luck-games-about = What luck and your own decisions have given or taken, game after game, in points of the chance to win. Luck evens out in the long run; decisions add up.
web-luck-review-all = { $count ->
    [one] Review one more game
   *[other] Review { $count } more games
}
web-luck-left = Still to go: { $count }
web-luck-games = { $games ->
    [one] One game reviewed
   *[other] { $games } games reviewed
}, { $won } won; { $due } were to be expected by the number of players alone. Mean accuracy: { $accuracy }.
web-luck-curve = Luck and decisions, added up game after game
web-luck-line = luck
web-skill-line = decisions
web-retry-title = Another try for { $name }
web-retry-back = Back to the game
web-retry-about = The dice are those of the game, as far as they are known. Master plays for everyone else.
web-retry-your-turn = Your turn, { $name }.
web-retry-next = Next round
web-retry-anew = Start over
web-retry-review = Review this game
web-retry-compare = Compared with the game
web-retry-now = { $name }’s chance to win is { $now } now.
web-retry-then = In the game it was { $then } after this round.

## The page: rules and games that are over

web-rules-title = Rules
web-rules-intro = Perudo is played in several ways. Choose a rule set to read it, or turn it into house rules of your own.
web-rules-unknown = There’s no such rule set, so here are the usual rules.
web-rules-preset = Rule set
web-rules-about-tournament = The club rules, for up to six. Maputo comes by itself.
web-rules-about-classic = Leaving aces only takes double. Maputo is declared.
web-rules-about-international = Like classic, but leaving aces takes double plus one.
web-rules-about-calza = Call “exactly!” and win a lost die back.
web-rules-about-dudo = The classic rules under their Andean name.
web-rules-house = House rules
web-rules-changes = { $count ->
    [0] no changes
    [one] { $count } change
   *[other] { $count } changes
}
web-rules-changed = house rule
web-rules-axis-players = Most players
web-rules-axis-dice = Dice each
web-rules-axis-open-aces = Opening on aces
web-rules-axis-leave-aces = Leaving aces
web-rules-axis-maputo = Maputo
web-rules-axis-maputo-limit = Maputos per player
web-rules-axis-maputo-final = Maputo with two players left
web-rules-axis-maputo-three-singles = Maputo with three players on one die
web-rules-axis-calza = Calza
web-rules-value-no = No
web-rules-value-yes = Yes
web-rules-value-off = No
web-rules-value-on = Yes
web-rules-value-double-plus-one = Double plus one
web-rules-value-double = Double
web-rules-value-auto = Automatic
web-rules-value-declared = Declared
web-rules-value-once = Once a game
web-rules-value-none = Any number
web-rules-fewer = Fewer: { $what }
web-rules-more = More: { $what }
web-rules-reset = Back to “{ $preset }”
web-rules-differences = The differences
web-rules-compare-with = Compare with
web-rules-same = None: these play just like the “{ $preset }” rules.
web-rules-book = The “{ $preset }” rules
web-rules-book-changed = House rules, based on “{ $preset }”
web-rules-clauses = The small marks are the clauses the referee refers to.
web-rules-are-preset = These are the “{ $preset }” rules, unchanged.
web-rules-special = Different from “{ $preset }”
web-rules-copy = Copy a link to these rules
web-rules-copied = Copied.
web-rules-not-copied = Copying doesn’t work here: the link is the address of this page.
web-rules-play = Play with these rules
web-rules-play-bots = Against bots
web-rules-play-friends = With friends
web-new-game-ends = You are in the middle of a game. It ends without a result when you begin a new one.

web-games-none = No games here yet. Finish one and you’ll find it here.
web-games-about = Games you’ve played in this browser, up to the latest { $most }. Nobody else can see this list.
web-games-you-won = You won
web-games-winner = { $name } won
web-games-here = on this device
web-games-server = online
web-games-delete = Delete
web-games-delete-one = Delete the game of { $names }, { $date }
web-games-delete-all = Delete all games
web-games-delete-title = Delete for good?
web-games-delete-about = The game will be gone from this browser.
web-games-delete-all-about = All your games will be gone from this browser.
web-cancel = Cancel

web-review-title = Finished games
web-review-open = Open a game
web-review-open-how = A finished game step by step, with all the dice open. Open a record (.perudo), the proof of its dice (.proof.json), or both.
web-review-choose = Choose files
web-review-drop = or drop them anywhere on this page
web-review-paste = Or paste a record
web-review-show = Show
web-review-examples = Or look at an example
web-review-example = A short evening
web-review-example-proof = A game with a proof of its dice
web-review-file-unreadable = This file can’t be read, or it’s too large to be a record or a proof.
web-review-open-another = Open something else
web-review-add-proof = for example, the proof of these dice
web-review-add-record = for example, the record of this game
web-review-line = line { $line }
web-review-trouble = There’s a mistake in line { $line }
web-review-until-there = The game up to that point is below.
web-review-before = Before the first round
web-review-round = Round { $number }{ $kind ->
    [maputo] {" "}· maputo
    [final] {" "}· final
   *[normal] { "" }
}
web-review-tour-round = Game { $tour }, round { $number }{ $kind ->
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
web-review-bids = Bids this round
web-review-no-bids = Nobody has bid yet.
web-review-player = Player
web-review-bid = Bid
web-review-chance = Chance
web-review-truth = In fact
web-review-chance-note = The chance is what the player could know from their own dice.
web-review-true = true: { $count }
web-review-false = false: { $count }
web-review-right = right
web-review-wrong = wrong
web-review-percent = { $percent }%
web-review-steps = Steps
web-review-step = Step
web-review-at = Step { $step } of { $last }
web-review-first = To the start
web-review-round-back = Back one round
web-review-back = Back one step
web-review-on = Forward one step
web-review-round-on = Forward one round
web-review-last = To the end
web-review-keys = Arrow keys move by steps, with Shift by rounds; Home and End go to the start and the end, M to the next mistake.
web-review-play = Play
web-review-pause = Pause
web-review-copy-link = Copy a link to this moment
web-review-link-copied = Copied. Whoever opens the link sees the game from here on.
web-review-link-too-long = This game is too long for a link: save the record and send the file.
web-review-link-damaged = This link is damaged: part of it was lost or changed on the way. Ask for it again.
web-review-link-too-much = This link holds more than a game can be, so it was not opened.
web-review-link-elsewhere = This game is kept only in the browser it was played in. Ask for a link made with “Copy a link to this moment”.
web-review-save-record = Save the record
web-review-save-proof = Save the proof
web-review-holds = The dice were fair: the proof holds
web-review-fails = The proof does not hold
web-review-disagrees = The record and the proof have different dice
web-review-proof-itself = The proof itself holds. It belongs to another game, or somebody has changed the record.
web-review-no-proof = This isn’t a proof of fair dice
web-review-unreadable = The file contains something else: { $error }
web-review-record-agrees = The game in this record was played with exactly these dice.
web-review-record-missing = Open the record too, to see that the game was played with exactly these dice.

## People

refused-bad-rated = A rated table has the rules of a preset as they are, a clock and no hints.
refused-name-needed = Rated games are for people with a name of their own: claim one first.
refused-name-taken-by-someone = Somebody else has this name, or one that looks like it.
refused-name-refused = This name isn’t welcome here. Please choose another.
refused-already-named = This browser already has a name.
refused-last-key = This is your only key: without it you could never come back. Make another one first.
refused-wrong-key = The server doesn’t know this passkey.
refused-wrong-code = The code is wrong, or it’s too old.
refused-too-many-attempts = Too many wrong attempts. Try again later.
refused-too-many-keys = That’s as many as there can be. Remove one first.
refused-no-person = Nobody here has this name.
refused-no-key = There is no such key.
refused-no-program = You have no program with this name.
refused-no-pool = There are no such ratings.
refused-bad-wish = A quick game has 2, 4 or 6 players, one of the presets, and is quick, normal or slow.
refused-already-waiting = You’re already waiting for a game.
refused-already-seated = You’re still in a quick game. Finish it, or leave that table.
refused-no-ticket = Your place in the queue is gone. Ask for a new one.
refused-banned = You can’t play with strangers here at the moment.
refused-not-permitted = This token isn’t good for that.

## The page: people

web-me = You
web-you-play-as = You play as
web-guest-name = Guest
web-kind-guest = guest
web-kind-program = program
web-kind-bot = bot
web-kind-deleted = a deleted name
web-rated = Rated
web-rated-short = rated
web-rated-about = Only people with names of their own and bots can sit down. It takes one of the rule sets as it is, a clock and no hints.
web-rated-needs-name = This table is rated: to play here you need a name of your own.
web-summary-rated = Rated: the result changes everyone’s rating
web-private-short = private
web-quick-find = Find a game
web-quick-others = { $count ->
    [0] Nobody is waiting right now. Be the first!
    [one] One person is waiting for a game.
   *[other] { $count } people are waiting for a game.
}
web-quick-needs-name = Rated games are played under a name of your own.
web-quick-wish = What you’d like to play
web-quick-players = Players
web-quick-size = { $count ->
    [2] 2: a duel
   *[other] { $count }
}
web-speed = Time to think
web-speed-quick = Quick
web-speed-normal = Normal
web-speed-slow = Slow
web-speed-quick-about = 15 seconds a move, and 30 in reserve.
web-speed-normal-about = 30 seconds a move, and a minute in reserve.
web-speed-slow-about = A minute a move, and two in reserve.
web-quick-looking = Looking for players…
web-quick-here = { $here } of { $players } players are here.
web-quick-waited = { $count ->
    [one] You’ve waited for a second.
   *[other] You’ve waited for { $count } seconds.
}
web-quick-expected = { $count ->
    [0] It should start any moment.
    [one] It may take another second.
   *[other] It may take another { $count } seconds.
}
web-quick-unknown = Nobody can tell yet how long it will take.
web-quick-offer = It’s quiet right now. Would you like bots to take the free seats?
web-quick-bots = Fill up with bots
web-quick-bots-come = Bots are taking the free seats…
web-quick-leave = Stop looking
web-quick-found = Your game is about to begin
web-quick-begins = The game begins as soon as everyone is here.
web-quick-again = Play another
web-lobby-title = Open tables
web-lobby-free = { $count ->
    [0] no free seats
    [one] one free seat
   *[other] { $count } free seats
}
web-lobby-join-name = Sit down with { $names }
web-lobby-watch-name = Watch { $names }
web-watch-short = Watch
web-since-now = just opened
web-since-minutes = { $count ->
    [one] open for a minute
   *[other] open for { $count } minutes
}
web-since-hours = { $count ->
    [one] open for an hour
   *[other] open for { $count } hours
}
web-claim = Claim it
web-claim-name = The name
web-claim-why = A name of your own stays yours: ratings, a history and rated games come with it. No e-mail, no password. You can go on as a guest just as well.
web-claim-about = From 2 to 20 letters and digits. This browser becomes the key to it.
web-have-name = Already have a name?
web-sign-in-about = Come back with a passkey or your recovery code. Or open your profile on the other device, choose “Link another device” and scan the code there.
web-sign-in-passkey = Use a passkey
web-sign-in = Come back
web-sign-out = Sign out here
web-recovery-code = Recovery code
web-recovery-make = Recovery code
web-recovery-about = Write it down and keep it safe: whoever has it can use your name. It works if all your devices are lost. An earlier code no longer works.
web-passkey-add = Add a passkey
web-passkey-none = This browser can’t use passkeys here. They need a secure address (https).
web-passkey-not-chosen = No passkey was chosen.
web-passkey-there = This device already has a passkey for your name.
web-own-keys = Keys to your name
web-keys-about = Each of them is enough to be you. Remove those you no longer use.
web-keys-one = Right now only this browser can be you. If its data is cleared, your name is gone: add a passkey or write down a recovery code.
web-key-browser = Browser
web-key-passkey = Passkey
web-key-recovery = Recovery code
web-key-token = Program
web-key-this = this browser
web-key-made = since { $day }
web-key-used = last used { $day }
web-key-revoke = Remove
web-key-revoke-name = Remove this key: { $name }
web-link-device = Link another device
web-link-device-about = { $minutes ->
    [one] Scan the code with your other device or open the link there. It works once, within a minute.
   *[other] Scan the code with your other device or open the link there. It works once, within { $minutes } minutes.
}
web-device-link = Link this device
web-device-link-about = This link comes from another device of yours. Go on, and this browser will play under your name.
web-device-link-leaves = In this browser you’re { $name } now. If you go on, you’ll be signed out of that name here.
web-device-link-go = Go on under my name
web-device-link-missing = The link has no code. Make a new one on your other device: You → Link another device.
web-programs = Your programs
web-programs-about = A program of yours can play here as a bot, under a name of its own, with a token instead of a browser.
web-program-new = Add a program
web-program-name = Its name
web-program-make = Make a token
web-program-delete-name = Delete the program { $name }
web-scopes = What its token may do
web-scope-play = sit down at tables
web-scope-queue = wait for quick games
web-scope-read = read its own games
web-token = The token
web-token-about = Copy it now: it won’t be shown again. Whoever has it can play as your program.
web-token-new = New token
web-token-new-name = A new token for { $name }; the old one stops working
web-copy = Copy
web-blocks = Blocked
web-block = Block
web-unblock = Unblock
web-block-name = Block { $name }
web-block-about = You’ll never be seated together in quick games, and you won’t see what they write.
web-report = Report
web-report-name = Report { $name }
web-report-title = Report someone
web-report-about = The operator of this server will read your report about { $name }.
web-report-why = What is wrong?
web-report-kind-cheating = Cheating
web-report-kind-abuse = Insults
web-report-kind-name = The name
web-report-kind-other = Something else
web-report-text = What happened (optional)
web-report-send = Send
web-report-sent = Thank you. Your report has been sent.
web-data = Your data
web-data-about = Everything this server knows about you is yours to take along or to delete.
web-data-download = Download everything about me
web-delete-me = Delete me
web-delete-me-title = Delete your name?
web-delete-me-about = { $name } will be gone: the name, its keys, programs and ratings. The games you’ve played stay, without your name. This can’t be undone.
web-delete-me-go = Delete me for good
web-banned-until = You can’t play with strangers here until { $day }.
web-own-profile = Your profile
web-since = since { $day }
web-owner = a program of
web-no-person = Nobody here is called { $name }.
web-ratings = Ratings
web-ratings-none = No rated games yet.
web-rating-about = The band around the line shows how far off a rating may be: the more rated games, the narrower. A rating in italics with a question mark is still a guess.
web-rating-certain = { $rating }, give or take { $uncertainty }
web-rating-uncertain = about { $rating }, still uncertain: give or take { $uncertainty }
web-rating-coming = The ratings are being worked out…
web-rating-later = The ratings aren’t ready yet. You’ll find them on the profiles.
web-rating-why-more = You were expected to beat { $expected }% of your opponents, and you beat { $actual }%: your rating goes up. It may be off by { $uncertainty }.
web-rating-why-same = You were expected to beat { $expected }% of your opponents, and you beat { $actual }%: about as expected. Your rating may be off by { $uncertainty }.
web-rating-why-less = You were expected to beat { $expected }% of your opponents, and you beat { $actual }%: your rating goes down. It may be off by { $uncertainty }.
web-pool-duel = Duels, { $rules }
web-pool-table = Three or more, { $rules }
web-pool-size = Table
web-pool-size-duel = Duels
web-pool-size-table = Three or more
web-leaders-who = Who
web-leaders-all = Everyone
web-leaders-people = People
web-leaders-bots = Bots and programs
web-leaders-about = Those who have played enough rated games for their rating to mean something.
web-leaders-none = Nobody is on this list yet. It takes a few rated games.
web-curve = The rating over time: now { $last }, at its lowest { $least }, at its highest { $most }
web-results = Results
web-frequent-opponents = Most frequent opponents
web-best-games = Best games
web-other-rules = Other rules
web-place = Place
web-column-name = Name
web-column-rating = Rating
web-column-games = Games
web-column-won = Won
web-column-rules = Rules
web-column-players = Players
web-column-place = Mean place
web-column-ahead = Finished ahead
web-games-count = { $count ->
    [one] one game
   *[other] { $count } games
}
web-won-share = won { $share }
web-history = Games
web-history-none = No games to show.
web-place-of = { $place ->
    [1] Won
   *[other] Place { $place } of { $players }
}
web-left-early = left
web-replay = Replay
web-record = Record
web-proof = Proof of the dice
web-show-more = Show more
web-filters = Filter
web-filter-any = Any
web-filter-rated = Rated
web-filter-rated-yes = Rated only
web-filter-rated-no = Unrated only
web-filter-won = Result
web-filter-won-yes = Won
web-filter-won-no = Lost
web-filter-opponent = Opponent

## The page: where people learn

web-learn-title = Learn
web-learn-lesson = Lesson
web-learn-puzzle = Puzzle
web-learn-odds = How likely?
web-learn-explorer = Explorer
