//! The program of the page: Rust compiled for browsers by a cargo of its own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

use crate::bundle::PART;
use crate::{Folders, Make, Outcome, read, rerun_if_changed, text};

const TARGET: &str = "wasm32-unknown-unknown";

/// A program for browsers.
struct Source {
    /// The name of the package and, as there is one program in it, of the program.
    package: &'static str,
    /// The profile that makes it as good as can be, in the workspace's `Cargo.toml`.
    dist: &'static str,
    flags: &'static str,
}

/// The page. Leptos keeps one type for all views instead of one for each: a smaller page, compiled sooner. The program can be
/// cut into parts only while it is known what refers to what.
const PAGE: Source =
    Source { package: "perudo-web", dist: "page", flags: "--cfg erase_components -Clink-args=--emit-relocs" };

/// Its worker, which does several sums at a time.
const WORKER: Source =
    Source { package: "perudo-worker", dist: "page-worker", flags: "-Ctarget-feature=+simd128" };

/// What the worker is when a browser can run it.
pub(crate) struct Worker {
    pub(crate) program: Vec<u8>,
    /// Through what it reaches the browser.
    pub(crate) glue: String,
}

/// What the page is when a browser can run it.
pub(crate) struct Program {
    /// What is needed at once.
    pub(crate) main: Vec<u8>,
    /// What comes later, by name.
    pub(crate) parts: Vec<(String, Vec<u8>)>,
    /// Through what the program reaches the browser, and what fetches its parts: templates that name each other.
    pub(crate) scripts: Vec<(&'static str, String)>,
    /// What each part consists of, as a template for a list in JavaScript.
    pub(crate) files_of: HashMap<String, String>,
}

/// What the scripts call each other.
const GLUE: &str = "perudo.js";
const FETCHER: &str = "parts.js";

/// What the screens of the parts look like. It comes beside them, and none is shown without it.
pub(crate) const STYLE: &str = "part-style.css";

/// How it comes; what has failed is tried again.
const FETCH_STYLE: &str = r#"
let style;
function styled() {
    style ??= new Promise((done, failed) => {
        const link = { rel: "stylesheet", href: "{{part-style.css}}", onload: done, onerror: failed };
        document.head.append(Object.assign(document.createElement("link"), link));
    }).catch(() => {
        style = undefined;
        throw new Error("Failed to fetch the styles");
    });
    return style;
}
"#;

/// Where the script waits for what a part needs.
const NEEDS: &str = "deps.map(d => d())";

/// Compiles the page.
pub(crate) fn page(folder: &Folders, make: Make) -> Outcome<Program> {
    bind(&compile(folder, make, &PAGE)?, &folder.out.join("bound"))
}

/// Compiles the worker.
pub(crate) fn worker(folder: &Folders, make: Make) -> Outcome<Worker> {
    const NAME: &str = "worker";
    let (program, out) = (compile(folder, make, &WORKER)?, folder.out.join("bound-worker"));
    empty(&out)?;
    let bound = || -> Result<(), _> {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&program).out_name(NAME).web(true)?;
        bindgen.typescript(false).omit_default_module_path(true);
        bindgen.remove_name_section(true).remove_producers_section(true);
        bindgen.generate(&out)
    };
    bound().map_err(|error| format!("wasm-bindgen: {error:?}"))?;
    let program = read(&out.join(format!("{NAME}_bg.wasm")))?;
    Ok(Worker { program, glue: text(&out.join(format!("{NAME}.js")))? })
}

/// Compiles a program. The path of what came out.
fn compile(folder: &Folders, make: Make, source: &Source) -> Outcome<PathBuf> {
    let Source { package, dist, flags } = *source;
    let profile = if make == Make::Dist { dist } else { "page-quick" };
    add_target(&folder.root)?;
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    for (name, _) in env::vars_os() {
        if !name.to_str().is_some_and(concerns_inner_build) {
            cargo.env_remove(name);
        }
    }
    cargo.current_dir(&folder.root).arg("build").args(["--package", package, "--target", TARGET]);
    cargo.args(["--profile", profile, "--locked", "--quiet", "--target-dir"]).arg(&folder.target);
    cargo.env("RUSTFLAGS", flags);
    // What a build script prints is read by cargo, and this is not for it.
    cargo.stdout(Stdio::null());
    let status = cargo.status().map_err(|error| format!("cannot start cargo for the page: {error}"))?;
    if !status.success() {
        return Err(format!("the page does not compile ({status}); PERUDO_PAGE=off leaves it out"));
    }
    let out = folder.target.join(TARGET).join(profile);
    let sources = text(&out.join(format!("{package}.d")))?;
    rerun_if_sources_change(folder, &sources);
    Ok(out.join(format!("{package}.wasm")))
}

/// The environment is meant for this build: flags, wrappers and folders of the outer cargo (or clippy) are not for the
/// page. Where crates come from and how many compilers run at once is the same for both.
fn concerns_inner_build(variable: &str) -> bool {
    const KEPT: [&str; 9] = [
        "CARGO_HOME",
        "CARGO_HTTP_",
        "CARGO_NET_",
        "CARGO_REGISTRIES_",
        "CARGO_REGISTRY_",
        "CARGO_SOURCE_",
        "CARGO_MAKEFLAGS",
        "RUSTC",
        "RUSTUP_",
    ];
    const DROPPED: [&str; 13] = [
        "CARGO",
        "RUSTC_",
        "RUSTDOC",
        "RUSTFLAGS",
        "CLIPPY_",
        "DEP_",
        "TARGET",
        "HOST",
        "PROFILE",
        "OPT_LEVEL",
        "DEBUG",
        "OUT_DIR",
        "NUM_JOBS",
    ];
    let is_one_of = |names: &[&str]| {
        names.iter().any(|name| variable == *name || name.ends_with('_') && variable.starts_with(name))
    };
    is_one_of(&KEPT) || !(is_one_of(&DROPPED) || variable.starts_with("CARGO_"))
}

