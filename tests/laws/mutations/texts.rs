//! Texts that people write: scenarios, settings, logs of a table, and the words
//! of commands.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

use clap::FromArgMatches as _;
use clap::parser::ValueSource;
use levelpitch::bots::program::{Failure, Record, unasked};
use levelpitch::campaign::{self, Hall, Share};
use levelpitch::cli::{self, Cli};
use levelpitch::estimates::{self, Manner, Watched};
use levelpitch::lab::explain::{self, Sways};
use levelpitch::lab::playtest::{log, read};
use levelpitch::lab::sweep::axis;
use levelpitch::lab::tune::{Space, Target};
use levelpitch::report::headline::Headline;
use levelpitch::report::{Answer, Run, manifest, seal};
use levelpitch::scenario::data_file::DataFile;
use levelpitch::scenario::resolve::{self, MOST_ARMS, Origin, Overrides};
use levelpitch::scenario::{Length, Plan, Problem};
use levelpitch::settings::Settings;
use levelpitch::{rulesets, verdict};

use super::{FILE, Fed, Reader, hunt, lot};

/// What a scenario's text means.
pub fn understood(text: &str, overrides: &Overrides) -> Result<Plan, Vec<Problem>> {
    let app = rulesets::app();
    let ids: Vec<&str> = app.ids().collect();
    // The one data file that a text may name is that of the first game.
    let read = |name: &str| match name {
        "cards.toml" => Ok(app.find(ids[0]).expect("listed").data.to_owned()),
        _ => Err("no such file".to_owned()),
    };
    resolve::understood(&Origin { app: &app, name: "hunted", file: FILE, text, read: &read }, overrides)
}

