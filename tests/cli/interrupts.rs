//! What Ctrl-C, and who else asks a process to end, says and keeps, before and
//! after play is over.
#![cfg(unix)]

use super::support;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::{BINARY, json, text};
use tempfile::tempdir;

/// So many arms that their report takes a while to write.
const ARMS: usize = 900;

fn many_arms() -> String {
    let values: Vec<String> = (1..ARMS).map(|value| (3000 + value).to_string()).collect();
    format!(
        "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 2\n[vary]\nmax-turns = [{}]\n",
        values.join(", ")
    )
}

fn start(folder: &Path, args: &[&str]) -> Child {
    Command::new(BINARY)
        .current_dir(folder)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, which: &str) {
    let asked = Command::new("kill").args([which, &child.id().to_string()]).status().expect("kill");
    assert!(asked.success());
}

/// Exit status, standard output, and what standard error still says.
fn end(mut child: Child, mut noted: impl Read) -> (Option<i32>, String, String) {
    let mut rest = String::new();
    noted.read_to_string(&mut rest).expect("UTF-8");
    let mut out = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut out).expect("an end");
    (child.wait().expect("an end").code(), text(&out), rest)
}

#[test]
fn ctrl_c_while_the_report_is_written_says_so_and_cuts_nothing() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("many.toml"), many_arms()).unwrap();
    let mut heard = false;
    // A signal that comes when all is written is not heard: another try.
    for _ in 0..5 {
        let mut child = start(folder.path(), &["run", "many.toml", "--out", "o"]);
        let mut noted = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        while !line.starts_with("writing the report of 900 arms") {
            line.clear();
            assert!(noted.read_line(&mut line).expect("UTF-8") > 0, "the report is announced");
        }
        interrupt(&child);
        let (status, out, said) = end(child, noted);
        heard = !said.is_empty();
        if heard {
            assert_eq!(said.trim(), "writing the report (again to stop at once)");
            assert_eq!(status, Some(0), "{out}");
            assert!(!out.contains("Interrupted"), "{out}");
            break;
        }
    }
    assert!(heard, "the report of {ARMS} arms takes longer than a signal");
    let stored = std::fs::read_to_string(folder.path().join("o/run.json")).unwrap();
    assert_eq!(json(&stored)["ended"], "complete");
    for file in ["report.html", "report.md", "summary.csv"] {
        assert!(folder.path().join("o").join(file).exists(), "{file}");
    }
}

#[test]
fn ctrl_c_during_play_says_that_what_is_finished_is_saved() {
    let folder = tempdir().unwrap();
    let endless = ["run", "futbol-dash", "--bots", "random", "--games", "900000000000", "--threads", "1"];
    let mut child = start(folder.path(), &support::with(&endless, &["--out", "o"]));
    let noted = BufReader::new(child.stderr.take().expect("a pipe"));
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&child);
    let (status, out, said) = end(child, noted);
    assert!(said.contains("interrupted: saving what is finished (again to stop at once)"), "{said}");
    assert_eq!(status, Some(130), "{out}");
    let stored = std::fs::read_to_string(folder.path().join("o/run.json")).unwrap();
    assert_eq!(json(&stored)["ended"], "interrupted");
}

/// How long a command that was asked to end may take for it.
const PATIENCE: Duration = Duration::from_mins(1);

