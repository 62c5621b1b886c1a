//! The three ways to look for a point: races along one knob, successive halving
//! of a short list, an evolutionary search of a long one.

use super::field::Field;
use super::{Method, Question, Root, halving, ntbea, root};

/// Fewest blocks of a point that is judged by its interval.
pub(super) const FIRST_BLOCKS: u64 = 128;
/// Fewest blocks of a point in the first round of halving or in one
/// evaluation of NTBEA.
pub(super) const GLANCE_BLOCKS: u64 = 16;
/// Most evaluations of NTBEA, and the fewest that make sense.
pub(super) const EVALUATIONS: (u64, u64) = (50, 2000);
/// Share of NTBEA's budget, in tenths, before the final deviations.
pub(super) const ROAMING: u64 = 7;

/// What a search hands on.
pub(super) struct Found {
    pub winner: usize,
    pub root: Option<Root>,
    pub rounds: Vec<halving::Round>,
    pub interrupted: bool,
}

/// Looks for the best point; nothing where play was stopped before anything was
/// measured.
pub(super) fn by(
    method: Method,
    question: &Question,
    field: &mut Field<'_>,
    budget: u64,
    rotations: u64,
) -> Option<Found> {
    match method {
        Method::Root => by_root(question, field, budget, rotations),
        Method::Halving => by_halving(question, field, budget),
        Method::Ntbea => by_ntbea(question, field, budget, rotations),
    }
}

fn by_root(question: &Question, field: &mut Field<'_>, budget: u64, rotations: u64) -> Option<Found> {
    let xs = question.only_knob()?;
    let target = question.targets[0].value;
    let setting = root::Setting { xs, target, budget, first: FIRST_BLOCKS * rotations };
    let search = root::search(&setting, &mut |point, games| Some(field.measure(point, games)?.metrics[0]));
    if search.measured.is_empty() {
        return None;
    }
    let mut found =
        Found { winner: search.best, root: None, rounds: Vec::new(), interrupted: search.interrupted };
    if matches!(search.shape, root::Shape::Broken { .. }) && !search.interrupted {
        // No single crossing to look for: the best of the places measured.
        let points: Vec<usize> = search.measured.keys().copied().collect();
        let left = budget.saturating_sub(search.games);
        let most = field.most_games();
        let halved = halving::search(&preferred(question, points), left, most, &mut |point, games| {
            Some(field.measure(point, games)?.loss)
        });
        found.winner = halved.winner.unwrap_or(search.best);
        (found.rounds, found.interrupted) = (halved.rounds, halved.interrupted);
    }
    let window = match search.shape {
        root::Shape::Broken { .. } => (found.winner, found.winner),
        _ => (*search.window.start(), *search.window.end()),
    };
    found.root =
        Some(Root { shape: search.shape, missed: search.missed, window, sure: search.sure, crossing: None });
    Some(found)
}

/// Points in the order of preference among equals: nearest to the printed
/// game first.
fn preferred(question: &Question, mut points: Vec<usize>) -> Vec<usize> {
    points.sort_by_key(|&point| (question.space.distance(point), point));
    points
}

fn by_halving(question: &Question, field: &mut Field<'_>, budget: u64) -> Option<Found> {
    let points: Vec<usize> = (0..question.space.points()).filter(|&point| !field.barred(point)).collect();
    let points = preferred(question, points);
    let search =
        halving::search(&points, budget, 0, &mut |point, games| Some(field.measure(point, games)?.loss));
    let found =
        Found { winner: search.winner?, root: None, rounds: search.rounds, interrupted: search.interrupted };
    Some(found)
}

fn by_ntbea(question: &Question, field: &mut Field<'_>, budget: u64, rotations: u64) -> Option<Found> {
    let space = &question.space;
    let sizes = space.sizes();
    let roaming = budget * ROAMING / 10;
    let evaluations = (roaming / (GLANCE_BLOCKS * rotations)).min(EVALUATIONS.1);
    let each = roaming / evaluations;
    let search =
        ntbea::search(&sizes, &space.start(), evaluations as u32, question.plan.seed, &mut |choice| {
            let point = space.point(choice);
            if field.barred(point) {
                return Some(f64::INFINITY);
            }
            let games = field.games_of(point) + each;
            Some(field.measure(point, games)?.loss)
        });
    let recommended = search.recommended?;
    let ordered: Vec<bool> = space.knobs.iter().map(|knob| knob.numbers.is_some()).collect();
    let near = ntbea::deviations(&recommended, &sizes, &ordered);
    let winner = space.point(&recommended);
    let mut points: Vec<usize> = near.iter().map(|choice| space.point(choice)).collect();
    points.push(winner);
    points.retain(|&point| !field.barred(point));
    let mut found = Found { winner, root: None, rounds: Vec::new(), interrupted: search.interrupted };
    if !search.interrupted {
        // What was roamed of these points is theirs already.
        let most = points.iter().map(|&point| field.games_of(point)).max().unwrap_or(0);
        let gap: u64 = points.iter().map(|&point| most - field.games_of(point)).sum();
        let left = budget.saturating_sub(field.games() / question.bots.len().max(1) as u64);
        let (already, left) = if gap < left { (most, left - gap) } else { (0, left) };
        let halved = halving::search(&preferred(question, points), left, already, &mut |point, games| {
            Some(field.measure(point, games)?.loss)
        });
        found.winner = halved.winner.unwrap_or(winner);
        (found.rounds, found.interrupted) = (halved.rounds, halved.interrupted);
    }
    Some(found)
}
