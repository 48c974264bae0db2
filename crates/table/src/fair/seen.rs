//! Whether a proof tells what a client saw.

use super::{Link, Proof, ProofThrow, PublicKey, SeenThrow, ThrowKind, Tip, Whose, Witness};

/// How a proof differs from what a client saw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeenMismatchError {
    /// The client was at another table.
    #[error("the client saw the table {seen}")]
    Table {
        /// That one.
        seen: String,
    },
    /// The server told the client another key than those of the proof.
    #[error("the server told the client the key {seen}, which is not one of the proof's")]
    Key {
        /// What the client was told.
        seen: PublicKey,
    },
    /// The client saw no throw of this tour.
    #[error("the client saw no throw of this tour")]
    Nothing,
    /// A throw that the client saw in this tour is not in the proof.
    #[error("the client saw throw {throw}, which is not in the proof")]
    Throw {
        /// The throw.
        throw: u64,
    },
    /// Another tip was shown to the client.
    #[error("the client was shown another tip of {whose} for throw {throw}")]
    Tip {
        /// The throw.
        throw: u64,
        /// Whose.
        whose: Whose,
        /// What the proof says.
        proof: Option<Box<Tip>>,
        /// What the client was shown.
        seen: Option<Box<Tip>>,
    },
    /// Another link was opened to the client, or one more or less.
    #[error("the client was shown another link of {whose} in throw {throw}")]
    Link {
        /// The throw.
        throw: u64,
        /// Whose.
        whose: Whose,
        /// What the proof says.
        proof: Option<Box<Link>>,
        /// What the client was shown.
        seen: Option<Box<Link>>,
    },
    /// Other dice were shown to the client.
    #[error("the client was shown other dice of {whose} in throw {throw}")]
    Dice {
        /// The throw.
        throw: u64,
        /// Whose.
        whose: Whose,
        /// What the proof says.
        proof: String,
        /// What the client was shown.
        seen: String,
    },
}

/// What of a proof a client has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenPart {
    /// How many throws of the proof the client saw, from tips to dice.
    pub throws: usize,
}

impl SeenMismatchError {
    /// Its name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            SeenMismatchError::Table { .. } => "seen-table",
            SeenMismatchError::Key { .. } => "seen-key",
            SeenMismatchError::Nothing => "seen-nothing",
            SeenMismatchError::Throw { .. } => "seen-throw",
            SeenMismatchError::Tip { .. } => "seen-tip",
            SeenMismatchError::Link { .. } => "seen-link",
            SeenMismatchError::Dice { .. } => "seen-dice",
        }
    }

    /// The throw that it is about, if it is about one.
    pub fn throw(&self) -> Option<u64> {
        match self {
            SeenMismatchError::Table { .. } | SeenMismatchError::Key { .. } | SeenMismatchError::Nothing => {
                None
            }
            SeenMismatchError::Throw { throw }
            | SeenMismatchError::Tip { throw, .. }
            | SeenMismatchError::Link { throw, .. }
            | SeenMismatchError::Dice { throw, .. } => Some(*throw),
        }
    }

    /// Whose tip, link or dice it is about, if it is about someone's.
    pub fn whose(&self) -> Option<&Whose> {
        match self {
            SeenMismatchError::Table { .. }
            | SeenMismatchError::Key { .. }
            | SeenMismatchError::Nothing
            | SeenMismatchError::Throw { .. } => None,
            SeenMismatchError::Tip { whose, .. }
            | SeenMismatchError::Link { whose, .. }
            | SeenMismatchError::Dice { whose, .. } => Some(whose),
        }
    }
}

