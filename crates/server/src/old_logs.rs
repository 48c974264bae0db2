//! Deletes the logs of tables that were closed longer ago than the operator wants them kept, beside the games: a few events
//! at a time, with pauses. Records and proofs of finished tours stay.

use std::time::Duration;

use tokio::time::sleep;

use crate::archive::ArchiveError;
use crate::http::App;
use crate::people::now;
use crate::reason::Reason;
use crate::store::people::LogState;

/// How often old logs are looked for, at most and at least.
const OFTEN: Duration = Duration::from_secs(1);
const SELDOM: Duration = Duration::from_secs(60);
/// Between two transactions others have storage to themselves.
const PAUSE: Duration = Duration::from_millis(50);

/// Runs for as long as the server does. Whatever fails is tried again later.
pub(crate) async fn delete(app: &App) {
    let Some(age) = app.rooms.config.keep_logs else { return std::future::pending().await };
    loop {
        sleep(age.clamp(OFTEN, SELDOM)).await;
        // Why it fails is in the log of the program already.
        while app.rooms.is_ready() && delete_one(app, age).await.unwrap_or(false) {
            sleep(PAUSE).await;
        }
    }
}

/// Deletes the oldest log; says whether there was one.
async fn delete_one(app: &App, age: Duration) -> Result<bool, Reason> {
    let people = &app.rooms.people;
    let closed_before = now().saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX));
    let node = app.rooms.config.node.clone();
    let oldest = people.ask(move |store| store.oldest_log(closed_before, &node, now())).await?;
    let Some((table, state)) = oldest else { return Ok(false) };
    if state == LogState::Whole {
        match app.archive.keep_tours(table).await {
            Ok(()) => people.ask(move |store| store.all_tours_kept(table)).await?,
            Err(ArchiveError::Busy) => return Err(Reason::Busy),
            Err(ArchiveError::Store(_) | ArchiveError::BrokenOff) => return Err(Reason::StorageDown),
            Err(error) => {
                tracing::error!(%table, %error, "a log cannot be read, and is not deleted");
                people.ask(move |store| store.leave_log(table)).await?;
                return Ok(true);
            }
        }
    }
    while people.ask(move |store| store.delete_from_log(table)).await? {
        sleep(PAUSE).await;
    }
    tracing::info!(%table, "an old log is deleted; the records of its tours are kept");
    Ok(true)
}
