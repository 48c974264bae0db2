//! `cargo xtask cluster`: a whole cluster on this machine, to play at and to break.

mod layout;
mod parts;
mod supervisor;

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, process, thread};

use rustix::process::{Signal, kill_process};
use serde::Deserialize;
use tokio::signal::unix::{SignalKind, signal};

use self::layout::{
    DATABASES, ETCD, FRONT, NODES, PRIMARY, check_ports, data_folder, database_port, folder, get, is_ok,
    local, node_port, patroni_port, process_file,
};
use self::parts::Parts;
use self::supervisor::Supervised;
use crate::setup::setup_cluster;

/// How long a part may take to be ready.
const PATIENCE: Duration = Duration::from_secs(120);

/// The name of this program among the processes of the cluster.
const SUPERVISOR: &str = "supervisor";

/// Starts everything, and stops it on Ctrl-C.
pub(crate) fn start() -> Result<(), String> {
    setup_cluster()?;
    check_ports()?;
    let parts = Parts::prepare(folder()?)?;
    let supervisor = process_file(&parts.folder, SUPERVISOR);
    fs::write(&supervisor, process::id().to_string()).map_err(|error| error.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let outcome = runtime.map_err(|error| error.to_string())?.block_on(run(&parts));
    let _ = fs::remove_file(supervisor);
    outcome
}

async fn run(parts: &Parts) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut interrupted = signal(SignalKind::interrupt()).map_err(failed)?;
    let mut terminated = signal(SignalKind::terminate()).map_err(failed)?;
    let mut running = Vec::new();
    let outcome = tokio::select! {
        outcome = start_parts(parts, &mut running) => outcome,
        _ = interrupted.recv() => Err("interrupted while it started".to_owned()),
        _ = terminated.recv() => Err("stopped while it started".to_owned()),
    };
    if outcome.is_ok() {
        explain(parts);
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    }
    println!("\n== everything is stopped");
    // What was started last is stopped first.
    while let Some(part) = running.pop() {
        part.stop().await;
    }
    outcome
}

async fn start_parts(parts: &Parts, running: &mut Vec<Supervised>) -> Result<(), String> {
    println!("\n== etcd and PostgreSQL are started");
    let start = |name: &str, command| Supervised::start(&parts.folder, name, command);
    running.push(start("etcd", parts.etcd())?);
    wait(parts, "etcd", || is_ok(ETCD, "/health")).await?;
    for number in DATABASES {
        running.push(start(&patroni_name(number), parts.patroni(number))?);
        // The first one is the primary.
        wait(parts, &patroni_name(number), || database_with("primary").is_some()).await?;
    }
    wait(parts, &patroni_name(2), || database_with("synchronous").is_some()).await?;
    parts.make_database(database_with("primary").ok_or("the primary is gone")?)?;
    println!("\n== nodes and HAProxy are started");
    for number in NODES {
        let name = node_name(number);
        running.push(start(&name, parts.node(number))?);
        wait(parts, &name, || is_ok(node_port(number), "/readyz")).await?;
    }
    running.push(start("haproxy", parts.haproxy())?);
    wait(parts, "haproxy", || is_ok(FRONT, "/readyz")).await
}

