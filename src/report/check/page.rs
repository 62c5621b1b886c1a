//! A check as a page: the answer, every budget beside its bounds, how the
//! answers came about, what moved against the baseline.

use indexmap::IndexMap;

use super::{Report, Told, bound, command, found, mark, methods, outlook, percent, place, points, sentence};
use crate::game::Unit;
use crate::game::called::fixed;
use crate::lab::check::{Gate, Kind};
use crate::report::charts::{axis_words, format, point};
use crate::report::figure::{
    Axis, Convergence, CurvePoint, CurveSeries, Figure, Forest, ForestRow, Format, Heading, Key, Margin,
    Order, Reference, Standing,
};
use crate::report::page::{
    Cell, FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict as Line, opened,
};
use crate::report::tell;
use crate::scenario::judged::Severity;
use crate::stats::equivalence::Verdict;
use crate::verdict::{Hundredths, brief_difference, count, enumerated, health};

/// Figures of one kind.
const MOST_FIGURES: usize = 8;
/// Budgets named beside a command before the rest is counted.
const MOST_NAMED: usize = 4;
/// Drifting metrics that the first screen lists.
const MOST_MOVED: usize = 8;

fn standing(gate: &Gate) -> Standing {
    match (gate.verdict, gate.severity) {
        (Verdict::Pass, _) => Standing::Good,
        (Verdict::Fail, Severity::Error) => Standing::Bad,
        (Verdict::Fail, Severity::Warn) | (Verdict::Undecided, _) => Standing::Undecided,
    }
}

fn unit(gate: &Gate) -> Unit {
    if gate.against.is_some() { points(gate.unit) } else { gate.unit }
}

fn axis(gate: &Gate) -> Axis {
    let unit = unit(gate);
    let words = if gate.kind == Kind::Budget && gate.against.is_none() {
        axis_words(gate.metric, &gate.metric.worded())
    } else {
        let plain = gate.metric.worded();
        if unit == Unit::Points {
            format!("difference of {plain} (percentage points)")
        } else {
            format!("difference of {plain}")
        }
    };
    Axis::new(&words, format(unit))
}

/// One bound is a line, two are a band.
fn bounds(gate: &Gate) -> (Vec<Reference>, Option<Margin>) {
    let label = bound(gate, Hundredths::Spelt);
    if gate.kind == Kind::Identity {
        return (Vec::new(), None);
    }
    match (gate.bounds.least.is_finite(), gate.bounds.most.is_finite()) {
        (true, true) => (
            Vec::new(),
            Some(Margin {
                low: gate.bounds.least,
                high: gate.bounds.most,
                label: format!("allowed: {label}"),
            }),
        ),
        (true, false) => (vec![Reference::new(gate.bounds.least, &label)], None),
        _ => (vec![Reference::new(gate.bounds.most, &label)], None),
    }
}

fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').chars().take(60).collect()
}

/// Every arm of one budget in one picture; broken ones first.
fn forests(told: &Told) -> Vec<Figure> {
    let gates = &told.case.gates;
    let drawn = |gate: &&Gate| gate.last().is_some_and(|last| point(&last.estimate).is_finite());
    let same = |a: &Gate, b: &Gate| {
        (a.kind, &a.name, &a.metric, a.bounds) == (b.kind, &b.name, &b.metric, b.bounds)
            && a.against.is_some() == b.against.is_some()
    };
    let mut groups: Vec<Vec<&Gate>> = Vec::new();
    for gate in gates.iter().filter(drawn).filter(|gate| ![Kind::Identity, Kind::Health].contains(&gate.kind))
    {
        match groups.iter_mut().find(|group| same(group[0], gate)) {
            Some(group) => group.push(gate),
            None => groups.push(vec![gate]),
        }
    }
    groups.sort_by_key(|group| group.iter().map(|gate| std::cmp::Reverse(gate.verdict)).min());
    let figure = |(number, group): (usize, Vec<&Gate>)| {
        let first = group[0];
        let (references, margin) = bounds(first);
        let rows = group.iter().filter_map(|gate| {
            Some(ForestRow {
                group: String::new(),
                label: format!("{}, {} games", place(gate, &told.case.plan), count(gate.last()?.games)),
                point: point(&gate.last()?.estimate),
                standing: standing(gate),
            })
        });
        let rows: Vec<ForestRow> = rows.collect();
        let key = |standing, text: &str| Key { standing, text: text.to_owned() };
        let keys = [
            key(Standing::Good, "holds"),
            key(Standing::Bad, "broken"),
            key(Standing::Undecided, "undecided, or a warning"),
        ];
        let keys =
            keys.into_iter().filter(|key| rows.iter().any(|row| row.standing == key.standing)).collect();
        let level = percent(first.level);
        Figure::Forest(Forest {
            head: Heading {
                id: format!("{}-budget-{}-{}", slug(&told.case.plan.name), number + 1, slug(&first.name)),
                title: format!("“{}” must be {}", first.name, bound(first, Hundredths::Spelt)),
                subtitle: format!("{} Intervals of {level}.", told.case.plan.question),
                note: String::new(),
            },
            axis: axis(first),
            rows,
            order: Order::Given,
            references,
            margin,
            keys,
        })
    };
    groups.into_iter().take(MOST_FIGURES).enumerate().map(figure).collect()
}

