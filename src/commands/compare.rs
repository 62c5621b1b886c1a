//! `levelpitch compare`: what does a change do? Two arms on the same luck,
//! until it is decided.

use super::arms::{same_rules, settled, stems};
use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, pipeline};
use crate::app::App;
use crate::cli::{Changes, CompareArgs, Lab, Spec, Test};
use crate::game::Unit;
use crate::lab::compare::{self, Comparison, Hypotheses, Question, Rule};
use crate::metric::Metric;
use crate::report::compare::Telling;
use crate::scenario::fault::{quoted, unknown};
use crate::scenario::judged::judged_by;
use crate::scenario::{Plan, PlanArm, Problem, Wording};
use crate::settings::Fault;

/// Games per arm after which a comparison gives up when nothing is said, and
/// with a bot that searches.
const MOST_GAMES: (u64, u64) = (200_000, 2_000);
/// Margin of numbers when nothing is said, as a share of A's value; that of
/// shares is the plan's.
const OF_NUMBERS: f64 = 0.05;
/// Games of each arm that are replayed to see where they part, likewise.
const REPLAYS: (u64, u64) = (400, 40);

fn refuse(key: &str, found: impl Into<String>, allowed: impl Into<String>) -> Refusal {
    Problem::flag(Fault::new(key, found, allowed)).into()
}

/// Arms that one side of the comparison stands for: one, or the same one for
/// each bot of a panel.
struct Side {
    label: String,
    arms: Vec<PlanArm>,
    /// The words of the command that replays one of its games, bots and number
    /// left out.
    replay: Vec<String>,
}

type Pairs = Vec<(String, String)>;

/// Settings one upon the other: of a key that is set again the last value is
/// meant.
fn layered<'a>(settings: impl Iterator<Item = &'a (String, String)>) -> Pairs {
    let mut all = Pairs::new();
    for (key, value) in settings {
        all.retain(|(known, _)| known != key);
        all.push((key.clone(), value.clone()));
    }
    all
}

/// The words that `replay` is asked with for the same arm.
fn replay(spec: &Spec, with: &[(String, String)], lab: &Lab) -> Vec<String> {
    let mut words = vec!["replay".to_owned(), spec.scenario.clone()];
    let mut add = |flag: &str, value: String| words.extend([format!("--{flag}"), value]);
    let Changes { set, squads, data, .. } = &lab.changes;
    for (key, value) in layered(set.iter().chain(&spec.set).chain(with)) {
        add("set", format!("{key}={value}"));
    }
    if let Some(squads) = squads {
        add("squads", squads.join(","));
    }
    if let Some(data) = data {
        add("data", data.display().to_string());
    }
    words
}

/// The plan of a spec with further changes.
fn plan(app: &App, spec: &Spec, with: &[(String, String)], lab: &Lab) -> Result<Plan, Refusal> {
    let mut overrides = pipeline::overrides(&lab.changes)?;
    overrides.set = layered(overrides.set.iter().chain(&spec.set).chain(with));
    pipeline::plan(app, &spec.scenario, &overrides)
}

