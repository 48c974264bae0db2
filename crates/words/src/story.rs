//! The story of a game.

use perudo_rules::record::Names;
use perudo_rules::{AllHands, Bid, Call, Event, Face, Game, Opening, Phase, Reveal, Seat};

use crate::Words;

impl Words {
    /// The opening of a story: the rules and the players.
    pub fn story_begins(&self, names: &Names, game: &Game) -> Vec<String> {
        vec![
            self.say("story-rules", &[("rules", game.rules().to_string().into())]),
            self.say("story-seats", &[("names", self.names(names, game.seats().iter()).into())]),
        ]
    }

    /// What happened, in whole sentences. `after` is the game after the event.
    pub fn story(&self, names: &Names, before: &Game, event: &Event, after: &Game) -> Vec<String> {
        let who = |seat: Seat| ("name", names[seat].to_owned().into());
        match event {
            Event::DiceSet(_) => {
                vec![self.say("story-dice", &[("dice", self.dice_of_all(names, after).into())])]
            }
            Event::UsedSet(seats) => {
                vec![self.say("story-used", &[("names", self.names(names, seats.iter()).into())])]
            }
            Event::Opened { seat, opening: Opening::Start } => vec![self.say("story-opens", &[who(*seat)])],
            Event::Opened { seat, opening: Opening::Lost } => vec![self.say("story-lost", &[who(*seat)])],
            Event::Drawn(throws) => {
                let throw = |(seat, name): (Seat, &str)| Some(format!("{name} {}", throws[seat]?));
                let throws: Vec<String> = names.iter().filter_map(throw).collect();
                let drawn = self.say("story-draw", &[("throws", throws.join(", ").into())]);
                vec![drawn, self.draw_result(names, after)]
            }
            Event::Declared(seat) => vec![self.say("story-maputo", &[who(*seat)])],
            Event::Passed(seat) => vec![self.say("story-pass", &[who(*seat)])],
            Event::Rolled(hands) => {
                vec![String::new(), self.round_title(names, after), self.cups(names, after, hands)]
            }
            Event::Rethrown { seat, dice } => {
                vec![
                    self.say(
                        "story-rethrow",
                        &[who(*seat), ("dice", spaced(dice[*seat].to_string()).into())],
                    ),
                ]
            }
            Event::Bid { seat, bid } => {
                vec![self.say("story-bid", &[who(*seat), ("bid", self.bid(*bid).into())])]
            }
            Event::Called { seat, call } => vec![self.called(names, *seat, *call)],
            Event::Revealed(reveal) => self.showdown(names, before, reveal, after),
            Event::Left(seat) => {
                let mut story = vec![self.say("story-left", &[who(*seat)])];
                if before.hands().is_some() && after.winner().is_none() {
                    story.push(self.text("story-void"));
                }
                story.extend(self.tour_result(names, after));
                story
            }
            Event::TourBegan => {
                let played: u32 = names.iter().map(|(seat, _)| after.wins(seat)).sum();
                let players = after.with_dice().iter();
                let values = [("number", (played + 1).into()), ("names", self.names(names, players).into())];
                vec![String::new(), self.say("story-tour", &values)]
            }
        }
    }

    /// Where a record leaves the game.
    pub fn story_ends(&self, names: &Names, game: &Game) -> Vec<String> {
        let turn = game.turn().map(|seat| &names[seat]).unwrap_or_default().to_owned();
        match game.phase() {
            Phase::Draw { throwing, .. } => {
                vec![self.say("waits-draw", &[("names", self.names(names, throwing.iter()).into())])]
            }
            Phase::Declaring { .. } => vec![self.say("waits-declaring", &[("name", turn.into())])],
            Phase::Rolling => vec![self.text("waits-rolling")],
            Phase::Bidding { .. } => {
                let legal = self.legal(&game.legal_actions());
                vec![self.say("waits-bidding", &[("name", turn.into()), ("legal", legal.into())])]
            }
            Phase::Showing { .. } => vec![self.text("waits-showing")],
            Phase::Over { .. } => {
                let standing = |(seat, name)| format!("{name} {}", game.wins(seat));
                let standings: Vec<String> = names.iter().map(standing).collect();
                vec![self.say("standings", &[("standings", standings.join(", ").into())])]
            }
        }
    }

    fn draw_result(&self, names: &Names, after: &Game) -> String {
        match (after.phase(), after.opener()) {
            (Phase::Draw { throwing, .. }, _) => {
                self.say("story-draw-again", &[("names", self.names(names, throwing.iter()).into())])
            }
            (_, Some(opener)) => self.say("story-opens", &[("name", names[opener].to_owned().into())]),
            (_, None) => String::new(),
        }
    }

    fn round_title(&self, names: &Names, game: &Game) -> String {
        let opener = game.opener().map(|seat| &names[seat]).unwrap_or_default();
        let values = [
            ("number", game.round().into()),
            ("kind", game.kind().as_str().into()),
            ("name", opener.to_owned().into()),
        ];
        self.say("story-round", &values)
    }

    fn cups(&self, names: &Names, game: &Game, hands: &AllHands) -> String {
        let hand = |seat: Seat| format!("{} {}", &names[seat], hands[seat]);
        let hands: Vec<String> = game.with_dice().iter().map(hand).collect();
        self.say("story-cups", &[("hands", hands.join(" · ").into())])
    }

