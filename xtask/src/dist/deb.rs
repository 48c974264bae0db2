//! The Debian package: the program, its manual, and a server that runs from the moment it is installed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{MACHINE, Release, cannot, copy, make, write};
use crate::command::{output, run, target_folder};

/// Where the parts that are written by hand come from.
const SOURCE: &str = "deploy/debian";

/// Programs that Debian's package manager runs.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// Packs a version, and gives the path of the package.
pub(crate) fn pack(release: &Release, version: &str) -> Result<PathBuf, String> {
    let root = target_folder().join("debian").join(version);
    let _ = fs::remove_dir_all(&root);
    lay_out(release, version, &root)?;
    let package = release.folder.join(format!("perudo_{version}_{}.deb", MACHINE.1));
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "-Zxz", "--build"]).arg(&root).arg(&package);
    run(&format!("the Debian package of {version} is packed"), &mut build)?;
    Ok(package)
}

/// Puts every file where the package will have it.
fn lay_out(release: &Release, version: &str, root: &Path) -> Result<(), String> {
    let source = Path::new(SOURCE);
    install(&release.program, &root.join("usr/bin/perudo"), 0o755)?;
    install(&source.join("perudo.service"), &root.join("lib/systemd/system/perudo.service"), 0o644)?;
    install(&source.join("perudo.toml"), &root.join("etc/perudo/perudo.toml"), 0o644)?;
    let (bash, zsh, fish) = (
        "usr/share/bash-completion/completions/perudo",
        "usr/share/zsh/vendor-completions/_perudo",
        "usr/share/fish/vendor_completions.d/perudo.fish",
    );
    for (file, place) in [("perudo", bash), ("_perudo", zsh), ("perudo.fish", fish)] {
        install(&release.completions.join(file), &root.join(place), 0o644)?;
    }
    let manuals = fs::read_dir(&release.manuals).map_err(|error| cannot("read", &release.manuals, &error))?;
    let documents = root.join("usr/share/doc/perudo");
    let mut zipped = vec![documents.join("changelog")];
    install(Path::new("CHANGELOG.md"), &zipped[0], 0o644)?;
    for page in manuals.flatten() {
        let place = root.join("usr/share/man/man1").join(page.file_name());
        install(&page.path(), &place, 0o644)?;
        zipped.push(place);
    }
    output(Command::new("gzip").args(["-9", "--no-name"]).args(zipped))?;
    install(Path::new("docs/server.md"), &documents.join("server.md"), 0o644)?;
    write(&documents.join("copyright"), &copyright()?)?;
    permit(&documents.join("copyright"), 0o644)?;
    let control = root.join("DEBIAN");
    for script in SCRIPTS {
        install(&source.join(script), &control.join(script), 0o755)?;
    }
    write(&control.join("conffiles"), "/etc/perudo/perudo.toml\n")?;
    let size =
        output(Command::new("du").args(["--summarize", "--apparent-size", "--block-size=1024"]).arg(root))?;
    let size = size.split_whitespace().next().unwrap_or("0").to_owned();
    write(&control.join("control"), &control_file(version, &size))?;
    permit(&control, 0o755)
}

fn control_file(version: &str, size: &str) -> String {
    let machine = MACHINE.1;
    format!(
        "Package: perudo\n\
         Version: {version}\n\
         Architecture: {machine}\n\
         Maintainer: The Perudo authors <perudo@perudo.example>\n\
         Installed-Size: {size}\n\
         Depends: adduser, init-system-helpers\n\
         Section: games\n\
         Priority: optional\n\
         Description: Perudo (Dudo, liar's dice) in the browser and in the terminal\n \
         A server of tables for 2 to 20 people, in the browser by a link, with fair dice\n \
         that everybody can check; bots of every strength, a referee that explains itself,\n \
         odds, records of games, and an arena for bots.\n"
    )
}

/// What Debian wants to be told of licences.
fn copyright() -> Result<String, String> {
    let mit = fs::read_to_string("LICENSE-MIT")
        .map_err(|error| cannot("read", Path::new("LICENSE-MIT"), &error))?;
    let owner = mit.lines().find(|line| line.starts_with("Copyright")).unwrap_or("Copyright: the authors");
    Ok(format!(
        "Perudo may be used under the Apache License 2.0, see /usr/share/common-licenses/Apache-2.0,\n\
         or under the MIT licence, as you like. {owner}\n\nThe MIT licence:\n\n{mit}"
    ))
}

fn install(from: &Path, to: &Path, mode: u32) -> Result<(), String> {
    copy(from, to)?;
    permit(to, mode)?;
    // Whatever the umask is.
    to.ancestors().skip(1).take_while(|folder| !folder.ends_with("debian")).try_for_each(|folder| {
        make(folder)?;
        permit(folder, 0o755)
    })
}

fn permit(path: &Path, mode: u32) -> Result<(), String> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .map_err(|error| cannot("change", path, &error))
}
