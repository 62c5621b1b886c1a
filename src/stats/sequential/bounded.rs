//! Confidence sequences for bounded scores that learn their bets on the way:
//! hedged capital and empirical Bernstein (Waudby-Smith and Ramdas 2024, arXiv
//! 2010.09686; reference implementation: `confseq`).
//!
//! Blocks are fed one by one in index order: each bet depends on the blocks
//! before it. Where only merged tallies are at hand, use
//! [`kelly`](super::kelly).

use super::super::distribution::alpha;
use super::super::estimate::Estimate;

/// Regularised running moments: one made-up observation of mean ½ and
/// variance ¼.
#[derive(Debug, Clone, Copy)]
struct Moments {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    const START: Self = Self { count: 0, sum: 0.0, squares: 0.0 };

    fn mean(self) -> f64 {
        (0.5 + self.sum) / (self.count as f64 + 1.0)
    }

    /// √(2 ln(2/α) / (σ̂² t ln(1 + t))) for the next block, number t.
    fn bet(self, level: f64) -> f64 {
        let t = self.count as f64 + 1.0;
        let variance = (0.25 + self.squares) / t;
        (2.0 * (2.0 / alpha(level)).ln() / (variance * t * t.ln_1p())).sqrt()
    }

    fn push(&mut self, x: f64) {
        self.count += 1;
        self.sum += x;
        self.squares += (x - self.mean()).powi(2);
    }
}

/// Hedged capital over a grid of candidate means. Method `hedged-cs`.
#[derive(Debug, Clone)]
pub struct Hedged {
    level: f64,
    moments: Moments,
    /// Capital of those who bet on more, and on less, per candidate.
    above: Vec<Capital>,
    below: Vec<Capital>,
}

/// A product kept as ln of what it was and a factor near 1.
#[derive(Debug, Clone, Copy)]
struct Capital {
    log: f64,
    factor: f64,
}

impl Capital {
    fn times(&mut self, x: f64) {
        self.factor *= x;
        if !(1e-100..1e100).contains(&self.factor) {
            self.log += self.factor.ln();
            self.factor = 1.0;
        }
    }

    fn ln(self) -> f64 {
        self.log + self.factor.ln()
    }
}

impl Hedged {
    /// Nothing seen yet; candidate means are the multiples of 1 / `steps` in
    /// 0..1. The interval is widened by one step at either end, so choose
    /// `steps` well above the inverse of the precision wanted.
    #[must_use]
    pub fn new(level: f64, steps: u32) -> Self {
        let capital = vec![Capital { log: 0.0, factor: 1.0 }; steps.max(1) as usize + 1];
        Self { level, moments: Moments::START, above: capital.clone(), below: capital }
    }

    /// Sees the score of the next block, in 0..1.
    pub fn push(&mut self, score: f64) {
        let score = score.clamp(0.0, 1.0);
        let bet = self.moments.bet(self.level);
        let steps = (self.above.len() - 1) as f64;
        for (i, (above, below)) in self.above.iter_mut().zip(&mut self.below).enumerate() {
            let m = i as f64 / steps;
            // A candidate at the very edge has no truncation on one side.
            let up = bet.min(0.5 / m.max(f64::MIN_POSITIVE));
            let down = bet.min(0.5 / (1.0 - m).max(f64::MIN_POSITIVE));
            above.times(1.0 + up * (score - m));
            below.times(1.0 - down * (score - m));
        }
        self.moments.push(score);
    }

    /// The interval now; `None` before the first block.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let n = self.moments.count;
        if n == 0 {
            return None;
        }
        let value = self.moments.sum / n as f64;
        let room = (2.0 / alpha(self.level)).ln();
        let steps = (self.above.len() - 1) as f64;
        let stays = |i: &usize| self.above[*i].ln() < room && self.below[*i].ln() < room;
        let first = (0..self.above.len()).find(stays);
        let last = (0..self.above.len()).rev().find(stays);
        // Nothing on the grid stays when the interval is narrower than a step.
        let (low, high) = match (first, last) {
            (Some(first), Some(last)) => ((first as f64 - 1.0) / steps, (last as f64 + 1.0) / steps),
            _ => (value - 1.0 / steps, value + 1.0 / steps),
        };
        Some(Estimate::new(value, (low.max(0.0), high.min(1.0)), self.level, "hedged-cs", n))
    }
}

