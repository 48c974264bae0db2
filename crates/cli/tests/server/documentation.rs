//! PROTOCOL.md against the server's source.

use std::fs;
use std::path::Path;

/// All files of the server's source. They are searched for what no library tells: the names by which it refuses.
fn sources(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![fs::read_to_string(path).unwrap()],
        })
        .collect()
}

#[test]
fn every_problem_and_close_code_of_the_server_is_in_the_protocol() {
    let document = include_str!("../../../../PROTOCOL.md");
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src"));

    let told = |source: &String| -> Vec<String> {
        let calls = source.split("Rejection::explained(").skip(1);
        let named = calls.filter_map(|call| call.split(')').next()?.split('"').nth(1));
        named.map(str::to_owned).collect()
    };
    let told: Vec<String> = sources.iter().flat_map(told).collect();
    assert!(told.iter().any(|name| name == "not-a-websocket"), "{told:?}");
    for name in &told {
        assert!(document.contains(&format!("`{name}`")), "PROTOCOL.md does not explain `{name}`");
    }

    let codes: Vec<(&str, &str)> =
        sources.iter().flat_map(|source| source.lines()).filter_map(close_code).collect();
    for (code, name) in &codes {
        assert!(document.contains(&format!("\n| {code} | `{name}` |")), "PROTOCOL.md lacks {code} {name}");
    }
    let documented = document.lines().filter(|line| is_close_code(line)).count();
    assert_eq!(documented, codes.len(), "a code too many: {codes:?}");
    assert!(codes.len() >= 11);
}

/// Reads `Variant => (1012, "restarting"),`.
fn close_code(line: &str) -> Option<(&str, &str)> {
    let (code, name) = line.split_once("=> (")?.1.strip_suffix("\"),")?.split_once(", \"")?;
    code.parse::<u16>().is_ok().then_some((code, name))
}

fn is_close_code(line: &str) -> bool {
    let code = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next());
    code.is_some_and(|code| code.len() == 4 && code.parse::<u16>().is_ok())
}
