//! `levelpitch save`, `levelpitch diff` and baselines with names in `check`, as
//! a designer uses them.

use std::path::Path;

use super::support;

use support::{expect, files, json, refused, text};
use tempfile::{TempDir, tempdir};

const SCENARIO: &str =
    "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 5\ngames = 400\ndata = \"cards.toml\"\n";

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect(name)
}

/// A scenario whose cards are kept as `printed`.
fn printed() -> TempDir {
    let folder = tempdir().unwrap();
    let cards = expect(folder.path(), &["data", "futbol-dash"], 0);
    std::fs::write(folder.path().join("cards.toml"), cards).unwrap();
    std::fs::write(folder.path().join("dash.toml"), SCENARIO).unwrap();
    let out = expect(folder.path(), &["save", "printed", "dash.toml", "-q"], 0);
    assert_eq!(out, "Saved as `printed`: dash (1 arm, 400 games).\nBaseline: baselines/printed\n");
    folder
}

/// The cards of the deck in play with less on them, as many as the box holds.
fn edit(folder: &Path) {
    let cards = read(folder, "cards.toml");
    let fewer =
        cards.replacen("off_counts = { 2 = 13, 3 = 13, 5 = 13 }", "off_counts = { 2 = 33, 3 = 3, 5 = 3 }", 1);
    assert_ne!(fewer, cards);
    std::fs::write(folder.join("cards.toml"), fewer).unwrap();
}

#[test]
fn what_an_edit_of_the_cards_changed_is_the_first_sentence() {
    let folder = printed();
    let folder = folder.path();
    let saved = files(&folder.join("baselines/printed"));
    assert_eq!(saved.keys().collect::<Vec<_>>(), ["dash.json", "dash.txt", "files.json"]);
    assert!(text(&saved["dash.txt"]).contains("Futbol Dash"), "readable on its own");
    let diff = ["diff", "printed", "dash.toml", "-q"];
    let out = expect(folder, &diff, 0);
    assert!(out.starts_with("Nothing changed: printed and dash.toml now have the same rules"), "{out}");
    // Another deck than that on the table.
    let cards = read(folder, "cards.toml");
    let other = cards.replacen("off_counts = { 1 = 7, 2 = 9,", "off_counts = { 1 = 9, 2 = 7,", 1);
    std::fs::write(folder.join("cards.toml"), other).unwrap();
    let out = expect(folder, &diff, 0);
    assert!(out.contains(": no game changes, what was edited is not in play here"), "{out}");
    std::fs::write(folder.join("cards.toml"), cards).unwrap();
    edit(folder);
    let out = text(&support::levelpitch(folder, &diff).stdout);
    let first = out.lines().next().unwrap();
    assert!(first.starts_with("Futbol Dash, data.presets.gallery.off_counts.2 13 → 33, "), "{out}");
    assert!(
        first.contains("games are longer") && out.contains(", clear)") && first.contains("health"),
        "{out}"
    );
    assert!(first.contains("level") || first.contains("undecided"), "{out}");
    let report = out.lines().last().unwrap().strip_prefix("Report: ").unwrap().to_owned();
    assert!(report.starts_with("reports/diff-printed-v-dash-toml"), "{report}");
    for name in ["diff.json", "diff.csv", "report.md", "answer.json"] {
        assert!(folder.join(&report).with_file_name(name).is_file(), "{name}");
    }
    // Two stored runs give the same answer as one and the scenario.
    expect(folder, &["save", "more-saves", "dash.toml", "-q"], 0);
    let of = |second: &str| {
        let out =
            support::levelpitch(folder, &["diff", "printed", second, "-q", "--no-files", "--format", "json"]);
        json(&text(&out.stdout))["scenarios"][0]["arms"][0]["found"]["fairness"].clone()
    };
    assert_eq!(of("dash.toml"), of("more-saves"));
    // So do a path and the folder of a report.
    expect(folder, &["run", "dash.toml", "-q", "--out", "mine"], 0);
    assert_eq!(of("mine"), of("baselines/more-saves/dash.json"));
    // Its document is played again as it stands.
    let stored = Path::new(&report).with_file_name("diff.json").display().to_string();
    assert!(expect(folder, &["rerun", &stored], 0).starts_with("identical: "));
}

#[test]
fn a_check_takes_a_baseline_by_its_name_and_an_edit_by_what_it_moves() {
    let folder = printed();
    let folder = folder.path();
    let check = ["check", "dash.toml", "--baseline", "printed"];
    assert!(expect(folder, &check, 0).starts_with("passed: identical to the baseline"));
    // A budget more voids nothing.
    let budget = "[[budget]]\nmetric = \"turns-per-game\"\nmax = 1000\n";
    std::fs::write(folder.join("dash.toml"), format!("{SCENARIO}{budget}")).unwrap();
    assert!(expect(folder, &check, 0).contains("the game is the baseline's"));
    edit(folder);
    let out = expect(folder, &check, 1);
    assert!(out.contains("length: drift of turns-per-game” is broken"), "{out}");
    assert!(out.contains("data.presets.gallery.off_counts.2 = 33 (was 13)"), "{out}");
    let said = refused(folder, &["check", "dash.toml", "--baseline", "pritned"]);
    assert!(said.contains("did you mean `printed`?"), "{said}");
    // Of a baseline of several scenarios those are meant that are checked.
    let two = ["save", "both", "dash.toml", "king-of-the-pitch", "--games", "60", "--bots", "random", "-q"];
    expect(folder, &two, 0);
    assert_eq!(files(&folder.join("baselines/both")).len(), 5);
    expect(folder, &["check", "dash.toml", "--bots", "random", "--baseline", "both"], 0);
    let said = refused(folder, &["check", "futbol-dash", "--baseline", "both"]);
    assert!(said.contains("found runs of dash, king-of-the-pitch; allowed: a run of futbol-dash"), "{said}");
}

