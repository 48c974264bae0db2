//! What holds in every game, whatever is played: under every preset and any other point on the
//! axes, at tables of two to twenty, over several tours, from the draw or a set-up position, with
//! players who leave and dice that are thrown again.
//!
//! A case is a seed and a number of steps. When one fails, the steps shrink to the shortest such game.

#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking

mod common;

use std::collections::{BTreeSet, HashSet};

use common::anything::any_table;
use common::choices::Choices;
use common::commands::next_command;
use common::events::apply_bytes;
use common::naive;
use common::naive_tour::{Referee, Table};
use common::play::{Played, every_action, play_bytes};
use common::reading::read_bytes;
use perudo_rules::record::{Names, Record, Replay};
use perudo_rules::{
    Action, AllHands, Bid, BySeat, Call, Command, Event, Face, Game, IllegalError, LeaveAces, OpenAces,
    Opening, Outcome, Phase, PlayerView, Reveal, RoundKind, Sealed, Seat, SeatSet, SpectatorView,
};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Enough bytes for the longest game that a property plays.
const LONG: usize = 1 << 16;

fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    SmallRng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

/// The match that a seed leads to in so many steps.
fn play(seed: u64, steps: usize) -> Played {
    play_and_watch(seed, steps, |_, _, _| {})
}

/// The same, watched: the game before each event, the event, and the match after it.
fn play_and_watch(seed: u64, steps: usize, mut watch: impl FnMut(&Game, &Event, &Played)) -> Played {
    let bytes = noise(seed, LONG);
    let mut choices = Choices::new(&bytes);
    let mut played = Played::begin(&mut choices);
    for _ in 0..steps {
        let before = played.game;
        if let Ok(event) = played.step(&mut choices) {
            watch(&before, &event, &played);
        }
    }
    played
}

/// Names that a record must tell from its own words.
fn awkward_names(seed: u64, players: usize) -> Names {
    const POOL: &str = "start out anna lost 3x4 used pass roll draw tour dice dudo maputo calza perudo \
        rules seats Борис 1 - _ double-plus-one twenty-four-letters-long";
    let first = seed as usize % POOL.split_whitespace().count();
    Names::new(POOL.split_whitespace().cycle().skip(first).take(players)).unwrap()
}

/// Games are quick: play more of them than is usual. `PROPTEST_CASES` still scales the number.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    let beside_this_file = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { cases: 4 * usual.cases, failure_persistence: Some(Box::new(beside_this_file)), ..usual }
}

/// The properties say little of what these games never get to.
#[test]
fn the_games_get_to_every_kind_of_round_every_event_and_every_refusal() {
    const REFUSALS: &str = "aces-cannot-open aces-too-few after-aces-too-few bad-draw bad-roll bad-seats \
        bad-setup bid-not-higher calza-in-maputo calza-off calza-with-all-dice face-already-called face-locked \
        maputo-in-final maputo-needs-one-die maputo-off maputo-three-singles maputo-used \
        more-than-dice-in-play no-such-player not-your-turn nothing-to-calza nothing-to-doubt \
        player-is-out syntax tour-over wrong-phase";
    const EVENTS: &str = "Bid Declared DiceSet Drawn Gained Left Lost Opened Passed Rethrown Rolled \
        TourBegan UsedSet";
    let (mut refusals, mut events, mut kinds) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for seed in 0..80 {
        let bytes = noise(seed, LONG);
        let mut choices = Choices::new(&bytes);
        let mut played = Played::begin(&mut choices);
        for _ in 0..400 {
            match played.step(&mut choices) {
                Ok(event) => drop(events.insert(name_of(&event))),
                Err(refusal) => drop(refusals.insert(refusal.reason.name())),
            }
            kinds.insert(played.game.kind().as_str());
            for seat in played.game.seats().iter() {
                let checks =
                    every_action(played.game.in_play()).map(|action| played.game.check(seat, action));
                refusals.extend(checks.filter_map(Result::err).map(IllegalError::name));
            }
        }
    }
    assert!(refusals.iter().copied().eq(REFUSALS.split_whitespace()), "{refusals:?}");
    assert!(events.iter().copied().eq(EVENTS.split_whitespace()), "{events:?}");
    assert!(kinds.iter().eq(&["final", "maputo", "normal"]), "{kinds:?}");
}

