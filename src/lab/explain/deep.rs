//! The unknown numbers all at once: Morris's screening over all of them, then
//! Sobol's total indices for the short list.
//!
//! Every combination is played on the same blocks, so what separates two of
//! them is the rules as far as luck can be shared. What simulation noise is
//! left is measured from the blocks' own differences and subtracted. A
//! combination that the ruleset refuses is never filled in: its walk, or its
//! row of the design, is drawn anew and counted.
//!
//! The short list is chosen by looking, so its shares are measured on blocks
//! that the screening has not seen, and only told when the spread is clearly
//! more than noise.

mod bench;

pub use bench::{Model, Part};

use std::collections::BTreeMap;

use bench::{Bench, Play, Point};

use schemars::JsonSchema;
use serde::Serialize;

use crate::arena::schedule;
use crate::campaign::probed;
use crate::chance::Whim;
use crate::lab::Hall;
use crate::metric::{Metric, Reading};
use crate::scenario::PlanArm;
use crate::seed::{Luck, of_text};
use crate::settings::Fault;
use crate::stats::distribution::f_tail;
use crate::stats::estimate::Estimate;
use crate::stats::many;
use crate::stats::sensitivity::morris::{self, Trajectory};
use crate::stats::sensitivity::sobol::{self, Noise};

/// Grid of the walks; a step goes half-way up or down it.
const LEVELS: u32 = 4;
/// Most games per combination: blocks are kept to measure the noise.
const MOST_GAMES: u64 = 20_000;
/// Most factors of the short list, and most combinations of their values.
const MOST_SHORT: usize = 6;
const MOST_COMBINATIONS: usize = 256;
/// How often a refused walk or row is drawn anew, per one wanted.
const PATIENCE: usize = 8;

/// How hard to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Walks of the screening.
    pub walks: usize,
    /// Rows of the design for Sobol's indices.
    pub rows: usize,
}

/// Where the numbers are varied.
pub struct Ground<'a> {
    /// The arm.
    pub arm: &'a PlanArm,
    /// The metric looked at.
    pub metric: Metric,
    /// Root of all luck.
    pub seed: u64,
    /// Games per combination.
    pub games: u64,
    /// Confidence level.
    pub level: f64,
}

/// One number after the screening; effects are changes of the metric when the
/// number moves half-way through its list of values.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Screened {
    /// Key of the switch.
    pub key: String,
    /// Values it took.
    pub values: Vec<String>,
    /// μ: mean effect.
    pub mean: f64,
    /// μ*: mean absolute effect, as measured.
    #[serde(rename = "mean_absolute")]
    pub raw: f64,
    /// What noise alone would show as μ*.
    #[serde(rename = "noise_floor")]
    pub floor: f64,
    /// μ* with the noise taken out.
    #[serde(rename = "cleaned")]
    pub size: f64,
    /// Standard error of μ*.
    pub error: Option<f64>,
    /// σ: spread of the effects, noise taken out; large against μ* means that
    /// the effect hangs on the other numbers.
    pub deviation: f64,
    /// Effects behind it.
    pub n: u64,
    /// Whether it is on the short list.
    #[serde(rename = "short_list")]
    pub short: bool,
}

/// Indices of one number of the short list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Share {
    /// Key of the switch.
    pub key: String,
    /// What fixing it alone would remove of the variance.
    pub first: Estimate,
    /// What is left if all others are fixed.
    pub total: Estimate,
}

/// The unknown numbers together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Deep {
    /// Every number, the largest first.
    #[serde(rename = "screening")]
    pub screened: Vec<Screened>,
    /// Walks that were played.
    pub walks: usize,
    /// Walks that were refused and drawn anew.
    pub walks_refused: usize,
    /// Indices of the short list, the largest total first; empty when nothing
    /// varies beyond the noise.
    pub shares: Vec<Share>,
    /// Rows of the design.
    pub rows: usize,
    /// Rows that were refused and drawn anew.
    pub rows_refused: usize,
    /// Standard deviation of the metric over the short list's values, noise
    /// taken out; `None` when nothing varies beyond the noise.
    pub deviation: Option<f64>,
    /// Combinations played.
    pub combinations: usize,
    /// Games per combination.
    #[serde(rename = "games_per_combination")]
    pub each: u64,
    /// Games in all.
    #[serde(skip)]
    pub games: u64,
    /// Whether the user ended it early.
    pub interrupted: bool,
}

