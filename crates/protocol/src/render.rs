//! Where wire types and the table meet. Everything here is made from what a viewer may know.

use perudo_rules::{Face, Hand, LegalActions, Phase, Reveal, Seat};
use perudo_table::fair::ClosedTip;
use perudo_table::{
    Chair, Links, Player, PlayerEvent, PublicEvent, SeenEvent, SeenTable, SeenTour, Sitter, Stage, Viewer,
    Who,
};

use crate::{
    Legal, Now, View, ViewBarred, ViewChair, ViewChat, ViewCup, ViewLinks, ViewPerson, ViewPlayer,
    ViewSealed, ViewShowdown, ViewTip, ViewTour, WireEvent, You,
};

/// An event as it goes to a viewer; `table` is the table after it.
pub(crate) fn event_for(event: &SeenEvent<'_>, table: &SeenTable<'_>) -> WireEvent {
    let tour = table.tour();
    let seats = Seats(tour.map_or(&[], |tour| tour.players()), table.chairs().len());
    match event {
        SeenEvent::Opened { settings } => WireEvent::Opened { settings: (*settings).into() },
        SeenEvent::Came { person, name, place, program, tip, from, closed, account } => WireEvent::Came {
            person: person.0,
            name: (*name).to_owned(),
            place: place.name(),
            chair: place.chair(),
            program: *program,
            silenced: table.person(*person).is_some_and(|known| known.silenced),
            tip: *tip,
            from: from.unwrap_or(table.throws() + 1),
            closed: *closed,
            account: account.map(str::to_owned),
        },
        SeenEvent::Drawn { throws, links } => WireEvent::Drawn {
            throw: table.throws(),
            throws: seats.by_chair(|seat| throws[seat]),
            links: seats.links(links),
        },
        SeenEvent::Rolled { own, with, withheld, links } => WireEvent::Rolled {
            throw: table.throws(),
            hand: own.map(|own| own.hand),
            with: with.iter().map(|seat| seats.chair(*seat)).collect(),
            withheld: withheld.iter().map(|seat| seats.chair(*seat)).collect(),
            links: links.map(|links| seats.links(links)),
            cups: links.and(tour.as_ref()).map(|tour| seats.cups(tour)),
        },
        SeenEvent::Public(public) => public_event(public, table, tour.as_ref(), seats),
    }
}

fn public_event(
    event: &PublicEvent,
    table: &SeenTable<'_>,
    tour: Option<&SeenTour<'_>>,
    seats: Seats<'_>,
) -> WireEvent {
    let winner = || tour.and_then(|tour| tour.game().winner()).map(|seat| seats.chair(seat));
    match event {
        PublicEvent::Left { person, removed, from, not_shown } => {
            WireEvent::Left { person: person.0, removed: *removed, from: *from, not_shown: *not_shown }
        }
        PublicEvent::Seated { person, chair } => WireEvent::Seated { person: person.0, chair: *chair },
        PublicEvent::BotSat { chair, level, name } => {
            WireEvent::BotSat { chair: *chair, level: level.clone(), name: name.clone() }
        }
        PublicEvent::BotLeft { chair } => WireEvent::BotLeft { chair: *chair },
        PublicEvent::Unbarred { person } => WireEvent::Unbarred { person: person.0 },
        PublicEvent::Locked { on } => WireEvent::Locked { on: *on },
        PublicEvent::HostMoved { to } => WireEvent::Host { person: to.0 },
        PublicEvent::SettingsChanged { settings } => WireEvent::Settings { settings: settings.into() },
        PublicEvent::MatchBegan => WireEvent::MatchBegan,
        PublicEvent::RestEnded => WireEvent::RestEnded,
        PublicEvent::TourBegan { chairs, closed, .. } => WireEvent::TourBegan {
            tour: table.tours_begun(),
            chairs: chairs.clone(),
            bot_tips: Some(closed.clone()).filter(|tips| !tips.is_empty()),
        },
        PublicEvent::Acted { event, by, links } => match *event {
            PlayerEvent::Bid { seat, bid } => WireEvent::Bid { chair: seats.chair(seat), bid, by: *by },
            PlayerEvent::Declared(seat) => WireEvent::Declared { chair: seats.chair(seat), by: *by },
            PlayerEvent::Passed(seat) => WireEvent::Passed { chair: seats.chair(seat), by: *by },
            PlayerEvent::Called { seat, call } => {
                WireEvent::Called { chair: seats.chair(seat), call, by: *by }
            }
            PlayerEvent::Revealed(reveal) => {
                let ViewShowdown { chair, call, bid, bidder, hands, count, loser, gainer } =
                    seats.showdown(&reveal);
                let links = links.as_ref().map(|links| seats.links(links)).unwrap_or_default();
                let (by, winner) = (*by, winner());
                WireEvent::Showdown {
                    chair,
                    call,
                    by,
                    bid,
                    bidder,
                    hands,
                    count,
                    loser,
                    gainer,
                    winner,
                    links,
                }
            }
        },
        PublicEvent::Withdrawn { seat, links } => WireEvent::Withdrawn {
            chair: seats.chair(*seat),
            winner: winner(),
            links: links.as_ref().map(|links| seats.links(links)),
        },
        PublicEvent::Away { person, why } => WireEvent::Away { person: person.0, why: *why },
        PublicEvent::Back { person } => WireEvent::Back { person: person.0 },
        PublicEvent::Skipped { person } => WireEvent::Skipped { person: person.0 },
        PublicEvent::Said { person, text } => WireEvent::Said { person: person.0, text: text.clone() },
        PublicEvent::Emoted { person, emote } => WireEvent::Emoted { person: person.0, emote: emote.clone() },
        PublicEvent::ChatSwitched { on } => WireEvent::Chat { on: *on },
        PublicEvent::Silenced { person, on } => WireEvent::Silenced { person: person.0, on: *on },
        PublicEvent::Committed { person, tip, from, closed } => WireEvent::Committed {
            person: person.map(|person| person.0),
            tip: *tip,
            from: from.unwrap_or(table.throws() + 1),
            closed: *closed,
        },
        PublicEvent::ClockRestarted => WireEvent::ClockRestarted,
        PublicEvent::Closed => WireEvent::Closed { reason: None },
        PublicEvent::ClosedFor { reason } => WireEvent::Closed { reason: Some(reason.clone()) },
    }
}

