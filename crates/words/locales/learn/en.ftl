## Learning: puzzles, lessons, odds and the explorer. A page fetches this file when it needs it.

# Players who are there only for the sake of a position.
learn-names = Anna Boris Clara David Elena Felix Greta Hugo Irina Jonas Karin Leo Maria Nils Olga Pavel Rosa Simon Tanya Victor
learn-you = You
learn-loading = One moment…
learn-no-file = This part could not be fetched. Check the connection and try again.
learn-try-again = Try again
learn-next = Next
learn-back = All of them

## Where learning begins

learn-intro = From the first bid to the last two players. Everything here works without a network, and nobody is told how you did.
learn-lessons = Lessons
learn-lessons-about = The whole game in eight short lessons, each at a real table.
learn-lessons-done = { $done } of { $all } done
learn-puzzles-about = One position, one best move. A new puzzle every day, and as many more as you like.
learn-puzzles-rating = Your rating: { $rating }
learn-puzzles-daily = Puzzle of the day
learn-puzzles-daily-done = Puzzle of the day: done
learn-puzzles-more = More puzzles
learn-odds-about = How likely is four fives? Guess, and see how good your eye is.
learn-odds-level = Level { $level } of { $levels }
learn-odds-begin = Train your eye
learn-explorer-about = Set up any position and see what the strongest bot does in it, hand by hand.
learn-explorer-begin = Open the explorer

## A position

learn-dice = { $count ->
    [one] { $count } die
   *[other] { $count } dice
}
learn-in-play = { $count ->
    [one] { $count } die on the table
   *[other] { $count } dice on the table
}
learn-kind-final = Two players are left.
learn-kind-maputo = Maputo: aces are no jokers, and the face stays.
learn-kind-maputo-yours = Your maputo: aces are no jokers, and the face stays.
learn-bids = Bids so far
learn-bid-by = { $name }: { $bid }
learn-no-bids = You open the round.
learn-players = Players, clockwise
learn-has = { $name }: { $dice }
learn-shows = { $name } shows
learn-your-move = Your move
learn-position-parts = This link holds no position. One looks like this: 5-4-3:11346:2x4,3x4:tournament.
learn-position-dice = “{ $part }” is not what players’ dice look like. Write 5-4-3 for three players with five, four and three dice.
learn-position-hand = “{ $part }” is no hand. Write one digit from 1 to 6 for each die, such as 11346.
learn-position-bid = “{ $part }” is no bid. Write count x face, such as 3x4.
learn-position-maputo = A round can be the maputo of one player only.
learn-position-players = { $players ->
    [one] One player is no table
   *[other] { $players } players are too many
}: these rules take 2 to { $most }.

## Puzzles

learn-puzzle-daily = Puzzle of the day, { $date }
learn-puzzle-number = Puzzle { $number }
learn-puzzle-rules = { $rules } · { $rating }
learn-puzzle-task = Which move wins the game most often?
learn-puzzle-solved = Solved!
learn-puzzle-missed = Not the best move.
learn-puzzle-best = Best: { $act }
learn-puzzle-rating = Rating { $rating }{ $by ->
    [0] , as before
   *[other] { "" } ({ $sign }{ $by })
}
learn-puzzle-unrated = You know this one: your rating stays.
learn-puzzle-streak = { $days ->
    [one] { $days } day in a row
   *[other] { $days } days in a row
}
learn-puzzle-count = { $solved } of { $tried } solved
learn-puzzle-all = You have done all { $count } puzzles. They begin again.
learn-puzzle-next = Next puzzle
learn-puzzle-explore = Explore this position
learn-puzzle-choices = What the moves are worth
learn-puzzle-move = Move
learn-puzzle-wins = Wins the game
learn-puzzle-yours = yours
learn-told-standing = By your own dice, “{ $bid }” is true { $chance } times in 100.
learn-told-solved = This final is solved. Against perfect play { $act } wins the game { $chance } times in 100.
learn-told-judged = After { $act } the game is won { $chance } times in 100; a long search confirms it.
learn-told-next = The next best, { $act }, wins { $chance }.
learn-told-yours = { $act } wins { $chance }.
learn-told-less = { $act } wins { $chance } at most.
learn-told-never = Strong players hardly ever choose { $act } here.

## Odds

