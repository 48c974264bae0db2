//! What a client finds wrong with the dice while it plays.

use std::fmt;

use perudo_rules::Hand;
use serde::{Deserialize, Serialize};

use super::Link;

/// Whose chain, link or dice it is, for people to read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// The server's.
    Server,
    /// Those of the player with this name.
    Player(String),
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whose::Server => f.write_str("the server"),
            Whose::Player(name) => f.write_str(name),
        }
    }
}

/// Something that an honest server would not have told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, thiserror::Error)]
#[serde(tag = "error", rename_all = "kebab-case")]
pub enum WitnessError {
    /// A tip counts for a throw that links had been asked for before it was shown.
    #[error(
        "a tip of {whose} counts from throw {from} on, but was shown after links were asked for throw {asked}"
    )]
    LateTip {
        /// Whose.
        whose: Whose,
        /// The first throw for which it is said to count.
        from: u64,
        /// The throw that links had been asked for.
        asked: u64,
    },
    /// Another tip than before for the same throw.
    #[error("the tip of {whose} for throw {throw} is another than before")]
    ChangedTip {
        /// Whose.
        whose: Whose,
        /// The throw.
        throw: u64,
        /// What was shown before.
        before: Option<Link>,
        /// What is shown now.
        now: Option<Link>,
    },
    /// The server begins a new chain though the one before is not used up.
    #[error("the server begins a new chain with throw {from}, and the one before is not used up")]
    EarlyChain {
        /// The first throw for which the new chain is said to count.
        from: u64,
    },
    /// The server asks for links, or throws, without a chain that reaches so far.
    #[error("the server has no tip for throw {throw}")]
    NoServerTip {
        /// The throw.
        throw: u64,
    },
    /// Throws come one after the other.
    #[error("throw {expected} should follow, not throw {found}")]
    WrongThrow {
        /// The throw that comes next.
        expected: u64,
        /// The one that the server speaks of.
        found: u64,
    },
    /// A second link for one throw, or one for a throw that is over.
    #[error("another link was given for throw {throw}, or a later one")]
    GivenBefore {
        /// The throw.
        throw: u64,
    },
    /// An own tip is said to count anew, and the client would give a link that is open.
    #[error(
        "an old tip of this client is said to count anew: the link for throw {throw} would be one that is open"
    )]
    ReusedTip {
        /// The throw.
        throw: u64,
    },
    /// The server signs, but has sent no receipts for the latest links.
    #[error("the server has sent no receipts for the latest links, up to throw {throw}")]
    NoReceipt {
        /// The throw of the last of them.
        throw: u64,
    },
    /// The dice of a throw were shown or thrown again, and its links never opened.
    #[error("the links of throw {throw} were not opened")]
    NotOpened {
        /// The throw.
        throw: u64,
    },
    /// Other links were opened than those that the dice were said to depend on.
    #[error("throw {throw} was said to depend on other links than those opened")]
    OtherLinks {
        /// The throw.
        throw: u64,
    },
    /// A seat with a tip has neither a link in the throw nor is it named.
    #[error("the link of {whose} is missing in throw {throw}")]
    LinkMissing {
        /// Whose.
        whose: Whose,
        /// The throw.
        throw: u64,
    },
    /// A link, or a withheld one, of someone who has shown no tip.
    #[error("throw {throw} names a link of {whose}, who has shown no tip")]
    NoTip {
        /// Whose.
        whose: Whose,
        /// The throw.
        throw: u64,
    },
    /// A link, or a withheld one, of someone who is out of the tour.
    #[error("throw {throw} names a link of {whose}, who has no part in it")]
    NoPart {
        /// Whose.
        whose: Whose,
        /// The throw.
        throw: u64,
    },
    /// A link does not lead back to its tip.
    #[error("the link of {whose} in throw {throw} does not lead back to its tip")]
    BrokenChain {
        /// Whose.
        whose: Whose,
        /// The throw.
        throw: u64,
        /// What was public before.
        expected: Link,
        /// What the link hashes to.
        found: Link,
    },
    /// A link in the client's own name that it did not give.
    #[error("throw {throw} has a link in this client's name that it did not give")]
    ForeignLink {
        /// The throw.
        throw: u64,
    },
    /// The client's link was accepted, and the throw was counted without it.
    #[error("this client's link for throw {throw} was accepted and left out")]
    LeftOut {
        /// The throw.
        throw: u64,
    },
    /// Something that the server is said to have signed, and has not.
    #[error("a signature of the server is false")]
    FalseSignature,
    /// The server's log of tips does not begin with the log that was seen before, or has got shorter.
    #[error("the log of tips does not begin with the log that was seen before")]
    RewrittenLog,
    /// The server's log of tips has another tip in place of the one that was shown, or none.
    #[error("the log of tips does not have the tip that was shown for throw {from}")]
    OtherLoggedTip {
        /// The first throw for which the tip counts.
        from: u64,
    },
    /// Dice at a sealed table are said to follow from another closed chain than the one published for them.
    #[error(
        "the dice of {whose} in throw {throw} are said to follow from a closed chain that was not published for it"
    )]
    WrongCup {
        /// Whose.
        whose: Whose,
        /// The throw.
        throw: u64,
    },
    /// After a call at a sealed table, when dice were to be shown, the bidding went on.
    #[error("dice were to be shown in throw {throw}, and the bidding went on")]
    WentOn {
        /// The throw.
        throw: u64,
    },
    /// Dice that do not follow from the links.
    #[error("the dice of {whose} in throw {throw} do not follow from its links")]
    WrongDice {
        /// Whose.
        whose: Whose,
        /// The throw.
        throw: u64,
        /// What follows from the links.
        expected: Hand,
        /// What was shown.
        found: Hand,
    },
}

