//! What is played to its end is kept among the games of this browser.

use std::time::Duration;

use leptos::prelude::*;
use perudo_protocol::View;
use perudo_table::History;
use wasm_bindgen_futures::spawn_local;

use crate::own_games::{self, OwnGame, TourId};
use crate::play::Session;
use crate::{api, browser};

/// Keeps the games of a table that are played by somebody in this browser.
pub(crate) fn keep_games(session: Session) {
    let tour = Memo::new(move |_| {
        let tour = |view: &View| Some((view.tour.as_ref()?.tour, view.is_playing()));
        session.view.with(|view| view.as_ref().and_then(tour))
    });
    let person = Memo::new(move |_| session.you.get().person);
    Effect::new(move || {
        person.track();
        let Some((_, is_playing)) = tour.get() else { return };
        let game = session.view.with_untracked(|view| own_game(session, view.as_ref()?));
        let Some(game) = game else { return };
        if is_playing {
            if !session.is_local() {
                own_games::begin(&game);
            }
        } else {
            // What is on the screen comes first.
            set_timeout(move || keep(session, game), Duration::ZERO);
        }
    });
}

/// The tour, as far as the screen knows it, if it is one of this browser's.
fn own_game(session: Session, view: &View) -> Option<OwnGame> {
    let tour = view.tour.as_ref()?;
    let person = session.you.get_untracked().person;
    let you = tour.players.iter().position(|player| player.person.is_some() && player.person == person);
    let shared = session.sharing.get_untracked() > 1;
    if you.is_none() && !session.is_local() {
        return None;
    }
    let dice = |chair: u8| view.now.dice.get(usize::from(chair)).copied().unwrap_or(0);
    let winner = tour.players.iter().position(|player| dice(player.chair) > 0);
    Some(OwnGame {
        id: TourId { table: view.table.clone(), tour: tour.tour },
        at: browser::now().0,
        players: tour.players.iter().map(|player| player.name.clone()).collect(),
        you: you.filter(|_| !shared),
        winner: winner.filter(|_| !view.is_playing()),
        rules: view.settings.rules.clone().unwrap_or_default(),
        public: view.settings.public == Some(true),
        record: String::new(),
        proof: None,
        sum: None,
    })
}

/// Keeps a game that is over.
fn keep(session: Session, game: OwnGame) {
    let number = game.id.tour;
    if own_games::has(&game.id) {
        return;
    }
    if !game.id.is_home() {
        spawn_local(async move {
            // Without a network it is asked for again when the games are looked at.
            if let Ok(record) = api::tour_file(&game.id.table, number, "record").await {
                own_games::keep(&OwnGame { record, ..game });
            }
        });
        return;
    }
    let tour = |history: History| history.tours().iter().find(|tour| tour.number == number).cloned();
    if let Some(tour) = session.with_local(|local| local.history()).and_then(tour) {
        let proof = serde_json::to_string(&tour.proof).ok();
        own_games::keep(&OwnGame { record: tour.record, proof, ..game });
    }
}
