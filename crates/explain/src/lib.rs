//! Sentences for people about what the wire and the table say by name: why a command is refused, and what a proof of
//! fair dice shows. The server, tables at home, the page and the terminal share them.

pub mod fairness;
mod refusals;
pub mod seen;

pub use refusals::{explain_invalid_command, explain_invalid_settings, explain_reason, explain_refusal};