pub fn told(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// A plan played, with its estimates and answers.
pub fn run_of(plan: Plan) -> Run {
    let stop = AtomicBool::new(false);
    let played = campaign::run(&plan, &Watched(&plan), Share::WHOLE, Vec::new(), &Hall::new(&stop, &|_| {}));
    judged(plan, played.expect("an understood plan compiles"))
}

/// Counts with their estimates and answers.
pub fn judged(plan: Plan, campaign: campaign::Campaign) -> Run {
    let campaign::Campaign { arms: played, shapes, ended } = campaign;
    let manner = Manner::of(&plan, ended);
    let results = estimates::estimate(&plan, &shapes, &played, manner);
    let answers = verdict::judge(&plan, &results, ended);
    let varied = explain::sways(&plan, &shapes, &played, &results, manner);
    let effects = verdict::switches::effects(&plan, &results, &answers.health);
    let (share, sways) = (Share::WHOLE, Sways::new());
    Run { plan, share, played, ended, manner, results, answers, sways, varied, effects }
}

/// Every file of a run's report, and the run again from the first of them.
pub fn reported(run: &Run, drawn: bool) {
    let files: Vec<_> = if drawn { run.written().collect() } else { run.files().collect() };
    assert!(files.iter().all(|(name, bytes)| !name.is_empty()
        && (!bytes.is_empty() || std::path::Path::new(name).extension().is_some_and(|end| end == "csv"))));
    let json: serde_json::Value = serde_json::from_str(&run.json()).expect("JSON");
    assert!(json["arms"].is_array());
    assert!(!run.markdown().is_empty());
    let text = String::from_utf8(run.stored()).expect("UTF-8");
    let again = manifest::read(&rulesets::app(), FILE, &text).expect("what was written is read");
    assert_eq!(seal::sealed(&again), text, "it says what the run is");
    let (plan, played) =
        manifest::plan(&rulesets::app(), FILE, again).expect("what was written has a meaning");
    assert_eq!((plan.arms.len(), &played), (run.plan.arms.len(), &run.played));
}

/// What an understood plan promises; one of 16 is played, too, and of them one of
/// so many is drawn: pictures take longer than anything else here.
fn kept(plan: Plan, text: &str, drawn: Option<u64>) {
    assert!((1..=MOST_ARMS).contains(&plan.arms.len()) && plan.level > 0.0 && plan.length.most() > 0);
    for arm in plan.arms.iter().take(8) {
        assert_eq!(arm.seats().expect("seats"), arm.bots.len());
        let mut again = Settings::printed(arm.ruleset.switches);
        for (switch, value) in arm.settings.iter() {
            again.set(switch.key, value).expect("a value in force is allowed");
            assert_eq!(again.text(switch.key), value, "a value in force is spelled as ever");
        }
        let runner = arm.runner(plan.seed).expect("an understood arm compiles");
        assert_eq!(runner.seats(), arm.bots.len());
    }
    if plan.arms.len() > 6 || plan.arms.iter().any(levelpitch::scenario::PlanArm::searches) {
        return;
    }
    let length = match plan.length {
        Length::Games(_) => Length::Games(2),
        Length::Precision { half_width, anytime, .. } => Length::Precision { half_width, anytime, most: 2 },
    };
    if lot(text).is_multiple_of(16) {
        let drawn = drawn.is_some_and(|of| (lot(text) / 16).is_multiple_of(of));
        reported(&run_of(Plan { length, ..plan }), drawn);
    }
}

/// Words that scenarios are made of.
pub fn words_of_scenarios() -> Vec<String> {
    let app = rulesets::app();
    let keys = "question ruleset games precision max-games seed level luck set bots panel squads data arm vary verdict \
        match-ups finding budget health name metric min max drift alpha severity fair margin about rows columns against \
        minutes-per-turn unfinished draws goalless shared independent error warn random tree-64 rollout-10 cards.toml \
        true false on off [arm] [[arm]] [set] [vary] [[budget]] [verdict] [health] [[finding]] [arm.set] = , [ ] { }";
    let mut words: Vec<String> = keys.split(' ').map(str::to_owned).collect();
    for ruleset in app.rulesets {
        words.push(ruleset.id.to_owned());
        words.extend(ruleset.bot_names().into_iter().map(str::to_owned));
        words.extend(ruleset.metrics().iter().map(|metric| metric.name.to_owned()));
        for switch in ruleset.switches {
            words.push(switch.key.to_owned());
            words.extend(switch.allowed.words.iter().map(|&word| word.to_owned()));
        }
    }
    words
}

#[test]
fn scenarios() {
    let feed = |text: &str| match understood(text, &Overrides::default()) {
        Ok(plan) => {
            kept(plan, text, Some(16));
            Ok(())
        }
        Err(problems) => Err(told(&problems)),
    };
    let seeds = rulesets::app().scenarios.iter().map(|(_, text)| (*text).to_owned()).collect();
    hunt(&Reader { name: "scenarios", seeds, words: words_of_scenarios(), cases: 1500, feed: &feed });
}

/// The lines of a text as the command line takes them: the ruleset first, then
/// `KEY=VALUE` as behind `--set`, or with the name of another option as its key.
struct Flags {
    scenario: String,
    overrides: Overrides,
    targets: Vec<String>,
}

fn flags(text: &str) -> Flags {
    let mut lines = text.lines();
    let ruleset = lines.next().unwrap_or_default();
    let (mut overrides, mut targets) = (Overrides::default(), Vec::new());
    let listed = |value: &str| Some(value.split(',').map(str::to_owned).collect());
    for line in lines {
        match line.split_once('=') {
            Some(("--bots", value)) => overrides.bots = listed(value),
            Some(("--squads", value)) => overrides.squads = listed(value),
            Some(("--target", value)) => targets.push(value.to_owned()),
            Some((key, value)) => overrides.set.push((key.trim().to_owned(), value.trim().to_owned())),
            None => {}
        }
    }
    let is_named = |ruleset: &&str| ruleset.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let ruleset = Some(ruleset).filter(is_named).unwrap_or("futbol-dash");
    Flags { scenario: format!("ruleset = \"{ruleset}\"\n"), overrides, targets }
}

/// A line that sets each switch of each game as printed.
fn as_printed() -> Vec<String> {
    let app = rulesets::app();
    let all = app.rulesets.iter().flat_map(|ruleset| {
        ruleset
            .switches
            .iter()
            .map(|switch| format!("{}\n{}={}\n--bots=random\n", ruleset.id, switch.key, switch.default))
    });
    all.collect()
}

#[test]
fn settings() {
    let feed = |text: &str| {
        let Flags { scenario, overrides, .. } = flags(text);
        match understood(&scenario, &overrides) {
            Ok(plan) => {
                kept(plan, text, None);
                Ok(())
            }
            Err(problems) => Err(told(&problems)),
        }
    };
    let more = "data.shots.goal=3 data.x.y=1 data.=1 data.shots=2 --squads=a,b --bots=tree-8,random";
    let lines = more.split(' ').map(|line| format!("\n{line}\n"));
    let words = words_of_scenarios().into_iter().chain(lines).collect();
    hunt(&Reader { name: "settings", seeds: as_printed(), words, cases: 220, feed: &feed });
}

#[test]
fn ranges_and_targets() {
    let feed = |text: &str| {
        let Flags { scenario, overrides, targets } = flags(text);
        let flag = |fault| Problem::flag(fault).to_string();
        let plan = understood(&scenario, &Overrides::default()).map_err(|problems| told(&problems))?;
        let parted = axis::parted(&overrides.set).map_err(|fault| vec![flag(fault)])?;
        assert!(parted.0.iter().all(|axis| (1..=10_000).contains(&axis.values.len())));
        for target in &targets {
            let target = Target::read(target, &plan.arms[0]).map_err(|fault| vec![flag(fault)])?;
            assert!(target.value.is_finite() && target.tolerance > 0.0 && target.tolerance.is_finite());
        }
        let space = Space::read(&overrides.set, &plan.arms[0]);
        let space = space.map_err(|faults| faults.into_iter().map(flag).collect::<Vec<_>>())?;
        assert!(space.knobs.iter().all(|knob| !knob.values.is_empty()));
        Ok(())
    };
    let seeds = [
        "futbol-dash\nhalftimes=0..2\n--target=turns-per-game=40±2\n",
        "king-of-the-pitch\nwins-to-win=3..7/2\ncaptains=off|on\n--target=first-seat-advantage<3%\n",
        "futbol-dash\ndata.shots.goal=8..12\n--target=unfinished-share<=10%\n",
        "time-of-soccer\nneutral-level=1..6\n--target=neutral-win-share=46 %±5\n",
    ];
    let words = "0..1/0.25 0..9999 0..999999999999 -5..5 | .. / ±5 +-0.1 % = < >= 1|2|3 0..99999999/0.000000001 off|on 3/4";
    let words = words.split(' ').map(str::to_owned).chain(words_of_scenarios()).collect();
    let seeds = seeds.map(str::to_owned).to_vec();
    hunt(&Reader { name: "ranges-and-targets", seeds, words, cases: 4000, feed: &feed });
}

#[test]
fn playtest_logs() {
    let plan =
        understood("ruleset = \"futbol-dash\"\npanel = [\"random\", \"rusher\"]\n", &Overrides::default());
    let plan = plan.expect("a panel");
    let (_, items) = plan.arms[0].shape().expect("a shape");
    let feed = |text: &str| {
        let log = log::read(FILE, text, 2, &items).map_err(|problems| told(&problems))?;
        assert!(!log.games.is_empty() && log.games.len() <= 100_000);
        for game in &log.games {
            assert!(game.winners.iter().all(|&seat| seat < 2) && game.winners.len() <= 2);
            let numbers = game.scores.iter().flatten().chain(&game.turns).chain(&game.minutes);
            assert!(numbers.into_iter().all(|number| number.is_finite()));
        }
        if lot(text).is_multiple_of(16) {
            let stop = AtomicBool::new(false);
            let question = read::Question { plan: plan.clone(), log, weight: 10.0, games: 40 };
            let reading = read::read(&question, &Hall::new(&stop, &|_| {})).expect("arms compile");
            assert!(reading.expect("nobody stops it").written().count() > 0);
        }
        Ok(())
    };
    let head = log::heading(2).join(",");
    let seeds = vec![
        format!(
            "{head}\n1,2026-03-01,Ann,Bob,2,3,5,40,31.5,{} x2; {},rain\n2,,Bob,Ann,1+2,,,,,,\n",
            items[0], items[1]
        ),
        "turns;winner\n12;1\n13,5;2\n14;nobody\n".to_owned(),
    ];
    let mut words: Vec<String> = log::heading(2).into_iter().chain(items.clone()).collect();
    words.extend(["nobody", "1+2", "3", " x99999999999", ";", ",", "\"", "\n"].map(str::to_owned));
    hunt(&Reader { name: "playtest-logs", seeds, words, cases: 2500, feed: &feed });
}

/// A command that a file asks for: what it may not do is write where it likes.
fn command_of(text: &str) -> Fed {
    let app = rulesets::app();
    let refuse = |found: &str| Err(vec![format!("{FILE}: found {found}")]);
    let Ok(document) = serde_json::from_str::<serde_json::Value>(text) else { return refuse("no JSON") };
    let Some(arguments) = document["arguments"].as_array() else { return refuse("no arguments") };
    let words: Vec<String> = arguments.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect();
    let line = |words: &[String]| -> Vec<OsString> {
        std::iter::once("levelpitch").chain(words.iter().map(String::as_str)).map(Into::into).collect()
    };
    let kept = cli::typed(&line(&words));
    assert_eq!(cli::typed(&line(&kept)), kept, "what is kept of a command is kept of it again");
    if !cli::is_playable(&app, &words) {
        return refuse("no command that plays");
    }
    let matches = cli::command(&app).try_get_matches_from(line(&words)).expect("a playable command is one");
    let (_, inner) = matches.subcommand().expect("a command");
    for option in
        ["out", "junit", "markdown", "checkpoint", "parts", "joined", "no_files", "parquet", "quiet"]
    {
        let given = inner.try_contains_id(option).is_ok_and(|there| there)
            && inner.value_source(option) == Some(ValueSource::CommandLine);
        assert!(!given, "--{option} in {words:?}");
    }
    Cli::from_arg_matches(&matches).map_or_else(|_| refuse("no command"), |_| Ok(()))
}

#[test]
fn documents() {
    let of = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        serde_json::json!({"version": "0.1.0", "arguments": words}).to_string()
    };
    let seeds = [
        "run futbol-dash --games 200 --set players=3 --bots random,rusher",
        "sweep king-of-the-pitch --set wins-to-win=3..5 --target first-seat-advantage=0 --games 400",
        "compare futbol-dash futbol-dash,halftimes=0 --max-games 1000",
        "tune futbol-dash --set halftimes=0|1 --target shoot-out-share=30% --games 200",
        "check first-seat --games 1000 --baseline printed --drift turns-per-game=1",
        "tournament futbol-dash --games 100",
        "explain futbol-dash --metric first-seat-advantage",
        "compare king-of-the-pitch#x,wins-to-win=4 king-of-the-pitch",
    ];
    let words = "-o -q --out /tmp/x --out=/tmp/x -o/tmp/x -qo/tmp/x -oq --junit a.xml --markdown=b.md --no-files --parquet \
        --checkpoint c.json --parts d --joined --shard 1/2 --format json --color=always --threads 3 -- -h --help --quiet \"-qo\",\"/tmp/x\" \
        \",\" \"-q\", \"--out\", \"/etc/x\",";
    let words = words.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    hunt(&Reader { name: "documents", seeds: seeds.map(of).to_vec(), words, cases: 1500, feed: &command_of });
}

