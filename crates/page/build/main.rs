//! Makes the page: compiles it, names its files by their content, compresses them, and writes a table of them.

#![allow(clippy::print_stdout)] // that is how a build script speaks to cargo

mod bundle;
mod programs;
#[path = "../src/routes.rs"]
mod routes;

use std::path::{Path, PathBuf};
use std::{env, fs};

use bundle::{Bundle, PART};
use programs::Programs;

/// Which page is compiled; without it, the one that is checked in, or if that is outdated, the one that fits the profile.
const SWITCH: &str = "PERUDO_PAGE";

/// How much is done for the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Make {
    /// As small as can be, which takes minutes: what people are to get. The profile `dist` has it.
    Dist,
    /// Built and compressed quickly, for a first look and for tests: more than twice as big.
    Quick,
    /// No page, for those who work on the server.
    Off,
}

impl Make {
    fn wanted(out: &Path) -> Outcome<Make> {
        match env::var(SWITCH).as_deref() {
            Err(_) | Ok("") if is_dist(out) => Ok(Make::Dist),
            Err(_) | Ok("" | "quick") => Ok(Make::Quick),
            Ok("dist") => Ok(Make::Dist),
            Ok("off") => Ok(Make::Off),
            Ok(other) => Err(format!("{SWITCH} is {other}, and may be dist, quick or off")),
        }
    }
}

/// Whether cargo builds with the profile `dist`. It does not tell build scripts; the folder that it gives them
/// (`dist/build/perudo-page-…/out`) does.
fn is_dist(out: &Path) -> bool {
    out.ancestors().nth(3).and_then(Path::file_name).is_some_and(|profile| profile == "dist")
}

/// Big files that the page and its worker fetch when they need them; a service worker fetches them when nothing else is to do.
/// Where they are is said in `index.html`.
const DATA: &[&str] = &[
    "crates/solver/tables/perudo.tables",
    "crates/bots/weights/master.safetensors",
    "crates/learn/puzzles/perudo.puzzles",
];

/// The words of every language, in files of their own: a page needs those of one, few of them at once, and those for
/// learning only where people learn.
const LOCALES: [(&str, &str); 3] = [
    ("crates/words/locales/start", "words"),
    ("crates/words/locales", "rest"),
    ("crates/words/locales/learn", "learn"),
];

/// What the screens of the parts look like. It comes beside them, and none is shown without it.
const STYLE: &str = "part-style.css";

type Outcome<T> = Result<T, String>;

fn main() -> Outcome<()> {
    println!("cargo::rerun-if-env-changed={SWITCH}");
    rerun_if_changed(Path::new("build"));
    rerun_if_changed(Path::new("src/routes.rs"));
    let folder = Folders::find()?;
    let make = Make::wanted(&folder.out)?;
    let mut bundle = Bundle::new(&folder, make)?;
    match make {
        Make::Off => bundle.index(include_str!("absent.html"))?,
        Make::Dist | Make::Quick => page(&folder, make, &mut bundle)?,
    }
    bundle.write()
}

/// Where things are.
struct Folders {
    /// This crate.
    own: PathBuf,
    /// The workspace.
    root: PathBuf,
    /// The page's sources.
    web: PathBuf,
    /// What is made for the page, apart from what cargo makes otherwise: another cargo is at work there.
    target: PathBuf,
    /// What this build script makes.
    out: PathBuf,
}

impl Folders {
    fn find() -> Outcome<Folders> {
        let variable = |name: &str| env::var_os(name).map(PathBuf::from).ok_or(format!("{name} is not set"));
        let own = variable("CARGO_MANIFEST_DIR")?;
        let root = own.ancestors().nth(2).ok_or("no workspace around this crate")?.to_path_buf();
        let (web, target) = (root.join("crates/web"), root.join("target/page"));
        Ok(Folders { web, target, out: variable("OUT_DIR")?, root, own })
    }
}

fn page(folder: &Folders, make: Make, bundle: &mut Bundle) -> Outcome<()> {
    // What others name comes first: a file that names another has the other's hash in its own.
    for path in files(&folder.web.join("assets"))? {
        let name = name(&path);
        let is_template = name.ends_with(".js") || name.ends_with(".webmanifest");
        if !is_template {
            bundle.hashed(&name, read(&path)?)?;
        }
    }
    for path in DATA.iter().map(|path| folder.root.join(path)) {
        rerun_if_changed(&path);
        bundle.later(&name(&path), read(&path)?)?;
    }
    let mut words = Vec::new();
    for (locales, prefix) in LOCALES {
        for path in files(&folder.root.join(locales))? {
            let (code, text) = (name(&path).replace(".ftl", ""), text(&path)?);
            let told: String =
                text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
            let name = format!("{prefix}-{code}.ftl");
            match prefix {
                "learn" => bundle.later(&name, told.into_bytes())?,
                _ => bundle.hashed(&name, told.into_bytes())?,
            }
            words.push(format!(r#"<meta name="perudo-{prefix}-{code}" content="{{{{{name}}}}}">"#));
        }
    }
    for (name, styles) in [("style.css", "style"), (STYLE, "style/part")] {
        let mut style = String::new();
        for path in files(&folder.web.join(styles))? {
            style.push_str(&text(&path)?);
        }
        bundle.hashed_text(name, &style)?;
    }

    let asked = env::var(SWITCH).is_ok_and(|make| !make.is_empty());
    let mut programs = Programs::get(folder, make, asked)?;
    bundle.hashed("perudo.wasm", programs.take("perudo.wasm")?)?;
    for (name, part) in programs.take_all(PART) {
        bundle.hashed(&name, part)?;
    }
    let scripts = ["perudo.js", "parts.js"].map(|name| Ok((name, programs.take_text(name)?)));
    bundle.hashed_ring(scripts.into_iter().collect::<Outcome<_>>()?)?;

    let assets = folder.web.join("assets");
    bundle.later("worker.wasm", programs.take("worker.wasm")?)?;
    bundle.later("worker.js", programs.take("worker.js")?)?;
    bundle.later_text("worker-start.js", &text(&assets.join("worker-start.js"))?)?;
    let files_of = programs.take_text("files")?;
    for template in ["manifest.webmanifest", "manifest.ru.webmanifest", "boot.js"] {
        let parts = files_of.lines().filter_map(|line| line.split_once(": "));
        let text = parts.fold(text(&assets.join(template))?, |text, (part, files)| {
            text.replace(&format!("{{{{files of {part}}}}}"), files)
        });
        bundle.hashed_text(template, &without_comments(&text))?;
    }
    let index = folder.web.join("index.html");
    rerun_if_changed(&index);
    bundle.index(&text(&index)?.replace("{{words}}", &words.join("\n")))?;
    bundle.service_worker(&text(&assets.join("sw.js"))?, routes::ROUTES)?;
    bundle.sizes(&folder.target.join("sizes.txt"))
}

fn rerun_if_changed(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// The files in a folder, by name.
fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    rerun_if_changed(folder);
    let entries =
        fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn text(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Browsers fetch it before the first screen.
fn without_comments(script: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    script.split_inclusive('\n').filter(is_code).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Outcome<()> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}
