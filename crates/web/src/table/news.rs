//! What screen readers say: everything that happens, one sentence after another, and when it is one's own turn.

use leptos::prelude::*;
use perudo_rules::PhaseName;

use super::table_screen::{TableContext, table_context};
use crate::i18n::{language, t};

/// As many sentences stay. A reader that is behind still finds those of a quick round.
const LENGTH: usize = 40;

/// A decision that this player has to make: which, and in which state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Prompt {
    sentence: &'static str,
    round: Option<u32>,
    bids: usize,
}

impl Prompt {
    fn of(context: TableContext) -> Option<Prompt> {
        if !context.your_turn().get() {
            return None;
        }
        let bids = context.session.view.with(|view| {
            let tour = view.as_ref().and_then(|view| view.tour.as_ref());
            tour.map_or(0, |tour| tour.bids.len())
        });
        let (phase, round) = context.now.with(|now| (now.phase, now.round));
        let sentence = match phase? {
            PhaseName::Declaring => "web-turn-declare",
            PhaseName::Bidding if bids == 0 => "web-turn-open",
            PhaseName::Bidding => "web-turn-bid",
            PhaseName::Draw | PhaseName::Rolling | PhaseName::Showing | PhaseName::Over => return None,
        };
        Some(Prompt { sentence, round, bids })
    }
}

/// A live region to which every sentence is added: one that replaced the last would cut it off.
#[component]
pub(crate) fn News() -> impl IntoView {
    let context = table_context();
    let lines = context.session.story.lines;
    let spoken = RwSignal::new(Vec::<(u32, String)>::new());
    let spoken_so_far = StoredValue::new(0);
    let prompt = Memo::new(move |_| Prompt::of(context));
    // What was said in another language would be read in a foreign voice.
    Effect::new(move || {
        language().track();
        spoken.update(Vec::clear);
    });
    Effect::new(move |before: Option<(u64, Option<Prompt>)>| {
        let (told, asked) = before.unwrap_or_default();
        let now = prompt.get();
        let (next, fresh) = lines.with(|lines| {
            let next = lines.last().map_or(told, |line| line.number + 1);
            let fresh = lines.iter().filter(|line| line.number >= told);
            (next, untrack(|| fresh.filter_map(|line| line.sentence()).collect::<Vec<_>>()))
        });
        let asks = now.filter(|_| now != asked).map(|prompt| untrack(|| t(prompt.sentence)));
        spoken.update(|spoken| {
            for sentence in fresh.into_iter().chain(asks) {
                let number = spoken_so_far.get_value();
                spoken_so_far.set_value(number + 1);
                spoken.push((number, sentence));
            }
            let old = spoken.len().saturating_sub(LENGTH);
            spoken.drain(..old);
        });
        (next, now)
    });
    view! {
        <div class="unseen" role="log" aria-live="polite" aria-label=move || t("web-story") data-t="news">
            <For each=move || spoken.get() key=|(number, _)| *number children=|(_, sentence)| view! { <p>{sentence}</p> } />
        </div>
    }
}
