//! Recorded games: kept by `replay --record`, scored by `analyse --choices`.

use std::path::Path;

use tempfile::tempdir;

use super::support::{expect, json, levelpitch, refused, text, with};

/// Two games of `examples/bot.py` against `planner`, as `replay --record` keeps
/// them.
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/choices.jsonl");

fn scored<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    with(&["analyse", "futbol-dash", "--choices", file, "--continuations", "32"], more)
}

#[test]
fn every_choice_is_scored_and_shown_by_the_command_beside_it() {
    let folder = tempdir().unwrap();
    std::fs::copy(EXAMPLE, folder.path().join("mine.jsonl")).unwrap();
    let typed = scored("mine.jsonl", &["--format", "json", "--threads", "1", "--out", "a"]);
    let whole = expect(folder.path(), &typed, 0);
    let document = json(&whole);
    let kept = std::fs::read_to_string(EXAMPLE).unwrap();
    let asked = kept.lines().filter(|line| line.contains("\"type\":\"choose\"")).count();
    let decisions = document["decisions"].as_array().unwrap();
    assert_eq!((decisions.len(), &document["games"]), (asked, &2.into()));
    let sides = document["sides"].as_array().unwrap();
    assert_eq!(sides.len(), 2, "whoever was recorded, and another in its place");
    assert_eq!((&sides[0]["recorded"], sides[0]["decisions"].as_u64()), (&true.into(), Some(asked as u64)));
    assert_eq!(sides[1]["name"], "trained");
    // The parts come to the whole.
    let sum: f64 = decisions.iter().map(|one| one["regret"]["value"].as_f64().unwrap()).sum();
    assert!((sum - sides[0]["total"]["value"].as_f64().unwrap()).abs() < 1e-9);
    let kinds = document["kinds"].as_array().unwrap();
    let in_kinds: u64 = kinds.iter().map(|kind| kind["decisions"].as_u64().unwrap()).sum();
    assert_eq!(in_kinds, asked as u64);
    for one in decisions.iter().take(2) {
        let words: Vec<&str> = one["command"].as_str().unwrap().split(' ').collect();
        let told = expect(folder.path(), &words, 0);
        let said = format!("decision {}: ", one["decision"]);
        let line =
            told.lines().find(|line| line.contains(&said)).unwrap_or_else(|| panic!("{words:?}: {told}"));
        assert!(line.contains(one["said"].as_str().unwrap()), "{line}");
    }
    for file in ["analyse.json", "analyse.csv", "decisions.csv", "report.html"] {
        assert!(folder.path().join("a").join(file).is_file(), "{file}");
    }
    // Again, on other threads, and in shares.
    let again = expect(folder.path(), &["rerun", "a/analyse.json", "--threads", "2"], 0);
    assert!(again.starts_with("identical"), "{again}");
    for share in ["1/2", "2/2"] {
        let out = format!("part-{}", &share[..1]);
        expect(folder.path(), &scored("mine.jsonl", &["--shard", share, "--out", &out, "--quiet"]), 0);
    }
    let merged = expect(folder.path(), &["merge", "part-1", "part-2", "--format", "json", "--out", "m"], 0);
    assert_eq!(merged, whole);
    let out = expect(folder.path(), &scored("mine.jsonl", &["--beside", "rusher", "--no-files"]), 0);
    assert!(out.starts_with("In 2 recorded games `program:examples/bot.py` gave away"), "{out}");
    assert!(out.contains("In the same place `rusher` gave away") && out.contains("for printing"), "{out}");
}

