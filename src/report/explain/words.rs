//! What a case comes to, in words that can be read aloud.

use std::fmt::Write;

use crate::game::{Unit, called};
use crate::lab::explain::{Case, Explained, Factor, Row, Ruling, Sway, What};
use crate::metric::Metric;
use crate::verdict::{Status, count, enumerated, metric_of, show, show_difference};

/// Names told in a sentence before "and n more".
pub(super) const MOST_NAMED: usize = 5;

/// A small number as a word.
fn number(n: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

fn bare(value: f64) -> String {
    called::rounded(value, 3)
}

/// A bound of the yardstick in the metric's own unit.
pub(super) fn bound(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Number => bare(value),
        Unit::Share => format!("{} %", bare(value * 100.0)),
        Unit::Points => format!("{} percentage points", bare(value * 100.0)),
    }
}

/// A ruling in words that finish "the verdict is …".
pub(super) fn ruled(explained: &Explained, ruling: Ruling) -> String {
    let Some(yardstick) = explained.yardstick else { return "not asked for".to_owned() };
    let unit = explained.unit;
    let seat = explained.metric == Metric::FIRST_SEAT && yardstick.fair == 0.0;
    let all = explained.metric == Metric::SEAT_GAP && yardstick.fair == 0.0;
    match (yardstick.margin, ruling) {
        (Some(margin), Ruling::Level) if all => {
            format!("level, every seat within {} of an equal share", bound(margin, unit))
        }
        (Some(margin), Ruling::Above) if all => {
            format!("not level, a seat is more than {} from an equal share", bound(margin, unit))
        }
        (Some(margin), Ruling::Level) => {
            format!("level, within {} of {}", bound(margin, unit), bound(yardstick.fair, unit))
        }
        (Some(margin), Ruling::Above) if seat => {
            format!("not level, more than {} for the first seat", bound(margin, unit))
        }
        (Some(margin), Ruling::Below) if seat => {
            format!("not level, more than {} against the first seat", bound(margin, unit))
        }
        (Some(margin), Ruling::Above) => format!("not level, above {}", bound(yardstick.fair + margin, unit)),
        (Some(margin), Ruling::Below) => format!("not level, below {}", bound(yardstick.fair - margin, unit)),
        (None, Ruling::Above) if seat => "an edge for the first seat".to_owned(),
        (None, Ruling::Below) if seat => "an edge against the first seat".to_owned(),
        (None, Ruling::Above | Ruling::Level) => format!("above {}", bound(yardstick.fair, unit)),
        (None, Ruling::Below) => format!("below {}", bound(yardstick.fair, unit)),
        (Some(_), Ruling::Undecided) => "undecided, it straddles an edge of the margin".to_owned(),
        (None, Ruling::Undecided) => {
            format!("undecided, not clearly on one side of {}", bound(yardstick.fair, unit))
        }
    }
}

pub(super) fn has_margin(explained: &Explained) -> bool {
    explained.yardstick.is_some_and(|yardstick| yardstick.margin.is_some())
}

/// The metric as people read it.
pub(super) fn metric_called(explained: &Explained) -> String {
    metric_of(explained.cases.iter().map(|case| &explained.plan.arms[case.arm]), explained.metric)
}

/// A ruling in a word or two, for a cell.
pub(super) fn ruled_briefly(explained: &Explained, ruling: Ruling) -> &'static str {
    match (has_margin(explained), ruling) {
        (true, Ruling::Above) => "not level (above)",
        (true, Ruling::Below) => "not level (below)",
        _ => ruled_in_a_word(explained, ruling),
    }
}

/// A ruling without the side that it is on.
pub(super) fn ruled_in_a_word(explained: &Explained, ruling: Ruling) -> &'static str {
    match (has_margin(explained), ruling) {
        (true, Ruling::Level) => "level",
        (true, Ruling::Above | Ruling::Below) => "not level",
        (false, Ruling::Above | Ruling::Level) => "above",
        (false, Ruling::Below) => "below",
        (_, Ruling::Undecided) => "undecided",
    }
}

