//! What is made of the declarations of axes: the types of their values, [`Axis`] and [`RulesSpec`].
//!
//! [`Axis`]: crate::Axis
//! [`RulesSpec`]: crate::RulesSpec

use std::borrow::Cow;

use crate::Axis;
use crate::action::saturating_number;

/// A value on an axis.
pub(crate) trait Value: Copy {
    /// Reads the record spelling of a value of that axis.
    fn read(axis: Axis, text: &str) -> Option<Self>;

    /// The record spelling.
    fn write(self) -> Cow<'static, str>;
}

impl Value for u8 {
    fn read(axis: Axis, text: &str) -> Option<u8> {
        let range = axis.range()?;
        saturating_number(text).filter(|number| range.contains(number))
    }

    fn write(self) -> Cow<'static, str> {
        self.to_string().into()
    }
}

macro_rules! axes {
    ($(
        $(#[$doc:meta])*
        $axis:ident as $field:ident, $name:literal {
            values: $kind:ident $values:tt,
            clause: $clause:expr,
            moot: $moot:expr,
            presets: { $($($preset:ident)|+ => $at:tt),+ $(,)? } $(,)?
        }
    )+) => {
        $($crate::axis_macro::value_type! { $kind, $(#[$doc])* $axis $values })+

        /// An axis by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Axis { $($(#[$doc])* $axis),+ }

        impl Axis {
            /// All axes, in the order in which they are printed.
            pub const ALL: [Axis; [$($name),+].len()] = [$(Axis::$axis),+];

            /// The record spelling of the axis.
            pub const fn name(self) -> &'static str {
                match self { $(Axis::$axis => $name),+ }
            }

            /// The axis of that name.
            pub fn named(name: &str) -> Option<Axis> {
                Axis::ALL.into_iter().find(|axis| axis.name() == name)
            }

            /// Every value the axis can take, in record spelling.
            pub fn values(self) -> Vec<std::borrow::Cow<'static, str>> {
                match self { $(Axis::$axis => $crate::axis_macro::values!($kind, $axis $values)),+ }
            }

            /// The least and the greatest value of an axis whose values are numbers.
            pub fn range(self) -> Option<std::ops::RangeInclusive<u8>> {
                match self { $(Axis::$axis => $crate::axis_macro::range!($kind $values)),+ }
            }
        }

        /// A rule set as someone wrote it: any value on any axis, sensible or not.
        ///
        /// Code that must decide about every axis takes it apart without `..`, so that a new
        /// axis does not go unnoticed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct RulesSpec {
            /// The preset it started from; only the name of the rule set depends on it.
            pub preset: Preset,
            $($(#[$doc])* pub $field: $crate::axis_macro::field_type!($kind $axis)),+
        }

        impl Preset {
            /// The point on every axis that the document describes.
            pub const fn spec(self) -> RulesSpec {
                RulesSpec {
                    preset: self,
                    $($field: match self {
                        $($(Preset::$preset)|+ => $crate::axis_macro::value!($kind, $axis $at)),+
                    }),+
                }
            }
        }

        impl RulesSpec {
            /// Sets one axis to a value in record spelling.
            ///
            /// # Errors
            ///
            /// The axis cannot take this value.
            pub fn set(&mut self, axis: Axis, value: &str) -> Result<(), $crate::RulesError> {
                use $crate::axis_macro::Value;
                let bad = || $crate::RulesError::BadValue { axis, value: value.into() };
                match axis { $(Axis::$axis => self.$field = Value::read(axis, value).ok_or_else(bad)?),+ }
                Ok(())
            }

            /// The value on an axis, in record spelling.
            pub fn get(&self, axis: Axis) -> std::borrow::Cow<'static, str> {
                match axis { $(Axis::$axis => $crate::axis_macro::Value::write(self.$field)),+ }
            }

            /// The clause that speaks about an axis under these rules.
            pub fn clause(&self, axis: Axis) -> Clause {
                let clause: fn(&RulesSpec) -> Clause = match axis { $(Axis::$axis => $clause),+ };
                clause(self)
            }

            /// Whether the value on an axis means nothing under these rules.
            pub fn is_moot(&self, axis: Axis) -> bool {
                let moot: fn(&RulesSpec) -> bool = match axis { $(Axis::$axis => $moot),+ };
                moot(self)
            }
        }
    };
}

/// The type of the values of an axis. Numbers need none of their own.
macro_rules! value_type {
    (number, $(#[$doc:meta])* $axis:ident $range:tt) => {};
    (choice, $(#[$doc:meta])* $axis:ident {
        $($(#[$value_doc:meta])* $value:ident = $spelling:literal),+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $axis { $($(#[$value_doc])* $value),+ }

        impl $axis {
            /// The record spelling of this value.
            pub const fn spelling(self) -> &'static str {
                match self { $($axis::$value => $spelling),+ }
            }
        }

        impl $crate::axis_macro::Value for $axis {
            fn read(_: Axis, text: &str) -> Option<$axis> {
                match text {
                    $($spelling => Some($axis::$value),)+
                    _ => None,
                }
            }

            fn write(self) -> std::borrow::Cow<'static, str> {
                self.spelling().into()
            }
        }
    };
}

macro_rules! field_type {
    (number $axis:ident) => {
        u8
    };
    (choice $axis:ident) => {
        $axis
    };
}

macro_rules! value {
    (number, $axis:ident $value:tt) => {
        $value
    };
    (choice, $axis:ident $value:tt) => {
        $axis::$value
    };
}

macro_rules! values {
    (number, $axis:ident ($least:expr, $most:expr)) => {
        ($least..=$most).map(|number: u8| number.to_string().into()).collect()
    };
    (choice, $axis:ident { $($(#[$doc:meta])* $value:ident = $spelling:literal),+ $(,)? }) => {
        vec![$($spelling.into()),+]
    };
}

macro_rules! range {
    (number ($least:expr, $most:expr)) => {
        Some($least..=$most)
    };
    (choice $values:tt) => {
        None
    };
}

pub(crate) use {axes, field_type, range, value, value_type, values};