impl WitnessError {
    /// Its name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            WitnessError::LateTip { .. } => "late-tip",
            WitnessError::ChangedTip { .. } => "changed-tip",
            WitnessError::EarlyChain { .. } => "early-chain",
            WitnessError::NoServerTip { .. } => "no-server-tip",
            WitnessError::WrongThrow { .. } => "wrong-throw",
            WitnessError::GivenBefore { .. } => "given-before",
            WitnessError::ReusedTip { .. } => "reused-tip",
            WitnessError::NoReceipt { .. } => "no-receipt",
            WitnessError::NotOpened { .. } => "not-opened",
            WitnessError::OtherLinks { .. } => "other-links",
            WitnessError::LinkMissing { .. } => "link-missing",
            WitnessError::NoTip { .. } => "no-tip",
            WitnessError::NoPart { .. } => "no-part",
            WitnessError::BrokenChain { .. } => "broken-chain",
            WitnessError::ForeignLink { .. } => "foreign-link",
            WitnessError::LeftOut { .. } => "left-out",
            WitnessError::FalseSignature => "false-signature",
            WitnessError::RewrittenLog => "rewritten-log",
            WitnessError::OtherLoggedTip { .. } => "other-logged-tip",
            WitnessError::WrongCup { .. } => "wrong-cup",
            WitnessError::WentOn { .. } => "went-on",
            WitnessError::WrongDice { .. } => "wrong-dice",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_one_name_for_programs_and_in_files() {
        let (whose, throw, link) = (Whose::Server, 7, Link::new([7; 32]));
        let errors = [
            WitnessError::LateTip { whose: whose.clone(), from: 1, asked: 2 },
            WitnessError::ChangedTip { whose: whose.clone(), throw, before: None, now: Some(link) },
            WitnessError::EarlyChain { from: 3 },
            WitnessError::NoServerTip { throw },
            WitnessError::WrongThrow { expected: 1, found: 2 },
            WitnessError::GivenBefore { throw },
            WitnessError::ReusedTip { throw },
            WitnessError::NoReceipt { throw },
            WitnessError::NotOpened { throw },
            WitnessError::OtherLinks { throw },
            WitnessError::LinkMissing { whose: Whose::Player("anna".to_owned()), throw },
            WitnessError::NoTip { whose: whose.clone(), throw },
            WitnessError::NoPart { whose: whose.clone(), throw },
            WitnessError::BrokenChain { whose: whose.clone(), throw, expected: link, found: link },
            WitnessError::ForeignLink { throw },
            WitnessError::LeftOut { throw },
            WitnessError::FalseSignature,
            WitnessError::RewrittenLog,
            WitnessError::OtherLoggedTip { from: 257 },
            WitnessError::WrongCup { whose: whose.clone(), throw },
            WitnessError::WentOn { throw },
            WitnessError::WrongDice { whose, throw, expected: Hand::EMPTY, found: Hand::EMPTY },
        ];
        for error in errors {
            let value = serde_json::to_value(&error).unwrap();
            assert_eq!(value["error"], error.name());
            assert_eq!(serde_json::from_value::<WitnessError>(value).unwrap(), error);
        }
    }
}
