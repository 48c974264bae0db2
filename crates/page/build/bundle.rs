//! The files of the page: their names, their compressed forms, and the table that is embedded.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::{Folders, Make, Outcome, read, write};

/// How the names of those parts of the program begin that come later.
pub(crate) const PART: &str = "part-";

/// Everything that will be embedded.
pub(crate) struct Bundle {
    /// How files are compressed.
    make: Make,
    /// Where files are written.
    out: PathBuf,
    /// Compressed forms by the hash of what they are of: many builds share them, and they take their time.
    packed: PathBuf,
    index: Option<File>,
    files: Vec<File>,
}

/// One file.
struct File {
    /// The name in sources: templates have it in `{{…}}` where the path is to be.
    name: String,
    path: String,
    mime: &'static str,
    hash: String,
    bytes: Vec<u8>,
    gzip: Option<Vec<u8>>,
    brotli: Option<Vec<u8>>,
    when: When,
}

/// When a service worker stores a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Before it takes over: the page does not start without it.
    First,
    /// When nothing else is to do.
    Later,
    /// Never: it is not a part of the page that runs.
    Never,
}

impl Bundle {
    pub(crate) fn new(folder: &Folders, make: Make) -> Outcome<Bundle> {
        let (out, packed) = (folder.out.join("files"), folder.target.join("packed"));
        if out.exists() {
            fs::remove_dir_all(&out).map_err(|error| format!("cannot empty {}: {error}", out.display()))?;
        }
        Ok(Bundle { make, out, packed, index: None, files: Vec::new() })
    }

    /// Adds a file under a name with its hash in it.
    pub(crate) fn hashed(&mut self, name: &str, bytes: Vec<u8>) -> Outcome<()> {
        // Icons are for the system, which keeps them itself, and previews for others.
        let outside = name.starts_with("icon-") || name.starts_with("preview.");
        let when = if outside { When::Never } else { When::First };
        self.add(name, bytes, true, when)
    }

    /// Adds a text that may name others.
    pub(crate) fn hashed_text(&mut self, name: &str, template: &str) -> Outcome<()> {
        let text = self.filled(name, template)?;
        self.hashed(name, text.into_bytes())
    }

    /// Adds texts that name each other: in their names is the hash of them all.
    pub(crate) fn hashed_ring(&mut self, templates: Vec<(&str, String)>) -> Outcome<()> {
        let texts = templates.into_iter().map(|(name, text)| (name, self.with_paths(&text)));
        let texts: Vec<(&str, String)> = texts.collect();
        let hash = hash(texts.iter().map(|(_, text)| text.as_str()).collect::<String>().as_bytes());
        for (name, text) in &texts {
            let named = |text: String, other: &str| text.replace(&mark(other), &asset(other, &hash));
            let text = texts.iter().fold(text.clone(), |text, (other, _)| named(text, other));
            let file = self.file(name, asset(name, &hash), text.into_bytes(), When::First)?;
            self.files.push(File { hash: hash.clone(), ..file });
        }
        Ok(())
    }

    /// Adds a file that is not needed at once.
    pub(crate) fn later(&mut self, name: &str, bytes: Vec<u8>) -> Outcome<()> {
        self.add(name, bytes, true, When::Later)
    }

    /// Adds a text that is not needed at once and may name others.
    pub(crate) fn later_text(&mut self, name: &str, template: &str) -> Outcome<()> {
        let text = self.filled(name, template)?;
        self.later(name, text.into_bytes())
    }

    /// Adds the HTML.
    pub(crate) fn index(&mut self, template: &str) -> Outcome<()> {
        let text = self.filled("index.html", template)?;
        self.index = Some(self.file("index.html", "/".to_owned(), text.into_bytes(), When::Never)?);
        Ok(())
    }