/// Adds what Rust needs to compile for browsers, if it is not there.
fn add_target(root: &Path) -> Outcome<()> {
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let library = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let library = library.map_err(|error| format!("cannot start rustc: {error}"))?;
    if Path::new(String::from_utf8_lossy(&library.stdout).trim()).is_dir() {
        return Ok(());
    }
    let added = Command::new("rustup").current_dir(root).args(["target", "add", TARGET]).output();
    let advice = format!(
        "the page is compiled for {TARGET}, which this Rust lacks: install that target, or build without the page \
         (PERUDO_PAGE=off)"
    );
    match added {
        Ok(added) if added.status.success() => Ok(()),
        Ok(added) => Err(format!("{advice}. rustup says: {}", String::from_utf8_lossy(&added.stderr).trim())),
        Err(error) => Err(format!("{advice}. There is no rustup here to do it: {error}")),
    }
}

/// Cargo has written down which files of this workspace the program was made of.
fn rerun_if_sources_change(folder: &Folders, sources: &str) {
    let mut manifests = vec![folder.root.join("Cargo.lock"), folder.root.join("Cargo.toml")];
    let files = sources.split_once(": ").map_or("", |(_, files)| files.trim_end()).replace("\\ ", "\0");
    for path in files.split(' ').map(|path| PathBuf::from(path.replace('\0', " "))) {
        rerun_if_changed(&path);
        let manifest = path.ancestors().map(|folder| folder.join("Cargo.toml")).find(|path| path.exists());
        manifests.extend(manifest.filter(|manifest| !manifests.contains(manifest)));
    }
    manifests.iter().for_each(|manifest| rerun_if_changed(manifest));
}

/// Cuts the program into its parts, and makes the JavaScript through which it reaches the browser.
fn bind(program: &Path, out: &Path) -> Outcome<Program> {
    empty(out)?;
    let (whole, main) = (read(program)?, out.join("main.wasm"));
    let mut options = wasm_split_cli_support::Options::new(&whole);
    let fetcher = format!("./{FETCHER}");
    (options.output_dir, options.main_out_path, options.link_name) = (out, &main, &fetcher);
    let cut = wasm_split_cli_support::transform(options);
    let cut = cut.map_err(|error| format!("the program cannot be cut into parts: {error:?}"))?;
    let bound = || -> Result<(), _> {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&main).out_name("perudo").web(true)?;
        // Parts find what they share with the rest by these names.
        bindgen.keep_lld_exports(true);
        bindgen.typescript(false).omit_default_module_path(true);
        bindgen.remove_name_section(true).remove_producers_section(true);
        bindgen.generate(out)
    };
    bound().map_err(|error| format!("wasm-bindgen: {error:?}"))?;
    if fs::exists(out.join("snippets")).unwrap_or(true) {
        return Err(
            "a library of the page brings JavaScript of its own, which is not embedded yet".to_owned()
        );
    }
    let glue = text(&out.join(GLUE))?
        .replace(&format!("from \"{fetcher}\""), &format!("from \"{{{{{FETCHER}}}}}\""));
    let mut fetcher = text(&out.join(FETCHER))?.replace("./main.js", &format!("{{{{{GLUE}}}}}"));
    if !fetcher.contains(NEEDS) {
        return Err("parts are fetched in another way than before: their styles would not come".to_owned());
    }
    fetcher = fetcher.replace(NEEDS, &format!("[styled(), ...{NEEDS}]")) + FETCH_STYLE;
    let mut parts = Vec::new();
    for path in &cut.split_modules {
        let made = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = part(&made);
        fetcher = fetcher.replace(&format!("./{made}.wasm"), &format!("{{{{{name}}}}}"));
        parts.push((name, brief(&read(path)?)?));
    }
    let list = |made: &[String]| {
        let files: Vec<String> = made.iter().map(|made| format!("\"{{{{{}}}}}\"", part(made))).collect();
        files.join(", ")
    };
    let files_of = cut.prefetch_map.iter().map(|(name, made)| (name.clone(), list(made))).collect();
    let main = read(&out.join("perudo_bg.wasm"))?;
    Ok(Program { main, parts, scripts: vec![(GLUE, glue), (FETCHER, fetcher)], files_of })
}

/// What an earlier build has left there could be taken for this one's.
fn empty(out: &Path) -> Outcome<()> {
    if out.exists() {
        fs::remove_dir_all(out).map_err(|error| format!("cannot empty {}: {error}", out.display()))?;
    }
    Ok(())
}

/// The name of a part: those that screens name, and those that they share.
fn part(made: &str) -> String {
    format!("{PART}{}.wasm", made.trim_start_matches("split_"))
}

/// A part written as briefly as can be, without what browsers do not need: the names of functions for one.
fn brief(part: &[u8]) -> Outcome<Vec<u8>> {
    let mut config = walrus::ModuleConfig::new();
    let read = config.generate_name_section(false).generate_producers_section(false).parse(part);
    Ok(read.map_err(|error| format!("a part of the program cannot be read: {error:?}"))?.emit_wasm())
}
