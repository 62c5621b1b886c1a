//! Bots that are programs of somebody's own: the same games through the pipe,
//! and what is said of a program that fails.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tempfile::{TempDir, tempdir};

use super::support::{expect, files, levelpitch, refused, text};

/// Plays at random: answers the fair draw of every question.
const DRAW: &str =
    r#"case $line in *'"type":"choose"'*) rest=${line#*'"draw":'}; echo "{\"choice\": ${rest%%,*}}" ;; esac"#;

/// A folder with a program that does this with every line.
fn with(each_line: &str) -> TempDir {
    let folder = tempdir().expect("a folder");
    write(folder.path(), "bot.sh", each_line);
    folder
}

fn write(folder: &Path, name: &str, each_line: &str) {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\nwhile read -r line; do\n{each_line}\ndone\n"))
        .expect("a program");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
}

/// Both tables of single games of a bot at every seat.
fn rows(folder: &Path, game: &str, games: &str, bot: &str, threads: &str) -> [String; 2] {
    let out = folder.join("rows");
    let to = out.to_string_lossy().into_owned();
    let args = ["games", game, "--bots", bot, "--games", games, "--threads", threads];
    expect(folder, &[&args[..], &["--format", "csv", "--quiet", "--out", &to]].concat(), 0);
    let table = |name: &str| text(&std::fs::read(out.join(name)).expect("a table")).replace(bot, "BOT");
    [table("games.csv"), table("seats.csv")]
}

#[test]
fn a_program_that_plays_as_a_built_in_bot_gives_the_same_games() {
    let folder = with(DRAW);
    let games = [
        ("futbol-dash", "6"),
        ("king-of-the-pitch", "2"),
        ("squad-rush-season", "2"),
        ("time-of-soccer", "1"),
        ("time-vault-soccer", "2"),
    ];
    for (game, games) in games {
        let own = rows(folder.path(), game, games, "random", "1");
        assert!(own[0].lines().count() > 1, "{game}");
        assert_eq!(rows(folder.path(), game, games, "program:./bot.sh", "3"), own, "{game}");
    }
}

