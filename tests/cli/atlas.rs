//! The atlas as a user asks for it: of all games, of some, at a table of mine.

use super::support;

use support::{expect, files, json, refused, text};
use tempfile::tempdir;

#[test]
fn the_atlas_of_my_table_has_a_page_per_game_and_one_over_all() {
    let folder = tempdir().unwrap();
    let run = ["run", "--all", "--set", "players=3", "--bots", "rusher", "--games", "4", "-q"];
    let out = expect(folder.path(), &run, 0);
    // The summary is about the games that were played, and names the others.
    assert!(
        out.contains(" is left out: it has no setting `players`.")
            || out.contains("is left out: it has no bot"),
        "{out}"
    );
    assert!(out.contains("left out because they need another table: "), "{out}");
    let base = folder.path().join("reports/atlas-players-3-bots-rusher");
    assert!(out.ends_with("Report: reports/atlas-players-3-bots-rusher/index.html\n"), "{out}");
    let written = files(&base);
    let page = text(&written["index.html"]);
    // It begins with which games are level and which can be printed.
    let answer = "Of the games at this table, none is shown to be level or not: that takes more games. Health, \
                  whoever wins: not sure after so few games in King of the Pitch, Futbol Dash.";
    for told in [&out, &page] {
        let (answer, apart) = (told.find(answer), told.find("How far the seat farthest"));
        assert!(answer.is_some() && answer < apart, "{told}");
    }
    for game in ["futbol-dash", "king-of-the-pitch"] {
        for file in ["report.html", "run.json", "switches.csv", "health.csv", "answer.json"] {
            assert!(written.contains_key(&format!("{game}/{file}")), "{game}/{file}");
        }
        assert!(page.contains(&format!("href=\"./{game}/report.html\"")), "{page}");
    }
    assert!(page.contains("is left out"), "{page}");
    // One run of it is a run like any other.
    let stored = "reports/atlas-players-3-bots-rusher/futbol-dash/run.json";
    assert!(expect(folder.path(), &["rerun", stored, "-q"], 0).starts_with("identical"));
    // In `open` it is a folder of reports, too.
    assert!(expect(folder.path(), &["open"], 0).contains("atlas-futbol-dash"));
}

#[test]
fn the_atlas_is_scoped_by_game_and_metric_and_its_documents_are_one() {
    let folder = tempdir().unwrap();
    let scope = ["run", "--all", "--bots", "rusher", "--games", "2", "--no-files", "-q"];
    let one = support::with(&scope, &["futbol-dash", "--metric", "turns-per-game"]);
    let out = expect(folder.path(), &one, 0);
    assert!(out.contains("turns per game") && !out.contains("King of the Pitch"), "{out}");
    let two = support::with(&scope, &["futbol-dash", "king-of-the-pitch"]);
    let document = json(&expect(folder.path(), &support::with(&two, &["--format", "json"]), 0));
    let games = document["games"].as_array().unwrap();
    let scenarios: Vec<&str> = games.iter().map(|game| game["scenario"].as_str().unwrap()).collect();
    assert_eq!(scenarios, ["atlas-futbol-dash", "atlas-king-of-the-pitch"]);
    assert!(games.iter().all(|game| game["arms"].as_array().unwrap().len() > 10));
    let schema = json(&expect(folder.path(), &["schema", "--output", "run-all"], 0));
    for key in document.as_object().unwrap().keys() {
        assert!(schema["properties"][key].is_object(), "{key} is documented");
    }
    let table = expect(folder.path(), &support::with(&two, &["--format", "csv"]), 0);
    let heads = table.lines().filter(|line| line.starts_with("arm,")).count();
    assert_eq!(heads, 1, "one table with one head");
    assert!(table.contains(",futbol-dash,") && table.contains(",king-of-the-pitch,"));
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    for (args, said) in [
        (&["run", "first-seat", "--all"][..], "--all: found the scenario `first-seat`"),
        (&["run", "futbol-dsh", "--all"], "did you mean `futbol-dash`?"),
        (&["run", "--all", "--set", "playres=3"], "did you mean `players`?"),
        (&["run", "--all", "--set", "players=99"], "no game that has all of this"),
        (&["run", "--all", "--bots", "rushr"], "did you mean `rusher`?"),
        (&["run", "--all", "--metric", "turns-per-gaem"], "did you mean `turns-per-game`?"),
        (&["run", "--all", "--set", "data.shots.goal=3"], "an atlas"),
        (&["run", "futbol-dash", "--metric", "turns-per-game"], "--all"),
    ] {
        let err = refused(folder.path(), args);
        assert!(err.contains(said), "{args:?}: {said}\n{err}");
    }
}
