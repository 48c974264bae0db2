//! The screens, except for the table.

pub(crate) mod games;
pub(crate) mod learn;
pub(crate) mod new_table;
pub(crate) mod not_found;
pub(crate) mod people;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod start;
pub(crate) mod together;
