//! The inputs of the network for a decision, number by number: the table in `training/README.md`.

use perudo_rules::{
    Action, Bid, Calza, Face, Game, Hand, LeaveAces, LegalActions, Maputo, MaputoFinal, MaputoLimit,
    MaputoThreeSingles, OpenAces, Phase, RoundKind, RulesSpec, Seat, Standing,
};

use super::scale::Scale;
use crate::memory::{HABITS, Memory};
use crate::odds::Tails;

/// The number of inputs.
pub(crate) const INPUTS: usize = ROUND_INPUTS + SLOTS * HABITS + 4;
/// Those that are about this round alone.
pub(crate) const ROUND_INPUTS: usize = 440;
/// The number of actions in the output.
pub(crate) const ACTIONS: usize = 6 * JUMPS + 4;
/// The number of players that it sees.
pub(crate) const SLOTS: usize = 6;
/// Bids of a face that it knows: from the least legal count upwards.
const JUMPS: usize = 16;
/// Bids of the round that it remembers.
const MEMORY: usize = 12;
/// The trainer's description of the same numbers; weights with another layout are refused.
pub(crate) const LAYOUT: &str = "hand:36 dice:27 kind:5 axes:10 standing:24 least:12 odds:96 slots:90 history:132 length:1 pad:7 \
     habits:84 end:4";

/// The inputs of one decision.
pub(crate) type Features = [f32; INPUTS];

/// A decision of whoever's turn it is, with these dice under the cup.
pub(crate) struct Decision<'a, D> {
    pub(crate) game: &'a Game<D>,
    pub(crate) bids: &'a [Standing],
    pub(crate) hand: Hand,
    /// What the players showed in earlier rounds, for somebody who remembers it.
    pub(crate) memory: Option<&'a Memory>,
}

/// Numbers that are written one after another.
struct Writer {
    numbers: Features,
    at: usize,
}

impl Writer {
    fn add(&mut self, number: f32) {
        if let Some(place) = self.numbers.get_mut(self.at) {
            *place = number;
        }
        self.at += 1;
    }

    fn flag(&mut self, flag: bool) {
        self.add(f32::from(u8::from(flag)));
    }

    /// One of so many.
    fn one_of(&mut self, chosen: usize, count: usize) {
        if chosen < count
            && let Some(place) = self.numbers.get_mut(self.at + chosen)
        {
            *place = 1.0;
        }
        self.at += count;
    }

    fn skip(&mut self, count: usize) {
        self.at += count;
    }
}

/// The players whom the network sees, clockwise from the one to act: all of up to six, else the next two and
/// the last three.
pub(crate) fn slots<D: Copy>(game: &Game<D>, turn: Seat) -> impl Iterator<Item = Seat> {
    let players = game.with_dice();
    let hidden = players.len().saturating_sub(SLOTS);
    let seen = move |&(index, _): &(usize, Seat)| index < SLOTS / 2 || index >= SLOTS / 2 + hidden;
    players.clockwise_from(turn).enumerate().filter(seen).map(|(_, seat)| seat)
}

/// The action with that number, if it is legal.
pub(crate) fn action(legal: &LegalActions, scale: &Scale, number: usize) -> Option<Action> {
    let action = match number.checked_sub(6 * JUMPS) {
        None => {
            let face = *Face::ALL.get(number / JUMPS)?;
            Action::Bid(scale.raised(Bid::new(legal.least(face)?, face), (number % JUMPS) as u8)?)
        }
        Some(0) => Action::Dudo,
        Some(1) => Action::Calza,
        Some(2) => Action::Maputo,
        Some(_) => Action::Pass,
    };
    legal.contains(action).then_some(action)
}

