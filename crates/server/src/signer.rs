//! Signs what the server was given. One thread signs for everybody who waits, once for all of them, so that no table
//! waits for a signature.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use ed25519_dalek::{Signer as _, SigningKey};
use perudo_protocol::ServerMsg;
use perudo_table::fair::merkle::TreeHash;
use perudo_table::fair::{GivenLink, PublicKey, Signature, SignedBatch, Statement, ThrowReceipts};

use crate::frame::Frame;
use crate::keys::Keys;
use crate::mailbox::Mailbox;

/// What signs for a server. Copies of it share the thread, which ends with the last of them.
#[derive(Clone)]
pub(crate) struct Signer {
    key: Arc<SigningKey>,
    /// The newest first, which is that of `key`.
    public: Arc<[PublicKey]>,
    requests: SyncSender<Request>,
}

/// A receipt that someone is to have.
struct Request {
    mailbox: Arc<Mailbox>,
    /// The last event that they were told before it.
    seq: u64,
    statement: Statement,
}

impl Signer {
    /// What keys for signatures are derived from.
    const LABEL: &[u8] = b"perudo signature 1";
    /// The most receipts that wait; whoever asks for more gets none, and asks again with the next connection.
    const WAITING: usize = 8192;
    /// The most receipts that are signed together.
    const BATCH: usize = 1024;
    /// How long the first receipt of a batch waits for others. A signature costs as much as several moves.
    const GATHERING: Duration = Duration::from_millis(10);
    /// How long a receipt waits for something else that goes to the same client: mostly the dice that the link was for.
    const PATIENCE: Duration = Duration::from_millis(25);

    /// Starts the thread.
    pub(crate) fn start(keys: &Keys) -> std::io::Result<Signer> {
        let key = Arc::new(SigningKey::from_bytes(&keys.derive(Signer::LABEL)));
        let public = |secret| PublicKey::new(SigningKey::from_bytes(&secret).verifying_key().to_bytes());
        let public = keys.derive_all(Signer::LABEL).map(public).collect();
        let (requests, waiting) = mpsc::sync_channel(Signer::WAITING);
        let signer = Signer { key, public, requests };
        let (key, name) = (Arc::clone(&signer.key), signer.key());
        thread::Builder::new().name("perudo-signer".to_owned()).spawn(move || run(&key, name, waiting))?;
        Ok(signer)
    }

    /// The public keys, the newest first: it is the one that signs.
    pub(crate) fn keys(&self) -> &[PublicKey] {
        &self.public
    }

    /// The public key that signs.
    pub(crate) fn key(&self) -> PublicKey {
        PublicKey::new(self.key.verifying_key().to_bytes())
    }

    /// Signs something that is seldom signed.
    pub(crate) fn sign(&self, message: &[u8]) -> Signature {
        sign(&self.key, message)
    }

    /// Sends a receipt as soon as it is signed. Where too many wait there is none: it is no promise to anybody.
    pub(crate) fn send_receipt(&self, mailbox: Arc<Mailbox>, seq: u64, statement: Statement) {
        let _ = self.requests.try_send(Request { mailbox, seq, statement });
    }
}

/// Nothing of the key.
impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.key())
    }
}

fn sign(key: &SigningKey, message: &[u8]) -> Signature {
    Signature::new(key.sign(message).to_bytes())
}

