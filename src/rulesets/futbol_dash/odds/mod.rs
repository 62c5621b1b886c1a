//! The tables of the `odds` command, filled from exact [`values`].

pub(super) mod values;

use self::values::{
    Spread, blind_walk, expected_sudden_death, first_corners, first_shot, holds_exact_set, joint,
    level_after_five, no_legal_first_turn, none_of, put, run_of_shots, sequences, solo, sudden_death, times,
};
use super::moves::each_kind;
use super::play::seat_name;
use super::play::shots::{SHOTS, Shot};
use super::rules::Rules;
use crate::chance::Fraction;
use crate::odds::{Cell, OddsTable};

fn shot_tables(rules: &Rules) -> Vec<OddsTable> {
    let first = first_shot(rules);
    let shots = SHOTS.iter().filter_map(|&shot| Some(vec![shot.name().into(), (*first.get(&shot)?).into()]));
    let corners = first_corners(rules);
    let cards = corners.iter().map(|(&number, &p)| p * times(u128::from(number + 1))).sum::<Fraction>();
    let corner_rows =
        corners.into_iter().map(|(number, p)| vec![i64::from(number).into(), p.into()]).collect();
    let run_rows = (1_i64..)
        .zip(run_of_shots(rules))
        .map(|(number, (goal, own_goal))| vec![number.into(), goal.into(), own_goal.into()])
        .collect();
    let (straight, expected) = solo(rules);
    let wanted = rules.goals_to_win;
    let mut solo_rows = vec![
        vec!["expected shot cards of the first shot".into(), Cell::Mean(cards)],
        vec![
            format!("{wanted} goals in the first {wanted} shots of one player alone").into(),
            straight.into(),
        ],
    ];
    solo_rows.extend(expected.map(|expected| {
        vec![format!("expected shots of one player alone for {wanted} goals").into(), Cell::Mean(expected)]
    }));
    vec![
        OddsTable::new(
            "shot",
            "How the first shot of a match ends, Corner Kicks included",
            &["result", "probability"],
            shots.collect(),
        ),
        OddsTable::new(
            "corners",
            "Corner Kicks turned up before the first shot is decided",
            &["corners", "probability"],
            corner_rows,
        ),
        OddsTable::new(
            "shot-run",
            "The k-th shot of an uninterrupted run on one grid",
            &["shot", "goal", "own_goal_so_far"],
            run_rows,
        ),
        OddsTable::new("shots-alone", "Shots of one player alone", &["quantity", "value"], solo_rows),
    ]
}

fn build_tables(rules: &Rules) -> Vec<OddsTable> {
    let found = sequences(rules);
    let target = rules.ap_target;
    let sequence_rows = found
        .into_iter()
        .map(|(cards, number)| vec![i64::from(cards).into(), (number as i64).into()])
        .collect();
    let reaches = blind_walk(rules);
    let stuck = reaches.complement();
    let opening = u32::from(rules.hand_size);
    let first = opening + u32::from(rules.plays);
    let fouls = rules.count(rules.foul_bit.trailing_zeros() as u8);
    let referees = fouls + rules.count(rules.var_bit.trailing_zeros() as u8);
    let offensive: u32 = each_kind((1 << rules.offensive) - 1).map(|kind| rules.count(kind)).sum();
    let expected = Fraction::new(u128::from(opening * offensive), u128::from(rules.cards));
    let hand = |what: String, p: Option<Fraction>| p.map(|p| vec![what.into(), p.into()]);
    let hand_rows = [
        hand(
            format!("at least one Foul in the opening {opening}"),
            none_of(rules, opening, fouls).map(Fraction::complement),
        ),
        hand(
            format!("at least one Referee card in the opening {opening}"),
            none_of(rules, opening, referees).map(Fraction::complement),
        ),
        hand(format!("no offensive card in the opening {opening}"), none_of(rules, opening, offensive)),
        Some(vec![format!("expected offensive cards in the opening {opening}").into(), Cell::Mean(expected)]),
        hand(
            format!("opening {opening} hold offensive cards worth exactly {target}"),
            holds_exact_set(rules, opening),
        ),
        hand(format!("{first} cards after the first draw hold such a set"), holds_exact_set(rules, first)),
        hand("first player has no legal card in the first turn".to_owned(), no_legal_first_turn(rules)),
    ];
    vec![
        OddsTable::new(
            "attack-points",
            &format!("Ordered sequences of offensive cards from 0 to {target} attack points"),
            &["cards", "sequences"],
            sequence_rows,
        ),
        OddsTable::new(
            "blind-building",
            "Adding a random legal value again and again, from unlimited supply",
            &["result", "probability"],
            vec![
                vec![format!("reaches {target}").into(), reaches.into()],
                vec!["is stuck below".into(), stuck.into()],
            ],
        ),
        OddsTable::new(
            "hands",
            "Opening hands",
            &["quantity", "value"],
            hand_rows.into_iter().flatten().collect(),
        ),
    ]
}

fn shoot_out_tables(rules: &Rules) -> Vec<OddsTable> {
    let joint = joint(rules);
    let mut margins: Spread<i64> = Spread::new();
    let mut goals = Fraction::ZERO;
    for (&(first, second), &p) in &joint {
        put(&mut margins, i64::from(first) - i64::from(second), p);
        goals = goals + p * times(u128::from(first));
    }
    let level = margins.get(&0).copied().unwrap_or(Fraction::ZERO);
    let ahead = margins.range(1..).map(|(_, &p)| p).sum::<Fraction>();
    let joint_rows = joint
        .iter()
        .map(|(&(first, second), &p)| vec![i64::from(first).into(), i64::from(second).into(), p.into()])
        .collect();
    let margin_rows = margins.into_iter().map(|(margin, p)| vec![margin.into(), p.into()]).collect();
    let mut rows: Vec<Vec<Cell>> = vec![
        vec![format!("{} ahead after five", seat_name(0)).into(), ahead.into()],
        vec!["level after five".into(), level.into()],
        vec!["expected goals of a player in five".into(), Cell::Mean(goals)],
    ];
    // Corners can empty the grid within a round, so that sudden death has no
    // clean breaks at which to sum it up.
    let after = level_after_five(rules).filter(|_| rules.shootout_grid[Shot::Corner as usize] == 0);
    if let Some(after) = after {
        let fresh = Spread::from([(rules.shootout_grid, Fraction::ONE)]);
        let used_up = sudden_death(rules, &after).1;
        rows.extend([
            vec!["given level: decided before the grid is laid anew".into(), used_up.complement().into()],
            vec!["given level: still level when the grid is laid anew".into(), used_up.into()],
            vec!["a fresh grid leaves sudden death undecided".into(), sudden_death(rules, &fresh).1.into()],
        ]);
        rows.extend(
            expected_sudden_death(rules, &after)
                .map(|rounds| vec!["given level: expected sudden-death rounds".into(), Cell::Mean(rounds)]),
        );
    }
    vec![
        OddsTable::new(
            "shoot-out-goals",
            "Goals of two players after five picks each",
            &["first", "second", "probability"],
            joint_rows,
        ),
        OddsTable::new(
            "shoot-out-margin",
            "Goals of the first less those of the second after five picks each",
            &["margin", "probability"],
            margin_rows,
        ),
        OddsTable::new("shoot-out", "A shoot-out of two", &["quantity", "value"], rows),
    ]
}

/// Every table, the shot first.
pub(super) fn tables(rules: &Rules) -> Vec<OddsTable> {
    let mut tables = shot_tables(rules);
    tables.extend(build_tables(rules));
    tables.extend(shoot_out_tables(rules));
    tables
}
