//! Why a face cannot be bid. The rules are linked into every client, so it asks them itself and sends nothing.

use perudo_protocol::View;
use perudo_rules::record::Names;
use perudo_rules::{
    Action, Bid, BySeat, Event, Face, Opening, RefusalError, RoundKind, Rules, Seat, SpectatorView,
};
use perudo_table::record_name;
use perudo_words::Words;

/// Why no bid of a face is legal now, as a sentence; `None` if one is legal, or if it is nobody's turn to bid.
pub fn why_barred(view: &View, face: Face, words: &Words) -> Option<String> {
    let game = game_of(view)?;
    let refusal = refusal(&game, face)?;
    let players = view.tour.as_ref()?.players.iter();
    let names = Names::new(players.map(|player| record_name(&player.name))).ok()?;
    Some(words.refusal(&refusal, None, &names, &game))
}

/// The refusal of the highest bid on a face: if that one is illegal, every other is.
fn refusal(game: &SpectatorView, face: Face) -> Option<RefusalError> {
    let turn = game.turn()?;
    let highest = Action::Bid(Bid::new(game.in_play(), face));
    let reason = game.check(turn, highest).err()?;
    Some(RefusalError { reason, player: Some(turn), turn: Some(turn), legal: game.legal_actions() })
}

/// The round that is bid on, rebuilt from what a table shows to everyone.
fn game_of(view: &View) -> Option<SpectatorView> {
    let tour = view.tour.as_ref()?;
    let rules: Rules = view.settings.rules.as_deref()?.parse().ok()?;
    let seat_of = |chair: u8| {
        let index = tour.players.iter().position(|player| player.chair == chair)?;
        Seat::new(index)
    };
    let opener = seat_of(view.now.opener?)?;
    let dice = BySeat::from_fn(|seat| {
        let player = tour.players.get(seat.index());
        player.and_then(|player| view.now.dice.get(usize::from(player.chair)).copied()).unwrap_or(0)
    });
    let mut events = vec![Event::DiceSet(dice), Event::Opened { seat: opener, opening: Opening::Start }];
    if view.now.kind == Some(RoundKind::Maputo) {
        events.push(Event::Declared(opener));
    }
    events.push(Event::Rolled(()));
    for (chair, bid) in &tour.bids {
        events.push(Event::Bid { seat: seat_of(*chair)?, bid: *bid });
    }
    SpectatorView::replay(rules, tour.players.len(), &events).ok()
}

#[cfg(test)]
mod tests {
    use perudo_words::Language;
    use serde_json::json;

    use super::*;

    /// The table as a server tells of it: Anna in the first chair, Boris in the third.
    fn view(rules: &str, kind: &str, dice: [u8; 2], bids: &[(u8, &str)]) -> View {
        let bid = |(chair, bid): &(u8, &str)| json!([chair, bid]);
        serde_json::from_value(json!({
            "table": "4t961m390c", "settings": {"rules": rules}, "stage": "playing", "tours_played": 0,
            "chairs": [{"name": "Anna B", "wins": 0}, {"wins": 0}, {"name": "Boris", "wins": 0}],
            "people": [], "host": null, "chat_on": true, "chat": [],
            "server_tip": "00".repeat(32), "server_from": 0, "throws": 2,
            "tour": {
                "tour": 1, "players": [{"chair": 0, "name": "Anna B"}, {"chair": 2, "name": "Boris"}],
                "bids": bids.iter().map(bid).collect::<Vec<_>>(),
            },
            "now": {
                "stage": "playing", "phase": "bidding", "kind": kind, "opener": 0,
                "dice": [dice[0], 0, dice[1]],
            },
        }))
        .unwrap()
    }

    #[test]
    fn every_barred_face_has_its_reason() {
        let cases = [
            ("tournament", "final", [5, 5], vec![], Face::Ace, Some("aces-cannot-open")),
            ("tournament", "final", [5, 5], vec![], Face::Two, None),
            ("tournament", "final", [2, 1], vec![(0, "3x4")], Face::Two, Some("bid-not-higher")),
            ("tournament", "final", [2, 1], vec![(0, "3x4")], Face::Five, None),
            ("tournament", "final", [2, 1], vec![(0, "2x1")], Face::Six, Some("after-aces-too-few")),
            ("tournament", "final", [2, 1], vec![(0, "3x1")], Face::Ace, Some("bid-not-higher")),
            ("tournament", "maputo", [1, 4], vec![(0, "2x3")], Face::Five, Some("face-locked")),
            ("tournament", "maputo", [1, 4], vec![(0, "2x3")], Face::Three, None),
            (
                "tournament leave-aces=double",
                "final",
                [2, 2],
                vec![(0, "4x5"), (2, "2x1")],
                Face::Three,
                Some("face-already-called"),
            ),
        ];
        for (rules, kind, dice, bids, face, expected) in cases {
            let game = game_of(&view(rules, kind, dice, &bids)).unwrap();
            let reason = refusal(&game, face).map(|refusal| refusal.reason.name());
            assert_eq!(reason, expected, "{face:?} after {bids:?} under {rules}");
        }
    }

    #[test]
    fn the_reason_is_a_sentence_in_every_language() {
        for &language in Language::all() {
            let words = Words::new(language);
            let sentence = why_barred(&view("tournament", "final", [5, 5], &[]), Face::Ace, &words).unwrap();
            assert_eq!(sentence, words.text("illegal-aces-cannot-open"));
        }
    }

    #[test]
    fn outside_of_a_tour_nothing_is_barred() {
        let mut view = view("tournament", "final", [5, 5], &[]);
        view.tour = None;
        assert_eq!(why_barred(&view, Face::Ace, &Words::new(Language::default())), None);
    }
}
