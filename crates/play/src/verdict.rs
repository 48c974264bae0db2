//! A showdown in words: what was counted, who was right, and what it costs.

use perudo_rules::{Bid, Face, Hand, PhaseName};
use perudo_words::Words;

use super::player_event::{PlayerEvent, name_at};
use super::shown::Showdown;

/// What a showdown means for the one who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The die is won, or someone else lost it to you.
    Good,
    /// The die is yours.
    Bad,
    /// It is between others.
    Neutral,
}

impl Meaning {
    /// Its name, in styles.
    pub const fn name(self) -> &'static str {
        match self {
            Meaning::Good => "good",
            Meaning::Bad => "bad",
            Meaning::Neutral => "neutral",
        }
    }
}

impl Showdown {
    /// What it means for whoever sits in a chair; for nobody in particular it means nothing.
    pub fn meaning(&self, you: Option<u8>) -> Meaning {
        let Some(you) = you else { return Meaning::Neutral };
        if self.loser == Some(you) {
            Meaning::Bad
        } else if self.gainer == Some(you) || self.winner == Some(you) || self.has_part(you) {
            Meaning::Good
        } else {
            Meaning::Neutral
        }
    }

    /// Whether it is lost to that chair, should it be lost by another: who calls calza plays against nobody.
    fn has_part(&self, chair: u8) -> bool {
        !self.calza && (self.chair == chair || self.bidder == chair)
    }

    /// What the story says of it: the call, and the verdict.
    pub(crate) fn story(&self, you: Option<u8>, words: &Words) -> String {
        let verdict = self.verdict(you, words);
        self.call(you, words).into_iter().chain([verdict]).collect::<Vec<_>>().join(" ")
    }

    /// What the log says of it: the call, all dice, what they come to, and who pays for it.
    pub(crate) fn log(&self, you: Option<u8>, words: &Words) -> String {
        let hand = |(chair, hand): (usize, &Hand)| format!("{} {hand}", name_at(&self.before, chair as u8));
        let shown = self.hands.iter().enumerate().filter(|(_, hand)| !hand.is_empty()).map(hand);
        let shown = shown.collect::<Vec<_>>().join(" · ");
        let cups = format!("{}.", words.say("story-cups", &[("hands", shown.into())]));
        let count = words.say("story-count", &[("counted", self.counted(words).into())]);
        let mut sentences: Vec<String> = self.call(you, words).into_iter().chain([cups, count]).collect();
        sentences.extend(self.cost(you, words));
        sentences.extend(self.victory(you, words));
        sentences.join(" ")
    }

    /// Why it ends as it does, and how: “There are six fours, two of them jokers: the bid was true, and you doubted it.
    /// You lose a die and have two dice left.”
    pub fn verdict(&self, you: Option<u8>, words: &Words) -> String {
        let mut sentences = vec![self.reason(you, words)];
        let cost = self.cost(you, words);
        if cost.is_empty() {
            sentences.push(words.text("web-nothing-lost"));
        }
        sentences.extend(cost);
        sentences.extend(self.victory(you, words));
        sentences.join(" ")
    }

    /// The call, unless it was told before: at a sealed table everyone shows their dice after it.
    fn call(&self, you: Option<u8>, words: &Words) -> Option<String> {
        let told = self.before.now.phase == Some(PhaseName::Showing);
        (!told).then(|| PlayerEvent::called(self.calza).sentence(&self.before, self.chair, you, words))
    }

    fn cost(&self, you: Option<u8>, words: &Words) -> Vec<String> {
        let happened = [(self.loser, PlayerEvent::Loses), (self.gainer, PlayerEvent::Gains)];
        let say = |(chair, event): (Option<u8>, PlayerEvent)| {
            Some(event.sentence(&self.before, chair?, you, words))
        };
        happened.into_iter().filter_map(say).collect()
    }

    fn victory(&self, you: Option<u8>, words: &Words) -> Option<String> {
        self.winner.map(|winner| PlayerEvent::Wins.sentence(&self.before, winner, you, words))
    }

