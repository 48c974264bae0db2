//! What is wrong, in words.

use fluent_bundle::FluentValue;
use perudo_rules::record::{FaultKind, Names, SeatsFault, Statement, SyntaxFault};
use perudo_rules::{
    Axis, Bid, DrawFault, Face, Game, Illegal, LegalActions, NotAnAction, Preset, Refusal, RollFault,
    RulesFault, Seat, SetupFault,
};

use crate::{Words, nearest};

type Values<'a> = Vec<(&'static str, FluentValue<'a>)>;

impl Words {
    /// What is wrong with a statement of a record, as one or more whole sentences.
    pub fn fault(&self, fault: &FaultKind, table: Option<(&Names, &Game)>) -> String {
        match fault {
            FaultKind::Syntax(error) => self.syntax(&error.fault),
            FaultKind::UnknownRules(faults) => {
                let sentences: Vec<String> = faults.iter().map(|fault| self.rules_fault(fault)).collect();
                sentences.join(" ")
            }
            FaultKind::BadSeats(fault) => self.seats_fault(fault),
            FaultKind::Refused { name, refusal } => match table {
                Some((names, game)) => self.refusal(refusal, name.as_deref(), names, game),
                None => refusal.reason.name().to_owned(),
            },
        }
    }

    /// Why the rules refuse something. `name` is the player as written, who may not even be at the table.
    pub fn refusal<D: Copy>(
        &self,
        refusal: &Refusal,
        name: Option<&str>,
        names: &Names,
        game: &Game<D>,
    ) -> String {
        let reason = refusal.reason;
        let name = name.or(refusal.player.map(|seat| &names[seat])).unwrap_or_default();
        let of = |seat: Seat| FluentValue::from(names[seat].to_owned());
        let mut values: Values<'_> = vec![("name", name.to_owned().into())];
        let mut variant = None;
        match reason {
            Illegal::TourOver => values.extend(game.winner().map(|winner| ("winner", of(winner)))),
            Illegal::WrongPhase(phase) => {
                variant = Some(phase.as_str());
                values.extend(refusal.turn.map(|turn| ("turn", of(turn))));
            }
            Illegal::NotYourTurn { turn, .. } => values.push(("turn", of(turn))),
            Illegal::MoreThanDiceInPlay { in_play } => values.push(("dice", self.dice(in_play).into())),
            Illegal::FaceLocked { face } => values.push(("face", face.pips().into())),
            Illegal::AcesTooFew { least } => {
                values.push(("least", self.bid(Bid::new(least, Face::Ace)).into()));
            }
            Illegal::AfterAcesTooFew { least, leave } => {
                variant = Some(leave.spelling());
                values.push(("least", self.dice(least).into()));
            }
            Illegal::FaceAlreadyCalled { called } => values.push(("called", self.bid(called).into())),
            Illegal::BidNotHigher { standing, maputo } => {
                variant = Some(match (maputo, standing.face) {
                    (true, _) => "maputo",
                    (false, Face::Ace) => "aces",
                    (false, _) => "plain",
                });
                values.push(("standing", self.bid(standing).into()));
            }
            Illegal::CalzaWithAllDice => values.push(("dice", self.dice(game.rules().dice).into())),
            Illegal::MaputoOff(maputo) => variant = Some(maputo.spelling()),
            Illegal::MaputoNeedsOneDie { has } => values.push(("dice", self.dice(has).into())),
            Illegal::BadDraw(fault) => {
                let (key, seat) = match fault {
                    DrawFault::Missing(seat) => ("missing", seat),
                    DrawFault::NotInDraw(seat) => ("not-in-draw", seat),
                    DrawFault::Twice(seat) => ("twice", seat),
                };
                variant = Some(key);
                values.push(("seat", of(seat)));
            }
            Illegal::BadRoll(RollFault::Twice(seat)) => {
                variant = Some("twice");
                values.push(("seat", of(seat)));
            }
            Illegal::BadRoll(RollFault::WrongDice { seat, has, rolled }) => {
                variant = Some(match (has, rolled.is_empty()) {
                    (0, _) => "out",
                    (_, true) => "missing",
                    (_, false) => "wrong-dice",
                });
                let rolled = u8::try_from(rolled.len()).unwrap_or(u8::MAX);
                values.push(("seat", of(seat)));
                values.push(("has", self.dice(has).into()));
                values.push(("rolled", self.dice(rolled).into()));
            }
            Illegal::BadSetup(fault) => match fault {
                SetupFault::TooManyDice { seat, most } => {
                    variant = Some("too-many-dice");
                    values.push(("seat", of(seat)));
                    values.push(("most", self.dice(most).into()));
                }
                SetupFault::TooFewWithDice => variant = Some("too-few-with-dice"),
                SetupFault::DrawBegan => variant = Some("draw-began"),
                SetupFault::Twice(seat) => {
                    variant = Some("twice");
                    values.push(("seat", of(seat)));
                }
            },
            Illegal::NoSuchPlayer
            | Illegal::PlayerIsOut
            | Illegal::CountOfZero
            | Illegal::AcesCannotOpen
            | Illegal::NothingToDoubt
            | Illegal::NothingToCalza
            | Illegal::CalzaOff
            | Illegal::CalzaInMaputo
            | Illegal::MaputoInFinal
            | Illegal::MaputoThreeSingles
            | Illegal::MaputoUsed
            | Illegal::TooFewPlayers => {}
        }
        let key = match (reason, variant) {
            (Illegal::TooFewPlayers, _) => "illegal-too-few-players".to_owned(),
            (Illegal::CountOfZero, _) => "illegal-count-of-zero".to_owned(),
            (_, None) => format!("illegal-{}", reason.name()),
            (_, Some(variant)) => format!("illegal-{}-{variant}", reason.name()),
        };
        let sentence = self.say(&key, &values);
        match reason {
            Illegal::NoSuchPlayer => self.suggest(sentence, name, names.iter().map(|(_, name)| name)),
            _ => sentence,
        }
    }

