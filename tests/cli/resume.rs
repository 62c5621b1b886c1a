//! Commands that are killed and go on, and commands that many machines share:
//! the same bytes as one that was left alone.

use super::support::{BINARY, expect, files, levelpitch, refused, text, with};

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::tempdir;

const BUDGET: &str = "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 3000\n\
    [[budget]]\nmetric = \"first-seat-advantage\"\nequal = 0\nmargin = 0.05\n";

/// One command of every kind that plays, of few games; those that end by what
/// they see among them.
fn commands() -> Vec<Vec<&'static str>> {
    let dash = |words: &'static str| words.split(' ').collect::<Vec<_>>();
    vec![
        dash("run futbol-dash --bots random --precision 0.055"),
        dash("compare futbol-dash --with halftimes=0 --games 600 --bots random"),
        dash("compare futbol-dash --with halftimes=0 --max-games 800 --bots random"),
        dash("sweep futbol-dash --set halftimes=0..2 --games 300 --bots random"),
        dash("tune futbol-dash --set halftimes=0|1|2 --target turns-per-game<1 --games 4000 --bots random"),
        dash("explain futbol-dash --games 60 --bots random"),
        dash("tournament futbol-dash --games 300 --bots random,rusher"),
        dash("cards futbol-dash --games 60 --bots random"),
        dash("check b.toml"),
    ]
}

/// Plays a command in shards, round after round, into the folder `merged`;
/// returns how many rounds that took.
fn shared(folder: &Path, command: &[&str], shards: usize) -> usize {
    let _ = std::fs::remove_dir_all(folder.join("merged"));
    let joined = "merged/joined.json";
    for round in 1..60 {
        let again = folder.join(joined).exists();
        let mut parts: Vec<String> = again.then(|| joined.to_owned()).into_iter().collect();
        for k in 1..=shards {
            let (shard, out) = (format!("{k}/{shards}"), format!("part-{k}"));
            let mut words = with(command, &["--shard", &shard, "--out", &out, "-q"]);
            if again {
                words.extend(["--parts", joined]);
            }
            let said = expect(folder, &words, 0);
            assert!(said.starts_with(&format!("Shard {k} of {shards} is in {out}/part.json")), "{said}");
            parts.push(format!("{out}/part.json"));
        }
        let mut words = vec!["merge"];
        words.extend(parts.iter().map(String::as_str));
        let output = levelpitch(folder, &with(&words, &["--out", "merged", "-q"]));
        if !folder.join(joined).exists() {
            let said = text(&output.stderr);
            assert!(output.status.code().is_some_and(|status| [0, 1, 3].contains(&status)), "{said}");
            return round;
        }
        assert_eq!(output.status.code(), Some(3));
        assert!(text(&output.stdout).contains("the next one plays"), "{}", text(&output.stdout));
    }
    panic!("{command:?} never ends");
}

#[test]
fn shards_of_every_command_come_to_its_bytes() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("b.toml"), BUDGET).unwrap();
    for command in commands() {
        levelpitch(folder.path(), &with(&command, &["--out", "whole", "-q"]));
        let whole = files(&folder.path().join("whole"));
        for shards in [2, 7] {
            let rounds = shared(folder.path(), &command, shards);
            let merged = files(&folder.path().join("merged"));
            let names: Vec<&String> =
                whole.keys().filter(|name| whole.get(*name) != merged.get(*name)).collect();
            assert!(whole == merged, "{command:?} in {shards} shards, {rounds} rounds: {names:?}");
        }
        std::fs::remove_dir_all(folder.path().join("whole")).unwrap();
    }
}

#[test]
fn one_shard_and_sixty_four_are_the_run() {
    let folder = tempdir().unwrap();
    let sweep = ["sweep", "futbol-dash", "--set", "halftimes=0..1", "--games", "100", "--bots", "random"];
    levelpitch(folder.path(), &with(&sweep, &["--out", "whole", "-q"]));
    for shards in [2, 64] {
        assert_eq!(shared(folder.path(), &sweep, shards), 1);
        assert!(files(&folder.path().join("whole")) == files(&folder.path().join("merged")), "{shards}");
    }
    // What does not belong together is named.
    let part = |k: usize| format!("part-{k}/part.json");
    let said = refused(folder.path(), &["merge", &part(1), &part(2)]);
    assert!(said.contains("2 of 64 shards, without 3, 4"), "{said}");
    let damaged = std::fs::read_to_string(folder.path().join(part(2))).unwrap().replacen("games", "gomes", 1);
    std::fs::write(folder.path().join(part(2)), damaged).unwrap();
    let said = refused(folder.path(), &["merge", &part(1), &part(2)]);
    assert!(said.contains("part-2/part.json") && said.contains("doesn't match its checksum"), "{said}");
}

