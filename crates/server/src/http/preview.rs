//! What a link says about itself where people send it: Open Graph. It has nothing that the page would not show to
//! whoever opens the link, and looking at it changes nothing.

use std::time::Duration;

use axum::http::{HeaderMap, Uri, header};
use percent_encoding::percent_decode_str;
use perudo_people::OwnName;
use perudo_protocol::http::RatingInfo;
use perudo_rules::Rules;
use perudo_table::{Chair, Sitter, Stage};
use perudo_words::{Language, Words};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::App;
use super::extract::preferred_language;
use super::guard::Asker;
use super::public_address::public_address;
use crate::claimer::Place;
use crate::cluster::NodeRequest;
use crate::page::Page;
use crate::room::Room;
use crate::store::{Owner, TableId};

/// Where the HTML has room for it.
const MARK: &str = "<!--preview-->";
/// How the path of the picture begins.
const PICTURE: &str = "/assets/preview-";
/// The size of the picture.
const SIZE: (u16, u16) = (1200, 630);

/// How long it may take to find a table.
const FINDING: Duration = Duration::from_secs(1);

/// The HTML of all screens.
#[derive(Clone, Copy)]
pub(super) struct Index {
    before: &'static str,
    after: &'static str,
    picture: Option<&'static str>,
}

impl Index {
    pub(super) fn of(page: &Page) -> Index {
        let html = std::str::from_utf8(page.index.bytes).unwrap_or_default();
        let (before, after) = html.split_once(MARK).unwrap_or((html, ""));
        let picture = page.assets.iter().map(|asset| asset.path).find(|path| path.starts_with(PICTURE));
        Index { before, after, picture }
    }

    /// The HTML of a screen whose link says this.
    pub(super) fn html(self, preview: &Preview, app: &App, headers: &HeaderMap) -> String {
        let picture = self.picture.map(|path| public_address(&app.rooms.config, headers) + path);
        let Index { before, after, .. } = self;
        format!("{before}{}{after}", preview.tags(picture.as_deref()))
    }
}

/// What a link says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Preview {
    title: String,
    about: String,
    /// Whether search engines may list it.
    listed: bool,
}

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Subject {
    Page,
    Table(TableId),
    Tour(TableId, u32),
    Rules(Box<Rules>),
    Person(OwnName),
}

impl Preview {
    /// What the link to an address says.
    pub(super) async fn of(app: &App, uri: &Uri, headers: &HeaderMap, asker: Asker) -> Preview {
        let (subject, language) = read_address(uri);
        let words = Words::of(language.unwrap_or_else(|| preferred_language(headers)));
        let preview = match subject {
            Subject::Page => None,
            Subject::Rules(rules) => Some(Preview::of_rules(words, &rules)),
            // The page itself must not wait for a node that does not answer.
            Subject::Table(id) => timeout(FINDING, Preview::find(app, words, id)).await.unwrap_or(None),
            Subject::Tour(id, number) => Preview::of_tour(app, words, id, number).await,
            // Nobody learns more names here than elsewhere.
            Subject::Person(_) if !app.limiter.look_up(asker.address) => None,
            Subject::Person(name) => {
                timeout(FINDING, Preview::of_person(app, words, name)).await.unwrap_or(None)
            }
        };
        preview.unwrap_or_else(|| Preview {
            title: words.text("preview-title"),
            about: words.text("preview-about"),
            // Tables, games and people are for those who were given the link.
            listed: !["/t/", "/review", "/@"].iter().any(|path| uri.path().starts_with(path)),
        })
    }

    fn of_rules(words: &Words, rules: &Rules) -> Preview {
        let title = words.say("preview-rules", &[("rules", rules_name(words, rules).into())]);
        Preview { title, about: words.text("preview-rules-about"), listed: true }
    }

    /// A table, on whatever node it is.
    async fn find(app: &App, words: &Words, table: TableId) -> Option<Preview> {
        match app.rooms.find(table).await.ok()? {
            Place::Here(room) => Some(Preview::of_table(words, &room.lock())),
            Place::There(owner) => Preview::of_node(app, words, &owner, table).await,
            Place::Nowhere => None,
        }
    }

