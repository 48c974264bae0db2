//! What is wrong, in words.

use fluent_bundle::FluentValue;
use perudo_rules::record::{Names, RecordErrorKind, SeatsError, Statement, SyntaxErrorKind};
use perudo_rules::{
    Axis, Bid, DrawError, Face, Game, IllegalError, LegalActions, ParseActionError, Preset, RefusalError,
    RollError, RulesError, Seat, SetupError,
};

use crate::{Words, nearest};

type Values<'a> = Vec<(&'static str, FluentValue<'a>)>;

impl Words {
    /// What is wrong with a statement of a record, as one or more whole sentences.
    pub fn record_error(&self, error: &RecordErrorKind, table: Option<(&Names, &Game)>) -> String {
        match error {
            RecordErrorKind::Syntax(error) => self.syntax(&error.kind),
            RecordErrorKind::UnknownRules(errors) => {
                let sentences: Vec<String> = errors.iter().map(|error| self.rules_error(error)).collect();
                sentences.join(" ")
            }
            RecordErrorKind::BadSeats(error) => self.seats_error(error),
            RecordErrorKind::Refused { name, refusal } => match table {
                Some((names, game)) => self.refusal(refusal, name.as_deref(), names, game),
                None => refusal.reason.name().to_owned(),
            },
        }
    }

