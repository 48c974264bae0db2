//! The state of a table.

use std::collections::VecDeque;
use std::fmt;

use perudo_rules::{Phase, PlayerView, Seat, Standing};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

mod apply;
mod bot;
mod decide;
mod finished;
mod next;
mod referee;
mod seen;
mod showing;
mod tour;

use crate::fair::{Chain, GivenLink, Link, SERVER_CHAIN, Statement};
use crate::people::People;
use crate::repeats::Repeats;
use crate::text::is_same_name;
use crate::{
    Chair, CommandId, Guest, Moment, Person, PersonId, Place, Repeat, Settings, Sitter, TableEvent,
    TableSecret,
};

pub use bot::{BotError, BotFailure, BotTurn};
pub use decide::EMOTES;
pub use finished::{FinishedPlayer, FinishedTour, FinishedWho};
pub(crate) use next::Next;
pub use seen::{SeenEvent, SeenTable, SeenTour, Viewer};
pub(crate) use tour::Tour;
pub use tour::{Player, Who};

/// One table: who sits around it, the match, and the tour that is played.
///
/// [`decide`](Table::decide) checks a command and changes nothing; [`apply`](Table::apply) changes the table and
/// never fails. So the same log always gives the same table.
///
/// # Examples
///
/// ```
/// use perudo_rules::Preset;
/// use perudo_table::{Entry, Guest, GuestCommand, Joining, Moment, Settings, Table, TableError, TableEvent};
///
/// let settings = Settings::usual(Preset::Classic.rules());
/// let event = TableEvent::Opened { settings, table: "kitchen".to_owned(), secret: [7; 32].into() };
/// let mut table = Table::open(&Entry { at: Moment(0), by: None, event }).unwrap();
///
/// let anna = Guest::of_secret([1; 16]);
/// assert_eq!(table.decide(anna, 1, &GuestCommand::Start), Err(TableError::NotJoined));
///
/// let joining = Joining { name: "Anna".to_owned(), chair: None, watch: false, program: false, tip: None, closed: None, account: None };
/// let event = table.decide(anna, 1, &GuestCommand::Join(joining))?;
/// table.apply(&Entry { at: Moment(1), by: Some((anna, 1)), event });
/// assert_eq!(table.host(), table.person_of(anna));
/// # Ok::<(), TableError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    name: String,
    seq: u64,
    opened: Moment,
    settings: Settings,
    chairs: Vec<Chair>,
    people: People,
    /// Guests who were removed and whose number another person has got.
    barred: VecDeque<Guest>,
    locked: bool,
    host: Option<PersonId>,
    /// Who made the table, or got it from whoever had it: others only stand in for them as the host.
    owner: Option<Guest>,
    stage: Stage,
    tour: Option<Tour>,
    tours_played: u32,
    chat_on: bool,
    chat: VecDeque<ChatLine>,
    secret: TableSecret,
    chains: u32,
    chain: Chain,
    /// The tip of the server's chain, and the first throw that it counts for.
    server_tip: (Link, u64),
    /// When the last event happened.
    last_at: Moment,
    throws: u64,
    /// The last throw that links were asked for: the tips that count for it are fixed.
    asked: u64,
    /// The newest event of the commands of those whose number another person has got.
    forgotten: u64,
    since: Since,
}

/// The numbers of the events since which things are as they are. A command about one of them that was written earlier
/// is stale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Since {
    stage: u64,
    host: u64,
}

/// What a table is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It waits for its host to begin a match.
    Waiting,
    /// A tour is played.
    Playing,
    /// Between two tours of a match.
    Resting {
        /// When the next begins by itself.
        until: Moment,
    },
    /// It is no more.
    Closed,
}

/// A [`Stage`] without its times, as it is spelt in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum StageName {
    #[default]
    Waiting,
    Playing,
    Resting,
    Closed,
}

impl Stage {
    /// The stage without its times.
    pub const fn name(self) -> StageName {
        match self {
            Stage::Waiting => StageName::Waiting,
            Stage::Playing => StageName::Playing,
            Stage::Resting { .. } => StageName::Resting,
            Stage::Closed => StageName::Closed,
        }
    }
}

impl StageName {
    /// The spelling in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            StageName::Waiting => "waiting",
            StageName::Playing => "playing",
            StageName::Resting => "resting",
            StageName::Closed => "closed",
        }
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    /// When.
    pub at: Moment,
    /// By whom.
    pub person: PersonId,
    /// The name they had.
    pub name: String,
    /// What.
    pub text: String,
}

/// One line of a table's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When it happened.
    pub at: Moment,
    /// Whose command it was, and the number they gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<(Guest, u64)>,
    /// What happened.
    pub event: TableEvent,
}

impl Entry {
    /// The same line with a table's secret in place of its first tip.
    pub fn with_secret(mut self, known: [u8; 32]) -> Entry {
        if let TableEvent::Opened { secret, .. } = &mut self.event {
            *secret = TableSecret::Known(known);
        }
        self
    }

