//! What somebody wants to play with strangers. The browser remembers it.

use leptos::prelude::*;
use perudo_protocol::http::EnterQueue;
use perudo_rules::Preset;
use serde::{Deserialize, Serialize};

use crate::account::account;
use crate::browser;
use crate::i18n::{say, t};
use crate::parts::{Picks, preset_key};
use crate::prefs::prefs;

/// Where the browser stores it.
const STORED: &str = "perudo.quick";

const SIZES: [u8; 3] = [2, 4, 6];
const SPEEDS: [&str; 3] = ["quick", "normal", "slow"];

/// What somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    pub(super) players: u8,
    pub(super) preset: String,
    pub(super) speed: String,
    /// Not said: rated for those who have a name of their own.
    pub(super) rated: Option<bool>,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            players: 4,
            preset: Preset::Tournament.name().to_owned(),
            speed: "normal".to_owned(),
            rated: None,
        }
    }
}

impl Wish {
    /// The one of the last time; what is no wish any more is as usual.
    pub(super) fn stored() -> Wish {
        let stored: Wish = browser::load(STORED).unwrap_or_default();
        let known = SIZES.contains(&stored.players)
            && SPEEDS.contains(&stored.speed.as_str())
            && Preset::named(&stored.preset).is_some();
        if known { stored } else { Wish::default() }
    }

    pub(super) fn store(&self) {
        browser::save(STORED, self);
    }

    /// Whether the tour is to be rated.
    pub(super) fn is_rated(&self) -> bool {
        self.rated.unwrap_or_else(|| account().with(|account| account.name.is_some()))
    }

    /// What the server is asked for.
    pub(super) fn request(&self) -> EnterQueue {
        let name = prefs().name.get_untracked().trim().to_owned();
        EnterQueue {
            name: if name.is_empty() { t("web-guest-name") } else { name },
            players: self.players,
            preset: self.preset.clone(),
            speed: self.speed.clone(),
            rated: self.is_rated(),
            bots: false,
            tip: None,
        }
    }
}

/// The choices.
#[component]
pub(super) fn WishForm(
    /// What is wanted now.
    wish: RwSignal<Wish>,
) -> impl IntoView {
    let about = move || t(&format!("web-speed-{}-about", wish.with(|wish| wish.speed.clone())));
    view! {
        <div class="wish">
            <Picks
                legend="web-quick-players"
                hook="players"
                values=SIZES.map(|size| size.to_string()).to_vec()
                name=|size: &str| say("web-quick-size", &[("count", size.parse::<u8>().unwrap_or(2).into())])
                chosen=Signal::derive(move || wish.with(|wish| wish.players.to_string()))
                choose=move |size| wish.update(|wish| wish.players = size.parse().unwrap_or(2))
            />
            <Picks
                legend="web-speed"
                hook="speed"
                values=SPEEDS.map(str::to_owned).to_vec()
                name=|speed: &str| t(&format!("web-speed-{speed}"))
                chosen=Signal::derive(move || wish.with(|wish| wish.speed.clone()))
                choose=move |speed| wish.update(|wish| wish.speed = speed)
            />
            <p class="soft small">{about}</p>
            <div class="field">
                <label for="quick-preset">{move || t("web-rules-preset")}</label>
                <select
                    id="quick-preset"
                    data-t="quick-preset"
                    on:change=move |event| wish.update(|wish| wish.preset = event_target_value(&event))
                >
                    {Preset::ALL
                        .map(|preset| view! {
                            <option
                                value=preset.name()
                                selected=move || wish.with(|wish| wish.preset == preset.name())
                            >
                                {move || t(&preset_key(preset))}
                            </option>
                        })
                        .collect_view()}
                </select>
            </div>
            <label class="check">
                <input
                    type="checkbox"
                    data-t="rated"
                    prop:checked=move || wish.with(Wish::is_rated)
                    on:change=move |event| {
                        let rated = event_target_checked(&event);
                        wish.update(|wish| wish.rated = Some(rated));
                    }
                />
                {move || t("web-rated")}
            </label>
        </div>
    }
}
