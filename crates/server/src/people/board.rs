//! What those who wait are told: the queue as it was a moment ago.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use perudo_people::{OFFER_BOTS, Wait};
use perudo_protocol::http::{QueueLine, QueueStatus, Waiting};

use crate::store::TableId;
use crate::store::people::{InQueue, QueueState, lines};

/// The queue as it was a moment ago.
#[derive(Debug, Default)]
pub(crate) struct Board {
    waiting: HashMap<Vec<u8>, Waiting>,
    seated: HashMap<Vec<u8>, TableId>,
    pub(crate) status: QueueStatus,
}

/// What there is to say about a ticket.
pub(crate) enum Standing {
    Waits(Waiting),
    Seated(TableId),
    Gone,
}

impl Board {
    pub(crate) fn new(state: &QueueState, now: i64) -> Board {
        let lines = lines(&state.waiting);
        let mut lately = Wait::default();
        for (_, _, waited) in &state.seated {
            lately.seated(duration(*waited));
        }
        let one = |one: &InQueue| {
            let (waited, entry) = (duration(now - one.since), &one.entry);
            let wish = entry.wish;
            let line = (wish.players(), wish.preset().name(), wish.speed().name(), wish.rated());
            let expected =
                lately.expected(waited).map(|more| u32::try_from(more.as_secs()).unwrap_or(u32::MAX).max(1));
            let waiting = Waiting {
                waiting: lines.get(&line).copied().unwrap_or(1),
                players: wish.players(),
                seconds: u32::try_from(waited.as_secs()).unwrap_or(u32::MAX),
                expected,
                offer_bots: waited >= OFFER_BOTS && !entry.bots,
                bots: entry.bots,
            };
            (entry.ticket.to_vec(), waiting)
        };
        let mut status: Vec<QueueLine> = lines
            .iter()
            .map(|((players, preset, speed, rated), waiting)| QueueLine {
                players: *players,
                preset: (*preset).to_owned(),
                speed: (*speed).to_owned(),
                rated: *rated,
                waiting: *waiting,
            })
            .collect();
        status.sort_by(|one, other| {
            (other.waiting, &one.preset, one.players, &one.speed, one.rated).cmp(&(
                one.waiting,
                &other.preset,
                other.players,
                &other.speed,
                other.rated,
            ))
        });
        Board {
            waiting: state.waiting.iter().map(one).collect(),
            seated: state.seated.iter().map(|(ticket, table, _)| (ticket.clone(), *table)).collect(),
            status: QueueStatus { waiting: status.iter().map(|line| line.waiting).sum(), lines: status },
        }
    }

    pub(crate) fn standing(&self, ticket: &[u8; 32]) -> Standing {
        match (self.seated.get(ticket.as_slice()), self.waiting.get(ticket.as_slice())) {
            (Some(table), _) => Standing::Seated(*table),
            (None, Some(waiting)) => Standing::Waits(waiting.clone()),
            (None, None) => Standing::Gone,
        }
    }
}

fn duration(milliseconds: i64) -> Duration {
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0))
}

/// The tickets whose streams are read on this node.
#[derive(Clone, Default)]
pub(crate) struct Tickets(Arc<Mutex<Streams>>);

#[derive(Default)]
struct Streams {
    open: HashMap<[u8; 32], usize>,
    /// Those that nobody reads any more.
    closed: Vec<[u8; 32]>,
}

/// A stream that is read, for as long as this lives.
pub(crate) struct OpenTicket {
    tickets: Tickets,
    ticket: [u8; 32],
}

impl Tickets {
    pub(crate) fn open(&self, ticket: [u8; 32]) -> OpenTicket {
        *self.0.lock().open.entry(ticket).or_default() += 1;
        OpenTicket { tickets: self.clone(), ticket }
    }

    /// The tickets whose streams are read, and those whose streams ended since the last call.
    pub(super) fn take(&self) -> (Vec<[u8; 32]>, Vec<[u8; 32]>) {
        let mut streams = self.0.lock();
        let closed = std::mem::take(&mut streams.closed);
        let closed = closed.into_iter().filter(|ticket| !streams.open.contains_key(ticket)).collect();
        (streams.open.keys().copied().collect(), closed)
    }
}

impl Drop for OpenTicket {
    fn drop(&mut self) {
        let mut streams = self.tickets.0.lock();
        if let Some(count) = streams.open.get_mut(&self.ticket) {
            *count -= 1;
            if *count == 0 {
                streams.open.remove(&self.ticket);
                streams.closed.push(self.ticket);
            }
        }
    }
}
