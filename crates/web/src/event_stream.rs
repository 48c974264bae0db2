//! Server-sent events: a stream of named texts that comes back by itself.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, EventSource, MessageEvent};

type Listener = Closure<dyn FnMut(MessageEvent)>;

/// A stream. It ends when it is dropped.
pub(crate) struct EventStream {
    source: EventSource,
    listeners: Vec<(&'static str, Listener)>,
    ended: Option<Closure<dyn FnMut(Event)>>,
}

impl EventStream {
    /// Opens the stream at an address of this server.
    pub(crate) fn open(address: &str) -> Option<EventStream> {
        Some(EventStream { source: EventSource::new(address).ok()?, listeners: Vec::new(), ended: None })
    }

    /// Hears events of that name.
    pub(crate) fn on(mut self, name: &'static str, mut hear: impl FnMut(String) + 'static) -> EventStream {
        let listener = Listener::new(move |event: MessageEvent| {
            hear(event.data().as_string().unwrap_or_default());
        });
        let _ = self.source.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
        self.listeners.push((name, listener));
        self
    }

    /// Does something when the stream has ended for good: the server refuses to go on with it.
    pub(crate) fn on_end(mut self, mut act: impl FnMut() + 'static) -> EventStream {
        let source = self.source.clone();
        let listener = Closure::<dyn FnMut(Event)>::new(move |_: Event| {
            if source.ready_state() == EventSource::CLOSED {
                act();
            }
        });
        self.source.set_onerror(Some(listener.as_ref().unchecked_ref()));
        self.ended = Some(listener);
        self
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        for (name, listener) in &self.listeners {
            let _ = self.source.remove_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
        }
        self.source.set_onerror(None);
        self.source.close();
    }
}
