//! `levelpitch explain` as a user runs it.

use super::support;

use serde_json::Value;
use support::{answer, expect, json, levelpitch, refused, text};
use tempfile::tempdir;

const QUICK: &[&str] = &["explain", "futbol-dash", "--bots", "rusher", "--games", "120", "--quiet"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    QUICK.iter().chain(more).copied().collect()
}

#[test]
fn the_verdict_comes_first_in_words_and_files_follow() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), &with(&["--margin", "0.3", "--out", "why", "--top", "5"]), 0);
    let first = answer(&out);
    assert!(
        first.contains("seat gap (how far the seat farthest from an equal share is from it) is"),
        "{first}"
    );
    assert!(first.contains("unknown number"), "{first}");
    let header = out.lines().find(|line| line.starts_with("what ")).unwrap();
    for column in ["from → to", "effect", "corrected p", "status", "changes the verdict?"] {
        assert!(header.contains(column), "{header}");
    }
    assert!(out.contains("more in explain.csv"), "{out}");
    for file in
        ["explain.json", "explain.csv", "report.html", "report.md", "plots/effects.svg", "plots/cards.png"]
    {
        assert!(folder.path().join("why").join(file).is_file(), "{file}");
    }
    let page = std::fs::read_to_string(folder.path().join("why/report.md")).unwrap();
    assert!(page.contains("can change the verdict?"), "{page}");
}

#[test]
fn a_planted_switch_is_judged_and_one_that_leaves_every_game_alone_changes_nothing() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), &with(&["--no-files", "--format", "json"]), 0);
    let document = json(&out);
    assert_eq!(document["games_per_arm"], 120);
    let effects = document["arms"][0]["effects"].as_array().unwrap();
    let switches: Vec<&Value> = effects.iter().filter(|e| e["kind"] == "switch").collect();
    let cards: Vec<&Value> = effects.iter().filter(|e| e["kind"] == "card").collect();
    assert!(switches.len() > 30 && cards.len() > 20, "{} {}", switches.len(), cards.len());
    for effect in effects {
        let name = effect["name"].as_str().unwrap();
        assert!(effect["corrected_p"].as_f64().unwrap() >= effect["p"].as_f64().unwrap(), "{name}");
        let width = |key: &str| effect[key]["high"].as_f64().unwrap() - effect[key]["low"].as_f64().unwrap();
        assert!(width("corrected") >= width("value"), "{name}");
    }
    // A cap that no match reaches leaves every game as it is, which leaves the
    // interval of what was not played.
    let caps: Vec<&&Value> = switches.iter().filter(|e| e["effect"]["method"] == "unvaried").collect();
    assert!(!caps.is_empty());
    for cap in caps {
        let end = |key: &str| cap["effect"][key].as_f64().unwrap();
        assert_eq!((end("value"), cap["p"].as_f64()), (0.0, Some(1.0)), "{cap}");
        assert!(end("low") < 0.0 && end("high") > 0.0, "{cap}");
        assert_ne!(cap["changes_verdict"], "can", "{cap}");
    }
    // The goals needed to win decide how long a match is.
    let out = expect(
        folder.path(),
        &with(&[
            "--no-files",
            "--format",
            "json",
            "--metric",
            "turns-per-game",
            "--fair",
            "60",
            "--margin",
            "20",
        ]),
        0,
    );
    let document = json(&out);
    let numbers = document["arms"][0]["numbers"].as_array().unwrap();
    assert!(numbers.iter().any(|n| n["changes_verdict"] == "can"), "{numbers:?}");
}

#[test]
fn without_a_fair_value_the_differences_are_told_and_nothing_is_judged() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), &with(&["--metric", "turns-per-game", "--out", "why"]), 0);
    let first = answer(&out);
    assert!(first.contains("settings and cards move it, most of all goals-to-win = 5 ("), "{first}");
    assert!(first.contains("`--fair` names one") && !first.contains("verdict"), "{first}");
    assert!(!out.contains("changes the verdict?"), "{out}");
    let document = json(&std::fs::read_to_string(folder.path().join("why/explain.json")).unwrap());
    assert!(document["fair"].is_null() && document["margin"].is_null(), "{document}");
    let page = std::fs::read_to_string(folder.path().join("why/report.md")).unwrap();
    assert!(page.contains("What moves the turns per game of") && !page.contains("can change"), "{page}");
}

#[test]
fn where_the_game_itself_is_undecided_only_what_is_sure_is_told() {
    let folder = tempdir().unwrap();
    // The mean lies near 54 turns: an edge of the margin runs through it.
    let plain =
        expect(folder.path(), &with(&["--metric", "turns-per-game", "--no-files", "--format", "json"]), 0);
    let mean = json(&plain)["arms"][0]["value"]["value"].as_f64().unwrap();
    let fair = (mean - 1.0).to_string();
    let args = ["--metric", "turns-per-game", "--fair", &fair, "--margin", "1", "--no-files", "--top", "200"];
    let out = expect(folder.path(), &with(&args), 0);
    let first = answer(&out);
    assert!(
        first.contains("the verdict is undecided") && first.contains("Sure is: with goals-to-win = 5"),
        "{first}"
    );
    assert!(first.contains("Whether that is a change is open"), "{first}");
    assert!(!first.contains("changes it") && !first.contains("change it"), "{first}");
    let row = out.lines().find(|line| line.starts_with("goals-to-win") && line.contains("3 → 5")).unwrap();
    assert!(row.ends_with("open: itself not level (above)"), "{row}");
}

#[test]
fn threads_never_change_a_byte() {
    let folder = tempdir().unwrap();
    let of =
        |threads| expect(folder.path(), &with(&["--no-files", "--format", "json", "--threads", threads]), 0);
    assert_eq!(of("1"), of("3"));
}

