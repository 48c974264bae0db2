//! Finding the game that an address names: in the browser's history, in the address, among one's own, at the server.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::address::current_fragment;
use super::link::{LinkError, unpack};
use super::opened::Opened;
use crate::api::{self, ApiError};
use crate::i18n::t;
use crate::own_games::{self, TourId};
use crate::screen::text_in_history;

/// What an address leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It names no game.
    Nothing,
    /// The server is asked.
    Coming,
    /// A game.
    Here(Opened),
    /// There is none, and why.
    Missing(String),
}

impl Found {
    /// What is open.
    pub(super) fn opened(&self) -> Option<&Opened> {
        match self {
            Found::Here(opened) => Some(opened),
            Found::Nothing | Found::Coming | Found::Missing(_) => None,
        }
    }
}

/// Finds the game that the page's address names.
pub(super) fn load(game: &str, found: RwSignal<Found>) {
    let missing = |error: LinkError| Found::Missing(t(error.key()));
    if let Some(opened) = text_in_history().and_then(|text| Opened::from_text(&text)) {
        found.set(Found::Here(opened));
    } else if let Some(packed) = current_fragment().game {
        let here = |record| Found::Here(Opened { record: Some(record), ..Opened::default() });
        found.set(unpack(&packed).map_or_else(missing, here));
    } else if !game.is_empty() {
        match game.parse::<TourId>() {
            Ok(id) => load_tour(id, found),
            Err(_) => found.set(missing(LinkError::Damaged)),
        }
    }
}

/// Finds a tour, here or at the server.
fn load_tour(id: TourId, found: RwSignal<Found>) {
    let own = own_games::find(&id);
    let has_proof = own.as_ref().is_some_and(|own| own.proof.is_some());
    let is_own = own.is_some();
    match own {
        Some(own) => found.set(Found::Here(own.into())),
        None if id.is_home() => found.set(Found::Missing(t(LinkError::Elsewhere.key()))),
        None => found.set(Found::Coming),
    }
    if id.is_home() || has_proof {
        return;
    }
    spawn_local(async move {
        match (tour(&id).await, is_own) {
            (Ok(record_and_proof), false) => {
                found.try_set(Found::Here(Opened { tour: Some(id), ..record_and_proof }));
            }
            // What is shown stays; the proof joins it.
            (Ok(Opened { proof, .. }), true) => {
                found.try_update(|found| {
                    if let Found::Here(opened) = found
                        && opened.proof.is_none()
                    {
                        opened.proof = proof;
                    }
                });
            }
            (Err(error), false) => {
                found.try_set(Found::Missing(error.message()));
            }
            // One's own game is shown without its proof.
            (Err(_), true) => {}
        }
    });
}

async fn tour(id: &TourId) -> Result<Opened, ApiError> {
    let record = api::tour_file(&id.table, id.tour, "record").await?;
    let proof = api::tour_file(&id.table, id.tour, "proof").await?;
    Ok(Opened { record: Some(record), proof: Some(proof), ..Opened::default() })
}
