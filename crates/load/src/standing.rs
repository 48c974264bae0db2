//! How the game at a table stands, and what a player does then.

use perudo_protocol::{Legal, Now, WireEvent};
use perudo_rules::{Action, Bid, Face, PhaseName};
use perudo_table::StageName;

/// How the game stands after the latest event that is about it.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// No match is played.
    pub(crate) in_lobby: bool,
    /// A match can be started, and nobody has done it yet.
    pub(crate) waiting: bool,
    /// The next tour is about to begin.
    pub(crate) resting: bool,
    /// The chair that has the turn and has not used it yet.
    pub(crate) turn: Option<u8>,
    /// The throw that links are wanted for.
    pub(crate) throw: Option<u64>,
    bid: Option<Bid>,
    /// How many dice are in play.
    dice: u32,
    legal: Option<Legal>,
    /// The chairs that throw.
    throwing: Vec<u8>,
    /// The chairs that tied in the draw: only they throw again.
    tied: Vec<u8>,
}

impl Standing {
    /// Nothing was played yet.
    pub(crate) fn before_match() -> Standing {
        Standing { in_lobby: true, waiting: true, ..Standing::default() }
    }

    /// Takes in what an event says. `starting`: a match was asked for; `moving`: a move is on its way.
    pub(crate) fn update(&mut self, event: &WireEvent, now: Now, starting: bool, moving: bool) {
        let in_draw = now.phase == Some(PhaseName::Draw);
        match event {
            WireEvent::Drawn { throws, .. } if in_draw => self.tied = highest(throws),
            WireEvent::Drawn { .. } => self.tied.clear(),
            _ if !in_draw => self.tied.clear(),
            _ => {}
        }
        let has_dice = |(chair, dice): (usize, &u8)| (*dice > 0).then_some(chair as u8);
        self.throwing = match now.throw {
            None => Vec::new(),
            Some(_) if !self.tied.is_empty() => self.tied.clone(),
            Some(_) => now.dice.iter().enumerate().filter_map(has_dice).collect(),
        };
        self.in_lobby = now.stage == StageName::Waiting;
        self.waiting = self.in_lobby && !starting;
        self.resting = now.stage == StageName::Resting;
        // Events may come between a move and what it becomes: it is made once all the same.
        self.turn = now.turn.filter(|_| now.legal.is_some() && !moving);
        self.bid = now.bid;
        self.dice = now.dice.iter().map(|dice| u32::from(*dice)).sum();
        self.legal = now.legal;
        self.throw = now.throw;
    }

    /// Whether the player on a chair is one of those who throw.
    pub(crate) fn throws(&self, chair: Option<u8>) -> bool {
        chair.is_some_and(|chair| self.throwing.contains(&chair))
    }

    /// Mostly the least raise, and doubts often enough for rounds of a natural length: four or five moves.
    pub(crate) fn choose(&self, number: u64) -> Option<Action> {
        let legal = self.legal.as_ref()?;
        let chance = mixed(number);
        let high = self.bid.is_some_and(|bid| 2 * u32::from(bid.count) > self.dice);
        let least = legal.least.iter().flatten().zip(Face::ALL);
        let bids = least.filter_map(|(least, face)| Some(Bid::new((*least)?, face)));
        let raise = bids.min_by_key(|bid| bid.count).map(Action::Bid);
        if legal.calls.contains(&Action::Dudo) && (raise.is_none() || high || chance.is_multiple_of(4)) {
            return Some(Action::Dudo);
        }
        raise.or_else(|| legal.calls.get(chance as usize % legal.calls.len().max(1)).copied())
    }
}

/// The chairs that threw the highest face.
fn highest(throws: &[Option<Face>]) -> Vec<u8> {
    let highest = throws.iter().flatten().max();
    let chairs = throws.iter().enumerate().filter(|(_, face)| highest.is_some() && face.as_ref() == highest);
    chairs.map(|(chair, _)| chair as u8).collect()
}

/// A number that looks random, from one that does not (SplitMix64).
fn mixed(number: u64) -> u64 {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use perudo_protocol::ViewLinks;

    use super::*;

    fn standing(least: [Option<u8>; 6], bid: Option<Bid>, calls: Vec<Action>) -> Standing {
        Standing {
            bid,
            dice: 4,
            legal: Some(Legal { least: Some(least), most: Some(4), calls }),
            ..Standing::default()
        }
    }

    #[test]
    fn raises_are_small_and_high_bids_are_doubted() {
        let low = Bid::new(1, Face::ALL[2]);
        let least = [Some(1), Some(2), Some(2), Some(1), Some(1), Some(1)];
        let low = standing(least, Some(low), vec![Action::Dudo]);
        let chosen: Vec<_> = (0..700).filter_map(|number| low.choose(number)).collect();
        assert_eq!(chosen.len(), 700);
        let doubts = chosen.iter().filter(|action| **action == Action::Dudo).count();
        assert!((150..250).contains(&doubts), "{doubts}");
        assert!(
            chosen.iter().all(|action| matches!(action, Action::Dudo | Action::Bid(Bid { count: 1, .. })))
        );
        let high = standing(least, Some(Bid::new(3, Face::ALL[2])), vec![Action::Dudo]);
        assert!((0..100).all(|number| high.choose(number) == Some(Action::Dudo)));
        let last = standing([None; 6], Some(Bid::new(2, Face::ALL[5])), vec![Action::Dudo]);
        assert!((0..100).all(|number| last.choose(number) == Some(Action::Dudo)));
        let declaring = standing([None; 6], None, vec![Action::Maputo, Action::Pass]);
        assert!(
            (0..100).all(|number| matches!(declaring.choose(number), Some(Action::Maputo | Action::Pass)))
        );
    }

    #[test]
    fn after_a_tie_those_throw_who_tied_whatever_else_happens() {
        let mut standing = Standing::default();
        let mut update = |event: &WireEvent, phase: PhaseName, throw: Option<u64>| {
            let now = Now {
                stage: StageName::Playing,
                phase: Some(phase),
                dice: vec![5, 5, 0, 5],
                throw,
                ..Now::default()
            };
            standing.update(event, now, false, false);
            standing.throwing.clone()
        };
        let began = WireEvent::TourBegan { tour: 1, chairs: vec![0, 1, 3] };
        let drawn = |faces: [u8; 4]| WireEvent::Drawn {
            throw: 1,
            throws: faces.into_iter().map(Face::new).collect(),
            links: ViewLinks::default(),
        };
        assert_eq!(update(&began, PhaseName::Draw, Some(7)), [0, 1, 3]);
        assert_eq!(update(&drawn([4, 6, 0, 6]), PhaseName::Draw, Some(8)), [1, 3]);
        assert_eq!(update(&drawn([0, 2, 0, 2]), PhaseName::Draw, None), [0; 0]);
        // The server's chain was used up: links are wanted when there is a new one.
        let committed =
            WireEvent::Committed { person: None, tip: perudo_table::fair::Link::new([1; 32]), from: 9 };
        assert_eq!(update(&committed, PhaseName::Draw, Some(9)), [1, 3]);
        assert_eq!(update(&drawn([0, 6, 0, 2]), PhaseName::Rolling, Some(10)), [0, 1, 3]);
        assert_eq!(update(&began, PhaseName::Draw, Some(30)), [0, 1, 3]);
    }
}
