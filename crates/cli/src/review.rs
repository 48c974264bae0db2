//! `perudo review`: what the decisions of a game were worth, and why.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Args;
use indicatif::ProgressBar;
use perudo_analysis::{
    Balance, Decision, Mark, Moment, PlayerReview, Review, Reviewer, TourReview, Verdict, why,
};
use perudo_bots::{Judge, Network};
use perudo_rules::Action;
use perudo_words::Words;
use serde_json::Map;

use crate::language::LanguageOption;
use crate::report::Report;
use crate::{DIM, REFUSED, TITLE, bad_call, check};

/// The longest record that is reviewed.
const MOST_BYTES: u64 = 16 << 20;
/// The widest curve.
const CURVE: usize = 60;
/// How many decisions the list of the dearest has.
const DEAREST: usize = 3;
/// The columns of the table of luck and skill.
const COLUMN: usize = 14;

/// Review a game: what each decision cost, why, and how much was luck
#[derive(Args)]
#[command(after_help = "\
Examples:
  perudo review game.perudo              what every decision was worth, and why
  perudo review --lang ru game.perudo    the same in Russian
  perudo review --json game.perudo       one JSON object a file, for programs

Decisions are judged by what the player could know: the own dice, the bids, how many dice everyone has.

Exit codes: 0 all records are good, 1 one is not, 2 a file cannot be read.")]
pub(crate) struct ReviewCommand {
    /// Print one line of JSON for each file
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LanguageOption,
    /// Records to review; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl ReviewCommand {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let network = match Network::current() {
            Ok(network) => network,
            Err(fault) => return Ok(bad_call(&format!("a review needs the network, and {fault}."))),
        };
        let words = self.language.words();
        let mut worst = 0;
        for (index, file) in self.files.iter().enumerate() {
            if self.files.len() > 1 && !self.json {
                let gap = if index > 0 { "\n" } else { "" };
                anstream::println!("{gap}{TITLE}{}{TITLE:#}", file.display());
            }
            let code = match read(file) {
                Ok(record) => self.review(file, Reviewer::new(network, record), &words)?,
                Err(error) => check::unreadable(file, &error, self.json, &words)?,
            };
            worst = worst.max(code);
        }
        Ok(ExitCode::from(worst))
    }

    fn review(&self, file: &Path, mut reviewer: Reviewer<'_>, words: &Words) -> io::Result<u8> {
        // Nobody sees it where standard error is no terminal.
        let bar = ProgressBar::new(100);
        while reviewer.step() {
            bar.set_position((100.0 * reviewer.progress()) as u64);
        }
        bar.finish_and_clear();
        let outcome = reviewer.outcome();
        let replay = reviewer.replay().clone();
        let review = reviewer.into_review();
        let mut out = anstream::stdout().lock();
        if self.json {
            let mut report = Report::new(&replay, &outcome, words);
            report.more = Some(Map::from_iter([("review".to_owned(), review.to_json()?)]));
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            Page { out: &mut out, words, review: &review }.print()?;
            if let Err(fault) = &outcome {
                out.flush()?;
                check::explain(file, words, &replay, fault);
                if !review.tours.is_empty() {
                    anstream::eprintln!("{}", words.say("review-stopped", &[("line", fault.line.into())]));
                }
            }
        }
        Ok(if outcome.is_ok() { 0 } else { REFUSED })
    }
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut record = Vec::new();
    check::open(file)?.take(MOST_BYTES + 1).read_to_end(&mut record)?;
    if record.len() as u64 > MOST_BYTES {
        let message = format!("it has more than {} MiB, the most that is reviewed", MOST_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(record)
}

/// A review on its way to the terminal.
struct Page<'a, W> {
    out: &'a mut W,
    words: &'a Words,
    review: &'a Review,
}

