//! Events on the wire. Places at the table are always chairs, never seats of the game.

use perudo_rules::{Bid, Call, Face, Hand};
use perudo_table::fair::Link;
use perudo_table::{Absence, Actor, PlaceName};

use crate::messages::messages;
use crate::{ViewCup, ViewLinks, ViewShowdown, WireSettings};

messages! {
    tag "what";

    fields {
        settings: WireSettings,
        person: u16,
        name: String,
        account: String,
        place: PlaceName,
        chair: u8,
        program: bool,
        silenced: bool,
        tip: Link,
        from: u64,
        closed: Link,
        removed: bool,
        not_shown: bool,
        level: String,
        tour: u32,
        chairs: Vec<u8>,
        bot_tips: Vec<(u8, Link)>,
        throw: u64,
        throws: Vec<Option<Face>>,
        links: ViewLinks,
        hand: Hand,
        cups: Vec<ViewCup>,
        with: Vec<u8>,
        withheld: Vec<u8>,
        bid: Bid,
        by: Actor,
        call: Call,
        bidder: u8,
        hands: Vec<Hand>,
        count: u8,
        loser: u8,
        gainer: u8,
        winner: u8,
        why: Absence,
        text: String,
        emote: String,
        reason: String,
        on: bool,
    }

    /// Something that happened.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum WireEvent {
        /// The table was made.
        "opened" => Opened { settings },
        /// Someone came in, or back.
        "came" => Came { person, name, place, chair?, program, silenced = false, tip?, from, closed?, account? },
        /// Someone left.
        "left" => Left { person, removed, from?, not_shown = false },
        /// Someone from the queue got a chair.
        "seated" => Seated { person, chair },
        /// Someone who was removed may come back.
        "unbarred" => Unbarred { person },
        /// The table was locked, so that nobody new comes in, or unlocked.
        "locked" => Locked { on },
        /// A bot sits down.
        "bot-sat" => BotSat { chair, level, name },
        /// A bot was taken away.
        "bot-left" => BotLeft { chair },
        /// There is another host.
        "host" => Host { person },
        /// The table is played differently from now on.
        "settings" => Settings { settings },
        /// A new match: nobody has won a tour of it yet.
        "match-began" => MatchBegan,
        /// The host cut the rest between two tours short.
        "rest-ended" => RestEnded,
        /// A tour began.
        "tour-began" => TourBegan { tour, chairs, bot_tips? },
        /// A throw of the draw.
        "drawn" => Drawn { throw, throws, links },
        /// All rolled in secret.
        "rolled" => Rolled { throw, hand?, with, withheld, links?, cups? },
        /// A player bid.
        "bid" => Bid { chair, bid, by },
        /// A player declared maputo.
        "declared" => Declared { chair, by },
        /// A player did not.
        "passed" => Passed { chair, by },
        /// A player called `dudo` or `calza` at a sealed table: everyone shows their dice now.
        "called" => Called { chair, call, by },
        /// A player called `dudo` or `calza`, and all dice were shown.
        "showdown" => Showdown {
            chair, call, by, bid, bidder, hands, count, loser?, gainer?, winner?, links,
        },
        /// The dice of a player who left went to the centre.
        "withdrawn" => Withdrawn { chair, winner?, links? },
        /// A bot plays for someone.
        "away" => Away { person, why },
        /// They play for themselves again.
        "back" => Back { person },
        /// Only bots have dice in the tour, and the rest of it passes quickly.
        "skipped" => Skipped { person },
        /// Someone said something.
        "said" => Said { person, text },
        /// Someone showed a feeling.
        "emoted" => Emoted { person, emote },
        /// The chat was switched on or off.
        "chat" => Chat { on },
        /// The host silenced someone, or not any more.
        "silenced" => Silenced { person, on },
        /// A new chain, a person's or the server's.
        "committed" => Committed { person?, tip, from, closed? },
        /// The server was started again, and the turn's time begins anew.
        "clock-restarted" => ClockRestarted,
        /// The table is no more.
        "closed" => Closed { reason? },
    }
}

impl WireEvent {
    /// Whether the game may stand differently after it, so that it goes with a new [`crate::Now`].
    pub fn moves_game(&self) -> bool {
        match self {
            WireEvent::Opened { .. }
            | WireEvent::Left { .. }
            | WireEvent::Settings { .. }
            | WireEvent::MatchBegan
            | WireEvent::RestEnded
            | WireEvent::TourBegan { .. }
            | WireEvent::Drawn { .. }
            | WireEvent::Rolled { .. }
            | WireEvent::Bid { .. }
            | WireEvent::Declared { .. }
            | WireEvent::Passed { .. }
            | WireEvent::Called { .. }
            | WireEvent::Showdown { .. }
            | WireEvent::Withdrawn { .. }
            | WireEvent::Away { .. }
            | WireEvent::Back { .. }
            | WireEvent::Skipped { .. }
            | WireEvent::ClockRestarted
            | WireEvent::Closed { .. } => true,
            // A new chain of the server lets the next throw come.
            WireEvent::Committed { person, .. } => person.is_none(),
            WireEvent::Came { .. }
            | WireEvent::Seated { .. }
            | WireEvent::Unbarred { .. }
            | WireEvent::Locked { .. }
            | WireEvent::BotSat { .. }
            | WireEvent::BotLeft { .. }
            | WireEvent::Host { .. }
            | WireEvent::Said { .. }
            | WireEvent::Emoted { .. }
            | WireEvent::Chat { .. }
            | WireEvent::Silenced { .. } => false,
        }
    }

    /// The showdown, if it is one, as views have it.
    pub fn showdown(&self) -> Option<ViewShowdown> {
        match self {
            WireEvent::Showdown { chair, call, bid, bidder, hands, count, loser, gainer, .. } => {
                Some(ViewShowdown {
                    chair: *chair,
                    call: *call,
                    bid: *bid,
                    bidder: *bidder,
                    hands: hands.clone(),
                    count: *count,
                    loser: *loser,
                    gainer: *gainer,
                })
            }
            _ => None,
        }
    }
}
