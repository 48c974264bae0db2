//! A rating over time, drawn as SVG.

use leptos::prelude::*;
use perudo_protocol::http::{RatingCurve, RatingPoint};

use crate::i18n::{day, say};

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 200.0;

/// The rating as a line, and how far off it may have been as a band around it.
#[component]
pub(super) fn Curve(curve: RatingCurve) -> impl IntoView {
    let drawn = Drawn::of(&curve.points);
    drawn.map(|drawn| {
        let Drawn { line, band, steps, least, most, from, to, last } = drawn;
        let described = move || {
            say("web-curve", &[("last", last.into()), ("least", least.into()), ("most", most.into())])
        };
        let grid = steps.clone().into_iter().map(|(_, y)| {
            view! { <line class="grid" x1="0" x2=WIDTH y1=format!("{y:.1}") y2=format!("{y:.1}") /> }
        });
        let grid = grid.collect_view();
        let labels = steps.into_iter().map(|(rating, y)| {
            view! { <span style:top=format!("{:.2}%", y / HEIGHT * 100.0)>{rating}</span> }
        });
        view! {
            <figure class="rating-curve" data-t="curve">
                <div class="plot">
                    <svg
                        role="img"
                        aria-label=described
                        viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                        preserveAspectRatio="none"
                    >
                        {grid}
                        <path class="band" d=band />
                        <path class="line" d=line />
                    </svg>
                    <div class="steps" aria-hidden="true">{labels.collect_view()}</div>
                </div>
                <figcaption class="soft small">
                    <span>{move || day(from)}</span>
                    <span>{move || day(to)}</span>
                </figcaption>
            </figure>
        }
    })
}

/// A curve in the coordinates of the picture.
#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    line: String,
    band: String,
    /// Round ratings, and how far down they are.
    steps: Vec<(i32, f64)>,
    least: i32,
    most: i32,
    from: f64,
    to: f64,
    last: i32,
}

impl Drawn {
    /// The picture of these points; of none there is none.
    fn of(points: &[RatingPoint]) -> Option<Drawn> {
        let (first, last) = (points.first()?, points.last()?);
        let low = points.iter().map(|point| point.rating - point.uncertainty).min()?;
        let high = points.iter().map(|point| point.rating + point.uncertainty).max()?.max(low + 1);
        let (from, to) = (first.at as f64, last.at as f64);
        // Games follow each other at their own pace: a day with thirty of them is not one point.
        let x = |index: usize| index as f64 * WIDTH / (points.len().max(2) - 1) as f64;
        let y = |rating: i32| HEIGHT - f64::from(rating - low) * HEIGHT / f64::from(high - low);
        let mut line = String::new();
        let (mut upper, mut lower) = (String::new(), Vec::new());
        let mut add = |index: usize, point: &RatingPoint| {
            let command = if line.is_empty() { 'M' } else { 'L' };
            let x = x(index);
            line += &format!("{command}{x:.1},{:.1}", y(point.rating));
            upper += &format!("{command}{x:.1},{:.1}", y(point.rating + point.uncertainty));
            lower.push(format!("L{x:.1},{:.1}", y(point.rating - point.uncertainty)));
        };
        for (index, point) in points.iter().enumerate() {
            add(index, point);
        }
        if points.len() == 1 {
            add(1, first);
        }
        lower.reverse();
        Some(Drawn {
            line,
            band: format!("{upper}{}Z", lower.concat()),
            steps: steps(low, high).into_iter().map(|rating| (rating, y(rating))).collect(),
            least: points.iter().map(|point| point.rating).min()?,
            most: points.iter().map(|point| point.rating).max()?,
            from,
            to,
            last: last.rating,
        })
    }
}

/// Two to five round numbers between two others.
fn steps(low: i32, high: i32) -> Vec<i32> {
    let step = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000];
    let step = step.into_iter().find(|step| (high - low) / step <= 4).unwrap_or(10_000);
    let first = low.div_euclid(step) + i32::from(low.rem_euclid(step) > 0);
    (first..=high.div_euclid(step)).map(|count| count * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(ratings: &[(i32, i32)]) -> Vec<RatingPoint> {
        let point = |(at, (rating, uncertainty)): (usize, &(i32, i32))| RatingPoint {
            at: at as i64,
            rating: *rating,
            uncertainty: *uncertainty,
        };
        ratings.iter().enumerate().map(point).collect()
    }

    #[test]
    fn a_curve_without_points_is_not_drawn() {
        assert_eq!(Drawn::of(&[]), None);
    }

    #[test]
    fn a_curve_fills_the_picture_from_edge_to_edge() {
        let drawn = Drawn::of(&points(&[(1500, 100), (1550, 80), (1500, 0)])).unwrap();
        assert_eq!(drawn.line, "M0.0,113.0L300.0,69.6L600.0,113.0");
        assert!(drawn.band.starts_with("M0.0,26.1") && drawn.band.ends_with("L0.0,200.0Z"), "{}", drawn.band);
        assert_eq!((drawn.least, drawn.most, drawn.last), (1500, 1550, 1500));
    }

    #[test]
    fn one_game_is_a_flat_line() {
        let drawn = Drawn::of(&points(&[(1500, 0)])).unwrap();
        assert_eq!(drawn.line, "M0.0,200.0L600.0,200.0");
    }

    #[test]
    fn labels_are_round_and_few() {
        for (low, high, expected) in [
            (1400, 1630, vec![1400, 1450, 1500, 1550, 1600]),
            (-30, 30, vec![-20, 0, 20]),
            (7, 8, vec![]),
            (0, 3000, vec![0, 1000, 2000, 3000]),
        ] {
            assert_eq!(steps(low, high), expected, "{low}–{high}");
        }
    }
}
