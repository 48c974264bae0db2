//! Commands that come late, again or from the wrong person.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use perudo_rules::{Action, Bid, Face, Preset};
use perudo_table::{
    Clock, CommandId, Done, Driver, Guest, GuestCommand, Joining, Moment, PersonId, Place, Settings, Speed,
    Stage, Table, TableError, Viewer,
};

/// A table, its clock and the people around it.
struct World {
    driver: Driver,
    now: Moment,
    commands: u64,
}

fn guest(number: u128) -> Guest {
    Guest::of_secret(number.to_be_bytes())
}

fn join(name: &str) -> GuestCommand {
    let name = name.to_owned();
    GuestCommand::Join(Joining {
        name,
        chair: None,
        watch: false,
        program: false,
        tip: None,
        closed: None,
        account: None,
    })
}

fn watch(name: &str) -> GuestCommand {
    let name = name.to_owned();
    GuestCommand::Join(Joining {
        name,
        chair: None,
        watch: true,
        program: false,
        tip: None,
        closed: None,
        account: None,
    })
}

fn remove(person: PersonId) -> GuestCommand {
    GuestCommand::Remove { person: Some(person), chair: None }
}

fn remove_from(chair: u8) -> GuestCommand {
    GuestCommand::Remove { person: None, chair: Some(chair) }
}

fn steady(chair: Option<u8>) -> GuestCommand {
    GuestCommand::AddBot { chair, level: "steady".to_owned() }
}

const ANNA: u128 = 1;
const BORIS: u128 = 2;
const CLARA: u128 = 3;
const MALLORY: u128 = 66;

impl World {
    fn new(seats: u8) -> World {
        let clock = Clock { turn: Some(20), bank: 0 };
        let settings =
            Settings { seats, clock, speed: Speed::Instant, ..Settings::usual(Preset::Classic.rules()) };
        let now = Moment(1_000_000);
        World { driver: Driver::open("kitchen".to_owned(), settings, [42; 32], now).0, now, commands: 0 }
    }

    fn table(&self) -> &Table {
        self.driver.table()
    }

    fn seq(&self) -> u64 {
        self.table().seq()
    }

    /// Sends a command that was written after the event `seen`.
    fn send(&mut self, by: u128, seen: u64, command: &GuestCommand) -> Result<(), TableError> {
        self.commands += 1;
        let id = CommandId { id: self.commands, seen };
        let done = self.driver.command(guest(by), id, command, self.now)?;
        assert!(matches!(done, Done::Now(_)));
        let _ = self.driver.advance(self.now, |_, _| {});
        Ok(())
    }

    #[track_caller]
    fn ask(&mut self, by: u128, command: GuestCommand) {
        self.send(by, self.seq(), &command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    }

    #[track_caller]
    fn refused(&mut self, by: u128, seen: u64, command: GuestCommand) -> &'static str {
        let before = self.seq();
        let error = self.send(by, seen, &command).expect_err("it should be refused");
        assert_eq!(self.seq(), before);
        error.name()
    }

    #[track_caller]
    fn come(&mut self, number: u128, command: GuestCommand) -> PersonId {
        self.connect(number);
        self.ask(number, command);
        self.table().person_of(guest(number)).unwrap()
    }

    fn connect(&mut self, number: u128) {
        self.driver.connect(guest(number), self.now);
        let _ = self.driver.advance(self.now, |_, _| {});
    }

    fn disconnect(&mut self, number: u128) {
        self.driver.disconnect(guest(number), self.now);
    }

    fn wait(&mut self, seconds: u64) {
        self.now = self.now.after(Duration::from_secs(seconds));
        while self.driver.advance(self.now, |_, _| {}).wake == Some(self.now) {}
    }

    /// Lets the tour begin, up to the first decision.
    fn start(&mut self, host: u128) {
        self.ask(host, GuestCommand::Start);
        for _ in 0..100 {
            if self.turn().is_some() {
                return;
            }
            self.wait(1);
        }
        panic!("nobody has the turn: {:?}", self.table());
    }

    fn turn(&self) -> Option<PersonId> {
        let tour = self.table().seen_by(Viewer::Spectator).tour()?;
        let player = &tour.players()[tour.game().turn()?.index()];
        self.table().chairs()[usize::from(player.chair)].person()
    }

    fn host(&self) -> Option<Guest> {
        self.table().host().and_then(|host| self.table().guest_of(host))
    }

    fn place(&self, number: u128) -> Place {
        let id = self.table().person_of(guest(number)).unwrap();
        self.table().person(id).unwrap().place
    }
}

