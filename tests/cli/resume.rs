//! Commands that are killed and go on, and commands that many machines share:
//! the same bytes as one that was left alone.

use super::support::{BINARY, expect, files, json, levelpitch, refused, text, with};

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::tempdir;

/// The games, each with a script that its tournament plays `random` against.
const GAMES: [(&str, &str); 5] = [
    ("futbol-dash", "rusher"),
    ("king-of-the-pitch", "rusher"),
    ("time-vault-soccer", "hoofer"),
    ("squad-rush-season", "loyalist"),
    ("time-of-soccer", "youth"),
];

/// Kinds of commands that [`commands`] has.
const KINDS: usize = 23;

/// One command of every kind that plays, of few games; those that end by what
/// they see among them. What they set is a rule that all games have.
fn commands((game, script): (&str, &str)) -> [String; KINDS] {
    [
        format!("run {game} --games 80 --bots random"),
        format!("run {game} --bots random --precision 0.055"),
        format!("compare {game} --with extra-draw=last --games 600 --bots random"),
        format!("compare {game} --with extra-draw=last --max-games 800 --bots random"),
        format!("compare {game} --with extra-draw=last --test gsprt --h1 0.1 --max-games 2000 --bots random"),
        format!("sweep {game} --set turn-cap=6..8 --games 200 --bots random"),
        format!(
            "tune {game} --set extra-draw=none|last --target decisions-per-game<1 --games 3000 --bots random"
        ),
        format!("explain {game} --games 40 --bots random"),
        format!("tournament {game} --games 120 --bots random,{script}"),
        format!("skill-ladder {game} --games 40 --rungs 0 --bots random,{script}"),
        format!("analyse {game} --decisions 60 --continuations 16 --restrict --bots random"),
        format!("cards {game} --games 40 --bots random"),
        format!("playtest read log.csv {game} --games 300 --bots random"),
        format!("check {game}.toml"),
        format!("diff base/run.json {game} --set extra-draw=last --games 300 --bots random"),
        format!("exploit {game} --tries 40 --games 80 --bots random --replies {script},rollout-1:random"),
        format!("strategy {game} --games 8 --bots random"),
        format!("explain {game} --deep --walks 2 --games 20 --bots random"),
        format!("run {game} --games 40 --bots random --assumptions 40"),
        format!("train {game} --generations 2 --population 4 --games 4 --measured 8 --bots {script}"),
        format!(
            "exploit {game} --train --generations 2 --population 4 --tries 8 --games 8 --bots random --replies {script}"
        ),
        format!("games {game} --games 80 --bots random"),
        format!("run {game} --all --games 8 --bots random"),
    ]
}

/// What the commands of a game read: a scenario with a budget, a stored run and
/// what people have played.
fn prepare(folder: &Path, game: &str) {
    let budget = "[[budget]]\nmetric = \"first-seat-advantage\"\nequal = 0\nmargin = 0.05\n";
    let scenario = format!("ruleset = \"{game}\"\nbots = \"random\"\ngames = 3000\n{budget}");
    std::fs::write(folder.join(format!("{game}.toml")), scenario).unwrap();
    std::fs::write(folder.join("log.csv"), "winner\n1\n2\n1\n").unwrap();
    expect(folder, &["run", game, "--games", "80", "--bots", "random", "--out", "base", "-q"], 0);
}

