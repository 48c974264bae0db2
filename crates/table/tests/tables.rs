//! Whole matches at tables, with a clock that the test turns.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::time::Duration;

use perudo_bots::{BotKind, Situation};
use perudo_rules::record::Replay;
use perudo_rules::{Action, PlayedRound, Preset, Rules, RulesSpec, Seat};
use perudo_table::fair::{Chain, Link};
use perudo_table::{
    Absence, BotView, Clock, CommandId, Done, Driver, Due, Entry, Guest, GuestCommand, History, Joining,
    Moment, PersonId, Place, PublicEvent, Repeat, SeenEvent, Settings, Speed, Stage, Table, TableEvent,
    Viewer,
};
use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A table with its log, its clock and the people around it.
struct World {
    driver: Driver,
    log: Vec<Entry>,
    now: Moment,
    chains: Vec<(Guest, Chain, u64)>,
    /// How many rounds the bots that were asked remembered, by tours.
    remembered: BTreeMap<u32, Vec<usize>>,
}

fn guest(number: u8) -> Guest {
    Guest::of_secret([number; 16])
}

fn joining(name: &str) -> Joining {
    Joining {
        name: name.to_owned(),
        chair: None,
        watch: false,
        program: false,
        tip: None,
        closed: None,
        account: None,
    }
}

impl World {
    fn new(settings: Settings) -> World {
        let now = Moment(1_000_000);
        let (driver, opened) = Driver::open("kitchen".to_owned(), settings, [42; 32], now);
        World { driver, log: vec![opened], now, chains: Vec::new(), remembered: BTreeMap::new() }
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

    fn join(&mut self, number: u8, joining: Joining) -> PersonId {
        self.driver.connect(guest(number), self.now);
        self.ask(number, GuestCommand::Join(joining));
        self.table().person_of(guest(number)).unwrap()
    }

    fn come(&mut self, number: u8, name: &str) -> PersonId {
        self.join(number, joining(name))
    }

    /// Someone who brings a chain of their own.
    fn come_with_chain(&mut self, number: u8, name: &str) -> PersonId {
        let chain = Chain::new([number; 32], 1024);
        let id = self.join(number, Joining { tip: Some(chain.tip()), ..joining(name) });
        let from = self.table().seen_by(Viewer::Spectator).throws() + 1;
        self.chains.push((guest(number), chain, from));
        id
    }

    /// Gives the links that are wanted; returns whether there were any.
    fn give_links(&mut self) -> bool {
        let Some(throw) = self.table().seen_by(Viewer::Spectator).coming_throw() else { return false };
        let mut given = false;
        for (guest, chain, from) in &mut self.chains {
            if let Some(link) = chain.open_nth((throw - *from + 1) as u32) {
                self.driver.give_link(*guest, throw, link).unwrap();
                given = true;
            }
        }
        given
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
                let tour = self.table().seen_by(Viewer::Spectator).tour().unwrap().number();
                self.remembered.entry(tour).or_default().push(job.past.len());
                let mut bot = BotKind::named(&job.level).unwrap().create(self.table().seq());
                let BotView::Player(view) = &job.view else { panic!("the dice are open here") };
                let action = bot.decide(&Situation { view, bids: &job.bids });
                self.driver.bot_decided(job.turn, Ok(action), self.now);
                self.now = self.driver.upcoming(self.now).unwrap().max(self.now);
            } else if !self.give_links() {
                return due.wake;
            }
        }
        panic!("the table never comes to rest");
    }

    /// Waits until something happens by itself.
    fn pass_time(&mut self) {
        if let Some(until) = self.settle() {
            self.now = self.now.max(until);
        }
        self.settle();
    }

    fn wait(&mut self, seconds: u64) {
        self.now = self.now.after(Duration::from_secs(seconds));
        self.settle();
    }

    fn turn(&self) -> Option<PersonId> {
        let tour = self.table().seen_by(Viewer::Spectator).tour()?;
        if self.table().stage() != Stage::Playing {
            return None;
        }
        let player = &tour.players()[tour.game().turn()?.index()];
        self.table().chairs().get(usize::from(player.chair))?.person()
    }

    fn history(&self) -> History {
        let mut history = History::default();
        for entry in &self.log {
            history.add(entry);
        }
        history
    }
}

