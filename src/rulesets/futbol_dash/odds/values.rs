//! Exact results. Shots and shoot-outs are enumerated from the rule code that
//! plays, one shot or one round at a time; states that look alike are merged
//! between the steps. Hands are hypergeometric sums over the deck in force.

use std::collections::BTreeMap;

use super::super::moves::options;
use super::super::play::Table;
use super::super::play::shootout::{ROUNDS, round};
use super::super::play::shots::{Shot, left};
use super::super::rules::{Grid, Rules};
use super::super::state::State;
use super::super::switches::OwnGoal;
use crate::chance::{Fraction, enumerate};
use crate::watch::Silent;

/// A distribution over `T`.
pub(in crate::rulesets::futbol_dash) type Spread<T> = BTreeMap<T, Fraction>;

/// `numerator / denominator`.
pub(super) fn ratio(numerator: Fraction, denominator: Fraction) -> Fraction {
    numerator * Fraction::new(denominator.denominator(), denominator.numerator())
}

/// A whole number.
pub(super) fn times(count: u128) -> Fraction {
    Fraction::new(count, 1)
}

/// Adds `weight` to an entry of a distribution.
pub(super) fn put<T: Ord>(spread: &mut Spread<T>, key: T, weight: Fraction) {
    let entry = spread.entry(key).or_insert(Fraction::ZERO);
    *entry = *entry + weight;
}

/// One shot from a grid: how it ends, after how many Corners, what is left.
pub(in crate::rulesets::futbol_dash) fn shot(rules: &Rules, grid: Grid) -> Spread<(Option<Shot>, u32, Grid)> {
    enumerate(|chance| {
        let mut state = State::new(rules);
        state.grid = grid;
        let mut table = Table { rules, state: &mut state, chance, watch: &mut Silent };
        let result = table.turn_up_shot(0);
        let after = if rules.shots_return { rules.grid } else { state.grid };
        (result, state.counts.turned[Shot::Corner as usize], after)
    })
}

/// The first shot of a match.
pub(in crate::rulesets::futbol_dash) fn first_shot(rules: &Rules) -> Spread<Shot> {
    let mut ends = Spread::new();
    for ((result, ..), p) in shot(rules, rules.grid) {
        put(&mut ends, result.expect("a full grid decides a shot"), p);
    }
    ends
}

/// Corners before the first shot is decided.
pub(in crate::rulesets::futbol_dash) fn first_corners(rules: &Rules) -> Spread<u32> {
    let mut corners = Spread::new();
    for ((_, number, _), p) in shot(rules, rules.grid) {
        put(&mut corners, number, p);
    }
    corners
}

/// For each shot of an uninterrupted run on one grid: P(it is a goal), P(an Own
/// Goal is among the shots so far).
pub(in crate::rulesets::futbol_dash) fn run_of_shots(rules: &Rules) -> Vec<(Fraction, Fraction)> {
    let deciding = left(rules.grid) - u32::from(rules.grid[Shot::Corner as usize]);
    let mut known: BTreeMap<Grid, Spread<(Option<Shot>, u32, Grid)>> = BTreeMap::new();
    let mut states = Spread::from([((rules.grid, false), Fraction::ONE)]);
    let mut run = Vec::new();
    for _ in 0..deciding {
        let mut next = Spread::new();
        let mut goal = Fraction::ZERO;
        for (&(grid, own_goal), &p) in &states {
            let shots = &*known.entry(grid).or_insert_with(|| shot(rules, grid));
            for (&(result, _, after), &q) in shots {
                if result == Some(Shot::Goal) {
                    goal = goal + p * q;
                }
                put(&mut next, (after, own_goal || result == Some(Shot::OwnGoal)), p * q);
            }
        }
        let own_goal = next.iter().filter(|&(&(_, own_goal), _)| own_goal).map(|(_, &p)| p).sum();
        run.push((goal, own_goal));
        states = next;
    }
    run
}

