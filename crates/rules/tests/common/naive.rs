//! The bidding of one round, read naively from the text of the rules: it knows the whole history
//! of the round, and of the engine nothing but how it spells a bid.

use perudo_rules::Action;

/// A count and a face; aces are face 1.
pub(crate) type Bid = (u8, u8);

/// The bid in an action of the engine, if it is one.
pub(crate) fn bid(action: Action) -> Option<Bid> {
    match action {
        Action::Bid(bid) => Some((bid.count, bid.face.pips())),
        _ => None,
    }
}

/// What the bidding depends on.
pub(crate) struct Round {
    pub(crate) dice_in_play: u8,
    pub(crate) maputo: bool,
    pub(crate) aces_may_open: bool,
    /// R10b holds instead of R10a.
    pub(crate) leave_at_double: bool,
}

impl Round {
    /// The bids that may follow, in ascending order of count, then face.
    pub(crate) fn next_bids(&self, history: &[Bid]) -> impl Iterator<Item = Bid> {
        let bids = (1..=self.dice_in_play).flat_map(|count| (1..=6).map(move |face| (count, face)));
        bids.filter(|&bid| self.allows(history, bid))
    }

    fn allows(&self, history: &[Bid], (count, face): Bid) -> bool {
        let Some(&(last_count, last_face)) = history.last() else {
            // R6, R15.
            return face != 1 || self.aces_may_open || self.maputo;
        };
        if self.maputo {
            // R15.
            return face == last_face && count > last_count;
        }
        match (last_face, face) {
            // R9.
            (1, 1) => count > last_count,
            // R8: half, rounded up.
            (_, 1) => 2 * u16::from(count) >= u16::from(last_count),
            (1, _) => self.allows_leaving_aces(history, last_count, (count, face)),
            // R7.
            _ => count > last_count || count == last_count && face > last_face,
        }
    }

    fn allows_leaving_aces(&self, history: &[Bid], aces: u8, (count, face): Bid) -> bool {
        let (count_wide, double) = (u16::from(count), 2 * u16::from(aces));
        if !self.leave_at_double {
            // R10a.
            return count_wide > double;
        }
        // R10b: at least the double, and above every face that was called at that count.
        count_wide >= double
            && history.iter().all(|&(called, called_face)| called != count || face > called_face)
    }
}
