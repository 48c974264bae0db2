//! Preferences: what people choose once and the browser remembers.

use std::sync::OnceLock;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{browser, i18n};

/// The preferences.
#[derive(Clone, Copy)]
pub(crate) struct Prefs {
    /// The person's name at tables.
    pub(crate) name: RwSignal<String>,
    /// The colour scheme.
    pub(crate) theme: RwSignal<Theme>,
    /// Whether sounds are played.
    pub(crate) sound: RwSignal<bool>,
    /// How fast showdowns are played.
    pub(crate) pace: RwSignal<Pace>,
    /// Whether odds are shown at tables that allow it.
    pub(crate) odds: RwSignal<bool>,
    /// Whether the guide of the first game has been dismissed.
    pub(crate) guided: RwSignal<bool>,
}

/// A colour scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    /// That of the system.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How fast showdowns are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pace {
    /// With time to enjoy them.
    Slow,
    /// The default.
    #[default]
    Normal,
    /// Twice as fast.
    Quick,
    /// The result only.
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

    /// The speed of a table in this browser, by its name in settings.
    pub(crate) const fn of_bots(self) -> &'static str {
        match self {
            Pace::Slow => "normal",
            Pace::Normal => "quick",
            Pace::Quick | Pace::Instant => "instant",
        }
    }

    /// Scales a duration in milliseconds by the pace.
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
struct Stored {
    name: String,
    /// `boot.js` reads it before the program is loaded.
    language: Option<String>,
    theme: Theme,
    quiet: bool,
    pace: Pace,
    odds: bool,
    guided: bool,
}

/// The name under which the browser stores them.
const STORED: &str = "perudo.prefs";

static PREFS: OnceLock<Prefs> = OnceLock::new();

/// The preferences of the person who uses this browser.
pub(crate) fn prefs() -> Prefs {
    *PREFS.get_or_init(|| {
        let stored: Stored = browser::load(STORED).unwrap_or_default();
        Prefs {
            name: RwSignal::new(stored.name),
            theme: RwSignal::new(stored.theme),
            sound: RwSignal::new(!stored.quiet),
            pace: RwSignal::new(stored.pace),
            odds: RwSignal::new(stored.odds),
            guided: RwSignal::new(stored.guided),
        }
    })
}

impl Prefs {
    /// Stores every change, and applies what concerns the whole page.
    pub(crate) fn save_changes(self) {
        Effect::new(move || {
            let stored = Stored {
                name: self.name.get(),
                language: Some(i18n::language().get().code().to_owned()),
                theme: self.theme.get(),
                quiet: !self.sound.get(),
                pace: self.pace.get(),
                odds: self.odds.get(),
                guided: self.guided.get(),
            };
            browser::save(STORED, &stored);
        });
        Effect::new(move || {
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("data-theme", self.theme.get().name());
                let _ = root.set_attribute("lang", i18n::language().get().code());
            }
        });
    }

    /// The pace of animations: none for people whose system asks for reduced motion.
    pub(crate) fn motion(self) -> Pace {
        let reduced = browser::matches("(prefers-reduced-motion: reduce)");
        if reduced { Pace::Instant } else { self.pace.get_untracked() }
    }
}
