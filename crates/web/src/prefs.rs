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
    /// What tables are made of.
    pub(crate) table: RwSignal<TableStyle>,
    /// The number of the face that was chosen, in place of the one that goes with the name.
    pub(crate) face: RwSignal<Option<u32>>,
    /// Whether sounds are played.
    pub(crate) sound: RwSignal<bool>,
    /// Whether the device vibrates when it is the person's turn.
    pub(crate) vibration: RwSignal<bool>,
    /// Whether the person is notified of that while the page is in the background.
    pub(crate) notifications: RwSignal<bool>,
    /// How fast games go.
    pub(crate) pace: RwSignal<Pace>,
    /// Whether odds are shown at tables that allow it.
    pub(crate) odds: RwSignal<bool>,
    /// Whether the guide of the first game has been dismissed.
    pub(crate) guided: RwSignal<bool>,
    /// Whether maputo has been explained.
    pub(crate) met_maputo: RwSignal<bool>,
    /// Whether calza has been explained.
    pub(crate) met_calza: RwSignal<bool>,
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

/// What a table is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TableStyle {
    /// Green cloth in a wooden frame.
    #[default]
    Felt,
    /// Dark planks.
    Wood,
    /// Water and sand.
    Sea,
}

/// How fast games go: bots, and what takes its time on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pace {
    /// With time to enjoy everything.
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

impl TableStyle {
    pub(crate) const ALL: [TableStyle; 3] = [TableStyle::Felt, TableStyle::Wood, TableStyle::Sea];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            TableStyle::Felt => "felt",
            TableStyle::Wood => "wood",
            TableStyle::Sea => "sea",
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

    /// How long bots in this browser take for what takes so many milliseconds at the normal pace.
    pub(crate) const fn of_bots(self, millis: u64) -> u64 {
        match self {
            Pace::Slow => millis * 2,
            Pace::Normal => millis,
            Pace::Quick => millis * 2 / 5,
            Pace::Instant => millis / 25,
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
    table: TableStyle,
    face: Option<u32>,
    quiet: bool,
    /// Whether nothing vibrates.
    still: bool,
    notifications: bool,
    pace: Pace,
    odds: bool,
    guided: bool,
    met_maputo: bool,
    met_calza: bool,
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
            table: RwSignal::new(stored.table),
            face: RwSignal::new(stored.face),
            sound: RwSignal::new(!stored.quiet),
            vibration: RwSignal::new(!stored.still),
            notifications: RwSignal::new(stored.notifications),
            pace: RwSignal::new(stored.pace),
            odds: RwSignal::new(stored.odds),
            guided: RwSignal::new(stored.guided),
            met_maputo: RwSignal::new(stored.met_maputo),
            met_calza: RwSignal::new(stored.met_calza),
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
                table: self.table.get(),
                face: self.face.get(),
                quiet: !self.sound.get(),
                still: !self.vibration.get(),
                notifications: self.notifications.get(),
                pace: self.pace.get(),
                odds: self.odds.get(),
                guided: self.guided.get(),
                met_maputo: self.met_maputo.get(),
                met_calza: self.met_calza.get(),
            };
            browser::save(STORED, &stored);
        });
        Effect::new(move || {
            if let Some(root) = document().document_element() {
                let _ = root.set_attribute("data-theme", self.theme.get().name());
                let _ = root.set_attribute("data-table", self.table.get().name());
                let _ = root.set_attribute("data-pace", self.pace.get().name());
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
