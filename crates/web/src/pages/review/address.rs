//! The address of an open game: whoever has it finds the game, at the moment that is shown.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::link::{Fragment, pack};
use super::opened::Opened;
use crate::own_games::TourId;
use crate::screen::{Screen, replace_address};

/// Where an open game is to be found.
#[derive(Clone, Debug)]
pub(super) struct Address {
    screen: Screen,
    /// The packed game, if it is in the address itself.
    game: Option<String>,
    whole: bool,
}

impl Address {
    /// The address of a game: a public tour is at the server, all others are in the address itself. So the name of a
    /// private table, which is all that one needs to sit down there, is not handed on with a game.
    pub(super) fn of(opened: &Opened) -> Address {
        let tour = opened.tour.as_ref().map(TourId::to_string);
        let game = opened.record.as_deref().filter(|_| tour.is_none()).and_then(pack);
        let whole = tour.is_some() || game.is_some();
        Address { screen: Screen::Review(tour.unwrap_or_default()), game, whole }
    }

    /// The address within the page at which a moment of it is shown.
    pub(super) fn at(&self, step: usize) -> String {
        self.screen.path() + &Fragment::write(self.game.as_deref(), step)
    }

    /// The link to a moment, for everyone; `None` if the game is too long for one.
    pub(super) fn link(&self, step: usize) -> Option<String> {
        self.whole.then(|| self.screen.url() + &Fragment::write(self.game.as_deref(), step))
    }
}

/// What is after the `#` of the page's address.
pub(super) fn current_fragment() -> Fragment {
    Fragment::read(&window().location().hash().unwrap_or_default())
}

/// Browsers allow only so many changes in a while.
const AFTER: Duration = Duration::from_millis(300);

/// Has the address follow the moment that is shown, so that a reload comes back to it.
pub(super) fn follow_moment(address: StoredValue<Address>, step: RwSignal<usize>) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(Some(timer)) = timer.try_update_value(Option::take) {
            timer.clear();
        }
    };
    Effect::new(move || {
        let at = step.get();
        stop();
        let replace = move || {
            address.try_with_value(|address| replace_address(&address.at(at)));
        };
        timer.set_value(set_timeout_with_handle(replace, AFTER).ok());
    });
    on_cleanup(stop);
}

#[cfg(test)]
mod tests {
    use super::super::examples::EVENING;
    use super::super::link::unpack;
    use super::*;

    fn opened(tour: Option<&str>) -> Opened {
        let tour = tour.map(|tour| tour.parse().unwrap());
        Opened { record: Some(EVENING.to_owned()), tour, ..Opened::default() }
    }

    #[test]
    fn a_public_tour_is_named_and_any_other_game_is_in_its_address() {
        assert_eq!(Address::of(&opened(Some("4t961m390c/2"))).at(7), "/review?4t961m390c/2#at=7");
        let address = Address::of(&opened(None)).at(3);
        let (path, fragment) = address.split_once('#').unwrap();
        let fragment = Fragment::read(fragment);
        assert_eq!((path, fragment.at), ("/review", 3));
        assert_eq!(unpack(&fragment.game.unwrap()).as_deref(), Ok(EVENING));
        assert!(address.len() < 600, "{}", address.len());
    }

    #[test]
    fn what_is_no_game_has_no_link() {
        let proof = Opened { proof: Some("{}".to_owned()), ..Opened::default() };
        assert_eq!(Address::of(&proof).at(0), "/review");
        assert!(!Address::of(&proof).whole);
    }
}
