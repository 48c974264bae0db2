//! Games and texts made of bytes. The property tests supply them from a seed, the fuzz targets
//! from what the fuzzer finds: both run this same code.

pub(crate) mod anything;
pub(crate) mod choices;
pub(crate) mod commands;
pub(crate) mod events;
pub(crate) mod naive;
pub(crate) mod naive_tour;
pub(crate) mod play;
pub(crate) mod reading;