/// Plays a command in shards, round after round, into the folder `merged`;
/// returns how many rounds that took.
fn shared(folder: &Path, command: &[&str], shards: usize) -> usize {
    for name in ["merged", "parts"] {
        let _ = std::fs::remove_dir_all(folder.join(name));
    }
    let joined = "merged/joined.json";
    for round in 1..60 {
        let parts = format!("parts/{round}");
        let again = folder.join(joined).exists();
        for k in 1..=shards {
            let (shard, out) = (format!("{k}/{shards}"), format!("{parts}/{k}"));
            let mut words = with(command, &["--shard", &shard, "--out", &out, "-q"]);
            if again {
                words.extend(["--parts", joined]);
            }
            let said = expect(folder, &words, 0);
            let part = format!("Shard {k} of {shards} is in {out}/part.json");
            assert!(said.starts_with(&part) || folder.join(&out).join("run.json").exists(), "{said}");
        }
        let mut words = vec!["merge", &parts, "--out", "merged", "-q"];
        words.extend(again.then_some(joined));
        let output = levelpitch(folder, &words);
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

/// Plays a command unshared and in so many shards: the same bytes.
fn alike(folder: &Path, command: &str, shards: &[usize]) {
    let command: Vec<&str> = command.split(' ').collect();
    let _ = std::fs::remove_dir_all(folder.join("whole"));
    levelpitch(folder, &with(&command, &["--out", "whole", "-q"]));
    let whole = files(&folder.join("whole"));
    let named = |name: &str| whole.keys().any(|file| file.starts_with(name));
    assert!(["report.html", "index.html", "games."].into_iter().any(named), "{command:?}");
    for &shards in shards {
        let rounds = if shards == 1 {
            let _ = std::fs::remove_dir_all(folder.join("merged"));
            levelpitch(folder, &with(&command, &["--shard", "1/1", "--out", "merged", "-q"]));
            1
        } else {
            shared(folder, &command, shards)
        };
        let merged = files(&folder.join("merged"));
        let differs = |name: &&String| whole.get(*name) != merged.get(*name);
        let names: Vec<&String> = whole.keys().chain(merged.keys()).filter(differs).collect();
        assert!(names.is_empty(), "{command:?} in {shards} shards, {rounds} rounds: {names:?}");
    }
}

/// A diagonal of all kinds, games and numbers of shards, or with
/// `LEVELPITCH_SHARDS=all` every kind of every game in 1, 2, 7 and 64 shards, which
/// takes many minutes.
#[test]
fn shards_of_every_command_come_to_its_bytes() {
    let folder = tempdir().unwrap();
    if std::env::var_os("LEVELPITCH_SHARDS").is_some_and(|asked| asked == "all") {
        for game in GAMES {
            prepare(folder.path(), game.0);
            for command in commands(game) {
                alike(folder.path(), &command, &[1, 2, 7, 64]);
                println!("{command}: 1, 2, 7 and 64 shards");
            }
        }
        return;
    }
    let mut prepared = "";
    for (kind, shards) in (0..KINDS).zip([1, 2, 7, 2].into_iter().cycle()) {
        let game = GAMES[kind / 3 % GAMES.len()];
        if prepared != game.0 {
            prepare(folder.path(), game.0);
            prepared = game.0;
        }
        alike(folder.path(), &commands(game)[kind], &[shards]);
    }
}

/// Tables of two kinds are played beside the lone ones, newcomers in a stage of their
/// own: the same on one thread and on three, in one shard and in three, and another
/// report than without them.
#[test]
fn mixes_of_a_larger_table_come_to_the_same_bytes() {
    let folder = tempdir().unwrap();
    let tournament = "tournament futbol-dash --set players=4 --games 60 --bots planner,counter,rusher";
    let mixes = format!("{tournament} --mixes");
    alike(folder.path(), &mixes, &[1, 3]);
    let mixes: Vec<&str> = mixes.split(' ').collect();
    for threads in ["1", "3"] {
        expect(folder.path(), &with(&mixes, &["--threads", threads, "--out", threads, "-q"]), 0);
    }
    let [one, three] = ["1", "3"].map(|threads| files(&folder.path().join(threads)));
    assert!(one == three, "threads");
    let told = json(&String::from_utf8_lossy(&one["tournament.json"]));
    let tables = told["mixes"]["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 3, "{tables:?}");
    assert!(!told["mixes"]["found"][0]["newcomers"][0].is_null(), "a newcomer was played: {}", told["mixes"]);
    assert!(one.contains_key("mixes.csv") && one.contains_key("tables.csv"));
    assert!(told["mixes"]["threes"].as_array().unwrap().is_empty(), "{}", told["mixes"]);
    let command: Vec<&str> = tournament.split(' ').collect();
    let plain = expect(folder.path(), &with(&command, &["--no-files", "-q"]), 0);
    assert!(plain.contains("which `--mixes` plays") || plain.contains("which --mixes plays"), "{plain}");
}

/// Tables of three kinds, and newcomers at their mixes, are stages of their own, too:
/// these few games have both.
#[test]
fn mixes_of_three_come_to_the_same_bytes() {
    let folder = tempdir().unwrap();
    let tournament = "tournament futbol-dash --set players=3 --set overshoot=clamp --games 60 --seed 21 \
                      --bots counter,planner,rusher,trained --mixes";
    alike(folder.path(), tournament, &[1, 4]);
    let command: Vec<&str> = tournament.split(' ').collect();
    for threads in ["1", "3"] {
        expect(folder.path(), &with(&command, &["--threads", threads, "--out", threads, "-q"]), 0);
    }
    let [one, three] = ["1", "3"].map(|threads| files(&folder.path().join(threads)));
    assert!(one == three, "threads");
    let told = json(&String::from_utf8_lossy(&one["tournament.json"]))["mixes"].clone();
    assert_eq!(told["threes"].as_array().unwrap().len(), 1, "{told}");
    let mixes = told["found"].as_array().unwrap();
    let mixed = mixes.iter().find(|mixed| mixed["bots"].as_array().unwrap().len() == 3).unwrap();
    assert_eq!(mixed["newcomers"][0]["bot"], "rusher", "{told}");
    let tables = told["tables"].as_array().unwrap();
    assert!(tables.iter().any(|table| table["rivals"].as_array().unwrap().len() == 2), "{told}");
}

#[test]
fn sixty_four_shards_are_the_run_and_parts_that_do_not_belong_together_are_named() {
    let folder = tempdir().unwrap();
    let sweep = "sweep futbol-dash --set halftimes=0..1 --games 100 --bots random";
    alike(folder.path(), sweep, &[64]);
    let part = |k: usize| format!("parts/1/{k}/part.json");
    let said = refused(folder.path(), &["merge", &part(1), &part(2)]);
    assert!(said.contains("2 of 64 shards, without 3, 4"), "{said}");
    let damaged = std::fs::read_to_string(folder.path().join(part(2))).unwrap().replacen("games", "gomes", 1);
    std::fs::write(folder.path().join(part(2)), damaged).unwrap();
    let said = refused(folder.path(), &["merge", &part(1), &part(2)]);
    assert!(said.contains("1/2/part.json") && said.contains("doesn't match its checksum"), "{said}");
    // Of the first one not even what it is can be read.
    std::fs::write(folder.path().join(part(1)), "{").unwrap();
    let said = refused(folder.path(), &["merge", &part(1), &part(2)]);
    assert!(said.contains("1/1/part.json: found text that is not JSON of a part"), "{said}");
    assert!(said.contains("allowed: a part.json that levelpitch wrote"), "{said}");
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
        "games futbol-dash --games 60k --bots random",
    ] {
        let command: Vec<&str> = words.split(' ').chain(["--threads", "1"]).collect();
        expect(folder.path(), &with(&command, &["--out", "whole", "-q"]), 0);
        let kept = with(&command, &["--out", "cut", "--checkpoint", "kept.json"]);
        for after in [700, 500, 900] {
            killed(folder.path(), &kept, Duration::from_millis(after));
        }
        let went_on = folder.path().join("kept.json").exists();
        // As a kill leaves it while the checkpoint is written.
        std::fs::write(folder.path().join(".kept.json.new"), "{").unwrap();
        let output = levelpitch(folder.path(), &kept);
        assert_eq!(text(&output.stderr).contains("going on from kept.json"), went_on);
        assert!(files(&folder.path().join("whole")) == files(&folder.path().join("cut")), "{words}");
        for name in ["kept.json", ".kept.json.new"] {
            assert!(!folder.path().join(name).exists(), "{name}: what is told need not be kept");
        }
        for name in ["whole", "cut"] {
            std::fs::remove_dir_all(folder.path().join(name)).unwrap();
        }
    }
}

/// A share that was killed goes on with what it has played, and its part is that of
/// a share that was left alone.
#[test]
fn a_killed_shard_goes_on_to_the_same_part() {
    let folder = tempdir().unwrap();
    let sweep = "sweep futbol-dash --set halftimes=0..1 --games 300k --bots random --threads 1 --shard 2/2";
    let command: Vec<&str> = sweep.split(' ').collect();
    expect(folder.path(), &with(&command, &["--out", "whole", "-q"]), 0);
    let kept = with(&command, &["--out", "cut", "--checkpoint", "kept.json"]);
    for after in [700, 500, 900] {
        killed(folder.path(), &kept, Duration::from_millis(after));
    }
    let went_on = folder.path().join("kept.json").exists();
    // What one share has kept is none of another's.
    let other = sweep.replace("2/2", "1/2");
    let other: Vec<&str> = other.split(' ').collect();
    if went_on {
        let said = refused(folder.path(), &with(&other, &["--out", "other", "--checkpoint", "kept.json"]));
        assert!(said.contains("kept.json: found what part 2 of 2 of `levelpitch sweep"), "{said}");
    }
    let output = levelpitch(folder.path(), &kept);
    assert_eq!(text(&output.stderr).contains("going on from kept.json"), went_on);
    assert!(files(&folder.path().join("whole")) == files(&folder.path().join("cut")));
    assert!(!folder.path().join("kept.json").exists(), "what is in the part need not be kept");
}

/// A baseline that is played in shares is the one that is played at once.
#[test]
fn a_baseline_is_joined_from_shards() {
    let folder = tempdir().unwrap();
    let save = ["save", "printed", "futbol-dash", "king-of-the-pitch", "--games", "120", "-q"];
    expect(folder.path(), &save, 0);
    let whole = files(&folder.path().join("baselines/printed"));
    assert_eq!(whole.len(), 4 + usize::from(whole.contains_key("files.json")));
    std::fs::rename(folder.path().join("baselines"), folder.path().join("before")).unwrap();
    for share in ["1/3", "2/3", "3/3"] {
        let out = share.replace('/', "-of-");
        let said = expect(folder.path(), &with(&save, &["--shard", share, "--out", &format!("p/{out}")]), 0);
        assert!(said.contains("Shard ") && !folder.path().join("baselines").exists(), "{said}");
    }
    let said = refused(folder.path(), &["merge", "p", "-q"]);
    assert!(said.contains("--out") && said.contains("such as baselines/printed"), "{said}");
    expect(folder.path(), &["merge", "p", "-q", "--out", "baselines/printed"], 0);
    assert!(files(&folder.path().join("baselines/printed")) == whole);
    let said = refused(folder.path(), &["merge", "p", "-q", "--out", "baselines/printed"]);
    assert!(said.contains("`baselines/printed`, which holds a baseline"), "{said}");
    let said =
        refused(folder.path(), &["save", "again", "before/printed/futbol-dash.json", "--shard", "1/2"]);
    assert!(said.contains("a stored run to be changed or shared out"), "{said}");
}

/// The table of claims, in shares and after a kill.
#[test]
fn a_calibration_is_joined_from_shards() {
    let folder = tempdir().unwrap();
    let calibrate = ["calibrate", "--trials", "3", "-q"];
    levelpitch(folder.path(), &with(&calibrate, &["--out", "whole"]));
    for share in ["1/2", "2/2"] {
        let out = format!("p/{}", &share[..1]);
        expect(folder.path(), &with(&calibrate, &["--shard", share, "--out", &out]), 0);
    }
    levelpitch(folder.path(), &["merge", "p", "--out", "merged", "-q"]);
    let whole = files(&folder.path().join("whole"));
    assert!(whole.contains_key("report.html"));
    assert!(whole == files(&folder.path().join("merged")));
}

/// More rows than may be kept are refused before any is played, with the number of
/// shares that would do.
#[test]
fn a_share_of_tables_is_no_larger_than_a_file_may_be() {
    let folder = tempdir().unwrap();
    let games = ["games", "futbol-dash", "--games", "100M", "--shard", "1/2", "--bots", "random"];
    let said = refused(folder.path(), &games);
    assert!(said.contains("--shard: found 1/2, a share of") && said.contains("shares or more"), "{said}");
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

/// A place for a checkpoint is one command's: another loses nothing there.
#[test]
fn a_checkpoint_is_no_other_commands() {
    let folder = tempdir().unwrap();
    let sweep =
        ["sweep", "futbol-dash", "--set", "halftimes=0..1", "--games", "80", "--bots", "random", "-q"];
    expect(folder.path(), &with(&sweep, &["--shard", "1/2", "--out", "half"]), 0);
    let part = std::fs::read(folder.path().join("half/part.json")).unwrap();
    let said = refused(folder.path(), &with(&sweep, &["--checkpoint", "half/part.json", "--out", "s"]));
    assert!(said.contains("half/part.json: found what part 1 of 2 of `levelpitch sweep"), "{said}");
    let run = ["run", "futbol-dash", "--games", "40", "--bots", "random", "-q"];
    refused(folder.path(), &with(&run, &["--checkpoint", "half/part.json", "--out", "r"]));
    assert_eq!(std::fs::read(folder.path().join("half/part.json")).unwrap(), part);
    // And the place of a part is none for a stranger's file.
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    std::fs::write(folder.path().join("mine/part.json"), "precious").unwrap();
    let said = refused(folder.path(), &with(&sweep, &["--shard", "1/2", "--out", "mine"]));
    assert!(said.contains("a file of somebody else's"), "{said}");
    // Nor for another share's part; the same share may be played again.
    let said = refused(folder.path(), &with(&sweep, &["--shard", "2/2", "--out", "half"]));
    assert!(said.contains("half/part.json: found part 1 of 2 of `levelpitch sweep"), "{said}");
    expect(folder.path(), &with(&sweep, &["--shard", "1/2", "--out", "half"]), 0);
    assert_eq!(std::fs::read(folder.path().join("half/part.json")).unwrap(), part);
    // A run of so many games has its counts for a part.
    let first = with(&run, &["--shard", "1/2", "--out", "run"]);
    expect(folder.path(), &first, 0);
    let said = refused(folder.path(), &with(&run, &["--shard", "2/2", "--out", "run"]));
    assert!(said.contains("run/run.json: found shard 1 of 2"), "{said}");
    expect(folder.path(), &first, 0);
}

/// A checkpoint under the name of a file of the report would keep that from being written.
#[test]
fn a_checkpoint_takes_no_place_of_the_report() {
    let folder = tempdir().unwrap();
    let run = ["run", "futbol-dash", "--games", "40", "--bots", "random", "-q", "--out", "o"];
    let said = refused(folder.path(), &with(&run, &["--checkpoint", "o/run.json"]));
    assert!(said.contains("--checkpoint: found `o/run.json`, among the files of the report"), "{said}");
    expect(folder.path(), &with(&run, &["--checkpoint", "o/my-checkpoint.json"]), 0);
}

/// Nothing is played for an answer that can't be written, and nothing is refused for
/// a file that is no part of it.
#[test]
fn a_file_of_others_is_told_before_anything_is_played() {
    let folder = tempdir().unwrap();
    prepare(folder.path(), "king-of-the-pitch");
    let out = folder.path().join("out");
    for command in commands(("king-of-the-pitch", "rusher")) {
        let words: Vec<&str> = command.split(' ').collect();
        let run = with(&words, &["--out", "out", "-q"]);
        levelpitch(folder.path(), &run);
        let names = files(&out).into_keys().filter(|name| !name.contains('/') && name != "files.json");
        // Who was trained against is known once the bots are.
        let names: Vec<String> = names.filter(|name| !name.starts_with("against-")).collect();
        assert!(!names.is_empty(), "{command}");
        for name in names {
            std::fs::remove_dir_all(&out).unwrap();
            std::fs::create_dir(&out).unwrap();
            std::fs::write(out.join(&name), "mine").unwrap();
            let said = refused(folder.path(), &run);
            let told = format!("error: out/{name}: cannot be written: it is there already");
            assert!(said.starts_with(&told) && !said.contains(" is kept in "), "{command}: {said}");
            assert_eq!(files(&out).into_values().collect::<Vec<_>>(), [b"mine"], "{command}: {name}");
        }
        std::fs::remove_dir_all(&out).unwrap();
    }
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("summary.csv"), "mine").unwrap();
    let compare =
        ["compare", "king-of-the-pitch", "--with", "extra-draw=last", "--games", "40", "--bots", "random"];
    expect(folder.path(), &with(&compare, &["--out", "out", "-q"]), 3);
    assert_eq!(files(&out)["summary.csv"], b"mine");
}

/// The same words may mean other games: a part of another data file is named.
#[test]
fn parts_of_other_data_are_named() {
    let folder = tempdir().unwrap();
    let sweep =
        ["sweep", "futbol-dash", "--set", "halftimes=0..1", "--games", "80", "--bots", "random", "-q"];
    let sweep = with(&sweep, &["--data", "d.toml"]);
    let data = expect(folder.path(), &["data", "futbol-dash"], 0);
    std::fs::write(folder.path().join("d.toml"), &data).unwrap();
    expect(folder.path(), &with(&sweep, &["--shard", "1/2", "--out", "parts/1"]), 0);
    let other = data.replace("{ 2 = 13, 3 = 13, 5 = 13 }", "{ 2 = 12, 3 = 14, 5 = 13 }");
    assert!(other != data);
    std::fs::write(folder.path().join("d.toml"), other).unwrap();
    expect(folder.path(), &with(&sweep, &["--shard", "2/2", "--out", "parts/2"]), 0);
    let said = refused(folder.path(), &["merge", "parts", "--out", "m"]);
    assert!(said.contains("parts/1/part.json: found games of the same command on other data"), "{said}");
}