impl Proof {
    /// Whether tips, links and dice are those that a client was shown: what a server tells one player is then what it tells
    /// the rest of the world. This does not [verify](Proof::verify) the proof.
    pub fn matches_seen(&self, seen: &Witness) -> Result<SeenPart, SeenMismatchError> {
        if seen.table() != self.table {
            return Err(SeenMismatchError::Table { seen: seen.table().to_owned() });
        }
        if let (Some(signed), Some(key)) = (&self.signed, seen.key())
            && !signed.keys.contains(&key)
        {
            return Err(SeenMismatchError::Key { seen: key });
        }
        let mut throws = 0;
        for seen_throw in seen.throws().filter(|throw| throw.tour == self.tour) {
            let number = seen_throw.number;
            let throw = self.throws.iter().find(|throw| throw.number == number);
            let throw = throw.ok_or(SeenMismatchError::Throw { throw: number })?;
            self.same_links(throw, seen_throw)?;
            self.same_dice(throw, seen_throw)?;
            if seen_throw.from_the_beginning {
                self.same_tips(seen_throw, seen)?;
            }
            throws += 1;
        }
        if throws == 0 { Err(SeenMismatchError::Nothing) } else { Ok(SeenPart { throws }) }
    }

    fn whose(&self, seat: usize) -> Whose {
        self.names.get(seat).map_or(Whose::Server, |name| Whose::Player(name.clone()))
    }

    fn same_tips(&self, throw: &SeenThrow, seen: &Witness) -> Result<(), SeenMismatchError> {
        let number = throw.number;
        let in_force = |tips: &[Tip]| tips.iter().rfind(|tip| tip.from <= number).copied();
        let differs = |whose: Whose, proof: Option<Tip>, seen: Option<Tip>| {
            let chain = |tip: Option<Tip>| tip.filter(|tip| tip.tip.is_some());
            if chain(proof) == chain(seen) {
                return Ok(());
            }
            let (proof, seen) = (proof.map(Box::new), seen.map(Box::new));
            Err(SeenMismatchError::Tip { throw: number, whose, proof, seen })
        };
        differs(Whose::Server, in_force(&self.server), seen.server_tip_at(number))?;
        for (seat, tips) in self.seats.iter().enumerate() {
            let person = throw.people.get(seat).copied().flatten();
            let shown = person.and_then(|person| seen.person_tip_at(person, number));
            differs(self.whose(seat), in_force(tips), shown)?;
        }
        for (seat, tips) in self.closed.iter().enumerate() {
            if throw.dice.get(seat).is_none_or(|dice| *dice == 0) || throw.kind == ThrowKind::Draw {
                continue;
            }
            let shown = seen.closed_tip_at(throw, seat);
            let is_known = shown.is_some() || !seen.came_late_for(number);
            // Those of bots are new in every tour, and only the last are kept.
            let is_kept = throw.people.get(seat).is_some_and(Option::is_some) || seen.is_in_tour(throw.tour);
            if is_known && is_kept {
                differs(self.whose(seat), in_force(tips), shown)?;
            }
        }
        Ok(())
    }

    fn same_links(&self, throw: &ProofThrow, seen: &SeenThrow) -> Result<(), SeenMismatchError> {
        let number = throw.number;
        if seen.server != Some(throw.server) {
            let (proof, seen) = (Some(Box::new(throw.server)), seen.server.map(Box::new));
            return Err(SeenMismatchError::Link { throw: number, whose: Whose::Server, proof, seen });
        }
        for seat in 0..throw.links.len().max(seen.links.len()) {
            let link = |links: &[Option<Link>]| links.get(seat).copied().flatten();
            let (proof, shown) = (link(&throw.links), link(&seen.links));
            if proof != shown {
                let (whose, proof, seen) = (self.whose(seat), proof.map(Box::new), shown.map(Box::new));
                return Err(SeenMismatchError::Link { throw: number, whose, proof, seen });
            }
        }
        Ok(())
    }

    fn same_dice(&self, throw: &ProofThrow, seen: &SeenThrow) -> Result<(), SeenMismatchError> {
        let shown = seen.result.iter().enumerate().filter_map(|(seat, hand)| Some((seat, (*hand)?)));
        for (seat, hand) in shown {
            let proof = throw.result.get(seat).cloned().unwrap_or_default();
            if proof != hand.to_string() {
                let (throw, whose, seen) = (throw.number, self.whose(seat), hand.to_string());
                return Err(SeenMismatchError::Dice { throw, whose, proof, seen });
            }
        }
        Ok(())
    }
}
