//! The presets of the rules beside each other.

use leptos::prelude::*;
use perudo_rules::Preset;

use crate::i18n::t;
use crate::parts::{Bar, preset_key};
use crate::screen::{Link, Screen};

/// How many can play by each preset, and with how many dice.
#[component]
pub(crate) fn Presets() -> impl IntoView {
    let row = |preset: Preset| {
        let rules = preset.rules();
        view! {
            <tr data-t="preset">
                <th scope="row">
                    <Link to=Screen::Rules(preset.name().to_owned())>{move || t(&preset_key(preset))}</Link>
                </th>
                <td>{rules.players}</td>
                <td>{rules.dice}</td>
            </tr>
        }
    };
    view! {
        <Bar title="web-presets-title" />
        <main class="page" data-t="presets-page">
            <section class="card">
                <table class="figures">
                    <thead>
                        <tr>
                            <th scope="col">{move || t("web-rules-preset")}</th>
                            <th scope="col">{move || t("web-presets-players")}</th>
                            <th scope="col">{move || t("web-presets-dice")}</th>
                        </tr>
                    </thead>
                    <tbody>{Preset::ALL.map(row).into_iter().collect_view()}</tbody>
                </table>
            </section>
        </main>
    }
}
