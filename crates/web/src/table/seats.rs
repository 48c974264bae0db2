//! Everyone around the table.

use leptos::prelude::*;
use perudo_play::{Shown, name_at};
use perudo_protocol::View;
use perudo_rules::{Bid, Face, Hand};
use perudo_table::Absence;

use super::around::{Around, Shape};
use super::avatars::PlayerAvatar;
use super::ring::Ring;
use super::table_screen::{TableContext, table_context};
use crate::i18n::{say, t, words};
use crate::parts::{Cup, Die};

/// With more others than these the seats are smaller, and in rows on a phone.
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
    /// Whether the name is their own.
    named: bool,
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
                named: person.is_some_and(|person| person.account.is_some()),
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

/// Everyone around the table, and what is in the middle.
#[component]
pub(crate) fn Seats(children: Children) -> impl IntoView {
    let context = table_context();
    let seats = Memo::new(move |_| {
        let you = context.session.you.get().chair;
        context.session.view.with(|view| view.as_ref().map(|view| seats(view, you)).unwrap_or_default())
    });
    let others = Memo::new(move |_| {
        seats.with(|seats| seats.iter().filter(|seat| !seat.you).map(|seat| seat.chair).collect::<Vec<_>>())
    });
    let crowd = move || others.with(Vec::len) > RING;
    let with_you = Memo::new(move |_| seats.with(|seats| seats.iter().any(|seat| seat.you)));
    let around = move |shape: Shape| Around::new(others.with(Vec::len), with_you.get(), shape);
    view! {
        <div
            class="around"
            class:crowd=crowd
            style:--tall-centre=move || around(Shape::Tall).centre(Shape::Tall)
            style:--wide-centre=move || around(Shape::Wide).centre(Shape::Wide)
        >
            <ul class="seats" role="list" data-t="seats">
                <For
                    each=move || others.get()
                    key=|chair| *chair
                    children=move |chair| {
                        let seat = Memo::new(move |_| {
                            seats
                                .with(|seats| seats.iter().find(|seat| seat.chair == chair).cloned())
                                .unwrap_or_default()
                        });
                        let place = move |shape: Shape| {
                            let index = others.with(|others| others.iter().position(|known| *known == chair));
                            around(shape).seat(index.unwrap_or(0), shape)
                        };
                        view! {
                            <SeatView
                                seat
                                tall=Signal::derive(move || place(Shape::Tall))
                                wide=Signal::derive(move || place(Shape::Wide))
                            />
                        }
                    }
                />
            </ul>
            {children()}
        </div>
    }
}

/// The dice in front of a seat at a showdown or a draw.
#[derive(Clone, PartialEq)]
struct Laid {
    hand: Hand,
    open: bool,
    /// Whether a cup was over them.
    covered: bool,
    /// The face that counts, and whether aces count too, once the dice are counted.
    counts: Option<(Face, bool)>,
}

impl Laid {
    fn of(context: TableContext, chair: u8) -> Option<Laid> {
        context.session.shown.with(|shown| match shown {
            Some(Shown::Draw { throws }) => {
                let face = throws.get(usize::from(chair)).copied().flatten()?;
                Some(Laid { hand: [face].into_iter().collect(), open: true, covered: false, counts: None })
            }
            Some(Shown::Showdown(showdown)) => {
                let hand = showdown.hands.get(usize::from(chair)).copied().filter(|hand| !hand.is_empty())?;
                let lifted = context.reveal.get().map_or(0, |reveal| reveal.lifted);
                let counted = showdown.order().iter().take(lifted).any(|known| *known == chair);
                // A player sees the own dice anyway; they are counted in their turn.
                let own = context.session.you.get().chair == Some(chair);
                let counts = counted.then_some((showdown.bid.face, showdown.jokers));
                Some(Laid { hand, open: counted || own, covered: !own, counts })
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
    // Only what changes is drawn anew: what is lifted stays lifted.
    let laid = Memo::new(move |_| Laid::of(context, chair));
    move || {
        laid.get().map(|laid| {
            if !laid.open {
                return view! { <Cup class="lid" /> }.into_any();
            }
            let dice =
                laid.hand.faces().map(|face| view! { <Die face class=laid.class(face) /> }).collect_view();
            let cup = laid.covered.then(|| view! { <Cup class="lifted" /> });
            view! {
                <span class="open-dice" data-t="open-dice">{dice}</span>
                {cup}
            }
            .into_any()
        })
    }
}

#[component]
fn SeatView(seat: Memo<Seat>, tall: Signal<String>, wide: Signal<String>) -> impl IntoView {
    let context = table_context();
    let chair = seat.with_untracked(|seat| seat.chair);
    let showing = move || Laid::of(context, chair).is_some();
    let dice = Memo::new(move |_| seat.with(|seat| seat.dice));
    let slots = Memo::new(move |_| seat.with(|seat| seat.of.max(seat.dice)));
    let feeling = move || {
        let person = seat.with(|seat| seat.person)?;
        if context.muted.with(|muted| muted.contains(&person)) {
            return None;
        }
        context.session.story.emote_of(person)
    };
    let offline = move || {
        let person = seat.with(|seat| seat.person.filter(|_| seat.away.is_none()));
        person.is_some_and(|person| context.session.offline.with(|offline| offline.contains(&person)))
    };
    view! {
        <li
            class="seat"
            class:turn=move || seat.with(|seat| seat.turn)
            class:out=move || seat.with(|seat| seat.plays && seat.dice == 0)
            class:standing=move || seat.with(|seat| seat.standing)
            class:showing=showing
            style:--tall=tall
            style:--wide=wide
            data-t="seat"
            data-chair=chair
        >
            <span class="face" aria-hidden="true">
                <Ring chair />
                <PlayerAvatar chair />
                {move || seat.with(|seat| seat.host).then_some(view! { <span class="badge host">"♛"</span> })}
            </span>
            <span class="name" class:own-name=move || seat.with(|seat| seat.named) data-t="seat-name">
                {move || seat.with(|seat| seat.name.clone())}
            </span>
            <span class="unseen">{move || seat.with(describe)}</span>
            <span class="left" aria-hidden="true">
                // A die that goes leaves its place behind.
                {move || (0..slots.get())
                    .map(|index| view! { <i class:gone={move || index >= dice.get()}></i> })
                    .collect_view()}
            </span>
            {move || seat.with(|seat| seat.seen).then(|| view! {
                <span class="away" data-t="seen-by-server">{t("web-seen-by-server")}</span>
            })}
            {move || seat.with(|seat| seat.away).map(|why| view! { <span class="away">{t(away_key(why))}</span> })}
            {move || offline().then(|| view! { <span class="away" data-t="offline">{t("web-offline")}</span> })}
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
    match &seat.bot {
        Some(bot) => parts.push(format!("{} ({})", t("web-a-bot"), words().bot(bot))),
        None if seat.program => parts.push(t("web-a-bot")),
        // At a table in one browser there are no guests.
        None if seat.person.is_some() && !seat.named => parts.push(t("web-kind-guest")),
        None => {}
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
pub(crate) fn whose_turn(view: &View, offline: &[u16]) -> Option<String> {
    let turn = view.now.turn?;
    let person = view.chairs.get(usize::from(turn)).and_then(|chair| chair.person);
    let lost = person.is_some_and(|person| offline.contains(&person));
    let key = if lost { "web-waits-offline" } else { "web-waits-for" };
    Some(say(key, &[("name", name_at(view, turn).into())]))
}
