//! Everyone around the table.

use leptos::prelude::*;
use perudo_protocol::View;
use perudo_rules::{Bid, Face, Hand};
use perudo_table::Absence;

use super::ring::Ring;
use super::table_screen::{TableContext, table_context};
use crate::i18n::{say, t, words};
use crate::parts::{Cup, Die};
use crate::play::{Shown, name_at};

/// With more players than these the seats are in rows instead of a ring.
const RING: usize = 8;

/// A seat as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seat {
    chair: u8,
    name: String,
    bot: Option<String>,
    person: Option<u16>,
    away: Option<Absence>,
    host: bool,
    program: bool,
    /// Whether the server sees the dice, though the table is sealed.
    seen: bool,
    dice: u8,
    /// How many dice everyone began with.
    of: u8,
    turn: bool,
    bid: Option<Bid>,
    standing: bool,
    plays: bool,
    you: bool,
}

/// The seats clockwise, from the one to the left of this player, who comes last.
fn seats(view: &View, you: Option<u8>) -> Vec<Seat> {
    let chairs = view.chairs.len() as u8;
    let first = you.map_or(0, |chair| chair + 1);
    let of = view.settings.rules.as_deref().map_or(5, dice_of);
    (0..chairs)
        .map(|step| (first + step) % chairs.max(1))
        .filter_map(|chair| {
            let sitter = view.chairs.get(usize::from(chair))?;
            let plays = view
                .tour
                .as_ref()
                .is_some_and(|tour| tour.players.iter().any(|player| player.chair == chair));
            if sitter.name.is_none() && !plays {
                return None;
            }
            let person = view.people.iter().find(|known| Some(known.person) == sitter.person);
            let bids = view.tour.as_ref().map(|tour| tour.bids.as_slice()).unwrap_or_default();
            let bid = bids.iter().rev().find(|(by, _)| *by == chair).map(|(_, bid)| *bid);
            Some(Seat {
                chair,
                name: name_at(view, chair),
                bot: sitter.bot.clone(),
                person: sitter.person,
                away: person.and_then(|person| person.away),
                host: view.host.is_some() && view.host == sitter.person,
                program: person.is_some_and(|person| person.program),
                seen: sitter.bot.is_some() && view.settings.dice.is_some(),
                dice: view.now.dice.get(usize::from(chair)).copied().unwrap_or(0),
                of,
                turn: view.now.turn == Some(chair) && view.is_playing(),
                bid,
                standing: bid.is_some() && view.now.bidder == Some(chair),
                plays,
                you: you == Some(chair),
            })
        })
        .collect()
}

fn dice_of(rules: &str) -> u8 {
    let spec = perudo_rules::RulesSpec::parse(rules);
    spec.map_or(5, |spec| spec.dice)
}

/// Where a seat is, in per cent of the felt: on an ellipse, with this player at the bottom.
fn place(index: usize, count: usize, with_you: bool) -> (f64, f64) {
    // The bottom is left free for this player.
    let (from, to) = if with_you { (205.0, -25.0) } else { (270.0, -90.0) };
    let steps = if with_you { count.saturating_sub(1) } else { count };
    let angle: f64 =
        if with_you && count == 1 { 90.0 } else { from + (to - from) * index as f64 / steps.max(1) as f64 };
    let angle = angle.to_radians();
    (50.0 + 41.0 * angle.cos(), 46.0 - 37.0 * angle.sin())
}

