//! The public log of the server's tips, as it is told to those who ask.

use std::sync::Arc;

use parking_lot::Mutex;
use perudo_table::fair::merkle::TreeHash;
use perudo_table::fair::{PublishedTip, TableLabel, TipsAnswer, TipsHead};
use tokio::sync::Semaphore;

use crate::signer::Signer;
use crate::store::{ReadTips, StoreError, TableId};

/// Opens one more reader.
type OpenReader = dyn Fn() -> Result<Box<dyn ReadTips>, StoreError> + Send + Sync;

/// Reads the log, a few requests at a time.
pub(crate) struct TipLog {
    open: Box<OpenReader>,
    /// Readers that nobody uses at the moment.
    idle: Mutex<Vec<Box<dyn ReadTips>>>,
    reading: Semaphore,
    signer: Signer,
    /// The head that was signed last.
    head: Mutex<Option<TipsHead>>,
}

/// Why the log is not told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TipLogError {
    #[error("the log never had so many tips")]
    NoSuchHead,
    #[error("too many read the log already")]
    Busy,
    #[error("the reading of the log broke off")]
    BrokenOff,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl TipLog {
    /// How many read it at a time.
    const READERS: usize = 2;

    pub(crate) fn new(
        signer: Signer,
        open: impl Fn() -> Result<Box<dyn ReadTips>, StoreError> + Send + Sync + 'static,
    ) -> TipLog {
        TipLog {
            open: Box::new(open),
            idle: Mutex::default(),
            reading: Semaphore::new(TipLog::READERS),
            signer,
            head: Mutex::default(),
        }
    }

    pub(crate) fn signer(&self) -> &Signer {
        &self.signer
    }

    /// The log as it is now, the path from the first `since` tips to it, and the tips of a table.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        since: Option<u64>,
        table: Option<TableId>,
    ) -> Result<TipsAnswer, TipLogError> {
        self.read(move |log, reader| {
            let size = reader.tips_size()?;
            let since = since.unwrap_or(0);
            if since > size {
                return Err(TipLogError::NoSuchHead);
            }
            let head = log.head(reader, size)?;
            let consistency = reader.consistency(since, size)?;
            let tips = match table {
                Some(table) => reader.placed(&TableLabel::of_table(&table.to_string()), size)?,
                None => Vec::new(),
            };
            Ok(TipsAnswer { head, consistency, tips })
        })
        .await
    }

    /// Entries of the log, from a place on.
    pub(crate) async fn entries(
        self: &Arc<Self>,
        from: u64,
        most: u32,
    ) -> Result<Vec<PublishedTip>, TipLogError> {
        self.read(move |_, reader| Ok(reader.tips(from, most)?.into_iter().map(|(_, tip)| tip).collect()))
            .await
    }

    /// The path that shows that the first `size` tips begin with the first `old` of them.
    pub(crate) async fn consistency(
        self: &Arc<Self>,
        old: u64,
        size: u64,
    ) -> Result<Vec<TreeHash>, TipLogError> {
        self.read(move |_, reader| {
            if old > size || size > reader.tips_size()? {
                return Err(TipLogError::NoSuchHead);
            }
            Ok(reader.consistency(old, size)?)
        })
        .await
    }

    fn head(&self, reader: &mut dyn ReadTips, size: u64) -> Result<TipsHead, StoreError> {
        if let Some(head) = self.head.lock().filter(|head| head.size == size) {
            return Ok(head);
        }
        let head = reader.head(size)?;
        let head = TipsHead::sign(head, self.signer.key(), |message| self.signer.sign(message));
        *self.head.lock() = Some(head);
        Ok(head)
    }

    /// Reads on a thread that may wait.
    async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&TipLog, &mut dyn ReadTips) -> Result<T, TipLogError> + Send + 'static,
    ) -> Result<T, TipLogError> {
        let _reading = self.reading.acquire().await.map_err(|_| TipLogError::Busy)?;
        let log = Arc::clone(self);
        let reading = tokio::task::spawn_blocking(move || {
            let idle = log.idle.lock().pop();
            let mut reader = match idle {
                Some(reader) => reader,
                None => (log.open)()?,
            };
            let outcome = read(&log, &mut *reader);
            // A reader that failed is not used again.
            if !matches!(outcome, Err(TipLogError::Store(_))) {
                log.idle.lock().push(reader);
            }
            outcome
        });
        reading.await.map_err(|_| TipLogError::BrokenOff)?
    }
}
