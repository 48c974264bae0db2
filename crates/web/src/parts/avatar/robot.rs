//! The face of a bot: every level of the ladder has one, and every character, whatever it stands on.

use perudo_bots::{BotKind, Character, Opponent};

use super::Mood;

/// Paint, and paint in the shade.
const PAINT: &[(&str, &str)] = &[
    ("#9fb4c4", "#7d93a5"),
    ("#d6a15c", "#b47f3c"),
    ("#8fbf9a", "#6b9d78"),
    ("#c48fae", "#a36c8d"),
    ("#8fa3d6", "#6c80b6"),
    ("#d68a78", "#b46857"),
    ("#b9b2a3", "#958d7d"),
    ("#7fc0c4", "#5b9ea3"),
];

// In drawings {b} is the paint, {k} the paint in the shade, {g} what glows, {l} a line.

const BODY: &str = r##"<rect width="100" height="100" fill="#2c3646"/><path d="M20 100l5-15q1-4 6-4h38q5 0 6 4l5 15z" fill="{k}"/><path d="M43 74h14v9H43z" fill="#20242e"/><path d="M17 46h8v15h-8zM75 46h8v15h-8z" fill="{k}"/>"##;
const ANTENNA: &str =
    r##"<path d="M50 30V18" stroke="{k}" stroke-width="4"/><circle cx="50" cy="15" r="5" fill="{g}"/>"##;
const HEAD: &str = r##"<rect x="24" y="29" width="52" height="47" rx="13" fill="{b}"/>"##;
const ROUND: &str = r##"<rect x="23" y="29" width="54" height="47" rx="23" fill="{b}"/>"##;
const VISOR: &str = r##"<rect x="30" y="40" width="40" height="20" rx="9" fill="#20242e"/>"##;
const EYES: &str =
    r##"<g fill="{g}"><circle cx="41" cy="50" r="4.5"/><circle cx="59" cy="50" r="4.5"/></g>"##;

const SMILE: &str = r##"<path d="M41 66q9 7 18 0" {l}/>"##;
const FLAT: &str = r##"<path d="M41 68h18" {l}/>"##;
const SMIRK: &str = r##"<path d="M43 68q9 2 15-3" {l}/>"##;
const GLAD: &str = r##"<path d="M39 64q11 14 22 0z" fill="#20242e"/>"##;
const SAD: &str = r##"<path d="M41 70q9-7 18 0" {l}/>"##;
const LINE: &str = r##"fill="none" stroke="#20242e" stroke-width="3.4" stroke-linecap="round""##;

// A die that fell on its edge, with a question.
const RANDOM: &str = r##"<g transform="rotate(-8 50 52)"><rect x="25" y="28" width="50" height="50" rx="11" fill="#fffaf0" stroke="{k}" stroke-width="3"/><circle cx="39" cy="46" r="6.5" fill="#20242e"/><circle cx="61" cy="45" r="4" fill="#20242e"/></g><path d="M46 20q0-7 6-7 5 0 5 4.5 0 4-5 5v3" fill="none" stroke="{g}" stroke-width="3.4" stroke-linecap="round"/>"##;
const WAVE: &str = r##"<path d="M38 66q4-5 8 0t8 0 8 0" {l}/>"##;
// Big eyes under a cap with a propeller.
const NOVICE: &str = r##"<g fill="#fff"><circle cx="40" cy="51" r="8"/><circle cx="60" cy="51" r="8"/></g><g fill="#20242e"><circle cx="41" cy="52" r="4.5"/><circle cx="59" cy="52" r="4.5"/></g><path d="M28 35c2-10 11-15 22-15s20 5 22 15z" fill="#d9604f"/><path d="M50 20c-6 0-8 7-8 15h16c0-8-2-15-8-15z" fill="#f3c14b"/><path d="M50 20v-6" stroke="#f7f3ea" stroke-width="3"/><path d="M50 14q-12-7-19-1 8 5 19 1 12 7 19 1-8-6-19 0z" fill="#7fd0e0"/>"##;
const ROUND_MOUTH: &str = r##"<circle cx="50" cy="67" r="3.6" fill="#20242e"/>"##;
// What things come to.
const STEADY: &str =
    r##"<path d="M35 47.5h11M35 53h11M54 47.5h11M54 53h11" stroke="{g}" stroke-width="3.6"/>"##;
const READER: &str = r##"<g fill="#fff" stroke="#20242e" stroke-width="3.4"><circle cx="39" cy="50" r="9.5"/><circle cx="61" cy="50" r="9.5"/></g><path d="M48 49q2-2 4 0" fill="none" stroke="#20242e" stroke-width="3"/><g fill="#20242e"><circle cx="41" cy="52" r="4"/><circle cx="63" cy="52" r="4"/></g>"##;
const BULB: &str = r##"<path d="M50 8c-8 0-12 5-12 11 0 5 4 7 5 12h14c1-5 5-7 5-12 0-6-4-11-12-11z" fill="#ffe28a"/><path d="M46 31v-7l4-4 4 4v7" fill="none" stroke="#b47f3c" stroke-width="2.4"/>"##;
const THINKER: &str =
    r##"<path d="M35 38l11-3M55 36h10" stroke="#20242e" stroke-width="3.2" stroke-linecap="round"/>"##;
