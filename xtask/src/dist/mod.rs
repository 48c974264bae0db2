//! `cargo xtask dist`: what people install, into `target/packages`.

mod deb;
mod sbom;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, output, run, target_folder};
use crate::package;
use crate::setup::setup_dist;

pub(crate) use trial::trial;

/// What is packed, and for which machines.
pub(crate) struct Release {
    pub(crate) version: String,
    /// The folder of the packages.
    pub(crate) folder: PathBuf,
    /// The program, which needs no library of the machine it runs on.
    pub(crate) program: PathBuf,
    /// Manual pages and completions.
    pub(crate) manuals: PathBuf,
    pub(crate) completions: PathBuf,
}

/// Machines that programs are built for, as Rust and Debian call them.
#[cfg(target_arch = "aarch64")]
const MACHINE: (&str, &str) = ("aarch64-unknown-linux-musl", "arm64");
#[cfg(not(target_arch = "aarch64"))]
const MACHINE: (&str, &str) = ("x86_64-unknown-linux-musl", "amd64");

/// The target that the program is built for.
pub(crate) const TARGET: &str = MACHINE.0;

/// A file of completions: its name, and the shell that reads it.
const COMPLETIONS: [(&str, &str); 3] = [("perudo", "bash"), ("_perudo", "zsh"), ("perudo.fish", "fish")];

/// Makes all packages, with their checksums and a list of everything in them.
pub(crate) fn dist() -> Result<(), String> {
    let release = Release::build("dist", "packages")?;
    release.pack_archive()?;
    deb::pack(&release, &release.version)?;
    package::pack(&release.folder)?;
    sbom::write_list(&release)?;
    release.sum_up()?;
    println!("\n== the packages are in {}", release.folder.display());
    for file in release.files()? {
        println!("  {file}");
    }
    Ok(())
}

impl Release {
    /// Builds the program by a profile, and what it says about itself, for packages in a folder of their own.
    fn build(profile: &str, folder: &str) -> Result<Release, String> {
        setup_dist()?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let folder = target_folder().join(folder);
        let _ = fs::remove_dir_all(&folder);
        make(&folder)?;
        let mut build = cargo(&["build", "--locked", "--package", "perudo-cli", "--target", TARGET]);
        run("the program is built", build.args(["--profile", profile]))?;
        let program = target_folder().join(TARGET).join(profile).join("perudo");
        let about = target_folder().join("about");
        let _ = fs::remove_dir_all(&about);
        let (manuals, completions) = (about.join("man"), about.join("completions"));
        make(&manuals)?;
        make(&completions)?;
        run("the manual is written", Command::new(&program).arg("manual").arg(&manuals))?;
        for (file, shell) in COMPLETIONS {
            let script = output(Command::new(&program).args(["completions", shell]))?;
            write(&completions.join(file), &script)?;
        }
        Ok(Release { version, folder, program, manuals, completions })
    }

    /// A name with the version and the machine in it.
    fn name(&self) -> String {
        let machine = TARGET.split('-').next().unwrap_or(TARGET);
        format!("perudo-{}-{machine}-linux", self.version)
    }

    /// The program and what belongs to it, for whatever distribution.
    fn pack_archive(&self) -> Result<(), String> {
        let parent = target_folder().join("archive");
        let _ = fs::remove_dir_all(&parent);
        let root = parent.join(self.name());
        copy_tree(&self.manuals, &root.join("man"))?;
        copy_tree(&self.completions, &root.join("completions"))?;
        for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            copy(Path::new(file), &root.join(file))?;
        }
        copy(&self.program, &root.join("perudo"))?;
        let mut tar = Command::new("tar");
        tar.args(["--create", "--gzip", "--owner=0", "--group=0", "--numeric-owner", "--sort=name"]);
        tar.arg("--file").arg(self.folder.join(format!("{}.tar.gz", self.name())));
        tar.arg("--directory").arg(parent).arg(self.name());
        run("the archive is packed", &mut tar)
    }

    /// The names of the packages.
    fn files(&self) -> Result<Vec<String>, String> {
        let entries = fs::read_dir(&self.folder).map_err(|error| cannot("read", &self.folder, &error))?;
        let mut names: Vec<String> =
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Writes the checksums of all packages.
    fn sum_up(&self) -> Result<(), String> {
        let mut sums = Command::new("sha256sum");
        sums.args(self.files()?).current_dir(&self.folder);
        write(&self.folder.join("SHA256SUMS"), &output(&mut sums)?)
    }
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {what} {}: {error}", path.display())
}

fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    make(path.parent().unwrap_or(Path::new(".")))?;
    fs::write(path, text).map_err(|error| cannot("write", path, &error))
}

/// Copies a file, with its permissions.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    make(to.parent().unwrap_or(Path::new(".")))?;
    fs::copy(from, to).map(drop).map_err(|error| cannot("copy", from, &error))
}

/// Copies the files of a folder.
fn copy_tree(from: &Path, to: &Path) -> Result<(), String> {
    for entry in fs::read_dir(from).map_err(|error| cannot("read", from, &error))?.flatten() {
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
