//! `levelpitch cards` as a user runs it.

use serde_json::Value;
use tempfile::tempdir;

use super::support::{expect, json, levelpitch, refused, text};

const QUICK: &[&str] =
    &["cards", "futbol-dash", "--bots", "rusher", "--games", "200", "--margin", "0.9", "--quiet"];

#[test]
fn a_planted_star_is_named_first_and_files_follow() {
    let folder = tempdir().unwrap();
    let star = "data.ratings.midfielders.0=20";
    let typed =
        ["cards", "squad-rush-season", "--bots", "spoiler", "--set", star, "--games", "2000", "--out", "c"];
    let output = levelpitch(folder.path(), &typed);
    let (out, status) = (text(&output.stdout), output.status.code());
    assert!(matches!(status, Some(0 | 3)), "{}", text(&output.stderr));
    let first = out.lines().next().unwrap();
    assert!(first.starts_with("Too strong: MID 20 (+"), "{first}");
    assert!(first.contains(" points for whoever is handed it, other players "), "{first}");
    let header = out.lines().find(|line| line.starts_with("what ")).unwrap();
    for column in
        ["verdict", "worth to its holder", "others of its class", "above them", "loss without it", "used"]
    {
        assert!(header.contains(column), "{header}");
    }
    for file in ["cards.json", "cards.csv", "report.html", "report.md", "plots/worth.svg"] {
        assert!(folder.path().join("c").join(file).is_file(), "{file}");
    }
    let document = json(&std::fs::read_to_string(folder.path().join("c/cards.json")).unwrap());
    assert!(document["summary"].as_str().unwrap().starts_with("Too strong: MID 20"));
    let worst = &document["lists"][0]["goods"][0];
    assert_eq!(worst["ruling"], "too-strong");
    let [low, high] = ["low", "high"].map(|end| worst["edge"][end].as_f64().unwrap());
    assert!(low < 0.12 && high > 0.1, "planted to be worth ten points more than the others: {worst}");
    let open =
        document["lists"][0]["goods"].as_array().unwrap().iter().any(|good| good["ruling"] == "undecided");
    assert_eq!(status, Some(if open { 3 } else { 0 }));
}

#[test]
fn its_document_comes_out_again_and_margins_are_the_users() {
    let folder = tempdir().unwrap();
    let typed: Vec<&str> = QUICK.iter().chain(&["--out", "c"]).copied().collect();
    let out = text(&levelpitch(folder.path(), &typed).stdout);
    assert!(out.starts_with("Nothing is too strong"), "{out}");
    let again = expect(folder.path(), &["rerun", "c/cards.json"], 0);
    assert!(again.starts_with("identical: `levelpitch cards futbol-dash"), "{again}");
    let rows = std::fs::read_to_string(folder.path().join("c/cards.csv")).unwrap();
    let document = json(&std::fs::read_to_string(folder.path().join("c/cards.json")).unwrap());
    let goods = document["lists"][0]["goods"].as_array().unwrap();
    assert_eq!(rows.lines().count(), 1 + goods.len());
    assert_eq!(document["too_strong"], 0.9);
    let width =
        |good: &Value, key: &str| good[key]["high"].as_f64().unwrap() - good[key]["low"].as_f64().unwrap();
    for good in goods {
        assert!(width(good, "corrected_worth") > width(good, "worth"), "{good}");
        let edge = good["worth"]["value"].as_f64().unwrap() - good["typical"].as_f64().unwrap();
        assert!((edge - good["edge"]["value"].as_f64().unwrap()).abs() < 1e-9, "{good}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = tempdir().unwrap();
    for (args, said) in [
        (&["cards", "futbol-dsah"][..], "futbol-dash"),
        (&["cards", "futbol-dash", "--arm", "nobody"], "nobody"),
        (&["cards", "futbol-dash", "--margin", "0"], "0.02"),
        (&["cards", "futbol-dash", "--top", "0"], "1 or more"),
        (&["cards", "time-of-soccer", "--set", "players=1"], "one player"),
    ] {
        let err = refused(folder.path(), args);
        assert!(err.contains(said), "{args:?}: {err}");
    }
}
