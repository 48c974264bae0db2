use std::sync::{Arc, LazyLock, Mutex};

use perudo_bots::{Bot, BotKind, Network, Situation};
use perudo_rules::record::{RecordErrorKind, Replay};
use perudo_rules::{Action, BySeat, Command, Face, Game, Hand, Opening, PlayedRound, Seat, Standing};
use perudo_words::{Language, Words};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{BotPlayer, Course, Retry, RetryError, Review, Reviewer, SameDice, What, why};

const EVENING: &str = include_str!("../../../examples/evening.perudo");

fn review(record: &str) -> Review {
    let (review, error) = finish(record);
    assert!(error.is_none(), "{error:?}");
    review
}

fn finish(record: &str) -> (Review, Option<RecordErrorKind>) {
    let mut reviewer = Reviewer::new(Network::current().unwrap(), record);
    let mut progress = reviewer.progress();
    while reviewer.step() {
        assert!(reviewer.progress() >= progress && reviewer.progress() <= 1.0);
        progress = reviewer.progress();
    }
    let error = reviewer.outcome().err().map(|error| error.kind);
    (reviewer.into_review(), error)
}

/// A tour between bots, as a record.
fn played(rules: &str, dice: &[u8], bots: &[BotKind], seed: u64) -> String {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game: Game = Game::new(rules.parse().unwrap(), dice.len()).unwrap();
    let name = |seat: Seat| format!("p{}", seat.index());
    let names: Vec<String> = game.seats().iter().map(name).collect();
    let counts: Vec<String> =
        game.seats().iter().map(|s| format!("{}:{}", name(s), dice[s.index()])).collect();
    let mut record =
        format!("perudo 1\nrules {rules}\nseats {}\ndice {}\nstart p0\n", names.join(" "), counts.join(" "));
    let mut players: Vec<_> = bots.iter().map(|kind| kind.create(seed)).collect();
    let mut bids = Vec::new();
    let happen = |game: &mut Game, command| {
        let event = game.decide(command).unwrap();
        game.apply(&event);
    };
    happen(&mut game, Command::SetDice(BySeat::from_fn(|seat| dice.get(seat.index()).copied())));
    happen(&mut game, Command::Open { seat: Seat::FIRST, opening: Opening::Start });
    while game.winner().is_none() {
        if let Some(seat) = game.turn() {
            let situation = Situation { view: &game.seen_by(seat), bids: &bids };
            let action = players[seat.index() % bots.len()].decide(&situation);
            record += &format!("{} {action}\n", name(seat));
            happen(&mut game, Command::Act { seat, action });
            if let Action::Bid(bid) = action {
                bids.push(Standing { bid, bidder: seat });
            }
        } else {
            bids.clear();
            let mut hand = |seat| -> Hand {
                (0..game.dice(seat)).map(|_| Face::ALL[chance.random_range(0..6)]).collect()
            };
            let hands = BySeat::from_fn(&mut hand);
            let shown = game.with_dice().iter().map(|seat| {
                let dice: String = hands[seat].faces().map(|face| face.pips().to_string()).collect();
                format!("{}:{dice}", name(seat))
            });
            record += &format!("roll {}\n", shown.collect::<Vec<_>>().join(" "));
            happen(&mut game, Command::Roll(hands));
        }
    }
    record
}

static GAMES: LazyLock<Vec<Review>> = LazyLock::new(|| {
    let weak = [BotKind::Novice, BotKind::Master, BotKind::Random];
    let records = [
        EVENING.to_owned(),
        played("tournament", &[2, 2, 1, 2], &weak, 1),
        played("calza", &[2, 3], &weak, 2),
        played("classic", &[1, 1, 2], &weak, 3),
        played("dudo dice=10", &[4, 6], &weak, 4),
    ];
    records.iter().map(|record| review(record)).collect()
});

