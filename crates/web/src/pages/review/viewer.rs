//! The viewer of a record: the game step by step, and the proof of its dice.

use leptos::prelude::*;

use super::address::Address;
use super::analysis::Analysis;
use super::decisions::Decisions;
use super::fairness::Fairness;
use super::luck::Players;
use super::replay::ReplayView;
use super::share::ShareMoment;
use super::summary::Summary;
use super::timeline::ParsedRecord;
use super::trouble::TroubleCard;
use super::try_again::TryAgain;
use crate::browser;
use crate::i18n::t;
use crate::own_games::TourId;
use crate::parts::Later;

/// Shows a record, and checks the proof of its dice if there is one.
#[component]
pub(super) fn RecordViewer(
    /// The text of the record.
    record: String,
    /// The text of the proof.
    #[prop(optional_no_strip)]
    proof: Option<String>,
    /// The game of this browser's own that it is.
    #[prop(optional_no_strip)]
    own: Option<TourId>,
    /// The step that is shown.
    step: RwSignal<usize>,
    /// Where the game is to be found.
    address: StoredValue<Address>,
) -> impl IntoView {
    let ParsedRecord { timeline, trouble } = ParsedRecord::of(&record);
    let text = record.clone();
    let trouble = trouble.map(|trouble| {
        let timeline = timeline.clone();
        view! { <TroubleCard trouble timeline /> }
    });
    let fairness = proof.map(|proof| {
        let record = Some(record.clone());
        view! {
            <div class="card">
                <Fairness proof record />
            </div>
        }
    });
    // The line of the decision that is tried again.
    let trying = RwSignal::new(None::<usize>);
    let save = timeline.is_some().then(|| {
        view! {
            <div class="row keep" hidden=move || trying.get().is_some()>
                <ShareMoment address step />
                <button
                    type="button"
                    class="button"
                    data-t="review-save-record"
                    on:click=move |_| browser::download("game.perudo", &record)
                >
                    {move || t("web-review-save-record")}
                </button>
            </div>
        }
    });
    let game = timeline.map(|timeline| {
        // A link may name a moment that there is not.
        step.update(|at| *at = timeline.last().min(*at));
        let analysis = Analysis::begin(&text, own);
        let (timeline, record) = (StoredValue::new(timeline), StoredValue::new(text));
        let try_again = Callback::new(move |line| trying.set(Some(line)));
        let back = Callback::new(move |()| trying.set(None));
        if step.get_untracked() > 0 {
            request_animation_frame(|| browser::scroll_to("replay"));
        }
        move || match trying.get() {
            Some(line) => view! { <TryAgain record timeline analysis line back /> }.into_any(),
            None => view! {
                <Summary timeline analysis step />
                <ReplayView timeline analysis step try_again />
                <Later>
                    <Decisions timeline analysis step />
                    <Players timeline analysis record />
                </Later>
            }
            .into_any(),
        }
    });
    view! {
        <div class="viewer" data-t="record-viewer">
            {trouble}
            {game}
            {save}
            {fairness}
        </div>
    }
}
