//! The guide: what to do now and why in the first game, and what maputo and calza are when they first come.

use leptos::prelude::*;
use perudo_bots::Odds;
use perudo_play::{Shown, name_at};
use perudo_protocol::View;
use perudo_rules::{Action, Bid, Face, Hand, PhaseName, RoundKind};

use super::table_screen::{TableContext, table_context};
use crate::i18n::{say, t, words};
use crate::prefs::prefs;

/// What the guide speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    /// The first game, step by step.
    Game,
    /// The special round, while it is played.
    Maputo,
    /// Whether to declare it.
    Declaring,
    /// The call that a bid is exact.
    Calza,
}

impl Topic {
    fn of(context: TableContext) -> Option<Topic> {
        let (session, prefs) = (context.session, prefs());
        let (playing, kind, phase) = context.now.with(|now| (now.is_playing(), now.kind, now.phase));
        // A verdict explains itself.
        if !playing || context.reveal.get().is_some_and(|reveal| reveal.verdict) {
            return None;
        }
        let calza = || {
            context
                .now
                .with(|now| now.legal.as_ref().is_some_and(|legal| legal.calls.contains(&Action::Calza)))
        };
        let seated = session.you.get().chair.is_some();
        let turn = context.your_turn().get();
        let shown = session.shown.with(Option::is_some);
        match phase {
            Some(PhaseName::Declaring) if turn && !prefs.met_maputo.get() => Some(Topic::Declaring),
            Some(PhaseName::Bidding)
                if seated && !shown && kind == Some(RoundKind::Maputo) && !prefs.met_maputo.get() =>
            {
                Some(Topic::Maputo)
            }
            Some(PhaseName::Bidding) if turn && calza() && !prefs.met_calza.get() => Some(Topic::Calza),
            _ => {
                let first = session.is_local() && session.sharing.get() == 1 && !prefs.guided.get();
                first.then_some(Topic::Game)
            }
        }
    }

    /// It needs no explanation again.
    fn is_understood(self) {
        let prefs = prefs();
        match self {
            Topic::Game => prefs.guided.set(true),
            Topic::Maputo | Topic::Declaring => prefs.met_maputo.set(true),
            Topic::Calza => prefs.met_calza.set(true),
        }
    }
}

/// A hint for this very moment, until the guide is dismissed.
#[component]
pub(crate) fn Guide() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let topic = Memo::new(move |_| Topic::of(context));
    // What came and went with its round or its turn has been met.
    Effect::new(move |before: Option<Option<Topic>>| {
        let now = topic.get();
        if let Some(Some(gone @ (Topic::Maputo | Topic::Calza))) = before
            && now != Some(gone)
        {
            gone.is_understood();
        }
        now
    });
    let seen_showdown = RwSignal::new(false);
    Effect::new(move || {
        if session.shown.with(|shown| matches!(shown, Some(Shown::Showdown(_)))) {
            seen_showdown.set(true);
        }
    });
    let hint = move || match topic.get()? {
        Topic::Maputo => Some(t("web-meet-maputo")),
        Topic::Declaring => Some(t("web-meet-declaring")),
        Topic::Calza => Some(t("web-meet-calza")),
        Topic::Game => Some(step(context, seen_showdown.get())),
    };
    let done = move || seen_showdown.get() || topic.get() != Some(Topic::Game);
    view! {
        <div class="guide" data-t="guide" hidden=move || topic.get().is_none()>
            <p>{hint}</p>
            <button
                class="button small"
                data-t="skip-guide"
                on:click=move |_| {
                    if let Some(topic) = topic.get_untracked() {
                        topic.is_understood();
                    }
                }
            >
                {move || t(if done() { "web-guide-done" } else { "web-guide-skip" })}
            </button>
        </div>
    }
}