fn changes(set: &[(String, String)]) -> String {
    set.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

/// The arms that `name` means; all of a plan that has only one beside its
/// panel.
fn side(
    plan: &Plan,
    name: Option<&str>,
    set: &[(String, String)],
    replay: Vec<String>,
) -> Result<Side, Refusal> {
    let known = stems(plan);
    let arms: Vec<PlanArm> = match name {
        Some(name) => plan.arms.iter().filter(|arm| arm.name.means(name)).cloned().collect(),
        None if known.len() == 1 => plan.arms.clone(),
        None => {
            let found = format!("`{}`, which has {} arms", plan.name, known.len());
            let allowed = quoted(known.iter().map(|arm| format!("{}#{arm}", plan.name)));
            return Err(refuse("arm", found, allowed));
        }
    };
    let replay = match known.len() {
        0 | 1 => replay,
        _ => replay
            .into_iter()
            .chain(name.into_iter().flat_map(|name| ["--arm".to_owned(), name.to_owned()]))
            .collect(),
    };
    let Some(first) = arms.first() else {
        let name = name.unwrap_or_default();
        return Err(Problem::flag(unknown("arm", name, &known)).into());
    };
    // A name of its own for every side: the arm's, and what was changed.
    let name = first.name.of_all_bots();
    let label = match (first.name.wording, set) {
        (_, []) | (Wording::Changes, _) => name.into_owned(),
        (_, set) => format!("{name}, {}", changes(set)),
    };
    Ok(Side { label, arms, replay })
}

/// Both sides, and the plan that the first comes from.
fn sides(app: &App, args: &CompareArgs) -> Result<(Plan, Side, Side), Refusal> {
    let first = &settled(app, &args.first, &args.lab.changes)?;
    let plan_a = plan(app, first, &[], &args.lab)?;
    if let Some(second) = &args.second {
        let second = &settled(app, second, &args.lab.changes)?;
        let plan_b = plan(app, second, &[], &args.lab)?;
        let [of_a, of_b] = [first, second].map(|spec| replay(spec, &[], &args.lab));
        let mut a = side(&plan_a, first.arm.as_deref(), &first.set, of_a)?;
        let mut b = side(&plan_b, second.arm.as_deref(), &second.set, of_b)?;
        if first.scenario != second.scenario {
            a.label = format!("{}: {}", plan_a.name, a.label);
            b.label = format!("{}: {}", plan_b.name, b.label);
        }
        return Ok((plan_a, a, b));
    }
    if !args.with.is_empty() {
        let plan_b = plan(app, first, &args.with, &args.lab)?;
        let [of_a, of_b] = [&[][..], &args.with].map(|with| replay(first, with, &args.lab));
        let a = side(&plan_a, first.arm.as_deref(), &first.set, of_a)?;
        let set = layered(first.set.iter().chain(&args.with));
        let b = side(&plan_b, first.arm.as_deref(), &set, of_b)?;
        return Ok((plan_a, a, b));
    }
    let known = stems(&plan_a);
    match (&first.arm, &known[..]) {
        (None, [a, b]) => {
            let one = |arm: &str| side(&plan_a, Some(arm), &[], replay(first, &[], &args.lab));
            let (a, b) = (one(a)?, one(b)?);
            Ok((plan_a, a, b))
        }
        _ => {
            let arms: Vec<String> = known.iter().map(|arm| format!("{}#{arm}", plan_a.name)).collect();
            let others =
                if known.len() > 1 { format!(", or B as one of {}", quoted(arms)) } else { String::new() };
            let found = format!("one arm (`{}`)", args.first.scenario);
            Err(refuse(
                "B",
                found,
                format!("--with KEY=VALUE, or a second SCENARIO[#ARM][,KEY=VALUE…]{others}"),
            ))
        }
    }
}

fn check_pair(a: &PlanArm, b: &PlanArm) -> Result<(), Refusal> {
    if a.ruleset != b.ruleset {
        return Err(refuse(
            "B",
            format!("`{}` against `{}`", b.ruleset, a.ruleset),
            "two arms of one ruleset",
        ));
    }
    if same_rules(a, b) && (&a.bots, &a.squads) == (&b.bots, &b.squads) {
        return Err(refuse("B", "the same arm twice", "two arms that differ in a switch, data or entrants"));
    }
    Ok(())
}

/// The metric that decides.
fn metric(app: &App, args: &CompareArgs, plan: &Plan, a: &PlanArm, b: &PlanArm) -> Result<Metric, Refusal> {
    let Some(name) = &args.metric else {
        // Who plays alone has no seat to compare, but a score.
        let alone = [a, b].into_iter().find(|arm| arm.bots.len() == 1).unwrap_or(a);
        return Ok(match (plan.asked_metric(alone), args.test) {
            // The test adds up blocks, and the farthest seat is no sum of them.
            (Metric::SEAT_GAP, Test::Gsprt) => Metric::FIRST_SEAT,
            (main, _) => main,
        });
    };
    let read = |arm: &PlanArm| pipeline::metric(app, arm, "--metric", name);
    let metric = read(a)?;
    read(b)?;
    Ok(metric)
}

/// What a sequential test is to decide between.
fn hypotheses(args: &CompareArgs) -> Result<Option<Hypotheses>, Refusal> {
    match (args.test, args.h1) {
        (Test::Gsprt, Some(h1)) if h1 == args.h0 => {
            Err(refuse("--h1", h1.to_string(), "another difference than --h0"))
        }
        (Test::Gsprt, Some(h1)) => Ok(Some(Hypotheses { h0: args.h0, h1 })),
        (Test::Interval, Some(h1)) => {
            Err(refuse("--h1", format!("{h1} without the test it belongs to"), "--test gsprt beside it"))
        }
        (_, None) => Ok(None),
    }
}

/// When to stop: a margin that is stated or the usual one; none beside a
/// precision alone or a test, and none where it is 0.
fn rule(args: &CompareArgs, plan: &Plan, metric: Metric) -> Rule {
    let verdict = plan.verdict.as_ref().filter(|verdict| verdict.metric == metric);
    let usual = || match metric.unit() {
        Unit::Number => None,
        Unit::Share | Unit::Points => {
            Some(verdict.and_then(|verdict| verdict.margin).unwrap_or_else(|| plan.margin()))
        }
    };
    let margin = match args.margin {
        None if args.precision.is_some() || args.test == Test::Gsprt => None,
        None => usual(),
        stated => stated.filter(|margin| *margin > 0.0),
    };
    Rule { margin, precision: args.precision, exactly: args.games.is_some() }
}

/// Every comparison asked for: one, or one per bot of the panel, the strongest
/// first.
fn questions(app: &App, args: &CompareArgs) -> Result<Vec<Question>, Refusal> {
    let (mut plan, a, b) = sides(app, args)?;
    if let Some(level) = args.level {
        plan.level = level;
    }
    if a.arms.len() != b.arms.len() {
        let found = format!("{} arms against {}", b.arms.len(), a.arms.len());
        return Err(refuse("B", found, "as many arms on both sides; --bots makes it one each"));
    }
    let labels = if a.label == b.label {
        (format!("{} (A)", a.label), format!("{} (B)", b.label))
    } else {
        (a.label, b.label)
    };
    plan.question = format!("What changes from “{}” to “{}”?", labels.0, labels.1);
    let test = hypotheses(args)?;
    let replay_b = b.replay.clone();
    let one = |(mut a, mut b): (PlanArm, PlanArm)| {
        check_pair(&a, &b)?;
        let metric = metric(app, args, &plan, &a, &b)?;
        let slow = a.searches() || b.searches();
        let pick = |(quick, tough): (u64, u64)| if slow { tough } else { quick };
        let most = args.games.or(args.max_games).unwrap_or(pick(MOST_GAMES));
        if let Some(margin) = args.margin {
            judged_by("--margin", margin, metric).map_err(|fault| Refusal::from(Problem::flag(fault)))?;
        }
        let rule = rule(args, &plan, metric);
        let entrants = ["--bots".to_owned(), b.bots.join(","), "--seed".to_owned(), plan.seed.to_string()];
        let words: Vec<String> = replay_b.iter().cloned().chain(entrants).collect();
        (a.name, b.name) = (labels.0.as_str().into(), labels.1.as_str().into());
        let mut question = Question::new(&plan, a, b, metric, rule, most);
        question.replays = pick(REPLAYS);
        question.replay = words;
        question.anytime = args.look_anytime;
        let counted = metric.unit() == Unit::Number;
        let free = args.margin.is_none() && args.precision.is_none() && test.is_none();
        question.relative = (free && counted).then_some(OF_NUMBERS);
        question.test = test;
        if test.is_some() {
            let told = |faults: Vec<Fault>| faults.into_iter().map(Problem::flag).collect::<Vec<_>>();
            compare::gsprt::check(&question.plan, question.metric).map_err(told)?;
        }
        Ok(question)
    };
    a.arms.into_iter().zip(b.arms).rev().map(one).collect()
}

pub fn execute(app: &App, args: &CompareArgs) -> Outcome {
    let questions = questions(app, args)?;
    let name = format!("compare-{}", questions.first().map_or("nothing", |q| q.plan.name.as_str()));
    // What sets the arms apart, as typed: of specs what stands behind the scenario.
    let second = args.second.iter().map(|spec| format!("v-{}", spec.typed()));
    let with = args.with.iter().map(|(key, value)| format!("with-{key}={value}"));
    let own = questions.first().map_or(Vec::new(), |question| question.plan.changes.clone());
    let first = (!args.first.set.is_empty() || args.first.arm.is_some()).then(|| args.first.typed());
    let changes: Vec<String> = own.into_iter().chain(first).chain(second).chain(with).collect();
    let desk = Desk::of_lab(&args.lab, &name, &changes)?;
    let notebook = Notebook::open(app, desk.folder(), &args.lab.keep, args.lab.output.quiet)?;
    let hall = Hall::open(args.lab.threads, args.lab.output.quiet, &notebook)?;
    let mut found: Vec<Comparison> = Vec::new();
    for question in &questions {
        hall.say(question.plan.arms[1].name.to_string());
        let comparison = hall.run(|hall| compare::play(question, hall))?;
        hall.count(comparison.all_games);
        let ended = comparison.interrupted;
        found.push(comparison);
        if ended {
            break;
        }
    }
    hall.close();
    hall.tell(&desk, &Telling::new(found, args.show_divergence))
}
