//! Comparisons of made-up arms, for the table of `calibrate`: whether planned
//! looks keep their errors, and what is told after stopping its word, through
//! the very functions that `compare` uses.

use super::gap::{Gap, Levels};
use super::pace::{Design, Pace};
use super::rule::{Finding, Rule};
use crate::estimates::Manner;
use crate::estimates::adjusted::{Change, Edge, Explained};
use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::Estimate;
use crate::stats::imagined;
use crate::stats::mean::block_t;
use crate::stats::sequential::stretches::Stretches;
use crate::stats::simulate::Dice;
use crate::stats::sums::PairSums;

const MANNER: Manner = Manner { level: 0.95, always: false, tightest: 100 };

/// One comparison over blocks of two arms' sixtieths and their change of luck.
struct Made {
    finding: Finding,
    /// What the look that it ended with showed.
    seen: Estimate,
    /// Probability of a stop that shows as much, if `truth` is true.
    as_much: f64,
}

/// Two made-up arms that are looked at as `compare` looks.
trait Arms {
    /// Plays on until there are so many blocks.
    fn play_to(&mut self, blocks: u64);
    /// The plain difference so far.
    fn plain(&self) -> Option<Estimate>;
    /// The difference at a look, with its luck taken out.
    fn look(&mut self, pace: &Pace, look: usize) -> Option<Estimate>;
}

/// Plays until `rule` stops or `last` is reached.
fn play(rule: Rule, last: u64, truth: f64, arms: &mut impl Arms) -> Option<Made> {
    let design = if rule.precision.is_some() { Design::Precision } else { Design::GroupSequential };
    let first = Pace::first(design, last);
    arms.play_to(first);
    let plain = arms.plain()?;
    let pace = Pace::new(design, &rule, &plain, (first, last), MANNER);
    let mut made = (0, plain);
    for (look, &blocks) in pace.blocks().iter().enumerate() {
        arms.play_to(blocks);
        let seen = arms.look(&pace, look)?;
        made = (look, Estimate { level: 0.95, ..seen });
        if rule.stops(&made.1) {
            break;
        }
    }
    let (look, seen) = made;
    let as_much = if truth.is_nan() { truth } else { pace.at_least(look, &rule, &seen, truth) };
    Some(Made { finding: rule.finding(&seen), seen, as_much })
}

/// Arms of which a block is one number each: what `next` plays, first arm,
/// second, change of luck.
struct Means<F> {
    both: PairSums,
    change: PairSums,
    stretches: Stretches,
    next: F,
}

impl<F: FnMut() -> (i64, i64, i64)> Means<F> {
    fn new(next: F) -> Self {
        let (both, change) = (PairSums::EMPTY, PairSums::EMPTY);
        Self { both, change, stretches: Stretches::default(), next }
    }
}

/// What an imagined block of [`Means`] is off by, and what one is divided by.
const UNITS: (i128, f64) = (60, 60.0);

impl<F: FnMut() -> (i64, i64, i64)> Arms for Means<F> {
    fn play_to(&mut self, blocks: u64) {
        while self.both.blocks < blocks {
            let (a, b, luck) = (self.next)();
            self.both.add(b, a);
            self.change.add(b - a, luck);
        }
    }

    fn plain(&self) -> Option<Estimate> {
        block_t(&imagined::difference(&self.both, UNITS.0), UNITS.1, 0.95)
    }

    fn look(&mut self, pace: &Pace, look: usize) -> Option<Estimate> {
        self.stretches.see(&self.change);
        let added = imagined::difference(&self.both, UNITS.0).sum_sq - self.both.difference().sum_sq;
        let room = imagined::AT_LOOKS * added as f64;
        self.stretches.mean(room, UNITS.1, pace.manner(look, 0.95).level)
    }
}

/// Arms of several seats, of which the one farthest from its share is asked for.
/// A game is won by a lot that is counted as luck, or else, as often, by seat 0
/// with a chance of the arm's own and by each other with an equal part of the rest.
struct Seats {
    dice: Dice,
    chances: [f64; 2],
    parted: f64,
    edges: Vec<Sums>,
    gap: Gap,
    levels: Vec<Levels>,
}

/// Sums over blocks of a seat's edge with its luck: in either arm, of its change,
/// and of both arms' edges together.
#[derive(Clone)]
struct Sums([PairSums; 4]);

