//! Rules and bots in words.

use axum::Json;
use axum::http::StatusCode;
use perudo_bots::Opponent;
use perudo_protocol::http::{BotInfo, Problem, RuleSection, RuleSet};
use perudo_rules::{Preset, Rules, RulesSpec};
use perudo_words::{Language, Words};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::{PreferredLanguage, Query};
use super::rejection::Rejection;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_rules)).routes(routes!(list_bots))
}

/// Which rules to explain.
#[derive(Debug, Deserialize, IntoParams)]
struct RulesQuery {
    /// `PRESET axis=value …`; all presets, if left out.
    rules: Option<String>,
    /// The language: `en` or `ru`.
    lang: Option<String>,
}

/// Rule sets in words
#[utoipa::path(get, path = "/api/rules", params(RulesQuery),
    responses((status = 200, body = Vec<RuleSet>), (status = "default", body = Problem)))]
async fn list_rules(
    PreferredLanguage(language): PreferredLanguage,
    Query(query): Query<RulesQuery>,
) -> Result<Json<Vec<RuleSet>>, Rejection> {
    let language = query.lang.as_deref().and_then(Language::named).unwrap_or(language);
    let words = Words::of(language);
    let wanted: Vec<Rules> = match &query.rules {
        None => Preset::ALL.into_iter().map(Preset::rules).collect(),
        Some(text) => {
            let rules = RulesSpec::parse(text).and_then(Rules::try_from).map_err(|errors| {
                let sentences: Vec<String> = errors.iter().map(|error| words.rules_error(error)).collect();
                Rejection::explained(StatusCode::BAD_REQUEST, "unknown-rules", sentences.join(" "))
            })?;
            vec![rules]
        }
    };
    let explain = |rules: &Rules| RuleSet {
        rules: rules.to_string(),
        players: rules.players,
        sections: words
            .rulebook(rules)
            .into_iter()
            .map(|section| RuleSection {
                title: section.title,
                sentences: section.sentences.into_iter().map(|s| (s.clause.to_string(), s.text)).collect(),
            })
            .collect(),
    };
    Ok(Json(wanted.iter().map(explain).collect()))
}

/// The bots: those that reason, then those that learnt, each from the weakest to the strongest; then the characters
#[utoipa::path(get, path = "/api/bots", responses((status = 200, body = Vec<BotInfo>)))]
async fn list_bots(PreferredLanguage(language): PreferredLanguage) -> Json<Vec<BotInfo>> {
    let words = Words::of(language);
    let info =
        |name: &str| BotInfo { level: name.to_owned(), name: words.bot(name), about: words.about_bot(name) };
    Json(Opponent::names().map(info).collect())
}
