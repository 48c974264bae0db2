//! The rules in sentences, each with its clause.

use leptos::prelude::*;
use perudo_rules::Rules;
use perudo_words::{Section, Sentence, Words};

use super::rules_editor::preset_key;
use crate::i18n::{say, t, words};

/// The number of a clause, small and quiet beside its sentence.
#[component]
pub(crate) fn Clause(clause: perudo_rules::Clause) -> impl IntoView {
    view! { <small class="clause" data-t="clause">{clause.name()}</small> }
}

/// All sentences of a rule set. Those that its preset does not have are marked.
#[component]
pub(crate) fn Rulebook(#[prop(into)] rules: Signal<Rules>) -> impl IntoView {
    let sections = move || {
        let (rules, words) = (rules.get(), words());
        marked(words, &rules).into_iter().map(section).collect_view()
    };
    view! { <div class="rulebook" data-t="rulebook">{sections}</div> }
}

/// How a rule set differs from another one, or that it does not.
#[component]
pub(crate) fn Differences(
    /// The rule set.
    #[prop(into)]
    rules: Signal<Rules>,
    /// The one it is compared with.
    #[prop(into)]
    other: Signal<Rules>,
) -> impl IntoView {
    let list = move || {
        let (rules, other) = (rules.get(), other.get());
        let differences = words().differences(&rules, &other);
        let name = t(&preset_key(other.preset));
        if differences.is_empty() {
            let same = say("web-rules-same", &[("preset", name.into())]);
            return view! { <p class="soft" data-t="rules-same">{same}</p> }.into_any();
        }
        let items = differences.into_iter().map(|difference| {
            let clause = difference.first.clause;
            let theirs = [("preset", name.clone().into()), ("sentence", difference.second.text.into())];
            view! {
                <li data-t="rules-difference" data-axis=difference.axis.name()>
                    <p>{difference.first.text} "\u{a0}" <Clause clause /></p>
                    <p class="small soft">{say("web-rules-preset-says", &theirs)}</p>
                </li>
            }
        });
        view! { <ul class="differences">{items.collect_view()}</ul> }.into_any()
    };
    view! { <div data-t="rules-differences">{list}</div> }
}

/// The sections, and for each sentence whether the preset lacks it.
fn marked(words: &Words, rules: &Rules) -> Vec<(Section, Vec<bool>)> {
    let usual: Vec<Sentence> =
        words.rulebook(&rules.preset.rules()).into_iter().flat_map(|section| section.sentences).collect();
    let mark = |section: Section| {
        let marks = section.sentences.iter().map(|sentence| !usual.contains(sentence)).collect();
        (section, marks)
    };
    words.rulebook(rules).into_iter().map(mark).collect()
}

fn section((section, marks): (Section, Vec<bool>)) -> impl IntoView {
    let sentences = section.sentences.into_iter().zip(marks).map(|(sentence, house)| {
        let badge = house.then(|| {
            view! { " " <span class="gold-mark">{t("web-rules-changed")}</span> }
        });
        view! {
            <li class:house=house data-t="rule">
                {sentence.text} "\u{a0}" <Clause clause=sentence.clause /> {badge}
            </li>
        }
    });
    view! {
        <section>
            <h3>{section.title}</h3>
            <ul>{sentences.collect_view()}</ul>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use perudo_words::Language;

    use super::*;

    fn marks(rules: &str) -> Vec<String> {
        let words = Words::new(Language::default());
        marked(&words, &rules.parse().unwrap())
            .into_iter()
            .flat_map(|(section, marks)| section.sentences.into_iter().zip(marks))
            .filter(|(_, house)| *house)
            .map(|(sentence, _)| sentence.clause.name().to_owned())
            .collect()
    }

    #[test]
    fn a_preset_has_no_house_rules() {
        assert!(marks("tournament").is_empty() && marks("dudo").is_empty());
    }

    #[test]
    fn what_a_house_rule_changes_is_marked() {
        assert_eq!(marks("tournament dice=3"), ["R1"]);
        assert_eq!(marks("tournament leave-aces=double"), ["R10b"]);
        assert!(marks("tournament calza=on").iter().all(|clause| clause == "R11" || clause == "R17"));
    }
}
