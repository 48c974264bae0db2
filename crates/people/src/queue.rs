//! The queue for quick games: who sits down together, and when.
//!
//! What somebody wants to play is strict; with whom widens with time. It is a function of who waits and what time it is:
//! whoever runs it stores who waits, and the same queue gives the same tables.

use std::collections::BTreeMap;
use std::time::Duration;

use perudo_rules::Preset;
use perudo_table::{Clock, Settings, Speed};

use crate::{Pool, Rating};

/// After so long, somebody is offered to play with bots.
pub const OFFER_BOTS: Duration = Duration::from_secs(20);

/// What somebody wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    players: u8,
    preset: Preset,
    speed: Speed,
    rated: bool,
}

/// There is no such quick game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a quick game has 2, 4 or 6 players, a preset, and is quick, normal or slow")]
pub struct WishError;

impl Wish {
    /// What is wanted, if there is such a game.
    pub fn new(players: u8, preset: &str, speed: &str, rated: bool) -> Result<Wish, WishError> {
        let preset = Preset::named(preset).ok_or(WishError)?;
        let speed = Speed::named(speed).filter(|speed| *speed != Speed::Instant).ok_or(WishError)?;
        if !matches!(players, 2 | 4 | 6) || players > preset.rules().players {
            return Err(WishError);
        }
        Ok(Wish { players, preset, speed, rated })
    }

    /// How many play.
    pub fn players(self) -> u8 {
        self.players
    }

    /// By which rules.
    pub fn preset(self) -> Preset {
        self.preset
    }

    /// How quickly.
    pub fn speed(self) -> Speed {
        self.speed
    }

    /// Whether it is rated.
    pub fn rated(self) -> bool {
        self.rated
    }

    /// The pool whose ratings count.
    pub fn pool(self) -> Pool {
        Pool::of_preset(self.preset, usize::from(self.players))
    }

    /// The table for so many players.
    pub fn settings(self, seats: u8) -> Settings {
        let (turn, bank) = match self.speed {
            Speed::Instant | Speed::Quick => (15, 30),
            Speed::Normal => (30, 60),
            Speed::Slow => (60, 120),
        };
        Settings {
            seats,
            speed: self.speed,
            clock: Clock { turn: Some(turn), bank },
            rated: self.rated,
            public: true,
            ..Settings::usual(self.preset.rules())
        }
    }
}

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiter {
    /// What they want.
    pub wish: Wish,
    /// Their number, if they have a name of their own.
    pub person: Option<i64>,
    /// Whether it is a program, which plays as a bot.
    pub program: bool,
    /// What is believed about their strength.
    pub rating: Rating,
    /// For how long they have waited.
    pub waited: Duration,
    /// Whether they play with bots as well.
    pub bots: bool,
    /// Those with whom they are never seated together.
    pub blocks: Vec<i64>,
}

/// Those who sit down together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their numbers in the queue.
    pub members: Vec<usize>,
    /// How many bots of the server sit with them.
    pub bots: u8,
}

/// How far apart two may be who have just come, and how much further with each second.
const RANGE: f64 = 200.0;
const WIDENING: f64 = 20.0;
/// After so long, anybody will do.
const ANYBODY: Duration = Duration::from_secs(40);
/// After so long, those who want a table of four or six are glad of three.
const FEWER: Duration = Duration::from_secs(45);
const FEWEST: usize = 3;
/// After so long, a program plays with bots of the server: nobody has to be asked.
const PROGRAM: Duration = Duration::from_secs(10);

impl Waiter {
    /// How far apart another may be.
    fn range(&self) -> f64 {
        if self.waited >= ANYBODY { f64::INFINITY } else { RANGE + WIDENING * self.waited.as_secs_f64() }
    }

