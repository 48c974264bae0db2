//! Sealed tables: whole matches whose dice the referee never sees before a showdown.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use perudo_bots::{Blind, Opponent, Situation};
use perudo_rules::record::Replay;
use perudo_rules::{Action, BySeat, Hand, PhaseName, Preset, Rules, Seat};
use perudo_table::fair::{Chain, Link, SealedThrow};
use perudo_table::{
    Absence, BotView, Clock, CommandId, DiceMode, Done, Driver, Due, Entry, Guest, GuestCommand, History,
    Joining, Links, Moment, PlayerEvent, PublicEvent, SeenEvent, Settings, Speed, Stage, Table, TableEvent,
    ThrownDice, Viewer,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

/// Someone with an open and a closed chain.
struct Someone {
    guest: Guest,
    open: Chain,
    closed: Chain,
    /// The throw from which on both count.
    from: u64,
    shows: bool,
}

struct World {
    driver: Driver,
    log: Vec<Entry>,
    now: Moment,
    people: Vec<Someone>,
    /// How often a bot was asked that sees nothing.
    blind: usize,
}

fn guest(number: u8) -> Guest {
    Guest::of_secret([number; 16])
}

fn settings(rules: Rules, seats: u8, dice: DiceMode) -> Settings {
    Settings { seats, speed: Speed::Instant, dice, ..Settings::usual(rules) }
}

fn chains(number: u8) -> (Chain, Chain) {
    (Chain::new([number; 32], 1024), Chain::new([100 + number; 32], 1024))
}

fn joining(number: u8) -> Joining {
    let (open, closed) = chains(number);
    Joining {
        name: format!("guest {number}"),
        chair: None,
        watch: false,
        program: false,
        tip: Some(open.tip()),
        closed: Some(closed.tip()),
        account: None,
    }
}

impl World {
    fn new(settings: Settings) -> World {
        let now = Moment(1_000_000);
        let (driver, opened) = Driver::open("kitchen".to_owned(), settings, [42; 32], now);
        World { driver, log: vec![opened], now, people: Vec::new(), blind: 0 }
    }

    /// A sealed table with so many people, whose tour has begun.
    fn of_people(count: u8, clock: Clock) -> World {
        let settings = Settings { clock, ..settings(Preset::Tournament.rules(), count, DiceMode::Sealed) };
        let mut world = World::new(settings);
        for number in 1..=count {
            world.come(number);
        }
        world.ask(1, GuestCommand::Start);
        world.settle();
        world
    }

    fn table(&self) -> &Table {
        self.driver.table()
    }

    #[track_caller]
    fn ask(&mut self, by: u8, command: GuestCommand) {
        let id = CommandId { id: self.log.len() as u64, seen: self.table().seq() };
        match self.driver.command(guest(by), id, &command, self.now) {
            Ok(Done::Now(entry)) => self.log.push(entry),
            other => panic!("{command:?}: {other:?}"),
        }
    }

    #[track_caller]
    fn refused(&self, by: u8, command: GuestCommand) -> &'static str {
        self.table().decide(guest(by), self.table().seq(), &command).expect_err("it should be refused").name()
    }

    fn come(&mut self, number: u8) {
        self.driver.connect(guest(number), self.now);
        self.ask(number, GuestCommand::Join(joining(number)));
        let (open, closed) = chains(number);
        let from = self.table().seen_by(Viewer::Spectator).throws() + 1;
        self.people.push(Someone { guest: guest(number), open, closed, from, shows: true });
    }

    fn throws(&self) -> u64 {
        self.table().seen_by(Viewer::Spectator).throws()
    }

    fn phase(&self) -> Option<PhaseName> {
        let tour = self.table().seen_by(Viewer::Spectator).tour()?;
        (self.table().stage() == Stage::Playing).then(|| tour.game().phase().name())
    }

    /// The closed link of someone for the last throw.
    fn closed_link(&self, number: u8) -> Link {
        let someone = self.people.iter().find(|someone| someone.guest == guest(number)).unwrap();
        someone.closed.clone().open_nth((self.throws() - someone.from + 1) as u32).unwrap()
    }

    /// Does what people's programs do by themselves; returns whether there was anything to do.
    fn help(&mut self) -> bool {
        let (throws, coming) = (self.throws(), self.table().seen_by(Viewer::Spectator).coming_throw());
        let showing = self.phase() == Some(PhaseName::Showing);
        let mut helped = false;
        for someone in &mut self.people {
            if let Some(throw) = coming
                && let Some(link) = someone.open.open_nth((throw + 1).saturating_sub(someone.from) as u32)
            {
                helped |= self.driver.give_link(someone.guest, throw, link).is_ok();
            }
            if showing
                && someone.shows
                && let Some(link) = someone.closed.open_nth((throws + 1).saturating_sub(someone.from) as u32)
            {
                helped |= self.driver.show(someone.guest, throws, link).is_ok();
            }
        }
        helped
    }

    fn advance(&mut self) -> Due {
        self.driver.advance(self.now, |_, entry| self.log.push(entry))
    }

    /// Everything that happens by itself now; bots move at once. Returns the next moment of interest.
    fn settle(&mut self) -> Option<Moment> {
        for _ in 0..100_000 {
            let due = self.advance();
            assert_eq!(due.failure, None);
            if let Some(job) = due.ask {
                let action = match &job.view {
                    BotView::Player(view) => Opponent::of_level(&job.level)
                        .create(self.table().seq())
                        .decide(&Situation { view, bids: &job.bids }),
                    BotView::Blind(view) => {
                        self.blind += 1;
                        Blind.decide(view)
                    }
                };
                self.driver.bot_decided(job.turn, Ok(action), self.now);
                self.now = self.driver.upcoming(self.now).unwrap().max(self.now);
            } else if !self.help() {
                return due.wake;
            }
        }
        panic!("the table never comes to rest");
    }

    fn wait(&mut self, seconds: u64) {
        self.now = self.now.after(Duration::from_secs(seconds));
        self.settle();
    }

    fn turn(&self) -> Option<u8> {
        let tour = self.table().seen_by(Viewer::Spectator).tour()?;
        if self.table().stage() != Stage::Playing {
            return None;
        }
        let player = &tour.players()[tour.game().turn()?.index()];
        let person = self.table().chairs()[usize::from(player.chair)].person()?;
        (1..=20).find(|number| self.table().person_of(guest(*number)) == Some(person))
    }

    /// Someone bids the least, and the next doubts it.
    fn call_after_a_bid(&mut self) {
        for action in [None, Some(Action::Dudo)] {
            let (turn, legal) = (self.turn().unwrap(), self.legal());
            self.ask(turn, GuestCommand::Act(action.unwrap_or_else(|| legal[0])));
            if action.is_none() {
                self.settle();
            }
        }
        assert_eq!(self.phase(), Some(PhaseName::Showing));
    }

    fn legal(&self) -> Vec<Action> {
        self.table().seen_by(Viewer::Spectator).tour().unwrap().game().legal_actions().iter().collect()
    }

    /// Plays on by chance until the tour is over.
    fn play_out(&mut self, random: &mut Random) {
        for _ in 0..10_000 {
            let due = self.settle();
            if self.table().stage() != Stage::Playing {
                return;
            }
            let Some(turn) = self.turn() else {
                self.now = due.unwrap_or_else(|| panic!("something must come: {:?}", self.log.last()));
                continue;
            };
            let legal = self.legal();
            let action = match random.random_range(0..10) {
                0..6 => legal[0],
                6..8 if legal.contains(&Action::Dudo) => Action::Dudo,
                _ => legal[random.random_range(0..legal.len())],
            };
            self.ask(turn, GuestCommand::Act(action));
        }
        panic!("the tour never ends");
    }

    fn history(&self) -> History {
        let mut history = History::default();
        for entry in &self.log {
            history.add(entry);
        }
        history
    }

    /// Holds the files of all tours against each other and against the game that was played.
    fn check_files(&self) -> Vec<String> {
        let history = self.history();
        for tour in history.tours() {
            let (replay, outcome) = Replay::read(tour.record.as_bytes());
            outcome.unwrap_or_else(|fault| panic!("{fault:?} in\n{}", tour.record));
            assert!(replay.table().unwrap().1.winner().is_some());
            tour.proof.verify().unwrap_or_else(|fault| panic!("{fault:?}"));
            tour.proof.matches_record(tour.record.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"));
        }
        history.tours().iter().map(|tour| tour.record.clone()).collect()
    }

    fn gone(&self) -> Vec<&PublicEvent> {
        let public = self.log.iter().filter_map(|entry| match &entry.event {
            TableEvent::Public(event) => Some(event),
            _ => None,
        });
        public
            .filter(|event| matches!(event, PublicEvent::Left { .. } | PublicEvent::Withdrawn { .. }))
            .collect()
    }
}

const CLOCK: Clock = Clock { turn: Some(30), bank: 60 };
const NO_CLOCK: Clock = Clock { turn: None, bank: 0 };

#[test]
fn whole_matches_are_played_under_every_preset_with_and_without_bots_and_the_files_agree() {
    for (number, preset) in Preset::ALL.into_iter().enumerate() {
        for (dice, bots) in [(DiceMode::Sealed, 0), (DiceMode::SealedBots, 2)] {
            let mut random = Random::seed_from_u64(number as u64);
            let mut world = World::new(Settings { tours: 2, ..settings(preset.rules(), 5, dice) });
            for guest in 1..=3 {
                world.come(guest);
            }
            for _ in 0..bots {
                world.ask(1, GuestCommand::AddBot { chair: None, level: "steady".to_owned() });
            }
            world.ask(1, GuestCommand::Start);
            for _ in 0..2 {
                world.play_out(&mut random);
                let next = world.settle();
                world.now = next.unwrap_or(world.now).max(world.now);
            }
            assert_eq!(world.table().stage(), Stage::Waiting);
            let history = world.history();
            assert_eq!(history.tours().len(), 2);
            world.check_files();
            for tour in history.tours() {
                let verified = tour.proof.verify().unwrap();
                assert_eq!((verified.sealed, verified.unseen), (verified.rolls, 0));
            }
        }
    }
}

#[test]
fn a_log_of_a_sealed_table_replays_to_the_same_table_and_so_does_a_snapshot() {
    let mut world = World::new(settings(Preset::Calza.rules(), 4, DiceMode::SealedBots));
    world.come(1);
    world.come(2);
    world.ask(1, GuestCommand::AddBot { chair: None, level: "novice".to_owned() });
    world.ask(1, GuestCommand::Start);
    world.play_out(&mut Random::seed_from_u64(5));
    let mut again = Table::open(&world.log[0]).unwrap();
    for (index, entry) in world.log.iter().enumerate().skip(1) {
        let text = serde_json::to_string(entry).unwrap();
        again.apply(&serde_json::from_str(&text).unwrap());
        if index % 3 == 0 {
            again = serde_json::from_str(&serde_json::to_string(&again).unwrap()).unwrap();
        }
    }
    assert_eq!(again, *world.table());
}

#[test]
fn nothing_that_the_table_holds_or_says_before_the_showdown_has_a_hand_in_it() {
    let world = World::of_people(3, CLOCK);
    let thrown =
        world.log.iter().rev().find(|entry| matches!(entry.event, TableEvent::Thrown { .. })).unwrap();
    let TableEvent::Thrown { dice: ThrownDice::Sealed, .. } = &thrown.event else {
        panic!("the hands are there")
    };
    let (log, snapshot) =
        (serde_json::to_string(&world.log).unwrap(), serde_json::to_string(world.table()).unwrap());
    for number in 1..=3 {
        let link = world.closed_link(number);
        for text in [&log, &snapshot] {
            assert!(!text.contains(&link.to_string()), "a closed link is known");
            assert!(text.contains(&chains(number).1.tip().to_string()), "the search finds what is there");
        }
        let person = Viewer::Person(world.table().person_of(guest(number)).unwrap());
        let seat = world.table().seat_of(person);
        let SeenEvent::Rolled { own, links, .. } = thrown.event.seen_by(seat) else { panic!("no roll") };
        assert_eq!(own, None, "the server knows no hand");
        assert!(links.is_some(), "the open links are open at once");
        assert_eq!(world.table().seen_by(person).tour().unwrap().own(), None);
        assert!(world.table().situation(seat.unwrap()).is_none());
    }
}

#[test]
fn the_hand_that_a_player_computes_alone_is_the_one_that_is_shown() {
    let mut world = World::of_people(3, CLOCK);
    let TableEvent::Thrown { links, .. } = &world.log.last().unwrap().event.clone() else { panic!("a roll") };
    let own = |world: &World, number: u8, links: &Links| -> Hand {
        let given = |seat: Seat| links.seats.iter().find(|(by, _)| *by == seat).map(|(_, link)| *link);
        let throw = SealedThrow {
            table: "kitchen",
            number: world.throws(),
            server: links.server.unwrap(),
            links: BySeat::from_fn(given),
        };
        throw.hand(Seat::new(usize::from(number) - 1).unwrap(), 5, &world.closed_link(number))
    };
    let hands = [1, 2, 3].map(|number| own(&world, number, links));
    world.call_after_a_bid();
    world.settle();
    let reveal = world.log.iter().find_map(|entry| match &entry.event {
        TableEvent::Public(PublicEvent::Acted { event: PlayerEvent::Revealed(reveal), .. }) => Some(*reveal),
        _ => None,
    });
    let reveal = reveal.expect("a showdown");
    assert_eq!([0, 1, 2].map(|seat| reveal.hands[Seat::new(seat).unwrap()]), hands);
}

#[test]
fn sitting_down_takes_both_tips_and_watching_takes_none() {
    let mut world = World::new(settings(Preset::Tournament.rules(), 3, DiceMode::Sealed));
    for incomplete in [Joining { tip: None, ..joining(1) }, Joining { closed: None, ..joining(1) }] {
        assert_eq!(world.refused(1, GuestCommand::Join(incomplete)), "chains-needed");
    }
    world.come(1);
    world.driver.connect(guest(2), world.now);
    let watching = Joining { watch: true, tip: None, closed: None, ..joining(2) };
    world.ask(2, GuestCommand::Join(watching));
    let sitting = Joining { closed: None, ..joining(2) };
    assert_eq!(world.refused(2, GuestCommand::Join(sitting)), "chains-needed");
    assert_eq!(world.refused(1, GuestCommand::AddBot { chair: None, level: "steady".to_owned() }), "no-bots");
    let opened = Settings { dice: DiceMode::Open, ..world.table().settings().clone() };
    assert_eq!(world.refused(1, GuestCommand::Change { settings: Box::new(opened) }), "bad-settings");
    let same = joining(1);
    let again = GuestCommand::Commit { tip: Link::new([9; 32]), closed: same.closed };
    assert_eq!(world.refused(1, again), "already", "a closed chain never begins again");
}

#[test]
fn a_wrong_link_is_refused_and_the_right_one_still_counts() {
    let mut world = World::of_people(2, CLOCK);
    let (throw, right) = (world.throws(), world.closed_link(1));
    let refused = |world: &mut World, throw, link| world.driver.show(guest(1), throw, link).is_err();
    assert!(refused(&mut world, throw, right), "before anyone called");
    world.call_after_a_bid();
    assert!(refused(&mut world, throw + 1, right), "of another throw");
    assert!(refused(&mut world, throw - 1, right), "of another throw");
    let other = world.closed_link(2);
    assert!(refused(&mut world, throw, other), "of somebody else");
    assert!(refused(&mut world, throw, right.hash()), "of an earlier throw");
    assert!(world.driver.show(guest(9), throw, right).is_err(), "by a stranger");
    assert_eq!(world.phase(), Some(PhaseName::Showing));
    world.driver.show(guest(1), throw, right).unwrap();
    world.settle();
    assert_eq!(world.phase(), Some(PhaseName::Bidding), "the next round is on");
    assert!(world.gone().is_empty());
}

#[test]
fn who_does_not_show_in_time_is_removed_and_the_round_is_void() {
    let mut world = World::of_people(3, CLOCK);
    world.people[1].shows = false;
    world.call_after_a_bid();
    world.settle();
    world.wait(9);
    assert_eq!(world.phase(), Some(PhaseName::Showing));
    world.wait(1);
    let id = world.table().person_of(guest(2)).unwrap();
    let gone: Vec<PublicEvent> = world.gone().into_iter().cloned().collect();
    assert!(
        matches!(gone[..], [
            PublicEvent::Left { person, not_shown: true, .. },
            PublicEvent::Withdrawn { seat, .. },
        ] if person == id && seat.index() == 1),
        "{gone:?}"
    );
    let tour = world.table().seen_by(Viewer::Spectator).tour().unwrap();
    let dice: Vec<u8> = (0..3).map(|seat| tour.game().dice(Seat::new(seat).unwrap())).collect();
    assert_eq!((dice, tour.game().round()), (vec![5, 0, 5], 1), "nobody else loses a die");
    world.play_out(&mut Random::seed_from_u64(1));
    let records = world.check_files();
    assert!(records[0].contains("\nguest_2 out\n"), "{}", records[0]);
    let verified = world.history().tours()[0].proof.verify().unwrap();
    assert_eq!((verified.unseen, verified.seats[1].unshown.len()), (1, 1));
}

#[test]
fn all_who_do_not_show_are_removed_at_once() {
    let mut world = World::of_people(4, CLOCK);
    world.people[1].shows = false;
    world.people[3].shows = false;
    world.call_after_a_bid();
    world.settle();
    world.wait(10);
    let left = world
        .gone()
        .iter()
        .filter(|event| matches!(event, PublicEvent::Left { not_shown: true, .. }))
        .count();
    assert_eq!(left, 2);
    world.play_out(&mut Random::seed_from_u64(1));
    world.check_files();
}

#[test]
fn who_loses_the_connection_has_the_grace_and_who_comes_back_shows() {
    for (clock, grace) in [(CLOCK, 15), (NO_CLOCK, 600)] {
        let mut world = World::of_people(2, clock);
        world.people[1].shows = false;
        world.call_after_a_bid();
        world.driver.disconnect(guest(2), world.now);
        world.settle();
        world.wait(grace - 1);
        assert_eq!(world.phase(), Some(PhaseName::Showing));
        world.driver.connect(guest(2), world.now);
        world.settle();
        assert_eq!(world.phase(), Some(PhaseName::Showing), "those who come back have a moment");
        world.people[1].shows = true;
        world.settle();
        assert_eq!(world.phase(), Some(PhaseName::Bidding));
        assert!(world.gone().is_empty());
    }
}

#[test]
fn losing_the_connection_again_and_again_does_not_hold_a_showdown_up_for_ever() {
    let mut world = World::of_people(2, CLOCK);
    world.people[1].shows = false;
    world.call_after_a_bid();
    world.settle();
    for _ in 0..12 {
        world.driver.disconnect(guest(2), world.now);
        world.wait(1);
        world.driver.connect(guest(2), world.now);
        world.wait(1);
    }
    assert_eq!(world.phase(), Some(PhaseName::Showing));
    world.wait(1);
    assert_eq!(world.table().stage(), Stage::Waiting, "25 seconds are the end of it");
}

#[test]
fn a_restart_between_the_call_and_the_showing_loses_nothing() {
    let mut world = World::of_people(3, CLOCK);
    world.call_after_a_bid();
    let (throw, shown) = (world.throws(), world.closed_link(1));
    world.driver.show(guest(1), throw, shown).unwrap();
    // The program ends before the others have shown, and starts again an hour later.
    let mut table = Table::open(&world.log[0]).unwrap();
    world.log[1..].iter().for_each(|entry| table.apply(entry));
    world.now = world.now.after(Duration::from_secs(3_600));
    world.driver = Driver::new(table, world.now);
    for number in 1..=3 {
        world.driver.connect(guest(number), world.now);
    }
    let _ = world.advance();
    assert_eq!(world.phase(), Some(PhaseName::Showing), "nobody's time ran while the program did not");
    world.settle();
    assert_eq!(world.phase(), Some(PhaseName::Bidding), "all have shown, the first one again");
    assert!(world.gone().is_empty());
    world.play_out(&mut Random::seed_from_u64(1));
    world.check_files();
}

#[test]
fn who_leaves_after_the_call_voids_the_round_as_at_any_other_table() {
    let mut world = World::of_people(3, CLOCK);
    world.call_after_a_bid();
    world.ask(3, GuestCommand::Leave);
    world.settle();
    let tour = world.table().seen_by(Viewer::Spectator).tour().unwrap();
    let dice: Vec<u8> = (0..3).map(|seat| tour.game().dice(Seat::new(seat).unwrap())).collect();
    assert_eq!(dice, [5, 5, 0]);
    world.play_out(&mut Random::seed_from_u64(4));
    world.check_files();
}

#[test]
fn a_stand_in_plays_blind_until_the_showdown() {
    let mut world = World::of_people(3, CLOCK);
    let absent = world.turn().unwrap();
    world.driver.disconnect(guest(absent), world.now);
    world.wait(16);
    let id = world.table().person_of(guest(absent)).unwrap();
    assert_eq!(world.table().person(id).unwrap().away, Some(Absence::Gone));
    assert!(world.blind > 0, "someone played without seeing the dice");
    assert_eq!(world.phase(), Some(PhaseName::Bidding));
}

#[test]
fn a_closed_chain_that_comes_while_links_are_collected_counts_from_the_next_throw_on() {
    let mut world = World::new(settings(Preset::Tournament.rules(), 2, DiceMode::Sealed));
    world.come(1);
    world.come(2);
    world.ask(1, GuestCommand::Start);
    let _ = world.advance();
    let coming = world.table().seen_by(Viewer::Spectator).coming_throw().expect("links are collected");
    let (open, closed) = chains(9);
    world.ask(2, GuestCommand::Commit { tip: open.tip(), closed: Some(closed.tip()) });
    let id = world.table().person_of(guest(2)).unwrap();
    let tips = world.table().person(id).unwrap().closed;
    assert_eq!(tips.for_coming_throw().unwrap().tip, chains(2).1.tip(), "the old one for this throw");
    assert_eq!(tips.latest().map(|latest| (latest.tip, latest.from)), Some((closed.tip(), coming + 1)));
    world.people[1] = Someone { guest: guest(2), open, closed, from: coming + 1, shows: true };
    world.now = world.now.after(Duration::from_secs(2));
    world.play_out(&mut Random::seed_from_u64(4));
    world.check_files();
}

#[test]
fn a_new_closed_chain_in_the_middle_of_a_round_leaves_its_dice_as_they_are() {
    let mut world = World::of_people(2, CLOCK);
    let (throw, old) = (world.throws(), world.closed_link(2));
    let (open, closed) = chains(9);
    world.ask(2, GuestCommand::Commit { tip: open.tip(), closed: Some(closed.tip()) });
    world.call_after_a_bid();
    let new = closed.clone().open().unwrap();
    assert!(world.driver.show(guest(2), throw, new).is_err(), "dice cannot be chosen after the throw");
    world.driver.show(guest(2), throw, old).unwrap();
    world.people[1] = Someone { guest: guest(2), open, closed, from: throw + 1, shows: true };
    world.settle();
    assert_eq!(world.phase(), Some(PhaseName::Bidding));
    world.play_out(&mut Random::seed_from_u64(4));
    world.check_files();
}

#[test]
fn a_chain_that_is_used_up_deals_nobody_in() {
    let mut world = World::of_people(3, CLOCK);
    // Only the tip tells how long a chain is, so a seat without a chain stands for one that has run out.
    let mut snapshot: serde_json::Value = serde_json::to_value(world.table()).unwrap();
    let person = &mut snapshot["people"][2]["closed"]["now"]["from"];
    *person = serde_json::json!(1_000_000);
    world.driver = Driver::new(serde_json::from_value(snapshot).unwrap(), world.now);
    for number in 1..=3 {
        world.driver.connect(guest(number), world.now);
    }
    world.call_after_a_bid();
    world.settle();
    assert!(world.gone().iter().any(|event| matches!(event, PublicEvent::Left { not_shown: true, .. })));
    assert_eq!(world.phase(), Some(PhaseName::Bidding), "the others play on");
}
