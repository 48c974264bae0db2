//! The face of a person.

use super::{Mood, Picks};

/// Skin, and skin in the shade.
const SKIN: &[(&str, &str)] = &[
    ("#fde0c5", "#eec39f"),
    ("#f6c9a0", "#dfa578"),
    ("#e6a877", "#c98555"),
    ("#c98a5a", "#a96c40"),
    ("#9a6240", "#7b4a2d"),
    ("#6f4530", "#53321f"),
];
const HAIR: &[&str] = &["#2d211b", "#5a3a22", "#a8672e", "#d9a441", "#b5452f", "#8d8d93", "#4a4f7c"];
const CLOTH: &[&str] =
    &["#b5473c", "#2f6f8f", "#5b7f3a", "#7a4f96", "#d08a2c", "#39505f", "#c25a86", "#3c8076"];
const BACK: &[&str] =
    &["#f3d9a8", "#bfe0d3", "#c9d8f2", "#f3c8bd", "#e0cdf0", "#d8e6b0", "#f6dfe6", "#cfe6ee"];

// In drawings {s} is the skin, {d} the skin in the shade, {h} the hair, {c} the cloth, {l} a line.

const BODY: &str = r##"<path d="M13 100c1-19 16-25 37-25s36 6 37 25z" fill="{c}"/><path d="M42 66h16v11c0 4-4 7-8 7s-8-3-8-7z" fill="{d}"/><circle cx="26.5" cy="53" r="5.5" fill="{d}"/><circle cx="73.5" cy="53" r="5.5" fill="{d}"/>"##;
const HEAD: &[&str] = &[
    r##"<ellipse cx="50" cy="51" rx="24" ry="26" fill="{s}"/>"##,
    r##"<rect x="27" y="26" width="46" height="52" rx="21" fill="{s}"/>"##,
    r##"<path d="M27 46c0-14 10-22 23-22s23 8 23 22c0 18-10 33-23 33S27 64 27 46z" fill="{s}"/>"##,
];
const NOSE: &str =
    r##"<path d="M50 53q-4 6 1 7" fill="none" stroke="{d}" stroke-width="2.6" stroke-linecap="round"/>"##;

