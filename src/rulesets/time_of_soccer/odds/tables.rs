//! The exact results as tables, the match table first.

use super::{
    Goals, Policy, best_use, bills, clash_odds, cup_draw, fits, goals, hits, match_odds, mean, penalties,
    removals,
};
use crate::chance::Fraction;
use crate::odds::{Cell, OddsTable};
use crate::rulesets::time_of_soccer::play::league::Clash;
use crate::rulesets::time_of_soccer::rules::Rules;
use crate::rulesets::time_of_soccer::tiles::START_SECRETARY;

fn exact(value: Fraction) -> Cell {
    Cell::Chance(value)
}

fn int(value: impl Into<i64>) -> Cell {
    Cell::Int(value.into())
}

fn table(name: &str, caption: &str, columns: Vec<&'static str>, rows: Vec<Vec<Cell>>) -> OddsTable {
    OddsTable { name: name.to_owned(), caption: caption.to_owned(), columns, rows }
}

/// Pairs of levels that the match tables show: equal ones, one step and two
/// steps apart.
fn shown_pairs(rules: &Rules) -> Vec<([u8; 2], [u8; 2])> {
    let max = rules.level_max;
    let mut pairs: Vec<_> = (0..=max).map(|level| ([level; 2], [level; 2])).collect();
    for (own, other) in
        [([6, 6], [4, 4]), ([6, 4], [4, 4]), ([4, 6], [4, 4]), ([7, 6], [4, 4]), ([2, 2], [4, 4])]
    {
        if own.iter().all(|&level| level <= max) {
            pairs.push((own, other));
        }
    }
    pairs
}

fn match_table(rules: &Rules) -> OddsTable {
    use Policy::{Attack, Defence, Neutral, Never};
    let mut rows = Vec::new();
    for (own, other) in shown_pairs(rules) {
        for policies in
            [[Never, Never], [Attack, Never], [Defence, Never], [Attack, Neutral], [Neutral, Neutral]]
        {
            let [win, draw, loss] = match_odds(rules, own, other, policies);
            rows.push(vec![
                int(own[0]),
                int(own[1]),
                Cell::from(policies[0].name()),
                int(other[0]),
                int(other[1]),
                Cell::from(policies[1].name()),
                exact(win),
                exact(draw),
                exact(loss),
            ]);
        }
    }
    table(
        "match",
        "chance of a club to win, draw and lose by levels and forced use of the re-roll",
        vec![
            "attack",
            "defence",
            "re_roll",
            "opponent_attack",
            "opponent_defence",
            "opponent_re_roll",
            "win",
            "draw",
            "loss",
        ],
        rows,
    )
}

fn goals_table(rules: &Rules) -> OddsTable {
    let mut rows = Vec::new();
    for attack in 0..=rules.level_max {
        for defence in 0..=rules.level_max {
            let plain = goals(rules, attack, defence, [Policy::Never; 2]);
            let neutral = goals(rules, attack, defence, [Policy::Neutral; 2]);
            let at = |k: u8| exact(plain.get(&k).copied().unwrap_or(Fraction::ZERO));
            let more = plain.iter().filter(|&(&k, _)| k > 3).map(|(_, &p)| p).sum();
            rows.push(vec![
                int(attack),
                int(defence),
                at(0),
                at(1),
                at(2),
                at(3),
                exact(more),
                Cell::Mean(mean(&plain)),
                Cell::Mean(mean(&neutral)),
            ]);
        }
    }
    table(
        "goals",
        "goals of one attack by attack and defence level, without re-rolls; mean also with the neutral rule",
        vec!["attack", "defence", "none", "one", "two", "three", "more", "mean", "mean_neutral"],
        rows,
    )
}

fn hits_table(rules: &Rules) -> OddsTable {
    let tables = [(false, false), (false, true), (true, false), (true, true)]
        .map(|(defence, neutral)| hits(rules, defence, neutral));
    let most = rules.attack_dice.max(rules.defence_dice);
    let cell = |t: &Goals, k: u8| exact(t.get(&k).copied().unwrap_or(Fraction::ZERO));
    let rows = (0..=most)
        .map(|k| std::iter::once(int(k)).chain(tables.iter().map(|t| cell(t, k))).collect())
        .collect();
    table(
        "hits",
        "hits of an attack and of a defence roll, plain and with the neutral repeat on no hit",
        vec!["hits", "attack", "attack_neutral", "defence", "defence_neutral"],
        rows,
    )
}

