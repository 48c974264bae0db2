//! `cargo xtask deny`: licences, duplicates and sources of dependencies, by the rules of `deny.toml`.
//!
//! cargo-deny knows more, but would have to be built from two hundred crates first; this reads the same file.

use std::collections::BTreeMap;
use std::fs;

use semver::{Version, VersionReq};
use serde::Deserialize;
use spdx::{Expression, ParseMode};

use crate::command::{cargo, output};

/// Checks all dependencies.
pub(crate) fn deny() -> Result<(), String> {
    println!("\n== dependencies are as deny.toml wants them");
    let rules = fs::read_to_string("deny.toml").map_err(|error| format!("cannot read deny.toml: {error}"))?;
    let rules: Rules = toml::from_str(&rules).map_err(|error| format!("deny.toml: {error}"))?;
    let metadata = output(&mut cargo(&["metadata", "--format-version", "1", "--all-features", "--locked"]))?;
    let metadata: Metadata =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let faults = rules.check(&metadata.packages);
    if faults.is_empty() { Ok(()) } else { Err(format!("deny.toml forbids:\n  {}", faults.join("\n  "))) }
}

/// What cargo knows of all packages.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: Version,
    license: Option<String>,
    /// Where it comes from; `None` for our own.
    source: Option<String>,
}

/// The part of `deny.toml` that is checked here.
#[derive(Deserialize)]
struct Rules {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    #[serde(default)]
    skip: Vec<Skip>,
}

#[derive(Deserialize)]
struct Skip {
    /// `name@version`.
    #[serde(rename = "crate")]
    spec: String,
}

impl Skip {
    fn matches(&self, package: &Package) -> bool {
        let Some((name, version)) = self.spec.split_once('@') else { return self.spec == package.name };
        let matches = VersionReq::parse(version).is_ok_and(|version| version.matches(&package.version));
        name == package.name && matches
    }
}

impl Rules {
    /// Everything that is not as it should be.
    fn check(&self, packages: &[Package]) -> Vec<String> {
        let foreign: Vec<&Package> = packages.iter().filter(|package| package.source.is_some()).collect();
        let mut faults: Vec<String> =
            foreign.iter().filter_map(|package| self.check_license(package)).collect();
        faults.extend(foreign.iter().filter_map(|package| check_source(package)));
        faults.extend(self.check_duplicates(&foreign));
        faults
    }

    fn check_license(&self, Package { name, license, .. }: &Package) -> Option<String> {
        let Some(license) = license else { return Some(format!("{name} has no licence")) };
        let expression = match Expression::parse_mode(license, ParseMode::LAX) {
            Ok(expression) => expression,
            Err(error) => return Some(format!("the licence of {name} cannot be read: {error}")),
        };
        let exceptions = self.licenses.exceptions.iter().filter(|exception| exception.name == *name);
        let allowed: Vec<&String> =
            exceptions.flat_map(|exception| &exception.allow).chain(&self.licenses.allow).collect();
        let is_allowed = expression.evaluate(|license| {
            license.license.id().is_some_and(|id| allowed.iter().any(|allowed| *allowed == id.name))
        });
        (!is_allowed).then(|| format!("the licence of {name} is not allowed: {license}"))
    }

    fn check_duplicates(&self, packages: &[&Package]) -> Vec<String> {
        let skipped = |package: &&&Package| self.bans.skip.iter().any(|skip| skip.matches(package));
        let mut versions: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for package in packages.iter().filter(|package| !skipped(package)) {
            versions.entry(&package.name).or_default().push(package.version.to_string());
        }
        let duplicates = versions.iter().filter(|(_, versions)| versions.len() > 1);
        let duplicates =
            duplicates.map(|(name, versions)| format!("{name} is there as {}", versions.join(" and ")));
        let is_needed = |skip: &&Skip| {
            let skipped = packages.iter().find(|package| skip.matches(package));
            skipped.is_some_and(|skipped| {
                packages.iter().any(|other| other.name == skipped.name && other.version != skipped.version)
            })
        };
        let needless = self.bans.skip.iter().filter(|skip| !is_needed(skip));
        duplicates.chain(needless.map(|skip| format!("{} need not be skipped", skip.spec))).collect()
    }
}

/// Only registries: what others can take back or change is no dependency.
fn check_source(package: &Package) -> Option<String> {
    let source = package.source.as_deref()?;
    (!source.starts_with("registry+")).then(|| format!("{} comes from {source}", package.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, license: &str) -> Package {
        Package {
            name: name.to_owned(),
            version: version.parse().unwrap(),
            license: Some(license.to_owned()),
            source: Some("registry+somewhere".to_owned()),
        }
    }

    #[test]
    fn what_is_forbidden_is_found_and_nothing_else() {
        let rules: Rules = toml::from_str(
            r#"
            licenses = { allow = ["MIT"], exceptions = [{ crate = "odd", allow = ["MPL-2.0"] }] }
            bans = { skip = [{ crate = "old@0.1", reason = "" }] }
            "#,
        )
        .unwrap();
        let own = || Package { source: None, license: None, ..package("own", "0.1.0", "") };
        let git = || Package { source: Some("git+elsewhere".to_owned()), ..package("git", "0.1.0", "MIT") };
        let old = || [package("old", "0.1.5", "MIT"), package("old", "1.0.0", "MIT")].into_iter();
        let cases: [(&str, Vec<Package>, &[&str]); 9] = [
            ("our own", vec![own()], &[]),
            ("an allowed licence", vec![package("a", "1.0.0", "MIT")], &[]),
            ("one of several licences", vec![package("a", "1.0.0", "GPL-3.0 OR MIT")], &[]),
            ("an old spelling", vec![package("a", "1.0.0", "GPL-3.0/MIT")], &[]),
            (
                "both licences",
                vec![package("a", "1.0.0", "GPL-3.0 AND MIT")],
                &["the licence of a is not allowed: GPL-3.0 AND MIT"],
            ),
            ("an exception", vec![package("odd", "1.0.0", "MPL-2.0")], &[]),
            (
                "another's exception",
                vec![package("a", "1.0.0", "MPL-2.0")],
                &["the licence of a is not allowed: MPL-2.0"],
            ),
            ("a repository", vec![git()], &["git comes from git+elsewhere"]),
            (
                "duplicates",
                vec![package("a", "1.0.0", "MIT"), package("a", "2.0.0", "MIT")],
                &["a is there as 1.0.0 and 2.0.0"],
            ),
        ];
        for (name, packages, expected) in cases {
            let packages: Vec<Package> = packages.into_iter().chain(old()).collect();
            assert_eq!(rules.check(&packages), expected, "{name}");
        }
        assert_eq!(rules.check(&[own()]), ["old@0.1 need not be skipped"]);
    }
}
