//! Bytes between a client and the node that has its table, both ways, until one of them ends the connection. An idle
//! pipe holds no buffer: there are many of them.

use std::io::{self, ErrorKind};
use std::mem;
use std::time::Duration;

use bytes::Bytes;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::time::timeout;

use super::frames::{Frames, close_frame};
use crate::intake::CountedStream;
use crate::mailbox::CloseReason;

/// What is read at a time.
const PIECE: usize = 8 * 1024;
/// How long either end may take to read a piece.
const READING: Duration = Duration::from_secs(10);
/// How long one end may still take when the other has ended.
const FAREWELL: Duration = Duration::from_secs(2);

/// One end of a pipe.
pub(super) struct End {
    stream: TcpStream,
    /// What was read before the connection became a pipe.
    first: Bytes,
}

impl End {
    /// The connection of a client to this node.
    pub(super) fn of_client(upgraded: Upgraded) -> Option<End> {
        let parts = upgraded.downcast::<TokioIo<CountedStream<TcpStream>>>().ok()?;
        Some(End { stream: parts.io.into_inner().stream, first: parts.read_buf })
    }

    /// The connection of this node to another.
    pub(super) fn of_node(upgraded: Upgraded) -> Option<End> {
        let parts = upgraded.downcast::<TokioIo<TcpStream>>().ok()?;
        Some(End { stream: parts.io.into_inner(), first: parts.read_buf })
    }
}

/// Carries bytes both ways until the connection has ended, as it would end without this node in between: what the owner said
/// last arrives, and a client that does not read does not keep the connection. If `cut` is ready before, the client is told
/// why.
pub(super) async fn carry(mut client: End, mut owner: End, cut: impl Future<Output = CloseReason>) {
    let (from_client, mut to_client) = client.stream.split();
    let (from_owner, mut to_owner) = owner.stream.split();
    let mut frames = Frames::default();
    let mut up = Box::pin(copy(&from_client, &mut to_owner, client.first, |_| ()));
    let mut down = Box::pin(copy(&from_owner, &mut to_client, owner.first, |step| frames.follow(step)));
    tokio::select! {
        biased;
        reason = cut => {
            drop((up, down));
            if frames.is_between() && write(&mut to_client, &close_frame(reason)).await.is_ok() {
                let _ = to_client.shutdown().await;
                let _ = timeout(FAREWELL, discard(&from_client)).await;
            }
        }
        ended = &mut down => {
            if ended.is_ok() {
                // What the client still sends is read: if it were not, the system would reset the connection, and the
                // owner's last words would be lost.
                let farewell = async {
                    let _ = up.await;
                    discard(&from_client).await;
                };
                let _ = timeout(FAREWELL, farewell).await;
            }
        }
        _ = &mut up => {
            let _ = timeout(FAREWELL, down).await;
        }
    }
}

/// What becomes of bytes on their way.
pub(super) enum Step<'a> {
    /// They have been written.
    Written(&'a [u8]),
    /// Some are being written: if that is broken off, nobody knows how many.
    Begun,
}

/// Copies to the end, and tells it.
async fn copy(
    from: &ReadHalf<'_>,
    to: &mut WriteHalf<'_>,
    first: Bytes,
    mut follow: impl FnMut(Step<'_>),
) -> io::Result<()> {
    let mut rest = first.to_vec();
    // However little is in it, it may be a piece of a large buffer.
    drop(first);
    loop {
        if !rest.is_empty() {
            let bytes = mem::take(&mut rest);
            follow(Step::Begun);
            write(to, &bytes).await?;
            follow(Step::Written(&bytes));
        }
        from.readable().await?;
        match copy_piece(from, to, &mut follow)? {
            Some(left) => rest = left,
            None => return to.shutdown().await,
        }
    }
}

/// Copies what can be read and written at once; gives what could be read only, or `None` at the end.
fn copy_piece(
    from: &ReadHalf<'_>,
    to: &WriteHalf<'_>,
    follow: &mut impl FnMut(Step<'_>),
) -> io::Result<Option<Vec<u8>>> {
    let mut buffer = [0; PIECE];
    let read = match from.try_read(&mut buffer) {
        Ok(0) => return Ok(None),
        Ok(count) => &buffer[..count],
        Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(Some(Vec::new())),
        Err(error) => return Err(error),
    };
    let written = match to.try_write(read) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
        written => written?,
    };
    follow(Step::Written(&read[..written]));
    Ok(Some(read[written..].to_vec()))
}

async fn write(to: &mut WriteHalf<'_>, bytes: &[u8]) -> io::Result<()> {
    timeout(READING, to.write_all(bytes)).await.unwrap_or_else(|_| Err(ErrorKind::TimedOut.into()))
}

/// Reads to the end.
async fn discard(from: &ReadHalf<'_>) {
    while from.readable().await.is_ok() {
        match from.try_read(&mut [0; PIECE]) {
            Ok(0) => return,
            Err(error) if error.kind() != ErrorKind::WouldBlock => return,
            _ => {}
        }
    }
}
