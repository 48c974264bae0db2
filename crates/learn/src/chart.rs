//! How strong play depends on what one holds: a heat map.

use perudo_bots::BotKind;
use perudo_rules::{Action, Bid, Face, Hand};
use serde::{Deserialize, Serialize};

use crate::Position;
use crate::position::hands;

/// Shares of decisions by what the player holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// What can be decided.
    pub columns: Vec<Column>,
    /// What can be held.
    pub rows: Vec<Row>,
}

/// Decisions that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Column {
    /// One bid: how many, and the pips of the face.
    Bid(u8, u8),
    /// So many of a face of which the hand has most.
    Longest(u8),
    /// Any other face.
    Other,
    /// More of the face that stands.
    Raise,
    /// To aces.
    Aces,
    /// To another face than the one that stands.
    Change,
    /// Doubt.
    Dudo,
    /// Calza.
    Calza,
}

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowName {
    /// One hand: how many dice of each face, aces first.
    Hand([u8; 6]),
    /// So many aces, and so many equal dice besides.
    Pattern(u8, u8),
    /// So many dice that count for the bid that stands.
    Holds(u8),
}

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What is held.
    pub name: RowName,
    /// How likely that is.
    pub weight: f64,
    /// How often each column is decided.
    pub shares: Vec<f64>,
    /// Whether the own hand is one of these.
    pub own: bool,
}

/// Makes a chart hand by hand, so that whoever runs it can show how far it is, or stop.
#[derive(Debug)]
pub struct ChartMaker {
    position: Position,
    hands: Vec<(Hand, f64)>,
    at: usize,
    found: Vec<Found>,
}

/// What is decided with a hand: the row it belongs to, how likely the hand is, and how often each column is decided.
type Found = (RowName, f64, Vec<(Column, f64)>);

/// Openings of so few hands are shown hand by hand.
const FEW: usize = 56;
/// A column that no row takes as often is left out.
const SELDOM: f64 = 0.02;

impl ChartMaker {
    /// The chart of a position, whatever the hand in it.
    pub fn new(position: &Position) -> ChartMaker {
        let dice = position.view().dice(position.seat());
        ChartMaker { position: position.clone(), hands: hands(dice), at: 0, found: Vec::new() }
    }

    /// How much of it is there, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.at as f64 / self.hands.len().max(1) as f64
    }

    /// Asks about the next hand; false when there is none.
    pub fn step(&mut self) -> bool {
        let Some(&(hand, chance)) = self.hands.get(self.at) else { return false };
        self.at += 1;
        let Ok(position) = self.position.with_hand(hand) else { return true };
        let policy = BotKind::Master.create(0).weigh(&position.situation(), 1);
        let name = self.row(hand);
        let shares = policy.into_iter().map(|(action, share)| (self.column(hand, action), share));
        self.found.push((name, chance, shares.collect()));
        true
    }

    /// The chart of what was asked.
    pub fn chart(&self) -> Chart {
        let own = self.row(self.position.hand());
        let mut names: Vec<RowName> = self.found.iter().map(|(name, ..)| *name).collect();
        names.sort_unstable();
        names.dedup();
        let mut columns: Vec<Column> =
            self.found.iter().flat_map(|(.., shares)| shares.iter().map(|(column, _)| *column)).collect();
        columns.sort_unstable();
        columns.dedup();
        let mut rows: Vec<Row> = Vec::with_capacity(names.len());
        for name in names {
            let of_name = || self.found.iter().filter(|(known, ..)| *known == name);
            let weight: f64 = of_name().map(|(_, chance, _)| chance).sum();
            let share = |column: &Column| -> f64 {
                let parts = of_name().map(|(_, chance, shares)| {
                    let here = shares.iter().filter(|(known, _)| known == column);
                    chance * here.map(|(_, share)| share).sum::<f64>()
                });
                parts.sum::<f64>() / weight
            };
            rows.push(Row { name, weight, shares: columns.iter().map(share).collect(), own: name == own });
        }
        let often = |index: &usize| rows.iter().any(|row| row.shares[*index] >= SELDOM);
        let kept: Vec<usize> = (0..columns.len()).filter(often).collect();
        for row in &mut rows {
            row.shares = kept.iter().map(|&index| row.shares[index]).collect();
        }
        Chart { columns: kept.into_iter().map(|index| columns[index]).collect(), rows }
    }

    fn row(&self, hand: Hand) -> RowName {
        let jokers = self.position.view().kind().jokers();
        match self.position.standing() {
            Some(bid) => RowName::Holds(hand.matching(bid.face, jokers)),
            None if self.hands.len() <= FEW => RowName::Hand(hand.counts()),
            None => {
                let [aces, others @ ..] = hand.counts();
                RowName::Pattern(aces, others.into_iter().max().unwrap_or(0))
            }
        }
    }

    fn column(&self, hand: Hand, action: Action) -> Column {
        let bid = match action {
            Action::Bid(bid) => bid,
            Action::Calza => return Column::Calza,
            Action::Dudo | Action::Maputo | Action::Pass => return Column::Dudo,
        };
        match self.position.standing() {
            Some(standing) if standing.face == bid.face => Column::Raise,
            Some(_) if bid.face == Face::Ace => Column::Aces,
            Some(_) => Column::Change,
            None if self.hands.len() <= FEW => Column::Bid(bid.count, bid.face.pips()),
            None if is_longest(hand, bid) => Column::Longest(bid.count),
            None => Column::Other,
        }
    }
}

/// Whether a bid is on a face of which the hand has most, aces aside.
fn is_longest(hand: Hand, bid: Bid) -> bool {
    let most = Face::ALL.into_iter().filter(|&face| face != Face::Ace).map(|face| hand.of(face)).max();
    bid.face != Face::Ace && Some(hand.of(bid.face)) == most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(text: &str) -> Chart {
        let mut maker = ChartMaker::new(&Position::read(text).unwrap());
        while maker.step() {
            assert!(maker.progress() <= 1.0);
        }
        maker.chart()
    }

    #[test]
    fn a_chart_has_every_hand_and_its_shares_add_up() {
        for (text, rows) in [
            ("1-1:3::tournament", 6),
            ("2-2:35::tournament", 21),
            ("5-5-5:12345::tournament", 16),
            ("5-5-5:12345:4x4:tournament", 6),
            ("3-2:12:2x5:calza", 3),
        ] {
            let chart = chart(text);
            assert_eq!(chart.rows.len(), rows, "{text}");
            assert_eq!(chart.rows.iter().filter(|row| row.own).count(), 1, "{text}");
            assert!((chart.rows.iter().map(|row| row.weight).sum::<f64>() - 1.0).abs() < 1e-9, "{text}");
            for row in &chart.rows {
                let all: f64 = row.shares.iter().sum();
                // What is left out is seldom.
                assert!((0.8..=1.0 + 1e-6).contains(&all), "{text}: {row:?}");
                assert_eq!(row.shares.len(), chart.columns.len());
            }
        }
    }

    #[test]
    fn who_holds_nothing_of_a_high_bid_doubts_it_more_often() {
        let chart = chart("5-5-5:23456:8x4:tournament");
        let doubt = chart.columns.iter().position(|column| *column == Column::Dudo).unwrap();
        let share = |holds: u8| {
            let row = chart.rows.iter().find(|row| row.name == RowName::Holds(holds)).unwrap();
            row.shares[doubt]
        };
        assert!(share(0) > share(3), "{} and {}", share(0), share(3));
    }
}
