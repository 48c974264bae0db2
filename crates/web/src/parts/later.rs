//! What is drawn a moment later than what is around it.

use std::time::Duration;

use leptos::prelude::*;

/// Draws its contents in a task of their own: whoever draws a big screen at once holds up the page, all the more as browsers
/// compile a function when it is called for the first time.
#[component]
pub(crate) fn Later(children: ChildrenFn) -> impl IntoView {
    let due = RwSignal::new(false);
    let draw = move || {
        // The person may have left the screen meanwhile.
        due.try_set(true);
    };
    set_timeout(draw, Duration::ZERO);
    move || due.get().then(|| children())
}
