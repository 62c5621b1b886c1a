//! What was found, in sentences and rows.

use super::Telling;
use crate::game::Unit;
use crate::game::called::{fixed, signed};
use crate::lab::tune::root::Shape;
use crate::lab::tune::target::short;
use crate::lab::tune::{Answer, Measured, Method, Question, Reached, Target};
use crate::report::tell::brackets;
use crate::stats::Estimate;
use crate::verdict::{Status, brief, capital, count, show, show_difference};

/// Targets this near to one half are about two sides that are to be equal.
const NEAR_HALF: f64 = 0.015;

/// The value of a target's metric, in words: `45.6 % ± 0.3`.
pub fn value(target: &Target, e: &Estimate) -> String {
    show(e, target.unit)
}

/// The metric and its value: `home win share 45.6 % ± 0.3`.
fn named(target: &Target, e: &Estimate) -> String {
    format!("{} {}", target.metric.worded(), value(target, e))
}

pub(super) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What the winner is held against, as a sentence names it.
pub fn base(question: &Question) -> &'static str {
    if question.fixed().is_empty() { "the printed game" } else { "the game as set" }
}

/// What must be told before anything that an ill winner meets.
pub(super) fn warning(telling: &Telling<'_>) -> Option<String> {
    let told = telling.tuned.confirmation.as_ref()?.warning()?;
    Some(format!("Don't print {}: {told}.", telling.question.whole(telling.tuned.winner)))
}

/// The knob's printed value, where it is known: ` (5)`.
fn printed_value(telling: &Telling<'_>) -> String {
    let known: Option<Vec<&str>> =
        telling.question.space.knobs.iter().map(|knob| knob.printed.as_deref()).collect();
    known.map_or(String::new(), |values| format!(" ({})", values.join(", ")))
}

/// A target's value with its unit and without its tolerance: `46 %`.
pub fn aim(target: &Target) -> String {
    match target.unit {
        Unit::Number => short(target.value),
        Unit::Share => format!("{} %", short(target.value * 100.0)),
        Unit::Points => format!("{} percentage points", short(target.value * 100.0)),
    }
}

/// Digits that an interval of this width supports.
pub fn digits(width: f64) -> usize {
    if width > 0.0 { (1.0 - width.log10()).floor().clamp(0.0, 4.0) as usize } else { 0 }
}

/// Where a quantile is what is wanted: it is a whole number, and stays the same
/// over a stretch of the knob or jumps past the target between two places.
pub enum Steps {
    /// It is the value from one place to another, and may be, for all that the
    /// intervals say, from one to another.
    Met(String, String),
    /// Two neighbours with their values.
    Passed([(String, f64); 2]),
}

impl Steps {
    /// Beside a line in a figure.
    pub fn label(&self, aim: &str) -> String {
        match self {
            Self::Met(at, _) => format!("is {aim} {at}"),
            Self::Passed([(from, _), (to, _)]) => format!("jumps past {aim} between {from} and {to}"),
        }
    }
}

fn stretch(places: &[&str]) -> String {
    match places {
        [] => "nowhere".to_owned(),
        [one] => format!("at {one}"),
        [first, .., last] => format!("from {first} to {last}"),
    }
}

/// How a quantile meets or passes its target, as confirmed; `None` for means.
pub fn steps(telling: &Telling<'_>) -> Option<Steps> {
    let target = telling.question.targets.first().filter(|target| target.metric.is_quantile())?;
    let found = telling.tuned.root.as_ref()?.crossing?;
    let knob = telling.question.space.knobs.iter().find(|knob| knob.values.len() > 1)?;
    let xs = knob.numbers.as_ref()?;
    let curve = &telling.tuned.confirmation.as_ref()?.curve;
    let at = |place: usize| knob.values[place].as_str();
    let met: Vec<&str> = curve.iter().filter(|(_, e)| e.value == target.value).map(|(p, _)| at(*p)).collect();
    if !met.is_empty() {
        let possible = (0..xs.len()).filter(|&i| found.low <= xs[i] && xs[i] <= found.high);
        return Some(Steps::Met(stretch(&met), stretch(&possible.map(at).collect::<Vec<_>>())));
    }
    let side = |e: &Estimate| e.value - target.value;
    let jump = curve.windows(2).find(|pair| side(&pair[0].1) * side(&pair[1].1) < 0.0)?;
    let end = |(place, e): &(usize, Estimate)| (at(*place).to_owned(), e.value);
    Some(Steps::Passed([end(&jump[0]), end(&jump[1])]))
}

