//! The command line itself, word by word. The program is run with damaged
//! commands, each in a folder of its own, and is interrupted where it plays for
//! long: whatever is asked, it ends by itself with a status that it documents,
//! within its memory, and what it refuses leaves no file behind.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use levelpitch::{cli, rulesets};

use super::texts::words_of_scenarios;
use super::{Busy, Fed, Reader, timed_hunt};

/// How long a command plays before it is interrupted.
const PLAYS: Duration = Duration::from_millis(1500);
/// How long it may then take to tell what it has.
const ENDS: Duration = Duration::from_mins(1);
/// What it may take of the machine, in bytes.
const MEMORY: u64 = 1 << 30;
/// Letters of a command at most, which is what systems take of one word.
const LETTERS: usize = 100_000;
/// What lies in the folder of each case.
const SCENARIO: &str = "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 40\n[vary]\nhalftimes = [0]\n\
    [[budget]]\nmetric = \"turns-per-game\"\nmax = 500\n";
const LOG: &str = "turns;winner\n12;1\n13;2\n";

/// Commands that the program carries out in no time; `log.csv`, `mine.toml` and the
/// report `older` lie beside them.
const COMMANDS: [&str; 38] = [
    "run mine.toml --out here --quiet",
    "run king-of-the-pitch --games 40 --set players=3 --bots random,rusher,random --seed 7 --margin 0.03 --format json",
    "run futbol-dash --bots random --precision 0.2 --look-anytime --color always --minutes-per-turn 0.5 -o here",
    "run futbol-dash time-of-soccer --games 8 --bots random --no-files --verify --threads 2 --format csv",
    "run --all futbol-dash --bots random --games 20 --metric turns-per-game --quiet",
    "run futbol-dash --bots random --games 40 --assumptions 40 --checkpoint kept.json",
    "run mine.toml --games 80 --shard 1/2",
    "run futbol-dash --games 40 --bots random --parquet",
    "compare futbol-dash --with halftimes=0 --bots random --max-games 800 --quiet",
    "compare futbol-dash futbol-dash,halftimes=0 --bots random --games 200 --metric turns-per-game --no-files",
    "sweep king-of-the-pitch --set wins-to-win=3..5 --target turns-per-game=60 --games 40 --bots random",
    "sweep futbol-dash --set halftimes=0|1 --set data.shots.goal=8..9 --games 20 --bots random --no-files",
    "tune futbol-dash --set halftimes=0|1|2 --target turns-per-game<30 --games 400 --bots random",
    "explain futbol-dash --games 40 --bots random --metric first-seat-advantage",
    "analyse futbol-dash --decisions 40 --continuations 16 --bots random --no-files",
    "cards futbol-dash --games 40 --bots random",
    "strategy futbol-dash --games 20 --bots random --quiet",
    "check mine.toml --junit junit.xml --markdown summary.md",
    "check mine.toml --baseline older/run.json --games 80 --drift turns-per-game=1",
    "save printed futbol-dash --bots random --games 40",
    "diff older/run.json futbol-dash --set halftimes=0 --games 80 --bots random",
    "tournament futbol-dash --games 120 --bots random,rusher,planner",
    "exploit futbol-dash --tries 40 --games 80 --bots random --replies rusher,rollout-1:random",
    "skill-ladder futbol-dash --games 40 --rungs 0 --bots random,rusher",
    "train futbol-dash --generations 1 --population 4 --games 8",
    "playtest plan futbol-dash --bots random --games 10,20",
    "playtest read log.csv futbol-dash --games 200 --bots random",
    "games futbol-dash --games 20 --bots random --out here --format csv",
    "odds king-of-the-pitch match --exact",
    "replay futbol-dash --game 7 --bots random,rusher --paired --format md",
    "report older --format md",
    "rerun older/run.json --quiet",
    "open older --no-browser",
    "list bots futbol-dash",
    "rules king-of-the-pitch --status assumed",
    "data futbol-dash -o cards.toml",
    "schema",
    "man run",
];

/// Names of a folder and its subfolders, with the lengths of files.
fn content(folder: &Path) -> BTreeSet<(PathBuf, u64)> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let kept = entry.metadata().expect("a file's length");
            if kept.is_dir() {
                open.push(entry.path());
            }
            found.insert((entry.path(), if kept.is_dir() { 0 } else { kept.len() }));
        }
    }
    found
}

/// What a process has taken of memory at most; 0 where the system doesn't say.
fn memory(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    most.and_then(|kib| kib.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) << 10
}

