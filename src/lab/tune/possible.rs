//! Whether a question can be answered at all: by the games allowed, and by what
//! its targets count.

use super::field::Field;
use super::search::{EVALUATIONS, FIRST_BLOCKS, GLANCE_BLOCKS, ROAMING};
use super::{Method, Question, SHORT_LIST, Target, halving, root};
use crate::metric::Metric;
use crate::settings::{Fault, PROGRAM};

/// How many intervals of the search must hold together.
pub(super) fn judged_together(question: &Question, method: Method) -> usize {
    let points = match method {
        // The pilot and what bisection can add.
        Method::Root => question.space.points().min(root::WHOLE + 16),
        Method::Halving => question.space.points(),
        Method::Ntbea => EVALUATIONS.1 as usize + SHORT_LIST,
    };
    points * question.targets.len()
}

/// Refuses a budget that can't measure the space.
pub(super) fn enough(question: &Question, method: Method, rotations: u64) -> Result<(), Fault> {
    let points = question.space.points() as u64;
    let least = match method {
        Method::Root => points.min(root::WHOLE as u64) * FIRST_BLOCKS * rotations * 2,
        Method::Halving => points * halving::rounds(points as usize) * GLANCE_BLOCKS * rotations,
        Method::Ntbea => EVALUATIONS.0 * GLANCE_BLOCKS * rotations * 10 / ROAMING + 1,
    };
    let least = least * question.bots.len() as u64;
    if question.games / 2 >= least {
        return Ok(());
    }
    let found = match question.bots.len() {
        1 => format!("{} for {points} points", question.games),
        bots => format!("{} for {points} points under {bots} bots", question.games),
    };
    Err(Fault::new("--games", found, format!("at least {} here: half of them search", 2 * least)))
}

/// Whether play may go on; a target that counts nothing at both ends of the
/// space is refused before the whole budget is spent on it.
pub(super) fn countable(
    question: &Question,
    field: &mut Field<'_>,
    rotations: u64,
) -> Result<bool, Vec<Fault>> {
    let ends = [question.space.point(&question.space.start()), question.space.points() - 1, 0];
    let mut unknown: Vec<&Target> = question.targets.iter().collect();
    for end in ends {
        if unknown.is_empty() {
            break;
        }
        if field.barred(end) {
            continue;
        }
        let Some(measured) = field.measure(end, FIRST_BLOCKS * rotations) else { return Ok(false) };
        let values = question.targets.iter().zip(&measured.metrics).filter(|(_, e)| !e.value.is_nan());
        let known: Vec<Metric> = values.map(|(target, _)| target.metric).collect();
        unknown.retain(|target| !known.contains(&target.metric));
    }
    if unknown.is_empty() || ends.iter().all(|&end| field.barred(end)) {
        return Ok(true);
    }
    let fault = |target: &&Target| {
        let found = format!("`{}`, which counts nothing in these games", target.metric);
        Fault::new("--target", found, "a metric whose denominator occurs").hint(format!(
            "`{PROGRAM} list metrics` says what is counted over what; a switch may bring it about"
        ))
    };
    Err(unknown.iter().map(fault).collect())
}
