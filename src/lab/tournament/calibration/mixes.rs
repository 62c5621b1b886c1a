//! Made-up tables of several kinds of bots whose mixes are known.

use super::super::field::Seen;
use super::super::mixes::{self, Crowds, Mixed, Mixes, Table};
use super::super::play::cell;
use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::Estimate;
use crate::stats::metagame::mixes::drawn;
use crate::stats::metagame::threes::{Three, planted};
use crate::stats::rating::field::Field;
use crate::stats::simulate::Dice;
use crate::stats::sums::Rows;

/// Bots at a table of more than two, whose tables of two kinds are planted. The
/// luck of a deal lifts a bot wherever it plays, as likely as it lowers it.
pub(in super::super) struct Crowded {
    /// Seats at the table.
    pub seats: usize,
    /// Bots of the field.
    pub bots: usize,
    /// Of every pair, in order, by how much each of the first takes more than each
    /// of the second, where 1, 2 … of the first sit there.
    pub gaps: Vec<Vec<f64>>,
}

impl Crowded {
    fn pairs(&self) -> Vec<(usize, usize)> {
        (0..self.bots).flat_map(|i| (i + 1..self.bots).map(move |j| (i, j))).collect()
    }

    /// What so many of the first of a pair take together.
    fn together(&self, pair: (usize, usize), number: usize) -> f64 {
        let (k, seats) = (number as f64, self.seats as f64);
        let gaps = self.pairs().iter().position(|&of| of == pair).map(|at| &self.gaps[at]);
        k * (1.0 + (seats - k) * gaps.map_or(0.0, |gaps| gaps[number - 1])) / seats
    }

    /// Bots of each table of a round, and what the first takes there: those with a
    /// lone one, then `tables`, some of whose orders are worth more than others.
    fn shares(&self, tables: &[Table]) -> Vec<((usize, usize), f64)> {
        let lone = self.field().met.into_iter().map(|(i, j)| {
            let share =
                if i < j { self.together((i, j), 1) } else { 1.0 - self.together((j, i), self.seats - 1) };
            ((i, j), share)
        });
        let crowd = |table: &Table| {
            let alike = tables.iter().filter(|t| t.kinds == table.kinds && t.number() == table.number());
            // Which seats are of the first, as bits.
            let number_of =
                |t: &Table| t.places.iter().rev().fold(0, |bits, &kind| 2 * bits + usize::from(kind == 0));
            let worth = |t: &Table| 0.1 * (number_of(t) % 5) as f64 / 5.0;
            let (sum, all) = alike.fold((0.0, 0.0), |(sum, all), t| {
                (f64::from(t.seatings).mul_add(worth(t), sum), all + f64::from(t.seatings))
            });
            let pair = (table.kinds[0], table.kinds[1]);
            (pair, self.together(pair, table.number()[0]) + worth(table) - sum / all)
        };
        lone.chain(tables.iter().map(crowd)).collect()
    }

    pub fn field(&self) -> Field {
        let all = (0..self.bots).flat_map(|i| (0..self.bots).map(move |j| (i, j)));
        Field { entrants: self.bots, seats: self.seats, met: all.filter(|(i, j)| i != j).collect() }
    }

    /// Rounds of tables at which the first takes these shares.
    fn rows(&self, shares: &[((usize, usize), f64)], rounds: u32, dice: &mut Dice) -> Rows {
        let mut rows = Rows::new(shares.len() * cell::COUNT);
        for _ in 0..rounds {
            let luck: Vec<f64> =
                (0..self.bots).map(|_| if dice.below(2) == 0 { 0.05 } else { -0.05 }).collect();
            let mut row = vec![0; shares.len() * cell::COUNT];
            for (&((i, j), share), cells) in shares.iter().zip(row.chunks_exact_mut(cell::COUNT)) {
                let wins = (0..self.seats).filter(|_| dice.unit() < share + luck[i] - luck[j]).count();
                cells[cell::SHARE] = 60 * wins as i64;
                cells[cell::WON] = 60 * self.seats as i64;
            }
            rows.push(&row);
        }
        rows
    }

