//! Putting a position together.

use leptos::prelude::*;
use perudo_learn::{Setup, names};
use perudo_rules::{Bid, Face, Hand, MAX_DICE_EACH, MAX_SEATS, Preset, Seat};

use crate::i18n::{say, t, words};
use crate::parts::{Die, preset_key};

/// Everything that a position is made of. What cannot be is not hindered: the referee says so.
#[component]
pub(super) fn SetupForm(setup: RwSignal<Setup>) -> impl IntoView {
    view! {
        <section class="card setup" aria-labelledby="setup-title" data-t="setup">
            <h2 id="setup-title">{move || t("learn-explore-setup")}</h2>
            <RulesField setup />
            <PlayersField setup />
            <MaputoField setup />
            <BidsField setup />
            <HandField setup />
        </section>
    }
}

/// The player who decides, counted from the opener.
fn turn(setup: &Setup) -> usize {
    let with_dice: Vec<usize> = (0..setup.dice.len()).filter(|&index| setup.dice[index] > 0).collect();
    with_dice.get(setup.bids.len() % with_dice.len().max(1)).copied().unwrap_or(0)
}

/// Gives whoever decides as many dice as they have.
pub(super) fn fit(setup: &mut Setup) {
    let dice = usize::from(setup.dice.get(turn(setup)).copied().unwrap_or(0));
    let filled = setup.hand.faces().chain(Face::ALL.into_iter().skip(1).cycle());
    setup.hand = filled.take(dice).collect();
}

fn name_of(setup: &Setup, index: usize) -> String {
    names(words(), setup.dice.len(), None).get(index).cloned().unwrap_or_default()
}

#[component]
fn RulesField(setup: RwSignal<Setup>) -> impl IntoView {
    let chosen = Memo::new(move |_| setup.with(|setup| setup.rules.preset));
    let options = Preset::ALL.map(|preset| {
        view! {
            <option value=preset.name() prop:selected=move || chosen.get() == preset>{move || t(&preset_key(preset))}</option>
        }
    });
    let choose = move |event| {
        if let Some(preset) = Preset::named(&event_target_value(&event)) {
            setup.update(|setup| setup.rules = preset.rules());
        }
    };
    view! {
        <div class="field">
            <label for="setup-rules">{move || t("learn-explore-rules")}</label>
            <select id="setup-rules" data-t="setup-rules" on:change=choose>{options.into_iter().collect_view()}</select>
        </div>
    }
}

#[component]
fn PlayersField(setup: RwSignal<Setup>) -> impl IntoView {
    let count = Memo::new(move |_| setup.with(|setup| setup.dice.len()));
    let change = move |index: usize, by: i8| {
        setup.update(|setup| {
            if let Some(dice) = setup.dice.get_mut(index) {
                *dice = dice.saturating_add_signed(by).clamp(1, MAX_DICE_EACH);
            }
            fit(setup);
        });
    };
    let row = move |index: usize| {
        let name = move || setup.with(|setup| name_of(setup, index));
        let dice = move || setup.with(|setup| setup.dice.get(index).copied().unwrap_or(0));
        view! {
            <li>
                <span class="setup-name">{name}</span>
                <button class="button icon" data-t="setup-fewer" aria-label=move || format!("{}: {}", name(), t("web-fewer")) on:click=move |_| change(index, -1)>"−"</button>
                <output aria-label=move || say("learn-explore-dice-of", &[("name", name().into())]) data-t="setup-dice">{dice}</output>
                <button class="button icon" data-t="setup-more" aria-label=move || format!("{}: {}", name(), t("web-raise-count")) on:click=move |_| change(index, 1)>"+"</button>
            </li>
        }
    };
    let full = move || count.get() >= MAX_SEATS;
    let few = move || count.get() <= 2;
    let add = move |_| {
        setup.update(|setup| {
            let dice = setup.rules.dice;
            setup.dice.push(dice);
            fit(setup);
        });
    };
    let remove = move |_| {
        setup.update(|setup| {
            setup.dice.pop();
            setup.maputo = setup.maputo.filter(|&whose| whose < setup.dice.len());
            fit(setup);
        });
    };
    view! {
        <fieldset class="setup-players">
            <legend class="label">{move || t("learn-explore-players")}</legend>
            <ul>{move || (0..count.get()).map(row).collect_view()}</ul>
            <p class="row">
                <button class="button" data-t="setup-add" disabled=full on:click=add>{move || t("learn-explore-add")}</button>
                <button class="button" data-t="setup-remove" disabled=few on:click=remove>{move || t("learn-explore-remove")}</button>
            </p>
            <p class="soft small">
                {move || say("learn-explore-opens", &[("name", setup.with(|setup| name_of(setup, 0)).into())])}
            </p>
        </fieldset>
    }
}

