//! Everyone who has a number at a table.

use serde::{Deserialize, Serialize};

use crate::{Guest, Person, PersonId, Place};

/// The people at a table by their numbers, those who have gone included.
///
/// Numbers come from clients and from logs, so every look-up may fail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct People(Vec<Person>);

impl People {
    /// The most people that a table remembers.
    const MOST: usize = 200;

    /// The person with that number.
    pub(crate) fn get(&self, id: PersonId) -> Option<&Person> {
        self.0.get(usize::from(id.0))
    }

    /// Everyone, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (PersonId, &Person)> {
        self.0.iter().enumerate().map(|(index, person)| (PersonId(index as u16), person))
    }

    /// Those who have not gone.
    pub(crate) fn present(&self) -> impl Iterator<Item = (PersonId, &Person)> {
        self.iter().filter(|(_, person)| person.place != Place::Gone)
    }

    /// The number of a guest.
    pub(crate) fn find(&self, guest: Guest) -> Option<PersonId> {
        self.iter().find(|(_, person)| person.guest == guest).map(|(id, _)| id)
    }

    /// Whether nobody has come yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn get_mut(&mut self, id: PersonId) -> Option<&mut Person> {
        self.0.get_mut(usize::from(id.0))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (PersonId, &mut Person)> {
        self.0.iter_mut().enumerate().map(|(index, person)| (PersonId(index as u16), person))
    }

    /// A number for someone new; where there are no more, that of someone who has gone and is not `in_use`, and better
    /// of someone who may come back.
    pub(crate) fn free_number(&self, in_use: impl Fn(PersonId) -> bool) -> Option<PersonId> {
        if self.0.len() < People::MOST {
            return Some(PersonId(self.0.len() as u16));
        }
        let free = self.iter().filter(|(id, person)| person.place == Place::Gone && !in_use(*id));
        free.min_by_key(|(_, person)| person.barred).map(|(id, _)| id)
    }

    /// Gives a number to someone, and returns whose it was before. A guest who comes back under their old number stays
    /// who they are, and a chain that counts for the coming throw goes on counting for it.
    pub(crate) fn put(&mut self, id: PersonId, newcomer: Person) -> Option<Person> {
        let Some(known) = self.get_mut(id) else {
            self.0.push(newcomer);
            return None;
        };
        if known.guest != newcomer.guest {
            return Some(std::mem::replace(known, newcomer));
        }
        let Person { silenced, barred, known_since, next_tip, .. } = *known;
        let (chain, repeats) = (known.chain.take(), known.repeats.clone());
        *known = Person { silenced, barred, known_since, chain, next_tip, repeats, ..newcomer };
        None
    }
}