// A doctor's hat; the unknown is found.
const SOLVER: &str = r##"<path d="M37 47l7 6M44 47l-7 6M56 50h8" fill="none" stroke="{g}" stroke-width="3.4" stroke-linecap="round"/><path d="M30 26h40v8H30z" fill="#7c3b46"/><path d="M50 11l34 12-34 11-34-11z" fill="#a2505c"/><path d="M80 24v14" stroke="#f3c14b" stroke-width="2.6"/><circle cx="80" cy="40" r="3.4" fill="#f3c14b"/>"##;
const SPRING: &str = r##"<path d="M50 30q-7-3 0-6t0-6" fill="none" stroke="{k}" stroke-width="3.6"/><circle cx="50" cy="15" r="4.5" fill="{g}"/>"##;
const PUPIL: &str = r##"<g fill="{k}"><circle cx="31" cy="65" r="1.7"/><circle cx="36" cy="67" r="1.7"/><circle cx="69" cy="65" r="1.7"/><circle cx="64" cy="67" r="1.7"/></g>"##;
const TOOTH: &str =
    r##"<path d="M41 65q9 9 18 0z" fill="#20242e"/><path d="M47 65.5h6v4h-6z" fill="#fff"/>"##;
const AMATEUR: &str = r##"<path d="M23 32q27-6 54 0v8q-27-6-54 0z" fill="#fff"/><path d="M23 36q27-6 54 0" fill="none" stroke="#d9604f" stroke-width="3"/><path d="M77 34l9-4-1 7 4 5-12-2z" fill="#fff"/>"##;
const REGULAR: &str = r##"<path d="M22 36c-1-12 10-19 27-19 18 0 28 6 28 17 0 3-2 4-5 3-12-4-32-4-50-1z" fill="#8f6a47"/><path d="M22 36c-6 0-10 3-9 6 8 0 24-4 36-4z" fill="#6d4f34"/><circle cx="50" cy="17" r="3" fill="#6d4f34"/>"##;
// A patch and a moustache.
const VETERAN: &str = r##"<circle cx="41" cy="50" r="4.5" fill="{g}"/><path d="M52 44h15v11H52z" fill="#4a5060"/><path d="M24 38l52 6" stroke="#4a5060" stroke-width="3"/>"##;
const MOUSTACHE: &str =
    r##"<path d="M50 63c-7-3-14-1-18 4 7 3 14 2 18-1 4 3 11 4 18 1-4-5-11-7-18-4z" fill="#e9e6df"/>"##;
const EXPERT: &str = r##"<circle cx="59" cy="50" r="9" fill="none" stroke="#f3c14b" stroke-width="2.8"/><path d="M67 54q4 8 1 18" fill="none" stroke="#f3c14b" stroke-width="1.8"/><path d="M33 30V10h34v20z" fill="#4a5268"/><path d="M33 22h34v6H33z" fill="#b5473c"/><path d="M21 28h58v5H21z" fill="#4a5268"/>"##;
const MASTER: &str = r##"<path d="M35 53l6-7 6 7zM53 53l6-7 6 7z" fill="{g}"/><path d="M26 31l-3-20 14 10L50 7l13 14 14-10-3 20z" fill="#f3c14b"/><path d="M26 27h48v5H26z" fill="#d29a24"/><g fill="#b5473c"><circle cx="50" cy="21" r="3"/><circle cx="36" cy="24" r="2"/><circle cx="64" cy="24" r="2"/></g>"##;

