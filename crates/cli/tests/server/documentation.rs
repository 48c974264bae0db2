//! PROTOCOL.md against the server's source.

/// What the server refuses by, which no library tells: the names are read out of its source.
#[test]
fn every_reason_and_close_code_of_the_server_is_in_the_protocol() {
    let document = include_str!("../../../../PROTOCOL.md");
    let texts = |source: &'static str, before: &'static str| {
        source.split(before).skip(1).map(|rest| rest.split('"').next().unwrap())
    };
    let reasons: Vec<&str> = texts(include_str!("../../../server/src/reason.rs"), "=> \"").collect();
    assert!(reasons.len() >= 16 && reasons.contains(&"too-old"), "{reasons:?}");
    let http = include_str!("../../../server/src/http.rs").replace('\n', " ");
    let told: Vec<&str> =
        http.split("Problem::told(").filter_map(|call| call.split(')').next()?.split('"').nth(1)).collect();
    assert!(told.contains(&"not-a-websocket"), "{told:?}");
    for name in reasons.into_iter().chain(told) {
        assert!(document.contains(&format!("`{name}`")), "PROTOCOL.md does not explain `{name}`");
    }
    let mut codes = 0;
    for line in include_str!("../../../server/src/mailbox.rs").lines() {
        let Some((_, code)) = line.split_once("=> (") else { continue };
        let (code, name) = code.trim_end_matches("\"),").split_once(", \"").unwrap();
        assert!(document.contains(&format!("\n| {code} | `{name}` |")), "PROTOCOL.md lacks {code} {name}");
        codes += 1;
    }
    assert_eq!(document.lines().filter(|line| is_close_code(line)).count(), codes, "a code too many");
    assert!(codes >= 11);
}

fn is_close_code(line: &str) -> bool {
    let code = line.strip_prefix("| ").and_then(|rest| rest.split(' ').next());
    code.is_some_and(|code| code.len() == 4 && code.parse::<u16>().is_ok())
}
