//! Making a review, step by step.

use perudo_bots::{Judge, Judgement, Network, Truth};
use perudo_rules::record::{RecordError, Replay, Step};
use perudo_rules::{Action, Bid, BySeat, Call, Event, Game, Seat, Standing};

use crate::review::{Alternative, Decision, Moment, PlayerReview, StandingBid, TourReview, Verdict, What};
use crate::{Balance, Mark, Review};

/// Goes through a record. After every step it can be asked how far it is, and be dropped.
///
/// # Examples
///
/// ```
/// use perudo_analysis::Reviewer;
/// use perudo_bots::Network;
///
/// let record = "perudo 1\nrules tournament\nseats anna boris\nstart anna\nroll anna:11346 boris:22456\nanna 3x6\n";
/// let mut reviewer = Reviewer::new(Network::current()?, record);
/// while reviewer.step() {
///     assert!(reviewer.progress() <= 1.0);
/// }
/// reviewer.outcome()?;
/// assert_eq!(reviewer.into_review().decisions().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reviewer<'a> {
    judge: Judge<'a>,
    text: Vec<u8>,
    at: usize,
    replay: Replay,
    error: Option<RecordError>,
    bids: Vec<Standing>,
    /// Everyone's chances now.
    chances: BySeat<f64>,
    review: Review,
}

