//! What to do in a position, and how that depends on what one holds.

use perudo_bots::{BotKind, Judge, Network};
use perudo_rules::Action;
use serde::{Deserialize, Serialize};

use crate::{Chart, ChartMaker, FinalPlay, Position};

/// What is known about a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Explored {
    /// Whether the choices are those of perfect play.
    pub perfect: bool,
    /// What can be done with the hand, the best first.
    pub choices: Vec<Weighed>,
    /// What is done with all hands.
    pub chart: Chart,
}

/// A decision, weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// The action, as records spell it.
    pub action: String,
    /// How often strong play does this.
    pub share: f64,
    /// The chance to win the tour after it; nothing with more dice in play than can be judged.
    pub chance: Option<f64>,
}

/// Explores a position step by step: first the own hand, then all others.
#[derive(Debug)]
pub struct Explorer<'a> {
    network: &'a Network,
    position: Position,
    /// What is known of the own hand; nothing before the first step.
    own: Option<(bool, Vec<Weighed>)>,
    /// Nothing with more dice in play than the network knows: whoever thinks takes too long for every hand.
    maker: Option<ChartMaker>,
}

/// How often a bot without weights is asked.
const SAMPLES: u32 = 12;
/// What is done less often, and is not among the best few, is not told.
const SELDOM: f64 = 0.01;
const BEST: usize = 6;

impl<'a> Explorer<'a> {
    /// The explorer of a position.
    pub fn new(network: &'a Network, position: Position) -> Explorer<'a> {
        let known = position.view().in_play() <= Judge::MOST_DICE;
        let maker = known.then(|| ChartMaker::new(&position));
        Explorer { network, position, own: None, maker }
    }

    /// How much is known, from 0 to 1.
    pub fn progress(&self) -> f64 {
        match (&self.own, &self.maker) {
            (None, _) => 0.0,
            (Some(_), Some(maker)) => maker.progress(),
            (Some(_), None) => 1.0,
        }
    }

    /// Goes on; false when all is known.
    pub fn step(&mut self) -> bool {
        if self.own.is_none() {
            self.own = Some(self.weigh());
            return self.maker.is_some();
        }
        self.maker.as_mut().is_some_and(ChartMaker::step)
    }

    /// What is known so far.
    pub fn explored(&self) -> Explored {
        let (perfect, choices) = self.own.clone().unwrap_or_default();
        let chart = self.maker.as_ref().filter(|maker| maker.progress() >= 1.0).map(ChartMaker::chart);
        Explored { perfect, choices, chart: chart.unwrap_or_default() }
    }

    fn weigh(&self) -> (bool, Vec<Weighed>) {
        let exact = FinalPlay::find(&self.position).and_then(|play| Some((play.values()?, play.mixture())));
        if let Some((values, mixture)) = exact {
            let share =
                |action| mixture.iter().find(|(known, _)| *known == action).map_or(0.0, |(_, share)| *share);
            let all = values.into_iter().map(|(action, chance)| (action, share(action), Some(chance)));
            return (true, told(all));
        }
        let judged = Judge::new(self.network).judge(self.position.view(), self.position.bids(), None);
        match judged {
            Some(judged) => {
                let all = judged.choices.iter().map(|one| (one.action, one.share, Some(one.chance)));
                (judged.perfect, told(all))
            }
            None => {
                let mut shares = BotKind::Master.create(0).weigh(&self.position.situation(), SAMPLES);
                let all: f64 = shares.iter().map(|(_, share)| share).sum();
                shares.sort_by(|a, b| b.1.total_cmp(&a.1));
                (false, told(shares.into_iter().map(|(action, share)| (action, share / all, None))))
            }
        }
    }
}

fn told(all: impl Iterator<Item = (Action, f64, Option<f64>)>) -> Vec<Weighed> {
    let kept = all.enumerate().filter(|(index, (action, share, _))| {
        *index < BEST || *share >= SELDOM || !matches!(action, Action::Bid(_))
    });
    kept.map(|(_, (action, share, chance))| Weighed { action: action.to_string(), share, chance }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explore(text: &str) -> Explored {
        let position = Position::read(text).unwrap();
        let mut explorer = Explorer::new(Network::current().unwrap(), position);
        while explorer.step() {}
        assert!(explorer.progress() >= 1.0);
        explorer.explored()
    }

    #[test]
    fn a_final_is_played_perfectly_and_other_tables_as_master_does() {
        let solved = explore("1-1:6::tournament");
        assert!(solved.perfect && !solved.chart.rows.is_empty());
        let table = explore("3-3-3:114:2x4,3x4:tournament");
        assert!(!table.perfect && table.choices.len() > 1 && !table.chart.rows.is_empty());
        for explored in [solved, table] {
            let chances: Vec<f64> = explored.choices.iter().filter_map(|one| one.chance).collect();
            assert_eq!(chances.len(), explored.choices.len());
            assert!(chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
        }
    }

    #[test]
    fn with_too_many_dice_there_are_choices_and_no_chances() {
        let explored = explore("10-10-10-10-10:1122334455::international dice=10");
        assert!(explored.choices.iter().all(|one| one.chance.is_none()));
        assert!(!explored.choices.is_empty() && explored.chart.rows.is_empty());
    }
}
