//! Records and proofs of tours, read from the logs of tables.
//!
//! A log may be long, so it is read page by page on threads of its own, a few logs at a time. Only what was asked for is
//! kept, and games go on meanwhile. Whoever asks while too many others wait is refused.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use perudo_rules::record::RecordError;
use perudo_table::fair::{Proof, Version};
use perudo_table::{Entry, History, NameOwner, Table, TourFile, Viewer};
use tokio::sync::{Semaphore, oneshot};

use crate::signer::Signer;
use crate::store::people::KeptTour;
use crate::store::{PeopleStore, ReadLog, StoreError, StoredEvent, TableId};

/// Opens one more reader.
type OpenReader = dyn Fn() -> Result<Box<dyn ReadLog>, StoreError> + Send + Sync;

/// Everything that was played here.
pub(crate) struct Archive {
    open: Box<OpenReader>,
    /// Readers that nobody uses at the moment.
    idle: Mutex<Vec<Box<dyn ReadLog>>>,
    /// One permit for each log that is read.
    reading: Arc<Semaphore>,
    /// One permit for each request that reads or waits.
    admitted: Arc<Semaphore>,
    recent: Mutex<RecentTours>,
    /// Signs proofs.
    signer: Option<Signer>,
    /// Who has deleted their name, and what is kept of logs that are deleted.
    people: Option<People>,
}

/// One connection to what is kept about people.
struct People {
    database: String,
    store: Mutex<Option<PeopleStore>>,
}

impl People {
    /// Asks, on a thread that may wait.
    fn ask<T>(&self, work: impl FnOnce(&mut PeopleStore) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut store = self.store.lock();
        let mut opened = match store.take() {
            Some(opened) => opened,
            None => PeopleStore::open(&self.database)?,
        };
        let outcome = work(&mut opened)?;
        // One that failed is not used again.
        *store = Some(opened);
        Ok(outcome)
    }
}

/// Why something could not be found in the archive.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("there is no such table")]
    NoTable,
    #[error("too many logs are being read already")]
    Busy,
    #[error("entry {seq} in the log of table {table} cannot be read")]
    Unreadable { table: TableId, seq: u64 },
    #[error("the reading of a log broke off")]
    BrokenOff,
    #[error("a proof cannot be read or written: {0}")]
    Proof(#[from] serde_json::Error),
    #[error("a record cannot be read: {0}")]
    Record(#[from] RecordError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A finished tour, without what was played in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TourTitle {
    pub(crate) number: u32,
    /// Who played, clockwise.
    pub(crate) players: Vec<String>,
}

/// The files of a finished tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TourTexts {
    pub(crate) record: Bytes,
    /// JSON.
    pub(crate) proof: Bytes,
}

impl TourTexts {
    fn of(mut tour: TourFile, signer: Option<&Signer>) -> Result<TourTexts, serde_json::Error> {
        // Proofs of the first version are told as they always were.
        if let Some(signer) = signer.filter(|_| tour.proof.version > Version::One) {
            tour.proof.sign(signer.keys(), |message| signer.sign(message));
        }
        let proof = serde_json::to_vec_pretty(&tour.proof)?;
        Ok(TourTexts { record: tour.record.into(), proof: proof.into() })
    }
}

impl Archive {
    /// How many requests may wait for a log.
    const WAITING: usize = 64;

    /// An archive that reads at most so many logs at a time.
    pub(crate) fn new(
        readers: usize,
        open: impl Fn() -> Result<Box<dyn ReadLog>, StoreError> + Send + Sync + 'static,
    ) -> Archive {
        Archive {
            open: Box::new(open),
            idle: Mutex::default(),
            reading: Arc::new(Semaphore::new(readers)),
            admitted: Arc::new(Semaphore::new(readers + Archive::WAITING)),
            recent: Mutex::default(),
            signer: None,
            people: None,
        }
    }

    /// Without the names of those who have deleted them, and with what is kept of logs that are deleted.
    pub(crate) fn with_people(self, database: &str) -> Archive {
        let people = People { database: database.to_owned(), store: Mutex::default() };
        Archive { people: Some(people), ..self }
    }

    /// With signatures for its proofs.
    pub(crate) fn signed_by(self, signer: Signer) -> Archive {
        Archive { signer: Some(signer), ..self }
    }

    /// Forgets what was read lately: somebody in it has deleted their name.
    pub(crate) fn forget(&self) {
        *self.recent.lock() = RecentTours::default();
    }

