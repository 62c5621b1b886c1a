//! A check as a page: the answer, every budget beside its bounds, how the
//! answers came about, what moved against the baseline.

use super::{Report, Told, bound, command, found, mark, methods, percent, place, points, sentence};
use crate::estimates::{quantile, worded};
use crate::game::Unit;
use crate::lab::check::{Gate, Kind};
use crate::report::charts::{axis_words, format, point};
use crate::report::figure::{
    Axis, Convergence, CurvePoint, CurveSeries, Figure, Forest, ForestRow, Format, Heading, Key, Margin,
    Order, Reference, Standing,
};
use crate::report::page::{
    Cell, Column, FileLink, Footer, Method, Page, Part, Section, Table, Verdict as Line,
};
use crate::report::tell;
use crate::scenario::plan::Severity;
use crate::stats::equivalence::Verdict;
use crate::verdict::{count, show_difference};

/// Figures of one kind.
const MOST_FIGURES: usize = 8;
/// Budgets told one by one above the tables.
const MOST_LINES: usize = 12;

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
        axis_words(&gate.metric, unit)
    } else {
        let plain = worded(&gate.metric);
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
    let label = bound(gate);
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
    for gate in gates.iter().filter(drawn).filter(|gate| gate.kind != Kind::Identity) {
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
                title: format!("“{}” must be {}", first.name, bound(first)),
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
    let rows = told.case.gates.iter().map(|gate| {
        vec![
            Cell::new(gate.name.clone()),
            status(gate),
            Cell::new(place(gate, plan)),
            Cell::new(found(gate)),
            Cell::new(bound(gate)),
            Cell::new(gate.last().map_or(String::new(), |last| count(last.games))),
            Cell::new(command(told, gate)),
        ]
    });
    Table {
        caption: format!("{}: budgets", plan.name),
        columns: vec![
            Column::words("budget"),
            Column::words("status"),
            Column::words("arm"),
            Column::numbers("measured"),
            Column::words("allowed"),
            Column::numbers("games per arm"),
            Column::words("see it"),
        ],
        rows: rows.collect(),
        note: "Measured with the interval that was held against the bounds.".to_owned(),
    }
}

fn drift(told: &Told) -> Option<Table> {
    let baseline = told.case.baseline.as_ref().filter(|baseline| !baseline.rows.is_empty())?;
    let mut rows: Vec<_> = baseline.rows.iter().collect();
    rows.sort_by(|a, b| a.adjusted.total_cmp(&b.adjusted));
    let moved = |p: f64| if p <= 0.05 { "moved" } else { "" };
    let rows = rows.into_iter().map(|row| {
        vec![
            Cell::new(row.metric.clone()),
            Cell::new(told.case.plan.arms[row.arm].name.to_string()),
            Cell::new(format!("{:.4}", row.then)),
            Cell::new(format!("{:.4}", row.now)),
            Cell::new(show_difference(&row.drift, row.unit)),
            Cell::new(moved(row.adjusted)),
        ]
    });
    Some(Table {
        caption: format!("Against {}, {} games per arm", baseline.file, count(baseline.games)),
        columns: vec![
            Column::words("metric"),
            Column::words("arm"),
            Column::numbers("baseline"),
            Column::numbers("now"),
            Column::numbers("drift"),
            Column::words("after correction"),
        ],
        rows: rows.collect(),
        note: baseline.changed.join("; "),
    })
}

fn section(told: &Told) -> Section {
    let figure = |figure: Figure| Part::Figure(Box::new(figure));
    let mut parts = vec![Part::Text(told.case.plan.question.clone()), Part::Table(table(told))];
    parts.extend(forests(told).into_iter().map(figure));
    parts.extend(running(told).into_iter().map(figure));
    parts.extend(drift(told).map(Part::Table));
    Section { title: told.case.plan.name.clone(), parts, folded: false }
}

/// The page of a check.
#[must_use]
pub fn page(report: &Report) -> Page {
    let whole = match report.answer.exit() {
        0 => Standing::Good,
        1 => Standing::Bad,
        _ => Standing::Undecided,
    };
    let mut verdicts = vec![Line {
        word: String::new(),
        standing: whole,
        sentence: report.sentence(),
        detail: methods(report),
    }];
    let open = report.gates().filter(|(_, gate)| gate.verdict != Verdict::Pass);
    verdicts.extend(open.take(MOST_LINES).map(|(told, gate)| Line {
        word: String::new(),
        standing: standing(gate),
        sentence: format!("{}: {}", told.case.plan.name, sentence(gate, &told.case.plan).replace('`', "")),
        detail: gate.why.clone().unwrap_or_default(),
    }));
    let mut assumptions = Vec::new();
    for told in &report.told {
        for mut row in tell::assumptions(&told.case.plan) {
            if report.told.len() > 1 {
                row.key = format!("{}: {}", told.case.plan.name, row.key);
            }
            assumptions.push(row);
        }
    }
    let method = |name: &str, text: &str| Method { name: name.to_owned(), text: text.to_owned() };
    let quantiles =
        report.told.iter().any(|told| told.case.gates.iter().any(|g| quantile::is_named(&g.metric)));
    let seeds: Vec<String> = report.told.iter().map(|told| told.case.plan.seed.to_string()).collect();
    let scenarios: Vec<String> =
        report.told.iter().map(|told| format!("{}{}", super::quoted(&told.scenario), told.flags)).collect();
    Page {
        title: "levelpitch check".to_owned(),
        question: "Do the budgets hold?".to_owned(),
        verdicts,
        sections: report.told.iter().map(section).collect(),
        methods: [
            method(
                "Self-normalised confidence sequences (Fan, Grama and Liu 2015; Ville 1939)",
                "for shares and the first seat's edge: valid at every look and every number of blocks.",
            ),
            method(
                "Asymptotic confidence sequences (Waudby-Smith and others, arXiv 2103.06476)",
                "for means and ratios, from 100 blocks on, supposing two blocks more than were seen. A count that comes rarely and many at a time can still surprise them: nothing says how many can come.",
            ),
            method(
                "Wilson, Student's t over blocks, paired t",
                "where the number of games was fixed beforehand: --games and baselines.",
            ),
            method("Bonferroni over all budgets that can fail", "passes count as answers too."),
            method(
                "Benjamini and Hochberg 1995; Holm 1979",
                "for the table of drifts; for “same as the baseline”.",
            ),
        ]
        .into_iter()
        .chain([true, false].into_iter().filter_map(|always| tell::of_quantiles(quantiles, always)))
        .collect(),
        assumptions,
        assumption_note: String::new(),
        files: vec![FileLink {
            path: "check.json".to_owned(),
            what: "every budget with its numbers".to_owned(),
        }],
        plots: tell::PLOTS.to_owned(),
        footer: Footer {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: seeds.join(", "),
            games: report.games(),
            command: format!("levelpitch check {}", scenarios.join(" ")),
        },
    }
}
