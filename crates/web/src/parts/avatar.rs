//! Faces for people and bots: drawn from parts, so that everyone keeps their own.

mod person;
mod robot;

use leptos::prelude::*;
use perudo_bots::Opponent;

/// Whose face it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Character {
    /// Nobody's.
    #[default]
    Nobody,
    /// A person's.
    Person { seed: u64, beards: bool },
    /// A bot's.
    Bot { opponent: Opponent, paint: u8 },
}

/// What a face shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mood {
    /// Nothing in particular.
    #[default]
    Calm,
    /// Things went well.
    Glad,
    /// A die is lost, or all of them.
    Sad,
}

impl Character {
    /// A person, known by name: the same at every table.
    pub(crate) fn person(name: &str) -> Character {
        let name = name.trim().to_lowercase();
        let fnv = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
        // Names that end so are mostly women's.
        let beards = !name.ends_with(['a', 'а', 'я']);
        Character::Person { seed, beards }
    }

    /// A face that was chosen by its number.
    pub(crate) fn chosen(number: u32) -> Character {
        Character::Person { seed: number.into(), beards: true }
    }

    /// A bot: each level and each manner has its face, painted by its chair.
    pub(crate) fn bot(level: &str, chair: u8) -> Character {
        Character::Bot { opponent: Opponent::of_level(level), paint: chair }
    }

    fn drawing(&self, mood: Mood) -> String {
        match *self {
            Character::Nobody => String::new(),
            Character::Person { seed, beards } => person::drawing(Picks(seed), beards, mood),
            Character::Bot { opponent, paint } => robot::drawing(opponent, paint, mood),
        }
    }
}

/// Choices that follow from a seed.
struct Picks(u64);

impl Picks {
    /// One of several, as splitmix64 has it.
    fn one<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        of.get(((mixed ^ (mixed >> 31)) % of.len().max(1) as u64) as usize).copied()
    }
}

/// A face. It is a decoration: whose it is stands beside it in letters.
#[component]
pub(crate) fn Avatar(
    /// Whose it is.
    #[prop(into)]
    of: Signal<Character>,
    /// What it shows.
    #[prop(optional, into)]
    mood: Signal<Mood>,
) -> impl IntoView {
    let drawing = Memo::new(move |_| of.with(|character| character.drawing(mood.get())));
    view! { <svg class="avatar" viewBox="0 0 100 100" aria-hidden="true" inner_html=move || drawing.get()></svg> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_has_the_same_face_everywhere_and_others_have_others() {
        let names = ["Anna", "Boris", "Wei", "José", "Мария", "Илья", "", "👻"];
        let draw = |name: &str| Character::person(name).drawing(Mood::Calm);
        for name in names {
            assert_eq!(draw(name), draw(&format!(" {} ", name.to_uppercase())), "{name}");
            assert_eq!(names.iter().filter(|other| draw(other) == draw(name)).count(), 1, "{name}");
        }
    }

    #[test]
    fn every_drawing_is_whole_and_every_level_has_its_own() {
        let bots = Opponent::names().map(|name| Character::bot(name, 0));
        let people = (0..500).map(Character::chosen);
        let mut drawings = Vec::new();
        for character in bots.chain(people) {
            for mood in [Mood::Calm, Mood::Glad, Mood::Sad] {
                let drawing = character.drawing(mood);
                // Letters stand for colours until they are filled in.
                for left in ["{", "}", "\"\"", "style="] {
                    assert!(!drawing.contains(left), "{character:?}: {drawing}");
                }
                assert_eq!(drawing.matches("<g").count(), drawing.matches("</g>").count(), "{character:?}");
                drawings.push(drawing);
            }
        }
        let bots = &mut drawings[..Opponent::names().count() * 3];
        bots.sort();
        assert!(bots.windows(2).all(|pair| pair[0] != pair[1]), "two bots look alike");
    }
}
