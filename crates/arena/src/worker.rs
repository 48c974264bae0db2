//! One thread of a contest.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use perudo_rules::Seat;
use perudo_rules::record::{Names, Record};

use crate::contest::{Contest, ContestError, cannot_write};
use crate::dealer::{Dealer, mix};
use crate::fault_log::FaultLog;
use crate::plan::Plan;
use crate::player::Player;
use crate::rating::TableWins;
use crate::score::Score;
use crate::tour::{Outcome, Tour, seed_of};

/// What was counted so far.
#[derive(Default)]
pub(crate) struct Sums {
    pub(crate) scores: Vec<Score>,
    pub(crate) thinking: Vec<Duration>,
    /// Of a contestant when it sat behind another, which bids before it.
    pub(crate) neighbours: BTreeMap<(usize, usize), Score>,
    pub(crate) tables: TableWins,
    pub(crate) games: u64,
}

impl Sums {
    pub(crate) fn new(contestants: usize) -> Sums {
        Sums {
            scores: vec![Score::default(); contestants],
            thinking: vec![Duration::ZERO; contestants],
            neighbours: BTreeMap::new(),
            tables: TableWins::new(),
            games: 0,
        }
    }

    pub(crate) fn merge(&mut self, other: Sums) {
        for (sum, more) in self.scores.iter_mut().zip(&other.scores) {
            sum.merge(more);
        }
        for (sum, more) in self.thinking.iter_mut().zip(other.thinking) {
            *sum += more;
        }
        for (pair, more) in other.neighbours {
            self.neighbours.entry(pair).or_default().merge(&more);
        }
        for (table, wins) in other.tables {
            let sums = self.tables.entry(table).or_insert_with(|| vec![0; wins.len()]);
            for (sum, more) in sums.iter_mut().zip(wins) {
                *sum += more;
            }
        }
        self.games += other.games;
    }
}

/// What one thread plays. Programs keep running from tour to tour.
pub(crate) struct Worker<'a> {
    contest: &'a Contest,
    plan: &'a Plan,
    /// Of each contestant, the programs that wait for the next tour.
    idle: Vec<Vec<Box<dyn Player>>>,
    faults: Option<&'a FaultLog>,
    pub(crate) sums: Sums,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(contest: &'a Contest, plan: &'a Plan, faults: Option<&'a FaultLog>) -> Worker<'a> {
        let idle = plan.contestants.iter().map(|_| Vec::new()).collect();
        Worker { contest, plan, idle, faults, sums: Sums::new(plan.contestants.len()) }
    }

    /// Plays a deal with every rotation of its order around the table, the same dice each time, and says how many tours
    /// that were. A deal that is stopped before its end does not count: nothing of it is in the sums.
    pub(crate) fn play_deal(&mut self, deal: u64) -> Result<Option<u64>, ContestError> {
        let seed = mix(self.contest.seed ^ mix(deal));
        let mut table = self.plan.circle(deal, &Dealer::new(seed));
        let mut outcomes = Vec::with_capacity(self.plan.replays());
        for replay in 0..self.plan.replays() {
            let Some(outcome) = self.play_tour(deal, replay, seed, &table)? else { return Ok(None) };
            outcomes.push((table.clone(), outcome));
            table.rotate_left(1);
        }
        let mut scores = vec![Score::default(); self.plan.contestants.len()];
        let mut neighbours = BTreeMap::new();
        for (table, outcome) in &outcomes {
            self.count(table, outcome, &mut scores, &mut neighbours);
        }
        for (sum, score) in self.sums.scores.iter_mut().zip(&scores).filter(|(_, score)| score.seats > 0) {
            sum.add_deal(score);
        }
        for (pair, score) in neighbours {
            self.sums.neighbours.entry(pair).or_default().add_deal(&score);
        }
        self.sums.games += self.plan.replays() as u64;
        Ok(Some(self.plan.replays() as u64))
    }

    fn play_tour(
        &mut self,
        deal: u64,
        replay: usize,
        seed: u64,
        table: &[usize],
    ) -> Result<Option<Outcome>, ContestError> {
        let (contest, contestants) = (self.contest, &self.plan.contestants);
        let names = Names::new((1..=table.len()).map(|seat| format!("seat-{seat}")))?;
        let mut players: Vec<Box<dyn Player>> = Vec::with_capacity(table.len());
        for (seat, &who) in table.iter().enumerate() {
            let idle = self.idle[who].pop();
            let player = idle.unwrap_or_else(|| {
                contestants[who].player(seed_of(seed, seat), contest.bot_timeout, &contest.stop)
            });
            players.push(player);
        }
        let (keep_log, keep_faults) = (contest.records.is_some(), self.faults.is_some());
        let (rules, stop) = (&contest.rules, &contest.stop);
        let outcome = Tour { rules, names: &names, seed, keep_log, keep_faults, stop }.play(&mut players);
        for (player, &who) in players.into_iter().zip(table) {
            if contestants[who].stays() {
                self.idle[who].push(player);
            }
        }
        let Some(mut outcome) = outcome else { return Ok(None) };
        if let Some(log) = self.faults {
            log.write(deal, replay, &outcome.fault_log, |seat| contestants[table[seat]].to_string())?;
            outcome.fault_log.clear();
        }
        if let Some(folder) = &contest.records {
            // A record tells who was who.
            let short =
                |(seat, &who): (usize, &usize)| format!("{}-{}", contestants[who].short_name(), seat + 1);
            let names = Names::new(table.iter().enumerate().map(short))?;
            let file = folder.join(format!("{:06}-{}.perudo", deal + 1, replay + 1));
            let record = Record::of_game(&contest.rules, &names, &outcome.log).to_string();
            fs::write(&file, record).map_err(|error| cannot_write(&file, error))?;
            outcome.log.clear();
        }
        Ok(Some(outcome))
    }

    fn count(
        &mut self,
        table: &[usize],
        outcome: &Outcome,
        scores: &mut [Score],
        neighbours: &mut BTreeMap<(usize, usize), Score>,
    ) {
        let before = table.iter().cycle().skip(table.len() - 1);
        for ((index, &who), &before) in table.iter().enumerate().zip(before) {
            let Some(seat) = Seat::new(index) else { continue };
            let mut score = Score {
                seats: 1,
                wins: u64::from(outcome.winner == Some(seat)),
                dice: u64::from(outcome.dice[seat]),
                decisions: u64::from(outcome.decisions[seat]),
                ..Score::default()
            };
            for (sum, &more) in score.faults.iter_mut().zip(&outcome.faults[seat]) {
                *sum += u64::from(more);
            }
            scores[who].merge(&score);
            neighbours.entry((who, before)).or_default().merge(&score);
            self.sums.thinking[who] += outcome.thinking[seat];
        }
        let mut company: Vec<u16> = table.iter().map(|&who| who as u16).collect();
        company.sort_unstable();
        let contestants = self.plan.contestants.len();
        let wins = self.sums.tables.entry(company).or_insert_with(|| vec![0; contestants]);
        if let Some(&winner) = outcome.winner.and_then(|seat| table.get(seat.index())) {
            wins[winner] += 1;
        }
    }
}

impl Drop for Worker<'_> {
    /// All programs are told that they may go before anyone waits for the first of them.
    fn drop(&mut self) {
        self.idle.iter_mut().flatten().for_each(|player| player.dismiss());
    }
}
