//! What the decisions of a player say about how they play: which styles of a probability bot fit them, and how well.
//!
//! At a showdown all dice are seen, so that every decision of the round can be held against what each style would have
//! done with these dice.

use perudo_rules::{Action, Bid, BySeat, Call, Event, Hand, PlayedRound, Seat};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::belief::{Way, place};
use crate::habits::{Own, Viewpoint};
use crate::outlook::{Outlook, believers, heights};
use crate::sound;
use crate::style::{Bidders, Doubts, Height, Look, Style};

// The styles that a player may have, each part with how usual it is: all of these with each other …
const TRUSTS: [(f64, f64); 4] = [(0.0, 0.5), (0.35, 0.1), (0.7, 0.15), (1.0, 0.1)];
const THRESHOLDS: [f64; 12] = [0.04, 0.1, 0.16, 0.22, 0.28, 0.34, 0.4, 0.46, 0.52, 0.58, 0.64, 0.7];
const BONUSES: [f64; 12] = [-0.1, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
const NOISES: [(f64, f64); 4] = [(0.0, 0.3), (0.03, 0.4), (0.12, 0.15), (0.3, 0.15)];
const HEIGHTS: [(Height, f64); 8] = [
    (Height::Least, 0.51),
    (Height::Likely(0.3), 0.07),
    (Height::Likely(0.4), 0.07),
    (Height::Likely(0.5), 0.07),
    (Height::Likely(0.6), 0.07),
    (Height::Likely(0.7), 0.07),
    (Height::Likely(0.8), 0.07),
    (Height::Likely(0.9), 0.07),
];
// … and those of players who go by their own dice alone.
const BELIEVERS: f64 = 0.15;
const SHARES: [f64; 9] = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7];

const RULES: usize = THRESHOLDS.len() + BONUSES.len();

/// What is not learnt of a style: nobody is expected to call calza.
const NEVER: f64 = 2.0;

/// The logarithm of how much likelier it is that somebody has a style than that they are hard to exploit, before they have
/// shown anything.
const BEFORE: f64 = 1.0;
/// The least and the most that this becomes. It has a limit so that whoever feigns a style is soon found out.
const BELIEVED: (f64, f64) = (-8.0, 5.0);

/// What one player showed: how well each style explains it.
#[derive(Clone, Debug)]
struct Profile {
    by_odds: [ByOdds; TRUSTS.len()],
    believers: Weights<{ SHARES.len() }>,
    /// How well all styles together explain it, as a logarithm.
    evidence: f64,
    /// How much likelier it is that they have a style than that they are hard to exploit.
    styled: f64,
}

/// For players who go by the odds and trust others equally.
#[derive(Clone, Copy, Debug)]
struct ByOdds {
    doubts: Weights<RULES>,
    noises: Weights<{ NOISES.len() }>,
    heights: Weights<{ HEIGHTS.len() }>,
}

/// How well each of some alternatives explains what was seen.
#[derive(Clone, Copy, Debug)]
struct Weights<const N: usize> {
    /// The chance of each, if it is one of them.
    chances: [f64; N],
    /// How well all of them together explain it, as a logarithm.
    evidence: f64,
}

impl<const N: usize> Weights<N> {
    fn new(chances: [f64; N]) -> Weights<N> {
        Weights { chances, evidence: 0.0 }
    }

    /// Takes in how likely each of them makes what was seen.
    fn learn(&mut self, likelihoods: [f64; N]) {
        let mut sum = 0.0;
        for (chance, likelihood) in self.chances.iter_mut().zip(likelihoods) {
            *chance *= likelihood;
            sum += *chance;
        }
        self.evidence += sum.ln();
        let whole = 1.0 / sum;
        for chance in &mut self.chances {
            // What seems impossible may be seen yet.
            *chance = (*chance * whole).max(f64::MIN_POSITIVE);
        }
    }

    fn draw(&self, chance: &mut Xoshiro256PlusPlus) -> usize {
        place(self.chances.into_iter(), chance)
    }
}

impl Default for Profile {
    fn default() -> Profile {
        let by_odds = ByOdds {
            doubts: Weights::new([1.0 / RULES as f64; RULES]),
            noises: Weights::new(NOISES.map(|(_, usual)| usual)),
            heights: Weights::new(HEIGHTS.map(|(_, usual)| usual)),
        };
        let believers = Weights::new([1.0 / SHARES.len() as f64; SHARES.len()]);
        Profile { by_odds: [by_odds; TRUSTS.len()], believers, evidence: 0.0, styled: BEFORE }
    }
}

