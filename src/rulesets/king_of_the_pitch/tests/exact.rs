//! Section 5.3 and 5.4: exact values by enumeration, and play against them.

use std::collections::BTreeMap;

use super::super::odds::challenger_wins;
use super::*;
use crate::conformance::check_luck;
use crate::game::LUCK;
use crate::odds::{Cell, OddsTable};

const NONE: [bool; 2] = [false, false];
const FIRST: [bool; 2] = [true, false];
const SECOND: [bool; 2] = [false, true];
const BOTH: [bool; 2] = [true, true];

fn fraction(text: &str) -> Fraction {
    let (num, den) = text.split_once('/').expect("a fraction");
    Fraction::new(num.parse().expect("a number"), den.parse().expect("a number"))
}

/// How matches end by walking through every roll and re-roll of the rule code.
fn enumerated(rules: &Rules, levels: [u8; 2], var: [bool; 2]) -> BTreeMap<Verdict, Fraction> {
    let dice = &rules.book.dice;
    let seats = [0, 1];
    enumerate(|chance| {
        let mut bout = dice.roll(levels, var, seats, chance);
        loop {
            match dice.settle(&mut bout, seats, chance, &mut Silent) {
                Verdict::Choose(side) => {
                    let own = [bout.levels[side], bout.levels[1 - side]];
                    let die = dice.best_die(bout.pools[side], bout.pools[1 - side], own);
                    dice.reroll(&mut bout, side, die, seats, chance, &mut Silent);
                }
                verdict => return verdict,
            }
        }
    })
}

/// Holds the fast table to the enumeration in these cells.
fn agree(rules: &Rules, pairs: &[[u8; 2]], vars: &[[bool; 2]]) {
    for &levels in pairs {
        for &var in vars {
            let ends = enumerated(rules, levels, var);
            let p = |verdict| ends.get(&verdict).copied().unwrap_or(Fraction::ZERO);
            let found = rules.book.chances.chances(levels, var);
            let total = u128::from(found.total);
            assert_eq!(p(Verdict::Won(0)), Fraction::new(u128::from(found.won), total), "{levels:?} {var:?}");
            assert_eq!(p(Verdict::Cancelled), found.all_cancel(), "{levels:?} {var:?}");
        }
    }
}

fn pairs_up_to(highest: u8) -> Vec<[u8; 2]> {
    (0..=highest).flat_map(|a| (0..=highest).map(move |b| [a, b])).collect()
}

#[test]
fn the_fast_table_equals_the_enumeration_of_the_printed_game() {
    let rules = rules(&[]);
    agree(&rules, &pairs_up_to(3), &[NONE, FIRST, SECOND, BOTH]);
    agree(&rules, &[[0, 4], [4, 1], [2, 4], [4, 3]], &[NONE, FIRST, SECOND, BOTH]);
    agree(&rules, &[[4, 4]], &[NONE, BOTH]);
}

#[test]
fn the_fast_table_equals_the_enumeration_of_the_variants() {
    agree(&rules(&[("missing-die", "ignored")]), &pairs_up_to(2), &[NONE, FIRST, SECOND, BOTH]);
    agree(&rules(&[("missing-die", "ignored")]), &[[1, 4]], &[BOTH]);
    agree(&rules(&[("var-tie-die", "d6")]), &[[4, 1]], &[FIRST, BOTH]);
    agree(&rules(&[("dice-per-level", "crown-3d6-2d8")]), &[[4, 1], [0, 4]], &[FIRST, BOTH]);
    agree(&rules(&[("dice-per-level", "crown-5d6")]), &[[4, 2]], &[SECOND, BOTH]);
    agree(&rules(&[("var-scope", "any-one-die")]), &pairs_up_to(2), &[FIRST, SECOND, BOTH]);
    agree(&rules(&[("var-scope", "any-one-die")]), &[[1, 4], [3, 1]], &[BOTH]);
    agree(&rules(&[("var-scope", "all-dice")]), &pairs_up_to(1), &[NONE, FIRST, SECOND, BOTH]);
    agree(&rules(&[("var-scope", "all-dice")]), &[[0, 2], [2, 0]], &[FIRST, SECOND, BOTH]);
    let ignored = [("var-scope", "all-dice"), ("missing-die", "ignored")];
    agree(&rules(&ignored), &pairs_up_to(1), &[FIRST, BOTH]);
}

