//! Characters: a manner that one can notice and learn to beat, on top of any bot of the ladder.

use perudo_rules::{Action, Bid, Face, PlayedRound, Seat};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use strum::{IntoStaticStr, VariantArray};

use crate::{Bot, BotKind, Situation};

/// A character. How strong it is depends on the bot that it is put on, how it plays on the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Character {
    /// Bluffs while the round is young.
    Fox,
    /// Bids on nothing that it does not hold.
    Dog,
    /// Trusts nobody.
    Owl,
    /// Believes almost everything.
    Sheep,
    /// Opens high.
    Rooster,
    /// Stays on the face that was bid.
    Parrot,
    /// Hunts whoever has most dice, and spares the others.
    Wolf,
    /// Cannot resist aces.
    Magpie,
}

/// How often a manner that is no principle shows where it could.
const OFTEN: f64 = 0.75;
/// What a distrustful player doubts: bids no likelier than this by its own dice.
const DISTRUST: f64 = 0.45;
/// What a trusting player still believes.
const TRUST: f64 = 0.04;
/// Bids that look less likely than this are left to the bot.
const PLAUSIBLE: f64 = 0.3;
/// As likely as not, or nearly so.
const EVEN: f64 = 0.45;
/// What people open with looks at least so likely to them.
const CAREFUL: f64 = 0.55;

impl Character {
    /// All of them.
    pub const ALL: &[Character] = Character::VARIANTS;

    /// The name in commands.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The character of that name.
    pub fn named(name: &str) -> Option<Character> {
        Character::ALL.iter().copied().find(|character| character.name() == name)
    }

    /// Somebody of this character who is as strong as a bot of the ladder, or nearly so.
    pub(crate) fn on(self, kind: BotKind, seed: u64) -> Box<dyn Bot> {
        Box::new(Mannered {
            character: self,
            kind,
            bot: kind.create(seed),
            chance: Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(48)),
        })
    }
}

/// A bot with manners.
struct Mannered {
    character: Character,
    kind: BotKind,
    bot: Box<dyn Bot>,
    chance: Xoshiro256PlusPlus,
}

impl Bot for Mannered {
    fn remember(&mut self, round: &PlayedRound) {
        self.bot.remember(round);
    }

    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        let decision = self.bot.decide(situation);
        let moment = Moment { situation, chance: &mut self.chance };
        let action = match decision {
            // Whether a round is maputo is no question of character.
            Action::Maputo | Action::Pass => None,
            _ if situation.standing().is_none() => moment.open(self.character, self.kind),
            _ => moment.answer(self.character, decision),
        };
        action.filter(|&action| situation.legal().contains(action)).unwrap_or(decision)
    }
}

/// A decision to which a character has something to add.
struct Moment<'a, 'b> {
    situation: &'a Situation<'b>,
    chance: &'a mut Xoshiro256PlusPlus,
}

impl Moment<'_, '_> {
    /// How likely a bid looks by the own dice.
    fn truth(&self, bid: Bid) -> f64 {
        self.situation.odds().at_least(bid)
    }

    fn often(&mut self) -> bool {
        self.chance.random::<f64>() < OFTEN
    }

    /// Whether the player has the face itself; aces are no sixes here.
    fn holds(&self, face: Face) -> bool {
        self.situation.hand().of(face) > 0
    }

    /// The legal bids on these faces, up to so many counts above the least, that look at least so likely.
    fn bids(&self, above: u8, likely: f64, faces: impl Fn(Face) -> bool) -> Vec<Bid> {
        let legal = self.situation.legal();
        let counts = |face: Face| {
            let least = legal.least(face).filter(|_| faces(face));
            least.map(|least| least..=legal.most().min(least.saturating_add(above)))
        };
        let bids = Face::ALL
            .into_iter()
            .flat_map(|face| counts(face).into_iter().flatten().map(move |count| Bid::new(count, face)));
        bids.filter(|&bid| self.truth(bid) >= likely).collect()
    }

    fn any(&mut self, bids: &[Bid]) -> Option<Action> {
        bids.choose(&mut *self.chance).copied().map(Action::Bid)
    }

    fn likeliest(&self, bids: &[Bid]) -> Option<Action> {
        bids.iter().copied().max_by(|&a, &b| self.truth(a).total_cmp(&self.truth(b))).map(Action::Bid)
    }

    /// The first bid of a round, if the character has a wish. People vary theirs; so does whoever would else open alike
    /// every time.
    fn open(mut self, character: Character, kind: BotKind) -> Option<Action> {
        let all = self.situation.legal().most();
        let bids = match character {
            Character::Rooster => {
                // As high as looks even, on any face.
                let high = |face| self.bids(all, EVEN, |other| other == face).into_iter().next_back();
                Face::ALL.into_iter().filter_map(high).collect()
            }
            Character::Fox if self.often() => self.bids(all, CAREFUL, |face| !self.holds(face)),
            Character::Dog => self.bids(all, CAREFUL, |face| self.holds(face)),
            Character::Magpie if self.often() => self.bids(1, PLAUSIBLE, |face| face == Face::Ace),
            _ => Vec::new(),
        };
        if bids.is_empty() && !kind.uses_network() {
            let bids = self.bids(all, CAREFUL, |face| face != Face::Ace);
            return self.any(&bids);
        }
        self.any(&bids)
    }

    /// The answer to a bid, if the character has another than the bot.
    fn answer(mut self, character: Character, decision: Action) -> Option<Action> {
        let view = self.situation.view;
        let standing = view.standing()?;
        let (truth, bids) = (self.truth(standing.bid), matches!(decision, Action::Bid(_)));
        match character {
            // While everyone hears of a face for the first time.
            Character::Fox if bids && self.situation.bids.len() < view.with_dice().len() && self.often() => {
                let bluffs = self.bids(0, PLAUSIBLE, |face| !self.holds(face));
                self.any(&bluffs)
            }
            Character::Dog => match decision {
                Action::Bid(bid) if !self.holds(bid.face) => {
                    let honest = self.bids(0, TRUST, |face| self.holds(face));
                    self.likeliest(&honest).or(Some(Action::Dudo))
                }
                _ => None,
            },
            Character::Owl if bids && truth < DISTRUST && self.often() => Some(Action::Dudo),
            Character::Sheep if decision == Action::Dudo && truth >= TRUST => {
                let raises = self.bids(0, TRUST, |_| true);
                self.likeliest(&raises)
            }
            Character::Rooster if bids && !self.often() => {
                let jumps =
                    self.bids(1, PLAUSIBLE, |face| matches!(decision, Action::Bid(bid) if bid.face == face));
                jumps.last().copied().map(Action::Bid)
            }
            Character::Parrot if bids && self.often() => {
                let same = self.bids(0, PLAUSIBLE, |face| face == standing.bid.face);
                self.any(&same)
            }
            Character::Wolf if self.leads(standing.bidder) => {
                (bids && truth < DISTRUST).then_some(Action::Dudo)
            }
            Character::Wolf if decision == Action::Dudo && truth >= TRUST => {
                let raises = self.bids(0, TRUST, |_| true);
                self.likeliest(&raises)
            }
            Character::Magpie if bids && self.often() => {
                let aces = self.bids(0, PLAUSIBLE, |face| face == Face::Ace);
                self.any(&aces)
            }
            _ => None,
        }
    }

    /// Whether nobody but the player has more dice than this one.
    fn leads(&self, bidder: Seat) -> bool {
        let view = self.situation.view;
        let others = view.with_dice().iter().filter(|&seat| seat != self.situation.seat());
        others.map(|seat| view.dice(seat)).max() == Some(view.dice(bidder))
    }
}
