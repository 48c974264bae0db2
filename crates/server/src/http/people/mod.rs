//! People over HTTP, one file a resource.

mod caller;
mod me;
mod profiles;
mod programs;
mod queue;
mod sign_in;
mod streams;

use utoipa_axum::router::OpenApiRouter;

use super::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(me::routes())
        .merge(sign_in::routes())
        .merge(programs::routes())
        .merge(queue::routes())
        .merge(profiles::routes())
        .merge(streams::routes())
}