#[test]
fn luck_skill_and_the_others_add_up_to_the_result_of_every_player() {
    for review in &*GAMES {
        for tour in &review.tours {
            let winner = tour.winner.unwrap();
            for (seat, balance) in tour.balances.iter().enumerate() {
                assert!(balance.error().abs() < 1e-12, "{balance:?}");
                assert_eq!(balance.end, f64::from(u8::from(seat == winner)));
                assert_eq!(balance.start, tour.start[seat]);
            }
            for chances in tour.moments.iter().map(|moment| &moment.chances).chain([&tour.start]) {
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{chances:?}");
            }
        }
    }
}

#[test]
fn dice_give_and_take_nothing_on_average() {
    // All rolls of one die each, where everything is exact: the mean after the roll is the chance before it.
    let mut mean = 0.0;
    let mut before = 0.0;
    for (first, second) in (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second))) {
        let record = format!(
            "perudo 1\nrules tournament\nseats a b\ndice a:1 b:1\nstart a\nroll a:{first} b:{second}\n"
        );
        let tour = &review(&record).tours[0];
        assert_eq!(tour.moments[0].what, What::Roll);
        before = tour.start[0];
        mean += tour.moments[0].chances[0] / 36.0;
    }
    assert!((mean - before).abs() < 1e-3, "{mean}, not {before}");
}

#[test]
fn a_decision_is_judged_by_what_the_player_could_know() {
    let record = |boris: &str, clara: &str| {
        format!(
            "perudo 1\nrules tournament\nseats anna boris clara\nstart anna\n\
             roll anna:13346 boris:{boris} clara:{clara}\nanna 3x3\nboris 4x3\nclara 4x5\nanna dudo\n"
        )
    };
    let (one, other) = (review(&record("22456", "11555")), review(&record("22456", "23466")));
    let verdicts = |review: &Review| -> Vec<_> {
        review.decisions().map(|(_, _, decision)| (decision.seat, decision.verdict.clone())).collect()
    };
    let (one, other) = (verdicts(&one), verdicts(&other));
    assert_eq!(one.len(), 4);
    for (index, (left, right)) in one.iter().zip(&other).enumerate() {
        // Clara's own decision is another with other dice; nobody else's is.
        assert_eq!(left == right, left.0 != 2, "decision {index}");
    }
}

#[test]
fn every_decision_has_its_reasons_in_every_language() {
    for review in &*GAMES {
        for (_, _, decision) in review.decisions() {
            let verdict = decision.verdict.as_ref().unwrap();
            assert!(verdict.cost >= 0.0 && verdict.alternatives[0].chance >= verdict.after);
            for language in Language::all() {
                let sentences = why(&Words::new(*language), review, decision);
                assert!(!sentences.is_empty(), "{decision:?}");
                assert!(sentences.iter().all(|one| !one.contains(['{', '}'])), "{sentences:?}");
            }
        }
    }
}

#[test]
fn the_words_give_the_facts() {
    let review = review(EVENING);
    let (_, _, doubt) = review.decisions().nth(3).unwrap();
    let said = |code: &str| why(&Words::new(Language::named(code).unwrap()), &review, doubt);
    let english = said("en").join(" ");
    assert!(english.starts_with("The bid “three fours” is true "), "{english}");
    assert!(english.contains(" by clara’s own dice"), "{english}");
    assert!(english.ends_with("As it turned out, three fours lay on the table."), "{english}");
    assert!(said("ru").join(" ").ends_with("На деле на столе лежали три четвёрки."));
    let last = review.decisions().last().unwrap().2;
    let english = why(&Words::new(Language::named("en").unwrap()), &review, last).join(" ");
    assert!(english.contains("Perfect play: "), "{english}");
}

#[test]
fn a_review_can_be_kept_as_json() {
    let review = review(EVENING);
    let json = serde_json::to_string(&review).unwrap();
    let read: Review = serde_json::from_str(&json).unwrap();
    // Numbers may lose their last digit.
    let facts = |review: &Review| -> Vec<_> {
        let decisions = review.decisions().map(|(_, moment, decision)| {
            let verdict = decision.verdict.as_ref().unwrap();
            let alternatives: Vec<Action> = verdict.alternatives.iter().map(|one| one.action).collect();
            (moment.line, decision.seat, decision.action, decision.standing, verdict.mark, alternatives)
        });
        decisions.collect()
    };
    assert_eq!(facts(&read), facts(&review));
}

