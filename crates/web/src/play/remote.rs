//! A table of the server, over a WebSocket that comes back by itself.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use perudo_protocol::{ClientMsg, PROTOCOL, ServerMsg};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::session::{Ending, Line, Session};
use crate::{browser, prefs, tongue};

/// The connection to a table.
pub(crate) struct Remote {
    table: String,
    socket: Option<Socket>,
    tries: u32,
    retry: Option<TimeoutHandle>,
    /// When the server was heard of last.
    heard: u64,
    /// Which connection it is: what an old one says no longer counts.
    number: u32,
    hailed: bool,
}

/// A socket with its ears; they are cut off before it goes.
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

/// A sign of life is asked for so often, and a line without one for longer than that twice is dead.
const PULSE: Duration = Duration::from_secs(8);

impl Remote {
    pub(crate) fn new(table: &str) -> Remote {
        Remote {
            table: table.to_owned(),
            socket: None,
            tries: 0,
            retry: None,
            heard: 0,
            number: 0,
            hailed: false,
        }
    }

    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// Says something, if there is a line; what matters is said again when there is.
    pub(crate) fn send(&self, message: &ClientMsg) {
        if let (Some(socket), Ok(text)) = (&self.socket, serde_json::to_string(message))
            && socket.socket.ready_state() == WebSocket::OPEN
            && self.hailed
        {
            let _ = socket.socket.send_with_str(&text);
        }
    }

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
        remote.heard = browser::now().0;
        remote.hailed = false;
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
            heard(session, number, &text);
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
    let hello = ClientMsg::Hello {
        protocol: PROTOCOL,
        guest: prefs::secret(),
        after: session.last_event(),
        lang: Some(tongue::language().get_untracked().code().to_owned()),
    };
    session.with_remote(|remote| {
        remote.hailed = true;
        remote.send(&hello);
    });
}

fn heard(session: Session, number: u32, text: &str) {
    if !is_current(session, number) {
        return;
    }
    session.with_remote(|remote| {
        remote.heard = browser::now().0;
        remote.tries = 0;
    });
    // A later server of the same version may say more: what is unknown is passed over.
    if let Ok(message) = serde_json::from_str::<ServerMsg>(text) {
        let greeting = matches!(message, ServerMsg::Welcome { .. } | ServerMsg::You { .. });
        session.receive(message);
        if greeting {
            session.back_on_line();
        }
    }
}

fn closed(session: Session, number: u32, code: u16) {
    if !is_current(session, number) {
        return;
    }
    let ending = match code {
        4001 => Some(Ending::OtherVersion),
        4003 => Some(Ending::NoSpectators),
        4004 => Some(Ending::NoTable),
        1013 => Some(Ending::Full),
        _ => None,
    };
    session.with_remote(Remote::end);
    match ending {
        Some(ending) => session.end(ending),
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
        super::session::ask_whether_it_exists(session);
    }
    session.line.set(Line::Lost { tries });
    let wait = 250 * (1 << tries.min(5)) + browser::random_number() % 250;
    let again = set_timeout_with_handle(move || connect(session), Duration::from_millis(wait));
    session.with_remote(|remote| remote.retry = again.ok());
}

/// Keeps an eye on the line: asks for signs of life, and comes back when the network does.
pub(crate) fn watch(session: Session) {
    let pulse = set_interval_with_handle(
        move || {
            let silent = session.with_remote(|remote| {
                remote.send(&ClientMsg::Ping);
                let silent = browser::now().0.saturating_sub(remote.heard);
                remote.socket.is_some() && u128::from(silent) > 2 * PULSE.as_millis() + 1000
            });
            if silent == Some(true) {
                session.line.set(Line::Lost { tries: 0 });
                connect(session);
            }
        },
        PULSE,
    );
    let online = window_event_listener_untyped("online", move |_| connect(session));
    let offline = window_event_listener_untyped("offline", move |_| {
        session.with_remote(Remote::end);
        session.line.set(Line::Lost { tries: 0 });
        // The browser may be wrong about it, a local server for one needs no network.
        retry(session);
    });
    on_cleanup(move || {
        if let Ok(pulse) = pulse {
            pulse.clear();
        }
        online.remove();
        offline.remove();
    });
}