    /// So many rounds, played.
    pub fn played(&self, rounds: u32, dice: &mut Dice) -> Rows {
        self.rows(&self.shares(&mixes::tables(self.bots, self.seats)), rounds, dice)
    }

    /// So many rounds of a third bot at every seating of the first two: `takes` for
    /// 0, 1 … of the first among the others.
    pub fn visited(&self, takes: &[f64], rounds: u32, dice: &mut Dice) -> Rows {
        let seatings = 1..(1_usize << (self.seats - 1)) - 1;
        let shares: Vec<((usize, usize), f64)> =
            seatings.map(|seating| ((2, 0), takes[seating.count_ones() as usize])).collect();
        self.rows(&shares, rounds, dice)
    }

    /// What a tournament without end would find: two rows that differ in nothing.
    pub fn endless(&self) -> Rows {
        let all = 1e12;
        let row: Vec<i64> = (self.shares(&mixes::tables(self.bots, self.seats)).iter())
            .flat_map(|(_, share)| [(all * share).round() as i64, all as i64, 0, 0, 0])
            .collect();
        let mut rows = Rows::new(row.len());
        rows.push(&row);
        rows.push(&row);
        rows
    }

    /// Three bots in a planted circle and, where `fourth`, one that loses to each.
    pub fn circle(seats: usize, (beats, crowding): (Three, f64), fourth: bool) -> Self {
        let bots = if fourth { 4 } else { 3 };
        let gap = |[i, j]: [usize; 2], number: usize| {
            let mut table = [0; 3];
            (table[i], table[j]) = (number, seats - number);
            let each = planted(table, beats, crowding);
            each[i] - each[j]
        };
        let gaps =
            |pair: [usize; 2]| (1..seats).map(|k| if pair[1] == 3 { 0.1 } else { gap(pair, k) }).collect();
        Self { seats, bots, gaps: mixes::pairs(bots).map(gaps).collect() }
    }

    /// So many rounds of all tables of the first three bots; none for two that differ
    /// in nothing.
    pub fn company(&self, (beats, crowding): (Three, f64), rounds: u32, dice: &mut Dice) -> Rows {
        let tables = mixes::tables_of_three(&[[0, 1, 2]], self.seats);
        let mut rows = Rows::new(tables.len() * cell::COUNT);
        let shares = |table: &Table| {
            let (number, order) = (table.number(), table.order());
            let each = planted([number[0], number[1], number[2]], beats, crowding);
            [order[0], order[1]].map(|kind| number[kind] as f64 * each[kind])
        };
        for _ in 0..rounds.max(2) {
            let mut row = Vec::new();
            for table in &tables {
                let [own, next] = shares(table);
                let games = if rounds > 0 { self.seats } else { 0 };
                let (mut first, mut second) = (0, 0);
                for _ in 0..games {
                    let drawn = dice.unit();
                    first += i64::from(drawn < own);
                    second += i64::from((own..own + next).contains(&drawn));
                }
                let endless = 1e12;
                row.extend(if rounds > 0 {
                    [60 * first, 60 * self.seats as i64, 0, 0, 60 * second]
                } else {
                    [(endless * own).round() as i64, endless as i64, 0, 0, (endless * next).round() as i64]
                });
            }
            rows.push(&row);
        }
        rows
    }

    /// So many rounds of the fourth bot at every seating of the first three: it takes
    /// `least`, and `more` for each of the first among the others.
    pub fn visited_three(&self, (least, more): (f64, f64), rounds: u32, dice: &mut Dice) -> Rows {
        let seatings = mixes::seatings(self.seats - 1, 3).into_iter();
        let first = |seating: Vec<usize>| seating.iter().filter(|&&kind| kind == 0).count() as f64;
        let shares: Vec<((usize, usize), f64)> =
            seatings.map(|seating| ((3, 0), more.mul_add(first(seating), least))).collect();
        self.rows(&shares, rounds, dice)
    }

