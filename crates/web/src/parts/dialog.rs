//! A dialog over the page.

use leptos::html;
use leptos::prelude::*;

use crate::i18n::t;

/// A dialog with a title and a button to close it.
#[component]
pub(crate) fn Dialog(
    /// Whether it is open.
    #[prop(into)]
    open: Signal<bool>,
    /// What happens when it is closed.
    close: impl Fn() + Copy + Send + Sync + 'static,
    /// The key of its title.
    title: &'static str,
    /// Its name for tests.
    hook: &'static str,
    /// What is in it.
    children: ChildrenFn,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let Some(dialog) = node.get() else { return };
        if open.get() && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    let outside = move |event: leptos::ev::MouseEvent| {
        // Only a click outside of the contents hits the dialog element itself.
        let target = event_target::<web_sys::Element>(&event);
        if target.tag_name().eq_ignore_ascii_case("dialog") {
            close();
        }
    };
    view! {
        <dialog
            node_ref=node
            data-t=hook
            aria-labelledby=format!("{hook}-title")
            on:close=move |_| close()
            on:click=outside
        >
            {move || {
                open.get()
                    .then(|| {
                        view! {
                            <div class="dialog-head">
                                <h2 id=format!("{hook}-title")>{move || t(title)}</h2>
                                <button
                                    class="button icon"
                                    aria-label=move || t("web-close")
                                    data-t="close"
                                    on:click=move |_| close()
                                >
                                    "✕"
                                </button>
                            </div>
                            {children()}
                        }
                    })
            }}
        </dialog>
    }
}
