//! Where reports go, what stays there, and that everything can be made again.

use super::support::{expect, files, json, levelpitch, refused, text, with};

use std::path::Path;
use tempfile::tempdir;

const QUICK: [&str; 6] = ["run", "futbol-dash", "--games", "40", "-q", "--bots"];

fn folders(root: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(root.join("reports")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_set_of_settings_has_its_own_folder() {
    let folder = tempdir().unwrap();
    expect(folder.path(), &with(&QUICK, &["random"]), 0);
    expect(folder.path(), &with(&QUICK, &["random", "--set", "players=3"]), 0);
    expect(folder.path(), &with(&QUICK, &["random", "--set", "halftimes=2", "--set", "players=3"]), 0);
    expect(folder.path(), &with(&QUICK, &["random", "--set", "players=3", "--set", "halftimes=2"]), 0);
    expect(folder.path(), &with(&QUICK, &["random", "--seed", "7"]), 0);
    assert_eq!(
        folders(folder.path()),
        [
            "futbol-dash-bots-random",
            "futbol-dash-bots-random-seed-7",
            "futbol-dash-halftimes-2-players-3-bots-random",
            "futbol-dash-players-3-bots-random",
        ]
    );
}

#[test]
fn the_next_report_leaves_nothing_of_the_last_one_and_all_of_others() {
    let folder = tempdir().unwrap();
    let into = |more: &[&str]| {
        expect(folder.path(), &with(&with(&QUICK, &["random", "--out", "here"]), more), 0);
        files(&folder.path().join("here")).into_keys().collect::<Vec<String>>()
    };
    let first = into(&["--set", "players=3"]);
    assert!(first.contains(&"plots/seats-3.svg".to_owned()), "{first:?}");
    std::fs::write(folder.path().join("here/plots/mine.svg"), "mine").unwrap();
    let second = into(&[]);
    assert!(!second.contains(&"plots/seats-3.svg".to_owned()), "{second:?}");
    assert!(second.contains(&"plots/mine.svg".to_owned()), "{second:?}");
    assert!(second.contains(&"files.json".to_owned()));
    // The folder of somebody else is told before the first game.
    std::fs::create_dir(folder.path().join("theirs")).unwrap();
    std::fs::write(folder.path().join("theirs/summary.csv"), "theirs").unwrap();
    let said = refused(folder.path(), &with(&QUICK, &["random", "--out", "theirs"]));
    assert!(said.contains("summary.csv") && said.contains("no file of an earlier report"), "{said}");
    assert_eq!(std::fs::read_to_string(folder.path().join("theirs/summary.csv")).unwrap(), "theirs");
}

#[test]
fn a_scenario_cannot_leave_the_folder_of_reports() {
    let folder = tempdir().unwrap();
    std::fs::write(
        folder.path().join("...toml"),
        "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 20\n",
    )
    .unwrap();
    expect(folder.path(), &["run", "...toml", "-q"], 0);
    assert!(!folder.path().join("report.html").exists());
    assert_eq!(folders(folder.path()).len(), 1);
}

/// The document of every command that plays says how it was made, and `rerun`
/// makes it again.
#[test]
fn every_document_is_made_again() {
    let folder = tempdir().unwrap();
    std::fs::write(
        folder.path().join("b.toml"),
        "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 200\n[[budget]]\nmetric = \"turns-per-game\"\nmin = 1\n",
    )
    .unwrap();
    let bots = ["--bots", "random"];
    for (command, args) in [
        ("run", &["futbol-dash", "--games", "60", "--set", "players=3"][..]),
        ("compare", &["futbol-dash", "--with", "halftimes=0", "--games", "300"]),
        ("sweep", &["futbol-dash", "--set", "halftimes=0..1", "--games", "60"]),
        (
            "tune",
            &["futbol-dash", "--set", "halftimes=0|1", "--target", "turns-per-game<1", "--games", "2000"],
        ),
        ("explain", &["futbol-dash", "--games", "40"]),
        ("cards", &["futbol-dash", "--games", "40"]),
        ("strategy", &["futbol-dash", "--games", "8"]),
        ("tournament", &["futbol-dash", "--games", "40"]),
        ("skill-ladder", &["futbol-dash", "--games", "40", "--rungs", "1"]),
        ("exploit", &["futbol-dash", "--games", "40", "--tries", "20", "--replies", "planner"]),
        ("check", &["b.toml", "--games", "200"]),
    ] {
        let bots = if ["tournament", "skill-ladder", "exploit"].contains(&command) {
            ["--bots", "random,rusher"]
        } else {
            bots
        };
        let typed = with(&with(&[command], args), &bots);
        let output = levelpitch(folder.path(), &with(&typed, &["--format", "json", "-q", "--out", command]));
        let document = text(&output.stdout);
        let words: Vec<String> = serde_json::from_value(json(&document)["arguments"].clone()).unwrap();
        assert_eq!(words, typed, "{}", text(&output.stderr));
        let page = std::fs::read_to_string(folder.path().join(command).join("report.md")).unwrap();
        assert!(page.contains(&format!("levelpitch {command}")) || command == "run", "{page}");
        std::fs::write(folder.path().join("made.json"), &document).unwrap();
        let said = expect(folder.path(), &["rerun", "made.json"], 0);
        assert!(said.starts_with("identical: `levelpitch "), "{said}");
        let changed = document.replacen("\"seed\": 1", "\"seed\": 2", 1);
        if changed != document {
            std::fs::write(folder.path().join("made.json"), changed).unwrap();
            let said = expect(folder.path(), &["rerun", "made.json"], 1);
            assert!(said.starts_with("different: first at ") && said.contains("seed"), "{said}");
        }
    }
    let hostile = "{\"version\": \"0.1.0\", \"arguments\": [\"data\", \"futbol-dash\", \"-o\", \"x\"]}";
    std::fs::write(folder.path().join("made.json"), hostile).unwrap();
    refused(folder.path(), &["rerun", "made.json"]);
    let hostile = hostile.replace("\"data\"", "\"run\"");
    std::fs::write(folder.path().join("made.json"), hostile).unwrap();
    refused(folder.path(), &["rerun", "made.json"]);
    assert!(!folder.path().join("x").exists());
    let made = |words: &str, tail: &str| {
        format!("{{\"version\": \"0.1.0\", \"arguments\": [{words}], \"tail\": \"{tail}\"}}")
    };
    std::fs::write(folder.path().join("made.json"), made(&vec!["\"x\""; 1 << 20].join(", "), "")).unwrap();
    let said = refused(folder.path(), &["rerun", "made.json"]);
    assert!(said.contains("a command of more than 1 MiB; allowed: one of at most 1 MiB"), "{said}");
    let words = "\"run\", \"futbol-dash\", \"--games\", \"20\", \"--bots\", \"random\"";
    std::fs::write(folder.path().join("made.json"), made(words, &"x".repeat(1 << 20))).unwrap();
    let said = expect(folder.path(), &["rerun", "made.json"], 1);
    assert!(said.starts_with("different: ") && said.contains(" bytes instead of "), "{said}");
}

#[test]
fn a_check_repeats_with_everything_that_was_typed_and_counts_budgets() {
    let folder = tempdir().unwrap();
    std::fs::write(
        folder.path().join("b.toml"),
        "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 200\n[[budget]]\nmetric = \"turns-per-game\"\nmin = 1\n",
    )
    .unwrap();
    expect(folder.path(), &["run", "b.toml", "-q", "--out", "base"], 0);
    let check = ["check", "b.toml", "--games", "200", "--strict", "--baseline", "base/run.json"];
    let said = expect(folder.path(), &with(&check, &["--out", "c", "--junit", "j.xml", "-q"]), 0);
    assert!(said.contains("the budget holds, and the game is the baseline's"), "{said}");
    let page = std::fs::read_to_string(folder.path().join("c/report.md")).unwrap();
    assert!(page.contains("levelpitch check b.toml --games 200 --strict --baseline base/run.json"), "{page}");
    let junit = std::fs::read_to_string(folder.path().join("j.xml")).unwrap();
    assert!(junit.matches(" time=\"").count() >= 3, "{junit}");
}

#[test]
fn every_command_has_a_page_of_the_manual_and_shells_know_names() {
    let folder = tempdir().unwrap();
    let main = expect(folder.path(), &["man"], 0);
    expect(folder.path(), &["man", "--out", "man1"], 0);
    let pages = files(&folder.path().join("man1"));
    for command in ["run", "compare", "sweep", "tune", "explain", "cards", "check", "rerun", "man"] {
        assert!(main.contains(&format!("levelpitch\\-{command}(1)")), "{command} is named by the first page");
        assert!(pages.contains_key(&format!("levelpitch-{command}.1")), "{command} in {:?}", pages.keys());
        expect(folder.path(), &["man", command], 0);
    }
    let tune = expect(folder.path(), &["man", "tune"], 0);
    for form in ["a..b", "x|y|z", "±TOL"] {
        assert!(tune.contains(form), "{form}");
    }
    for command in ["sweep", "tune"] {
        let help = expect(folder.path(), &[command, "--help"], 0);
        assert!(help.contains("KEY=a..b/step") && help.contains("SCENARIO#ARM"), "{help}");
    }
    assert!(refused(folder.path(), &["man", "rnu"]).contains("`run`"));
    for shell in ["bash", "zsh", "fish"] {
        let script = expect(folder.path(), &["completions", shell], 0);
        for word in
            ["wins-to-win", "planner", "program:", "choices:", "first-seat-advantage", "home-advantage"]
        {
            // A colon parts words in some of them.
            assert!(script.replace('\\', "").contains(word), "{shell}: {word}");
        }
        // Fish's scripts offer no arguments without a flag.
        assert!(shell == "fish" || script.contains("futbol-dash"), "{shell}");
    }
}

#[test]
fn an_arm_is_named_one_way_everywhere() {
    let folder = tempdir().unwrap();
    let arm = "build-or-rush#builder v rusher, 2 players";
    expect(folder.path(), &["replay", arm], 0);
    expect(folder.path(), &["explain", arm, "--games", "20", "--no-files", "-q"], 0);
    let sweep = ["sweep", arm, "--set", "wins-to-win=4..5", "--games", "60", "--no-files", "-q"];
    expect(folder.path(), &sweep, 0);
    let said = refused(folder.path(), &["replay", "build-or-rush#nobody"]);
    assert!(said.contains("`nobody`"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn two_at_once_do_not_write_into_one_folder() {
    let folder = tempdir().unwrap();
    let command = with(&QUICK, &["random", "--out", "here"]);
    std::fs::create_dir(folder.path().join("here")).unwrap();
    let other = std::fs::File::open(folder.path().join("here")).unwrap();
    other.try_lock().unwrap();
    let said = refused(folder.path(), &command);
    assert!(said.contains("another levelpitch is writing there") && said.lines().count() == 1, "{said}");
    assert_eq!(std::fs::read_dir(folder.path().join("here")).unwrap().count(), 0, "nothing is left there");
    // Whoever held it is gone, however it went.
    drop(other);
    expect(folder.path(), &command, 0);
}

/// A file, or a link that leads nowhere.
#[test]
fn what_stands_where_the_folder_should_be_is_named() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let report = folder.join("report");
    let refused = || {
        let said = refused(folder, &with(&QUICK, &["random", "--out", "report"]));
        assert!(said.starts_with("error: report: cannot be written: a file stands where"), "{said}");
        assert!(std::fs::symlink_metadata(&report).unwrap().len() > 0, "it stays");
    };
    std::fs::write(&report, "mine").unwrap();
    refused();
    #[cfg(unix)]
    {
        std::fs::remove_file(&report).unwrap();
        std::os::unix::fs::symlink("nowhere", &report).unwrap();
        refused();
    }
}

/// A full disk keeps the counts alone, and says that this makes the report.
#[test]
fn counts_alone_make_the_report_again() {
    let folder = tempdir().unwrap();
    expect(folder.path(), &with(&QUICK, &["random", "--out", "whole"]), 0);
    let whole = files(&folder.path().join("whole"));
    std::fs::create_dir(folder.path().join("kept")).unwrap();
    std::fs::write(folder.path().join("kept/run.json"), &whole["run.json"]).unwrap();
    expect(folder.path(), &["report", "kept", "-q"], 0);
    assert_eq!(files(&folder.path().join("kept")), whole);
    // To another run it is a stranger.
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    std::fs::write(folder.path().join("mine/run.json"), "{}").unwrap();
    let said = refused(folder.path(), &with(&QUICK, &["random", "--out", "mine"]));
    assert!(said.contains("run.json: cannot be written: it is there already"), "{said}");
}

/// Tables of single games are of the same games.
#[cfg(feature = "tables")]
#[test]
fn a_report_made_again_keeps_the_tables_beside_it() {
    let folder = tempdir().unwrap();
    expect(folder.path(), &with(&QUICK, &["random", "--parquet", "--out", "r"]), 0);
    let whole = files(&folder.path().join("r"));
    assert!(whole.contains_key("games.parquet") && whole.contains_key("seats.parquet"));
    for _ in 0..2 {
        expect(folder.path(), &["report", "r", "-q"], 0);
        assert!(files(&folder.path().join("r")) == whole);
    }
}

/// A baseline that a kill left half-way is none.
#[test]
fn a_baseline_takes_a_name_that_holds_none() {
    let folder = tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("baselines/b/.report-new")).unwrap();
    let save = ["save", "b", "futbol-dash", "--games", "40", "--bots", "random", "-q"];
    expect(folder.path(), &save, 0);
    let said = refused(folder.path(), &save);
    assert!(said.contains("which is there already"), "{said}");
    // Told before a game is played.
    let said = refused(folder.path(), &["save", "c", "futbol-dash", "futbol-dash", "--games", "900000000"]);
    assert!(said.contains("two runs of `futbol-dash"), "{said}");
}
