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

/// Draws at either end that a quantile of them must leave out.
const OUTERMOST: f64 = 10.0;

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

    /// These shares beside others whose errors have nothing to do with theirs, for
    /// intervals of the level of these.
    #[must_use]
    pub fn beside(&self, other: &Self) -> Self {
        let errors = self.errors.iter().zip(&other.errors);
        Self {
            values: [&self.values[..], &other.values].concat(),
            errors: errors.map(|(own, other)| [&own[..], other].concat()).collect(),
            level: self.level,
        }
    }

    /// The shares with each draw of errors on top.
    pub fn draws(&self) -> impl Iterator<Item = Vec<f64>> + '_ {
        let moved =
            |error: &Vec<f64>| self.values.iter().zip(error).map(|(value, error)| value + error).collect();
        self.errors.iter().map(moved)
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
        for moved in self.draws() {
            for (drawn, found) in drawn.iter_mut().zip(made(&moved).into_iter().flatten()) {
                drawn.push(found);
            }
        }
        Some(values.into_iter().zip(drawn).map(|(value, drawn)| self.among(value, drawn)).collect())
    }

    /// A value with all but the outermost of what was drawn in its place. The outermost
    /// few can't be told from so many draws: an interval that leaves out fewer than ten
    /// at either end reaches as much farther than the tenth as a normal one would.
    #[must_use]
    pub fn among(&self, value: f64, mut drawn: Vec<f64>) -> Estimate {
        drawn.sort_by(f64::total_cmp);
        let all = drawn.len() as f64;
        let wanted = (1.0 - self.level) / 2.0 * all;
        let least = OUTERMOST.min(all / 4.0);
        let (tail, farther) =
            if wanted < least { (least, z(self.level) / z(1.0 - 2.0 * least / all)) } else { (wanted, 1.0) };
        let end = |place: usize| (drawn[place] - value) * farther;
        let ends = match drawn[..] {
            [] => (f64::NEG_INFINITY, f64::INFINITY),
            _ => (value + end(tail as usize).min(0.0), value + end(drawn.len() - 1 - tail as usize).max(0.0)),
        };
        Estimate::new(value, ends, self.level, Method::BlockBootstrap, drawn.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulate::Dice;
    use super::*;

    /// Rows of two shares of ten games each that always add up to 10, and of a
    /// third that has nothing to do with them.
    fn rows(count: u32) -> Rows {
        let mut dice = Dice::new("joint rows", 0);
        let mut rows = Rows::new(4);
        for _ in 0..count {
            let mut wins = || (0..10).filter(|_| dice.unit() < 0.3).count() as i64;
            let (own, apart) = (wins(), wins());
            rows.push(&[own, 10 - own, apart, 10]);
        }
        rows
    }

    fn joint(rows: &Rows) -> Option<Joint> {
        let mut dice = Dice::new("joint errors", 0);
        Joint::new(rows, &[(0, 3), (1, 3), (2, 3)], 1.0, (z(0.95), 0.95), || dice.unit())
    }

    #[test]
    fn errors_hang_together_as_the_rows_do() {
        let joint = joint(&rows(400)).unwrap();
        assert!((joint.values[0] + joint.values[1] - 1.0).abs() < 1e-12);
        let product = |a: usize, b: usize| {
            joint.errors.iter().map(|e| e[a] * e[b]).sum::<f64>() / joint.errors.len() as f64
        };
        // 4 000 independent games.
        let error = (0.3_f64 * 0.7 / 4_000.0).sqrt();
        assert!((product(0, 0).sqrt() / error - 1.0).abs() < 0.12, "{} {error}", product(0, 0).sqrt());
        let correlation = |a, b| product(a, b) / (product(a, a) * product(b, b)).sqrt();
        assert!(correlation(0, 1) < -0.98 && correlation(0, 2).abs() < 0.15);
        assert_eq!(joint.errors.len(), DRAWS);
        let sum: f64 = joint.errors.iter().map(|e| e[2]).sum();
        assert!(sum.abs() < 1e-9, "both signs: {sum}");
    }

    #[test]
    fn what_is_made_of_the_shares_gets_their_error() {
        let joint = joint(&rows(400)).unwrap();
        let told = joint.told(|shares| Some(vec![shares[0], shares[0] + shares[1]])).unwrap();
        assert!((told[0].half_width() / (1.96 * (0.21_f64 / 4_000.0).sqrt()) - 1.0).abs() < 0.15, "{told:?}");
        // What is certain is nearly so: two imagined games of 4 000.
        assert!(told[1].half_width() < 0.0015, "{told:?}");
        assert!(joint.told(|_| None).is_none());
    }

    /// A family of hundreds asks for ends that a thousand draws don't hold.
    #[test]
    fn ends_beyond_all_draws_are_reached_as_normal_ones_are() {
        let mut dice = Dice::new("joint errors", 0);
        let reach = |level: f64, dice: &mut Dice| {
            let joint =
                Joint::new(&rows(400), &[(2, 3)], 1.0, (z(level), level), || dice.unit()).expect("rows");
            joint.told(|shares| Some(shares.to_vec())).expect("a share")[0].half_width()
        };
        let error = (0.21_f64 / 4_000.0).sqrt();
        for level in [0.95, 0.975, 0.99, 0.999, 0.9999] {
            let told = (0..20).map(|_| reach(level, &mut dice)).sum::<f64>() / 20.0;
            assert!((told / (z(level) * error) - 1.0).abs() < 0.06, "{level}: {told}");
        }
    }

    #[test]
    fn one_row_or_no_denominator_tells_nothing() {
        assert!(joint(&rows(1)).is_none() && joint(&rows(0)).is_none());
        let mut empty = Rows::new(4);
        empty.push(&[0; 4]);
        empty.push(&[0; 4]);
        assert!(joint(&empty).is_none());
    }
}
