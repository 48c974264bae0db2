//! Probability bots: they go by the odds, each in its own way. What networks are trained and measured against, and how
//! [`Profile`](crate::profile::Profile) describes a player.

use perudo_rules::{Action, Bid, Face, Hand, Seat, Standing};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::habits::Viewpoint;
use crate::novice;
use crate::odds::Tails;
use crate::steady::declaration;
use crate::{Bot, Situation};

/// How a probability bot plays, as the trainer has it (`training/perudo_training/bots.py`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// When it doubts.
    pub doubts: Doubts,
    /// How high it bids.
    pub height: Height,
    /// Dice of a face that a player who has bid it is assumed to hold.
    pub trust: f64,
    /// Of the odds of its bids, as a standard deviation.
    pub noise: f64,
    /// Calza when the chance of exactly the bid is at least this.
    pub calza_from: f64,
}

/// When a probability bot doubts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Doubts {
    /// Bids less likely than this.
    Below(f64),
    /// When a doubt is likelier to win than its best bid to be true, and this much more.
    Rather(f64),
    /// When more is bid than the own dice and this share of the others'. Such a player bids on the own dice alone.
    Beyond(f64),
}

/// How high a probability bot bids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Height {
    /// The least count.
    Least,
    /// The highest count with at least these odds.
    Likely(f64),
}

impl Style {
    /// The bot `steady`.
    pub const STEADY: Style = Style {
        doubts: Doubts::Rather(0.45),
        height: Height::Least,
        trust: 0.0,
        noise: 0.0,
        calza_from: 0.5,
    };

    /// Those with a name.
    pub const NAMED: [(&str, Style); 8] = [
        ("steady", Style::STEADY),
        ("novice", Style { doubts: Doubts::Beyond(0.5), ..Style::STEADY }),
        ("doubt below 0.40", Style { doubts: Doubts::Below(0.4), ..Style::STEADY }),
        ("doubt below 0.25", Style { doubts: Doubts::Below(0.25), ..Style::STEADY }),
        ("bold", Style { doubts: Doubts::Rather(0.7), height: Height::Likely(0.6), ..Style::STEADY }),
        ("timid", Style { doubts: Doubts::Rather(0.2), ..Style::STEADY }),
        ("high opener", Style { doubts: Doubts::Below(0.3), height: Height::Likely(0.5), ..Style::STEADY }),
        ("reads bids", Style { doubts: Doubts::Rather(0.15), trust: 0.7, ..Style::STEADY }),
    ];

    /// Any style, as the training draws them: the same seed gives the same one.
    pub fn random(seed: u64) -> Style {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut between = |low: f64, high: f64| chance.random_range(low..high);
        let mut happens = |share: f64| between(0.0, 1.0) < share;
        let (believer, caller, reader) = (happens(0.15), happens(0.35), happens(0.4));
        let (compares, least, noisy, usual) = (happens(0.5), happens(0.5), happens(0.25), happens(0.3));
        let doubts = if believer {
            Doubts::Beyond(if usual { 0.5 } else { between(0.3, 0.7) })
        } else if caller {
            Doubts::Below(between(0.2, 0.4))
        } else if compares {
            Doubts::Rather(between(-0.1, 1.0))
        } else {
            Doubts::Below(between(0.03, 0.68))
        };
        let height = if caller {
            Height::Likely(between(0.45, 0.75))
        } else if least {
            Height::Least
        } else {
            Height::Likely(between(0.3, 0.95))
        };
        Style {
            doubts,
            height,
            trust: if reader && !caller { between(0.2, 1.0) } else { 0.0 },
            noise: if noisy { between(0.0, 0.4) } else { 0.03 },
            calza_from: between(0.35, 0.75),
        }
    }
}

/// A decision as a probability bot sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) viewpoint: Viewpoint,
    /// How many others have bid each face in this round.
    pub(crate) bidders: [u8; 6],
}

impl Look {
    /// How true a bid looks to the holder of `hand` who counts on so many dice of each bidder.
    pub(crate) fn truth(&self, hand: Hand, bid: Bid, trusted: usize) -> f64 {
        self.truth_with(usize::from(hand.matching(bid.face, self.viewpoint.jokers)), bid, trusted)
    }

