//! The page of a comparison: the answer, every difference, how it narrowed,
//! where the games part.

use std::slice::from_ref;

use super::{Telling, entrants, shown, words, worth};
use crate::game::{Unit, called};
use crate::lab::compare::{Comparison, Design, Finding, Row};
use crate::metric::{Group, Kind, Place};
use crate::report::Answer;
use crate::report::charts::{change_axis, point};
use crate::report::figure::{
    Axis, Convergence, CurvePoint, CurveSeries, Figure, Forest, ForestRow, Format, Heading, Key, Margin,
    Order, Point, Reference, Standing,
};
use crate::report::health::arms;
use crate::report::page::{
    Cell, FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict, opened,
};
use crate::report::tell::{PLOTS, assumptions, cell, of_quantiles};
use crate::stats::estimate::Estimate;
use crate::verdict::health::mark;
use crate::verdict::{brief, brief_difference, capital, count, unmarked};

/// Metrics beside the main one that the first screen shows: of one comparison,
/// and of each of a panel.
const MOST_ROWS: (usize, usize) = (10, 5);

fn id(found: &Comparison, what: &str) -> String {
    format!("{what}-{}", found.question.plan.arms[0].bots.join("-"))
}

fn drawable(e: &Estimate) -> bool {
    e.value.is_finite() && e.low.is_finite() && e.high.is_finite()
}

fn standing(found: &Comparison) -> Standing {
    match found.finding {
        Finding::Different | Finding::Accepted | Finding::Rejected => Standing::Clear,
        Finding::Equal => Standing::Good,
        Finding::Precise if found.main().clear => Standing::Clear,
        Finding::Precise => Standing::Unclear,
        Finding::Undecided => Standing::Undecided,
    }
}

/// The metric of a row as headings name it.
fn name(comparisons: &[Comparison], row: &Row) -> String {
    unmarked(&words::metric(comparisons, row))
}

fn margin(found: &Comparison) -> Option<Margin> {
    let margin = found.question.rule.margin?;
    Some(Margin { low: -margin, high: margin, label: "counts as no difference".to_owned() })
}

