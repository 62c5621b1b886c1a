//! A large discrete space: the N-tuple bandit evolutionary algorithm
//! (Kunanusont, Gaina, Liu, Perez-Liebana and Lucas 2017, arXiv 1705.01080;
//! Lucas, Liu and Perez-Liebana 2018, arXiv 1802.05991).
//!
//! In: how many values each knob has, a number of evaluations, and a way to
//! evaluate a point once more, which answers with its loss. Out: every point
//! visited and the one recommended. A model keeps, for every value of every
//! knob and for every pair of values of two knobs, how the points went that
//! had them; the next point is the neighbour of the current one with the best
//! mean plus bonus for what is little known.
//!
//! Two things differ from the papers, because a point here can be played on:
//! a point's record is its latest loss (over all its games) weighted by its
//! evaluations, not a sum of single noisy ones; and losses enter as
//! -ln(1 + loss), scaled to 0..=1 over what was seen, because a loss of squared
//! misses has no upper end.

use std::collections::BTreeMap;

use crate::chance::Whim;
use crate::seed::{Luck, of_text};

/// Neighbours looked at per step (the papers use 50 to 100).
const NEIGHBOURS: usize = 50;
/// Weight of the bonus for little-known tuples, on rewards of 0..=1.
const CURIOSITY: f64 = 0.5;

/// A point visited.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Visit {
    /// Evaluations so far.
    pub evaluations: u32,
    /// Its loss over all of them.
    pub loss: f64,
}

/// What the search found out.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// Every point visited: the index of each knob's value.
    pub visited: BTreeMap<Vec<usize>, Visit>,
    /// The visited point of best modelled mean; `None` when none was.
    pub recommended: Option<Vec<usize>>,
    /// Whether evaluating was stopped from outside.
    pub interrupted: bool,
}

/// What the model knows about a tuple.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// Evaluations of points that could be played.
    count: f64,
    /// Sum over them of ln(1 + loss).
    sum: f64,
    /// Evaluations of points that could not be played.
    barred: f64,
}

/// 1- and 2-tuples of a point: knob and value, or two knobs and two values
/// (equal knobs stand for a 1-tuple).
fn tuples(point: &[usize]) -> impl Iterator<Item = (usize, usize, usize, usize)> + '_ {
    (0..point.len()).flat_map(move |a| (a..point.len()).map(move |b| (a, b, point[a], point[b])))
}

struct Model {
    known: BTreeMap<(usize, usize, usize, usize), Known>,
    evaluations: f64,
    /// Least and most ln(1 + loss) seen.
    span: (f64, f64),
}

impl Model {
    const fn new() -> Self {
        Self { known: BTreeMap::new(), evaluations: 0.0, span: (f64::INFINITY, f64::NEG_INFINITY) }
    }

    /// Replaces what was known of a point by its latest record.
    fn learn(&mut self, point: &[usize], before: Option<Visit>, now: Visit) {
        self.evaluations += 1.0;
        if now.loss.is_finite() {
            let shrunk = now.loss.ln_1p();
            self.span = (self.span.0.min(shrunk), self.span.1.max(shrunk));
        }
        for tuple in tuples(point) {
            let known = self.known.entry(tuple).or_default();
            for (visit, sign) in before.map(|visit| (visit, -1.0)).into_iter().chain([(now, 1.0)]) {
                let weight = sign * f64::from(visit.evaluations);
                if visit.loss.is_finite() {
                    known.count += weight;
                    known.sum += weight * visit.loss.ln_1p();
                } else {
                    known.barred += weight;
                }
            }
        }
    }

    /// Mean reward over the tuples of a point that are known: 1 for the least
    /// loss seen, 0 for the most and for what can't be played.
    fn mean(&self, point: &[usize]) -> f64 {
        let width = if self.span.1 > self.span.0 { self.span.1 - self.span.0 } else { 1.0 };
        let reward = |known: &Known| {
            (known.count - (known.sum - known.count * self.span.0) / width) / (known.count + known.barred)
        };
        let known = tuples(point).filter_map(|tuple| self.known.get(&tuple));
        let known = known.map(|known| if known.count > 0.0 { reward(known) } else { 0.0 });
        let (sum, count) = known.fold((0.0, 0.0), |(sum, n), reward| (sum + reward, n + 1.0));
        if count > 0.0 { sum / count } else { 0.0 }
    }

