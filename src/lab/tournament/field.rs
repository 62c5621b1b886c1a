//! What a whole field of bots says: how strong each is, whether one number per
//! bot tells it, the mix nobody exploits, and how much of a result the pairing
//! explains. Everything is made from whole rounds, in which all match-ups saw
//! the same luck: what that does to many of them together is in the intervals.

use super::play::cell;
use super::{Decides, Mix};
use crate::chance::Whim;
use crate::seed::{Luck, of_text};
use crate::stats::joint::Joint;
use crate::stats::joint::size::Squares;
use crate::stats::metagame::{alpha_rank, nash};
use crate::stats::rating::field::{Counts, Field, Fit, Rated};
use crate::stats::sums::{PairSums, Rows};
use crate::stats::{Estimate, distribution};

/// Sixtieths of a game that somebody won.
const WON: f64 = crate::game::WIN as f64;

/// The whole rounds of a field.
pub(super) struct Seen<'a> {
    /// Who met whom, different bots only.
    pub field: Field,
    /// Where each of these match-ups lies in a round's row, in match-ups.
    pub places: Vec<usize>,
    /// What the match-ups made of each deal.
    pub rows: &'a Rows,
    /// Nominal coverage.
    pub level: f64,
    /// Seed of the tournament.
    pub seed: u64,
}

/// How many standard errors an interval takes to either side: a variance from few
/// rows is itself uncertain.
fn reach(rows: &Rows, level: f64) -> f64 {
    distribution::t(level, rows.iter().count() as f64 - 1.0)
}

