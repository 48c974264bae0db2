//! Everyone's chance to win, from the beginning of a record to its end.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use perudo_analysis::{Mark, Review};

use super::analysis::Analysis;
use super::percent::percent;
use super::timeline::Timeline;
use crate::i18n::t;

/// So many looks of lines there are; with more players they begin again.
const LOOKS: usize = 8;

/// The curve of a seat in one tour: places from 0 to 100, as SVG has them.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    seat: usize,
    points: String,
}

/// A decision that was an error, on the curve of whoever took it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    x: f64,
    y: f64,
    mark: Mark,
}

/// The curve: it shows where the game is, and leads to where it is pressed.
#[component]
pub(super) fn Curve(
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    step: RwSignal<usize>,
) -> impl IntoView {
    let last = timeline.with_value(Timeline::last);
    let drawn = Memo::new(move |_| {
        analysis.review.with(|review| {
            let review = review.as_ref()?;
            Some(
                timeline
                    .with_value(|timeline| (lines(timeline, review), spots(timeline, review, analysis.you))),
            )
        })
    });
    let press = move |event: MouseEvent| {
        let width = f64::from(event_target::<web_sys::Element>(&event).client_width().max(1));
        step.set(at_x(100.0 * f64::from(event.offset_x()) / width, last));
    };
    let cursor = move || format!("{:.2}%", x_of(step.get(), last));
    let lines = move || {
        let drawn = drawn.get().map(|(lines, _)| lines).unwrap_or_default();
        let line = |Line { seat, points }: Line| {
            let own = analysis.you == Some(seat);
            view! { <polyline class=format!("line look-{}", seat % LOOKS) class:yours=own points=points /> }
        };
        drawn.into_iter().map(line).collect_view()
    };
    let spots = move || {
        let drawn = drawn.get().map(|(_, spots)| spots).unwrap_or_default();
        let spot = |Spot { x, y, mark }: Spot| {
            let place = |value: f64| format!("{value:.2}%");
            view! { <circle class=format!("spot {}", mark.name()) cx=place(x) cy=place(y) r="4" /> }
        };
        drawn.into_iter().map(spot).collect_view()
    };
    view! {
        <div class="curve" data-t="curve" on:click=press>
            <svg role="img" aria-label=move || t("web-analysis-curve")>
                <line class="half" x1="0" x2="100%" y1="50%" y2="50%" />
                <svg viewBox="0 0 100 100" preserveAspectRatio="none">{lines}</svg>
                {spots}
                <line class="cursor" x1=cursor x2=cursor y1="0" y2="100%" />
            </svg>
        </div>
        <Legend timeline analysis step />
    }
}

/// Whose line is whose, and everyone's chance at the moment that is shown.
#[component]
fn Legend(timeline: StoredValue<Timeline>, analysis: Analysis, step: RwSignal<usize>) -> impl IntoView {
    let chances = Memo::new(move |_| {
        let at = step.get();
        analysis.review.with(|review| {
            let review = review.as_ref()?;
            timeline.with_value(|timeline| chances_at(timeline, review, at))
        })
    });
    let names: Vec<String> =
        timeline.with_value(|timeline| timeline.names.iter().map(|(_, name)| name.to_owned()).collect());
    let players = names.into_iter().enumerate().map(|(seat, name)| {
        let chance = move || chances.with(|chances| chances.as_ref()?.get(seat).copied()).map(percent);
        view! {
            <li class:yours=analysis.you == Some(seat)>
                <svg viewBox="0 0 24 8" aria-hidden="true">
                    <line class=format!("line look-{}", seat % LOOKS) x1="1" x2="23" y1="4" y2="4" />
                </svg>
                <span class="legend-name">{name}</span>
                " "
                <b data-t="chance-now">{chance}</b>
            </li>
        }
    });
    view! {
        <ul class="legend" data-t="legend" aria-label=move || t("web-analysis-chances")>
            {players.collect_view()}
        </ul>
    }
}

/// How far from the edges of the picture the curves stay, in hundredths of it: a line is seen as a whole.
const MARGIN: (f64, f64) = (1.0, 4.0);

fn x_of(at: usize, last: usize) -> f64 {
    MARGIN.0 + (100.0 - 2.0 * MARGIN.0) * at as f64 / last.max(1) as f64
}

/// The frame at a place of the picture.
fn at_x(x: f64, last: usize) -> usize {
    let share = (x - MARGIN.0) / (100.0 - 2.0 * MARGIN.0);
    ((share * last as f64).round().max(0.0) as usize).min(last)
}

