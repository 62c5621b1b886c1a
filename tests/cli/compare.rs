//! `levelpitch compare` as a user runs it.

use super::support;

use std::path::Path;

use serde_json::Value;
use support::{answer, json, levelpitch, with};
use tempfile::tempdir;

/// Runs `compare` quietly and expects this exit status; returns standard
/// output.
fn expect(folder: &Path, args: &[&str], status: i32) -> String {
    support::expect(folder, &[&["compare"], args, &["--quiet"]].concat(), status)
}

/// Runs, expects a refusal and returns what it says.
fn refused(folder: &Path, args: &[&str]) -> String {
    support::refused(folder, &[&["compare"], args].concat())
}

fn document(folder: &Path, args: &[&str], status: i32) -> Value {
    let args: Vec<&str> = args.iter().chain(&["--format", "json", "--no-files"]).copied().collect();
    json(&expect(folder, &args, status))
}

const MOVED: &[&str] = &[
    "futbol-dash",
    "--bots",
    "random",
    "--with",
    "halftimes=0",
    "--metric",
    "turns-per-game",
    "--margin",
    "0",
];

#[test]
fn a_moved_switch_is_decided_told_and_written() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), MOVED, 0);
    let first = answer(&out);
    assert!(first.contains("“halftimes = 0”") && first.contains("turns per game by"), "{first}");
    assert!(first.contains("decided after"), "{first}");
    assert!(out.contains("is worth") && out.contains("--show-divergence"), "{out}");
    let report = folder.path().join("reports/compare-futbol-dash-bots-random-with-halftimes-0");
    for name in [
        "compare.json",
        "compare.csv",
        "report.html",
        "report.md",
        "plots/differences-means-random-random.svg",
    ] {
        assert!(report.join(name).is_file(), "{name}");
    }
    let page = std::fs::read_to_string(report.join("report.md")).unwrap();
    assert!(page.contains("side by side") && page.contains("Common random numbers"), "{page}");
}

#[test]
fn json_is_documented_and_says_what_sharing_luck_gains() {
    let folder = tempdir().unwrap();
    let found = document(folder.path(), MOVED, 0);
    let one = &found["comparisons"][0];
    assert_eq!((&found["a"], &found["b"]), (&"as printed".into(), &"halftimes = 0".into()));
    assert_eq!(one["finding"], "different");
    let metrics = one["metrics"].as_array().unwrap();
    let main = metrics.iter().find(|metric| metric["name"] == "turns-per-game").unwrap();
    let number = |v: &Value| v["value"].as_f64().unwrap();
    let gap = number(&main["b"]) - number(&main["a"]);
    // What was seen at the last look; what is told is corrected for stopping.
    let seen = &one["looks"].as_array().unwrap().last().unwrap()["difference"];
    assert!((number(seen) - gap).abs() < 1e-9);
    assert_eq!(
        (&one["design"], &main["difference"]["method"]),
        (&"group-sequential".into(), &"group-sequential".into())
    );
    assert!(number(&main["difference"]).abs() < gap.abs() && one["saving"]["share"].as_f64().unwrap() > 0.0);
    assert!(main["difference"]["low"].as_f64().unwrap() * main["difference"]["high"].as_f64().unwrap() > 0.0);
    assert!(main["gain"].as_f64().unwrap() > 1.0, "{main}");
    assert!(one["divergence"]["decisions"]["value"].as_f64().unwrap() > 0.0);
    assert!(one["divergence"]["first"]["lines"].as_array().unwrap().len() > 3);
    let looks = one["looks"].as_array().unwrap();
    assert_eq!(looks.last().unwrap()["games"], one["games"]);
    let schema: Value =
        serde_json::from_slice(&levelpitch(folder.path(), &["schema", "--output", "compare"]).stdout)
            .unwrap();
    for key in found.as_object().unwrap().keys() {
        assert!(schema["properties"][key].is_object(), "{key} is documented");
    }
}