/// Hair and hats: what is behind the head, and what is on it.
const TOP: &[(&str, &str)] = &[
    // Short.
    (
        "",
        r##"<path d="M25 50c-3-21 9-31 25-31s28 10 25 31c-3-8-6-12-10-15-9 3-23 3-31-1-5 4-8 9-9 16z" fill="{h}"/>"##,
    ),
    // To the side.
    (
        "",
        r##"<path d="M25 51c-4-23 10-33 26-33 17 0 27 11 24 33-2-7-4-11-8-14-7 0-18-2-25-8-3 9-13 11-17 22z" fill="{h}"/>"##,
    ),
    // Curls.
    (
        "",
        r##"<g fill="{h}"><circle cx="30" cy="38" r="9"/><circle cx="36" cy="28" r="10"/><circle cx="50" cy="24" r="11"/><circle cx="64" cy="28" r="10"/><circle cx="70" cy="38" r="9"/></g>"##,
    ),
    // A bun.
    (
        r##"<circle cx="50" cy="16" r="9" fill="{h}"/>"##,
        r##"<path d="M25 50c-3-20 9-30 25-30s28 10 25 30c-4-12-12-18-25-18s-21 6-25 18z" fill="{h}"/>"##,
    ),
    // Long.
    (
        r##"<path d="M22 48c0-20 11-30 28-30s28 10 28 30v34H22z" fill="{h}"/>"##,
        r##"<path d="M26 52c-2-20 8-30 24-30s26 10 24 30c-4-4-8-10-9-17-9 6-24 5-30 0-1 7-5 13-9 17z" fill="{h}"/>"##,
    ),
    // None.
    ("", ""),
    // Spikes.
    (
        "",
        r##"<path d="M25 48l-2-16 9 4 2-14 10 8 6-13 7 13 10-8 1 14 10-4-3 16c-4-9-12-14-25-14s-21 5-25 14z" fill="{h}"/>"##,
    ),
    // A chullo, as they are worn where the game comes from.
    (
        "",
        r##"<path d="M23 47c0-21 12-31 27-31s27 10 27 31l3 16-9 2-3-20c-10-5-26-5-36 0l-3 20-9-2z" fill="{c}"/><path d="M24 42c8-6 44-6 52 0l1 6c-10-6-44-6-54 0z" fill="#fff3d6"/><path d="M28 44l4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3 4 3 4-3 3 3" fill="none" stroke="{c}" stroke-width="2"/><circle cx="50" cy="14" r="5" fill="#fff3d6"/>"##,
    ),
    // A cap.
    (
        r##"<path d="M30 52c-4 4-4 12-3 16M70 52c4 4 4 12 3 16" stroke="{h}" stroke-width="7" fill="none"/>"##,
        r##"<path d="M25 44c0-17 11-26 25-26s25 9 25 26z" fill="{c}"/><path d="M48 38h36c2 4 0 7-4 7H48z" fill="{c}"/><path d="M48 38h36c2 4 0 7-4 7H48z" fill-opacity=".2"/><circle cx="50" cy="18" r="3" fill="#fff3d6"/>"##,
    ),
    // A hat.
    (
        "",
        r##"<path d="M29 40c0-16 3-25 12-24 4 0 6 2 9 2s5-2 9-2c9-1 12 8 12 24z" fill="{c}"/><path d="M29 34h42v7H29z" fill="#2b2118"/><ellipse cx="50" cy="41" rx="37" ry="6" fill="{c}"/>"##,
    ),
    // A scarf.
    (
        "",
        r##"<path d="M24 52c-3-23 9-34 26-34s29 11 26 34c-1 3-3 2-3-1-1-12-10-18-23-18s-22 6-23 18c0 3-2 4-3 1z" fill="{c}"/><g fill="#fff3d6"><circle cx="38" cy="27" r="2.2"/><circle cx="50" cy="24" r="2.2"/><circle cx="62" cy="27" r="2.2"/><circle cx="30" cy="37" r="2.2"/><circle cx="70" cy="37" r="2.2"/></g>"##,
    ),
    // A bob.
    (
        r##"<path d="M21 50c0-21 12-32 29-32s29 11 29 32c0 8-1 14-3 20H24c-2-6-3-12-3-20z" fill="{h}"/>"##,
        r##"<path d="M27 46c0-16 9-24 23-24s23 8 23 24c-8-7-38-7-46 0z" fill="{h}"/>"##,
    ),
];
const BEARD: &[&str] = &[
    "",
    "",
    "",
    r##"<path d="M27 56c1 16 9 26 23 26s22-10 23-26c-5 7-9 4-13 3-6-3-14-3-20 0-4 1-8 4-13-3z" fill="{h}"/>"##,
    r##"<path d="M50 59c-6-3-12 0-15 4 6 2 12 1 15-1 3 2 9 3 15 1-3-4-9-7-15-4z" fill="{h}"/>"##,
];
const EYES: &[&str] = &[
    r##"<circle cx="41" cy="51" r="3.4"/><circle cx="59" cy="51" r="3.4"/>"##,
    r##"<path d="M37 52q4-5 8 0M55 52q4-5 8 0" {l}/>"##,
    r##"<g fill="#fff"><circle cx="41" cy="51" r="5.6"/><circle cx="59" cy="51" r="5.6"/></g><circle cx="42" cy="51" r="3"/><circle cx="60" cy="51" r="3"/>"##,
];
const BROWS: &[&str] = &[
    "",
    r##"<path d="M36 43q5-3 9 0M55 43q4-3 9 0" fill="none" stroke="{h}" stroke-width="2.6" stroke-linecap="round"/>"##,
    r##"<path d="M36 42q4-1 9 1M55 41q5-3 9 0" fill="none" stroke="{h}" stroke-width="3" stroke-linecap="round"/>"##,
];
const MOUTH: &[&str] = &[
    r##"<path d="M42 64q8 7 16 0" {l}/>"##,
    r##"<path d="M44 65q8 4 13-2" {l}/>"##,
    r##"<path d="M44 66h12" {l}/>"##,
    r##"<path d="M42 63q8 12 16 0z" fill="#fff" stroke="#33251c" stroke-width="2.4" stroke-linejoin="round"/>"##,
];
const GLAD: &str = r##"<path d="M40 62q10 17 20 0z" fill="#7c2a22" stroke="#33251c" stroke-width="2.4" stroke-linejoin="round"/><path d="M42.5 63.5h15l-1 3h-13z" fill="#fff"/>"##;
const SAD: &str = r##"<path d="M42 68q8-8 16 0" {l}/>"##;
const EXTRA: &[&str] = &[
    "",
    "",
    r##"<g fill="none" stroke="#33251c" stroke-width="2.4"><circle cx="40.5" cy="51" r="8"/><circle cx="59.5" cy="51" r="8"/><path d="M48.5 50q1.5-1.5 3 0"/></g>"##,
    r##"<g fill="#d9604f" fill-opacity=".45"><circle cx="35" cy="60" r="4"/><circle cx="65" cy="60" r="4"/></g>"##,
];
const LINE: &str = r##"fill="none" stroke="#33251c" stroke-width="3" stroke-linecap="round""##;

pub(super) fn drawing(mut picks: Picks, beards: bool, mood: Mood) -> String {
    let (skin, shade) = picks.one(SKIN).unwrap_or_default();
    let (hair, cloth, back) = (picks.one(HAIR), picks.one(CLOTH), picks.one(BACK));
    let (behind, top) = picks.one(TOP).unwrap_or_default();
    let mut part = |of| picks.one(of).unwrap_or_default();
    let (head, eyes, brows, mouth, extra) = (part(HEAD), part(EYES), part(BROWS), part(MOUTH), part(EXTRA));
    let beard = if beards { part(BEARD) } else { "" };
    let mouth = match mood {
        Mood::Calm => mouth,
        Mood::Glad => GLAD,
        Mood::Sad => SAD,
    };
    let back = back.unwrap_or_default();
    [
        &format!(r##"<rect width="100" height="100" fill="{back}"/>"##),
        behind,
        BODY,
        head,
        beard,
        NOSE,
        r##"<g fill="#33251c">"##,
        eyes,
        "</g>",
        brows,
        mouth,
        extra,
        top,
    ]
    .concat()
    .replace("{s}", skin)
    .replace("{d}", shade)
    .replace("{h}", hair.unwrap_or_default())
    .replace("{c}", cloth.unwrap_or_default())
    .replace("{l}", LINE)
}