    /// Upper confidence bound: mean plus bonus, both averaged over tuples.
    fn bound(&self, point: &[usize]) -> f64 {
        let log = (1.0 + self.evaluations).ln();
        let (mut bonus, mut count) = (0.0, 0.0);
        for tuple in tuples(point) {
            let seen = self.known.get(&tuple).map_or(0.0, |known| known.count + known.barred);
            bonus += (log / (seen + 0.5)).sqrt();
            count += 1.0;
        }
        self.mean(point) + CURIOSITY * bonus / count
    }
}

/// Looks for the point of least loss.
///
/// `sizes` is the number of values of each knob, `start` the point to begin at
/// (the game as printed, say). `evaluate` measures a point once more and
/// answers with its loss over all its evaluations; infinite for a point that
/// can't be played, `None` when play was stopped. The path is a pure function
/// of `seed` and the losses.
pub fn search(
    sizes: &[usize],
    start: &[usize],
    evaluations: u32,
    seed: u64,
    evaluate: &mut dyn FnMut(&[usize]) -> Option<f64>,
) -> Search {
    let mut whim = Whim::new(Luck::new(seed, of_text("tune: ntbea"), 0), 0, 0);
    let mut visited: BTreeMap<Vec<usize>, Visit> = BTreeMap::new();
    let mut interrupted = false;
    let mut model = Model::new();
    let mut current = start.to_vec();
    for _ in 0..evaluations {
        let Some(loss) = evaluate(&current) else {
            interrupted = true;
            break;
        };
        let loss = if loss.is_nan() { f64::INFINITY } else { loss };
        let before = visited.get(&current).copied();
        let now = Visit { evaluations: before.map_or(0, |visit| visit.evaluations) + 1, loss };
        model.learn(&current, before, now);
        visited.insert(current.clone(), now);
        let mut best: Option<(f64, Vec<usize>)> = None;
        for _ in 0..NEIGHBOURS {
            let neighbour = mutated(&current, sizes, &mut whim);
            if visited.get(&neighbour).is_some_and(|visit| visit.loss.is_infinite()) {
                continue;
            }
            let bound = model.bound(&neighbour);
            if best.as_ref().is_none_or(|(other, _)| bound > *other) {
                best = Some((bound, neighbour));
            }
        }
        if let Some((_, next)) = best {
            current = next;
        }
    }
    let able = visited.iter().filter(|(_, visit)| visit.loss.is_finite());
    let recommended = able.max_by(|a, b| {
        let means = model.mean(a.0).total_cmp(&model.mean(b.0));
        means.then(b.1.loss.total_cmp(&a.1.loss))
    });
    let recommended = recommended.map(|(point, _)| point.clone());
    Search { visited, recommended, interrupted }
}

/// A neighbour: one knob surely gets another value, each other one with
/// probability 1 / number of knobs.
fn mutated(point: &[usize], sizes: &[usize], whim: &mut Whim) -> Vec<usize> {
    let mut next = point.to_vec();
    let free: Vec<usize> = (0..sizes.len()).filter(|&knob| sizes[knob] > 1).collect();
    if free.is_empty() {
        return next;
    }
    let sure = free[whim.below(free.len() as u32) as usize];
    for &knob in &free {
        if knob == sure || whim.below(free.len() as u32) == 0 {
            let other = whim.below(sizes[knob] as u32 - 1) as usize;
            next[knob] = if other >= point[knob] { other + 1 } else { other };
        }
    }
    next
}

