//! The sentences a run opens with: that they agree with its tables, name what
//! they are about, and claim no more than their intervals show.

use super::support;

use std::path::Path;

use serde_json::Value;
use support::{answer, expect, json, refused};
use tempfile::tempdir;

/// A line along `wins-to-win` from each of two arms.
const TWO_LINES: &str = "
question = \"What is a win more worth?\"
ruleset = \"king-of-the-pitch\"
bots = [\"random\"]
games = 300
seed = 4
[[arm]]
name = \"printed\"
[[arm]]
name = \"king keeps\"
set = { tie-break = \"king-keeps\" }
[[arm]]
name = \"king keeps, 3 wins\"
against = \"king keeps\"
set = { tie-break = \"king-keeps\", wins-to-win = 3 }
[vary]
wins-to-win = [3, 7]
[[finding]]
kind = \"per-step\"
metric = \"turns-per-game\"
key = \"wins-to-win\"
FROM
[[finding]]
kind = \"reaches\"
metric = \"turns-per-game\"
key = \"wins-to-win\"
target = 120
FROM
";

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a scenario file");
}

#[test]
fn a_line_from_several_arms_needs_its_start() {
    let folder = tempdir().unwrap();
    write(folder.path(), "lines.toml", &TWO_LINES.replace("FROM", ""));
    let said = refused(folder.path(), &["run", "lines.toml"]);
    assert_eq!(said.matches("no `from`").count(), 2, "{said}");
    assert!(said.contains("`king keeps`") && said.contains("`printed`"), "{said}");
    write(folder.path(), "lines.toml", &TWO_LINES.replace("FROM", "from = \"king keep\""));
    let said = refused(folder.path(), &["run", "lines.toml"]);
    assert!(said.contains("did you mean `king keeps`?"), "{said}");
}

#[test]
fn findings_along_a_line_agree_with_the_table() {
    let folder = tempdir().unwrap();
    write(folder.path(), "lines.toml", &TWO_LINES.replace("FROM", "from = \"printed\""));
    let found = json(&expect(folder.path(), &["run", "lines.toml", "--format", "json", "--no-files"], 0));
    let turns = |name: &str| -> f64 {
        let arm = found["arms"].as_array().unwrap().iter().find(|arm| arm["name"] == name).unwrap();
        arm["metrics"]["turns-per-game"]["value"].as_f64().unwrap()
    };
    let line = [(3.0, turns("wins-to-win = 3")), (5.0, turns("printed")), (7.0, turns("wins-to-win = 7"))];
    let told = |i: usize| found["verdicts"][i]["estimate"]["value"].as_f64().unwrap();
    assert!((told(0) - (line[2].1 - line[0].1) / 4.0).abs() < 1e-9, "{}", found["verdicts"]);
    let crossed = line.windows(2).find(|w| w[0].1 <= 120.0 && 120.0 < w[1].1).expect("120 is on the line");
    let place = crossed[0].0 + 2.0 * (120.0 - crossed[0].1) / (crossed[1].1 - crossed[0].1);
    assert!((told(1) - place).abs() < 1e-9, "{place}: {}", found["verdicts"]);
}

#[test]
fn equal_entrants_are_told_together() {
    let folder = tempdir().unwrap();
    let args = ["run", "king-of-the-pitch", "--set", "players=3", "--games", "300", "--no-files", "--bots"];
    let out = expect(folder.path(), &support::with(&args, &["rusher,balanced,rusher"]), 0);
    let said = answer(&out);
    assert!(
        said.starts_with("The one `balanced` takes ") && said.contains("against 2 `rusher` bots"),
        "{said}"
    );
    assert!(said.contains("(33.3 %)") && said.contains("each `rusher` takes "), "{said}");
}

#[test]
fn a_shards_own_numbers_say_so() {
    let folder = tempdir().unwrap();
    let args = ["run", "futbol-dash", "--bots", "random", "--games", "200", "--out", "o"];
    let out = expect(folder.path(), &support::with(&args, &["--shard", "1/2"]), 0);
    assert!(out.starts_with("Share 1 of 2"), "{out}");
    let page = std::fs::read_to_string(folder.path().join("o/report.md")).unwrap();
    assert!(page.contains("Share 1 of 2"), "{page}");
    let whole = expect(folder.path(), &support::with(&args[..6], &["--no-files"]), 0);
    assert!(!whole.contains("Share 1"), "{whole}");
}

#[test]
fn questions_are_answered_in_the_first_sentence() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), &["run", "build-or-rush", "--games", "4000", "--no-files"], 0);
    let said = answer(&out);
    assert!(said.contains("building a team first beats challenging at once is 8"), "{said}");
    assert!(said.contains("not level (level is 45 to 55 %)"), "{said}");
    assert!(out.contains("adjusted for luck") && out.contains("The one `hoarder` takes "), "{out}");
    write(folder.path(), "six.toml", &support::first_seat_of_six());
    let out = expect(folder.path(), &["run", "six.toml", "--games", "400", "--no-files"], 0);
    let said = answer(&out);
    assert!(said.contains("how much more often the first player wins than an equal share"), "{said}");
    // Every arm stands in the first sentence, by name or among "n more"; behind them
    // what must not be printed.
    let (said, ill) = said.split_once("; left out, because such a game must not be printed: ").expect(said);
    assert_eq!(ill, "`Futbol Dash, 6 players`.");
    let named = said.matches("players`").count();
    let more = said.split(" and ").filter_map(|part| part.split_once(" more")?.0.parse::<usize>().ok());
    let arms = out.lines().skip(1).filter(|line| line.contains(": first-seat advantage is ")).count();
    assert_eq!(named + more.sum::<usize>(), arms, "{out}");
    // Points of a share are never told as if they were those of a game.
    let bare = out.replace("percentage points", "");
    assert!(out.contains("percentage points ±") && !bare.contains("points ±"), "{out}");
}