/// Differences of all shares in points, or of all means in per cent of A's
/// value, one row each.
fn forest(found: &Comparison, means: bool) -> Option<Figure> {
    let arms = &found.question.plan.arms;
    let main = found.main().metric;
    let repeated = |row: &Row| {
        let is_seats_share = |place: Place| (place.group, place.kind) == (Group::Seat, Kind::Share);
        row.metric != main && row.metric.place().is_some_and(|place| !is_seats_share(place))
    };
    // What is constant in both arms says nothing.
    let moves = |row: &Row| row.difference.value != 0.0 || row.worth.is_some();
    let rows =
        found.rows.iter().filter(|row| (row.unit == Unit::Number) == means && !repeated(row) && moves(row));
    let rows: Vec<ForestRow> = rows
        .filter(|row| drawable(&row.difference) && (!means || row.a.low * row.a.high > 0.0))
        .map(|row| {
            let scaled =
                if means { row.difference.scaled(1.0 / row.a.value.abs(), 0.0) } else { row.difference };
            ForestRow {
                group: String::new(),
                label: capital(&name(from_ref(found), row)),
                point: point(&scaled),
                standing: if row.clear { Standing::Clear } else { Standing::Unclear },
            }
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let (what, axis, format) = if means {
        ("means", "B − A (% of A’s value)", Format::percent(1).with_sign())
    } else {
        ("shares", "B − A (percentage points)", Format::points(1))
    };
    let clear = "Clear: the metric that decides when its own interval leaves out zero, any other when that corrected for their number does.";
    let note = if means {
        format!(
            "{clear} Differences and intervals are divided by A’s value; the table has them in their own units."
        )
    } else {
        clear.to_owned()
    };
    Some(Figure::Forest(Forest {
        head: Heading {
            id: id(found, &format!("differences-{what}")),
            title: format!("What changes: {what}"),
            subtitle: format!(
                "“{}” minus “{}”; {}; {} games per arm; each whisker is a {} % interval that {}",
                arms[1].name,
                arms[0].name,
                unmarked(&entrants(found)),
                count(found.games),
                100.0 * found.question.plan.level,
                worth::holds(found)
            ),
            note,
        },
        axis: Axis::new(axis, format),
        rows,
        order: Order::ByValue,
        references: vec![Reference::new(0.0, "no difference")],
        margin: None,
        keys: Key::list([(Standing::Clear, "clear"), (Standing::Unclear, "not clear")]),
    }))
}

/// The main difference for each bot of a panel.
fn bots(told: &Telling) -> Option<Figure> {
    let [first, _, ..] = &told.comparisons[..] else { return None };
    let row = first.main();
    let rows =
        told.comparisons.iter().filter(|found| drawable(&found.main().difference)).map(|found| ForestRow {
            group: String::new(),
            label: unmarked(&entrants(found)),
            point: point(&found.main().difference),
            standing: standing(found),
        });
    Some(Figure::Forest(Forest {
        head: Heading {
            id: "difference-by-bot".to_owned(),
            title: format!("{}: the difference for each bot", capital(&name(&told.comparisons, row))),
            subtitle: format!(
                "“{}” minus “{}”; each whisker is a {} % interval after stopping",
                first.question.plan.arms[1].name,
                first.question.plan.arms[0].name,
                100.0 * first.question.plan.level
            ),
            note: String::new(),
        },
        axis: change_axis(row.metric, &name(&told.comparisons, row), 2),
        rows: rows.collect(),
        order: Order::Given,
        references: vec![Reference::new(0.0, "no difference")],
        margin: margin(first),
        keys: Key::list([
            (Standing::Clear, "clear"),
            (Standing::Good, "no clear difference: inside the margin"),
            (Standing::Undecided, "undecided, or not clear"),
        ]),
    }))
}

/// Whether either arm can be printed, under each bot.
fn health(told: &Telling) -> Table {
    let panel = told.comparisons.len() > 1;
    let judged = told.comparisons.iter().flat_map(|found| {
        let whose = if panel { format!(", {}", entrants(found)) } else { String::new() };
        let names = found.question.plan.arms.iter().map(move |arm| format!("{}{whose}", arm.name));
        names.zip(&found.health.arms)
    });
    arms(&judged.collect::<Vec<_>>()).show(Show::All)
}

/// The estimate as games were played.
fn convergence(found: &Comparison) -> Option<Figure> {
    let row = found.main();
    let points: Vec<CurvePoint> = found
        .looks
        .iter()
        .filter(|look| drawable(&look.difference))
        .map(|look| CurvePoint { x: look.games as f64, y: point(&look.difference) })
        .collect();
    if points.len() < 2 {
        return None;
    }
    let games = count(found.games);
    let (title, decided) = match found.finding {
        _ if found.question.rule.exactly => (format!("The difference over {games} games per arm"), None),
        Finding::Undecided => (format!("Not decided after {games} games per arm"), None),
        Finding::Precise => (format!("Precise enough after {games} games per arm"), None),
        _ => {
            let place = Reference::new(found.games as f64, &format!("decided: {games} games"));
            (format!("Decided after {games} games per arm"), Some(place))
        }
    };
    Some(Figure::Convergence(Convergence {
        head: Heading {
            id: id(found, "convergence"),
            title,
            subtitle: format!(
                "Difference of {} with its {} % interval at every look, which {}; {}",
                name(from_ref(found), row),
                100.0 * found.question.plan.level,
                worth::holds(found),
                unmarked(&entrants(found))
            ),
            note: String::new(),
        },
        x: Axis::new("Games per arm", Format::number(0)),
        y: change_axis(row.metric, &name(from_ref(found), row), 2),
        series: vec![CurveSeries { name: "B − A".to_owned(), points }],
        references: vec![Reference::new(0.0, "no difference")],
        decided,
        margin: margin(found),
    }))
}

fn difference(row: &Row) -> Cell {
    let unit = if row.unit == Unit::Number { Unit::Number } else { Unit::Points };
    let made = cell(&row.difference, unit);
    if row.unit == Unit::Number && drawable(&row.difference) {
        let e = &row.difference;
        let places = if e.half_width() > 0.0 {
            (1.0 - e.half_width().log10()).floor().clamp(0.0, 6.0) as u8
        } else {
            2
        };
        return Cell::point(&Point::new(e.value, e.low, e.high), &Format::number(places).with_sign());
    }
    made
}

/// The names of both arms; one that must not be printed says so.
fn labels(found: &Comparison) -> [String; 2] {
    let arms = &found.question.plan.arms;
    [0, 1].map(|arm| mark(&arms[arm].name.to_string(), found.is_ill(arm)))
}

fn table(found: &Comparison) -> Table {
    let [one, other] = labels(found);
    let rows = found.rows.iter().filter(|row| row.a.value.is_finite() && row.b.value.is_finite());
    Rows::of(rows)
        .words("metric", |row| row.metric.name())
        .numbers(&format!("A: {one}"), |row| cell(&row.a, row.unit))
        .numbers(&format!("B: {other}"), |row| cell(&row.b, row.unit))
        .numbers("B − A", difference)
        .words("clear", |row| if row.clear { "yes" } else { "no" })
        .numbers("gain", |row| row.worth.map_or(String::new(), worth::times))
        .words("what is counted", |row| row.definition.clone())
        .table(format!("Every metric, {} games per arm, {}", count(found.games), entrants(found)))
        .note(worth::without_luck(found).trim_start())
}

/// The metric that decides, and the clearest of those that moved.
fn clearest(found: &Comparison, most: usize) -> Table {
    let [one, other] = labels(found);
    let rows = shown(found, most);
    let clear = found.rows.iter().filter(|row| row.clear && row.metric != found.main().metric).count();
    let also = match rows.len() {
        1 => "No other metric clearly differs".to_owned(),
        2 => "Beside the metric that decides, the clearest other".to_owned(),
        n => format!("Beside the metric that decides, the {} clearest others", n - 1),
    };
    Rows::of(rows)
        .words("metric", |row| row.metric.name())
        .numbers(&format!("A: {one}"), |row| brief(&row.a, row.unit))
        .numbers(&format!("B: {other}"), |row| brief(&row.b, row.unit))
        .numbers("B − A", |row| brief_difference(&row.difference, row.unit))
        .numbers("gain", |row| row.worth.map_or(String::new(), worth::times))
        .table(format!("{}, {} games per arm", entrants(found), count(found.games)))
        .note(format!(
            "{also}; {clear} of {} others clearly differ after correction, all in compare.csv.{}",
            found.rows.len() - 1,
            worth::without_luck(found)
        ))
        .show(Show::Alone)
}

/// The transcripts of the first game that parts.
fn transcripts(found: &Comparison) -> Option<Table> {
    let first = found.parting.as_ref()?.first.as_ref()?;
    let arms = &found.question.plan.arms;
    let side = |line: &Option<crate::watch::Line>| {
        line.as_ref().map_or("(over)".to_owned(), |line| called::told(&line.told()))
    };
    let table = Rows::of(&first.rows)
        .words("line", |pair| pair.line.to_string())
        .words(&format!("A: {}", arms[0].name), |pair| side(&pair.a))
        .words(&format!("B: {}", arms[1].name), |pair| side(&pair.b))
        .words("", |pair| if pair.is_same() { "" } else { "differs" })
        .table(format!("Game {}, where the arms part, side by side", first.game))
        .note("Both games have the same luck; from the first line that differs on they are different games. Line numbers that are missing were left out.");
    Some(table)
}

fn methods(told: &Telling) -> Vec<Method> {
    let mut methods: Vec<Method> = Vec::new();
    let has = |design: Design| told.comparisons.iter().any(|found| found.design == design);
    if has(Design::GroupSequential) {
        methods.push(Method::new(
            "Group-sequential bounds (Lan and DeMets 1983; Jennison and Turnbull 2000)",
            "for every interval: at each planned look, a quarter later than the one before, the fixed-size interval of the level whose bound is crossed at any look with the error allowed, found by numerical integration, with Student's t. The number of looks is settled at the first one from how much blocks vary. The answer is corrected for stopping where it did: the value that as many stops would have exceeded as not, and the interval by the order of the values seen (Emerson and Fleming 1990).",
        ));
    }
    if has(Design::Anytime) {
        methods.push(Method::new(
            "Confidence sequences: asymptotic (Waudby-Smith and others, arXiv 2103.06476), for single shares self-normalised (Fan, Grama and Liu 2015)",
            "for every interval: valid at any time, because the comparison stops on what it sees; a count that comes rarely and many at a time can still surprise it.",
        ));
    }
    methods.push(Method::new(
        "Blocks",
        "one deal with every rotation of the entrants over the seats; one game where all entrants are alike: the unit of every variance. Two imagined blocks keep the interval of a difference open until something has happened.",
    ));
    if told.comparisons.iter().any(|found| found.removed.is_some()) {
        methods.push(Method::new(
            "Luck taken out (control variate of known mean: Lavenberg and Welch 1981; Burch and others 2018)",
            "what happened in solved chance events minus its exact expectation, whose mean is 0 whoever plays, explains part of the difference that decides and is taken out. Its slope in every stretch between two looks is fitted on the games before that stretch, so that no game's luck has chosen it; compare.json has the slopes.",
        ));
    }
    let quantiles = told.comparisons.iter().any(|found| found.question.metric.is_quantile());
    methods.extend(of_quantiles(quantiles, has(Design::Anytime)));
    let shared = told.comparisons.iter().any(|found| found.question.shares_luck());
    if shared {
        methods.push(Method::new(
            "Common random numbers (Glasserman and Yao 1992)",
            "both arms are dealt from the same permutations, one per seat, and roll the same dice; differences are taken block by block. The gain is the sum of the arms' variances over the variance of their difference.",
        ));
    } else {
        methods.push(Method::new(
            "Union bound",
            "the arms seat different numbers and share no luck: the difference reaches from end to end of two intervals at half the error each.",
        ));
    }
    if told.comparisons.iter().any(|found| found.question.rule.margin.is_some()) {
        methods.push(Method::new(
            "Equivalence (two one-sided tests; Schuirmann 1987)",
            "no clear difference means that the whole interval lies inside the margin, a clear one that all of it lies outside.",
        ));
    }
    if told.comparisons.iter().any(|found| found.tested.is_some()) {
        methods.push(Method::new(
            "Generalised sequential probability ratio test (Wald 1945; Li, Liu and Ying 2014)",
            "on paired block scores, looked at every 32 blocks, bounds corrected for the measured overshoot; the interval after stopping orders all ends that the test could have had (Siegmund 1978).",
        ));
    }
    methods.push(Method::new(
        "Bonferroni",
        "the metric that decides was chosen beforehand and is marked clear when its own interval excludes 0; any other metric when its interval does so at the level corrected for all metrics of the table; valid under any dependence and wherever it stopped. Whiskers and table show the uncorrected intervals.",
    ));
    if told.comparisons.len() > 1 {
        methods.push(Method::new("Panel", "each bot's answer holds at the stated level on its own."));
    }
    methods
}

/// The page.
#[must_use]
pub fn page(told: &Telling) -> Page {
    let Some(first) = told.comparisons.first() else { return Page::default() };
    let plan = &first.question.plan;
    let verdicts = told.sentences.iter().enumerate().map(|(i, sentence)| {
        let overall = told.comparisons.len() > 1;
        let mine = if overall { i.checked_sub(1).map(|i| &told.comparisons[i]) } else { Some(first) };
        let standing = match mine {
            Some(found) => standing(found),
            None if told.exit() == 0 => Standing::Plain,
            None => Standing::Undecided,
        };
        let word = match mine.map(|found| found.finding) {
            Some(Finding::Different) => "clear",
            Some(Finding::Equal) => "not clear",
            Some(Finding::Undecided) => "undecided",
            Some(Finding::Precise) => "as exact as asked",
            _ => "",
        };
        Verdict {
            word: word.to_owned(),
            details: mine.map_or(Vec::new(), worth::gain),
            ..Verdict::new(standing, sentence)
        }
    });
    // The first screen holds the first section: the health, and what is asked.
    let mut before = vec![Part::from(health(told))];
    let mut sections = Vec::new();
    if let Some(made) = bots(told) {
        before.push(made.into());
        sections.push(Section::new("For each bot", std::mem::take(&mut before)));
    }
    let most = if told.comparisons.len() > 1 { MOST_ROWS.1 } else { MOST_ROWS.0 };
    for found in &told.comparisons {
        let of = if told.comparisons.len() > 1 { format!(" ({})", entrants(found)) } else { String::new() };
        let mut section = |title: &str, parts| sections.push(Section::new(format!("{title}{of}"), parts));
        let forests = [false, true].into_iter().filter_map(|number| forest(found, number));
        let tables = [table(found), clearest(found, most)].map(Part::from);
        let parts = before.drain(..).chain(forests.map(Part::from)).chain(tables).collect();
        section("What changes", parts);
        if let Some(made) = convergence(found) {
            section("How it was decided", vec![made.into()]);
        }
        let told_apart = worth::parting(found).into_iter().chain(worth::pointer(found));
        let mut parts: Vec<Part> = told_apart.map(Part::Lead).collect();
        let show = if told.divergence { Show::All } else { Show::Nothing };
        parts.extend(transcripts(found).map(|table| table.show(show).into()));
        if !parts.is_empty() {
            section("Where the games part", parts);
        }
    }
    Page {
        title: format!(
            "{} — {} against {}",
            plan.arms[0].ruleset.title, plan.arms[1].name, plan.arms[0].name
        ),
        question: plan.question.clone(),
        verdicts: opened(&told.opening(), verdicts),
        reading: worth::method(first),
        sections,
        methods: methods(told),
        assumptions: assumptions(plan),
        assumption_note: String::new(),
        files: vec![
            FileLink::new(
                "compare.csv",
                "every metric of both arms with its difference, one row per bot and metric",
            ),
            FileLink::new(
                "compare.json",
                &format!(
                    "the same with every look and the transcripts; `{} schema --output compare` describes it",
                    plan.program.name
                ),
            ),
        ],
        plots: PLOTS.to_owned(),
        footer: Footer::of(plan, told.comparisons.iter().map(|found| found.all_games).sum()),
    }
}
