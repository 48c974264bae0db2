// Every screen of the page, declared once: its name, its address, the part of the program it comes with, its component.
// `{…}` in an address is what varies: a part of the path, or the query. The page's router (`screen.rs`), the parts of
// the program (`chunks.rs`), the server's routes (`crates/page/src/routes.rs`) and the tests are made from this list.
macro_rules! screens {
    ($made_by:ident) => {
        $made_by! {
            /// Where people begin.
            Start at "/" in main is pages::start::Start;
            /// A game against bots, in this browser alone.
            Play(rules) at "/play?{rules}" in play is table::Alone;
            /// A game of several people who hand one device around.
            Together at "/together" in table is pages::together::Together;
            /// The form for a new table.
            New(rules) at "/new?{rules}" in table is pages::new_table::NewTable;
            /// A table of the server.
            Table(table) at "/t/{table}" in table is table::TablePage;
            /// A rule set in words.
            Rules(rules) at "/rules?{rules}" in table is pages::rules::RulesPage;
            /// A game that is over, step by step.
            Review(game) at "/review?{game}" in review is pages::review::Review;
            /// Where people learn.
            Learn at "/learn" in learn is pages::learn::Learn;
            /// A lesson.
            Lesson(lesson) at "/lesson?{lesson}" in learn is pages::learn::LessonPage;
            /// A puzzle: that of the day, or others.
            Puzzle(which) at "/puzzle?{which}" in learn is pages::learn::PuzzlePage;
            /// The trainer of odds.
            Odds at "/odds" in learn is pages::learn::OddsPage;
            /// The explorer of strategy.
            Explore(position) at "/explore?{position}" in learn is pages::learn::Explore;
            /// The games that were played in this browser.
            Games at "/games" in review is pages::games::Games;
            /// A game with whoever wants one; `now`: without another press.
            QuickGame(when) at "/people?{when}" in people is pages::people::QuickGame;
            /// The public tables, live.
            PublicTables at "/lobby" in people is pages::people::PublicTables;
            /// The best of a pool of ratings.
            Leaders(pool) at "/leaders?{pool}" in people is pages::people::Leaders;
            /// Somebody: ratings, results, games.
            Profile(name) at "/@{name}" in people is pages::people::Profile;
            /// Who you are here: your name, its keys, your programs.
            Me at "/me" in people is pages::people::Me;
            /// A link from another device of yours, which has a code after `#`.
            DeviceLink at "/link" in people is pages::people::DeviceLink;
        }
    };
}