/// Where the curve meets the target: `46 % lies at 6.2 (5.9 to 6.5)`.
fn crossing(telling: &Telling<'_>) -> Option<String> {
    let root = telling.tuned.root.as_ref()?;
    let found = root.crossing?;
    let target = &telling.question.targets[0];
    let places = digits(found.high - found.low).max(1);
    let about = target.metric.worded();
    match steps(telling) {
        Some(Steps::Met(at, possible)) if at == possible => {
            return Some(format!("{about} is {} {at} and surely at no other value", aim(target)));
        }
        Some(Steps::Met(at, possible)) => {
            return Some(format!("{about} is {} {at} (possible {possible})", aim(target)));
        }
        Some(Steps::Passed([(from, before), (to, behind)])) => {
            return Some(format!("{about} jumps from {before} at {from} to {behind} at {to}"));
        }
        None => {}
    }
    Some(format!(
        "{} lies at {:.places$} ({:.places$} to {:.places$})",
        aim(target),
        found.value,
        found.low,
        found.high
    ))
}

fn headline(telling: &Telling<'_>) -> String {
    let (question, tuned) = (telling.question, telling.tuned);
    let setting = question.space.words(tuned.winner);
    let Some(confirmed) = tuned.confirmation.as_ref().and_then(|c| c.bots.last()) else {
        return format!("Interrupted before the confirmation: {setting} looked best so far.");
    };
    let winner: Vec<String> = confirmed
        .reached
        .iter()
        .map(|r| format!("{} (wanted: {})", named(&r.target, &r.winner), r.target.wanted()))
        .collect();
    let printed = |r: &Reached| {
        if question.targets.len() == 1 { value(&r.target, &r.printed) } else { named(&r.target, &r.printed) }
    };
    let printed: Vec<String> = confirmed.reached.iter().map(printed).collect();
    let is_printed = tuned.confirmation.as_ref().is_some_and(|c| c.is_printed);
    let beside = if is_printed {
        format!("; that is the game {}", question.base())
    } else {
        format!("; {}{}: {}", question.base(), printed_value(telling), list(&printed))
    };
    let crossing = crossing(telling).map_or(String::new(), |text| format!("; {text}"));
    let begin = match tuned.answer {
        Answer::Met => capital(&format!("{setting} gives ")),
        Answer::Partly => {
            let bots = &tuned.confirmation.as_ref().map_or(&[][..], |c| &c.bots[..]);
            let not: Vec<String> = bots
                .iter()
                .filter(|bot| bot.standing() != Status::Good)
                .map(|bot| {
                    let word = if bot.standing() == Status::Bad { "missed" } else { "undecided" };
                    format!("`{}` ({word})", bot.bots)
                })
                .collect();
            let met = bots.len() - not.len();
            format!(
                "Met for {met} of {} bots, not for {}: {setting} gives, under `{}`, the strongest, ",
                bots.len(),
                list(&not),
                confirmed.bots
            )
        }
        Answer::Unattainable => {
            let keys: Vec<String> = question.space.knobs.iter().map(|knob| knob.key.clone()).collect();
            format!(
                "No value allowed for {} meets {}; the nearest, {setting}, gives ",
                list(&keys),
                if question.targets.len() == 1 { "the target" } else { "all targets" }
            )
        }
        Answer::Undecided => {
            format!("Undecided within {} games; the best so far, {setting}, gives ", count(tuned.games()))
        }
    };
    let ill = warning(telling).map_or(String::new(), |warning| format!("{warning} "));
    let forecast = tuned.forecast(question.games);
    let forecast =
        forecast.map_or(String::new(), |games| format!(" About {} games would decide.", count(games)));
    format!("{ill}{begin}{}{crossing}{beside}.{forecast}", list(&winner))
}