    /// Why the rules refuse something. `name` is the player as written, who may not even be at the table.
    pub fn refusal<D: Copy>(
        &self,
        refusal: &RefusalError,
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
            IllegalError::TourOver => values.extend(game.winner().map(|winner| ("winner", of(winner)))),
            IllegalError::WrongPhase(phase) => {
                variant = Some(phase.as_str());
                values.extend(refusal.turn.map(|turn| ("turn", of(turn))));
            }
            IllegalError::NotYourTurn { turn, .. } => values.push(("turn", of(turn))),
            IllegalError::MoreThanDiceInPlay { in_play } => values.push(("dice", self.dice(in_play).into())),
            IllegalError::FaceLocked { face } => values.push(("face", face.pips().into())),
            IllegalError::AcesTooFew { least } => {
                values.push(("least", self.bid(Bid::new(least, Face::Ace)).into()));
            }
            IllegalError::AfterAcesTooFew { least, leave } => {
                variant = Some(leave.spelling());
                values.push(("least", self.dice(least).into()));
            }
            IllegalError::FaceAlreadyCalled { called } => values.push(("called", self.bid(called).into())),
            IllegalError::BidNotHigher { standing, maputo } => {
                variant = Some(match (maputo, standing.face) {
                    (true, _) => "maputo",
                    (false, Face::Ace) => "aces",
                    (false, _) => "plain",
                });
                values.push(("standing", self.bid(standing).into()));
            }
            IllegalError::CalzaWithAllDice => values.push(("dice", self.dice(game.rules().dice).into())),
            IllegalError::MaputoOff(maputo) => variant = Some(maputo.spelling()),
            IllegalError::MaputoNeedsOneDie { has } => values.push(("dice", self.dice(has).into())),
            IllegalError::BadDraw(error) => {
                let (key, seat) = match error {
                    DrawError::Missing(seat) => ("missing", seat),
                    DrawError::NotInDraw(seat) => ("not-in-draw", seat),
                    DrawError::Twice(seat) => ("twice", seat),
                };
                variant = Some(key);
                values.push(("seat", of(seat)));
            }
            IllegalError::BadRoll(RollError::Twice(seat)) => {
                variant = Some("twice");
                values.push(("seat", of(seat)));
            }
            IllegalError::BadRoll(RollError::WrongDice { seat, has, rolled }) => {
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
            IllegalError::BadSetup(error) => match error {
                SetupError::TooManyDice { seat, most } => {
                    variant = Some("too-many-dice");
                    values.push(("seat", of(seat)));
                    values.push(("most", self.dice(most).into()));
                }
                SetupError::TooFewWithDice => variant = Some("too-few-with-dice"),
                SetupError::DrawBegan => variant = Some("draw-began"),
                SetupError::Twice(seat) => {
                    variant = Some("twice");
                    values.push(("seat", of(seat)));
                }
            },
            IllegalError::NoSuchPlayer
            | IllegalError::PlayerIsOut
            | IllegalError::CountOfZero
            | IllegalError::AcesCannotOpen
            | IllegalError::NothingToDoubt
            | IllegalError::NothingToCalza
            | IllegalError::CalzaOff
            | IllegalError::CalzaInMaputo
            | IllegalError::MaputoInFinal
            | IllegalError::MaputoThreeSingles
            | IllegalError::MaputoUsed
            | IllegalError::TooFewPlayers => {}
        }
        let key = match (reason, variant) {
            (IllegalError::TooFewPlayers, _) => "illegal-too-few-players".to_owned(),
            (IllegalError::CountOfZero, _) => "illegal-count-of-zero".to_owned(),
            (_, None) => format!("illegal-{}", reason.name()),
            (_, Some(variant)) => format!("illegal-{}-{variant}", reason.name()),
        };
        let sentence = self.say(&key, &values);
        match reason {
            IllegalError::NoSuchPlayer => self.suggest(sentence, name, names.iter().map(|(_, name)| name)),
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
    pub fn rules_error(&self, error: &RulesError) -> String {
        let presets = || Preset::ALL.into_iter().map(Preset::name);
        let axes = || Axis::ALL.into_iter().map(Axis::name);
        match error {
            RulesError::UnknownPreset(word) => {
                let known: Vec<&str> = presets().collect();
                let values = [("word", word.as_str().into()), ("known", known.join(", ").into())];
                self.suggest(self.say("rules-unknown-preset", &values), word, presets())
            }
            RulesError::UnknownAxis(word) => {
                let known: Vec<&str> = axes().collect();
                let values = [("word", word.as_str().into()), ("known", known.join(", ").into())];
                self.suggest(self.say("rules-unknown-axis", &values), word, axes())
            }
            RulesError::NotAnAxis(word) => self.say("rules-not-an-axis", &[("word", word.as_str().into())]),
            RulesError::BadValue { axis, value } => {
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
            RulesError::Repeated(axis) => self.say("rules-repeated", &[("axis", axis.name().into())]),
            RulesError::CalzaWithOneDie => self.text("rules-calza-with-one-die"),
        }
    }

    fn seats_error(&self, error: &SeatsError) -> String {
        match error {
            SeatsError::BadName(name) => self.say("seats-bad-name", &[("name", shortened(name).into())]),
            SeatsError::Twice(name) => self.say("seats-twice", &[("name", name.as_str().into())]),
            SeatsError::Table(table) => {
                self.say("seats-table", &[("players", table.players.into()), ("most", table.most.into())])
            }
        }
    }

    fn syntax(&self, error: &SyntaxErrorKind) -> String {
        let word = |key: &str, word: &str| self.say(key, &[("word", shortened(word).into())]);
        let form = |key: &str, form: &'static str| self.say(key, &[("form", form.into())]);
        match error {
            SyntaxErrorKind::NotUtf8 => self.text("syntax-not-utf8"),
            SyntaxErrorKind::LineTooLong => self.text("syntax-line-too-long"),
            SyntaxErrorKind::VersionFirst => self.text("syntax-version-first"),
            SyntaxErrorKind::UnknownVersion(version) => word("syntax-unknown-version", version),
            SyntaxErrorKind::RulesNext => self.text("syntax-rules-next"),
            SyntaxErrorKind::SeatsNext => self.text("syntax-seats-next"),
            SyntaxErrorKind::HeadOnly(keyword) => word("syntax-head-only", keyword),
            SyntaxErrorKind::EndsTooSoon => self.text("syntax-ends-too-soon"),
            SyntaxErrorKind::Incomplete(shape) => form("syntax-incomplete", shape),
            SyntaxErrorKind::TooMuch(shape) => form("syntax-too-much", shape),
            SyntaxErrorKind::BadName(name) => {
                self.suggest(word("syntax-bad-name", name), name, Statement::KEYWORDS)
            }
            SyntaxErrorKind::NotAPair(text) => word("syntax-not-a-pair", text),
            SyntaxErrorKind::BadFace(text) => word("syntax-bad-face", text),
            SyntaxErrorKind::BadDice(text) => word("syntax-bad-dice", text),
            SyntaxErrorKind::BadNumber(text) => word("syntax-bad-number", text),
            SyntaxErrorKind::BadAction { word: text, why } => match why {
                ParseActionError::CountOfZero => word("syntax-count-of-zero", text),
                ParseActionError::NoSuchFace => word("syntax-no-such-face", text),
                // A Russian keyboard has a letter that looks the same.
                ParseActionError::Unknown if text.contains(['х', 'Х']) => word("syntax-cyrillic-x", text),
                ParseActionError::Unknown => {
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
    use perudo_rules::record::{RecordError, Replay};
    use perudo_rules::{LeaveAces, Maputo, PhaseName};

    use super::*;
    use crate::Language;

    fn replay(text: &str) -> (Replay, Result<(), RecordError>) {
        Replay::read(text.as_bytes())
    }

    const TABLE: &str = "perudo 1\nrules calza\nseats anna boris clara\n";

    /// Every reason that the rules can have.
    fn all_reasons() -> Vec<IllegalError> {
        let seat = Seat::FIRST;
        let standing = |count, face| Bid::new(count, face);
        let phases = [
            PhaseName::Draw,
            PhaseName::Declaring,
            PhaseName::Rolling,
            PhaseName::Bidding,
            PhaseName::Showing,
        ];
        let wrong_dice = |has, rolled: &[Face]| {
            IllegalError::BadRoll(RollError::WrongDice {
                seat,
                has,
                rolled: rolled.iter().copied().collect(),
            })
        };
        let mut reasons = vec![
            IllegalError::NoSuchPlayer,
            IllegalError::PlayerIsOut,
            IllegalError::TourOver,
            IllegalError::NotYourTurn { turn: seat, clause: perudo_rules::Clause::R11 },
            IllegalError::CountOfZero,
            IllegalError::MoreThanDiceInPlay { in_play: 15 },
            IllegalError::FaceLocked { face: Face::Six },
            IllegalError::AcesCannotOpen,
            IllegalError::AcesTooFew { least: 3 },
            IllegalError::AfterAcesTooFew { least: 5, leave: LeaveAces::DoublePlusOne },
            IllegalError::AfterAcesTooFew { least: 4, leave: LeaveAces::Double },
            IllegalError::FaceAlreadyCalled { called: Bid::new(6, Face::Three) },
            IllegalError::BidNotHigher { standing: standing(3, Face::Four), maputo: false },
            IllegalError::BidNotHigher { standing: standing(3, Face::Ace), maputo: false },
            IllegalError::BidNotHigher { standing: standing(3, Face::Four), maputo: true },
            IllegalError::NothingToDoubt,
            IllegalError::NothingToCalza,
            IllegalError::CalzaOff,
            IllegalError::CalzaInMaputo,
            IllegalError::CalzaWithAllDice,
            IllegalError::MaputoOff(Maputo::Off),
            IllegalError::MaputoOff(Maputo::Auto),
            IllegalError::MaputoInFinal,
            IllegalError::MaputoThreeSingles,
            IllegalError::MaputoNeedsOneDie { has: 4 },
            IllegalError::MaputoUsed,
            IllegalError::BadDraw(DrawError::Missing(seat)),
            IllegalError::BadDraw(DrawError::NotInDraw(seat)),
            IllegalError::BadDraw(DrawError::Twice(seat)),
            IllegalError::BadRoll(RollError::Twice(seat)),
            wrong_dice(0, &[Face::Ace]),
            wrong_dice(3, &[]),
            wrong_dice(3, &[Face::Ace]),
            IllegalError::BadSetup(SetupError::TooManyDice { seat, most: 5 }),
            IllegalError::BadSetup(SetupError::TooFewWithDice),
            IllegalError::BadSetup(SetupError::DrawBegan),
            IllegalError::BadSetup(SetupError::Twice(seat)),
            IllegalError::TooFewPlayers,
        ];
        reasons.extend(phases.map(IllegalError::WrongPhase));
        reasons
    }

    #[test]
    fn every_refusal_is_a_sentence_in_every_language() {
        let (replay, _) = replay(&format!("{TABLE}start anna\nroll anna:11111 boris:22222 clara:33333\n"));
        let (names, game) = replay.table().unwrap();
        for &language in Language::all() {
            let words = Words::new(language);
            for reason in all_reasons() {
                let refusal = RefusalError {
                    reason,
                    player: Some(Seat::FIRST),
                    turn: game.turn(),
                    legal: game.legal_actions(),
                };
                let text = words.refusal(&refusal, None, names, game);
                // Nobody has won this game, so only there a name is missing.
                if reason != IllegalError::TourOver {
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
                let error = outcome.expect_err(text);
                let message = words.record_error(&error.kind, replay.table());
                assert!(!message.contains(['{', '}']) && message.contains(' '), "{text}: {message}");
                assert!(message.len() < 1200, "{text}: {message}");
            }
        }
        let words = Words::new(Language::default());
        let (replay, outcome) = Replay::read(b"perudo 1\nrules \xFF");
        assert_eq!(
            words.record_error(&outcome.unwrap_err().kind, replay.table()),
            "The text is not UTF-8 here."
        );
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