/// Looks at the unknown numbers of an arm together.
///
/// # Errors
/// When the metric is none that a single block has.
pub fn look(
    ground: &Ground<'_>,
    numbers: &[(&'static str, Vec<String>)],
    effort: &Effort,
    hall: &Hall<'_>,
) -> Result<Deep, Vec<Fault>> {
    let (layout, _) = ground.arm.shape()?;
    let Some(reading) = Reading::of(ground.metric, &ground.arm.metrics(), &layout) else {
        let allowed = "a metric that adds up over games, such as first-seat-advantage";
        return Err(vec![Fault::new("--deep", format!("`{}`", ground.metric), allowed)]);
    };
    let rotations = ground.arm.rotations();
    let blocks = schedule::blocks_for(ground.games.min(MOST_GAMES), rotations);
    let rules = hall.journal.map(|_| probed(ground.arm)).unwrap_or_default();
    let model = Play { ground, numbers, reading, blocks, rules };
    let lists: Vec<Numbered> = (numbers.iter())
        .map(|(key, values)| {
            let now = values.iter().position(|v| v == ground.arm.settings.text(key)).unwrap_or(0);
            Numbered { key: (*key).to_owned(), values: values.clone(), now: now as u8 }
        })
        .collect();
    let mut deep = study(&model, &lists, effort, ground.seed, ground.level, hall);
    deep.each = blocks * u64::from(rotations);
    deep.games = deep.combinations as u64 * deep.each;
    Ok(deep)
}

/// A number with its list of values and the one in force.
#[derive(Debug, Clone)]
pub struct Numbered {
    /// Key of the switch.
    pub key: String,
    /// Its values, in order of size where they have one.
    pub values: Vec<String>,
    /// Position of the value in force.
    pub now: u8,
}

/// Screening and indices of any model; a pure function of model, lists, effort
/// and seed.
#[must_use]
pub fn study(
    model: &dyn Model,
    lists: &[Numbered],
    effort: &Effort,
    seed: u64,
    level: f64,
    hall: &Hall<'_>,
) -> Deep {
    let mut bench = Bench::new(model, Part::Screening);
    let mut fresh = Bench::new(model, Part::Shares);
    let mut deep = Deep::default();
    if !lists.is_empty() {
        screen(&mut bench, lists, effort, seed, level, hall, &mut deep);
        let short = short_list(&mut deep, lists);
        if !short.is_empty() && !deep.interrupted {
            share_out(&mut fresh, lists, &short, effort, seed, level, hall, &mut deep);
        }
    }
    deep.combinations = bench.means.len() + fresh.means.len();
    deep
}

/// A walk's points as positions in the lists.
fn walk_points(walk: &Trajectory, lists: &[Numbered]) -> Vec<Point> {
    let place = |x: f64, count: usize| ((x * count as f64 + 1e-9) as usize).min(count - 1) as u8;
    let point = |x: &Vec<f64>| x.iter().zip(lists).map(|(&x, list)| place(x, list.values.len())).collect();
    walk.points.iter().map(point).collect()
}

fn screen(
    bench: &mut Bench<'_>,
    lists: &[Numbered],
    effort: &Effort,
    seed: u64,
    level: f64,
    hall: &Hall<'_>,
    deep: &mut Deep,
) {
    let all = morris::trajectories(lists.len(), LEVELS, effort.walks * PATIENCE, seed);
    let mut kept: Vec<(Trajectory, Vec<usize>)> = Vec::new();
    let mut next = 0;
    while kept.len() < effort.walks && next < all.len() && !deep.interrupted {
        let batch = &all[next..(next + effort.walks - kept.len()).min(all.len())];
        next += batch.len();
        deep.interrupted = !bench.play(batch.iter().flat_map(|walk| walk_points(walk, lists)), hall);
        for walk in batch {
            let places: Option<Vec<usize>> =
                walk_points(walk, lists).iter().map(|point| bench.place(point)).collect();
            match places {
                // Up or down half the list is a step of one.
                Some(places) => {
                    let mut unit = walk.clone();
                    unit.points.iter_mut().flatten().for_each(|x| *x = f64::from(u8::from(*x >= 0.5)));
                    kept.push((unit, places));
                }
                None if !deep.interrupted => deep.walks_refused += 1,
                None => {}
            }
        }
    }
    deep.walks = kept.len();
    let mut noise = vec![(0.0, 0.0_f64); lists.len()];
    for (walk, places) in &kept {
        for (k, &factor) in walk.order.iter().enumerate() {
            noise[factor].0 += bench.noise(places[k], places[k + 1]);
            noise[factor].1 += 1.0;
        }
    }
    let walks: Vec<Trajectory> = kept.iter().map(|(walk, _)| walk.clone()).collect();
    let values: Vec<Vec<f64>> =
        kept.iter().map(|(_, places)| places.iter().map(|&p| bench.means[p]).collect()).collect();
    // Over all numbers together. Walks share their luck, so the noise of one
    // number's effects may be the same in all of them: no more is known of
    // their mean than of one.
    let strict = many::level_of_each(level, lists.len());
    for (factor, list) in lists.iter().enumerate() {
        let noise = noise[factor].0 / noise[factor].1.max(1.0);
        let effect = morris::effects(lists.len(), &walks, &values, noise)[factor];
        let floor = morris::floor(noise, 1.0);
        deep.screened.push(Screened {
            key: list.key.clone(),
            values: list.values.clone(),
            mean: effect.mean,
            raw: effect.mean_absolute,
            floor,
            size: morris::cleaned(effect.mean_absolute, noise),
            error: effect.error,
            deviation: effect.deviation,
            n: effect.n,
            short: morris::is_clear(effect.mean_absolute, noise, strict),
        });
    }
    deep.screened.sort_by(|a, b| b.size.total_cmp(&a.size));
}

/// The largest clear factors whose combinations can all be played; unmarks the
/// others.
fn short_list(deep: &mut Deep, lists: &[Numbered]) -> Vec<usize> {
    let mut short = Vec::new();
    let mut combinations = 1;
    for screened in &mut deep.screened {
        let place = lists.iter().position(|list| list.key == screened.key);
        let wanted = combinations * screened.values.len();
        match place {
            Some(place) if screened.short && short.len() < MOST_SHORT && wanted <= MOST_COMBINATIONS => {
                combinations = wanted;
                short.push(place);
            }
            _ => screened.short = false,
        }
    }
    short
}

/// One row of the design: A, B, and A with each factor from B.
struct Row {
    a: Point,
    b: Point,
    mixed: Vec<Point>,
}

fn design_row(lists: &[Numbered], short: &[usize], seed: u64, number: usize) -> Row {
    let mut whim = Whim::new(Luck::new(seed, of_text("sobol"), number as u64), 0, 0);
    let base: Point = lists.iter().map(|list| list.now).collect();
    let mut draw = || {
        let mut point = base.clone();
        for &factor in short {
            point[factor] = whim.below(lists[factor].values.len() as u32) as u8;
        }
        point
    };
    let (a, b) = (draw(), draw());
    let mixed = short.iter().map(|&factor| {
        let mut point = a.clone();
        point[factor] = b[factor];
        point
    });
    Row { mixed: mixed.collect(), a, b }
}

#[expect(clippy::too_many_arguments, reason = "one step of `study`, split off for its length")]
fn share_out(
    bench: &mut Bench<'_>,
    lists: &[Numbered],
    short: &[usize],
    effort: &Effort,
    seed: u64,
    level: f64,
    hall: &Hall<'_>,
    deep: &mut Deep,
) {
    let mut rows: Vec<(usize, usize, Vec<usize>)> = Vec::new();
    let mut next = 0;
    while rows.len() < effort.rows && next < effort.rows * PATIENCE {
        let batch: Vec<Row> =
            (next..next + effort.rows - rows.len()).map(|n| design_row(lists, short, seed, n)).collect();
        next += batch.len();
        let points = batch.iter().flat_map(|row| row.mixed.iter().chain([&row.a, &row.b]).cloned());
        if !bench.play(points, hall) {
            deep.interrupted = true;
            return;
        }
        for row in batch {
            let mixed: Option<Vec<usize>> = row.mixed.iter().map(|point| bench.place(point)).collect();
            match (bench.place(&row.a), bench.place(&row.b), mixed) {
                (Some(a), Some(b), Some(mixed)) => rows.push((a, b, mixed)),
                _ => deep.rows_refused += 1,
            }
        }
    }
    deep.rows = rows.len();
    let mean = |place: usize| bench.means[place];
    let a: Vec<f64> = rows.iter().map(|row| mean(row.0)).collect();
    let b: Vec<f64> = rows.iter().map(|row| mean(row.1)).collect();
    let both: Vec<usize> = rows.iter().flat_map(|row| [row.0, row.1]).collect();
    let value = bench.common_noise(&both);
    let n = both.len() as f64;
    let centre = both.iter().map(|&p| mean(p)).sum::<f64>() / n.max(1.0);
    let spread = both.iter().map(|&p| (mean(p) - centre).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let blocks = bench.blocks.first().map_or(0, Vec::len);
    let distinct = both.iter().collect::<std::collections::BTreeSet<_>>().len();
    // Is there any spread to be shared out (analysis of variance)?
    let apart = distinct > 1
        && spread > 1e-24
        && (value <= 0.0
            || f_tail(spread / value, (distinct - 1) as f64, (blocks.max(2) - 1) as f64) <= 1.0 - level);
    if !apart {
        return;
    }
    let mut pairs: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let mut noise =
        |x: usize, y: usize| *pairs.entry((x.min(y), x.max(y))).or_insert_with(|| bench.noise(x, y));
    let count = rows.len().max(1) as f64;
    for (i, &factor) in short.iter().enumerate() {
        let column: Vec<f64> = rows.iter().map(|row| mean(row.2[i])).collect();
        let of_total = rows.iter().map(|row| noise(row.0, row.2[i])).sum::<f64>() / count;
        let of_first = rows.iter().map(|row| noise(row.1, row.2[i])).sum::<f64>() / count;
        let indices = |difference: f64| {
            let noise = Noise { value, difference };
            sobol::jansen(&a, &b, std::slice::from_ref(&column), noise, level).pop()
        };
        if let (Some(first), Some(total)) = (indices(of_first), indices(of_total)) {
            let key = lists[factor].key.clone();
            deep.shares.push(Share { key, first: first.first, total: total.total });
        }
    }
    deep.shares.sort_by(|x, y| y.total.value.total_cmp(&x.total.value));
    let variance = spread - value;
    deep.deviation = (variance > 0.0 && !deep.shares.is_empty()).then(|| variance.sqrt());
}

#[cfg(test)]
#[path = "deep_tests.rs"]
mod tests;
