//! The command line as a user runs it: answers, files, exit statuses, and
//! what it says to bad input.

use super::support;

use std::path::Path;
use std::process::Command;

use levelpitch::report::seal::{opened, sealed};
use serde_json::Value;
use support::{BINARY, answer, expect, files, json, levelpitch, refused, text, with};
use tempfile::{TempDir, tempdir};

fn write(folder: &TempDir, name: &str, content: &str) {
    std::fs::write(folder.path().join(name), content).expect("a scenario file");
}

const PAIR: &str = "
question = \"Do two halftimes change Futbol Dash?\"
games = 600
seed = 5
ruleset = \"futbol-dash\"
bots = [\"rusher\", \"random\"]
[[arm]]
name = \"printed\"
[vary]
halftimes = [0, 2]
";

#[test]
fn a_run_answers_first_and_writes_every_file() {
    let folder = tempdir().unwrap();
    let out = expect(
        folder.path(),
        &["run", "futbol-dash", "--bots", "random", "--games", "400", "--set", "players=3"],
        0,
    );
    let opening = out.lines().next().unwrap_or_default();
    assert!(opening.starts_with("Futbol Dash is undecided: ") && !opening.contains(" % ±"), "{opening}");
    assert!(
        out.lines().nth(1).is_some_and(|line| line.starts_with("  What this means for printing: ")),
        "{out}"
    );
    assert!(!support::health(&out).is_empty(), "{out}");
    let first = answer(&out);
    assert!(
        first.contains("Futbol Dash") && first.contains("player wins") && first.contains("33.3 % is equal"),
        "{first}"
    );
    let report = folder.path().join("reports/futbol-dash-players-3-bots-random");
    let files = files(&report);
    for name in [
        "summary.csv",
        "seats.csv",
        "goals.csv",
        "usage.csv",
        "health.csv",
        "run.json",
        "report.html",
        "report.md",
    ] {
        assert!(files.contains_key(name), "{name} in {:?}", files.keys());
    }
    for kind in ["png", "svg"] {
        let plots = files.keys().filter(|name| Path::new(name).extension().is_some_and(|e| e == kind));
        assert!(plots.count() >= 3, "{kind} plots in {:?}", files.keys());
    }
    assert!(files.values().all(|bytes| !bytes.is_empty()));
}

#[test]
fn an_answer_is_printed_before_its_files_are_written_and_their_failure_told() {
    let folder = tempdir().unwrap();
    // A name that is taken by a folder is only seen when the page is put there.
    std::fs::create_dir_all(folder.path().join("out/report.html/x")).unwrap();
    let out = levelpitch(folder.path(), &["run", "futbol-dash", "--games", "40", "--out", "out"]);
    let (said, told) = (text(&out.stdout), text(&out.stderr));
    assert_eq!(out.status.code(), Some(2), "{told}");
    assert!(said.contains("Futbol Dash: ") && !said.contains("Report:"), "{said}");
    assert!(told.contains("report.html") && told.contains("cannot be written"), "{told}");
}

#[test]
fn json_has_the_documented_keys_and_adds_up() {
    let folder = tempdir().unwrap();
    let out = expect(
        folder.path(),
        &["run", "king-of-the-pitch", "--bots", "random", "--games", "300", "--format", "json", "--no-files"],
        0,
    );
    let document = json(&out);
    assert_eq!(document["scenario"], "king-of-the-pitch");
    let arm = &document["arms"][0];
    assert_eq!(arm["ruleset"], "king-of-the-pitch");
    assert_eq!(arm["switches"]["players"], "2");
    assert_eq!(arm["games"], 300);
    let mut decided = 0;
    for (seat, entry) in arm["seats"].as_array().unwrap().iter().enumerate() {
        assert_eq!(entry["seat"], seat);
        decided += entry["wins"].as_u64().unwrap();
        for key in ["value", "low", "high", "level", "method"] {
            assert!(!entry["win_rate"][key].is_null(), "win_rate.{key}");
        }
    }
    assert_eq!(decided + arm["unfinished"].as_u64().unwrap(), 300);
    for metric in [
        "turns-per-game",
        "decisions-per-game",
        "unfinished-share",
        "matches-per-game",
        "challenger-win-rate",
        "shoot-out-rate",
    ] {
        assert!(arm["metrics"][metric]["value"].is_number(), "{metric}");
    }
    let turns: u64 =
        arm["distributions"]["turns"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(turns, 300);
    assert!(document["verdicts"][0]["text"].is_string());
    let schema = json(&expect(folder.path(), &["schema", "--output"], 0));
    for key in document.as_object().unwrap().keys() {
        assert!(schema["properties"][key].is_object(), "{key} is documented");
    }
    for key in arm.as_object().unwrap().keys() {
        assert!(schema["$defs"]["Arm"]["properties"][key].is_object(), "arms[].{key} is documented");
    }
}

#[test]
fn threads_shards_and_a_rerun_give_the_same_bytes() {
    let folder = tempdir().unwrap();
    write(&folder, "pair.toml", PAIR);
    for (threads, out) in [("1", "one"), ("2", "two"), ("5", "five")] {
        expect(folder.path(), &["run", "pair.toml", "--threads", threads, "--out", out], 0);
    }
    let one = files(&folder.path().join("one"));
    assert!(one == files(&folder.path().join("two")) && one == files(&folder.path().join("five")));
    for k in 1..=3 {
        let (shard, out) = (format!("{k}/3"), format!("part{k}"));
        expect(folder.path(), &["run", "pair.toml", "--shard", &shard, "--out", &out], 0);
    }
    let parts = ["part3/run.json", "part1/run.json", "part2/run.json"];
    expect(folder.path(), &["merge", parts[0], parts[1], parts[2], "--out", "joined"], 0);
    assert!(one == files(&folder.path().join("joined")), "joined shards are the run");
    let said = expect(folder.path(), &["rerun", "one/run.json"], 0);
    assert!(said.starts_with("identical: 1\u{202f}800 games"), "{said}");
    let lacking = refused(folder.path(), &["merge", parts[0], parts[1], "--out", "lacking"]);
    assert!(lacking.contains("found 2 of 3 shards, without 2"), "{lacking}");
    std::fs::remove_file(folder.path().join("one/report.html")).unwrap();
    expect(folder.path(), &["report", "one"], 0);
    assert!(one == files(&folder.path().join("one")), "a rebuilt report is the report");
}

#[test]
fn a_changed_manifest_is_not_called_identical() {
    let folder = tempdir().unwrap();
    expect(folder.path(), &["run", "futbol-dash", "--bots", "random", "--games", "50", "--out", "a"], 0);
    let path = folder.path().join("a/run.json");
    let written = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, written.replacen("\"games\": 50", "\"games\": 51", 1)).unwrap();
    for args in [&["rerun", "a/run.json"][..], &["report", "a"], &["merge", "a"]] {
        let said = refused(folder.path(), args);
        assert!(said.contains("doesn't match its checksum") && said.contains("played again"), "{said}");
    }
    // One that is sealed again is a run that these games don't come to.
    let mut counts: Value = serde_json::from_str(&opened(&written).unwrap()).unwrap();
    counts["arms"][0]["played"]["tally"]["moments"]["sums"][4] = 1.into();
    std::fs::write(&path, sealed(&counts)).unwrap();
    assert!(expect(folder.path(), &["rerun", "a/run.json"], 1).starts_with("different"));
    std::fs::write(&path, "{}").unwrap();
    assert!(refused(folder.path(), &["rerun", "a/run.json"]).contains("a run.json that levelpitch wrote"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_finished_and_rerun_completes_it() {
    let folder = tempdir().unwrap();
    let scenario = "ruleset = \"futbol-dash\"\nbots = [\"random\"]\ngames = 60000\nseed = 3\n";
    write(&folder, "long.toml", scenario);
    let mut command = Command::new(BINARY);
    let child = command
        .current_dir(folder.path())
        .args(["run", "long.toml", "--threads", "1", "--out", "cut"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(150));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    // A very fast machine may be done before the signal; then nothing was cut.
    if output.status.code() == Some(130) {
        let said = text(&output.stdout);
        assert!(said.contains("Interrupted"), "{said}");
        expect(folder.path(), &["rerun", "cut/run.json"], 0);
    } else {
        assert_eq!(output.status.code(), Some(0));
    }
    expect(folder.path(), &["run", "long.toml", "--out", "whole"], 0);
    assert!(files(&folder.path().join("cut")) == files(&folder.path().join("whole")));
}

/// Ctrl-C ends whatever plays, also what is played after the run itself.
#[cfg(unix)]
#[test]
fn an_interrupted_trial_of_assumptions_keeps_the_run() {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};

    let folder = tempdir().unwrap();
    let args = ["run", "futbol-dash", "--bots", "rusher", "--games", "40", "--assumptions", "900000000"];
    let mut child = Command::new(BINARY)
        .current_dir(folder.path())
        .args(args)
        .args(["--threads", "1", "--out", "cut"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut noted = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(noted.any(|line| line.unwrap().contains(" games in ")), "the run itself is over");
    std::thread::sleep(Duration::from_millis(100));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let patience = Instant::now() + Duration::from_secs(30);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > patience {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(130));
    let stored = std::fs::read_to_string(folder.path().join("cut/run.json")).unwrap();
    assert_eq!(json(&stored)["ended"], "interrupted");
    assert_eq!(json(&stored)["arms"][0]["played"]["tally"]["games"], 40);
}

#[test]
fn a_precision_run_stops_when_precise_and_says_undecided_when_it_cannot() {
    let folder = tempdir().unwrap();
    let scenario = "ruleset = \"futbol-dash\"\nbots = [\"random\"]\nprecision = 0.02\nmax-games = 200000\n\
                    [verdict]\nmetric = \"first-seat-advantage\"\n";
    write(&folder, "precise.toml", scenario);
    let document =
        json(&expect(folder.path(), &["run", "precise.toml", "--format", "json", "--no-files"], 0));
    let estimate = &document["arms"][0]["metrics"]["first-seat-advantage"];
    let half = (estimate["high"].as_f64().unwrap() - estimate["low"].as_f64().unwrap()) / 2.0;
    assert!(half <= 0.02, "{half}");
    let games = document["arms"][0]["games"].as_u64().unwrap();
    assert_eq!(estimate["method"], "block-t", "{estimate}");
    let anytime = ["run", "precise.toml", "--format", "json", "--no-files", "--look-anytime"];
    let document = json(&expect(folder.path(), &anytime, 0));
    let estimate = &document["arms"][0]["metrics"]["first-seat-advantage"];
    assert!(estimate["method"].as_str().unwrap().contains("cs"), "an always-valid interval: {estimate}");
    let more = document["arms"][0]["games"].as_u64().unwrap();
    assert!(2 * games < more && more < 200_000, "{games} {more}");
    write(&folder, "short.toml", &scenario.replace("200000", "2000").replace("0.02", "0.001"));
    let document = json(&expect(folder.path(), &["run", "short.toml", "--format", "json", "--no-files"], 3));
    assert_eq!(document["ended"], "undecided");
    assert_eq!(document["exit_status"], 3);
}

#[test]
fn budgets_set_the_exit_status() {
    let folder = tempdir().unwrap();
    let budget = |min: &str, severity: &str| {
        format!(
            "ruleset = \"futbol-dash\"\nbots = [\"random\"]\ngames = 400\n[[budget]]\nmetric = \"turns-per-game\"\n\
             min = {min}\nseverity = \"{severity}\"\n"
        )
    };
    for (min, severity, status) in [("1", "error", 0), ("5000", "error", 1), ("5000", "warn", 0)] {
        write(&folder, "budget.toml", &budget(min, severity));
        let out = expect(folder.path(), &["run", "budget.toml", "--no-files"], status);
        assert!(out.contains("Budget"), "{out}");
    }
    let out = expect(folder.path(), &["run", "budget.toml", "--no-files", "--format", "json"], 0);
    let turns = json(&out)["arms"][0]["metrics"]["turns-per-game"]["value"].as_f64().unwrap();
    write(&folder, "budget.toml", &budget(&format!("{turns:.2}"), "error"));
    expect(folder.path(), &["run", "budget.toml", "--no-files"], 3);
}

#[test]
fn a_replay_tells_the_game_that_the_run_counted() {
    let folder = tempdir().unwrap();
    for ruleset in ["futbol-dash", "king-of-the-pitch"] {
        let args = ["--bots", "random", "--seed", "9"];
        let run = [&["run", ruleset, "--games", "2", "--format", "json", "--no-files"][..], &args].concat();
        let arm = json(&expect(folder.path(), &run, 0))["arms"][0].clone();
        let mut wins = [0.0, 0.0];
        for game in ["0", "1"] {
            let replay = [&["replay", ruleset, "--game", game, "--format", "json"][..], &args].concat();
            let told = json(&expect(folder.path(), &replay, 0));
            for (seat, won) in wins.iter_mut().enumerate() {
                *won += told["seats"][seat]["share"].as_f64().unwrap();
            }
            let lines = told["lines"].as_array().unwrap();
            assert!(lines.len() > 20 && lines.iter().any(|l| l["topic"] == "decision"), "{ruleset}");
        }
        for (seat, won) in wins.iter().enumerate() {
            assert!(
                (arm["seats"][seat]["wins"].as_f64().unwrap() - won).abs() < 1e-9,
                "{ruleset}, seat {seat}"
            );
        }
        let words = expect(folder.path(), &[&["replay", ruleset][..], &args].concat(), 0);
        let first = words.lines().next().unwrap_or_default();
        assert!(first.contains("game 0: is won by the ") || first.contains("did not finish"), "{first}");
    }
}

#[test]
fn exported_data_loads_and_plays_the_same_game() {
    let folder = tempdir().unwrap();
    for ruleset in ["futbol-dash", "king-of-the-pitch"] {
        expect(folder.path(), &["data", ruleset, "--output", "cards.toml"], 0);
        let args = ["run", ruleset, "--bots", "random", "--games", "100", "--format", "json", "--no-files"];
        let own = json(&expect(folder.path(), &args, 0));
        let loaded = json(&expect(folder.path(), &[&args[..], &["--data", "cards.toml"]].concat(), 0));
        assert_eq!(own["arms"][0]["metrics"], loaded["arms"][0]["metrics"], "{ruleset}");
        assert!(
            refused(folder.path(), &["data", ruleset, "--output", "cards.toml"])
                .contains("a file that exists")
        );
        let broken = std::fs::read_to_string(folder.path().join("cards.toml")).unwrap() + "\nsurprise = 1\n";
        write(&folder, "broken.toml", &broken);
        let said = refused(folder.path(), &["run", ruleset, "--data", "broken.toml"]);
        assert!(said.contains("broken.toml:") && said.contains("surprise"), "{said}");
        std::fs::remove_file(folder.path().join("cards.toml")).unwrap();
    }
}

#[test]
fn bad_input_is_refused_with_file_line_key_and_a_way_out() {
    let folder = tempdir().unwrap();
    write(&folder, "taken", "a file, not a folder");
    let cases: &[(&[&str], &[&str])] = &[
        (&["run", "futbol-dsh"], &["`futbol-dsh`", "did you mean `futbol-dash`?"]),
        (&["run", "missing.toml"], &["missing.toml", "found no such file"]),
        (&["run", "futbol-dash", "--set", "playres=3"], &["playres", "did you mean `players`?"]),
        (&["run", "futbol-dash", "--set", "players=9"], &["players", "`9`", "2 to 6"]),
        (&["run", "futbol-dash", "--set", "players"], &["KEY=VALUE"]),
        (&["run", "king-of-the-pitch", "--set", "captains=on"], &["captains", "players"]),
        (&["run", "futbol-dash", "--bots", "rushr"], &["`rushr`", "did you mean `rusher`?"]),
        (&["run", "futbol-dash", "--bots", "random,random,random"], &["3 names for 2 seats"]),
        (&["run", "futbol-dash", "--games", "0"], &["0", "1 to"]),
        (&["run", "futbol-dash", "--games", "9999999999999999"], &["1 to"]),
        (&["run", "futbol-dash", "--precision", "0"], &["fraction"]),
        (&["run", "futbol-dash", "--shard", "4/3"], &["K/N"]),
        (&["run", "futbol-dash", "--games", "10", "--out", "taken"], &["taken", "cannot be written"]),
        (&["run", "futbol-dash", "--data", "none.toml"], &["none.toml", "found no such file"]),
        (&["run", "--all", "--squads", "x"], &["--squads", "atlas"]),
        (&["odds", "futbol-dash", "nothing"], &["nothing"]),
        (&["replay", "futbol-dash", "--arm", "x"], &["--arm", "`x`"]),
        (&["rules", "futbol-dash", "--id", "XX"], &["no rule XX"]),
        (&["rules", "king"], &["did you mean `king-of-the-pitch`?"]),
        (&["rules", "tvs"], &["did you mean `time-vault-soccer`?"]),
        (&["run", "futbol-dash", "--bots", "zzzzzz"], &["the bots of Futbol Dash: random"]),
        (&["run", "time-vault-soccer", "--squads", "debut-50,debut-80s"], &["squads.0", "debut-50s"]),
        (
            &["compare", "build-or-rush#builder v rusher, 9 players", "--with", "line-size=4"],
            &["found `builder v rusher, 9 players`", "`builder v rusher, 2 players`, `"],
        ),
        (
            &["run", "time-vault-soccer", "--set", "data.preset.debut-50s.total=40"],
            &["data.preset.debut-50s.total: found `40`", "it follows from that"],
        ),
        (
            &["run", "squad-rush-season", "--set", "data.stated.best.attack=30"],
            &["data.stated.best.attack: found `30`", "it follows from that"],
        ),
        (&["list", "bots", "chess"], &["`chess`"]),
        (&["frobnicate"], &["unrecognized subcommand"]),
    ];
    for (args, expected) in cases {
        let said = refused(folder.path(), args);
        for part in *expected {
            assert!(said.contains(part), "{args:?} should mention {part}:\n{said}");
        }
    }
    assert!(
        !folder.path().join("reports").join("futbol-dash").join("run.json").exists(),
        "nothing half-written"
    );
}

#[test]
fn every_fault_of_a_scenario_is_told_at_once() {
    let folder = tempdir().unwrap();
    let scenario = "question = \"?\"\nruleset = \"futbol-dash\"\ngames = 10\n\n[[arm]]\nname = \"a\"\n\
                    set = { playres = 3, match = \"expres\" }\n\n[[arm]]\nname = \"b\"\nbots = [\"rushr\"]\n\n\
                    [[arm]]\nname = \"c\"\nruleset = \"king-of-the-pitch\"\nset = { captains = true }\n";
    write(&folder, "bad.toml", scenario);
    let said = refused(folder.path(), &["run", "bad.toml"]);
    for part in [
        "bad.toml:7: playres: found an unknown switch",
        "did you mean `players`?",
        "bad.toml:7: match: found `expres`; allowed: regular, express",
        "bad.toml:11: bots: found `rushr`",
        "captains",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    write(&folder, "syntax.toml", "games = = 3\n");
    assert!(refused(folder.path(), &["run", "syntax.toml"]).contains("syntax.toml:1"));
    let verdict = "ruleset = \"futbol-dash\"\ngames = 10\n[verdict]\nmetric = \"golas\"\n";
    write(&folder, "verdict.toml", verdict);
    let said = refused(folder.path(), &["run", "verdict.toml"]);
    assert!(
        said.contains("verdict.toml:4: metric: found `golas`") && said.contains("did you mean `goals`?"),
        "{said}"
    );
}

#[test]
fn mistakes_of_shape_and_of_meaning_are_told_together_by_line() {
    let folder = tempdir().unwrap();
    let scenario = "ruleset = \"futbol-dash\"\ngmaes = 3\ngames = -5\nset = { playres = 2 }\n\
                    bots = \"rushr\"\n[[finding]]\nkind = \"per-stp\"\nkey = \"players\"\nmetric = \"golas\"\n";
    write(&folder, "bad.toml", scenario);
    let said = refused(folder.path(), &["run", "bad.toml"]);
    let told: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("error: bad.toml:")).collect();
    let begins = [
        "2: gmaes: found an unknown key; did you mean `games`?",
        "3: games: found -5",
        "4: playres: found an unknown switch",
        "5: bots: found `rushr`; did you mean `rusher`?",
        "6: key: found `players`, which nothing varies",
        "7: kind: found `per-stp`",
        "9: metric: found `golas`; did you mean `goals`?",
    ];
    assert_eq!(told.len(), begins.len(), "{said}");
    for (line, begin) in told.iter().zip(begins) {
        assert!(line.starts_with(begin), "{begin}\n{said}");
    }
    // What only follows is not told: the misspelt key was the ruleset.
    write(&folder, "follows.toml", "rulset = \"futbol-dash\"\n");
    let said = refused(folder.path(), &["run", "follows.toml"]);
    assert_eq!(said.matches("error:").count(), 1, "{said}");
}

#[test]
fn empty_lists_and_names_are_refused_where_they_stand() {
    let folder = tempdir().unwrap();
    let scenario = "ruleset = \"futbol-dash\"\npanel = []\n[vary]\nhalftimes = []\n[[arm]]\nname = \" \"\n";
    write(&folder, "empty.toml", scenario);
    let said = refused(folder.path(), &["run", "empty.toml"]);
    for part in [
        "empty.toml:2: panel: found an empty list",
        "empty.toml:4: halftimes: found an empty list",
        "empty.toml:6: name: found an arm without a name",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn a_wrong_number_of_the_data_is_told_by_its_path() {
    let folder = tempdir().unwrap();
    let data = expect(folder.path(), &["data", "futbol-dash"], 0);
    let line = data.lines().find(|line| line.starts_with("goal = ")).unwrap();
    write(&folder, "cards.toml", &data.replacen(line, "goal = \"ten\"", 1));
    let said = refused(folder.path(), &["run", "futbol-dash", "--data", "cards.toml"]);
    assert!(
        said.contains("shots.goal: found the text \"ten\"; allowed: a whole number from 0 to "),
        "{said}"
    );
    assert!(!said.contains("u16") && !said.contains("u8"), "{said}");
}

#[test]
fn a_replay_of_a_game_takes_the_strongest_scripted_bot_and_says_so() {
    let folder = tempdir().unwrap();
    let output = levelpitch(folder.path(), &["replay", "time-vault-soccer"]);
    let (told, noted) = (text(&output.stdout), text(&output.stderr));
    assert!(noted.contains("the strongest scripted bot of the panel"), "{noted}");
    assert!(!told.contains("1st player: random"), "{told}");
    assert!(told.contains(" choices)") && !told.contains("(1 of "), "{told}");
    // The 1st player comes first whoever moves.
    let turns: Vec<&str> = told.lines().filter(|line| line.starts_with("Turn ")).collect();
    assert!(turns.iter().any(|t| t.contains(": 2nd player (1st player ")), "{turns:?}");
    assert!(turns.iter().all(|t| t.contains("(1st player ") && t.ends_with("2nd player)")), "{turns:?}");
    assert!(told.lines().next().unwrap().contains("; goals "), "{told}");
}

#[test]
fn a_season_reads_like_a_report() {
    let folder = tempdir().unwrap();
    let told = expect(folder.path(), &["replay", "time-of-soccer", "--bots", "random"], 0);
    for part in ["End of week 10", " of 6 in the league with ", "Skills: LD", " victory points"] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(!told.contains("nobody at the table") && !told.contains(" 1 operation points"), "{told}");
}

#[test]
fn odds_begin_with_an_answer_in_per_cent() {
    let folder = tempdir().unwrap();
    let said = expect(folder.path(), &["odds", "king-of-the-pitch"], 0);
    let first = said.lines().next().unwrap();
    assert!(first.starts_with("King of the Pitch, exact, match: ") && first.contains(" % ("), "{first}");
    assert!(said.contains("more rows: levelpitch odds king-of-the-pitch match"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 200), "{said}");
    let whole = expect(folder.path(), &["odds", "king-of-the-pitch", "match", "--exact"], 0);
    assert!(whole.lines().count() > 100 && whole.contains(" % = 1/2"), "{whole}");
    let rules = expect(folder.path(), &["rules", "king-of-the-pitch"], 0);
    assert!(rules.lines().skip(1).all(|line| line.chars().count() <= 100), "{rules}");
}

#[test]
fn a_rounded_number_of_games_is_noted() {
    let folder = tempdir().unwrap();
    let args = ["run", "futbol-dash", "--bots", "random,rusher", "--games", "1", "-o", "here"];
    let output = levelpitch(folder.path(), &args);
    let noted = text(&output.stderr);
    assert!(noted.contains("--games 1: up to 2 per arm"), "{noted}");
    assert!(folder.path().join("here/run.json").is_file());
}

#[test]
fn a_tournament_names_the_bots_that_did_not_play() {
    let folder = tempdir().unwrap();
    let args = ["tournament", "time-vault-soccer", "--games", "20", "--no-files", "--quiet"];
    let told = expect(folder.path(), &args, 0);
    let first = answer(&told);
    assert!(first.contains("of the bots that don't search (`--searchers` adds `reader`)"), "{first}");
    assert!(told.contains("G² ") && told.contains("α-rank: share of the time"), "{told}");
}

#[test]
fn a_tournament_says_the_same_in_whatever_order_its_bots_are_named() {
    let folder = tempdir().unwrap();
    let told = |bots: &str| {
        let field =
            ["tournament", "king-of-the-pitch", "--set", "max-rounds=45", "--games", "300", "--bots", bots];
        expect(folder.path(), &with(&field, &["--no-files", "--quiet"]), 0)
    };
    let one = told("balanced,calculator");
    assert_eq!(one, told("calculator,balanced"));
    assert!(answer(&one).contains("were won by nobody"), "{one}");
}

#[test]
fn lists_rules_and_helpers_print_what_exists() {
    let folder = tempdir().unwrap();
    for what in ["rulesets", "switches", "bots", "metrics", "scenarios"] {
        let rows = json(&expect(folder.path(), &["list", what, "--format", "json"], 0));
        assert!(!rows.as_array().unwrap().is_empty(), "{what}");
        assert!(expect(folder.path(), &["list", what], 0).lines().count() > 2, "{what}");
    }
    let rules = expect(folder.path(), &["rules", "king-of-the-pitch", "--id", "KOP-MATCH-03"], 0);
    assert!(rules.contains("KOP-MATCH-03") && rules.contains("assumed"), "{rules}");
    assert!(expect(folder.path(), &["rules", "futbol-dash", "--full"], 0).contains("## 5"));
    assert!(json(&expect(folder.path(), &["schema"], 0))["properties"]["question"].is_object());
    assert!(expect(folder.path(), &["completions", "bash"], 0).contains("levelpitch"));
    assert!(expect(folder.path(), &["man"], 0).contains(".TH"));
    let odds = json(&expect(folder.path(), &["odds", "king-of-the-pitch", "--format", "json"], 0));
    let rows = odds["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 100, "25 level pairs, V.A.R. on either side");
    let row = |a: &str, b: &str| {
        let found =
            rows.iter().find(|r| r["a"] == a && r["b"] == b && r["var_a"] == false && r["var_b"] == false);
        found.expect("every level pair").clone()
    };
    assert_eq!(row("gold", "silver")["fraction"], "173483/279936");
    assert!((row("white", "white")["p_shootout"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-12);
}

#[cfg(feature = "tables")]
#[test]
fn tables_hold_every_game_of_the_run_and_are_sliced() {
    let folder = tempdir().unwrap();
    let play = ["futbol-dash", "--bots", "random", "--games", "20000", "--out", "p"];
    let run = [&["run"], &play[..], &["--parquet", "--format", "json"]].concat();
    let document = json(&expect(folder.path(), &run, 0));
    let slice = ["slice", "p", "--by", "seat", "--metric", "won", "--format", "json"];
    let told = expect(folder.path(), &slice, 0);
    let groups = json(&told)["groups"].clone();
    for (seat, group) in groups.as_array().unwrap().iter().enumerate() {
        let wins = document["arms"][0]["seats"][seat]["wins"].as_f64().unwrap();
        assert_eq!(group["rows"], 20_000);
        assert!((group["estimate"]["value"].as_f64().unwrap() * 20_000.0 - wins).abs() < 1e-6);
    }
    assert_eq!(groups.as_array().map(Vec::len), Some(2));
    // The same games again, on their own.
    expect(
        folder.path(),
        &[&["games"], &play[..5], &["--out", "q", "--format", "csv", "--quiet"]].concat(),
        0,
    );
    assert_eq!(
        json(&expect(folder.path(), &slice.map(|word| if word == "p" { "q" } else { word }), 0))["groups"],
        groups
    );
    let words = expect(folder.path(), &["slice", "q", "--where", "turns-per-game > 60", "--by", "bot"], 0);
    assert!(words.contains("A slice describes the games that were played"), "{words}");
    // Ends are named where they differ.
    let seats = expect(folder.path(), &["slice", "q", "--by", "seat", "--metric", "won"], 0);
    assert!(
        seats.starts_with("`won` is not shown to differ between these 2 groups, which lie at "),
        "{seats}"
    );
    let unlike = ["games", "futbol-dash", "--bots", "planner,random", "--games", "400", "--out", "r", "-q"];
    expect(folder.path(), &unlike, 0);
    let bots = expect(folder.path(), &["slice", "r", "--by", "bot", "--metric", "share"], 0);
    let best = bots.lines().next().unwrap();
    assert!(best.starts_with("`share` is highest with ") && best.contains("lowest with"), "{best}");
    assert!(best.find("(bot planner)") < best.find("(bot random)"), "{best}");
    let err = refused(folder.path(), &["slice", "q", "--metric", "gaols"]);
    assert!(err.contains("--metric") && err.contains("did you mean `goals`"), "{err}");
    assert!(refused(folder.path(), &["slice", "q", "--where", "share"]).contains("COLUMN OP VALUE"));
}

/// An option that two parts of a command both declare is read by one of them alone.
#[test]
fn no_command_has_an_option_twice() {
    let folder = tempdir().unwrap();
    let listed = |of: &[&str]| -> Vec<String> {
        let help = expect(folder.path(), &support::with(of, &["--help"]), 0);
        let (_, commands) = help.split_once("Commands:\n").expect("commands");
        let names = commands.lines().take_while(|line| !line.is_empty());
        let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    let nested = listed(&["playtest"]).into_iter().map(|step| format!("playtest {step}"));
    let commands: Vec<String> = listed(&[]).into_iter().chain(nested).collect();
    assert!(commands.iter().any(|command| command == "playtest plan"), "{commands:?}");
    for command in commands.iter().filter(|command| !command.ends_with("help")) {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = expect(folder.path(), &words, 0);
        // What stands further to the right is prose.
        let mut options: Vec<&str> = (help.lines())
            .filter(|line| line.trim_start().starts_with('-') && !line.starts_with("       "))
            .filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--")))
            .collect();
        let all = options.len();
        options.sort_unstable();
        options.dedup();
        assert_eq!(options.len(), all, "{command}: {help}");
    }
}