fn name_of(event: &Event) -> &'static str {
    match event {
        Event::DiceSet(_) => "DiceSet",
        Event::UsedSet(_) => "UsedSet",
        Event::Opened { .. } => "Opened",
        Event::Drawn(_) => "Drawn",
        Event::Declared(_) => "Declared",
        Event::Passed(_) => "Passed",
        Event::Rolled(_) => "Rolled",
        Event::Rethrown { .. } => "Rethrown",
        Event::Bid { .. } => "Bid",
        Event::Called { .. } => "Called",
        Event::Revealed(Reveal { outcome: Outcome::Loses(_), .. }) => "Lost",
        Event::Revealed(Reveal { outcome: Outcome::Gains(_), .. }) => "Gained",
        Event::Left(_) => "Left",
        Event::TourBegan => "TourBegan",
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_list_of_legal_actions_the_check_of_one_and_the_decision_agree_for_every_seat(
        seed: u64, steps in 0..100usize,
    ) {
        play_and_watch(seed, steps, |_, _, played| {
            for seat in SeatSet::ALL.iter() {
                played.assert_list_check_and_decision_agree(seat);
            }
        });
    }

    #[test]
    fn picking_by_number_reaches_every_legal_action_once(seed: u64, steps in 0..400usize) {
        play_and_watch(seed, steps, |_, _, played| {
            let legal = played.game.legal_actions();
            let listed: HashSet<Action> = legal.iter().collect();
            let picked: HashSet<Action> = (0..legal.len()).filter_map(|number| legal.pick(number)).collect();
            assert_eq!(picked, listed);
            assert_eq!((listed.len(), legal.is_empty()), (legal.len(), played.game.turn().is_none()));
            assert_eq!(legal.pick(legal.len()), None);
        });
    }

    #[test]
    fn dice_are_with_a_player_or_in_the_centre(seed: u64, steps in 0..1000usize) {
        play_and_watch(seed, steps, |_, _, played| played.assert_dice_are_conserved());
    }

    #[test]
    fn a_log_replays_to_the_same_state(seed: u64, steps in 0..1000usize) {
        play(seed, steps).assert_log_replays();
    }

    #[test]
    fn a_view_kept_up_by_the_events_it_sees_stays_the_view_of_the_game(seed: u64, steps in 0..400usize) {
        play_and_watch(seed, steps, |before, event, played| {
            let after = &played.game;
            for seat in after.seats().iter() {
                let mut view = before.seen_by(seat);
                view.apply(&event.seen_by(seat));
                assert_eq!(view, after.seen_by(seat), "{seat:?} after {event:?} in\n{}", played.record());
            }
            let mut view = before.seen_by_spectator();
            view.apply(&event.seen_by_spectator());
            assert_eq!(view, after.seen_by_spectator(), "after {event:?} in\n{}", played.record());
        });
    }

    #[test]
    fn no_view_depends_on_dice_that_the_viewer_may_not_see(seed: u64, steps in 0..400usize) {
        let played = play(seed, steps);
        let game = played.game;
        let bytes = noise(!seed, LONG);
        let mut choices = Choices::new(&bytes);
        for viewer in game.seats().iter() {
            let log: Vec<Event> =
                played.log.iter().map(|event| with_other_hidden_dice(event, viewer, &mut choices)).collect();
            let other = Game::replay(*game.rules(), game.seats().len(), &log).unwrap();
            let (view, other_view): (PlayerView, PlayerView) = (game.seen_by(viewer), other.seen_by(viewer));
            prop_assert_eq!(view, other_view);
            prop_assert_eq!(format!("{view:?}"), format!("{other_view:?}"));
            prop_assert_eq!(view.legal_actions(), game.legal_actions());
            prop_assert_eq!(view.legal_actions(), other.legal_actions());
            let (view, other_view): (SpectatorView, SpectatorView) =
                (game.seen_by_spectator(), other.seen_by_spectator());
            prop_assert_eq!(view, other_view);
            prop_assert_eq!(format!("{view:?}"), format!("{other_view:?}"));
            for (event, other) in played.log.iter().zip(&log) {
                prop_assert_eq!(event.seen_by(viewer), other.seen_by(viewer));
                prop_assert_eq!(event.seen_by_spectator(), other.seen_by_spectator());
            }
        }
    }

    #[test]
    fn a_game_written_as_a_record_reads_back_as_the_same_game(seed: u64, steps in 0..400usize) {
        let played = play(seed, steps);
        let names = awkward_names(seed, played.game.seats().len());
        let record = Record::of_game(played.game.rules(), &names, &played.log);
        let printed = record.to_string();
        let (replay, outcome) = Replay::read(printed.as_bytes());
        prop_assert_eq!(outcome, Ok(()), "{}", printed);
        prop_assert_eq!(replay.table(), Some((&names, &played.game)), "{}", printed);
        let parsed = Record::parse(printed.as_bytes());
        prop_assert_eq!(parsed.as_ref(), Ok(&record), "{}", printed);
        prop_assert_eq!(parsed.unwrap().to_string(), printed);
    }

    #[test]
    fn a_naive_reading_of_the_rules_over_the_whole_round_allows_the_same_bids(
        seed: u64, steps in 0..400usize,
    ) {
        let mut history: Vec<naive::Bid> = Vec::new();
        play_and_watch(seed, steps, |_, event, played| {
            let game = &played.game;
            match event {
                Event::Rolled(_) => history.clear(),
                Event::Bid { bid, .. } => history.extend(naive::bid(Action::Bid(*bid))),
                _ => {}
            }
            let Phase::Bidding { turn } = game.phase() else { return };
            let round = naive::Round {
                dice_in_play: game.in_play(),
                maputo: game.kind() == RoundKind::Maputo,
                aces_may_open: game.rules().open_aces == OpenAces::Yes,
                leave_at_double: game.rules().leave_aces == LeaveAces::Double,
            };
            let allowed = every_action(game.in_play()).filter(|&action| game.check(turn, action).is_ok());
            let allowed: Vec<naive::Bid> = allowed.filter_map(naive::bid).collect();
            let expected: Vec<naive::Bid> = round.next_bids(&history).collect();
            assert_eq!(allowed, expected, "in\n{}", played.record());
        });
    }

    #[test]
    fn a_naive_referee_decides_the_same_on_every_command_and_sees_the_same_table(
        seed: u64, steps in 0..1000usize,
    ) {
        let bytes = noise(seed, LONG);
        let mut choices = Choices::new(&bytes);
        let mut played = Played::begin(&mut choices);
        let mut referee = Referee::new(*played.game.rules(), played.game.seats().len());
        for _ in 0..steps {
            let command = next_command(&played.game, &mut choices);
            let expected = referee.allows(&command);
            let decision = played.carry_out(command);
            prop_assert_eq!(decision.is_ok(), expected, "{:?} in\n{}", command, played.record());
            if let Ok(event) = decision {
                referee.follow(&event);
                prop_assert_eq!(&referee.table, &Table::of(&played.game), "{:?} in\n{}", event, played.record());
            }
        }
    }

    #[test]
    fn a_sealed_game_whose_players_show_the_same_dice_comes_to_the_same_states(
        seed: u64, steps in 0..400usize,
    ) {
        let mut sealed: Option<Game<Sealed>> = None;
        play_and_watch(seed, steps, |before, event, played| {
            let (rules, players) = (*before.rules(), before.seats().len());
            let sealed = sealed.get_or_insert_with(|| Game::new(rules, players).unwrap());
            follow_without_dice(sealed, before, event);
            assert_eq!(sealed.seen_by_spectator(), played.game.seen_by_spectator(), "{}", played.record());
        });
    }

    #[test]
    fn a_tour_ends_when_its_dice_are_lost(seed: u64) {
        let bytes = noise(seed, LONG);
        let mut choices = Choices::new(&bytes);
        let mut tour = Tour::begin(&mut choices);
        for _ in 0..tour.most_steps() {
            if tour.game.winner().is_some() {
                break;
            }
            tour.step(&mut choices);
        }
        let Some(winner) = tour.game.winner() else { return Err(TestCaseError::fail("it goes on")) };
        let kept = usize::from(tour.game.dice(winner));
        prop_assert_eq!(tour.losses, tour.dice + tour.gains - kept);
    }

    #[test]
    fn no_command_breaks_a_game(seed: u64, length in 0..4000usize) {
        play_bytes(&noise(seed, length));
    }

    #[test]
    fn no_event_breaks_a_game(seed: u64, length in 0..4000usize) {
        apply_bytes(&noise(seed, length));
    }

    #[test]
    fn no_bytes_break_the_reader(bytes: Vec<u8>) {
        read_bytes(&bytes);
    }

    #[test]
    fn no_words_break_the_reader(seed: u64, length in 0..200usize) {
        read_bytes(&words(&noise(seed, length)));
    }

    #[test]
    fn no_damage_to_a_record_breaks_the_reader(seed: u64, steps in 0..60usize, damages in 1..6usize) {
        let played = play(seed, steps);
        let names = awkward_names(seed, played.game.seats().len());
        let mut text = Record::of_game(played.game.rules(), &names, &played.log).to_string().into_bytes();
        let bytes = noise(!seed, LONG);
        let mut choices = Choices::new(&bytes);
        for _ in 0..damages {
            damage(&mut text, &mut choices);
        }
        read_bytes(&text);
    }
}

