//! A diff as a page: the answer, every arm before and now, what was edited, what
//! moved.

use super::words::{changed, clear, level, light};
use super::{Said, Telling, now};
use crate::lab::diff::{Change, Diff, Kinship, Measured, Pair, Row};
use crate::report::Answer as _;
use crate::report::charts::{axis_words, format, label, level_band, level_keys, point};
use crate::report::figure::{Axis, Figure, Forest, ForestRow, Heading, Order, Standing};
use crate::report::health::standing;
use crate::report::page::{Cell, FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, opened};
use crate::report::tell::{self, assumptions, cell, not_yet};
use crate::scenario::Aspect;
use crate::verdict::health::Light;
use crate::verdict::{Health, brief, brief_difference, brief_size, count};

/// Arms, and metrics, on the first screen.
const MOST_ROWS: usize = 8;

fn drift(row: &Row) -> Cell {
    let told = brief_difference(&row.drift, row.unit);
    let standing = if row.clear { Standing::Clear } else { Standing::Unclear };
    Cell::new(told).standing(standing).word(clear(row))
}

fn verdict(m: &Measured, at: usize, estimate: &crate::stats::Estimate) -> Cell {
    let told = Cell::new(brief_size(estimate, m.fairness.unit));
    match m.level {
        Some(levels) => told.standing(tell::standing(levels[at])).word(level(levels[at])),
        None => told,
    }
}

fn lamp(health: &Health) -> Cell {
    Cell::new("").standing(standing(health.light())).word(light(health.light()))
}

/// Every arm that is set differently, before and now.
fn table(diff: &Diff) -> Option<Table> {
    let rows: Vec<(&Pair, &Measured)> =
        diff.pairs.iter().filter_map(|pair| Some((pair, pair.measured.as_ref()?))).collect();
    let (_, first) = rows.first()?;
    let games = count(first.games);
    let what = first.fairness.metric.worded();
    let turns = |(_, m): (&Pair, &Measured)| m.length.clone();
    Some(
        Rows::of(rows.iter().copied())
            .words("arm", |(pair, _)| now(diff, pair).name.to_string())
            .words(&format!("{what} before"), |(_, m)| verdict(m, 0, &m.fairness.then))
            .words(&format!("{what} now"), |(_, m)| verdict(m, 1, &m.fairness.now))
            .words("drift", |(_, m)| drift(&m.fairness))
            .words("turns before", |row| turns(row).map_or(String::new(), |row| brief(&row.then, row.unit)))
            .words("turns now", |row| turns(row).map_or(String::new(), |row| brief(&row.now, row.unit)))
            .words("change of length", |row| turns(row).map_or(Cell::default(), |row| drift(&row)))
            .words("health before", |(_, m)| lamp(&m.health[0]))
            .words("health now", |(_, m)| lamp(&m.health[1]))
            .table(format!("{}, before ({}) and now ({}); {games} games each", diff.sides[1].plan.name, diff.sides[0].name, diff.sides[1].name))
            .note(format!(
                "Level: within {} percentage points. Clear: told apart from no drift, corrected for fairness and length of every arm.",
                100.0 * diff.margin
            ))
            .show(Show::First(MOST_ROWS)),
    )
}

/// What was edited; each once, however many arms have it.
fn edits(diff: &Diff) -> Option<Table> {
    let mut all: Vec<(&Change, usize)> = Vec::new();
    for change in diff.pairs.iter().flat_map(|pair| &pair.changes) {
        match all.iter_mut().find(|(known, _)| *known == change) {
            Some((_, arms)) => *arms += 1,
            None => all.push((change, 1)),
        }
    }
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".to_owned());
    (!all.is_empty()).then(|| {
        Rows::of(all.iter().copied())
            .words("key", |(change, _)| change.key.clone())
            .words("before", |(change, _)| value(&change.then))
            .words("now", |(change, _)| value(&change.now))
            .numbers("arms", |(_, arms)| count(arms as u64))
            .table("What is set differently")
            .show(Show::First(MOST_ROWS))
    })
}