/// One player shooting alone: P(as many goals as win in as many shots), and
/// the expected number of shots for them; none where it may never come to them.
pub(in crate::rulesets::futbol_dash) fn solo(rules: &Rules) -> (Fraction, Option<Fraction>) {
    let wanted = rules.goals_to_win;
    // FD-SHOT-08: an Own Goal may take one back (own-goal = minus-one).
    let minus = rules.own_goal == OwnGoal::MinusOne;
    let [goals, own_goals] = [Shot::Goal, Shot::OwnGoal].map(|shot| rules.grid[shot as usize]);
    // What a grid brings at the least.
    let net = goals.saturating_sub(if minus { own_goals } else { 0 });
    let sure = match (rules.shots_return, rules.empty_grid_fails) {
        (true, _) => goals > 0 && !(minus && own_goals > 0),
        (false, true) => net >= wanted,
        (false, false) => net > 0,
    };
    let mut states = Spread::from([((rules.grid, 0), Fraction::ONE)]);
    let mut straight = Fraction::ZERO;
    let mut expected = Fraction::ZERO;
    let mut shots = 0;
    while !states.is_empty() && (shots < wanted || sure && !rules.shots_return) {
        expected = expected + states.values().copied().sum();
        let mut next = Spread::new();
        let mut done = Fraction::ZERO;
        for (&(grid, goals), &p) in &states {
            for ((result, _, after), q) in shot(rules, grid) {
                let lost = result == Some(Shot::OwnGoal) && minus;
                let goals = (goals + u8::from(result == Some(Shot::Goal))).saturating_sub(u8::from(lost));
                if goals == wanted {
                    done = done + p * q;
                } else {
                    put(&mut next, (after, goals), p * q);
                }
            }
        }
        shots += 1;
        if shots == wanted {
            straight = done;
        }
        states = next;
    }
    if rules.shots_return && sure {
        // Every shot is like the first: a negative binomial number of shots.
        expected = ratio(times(u128::from(wanted)), first_shot(rules)[&Shot::Goal]);
    }
    (straight, sure.then_some(expected))
}

