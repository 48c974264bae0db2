//! The controls of a player whose turn it is: the bid and the calls.

use leptos::prelude::*;
use perudo_play::{Choice, is_certain_loss, why_barred};
use perudo_protocol::{Legal, View, WireCommand};
use perudo_rules::{Action, Bid, Face, Hand};

use super::seats::whose_turn;
use super::table_screen::{Open, TableContext, table_context};
use crate::i18n::{say, t, words};
use crate::parts::{Dialog, Die};
use crate::prefs::prefs;

/// What this player may do now.
pub(crate) fn legal(context: TableContext) -> Option<Legal> {
    context.your_turn().get().then(|| context.now.with(|now| now.legal.clone())).flatten()
}

/// Decides, after asking again if the decision is certain to lose.
pub(crate) fn decide(context: TableContext, action: Action) {
    let certain = context
        .session
        .view
        .with_untracked(|view| view.as_ref().is_some_and(|view| is_certain_loss(action, view)));
    if certain {
        context.dialog.set(Some(Open::Certain(action)));
    } else {
        context.session.act(action);
    }
}

/// Asks again before a die is lost for certain.
#[component]
pub(crate) fn CertainLoss() -> impl IntoView {
    let context = table_context();
    let action = move || match context.dialog.get() {
        Some(Open::Certain(action)) => Some(action),
        _ => None,
    };
    let close = move || {
        if untrack(action).is_some() {
            context.dialog.set(None);
        }
    };
    let go_on = move |_| {
        if let Some(action) = untrack(action) {
            context.dialog.set(None);
            context.session.act(action);
        }
    };
    view! {
        <Dialog open=Signal::derive(move || action().is_some()) close title="web-certain-title" hook="certain">
            <p>{move || t("web-certain-loss")}</p>
            <div class="row end">
                <button class="button" data-t="certain-back" on:click=move |_| close()>{move || t("web-certain-back")}</button>
                <button class="button main" data-t="certain-go" on:click=go_on>{move || t("web-certain-go")}</button>
            </div>
        </Dialog>
    }
}

/// The panel under the player's dice.
#[component]
pub(crate) fn Bidding() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let legal = Memo::new(move |_| legal(context));
    // A new turn begins with a bid that a decent player might make.
    Effect::new(move || {
        let first = legal.get().and_then(|legal| {
            session.view.with_untracked(|view| {
                let view = view.as_ref()?;
                let hand = view.tour.as_ref().and_then(|tour| tour.hand).unwrap_or(Hand::EMPTY);
                let in_play = view.now.dice.iter().map(|dice| usize::from(*dice)).sum();
                Choice::first(&legal, hand, in_play, view.now.jokers())
            })
        });
        context.choice.set(first);
    });
    let can_bid = move || legal.with(|legal| legal.as_ref().is_some_and(|legal| legal.least.is_some()));
    let open = move |action: Action| {
        legal.with(|legal| legal.as_ref().is_some_and(|legal| legal.calls.contains(&action)))
    };
    let away = context.of(|view| view.people.clone());
    let you_are_away = move || {
        let me = session.you.get().person;
        away.with(|people| people.iter().any(|known| Some(known.person) == me && known.away.is_some()))
    };
    let bots_are_left = context.of(only_bots_are_left);
    // Those who have played in the tour, and the host, may not want to watch it to its end.
    let can_skip = move || {
        let you = session.you.get();
        let played = session.view.with(|view| {
            let tour = view.as_ref().and_then(|view| view.tour.as_ref());
            tour.is_some_and(|tour| {
                tour.players.iter().any(|player| player.person.is_some() && player.person == you.person)
            })
        });
        bots_are_left.get() && (session.is_local() || you.host || played) && !session.is_rushing()
    };
    let waits = move || {
        let (playing, turn) = (context.now.with(|now| now.is_playing()), context.your_turn().get());
        let offline = session.offline.get();
        let name = || session.view.with(|view| view.as_ref().and_then(|view| whose_turn(view, &offline)));
        (playing && !turn).then(name).flatten()
    };
    view! {
        <div class="decide" data-t="decide" hidden=move || session.shown.with(Option::is_some) class:mine=context.your_turn() aria-busy=move || session.deciding.get().to_string()>
            {move || {
                you_are_away().then(|| view! {
                    <p class="notice row">
                        <span>{t("web-bot-plays-for-you")}</span>
                        <button class="button main" data-t="back" on:click=move |_| session.order(WireCommand::Back)>
                            {t("web-i-am-back")}
                        </button>
                    </p>
                })
            }}
            {move || {
                can_skip().then(|| view! {
                    <p class="row notice">
                        <button class="button" data-t="rush" on:click=move |_| session.order(WireCommand::Skip)>{t("web-rush")}</button>
                    </p>
                })
            }}
            <p class="waits small" data-t="whose-turn" hidden=move || waits().is_none()>{waits}</p>
            <div class="bid-controls" hidden=move || !can_bid()>
                <Faces legal />
                <Stepper legal />
            </div>
            <div class="calls" hidden=move || legal.with(Option::is_none)>
                {move || {
                    open(Action::Dudo).then(|| view! {
                        <button class="button big dudo" data-t="dudo" on:click=move |_| decide(context, Action::Dudo)>
                            {t("web-dudo")} <Chance of=Chances::Doubt />
                        </button>
                    })
                }}
                {move || {
                    open(Action::Calza).then(|| view! {
                        <button class="button big calza" data-t="calza" on:click=move |_| decide(context, Action::Calza)>
                            {t("web-calza")} <Chance of=Chances::Exact />
                        </button>
                    })
                }}
                {move || {
                    open(Action::Maputo).then(|| view! {
                        <button class="button big gold" data-t="maputo" on:click=move |_| decide(context, Action::Maputo)>
                            {t("web-declare-maputo")}
                        </button>
                    })
                }}
                {move || {
                    open(Action::Pass).then(|| view! {
                        <button class="button big" data-t="pass" on:click=move |_| decide(context, Action::Pass)>
                            {t("web-no-maputo")}
                        </button>
                    })
                }}
            </div>
        </div>
    }
}

