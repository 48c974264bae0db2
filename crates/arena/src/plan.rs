//! Who sits down together, and in which order around the table.

use crate::contest::{Contest, Length};
use crate::contestant::Contestant;
use crate::dealer::Dealer;

/// Which contestants meet, and how often.
pub(crate) struct Plan {
    /// Each contestant once, by name: the order in which they were named changes nothing.
    pub(crate) contestants: Vec<Contestant>,
    /// For each entry, by name as well, which contestant it is.
    who: Vec<usize>,
    players: usize,
    /// How many ways there are to choose who sits down together; deals go through these in turn.
    lineups: u64,
    /// How many there will be, if that is known.
    pub(crate) deals: Option<u64>,
}

impl Plan {
    pub(crate) fn new(contest: &Contest) -> Plan {
        let mut entries = contest.entries.clone();
        entries.sort_by_cached_key(ToString::to_string);
        let mut contestants = entries.clone();
        contestants.dedup();
        let who = entries.iter().filter_map(|entry| contestants.iter().position(|known| known == entry));
        let (who, players): (Vec<usize>, usize) = (who.collect(), contest.players);
        let lineups = choices(who.len(), players % who.len().max(1));
        let deals = match contest.length {
            Length::Games(games) => Some(games.div_ceil(players.max(1) as u64)),
            Length::Time(_) => None,
        };
        Plan { contestants, who, players, lineups, deals }
    }

    /// How often each deal is played: whoever sits at the table takes every seat of it once.
    pub(crate) fn replays(&self) -> usize {
        self.players
    }

    /// Who sits around the table of a deal, clockwise. All entries have as many seats as there are
    /// for everyone, and some of them, in turn, one more; the order is drawn anew for each deal,
    /// since in Perudo it matters who bids before you.
    pub(crate) fn circle(&self, deal: u64, dealer: &Dealer) -> Vec<usize> {
        let entries = self.who.len().max(1);
        let some = choice(deal % self.lineups, entries, self.players % entries);
        let everyone = (0..self.players / entries).flat_map(|_| 0..entries);
        let mut circle: Vec<usize> = everyone.chain(some).map(|entry| self.who[entry]).collect();
        dealer.shuffle(&mut circle);
        circle
    }
}

/// In how many ways `size` of `from` things can be chosen; more than anyone can play are as many as fit.
fn choices(from: usize, size: usize) -> u64 {
    (0..size.min(from))
        .try_fold(1u64, |ways, n| Some(ways.checked_mul((from - n) as u64)? / (n as u64 + 1)))
        .unwrap_or(u64::MAX)
}

/// The choice with that number, in the order of a dictionary.
fn choice(mut number: u64, from: usize, size: usize) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(size);
    for candidate in 0..from {
        let missing = size - chosen.len();
        if missing == 0 {
            break;
        }
        let with = choices(from - candidate - 1, missing - 1);
        if number < with || from - candidate == missing {
            chosen.push(candidate);
        } else {
            number -= with;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use perudo_rules::Rules;

    use super::*;
    use crate::dealer::mix;
    use crate::stop::Stop;

    fn plan(entries: &[&str], players: usize) -> Plan {
        Plan::new(&Contest {
            entries: entries.iter().map(|entry| Contestant::parse(entry).unwrap()).collect(),
            players,
            length: Length::Games(1),
            rules: Rules::default(),
            seed: 1,
            bot_timeout: Duration::ZERO,
            threads: 1,
            records: None,
            faults: None,
            stop: Stop::default(),
        })
    }

    /// How often each order around the table comes in so many deals.
    fn orders(plan: &Plan, deals: u64) -> BTreeMap<Vec<usize>, u64> {
        let mut orders = BTreeMap::new();
        for deal in 0..deals {
            *orders.entry(plan.circle(deal, &Dealer::new(mix(deal)))).or_default() += 1;
        }
        orders
    }

    #[test]
    fn every_order_around_the_table_is_as_likely_as_any_other() {
        let cases = [
            (&["random", "novice"][..], 2, 2),
            (&["random", "novice", "steady", "reader"], 4, 24),
            (&["random", "novice"], 4, 6),
            (&["random", "novice", "novice", "novice"], 4, 4),
        ];
        for (entries, players, expected) in cases {
            let orders = orders(&plan(entries, players), 1000 * expected);
            assert_eq!(orders.len() as u64, expected, "{orders:?}");
            for (order, count) in orders {
                // A thousand expected, standard deviation 32 at most: five of them are plenty.
                assert!((840..=1160).contains(&count), "{order:?} {count} times");
            }
        }
    }

    #[test]
    fn the_order_around_the_table_follows_from_the_seed() {
        let plan = plan(&["random", "novice", "steady", "reader", "thinker", "solver"], 6);
        let order = |seed| plan.circle(0, &Dealer::new(seed));
        assert_eq!(order(5), order(5));
        assert!((0..5).any(|seed| order(seed) != order(5)));
    }

    #[test]
    fn the_order_in_which_bots_are_named_changes_nothing() {
        let one = plan(&["steady", "random", "novice", "random"], 4);
        let other = plan(&["random", "novice", "random", "steady"], 4);
        assert_eq!(orders(&one, 100), orders(&other, 100));
    }

    #[test]
    fn seats_that_do_not_share_evenly_go_to_everyone_in_turn() {
        for (players, deals, each) in [(2, 3, 2), (3, 3, 3), (4, 3, 4), (5, 6, 10)] {
            let mut seats = [0; 3];
            for (circle, count) in orders(&plan(&["random", "novice", "steady"], players), deals) {
                circle.iter().for_each(|&who| seats[who] += count);
            }
            assert_eq!(seats, [each; 3], "{players} players");
        }
    }

    #[test]
    fn every_choice_has_its_number() {
        for (from, size) in [(2, 2), (5, 2), (5, 3), (6, 6), (7, 1), (3, 0)] {
            let all: Vec<Vec<usize>> =
                (0..choices(from, size)).map(|number| choice(number, from, size)).collect();
            assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
            assert!(all.iter().all(|chosen| chosen.len() == size && chosen.is_sorted()), "{all:?}");
        }
        assert_eq!([choices(5, 2), choices(30, 15), choices(200, 20)], [10, 155_117_520, u64::MAX]);
        assert_eq!(choice(u64::MAX - 1, 200, 20).len(), 20);
    }
}
