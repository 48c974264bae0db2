//! A record as a timeline: all its positions, one after another.

use perudo_analysis::decision_of;
use perudo_bots::Odds;
use perudo_rules::record::{Names, RecordError, Replay, Step};
use perudo_rules::{AllHands, Bid, Call, Event, Face, Game, Reveal, RoundKind, Seat};
use perudo_words::Words;

/// A text that was read as a record.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParsedRecord {
    /// The game up to its end or up to the first error; `None` if nobody ever sat down.
    pub(crate) timeline: Option<Timeline>,
    /// The first error, if there is one.
    pub(crate) trouble: Option<Trouble>,
}

/// The first error of a record.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    /// The error, with its line.
    pub(crate) fault: RecordError,
    /// The text of that line.
    pub(crate) text: String,
}

/// A game, frame by frame. There is at least one: the players have sat down.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    pub(crate) names: Names,
    first: Frame,
    later: Vec<Frame>,
    pub(crate) rounds: Vec<Round>,
}

/// A position, and the event that led to it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    event: Option<Event>,
    game: Game,
    /// The line of the record that led to it.
    line: usize,
}

/// A round that was rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    /// The frame of its roll.
    pub(crate) from: usize,
    /// The tour of the match, from 1.
    pub(crate) tour: u32,
    /// Its number in the tour, from 1.
    pub(crate) number: u32,
    /// Its kind.
    pub(crate) kind: RoundKind,
}

/// A bid, with its chance as the bidder saw it and its truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JudgedBid {
    /// The frame in which it was made.
    pub(crate) frame: usize,
    /// Who made it.
    pub(crate) seat: Seat,
    /// The bid.
    pub(crate) bid: Bid,
    /// The chance that it was true, for someone who sees only the bidder's dice.
    pub(crate) chance: f64,
    /// How many dice there really were.
    pub(crate) count: u8,
}

impl JudgedBid {
    /// Whether it was true.
    pub(crate) fn is_true(&self) -> bool {
        self.count >= self.bid.count
    }
}

/// What a seat said last in the round, for the bubble beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A bid.
    Bid(Bid),
    /// Dudo or calza.
    Call(Call),
}

impl ParsedRecord {
    /// Reads a record up to the first error.
    pub(crate) fn of(text: &str) -> ParsedRecord {
        let mut reading = ParsedRecord::default();
        let mut replay = Replay::new();
        for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
            match replay.read_line(line.as_bytes()) {
                Ok(step) => reading.take(&replay, step),
                Err(fault) => {
                    let text = line.trim().to_owned();
                    reading.trouble = Some(Trouble { fault, text });
                    return reading;
                }
            }
        }
        reading.trouble = replay.finish().err().map(|fault| Trouble { fault, text: String::new() });
        reading
    }

    fn take(&mut self, replay: &Replay, step: Step) {
        let Some((names, &game)) = replay.table() else { return };
        match (step, &mut self.timeline) {
            (Step::Seated, timeline) => {
                let first = Frame { event: None, game, line: replay.line() };
                *timeline =
                    Some(Timeline { names: names.clone(), first, later: Vec::new(), rounds: Vec::new() });
            }
            (Step::Happened { event, .. }, Some(timeline)) => timeline.push(event, game, replay.line()),
            (Step::Nothing | Step::Happened { .. }, _) => {}
        }
    }
}

impl Timeline {
    fn push(&mut self, event: Event, game: Game, line: usize) {
        self.later.push(Frame { event: Some(event), game, line });
        if matches!(event, Event::Rolled(_)) {
            let won: u32 = game.seats().iter().map(|seat| game.wins(seat)).sum();
            let (number, kind) = (game.round(), game.kind());
            self.rounds.push(Round { from: self.later.len(), tour: won + 1, number, kind });
        }
    }

    /// The number of the last frame; the first is 0.
    pub(crate) fn last(&self) -> usize {
        self.later.len()
    }

    /// A frame; the last one, if there are fewer.
    fn frame(&self, at: usize) -> &Frame {
        let later = at.min(self.later.len()).checked_sub(1);
        later.and_then(|index| self.later.get(index)).unwrap_or(&self.first)
    }

    /// The line of the record that led to a frame.
    pub(crate) fn line(&self, at: usize) -> Option<usize> {
        self.frame(at).event.map(|_| self.frame(at).line)
    }

