//! The Python package: built, tested, and made into a wheel.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::env::{self, join_paths};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, run, target_folder};
use crate::jobs::Job;
use crate::python;

const PACKAGE: &str = "crates/python";

/// Exact versions: new ones find new faults, which should come with a change of ours only.
const REQUIREMENTS: &str = "crates/python/requirements.txt";

/// What is checked and formatted as the package is.
pub(crate) const SOURCES: [&str; 3] = [PACKAGE, "examples/python", "examples/openspiel/perudo_round.py"];

/// Where what building and testing the package needs lies.
pub(crate) fn packages_folder() -> PathBuf {
    target_folder().join("python-packages")
}

/// Written last, so that what was installed by half is installed again.
fn installed() -> PathBuf {
    packages_folder().join("requirements.txt")
}

/// Whether everything is there, in the required versions.
pub(crate) fn has_packages() -> bool {
    let required = fs::read_to_string(REQUIREMENTS);
    required.is_ok_and(|required| fs::read_to_string(installed()).is_ok_and(|there| there == required))
}

/// What `setup` says that it installs.
pub(crate) fn requirements() -> &'static str {
    REQUIREMENTS
}

/// Fetches it.
pub(crate) fn fetch_packages() -> Result<(), String> {
    let mut pip = pip()?;
    pip.args(["--upgrade", "--target"]).arg(packages_folder()).args(["--requirement", REQUIREMENTS]);
    run("what the Python package needs is installed", &mut pip)?;
    let copied = fs::copy(REQUIREMENTS, installed());
    copied.map(drop).map_err(|error| format!("cannot write {}: {error}", installed().display()))
}

fn pip() -> Result<Command, String> {
    let mut pip = Command::new(python()?);
    pip.args(["-m", "pip", "install", "--quiet", "--root-user-action=ignore"]);
    Ok(pip)
}

/// The Python that everything is installed for.
fn python() -> Result<&'static str, String> {
    python::with_module("pip").ok_or_else(|| "no Python has pip".to_owned())
}

/// Where the package lies that tests import.
pub(crate) fn folder() -> PathBuf {
    target_folder().join("python")
}

/// How to test the package, once its library is built with the profile of tests.
pub(crate) fn tests() -> Result<Job, String> {
    let folder = folder();
    assemble(&folder).map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    Ok(Job::new("the Python package's tests pass", pytest(&folder)?))
}

/// `cargo xtask python`: the package's tests alone.
pub(crate) fn test() -> Result<(), String> {
    if !has_packages() {
        fetch_packages()?;
    }
    let mut build = cargo(&["build", "--profile", "test", "--package", "perudo-python"]);
    run("the Python package is built", &mut build)?;
    let Job { name, mut command, .. } = tests()?;
    run(&name, &mut command)
}

/// The package as it is imported: its sources and the library beside them.
fn assemble(folder: &Path) -> io::Result<()> {
    let package = folder.join("perudo");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(&package)?;
    for file in fs::read_dir(Path::new(PACKAGE).join("python/perudo"))? {
        let file = file?;
        if file.file_type()?.is_file() {
            fs::copy(file.path(), package.join(file.file_name()))?;
        }
    }
    let library = target_folder().join("debug").join(format!("{DLL_PREFIX}perudo_python{DLL_SUFFIX}"));
    let name = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
    fs::copy(library, package.join(name)).map(drop)
}

/// Runs the package's tests on the package in a folder.
fn pytest(folder: &Path) -> Result<Command, String> {
    let here = env::current_dir().map_err(|error| error.to_string())?;
    let paths = join_paths([here.join(folder), here.join(packages_folder())]);
    let mut pytest = Command::new(python()?);
    // Every test is named before it runs: one that crashes or hangs is the last.
    pytest.args(["-m", "pytest", "-v", "-p", "no:cacheprovider", "tests"]).current_dir(PACKAGE);
    pytest.env("PYTHONPATH", paths.map_err(|error| error.to_string())?);
    pytest.env("PYTHONDONTWRITEBYTECODE", "1");
    // Other tests run beside these: one thread is enough for small matrices.
    pytest.env("OPENBLAS_NUM_THREADS", "1");
    Ok(pytest)
}

/// Builds the wheel and the archive of its sources into a folder, for people.
pub(crate) fn pack(folder: &Path) -> Result<(), String> {
    if !has_packages() {
        fetch_packages()?;
    }
    let mut maturin = Command::new(packages_folder().join("bin/maturin"));
    maturin.args(["build", "--profile", "dist", "--sdist", "--manifest-path", "crates/python/Cargo.toml"]);
    run("the wheel and its sources are packed", maturin.arg("--out").arg(folder))
}

/// `cargo xtask wheel`: builds the wheel, installs it into a folder of its own and runs the tests on what was installed.
pub(crate) fn wheel(profile: &str) -> Result<(), String> {
    if !has_packages() {
        fetch_packages()?;
    }
    let wheels = target_folder().join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(|error| format!("cannot clear {}: {error}", wheels.display()))?;
    }
    let mut maturin = Command::new(packages_folder().join("bin/maturin"));
    maturin.args(["build", "--profile", profile, "--manifest-path", "crates/python/Cargo.toml", "--out"]);
    run("the wheel is built", maturin.arg(&wheels))?;
    let entries = fs::read_dir(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    let mut files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = files.find(|file| file.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or_else(|| format!("maturin left no wheel in {}", wheels.display()))?;
    let folder = target_folder().join("wheel");
    let mut pip = pip()?;
    pip.args(["--no-deps", "--upgrade", "--target"]).arg(&folder).arg(&wheel);
    run("the wheel is installed", &mut pip)?;
    run("its tests pass", &mut pytest(&folder)?)?;
    println!("\n{}", wheel.display());
    Ok(())
}
