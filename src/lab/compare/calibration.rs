//! Whether planned looks keep their errors, and intervals their word after
//! stopping, through the very functions that `compare` uses.

use super::pace::{Design, Pace};
use super::rule::{Finding, Rule};
use crate::estimates::Manner;
use crate::stats::Estimate;
use crate::stats::imagined;
use crate::stats::mean::block_t;
use crate::stats::sequential::stretches::Stretches;
use crate::stats::simulate::{Dice, allowance, shares};
use crate::stats::sums::PairSums;

const EXPERIMENTS: u64 = 1_000;
const MANNER: Manner = Manner { level: 0.95, always: false, tightest: 100 };

/// One comparison over blocks of two arms' sixtieths and their change of luck.
struct Made {
    finding: Finding,
    seen: f64,
    /// Probability of a stop that shows as much, if `truth` is true.
    as_much: f64,
}

/// Plays blocks (first arm, second, change of luck) until `rule` stops or `last`
/// is reached.
fn play(rule: Rule, last: u64, truth: f64, mut next: impl FnMut() -> (i64, i64, i64)) -> Made {
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
    let plain = block_t(&imagined::difference(&both, off), per_block, 0.95).unwrap();
    let pace = Pace::new(Design::GroupSequential, &rule, &plain, (first, last), MANNER);
    let mut stretches = Stretches::default();
    let mut made = (0, plain);
    for (look, &blocks) in pace.blocks().iter().enumerate() {
        add(&mut both, &mut change, blocks);
        stretches.see(&change);
        let added = imagined::difference(&both, off).sum_sq - both.difference().sum_sq;
        let room = imagined::AT_LOOKS * added as f64;
        let seen = stretches.mean(room, per_block, pace.manner(look, 0.95).level).unwrap();
        made = (look, Estimate { level: 0.95, ..seen });
        if rule.stops(&made.1) {
            break;
        }
    }
    let (look, seen) = made;
    let as_much = if truth.is_nan() { truth } else { pace.at_least(look, &rule, &seen, truth) };
    Made { finding: rule.finding(&seen), seen: seen.value, as_much }
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

/// Arms without a difference: "clear" in 5 % of the comparisons and hardly fewer,
/// from those that end after 40 blocks to those that end after 4 000.
#[test]
fn calibration_no_difference_is_called_one_as_often_as_allowed() {
    for (parted, last) in [(1.0, 40), (1.0, 300), (1.0, 2_000), (0.3, 1_000), (0.05, 4_000)] {
        let [wrong] = shares(EXPERIMENTS, |number| {
            let mut dice = Dice::new("planned looks, no difference", number);
            [play(Rule::default(), last, f64::NAN, || block(&mut dice, parted, 0.0)).finding
                == Finding::Different]
        });
        assert!(wrong <= 0.05 + allowance(0.05, EXPERIMENTS), "{parted} {last}: {wrong}");
        // Imagined blocks cost some of it where arms rarely part.
        let least = if parted < 1.0 { 0.005 } else { 0.025 };
        assert!(wrong >= least, "{parted} {last}: {wrong} is far from what is allowed");
    }
}

/// A difference exactly as large as the margin: each wrong verdict in 2.5 % at
/// most, and what is told after stopping holds in 95 % and is no more often too
/// large than too small.
#[test]
fn calibration_at_the_margin_and_beside_it() {
    let win = 0.2_f64;
    // What half of the luck being uniform makes of an edge of `win`.
    let truth = {
        let won = |edge: f64| 1.0 - 0.5 * (1.0 - edge).powi(2);
        won(win) - 0.5
    };
    for (parted, factor) in [(1.0, 1.0), (0.3, 1.0), (1.0, 0.4), (1.0, 2.5)] {
        let margin = factor * parted * truth;
        let rule = Rule { margin: Some(margin), ..Rule::default() };
        let [beyond, within, held, above] = shares(EXPERIMENTS, |number| {
            let mut dice = Dice::new("planned looks, margin", number);
            let made = play(rule, 20_000, parted * truth, || block(&mut dice, parted, win));
            let (different, equal) = (Finding::Different, Finding::Equal);
            [
                made.finding == different,
                made.finding == equal,
                (0.025..0.975).contains(&made.as_much),
                made.as_much < 0.5,
            ]
        });
        let most = 0.025 + allowance(0.025, EXPERIMENTS);
        match factor {
            1.0 => assert!(beyond <= most && within <= most, "{parted} {factor}: {beyond} {within}"),
            f if f < 1.0 => assert!(within <= most && beyond > 0.8, "{parted} {factor}: {beyond} {within}"),
            _ => assert!(beyond <= most && within > 0.6, "{parted} {factor}: {beyond} {within}"),
        }
        assert!((0.935..=0.975).contains(&held), "{parted} {factor}: {held}");
        assert!((0.43..=0.57).contains(&above), "{parted} {factor}: {above}");
    }
}

/// Arms that part in few blocks, and then always the same way: while nothing has
/// happened they are not called equal.
#[test]
fn calibration_rarely_parting_arms_are_not_called_equal_at_planned_looks() {
    for parted in [0.05, 0.02, 0.01, 0.003] {
        let rule = Rule { margin: Some(0.9999 * parted), ..Rule::default() };
        let [equal] = shares(EXPERIMENTS, |number| {
            let mut dice = Dice::new("planned looks, rare", number);
            let made = play(rule, 20_000, f64::NAN, || (60, if dice.unit() < parted { 0 } else { 60 }, 0));
            [made.finding == Finding::Equal]
        });
        assert!(equal <= 0.05, "{parted}: {equal}");
    }
}

/// Stopped on being clear, plain means are too large; what is told is not.
#[test]
fn calibration_what_is_told_after_a_clear_difference() {
    for (more, last) in [(0.1, 2_000), (0.15, 20_000)] {
        let truth = 0.5 - 0.5 * (1.0 - more) * (1.0 - more);
        let [held, above, before] = shares(EXPERIMENTS, |number| {
            let mut dice = Dice::new("planned looks, clear", number);
            let made = play(Rule::default(), last, truth, || block(&mut dice, 1.0, more));
            [(0.025..0.975).contains(&made.as_much), made.as_much < 0.5, made.seen > truth]
        });
        assert!((0.935..=0.97).contains(&held), "{more}: {held}");
        assert!((0.45..=0.55).contains(&above), "{more}: {above}");
        assert!(before > above, "{more}: {before} {above}");
    }
}
