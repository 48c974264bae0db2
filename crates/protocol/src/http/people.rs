//! The bodies about people: names, keys, the queue, ratings, histories.
//!
//! Who asks is said by the header `Authorization: Bearer` and the secret of a guest or the token of a program. Times are
//! milliseconds since 1970, ratings whole numbers.

use serde::{Deserialize, Serialize};

/// Declares bodies: all of them are read and written as JSON, compared and described in the same way.
macro_rules! bodies {
    ($($(#[$meta:meta])* pub struct $Name:ident { $($body:tt)* })+) => {
        $(
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            $(#[$meta])*
            pub struct $Name { $($body)* }
        )+
    };
}

/// What kind of player somebody is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// Somebody without a name of their own.
    #[default]
    Guest,
    /// Somebody with a name of their own.
    Person,
    /// A stranger's program with a name of its own.
    Program,
    /// A bot of the server.
    Bot,
    /// Somebody who deleted their name.
    Deleted,
}

/// What a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum KeyKind {
    /// The secret that a browser keeps.
    Browser,
    /// A passkey.
    Passkey,
    /// A code on paper.
    Recovery,
    /// The token of a program.
    Token,
}

/// Why somebody is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReportKind {
    /// Two play as one, or somebody loses on purpose.
    Cheating,
    /// What they say.
    Abuse,
    /// What they are called.
    Name,
    /// Something else.
    Other,
}

/// What a token is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Sit down at tables whose link it has.
    Play,
    /// Wait in the queue for quick games.
    Queue,
    /// Read its own games and the stream of events.
    Read,
}

