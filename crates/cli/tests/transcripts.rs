//! What the program prints, word for word: the transcripts here and those of the README.

#[test]
fn the_program_prints_what_the_transcripts_say() {
    // The README speaks from the root of the repository.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    trycmd::TestCases::new().env("LC_ALL", "C").case("crates/cli/tests/transcripts/*.md").case("README.md");
}
