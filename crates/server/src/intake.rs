//! How much a client may send before a message is complete. WebSockets let a message come in any number of frames, empty
//! ones included, and the library that reads them counts none: here are their bytes counted.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use perudo_protocol::ClientMsg;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What one connection may still send. Clones are about the same connection.
#[derive(Clone, Debug)]
pub(crate) struct Intake(Arc<AtomicUsize>);

impl Intake {
    const UNLIMITED: usize = usize::MAX;

    /// The most that may come before a message is complete: the longest message, what is read ahead, and some frames.
    const MOST: usize = 2 * ClientMsg::MAX_BYTES;
    /// What a message may have around its text: some tens of frames.
    const FRAMES: usize = 256;

    /// Without a limit: HTTP has its own.
    pub(crate) fn unlimited() -> Intake {
        Intake(Arc::new(AtomicUsize::new(Intake::UNLIMITED)))
    }

    /// From now on messages come.
    pub(crate) fn begin_messages(&self) {
        self.0.store(Intake::MOST, Ordering::Relaxed);
    }

    /// A message is complete, which had a text of so many bytes.
    pub(crate) fn message(&self, bytes: usize) {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(Intake::MOST.min(left.saturating_add(bytes + Intake::FRAMES)), Ordering::Relaxed);
    }

    /// Nothing that still comes counts.
    pub(crate) fn end_messages(&self) {
        self.0.store(Intake::UNLIMITED, Ordering::Relaxed);
    }

    /// Whether so many bytes may have come. Only the task of the connection changes this, so there is no race.
    fn take(&self, bytes: usize) -> bool {
        match self.0.load(Ordering::Relaxed) {
            Intake::UNLIMITED => true,
            left => {
                self.0.store(left.saturating_sub(bytes), Ordering::Relaxed);
                bytes <= left
            }
        }
    }
}

/// A client sent more than one message can have.
#[derive(Debug, thiserror::Error)]
#[error("too many bytes without a message")]
struct IntakeError;

/// Whether reading failed because too much came without a message.
pub(crate) fn is_too_much(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|cause| cause.is::<IntakeError>())
}

/// A stream that reads no more than its [`Intake`] allows.
pub(crate) struct CountedStream<S> {
    pub(crate) stream: S,
    pub(crate) intake: Intake,
}

impl<S: AsyncRead + Unpin> AsyncRead for CountedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let enough = self.intake.take(buffer.filled().len() - before);
        Poll::Ready(if enough { Ok(()) } else { Err(io::Error::other(IntakeError)) })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for CountedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_any_length_go_on_for_ever_and_frames_without_a_message_do_not() {
        let intake = Intake::unlimited();
        assert!(intake.take(1 << 40), "a request is limited elsewhere");
        intake.begin_messages();
        for length in (0..=ClientMsg::MAX_BYTES).chain(std::iter::repeat_n(ClientMsg::MAX_BYTES, 100)) {
            assert!(intake.take(length + 14), "a message of {length} bytes in one frame");
            intake.message(length);
        }
        const EMPTY_FRAME: usize = 6;
        let frames = (0..).take_while(|_| intake.take(EMPTY_FRAME)).count();
        assert!(frames < 1400, "{frames} empty frames");
        intake.message(0);
        let frames = (0..).take_while(|_| intake.take(EMPTY_FRAME)).count();
        assert!(frames < 50, "{frames} empty frames after a message");
    }
}
