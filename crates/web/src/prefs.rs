//! What the page remembers about the one who uses it.

use std::sync::OnceLock;

use leptos::prelude::*;
use perudo_table::Guest;
use serde::{Deserialize, Serialize};

use crate::{browser, tongue};

/// What people choose once.
#[derive(Clone, Copy)]
pub(crate) struct Prefs {
    /// The name at tables.
    pub(crate) name: RwSignal<String>,
    /// Light, dark, or as the system is.
    pub(crate) theme: RwSignal<Theme>,
    /// Whether there are sounds.
    pub(crate) sound: RwSignal<bool>,
    /// How quickly showdowns pass.
    pub(crate) pace: RwSignal<Pace>,
    /// Whether odds are shown where the table allows it.
    pub(crate) odds: RwSignal<bool>,
    /// Whether the first game's guide has been seen.
    pub(crate) guided: RwSignal<bool>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    /// As the system is.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How quickly showdowns pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pace {
    /// Time to enjoy it.
    Slow,
    /// As most like it.
    #[default]
    Normal,
    /// In a hurry.
    Quick,
    /// Only the result.
    Instant,
}

impl Theme {
    pub(crate) const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

impl Pace {
    pub(crate) const ALL: [Pace; 4] = [Pace::Slow, Pace::Normal, Pace::Quick, Pace::Instant];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Pace::Slow => "slow",
            Pace::Normal => "normal",
            Pace::Quick => "quick",
            Pace::Instant => "instant",
        }
    }

    /// How quickly bots move at a table in this browser.
    pub(crate) const fn of_bots(self) -> &'static str {
        match self {
            Pace::Slow => "normal",
            Pace::Normal => "quick",
            Pace::Quick | Pace::Instant => "instant",
        }
    }

    /// How long something takes that takes so many milliseconds as most like it.
    pub(crate) const fn scale(self, millis: u64) -> u64 {
        match self {
            Pace::Slow => millis * 8 / 5,
            Pace::Normal => millis,
            Pace::Quick => millis / 2,
            Pace::Instant => 0,
        }
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    name: String,
    /// `boot.js` reads it before this program is here.
    language: Option<String>,
    theme: Theme,
    quiet: bool,
    pace: Pace,
    odds: bool,
    guided: bool,
}

const PREFS: &str = "perudo.prefs";
const GUEST: &str = "perudo.guest";

static THE_PREFS: OnceLock<Prefs> = OnceLock::new();

/// What people chose.
pub(crate) fn prefs() -> Prefs {
    *THE_PREFS.get_or_init(|| {
        let kept: Kept = browser::kept(PREFS).unwrap_or_default();
        Prefs {
            name: RwSignal::new(kept.name),
            theme: RwSignal::new(kept.theme),
            sound: RwSignal::new(!kept.quiet),
            pace: RwSignal::new(kept.pace),
            odds: RwSignal::new(kept.odds),
            guided: RwSignal::new(kept.guided),
        }
    })
}

impl Prefs {
    /// Keeps every change.
    pub(crate) fn keep_changes(self) {
        Effect::new(move || {
            let kept = Kept {
                name: self.name.get(),
                language: Some(tongue::language().get().code().to_owned()),
                theme: self.theme.get(),
                quiet: !self.sound.get(),
                pace: self.pace.get(),
                odds: self.odds.get(),
                guided: self.guided.get(),
            };
            browser::keep(PREFS, &kept);
        });
        Effect::new(move || {
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("data-theme", self.theme.get().name());
                let _ = root.set_attribute("lang", tongue::language().get().code());
            }
        });
    }

    /// How quickly things move: not at all for those who want less motion.
    pub(crate) fn motion(self) -> Pace {
        let reduced = browser::matches("(prefers-reduced-motion: reduce)");
        if reduced { Pace::Instant } else { self.pace.get_untracked() }
    }
}

/// The guest's secret: 128 random bits that this browser keeps.
pub(crate) fn secret() -> String {
    let known: Option<String> = browser::kept(GUEST);
    known.filter(|secret| perudo_protocol::secret_of(secret).is_some()).unwrap_or_else(|| {
        let secret = hex(&browser::random::<16>());
        browser::keep(GUEST, &secret);
        secret
    })
}

/// Becomes the guest with that secret, on this device too; says whether it is one.
pub(crate) fn become_guest(secret: &str) -> bool {
    let fine = perudo_protocol::secret_of(secret).is_some();
    if fine {
        browser::keep(GUEST, secret);
    }
    fine
}

/// The guest that this browser is.
pub(crate) fn guest() -> Guest {
    Guest::of_secret(perudo_protocol::secret_of(&secret()).unwrap_or_default())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