    /// A table of another node, which says what there is to say.
    async fn of_node(app: &App, words: &Words, owner: &Owner, table: TableId) -> Option<Preview> {
        let path = format!("/cluster/tables/{table}/preview").try_into().ok()?;
        let language = words.language().code().try_into().ok()?;
        let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, language)]);
        app.cluster
            .read(owner.address.as_deref()?, NodeRequest { headers, ..NodeRequest::get(path) })
            .await
            .ok()
    }

    /// A table: the rules, and who is there.
    pub(super) fn of_table(words: &Words, room: &Room) -> Preview {
        let table = room.table();
        let person = |chair: &Chair| match chair.sitter.as_ref()? {
            Sitter::Person(id) => table.person(*id).map(|person| person.name.clone()),
            Sitter::Bot { .. } => None,
        };
        let people: Vec<String> = table.chairs().iter().filter_map(person).collect();
        let free = table.chairs().iter().filter(|chair| chair.sitter.is_none()).count();
        let values = [
            ("rules", rules_name(words, &table.settings().rules).into()),
            ("names", words.list(&people).into()),
            ("count", people.len().into()),
            ("free", free.into()),
        ];
        let is_played = table.stage() == Stage::Playing && !people.is_empty();
        let about = words.say(if is_played { "preview-playing" } else { "preview-waiting" }, &values);
        Preview { title: words.text("preview-table"), about, listed: false }
    }

    /// A finished tour: who played. How it ended is for those who watch it.
    async fn of_tour(app: &App, words: &Words, id: TableId, number: u32) -> Option<Preview> {
        // Whoever opens the link asks for the same right after.
        let tour = app.archive.tour(id, number).await.ok()??;
        let players = players(std::str::from_utf8(&tour.record).ok()?);
        let about = words.say("preview-game-about", &[("names", words.list(&players).into())]);
        Some(Preview { title: words.text("preview-game"), about, listed: false })
    }

    /// Somebody who has a name of their own: the name, and the ratings.
    async fn of_person(app: &App, words: &Words, name: OwnName) -> Option<Preview> {
        let known = app.rooms.people.ask(move |store| store.known_by(&name)).await.ok()?;
        let (name, ratings) = known?;
        let rating = |rating: &RatingInfo| {
            let (size, family) = rating.pool.split_once('-').unwrap_or(("table", rating.pool.as_str()));
            let rules = words.text(&format!("web-rules-preset-{family}"));
            let pool = words.say(&format!("web-pool-{size}"), &[("rules", rules.into())]);
            let certain = if rating.provisional { "no" } else { "yes" };
            let rating = rating.rating.to_string();
            words.say(
                "preview-rating",
                &[("pool", pool.into()), ("rating", rating.into()), ("certain", certain.into())],
            )
        };
        let ratings: Vec<String> = ratings.iter().map(rating).collect();
        let about = if ratings.is_empty() { words.text("web-ratings-none") } else { ratings.join("; ") };
        let title = words.say("preview-person", &[("name", name.into())]);
        Some(Preview { title, about, listed: false })
    }

    /// The tags that say it.
    fn tags(&self, picture: Option<&str>) -> String {
        let tag = |kind: &str, name: &str, content: &str| {
            format!("<meta {kind}=\"{name}\" content=\"{}\">", escaped(content))
        };
        let mut tags = vec![
            tag("property", "og:type", "website"),
            tag("property", "og:site_name", "Perudo"),
            tag("property", "og:title", &self.title),
            tag("property", "og:description", &self.about),
        ];
        if let Some(picture) = picture {
            tags.extend([
                tag("property", "og:image", picture),
                tag("property", "og:image:width", &SIZE.0.to_string()),
                tag("property", "og:image:height", &SIZE.1.to_string()),
                tag("name", "twitter:card", "summary_large_image"),
            ]);
        }
        if !self.listed {
            tags.push(tag("name", "robots", "noindex"));
        }
        tags.join("\n")
    }
}

