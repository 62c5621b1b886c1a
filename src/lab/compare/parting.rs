//! Where two arms part: the first games of both, decision by decision.

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::arena::runner::{Replay, Runner};
use crate::lab::Hall;
use crate::scenario::Plan;
use crate::settings::Fault;
use crate::stats::rate;
use crate::stats::sums::BlockSums;
use crate::stats::{Estimate, Method};
use crate::watch::{Line, Topic};

/// Lines shown before the first that differs.
const BEFORE: usize = 4;
/// Lines shown from the first that differs on.
const AFTER: usize = 10;

/// How games on the same luck part.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Parting {
    /// Games of each arm that were compared, in index order from 0.
    pub games: u64,
    /// Share of games in which any decision differs.
    pub decisions: Estimate,
    /// Share of games whose result differs: winner, score or ending.
    pub results: Estimate,
    /// Of the games in which a decision differs: mean share of A's decisions
    /// that came before the first of those.
    pub common: Option<f64>,
    /// The first game that parts.
    pub first: Option<First>,
}

/// A game that parts.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct First {
    /// Number of the game.
    pub game: u64,
    /// Entrant of each seat.
    pub seating: Vec<u8>,
    /// Position of the first decision that differs, from 0; none if only
    /// something else does.
    pub decision: Option<usize>,
    /// The transcripts around the place, side by side.
    #[serde(rename = "lines")]
    pub rows: Vec<Pair>,
}

/// A line of both transcripts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pair {
    /// Its position, from 0.
    pub line: usize,
    /// Arm A's; none after its end.
    #[serde(serialize_with = "told")]
    #[schemars(with = "Option<String>")]
    pub a: Option<Line>,
    /// Arm B's; none after its end.
    #[serde(serialize_with = "told")]
    #[schemars(with = "Option<String>")]
    pub b: Option<Line>,
}

#[allow(clippy::ref_option, reason = "serde hands references to `serialize_with`")]
fn told<S: Serializer>(line: &Option<Line>, to: S) -> Result<S::Ok, S::Error> {
    line.as_ref().map(Line::told).serialize(to)
}