/// Each way to doubt.
fn rule(index: usize) -> Doubts {
    match THRESHOLDS.get(index) {
        Some(&least) => Doubts::Below(least),
        None => Doubts::Rather(BONUSES[index - THRESHOLDS.len()]),
    }
}

impl Profile {
    /// What this player did in one more round.
    fn add(&mut self, round: &PlayedRound, player: Seat) {
        let (mut game, reveal) = (round.start, &round.reveal);
        let (hand, mut bidders) = (reveal.hands[player], Bidders::default());
        let calls = (reveal.call == Call::Dudo).then_some((reveal.caller, Action::Dudo));
        let bids = round.bids.iter().map(|made| (made.bidder, Action::Bid(made.bid)));
        for (seat, action) in bids.chain(calls) {
            if seat == player {
                let look = Look {
                    viewpoint: Viewpoint {
                        legal: game.legal_actions(),
                        standing: game.standing().map(|standing| standing.bid),
                        unknown: usize::from(game.in_play()).saturating_sub(hand.len()),
                        jokers: game.kind().jokers(),
                    },
                    bidders: bidders.besides(seat),
                };
                self.note(&look, hand, action);
            }
            if let Action::Bid(bid) = action {
                game.apply(&Event::Bid { seat, bid });
                bidders.note(seat, bid);
            }
        }
    }

    fn note(&mut self, look: &Look, hand: Hand, action: Action) {
        let bid = match action {
            Action::Bid(bid) => Some(bid),
            _ => None,
        };
        let own = look.viewpoint.own(hand);
        // Before anybody else has bid it is all the same how far others are trusted.
        let alike = look.bidders == [0; 6];
        let mut explained = None;
        for (sums, (trust, _)) in self.by_odds.iter_mut().zip(TRUSTS) {
            let by_odds = explained.take().unwrap_or_else(|| Explained::new(look, &own, trust, bid));
            if look.viewpoint.standing.is_some() {
                sums.doubts.learn(by_odds.doubts);
            }
            if bid.is_some() {
                sums.noises.learn(by_odds.noises);
                sums.heights.learn(by_odds.heights);
            }
            explained = Some(by_odds).filter(|_| alike);
        }
        self.believers.learn(believers(&look.viewpoint, &own, SHARES, action));
        let evidence = sum(&self.groups());
        let by_style = evidence - self.evidence;
        self.evidence = evidence;
        let otherwise = sound::chance(&look.viewpoint, bid, hand).ln();
        let (least, most) = BELIEVED;
        self.styled = (self.styled + by_style - otherwise).clamp(least, most);
    }

    /// How well each group of styles explains it: those who trust others equally, and those who go by their own dice.
    fn groups(&self) -> [f64; TRUSTS.len() + 1] {
        std::array::from_fn(|group| match self.by_odds.get(group) {
            Some(ByOdds { doubts, noises, heights }) => {
                TRUSTS[group].1.ln() + doubts.evidence + noises.evidence + heights.evidence
            }
            None => BELIEVERS.ln() + self.believers.evidence,
        })
    }

    /// The chance that they have a style.
    fn certainty(&self) -> f64 {
        1.0 / (1.0 + (-self.styled).exp())
    }

    /// A style that they may have, as likely as it explains what they did.
    fn draw(&self, chance: &mut Xoshiro256PlusPlus) -> Style {
        let group = drawn(&self.groups(), chance);
        let Some(sums) = self.by_odds.get(group) else {
            let doubts = Doubts::Beyond(SHARES[self.believers.draw(chance)]);
            return Style { doubts, calza_from: NEVER, ..Style::STEADY };
        };
        Style {
            doubts: rule(sums.doubts.draw(chance)),
            height: HEIGHTS[sums.heights.draw(chance)].0,
            trust: TRUSTS[group].0,
            noise: NOISES[sums.noises.draw(chance)].0,
            calza_from: NEVER,
        }
    }