/// How the answers came about, for those that took more than one look.
fn running(told: &Told) -> Vec<Figure> {
    let mut gates: Vec<&Gate> = told.case.gates.iter().filter(|gate| gate.kind == Kind::Budget).collect();
    gates.sort_by_key(|gate| (std::cmp::Reverse(gate.verdict), std::cmp::Reverse(gate.looks.len())));
    let figure = |(number, gate): (usize, &Gate)| {
        let points =
            gate.looks.iter().map(|look| CurvePoint { x: look.games as f64, y: point(&look.estimate) });
        let points: Vec<CurvePoint> = points.filter(|p| p.y.is_finite()).collect();
        if points.len() < 2 {
            return None;
        }
        let (references, margin) = bounds(gate);
        let last = gate.last()?;
        let title = match gate.verdict {
            Verdict::Undecided => format!("Undecided after {} games: “{}”", count(last.games), gate.name),
            Verdict::Pass => format!("Decided after {} games: “{}” holds", count(last.games), gate.name),
            Verdict::Fail => format!("Decided after {} games: “{}” is broken", count(last.games), gate.name),
        };
        let decided = (gate.verdict != Verdict::Undecided)
            .then(|| Reference::new(last.games as f64, &format!("decided: {} games", count(last.games))));
        Some(Figure::Convergence(Convergence {
            head: Heading {
                id: format!("{}-looks-{}-{}", slug(&told.case.plan.name), number + 1, slug(&gate.name)),
                title,
                subtitle: format!(
                    "{}. Estimate with its always-valid {} interval, look by look.",
                    place(gate, &told.case.plan),
                    percent(gate.level)
                ),
                note: String::new(),
            },
            x: Axis::new("games per arm", Format::number(0)),
            y: axis(gate),
            series: vec![CurveSeries { name: place(gate, &told.case.plan), points }],
            references,
            decided,
            margin,
        }))
    };
    gates.into_iter().enumerate().filter_map(figure).take(MOST_FIGURES / 2).collect()
}

/// How a budget stands, said once: a page adds the word of a standing itself.
fn status(gate: &Gate) -> Cell {
    match (gate.verdict, gate.severity) {
        (Verdict::Fail, Severity::Warn) => Cell::new(mark(gate)),
        _ => Cell::new("").standing(standing(gate)),
    }
}

fn table(told: &Told) -> Table {
    let plan = &told.case.plan;
    Rows::of(&told.case.gates)
        .words("budget", |gate| gate.name.clone())
        .words("status", status)
        .words("arm", |gate| health::mark(&place(gate, plan), told.case.ill.contains(&gate.arm)))
        .numbers("measured", |gate| found(gate, Hundredths::Short))
        .words("allowed", |gate| bound(gate, Hundredths::Short))
        .numbers("games per arm", |gate| gate.last().map_or(String::new(), |last| count(last.games)))
        .table(format!("{}: budgets", plan.name))
        .note("Measured with the interval that was held against the bounds.")
}

