//! `levelpitch sweep`: one curve per metric over a range of a switch or a data
//! value.

use super::arms::{addressed, same_rules, stems};
use super::desk::Desk;
use super::hall::Hall;
use super::notebook::Notebook;
use super::{Outcome, Refusal, pipeline};
use crate::app::App;
use crate::cli::SweepArgs;
use crate::lab::sweep::{self, Question, Series, Target, axis};
use crate::metric::{Common, Metric};
use crate::report::sweep::Telling;
use crate::scenario::fault::{quoted, unknown};
use crate::scenario::judged::judged_by;
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::{Fault, PROGRAM};
use crate::stats::equivalence::Bounds;
use crate::verdict::{players, unmarked};

/// Games per point when nothing is said, and with a bot that searches.
const GAMES: (u64, u64) = (20_000, 500);
/// Most games per point of a sweep to a precision, likewise.
const MOST_GAMES: (u64, u64) = (1_000_000, 5_000);
/// Shown beside the main metric and the turns of a game when none is named, as far as they vary.
const BESIDE: [Common; 2] = [Common::SharedGameShare, Common::WinningMargin];

/// The arms of a plan that are swept: one, or one per bot of a panel.
fn chosen(plan: &Plan, name: Option<&str>) -> Result<Vec<PlanArm>, Refusal> {
    let known = stems(plan);
    let Some(name) = name else {
        if known.len() == 1 {
            return Ok(plan.arms.clone());
        }
        let found = format!("nothing, of the {} arms of `{}`", known.len(), plan.name);
        return Err(Problem::flag(Fault::new("--arm", found, quoted(known))).into());
    };
    let arms: Vec<PlanArm> = plan.arms.iter().filter(|arm| arm.name.means(name)).cloned().collect();
    if arms.is_empty() { Err(Problem::flag(unknown("--arm", name, &known)).into()) } else { Ok(arms) }
}

/// Every point of the grid with its arms, and the point that stands for the
/// scenario as it is.
struct Grid {
    plan: Plan,
    points: Vec<Vec<PlanArm>>,
    base: usize,
}

fn grid(
    app: &App,
    args: &SweepArgs,
    axes: &[axis::Axis],
    plain: &[(String, String)],
) -> Result<Grid, Refusal> {
    let mut overrides = pipeline::overrides(&args.lab.changes)?;
    let mut points: Vec<Vec<PlanArm>> = Vec::new();
    let mut first: Option<Plan> = None;
    for point in axis::grid(axes) {
        overrides.set = plain.iter().chain(&point).cloned().collect();
        let name = point.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ");
        let at = |refusal: Refusal| Refusal {
            lines: refusal.lines.into_iter().map(|line| format!("point {name}: {line}")).collect(),
            ..refusal
        };
        let plan = pipeline::plan(app, &args.scenario, &overrides).map_err(at)?;
        let mut arms = chosen(&plan, args.arm.as_deref())?;
        for arm in &mut arms {
            arm.name = name.as_str().into();
        }
        points.push(arms);
        first.get_or_insert(plan);
    }
    // The scenario as it is may be no legal game without the swept key.
    overrides.set = plain.to_vec();
    let own =
        pipeline::plan(app, &args.scenario, &overrides).and_then(|plan| chosen(&plan, args.arm.as_deref()));
    let own = own.ok().and_then(|arms| arms.into_iter().next());
    let base = own
        .and_then(|own| points.iter().position(|arms| arms.first().is_some_and(|arm| same_rules(arm, &own))));
    // Points differ in what is swept; what stays is what the scenario was given.
    overrides.set = plain.to_vec();
    let changes = overrides.changes();
    let first = first.map(|plan| Plan { changes, ..plan });
    let Some(plan) = first else { return Err(Refusal::new("no point")) };
    Ok(Grid { plan, points, base: base.unwrap_or(0) })
}

/// Metrics to show, the main one first, and those of the targets.
fn metrics(
    app: &App,
    args: &SweepArgs,
    plan: &Plan,
    arm: &PlanArm,
) -> Result<(Vec<Metric>, Vec<Metric>), Refusal> {
    let known = arm.metrics();
    let read = |name: &String| pipeline::metric(app, arm, "metric", name);
    let named = args.metrics.iter().map(read).collect::<Result<Vec<Metric>, Refusal>>()?;
    let targets: Vec<Metric> = args.targets.iter().map(|(name, _)| read(name)).collect::<Result<_, _>>()?;
    // A place on a curve is interpolated with intervals widened for all
    // points, as only those of means can be.
    if let Some(name) = targets.iter().find(|metric| metric.is_quantile()) {
        let fault = Fault::new("--target", format!("`{name}`, a quantile"), "a mean or a share");
        let hint =
            format!("`--metric` shows its curve, `{PROGRAM} tune --target` finds where it meets a value");
        return Err(Problem::flag(fault.hint(hint)).into());
    }
    let mut chosen = named;
    if chosen.is_empty() {
        chosen.push(targets.first().copied().unwrap_or_else(|| plan.asked_metric(arm)));
        chosen.extend(known.turns().into_iter().chain(BESIDE.map(Metric::Common)));
    }
    let mut once: Vec<Metric> = Vec::new();
    for metric in chosen.into_iter().chain(targets.iter().copied()) {
        if !once.contains(&metric) {
            once.push(metric);
        }
    }
    Ok((once, targets))
}

