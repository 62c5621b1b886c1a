//! What joining costs as parts grow in number: seconds and memory of `merge`
//! over folders of 100 to 100 000 parts, of a `sweep` (each shard really
//! played, in this process; the joined report must have the bytes of the
//! unshared command) and of a `run` (one shard's counts under every number).
//!
//! `cargo bench --bench parts -- 100000` measures that number only; a second
//! word names the folder for the parts. The table goes to standard error: the
//! shards say on standard output where they are. Memory is the high-water mark that
//! Linux tells, empty elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use levelpitch::campaign::Share;
use levelpitch::report::{manifest, seal};
use levelpitch::rulesets::app;

const PROGRAM: &str = env!("CARGO_BIN_EXE_levelpitch");
const COUNTS: [u64; 4] = [100, 1_000, 10_000, 100_000];
const SWEEP: &str = "sweep futbol-dash --set halftimes=0..2 --games 100k --bots random --quiet";
const RUN: &str = "run futbol-dash --bots random --games 200k --quiet";

/// Standard output of a command that is expected to be answered.
fn levelpitch(words: &str, more: &[&str]) {
    let status = Command::new(PROGRAM).args(words.split(' ')).args(more).stdout(Stdio::null()).status();
    assert!(status.is_ok_and(|status| matches!(status.code(), Some(0 | 3))), "{words}");
}

/// Every file of a folder and of those in it, with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, name) = (entry.path(), PathBuf::from(entry.file_name()));
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(below, bytes)| (name.join(below), bytes)));
        } else {
            found.insert(name, fs::read(&path).expect("a file"));
        }
    }
    found
}

/// Plays every shard of the sweep, side by side.
fn sweep_parts(folder: &Path, n: u64) {
    let next = AtomicU64::new(1);
    let shard = |k: u64| {
        let words = SWEEP.split(' ').map(str::to_owned);
        let own = [format!("--shard={k}/{n}"), format!("--out={}/{k}", folder.display())];
        let threads = ["--threads".to_owned(), "1".to_owned()];
        let all = std::iter::once("levelpitch".to_owned()).chain(words).chain(own).chain(threads);
        assert_eq!(app().run(all), 0, "shard {k} of {n}");
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(k) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|k| *k <= n) {
                    shard(k);
                }
            });
        }
    });
}

/// The counts of the first shard of the run, as if they were those of all.
fn run_parts(folder: &Path, n: u64) {
    let first = folder.join("1");
    levelpitch(RUN, &["--shard", &format!("1/{n}"), "--out", &first.display().to_string()]);
    let text = fs::read_to_string(first.join("run.json")).expect("a part");
    let mut part = manifest::read(&app(), "run.json", &text).expect("a part");
    for k in 1..=n {
        part.share = Share { k, n };
        let own = folder.join(k.to_string());
        fs::create_dir_all(&own)
            .and_then(|()| fs::write(own.join("run.json"), seal::sealed(&part)))
            .expect("a part");
    }
}

/// Joins the parts: seconds, and the most memory in MB where that is told.
fn merged(parts: &Path, out: &Path) -> (f64, Option<f64>) {
    let begun = Instant::now();
    let mut merge = Command::new(PROGRAM);
    let merge = merge.arg("merge").arg(parts).arg("--out").arg(out).arg("--quiet").stdout(Stdio::null());
    let mut child = merge.spawn().expect("the program");
    let mut most = None;
    let status = loop {
        let told = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
        most = now.map(|now| now / 1024.0).or(most);
        match child.try_wait().expect("an end") {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(matches!(status.code(), Some(0 | 3)), "{status}");
    (begun.elapsed().as_secs_f64(), most)
}

fn size(folder: &Path) -> f64 {
    files(folder).values().map(|bytes| bytes.len() as f64).sum::<f64>() / 1e6
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let asked = words.first().map(|word| vec![word.parse().expect("a number of parts")]);
    let inside = words.get(1).map_or_else(std::env::temp_dir, PathBuf::from);
    eprintln!("parts    command  MB of parts  seconds to play them  seconds to join  MB of memory at most");
    for n in asked.unwrap_or_else(|| COUNTS.to_vec()) {
        for (command, play) in [(SWEEP, sweep_parts as fn(&Path, u64)), (RUN, run_parts)] {
            let folder = tempfile::tempdir_in(&inside).expect("a folder");
            let [parts, out, whole] = ["parts", "out", "whole"].map(|name| folder.path().join(name));
            fs::create_dir(&parts).expect("a folder");
            let begun = Instant::now();
            play(&parts, n);
            let played = begun.elapsed().as_secs_f64();
            let size = size(&parts);
            let (seconds, most) = merged(&parts, &out);
            if command == SWEEP {
                levelpitch(SWEEP, &["--out", &whole.display().to_string()]);
                assert!(files(&out) == files(&whole), "{n} parts: other bytes than the unshared command");
            }
            let most = most.map_or_else(String::new, |most| format!("{most:.0}"));
            let name = command.split(' ').next().unwrap_or_default();
            eprintln!("{n:<8} {name:<7} {size:>12.0} {played:>21.1} {seconds:>16.1} {most:>21}");
        }
    }
}
