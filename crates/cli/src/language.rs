//! The option `--lang`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use perudo_words::{Language, Words};

/// The language of sentences for people.
#[derive(Args)]
pub(crate) struct LanguageOption {
    /// Language of the text [default: that of the environment, else en]
    #[arg(long, value_name = "LANGUAGE", value_parser = language_parser())]
    lang: Option<Language>,
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::all().iter().map(|language| language.code()))
        .map(|code| Language::named(&code).unwrap_or_default())
}

impl LanguageOption {
    /// The words of the language that was asked for, or of the environment's.
    pub(crate) fn words(&self) -> Words {
        let environment = || {
            ["LC_ALL", "LC_MESSAGES", "LANG"]
                .into_iter()
                .filter_map(|variable| std::env::var(variable).ok())
                .find(|locale| !locale.is_empty())
                .and_then(|locale| Language::named(&locale))
        };
        Words::new(self.lang.or_else(environment).unwrap_or_default())
    }
}