/// Everyone around the table.
#[component]
pub(crate) fn Seats() -> impl IntoView {
    let context = table_context();
    let seats = Memo::new(move |_| {
        let you = context.session.you.get().chair;
        context.session.view.with(|view| view.as_ref().map(|view| seats(view, you)).unwrap_or_default())
    });
    let others =
        move || seats.get().into_iter().filter(|seat| !seat.you).map(|seat| seat.chair).collect::<Vec<_>>();
    let crowd = move || others().len() > RING;
    let spots = Memo::new(move |_| {
        let others = others();
        let with_you = seats.with(|seats| seats.iter().any(|seat| seat.you));
        others
            .iter()
            .enumerate()
            .map(|(index, chair)| (*chair, place(index, others.len(), with_you)))
            .collect::<Vec<_>>()
    });
    view! {
        <ul class="seats" class:crowd=crowd data-t="seats">
            <For
                each=others
                key=|chair| *chair
                children=move |chair| {
                    let seat = Memo::new(move |_| {
                        seats
                            .with(|seats| seats.iter().find(|seat| seat.chair == chair).cloned())
                            .unwrap_or_default()
                    });
                    let spot = move || {
                        spots
                            .with(|spots| spots.iter().find(|(known, _)| *known == chair).map(|(_, spot)| *spot))
                            .unwrap_or((50.0, 50.0))
                    };
                    view! { <SeatView seat spot=Signal::derive(spot) /> }
                }
            />
        </ul>
    }
}

/// The dice in front of a seat at a showdown or a draw.
struct Laid {
    hand: Hand,
    open: bool,
    /// The face that counts, and whether aces count too, once the dice are counted.
    counts: Option<(Face, bool)>,
}

impl Laid {
    fn of(context: TableContext, chair: u8) -> Option<Laid> {
        context.session.shown.with(|shown| match shown {
            Some(Shown::Draw { throws }) => {
                let face = throws.get(usize::from(chair)).copied().flatten()?;
                Some(Laid { hand: [face].into_iter().collect(), open: true, counts: None })
            }
            Some(Shown::Showdown(showdown)) => {
                let hand = showdown.hands.get(usize::from(chair)).copied().filter(|hand| !hand.is_empty())?;
                let lifted = context.reveal.get().map_or(0, |reveal| reveal.lifted);
                let counted = showdown.order().iter().take(lifted).any(|known| *known == chair);
                // A player sees the own dice anyway; they are counted in their turn.
                let own = context.session.you.get().chair == Some(chair);
                let counts = counted.then_some((showdown.bid.face, showdown.jokers));
                Some(Laid { hand, open: counted || own, counts })
            }
            None => None,
        })
    }

    fn class(&self, face: Face) -> &'static str {
        match self.counts {
            None => "",
            Some((wanted, jokers)) if face == wanted || jokers && face == Face::Ace => "hit",
            Some(_) => "dim",
        }
    }
}

/// The dice in front of someone, or the cup over them.
#[component]
pub(crate) fn OpenDice(chair: u8) -> impl IntoView {
    let context = table_context();
    move || {
        Laid::of(context, chair).map(|laid| {
            if !laid.open {
                return view! { <Cup class="lid" /> }.into_any();
            }
            let dice =
                laid.hand.faces().map(|face| view! { <Die face class=laid.class(face) /> }).collect_view();
            view! { <span class="open-dice" data-t="open-dice">{dice}</span> }.into_any()
        })
    }
}