/// The value of a factor that changes the verdict, with the verdict it gives.
fn how(explained: &Explained, case: &Case, factor: &Factor) -> String {
    let rows = factor.rows.iter().map(|&row| &case.rows[row]);
    let decides = |row: &&Row| !row.same && row.ruling != Ruling::Undecided && row.ruling != row.base;
    let row = rows.clone().find(decides).or_else(|| rows.clone().next());
    row.map_or(String::new(), |row| {
        let verdict = ruled_briefly(explained, row.ruling);
        match &row.what {
            What::Setting { from, to, .. } => format!("{} ({to} instead of {from}: {verdict})", factor.name),
            What::Card { change, .. } => format!("{} ({change}: {verdict})", factor.name),
        }
    })
}

/// `wins-to-win = 7`, or a card with what is done to it.
pub(super) fn tried(row: &Row) -> String {
    match &row.what {
        What::Setting { key, to, .. } => format!("{key} = {to}"),
        What::Card { item, change } => format!("{item} ({change})"),
    }
}

/// Whether an effect is told apart from none: by its corrected p, or by its
/// interval where there is no p.
pub(super) fn clear(explained: &Explained, row: &Row) -> bool {
    let apart = !row.effect.contains(0.0);
    !row.same && row.ill.is_none() && row.q.map_or(apart, |q| q <= 1.0 - explained.manner.level)
}

/// The first clear value of each setting or card that moves the metric.
pub(super) fn movers<'a>(explained: &Explained, case: &'a Case) -> Vec<&'a Row> {
    let own = case.factors.iter().filter(|factor| factor.with.is_empty());
    let first =
        |factor: &Factor| factor.rows.iter().map(|&row| &case.rows[row]).find(|row| clear(explained, row));
    own.filter_map(first).collect()
}

/// What a case comes to where no value is called fair: how far the settings
/// move the metric.
fn moves(explained: &Explained, case: &Case) -> (String, Status) {
    let metric = metric_called(explained);
    let tell = |row: &Row| format!("{} ({})", tried(row), show_difference(&row.effect, explained.unit));
    let named: Vec<String> = movers(explained, case).into_iter().map(tell).collect();
    let found = case.factors.iter().filter(|f| f.with.is_empty()).count();
    let mut text = format!("{}: {metric} is {}.", case.name, show(&case.value, explained.unit));
    let _ = match named.len() {
        0 => write!(
            text,
            " None of the {} settings and cards is shown to move it at {} games per arm.",
            count(found as u64),
            count(explained.each)
        ),
        n => write!(
            text,
            " {} of {} settings and cards move it, most of all {}.",
            count(n as u64),
            count(found as u64),
            enumerated(&named, MOST_NAMED)
        ),
    };
    text += " No value of it is called fair, so nothing is judged; `--fair` names one.";
    if let Some((deep, _)) = deep_sentence(case) {
        let _ = write!(text, " {deep}");
    }
    (text, Status::Plain)
}

/// What is sure where the game as it stands is undecided: the settings and
/// cards whose own verdict is decided, whether it is another one or not.
fn sure(explained: &Explained, case: &Case) -> String {
    let mut parts = Vec::new();
    for ruling in [Ruling::Above, Ruling::Below, Ruling::Level] {
        let rows = case.rows.iter().filter(|row| row.with.is_empty() && !row.same && row.ruling == ruling);
        let named: Vec<String> = rows.map(tried).collect();
        if !named.is_empty() {
            parts.push(format!(
                "with {} it is {}",
                enumerated(&named, MOST_NAMED),
                ruled_briefly(explained, ruling)
            ));
        }
    }
    let games = count(explained.each);
    if parts.is_empty() {
        return format!(" Nothing tried gives a sure verdict at {games} games per arm either.");
    }
    format!(
        " Sure is: {}. Whether that is a change is open, because the game as it stands is itself undecided at {games} \
         games per arm.",
        parts.join("; ")
    )
}

/// Settings and cards that must not be printed whatever they do to the verdict:
/// told before all others.
fn ill(case: &Case) -> String {
    let told = |row: &Row| Some(format!("{} ({})", tried(row), row.ill.as_ref()?));
    let named: Vec<String> = case.rows.iter().filter_map(told).collect();
    if named.is_empty() { String::new() } else { format!("Don't print {}. ", enumerated(&named, MOST_NAMED)) }
}

/// What a case comes to, in words that can be read aloud, and how it is marked.
pub(super) fn headline(explained: &Explained, case: &Case) -> (String, Status) {
    let (text, status) = judged(explained, case);
    (ill(case) + &text, status)
}

