//! `perudo bots`: who can be played against.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use perudo_bots::BotKind;

use crate::TITLE;
use crate::language::LanguageOption;

/// List the bots: those that reason, then those that learnt, the weakest first
#[derive(Args)]
pub(crate) struct Bots {
    #[command(flatten)]
    language: LanguageOption,
}

impl Bots {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let words = self.language.words();
        let mut out = anstream::stdout().lock();
        for &kind in BotKind::ALL {
            let (name, about) = (words.bot(kind.name()), words.about_bot(kind.name()));
            writeln!(out, "{TITLE}{:10}{TITLE:#} {name}: {about}", kind.name())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
