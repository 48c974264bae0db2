//! Where the seats lie around the centre of the table.

/// The felt's grid has as many columns: a row of any length is spread over it evenly enough.
const COLUMNS: usize = 60;

/// The shape of the felt, which decides how many seats are in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// On a phone.
    Tall,
    /// On a desk.
    Wide,
}

/// How the seats lie around the centre: on both sides, above and below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Around {
    sides: usize,
    above: usize,
    below: usize,
}

impl Around {
    /// Whoever plays sits below the centre themselves, so nobody else does.
    pub(crate) fn new(count: usize, with_you: bool, shape: Shape) -> Around {
        let sides = match (shape, with_you) {
            (Shape::Tall, true) => count / 3,
            (Shape::Tall, false) => count / 4,
            (Shape::Wide, true) => (count + 1) / 4,
            (Shape::Wide, false) => (count + 4) / 6,
        };
        let sides = sides.min(count / 2);
        let rest = count - 2 * sides;
        let below = if with_you { 0 } else { rest / 2 };
        Around { sides, above: rest - below, below }
    }

    /// The first row of the centre and the sides.
    fn first_row(self) -> usize {
        if self.above > 0 { 2 } else { 1 }
    }

    /// How many columns a seat on a side has.
    fn side_columns(shape: Shape) -> usize {
        match shape {
            Shape::Tall => COLUMNS / 4,
            Shape::Wide => COLUMNS / 5,
        }
    }

    /// The place of a seat, clockwise from the lower left, as a CSS `grid-area`.
    pub(crate) fn seat(self, index: usize, shape: Shape) -> String {
        let Around { sides, above, below } = self;
        let in_row = |row: usize, place: usize, length: usize| {
            let span = COLUMNS / length.max(1);
            let margin = (COLUMNS - span * length) / 2;
            area(row, 1 + margin + place * span, 1, span)
        };
        let side = Around::side_columns(shape);
        match index {
            left if left < sides => area(self.first_row() + sides - left - 1, 1, 1, side),
            top if top < sides + above => in_row(1, top - sides, above),
            right if right < 2 * sides + above => {
                area(self.first_row() + right - sides - above, 1 + COLUMNS - side, 1, side)
            }
            bottom => {
                // From right to left.
                let place = (2 * sides + above + below).saturating_sub(bottom + 1);
                in_row(self.first_row() + sides.max(1), place, below)
            }
        }
    }

    /// The place of the centre, as a CSS `grid-area`.
    pub(crate) fn centre(self, shape: Shape) -> String {
        let side = if self.sides == 0 { 0 } else { Around::side_columns(shape) };
        area(self.first_row(), 1 + side, self.sides.max(1), COLUMNS - 2 * side)
    }
}

fn area(row: usize, column: usize, rows: usize, columns: usize) -> String {
    format!("{row} / {column} / span {rows} / span {columns}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows and columns of a `grid-area`.
    fn cells(area: &str) -> [usize; 4] {
        let numbers: Vec<usize> =
            area.split(" / ").map(|part| part.trim_start_matches("span ").parse().unwrap()).collect();
        numbers.try_into().unwrap()
    }

    #[test]
    fn seats_stay_on_the_felt_and_apart_from_each_other_and_the_centre() {
        for (with_you, shape) in [true, false]
            .into_iter()
            .flat_map(|with_you| [Shape::Tall, Shape::Wide].into_iter().map(move |shape| (with_you, shape)))
        {
            for count in 1..=20 {
                let around = Around::new(count, with_you, shape);
                assert_eq!(2 * around.sides + around.above + around.below, count);
                let mut areas = vec![around.centre(shape)];
                areas.extend((0..count).map(|index| around.seat(index, shape)));
                let areas: Vec<_> = areas.iter().map(|area| cells(area)).collect();
                for (index, [row, column, rows, columns]) in areas.iter().enumerate() {
                    assert!(*row > 0 && *column > 0 && column + columns <= COLUMNS + 1, "{areas:?}");
                    for [other_row, other_column, other_rows, other_columns] in &areas[..index] {
                        let apart = row + rows <= *other_row
                            || other_row + other_rows <= *row
                            || column + columns <= *other_column
                            || other_column + other_columns <= *column;
                        assert!(apart, "{count} seats, {shape:?}: {areas:?}");
                    }
                }
            }
        }
    }
}
