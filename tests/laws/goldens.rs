//! Whole games pinned: one transcript per ruleset and a signature of a fixed
//! workload. A change that alters either shows here as a diff; `just golden`
//! rewrites the files, and the commit says why they changed.

use std::path::{Path, PathBuf};
use std::process::Command;

use levelpitch::report::manifest::RESULTS;
use levelpitch::rulesets;

fn levelpitch(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_levelpitch")).args(args).output().expect("the binary runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Compares with the golden file, or writes it under `LEVELPITCH_GOLDEN=write`.
fn golden(name: &str, text: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens").join(name);
    if std::env::var_os("LEVELPITCH_GOLDEN").is_some_and(|v| v == "write") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder of goldens");
        std::fs::write(&path, text).expect("a golden file");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = expected.lines().zip(text.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or_else(|| expected.lines().count().min(text.lines().count()));
    let at = |text: &str| text.lines().nth(line).unwrap_or("(end)").to_owned();
    assert!(
        expected == text,
        "{name} differs from line {}:\n  was {}\n  is  {}\n`just golden` rewrites it",
        line + 1,
        at(&expected),
        at(text)
    );
}

#[test]
fn a_game_of_random_bots_is_told_as_ever() {
    for id in rulesets::app().ids() {
        let told = levelpitch(&["replay", id, "--bots", "random", "--seed", "7", "--game", "1"]);
        golden(&format!("{id}.txt"), &told);
    }
}

/// What these bots come to on a few games: one line. `run` is a game, or a scenario of
/// it, whose first arm it is.
fn numbers(run: &str, id: &str, bot: &str, games: &str) -> String {
    let asked = ["run", run, "--bots", bot, "--games", games, "--seed", "3"];
    let args = [&asked[..], &["--format", "json", "--no-files", "--quiet"]].concat();
    let document: serde_json::Value = serde_json::from_str(&levelpitch(&args)).expect("JSON");
    let arm = &document["arms"][0];
    let games = arm["games"].as_u64().expect("games") as f64;
    let sum = |metric: &str| (arm["metrics"][metric]["value"].as_f64().expect("a metric") * games).round();
    let wins: Vec<String> =
        arm["seats"].as_array().expect("seats").iter().map(|seat| seat["wins"].to_string()).collect();
    format!("{id} {bot} {games} {} {} {}\n", sum("decisions-per-game"), sum("turns-per-game"), wins.join("/"))
}

/// The path of a file with this scenario.
fn scenario(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.toml"));
    std::fs::write(&path, text).expect("a place for the scenario");
    path.into_os_string().into_string().expect("UTF-8")
}

const HEADING: &str = "ruleset bot games decisions turns wins-by-seat\n";

#[test]
fn a_fixed_workload_comes_to_the_same_numbers() {
    let mut text = String::from(HEADING);
    for id in rulesets::app().ids() {
        let info = rulesets::app().find(id).expect("listed rulesets exist");
        for (bot, _) in info.bots().into_iter().filter(|(bot, _)| !info.searches(bot)) {
            text += &numbers(id, id, bot, "60");
        }
    }
    golden("signature.txt", &text);
}

/// The searches decide by sums over imagined games, of which a slip in any
/// would change some decision.
#[test]
fn searches_of_a_fixed_budget_come_to_the_same_numbers() {
    let mut text = String::from(HEADING);
    for id in rulesets::app().ids() {
        for bot in ["rollout-14", "tree-30"] {
            text += &numbers(id, id, bot, "4");
        }
    }
    // In a match alone nobody judges where the Bosses stand.
    let season = scenario(
        "season",
        "ruleset = \"time-vault-soccer\"\nset = { competition = \"season\", bosses = 4 }\n",
    );
    for bot in ["rollout-14", "tree-30"] {
        text += &format!("season {}", numbers(&season, "time-vault-soccer", bot, "4"));
    }
    golden("searches.txt", &text);
}

/// Arms that share luck are dealt to from permutations of their own.
#[test]
fn arms_that_share_luck_come_to_the_same_numbers() {
    let mut text = String::from(HEADING);
    for id in rulesets::app().ids() {
        let arms = format!("ruleset = {id:?}\n[[arm]]\nname = \"one\"\n[[arm]]\nname = \"two\"\n");
        let told = numbers(&scenario(&format!("shared-luck-{id}"), &arms), id, "random", "60");
        text += &format!("shared {told}");
    }
    golden("shared.txt", &text);
}

/// Numbers that were told once stay as they are within a results version; more
/// lines (a new bot, a new game) leave it as it is. Its name comes last: in one
/// thread the files that it joins have been written before.
#[test]
fn the_numbers_of_a_results_version_stay() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens");
    let read = |name: &str| std::fs::read_to_string(golden.join(name)).unwrap_or_default();
    let today = read("signature.txt") + &read("searches.txt") + &read("shared.txt");
    let path = golden.join(format!("results-{RESULTS}.txt"));
    if !path.exists() && std::env::var_os("LEVELPITCH_GOLDEN").is_some_and(|v| v == "write") {
        std::fs::write(&path, &today).expect("a golden file");
    }
    let then = std::fs::read_to_string(&path).expect("`just golden` writes the numbers of a new version");
    let lines: Vec<&str> = today.lines().collect();
    let gone = then.lines().find(|line| !lines.contains(line));
    assert_eq!(gone, None, "raise `report::manifest::RESULTS`, say so in CHANGELOG.md, then `just golden`");
    let changes = std::fs::read_to_string(golden.join("../../CHANGELOG.md")).expect("CHANGELOG.md");
    assert!(changes.contains(&format!("results version {RESULTS}")), "CHANGELOG.md names it");
}