    /// Whether these two may sit down together.
    fn suits(&self, other: &Waiter) -> bool {
        let blocked = |one: &Waiter, other: &Waiter| other.person.is_some_and(|id| one.blocks.contains(&id));
        let same = self.person.is_some() && self.person == other.person;
        // Whoever has waited longer is the one in need.
        let range = self.range().max(other.range());
        // Where nothing is at stake, and where nothing is known yet, strength does not matter.
        let matters = self.wish.rated && !self.rating.is_provisional() && !other.rating.is_provisional();
        let near = !matters || (self.rating.mean - other.rating.mean).abs() <= range;
        near && !same && !blocked(self, other) && !blocked(other, self)
    }

    fn plays_with_bots(&self) -> bool {
        self.bots || self.program
    }
}

/// Who sits down together now. Nobody is in two groups.
pub fn groups(queue: &[Waiter]) -> Vec<Group> {
    let mut lines: BTreeMap<(u8, &str, &str, bool), Vec<usize>> = BTreeMap::new();
    for (index, waiter) in queue.iter().enumerate() {
        let Wish { players, preset, speed, rated } = waiter.wish;
        lines.entry((players, preset.name(), speed.name(), rated)).or_default().push(index);
    }
    lines.into_values().flat_map(|line| seat(queue, line)).collect()
}

/// Seats those who want the same: the longest waiting first, and with each of them those who are nearest in strength.
fn seat(queue: &[Waiter], mut line: Vec<usize>) -> Vec<Group> {
    line.sort_by_key(|index| std::cmp::Reverse(queue[*index].waited));
    let mut seated = Vec::new();
    let mut taken = vec![false; queue.len()];
    for &first in &line {
        if taken[first] {
            continue;
        }
        let free = line.iter().copied().filter(|index| *index != first && !taken[*index]);
        if let Some(group) = group_of(queue, first, free.collect()) {
            group.members.iter().for_each(|index| taken[*index] = true);
            seated.push(group);
        }
    }
    seated
}

fn group_of(queue: &[Waiter], first: usize, others: Vec<usize>) -> Option<Group> {
    let anchor = &queue[first];
    let size = usize::from(anchor.wish.players);
    // People play with people, unless they want bots.
    let people = |index: &usize| !anchor.program && !queue[*index].program;
    let members = nearest(queue, first, others.iter().copied().filter(people), size);
    if members.len() == size {
        return Some(Group { members, bots: 0 });
    }
    if anchor.plays_with_bots() {
        if anchor.program && anchor.waited < PROGRAM {
            return None;
        }
        // Programs that wait sit in the chairs of bots, people before them.
        let with_bots = |index: &usize| queue[*index].plays_with_bots();
        let (programs, people): (Vec<usize>, Vec<usize>) =
            others.iter().copied().filter(with_bots).partition(|index| queue[*index].program);
        let mut members = nearest(queue, first, people.into_iter(), size);
        let room = size - members.len();
        let suit = |index: &usize| members.iter().all(|member| queue[*member].suits(&queue[*index]));
        let programs: Vec<usize> = programs.into_iter().filter(suit).take(room).collect();
        members.extend(distinct(queue, programs));
        let bots = (size - members.len()) as u8;
        return Some(Group { members, bots });
    }
    let patient = |index: &usize| people(index) && queue[*index].waited >= OFFER_BOTS;
    if size > FEWEST && anchor.waited >= FEWER {
        let members = nearest(queue, first, others.iter().copied().filter(patient), size);
        if members.len() >= FEWEST {
            return Some(Group { members, bots: 0 });
        }
    }
    None
}

/// Of several entries of one program only the first.
fn distinct(queue: &[Waiter], programs: Vec<usize>) -> Vec<usize> {
    let mut seen = Vec::new();
    programs
        .into_iter()
        .filter(|index| {
            queue[*index].person.is_none_or(|id| {
                let new = !seen.contains(&id);
                seen.push(id);
                new
            })
        })
        .collect()
}

