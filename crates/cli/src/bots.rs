//! `perudo bots`: who can be played against.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use perudo_bots::{BotKind, Character};
use perudo_words::Words;

use crate::TITLE;
use crate::language::LanguageOption;

/// List the bots, those that reason and those that learnt, and the characters
#[derive(Args)]
#[command(after_help = "\
A character plays as strongly as the bot that it stands on, and in its own way: fox-novice, fox-master.
A character alone stands on reader.

Examples:
  perudo bots
  perudo arena fox owl wolf parrot --neighbours")]
pub(crate) struct Bots {
    #[command(flatten)]
    language: LanguageOption,
}

impl Bots {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let words = self.language.words();
        let mut out = anstream::stdout().lock();
        for kind in BotKind::ALL {
            tell(&mut out, &words, kind.name())?;
        }
        writeln!(out, "\n{}", words.text("bots-characters"))?;
        for character in Character::ALL {
            tell(&mut out, &words, character.name())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn tell(out: &mut impl Write, words: &Words, bot: &str) -> io::Result<()> {
    writeln!(out, "{TITLE}{bot:10}{TITLE:#} {}: {}", words.bot(bot), words.about_bot(bot))
}