#[test]
fn published_fractions_of_section_5_3() {
    let rules = rules(&[]);
    let stronger = [
        (1, 0, "161/216", "5593/7776"),
        (2, 0, "119/144", "36827/46656"),
        (2, 1, "641/972", "178457/279936"),
        (3, 0, "6797/7776", "234481/279936"),
        (3, 1, "34759/46656", "1196551/1679616"),
        (3, 2, "173483/279936", "3044485/5038848"),
        (4, 0, "19261/20736", "63829/69984"),
        (4, 1, "53033/62208", "352831/419904"),
        (4, 2, "1734193/2239488", "250071745/322486272"),
        (4, 3, "2345063/3359232", "690742183/967458816"),
    ];
    for (a, b, none, both) in stronger {
        assert_eq!(challenger_wins(&rules, [a, b], NONE), fraction(none), "{a} {b}");
        assert_eq!(challenger_wins(&rules, [a, b], BOTH), fraction(both), "{a} {b}");
    }
    let alone = [
        ["271/432", "505/1296", "2183/7776", "9829/46656", "45455/373248"],
        ["119/144", "1205/1944", "7235/15552", "101479/279936", "483065/2239488"],
        ["6797/7776", "34759/46656", "337345/559872", "815779/1679616", "1994363/6718464"],
        ["14077/15552", "37481/46656", "1174321/1679616", "988555/1679616", "29808535/80621568"],
        ["39377/41472", "2667097/2985984", "1399559/1679616", "248959939/322486272", "1476572837/2579890176"],
    ];
    for (a, row) in (0..).zip(alone) {
        for (b, text) in (0..).zip(row) {
            assert_eq!(challenger_wins(&rules, [a, b], FIRST), fraction(text), "{a} {b}");
        }
    }
    let cancelled = ["1/6", "11/216", "83/3888", "113/10368", "487/124416"];
    for (level, text) in (0..).zip(cancelled) {
        assert_eq!(rules.book.chances.chances([level, level], NONE).all_cancel(), fraction(text));
    }
}

#[test]
fn both_sides_add_up_and_mirrors_are_even() {
    let rules = rules(&[]);
    for [a, b] in pairs_up_to(4) {
        for (var, swapped) in [(NONE, NONE), (FIRST, SECOND), (BOTH, BOTH)] {
            let sum = challenger_wins(&rules, [a, b], var) + challenger_wins(&rules, [b, a], swapped);
            assert_eq!(sum, Fraction::ONE);
        }
        if a == b {
            assert_eq!(challenger_wins(&rules, [a, b], BOTH), Fraction::new(1, 2));
        } else {
            assert_eq!(rules.book.chances.chances([a, b], NONE).cancelled, 0);
        }
    }
}

#[test]
fn var_for_the_stronger_side_equals_one_die_more() {
    let rules = rules(&[]);
    for (strong, weak) in [(1, 0), (2, 0), (2, 1)] {
        let with_var = challenger_wins(&rules, [strong, weak], FIRST);
        assert_eq!(with_var, challenger_wins(&rules, [strong + 1, weak], NONE));
    }
}

#[test]
fn tie_breaks_give_all_cancelled_matches_to_one_side() {
    let half = Fraction::new(1, 2);
    for (value, share) in [("king-keeps", Fraction::ZERO), ("challenger-wins", Fraction::ONE)] {
        let rules = rules(&[("tie-break", value)]);
        let cell = rules.book.chances.chances([0, 0], NONE);
        let on_dice = Fraction::new(u128::from(cell.won), u128::from(cell.total));
        assert_eq!(challenger_wins(&rules, [0, 0], NONE), on_dice + cell.all_cancel() * share);
        assert_ne!(challenger_wins(&rules, [0, 0], NONE), half);
        let table = &KingOfThePitch::odds(&rules)[0];
        assert_eq!(table.rows[0][6], Cell::Chance(Fraction::ZERO), "no shoot-out is played");
    }
}

/// |z| of `hits` among `n` against an exact probability.
fn z(hits: u64, n: u64, p: Fraction) -> f64 {
    let (n, p) = (n as f64, p.value());
    (hits as f64 - n * p).abs() / (n * p * (1.0 - p)).sqrt()
}

