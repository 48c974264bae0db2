//! `master`: the network, the solver's tables in finals; and five weaker players made of the same network.

use perudo_rules::{Action, PlayedRound};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::belief::{Belief, mean, possible_hands};
use crate::draw::draw;
use crate::memory::Memory;
use crate::network::{Decision, Network, Solutions};
use crate::profile::Profiles;
use crate::solver::look_up;
use crate::{Bot, Novice, Situation, Thinker};

/// How well a player made of the network plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// How often it decides like a beginner: by its own dice and a feeling.
    lapses: f64,
    /// Of the softmax: above 1 unlikely actions become likelier, below 1 less likely.
    temperature: Temperature,
    /// Whether it sees all bids of the round, or the standing one alone.
    reads_bids: bool,
    /// Whether it knows what was solved: looks up finals, and plays duels as their solutions taught the network.
    solutions: bool,
    /// Whether it remembers what the others showed in earlier rounds.
    remembers: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Temperature {
    /// With two players left, where an opponent can best exploit a habit.
    two: f64,
    /// With more.
    more: f64,
}

impl Level {
    /// As strong as it gets.
    pub const MASTER: Level = Level {
        lapses: 0.0,
        temperature: Temperature { two: 1.0, more: 0.75 },
        reads_bids: true,
        solutions: true,
        remembers: true,
    };

    /// Has seen good play and mostly goes by feeling.
    pub const PUPIL: Level = Level::new(0.5, 2.8, 2.8, false, false);
    /// Weaker than most people who know the odds.
    pub const AMATEUR: Level = Level::new(0.5, 2.4, 2.4, false, false);
    /// Between the two.
    pub const REGULAR: Level = Level::new(0.44, 2.05, 2.05, false, false);
    /// Reads the bids, with a lapse now and then.
    pub const VETERAN: Level = Level::new(0.35, 1.75, 1.75, true, false);
    /// Seldom errs.
    pub const EXPERT: Level = Level::new(0.15, 1.4, 1.4, true, false);

    /// A level with this share of lapses, these temperatures with two players left and with more, that reads all bids of
    /// a round or the standing one alone, and knows what was solved or not.
    pub const fn new(lapses: f64, two: f64, more: f64, reads_bids: bool, solutions: bool) -> Level {
        Level { lapses, temperature: Temperature { two, more }, reads_bids, solutions, remembers: false }
    }
}

/// How sure `master` must be that the others have styles, on average, to play what is best against these: a little surer than it
/// is of somebody who has shown nothing.
const SURE: f64 = 0.75;
/// In a duel what the opponent did in this round may make sure of it, unless earlier rounds spoke against it or it is solved …
const POSSIBLE: f64 = 0.6;
/// … and when earlier rounds made sure of it, it takes more than a doubt to think otherwise.
const LIKELY: f64 = 0.5;
/// So many styles that a player may have are imagined at each decision, in a duel and with more players: there they would take
/// longer, and bring nothing.
const STYLES: (usize, usize) = (12, 6);
/// How many decisions of others are imagined for one of its own, when their styles are known.
const IMAGINED: usize = 2_400;
/// So many hands of others can be weighed in time: those of five players with five dice each.
const MOST_HANDS: usize = 5 * 252;

/// Plays by the network, and, once it knows by what odds the others play, what is best against that. Without weights it plays like
/// `thinker`: [`Network::current`] says why there are none.
#[derive(Debug)]
pub struct Master {
    chance: Xoshiro256PlusPlus,
    level: Level,
    network: Option<&'static Network>,
    thinker: Thinker,
    strategist: Thinker,
    novice: Novice,
    memory: Memory,
    profiles: Box<Profiles>,
}