/// How the game stands: the same for every viewer.
pub(crate) fn now(table: &SeenTable<'_>) -> Now {
    let mut now = Now { stage: table.stage().name(), ..Now::default() };
    if let Stage::Resting { until } = table.stage() {
        now.until = Some(until.0);
    }
    let Some(tour) = table.tour() else { return now };
    let seats = Seats(tour.players(), table.chairs().len());
    let game = tour.game();
    let chair = |seat: Option<Seat>| seat.map(|seat| seats.chair(seat));
    now.phase = Some(game.phase().name());
    now.round = Some(game.round());
    now.kind = Some(game.kind());
    now.turn = chair(game.turn());
    now.opener = chair(game.opener());
    now.bid = game.standing().map(|standing| standing.bid);
    now.bidder = chair(game.standing().map(|standing| standing.bidder));
    now.dice = seats.by_chair(|seat| game.dice(seat));
    now.centre = Some(game.centre());
    if table.stage() == Stage::Playing {
        now.legal = game.turn().map(|_| Legal::from(&game.legal_actions()));
        let deadline = tour.turn_time().map(|(_, deadline)| deadline).or_else(|| tour.show_until());
        now.deadline = deadline.map(|deadline| deadline.0);
        now.bank = game.turn().and_then(|seat| tour.players().get(seat.index())).map(|player| player.bank);
        if matches!(game.phase(), Phase::Draw { .. } | Phase::Rolling) {
            now.throw = table.coming_throw();
            now.until = Some(tour.quiet_until().0);
        }
    }
    now
}

/// Who the viewer is.
pub(crate) fn you(table: &SeenTable<'_>) -> You {
    let Viewer::Person(id) = table.viewer() else { return You::default() };
    let chair = table.person(id).and_then(|person| person.place.chair());
    You { person: Some(id.0), chair, host: table.host() == Some(id) }
}

/// The whole table for a viewer.
pub(crate) fn view_for(table: &SeenTable<'_>) -> View {
    let (server_tip, server_from) = table.server_tip();
    View {
        table: table.name().to_owned(),
        settings: table.settings().into(),
        stage: table.stage().name(),
        resting_until: match table.stage() {
            Stage::Resting { until } => Some(until.0),
            _ => None,
        },
        tours_played: table.tours_played(),
        chairs: table.chairs().iter().map(|chair| view_chair(table, chair)).collect(),
        people: table
            .people()
            .map(|(id, person)| ViewPerson {
                person: id.0,
                name: person.name.clone(),
                place: person.place.name(),
                chair: person.place.chair(),
                program: person.program,
                account: person.account.as_ref().map(|account| account.name.clone()),
                silenced: person.silenced,
                away: person.away,
                tip: person.latest_tip().map(|(tip, _)| tip),
                from: person.latest_tip().map(|(_, from)| from),
                closed: person.closed.latest().map(|closed| closed.tip),
                closed_from: person.closed.latest().map(|closed| closed.from),
            })
            .collect(),
        older_tips: table
            .older_tips()
            .map(|(person, tip, from)| ViewTip { person: person.0, tip, from })
            .collect(),
        barred: table
            .barred()
            .map(|(id, person)| ViewBarred { person: id.0, name: person.name.clone() })
            .collect(),
        locked: table.locked(),
        host: table.host().map(|id| id.0),
        chat_on: table.chat_on(),
        chat: table
            .chat()
            .map(|line| ViewChat {
                at: line.at.0,
                person: line.person.0,
                name: line.name.clone(),
                text: line.text.clone(),
            })
            .collect(),
        server_tip,
        server_from,
        throws: table.throws(),
        tour: table.tour().map(|tour| view_tour(table, &tour)),
        now: now(table),
    }
}

