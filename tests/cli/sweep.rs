//! `levelpitch sweep` as a user runs it.

use super::support;

use std::path::Path;

use serde_json::Value;
use support::{answer, json, with};
use tempfile::tempdir;

/// The arguments of a quiet sweep.
fn sweep<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["sweep"], args, &["--quiet"]].concat()
}

fn expect(folder: &Path, args: &[&str], status: i32) -> String {
    support::expect(folder, &sweep(args), status)
}

fn refused(folder: &Path, args: &[&str]) -> String {
    support::refused(folder, &sweep(args))
}

fn document(folder: &Path, args: &[&str], status: i32) -> Value {
    let args: Vec<&str> = args.iter().chain(&["--format", "json", "--no-files"]).copied().collect();
    json(&expect(folder, &args, status))
}

const WINS: &[&str] =
    &["king-of-the-pitch", "--bots", "random", "--set", "wins-to-win=3..7", "--games", "600"];

#[test]
fn a_curve_is_told_with_its_trend_and_its_crossing() {
    let folder = tempdir().unwrap();
    let target = ["--metric", "turns-per-game", "--target", "turns-per-game=120"];
    let out = expect(folder.path(), &with(WINS, &target), 0);
    let opens = "Turns per game rises as wins-to-win goes 3 → 7; it crosses 120 at ";
    assert!(out.starts_with(opens), "what was asked is answered first: {out}");
    let first = answer(&out);
    assert!(first.starts_with("Turns per game rises from"), "{first}");
    assert!(
        first.contains("wins-to-win goes 3 → 7") && first.contains("each step adds about 23."),
        "{first}"
    );
    assert!(first.contains("it crosses 120 at "), "{first}");
    let report = folder.path().join("reports/sweep-king-of-the-pitch-bots-random-wins-to-win-3-to-7");
    for name in ["sweep.json", "sweep.csv", "report.html", "report.md", "plots/curve-turns-per-game.png"] {
        assert!(report.join(name).is_file(), "{name}");
    }
    let csv = std::fs::read_to_string(report.join("sweep.csv")).unwrap();
    assert!(csv.starts_with("players,wins-to-win,games,metric,value"), "{csv}");
    assert_eq!(csv.lines().filter(|line| line.contains(",turns-per-game,")).count(), 5);
}

#[test]
fn points_of_one_table_size_are_compared_and_others_told_apart() {
    let folder = tempdir().unwrap();
    let few = ["--games", "200", "--no-files"];
    let kings = "first-king=roll|king-has-one-win|last-seat-king";
    for bots in ["random", "calculator"] {
        let four = ["king-of-the-pitch", "--set", "players=4", "--set", kings, "--bots", bots];
        let out = expect(folder.path(), &with(&four, &few), 0);
        assert!(!out.contains("another table size"), "{out}");
        let found = document(folder.path(), &with(&four, &few[..2]), 0);
        let points = found["curves"][0]["points"].as_array().unwrap();
        let compared = |point: &&Value| !point["metrics"]["seat-gap"]["difference"].is_null();
        assert_eq!((points.len(), points.iter().filter(compared).count()), (3, 2));
    }
    let sizes = ["king-of-the-pitch", "--set", "players=2..3", "--bots", "random"];
    assert!(expect(folder.path(), &with(&sizes, &few), 0).contains("another table size"));
}

#[test]
fn json_is_documented_and_compares_every_point_with_the_printed_one() {
    let folder = tempdir().unwrap();
    let found = document(folder.path(), &with(WINS, &["--metric", "turns-per-game"]), 0);
    assert_eq!(found["base"]["wins-to-win"], "5");
    let points = found["curves"][0]["points"].as_array().unwrap();
    assert_eq!(points.len(), 5);
    let value = |i: usize| points[i]["metrics"]["turns-per-game"]["value"]["value"].as_f64().unwrap();
    for (i, point) in points.iter().enumerate() {
        let difference = &point["metrics"]["turns-per-game"]["difference"];
        if i == 2 {
            assert!(difference.is_null());
        } else {
            assert!((difference["value"].as_f64().unwrap() - (value(i) - value(2))).abs() < 1e-9);
        }
    }
    assert_eq!(found["curves"][0]["trends"][0]["way"], "rises");
    let schema = support::levelpitch(".", &["schema", "--output", "sweep"]);
    let schema: Value = serde_json::from_slice(&schema.stdout).unwrap();
    for key in found.as_object().unwrap().keys() {
        assert!(schema["properties"][key].is_object(), "{key} is documented");
    }
}

