//! House rules that the printed games lack, as a designer asks for them.

use serde_json::Value;
use tempfile::tempdir;

use super::support::{expect, json, levelpitch, text};

const GAMES: [&str; 5] =
    ["king-of-the-pitch", "futbol-dash", "squad-rush-season", "time-of-soccer", "time-vault-soccer"];

#[test]
fn every_game_lists_its_hooks_as_a_group_of_their_own() {
    let folder = tempdir().unwrap();
    for game in GAMES {
        let told = expect(folder.path(), &["list", "switches", game], 0);
        let (printed, added) = told.split_once("House rules that the printed game lacks").expect(game);
        for key in [
            "bonus-1 ",
            "bonus-2 ",
            "first-turn ",
            "who-begins ",
            "extra-draw ",
            "turn-cap ",
            "catch-up ",
            "half-time-swap ",
        ] {
            let rows = |text: &str| text.lines().filter(|line| line.starts_with(key)).count();
            assert_eq!((rows(printed), rows(added)), (0, 1), "{game}: {key}");
        }
        let rows = json(&expect(folder.path(), &["list", "switches", game, "--format", "json"], 0));
        let hooks = rows.as_array().unwrap().iter().filter(|row| row["origin"] == "added rule").count();
        assert!(hooks >= 9, "{game}: {hooks}");
        // Each is explained by the ledger.
        assert!(expect(folder.path(), &["rules", game], 0).contains("-HOUSE-01"), "{game}");
    }
}

/// The first player of four has the advantage of being King; what the others
/// start with and the way round mend it.
#[test]
fn tune_proposes_house_rules_that_make_every_seat_level() {
    let folder = tempdir().unwrap();
    let args = [
        "tune",
        "king-of-the-pitch",
        "--bots",
        "rusher",
        "--set",
        "players=4",
        "--set",
        "bonus-2=none|match-card",
        "--set",
        "bonus-3=none|match-card",
        "--set",
        "bonus-4=match-card",
        "--set",
        "first-turn=full|skipped",
        "--set",
        "half-time-swap=on",
        "--margin",
        "0.03",
        "--games",
        "60000",
        "--format",
        "json",
        "--quiet",
        "--no-files",
    ];
    let found = json(&expect(folder.path(), &args, 0));
    assert_eq!(found["answer"], "met");
    let winner =
        ["bonus-2", "bonus-3", "first-turn"].map(|key| found["winner"][key].as_str().unwrap().to_owned());
    assert_eq!(winner, ["match-card", "match-card", "skipped"]);
}

#[test]
fn a_bonus_for_nobody_is_refused_with_its_way_out() {
    let folder = tempdir().unwrap();
    let args = ["run", "king-of-the-pitch", "--set", "bonus-5=bronze", "--games", "10", "--no-files"];
    let refused = levelpitch(folder.path(), &args);
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2));
    assert!(told.contains("bonus-5") && told.contains("where 2 play"), "{told}");
    assert!(told.contains("set `players` to 5 or more too"), "{told}");
}

#[test]
fn hooks_are_compared_and_varied_and_explained_only_where_they_are_set() {
    let folder = tempdir().unwrap();
    let scenario = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\ngames = 400\n[set]\nplayers = 3\n\
                    [vary]\nbonus-3 = [\"none\", \"ap-2\", \"card\"]\n";
    std::fs::write(folder.path().join("vary.toml"), scenario).unwrap();
    let args = ["run", "vary.toml", "--format", "json", "--quiet", "--no-files"];
    let told = json(&expect(folder.path(), &args, 0));
    let values: Vec<&Value> =
        told["arms"].as_array().unwrap().iter().map(|arm| &arm["switches"]["bonus-3"]).collect();
    assert_eq!(values, ["none", "ap-2", "card"]);
    let explained = |more: &[&str]| {
        let base =
            ["explain", "futbol-dash", "--bots", "random", "--metric", "turns-per-game", "--games", "20"];
        let told =
            expect(folder.path(), &[&base, more, &["--format", "json", "--quiet", "--no-files"]].concat(), 0);
        let effects = json(&told)["arms"][0]["effects"].clone();
        let keys =
            ["bonus-", "first-turn", "who-begins", "extra-draw", "turn-cap", "catch-up", "half-time-swap"];
        let name = |effect: &Value| effect["name"].as_str().unwrap().to_owned();
        let names: Vec<String> = effects.as_array().unwrap().iter().map(name).collect();
        names.into_iter().filter(|name| keys.iter().any(|key| name.starts_with(key))).collect::<Vec<_>>()
    };
    assert!(explained(&[]).is_empty());
    let set = explained(&["--set", "extra-draw=everyone"]);
    assert!(set.len() == 3 && set.iter().all(|name| name.starts_with("extra-draw")), "{set:?}");
}