#[test]
fn what_can_not_be_saved_or_compared_is_refused_with_the_reason() {
    let folder = printed();
    let folder = folder.path();
    let refuse = |args: &[&str], said: &str| {
        let err = refused(folder, args);
        assert!(err.contains(said), "{args:?}: {said}\n{err}");
    };
    refuse(
        &["save", "printed", "dash.toml"],
        "`printed`, which is there already; allowed: another name, or --replace",
    );
    refuse(&["save", "../x", "dash.toml"], "NAME: found `../x`");
    refuse(&["save", "futbol-dash", "dash.toml"], "the name of a game or scenario");
    refuse(&["save", "new"], "RUN: found nothing to save");
    refuse(&["save", "new", "printed", "--games", "9"], "a stored run to be changed or shared out");
    refuse(&["save", "new", "dash.toml", "dash.toml", "--games", "9"], "two runs of `dash`");
    refuse(&["diff", "printed"], "B: found nothing; allowed: what to compare with");
    refuse(&["diff", "printd", "dash.toml"], "did you mean `printed`?");
    refuse(&["diff", "printed", "nothing-like-it"], "a baseline (printed)");
    refuse(&["diff", "printed", "none.json"], "none.json: found no such file");
    refuse(&["diff", "dash.toml", "dash.toml"], "A, B: found two scenarios");
    refuse(&["diff", "printed", "printed", "--set", "halftimes=0"], "two stored runs");
    refuse(&["diff", "printed", "king-of-the-pitch"], "no arm of printed in king-of-the-pitch now");
    refuse(&["diff", "printed", "dash.toml", "--set", "halftmes=0"], "did you mean `halftimes`?");
    assert!(!folder.join("baselines/new").exists(), "nothing is left of what was refused");
    // What somebody else wrote, or edited, is told by its file.
    let stored = read(folder, "baselines/printed/dash.json");
    for (text, said) in [
        ("{}".to_owned(), "JSON of another kind"),
        ("nonsense".to_owned(), "text that is not JSON"),
        (stored.replace("\"format\": ", "\"format\": 9"), "another format"),
        (
            stored.replace("\"ended\": \"complete\"", "\"ended\": \"interrupted\""),
            "baselines/printed/dash.json: found ",
        ),
    ] {
        std::fs::write(folder.join("baselines/printed/dash.json"), text).unwrap();
        let err = refused(folder, &["diff", "printed", "dash.toml"]);
        assert!(err.contains(said) && err.contains("baselines/printed/dash.json"), "{said}\n{err}");
    }
    // A name is given up only when that is said.
    expect(folder, &["save", "printed", "dash.toml", "--replace", "-q"], 0);
    expect(folder, &["diff", "printed", "dash.toml", "-q", "--no-files"], 0);
}

#[test]
fn a_game_as_it_stands_is_played_as_the_baseline_was() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let save = ["save", "four", "king-of-the-pitch", "--games", "200", "--bots", "random"];
    expect(folder, &support::with(&save, &["--set", "players=4", "-q"]), 0);
    let diff = ["diff", "four", "king-of-the-pitch", "-q", "--no-files"];
    let out = expect(folder, &diff, 0);
    assert!(out.starts_with("Nothing changed: four and king-of-the-pitch now have the same rules"), "{out}");
    // What is typed goes before; the rest stays as it was.
    let changed = |more: &[&str]| {
        let out =
            support::levelpitch(folder, &support::with(&support::with(&diff, &["--format", "json"]), more));
        json(&text(&out.stdout))["scenarios"][0]["arms"][0]["changes"].clone()
    };
    let edited = changed(&["--set", "free-pass=on"]);
    assert_eq!((edited.as_array().unwrap().len(), &edited[0]["key"]), (1, &"free-pass".into()), "{edited}");
}

#[test]
fn the_newest_run_is_saved_where_none_is_named() {
    let folder = tempdir().unwrap();
    for game in ["king-of-the-pitch", "futbol-dash"] {
        expect(folder.path(), &["run", game, "--bots", "random", "--games", "40", "-q"], 0);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let out = expect(folder.path(), &["save", "last"], 0);
    assert!(out.starts_with("Saved as `last`: futbol-dash-bots-random (1 arm, 40 games)."), "{out}");
    // Byte for byte what the run has written.
    let saved = std::fs::read(folder.path().join("baselines/last/futbol-dash-bots-random.json")).unwrap();
    assert_eq!(saved, std::fs::read(folder.path().join("reports/futbol-dash-bots-random/run.json")).unwrap());
    let out =
        expect(folder.path(), &["diff", "last", "reports/futbol-dash-bots-random", "-q", "--no-files"], 0);
    assert!(
        out.starts_with("Nothing changed: last and reports/futbol-dash-bots-random are identical"),
        "{out}"
    );
}
