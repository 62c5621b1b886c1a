//! Tornado, forest of cards, and the tables and bars of the deep look.

use super::words::metric_called;
use crate::game::Unit;
use crate::lab::explain::deep::{Deep, Screened};
use crate::lab::explain::{Case, Explained, Row, Sway, What};
use crate::report::charts::{change_axis, point};
use crate::report::figure::{
    Axis, BarGroup, Figure, Forest, ForestRow, Format, Heading, Key, Order, Reference, SeatBars, Standing,
    Tornado, TornadoEnd, TornadoRow,
};
use crate::report::page::{Rows, Table};
use crate::settings::Origin;
use crate::verdict::{count, enumerated, show, unmarked};

fn id(kind: &str, explained: &Explained, case: &Case) -> String {
    let place = explained.cases.iter().position(|other| other.arm == case.arm).unwrap_or(0);
    if explained.cases.len() == 1 { kind.to_owned() } else { format!("{kind}-{place}") }
}

fn games(explained: &Explained) -> String {
    format!("{} games per arm; {:.0} % intervals", count(explained.each), explained.manner.level * 100.0)
}

fn drawable(row: &Row) -> bool {
    point(&row.effect).is_finite() && row.ill.is_none()
}

/// The settings and cards that no figure shows, because nobody may print them.
fn endless<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    let names = rows.filter(|row| row.ill.is_some()).map(|row| match &row.what {
        What::Setting { to, .. } => format!("{} = {to}", row.what.name()),
        What::Card { change, .. } => format!("{} ({change})", row.what.name()),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" Left out, because ill: {}.", enumerated(&names, super::words::MOST_NAMED))
    }
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
        let end = |row: &Row| TornadoEnd {
            clear: super::words::clear(explained, row),
            ..TornadoEnd::new(row.to(), point(&row.effect))
        };
        let ends: Vec<TornadoEnd> = mine.filter(moved).map(end).collect();
        if !ends.is_empty() {
            let status = factor.origin.map_or("", |origin| origin.status().word());
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
            title: format!("What each setting does to the {}", unmarked(&metric_called(explained))),
            subtitle: format!(
                "{}: one setting changed at a time, on the same luck; {}{cut}",
                case.name,
                games(explained)
            ),
            note: format!(
                "In brackets: the value in force, and whether the rulebook gives it. Each interval holds by itself; \
                 colours and the table correct for their number.{}",
                endless(case.rows.iter().filter(|row| matches!(row.what, What::Setting { .. })))
            ),
        },
        axis: change_axis(explained.metric, &unmarked(&metric_called(explained)), 2),
        rows,
        references: vec![Reference::new(0.0, "no change")],
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
            standing: match (row.sway, row.q) {
                (Sway::Can, _) => Standing::Bad,
                (_, Some(q)) if q <= 0.05 => Standing::Clear,
                _ => Standing::Unclear,
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
        (Standing::Clear, "clear after correction for many rows"),
        (Standing::Unclear, "not clear"),
    ];
    Some(Figure::Forest(Forest {
        head: Heading {
            id: id("cards", explained, case),
            title: format!("What each card does to the {}", unmarked(&metric_called(explained))),
            subtitle: format!(
                "{}: a card taken out or swapped, on the same luck; {}{cut}",
                case.name,
                games(explained)
            ),
            note: format!(
                "An intervention, not the win rate of whoever played the card. Each interval holds by itself; \
                 colours and the table correct for their number.{}",
                endless(all.iter().copied())
            ),
        },
        axis: change_axis(explained.metric, &unmarked(&metric_called(explained)), 2),
        keys: keys
            .into_iter()
            .filter(|(standing, _)| occurs(*standing) && rows.iter().any(|row| row.standing != *standing))
            .map(|(standing, text)| Key { standing, text: text.to_owned() })
            .collect(),
        rows,
        order: Order::Given,
        references: vec![Reference::new(0.0, "no change")],
        margin: None,
    }))
}

/// How the shares were measured, in one wording wherever it is told.
pub fn design(deep: &Deep) -> String {
    format!(
        "{} random rows over the short list of {} numbers, every listed value as likely as any other; with the \
         screening {} different combinations were played, {} games each, all on the same luck",
        count(deep.rows as u64),
        deep.shares.len(),
        count(deep.combinations as u64),
        count(deep.each)
    )
}

