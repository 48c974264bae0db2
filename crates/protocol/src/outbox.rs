//! A client's commands on their way to the table.

use crate::{Order, WireCommand};

/// The commands that have no answer yet. They are sent again, unchanged, when a connection comes back: the table carries
/// each out at most once, and refuses as `stale` what was about a turn or a person that is no longer there. Such a
/// refusal is an answer like any other: it is for the person to decide anew.
///
/// # Examples
///
/// ```
/// use perudo_protocol::{ClientMsg, Outbox, WireCommand};
///
/// let mut outbox = Outbox::new(1001);
/// let order = outbox.queue(WireCommand::Start, 4);
/// assert_eq!(
///     serde_json::to_string(&ClientMsg::Order(order.clone()))?,
///     r#"{"type":"start","id":1001,"seen":4}"#
/// );
/// assert_eq!(outbox.unanswered(), [order.clone()]);
/// assert_eq!(outbox.answered(1001), Some(order));
/// assert!(outbox.unanswered().is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outbox {
    next_id: u64,
    unanswered: Vec<Order>,
}

impl Outbox {
    /// The first number should be random: another tab of the same guest numbers its commands, too.
    pub fn new(first_id: u64) -> Outbox {
        Outbox { next_id: first_id, unanswered: Vec::new() }
    }

    /// Numbers a command that is given after the event `seen`, and keeps it until it is answered.
    pub fn queue(&mut self, command: WireCommand, seen: u64) -> Order {
        let order = Order { command, id: self.next_id, seen };
        self.next_id += 1;
        self.unanswered.push(order.clone());
        order
    }

    /// Takes out the command with that number.
    pub fn answered(&mut self, id: u64) -> Option<Order> {
        let index = self.unanswered.iter().position(|order| order.id == id)?;
        Some(self.unanswered.remove(index))
    }

    /// All of them, in the order in which they were given.
    pub fn unanswered(&self) -> Vec<Order> {
        self.unanswered.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_sent_again_until_it_is_answered() {
        let mut outbox = Outbox::new(7);
        let commands = [WireCommand::Start, WireCommand::Back, WireCommand::Leave];
        let orders = commands.map(|command| outbox.queue(command, 3));
        assert_eq!(orders.each_ref().map(|order| order.id), [7, 8, 9]);
        assert_eq!(outbox.answered(7), Some(orders[0].clone()));
        assert_eq!(outbox.answered(7), None);
        assert_eq!(outbox.unanswered(), orders[1..]);
    }
}
