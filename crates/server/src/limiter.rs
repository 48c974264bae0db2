//! How much one address may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use governor::clock::DefaultClock;
use governor::state::{InMemoryState, NotKeyed};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use parking_lot::Mutex;
use perudo_protocol::WireCommand;
use perudo_table::Guest;
use tokio::sync::Notify;

use crate::config::{Limits, allows_more};
use crate::reason::Reason;
use crate::store::TableId;

const ONE: NonZeroU32 = NonZeroU32::MIN;
const TWO: NonZeroU32 = ONE.saturating_add(1);
const TEN: NonZeroU32 = ONE.saturating_add(9);

/// A limit for each address; none where there is no limit.
type ByAddress = Option<DefaultKeyedRateLimiter<IpAddr>>;

/// A limit for one connection; none where there is no limit.
pub(crate) type OneLimiter = Option<RateLimiter<NotKeyed, InMemoryState, DefaultClock>>;

/// Counts what addresses ask for.
#[derive(Debug)]
pub(crate) struct Limiter {
    limits: Limits,
    requests: ByAddress,
    tables: ByAddress,
    people: Option<PeopleLimiter>,
    talk: DefaultKeyedRateLimiter<Guest>,
    talk_at_table: DefaultKeyedRateLimiter<TableId>,
    commands: Option<CommandLimiter>,
    connections: Mutex<HashMap<IpAddr, usize>>,
    total: AtomicUsize,
    left: Notify,
}

/// How quickly the log of a table can grow by what people ask for, besides what they say.
#[derive(Debug)]
struct CommandLimiter {
    /// Decisions in the game: as many as messages, over whatever connections.
    decisions: DefaultKeyedRateLimiter<Guest>,
    of_guest: DefaultKeyedRateLimiter<Guest>,
    /// Of all who have no chair: they must not keep the players from what is theirs to do.
    of_table: DefaultKeyedRateLimiter<TableId>,
    /// People who come to a table, and those whom one address brings.
    joins: DefaultKeyedRateLimiter<TableId>,
    joins_of_address: DefaultKeyedRateLimiter<(IpAddr, TableId)>,
}

impl CommandLimiter {
    fn new(messages: Quota) -> CommandLimiter {
        CommandLimiter {
            decisions: RateLimiter::keyed(messages),
            of_guest: RateLimiter::keyed(with_burst(Quota::per_second(ONE), 20)),
            of_table: RateLimiter::keyed(with_burst(Quota::per_second(TWO), 60)),
            joins: RateLimiter::keyed(with_burst(Quota::per_second(TWO), 60)),
            // A full table of people in one room, who share an address, comes in at once.
            joins_of_address: RateLimiter::keyed(with_burst(Quota::per_minute(TEN), 24)),
        }
    }
}

/// What one address may do about people, against those who guess, collect names or flood the queue.
#[derive(Debug)]
struct PeopleLimiter {
    claims: DefaultKeyedRateLimiter<IpAddr>,
    attempts: DefaultKeyedRateLimiter<IpAddr>,
    look_ups: DefaultKeyedRateLimiter<IpAddr>,
    entries: DefaultKeyedRateLimiter<IpAddr>,
}

impl PeopleLimiter {
    fn new() -> PeopleLimiter {
        PeopleLimiter {
            // A class or a club behind one address, at once; then one every six minutes.
            claims: RateLimiter::keyed(with_burst(Quota::per_hour(TEN), 30)),
            attempts: RateLimiter::keyed(with_burst(Quota::per_minute(TEN), 20)),
            look_ups: RateLimiter::keyed(with_burst(Quota::per_second(TEN), 100)),
            entries: RateLimiter::keyed(with_burst(Quota::per_second(ONE), 60)),
        }
    }
}

/// One connection that is counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct Admission {
    limiter: Arc<Limiter>,
    /// Whose it is, if it counts for an address.
    address: Option<IpAddr>,
    /// Whether it is one of all connections.
    of_all: bool,
}

impl Limiter {
    pub(crate) fn new(limits: Limits) -> Limiter {
        Limiter {
            limits,
            requests: per_second(limits.requests_per_second).map(RateLimiter::keyed),
            tables: limits.tables_per_minute.map(|count| RateLimiter::keyed(Quota::per_minute(count))),
            people: limits.requests_per_second.map(|_| PeopleLimiter::new()),
            talk: RateLimiter::keyed(with_burst(Quota::per_second(ONE), 5)),
            talk_at_table: RateLimiter::keyed(with_burst(Quota::per_second(TWO), 40)),
            commands: per_second(limits.messages_per_second).map(CommandLimiter::new),
            connections: Mutex::default(),
            total: AtomicUsize::new(0),
            left: Notify::new(),
        }
    }

