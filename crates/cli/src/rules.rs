//! `perudo rules`: the rules of a rule set in plain words.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Args;
use perudo_rules::Rules;
use perudo_words::{Section, Sentence, Words};

use crate::language::LanguageOption;
use crate::{DIM, TITLE, bad_call, rule_words};

/// Explain a rule set in plain words, each sentence with its clause
#[derive(Args)]
#[command(after_help = format!("\
Examples:
  perudo rules                                 the default, tournament
  perudo rules calza leave-aces=double         a house rule
  perudo rules classic --lang ru               in Russian
  perudo rules --diff tournament classic       how two rule sets differ
  perudo rules --diff calza calza,dice=3       a rule set with axes is one word with commas

{}", rule_words::help()))]
pub(crate) struct RulesCommand {
    /// A preset, then the axes that differ from it
    #[arg(value_name = "PRESET | AXIS=VALUE")]
    rules: Vec<String>,
    /// Say in words how two rule sets differ
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "rules")]
    diff: Option<Vec<String>>,
    #[command(flatten)]
    language: LanguageOption,
}

impl RulesCommand {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let words = self.language.words();
        let printed = match self.diff.as_deref() {
            Some([first, second]) => {
                let sets = rule_words::parse(&[first], &words)
                    .and_then(|first| Ok((first, rule_words::parse(&[second], &words)?)));
                sets.map(|(first, second)| print_differences(&words, &first, &second))
            }
            _ => rule_words::parse(&self.rules, &words).map(|rules| print_rules(&words, &rules)),
        };
        match printed {
            Ok(printed) => printed.map(|()| ExitCode::SUCCESS),
            Err(message) => Ok(bad_call(&message)),
        }
    }
}

fn print_rules(words: &Words, rules: &Rules) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let title = words.say("rules-title", &[("rules", rules.to_string().into())]);
    writeln!(out, "{TITLE}{title}{TITLE:#}")?;
    for Section { title, sentences } in words.rulebook(rules) {
        writeln!(out, "\n{TITLE}{title}{TITLE:#}")?;
        for sentence in sentences {
            print_sentence(&mut out, &sentence, "")?;
        }
    }
    Ok(())
}

fn print_differences(words: &Words, first: &Rules, second: &Rules) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let names = [("first", first.to_string().into()), ("second", second.to_string().into())];
    let differences = words.differences(first, second);
    let title = if differences.is_empty() { "rules-diff-same" } else { "rules-diff-title" };
    writeln!(out, "{TITLE}{}{TITLE:#}", words.say(title, &names))?;
    for difference in differences {
        writeln!(out, "\n{TITLE}{}{TITLE:#}", difference.axis.name())?;
        print_sentence(&mut out, &difference.first, &first.to_string())?;
        print_sentence(&mut out, &difference.second, &second.to_string())?;
    }
    Ok(())
}

/// The clause in the margin, and the sentence beside it, broken to the width of a terminal.
fn print_sentence(out: &mut impl Write, sentence: &Sentence, of: &str) -> io::Result<()> {
    const MARGIN: usize = 6;
    const COMFORTABLE: usize = 92;
    let of = if of.is_empty() { String::new() } else { format!("{of}: ") };
    let text = format!("{of}{}", sentence.text);
    let width = match io::stdout().is_terminal() {
        true => textwrap::termwidth().clamp(2 * MARGIN, COMFORTABLE) - MARGIN,
        false => usize::MAX,
    };
    for (index, line) in textwrap::wrap(&text, width).iter().enumerate() {
        let clause = if index == 0 { sentence.clause.name() } else { "" };
        writeln!(out, "{DIM}{clause:MARGIN$}{DIM:#}{line}")?;
    }
    Ok(())
}