fn bid(count: u8, face: Face) -> GuestCommand {
    GuestCommand::Act(Action::Bid(Bid::new(count, face)))
}

/// Anna and Boris, who have begun to play; the first is the one who has the turn.
fn two_players() -> (World, u128, u128) {
    let mut world = World::new(3);
    let anna = world.come(ANNA, join("anna"));
    world.come(BORIS, join("boris"));
    world.start(ANNA);
    let (first, second) = if world.turn() == Some(anna) { (ANNA, BORIS) } else { (BORIS, ANNA) };
    (world, first, second)
}

#[test]
fn a_doubt_that_comes_late_doubts_no_other_bid() {
    let (mut world, first, second) = two_players();
    world.ask(first, bid(1, Face::Two));
    let seen = world.seq();
    // The doubt is lost on its way, the player is away, and the stand-in and the other one play on.
    world.ask(second, bid(1, Face::Three));
    world.ask(first, bid(1, Face::Four));
    assert_eq!(world.refused(second, seen, GuestCommand::Act(Action::Dudo)), "stale");
    assert_eq!(world.refused(second, seen, bid(4, Face::Six)), "stale");
    world.ask(second, GuestCommand::Act(Action::Dudo));
}

#[test]
fn a_decision_is_not_stale_because_of_what_is_not_about_the_turn() {
    let (mut world, first, second) = two_players();
    let seen = world.seq();
    world.ask(second, GuestCommand::Say("hurry up".to_owned()));
    world.ask(second, GuestCommand::Emote("think".to_owned()));
    world.come(CLARA, watch("clara"));
    world.ask(CLARA, GuestCommand::Leave);
    world.ask(ANNA, GuestCommand::SwitchChat(false));
    world.ask(ANNA, GuestCommand::Lock(true));
    // Even if the time is over: it is still the same decision.
    world.wait(20);
    let away = world.table().person(world.turn().unwrap()).unwrap().away;
    assert!(away.is_some());
    world.send(first, seen, &bid(1, Face::Two)).unwrap();
}

#[test]
fn a_decision_of_a_void_round_or_another_tour_is_stale() {
    let (mut world, first, second) = two_players();
    let clara = world.come(CLARA, join("clara"));
    let before_tour = world.seq();
    world.ask(first, GuestCommand::Leave);
    assert_eq!(world.refused(second, before_tour, bid(1, Face::Two)), "not-playing");
    let host = if second == BORIS { BORIS } else { ANNA };
    world.start(host);
    assert!(matches!(world.table().person(clara).unwrap().place, Place::Chair(_)));
    for number in [second, CLARA] {
        assert_eq!(world.refused(number, before_tour, bid(1, Face::Two)), "stale");
    }
    let seen = world.seq();
    world.come(first, join("dora"));
    world.ask(host, remove(clara));
    world.wait(1);
    assert_eq!(world.table().stage(), Stage::Waiting, "one was left");
    assert_eq!(world.refused(second, seen, GuestCommand::Start), "stale", "it was for another match");
}

#[test]
fn a_removal_that_comes_late_removes_nobody_else() {
    let mut world = World::new(3);
    world.come(ANNA, join("anna"));
    let mallory = world.come(MALLORY, join("mallory"));
    let seen = world.seq();
    world.ask(MALLORY, GuestCommand::Leave);
    let boris = world.come(BORIS, join("boris"));
    assert_eq!(world.table().chairs()[1].person(), Some(boris), "boris sits where mallory sat");
    assert_eq!(world.refused(ANNA, seen, remove_from(1)), "stale");
    assert_eq!(world.refused(ANNA, seen, remove(mallory)), "no-such-person");
    assert_eq!(world.refused(ANNA, seen, steady(Some(1))), "chair-taken");
    world.ask(ANNA, steady(Some(2)));
    assert_eq!(world.refused(ANNA, seen, remove_from(2)), "stale");
    assert_eq!(world.refused(ANNA, seen, steady(Some(2))), "stale");
    world.ask(ANNA, remove_from(2));
    // Old clients name a chair only: fine, as long as nobody else sits there.
    world.ask(ANNA, remove_from(1));
    assert_eq!(world.refused(BORIS, 0, join("boris")), "removed");
}