fn settings(rules: Rules, seats: u8) -> Settings {
    Settings { seats, speed: Speed::Instant, ..Settings::usual(rules) }
}

fn tournament() -> Rules {
    Preset::ALL[0].rules()
}

/// Plays on for the people by chance until the stage is no longer playing.
fn play_out(world: &mut World, people: &[(u8, PersonId)], random: &mut Xoshiro256PlusPlus) {
    for _ in 0..10_000 {
        let due = world.settle();
        if !matches!(world.table().stage(), Stage::Playing) {
            return;
        }
        let Some(person) = world.turn() else {
            world.now = due.unwrap_or_else(|| panic!("something must come: {:?}", world.log.last()));
            continue;
        };
        let number = people.iter().find(|(_, id)| *id == person).unwrap().0;
        let tour = world.table().seen_by(Viewer::Person(person)).tour().unwrap();
        let legal = tour.game().legal_actions();
        // Low bids and doubts, or rounds would end with the first move.
        let action = match random.random_range(0..10) {
            0..6 => legal.iter().next().unwrap(),
            6..8 => legal.pick(random.random_range(0..legal.len())).unwrap(),
            _ if legal.contains(Action::Dudo) => Action::Dudo,
            _ => legal.pick(random.random_range(0..legal.len())).unwrap(),
        };
        world.ask(number, GuestCommand::Act(action));
    }
    panic!("the tour never ends");
}

fn two_people_and_two_bots(rules: Rules, tours: u8) -> (World, Vec<(u8, PersonId)>) {
    let mut world = World::new(Settings { tours, ..settings(rules, 4) });
    let people = vec![(1, world.come_with_chain(1, "Anna")), (2, world.come_with_chain(2, "Boris B"))];
    world.ask(1, GuestCommand::AddBot { chair: None, level: "steady".to_owned() });
    world.ask(1, GuestCommand::AddBot { chair: Some(3), level: "novice".to_owned() });
    world.ask(1, GuestCommand::Start);
    (world, people)
}

#[test]
fn two_people_and_two_bots_finish_a_match_under_every_preset_with_records_and_proofs() {
    for (number, preset) in Preset::ALL.into_iter().enumerate() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        let (mut world, people) = two_people_and_two_bots(preset.rules(), 2);
        for _ in 0..2 {
            play_out(&mut world, &people, &mut random);
            world.pass_time();
        }
        assert_eq!(world.table().stage(), Stage::Waiting);
        let wins: u32 =
            world.table().seen_by(Viewer::Spectator).chairs().iter().map(|chair| chair.wins).sum();
        assert_eq!(wins, 2);

        let history = world.history();
        assert_eq!(history.tours().len(), 2);
        for tour in history.tours() {
            let (replay, outcome) = Replay::read(tour.record.as_bytes());
            outcome.unwrap_or_else(|fault| panic!("{fault:?} in\n{}", tour.record));
            assert!(replay.table().unwrap().1.winner().is_some());
            tour.proof.verify().unwrap_or_else(|fault| panic!("{fault:?}"));
            tour.proof.matches_record(tour.record.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"));
        }
    }
}

#[test]
fn a_log_replays_to_the_same_table_and_a_snapshot_is_the_same_table() {
    let (mut world, people) =
        two_people_and_two_bots(RulesSpec::parse("calza").unwrap().try_into().unwrap(), 1);
    play_out(&mut world, &people, &mut Xoshiro256PlusPlus::seed_from_u64(5));
    let mut again = Table::open(&world.log[0]).unwrap();
    for (index, entry) in world.log.iter().enumerate().skip(1) {
        let text = serde_json::to_string(entry).unwrap();
        again.apply(&serde_json::from_str(&text).unwrap());
        if index % 7 == 0 {
            again = serde_json::from_str(&serde_json::to_string(&again).unwrap()).unwrap();
        }
    }
    assert_eq!(again, *world.table());
}

