//! What a server sends, one message a line: a client keeps its view of the table by them, does its part in the dice, open
//! and sealed, and checks everyone's.

#![no_main]

use perudo_protocol::{Observer, OwnChain, OwnCups, ServerMsg};
use perudo_table::fair::{Chain, Witness};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut observer = Observer::new(Witness::new("fuzz"));
    let mut chain = OwnChain::new(Chain::new([7; 32], 70));
    let mut cups = OwnCups::new(Chain::new([9; 32], 70));
    let (mut view, mut person) = (None, None);
    for line in bytes.split(|byte| *byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<ServerMsg>(line) else { continue };
        observer.receive(&message);
        chain.receive(&message);
        cups.receive(&message);
        let _ = chain.link();
        let _ = chain.commitment(|| Ok::<_, ()>(Chain::new([8; 32], 70)));
        let _ = cups.show(|_| true);
        match message {
            ServerMsg::Welcome { you, view: welcome, .. } => {
                let _ = cups.renewal(welcome.throws, || Ok::<_, ()>(Chain::new([6; 32], 70)));
                (view, person) = (Some(welcome), you.person);
            }
            ServerMsg::You { you, .. } => person = you.person,
            ServerMsg::Event { at, event, now, .. } => {
                if let Some(view) = &mut view {
                    view.follow(person, at, &event, now.as_deref());
                }
            }
            _ => {}
        }
    }
    let seen = serde_json::to_string(observer.witness()).unwrap();
    assert_eq!(&serde_json::from_str::<Witness>(&seen).unwrap(), observer.witness());
});