/// Ends a command that goes on although it was asked to end: where a signal is
/// ignored from the start, as under `nohup`, one that comes before the program
/// listens is lost instead of the program's end.
fn give_up_on(child: &mut Child) {
    let asked = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if asked.elapsed() > PATIENCE {
            child.kill().expect("a child to end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Starts a command and signals it after `wait` milliseconds, later if it had
/// not begun to listen: exit status, standard output, standard error.
fn asked_to_end(folder: &Path, args: &[&str], which: &str, mut wait: u64) -> (i32, String, String) {
    loop {
        let mut child = start(folder, args);
        let noted = BufReader::new(child.stderr.take().expect("a pipe"));
        std::thread::sleep(Duration::from_millis(wait));
        signal(&child, which);
        give_up_on(&mut child);
        let (status, told, said) = end(child, noted);
        if let Some(status) = status {
            return (status, told, said);
        }
        assert!(wait < 20_000, "{which}: {args:?} never listens");
        wait *= 2;
    }
}

/// Early, before much has been played, and late: what is finished is told, and
/// never a panic.
#[test]
fn ctrl_c_during_a_tournament_keeps_the_games_that_are_finished() {
    let folder = tempdir().unwrap();
    let endless = ["tournament", "futbol-dash", "--games", "900000000", "--threads", "1"];
    for (out, wait) in [("early", 30), ("late", 1_500)] {
        let args = support::with(&endless, &["--out", out]);
        let (status, told, said) = asked_to_end(folder.path(), &args, "-INT", wait);
        assert_eq!(status, 130, "{told}{said}");
        assert!(told.starts_with("Interrupted: ") && !said.contains("panicked"), "{told}{said}");
        let stored = std::fs::read_to_string(folder.path().join(out).join("tournament.json")).unwrap();
        assert!(json(&stored)["match_ups"].is_array());
    }
}

/// How an answer opens that rests on fewer games than it was to.
const CUT: &str = "Interrupted: this is how far it came.";

/// Whoever reads one line of an answer reads that it is not the whole one.
#[test]
fn an_answer_that_was_cut_short_says_so_first() {
    let folder = tempdir().unwrap();
    let commands = [
        "run futbol-dash --games 900000000000",
        "sweep futbol-dash --set halftimes=0..1 --games 9000000000",
        "compare futbol-dash --with halftimes=0 --margin 0.0001 --games 9000000000",
        "exploit futbol-dash --games 90000000",
        "cards futbol-dash --games 9000000000",
        "explain futbol-dash --games 9000000000",
        "analyse futbol-dash --decisions 100000000",
    ];
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let args = support::with(&words, &["--bots", "random", "--threads", "1", "--no-files"]);
        let (status, told, said) = asked_to_end(folder.path(), &args, "-INT", 700);
        assert_eq!(status, 130, "{args:?}: {told}{said}");
        assert!(told.starts_with(CUT), "{args:?}: {told}");
    }
}

/// Before anything was measured there is no strength to tell.
#[test]
fn ctrl_c_during_training_tells_no_strength_that_was_not_measured() {
    let folder = tempdir().unwrap();
    let args = ["train", "futbol-dash", "--bots", "rusher", "--generations", "100000", "--threads", "1"];
    let args = support::with(&args, &["--games", "50", "--out", "o"]);
    let (status, told, said) = asked_to_end(folder.path(), &args, "-INT", 700);
    assert_eq!(status, 130, "{told}{said}");
    let begins = format!("{CUT} How strong these weights are is not known: no game was measured.");
    assert!(told.starts_with(&begins) && !told.contains("NaN"), "{told}");
}

/// Batch systems that pre-empt, and terminals that close, ask with other signals.
#[test]
fn who_is_asked_to_end_keeps_what_is_finished() {
    let folder = tempdir().unwrap();
    let run = ["run", "futbol-dash", "--bots", "random", "--games", "900000000000", "--threads", "1"];
    let tournament = ["tournament", "futbol-dash", "--games", "900000000", "--threads", "1"];
    for which in ["-TERM", "-HUP"] {
        for (args, file) in [(&run[..], "run.json"), (&tournament[..], "tournament.json")] {
            let out = format!("{}{which}", args[0]);
            let args = support::with(args, &["--out", &out]);
            let (status, told, said) = asked_to_end(folder.path(), &args, which, 700);
            assert_eq!(status, 130, "{which} {args:?}: {told}{said}");
            assert!(folder.path().join(&out).join(file).is_file(), "{which} {args:?}");
        }
    }
}

/// A batch system kills long before such a search has chosen its first moves.
#[test]
fn a_search_is_left_off_within_a_game() {
    let folder = tempdir().unwrap();
    let lone = ["run", "futbol-dash", "--bots", "rollout-65535:random", "--games", "2"];
    let replies = ["exploit", "futbol-dash", "--bots", "random", "--replies", "rollout-65535:random"];
    for args in [support::with(&lone, &["--no-files"]), support::with(&replies, &["--no-files"])] {
        let (status, told, said) = asked_to_end(folder.path(), &args, "-TERM", 1500);
        assert_eq!(status, 130, "{args:?}: {told}{said}");
    }
}

/// Before a game is over, games have said nothing: neither that all is well nor
/// that something is wrong.
#[test]
fn nothing_that_was_played_means_nothing() {
    let folder = tempdir().unwrap();
    for command in ["run", "explain", "analyse", "cards", "strategy", "tournament", "skill-ladder"] {
        let bots =
            if command == "tournament" { "rollout-65535:random,random" } else { "rollout-65535:random" };
        let args = [command, "futbol-dash", "--no-files", "--bots", bots];
        let (status, told, said) = asked_to_end(folder.path(), &args, "-TERM", 1500);
        assert_eq!(status, 130, "{command}: {told}{said}");
        let printing = told.lines().nth(1).unwrap_or_default().trim();
        assert!(printing.starts_with("What this means for printing: nothing yet"), "{command}: {told}");
        assert!(told.starts_with(CUT), "{command}: {told}");
    }
}

/// They would take as long again as what has been played.
#[cfg(feature = "tables")]
#[test]
fn an_interrupted_run_has_no_tables() {
    let folder = tempdir().unwrap();
    let run = ["run", "futbol-dash", "--bots", "random", "--games", "900000000000", "--threads", "1"];
    let run = support::with(&run, &["--parquet", "--out", "o"]);
    let (status, _, said) = asked_to_end(folder.path(), &run, "-TERM", 500);
    assert_eq!(status, 130, "{said}");
    assert!(said.contains("tables of games are written when all are played"), "{said}");
    assert!(folder.path().join("o/run.json").exists() && !folder.path().join("o/games.parquet").exists());
}

/// What was finished is more than what is cut short, as often as that happens.
#[test]
fn a_finished_report_outlives_interruptions() {
    let folder = tempdir().unwrap();
    let explain = ["explain", "futbol-dash", "--bots", "random", "--out", "e"];
    let report = || {
        let mut all = support::files(&folder.path().join("e"));
        all.remove("levelpitch-checkpoint.json");
        all
    };
    support::expect(folder.path(), &support::with(&explain, &["--games", "60"]), 0);
    let finished = report();
    for _ in 0..2 {
        let long = support::with(&explain, &["--games", "900000", "--threads", "1"]);
        let (status, told, said) = asked_to_end(folder.path(), &long, "-INT", 100);
        assert_eq!(status, 130, "{told}{said}");
        assert!(said.contains("e holds a finished report, which stays as it is"), "{said}");
        assert!(report() == finished, "the report of before");
    }
    support::expect(folder.path(), &support::with(&explain, &["--games", "80"]), 0);
    assert!(report() != finished);
}

/// A shard that was cut short is no shard, and goes on where it was.
#[test]
fn an_interrupted_shard_is_no_part() {
    let folder = tempdir().unwrap();
    let sweep = ["sweep", "futbol-dash", "--set", "halftimes=0..1", "--bots", "random", "--threads", "1"];
    let args = support::with(&sweep, &["--games", "900000000", "--shard", "1/2", "--out", "s"]);
    for which in ["-INT", "-TERM"] {
        let (status, told, said) = asked_to_end(folder.path(), &args, which, 300);
        assert_eq!((status, told.as_str()), (130, ""), "{said}");
        assert!(said.contains("the same command goes on where this one stopped"), "{said}");
        assert!(!folder.path().join("s/part.json").exists());
        assert!(folder.path().join("s/levelpitch-checkpoint.json").exists());
    }
}

#[test]
fn a_playtest_is_read_beside_all_games_or_none() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("log.csv"), "winner\n1\n2\n1\n").unwrap();
    let read =
        ["playtest", "read", "log.csv", "futbol-dash", "--bots", "random", "--threads", "1", "--out", "p"];
    support::expect(folder.path(), &support::with(&read, &["--games", "400"]), 0);
    let finished = support::files(&folder.path().join("p"));
    let long = support::with(&read, &["--games", "900000000"]);
    let (status, told, said) = asked_to_end(folder.path(), &long, "-INT", 300);
    assert_eq!((status, told.as_str()), (130, ""), "{said}");
    let mut now = support::files(&folder.path().join("p"));
    assert!(now.remove("levelpitch-checkpoint.json").is_some(), "what was played is kept: {said}");
    assert!(now == finished, "the report of before");
}

