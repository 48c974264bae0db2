//! The languages there are.

use std::fmt;

/// A language with all its words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Language {
    code: &'static str,
    name: &'static str,
    /// Its files.
    pub(crate) sources: &'static [&'static str],
    /// The one for learning.
    pub(crate) learning: &'static str,
}

/// In a browser words come in files of their own, those of the language that is read: see `Words::provide`.
macro_rules! language {
    ($code:literal, $name:literal) => {
        Language {
            code: $code,
            name: $name,
            sources: if cfg!(target_family = "wasm") {
                &[]
            } else {
                &[
                    include_str!(concat!("../locales/start/", $code, ".ftl")),
                    include_str!(concat!("../locales/", $code, ".ftl")),
                    include_str!(concat!("../locales/native/", $code, ".ftl")),
                ]
            },
            learning: if cfg!(target_family = "wasm") {
                ""
            } else {
                include_str!(concat!("../locales/learn/", $code, ".ftl"))
            },
        }
    };
}

/// Adding a language is adding it here, and its files to the `locales` folder.
pub(crate) const ALL: [Language; 2] = [language!("en", "English"), language!("ru", "Русский")];

impl Language {
    /// All languages; the first is the default.
    pub const fn all() -> &'static [Language] {
        &ALL
    }

    /// The two letters of the language.
    pub const fn code(self) -> &'static str {
        self.code
    }

    /// What its speakers call it.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The language of these two letters, or of a locale such as `ru_RU.UTF-8`.
    pub fn named(locale: &str) -> Option<Language> {
        let code = locale.split(|c: char| !c.is_ascii_alphabetic()).next()?;
        ALL.iter().copied().find(|language| language.code.eq_ignore_ascii_case(code))
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

impl Default for Language {
    fn default() -> Language {
        ALL[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_locales_folder_is_a_language() {
        let mut known: Vec<String> = ALL.iter().map(|language| format!("{}.ftl", language.code)).collect();
        known.sort();
        for folder in ["locales", "locales/start", "locales/native", "locales/learn"] {
            let mut files: Vec<String> =
                std::fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR")))
                    .unwrap()
                    .map(|file| file.unwrap().file_name().into_string().unwrap())
                    .filter(|name| name.ends_with(".ftl"))
                    .collect();
            files.sort();
            assert_eq!(files, known, "in {folder}");
        }
    }

    #[test]
    fn a_locale_names_its_language() {
        let cases = [
            ("ru_RU.UTF-8", Some("ru")),
            ("en", Some("en")),
            ("RU", Some("ru")),
            ("C.UTF-8", None),
            ("", None),
        ];
        for (locale, expected) in cases {
            assert_eq!(Language::named(locale).map(Language::code), expected, "{locale}");
        }
    }
}