    /// The same line with its first tip in place of a table's secret, and the secret, if it was there.
    pub fn without_secret(mut self) -> (Entry, Option<[u8; 32]>) {
        let mut known = None;
        if let TableEvent::Opened { secret, .. } = &mut self.event
            && let TableSecret::Known(bytes) = *secret
        {
            known = Some(bytes);
            *secret = TableSecret::Forgotten(chain(&bytes, 0).tip());
        }
        (self, known)
    }
}

/// Neither dice nor secrets: what is printed ends up in logs.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("Table");
        table.field("name", &self.name).field("seq", &self.seq).field("stage", &self.stage);
        table.finish_non_exhaustive()
    }
}

impl Table {
    /// A new table. All dice of the server's chains follow from the secret.
    pub(crate) fn new(name: String, settings: Settings, secret: TableSecret, at: Moment) -> Table {
        let chain = match &secret {
            TableSecret::Known(secret) => chain(secret, 0),
            TableSecret::Forgotten(tip) => Chain::used_up(*tip),
        };
        Table {
            name,
            seq: 1,
            opened: at,
            chairs: vec![Chair::default(); usize::from(settings.seats)],
            settings,
            people: People::default(),
            barred: VecDeque::new(),
            locked: false,
            host: None,
            owner: None,
            stage: Stage::Waiting,
            tour: None,
            tours_played: 0,
            chat_on: true,
            chat: VecDeque::new(),
            secret,
            chains: 0,
            server_tip: (chain.tip(), 1),
            last_at: at,
            chain,
            throws: 0,
            asked: 0,
            forgotten: 0,
            since: Since::default(),
        }
    }

