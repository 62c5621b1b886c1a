//! Mixes of three strategies at a table of any size.
//!
//! In: what each of three kinds takes of the wins at every table of them. Out:
//! the shares at which all three do equally well, where tables are drawn from a
//! population at random, and what a population does near them whose members
//! change to whatever does better (the replicator's dynamics: Taylor and Jonker
//! 1978).
//!
//! How much better a kind does than another is a polynomial in the shares, with
//! what it gains at each table as coefficients in Bernstein's form (Peña, Lehmann
//! and Nöldeke 2014, there for two kinds). Three do equally well where two such
//! polynomials are 0: Newton's steps from a lattice of shares, none beyond the
//! edge.

/// Shares of three kinds that add up to 1, or something that each of them has.
pub type Three = [f64; 3];

/// Newton's steps from a start at most.
const STEPS: usize = 60;

/// Part of the way to the edge that one step may take.
const INSIDE: f64 = 0.9;

/// A kind with a smaller share than this is gone.
const GONE: f64 = 1e-6;

/// Kinds whose gains differ by less than this do equally well.
const EQUAL: f64 = 1e-12;

/// How far round a way must lead to be told from one that leads straight away.
const ROUND: f64 = 1e-9;

/// Starts lie at whole multiples of 1 over this.
const LATTICE: usize = 6;

/// Steps of a population that is followed to where it goes.
const TURNS: usize = 600;

/// Shares at which three kinds do equally well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rest {
    /// The shares.
    pub shares: Three,
    /// Whether a population near them comes to rest there. If not it goes round
    /// them, farther and farther away.
    pub stays: bool,
}

/// What each kind takes with certain others at the table.
#[derive(Debug, Clone)]
struct Others {
    /// How many of each kind the others are.
    number: [usize; 3],
    /// In how many orders they can be drawn.
    ways: f64,
    /// What one of each kind takes among them more than an equal share.
    gains: Three,
}

/// Three kinds from which the tables of a game are drawn.
#[derive(Debug, Clone)]
pub struct Population {
    seats: usize,
    others: Vec<Others>,
}

/// What kinds gain at some shares, and how that changes with the share of each.
struct Gains {
    each: Three,
    slopes: [Three; 3],
}

impl Population {
    /// Of tables with so many seats. `together` says what each kind takes together
    /// of the wins at the table with so many of each; its numbers add up to 1.
    #[must_use]
    pub fn new(seats: usize, together: impl Fn([usize; 3]) -> Three) -> Self {
        let chairs = seats - 1;
        let of = |first: usize, second: usize| {
            let number = [first, second, chairs - first - second];
            let one = |kind: usize| {
                let mut all = number;
                all[kind] += 1;
                together(all)[kind] / all[kind] as f64 - 1.0 / seats as f64
            };
            let ways = factorial(chairs) / number.into_iter().map(factorial).product::<f64>();
            Others { number, ways, gains: [0, 1, 2].map(one) }
        };
        let all = (0..=chairs).flat_map(|first| (0..=chairs - first).map(move |second| of(first, second)));
        Self { seats, others: all.collect() }
    }

    /// What one of each kind takes more than an equal share at a table drawn with
    /// these shares.
    #[must_use]
    pub fn gains(&self, shares: &Three) -> Three {
        self.gains_at(shares).each
    }

    fn gains_at(&self, shares: &Three) -> Gains {
        let mut at = Gains { each: [0.0; 3], slopes: [[0.0; 3]; 3] };
        let power = |kind: usize, number: usize| shares[kind].powi(number as i32);
        for Others { number, ways, gains } in &self.others {
            let all = [0, 1, 2].map(|kind| power(kind, number[kind]));
            let chance = ways * all[0] * all[1] * all[2];
            for (sum, gain) in at.each.iter_mut().zip(gains) {
                *sum += chance * gain;
            }
            for kind in (0..3).filter(|&kind| number[kind] > 0) {
                let mut one_less = all;
                one_less[kind] = number[kind] as f64 * power(kind, number[kind] - 1);
                let slope = ways * one_less[0] * one_less[1] * one_less[2];
                for (sums, gain) in at.slopes.iter_mut().zip(gains) {
                    sums[kind] += slope * gain;
                }
            }
        }
        at
    }