    /// The finished tours of a table.
    pub(crate) async fn tours(self: &Arc<Self>, table: TableId) -> Result<Vec<TourTitle>, ArchiveError> {
        let take = |tours: &mut Vec<TourFile>, history: &mut History| {
            // No more is kept of each than its title needs.
            let title = |tour: TourFile| {
                let proof = Proof { throws: Vec::new(), seats: Vec::new(), closed: Vec::new(), ..tour.proof };
                TourFile { record: String::new(), proof, ..tour }
            };
            tours.extend(history.take_tours().into_iter().map(title));
            Continue(())
        };
        self.read(table, Vec::new(), take, move |archive, outcome| {
            let tours = match archive.kept(table, None)? {
                Some(kept) => kept,
                None => outcome?.0,
            };
            let deleted = archive.deleted(tours.iter().flat_map(|tour| &tour.owners))?;
            let title = |mut tour: TourFile| {
                tour.remove_names(|account| deleted.contains(&account));
                TourTitle { number: tour.number, players: tour.proof.names }
            };
            Ok(tours.into_iter().map(title).collect())
        })
        .await
    }

    /// A finished tour of a table, if there is one of this number.
    pub(crate) async fn tour(
        self: &Arc<Self>,
        table: TableId,
        number: u32,
    ) -> Result<Option<TourTexts>, ArchiveError> {
        if let Some(texts) = self.recent.lock().get(table, number) {
            return Ok(Some(texts));
        }
        let find = move |found: &mut Option<TourFile>, history: &mut History| {
            *found = history.take_tours().into_iter().find(|tour| tour.number == number);
            if found.is_some() { Break(()) } else { Continue(()) }
        };
        self.read(table, None, find, move |archive, outcome| {
            let found = match archive.kept(table, Some(number))? {
                Some(kept) => kept.into_iter().next(),
                None => outcome?.0,
            };
            let Some(mut tour) = found else { return Ok(None) };
            let deleted = archive.deleted(&tour.owners)?;
            tour.without_deleted(|account| deleted.contains(&account))?;
            let texts = TourTexts::of(tour, archive.signer.as_ref())?;
            archive.recent.lock().keep(table, number, texts.clone());
            Ok(Some(texts))
        })
        .await
    }

    /// The record of the tour that is being played, as a viewer may know it.
    pub(crate) async fn running_record(
        self: &Arc<Self>,
        table: TableId,
        viewer: Viewer,
    ) -> Result<Option<String>, ArchiveError> {
        let skip = |(): &mut (), history: &mut History| {
            history.take_tours();
            Continue(())
        };
        self.read(table, (), skip, move |archive, outcome| {
            let (_, mut history) = outcome?;
            let deleted = archive.deleted(history.owners())?;
            history.without_deleted(|account| deleted.contains(&account));
            Ok(history.unfinished(viewer))
        })
        .await
    }

    /// Keeps the finished tours of a table apart from its log, so that the log may be deleted.
    pub(crate) async fn keep_tours(self: &Arc<Self>, table: TableId) -> Result<(), ArchiveError> {
        let archive = Arc::clone(self);
        let keep = move |kept: &mut Result<(), ArchiveError>, history: &mut History| {
            *kept = history.take_tours().iter().try_for_each(|tour| archive.keep_tour(table, tour));
            if kept.is_ok() { Continue(()) } else { Break(()) }
        };
        self.read(table, Ok(()), keep, |_, outcome| outcome?.0).await
    }

    fn keep_tour(&self, table: TableId, tour: &TourFile) -> Result<(), ArchiveError> {
        let kept = KeptTour {
            number: tour.number,
            owners: serde_json::to_string(&tour.owners)?,
            record: tour.record.clone(),
            proof: serde_json::to_string(&tour.proof)?,
        };
        let people = self.people.as_ref().ok_or(ArchiveError::BrokenOff)?;
        Ok(people.ask(|store| store.keep_tour(table, &kept))?)
    }

    /// What is kept of a table's tours, or of one of them; none if that is in the log. A log is marked before it is
    /// deleted, so whoever asks after having read it knows whether all of it was there.
    fn kept(&self, table: TableId, tour: Option<u32>) -> Result<Option<Vec<TourFile>>, ArchiveError> {
        let Some(people) = &self.people else { return Ok(None) };
        let Some(kept) = people.ask(|store| store.kept_tours(table, tour))? else { return Ok(None) };
        let file = |kept: KeptTour| -> Result<TourFile, ArchiveError> {
            let (owners, proof) = (serde_json::from_str(&kept.owners)?, serde_json::from_str(&kept.proof)?);
            Ok(TourFile { number: kept.number, record: kept.record, proof, owners })
        };
        kept.into_iter().map(file).collect::<Result<_, _>>().map(Some)
    }