    /// What would have been legal, in record spelling: "3x1, 5x2 or more of the same face, up to 15; dudo".
    pub fn legal(&self, legal: &LegalActions) -> String {
        let least = |face: Face| legal.least(face).map(|count| Bid::new(count, face).to_string());
        let bids: Vec<String> = Face::ALL.into_iter().filter_map(least).collect();
        let bids = (!bids.is_empty()).then(|| {
            self.say("legal-bids", &[("bids", bids.join(", ").into()), ("most", legal.most().into())])
        });
        let others = legal.iter().filter(|action| !matches!(action, perudo_rules::Action::Bid(_)));
        let parts: Vec<String> = bids.into_iter().chain(others.map(|action| action.to_string())).collect();
        parts.join("; ")
    }

    /// What is wrong with a rule set.
    pub fn rules_fault(&self, fault: &RulesFault) -> String {
        let presets = || Preset::ALL.into_iter().map(Preset::name);
        let axes = || Axis::ALL.into_iter().map(Axis::name);
        match fault {
            RulesFault::UnknownPreset(word) => {
                let known: Vec<&str> = presets().collect();
                let values = [("word", word.as_str().into()), ("known", known.join(", ").into())];
                self.suggest(self.say("rules-unknown-preset", &values), word, presets())
            }
            RulesFault::UnknownAxis(word) => {
                let known: Vec<&str> = axes().collect();
                let values = [("word", word.as_str().into()), ("known", known.join(", ").into())];
                self.suggest(self.say("rules-unknown-axis", &values), word, axes())
            }
            RulesFault::NotAnAxis(word) => self.say("rules-not-an-axis", &[("word", word.as_str().into())]),
            RulesFault::BadValue { axis, value } => {
                let sentence = |known: String| {
                    let values = [
                        ("axis", axis.name().into()),
                        ("value", value.as_str().into()),
                        ("known", known.into()),
                    ];
                    self.say("rules-bad-value", &values)
                };
                match axis.range() {
                    Some(range) => sentence(format!("{}–{}", range.start(), range.end())),
                    None => {
                        let known = axis.values();
                        self.suggest(sentence(known.join(", ")), value, known.iter().map(AsRef::as_ref))
                    }
                }
            }
            RulesFault::Repeated(axis) => self.say("rules-repeated", &[("axis", axis.name().into())]),
            RulesFault::CalzaWithOneDie => self.text("rules-calza-with-one-die"),
        }
    }

    fn seats_fault(&self, fault: &SeatsFault) -> String {
        match fault {
            SeatsFault::BadName(name) => self.say("seats-bad-name", &[("name", shortened(name).into())]),
            SeatsFault::Twice(name) => self.say("seats-twice", &[("name", name.as_str().into())]),
            SeatsFault::Table(table) => {
                self.say("seats-table", &[("players", table.players.into()), ("most", table.most.into())])
            }
        }
    }

