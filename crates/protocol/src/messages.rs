//! One declaration a message, from which its type, its reader and its writer follow.
//!
//! Serde's tagged enums would do the same, but a browser loads what reads messages, and the code of tagged enums is
//! several times as big. So a message is read into one flat struct that has every field there is, and is then picked out
//! of it by its tag.

/// Declares messages: first every field with its type, then enums and structs that list which fields they have.
///
/// A variant is written `"name on the wire" => Variant { fields }`. A field in such a list is one of
///
/// - `person`: it must be there;
/// - `chair?`: an `Option`, left out if there is none;
/// - `watch = false`: left out if it has that value;
/// - `action: Action`: it must be there, and is made from the declared type by [`FromField`];
/// - `body..RefusedBody`: the fields of another struct or enum, which stand beside the others.
///
/// The last variant may be `else Variant(Type)`: a message with any other tag is read as that type.
macro_rules! messages {
    (
        tag $tag:literal;
        $(#[$fields_meta:meta])*
        fields { $($field:ident: $type:ty),+ $(,)? }
        $($items:tt)+
    ) => {
        /// The type of each field.
        #[allow(non_camel_case_types)]
        mod types {
            #[allow(unused_imports)]
            use super::*;
            $(pub(super) type $field = $type;)+
        }

        /// Every field that a message can have.
        #[derive(serde::Deserialize)]
        $(#[$fields_meta])*
        struct Fields<'a> {
            #[serde(borrow, rename = $tag)]
            tag: std::borrow::Cow<'a, str>,
            $($field: Option<types::$field>,)+
        }

        messages! { @items $tag $($items)+ }
    };

    (@items $tag:literal) => {};

    (@items $tag:literal
        $(#[$meta:meta])*
        pub enum $Enum:ident {
            $(
                $(#[$doc:meta])*
                $name:literal => $Variant:ident $({
                    $($field:ident $(? $(@$option:tt)?)? $(= $default:literal)? $(.. $spread:ident)? $(: $own:ty)?),+ $(,)?
                })?,
            )+
            $(else $Else:ident($else:ty),)?
        }
        $($items:tt)*
    ) => {
        messages! { @enum $tag
            $(#[$meta])*
            $Enum {
                $(
                    $(#[$doc])*
                    $name => $Variant $({
                        $($field [$(? $($option)?)? $(= $default)? $(.. $spread)? $(: $own)?])+
                    })?
                )+
                $(else $Else($else))?
            }
        }
        messages! { @items $tag $($items)* }
    };

    (@items $tag:literal
        $(#[$meta:meta])*
        pub struct $Struct:ident {
            $(
                $(#[$doc:meta])*
                $field:ident $(? $(@$option:tt)?)? $(= $default:literal)? $(.. $spread:ident)? $(: $own:ty)?
            ),+ $(,)?
        }
        $($items:tt)*
    ) => {
        messages! { @struct
            $(#[$meta])*
            $Struct {
                $($(#[$doc])* $field [$(? $($option)?)? $(= $default)? $(.. $spread)? $(: $own)?])+
            }
        }
        messages! { @items $tag $($items)* }
    };

    (@enum $tag:literal
        $(#[$meta:meta])*
        $Enum:ident {
            $($(#[$doc:meta])* $name:literal => $Variant:ident $({ $($field:ident [$($mark:tt)*])+ })?)+
            $(else $Else:ident($else:ty))?
        }
    ) => {
        $(#[$meta])*
        #[allow(missing_docs)] // PROTOCOL.md says what each field is, and a test that it does
        pub enum $Enum {
            $($(#[$doc])* $Variant $({ $($field: messages!(@type $field $($mark)*)),+ })?,)+
            $(#[doc = "Any other message."] $Else($else),)?
        }

        impl $Enum {
            /// The name of each message on the wire, and its fields in groups.
            pub const MESSAGES: &'static [(&'static str, &'static [&'static [&'static str]])] =
                &[$(($name, &[$($(messages!(@names $field $($mark)*)),+)?])),+];

            fn read(fields: &mut Fields<'_>) -> Result<$Enum, String> {
                Ok(match &*fields.tag {
                    $($name => $Enum::$Variant {
                        $($($field: messages!(@read fields $field $($mark)*)),+)?
                    },)+
                    $(_ => $Enum::$Else(<$else>::read(fields)?),)?
                    #[allow(unreachable_patterns)]
                    unknown => return Err($crate::messages::unknown(unknown)),
                })
            }

            fn write<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                match self {
                    $($Enum::$Variant { $($($field),+)? } => {
                        map.serialize_entry($tag, $name)?;
                        $($(messages!(@write map $field $($mark)*);)+)?
                    })+
                    $($Enum::$Else(other) => other.write(map)?,)?
                }
                Ok(())
            }
        }

        impl serde::Serialize for $Enum {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                self.write(&mut map)?;
                serde::ser::SerializeMap::end(map)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Enum {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Enum, D::Error> {
                let mut fields = Fields::deserialize(deserializer)?;
                $Enum::read(&mut fields).map_err(serde::de::Error::custom)
            }
        }
    };

    (@struct
        $(#[$meta:meta])*
        $Struct:ident { $($(#[$doc:meta])* $field:ident [$($mark:tt)*])+ }
    ) => {
        $(#[$meta])*
        pub struct $Struct {
            $($(#[$doc])* pub $field: messages!(@type $field $($mark)*)),+
        }

        impl $Struct {
            /// The names of its fields on the wire.
            pub const FIELDS: &'static [&'static str] = &[$(stringify!($field)),+];

            fn read(fields: &mut Fields<'_>) -> Result<$Struct, String> {
                Ok($Struct { $($field: messages!(@read fields $field $($mark)*)),+ })
            }

            fn write<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                let $Struct { $($field),+ } = self;
                $(messages!(@write map $field $($mark)*);)+
                Ok(())
            }
        }
    };

    (@type $field:ident) => { types::$field };
    (@type $field:ident ?) => { Option<types::$field> };
    (@type $field:ident = $default:literal) => { types::$field };
    (@type $field:ident : $own:ty) => { $own };
    (@type $field:ident .. $spread:ident) => { $spread };

    (@names $field:ident .. $spread:ident) => { $spread::FIELDS };
    (@names $field:ident $($mark:tt)*) => { &[stringify!($field)] };

    (@read $fields:ident $field:ident) => {
        $fields.$field.take().ok_or_else(|| $crate::messages::missing(&$fields.tag, stringify!($field)))?
    };
    (@read $fields:ident $field:ident ?) => { $fields.$field.take() };
    (@read $fields:ident $field:ident = $default:literal) => { $fields.$field.take().unwrap_or($default) };
    (@read $fields:ident $field:ident : $own:ty) => {
        <$own as $crate::messages::FromField<_>>::from_field(messages!(@read $fields $field))?
    };
    (@read $fields:ident $field:ident .. $spread:ident) => { $spread::read($fields)? };

    (@write $map:ident $field:ident ?) => {
        if let Some(value) = $field {
            $map.serialize_entry(stringify!($field), value)?;
        }
    };
    (@write $map:ident $field:ident = $default:literal) => {
        if *$field != $default {
            $map.serialize_entry(stringify!($field), $field)?;
        }
    };
    (@write $map:ident $field:ident .. $spread:ident) => { $field.write($map)? };
    (@write $map:ident $field:ident $($mark:tt)*) => { $map.serialize_entry(stringify!($field), $field)? };
}

pub(crate) use messages;

/// Values that are made from what a field holds. What is wrong with it is said in English.
pub(crate) trait FromField<F>: Sized {
    fn from_field(field: F) -> Result<Self, String>;
}

pub(crate) fn missing(tag: &str, field: &str) -> String {
    format!("a message of type {tag} needs the field {field}")
}

pub(crate) fn unknown(tag: &str) -> String {
    format!("there is no message of type {}", shortened(tag))
}

/// What someone wrote, short enough to be repeated to them.
pub(crate) fn shortened(text: &str) -> String {
    let start: String = text.chars().take(24).collect();
    if start.len() < text.len() { format!("{start:?}…") } else { format!("{start:?}") }
}
