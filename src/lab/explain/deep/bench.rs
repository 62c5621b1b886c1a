//! Combinations of values, played once each on the same blocks, and the noise
//! that is left between any two of them.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::super::probes::varied;
use super::Ground;
use crate::campaign::{Share, journal, told_of};
use crate::lab::Hall;
use crate::metric::Reading;
use crate::scenario::PlanArm;

/// A value of every number, by position in its list.
pub(super) type Point = Vec<u8>;

/// Where combinations get their values per block from.
pub trait Model: Sync {
    /// The metric in every block of a combination, on the luck of this part of
    /// the study; `None` if it is refused.
    fn blocks(&self, point: &[u8], part: Part) -> Option<Vec<f64>>;

    /// Its key in a journal; none where nothing is kept of it.
    fn key(&self, _point: &[u8], _part: Part) -> Option<String> {
        None
    }
}

/// Which blocks are played: neither part sees the other's luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Those of the screening, which are also those of the arm itself.
    Screening,
    /// As many blocks after them.
    Shares,
}

/// Games of the arm with these values.
pub(super) struct Play<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) numbers: &'a [(&'static str, Vec<String>)],
    pub(super) reading: Reading,
    pub(super) blocks: u64,
    /// What the rules do ([`probed`](crate::campaign::probed)).
    pub(super) rules: String,
}

impl Play<'_> {
    /// The arm with these values; none if it is refused.
    fn arm(&self, point: &[u8]) -> Option<PlanArm> {
        let changes: Vec<(String, String)> = (self.numbers.iter().zip(point))
            .map(|((key, values), &place)| ((*key).to_owned(), values[usize::from(place)].clone()))
            .collect();
        let arm = varied(self.ground.arm, &changes).ok()?;
        (arm.bots.len() == self.ground.arm.bots.len()).then_some(arm)
    }

    fn range(&self, part: Part) -> Range<u64> {
        let from = if part == Part::Shares { self.blocks } else { 0 };
        from..from + self.blocks
    }
}

impl Model for Play<'_> {
    fn key(&self, point: &[u8], part: Part) -> Option<String> {
        let reading = (self.reading.column, self.reading.over, self.reading.parts.to_bits());
        let told = (self.ground.seed, told_of(&self.arm(point)?), self.range(part), reading);
        Some(journal::key(&self.rules, &told))
    }

    fn blocks(&self, point: &[u8], part: Part) -> Option<Vec<f64>> {
        let runner = self.arm(point)?.runner(self.ground.seed).ok()?;
        let mut rows = Vec::new();
        let _ = runner.batch(self.range(part), Some(&mut rows));
        per_block(&rows, runner.layout().columns(), self.reading)
    }
}

/// The metric block by block: for a ratio of two sums, the block's share in it
/// (the delta method's linear part), whose mean is the ratio itself.
fn per_block(rows: &[i64], columns: usize, reading: Reading) -> Option<Vec<f64>> {
    let pairs: Vec<(f64, f64)> = rows
        .chunks_exact(columns)
        .map(|row| (row[reading.column] as f64 / reading.parts, row[reading.over] as f64))
        .collect();
    let n = pairs.len() as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    if y == 0.0 {
        return None;
    }
    let ratio = x / y;
    Some(pairs.iter().map(|(x, y_b)| ratio + (x - ratio * y_b) / (y / n)).collect())
}

