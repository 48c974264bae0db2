//! The keys of a server, kept in a file beside the database and never in it: whoever has only the database, or a backup
//! of it, has nothing to read its secrets with.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER_PERMISSIVE;
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::entropy::Entropy;

/// A master key. Nothing is encrypted or signed with it: every purpose has a key of its own, derived from it.
type MasterKey = Zeroizing<[u8; Keys::BYTES]>;

/// The master keys of a server: at least one, the newest first.
#[derive(Clone)]
pub struct Keys {
    newest: MasterKey,
    /// The newest of them first.
    older: Vec<MasterKey>,
}

/// Why there are no keys.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The file is there and cannot be read.
    #[error("cannot read the key file {path}: {error}")]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is no file, and none can be made.
    #[error("cannot make the key file {path}: {error}")]
    NotMade {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is no file, and what is stored was encrypted with it.
    #[error(
        "there is no key file {path}, and {database} is encrypted with the keys that were in it: put the file back, or \
         name it by --key-file"
    )]
    Lost {
        /// Which file.
        path: PathBuf,
        /// What was encrypted.
        database: String,
    },
    /// Others on this machine may read the keys.
    #[error("everybody on this machine can read the key file {path}: run `chmod 600 {path}`")]
    Exposed {
        /// Which file.
        path: PathBuf,
    },
    /// A line is no key. The line itself is not shown: it may be one with a typing error.
    #[error(
        "line {line} of the key file {path} is no key: a key is 64 hexadecimal digits, and the line has {found}"
    )]
    NoKey {
        /// Which file.
        path: PathBuf,
        /// Which line; the first is 1.
        line: usize,
        /// What is there instead.
        found: String,
    },
    /// There is no key in it.
    #[error(
        "the key file {path} has no key: put back the file that was there, or remove it and a new one is made"
    )]
    Empty {
        /// Which file.
        path: PathBuf,
    },
}

impl Keys {
    /// The length of a key.
    pub const BYTES: usize = 32;

    /// The largest file that is read.
    const LARGEST_FILE: u64 = 64 * 1024;

    const HEADING: &str = "\
# The keys of a Perudo server: one a line, the newest first. Keep this file secret, and keep it: without it, running
# tables cannot be read. Back it up apart from the database. A new first line is used for everything from the next start
# on; the lines below it are still needed for what is older.
";

    /// One new key.
    pub fn random(entropy: &Entropy) -> Keys {
        Keys { newest: Zeroizing::new(entropy.bytes()), older: Vec::new() }
    }

    /// The keys of a file; `None` if there is no such file.
    pub fn read(path: &Path) -> Result<Option<Keys>, KeysError> {
        let unreadable = |error| KeysError::Unreadable { path: path.to_owned(), error };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(error)),
        };
        if !can_hold_keys(&file).map_err(unreadable)? {
            return Err(unreadable(io::Error::other("it is not a file")));
        }
        if is_exposed(&file).map_err(unreadable)? {
            return Err(KeysError::Exposed { path: path.to_owned() });
        }
        let mut text = Zeroizing::new(String::new());
        file.take(Keys::LARGEST_FILE).read_to_string(&mut text).map_err(unreadable)?;
        Keys::parse(path, &text).map(Some)
    }

    /// Makes a file with one new key, which only its owner can read. When this returns, the key is on disk, whole. If
    /// another process made the file in the meantime, its keys count.
    pub fn make(path: &Path, entropy: &Entropy) -> Result<Keys, KeysError> {
        let not_made = |error| KeysError::NotMade { path: path.to_owned(), error };
        let keys = Keys::random(entropy);
        match keys.write_new(path) {
            Ok(()) => Ok(keys),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Keys::read(path)?.ok_or_else(|| not_made(error))
            }
            Err(error) => Err(not_made(error)),
        }
    }

    /// A key for one purpose, from the newest master key. Other labels give keys that tell nothing about it.
    pub fn derive(&self, label: &[u8]) -> [u8; Keys::BYTES] {
        derived(&self.newest, label)
    }

    /// The keys for one purpose of all master keys, the newest first.
    pub fn derive_all(&self, label: &[u8]) -> impl Iterator<Item = [u8; Keys::BYTES]> {
        self.all().map(move |master| derived(master, label))
    }

    fn all(&self) -> impl Iterator<Item = &MasterKey> {
        std::iter::once(&self.newest).chain(&self.older)
    }

    fn parse(path: &Path, text: &str) -> Result<Keys, KeysError> {
        let mut keys = Vec::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let key = parse_key(text);
            keys.push(key.map_err(|found| KeysError::NoKey { path: path.to_owned(), line, found })?);
        }
        let mut keys = keys.into_iter();
        let newest = keys.next().ok_or_else(|| KeysError::Empty { path: path.to_owned() })?;
        Ok(Keys { newest, older: keys.collect() })
    }

    /// The whole file comes into being at once, or fails with [`io::ErrorKind::AlreadyExists`].
    fn write_new(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        // A temporary file can be read by its owner only.
        let mut file = tempfile::Builder::new().prefix(".perudo-key").tempfile_in(folder)?;
        let mut text = Zeroizing::new(Keys::HEADING.to_owned());
        for key in self.all() {
            text.push_str(&Zeroizing::new(HEXLOWER_PERMISSIVE.encode(key.as_slice())));
            text.push('\n');
        }
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist_noclobber(path).map_err(|error| error.error)?;
        // A new name is durable when its folder is; where folders cannot be opened as files, nothing more can be done.
        #[cfg(unix)]
        File::open(folder)?.sync_all()?;
        Ok(())
    }
}

/// How many keys there are, and none of them.
impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys({})", self.all().count())
    }
}