    /// Adds the service worker. It comes last, since it names all others, and changes when any of them does.
    pub(crate) fn service_worker(&mut self, template: &str, routes: &[&str]) -> Outcome<()> {
        // It stores the HTML under a name with a hash, too: so it cannot get hold of another version's.
        let index = self.index.as_ref().ok_or("there is no index")?.bytes.clone();
        self.hashed("index.html", index)?;
        let quoted = |path: &str| format!("{path:?}");
        let paths = |when: When| {
            let files = self.files.iter().filter(|file| file.when == when);
            files.map(|file| quoted(&file.path)).collect::<Vec<_>>().join(", ")
        };
        let everything: String = self.files.iter().map(|file| file.hash.as_str()).collect();
        let routes = routes.iter().map(|route| quoted(route.split('{').next().unwrap_or(route)));
        let text = template
            .replace("{{version}}", &hash(everything.as_bytes()))
            .replace("\"{{first}}\"", &paths(When::First))
            .replace("\"{{later}}\"", &paths(When::Later))
            .replace("\"{{routes}}\"", &routes.collect::<Vec<_>>().join(", "));
        let text = self.filled("sw.js", &text)?;
        self.add("sw.js", text.into_bytes(), false, When::Never)
    }

    fn add(&mut self, name: &str, bytes: Vec<u8>, hashed: bool, when: When) -> Outcome<()> {
        let path = if hashed { asset(name, &hash(&bytes)) } else { format!("/{name}") };
        let file = self.file(name, path, bytes, when)?;
        self.files.push(file);
        Ok(())
    }

    fn file(&self, name: &str, path: String, bytes: Vec<u8>, when: When) -> Outcome<File> {
        let hash = hash(&bytes);
        let (gzip, brotli) = match self.make {
            Make::Off => (None, None),
            Make::Quick => (Some(quick_gzip(&bytes)), Some(brotli(&bytes, QUICK))),
            Make::Dist => (
                Some(self.packed(&format!("{hash}.gz"), &bytes, small_gzip)),
                Some(self.packed(&format!("{hash}.br"), &bytes, |bytes| brotli(bytes, SMALL))),
            ),
        };
        let worth = |packed: Option<Outcome<Vec<u8>>>| -> Outcome<Option<Vec<u8>>> {
            Ok(packed.transpose()?.filter(|packed| packed.len() < bytes.len() * 19 / 20))
        };
        let (gzip, brotli) = (worth(gzip)?, worth(brotli)?);
        Ok(File { name: name.to_owned(), path, mime: mime(name)?, hash, bytes, gzip, brotli, when })
    }

    /// A compressed form that takes its time, made once for each content.
    fn packed(&self, name: &str, bytes: &[u8], pack: fn(&[u8]) -> Outcome<Vec<u8>>) -> Outcome<Vec<u8>> {
        let path = self.packed.join(name);
        if let Ok(packed) = read(&path) {
            return Ok(packed);
        }
        let packed = pack(bytes)?;
        // Another build may read it at any time, so it appears when it is complete.
        let unfinished = self.packed.join(format!("{name}.{}", std::process::id()));
        write(&unfinished, &packed)?;
        let renamed = fs::rename(&unfinished, &path);
        renamed.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(packed)
    }

    /// A text with paths for names.
    fn filled(&self, name: &str, template: &str) -> Outcome<String> {
        let text = self.with_paths(template);
        match text.split_once("{{").and_then(|(_, rest)| rest.split_once("}}")) {
            Some((unknown, _)) => Err(format!("{name} names {unknown}, and there is no such file")),
            None => Ok(text),
        }
    }

    fn with_paths(&self, template: &str) -> String {
        let filled = |text: String, file: &File| text.replace(&mark(&file.name), &file.path);
        self.files.iter().fold(template.to_owned(), filled)
    }

    /// Writes all files and the table.
    pub(crate) fn write(&self) -> Outcome<()> {
        let mut table = String::new();
        let index = self.index.as_ref().ok_or("there is no index")?;
        let _ = writeln!(table, "static INDEX: Asset = {};", self.embedded("index", index)?);
        let _ = writeln!(table, "static ASSETS: &[Asset] = &[");
        for (number, file) in self.files.iter().enumerate() {
            let _ = writeln!(table, "    {},", self.embedded(&number.to_string(), file)?);
        }
        table.push_str("];\n");
        let path = self.out.with_file_name("assets.rs");
        write(&path, table.as_bytes())
    }