/// The event with other dice under all cups but the viewer's. A showdown stays as everyone saw it,
/// so even what was under the cups of rounds long past must have left no trace.
fn with_other_hidden_dice(event: &Event, viewer: Seat, choices: &mut Choices<'_>) -> Event {
    let mut other = |dice: AllHands| {
        BySeat::from_fn(|seat| if seat == viewer { dice[seat] } else { choices.hand(dice[seat].len() as u8) })
    };
    match *event {
        Event::Rolled(dice) => Event::Rolled(other(dice)),
        Event::Rethrown { seat, dice } => Event::Rethrown { seat, dice: other(dice) },
        seen => seen,
    }
}

/// Decides at a sealed table what was decided where the referee sees all dice.
fn follow_without_dice(sealed: &mut Game<Sealed>, before: &Game, event: &Event) {
    let mut carry_out = |command: Command<Sealed>| {
        let event = sealed.decide(command).unwrap();
        sealed.apply(&event);
        (event, *sealed)
    };
    let act = |seat, action| Command::Act { seat, action };
    match *event {
        Event::DiceSet(dice) => drop(carry_out(Command::SetDice(BySeat::from_fn(|seat| {
            before.seats().contains(seat).then_some(dice[seat])
        })))),
        Event::UsedSet(seats) => drop(carry_out(Command::SetUsed(seats))),
        Event::Opened { seat, opening } => drop(carry_out(Command::Open { seat, opening })),
        Event::Drawn(throws) => drop(carry_out(Command::Draw(throws))),
        Event::Declared(seat) => drop(carry_out(act(seat, Action::Maputo))),
        Event::Passed(seat) => drop(carry_out(act(seat, Action::Pass))),
        Event::Rolled(_) => drop(carry_out(Command::Roll(Sealed {}))),
        // Where nobody sees dice nobody sees one that lies askew.
        Event::Rethrown { seat, dice } => {
            assert!(sealed.decide(Command::Rethrow { seat, hand: dice[seat] }).is_err());
        }
        Event::Bid { seat, bid } => drop(carry_out(act(seat, Action::Bid(bid)))),
        Event::Called { .. } => panic!("this referee sees all dice"),
        Event::Revealed(reveal) => {
            let (caller, call) = (reveal.caller, reveal.call);
            let action = if call == Call::Dudo { Action::Dudo } else { Action::Calza };
            let (called, showing) = carry_out(act(caller, action));
            assert_eq!(called, Event::Called { seat: caller, call });
            assert_eq!((showing.phase(), showing.turn()), (Phase::Showing { caller, call }, None));
            assert!(showing.legal_actions().is_empty());
            assert_eq!(showing.decide(act(caller, action)).unwrap_err().reason.name(), "wrong-phase");
            assert_eq!(
                showing.decide(Command::Show(BySeat::default())).unwrap_err().reason.name(),
                "bad-roll"
            );
            let (revealed, _) = carry_out(Command::Show(reveal.hands));
            assert_eq!(revealed, Event::Revealed(reveal));
        }
        // Whether before or after a call, the round is void.
        Event::Left(seat) => {
            if let (Phase::Bidding { turn }, Some(_)) = (before.phase(), before.standing()) {
                carry_out(act(turn, Action::Dudo));
            }
            carry_out(Command::Leave(seat));
        }
        Event::TourBegan => drop(carry_out(Command::NextTour)),
    }
}