impl Seats {
    fn new(seats: usize, chances: [f64; 2], parted: f64, name: &str, number: u64) -> Self {
        let edges = vec![Sums([PairSums::EMPTY; 4]); seats];
        Self {
            dice: Dice::new(name, number),
            chances,
            parted,
            edges,
            gap: Gap::default(),
            levels: Vec::new(),
        }
    }

    /// Winner and lucky seat of a game.
    fn game(&mut self, chance: f64) -> [usize; 2] {
        let seats = self.edges.len();
        let lucky = (self.dice.unit() * seats as f64) as usize;
        let (by_lot, first) = (self.dice.unit() < 0.5, self.dice.unit() < chance);
        let other = 1 + (self.dice.unit() * (seats - 1) as f64) as usize;
        let own = if first { 0 } else { other };
        [if by_lot { lucky } else { own }, lucky]
    }

    /// The difference of both gaps.
    fn truth(&self) -> f64 {
        let fair = 1.0 / self.edges.len() as f64;
        let [base, other] = self.chances;
        let mixed = base + self.parted * (other - base);
        0.5 * ((mixed - fair).abs() - (base - fair).abs())
    }

    fn made(&self) -> Vec<Edge> {
        let (seats, games) = (self.edges.len() as i128, 60 * self.edges.len() as i64);
        let (off, per_block) = (60 * seats, games as f64);
        let explained = |sums: PairSums, added: i128| Explained {
            sums,
            per_block,
            room: imagined::AT_LOOKS * added as f64,
        };
        let added = |both: &PairSums| {
            let plain = both.difference();
            imagined::difference(both, off).sum_sq - plain.sum_sq
        };
        let alone = |sums: PairSums| explained(sums, imagined::mean(&sums.first(), off).sum_sq - sums.xx);
        let edge = |Sums([base, own, change, both]): &Sums| Edge {
            base: alone(*base),
            own: alone(*own),
            change: Change { made: explained(*change, added(both)), apart: 0.0 },
        };
        self.edges.iter().map(edge).collect()
    }
}

impl Arms for Seats {
    fn play_to(&mut self, blocks: u64) {
        let seats = self.edges.len() as i64;
        while self.edges[0].0[0].blocks < blocks {
            let [base, other] = self.chances;
            let (base, other) = (self.game(base), self.game(other));
            let own = if self.dice.unit() < self.parted { other } else { base };
            for (seat, Sums([of_base, of_own, change, both])) in self.edges.iter_mut().enumerate() {
                let edge = |whose: usize| if whose == seat { seats - 1 } else { -1 };
                let [[a, lucky_a], [b, lucky_b]] = [base, own].map(|game| game.map(edge));
                of_base.add(60 * a, lucky_a);
                of_own.add(60 * b, lucky_b);
                change.add(60 * (b - a), lucky_b - lucky_a);
                both.add(60 * b, 60 * a);
            }
        }
    }

    fn plain(&self) -> Option<Estimate> {
        let Edge { change, .. } = self.made()[0];
        let Explained { sums, per_block, .. } = change.made;
        block_t(&sums.first(), per_block, 0.95)
    }

    fn look(&mut self, pace: &Pace, look: usize) -> Option<Estimate> {
        if look == 0 {
            self.levels = Levels::of(pace, self.edges.len(), 0.95);
        }
        self.gap.see(self.made());
        self.gap.change(self.levels[look])
    }
}

/// A game of either arm won or lost: `shared` of the games go the same way, the
/// rest their own, seat 0 of B winning with probability ½ + `more` there; half of
/// what either wins is luck that is counted.
fn block(dice: &mut Dice, parted: f64, more: f64) -> (i64, i64, i64) {
    let mut game = |win: f64| {
        let lucky = dice.unit();
        let won = i64::from(0.5 * (lucky + dice.unit()) < 0.5 + 0.5 * (win - 0.5));
        (60 * won, (1e4 * (0.5 - lucky)) as i64)
    };
    let (a, own) = game(0.5);
    let (b, other) = game(0.5 + more);
    if dice.unit() < parted { (a, b, other - own) } else { (a, a, 0) }
}

/// What half of the luck being uniform makes of an edge of `win`.
fn truth(win: f64) -> f64 {
    0.5 - 0.5 * (1.0 - win).powi(2)
}

/// Edge of the second arm in the rows with a margin.
const WIN: f64 = 0.2;

impl Made {
    /// Whether what is told after stopping holds the truth in 95 %: the truth is
    /// in the interval where a stop that shows as much is neither too rare nor
    /// too common.
    fn held(&self) -> bool {
        (0.025..0.975).contains(&self.as_much)
    }
}

