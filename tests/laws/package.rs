//! What the package promises beside its code: the oldest compiler, licences.

use std::process::Command;

use serde_json::Value;

/// What cargo says of this package and of all that it depends on here.
fn metadata() -> Value {
    let cargo = |args: &[&str]| {
        let output = Command::new(env!("CARGO")).current_dir(env!("CARGO_MANIFEST_DIR")).args(args).output();
        let output = output.expect("cargo runs");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
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