#[test]
fn an_unfinished_game_is_a_record_without_others_dice() {
    let (mut world, people) = two_people_and_two_bots(tournament(), 1);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut checked = 0;
    while world.log.len() < 60 && world.table().stage() == Stage::Waiting || checked < 20 {
        let due = world.settle();
        let Some(person) = world.turn() else {
            match due {
                Some(due) if world.table().stage() == Stage::Playing => world.now = due,
                _ => break,
            }
            continue;
        };
        for (_, viewer) in &people {
            let text = world.history().unfinished(Viewer::Person(*viewer)).unwrap();
            Replay::read(text.as_bytes()).1.unwrap();
            assert!(text.contains("is being played"), "{text}");
            checked += 1;
        }
        let spectator = world.history().unfinished(Viewer::Spectator).unwrap();
        assert!(!spectator.contains(" has "), "{spectator}");
        let number = people.iter().find(|(_, id)| *id == person).unwrap().0;
        let legal = world.table().seen_by(Viewer::Spectator).tour().unwrap().game().legal_actions();
        let action = legal.pick(random.random_range(0..legal.len())).unwrap();
        world.ask(number, GuestCommand::Act(action));
    }
    assert!(checked >= 10);
}

#[test]
fn a_player_whose_time_runs_out_is_played_by_a_bot_until_they_act_again() {
    let clock = Clock { turn: Some(10), bank: 5 };
    let mut world = World::new(Settings { clock, ..settings(tournament(), 2) });
    let anna = world.come(1, "anna");
    let boris = world.come(2, "boris");
    world.ask(1, GuestCommand::Start);
    world.settle();
    let (number, person) = if world.turn() == Some(anna) { (1, anna) } else { (2, boris) };
    world.wait(14);
    assert_eq!(world.turn(), Some(person), "turn and bank are not over");
    world.wait(2);
    let away: Vec<_> = world.table().seen_by(Viewer::Spectator).people().map(|(_, p)| p.away).collect();
    assert!(away.contains(&Some(Absence::Late)));
    assert!(world.log.iter().any(|entry| matches!(
        entry.event,
        TableEvent::Public(PublicEvent::Acted { by: perudo_table::Actor::Bot, .. })
    )));
    world.ask(number, GuestCommand::Return);
    assert_eq!(world.table().person(person).unwrap().away, None);
    assert_eq!(world.refused(number, GuestCommand::Return), "already");
}

#[test]
fn a_player_without_connection_is_played_by_a_bot_after_a_grace_period_and_is_back_by_connecting() {
    let mut world =
        World::new(Settings { clock: Clock { turn: None, bank: 0 }, ..settings(tournament(), 2) });
    let anna = world.come(1, "anna");
    world.come(2, "boris");
    world.ask(1, GuestCommand::Start);
    world.settle();
    world.driver.disconnect(guest(1), world.now);
    world.wait(14);
    assert_eq!(world.table().person(anna).unwrap().away, None, "a reload is nothing");
    world.wait(2);
    assert_eq!(world.table().person(anna).unwrap().away, Some(Absence::Gone));
    assert_eq!(world.table().host(), world.table().person_of(guest(2)), "the host's role has moved on");
    world.driver.connect(guest(1), world.now);
    world.settle();
    assert_eq!(world.table().person(anna).unwrap().away, None);
}

#[test]
fn the_host_rules_the_table_and_others_do_not() {
    let mut world = World::new(settings(tournament(), 3));
    world.come(1, "anna");
    let boris = world.come(2, "boris");
    for command in [
        GuestCommand::Start,
        GuestCommand::AddBot { chair: None, level: "steady".to_owned() },
        GuestCommand::Remove { person: None, chair: Some(0) },
        GuestCommand::Lock(true),
        GuestCommand::Unbar { person: boris },
        GuestCommand::PassHost { to: boris },
        GuestCommand::SwitchChat(false),
        GuestCommand::Silence { person: boris, on: true },
        GuestCommand::Change { settings: Box::new(settings(tournament(), 4)) },
    ] {
        assert_eq!(world.refused(2, command), "not-host");
    }
    assert_eq!(world.refused(9, GuestCommand::Say("hi".to_owned())), "not-joined");
    world.ask(1, GuestCommand::Silence { person: boris, on: true });
    assert_eq!(world.refused(2, GuestCommand::Say("hi".to_owned())), "chat-off");
    world.ask(1, GuestCommand::Silence { person: boris, on: false });
    world.ask(2, GuestCommand::Say("hi".to_owned()));
    world.ask(1, GuestCommand::SwitchChat(false));
    assert_eq!(world.refused(2, GuestCommand::Emote("wow".to_owned())), "chat-off");
    world.ask(1, GuestCommand::PassHost { to: boris });
    world.ask(2, GuestCommand::Remove { person: None, chair: Some(0) });
    assert_eq!(world.refused(1, GuestCommand::Join(joining("anna"))), "removed");
    assert!(world.table().chairs()[0].is_empty());
    assert_eq!(world.refused(2, GuestCommand::Start), "too-few-players");
}