/// An error of a verdict, in the trials of `made` in which `wrong` is so.
fn errs(
    about: String,
    made: impl Fn(u64) -> Option<Made> + Send + Sync + 'static,
    wrong: fn(Finding) -> bool,
) -> Experiment {
    let trial = move |number| Some(wrong(made(number)?.finding));
    Experiment::new("wrong verdict of `compare`", about, Claim::ErrsAtMost, trial)
}

/// Arms without a difference, of which a share of the games part.
fn nothing(parted: f64, last: u64) -> Experiment {
    let about = format!("no difference, {parted} of the games part, {last} blocks at most");
    let made = move |number| {
        let mut dice = Dice::new("planned looks, no difference", number);
        play(Rule::default(), last, f64::NAN, &mut Means::new(|| block(&mut dice, parted, 0.0)))
    };
    errs(about, made, |finding| finding == Finding::Different)
}

/// A difference of which the margin is so many times.
fn beside_margin(parted: f64, factor: f64, number: u64) -> Option<Made> {
    let change = parted * truth(WIN);
    let rule = Rule { margin: Some(factor * change), ..Rule::default() };
    let mut dice = Dice::new("planned looks, margin", number);
    play(rule, 20_000, change, &mut Means::new(|| block(&mut dice, parted, WIN)))
}

/// A difference that is told when it is clear, without a margin.
fn cleared(more: f64, last: u64, number: u64) -> Option<Made> {
    let mut dice = Dice::new("planned looks, clear", number);
    play(Rule::default(), last, truth(more), &mut Means::new(|| block(&mut dice, 1.0, more)))
}

/// A comparison that ends at a precision, of which a share of the games part.
fn precise(wanted: f64, parted: f64) -> Experiment {
    let rule = Rule { precision: Some(wanted), ..Rule::default() };
    let trial = move |number| {
        let mut dice = Dice::new("looks at a width", number);
        let made = play(rule, 20_000, f64::NAN, &mut Means::new(|| block(&mut dice, parted, WIN)))?;
        Some(made.seen.contains(parted * truth(WIN)))
    };
    let about = format!("a difference to ± {wanted}, {parted} of the games part");
    Experiment::new("told by `compare --precision`", about, Claim::Holds, trial)
}

/// Arms that part in few blocks, and then always the same way, by just more
/// than the margin.
fn rarely(parted: f64) -> Experiment {
    let rule = Rule { margin: Some(0.9999 * parted), ..Rule::default() };
    let about =
        format!("called equal, but {parted} of the games part, all one way and by more than the margin");
    let made = move |number| {
        let mut dice = Dice::new("planned looks, rare", number);
        let next = || (60, if dice.unit() < parted { 0 } else { 60 }, 0);
        play(rule, 20_000, f64::NAN, &mut Means::new(next))
    };
    errs(about, made, |finding| finding == Finding::Equal)
}

/// Arms of so many seats whose gaps are the same: seat 0 has this chance in both,
/// or as much less than its share in the second as more in the first.
fn level_gaps(seats: usize, more: f64, turned: bool) -> Experiment {
    let what = if turned { "too little in one and too much in the other" } else { "the same in both" };
    let about = format!("no difference of gaps at a table of {seats}, seat 0 off by {more}, {what}");
    let made = move |number| {
        let fair = 1.0 / seats as f64;
        let chances = [fair + more, if turned { fair - more } else { fair + more }];
        let mut arms = Seats::new(seats, chances, 1.0, "planned looks, gaps", number);
        play(Rule::default(), 1_000, f64::NAN, &mut arms)
    };
    errs(about, made, |finding| finding == Finding::Different)
}

/// A gap that opens by the margin times a factor, in a share of the games.
fn opened(seats: usize, parted: f64, factor: f64, number: u64) -> Option<Made> {
    let fair = 1.0 / seats as f64;
    let mut arms = Seats::new(seats, [fair, fair + WIN], parted, "planned looks, opened", number);
    let rule = Rule { margin: Some(factor * arms.truth()), ..Rule::default() };
    play(rule, 20_000, f64::NAN, &mut arms)
}

/// What is told after stopping: its interval, and where its value lies.
fn told(about: String, made: impl Fn(u64) -> Option<Made> + Send + Sync + 'static) -> Experiment {
    let rows = vec![
        ("told by `compare` after stopping", Claim::Holds),
        ("value of `compare` after stopping", Claim::Median),
    ];
    Experiment::of_rows(about, rows, move |number| {
        let made = made(number);
        vec![made.as_ref().map(Made::held), made.map(|made| made.as_much < 0.5)]
    })
}

