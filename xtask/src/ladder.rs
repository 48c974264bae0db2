//! `cargo xtask ladder`: how strong the bots are, against each other and against a perfect
//! opponent, into `docs/ladder.md`.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::command::{cargo, output, run, target_folder};

/// Enough tours to tell neighbours apart by their intervals; bots that look ahead are slow.
fn games(stronger: &str) -> &'static str {
    match stronger {
        "random" | "novice" | "steady" => "10000",
        "reader" => "4000",
        _ => "1200",
    }
}

/// The weakest bot made of the network: those are a ladder of their own.
const FIRST_OF_NETWORK: &str = "pupil";

/// Plays every neighbour of the ladder against the next at 2, 4 and 6 players.
pub(crate) fn ladder() -> Result<(), String> {
    run("the program is built", &mut cargo(&["build", "--profile", "dist", "--package", "perudo-cli"]))?;
    let bots = bots()?;
    let mut page = String::from(
        "# The ladder of bots\n\nMade by `cargo xtask ladder`, which plays each bot against the next stronger one, \
         half of the seats each, under\n`tournament`: a random order around the table for each deal, played with \
         all its rotations and the same dice; seed 1. Win\nrates are for one seat, with 95 % intervals.\n\n\
         | players | even | weaker | wins | stronger | wins | tours |\n|---|---|---|---|---|---|---|\n",
    );
    let mut add = |row: String| {
        println!("{row}");
        page.push_str(&row);
        page.push('\n');
    };
    for players in [2, 4, 6] {
        for (weaker, stronger) in bots.iter().zip(&bots[1..]) {
            if stronger != FIRST_OF_NETWORK {
                add(contest(weaker, stronger, players)?);
            }
        }
    }
    add(
        "\n## Against a perfect opponent\n\nHead-to-head wins are not yet strength. This is what an exact best \
         response gains a round (won +1, lost −1) in finals\nunder `tournament`, the mean of both seats: \
         `perudo exploit BOT --dice N,N --samples 64`. Most bots know the chances of\nwhat they do; `thinker` does \
         not and is asked 64 times in each situation. The opponent knows those very answers.\n\n\
         | bot | 1 against 1 | 2 against 1 | 1 against 2 |\n|---|---|---|---|"
            .to_owned(),
    );
    for bot in &bots {
        let [a, b, c] = ["1,1", "2,1", "1,2"].map(|dice| exploit(bot, dice));
        add(format!("| {bot} | {:.4} | {:.4} | {:.4} |", a?, b?, c?));
    }
    fs::write("docs/ladder.md", page).map_err(|error| format!("cannot write docs/ladder.md: {error}"))
}

/// The names of all bots, the weakest first, as the program lists them before the characters.
fn bots() -> Result<Vec<String>, String> {
    let list = perudo(&["bots"])?;
    let names: Vec<String> = list
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect();
    if names.iter().any(|name| name == FIRST_OF_NETWORK) {
        return Ok(names);
    }
    Err(format!("`perudo bots` lists no {FIRST_OF_NETWORK}:\n{list}"))
}

fn contest(weaker: &str, stronger: &str, players: usize) -> Result<String, String> {
    let players_text = players.to_string();
    let options = ["--json", "--seed", "1", "--players", &players_text, "--games", games(stronger)];
    let results = perudo_json(&[&["arena", weaker, stronger], &options[..]].concat())?;
    let rate = |index: usize| {
        let bot = &results["bots"][index];
        let percent = |value: &Value| 100.0 * value.as_f64().unwrap_or(f64::NAN);
        let (low, high) = (percent(&bot["interval"][0]), percent(&bot["interval"][1]));
        format!("{:.1} % ({low:.1}–{high:.1})", percent(&bot["win_rate"]))
    };
    let even = 100.0 / players as f64;
    let games = &results["games"];
    Ok(format!("| {players} | {even:.1} % | {weaker} | {} | {stronger} | {} | {games} |", rate(0), rate(1)))
}

fn exploit(bot: &str, dice: &str) -> Result<f64, String> {
    let measured = perudo_json(&["exploit", bot, "--dice", dice, "--samples", "64", "--json"])?;
    measured["exploitability"].as_f64().ok_or_else(|| format!("no figure for {bot}"))
}

fn perudo_json(arguments: &[&str]) -> Result<Value, String> {
    serde_json::from_str(&perudo(arguments)?).map_err(|error| format!("no results of {arguments:?}: {error}"))
}

/// What the program prints.
fn perudo(arguments: &[&str]) -> Result<String, String> {
    output(Command::new(target_folder().join("dist/perudo")).args(arguments))
}
