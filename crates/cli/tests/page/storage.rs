//! Storage that fails for a while, as people see it.

use rusqlite::Connection;
use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::cable::Cable;
use crate::program::Server;
use crate::server::ANNA;

#[test]
fn what_a_lost_connection_said_of_storage_is_not_shown_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("perudo.db");
    let server = Server::start(&database, ([127, 0, 0, 1], 0).into(), &["--max-requests-per-second=0"]);
    let table = server.table(ANNA, "Anna", &json!({"seats": 2, "turn": 0, "speed": "instant"}), &["steady"]);
    let cable = Cable::to(server.address);
    let anna = Browser::open(Device::Phone);
    let kept = [("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!(ANNA))];
    anna.arrive(&cable.url(), &format!("/t/{table}"), &kept);
    anna.wait_for("start");

    let writer = Connection::open(&database).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    anna.press("start");
    anna.wait_until("the news", || anna.text("line").contains("save anything"));
    // It ends while she has no connection: she comes back to the same events.
    anna.expect_loneliness();
    cable.cut();
    anna.wait_until("the loss", || anna.text("line").contains("Reconnecting"));
    writer.execute_batch("ROLLBACK").unwrap();
    anna.wait_until("storage", || server.get("/readyz").status == 200);
    cable.mend();
    anna.wait_without("line");
    anna.close();
}