/// Whether a tour goes on in which only bots have dice.
fn only_bots_are_left(view: &View) -> bool {
    let has_dice = |chair: u8| view.now.dice.get(usize::from(chair)).is_some_and(|dice| *dice > 0);
    let tour = view.tour.as_ref().filter(|_| view.is_playing());
    tour.is_some_and(|tour| {
        !tour.players.iter().any(|player| player.person.is_some() && has_dice(player.chair))
    })
}

/// The six faces, each with the least count that can be bid.
#[component]
fn Faces(legal: Memo<Option<Legal>>) -> impl IntoView {
    let context = table_context();
    let least = move |face: Face| {
        legal.with(|legal| legal.as_ref().and_then(|legal| perudo_play::least(legal, face)))
    };
    let choose = move |face: Face| {
        let Some(known) = legal.get_untracked() else { return };
        let now = context.choice.get_untracked();
        match now.and_then(|choice| choice.with_face(face, &known)) {
            Some(choice) => {
                context.session.trouble.set(None);
                context.choice.set(Some(choice));
            }
            None => explain_barred(context, face),
        }
    };
    view! {
        <div class="faces" role="group" aria-label=move || t("web-choose-face")>
            {Face::ALL
                .into_iter()
                .map(|face| {
                    let chosen = move || context.choice.get().is_some_and(|choice| choice.face == face);
                    view! {
                        <button
                            class="face-button"
                            data-t=format!("face-{}", face.pips())
                            aria-pressed=move || chosen().to_string()
                            aria-disabled=move || least(face).is_none().to_string()
                            on:click=move |_| choose(face)
                        >
                            // The visible text must be part of the label: people with voice control say it.
                            <span class="unseen">{move || face_label(face, least(face))}</span>
                            <span aria-hidden="true"><Die face /></span>
                            <span class="least">
                                {move || least(face).map_or_else(|| "–".to_owned(), |least| format!("{least}+"))}
                            </span>
                            <Chance of=Chances::Least(face) />
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}

fn face_label(face: Face, least: Option<u8>) -> String {
    match least {
        Some(least) => say("web-face-from", &[("bid", words().bid(Bid { count: least, face }).into())]),
        None => say("web-face-not", &[("face", face.pips().into())]),
    }
}

/// Says why a face cannot be bid. The rules in the page know it: nothing is sent, so nothing can come of asking.
fn explain_barred(context: TableContext, face: Face) {
    let view = context.session.view;
    let reason = view.with_untracked(|view| view.as_ref().and_then(|view| why_barred(view, face, words())));
    context.session.trouble.set(reason);
}

/// The count, and the button that bids.
#[component]
fn Stepper(legal: Memo<Option<Legal>>) -> impl IntoView {
    let context = table_context();
    let step = move |by: i16| {
        if let (Some(legal), Some(choice)) = (legal.get_untracked(), context.choice.get_untracked()) {
            context.choice.set(Some(choice.stepped(by, &legal)));
        }
    };
    let at_least = move || {
        let choice = context.choice.get();
        legal.with(|legal| {
            choice
                .zip(legal.as_ref())
                .is_none_or(|(choice, legal)| perudo_play::least(legal, choice.face) == Some(choice.count))
        })
    };
    let at_most = move || {
        let choice = context.choice.get();
        legal.with(|legal| {
            choice.zip(legal.as_ref()).is_none_or(|(choice, legal)| legal.most == Some(choice.count))
        })
    };
    let bid = move || context.choice.get().map(|choice| words().bid(choice.bid())).unwrap_or_default();
    view! {
        <div class="stepper">
            <button class="button step" data-t="fewer" aria-label=move || t("web-fewer") disabled=at_least on:click=move |_| step(-1)>
                "−"
            </button>
            <output class="count" data-t="count" aria-label=move || t("web-count")>
                {move || context.choice.get().map(|choice| choice.count)}
            </output>
            <button class="button step" data-t="more" aria-label=move || t("web-raise-count") disabled=at_most on:click=move |_| step(1)>
                "+"
            </button>
            <button
                class="button main big bid"
                data-t="bid"
                data-bid=move || context.choice.get().map(|choice| choice.bid().to_string())
                disabled=move || context.session.deciding.get()
                on:click=move |_| {
                    if let Some(choice) = context.choice.get_untracked() {
                        decide(context, Action::Bid(choice.bid()));
                    }
                }
            >
                <span>{move || say("web-bid", &[("bid", bid().into())])}</span>
                <Chance of=Chances::Chosen />
            </button>
        </div>
    }
}

/// Which chance is shown.
#[derive(Clone, Copy)]
enum Chances {
    /// Of the bid that is put together.
    Chosen,
    /// Of the least bid of a face.
    Least(Face),
    /// That the doubt is right.
    Doubt,
    /// That the bid is exact.
    Exact,
}

/// A chance in per cent, if the table allows it and the player wants it.
#[component]
fn Chance(of: Chances) -> impl IntoView {
    let context = table_context();
    let allowed = context.of(|view| view.settings.hints.unwrap_or(false));
    let chance = move || {
        if !(allowed.get() && prefs().odds.get()) {
            return None;
        }
        context.session.view.with(|view| {
            let view = view.as_ref()?;
            let odds = perudo_play::odds(view)?;
            Some(match of {
                Chances::Chosen => odds.at_least(context.choice.get()?.bid()),
                Chances::Least(face) => {
                    let count = perudo_play::least(view.now.legal.as_ref()?, face)?;
                    odds.at_least(Bid { count, face })
                }
                Chances::Doubt => 1.0 - odds.at_least(view.now.bid?),
                Chances::Exact => odds.exactly(view.now.bid?),
            })
        })
    };
    move || chance().map(|chance| view! { <span class="chance">{per_cent(chance)}</span> })
}

/// A chance in whole per cent. Only what is certain is shown as certain.
fn per_cent(chance: f64) -> String {
    match chance * 100.0 {
        small if chance > 0.0 && small < 1.0 => "<1 %".to_owned(),
        large if chance < 1.0 && large > 99.0 => ">99 %".to_owned(),
        other => format!("{other:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_shown_as_certain() {
        let cases = [(0.0, "0 %"), (0.001, "<1 %"), (0.424, "42 %"), (0.999_9, ">99 %"), (1.0, "100 %")];
        for (chance, expected) in cases {
            assert_eq!(per_cent(chance), expected);
        }
    }
}
