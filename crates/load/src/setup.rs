//! Makes tables and connects players to them.

use std::thread;

use perudo_client::{Http, Socket, SocketError};
use perudo_protocol::http::{Made, MakeTable};
use perudo_protocol::{ClientMsg, PROTOCOL, WireSettings};
use perudo_table::fair::Chain;

use crate::LoadError;
use crate::player::{Player, new_chain};
use crate::table::Table;
use crate::target::{TIMEOUT, Target, refused};

/// What is to be made and who comes.
pub(crate) struct Setup<'a> {
    /// The servers, over which everything is spread.
    pub(crate) targets: &'a [Target],
    pub(crate) tables: usize,
    pub(crate) players: usize,
    pub(crate) settings: WireSettings,
    pub(crate) chains: bool,
}

/// A table on the server, with its host.
pub(crate) struct NewTable {
    id: String,
    host: Guest,
}

/// Someone with a secret.
struct Guest {
    secret: String,
    chain: Option<Chain>,
}

impl Setup<'_> {
    /// So many requests are under way at once.
    const PARALLEL: usize = 16;

    /// Makes all tables; only their hosts sit there.
    pub(crate) fn make_tables(&self) -> Result<Vec<NewTable>, LoadError> {
        let servers: Vec<Http> = self.targets.iter().map(Target::http).collect();
        self.in_parallel((0..self.tables).collect(), |number| {
            let http = &servers[number % servers.len()];
            let host = self.guest()?;
            let request = MakeTable {
                guest: host.secret.clone(),
                name: name(0),
                settings: self.settings.clone(),
                bots: Vec::new(),
                watch: false,
                tip: host.chain.as_ref().map(Chain::tip),
                closed: None,
            };
            let answer = http.post("/api/tables", &request).map_err(LoadError::NoTable)?;
            match answer.json() {
                Ok(Made { table, .. }) if answer.status == 201 => Ok(NewTable { id: table, host }),
                _ => Err(refused(answer.status, &answer.body)),
            }
        })
    }

    /// Connects everybody to their table and sends `hello`.
    pub(crate) fn connect(&self, tables: Vec<NewTable>) -> Result<Vec<(Table, Vec<Socket>)>, LoadError> {
        self.in_parallel(tables.into_iter().enumerate().collect(), |(number, table)| {
            let guests = (1..self.players).map(|_| self.guest()).collect::<Result<Vec<_>, _>>()?;
            let mut players = Vec::new();
            let mut sockets = Vec::new();
            for (place, guest) in std::iter::once(table.host).chain(guests).enumerate() {
                let target = &self.targets[(number + place) % self.targets.len()];
                sockets.push(connect_player(target, &table.id, guest.secret.clone())?);
                players.push(Player::new(guest.secret, name(place), guest.chain));
            }
            Ok((Table::new(table.id, players, number as u64), sockets))
        })
    }

    fn guest(&self) -> Result<Guest, LoadError> {
        let mut secret = [0; 16];
        getrandom::fill(&mut secret)?;
        let secret = format!("{:032x}", u128::from_be_bytes(secret));
        Ok(Guest { secret, chain: self.chains.then(new_chain).transpose()? })
    }

    /// Does something to all items, several at a time.
    fn in_parallel<T: Send, U: Send>(
        &self,
        items: Vec<T>,
        act: impl Fn(T) -> Result<U, LoadError> + Sync,
    ) -> Result<Vec<U>, LoadError> {
        let share = items.len().div_ceil(Setup::PARALLEL).max(1);
        let mut items = items.into_iter();
        let shares = std::iter::from_fn(|| Some(items.by_ref().take(share).collect::<Vec<T>>()));
        let shares = shares.take_while(|share| !share.is_empty());
        thread::scope(|scope| {
            let act = &act;
            let work = |share: Vec<T>| {
                scope.spawn(move || share.into_iter().map(act).collect::<Result<Vec<U>, LoadError>>())
            };
            let threads: Vec<_> = shares.map(work).collect();
            let mut all = Vec::new();
            for thread in threads {
                all.extend(thread.join().map_err(|_| LoadError::Thread)??);
            }
            Ok(all)
        })
    }
}

fn connect_player(target: &Target, table: &str, guest: String) -> Result<Socket, LoadError> {
    let hello = ClientMsg::Hello { protocol: PROTOCOL, guest, after: None, lang: None };
    let connected = Socket::connect(target.address, table, TIMEOUT).and_then(|mut socket| {
        socket.send(&hello)?;
        socket.stream().set_nonblocking(true)?;
        Ok(socket)
    });
    connected.map_err(|error| match error {
        SocketError::Refused { status, body } => refused(status, &body),
        error => LoadError::NoConnection(error),
    })
}

fn name(place: usize) -> String {
    format!("load-{}", place + 1)
}