    /// Writes the forms of a file. The Rust expression that embeds it.
    fn embedded(&self, stored: &str, file: &File) -> Outcome<String> {
        let embed = |kind: &str, bytes: &[u8]| -> Outcome<String> {
            let name = format!("{stored}{kind}");
            write(&self.out.join(&name), bytes)?;
            Ok(format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/files/{name}\"))"))
        };
        let option = |kind: &str, bytes: &Option<Vec<u8>>| match bytes {
            Some(bytes) => Ok(format!("Some({})", embed(kind, bytes)?)),
            None => Ok::<_, String>("None".to_owned()),
        };
        Ok(format!(
            "Asset {{ path: {:?}, mime: {:?}, hash: {:?}, immutable: {}, bytes: {}, gzip: {}, brotli: {} }}",
            file.path,
            file.mime,
            file.hash,
            file.path.starts_with("/assets/"),
            embed("", &file.bytes)?,
            option(".gz", &file.gzip)?,
            option(".br", &file.brotli)?,
        ))
    }

    /// Writes how big everything is: what must come before the page starts, and the rest.
    pub(crate) fn sizes(&self, path: &Path) -> Outcome<()> {
        let size = |packed: &Option<Vec<u8>>, file: &File| packed.as_ref().unwrap_or(&file.bytes).len();
        let mut text = format!("{:>9} {:>9} {:>9}\n", "plain", "gzip", "brotli");
        let mut line = |name: &str, sizes: [usize; 3]| {
            let [plain, gzip, brotli] = sizes;
            let _ = writeln!(text, "{plain:>9} {gzip:>9} {brotli:>9}  {name}");
        };
        let (mut program, mut start) = ([0; 3], [0; 3]);
        for file in self.index.iter().chain(&self.files) {
            let sizes = [file.bytes.len(), size(&file.gzip, file), size(&file.brotli, file)];
            line(&file.name, sizes);
            if [".wasm", ".js", ".css", ".html"].iter().any(|kind| file.name.ends_with(kind)) {
                program = std::array::from_fn(|form| program[form] + sizes[form]);
                if !file.name.starts_with(PART) && file.when != When::Later {
                    start = std::array::from_fn(|form| start[form] + sizes[form]);
                }
            }
        }
        line("program, styles and HTML together", program);
        line("of these, before the first screen", start);
        write(path, text.as_bytes())
    }
}

/// Where a template names a file.
fn mark(name: &str) -> String {
    format!("{{{{{name}}}}}")
}

/// The path of a file with a hash in its name.
fn asset(name: &str, hash: &str) -> String {
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("/assets/{stem}-{hash}.{kind}")
}

/// A name for a content.
fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn small_gzip(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut packed = Vec::new();
    let five = NonZeroU64::new(5).unwrap_or(NonZeroU64::MIN);
    let options = zopfli::Options { iteration_count: five, ..Default::default() };
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut packed).map_err(not_compressed)?;
    Ok(packed)
}

fn quick_gzip(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(not_compressed)
}

/// Brotli's quality: the best there is, and one that takes next to no time.
const SMALL: i32 = 11;
const QUICK: i32 = 4;

fn brotli(mut bytes: &[u8], quality: i32) -> Outcome<Vec<u8>> {
    let mut packed = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams { quality, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut bytes, &mut packed, &parameters).map_err(not_compressed)?;
    Ok(packed)
}

fn not_compressed(error: std::io::Error) -> String {
    format!("cannot compress: {error}")
}

fn mime(name: &str) -> Outcome<&'static str> {
    Ok(match name.rsplit_once('.').map_or("", |(_, kind)| kind) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "ftl" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "puzzles" | "tables" | "safetensors" => "application/octet-stream",
        other => return Err(format!("what kind of file is {name}? .{other} is not known here")),
    })
}