    /// The frame to which a line of the record led.
    pub(crate) fn at_line(&self, line: usize) -> Option<usize> {
        self.later.binary_search_by_key(&line, |frame| frame.line).ok().map(|index| index + 1)
    }

    /// Whether somebody decided something in that frame.
    pub(crate) fn is_decision(&self, at: usize) -> bool {
        self.frame(at).event.is_some_and(|event| decision_of(&event).is_some())
    }

    /// Whether anybody has decided anything.
    pub(crate) fn has_decisions(&self) -> bool {
        (1..=self.last()).any(|at| self.is_decision(at))
    }

    /// The game in that frame.
    pub(crate) fn game(&self, at: usize) -> &Game {
        &self.frame(at).game
    }

    /// The last position.
    pub(crate) fn end(&self) -> &Game {
        self.game(self.last())
    }

    /// The index of the round that a frame belongs to; `None` before the first roll of a tour.
    pub(crate) fn round_at(&self, at: usize) -> Option<usize> {
        let begun = self.rounds.iter().take_while(|round| round.from <= at).count().checked_sub(1)?;
        let from = self.rounds.get(begun)?.from;
        let anew = (from..=at).any(|frame| matches!(self.frame(frame).event, Some(Event::TourBegan)));
        (!anew).then_some(begun)
    }

    /// The first frame of this round, or of the one before if this is it.
    pub(crate) fn round_back(&self, at: usize) -> usize {
        self.rounds.iter().rev().map(|round| round.from).find(|&from| from < at).unwrap_or(0)
    }

    /// The first frame of the next round; the last frame, if there is none.
    pub(crate) fn round_on(&self, at: usize) -> usize {
        self.rounds.iter().map(|round| round.from).find(|&from| from > at).unwrap_or(self.last())
    }

    /// What happened in that frame, in whole sentences, and what comes after the last one.
    pub(crate) fn story(&self, words: &Words, at: usize) -> Vec<String> {
        let mut story = self.happened(words, at);
        if at >= self.last() {
            story.extend(words.story_ends(&self.names, &self.frame(at).game));
            story.retain(|sentence| !sentence.is_empty());
        }
        story
    }

    /// What happened in that frame, in whole sentences.
    pub(crate) fn happened(&self, words: &Words, at: usize) -> Vec<String> {
        let frame = self.frame(at);
        let mut story = match &frame.event {
            None => words.story_begins(&self.names, &frame.game),
            Some(event) => {
                let before = self.game(at.saturating_sub(1));
                words.story(&self.names, before, event, &frame.game)
            }
        };
        story.retain(|sentence| !sentence.is_empty());
        story
    }

    /// Whether dice fall in that frame.
    pub(crate) fn is_roll(&self, at: usize) -> bool {
        matches!(self.frame(at).event, Some(Event::Rolled(_) | Event::Rethrown { .. }))
    }

    /// How a round ended, in whole sentences: the tour is counted from 0, the round from 1.
    pub(crate) fn round_told(&self, words: &Words, tour: usize, round: u32) -> String {
        let begun = self.rounds.iter().find(|it| it.tour as usize == tour + 1 && it.number == round);
        let reveal = begun.and_then(|it| (it.from..=self.last()).find(|&at| self.reveal(at).is_some()));
        reveal.map(|at| self.happened(words, at).join(" ")).unwrap_or_default()
    }

    /// The dice under all cups, while there are any.
    pub(crate) fn hands(&self, at: usize) -> Option<AllHands> {
        match self.frame(at).event {
            Some(Event::Revealed(reveal)) => Some(reveal.hands),
            _ => self.game(at).hands().copied(),
        }
    }

    /// What each seat threw, if it is a throw of the draw.
    pub(crate) fn drawn(&self, at: usize, seat: Seat) -> Option<Face> {
        match self.frame(at).event {
            Some(Event::Drawn(throws)) => throws[seat],
            _ => None,
        }
    }

    /// The showdown, if it is one.
    pub(crate) fn reveal(&self, at: usize) -> Option<Reveal> {
        match self.frame(at).event {
            Some(Event::Revealed(reveal)) => Some(reveal),
            _ => None,
        }
    }

    /// The kind of the round that is played in that frame.
    pub(crate) fn kind(&self, at: usize) -> RoundKind {
        // After a showdown the game is on its way to the next round.
        let of = if self.reveal(at).is_some() { at.saturating_sub(1) } else { at };
        self.game(of).kind()
    }

