//! Comparisons of made-up arms, for the table of `calibrate`: whether planned
//! looks keep their errors, and what is told after stopping its word, through
//! the very functions that `compare` uses.

use super::pace::{Design, Pace};
use super::rule::{Finding, Rule};
use crate::estimates::Manner;
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
    /// Probability of a stop that shows as much, if `truth` is true.
    as_much: f64,
}

/// Plays blocks (first arm, second, change of luck) until `rule` stops or `last`
/// is reached.
fn play(rule: Rule, last: u64, truth: f64, mut next: impl FnMut() -> (i64, i64, i64)) -> Option<Made> {
    let (mut both, mut change) = (PairSums::EMPTY, PairSums::EMPTY);
    let mut add = |both: &mut PairSums, change: &mut PairSums, blocks: u64| {
        while both.blocks < blocks {
            let (a, b, luck) = next();
            both.add(b, a);
            change.add(b - a, luck);
        }
    };
    let (off, per_block) = (60, 60.0);
    let first = Pace::first(Design::GroupSequential, last);
    add(&mut both, &mut change, first);
    let plain = block_t(&imagined::difference(&both, off), per_block, 0.95)?;
    let pace = Pace::new(Design::GroupSequential, &rule, &plain, (first, last), MANNER);
    let mut stretches = Stretches::default();
    let mut made = (0, plain);
    for (look, &blocks) in pace.blocks().iter().enumerate() {
        add(&mut both, &mut change, blocks);
        stretches.see(&change);
        let added = imagined::difference(&both, off).sum_sq - both.difference().sum_sq;
        let room = imagined::AT_LOOKS * added as f64;
        let seen = stretches.mean(room, per_block, pace.manner(look, 0.95).level)?;
        made = (look, Estimate { level: 0.95, ..seen });
        if rule.stops(&made.1) {
            break;
        }
    }
    let (look, seen) = made;
    let as_much = if truth.is_nan() { truth } else { pace.at_least(look, &rule, &seen, truth) };
    Some(Made { finding: rule.finding(&seen), as_much })
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
        play(Rule::default(), last, f64::NAN, || block(&mut dice, parted, 0.0))
    };
    errs(about, made, |finding| finding == Finding::Different)
}

/// A difference of which the margin is so many times.
fn beside_margin(parted: f64, factor: f64, number: u64) -> Option<Made> {
    let change = parted * truth(WIN);
    let rule = Rule { margin: Some(factor * change), ..Rule::default() };
    let mut dice = Dice::new("planned looks, margin", number);
    play(rule, 20_000, change, || block(&mut dice, parted, WIN))
}

/// A difference that is told when it is clear, without a margin.
fn cleared(more: f64, last: u64, number: u64) -> Option<Made> {
    let mut dice = Dice::new("planned looks, clear", number);
    play(Rule::default(), last, truth(more), || block(&mut dice, 1.0, more))
}

/// Arms that part in few blocks, and then always the same way, by just more
/// than the margin.
fn rarely(parted: f64) -> Experiment {
    let rule = Rule { margin: Some(0.9999 * parted), ..Rule::default() };
    let about =
        format!("called equal, but {parted} of the games part, all one way and by more than the margin");
    let made = move |number| {
        let mut dice = Dice::new("planned looks, rare", number);
        play(rule, 20_000, f64::NAN, || (60, if dice.unit() < parted { 0 } else { 60 }, 0))
    };
    errs(about, made, |finding| finding == Finding::Equal)
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
    for (parted, factor) in [(1.0, 1.0), (0.3, 1.0), (1.0, 0.4), (1.0, 2.5)] {
        let about = format!("margin {factor} times the difference, {parted} of the games part");
        all.push(told(about, move |number| beside_margin(parted, factor, number)));
    }
    for (more, last) in [(0.1, 2_000), (0.15, 20_000)] {
        let about = format!("a clear difference of {:.3}, {last} blocks at most", truth(more));
        all.push(told(about, move |number| cleared(more, last, number)));
    }
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
                let made = play(Rule::default(), last, f64::NAN, || block(&mut dice, parted, 0.0));
                [made.is_some_and(|made| made.finding == Finding::Different)]
            });
            let least = if parted < 1.0 { 0.005 } else { 0.025 };
            assert!(wrong >= least, "{parted} {last}: {wrong} is far from what is allowed");
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
