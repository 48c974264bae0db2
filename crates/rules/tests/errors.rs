//! Every error says in one English sentence what is wrong.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::error::Error;

use perudo_rules::record::{Names, Record};
use perudo_rules::{
    Action, Bid, Clause, Command, DrawError, Face, Game, Hand, IllegalError, LeaveAces, Maputo, Opening,
    PhaseName, Preset, RollError, Rules, Seat, SetupError,
};

#[test]
fn every_reason_for_a_refusal_is_a_sentence() {
    let seat = Seat::new(2).unwrap();
    let rolled = Hand::from_counts([1, 0, 0, 0, 0, 1]);
    let not_higher = |maputo| IllegalError::BidNotHigher { standing: Bid::new(3, Face::Four), maputo };
    let cases = [
        (IllegalError::NoSuchPlayer, "nobody sits there"),
        (IllegalError::PlayerIsOut, "the player has no dice left or has left the match"),
        (IllegalError::TourOver, "the tour is over"),
        (IllegalError::WrongPhase(PhaseName::Rolling), "not possible in the phase `rolling`"),
        (IllegalError::NotYourTurn { turn: seat, clause: Clause::R4 }, "it is the turn of seat 2"),
        (IllegalError::CountOfZero, "a bid names at least one die"),
        (IllegalError::MoreThanDiceInPlay { in_play: 7 }, "only 7 dice are in play"),
        (IllegalError::FaceLocked { face: Face::Six }, "the face of this maputo round is 6"),
        (IllegalError::AcesCannotOpen, "a round cannot be opened on aces"),
        (IllegalError::AcesTooFew { least: 3 }, "going to aces takes at least 3"),
        (
            IllegalError::AfterAcesTooFew { least: 5, leave: LeaveAces::DoublePlusOne },
            "leaving aces takes at least 5",
        ),
        (
            IllegalError::FaceAlreadyCalled { called: Bid::new(6, Face::Three) },
            "6x3 was called, so this count takes a higher face",
        ),
        (not_higher(false), "the bid does not raise 3x4"),
        (not_higher(true), "the bid does not raise 3x4"),
        (IllegalError::NothingToDoubt, "there is no bid to doubt"),
        (IllegalError::NothingToCalza, "there is no bid to call calza on"),
        (IllegalError::CalzaOff, "these rules have no calza"),
        (IllegalError::CalzaInMaputo, "there is no calza in a maputo round"),
        (IllegalError::CalzaWithAllDice, "a player who has all dice cannot call calza"),
        (IllegalError::MaputoOff(Maputo::Off), "these rules have no maputo"),
        (IllegalError::MaputoOff(Maputo::Auto), "under these rules nobody declares maputo"),
        (IllegalError::MaputoInFinal, "there is no maputo with two players left"),
        (
            IllegalError::MaputoThreeSingles,
            "there is no maputo with three players left who have one die each",
        ),
        (
            IllegalError::MaputoNeedsOneDie { has: 2 },
            "declaring maputo takes exactly one die, and the player has 2",
        ),
        (IllegalError::MaputoUsed, "the player has had a maputo in this tour"),
        (IllegalError::BadDraw(DrawError::Missing(seat)), "bad draw: seat 2 must throw and does not"),
        (IllegalError::BadDraw(DrawError::NotInDraw(seat)), "bad draw: seat 2 throws and is not in the draw"),
        (IllegalError::BadDraw(DrawError::Twice(seat)), "bad draw: seat 2 throws twice"),
        (
            IllegalError::BadRoll(RollError::WrongDice { seat, has: 3, rolled }),
            "bad roll: seat 2 has 3 dice and rolls 2",
        ),
        (IllegalError::BadRoll(RollError::Twice(seat)), "bad roll: seat 2 rolls twice"),
        (
            IllegalError::BadSetup(SetupError::TooManyDice { seat, most: 5 }),
            "bad set-up: seat 2 has more than the 5 dice that the rules give",
        ),
        (IllegalError::BadSetup(SetupError::TooFewWithDice), "bad set-up: fewer than two players have dice"),
        (IllegalError::BadSetup(SetupError::DrawBegan), "bad set-up: the draw has begun"),
        (IllegalError::BadSetup(SetupError::Twice(seat)), "bad set-up: seat 2 is named twice"),
        (IllegalError::TooFewPlayers, "a tour takes at least two players"),
    ];
    for (reason, sentence) in cases {
        assert_eq!(reason.to_string(), sentence);
    }
}

