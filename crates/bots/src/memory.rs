//! What players showed in the earlier rounds of a tour, added up by seat, number by number as the trainer does it
//! (`training/perudo_training/habits.py`).
//!
//! At a showdown all dice are seen, and with them what every bid and doubt of the round looked like to whoever made it.

use perudo_rules::{Bid, BySeat, Call, Event, Face, Hand, PlayedRound, Seat, SpectatorView};

use crate::Odds;

/// How many numbers the network is told of each player.
pub(crate) const HABITS: usize = 14;

const UNLIKELY: f32 = 0.3;
const LIKELY: f32 = 0.5;
const MOST_JUMP: u8 = 3;
const MOST_HEIGHT: f32 = 3.0;

/// What everyone showed.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    players: BySeat<Habits>,
    /// How many decisions of each kind it takes to believe half of what they show.
    doubt: f32,
}

/// As the trainer has it.
impl Default for Memory {
    fn default() -> Memory {
        Memory { players: BySeat::default(), doubt: 1.0 }
    }
}

/// Sums over the decisions of one player.
#[derive(Clone, Copy, Debug, Default)]
struct Habits {
    bids: f32,
    /// How true bids looked to the bidder.
    truth: f32,
    bluffs: f32,
    /// Counts above the least.
    jumps: f32,
    /// Bids on the face that looked best.
    best_faces: f32,
    /// The share of the own dice that counted for a bid.
    own_dice: f32,
    openings: f32,
    /// How high a round was opened, for the dice in play.
    height: f32,
    doubts: f32,
    /// How true doubted bids looked.
    doubted: f32,
    raises: f32,
    /// How true bids looked that were raised.
    raised: f32,
    /// Raises of bids that looked unlikely.
    credulous: f32,
    /// Doubts of bids that looked likely.
    rash: f32,
}

impl Memory {
    /// Believes habits more slowly than the trainer. The few bots of the training showed theirs at once; others, such as
    /// `reader`, vary more, and a network that believes them too soon plays worse than one without memory.
    pub(crate) fn slow() -> Memory {
        Memory { doubt: 4.0, ..Memory::default() }
    }

    /// One more round.
    pub(crate) fn add(&mut self, round: &PlayedRound) {
        let (mut game, reveal) = (round.start, &round.reveal);
        for made in &round.bids {
            self.note_bid(&game, made.bidder, reveal.hands[made.bidder], made.bid);
            game.apply(&Event::Bid { seat: made.bidder, bid: made.bid });
        }
        if reveal.call == Call::Dudo {
            self.note_doubt(&game, reveal.caller, reveal.hands[reveal.caller]);
        }
    }

    fn note_bid(&mut self, game: &SpectatorView, seat: Seat, hand: Hand, bid: Bid) {
        let (legal, in_play, jokers) = (game.legal_actions(), game.in_play(), game.kind().jokers());
        let odds = Odds::new(hand, usize::from(in_play), jokers);
        let truth = |bid: Bid| odds.at_least(bid) as f32;
        let least = |face: Face| legal.least(face).map_or(0.0, |count| truth(Bid::new(count, face)));
        let best = Face::ALL.into_iter().map(least).fold(0.0, f32::max);
        let jump = bid.count.saturating_sub(legal.least(bid.face).unwrap_or(bid.count)).min(MOST_JUMP);
        let habits = &mut self.players[seat];
        habits.bids += 1.0;
        habits.truth += truth(bid);
        habits.bluffs += flag(truth(bid) < UNLIKELY);
        habits.jumps += f32::from(jump) / f32::from(MOST_JUMP);
        habits.best_faces += flag(least(bid.face) >= best - 1e-6);
        habits.own_dice += f32::from(hand.matching(bid.face, jokers)) / hand.len().max(1) as f32;
        match game.standing() {
            None => {
                habits.openings += 1.0;
                habits.height += (3.0 * f32::from(bid.count) / f32::from(in_play.max(1))).min(MOST_HEIGHT);
            }
            Some(standing) => {
                habits.raises += 1.0;
                habits.raised += truth(standing.bid);
                habits.credulous += flag(truth(standing.bid) < UNLIKELY);
            }
        }
    }

