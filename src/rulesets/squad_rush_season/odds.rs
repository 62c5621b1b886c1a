//! Exact results by enumeration of the same scoring code: pure sevens, every
//! official, chemistry, and how many sevens there are.

use super::cards::{Card, NEED, Official, POSITION_OF_PLACE, SQUAD};
use super::rules::Rules;
use super::score::{self, Conditions, Side};
use super::sevens::{Seven, Sevens};
use super::words;
use crate::chance::{Chance, Fraction, Source, enumerate};
use crate::odds::{Cell, OddsTable};

/// All sevens of one nation without Super Subs.
#[must_use]
pub fn pure_sevens(rules: &Rules, nation: u8) -> Vec<Seven> {
    sevens_of(rules, 0x7FF << (u32::from(nation) * u32::from(SQUAD)))
}

fn sevens_of(rules: &Rules, field: u128) -> Vec<Seven> {
    let all = Sevens::new(rules, field, 0);
    (0..all.len()).map(|index| all.unrank(index)).collect()
}

fn sides_of(rules: &Rules, sevens: &[Seven]) -> Vec<Side> {
    sevens.iter().map(|seven| Side::new(rules, seven, 0)).collect()
}

/// The seven of best or weakest rating, by squad place.
fn extreme(rules: &Rules, nation: u8, best: bool) -> Side {
    let sevens = pure_sevens(rules, nation);
    let raw = |seven: &Seven| seven.iter().map(|&card| rules.current(card, false)).sum::<i32>();
    let chosen =
        if best { sevens.iter().max_by_key(|s| raw(s)) } else { sevens.iter().min_by_key(|s| raw(s)) };
    Side::new(rules, chosen.expect("a squad has sevens"), 0)
}

/// Goals of two independent, uniformly random pure sevens, exactly.
#[must_use]
pub fn pure_scores(rules: &Rules, conditions: Conditions) -> Vec<([u16; 2], Fraction)> {
    let sides = sides_of(rules, &pure_sevens(rules, 0));
    let n = sides.len() as u32;
    enumerate(|chance| {
        let a = chance.below(Source::seat(0), n) as usize;
        let b = chance.below(Source::seat(1), n) as usize;
        score::goals(rules, &[sides[a], sides[b]], conditions)
    })
    .into_iter()
    .collect()
}

/// Probability of a draw and mean goals per side.
#[must_use]
pub fn draws_and_goals(scores: &[([u16; 2], Fraction)]) -> (Fraction, Fraction) {
    let draws = scores.iter().filter(|(g, _)| g[0] == g[1]).map(|&(_, p)| p).sum();
    let goals = scores.iter().map(|&(g, p)| p * Fraction::new(u128::from(g[0] + g[1]), 2)).sum();
    (draws, goals)
}

fn result(goals: [u16; 2]) -> Cell {
    Cell::Text(format!("{}-{}", goals[0], goals[1]))
}

fn officials(rules: &Rules) -> OddsTable {
    let [best, rival, weakest] = [extreme(rules, 0, true), extreme(rules, 1, true), extreme(rules, 1, false)];
    let mut rows = Vec::new();
    for official in std::iter::once(None).chain(Official::ALL.map(Some)) {
        let conditions = Conditions::under(official);
        let (draw, goals) = draws_and_goals(&pure_scores(rules, conditions));
        rows.push(vec![
            Cell::from(official.map_or("none", words::official)),
            result(score::goals(rules, &[best, rival], conditions)),
            result(score::goals(rules, &[best, weakest], conditions)),
            Cell::from(draw),
            Cell::Mean(goals),
        ]);
    }
    OddsTable {
        name: "officials".to_owned(),
        caption: "two sevens of one nation each under every official, options of SUBSTITUTION and QUICK RESTART unused".to_owned(),
        columns: vec!["official", "best_v_best", "best_v_weakest", "draw", "goals_per_side"],
        rows,
    }
}

