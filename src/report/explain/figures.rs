//! Tornado, forest of cards, and the tables and bars of the deep look.

use crate::game::Unit;
use crate::lab::explain::deep::Deep;
use crate::lab::explain::{Case, Explained, Row, Sway, What};
use crate::report::figure::{
    Axis, BarGroup, Figure, Forest, ForestRow, Format, Heading, Key, Order, Point, Reference, SeatBars,
    Standing, Tornado, TornadoEnd, TornadoRow,
};
use crate::stats::estimate::Estimate;
use crate::verdict::{count, show};

fn point(estimate: &Estimate) -> Point {
    Point::new(estimate.value, estimate.low, estimate.high)
}

fn effects(explained: &Explained) -> Axis {
    let metric = explained.metric.replace('-', " ");
    match explained.unit {
        Unit::Number => Axis::new(&format!("Change of {metric}"), Format::number(2).with_sign()),
        _ => Axis::new(&format!("Change of {metric} (percentage points)"), Format::points(1)),
    }
}

fn id(kind: &str, explained: &Explained, case: &Case) -> String {
    let place = explained.cases.iter().position(|other| other.arm == case.arm).unwrap_or(0);
    if explained.cases.len() == 1 { kind.to_owned() } else { format!("{kind}-{place}") }
}

fn games(explained: &Explained) -> String {
    format!("{} games per arm; {:.0} % intervals", count(explained.each), explained.manner.level * 100.0)
}

fn drawable(row: &Row) -> bool {
    point(&row.effect).is_finite()
}

/// Effects of the switches and assumptions, the largest first.
pub fn tornado(explained: &Explained, case: &Case, top: usize) -> Option<Figure> {
    let mut rows: Vec<TornadoRow> = Vec::new();
    let all = case.factors.iter().filter(|f| f.origin.is_some());
    let moved = |row: &&Row| !row.same;
    for factor in all.clone().take(top) {
        let mine = factor.rows.iter().map(|&row| &case.rows[row]).filter(|row| drawable(row));
        let from = mine.clone().find_map(|row| match &row.what {
            What::Setting { from, .. } => Some(from.as_str()),
            What::Card { .. } => None,
        });
        let ends: Vec<TornadoEnd> = mine
            .filter(moved)
            .map(|row| TornadoEnd { setting: row.to().to_owned(), effect: point(&row.effect) })
            .collect();
        if !ends.is_empty() {
            let status = factor.origin.map_or("", |origin| origin.status());
            let now = from.unwrap_or_default();
            rows.push(TornadoRow { label: format!("{} ({now}; {status})", factor.name), ends });
        }
    }
    if rows.is_empty() {
        return None;
    }
    let cut = match all.count() {
        n if n > rows.len() => format!("; the {} largest of {n} switches", rows.len()),
        _ => String::new(),
    };
    Some(Figure::Tornado(Tornado {
        head: Heading {
            id: id("effects", explained, case),
            title: format!("What each setting does to the {}", explained.metric.replace('-', " ")),
            subtitle: format!(
                "{}: one setting changed at a time, on the same luck; {}{cut}",
                case.name,
                games(explained)
            ),
            note: "In brackets: the value in force, and whether the rulebook gives it. Each interval holds by itself; \
                   the table corrects for their number."
                .to_owned(),
        },
        axis: effects(explained),
        rows,
        references: vec![Reference::new(0.0, "as it is")],
    }))
}