impl Pair {
    /// Whether both say the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        match (&self.a, &self.b) {
            (Some(a), Some(b)) => is_same(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

/// Whether two lines tell the same event. Among how many legal answers a
/// decision was taken is no part of the decision.
fn is_same(a: &Line, b: &Line) -> bool {
    (a.topic, a.seat, &a.text) == (b.topic, b.seat, &b.text)
}

/// How one game compares with its twin.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Gap {
    /// First decision that differs, and how many A takes.
    decision: Option<(usize, usize)>,
    result: bool,
}

/// Of two games of which decisions are known ([`Runner::decisions`]).
fn gap(a: &Replay, b: &Replay) -> Gap {
    let decision = first_difference(&a.lines, &b.lines, is_same).map(|at| (at, a.lines.len()));
    Gap { decision, result: a.outcome != b.outcome }
}

/// Position at which two lists first differ, one being longer included.
fn first_difference<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> Option<usize> {
    let common = a.iter().zip(b).take_while(|(a, b)| same(a, b)).count();
    (common < a.len().max(b.len())).then_some(common)
}

/// The transcripts side by side from a few lines before the first that
/// differs; when the first different decision comes later, the lines around it
/// too.
fn window(a: &[Line], b: &[Line]) -> Vec<Pair> {
    let Some(from) = first_difference(a, b, is_same) else { return Vec::new() };
    let mut wanted: Vec<usize> = (from.saturating_sub(BEFORE)..from + AFTER).collect();
    let places = |lines: &[Line]| -> Vec<usize> {
        (0..lines.len()).filter(|&i| lines[i].topic == Topic::Decision).collect()
    };
    let (mine, theirs) = (places(a), places(b));
    let said = |lines: &[Line], places: &[usize]| -> Vec<Line> {
        places.iter().map(|&place| lines[place].clone()).collect()
    };
    if let Some(decision) = first_difference(&said(a, &mine), &said(b, &theirs), is_same) {
        let at = [mine.get(decision), theirs.get(decision)].into_iter().flatten().min();
        wanted.extend(at.into_iter().flat_map(|&at| at.saturating_sub(BEFORE / 2)..at + BEFORE));
    }
    wanted.sort_unstable();
    wanted.dedup();
    let last = a.len().max(b.len());
    let pair = |line| Pair { line, a: a.get(line).cloned(), b: b.get(line).cloned() };
    wanted.into_iter().filter(|&line| line < last).map(pair).collect()
}

/// Share of games for which `hit` holds, with Wilson's interval over blocks.
fn share(gaps: &[Gap], rotations: u32, level: f64, hit: impl Fn(&Gap) -> bool) -> Estimate {
    let sums: BlockSums = gaps
        .chunks_exact(rotations as usize)
        .map(|block| block.iter().filter(|gap| hit(gap)).count() as i64)
        .collect();
    rate::wilson_blocks(&sums, f64::from(rotations), rotations, level)
        .unwrap_or_else(|| Estimate::new(f64::NAN, (0.0, 1.0), level, Method::Unknown, 0))
}

/// Compares the first `games` games (rounded down to whole blocks) of the two
/// arms of `plan`, which must share luck. `None` when there are none, or when
/// the hall closes.
///
/// # Errors
/// When an arm does not compile.
pub fn find(plan: &Plan, games: u64, hall: &Hall<'_>) -> Result<Option<Parting>, Vec<Fault>> {
    let a = plan.arms[0].runner(plan.seed)?;
    let b = plan.arms[1].runner(plan.seed)?;
    Ok(of_runners(a.as_ref(), b.as_ref(), games, plan.level, hall))
}

fn of_runners(a: &dyn Runner, b: &dyn Runner, games: u64, level: f64, hall: &Hall<'_>) -> Option<Parting> {
    let rotations = a.rotations();
    let games = games / u64::from(rotations) * u64::from(rotations);
    let one = |game| (!hall.closed()).then(|| gap(&a.decisions(game), &b.decisions(game)));
    let gaps: Option<Vec<Gap>> = (0..games).into_par_iter().map(one).collect();
    let gaps = gaps.filter(|gaps| !gaps.is_empty())?;
    let parted: Vec<f64> = gaps
        .iter()
        .filter_map(|gap| gap.decision)
        .map(|(at, all)| if all == 0 { 0.0 } else { at as f64 / all as f64 })
        .collect();
    let common = (!parted.is_empty()).then(|| parted.iter().sum::<f64>() / parted.len() as f64);
    let first = gaps
        .iter()
        .position(|gap| gap.decision.is_some())
        .or_else(|| gaps.iter().position(|gap| gap.result))
        .map(|game| {
            let (mine, theirs) = (a.replay(game as u64), b.replay(game as u64));
            First {
                game: game as u64,
                decision: gaps[game].decision.map(|(at, _)| at),
                rows: window(&mine.lines, &theirs.lines),
                seating: mine.seating,
            }
        });
    Some(Parting {
        games,
        decisions: share(&gaps, rotations, level, |gap| gap.decision.is_some()),
        results: share(&gaps, rotations, level, |gap| gap.result),
        common,
        first,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(topic: Topic, text: &str) -> Line {
        Line { topic, seat: Some(0), text: text.to_owned(), choices: None, step: None }
    }

    fn lines(text: &str) -> Vec<Line> {
        let topic = |c: char| if c.is_uppercase() { Topic::Decision } else { Topic::Dice };
        text.chars().map(|c| line(topic(c), &c.to_string())).collect()
    }

    fn shown(a: &str, b: &str) -> Vec<usize> {
        window(&lines(a), &lines(b)).iter().map(|pair| pair.line).collect()
    }

    #[test]
    fn the_first_difference_counts_a_longer_list() {
        let first = |a: &[u8], b: &[u8]| first_difference(a, b, |a, b| a == b);
        assert_eq!((first(&[1, 2], &[1, 2]), first(&[], &[])), (None, None));
        assert_eq!((first(&[1, 2], &[1, 3]), first(&[1], &[1, 2])), (Some(1), Some(1)));
    }

    #[test]
    fn a_window_opens_before_the_first_difference_and_at_the_decision() {
        assert_eq!(shown("aBcDeFgH", "aBcDeFgH"), Vec::<usize>::new());
        assert_eq!(shown("aBcDeFgH", "aBcDeXgH"), [1, 2, 3, 4, 5, 6, 7]);
        // The die differs at 1, the decision only at 28.
        let (a, b) = (format!("ax{}Z", "b".repeat(26)), format!("ay{}Y", "b".repeat(26)));
        let rows = shown(&a, &b);
        assert_eq!(rows[..11], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(rows[11..], [26, 27, 28]);
        let rows = window(&lines("aB"), &lines("aBc"));
        assert_eq!((rows.len(), rows[2].a.is_none(), rows[1].is_same()), (3, true, true));
    }

    #[test]
    fn the_number_of_answers_is_no_part_of_a_decision() {
        let of = |card: &str, choices| Line { choices: Some(choices), ..line(Topic::Decision, card) };
        assert!(is_same(&of("plays Long Pass", 4), &of("plays Long Pass", 5)));
        assert!(!is_same(&of("plays Long Pass +5", 4), &of("plays Long Pass +3", 4)));
    }

    #[test]
    fn shares_are_taken_over_blocks() {
        let gap = |parts: bool| Gap { decision: parts.then_some((0, 9)), result: false };
        let gaps =
            [gap(true), gap(true), gap(false), gap(false), gap(true), gap(true), gap(false), gap(false)];
        let e = share(&gaps, 2, 0.95, |gap| gap.decision.is_some());
        assert_eq!((e.value, e.n, e.method), (0.5, 4, Method::ClopperPearsonBlock));
        assert_eq!(share(&gaps, 2, 0.95, |gap| gap.result).value, 0.0);
    }
}