/// Every way in which a file can differ from the game is one line that says
/// where.
#[test]
fn what_is_not_as_the_rules_have_it_is_told_with_its_line() {
    let folder = tempdir().unwrap();
    let kept = std::fs::read_to_string(EXAMPLE).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    let at = |what: &str| lines.iter().position(|line| line.contains(what)).unwrap();
    let (first, answer) = (at("\"type\":\"choose\""), at("\"type\":\"choose\"") + 1);
    let changed = |line: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        assert!(lines[line].contains(from), "{}", lines[line]);
        lines[line] = lines[line].replacen(from, to, 1);
        lines.join("\n")
    };
    let without = |line: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != line).map(|(_, line)| *line);
        kept.collect::<Vec<_>>().join("\n")
    };
    let chosen = lines[answer].to_owned();
    let over = at("\"type\":\"over\"");
    let cases = [
        (
            changed(answer, &chosen, "{\"choice\":99}"),
            answer + 1,
            "found the choice 99, which is no legal move",
        ),
        (
            changed(answer, &chosen, "{\"choice\":-1}"),
            answer + 1,
            "found `choice`: -1; allowed: `choice`: a whole",
        ),
        (changed(answer, &chosen, "{\"choice\""), answer + 1, "found no JSON object"),
        (without(answer), answer + 1, "allowed: the choice of the question above it"),
        (without(first), first + 1, "found a choice without a question"),
        (changed(first, "\"seat\":0", "\"seat\":1"), first + 1, "found game 0, seat 1"),
        (changed(first, "\"decision\":1", "\"decision\":2"), first + 1, "found decision 2 of seat 0"),
        (changed(first, "\"count\":", "\"count\":1"), first + 1, "`count`: "),
        (changed(first, "\"whose-turn\":0", "\"whose-turn\":1"), first + 1, "`view.whose-turn`: 1; allowed"),
        (changed(first, "\"draw\"", "\"drawn\""), first + 1, "found the key `drawn`"),
        (changed(first, "\"draw\"", &"x".repeat(1 << 20)), first + 1, "allowed: a line of at most 1 MiB"),
        (changed(0, "\"seed\":1", "\"seed\":2"), first + 1, "as the game has it"),
        (changed(0, "\"planner\"", "\"plannre\""), 0, "did you mean `planner`?"),
        (changed(0, "\"planner\"", "\"program:./x\""), 1, "found `program:./x`"),
        (changed(0, "futbol-dash", "king-of-the-pitch"), 1, "ruleset: found `king-of-the-pitch`"),
        (changed(0, "\"settings\":{}", "\"settings\":{\"players\":\"3\"}"), 0, "3"),
        (changed(0, "\"protocol\":1", "\"protocol\":9"), 1, "found protocol 9; allowed: 1"),
        (changed(over, "\"score\":[", "\"score\":[9"), over + 1, "`score.0`: 9"),
        (changed(over, "\"type\":\"over\"", "\"type\":\"end\""), over + 1, "found a line of `type` `end`"),
        (without(0), 1, "allowed: first a line of `type` \"record\""),
        (lines[..answer - 1].join("\n"), 0, "decision 1 of seat 0"),
        (String::new(), 1, "found nothing"),
    ];
    for (text, line, said) in cases {
        std::fs::write(folder.path().join("bad.jsonl"), &text).unwrap();
        let err = refused(folder.path(), &scored("bad.jsonl", &["--no-files", "--threads", "1"]));
        assert!(err.contains(said) && err.lines().count() == 1, "{said}: {err}");
        assert!(line == 0 || err.contains(&format!("bad.jsonl:{line}: ")), "line {line}: {err}");
    }
    let err = refused(folder.path(), &scored("nobody.jsonl", &[]));
    assert!(err.contains("nobody.jsonl"), "{err}");
    std::fs::write(folder.path().join("good.jsonl"), &kept).unwrap();
    let err = refused(folder.path(), &["analyse", "king-of-the-pitch", "--choices", "good.jsonl"]);
    assert!(err.contains("ruleset: found `futbol-dash`; allowed: king-of-the-pitch"), "{err}");
    let err = refused(folder.path(), &scored("good.jsonl", &["--set", "players=3"]));
    assert!(err.contains("--choices"), "{err}");
    let err = refused(folder.path(), &scored("good.jsonl", &["--beside", "plannre"]));
    assert!(err.contains("did you mean `planner`?"), "{err}");
    let other = ["replay", "futbol-dash", "--bots", "choices:good.jsonl,planner", "--game", "7"];
    let err = refused(folder.path(), &other);
    assert!(err.contains("found game 7 of entrant 0, which is not in it"), "{err}");
}