/// Effects of the card interventions, the largest first.
pub fn cards(explained: &Explained, case: &Case, top: usize) -> Option<Figure> {
    let all: Vec<&Row> = case.rows.iter().filter(|row| matches!(row.what, What::Card { .. })).collect();
    let rows: Vec<ForestRow> = all
        .iter()
        .copied()
        .filter(|row| drawable(row))
        .take(top)
        .map(|row| ForestRow {
            group: String::new(),
            label: format!("{}, {}", row.what.name(), row.to()),
            point: point(&row.effect),
            standing: match (row.sway(), row.q) {
                (Sway::Can, _) => Standing::Bad,
                (_, Some(q)) if q <= 0.05 => Standing::Baseline,
                _ => Standing::Plain,
            },
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let cut = if all.len() > rows.len() {
        format!("; the {} largest of {}", rows.len(), all.len())
    } else {
        String::new()
    };
    let occurs = |standing| rows.iter().any(|row| row.standing == standing);
    let keys = [
        (Standing::Bad, "changes the verdict"),
        (Standing::Baseline, "clear after correction for many rows"),
        (Standing::Plain, "not clear"),
    ];
    Some(Figure::Forest(Forest {
        head: Heading {
            id: id("cards", explained, case),
            title: format!("What each card does to the {}", explained.metric.replace('-', " ")),
            subtitle: format!(
                "{}: a card taken out or swapped, on the same luck; {}{cut}",
                case.name,
                games(explained)
            ),
            note: "An intervention, not the win rate of whoever played the card. Each interval holds by itself; the \
                   table corrects for their number."
                .to_owned(),
        },
        axis: effects(explained),
        keys: keys
            .into_iter()
            .filter(|(standing, _)| occurs(*standing) && rows.iter().any(|row| row.standing != *standing))
            .map(|(standing, text)| Key { standing, text: text.to_owned() })
            .collect(),
        rows,
        order: Order::Given,
        references: vec![Reference::new(0.0, "as it is")],
        margin: None,
    }))
}

/// Sobol's totals as bars.
pub fn totals(explained: &Explained, case: &Case, deep: &Deep) -> Option<Figure> {
    if deep.shares.is_empty() {
        return None;
    }
    let groups = deep.shares.iter().map(|share| BarGroup {
        label: share.key.clone(),
        points: vec![point(&share.first), point(&share.total)],
    });
    Some(Figure::SeatBars(SeatBars {
        head: Heading {
            id: id("totals", explained, case),
            title: format!("Share of the spread of {} by unknown number", explained.metric.replace('-', " ")),
            subtitle: format!(
                "{}: {} combinations of {} games on the same luck, noise subtracted",
                case.name,
                count(deep.combinations as u64),
                count(deep.each)
            ),
            note: "Alone: what fixing the number would remove. In all: with everything it interacts with."
                .to_owned(),
        },
        x: "Unknown number".to_owned(),
        y: Axis::new("Share of the variance", Format::percent(0)),
        series: vec!["alone".to_owned(), "in all".to_owned()],
        groups: groups.collect(),
        references: Vec::new(),
    }))
}

/// A plain number of the metric's size, in its unit.
fn sized(explained: &Explained, value: f64) -> String {
    let factor = if explained.unit == Unit::Number { 1.0 } else { 100.0 };
    format!("{:.2}", value * factor)
}

/// Morris's table: header and rows.
pub fn morris_rows(explained: &Explained, deep: &Deep) -> (Vec<String>, Vec<Vec<String>>) {
    let unit = if explained.unit == Unit::Number { "" } else { " (points)" };
    let header = [
        "unknown number".to_owned(),
        format!("μ*{unit}"),
        "noise floor".to_owned(),
        "μ* without noise".to_owned(),
        "σ".to_owned(),
        "effects".to_owned(),
        "short list".to_owned(),
    ];
    let rows = deep.screened.iter().map(|s| {
        let error = s.error.map_or(String::new(), |e| format!(" ± {}", sized(explained, e)));
        vec![
            s.key.clone(),
            format!("{}{error}", sized(explained, s.raw)),
            sized(explained, s.floor),
            sized(explained, s.size),
            sized(explained, s.deviation),
            s.n.to_string(),
            if s.short { "yes" } else { "" }.to_owned(),
        ]
    });
    (header.to_vec(), rows.collect())
}

/// Sobol's table: header and rows.
pub fn sobol_rows(deep: &Deep) -> (Vec<String>, Vec<Vec<String>>) {
    let header = ["unknown number", "alone", "in all"].map(str::to_owned);
    let rows = deep
        .shares
        .iter()
        .map(|s| vec![s.key.clone(), show(&s.first, Unit::Share), show(&s.total, Unit::Share)]);
    (header.to_vec(), rows.collect())
}