/// A tour of a person and two bots that take their time, in which the person has no dice any more.
fn bots_alone() -> World {
    let usual = Settings {
        speed: Speed::Slow,
        ..settings(RulesSpec::parse("tournament dice=2").unwrap().try_into().unwrap(), 3)
    };
    let mut world = World::new(usual);
    world.come_with_chain(1, "anna");
    for _ in 0..2 {
        world.ask(1, GuestCommand::AddBot { chair: None, level: "novice".to_owned() });
    }
    world.ask(1, GuestCommand::Start);
    for _ in 0..10_000 {
        let due = world.settle();
        let tour = world.table().seen_by(Viewer::Spectator).tour().unwrap();
        assert_eq!(world.table().stage(), Stage::Playing, "bots are left in it");
        if tour.game().dice(Seat::FIRST) == 0 {
            return world;
        }
        match world.turn() {
            Some(_) => {
                assert_eq!(world.refused(1, GuestCommand::Skip), "people-play");
                // Whoever bids as much as can be loses soon.
                let action = tour.game().legal_actions().iter().last().unwrap();
                world.ask(1, GuestCommand::Act(action));
            }
            None => world.now = due.unwrap(),
        }
    }
    panic!("she never loses");
}

#[test]
fn bots_remember_earlier_tours_as_long_as_the_players_are_the_same() {
    let mut world = World::new(settings(tournament(), 3));
    world.join(1, Joining { watch: true, ..joining("anna") });
    for _ in 0..3 {
        world.ask(1, GuestCommand::AddBot { chair: None, level: "novice".to_owned() });
    }
    for tour in 1..=6 {
        if tour == 6 {
            world.ask(1, GuestCommand::Remove { person: None, chair: Some(1) });
            world.ask(1, GuestCommand::AddBot { chair: Some(1), level: "steady".to_owned() });
        }
        world.ask(1, GuestCommand::Start);
        while world.history().tours().len() < tour {
            world.pass_time();
        }
    }
    let first = |tour| world.remembered[&tour][0];
    let rounds = |tour| world.remembered[&tour].last().unwrap() - first(tour) + 1;
    assert_eq!((first(1), first(2)), (0, rounds(1)));
    assert_eq!(first(3), (rounds(1) + rounds(2)).min(PlayedRound::REMEMBERED));
    assert_eq!(first(5), PlayedRound::REMEMBERED, "no more than that, however long they play");
    assert_eq!(first(6), 0, "one of them is somebody else");
}

#[test]
fn bots_that_are_left_alone_finish_a_tour_quickly_if_someone_who_played_in_it_wants_that() {
    let mut world = bots_alone();
    world.come(2, "late");
    world.come(3, "later");
    assert_eq!(world.refused(2, GuestCommand::Skip), "not-playing", "they have had no part in it");
    assert_eq!(world.refused(9, GuestCommand::Skip), "not-joined");
    let begun = world.now;
    world.ask(1, GuestCommand::Skip);
    assert_eq!(world.refused(1, GuestCommand::Skip), "already");
    while world.table().stage() == Stage::Playing {
        world.pass_time();
    }
    let moves = world.log.iter().filter(|entry| entry.at >= begun).count() as u32;
    let took = world.now.since(begun);
    assert!(took <= Speed::Instant.thinking() * 2 * moves, "{moves} moves took {took:?}");
    assert_eq!(world.refused(1, GuestCommand::Skip), "not-playing", "it is over");
    assert_eq!(world.history().tours().len(), 1, "its record is whole");

    // What was asked for in that tour does not skip the next one.
    let seen = world.table().seq();
    world.ask(1, GuestCommand::Start);
    world.settle();
    let late = world.table().decide(guest(1), seen, &GuestCommand::Skip);
    assert_eq!(late.unwrap_err().name(), "stale");
}