impl<W: Write> Page<'_, W> {
    fn print(&mut self) -> io::Result<()> {
        let review = self.review;
        if review.tours.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = review.players.iter().map(|player| player.name.as_str()).collect();
        let title = [("rules", review.rules.clone().into()), ("names", self.words.list(&names).into())];
        writeln!(self.out, "{TITLE}{}{TITLE:#}", self.words.say("review-title", &title))?;
        for (index, tour) in review.tours.iter().enumerate() {
            self.tour(index, tour)?;
        }
        if review.decisions().next().is_none() {
            return writeln!(self.out, "\n{}", self.words.text("review-nothing"));
        }
        self.dearest()?;
        self.players()?;
        self.notes()
    }

    fn tour(&mut self, index: usize, tour: &TourReview) -> io::Result<()> {
        let winner = tour.winner.map(|seat| self.name(seat));
        let values = [
            ("number", (index + 1).into()),
            ("winner", if winner.is_some() { "known".into() } else { "none".into() }),
            ("name", winner.unwrap_or_default().into()),
        ];
        writeln!(self.out, "\n{TITLE}{}{TITLE:#}", self.words.say("review-tour", &values))?;
        if tour.moments.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "{}", self.words.text("review-curve"))?;
        let wide = self.widest_name();
        for (seat, player) in self.review.players.iter().enumerate() {
            let at = |chances: &Vec<f64>| chances.get(seat).copied().unwrap_or(0.0);
            let chances: Vec<f64> =
                [at(&tour.start)].into_iter().chain(tour.moments.iter().map(|m| at(&m.chances))).collect();
            let last = chances.last().copied().unwrap_or(0.0);
            let (first, curve) = (percent(at(&tour.start)), curve(&chances));
            writeln!(self.out, "  {:wide$}  {first:>3} % {curve} {:>3} %", player.name, percent(last))?;
        }
        let mut round = 0;
        for moment in &tour.moments {
            let Some(decision) = &moment.decision else { continue };
            if moment.round != round {
                round = moment.round;
                writeln!(self.out)?;
            }
            self.decision(moment, decision)?;
        }
        self.balances(tour)
    }

    /// One line a decision; for an error the reasons below it.
    fn decision(&mut self, moment: &Moment, decision: &Decision) -> io::Result<()> {
        let (wide, name) = (self.widest_name(), self.name(decision.seat));
        let line = moment.line;
        write!(self.out, "{DIM}{line:>5}{DIM:#}  {name:wide$}  {:7}", decision.action.to_string())?;
        let Some(verdict) = &decision.verdict else {
            return writeln!(self.out, "  {DIM}{}{DIM:#}", self.words.text("eval-unknown"));
        };
        let (style, mark) =
            (look(verdict.mark), self.words.text(&format!("review-mark-{}", verdict.mark.name())));
        write!(self.out, "{:>3} → {:>3} %  ", percent(verdict.before), percent(verdict.after))?;
        if verdict.mark == Mark::Best {
            return writeln!(self.out, "{style}{mark}{style:#}");
        }
        // Not worth a word: what is hardly better.
        let least = verdict.after + verdict.cost / 2.0;
        let better = verdict.alternatives.iter().take(3).filter(|one| one.chance > least);
        let better: Vec<String> =
            better.map(|one| format!("{} {} %", one.action, percent(one.chance))).collect();
        let cost = format!("−{:.1}", 100.0 * verdict.cost);
        writeln!(self.out, "{style}{mark:14}{style:#}  {cost:>5}  {}", better.join(", "))?;
        if verdict.mark.is_error() { self.reasons(decision) } else { Ok(()) }
    }

    fn reasons(&mut self, decision: &Decision) -> io::Result<()> {
        let indent = " ".repeat(7);
        let width = textwrap::termwidth().clamp(40, 100);
        let options = textwrap::Options::new(width).initial_indent(&indent).subsequent_indent(&indent);
        for line in textwrap::wrap(&why(self.words, self.review, decision).join(" "), options) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn balances(&mut self, tour: &TourReview) -> io::Result<()> {
        let (wide, words) = (self.widest_name(), self.words);
        writeln!(self.out, "\n{}", words.text("review-balance"))?;
        write!(self.out, "  {:wide$}", "")?;
        for part in ["start", "dice", "hidden", "decisions", "others", "end"] {
            write!(self.out, "{DIM}{:>COLUMN$}{DIM:#}", words.text(&format!("review-balance-{part}")))?;
        }
        writeln!(self.out)?;
        for (player, balance) in self.review.players.iter().zip(&tour.balances) {
            let &Balance { start, dice, hidden, decisions, others, end } = balance;
            write!(self.out, "  {:wide$}{:>COLUMN$.1}", player.name, 100.0 * start)?;
            for change in [dice, hidden, decisions, others] {
                // A minus before nothing says nothing.
                let points = 100.0 * change;
                let points = if points.abs() < 0.05 { 0.0 } else { points };
                write!(self.out, "{points:>+COLUMN$.1}")?;
            }
            writeln!(self.out, "{:>COLUMN$.1}", 100.0 * end)?;
        }
        Ok(())
    }

    fn dearest(&mut self) -> io::Result<()> {
        let dearest = self.review.dearest(DEAREST);
        if dearest.is_empty() {
            return writeln!(self.out, "\n{}", self.words.text("review-none"));
        }
        writeln!(self.out, "\n{TITLE}{}{TITLE:#}", self.words.text("review-dearest"))?;
        for (_, moment, decision) in dearest {
            let act = match decision.action {
                Action::Bid(bid) => self.words.say("review-act-bid", &[("bid", self.words.bid(bid).into())]),
                other => self.words.text(&format!("review-act-{other}")),
            };
            let values = [
                ("line", moment.line.into()),
                ("round", moment.round.into()),
                ("name", self.name(decision.seat).into()),
                ("act", act.into()),
            ];
            let cost = decision.verdict.as_ref().map(|verdict| self.cost(verdict)).unwrap_or_default();
            writeln!(self.out, "  {}. {cost}", self.words.say("review-line", &values))?;
        }
        Ok(())
    }

    /// "mistake, 12.3 points given away".
    fn cost(&self, verdict: &Verdict) -> String {
        let style = look(verdict.mark);
        let mark = self.words.text(&format!("review-mark-{}", verdict.mark.name()));
        let values = [
            ("mark", format!("{style}{mark}{style:#}").into()),
            ("points", format!("{:.1}", 100.0 * verdict.cost).into()),
        ];
        self.words.say("review-cost", &values)
    }

    fn players(&mut self) -> io::Result<()> {
        let wide = self.widest_name();
        writeln!(self.out, "\n{TITLE}{}{TITLE:#}", self.words.text("review-players"))?;
        for player in &self.review.players {
            writeln!(self.out, "  {:wide$}  {}", player.name, self.summary(player))?;
        }
        Ok(())
    }

    fn summary(&self, player: &PlayerReview) -> String {
        let Some(accuracy) = player.accuracy() else { return self.words.text("review-player-none") };
        let values = [
            ("decisions", player.decisions.into()),
            ("accuracy", percent(accuracy).into()),
            ("points", format!("{:.1}", 100.0 * player.cost).into()),
        ];
        let errors = [
            ("blunders", player.marks.blunder.into()),
            ("mistakes", player.marks.mistake.into()),
            ("inaccuracies", player.marks.inaccuracy.into()),
        ];
        format!("{}: {}", self.words.say("review-player", &values), self.words.say("review-errors", &errors))
    }

    fn notes(&mut self) -> io::Result<()> {
        if self.review.unjudged > 0 {
            let values = [("count", self.review.unjudged.into()), ("most", Judge::MOST_DICE.into())];
            writeln!(self.out, "\n{}", self.words.say("review-unjudged", &values))?;
        }
        if self.review.tours.last().is_some_and(|tour| tour.winner.is_none()) {
            writeln!(self.out, "\n{}", self.words.text("review-unfinished"))?;
        }
        Ok(())
    }

    fn name(&self, seat: usize) -> String {
        self.review.players.get(seat).map(|player| player.name.clone()).unwrap_or_default()
    }

    fn widest_name(&self) -> usize {
        self.review.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0)
    }
}

fn percent(chance: f64) -> u32 {
    (100.0 * chance).round().clamp(0.0, 100.0) as u32
}

/// The chances as a row of bars; of more than fit, evenly chosen ones, the first and the last among them.
fn curve(chances: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let shown = chances.len().min(CURVE);
    let place = |index: usize| index * (chances.len() - 1) / (shown - 1).max(1);
    let bar = |chance: f64| BARS[((chance * 8.0) as usize).min(BARS.len() - 1)];
    (0..shown).filter_map(|index| chances.get(place(index)).copied()).map(bar).collect()
}

fn look(mark: Mark) -> Style {
    match mark {
        Mark::Best => AnsiColor::Green.on_default(),
        Mark::Fine => Style::new(),
        Mark::Inaccuracy => AnsiColor::Yellow.on_default(),
        Mark::Mistake => AnsiColor::Red.on_default(),
        Mark::Blunder => AnsiColor::Red.on_default().bold(),
    }
}
