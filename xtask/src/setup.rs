//! `cargo xtask setup`: installs what the tests need and this machine lacks.
//!
//! This is the only step that changes the machine, and it says what it will change before it does.

use std::env;
use std::fmt::{self, Display};
use std::fs;
use std::path::Path;
use std::process::Command;

use perudo_test_postgres::is_root;

use crate::browser::{AXE, axe_folder, fetch_axe, has_axe};
use crate::command::{is_installed, is_there, output, run};
use crate::dist::TARGET;
use crate::package::{fetch_packages, has_packages, packages_folder, requirements};
use crate::python;
use crate::ruff::{fetch_ruff, has_ruff, requirement, ruff_folder};
use crate::tests::POSTGRES;

const WASM: &str = "wasm32-unknown-unknown";

/// Debian's packages of PostgreSQL make and start a server of their own unless this file says otherwise.
const NO_CLUSTER: &str = "/etc/postgresql-common/createcluster.d/xtask.conf";

/// A package of Debian that is needed.
struct Package {
    name: &'static str,
    purpose: &'static str,
    /// Whether this machine has what the package would bring.
    is_there: fn() -> bool,
}

const PACKAGES: [Package; 8] = [
    Package { name: "python3", purpose: "example bots", is_there: || is_installed("python3") },
    Package {
        name: "python3-websockets",
        purpose: "example clients",
        is_there: || python::with_module("websockets").is_some(),
    },
    Package {
        name: "python3-torch",
        purpose: "training",
        is_there: || python::with_module("torch").is_some(),
    },
    Package { name: "chromium", purpose: "the page", is_there: || is_installed("chromium") },
    Package { name: "chromium-driver", purpose: "the page", is_there: || is_installed("chromedriver") },
    Package { name: "postgresql", purpose: "storage", is_there: has_postgres },
    Package { name: "npm", purpose: "fetches axe-core", is_there: || has_axe() || is_installed("npm") },
    Package {
        name: "python3-pip",
        purpose: "fetches ruff and what the Python package needs",
        is_there: || python::with_module("pip").is_some(),
    },
];

/// What `cargo xtask cluster` needs.
const CLUSTER_PACKAGES: [Package; 4] = [
    Package { name: "postgresql", purpose: "storage", is_there: perudo_test_postgres::is_installed },
    Package { name: "patroni", purpose: "a standby takes over", is_there: || is_installed("patroni") },
    Package { name: "etcd-server", purpose: "who leads", is_there: || is_installed("etcd") },
    Package { name: "haproxy", purpose: "one address", is_there: || is_there(haproxy(), "-v") },
];

/// What `cargo xtask dist` needs.
const DIST_PACKAGES: [Package; 2] = [
    Package {
        name: "musl-tools",
        purpose: "C for programs without libraries",
        is_there: || is_there("musl-gcc", "--version"),
    },
    Package { name: "dpkg", purpose: "packs the Debian package", is_there: || is_installed("dpkg-deb") },
];

/// What `cargo xtask dist --try` needs besides.
const TRIAL_PACKAGES: [Package; 2] = [
    Package { name: "debootstrap", purpose: "a fresh Debian", is_there: || is_installed("debootstrap") },
    Package { name: "systemd-container", purpose: "boots it", is_there: || is_installed("systemd-nspawn") },
];

/// Installs whatever the tests lack.
pub(crate) fn setup() -> Result<(), String> {
    install("the tests need", Missing::on_this_machine)
}

/// Installs whatever a cluster lacks.
pub(crate) fn setup_cluster() -> Result<(), String> {
    install("a cluster needs", || Missing { packages: missing(&CLUSTER_PACKAGES), ..Missing::default() })
}

/// Installs whatever packages for people take to be made.
pub(crate) fn setup_dist() -> Result<(), String> {
    let targets = || [WASM, TARGET].into_iter().filter(|target| !has_target(target)).collect();
    install("packages need", || Missing {
        packages: missing(&DIST_PACKAGES),
        targets: targets(),
        ..Missing::default()
    })
}

/// Installs whatever it takes to try them in a fresh Debian.
pub(crate) fn setup_trial() -> Result<(), String> {
    install("a fresh Debian needs", || Missing { packages: missing(&TRIAL_PACKAGES), ..Missing::default() })
}

fn install(whoever_needs_it: &str, find: impl Fn() -> Missing) -> Result<(), String> {
    let missing = find();
    if missing.is_nothing() {
        println!("== everything that {whoever_needs_it} is installed");
        return Ok(());
    }
    print!("== setup will change this machine:\n{missing}");
    missing.install()?;
    let missing = find();
    if missing.is_nothing() { Ok(()) } else { Err(format!("setup failed to install:\n{missing}")) }
}

/// The packages that this machine lacks, and what each is for.
fn missing(packages: &[Package]) -> Vec<(&'static str, &'static str)> {
    let missing = packages.iter().filter(|package| !(package.is_there)());
    missing.map(|package| (package.name, package.purpose)).collect()
}