    /// Which of these have deleted their names.
    fn deleted<'a>(
        &self,
        owners: impl IntoIterator<Item = &'a Option<NameOwner>>,
    ) -> Result<Vec<i64>, ArchiveError> {
        let mut accounts: Vec<i64> = owners.into_iter().flatten().map(|owner| owner.account).collect();
        accounts.sort_unstable();
        accounts.dedup();
        match &self.people {
            Some(people) if !accounts.is_empty() => Ok(people.ask(|store| store.deleted(&accounts))?),
            _ => Ok(Vec::new()),
        }
    }

    /// Replays the log of a table on another thread; `each` looks at the history after each entry, and `finish` at the
    /// outcome, on that thread as well. When nobody waits for it any more, the reading ends.
    async fn read<T: Send + 'static, R: Send + 'static>(
        self: &Arc<Self>,
        table: TableId,
        mut kept: T,
        mut each: impl FnMut(&mut T, &mut History) -> ControlFlow<()> + Send + 'static,
        finish: impl FnOnce(&Archive, Result<(T, History), ArchiveError>) -> Result<R, ArchiveError>
        + Send
        + 'static,
    ) -> Result<R, ArchiveError> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| ArchiveError::Busy)?;
        let reading = Arc::clone(&self.reading).acquire_owned().await;
        let reading = reading.map_err(|_| ArchiveError::BrokenOff)?;
        let archive = Arc::clone(self);
        let (answer, answered) = oneshot::channel();
        tokio::task::spawn_blocking(move || {
            let mut history = History::default();
            let outcome = archive.replay(table, &mut history, &mut |history| {
                if answer.is_closed() { Break(()) } else { each(&mut kept, history) }
            });
            if answer.is_closed() {
                return;
            }
            let outcome = finish(&archive, outcome.map(|()| (kept, history)));
            drop((reading, admitted));
            // Nobody may wait for it any more.
            let _ = answer.send(outcome);
        });
        answered.await.map_err(|_| ArchiveError::BrokenOff)?
    }

    fn replay(
        &self,
        table: TableId,
        history: &mut History,
        each: &mut dyn FnMut(&mut History) -> ControlFlow<()>,
    ) -> Result<(), ArchiveError> {
        let idle = self.idle.lock().pop();
        let mut reader = match idle {
            Some(reader) => reader,
            None => (self.open)()?,
        };
        let mut expected = 1;
        let mut unreadable = None;
        let found = reader.read(table, 1, &mut |event| {
            let Some(entry) = entry(&event, expected) else {
                unreadable = Some(expected);
                return Break(());
            };
            expected += 1;
            history.add(&entry);
            each(history)
        })?;
        // A reader that failed is not used again.
        self.idle.lock().push(reader);
        match unreadable {
            Some(seq) => Err(ArchiveError::Unreadable { table, seq }),
            None if found => Ok(()),
            None => Err(ArchiveError::NoTable),
        }
    }
}

/// The entry of a number, if it is one; the first opens a table.
fn entry(event: &StoredEvent, seq: u64) -> Option<Entry> {
    let entry: Entry = serde_json::from_slice(&event.body).ok()?;
    let in_its_place = event.seq == seq && (seq > 1 || Table::open(&entry).is_some());
    in_its_place.then_some(entry)
}

/// Tours that were asked for lately: people look at a tour when it is over, all of them at once.
#[derive(Default)]
struct RecentTours {
    texts: HashMap<(TableId, u32), TourTexts>,
    /// The oldest first.
    order: VecDeque<(TableId, u32)>,
    bytes: usize,
}

impl RecentTours {
    /// The space for them.
    const BYTES: usize = 16 * 1024 * 1024;

    fn get(&self, table: TableId, number: u32) -> Option<TourTexts> {
        self.texts.get(&(table, number)).cloned()
    }