/// Ordered sequences of offensive cards from 0 to the target, by their number
/// of cards.
pub(in crate::rulesets::futbol_dash) fn sequences(rules: &Rules) -> BTreeMap<u32, u128> {
    fn walk(rules: &Rules, ap: u8, cards: u32, found: &mut BTreeMap<u32, u128>) {
        if ap == rules.ap_target {
            *found.entry(cards).or_default() += 1;
            return;
        }
        for kind in 0..rules.offensive {
            if let Some(next) = rules.landing(ap, rules.value[usize::from(kind)]) {
                walk(rules, next, cards + 1, found);
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(rules, 0, 0, &mut found);
    found
}

/// P(a player who keeps adding one of the legal values, each as likely, from
/// unlimited supply reaches the target from 0).
pub(in crate::rulesets::futbol_dash) fn blind_walk(rules: &Rules) -> Fraction {
    let mut at = vec![Fraction::ZERO; usize::from(rules.ap_target) + 1];
    at[0] = Fraction::ONE;
    for ap in 0..rules.ap_target {
        let landings: Vec<u8> = (0..rules.offensive)
            .filter_map(|kind| rules.landing(ap, rules.value[usize::from(kind)]))
            .collect();
        for &next in &landings {
            let step = at[usize::from(ap)] * Fraction::new(1, landings.len() as u128);
            at[usize::from(next)] = at[usize::from(next)] + step;
        }
    }
    at[usize::from(rules.ap_target)]
}

/// Number of ways to choose `k` of `n`.
fn choose(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |ways, i| ways * u128::from(n - i) / u128::from(i + 1))
}

/// P(none of `cards` cards drawn from the whole deck is one of `kinds` cards); none
/// where it holds no such hand.
pub(in crate::rulesets::futbol_dash) fn none_of(rules: &Rules, cards: u32, kinds: u32) -> Option<Fraction> {
    let all = u32::from(rules.cards);
    (cards <= all).then(|| Fraction::new(choose(all - kinds, cards), choose(all, cards)))
}

/// P(`cards` cards contain offensive cards worth exactly the target); none where
/// the deck holds no such hand.
pub(in crate::rulesets::futbol_dash) fn holds_exact_set(rules: &Rules, cards: u32) -> Option<Fraction> {
    let (target, all) = (u32::from(rules.ap_target), u32::from(rules.cards));
    if cards > all {
        return None;
    }
    // Ways to draw so many offensive cards that make these sums possible.
    let mut ways = BTreeMap::from([((0, 1_u32), 1_u128)]);
    let mut offensive = 0;
    for kind in 0..rules.offensive {
        let (copies, value) = (rules.count(kind), u32::from(rules.value[usize::from(kind)]));
        offensive += copies;
        let mut next = BTreeMap::new();
        for (&(drawn, sums), &number) in &ways {
            let mut reached = sums;
            for more in 0..=copies.min(cards - drawn) {
                *next.entry((drawn + more, reached)).or_insert(0) += number * choose(copies, more);
                reached |= reached << value & ((2 << target) - 1);
            }
        }
        ways = next;
    }
    let hits = ways
        .iter()
        .filter(|&(&(_, sums), _)| sums >> target & 1 == 1)
        .map(|(&(drawn, _), &number)| number * choose(all - offensive, cards - drawn));
    Some(Fraction::new(hits.sum(), choose(all, cards)))
}

/// P(the first player has no legal card in the first turn); none where the deck
/// holds no such hand.
pub(in crate::rulesets::futbol_dash) fn no_legal_first_turn(rules: &Rules) -> Option<Fraction> {
    let mut state = State::new(rules);
    for seat in 0..rules.players {
        state.seat_mut(seat).ap = rules.house.openings[usize::from(seat)].ap;
    }
    let mut playable = 0;
    for kind in 0..rules.kinds() {
        state.seat_mut(0).kinds = 1 << kind;
        let (_, legal) = options(rules, &state);
        playable += if legal { rules.count(kind) } else { 0 };
    }
    none_of(rules, u32::from(rules.hand_size + rules.plays), playable)
}

/// A shoot-out of two after its five rounds: the grid, and the goals of each.
pub(in crate::rulesets::futbol_dash) fn five_rounds(rules: &Rules) -> Spread<(Grid, u8, u8)> {
    let mut states = Spread::from([((rules.shootout_grid, 0, 0), Fraction::ONE)]);
    for _ in 0..ROUNDS {
        let mut next = Spread::new();
        for ((grid, first, second), p) in states {
            for ((scored, _, grid), q) in one_round(rules, grid) {
                put(&mut next, (grid, first + (scored & 1), second + (scored >> 1)), p * q);
            }
        }
        states = next;
    }
    states
}

/// One round of two: who scored, whether the grid was laid anew, what is left.
fn one_round(rules: &Rules, grid: Grid) -> Spread<(u8, u32, Grid)> {
    enumerate(|chance| {
        let mut grid = grid;
        let (scored, relays) = round(rules, &mut grid, 0b11, chance);
        (scored, relays, grid)
    })
}

/// Sudden death of two until it is decided or the grid must be laid anew:
/// expected rounds, and P(still level then).
pub(in crate::rulesets::futbol_dash) fn sudden_death(
    rules: &Rules,
    start: &Spread<Grid>,
) -> (Fraction, Fraction) {
    let mut states = start.clone();
    let (mut rounds, mut level) = (Fraction::ZERO, Fraction::ZERO);
    while !states.is_empty() {
        let mut next = Spread::new();
        for (grid, p) in states {
            if left(grid) < 2 {
                level = level + p;
                continue;
            }
            rounds = rounds + p;
            for ((scored, _, grid), q) in one_round(rules, grid) {
                if scored == 0 || scored == 0b11 {
                    put(&mut next, grid, p * q);
                }
            }
        }
        states = next;
    }
    (rounds, level)
}

/// The grids of a shoot-out of two that is level after five rounds; none where it
/// never is.
pub(in crate::rulesets::futbol_dash) fn level_after_five(rules: &Rules) -> Option<Spread<Grid>> {
    let mut level = Spread::new();
    for ((grid, first, second), p) in five_rounds(rules) {
        if first == second {
            put(&mut level, grid, p);
        }
    }
    let all = level.values().copied().sum::<Fraction>();
    for p in level.values_mut() {
        *p = ratio(*p, all);
    }
    (!level.is_empty()).then_some(level)
}

/// Expected sudden-death rounds of two, given these grids after five; none where
/// a grid never decides it.
pub(in crate::rulesets::futbol_dash) fn expected_sudden_death(
    rules: &Rules,
    after: &Spread<Grid>,
) -> Option<Fraction> {
    let (before, level) = sudden_death(rules, after);
    let fresh = Spread::from([(rules.shootout_grid, Fraction::ONE)]);
    let (rounds, again) = sudden_death(rules, &fresh);
    (again != Fraction::ONE).then(|| before + level * ratio(rounds, again.complement()))
}

/// Goals of two players after five rounds.
pub(in crate::rulesets::futbol_dash) fn joint(rules: &Rules) -> Spread<(u8, u8)> {
    let mut joint = Spread::new();
    for ((_, first, second), p) in five_rounds(rules) {
        put(&mut joint, (first, second), p);
    }
    joint
}