/// Predictable plug-in empirical Bernstein sequence: closed form, constant
/// memory, somewhat wider. Method `empirical-bernstein-cs`.
#[derive(Debug, Clone, Copy)]
pub struct EmpiricalBernstein {
    level: f64,
    moments: Moments,
    bets: f64,
    weighted: f64,
    penalty: f64,
}

impl EmpiricalBernstein {
    /// Nothing seen yet.
    #[must_use]
    pub const fn new(level: f64) -> Self {
        Self { level, moments: Moments::START, bets: 0.0, weighted: 0.0, penalty: 0.0 }
    }

    /// Sees the score of the next block, in 0..1.
    pub fn push(&mut self, score: f64) {
        let score = score.clamp(0.0, 1.0);
        let bet = self.moments.bet(self.level).min(0.5);
        let off = score - self.moments.mean();
        self.bets += bet;
        self.weighted += bet * score;
        // v ψ with v = 4 (X - μ̂)² and ψ(λ) = (-ln(1 - λ) - λ) / 4.
        self.penalty += off * off * (-(-bet).ln_1p() - bet);
        self.moments.push(score);
    }

    /// The interval now, around the bet-weighted mean; `None` before the first
    /// block.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let n = self.moments.count;
        let margin = ((2.0 / alpha(self.level)).ln() + self.penalty) / self.bets;
        let e = Estimate::around(self.weighted / self.bets, margin, self.level, "empirical-bernstein-cs", n);
        (n > 0).then(|| e.within(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::{Dice, count};
    use super::*;

    /// References: the formulas with the conventions of `confseq` (one made-up
    /// observation of mean ½ and variance ¼, truncation at ½, the grid's
    /// interval widened by a step) in `numpy`.
    #[test]
    fn both_match_an_independent_computation() {
        let scores = (0..200).map(|i| if i % 3 == 0 { 1.0 } else { f64::from(i * 7 % 5) / 4.0 });
        let mut hedged = Hedged::new(0.95, 1_000);
        let mut bernstein = EmpiricalBernstein::new(0.95);
        for score in scores {
            hedged.push(score);
            bernstein.push(score);
        }
        assert!((hedged.above[300].ln() - 28.882_858_418_436_5).abs() < 1e-10);
        assert!((hedged.below[900].ln() - 17.224_790_212_656_853).abs() < 1e-10);
        let e = hedged.estimate().unwrap();
        assert!((e.value - 0.671_25).abs() < 1e-12);
        assert!((e.low - 0.587).abs() < 1e-12 && (e.high - 0.762).abs() < 1e-12, "{e:?}");
        let e = bernstein.estimate().unwrap();
        assert!((e.value - 0.670_826_357_569_592_3).abs() < 1e-11);
        assert!((e.half_width() - 0.091_346_994_870_176).abs() < 1e-11);
    }

    #[test]
    fn edges() {
        assert!(Hedged::new(0.95, 100).estimate().is_none());
        assert!(EmpiricalBernstein::new(0.95).estimate().is_none());
        let mut hedged = Hedged::new(0.95, 100);
        let mut bernstein = EmpiricalBernstein::new(0.95);
        for _ in 0..2_000 {
            hedged.push(1.0);
            bernstein.push(1.0);
        }
        let e = hedged.estimate().unwrap();
        assert!(e.low > 0.95 && e.high == 1.0, "{e:?}");
        let e = bernstein.estimate().unwrap();
        assert!(e.low > 0.9 && e.high == 1.0, "{e:?}");
    }

    /// Wins 40 %, draws 20 %, looked at after every block.
    #[test]
    fn calibration_bounded_sequences_ever_miss() {
        let experiments = 4_000;
        let [hedged, bernstein] = count(experiments, |experiment| {
            let mut dice = Dice::new("bounded cs", experiment);
            // A grid of one step has its candidates at 0 and 1 only; the true
            // mean ½ is one of those of two steps.
            let mut capital = Hedged::new(0.95, 2);
            let mut closed = EmpiricalBernstein::new(0.95);
            let mut missed = [false; 2];
            for _ in 0..2_000 {
                let score = dice.face(&[0.4, 0.2, 0.4]) as f64 / 2.0;
                capital.push(score);
                closed.push(score);
                missed[0] |= capital.above[1].ln().max(capital.below[1].ln()) >= 40_f64.ln();
                missed[1] |= !closed.estimate().unwrap().contains(0.5);
            }
            missed
        });
        assert!(hedged <= experiments / 20 && bernstein <= experiments / 20, "{hedged}, {bernstein}");
        assert!(hedged > 0 && bernstein > 0, "a sequence that never misses is not tested");
    }
}
