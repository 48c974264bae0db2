//! What was found, for people and for programs.

use std::io::{self, Write};

use perudo_rules::{Action, Bid, RoundKind};
use perudo_solver::{Quality, Reply, RoundSolver, Side};
use perudo_words::Words;
use serde_json::{Value, json};

use crate::{DIM, TITLE};

/// Chances below this are not shown to people.
const SHOWN: f64 = 0.005;

/// What was found.
pub(super) struct Shown<'a> {
    pub(super) solver: &'a RoundSolver,
    pub(super) quality: Quality,
    pub(super) seconds: f64,
    pub(super) bids: &'a [Bid],
    pub(super) mover: Side,
    pub(super) replies: &'a [Reply],
}

impl Shown<'_> {
    fn history(&self) -> Vec<String> {
        self.bids.iter().map(ToString::to_string).collect()
    }

    fn mover(&self) -> &'static str {
        match self.mover {
            Side::Opener => "opener",
            Side::Other => "other",
        }
    }

    pub(super) fn json(&self) -> Value {
        let round = self.solver.round().round;
        let replies: Vec<Value> = self.replies.iter().map(reply_json).collect();
        json!({
            "rules": round.rules.to_string(),
            "kind": round.kind.as_str(),
            "dice": round.dice,
            "histories": self.solver.solver().game().histories(),
            "histories_kept": self.solver.solver().histories(),
            "bytes": self.solver.solver().size(),
            "iterations": self.solver.solver().iterations(),
            "seconds": self.seconds,
            "value": self.quality.value,
            "exploitability": self.quality.exploitability(),
            "nash_conv": self.quality.nash_conv(),
            "bids": self.history(),
            "turn": self.mover(),
            "replies": replies,
        })
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let round = self.solver.round().round;
        let (solver, quality) = (self.solver.solver(), self.quality);
        let words = Words::new(perudo_words::Language::default());
        writeln!(
            out,
            "{TITLE}{}, {} against {}, under “{}”{TITLE:#}",
            if round.kind == RoundKind::Maputo { "Maputo" } else { "Final" },
            words.dice(round.dice[0]),
            words.dice(round.dice[1]),
            round.rules
        )?;
        for (what, figure) in [
            ("value to the opener", format!("{:+.6}", quality.value)),
            ("exploitability", format!("{:.6}", quality.exploitability())),
            ("iterations", solver.iterations().to_string()),
            ("histories", solver.game().histories().to_string()),
            ("worth keeping", solver.histories().to_string()),
        ] {
            writeln!(out, "  {what:22}{figure:>12}")?;
        }
        writeln!(out)?;
        match self.bids {
            [] => writeln!(out, "{TITLE}Openings by hand{TITLE:#}")?,
            _ => writeln!(
                out,
                "{TITLE}After {}, the {} with each hand{TITLE:#}",
                self.history().join(" "),
                self.mover()
            )?,
        }
        let (played, never): (Vec<&Reply>, Vec<&Reply>) =
            self.replies.iter().partition(|reply| reply.reach >= SHOWN);
        for reply in played {
            let mut chances: Vec<(Action, f64)> =
                reply.chances.iter().copied().filter(|&(_, chance)| chance >= SHOWN).collect();
            chances.sort_by(|a, b| b.1.total_cmp(&a.1));
            let chances: Vec<String> =
                chances.iter().map(|(action, chance)| format!("{action} {:.0} %", 100.0 * chance)).collect();
            writeln!(out, "  {:6} {}", reply.hand.to_string(), chances.join(", "))?;
        }
        if !never.is_empty() {
            let hands: Vec<String> = never.iter().map(|reply| reply.hand.to_string()).collect();
            writeln!(out, "  {DIM}never bids so: {}{DIM:#}", hands.join(", "))?;
        }
        Ok(())
    }
}

fn reply_json(reply: &Reply) -> Value {
    let kept = reply.chances.iter().filter(|(_, chance)| *chance > 0.0);
    let chances: serde_json::Map<String, Value> =
        kept.map(|(action, chance)| (action.to_string(), json!(chance))).collect();
    json!({ "hand": reply.hand.to_string(), "reach": reply.reach, "actions": chances })
}
