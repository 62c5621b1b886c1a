//! `levelpitch analyse` as a user runs it.

use tempfile::tempdir;

use super::support::{expect, json, levelpitch, refused, text};

#[test]
fn blunders_are_named_and_the_commands_beside_them_show_them() {
    let folder = tempdir().unwrap();
    let typed = [
        "analyse",
        "squad-rush-season",
        "--bots",
        "random",
        "--decisions",
        "200",
        "--continuations",
        "64",
        "--out",
        "a",
    ];
    let output = levelpitch(folder.path(), &typed);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let out = text(&output.stdout);
    assert!(out.lines().next().unwrap().contains("of the decisions make no difference"), "{out}");
    assert!(out.contains("decisions that make no difference") && out.contains("Blunders by kind"), "{out}");
    for file in [
        "analyse.json",
        "analyse.csv",
        "measures.csv",
        "decisions.csv",
        "report.html",
        "plots/winners-chance.svg",
    ] {
        assert!(folder.path().join("a").join(file).is_file(), "{file}");
    }
    let document = json(&std::fs::read_to_string(folder.path().join("a/analyse.json")).unwrap());
    let kinds = document["kinds"].as_array().unwrap();
    assert_eq!(document["decisions"], 200);
    let mut shown = 0;
    for example in kinds.iter().take(10).map(|kind| &kind["example"]).filter(|example| !example.is_null()) {
        let command = example["command"].as_str().unwrap();
        let words: Vec<&str> = command.split(' ').collect();
        let told = expect(folder.path(), &words, 0);
        let decision = format!("decision {}: ", example["decision"]);
        let line =
            told.lines().find(|line| line.contains(&decision)).unwrap_or_else(|| panic!("{command}: {told}"));
        assert!(line.contains(example["said"].as_str().unwrap()), "{line}");
        shown += 1;
    }
    assert!(shown > 2, "{document}");
    let rows = std::fs::read_to_string(folder.path().join("a/decisions.csv")).unwrap();
    assert_eq!(rows.lines().count(), 201);
    let measures = std::fs::read_to_string(folder.path().join("a/measures.csv")).unwrap();
    for measure in
        ["regret-per-game", "dead", "close", "forced", "lead-changes", "drama", "known-from", "turns-waited"]
    {
        assert!(
            measures.lines().any(|line| line.starts_with(&format!("{measure},"))),
            "{measure}: {measures}"
        );
    }
}

fn with<'a>(typed: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [typed, more].concat()
}

#[test]
fn its_document_comes_out_again_whatever_the_threads_and_shards() {
    let folder = tempdir().unwrap();
    let typed = ["analyse", "futbol-dash", "--bots", "rusher", "--decisions", "100", "--continuations", "32"];
    let whole =
        expect(folder.path(), &with(&typed, &["--format", "json", "--threads", "1", "--out", "a"]), 0);
    let again = expect(folder.path(), &["rerun", "a/analyse.json", "--threads", "2"], 0);
    assert!(again.starts_with("identical: `levelpitch analyse futbol-dash"), "{again}");
    for share in ["1/2", "2/2"] {
        let out = format!("part-{}", &share[..1]);
        expect(folder.path(), &with(&typed, &["--shard", share, "--out", &out, "--quiet"]), 0);
    }
    let merged = expect(folder.path(), &["merge", "part-1", "part-2", "--format", "json", "--out", "m"], 0);
    assert_eq!(merged, whole);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = tempdir().unwrap();
    for (args, said) in [
        (&["analyse", "futbol-dsah"][..], "futbol-dash"),
        (&["analyse", "futbol-dash", "--arm", "nobody"], "nobody"),
        (&["analyse", "futbol-dash", "--continuations", "8"], "16 to 65536"),
        (&["analyse", "futbol-dash", "--oracle", "rushr"], "rusher"),
        (&["analyse", "futbol-dash", "--decisions", "0"], "1"),
        (&["replay", "futbol-dash", "--bots", "rusher", "--decision", "9999"], "1 to "),
    ] {
        let err = refused(folder.path(), args);
        assert!(err.contains(said), "{args:?}: {err}");
    }
}
