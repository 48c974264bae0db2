//! What a player may do in a position, to choose from: a bid that is put together, and the calls. It needs no table.

use leptos::prelude::*;
use perudo_play::Choice;
use perudo_protocol::Legal;
use perudo_rules::{Action, Face, Game, Hand};

use super::Die;
use crate::i18n::{say, t, words};

/// What is to be chosen from, and what the first proposal is made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Due {
    legal: Legal,
    hand: Hand,
    in_play: usize,
    jokers: bool,
}

impl Due {
    /// The decision that is due in a position, for whoever holds these dice.
    pub(crate) fn of<D: Copy>(game: &Game<D>, hand: Hand) -> Due {
        Due {
            legal: Legal::from(&game.legal_actions()),
            hand,
            in_play: usize::from(game.in_play()),
            jokers: game.kind().jokers(),
        }
    }
}

/// The controls; none are there while nothing is due.
#[component]
pub(crate) fn ActionPicker(
    /// What is due.
    #[prop(into)]
    due: Signal<Option<Due>>,
    /// What is done with what was chosen.
    act: Callback<Action>,
    /// What is done when somebody wants a face that cannot be bid.
    #[prop(optional)]
    barred: Option<Callback<Face>>,
) -> impl IntoView {
    let choice = RwSignal::new(None::<Choice>);
    let legal = Memo::new(move |_| due.with(|due| due.as_ref().map(|due| due.legal.clone())));
    Effect::new(move || {
        choice.set(due.with(|due| {
            let due = due.as_ref()?;
            Choice::first(&due.legal, due.hand, due.in_play, due.jokers)
        }));
    });
    let least = move |face: Face| {
        legal.with(|legal| legal.as_ref().and_then(|legal| perudo_play::least(legal, face)))
    };
    let choose = move |face: Face| {
        let (Some(legal), Some(now)) = (legal.get_untracked(), choice.get_untracked()) else { return };
        match (now.with_face(face, &legal), barred) {
            (Some(next), _) => choice.set(Some(next)),
            (None, Some(barred)) => barred.run(face),
            (None, None) => {}
        }
    };
    let step = move |by: i16| {
        if let (Some(legal), Some(now)) = (legal.get_untracked(), choice.get_untracked()) {
            choice.set(Some(now.stepped(by, &legal)));
        }
    };
    let face_button = move |face: Face| {
        let chosen = move || choice.get().is_some_and(|choice| choice.face == face);
        let label = move || match least(face) {
            Some(count) => {
                say("web-face-from", &[("bid", words().bid(perudo_rules::Bid { count, face }).into())])
            }
            None => say("web-face-not", &[("face", face.pips().into())]),
        };
        view! {
            <button
                type="button"
                class="face-button"
                data-t=format!("pick-face-{}", face.pips())
                aria-pressed=move || chosen().to_string()
                aria-disabled=move || least(face).is_none().to_string()
                on:click=move |_| choose(face)
            >
                <span class="unseen">{label}</span>
                <span aria-hidden="true"><Die face /></span>
                <span class="least">
                    {move || least(face).map_or_else(|| "–".to_owned(), |least| format!("{least}+"))}
                </span>
            </button>
        }
    };
    let call = move |action: Action, class: &'static str, key: &'static str| {
        let open =
            move || legal.with(|legal| legal.as_ref().is_some_and(|legal| legal.calls.contains(&action)));
        move || {
            open().then(|| {
                view! {
                    <button
                        type="button"
                        class=format!("button big {class}")
                        data-t=format!("pick-{action}")
                        on:click=move |_| act.run(action)
                    >
                        {t(key)}
                    </button>
                }
            })
        }
    };
    let bid = move || choice.get().map(|choice| words().bid(choice.bid())).unwrap_or_default();
    view! {
        <div class="decide picker" data-t="picker" hidden=move || legal.with(Option::is_none)>
            <div class="bid-controls" hidden=move || choice.with(Option::is_none)>
                <div class="faces" role="group" aria-label=move || t("web-choose-face")>
                    {Face::ALL.map(face_button).into_iter().collect_view()}
                </div>
                <div class="stepper">
                    <button type="button" class="button step" data-t="pick-fewer" aria-label=move || t("web-fewer") on:click=move |_| step(-1)>
                        "−"
                    </button>
                    <output class="count" data-t="pick-count" aria-label=move || t("web-count")>
                        {move || choice.get().map(|choice| choice.count)}
                    </output>
                    <button type="button" class="button step" data-t="pick-more" aria-label=move || t("web-raise-count") on:click=move |_| step(1)>
                        "+"
                    </button>
                    <button
                        type="button"
                        class="button main big bid"
                        data-t="pick-bid"
                        on:click=move |_| {
                            if let Some(choice) = choice.get_untracked() {
                                act.run(Action::Bid(choice.bid()));
                            }
                        }
                    >
                        <span>{move || say("web-bid", &[("bid", bid().into())])}</span>
                    </button>
                </div>
            </div>
            <div class="calls">
                {call(Action::Dudo, "dudo", "web-dudo")}
                {call(Action::Calza, "calza", "web-calza")}
                {call(Action::Maputo, "gold", "web-declare-maputo")}
                {call(Action::Pass, "", "web-no-maputo")}
            </div>
        </div>
    }
}
