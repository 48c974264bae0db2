//! What the threads that use storage report to the rooms.

use tokio::sync::mpsc;

use crate::shared_room::SharedRoom;
use crate::store::{Fate, StoreError, TableId};

/// What happened in storage.
#[derive(Debug)]
pub(crate) enum Report {
    /// A batch is in the log: for each table the number of the last event, or that another node has the table.
    Saved(Vec<(SharedRoom, u64, Fate)>),
    /// Storage does not take events at the moment; they are tried again until it does.
    Failing,
    /// Storage takes events again.
    Recovered,
    /// Tables were claimed.
    Claimed(Vec<SharedRoom>),
    /// Others have claimed the tables of these rooms.
    Lost(Vec<SharedRoom>),
    /// An operator wants this node to hand its tables over.
    Drain,
    /// An operator wants these tables closed.
    Close(Vec<(TableId, String)>),
    /// A thread ended, by a panic if not with the program.
    Ended,
    /// This node must not go on: another session took over, or storage is beyond repair.
    Over(StoreError),
}

/// Reports the end of a thread, however it ends.
pub(crate) struct ReportEnd(pub(crate) mpsc::Sender<Report>);

impl Drop for ReportEnd {
    fn drop(&mut self) {
        // Nobody receives it when the program ends.
        let _ = self.0.blocking_send(Report::Ended);
    }
}