#[component]
fn SeatView(seat: Memo<Seat>, spot: Signal<(f64, f64)>) -> impl IntoView {
    let context = table_context();
    let chair = seat.with_untracked(|seat| seat.chair);
    let showing = move || Laid::of(context, chair).is_some();
    let initial = move || seat.with(|seat| seat.name.chars().next().map(|c| c.to_uppercase().to_string()));
    let feeling = move || {
        let person = seat.with(|seat| seat.person)?;
        if context.muted.with(|muted| muted.contains(&person)) {
            return None;
        }
        context.session.story.emote_of(person)
    };
    let hue = move || seat.with(|seat| u32::from(seat.chair) * 137 % 360);
    view! {
        <li
            class="seat"
            class:turn=move || seat.with(|seat| seat.turn)
            class:out=move || seat.with(|seat| seat.plays && seat.dice == 0)
            class:standing=move || seat.with(|seat| seat.standing)
            class:showing=showing
            style:--x=move || format!("{:.1}%", spot.get().0)
            style:--y=move || format!("{:.1}%", spot.get().1)
            style:--hue=move || hue().to_string()
            data-t="seat"
            data-chair=chair
        >
            <span class="face" aria-hidden="true">
                <Ring chair />
                <span class="initial">{initial}</span>
                {move || seat.with(|seat| seat.bot.is_some()).then_some(view! { <span class="badge">"⚙"</span> })}
                {move || seat.with(|seat| seat.host).then_some(view! { <span class="badge host">"♛"</span> })}
            </span>
            <span class="name" data-t="seat-name">
                {move || seat.with(|seat| seat.name.clone())}
            </span>
            <span class="unseen">{move || seat.with(describe)}</span>
            <span class="left" aria-hidden="true">
                {move || {
                    let (dice, of) = seat.with(|seat| (seat.dice, seat.of));
                    (0..of.max(dice))
                        .map(|index| view! { <i class:gone={index >= dice}></i> })
                        .collect_view()
                }}
            </span>
            {move || seat.with(|seat| seat.seen).then(|| view! {
                <span class="away" data-t="seen-by-server">{t("web-seen-by-server")}</span>
            })}
            {move || seat.with(|seat| seat.away).map(|why| view! { <span class="away">{t(away_key(why))}</span> })}
            <OpenDice chair />
            {move || {
                let bid = seat.with(|seat| seat.bid).filter(|_| !showing());
                bid.map(|bid| view! { <Bubble bid /> })
            }}
            {move || {
                feeling().map(|feeling| view! {
                    <span class="bubble feeling" aria-hidden="true">{emote_sign(&feeling)}</span>
                })
            }}
        </li>
    }
}

fn away_key(why: Absence) -> &'static str {
    match why {
        Absence::Late => "web-late",
        Absence::Gone => "web-gone",
    }
}

/// A seat in words, for screen readers.
fn describe(seat: &Seat) -> String {
    let mut parts = Vec::new();
    if seat.bot.is_some() || seat.program {
        parts.push(t("web-a-bot"));
    }
    if seat.host {
        parts.push(t("web-the-host"));
    }
    if seat.plays {
        parts.push(words().dice(seat.dice));
    }
    if let Some(bid) = seat.bid {
        parts.push(words().bid(bid));
    }
    if seat.turn {
        parts.push(t("web-has-the-turn"));
    }
    parts.join(", ")
}

/// What someone has bid, as a speech bubble.
#[component]
fn Bubble(bid: Bid) -> impl IntoView {
    view! {
        <span class="bubble" aria-hidden="true">
            {bid.count}
            <span class="times">"×"</span>
            <Die face=bid.face />
        </span>
    }
}

/// The picture of an emote.
pub(crate) fn emote_sign(emote: &str) -> &'static str {
    match emote {
        "laugh" => "😄",
        "wow" => "😮",
        "think" => "🤔",
        "clap" => "👏",
        "sad" => "😢",
        "angry" => "😠",
        "luck" => "🍀",
        "bluff" => "🤥",
        _ => "🙂",
    }
}

/// A sentence about whose turn it is, for those who wait.
pub(crate) fn whose_turn(view: &View) -> Option<String> {
    let name = name_at(view, view.now.turn?);
    Some(say("web-waits-for", &[("name", name.into())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_stay_on_the_felt_and_apart_from_each_other() {
        for with_you in [true, false] {
            for count in 1..=RING {
                let spots: Vec<_> = (0..count).map(|index| place(index, count, with_you)).collect();
                for (index, (x, y)) in spots.iter().enumerate() {
                    assert!((5.0..=95.0).contains(x) && (5.0..=97.0).contains(y), "{x} {y}");
                    for (other_x, other_y) in &spots[..index] {
                        let apart = (x - other_x).hypot(y - other_y);
                        assert!(apart > 18.0, "{count} seats: {apart}");
                    }
                }
            }
        }
    }
}
