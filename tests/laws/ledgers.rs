//! Every rule of a ledger has a test named after it, and every test named
//! after a rule names one that exists.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use levelpitch::{ledger, rulesets};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the ruleset's folder") {
        let path = entry.expect("a folder entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Names of functions that stand directly behind `#[test]` (other attributes
/// may stand between).
fn tests(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut marked = false;
    for line in text.lines().map(str::trim) {
        if line == "#[test]" {
            marked = true;
        } else if let (true, Some(rest)) = (marked, line.strip_prefix("fn ")) {
            names.extend(rest.split('(').next().map(str::to_owned));
            marked = false;
        } else if !line.starts_with("#[") && !line.starts_with("//") {
            marked = false;
        }
    }
    names
}

/// Whether a test is named after a decision of the ledger's section 3, such as
/// `FD-D4`.
fn names_decision(name: &str, ledger: &str) -> bool {
    let mut words = name.split('_');
    let id =
        format!("{}-{}", words.next().unwrap_or_default(), words.next().unwrap_or_default()).to_uppercase();
    ledger.lines().any(|line| line.starts_with(&format!("| {id} ")))
}

#[test]
fn every_ledger_id_has_a_test_and_every_such_test_an_id() {
    let mut problems = Vec::new();
    for id in rulesets::app().ids() {
        let info = rulesets::app().find(id).expect("listed rulesets exist");
        let rows = ledger::rows(info.ledger);
        assert!(rows.len() > 50, "{id}: only {} rules found in its ledger", rows.len());
        let mut wanted: BTreeMap<String, u32> =
            rows.iter().map(|row| (row.id.to_lowercase().replace('-', "_"), 0)).collect();
        assert_eq!(wanted.len(), rows.len(), "{id}: an id stands twice in the ledger");
        let prefix = format!("{}_", rows[0].id.split('-').next().expect("an id").to_lowercase());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets").join(id.replace('-', "_"));
        let mut files = Vec::new();
        sources(&folder, &mut files);
        let names =
            files.iter().flat_map(|file| tests(&std::fs::read_to_string(file).expect("a source file")));
        for name in names.filter(|name| name.starts_with(&prefix)) {
            let named = |id: &&String| name == **id || name.starts_with(&format!("{id}_"));
            // `sqr_off_added_time_2_…` belongs to the longer id.
            match wanted.keys().filter(named).max_by_key(|id| id.len()).cloned() {
                Some(id) => *wanted.get_mut(&id).expect("just found") += 1,
                None if names_decision(&name, info.ledger) => {}
                None => problems.push(format!("test {name} names no rule of {id}")),
            }
        }
        problems.extend(
            wanted.iter().filter(|(_, n)| **n == 0).map(|(rule, _)| format!("{id}: {rule} has no test")),
        );
        for row in &rows {
            let known = ["given", "inferred", "assumed"].iter().any(|s| row.status.starts_with(s));
            if !known {
                problems.push(format!("{}: status `{}`", row.id, row.status));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
