//! Records that come from elsewhere.

use std::path::Path;

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::Server;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
const EVENING: &str = include_str!("../../../../examples/evening.perudo");
const TOO_FEW_ACES: &str = include_str!("../../../../examples/too-few-aces.perudo");

#[test]
fn a_record_is_pasted_stepped_through_and_saved_again() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
    paste(&anna, EVENING);
    anna.wait_for("record-viewer");
    assert_eq!(anna.count("[data-t=review-trouble]"), 0);
    let first = anna.text("review-count");
    anna.press("review-on");
    anna.wait_until("the next step", || anna.text("review-count") != first);
    anna.press("review-last");
    anna.wait_until("the end", || anna.text("review-story").contains("win"));

    anna.press("review-save-record");
    let saved = anna.saved("game.perudo");
    assert_eq!(saved.trim_end(), EVENING.trim_end());
    anna.close();
}

#[test]
fn a_file_is_chosen_or_dropped_and_its_proof_verified() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.wait_for("review-opener");
    anna.choose("review-file", &[Path::new(FILES).join("evening.perudo")]);
    anna.wait_for("record-viewer");
    assert_eq!(anna.count("[data-t=review-trouble]"), 0);

    // Both files of a game at once, in whatever order.
    anna.go("/review");
    anna.wait_for("review-opener");
    drop_files(&anna, &["fair.proof.json", "fair.perudo"]);
    anna.wait_for("record-viewer");
    anna.wait_for("[data-result=holds]");
    anna.go("/review");
    anna.wait_for("review-opener");
    drop_files(&anna, &["loaded.proof.json"]);
    anna.wait_for("[data-result=fails]");
    anna.close();
}

/// Drops files of the examples on the page.
fn drop_files(browser: &Browser, names: &[&str]) {
    let read = |name: &&str| json!([name, std::fs::read_to_string(Path::new(FILES).join(name)).unwrap()]);
    let files: Vec<_> = names.iter().map(read).collect();
    browser.run(
        "const dataTransfer = new DataTransfer();
        for (const [name, text] of arguments[0]) dataTransfer.items.add(new File([text], name));
        const page = document.querySelector('[data-t=review-page]');
        for (const kind of ['dragover', 'drop'])
            page.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));",
        &[json!(files)],
    );
}

#[test]
fn a_broken_record_is_explained_with_its_line() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
    let cases = [
        ("a bid that the rules refuse", TOO_FEW_ACES.to_owned()),
        ("a word that means nothing", EVENING.replace("dudo", "dodo")),
        ("no record at all", "hello\n".to_owned()),
    ];
    for (what, text) in cases {
        anna.go("/review");
        paste(&anna, &text);
        anna.wait_for("review-trouble");
        let title = anna.text("[data-t=review-trouble] h2");
        let line: usize = title.split_whitespace().find_map(|word| word.parse().ok()).unwrap();
        let shown = anna.text("review-fault-line");
        assert_eq!(text.lines().nth(line - 1).map(str::trim), Some(shown.as_str()), "{what}: {title}");
        assert!(anna.text("review-fault").len() > 10, "{what}");
    }
    anna.close();
}

/// Pastes at once: a text of many lines takes its time to be typed.
pub(crate) fn paste(browser: &Browser, text: &str) {
    fill_in(browser, text);
    browser.press("review-show");
}

/// The same without asking for it yet.
pub(crate) fn fill_in(browser: &Browser, text: &str) {
    browser.wait_for("review-text");
    browser.run(
        "const field = document.querySelector('[data-t=review-text]');
        field.focus();
        field.select();
        document.execCommand('insertText', false, arguments[0]);",
        &[json!(text)],
    );
}
