//! Files that the program itself wrote: runs, parts of commands, baselines. A
//! damaged one is refused for its checksum; one that was written by hand, with a
//! checksum that is right, is held to what a run can say.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use levelpitch::campaign::journal::Journal;
use levelpitch::campaign::{self, Hall, Share};
use levelpitch::estimates::Watched;
use levelpitch::lab::check::{self, Baseline, Case, Pace};
use levelpitch::report::check::Report;
use levelpitch::report::part::{self, Entry, Joining, Part};
use levelpitch::report::{Answer, Run, manifest, seal};
use levelpitch::rulesets;
use levelpitch::scenario::resolve::Overrides;
use levelpitch::scenario::{Plan, Problem};

use super::texts::{judged, reported, run_of, told, understood};
use super::{FILE, Fed, Reader, hunt, lot};

/// A question with a base, a budget and a yardstick.
const VARIED: &str = "ruleset = \"futbol-dash\"\nbots = [\"random\"]\ngames = 8\nquestion = \"Hunted?\"\n\
    [vary]\nhalftimes = [0]\n[verdict]\nmetric = \"first-seat-advantage\"\nfair = 0.0\nmargin = 0.02\n\
    [[budget]]\nmetric = \"turns-per-game\"\nmin = 1\nmax = 500\n\
    [[budget]]\nmetric = \"shoot-out-share\"\ndrift = 0.1\n";
/// One that is played until it is precise.
const PRECISE: &str =
    "ruleset = \"king-of-the-pitch\"\nbots = [\"random\"]\nprecision = 0.4\nmax-games = 1200\n";

fn plan(text: &str) -> Plan {
    understood(text, &Overrides::default()).unwrap_or_else(|problems| panic!("{:?}", told(&problems)))
}

/// A text with a checksum that is right.
fn sealed(text: &str) -> String {
    let end = text.rfind(",\n  \"checksum\"").unwrap_or_else(|| text.trim_end_matches(['\n', '}']).len());
    seal::closed(&text[..end])
}

/// Words of a stored text: its keys and short values.
fn words_of(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|letter: char| !(letter.is_ascii_alphanumeric() || "-_\"".contains(letter)))
        .filter(|word| word.len() > 2 && word.len() < 40)
        .map(str::to_owned)
        .collect();
    words.sort();
    words.dedup();
    words.extend(
        ["null", "[]", "{}", "-1", "[1,2]", "true", "\"\"", "\"x\"", "{\"a\":1},", "1,1,1,"]
            .map(str::to_owned),
    );
    words
}

/// A run that was read back.
fn recalled(text: &str) -> Result<Run, Vec<Problem>> {
    let app = rulesets::app();
    let stored = manifest::read(&app, FILE, text).map_err(|problem| vec![problem])?;
    let (share, ended, sways) = (stored.share, stored.ended, stored.judged());
    let (plan, played) = manifest::plan(&app, FILE, stored)?;
    let shapes = plan.shapes().expect("stored arms have shapes");
    let run = judged(plan, campaign::Campaign { arms: played, shapes, ended });
    Ok(Run { share, sways, ..run })
}

/// What is damaged and not sealed again is never taken for what was written.
fn refused_unsealed(text: &str, seeds: &[String]) {
    let read = manifest::read(&rulesets::app(), FILE, text).is_ok()
        || part::read(&rulesets::app(), FILE, text).is_ok();
    let same = |seed: &String| seed.replace("\r\n", "\n") == text.replace("\r\n", "\n");
    assert!(!read || seeds.iter().any(same), "a damaged file is taken for a sound one");
}

#[test]
fn runs() {
    let seeds: Vec<String> = [
        VARIED,
        PRECISE,
        "ruleset = \"time-vault-soccer\"\nbots = [\"random\"]\ngames = 2\n",
        "ruleset = \"squad-rush-season\"\nbots = [\"random\"]\ngames = 4\n",
    ]
    .map(|text| String::from_utf8(run_of(plan(text)).stored()).expect("UTF-8"))
    .to_vec();
    let feed = |text: &str| {
        refused_unsealed(text, &seeds);
        let run = recalled(&sealed(text)).map_err(|problems| told(&problems))?;
        reported(&run, lot(text).is_multiple_of(40));
        Ok(())
    };
    let words = words_of(&seeds[0]);
    hunt(&Reader { name: "runs", seeds: seeds.clone(), words, cases: 400, feed: &feed });
}