    fn dice_of_all(&self, names: &Names, game: &Game) -> String {
        let dice = |(seat, name)| format!("{name}: {}", self.dice(game.dice(seat)));
        let dice: Vec<String> = names.iter().map(dice).collect();
        dice.join(", ")
    }

    fn showdown(&self, names: &Names, before: &Game, reveal: &Reveal, after: &Game) -> Vec<String> {
        let name = |seat: Seat| ("name", names[seat].to_owned().into());
        let jokers = match (before.kind().jokers(), reveal.bid.face) {
            (true, Face::Ace) | (false, _) => 0,
            (true, _) => reveal.hands.matching(Face::Ace, true),
        };
        let found = Bid { count: reveal.count, ..reveal.bid };
        let called = self.called(names, reveal.caller, reveal.call);
        let counted = self.counted(found, jokers);
        let mut story = vec![called, self.say("story-count", &[("counted", counted.into())])];
        if let Some(loser) = reveal.loser() {
            let left = after.dice(loser);
            story.push(
                self.say(
                    "story-loses",
                    &[name(loser), ("left", left.into()), ("dice", self.dice(left).into())],
                ),
            );
        }
        if let Some(gainer) = reveal.gainer() {
            story.push(
                self.say("story-gains", &[name(gainer), ("dice", self.dice(after.dice(gainer)).into())]),
            );
        }
        story.extend(self.tour_result(names, after));
        story
    }

    fn called(&self, names: &Names, caller: Seat, call: Call) -> String {
        let called = match call {
            Call::Dudo => "story-dudo",
            Call::Calza => "story-calza",
        };
        self.say(called, &[("name", names[caller].to_owned().into())])
    }

    fn tour_result(&self, names: &Names, after: &Game) -> Option<String> {
        let winner = after.winner()?;
        Some(self.say("story-wins", &[("name", names[winner].to_owned().into())]))
    }
}

/// Dice apart, so that they read as dice: "1 1 3".
fn spaced(dice: String) -> String {
    dice.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use perudo_rules::record::{Replay, Step};
    use perudo_rules::{Command, Hand};

    use super::*;
    use crate::Language;

    // Everything that can happen, in three matches.
    const MATCH: &str = "\
perudo 1
rules calza
seats anna boris clara
draw anna:5 boris:5 clara:2
draw anna:3 boris:6
roll anna:11346 boris:22456 clara:13366
boris 3x4
clara out
roll anna:22222 boris:11111
boris 6x6
anna dudo
roll anna:22222 boris:1111
boris 4x6
anna 5x6
boris calza
anna out
";
    const TOURS: &str = "\
perudo 1
rules classic
seats anna boris clara
dice anna:1 boris:1 clara:0
start anna
roll anna:1 boris:2
anna 1x6
boris dudo
tour
";
    const SETUP: &str = "\
perudo 1
rules calza
seats anna boris clara
dice anna:1 boris:1 clara:2
used clara
lost clara
anna pass
boris maputo
roll anna:2 boris:6 clara:12
clara 1x5
anna dudo
roll anna:2 boris:6 clara:1
clara 1x5
anna calza
roll anna:23 boris:6 clara:1
";

    fn told(text: &str, words: &Words) -> Vec<String> {
        let mut replay = Replay::new();
        let mut story = Vec::new();
        for line in text.lines() {
            let step = replay.read_line(line.as_bytes());
            let Some((names, after)) = replay.table() else { continue };
            match step.unwrap_or_else(|fault| panic!("{line}: {fault:?}")) {
                Step::Nothing => {}
                Step::Seated => story.extend(words.story_begins(names, after)),
                Step::Happened { before, event } => story.extend(words.story(names, &before, &event, after)),
            }
            story.extend(words.story_ends(names, after));
        }
        story
    }

    #[test]
    fn every_event_is_a_sentence_in_every_language() {
        for &language in Language::all() {
            let words = Words::new(language);
            for text in [MATCH, SETUP, TOURS] {
                for sentence in told(text, &words) {
                    assert!(!sentence.contains(['{', '}']), "{}: {sentence}", language.code());
                }
            }
        }
    }

    #[test]
    fn a_call_at_a_sealed_table_and_the_wait_for_its_dice_are_told_too() {
        let (replay, _) = Replay::read(SETUP.as_bytes());
        let (names, before) = replay.table().unwrap();
        let event = Event::Called { seat: Seat::FIRST, call: Call::Dudo };
        let mut after = *before;
        after.apply(&event);
        for &language in Language::all() {
            let words = Words::new(language);
            let told = [words.story(names, before, &event, &after), words.story_ends(names, &after)].concat();
            assert_eq!(told.len(), 2);
            assert!(told.iter().all(|sentence| !sentence.contains(['{', '}'])), "{told:?}");
        }
    }

    #[test]
    fn a_die_thrown_again_is_told_too() {
        let (mut replay, _) = Replay::read(SETUP.as_bytes());
        let (names, before) = replay.table().unwrap();
        let hand = Hand::from_counts([0, 0, 0, 2, 0, 0]);
        let event = before.decide(Command::Rethrow { seat: Seat::FIRST, hand }).unwrap();
        let story = Words::new(Language::default()).story(names, before, &event, before);
        assert_eq!(story, ["anna shows a die that lies askew and throws again: 4 4"]);
        assert!(replay.read_line(b"tour").is_err());
    }
}