    fn note_doubt(&mut self, game: &SpectatorView, seat: Seat, hand: Hand) {
        let Some(standing) = game.standing() else { return };
        let truth =
            Odds::new(hand, usize::from(game.in_play()), game.kind().jokers()).at_least(standing.bid) as f32;
        let habits = &mut self.players[seat];
        habits.doubts += 1.0;
        habits.doubted += truth;
        habits.rash += flag(truth > LIKELY);
    }

    /// What the network is told of a player; all 0 while nothing is known.
    pub(crate) fn of(&self, seat: Seat) -> [f32; HABITS] {
        let (known, doubt) = (&self.players[seat], self.doubt);
        // How often a kind of decision was seen, and half of one after so many.
        let often = |times: f32, half: f32| times / (times + half * doubt);
        // A mean, against what is taken for it while nothing is known.
        let mean = |sum: f32, times: f32, usual: f32| (sum + usual * doubt) / (times + doubt) - usual;
        [
            often(known.bids, 4.0),
            often(known.openings, 2.0),
            often(known.doubts, 2.0),
            often(known.raises, 4.0),
            mean(known.truth, known.bids, 0.6),
            mean(known.bluffs, known.bids, 0.2),
            mean(known.jumps, known.bids, 0.15),
            mean(known.best_faces, known.bids, 0.6),
            mean(known.own_dice, known.bids, 0.4),
            mean(known.height, known.openings, 1.0),
            mean(known.doubted, known.doubts, 0.3),
            mean(known.raised, known.raises, 0.6),
            mean(known.credulous, known.raises, 0.15),
            mean(known.rash, known.doubts, 0.15),
        ]
    }
}

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

#[cfg(test)]
mod tests {
    use perudo_rules::{Game, Opening, Outcome, Reveal, Rules, Standing};

    use super::*;

    /// Anna holds two fives and bids them, Boris answers with his two sixes, Anna doubts.
    fn round() -> PlayedRound {
        let rules: Rules = "tournament".parse().unwrap();
        let [anna, boris] = [0, 1].map(|index| Seat::new(index).unwrap());
        let hands = BySeat::from_fn(|seat| match seat.index() {
            0 => [Face::Five; 2].into_iter().collect(),
            1 => [Face::Six; 2].into_iter().collect(),
            _ => Hand::EMPTY,
        });
        let mut game: Game = Game::new(rules, 2).unwrap();
        game.apply(&Event::DiceSet(BySeat::from_fn(|seat| if seat.index() < 2 { 2 } else { 0 })));
        game.apply(&Event::Opened { seat: anna, opening: Opening::Start });
        game.apply(&Event::Rolled(hands));
        let (fives, sixes) = (Bid::new(2, Face::Five), Bid::new(2, Face::Six));
        let bids = [Standing { bid: fives, bidder: anna }, Standing { bid: sixes, bidder: boris }];
        bids.iter().for_each(|made| game.apply(&Event::Bid { seat: made.bidder, bid: made.bid }));
        let outcome = Outcome::Loses(anna);
        let (call, bid, bidder) = (Call::Dudo, sixes, boris);
        PlayedRound::new(&game, &bids, Reveal { caller: anna, call, bid, bidder, hands, count: 2, outcome })
    }

    #[test]
    fn a_round_is_remembered_as_it_looked_to_whoever_decided() {
        let mut memory = Memory::default();
        let [anna, boris, vera] = [0, 1, 2].map(|index| Seat::new(index).unwrap());
        assert_eq!(memory.of(anna), [0.0; HABITS]);
        memory.add(&round());
        let (anna, boris) = (memory.players[anna], memory.players[boris]);
        assert_eq!((anna.bids, anna.openings, anna.raises, anna.doubts), (1.0, 1.0, 0.0, 1.0));
        assert_eq!((boris.bids, boris.openings, boris.raises, boris.doubts), (1.0, 0.0, 1.0, 0.0));
        assert_eq!((anna.truth, boris.truth), (1.0, 1.0), "both held what they bid");
        assert!((anna.doubted - 1.0 / 9.0).abs() < 1e-6, "two of two unknown dice had to be sixes");
        assert!((boris.raised - 1.0 / 9.0).abs() < 1e-6 && boris.credulous == 1.0);
        assert_eq!(memory.of(vera), [0.0; HABITS]);
    }
}
