//! Known models: what matters is found, noise is not.

use std::sync::atomic::AtomicBool;

use super::*;

/// A model with noise of its own in every block, part of it shared.
struct Made {
    effect: fn(&[f64]) -> f64,
    shared: f64,
    own: f64,
    blocks: usize,
    experiment: u64,
    refuse: fn(&[u8]) -> bool,
}

fn normal(whim: &mut Whim) -> f64 {
    let mut unit = || (whim.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    (-2.0 * (1.0 - unit()).ln()).sqrt() * (std::f64::consts::TAU * unit()).cos()
}

impl Model for Made {
    fn blocks(&self, point: &[u8], part: Part) -> Option<Vec<f64>> {
        if (self.refuse)(point) {
            return None;
        }
        let x: Vec<f64> = point.iter().map(|&p| f64::from(p)).collect();
        let value = (self.effect)(&x);
        let key = point.iter().fold(7, |key, &p| crate::seed::mix(key ^ u64::from(p)));
        let luck = |pairing| Luck::new(self.experiment, pairing, part as u64);
        let (mut all, mut own) = (Whim::new(luck(1), 0, 0), Whim::new(luck(key), 1, 0));
        let block = |_| value + self.shared * normal(&mut all) + self.own * normal(&mut own);
        Some((0..self.blocks).map(block).collect())
    }
}

fn lists(count: usize) -> Vec<Numbered> {
    let values = vec!["0".to_owned(), "1".to_owned()];
    (0..count).map(|i| Numbered { key: format!("n{i}"), values: values.clone(), now: 0 }).collect()
}

const EFFORT: Effort = Effort { walks: 10, rows: 256 };

fn studied(model: &Made, count: usize) -> Deep {
    let stop = AtomicBool::new(false);
    let hall = Hall::new(&stop, &|_| {});
    study(model, &lists(count), &EFFORT, model.experiment, 0.95, &hall)
}

fn noise_only(experiment: u64) -> Made {
    Made { effect: |_| 0.4, shared: 0.5, own: 0.3, blocks: 200, experiment, refuse: |_| false }
}

#[test]
fn pure_noise_is_no_effect() {
    let (mut short, mut shared, mut sizes, mut floors, experiments) = (0, 0, 0.0, 0.0, 60);
    for experiment in 0..experiments {
        let deep = studied(&noise_only(experiment), 8);
        short += u64::from(deep.screened.iter().any(|s| s.short));
        sizes += deep.screened.iter().map(|s| s.size).sum::<f64>() / 8.0;
        floors += deep.screened.iter().map(|s| s.floor).sum::<f64>() / 8.0;
        shared += u64::from(!deep.shares.is_empty());
    }
    let n = experiments as f64;
    // One study in twenty may let noise through the screening, and hardly one
    // through fresh luck as well; sizes stay well below what noise shows raw.
    assert!(short <= 6 && shared <= 1, "{short} and {shared} of {experiments}");
    assert!(sizes / n < 0.6 * floors / n, "{} against a floor of {}", sizes / n, floors / n);
}

#[test]
fn noise_that_is_fully_shared_leaves_exact_zeros() {
    let deep = studied(&Made { own: 0.0, ..noise_only(3) }, 8);
    assert!(deep.screened.iter().all(|s| s.size < 1e-12 && !s.short), "{:?}", deep.screened);
    assert!(deep.shares.is_empty() && deep.deviation.is_none());
}

/// f = 0.4 + 0.10 n1 + 0.06 n2 n3 with fair coins: variances 0.0025, and of the
/// product 3/16 · 0.0036 = 0.000675, of which its first-order parts are 1/16
/// each.
fn known(x: &[f64]) -> f64 {
    0.4 + 0.10 * x[1] + 0.06 * x[2] * x[3]
}

#[test]
fn totals_of_a_known_model_come_out_despite_noise() {
    let model = Made { effect: known, own: 0.2, blocks: 2_000, ..noise_only(11) };
    let deep = studied(&model, 6);
    assert_eq!(deep.screened[0].key, "n1");
    assert!((deep.screened[0].size - 0.10).abs() < 0.01, "{:?}", deep.screened[0]);
    assert!(deep.screened[0].deviation < 0.02, "{:?}", deep.screened[0]);
    assert!(deep.screened.iter().filter(|s| s.short).all(|s| ["n1", "n2", "n3"].contains(&s.key.as_str())));
    let total = |key: &str| deep.shares.iter().find(|s| s.key == key).map(|s| s.total.value);
    let variance = 0.0025 + 0.000_675;
    assert!((total("n1").unwrap() - 0.0025 / variance).abs() < 0.08, "{:?}", deep.shares);
    for key in ["n2", "n3"] {
        // A quarter of 0.0036 times the other's mean square.
        let wanted = 0.0036 * 0.25 * 0.5 / variance;
        assert!(total(key).is_none_or(|t| (t - wanted).abs() < 0.06), "{key} {:?}", deep.shares);
    }
    assert!((deep.deviation.unwrap() - variance.sqrt()).abs() < 0.006, "{:?}", deep.deviation);
}

/// Sobol's totals alone, on a list that was forced short: noise is subtracted.
#[test]
fn the_totals_of_numbers_that_do_nothing_are_about_zero() {
    let stop = AtomicBool::new(false);
    let hall = Hall::new(&stop, &|_| {});
    let (mut sum, mut count) = (0.0, 0);
    for experiment in 0..30 {
        let model = Made { effect: |x| 0.1 * x[0], own: 0.3, blocks: 200, ..noise_only(500 + experiment) };
        let mut bench = Bench::new(&model, Part::Shares);
        let mut deep = studied(&model, 1);
        deep.shares.clear();
        share_out(&mut bench, &lists(4), &[0, 1, 2, 3], &EFFORT, experiment, 0.95, &hall, &mut deep);
        for share in deep.shares.iter().filter(|s| s.key != "n0") {
            sum += share.total.value;
            count += 1;
        }
    }
    assert_eq!(count, 90);
    assert!((sum / f64::from(count)).abs() < 0.03, "{}", sum / f64::from(count));
}

#[test]
fn refused_combinations_are_drawn_anew_and_counted() {
    let model = Made { effect: known, own: 0.0, refuse: |p| p[0] == 1 && p[1] == 1, ..noise_only(5) };
    let deep = studied(&model, 4);
    assert!(deep.walks_refused > 0 && deep.walks > 0, "{deep:?}");
    assert!(deep.screened.iter().all(|s| s.size.is_finite()));
    let never = Made { refuse: |_| true, ..noise_only(5) };
    let deep = studied(&never, 3);
    assert_eq!((deep.walks, deep.combinations, deep.shares.len()), (0, 0, 0));
    assert_eq!(deep.walks_refused, EFFORT.walks * PATIENCE);
}

#[test]
fn a_study_repeats_to_the_last_bit() {
    let model = Made { effect: known, own: 0.2, ..noise_only(11) };
    assert_eq!(studied(&model, 6), studied(&model, 6));
}

#[test]
fn a_short_list_ends_where_its_combinations_would_be_too_many() {
    let list = |key: &str, count: usize| Numbered {
        key: key.to_owned(),
        values: (0..count).map(|value| value.to_string()).collect(),
        now: 0,
    };
    let lists = [list("a", 10), list("b", 10), list("c", 10), list("d", 2), list("e", 2)];
    let screened = |list: &Numbered, short: bool| Screened {
        key: list.key.clone(),
        values: list.values.clone(),
        mean: 1.0,
        raw: 1.0,
        floor: 0.0,
        size: 1.0,
        error: None,
        deviation: 0.0,
        n: 8,
        short,
    };
    let mut deep = Deep {
        screened: lists.iter().map(|list| screened(list, list.key != "e")).collect(),
        ..Deep::default()
    };
    // 10 · 10 · 10 is too many, 10 · 10 · 2 is not; `e` shows no effect.
    assert_eq!(short_list(&mut deep, &lists), [0, 1, 3]);
    let kept: Vec<bool> = deep.screened.iter().map(|screened| screened.short).collect();
    assert_eq!(kept, [true, true, false, true, false]);
}