impl<D: Copy> Decision<'_, D> {
    pub(crate) fn turn(&self) -> Seat {
        self.game.turn().unwrap_or(Seat::FIRST)
    }

    /// How bids are shown to the network.
    pub(crate) fn scale(&self) -> Scale {
        Scale::new(self.hand, self.game.in_play(), self.game.kind().jokers())
    }

    /// The inputs of the network.
    pub(crate) fn features(&self) -> Features {
        let (game, hand, turn) = (self.game, self.hand, self.turn());
        let legal = game.legal_actions();
        let declaring = matches!(game.phase(), Phase::Declaring { .. });
        let (all, players) = (usize::from(game.in_play()), game.with_dice().len());
        let unknown = all.saturating_sub(hand.len());
        let jokers = game.kind().jokers();
        let truth = |bid: Bid| {
            let needed = usize::from(bid.count.saturating_sub(hand.matching(bid.face, jokers)));
            Tails::of(bid.face, jokers).at_least(unknown, needed) as f32
        };
        let scale = self.scale();
        let fraction = |bid: Bid| scale.count(bid) / scale.in_play().max(1.0);
        let mut w = Writer { numbers: [0.0; INPUTS], at: 0 };

        for count in hand.counts() {
            w.add(f32::from(count) / 5.0);
            (1..=4).for_each(|least| w.flag(count >= least));
        }
        Face::ALL.into_iter().for_each(|face| w.add(f32::from(hand.matching(face, jokers)) / 5.0));
        w.add(scale.in_play() / 30.0);
        w.add(1.0 / scale.in_play().max(1.0));
        w.add(scale.shown_unknown() / 30.0);
        w.one_of(all.min(12).wrapping_sub(1), 12);
        w.one_of(usize::from(game.dice(turn).min(6)).wrapping_sub(1), 6);
        // Six places, of which the last was never used: no table of the training had more than six players.
        w.one_of(players.min(SLOTS).wrapping_sub(2), 6);
        let (maputo, two) = (game.kind() == RoundKind::Maputo, players == 2);
        [!maputo && !two, maputo, !maputo && two, declaring, game.maputo_of() == Some(turn)]
            .into_iter()
            .for_each(|flag| w.flag(flag));
        self.axes(&mut w);

        match game.standing() {
            None => w.skip(24),
            Some(Standing { bid, .. }) => {
                let needed = scale.count(bid) - f32::from(hand.matching(bid.face, jokers));
                w.flag(true);
                w.one_of(bid.face.index(), 6);
                w.add(scale.count(bid) / 10.0);
                w.add(fraction(bid));
                w.one_of((scale.count(bid).round() as usize).min(12).wrapping_sub(1), 12);
                let more = truth(Bid::new(bid.count.saturating_add(1), bid.face));
                w.add(truth(bid));
                w.add(if needed < 0.0 { 0.0 } else { truth(bid) - more });
                w.add(needed / 5.0);
            }
        }
        for face in Face::ALL {
            w.add(legal.least(face).map_or(0.0, |count| scale.count(Bid::new(count, face))) / 10.0);
        }
        Face::ALL.into_iter().for_each(|face| w.flag(legal.least(face).is_some()));
        for number in 0..6 * JUMPS {
            match action(&legal, &scale, number) {
                Some(Action::Bid(bid)) => w.add(truth(bid)),
                _ => w.skip(1),
            }
        }

        let mut seen = 0;
        for seat in slots(game, turn) {
            let dice = game.dice(seat);
            w.flag(true);
            w.add(f32::from(dice) / 5.0);
            w.one_of(usize::from(dice.min(5)).wrapping_sub(1), 5);
            w.flag(game.had_maputo().contains(seat));
            w.flag(game.opener() == Some(seat));
            for face in Face::ALL {
                let own = self.bids.iter().filter(|made| made.bidder == seat && made.bid.face == face);
                let highest = own.map(|made| made.bid).max_by_key(|bid| bid.count);
                w.add(3.0 * highest.map_or(0.0, fraction));
            }
            seen += 1;
        }
        w.skip((SLOTS - seen) * 15);

        let latest = self.bids.iter().rev().take(MEMORY);
        for (ago, made) in latest.clone().enumerate() {
            w.flag(true);
            w.flag((ago + 1) % players.max(1) == 0);
            w.add(scale.count(made.bid) / 10.0);
            w.add(fraction(made.bid));
            w.add(truth(made.bid));
            w.one_of(made.bid.face.index(), 6);
        }
        w.skip((MEMORY - latest.count()) * 11);
        w.add(self.bids.len() as f32 / 10.0);

        w.skip(ROUND_INPUTS - w.at);
        if let Some(memory) = self.memory {
            slots(game, turn).for_each(|seat| memory.of(seat).into_iter().for_each(|number| w.add(number)));
        }
        w.numbers
    }

    fn axes(&self, w: &mut Writer) {
        // Every axis by name: whoever adds one decides here what the network is told of it.
        let RulesSpec {
            preset: _,
            players: _,
            dice,
            open_aces,
            leave_aces,
            maputo,
            maputo_limit,
            maputo_final,
            maputo_three_singles,
            calza,
        } = **self.game.rules();
        w.flag(open_aces == OpenAces::Yes);
        w.flag(leave_aces == LeaveAces::Double);
        w.flag(maputo == Maputo::Off);
        w.flag(maputo == Maputo::Auto);
        w.flag(maputo == Maputo::Declared);
        w.flag(maputo_limit == MaputoLimit::Once);
        w.flag(maputo_final == MaputoFinal::Yes);
        w.flag(maputo_three_singles == MaputoThreeSingles::Yes);
        w.flag(calza == Calza::On);
        w.add(f32::from(dice) / 5.0);
    }
}

