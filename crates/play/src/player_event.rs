//! What a player does, or what happens to a player, in words.

use perudo_protocol::View;
use perudo_words::Words;

/// Something that a player does, or that happens to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerEvent {
    /// Opens the round.
    Opens,
    /// Declares maputo.
    Declares,
    /// Does not declare it.
    Passes,
    /// Calls dudo.
    Doubts,
    /// Calls calza.
    SaysCalza,
    /// Loses a die.
    Loses,
    /// Takes a die back.
    Gains,
    /// Leaves the game.
    Leaves,
    /// Wins it.
    Wins,
}

impl PlayerEvent {
    /// What a call is.
    pub fn called(calza: bool) -> PlayerEvent {
        if calza { PlayerEvent::SaysCalza } else { PlayerEvent::Doubts }
    }

    /// A sentence about whoever sits in a chair, at a table as it is before the event. The one who looks is addressed:
    /// “you lose a die”.
    pub fn sentence(self, view: &View, chair: u8, you: Option<u8>, words: &Words) -> String {
        let name = name_at(view, chair);
        let (about, to_you) = match self {
            PlayerEvent::Opens => ("story-opens", "web-you-open"),
            PlayerEvent::Declares => ("story-maputo", "web-you-declare"),
            PlayerEvent::Passes => ("story-pass", "web-you-pass"),
            PlayerEvent::Doubts => ("story-dudo", "web-you-doubt"),
            PlayerEvent::SaysCalza => ("story-calza", "web-you-calza"),
            PlayerEvent::Loses => ("story-loses", "web-you-lose"),
            PlayerEvent::Gains => ("story-gains", "web-you-gain"),
            PlayerEvent::Leaves => ("story-left", "web-you-left"),
            PlayerEvent::Wins => ("story-wins", "web-you-won"),
        };
        let before = view.now.dice.get(usize::from(chair)).copied().unwrap_or(0);
        let left =
            if let PlayerEvent::Gains = self { before.saturating_add(1) } else { before.saturating_sub(1) };
        let values = [("name", name.into()), ("left", left.into()), ("dice", words.dice(left).into())];
        words.say(if you == Some(chair) { to_you } else { about }, &values)
    }
}

/// The name of whoever sits in a chair.
pub fn name_at(view: &View, chair: u8) -> String {
    let seated = view.chairs.get(usize::from(chair)).and_then(|chair| chair.name.clone());
    let played = || {
        let tour = view.tour.as_ref()?;
        tour.players.iter().find(|player| player.chair == chair).map(|player| player.name.clone())
    };
    seated.or_else(played).unwrap_or_default()
}
