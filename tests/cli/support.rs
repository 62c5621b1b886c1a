//! Running levelpitch as a user does, for the tests of the command line.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

pub const BINARY: &str = env!("CARGO_BIN_EXE_levelpitch");

/// Runs levelpitch in `folder`.
pub fn levelpitch(folder: impl AsRef<Path>, args: &[&str]) -> Output {
    Command::new(BINARY).current_dir(folder).args(args).output().expect("the binary runs")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Runs and expects this exit status; returns standard output.
pub fn expect(folder: impl AsRef<Path>, args: &[&str], status: i32) -> String {
    let output = levelpitch(folder, args);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{args:?}\n{out}\n{err}");
    out
}

/// Runs, expects a refusal (exit status 2, nothing on standard output) and
/// returns what it says.
pub fn refused(folder: impl AsRef<Path>, args: &[&str]) -> String {
    let output = levelpitch(folder, args);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}\n{err}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    err
}

pub fn json(out: &str) -> Value {
    serde_json::from_str(out).expect("one JSON document")
}

/// Every file of a folder and its subfolders with its bytes.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a report folder") {
        let path = entry.expect("a folder entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, std::fs::read(&path).expect("a report file"));
        }
    }
    found
}

/// How a run's sentence about health begins.
pub const HEALTH: [&str; 4] = [
    "Nothing speaks against printing",
    "Don't print",
    "Look before you print",
    "Too few games to say whether to print",
];

/// The first sentence with figures about what was asked: behind what a report
/// opens with, which is the first line and the one on printing.
pub fn answer(out: &str) -> &str {
    let is_health = |line: &str| HEALTH.iter().any(|begins| line.starts_with(begins));
    out.lines().skip(2).find(|line| !is_health(line)).unwrap_or_default()
}

/// The sentence about health.
pub fn health(out: &str) -> &str {
    let is_health = |line: &&str| HEALTH.iter().any(|begins| line.starts_with(begins));
    out.lines().find(is_health).unwrap_or_default()
}

/// Arguments with more behind them.
pub fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    base.iter().chain(more).copied().collect()
}

/// The built-in question about first seats, asked of Futbol Dash between planners, six
/// instead of four: such games must not be printed.
pub fn first_seat_of_six() -> String {
    let text = include_str!("../../scenarios/first-seat.toml");
    let (others, own) = text.split_at(text.find("[[arm]]\nname = \"Futbol Dash").expect("its arms"));
    assert!(own.contains("Futbol Dash, 4 players") && own.contains("players = 4"), "{text}");
    let own = own.replace("4 players", "6 players").replace("players = 4", "players = 6");
    others.to_owned() + &own.replace("trained", "planner")
}