/// Waits for the end of a process, and interrupts it where it goes on.
///
/// # Panics
/// Where it takes too much, or doesn't end.
fn ended(mut process: Child) -> ExitStatus {
    let (begun, mut interrupted) = (Instant::now(), false);
    loop {
        if let Some(status) = process.try_wait().expect("a child") {
            return status;
        }
        let (most, lasts) = (memory(&process), begun.elapsed());
        if most > MEMORY || lasts > PLAYS + ENDS {
            process.kill().and_then(|()| process.wait()).expect("a child that can be killed");
            assert!(most <= MEMORY, "a command that takes {most} bytes");
            panic!("a command that doesn't end when it is interrupted");
        }
        if lasts > PLAYS && !interrupted {
            interrupted = true;
            let id = process.id().to_string();
            Command::new("kill").args(["-TERM", &id]).stderr(Stdio::null()).status().expect("kill");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a word names a place outside of the folder it is said in.
fn leaves(word: &str) -> bool {
    let mut before = None;
    word.chars().any(|letter| {
        let leaves = letter == '/' && !before.is_some_and(char::is_alphanumeric);
        before = Some(letter);
        leaves
    })
}

#[test]
fn command_lines() {
    let (home, prints) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let program = || {
        let mut program = Command::new(env!("CARGO_BIN_EXE_levelpitch"));
        program.env_clear().stdin(Stdio::null());
        program
    };
    std::fs::write(home.path().join("mine.toml"), SCENARIO).expect("a file");
    let words = ["run", "mine.toml", "--quiet", "--out", "older"];
    let played = program().current_dir(&home).args(words).output().expect("the program runs");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    std::fs::write(home.path().join("log.csv"), LOG).expect("a file");
    let lies = content(home.path());
    let feed = |text: &str| -> Fed {
        let words: Vec<&str> = text.lines().collect();
        let untried = |why: &str| Err(vec![format!("command line: found {why}")]);
        if text.len() > LETTERS || text.contains('\0') {
            return untried("what no system takes");
        }
        if words.iter().any(|word| leaves(word) || word.contains("program:")) {
            return untried("other places and programs");
        }
        // A level below, for whoever writes beside its folder.
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("work");
        std::fs::create_dir(&folder).expect("a folder");
        for (path, _) in &lies {
            let place = folder.join(path.strip_prefix(home.path()).expect("below"));
            if path.is_dir() { std::fs::create_dir(place) } else { std::fs::copy(path, place).map(drop) }
                .expect("room");
        }
        let (before, said) = (content(outer.path()), prints.path().join("said"));
        let (out, told) = (File::create(prints.path().join("out")), File::create(&said));
        let mut command = program();
        command.current_dir(&folder).args(&words).stdout(out.expect("a file")).stderr(told.expect("a file"));
        let status = ended(command.spawn().expect("the program runs"));
        let told = String::from_utf8(std::fs::read(&said).expect("a file")).expect("UTF-8");
        let after = content(outer.path());
        // What hasn't begun to play has nothing to tell.
        let code = if status.signal() == Some(15) { 143 } else { status.code().unwrap_or(-1) };
        assert!(matches!(code, 0..=3 | 130 | 143), "{status}: {told}");
        assert!(!told.contains("panicked") && !told.contains("no memory is left"), "{told}");
        let (hidden, seen): (Vec<_>, Vec<_>) = after.difference(&before).partition(|(path, _)| {
            let inner = path.strip_prefix(outer.path()).expect("below");
            inner.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'))
        });
        // What is ended as it stands leaves what the next one clears away; a check tells its
        // build service what it refuses, too.
        assert!(matches!(code, 130 | 143) || hidden.is_empty(), "status {code} leaves {hidden:?}");
        let leaves = matches!(code, 0..=1 | 3 | 130) || words.first() == Some(&"check");
        assert!(
            leaves || seen.is_empty() && before.is_subset(&after),
            "status {code} leaves {seen:?}: {told}"
        );
        if code != 2 {
            return Ok(());
        }
        assert!(told.starts_with("error: ") || told.contains("\nUsage: "), "{told}");
        Err(told.lines().map(|line| format!("command line: found {line}")).collect())
    };
    let command = cli::command(&rulesets::app());
    let commands = command.get_subcommands().flat_map(|command| {
        let options = command.get_arguments().filter_map(|option| {
            let values = option.get_possible_values();
            let value = values.first().map_or("x", |value| value.get_name());
            option.get_long().map(|long| {
                if option.get_action().takes_values() {
                    format!("\n--{long}\n{value}")
                } else {
                    format!("\n--{long}")
                }
            })
        });
        std::iter::once(command.get_name().to_owned()).chain(options).collect::<BTreeSet<_>>()
    });
    let more = "1/2 2/2 0/1 1/1000000 a=b players=4 data.shots.goal=8 x,y tree-8 rollout-1 choices:log.csv older mine.toml \
        mine.toml#halftimes=0 log.csv here 0..2 1|2 ±2 46% 100k 1e5 -- - . -h -q";
    let words = more.split(' ').map(str::to_owned).chain(commands).chain(words_of_scenarios()).collect();
    let seeds = COMMANDS.iter().map(|command| command.replace(' ', "\n")).collect();
    let reader = Reader { name: "command-lines", seeds, words, cases: 60, feed: &feed };
    timed_hunt(&reader, &Busy::elsewhere());
}