#[test]
fn every_error_in_a_text_says_where_it_is_and_what_is_wrong() {
    const TABLE: &str = "perudo 1\nrules calza\nseats anna boris\n";
    let play = format!("{TABLE}start anna\nroll anna:11111 boris:22222\n");
    let long = format!("{} #", "x".repeat(70_000));
    let cases = [
        ("", "line 1: column 1: the record ends before its `seats`"),
        ("perudo 1", "line 1: column 1: the record ends before its `seats`"),
        ("anna 3x4", "line 1: column 1: a record begins with `perudo 1`"),
        ("perudo 2", "line 1: column 8: unknown format version \"2\""),
        ("perudo", "line 1: column 1: incomplete; the form is `perudo 1`"),
        ("perudo 1 2", "line 1: column 10: too many words; the form is `perudo 1`"),
        ("perudo 1\nseats a b", "line 2: column 1: `rules` must come next"),
        ("perudo 1\nrules clasic", "line 2: no preset is called \"clasic\""),
        (
            "perudo 1\nrules classic dise=3 dice=3 dice=4 players=1 loud",
            "line 2: no axis is called \"dise\"; the axis `dice` is given more than once; \
             the axis `players` cannot be \"1\"; \"loud\" is not `axis=value`",
        ),
        ("perudo 1\nrules calza dice=1", "line 2: with one die each nobody could ever call calza"),
        ("perudo 1\nrules calza\ntour", "line 3: column 1: `seats` must come next"),
        ("perudo 1\nrules calza\nseats anna", "line 3: 1 players, but these rules take 2 to 20"),
        ("perudo 1\nrules calza\nseats an!na boris", "line 3: \"an!na\" cannot be a name"),
        ("perudo 1\nrules calza\nseats anna anna", "line 3: two players are called \"anna\""),
        (&long, "line 1: column 1: the line is longer than 65536 bytes"),
        (&format!("{TABLE}rules calza"), "line 4: column 1: `rules` stands once, at the head of the record"),
        (&format!("{TABLE}draw anna:7 boris:1"), "line 4: column 11: \"7\" is not a face from 1 to 6"),
        (&format!("{TABLE}draw anna"), "line 4: column 6: \"anna\" is not of the form `NAME:…`"),
        (&format!("{TABLE}dice anna:x"), "line 4: column 11: \"x\" is not a number"),
        (&format!("{TABLE}roll anna:17"), "line 4: column 11: \"17\" is not a list of dice, each 1 to 6"),
        (&format!("{TABLE}start an!na"), "line 4: column 7: \"an!na\" cannot be a name"),
        (&format!("{TABLE}start ana"), "line 4: ana: nobody sits there (R2)"),
        (&format!("{play}anna 0x4"), "line 6: column 6: \"0x4\": a bid names at least one die"),
        (&format!("{play}anna 3x7"), "line 6: column 6: \"3x7\": a die has the faces 1 to 6"),
        (
            &format!("{play}anna dudi"),
            "line 6: column 6: \"dudi\": not an action such as 3x4, dudo, calza, maputo or pass",
        ),
        (&format!("{play}anna dudo"), "line 6: anna: there is no bid to doubt (R11)"),
        (&format!("{play}tour"), "line 6: not possible in the phase `bidding` (R4)"),
    ];
    for (text, sentence) in cases {
        let error = Record::parse(text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), sentence, "{text}");
    }
    let error = Record::parse(b"perudo 1\nrules \xFF").unwrap_err();
    assert_eq!(error.to_string(), "line 2: column 7: not UTF-8");
}

/// Everything that can fail, by the question mark alone.
fn game_of(rules: &str, names: &str, action: &str) -> Result<Game, Box<dyn Error>> {
    let rules: Rules = rules.parse()?;
    let names = Names::new(names.split(' '))?;
    let mut game: Game = Game::new(rules, names.len())?;
    let opened = game.decide(Command::Open { seat: Seat::FIRST, opening: Opening::Start })?;
    game.apply(&opened);
    game.check(Seat::FIRST, action.parse::<Action>()?)?;
    Ok(game)
}

#[test]
fn every_error_of_the_crate_becomes_a_boxed_error() {
    let many = "a b c d e f g";
    let cases = [
        ("clasic", "a b", "dudo", "no preset is called \"clasic\""),
        ("classic", "a", "dudo", "1 players, but these rules take 2 to 20"),
        ("tournament", many, "dudo", "7 players, but these rules take 2 to 6"),
        ("classic", "a b", "doubt", "not an action such as 3x4, dudo, calza, maputo or pass"),
        ("classic", "a b", "dudo", "not possible in the phase `rolling`"),
    ];
    for (rules, names, action, sentence) in cases {
        assert_eq!(game_of(rules, names, action).unwrap_err().to_string(), sentence);
    }
    let game: Game = Game::new(Preset::Classic.rules(), 2).unwrap();
    let refusal: Box<dyn Error> = game.decide(Command::NextTour).unwrap_err().into();
    assert_eq!(refusal.to_string(), "not possible in the phase `draw` (R3)");
}
