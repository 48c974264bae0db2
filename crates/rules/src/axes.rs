//! The axes along which rule sets differ. A house rule is a value on an axis; adding an axis begins here.

use std::borrow::Cow;

use crate::RulesSpec;

/// What every choice on an axis can do.
pub(crate) trait Choice: Copy + 'static {
    /// The choices with their record spelling.
    const VALUES: &'static [(&'static str, Self)];
}

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $spelling:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$value_doc])* $value),+ }

        impl $name {
            /// The record spelling of this value.
            pub const fn spelling(self) -> &'static str {
                match self { $($name::$value => $spelling),+ }
            }
        }

        impl Choice for $name {
            const VALUES: &'static [(&'static str, Self)] = &[$(($spelling, $name::$value)),+];
        }
    };
}

choice! {
    /// May a round be opened on aces? (R6)
    OpenAces {
        /// Not outside maputo.
        No = "no",
        /// Always.
        Yes = "yes",
    }
}
choice! {
    /// The least count of another face after a bid on aces (R10).
    LeaveAces {
        /// Twice the aces and one more (R10a).
        DoublePlusOne = "double-plus-one",
        /// Twice the aces, above any face already called at that count (R10b).
        Double = "double",
    }
}
choice! {
    /// How a maputo round comes about (R16).
    Maputo {
        /// Never.
        Off = "off",
        /// By itself, when the loser of a round keeps one die (R16a).
        Auto = "auto",
        /// By the word of a player with one die (R16b).
        Declared = "declared",
    }
}
choice! {
    /// How often a player may have a maputo in a tour (R16).
    MaputoLimit {
        /// Once.
        Once = "once",
        /// Any number of times.
        None = "none",
    }
}
choice! {
    /// Is there a maputo with two players left? (R19)
    MaputoFinal {
        /// No.
        No = "no",
        /// Yes.
        Yes = "yes",
    }
}
choice! {
    /// Is there a maputo when exactly three players are left with one die each? (R16a)
    MaputoThreeSingles {
        /// No.
        No = "no",
        /// Yes.
        Yes = "yes",
    }
}
choice! {
    /// Is there calza? (R17)
    Calza {
        /// No.
        Off = "off",
        /// Yes.
        On = "on",
    }
}

/// An axis by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The largest table.
    Players,
    /// Dice of each player at the start of a tour.
    Dice,
    /// [`OpenAces`].
    OpenAces,
    /// [`LeaveAces`].
    LeaveAces,
    /// [`Maputo`].
    Maputo,
    /// [`MaputoLimit`].
    MaputoLimit,
    /// [`MaputoFinal`].
    MaputoFinal,
    /// [`MaputoThreeSingles`].
    MaputoThreeSingles,
    /// [`Calza`].
    Calza,
}

fn spellings<C: Choice>() -> Vec<Cow<'static, str>> {
    C::VALUES.iter().map(|&(spelling, _)| spelling.into()).collect()
}

fn numbers(least: u8, most: u8) -> Vec<Cow<'static, str>> {
    (least..=most).map(|n| n.to_string().into()).collect()
}

impl Axis {
    /// All axes, in the order in which they are printed.
    pub const ALL: [Axis; 9] = [
        Axis::Players,
        Axis::Dice,
        Axis::OpenAces,
        Axis::LeaveAces,
        Axis::Maputo,
        Axis::MaputoLimit,
        Axis::MaputoFinal,
        Axis::MaputoThreeSingles,
        Axis::Calza,
    ];

    /// The record spelling of the axis.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::Players => "players",
            Axis::Dice => "dice",
            Axis::OpenAces => "open-aces",
            Axis::LeaveAces => "leave-aces",
            Axis::Maputo => "maputo",
            Axis::MaputoLimit => "maputo-limit",
            Axis::MaputoFinal => "maputo-final",
            Axis::MaputoThreeSingles => "maputo-three-singles",
            Axis::Calza => "calza",
        }
    }

    /// The axis of that name.
    pub fn named(name: &str) -> Option<Axis> {
        Axis::ALL.into_iter().find(|axis| axis.name() == name)
    }

    /// Every value the axis can take, in record spelling.
    pub fn values(self) -> Vec<Cow<'static, str>> {
        match self {
            Axis::Players => numbers(RulesSpec::PLAYERS.0, RulesSpec::PLAYERS.1),
            Axis::Dice => numbers(RulesSpec::DICE.0, RulesSpec::DICE.1),
            Axis::OpenAces => spellings::<OpenAces>(),
            Axis::LeaveAces => spellings::<LeaveAces>(),
            Axis::Maputo => spellings::<Maputo>(),
            Axis::MaputoLimit => spellings::<MaputoLimit>(),
            Axis::MaputoFinal => spellings::<MaputoFinal>(),
            Axis::MaputoThreeSingles => spellings::<MaputoThreeSingles>(),
            Axis::Calza => spellings::<Calza>(),
        }
    }
}