/// Winner against the printed game on the same luck.
fn against(telling: &Telling<'_>) -> Option<String> {
    let confirmed = telling.tuned.confirmation.as_ref()?.bots.last()?;
    let parts: Vec<String> = confirmed
        .reached
        .iter()
        .filter_map(|Reached { target, difference, .. }| {
            let shown = show_difference(difference.as_ref()?, target.unit);
            Some(format!("{} {shown}", target.metric.worded()))
        })
        .collect();
    if parts.is_empty() {
        return None;
    }
    Some(format!("Against {} on the same luck: {}.", base(telling.question), list(&parts)))
}

/// Under which bots of a panel the answer holds.
fn bots(telling: &Telling<'_>) -> Option<(Status, String)> {
    let confirmation = telling.tuned.confirmation.as_ref()?;
    if confirmation.bots.len() < 2 {
        return None;
    }
    let of = |status: Status| {
        let found: Vec<String> = confirmation
            .bots
            .iter()
            .filter(|confirmed| confirmed.standing() == status)
            .map(|confirmed| {
                let values: Vec<String> =
                    confirmed.reached.iter().map(|r| value(&r.target, &r.winner)).collect();
                let ill = confirmed.ill.as_ref().map_or(String::new(), |told| format!("; ill: {told}"));
                format!("{} ({}{ill})", confirmed.bots, list(&values))
            })
            .collect();
        (!found.is_empty()).then(|| list(&found))
    };
    let parts: Vec<String> =
        [("holds for", Status::Good), ("fails for", Status::Bad), ("is undecided for", Status::Undecided)]
            .into_iter()
            .filter_map(|(words, status)| Some(format!("{words} {}", of(status)?)))
            .collect();
    let status = match (of(Status::Bad), of(Status::Undecided)) {
        (None, None) => Status::Good,
        (Some(_), _) => Status::Bad,
        _ => Status::Undecided,
    };
    let strongest = confirmation.bots.last().map_or("", |confirmed| confirmed.bots.as_str());
    Some((status, format!("Bot by bot (`{strongest}` is the strongest): the target {}.", parts.join("; "))))
}

/// What is known of the curve's direction.
fn direction(telling: &Telling<'_>) -> Option<(Status, String)> {
    let root = telling.tuned.root.as_ref()?;
    let knob = telling.question.space.knobs.iter().find(|knob| knob.values.len() > 1)?;
    let target = &telling.question.targets[0];
    let measured = telling.tuned.measured.len();
    let all = if measured == knob.values.len() {
        format!("all {measured} places")
    } else {
        format!("{measured} of {} places", knob.values.len())
    };
    let about = target.metric.worded();
    let text = match root.shape {
        Shape::Rising => {
            format!("The {about} rises with {}; nothing contradicts that at {all} measured.", knob.key)
        }
        Shape::Falling => {
            format!("The {about} falls with {}; nothing contradicts that at {all} measured.", knob.key)
        }
        Shape::Flat => format!("No change of the {about} with {} is shown at {all} measured.", knob.key),
        Shape::Broken { up, down } => {
            let at = |place: usize| knob.values[place].as_str();
            return Some((
                Status::Undecided,
                format!(
                    "The {about} is not monotone in {}: it rises from {} to {} and falls from {} to {}, so that it may meet the target more than once; the best of {all} was taken.",
                    knob.key,
                    at(up.0),
                    at(up.1),
                    at(down.0),
                    at(down.1)
                ),
            ));
        }
    };
    Some((Status::Plain, text))
}

/// A share of wins leaves draws out: where half of it is aimed at, the share of
/// points is what two equal sides have.
fn draws(telling: &Telling<'_>) -> Option<String> {
    let arm = telling.question.bots.last()?;
    telling.question.targets.iter().find_map(|target| {
        let points = arm.metrics().with_draws(target.metric)?;
        ((target.value - 0.5).abs() < NEAR_HALF).then(|| format!(
            "`{}` leaves draws out, so that two equal sides need not have half of it; `{points}` counts a draw as \
             half: `--target {points}=50%`.",
            target.metric
        ))
    })
}

