//! A list of everything that is in the program, as CycloneDX wants it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Release, TARGET, write};
use crate::command::{cargo, output};

/// What cargo knows of all packages, and of who needs whom.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// Where it comes from; `None` for our own.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `None` for what goes into the program; otherwise what only tests or build scripts need.
    kind: Option<String>,
}

/// The lock file's part about one package.
#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

/// Writes the list beside the packages.
pub(super) fn write_list(release: &Release) -> Result<(), String> {
    let mut metadata = cargo(&["metadata", "--format-version", "1", "--locked", "--filter-platform", TARGET]);
    let metadata: Metadata =
        serde_json::from_str(&output(&mut metadata)?).map_err(|error| format!("cargo metadata: {error}"))?;
    let lock =
        fs::read_to_string("Cargo.lock").map_err(|error| format!("cannot read Cargo.lock: {error}"))?;
    let lock: Lock = toml::from_str(&lock).map_err(|error| format!("Cargo.lock: {error}"))?;
    let list = list(&metadata, &lock, &release.version)?;
    let text = serde_json::to_string_pretty(&list).map_err(|error| error.to_string())?;
    write(&release.folder.join(format!("perudo-{}.cdx.json", release.version)), &(text + "\n"))
}

fn list(metadata: &Metadata, lock: &Lock, version: &str) -> Result<Value, String> {
    let needs: BTreeMap<&str, Vec<&str>> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node.needs())).collect();
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let program = metadata.packages.iter().find(|package| package.name == "perudo-cli");
    let program = program.ok_or("there is no package perudo-cli")?;
    let inside = reached(&program.id, &needs);
    let named = |id: &str| packages.get(id).map(|package| package.url()).unwrap_or_default();
    let sums: BTreeMap<(&str, &str), &str> = lock
        .package
        .iter()
        .filter_map(|locked| {
            Some(((locked.name.as_str(), locked.version.as_str()), locked.checksum.as_deref()?))
        })
        .collect();
    let components: Vec<Value> = inside
        .iter()
        .filter(|id| **id != program.id)
        .filter_map(|id| packages.get(id))
        .map(|package| package.component(sums.get(&(package.name.as_str(), package.version.as_str()))))
        .collect();
    let dependencies: Vec<Value> = inside
        .iter()
        .map(|id| {
            let on: BTreeSet<String> = needs.get(id).into_iter().flatten().map(|id| named(id)).collect();
            json!({"ref": named(id), "dependsOn": on})
        })
        .collect();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {
            "type": "application", "name": "perudo", "version": version, "bom-ref": program.url(),
        }},
        "components": components,
        "dependencies": dependencies,
    }))
}

/// Everything that a package needs, itself included.
fn reached<'a>(from: &'a str, needs: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<&'a str> {
    let (mut reached, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(id) = left.pop() {
        if reached.insert(id) {
            left.extend(needs.get(id).into_iter().flatten());
        }
    }
    reached
}

impl Node {
    /// What goes into a program that has this package.
    fn needs(&self) -> Vec<&str> {
        let goes_in = |dependency: &&Dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
        self.deps.iter().filter(goes_in).map(|dependency| dependency.pkg.as_str()).collect()
    }
}

impl Package {
    /// Its name among packages of all kinds.
    fn url(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }

    fn component(&self, checksum: Option<&&str>) -> Value {
        let mut component = json!({
            "type": "library", "name": self.name, "version": self.version, "bom-ref": self.url(),
        });
        if let Some(license) = &self.license {
            component["licenses"] = json!([{"expression": license.replace('/', " OR ")}]);
        }
        // Our own are part of the source of this very version.
        if self.source.is_some() {
            component["purl"] = json!(self.url());
        }
        if let Some(checksum) = checksum {
            component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
        }
        component
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that needs `a`, which needs `b`; tests need `c`, and nobody needs `d`.
    const METADATA: &str = r#"{
        "packages": [
            {"id": "0", "name": "perudo-cli", "version": "1.0.0", "license": "MIT", "source": null},
            {"id": "1", "name": "a", "version": "1.0.0", "license": "MIT/Apache-2.0", "source": "registry"},
            {"id": "2", "name": "b", "version": "2.0.0", "license": null, "source": "registry"},
            {"id": "3", "name": "c", "version": "3.0.0", "license": "MIT", "source": "registry"},
            {"id": "4", "name": "d", "version": "4.0.0", "license": "MIT", "source": "registry"}],
        "resolve": {"nodes": [
            {"id": "0", "deps": [
                {"pkg": "1", "dep_kinds": [{"kind": "dev"}, {"kind": null}]},
                {"pkg": "3", "dep_kinds": [{"kind": "dev"}]}]},
            {"id": "1", "deps": [{"pkg": "2", "dep_kinds": [{"kind": null}]}]},
            {"id": "2", "deps": []}, {"id": "3", "deps": []}, {"id": "4", "deps": []}]}}"#;

    #[test]
    fn what_is_in_the_program_is_listed_and_nothing_else() {
        let metadata: Metadata = serde_json::from_str(METADATA).unwrap();
        let lock = r#"package = [{name = "a", version = "1.0.0", checksum = "12ab"}, {name = "b", version = "2.0.0"}]"#;
        let list = list(&metadata, &toml::from_str(lock).unwrap(), "1.0.0").unwrap();
        let names: Vec<&str> =
            list["components"].as_array().unwrap().iter().filter_map(|part| part["name"].as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        let a = &list["components"][0];
        assert_eq!(a["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(a["hashes"][0]["content"], "12ab");
        assert_eq!(a["purl"], "pkg:cargo/a@1.0.0");
        let expected = json!([
            {"ref": "pkg:cargo/perudo-cli@1.0.0", "dependsOn": ["pkg:cargo/a@1.0.0"]},
            {"ref": "pkg:cargo/a@1.0.0", "dependsOn": ["pkg:cargo/b@2.0.0"]},
            {"ref": "pkg:cargo/b@2.0.0", "dependsOn": []},
        ]);
        assert_eq!(list["dependencies"], expected);
    }
}
