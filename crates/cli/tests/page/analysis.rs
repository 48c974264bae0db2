//! What decisions were worth: the review of a game, luck and skill, another try.

use serde_json::{Value, json};

use crate::browser::{Browser, Device, prefs};
use crate::records::{fill_in, paste};
use crate::server::Server;

const EVENING: &str = include_str!("../../../../examples/evening.perudo");

/// Three bots, 60 decisions.
const SIXTY: &str = include_str!("fixtures/sixty.perudo");

/// A game as the page keeps those that were played in it: Boris has lost it.
fn own_game() -> (&'static str, Value) {
    let game = json!({
        "table": "home-0123456789", "tour": 1, "at": 1_794_748_292_289_u64,
        "players": ["anna", "boris", "clara"], "you": 1, "winner": 0,
        "rules": "tournament dice=2", "public": false, "record": EVENING, "proof": null,
    });
    ("perudo.played.1794748292289.home-0123456789/1", game)
}

/// Waits until the review of the open game is complete.
fn wait_for_review(browser: &Browser) {
    browser.wait_for("[data-t=analysis][data-stage=done]");
}

/// The numbers in the cells of a row, in per cent and points.
fn numbers(browser: &Browser, row: &str) -> Vec<f64> {
    let script = "return [...document.querySelectorAll(arguments[0] + ' td')].map(cell =>
        parseFloat(cell.textContent.replace('−', '-').replace(',', '.').replace(/[<>%+\\s]/g, '')))";
    serde_json::from_value(browser.run(script, &[json!(row)])).unwrap()
}

#[test]
fn a_lost_game_is_understood_and_tried_again_on_a_phone_in_russian_without_a_network() {
    let server = Server::start();
    let boris = Browser::speaking(Device::SmallPhone, "ru");
    boris.arrive(&server.url(), "/", &[("perudo.prefs", prefs("Борис", "ru")), own_game()]);
    boris.wait_for("play-now");
    boris.wait_until("everything to be stored", || {
        let script = "const done = arguments[0];
            const wanted = ['worker-start', 'worker-', 'perudo-', 'master-', 'part-review'];
            caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
                .then(all => all.flat().map(request => request.url))
                .then(urls => done(wanted.every(name => urls.some(url => url.includes(`/assets/${name}`)))));";
        boris.run_for_long(script, &[]) == json!(true)
    });
    server.kill();
    boris.expect_loneliness();

    boris.go("/games");
    boris.press("game-review");
    wait_for_review(&boris);
    assert!(boris.text("analysis-accuracy").contains("Ваша точность"));
    // His dearest decision, with the reasons and what would have been better.
    boris.press("analysis-dear");
    boris.wait_for("why");
    let taken = boris.count_seen("[data-t=alternative].taken");
    assert!(taken == 1 && boris.count_seen("alternative") >= 2, "what he did, and what else he could");
    assert!(boris.text("why").contains(" из 100"), "{}", boris.text("why"));
    let mark = boris.attribute("[data-t=verdict] [data-t=mark]", "data-mark");
    assert!(["inaccuracy", "mistake", "blunder"].contains(&mark.as_str()), "{mark}");
    assert_eq!(boris.barriers(), Vec::<String>::new());

    // On so small a screen the controls lie over what is below: people scroll.
    boris.run("document.querySelector('[data-t=try-again]').scrollIntoView({block: 'center'})", &[]);
    boris.press("try-again");
    boris.wait_for("trying");
    // Nobody's dice but his own are on the table.
    let hands = "[...document.querySelectorAll('[data-t=retry-places] [data-t=review-seat]')]
        .filter(seat => seat.querySelector('.place-dice .die')).map(seat => seat.dataset.name)";
    assert_eq!(boris.strings(hands), ["boris"]);
    boris.wait_until("the end of the round", || {
        if !boris.try_press("pick-dudo") && !boris.sees("comparison") {
            boris.try_press("pick-bid");
        }
        boris.sees("comparison")
    });
    assert!(boris.text("chance-after").contains('%'));
    assert_eq!(boris.barriers(), Vec::<String>::new());
    boris.press("retry-back");
    boris.wait_for("review-replay");
    boris.close();
}

#[test]
fn a_review_says_what_everyone_did_and_where_the_chances_went_and_is_kept() {
    let server = Server::start();
    let anna = Browser::open(Device::Desktop);
    anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
    paste(&anna, EVENING);
    wait_for_review(&anna);
    assert_eq!(anna.count_seen("player-review"), 3);
    assert_eq!(anna.count_seen("balance"), 3);
    for row in 1..=3 {
        let parts = numbers(&anna, &format!("[data-t=balance]:nth-child({row})"));
        let [start, dice, hidden, decisions, others, end] = parts[..] else { panic!("{parts:?}") };
        let sum = start + dice + hidden + decisions + others;
        assert!((sum - end).abs() < 1.5, "{parts:?} are rounded, and add up to {sum}");
    }
    // From error to error, by key and by button; the curve follows.
    anna.key('m');
    anna.wait_for("[data-t=verdict] [data-t=mark]");
    let first = anna.text("review-count");
    anna.press("next-error");
    anna.wait_until("the next error", || anna.text("review-count") != first);
    anna.press("decisions-toggle");
    anna.wait_until("all decisions", || anna.count_seen("decision") == 13);
    anna.press("same-dice-go");
    anna.wait_for("[data-t=same-dice-result][data-running=false]:not(:empty)");
    let told = anna.text("same-dice-result");
    assert!(told.contains("of 100 games") && told.contains("95%"), "{told}");
    assert_eq!(anna.barriers(), Vec::<String>::new());

    // Later there is nothing to wait for, and nobody to ask.
    let asked = "performance.getEntriesByType('resource').filter(one => one.name.includes('worker')).length";
    anna.reload();
    wait_for_review(&anna);
    assert_eq!(anna.ask(asked), 0, "the review was kept");
    anna.close();
}