    /// Whether a die of that face counts for the bid that is in question.
    pub(crate) fn counts(&self, at: usize, face: Face) -> bool {
        let asked = self.reveal(at).map(|reveal| reveal.bid);
        let asked = asked.or(self.game(at).standing().map(|standing| standing.bid));
        let joker = face == Face::Ace && self.kind(at).jokers();
        asked.is_some_and(|bid| bid.face == face || joker)
    }

    /// The bids of the round so far.
    pub(crate) fn ladder(&self, at: usize) -> Vec<JudgedBid> {
        let mut ladder = Vec::new();
        for frame in (0..=at.min(self.last())).rev() {
            match self.frame(frame).event {
                Some(Event::Bid { seat, bid }) => ladder.extend(self.called(frame, seat, bid)),
                Some(Event::Rethrown { .. }) => {}
                Some(Event::Revealed(_)) if frame == at => {}
                _ => break,
            }
        }
        ladder.reverse();
        ladder
    }

    fn called(&self, frame: usize, seat: Seat, bid: Bid) -> Option<JudgedBid> {
        let game = self.game(frame);
        let (hands, jokers) = (game.hands()?, game.kind().jokers());
        let chance = Odds::new(hands[seat], usize::from(game.in_play()), jokers).at_least(bid);
        Some(JudgedBid { frame, seat, bid, chance, count: hands.matching(bid.face, jokers) })
    }

    /// The chance that the caller was right, for someone who sees only the caller's dice.
    pub(crate) fn chance_of_call(&self, at: usize) -> Option<f64> {
        let reveal = self.reveal(at)?;
        let in_play = reveal.hands.values().map(|hand| hand.len()).sum();
        let odds = Odds::new(reveal.hands[reveal.caller], in_play, self.kind(at).jokers());
        Some(match reveal.call {
            Call::Dudo => 1.0 - odds.at_least(reveal.bid),
            Call::Calza => odds.exactly(reveal.bid),
        })
    }

    /// What a seat said last in the round.
    pub(crate) fn said_by(&self, at: usize, seat: Seat) -> Option<Said> {
        if let Some(reveal) = self.reveal(at)
            && reveal.caller == seat
        {
            return Some(Said::Call(reveal.call));
        }
        self.ladder(at).iter().rev().find(|called| called.seat == seat).map(|called| Said::Bid(called.bid))
    }
}

#[cfg(test)]
mod tests {
    use perudo_words::Language;

    use super::*;
    use crate::pages::review::examples::EVENING;

    fn timeline(text: &str) -> Timeline {
        let reading = ParsedRecord::of(text);
        assert!(reading.trouble.is_none(), "{:?}", reading.trouble);
        reading.timeline.unwrap()
    }

    #[test]
    fn every_statement_that_happens_is_a_frame() {
        let timeline = timeline(EVENING);
        assert_eq!(timeline.last(), 19);
        let kinds: Vec<&str> = timeline.rounds.iter().map(|round| round.kind.as_str()).collect();
        assert_eq!(kinds, ["normal", "maputo", "final", "final"]);
        assert!(timeline.end().winner().is_some());
    }

    #[test]
    fn the_example_of_a_fault_is_read_up_to_it() {
        let text = include_str!("../../../../../examples/too-few-aces.perudo");
        let reading = ParsedRecord::of(text);
        let trouble = reading.trouble.unwrap();
        assert_eq!(trouble.fault.kind.name(), "aces-too-few");
        assert!(text.lines().nth(trouble.fault.line - 1).unwrap().contains(&trouble.text));
        assert!(reading.timeline.unwrap().last() > 0);
    }

    #[test]
    fn a_text_that_is_no_record_has_no_timeline() {
        for text in ["", "hello", "perudo 1\nrules tournament"] {
            let reading = ParsedRecord::of(text);
            assert!(reading.timeline.is_none() && reading.trouble.is_some(), "{text}");
        }
    }

    #[test]
    fn the_ladder_grows_with_the_round_and_begins_anew_with_the_next() {
        let timeline = timeline(EVENING);
        let first = timeline.rounds[0].from;
        let lengths: Vec<usize> = (first..first + 6).map(|at| timeline.ladder(at).len()).collect();
        assert_eq!(lengths, [0, 1, 2, 3, 3, 0], "the roll, three bids, the showdown, the next roll");
    }

