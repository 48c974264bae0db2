//! Actions and observations as numbers, for those who learn.

use perudo_rules::{
    Action, Bid, Face, LegalActions, MAX_DICE_EACH, MAX_SEATS, Phase, RoundKind, Rules, Seat,
};

use crate::table::Table;

/// How the actions and observations of a table are numbered. It depends on the number of players and of dice alone.
///
/// Actions: bids first, face by face from the aces up and within a face by count, then the four [`CALLS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    players: usize,
    /// Dice of all players at the start: the highest count of a bid.
    dice: usize,
}

/// The actions that are no bids, in the order of their numbers.
const CALLS: [Action; 4] = [Action::Dudo, Action::Calza, Action::Maputo, Action::Pass];

/// What an observation begins with; [`PER_SEAT`] rows of one number a seat follow.
const HEAD: usize = 17;
const PER_SEAT: usize = 4;

impl Layout {
    pub(crate) fn new(rules: &Rules, players: usize) -> Layout {
        let dice = usize::from(rules.dice.min(MAX_DICE_EACH)) * players.min(MAX_SEATS);
        Layout { players, dice }
    }

    /// How many actions there are.
    pub(crate) fn actions(&self) -> usize {
        6 * self.dice + CALLS.len()
    }

    /// How many numbers an observation has.
    pub(crate) fn observation(&self) -> usize {
        HEAD + PER_SEAT * self.players
    }

    /// The number of an action that is possible at this table.
    pub(crate) fn number(&self, action: Action) -> Option<usize> {
        let call = |call: usize| Some(6 * self.dice + call);
        match action {
            Action::Bid(Bid { count, face }) => {
                let count = usize::from(count);
                (1..=self.dice).contains(&count).then(|| face.index() * self.dice + count - 1)
            }
            Action::Dudo => call(0),
            Action::Calza => call(1),
            Action::Maputo => call(2),
            Action::Pass => call(3),
        }
    }

    /// The action with that number.
    pub(crate) fn action(&self, number: usize) -> Option<Action> {
        match number.checked_sub(6 * self.dice) {
            None => {
                let face = *Face::ALL.get(number / self.dice)?;
                Some(Action::Bid(Bid::new((number % self.dice) as u8 + 1, face)))
            }
            Some(call) => CALLS.get(call).copied(),
        }
    }

    /// Writes 1 for what is legal and 0 for the rest.
    pub(crate) fn write_mask(&self, legal: &LegalActions, mask: &mut [i8]) {
        mask.fill(0);
        let most = usize::from(legal.most()).min(self.dice);
        for face in Face::ALL {
            if let Some(least) = legal.least(face) {
                let bids = mask.get_mut(face.index() * self.dice..);
                let range = usize::from(least) - 1..most;
                if let Some(legal) = bids.and_then(|bids| bids.get_mut(range)) {
                    legal.fill(1);
                }
            }
        }
        for (place, call) in mask.iter_mut().skip(6 * self.dice).zip(CALLS) {
            *place = i8::from(legal.calls().contains(&call));
        }
    }

    /// Writes what a player sees. Seats are counted clockwise from that player.
    pub(crate) fn write_observation(&self, table: &Table, me: Seat, numbers: &mut [u8]) {
        let game = &table.game;
        let relative = |seat: Seat| match seat.index().checked_sub(me.index()) {
            Some(after) => after as u8,
            None => (seat.index() + self.players - me.index()) as u8,
        };
        let place = |seat: Option<Seat>| seat.map_or(0, |seat| relative(seat) + 1);
        let pair = |bid: Option<Bid>| bid.map_or([0, 0], |bid| [bid.count, bid.face.pips()]);
        let own = game.hands().map(|hands| hands[me].counts()).unwrap_or_default();
        let phase = match game.phase() {
            Phase::Declaring { .. } => 1,
            Phase::Over { .. } => 2,
            Phase::Draw { .. } | Phase::Rolling | Phase::Bidding { .. } | Phase::Showing { .. } => 0,
        };
        let kind = match game.kind() {
            RoundKind::Normal => 0,
            RoundKind::Maputo => 1,
            RoundKind::Final => 2,
        };
        let standing = game.standing();
        let [count, face_bid] = pair(standing.map(|standing| standing.bid));
        let [plain_count, plain_face] = pair(table.highest_plain);
        let [ace, two, three, four, five, six] = own;
        let head: [u8; HEAD] = [
            ace,
            two,
            three,
            four,
            five,
            six,
            phase,
            kind,
            count,
            face_bid,
            place(standing.map(|standing| standing.bidder)),
            plain_count,
            plain_face,
            place(game.opener()),
            place(game.turn()),
            game.in_play(),
            game.round().min(255) as u8,
        ];
        let Some((begin, rows)) = numbers.split_at_mut_checked(HEAD) else { return };
        begin.copy_from_slice(&head);
        for seat in game.seats().iter() {
            let column = usize::from(relative(seat));
            let [count, face] = table.latest[seat];
            let cells = [game.dice(seat), count, face, u8::from(game.had_maputo().contains(seat))];
            for (row, cell) in rows.chunks_exact_mut(self.players).zip(cells) {
                if let Some(place) = row.get_mut(column) {
                    *place = cell;
                }
            }
        }
    }
}
