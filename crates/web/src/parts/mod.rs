//! Parts that several screens are made of.

mod die;

pub(crate) use die::{Cup, Die};
