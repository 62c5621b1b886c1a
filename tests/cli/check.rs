//! `levelpitch check` as CI runs it: one exit status per answer, files that
//! say the same, baselines that are held or refused.

use super::support;

use std::process::Command;

use levelpitch::report::seal::{opened, sealed};
use serde_json::Value;
use support::{BINARY, expect, levelpitch, refused, text};
use tempfile::{TempDir, tempdir};

const SCENARIO: &str = "question = \"Is the dash short?\"\nruleset = \"futbol-dash\"\nbots = [\"random\"]\n\
                        games = 2000\nseed = 5\n";

fn read(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn write(folder: &TempDir, name: &str, content: &str) {
    std::fs::write(folder.path().join(name), content).expect("a file");
}

/// A folder with a scenario that has this budget.
fn with(budget: &str) -> TempDir {
    let folder = tempdir().unwrap();
    write(&folder, "dash.toml", &format!("{SCENARIO}[[budget]]\n{budget}\n"));
    folder
}

#[test]
fn every_answer_has_an_exit_status_of_its_own() {
    for (budget, status, first) in [
        ("metric = \"unfinished-share\"\nmax = 0.2", 0, "passed: the budget holds ("),
        ("metric = \"turns-per-game\"\nmax = 2", 1, "failed: of 1 budget, 1 is broken ("),
        (
            "metric = \"turns-per-game\"\nmax = 2\nseverity = \"warn\"",
            0,
            "passed: of 1 budget, 1 is broken but only warns",
        ),
        (
            "metric = \"first-seat-advantage\"\nequal = 0\nmargin = 0.001",
            3,
            "undecided: of 1 budget, 1 is undecided (",
        ),
    ] {
        let folder = with(budget);
        let out = expect(&folder, &["check", "dash.toml"], status);
        assert!(out.starts_with(first), "{out}");
        assert_eq!(
            out.lines().count() == 2,
            out.contains("holds"),
            "the answer and what it means when green, no less otherwise: {out}"
        );
        let strict = expect(
            &folder,
            &["check", "dash.toml", "--strict"],
            if first.contains("warns") { 1 } else { status },
        );
        assert!(!strict.is_empty());
        assert!(!folder.path().join("reports").exists(), "no files that were not asked for");
    }
}

#[test]
fn a_check_that_checks_nothing_is_not_green() {
    let folder = tempdir().unwrap();
    write(&folder, "dash.toml", SCENARIO);
    let said = refused(&folder, &["check", "dash.toml", "--junit", "junit.xml"]);
    assert!(
        said.contains("dash.toml: budget: found nothing to check; allowed: at least one [[budget]]"),
        "{said}"
    );
    assert!(
        read(&folder, "junit.xml").contains("errors=\"1\""),
        "a check that could not be made is an error"
    );
    // Of a game by its name alone fairness is checked: every seat, every bot.
    let named =
        levelpitch(&folder, &["check", "futbol-dash", "--bots", "random", "--games", "60", "--quiet"]);
    let told = text(&named.stdout);
    assert!(named.status.code() != Some(2) && told.contains("every seat level"), "{told}");
    // A tolerance for a baseline is no budget without one.
    write(&folder, "drift.toml", &format!("{SCENARIO}[[budget]]\nmetric = \"turns-per-game\"\ndrift = 1\n"));
    refused(&folder, &["check", "drift.toml"]);
    // Beside a scenario with a budget it is only noted, unless strict.
    write(&folder, "held.toml", &format!("{SCENARIO}[[budget]]\nmetric = \"unfinished-share\"\nmax = 0.2\n"));
    expect(&folder, &["check", "dash.toml", "held.toml"], 0);
    refused(&folder, &["check", "dash.toml", "held.toml", "--strict"]);
}

#[test]
fn bad_input_is_told_at_once_and_no_answer_is_given() {
    let folder = tempdir().unwrap();
    write(
        &folder,
        "a.toml",
        &format!("{SCENARIO}[[budget]]\nmetric = \"turn-per-game\"\nmax = 2\narm = \"x\"\n"),
    );
    write(
        &folder,
        "b.toml",
        &format!("{SCENARIO}[[budget]]\nmetric = \"turns-per-game\"\nequal = 2\n[[budget]]\nmaxx = 3\n"),
    );
    let said =
        refused(&folder, &["check", "a.toml", "b.toml", "c.toml", "--junit", "j.xml", "--markdown", "m.md"]);
    for part in [
        "a.toml:9: arm: found `x`",
        "b.toml:6: budget: found equal without margin",
        "b.toml:10: maxx: found an unknown key",
        "did you mean `max`?",
        "c.toml",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let junit = read(&folder, "j.xml");
    assert!(junit.contains("tests=\"3\" failures=\"0\" errors=\"3\" skipped=\"0\""), "{junit}");
    assert!(!folder.path().join("m.md").exists());
    let folder = with("metric = \"turns-per-game\"\nmax = 2");
    for args in [
        &["check", "dash.toml", "--games", "10", "--max-games", "10"][..],
        &["check", "dash.toml", "--drift", "turns-per-game=1"],
        &["check", "dash.toml", "--format", "csv"],
        &["check", "dash.toml", "--junit", "."],
        &["check"],
    ] {
        refused(&folder, args);
    }
}

#[test]
fn a_difference_is_held_against_the_named_arm() {
    let folder = tempdir().unwrap();
    let scenario = |bound: &str| {
        format!(
            "{SCENARIO}[[arm]]\nname = \"printed\"\n[vary]\nhalftimes = [0]\n\
             [[budget]]\nmetric = \"turns-per-game\"\nagainst = \"printed\"\n{bound}\n"
        )
    };
    write(&folder, "dash.toml", &scenario("equal = 0\nmargin = 1000"));
    let out = expect(&folder, &["check", "dash.toml", "--format", "json"], 0);
    let gates = serde_json::from_str::<Value>(&out).unwrap()["scenarios"][0]["budgets"].clone();
    assert_eq!(gates.as_array().unwrap().len(), 1);
    assert_eq!((&gates[0]["arm"], &gates[0]["against"]), (&"halftimes = 0".into(), &"printed".into()));
    // The same difference as `run` finds on the same games.
    let games = gates[0]["games"].to_string();
    let run = expect(&folder, &["run", "dash.toml", "--games", &games, "--no-files", "--format", "json"], 0);
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!(
        run["arms"][1]["against"]["metrics"]["turns-per-game"]["value"],
        gates[0]["estimate"]["value"]
    );
    write(&folder, "dash.toml", &scenario("min = 1000"));
    let out = expect(&folder, &["check", "dash.toml"], 1);
    assert!(out.contains("turns per game of `halftimes = 0` minus `printed`"), "{out}");
    write(
        &folder,
        "dash.toml",
        &scenario("max = 1").replace("against = \"printed\"", "against = \"prnted\""),
    );
    assert!(refused(&folder, &["check", "dash.toml"]).contains("did you mean `printed`?"));
}

#[test]
fn files_say_what_the_exit_status_says() {
    let folder = with("metric = \"turns-per-game\"\nmax = 2\nname = \"a <b> & c\"\nwhy = \"must be short\"");
    let files = ["--junit", "ci/junit.xml", "--markdown", "ci/summary.md", "--out", "ci/report"];
    let args = [&["check", "dash.toml", "--format", "json"][..], &files].concat();
    let document: Value = serde_json::from_str(&expect(&folder, &args, 1)).expect("one JSON document");
    assert_eq!((&document["verdict"], &document["exit_status"]), (&"failed".into(), &1.into()));
    let gate = &document["scenarios"][0]["budgets"][0];
    assert_eq!(
        (&gate["status"], &gate["most"], &gate["why"]),
        (&"fail".into(), &2.0.into(), &"must be short".into())
    );
    let junit = read(&folder, "ci/junit.xml");
    assert!(
        junit.contains(
            "<testsuite name=\"dash\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\""
        ),
        "{junit}"
    );
    assert!(junit.contains("a &lt;b&gt; &amp; c"), "{junit}");
    let summary = read(&folder, "ci/summary.md");
    assert!(summary.contains("| BROKEN | dash |") && summary.contains("must be short"), "{summary}");
    for name in ["report.html", "report.md", "check.json"] {
        assert!(read(&folder, &format!("ci/report/{name}")).contains("turns"), "{name}");
    }
    let schema: Value = serde_json::from_str(&expect(&folder, &["schema", "--output", "check"], 0)).unwrap();
    for key in document.as_object().unwrap().keys() {
        assert!(schema["properties"][key].is_object(), "{key} is documented");
    }
    for key in gate.as_object().unwrap().keys() {
        assert!(
            schema["$defs"]["GateDocument"]["properties"][key].is_object(),
            "budgets[].{key} is documented"
        );
    }
    // The command that it names shows the same value.
    let command = gate["command"].as_str().unwrap().strip_prefix("levelpitch ").unwrap();
    let command: Vec<&str> = command.split(' ').chain(["--no-files", "--format", "json"]).collect();
    let run: Value = serde_json::from_str(&expect(&folder, &command, 1)).unwrap();
    assert_eq!(run["arms"][0]["metrics"]["turns-per-game"]["value"], gate["estimate"]["value"]);
}

#[test]
fn threads_never_show() {
    let folder = with("metric = \"first-seat-advantage\"\nequal = 0\nmargin = 0.1\nalpha = 0.01");
    let check = |threads: &str| {
        let args = ["check", "dash.toml", "--threads", threads, "--format", "json"];
        text(&levelpitch(folder.path(), &args).stdout)
    };
    assert_eq!(check("1"), check("3"));
}

#[test]
fn a_baseline_is_identical_drifts_or_is_refused() {
    let folder = tempdir().unwrap();
    write(&folder, "dash.toml", SCENARIO);
    write(&folder, "other.toml", SCENARIO);
    let record = ["run", "dash.toml", "--games", "600", "--out", "then", "--quiet"];
    expect(&folder, &record, 0);
    let base = &["check", "dash.toml", "--baseline", "then/run.json"][..];
    let out = expect(&folder, base, 0);
    assert!(out.starts_with("passed: identical to the baseline ("), "{out}");
    assert_eq!(out.lines().count(), 2);
    // Another rule: fairness and length may drift by so much, unless something
    // else is said or the very same game is asked for.
    let changed = [base, &["--set", "match=express"]].concat();
    let out = expect(&folder, &changed, 1);
    assert!(out.contains("match = express (was regular)"), "{out}");
    assert!(out.contains("“length: drift of turns-per-game” is broken"), "{out}");
    let out = expect(&folder, &[&changed[..], &["--identical"]].concat(), 1);
    assert!(out.contains("that is no luck"), "{out}");
    expect(&folder, &[&changed[..], &["--drift", "turns-per-game=1000"]].concat(), 0);
    let out = expect(&folder, &[&changed[..], &["--drift", "turns-per-game=0.001"]].concat(), 1);
    assert!(
        out.contains("“drift of turns-per-game” is broken: turns per game of `match = express` drifts by"),
        "{out}"
    );
    // What is no baseline of this check is refused with the reason.
    let refuse = |more: &[&str], scenario: &str, said: &str| {
        let args = [&["check", scenario, "--baseline", "then/run.json"], more].concat();
        let err = refused(&folder, &args);
        assert!(err.contains(said), "{said}\n{err}");
    };
    refuse(&[], "other.toml", "found a run of `dash`; allowed: a run of `other`");
    refuse(&["--seed", "6"], "dash.toml", "--seed: found 6; allowed: 5, the seed of then/run.json");
    refuse(&["--bots", "rusher"], "dash.toml", "a run with other entrants");
    refuse(&["--drift", "turn-per-game=1"], "dash.toml", "did you mean `turns-per-game`?");
    refuse(&["--baseline", "then/run.json"], "dash.toml", "a second baseline of `dash`");
    refuse(&["--baseline", "none.json"], "dash.toml", "none.json");
    write(&folder, "dash.toml", &format!("{SCENARIO}# another text\n"));
    expect(&folder, base, 0);
    // What changes no game voids no baseline.
    let budget = "[[budget]]\nmetric = \"turns-per-game\"\nmax = 1000\n";
    write(&folder, "dash.toml", &format!("{SCENARIO}{budget}"));
    let out = expect(&folder, base, 0);
    assert!(out.contains("the budget holds, and the game is the baseline's"), "{out}");
    write(&folder, "dash.toml", SCENARIO);
    let stored = read(&folder, "then/run.json");
    let version = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\"");
    write(&folder, "then/run.json", &stored.replace(version, "\"version\": \"0.0.1\""));
    refuse(&[], "dash.toml", "a manifest by version 0.0.1");
    write(&folder, "then/run.json", &stored.replacen("600", "601", 1));
    refuse(&[], "dash.toml", "a file that doesn't match its checksum");
    write(&folder, "then/run.json", "{}");
    refuse(&[], "dash.toml", "JSON of another kind");
    expect(&folder, &["run", "dash.toml", "--precision", "0.2", "--out", "then", "--quiet"], 0);
    refuse(&[], "dash.toml", "a run that stopped at a precision");
}

/// Cards are edited in their own file: the scenario's text stays, the game
/// doesn't.
#[test]
fn edited_cards_drift_from_their_baseline() {
    let folder = tempdir().unwrap();
    let cards = expect(&folder, &["data", "futbol-dash"], 0);
    write(&folder, "cards.toml", &cards);
    write(&folder, "dash.toml", &format!("data = \"cards.toml\"\n{SCENARIO}"));
    expect(&folder, &["run", "dash.toml", "--games", "400", "--out", "then", "--quiet"], 0);
    expect(&folder, &["check", "dash.toml", "--baseline", "then/run.json"], 0);
    // A comment changes the file and not one game.
    write(&folder, "cards.toml", &format!("# edited\n{cards}"));
    let out = expect(&folder, &["check", "dash.toml", "--baseline", "then/run.json"], 0);
    assert!(out.starts_with("passed: identical to the baseline"), "{out}");
    // Counts that this program never made can only be compared as sums.
    let stored = opened(&read(&folder, "then/run.json")).unwrap();
    let mut stored: Value = serde_json::from_str(&stored).unwrap();
    let sums = &mut stored["arms"][0]["played"]["tally"]["moments"]["sums"];
    sums[4] = (sums[4].as_i64().unwrap() + 1).into();
    write(&folder, "then/run.json", &sealed(&stored));
    let args = ["check", "dash.toml", "--baseline", "then/run.json", "--format", "json"];
    let document: Value = serde_json::from_str(&expect(&folder, &args, 3)).unwrap();
    let baseline = &document["scenarios"][0]["baseline"];
    assert_eq!(baseline["matches"][0], "unpaired");
    assert_eq!(baseline["metrics"][0]["drift"]["method"], "two-intervals");
}

/// Ctrl-C is no answer: exit status 130, and what was asked for is written.
#[cfg(unix)]
#[test]
fn an_interrupted_check_is_neither_green_nor_red() {
    let folder = tempdir().unwrap();
    // Equal random bots: one half by symmetry, so no number of games decides it.
    let budget = "[[budget]]\nmetric = \"entrant-0-share\"\nequal = 0.5\nmargin = 0.000001\n";
    write(&folder, "dash.toml", &format!("{SCENARIO}{budget}"));
    let mut child = Command::new(BINARY)
        .current_dir(folder.path())
        .args([
            "check",
            "dash.toml",
            "--bots",
            "random",
            "--max-games",
            "1_000_000_000_000",
            "--junit",
            "junit.xml",
            "--quiet",
        ])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the binary runs");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(asked.success());
    let status = child.wait().expect("an end");
    assert_eq!(status.code(), Some(130));
    let junit = read(&folder, "junit.xml");
    assert!(
        junit.contains("errors=\"1\" skipped=\"0\"") && junit.contains("type=\"interrupted\""),
        "{junit}"
    );
}

#[test]
fn a_median_is_a_budget_a_verdict_and_a_difference() {
    for (budget, status) in [
        ("metric = \"median-turns\"\nmin = 20\nmax = 120", 0),
        ("metric = \"p90-turns\"\nmax = 20", 1),
        ("metric = \"median-turns\"\nequal = 100\nmargin = 1", 3),
    ] {
        let folder = with(budget);
        let out = expect(&folder, &["check", "dash.toml", "--format", "json"], status);
        let gate = &serde_json::from_str::<Value>(&out).unwrap()["scenarios"][0]["budgets"][0];
        assert_eq!(gate["estimate"]["method"], "quantile-cs", "{gate}");
    }
    let folder = with("metric = \"median-turnz\"\nmax = 9");
    let said = refused(&folder, &["check", "dash.toml"]);
    assert!(said.contains("dash.toml:7") && said.contains("did you mean `median-turns`?"), "{said}");

    // As the verdict's metric it goes through run, rerun, report and merge.
    let folder = tempdir().unwrap();
    let verdict = "[verdict]\nmetric = \"median-turns\"\nfair = 60\nmargin = 50\n";
    write(&folder, "dash.toml", &format!("{SCENARIO}{verdict}"));
    let told = expect(&folder, &["run", "dash.toml", "--out", "whole"], 0);
    assert!(told.contains("median turns is ") && told.contains(" to "), "{told}");
    assert!(read(&folder, "whole/summary.csv").contains("median-turns"));
    expect(&folder, &["rerun", "whole/run.json"], 0);
    expect(&folder, &["report", "whole"], 0);
    for part in ["1/2", "2/2"] {
        let out = format!("part-{}", &part[..1]);
        expect(&folder, &["run", "dash.toml", "--shard", part, "--out", &out], 0);
    }
    let parts = ["merge", "part-1/run.json", "part-2/run.json", "--out", "merged"];
    expect(&folder, &parts, 0);
    assert_eq!(read(&folder, "merged/summary.csv"), read(&folder, "whole/summary.csv"));

    // What scales intervals as only those of means may be is refused.
    let finding = "[vary]\nhalftimes = [0, 2]\n[[finding]]\nkind = \"per-step\"\nmetric = \"median-turns\"\nkey = \"halftimes\"\n";
    write(&folder, "step.toml", &format!("{SCENARIO}{finding}"));
    let said = refused(&folder, &["run", "step.toml"]);
    assert!(said.contains("a quantile") && said.contains("`difference` and `range`"), "{said}");
}

/// What lies there already and is no result of an earlier check stays.
#[test]
fn results_replace_nothing_but_results() {
    let folder = with("metric = \"unfinished-share\"\nmax = 0.2");
    let typed = |more: &[&'static str]| [&["check", "dash.toml", "--games", "40", "-q"], more].concat();
    write(&folder, "mine.txt", "precious");
    for flag in ["--junit", "--markdown"] {
        let said = refused(folder.path(), &typed(&[flag, "mine.txt"]));
        assert!(said.contains("mine.txt: found a file that is no result of an earlier check"), "{said}");
    }
    assert_eq!(read(&folder, "mine.txt"), "precious");
    let said = refused(folder.path(), &typed(&["--junit", "x", "--markdown", "x"]));
    assert!(said.contains("--markdown: found x, which --junit writes"), "{said}");
    for _ in 0..2 {
        expect(folder.path(), &typed(&["--junit", "j.xml", "--markdown", "m.md"]), 0);
    }
    // What is no file takes it as it comes.
    #[cfg(unix)]
    {
        let out = expect(folder.path(), &typed(&["--junit", "/dev/stdout"]), 0);
        assert!(out.contains("<?xml") && std::path::Path::new("/dev/stdout").is_symlink(), "{out}");
    }
    // A report that somebody else is writing beside it is left alone.
    std::fs::create_dir(folder.path().join(".report-new")).unwrap();
    write(&folder, ".report-new/half", "written");
    expect(folder.path(), &typed(&["--junit", "j.xml"]), 0);
    assert_eq!(read(&folder, ".report-new/half"), "written");
}