#[test]
fn what_no_game_counted_for_lies_nowhere() {
    let folder = tempdir().unwrap();
    // Five rounds are too few for any game to come to an end.
    for (rounds, games, which) in
        [("5..6", "2", "any of these"), ("5..9", "2", "any of these"), ("5|200", "40", "1 of 2")]
    {
        let key = format!("max-rounds={rounds}");
        let args = ["king-of-the-pitch", "--set", &key, "--games", games, "--bots", "balanced", "--no-files"];
        let told = expect(folder.path(), &args, 0);
        let said = format!("is not known at {which} points");
        assert_eq!(told.matches(&said).count(), 2, "the answer and the sentence on the metric: {told}");
        assert!(!told.contains("to unknown") && !told.contains("not shown to differ"), "{told}");
    }
}

#[test]
fn two_keys_make_a_heat_map_and_words_make_rows() {
    let folder = tempdir().unwrap();
    let grid = [
        "futbol-dash",
        "--bots",
        "random",
        "--set",
        "hand-size=5..6",
        "--set",
        "halftimes=0..2",
        "--games",
        "200",
    ];
    let first = expect(folder.path(), &grid, 0);
    // Among equal points some come out lowest and highest by luck.
    assert!(answer(&first).contains("not shown to differ between these points, which lie at"), "{first}");
    let longer = expect(
        folder.path(),
        &[&grid[..8], &["4000", "--metric", "turns-per-game", "--no-files"]].concat(),
        0,
    );
    assert!(answer(&longer).contains("runs from") && answer(&longer).contains("hand-size = "), "{longer}");
    let report =
        folder.path().join("reports/sweep-futbol-dash-bots-random-hand-size-5-to-6-halftimes-0-to-2");
    assert!(report.join("plots/grid-seat-gap.svg").is_file());
    let found = document(folder.path(), &grid, 0);
    let points = found["curves"][0]["points"].as_array().unwrap();
    assert_eq!(points.len(), 6);
    assert_eq!(
        (&points[1]["settings"]["hand-size"], &points[1]["settings"]["halftimes"]),
        (&"5".into(), &"1".into())
    );
    let words = ["futbol-dash", "--bots", "random", "--set", "deck-preset=gallery,spread", "--games", "200"];
    let found = document(folder.path(), &words, 0);
    assert_eq!(found["curves"][0]["points"].as_array().unwrap().len(), 2);
    assert!(found["curves"][0]["trends"].as_array().unwrap().is_empty());
}

#[test]
fn a_panel_gets_a_curve_each_and_data_values_are_swept() {
    let folder = tempdir().unwrap();
    let args = ["king-of-the-pitch", "--set", "wins-to-win=4|5", "--games", "100"];
    assert!(document(folder.path(), &args, 0)["curves"].as_array().unwrap().len() > 1);
    let precise = [
        "king-of-the-pitch",
        "--bots",
        "random",
        "--set",
        "wins-to-win=4|5",
        "--games",
        "600",
        "--precision",
    ];
    let found = document(folder.path(), &with(&precise, &["0.0001"]), 3);
    let data = ["futbol-dash", "--bots", "random", "--set", "data.shots.goal=9..11", "--games", "100"];
    let swept = document(folder.path(), &data, 0);
    assert_eq!(swept["base"]["data.shots.goal"], "10");
    assert_eq!(swept["curves"][0]["points"].as_array().unwrap().len(), 3);
    assert_eq!(found["always_valid"], true);
    document(folder.path(), &with(&precise, &["0.4"]), 0);
}

#[test]
fn threads_change_no_byte() {
    let folder = tempdir().unwrap();
    let run = |threads| {
        expect(folder.path(), &with(WINS, &["--format", "json", "--no-files", "--threads", threads]), 0)
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    let folder = tempdir().unwrap();
    for (args, wanted) in [
        (&["king-of-the-pitch"][..], "one or two keys with several values"),
        (&["king-of-the-pitch", "--set", "wins-to-win=5"], "one or two keys with several values"),
        (&["king-of-the-pitch", "--set", "wins-to-win=7..3"], "empty"),
        (&["king-of-the-pitch", "--set", "wins-to-win=3..9"], "point wins-to-win = 8"),
        (&["king-of-the-pitch", "--set", "win-to-win=3..5"], "did you mean"),
        (&["king-of-the-pitch", "--set", "captains=off,on"], "point captains = on"),
        (
            &["king-of-the-pitch", "--set", "wins-to-win=3..5", "--metric", "turn-per-game"],
            "did you mean `turns-per-game`",
        ),
        (&["king-of-the-pitch", "--set", "wins-to-win=3..5", "--target", "turns-per-game=many"], "--target"),
        (&["king-of-the-pitch", "--set", "wins-to-win=3..5", "--target", "120"], "KEY=VALUE"),
        (&["halftimes", "--set", "hand-size=5..6"], "--arm"),
        (&["king-of-the-pitch", "--set", "max-rounds=1..1000", "--set", "wins-to-win=3..7"], "at most"),
    ] {
        let said = refused(folder.path(), args);
        assert!(said.contains(wanted), "{args:?}\n{said}");
    }
    assert!(!folder.path().join("reports").exists(), "nothing is written for a refused request");
}