    /// Whether the address may make one more request now.
    pub(crate) fn request(&self, address: IpAddr) -> bool {
        self.requests.as_ref().is_none_or(|limiter| limiter.check_key(&network(address)).is_ok())
    }

    /// Whether the address may make one more table now.
    pub(crate) fn table(&self, address: IpAddr) -> bool {
        self.tables.as_ref().is_none_or(|limiter| limiter.check_key(&network(address)).is_ok())
    }

    /// Whether the address may claim one more name now.
    pub(crate) fn claim(&self, address: IpAddr) -> bool {
        self.people.as_ref().is_none_or(|limiter| limiter.claims.check_key(&network(address)).is_ok())
    }

    /// Whether the address may try one more code or passkey now.
    pub(crate) fn attempt(&self, address: IpAddr) -> bool {
        self.people.as_ref().is_none_or(|limiter| limiter.attempts.check_key(&network(address)).is_ok())
    }

    /// Whether the address may look up one more person now.
    pub(crate) fn look_up(&self, address: IpAddr) -> bool {
        self.people.as_ref().is_none_or(|limiter| limiter.look_ups.check_key(&network(address)).is_ok())
    }

    /// Whether the address may bring one more into the queue now.
    pub(crate) fn enter(&self, address: IpAddr) -> bool {
        self.people.as_ref().is_none_or(|limiter| limiter.entries.check_key(&network(address)).is_ok())
    }

    /// The limit for the messages of one connection.
    pub(crate) fn messages(&self) -> OneLimiter {
        per_second(self.limits.messages_per_second).map(RateLimiter::direct)
    }

    /// Whether a guest may ask a table for this now, over whatever connection; coming in is another matter. `sits` says
    /// whether they have a chair there or are the host.
    pub(crate) fn command(
        &self,
        command: &WireCommand,
        guest: Guest,
        table: TableId,
        sits: impl FnOnce() -> bool,
    ) -> Result<(), Reason> {
        let (allowed, reason) = match (command, &self.commands) {
            (WireCommand::Say { .. } | WireCommand::Emote { .. }, _) => {
                let of_guest = self.talk.check_key(&guest).is_ok();
                let allowed = of_guest && (self.talk_at_table.check_key(&table).is_ok() || sits());
                (allowed, Reason::TooChatty)
            }
            (_, None) => return Ok(()),
            (WireCommand::Act { .. }, Some(limiter)) => {
                (limiter.decisions.check_key(&guest).is_ok(), Reason::TooManyCommands)
            }
            (_, Some(limiter)) => {
                let of_guest = limiter.of_guest.check_key(&guest).is_ok();
                let allowed = of_guest && (limiter.of_table.check_key(&table).is_ok() || sits());
                (allowed, Reason::TooManyCommands)
            }
        };
        if allowed { Ok(()) } else { Err(reason) }
    }

    /// Whether the address may bring one more person to a table now.
    pub(crate) fn join(&self, address: IpAddr, table: TableId) -> Result<(), Reason> {
        let allowed = self.commands.as_ref().is_none_or(|limiter| {
            limiter.joins_of_address.check_key(&(network(address), table)).is_ok()
                && limiter.joins.check_key(&table).is_ok()
        });
        if allowed { Ok(()) } else { Err(Reason::TooManyCommands) }
    }