/// What stands in the way of meeting all targets together.
fn conflict(telling: &Telling<'_>) -> Option<String> {
    let tuned = telling.tuned;
    if tuned.front.is_empty() || tuned.answer == Answer::Met {
        return None;
    }
    let all = tuned.measured.len();
    let left = tuned.front.len();
    let points = if left == 1 { "1 is".to_owned() } else { format!("{left} are") };
    Some(format!(
        "No point measured meets all targets for sure; of {all} points {points} beaten by no other (the Pareto front)."
    ))
}

/// All sentences, the answer first.
#[must_use]
pub fn sentences(telling: &Telling<'_>) -> Vec<(Status, String)> {
    let tuned = telling.tuned;
    let status = match tuned.answer {
        _ if warning(telling).is_some() => Status::Bad,
        Answer::Met => Status::Good,
        Answer::Unattainable => Status::Bad,
        Answer::Undecided | Answer::Partly => Status::Undecided,
    };
    let mut all = vec![(status, headline(telling))];
    all.extend(against(telling).map(|text| (Status::Plain, text)));
    all.extend(draws(telling).map(|text| (Status::Plain, text)));
    all.extend(bots(telling));
    all.extend(direction(telling));
    all.extend(conflict(telling).map(|text| (Status::Plain, text)));
    if let Some((point, reason)) = tuned.unplayable.first() {
        let text = format!(
            "{} of the combinations tried can't be played and were left out, {} for one: {reason}.",
            tuned.unplayable.len(),
            telling.question.space.words(*point)
        );
        all.push((Status::Plain, text));
    }
    all
}

/// The measured points to show: those of one knob in its order, those of
/// several by loss.
pub fn shown<'a>(telling: &Telling<'a>, most: usize) -> Vec<&'a Measured> {
    let mut all: Vec<&Measured> = telling.tuned.measured.iter().collect();
    if telling.tuned.method != Method::Root || all.len() > most {
        all.sort_by(|a, b| a.loss.total_cmp(&b.loss));
        all.truncate(most);
    }
    if telling.tuned.method == Method::Root {
        all.sort_by_key(|measured| measured.point);
    }
    all
}

/// Points with few blocks have no always-valid interval yet.
pub fn searched_value(target: &Target, e: &Estimate) -> String {
    if e.low.is_finite() && e.high.is_finite() {
        return brief(e, target.unit);
    }
    match target.unit {
        Unit::Number if target.metric.is_quantile() => short(e.value),
        Unit::Number => fixed(e.value, 1),
        Unit::Share => format!("{:.1} %", e.value * 100.0),
        Unit::Points => format!("{} pp", signed(e.value * 100.0, 1)),
    }
}

/// How the search went, in words.
#[must_use]
pub fn method(telling: &Telling<'_>) -> String {
    let tuned = telling.tuned;
    match tuned.method {
        Method::Root => format!("races along {} places", tuned.measured.len()),
        Method::Halving => {
            format!("successive halving of {} points in {} rounds", tuned.measured.len(), tuned.rounds.len())
        }
        Method::Ntbea => format!(
            "N-tuple bandit evolution over {} points, {} of them measured",
            count(telling.question.space.points() as u64),
            count(tuned.measured.len() as u64)
        ),
    }
}

/// What the numbers are, in two lines.
#[must_use]
pub fn method_line(telling: &Telling<'_>) -> String {
    let tuned = telling.tuned;
    let level = telling.question.plan.level * 100.0;
    let quantiles = telling.question.targets.iter().any(|target| target.metric.is_quantile());
    let search = format!(
        "Search: {}, {} games, intervals always valid and valid together; loss is the sum of squared misses in tolerances.",
        method(telling),
        count(tuned.search_games)
    );
    match &tuned.confirmation {
        Some(confirmation) => format!(
            "{search}\nConfirmation: {} games on luck that the search never saw (seed {}); ± is half the width of a {level} % interval{}. Search seed {}.",
            count(confirmation.games),
            confirmation.seed,
            brackets(quantiles),
            telling.question.plan.seed
        ),
        None => format!("{search}\nSearch seed {}.", telling.question.plan.seed),
    }
}
