//! `levelpitch playtest` as a user runs it.

use super::support;

use support::{answer, expect, files, json, refused};
use tempfile::tempdir;

const GAME: &[&str] = &["king-of-the-pitch", "--set", "players=4", "--bots", "rusher"];

#[test]
fn a_plan_says_how_many_games_and_leaves_a_sheet_that_is_read_back() {
    let folder = tempdir().unwrap();
    let plan =
        [&["playtest", "plan"], GAME, &["--effect", "25", "--minutes-per-turn", "0.5", "-q", "--out", "p"]];
    let out = expect(folder.path(), &plan.concat(), 0);
    let first = out.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("King of the Pitch: play ") && first.contains(" games with 4 players"),
        "{first}"
    );
    assert!(first.contains("80 %") && first.contains("25 points more than an equal share"), "{first}");
    let games = first.split_whitespace().nth(5).unwrap_or_default();
    let row = out.lines().find(|line| line.starts_with("25 points more")).unwrap_or_default();
    assert!(
        row.contains(&format!(" {games} ")),
        "the table tells another number than the answer: {row}: {first}"
    );
    assert!(out.contains("20 games show only an edge of") && out.contains("smallest edge shown"), "{out}");
    let written = files(&folder.path().join("p"));
    for name in
        ["sheet.html", "log.csv", "report.html", "report.md", "playtest-plan.json", "playtest-plan.csv"]
    {
        assert!(written.contains_key(name), "{name}");
    }
    let document = json(&String::from_utf8(written["playtest-plan.json"].clone()).unwrap());
    let games = document["games"].as_u64().unwrap();
    assert!(games.is_multiple_of(4) && first.contains(&format!("play {games} games")), "{first}");

    // Twenty games in which the third player wins 14 of 20.
    let sheet = String::from_utf8(written["log.csv"].clone()).unwrap();
    let mut lines: Vec<String> = sheet.lines().take(21).map(str::to_owned).collect();
    for (game, line) in lines.iter_mut().enumerate().skip(1) {
        let winner = if game <= 14 { 3 } else { 1 };
        *line = line.replacen(",,,,,,", &format!(",,,,,,{winner}"), 1);
    }
    std::fs::write(folder.path().join("log.csv"), lines.join("\n")).unwrap();
    let read =
        [&["playtest", "read", "log.csv"], GAME, &["--games", "2000", "-q", "--no-files", "--weight", "5"]];
    let out = expect(folder.path(), &read.concat(), 0);
    assert!(answer(&out).contains("clearly differ from the bots'"), "{out}");
    assert!(out.contains("the 3rd player wins more than an equal share"), "{out}");
    assert!(out.contains("which count for 5"), "{out}");
}

#[test]
fn what_is_wrong_with_a_log_is_told_by_its_lines() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("log.csv"), "winner,turn\n5,3\n").unwrap();
    let read = [&["playtest", "read", "log.csv"], GAME].concat();
    let err = refused(folder.path(), &read);
    assert!(
        err.contains("log.csv:1: column: found `turn`") && err.contains("did you mean `turns`?"),
        "{err}"
    );
    assert!(err.contains("log.csv:2: winner: found `5`; allowed: a seat from 1 to 4"), "{err}");
    assert!(
        refused(folder.path(), &[&["playtest", "plan"], GAME, &["--effect", "120"]].concat())
            .contains("--effect")
    );
}

#[test]
fn a_log_that_was_filled_in_is_not_lost_to_another_plan() {
    let folder = tempdir().unwrap();
    let plan = [&["playtest", "plan"], GAME, &["-q", "--out", "p"]].concat();
    expect(folder.path(), &plan, 0);
    expect(folder.path(), &plan, 0);
    let log = folder.path().join("p/log.csv");
    let filled = std::fs::read_to_string(&log).unwrap() + "1,2026-01-01,a,b,c,d,3,2,1,0,50,40\n";
    std::fs::write(&log, &filled).unwrap();
    let said = refused(folder.path(), &plan);
    assert!(said.contains("log.csv") && said.contains("filled in"), "{said}");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), filled);
    let said = refused(folder.path(), &[&["playtest", "plan"], GAME, &["--effect", "80", "-q"]].concat());
    assert!(said.contains("--effect: found 80; allowed: above 0 and below 75"), "{said}");
}
