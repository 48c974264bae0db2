// Every screen of the page, declared once: its name, its address, the part of the program it comes with, its component.
// `{…}` in an address is what varies: a part of the path, or the query. The page's router (`screen.rs`), the parts of
// the program (`chunks.rs`), the server's routes (`crates/page/src/routes.rs`) and the tests are made from this list.
macro_rules! screens {
    ($made_by:ident) => {
        $made_by! {
            /// Where people begin.
            Start at "/" in main is pages::Start;
            /// A game against bots, in this browser alone.
            Play(rules) at "/play?{rules}" in play is table::Alone;
            /// A game of several people who hand one device around.
            Together at "/together" in play is pages::Together;
            /// The form for a new table.
            New(rules) at "/new?{rules}" in play is pages::NewTable;
            /// A table of the server.
            Table(table) at "/t/{table}" in play is table::TablePage;
            /// A rule set in words.
            Rules(rules) at "/rules?{rules}" in play is pages::RulesPage;
            /// A game that is over, step by step.
            Review(game) at "/review?{game}" in review is pages::Review;
            /// The games that were played in this browser.
            Games at "/games" in review is pages::Games;
        }
    };
}