    /// What the dice come to: “six fours, two of them jokers”.
    fn counted(&self, words: &Words) -> String {
        let aces: u8 = self.hands.iter().map(|hand| hand.counts()[Face::Ace.index()]).sum();
        let jokers = if self.jokers && self.bid.face != Face::Ace { aces } else { 0 };
        words.counted(Bid { count: self.count, ..self.bid }, jokers)
    }

    fn reason(&self, you: Option<u8>, words: &Words) -> String {
        let key = match (self.calza, self.bid_was_good()) {
            (false, true) => "web-verdict-true",
            (false, false) => "web-verdict-false",
            (true, true) => "web-verdict-exact",
            (true, false) => "web-verdict-not-exact",
        };
        let part = match you {
            Some(you) if you == self.chair => "caller",
            Some(you) if you == self.bidder => "bidder",
            _ => "none",
        };
        let values = [
            ("counted", self.counted(words).into()),
            ("bid", words.bid(self.bid).into()),
            ("you", part.into()),
            ("caller", name_at(&self.before, self.chair).into()),
            ("bidder", name_at(&self.before, self.bidder).into()),
        ];
        words.say(key, &values)
    }
}

#[cfg(test)]
mod tests {
    use perudo_words::Language;

    use super::*;

    /// A showdown between people who have so many dice before it.
    fn showdown<const N: usize>(names: &[&str; N], dice: [u8; N]) -> Showdown {
        let chair = |name: &&str| serde_json::json!({"name": name, "wins": 0});
        let before = serde_json::json!({
            "table": "kitchen", "settings": {}, "stage": "playing", "tours_played": 0,
            "chairs": names.iter().map(chair).collect::<Vec<_>>(),
            "people": [], "host": null, "chat_on": true, "chat": [],
            "server_tip": "00".repeat(32), "server_from": 0, "throws": 2,
            "now": {"stage": "playing", "dice": dice.to_vec()},
        });
        Showdown {
            chair: 1,
            calza: false,
            bid: Bid::new(1, Face::Six),
            bidder: 0,
            hands: vec![Hand::EMPTY; N],
            count: 0,
            loser: None,
            gainer: None,
            winner: None,
            jokers: true,
            before: serde_json::from_value(before).unwrap(),
        }
    }

    const ANNA: u8 = 0;
    const BORIS: u8 = 1;
    const CLARA: u8 = 2;

    /// Anna bids so many fours, Boris calls; there are `count`, two of them jokers if there are as many.
    fn fours(bid: u8, calza: bool, count: u8) -> Showdown {
        let mut showdown = showdown(&["Anna", "Boris", "Clara"], [3, 1, 2]);
        let jokers = count.min(2);
        showdown.hands[2] = Hand::from_counts([jokers, 0, 0, count - jokers, 0, 0]);
        (showdown.chair, showdown.bidder, showdown.calza) = (BORIS, ANNA, calza);
        (showdown.bid, showdown.count) = (Bid::new(bid, Face::Four), count);
        let right = showdown.bid_was_good();
        (showdown.loser, showdown.gainer) = match (calza, right) {
            (false, true) | (true, false) => (Some(BORIS), None),
            (false, false) => (Some(ANNA), None),
            (true, true) => (None, Some(BORIS)),
        };
        showdown
    }

