//! The figures of a load, as a text and as JSON.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::Style;
use hdrhistogram::Histogram;
use serde_json::{Value, json};

use crate::tally::Tally;

const TITLE: Style = Style::new().bold();

/// What a load found.
pub struct Report {
    pub(crate) servers: Vec<String>,
    /// Their processes, as far as they run here.
    pub(crate) pids: Vec<u32>,
    pub(crate) tables: u32,
    pub(crate) players: u8,
    pub(crate) seconds: f64,
    pub(crate) rate: Option<f64>,
    pub(crate) chains: bool,
    pub(crate) setup: Duration,
    /// The memory of all servers in bytes before there were tables, and after playing.
    pub(crate) before: Option<u64>,
    pub(crate) after: Option<u64>,
    pub(crate) idle: Option<Idle>,
    pub(crate) tally: Tally,
}

/// The server's memory in bytes, step by step.
pub(crate) struct Idle {
    pub(crate) before: Option<u64>,
    /// With tables that only their makers sit at, without any connection.
    pub(crate) with_tables: Option<u64>,
    /// With everybody connected.
    pub(crate) with_connections: Option<u64>,
    /// With everybody seated and a tour begun.
    pub(crate) after: Option<u64>,
}

impl Idle {
    /// Bytes for each connection.
    fn per_connection(&self, connections: u64) -> Option<u64> {
        Some(self.with_connections?.saturating_sub(self.with_tables?) / connections)
    }

    /// Bytes for each table, without its connections.
    fn per_table(&self, tables: u64) -> Option<u64> {
        let made = self.with_tables?.saturating_sub(self.before?);
        let seated = self.after?.saturating_sub(self.with_connections?);
        Some((made + seated) / tables)
    }
}

fn millis(micros: u64) -> f64 {
    micros as f64 / 1000.0
}

fn quantiles(histogram: &Histogram<u64>) -> Value {
    json!({
        "p50": millis(histogram.value_at_quantile(0.5)),
        "p99": millis(histogram.value_at_quantile(0.99)),
        "p999": millis(histogram.value_at_quantile(0.999)),
        "max": millis(histogram.max()),
    })
}

/// How often something began, how often it ended, and how long it took.
fn times(histogram: &Histogram<u64>, begun: u64) -> Value {
    let ended = histogram.len();
    json!({ "lost": begun, "back": ended, "time_ms": (ended > 0).then(|| quantiles(histogram)) })
}

impl Report {
    fn tables(&self) -> u64 {
        u64::from(self.tables)
    }

    fn connections(&self) -> u64 {
        self.tables() * u64::from(self.players)
    }

    fn moves_per_second(&self) -> f64 {
        self.tally.figures.moves as f64 / self.tally.figures.time.as_secs_f64()
    }

    /// Which part of a core was busy, and how many microseconds of it each move took.
    fn busy(&self, time: Option<Duration>) -> Option<(f64, f64)> {
        let (time, figures) = (time?.as_secs_f64(), &self.tally.figures);
        Some((time / figures.time.as_secs_f64(), 1e6 * time / (figures.moves.max(1) as f64)))
    }

    /// How many things happened that must not.
    pub fn errors(&self) -> u64 {
        self.tally.errors()
    }

    /// All figures as JSON.
    pub fn json(&self) -> Value {
        let faults =
            self.tally.faults().iter().map(|(fault, count)| json!({ "what": fault, "count": count }));
        let mut report = json!({
            "server": self.servers.first(),
            "servers": self.servers,
            "pid": self.pids.first(),
            "pids": self.pids,
            "tables": self.tables,
            "players": self.players,
            "seconds": self.seconds,
            "rate": self.rate,
            "chains": self.chains,
            "setup_seconds": self.setup.as_secs_f64(),
            "errors": self.tally.errors(),
            "faults": faults.collect::<Vec<_>>(),
            "memory": { "before": self.before, "after": self.after },
        });
        let more = match &self.idle {
            Some(idle) => json!({ "idle": {
                "with_tables": idle.with_tables,
                "with_connections": idle.with_connections,
                "bytes_per_connection": idle.per_connection(self.connections()),
                "bytes_per_table": idle.per_table(self.tables()),
            }}),
            None => {
                let figures = &self.tally.figures;
                let busy = |time: Option<Duration>| {
                    self.busy(time).map(|(busy, micros)| json!({ "busy": busy, "micros_per_move": micros }))
                };
                json!({
                    "moves": figures.moves,
                    "moves_per_second": self.moves_per_second(),
                    "rounds": figures.rounds,
                    "links": figures.links,
                    "events_received": figures.events,
                    "latency_ms": quantiles(&figures.latency),
                    "latency_from_due_ms": self.rate.map(|_| quantiles(&figures.from_due)),
                    "behind": self.rate.map(|_| figures.behind),
                    "reconnections": times(&self.tally.back, self.tally.lost),
                    "storage_down": times(&self.tally.storage_down, self.tally.storage_down.len()),
                    "cpu": { "server": busy(figures.server_time), "load": busy(figures.own_time) },
                })
            }
        };
        if let (Value::Object(report), Value::Object(more)) = (&mut report, more) {
            report.extend(more);
        }
        report
    }

