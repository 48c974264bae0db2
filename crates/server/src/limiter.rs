//! How much one address may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::DefaultClock;
use governor::state::{InMemoryState, NotKeyed};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use perudo_table::Guest;
use tokio::sync::Notify;

use crate::config::Limits;

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
            tables: quota(limits.tables_per_minute, Quota::per_minute).map(RateLimiter::keyed),
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

    /// Whether the guest may say one more thing to people now, over whatever connection.
    pub(crate) fn talk(&self, guest: &Guest) -> bool {
        self.talk.check_key(guest).is_ok()
    }

    /// Counts one more connection, if there may be one.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admission> {
        let address = network(address);
        let under = |count: usize, limit: usize| limit == 0 || count < limit;
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let total = self.total.load(Ordering::Relaxed);
        let mine = connections.get(&address).copied().unwrap_or(0);
        if !under(total, self.limits.connections) || !under(mine, self.limits.connections_per_address) {
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

    /// Forgets addresses and guests that have not asked for anything lately.
    pub(crate) fn tidy(&self) {
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
        let mut connections = self.limiter.connections.lock().unwrap_or_else(PoisonError::into_inner);
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

fn quota(count: usize, per: impl Fn(NonZeroU32) -> Quota) -> Option<Quota> {
    NonZeroU32::new(u32::try_from(count).unwrap_or(u32::MAX)).map(per)
}

/// So many in a second, and twice as many at once.
fn per_second(count: usize) -> Option<Quota> {
    quota(count, |count| Quota::per_second(count).allow_burst(count.saturating_mul(ONE.saturating_add(1))))
}

/// Whoever has one address of the new kind has a whole network of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        old => old,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_connections_and_gets_them_back() {
        let limits = Limits { connections_per_address: 2, connections: 3, ..Limits::default() };
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
    fn a_network_of_the_new_kind_counts_as_one_address() {
        let same = |a: &str, b: &str| network(a.parse().unwrap()) == network(b.parse().unwrap());
        assert!(same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"));
        assert!(!same("2001:db8:1:2::1", "2001:db8:1:3::1"));
        assert!(same("::ffff:10.0.0.1", "10.0.0.1"));
        assert!(!same("10.0.0.1", "10.0.0.2"));
    }

    #[test]
    fn no_limit_is_no_limit() {
        let limits = Limits {
            requests_per_second: 0,
            connections: 0,
            connections_per_address: 0,
            ..Limits::default()
        };
        let limiter = Arc::new(Limiter::new(limits));
        let address = "127.0.0.1".parse().unwrap();
        let admitted: Vec<_> = (0..1000).map_while(|_| limiter.admit(address)).collect();
        assert_eq!(admitted.len(), 1000);
        assert!((0..1000).all(|_| limiter.request(address)));
    }
}