#[test]
fn records_are_reviewed_as_far_as_it_makes_sense_and_the_page_says_how_far() {
    let server = Server::start();
    let anna = Browser::open(Device::Phone);
    anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
    let names: Vec<String> = (0..20).map(|seat| format!("p{seat}")).collect();
    let hands: Vec<String> = names.iter().map(|name| format!("{name}:1123456666")).collect();
    let crowd = format!(
        "perudo 1\nrules calza dice=10\nseats {}\nstart p0\nroll {}\np0 9x6\np1 200x6\np2 dudo\n",
        names.join(" "),
        hands.join(" ")
    );
    let unfinished: String = EVENING.split_inclusive('\n').take(12).collect();
    let nothing = "perudo 1\nrules tournament\nseats anna boris\n".to_owned();
    for (what, text, hook, says) in [
        ("200 dice", crowd, "analysis-unjudged", "3 decisions are not judged"),
        ("an unfinished game", unfinished, "analysis-unfinished", "ends before the game"),
        ("a broken record", EVENING.replace("boris 4x5", "boris 1x2"), "review-trouble", "line"),
        ("nothing decided", nothing, "analysis-nothing", "nothing to review"),
    ] {
        anna.go("/review");
        paste(&anna, &text);
        anna.wait_for(hook);
        if what != "nothing decided" {
            wait_for_review(&anna);
        }
        assert!(anna.text(hook).contains(says), "{what}: {}", anna.text(hook));
    }
    anna.close();
}

#[test]
fn luck_and_skill_add_up_over_all_games_and_a_review_can_be_stopped() {
    let server = Server::start();
    let boris = Browser::open(Device::Phone);
    boris.arrive(&server.url(), "/games", &[("perudo.prefs", prefs("Boris", "en")), own_game()]);
    boris.press("review-all");
    boris.wait_for("luck-games");
    let told = boris.text("luck-games");
    assert!(
        told.starts_with("One game reviewed, 0 won") && told.contains("0.3 were to be expected"),
        "{told}"
    );
    assert!(boris.text("luck-total") != boris.text("skill-total"));
    assert_eq!(boris.barriers(), Vec::<String>::new());

    boris.go("/review");
    paste(&boris, SIXTY);
    boris.press("analysis-cancel");
    boris.wait_for("[data-t=analysis][data-stage=cancelled]");
    boris.press("analysis-again");
    boris.wait_for("[data-t=analysis][data-stage=running]");
    boris.close();
}

/// How long a review takes, and whether the page can be used meanwhile.
const WATCH: &str = "
    window.longest = 0;
    new PerformanceObserver(list => {
        for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
    }).observe({entryTypes: ['longtask']});
    const look = () => {
        const stage = document.querySelector('[data-t=analysis]')?.dataset.stage;
        if (stage === 'running') window.begun ??= performance.now();
        if (document.querySelector('[data-t=chance-now]')?.textContent) window.first ??= performance.now();
        if (stage === 'done') window.done ??= performance.now();
        requestAnimationFrame(look);
    };
    look();";

#[test]
#[ignore = "a measurement: `cargo xtask review-speed` makes it"]
fn review_speed() {
    println!(
        "a game of 60 decisions; the page's thread four times slower, the worker not: no tool can slow it down\n"
    );
    println!("| run | first chances | review complete | longest task of the page's thread |");
    println!("|---|---:|---:|---:|");
    for run in 1..=3 {
        let server = Server::start();
        let anna = Browser::open(Device::Phone);
        anna.arrive(&server.url(), "/review", &[("perudo.prefs", prefs("Anna", "en"))]);
        anna.devtools("Emulation.setCPUThrottlingRate", &json!({"rate": 4}));
        // To put a long text into a field takes the browser a while by itself.
        fill_in(&anna, SIXTY);
        anna.run(WATCH, &[]);
        anna.press("review-show");
        wait_for_review(&anna);
        let figure = |expression: &str| anna.ask(expression).as_f64().unwrap_or(f64::NAN);
        println!(
            "| {run} | {:.0} ms | {:.0} ms | {:.0} ms |",
            figure("window.first - window.begun"),
            figure("window.done - window.begun"),
            figure("window.longest"),
        );
        anna.close();
    }
}