/// The first and the nearest of the others who suit everybody chosen so far, as many as there is room for.
fn nearest(queue: &[Waiter], first: usize, others: impl Iterator<Item = usize>, size: usize) -> Vec<usize> {
    let anchor = &queue[first];
    let mut others: Vec<usize> = others.filter(|index| anchor.suits(&queue[*index])).collect();
    let distance = |index: &usize| (queue[*index].rating.mean - anchor.rating.mean).abs();
    others.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
    let mut members = vec![first];
    for index in others {
        if members.len() == size {
            break;
        }
        if members.iter().all(|member| queue[*member].suits(&queue[index])) {
            members.push(index);
        }
    }
    members
}

/// How long it may take, by how long it took those who were seated last.
#[derive(Clone, Debug, Default)]
pub struct Wait {
    latest: Vec<Duration>,
}

impl Wait {
    /// How many are remembered.
    const LATEST: usize = 24;

    /// Somebody was seated after so long.
    pub fn seated(&mut self, waited: Duration) {
        if self.latest.len() == Wait::LATEST {
            self.latest.remove(0);
        }
        self.latest.push(waited);
    }

    /// How much longer it may take somebody who has waited for so long; `None` if nobody was seated lately, or everybody
    /// sooner.
    pub fn expected(&self, waited: Duration) -> Option<Duration> {
        let mut longer: Vec<Duration> = self.latest.iter().copied().filter(|other| *other > waited).collect();
        longer.sort_unstable();
        Some(longer.get(longer.len() / 2)?.saturating_sub(waited))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiter(players: u8, mean: f64, waited: u64) -> Waiter {
        Waiter {
            wish: Wish::new(players, "classic", "normal", true).unwrap(),
            person: None,
            program: false,
            rating: Rating { mean, deviation: 50.0 },
            waited: Duration::from_secs(waited),
            bots: false,
            blocks: Vec::new(),
        }
    }

    fn members(queue: &[Waiter]) -> Vec<Vec<usize>> {
        let mut groups = groups(queue);
        groups.iter_mut().for_each(|group| group.members.sort_unstable());
        groups.into_iter().map(|group| group.members).collect()
    }

    #[test]
    fn those_who_want_the_same_sit_down_together_as_soon_as_there_are_enough() {
        let mut queue =
            vec![waiter(4, 1500.0, 3), waiter(2, 1500.0, 9), waiter(4, 1500.0, 2), waiter(4, 1500.0, 1)];
        assert_eq!(members(&queue), Vec::<Vec<usize>>::new());
        queue.push(waiter(4, 1510.0, 0));
        assert_eq!(members(&queue), [[0, 2, 3, 4]]);
        queue.push(Waiter { wish: Wish::new(2, "calza", "normal", true).unwrap(), ..waiter(2, 1500.0, 5) });
        queue.push(Waiter { wish: Wish::new(2, "classic", "quick", true).unwrap(), ..waiter(2, 1500.0, 5) });
        queue
            .push(Waiter { wish: Wish::new(2, "classic", "normal", false).unwrap(), ..waiter(2, 1500.0, 5) });
        assert_eq!(members(&queue), [[0, 2, 3, 4]], "strict in what is played");
    }

    #[test]
    fn strength_matters_less_the_longer_somebody_waits() {
        let far = |waited| vec![waiter(2, 1500.0, waited), waiter(2, 2100.0, 0)];
        assert_eq!(members(&far(5)), Vec::<Vec<usize>>::new());
        assert_eq!(members(&far(20)), [[0, 1]]);
        let beyond = |waited| vec![waiter(2, 500.0, waited), waiter(2, 2900.0, waited)];
        assert_eq!(members(&beyond(39)), Vec::<Vec<usize>>::new());
        assert_eq!(members(&beyond(40)), [[0, 1]]);
        let unknown = vec![Waiter { rating: Rating::UNKNOWN, ..waiter(2, 0.0, 0) }, waiter(2, 2900.0, 0)];
        assert_eq!(members(&unknown), [[0, 1]], "nobody waits for a stranger to become known");
        let choice = vec![waiter(2, 1500.0, 9), waiter(2, 1650.0, 8), waiter(2, 1510.0, 1)];
        assert_eq!(members(&choice), [[0, 2]], "the nearest");
    }

    #[test]
    fn who_blocked_whom_never_matters_to_others_and_always_to_them() {
        let mut queue = vec![waiter(2, 1500.0, 90), waiter(2, 1500.0, 80)];
        queue[0].person = Some(1);
        queue[1].person = Some(2);
        for blocker in [0, 1] {
            let mut queue = queue.clone();
            queue[blocker].blocks = vec![2 - blocker as i64];
            assert_eq!(members(&queue), Vec::<Vec<usize>>::new());
            queue.push(waiter(2, 1500.0, 0));
            assert_eq!(members(&queue), [[0, 2]]);
        }
        queue[1].person = Some(1);
        assert_eq!(members(&queue), Vec::<Vec<usize>>::new(), "nobody plays against themselves");
    }

    #[test]
    fn bots_fill_the_chairs_of_those_who_want_them_and_of_nobody_else() {
        let mut queue = vec![waiter(4, 1500.0, 30), waiter(4, 1500.0, 25)];
        assert_eq!(groups(&queue), []);
        queue[0].bots = true;
        assert_eq!(groups(&queue), [Group { members: vec![0], bots: 3 }]);
        queue[1].bots = true;
        assert_eq!(groups(&queue), [Group { members: vec![0, 1], bots: 2 }]);
        queue.push(Waiter { program: true, person: Some(7), ..waiter(4, 1500.0, 1) });
        queue.push(Waiter { program: true, person: Some(7), ..waiter(4, 1500.0, 1) });
        assert_eq!(
            groups(&queue),
            [Group { members: vec![0, 1, 2], bots: 1 }],
            "a program sits in a bot's chair, once"
        );
        assert_eq!(groups(&queue[2..3]), []);
        queue[2].waited = PROGRAM;
        assert_eq!(groups(&queue[2..3]), [Group { members: vec![0], bots: 3 }], "and needs nobody");
        let people = vec![waiter(2, 1500.0, 1), Waiter { program: true, ..waiter(2, 1500.0, 1) }];
        assert_eq!(groups(&people), [], "people who asked for people get people");
    }

    #[test]
    fn those_who_have_waited_long_are_glad_of_fewer() {
        let queue = |waited| vec![waiter(6, 1500.0, waited), waiter(6, 1500.0, 30), waiter(6, 1500.0, 21)];
        assert_eq!(groups(&queue(44)), []);
        assert_eq!(members(&queue(45)), [[0, 1, 2]]);
        assert_eq!(groups(&queue(45)[..2]), [], "two are no table");
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for (players, preset, speed) in [
            (3, "classic", "normal"),
            (2, "chess", "normal"),
            (2, "classic", "instant"),
            (2, "classic", "warp"),
        ] {
            assert_eq!(
                Wish::new(players, preset, speed, false),
                Err(WishError),
                "{players} {preset} {speed}"
            );
        }
        for preset in Preset::ALL {
            for players in [2, 4, 6] {
                let wish = Wish::new(players, preset.name(), "quick", true).unwrap();
                assert_eq!(wish.settings(players).errors(), []);
            }
        }
    }

    #[test]
    fn how_long_it_may_take_follows_from_how_long_it_took() {
        let mut wait = Wait::default();
        assert_eq!(wait.expected(Duration::ZERO), None);
        for seconds in [4, 6, 8, 100] {
            wait.seated(Duration::from_secs(seconds));
        }
        assert_eq!(wait.expected(Duration::ZERO), Some(Duration::from_secs(8)));
        assert_eq!(wait.expected(Duration::from_secs(7)), Some(Duration::from_secs(93)));
        assert_eq!(wait.expected(Duration::from_secs(100)), None);
    }
}
