//! Reading messages by one type that has every field they can have: a browser loads what reads them, and what tagged
//! enums need is several times as big.

/// A field that this kind of message must have.
macro_rules! need {
    ($fields:ident . $field:ident) => {
        $fields.$field.ok_or(concat!("the field ", stringify!($field), " is missing"))?
    };
}

pub(crate) use need;
