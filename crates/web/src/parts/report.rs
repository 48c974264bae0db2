//! Telling the operator about somebody.

use leptos::prelude::*;
use perudo_protocol::http::{NewReport, ReportKind};
use wasm_bindgen_futures::spawn_local;

use super::{Dialog, Picks};
use crate::api;
use crate::i18n::{say, t};

/// The longest text.
const LONGEST: usize = 1000;

const KINDS: [(&str, ReportKind); 4] = [
    ("cheating", ReportKind::Cheating),
    ("abuse", ReportKind::Abuse),
    ("name", ReportKind::Name),
    ("other", ReportKind::Other),
];

/// Opens the report about somebody.
#[component]
pub(crate) fn ReportButton(
    /// Who.
    name: String,
    /// Whose report is open.
    about: RwSignal<Option<String>>,
) -> impl IntoView {
    let label = name.clone();
    view! {
        <button
            class="button small"
            data-t="report"
            aria-label=move || say("web-report-name", &[("name", label.clone().into())])
            on:click=move |_| about.set(Some(name.clone()))
        >
            {move || t("web-report")}
        </button>
    }
}

/// The report about somebody, as a dialog.
#[component]
pub(crate) fn ReportDialog(
    /// Whose report is open.
    about: RwSignal<Option<String>>,
    /// The table where it happened, if at one.
    #[prop(into, default = Signal::derive(|| None))]
    table: Signal<Option<String>>,
) -> impl IntoView {
    let open = Signal::derive(move || about.with(Option::is_some));
    let close = move || about.set(None);
    view! {
        <Dialog open close title="web-report-title" hook="report-dialog">
            {move || about.get().map(|name| view! { <ReportForm name table close /> })}
        </Dialog>
    }
}

#[component]
fn ReportForm(
    name: String,
    table: Signal<Option<String>>,
    close: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let (kind, text) = (RwSignal::new("cheating".to_owned()), RwSignal::new(String::new()));
    let (sent, busy, trouble) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(None::<String>));
    let name = StoredValue::new(name);
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        trouble.set(None);
        let chosen = kind.get_untracked();
        let kind =
            KINDS.iter().find(|(known, _)| *known == chosen).map_or(ReportKind::Other, |(_, kind)| *kind);
        let report = NewReport {
            name: name.get_value(),
            kind,
            table: table.get_untracked(),
            text: text.get_untracked(),
        };
        spawn_local(async move {
            let answer = api::people::report(&report).await;
            busy.try_set(false);
            match answer {
                Ok(()) => {
                    sent.try_set(true);
                }
                Err(error) => {
                    trouble.try_set(Some(error.message()));
                }
            }
        });
    };
    view! {
        <form on:submit=send hidden=move || sent.get()>
            <p>{move || say("web-report-about", &[("name", name.get_value().into())])}</p>
            <Picks
                legend="web-report-why"
                hook="report-kind"
                values=KINDS.iter().map(|(name, _)| (*name).to_owned()).collect()
                name=|kind: &str| t(&format!("web-report-kind-{kind}"))
                chosen=kind
                choose=move |chosen| kind.set(chosen)
            />
            <div class="field">
                <label for="report-text">{move || t("web-report-text")}</label>
                <textarea
                    id="report-text"
                    data-t="report-text"
                    rows="4"
                    maxlength=LONGEST.to_string()
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
            </div>
            <p class="trouble" role="alert">{move || trouble.get()}</p>
            <p class="row end">
                <button class="button" type="button" on:click=move |_| close()>{move || t("web-cancel")}</button>
                <button class="button main" type="submit" data-t="report-send" disabled=move || busy.get()>
                    {move || t("web-report-send")}
                </button>
            </p>
        </form>
        <p role="status" data-t="report-sent">{move || sent.get().then(|| t("web-report-sent"))}</p>
    }
}
