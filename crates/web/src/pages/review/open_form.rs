//! Opening a game: files, pasted text, examples.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{FileList, HtmlInputElement};

use super::examples::{EVENING, FAIR, FAIR_PROOF};
use crate::browser;
use crate::i18n::t;

/// Takes the texts that were opened; `None` if a file could not be read.
pub(super) type Take = Callback<Option<Vec<String>>>;

/// Reads files that were chosen or dropped.
pub(super) fn read_files(files: FileList, take: Take) {
    let files: Vec<_> = (0..files.length()).filter_map(|index| files.get(index)).collect();
    spawn_local(async move {
        let mut texts = Some(Vec::new());
        for file in files {
            let text = browser::text_of(file).await;
            texts = texts.zip(text).map(|(mut texts, text)| {
                texts.push(text);
                texts
            });
        }
        take.run(texts);
    });
}

/// The form that opens a game.
#[component]
pub(super) fn OpenForm(take: Take) -> impl IntoView {
    let pasted = RwSignal::new(String::new());
    let choose = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        if let Some(files) = input.files() {
            read_files(files, take);
        }
        // So that the same file can be chosen again after it has been corrected.
        input.set_value("");
    };
    let show = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let text = pasted.get_untracked();
        if !text.trim().is_empty() {
            take.run(Some(vec![text]));
        }
    };
    let example = move |texts: &'static [&'static str]| {
        move |_| take.run(Some(texts.iter().map(|&text| text.to_owned()).collect()))
    };
    view! {
        <div class="opener" data-t="review-opener">
            <p>{move || t("web-review-open-how")}</p>
            <div class="row">
                <label class="button main file">
                    <input
                        type="file"
                        multiple
                        accept=".perudo,.json,.txt,text/plain,application/json"
                        data-t="review-file"
                        on:change=choose
                    />
                    {move || t("web-review-choose")}
                </label>
                <span class="soft drop-hint">{move || t("web-review-drop")}</span>
            </div>
            <form on:submit=show>
                <div class="field">
                    <label for="review-text">{move || t("web-review-paste")}</label>
                    <textarea
                        id="review-text"
                        rows="4"
                        spellcheck="false"
                        autocapitalize="off"
                        placeholder="perudo 1"
                        data-t="review-text"
                        prop:value=pasted
                        on:input=move |event| pasted.set(event_target_value(&event))
                    ></textarea>
                </div>
                <button class="button" data-t="review-show">{move || t("web-review-show")}</button>
            </form>
            <div class="examples">
                <span class="label">{move || t("web-review-examples")}</span>
                <div class="row">
                    <button type="button" class="button" data-t="review-example" on:click=example(&[EVENING])>
                        {move || t("web-review-example")}
                    </button>
                    <button
                        type="button"
                        class="button"
                        data-t="review-example-proof"
                        on:click=example(&[FAIR, FAIR_PROOF])
                    >
                        {move || t("web-review-example-proof")}
                    </button>
                </div>
            </div>
        </div>
    }
}
