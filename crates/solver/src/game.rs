//! A two-player zero-sum game with private hands and public moves, as data.

/// One of the two players. Values and payoffs are the opener's unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who moves first.
    Opener,
    /// The player who moves second.
    Other,
}

impl Side {
    /// Both players, the opener first.
    pub const BOTH: [Side; 2] = [Side::Opener, Side::Other];

    /// 0 for the opener, 1 for the other.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Opener => Side::Other,
            Side::Other => Side::Opener,
        }
    }
}

/// The most kinds of hands that a showdown tells apart.
const MAX_CLASSES: usize = 16;

/// The number of a [`State`] in its game.
pub(crate) type StateId = u16;

/// A game: hands are dealt, players move in the open, and a showdown compares the hands.
///
/// States are not histories: histories that leave the same moves open share a state, and the
/// solver unrolls them into a tree.
#[derive(Clone, Debug)]
pub struct PublicGame {
    /// The chance of each hand, for each player. Where hands are not independent, these are ones
    /// and the chances of pairs of hands are part of the payoffs.
    pub(crate) deal: [Vec<f64>; 2],
    /// The first is the root, and the opener moves there.
    pub(crate) states: Vec<State>,
    pub(crate) showdowns: Vec<Showdown>,
}

/// A point at which someone moves.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) mover: Side,
    pub(crate) edges: Vec<Edge>,
    /// The edge that is taken where nothing is known: a showdown, at once.
    pub(crate) doubt: Option<usize>,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    To(StateId),
    Showdown(u16),
}

/// The end of a game. Hands that count the same are one class, so that comparing all hands with
/// all hands takes as many steps as there are hands, not their square.
#[derive(Clone, Debug)]
pub(crate) struct Showdown {
    /// The class of each hand, for each player.
    classes: [Vec<u8>; 2],
    /// What the opener gets, by the opener's class and the other's.
    payoff: [[f64; MAX_CLASSES]; MAX_CLASSES],
    /// How many classes each player has.
    width: [usize; 2],
}

impl Showdown {
    /// A showdown of hands in these classes; classes beyond the sixteenth count as the sixteenth.
    pub(crate) fn new(classes: [Vec<u8>; 2], payoff: impl Fn(u8, u8) -> f64) -> Showdown {
        let width = [0, 1].map(|side| {
            let largest = classes[side].iter().copied().max().unwrap_or(0);
            (usize::from(largest) + 1).min(MAX_CLASSES)
        });
        let mut table = [[0.0; MAX_CLASSES]; MAX_CLASSES];
        for (own, row) in table.iter_mut().enumerate().take(width[0]) {
            for (other, cell) in row.iter_mut().enumerate().take(width[1]) {
                *cell = payoff(own as u8, other as u8);
            }
        }
        let within = |class: u8| class.min(MAX_CLASSES as u8 - 1);
        Showdown { classes: classes.map(|side| side.into_iter().map(within).collect()), payoff: table, width }
    }

    /// What each hand of `side` gets, summed over the opponent's hands as `reach` weighs them.
    pub(crate) fn evaluate(&self, side: Side, reach: &[f64], values: &mut [f64]) {
        let mut mass = [0.0; MAX_CLASSES];
        for (&class, &weight) in self.classes[side.opponent().index()].iter().zip(reach) {
            mass[usize::from(class) % MAX_CLASSES] += weight;
        }
        let (own_width, other_width) = (self.width[side.index()], self.width[side.opponent().index()]);
        let mut by_class = [0.0; MAX_CLASSES];
        for (own, value) in by_class.iter_mut().enumerate().take(own_width) {
            for (other, &weight) in mass.iter().enumerate().take(other_width) {
                *value += weight
                    * match side {
                        Side::Opener => self.payoff[own][other],
                        Side::Other => -self.payoff[other][own],
                    };
            }
        }
        for (value, &class) in values.iter_mut().zip(&self.classes[side.index()]) {
            *value = by_class[usize::from(class) % MAX_CLASSES];
        }
    }
}

impl PublicGame {
    /// How many hands a player may hold.
    pub fn hands(&self, side: Side) -> usize {
        self.deal[side.index()].len()
    }

    /// How many histories there are at which someone moves: the size of the whole tree.
    pub fn histories(&self) -> u64 {
        let mut known = vec![None; self.states.len()];
        self.count(0, &mut known)
    }

    fn count(&self, id: StateId, known: &mut [Option<u64>]) -> u64 {
        if let Some(count) = known[usize::from(id)] {
            return count;
        }
        let mut count = 1_u64;
        for edge in &self.state(id).edges {
            if let Edge::To(next) = *edge {
                count = count.saturating_add(self.count(next, known));
            }
        }
        known[usize::from(id)] = Some(count);
        count
    }

    pub(crate) fn state(&self, id: StateId) -> &State {
        &self.states[usize::from(id)]
    }

    /// The showdown that a doubt at this state leads to.
    pub(crate) fn doubt(&self, id: StateId) -> Option<&Showdown> {
        let state = self.state(id);
        match state.edges[state.doubt?] {
            Edge::Showdown(showdown) => Some(self.showdown(showdown)),
            Edge::To(_) => None,
        }
    }

    /// The chances of a mover who doubts with every hand; the first action where nothing can be doubted.
    pub(crate) fn doubt_always(&self, id: StateId, chances: &mut [f64]) {
        let state = self.state(id);
        let hands = self.hands(state.mover);
        chances.fill(0.0);
        chances[state.doubt.unwrap_or(0) * hands..][..hands].fill(1.0);
    }

    pub(crate) fn showdown(&self, id: u16) -> &Showdown {
        &self.showdowns[usize::from(id)]
    }
}