#[test]
fn headlines() {
    let plan =
        understood("ruleset = \"futbol-dash\"\nbots = \"random\"\n", &Overrides::default()).expect("a game");
    let run = run_of(Plan { length: Length::Games(40), ..plan });
    let text = serde_json::to_string_pretty(&Headline::of(&run.page())).expect("JSON");
    let feed = |text: &str| {
        let Some(read) = Headline::read(text.as_bytes()) else {
            return Err(vec![format!("{FILE}: found no headline")]);
        };
        let again = serde_json::to_vec(&read).expect("JSON");
        assert_eq!(Headline::read(&again), Some(read), "a headline is read as it was written");
        Ok(())
    };
    let words = ["program", "version", "title", "question", "answers", "standing", "word", "sentence"];
    let words = words.map(str::to_owned).to_vec();
    hunt(&Reader { name: "headlines", seeds: vec![text], words, cases: 2000, feed: &feed });
}

/// A data file of somebody, under the name of the hunted one.
pub fn data_file(text: &str, house: bool) -> Overrides {
    let data = DataFile { house, ..DataFile::of(FILE, text.to_owned()) };
    Overrides { data: Some(data), ..Overrides::default() }
}

/// Recorded games: a file that is accepted plays the games that it tells.
#[test]
fn choices() {
    let seeds = vec![include_str!("../../../examples/choices.jsonl").to_owned()];
    let words: Vec<String> = seeds[0]
        .split(|letter: char| !(letter.is_ascii_alphanumeric() || "-_\"".contains(letter)))
        .filter(|word| word.len() > 2 && word.len() < 40)
        .map(str::to_owned)
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("choices.jsonl").display().to_string();
    let feed = |text: &str| {
        let named = |message: String| message.replace(&file, FILE);
        let line = |(line, fault)| Problem { file: FILE.to_owned(), line: Some(line), fault }.to_string();
        let record = Record::read(FILE, text).map_err(|mistake| vec![line(mistake)])?;
        std::fs::write(&file, text).expect("a file");
        let head = record.header();
        let mut bots = head.bots.clone();
        for entrant in record.entrants() {
            bots[usize::from(entrant)] = format!("choices:{file}");
        }
        if let Some(fault) = unasked(bots.iter().map(String::as_str)) {
            return Err(vec![line((1, fault))]);
        }
        let overrides = Overrides { seed: Some(head.seed), bots: Some(bots), ..Overrides::default() };
        let overrides = Overrides { set: head.settings.clone().into_iter().collect(), ..overrides };
        let text = "ruleset = \"futbol-dash\"\n";
        let plan = understood(text, &overrides)
            .map_err(|problems| told(&problems).into_iter().map(named).collect::<Vec<_>>())?;
        let runner = plan.arms[0].runner(plan.seed).map_err(|faults| {
            faults.into_iter().map(|fault| named(Problem::flag(fault).to_string())).collect::<Vec<_>>()
        })?;
        for game in record.games().into_iter().filter(|&game| game < resolve::MOST_GAMES) {
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| runner.replay(game)));
            let replay = played.map_err(|cause| match cause.downcast::<Failure>() {
                Ok(failure) => vec![named(failure.to_string())],
                Err(cause) => std::panic::resume_unwind(cause),
            })?;
            assert!(!replay.lines.is_empty());
        }
        Ok(())
    };
    hunt(&Reader { name: "choices", seeds: seeds.clone(), words, cases: 400, feed: &feed });
}
