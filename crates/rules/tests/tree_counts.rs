//! How many ways the bidding of a small round between two players can go, counted twice: through
//! the engine, and over histories of bids by a naive reading of the rules.
//!
//! After a deliberate change of the rules: `UPDATE_EXPECT=1 cargo test -p perudo-rules --test tree_counts`.

#![allow(clippy::unwrap_used)] // a test fails by panicking

#[path = "common/naive.rs"]
mod naive;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use expect_test::expect_file;
use perudo_rules::{Action, BySeat, Command, Event, Game, Hand, Opening, Preset, RoundKind, Seat};

/// The dice of the opener and of the other player.
const TABLES: [[u8; 2]; 3] = [[1, 1], [2, 1], [2, 2]];

const KINDS: [RoundKind; 2] = [RoundKind::Final, RoundKind::Maputo];

#[derive(Clone, Copy, Debug, PartialEq)]
struct Tree {
    /// The points at which someone decides, the one before the first bid included.
    nodes: u64,
    /// The ways to get from there to a showdown.
    sequences: u64,
}

impl Tree {
    const SHOWDOWN: Tree = Tree { nodes: 0, sequences: 1 };

    /// A point at which someone decides, with these trees below it.
    fn above(branches: impl Iterator<Item = Tree>) -> Tree {
        branches.fold(Tree { nodes: 1, sequences: 0 }, |sum, branch| Tree {
            nodes: sum.nodes + branch.nodes,
            sequences: sum.sequences + branch.sequences,
        })
    }
}

#[test]
fn the_engine_and_a_naive_count_find_the_same_trees_as_ever() {
    let mut table = String::from("preset         dice  round        nodes   sequences\n");
    for preset in Preset::ALL {
        for dice in TABLES {
            for kind in KINDS {
                let counted =
                    engine_round(preset, dice, kind).map(|game| engine_tree(&game, &mut HashMap::new()));
                let expected = naive_round(preset, dice, kind)
                    .map(|round| naive_tree(&round, &mut Vec::new(), &mut HashMap::new()));
                let (name, [opener, other], kind) = (preset.name(), dice, kind.as_str());
                let round = format!("{name:13}  {opener}+{other}   {kind:6}");
                assert_eq!(counted, expected, "{round}");
                if let Some(Tree { nodes, sequences }) = counted {
                    writeln!(table, "{round}  {nodes:10}  {sequences:10}").unwrap();
                }
            }
        }
    }
    expect_file!["tree-counts.txt"].assert_eq(&table);
}

#[test]
fn after_every_history_of_a_round_with_three_dice_the_same_bids_are_legal() {
    let dice = [2, 1];
    for preset in Preset::ALL {
        for kind in KINDS {
            let rounds = (engine_round(preset, dice, kind), naive_round(preset, dice, kind));
            if let (Some(game), Some(round)) = rounds {
                walk_in_step(&game, &round.bidding, &mut Vec::new());
            }
        }
    }
}

fn walk_in_step(game: &Game, bidding: &naive::Round, history: &mut Vec<naive::Bid>) {
    let legal = game.legal_actions();
    let bids: Vec<naive::Bid> = legal.iter().filter_map(naive::bid).collect();
    assert!(bidding.next_bids(history).eq(bids), "after {history:?}: {legal:?}");
    let seat = game.turn().unwrap();
    for action in legal.iter() {
        let Some(bid) = naive::bid(action) else { continue };
        let mut next = *game;
        next.apply(&game.decide(Command::Act { seat, action }).unwrap());
        history.push(bid);
        walk_in_step(&next, bidding, history);
        history.pop();
    }
}

/// The round in which the players have these dice, rolled; nothing if there is none of that kind.
fn engine_round(preset: Preset, dice: [u8; 2], kind: RoundKind) -> Option<Game> {
    let mut game: Game = Game::new(preset.rules(), 2).unwrap();
    let happen = |game: &mut Game, command| game.apply(&game.decide(command).unwrap());
    let at = |seat: Seat| dice.get(seat.index()).copied();
    happen(&mut game, Command::SetDice(BySeat::from_fn(at)));
    happen(&mut game, Command::Open { seat: Seat::FIRST, opening: Opening::Lost });
    while let Some(seat) = game.turn() {
        let action = if kind == RoundKind::Maputo { Action::Maputo } else { Action::Pass };
        happen(&mut game, Command::Act { seat, action });
    }
    // What may be bid does not depend on the dice that were rolled.
    let aces = |seat| Hand::from_counts([at(seat).unwrap_or(0), 0, 0, 0, 0, 0]);
    happen(&mut game, Command::Roll(BySeat::from_fn(aces)));
    (game.kind() == kind).then_some(game)
}

/// The same state has the same tree: it is counted once.
fn engine_tree(game: &Game, counted: &mut HashMap<Game, Tree>) -> Tree {
    if let Some(&tree) = counted.get(game) {
        return tree;
    }
    let seat = game.turn().unwrap();
    let tree = Tree::above(game.legal_actions().iter().map(|action| {
        let event = game.decide(Command::Act { seat, action }).unwrap();
        if let Event::Revealed(_) = event {
            return Tree::SHOWDOWN;
        }
        let mut next = *game;
        next.apply(&event);
        engine_tree(&next, counted)
    }));
    counted.insert(*game, tree);
    tree
}

struct NaiveRound {
    bidding: naive::Round,
    /// How many ways there are to answer a bid with a showdown.
    showdowns: usize,
}

/// What the rules say of each preset, once more and by name.
fn naive_round(preset: Preset, dice: [u8; 2], kind: RoundKind) -> Option<NaiveRound> {
    let name = preset.name();
    let maputo = kind == RoundKind::Maputo;
    // R16, R19: someone has one die, and maputo is not barred with two players left.
    if maputo && (!dice.contains(&1) || ["tournament", "calza"].contains(&name)) {
        return None;
    }
    let bidding = naive::Round {
        dice_in_play: dice[0] + dice[1],
        maputo,
        aces_may_open: !["tournament", "calza"].contains(&name),
        leave_at_double: ["classic", "dudo"].contains(&name),
    };
    // R11, R17: every bid can be doubted; nobody here has all five dice, so calza is open as well.
    let showdowns = if name == "calza" { 2 } else { 1 };
    Some(NaiveRound { bidding, showdowns })
}

/// All that the rules ask of a history: its last bid, and the highest face called at each count.
/// Histories that share it are followed by the same tree, which is counted once.
type Memory = (Option<naive::Bid>, BTreeMap<u8, u8>);

fn memory(history: &[naive::Bid]) -> Memory {
    let mut highest = BTreeMap::new();
    for &(count, face) in history {
        let known = highest.entry(count).or_insert(face);
        *known = face.max(*known);
    }
    (history.last().copied(), highest)
}

fn naive_tree(
    round: &NaiveRound,
    history: &mut Vec<naive::Bid>,
    counted: &mut HashMap<Memory, Tree>,
) -> Tree {
    let memory = memory(history);
    if let Some(&tree) = counted.get(&memory) {
        return tree;
    }
    let showdowns = if history.is_empty() { 0 } else { round.showdowns };
    let bids: Vec<naive::Bid> = round.bidding.next_bids(history).collect();
    let raised = bids.into_iter().map(|bid| {
        history.push(bid);
        let tree = naive_tree(round, history, counted);
        history.pop();
        tree
    });
    let tree = Tree::above(raised.chain(std::iter::repeat_n(Tree::SHOWDOWN, showdowns)));
    counted.insert(memory, tree);
    tree
}