/// The columns of the shares: what a number does with the others as they come,
/// and with everything it takes part in.
const SHARES: [&str; 2] = ["by itself", "with all it interacts with"];

/// Why shares need not add up to the whole.
pub const OVERLAP: &str = "The numbers act together, and what two of them do together counts in the larger share of \
                           each: the shares overlap and may add up to more than 100 %. A share below zero is an \
                           estimate of none.";

/// What the simulator's own limits are to the unknown numbers: named where some
/// were varied with them.
pub fn limits(case: &Case, deep: &Deep) -> String {
    let own = |key: &str| {
        let mut factors = case.factors.iter().filter(|factor| factor.name == key);
        factors.any(|factor| factor.origin == Some(Origin::Modelling))
    };
    let names: Vec<&str> = deep.screened.iter().map(|s| s.key.as_str()).filter(|key| own(key)).collect();
    let own = match names[..] {
        [] => String::new(),
        [one] => format!("{one} is a choice of the simulator, not an unknown number of the game. "),
        _ => {
            format!("{} are choices of the simulator, not unknown numbers of the game. ", names.join(" and "))
        }
    };
    format!("{own}A game that the simulator stops before its end counts as won by nobody.")
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
            title: format!("Which unknown numbers spread the {}", unmarked(&metric_called(explained))),
            subtitle: format!(
                "{}: {}; the noise of the games is subtracted; whiskers are {:.0} % intervals",
                case.name,
                design(deep),
                explained.manner.level * 100.0
            ),
            note: format!(
                "By itself: how much of the variance would go if the number were known. With all it interacts with: \
                 how much would be left if all others were known. {OVERLAP}"
            ),
        },
        x: "Unknown number".to_owned(),
        y: Axis::new("Share of the variance", Format::percent(0)),
        series: SHARES.map(str::to_owned).to_vec(),
        groups: groups.collect(),
        references: Vec::new(),
    }))
}

/// Digits behind the point that a number with this error deserves: as many as
/// tell the error to its first digit.
fn places(error: f64) -> usize {
    if error > 0.0 && error.is_finite() { (1.0 - error.log10()).floor().clamp(0.0, 4.0) as usize } else { 2 }
}

/// Morris's table, the largest effect first. Digits follow the error of each
/// effect.
pub fn morris(explained: &Explained, case: &Case, deep: &Deep) -> Table {
    let (factor, unit) = match explained.unit {
        Unit::Number => (1.0, ""),
        Unit::Share | Unit::Points => (100.0, " (percentage points)"),
    };
    let mut all: Vec<&Screened> = deep.screened.iter().collect();
    all.sort_by(|a, b| b.size.total_cmp(&a.size).then(b.raw.total_cmp(&a.raw)));
    let error = |s: &Screened| s.error.map(|e| e * factor);
    // Where all steps agree the noise floor says how much is known.
    let digits = |s: &Screened| places(error(s).filter(|&e| e > 0.0).unwrap_or(s.floor * factor));
    let text = |s: &Screened, value: f64| format!("{:.*}", digits(s), value * factor);
    Rows::of(all)
        .words("unknown number", |s| s.key.clone())
        .numbers(&format!("mean change μ*{unit}"), |s| {
            let error = error(s).map_or(String::new(), |e| format!(" ± {e:.*}", digits(s)));
            text(s, s.raw) + &error
        })
        .numbers("of it noise", |s| text(s, s.floor))
        .numbers("without noise", |s| text(s, s.size))
        .numbers("spread σ", |s| text(s, s.deviation))
        .numbers("steps", |s| s.n.to_string())
        .words("short list", |s| if s.short { "yes" } else { "no" })
        .table(format!("{}: Morris's screening of the unknown numbers", case.name))
}

/// Sobol's table.
pub fn sobol(case: &Case, deep: &Deep) -> Table {
    Rows::of(&deep.shares)
        .words("unknown number", |s| s.key.clone())
        .numbers(SHARES[0], |s| show(&s.first, Unit::Share))
        .numbers(SHARES[1], |s| show(&s.total, Unit::Share))
        .table(format!("{}: share of the variance over the short list", case.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_error() {
        assert_eq!([places(12.0), places(3.2), places(0.41), places(0.013), places(0.0)], [0, 0, 1, 2, 2]);
    }
}
