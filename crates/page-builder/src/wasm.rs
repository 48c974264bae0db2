//! The program of the page: Rust compiled for browsers by a cargo of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

use crate::programs::Programs;
use crate::sources::Sources;
use crate::{Folders, Make, Outcome, read, text};

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

/// What the scripts call each other.
const GLUE: &str = "perudo.js";
const FETCHER: &str = "parts.js";

/// How the styles of the parts' screens come, beside them; none is shown without. What has failed is tried again.
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

/// Compiles the page. Scripts and lists are templates: they have the names of files in `{{…}}` where their paths are to be.
pub(crate) fn page(
    folder: &Folders,
    make: Make,
    programs: &mut Programs,
    sources: &mut Sources,
) -> Outcome<()> {
    bind(&compile(folder, make, &PAGE, sources)?, &folder.out.join("bound"), programs)
}

/// Compiles the worker.
pub(crate) fn worker(
    folder: &Folders,
    make: Make,
    programs: &mut Programs,
    sources: &mut Sources,
) -> Outcome<()> {
    const NAME: &str = "worker";
    let (program, out) = (compile(folder, make, &WORKER, sources)?, folder.out.join("bound-worker"));
    empty(&out)?;
    let bound = || -> Result<(), _> {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&program).out_name(NAME).web(true)?;
        bindgen.typescript(false).omit_default_module_path(true);
        bindgen.remove_name_section(true).remove_producers_section(true);
        bindgen.generate(&out)
    };
    bound().map_err(|error| format!("wasm-bindgen: {error:?}"))?;
    programs.add("worker.wasm", read(&out.join(format!("{NAME}_bg.wasm")))?);
    programs.add("worker.js", read(&out.join(format!("{NAME}.js")))?);
    Ok(())
}

/// Compiles a program. The path of what came out.
fn compile(folder: &Folders, make: Make, source: &Source, sources: &mut Sources) -> Outcome<PathBuf> {
    let Source { package, dist, flags } = *source;
    let profile = if make == Make::Dist { dist } else { "page-quick" };
    add_target(&folder.root)?;
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(&folder.root).arg("build").args(["--package", package, "--target", TARGET]);
    cargo.args(["--profile", profile, "--locked", "--quiet", "--target-dir"]).arg(&folder.target);
    cargo.env("RUSTFLAGS", flags);
    cargo.stdout(Stdio::null());
    let status = cargo.status().map_err(|error| format!("cannot start cargo for the page: {error}"))?;
    if !status.success() {
        return Err(format!("the page does not compile ({status}); PERUDO_PAGE=off leaves it out"));
    }
    let out = folder.target.join(TARGET).join(profile);
    sources.read(&out.join(format!("{package}.d")))?;
    Ok(out.join(format!("{package}.wasm")))
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

/// Cuts the program into its parts, and makes the JavaScript through which it reaches the browser.
fn bind(program: &Path, out: &Path, programs: &mut Programs) -> Outcome<()> {
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
    programs.add("perudo.wasm", read(&out.join("perudo_bg.wasm"))?);
    for path in &cut.split_modules {
        let made = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = part(&made);
        fetcher = fetcher.replace(&format!("./{made}.wasm"), &format!("{{{{{name}}}}}"));
        programs.add(&name, brief(&read(path)?)?);
    }
    let list = |made: &[String]| {
        let files: Vec<String> = made.iter().map(|made| format!("\"{{{{{}}}}}\"", part(made))).collect();
        files.join(", ")
    };
    programs.add(GLUE, glue.into_bytes());
    programs.add(FETCHER, fetcher.into_bytes());
    // The order must not change from build to build.
    let mut files: Vec<String> =
        cut.prefetch_map.iter().map(|(name, made)| format!("{name}: {}\n", list(made))).collect();
    files.sort();
    programs.add("files", files.concat().into_bytes());
    Ok(())
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
    format!("part-{}.wasm", made.trim_start_matches("split_"))
}

/// A part written as briefly as can be, without what browsers do not need: the names of functions for one.
fn brief(part: &[u8]) -> Outcome<Vec<u8>> {
    let mut config = walrus::ModuleConfig::new();
    let read = config.generate_name_section(false).generate_producers_section(false).parse(part);
    Ok(read.map_err(|error| format!("a part of the program cannot be read: {error:?}"))?.emit_wasm())
}