#[test]
fn a_number_that_another_person_has_got_is_not_meant() {
    let mut world = World::new(2);
    world.come(ANNA, join("anna"));
    let mallory = world.come(MALLORY, watch("mallory"));
    world.ask(MALLORY, GuestCommand::Leave);
    let seen = world.seq();
    for number in 1_000..1_199 {
        world.come(number, watch(&format!("guest {number}")));
        world.ask(number, GuestCommand::Leave);
    }
    let boris = (2_000..).map(|number| (number, world.come(number, watch(&format!("boris {number}")))));
    let (boris, _) = boris.take(300).find(|(_, person)| *person == mallory).expect("numbers are used again");
    for command in [
        remove(mallory),
        GuestCommand::Silence { person: mallory, on: true },
        GuestCommand::PassHost { to: mallory },
    ] {
        assert_eq!(world.refused(ANNA, seen, command), "stale");
    }
    world.ask(ANNA, remove(mallory));
    assert_eq!(world.place(boris), Place::Gone);
}

#[test]
fn leaving_and_handing_the_table_over_are_about_the_time_when_they_were_asked_for() {
    let mut world = World::new(3);
    world.come(ANNA, join("anna"));
    let boris = world.come(BORIS, join("boris"));
    let seen = world.seq();
    world.ask(BORIS, GuestCommand::Leave);
    world.ask(BORIS, join("boris"));
    assert_eq!(world.refused(BORIS, seen, GuestCommand::Leave), "stale");
    world.ask(ANNA, GuestCommand::PassHost { to: boris });
    world.ask(BORIS, GuestCommand::PassHost { to: PersonId(0) });
    assert_eq!(world.refused(ANNA, seen, GuestCommand::PassHost { to: boris }), "stale");
}

#[test]
fn what_others_do_makes_no_command_too_old() {
    let (mut world, first, _) = two_players();
    let seen = world.seq();
    for number in 100..110 {
        world.come(number, watch(&format!("guest {number}")));
        for _ in 0..100 {
            world.ask(number, GuestCommand::Emote("wow".to_owned()));
        }
    }
    world.send(first, seen, &bid(1, Face::Two)).unwrap();
}

#[test]
fn a_command_is_carried_out_once_even_if_its_guest_is_forgotten() {
    let mut world = World::new(2);
    world.come(ANNA, join("anna"));
    world.come(MALLORY, watch("mallory"));
    let id = CommandId { id: 7_777, seen: world.seq() };
    let emote = GuestCommand::Emote("wow".to_owned());
    assert!(matches!(world.driver.command(guest(MALLORY), id, &emote, world.now), Ok(Done::Now(_))));
    let done = world.seq();
    let again = world.driver.command(guest(MALLORY), id, &emote, world.now);
    assert_eq!(again, Ok(Done::Before(done)));
    world.ask(MALLORY, GuestCommand::Leave);
    for number in 1_000..1_500 {
        world.come(number, watch(&format!("guest {number}")));
        world.ask(number, GuestCommand::Leave);
    }
    assert_eq!(world.driver.command(guest(MALLORY), id, &emote, world.now), Err(TableError::TooOld));
    world.ask(MALLORY, watch("mallory"));
    assert_eq!(world.driver.command(guest(MALLORY), id, &emote, world.now), Err(TableError::TooOld));
}