fn derived(master: &MasterKey, label: &[u8]) -> [u8; Keys::BYTES] {
    let mut key = [0; Keys::BYTES];
    match Hkdf::<Sha256>::new(None, master.as_slice()).expand(label, &mut key) {
        Ok(()) => key,
        Err(_) => unreachable!("a key of one hash is shorter than 255 hashes"),
    }
}

/// A key, or what the text has instead.
fn parse_key(text: &str) -> Result<MasterKey, String> {
    let length = text.chars().count();
    if length != 2 * Keys::BYTES {
        return Err(format!("{length} characters"));
    }
    let other = |(place, character): (usize, char)| (!character.is_ascii_hexdigit()).then_some(place + 1);
    if let Some(place) = text.chars().enumerate().find_map(other) {
        return Err(format!("something else in column {place}"));
    }
    let mut key = Zeroizing::new([0; Keys::BYTES]);
    HEXLOWER_PERMISSIVE
        .decode_mut(text.as_bytes(), key.as_mut_slice())
        .map_err(|partial| format!("something else in column {}", partial.error.position + 1))?;
    Ok(key)
}

/// A file, or a pipe that somebody fills. Who tightened a folder or a device would break the machine.
#[cfg(unix)]
fn can_hold_keys(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::FileTypeExt;
    let kind = file.metadata()?.file_type();
    Ok(kind.is_file() || kind.is_fifo())
}

#[cfg(not(unix))]
fn can_hold_keys(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.is_file())
}

/// Whether everybody on this machine may read a file, or write to it.
#[cfg(unix)]
fn is_exposed(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(file.metadata()?.permissions().mode() & 0o007 != 0)
}

#[cfg(not(unix))]
fn is_exposed(_: &File) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";
    const B: &str = "ff00000000000000000000000000000000000000000000000000000000000001";

    fn parse(text: &str) -> Result<Keys, String> {
        Keys::parse(Path::new("perudo.key"), text).map_err(|error| error.to_string())
    }

    /// A file that only its owner can read.
    fn private_file(path: &Path, text: &str) {
        fs::write(path, text).unwrap();
        #[cfg(unix)]
        fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    }

    #[test]
    fn a_file_has_one_key_a_line_and_the_first_is_the_newest() {
        let keys = parse(&format!("# keys\n\n  {A}  \r\n# an older one\n{B}\n")).unwrap();
        assert_eq!(keys.derive(b"label"), parse(A).unwrap().derive(b"label"));
        assert_eq!(keys.derive_all(b"label").nth(1), Some(parse(B).unwrap().derive(b"label")));
        assert_ne!(keys.derive(b"label"), keys.derive(b"other"));
        assert_eq!(format!("{keys:?}"), "Keys(2)");
    }

    /// HKDF-SHA256 of the key with no salt, as another implementation computes it.
    #[test]
    fn derived_keys_never_change() {
        let expected = "2166e4ed1409d579976d747ff20bace3e0b1356ecedd3c9df553d86684c4709a";
        assert_eq!(HEXLOWER_PERMISSIVE.encode(&parse(B).unwrap().derive(b"perudo at rest 1")), expected);
    }

    #[test]
    fn what_is_no_key_is_named_by_its_line_and_not_shown() {
        let short = &A[1..];
        let odd = A.replacen('2', "x", 1);
        let long = format!("{A}0");
        let wide = "é".repeat(32);
        let cases = [
            (format!("{A}\n{short}"), "line 2", "63 characters"),
            (format!("# one\n\n{odd}"), "line 3", "something else in column 5"),
            (long.clone(), "line 1", "65 characters"),
            (wide.clone(), "line 1", "32 characters"),
            (format!("key = {A}"), "line 1", "70 characters"),
        ];
        for (text, line, found) in cases {
            let error = parse(&text).unwrap_err();
            assert!(error.contains(line) && error.ends_with(found), "{text}: {error}");
            assert!(error.contains("64 hexadecimal digits") && error.contains("perudo.key"), "{error}");
            assert!(!error.contains(&short[..8]), "an error shows a key: {error}");
        }
        for empty in ["", "\n\n", "# nothing\n"] {
            assert!(parse(empty).unwrap_err().contains("has no key"));
        }
    }

    #[test]
    fn a_file_that_was_made_is_read_back_and_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("perudo.key");
        assert!(Keys::read(&path).unwrap().is_none());
        let made = Keys::make(&path, &Entropy::of_system()).unwrap();
        let read = Keys::read(&path).unwrap().unwrap();
        let again = Keys::make(&path, &Entropy::of_system()).unwrap();
        for keys in [read, again] {
            assert_eq!(keys.derive(b"label"), made.derive(b"label"));
        }
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing else is left there");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_refused_and_none_is_made_like_that() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("perudo.key");
        Keys::make(&path, &Entropy::of_system()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        for (mode, refused) in [(0o644, true), (0o602, true), (0o640, false), (0o400, false)] {
            fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            let outcome = Keys::read(&path);
            assert_eq!(matches!(outcome, Err(KeysError::Exposed { .. })), refused, "{mode:o}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_file_is_refused_without_the_advice_to_change_its_mode() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o777)).unwrap();
        for path in [folder.path(), Path::new("/dev/null")] {
            let error = Keys::read(path).unwrap_err().to_string();
            assert!(error.ends_with("it is not a file") && !error.contains("chmod"), "{error}");
        }
    }

    #[test]
    fn a_broken_file_is_an_error_and_no_new_one_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("perudo.key");
        private_file(&path, "nonsense");
        assert!(matches!(Keys::make(&path, &Entropy::of_system()), Err(KeysError::NoKey { line: 1, .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "nonsense");
    }
}