impl Master {
    /// A bot that repeats itself exactly for the same seed.
    pub fn new(seed: u64, level: Level) -> Master {
        Master {
            chance: Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(16)),
            level,
            network: Network::current().ok(),
            thinker: Thinker::new(seed, Thinker::BUDGET),
            strategist: Thinker::new(seed.rotate_left(32), IMAGINED),
            novice: Novice::new(seed),
            memory: Memory::slow(),
            profiles: Box::default(),
        }
    }

    /// What is best against the others' styles, once it is sure of them.
    fn answer_to_styles(&mut self, situation: &Situation<'_>) -> Option<Action> {
        let (view, me) = (situation.view, situation.seat());
        let others = || view.with_dice().iter().filter(|&seat| seat != me);
        let hands: usize = others().map(|seat| possible_hands(view.dice(seat)).len()).sum();
        if !self.level.remembers || hands > MOST_HANDS || situation.legal().contains(Action::Pass) {
            return None;
        }
        let known: Vec<f64> = others().map(|seat| self.profiles.certainty(seat)).collect();
        let duel = known.len() == 1;
        let known = mean(known.into_iter());
        // Where perfect play is known it takes more than one bid to leave it.
        let possible = duel && known >= POSSIBLE && look_up(situation).is_none();
        if known < SURE && !possible {
            return None;
        }
        let styles = if duel { STYLES.0 } else { STYLES.1 };
        let ways = |seat| self.profiles.ways(seat, styles, &mut self.chance);
        let belief = Belief::of(situation, ways);
        // What they did in this round may speak against it, or for it.
        let least = if duel && known >= SURE { LIKELY } else { SURE };
        (belief.certainty() >= least).then(|| self.strategist.think(situation, &belief))
    }

    /// Its policy when it does not lapse; none without weights.
    fn policy(&self, situation: &Situation<'_>) -> Option<Vec<(Action, f64)>> {
        let network = self.network?;
        let solutions = match self.level.solutions {
            true => look_up(situation).map_or(Solutions::Learnt, Solutions::Exact),
            false => Solutions::None,
        };
        let two = situation.view.with_dice().len() == 2;
        let temperature = if two { self.level.temperature.two } else { self.level.temperature.more };
        let bids = if self.level.reads_bids { situation.bids } else { &[] };
        let memory = self.level.remembers.then_some(&self.memory);
        let decision = Decision { game: situation.view, bids, hand: situation.hand(), memory };
        Some(network.policy_with(&decision, temperature, solutions))
    }
}

impl Bot for Master {
    fn remember(&mut self, round: &PlayedRound) {
        if self.level.remembers {
            self.memory.add(round);
            self.profiles.add(round);
        }
    }

    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        if self.level.lapses > 0.0 && self.chance.random::<f64>() < self.level.lapses {
            return self.novice.decide(situation);
        }
        if let Some(action) = self.answer_to_styles(situation) {
            return action;
        }
        let drawn = self.policy(situation).and_then(|policy| draw(&policy, &mut self.chance));
        drawn.unwrap_or_else(|| self.thinker.decide(situation))
    }

    fn weigh(&mut self, situation: &Situation<'_>, samples: u32) -> Vec<(Action, f64)> {
        if let Some(action) = self.answer_to_styles(situation) {
            return vec![(action, 1.0)];
        }
        let Some(mut policy) = self.policy(situation) else {
            return self.thinker.weigh(situation, samples);
        };
        if self.level.lapses > 0.0 {
            policy.iter_mut().for_each(|(_, share)| *share *= 1.0 - self.level.lapses);
            let lapses = self.novice.weigh(situation, samples).into_iter();
            policy.extend(lapses.map(|(action, share)| (action, share * self.level.lapses)));
        }
        policy
    }
}

#[cfg(test)]
mod tests {
    use perudo_rules::{
        Bid, BySeat, Call, Event, Face, Game, Hand, Opening, Outcome, Own, PlayerView, Preset, Reveal, Rules,
        Seat, Standing,
    };

    use super::*;
    use crate::testing::rounds;
    use crate::{Steady, Style, Styled};

    /// The opener of a round of so many players with all their dice.
    fn opening(rules: &str, players: usize) -> PlayerView {
        let rules: Rules = rules.parse().unwrap();
        let mut view: PlayerView = Game::new(rules, players).unwrap();
        view.apply(&Event::DiceSet(BySeat::from_fn(
            |seat| if seat.index() < players { rules.dice } else { 0 },
        )));
        view.apply(&Event::Opened { seat: Seat::FIRST, opening: Opening::Start });
        let hand: Hand = Face::ALL.into_iter().cycle().take(usize::from(rules.dice)).collect();
        view.apply(&Event::Rolled(Own { seat: Seat::FIRST, hand }));
        view
    }