/// The commands that play the games again, each with what they are about: beside
/// the budgets there is no room for them.
fn again(told: &Told) -> Table {
    let mut commands: IndexMap<String, Vec<String>> = IndexMap::new();
    for gate in &told.case.gates {
        let (names, name) = (commands.entry(command(told, gate)).or_default(), format!("“{}”", gate.name));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Rows::of(&commands)
        .words("budgets", |(_, names)| enumerated(names, MOST_NAMED))
        .words("see it", |(command, _)| Cell::command(command))
        .table(format!("{}: the games played again", told.case.plan.name))
}

/// How far every metric has moved from the baseline, what moved clearly first.
fn drift(told: &Told) -> Option<Table> {
    let baseline = told.case.baseline.as_ref().filter(|baseline| !baseline.rows.is_empty())?;
    let rows = baseline.drifts();
    let moved = rows.iter().filter(|row| row.has_moved()).count();
    let mut note = baseline.changed.clone();
    note.push(match moved {
        0 => format!("no metric has clearly moved (of {})", rows.len()),
        _ => format!("{moved} of {} metrics have clearly moved", rows.len()),
    });
    let table = Rows::of(rows)
        .words("metric", |row| row.metric.name())
        .words("arm", |row| told.case.plan.arms[row.arm].name.to_string())
        .numbers("baseline", |row| fixed(row.then, 4))
        .numbers("now", |row| fixed(row.now, 4))
        .numbers("drift", |row| brief_difference(&row.drift, row.unit))
        .words("after correction", |row| if row.has_moved() { "moved" } else { "" })
        .table(format!("Against {}, {} games per arm", baseline.file, count(baseline.games)))
        .note(note.join("; "));
    Some(table.show(Show::First(moved.min(MOST_MOVED))))
}

fn section(told: &Told) -> Section {
    let mut parts = vec![Part::Text(told.case.plan.question.clone())];
    let mut figures = forests(told).into_iter().chain(running(told)).map(Part::from);
    // One picture of the answer before the tables, the rest behind them.
    parts.extend(figures.next());
    parts.extend([table(told).into(), again(told).into()]);
    parts.extend(figures);
    parts.extend(drift(told).map(Part::from));
    Section::new(told.case.plan.name.clone(), parts)
}

/// What an open budget rests on, and what to do about it.
fn details(told: &Told, gate: &Gate) -> Vec<String> {
    // Why a bound is there says what is wrong where it is broken.
    let why = gate.why.iter().filter(|_| gate.verdict == Verdict::Fail);
    let mut details: Vec<String> = why.map(|why| format!("why: {why}")).collect();
    details.extend(gate.last().map(|last| {
        format!(
            "after {} games; {} interval, {}",
            count(last.games),
            percent(gate.level),
            last.estimate.method
        )
    }));
    if gate.verdict == Verdict::Undecided && gate.kind == Kind::Budget {
        details.push(outlook(gate));
    }
    details.push(format!("see it: {}", command(told, gate)));
    details
}

/// The page of a check.
#[must_use]
pub fn page(report: &Report) -> Page {
    let open = report.gates().filter(|(_, gate)| gate.verdict != Verdict::Pass);
    let verdicts = open.map(|(told, gate)| {
        let sentence = format!("{}: {}", told.case.plan.name, sentence(gate, &told.case.plan));
        Line { details: details(told, gate), ..Line::new(standing(gate), sentence) }
    });
    let verdicts = opened(&report.opening(), verdicts);
    let mut assumptions = Vec::new();
    for told in &report.told {
        for mut row in tell::assumptions(&told.case.plan) {
            if report.told.len() > 1 {
                row.key = format!("{}: {}", told.case.plan.name, row.key);
            }
            assumptions.push(row);
        }
    }
    let quantiles = report.told.iter().any(|told| told.case.gates.iter().any(|g| g.metric.is_quantile()));
    let seeds: Vec<String> = report.told.iter().map(|told| told.case.plan.seed.to_string()).collect();
    let program = report.program;
    Page {
        title: format!("{} check", program.name),
        question: "Do the budgets hold?".to_owned(),
        verdicts,
        reading: if report.family > 0 { methods(report) } else { String::new() },
        sections: report.told.iter().map(section).collect(),
        methods: [
            Method::new(
                "Self-normalised confidence sequences (Fan, Grama and Liu 2015; Ville 1939)",
                "for shares and the first seat's edge: valid at every look and every number of blocks.",
            ),
            Method::new(
                "Asymptotic confidence sequences (Waudby-Smith and others, arXiv 2103.06476)",
                "for means and ratios, from 100 blocks on, supposing two blocks more than were seen. A count that comes rarely and many at a time can still surprise them: nothing says how many can come.",
            ),
            Method::new(
                "Wilson, Student's t over blocks, paired t",
                "where the number of games was fixed beforehand: --games and baselines.",
            ),
            Method::new("Bonferroni over all budgets that can fail", "passes count as answers too."),
            Method::new(
                "Benjamini and Hochberg 1995; Holm 1979",
                "for the table of drifts; for “same as the baseline”.",
            ),
        ]
        .into_iter()
        .chain([true, false].into_iter().filter_map(|always| tell::of_quantiles(quantiles, always)))
        .collect(),
        assumptions,
        assumption_note: String::new(),
        files: vec![FileLink::new("check.json", "every budget with its numbers")],
        plots: tell::PLOTS.to_owned(),
        footer: Footer {
            command: report.told.first().map_or(String::new(), |told| told.case.plan.command()),
            ..Footer::new(program, seeds.join(", "), report.games())
        },
    }
}