fn y_of(chance: f64) -> f64 {
    MARGIN.1 + (100.0 - 2.0 * MARGIN.1) * (1.0 - chance)
}

fn lines(timeline: &Timeline, review: &Review) -> Vec<Line> {
    let last = timeline.last();
    let mut lines = Vec::new();
    for tour in &review.tours {
        let moments: Vec<(usize, &[f64])> = tour
            .moments
            .iter()
            .filter_map(|moment| Some((timeline.at_line(moment.line)?, &moment.chances[..])))
            .collect();
        let Some(&(first, _)) = moments.first() else { continue };
        let begins = (first.saturating_sub(1), &tour.start[..]);
        for seat in 0..review.players.len() {
            let place = |&(at, chances): &(usize, &[f64])| {
                let chance = chances.get(seat).copied().unwrap_or(0.0);
                format!("{:.2},{:.2}", x_of(at, last), y_of(chance))
            };
            let points: Vec<String> = [begins].iter().chain(&moments).map(place).collect();
            lines.push(Line { seat, points: points.join(" ") });
        }
    }
    lines
}

fn spots(timeline: &Timeline, review: &Review, you: Option<usize>) -> Vec<Spot> {
    let spot = |(_, moment, decision): (usize, &perudo_analysis::Moment, &perudo_analysis::Decision)| {
        let mark = decision.verdict.as_ref()?.mark;
        let mine = you.is_none_or(|you| you == decision.seat);
        let chance = moment.chances.get(decision.seat)?;
        let x = x_of(timeline.at_line(moment.line)?, timeline.last());
        (mark.is_error() && mine).then_some(Spot { x, y: y_of(*chance), mark })
    };
    review.decisions().filter_map(spot).collect()
}

/// Everyone's chances at a moment: what the last thing that happened by then has left.
fn chances_at(timeline: &Timeline, review: &Review, at: usize) -> Option<Vec<f64>> {
    let mut found = None;
    for tour in &review.tours {
        let begins = tour.moments.first().and_then(|moment| timeline.at_line(moment.line));
        if begins.is_none_or(|begins| begins <= at + 1) || found.is_none() {
            found = Some(&tour.start);
        }
        for moment in &tour.moments {
            if timeline.at_line(moment.line).is_some_and(|there| there <= at) {
                found = Some(&moment.chances);
            }
        }
    }
    found.cloned()
}

#[cfg(test)]
mod tests {
    use super::super::examples::EVENING;
    use super::super::timeline::ParsedRecord;
    use super::*;

    /// A review that says nothing but how likely everyone is to win: the line of each moment in hundredths.
    fn review(timeline: &Timeline) -> Review {
        let lines = (1..=timeline.last()).filter_map(|at| timeline.line(at));
        let moment = |line: usize| perudo_analysis::Moment {
            line,
            round: 1,
            what: perudo_analysis::What::Decision,
            chances: vec![line as f64 / 100.0, 0.5, 0.0],
            decision: None,
        };
        let tour = perudo_analysis::TourReview {
            start: vec![0.3, 0.3, 0.4],
            moments: lines.map(moment).collect(),
            ..Default::default()
        };
        let player = perudo_analysis::PlayerReview::default();
        Review { players: vec![player; 3], tours: vec![tour], ..Review::default() }
    }

    #[test]
    fn every_player_has_a_line_from_the_beginning_to_the_end() {
        let timeline = ParsedRecord::of(EVENING).timeline.unwrap();
        let lines = lines(&timeline, &review(&timeline));
        assert_eq!(lines.len(), 3);
        assert!(lines[0].points.starts_with("1.00,68.40 "), "{}", lines[0].points);
        assert!(lines[1].points.ends_with(" 99.00,50.00"), "{}", lines[1].points);
    }

    #[test]
    fn a_press_on_a_frame_leads_to_it() {
        for last in [1, 7, 200] {
            for at in 0..=last {
                assert_eq!(at_x(x_of(at, last), last), at, "of {last}");
            }
            assert_eq!((at_x(0.0, last), at_x(100.0, last)), (0, last));
        }
    }

    #[test]
    fn the_chances_are_those_after_what_is_shown() {
        let timeline = ParsedRecord::of(EVENING).timeline.unwrap();
        let review = review(&timeline);
        assert_eq!(chances_at(&timeline, &review, 0).unwrap()[0], 0.3);
        let at = timeline.last() - 2;
        let line = timeline.line(at).unwrap();
        assert_eq!(chances_at(&timeline, &review, at).unwrap()[0], line as f64 / 100.0);
    }
}