#[test]
fn the_deep_look_screens_the_unknown_numbers() {
    let folder = tempdir().unwrap();
    let args = ["--no-files", "--format", "json", "--deep", "--walks", "2", "--games", "40"];
    let mut all: Vec<&str> = QUICK[..4].to_vec();
    all.extend(["--quiet"].iter().chain(&args));
    let out = expect(folder.path(), &all, 0);
    let together = &json(&out)["arms"][0]["together"];
    assert_eq!(together["walks"], 2);
    let screening = together["screening"].as_array().unwrap();
    assert!(screening.len() > 10, "{}", screening.len());
    for number in screening {
        assert!(number["cleaned"].as_f64() <= number["mean_absolute"].as_f64(), "{number}");
    }
    let mut threads = all.clone();
    threads.extend(["--threads", "3"]);
    assert_eq!(out, expect(folder.path(), &threads, 0));
}

#[test]
fn bad_input_names_what_is_allowed() {
    let folder = tempdir().unwrap();
    for (more, wanted) in [
        (&["--arm", "as prined"][..], "did you mean `as printed`?"),
        (&["--metric", "turns-per-gaem"], "did you mean `turns-per-game`?"),
        (&["--metric", "turns-per-game", "--margin", "1"], "--fair"),
        (&["--margin", "-1"], "above 0"),
        (&["--margin", "0"], "above 0"),
        (&["--fair", "much"], "expected a number"),
        (&["--top", "0"], "1 or more"),
        (&["--walks", "5"], "--deep"),
        (&["--deep", "--metric", "largest-seat-share", "--fair", "0.5"], "adds up"),
        (&["--set", "no-such=1"], "unknown switch"),
        (&["--set", "data.shots.gaol=1"], "did you mean `goal`?"),
    ] {
        let err = refused(folder.path(), &with(&[&["--no-files"], more].concat()));
        assert!(err.contains(wanted), "{more:?}: {err}");
    }
    let err = refused(folder.path(), &["explain", "futbol-dsah"]);
    assert!(err.contains("did you mean `futbol-dash`?"), "{err}");
}

#[test]
fn a_house_rule_may_leave_the_stated_totals_but_not_what_a_match_can_hold() {
    let folder = tempdir().unwrap();
    let run = |set: &str| {
        let args = [
            "run",
            "futbol-dash",
            "--bots",
            "random",
            "--games",
            "20",
            "--quiet",
            "--out",
            "r",
            "--set",
            set,
        ];
        levelpitch(folder.path(), &args)
    };
    assert_eq!(run("data.shots.goal=11").status.code(), Some(0));
    let manifest = std::fs::read_to_string(folder.path().join("r/run.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["arms"][0]["data"]["house"], true, "{manifest}");
    let again = expect(folder.path(), &["rerun", "r/run.json", "--quiet"], 0);
    assert!(again.contains("dentical"), "{again}");
    assert_eq!(run("data.gc_counts.red=0").status.code(), Some(0));
    for (set, wanted) in [
        ("data.shots.goal=38", "at most 40"),
        ("data.presets.gallery.off_counts.2=60", "at most 64"),
        ("data.shots.goal=-1", "-1"),
    ] {
        let output = run(set);
        assert_eq!(output.status.code(), Some(2), "{set}");
        assert!(text(&output.stderr).contains(wanted), "{set}: {}", text(&output.stderr));
    }
    // A file of one's own is still held to what the box states.
    let data = expect(folder.path(), &["data", "futbol-dash"], 0).replace("goal = 10", "goal = 11");
    std::fs::write(folder.path().join("mine.toml"), data).unwrap();
    let err = refused(folder.path(), &["run", "futbol-dash", "--data", "mine.toml", "--no-files"]);
    assert!(err.contains("21 shot cards") && err.contains("--set data.shots.goal=11"), "{err}");
}

#[test]
fn a_run_says_of_each_assumption_whether_it_can_change_the_verdict() {
    let folder = tempdir().unwrap();
    let run = ["run", "futbol-dash", "--bots", "rusher", "--games", "200", "--quiet"];
    let plain: Vec<&str> = run.iter().chain(&["--out", "plain"]).copied().collect();
    expect(folder.path(), &plain, 0);
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(read("plain/report.md").contains("was not tried in this run"));
    assert!(!read("plain/report.md").contains("can change the verdict? |"));

    let tried: Vec<&str> = run.iter().chain(&["--assumptions", "100", "--out", "tried"]).copied().collect();
    expect(folder.path(), &tried, 0);
    let page = read("tried/report.md");
    assert!(page.contains("can change the verdict? |"), "{page}");
    assert!(page.contains("(100 games each)"), "{page}");
    let assumed: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| ") && line.contains("| assumed |")).collect();
    assert!(assumed.len() > 5, "{page}");
    for row in assumed {
        let last = row.trim_end_matches(" |").rsplit("| ").next().unwrap();
        assert!(["yes", "no", "undecided"].contains(&last), "{row}");
    }
    // The games of the run itself are untouched, and all of it is reproducible.
    let arms = |file: &str| json(&read(file))["arms"].clone();
    assert_eq!(arms("plain/run.json"), arms("tried/run.json"));
    let again = expect(folder.path(), &["rerun", "tried/run.json", "--quiet"], 0);
    assert!(again.starts_with("identical"), "{again}");
    let before = support::files(&folder.path().join("tried"));
    expect(folder.path(), &["report", "tried", "--quiet"], 0);
    assert_eq!(before, support::files(&folder.path().join("tried")));
}
