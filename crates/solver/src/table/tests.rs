//! What comes with the program is as good as it says.

use perudo_rules::{Calza, Face, Preset};

use super::*;
use crate::exploitability_of;

fn shipped() -> Tables {
    Tables::read(include_bytes!("../../tables/perudo.tables")).unwrap()
}

fn round(preset: Preset, kind: RoundKind, dice: [u8; 2]) -> Round {
    Round { rules: preset.rules(), kind, dice }
}

/// The rounds that every preset must have: finals up to three dice, and maputo where it is played.
fn small_rounds() -> Vec<Round> {
    let mut rounds = Vec::new();
    for preset in Preset::ALL {
        for dice in [[1, 1], [2, 1], [1, 2]] {
            rounds.push(round(preset, RoundKind::Final, dice));
            if ![Preset::Tournament, Preset::Calza].contains(&preset) {
                rounds.push(round(preset, RoundKind::Maputo, dice));
            }
        }
    }
    rounds
}

#[test]
fn rounds_of_two_and_three_dice_lose_at_most_a_thousandth() {
    let tables = shipped();
    for round in small_rounds() {
        let quality = tables.quality(round).unwrap();
        assert!(quality.exploitability() <= 0.001, "{round:?}: {quality:?}");
        // The value in the file is that of the unrounded strategy: it can differ by as much as
        // both strategies can lose together.
        let value = tables.value(round).unwrap();
        assert!((value - quality.value).abs() <= 0.002, "{round:?}: {value}, {quality:?}");
    }
}

#[test]
fn finals_of_four_dice_are_there_under_tournament_rules() {
    let tables = shipped();
    for dice in [[2, 2], [3, 1], [1, 3]] {
        assert!(tables.value(round(Preset::Tournament, RoundKind::Final, dice)).is_some(), "{dice:?}");
    }
}

#[test]
fn a_file_with_any_damage_is_refused() {
    let file: &[u8] = include_bytes!("../../tables/perudo.tables");
    let error = |file: &[u8]| Tables::read(file).unwrap_err();
    assert_eq!(error(b""), TablesError::NotATable);
    assert_eq!(error(b"a picture of a cat"), TablesError::NotATable);
    assert_eq!(error(&file[..8]), TablesError::Damaged);
    assert_eq!(error(&file[..file.len() / 2]), TablesError::Damaged);
    for byte in (0..file.len()).step_by((file.len() / 50).max(1)) {
        let mut damaged = file.to_vec();
        damaged[byte] ^= 4;
        let expected = match byte {
            0..4 => TablesError::NotATable,
            4 => TablesError::OtherVersion(file[4] ^ 4),
            _ => TablesError::Damaged,
        };
        assert_eq!(error(&damaged), expected, "byte {byte}");
    }
}

#[test]
fn a_file_that_was_never_well_is_refused_though_its_checksum_is_right() {
    let mut payload = vec![0, 1, 1];
    payload.extend([0; 40]);
    payload.extend([9, 0, 0, 0, 1, 2, 3]);
    let payload = miniz_oxide::deflate::compress_to_vec(&payload, 1);
    let file = [b"PRDT\x01", &crc32fast::hash(&payload).to_le_bytes()[..], &payload].concat();
    assert_eq!(Tables::read(&file).unwrap_err(), TablesError::Malformed);
}

