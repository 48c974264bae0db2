//! How many ways the bidding of a small round between two players can go, counted twice: through
//! the engine, and over explicit histories of bids by a naive reading of the rules.
//!
//! After a deliberate change of the rules: `UPDATE_EXPECT=1 cargo test -p perudo-rules --test tree_counts`.

#![allow(clippy::unwrap_used)] // a test fails by panicking

#[path = "common/naive.rs"]
mod naive;

use std::fmt::Write;

use expect_test::expect_file;
use perudo_rules::{Action, BySeat, Command, Event, Game, Hand, Opening, Preset, RoundKind, Seat};

/// The dice of the opener and of the other player.
const TABLES: [[u8; 2]; 3] = [[1, 1], [2, 1], [2, 2]];

#[derive(Debug, Default, PartialEq)]
struct Tree {
    /// The points at which someone decides, the empty table included.
    nodes: u64,
    /// The ways to get from the empty table to a showdown.
    sequences: u64,
}

#[test]
fn the_engine_and_a_naive_count_find_the_same_trees_as_ever() {
    let mut table = String::from("preset         dice  round     nodes  sequences\n");
    for preset in Preset::ALL {
        for dice in TABLES {
            for kind in [RoundKind::Final, RoundKind::Maputo] {
                let expected = naively(preset, dice, kind);
                let counted = through_the_engine(preset, dice, kind);
                let name = preset.name();
                assert_eq!(counted, expected, "{name} {dice:?} {kind:?}");
                let Some(Tree { nodes, sequences }) = counted else { continue };
                let ([one, other], kind) = (dice, kind.as_str());
                writeln!(table, "{name:13}  {one}+{other}   {kind:6}  {nodes:7}  {sequences:9}").unwrap();
            }
        }
    }
    expect_file!["tree-counts.txt"].assert_eq(&table);
}

/// The tree of the round in which both have these dice, or nothing if there is no such round.
fn through_the_engine(preset: Preset, dice: [u8; 2], kind: RoundKind) -> Option<Tree> {
    let mut game: Game = Game::new(preset.rules(), 2).unwrap();
    let happen = |game: &mut Game, command| game.apply(&game.decide(command).unwrap());
    let at = |seat: Seat| dice.get(seat.index()).copied();
    happen(&mut game, Command::SetDice(BySeat::from_fn(at)));
    happen(&mut game, Command::Open { seat: Seat::FIRST, opening: Opening::Lost });
    while let Some(seat) = game.turn() {
        let action = if kind == RoundKind::Maputo { Action::Maputo } else { Action::Pass };
        happen(&mut game, Command::Act { seat, action });
    }
    // Which dice lie under the cups changes nothing in what may be bid.
    let hand = |seat| Hand::from_counts([at(seat).unwrap_or(0), 0, 0, 0, 0, 0]);
    happen(&mut game, Command::Roll(BySeat::from_fn(hand)));
    (game.kind() == kind).then(|| {
        let mut tree = Tree::default();
        walk_the_engine(&game, &mut tree);
        tree
    })
}

fn walk_the_engine(game: &Game, tree: &mut Tree) {
    tree.nodes += 1;
    let seat = game.turn().unwrap();
    for action in game.legal_actions().iter() {
        let event = game.decide(Command::Act { seat, action }).unwrap();
        if let Event::Revealed(_) = event {
            tree.sequences += 1;
        } else {
            let mut next = *game;
            next.apply(&event);
            walk_the_engine(&next, tree);
        }
    }
}

/// What the documents say of each preset, once more and by name.
fn naively(preset: Preset, dice: [u8; 2], kind: RoundKind) -> Option<Tree> {
    let name = preset.name();
    let maputo = kind == RoundKind::Maputo;
    // R16, R19: someone has one die, and maputo is not barred with two players left.
    if maputo && (!dice.contains(&1) || ["tournament", "calza"].contains(&name)) {
        return None;
    }
    let round = naive::Round {
        dice_in_play: dice[0] + dice[1],
        maputo,
        aces_may_open: !["tournament", "calza"].contains(&name),
        leave_at_double: ["classic", "dudo"].contains(&name),
    };
    // R11, R17: every bid can be doubted; nobody here has all five dice, so calza is open as well.
    let showdowns = if name == "calza" { 2 } else { 1 };
    let mut tree = Tree::default();
    walk_naively(&round, showdowns, &mut Vec::new(), &mut tree);
    Some(tree)
}

fn walk_naively(round: &naive::Round, showdowns: u64, history: &mut Vec<naive::Bid>, tree: &mut Tree) {
    tree.nodes += 1;
    if !history.is_empty() {
        tree.sequences += showdowns;
    }
    for count in 1..=round.dice_in_play {
        for face in 1..=6 {
            let bid = (count, face);
            if round.allows(history, bid) {
                history.push(bid);
                walk_naively(round, showdowns, history, tree);
                history.pop();
            }
        }
    }
}
