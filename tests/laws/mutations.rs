//! Everything that is read, fed with damaged versions of itself: whatever comes
//! in is refused in words or keeps what its type promises. Nothing panics, and
//! nothing takes longer for being wrong.
//!
//! A test feeds some hundreds of cases to each reader, the same ones every time.
//! `LEVELPITCH_FUZZ_SECONDS=600 cargo test --release --test laws mutations` goes
//! on for so much processor time with each, and tells every find together. What ends
//! the process (a stack, an abort) is left as `levelpitch-READER-fed.txt` among the
//! temporary files. A case that was a find once lies in `tests/corpus/READER/` and is
//! fed first.

mod games;
mod lines;
mod mutator;
mod stored;
mod texts;

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mutator::Mutator;

/// What stands for the name of the file in refusals.
const FILE: &str = "hunted.file";
/// Letters of a refusal at most: nobody reads more, and a log must hold it.
const LONGEST: usize = 20_000;
/// What one case may take in a long hunt.
const PATIENCE: Duration = Duration::from_secs(20);

/// What reading came to: understood, or refused in these words.
type Fed = Result<(), Vec<String>>;

/// A reader under test.
struct Reader<'a> {
    /// Its name, and its folder of the corpus.
    name: &'static str,
    /// Texts that it understands.
    seeds: Vec<String>,
    /// Words that mean something to it.
    words: Vec<String>,
    /// Cases of a test.
    cases: u64,
    /// Reads a text, checks what it promises, and says what it refuses.
    feed: &'a dyn Fn(&str) -> Fed,
}

/// Files of the corpus of a reader.
fn corpus(name: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("UTF-8"))).collect()
}

/// What is wrong with how a reader took a text; none if nothing is.
fn wrong(reader: &Reader<'_>, text: &str) -> Option<String> {
    let words = |panic: &(dyn Any + Send)| {
        let owned = panic.downcast_ref::<String>().cloned();
        owned.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
    };
    let refusals = match catch_unwind(AssertUnwindSafe(|| (reader.feed)(text))) {
        Ok(Ok(())) => return None,
        Ok(Err(refusals)) => refusals,
        Err(panic) => return Some(format!("a panic: {}", words(&*panic))),
    };
    if refusals.is_empty() {
        return Some("a refusal without words".to_owned());
    }
    refusals.into_iter().find_map(|line| {
        let cut: String = line.chars().take(300).collect();
        if line.len() > LONGEST {
            return Some(format!("a refusal of {} bytes: {cut}", line.len()));
        }
        let told = line.contains("found ") && (line.contains(FILE) || line.starts_with("command line"));
        (!told).then(|| format!("a refusal that names no file or nothing found: {cut}"))
    })
}

/// The message of a find without its numbers: one fault shows in many cases.
fn kind(find: &str) -> String {
    let letters = find.chars().map(|letter| if letter.is_ascii_digit() { '9' } else { letter });
    let mut kind: String = letters.take(80).collect();
    while kind.contains("99") {
        kind = kind.replace("99", "9");
    }
    kind
}

/// Feeds a reader with its corpus and with mutations of its seeds.
///
/// # Panics
/// With every find, and where its case was written.
fn hunt(reader: &Reader<'_>) {
    timed_hunt(reader, &Busy::new());
}

/// The same by another clock.
fn timed_hunt(reader: &Reader<'_>, busy: &Busy) {
    for seed in &reader.seeds {
        assert_eq!((reader.feed)(seed), Ok(()), "{}: a seed is not understood", reader.name);
    }
    let kept = corpus(reader.name);
    for (path, text) in &kept {
        if let Some(find) = wrong(reader, text) {
            panic!("{}: {find}", path.display());
        }
    }
    let seeds: Vec<&str> =
        reader.seeds.iter().chain(kept.iter().map(|(_, text)| text)).map(String::as_str).collect();
    let asked = std::env::var("LEVELPITCH_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let first = case_number("LEVELPITCH_FUZZ_FIRST");
    let mut finds: BTreeMap<String, String> = BTreeMap::new();
    let mut slowest = (Duration::ZERO, 0);
    let mut case = first;
    let fed = std::env::temp_dir().join(format!("levelpitch-{}-fed.txt", reader.name));
    loop {
        let more = asked.map_or(case < reader.cases, |seconds: u64| busy.elapsed().as_secs() < seconds);
        if !more {
            break;
        }
        let text = Mutator::new(reader.name, case, &reader.words).mutated(&seeds);
        if asked.is_some() {
            std::fs::write(&fed, &text).expect("a place for the case");
        }
        let at = busy.elapsed();
        let mut found = wrong(reader, &text);
        let took = busy.elapsed().saturating_sub(at);
        slowest = slowest.max((took, case));
        if asked.is_some() && took > PATIENCE {
            found = found.or_else(|| Some("a case without end".to_owned()));
        }
        if let Some(find) = found {
            let path = std::env::temp_dir().join(format!("levelpitch-{}-{case}.txt", reader.name));
            let told = format!("case {case} ({}): {find}", path.display());
            if let std::collections::btree_map::Entry::Vacant(first) = finds.entry(kind(&find)) {
                std::fs::write(&path, &text).expect("a place for the case");
                eprintln!("{}: {told}", reader.name);
                first.insert(told);
            }
        }
        case += 1;
    }
    if asked.is_some() {
        std::fs::remove_file(&fed).expect("the case fed last");
        let (took, slow) = slowest;
        eprintln!("{}: {} cases, the slowest ({slow}) {took:.1?}", reader.name, case - first);
    }
    let told: Vec<String> = finds.into_values().collect();
    assert!(told.is_empty(), "{}: {} finds\n{}", reader.name, told.len(), told.join("\n"));
}

/// How long a thread has had a processor, or how long it is since where the
/// system doesn't say: on a machine that does something else, too, a slow case is
/// slow by itself.
struct Busy {
    begun: Instant,
    before: Option<Duration>,
}

impl Busy {
    fn new() -> Self {
        Self { begun: Instant::now(), before: Self::told() }
    }

    /// For work that another process does.
    fn elsewhere() -> Self {
        Self { begun: Instant::now(), before: None }
    }

    /// What the system says of this thread, since it began.
    fn told() -> Option<Duration> {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }

    fn elapsed(&self) -> Duration {
        let told = self.before.zip(Self::told());
        told.map_or_else(|| self.begun.elapsed(), |(before, now)| now.saturating_sub(before))
    }
}

/// The number of a case that a variable names: from there on a hunt goes.
fn case_number(variable: &str) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// A number that a text always comes to: what is done with every so-manieth.
fn lot(text: &str) -> u64 {
    let hash = blake3::hash(text.as_bytes());
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("eight bytes"))
}