impl<'a> Reviewer<'a> {
    /// A review of this record that has not begun.
    pub fn new(network: &'a Network, record: impl Into<Vec<u8>>) -> Reviewer<'a> {
        Reviewer {
            judge: Judge::new(network),
            text: record.into(),
            at: 0,
            replay: Replay::new(),
            error: None,
            bids: Vec::new(),
            chances: BySeat::default(),
            review: Review::default(),
        }
    }

    /// How much of the record has been reviewed, from 0 to 1.
    pub fn progress(&self) -> f64 {
        if self.text.is_empty() { 1.0 } else { self.at.min(self.text.len()) as f64 / self.text.len() as f64 }
    }

    /// Reviews the next line; false when there is none, or when the record is wrong there.
    pub fn step(&mut self) -> bool {
        if self.error.is_some() || self.at >= self.text.len() {
            return false;
        }
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let step = self.replay.read_line(&rest[..length]);
        self.at += length + 1;
        match step {
            Ok(Step::Nothing) => {}
            Ok(Step::Seated) => self.sit_down(),
            Ok(Step::Happened { before, event }) => self.happened(&before, &event),
            Err(error) => self.error = Some(error),
        }
        self.error.is_none()
    }

    /// The record as far as it has been read.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Whether the record is good, as far as it has been read.
    ///
    /// # Errors
    ///
    /// What is wrong with it: where that is, the review ends.
    pub fn outcome(&self) -> Result<(), RecordError> {
        match &self.error {
            Some(error) => Err(error.clone()),
            None if self.at >= self.text.len() => self.replay.finish().map(drop),
            None => Ok(()),
        }
    }

    /// What has been reviewed so far.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// What has been reviewed.
    pub fn into_review(self) -> Review {
        self.review
    }

    fn sit_down(&mut self) {
        let Some((names, game)) = self.replay.table() else { return };
        self.review.rules = game.rules().to_string();
        let player = |name: &str| PlayerReview { name: name.to_owned(), ..PlayerReview::default() };
        self.review.players = names.iter().map(|(_, name)| player(name)).collect();
        let game = *game;
        self.begin_tour(&game);
    }

    fn begin_tour(&mut self, game: &Game) {
        self.chances = self.judge.chances(game, &[]);
        let start = self.list(&self.chances);
        let balances = start.iter().map(|&start| Balance { start, end: start, ..Balance::default() });
        let balances = balances.collect();
        self.review.tours.push(TourReview { start, balances, ..TourReview::default() });
    }

    fn happened(&mut self, before: &Game, event: &Event) {
        let Some((_, &after)) = self.replay.table() else { return };
        if before.standing().is_none() {
            self.bids.clear();
        }
        let what = match event {
            Event::TourBegan => return self.begin_tour(&after),
            // A position that is set up is where the tour begins.
            Event::DiceSet(_) | Event::UsedSet(_) | Event::Opened { .. } => {
                self.review.tours.pop();
                return self.begin_tour(&after);
            }
            Event::Drawn(_) => What::Draw,
            Event::Rolled(_) | Event::Rethrown { .. } => What::Roll,
            Event::Left(_) => What::Out,
            Event::Bid { .. }
            | Event::Called { .. }
            | Event::Revealed(_)
            | Event::Declared(_)
            | Event::Passed(_) => What::Decision,
        };
        let decision = decision_of(event).map(|(seat, action)| self.decide(before, event, seat, action));
        if let Event::Bid { seat, bid } = *event {
            self.bids.push(Standing { bid, bidder: seat });
        }
        let bids = if after.standing().is_some() { &self.bids[..] } else { &[] };
        let chances = self.judge.chances(&after, bids);
        self.account(&after, event, what, decision.as_ref(), &chances);
        let moment = Moment {
            line: self.replay.line(),
            round: before.round(),
            what,
            chances: self.list(&chances),
            decision,
        };
        self.chances = chances;
        if let Some(tour) = self.review.tours.last_mut() {
            tour.moments.push(moment);
            tour.winner = after.winner().map(Seat::index);
        }
    }

    fn decide(&mut self, before: &Game, event: &Event, seat: Seat, action: Action) -> Decision {
        let judged = self.judge.judge(&before.seen_by(seat), &self.bids, Some(action));
        let verdict = judged.and_then(|judged| verdict(&judged, action));
        if let (Some(player), Some(verdict)) = (self.review.players.get_mut(seat.index()), &verdict) {
            player.decisions += 1;
            player.cost += verdict.cost;
            player.stake += verdict.stake;
            player.marks.add(verdict.mark);
        }
        self.review.unjudged += u32::from(verdict.is_none());
        let hands = before.hands();
        let question = match event {
            Event::Bid { bid, .. } => Some(*bid),
            _ => before.standing().map(|standing| standing.bid),
        };
        let count = |bid: Bid| Some(hands?.matching(bid.face, before.kind().jokers()));
        Decision {
            seat: seat.index(),
            action,
            hand: hands.map(|hands| hands[seat].to_string()).unwrap_or_default(),
            standing: before.standing().map(|made| StandingBid { bid: made.bid, seat: made.bidder.index() }),
            turned_out: question.and_then(count),
            verdict,
        }
    }

    /// Books every change of a chance under one part of the player's balance.
    fn account(
        &mut self,
        after: &Game,
        event: &Event,
        what: What,
        decision: Option<&Decision>,
        chances: &BySeat<f64>,
    ) {
        let Some(tour) = self.review.tours.last_mut() else { return };
        for seat in after.seats().iter() {
            let Some(balance) = tour.balances.get_mut(seat.index()) else { continue };
            let change = chances[seat] - self.chances[seat];
            let own = decision.filter(|decision| decision.seat == seat.index());
            match (what, own, event) {
                (What::Draw | What::Roll, ..) => balance.dice += change,
                (_, Some(own), _) => {
                    let worth = own.verdict.as_ref().map_or(0.0, |verdict| verdict.after - verdict.before);
                    balance.decisions += worth;
                    balance.hidden += change - worth;
                }
                (_, None, Event::Left(gone)) if *gone == seat => balance.decisions += change,
                _ => balance.others += change,
            }
            balance.end = chances[seat];
        }
    }

    fn list(&self, chances: &BySeat<f64>) -> Vec<f64> {
        chances.values().take(self.review.players.len()).copied().collect()
    }
}

/// Whose decision an event was, and which; nothing if it was none.
pub fn decision_of(event: &Event) -> Option<(Seat, Action)> {
    let call = |call: Call| match call {
        Call::Dudo => Action::Dudo,
        Call::Calza => Action::Calza,
    };
    match *event {
        Event::Bid { seat, bid } => Some((seat, Action::Bid(bid))),
        Event::Revealed(reveal) => Some((reveal.caller, call(reveal.call))),
        Event::Declared(seat) => Some((seat, Action::Maputo)),
        Event::Passed(seat) => Some((seat, Action::Pass)),
        _ => None,
    }
}

/// What a judged action was worth; nothing, if it is none of those that were looked at.
pub fn verdict(judged: &Judgement, action: Action) -> Option<Verdict> {
    let (cost, after) = (judged.cost(action)?, judged.choice(action)?.chance);
    let both = |truth: Truth| [truth.by_dice, truth.by_bids];
    let alternatives = judged.choices.iter().map(|choice| Alternative {
        action: choice.action,
        chance: choice.chance,
        share: choice.share,
        keeps: choice.keeps,
        truth: choice.truth.map(both),
    });
    Some(Verdict {
        before: judged.before,
        after,
        cost,
        stake: judged.stake,
        mark: Mark::of(cost, judged.stake),
        perfect: judged.perfect,
        standing: judged.standing.map(|(_, truth)| both(truth)),
        alternatives: alternatives.collect(),
    })
}
