//! What has been opened: a record, a proof, or both.

use serde::{Deserialize, Serialize};

use crate::own_games::{OwnGame, TourId};

/// A record and the proof of its dice, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opened {
    /// The record.
    pub(crate) record: Option<String>,
    /// The proof.
    pub(crate) proof: Option<String>,
    /// The tour of the server that it is, unless its table is for those only who were told of it.
    pub(crate) tour: Option<TourId>,
    /// The game of this browser's own that it is. It stays here: no address names it.
    #[serde(default)]
    pub(crate) own: Option<TourId>,
}

impl From<OwnGame> for Opened {
    fn from(game: OwnGame) -> Opened {
        let tour = (game.public && !game.id.is_home()).then_some(game.id.clone());
        Opened { record: Some(game.record), proof: game.proof, tour, own: Some(game.id) }
    }
}

/// Whether a text is meant as a proof: a proof is JSON, and a record never is.
fn is_proof(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

impl Opened {
    /// Whether nothing is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.record.is_none() && self.proof.is_none()
    }

    /// What the browser's history keeps.
    pub(crate) fn to_text(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// What the browser's history has kept.
    pub(crate) fn from_text(text: &str) -> Option<Opened> {
        serde_json::from_str(text).ok().filter(|opened: &Opened| !opened.is_empty())
    }

    /// Adds these texts. A proof joins the open record; another record is another game and drops the proof.
    #[must_use]
    pub(crate) fn with(mut self, texts: impl IntoIterator<Item = String>) -> Opened {
        let (proofs, records): (Vec<String>, Vec<String>) =
            texts.into_iter().partition(|text| is_proof(text));
        if let Some(record) = records.into_iter().next_back() {
            if self.record.is_some() {
                self.proof = None;
            }
            (self.tour, self.own) = (None, None);
            self.record = Some(record);
        }
        if let Some(proof) = proofs.into_iter().next_back() {
            self.proof = Some(proof);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(record: Option<&str>, proof: Option<&str>) -> Opened {
        Opened { record: record.map(str::to_owned), proof: proof.map(str::to_owned), ..Opened::default() }
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn a_record_and_a_proof_are_told_apart() {
        let both = Opened::default().with(texts(&["\u{feff} {}", "perudo 1"]));
        assert_eq!(both, opened(Some("perudo 1"), Some("\u{feff} {}")));
    }

    #[test]
    fn a_record_joins_a_proof_that_came_first_and_the_other_way_round() {
        let proof = Opened::default().with(texts(&["{}"]));
        assert_eq!(proof, opened(None, Some("{}")));
        assert_eq!(proof.with(texts(&["perudo 1"])), opened(Some("perudo 1"), Some("{}")));
        let record = opened(Some("perudo 1"), None);
        assert_eq!(record.with(texts(&["{}"])), opened(Some("perudo 1"), Some("{}")));
    }

    #[test]
    fn another_record_leaves_the_old_proof_behind() {
        let both = opened(Some("perudo 1"), Some("{}"));
        assert_eq!(both.with(texts(&["perudo 1 # b"])), opened(Some("perudo 1 # b"), None));
        assert_eq!(opened(None, None).with(texts(&[])), Opened::default());
        let tour = "4t961m390c/1".parse().ok();
        let played = Opened { tour, ..opened(Some("perudo 1"), None) };
        assert_eq!(played.clone().with(texts(&["{}"])).tour, played.tour);
        assert_eq!(played.with(texts(&["perudo 1 # b"])).tour, None);
    }
}
