//! Solved rounds in a compact file, and the play that they stand for.

mod book;
mod bytes;
mod file;
mod key;
mod make;
mod reading;
#[cfg(test)]
mod tests;
mod writing;

use std::collections::HashMap;
use std::sync::OnceLock;

use perudo_rules::{
    Action, Bid, BySeat, Command, Game, Hand, Opening, Phase, PlayerView, RoundKind, Rules, Seat,
};

use crate::chain::{self, Values};
use crate::response::{Quality, Strategy, quality};
use crate::round::{Round, RoundGame};
use book::{Book, Books};
use key::Key;

pub use file::TablesError;
pub(crate) use make::file_of_one;
pub use make::{Made, make_tables};
pub use writing::Rounding;

/// Solved rounds of two players.
///
/// # Examples
///
/// ```
/// use perudo_rules::{Face, Preset, RoundKind};
/// use perudo_solver::{Spot, Tables};
///
/// let rules = Preset::Tournament.rules();
/// let hand = [Face::Six].into_iter().collect();
/// let spot = Spot { rules: &rules, kind: RoundKind::Final, dice: [1, 1], bids: &[], hand };
/// let policy = Tables::builtin().policy(&spot).unwrap();
/// let all: f32 = policy.iter().map(|(_, chance)| chance).sum();
/// assert!((all - 1.0).abs() < 1e-3);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tables {
    rounds: HashMap<Key, Solved>,
}

/// A solved round.
#[derive(Clone, Debug)]
struct Solved {
    round: RoundGame,
    /// What the round is worth to its opener.
    value: f64,
    books: [Book; 2],
}

/// A decision in a round of two players.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a> {
    /// The rule set.
    pub rules: &'a Rules,
    /// The kind of the round.
    pub kind: RoundKind,
    /// The dice of the round's opener and of the other player.
    pub dice: [u8; 2],
    /// The bids of the round so far. Players alternate, so they tell whose decision it is.
    pub bids: &'a [Bid],
    /// The dice of the player who decides.
    pub hand: Hand,
}

impl<'a> Spot<'a> {
    /// The decision that the player who sees this must take, after these bids of the round;
    /// nothing if there is none, or more than two players are left.
    pub fn of(view: &'a PlayerView, bids: &'a [Bid]) -> Option<Spot<'a>> {
        let Phase::Bidding { turn } = view.phase() else { return None };
        let own = view.hands().filter(|own| own.seat == turn)?;
        let (round, _) = chain::round_of(view)?;
        Some(Spot { rules: view.rules(), kind: round.kind, dice: round.dice, bids, hand: own.hand })
    }
}

/// The tables that come with the program.
static SHIPPED: OnceLock<Tables> = OnceLock::new();

impl Tables {
    /// The tables that come with the program. A browser does not get them with the page: there they are
    /// empty until they are [provided](Tables::provide).
    pub fn builtin() -> &'static Tables {
        #[cfg(target_family = "wasm")]
        {
            static NONE: OnceLock<Tables> = OnceLock::new();
            SHIPPED.get().unwrap_or_else(|| NONE.get_or_init(Tables::default))
        }
        // A test reads them, so they are never empty by mistake.
        #[cfg(not(target_family = "wasm"))]
        SHIPPED.get_or_init(|| Tables::read(include_bytes!("../../tables/perudo.tables")).unwrap_or_default())
    }

    /// Makes tables that were fetched the ones that come with the program, if there are none yet.
    pub fn provide(tables: Tables) {
        let _ = SHIPPED.set(tables);
    }

    /// What perfect play does: the actions with their chances. Nothing if the round is not in the
    /// tables or was not played by the rules.
    ///
    /// Every bid of the opponent has its answer. Where a player's own earlier bids are none that
    /// the tables make with this hand, the answer is to doubt.
    pub fn policy(&self, spot: &Spot) -> Option<Vec<(Action, f32)>> {
        let solved = self.solved(Round { rules: *spot.rules, kind: spot.kind, dice: spot.dice })?;
        let game = &solved.round.game;
        let books = Books { game, books: &solved.books };
        let id = solved.round.state_after(spot.bids).ok()?;
        let mut history = books.start();
        for (index, &bid) in spot.bids.iter().enumerate() {
            let before = solved.round.state_after(&spot.bids[..index]).ok()?;
            history = books.after(&history, solved.round.action_number(before, Action::Bid(bid))?);
        }
        let state = game.state(id);
        let hand = solved.round.hands(state.mover).iter().position(|&hand| hand == spot.hand)?;
        let actions = solved.round.actions(id);
        let book = &solved.books[state.mover.index()];
        let choices = history.page().into_iter().flat_map(|page| book.choices(page, hand));
        let mut policy: Vec<(Action, f32)> =
            choices.map(|(action, chance)| (actions[action], chance as f32)).collect();
        if policy.is_empty() {
            policy.push((actions[state.doubt?], 1.0));
        }
        Some(policy)
    }

    /// Whether the player who is asked should declare the coming round maputo, with two players left.
    pub fn declaration<D: Copy>(&self, game: &Game<D>) -> Option<bool> {
        let Phase::Declaring { turn } = game.phase() else { return None };
        let after = |word| chain::win_chance(&chain::said(game, turn, word), turn, self);
        Some(after(Action::Maputo)? > after(Action::Pass)?)
    }

    /// The opener's chance to win the tour when a round begins with two players left: the opener
    /// has just lost a die, and nobody has had a maputo. For other positions: [`Tables::win_chance_in`].
    pub fn win_chance(&self, rules: &Rules, opener: u8, other: u8) -> Option<f64> {
        let start = round_start(rules, [opener, other])?;
        self.win_chance_in(&start, Seat::FIRST)
    }

    /// This seat's chance to win the tour, with two players left, as it was when the round began.
    pub fn win_chance_in<D: Copy>(&self, game: &Game<D>, seat: Seat) -> Option<f64> {
        chain::win_chance(game, seat, self)
    }

    /// The rounds in the tables.
    pub fn rounds(&self) -> impl Iterator<Item = Round> {
        self.rounds.values().map(|solved| solved.round.round)
    }

    /// How good the play in the tables is for a round, by exact best responses over its whole
    /// tree. Rounds with calza are measured for the tour, others for the round.
    pub fn quality(&self, round: Round) -> Option<Quality> {
        self.solved(round).map(Solved::quality)
    }

    fn solved(&self, round: Round) -> Option<&Solved> {
        self.rounds.get(&Key::of(round)?)
    }
}

impl Solved {
    fn quality(&self) -> Quality {
        let game = &self.round.game;
        quality(game, &mut Books { game, books: &self.books })
    }
}

impl Values for Tables {
    fn value(&self, round: Round) -> Option<f64> {
        self.solved(round).map(|solved| solved.value)
    }
}

/// A tour with two players left whose first opens, having just lost a die.
fn round_start(rules: &Rules, dice: [u8; 2]) -> Option<Game> {
    let mut game: Game = Game::new(*rules, 2).ok()?;
    let given = BySeat::from_fn(|seat: Seat| dice.get(seat.index()).copied());
    for command in [Command::SetDice(given), Command::Open { seat: Seat::FIRST, opening: Opening::Lost }] {
        let event = game.decide(command).ok()?;
        game.apply(&event);
    }
    Some(game)
}
