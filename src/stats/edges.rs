//! No function panics or gives NaN: odd levels, no blocks, blocks that never
//! vary, sums of astronomic size.

use super::sequential::{asymptotic, beta_binomial, gsprt, stopped};
use super::sums::{BlockSums, Counts, PairSums, SeatSums};
use super::{Estimate, distribution, mean, order, paired, rate, rating, seats};

const LEVELS: [f64; 6] = [0.95, 0.0, 1.0, -1.0, 2.0, f64::NAN];

fn sound(what: &str, estimate: Option<Estimate>) {
    if let Some(e) = estimate {
        assert!(e.low <= e.high && e.value.is_finite(), "{what}: {e:?}");
        assert!(!e.low.is_nan() && !e.high.is_nan(), "{what}: {e:?}");
    }
}

#[test]
fn rates() {
    for level in LEVELS {
        for (x, n) in [(0, 0), (0, 1), (1, 1), (5, 3), (0, 1 << 40), (1 << 39, 1 << 40), (7, 20)] {
            sound("rate", rate::wilson(x, n, level));
        }
    }
}

#[test]
fn blocks() {
    let samples: [&[(i64, i64)]; 7] = [
        &[],
        &[(3, 4)],
        &[(0, 0), (0, 0), (0, 0)],
        &[(5, 5), (5, 5)],
        &[(1, -1), (-1, 1)],
        &[(1 << 50, -1 << 50), (-1 << 50, 1 << 50), (1, 1)],
        &[(1, 2), (3, 1), (2, 2), (0, 4)],
    ];
    for level in LEVELS {
        for sample in samples {
            let pairs: PairSums = sample.iter().copied().collect();
            let x = pairs.first();
            let counts: Counts = sample.iter().map(|p| p.0).collect();
            let mut table = SeatSums::new(2);
            for &(x, y) in sample {
                table.add(&[x, y]);
            }
            for per_block in [1.0, 0.0, -3.0, f64::NAN] {
                sound("block-t", mean::block_t(&x, per_block, level));
                sound("wilson-block", rate::wilson_blocks(&x, per_block, 2, level));
                sound("asymptotic", asymptotic::mean(&x, per_block, 0, level));
            }
            sound("controlled", paired::controlled(&pairs, 1.0, 1.0, level));
            sound("ratio", mean::ratio(&pairs, level));
            sound("asymptotic ratio", asymptotic::ratio(&pairs, 10, level));
            sound("quantile", order::quantile(&counts, 0.5, 1.0, level));
            sound("quantile-cs", beta_binomial::quantile(&counts, 0.5, 1.0, 0, level));
            for e in seats::shares(&table, 60.0, 1, level) {
                sound("seat-shares", Some(e));
            }
            if let Some(test) = seats::equal_shares(&table) {
                assert!((0.0..=1.0).contains(&test.p_value), "{test:?}");
            }
            assert!(paired::worth(&pairs).is_none_or(|worth| !worth.is_nan()));
            let cells: Vec<(f64, u64)> =
                counts.cells().map(|(value, times)| (value as f64 / 5.0, times)).collect();
            let test = gsprt::Gsprt { s0: 0.4, s1: 0.6, alpha: 0.0, beta: 1.0 };
            assert!(!test.llr(&cells).is_nan() && !test.llr_quick(&cells).is_nan());
            sound("first-passage", stopped::interval(&test, gsprt::Decision::AcceptGain, &cells, level));
        }
    }
}

#[test]
fn sizes() {
    let half = distribution::chi_squared_tail(1e9, 1e9);
    assert!((half - 0.5).abs() < 1e-4, "{half}");
}

#[test]
fn ratings_of_lopsided_tables() {
    use rating::davidson::{Pairing, davidson};
    for level in LEVELS {
        for counts in [[0, 0, 0], [1_000_000_000, 0, 0], [0, 1, 0], [3, 0, 1]] {
            let pairing = Pairing { home: 0, away: 1, wins: counts[0], draws: counts[1], losses: counts[2] };
            for with_home in [false, true] {
                let rating = davidson(3, &[pairing], with_home, level);
                let rating = rating.unwrap_or_else(|| panic!("{pairing:?} {with_home}"));
                for e in rating.strength.iter().chain(&rating.terms) {
                    sound("davidson", Some(*e));
                }
            }
        }
    }
    assert_eq!(BlockSums::EMPTY.variance(), None);
}
