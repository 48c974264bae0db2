//! Perudo in people's languages: the story of a game, the rules of a rule set in sentences, and
//! every refusal explained. The sentences are Fluent files in `locales`; nothing here prints.

mod errors;
mod language;
mod rulebook;
mod story;
mod suggestion;
mod words;

pub use language::Language;
pub use rulebook::{Difference, Section, Sentence};
pub use suggestion::nearest;
pub use words::Words;
