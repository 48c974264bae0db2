//! A table that throws by links.

use perudo_rules::record::{Names, Record};
use perudo_rules::{Action, AllHands, BySeat, Command, Event, Game, Phase, Rules, Seat};
use perudo_table::fair::{
    Chain, Commitment, Proof, ProofThrow, SERVER_CHAIN, Throw, ThrowKind, Tip, Version,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A table that throws by links: the server's side and the players' in one.
pub(crate) struct Table {
    id: String,
    pub(crate) names: Names,
    pub(crate) habits: Habits,
    pub(crate) chance: Xoshiro256PlusPlus,
    /// The number of the last throw.
    number: u64,
    server: Holder,
    pub(crate) seats: Vec<Holder>,
    pub(crate) throws: Vec<ProofThrow>,
}

/// How often things happen before a throw, in hundredths, and how long chains are.
#[derive(Clone, Copy)]
pub(crate) struct Habits {
    pub(crate) length: u32,
    pub(crate) begins: u32,
    pub(crate) ends: u32,
    pub(crate) withholds: u32,
    pub(crate) leaves: u32,
    /// Whether those who are out give links too, as they did in version 1.
    pub(crate) onlookers: bool,
}

/// A chain with both of its sides, if there is one, and all tips that were ever published.
#[derive(Default)]
pub(crate) struct Holder {
    chain: Option<(u64, Chain, Commitment)>,
    tips: Vec<Tip>,
}

impl Holder {
    pub(crate) fn begin(&mut self, from: u64, seed: [u8; 32], length: u32) {
        let chain = Chain::new(seed, length);
        self.tips.push(Tip { from, tip: Some(chain.tip()) });
        let seen = Commitment::new(chain.tip());
        self.chain = Some((from, chain, seen));
    }

    fn end(&mut self, from: u64) {
        if self.chain.take().is_some() {
            self.tips.push(Tip { from, tip: None });
        }
    }

    /// The tips that links of these throws lead back to: the one in force at first, and all later ones.
    fn tips_since(&self, first: u64) -> Vec<Tip> {
        let in_force = self.tips.iter().rposition(|tip| tip.from <= first);
        let mut tips = self.tips[in_force.unwrap_or(0)..].to_vec();
        if tips.first().is_some_and(|tip| tip.tip.is_none()) {
            tips.remove(0);
        }
        tips
    }
}

impl Table {
    pub(crate) fn new(id: &str, players: usize, habits: Habits, seed: u64) -> Table {
        let mut table = Table {
            id: id.to_owned(),
            names: Names::new((1..=players).map(|number| format!("игрок-{number}"))).unwrap(),
            habits,
            chance: Xoshiro256PlusPlus::seed_from_u64(seed),
            number: 0,
            server: Holder::default(),
            seats: (0..players).map(|_| Holder::default()).collect(),
            throws: Vec::new(),
        };
        table.server.begin(1, table.chance.random(), SERVER_CHAIN);
        table
    }

    /// So many throws of earlier tours have gone by, without anybody's link but the server's.
    pub(crate) fn skip(&mut self, throws: u32) {
        for _ in 0..throws {
            self.number += 1;
            if let Some((_, chain, seen)) = &mut self.server.chain {
                assert!(seen.advance(chain.open().unwrap()));
            }
        }
    }

    fn happens(&mut self, hundredths: u32) -> bool {
        self.chance.random_range(0..100) < hundredths
    }

    /// Before a throw: chains that have run out are replaced, players come with chains and go.
    fn publish(&mut self) {
        let from = self.number + 1;
        if self.server.chain.as_ref().is_none_or(|(_, chain, _)| chain.left() == 0) {
            self.server.begin(from, self.chance.random(), SERVER_CHAIN);
        }
        for index in 0..self.seats.len() {
            let spent = self.seats[index]
                .chain
                .as_ref()
                .is_some_and(|(begun, _, _)| from - begun >= u64::from(self.habits.length));
            if spent || self.happens(self.habits.begins) {
                let seed = self.chance.random();
                self.seats[index].begin(from, seed, self.habits.length);
            } else if self.happens(self.habits.ends) {
                self.seats[index].end(from);
            }
        }
    }

    pub(crate) fn throw(&mut self, kind: ThrowKind, round: Option<u32>, dice: &BySeat<u8>) -> AllHands {
        self.publish();
        self.number += 1;
        let number = self.number;
        let mut links = BySeat::default();
        let mut withheld = Vec::new();
        for (index, (seat, _)) in self.names.iter().enumerate() {
            let withholds = self.chance.random_range(0..100) < self.habits.withholds;
            let Some((from, chain, seen)) = &mut self.seats[index].chain else { continue };
            if dice[seat] == 0 && kind == ThrowKind::Roll && !self.habits.onlookers {
                seen.pass();
            } else if withholds {
                seen.pass();
                withheld.push(index as u8);
            } else {
                let link = chain.open_nth((number - *from) as u32 + 1).unwrap();
                assert!(seen.advance(link));
                links[seat] = Some(link);
            }
        }
        let (_, chain, seen) = self.server.chain.as_mut().unwrap();
        let server = chain.open().unwrap();
        assert!(seen.advance(server));
        let hands = Throw { table: &self.id, number, kind, server, links, dice: *dice }.hands();
        let players = self.names.len();
        self.throws.push(ProofThrow {
            number,
            kind,
            round,
            run: None,
            dice: dice.values().take(players).copied().collect(),
            server,
            links: links.values().take(players).copied().collect(),
            withheld,
            closed: Vec::new(),
            unshown: Vec::new(),
            result: hands.values().take(players).map(ToString::to_string).collect(),
        });
        hands
    }

    /// What a table exports at the end of a tour.
    pub(crate) fn proof(&mut self, tour: u32) -> Proof {
        let throws = std::mem::take(&mut self.throws);
        let first = throws[0].number;
        Proof {
            version: if self.habits.onlookers { Version::One } else { Version::Two },
            table: self.id.clone(),
            tour,
            names: self.names.iter().map(|(_, name)| name.to_owned()).collect(),
            server: self.server.tips_since(first),
            seats: self.seats.iter().map(|seat| seat.tips_since(first)).collect(),
            closed: Vec::new(),
            throws,
            signed: None,
            receipts: Vec::new(),
        }
    }

    /// Plays a tour to its end; `choose` decides for the players.
    pub(crate) fn play(
        &mut self,
        game: &mut Game,
        log: &mut Vec<Event>,
        mut choose: impl FnMut(&Game, Seat, &mut Xoshiro256PlusPlus) -> Action,
    ) {
        loop {
            let leaves = self.happens(self.habits.leaves);
            let command = match game.phase() {
                Phase::Showing { .. } | Phase::Over { .. } => return,
                Phase::Draw { throwing, .. } => {
                    let dice = BySeat::from_fn(|seat| u8::from(throwing.contains(seat)));
                    let hands = self.throw(ThrowKind::Draw, None, &dice);
                    Command::Draw(BySeat::from_fn(|seat| hands[seat].faces().next()))
                }
                _ if leaves => {
                    let nth = self.chance.random_range(0..game.with_dice().len());
                    Command::Leave(game.with_dice().iter().nth(nth).unwrap())
                }
                Phase::Rolling => {
                    let dice = BySeat::from_fn(|seat| game.dice(seat));
                    Command::Roll(self.throw(ThrowKind::Roll, Some(game.round()), &dice))
                }
                Phase::Declaring { turn } | Phase::Bidding { turn } => {
                    Command::Act { seat: turn, action: choose(game, turn, &mut self.chance) }
                }
            };
            let event = game.decide(command).unwrap();
            game.apply(&event);
            log.push(event);
        }
    }
}

pub(crate) fn anything_legal(game: &Game, _: Seat, chance: &mut Xoshiro256PlusPlus) -> Action {
    let legal = game.legal_actions();
    legal.pick(chance.random_range(0..legal.len())).unwrap()
}

/// Plays matches of random habits and gives every tour's proof, with the record of its match.
pub(crate) fn tours(
    rules: &str,
    players: usize,
    tours: u32,
    habits: Habits,
    seed: u64,
) -> Vec<(Proof, String)> {
    let rules: Rules = rules.parse().unwrap();
    let mut table = Table::new(&format!("table-{seed}"), players, habits, seed);
    // In some tours the server's chain is used up.
    table.skip(if seed.is_multiple_of(2) { 0 } else { SERVER_CHAIN - 8 });
    let mut game = Game::new(rules, players).unwrap();
    let mut log = Vec::new();
    let mut proofs = Vec::new();
    for tour in 1..=tours {
        table.play(&mut game, &mut log, anything_legal);
        proofs.push(table.proof(tour));
        let Ok(event) = game.decide(Command::NextTour) else { break };
        if tour < tours {
            game.apply(&event);
            log.push(event);
        }
    }
    let record = Record::of_game(&rules, &table.names, &log).to_string();
    proofs.into_iter().map(|proof| (proof, record.clone())).collect()
}

pub(crate) fn habits(length: u32, begins: u32, ends: u32, withholds: u32, leaves: u32) -> Habits {
    Habits { length, begins, ends, withholds, leaves, onlookers: length == 7 }
}
