//! `cargo xtask dist --try`: the Debian package in a fresh Debian that boots with systemd: installed, played at, upgraded,
//! removed, purged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use perudo_test_postgres::is_root;

use super::{Release, cannot, copy, deb};
use crate::command::{cargo, output, run, target_folder};
use crate::setup::setup_trial;

/// The release of Debian that the package is tried in.
const DEBIAN: &str = "bookworm";
/// What a fresh Debian has; the package may depend on nothing else.
const INCLUDED: &str = "--include=systemd,systemd-sysv,dbus,adduser,init-system-helpers,curl";
/// How long it may take to boot, and a server to start.
const PATIENCE: Duration = Duration::from_secs(120);
/// Where the server listens, inside.
const ADDRESS: &str = "http://127.0.0.1:8080";

/// Tries the package of a program that was built by this profile.
pub(crate) fn trial(profile: &str) -> Result<(), String> {
    if !is_root() {
        return Err("only root can make and boot a Debian of its own: try again as root".to_owned());
    }
    setup_trial()?;
    let release = Release::build(profile, "trial")?;
    run("the players are built", &mut cargo(&["build", "--locked", "--package", "perudo-load"]))?;
    // Debian sorts it before the version itself.
    let before = deb::pack(&release, &format!("{}~trial", release.version))?;
    let after = deb::pack(&release, &release.version)?;
    let debian = Debian::boot()?;
    debian.install(&before)?;
    let user = "stat --format %U /proc/$(systemctl show --property MainPID --value perudo)";
    debian.expect("it runs as its own user", user, "perudo")?;
    debian.expect("its data are its own", "stat -c '%U %a' /var/lib/perudo", "perudo 750")?;
    debian.expect("it says what it is", "perudo --version", &format!("perudo {}", release.version))?;
    debian.expect("it has a manual", "ls /usr/share/man/man1/perudo-serve.1.gz | wc -l", "1")?;
    println!("{}", debian.inside("systemd-analyze security --no-pager perudo.service | tail -1")?.trim());
    debian.play()?;
    let table = debian.make_table()?;
    debian.inside("echo 'max_tables = 77' >> /etc/perudo/perudo.toml")?;
    debian.install(&after)?;
    debian.expect("settings are kept", "grep -c 77 /etc/perudo/perudo.toml", "1")?;
    let look =
        format!("curl --silent --output /dev/null --write-out '%{{http_code}}' {ADDRESS}/api/tables/{table}");
    debian.expect("tables are kept", &look, "200")?;
    debian.play()?;
    debian.inside("systemctl restart perudo")?;
    debian.wait_for_server()?;
    debian.expect("tables outlive a restart", &look, "200")?;
    debian.inside("apt-get remove --yes perudo")?;
    debian.expect("it has stopped", "systemctl is-active perudo || true", "inactive")?;
    debian.expect("its data are kept", "ls /var/lib/perudo/perudo.db", "/var/lib/perudo/perudo.db")?;
    debian.inside("apt-get purge --yes perudo")?;
    let left = "ls -d /var/lib/perudo /etc/perudo /usr/bin/perudo 2> /dev/null; getent passwd perudo; true";
    debian.expect("nothing is left", left, "")?;
    println!("\n== the Debian package was installed, played at, upgraded, removed and purged");
    Ok(())
}

/// A Debian that runs until it is dropped.
struct Debian {
    root: PathBuf,
    nspawn: Child,
    /// Its first process.
    init: String,
}