/// What the tests need and this machine lacks.
#[derive(Debug, Default)]
struct Missing {
    /// Debian's packages, and what each is for.
    packages: Vec<(&'static str, &'static str)>,
    /// Machines that the compiler does not know yet.
    targets: Vec<&'static str>,
    axe: bool,
    ruff: bool,
    python_packages: bool,
}

impl Missing {
    fn on_this_machine() -> Missing {
        Missing {
            packages: missing(&PACKAGES),
            targets: [WASM].into_iter().filter(|target| !has_target(target)).collect(),
            axe: !has_axe(),
            ruff: !has_ruff(),
            python_packages: !has_packages(),
        }
    }

    fn is_nothing(&self) -> bool {
        let Missing { packages, targets, axe, ruff, python_packages } = self;
        packages.is_empty() && targets.is_empty() && !axe && !ruff && !python_packages
    }

    fn has_package(&self, name: &str) -> bool {
        self.packages.iter().any(|(package, _)| *package == name)
    }

    fn install(&self) -> Result<(), String> {
        if !self.packages.is_empty() {
            self.install_packages()?;
        }
        for target in &self.targets {
            run(
                &format!("the target {target} is installed"),
                Command::new("rustup").args(["target", "add", target]),
            )?;
        }
        if self.axe {
            let folder = axe_folder();
            fs::create_dir_all(&folder)
                .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
            run("axe-core is installed", &mut fetch_axe())?;
        }
        if self.ruff {
            run("ruff is installed", &mut fetch_ruff()?)?;
        }
        if self.python_packages {
            fetch_packages()?;
        }
        Ok(())
    }

    fn install_packages(&self) -> Result<(), String> {
        let names: Vec<&str> = self.packages.iter().map(|(package, _)| *package).collect();
        if !is_installed("apt-get") {
            let names = names.join(", ");
            return Err(format!(
                "there is no apt-get here: install what Debian calls {names}, and try again"
            ));
        }
        if !is_root() {
            return Err(format!(
                "only root can install Debian packages. Run\n  \
                 sudo apt-get install --no-install-recommends {}\nand try again",
                names.join(" ")
            ));
        }
        run("the list of packages is up to date", &mut apt_get(&["update"]))?;
        let mut install = apt_get(&["install", "--yes", "--no-install-recommends"]);
        install.args(names);
        if !self.has_package("postgresql") {
            return run("the packages are installed", &mut install);
        }
        let folder = Path::new(NO_CLUSTER).parent().unwrap_or(Path::new("/"));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(NO_CLUSTER, "create_main_cluster = false\n"))
            .map_err(|error| format!("cannot write {NO_CLUSTER}: {error}"))?;
        let installed = run("the packages are installed", &mut install);
        // Whoever wants a cluster later gets one as usual.
        fs::remove_file(NO_CLUSTER).map_err(|error| format!("cannot remove {NO_CLUSTER}: {error}"))?;
        installed
    }
}

/// What `setup` will change, one line for each change.
impl Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (package, purpose) in &self.packages {
            writeln!(f, "  apt-get install {package:20} {purpose}")?;
        }
        if self.has_package("postgresql") {
            writeln!(f, "  write {NO_CLUSTER} while its package is installed: no server starts by itself")?;
        }
        for target in &self.targets {
            writeln!(f, "  rustup target add {target}")?;
        }
        if self.axe {
            writeln!(f, "  npm install {AXE}, into {}", axe_folder().display())?;
        }
        if self.ruff {
            let ruff = requirement().unwrap_or_else(|error| error);
            writeln!(f, "  pip install {ruff}, into {}", ruff_folder().display())?;
        }
        if self.python_packages {
            let folder = packages_folder();
            writeln!(f, "  pip install -r {}, into {}", requirements(), folder.display())?;
        }
        Ok(())
    }
}

fn apt_get(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.args(["--quiet", "--option", "Dpkg::Use-Pty=0"]).args(arguments);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn has_target(target: &str) -> bool {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", target]));
    libraries.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

/// The program of HAProxy, also for users who are not shown root's programs.
pub(crate) fn haproxy() -> &'static str {
    let of_root = "/usr/sbin/haproxy";
    if Path::new(of_root).exists() { of_root } else { "haproxy" }
}

/// Whether there is a server to test with, or one can be started.
fn has_postgres() -> bool {
    env::var_os(POSTGRES).is_some() || perudo_test_postgres::is_installed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_named_before_it_is_made() {
        let missing = Missing {
            packages: vec![("chromium", "the page"), ("postgresql", "storage")],
            targets: vec![WASM],
            axe: true,
            ruff: true,
            python_packages: true,
        };
        let text = missing.to_string();
        for change in ["chromium ", "postgresql ", NO_CLUSTER, WASM, AXE, "pip install ", requirements()] {
            assert!(text.contains(change), "{change} is missing:\n{text}");
        }
        let little = Missing { packages: vec![("chromium", "the page")], ..Missing::default() };
        assert_eq!(little.to_string().lines().count(), 1, "{little}");
        assert!(!little.is_nothing());
    }
}