    /// What is found in these rows, with α-rank; in those of [`Self::visited`], too,
    /// where there are any.
    pub fn told(&self, rows: &Rows, visited: Option<&Rows>, seed: u64) -> (Mixes, Option<Vec<Estimate>>) {
        let (field, tables) = (self.field(), mixes::tables(self.bots, self.seats));
        let seen = Seen { places: (0..field.met.len()).collect(), field, rows, level: 0.95, seed };
        let crowds = Crowds::new(&seen, seen.field.met.len(), &tables);
        let (mut mixes, alpha_rank) = crowds.told(&[]);
        if let Some(visited) = visited {
            crowds.meet((&mut mixes, 2), visited);
        }
        (mixes, alpha_rank)
    }

    /// The mixes of the first three in rows of [`Self::company`], and what the fourth
    /// takes there in those of [`Self::visited_three`].
    pub fn told_of_three(&self, rows: &Rows, company: Rows, visited: Option<&Rows>, seed: u64) -> Mixes {
        let (field, tables) = (self.field(), mixes::tables(self.bots, self.seats));
        let seen = Seen { places: (0..field.met.len()).collect(), field, rows, level: 0.95, seed };
        let mut crowds = Crowds::new(&seen, seen.field.met.len(), &tables);
        let (mut mixes, _) = crowds.told(&[]);
        let threes = mixes::tables_of_three(&[[0, 1, 2]], self.seats);
        crowds.meet_threes(&mut mixes, (vec![[0, 1, 2]], threes, company), &[]);
        if let Some(visited) = visited {
            crowds.meet((&mut mixes, 3), visited);
        }
        mixes
    }
}

/// Mixes of two bots at a table of four: in the middle, so near to one kind alone
/// that it often vanishes, and just not there; and what a third bot takes at one.
fn mixed() -> Vec<Experiment> {
    let first = |mixes: &Mixes| mixes.found.as_ref()?.first()?.share_of(0);
    let held = |gaps: [f64; 3], rounds: u32, claim: Claim| {
        let made = Crowded { seats: 4, bots: 2, gaps: vec![gaps.to_vec()] };
        let truth = first(&made.told(&made.endless(), None, 0).0).map_or(f64::NAN, |share| share.value);
        let about =
            format!("a mix of {:.0} % at a table of 4 on shared luck, {rounds} rounds", 100.0 * truth);
        Experiment::new("share of a mix", about, claim, move |number| {
            let rows = made.played(rounds, &mut Dice::new("mix", number));
            Some(first(&made.told(&rows, None, number).0)?.contains(truth))
        })
    };
    let none = Crowded { seats: 4, bots: 2, gaps: vec![vec![0.0, -0.1, -0.2]] };
    let about = "a bot that a table of 4 just leaves, 200 rounds";
    let none = Experiment::new("a mix told where there is none", about, Claim::ErrsAtMost, move |number| {
        let rows = none.played(200, &mut Dice::new("no mix", number));
        let found = none.told(&rows, None, number).0.found?;
        Some(found.iter().any(Mixed::is_sure))
    });
    let three =
        Crowded { seats: 4, bots: 3, gaps: vec![vec![0.3, 0.05, -0.25], vec![0.16; 3], vec![0.18; 3]] };
    let takes = [0.115, 0.3, 0.2, 0.13];
    let mix = first(&three.told(&three.endless(), None, 0).0).map_or(f64::NAN, |share| share.value);
    let truth: f64 = drawn(3, mix).iter().zip(takes).map(|(chance, share)| chance * share).sum();
    let about = "a third bot at a mix of two at a table of 4, 150 rounds";
    let third = Experiment::new("share of a newcomer", about, Claim::Holds, move |number| {
        let rows = three.played(150, &mut Dice::new("mix", number));
        let visited = three.visited(&takes, 50, &mut Dice::new("visited mix", number));
        let found = three.told(&rows, Some(&visited), number).0.found?;
        Some(found.first()?.newcomers.first()?.share.contains(truth))
    });
    let middle = held([0.3, 0.05, -0.25], 150, Claim::Holds);
    vec![middle, held([0.05, -0.15, -0.2], 60, Claim::HoldsAtLeast), none, third]
}

