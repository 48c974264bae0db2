//! Dice that can be dealt again.

use perudo_rules::{AllHands, BySeat, Face, Game, Hand, Seat, SeatSet};

/// Deals the dice of one tour. What a seat rolls in a round depends on nothing but the seed, the
/// number of the round, the seat and how many dice it has: other bots in the same seats get the
/// same luck.
#[derive(Clone, Copy, Debug)]
pub struct Dealer {
    seed: u64,
}

impl Dealer {
    /// The dealer of one tour.
    pub fn new(seed: u64) -> Dealer {
        Dealer { seed }
    }

    /// The dice of the coming round.
    pub fn roll(&self, game: &Game) -> AllHands {
        BySeat::from_fn(|seat| match game.dice(seat) {
            0 => Hand::EMPTY,
            dice => {
                let mut bits = self.bits(u64::from(game.round()), seat);
                (0..dice).map(|_| die(&mut bits)).collect()
            }
        })
    }

    /// A throw of the draw; `again` counts the throws before it.
    pub fn draw(&self, throwing: SeatSet, again: u32) -> BySeat<Option<Face>> {
        const DRAWS: u64 = 1 << 40;
        BySeat::from_fn(|seat| {
            throwing.contains(seat).then(|| die(&mut self.bits(DRAWS + u64::from(again), seat)))
        })
    }

    /// Puts things into an order; every order is as likely as any other.
    pub fn shuffle<T>(&self, things: &mut [T]) {
        const ORDERS: u64 = 1 << 56;
        for last in (1..things.len()).rev() {
            let bits = mix(self.seed ^ mix(ORDERS + last as u64));
            let place = (u128::from(bits) * (last as u128 + 1)) >> 64;
            things.swap(last, place as usize);
        }
    }

    fn bits(&self, round: u64, seat: Seat) -> u64 {
        mix(self.seed ^ mix(round << 8 | seat.index() as u64))
    }
}

/// Takes a die out of random bits. Ten dice use less than half of them, so that no face is
/// favoured by more than one part in a hundred billion.
fn die(bits: &mut u64) -> Face {
    let wide = u128::from(*bits) * 6;
    *bits = wide as u64;
    Face::ALL[(wide >> 64) as usize]
}

/// Spreads every bit over all others (the finalizer of SplitMix64).
pub(crate) fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_falls_equally_often_in_every_place() {
        let mut counts = [[0u32; 6]; 10];
        const DEALS: u32 = 60_000;
        for seed in 0..DEALS {
            let mut bits = mix(u64::from(seed));
            for place in &mut counts {
                place[die(&mut bits).index()] += 1;
            }
        }
        for place in counts {
            for count in place {
                // Ten thousand expected, standard deviation 91: five of them are plenty.
                assert!((9_544..=10_456).contains(&count), "{count}");
            }
        }
    }

    #[test]
    fn a_seat_with_fewer_dice_rolls_the_first_of_the_same_dice() {
        let dealer = Dealer::new(7);
        let seat = Seat::FIRST;
        let roll = |dice: usize| -> Vec<Face> {
            let mut bits = dealer.bits(3, seat);
            (0..dice).map(|_| die(&mut bits)).collect()
        };
        assert_eq!(roll(5)[..3], roll(3)[..]);
        assert_ne!(dealer.bits(3, seat), dealer.bits(4, seat));
    }
}