/// What an address leads to, and the language that it asks for.
fn read_address(uri: &Uri) -> (Subject, Option<Language>) {
    let query = uri.query().unwrap_or_default();
    let (language, rest): (Vec<&str>, Vec<&str>) =
        query.split('&').partition(|part| part.starts_with("lang="));
    let language = language.first().and_then(|part| Language::named(part.trim_start_matches("lang=")));
    let asked = rest.first().copied().unwrap_or_default().replace('+', " ");
    let asked = percent_decode_str(&asked).decode_utf8_lossy().into_owned();
    let subject = match uri.path() {
        "/rules" => asked.parse().ok().map(|rules| Subject::Rules(Box::new(rules))),
        "/review" => asked
            .split_once('/')
            .and_then(|(table, tour)| Some(Subject::Tour(table.parse().ok()?, tour.parse().ok()?))),
        path => match path.strip_prefix("/@") {
            Some(name) => person(name).map(Subject::Person),
            None => path.strip_prefix("/t/").and_then(|table| table.parse().ok()).map(Subject::Table),
        },
    };
    (subject.unwrap_or(Subject::Page), language)
}

/// A name in an address, if it can be one.
fn person(name: &str) -> Option<OwnName> {
    OwnName::parse(&percent_decode_str(name).decode_utf8().ok()?).ok()
}

/// Who plays in a record. Names have no spaces there.
fn players(record: &str) -> Vec<String> {
    let seats = record.lines().find_map(|line| line.strip_prefix("seats ")).unwrap_or_default();
    seats.split_whitespace().map(|name| name.replace('_', " ")).collect()
}

/// What a rule set is called.
fn rules_name(words: &Words, rules: &Rules) -> String {
    let preset = words.text(&format!("web-rules-preset-{}", rules.preset.name()));
    let house = if *rules == rules.preset.rules() { "no" } else { "yes" };
    words.say("preview-rules-name", &[("preset", preset.into()), ("house", house.into())])
}

/// A text within quotes of HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_gets_out_of_its_quotes() {
        let preview = Preview {
            title: "\"><script>alert('&')</script>".to_owned(),
            about: "<!--\n-->".to_owned(),
            listed: true,
        };
        let tags = preview.tags(Some("http://\"><b>/x.png"));
        assert!(tags.contains("content=\"&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;\""));
        assert!(tags.contains("content=\"&lt;!-- --&gt;\""), "{tags}");
        assert_eq!(tags.matches('<').count(), tags.lines().count(), "{tags}");
    }

    #[test]
    fn an_address_says_what_it_leads_to_and_in_which_language() {
        let read = |address: &str| read_address(&address.parse().unwrap());
        let table: TableId = "4t961m390c".parse().unwrap();
        let russian = Language::named("ru");
        let named = |name| Subject::Person(OwnName::parse(name).unwrap());
        for (address, subject, language) in [
            ("/", Subject::Page, None),
            ("/?lang=ru", Subject::Page, russian),
            ("/t/4t961m390c", Subject::Table(table), None),
            ("/t/4t961m390c?lang=ru", Subject::Table(table), russian),
            ("/t/4t961m390c?lang=xx", Subject::Table(table), None),
            ("/t/nonsense", Subject::Page, None),
            ("/review", Subject::Page, None),
            ("/review?lang=ru", Subject::Page, russian),
            ("/review?4t961m390c/3", Subject::Tour(table, 3), None),
            ("/review?4t961m390c/3&lang=ru", Subject::Tour(table, 3), russian),
            ("/review?4t961m390c%2F3", Subject::Tour(table, 3), None),
            ("/review?home-0123456789/3", Subject::Page, None),
            ("/review?4t961m390c/-3", Subject::Page, None),
            ("/rules?nonsense", Subject::Page, None),
            ("/rules?%ff", Subject::Page, None),
            ("/@Anna", named("Anna"), None),
            ("/@%D0%90%D0%BD%D0%BD%D0%B0?lang=ru", named("Анна"), russian),
            ("/@two%20words", named("two words"), None),
            ("/@", Subject::Page, None),
            ("/@%ff", Subject::Page, None),
            ("/@%22%3E%3Cscript%3E", Subject::Page, None),
        ] {
            assert_eq!(read(address), (subject, language), "{address}");
        }
        let (Subject::Rules(rules), _) = read("/rules?classic+dice=3&lang=ru") else { panic!() };
        assert_eq!(rules.to_string(), "classic dice=3");
    }
}
