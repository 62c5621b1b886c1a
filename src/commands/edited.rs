//! What damaged and hand-edited files do to the commands that read them: a
//! refusal, never a panic and never a report.

use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::pipeline;
use crate::campaign::{self, Hall, Share};
use crate::estimates::Watched;
use crate::lab::check::Baseline;
use crate::report::terminal::Screen;
use crate::report::{Answer, Run, html, manifest, seal};
use crate::scenario::Plan;

fn plan(text: &str) -> Plan {
    crate::scenario::sample(text)
}

fn run(plan: Plan, share: Share) -> Run {
    let stop = AtomicBool::new(false);
    let played =
        campaign::run(&plan, &Watched(&plan), share, Vec::new(), &Hall::new(&stop, &|_| {})).unwrap();
    pipeline::judge(plan, share, played).unwrap()
}

fn written(run: &Run) -> String {
    String::from_utf8(run.stored()).unwrap()
}

/// Everything that reads such a file, up to the pages made of it: what kept it
/// from a page, if anything did.
fn read(text: &str, today: &Plan) -> Result<(), String> {
    let app = crate::rulesets::app();
    let told = |problems: Vec<crate::scenario::Problem>| format!("{problems:?}");
    let stored = manifest::read(&app, "run.json", text).map_err(|problem| problem.to_string())?;
    let joined = manifest::Joined::begin(&app, "a", stored.clone());
    drop(joined.map(|mut joined| (joined.add("b", stored.clone()), joined.whole())));
    let (plan, played) = manifest::plan(&app, "run.json", stored.clone()).map_err(told)?;
    let baseline = (plan.clone(), played.clone());
    drop(Baseline::of("run.json", baseline, (stored.share, stored.ended), today, &[]));
    let campaign =
        pipeline::stored(&plan, played, stored.ended).map_err(|refusal| refusal.lines.join("\n"))?;
    let mut run =
        pipeline::judge(plan, stored.share, campaign).map_err(|refusal| refusal.lines.join("\n"))?;
    run.sways = stored.judged();
    drop((run.json(), run.csv(), html::page(&run.page()), run.text(Screen { width: None, colour: false })));
    Ok(())
}

const PAIR: &str = "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 40\n\
    [vary]\nhalftimes = [0]\n\
    [verdict]\nmetric = \"first-seat-advantage\"\nmargin = 0.02\n\
    [[budget]]\nmetric = \"median-turns\"\nmax = 90\n\
    [[budget]]\nmetric = \"turns-per-game\"\nmax = 90\ndrift = 1\n\
    [[finding]]\nkind = \"per-step\"\nmetric = \"turns-per-game\"\nkey = \"halftimes\"\nwhat = \"w\"\n\
    [[finding]]\nkind = \"difference\"\nmetric = \"turns-per-game\"\nfrom = \"as printed\"\nto = \"halftimes = 0\"\nwhat = \"w\"\n";

fn pair() -> Plan {
    plan(PAIR)
}

#[test]
fn every_flipped_byte_of_a_run_a_baseline_and_a_part_is_refused() {
    let app = crate::rulesets::app();
    let small = || plan("ruleset = \"king-of-the-pitch\"\nbots = \"random\"\ngames = 6\n");
    for share in [Share::WHOLE, Share { k: 2, n: 3 }] {
        let text = written(&run(small(), share));
        assert!(manifest::read(&app, "x", &text).is_ok());
        let accepted = (0..text.len()).into_par_iter().filter(|&at| {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << (at % 7);
            String::from_utf8(bytes).is_ok_and(|text| manifest::read(&app, "x", &text).is_ok())
        });
        assert_eq!(accepted.count(), 0);
    }
}