fn view_chair(table: &SeenTable<'_>, chair: &Chair) -> ViewChair {
    let empty = ViewChair { wins: chair.wins, ..ViewChair::default() };
    match &chair.sitter {
        None => empty,
        Some(Sitter::Person(id)) => ViewChair {
            person: Some(id.0),
            name: table.person(*id).map(|person| person.name.clone()),
            ..empty
        },
        Some(Sitter::Bot { level, name }) => {
            ViewChair { bot: Some(level.clone()), name: Some(name.clone()), ..empty }
        }
    }
}

fn view_tour(table: &SeenTable<'_>, tour: &SeenTour<'_>) -> ViewTour {
    let seats = Seats(tour.players(), table.chairs().len());
    ViewTour {
        tour: tour.number(),
        players: tour
            .players()
            .iter()
            .map(|player| ViewPlayer {
                chair: player.chair,
                name: player.name.clone(),
                person: match player.who {
                    Who::Person(id) => Some(id.0),
                    Who::Bot(_) => None,
                },
            })
            .collect(),
        bids: tour.bids().iter().map(|standing| (seats.chair(standing.bidder), standing.bid)).collect(),
        hand: tour.own().map(|own| own.hand),
        showdown: tour.game().reveal().map(|reveal| seats.showdown(reveal)),
        sealed: tour
            .sealed_links()
            .map(|links| ViewSealed { links: seats.links(links), cups: seats.cups(tour) }),
    }
}

impl From<&LegalActions> for Legal {
    fn from(legal: &LegalActions) -> Legal {
        let bids = legal.most() > 0;
        Legal {
            least: bids.then(|| Face::ALL.map(|face| legal.least(face))),
            most: bids.then(|| legal.most()),
            calls: legal.calls().to_vec(),
        }
    }
}

/// The players of a tour by the seats of its game, and how many chairs there are.
#[derive(Clone, Copy)]
struct Seats<'a>(&'a [Player], usize);

impl Seats<'_> {
    /// The chair of a seat. Every seat of a game has a player; if one had none, it would be as if the table were full.
    fn chair(self, seat: Seat) -> u8 {
        self.0.get(seat.index()).map_or(seat.index() as u8, |player| player.chair)
    }

    /// A value for each chair; those that do not play have the default.
    fn by_chair<T: Default + Clone>(self, value: impl Fn(Seat) -> T) -> Vec<T> {
        let mut values = vec![T::default(); self.1];
        for (index, player) in self.0.iter().enumerate() {
            if let (Some(place), Some(seat)) = (values.get_mut(usize::from(player.chair)), Seat::new(index)) {
                *place = value(seat);
            }
        }
        values
    }

    fn links(self, links: &Links) -> ViewLinks {
        ViewLinks {
            server: links.server,
            chairs: links.seats.iter().map(|(seat, link)| (self.chair(*seat), *link)).collect(),
            withheld: links.withheld.iter().map(|seat| self.chair(*seat)).collect(),
            closed: links.closed.iter().map(|(seat, link)| (self.chair(*seat), *link)).collect(),
            run: links.run,
        }
    }

    fn cups(self, tour: &SeenTour<'_>) -> Vec<ViewCup> {
        let cup = |(seat, tip): &(Seat, ClosedTip)| ViewCup {
            chair: self.chair(*seat),
            tip: tip.tip,
            from: tip.from,
        };
        tour.cups().iter().map(cup).collect()
    }

    fn showdown(self, reveal: &Reveal) -> ViewShowdown {
        ViewShowdown {
            chair: self.chair(reveal.caller),
            call: reveal.call,
            bid: reveal.bid,
            bidder: self.chair(reveal.bidder),
            hands: self.by_chair::<Hand>(|seat| reveal.hands[seat]),
            count: reveal.count,
            loser: reveal.loser().map(|seat| self.chair(seat)),
            gainer: reveal.gainer().map(|seat| self.chair(seat)),
        }
    }
}