#[test]
fn nothing_is_skipped_while_a_stand_in_plays_for_somebody() {
    let mut world = World::new(settings(tournament(), 3));
    world.come(1, "anna");
    world.ask(1, GuestCommand::AddBot { chair: None, level: "steady".to_owned() });
    world.ask(1, GuestCommand::Start);
    world.settle();
    world.driver.disconnect(guest(1), world.now);
    world.now = world.now.after(Duration::from_secs(16));
    let _ = world.advance();
    assert!(matches!(world.log.last().unwrap().event, TableEvent::Public(PublicEvent::Away { .. })));
    assert_eq!(world.refused(1, GuestCommand::Skip), "people-play");
}

#[test]
fn late_comers_queue_and_play_in_the_next_tour_in_a_bots_place_if_need_be() {
    let mut world = World::new(Settings { tours: 2, speed: Speed::Quick, ..settings(tournament(), 3) });
    let anna = world.come(1, "anna");
    world.ask(1, GuestCommand::AddBot { chair: None, level: "steady".to_owned() });
    world.ask(1, GuestCommand::AddBot { chair: None, level: "steady".to_owned() });
    world.ask(1, GuestCommand::Start);
    world.settle();
    let clara = world.come(3, "clara");
    assert_eq!(world.table().person(clara).unwrap().place, Place::Queue);
    assert_eq!(world.refused(3, GuestCommand::Act(Action::Dudo)), "not-playing");
    play_out(&mut world, &[(1, anna)], &mut Xoshiro256PlusPlus::seed_from_u64(1));
    world.pass_time();
    assert_eq!(world.table().stage(), Stage::Playing);
    assert_eq!(world.table().person(clara).unwrap().place, Place::Chair(2));
    assert_eq!(world.table().seat_of(Viewer::Person(clara)).map(|seat| seat.index()), Some(2));
}

#[test]
fn who_leaves_in_the_middle_takes_their_dice_along_and_the_record_says_so() {
    let mut world = World::new(settings(tournament(), 3));
    let people: Vec<_> =
        ["anna", "boris", "clara"].iter().zip(1..).map(|(name, n)| (n, world.come(n, name))).collect();
    world.ask(1, GuestCommand::Start);
    world.settle();
    world.ask(2, GuestCommand::Leave);
    world.settle();
    assert!(world.log.iter().any(|e| matches!(e.event, TableEvent::Public(PublicEvent::Withdrawn { .. }))));
    play_out(&mut world, &people, &mut Xoshiro256PlusPlus::seed_from_u64(3));
    let history = world.history();
    assert!(history.tours()[0].record.contains("\nboris out\n"), "{}", history.tours()[0].record);
    Replay::read(history.tours()[0].record.as_bytes()).1.unwrap();
    history.tours()[0].proof.verify().unwrap();
}

#[test]
fn a_throw_waits_for_links_a_while_and_then_goes_without_them_visibly() {
    let mut world = World::new(settings(tournament(), 2));
    world.come_with_chain(1, "anna");
    world.come_with_chain(2, "boris");
    world.ask(1, GuestCommand::Start);
    let (_, silent, _) = world.chains.pop().unwrap();
    world.settle();
    assert!(!world.log.iter().any(|entry| matches!(entry.event, TableEvent::Thrown { .. })));
    world.now = world.now.after(Duration::from_millis(1_500));
    world.settle();
    let thrown = world.log.iter().find_map(|entry| match &entry.event {
        TableEvent::Thrown { links, .. } => Some(links.clone()),
        _ => None,
    });
    let links = thrown.unwrap();
    assert_eq!((links.seats.len(), links.withheld.len()), (1, 1));
    // A link that is none of the chain is as good as no link.
    assert_ne!(silent.tip(), Link::new([0; 32]));
}

#[test]
fn empty_tables_close_and_absent_people_lose_their_chairs_outside_tours() {
    let mut world = World::new(settings(tournament(), 2));
    world.come(1, "anna");
    world.come(2, "boris");
    world.driver.disconnect(guest(2), world.now);
    world.wait(299);
    assert_eq!(world.table().chairs()[1].person(), Some(PersonId(1)));
    world.wait(2);
    assert!(world.table().chairs()[1].is_empty());
    world.driver.disconnect(guest(1), world.now);
    world.wait(599);
    assert_ne!(world.table().stage(), Stage::Closed);
    world.wait(2);
    assert_eq!(world.table().stage(), Stage::Closed);
    assert_eq!(world.refused(1, GuestCommand::Join(joining("anna"))), "closed");
}

