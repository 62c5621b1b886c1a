//! Worked examples and exact values of the ledger's section 5, by enumeration
//! of the scoring code, and simulation against them.

use super::super::odds::{
    best_of_nations, counts_by_nations, draws_and_goals, pure_scores, pure_sevens, random_mix, tables,
};
use super::*;
use crate::odds::Cell;

fn fraction(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

fn totals(seven: &[u8; 7]) -> (i32, i32) {
    let r = rules(&[]);
    let t = score::plain_totals(&r, &Side::new(&r, seven, 0));
    (t.defence, t.attack)
}

#[test]
fn s1_to_s14_single_sevens() {
    assert_eq!(totals(&best(0)), (21, 34));
    assert_eq!(totals(&weakest(0)), (18, 27));
    // S8: k nations with raw 17/24.
    let two = [gk(0), def(0, 3), def(1, 3), mid(0, 2), mid(1, 2), fwd(0, 2), fwd(1, 2)];
    assert_eq!(totals(&two), (16, 23));
    let r = rules(&[("nations", "7")]);
    let seven = [gk(6), def(0, 3), def(1, 3), mid(2, 2), mid(3, 2), fwd(4, 2), fwd(5, 2)];
    let t = score::plain_totals(&r, &Side::new(&r, &seven, 0));
    assert_eq!((t.defence, t.attack), (11, 18));
    // S9: pure with three Super Subs.
    assert_eq!(totals(&[sub(0), def(0, 2), def(0, 3), mid(0, 2), sub(1), fwd(0, 2), sub(2)]), (17, 24));
    // S10.
    assert_eq!(totals(&[gk(0), def(0, 0), def(1, 0), mid(0, 0), mid(1, 0), fwd(0, 0), fwd(1, 0)]), (22, 37));
    // S11, S12.
    let r = rules(&[]);
    let booked = Side::new(&r, &best(0), 1 << fwd(0, 0));
    assert_eq!(score::plain_totals(&r, &booked).attack, 33);
    // S14.
    assert_eq!(score::formula(20, 22, 3), 0);
}

#[test]
fn pure_sevens_are_54_with_28_pairs_of_totals() {
    let r = rules(&[]);
    let all: Vec<(i32, i32)> = pure_sevens(&r, 0).iter().map(totals).collect();
    assert_eq!(all.len(), 54);
    let pairs: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!(pairs.len(), 28);
    let count = |f: &dyn Fn(&(i32, i32)) -> bool| all.iter().filter(|t| f(t)).count();
    for (defence, times) in [(18, 18), (19, 9), (20, 9), (21, 18)] {
        assert_eq!(count(&|t| t.0 == defence), times);
    }
    for (attack, times) in [(27, 6), (29, 12), (30, 6), (31, 12), (32, 6), (33, 6), (34, 6)] {
        assert_eq!(count(&|t| t.1 == attack), times);
    }
    let by_total = [2, 1, 5, 6, 7, 9, 7, 8, 4, 3, 2];
    for (total, times) in (45..).zip(by_total) {
        assert_eq!(count(&|t| t.0 + t.1 == total), times, "{total}");
    }
    let stars = pure_sevens(&r, 0).iter().filter(|s| Side::new(&r, s, 0).star).count();
    assert_eq!(stars, 36);
    assert_eq!(all.iter().map(|t| t.0).sum::<i32>() * 2, 39 * 54);
    assert_eq!(all.iter().map(|t| t.1).sum::<i32>() * 3, 92 * 54);
}

#[test]
fn the_goals_matrix_of_pure_sevens() {
    let rows = [
        (27, [3, 2, 2, 2]),
        (29, [3, 3, 3, 2]),
        (30, [4, 3, 3, 3]),
        (31, [4, 4, 3, 3]),
        (32, [4, 4, 4, 3]),
        (33, [5, 4, 4, 4]),
        (34, [5, 5, 4, 4]),
    ];
    let table = tables(&rules(&[])).into_iter().find(|t| t.name == "goals-matrix").unwrap();
    let mut cells = table.rows.iter();
    for (attack, goals) in rows {
        for (defence, goal) in (18..).zip(goals) {
            assert_eq!(cells.next().unwrap(), &vec![Cell::Int(attack), Cell::Int(defence), Cell::Int(goal)]);
        }
    }
    assert_eq!(cells.next(), None);
}

#[test]
fn goals_and_draws_of_two_uniform_pure_sevens() {
    let scores = pure_scores(&rules(&[]), Conditions::default());
    let of = |goals: u16| scores.iter().filter(|(g, _)| g[0] == goals).map(|&(_, p)| p).sum::<Fraction>();
    assert_eq!([2, 3, 4, 5].map(of), [fraction(4, 27), fraction(11, 27), fraction(19, 54), fraction(5, 54)]);
    assert_eq!(draws_and_goals(&scores), (fraction(467, 1458), fraction(61, 18)));
    for (divisor, draws) in [
        ("2", fraction(166, 729)),
        ("3", fraction(467, 1458)),
        ("4", fraction(613, 1458)),
        ("5", fraction(241, 486)),
    ] {
        let scores = pure_scores(&rules(&[("goal-divisor", divisor)]), Conditions::default());
        assert_eq!(draws_and_goals(&scores).0, draws, "divisor {divisor}");
    }
}

#[test]
fn the_best_pure_seven_never_loses_the_weakest_never_wins() {
    let r = rules(&[]);
    let against = |own: &[u8; 7]| {
        let mut results = [0; 3];
        for rival in pure_sevens(&r, 1) {
            let [own, other] =
                score::goals(&r, &[Side::new(&r, own, 0), Side::new(&r, &rival, 0)], Conditions::default());
            results[1 + usize::from(own < other) - usize::from(own > other)] += 1;
        }
        results
    };
    assert_eq!(against(&best(0)), [48, 6, 0]);
    assert_eq!(against(&weakest(0)), [0, 6, 48]);
}

#[test]
fn every_official_exactly() {
    use Official::*;
    let plain = (fraction(467, 1458), fraction(61, 18));
    let expected = [
        (PlayOn, [4, 4], [5, 2], plain),
        (Overturned, [4, 4], [5, 2], plain),
        (Substitution, [4, 4], [5, 2], plain),
        (QuickRestart, [4, 4], [5, 2], plain),
        (AddedTime, [8, 8], [10, 4], (fraction(467, 1458), fraction(61, 9))),
        (VarReview, [1, 1], [2, 0], (fraction(253, 486), fraction(7, 18))),
        (Offside, [1, 1], [2, 0], (fraction(119, 243), fraction(4, 9))),
        (SetPiece, [4, 4], [6, 2], (fraction(148, 729), fraction(67, 18))),
        (TheWall, [3, 3], [4, 1], (fraction(467, 1458), fraction(43, 18))),
        (Reverse, [0, 0], [0, 0], (Fraction::ONE, Fraction::ZERO)),
        (Whistle, [0, 0], [1, 0], (fraction(169, 1458), fraction(1289, 2916))),
    ];
    let r = rules(&[]);
    let [own, rival, weak] = [best(0), best(1), weakest(1)].map(|s| Side::new(&r, &s, 0));
    let mut draws = Fraction::ZERO;
    for (official, best_v_best, best_v_weakest, exact) in expected {
        let conditions = Conditions::under(Some(official));
        assert_eq!(score::goals(&r, &[own, rival], conditions), best_v_best, "{official:?}");
        assert_eq!(score::goals(&r, &[own, weak], conditions), best_v_weakest, "{official:?}");
        let found = draws_and_goals(&pure_scores(&r, conditions));
        assert_eq!(found, exact, "{official:?}");
        draws = draws + found.0 * fraction(1, 11);
    }
    assert_eq!(draws, fraction(1033, 2673), "a uniform official");
    let r = rules(&[("whistle-both", "one-each")]);
    let whistle = pure_scores(&r, Conditions::under(Some(Whistle)));
    assert_eq!(whistle, [([1, 1], Fraction::ONE)]);
}

#[test]
fn the_wall_takes_one_goal_each_and_never_makes_it_goalless() {
    let r = rules(&[]);
    let sides: Vec<Side> = pure_sevens(&r, 0).iter().map(|s| Side::new(&r, s, 0)).collect();
    for &a in &sides {
        for &b in &sides {
            let plain = score::goals(&r, &[a, b], Conditions::default());
            let walled = score::goals(&r, &[a, b], Conditions::under(Some(Official::TheWall)));
            assert_eq!(walled, plain.map(|g| g - 1));
            assert!(walled[0] >= 1);
        }
    }
}

#[test]
fn chemistry_at_the_top_end() {
    let r = rules(&[("nations", "7")]);
    let pure = best_of_nations(&r, 1);
    let expected = [
        (2, 22, 37, [5, 4]),
        (3, 21, 36, [5, 4]),
        (4, 20, 35, [4, 4]),
        (5, 19, 34, [4, 5]),
        (6, 18, 33, [4, 5]),
        (7, 17, 32, [3, 5]),
    ];
    for (k, defence, attack, goals) in expected {
        let mixed = best_of_nations(&r, k);
        assert_eq!(mixed.nations as usize, k);
        let t = score::plain_totals(&r, &mixed);
        assert_eq!((t.defence, t.attack), (defence, attack));
        assert_eq!(score::goals(&r, &[mixed, pure], Conditions::default()), goals, "{k} nations");
    }
    let sizes = [[5, 3], [5, 4], [5, 4], [4, 4], [4, 5], [4, 5]];
    for (penalty, goals) in ["0", "1", "2", "3", "4", "5"].into_iter().zip(sizes) {
        let r = rules(&[("chemistry-penalty", penalty)]);
        let pair = [best_of_nations(&r, 2), best_of_nations(&r, 1)];
        assert_eq!(score::goals(&r, &pair, Conditions::default()), goals, "penalty {penalty}");
    }
}

#[test]
fn a_random_mix_is_bad() {
    let exact = [fraction(15_680, 84_321), fraction(14_761, 56_214), fraction(92_999, 168_642)];
    assert_eq!(random_mix(&rules(&[])), exact);
}

#[test]
fn numbers_of_sevens_by_nations() {
    assert_eq!(counts_by_nations(4), [216, 74_952, 875_880, 1_139_832]);
    assert_eq!(counts_by_nations(6), [324, 187_380, 4_379_400, 17_097_480, 14_758_200, 2_342_520]);
    assert_eq!(
        counts_by_nations(8),
        [432, 349_776, 12_262_320, 79_788_240, 137_743_200, 65_590_560, 6_531_840]
    );
    assert_eq!(counts_by_nations(6).iter().sum::<u64>(), 38_765_304);
}

#[test]
fn counts_of_fixtures_and_points() {
    for (managers, fixtures, most) in [("2", 1, 12), ("3", 3, 24), ("4", 2, 12)] {
        let r = rules(&[("managers", managers)]);
        let (list, count) = super::super::play::fixtures::fixtures(&r, 0, 0);
        assert_eq!(count, fixtures);
        let own = list[..usize::from(count)].iter().filter(|pair| pair.contains(&0)).count();
        assert_eq!(own * 3 * (3 + 1), most);
    }
}

#[test]
fn simulated_pure_matches_agree_with_the_exact_odds() {
    let r = rules(&[]);
    let sides: Vec<Side> = pure_sevens(&r, 0).iter().map(|s| Side::new(&r, s, 0)).collect();
    let mut chance = Stream::new(Luck::new(3, 1, 4));
    let games = 100_000;
    let mut draws = 0;
    for _ in 0..games {
        let mut one = || sides[chance.below(Source::TABLE, 54) as usize];
        let pair = [one(), one()];
        let official = Official::ALL[chance.below(Source::TABLE, 11) as usize];
        let goals = score::goals(&r, &pair, Conditions::under(Some(official)));
        draws += u32::from(goals[0] == goals[1]);
    }
    let p = fraction(1033, 2673).value();
    let z = (f64::from(draws) - f64::from(games) * p) / (f64::from(games) * p * (1.0 - p)).sqrt();
    assert!(z.abs() < 4.0, "z = {z}");
}

#[test]
fn random_names_sevens_uniformly() {
    // A pitch with surplus cards and two kinds of Super Subs: every distinct
    // seven comes up alike.
    let r = rules(&[]);
    let field = [
        gk(0),
        gk(1),
        def(0, 0),
        def(0, 1),
        def(1, 0),
        mid(0, 0),
        mid(0, 1),
        fwd(0, 0),
        fwd(1, 1),
        sub(0),
        sub(1),
    ]
    .iter()
    .fold(0, |f, &c| f | 1_u128 << c);
    let sevens = Sevens::new(&r, field, 1 << sub(1));
    let n = sevens.len();
    let mut counts = vec![0_u32; n as usize];
    let mut whim = Whim::new(Luck::new(5, 5, 5), 0, 0);
    let draws = 200 * n;
    for _ in 0..draws {
        counts[whim.below_u64(n) as usize] += 1;
    }
    let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 200.0).powi(2) / 200.0).sum();
    let df = n as f64 - 1.0;
    assert!((chi - df).abs() < 5.0 * (2.0 * df).sqrt(), "chi-square {chi} for {df} degrees");
}

#[test]
fn all_odds_tables_are_rectangular_and_sum_to_one() {
    for changes in
        [&[][..], &[("nations-cap", "2"), ("max-tens", "1")][..], &[("chemistry-shape", "squared")][..]]
    {
        let r = rules(changes);
        let all = SquadRushSeason::odds(&r);
        assert_eq!(all[0].name, "officials");
        for table in &all {
            assert!(!table.rows.is_empty());
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
        }
        let sum = random_mix(&r).into_iter().sum::<Fraction>();
        assert_eq!(sum, Fraction::ONE);
    }
}
