//! What is not there at the first moment of a game against bots. It comes with a part of the program that is fetched after it.

use leptos::prelude::*;

use super::company::Company;
use super::fairness::{FairnessDialog, UnfairBanner};
use super::join::Join;
use super::lobby::Lobby;
use super::menu::Menu;
use super::rating_news::RatingNews;
use super::side::Talk;
use super::{NewGamePage, StoredGame};

/// A piece of the screen of a table.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// All dialogs but those that a decision opens.
    Dialogs,
    /// A name, and whether to play or to watch.
    Join,
    /// Before the game.
    Lobby,
    /// The form for a game by these rules.
    NewGame(String),
    /// What a tour did to ratings.
    RatingNews,
    /// A game that goes on.
    StoredGame,
    /// The chat.
    Talk,
    /// What is wrong with the dice.
    UnfairBanner,
}

impl Piece {
    /// Whether it is a whole screen.
    pub(crate) fn is_screen(&self) -> bool {
        matches!(self, Piece::NewGame(_) | Piece::StoredGame)
    }

    pub(crate) fn view(self) -> AnyView {
        match self {
            Piece::Dialogs => view! {
                <Company />
                <FairnessDialog />
                <Menu />
            }
            .into_any(),
            Piece::Join => view! { <Join /> }.into_any(),
            Piece::Lobby => view! { <Lobby /> }.into_any(),
            Piece::NewGame(rules) => view! { <NewGamePage rules /> }.into_any(),
            Piece::RatingNews => view! { <RatingNews /> }.into_any(),
            Piece::StoredGame => view! { <StoredGame /> }.into_any(),
            Piece::Talk => view! { <Talk /> }.into_any(),
            Piece::UnfairBanner => view! { <UnfairBanner /> }.into_any(),
        }
    }
}
