//! Looking up sentences.

use std::fmt;
use std::sync::{Arc, OnceLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use perudo_rules::{Bid, Seat, record::Names};
use unic_langid::LanguageIdentifier;

use crate::Language;
use crate::language::ALL;

/// The words of one language.
///
/// # Examples
///
/// ```
/// use perudo_rules::{Axis, Bid, Face, Preset};
/// use perudo_words::{Language, Words};
///
/// let words = Words::of(Language::default());
/// assert_eq!(words.bid(Bid::new(5, Face::Six)), "five sixes");
/// let sentence = words.axis(Axis::LeaveAces, &Preset::Tournament.rules());
/// assert_eq!(sentence.clause.name(), "R10a");
/// ```
pub struct Words {
    language: Language,
    sources: Vec<Arc<FluentResource>>,
    bundle: Bundle,
    /// With what came later.
    whole: OnceLock<Bundle>,
    /// The words for learning, which nobody needs to play.
    learning: OnceLock<Bundle>,
}

/// Sentences that may name each other.
type Bundle = FluentBundle<Arc<FluentResource>>;

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("language", &self.language).finish_non_exhaustive()
    }
}

/// The words of all languages, as far as they were needed.
static MADE: [OnceLock<Words>; ALL.len()] = [const { OnceLock::new() }; ALL.len()];

fn made(language: Language) -> &'static OnceLock<Words> {
    &MADE[ALL.iter().position(|known| *known == language).unwrap_or(0)]
}

fn parsed(source: &str) -> Arc<FluentResource> {
    let resource = FluentResource::try_new(source.to_owned());
    // A test reads every file strictly; a damaged sentence shows up as its own name.
    Arc::new(resource.unwrap_or_else(|(resource, _)| resource))
}

fn bundle(language: Language, sources: impl IntoIterator<Item = Arc<FluentResource>>) -> Bundle {
    let identifier: LanguageIdentifier = language.code().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
    // Terminals and our pages write left to right throughout: no invisible marks around names.
    bundle.set_use_isolating(false);
    for source in sources {
        bundle.add_resource_overriding(source);
    }
    bundle
}

impl Words {
    /// The words of that language.
    pub fn new(language: Language) -> Words {
        let words = Words::read(language, language.sources);
        if !language.learning.is_empty() {
            words.learning.get_or_init(|| bundle(language, [parsed(language.learning)]));
        }
        words
    }

