//! A table of the server, over a WebSocket that reconnects by itself.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use perudo_play::{CloseReason, Connection};
use perudo_protocol::{ClientMsg, PROTOCOL, ServerMsg};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::session::Session;
use crate::guest::GuestSecret;
use crate::{api, browser, i18n};

/// The connection to a table.
pub(crate) struct Remote {
    table: String,
    guest: GuestSecret,
    socket: Option<Socket>,
    tries: u32,
    retry: Option<TimeoutHandle>,
    /// When the last message came.
    heard_at: u64,
    /// Counts connections: what comes over an old one no longer matters.
    number: u32,
    said_hello: bool,
}

/// A socket with its listeners, which are removed before it is closed.
struct Socket {
    socket: WebSocket,
    _open: Closure<dyn FnMut()>,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _close: Closure<dyn FnMut(CloseEvent)>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

/// How often a ping is sent. A connection without any message for more than twice as long is dead.
const PULSE: Duration = Duration::from_secs(8);

impl Remote {
    pub(crate) fn new(table: &str, guest: GuestSecret) -> Remote {
        Remote {
            table: table.to_owned(),
            guest,
            socket: None,
            tries: 0,
            retry: None,
            heard_at: 0,
            number: 0,
            said_hello: false,
        }
    }

    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    pub(crate) fn guest(&self) -> GuestSecret {
        self.guest
    }

    /// Sends a message, if there is a connection; commands are sent again when there is.
    pub(crate) fn send(&self, message: &ClientMsg) {
        if let (Some(socket), Ok(text)) = (&self.socket, serde_json::to_string(message))
            && socket.socket.ready_state() == WebSocket::OPEN
            && self.said_hello
        {
            let _ = socket.socket.send_with_str(&text);
        }
    }

    /// Closes the connection for good, or until the next one.
    pub(crate) fn end(&mut self) {
        self.socket = None;
        self.number += 1;
        if let Some(retry) = self.retry.take() {
            retry.clear();
        }
    }
}

/// Connects, in place of any connection before.
pub(crate) fn connect(session: Session) {
    let opened = session.with_remote(|remote| {
        remote.end();
        let number = remote.number;
        let scheme = if browser::origin().starts_with("https") { "wss" } else { "ws" };
        let host = window().location().host().unwrap_or_default();
        let url = format!("{scheme}://{host}/api/tables/{}/ws", remote.table);
        remote.heard_at = browser::now().0;
        remote.said_hello = false;
        remote.socket = listen(session, &url, number);
        remote.socket.is_some()
    });
    if opened == Some(false) {
        retry(session);
    }
}

fn listen(session: Session, url: &str, number: u32) -> Option<Socket> {
    let socket = WebSocket::new(url).ok()?;
    let open = Closure::<dyn FnMut()>::new(move || hello(session, number));
    let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(text) = event.data().as_string() {
            received(session, number, &text);
        }
    });
    let close =
        Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| closed(session, number, event.code()));
    socket.set_onopen(Some(open.as_ref().unchecked_ref()));
    socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
    socket.set_onclose(Some(close.as_ref().unchecked_ref()));
    Some(Socket { socket, _open: open, _message: message, _close: close })
}

fn is_current(session: Session, number: u32) -> bool {
    session.with_remote(|remote| remote.number == number) == Some(true)
}

fn hello(session: Session, number: u32) {
    if !is_current(session, number) {
        return;
    }
    // What an earlier connection said of storage may be over, or true of another node: this one says it again.
    session.stalled.set(false);
    let after = session.last_event();
    let lang = Some(i18n::language().get_untracked().code().to_owned());
    session.with_remote(|remote| {
        let guest = remote.guest.to_string();
        remote.said_hello = true;
        remote.send(&ClientMsg::Hello { protocol: PROTOCOL, guest, after, lang });
    });
}

fn received(session: Session, number: u32, text: &str) {
    if !is_current(session, number) {
        return;
    }
    session.with_remote(|remote| {
        remote.heard_at = browser::now().0;
        remote.tries = 0;
    });
    // A newer server with the same protocol version may tell more: unknown messages are ignored.
    if let Ok(message) = serde_json::from_str::<ServerMsg>(text) {
        let greeting = matches!(message, ServerMsg::Welcome { .. } | ServerMsg::You { .. });
        session.receive(message);
        if greeting {
            session.reconnected();
        }
    }
}

fn closed(session: Session, number: u32, code: u16) {
    if !is_current(session, number) {
        return;
    }
    session.with_remote(Remote::end);
    match CloseReason::of_code(code) {
        Some(reason) => session.connection.set(Connection::Closed(reason)),
        None => retry(session),
    }
}

/// Tries again, a little later each time.
fn retry(session: Session) {
    let tries = session.with_remote(|remote| {
        remote.tries += 1;
        remote.tries
    });
    let Some(tries) = tries else { return };
    // A table that never answered may not be there at all.
    if tries == 1 && session.last_event().is_none() {
        ask_whether_it_exists(session);
    }
    session.connection.set(Connection::Lost);
    // Another node may go on at once; but many clients of a server that restarts must not come back in the same moment.
    let wait = if tries == 1 { 50 } else { 250 << tries.min(6).saturating_sub(1) };
    let wait = wait + u64::from(browser::any_below(250));
    let again = set_timeout_with_handle(move || connect(session), Duration::from_millis(wait));
    session.with_remote(|remote| remote.retry = again.ok());
}

/// A table that never answered may not exist: then the page says so.
fn ask_whether_it_exists(session: Session) {
    let Some(table) = session.with_remote(|remote| remote.table.clone()) else { return };
    spawn_local(async move {
        if let Err(api::ApiError::Refused { error, .. }) = api::table(&table).await
            && error == "no-table"
        {
            session.with_remote(Remote::end);
            session.connection.try_set(Connection::Closed(CloseReason::NoTable));
        }
    });
}

/// Watches the connection: sends pings, and reconnects when the network is back.
pub(crate) fn watch(session: Session) {
    let pulse = set_interval_with_handle(
        move || {
            let silent = session.with_remote(|remote| {
                remote.send(&ClientMsg::Ping);
                let silent = browser::now().0.saturating_sub(remote.heard_at);
                remote.socket.is_some() && u128::from(silent) > 2 * PULSE.as_millis() + 1000
            });
            if silent == Some(true) {
                session.connection.set(Connection::Lost);
                connect(session);
            }
        },
        PULSE,
    );
    let online = window_event_listener_untyped("online", move |_| connect(session));
    let offline = window_event_listener_untyped("offline", move |_| {
        session.with_remote(Remote::end);
        session.connection.set(Connection::Lost);
        // The browser may be wrong: a server on this machine needs no network.
        retry(session);
    });
    // A page that the browser keeps for the button “back” would hold its connection, and the others would wait for
    // somebody who has gone.
    let hide = window_event_listener_untyped("pagehide", move |_| {
        session.with_remote(Remote::end);
        session.connection.set(Connection::Lost);
    });
    let show = window_event_listener_untyped("pageshow", move |_| {
        if session.with_remote(|remote| remote.socket.is_none()) == Some(true)
            && session.connection.get_untracked() == Connection::Lost
        {
            connect(session);
        }
    });
    on_cleanup(move || {
        if let Ok(pulse) = pulse {
            pulse.clear();
        }
        online.remove();
        offline.remove();
        hide.remove();
        show.remove();
    });
}