    /// Counts one more connection, if there may be one. That of a proxy counts for no address.
    pub(crate) fn connect(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Admission> {
        self.count(address, true)
    }

    /// Counts one more connection through a proxy, which counts among all connections already.
    pub(crate) fn connect_through_proxy(self: &Arc<Self>, address: IpAddr) -> Option<Admission> {
        self.count(Some(address), false)
    }

    fn count(self: &Arc<Self>, address: Option<IpAddr>, of_all: bool) -> Option<Admission> {
        let address = address.map(network);
        let mut connections = self.connections.lock();
        let total = self.total.load(Ordering::Relaxed);
        if of_all && !allows_more(self.limits.connections, total) {
            return None;
        }
        if let Some(address) = address {
            let mine = connections.get(&address).copied().unwrap_or(0);
            if !allows_more(self.limits.connections_per_address, mine) {
                return None;
            }
            connections.insert(address, mine + 1);
        }
        self.total.store(total + usize::from(of_all), Ordering::Relaxed);
        Some(Admission { limiter: Arc::clone(self), address, of_all })
    }

    /// Waits until no connection is left.
    pub(crate) async fn emptied(&self) {
        loop {
            let left = self.left.notified();
            if self.total.load(Ordering::Relaxed) == 0 {
                return;
            }
            left.await;
        }
    }

    /// Evicts idle keys.
    pub(crate) fn evict_idle(&self) {
        for limiter in [&self.requests, &self.tables].into_iter().flatten() {
            evict(limiter);
        }
        if let Some(PeopleLimiter { claims, attempts, look_ups, entries }) = &self.people {
            evict(claims);
            evict(attempts);
            evict(look_ups);
            evict(entries);
        }
        evict(&self.talk);
        evict(&self.talk_at_table);
        if let Some(CommandLimiter { decisions, of_guest, of_table, joins, joins_of_address }) =
            &self.commands
        {
            evict(decisions);
            evict(of_guest);
            evict(of_table);
            evict(joins);
            evict(joins_of_address);
        }
    }
}

fn evict<K: Clone + Eq + std::hash::Hash>(limiter: &DefaultKeyedRateLimiter<K>) {
    limiter.retain_recent();
    limiter.shrink_to_fit();
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut connections = self.limiter.connections.lock();
        if let Some(address) = self.address
            && let Some(count) = connections.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                connections.remove(&address);
            }
        }
        self.limiter.total.fetch_sub(usize::from(self.of_all), Ordering::Relaxed);
        self.limiter.left.notify_waiters();
    }
}

/// So many in a second, and twice as many at once.
fn per_second(limit: Option<NonZeroU32>) -> Option<Quota> {
    limit.map(|count| Quota::per_second(count).allow_burst(count.saturating_mul(TWO)))
}

/// So many at once.
fn with_burst(quota: Quota, count: u32) -> Quota {
    NonZeroU32::new(count).map_or(quota, |count| quota.allow_burst(count))
}

/// IPv6 clients own a /64: rate limits go by that prefix.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_connections_and_gets_them_back() {
        let limits = Limits {
            connections_per_address: NonZeroU32::new(2),
            connections: NonZeroU32::new(3),
            ..Limits::default()
        };
        let limiter = Arc::new(Limiter::new(limits));
        let (anna, boris): (IpAddr, IpAddr) = ("127.0.0.1".parse().unwrap(), "127.0.0.2".parse().unwrap());
        let first = limiter.connect(Some(anna)).unwrap();
        let _second = limiter.connect(Some(anna)).unwrap();
        assert!(limiter.connect(Some(anna)).is_none(), "two are enough for one address");
        let _third = limiter.connect(Some(boris)).unwrap();
        assert!(limiter.connect(Some(boris)).is_none(), "three are enough for the server");
        drop(first);
        assert!(limiter.connect(Some(boris)).is_some());
    }

    #[test]
    fn a_proxy_may_have_all_connections_and_those_behind_it_so_many_each() {
        let limits = Limits {
            connections_per_address: NonZeroU32::new(2),
            connections: NonZeroU32::new(4),
            ..Limits::default()
        };
        let limiter = Arc::new(Limiter::new(limits));
        let of_proxy: Vec<_> = (0..10).map_while(|_| limiter.connect(None)).collect();
        assert_eq!(of_proxy.len(), 4);
        let anna = "10.0.0.1".parse().unwrap();
        let of_anna: Vec<_> = (0..10).map_while(|_| limiter.connect_through_proxy(anna)).collect();
        assert_eq!(of_anna.len(), 2);
        drop((of_proxy, of_anna));
        assert_eq!((limiter.total.load(Ordering::Relaxed), limiter.connections.lock().len()), (0, 0));
    }

    #[test]
    fn an_ipv6_prefix_counts_as_one_address() {
        let same = |a: &str, b: &str| network(a.parse().unwrap()) == network(b.parse().unwrap());
        assert!(same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"));
        assert!(!same("2001:db8:1:2::1", "2001:db8:1:3::1"));
        assert!(same("::ffff:10.0.0.1", "10.0.0.1"));
        assert!(!same("10.0.0.1", "10.0.0.2"));
    }

    #[test]
    fn no_limit_is_no_limit() {
        let limits = Limits {
            requests_per_second: None,
            connections: None,
            connections_per_address: None,
            ..Limits::default()
        };
        let limiter = Arc::new(Limiter::new(limits));
        let address = "127.0.0.1".parse().unwrap();
        let admitted: Vec<_> = (0..1000).map_while(|_| limiter.connect(Some(address))).collect();
        assert_eq!(admitted.len(), 1000);
        assert!((0..1000).all(|_| limiter.request(address)));
    }
}