#[test]
fn people_in_the_queue_and_those_who_watch_are_removed_like_anyone() {
    let (mut world, _, _) = two_players();
    let clara = world.come(CLARA, join("clara"));
    assert_eq!(world.place(CLARA), Place::Queue);
    let mallory = world.come(MALLORY, watch("mallory"));
    for (number, person) in [(CLARA, clara), (MALLORY, mallory)] {
        world.ask(ANNA, remove(person));
        assert_eq!(world.refused(number, 0, join("again")), "removed");
    }
    let barred = |world: &World| {
        let seen = world.table().seen_by(Viewer::Spectator);
        seen.barred().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(barred(&world), [clara, mallory]);
    world.ask(ANNA, GuestCommand::Unbar { person: clara });
    assert_eq!(barred(&world), [mallory]);
    world.ask(CLARA, join("clara"));
}

#[test]
fn any_number_of_people_can_be_removed_and_the_latest_stay_so() {
    let mut world = World::new(2);
    world.come(ANNA, join("anna"));
    for number in 1_000..1_400 {
        let person = world.come(number, watch(&format!("guest {number}")));
        world.ask(ANNA, remove(person));
        world.disconnect(number);
    }
    for number in [1_000, 1_399] {
        let seen = world.seq();
        assert_eq!(world.refused(number, seen, watch("again")), "removed", "{number}");
    }
}

#[test]
fn a_locked_table_lets_nobody_new_in() {
    let mut world = World::new(3);
    world.come(ANNA, join("anna"));
    world.come(BORIS, join("boris"));
    world.ask(ANNA, GuestCommand::Lock(true));
    world.connect(MALLORY);
    for command in [join("mallory"), watch("mallory")] {
        assert_eq!(world.refused(MALLORY, 0, command), "locked");
    }
    world.ask(BORIS, GuestCommand::Leave);
    world.ask(BORIS, join("boris"));
    world.ask(ANNA, GuestCommand::Lock(false));
    world.ask(MALLORY, join("mallory"));
}

#[test]
fn a_stand_in_for_the_host_cannot_send_away_those_who_came_first() {
    let mut world = World::new(4);
    let anna = world.come(ANNA, join("anna"));
    let boris = world.come(BORIS, watch("boris"));
    let mallory = world.come(MALLORY, join("mallory"));
    let clara = world.come(CLARA, join("clara"));
    world.disconnect(ANNA);
    world.wait(16);
    assert_eq!(world.host(), Some(guest(BORIS)), "a friend, though mallory has a chair");
    world.disconnect(BORIS);
    world.wait(16);
    assert_eq!(world.host(), Some(guest(MALLORY)), "nobody else is there who came earlier");
    for person in [anna, boris] {
        let seen = world.seq();
        assert_eq!(world.refused(MALLORY, seen, remove(person)), "came-first");
        let silence = GuestCommand::Silence { person, on: true };
        assert_eq!(world.refused(MALLORY, seen, silence), "came-first");
    }
    world.ask(MALLORY, remove(clara));
    world.ask(MALLORY, GuestCommand::Lock(true));
    // Whoever made the table gets the host's place back, even after having left.
    world.ask(ANNA, GuestCommand::Leave);
    world.connect(ANNA);
    assert_eq!(world.host(), Some(guest(MALLORY)));
    world.ask(ANNA, join("anna"));
    assert_eq!(world.host(), Some(guest(ANNA)));
    world.ask(ANNA, remove(mallory));
}

#[test]
fn a_table_that_was_handed_over_is_not_taken_back() {
    let mut world = World::new(3);
    let anna = world.come(ANNA, join("anna"));
    let boris = world.come(BORIS, join("boris"));
    world.ask(ANNA, GuestCommand::PassHost { to: boris });
    world.wait(60);
    assert_eq!(world.host(), Some(guest(BORIS)));
    world.disconnect(BORIS);
    world.wait(16);
    assert_eq!(world.host(), Some(guest(ANNA)), "she stands in");
    let seen = world.seq();
    assert_eq!(world.refused(ANNA, seen, remove(boris)), "came-first", "though she came earlier");
    world.connect(BORIS);
    assert_eq!(world.host(), Some(guest(BORIS)));
    world.ask(BORIS, remove(anna));
}

#[test]
fn a_bot_that_plays_is_not_removed_and_its_round_goes_on() {
    let mut world = World::new(3);
    world.come(ANNA, join("anna"));
    world.come(BORIS, join("boris"));
    world.ask(ANNA, steady(Some(2)));
    world.ask(ANNA, GuestCommand::Start);
    world.wait(5);
    assert_eq!(world.table().stage(), Stage::Playing);
    let seen = world.seq();
    assert_eq!(world.refused(ANNA, seen, remove_from(2)), "while-playing");
}

#[test]
fn who_joins_without_a_connection_has_time_to_connect_and_not_for_ever() {
    let mut world = World::new(4);
    world.come(ANNA, join("anna"));
    // The table is older than the time for which people without a connection are kept.
    world.wait(600);
    world.ask(BORIS, join("boris"));
    assert_eq!(world.place(BORIS), Place::Chair(1), "not gone at once");
    world.ask(MALLORY, join("mallory"));
    world.wait(29);
    world.connect(BORIS);
    world.wait(2);
    assert_eq!(world.place(MALLORY), Place::Gone, "a ghost");
    world.disconnect(BORIS);
    world.wait(299);
    assert_eq!(world.place(BORIS), Place::Chair(1), "whoever was here may come back");
    world.wait(2);
    assert_eq!(world.place(BORIS), Place::Gone);
}

#[test]
fn those_who_only_watch_publish_no_tips() {
    let (mut world, _, _) = two_players();
    world.come(MALLORY, watch("mallory"));
    let seen = world.seq();
    let commit = GuestCommand::Commit { tip: perudo_table::fair::Link::new([7; 32]), closed: None };
    assert_eq!(world.refused(MALLORY, seen, commit), "not-playing");
}