/// What a program was asked and answered is kept, game behind game, and plays
/// the same games again.
#[cfg(unix)]
#[test]
fn a_game_is_kept_as_it_was_played() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempdir().unwrap();
    let program = folder.path().join("bot.sh");
    std::fs::write(
        &program,
        "#!/bin/sh\nwhile read -r line; do case $line in *'\"choose\"'*) echo '{\"choice\": 1}' ;; esac; done\n",
    )
    .unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let play = |folder: &Path, bot: &str, game: &str, more: &[&str]| {
        let bots = format!("{bot},planner");
        let typed = ["replay", "futbol-dash", "--bots", &bots, "--seed", "9", "--game", game];
        levelpitch(folder, &with(&typed, more))
    };
    let told = |output: std::process::Output| {
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    for game in ["3", "0"] {
        let first = told(play(folder.path(), "program:./bot.sh", game, &["--record", "kept.jsonl"]));
        let again = told(play(folder.path(), "choices:kept.jsonl", game, &["--record", "again.jsonl"]));
        assert_eq!(again, first.replace("program:./bot.sh", "choices:kept.jsonl"));
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let (kept, again) = (read("kept.jsonl"), read("again.jsonl"));
    assert_eq!(kept.lines().skip(1).collect::<Vec<_>>(), again.lines().skip(1).collect::<Vec<_>>());
    let twice = play(folder.path(), "program:./bot.sh", "3", &["--record", "kept.jsonl"]);
    assert!(text(&twice.stderr).contains("found game 3 already"), "{}", text(&twice.stderr));
    let other =
        play(folder.path(), "program:./bot.sh", "5", &["--set", "halftimes=2", "--record", "kept.jsonl"]);
    assert!(text(&other.stderr).contains("games that were played otherwise"), "{}", text(&other.stderr));
    let nobody = play(folder.path(), "rusher", "3", &["--record", "none.jsonl"]);
    assert!(text(&nobody.stderr).contains("--record: found nobody's choices"), "{}", text(&nobody.stderr));
    assert!(!folder.path().join("none.jsonl").exists());
}

/// Who plays a stranger's scenario starts no program without saying so.
#[cfg(unix)]
#[test]
fn a_file_starts_no_program_without_leave() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempdir().unwrap();
    let program = folder.path().join("bot.sh");
    std::fs::write(
        &program,
        "#!/bin/sh\ntouch started\nwhile read -r line; do case $line in *'\"choose\"'*) echo '{\"choice\": 0}' ;; esac; done\n",
    )
    .unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let scenario = "ruleset = \"futbol-dash\"\nbots = [\"program:./bot.sh\"]\ngames = 4\n";
    std::fs::write(folder.path().join("theirs.toml"), scenario).unwrap();
    let started = folder.path().join("started");
    let held = |typed: &[&str]| {
        let err = refused(folder.path(), typed);
        assert!(
            err.contains("found `program:./bot.sh`, a program") && err.contains("--allow-programs"),
            "{err}"
        );
        assert!(!started.exists(), "{typed:?} has started it");
    };
    for command in ["run", "check", "analyse", "compare", "replay"] {
        held(&[command, "theirs.toml"]);
    }
    held(&["run", "theirs.toml", "--bot-timeout", "5"]);
    let allowed = ["run", "theirs.toml", "--allow-programs", "--quiet", "--out", "o"];
    expect(folder.path(), &allowed, 0);
    assert!(started.exists());
    std::fs::remove_file(&started).unwrap();
    // So does a stored run, however its program was named, and a document.
    held(&["rerun", "o/run.json"]);
    held(&["diff", "o/run.json"]);
    let typed =
        ["run", "futbol-dash", "--bots", "program:./bot.sh", "--games", "4", "--format", "json", "--quiet"];
    let document = expect(folder.path(), &with(&typed, &["--no-files"]), 0);
    std::fs::write(folder.path().join("theirs.json"), document).unwrap();
    std::fs::remove_file(&started).unwrap();
    held(&["rerun", "theirs.json"]);
    let part = [
        "analyse",
        "futbol-dash",
        "--bots",
        "program:./bot.sh",
        "--decisions",
        "20",
        "--continuations",
        "16",
    ];
    expect(folder.path(), &with(&part, &["--shard", "1/2", "--out", "p", "--quiet"]), 0);
    std::fs::remove_file(&started).unwrap();
    held(&["merge", "p"]);
    assert!(expect(folder.path(), &["rerun", "o/run.json", "--allow-programs"], 0).starts_with("identical"));
    assert!(expect(folder.path(), &["rerun", "theirs.json", "--allow-programs"], 0).starts_with("identical"));
}