/// A seat's process has a game from its beginning to its end, and is told both.
#[test]
fn a_program_is_greeted_asked_and_told_the_end() {
    let folder = with(&format!(r#"echo "$line" >> said.$$; {DRAW}"#));
    let run = ["run", "futbol-dash", "--set", "players=3", "--bots", "random,random,program:./bot.sh"];
    let run = [&run[..], &["--games", "3", "--threads", "1", "--quiet", "--out", "o"]].concat();
    expect(folder.path(), &run, 0);
    let all = files(folder.path());
    let said: Vec<&Vec<u8>> =
        all.iter().filter(|(name, _)| name.starts_with("said.")).map(|(_, bytes)| bytes).collect();
    // One thread, one entrant: one process, but for the one that is tried first.
    let lines: Vec<serde_json::Value> = said
        .iter()
        .max_by_key(|bytes| bytes.len())
        .map(|bytes| text(bytes).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
        .expect("a process");
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().expect("a type")).collect();
    let mut short = kinds.clone();
    short.dedup();
    let game = ["game", "choose", "over"];
    assert_eq!(short, [&["hello"][..], &game, &game, &game].concat());
    assert_eq!((&lines[0]["protocol"], &lines[0]["settings"]["players"]), (&1.into(), &"3".into()));
    for line in lines.iter().filter(|line| line["type"] == "choose") {
        assert_eq!(
            (&line["ruleset"], &line["settings"]),
            (&lines[0]["ruleset"], &serde_json::json!({"players": "3"}))
        );
        assert!(
            line["count"].as_u64().expect("a count") > 1 && line["draw"].as_u64() < line["count"].as_u64()
        );
        assert!(line["seed"].as_u64().expect("a seed") < 1 << 53 && line["view"]["hand"].is_object());
    }
    let seats: Vec<u64> =
        lines.iter().filter(|line| line["type"] == "game").filter_map(|line| line["seat"].as_u64()).collect();
    assert_eq!(seats.len(), 3);
    assert!((0..3).all(|seat| seats.contains(&seat)), "{seats:?}");
    let manifest = text(&all["o/run.json"]);
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert!(manifest["arms"][0]["programs"]["program:./bot.sh"].is_string(), "its checksum is kept");
    // The same run again, and again when the program is another.
    assert!(expect(folder.path(), &["rerun", "o/run.json", "--allow-programs"], 0).starts_with("identical"));
    write(folder.path(), "bot.sh", DRAW);
    let again = levelpitch(folder.path(), &["rerun", "o/run.json", "--allow-programs"]);
    assert!(text(&again.stderr).contains("its files have changed"), "{}", text(&again.stderr));
}

/// A program is given as long as the run gave it, whoever plays it again.
#[test]
fn a_run_played_again_waits_for_its_programs_as_long_as_it_did() {
    let folder = with(DRAW);
    let run = ["run", "futbol-dash", "--bots", "program:./bot.sh", "--games", "8", "--quiet"];
    expect(folder.path(), &[&run[..], &["--bot-timeout", "0.25", "--out", "o"]].concat(), 0);
    assert!(expect(folder.path(), &["rerun", "o/run.json", "--allow-programs"], 0).starts_with("identical"));
    write(folder.path(), "bot.sh", r#"case $line in *'"choose"'*) sleep 100 ;; esac"#);
    let err = refused(folder.path(), &["rerun", "o/run.json", "--allow-programs"]);
    assert!(err.contains("no answer within 0.25 s (--bot-timeout)"), "{err}");
}

/// Whatever a program does wrong is one line that says where, with exit status
/// 2; no file is written and no process is left, nor what it has started.
#[test]
fn what_a_program_does_wrong_is_told() {
    let on_question = |what: &str| format!(r#"echo $$ > pid; case $line in *'"choose"'*) {what} ;; esac"#);
    let cases = [
        ("exit 3", "ended before it answered (exit status: 3)"),
        ("sleep 100", "no answer within 0.3 s (--bot-timeout)"),
        ("echo nonsense", "answered `nonsense`"),
        (r#"echo '{"move": 1}'"#, "answered `{\"move\": 1}`"),
        (r#"echo '{"choice": -1}'"#, "answered `{\"choice\": -1}`"),
        (r#"echo '{"choice": 99}'"#, "answered the choice 99, which is no legal move"),
    ];
    for (what, said) in cases {
        let folder = with(&on_question(what));
        let run = ["run", "futbol-dash", "--bots", "program:./bot.sh", "--games", "8", "--out", "o"];
        let err = refused(folder.path(), &[&run[..], &["--bot-timeout", "0.3", "--threads", "1"]].concat());
        let line = format!(
            "error: `program:./bot.sh`, game 0, decision 1, seat 0: {said}; expected: {{\"choice\": N}}, N from 0 to"
        );
        assert!(err.starts_with(&line) && err.lines().count() == 1, "{what}: {err}");
        let written =
            if folder.path().join("o").exists() { files(&folder.path().join("o")).len() } else { 0 };
        assert_eq!(written, 0, "{what}");
        let pid = std::fs::read_to_string(folder.path().join("pid")).expect("a number");
        let left = Command::new("kill").args(["-0", pid.trim()]).output().expect("kill");
        assert!(!left.status.success(), "{what}: a process is left");
    }
}

#[test]
fn a_program_that_cannot_be_started_is_told_before_anything_is_played() {
    let folder = with(DRAW);
    let run = |bot: &'static str| ["run", "futbol-dash", "--bots", bot, "--games", "8"];
    let err = refused(folder.path(), &run("program:./nobody.py"));
    assert!(
        err.contains("`program:./nobody.py`: cannot be started") && err.contains("program:python3 mybot.py")
    );
    // A file of this folder needs no path.
    expect(folder.path(), &[&run("program:bot.sh")[..], &["--no-files", "--quiet"]].concat(), 0);
    // Nobody else plays imagined games on.
    let err = refused(folder.path(), &run("tree-64:program:./bot.sh"));
    assert!(err.contains("a listed bot plays them on"), "{err}");
    let err = refused(folder.path(), &[&run("random")[..], &["--bot-timeout", "0"]].concat());
    assert!(err.contains("0.001 to 86400 seconds"), "{err}");
}