#[test]
fn records_are_reviewed_as_far_as_it_makes_sense() {
    let (review, error) = finish("");
    assert!(review.tours.is_empty() && matches!(error, Some(RecordErrorKind::Syntax(_))));
    let (review, error) = finish(&EVENING.replace("boris 4x5", "boris 1x2"));
    assert!(error.is_some());
    assert_eq!(review.decisions().count(), 6, "those before the error");
    let unfinished = EVENING.split_inclusive('\n').take(12).collect::<String>();
    let (review, error) = finish(&unfinished);
    assert!(error.is_none() && review.tours[0].winner.is_none());
    assert!(review.tours[0].balances.iter().all(|balance| balance.error().abs() < 1e-12));

    // Twenty players with ten dice each: more than can be judged, and everything else is there.
    let names: Vec<String> = (0..20).map(|seat| format!("p{seat}")).collect();
    let hands: Vec<String> = names.iter().map(|name| format!("{name}:1123456666")).collect();
    let record = format!(
        "perudo 1\nrules calza dice=10\nseats {}\nstart p0\nroll {}\np0 9x6\np1 200x6\np2 dudo\n",
        names.join(" "),
        hands.join(" ")
    );
    let (review, error) = finish(&record);
    assert!(error.is_none());
    assert_eq!((review.unjudged, review.players[0].accuracy()), (3, None));
    assert!(review.tours[0].balances.iter().all(|balance| balance.error().abs() < 1e-12));

    // A player leaves, another tour begins.
    let two = format!("{EVENING}tour\nstart anna\nboris out\nroll anna:11 clara:22\nanna 2x2\nclara dudo\n");
    let review = self::review(&two);
    assert_eq!(review.tours.len(), 2);
    assert!(review.tours.iter().flat_map(|tour| &tour.balances).all(|balance| balance.error().abs() < 1e-12));
}

/// The lines of a record that roll dice.
fn rolls(record: &str) -> Vec<&str> {
    record.lines().filter(|line| line.starts_with("roll")).collect()
}

#[test]
fn a_game_that_goes_on_in_the_same_way_has_the_same_dice() {
    // From every decision on, as it was: the record comes out as it went in.
    let evening: String = EVENING
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| format!("{}\n", line.split('#').next().unwrap_or_default().trim_end()))
        .collect();
    let decisions: Vec<usize> = review(&evening).decisions().map(|(_, moment, _)| moment.line).collect();
    for first in &decisions {
        let mut retry = Retry::new(&evening, *first, 7).unwrap();
        for line in evening.lines().skip(first - 1).filter(|line| !line.is_empty()) {
            match line.split_once(' ').and_then(|(_, action)| action.parse::<Action>().ok()) {
                Some(action) => retry.act(action).unwrap(),
                None => retry.roll().unwrap(),
            }
        }
        let sorted = |record: &str| -> Vec<Vec<Vec<char>>> {
            let hand = |pair: &str| {
                let mut dice: Vec<char> = pair.chars().collect();
                dice.sort_unstable();
                dice
            };
            rolls(record).iter().map(|roll| roll.split(' ').map(hand).collect()).collect()
        };
        assert_eq!(sorted(retry.record()), sorted(&evening), "from line {first}");
        assert!(retry.game().winner().is_some());
    }
}

#[test]
fn whoever_has_other_dice_than_in_the_game_throws_as_many_of_the_same_as_there_are() {
    let record = "perudo 1\nrules tournament\nseats a b\nstart a\nroll a:11111 b:22222\na 6x6\nb dudo\n\
                  roll a:3333 b:44444\n";
    // This time b loses the die.
    let mut retry = Retry::new(record, 6, 1).unwrap();
    retry.act("5x2".parse().unwrap()).unwrap();
    retry.act(Action::Dudo).unwrap();
    retry.roll().unwrap();
    let rolled = rolls(retry.record())[1];
    let (a, b) = rolled.strip_prefix("roll a:").and_then(|rest| rest.split_once(" b:")).unwrap();
    assert_eq!((a.matches('3').count() >= 4, a.len(), b), (true, 5, "4444"), "{rolled}");
    assert!(matches!(retry.roll(), Err(RetryError::NoRoll)), "bids come first");
    let before = retry.record().to_owned();
    assert!(matches!(retry.act("99x6".parse().unwrap()), Err(RetryError::Record(_))));
    assert_eq!(retry.record(), before, "what is refused changes nothing");
}