#[test]
fn margins_make_equal_an_answer_and_too_few_games_none() {
    let folder = tempdir().unwrap();
    let base =
        ["futbol-dash", "--bots", "random", "--with", "response-order=random", "--metric", "turns-per-game"];
    let equal = document(folder.path(), &with(&base, &["--margin", "20"]), 0);
    assert_eq!(equal["comparisons"][0]["finding"], "equal");
    let open = document(folder.path(), &with(&base, &["--margin", "0.01", "--max-games", "600"]), 3);
    assert_eq!((&open["comparisons"][0]["finding"], &open["exit_status"]), (&"undecided".into(), &3.into()));
    assert_eq!(open["comparisons"][0]["games"], 600);
    let exact = document(folder.path(), &with(MOVED, &["--games", "1000"]), 0);
    assert_eq!(exact["comparisons"][0]["games"], 1000);
    let precise = document(folder.path(), &with(MOVED, &["--precision", "10"]), 0);
    let main = precise["comparisons"][0]["looks"].as_array().unwrap().last().unwrap();
    let half =
        (main["difference"]["high"].as_f64().unwrap() - main["difference"]["low"].as_f64().unwrap()) / 2.0;
    assert!(half <= 10.0);
}

#[test]
fn a_scenario_with_two_arms_compares_them_and_a_panel_is_asked_bot_by_bot() {
    let folder = tempdir().unwrap();
    let scenario = "ruleset = \"futbol-dash\"\nbots = \"random\"\n[[arm]]\nname = \"six\"\n[[arm]]\nname = \"five\"\nset = { hand-size = 5 }\n";
    std::fs::write(folder.path().join("two.toml"), scenario).unwrap();
    let found = document(folder.path(), &["two.toml", "--games", "400"], 3);
    assert_eq!((&found["a"], &found["b"]), (&"six".into(), &"five".into()));
    let turned = document(folder.path(), &["two.toml#five", "two.toml#six", "--games", "400"], 3);
    assert_eq!((&turned["a"], &turned["b"]), (&"five".into(), &"six".into()));
    let panel = ["king-of-the-pitch", "--with", "wins-to-win=3", "--metric", "turns-per-game"];
    let out = expect(folder.path(), &with(&panel, &["--no-files"]), 0);
    let first = answer(&out);
    assert!(
        first.contains("bots agree") && first.contains("`rusher`") && first.contains("`calculator`"),
        "{first}"
    );
    let found = document(folder.path(), &panel, 0);
    assert!(found["comparisons"].as_array().unwrap().len() > 1);
}

#[test]
fn arms_of_other_tables_are_compared_without_shared_luck() {
    let folder = tempdir().unwrap();
    let args = [
        "futbol-dash",
        "--bots",
        "random",
        "--with",
        "players=3",
        "--metric",
        "turns-per-game",
        "--no-files",
    ];
    let out = expect(folder.path(), &with(&args, &["--max-games", "3000"]), 0);
    assert!(out.contains("share no luck") && out.contains("union bound"), "{out}");
    // The seats of one table have no like at the other.
    for (table, with) in [("king-of-the-pitch", "players=3"), ("king-of-the-pitch,players=4", "players=2")] {
        let args =
            ["compare", table, "--bots", "random", "--with", with, "--max-games", "3000", "--no-files"];
        let found = support::levelpitch(folder.path(), &args);
        assert!([0, 3].contains(&found.status.code().unwrap()), "{}", support::text(&found.stderr));
        assert!(support::text(&found.stdout).contains("share no luck"), "{}", support::text(&found.stdout));
    }
}