/// Every value of a document with its path and its lines; of lists the first
/// few. Sums beyond 64 bits stay as they are, as text.
fn places(lines: &[String], at: usize, path: &str, into: &mut Vec<(String, Range<usize>)>) {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let inside = |line: &&usize| indent(&lines[**line]) == indent(&lines[at]) + 2;
    let end = (at + 1..lines.len()).find(|&line| indent(&lines[line]) <= indent(&lines[at]));
    let is_open = lines[at].ends_with(['{', '[']);
    into.push((path.to_owned(), at..if is_open { end.unwrap_or(at) + 1 } else { at + 1 }));
    if !is_open {
        return;
    }
    let within: Vec<usize> = (at + 1..end.unwrap_or(at)).collect();
    let is_list = lines[at].ends_with('[');
    let children =
        within.iter().filter(inside).filter(|line| !lines[**line].trim_start().starts_with(['}', ']']));
    for (number, &child) in children.enumerate().take(if is_list { 2 } else { usize::MAX }) {
        let key = lines[child].trim_start().split('"').nth(1).filter(|_| !is_list);
        let key = key.map_or(number.to_string(), str::to_owned);
        places(lines, child, &format!("{path}/{key}"), into);
    }
}

/// A document with other lines in place of some.
fn with(lines: &[String], place: &Range<usize>, value: &str) -> String {
    let first = &lines[place.start];
    let indent = &first[..first.len() - first.trim_start().len()];
    let key = match first.trim_start().split_once("\": ") {
        Some((key, _)) if key.starts_with('"') => format!("{key}\": "),
        _ => String::new(),
    };
    let comma = if lines[place.end - 1].ends_with(',') { "," } else { "" };
    let mut all = lines[..place.start].to_vec();
    all.push(format!("{indent}{key}{value}{comma}"));
    all.extend_from_slice(&lines[place.end..]);
    let text = all.join("\n");
    seal::closed(text.strip_suffix("\n}").unwrap_or(&text))
}

fn lines(run: &Run) -> Vec<String> {
    let stored = manifest::read(&crate::rulesets::app(), "run.json", &written(run)).unwrap();
    let bare = serde_json::to_string_pretty(&stored).unwrap();
    bare.lines().map(str::to_owned).collect()
}

/// Values that nobody expects, of every kind.
const ODD: [&str; 12] = [
    "0",
    "-1",
    "99",
    "18446744073709551615",
    "1e308",
    "0.5",
    "[]",
    "{}",
    "\"\"",
    "\"random\"",
    "null",
    "true",
];

#[test]
fn a_file_edited_by_hand_with_a_right_checksum_panics_nowhere() {
    let today = pair();
    for share in [Share::WHOLE, Share { k: 1, n: 2 }] {
        let lines = lines(&run(pair(), share));
        let mut all = Vec::new();
        places(&lines, 0, "", &mut all);
        assert_eq!(read(&with(&lines, &(0..1), "{"), &today), Ok(()));
        let panicked: Vec<String> = all[1..]
            .par_iter()
            .flat_map_iter(|place| ODD.into_iter().map(move |value| (place, value)))
            .filter(|((_, place), value)| {
                let text = with(&lines, place, value);
                std::panic::catch_unwind(AssertUnwindSafe(|| read(&text, &today))).is_err()
            })
            .map(|((path, _), value)| format!("{path} = {value}"))
            .collect();
        assert!(panicked.is_empty(), "{} of {}: {panicked:#?}", panicked.len(), ODD.len() * all.len());
    }
}

#[test]
fn what_no_run_can_say_is_told_with_its_bound() {
    let today = pair();
    let lines = lines(&run(pair(), Share::WHOLE));
    let mut all = Vec::new();
    places(&lines, 0, "", &mut all);
    for (path, value, said) in [
        ("/share/n", "0", "1 to n of n shards"),
        ("/arms/0/bots", "[]", "one of each for 2 seats"),
        ("/arms/1/effect/base", "99", "an earlier arm"),
        ("/arms/1/base", "1", "an earlier arm on the same luck"),
        ("/length/games", "18446744073709551615", "1 to 1000000000000 games"),
        ("/level", "1e308", "0.5 to 0.9999"),
        ("/arms", "[]", "1 to 20000"),
        ("/arms/0/played/blocks", "0", "0 blocks where 40 were to be played"),
        ("/arms/0/played/tally/seats/0/wins", "18446744073709551615", "results of more than 40 games"),
        ("/arms/0/played/tally/usage", "[]", "a tally of another shape"),
        ("/arms/1/played/cross", "null", "products with another arm than its base"),
        ("/results", "0", "numbers of results version 0"),
    ] {
        let (_, place) = all.iter().find(|(known, _)| known == path).expect(path);
        let refused = read(&with(&lines, place, value), &today).unwrap_err();
        assert!(refused.contains(said), "{path}: {refused}");
    }
}
