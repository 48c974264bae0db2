//! `cargo xtask cluster-speed`: what a cluster costs and how quickly it recovers, for docs/benchmarks.md.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use perudo_test_postgres::{Pair, Postgres};
use serde_json::Value;

use crate::command::{cargo, output, run, target_folder};

/// Without limits, as a load needs it.
const NO_LIMITS: [&str; 7] = [
    "--max-tables=0",
    "--max-tables-per-guest=0",
    "--max-tables-per-minute=0",
    "--max-connections=0",
    "--max-connections-per-address=0",
    "--max-requests-per-second=0",
    "--max-messages-per-second=0",
];

/// What happens in the middle of a load.
#[derive(Clone, Copy)]
enum Fault {
    Nothing,
    Kill,
    Terminate,
    Primary,
}

struct Bench {
    programs: PathBuf,
    folder: PathBuf,
    tables: &'static str,
    seconds: &'static str,
}

/// Measures with programs of a profile: `dist`, or `dev` to see whether it runs.
pub(crate) fn cluster_speed(profile: &str) -> Result<(), String> {
    let build = ["build", "--profile", profile, "--package", "perudo-cli", "--package", "perudo-load"];
    run("the programs are built", &mut cargo(&build))?;
    let is_trial = profile == "dev";
    let folder = output(Command::new("mktemp").args(["-d", "-t", "perudo-speed-XXXXXX"]))?;
    let bench = Bench {
        programs: target_folder().join(if is_trial { "debug" } else { profile }),
        folder: folder.trim().into(),
        tables: if is_trial { "6" } else { "100" },
        seconds: if is_trial { "6" } else { "20" },
    };
    let measured = bench.measure();
    let _ = fs::remove_dir_all(&bench.folder);
    measured
}

impl Bench {
    fn measure(&self) -> Result<(), String> {
        println!("PostgreSQL of these figures does not wait for the disk (fsync is off), SQLite does.\n");
        println!("| | moves a second | p50 ms | p99 ms | back p50 ms | back p99 ms | back max ms | errors |");
        println!("|---|---:|---:|---:|---:|---:|---:|---:|");
        let sqlite = self.folder.join("speed.db");
        self.row("SQLite, one node", 1, sqlite.to_str().unwrap_or_default(), &[], Fault::Nothing, None)?;
        let alone = Postgres::start()?;
        self.row("PostgreSQL, one node", 1, &alone.url(), &[], Fault::Nothing, None)?;
        drop(alone);
        for nodes in 1..=3 {
            let mut pair = Pair::start()?;
            let name = format!("PostgreSQL with a synchronous standby, nodes: {nodes}");
            self.row(&name, nodes, &pair.url(), &[], Fault::Nothing, Some(&mut pair))?;
        }
        let faults = [
            ("kill -9 of a node", Fault::Kill),
            ("SIGTERM", Fault::Terminate),
            ("kill -9 of the primary", Fault::Primary),
        ];
        for (name, fault) in faults {
            let mut pair = Pair::start()?;
            let name = format!("3 nodes, 2 moves a second at each table, {name}");
            self.row(&name, 3, &pair.url(), &["--rate", "2"], fault, Some(&mut pair))?;
        }
        Ok(())
    }

    /// One line of the table.
    fn row(
        &self,
        name: &str,
        count: usize,
        database: &str,
        options: &[&str],
        fault: Fault,
        pair: Option<&mut Pair>,
    ) -> Result<(), String> {
        let mut nodes = (0..count).map(|node| self.start(node, database)).collect::<Result<Vec<_>, _>>()?;
        let mut load = Command::new(self.programs.join("perudo-load"));
        load.args(["--json", "--tables", self.tables, "--seconds", self.seconds]).args(options);
        for node in &nodes {
            load.args(["--server", &node.url]);
        }
        let load = load.stdout(Stdio::piped()).spawn().map_err(|error| format!("cannot start: {error}"))?;
        // In the middle of what is measured.
        thread::sleep(Duration::from_secs(self.seconds.parse::<u64>().unwrap_or_default() / 2 + 2));
        match (fault, pair) {
            (Fault::Kill, _) => nodes[0].end()?,
            (Fault::Terminate, _) => {
                output(Command::new("kill").args(["-TERM", &nodes[0].process.id().to_string()]))?;
            }
            (Fault::Primary, Some(pair)) => {
                pair.kill_primary();
                pair.promote()?;
            }
            (Fault::Primary | Fault::Nothing, _) => {}
        }
        let printed = load.wait_with_output().map_err(|error| error.to_string())?;
        let figures: Value = serde_json::from_slice(&printed.stdout)
            .map_err(|error| format!("perudo-load prints no figures: {error}"))?;
        let number = |pointer: &str| match figures.pointer(pointer).and_then(Value::as_f64) {
            Some(number) => format!("{number:.1}"),
            None => "–".to_owned(),
        };
        // A node that loses the primary keeps its connections: its tables wait.
        let back = if matches!(fault, Fault::Primary) { "storage_down" } else { "reconnections" };
        let back = |name: &str| number(&format!("/{back}/time_ms/{name}"));
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} |",
            number("/moves_per_second"),
            number("/latency_ms/p50"),
            number("/latency_ms/p99"),
            back("p50"),
            back("p99"),
            back("max"),
            figures["errors"]
        );
        Ok(())
    }

    fn start(&self, number: usize, database: &str) -> Result<Node, String> {
        let mut node = Command::new(self.programs.join("perudo"));
        node.args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--node", &format!("node{number}")]);
        node.args(["--database", database, "--key-file"]).arg(self.folder.join("speed.key")).args(NO_LIMITS);
        if !Path::new(database).is_absolute() {
            node.args(["--cluster-address", "127.0.0.1:0"]);
        }
        let mut process =
            node.stdout(Stdio::piped()).spawn().map_err(|error| format!("cannot start {node:?}: {error}"))?;
        let greeting = process.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines);
        let url = greeting
            .map_while(Result::ok)
            .find_map(|line| Some(format!("http://{}", line.split_once("http://")?.1)));
        match url {
            Some(url) => Ok(Node { url, process }),
            None => Err("a node did not start".to_owned()),
        }
    }
}

struct Node {
    url: String,
    process: Child,
}

impl Node {
    fn end(&mut self) -> Result<(), String> {
        self.process.kill().and_then(|()| self.process.wait()).map(drop).map_err(|error| error.to_string())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.end();
    }
}