/// Every experiment with comparisons.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let alike = [(1.0, 40), (1.0, 300), (1.0, 2_000), (0.3, 1_000), (0.05, 4_000)];
    let mut all: Vec<Experiment> = alike.map(|(parted, last)| nothing(parted, last)).into();
    for parted in [1.0, 0.3] {
        let about = format!("a difference just at the margin, {parted} of the games part");
        let made = move |number| beside_margin(parted, 1.0, number);
        all.push(errs(about, made, |finding| matches!(finding, Finding::Different | Finding::Equal)));
    }
    all.extend([0.05, 0.02, 0.01, 0.003].map(rarely));
    all.extend([(2, 0.0), (3, 0.0), (4, 0.0), (4, 0.2)].map(|(seats, more)| level_gaps(seats, more, false)));
    all.extend([2, 4].map(|seats| level_gaps(seats, 0.2, true)));
    for (seats, parted) in [(2, 1.0), (4, 0.3)] {
        let about =
            format!("a gap that opens by the margin at a table of {seats}, {parted} of the games part");
        let made = move |number| opened(seats, parted, 1.0, number);
        all.push(errs(about, made, |finding| matches!(finding, Finding::Different | Finding::Equal)));
    }
    for (parted, factor) in [(1.0, 1.0), (0.3, 1.0), (1.0, 0.4), (1.0, 2.5)] {
        let about = format!("margin {factor} times the difference, {parted} of the games part");
        all.push(told(about, move |number| beside_margin(parted, factor, number)));
    }
    for (more, last) in [(0.1, 2_000), (0.15, 20_000)] {
        let about = format!("a clear difference of {:.3}, {last} blocks at most", truth(more));
        all.push(told(about, move |number| cleared(more, last, number)));
    }
    all.extend(
        [(0.05, 1.0), (0.02, 1.0), (0.05, 0.3), (0.01, 0.1)].map(|(wanted, parted)| precise(wanted, parted)),
    );
    all.extend(super::gsprt::experiments());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::shares;

    /// Errors that are allowed are spent: from comparisons that end after 40
    /// blocks to those that end after 4 000. Imagined blocks cost some of it
    /// where arms rarely part.
    #[test]
    fn calibration_no_difference_is_called_one_hardly_less_often_than_allowed() {
        for (parted, last) in [(1.0, 40), (1.0, 300), (1.0, 2_000), (0.3, 1_000), (0.05, 4_000)] {
            let [wrong] = shares(1_000, |number| {
                let mut dice = Dice::new("planned looks, no difference", number);
                let next = || block(&mut dice, parted, 0.0);
                let made = play(Rule::default(), last, f64::NAN, &mut Means::new(next));
                [made.is_some_and(|made| made.finding == Finding::Different)]
            });
            let least = if parted < 1.0 { 0.005 } else { 0.025 };
            assert!(wrong >= least, "{parted} {last}: {wrong} is far from what is allowed");
        }
    }

    /// Gaps far from the margin are told, too, though two in three of their blocks
    /// would not do without luck taken out.
    #[test]
    fn calibration_verdicts_on_gaps_come_beside_the_margin() {
        for seats in [2, 4] {
            let found = |factor: f64| {
                shares(200, |number| {
                    let finding = opened(seats, 1.0, factor, number).map(|made| made.finding);
                    [finding == Some(Finding::Different), finding == Some(Finding::Equal)]
                })
            };
            let [beyond, within] = found(0.3);
            assert!(beyond > 0.7 && within < 0.04, "{seats}: {beyond} {within}");
            let [beyond, within] = found(3.0);
            assert!(within > 0.5 && beyond < 0.04, "{seats}: {beyond} {within}");
        }
    }

    /// Far from the margin verdicts come, and are right.
    #[test]
    fn calibration_verdicts_come_beside_the_margin() {
        let found = |factor: f64| {
            shares(400, |number| {
                let finding = beside_margin(1.0, factor, number).map(|made| made.finding);
                [finding == Some(Finding::Different), finding == Some(Finding::Equal)]
            })
        };
        let [beyond, within] = found(0.4);
        assert!(beyond > 0.8 && within < 0.04, "{beyond} {within}");
        let [beyond, within] = found(2.5);
        assert!(within > 0.6 && beyond < 0.04, "{beyond} {within}");
    }
}