bodies! {
    /// A name to be claimed.
    #[serde(deny_unknown_fields)]
    pub struct ClaimName {
        /// The name.
        pub name: String,
        /// What this browser is called among the keys.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub label: Option<String>,
    }

    /// Who you are. A guest has no name, and nothing else.
    pub struct Me {
        /// Your name, if you have claimed one.
        pub name: Option<String>,
        /// What you are.
        pub kind: PlayerKind,
        /// Since when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub since: Option<i64>,
        /// How you can prove that you are you.
        #[serde(default)]
        pub keys: Vec<KeyInfo>,
        /// Your ratings.
        #[serde(default)]
        pub ratings: Vec<RatingInfo>,
        /// The names of those you have blocked.
        #[serde(default)]
        pub blocks: Vec<String>,
        /// Your programs.
        #[serde(default)]
        pub programs: Vec<ProgramInfo>,
        /// The table of your quick game that is still being played, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub table: Option<String>,
        /// Until when you may not play with strangers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub banned_until: Option<i64>,
    }

    /// A key. What it is made of is told to nobody.
    pub struct KeyInfo {
        /// Its number.
        pub key: i64,
        /// What it is.
        pub kind: KeyKind,
        /// What you called it.
        pub label: String,
        /// When it was made.
        pub made: i64,
        /// When it was used last, within an hour.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub used: Option<i64>,
        /// Whether it is the one you ask with.
        #[serde(default)]
        pub this: bool,
    }

    /// A code to write down. It is told once; an earlier one is of no use any more.
    pub struct RecoveryCode {
        /// The code.
        pub code: String,
    }

    /// A link for another device of yours.
    pub struct DeviceLink {
        /// The code, which works once.
        pub code: String,
        /// The address to open there.
        pub link: String,
        /// Seconds until it is of no use.
        pub seconds: u32,
    }

    /// What a browser needs to make a passkey: `navigator.credentials.create`. Bytes are base64url without padding.
    pub struct PasskeyCreation {
        /// To be signed.
        pub challenge: String,
        /// The id of the relying party: the host of the server.
        pub rp_id: String,
        /// `user.id`.
        pub user_id: String,
        /// `user.name` and `user.displayName`.
        pub user_name: String,
        /// The passkeys that you have already: `excludeCredentials`.
        pub exclude: Vec<String>,
        /// The algorithms, the best first: `pubKeyCredParams`.
        pub algorithms: Vec<i32>,
    }

    /// A passkey that a browser made.
    #[serde(deny_unknown_fields)]
    pub struct NewPasskey {
        /// `rawId`.
        pub credential: String,
        /// `response.getPublicKey()`.
        pub public_key: String,
        /// `response.getPublicKeyAlgorithm()`.
        pub algorithm: i32,
        /// `response.clientDataJSON`.
        pub client_data: String,
        /// `response.getAuthenticatorData()`.
        pub authenticator_data: String,
        /// What you call it.
        #[serde(default)]
        pub label: String,
    }

    /// What a browser needs to use a passkey: `navigator.credentials.get`, with no `allowCredentials`.
    pub struct PasskeyRequest {
        /// To be signed.
        pub challenge: String,
        /// The id of the relying party.
        pub rp_id: String,
    }

    /// A passkey that was used.
    #[serde(deny_unknown_fields)]
    pub struct PasskeySignIn {
        /// `rawId`.
        pub credential: String,
        /// `response.clientDataJSON`.
        pub client_data: String,
        /// `response.authenticatorData`.
        pub authenticator_data: String,
        /// `response.signature`.
        pub signature: String,
        /// What this browser is called among the keys.
        #[serde(default)]
        pub label: String,
    }

    /// A code that was given: that of a link, or the one on paper.
    #[serde(deny_unknown_fields)]
    pub struct CodeSignIn {
        /// The code.
        pub code: String,
        /// What this browser is called among the keys.
        #[serde(default)]
        pub label: String,
    }

    /// A program of yours.
    pub struct ProgramInfo {
        /// Its name.
        pub name: String,
        /// What its token is good for.
        pub scopes: Vec<Scope>,
        /// When its token was made.
        pub made: i64,
        /// When its token was used last, within an hour.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub used: Option<i64>,
    }

    /// A program to be made.
    #[serde(deny_unknown_fields)]
    pub struct NewProgram {
        /// Its name, which nobody else may have.
        pub name: String,
        /// What its token is good for.
        pub scopes: Vec<Scope>,
    }

    /// A program that was made, or got a new token.
    pub struct MadeProgram {
        /// Its name.
        pub name: String,
        /// Its token: 32 hexadecimal digits, told once. It stands wherever a guest's secret does.
        pub token: String,
    }

    /// What somebody wants to play.
    #[serde(deny_unknown_fields)]
    pub struct EnterQueue {
        /// What a guest is called at the table; a name of your own counts in any case.
        pub name: String,
        /// How many play: 2, 4 or 6.
        pub players: u8,
        /// The preset.
        pub preset: String,
        /// `quick`, `normal` or `slow`.
        pub speed: String,
        /// Whether the tour is to be rated, for which you need a name of your own.
        #[serde(default)]
        pub rated: bool,
        /// Whether free chairs may be filled with bots at once.
        #[serde(default)]
        pub bots: bool,
        /// The tip of your chain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tip: Option<String>,
    }

    /// A place in the queue. It lasts while its stream is read.
    pub struct Queued {
        /// Stands for your place: nobody else is told it.
        pub ticket: String,
    }

    /// How many wait for what.
    #[derive(Default)]
    pub struct QueueStatus {
        /// How many people wait.
        pub waiting: u32,
        /// What they wait for; those with nobody are left out.
        pub lines: Vec<QueueLine>,
    }

    /// Those who wait for the same.
    pub struct QueueLine {
        /// How many play.
        pub players: u8,
        /// The preset.
        pub preset: String,
        /// The speed.
        pub speed: String,
        /// Whether it is rated.
        pub rated: bool,
        /// How many people wait for it.
        pub waiting: u32,
    }

    /// How waiting goes on: the event `waiting` of the stream of a ticket, once a second.
    pub struct Waiting {
        /// How many wait for the same, you included.
        pub waiting: u32,
        /// How many it takes.
        pub players: u8,
        /// For how many seconds you have waited.
        pub seconds: u32,
        /// How many more it may take, by what it took others lately; none: nobody knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub expected: Option<u32>,
        /// Whether the free chairs can be filled with bots now: `POST /api/queue/{ticket}/bots`.
        pub offer_bots: bool,
        /// Whether they will be.
        pub bots: bool,
    }

    /// You have a table: the event `table` of the stream of a ticket, and `game-start` of that of your games.
    pub struct Seated {
        /// Its name.
        pub table: String,
        /// Its link.
        pub link: String,
    }

    /// A rating in one pool.
    pub struct RatingInfo {
        /// The pool, such as `duel-classic` or `table-calza`.
        pub pool: String,
        /// The rating.
        pub rating: i32,
        /// How far off it may be: twice the standard deviation.
        pub uncertainty: i32,
        /// Whether so little is known that it is shown as a question.
        pub provisional: bool,
        /// Rated tours.
        pub games: u32,
        /// How many of them were won.
        pub wins: u32,
        /// The highest rating since it was certain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub best: Option<i32>,
    }

    /// Everything about somebody that everybody may see.
    pub struct Profile {
        /// The name as it is written.
        pub name: String,
        /// What they are.
        pub kind: PlayerKind,
        /// Whose program it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub owner: Option<String>,
        /// Since when they have the name.
        pub since: i64,
        /// Their ratings, those of most games first.
        pub ratings: Vec<RatingInfo>,
        /// Their results by preset and number of players.
        pub results: Vec<ResultRow>,
        /// Whom they met most often in their latest games.
        pub opponents: Vec<OpponentRow>,
        /// The games that gained them most.
        pub best: Vec<GameRow>,
        /// Whether you have blocked them.
        #[serde(default)]
        pub blocked: bool,
    }

    /// Results in tours of one kind.
    pub struct ResultRow {
        /// The preset; `other` for all others.
        pub preset: String,
        /// How many played.
        pub players: u8,
        /// Tours.
        pub games: u32,
        /// Of which won.
        pub wins: u32,
        /// The mean place, from 1.
        pub mean_place: f64,
    }

    /// Somebody who was met.
    pub struct OpponentRow {
        /// Their name.
        pub name: String,
        /// What they are.
        pub kind: PlayerKind,
        /// In how many tours.
        pub games: u32,
        /// In how many of them the profile's owner came out ahead.
        pub ahead: u32,
    }

    /// A finished tour.
    pub struct GameRow {
        /// Its number among all; a later one is greater.
        pub game: i64,
        /// When it ended.
        pub at: i64,
        /// The table.
        pub table: String,
        /// The number of the tour there.
        pub tour: u32,
        /// The rules.
        pub rules: String,
        /// Whether it was rated, and in which pool.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pool: Option<String>,
        /// Whether only those who played see it in their histories.
        #[serde(default)]
        pub private: bool,
        /// Who played, the winner first.
        pub players: Vec<GamePlayer>,
        /// Where its record is.
        pub record: String,
        /// Where the proof of its dice is.
        pub proof: String,
    }

    /// Somebody in a finished tour.
    pub struct GamePlayer {
        /// The name; of a bot, what it was called there.
        pub name: String,
        /// What they are.
        pub kind: PlayerKind,
        /// The bot of the ladder, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub level: Option<String>,
        /// The place, from 1.
        pub place: u8,
        /// Whether they left, or were away when they lost their last die.
        #[serde(default)]
        pub left: bool,
        /// Whether it is you.
        #[serde(default)]
        pub you: bool,
        /// What the tour did to their rating.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rating: Option<RatingChange>,
    }

    /// What a tour did to a rating, and why.
    pub struct RatingChange {
        /// The rating before.
        pub before: i32,
        /// The rating after.
        pub after: i32,
        /// How far off it may be now: twice the standard deviation.
        pub uncertainty: i32,
        /// The share of opponents that they were expected to beat, from 0 to 1.
        pub expected: f64,
        /// The share that they did beat.
        pub actual: f64,
    }

    /// What came of a tour.
    pub struct TourResult {
        /// The tour; none if it is not over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub game: Option<GameRow>,
        /// Whether it is rated, but not yet: ask again in a second.
        pub pending: bool,
    }

    /// A part of a history, the latest game first.
    pub struct GamesPage {
        /// The games.
        pub games: Vec<GameRow>,
        /// What to give as `before` for those that follow; none: these were the last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub next: Option<i64>,
    }

    /// A curve of ratings.
    pub struct RatingCurve {
        /// The pool.
        pub pool: String,
        /// Its points in the order of time, 400 at most.
        pub points: Vec<RatingPoint>,
    }

    /// A point of a curve.
    pub struct RatingPoint {
        /// When.
        pub at: i64,
        /// The rating.
        pub rating: i32,
        /// How far off it may have been.
        pub uncertainty: i32,
    }

    /// The best of a pool. Those whose rating is uncertain are not in it.
    pub struct Leaderboard {
        /// The pool.
        pub pool: String,
        /// All pools in which somebody is listed.
        pub pools: Vec<String>,
        /// The best, in order.
        pub rows: Vec<LeaderRow>,
        /// What to give as `from` for those that follow; none: these were the last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub next: Option<u32>,
    }

    /// Somebody on a leaderboard.
    pub struct LeaderRow {
        /// The place, from 1.
        pub rank: u32,
        /// The name; of a bot of the server, that of the ladder.
        pub name: String,
        /// What they are.
        pub kind: PlayerKind,
        /// The rating.
        pub rating: RatingInfo,
    }

    /// Somebody is reported.
    #[serde(deny_unknown_fields)]
    pub struct NewReport {
        /// Who.
        pub name: String,
        /// Why.
        pub kind: ReportKind,
        /// At which table, if at one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub table: Option<String>,
        /// What happened, in at most 1,000 characters.
        #[serde(default)]
        pub text: String,
    }
}

/// Somebody in a chair of a table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SitterSummary {
    /// The name at the table.
    pub name: String,
    /// What they are.
    pub kind: PlayerKind,
    /// The name that is theirs, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
}
