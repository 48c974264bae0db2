//! The viewer of a record: the game step by step, and the proof of its dice.

use leptos::prelude::*;

use super::address::Address;
use super::fairness::Fairness;
use super::replay::ReplayView;
use super::share::ShareMoment;
use super::timeline::ParsedRecord;
use super::trouble::TroubleCard;
use crate::browser;
use crate::i18n::t;

/// Shows a record, and checks the proof of its dice if there is one.
#[component]
pub(super) fn RecordViewer(
    /// The text of the record.
    record: String,
    /// The text of the proof.
    #[prop(optional_no_strip)]
    proof: Option<String>,
    /// The step that is shown.
    step: RwSignal<usize>,
    /// Where the game is to be found.
    address: StoredValue<Address>,
) -> impl IntoView {
    let ParsedRecord { timeline, trouble } = ParsedRecord::of(&record);
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
    let save = timeline.is_some().then(|| {
        view! {
            <div class="row keep">
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
    view! {
        <div class="viewer" data-t="record-viewer">
            {trouble}
            {timeline.map(|timeline| view! { <ReplayView timeline step /> })}
            {save}
            {fairness}
        </div>
    }
}
