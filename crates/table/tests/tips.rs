//! Tips that count for a throw are fixed before the first link for it is given: attacks on that, and a crowd that comes
//! and goes at the worst moments.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::time::Duration;

use perudo_rules::{Action, PhaseName, Rules, Seat};
use perudo_table::fair::{Chain, Link, Proof, Version};
use perudo_table::{
    CommandId, Done, Driver, Entry, Guest, GuestCommand, History, Joining, Links, Moment, Settings, Speed,
    Stage, TableError, TableEvent, ThrownDice, Viewer,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A table at which nothing happens by itself but what is due at once.
struct Kitchen {
    driver: Driver,
    log: Vec<Entry>,
    now: Moment,
    commands: u64,
}

fn guest(number: u8) -> Guest {
    Guest::of_secret([number; 16])
}

fn chain(seed: u8) -> Chain {
    Chain::new([seed; 32], 1024)
}

impl Kitchen {
    /// So many people, each with the chain of their number, one die each, and a tour that has begun.
    fn new(people: u8) -> Kitchen {
        let rules: Rules = "classic dice=1".parse().unwrap();
        let settings = Settings { seats: people, speed: Speed::Instant, ..Settings::usual(rules) };
        let now = Moment(1_000_000);
        let (driver, opened) = Driver::open("kitchen".to_owned(), settings, [42; 32], now);
        let mut kitchen = Kitchen { driver, log: vec![opened], now, commands: 0 };
        for number in 1..=people {
            kitchen.driver.connect(guest(number), now);
            kitchen.join(number, Some(chain(number).tip()));
        }
        kitchen.ask(1, GuestCommand::Start).unwrap();
        kitchen.advance();
        kitchen
    }

    fn ask(&mut self, by: u8, command: GuestCommand) -> Result<(), TableError> {
        self.commands += 1;
        let id = CommandId { id: self.commands, seen: self.driver.table().seq() };
        if let Done::Now(entry) = self.driver.command(guest(by), id, &command, self.now)? {
            self.log.push(entry);
        }
        Ok(())
    }

    fn join(&mut self, number: u8, tip: Option<Link>) {
        let name = format!("guest {number}");
        let joining =
            Joining { name, chair: None, watch: false, program: false, tip, closed: None, account: None };
        self.ask(number, GuestCommand::Join(joining)).unwrap();
    }

    fn advance(&mut self) {
        drop(self.driver.advance(self.now, |_, entry| self.log.push(entry)));
    }

    /// The time for links is over.
    fn wait(&mut self) {
        self.now = self.now.after(Duration::from_millis(1_500));
        self.advance();
    }

    fn coming(&self) -> Option<u64> {
        self.driver.table().seen_by(Viewer::Spectator).coming_throw()
    }

    /// Gives the link of that number from a person's chain for the throw that is coming.
    fn give(&mut self, by: u8, chain: &Chain, number: u64) -> Result<Link, TableError> {
        let link = chain.clone().open_nth(number as u32).unwrap();
        self.driver.give_link(guest(by), self.coming().unwrap(), link)?;
        Ok(link)
    }

    /// Everybody of these gives the link of the chain that they came with.
    fn give_all(&mut self, people: &[u8]) {
        let throw = self.coming().unwrap();
        for &number in people {
            self.give(number, &chain(number), throw).unwrap();
        }
    }

    /// The links of the last throw.
    fn thrown(&self) -> &Links {
        let links = self.log.iter().rev().find_map(|entry| match &entry.event {
            TableEvent::Thrown { links, .. } => Some(links),
            _ => None,
        });
        links.unwrap()
    }

    fn throws(&self) -> u64 {
        self.driver.table().seen_by(Viewer::Spectator).throws()
    }

    fn phase(&self) -> PhaseName {
        self.driver.table().seen_by(Viewer::Spectator).tour().unwrap().game().phase().name()
    }

    fn dice(&self, seat: usize) -> u8 {
        let tour = self.driver.table().seen_by(Viewer::Spectator).tour().unwrap();
        tour.game().dice(Seat::new(seat).unwrap())
    }

    /// Whose turn it is, by number.
    fn turn(&self) -> Option<u8> {
        let table = self.driver.table();
        let tour = table.seen_by(Viewer::Spectator).tour()?;
        (table.stage() == Stage::Playing).then_some(())?;
        let player = tour.players().get(tour.game().turn()?.index())?;
        player.name.rsplit(' ').next()?.parse().ok()
    }

    /// The player whose turn it is does the least that is legal, or doubts.
    fn act(&mut self) {
        let by = self.turn().unwrap();
        let tour = self.driver.table().seen_by(Viewer::Spectator).tour().unwrap();
        let legal = tour.game().legal_actions();
        let action = if legal.contains(Action::Dudo) { Action::Dudo } else { legal.iter().next().unwrap() };
        self.ask(by, GuestCommand::Act(action)).unwrap();
        self.advance();
    }

    /// Plays with everybody's links until somebody is out and the dice for the others are about to be thrown;
    /// says who is out.
    fn until_somebody_is_out(&mut self, people: &[u8]) -> u8 {
        loop {
            match (self.coming(), self.turn()) {
                (Some(_), _) if self.phase() == PhaseName::Rolling => {
                    if let Some(&out) = people.iter().find(|&&number| self.dice(usize::from(number) - 1) == 0)
                    {
                        return out;
                    }
                    self.give_all(people);
                    self.advance();
                }
                (Some(_), _) => {
                    self.give_all(people);
                    self.advance();
                }
                (None, Some(_)) => self.act(),
                (None, None) => panic!("the table waits for nobody"),
            }
        }
    }

    fn proofs(&self) -> Vec<Proof> {
        let mut history = History::default();
        for entry in &self.log {
            history.add(entry);
        }
        history.take_tours().into_iter().map(|tour| tour.proof).collect()
    }
}

fn seat_of(number: u8) -> Seat {
    Seat::new(usize::from(number) - 1).unwrap()
}

/// The attack: everybody's links for the throw are known to the server, and a friend of the server picks a chain whose
/// first link gives the dice they like.
#[test]
fn who_is_out_and_comes_back_with_another_tip_has_no_say_in_the_throw_that_is_coming() {
    let people = [1, 2, 3];
    let mut kitchen = Kitchen::new(3);
    let out = kitchen.until_somebody_is_out(&people);
    let others: Vec<u8> = people.into_iter().filter(|&number| number != out).collect();
    let throw = kitchen.coming().unwrap();
    kitchen.give_all(&others);
    let chosen = chain(99);
    kitchen.ask(out, GuestCommand::Leave).unwrap();
    kitchen.join(out, Some(chosen.tip()));
    assert_eq!(kitchen.give(out, &chosen, 1), Err(TableError::BadLink), "a link of the new chain");
    kitchen.give(out, &chain(out), throw).unwrap();
    kitchen.advance();
    assert_eq!(kitchen.throws(), throw, "nobody waits for who is out");
    let links = kitchen.thrown().clone();
    assert!(links.seats.iter().all(|(seat, _)| *seat != seat_of(out)), "by the chain before neither");
    assert_eq!(links.withheld, []);
    kitchen.act();
    kitchen.act();
    if kitchen.coming().is_some() {
        kitchen.give_all(&others);
        kitchen.give(out, &chosen, 1).unwrap();
        kitchen.advance();
        assert!(kitchen.thrown().seats.iter().all(|(seat, _)| *seat != seat_of(out)));
    }
}

#[test]
fn the_tips_of_a_draw_are_fixed_as_well() {
    let mut kitchen = Kitchen::new(3);
    assert_eq!(kitchen.phase(), PhaseName::Draw);
    kitchen.give_all(&[1, 2]);
    let chosen = chain(99);
    kitchen.ask(3, GuestCommand::Leave).unwrap();
    kitchen.join(3, Some(chosen.tip()));
    assert_eq!(kitchen.give(3, &chosen, 1), Err(TableError::BadLink), "a link of the new chain");
    let own = kitchen.give(3, &chain(3), 1).unwrap();
    kitchen.advance();
    let links = kitchen.thrown();
    assert_eq!(links.seats.last(), Some(&(seat_of(3), own)), "the chain in force counts");
    assert_eq!(links.withheld, []);
}

#[test]
fn a_new_chain_can_be_committed_to_at_any_time_and_counts_from_the_next_throw_that_nobody_was_asked_for() {
    let mut kitchen = Kitchen::new(2);
    let next = chain(99);
    kitchen.ask(2, GuestCommand::Commit { tip: next.tip(), closed: None }).unwrap();
    assert_eq!(kitchen.give(2, &next, 1), Err(TableError::BadLink));
    kitchen.give_all(&[1, 2]);
    kitchen.advance();
    assert_eq!((kitchen.throws(), kitchen.thrown().seats.len()), (1, 2));
    while kitchen.coming().is_none() {
        kitchen.act();
    }
    kitchen.give(1, &chain(1), 2).unwrap();
    kitchen.give(2, &next, 1).unwrap();
    kitchen.advance();
    assert_eq!((kitchen.throws(), kitchen.thrown().seats.len()), (2, 2));
}

#[test]
fn who_leaves_while_links_are_collected_is_in_the_throw_by_link_or_by_name() {
    for gives in [true, false] {
        let mut kitchen = Kitchen::new(3);
        kitchen.give_all(if gives { &[1, 2, 3] } else { &[1, 2] });
        kitchen.ask(3, GuestCommand::Leave).unwrap();
        kitchen.advance();
        let links = kitchen.thrown();
        assert_eq!(links.seats.iter().any(|(seat, _)| *seat == seat_of(3)), gives);
        assert_eq!(links.withheld.contains(&seat_of(3)), !gives);
    }
}

#[test]
fn nobody_waits_for_the_link_of_a_player_who_is_out() {
    for offline in [true, false] {
        let people = [1, 2, 3];
        let mut kitchen = Kitchen::new(3);
        let out = kitchen.until_somebody_is_out(&people);
        let others: Vec<u8> = people.into_iter().filter(|&number| number != out).collect();
        if offline {
            kitchen.driver.disconnect(guest(out), kitchen.now);
        }
        let throw = kitchen.coming().unwrap();
        kitchen.give_all(&others);
        kitchen.advance();
        assert_eq!(kitchen.throws(), throw);
        assert_eq!((kitchen.thrown().seats.len(), &kitchen.thrown().withheld[..]), (2, &[][..]));
    }
}

/// Links for a throw may be known though the throw never came: the tour ended, because everybody else left.
#[test]
fn a_tip_published_after_a_tour_was_cut_short_does_not_count_for_the_throw_that_was_asked_for() {
    let mut kitchen = Kitchen::new(2);
    loop {
        match kitchen.coming() {
            Some(_) if kitchen.phase() == PhaseName::Rolling => break,
            Some(_) => {
                kitchen.give_all(&[1, 2]);
                kitchen.advance();
            }
            None => kitchen.act(),
        }
    }
    let throw = kitchen.coming().unwrap();
    kitchen.give_all(&[1]);
    kitchen.ask(2, GuestCommand::Leave).unwrap();
    kitchen.advance();
    assert_eq!(kitchen.driver.table().stage(), Stage::Waiting);
    kitchen.join(2, Some(chain(99).tip()));
    kitchen.ask(1, GuestCommand::Start).unwrap();
    kitchen.advance();
    assert_eq!(kitchen.coming(), Some(throw));
    assert_eq!(kitchen.give(2, &chain(99), 1), Err(TableError::BadLink));
    kitchen.wait();
    let links = kitchen.thrown();
    assert_eq!(links.seats.len(), 1, "the link given before the tour was cut short counts");
    assert_eq!(links.withheld, [seat_of(2)]);
    for proof in kitchen.proofs() {
        proof.verify().unwrap();
    }
}

/// What a cautious onlooker writes down: the tips published before links for a throw were asked for.
#[derive(Default)]
struct Onlooker {
    tips: BTreeMap<u8, Option<u8>>,
    fixed: Option<(u64, BTreeMap<u8, Option<u8>>)>,
}

#[test]
fn whatever_people_do_while_links_are_collected_the_tips_known_before_are_those_that_count() {
    let (mut tours, mut left, mut withheld) = (0, 0, 0);
    for seed in 0..60 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let people = 2 + (seed % 3) as u8;
        let mut kitchen = Kitchen::new(people);
        let mut onlooker = Onlooker::default();
        let mut seeds = 100;
        // The first throw for which each seed counts.
        let mut since: BTreeMap<u8, u64> = BTreeMap::new();
        for number in 1..=people {
            onlooker.tips.insert(number, Some(number));
            since.insert(number, 1);
        }
        for _ in 0..150 {
            if let Some(throw) = kitchen.coming()
                && onlooker.fixed.as_ref().is_none_or(|(fixed, _)| *fixed != throw)
            {
                onlooker.fixed = Some((throw, onlooker.tips.clone()));
            }
            let number = random.random_range(1..=people);
            let here = kitchen.driver.table().has_joined(guest(number));
            let throws = kitchen.throws();
            // Tips count from the first throw that nobody has been asked for.
            let from = throws.max(onlooker.fixed.as_ref().map_or(0, |(fixed, _)| *fixed)) + 1;
            match random.random_range(0..12) {
                0 if here => {
                    kitchen.ask(number, GuestCommand::Leave).unwrap();
                    onlooker.tips.insert(number, None);
                    left += 1;
                }
                0..4 if !here => {
                    let tip = (seeds < 250 && random.random()).then_some(seeds);
                    seeds += 1;
                    kitchen.join(number, tip.map(|seed| chain(seed).tip()));
                    onlooker.tips.insert(number, tip);
                    tip.map(|seed| since.insert(seed, from));
                }
                1 if here && seeds < 250 => {
                    kitchen
                        .ask(number, GuestCommand::Commit { tip: chain(seeds).tip(), closed: None })
                        .unwrap();
                    onlooker.tips.insert(number, Some(seeds));
                    since.insert(seeds, from);
                    seeds += 1;
                }
                2 | 3 => kitchen.wait(),
                4..9 => {
                    if let (Some(throw), Some((_, tips))) = (kitchen.coming(), &onlooker.fixed)
                        && let Some(seed) = tips.get(&number).copied().flatten()
                        && here
                    {
                        let link = chain(seed).open_nth((throw - since[&seed] + 1) as u32).unwrap();
                        kitchen.driver.give_link(guest(number), throw, link).unwrap();
                    }
                }
                _ => {
                    if kitchen.turn().is_some_and(|by| kitchen.driver.table().has_joined(guest(by))) {
                        kitchen.act();
                    }
                    if kitchen.driver.table().stage() == Stage::Waiting {
                        let _ = (1..=people).try_for_each(|by| match kitchen.ask(by, GuestCommand::Start) {
                            Ok(()) => Err(()),
                            Err(_) => Ok(()),
                        });
                    }
                }
            }
            kitchen.advance();
            if kitchen.throws() > throws {
                let links = kitchen.thrown();
                // Where nobody has a chain, dice are thrown at once.
                let throw = kitchen.throws();
                let fixed = onlooker.fixed.take().filter(|(fixed, _)| *fixed == throw);
                let tips = fixed.map_or_else(|| onlooker.tips.clone(), |(_, tips)| tips);
                let tour = kitchen.driver.table().seen_by(Viewer::Spectator).tour().unwrap();
                let dice = kitchen.log.iter().rev().find_map(|entry| match &entry.event {
                    TableEvent::Thrown { dice, .. } => Some(dice),
                    _ => None,
                });
                for (index, player) in tour.players().iter().enumerate() {
                    let seat = Seat::new(index).unwrap();
                    let number = player.name.rsplit(' ').next().unwrap().parse::<u8>().unwrap();
                    let link = links.seats.iter().find(|(by, _)| *by == seat).map(|(_, link)| *link);
                    let in_tour = !matches!(dice, Some(ThrownDice::Rolled(hands)) if hands[seat].is_empty());
                    match tips.get(&number).copied().flatten().filter(|_| in_tour) {
                        None => assert!(link.is_none() && !links.withheld.contains(&seat)),
                        Some(seed) => {
                            let steps = (throw - since[&seed] + 1) as u32;
                            assert!(link.is_none_or(|link| link.hash_times(steps) == chain(seed).tip()));
                            assert_ne!(link.is_some(), links.withheld.contains(&seat));
                            withheld += u32::from(link.is_none());
                        }
                    }
                }
                if let Some(throw) = kitchen.coming() {
                    onlooker.fixed = Some((throw, onlooker.tips.clone()));
                }
            }
        }
        for proof in kitchen.proofs().iter().filter(|proof| !proof.throws.is_empty()) {
            assert_eq!(proof.version, Version::Two);
            proof.verify().unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
            tours += 1;
        }
    }
    assert!(tours > 50 && left > 100 && withheld > 50, "{tours} {left} {withheld}");
}