    /// The words of that language, made once. Where the program comes without words and has not got those of that
    /// language, they are of another one.
    pub fn of(language: Language) -> &'static Words {
        let own = made(language);
        let other = || MADE.iter().find_map(OnceLock::get).filter(|_| language.sources.is_empty());
        own.get().or_else(other).unwrap_or_else(|| own.get_or_init(|| Words::new(language)))
    }

    /// Gives a language its first words, for programs that come without: the text of its file in `locales/start`.
    pub fn provide(language: Language, source: &str) {
        made(language).get_or_init(|| Words::read(language, &[source]));
    }

    /// Adds to the first words of a language what else is said: the text of its file in `locales`.
    pub fn provide_rest(language: Language, source: &str) {
        if let Some(words) = made(language).get() {
            let sources = words.sources.iter().cloned().chain([parsed(source)]);
            words.whole.get_or_init(|| bundle(language, sources));
        }
    }

    /// Whether the language has its first words.
    pub fn has(language: Language) -> bool {
        !language.sources.is_empty() || made(language).get().is_some()
    }

    /// Whether the language has all its words.
    pub fn is_whole(language: Language) -> bool {
        !language.sources.is_empty() || made(language).get().is_some_and(|words| words.whole.get().is_some())
    }

    /// Gives a language its words for learning, for programs that come without. It needs its other words first.
    pub fn provide_learning(language: Language, source: &str) {
        if let Some(words) = made(language).get() {
            words.learning.get_or_init(|| bundle(language, [parsed(source)]));
        }
    }

    /// Whether the language has its words for learning.
    pub fn has_learning(language: Language) -> bool {
        !language.learning.is_empty()
            || made(language).get().is_some_and(|words| words.learning.get().is_some())
    }

    fn read(language: Language, sources: &[&str]) -> Words {
        let sources: Vec<_> = sources.iter().map(|source| parsed(source)).collect();
        let bundle = bundle(language, sources.iter().cloned());
        Words { language, sources, bundle, whole: OnceLock::new(), learning: OnceLock::new() }
    }

    /// All sentences there are by now.
    fn sentences(&self) -> impl Iterator<Item = &Bundle> {
        [self.whole.get().unwrap_or(&self.bundle)].into_iter().chain(self.learning.get())
    }

    /// Which language they are of.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentence of that name, with these values in it.
    pub fn say<'a>(&'a self, name: &str, values: &[(&'static str, FluentValue<'a>)]) -> String {
        let mut found =
            self.sentences().filter_map(|bundle| Some((bundle, bundle.get_message(name)?.value()?)));
        let Some((bundle, pattern)) = found.next() else { return format!("{{{name}}}") };
        let mut args = FluentArgs::with_capacity(values.len());
        for (key, value) in values {
            args.set(*key, value.clone());
        }
        let mut errors = Vec::new();
        bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned()
    }

    /// The sentence of that name.
    pub fn text(&self, name: &str) -> String {
        self.say(name, &[])
    }

    /// Whether there is a sentence of that name.
    pub fn knows(&self, name: &str) -> bool {
        self.sentences().any(|bundle| bundle.has_message(name))
    }

    /// The name of a bot, for people.
    pub fn bot(&self, name: &str) -> String {
        match name.split_once('-') {
            Some((character, kind)) => {
                let values = [("character", self.bot(character).into()), ("level", self.bot(kind).into())];
                self.say("bot-character", &values)
            }
            None => self.text(&format!("bot-{name}")),
        }
    }

    /// How a bot plays, in a few words.
    pub fn about_bot(&self, name: &str) -> String {
        // How strong a character is comes second.
        let name = name.split_once('-').map_or(name, |(character, _)| character);
        self.text(&format!("bot-{name}-about"))
    }

    /// "five sixes".
    pub fn bid(&self, bid: Bid) -> String {
        self.say("bid", &[("count", bid.count.into()), ("face", bid.face.pips().into())])
    }

    /// "three dice".
    pub fn dice(&self, count: u8) -> String {
        self.say("dice", &[("count", count.into())])
    }

    /// "There are six fours, two of them jokers": what was found under the cups. `jokers` are the aces among them that
    /// count as that face.
    pub fn counted(&self, found: Bid, jokers: u8) -> String {
        let among = match (jokers, found.count) {
            (0, _) => "none",
            (1, 1) => "only",
            (2, 2) => "both",
            (some, all) if some == all => "all",
            _ => "some",
        };
        let values = [
            ("count", found.count.into()),
            ("face", found.face.pips().into()),
            ("jokers", among.into()),
            ("among", self.say("jokers-among", &[("count", jokers.into())]).into()),
        ];
        self.say("counted", &values)
    }

    /// "anna, boris and clara".
    pub fn list<S: AsRef<str>>(&self, items: &[S]) -> String {
        match items {
            [] => String::new(),
            [only] => only.as_ref().to_owned(),
            [most @ .., last] => {
                let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
                let last = last.as_ref().to_owned();
                self.say("list-and", &[("most", most.join(", ").into()), ("last", last.into())])
            }
        }
    }

    pub(crate) fn names(&self, names: &Names, seats: impl Iterator<Item = Seat>) -> String {
        let names: Vec<&str> = seats.map(|seat| &names[seat]).collect();
        self.list(&names)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use perudo_rules::Face;

    fn words(code: &str) -> Words {
        Words::new(Language::named(code).unwrap())
    }

    #[test]
    fn every_language_file_is_well_formed() {
        for language in Language::all() {
            for source in language.sources.iter().chain([&language.learning]) {
                let resource = FluentResource::try_new((*source).to_owned());
                let errors = resource.err().map(|(_, errors)| errors);
                assert!(errors.is_none(), "{}: {errors:?}", language.code());
            }
        }
    }

    #[test]
    fn no_language_lacks_a_sentence_that_another_has() {
        let names = |language: &Language| -> BTreeSet<&str> {
            let lines = language.sources.iter().chain([&language.learning]).flat_map(|source| source.lines());
            lines
                .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
                .filter_map(|line| line.split(' ').next())
                .collect()
        };
        let first = names(&Language::all()[0]);
        for language in Language::all() {
            let missing: Vec<_> = first.symmetric_difference(&names(language)).copied().collect();
            assert!(missing.is_empty(), "{} differs in {missing:?}", language.code());
        }
    }

    #[test]
    fn no_language_has_two_sentences_of_one_name() {
        for language in Language::all() {
            let mut names = BTreeSet::new();
            let lines = language.sources.iter().chain([&language.learning]).flat_map(|source| source.lines());
            let lines = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
            let twice: Vec<_> =
                lines.filter_map(|line| line.split(' ').next()).filter(|name| !names.insert(*name)).collect();
            assert!(twice.is_empty(), "{} has {twice:?} twice", language.code());
        }
    }

    #[test]
    fn words_that_come_in_two_parts_are_whole_words() {
        for language in Language::all() {
            let [start, rest, native] = language.sources else { panic!("three files") };
            let words = Words::read(*language, &[start]);
            assert!(words.knows("web-play-now") && !words.knows("story-bid"), "{language:?}");
            let sources = words.sources.iter().cloned().chain([parsed(rest)]);
            assert!(words.whole.set(bundle(*language, sources)).is_ok());
            // It says a number, which is among the first words.
            let said = words.bid(Bid::new(5, perudo_rules::Face::Six));
            assert_eq!(said, Words::new(*language).bid(Bid::new(5, perudo_rules::Face::Six)));
            assert!(native.contains("term-"), "{language:?}");
        }
    }

    #[test]
    fn bids_are_said_with_the_right_endings() {
        let cases = [
            ("en", 5, 6, "five sixes"),
            ("en", 1, 1, "one ace"),
            ("en", 2, 3, "two threes"),
            ("en", 21, 1, "21 aces"),
            ("ru", 5, 6, "пять шестёрок"),
            ("ru", 2, 3, "две тройки"),
            ("ru", 1, 1, "одна единица"),
            ("ru", 4, 2, "четыре двойки"),
            ("ru", 11, 4, "одиннадцать четвёрок"),
            ("ru", 21, 5, "21 пятёрка"),
            ("ru", 22, 6, "22 шестёрки"),
            ("ru", 112, 1, "112 единиц"),
        ];
        for (code, count, face, expected) in cases {
            assert_eq!(words(code).bid(Bid::new(count, Face::new(face).unwrap())), expected);
        }
    }

    #[test]
    fn dice_are_counted_with_the_right_endings() {
        let cases = [
            ("en", 1, "one die"),
            ("en", 4, "four dice"),
            ("ru", 1, "одна кость"),
            ("ru", 3, "три кости"),
            ("ru", 5, "пять костей"),
        ];
        for (code, count, expected) in cases {
            assert_eq!(words(code).dice(count), expected);
        }
    }

    #[test]
    fn what_was_found_is_said_with_its_jokers() {
        let cases = [
            ("en", 0, 4, 0, "There are no fours"),
            ("en", 1, 6, 0, "There is one six"),
            ("en", 1, 6, 1, "There is one six, a joker"),
            ("en", 2, 6, 2, "There are two sixes, both of them jokers"),
            ("en", 5, 6, 1, "There are five sixes, one of them a joker"),
            ("en", 9, 4, 7, "There are nine fours, seven of them jokers"),
            ("en", 7, 4, 7, "There are seven fours, all of them jokers"),
            ("ru", 0, 4, 0, "На столе ни одной четвёрки"),
            ("ru", 1, 6, 1, "На столе одна шестёрка, и та джокер"),
            ("ru", 2, 6, 2, "На столе две шестёрки, и обе джокеры"),
            ("ru", 3, 6, 1, "На столе три шестёрки, из них один джокер"),
            ("ru", 9, 4, 2, "На столе девять четвёрок, из них два джокера"),
            ("ru", 9, 4, 7, "На столе девять четвёрок, из них семь джокеров"),
            ("ru", 30, 4, 21, "На столе 30 четвёрок, из них 21 джокер"),
        ];
        for (code, count, face, jokers, expected) in cases {
            let found = Bid::new(count, Face::new(face).unwrap());
            assert_eq!(words(code).counted(found, jokers), expected);
        }
    }

    #[test]
    fn an_unknown_sentence_shows_its_name_instead_of_failing() {
        assert_eq!(words("en").text("no-such-sentence"), "{no-such-sentence}");
    }
}