/// Combinations that have been played.
pub(super) struct Bench<'a> {
    model: &'a dyn Model,
    part: Part,
    known: BTreeMap<Point, Option<usize>>,
    /// Its values block by block.
    pub(super) blocks: Vec<Vec<f64>>,
    /// Mean of each combination played.
    pub(super) means: Vec<f64>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(model: &'a dyn Model, part: Part) -> Self {
        Self { model, part, known: BTreeMap::new(), blocks: Vec::new(), means: Vec::new() }
    }

    /// Plays what is not yet known of these points. False when the user wants
    /// to stop.
    pub(super) fn play(&mut self, points: impl Iterator<Item = Point>, hall: &Hall<'_>) -> bool {
        let mut wanted: Vec<Point> = points.filter(|point| !self.known.contains_key(point)).collect();
        wanted.sort();
        wanted.dedup();
        let (model, part) = (self.model, self.part);
        let one = |(place, point): (usize, &Point)| -> Option<Option<Vec<f64>>> {
            let kept = hall.journal.and_then(|journal| Some((journal, model.key(point, part)?)));
            let Some((journal, key)) = kept else {
                return (!hall.closed()).then(|| model.blocks(point, part));
            };
            let mut known = None;
            journal.known(&key, &(0..1), &mut |_, text| {
                known = serde_json::from_str::<Option<Vec<u64>>>(text).ok();
                known.is_some()
            });
            if let Some(bits) = known {
                return Some(bits.map(|bits| bits.into_iter().map(f64::from_bits).collect()));
            }
            let share = journal.share();
            // Of a share every so many-th point is played and kept, and none is known: it can't
            // go on.
            let shared = share != Some(Share::WHOLE);
            let own = !shared || {
                let left = !journal.share_out(&key, 0..1).is_empty();
                left && share.is_some_and(|Share { k, n }| place as u64 % n == k - 1)
            };
            if own && shared {
                let mut is_kept = false;
                journal.mine(&key, &(0..1), &mut |_, _| {
                    is_kept = true;
                    is_kept
                });
                if is_kept {
                    return None;
                }
            }
            let played = (own && !hall.closed()).then(|| model.blocks(point, part));
            if let Some(blocks) = &played {
                let bits = |blocks: &Vec<f64>| blocks.iter().map(|value| value.to_bits()).collect();
                let bits: Option<Vec<u64>> = blocks.as_ref().map(bits);
                journal.keep(&key, 0..1, true, &|| serde_json::to_string(&bits).unwrap_or_default());
            }
            played.filter(|_| !shared)
        };
        let played: Vec<Option<Option<Vec<f64>>>> = wanted.par_iter().enumerate().map(one).collect();
        let mut all = true;
        for (point, found) in wanted.into_iter().zip(played) {
            let Some(found) = found else {
                all = false;
                continue;
            };
            let place = found.map(|blocks| {
                self.means.push(blocks.iter().sum::<f64>() / blocks.len().max(1) as f64);
                self.blocks.push(blocks);
                self.means.len() - 1
            });
            self.known.insert(point, place);
        }
        all
    }

    pub(super) fn place(&self, point: &[u8]) -> Option<usize> {
        self.known.get(point).copied().flatten()
    }

    /// Variance of the noise in the difference of two combinations' means.
    pub(super) fn noise(&self, a: usize, b: usize) -> f64 {
        if a == b {
            return 0.0;
        }
        let differences = self.blocks[a].iter().zip(&self.blocks[b]).map(|(x, y)| x - y);
        variance_of_mean(differences, self.means[a] - self.means[b])
    }

    /// Variance of the noise in the spread of these combinations: what each
    /// block does apart from what it does to all of them.
    pub(super) fn common_noise(&self, places: &[usize]) -> f64 {
        let mut weight: BTreeMap<usize, f64> = BTreeMap::new();
        for &place in places {
            *weight.entry(place).or_insert(0.0) += 1.0 / places.len() as f64;
        }
        let Some(count) = places.first().map(|&p| self.blocks[p].len()) else { return 0.0 };
        let mut centre = vec![0.0; count];
        let mut mean = 0.0;
        for (&place, &w) in &weight {
            mean += w * self.means[place];
            for (sum, value) in centre.iter_mut().zip(&self.blocks[place]) {
                *sum += w * value;
            }
        }
        let one = |place: usize| {
            let off = self.blocks[place].iter().zip(&centre).map(|(x, c)| x - c);
            variance_of_mean(off, self.means[place] - mean)
        };
        weight.iter().map(|(&place, &w)| w * one(place)).sum()
    }
}

fn variance_of_mean(values: impl ExactSizeIterator<Item = f64>, mean: f64) -> f64 {
    let n = values.len() as f64;
    if n < 2.0 {
        return 0.0;
    }
    values.map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0) / n
}