learn-odds-question = How likely is it that there are at least { $bid }?
learn-odds-question-exact = How likely is it that there are exactly { $bid }?
learn-odds-table = { $own ->
    [one] You have { $own } of { $all } dice.
   *[other] You have { $own } of { $all } dice.
}
learn-odds-jokers = Aces are jokers.
learn-odds-no-jokers = Maputo: aces are no jokers.
learn-odds-guess = Your guess, in per cent
learn-odds-answer = Answer
learn-odds-truth = { $truth }%
learn-odds-off = You said { $guess }%: { $points ->
    [0] spot on.
    [one] { $points } point off.
   *[other] { $points } points off.
}
learn-odds-up = Well judged: the questions get harder. Level { $level }.
learn-odds-down = The questions get easier for a while. Level { $level }.
learn-odds-rule-third = Each hidden die counts one time in three: your face, or an ace.
learn-odds-rule-sixth = Each hidden die counts one time in six.
learn-odds-need = { $need ->
    [0] You hold enough yourself.
    [one] { $need } of the { $hidden } hidden dice must count; { $expected } do on average.
   *[other] { $need } of the { $hidden } hidden dice must count; { $expected } do on average.
}
learn-odds-curve = Your calibration
learn-odds-curve-about = What you said against what was true, in tenths. On the line you are right; above it things are likelier than you think.
learn-odds-curve-none = Your curve appears after the first answers.
learn-odds-said = You said
learn-odds-true = True
learn-odds-times = Times
learn-odds-mean = { $answered ->
    [one] { $answered } answer
   *[other] { $answered } answers
}, { $error } points off on average
learn-odds-reset = Begin again

## The explorer

learn-explore-intro = Any position, and what the strongest bot, Master, does in it. In finals of up to four dice the answer is perfect play.
learn-explore-setup = The position
learn-explore-players = Players
learn-explore-dice-of = Dice of { $name }
learn-explore-add = One more player
learn-explore-remove = One fewer
learn-explore-opens = { $name } opens; bids go clockwise.
learn-explore-hand = The dice of { $name }, who decides
learn-explore-hand-die = Die { $number }: { $face }. Turn it
learn-explore-bids = Bids
learn-explore-bid-add = Add this bid
learn-explore-bid-undo = Take the last bid back
learn-explore-rules = Rules
learn-explore-maputo = Maputo of
learn-explore-no-maputo = nobody: an ordinary round
learn-explore-link = Copy the link to this position
learn-explore-copied = The link is copied.
learn-explore-not = This position cannot be
learn-explore-thinking = Thinking…
learn-explore-answer = What to do with this hand
learn-explore-perfect = Perfect play. The chances are those against perfect play.
learn-explore-master = Master’s choices, and the chance to win the game after each.
learn-explore-too-many = With more than { $most } dice on the table nothing was learnt: Master plays as at a smaller table, and chances cannot be judged.
learn-explore-share = How often
learn-explore-chance = Wins the game
learn-explore-chart = By what one holds
learn-explore-chart-openings = Openings, hand by hand
learn-explore-chart-answers = Answers to “{ $bid }”, by how many one holds
learn-explore-chart-about = The stronger the colour, the more often. Your own hand is framed.
learn-explore-holds = { $count ->
    [0] none
   *[other] { $count }
}
learn-explore-pattern = { $aces ->
    [0] { "" }
    [one] an ace
   *[other] { $aces } aces
}{ $both ->
    [yes] {" + "}
   *[no] { "" }
}{ $most ->
    [0] { "" }
    [1] all different
   *[other] { $most } alike
}
learn-explore-column-longest = { $count } of one’s own
learn-explore-column-other = other face
learn-explore-column-raise = raise
learn-explore-column-change = other face
learn-explore-column-aces = to aces
learn-explore-column-dudo = doubt
learn-explore-column-calza = calza
learn-explore-cell = { $row }, { $column }: { $share }%

## In the terminal

puzzle-you-have = You have { $hand }.
puzzle-table = { $rules }. { $dice } on the table: { $players }.
puzzle-ask = Your move ({ $legal }; a hint is ?, q leaves):
puzzle-legal = Legal: { $legal }.
puzzle-hint = By your own dice, the bid is true { $chance } times in 100.
puzzle-hint-none = Nothing is bid yet: any opening is a promise.
puzzle-not-a-move = “{ $text }” is not a move. Write a bid such as 3x4, or dudo, calza.
puzzle-bye = Rating { $rating }, { $solved } of { $tried } solved.
puzzle-daily-known = You have done the puzzle of { $date } before.