#[cfg(test)]
mod tests {
    use perudo_rules::record::{Replay, Step};
    use perudo_rules::{Event, PlayedRound};
    use serde_json::Value;

    use super::*;
    use crate::network::Network;

    /// As the trainer computed them, from the same weights.
    const VECTORS: &str = include_str!("../../weights/vectors.json");

    fn numbers(value: &Value) -> Vec<f32> {
        value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
    }

    #[track_caller]
    fn assert_close(what: &str, found: &[f32], expected: &[f32], tolerance: f32) {
        assert_eq!(found.len(), expected.len(), "{what}");
        for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
            let tolerance = tolerance * expected.abs().max(1.0);
            assert!((found - expected).abs() <= tolerance, "{what}, number {index}: {found}, not {expected}");
        }
    }

    #[test]
    fn features_and_outputs_are_the_trainers() {
        let all: Value = serde_json::from_str(VECTORS).unwrap();
        let network = Network::current().unwrap();
        assert_eq!(all["sha256"], network.checksum());
        assert_eq!(all["layout"], LAYOUT);
        let vectors = all["vectors"].as_array().unwrap();
        assert!(vectors.len() >= 40);
        for vector in vectors {
            let record = vector["record"].as_str().unwrap();
            let (mut replay, mut bids, mut memory) = (Replay::new(), Vec::new(), Memory::default());
            for line in record.lines() {
                let before = replay.table().map(|(_, game)| *game);
                let step = replay.read_line(line.as_bytes()).unwrap();
                if let Step::Happened { event: Event::Revealed(reveal), .. } = step {
                    memory.add(&PlayedRound::new(&before.unwrap(), &bids, reveal));
                }
                match step {
                    Step::Happened { event: Event::Bid { seat, bid }, .. } => {
                        bids.push(Standing { bid, bidder: seat });
                    }
                    Step::Happened { event: Event::Rolled(_) | Event::Revealed(_), .. } => bids.clear(),
                    _ => {}
                }
            }
            let (_, game) = replay.table().unwrap();
            let hand = game.hands().map_or(Hand::EMPTY, |hands| hands[game.turn().unwrap()]);
            let decision = Decision { game, bids: &bids, hand, memory: Some(&memory) };
            let features = decision.features();
            assert_close(record, &features, &numbers(&vector["features"]), 1e-6);
            let output = network.evaluate(&features);
            // The outputs of illegal actions mean nothing.
            let legal: Vec<usize> = serde_json::from_value(vector["actions"].clone()).unwrap();
            let of_legal = |logits: &[f32]| legal.iter().map(|&action| logits[action]).collect::<Vec<f32>>();
            let close = |logits: &[f32], expected: &Value| {
                assert_close(record, &of_legal(logits), &of_legal(&numbers(expected)), 1e-3);
            };
            close(&output.policy, &vector["logits"]);
            if game.with_dice().len() == 2 {
                close(&network.duel(&features), &vector["duel"]);
                close(&network.solved(&features), &vector["solved"]);
            }
            assert_close(record, &output.win, &numbers(&vector["win"]), 1e-3);
            assert_close(record, &output.weak, &numbers(&vector["weak"]), 1e-3);
            let policy = network.policy(&decision, 1.0);
            assert_eq!(policy.len(), vector["policy"].as_object().unwrap().len(), "{record}");
            for (action, share) in policy {
                let expected = vector["policy"][action.to_string()].as_f64().unwrap();
                assert!((share - expected).abs() < 1e-3, "{record}{action}: {share}, not {expected}");
            }
        }
    }
}