/// Whose maputo the round is, where somebody has one die.
#[component]
fn MaputoField(setup: RwSignal<Setup>) -> impl IntoView {
    let single = Memo::new(move |_| {
        setup.with(|setup| (0..setup.dice.len()).filter(|&index| setup.dice[index] == 1).collect::<Vec<_>>())
    });
    let whose = move || setup.with(|setup| setup.maputo);
    let option = move |index: usize| {
        view! {
            <option value=index.to_string() prop:selected=move || whose() == Some(index)>
                {move || setup.with(|setup| name_of(setup, index))}
            </option>
        }
    };
    let choose = move |event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        setup.update(|setup| setup.maputo = index.filter(|&index| Seat::new(index).is_some()));
    };
    view! {
        <div class="field" hidden=move || single.with(Vec::is_empty) && whose().is_none()>
            <label for="setup-maputo">{move || t("learn-explore-maputo")}</label>
            <select id="setup-maputo" data-t="setup-maputo" on:change=choose>
                <option value="" prop:selected=move || whose().is_none()>{move || t("learn-explore-no-maputo")}</option>
                {move || single.get().into_iter().map(option).collect_view()}
            </select>
        </div>
    }
}

#[component]
fn BidsField(setup: RwSignal<Setup>) -> impl IntoView {
    let count = RwSignal::new(1_u8);
    let face = RwSignal::new(Face::Two);
    let bids = move || {
        setup.with(|setup| {
            let bid = |&bid: &Bid| view! { <li>{words().bid(bid)}</li> };
            setup.bids.iter().map(bid).collect_view()
        })
    };
    let none = move || setup.with(|setup| setup.bids.is_empty());
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        setup.update(|setup| {
            setup.bids.push(Bid::new(count.get_untracked(), face.get_untracked()));
            fit(setup);
        });
    };
    let undo = move |_| {
        setup.update(|setup| {
            setup.bids.pop();
            fit(setup);
        });
    };
    let faces = Face::ALL.map(|one| {
        view! {
            <option value=one.pips().to_string() prop:selected=move || face.get() == one>
                {move || say("web-die", &[("face", one.pips().into())])}
            </option>
        }
    });
    view! {
        <fieldset>
            <legend class="label">{move || t("learn-explore-bids")}</legend>
            <ol class="setup-bids" data-t="setup-bids" hidden=none>{bids}</ol>
            <form class="setup-bid" on:submit=add>
                <input
                    type="number"
                    min="1"
                    max="200"
                    data-t="setup-count"
                    aria-label=move || t("web-count")
                    prop:value=move || count.get().to_string()
                    on:input=move |event| {
                        if let Some(number) = event_target_value(&event).parse().ok().filter(|number| *number > 0) {
                            count.set(number);
                        }
                    }
                />
                <select
                    data-t="setup-face"
                    aria-label=move || t("web-choose-face")
                    on:change=move |event| {
                        if let Some(chosen) = event_target_value(&event).parse().ok().and_then(Face::new) {
                            face.set(chosen);
                        }
                    }
                >
                    {faces.into_iter().collect_view()}
                </select>
                <button class="button" type="submit" data-t="setup-bid">{move || t("learn-explore-bid-add")}</button>
            </form>
            <button class="button" data-t="setup-undo" hidden=none on:click=undo>{move || t("learn-explore-bid-undo")}</button>
        </fieldset>
    }
}

/// The dice of whoever decides: pressing one turns it.
#[component]
fn HandField(setup: RwSignal<Setup>) -> impl IntoView {
    let faces = Memo::new(move |_| setup.with(|setup| setup.hand.faces().collect::<Vec<_>>()));
    let name = move || setup.with(|setup| name_of(setup, turn(setup)));
    let turn_one = move |index: usize| {
        setup.update(|setup| {
            let mut faces: Vec<Face> = setup.hand.faces().collect();
            if let Some(face) = faces.get_mut(index) {
                *face = Face::ALL[(face.index() + 1) % Face::ALL.len()];
            }
            setup.hand = faces.into_iter().collect::<Hand>();
        });
    };
    let die = move |(index, face): (usize, Face)| {
        let label = move || {
            let face = say("web-die", &[("face", face.pips().into())]);
            say("learn-explore-hand-die", &[("number", (index + 1).into()), ("face", face.into())])
        };
        view! {
            <button class="setup-die" data-t="setup-die" aria-label=label on:click=move |_| turn_one(index)>
                <span aria-hidden="true"><Die face /></span>
            </button>
        }
    };
    view! {
        <fieldset>
            <legend class="label">{move || say("learn-explore-hand", &[("name", name().into())])}</legend>
            <div class="setup-hand">{move || faces.get().into_iter().enumerate().map(die).collect_view()}</div>
        </fieldset>
    }
}