/// Probability of each number of goals of one side.
fn goals(rules: &Rules) -> OddsTable {
    let mut rows = Vec::new();
    for official in std::iter::once(None).chain(Official::ALL.map(Some)) {
        let scores = pure_scores(rules, Conditions::under(official));
        let most = scores.iter().map(|(g, _)| g[0]).max().unwrap_or(0);
        for goals in 0..=most {
            let probability: Fraction = scores.iter().filter(|(g, _)| g[0] == goals).map(|&(_, p)| p).sum();
            if probability != Fraction::ZERO {
                rows.push(vec![
                    Cell::from(official.map_or("none", words::official)),
                    Cell::Int(i64::from(goals)),
                    Cell::from(probability),
                ]);
            }
        }
    }
    OddsTable {
        name: "goals".to_owned(),
        caption: "goals of one of two uniformly random one-nation sevens under every official".to_owned(),
        columns: vec!["official", "goals", "probability"],
        rows,
    }
}

fn matrix(rules: &Rules) -> OddsTable {
    let sides = sides_of(rules, &pure_sevens(rules, 0));
    let totals: Vec<_> = sides.iter().map(|side| score::plain_totals(rules, side)).collect();
    let attacks: std::collections::BTreeSet<i32> = totals.iter().map(|t| t.attack).collect();
    let defences: std::collections::BTreeSet<i32> = totals.iter().map(|t| t.defence).collect();
    let mut rows = Vec::new();
    for &attack in &attacks {
        for &defence in &defences {
            rows.push(vec![
                Cell::Int(i64::from(attack)),
                Cell::Int(i64::from(defence)),
                Cell::Int(i64::from(score::formula(attack, defence, rules.divisor))),
            ]);
        }
    }
    OddsTable {
        name: "goals-matrix".to_owned(),
        caption: "goals of an Attack against a Defence, one-nation sevens, no official".to_owned(),
        columns: vec!["attack", "defence", "goals"],
        rows,
    }
}

fn pure_totals(rules: &Rules) -> OddsTable {
    let sides = sides_of(rules, &pure_sevens(rules, 0));
    let mut counts = std::collections::BTreeMap::new();
    for side in &sides {
        let totals = score::plain_totals(rules, side);
        for key in [
            ("defence", totals.defence),
            ("attack", totals.attack),
            ("total", totals.attack + totals.defence),
        ] {
            *counts.entry(key).or_insert(0_u128) += 1;
        }
    }
    let rows = counts
        .into_iter()
        .map(|((what, value), count)| {
            vec![
                Cell::from(what),
                Cell::Int(i64::from(value)),
                Cell::Int(count as i64),
                Cell::from(Fraction::new(count, sides.len() as u128)),
            ]
        })
        .collect();
    OddsTable {
        name: "pure-sevens".to_owned(),
        caption: "Defence, Attack and their sum over all sevens of one nation".to_owned(),
        columns: vec!["what", "value", "sevens", "probability"],
        rows,
    }
}

/// The best seven of exactly `k` nations: every slot the best of its position,
/// as far as squads repeat them.
#[must_use]
pub fn best_of_nations(rules: &Rules, k: usize) -> Side {
    // Places of the squad by slot: with two nations every position's best card
    // comes twice.
    let firsts = |position: usize| (0..11).find(|&p| POSITION_OF_PLACE[p] == position).unwrap_or(0) as Card;
    let mut seven = [0; 7];
    let mut slot = 0;
    for (position, &need) in NEED.iter().enumerate() {
        for copy in 0..need {
            seven[slot] =
                if k == 1 { firsts(position) + copy } else { (slot % k) as Card * SQUAD + firsts(position) };
            slot += 1;
        }
    }
    if rules.one_ten && k > 1 {
        // One star only: the other forward is its nation's second.
        seven[6] += 1;
    }
    Side::new(rules, &seven, 0)
}

fn chemistry(rules: &Rules) -> OddsTable {
    let mut rows = Vec::new();
    let mut changed = rules.clone();
    for penalty in 0..=5 {
        changed.set_chemistry(penalty);
        let pure = best_of_nations(&changed, 1);
        for k in 1..=7.min(usize::from(rules.nations.min(rules.nations_cap))) {
            let mixed = best_of_nations(&changed, k);
            let totals = score::plain_totals(&changed, &mixed);
            rows.push(vec![
                Cell::Int(i64::from(penalty)),
                Cell::Int(k as i64),
                Cell::Int(i64::from(totals.defence)),
                Cell::Int(i64::from(totals.attack)),
                result(score::goals(&changed, &[mixed, pure], Conditions::default())),
            ]);
        }
    }
    OddsTable {
        name: "chemistry".to_owned(),
        caption: "the best seven of k nations, its totals and its score against the best of one nation, by chemistry penalty, no official".to_owned(),
        columns: vec!["penalty", "nations", "defence", "attack", "against_best_pure"],
        rows,
    }
}

