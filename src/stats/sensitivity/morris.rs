//! Screening many factors with few runs: elementary effects (Morris 1991;
//! Campolongo, Cariboni and Saltelli 2007).

use crate::chance::Whim;
use crate::seed::{Luck, of_text};
use crate::stats::distribution::{normal_cdf, z};
use crate::stats::root::{CLOSE, root};

/// One random walk through factor space that changes each factor once.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    /// Points on the walk, one more than there are factors; coordinates in
    /// 0..1.
    pub points: Vec<Vec<f64>>,
    /// Which factor changes from point k to point k + 1.
    pub order: Vec<usize>,
}

/// `count` trajectories over `factors` factors on a grid of `levels` (even, at
/// least 2) levels, with Morris's step `levels` / (2 (`levels` - 1)): a pure
/// function of its arguments.
#[must_use]
pub fn trajectories(factors: usize, levels: u32, count: usize, seed: u64) -> Vec<Trajectory> {
    let levels = (levels.max(2) / 2) * 2;
    let half = levels / 2;
    let place = |level: u32| f64::from(level) / f64::from(levels - 1);
    let one = |number: usize| {
        let mut whim = Whim::new(Luck::new(seed, of_text("morris"), number as u64), 0, 0);
        let mut order: Vec<usize> = (0..factors).collect();
        for last in (1..factors).rev() {
            order.swap(last, whim.below(last as u32 + 1) as usize);
        }
        let mut level: Vec<u32> = (0..factors).map(|_| whim.below(levels)).collect();
        let mut points = vec![level.iter().map(|&l| place(l)).collect::<Vec<_>>()];
        for &factor in &order {
            // The step keeps every level equally likely before and after.
            level[factor] = if level[factor] < half { level[factor] + half } else { level[factor] - half };
            points.push(level.iter().map(|&l| place(l)).collect());
        }
        Trajectory { points, order }
    };
    (0..count).map(one).collect()
}

/// What a factor does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// Mean elementary effect μ, per full range of the factor.
    pub mean: f64,
    /// Mean absolute effect μ*.
    pub mean_absolute: f64,
    /// Standard deviation σ of the effects: large against μ* means curvature
    /// or interaction. Simulation noise is taken out.
    pub deviation: f64,
    /// Standard error of μ*, noise included; `None` from one trajectory.
    pub error: Option<f64>,
    /// Elementary effects behind it.
    pub n: u64,
}

/// Elementary effects per factor from evaluated trajectories: `values[t][k]` is
/// the model at point k of trajectory t.
///
/// `noise` is the variance of the simulation noise in the DIFFERENCE of two
/// neighbouring points' values (with shared luck far below twice that of one
/// value); 0 if exact. μ* can't be cleaned of noise without a model of it:
/// compare it with √(2 noise / π) / step, what noise alone would show
/// ([`floor`]). Factors that no complete trajectory changes have `n` = 0.
#[must_use]
pub fn effects(factors: usize, trajectories: &[Trajectory], values: &[Vec<f64>], noise: f64) -> Vec<Effect> {
    let mut found: Vec<Vec<(f64, f64)>> = vec![Vec::new(); factors];
    for (trajectory, values) in trajectories.iter().zip(values) {
        for (k, &factor) in trajectory.order.iter().enumerate() {
            let (Some(from), Some(to)) = (trajectory.points.get(k), trajectory.points.get(k + 1)) else {
                continue;
            };
            let (Some(before), Some(after)) = (values.get(k), values.get(k + 1)) else { continue };
            let step = to[factor] - from[factor];
            if step != 0.0 && before.is_finite() && after.is_finite() && factor < factors {
                found[factor].push(((after - before) / step, step));
            }
        }
    }
    found.iter().map(|effects| summary(effects, noise)).collect()
}

fn summary(effects: &[(f64, f64)], noise: f64) -> Effect {
    let n = effects.len() as f64;
    if effects.is_empty() {
        return Effect { mean: 0.0, mean_absolute: 0.0, deviation: 0.0, error: None, n: 0 };
    }
    let mean = effects.iter().map(|e| e.0).sum::<f64>() / n;
    let mean_absolute = effects.iter().map(|e| e.0.abs()).sum::<f64>() / n;
    let spread = |centre: f64, value: fn(f64) -> f64| {
        effects.iter().map(|e| (value(e.0) - centre).powi(2)).sum::<f64>() / (n - 1.0)
    };
    let several = effects.len() > 1;
    let from_noise = effects.iter().map(|e| noise / (e.1 * e.1)).sum::<f64>() / n;
    Effect {
        mean,
        mean_absolute,
        deviation: if several { (spread(mean, |e| e) - from_noise).max(0.0).sqrt() } else { 0.0 },
        error: several.then(|| (spread(mean_absolute, f64::abs) / n).sqrt()),
        n: effects.len() as u64,
    }
}