    #[test]
    fn every_table_has_a_legal_answer_at_every_level() {
        for rules in [
            "tournament",
            "classic dice=1",
            "international",
            "calza dice=10",
            "dudo maputo=off",
            "classic maputo=auto",
        ] {
            for players in
                [2, 3, 6, 7, 20].into_iter().filter(|&players| rules != "tournament" || players <= 6)
            {
                let view = opening(rules, players);
                let situation = Situation { view: &view, bids: &[] };
                for level in [Level::MASTER, Level::PUPIL, Level::REGULAR, Level::EXPERT] {
                    let mut bot = Master::new(1, level);
                    let action = bot.decide(&situation);
                    assert!(situation.legal().contains(action), "{rules}, {players} players: {action}");
                    let all: f64 = bot.weigh(&situation, 1).iter().map(|&(_, share)| share).sum();
                    assert!((all - 1.0).abs() < 1e-6, "{rules}, {players} players: {all}");
                }
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_decisions() {
        let view = opening("tournament", 2);
        let situation = Situation { view: &view, bids: &[] };
        let decide = |seed| Master::new(seed, Level::MASTER).decide(&situation);
        assert!((0..20).all(|seed| decide(seed) == decide(seed)));
        assert!((1..20).any(|seed| decide(seed) != decide(0)));
    }

    #[test]
    fn without_weights_it_plays_like_thinker() {
        let view = opening("tournament", 3);
        let situation = Situation { view: &view, bids: &[] };
        let mut bot = Master { network: None, ..Master::new(5, Level::MASTER) };
        assert_eq!(bot.decide(&situation), Thinker::new(5, Thinker::BUDGET).decide(&situation));
    }

    /// A round in which the opener's bid was doubted.
    fn doubted(view: &PlayerView) -> PlayedRound {
        let bid = Bid::new(3, Face::Six);
        let reveal = Reveal {
            caller: Seat::new(1).unwrap(),
            call: Call::Dudo,
            bid,
            bidder: Seat::FIRST,
            hands: BySeat::default(),
            count: 0,
            outcome: Outcome::Loses(Seat::FIRST),
        };
        PlayedRound::new(view, &[Standing { bid, bidder: Seat::FIRST }], reveal)
    }

    /// Whether what was seen changes what a level plays.
    fn learns_from_rounds(rules: &str, players: usize, level: Level) -> bool {
        let view = opening(rules, players);
        let situation = Situation { view: &view, bids: &[] };
        let mut bot = Master::new(1, level);
        let before = bot.policy(&situation).unwrap();
        bot.remember(&doubted(&view));
        before != bot.policy(&situation).unwrap()
    }

    #[test]
    fn weaker_levels_remember_nothing() {
        assert!(learns_from_rounds("tournament", 3, Level::MASTER));
        assert!(!learns_from_rounds("tournament", 3, Level::EXPERT));
    }

    /// The second decision of a round of two, after the opponent of a bot has played so many rounds.
    fn after_rounds(opponent: Style, count: usize, level: Level) -> (Master, PlayerView, [Standing; 1]) {
        let rules = Preset::Tournament.rules();
        let mut bots: [Box<dyn Bot>; 2] = [Box::new(Steady::new()), Box::new(Styled::new(opponent, 9))];
        let mut bot = Master::new(1, level);
        rounds(&rules, &mut bots, 5, count, |_| ()).iter().for_each(|round| bot.remember(round));
        let opener = Seat::new(1).unwrap();
        let mut view = opening("tournament", 2);
        view.apply(&Event::Opened { seat: opener, opening: Opening::Start });
        view.apply(&Event::Rolled(Own { seat: Seat::FIRST, hand: Hand::from_counts([1, 1, 1, 1, 1, 0]) }));
        let bid = Bid::new(2, Face::Six);
        view.apply(&Event::Bid { seat: opener, bid });
        (bot, view, [Standing { bid, bidder: opener }])
    }

    #[test]
    fn a_known_style_is_answered_by_master_alone_and_only_once_it_is_known() {
        let answers = |count, level| {
            let (mut bot, view, bids) = after_rounds(Style::STEADY, count, level);
            let situation = Situation { view: &view, bids: &bids };
            let answer = bot.answer_to_styles(&situation);
            assert!(answer.is_none_or(|answer| situation.legal().contains(answer)));
            answer.is_some()
        };
        assert!(!answers(0, Level::MASTER), "nothing is known");
        assert!(answers(8, Level::MASTER));
        assert!(!answers(8, Level::EXPERT), "weaker levels remember nothing");
    }

    #[test]
    fn where_duels_were_solved_nothing_that_an_opponent_shows_changes_a_decision() {
        assert!(!learns_from_rounds("tournament", 2, Level::MASTER));
        assert!(learns_from_rounds("classic", 2, Level::MASTER));
    }

    #[test]
    fn weaker_levels_do_not_know_solved_duels() {
        let view = opening("tournament", 2);
        let situation = Situation { view: &view, bids: &[] };
        let policy = |solutions| {
            let level = Level::new(0.0, 1.0, 1.0, true, solutions);
            Master::new(1, level).policy(&situation).unwrap()
        };
        assert_ne!(policy(true), policy(false));
    }
}
