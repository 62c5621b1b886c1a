//! Many shares measured on the same blocks: their errors hang together, and
//! what is made of all of them at once must know how.
//!
//! In: rows of integers ([`Rows`]), which columns are divided by which. Out:
//! the shares, and draws of the errors that they may carry together. Errors are
//! drawn with whole rows as they came, each times a normal number of its own
//! (the multiplier bootstrap: van der Vaart and Wellner 1996, section 3.6;
//! Chernozhukov, Chetverikov and Kato 2013): normal errors whose covariances,
//! of any two of the shares, are exactly those that the rows show.

pub mod size;

use super::distribution::{normal_quantile, z};
use super::sums::Rows;
use super::{Estimate, Method};

/// Draws of the errors; each is told with both signs, so that twice as many
/// tables come of them.
pub const DRAWS: usize = 1000;

/// Shares with errors that they may carry.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// The shares.
    pub values: Vec<f64>,
    /// Draws of their errors, as long as the values each; those of the second
    /// half are the negatives of the first.
    pub errors: Vec<Vec<f64>>,
    /// Nominal coverage that the errors are scaled for.
    pub level: f64,
}

impl Joint {
    /// Column over column of the rows, for each of `shares`. `seldom` is what one
    /// event adds to a denominator: two imagined events more than were seen,
    /// either way, keep a share that never varied from being certain
    /// ([`imagined`](super::imagined)). `reach` is how many standard errors an
    /// interval of this level takes to either side (Student's t of the rows, or
    /// more where somebody watched). `uniform` gives numbers in 0..1.
    ///
    /// `None` with fewer than two rows, or where a denominator adds up to 0.
    #[must_use]
    pub fn new(
        rows: &Rows,
        shares: &[(usize, usize)],
        seldom: f64,
        (reach, level): (f64, f64),
        mut uniform: impl FnMut() -> f64,
    ) -> Option<Self> {
        let all: Vec<&[i64]> = rows.iter().collect();
        let (count, width) = (all.len() as f64, shares.len());
        let total = |column: usize| all.iter().map(|row| i128::from(row[column])).sum::<i128>() as f64;
        let unders: Vec<f64> = shares.iter().map(|&(_, under)| total(under)).collect();
        if all.len() < 2 || unders.iter().any(|&under| under <= 0.0) {
            return None;
        }
        let values: Vec<f64> =
            shares.iter().zip(&unders).map(|(&(over, _), under)| total(over) / under).collect();
        // What each row adds to each error, by the delta method.
        let wide = reach / z(level);
        let scale = wide * (count / (count - 1.0)).sqrt();
        let parts: Vec<Vec<f64>> = (all.iter())
            .map(|row| {
                let part = |k: usize| {
                    let (over, under) = shares[k];
                    (row[over] as f64 - values[k] * row[under] as f64) / unders[k] * scale
                };
                (0..width).map(part).collect()
            })
            .collect();
        let mut normal = || normal_quantile(uniform().clamp(1e-12, 1.0 - 1e-12));
        let mut errors: Vec<Vec<f64>> = Vec::with_capacity(DRAWS);
        for _ in 0..DRAWS / 2 {
            let unseen = |under: &f64| wide * std::f64::consts::SQRT_2 * seldom / under;
            let mut error: Vec<f64> = unders.iter().map(|under| unseen(under) * normal()).collect();
            for part in &parts {
                let weight = normal();
                for (sum, x) in error.iter_mut().zip(part) {
                    *sum += weight * x;
                }
            }
            errors.push(error);
        }
        let negatives: Vec<Vec<f64>> = errors.iter().map(|e| e.iter().map(|x| -x).collect()).collect();
        errors.extend(negatives);
        Some(Self { values, errors, level })
    }

    /// Numbers made of all shares, each with the interval that holds what the
    /// shares would give with other errors: percentiles, right for whatever
    /// rises, falls or jumps along one direction of the shares (Efron 1979).
    /// `None` where the shares themselves give none; draws that give none are
    /// passed over. Method `block-bootstrap`; `n` is the number of draws.
    #[must_use]
    pub fn told(&self, made: impl Fn(&[f64]) -> Option<Vec<f64>>) -> Option<Vec<Estimate>> {
        let values = made(&self.values)?;
        let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(self.errors.len()); values.len()];
        for error in &self.errors {
            let moved: Vec<f64> = self.values.iter().zip(error).map(|(value, error)| value + error).collect();
            for (drawn, found) in drawn.iter_mut().zip(made(&moved).into_iter().flatten()) {
                drawn.push(found);
            }
        }
        Some(values.into_iter().zip(drawn).map(|(value, drawn)| self.among(value, drawn)).collect())
    }

    /// A value with all but the outermost of what was drawn in its place.
    fn among(&self, value: f64, mut drawn: Vec<f64>) -> Estimate {
        drawn.sort_by(f64::total_cmp);
        let tail = ((1.0 - self.level) / 2.0 * drawn.len() as f64) as usize;
        let ends = match drawn[..] {
            [] => (f64::NEG_INFINITY, f64::INFINITY),
            _ => (drawn[tail].min(value), drawn[drawn.len() - 1 - tail].max(value)),
        };
        Estimate::new(value, ends, self.level, Method::BlockBootstrap, drawn.len() as u64)
    }
}