/// μ* with the noise's share taken out: the size of effect whose absolute value
/// has this mean when normal noise of variance `noise` is added (mean of a
/// folded normal; Leone, Nelson and Nottingham 1961). 0 at the [`floor`] of a
/// unit step and below; μ* itself without noise.
#[must_use]
pub fn cleaned(mean_absolute: f64, noise: f64) -> f64 {
    let deviation = noise.max(0.0).sqrt();
    if mean_absolute <= floor(noise, 1.0) {
        return 0.0;
    }
    let folded = |size: f64| {
        let ratio = size / deviation;
        deviation * (2.0 / std::f64::consts::PI).sqrt() * (-ratio * ratio / 2.0).exp()
            + size * (1.0 - 2.0 * normal_cdf(-ratio))
    };
    if deviation == 0.0 {
        return mean_absolute;
    }
    // The folded mean rises with the size and is never below it.
    root((0.0, mean_absolute), CLOSE * mean_absolute, |size| folded(size) - mean_absolute)
}

/// Whether μ* is more than noise of this variance, the same in all of a factor's
/// effects, shows in one of them. What rounding leaves of an exact zero is no
/// effect.
#[must_use]
pub fn is_clear(mean_absolute: f64, noise: f64, level: f64) -> bool {
    mean_absolute > (z(level) * noise.sqrt()).max(1e-12)
}

/// The μ* that noise alone would show: √(2 `noise` / π) / |step|.
#[must_use]
pub fn floor(noise: f64, step: f64) -> f64 {
    if step == 0.0 { 0.0 } else { (2.0 * noise.max(0.0) / std::f64::consts::PI).sqrt() / step.abs() }
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::Dice;
    use super::*;

    fn model(x: &[f64]) -> f64 {
        3.0 * x[0] - 2.0 * x[1] + 4.0 * x[2] * x[3]
    }

    fn evaluated(count: usize) -> (Vec<Trajectory>, Vec<Vec<f64>>) {
        let walks = trajectories(5, 4, count, 11);
        let values = walks.iter().map(|w| w.points.iter().map(|p| model(p)).collect()).collect();
        (walks, values)
    }

    #[test]
    fn trajectories_change_each_factor_once_by_the_step() {
        for walk in trajectories(6, 4, 50, 3) {
            assert_eq!(walk.points.len(), 7);
            let mut seen = walk.order.clone();
            seen.sort_unstable();
            assert_eq!(seen, [0, 1, 2, 3, 4, 5]);
            for (k, pair) in walk.points.windows(2).enumerate() {
                for (f, (from, to)) in pair[0].iter().zip(&pair[1]).enumerate() {
                    let wanted = if f == walk.order[k] { 2.0 / 3.0 } else { 0.0 };
                    assert!(((to - from).abs() - wanted).abs() < 1e-12 && (0.0..=1.0).contains(to));
                }
            }
        }
    }

    #[test]
    fn effects_of_a_known_model() {
        let (walks, values) = evaluated(400);
        let e = effects(5, &walks, &values, 0.0);
        assert!((e[0].mean - 3.0).abs() < 1e-9 && e[0].deviation < 1e-6);
        assert!((e[1].mean + 2.0).abs() < 1e-9 && (e[1].mean_absolute - 2.0).abs() < 1e-9);
        // The other factor of the product is uniform on 0, 1/3, 2/3, 1: mean
        // effect 2, deviation 4 √(5/36).
        assert!(
            (e[2].mean - 2.0).abs() < 0.25 && (e[2].deviation - 4.0 * (5.0_f64 / 36.0).sqrt()).abs() < 0.15
        );
        assert_eq!((e[4].mean_absolute, e[4].n), (0.0, 400));
        assert!(effects(2, &[], &[], 0.0)[0].error.is_none());
    }

    #[test]
    fn cleaned_effects_have_no_noise_left() {
        assert_eq!(cleaned(0.3, 0.0), 0.3);
        assert_eq!(cleaned(floor(0.04, 1.0) * 0.99, 0.04), 0.0);
        let mut dice = Dice::new("morris cleaned", 0);
        for size in [0.1, 0.3, 1.0] {
            let draws = 40_000;
            let raw: f64 =
                (0..draws).map(|_| (size + 0.2 * dice.normal()).abs()).sum::<f64>() / f64::from(draws);
            assert!((cleaned(raw, 0.04) - size).abs() < 0.01, "{size}: {}", cleaned(raw, 0.04));
        }
    }

    #[test]
    fn noise_does_not_count_as_interaction() {
        let (walks, mut values) = evaluated(400);
        let mut dice = Dice::new("morris", 0);
        for value in values.iter_mut().flatten() {
            *value += 0.1 * dice.normal();
        }
        let e = effects(5, &walks, &values, 0.02);
        assert!(e[0].deviation < 0.1 && e[4].deviation < 0.1, "{e:?}");
        let alone = floor(0.02, 2.0 / 3.0);
        assert!((e[4].mean_absolute - alone).abs() < 4.0 * e[4].error.unwrap(), "{e:?} {alone}");
    }
}
