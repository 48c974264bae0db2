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
use perudo_table::Guest;
use tokio::sync::Notify;

use crate::config::{Limits, allows_more};

const ONE: NonZeroU32 = NonZeroU32::MIN;

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
    talk: DefaultKeyedRateLimiter<Guest>,
    connections: Mutex<HashMap<IpAddr, usize>>,
    total: AtomicUsize,
    left: Notify,
}

/// One connection that is counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct Admission {
    limiter: Arc<Limiter>,
    address: IpAddr,
}

impl Limiter {
    pub(crate) fn new(limits: Limits) -> Limiter {
        Limiter {
            limits,
            requests: per_second(limits.requests_per_second).map(RateLimiter::keyed),
            tables: limits.tables_per_minute.map(|count| RateLimiter::keyed(Quota::per_minute(count))),
            talk: RateLimiter::keyed(Quota::per_second(ONE).allow_burst(ONE.saturating_add(4))),
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

    /// The limit for the messages of one connection.
    pub(crate) fn messages(&self) -> OneLimiter {
        per_second(self.limits.messages_per_second).map(RateLimiter::direct)
    }

    /// Whether the guest may send one more chat message now, over whatever connection.
    pub(crate) fn talk(&self, guest: &Guest) -> bool {
        self.talk.check_key(guest).is_ok()
    }

    /// Counts one more connection, if there may be one.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admission> {
        let address = network(address);
        let mut connections = self.connections.lock();
        let total = self.total.load(Ordering::Relaxed);
        let mine = connections.get(&address).copied().unwrap_or(0);
        let Limits { connections: most, connections_per_address: most_of_one, .. } = self.limits;
        if !allows_more(most, total) || !allows_more(most_of_one, mine) {
            return None;
        }
        *connections.entry(address).or_default() += 1;
        self.total.store(total + 1, Ordering::Relaxed);
        Some(Admission { limiter: Arc::clone(self), address })
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
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        self.talk.retain_recent();
        self.talk.shrink_to_fit();
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut connections = self.limiter.connections.lock();
        if let Some(count) = connections.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                connections.remove(&self.address);
            }
        }
        self.limiter.total.fetch_sub(1, Ordering::Relaxed);
        self.limiter.left.notify_waiters();
    }
}

/// So many in a second, and twice as many at once.
fn per_second(limit: Option<NonZeroU32>) -> Option<Quota> {
    let twice = |count: NonZeroU32| count.saturating_mul(ONE.saturating_add(1));
    limit.map(|count| Quota::per_second(count).allow_burst(twice(count)))
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
        let first = limiter.admit(anna).unwrap();
        let _second = limiter.admit(anna).unwrap();
        assert!(limiter.admit(anna).is_none(), "two are enough for one address");
        let _third = limiter.admit(boris).unwrap();
        assert!(limiter.admit(boris).is_none(), "three are enough for the server");
        drop(first);
        assert!(limiter.admit(boris).is_some());
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
        let admitted: Vec<_> = (0..1000).map_while(|_| limiter.admit(address)).collect();
        assert_eq!(admitted.len(), 1000);
        assert!((0..1000).all(|_| limiter.request(address)));
    }
}