    #[test]
    fn the_verdict_says_why_and_what_it_costs_and_means() {
        use Meaning::{Bad, Good, Neutral};
        let cases = [
            (
                "en",
                fours(5, false, 6),
                Some(BORIS),
                Bad,
                "There are six fours, two of them jokers: the bid was true, and you doubted it. You lose a die and are out.",
            ),
            (
                "en",
                fours(5, false, 6),
                Some(ANNA),
                Good,
                "There are six fours, two of them jokers: your bid was true, and Boris doubted it. Boris loses a die and is out.",
            ),
            (
                "en",
                fours(5, false, 6),
                Some(CLARA),
                Neutral,
                "There are six fours, two of them jokers: the bid was true, and Boris doubted it. Boris loses a die and is out.",
            ),
            (
                "en",
                fours(5, false, 0),
                Some(ANNA),
                Bad,
                "There are no fours: your bid was too high. You lose a die and have two dice left.",
            ),
            (
                "en",
                fours(5, false, 3),
                Some(BORIS),
                Good,
                "There are three fours, two of them jokers: you were right, the bid was too high. Anna loses a die and has two dice left.",
            ),
            (
                "en",
                fours(5, false, 3),
                None,
                Neutral,
                "There are three fours, two of them jokers: Anna bid too high. Anna loses a die and has two dice left.",
            ),
            (
                "en",
                fours(3, true, 3),
                Some(BORIS),
                Good,
                "There are three fours, two of them jokers: exactly as many as were bid. You take a die back and have two dice now.",
            ),
            (
                "en",
                fours(3, true, 4),
                Some(ANNA),
                Neutral,
                "There are four fours, two of them jokers, and the bid was three fours: the calza fails. Boris loses a die and is out.",
            ),
            (
                "ru",
                fours(5, false, 6),
                Some(BORIS),
                Bad,
                "На столе шесть четвёрок, из них два джокера: ставка верна, а вы не поверили. Вы теряете кость и выбываете.",
            ),
            (
                "ru",
                fours(5, false, 6),
                Some(ANNA),
                Good,
                "На столе шесть четвёрок, из них два джокера: ваша ставка верна, а Boris не верит. Boris теряет кость и выбывает.",
            ),
            (
                "ru",
                fours(5, false, 1),
                Some(BORIS),
                Good,
                "На столе одна четвёрка, и та джокер: вы не поверили — и правы. Anna теряет кость, остаются две кости.",
            ),
            (
                "ru",
                fours(5, false, 3),
                Some(ANNA),
                Bad,
                "На столе три четвёрки, из них два джокера: ваша ставка слишком высока. Вы теряете кость, остаются две кости.",
            ),
            (
                "ru",
                fours(3, true, 3),
                Some(CLARA),
                Neutral,
                "На столе три четвёрки, из них два джокера: ровно столько, сколько в ставке. Boris возвращает себе кость, теперь две кости.",
            ),
            (
                "ru",
                fours(3, true, 4),
                Some(BORIS),
                Bad,
                "На столе четыре четвёрки, из них два джокера, а в ставке три четвёрки: кальза не удалась. Вы теряете кость и выбываете.",
            ),
        ];
        for (code, showdown, you, meaning, expected) in cases {
            let words = Words::new(Language::named(code).unwrap());
            assert_eq!(showdown.verdict(you, &words), expected);
            assert_eq!(showdown.meaning(you), meaning, "{expected}");
        }
    }

    #[test]
    fn aces_are_no_jokers_where_only_aces_count_or_nothing_is_wild() {
        let words = Words::new(Language::named("en").unwrap());
        let mut aces = fours(1, false, 2);
        aces.bid = Bid::new(1, Face::Ace);
        assert!(aces.verdict(None, &words).starts_with("There are two aces: the bid was true"));
        let mut maputo = fours(5, false, 4);
        (maputo.jokers, maputo.count) = (false, 2);
        assert!(maputo.verdict(None, &words).starts_with("There are two fours: Anna bid too high."));
    }

    #[test]
    fn the_last_die_wins_the_game_for_another() {
        let words = Words::new(Language::named("en").unwrap());
        let mut showdown = fours(5, false, 6);
        showdown.winner = Some(ANNA);
        assert!(showdown.verdict(Some(ANNA), &words).ends_with("Boris loses a die and is out. You won!"));
        assert!(
            showdown
                .verdict(Some(BORIS), &words)
                .ends_with("You lose a die and are out. Anna wins the game.")
        );
    }
}