    /// All shares at which three kinds do equally well and near which a population
    /// comes to rest or goes round: not those that it leaves straight to one side.
    #[must_use]
    pub fn rests(&self) -> Vec<Rest> {
        let inner = (1..LATTICE - 1).flat_map(|a| (1..LATTICE - a).map(move |b| [a, b, LATTICE - a - b]));
        let mut rests: Vec<Rest> = Vec::new();
        for start in inner.map(|parts| parts.map(|part| part as f64 / LATTICE as f64)) {
            let Some(rest) = self.rest(start) else { continue };
            let apart = |known: &Rest| (0..2).any(|k| (known.shares[k] - rest.shares[k]).abs() > GONE);
            if rests.iter().all(apart) {
                rests.push(rest);
            }
        }
        rests
    }

    /// Such shares next to these, if there are any.
    #[must_use]
    pub fn rest(&self, start: Three) -> Option<Rest> {
        let mut shares = start;
        for _ in 0..STEPS {
            let Gains { each, slopes } = self.gains_at(&shares);
            // Against the third, whose share is what the other two leave.
            let (a, b) = (each[0] - each[2], each[1] - each[2]);
            let own = |i: usize, j: usize| slopes[i][j] - slopes[i][2];
            let slope = |i: usize, j: usize| own(i, j) - own(2, j);
            let [[aa, ab], [ba, bb]] = [[slope(0, 0), slope(0, 1)], [slope(1, 0), slope(1, 1)]];
            if a.abs().max(b.abs()) < EQUAL {
                // How shares change near here: the mean gain is 0 everywhere.
                let change = |i: usize, j: usize| shares[i] * own(i, j);
                let spread = change(0, 0) + change(1, 1);
                let turned = change(0, 0) * change(1, 1) - change(0, 1) * change(1, 0);
                // Two directions that are alike round to either side.
                let goes_round = spread * spread < 4.0 * turned * (1.0 - ROUND);
                let stays = turned > 0.0 && spread < 0.0;
                return (stays || goes_round).then_some(Rest { shares, stays });
            }
            let turn = aa * bb - ab * ba;
            let [to_first, to_second] = [(ab * b - bb * a) / turn, (ba * a - aa * b) / turn];
            let step = [to_first, to_second, -to_first - to_second];
            let edge = shares.iter().zip(&step).filter(|(_, step)| **step < 0.0);
            let part = edge.map(|(share, step)| -INSIDE * share / step).fold(1.0, f64::min);
            for (share, step) in shares.iter_mut().zip(step) {
                *share += part * step;
            }
            if shares.iter().any(|share| *share < GONE || share.is_nan()) {
                return None;
            }
        }
        None
    }

    /// Where a population goes from these shares on, kinds that die out at 0; one
    /// that goes round without end is somewhere on its way.
    #[must_use]
    pub fn followed(&self, start: Three) -> Three {
        let mut shares = start;
        for _ in 0..TURNS {
            let gains = self.gains(&shares);
            let grown = [0, 1, 2].map(|kind| shares[kind] * (self.seats as f64 * gains[kind]).exp());
            shares = whole(grown);
        }
        whole(shares.map(|share| if share < GONE { 0.0 } else { share }))
    }
}

/// Parts of what they add up to.
fn whole(parts: Three) -> Three {
    let sum: f64 = parts.iter().sum();
    parts.map(|part| part / sum)
}

/// A circle to try this on: what one of each kind takes at a table with so many of
/// each. Each of the next kind brings it so much, in turn, each of the one before
/// costs it as much as it brings that; a kind does worse by `crowding` for each that
/// plays it.
#[must_use]
pub fn planted(number: [usize; 3], beats: Three, crowding: f64) -> Three {
    let number = number.map(|k| k as f64);
    let seats: f64 = number.iter().sum();
    let crowd: f64 = number.iter().map(|k| k * k).sum::<f64>() / seats;
    [0, 1, 2].map(|kind| {
        let (next, last) = ((kind + 1) % 3, (kind + 2) % 3);
        let met = beats[kind] * number[next] - beats[last] * number[last];
        1.0 / seats + met + crowding * (crowd - number[kind])
    })
}