#[test]
fn weights_are_not_given_up_for_those_of_a_training_that_was_cut_short() {
    let folder = tempdir().unwrap();
    let train =
        ["train", "futbol-dash", "--bots", "random", "--games", "20", "--measured", "100", "--threads", "1"];
    let train = support::with(&train, &["--population", "4", "--no-files", "--write", "best.toml"]);
    support::expect(folder.path(), &support::with(&train, &["--generations", "1"]), 0);
    let best = std::fs::read(folder.path().join("best.toml")).unwrap();
    let long = support::with(&train, &["--generations", "100000", "--seed", "9"]);
    let (status, _, said) = asked_to_end(folder.path(), &long, "-INT", 300);
    assert!(status == 130 && said.contains("best.toml stays as it is"), "{said}");
    assert!(std::fs::read(folder.path().join("best.toml")).unwrap() == best);
}

/// Two commands with one place for what they keep, as all baselines have.
#[test]
fn what_another_command_has_kept_stays() {
    let folder = tempdir().unwrap();
    let long = ["save", "long", "futbol-dash", "--games", "900000000", "--bots", "random", "--threads", "1"];
    let (status, _, said) = asked_to_end(folder.path(), &long, "-INT", 300);
    assert_eq!(status, 130, "{said}");
    let kept = folder.path().join("baselines/levelpitch-checkpoint.json");
    let of_long = std::fs::read(&kept).unwrap();
    let short = ["save", "short", "king-of-the-pitch", "--games", "60", "--bots", "random"];
    let output = support::levelpitch(folder.path(), &short);
    let said = text(&output.stderr);
    assert!(output.status.success() && !said.contains("going on from"), "{said}");
    assert!(std::fs::read(&kept).unwrap() == of_long);
    let (_, _, said) = asked_to_end(folder.path(), &long, "-INT", 300);
    assert!(said.contains("going on from baselines/levelpitch-checkpoint.json"), "{said}");
}