#[test]
fn only_dice_of_the_same_tour_fall_again() {
    let two = format!("{EVENING}tour\nstart anna\nroll anna:11 boris:22 clara:33\nanna 2x2\nboris dudo\n");
    let line = review(&two).decisions().last().unwrap().1.line;
    let mut retry = Retry::new(&two, line, 1).unwrap();
    retry.act(Action::Dudo).unwrap();
    assert!(retry.roll().is_ok());
    assert_eq!(rolls(retry.record()).len(), rolls(EVENING).len() + 2);
}

#[test]
fn a_broken_or_too_short_record_cannot_be_played_on() {
    assert!(matches!(Retry::new("hello\n", 2, 1), Err(RetryError::Record(_))));
    assert!(matches!(Retry::new(EVENING, 1, 1), Err(RetryError::TooSoon(1))));
    // What is wrong after the decision is no obstacle.
    let broken = format!("{}nonsense\n", EVENING.split_inclusive('\n').take(12).collect::<String>());
    let line = finish(&broken).0.decisions().next().unwrap().1.line;
    assert!(Retry::new(&broken, line, 1).is_ok());
}

/// A bot that keeps what it is told, and doubts.
struct Listener(Arc<Mutex<Vec<PlayedRound>>>);

impl Bot for Listener {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        situation.legal().iter().last().unwrap()
    }

    fn remember(&mut self, round: &PlayedRound) {
        self.0.lock().unwrap().push(round.clone());
    }
}

#[test]
fn a_bot_is_told_of_every_round_of_the_tour_once_before_it_decides() {
    let two = format!(
        "{EVENING}tour\nstart anna\nroll anna:11 boris:22 clara:33\nanna 2x2\nboris dudo\nroll anna:11 clara:33 boris:2\n"
    );
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = || BotPlayer::new(Box::new(Listener(heard.clone())));
    let (mut replay, mut course, mut bot) = (Replay::new(), Course::default(), listener());
    let (mut over, mut tours) = (0, 0);
    for line in two.lines() {
        if line.starts_with("tour") {
            // Another tour, another bot: nothing that was shown before matters.
            heard.lock().unwrap().clear();
            (over, bot) = (0, listener());
            tours += 1;
        }
        course.follow(&replay.read_line(line.as_bytes()).unwrap());
        over += usize::from(line.ends_with("dudo"));
        assert_eq!(course.past().len(), over, "{line}");
        let Some((_, game)) = replay.table().filter(|(_, game)| game.turn().is_some()) else { continue };
        assert!(bot.decide(game, &course).is_some());
        let heard = heard.lock().unwrap();
        assert_eq!(*heard, course.past(), "{line}");
        assert!(
            heard
                .iter()
                .all(|round| !round.bids.is_empty() && round.reveal.bid == round.bids.last().unwrap().bid)
        );
    }
    assert_eq!((tours, over), (1, 1));
}

#[test]
fn good_dice_win_more_often_than_bad_ones_whoever_plays() {
    // All aces in the first round against nothing of any use: master knows what to do with either.
    let record =
        "perudo 1\nrules tournament\nseats a b\ndice a:2 b:2\nstart a\nroll a:66 b:23\na 2x6\nb dudo\n";
    let score = |seat| {
        let mut games = SameDice::new(record, 0, seat, 40).unwrap();
        while games.step() {}
        assert_eq!(games.progress(), 1.0);
        games.score()
    };
    let (good, bad) = (score(0), score(1));
    assert_eq!((good.games, good.wins + bad.wins), (40, 40), "the same games, seen from both seats");
    assert!(good.wins > bad.wins && good.low > 0.0 && good.high < 1.0, "{good:?} {bad:?}");
}