#[test]
fn names_are_unique_as_records_write_them() {
    let mut world = World::new(settings(tournament(), 6));
    world.come(1, "Anna B");
    for taken in ["Anna B", "anna_b", " Anna  B "] {
        assert_eq!(world.refused(2, GuestCommand::Join(joining(taken))), "name-taken", "{taken:?}");
    }
    assert_eq!(world.refused(2, GuestCommand::Join(joining("a:b"))), "bad-name");
    world.ask(1, GuestCommand::AddBot { chair: None, level: "steady".to_owned() });
    assert_eq!(world.refused(2, GuestCommand::Join(joining("blaise"))), "name-taken");
}

#[test]
fn a_command_that_is_sent_again_is_known() {
    let mut world = World::new(settings(tournament(), 2));
    world.come(1, "anna");
    let id = world.log.len() as u64 - 1;
    let again = world.table().repeat(guest(1), CommandId { id, seen: 0 });
    assert_eq!(again, Repeat::Done(2));
    assert_eq!(world.table().repeat(guest(1), CommandId { id: 77, seen: 2 }), Repeat::New);
}

#[test]
fn the_servers_chain_is_renewed_before_it_runs_out_of_links() {
    let mut world = World::new(Settings { tours: 100, ..settings(tournament(), 2) });
    let anna = world.come_with_chain(1, "anna");
    world.ask(1, GuestCommand::AddBot { chair: None, level: "novice".to_owned() });
    world.ask(1, GuestCommand::Start);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let renewed = |world: &World| {
        world.log.iter().any(|entry| {
            matches!(entry.event, TableEvent::Public(PublicEvent::Committed { person: None, .. }))
        })
    };
    while !renewed(&world) {
        play_out(&mut world, &[(1, anna)], &mut random);
        world.pass_time();
    }
    play_out(&mut world, &[(1, anna)], &mut random);
    for tour in world.history().tours() {
        tour.proof.verify().unwrap_or_else(|fault| panic!("tour {}: {fault:?}", tour.number));
    }
}

#[test]
fn no_viewer_is_shown_the_dice_of_another_before_the_showdown() {
    let (mut world, people) = two_people_and_two_bots(tournament(), 1);
    world.settle();
    let roll = world.log.iter().rev().find(|entry| entry.event.has_private_side()).unwrap();
    for (_, person) in &people {
        let seat = world.table().seat_of(Viewer::Person(*person));
        let SeenEvent::Rolled { own: Some(own), .. } = roll.event.seen_by(seat) else { panic!("no dice") };
        assert_eq!(Some(own.seat), seat);
        let tour = world.table().seen_by(Viewer::Person(*person)).tour().unwrap();
        assert_eq!(tour.own().unwrap().hand, own.hand);
    }
    let SeenEvent::Rolled { own: None, .. } = roll.event.seen_by(None) else {
        panic!("a spectator sees dice")
    };
    assert_eq!(world.table().seen_by(Viewer::Spectator).tour().unwrap().own(), None);
    world.ask(1, GuestCommand::Leave);
    let gone = Viewer::Person(people[0].1);
    assert_eq!(world.table().seen_by(gone).tour().unwrap().own(), None, "who has left sees no more");
}

#[test]
fn what_changes_nothing_is_refused_and_costs_no_line_of_the_log() {
    let mut world = World::new(settings(tournament(), 3));
    world.come(1, "anna");
    let boris = world.come(2, "boris");
    let tip = Link::new([7; 32]);
    world.ask(1, GuestCommand::Silence { person: boris, on: true });
    world.ask(1, GuestCommand::SwitchChat(false));
    world.ask(1, GuestCommand::Commit { tip, closed: None });
    for command in [
        GuestCommand::Silence { person: boris, on: true },
        GuestCommand::SwitchChat(false),
        GuestCommand::Commit { tip, closed: None },
        GuestCommand::PassHost { to: PersonId(0) },
        GuestCommand::Change { settings: Box::new(world.table().settings().clone()) },
        GuestCommand::Return,
        GuestCommand::Remove { person: None, chair: Some(2) },
        GuestCommand::Lock(false),
        GuestCommand::Unbar { person: boris },
    ] {
        assert_eq!(world.refused(1, command.clone()), "already", "{command:?}");
    }
    world.ask(1, GuestCommand::Silence { person: boris, on: false });
    assert_eq!(world.refused(1, GuestCommand::Silence { person: boris, on: false }), "already");
}
