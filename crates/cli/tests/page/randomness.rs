//! A browser without random bytes plays no game and is no guest; one with a broken secret gets a new one.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::{BORIS, Server};

#[test]
fn without_random_bytes_nothing_is_played_and_the_page_says_why() {
    let server = Server::start();
    let path = server.table(BORIS, "Boris", &json!({}), &[]);
    let sentences = [("en", "no random numbers"), ("ru", "не даёт случайных чисел")];
    for (language, sentence) in sentences {
        let anna = Browser::speaking(Device::Phone, language);
        anna.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({"source": "Crypto.prototype.getRandomValues = () => { throw new Error('none') }"}),
        );
        anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", language))]);
        anna.press("play-now");
        anna.wait_until("the reason", || anna.text("no-table").contains(sentence));
        anna.go(&path);
        anna.wait_until("the reason", || anna.text("no-table").contains(sentence));
        anna.go("/new");
        anna.press("create");
        anna.wait_until("the reason", || anna.text("trouble").contains(sentence));
        anna.go("/together");
        for (index, name) in ["Anna", "Boris"].iter().enumerate() {
            anna.write(&format!("#person-{index}"), name);
        }
        anna.press("begin");
        anna.wait_until("the reason", || anna.text("no-table").contains(sentence));
        assert_eq!(anna.ask("localStorage.getItem('perudo.guest')"), json!(null));
        assert_eq!(anna.ask("localStorage.getItem('perudo.game.alone')"), json!(null));
        anna.close();
    }
}

#[test]
fn a_broken_secret_is_replaced_by_a_new_one() {
    let server = Server::start();
    let path = server.table(BORIS, "Boris", &json!({}), &[]);
    let anna = Browser::open(Device::Phone);
    anna.arrive(
        &server.url(),
        &path,
        &[("perudo.prefs", prefs("Anna", "en")), ("perudo.guest", json!("not a secret"))],
    );
    anna.press("sit-down");
    anna.wait_for("waits-for-host");
    let secret: String =
        serde_json::from_str(anna.ask("localStorage.getItem('perudo.guest')").as_str().unwrap()).unwrap();
    assert!(secret.len() == 32 && secret.chars().all(|digit| digit.is_ascii_hexdigit()), "{secret}");
    assert_ne!(secret, "0".repeat(32));
    // After a reload it is still the same guest.
    anna.reload();
    anna.wait_for("waits-for-host");
    anna.close();
}
