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

/// Thousands of arms, each against the first one.
fn many(arms: usize) -> String {
    let mut scenario = "ruleset = \"futbol-dash\"\nbots = \"random\"\nseed = 1\ngames = 2\n".to_owned();
    for arm in 0..arms {
        let against = if arm > 0 { "against = \"0\"\n" } else { "" };
        scenario += &format!("[[arm]]\nname = \"{arm}\"\nset.halftimes = {}\n{against}", arm % 3);
    }
    scenario
}

/// What a process that ends well has taken of memory at most, in mebibytes.
#[cfg(target_os = "linux")]
fn most_memory(folder: &std::path::Path, args: &[&str]) -> u64 {
    let mut command = std::process::Command::new(support::BINARY);
    let mut process =
        command.current_dir(folder).args(args).stdout(std::process::Stdio::null()).spawn().unwrap();
    let mut most = 0;
    loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
        let high = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let high = high.and_then(|kib| kib.trim().trim_end_matches(" kB").parse::<u64>().ok());
        most = most.max(high.unwrap_or(0) / 1024);
        if let Some(status) = process.try_wait().unwrap() {
            assert!(status.success(), "{args:?}: {status}");
            return most;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// What is counted and estimated of the arms is held (180 MiB here, beside 50 of the program),
/// and of what is written no more than a piece: no table, no counts as text and no picture as a
/// whole, with which it was 400. 20 000 arms took 1.8 GB.
#[cfg(target_os = "linux")]
#[test]
fn thousands_of_arms_take_no_more_memory_than_what_is_known_of_them() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("many.toml"), many(4000)).unwrap();
    for args in [&["run", "many.toml"][..], &["report", "reports/many"]] {
        let most = most_memory(folder.path(), &[args, &["-q"]].concat());
        assert!((100..320).contains(&most), "{args:?}: {most} MiB");
    }
}

/// Files that are too long to be held come to the disk in pieces.
#[test]
fn the_table_of_many_arms_has_one_heading_and_the_rows_of_all() {
    const ARMS: usize = 1000;
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("many.toml"), many(ARMS)).unwrap();
    let out = expect(folder.path(), &["run", "many.toml", "--format", "csv", "-q"], 0);
    let written = files(&folder.path().join("reports/many"));
    assert!(written["summary.csv"] == out.as_bytes(), "printed and written are not the same");
    assert!(out.len() > 9 << 20, "{} bytes are one piece", out.len());
    for (name, heading) in [
        ("summary.csv", "arm,ruleset,bots,games,metric,"),
        ("seats.csv", "arm,ruleset,place,"),
        ("health.csv", "arm,aspect,light,"),
    ] {
        let table = text(&written[name]);
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert!(table.starts_with(heading) && rows.len().is_multiple_of(ARMS), "{name}: {}", rows.len());
        for (number, row) in rows.iter().enumerate() {
            assert!(row.starts_with(&format!("{},", number / (rows.len() / ARMS))), "{name}: {row}");
        }
    }
    let list = json(&text(&written["files.json"]));
    let hash = blake3::hash(&written["summary.csv"]).to_hex().to_string();
    assert_eq!(list["files"]["summary.csv"], hash);
    assert!(expect(folder.path(), &["rerun", "reports/many/run.json", "-q"], 0).starts_with("identical"));
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