    /// Ways in which they may play: as people do, or in one of so many styles.
    fn ways(&self, styles: usize, chance: &mut Xoshiro256PlusPlus) -> Vec<Way> {
        let certainty = self.certainty();
        let mut ways = vec![Way { chance: 1.0 - certainty, style: None }];
        let share = certainty / styles as f64;
        for _ in 0..styles {
            let style = Some(self.draw(chance));
            match ways.iter_mut().find(|way| way.style == style) {
                Some(way) => way.chance += share,
                None => ways.push(Way { chance: share, style }),
            }
        }
        ways
    }
}

/// How likely each part of a decision is of those who trust others equally.
struct Explained {
    doubts: [f64; RULES],
    noises: [f64; NOISES.len()],
    heights: [f64; HEIGHTS.len()],
}

impl Explained {
    fn new(look: &Look, own: &Own, trust: f64, bid: Option<Bid>) -> Explained {
        let outlook = Outlook::new(look, own, trust);
        // Without a bid there is nothing to doubt.
        let doubts = match look.viewpoint.standing {
            Some(_) => std::array::from_fn(|index| {
                let doubt = outlook.doubt(rule(index));
                if bid.is_some() { 1.0 - doubt } else { doubt }
            }),
            None => [1.0; RULES],
        };
        let by_noise = |bid: Bid| NOISES.map(|(noise, _)| outlook.face(bid.face, noise));
        let by_height = |bid: Bid| {
            let own = own[bid.face.index()].into();
            heights(look, own, trust, bid, HEIGHTS.map(|(height, _)| height))
        };
        Explained {
            doubts,
            noises: bid.map_or([1.0; NOISES.len()], by_noise),
            heights: bid.map_or([1.0; HEIGHTS.len()], by_height),
        }
    }
}

/// The logarithm of a sum.
fn sum(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::MIN, f64::max);
    most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln()
}

/// The place of one of these logarithms, drawn as likely as they say.
fn drawn(logs: &[f64], chance: &mut Xoshiro256PlusPlus) -> usize {
    let (mut rest, all) = (chance.random::<f64>(), sum(logs));
    let place = logs.iter().position(|log| {
        rest -= (log - all).exp();
        rest < 0.0
    });
    place.unwrap_or(logs.len() - 1)
}

/// So many rounds of a player are looked at, at a table of two; of more, as fewer rounds as there are more players: the latest ones,
/// which tell enough, and in time.
const LOOKED_AT: usize = 42;
/// So many bids at most were made in these rounds, which is more than usual.
const BIDS_LOOKED_AT: usize = 300;

/// What everyone showed. A player's rounds are looked at once somebody asks about that player: late in a tour few are left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profiles {
    rounds: Vec<PlayedRound>,
    players: BySeat<Known>,
}

#[derive(Clone, Debug, Default)]
struct Known {
    profile: Profile,
    /// How many rounds have been looked at.
    rounds: usize,
}

impl Profiles {
    /// One more round.
    pub(crate) fn add(&mut self, round: &PlayedRound) {
        self.rounds.push(round.clone());
    }

    fn profile(&mut self, player: Seat) -> &Profile {
        let known = &mut self.players[player];
        let players = self.rounds.last().map_or(2, |round| round.start.with_dice().len().max(2));
        let mut bids = 0;
        let too_old = self.rounds.iter().rposition(|round| {
            bids += round.bids.len();
            bids > BIDS_LOOKED_AT
        });
        let oldest = self.rounds.len().saturating_sub(2 * LOOKED_AT / players);
        let oldest = oldest.max(too_old.map_or(0, |round| round + 1));
        let news = self.rounds.get(known.rounds.max(oldest)..).unwrap_or_default();
        news.iter().for_each(|round| known.profile.add(round, player));
        known.rounds = self.rounds.len();
        &known.profile
    }

    /// The chance that a player has a style.
    pub(crate) fn certainty(&mut self, player: Seat) -> f64 {
        self.profile(player).certainty()
    }

    /// Ways in which a player may play, so many styles among them.
    pub(crate) fn ways(&mut self, player: Seat, styles: usize, chance: &mut Xoshiro256PlusPlus) -> Vec<Way> {
        self.profile(player).ways(styles, chance)
    }
}

#[cfg(test)]
mod tests {
    use perudo_rules::Preset;
    use rand::SeedableRng;

    use super::*;
    use crate::style::Styled;
    use crate::testing::rounds;
    use crate::{Bot, BotKind, Situation, Steady};

