//! The clauses of the rules.

use std::fmt;

macro_rules! clauses {
    ($($clause:ident $doc:literal),+ $(,)?) => {
        /// A numbered clause of the rules, as explained by `perudo rules`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Clause { $(#[doc = $doc] $clause),+ }

        impl Clause {
            /// All clauses in order.
            pub const ALL: &'static [Clause] = &[$(Clause::$clause),+];

            /// The number of the clause: `R10a`.
            pub const fn name(self) -> &'static str {
                match self { $(Clause::$clause => stringify!($clause)),+ }
            }
        }
    };
}

clauses! {
    R1 "The dice that each player starts with.",
    R2 "How many may play.",
    R3 "The draw for the first bid.",
    R4 "The secret roll, and bidding clockwise.",
    R5 "What a bid says.",
    R6 "Opening on aces.",
    R7 "Raising.",
    R8 "Going to aces.",
    R9 "After aces.",
    R10a "Leaving aces: double plus one.",
    R10b "Leaving aces: double, above what was called.",
    R11 "Who may doubt.",
    R12 "Aces are jokers.",
    R13 "Who loses a die.",
    R14 "Who opens the next round.",
    R15 "The maputo round.",
    R16a "Maputo by itself.",
    R16b "Maputo declared.",
    R17 "Calza.",
    R18 "Winning the tour.",
    R19 "The final.",
    R20 "Dice thrown again, and dice touched.",
    R21 "Leaving the game.",
    R22 "No bid above the dice in play.",
    R23 "Several tours.",
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