/// An aspect's worst light, and what was seen.
type Seen = (Light, String);

/// The aspects of health whose light is another one.
fn lights(diff: &Diff) -> Option<Table> {
    let worst = |health: &Health, aspect: Aspect| {
        let of = health.items.iter().filter(|item| item.aspect == aspect);
        of.max_by_key(|item| item.light).map(|item| (item.light, item.told.clone()))
    };
    let mut rows: Vec<(String, Aspect, [Seen; 2])> = Vec::new();
    for pair in &diff.pairs {
        let Some(m) = &pair.measured else { continue };
        for aspect in Aspect::ALL {
            let [then, now_light] = m.health.each_ref().map(|health| worst(health, aspect));
            if let (Some(then), Some(now_light)) = (then, now_light)
                && then.0 != now_light.0
            {
                rows.push((now(diff, pair).name.to_string(), aspect, [then, now_light]));
            }
        }
    }
    let lamp = |light: Light| Cell::new("").standing(standing(light)).word(super::words::light(light));
    (!rows.is_empty()).then(|| {
        Rows::of(&rows)
            .words("arm", |(arm, ..)| arm.clone())
            .words("health", |(_, aspect, _)| aspect.words())
            .words("before", |(.., [then, _])| lamp(then.0))
            .words("now", |(.., [_, now])| lamp(now.0))
            .words("what was seen now", |(.., [_, now])| now.1.clone())
            .table("Health that changed")
            .show(Show::First(MOST_ROWS))
    })
}

/// Every metric of a pair, the clear drifts first.
fn metrics(diff: &Diff, pair: &Pair) -> Option<Table> {
    let m = pair.measured.as_ref()?;
    let mut rows: Vec<&Row> = m.rows.iter().collect();
    rows.sort_by_key(|row| !row.clear);
    let clear = rows.iter().filter(|row| row.clear).count();
    Some(
        Rows::of(rows)
            .words("metric", |row| row.metric.name())
            .numbers("before", |row| cell(&row.then, row.unit))
            .numbers("now", |row| cell(&row.now, row.unit))
            .words("drift", drift)
            .table(format!("{}: every metric", now(diff, pair).name))
            .note(format!(
                "{clear} of {} have clearly moved, corrected for their number (Bonferroni).",
                m.rows.len()
            )),
    )
}

/// What fairness is judged by, before and now, arm by arm.
fn figure(diff: &Diff, number: usize) -> Option<Figure> {
    let plan = &diff.sides[1].plan;
    let mut all: Vec<(&Pair, &Measured)> =
        diff.pairs.iter().filter_map(|pair| Some((pair, pair.measured.as_ref()?))).collect();
    let (first, measured) = *all.first()?;
    let (metric, unit) = (measured.fairness.metric, measured.fairness.unit);
    all.retain(|(_, m)| m.fairness.metric == metric);
    let left = all.len().saturating_sub(MOST_ROWS);
    all.truncate(MOST_ROWS);
    let standing =
        |m: &Measured, at: usize| m.level.map_or(Standing::Plain, |level| tell::standing(level[at]));
    let rows = all.iter().flat_map(|(pair, m)| {
        let (old, new) = (&diff.sides[0].plan.arms[pair.arms[0]].name, &now(diff, pair).name);
        // What was called otherwise is called as it was.
        let before = if old == new { "before".to_owned() } else { format!("before, {}", old.of_all_bots()) };
        [before, "now".to_owned()].into_iter().zip([m.fairness.then, m.fairness.now]).enumerate().map(
            move |(at, (label, estimate))| ForestRow {
                group: if diff.pairs.len() == 1 { String::new() } else { new.to_string() },
                label,
                point: point(&estimate),
                standing: standing(m, at),
            },
        )
    });
    let rows: Vec<ForestRow> = rows.filter(|row| row.point.is_finite()).collect();
    let margin = plan
        .yardstick(now(diff, first), metric)
        .and_then(|(fair, margin)| Some(level_band(metric, fair, margin?, unit)));
    let games = count(measured.games);
    let apart = diff.pairs.iter().any(|pair| pair.kinship == Kinship::Unpaired);
    let shared = if apart { "" } else { " on the same luck" };
    (!rows.is_empty()).then(|| {
        Figure::Forest(Forest {
            head: Heading {
                id: match number {
                    0 => "before-and-now".to_owned(),
                    n => format!("before-and-now-{}", n + 1),
                },
                title: format!("{}, before and now", label(metric)),
                subtitle: format!("{}: {games} games of either{shared}; 95 % intervals", plan.name),
                note: match left {
                    0 => String::new(),
                    more => format!("{} more arms are in the table.", count(more as u64)),
                },
            },
            axis: Axis::new(&axis_words(metric, &metric.worded()), format(unit)),
            rows,
            order: Order::Given,
            references: Vec::new(),
            keys: margin.as_ref().map_or(Vec::new(), |_| level_keys()),
            margin,
        })
    })
}