/// All points one step away: the values beside it for an ordered knob, every
/// other value for one of words.
#[must_use]
pub fn deviations(point: &[usize], sizes: &[usize], ordered: &[bool]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (knob, (&size, &ordered)) in sizes.iter().zip(ordered).enumerate() {
        let others = (0..size).filter(|&value| value != point[knob]);
        for value in others.filter(|&value| !ordered || value.abs_diff(point[knob]) == 1) {
            let mut next = point.to_vec();
            next[knob] = value;
            all.push(next);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::Dice;

    /// A hidden best point in 6^5 = 7776, with a valley that ties two knobs
    /// together, and noise.
    fn loss(point: &[usize]) -> f64 {
        const BEST: [usize; 5] = [4, 1, 3, 0, 5];
        let apart: f64 = point.iter().zip(BEST).map(|(&a, b)| a.abs_diff(b).pow(2) as f64).sum();
        let tie = (point[0] as f64 - point[4] as f64 + 1.0).powi(2);
        apart + tie
    }

    #[test]
    fn a_hidden_point_in_thousands_is_found_or_nearly() {
        let sizes = [6; 5];
        let mut all = Vec::new();
        for code in 0..7776_usize {
            let point: Vec<usize> = (0..5).map(|k| code / 6_usize.pow(k) % 6).collect();
            all.push(loss(&point));
        }
        all.sort_by(f64::total_cmp);
        let among_best = all[38]; // the best half per cent
        let (mut fine, mut random) = (0, 0);
        for repetition in 0..100 {
            let mut dice = Dice::new("ntbea", repetition);
            let mut seen: BTreeMap<Vec<usize>, (f64, f64)> = BTreeMap::new();
            let found = search(&sizes, &[0; 5], 400, repetition, &mut |point| {
                let (sum, count) = seen.entry(point.to_vec()).or_insert((0.0, 0.0));
                *sum += (loss(point) + 2.0 * dice.normal()).max(0.0);
                *count += 1.0;
                Some(*sum / *count)
            });
            fine += u32::from(loss(found.recommended.as_ref().unwrap()) <= among_best);
            let picked = (0..400).map(|_| {
                let point: Vec<usize> = (0..5).map(|_| dice.below(6) as usize).collect();
                (loss(&point) + 2.0 * dice.normal(), loss(&point))
            });
            let best = picked.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            random += u32::from(best.1 <= among_best);
        }
        assert!(fine >= 90, "{fine} of 100");
        assert!(fine > random + 10, "no better than random search: {fine} against {random}");
    }

    #[test]
    fn the_path_is_a_pure_function_of_seed_and_losses() {
        let run =
            |seed| search(&[4, 3, 5], &[0, 0, 0], 60, seed, &mut |p| Some(p.iter().sum::<usize>() as f64));
        assert_eq!(run(1), run(1));
        assert_ne!(run(1).visited, run(2).visited);
        assert_eq!(run(1).recommended, Some(vec![0, 0, 0]));
    }

    #[test]
    fn points_that_cannot_be_played_are_left_and_never_recommended() {
        let found = search(&[5, 5], &[0, 0], 200, 3, &mut |p| {
            Some(if p[0] == p[1] {
                f64::INFINITY
            } else {
                (p[0] as f64 - 3.0).powi(2) + (p[1] as f64 - 2.0).powi(2)
            })
        });
        assert_eq!(found.recommended, Some(vec![3, 2]));
        let none = search(&[2], &[0], 10, 3, &mut |_| None);
        assert!(none.interrupted && none.recommended.is_none());
    }

    #[test]
    fn a_value_whose_neighbours_cannot_be_played_is_worth_less() {
        let mut model = Model::new();
        let visit = |loss: f64| Visit { evaluations: 1, loss };
        for (point, loss) in
            [([0, 0], 1.0), ([1, 0], 1.0), ([2, 2], 5.0), ([0, 1], f64::INFINITY), ([1, 1], 5.0)]
        {
            model.learn(&point, None, visit(loss));
        }
        // Both first values went well once; the other time one went badly and
        // one not at all, which is as bad.
        assert!((model.mean(&[0, 2]) - model.mean(&[1, 2])).abs() < 1e-12);
        assert!((model.mean(&[0, 3]) - 0.5).abs() < 1e-12, "{}", model.mean(&[0, 3]));
    }

    #[test]
    fn deviations_are_one_step_away() {
        let near = deviations(&[2, 0, 1], &[5, 2, 3], &[true, false, false]);
        assert_eq!(near, [[1, 0, 1], [3, 0, 1], [2, 1, 1], [2, 0, 0], [2, 0, 2]]);
        let mut whim = Whim::new(Luck::new(1, 2, 3), 0, 0);
        for _ in 0..200 {
            let next = mutated(&[2, 0, 1, 0], &[5, 2, 3, 1], &mut whim);
            assert!(next != [2, 0, 1, 0] && next[3] == 0 && next[0] < 5 && next[1] < 2 && next[2] < 3);
        }
    }
}