// Animals: what is behind the head, and what is in front of it.
const FOX_EARS: &str = r##"<path d="M26 42l-3-29 22 17zM74 42l3-29-22 17z" fill="#d9772f"/>"##;
const FOX: &str = r##"<path d="M24 61q14 1 26 15-26 3-26-15zM76 61q-14 1-26 15 26 3 26-15z" fill="#fff3e2"/><circle cx="50" cy="63" r="3.2" fill="#20242e"/>"##;
const DOG: &str = r##"<path d="M29 29q-15 1-14 29 11 3 16-9zM71 29q15 1 14 29-11 3-16-9z" fill="#7a5a3c"/><ellipse cx="50" cy="62.5" rx="4.6" ry="3.2" fill="#20242e"/>"##;
const OWL: &str = r##"<path d="M27 37l-4-19 18 12zM73 37l4-19-18 12z" fill="{k}"/><g fill="#fff3d6"><circle cx="39" cy="49" r="11"/><circle cx="61" cy="49" r="11"/></g><g fill="#20242e"><circle cx="40" cy="49" r="5.5"/><circle cx="60" cy="49" r="5.5"/></g><path d="M46 57h8l-4 8z" fill="#f3c14b"/>"##;
const SHEEP: &str = r##"<g fill="#fbf7ee"><circle cx="32" cy="31" r="9"/><circle cx="44" cy="26" r="10"/><circle cx="57" cy="26" r="10"/><circle cx="68" cy="31" r="9"/></g><path d="M24 42q-14-2-15 7 10 6 16 1zM76 42q14-2 15 7-10 6-16 1z" fill="{k}"/>"##;
const ROOSTER: &str = r##"<path d="M33 32q-4-14 8-12 2-13 10-4 8-9 11 4 11-1 5 12z" fill="#d9483b"/><path d="M44 58h12l-6 9z" fill="#f3c14b"/><path d="M46 74q-3 11 4 12 7-1 4-12z" fill="#d9483b"/>"##;
const PARROT: &str = r##"<path d="M46 32q-14-16-27-10 11 3 13 12z" fill="#d9483b"/><path d="M52 31q-8-22-22-22 9 8 9 21z" fill="#f3c14b"/><path d="M58 31q-6-20-17-24 5 11 3 24z" fill="#5fae57"/><path d="M42 57q8-4 16 0 3 9-5 17-1-6-5-8-6-2-6-9z" fill="#f3a33b"/>"##;
const WOLF_EARS: &str = r##"<path d="M25 44l-5-31 24 16zM75 44l5-31-24 16z" fill="#6a7382"/>"##;
const WOLF: &str = r##"<path d="M31 38l13 4M69 38l-13 4" stroke="#20242e" stroke-width="3.4" stroke-linecap="round"/><path d="M43 68l2.6 6 2.6-6zM52 68l2.6 6 2.6-6z" fill="#fff"/>"##;
// It has found something that glitters.
const MAGPIE: &str = r##"<path d="M24 44q-1-23 26-25 27 2 26 25-26-9-52 0z" fill="#20242e"/><path d="M44 60h13l-9 7z" fill="#4a5060"/><rect x="69" y="68" width="20" height="20" rx="4" fill="#fffaf0"/><circle cx="79" cy="78" r="3.4" fill="#b5473c"/>"##;

/// What a character is drawn of, and its mouth when it is calm.
const fn animal(character: Character) -> (&'static [&'static str], &'static str) {
    match character {
        Character::Fox => (&[FOX_EARS, HEAD, VISOR, EYES, FOX], SMIRK),
        Character::Dog => (&[ROUND, VISOR, EYES, DOG], SMILE),
        Character::Owl => (&[ROUND, OWL], FLAT),
        Character::Sheep => (&[ROUND, VISOR, EYES, SHEEP], SMILE),
        Character::Rooster => (&[HEAD, VISOR, EYES, ROOSTER], ""),
        Character::Parrot => (&[ROUND, VISOR, EYES, PARROT], ""),
        Character::Wolf => (&[WOLF_EARS, HEAD, VISOR, EYES, WOLF], FLAT),
        Character::Magpie => (&[ROUND, VISOR, EYES, MAGPIE], SMIRK),
    }
}

/// What a bot is drawn of, and its mouth when it is calm.
const fn parts(kind: BotKind) -> (&'static [&'static str], &'static str) {
    match kind {
        BotKind::Random => (&[RANDOM], WAVE),
        BotKind::Novice => (&[ROUND, NOVICE], ROUND_MOUTH),
        BotKind::Steady => (&[ANTENNA, HEAD, VISOR, STEADY], FLAT),
        BotKind::Reader => (&[ANTENNA, HEAD, READER], SMILE),
        BotKind::Thinker => (&[BULB, HEAD, VISOR, EYES, THINKER], SMIRK),
        BotKind::Solver => (&[HEAD, VISOR, SOLVER], FLAT),
        BotKind::Pupil => (&[SPRING, ROUND, VISOR, EYES, PUPIL], TOOTH),
        BotKind::Amateur => (&[ANTENNA, HEAD, VISOR, EYES, AMATEUR], SMILE),
        BotKind::Regular => (&[HEAD, VISOR, EYES, REGULAR], SMILE),
        BotKind::Veteran => (&[ANTENNA, HEAD, VISOR, VETERAN, MOUSTACHE], ""),
        BotKind::Expert => (&[HEAD, VISOR, EYES, EXPERT], SMIRK),
        BotKind::Master => (&[HEAD, VISOR, MASTER], SMILE),
    }
}

pub(super) fn drawing(opponent: Opponent, paint: u8, mood: Mood) -> String {
    let (parts, mouth) = opponent.character.map_or_else(|| parts(opponent.kind), animal);
    let (paint, shade) = PAINT.get(usize::from(paint) % PAINT.len()).copied().unwrap_or_default();
    let mouth = match mood {
        Mood::Calm => mouth,
        Mood::Glad => GLAD,
        Mood::Sad => SAD,
    };
    [BODY, &parts.concat(), mouth]
        .concat()
        .replace("{b}", paint)
        .replace("{k}", shade)
        .replace("{g}", "#8ff0e0")
        .replace("{l}", LINE)
}