## Lessons

learn-lesson-step = Step { $step } of { $steps }
learn-lesson-done = Done
learn-lesson-next = On
learn-lesson-next-lesson = Next lesson: { $title }
learn-lesson-finish = That was the last lesson. Now a puzzle?
learn-lesson-finished = Lesson finished!

lesson-bids = Bids
lesson-bids-about = What a bid says, and what is higher.
lesson-bids-1 = You open the round. A bid says how many dice of one face lie on the whole table at least, under all cups together. You have two fives: bid two fives.
lesson-bids-1-hint = That is legal. For now bid what you have: two fives.
lesson-bids-1-done = The others see only their own dice. Whether you told the truth they cannot know.
lesson-bids-2 = Anna has bid two fives. You may raise: as many dice of a higher face, or more dice of any face. Bid two sixes.
lesson-bids-2-hint = That is a raise as well. Here, take the next face up: two sixes.
lesson-bids-2-done = Same count, higher face. Now two sixes stand, and whoever comes next has to go higher.
lesson-bids-3 = Two sixes stand, and no face is higher. So the count must rise; the face may then be any. Bid three of something.
lesson-bids-3-hint = Not yet: bid three dice of some face from two to six.
lesson-bids-3-done = With more dice any face will do, even a low one.

lesson-aces = Aces are jokers
lesson-aces-about = Ones count for every face.
lesson-aces-1 = The die with the star is an ace. Aces are jokers: they count as whatever face is bid. You have two fours and an ace, which makes three. Bid three fours.
lesson-aces-1-hint = Count again: two fours and the joker make three fours.
lesson-aces-1-done = Three dice of your own, and nobody can prove you wrong.
lesson-aces-2 = Anna says four threes. You have a three and two aces: three already. Only one more has to lie under her cup. Do not doubt: raise to five threes.
lesson-aces-2-hint = Think of the jokers: with your three threes the bid is very likely true. Raise to five threes.
lesson-aces-2-done = Jokers make bids true more often than they seem. Each hidden die counts one time in three, not one in six.
lesson-aces-3 = Aces can be bid, too; by the classic rules even to open. Then only aces count, and nothing is a joker. You have two: bid two aces.
lesson-aces-3-hint = This time bid the aces themselves: two aces.
lesson-aces-3-done = An ace comes half as often as any other face with its jokers. So two aces weigh about as much as four of something else.

lesson-to-aces = To aces and back
lesson-to-aces-about = Half to get there, double plus one to leave.
lesson-to-aces-1 = Anna says five sixes. Going to aces takes only half of the count, rounded up. You have two aces: go to aces with as few as you may.
lesson-to-aces-1-hint = Legal, but not what this step is about: after five sixes the fewest aces are three.
lesson-to-aces-1-done = Half of five, rounded up, is three. A neat way out when the count gets high.
lesson-to-aces-2 = Boris has gone to two aces. Leaving aces takes double plus one: at least five dice, of any face. You have two threes: leave the aces with five.
lesson-to-aces-2-hint = You may also stay with aces or doubt. Here leave them: five of some face.
lesson-to-aces-2-done = Twice two plus one is five. Having left, any face will do.
lesson-to-aces-3 = The classic rules differ: double is enough, but a face that was already called at that count must be topped. Six threes were called, then three aces. Leave with six of a higher face.
lesson-to-aces-3-hint = Leave the aces with six dice, of a face above three.
lesson-to-aces-3-done = Six fours are good, six threes would not be: they were called before.

lesson-doubt = Doubt
lesson-doubt-about = When to say “I don’t believe it”.
lesson-doubt-1 = Anna says four fours. You have none, and she has only three dice: it cannot be. Doubt!
lesson-doubt-1-hint = You need not raise. It cannot be true: say that you don’t believe it.
lesson-doubt-1-done = All cups are lifted. There are fewer than she said, so she loses a die. Had there been enough, you would have lost one.
lesson-doubt-2 = Boris says three fours. You have a four and an ace, so only one of his three dice has to count. That is so 70 times in 100. Don’t doubt: raise.
lesson-doubt-2-hint = To doubt here loses a die 70 times in 100. Raise instead.
lesson-doubt-2-done = Count your own first, then ask how many of the hidden dice must help. One in three does.
lesson-doubt-3 = Anna says five fives. You have two, so three of her four dice have to count. That is so only 11 times in 100. Doubt.
lesson-doubt-3-hint = A raise would be even less likely to be true. Doubt.
lesson-doubt-3-done = Right. Only the next player may doubt, and whoever loses the die opens the next round.