/// A tour played to its end by players who do anything that is legal.
struct Tour {
    game: Game,
    /// In play at its beginning.
    dice: usize,
    losses: usize,
    gains: usize,
    bids_of_this_round: HashSet<Bid>,
}

impl Tour {
    /// Dice could be won back for ever: after this many the players stop trying.
    const MOST_GAINS: usize = 20;

    fn begin(choices: &mut Choices<'_>) -> Tour {
        let (rules, players) = any_table(choices);
        let mut game = Game::new(rules, players).unwrap();
        let opener = Command::Open { seat: Seat::FIRST, opening: Opening::Start };
        game.apply(&game.decide(opener).unwrap());
        let dice = usize::from(game.in_play());
        Tour { game, dice, losses: 0, gains: 0, bids_of_this_round: HashSet::new() }
    }

    /// Each showdown takes a die away or wins one back. Before it, everyone is asked at most once
    /// for a declaration, and all roll. No bid is made twice, except that the same aces may come
    /// again after another face: at most two bids for each that there is.
    fn most_steps(&self) -> usize {
        let showdowns = self.dice + 2 * Self::MOST_GAINS;
        let bids = 2 * self.dice * Face::ALL.len();
        showdowns * (self.game.seats().len() + 1 + bids + 1)
    }

    fn step(&mut self, choices: &mut Choices<'_>) {
        let command = match self.game.turn() {
            Some(seat) => Command::Act { seat, action: self.any_action(choices) },
            None => Command::Roll(BySeat::from_fn(|seat| choices.hand(self.game.dice(seat)))),
        };
        let event = self.game.decide(command).unwrap();
        match event {
            Event::Rolled(_) => self.bids_of_this_round.clear(),
            Event::Bid { bid, .. } => {
                let new = self.bids_of_this_round.insert(bid);
                assert!(new || bid.face == Face::Ace, "{bid} twice");
            }
            Event::Revealed(reveal) => match reveal.outcome {
                Outcome::Loses(_) => self.losses += 1,
                Outcome::Gains(_) => self.gains += 1,
            },
            _ => {}
        }
        self.game.apply(&event);
    }