    fn syntax(&self, fault: &SyntaxFault) -> String {
        let word = |key: &str, word: &str| self.say(key, &[("word", shortened(word).into())]);
        let form = |key: &str, form: &'static str| self.say(key, &[("form", form.into())]);
        match fault {
            SyntaxFault::NotUtf8 => self.text("syntax-not-utf8"),
            SyntaxFault::LineTooLong => self.text("syntax-line-too-long"),
            SyntaxFault::VersionFirst => self.text("syntax-version-first"),
            SyntaxFault::UnknownVersion(version) => word("syntax-unknown-version", version),
            SyntaxFault::RulesNext => self.text("syntax-rules-next"),
            SyntaxFault::SeatsNext => self.text("syntax-seats-next"),
            SyntaxFault::HeadOnly(keyword) => word("syntax-head-only", keyword),
            SyntaxFault::EndsTooSoon => self.text("syntax-ends-too-soon"),
            SyntaxFault::Incomplete(shape) => form("syntax-incomplete", shape),
            SyntaxFault::TooMuch(shape) => form("syntax-too-much", shape),
            SyntaxFault::BadName(name) => {
                self.suggest(word("syntax-bad-name", name), name, Statement::KEYWORDS)
            }
            SyntaxFault::NotAPair(text) => word("syntax-not-a-pair", text),
            SyntaxFault::BadFace(text) => word("syntax-bad-face", text),
            SyntaxFault::BadDice(text) => word("syntax-bad-dice", text),
            SyntaxFault::BadNumber(text) => word("syntax-bad-number", text),
            SyntaxFault::BadAction { word: text, why } => match why {
                NotAnAction::CountOfZero => word("syntax-count-of-zero", text),
                NotAnAction::NoSuchFace => word("syntax-no-such-face", text),
                // A Russian keyboard has a letter that looks the same.
                NotAnAction::Unknown if text.contains(['х', 'Х']) => word("syntax-cyrillic-x", text),
                NotAnAction::Unknown => {
                    let known = ["dudo", "calza", "maputo", "pass", "out"];
                    self.suggest(word("syntax-bad-action", text), text, known)
                }
            },
        }
    }

    fn suggest<'a>(&self, sentence: String, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
        match nearest(word, known) {
            Some(meant) => {
                format!("{sentence} {}", self.say("did-you-mean", &[("word", meant.to_owned().into())]))
            }
            None => sentence,
        }
    }
}