/// Waits until a part is ready.
async fn wait(parts: &Parts, name: &str, is_ready: impl Fn() -> bool) -> Result<(), String> {
    let begun = Instant::now();
    while !is_ready() {
        if begun.elapsed() > PATIENCE {
            return Err(format!("{name} is not ready: see {}", parts.log(name).display()));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

fn explain(parts: &Parts) {
    println!("\n== the cluster runs: open http://{}\n", local(FRONT));
    print_status();
    println!(
        "
The primary for psql: {} (user perudo); logs: {}
From another terminal:
  cargo xtask cluster kill node 2    kill -9; it is started again
  cargo xtask cluster kill primary   kill -9 of PostgreSQL; the standby takes its place
  cargo xtask cluster kill standby   kill -9 of PostgreSQL; it is started again
  cargo xtask cluster status         who is who
  cargo xtask cluster stop           or Ctrl-C here",
        local(PRIMARY),
        parts.folder.join("log").display()
    );
}

/// Who is who.
pub(crate) fn status() -> Result<(), String> {
    print_status();
    Ok(())
}

fn print_status() {
    for number in NODES {
        let state = match get(node_port(number), "/readyz") {
            Some((200, _)) => "takes players",
            Some(_) => "is not ready",
            None => "does not run",
        };
        println!("  {:9} {}  {state}", node_name(number), local(node_port(number)));
    }
    for number in DATABASES {
        println!("  {:9} {}  {}", database_name(number), local(database_port(number)), role(number));
    }
    let behind = if is_ok(FRONT, "/readyz") { "takes players" } else { "has no node that takes players" };
    println!("  {:9} {}  {behind}", "haproxy", local(FRONT));
}

/// What Patroni says about its server.
#[derive(Deserialize)]
struct Patroni {
    state: String,
    #[serde(default)]
    role: String,
    #[serde(default)]
    sync_standby: bool,
}

fn role(database: u16) -> String {
    let answer = get(patroni_port(database), "/patroni");
    match answer.and_then(|(_, body)| serde_json::from_str::<Patroni>(&body).ok()) {
        None => "does not run".to_owned(),
        Some(Patroni { state, .. }) if state != "running" => state,
        Some(Patroni { role, .. }) if role == "master" || role == "primary" => "primary".to_owned(),
        Some(Patroni { sync_standby: true, .. }) => "synchronous standby".to_owned(),
        Some(_) => "standby that catches up".to_owned(),
    }
}

/// The server that has a role, one of the names that Patroni answers to.
fn database_with(role: &str) -> Option<u16> {
    DATABASES.into_iter().find(|number| is_ok(patroni_port(*number), &format!("/{role}")))
}

fn node_name(number: u16) -> String {
    format!("node{number}")
}

fn database_name(number: u16) -> String {
    format!("db{number}")
}

fn patroni_name(number: u16) -> String {
    format!("patroni{number}")
}

/// `kill -9` of a node.
pub(crate) fn kill_node(number: &str) -> Result<(), String> {
    let known = number.parse().ok().filter(|number| NODES.contains(number));
    let number = known.ok_or_else(|| format!("there is no node {number}: give 1, 2 or 3"))?;
    let folder = folder()?;
    kill(&folder, &process_file(&folder, &node_name(number)), &node_name(number))
}

/// `kill -9` of the PostgreSQL server that has a role.
pub(crate) fn kill_database(role: &str) -> Result<(), String> {
    let patroni_role = if role == "primary" { "primary" } else { "replica" };
    let number = database_with(patroni_role).ok_or_else(|| format!("there is no {role} at the moment"))?;
    let folder = folder()?;
    let file = data_folder(&folder, number).join("data/postmaster.pid");
    kill(&folder, &file, &format!("{}, the {role}", database_name(number)))
}

fn kill(folder: &Path, file: &Path, name: &str) -> Result<(), String> {
    let process = layout::process(folder, file).ok_or_else(|| format!("{name} does not run"))?;
    kill_process(process, Signal::KILL).map_err(|error| format!("cannot kill {name}: {error}"))?;
    println!("{name} was killed");
    Ok(())
}

/// Stops the cluster that runs, and what is left of one whose supervisor was killed.
pub(crate) fn stop() -> Result<(), String> {
    let folder = folder()?;
    let supervisor = process_file(&folder, SUPERVISOR);
    if let Some(process) = layout::process(&folder, &supervisor) {
        kill_process(process, Signal::TERM).map_err(|error| format!("cannot stop it: {error}"))?;
    } else {
        let files = fs::read_dir(folder.join("run")).into_iter().flatten().flatten();
        for process in files.filter_map(|file| layout::process(&folder, &file.path())) {
            let _ = kill_process(process, Signal::TERM);
        }
    }
    let begun = Instant::now();
    while check_ports().is_err() {
        if begun.elapsed() > PATIENCE {
            return Err(format!("it does not stop: see {}", folder.join("log").display()));
        }
        thread::sleep(Duration::from_millis(100));
    }
    println!("== the cluster does not run any more");
    Ok(())
}