fn best_use_table(rules: &Rules) -> OddsTable {
    let mut rows = Vec::new();
    for level in [2, 4, 6] {
        for (owner, owned) in
            [("both", [true, true]), ("first only", [true, false]), ("second only", [false, true])]
        {
            let [first, draw, second] = best_use(rules, [[level; 2]; 2], owned);
            let win = Fraction::new(u128::from(rules.win_points), 1);
            rows.push(vec![
                int(level),
                Cell::from(owner),
                exact(first),
                exact(draw),
                exact(second),
                Cell::Mean(win * first + draw),
                Cell::Mean(win * second + draw),
            ]);
        }
    }
    table(
        "re-roll",
        "best use of the re-roll at equal levels: results and league points of the club attacking first and second",
        vec!["levels", "owned_by", "first_wins", "draw", "second_wins", "points_first", "points_second"],
        rows,
    )
}

/// Chances of the first six rounds of a shoot-out, or of as many as fit into
/// 128 bits. A coin after the last round allowed ends what is still level.
fn shoot_out_rows(rules: &Rules, level: Fraction) -> Vec<Vec<Cell>> {
    let fitting = 122.0 / (level.denominator() as f64).log2();
    let last = rules.penalty_rounds.min(6);
    let mut reached = Fraction::ONE;
    let mut rows = Vec::new();
    for round in (1..=last).take(fitting as usize) {
        let ends = if round == rules.penalty_rounds { reached } else { reached * level.complement() };
        rows.push(vec![int(round), exact(ends)]);
        reached = reached * level;
    }
    rows
}

fn small_tables(rules: &Rules) -> Vec<OddsTable> {
    let clash = clash_odds(rules);
    let chance = |result: Clash| clash.get(&result).copied().unwrap_or(Fraction::ZERO);
    let neutral = vec![vec![
        int(rules.white_dice),
        int(rules.blue_dice),
        exact(chance(Clash::Stronger)),
        exact(chance(Clash::Draw)),
        exact(chance(Clash::Weaker)),
    ]];
    let (scored, level) = penalties(rules);
    let kicks = scored.iter().map(|(&k, &p)| vec![int(k), exact(p)]).collect();
    let absent = (1..=3_u8)
        .map(|rolls| {
            let table = removals(rules, rolls);
            let at = |k: u8| exact(table.get(&k).copied().unwrap_or(Fraction::ZERO));
            vec![int(rolls), at(0), at(1), at(2), at(3), Cell::Mean(mean(&table))]
        })
        .collect();
    let draw = cup_draw();
    let meet = |round: u8| exact(draw.iter().filter(|((r, _), _)| *r == round).map(|(_, &p)| p).sum());
    let derby = draw.iter().filter(|((_, derby), _)| *derby).map(|(_, &p)| p).sum();
    let cup = vec![
        vec![Cell::from("two given clubs in one quarter-final"), meet(0)],
        vec![Cell::from("two given clubs in one semi-final"), meet(1)],
        vec![Cell::from("two given clubs in different halves"), meet(2)],
        vec![Cell::from("a quarter-final between two of the four choosable clubs"), exact(derby)],
    ];
    let decks = (0..4_usize)
        .map(|deck| {
            let size = u128::from(rules.deck_size(deck));
            vec![int(deck as i64 + 1), exact(Fraction::new(u128::from(rules.removed).min(size), size))]
        })
        .collect();
    let bills = bills(rules, START_SECRETARY);
    let faces = bills.iter().map(|(&bill, &p)| vec![int(bill), exact(p)]).collect();
    vec![
        table(
            "neutral-clash",
            "two neutrals: white dice of the stronger, blue dice of the weaker, and the result",
            vec!["white_dice", "blue_dice", "stronger_wins", "draw", "weaker_wins"],
            neutral,
        ),
        table("penalties", "goals of one club in one round of penalties", vec!["goals", "chance"], kicks),
        table(
            "shoot-out",
            "rounds that a shoot-out needs",
            vec!["rounds", "chance"],
            shoot_out_rows(rules, level),
        ),
        table(
            "absent-buyers",
            "tiles removed from a full market before a Market Day, by number of rolls",
            vec!["rolls", "none", "one", "two", "three", "mean"],
            absent,
        ),
        table("cup-draw", "who can meet when", vec!["event", "chance"], cup),
        table("decks", "chance of a given tile to be removed before the game", vec!["deck", "chance"], decks),
        table(
            "secretary",
            "bill of a forced acquisition with the starting secretary, 0 for broken",
            vec!["bill", "chance"],
            faces,
        ),
    ]
}

/// Every table.
#[must_use]
pub fn odds(rules: &Rules) -> Vec<OddsTable> {
    let mut tables = Vec::new();
    if fits(rules) {
        tables.push(match_table(rules));
    }
    tables.push(goals_table(rules));
    tables.push(hits_table(rules));
    if fits(rules) && !rules.no_random {
        tables.push(best_use_table(rules));
    }
    tables.extend(small_tables(rules));
    tables
}
