//! `cargo xtask ladder`: how strong the bots are, against each other and against a perfect
//! opponent, into `docs/ladder.md`.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use perudo_bots::BotKind;
use serde_json::Value;

use crate::{cargo_program, run};

/// Enough tours that the intervals of neighbours part; those who think take their time.
fn games(stronger: BotKind) -> u32 {
    match stronger {
        BotKind::Random | BotKind::Novice | BotKind::Steady => 10_000,
        BotKind::Reader => 4_000,
        _ => 1_200,
    }
}

/// Plays every neighbour of the ladder against the next at 2, 4 and 6 players.
pub(crate) fn ladder() -> Result<(), String> {
    let mut build = Command::new(cargo_program());
    build.args(["build", "--release", "--package", "perudo-cli"]);
    run("the program is built", build)?;
    let mut page = String::from(
        "# The ladder of bots\n\nMade by `cargo xtask ladder`, which plays each bot against the next stronger one, \
         half of the seats each, under\n`tournament`: duplicate dice, seats rotated, seed 1. Win rates are for one \
         seat, with 95 % intervals.\n\n\
         | players | even | weaker | wins | stronger | wins | tours |\n|---|---|---|---|---|---|---|\n",
    );
    for players in [2, 4, 6] {
        for pair in BotKind::ALL.windows(2) {
            let [weaker, stronger] = pair else { continue };
            // The players made of the network are a ladder of their own.
            if *stronger == BotKind::Pupil {
                continue;
            }
            let row = contest(*weaker, *stronger, players)?;
            println!("{}", row.trim_end());
            page.push_str(&row);
        }
    }
    page.push_str(
        "\n## Against a perfect opponent\n\nHead-to-head wins are not yet strength. This is what an exact best \
         response gains a round (won +1, lost −1) in finals\nunder `tournament`, the mean of both seats: \
         `perudo exploit BOT --dice N,N --samples 64`. A bot that plays by chance is\nasked 64 times in each \
         situation; the opponent knows those very answers, so that its figure is a little too high.\n\n\
         | bot | 1 against 1 | 2 against 1 | 1 against 2 |\n|---|---|---|---|\n",
    );
    for &bot in BotKind::ALL {
        let gains = ["1,1", "2,1", "1,2"].map(|dice| exploit(bot, dice));
        let [a, b, c] = gains;
        let row = format!("| {} | {:.4} | {:.4} | {:.4} |\n", bot.name(), a?, b?, c?);
        println!("{}", row.trim_end());
        page.push_str(&row);
    }
    fs::write("docs/ladder.md", page).map_err(|error| format!("cannot write docs/ladder.md: {error}"))
}

fn contest(weaker: BotKind, stronger: BotKind, players: usize) -> Result<String, String> {
    let (players_text, games) = (players.to_string(), games(stronger).to_string());
    let results = perudo(&[
        "arena",
        weaker.name(),
        stronger.name(),
        "--json",
        "--seed",
        "1",
        "--players",
        &players_text,
        "--games",
        &games,
    ])?;
    let rate = |index: usize| {
        let bot = &results["bots"][index];
        let percent = |value: &Value| 100.0 * value.as_f64().unwrap_or(f64::NAN);
        let (low, high) = (percent(&bot["interval"][0]), percent(&bot["interval"][1]));
        format!("{:.1} % ({low:.1}–{high:.1})", percent(&bot["win_rate"]))
    };
    let mut row = String::new();
    let even = 100.0 / players as f64;
    let _ = writeln!(
        row,
        "| {players} | {even:.1} % | {} | {} | {} | {} | {} |",
        weaker.name(),
        rate(0),
        stronger.name(),
        rate(1),
        results["games"]
    );
    Ok(row)
}

fn exploit(bot: BotKind, dice: &str) -> Result<f64, String> {
    let measured = perudo(&["exploit", bot.name(), "--dice", dice, "--samples", "64", "--json"])?;
    measured["exploitability"].as_f64().ok_or_else(|| format!("no figure for {}", bot.name()))
}

/// What the program prints as JSON.
fn perudo(arguments: &[&str]) -> Result<Value, String> {
    let output = Command::new("target/release/perudo").args(arguments).output();
    let output = output.map_err(|error| format!("cannot start the program: {error}"))?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("no results of {arguments:?}: {error}"))
}