/// What to do now, in the first game.
fn step(context: TableContext, seen_showdown: bool) -> String {
    let session = context.session;
    let calza = session.shown.with(|shown| match shown {
        Some(Shown::Showdown(showdown)) => Some(showdown.calza),
        _ => None,
    });
    if let Some(calza) = calza {
        return t(if calza { "web-guide-showdown-calza" } else { "web-guide-showdown" });
    }
    let turn = context.your_turn().get();
    session.view.with(|view| {
        let Some(view) = view else { return String::new() };
        let wild = |face: Face| if view.now.jokers() && face != Face::Ace { "yes" } else { "no" };
        match (view.now.phase, view.now.bid, turn) {
            (Some(PhaseName::Draw), ..) => t("web-guide-draw"),
            (Some(PhaseName::Bidding), None, true) => {
                say("web-guide-open", &[("wild", wild(Face::Six).into())])
            }
            (Some(PhaseName::Bidding), Some(bid), true) => answer(view, bid),
            (Some(PhaseName::Bidding), Some(bid), false) => {
                let name = view.now.bidder.map(|chair| name_at(view, chair)).unwrap_or_default();
                let you = view.now.bidder.is_some() && view.now.bidder == context.addressed();
                let values = [
                    ("name", name.into()),
                    ("you", (if you { "yes" } else { "no" }).into()),
                    ("bid", words().bid(bid).into()),
                    ("wild", wild(bid.face).into()),
                ];
                say("web-guide-bid", &values)
            }
            (Some(PhaseName::Bidding), None, false) => {
                say("web-guide-dice", &[("wild", wild(Face::Six).into())])
            }
            _ if seen_showdown => t("web-guide-go-on"),
            _ => say("web-guide-dice", &[("wild", wild(Face::Six).into())]),
        }
    })
}

/// What a player should weigh before answering a bid.
fn answer(view: &View, bid: Bid) -> String {
    let hand = view.tour.as_ref().and_then(|tour| tour.hand).unwrap_or(Hand::EMPTY);
    let in_play = view.now.dice.iter().map(|dice| usize::from(*dice)).sum();
    let estimate = Estimate::of(bid, hand, in_play, view.now.jokers());
    let values = [
        ("bid", words().bid(bid).into()),
        ("own", estimate.own.into()),
        ("others", estimate.others.into()),
        ("one-in", estimate.one_in.into()),
        ("more", estimate.more.into()),
        ("wild", (if view.now.jokers() && bid.face != Face::Ace { "yes" } else { "no" }).into()),
    ];
    let enough = estimate.own >= bid.count;
    say(if enough { "web-guide-answer-true" } else { "web-guide-answer" }, &values)
}

/// How many dice fit a bid, as one guesses without a table of odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Estimate {
    /// Under one's own cup.
    own: u8,
    /// The dice under other cups.
    others: usize,
    /// One in so many of them fits.
    one_in: usize,
    /// So many of them fit, about.
    more: usize,
}

impl Estimate {
    fn of(bid: Bid, hand: Hand, in_play: usize, jokers: bool) -> Estimate {
        let others = in_play.saturating_sub(hand.len());
        // What a single unknown die is worth, by the very odds that bots play by.
        let chance = Odds::new(Hand::EMPTY, 1, jokers).at_least(Bid { count: 1, face: bid.face });
        let one_in = (1.0 / chance).round() as usize;
        let more = (others as f64 * chance).round() as usize;
        Estimate { own: hand.matching(bid.face, jokers), others, one_in, more }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_dice_are_said_to_fit_a_bid_as_fit_it_by_the_rules() {
        let hand = Hand::from_counts([2, 0, 1, 1, 0, 1]); // 11346
        // No preset says anything else about jokers than the kind of round does.
        for kind in [RoundKind::Normal, RoundKind::Final, RoundKind::Maputo] {
            for face in Face::ALL {
                let fits = Face::ALL.into_iter().filter(|die| {
                    let mut counts = [0; 6];
                    counts[die.index()] = 1;
                    Hand::from_counts(counts).matching(face, kind.jokers()) == 1
                });
                let fits = fits.count();
                let estimate = Estimate::of(Bid::new(5, face), hand, 20, kind.jokers());
                assert_eq!(estimate.one_in, 6 / fits, "{face} in {kind}");
                assert_eq!((estimate.others, estimate.more), (15, [3, 5][fits - 1]), "{face} in {kind}");
            }
        }
    }

    #[test]
    fn one_die_in_three_fits_but_one_in_six_for_aces_and_in_maputo() {
        let hand = Hand::from_counts([2, 0, 1, 1, 0, 1]); // 11346
        let cases = [
            ("a face and the jokers", true, Face::Six, 3, 3),
            ("aces are only themselves", true, Face::Ace, 2, 6),
            ("maputo has no jokers", false, Face::Six, 1, 6),
            ("aces in maputo", false, Face::Ace, 2, 6),
        ];
        for (case, jokers, face, own, one_in) in cases {
            let estimate = Estimate::of(Bid::new(5, face), hand, 20, jokers);
            assert_eq!((estimate.own, estimate.one_in), (own, one_in), "{case}");
        }
    }
}