#[test]
fn played_matches_agree_with_the_exact_odds() {
    let rules = rules(&[]);
    let n = 1_000_000;
    let mut chance = Stream::new(Luck::new(8, 8, 8));
    for levels in (0..25).map(|pair| [pair / 5, pair % 5]) {
        let exact = challenger_wins(&rules, levels, NONE);
        let by_dice = (0..n).filter(|_| rules.book.dice.play_match(levels, &mut chance) == 0).count();
        let by_odds = (0..n).filter(|_| rules.book.chances.play_match(levels, &mut chance) == 0).count();
        assert!(z(by_dice as u64, n, exact) < 4.0, "{levels:?} by dice");
        assert!(z(by_odds as u64, n, exact) < 4.0, "{levels:?} by odds");
    }
    for (value, tie) in [("king-keeps", 1), ("challenger-wins", 0)] {
        let rules = super::desk::rules(&[("tie-break", value)]);
        let exact = challenger_wins(&rules, [0, 0], NONE);
        for _ in 0..2 {
            let hits = (0..n).filter(|_| rules.book.chances.play_match([0, 0], &mut chance) == 0).count();
            assert!(z(hits as u64, n, exact) < 4.0, "{value} {tie}");
        }
    }
}

#[test]
fn played_var_matches_agree_with_the_exact_odds() {
    let n = 1_000_000;
    let mut chance = Stream::new(Luck::new(8, 8, 9));
    for changes in [vec![], vec![("var-scope", "all-dice")], vec![("dice-per-level", "crown-3d6-2d8")]] {
        let rules = rules(&changes);
        for (levels, var) in [([4, 3], FIRST), ([4, 4], BOTH), ([0, 2], BOTH)] {
            let cell = rules.book.chances.chances(levels, var);
            let won = Fraction::new(u128::from(cell.won), u128::from(cell.total));
            let hits = (0..n).filter(|_| {
                let mut bout = rules.book.dice.roll(levels, var, [0, 1], &mut chance);
                rules.book.dice.settle(&mut bout, [0, 1], &mut chance, &mut Silent) == Verdict::Won(0)
            });
            assert!(z(hits.count() as u64, n, won) < 4.0, "{changes:?} {levels:?} {var:?}");
        }
    }
}

#[test]
fn matches_within_games_agree_with_the_exact_odds() {
    let changes = [("var-cards", "off"), ("bonus-cards", "off")];
    let rules = rules(&changes);
    let mut met = BTreeMap::<[u8; 2], (u64, u64)>::new();
    for state in super::ending::games(&changes, "random", 4_000) {
        for played in state.played() {
            let record = played.unpack();
            let (matches, won) = met.entry(record.levels).or_default();
            *matches += 1;
            *won += u64::from(record.winner == 0);
        }
    }
    assert!(met[&[0, 0]].0 > 5_000 && met.len() >= 4);
    for (levels, (matches, won)) in met.into_iter().filter(|(_, (matches, _))| *matches >= 100) {
        let exact = challenger_wins(&rules, levels, NONE);
        assert!(z(won, matches, exact) < 4.0, "{levels:?}: {won} of {matches}");
    }
}

fn table(rules: &Rules, name: &str) -> OddsTable {
    let tables = KingOfThePitch::odds(rules);
    assert!(tables.iter().all(|t| t.rows.iter().all(|row| row.len() == t.columns.len())));
    tables.into_iter().find(|t| t.name == name).expect("the table exists")
}

fn column(table: &OddsTable, name: &str) -> Vec<Cell> {
    let at = table.columns.iter().position(|&c| c == name).expect("the column exists");
    table.rows.iter().map(|row| row[at].clone()).collect()
}

fn exact(texts: &[&str]) -> Vec<Cell> {
    texts.iter().map(|text| Cell::Chance(fraction(text))).collect()
}

fn counts(values: &[i64]) -> Vec<Cell> {
    values.iter().map(|&value| Cell::Int(value)).collect()
}

#[test]
fn the_match_table_has_every_cell() {
    let rules = rules(&[]);
    let tables = KingOfThePitch::odds(&rules);
    assert_eq!(tables[0].name, "match", "the main table comes first");
    assert_eq!(tables[0].rows.len(), 100);
    let expected = ["a", "b", "var_a", "var_b", "p_a_wins", "p_b_wins", "p_shootout", "fraction"];
    assert_eq!(tables[0].columns, expected);
    let row = tables[0].rows.iter().find(|row| row[0] == "gold".into() && row[1] == "silver".into());
    let row = row.expect("gold against silver");
    assert_eq!(row[4], Cell::Chance(fraction("173483/279936")));
    assert_eq!(row[7], Cell::Fraction(fraction("173483/279936")));
    let white = &tables[0].rows[0];
    assert_eq!(
        (&white[5], &white[6]),
        (&Cell::Chance(Fraction::new(1, 2)), &Cell::Chance(Fraction::new(1, 6)))
    );
}