    /// Somebody who plays as people do.
    struct Person(Xoshiro256PlusPlus);

    impl Bot for Person {
        fn decide(&mut self, situation: &Situation<'_>) -> Action {
            let (viewpoint, hand) = (Viewpoint::of(situation), situation.hand());
            let likely = |bid: Option<Bid>| viewpoint.chances(bid, hand.len())(&viewpoint.own(hand)).ln();
            let mut actions: Vec<(f64, Action)> =
                viewpoint.considered().map(|bid| (likely(Some(bid)), Action::Bid(bid))).collect();
            actions.extend(viewpoint.standing.map(|_| (likely(None), Action::Dudo)));
            let logs: Vec<f64> = actions.iter().map(|(likely, _)| *likely).collect();
            actions[drawn(&logs, &mut self.0)].1
        }
    }

    /// What is known of the second of two players after so many rounds.
    fn known(bot: Box<dyn Bot>, count: usize) -> (Profiles, Seat) {
        let mut bots: [Box<dyn Bot>; 2] = [Box::new(Steady::new()), bot];
        let mut profiles = Profiles::default();
        let played = rounds(&Preset::Tournament.rules(), &mut bots, 5, count, |_| ());
        played.iter().for_each(|round| profiles.add(round));
        (profiles, Seat::new(1).unwrap())
    }

    #[test]
    fn a_style_is_known_after_a_few_rounds_and_those_who_reason_have_none() {
        let chance = || Xoshiro256PlusPlus::seed_from_u64(3);
        for (name, style) in Style::NAMED {
            let (mut profiles, seat) = known(Box::new(Styled::new(style, 9)), 8);
            let certainty = profiles.certainty(seat);
            assert!(certainty > 0.85, "{name}: {certainty}");
        }
        let (mut profiles, seat) = known(Box::new(Person(chance())), 8);
        assert!(profiles.certainty(seat) < 0.5, "people: {}", profiles.certainty(seat));
        let (mut profiles, seat) = known(BotKind::Thinker.create(1), 20);
        assert!(profiles.certainty(seat) < 0.5, "thinker: {}", profiles.certainty(seat));
        let (mut profiles, seat) = known(Box::new(Person(chance())), 0);
        assert!(profiles.certainty(seat) < 0.75, "nothing is known");
    }

    #[test]
    fn who_doubts_very_soon_is_known_after_three_rounds() {
        let below = Style { doubts: Doubts::Below(0.6), height: Height::Likely(0.9), ..Style::STEADY };
        let rather = Style { doubts: Doubts::Rather(-0.05), ..Style::STEADY };
        for style in [below, rather] {
            let (mut profiles, seat) = known(Box::new(Styled::new(style, 9)), 3);
            let certainty = profiles.certainty(seat);
            assert!(certainty > 0.9, "{style:?}: {certainty}");
        }
    }

    #[test]
    fn what_is_learnt_of_a_style_is_when_it_doubts_and_how_high_it_bids() {
        let style = Style { doubts: Doubts::Below(0.4), height: Height::Likely(0.6), ..Style::STEADY };
        let (mut profiles, seat) = known(Box::new(Styled::new(style, 9)), 60);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(3);
        let ways = profiles.ways(seat, 100, &mut chance);
        let all: f64 = ways.iter().map(|way| way.chance).sum();
        assert!((all - 1.0).abs() < 1e-9);
        let right = ways.iter().filter(|way| {
            way.style.is_some_and(|style| match (style.doubts, style.height) {
                (Doubts::Below(least), Height::Likely(odds)) => {
                    (0.25..0.5).contains(&least) && (0.5..0.85).contains(&odds) && style.trust == 0.0
                }
                _ => false,
            })
        });
        let right: f64 = right.map(|way| way.chance).sum();
        assert!(right > 0.8, "{right}: {ways:?}");
    }

    #[test]
    fn who_feigned_a_style_is_found_out_by_a_few_decisions() {
        let (mut profiles, seat) = known(Box::new(Steady::new()), 60);
        assert!(profiles.certainty(seat) > 0.99);
        let (others, _) = known(Box::new(Person(Xoshiro256PlusPlus::seed_from_u64(3))), 6);
        others.rounds.iter().for_each(|round| profiles.add(round));
        assert!(profiles.certainty(seat) < 0.8, "{}", profiles.certainty(seat));
    }
}
