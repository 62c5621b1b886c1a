//! Bad games, planted: what is wrong with each stands in the first sentence of
//! the command that a designer would run.

use super::support;

use std::path::Path;

use support::{expect, json};
use tempfile::tempdir;

fn first(folder: &Path, args: &[&str], status: i32) -> String {
    let out = expect(folder, &[args, &["--no-files", "--quiet"]].concat(), status);
    out.lines().next().unwrap_or_default().to_owned()
}

/// The last player begins as King: the first player wins its share, the last far
/// more than that.
const LAST_SEAT: &[&str] =
    &["king-of-the-pitch", "--set", "players=4", "--bots", "calculator", "--games", "16000"];

#[test]
fn a_seat_that_wins_too_often_though_the_first_is_level() {
    let folder = tempdir().unwrap();
    let planted = [&["run"], LAST_SEAT, &["--set", "first-king=last-seat-king"]].concat();
    let said = first(folder.path(), &planted, 0);
    assert!(said.starts_with("King of the Pitch is not level: the 4th player wins too often"), "{said}");
    let found =
        json(&expect(folder.path(), &[&planted[..], &["--no-files", "--format", "json"]].concat(), 0));
    let edge = &found["arms"][0]["metrics"]["first-seat-advantage"]["adjusted"];
    let [low, high] = ["low", "high"].map(|end| edge[end].as_f64().unwrap());
    assert!(-0.02 < low && high < 0.02, "the first seat is level: {edge}");
    assert!(found["opening"]["summary"].as_str().unwrap().starts_with(&said[..40]), "{}", found["opening"]);
    let tuned = [&["tune"], LAST_SEAT, &["--set", "first-king=king-has-one-win|last-seat-king"]].concat();
    let said = first(folder.path(), &tuned, 1);
    assert!(said.starts_with("No value allowed for first-king makes every seat level"), "{said}");
}

/// Without free last cards nobody can move any more.
#[test]
fn a_switch_under_which_no_game_ends() {
    let folder = tempdir().unwrap();
    let game = ["king-of-the-pitch", "--bots", "rusher", "--games", "1000"];
    let said = first(folder.path(), &[&["run"], &game[..], &["--set", "free-last=off"]].concat(), 0);
    assert!(said.starts_with("Don't print this: ") && said.contains("never end"), "{said}");
    // Of the game and a change of it the game is answered first.
    let text =
        "ruleset = \"king-of-the-pitch\"\nbots = \"rusher\"\ngames = 1000\n[vary]\nfree-last = [\"off\"]\n";
    std::fs::write(folder.path().join("vary.toml"), text).unwrap();
    let said = first(folder.path(), &["run", "vary.toml"], 0);
    assert!(said.starts_with("King of the Pitch is "), "{said}");
    assert!(said.contains("; don't print it with `free-last = off`."), "{said}");
    let said = first(folder.path(), &[&["sweep"], &game[..], &["--set", "free-last=on|off"]].concat(), 0);
    assert!(said.starts_with("Don't print free-last = off: "), "{said}");
    let said = first(folder.path(), &[&["explain"], &game[..]].concat(), 0);
    assert!(said.contains("; don't print ") && said.contains("free-last = off"), "{said}");
    let said = first(
        folder.path(),
        &["compare", "king-of-the-pitch", "--bots", "rusher", "--with", "free-last=off"],
        3,
    );
    assert!(said.starts_with("Don't print `free-last = off`: "), "{said}");
    let tuned = [&["tune"], &game[..3], &["--set", "free-last=on|off", "--games", "8000"]].concat();
    let found = support::levelpitch(folder.path(), &[&tuned[..], &["--no-files", "--quiet"]].concat());
    let out = support::text(&found.stdout);
    assert!(out.contains("free-last = on") && !out.starts_with("Free-last = off"), "{out}");
}

/// A margin between what the strongest bot's games show and what the others' do.
#[test]
fn a_verdict_that_hangs_on_who_plays() {
    let folder = tempdir().unwrap();
    let args = ["run", "king-of-the-pitch", "--margin", "0.044", "--games", "40000"];
    let said = first(folder.path(), &args, 0);
    let begins =
        "King of the Pitch is level under `trained`, the strongest bot, but not level under `calculator`";
    assert!(said.starts_with(begins), "{said}");
}

/// Where everybody may pass, careful bots wait for each other for ever.
#[test]
fn a_bot_of_the_panel_that_cannot_play() {
    let folder = tempdir().unwrap();
    let text = "ruleset = \"king-of-the-pitch\"\npanel = [\"rusher\", \"calculator\"]\ngames = 1000\n\
                set = { free-pass = \"on\" }\n";
    std::fs::write(folder.path().join("x.toml"), text).unwrap();
    let said = first(folder.path(), &["run", "x.toml"], 0);
    assert!(said.starts_with("Don't print `") && said.contains("· calculator`: "), "{said}");
    assert!(said.contains("`calculator` hardly ever finishes a game and is left out"), "{said}");
}

/// This bot knows no skills. (A card that is too strong is planted among the tests
/// of `cards`.)
#[test]
fn a_card_that_is_dead() {
    let folder = tempdir().unwrap();
    let dead = ["cards", "time-vault-soccer", "--bots", "hoofer", "--games", "1000"];
    let said = first(folder.path(), &dead, 3);
    assert!(said.starts_with("Dead: ") && said.contains("last man; "), "{said}");
}

/// What six planners who stop each other take hours for is told by the game's own
/// panel and by the built-in question, asked of six planners, alike.
#[test]
fn a_table_at_which_planners_never_get_home() {
    let folder = tempdir().unwrap();
    let own = ["run", "futbol-dash", "--set", "players=6", "--games", "1000"];
    let said = first(folder.path(), &own, 0);
    assert!(said.starts_with("Don't print `players = 6 · planner`: nine games in ten take "), "{said}");
    assert!(said.contains("; under `rusher` and `trained` it takes more games to say."), "{said}");
    std::fs::write(folder.path().join("six.toml"), support::first_seat_of_six()).unwrap();
    let said = first(folder.path(), &["run", "six.toml", "--games", "400"], 0);
    assert!(
        said.starts_with(
            "Don't print `Futbol Dash, 6 players`: between 6 `planner` bots nine games in ten take "
        ),
        "{said}"
    );
    // Its hours would flatten what others are drawn by: it is named below the plots.
    expect(folder.path(), &["run", "six.toml", "--games", "400", "--out", "o", "--quiet"], 0);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("o").join(name)).unwrap();
    let note = "Left out, because such games must not be printed: Futbol Dash, 6 players.";
    assert_eq!(read("report.html").matches(note).count(), 5, "edges and four distributions");
    assert!(!read("plots/futbol-dash-turns.svg").contains("ill: "));
}

#[test]
fn cards_that_nobody_uses() {
    let folder = tempdir().unwrap();
    let said = first(folder.path(), &["run", "king-of-the-pitch", "--games", "12000"], 0);
    assert!(said.contains("look before you print: ") && said.contains("“sell gold card”"), "{said}");
    let begins = "King of the Pitch is undecided under `trained`, the strongest bot, but not level under `rusher` and `calculator`";
    assert!(said.starts_with(begins), "the answer comes first: {said}");
    let alone = ["run", "squad-rush-season", "--bots", "loyalist", "--games", "2000"];
    assert!(first(folder.path(), &alone, 0).contains("“Tackle”"));
}
