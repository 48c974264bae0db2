use perudo_analysis::{Review, Reviewer, Score, Verdict};
use perudo_bots::Network;
use perudo_rules::Action;

use crate::Request;

const EVENING: &str = include_str!("../../../examples/evening.perudo");
const OPENING: &str =
    "perudo 1\nrules tournament\nseats anna boris\nstart anna\nroll anna:11346 boris:22456\n";

/// All that is answered to a request that goes through JSON as the page's does.
fn ask(request: &Request) -> Result<Vec<String>, String> {
    let read: Request = serde_json::from_str(&serde_json::to_string(request).unwrap()).unwrap();
    assert_eq!(&read, request);
    let mut work = read.begin(Network::current().unwrap()).map_err(|error| error.to_string())?;
    let (mut progress, mut answers) = (0.0, Vec::new());
    while work.step() {
        assert!(work.progress() >= progress && work.progress() <= 1.0);
        progress = work.progress();
        answers.push(work.answer().unwrap());
    }
    answers.push(work.answer().unwrap());
    Ok(answers)
}

fn answer<T: serde::de::DeserializeOwned>(request: &Request) -> T {
    serde_json::from_str(ask(request).unwrap().last().unwrap()).unwrap()
}

#[test]
fn a_record_is_reviewed() {
    // Part by part, and all of it: two tours.
    let record = format!("{EVENING}tour\nstart anna\nroll anna:11 boris:22 clara:33\nanna 2x2\nboris dudo\n");
    let mut review = Review::default();
    for part in ask(&Request::Review { record: record.clone() }).unwrap() {
        review.add(serde_json::from_str(&part).unwrap());
    }
    let mut reviewer = Reviewer::new(Network::current().unwrap(), record);
    while reviewer.step() {}
    let whole: Review = serde_json::from_value(reviewer.into_review().to_json().unwrap()).unwrap();
    assert_eq!(review, whole);
    assert_eq!((review.tours.len(), review.decisions().count()), (2, 15));
    assert!(review.tours[0].balances.iter().all(|balance| balance.error().abs() < 1e-5));
}

#[test]
fn a_decision_that_is_due_is_judged_and_taken() {
    let verdict: Verdict = answer(&Request::Judge { record: OPENING.to_owned(), effort: 1 });
    assert!(verdict.cost == 0.0 && verdict.alternatives.len() > 1);
    let decide = |seed| Request::Decide { record: OPENING.to_owned(), bot: "master".to_owned(), seed };
    let action: String = answer(&decide(7));
    assert!(matches!(action.parse(), Ok(Action::Bid(_))), "{action}");
    assert_eq!(action, answer::<String>(&decide(7)), "the same seed, the same decision");
}

#[test]
fn everyones_chances_add_up() {
    for record in [OPENING, EVENING] {
        let chances: Vec<f64> = answer(&Request::Chances { record: record.to_owned() });
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{chances:?}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused_with_a_reason() {
    let text = str::to_owned;
    let rolling = "perudo 1\nrules tournament\nseats anna boris\nstart anna\n";
    for (request, reason) in [
        (Request::Judge { record: text("hello"), effort: 1 }, "the record is wrong"),
        (Request::Judge { record: text(rolling), effort: 1 }, "nobody has to decide"),
        (Request::Decide { record: text(OPENING), bot: text("hal"), seed: 1 }, "no bot called hal"),
        (Request::SameDice { record: text(EVENING), tour: 1, seat: 0, games: 1 }, "no such tour"),
        (Request::SameDice { record: text(EVENING), tour: 0, seat: 9, games: 1 }, "no such seat"),
        (Request::SameDice { record: text("hello"), tour: 0, seat: 0, games: 1 }, "the record is wrong"),
    ] {
        let refused = ask(&request).unwrap_err();
        assert!(refused.contains(reason), "{request:?}: {refused}");
    }
}

#[test]
fn a_tour_is_played_again_with_the_same_dice() {
    let score: Score = answer(&Request::SameDice { record: EVENING.to_owned(), tour: 0, seat: 1, games: 12 });
    assert_eq!(score.games, 12);
    assert!(score.low <= score.chance() && score.chance() <= score.high);
}