#[test]
fn every_reason_to_refuse_a_file_is_a_sentence() {
    let cases = [
        (TablesError::NotATable, "this is no file of solved rounds"),
        (TablesError::OtherVersion(7), "this file of solved rounds has version 7, not 1"),
        (TablesError::Damaged, "this file of solved rounds is damaged: its checksum is wrong"),
        (TablesError::Malformed, "this file of solved rounds holds something else"),
    ];
    for (error, sentence) in cases {
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn a_saved_round_plays_as_well_as_the_solver_it_comes_from() {
    let round = round(Preset::Tournament, RoundKind::Final, [1, 1]);
    let mut solver = crate::RoundSolver::new(round, crate::Payoffs::ROUND, 1).unwrap();
    (0..200).for_each(|_| solver.iterate());
    let fine = Rounding { least_chance: 0.0, least_reach: 0.0, parts: 60_000 };
    let tables = Tables::read(&solver.table(fine).unwrap()).unwrap();
    let (saved, solved) = (tables.quality(round).unwrap(), solver.quality());
    // Rounding moves each of a handful of chances on the way to a showdown by up to 1/120,000.
    assert!((saved.nash_conv() - solved.nash_conv()).abs() < 1e-3, "{saved:?} {solved:?}");
    assert!((saved.value - solved.value).abs() < 1e-3, "{saved:?} {solved:?}");
}

#[test]
fn every_legal_history_has_an_answer_and_it_is_legal() {
    let tables = shipped();
    let rules = Preset::Tournament.rules();
    let round = round(Preset::Tournament, RoundKind::Final, [1, 1]).game(crate::Payoffs::ROUND).unwrap();
    let mut histories = vec![Vec::new()];
    let mut asked = 0;
    while let Some(bids) = histories.pop() {
        let (mover, actions) = round.after(&bids).unwrap();
        for &hand in round.hands(mover) {
            let spot = Spot { rules: &rules, kind: RoundKind::Final, dice: [1, 1], bids: &bids, hand };
            let policy = tables.policy(&spot).unwrap();
            let sum: f32 = policy.iter().map(|&(_, chance)| chance).sum();
            // The chances are at most a handful of 24-bit numbers.
            assert!((sum - 1.0).abs() < 1e-6, "{bids:?} {hand}: {policy:?}");
            assert!(policy.iter().all(|(action, _)| actions.contains(action)), "{bids:?} {hand}: {policy:?}");
            asked += 1;
        }
        for action in actions {
            if let Action::Bid(bid) = *action {
                histories.push([&bids[..], &[bid]].concat());
            }
        }
    }
    assert_eq!(asked, 4093 * 6);
}

#[test]
fn measured_through_its_answers_the_play_is_as_good_as_measured_in_the_file() {
    let tables = shipped();
    for dice in [[1, 1], [2, 1]] {
        let round = round(Preset::International, RoundKind::Final, dice);
        let game = round.game(crate::Payoffs::ROUND).unwrap();
        let measured = exploitability_of(&game, |bids, hand| {
            let spot = Spot { rules: &round.rules, kind: round.kind, dice, bids, hand };
            let policy = tables.policy(&spot).unwrap();
            policy.into_iter().map(|(action, chance)| (action, f64::from(chance))).collect()
        });
        let expected = tables.quality(round).unwrap().exploitability();
        // Answers have 24 bits.
        assert!((measured.unwrap() - expected).abs() < 1e-6, "{dice:?}");
    }
}

#[test]
fn a_policy_that_cheats_is_found_out() {
    let game = round(Preset::Tournament, RoundKind::Final, [1, 1]).game(crate::Payoffs::ROUND).unwrap();
    let fault = exploitability_of(&game, |_, _| vec![(Action::Calza, 1.0)]).unwrap_err();
    assert_eq!((fault.bids.len(), fault.action), (1, Some(Action::Calza)));
    let fault = exploitability_of(&game, |_, _| Vec::new()).unwrap_err();
    assert_eq!(fault.action, None);
}

#[test]
fn one_die_each_is_won_by_the_opener_seventeen_times_in_thirty_six() {
    // The round is worth −1/18, and the tour is the round.
    let chance = shipped().win_chance(&Preset::Tournament.rules(), 1, 1).unwrap();
    assert!((chance - 17.0 / 36.0).abs() < 0.0005, "{chance}");
}

#[test]
fn win_chances_chain_the_values_of_rounds() {
    let tables = shipped();
    let rules = Preset::Tournament.rules();
    let wins = |dice| {
        let value = tables.value(round(Preset::Tournament, RoundKind::Final, dice)).unwrap();
        (1.0 + value) / 2.0
    };
    let even = tables.win_chance(&rules, 1, 1).unwrap();
    // With two dice against one: win the round and the tour, or lose a die and open at one each.
    let ahead = wins([2, 1]) + (1.0 - wins([2, 1])) * even;
    assert!((tables.win_chance(&rules, 2, 1).unwrap() - ahead).abs() < 1e-12);
    // With one against two: win, and the other opens at one each.
    let behind = wins([1, 2]) * (1.0 - even);
    assert!((tables.win_chance(&rules, 1, 2).unwrap() - behind).abs() < 1e-12);
    let two_each = wins([2, 2]) * (1.0 - behind) + (1.0 - wins([2, 2])) * behind;
    assert!((tables.win_chance(&rules, 2, 2).unwrap() - two_each).abs() < 1e-12);
    assert_eq!(tables.win_chance(&rules, 5, 5), None);
    assert_eq!(tables.win_chance(&rules, 6, 1), None);
}

#[test]
fn maputo_by_itself_takes_the_place_of_the_final_where_rules_say_so() {
    let tables = shipped();
    let rules: Rules = "tournament maputo-final=yes".parse().unwrap();
    let maputo = tables.value(round(Preset::Classic, RoundKind::Maputo, [1, 1])).unwrap();
    let even = tables.win_chance(&rules, 1, 1).unwrap();
    assert!((even - (1.0 + maputo) / 2.0).abs() < 1e-12, "{even}");
    // Two against one is a final for who opens with two; who loses a die there opens a maputo.
    let wins = (1.0 + tables.value(round(Preset::Tournament, RoundKind::Final, [2, 1])).unwrap()) / 2.0;
    let ahead = tables.win_chance(&rules, 2, 1).unwrap();
    assert!((ahead - (wins + (1.0 - wins) * even)).abs() < 1e-12, "{ahead}");
}

#[test]
fn whoever_is_asked_declares_maputo_when_that_is_better() {
    let tables = shipped();
    let rules = Preset::Classic.rules();
    let wins = |kind| (1.0 + tables.value(round(Preset::Classic, kind, [1, 1])).unwrap()) / 2.0;
    let (plain, maputo) = (wins(RoundKind::Final), wins(RoundKind::Maputo));
    // Both have one die and are asked, the opener first: each can insist on maputo.
    let game = round_start(&rules, [1, 1]).unwrap();
    assert_eq!(game.turn(), Some(Seat::FIRST));
    assert_eq!(tables.declaration(&game), Some(maputo > plain));
    let other = Seat::new(1).unwrap();
    let passed = chain::said(&game, Seat::FIRST, Action::Pass);
    assert_eq!(tables.declaration(&passed), Some(maputo < plain));
    let chance = tables.win_chance_in(&game, other).unwrap();
    assert!((chance - (1.0 - maputo)).abs() < 1e-12, "one of the two insists: {chance}");
    let nobody_asked = round_start(&Preset::Tournament.rules(), [1, 1]).unwrap();
    assert_eq!(tables.declaration(&nobody_asked), None);
}

#[test]
fn the_values_with_calza_stand_still() {
    let tables = shipped();
    for dice in [[1, 1], [2, 1], [1, 2]] {
        let round = round(Preset::Calza, RoundKind::Final, dice);
        let payoffs = tables.payoffs(round).unwrap();
        let game = round.game(payoffs).unwrap().game;
        let books = &tables.solved(round).unwrap().books;
        // The same play, measured with the payoffs that follow from the values in the file.
        let again = quality(&game, &mut Books { game: &game, books });
        assert!(again.exploitability() <= 0.001, "{dice:?}: {again:?}");
        assert!((again.value - tables.value(round).unwrap()).abs() < 0.001, "{dice:?}: {again:?}");
    }
}

#[test]
fn house_rules_with_the_same_ladder_share_the_tables() {
    let tables = shipped();
    let dice = [2, 1];
    let bids = [Bid::new(1, Face::Six)];
    let hand = Hand::from_counts([0, 0, 0, 0, 0, 1]);
    let policy = |rules: &str| {
        let rules: Rules = rules.parse().unwrap();
        tables.policy(&Spot { rules: &rules, kind: RoundKind::Final, dice, bids: &bids, hand })
    };
    let known = policy("tournament");
    assert!(known.is_some());
    assert_eq!(policy("international open-aces=no dice=3 maputo=off"), known);
    assert_eq!(policy("calza calza=off"), known);
    assert_ne!(policy("calza"), known);
    assert_eq!(policy("tournament leave-aces=double"), None);
    assert_eq!(policy("calza maputo-final=yes"), None);
    assert_eq!(policy("calza dice=2"), None);
    assert_eq!("calza".parse::<Rules>().unwrap().calza, Calza::On);
}