    fn keep(&mut self, table: TableId, number: u32, texts: TourTexts) {
        let size = |texts: &TourTexts| texts.record.len() + texts.proof.len();
        self.bytes += size(&texts);
        if let Some(same) = self.texts.insert((table, number), texts) {
            self.bytes -= size(&same);
        } else {
            self.order.push_back((table, number));
        }
        while self.bytes > RecentTours::BYTES
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.texts.remove(&oldest).as_ref().map_or(0, size);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use perudo_table::{Moment, Settings, TableEvent};

    use super::*;

    const TABLE: TableId = TableId::from_bits(1);

    /// A log in memory. Each reading waits until it is let go.
    struct Log {
        events: Vec<StoredEvent>,
        gate: Arc<Mutex<mpsc::Receiver<()>>>,
    }

    impl ReadLog for Log {
        fn read(
            &mut self,
            _: TableId,
            _: u64,
            visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
        ) -> Result<bool, StoreError> {
            // A closed gate that nobody can open any more is open.
            let _ = self.gate.lock().recv();
            let _ = self.events.iter().cloned().try_for_each(visit);
            Ok(!self.events.is_empty())
        }
    }

    /// An archive with one reader, and what opens its gate for one reading.
    fn archive(events: Vec<StoredEvent>) -> (Arc<Archive>, mpsc::Sender<()>) {
        let (open, gate) = mpsc::channel();
        let gate = Arc::new(Mutex::new(gate));
        let reader =
            move || Ok(Box::new(Log { events: events.clone(), gate: Arc::clone(&gate) }) as Box<dyn ReadLog>);
        (Arc::new(Archive::new(1, reader)), open)
    }

    fn opened() -> StoredEvent {
        let event = TableEvent::Opened {
            settings: Settings::usual(perudo_rules::Preset::ALL[0].rules()),
            table: TABLE.to_string(),
            secret: [7; 32].into(),
        };
        let body = serde_json::to_vec(&Entry { at: Moment(0), by: None, event }).unwrap();
        StoredEvent { seq: 1, at: 0, body }
    }

    #[tokio::test]
    async fn a_log_that_cannot_be_read_is_an_error_and_no_shorter_history() {
        let garbage = |seq| StoredEvent { seq, at: 0, body: b"{}".to_vec() };
        let cases = [
            ("garbage", vec![opened(), garbage(2)], 2),
            ("a gap", vec![opened(), StoredEvent { seq: 3, ..opened() }], 2),
            ("no beginning", vec![StoredEvent { seq: 2, ..opened() }], 1),
        ];
        for (case, events, expected) in cases {
            let (archive, open) = archive(events);
            drop(open);
            let error = archive.tours(TABLE).await.unwrap_err();
            assert!(
                matches!(error, ArchiveError::Unreadable { seq, .. } if seq == expected),
                "{case}: {error}"
            );
        }
        let (archive, open) = archive(vec![opened()]);
        drop(open);
        assert_eq!(archive.tours(TABLE).await.unwrap(), []);
        assert_eq!(archive.tour(TABLE, 1).await.unwrap(), None);
    }

    /// All of it on one thread: a reading on it would stop the test for ever.
    #[tokio::test]
    async fn a_flood_waits_beside_the_games_and_what_is_too_much_is_refused() {
        let (archive, open) = archive(Vec::new());
        let ask = || {
            let archive = Arc::clone(&archive);
            tokio::spawn(async move { archive.tours(TABLE).await })
        };
        let admitted: Vec<_> = (0..=Archive::WAITING).map(|_| ask()).collect();
        // Those who were admitted run as far as they can, and then this one.
        let refused = ask().await.unwrap();
        assert!(matches!(refused, Err(ArchiveError::Busy)), "{refused:?}");
        assert!(admitted.iter().all(|request| !request.is_finished()));
        drop(open);
        for request in admitted {
            assert!(matches!(request.await.unwrap(), Err(ArchiveError::NoTable)));
        }
        assert!(matches!(archive.tours(TABLE).await, Err(ArchiveError::NoTable)), "there is room again");
        assert_eq!(archive.idle.lock().len(), 1, "one reader did it all");
    }

    #[tokio::test]
    async fn who_goes_away_leaves_room_for_others() {
        let (archive, open) = archive(Vec::new());
        for _ in 0..=2 * Archive::WAITING {
            let asking = tokio::spawn({
                let archive = Arc::clone(&archive);
                async move { archive.tours(TABLE).await }
            });
            tokio::task::yield_now().await;
            asking.abort();
            assert!(asking.await.unwrap_err().is_cancelled());
        }
        drop(open);
        assert!(matches!(archive.tours(TABLE).await, Err(ArchiveError::NoTable)));
    }

    #[test]
    fn recent_tours_take_a_fixed_space() {
        let mut recent = RecentTours::default();
        let texts = |bytes| TourTexts { record: vec![b'x'; bytes].into(), proof: Bytes::new() };
        for number in 0..10 {
            recent.keep(TABLE, number, texts(RecentTours::BYTES / 4));
            recent.keep(TABLE, number, texts(RecentTours::BYTES / 4));
        }
        assert!(recent.bytes <= RecentTours::BYTES);
        assert!(recent.get(TABLE, 9).is_some() && recent.get(TABLE, 0).is_none());
        recent.keep(TABLE, 11, texts(2 * RecentTours::BYTES));
        assert_eq!((recent.bytes, recent.texts.len(), recent.order.len()), (0, 0, 0));
    }
}