/// Starts a command and kills it a while later, unless it is done before.
fn killed(folder: &Path, words: &[&str], after: Duration) {
    let mut command = Command::new(BINARY);
    let quiet = command.current_dir(folder).args(words).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn().unwrap();
    std::thread::sleep(after);
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn a_killed_command_goes_on_to_the_same_bytes() {
    let folder = tempdir().unwrap();
    for words in [
        "run futbol-dash --bots random --games 300k",
        "sweep futbol-dash --set halftimes=0..1 --games 150k --bots random",
        "tournament futbol-dash --games 100k --bots random,rusher",
    ] {
        let command: Vec<&str> = words.split(' ').chain(["--threads", "1"]).collect();
        expect(folder.path(), &with(&command, &["--out", "whole", "-q"]), 0);
        let kept = with(&command, &["--out", "cut", "--checkpoint", "kept.json"]);
        for after in [700, 500, 900] {
            killed(folder.path(), &kept, Duration::from_millis(after));
        }
        let went_on = folder.path().join("kept.json").exists();
        let output = levelpitch(folder.path(), &kept);
        assert_eq!(text(&output.stderr).contains("going on from kept.json"), went_on);
        assert!(files(&folder.path().join("whole")) == files(&folder.path().join("cut")), "{words}");
        assert!(!folder.path().join("kept.json").exists(), "what is told need not be kept");
        for name in ["whole", "cut"] {
            std::fs::remove_dir_all(folder.path().join(name)).unwrap();
        }
    }
}

#[test]
fn a_checkpoint_that_is_none_costs_time_and_nothing_else() {
    let folder = tempdir().unwrap();
    let run =
        ["run", "futbol-dash", "--bots", "random", "--games", "200", "--no-files", "--checkpoint", "c.json"];
    std::fs::write(folder.path().join("c.json"), "mine").unwrap();
    let output = levelpitch(folder.path(), &run);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("no checkpoint of this program"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_to_string(folder.path().join("c.json")).unwrap(), "mine");
}

/// Shards without a game and points of two games say nothing impossible.
#[test]
fn few_games_and_none_are_told_as_such() {
    let folder = tempdir().unwrap();
    let run = ["run", "futbol-dash", "--bots", "random", "--games", "4", "-q"];
    for k in 1..=7 {
        let (shard, out) = (format!("{k}/7"), format!("part-{k}"));
        let said = expect(folder.path(), &with(&run, &["--shard", &shard, "--out", &out]), 0);
        assert!(!said.contains("NaN"), "{said}");
        for (name, bytes) in files(&folder.path().join(out)) {
            let is_text = Path::new(&name).extension().is_none_or(|of| of != "png");
            assert!(!is_text || !text(&bytes).contains("NaN"), "{name}");
        }
    }
    expect(folder.path(), &with(&run, &["--out", "whole"]), 0);
    let parts: Vec<String> = (1..=7).map(|k| format!("part-{k}")).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    expect(folder.path(), &with(&with(&["merge", "--out", "merged", "-q"], &parts), &[]), 0);
    assert!(files(&folder.path().join("whole")) == files(&folder.path().join("merged")));
    let sweep = "sweep futbol-dash --bots random --set halftimes=0..1 --games 2 --no-files -q --format csv";
    let said = expect(folder.path(), &sweep.split(' ').collect::<Vec<_>>(), 0);
    let mut lines = said.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heading = lines.next().unwrap();
    let at = |name: &str| heading.iter().position(|cell| *cell == name).unwrap();
    let (metric, low, high) = (at("metric"), at("low"), at("high"));
    let shares: Vec<Vec<&str>> = lines.filter(|line| line[metric].contains("gap")).collect();
    assert!(!shares.is_empty(), "{said}");
    for line in shares {
        let end = |place: usize| line[place].parse::<f64>().unwrap();
        assert!(end(low) >= -1.0 && end(high) <= 1.0, "{line:?}");
    }
}
