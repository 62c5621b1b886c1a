//! `levelpitch train` and `--bot` as a user runs them.

use tempfile::tempdir;

use super::support::{expect, json, levelpitch, refused, text};

const QUICK: &[&str] = &[
    "train",
    "king-of-the-pitch",
    "--set",
    "wins-to-win=3",
    "--bots",
    "rusher",
    "--generations",
    "2",
    "--games",
    "20",
    "--population",
    "4",
    "--measured",
    "100",
    "--quiet",
    "--out",
    "t",
];

#[test]
fn weights_are_found_measured_written_and_played_by() {
    let folder = tempdir().unwrap();
    let output = levelpitch(folder.path(), QUICK);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let read = |file: &str| std::fs::read_to_string(folder.path().join("t").join(file)).unwrap();
    let document = json(&read("train.json"));
    assert_eq!(document["ladder"][0]["opponent"], "rusher");
    assert_eq!(document["generations"].as_array().unwrap().len(), 2);
    let table = read("trained.toml");
    assert!(
        table.starts_with("[trained.seats-2]\n# gain of a card played (-400 to 400)\nplay-gain = "),
        "{table}"
    );
    let typed = [
        "run",
        "king-of-the-pitch",
        "--set",
        "wins-to-win=3",
        "--bots",
        "trained,rusher",
        "--games",
        "100",
        "--bot",
        "t/trained.toml",
        "--format",
        "json",
        "--quiet",
        "--no-files",
    ];
    let played = json(&expect(folder.path(), &typed, 0));
    assert!(played["arms"][0]["entrants"][0]["share"]["value"].as_f64().unwrap() > 0.6, "{played}");
}

#[test]
fn what_is_wrong_with_a_file_of_weights_is_named() {
    let folder = tempdir().unwrap();
    let play = |weights: &str| {
        std::fs::write(folder.path().join("w.toml"), weights).unwrap();
        let typed = [
            "run",
            "king-of-the-pitch",
            "--bots",
            "trained",
            "--bot",
            "w.toml",
            "--games",
            "2",
            "--no-files",
        ];
        refused(folder.path(), &typed)
    };
    let told = play("[trained.seats-2]\nplay-gian = 3\n");
    assert!(told.contains("play-gian") && told.contains("did you mean `play-gain`?"), "{told}");
    let told = play("[trained.seats-2]\nplay-gain = 4000\n");
    assert!(told.contains("4000") && told.contains("-400 to 400"), "{told}");
    let told = play("[cards]\nplay-gain = 4\n");
    assert!(told.contains("`cards`") && told.contains("[trained.seats-2]"), "{told}");
}
