//! What a server sends, one message a line: a client keeps its view of the table by them, and its part in the dice.

#![no_main]

use perudo_protocol::{OwnChain, ServerMsg};
use perudo_table::fair::Chain;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut chain = OwnChain::new(Chain::new([7; 32], 70));
    let (mut view, mut person) = (None, None);
    for line in bytes.split(|byte| *byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<ServerMsg>(line) else { continue };
        chain.receive(&message);
        let _ = chain.link();
        let _ = chain.commitment(|| Ok::<_, ()>(Chain::new([8; 32], 70)));
        match message {
            ServerMsg::Welcome { you, view: welcome, .. } => (view, person) = (Some(welcome), you.person),
            ServerMsg::You { you, .. } => person = you.person,
            ServerMsg::Event { at, event, now, .. } => {
                if let Some(view) = &mut view {
                    view.follow(person, at, &event, now.as_deref());
                }
            }
            _ => {}
        }
    }
});