    #[test]
    fn a_bid_has_its_chance_for_the_bidder_and_its_truth_for_all() {
        let timeline = timeline(EVENING);
        let bids = timeline.ladder(timeline.rounds[0].from + 3);
        // clara holds 16 and bids two sixes: certain. So are one ace for anna, who holds it.
        assert_eq!((bids[0].chance, bids[0].count, bids[0].is_true()), (1.0, 4, true));
        assert_eq!((bids[1].chance, bids[1].count), (1.0, 2));
        // boris holds 46 and bids three fours: two more of four unknown dice, each with one chance in three.
        let expected = 1.0 - (2f64 / 3.0).powi(4) - 4.0 / 3.0 * (2f64 / 3.0).powi(3);
        assert!((bids[2].chance - expected).abs() < 1e-12);
        assert_eq!((bids[2].count, bids[2].is_true()), (3, true));
    }

    #[test]
    fn in_a_maputo_only_the_face_counts() {
        let timeline = timeline(EVENING);
        let at = timeline.rounds[1].from + 1;
        assert_eq!(timeline.kind(at), RoundKind::Maputo);
        assert!(timeline.counts(at, Face::Five) && !timeline.counts(at, Face::Ace));
        let at = timeline.rounds[0].from + 1;
        assert!(
            timeline.counts(at, Face::Six)
                && timeline.counts(at, Face::Ace)
                && !timeline.counts(at, Face::Two)
        );
    }

    #[test]
    fn a_showdown_still_belongs_to_its_round() {
        let timeline = timeline(EVENING);
        let at = timeline.rounds[1].from + 4;
        assert!(timeline.reveal(at).is_some());
        assert_eq!((timeline.round_at(at), timeline.kind(at)), (Some(1), RoundKind::Maputo));
        assert!(timeline.hands(at).is_some());
        let clara = timeline.names.seat("clara").unwrap();
        assert_eq!(timeline.said_by(at, clara), Some(Said::Call(Call::Dudo)));
        assert!(timeline.chance_of_call(at).is_some_and(|chance| (0.0..=1.0).contains(&chance)));
    }

    #[test]
    fn rounds_are_stepped_through_from_their_beginnings() {
        let timeline = timeline(EVENING);
        let from: Vec<usize> = timeline.rounds.iter().map(|round| round.from).collect();
        assert_eq!(timeline.round_on(0), from[0]);
        assert_eq!(timeline.round_on(from[0]), from[1]);
        assert_eq!(timeline.round_on(from[3]), timeline.last());
        assert_eq!(timeline.round_back(from[1] + 2), from[1]);
        assert_eq!(timeline.round_back(from[1]), from[0]);
        assert_eq!(timeline.round_back(from[0]), 0);
        assert_eq!((timeline.round_at(0), timeline.round_at(timeline.last())), (None, Some(3)));
    }

    #[test]
    fn the_next_tour_is_no_part_of_the_last_round() {
        let text = "perudo 1\nrules classic\nseats anna boris\ndice anna:1 boris:1\nstart anna\n\
                    roll anna:1 boris:2\nanna 1x6\nboris dudo\ntour\ndraw anna:1 boris:2\n\
                    roll anna:11111 boris:22222\n";
        let timeline = timeline(text);
        assert_eq!(timeline.rounds.iter().map(|round| round.tour).collect::<Vec<_>>(), [1, 2]);
        let tour = timeline.rounds[0].from + 3;
        assert_eq!(
            (timeline.round_at(tour - 1), timeline.round_at(tour), timeline.round_at(tour + 1)),
            (Some(0), None, None)
        );
    }

    #[test]
    fn every_frame_has_something_to_say_in_every_language() {
        let timeline = timeline(EVENING);
        for &language in Language::all() {
            let words = Words::new(language);
            for at in 0..=timeline.last() {
                let story = timeline.story(&words, at);
                assert!(!story.is_empty() && story.iter().all(|sentence| !sentence.is_empty()));
            }
        }
    }

    #[test]
    fn every_frame_knows_its_line_and_every_line_its_frame() {
        let timeline = timeline(EVENING);
        assert_eq!(timeline.line(0), None);
        for at in 1..=timeline.last() {
            assert_eq!(timeline.line(at).and_then(|line| timeline.at_line(line)), Some(at));
        }
        assert_eq!(timeline.at_line(1), None);
        let decisions = (0..=timeline.last()).filter(|&at| timeline.is_decision(at)).count();
        assert_eq!(decisions, 13);
    }

    #[test]
    fn frames_beyond_the_end_are_the_last() {
        let timeline = timeline(EVENING);
        assert_eq!(timeline.game(timeline.last() + 100), timeline.end());
    }
}