#[test]
fn deck_and_set_up_of_section_5_4() {
    let set_up = table(&rules(&[]), "set-up");
    assert_eq!(column(&set_up, "deck"), counts(&[85, 89, 93, 97]));
    assert_eq!(column(&set_up, "deck_with_captains"), counts(&[85, 89, 97, 102]));
    assert_eq!(column(&set_up, "match_cards"), counts(&[15, 17, 19, 21]));
    assert_eq!(column(&set_up, "most_matches"), counts(&[9, 13, 17, 21]));
    assert_eq!(column(&set_up, "p_free_is_match"), exact(&["3/17", "17/89", "19/93", "21/97"]));
    assert_eq!(column(&set_up, "p_free_is_player"), exact(&["66/85", "66/89", "22/31", "66/97"]));
    let has_match = ["57979/91881", "809297/1220813", "1707739/2474823", "100814/141329"];
    assert_eq!(column(&set_up, "p_row_has_match"), exact(&has_match));
    let means = ["15/17", "85/89", "95/93", "105/97"].map(|mean| Cell::Mean(fraction(mean)));
    assert_eq!(column(&set_up, "mean_matches_in_row"), means);
    let captains = table(&rules(&[("players", "4"), ("captains", "on")]), "set-up");
    assert_eq!(column(&captains, "deck"), counts(&[85, 89, 97, 102]));
    let one_win = table(&rules(&[("first-king", "king-has-one-win")]), "set-up");
    assert_eq!(column(&one_win, "most_matches"), counts(&[8, 12, 16, 20]));
}

#[test]
fn first_king_roll_of_section_5_4() {
    let first = table(&rules(&[]), "first-king");
    let at_once = exact(&["5/6", "55/72", "25/36", "4895/7776"]);
    assert_eq!(column(&first, "p_decided_at_once"), at_once);
    assert_eq!(column(&first, "p_given_player"), exact(&["1/2", "1/3", "1/4", "1/5"]));
}

#[test]
fn fewest_chips_table_of_section_5_2() {
    let fewest = table(&rules(&[]), "fewest-chips");
    assert_eq!(column(&fewest, "any_colour"), counts(&[2, 3, 5, 6]));
    let none = Cell::Text("impossible".into());
    assert_eq!(column(&fewest, "without_gold")[3], none);
    assert_eq!(column(&fewest, "bronze_only"), [Cell::Int(6), none.clone(), none.clone(), none]);
}

/// Luck is counted from the exact table, rounded to the nearest 2⁻²⁰.
#[test]
fn luck_is_what_the_table_did_not_expect() {
    for changes in [&[][..], &[("tie-break", "king-keeps")], &[("var-scope", "all-dice")]] {
        let rules = rules(changes);
        for [a, b] in pairs_up_to(4) {
            for var in [NONE, FIRST, SECOND, BOTH] {
                let exact = challenger_wins(&rules, [a, b], var).value() * f64::from(LUCK);
                let counted = f64::from(rules.book.chances.fixed([a, b], var));
                assert!((counted - exact).abs() <= 0.5 + 1e-6, "{a} {b} {var:?}: {counted} for {exact}");
            }
        }
    }
}

/// Whoever plays, whatever the dice do, with shoot-outs, V.A.R. and choices of
/// the die that no table foresees.
#[test]
fn luck_is_nothing_on_average() {
    for (changes, bot, games) in [
        (&[][..], "random", 3_000),
        (&[], "rusher", 10_000),
        (&[], "balanced", 10_000),
        (&[("players", "5")], "balanced", 2_000),
        (&[("var-scope", "any-one-die")], "random", 3_000),
        (&[("var-scope", "all-dice")], "balanced", 5_000),
        (&[("tie-break", "king-keeps")], "balanced", 5_000),
    ] {
        assert!(check_luck::<KingOfThePitch>(changes, bot, games) > 0.0, "{changes:?}: some luck was met");
    }
}