#[test]
fn baselines() {
    let seeds = vec![String::from_utf8(run_of(plan(VARIED)).stored()).expect("UTF-8")];
    let feed = |text: &str| {
        refused_unsealed(text, &seeds);
        let app = rulesets::app();
        let stored = manifest::read(&app, FILE, &sealed(text)).map_err(|problem| told(&[problem]))?;
        let kept = (stored.share, stored.ended);
        let run = manifest::plan(&app, FILE, stored).map_err(|problems| told(&problems))?;
        let (today, games) = (plan(VARIED), run.0.length.most());
        let in_file = |fault| Problem { file: FILE.to_owned(), line: None, fault }.to_string();
        let made = Baseline::of(FILE, run, kept, &today, &[]);
        let made = made.map_err(|fault| vec![in_file(fault)])?;
        if games > 64 || !lot(text).is_multiple_of(4) {
            return Ok(());
        }
        let stop = AtomicBool::new(false);
        let mut case = Case::new(today, Pace::Until(64), Some(made));
        check::run(&mut case, &Hall::new(&stop, &|_| {})).expect("arms compile");
        let report = Report::new(app.program, vec![case], vec![("hunted".to_owned(), String::new(), 0.0)]);
        assert!(!report.json().is_empty() && !report.markdown().is_empty());
        Ok(())
    };
    hunt(&Reader {
        name: "baselines",
        seeds: seeds.clone(),
        words: words_of(&seeds[0]),
        cases: 300,
        feed: &feed,
    });
}

/// A notebook in memory.
#[derive(Default)]
struct Memory {
    known: Vec<Entry>,
    kept: Mutex<Vec<Entry>>,
}

impl Journal for Memory {
    fn known(&self, work: &str, range: &Range<u64>, take: &mut dyn FnMut(u64, &str) -> bool) {
        let mut at = range.start;
        let next = |at| move |entry: &&Entry| entry.work == work && entry.from == at && entry.to <= range.end;
        while let Some(entry) = self.known.iter().find(next(at)).filter(|entry| take(entry.to, &entry.sum)) {
            at = entry.to;
        }
    }

    fn mine(&self, _: &str, _: &Range<u64>, _: &mut dyn FnMut(u64, &str) -> bool) {}

    fn joined(&self, _: &str, _: Range<u64>, _: String) {}

    fn keep(&self, work: &str, range: Range<u64>, whole: bool, sum: &dyn Fn() -> String) {
        if whole {
            let entry = Entry { work: work.to_owned(), from: range.start, to: range.end, whole, sum: sum() };
            self.kept.lock().expect("no panic").push(entry);
        }
    }

    fn share(&self) -> Option<Share> {
        Some(Share::WHOLE)
    }

    fn share_out(&self, _work: &str, range: Range<u64>) -> Range<u64> {
        range
    }
}

/// A plan played with what a memory knows.
fn remembered(plan: &Plan, memory: &Memory) -> campaign::Campaign {
    let stop = AtomicBool::new(false);
    let hall = Hall { journal: Some(memory), ..Hall::new(&stop, &|_| {}) };
    campaign::run(plan, &Watched(plan), Share::WHOLE, Vec::new(), &hall).expect("arms compile")
}

#[test]
fn parts() {
    let plans = [plan(VARIED), plan(PRECISE)];
    let program = rulesets::app().program;
    let written = |plan: &Plan| {
        let memory = Memory::default();
        remembered(plan, &memory);
        let entries = memory.kept.into_inner().expect("no panic");
        assert!(!entries.is_empty());
        Part::new(program, vec!["run".to_owned(), "hunted.toml".to_owned()], Share::WHOLE, entries)
    };
    let seeds: Vec<String> =
        plans.iter().map(|plan| String::from_utf8(written(plan).bytes()).expect("UTF-8")).collect();
    let fed = |text: &str| -> Fed {
        refused_unsealed(text, &seeds);
        let app = rulesets::app();
        let part = part::read(&app, FILE, &sealed(text)).map_err(|problem| told(&[problem]))?;
        let mut joining = Joining::new(part.arguments.clone());
        joining.add(FILE, &part).and_then(|()| joining.whole()).map_err(|problem| told(&[problem]))?;
        let known = part.entries;
        for plan in &plans {
            let memory = Memory { known: known.clone(), ..Memory::default() };
            let run = judged(plan.clone(), remembered(plan, &memory));
            reported(&run, false);
        }
        Ok(())
    };
    hunt(&Reader { name: "parts", seeds: seeds.clone(), words: words_of(&seeds[0]), cases: 250, feed: &fed });
}