    /// Prints the figures for people.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let how = match (self.rate, &self.idle) {
            (_, Some(_)) => "idle".to_owned(),
            (None, _) => "each move as soon as possible".to_owned(),
            (Some(rate), _) => format!("{rate} moves a second at each"),
        };
        let chains = if self.chains { ", with chains" } else { "" };
        writeln!(
            out,
            "{TITLE}{} tables of {} players for {} s, {how}{chains}{TITLE:#}",
            self.tables, self.players, self.seconds
        )?;
        match &self.idle {
            Some(idle) => self.print_idle(out, idle)?,
            None => self.print_figures(out)?,
        }
        match self.tally.errors() {
            0 => writeln!(out, "errors   none"),
            errors => {
                writeln!(out, "errors   {errors}")?;
                self.tally.faults().iter().try_for_each(|(fault, count)| writeln!(out, "  {count} × {fault}"))
            }
        }
    }

    fn print_figures(&self, out: &mut impl Write) -> io::Result<()> {
        let figures = &self.tally.figures;
        let round = figures.moves as f64 / figures.rounds.max(1) as f64;
        writeln!(
            out,
            "moves    {}, {:.0} a second, {round:.1} a round",
            figures.moves,
            self.moves_per_second()
        )?;
        let quantiles = |histogram: &Histogram<u64>| {
            let at = |quantile| millis(histogram.value_at_quantile(quantile));
            format!("p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms", at(0.5), at(0.99), millis(histogram.max()))
        };
        writeln!(
            out,
            "latency  {}, from sending a move until all {} seats hold it",
            quantiles(&figures.latency),
            self.players
        )?;
        if self.rate.is_some() {
            writeln!(
                out,
                "         {}, from when the move was due; {} are still due",
                quantiles(&figures.from_due),
                figures.behind
            )?;
        }
        if self.tally.lost > 0 {
            writeln!(
                out,
                "lost     {} connections, {} came back: {}, from the loss until the table's next message",
                self.tally.lost,
                self.tally.back.len(),
                quantiles(&self.tally.back)
            )?;
        }
        if !self.tally.storage_down.is_empty() {
            writeln!(
                out,
                "storage  failed {} tables for a while: {}, until the table's next event",
                self.tally.storage_down.len(),
                quantiles(&self.tally.storage_down)
            )?;
        }
        for (who, time) in [("server", figures.server_time), ("load", figures.own_time)] {
            if let Some((busy, micros)) = self.busy(time) {
                writeln!(out, "{who:8} {:.0} % of a core, {micros:.0} µs a move", 100.0 * busy)?;
            }
        }
        match (self.before, self.after) {
            (Some(before), Some(after)) => writeln!(
                out,
                "memory   {:.1} MiB before, {:.1} MiB after: {:.1} KiB a table with its connections",
                mebibytes(before),
                mebibytes(after),
                kibibytes(after.saturating_sub(before) / self.tables())
            ),
            _ => writeln!(out, "memory   unknown: the server is not on this machine; or give --server-pid"),
        }
    }

    fn print_idle(&self, out: &mut impl Write, idle: &Idle) -> io::Result<()> {
        let connections = self.connections();
        let (Some(before), Some(after), Some(table), Some(connection)) =
            (idle.before, idle.after, idle.per_table(self.tables()), idle.per_connection(connections))
        else {
            return writeln!(
                out,
                "memory   unknown: the server is not on this machine; or give --server-pid"
            );
        };
        let (before, after) = (mebibytes(before), mebibytes(after));
        writeln!(out, "memory   {before:.1} MiB before, {after:.1} MiB with {connections} connections")?;
        writeln!(
            out,
            "         {:.1} KiB a connection, {:.1} KiB a table",
            kibibytes(connection),
            kibibytes(table)
        )
    }
}

fn kibibytes(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}

fn mebibytes(bytes: u64) -> f64 {
    kibibytes(bytes) / 1024.0
}