fn section(number: usize, diff: &Diff) -> Section {
    let mut parts: Vec<Part> = Vec::new();
    parts.extend(figure(diff, number).map(Part::from));
    parts.extend(table(diff).into_iter().chain(edits(diff)).chain(lights(diff)).map(Part::from));
    if parts.is_empty() {
        parts.push(Part::Text("Nothing was played: nothing is set differently.".to_owned()));
    }
    parts.extend(diff.pairs.iter().filter_map(|pair| metrics(diff, pair)).map(Part::from));
    Section::new(diff.sides[1].plan.name.clone(), parts)
}

pub(super) fn page(told: &Telling) -> Page {
    let names = told.diffs.first().map_or_else(
        || ["before", "now"].map(str::to_owned),
        |diff| diff.sides.each_ref().map(|side| side.name.clone()),
    );
    let [then, now_name] = names;
    let first = told.diffs.first().map(|diff| &diff.sides[1].plan);
    let changes = told.pairs().map(|(_, pair)| &pair.changes).find(|changes| !changes.is_empty());
    let shared = told.pairs().any(|(_, pair)| pair.kinship == Kinship::Paired);
    let games = told.diffs.iter().map(|diff| diff.games).sum();
    Page {
        title: format!("{then} → {now_name}"),
        question: match changes {
            Some(changes) => format!("What did the edit change? {}", changed(changes)),
            None => "What did the edit change?".to_owned(),
        },
        verdicts: opened(&told.opening(), told.rest().iter().map(Said::verdict)),
        reading: if shared {
            "± is half the width of a 95 % interval; both sides played the same luck, dealt anew, so that a difference is \
             that of the rules."
                .to_owned()
        } else {
            String::new()
        },
        sections: told.diffs.iter().enumerate().map(|(number, diff)| section(number, diff)).collect(),
        methods: vec![
            Method::new(
                "Paired differences on shared luck",
                "block by block: both sides were played again side by side, for as many games as the larger run has.",
            ),
            Method::new(
                "Bonferroni",
                "what a sentence calls clear is judged at the level corrected for fairness and length of every arm, a row \
                 at the level corrected for all rows of its arm.",
            ),
            Method::new(
                "Equivalence (two one-sided tests; Schuirmann 1987)",
                "“level” means that the whole interval lies inside the margin; “not level” that all of it lies outside.",
            ),
            not_yet(),
        ],
        assumptions: first.map(assumptions).unwrap_or_default(),
        files: vec![
            FileLink::new("diff.json", "every number"),
            FileLink::new("diff.csv", "every metric before and now"),
        ],
        plots: tell::PLOTS.to_owned(),
        footer: first.map_or_else(Footer::default, |plan| Footer::of(plan, games)),
        ..Page::default()
    }
}