    fn any_action(&self, choices: &mut Choices<'_>) -> Action {
        let legal = self.game.legal_actions();
        match legal.pick(choices.below(legal.len())).unwrap() {
            Action::Calza if self.gains == Self::MOST_GAINS => Action::Dudo,
            action => action,
        }
    }
}

/// The words of the format in any order.
fn words(bytes: &[u8]) -> Vec<u8> {
    const WORDS: [&str; 32] = [
        "perudo 1\nrules calza dice=2\nseats anna boris start\n",
        "\n",
        "\n",
        "\n",
        "\n",
        " ",
        "anna",
        "boris",
        "start",
        "lost",
        "dice",
        "used",
        "roll",
        "tour",
        "draw",
        "seats",
        "rules",
        "perudo",
        "out",
        "dudo",
        "calza",
        "maputo",
        "pass",
        "2x3",
        "1x1",
        "255x6",
        "anna:1",
        "boris:2",
        "start:6",
        "anna:13",
        "boris:24",
        "start:36",
    ];
    let mut choices = Choices::new(bytes);
    let mut text = String::from(WORDS[0]);
    while !choices.is_empty() {
        text.push_str(choices.one_of(&WORDS));
        text.push(' ');
    }
    text.into_bytes()
}

/// Changes a byte or a line.
fn damage(text: &mut Vec<u8>, choices: &mut Choices<'_>) {
    const BYTES: &[u8] = b"0123456789x:#=\n\r\t adu-\xff";
    let place = choices.below(text.len().max(1)).min(text.len());
    let line_end = |from: usize| text[from..].iter().position(|&byte| byte == b'\n').map(|i| from + i + 1);
    match choices.below(5) {
        0 => text.insert(place, choices.one_of(BYTES)),
        1 => text.truncate(place),
        2 => drop(text.splice(place..(place + 1).min(text.len()), [choices.one_of(BYTES)])),
        action => {
            let Some(start) = line_end(place) else { return };
            let Some(end) = line_end(start) else { return };
            let line: Vec<u8> = text.drain(start..end).collect();
            let copies = if action == 3 { 0 } else { 2 };
            text.splice(start..start, line.repeat(copies));
        }
    }
}