/// Mixes of three bots that beat each other in a circle at a table of four: the share
/// of each, what a fourth takes there, and whether a table stays there where it
/// neither does nor goes farther and farther round.
fn mixed_of_three() -> Vec<Experiment> {
    let of_three = |mixes: Mixes| mixes.found?.into_iter().find(|mixed| mixed.kinds.len() == 3);
    let planted = ([0.05, 0.04, 0.03], 0.02);
    let truth = move |made: &Crowded, planted| {
        let company = made.company(planted, 0, &mut Dice::new("circle", 0));
        let mixed = of_three(made.told_of_three(&made.endless(), company, None, 0));
        [0, 1, 2].map(|bot| {
            mixed.as_ref().and_then(|mixed| mixed.share_of(bot)).map_or(f64::NAN, |share| share.value)
        })
    };
    let found = move |made: &Crowded, planted, visited: Option<&Rows>, number: u64, rounds: u32| {
        let mut dice = Dice::new("circle", number);
        let (rows, company) = (made.played(rounds, &mut dice), made.company(planted, rounds, &mut dice));
        of_three(made.told_of_three(&rows, company, visited, number))
    };
    let circle = Crowded::circle(4, planted, false);
    let shares = truth(&circle, planted);
    let about = "a mix of three in a circle at a table of 4, 150 rounds";
    let held = Experiment::new("share of a mix", about, Claim::Holds, move |number| {
        let bot = number as usize % 3;
        Some(found(&circle, planted, None, number, 150)?.share_of(bot)?.contains(shares[bot]))
    });
    let (four, takes) = (Crowded::circle(4, planted, true), (0.1_f64, 0.06_f64));
    let mix = truth(&four, planted);
    // Alone among each of them it takes what is planted for a bot that loses to all.
    let lone = 0.25 - 0.1 * 3.0 / 4.0;
    let seatings = mixes::seatings(3, 3);
    let at = |seating: &Vec<usize>| {
        let first = seating.iter().filter(|&&kind| kind == 0).count() as f64;
        let chance: f64 = seating.iter().map(|&kind| mix[kind]).product();
        chance * takes.1.mul_add(first, takes.0)
    };
    let taken =
        lone * mix.iter().map(|share| share.powi(3)).sum::<f64>() + seatings.iter().map(at).sum::<f64>();
    let about = "a fourth bot at a mix of three at a table of 4, 150 rounds";
    let fourth = Experiment::new("share of a newcomer", about, Claim::Holds, move |number| {
        let visited = four.visited_three(takes, 20, &mut Dice::new("visited circle", number));
        let mixed = found(&four, planted, Some(&visited), number, 150)?;
        Some(mixed.newcomers.first()?.share.contains(taken))
    });
    let neither = ([0.05, 0.04, 0.03], 0.0);
    let level = Crowded::circle(4, neither, false);
    let about = "a circle at a table of 4 that neither stays nor leaves, 150 rounds";
    let turns =
        Experiment::new("a circle told to stay or to go round", about, Claim::ErrsAtMost, move |number| {
            Some(found(&level, neither, None, number, 150)?.stays().is_some())
        });
    vec![held, fourth, turns]
}

/// Every experiment with mixes of two and of three.
pub(super) fn experiments() -> Vec<Experiment> {
    mixed().into_iter().chain(mixed_of_three()).collect()
}
