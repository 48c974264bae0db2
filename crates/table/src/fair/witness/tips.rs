//! Tips that a client is shown: which count for which throws, and whether they came in time.

use super::Witness;
use crate::PersonId;
use crate::fair::holder::Holder;
use crate::fair::{Link, SERVER_CHAIN, Tip, Whose, WitnessError};

impl Witness {
    /// The tips that count for the coming throw or later ones: whose they are, and each tip.
    pub fn tips(&self) -> Vec<(Whose, Tip)> {
        let coming = self.coming();
        let holders = std::iter::once((Whose::Server, &self.server))
            .chain(self.people.values().map(|holder| (holder.whose(), holder)));
        let tips = holders.flat_map(|(whose, holder)| {
            let first = holder.tips.iter().rposition(|tip| tip.from <= coming).unwrap_or(0);
            holder.tips[first..].iter().map(move |tip| (whose.clone(), *tip))
        });
        tips.filter(|(_, tip)| tip.tip.is_some()).collect()
    }

    /// The first throw for which a tip may count that is shown now.
    pub(super) fn next_tip_from(&self) -> u64 {
        self.asked.max(self.thrown).saturating_add(1)
    }

    /// The tip of the server that was in force for a throw.
    pub(in crate::fair) fn server_tip_at(&self, throw: u64) -> Option<Tip> {
        self.server.in_force(throw)
    }

    /// The tip of a person that was in force for a throw.
    pub(in crate::fair) fn person_tip_at(&self, person: PersonId, throw: u64) -> Option<Tip> {
        self.people.get(&person)?.in_force(throw)
    }

    /// The client has connected anew and is shown the whole table: how many throws there have been, whether the dice of the
    /// last one are under the cups, and everybody's tips that count for the coming throw or later ones, in the order of the
    /// throws from which on they count.
    pub fn welcome(
        &mut self,
        thrown: u64,
        under_cups: bool,
        server: Tip,
        people: &[(PersonId, String, Tip)],
    ) {
        let coming = thrown.saturating_add(1);
        if thrown < self.thrown {
            let expected = self.coming();
            return self.wrong(WitnessError::WrongThrow { expected, found: coming });
        }
        self.without_chains(coming, people);
        if thrown > self.thrown || !under_cups {
            self.cups = None;
        }
        self.thrown = thrown;
        if let Some(tip) = server.tip {
            self.server_tip(tip, server.from);
        }
        for (person, name, tip) in people {
            self.person_tip(*person, name, *tip);
        }
    }

    /// Those of whom no tip is told that counts for the coming throw have none. When links for it had been asked for, that
    /// was settled.
    fn without_chains(&mut self, coming: u64, told: &[(PersonId, String, Tip)]) {
        let mut changed = Vec::new();
        for (id, holder) in &mut self.people {
            // What takes their place later is told anew.
            holder.tips.retain(|tip| tip.from <= coming);
            let Some(before) = holder.in_force(coming).and_then(|tip| tip.tip) else { continue };
            if told.iter().any(|(person, _, tip)| person == id && tip.from <= coming) {
                continue;
            }
            if self.asked == coming {
                let (whose, before) = (holder.whose(), Some(before));
                changed.push(WitnessError::ChangedTip { whose, throw: coming, before, now: None });
            } else {
                holder.publish(Tip { from: coming, tip: None });
            }
        }
        changed.into_iter().for_each(|error| self.wrong(error));
    }

    /// The server shows a tip of its own.
    pub fn server_tip(&mut self, tip: Link, from: u64) {
        let length = u64::from(SERVER_CHAIN);
        let Some(known) = self.server.tips.last().copied() else {
            if from % length != 1 {
                self.wrong(WitnessError::EarlyChain { from });
            }
            self.server.publish(Tip { from, tip: Some(tip) });
            return;
        };
        if from <= known.from {
            let same = self.server.tips.contains(&Tip { from, tip: Some(tip) });
            if !same {
                let before = self.server.in_force(from).and_then(|tip| tip.tip);
                self.wrong(WitnessError::ChangedTip {
                    whose: Whose::Server,
                    throw: from,
                    before,
                    now: Some(tip),
                });
            }
        } else if !(from - known.from).is_multiple_of(length) {
            self.wrong(WitnessError::EarlyChain { from });
        } else if from <= self.asked {
            self.wrong(WitnessError::LateTip { whose: Whose::Server, from, asked: self.asked });
        } else {
            self.server.publish(Tip { from, tip: Some(tip) });
        }
    }

    /// A person shows a tip, or ends a chain.
    pub fn person_tip(&mut self, person: PersonId, name: &str, tip: Tip) {
        let known = self.people.len();
        if known >= Witness::MOST_PEOPLE && !self.people.contains_key(&person) {
            return;
        }
        let holder = self.people.entry(person).or_insert_with(|| Holder::new(Some(name.to_owned())));
        if !name.is_empty() {
            holder.name = Some(name.to_owned());
        }
        if tip.from > self.asked {
            return holder.publish(tip);
        }
        let before = holder.in_force(tip.from);
        if before.and_then(|before| before.tip) == tip.tip
            && before.is_none_or(|before| before.from == tip.from)
        {
            return;
        }
        let whose = holder.whose();
        self.wrong(match before.filter(|before| before.from == tip.from) {
            Some(before) => {
                WitnessError::ChangedTip { whose, throw: tip.from, before: before.tip, now: tip.tip }
            }
            None => WitnessError::LateTip { whose, from: tip.from, asked: self.asked },
        });
    }

    /// Someone left; their chain counts no longer from that throw on.
    pub fn left(&mut self, person: PersonId, from: Option<u64>) {
        let from = from.unwrap_or(self.next_tip_from());
        if self.people.contains_key(&person) {
            self.person_tip(person, "", Tip { from, tip: None });
        }
    }
}
