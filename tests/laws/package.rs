//! What the package promises beside its code: the oldest compiler, licences,
//! and what lies in it.

use std::process::Command;

use serde_json::Value;

/// What cargo prints of this package.
fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).current_dir(env!("CARGO_MANIFEST_DIR")).args(args).output();
    let output = output.expect("cargo runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What cargo says of this package and of all that it depends on here.
fn metadata() -> Value {
    let told = cargo(&["-vV"]);
    let host = told.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let told =
        cargo(&["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host]);
    serde_json::from_str(&told).expect("JSON")
}

/// A version as numbers; a package that states none takes any compiler.
fn version(text: &Value) -> Vec<u64> {
    let parts = text.as_str().unwrap_or("0").split('.').map(|part| part.parse().expect("a number"));
    parts.chain([0, 0]).take(3).collect()
}

#[test]
fn the_oldest_compiler_is_that_of_the_dependencies_and_their_licences_are_allowed() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let own =
        packages.iter().find(|package| package["name"] == env!("CARGO_PKG_NAME")).expect("this package");
    let promised = version(&own["rust_version"]);
    for package in packages {
        let needed = version(&package["rust_version"]);
        assert!(needed <= promised, "{} needs {needed:?}, {promised:?} is promised", package["name"]);
    }
    let deny = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml")).expect("deny.toml");
    let allowed = |licence: &str| deny.contains(&format!("\"{licence}\""));
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default().replace('/', " OR ");
        // Enough of the grammar: either side of an OR, both sides of an AND.
        let one = |text: &str| text.split(" OR ").any(|name| allowed(name.trim_matches(['(', ')', ' '])));
        assert!(licence.split(" AND ").all(one), "{}: {licence}", package["name"]);
    }
}

/// What lies in a published package: source, tests with what they read, examples, benches, and
/// the texts that belong to them.
const PACKED: [&str; 17] = [
    ".cargo_vcs_info.json",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "benches",
    "deny.toml",
    "examples",
    "justfile",
    "rustfmt.toml",
    "scenarios",
    "src",
    "tests",
];

#[test]
fn a_package_holds_what_it_is_built_and_tested_from_and_nothing_else() {
    if std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists() {
        eprintln!("this is a package itself: cargo packs none again");
        return;
    }
    let listed = cargo(&["package", "--list", "--offline", "--allow-dirty"]);
    let top = |name: &str| name.split('/').next().unwrap_or(name).to_owned();
    for name in listed.lines() {
        assert!(PACKED.contains(&&*top(name)), "{name} is packed");
    }
    for part in PACKED.into_iter().filter(|part| !part.starts_with('.')) {
        assert!(listed.lines().any(|name| top(name) == part), "{part} is missing");
    }
}