fn run(key: &SigningKey, name: PublicKey, waiting: Receiver<Request>) {
    let mut sent: VecDeque<(Instant, Arc<Mailbox>)> = VecDeque::new();
    loop {
        let now = Instant::now();
        while let Some((_, mailbox)) = sent.pop_front_if(|(due, _)| *due <= now) {
            mailbox.hurry();
        }
        let first = match sent.front() {
            Some((due, _)) => waiting.recv_timeout(due.duration_since(now)),
            None => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let first = match first {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        thread::sleep(Signer::GATHERING);
        let batch = std::iter::once(first).chain(waiting.try_iter()).take(Signer::BATCH);
        let groups = Group::collect(batch);
        let hashes = groups.iter().flat_map(|group| ThrowReceipts::repeated(&group.hashes));
        let signed = SignedBatch::new(hashes, name, |message| sign(key, message));
        let (due, mut index) = (Instant::now() + Signer::PATIENCE, 0);
        for group in groups {
            let frame = group.frame(&signed, index);
            index += group.width() as u64;
            for mailbox in group.mailboxes {
                mailbox.push_quietly(frame.clone());
                sent.push_back((due, mailbox));
            }
        }
    }
}

/// Those who gave links for one throw of a table, or one who published a tip. All of a group get the same frame.
struct Group {
    mailboxes: Vec<Arc<Mailbox>>,
    /// The last event that all of them were told before it.
    seq: u64,
    /// The first of the statements.
    statement: Statement,
    /// The hashes of all of them.
    hashes: Vec<TreeHash>,
}

impl Group {
    /// Groups requests, the largest first, so that each begins where its width divides.
    fn collect(requests: impl Iterator<Item = Request>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for request in requests {
            let hash = request.statement.leaf();
            match groups.iter_mut().find(|group| group.takes(&request.statement)) {
                Some(group) => {
                    if !group.hashes.contains(&hash) {
                        group.hashes.push(hash);
                    }
                    group.seq = group.seq.min(request.seq);
                    group.mailboxes.push(request.mailbox);
                }
                None => {
                    let Request { mailbox, seq, statement } = request;
                    groups.push(Group { mailboxes: vec![mailbox], seq, statement, hashes: vec![hash] });
                }
            }
        }
        groups.sort_by_key(|group| Reverse(group.width()));
        groups
    }

    /// Whether the statement is about a link of the same throw.
    fn takes(&self, statement: &Statement) -> bool {
        let throw = |given: GivenLink| (given.throw, given.tour, given.run);
        let about = self.statement.given.map(throw);
        about.is_some() && about == statement.given.map(throw) && self.statement.table == statement.table
    }

    /// How many leaves it has in the tree of all.
    fn width(&self) -> usize {
        self.hashes.len().next_power_of_two()
    }

    fn frame(&self, signed: &SignedBatch, index: u64) -> Frame {
        let (seq, statement) = (self.seq, &self.statement);
        Frame::from(&match statement.given {
            Some(given) => {
                let receipts = signed.throw_receipts(index, given, self.hashes.clone());
                ServerMsg::Receipts { seq, receipts: Box::new(receipts) }
            }
            None => {
                let receipt = signed.receipt(index, statement.clone());
                ServerMsg::Receipt { seq, receipt: Box::new(receipt) }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use perudo_table::fair::Link;

    use super::*;
    use crate::entropy::Entropy;

    fn statement(from: u64) -> Statement {
        Statement { table: "kitchen".to_owned(), tip: Link::new([7; 32]), from, given: None }
    }

    fn keys() -> Keys {
        Keys::random(&Entropy::new(|bytes| bytes.fill(3)))
    }

    #[tokio::test]
    async fn everyone_who_waits_gets_a_receipt_of_their_own_that_is_signed() {
        let signer = Signer::start(&keys()).unwrap();
        let mailboxes: Vec<Arc<Mailbox>> = (0..100).map(|_| Arc::default()).collect();
        for (from, mailbox) in (0..).zip(&mailboxes) {
            signer.send_receipt(Arc::clone(mailbox), 5, statement(from));
        }
        for (from, mailbox) in (0..).zip(&mailboxes) {
            tokio::time::timeout(Duration::from_secs(60), mailbox.wait()).await.unwrap();
            let mut frames = Vec::new();
            mailbox.take(&mut frames);
            let [frame] = &frames[..] else { panic!("{} frames", frames.len()) };
            let message = serde_json::from_slice(frame.bytes()).unwrap();
            let ServerMsg::Receipt { seq: 5, receipt } = message else { panic!("{message:?}") };
            assert_eq!(receipt.statement, statement(from));
            assert_eq!(receipt.key, signer.keys()[0]);
            assert!(receipt.is_signed());
        }
    }

    /// Players of two tables, three connections of one of them, and a tip.
    #[tokio::test]
    async fn those_who_gave_links_for_one_throw_get_one_frame_and_find_their_own_in_it() {
        let signer = Signer::start(&keys()).unwrap();
        let link = |table: &str, throw: u64, by: u8| Statement {
            table: table.to_owned(),
            given: Some(GivenLink { tour: 1, throw, run: 2, link: Link::new([by; 32]) }),
            ..statement(1)
        };
        let statements = [
            link("kitchen", 5, 1),
            link("cellar", 5, 2),
            statement(9),
            link("kitchen", 5, 3),
            link("kitchen", 5, 3),
            link("kitchen", 6, 3),
            link("kitchen", 5, 4),
        ];
        let mailboxes = statements.each_ref().map(|_| Arc::<Mailbox>::default());
        for (mailbox, statement) in mailboxes.iter().zip(&statements) {
            signer.send_receipt(Arc::clone(mailbox), 5, statement.clone());
        }
        for (mailbox, statement) in mailboxes.iter().zip(statements) {
            tokio::time::timeout(Duration::from_secs(60), mailbox.wait()).await.unwrap();
            let mut frames = Vec::new();
            mailbox.take(&mut frames);
            let receipt = match serde_json::from_slice(frames[0].bytes()).unwrap() {
                ServerMsg::Receipt { receipt, .. } => *receipt,
                ServerMsg::Receipts { receipts, .. } => receipts.receipt(statement.clone()).unwrap(),
                other => panic!("{other:?}"),
            };
            assert!(receipt.is_signed());
            assert_eq!(receipt.statement, statement);
        }
    }

    #[test]
    fn the_key_is_that_of_the_key_file_and_is_not_printed() {
        let (one, same) = (Signer::start(&keys()).unwrap(), Signer::start(&keys()).unwrap());
        assert_eq!(one.key(), same.key());
        assert_eq!(one.keys(), [one.key()]);
        assert_eq!(format!("{one:?}"), format!("Signer({})", one.key()));
        assert!(one.key().verifies(b"message", &one.sign(b"message")));
    }
}