lesson-maputo = Maputo
lesson-maputo-about = One die left: a round of its own.
lesson-maputo-1 = You have just lost your last die but one. Now the round is maputo: aces are no jokers, they may open, and the face never changes. You open. Bid sixes: one or two.
lesson-maputo-1-hint = The face that you choose stays for the whole round. Choose the one you have: sixes.
lesson-maputo-1-done = Everyone must go on with sixes now. You chose the ground.
lesson-maputo-2 = Anna opened her maputo with one five. Only the count can rise. You have two fives, and the ace does not help. Bid two or three fives. Try another face, and the referee will tell you why not.
lesson-maputo-2-hint = Stay with fives: two, or three.
lesson-maputo-2-done = In maputo a hidden die counts one time in six: bids stay low.
lesson-maputo-3 = Three fives stand. You have one; the ace is no joker. Two of the five hidden dice would have to be fives: 20 times in 100. Doubt.
lesson-maputo-3-hint = One in six, remember: doubt.
lesson-maputo-3-done = The bid was too high for a maputo.

lesson-calza = Calza
lesson-calza-about = Exactly as many: a die comes back.
lesson-calza-1 = By the rules with calza you may also say that a bid is exact. You have two sixes with the ace; of the eight hidden dice between two and three should count. Four sixes may well be exact: say calza.
lesson-calza-1-hint = Legal, but try the call of this lesson: calza.
lesson-calza-1-done = Exactly four! You take a die back from the centre. Had it been one more or one fewer, you would have lost one. Who has all five dice may not say it.
lesson-calza-2 = Five twos. You have one, and all four dice of Boris would have to count: once in 81 times. Calza and doubt cannot both be right. Which one?
lesson-calza-2-hint = It is hardly ever that many. A doubt wins whenever there are fewer.
lesson-calza-2-done = Calza needs one number exactly, a doubt anything below it. Say calza when the bid is about what you expect.

lesson-final = The last two
lesson-final-about = Few dice, and nearly everything can be counted.
lesson-final-1 = One die each. Anna says one four, and a four is what you have: it is true. So doubting loses. Raise.
lesson-final-1-hint = You see the four yourself. Don’t doubt it: raise.
lesson-final-1-done = Now she has to decide without knowing your die.
lesson-final-2 = Anna has one die and says two fives. You have neither a five nor an ace. Can that be?
lesson-final-2-hint = She has one die, and you have nothing that counts. There cannot be two: doubt.
lesson-final-2-done = In the final, first count what is possible at all. In tournaments there is no maputo with two players left.
lesson-final-3 = You open with two dice against one. Your six and your ace make two sixes. Bid them all: that leaves Boris only bids that are hard to believe.
lesson-final-3-hint = Bid two sixes: true, and hard to top.
lesson-final-3-done = A true bid as high as it goes puts the other one on the spot. Perfect play mixes such bids with bluffs.

lesson-bluff = How to bluff
lesson-bluff-about = Bidding what you do not have.
lesson-bluff-1 = Fifteen dice, and not one five under your cup. Bid three fives all the same: of the ten hidden dice three or more count 70 times in 100.
lesson-bluff-1-hint = Be bold: three fives.
lesson-bluff-1-done = A bluff need not be a lie. And the others will think that you have fives.
lesson-bluff-2 = Four fives stand, and you have none: true 44 times in 100. Rather than going on with fives, change the subject: bid four sixes. You have one, so that holds 70 times in 100.
lesson-bluff-2-hint = There is something better: the same count, one face higher, of which you have one.
lesson-bluff-2-done = Good bluffs cost nothing when they are believed and are often true when they are not.
lesson-bluff-3 = Three sixes stand, four dice each, and you have no six: three of four hidden dice would have to count, 11 times in 100. Don’t bluff on top of a bluff. What now?
lesson-bluff-3-hint = Any raise makes it worse for you. Doubt.
lesson-bluff-3-done = Boris was bluffing. To bluff well is also to know when another one does.