    /// The table that was opened by the first line of its log; `None` if that is another line.
    pub fn open(entry: &Entry) -> Option<Table> {
        match &entry.event {
            TableEvent::Opened { settings, table, secret } => {
                Some(Table::new(table.clone(), settings.clone(), *secret, entry.at))
            }
            _ => None,
        }
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// How the table is played.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the table is doing.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// When it was opened.
    pub fn opened(&self) -> Moment {
        self.opened
    }

    /// The chairs, clockwise.
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// The person that a guest is at this table, those who are gone included.
    pub fn person_of(&self, guest: Guest) -> Option<PersonId> {
        self.people.find(guest)
    }

    /// A person.
    pub fn person(&self, id: PersonId) -> Option<&Person> {
        self.people.get(id)
    }

    /// The guest that a person is.
    pub fn guest_of(&self, id: PersonId) -> Option<Guest> {
        self.person(id).map(|person| person.guest)
    }

    /// The host.
    pub fn host(&self) -> Option<PersonId> {
        self.host
    }

    /// Whether the guest has a chair, or is the host.
    pub fn sits(&self, guest: Guest) -> bool {
        self.person_of(guest).is_some_and(|id| {
            let chair = self.person(id).and_then(|person| person.place.chair());
            self.host == Some(id) || chair.is_some()
        })
    }

    /// Who made the table, or got it from whoever had it.
    pub fn owner(&self) -> Option<Guest> {
        self.owner
    }

    /// Whether the guest is at the table and not gone.
    pub fn has_joined(&self, guest: Guest) -> bool {
        self.person_of(guest).and_then(|id| self.person(id)).is_some_and(|person| person.place != Place::Gone)
    }

    /// Whether only those who have a name here may see what happens now.
    pub fn is_private(&self) -> bool {
        self.stage == Stage::Playing && !self.settings.spectators
    }

    /// Whether a command was carried out before.
    pub fn repeat(&self, guest: Guest, command: CommandId) -> Repeat {
        match self.person_of(guest).and_then(|id| self.person(id)) {
            Some(person) => person.repeats.check(command),
            None => Repeats::forgotten_up_to(self.forgotten).check(command),
        }
    }

    /// Whether a link is the one that a person has committed to for the coming throw.
    pub fn accepts_link(&self, id: PersonId, throw: u64, link: &Link) -> bool {
        let chain = self.person(id).and_then(|person| person.chain.as_ref());
        let expected = self.collects_links() && throw == self.throws + 1;
        expected && chain.is_some_and(|chain| chain.commitment.accepts(link))
    }

    /// The first throw for which a tip counts that is published now: one for which nobody has been asked for a link, even
    /// if the throw never came because its tour ended.
    fn next_tip_from(&self) -> u64 {
        self.asked.max(self.throws) + 1
    }

    /// Whether a person has a part in the coming throw. Links of others are of no use.
    pub(crate) fn takes_part(&self, id: PersonId) -> bool {
        let takes_part = |tour: &Tour| tour.seat_of(id).is_some_and(|seat| tour.takes_part(seat));
        self.playing().is_some_and(takes_part)
    }

    /// What can be signed for a link that was accepted.
    pub(crate) fn given_link(&self, id: PersonId, link: Link, run: u64) -> Option<Statement> {
        let tour = self.playing()?;
        let chain = self.person(id)?.chain.as_ref()?;
        let given = GivenLink { tour: tour.number, throw: self.throws + 1, run, link };
        Some(Statement { table: self.name.clone(), tip: chain.tip, from: chain.from, given: Some(given) })
    }

    /// What can be signed for the tip that a guest has published last.
    pub fn published_tip(&self, guest: Guest) -> Option<Statement> {
        let (tip, from) = self.person(self.person_of(guest)?)?.latest_tip()?;
        Some(Statement { table: self.name.clone(), tip, from, given: None })
    }

    /// Whether links are given for a throw now: it is too late to commit to another chain for it.
    fn collects_links(&self) -> bool {
        let phase = self.playing().map(|tour| tour.game.phase());
        // A chain that is used up is renewed first: nobody gives a link before all tips are known. Counted, since a log
        // whose secret is forgotten must tell the same story.
        let used = (self.throws + 1).saturating_sub(self.server_tip.1);
        used < u64::from(SERVER_CHAIN) && matches!(phase, Some(Phase::Draw { .. } | Phase::Rolling))
    }

    /// What the player in that seat of the game sees, and the bids of the round: all that a bot needs. At a sealed table
    /// that is known of the server's own bots alone.
    pub fn situation(&self, seat: Seat) -> Option<(PlayerView, &[Standing])> {
        let tour = self.playing()?;
        Some((tour.game.seen_by(seat, self.bot_hand(tour, seat))?, &tour.bids))
    }

    /// The tour that is played, or was played last.
    pub(crate) fn tour(&self) -> Option<&Tour> {
        self.tour.as_ref()
    }

    /// How many throws there have been.
    pub(crate) fn throws(&self) -> u64 {
        self.throws
    }

    /// The tip of the server's chain.
    pub fn server_tip(&self) -> Link {
        self.server_tip.0
    }

    /// The name, which the dice depend on.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The tour that is played now.
    pub(crate) fn playing(&self) -> Option<&Tour> {
        match self.stage {
            Stage::Playing => self.tour.as_ref(),
            Stage::Waiting | Stage::Resting { .. } | Stage::Closed => None,
        }
    }

    /// Whether the player of that seat is still at the table.
    fn still_here(&self, tour: &Tour, seat: Seat) -> bool {
        let Some(player) = tour.player(seat) else { return false };
        let sitter = self.chairs.get(usize::from(player.chair)).and_then(|chair| chair.sitter.as_ref());
        match (&player.who, sitter) {
            (Who::Person(person), Some(Sitter::Person(sitting))) => person == sitting,
            (Who::Bot(_), Some(Sitter::Bot { name, .. })) => *name == player.name,
            _ => false,
        }
    }

    /// The chain that comes after those used up; `None` if what it is made from is forgotten.
    fn next_chain(&self) -> Option<Chain> {
        match &self.secret {
            TableSecret::Known(secret) => Some(chain(secret, self.chains + 1)),
            TableSecret::Forgotten(_) => None,
        }
    }

    /// Whether a guest could come in under that name.
    pub fn is_name_free(&self, name: &str, guest: Guest) -> bool {
        self.name_is_free(name, self.person_of(guest))
    }

    /// Whether nobody at the table goes by that name, as a record would write it, or by one that looks like it.
    fn name_is_free(&self, name: &str, except: Option<PersonId>) -> bool {
        let same = |other: &str| is_same_name(other, name);
        let person_has = self.people.present().any(|(id, person)| except != Some(id) && same(&person.name));
        let bot_has = self
            .chairs
            .iter()
            .any(|chair| matches!(&chair.sitter, Some(Sitter::Bot { name, .. }) if same(name)));
        let in_tour = self.playing().is_some_and(|tour| {
            tour.players.iter().any(|player| {
                same(&player.name) && !matches!(player.who, Who::Person(id) if except == Some(id))
            })
        });
        !person_has && !bot_has && !in_tour
    }

    /// How many chairs are taken.
    fn taken(&self) -> usize {
        self.chairs.iter().filter(|chair| !chair.is_empty()).count()
    }

    /// The people who wait for a chair, in the order of coming.
    fn queue(&self) -> impl Iterator<Item = PersonId> {
        self.people.iter().filter(|(_, person)| person.place == Place::Queue).map(|(id, _)| id)
    }

    /// Whether dice lie under the cups.
    fn has_cups(&self) -> bool {
        self.playing().is_some_and(|tour| tour.game.has_cups())
    }
}

/// The chains follow from one secret, so that renewing one needs no randomness.
fn chain(secret: &[u8; 32], number: u32) -> Chain {
    let seed =
        Sha256::new().chain_update(b"perudo chain 1").chain_update(secret).chain_update(number.to_be_bytes());
    Chain::new(seed.finalize().into(), SERVER_CHAIN)
}
