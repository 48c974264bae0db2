//! People are told that it is their turn, wherever they look.

use serde_json::json;

use crate::browser::{Browser, Device, prefs};
use crate::server::{ANNA, Server};

/// Notes what the page asks of the system, and lets a test say that the page is in the background.
const SYSTEM: &str = "
    window.asked = [];
    window.background = false;
    const note = name => (...given) => { window.asked.push([name, ...given]); return Promise.resolve(); };
    Navigator.prototype.setAppBadge = note('badge');
    Navigator.prototype.clearAppBadge = note('no badge');
    Navigator.prototype.vibrate = (...given) => { window.asked.push(['vibrate', ...given]); return true; };
    ServiceWorkerRegistration.prototype.showNotification = note('notification');
    const state = () => window.background ? 'hidden' : 'visible';
    Object.defineProperty(Document.prototype, 'visibilityState', {get: state});";

fn asked(browser: &Browser, what: &str) -> usize {
    let count = format!("window.asked.filter(one => one[0] === '{what}').length");
    usize::try_from(browser.ask(&count).as_u64().unwrap()).unwrap()
}

#[test]
fn a_turn_is_told_by_title_icon_badge_vibration_and_if_wanted_by_a_notification() {
    let server = Server::start();
    let settings = json!({"seats": 2, "turn": 0, "speed": "instant"});
    let path = server.table(ANNA, "Anna", &settings, &["steady"]);
    let anna = Browser::open(Device::Phone);
    let mut prefs = prefs("Anna", "en");
    prefs["notifications"] = json!(true);
    anna.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": SYSTEM}));
    anna.arrive(&server.url(), "/healthz", &[("perudo.prefs", prefs), ("perudo.guest", json!(ANNA))]);
    anna.devtools(
        "Browser.grantPermissions",
        &json!({"origin": server.url(), "permissions": ["notifications"]}),
    );
    anna.go(&path);
    anna.wait_for("start");
    let icon = "document.querySelector(\"link[rel=icon][type='image/svg+xml']\").href";
    let plain = anna.ask(icon);
    assert_eq!(anna.ask("document.title"), "Perudo");

    anna.press("start");
    anna.wait_for_turn();
    anna.wait_until("the title", || anna.ask("document.title") == "Your turn – Perudo");
    assert_ne!(anna.ask(icon), plain);
    assert_eq!((asked(&anna, "badge"), asked(&anna, "vibrate")), (1, 1));
    assert_eq!(asked(&anna, "notification"), 0, "the page is in view");

    // The bot answers while she looks at something else.
    anna.ask("window.background = true");
    anna.press("bid");
    anna.wait_until("a notification", || asked(&anna, "notification") == 1);
    anna.go("/");
    anna.wait_for("play-now");
    assert_eq!(anna.ask("document.title"), "Perudo");
    assert_eq!(anna.ask(icon), plain);
    anna.close();
}

#[test]
fn nobody_is_asked_for_notifications_who_does_not_want_them() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({"source": "window.asked = 0;
            Notification.requestPermission = () => { window.asked += 1; return Promise.resolve('denied'); };"}),
    );
    anna.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Anna", "en"))]);
    anna.press("play-now");
    anna.wait_for_turn();
    assert_eq!(anna.ask("window.asked"), 0);
    anna.press("open-menu");
    anna.press("notifications");
    anna.wait_until("a refusal", || anna.text("menu").contains("doesn’t allow notifications"));
    assert_eq!(anna.ask("window.asked"), 1);
    assert_eq!(anna.ask("document.querySelector('[data-t=notifications]').checked"), false);
    anna.close();
}