/// Win, draw and loss of a uniformly random seven of exactly two nations
/// against a uniformly random seven of one, and of the mean totals.
#[must_use]
pub fn random_mix(rules: &Rules) -> [Fraction; 3] {
    let two = (0x7FF | 0x7FF << SQUAD) as u128;
    let mixed: Vec<Side> =
        sides_of(rules, &sevens_of(rules, two)).into_iter().filter(|s| s.nations == 2).collect();
    let pure = sides_of(rules, &pure_sevens(rules, 2));
    // Sevens of equal totals score alike: count totals, not sevens.
    let tally = |sides: &[Side]| {
        let mut counts = std::collections::BTreeMap::new();
        for side in sides {
            let totals = score::plain_totals(rules, side);
            *counts.entry((totals.defence, totals.attack)).or_insert(0_u128) += 1;
        }
        counts
    };
    let mut outcomes = [0; 3];
    let all = (mixed.len() * pure.len()) as u128;
    let rivals = tally(&pure);
    for (&(defence, attack), &count) in &tally(&mixed) {
        for (&(rival_defence, rival_attack), &rival_count) in &rivals {
            let own = score::formula(attack, rival_defence, rules.divisor);
            let other = score::formula(rival_attack, defence, rules.divisor);
            let outcome = match own.cmp(&other) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            outcomes[outcome] += count * rival_count;
        }
    }
    outcomes.map(|count| Fraction::new(count, all))
}

fn mix(rules: &Rules) -> OddsTable {
    let [win, draw, loss] = random_mix(rules);
    OddsTable {
        name: "random-mix".to_owned(),
        caption: "a random seven of two nations against a random seven of one, no official".to_owned(),
        columns: vec!["win", "draw", "loss"],
        rows: vec![vec![Cell::from(win), Cell::from(draw), Cell::from(loss)]],
    }
}

/// Sevens without Super Subs by number of nations used, `1..=7`.
#[must_use]
pub fn counts_by_nations(nations: u8) -> Vec<u64> {
    let of = |m: u8| Sevens::of((1_u128 << (u32::from(m) * u32::from(SQUAD))) - 1, 0, false, 10).len();
    let choose = |n: u64, k: u64| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
    (1..=nations.min(7))
        .map(|k| {
            // Sevens that use all of k given nations.
            let mut exactly = 0_i64;
            for m in 1..=k {
                let sign = if (k - m) % 2 == 0 { 1 } else { -1 };
                exactly += sign * (choose(u64::from(k), u64::from(m)) * of(m)) as i64;
            }
            choose(u64::from(nations), u64::from(k)) * exactly as u64
        })
        .collect()
}

fn counts(rules: &Rules) -> OddsTable {
    let counts = counts_by_nations(rules.nations);
    let total: u64 = counts.iter().sum();
    let rows = counts
        .iter()
        .zip(1_i64..)
        .map(|(&count, k)| {
            let share = Fraction::new(u128::from(count), u128::from(total));
            vec![Cell::Int(k), Cell::Int(count as i64), Cell::from(share)]
        })
        .collect();
    OddsTable {
        name: "counts".to_owned(),
        caption: "distinct sevens of the whole deck without Super Subs, by number of nations".to_owned(),
        columns: vec!["nations", "sevens", "share"],
        rows,
    }
}

fn divisors(rules: &Rules) -> OddsTable {
    let mut changed = rules.clone();
    let rows = (1..=5)
        .map(|divisor| {
            changed.divisor = divisor;
            let (draw, goals) = draws_and_goals(&pure_scores(&changed, Conditions::default()));
            vec![Cell::Int(i64::from(divisor)), Cell::from(draw), Cell::Mean(goals)]
        })
        .collect();
    OddsTable {
        name: "divisor".to_owned(),
        caption: "two random one-nation sevens by goal divisor, no official".to_owned(),
        columns: vec!["divisor", "draw", "goals_per_side"],
        rows,
    }
}

/// All tables, the officials' first.
#[must_use]
pub fn tables(rules: &Rules) -> Vec<OddsTable> {
    vec![
        officials(rules),
        goals(rules),
        matrix(rules),
        pure_totals(rules),
        chemistry(rules),
        mix(rules),
        counts(rules),
        divisors(rules),
    ]
}