impl Debian {
    /// Makes a fresh Debian and boots it, with a network of its own.
    fn boot() -> Result<Debian, String> {
        let fresh = target_folder().join("debian-fresh");
        if !fresh.join("usr/bin/systemctl").exists() {
            let _ = fs::remove_dir_all(&fresh);
            let mut make = Command::new("debootstrap");
            make.args(["--variant=minbase", INCLUDED, DEBIAN]).arg(&fresh);
            run("a fresh Debian is made", &mut make)?;
        }
        let root = fs::canonicalize(target_folder()).map_err(|error| error.to_string())?.join("debian-trial");
        let _ = fs::remove_dir_all(&root);
        let mut copy = Command::new("cp");
        run("it is copied", copy.arg("--archive").arg(&fresh).arg(&root))?;
        let mut nspawn = Command::new("systemd-nspawn");
        nspawn.args([
            "--quiet",
            "--register=no",
            "--keep-unit",
            "--private-network",
            "--boot",
            "--directory",
        ]);
        nspawn.arg(&root).stdin(Stdio::null()).stdout(Stdio::null());
        let nspawn = nspawn.spawn().map_err(|error| format!("cannot start systemd-nspawn: {error}"))?;
        let children = format!("/proc/{0}/task/{0}/children", nspawn.id());
        let mut debian = Debian { root, nspawn, init: String::new() };
        println!("\n== it boots");
        wait("it does not boot", || {
            debian.init = fs::read_to_string(&children).unwrap_or_default().trim().to_owned();
            !debian.init.is_empty() && debian.inside("systemctl is-active basic.target").is_ok()
        })?;
        Ok(debian)
    }

    /// A command inside.
    fn enter(&self, namespaces: &[&str]) -> Command {
        let mut enter = Command::new("nsenter");
        enter.args(["--target", &self.init]).args(namespaces).arg("--").env_clear();
        enter.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("DEBIAN_FRONTEND", "noninteractive");
        enter
    }

    /// What a line of shell prints inside.
    fn inside(&self, line: &str) -> Result<String, String> {
        output(self.enter(&["--all"]).args(["sh", "-c", line]))
    }

    fn expect(&self, what: &str, line: &str, expected: &str) -> Result<(), String> {
        let printed = self.inside(line)?;
        if printed.trim() != expected {
            return Err(format!(
                "not true: {what}\n{line} printed {:?} and not {expected:?}",
                printed.trim()
            ));
        }
        println!("== {what}");
        Ok(())
    }

    /// Installs a package, which has to run from then on.
    fn install(&self, package: &Path) -> Result<(), String> {
        let name = package.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        copy(package, &self.root.join("root").join(&name))?;
        println!("\n== {name} is installed");
        self.inside(&format!("apt-get install --yes /root/{name}"))?;
        self.wait_for_server()
    }

    fn wait_for_server(&self) -> Result<(), String> {
        let ready = format!("curl --silent --fail {ADDRESS}/readyz");
        let outcome = wait("the server does not answer", || self.inside(&ready).is_ok());
        outcome.map_err(|error| {
            let log = self.inside("journalctl --no-pager --lines 20 --unit perudo").unwrap_or_default();
            format!("{error}\n{log}")
        })
    }

    /// Games that are played from outside, through the network inside.
    fn play(&self) -> Result<(), String> {
        let load = target_folder().join("debug/perudo-load");
        let load = fs::canonicalize(&load).map_err(|error| cannot("find", &load, &error))?;
        let mut play = self.enter(&["--net"]);
        play.arg(load).args([
            "--tables",
            "2",
            "--players",
            "3",
            "--rate",
            "5",
            "--seconds",
            "3",
            "--server",
            ADDRESS,
        ]);
        run("people play", &mut play)
    }

    fn make_table(&self) -> Result<String, String> {
        let body = r#"{"guest": "00000000000000000000000000000001", "name": "anna", "settings": {}}"#;
        let made = self.inside(&format!(
            "curl --silent --fail --header 'content-type: application/json' --data '{body}' {ADDRESS}/api/tables"
        ))?;
        let made: serde_json::Value = serde_json::from_str(&made).map_err(|error| error.to_string())?;
        made["table"].as_str().map(str::to_owned).ok_or(format!("no table was made: {made}"))
    }
}

impl Drop for Debian {
    fn drop(&mut self) {
        let _ = self.inside("systemctl poweroff");
        let gone = || matches!(self.nspawn.try_wait(), Ok(Some(_)));
        if wait("it does not stop", gone).is_err() {
            let _ = self.nspawn.kill();
            let _ = self.nspawn.wait();
        }
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn wait(trouble: &str, mut is_done: impl FnMut() -> bool) -> Result<(), String> {
    let begun = Instant::now();
    while !is_done() {
        if begun.elapsed() > PATIENCE {
            return Err(trouble.to_owned());
        }
        thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}