fn factorial(number: usize) -> f64 {
    (1..=number).map(|k| k as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn population(seats: usize, beats: Three, crowding: f64) -> Population {
        Population::new(seats, |number| {
            let each = planted(number, beats, crowding);
            [0, 1, 2].map(|kind| number[kind] as f64 * each[kind])
        })
    }

    fn near(found: &Three, wanted: &Three) -> bool {
        found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-9)
    }

    /// Kinds that take a, b and c from the next one do equally well at b : c : a, at a
    /// table of any size as long as each of the others counts for itself.
    #[test]
    fn a_circle_is_level_where_each_is_as_often_as_the_other_two_are_apart() {
        for seats in [2, 3, 4, 6] {
            let rests = population(seats, [0.01, 0.02, 0.03], 0.0).rests();
            let [rest] = &rests[..] else { panic!("{seats}: {rests:?}") };
            assert!(near(&rest.shares, &[2.0 / 6.0, 3.0 / 6.0, 1.0 / 6.0]), "{seats}: {rest:?}");
        }
    }

    /// A crowd that does worse draws a population in, one that does better drives it
    /// out; where it is driven out it nears one kind after another.
    #[test]
    fn crowding_tells_whether_a_circle_comes_to_rest() {
        let level = [1.0 / 3.0; 3];
        for (seats, crowding, stays) in
            [(3, 0.01, true), (4, 0.004, true), (4, -0.004, false), (6, -0.001, false)]
        {
            let made = population(seats, [0.01; 3], crowding);
            let rests = made.rests();
            let [rest] = &rests[..] else { panic!("{seats} {crowding}: {rests:?}") };
            assert!(near(&rest.shares, &level) && rest.stays == stays, "{rest:?}");
            let start = [0.4, 0.35, 0.25];
            let far = |shares: &Three| shares.iter().map(|share| (share - 1.0 / 3.0).powi(2)).sum::<f64>();
            assert_eq!(far(&made.followed(start)) < far(&start), stays, "{seats} {crowding}");
        }
    }

    /// Habits: each kind does better the more play it. They part at the middle, which
    /// no population stays at or goes round.
    #[test]
    fn habits_part_and_a_better_kind_takes_over() {
        let habits = population(4, [0.0; 3], -0.02);
        assert!(habits.rests().is_empty(), "{:?}", habits.rests());
        assert!(near(&habits.followed([0.5, 0.3, 0.2]), &[1.0, 0.0, 0.0]));
        // The first beats both others.
        let better = population(4, [0.02, 0.01, -0.02], 0.0);
        assert!(better.rests().is_empty() && better.rest([1.0 / 3.0; 3]).is_none());
        assert!(near(&better.followed([0.1, 0.4, 0.5]), &[1.0, 0.0, 0.0]));
        assert!(population(3, [0.0; 3], 0.0).rest([0.5, 0.25, 0.25]).is_none(), "nothing drives it anywhere");
    }

    /// Slopes are those of the gains, in every direction that keeps the sum.
    #[test]
    fn slopes_are_those_of_the_gains() {
        let made = population(5, [0.02, 0.005, 0.03], 0.006);
        let (at, by) = ([0.5, 0.2, 0.3], 1e-6);
        for (more, less) in [(0, 1), (1, 2), (2, 0)] {
            let (mut there, mut back) = (at, at);
            (there[more], there[less]) = (at[more] + by, at[less] - by);
            (back[more], back[less]) = (at[more] - by, at[less] + by);
            let (up, down) = (made.gains(&there), made.gains(&back));
            let slopes = made.gains_at(&at).slopes;
            for kind in 0..3 {
                let slope = slopes[kind][more] - slopes[kind][less];
                assert!(((up[kind] - down[kind]) / (2.0 * by) - slope).abs() < 1e-7, "{kind} {more}");
            }
        }
        // The wins of a table are one.
        let sum: f64 = made.gains(&at).iter().zip(at).map(|(gain, share)| gain * share).sum();
        assert!(sum.abs() < 1e-12, "{sum}");
    }
}
