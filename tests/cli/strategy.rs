//! `levelpitch strategy` as a user runs it.

use tempfile::tempdir;

use super::support::{expect, json, refused, with};

const QUICK: [&str; 6] = ["strategy", "futbol-dash", "--bots", "rusher", "--games", "30"];

#[test]
fn one_page_says_what_goals_openings_moves_and_cards_are_like() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), &with(&QUICK, &["--out", "s"]), 0);
    let first = out.lines().next().unwrap();
    assert!(first.contains("2 `rusher` bots") && first.contains("football's"), "{first}");
    assert!(out.lines().nth(1).unwrap().contains("for printing"), "{out}");
    let tables = [
        "Goals beside football's models: 300 scores",
        "goals of 1st player",
        "One player begins with this",
        "One player may not do one thing",
        "What one more of each is worth",
        "What a head start is worth",
    ];
    for table in tables {
        assert!(out.contains(table), "{table}: {out}");
    }
    for file in ["strategy.json", "openings.csv", "moves.csv", "cards.csv", "goals.csv", "report.html"] {
        assert!(folder.path().join("s").join(file).is_file(), "{file}");
    }
    let goals = std::fs::read_to_string(folder.path().join("s/goals.csv")).unwrap();
    let rows: Vec<&str> = goals.lines().filter_map(|line| line.split(',').next()).collect();
    // A match to three goals has no low scores, which ρ is about.
    assert_eq!(rows, ["what", "dispersion", "draws-beyond-skellam"]);
}

#[test]
fn its_document_comes_out_again_whatever_the_threads_and_shards() {
    let folder = tempdir().unwrap();
    let whole =
        expect(folder.path(), &with(&QUICK, &["--format", "json", "--threads", "1", "--out", "a"]), 0);
    let document = json(&whole);
    assert!(document["openings"].as_array().is_some_and(|openings| openings.len() > 3), "{whole}");
    assert!(document["goals"]["draws"]["estimate"]["value"].is_number());
    assert!(document["goals"]["rho"].is_null(), "a match to three goals has no low scores");
    let again = expect(folder.path(), &["rerun", "a/strategy.json", "--threads", "2"], 0);
    assert!(again.starts_with("identical: `levelpitch strategy futbol-dash"), "{again}");
    for share in ["1/2", "2/2"] {
        let out = format!("part-{}", &share[..1]);
        expect(folder.path(), &with(&QUICK, &["--shard", share, "--out", &out, "--quiet"]), 0);
    }
    let merged = expect(folder.path(), &["merge", "part-1", "part-2", "--format", "json", "--out", "m"], 0);
    assert_eq!(merged, whole);
}

/// A table of one has nobody to open against, and no first player.
#[test]
fn what_a_game_does_not_have_is_left_out_and_what_cannot_be_asked_refused() {
    let folder = tempdir().unwrap();
    let three =
        ["strategy", "futbol-dash", "--set", "players=3", "--bots", "rusher", "--games", "6", "--no-files"];
    let out = expect(folder.path(), &three, 0);
    assert!(!out.contains("Goals beside football's models") && out.contains("One player begins"), "{out}");
    // What King of the Pitch scores are matches won, no goals.
    let king = ["strategy", "king-of-the-pitch", "--bots", "rusher", "--games", "6", "--no-files"];
    let out = expect(folder.path(), &king, 0);
    assert!(!out.contains("football's") && out.contains("One player begins"), "{out}");
    for (args, said) in [
        (&["strategy", "futbol-dsah"][..], "futbol-dash"),
        (&["strategy", "futbol-dash", "--arm", "nobody"], "nobody"),
        (&["strategy", "futbol-dash", "--games", "0"], "1"),
        (&["strategy", "futbol-dash", "--top", "0"], "1 or more"),
    ] {
        let err = refused(folder.path(), args);
        assert!(err.contains(said), "{args:?}: {err}");
    }
}
