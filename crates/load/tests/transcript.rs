//! What the program prints, word for word.

#[test]
fn the_program_prints_what_the_transcript_says() {
    trycmd::TestCases::new().env("LC_ALL", "C").case("tests/transcript.md");
}