const ENDLESS: &str = "
question = \"Which rules move the first player's edge?\"
ruleset = \"king-of-the-pitch\"
bots = [\"random\"]
games = 60
[[arm]]
name = \"printed\"
[vary]
free-last = [\"off\"]
wins-to-win = [3]
[[budget]]
metric = \"first-seat-advantage\"
arm = \"printed\"
min = -0.5
max = 0.5
";

#[test]
fn games_without_an_end_have_no_edge_and_are_named() {
    let folder = tempdir().unwrap();
    write(folder.path(), "endless.toml", ENDLESS);
    let out = expect(folder.path(), &["run", "endless.toml", "--out", "o"], 0);
    assert!(out.contains("left out, because such a game must not be printed: `free-last = off`"), "{out}");
    assert!(out.contains("the one change tried does"), "{out}");
    let bound = "must be within -50 to +50 percentage points and is ";
    assert!(out.contains(bound) && out.contains("`levelpitch check` decides"), "{out}");
    let page = std::fs::read_to_string(folder.path().join("o/report.md")).unwrap();
    assert!(page.contains("Left out, because") && page.contains("printed: free-last = off."), "{page}");
    let found = json(&expect(folder.path(), &["run", "endless.toml", "--format", "json", "--no-files"], 0));
    let edge = |i: usize| found["arms"][i]["metrics"]["first-seat-advantage"]["value"].clone();
    let endless =
        found["arms"].as_array().unwrap().iter().position(|a| a["name"] == "free-last = off").unwrap();
    assert_eq!(edge(endless), Value::Null);
    assert!(edge(0).is_number());
}

#[test]
fn a_yardstick_is_level_or_not_and_never_broken() {
    let folder = tempdir().unwrap();
    let yard = "
question = \"Is it level?\"
ruleset = \"futbol-dash\"
bots = [\"random\"]
games = 200
[verdict]
metric = \"first-seat-advantage\"
fair = 0.9
margin = 0.01
";
    write(folder.path(), "yard.toml", yard);
    let out = expect(folder.path(), &["run", "yard.toml", "--out", "o"], 0);
    assert!(answer(&out).contains("not level (level is +89 to +91 percentage points)"), "{out}");
    let page = std::fs::read_to_string(folder.path().join("o/report.md")).unwrap();
    assert!(page.contains("- **not level:** ") && !page.contains("broken"), "{page}");
}

#[test]
fn scores_are_numbers() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), &["list", "metrics"], 0);
    for (name, unit) in [("seat-N-score", "number"), ("entrant-N-score", "number"), ("seat-N-share", "share")]
    {
        let mut rows = out.lines().filter(|line| line.split_whitespace().any(|word| word == name));
        let row = rows.next().expect("a row of its own");
        assert!(row.split_whitespace().any(|word| word == unit), "{row}");
    }
}

#[test]
fn arms_with_names_of_their_own_are_drawn_however_many_arms_there_are() {
    let folder = tempdir().unwrap();
    expect(folder.path(), &["run", "pro-v-elite", "--games", "8", "--quiet", "--out", "o"], 0);
    let drawn = std::fs::read_to_string(folder.path().join("o/plots/entrant-0-share.svg")).unwrap();
    for name in ["cap of 21", "no cap", "cap of 21, concave stars", "cap of 21, convex stars"] {
        assert!(drawn.contains(&format!(">{name} · counter<")), "{name}");
    }
    assert!(!drawn.contains("team-star-cap = "), "what a curve shows has no rows");
}
