//! `perudo odds`: how likely bids are.

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Args;
use perudo_bots::{MAX_DICE, Odds};
use perudo_rules::{Action, Bid, Face, Hand};
use perudo_words::Words;
use serde_json::{Value, json};

use crate::language::LanguageOption;
use crate::{DIM, TITLE, bad_call};

/// The exact chance that bids are true, for the holder of a hand
#[derive(Args)]
#[command(after_help = "\
Examples:
  perudo odds --hand 11346 --dice 15            all bids, five of the fifteen dice being yours
  perudo odds --hand 11346 --dice 15 4x6        one bid: true, and exactly true
  perudo odds --hand 2 --dice 7 --no-jokers     in a maputo, where aces are not jokers
  perudo odds --dice 10                         as a spectator, who sees no dice")]
pub(crate) struct OddsCommand {
    /// Your dice, such as 11346; left out, you see none
    #[arg(long, default_value = "", value_name = "DICE", hide_default_value = true)]
    hand: String,
    /// All dice in play, yours included
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    dice: usize,
    /// Aces are not jokers, as in a maputo
    #[arg(long)]
    no_jokers: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LanguageOption,
    /// One bid, such as 4x6; left out, all bids are shown
    bid: Option<String>,
}

impl OddsCommand {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let (odds, bid) = match self.read() {
            Ok(read) => read,
            Err(message) => return Ok(bad_call(&message)),
        };
        let mut out = anstream::stdout().lock();
        match bid {
            Some(bid) if self.json => writeln!(out, "{}", self.as_json(&odds, &[bid]))?,
            Some(bid) => print_one(&mut out, &self.language.words(), &odds, bid)?,
            None if self.json => writeln!(out, "{}", self.as_json(&odds, &all_bids(self.dice)))?,
            None => print_all(&mut out, &self.language.words(), &odds, self.dice)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn read(&self) -> Result<(Odds, Option<Bid>), String> {
        let face = |c: char| c.to_digit(10).and_then(|pips| Face::new(pips as u8));
        let hand: Option<Hand> = self.hand.chars().map(face).collect();
        let hand = hand.ok_or_else(|| {
            format!("--hand {:?} is not a hand: write one digit 1–6 for each die, such as 11346.", self.hand)
        })?;
        if !(1..=MAX_DICE).contains(&self.dice) {
            return Err(format!("--dice {}: a table has 1 to {MAX_DICE} dice.", self.dice));
        }
        // Longer than any hand means longer than the table: counts are held in a byte.
        if self.hand.len() > self.dice {
            return Err(format!(
                "--hand has {} dice, more than the {} in play: --dice counts all dice, yours included.",
                self.hand.len(),
                self.dice
            ));
        }
        let bid = self.bid.as_deref().map(|text| match text.parse() {
            Ok(Action::Bid(bid)) if usize::from(bid.count) <= self.dice => Ok(bid),
            Ok(Action::Bid(_)) => Err(format!("{text} names more dice than the {} in play.", self.dice)),
            _ => Err(format!("{text:?} is not a bid: write count x face, such as 4x6.")),
        });
        Ok((Odds::new(hand, self.dice, !self.no_jokers), bid.transpose()?))
    }

    fn as_json(&self, odds: &Odds, bids: &[Bid]) -> Value {
        let bids: Vec<Value> = bids
            .iter()
            .map(|&bid| json!({ "bid": bid.to_string(), "true": odds.at_least(bid), "exact": odds.exactly(bid) }))
            .collect();
        json!({ "hand": self.hand, "dice": self.dice, "jokers": !self.no_jokers, "bids": bids })
    }
}

fn all_bids(dice: usize) -> Vec<Bid> {
    let most = u8::try_from(dice).unwrap_or(u8::MAX);
    (1..=most).flat_map(|count| Face::ALL.map(|face| Bid::new(count, face))).collect()
}

fn print_one(out: &mut impl Write, words: &Words, odds: &Odds, bid: Bid) -> io::Result<()> {
    let (truth, exact) = (odds.at_least(bid), odds.exactly(bid));
    writeln!(out, "{TITLE}{bid}{TITLE:#}  {}", words.bid(bid))?;
    for (key, chance) in [("odds-true", truth), ("odds-false", 1.0 - truth), ("odds-exact", exact)] {
        let style = colour(chance);
        writeln!(out, "  {:14}{style}{:8.4} %{style:#}", words.text(key), 100.0 * chance)?;
    }
    Ok(())
}

/// One row a count, one column a face. Rows in which nothing can happen any more are left out.
fn print_all(out: &mut impl Write, words: &Words, odds: &Odds, dice: usize) -> io::Result<()> {
    write!(out, "{TITLE}     ")?;
    for face in Face::ALL {
        write!(out, "{:>8}", format!("x{face}"))?;
    }
    writeln!(out, "{TITLE:#}")?;
    for row in all_bids(dice).chunks(Face::ALL.len()) {
        let Some(first) = row.first() else { continue };
        write!(out, "{TITLE}{:>5}{TITLE:#}", first.count)?;
        for &bid in row {
            let chance = odds.at_least(bid);
            let style = colour(chance);
            write!(out, "{style}{:>8}{style:#}", percent(chance))?;
        }
        writeln!(out)?;
        if row.iter().all(|&bid| odds.at_least(bid) < 1e-6) {
            let left = dice - usize::from(first.count);
            if left > 0 {
                writeln!(out, "{DIM}  {}{DIM:#}", words.say("odds-more-rows", &[("rows", left.into())]))?;
            }
            break;
        }
    }
    Ok(())
}

/// Short, and never rounded to certainty.
fn percent(chance: f64) -> String {
    match 100.0 * chance {
        percent if chance == 1.0 || chance == 0.0 => format!("{percent:.0} %"),
        percent if percent >= 99.95 => ">99.9 %".to_owned(),
        percent if percent < 0.05 => "<0.1 %".to_owned(),
        percent => format!("{percent:.1} %"),
    }
}

fn colour(chance: f64) -> Style {
    match chance {
        c if c >= 0.65 => AnsiColor::Green.on_default(),
        c if c >= 0.35 => AnsiColor::Yellow.on_default(),
        c if c >= 0.05 => AnsiColor::Red.on_default(),
        _ => DIM,
    }
}