    /// The same for whoever has so many dice that fit.
    pub(crate) fn truth_with(&self, own: usize, bid: Bid, trusted: usize) -> f64 {
        let Viewpoint { unknown, jokers, .. } = self.viewpoint;
        let trusted = trusted.min(unknown);
        let needed = usize::from(bid.count).saturating_sub(own + trusted);
        Tails::of(bid.face, jokers).at_least(unknown - trusted, needed)
    }
}

/// Which players have bid each face in a round.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bidders([u32; 6]);

impl Bidders {
    pub(crate) fn note(&mut self, seat: Seat, bid: Bid) {
        self.0[bid.face.index()] |= 1 << seat.index();
    }

    /// How many others than this player.
    pub(crate) fn besides(&self, seat: Seat) -> [u8; 6] {
        self.0.map(|seats| (seats & !(1 << seat.index())).count_ones() as u8)
    }

    pub(crate) fn of(bids: &[Standing]) -> Bidders {
        let mut bidders = Bidders::default();
        bids.iter().for_each(|made| bidders.note(made.bidder, made.bid));
        bidders
    }
}

impl Style {
    /// What it does with these dice.
    pub(crate) fn decide(&self, look: &Look, hand: Hand, chance: &mut Xoshiro256PlusPlus) -> Action {
        if let Doubts::Beyond(share) = self.doubts {
            return novice::think(&look.viewpoint, &look.viewpoint.own(hand), share).choose(chance);
        }
        let Viewpoint { legal, standing, .. } = look.viewpoint;
        let trusted = look.bidders.map(|bidders| {
            if self.trust > 0.0 && bidders > 0 {
                (f64::from(bidders) * self.trust + chance.random::<f64>()) as usize
            } else {
                0
            }
        });
        let truth = |bid: Bid| look.truth(hand, bid, trusted[bid.face.index()]);
        let mut noise = || if self.noise > 0.0 { self.noise * normal(chance) } else { 0.0 };
        // The likeliest face at its least count; of equals the highest.
        let mut best: Option<(f64, Bid)> = None;
        for face in Face::ALL {
            let Some(least) = legal.least(face) else { continue };
            let bid = Bid::new(least, face);
            let odds = truth(bid) + noise();
            if best.is_none_or(|(most, _)| odds >= most) {
                best = Some((odds, bid));
            }
        }
        if let Some(standing) = standing {
            let odds = truth(standing);
            let doubts = best.is_none_or(|(best, _)| match self.doubts {
                Doubts::Below(least) => odds < least,
                Doubts::Rather(bonus) => best + bonus <= 1.0 - odds,
                Doubts::Beyond(_) => false,
            });
            if legal.contains(Action::Calza) {
                let exactly = odds - truth(Bid::new(standing.count.saturating_add(1), standing.face));
                if exactly >= self.calza_from && exactly > 1.0 - odds {
                    return Action::Calza;
                }
            }
            if doubts {
                return Action::Dudo;
            }
        }
        best.map_or(Action::Pass, |(_, bid)| {
            Action::Bid(Bid::new(self.height.count(bid, legal.most(), truth), bid.face))
        })
    }
}

impl Height {
    /// How many dice of a face such a player bids on, at least those of `least`.
    pub(crate) fn count(self, least: Bid, most: u8, truth: impl Fn(Bid) -> f64) -> u8 {
        let Height::Likely(odds) = self else { return least.count };
        let likely = |count: &u8| truth(Bid::new(*count, least.face)) >= odds;
        (least.count.saturating_add(1)..=most).take_while(likely).last().unwrap_or(least.count)
    }
}

/// A number of the standard normal distribution, near enough: the sum of twelve even ones.
fn normal(chance: &mut Xoshiro256PlusPlus) -> f64 {
    (0..12).map(|_| chance.random::<f64>()).sum::<f64>() - 6.0
}

/// A probability bot.
#[derive(Debug)]
pub struct Styled {
    style: Style,
    chance: Xoshiro256PlusPlus,
}

impl Styled {
    /// A bot that repeats itself exactly for the same seed.
    pub fn new(style: Style, seed: u64) -> Styled {
        Styled { style, chance: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl Bot for Styled {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        if situation.legal().contains(Action::Pass) {
            return match self.style.doubts {
                Doubts::Beyond(_) => Action::Maputo,
                _ => declaration(situation),
            };
        }
        let bidders = Bidders::of(situation.bids).besides(situation.seat());
        let look = Look { viewpoint: Viewpoint::of(situation), bidders };
        self.style.decide(&look, situation.hand(), &mut self.chance)
    }
}