fn judged(explained: &Explained, case: &Case) -> (String, Status) {
    if explained.each == 0 {
        let text =
            format!("{}: not everything that is tried has been played, so nothing is said of it.", case.name);
        return (text, Status::Undecided);
    }
    if explained.yardstick.is_none() {
        return moves(explained, case);
    }
    let metric = match explained.metric {
        Metric::SEAT_GAP => "seat gap (how far the seat farthest from an equal share is from it)".to_owned(),
        _ => metric_called(explained),
    };
    let value = show(&case.value, explained.unit);
    let mut text =
        format!("{}: {metric} is {value}; the verdict is {}.", case.name, ruled(explained, case.ruling));
    if case.ruling == Ruling::Undecided {
        text += &sure(explained, case);
        if let Some((deep, _)) = deep_sentence(case) {
            let _ = write!(text, " {deep}");
        }
        return (text, Status::Undecided);
    }
    let own = |factor: &&Factor| factor.with.is_empty();
    let unknown: Vec<&Factor> = case.factors.iter().filter(own).filter(|f| f.unknown()).collect();
    let of = |sway: Sway| unknown.iter().filter(|f| f.sway == sway).count();
    let (cannot, open) = (of(Sway::Cannot), of(Sway::Undecided));
    let told = |wanted: &dyn Fn(&Factor) -> bool| -> Vec<String> {
        let found = case.factors.iter().filter(|f| f.sway == Sway::Can && wanted(f));
        found.map(|f| how(explained, case, f)).collect()
    };
    let can = told(&|f| f.with.is_empty() && f.unknown());
    let rest = match (cannot, open) {
        (0, 0) => String::new(),
        (n, 0) => format!("; {} cannot change it", if can.is_empty() { "all".to_owned() } else { number(n) }),
        (0, n) => format!("; {} undecided at {} games", number(n), count(explained.each)),
        (n, m) => format!(
            "; {} cannot change it, {} undecided at {} games",
            number(n),
            number(m),
            count(explained.each)
        ),
    };
    let _ = match can.len() {
        0 if unknown.is_empty() => write!(text, " No unknown number bears on it."),
        0 => write!(text, " No unknown number is shown to change this verdict by itself{rest}."),
        1 => write!(
            text,
            " This verdict depends on one unknown number: {}{rest}.",
            enumerated(&can, MOST_NAMED)
        ),
        n => write!(
            text,
            " This verdict depends on these {} unknown numbers: {}{rest}.",
            number(n),
            enumerated(&can, MOST_NAMED)
        ),
    };
    let options = told(&|f| f.with.is_empty() && !f.unknown() && f.origin.is_some());
    if !options.is_empty() {
        let _ = write!(
            text,
            " Of the designer's own options these change it: {}.",
            enumerated(&options, MOST_NAMED)
        );
    }
    let cards = told(&|f| f.origin.is_none());
    if !cards.is_empty() {
        let _ = write!(text, " So does a change of these cards: {}.", enumerated(&cards, MOST_NAMED));
    }
    if let Some((first, _)) = deep_sentence(case) {
        let _ = write!(text, " {first}");
    }
    let status = match (can.is_empty(), open) {
        (true, 1..) => Status::Undecided,
        (false, _) => Status::Bad,
        (true, _) => Status::Good,
    };
    (text, status)
}

/// What the deep look found, in a sentence, and whether it found anything.
fn deep_sentence(case: &Case) -> Option<(String, bool)> {
    let deep = case.deep.as_ref()?;
    if deep.interrupted {
        return Some(("The look at all unknown numbers together was interrupted.".to_owned(), false));
    }
    if deep.walks == 0 {
        return Some(("No combination of the unknown numbers could be played together.".to_owned(), false));
    }
    let shares: Vec<String> = deep
        .shares
        .iter()
        .filter(|share| share.total.low > 0.0)
        .map(|share| format!("{} ({:.0} %)", share.key, share.total.value * 100.0))
        .collect();
    if shares.is_empty() {
        return Some((
            "Moved all together, no unknown number shows an effect above the noise.".to_owned(),
            false,
        ));
    }
    Some((
        format!("Moved all together, most of the spread hangs on {}.", enumerated(&shares, MOST_NAMED)),
        true,
    ))
}