/// A word as it was written, cut where it would flood the screen, and without control characters.
fn shortened(word: &str) -> String {
    const MOST: usize = 40;
    let mut short: String =
        word.chars().take(MOST).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if word.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use perudo_rules::record::{Fault, Replay};
    use perudo_rules::{LeaveAces, Maputo, PhaseName};

    use super::*;
    use crate::Language;

    fn replay(text: &str) -> (Replay, Result<(), Fault>) {
        Replay::read(text.as_bytes())
    }

    const TABLE: &str = "perudo 1\nrules calza\nseats anna boris clara\n";

    /// Every reason that the rules can have.
    fn all_reasons() -> Vec<Illegal> {
        let seat = Seat::FIRST;
        let standing = |count, face| Bid::new(count, face);
        let phases = [PhaseName::Draw, PhaseName::Declaring, PhaseName::Rolling, PhaseName::Bidding];
        let wrong_dice = |has, rolled: &[Face]| {
            Illegal::BadRoll(RollFault::WrongDice { seat, has, rolled: rolled.iter().copied().collect() })
        };
        let mut reasons = vec![
            Illegal::NoSuchPlayer,
            Illegal::PlayerIsOut,
            Illegal::TourOver,
            Illegal::NotYourTurn { turn: seat, clause: perudo_rules::Clause::R11 },
            Illegal::CountOfZero,
            Illegal::MoreThanDiceInPlay { in_play: 15 },
            Illegal::FaceLocked { face: Face::Six },
            Illegal::AcesCannotOpen,
            Illegal::AcesTooFew { least: 3 },
            Illegal::AfterAcesTooFew { least: 5, leave: LeaveAces::DoublePlusOne },
            Illegal::AfterAcesTooFew { least: 4, leave: LeaveAces::Double },
            Illegal::FaceAlreadyCalled { called: Bid::new(6, Face::Three) },
            Illegal::BidNotHigher { standing: standing(3, Face::Four), maputo: false },
            Illegal::BidNotHigher { standing: standing(3, Face::Ace), maputo: false },
            Illegal::BidNotHigher { standing: standing(3, Face::Four), maputo: true },
            Illegal::NothingToDoubt,
            Illegal::NothingToCalza,
            Illegal::CalzaOff,
            Illegal::CalzaInMaputo,
            Illegal::CalzaWithAllDice,
            Illegal::MaputoOff(Maputo::Off),
            Illegal::MaputoOff(Maputo::Auto),
            Illegal::MaputoInFinal,
            Illegal::MaputoThreeSingles,
            Illegal::MaputoNeedsOneDie { has: 4 },
            Illegal::MaputoUsed,
            Illegal::BadDraw(DrawFault::Missing(seat)),
            Illegal::BadDraw(DrawFault::NotInDraw(seat)),
            Illegal::BadDraw(DrawFault::Twice(seat)),
            Illegal::BadRoll(RollFault::Twice(seat)),
            wrong_dice(0, &[Face::Ace]),
            wrong_dice(3, &[]),
            wrong_dice(3, &[Face::Ace]),
            Illegal::BadSetup(SetupFault::TooManyDice { seat, most: 5 }),
            Illegal::BadSetup(SetupFault::TooFewWithDice),
            Illegal::BadSetup(SetupFault::DrawBegan),
            Illegal::BadSetup(SetupFault::Twice(seat)),
            Illegal::TooFewPlayers,
        ];
        reasons.extend(phases.map(Illegal::WrongPhase));
        reasons
    }

    #[test]
    fn every_refusal_is_a_sentence_in_every_language() {
        let (replay, _) = replay(&format!("{TABLE}start anna\nroll anna:11111 boris:22222 clara:33333\n"));
        let (names, game) = replay.table().unwrap();
        for &language in Language::all() {
            let words = Words::new(language);
            for reason in all_reasons() {
                let refusal = Refusal {
                    reason,
                    player: Some(Seat::FIRST),
                    turn: game.turn(),
                    legal: game.legal_actions(),
                };
                let text = words.refusal(&refusal, None, names, game);
                // Nobody has won this game, so only there a name is missing.
                if reason != Illegal::TourOver {
                    assert!(!text.contains(['{', '}']), "{} {reason:?}: {text}", language.code());
                }
                assert!(text.contains(' '), "{} {reason:?}: {text}", language.code());
            }
        }
    }

    #[test]
    fn every_bad_text_is_explained_in_every_language() {
        let play = format!("{TABLE}start anna\nroll anna:11111 boris:22222 clara:33333\n");
        let long = "x".repeat(70_000);
        let texts = [
            "",
            "anna 3x4",
            "perudo 2",
            "perudo",
            "perudo 1 2",
            "perudo 1\nseats a b",
            "perudo 1\nrules",
            "perudo 1\nrules clasic",
            "perudo 1\nrules classic dise=3 dice=3 dice=4 players=1 open-aces=ja loud",
            "perudo 1\nrules calza dice=1",
            "perudo 1\nrules dice=4",
            "perudo 1\nrules calza\ntour",
            "perudo 1\nrules calza\nseats anna",
            "perudo 1\nrules calza\nseats an!na boris",
            "perudo 1\nrules calza\nseats anna anna",
            &long,
            &format!("{TABLE}rules calza"),
            &format!("{TABLE}draw anna:7 boris:1 clara:2"),
            &format!("{TABLE}draw anna"),
            &format!("{TABLE}dice anna:x"),
            &format!("{TABLE}roll anna:17"),
            &format!("{TABLE}start an!na"),
            &format!("{TABLE}start"),
            &format!("{TABLE}start ana"),
            &format!("{TABLE}tour now"),
            &format!("{play}anna 0x4"),
            &format!("{play}anna 3x7"),
            &format!("{play}anna 3х4"),
            &format!("{play}anna dudi"),
            &format!("{play}anna dudo"),
        ];
        for &language in Language::all() {
            let words = Words::new(language);
            for text in texts {
                let (replay, outcome) = replay(text);
                let fault = outcome.expect_err(text);
                let message = words.fault(&fault.kind, replay.table());
                assert!(!message.contains(['{', '}']) && message.contains(' '), "{text}: {message}");
                assert!(message.len() < 1200, "{text}: {message}");
            }
        }
        let words = Words::new(Language::default());
        let (replay, outcome) = Replay::read(b"perudo 1\nrules \xFF");
        assert_eq!(words.fault(&outcome.unwrap_err().kind, replay.table()), "The text is not UTF-8 here.");
    }

    #[test]
    fn what_would_have_been_legal_is_told_shortly() {
        let (replay, _) = replay(&format!(
            "{TABLE}dice anna:2 boris:2 clara:1\nstart anna\nroll anna:11 boris:22 clara:3\nanna 2x4\n"
        ));
        let (_, game) = replay.table().unwrap();
        let legal = Words::new(Language::default()).legal(&game.legal_actions());
        assert_eq!(legal, "1x1, 3x2, 3x3, 3x4, 2x5, 2x6 or more of the same face, up to 5; dudo; calza");
    }
}
