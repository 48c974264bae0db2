//! axe-core: what it finds fault with, in readable lines.

use std::fs;

use serde_json::Value;

use crate::browser::{Browser, target};

const RUN: &str = "
    const done = arguments[0];
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
    axe.run(document, {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']})
        .then(result => done(result.violations), error => done([{id: String(error), nodes: []}]));";

impl Browser {
    /// What is wrong with the screen: rule, element, advice.
    pub(crate) fn barriers(&self) -> Vec<String> {
        if self.ask("typeof axe") == "undefined" {
            let file = target().join("browser/node_modules/axe-core/axe.min.js");
            let axe = fs::read_to_string(&file);
            let axe = axe
                .unwrap_or_else(|error| panic!("{error}: {}; `cargo xtask test` fetches it", file.display()));
            self.run(&axe, &[]);
        }
        let found = self.run_for_long(RUN, &[]);
        found.as_array().unwrap().iter().flat_map(lines).collect()
    }
}

fn lines(violation: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().replace('\n', " ");
    let nodes = violation["nodes"].as_array().unwrap();
    let line = |node: &Value| {
        let advice = text(&node["failureSummary"]);
        format!("{}: {} – {advice}", text(&violation["id"]), text(&node["html"]))
    };
    if nodes.is_empty() { vec![text(&violation["id"])] } else { nodes.iter().map(line).collect() }
}
