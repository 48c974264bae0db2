//! The programs that a cluster is made of. The configuration files are those of `deploy/`: what differs between machines
//! comes from the environment, there and here.

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use perudo_test_postgres::{as_server, is_root, programs};

use super::layout::{
    DATABASES, ETCD, ETCD_PEERS, FRONT, NODES, PRIMARY, cluster_port, data_folder, database_port, local,
    node_port, patroni_port,
};
use crate::command::{cargo, output, run, target_folder};
use crate::setup::haproxy;

/// What the parts are started with.
pub(super) struct Parts {
    pub(super) folder: PathBuf,
    /// The passwords of the database's users.
    password: String,
    programs: PathBuf,
}

impl Parts {
    /// Makes the folder anew, with the files that the parts need, and builds the program.
    pub(super) fn prepare(folder: PathBuf) -> Result<Parts, String> {
        run("perudo is built", &mut cargo(&["build", "--package", "perudo-cli"]))?;
        let programs = programs().ok_or("PostgreSQL is not installed")?;
        let failed = |error: std::io::Error| format!("cannot make {}: {error}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(failed)?;
        }
        for name in ["run", "log", "etcd"] {
            fs::create_dir_all(folder.join(name)).map_err(failed)?;
        }
        for number in DATABASES {
            let data = data_folder(&folder, number);
            fs::create_dir(&data).map_err(failed)?;
            fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).map_err(failed)?;
            if is_root() {
                let (user, group) = (id("-u")?, id("-g")?);
                chown(&data, Some(user), Some(group)).map_err(failed)?;
            }
            output(as_server("test").arg("-w").arg(&data)).map_err(|_| {
                let user = "PostgreSQL does not run as root, and the user postgres cannot enter";
                format!("{user} {}: set CARGO_TARGET_DIR to a folder that it can enter", folder.display())
            })?;
        }
        fs::copy("deploy/patroni.yml", folder.join("patroni.yml")).map_err(failed)?;
        let mut key = OpenOptions::new();
        let key = key.write(true).create_new(true).mode(0o600).open(folder.join("perudo.key"));
        key.and_then(|mut file| writeln!(file, "{}", random()?)).map_err(failed)?;
        let password = random().map_err(failed)?;
        Ok(Parts { folder, password, programs })
    }

    /// One is enough on one machine, which it dies with anyway.
    pub(super) fn etcd(&self) -> Command {
        let (clients, peers) = (format!("http://{}", local(ETCD)), format!("http://{}", local(ETCD_PEERS)));
        let mut etcd = Command::new("etcd");
        etcd.args(["--name", "etcd1", "--data-dir"]).arg(self.folder.join("etcd"));
        etcd.args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients]);
        etcd.args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
        etcd.args(["--initial-cluster", &format!("etcd1={peers}"), "--logger", "zap"]);
        etcd
    }

    /// A PostgreSQL server and the Patroni that minds it.
    pub(super) fn patroni(&self, number: u16) -> Command {
        let (database, answers) = (local(database_port(number)), local(patroni_port(number)));
        let mut patroni = as_server("patroni");
        patroni.arg(self.folder.join("patroni.yml"));
        patroni.env("PATRONI_NAME", format!("db{number}"));
        patroni.env("PATRONI_RESTAPI_LISTEN", &answers).env("PATRONI_RESTAPI_CONNECT_ADDRESS", &answers);
        patroni.env("PATRONI_POSTGRESQL_LISTEN", &database);
        patroni.env("PATRONI_POSTGRESQL_CONNECT_ADDRESS", &database);
        patroni.env("PATRONI_POSTGRESQL_DATA_DIR", data_folder(&self.folder, number).join("data"));
        patroni.env("PATRONI_POSTGRESQL_BIN_DIR", &self.programs);
        patroni.env("PATRONI_POSTGRESQL_PGPASS", data_folder(&self.folder, number).join("pgpass"));
        patroni.env("PATRONI_ETCD3_HOSTS", local(ETCD));
        patroni.env("PATRONI_SUPERUSER_USERNAME", "postgres");
        patroni.env("PATRONI_SUPERUSER_PASSWORD", &self.password);
        patroni.env("PATRONI_REPLICATION_USERNAME", "replicator");
        patroni.env("PATRONI_REPLICATION_PASSWORD", &self.password);
        patroni
    }

    /// Makes the database and its user.
    pub(super) fn make_database(&self, primary: u16) -> Result<(), String> {
        let user = format!("CREATE ROLE perudo LOGIN PASSWORD '{}'", self.password);
        for sql in [user.as_str(), "CREATE DATABASE perudo OWNER perudo"] {
            let mut psql = Command::new(self.programs.join("psql"));
            psql.args([
                "-X",
                "-q",
                "-v",
                "ON_ERROR_STOP=1",
                "-h",
                "127.0.0.1",
                "-U",
                "postgres",
                "-d",
                "postgres",
            ]);
            psql.args(["-p", &database_port(primary).to_string(), "-c", sql]);
            // Not the call itself, which has the password in it.
            output(psql.env("PGPASSWORD", &self.password))
                .map_err(|_| "cannot make the database".to_owned())?;
        }
        Ok(())
    }

    pub(super) fn node(&self, number: u16) -> Command {
        let databases = DATABASES.map(|number| local(database_port(number))).join(",");
        let mut node = Command::new(target_folder().join("debug/perudo"));
        node.args(["serve", "--node", &format!("node{number}"), "--trust-proxy"]);
        node.args(["--listen", &local(node_port(number)), "--cluster-address", &local(cluster_port(number))]);
        let database = format!("postgres://perudo@{databases}/perudo?target_session_attrs=read-write");
        node.args(["--database", &database, "--public-url", &format!("http://{}", local(FRONT))]);
        node.arg("--key-file").arg(self.folder.join("perudo.key"));
        node.env("PGPASSWORD", &self.password);
        node
    }

    pub(super) fn haproxy(&self) -> Command {
        let mut haproxy = Command::new(haproxy());
        haproxy.args(["-db", "-f", "deploy/haproxy.cfg", "-p"]).arg(self.folder.join("haproxy.pid"));
        haproxy.env("PERUDO_FRONT", local(FRONT)).env("PERUDO_PRIMARY", local(PRIMARY));
        for node in NODES {
            haproxy.env(format!("PERUDO_NODE_{node}"), local(node_port(node)));
        }
        for database in DATABASES {
            haproxy.env(format!("PERUDO_DB_{database}"), local(database_port(database)));
            haproxy.env(format!("PERUDO_PATRONI_{database}"), patroni_port(database).to_string());
        }
        haproxy
    }

    /// Where a part writes what it has to say.
    pub(super) fn log(&self, part: &str) -> PathBuf {
        log(&self.folder, part)
    }
}

/// Where a part writes what it has to say.
pub(super) fn log(folder: &Path, part: &str) -> PathBuf {
    folder.join("log").join(format!("{part}.log"))
}

/// A number of the user that PostgreSQL runs as.
fn id(flag: &str) -> Result<u32, String> {
    let number = output(Command::new("id").args([flag, "postgres"]))?;
    number.trim().parse().map_err(|_| "there is no user postgres".to_owned())
}

/// 256 random bits as hexadecimal digits.
fn random() -> std::io::Result<String> {
    let mut bytes = [0; 32];
    fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