/// Games of two programs are no run.
#[test]
fn a_run_is_not_completed_by_another_program() {
    let folder = tempdir().unwrap();
    let bot = |choice: &str| {
        let script = format!(
            "#!/bin/sh\nwhile read -r line; do\ncase $line in *'\"choose\"'*) echo '{{\"choice\":{choice}}}' ;; esac\ndone\n"
        );
        std::fs::write(folder.path().join("bot.sh"), script).unwrap();
    };
    bot("0");
    let run = ["run", "futbol-dash", "--bots", "program:sh bot.sh", "--games", "900000", "--threads", "1"];
    let run = support::with(&run, &["--out", "o"]);
    let (status, _, said) = asked_to_end(folder.path(), &run, "-INT", 1500);
    assert_eq!(status, 130, "{said}");
    bot("00");
    let said = support::refused(folder.path(), &["rerun", "o/run.json", "--allow-programs"]);
    assert!(said.contains("games of another `program:sh bot.sh`"), "{said}");
}

/// From within its folder, as one types it there.
#[test]
fn an_interrupted_run_is_completed_where_it_lies() {
    let folder = tempdir().unwrap();
    let run = ["run", "futbol-dash", "--bots", "random", "--games", "400000", "--threads", "1", "--out", "o"];
    let (status, _, said) = asked_to_end(folder.path(), &run, "-INT", 200);
    assert_eq!(status, 130, "{said}");
    let inside = folder.path().join("o");
    #[cfg(not(feature = "tables"))]
    support::expect(&inside, &["rerun", "run.json", "-q"], 0);
    #[cfg(feature = "tables")]
    {
        support::expect(&inside, &["rerun", "run.json", "-q", "--parquet"], 0);
        assert!(inside.join("games.parquet").exists() && inside.join("seats.parquet").exists());
        let said = support::refused(&inside, &["rerun", "run.json", "--parquet"]);
        assert!(said.contains("found nothing to be finished"), "{said}");
    }
    let stored = std::fs::read_to_string(inside.join("run.json")).unwrap();
    assert_eq!(json(&stored)["ended"], "complete");
    assert!(!inside.join("levelpitch-checkpoint.json").exists());
}