/// Shares of columns of these rows with errors drawn by luck of this name.
pub(super) fn joint(
    rows: &Rows,
    shares: &[(usize, usize)],
    (level, seed): (f64, u64),
    luck: &str,
) -> Option<Joint> {
    let mut whim = Whim::new(Luck::new(seed, of_text(luck), 0), 0, 0);
    let uniform = || (whim.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    Joint::new(rows, shares, WON, (reach(rows, level), level), uniform)
}

/// Numbers of a field as a whole.
#[derive(Default)]
pub(super) struct Found {
    pub rated: Option<Rated>,
    pub fit: Option<Fit>,
    pub mix: Option<Mix>,
    pub alpha_rank: Option<Vec<Estimate>>,
    pub intransitivity: Option<Estimate>,
    pub decides: Option<Decides>,
}

impl Seen<'_> {
    fn column(&self, match_up: usize, cell: usize) -> usize {
        self.places[match_up] * cell::COUNT + cell
    }

    /// Results of all match-ups in a row.
    fn counts(&self, row: &[i64]) -> Vec<Counts> {
        let one = |m: usize| {
            let [share, won, first, drawn] = [cell::SHARE, cell::WON, cell::FIRST, cell::DRAWN]
                .map(|cell| row[self.column(m, cell)] as f64 / WON);
            if self.field.seats == 2 {
                // Half a win for each.
                let shared = WON * drawn;
                [share - shared / 2.0, shared, won - share - shared / 2.0, first]
            } else {
                [share, 0.0, won - share, first]
            }
        };
        (0..self.places.len()).map(one).collect()
    }

    /// A bot's sixtieths of wins, and those of all seats, over its match-ups
    /// with others, row by row.
    pub fn against_all(&self, bot: usize) -> PairSums {
        let mut sums = PairSums::EMPTY;
        for row in self.rows.iter() {
            let (mut own, mut all) = (0, 0);
            for (m, &(first, second)) in self.field.met.iter().enumerate() {
                let (share, won) = (row[self.column(m, cell::SHARE)], row[self.column(m, cell::WON)]);
                if first == bot {
                    (own, all) = (own + share, all + won);
                } else if second == bot && self.field.seats == 2 {
                    (own, all) = (own + won - share, all + won);
                }
            }
            sums.add(own, all);
        }
        sums
    }

    /// Everything that can be said.
    pub fn found(&self) -> Found {
        let rows: Vec<Vec<Counts>> = self.rows.iter().map(|row| self.counts(row)).collect();
        let reach = reach(self.rows, self.level);
        let rated = self.field.rate(&rows, (reach, self.level));
        let columns = |over: usize| {
            (0..self.places.len()).map(move |m| (self.column(m, over), self.column(m, cell::WON)))
        };
        let shares: Vec<(usize, usize)> = columns(cell::SHARE).chain(columns(cell::FIRST)).collect();
        let Some(joint) = joint(self.rows, &shares, (self.level, self.seed), "tournament errors") else {
            return Found { rated, ..Found::default() };
        };
        let two = self.field.seats == 2;
        let total = self.field.total(&rows);
        let mix = || joint.told(|shares| Some(nash::equilibrium(&self.payoff(shares))?.row));
        let rank = |shares: &[f64]| {
            let payoff = self.payoff(shares);
            let advantage = match self.field.seats {
                2 => alpha_rank::of_pairs(&payoff),
                seats => alpha_rank::of_tables(&payoff, seats),
            };
            Some(alpha_rank::limit(&advantage, alpha_rank::POPULATION))
        };
        Found {
            rated,
            fit: self.field.test(&total, &joint.errors),
            mix: if two { mix().map(|weights| Mix { weights }) } else { None },
            alpha_rank: joint.told(rank),
            intransitivity: if two { self.intransitivity(&joint) } else { None },
            decides: self.decides(&joint, &total),
        }
    }

    /// What one of the row's bot takes against the column's: at a table of two the
    /// other takes the rest.
    fn payoff(&self, shares: &[f64]) -> Vec<Vec<f64>> {
        let (count, seats) = (self.field.entrants, self.field.seats);
        let mut payoff = vec![vec![1.0 / seats as f64; count]; count];
        for (&(a, b), share) in self.field.met.iter().zip(shares) {
            payoff[a][b] = share.clamp(0.0, 1.0);
            if seats == 2 {
                payoff[b][a] = 1.0 - payoff[a][b];
            }
        }
        payoff
    }

    /// Share of the differences that go round in circles.
    fn intransitivity(&self, joint: &Joint) -> Option<Estimate> {
        let (count, met) = (self.field.entrants, &self.field.met);
        let split = |advantage: &[f64]| nash::circles(count, met, advantage);
        let advantage: Vec<f64> = joint.values[..met.len()].iter().map(|share| share - 0.5).collect();
        let (ladder, round) = split(&advantage);
        let errors: Vec<(Vec<f64>, Vec<f64>)> =
            joint.errors.iter().map(|error| split(&error[..met.len()])).collect();
        let ladder = Squares::new(&ladder, errors.iter().map(|error| error.0.clone()));
        let round = Squares::new(&round, errors.iter().map(|error| error.1.clone()));
        // Two bots have no circle.
        if count < 3 { None } else { round.true_share(&ladder, self.level) }
    }

    /// Variance of the result of a game between two different bots drawn at
    /// random from the field, split into what the pairing explains, what sitting
    /// first explains, and the rest.
    fn decides(&self, joint: &Joint, total: &[Counts]) -> Option<Decides> {
        let (seats, met) = (self.field.seats, self.field.met.len());
        let (shares, firsts) = joint.values.split_at(met);
        // At a table of two both directions are the same games.
        let mean = if seats == 2 { 0.5 } else { shares.iter().sum::<f64>() / met as f64 };
        let variance = |(&[wins, draws, losses, _], &share): (&Counts, &f64)| {
            let n = wins + draws + losses;
            // A shared game counts half; larger shares of more than two are
            // close enough for a share of variance.
            let one = |wins: f64, share: f64| (wins + draws / 4.0) / n - 2.0 * share * mean + mean * mean;
            if seats == 2 {
                f64::midpoint(one(wins, share), one(losses, 1.0 - share))
            } else {
                one(wins, share)
            }
        };
        let whole = total.iter().zip(shares).map(variance).sum::<f64>();
        if met == 0 || whole <= 1e-9 {
            return None;
        }
        // Sitting first moves seat 0 by d and the others by -d / (n - 1).
        let spread = (1.0 / (seats - 1) as f64).sqrt();
        let off =
            |shares: &[f64], centre: f64| -> Vec<f64> { shares.iter().map(|share| share - centre).collect() };
        let skill = off(shares, mean);
        let seat: Vec<f64> = firsts.iter().map(|first| spread * (first - 1.0 / seats as f64)).collect();
        let of_skill = |error: &Vec<f64>| {
            let mean = if seats == 2 { 0.0 } else { error[..met].iter().sum::<f64>() / met as f64 };
            off(&error[..met], mean)
        };
        let of_seat = |error: &Vec<f64>| error[met..].iter().map(|x| spread * x).collect::<Vec<f64>>();
        let part = |differences: &[f64], errors: &dyn Fn(&Vec<f64>) -> Vec<f64>| {
            let size = Squares::new(differences, joint.errors.iter().map(errors)).true_size(self.level);
            let size = size.scaled(1.0 / whole, 0.0).within(0.0, 1.0);
            Estimate { value: size.value.clamp(0.0, 1.0), ..size }
        };
        let both =
            part(&[&skill[..], &seat[..]].concat(), &|error| [of_skill(error), of_seat(error)].concat());
        let (skill, seat) = (part(&skill, &of_skill), part(&seat, &of_seat));
        let value = seat.value.min(1.0 - skill.value);
        let seat = Estimate { value, low: seat.low.min(value), ..seat };
        let rest = both.complement();
        let value = 1.0 - skill.value - seat.value;
        let luck = Estimate { value, low: rest.low.min(value), high: rest.high.max(value), ..rest };
        Some(Decides { skill, seat, luck })
    }
}