fn question(app: &App, args: &SweepArgs) -> Result<Question, Refusal> {
    let refuse = |fault: Fault| Refusal::from(Problem::flag(fault));
    let (axes, plain) = axis::parted(&args.lab.changes.set).map_err(refuse)?;
    let Grid { mut plan, points, base } = grid(app, args, &axes, &plain)?;
    if let Some(level) = args.level {
        plan.level = level;
    }
    let (metrics, wanted) = metrics(app, args, &plan, &points[base][0])?;
    let main = metrics.first().and_then(|&main| plan.yardstick(&points[base][0], main));
    if let (None, Some(margin)) = (main, args.margin) {
        let allowed = "a main metric that has a fair value, such as seat-gap";
        return Err(refuse(Fault::new("--margin", margin.to_string(), allowed)));
    }
    if let Some((margin, &main)) = args.margin.zip(metrics.first()) {
        judged_by("--margin", margin, main).map_err(refuse)?;
    }
    plan.asked.clone_from(&metrics);
    let target = |((name, text), metric): (&(String, String), Metric)| match text.parse::<f64>() {
        // A zero has no sign.
        Ok(value) if value.is_finite() => Ok(Target { metric, value: value + 0.0 }),
        _ => {
            let allowed = "a number in the metric's own unit, such as first-seat-advantage=0.01";
            Err(refuse(Fault::new("--target", format!("`{name}={text}`"), allowed)))
        }
    };
    let targets = args.targets.iter().zip(wanted).map(target).collect::<Result<_, _>>()?;
    let keys = axes.iter().map(|axis| axis.key.as_str()).collect::<Vec<_>>().join(" and ");
    plan.question = format!("What does changing {keys} do?");
    let bots = points[base].len();
    // Panels go from weak to strong.
    let series: Vec<Series> = (0..bots)
        .rev()
        .map(|bot| {
            let arms: Vec<PlanArm> = points.iter().filter_map(|arms| arms.get(bot).cloned()).collect();
            let mut only = plan.clone();
            only.arms = vec![arms[base].clone()];
            // Where the table grows no size of it names the series.
            let grows = arms.iter().any(|arm| arm.bots.len() != arms[base].bots.len());
            let alike = arms.iter().all(PlanArm::mirrored);
            let words = if grows && alike {
                format!("{} bots", arms[base].bots[0])
            } else {
                unmarked(&players(&only, 0))
            };
            Series::new(&plan, words, arms, base)
        })
        .collect();
    let slow = points[base].iter().any(PlanArm::searches);
    let (quick, tough) = if args.precision.is_some() { MOST_GAMES } else { GAMES };
    let games = args.games.unwrap_or(if slow { tough } else { quick });
    let level = main.and_then(|(fair, margin)| Some(Bounds::around(fair, args.margin.or(margin)?)));
    Ok(Question { axes, base, series, metrics, targets, games, precision: args.precision, level })
}

pub fn execute(app: &App, args: &SweepArgs) -> Outcome {
    let (scenario, arm) = addressed(app, &args.scenario, args.arm.as_ref(), &args.lab.changes)?;
    let args = &SweepArgs { scenario, arm, ..args.clone() };
    let question = question(app, args)?;
    let name = format!("sweep-{}", question.series.first().map_or("nothing", |s| s.plan.name.as_str()));
    let mut changes = question.series.first().map_or(Vec::new(), |series| series.plan.changes.clone());
    changes.extend(
        args.lab
            .changes
            .set
            .iter()
            .filter(|(key, _)| question.axes.iter().any(|axis| axis.key == *key))
            .map(|(key, values)| format!("{key}={values}")),
    );
    changes.extend(args.arm.clone());
    let desk = Desk::of_lab(&args.lab, &name, &changes)?;
    let notebook = Notebook::open(app, desk.folder(), &args.lab.keep, args.lab.output.quiet)?;
    let hall = Hall::open(args.lab.threads, args.lab.output.quiet, &notebook)?;
    hall.say(question.axes.iter().map(|axis| axis.key.clone()).collect::<Vec<_>>().join(", "));
    let sweep = hall.run(|hall| sweep::play(&question, hall))?;
    hall.count(sweep.games);
    hall.close();
    hall.tell(&desk, &Telling::new(sweep))
}