#[test]
fn threads_change_no_byte() {
    let folder = tempdir().unwrap();
    let run = |threads| {
        expect(folder.path(), &with(MOVED, &["--format", "json", "--no-files", "--threads", threads]), 0)
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn a_sequential_test_decides_between_two_differences() {
    let folder = tempdir().unwrap();
    let base =
        ["futbol-dash", "--bots", "rusher,random", "--with", "goals-to-win=1", "--metric", "entrant-0-share"];
    let test = ["--test", "gsprt", "--h0", "-0.2", "--h1", "0.1"];
    let found = document(folder.path(), &with(&base, &test), 0);
    let test = &found["comparisons"][0]["test"];
    assert!(test["decision"] == "accept-none" || test["decision"] == "accept-gain", "{test}");
    let after = &test["difference"];
    assert!(after["low"].as_f64().unwrap() < after["high"].as_f64().unwrap());
    assert!(after["method"] == "first-passage");
    let open = document(
        folder.path(),
        &with(&base, &["--test", "gsprt", "--h1", "0.0001", "--max-games", "400"]),
        3,
    );
    assert_eq!(open["comparisons"][0]["finding"], "undecided");
}

/// The command that a page offers to replay B's game plays that very game, with
/// whatever made B what it is.
#[test]
fn the_replay_that_is_offered_is_that_of_the_other_arm() {
    let folder = tempdir().unwrap();
    let scenario = "ruleset = \"futbol-dash\"\nbots = \"random\"\n[[arm]]\nname = \"six\"\n[[arm]]\nname = \"one half\"\nset = { halftimes = 0 }\n";
    std::fs::write(folder.path().join("two.toml"), scenario).unwrap();
    let cards = "data.shots.goal=11";
    for args in [
        &["futbol-dash", "--bots", "random", "--with", "halftimes=0"][..],
        &["futbol-dash", "--bots", "rusher,random", "--with", cards, "--seed", "5"],
        &[
            "futbol-dash",
            "--bots",
            "random",
            "--with",
            cards,
            "--with",
            "hand-size=5",
            "--set",
            "halftimes=0",
        ],
        &["two.toml"],
        &["futbol-dash", "futbol-dash,halftimes=0", "--bots", "random"],
        // Set for both, and set again for one of them.
        &["futbol-dash", "--bots", "random", "--set", "halftimes=2", "--with", "halftimes=0"],
    ] {
        let args = with(args, &["--games", "64"]);
        let found: Value = serde_json::from_str(&levelpitch_text(
            folder.path(),
            &with(&["compare"], &with(&args, &["--format", "json", "--no-files", "--quiet"])),
        ))
        .unwrap();
        let first = &found["comparisons"][0]["divergence"]["first"];
        let page =
            levelpitch_text(folder.path(), &with(&["compare"], &with(&args, &["--no-files", "--quiet"])));
        let offered = page.split('`').find(|part| part.contains(" replay ")).expect("a command is offered");
        let words = shell(offered);
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let replayed: Value =
            serde_json::from_str(&levelpitch_text(folder.path(), &with(&words, &["--format", "json"])))
                .unwrap();
        let lines = replayed["lines"].as_array().unwrap();
        for pair in first["lines"].as_array().unwrap() {
            let at = pair["line"].as_u64().unwrap() as usize;
            let (said, told) = (lines.get(at), pair["b"].as_str());
            assert_eq!(said.is_some(), told.is_some(), "{offered}: line {at}");
            if let (Some(said), Some(told)) = (said, told) {
                let text = said["text"].as_str().unwrap();
                assert!(told.contains(text), "{offered}: line {at} is {text:?}, told {told:?}");
            }
        }
    }
}

/// What is set for both arms and set again for the second is called by its last
/// value alone.
#[test]
fn what_is_set_again_is_named_once() {
    let folder = tempdir().unwrap();
    let args = [
        "king-of-the-pitch",
        "--bots",
        "rusher",
        "--set",
        "players=3",
        "--with",
        "players=2",
        "--games",
        "60",
    ];
    let found = levelpitch_text(folder.path(), &with(&["compare"], &with(&args, &["--no-files", "--quiet"])));
    let first = found.lines().next().unwrap();
    assert!(first.contains("“players = 2”") && !first.contains("players = 3, players = 2"), "{first}");
}

/// Standard output, whatever the exit status.
fn levelpitch_text(folder: &Path, args: &[&str]) -> String {
    String::from_utf8(levelpitch(folder, args).stdout).unwrap()
}

/// The words of a command as a shell takes them, single quotes only.
fn shell(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn transcripts_stand_side_by_side_on_request() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), &with(MOVED, &["--no-files", "--show-divergence"]), 0);
    assert!(out.contains("where the arms part") && out.contains("  differs\n"), "{out}");
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    let folder = tempdir().unwrap();
    for (args, wanted) in [
        (&["futbol-dash"][..], "--with KEY=VALUE"),
        (&["halftimes"], "halftimes#"),
        (&["futbol-dash", "king-of-the-pitch"], "two arms of one ruleset"),
        (&["futbol-dash", "--with", "halftimes=1"], "the same arm twice"),
        (&["futbol-dash", "--with", "halftime=0"], "did you mean `halftimes`"),
        (&["futbol-dash", "--with", "halftimes=9"], "0 to 2"),
        (&["futbol-dash", "--with", "halftimes=0", "--metric", "turns"], "turns-per-game"),
        (&["futbol-dash#as prinded", "--with", "halftimes=0"], "did you mean `as printed`"),
        (&["futbol-dash", "--with", "halftimes=0", "--margin", "-1"], "above 0"),
        (&["futbol-dash", "--with", "halftimes=0", "--test", "gsprt"], "--h1"),
        (&["futbol-dash", "--with", "halftimes=0", "--h1", "0.1"], "--test gsprt beside it"),
        (&["futbol-dash", "--with", "halftimes=0", "--h0", "0.1"], "--h1"),
        (
            &["futbol-dash", "--with", "halftimes=0", "--test", "gsprt", "--h1", "0"],
            "another difference than --h0",
        ),
        (
            &["futbol-dash", "--with", "halftimes=0", "--test", "gsprt", "--h1", "0.1", "--metric", "goals"],
            "share or win rate",
        ),
        (
            &[
                "futbol-dash",
                "--with",
                "halftimes=0",
                "--test",
                "gsprt",
                "--h1",
                "0.1",
                "--metric",
                "median-turns",
            ],
            "`median-turns` with --test gsprt",
        ),
        (&["futbol-dash", "--with", "halftimes=0", "--level", "95"], "0.5 to 0.9999"),
        (
            &["futbol-dash", "--with", "halftimes=0", "--games", "9", "--precision", "1"],
            "cannot be used with",
        ),
        (&["futbol-dash", "futbol-dash,halftimes=0", "--with", "halftimes=2"], "cannot be used with"),
        (&["futbol-dash", "nothing.toml"], "nothing.toml"),
    ] {
        let said = refused(folder.path(), args);
        assert!(said.contains(wanted), "{args:?}\n{said}");
    }
    assert!(!folder.path().join("reports").exists(), "nothing is written for a refused request");
}

/// Of the metric that decides, the values of both arms keep the luck that is
/// taken out of their difference.
#[test]
fn a_difference_that_is_not_that_of_its_columns_says_why() {
    let folder = tempdir().unwrap();
    let why = "B − A of the metric that decides has luck taken out";
    let counted = ["king-of-the-pitch", "--bots", "balanced", "--with", "tie-break=king-keeps"];
    let few = ["--max-games", "1000", "--no-files"];
    assert!(expect(folder.path(), &with(&counted, &few), 3).contains(why));
    assert!(!expect(folder.path(), &with(MOVED, &few), 0).contains(why), "turns have no counted luck");
}

/// Where bots judge the arms otherwise, the first sentences speak of each.
#[test]
fn what_is_level_is_told_by_bot_where_bots_differ() {
    let folder = tempdir().unwrap();
    let args = ["king-of-the-pitch", "--with", "players=4", "--max-games", "3000", "--no-files"];
    let out = expect(folder.path(), &args, 0);
    let first = out.lines().next().unwrap_or_default();
    assert!(first.contains("Under `trained` “as printed” is undecided"), "{first}");
    assert!(
        first.contains("; under `calculator` both “as printed” and “players = 4” are not level"),
        "{first}"
    );
}
