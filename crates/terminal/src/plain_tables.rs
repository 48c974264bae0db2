//! The list of a server's open tables, in plain lines.

use std::io::{self, Write};

use perudo_words::Words;

use crate::link::{Server, TableLink};
use crate::online::Guest;
use crate::plain::{Clean, Input, Inputs};
use crate::store::Store;
use crate::tables::{self, Answer, OpenTable};

/// A table that was chosen, and by whom.
pub(crate) struct Chosen {
    pub(crate) link: TableLink,
    /// The link for friends, if the table was made.
    pub(crate) invitation: Option<String>,
    pub(crate) guest: Guest,
}

/// What was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typed {
    /// The table with that number in the list; whether only to watch it.
    Table(usize, bool),
    Make,
    List,
    Quit,
}

impl Typed {
    /// Reads a line, in any language.
    fn read(line: &str) -> Option<Typed> {
        let line = line.trim().to_lowercase();
        let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
        Some(match line.as_str() {
            "" | "list" | "l" | "список" => Typed::List,
            "new" | "n" | "новый" => Typed::Make,
            "quit" | "q" | "exit" | "выход" => Typed::Quit,
            _ => match line.split_once(char::is_whitespace) {
                None => Typed::Table(number(&line)?, false),
                Some(("watch" | "w" | "смотреть", rest)) => Typed::Table(number(rest)?, true),
                Some(_) => return None,
            },
        })
    }
}

/// Lets the person choose a table; nothing if they want none.
pub(crate) fn choose(
    server: &Server,
    guest: &Guest,
    store: &Store,
    words: &Words,
    inputs: &mut Inputs,
    out: &mut impl Write,
) -> io::Result<Option<Chosen>> {
    let mut out = Clean(out);
    let mut listed = Vec::new();
    let mut typed = Typed::List;
    loop {
        match typed {
            Typed::List => {
                tables::list(server, words.language(), inputs.tell());
                match inputs.answer() {
                    Some(Answer::Tables(Ok(tables))) => listed = tables,
                    Some(Answer::Tables(Err(error))) => writeln!(out, "! {}", error.explain(words))?,
                    Some(Answer::Made(_)) => {}
                    None => break,
                }
                print(&listed, server, words, &mut out)?;
            }
            Typed::Make => {
                tables::make(server, guest, store, words.language(), inputs.tell());
                match inputs.answer() {
                    Some(Answer::Made(Ok((link, invitation)))) => {
                        return Ok(Some(Chosen { link, invitation: Some(invitation), guest: guest.clone() }));
                    }
                    Some(Answer::Made(Err(error))) => writeln!(out, "! {}", error.explain(words))?,
                    Some(Answer::Tables(_)) => {}
                    None => break,
                }
            }
            Typed::Table(index, watch) => match listed.get(index) {
                Some(OpenTable { link, .. }) => {
                    let guest = Guest { watch: watch || guest.watch, ..guest.clone() };
                    return Ok(Some(Chosen { link: link.clone(), invitation: None, guest }));
                }
                None => nonsense(&(index + 1).to_string(), words, &mut out)?,
            },
            Typed::Quit => break,
        }
        write!(out, "> ")?;
        out.flush()?;
        typed = loop {
            match inputs.next() {
                Input::Line(line) => match Typed::read(&line) {
                    Some(typed) => break typed,
                    None => {
                        nonsense(line.trim(), words, &mut out)?;
                        write!(out, "> ")?;
                        out.flush()?;
                    }
                },
                Input::End | Input::Stop => {
                    writeln!(out)?;
                    break Typed::Quit;
                }
                Input::Net(_) | Input::Answer(_) => {}
            }
        };
    }
    writeln!(out, "{}", words.text("term-bye"))?;
    out.flush()?;
    Ok(None)
}

fn print<W: Write>(
    tables: &[OpenTable],
    server: &Server,
    words: &Words,
    out: &mut Clean<'_, W>,
) -> io::Result<()> {
    writeln!(out, "{}: {server}", words.text("web-public-tables"))?;
    for (table, number) in tables.iter().zip(1..) {
        let names = if table.names.is_empty() { words.text("web-own-nobody") } else { table.names.clone() };
        writeln!(out, "{number}. {names} · {}", table.about(words))?;
    }
    if tables.is_empty() {
        writeln!(out, "{}", words.text("web-no-public-tables"))?;
    }
    writeln!(out, "{}", words.text("term-tables-hint"))
}

fn nonsense<W: Write>(word: &str, words: &Words, out: &mut Clean<'_, W>) -> io::Result<()> {
    let word: String = word.chars().take(24).collect();
    writeln!(out, "! {}", words.say("term-tables-nonsense", &[("word", word.into())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_before_a_list_of_tables_is_understood() {
        let cases = [
            ("1", Some(Typed::Table(0, false))),
            (" 12 ", Some(Typed::Table(11, false))),
            ("watch 2", Some(Typed::Table(1, true))),
            ("Смотреть  3", Some(Typed::Table(2, true))),
            ("", Some(Typed::List)),
            ("NEW", Some(Typed::Make)),
            ("выход", Some(Typed::Quit)),
            ("0", None),
            ("-1", None),
            ("99999999999999999999", None),
            ("watch", None),
            ("join 1", None),
            ("3x4", None),
        ];
        for (line, expected) in cases {
            assert_eq!(Typed::read(line), expected, "{line:?}");
        }
    }
}
