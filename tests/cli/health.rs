//! Games that must not be printed, planted: each is told in the first sentence,
//! marked wherever its arm appears, and leads no ranking.

use super::support;

use std::path::Path;

use support::{HEALTH, expect, json, refused};
use tempfile::tempdir;

fn first(out: &str) -> &str {
    out.lines().next().unwrap_or_default()
}

/// Nobody scores: one goal among twenty shot cards, all laid anew for each shot.
const GOALLESS: &[&str] = &[
    "run",
    "futbol-dash",
    "--set",
    "match=express",
    "--set",
    "shot-replacement=with",
    "--set",
    "data.shots.goal=1",
    "--set",
    "data.shots.save=9",
    "--set",
    "data.shots.miss=9",
    "--set",
    "data.shots.corner=1",
    "--set",
    "data.shots.own_goal=0",
    "--games",
    "2000",
    "--bots",
    "planner",
    "--no-files",
];

#[test]
fn a_game_that_never_ends_is_told_before_anything_else() {
    let folder = tempdir().unwrap();
    let args = ["run", "king-of-the-pitch", "--set", "free-last=off", "--bots", "rusher", "--games", "1000"];
    let out = expect(folder.path(), &args, 0);
    assert!(first(&out).starts_with("Don't print this: "), "{out}");
    assert!(first(&out).contains("of games never end ("), "{out}");
    let card = out.lines().find(|line| line.starts_with("games that never end")).expect("a row of the card");
    assert!(card.contains(" ill ") && card.contains("0.5 %") && card.contains("5.0 %"), "{card}");
}

#[test]
fn a_game_without_goals_is_told_before_anything_else() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), GOALLESS, 0);
    assert!(first(&out).starts_with("Don't print this: 7"), "{out}");
    assert!(first(&out).contains(" % ") && first(&out).contains("of games are goalless"), "{out}");
}

#[test]
fn cards_that_nobody_uses_are_named_unless_another_bot_uses_them() {
    let folder = tempdir().unwrap();
    let run = |bots: &str| {
        let text = format!("ruleset = \"squad-rush-season\"\npanel = [{bots}]\ngames = 2000\n");
        std::fs::write(folder.path().join("x.toml"), text).unwrap();
        json(&expect(folder.path(), &["run", "x.toml", "--format", "json", "--no-files"], 0))
    };
    let alone = run("\"loyalist\"");
    let said = alone["health"]["text"].as_str().unwrap();
    assert!(said.starts_with("Look before you print this: ") && said.contains("“Tackle”"), "{said}");
    let unused = |found: &serde_json::Value| {
        let item = &found["arms"][0]["health"]["aspects"]["unused"][0];
        (item["light"].as_str().unwrap().to_owned(), item["estimate"]["value"].as_f64().unwrap())
    };
    assert_eq!(unused(&alone).0, "look");
    let both = run("\"loyalist\", \"random\"");
    assert!(unused(&both).1 < unused(&alone).1, "random play uses what loyalists don't: {both}");
}

#[test]
fn of_several_games_it_is_told_what_is_to_be_looked_at_in_which() {
    let folder = tempdir().unwrap();
    let text = "games = 2000\n[health]\nminutes = { look = 30, ill = 1000 }\n\
        [[arm]]\nname = \"season\"\nruleset = \"squad-rush-season\"\nbots = \"loyalist\"\n\
        [[arm]]\nname = \"dash\"\nruleset = \"futbol-dash\"\nbots = \"rusher\"\n";
    std::fs::write(folder.path().join("x.toml"), text).unwrap();
    let out = expect(folder.path(), &["run", "x.toml", "--no-files"], 0);
    assert!(first(&out).contains("games are long in `"), "{out}");
    assert!(first(&out).contains("hardly ever used in `season`"), "{out}");
}

#[test]
fn an_ill_arm_is_marked_and_leads_no_ranking() {
    let folder = tempdir().unwrap();
    let text = "ruleset = \"king-of-the-pitch\"\nbots = [\"rusher\"]\ngames = 600\n[vary]\nfree-last = [\"off\"]\nwins-to-win = [3]\n";
    std::fs::write(folder.path().join("x.toml"), text).unwrap();
    let out = expect(folder.path(), &["run", "x.toml", "--out", "o"], 0);
    // The game itself is answered; the change that was tried is named with it.
    let (answer, rest) = first(&out).split_once("; ").unwrap();
    assert!(answer.starts_with("King of the Pitch is "), "{out}");
    assert!(rest.starts_with("don't print it with `free-last = off`."), "{out}");
    assert!(out.contains("\nill: free-last = off"), "{out}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("o").join(name)).unwrap();
    let ranked = read("switches.csv");
    assert!(ranked.contains(",wins-to-win,3,") && !ranked.contains("free-last"), "{ranked}");
    assert!(read("health.csv").contains("free-last = off"), "{}", read("health.csv"));
    assert!(out.contains("left out, because such a game must not be printed: `free-last = off`"), "{out}");
    for file in ["report.html", "report.md"] {
        assert!(read(file).contains("ill: free-last = off"), "{file}");
    }
}

#[test]
fn limits_are_data_and_minutes_are_told_or_assumed() {
    let folder = tempdir().unwrap();
    let listed = expect(folder.path(), &["list", "health"], 0);
    assert!(listed.contains("unfinished") && listed.contains("minutes-per-turn"), "{listed}");
    let args = ["run", "futbol-dash", "--bots", "rusher", "--games", "2000", "--no-files"];
    let assumed = expect(folder.path(), &args, 0);
    let told = support::health(&assumed);
    assert!(told.starts_with(HEALTH[0]) && told.contains(" each assumed)"), "{assumed}");
    let said = expect(folder.path(), &support::with(&args, &["--minutes-per-turn", "10"]), 0);
    assert!(first(&said).starts_with("Don't print this: nine games in ten take "), "{said}");
    assert!(!said.contains("assumed)"), "{said}");
    let text = "ruleset = \"futbol-dash\"\nbots = [\"rusher\"]\ngames = 2000\n[health]\nminutes-per-turn = 10\n\
                minutes = { look = 5000, ill = 9000 }\n";
    std::fs::write(folder.path().join("x.toml"), text).unwrap();
    let patient = expect(folder.path(), &["run", "x.toml", "--out", "o"], 0);
    assert!(support::health(&patient).starts_with(HEALTH[0]), "{patient}");
    let again = expect(folder.path(), &["rerun", "o/run.json"], 0);
    assert!(first(&again).starts_with("identical: "), "the limits are part of the run: {again}");
    std::fs::write(folder.path().join("x.toml"), text.replace("look", "lok")).unwrap();
    let told = refused(folder.path(), &["run", "x.toml"]);
    assert!(told.contains("x.toml:6: lok") && told.contains("did you mean `look`?"), "{told}");
    assert!(Path::new(&folder.path().join("o/health.csv")).is_file());
}
