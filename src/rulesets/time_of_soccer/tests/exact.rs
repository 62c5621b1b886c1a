//! Ledger section 5: worked examples and exact values, by enumeration, and
//! simulation against them.

use super::super::odds::tables::odds;
use super::super::odds::{bills, clash_odds, goals, hits as hit_table, mean, penalties, shoot_out_rounds};
use super::*;
use crate::odds::Cell;
use Policy::{Attack, Defence, Neutral, Never};

fn f(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

/// Equal to the six decimals of the ledger.
fn six(value: Fraction, printed: f64) -> bool {
    (value.value() - printed).abs() < 5.1e-7
}

#[test]
fn e1_e2_the_rulebooks_sums_give_its_values_and_levels() {
    // Per footballer as in the rulebook: 10, 16, 10, −2, 5 and 7, 5, 18, 1, 6, −2.
    let attack = [5 + 2 + 3, 8 + 2 + 3 + 3, 7 + 3, -2, 1 + 1 + 3];
    let defence = [2 + 3 + 1 + 1, 2 + 3, 11 + 1 + 2 + 4, 1, 3 + 1 + 2, -2];
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let (a, d): (i32, i32) = (attack.iter().sum(), defence.iter().sum());
    assert_eq!((a, d), (39, 35));
    assert_eq!((r.level(a), r.level(d)), (7, 6));
}

#[test]
fn e9_the_standard_start() {
    for (players, balance) in [("1", 10), ("2", 9), ("3", 8), ("4", 7)] {
        let (r, s) = fresh(&[("players", players)], 1);
        assert_eq!((s.shown_balance(&r, 0), s.clubs[0].cash, s.clubs[0].fans), (balance, 5, 13));
    }
    let (r, s) = fresh(&[("handicap", "3")], 1);
    assert_eq!((s.clubs[0].fans, s.shown_balance(&r, 0)), (10, 4));
}

#[test]
fn m1_palmeras_4_lagartos_1() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4, 4], [6, 1]], [1, 1], [false; 2]);
    b.s.clubs[0].community = b.tile(Kind::Community, 1);
    b.s.clubs[0].satisfaction = 2;
    b.s.clubs[0].contracts[0] = b.tile(Kind::Advertising, 2);
    let cash = b.cash(0);
    b.act(|play| play.receive(0, Kind::Television, 2));
    // LAG 2 hits = 4 shots, kept; PAL 1 hit = 2 saves, again: 2 hits = 3; PAL
    // 3 hits = 5 shots; LAG 3 hits = 2 saves, again: 1 hit = 1.
    b.play_out(hits(&[2, 1, 2, 3, 3, 1]), &[false, true, true]);
    assert_eq!(b.s.game.goals, [4, 1]);
    b.act(|play| play.full_time());
    assert_eq!((b.cash(0) - cash, b.s.points[0], b.s.points[1]), (2 + 1, 3, 0));
    assert_eq!((b.s.clubs[0].satisfaction, b.s.clubs[0].fans), (0, 14), "the third step completes a fan");
    assert_eq!(b.s.clubs[1].satisfaction, 0);
}

#[test]
fn m2_mojea_1_mollerusa_0() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4, 4], [4, 3]], [0, 1], [true, false]);
    b.s.clubs[1].community = b.tile(Kind::Community, 1);
    // MOL 1 hit = 2 shots, again the same; MOJ 2 hits = 3 saves; MOJ 0 hits,
    // repeats: 3 hits = 5 shots; MOL 3 hits = 4 saves, no re-roll left.
    b.play_out(hits(&[1, 1, 2, 0, 3, 3]), &[true]);
    assert_eq!(b.s.game.goals, [1, 0]);
    b.act(|play| play.full_time());
    assert_eq!((b.s.points[0], b.s.clubs[1].satisfaction), (3, 1));
}

#[test]
fn m3_parranda_rolls_white_against_k_letri() {
    let mut b = Bench::new(&[("players", "3")]);
    b.s.seat_of = [0, NONE, 1, 2, NONE, NONE, NONE, NONE];
    (b.s.week, b.s.day) = (6, 6);
    b.s.points[4..6].copy_from_slice(&[6, 10]);
    // The return leg of the first tile: K-Letri at home.
    b.with(hits(&[4, 2]), |play| play.league_match(2));
    assert_eq!(b.s.points[4..6], [6, 13]);
}

#[test]
fn k1_to_k4_market_and_sales_examples() {
    let mut b = Bench::new(&[]);
    let tile = b.tile(Kind::Footballer, 0);
    b.r.tiles[usize::from(tile)] = b.word(tile).priced(7, 2);
    b.lay(1, tile);
    b.s.clubs[0].cash = 10;
    let balance = b.balance(0);
    b.turn(0, 5);
    b.answer(code(moves::MOVE, 1), &[]);
    b.answer(code(moves::ENTER, 1), &[]);
    assert_eq!(
        (b.cash(0), b.balance(0) - balance, b.s.clubs[0].log.unspent, b.s.clubs[0].car),
        (3, -2, 3, 1)
    );

    for (pays, cash) in [(moves::YES, 20 - 13), (moves::NO, 20)] {
        let mut b = Bench::new(&[]);
        let tile = b.tile(Kind::Footballer, 0);
        b.r.tiles[usize::from(tile)] = b.word(tile).priced(9, 3);
        b.lay(2, tile);
        b.s.clubs[0].cash = 20;
        b.turn(b.south(2), 4);
        b.s.points_left = 2;
        b.answer(code(moves::FORCE, 2), &[2]);
        b.answer(pays, &[]);
        assert_eq!((b.cash(0), b.s.asked), (cash, 1));
    }

    for (pays, cash, size) in [(moves::YES, 5 - 2 + 4, 0), (moves::NO, 5, 1)] {
        let mut b = Bench::new(&[]);
        b.own(0, FIRST_STARTER as u8);
        let balance = b.balance(0);
        let sales = b.tile(Kind::Sales, 1);
        b.lay(1, sales);
        b.turn(0, 4);
        b.answer(code(moves::MOVE, 1), &[]);
        b.answer(code(moves::ENTER, 1), &[]);
        b.answer(code(moves::SELL, 0), &[5]);
        b.answer(pays, &[]);
        assert_eq!((b.cash(0), b.s.clubs[0].size), (cash, size));
        assert_eq!(b.balance(0) - balance, i16::from(size == 0));
    }
}

#[test]
fn hits_of_section_5_4() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let row = |defence, neutral| hit_table(&r, defence, neutral).into_values().collect::<Vec<_>>();
    let of = |nums: &[u128], den| nums.iter().map(|&n| f(n, den)).collect::<Vec<_>>();
    assert_eq!(row(false, false), of(&[64, 192, 240, 160, 60, 12, 1], 729));
    assert_eq!(row(true, false), of(&[32, 80, 80, 40, 10, 1], 243));
    let six = [
        f(4096, 531_441),
        f(50752, 177_147),
        f(63440, 177_147),
        f(126_880, 531_441),
        f(15860, 177_147),
        f(3172, 177_147),
        f(793, 531_441),
    ];
    assert_eq!(row(false, true), six);
    let five = [1024, 22000, 22000, 11000, 2750, 275];
    assert_eq!(row(true, true), of(&five, 59049));
    assert_eq!(mean(&hit_table(&r, false, false)), f(2, 1));
    assert_eq!(mean(&hit_table(&r, true, false)), f(5, 3));
    assert!((mean(&hit_table(&r, false, true)).value() - 2.175_583).abs() < 1e-6);
    assert!((mean(&hit_table(&r, true, true)).value() - 1.886_145).abs() < 1e-6);
    // Repeat on no or one hit.
    for (dice, num) in
        [(vec![64, 192, 240, 160, 60, 12, 1], f(1778, 729)), (vec![32, 80, 80, 40, 10, 1], f(1535, 729))]
    {
        let total: u128 = dice.iter().sum();
        let once: Fraction = (0..).zip(&dice).map(|(k, &w)| f(k * w, total)).sum();
        let kept: Fraction = (2..).zip(&dice[2..]).map(|(k, &w)| f(k * w, total)).sum();
        assert_eq!(kept + f(dice[0] + dice[1], total) * once, num);
    }
}

#[test]
fn goals_of_section_5_5() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    // Chances of 0 to 8 and of more goals in millionths.
    let rows: [(u8, u8, [u32; 10]); 6] = [
        (2, 2, [543_820, 229_555, 145_472, 61_644, 16_709, 2619, 181, 0, 0, 0]),
        (4, 4, [543_820, 121_938, 107_617, 145_472, 27_322, 34_322, 16_709, 452, 2168, 181]),
        (6, 4, [395_852, 144_513, 146_522, 85_804, 116_293, 29_806, 56_055, 5645, 16_258, 3252]),
        (4, 6, [558_051, 180_697, 64_489, 115_836, 32_515, 29_354, 16_258, 452, 2168, 181]),
        (7, 6, [395_852, 147_968, 34_689, 194_866, 56, 145_416, 226, 61_418, 452, 19_058]),
        (4, 1, [244_678, 250_188, 152_438, 155_125, 112_968, 56_682, 19_024, 6097, 2619, 181]),
    ];
    let means = [
        (46439, 59049),
        (69493, 59049),
        (327_280, 177_147),
        (186_658, 177_147),
        (379_270, 177_147),
        (38089, 19683),
    ];
    for ((attack, defence, printed), (num, den)) in rows.into_iter().zip(means) {
        let table = goals(&r, attack, defence, [Never; 2]);
        for (k, millionths) in (0_u8..).zip(printed) {
            let p: Fraction = if k < 9 {
                table.get(&k).copied().unwrap_or(Fraction::ZERO)
            } else {
                table.iter().filter(|(g, _)| **g >= 9).map(|(_, &p)| p).sum()
            };
            let printed = f64::from(millionths) / 1e6;
            assert!(six(p, printed), "{attack} v {defence}: {k} goals {p}, printed {printed}");
        }
        assert_eq!(mean(&table), f(num, den));
    }
    assert_eq!(goals(&r, 4, 4, [Never; 2])[&0], f(3568, 6561));
    let policies = [[Attack, Never], [Never, Defence], [Neutral, Neutral]];
    for (levels, means) in [
        ((2, 2), [1.027_939, 0.527_432, 0.681_653]),
        ((4, 4), [1.520_781, 0.822_143, 0.983_266]),
        ((6, 4), [2.426_920, 1.456_040, 1.701_359]),
        ((4, 6), [1.354_344, 0.642_188, 0.831_626]),
    ] {
        for (policy, printed) in policies.into_iter().zip(means) {
            assert!(six(mean(&goals(&r, levels.0, levels.1, policy)), printed), "{levels:?} {policy:?}");
        }
    }
    let additive = rules::<TimeOfSoccer>(&[("goal-table", "additive")]).unwrap();
    for (levels, printed) in [((4, 4), 0.786_449), ((6, 4), 2.370_455), ((4, 6), 0.103_643)] {
        assert!(six(mean(&goals(&additive, levels.0, levels.1, [Never; 2])), printed));
    }
}

#[test]
fn results_of_section_5_5() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let rows = [
        ([4, 4], [Never, Never], [0.327_220, 0.345_561, 0.327_220]),
        ([4, 4], [Attack, Never], [0.419_037, 0.291_068, 0.289_895]),
        ([4, 4], [Defence, Never], [0.364_485, 0.399_898, 0.235_617]),
        ([4, 4], [Attack, Neutral], [0.351_906, 0.302_285, 0.345_810]),
        ([4, 4], [Neutral, Neutral], [0.312_945, 0.374_111, 0.312_945]),
        ([6, 6], [Never, Never], [0.473_142, 0.272_012, 0.254_846]),
        ([6, 6], [Attack, Neutral], [0.559_635, 0.204_821, 0.235_544]),
        ([6, 4], [Never, Never], [0.457_615, 0.266_319, 0.276_066]),
        ([4, 6], [Never, Never], [0.341_354, 0.351_476, 0.307_170]),
        ([7, 6], [Attack, Neutral], [0.645_563, 0.168_057, 0.186_379]),
        ([2, 2], [Never, Never], [0.113_762, 0.269_327, 0.616_911]),
    ];
    for (own, policies, printed) in rows {
        let found = match_odds(&r, own, [4, 4], policies);
        for (p, value) in found.into_iter().zip(printed) {
            assert!(six(p, value), "{own:?} {policies:?}: {} printed {value}", p.value());
        }
        assert_eq!(found.into_iter().sum::<Fraction>(), Fraction::ONE);
    }
    let [win, draw, _] = match_odds(&r, [4, 4], [4, 4], [Never; 2]);
    assert_eq!((win, draw), (f(10_268_497_018, 31_381_059_609), f(10_844_065_573, 31_381_059_609)));
    let additive = rules::<TimeOfSoccer>(&[("goal-table", "additive")]).unwrap();
    for (own, printed) in
        [([4, 4], [0.313_158, 0.373_684, 0.313_158]), ([6, 6], [0.861_577, 0.124_588, 0.013_836])]
    {
        for (p, value) in match_odds(&additive, own, [4, 4], [Never; 2]).into_iter().zip(printed) {
            assert!(six(p, value), "additive {own:?}: {} printed {value}", p.value());
        }
    }
}

#[test]
fn best_use_of_the_re_roll_of_section_5_5() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let rows = [
        (4, [true, true], [0.346_033, 0.306_943, 0.347_024], [1.345_041, 1.348_016]),
        (4, [true, false], [0.462_435, 0.309_686, 0.227_878], [1.696_992, 0.993_322]),
        (4, [false, true], [0.226_978, 0.313_139, 0.459_883], [0.994_072, 1.692_789]),
        (2, [true, true], [0.302_030, 0.377_533, 0.320_438], [1.283_622, 1.338_846]),
    ];
    for (level, owned, split, points) in rows {
        let [first, draw, second] = best_use(&r, [[level; 2]; 2], owned);
        for (p, value) in [first, draw, second].into_iter().zip(split) {
            assert!(six(p, value), "({level}) {owned:?}: {} printed {value}", p.value());
        }
        let three = f(3, 1);
        assert!(six(three * first + draw, points[0]) && six(three * second + draw, points[1]));
    }
    assert_eq!(best_use(&r, [[2; 2]; 2], [true; 2]), best_use(&r, [[6; 2]; 2], [true; 2]), "6 is 2 tripled");
}

#[test]
fn clashes_penalties_removals_and_draws_of_section_5_6() {
    let rows = [
        ("1", f(5, 12), f(5, 12)),
        ("2", f(125, 216), f(55, 216)),
        ("3", f(95, 144), f(25, 144)),
        ("4", f(5501, 7776), f(979, 7776)),
        ("5", f(11485, 15552), f(1475, 15552)),
    ];
    let equal = [f(1, 6), f(143, 648), f(2297, 7776), f(310_739, 839_808), f(4_450_241, 10_077_696)];
    for ((k, stronger, weaker), level) in rows.into_iter().zip(equal) {
        let table = clash_odds(&rules::<TimeOfSoccer>(&[("neutral-clash", k)]).unwrap());
        assert_eq!(
            (table[&Clash::Stronger], table[&Clash::Draw], table[&Clash::Weaker]),
            (stronger, f(1, 6), weaker)
        );
        let even =
            clash_odds(&rules::<TimeOfSoccer>(&[("neutral-clash", k), ("clash-dice", "k-v-k")]).unwrap());
        assert_eq!((even[&Clash::Draw], even[&Clash::Stronger]), (level, even[&Clash::Weaker]));
    }
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let (scored, level) = penalties(&r);
    assert_eq!(scored.into_values().collect::<Vec<_>>(), [1, 10, 40, 80, 80, 32].map(|n| f(n, 243)));
    assert_eq!(level, f(575, 2187));
    let rounds = shoot_out_rounds(&r, 3);
    for (round, p) in [(1, f(1612, 2187)), (2, f(1612, 2187) * level), (3, f(1612, 2187) * level * level)] {
        assert_eq!((rounds[&(0, round)] + rounds[&(1, round)], rounds[&(0, round)]), (p, f(1, 2) * p));
    }
    let by_rolls = |rolls| removals(&r, rolls).into_values().collect::<Vec<_>>();
    assert_eq!(by_rolls(1), [f(5, 9), f(4, 9)]);
    assert_eq!(by_rolls(2), [f(25, 81), f(41, 81), f(5, 27)]);
    assert_eq!(by_rolls(3), [f(125, 729), f(1261, 2916), f(35, 108), f(35, 486)]);
    assert_eq!(mean(&removals(&r, 3)), f(3781, 2916));
    let derby: Fraction = cup_draw().iter().filter(|((_, derby), _)| *derby).map(|(_, &p)| p).sum();
    assert_eq!(derby, f(27, 35));
    let starting = bills(&r, START_SECRETARY);
    assert_eq!(starting[&0], f(1, 3));
    let paid: Fraction = starting.iter().map(|(&b, &p)| f(u128::from(b), 1) * p).sum();
    assert_eq!(paid, f(2, 3) * f(7, 2), "3.5 when not broken");
}

#[test]
fn every_variant_has_its_odds_and_every_row_its_columns() {
    for (key, value) in [
        ("players", "4"),
        ("hit-min", "6"),
        ("hit-min", "4"),
        ("match-attack-dice", "8"),
        ("no-random", "on"),
        ("goal-table", "file"),
        ("deck-removed", "20"),
        ("board-spaces", "20"),
        ("first-attack", "home"),
    ] {
        let tables = odds(&rules::<TimeOfSoccer>(&[(key, value)]).unwrap());
        assert!(tables.len() >= 8, "{key} = {value}");
        for table in &tables {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
            assert!(!table.rows.is_empty());
        }
    }
    let home_first = rules::<TimeOfSoccer>(&[("first-attack", "home")]).unwrap();
    assert_eq!(mean(&goals(&home_first, 4, 4, [Never; 2])), f(69493, 59049));
}

/// Matches played by the rule code against the exact distribution.
#[test]
fn simulation_agrees_with_the_exact_results() {
    let games = 40_000_u64;
    let [win, draw, loss] =
        match_odds(&rules::<TimeOfSoccer>(&[]).unwrap(), [6, 4], [4, 4], [Attack, Neutral]);
    let mut b = Bench::new(&[]);
    b.kick_off([[6, 4], [4, 4]], [1, 0], [false, true]);
    let start = b.s;
    let mut counts = [0_u64; 3];
    for block in 0..games {
        b.s = start;
        b.luck(block, |play| {
            walk(play, |play| play.s.question == Question::AttackAgain && play.s.game.hits <= 1);
        });
        let [own, other] = b.s.game.goals;
        counts[match own.cmp(&other) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 2,
        }] += 1;
    }
    for (count, p) in counts.into_iter().zip([win, draw, loss]) {
        let (p, n) = (p.value(), games as f64);
        let z = (count as f64 - n * p) / (n * p * (1.0 - p)).sqrt();
        assert!(z.abs() < 4.0, "z = {z}");
    }
}

#[test]
fn simulation_agrees_on_removed_tiles_and_shoot_outs() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let games = 4000;
    let mut out = 0;
    for block in 0..games {
        let mut b = Bench { r: r.clone(), s: blank(&r) };
        // Tile 3 of deck I is out if 34 draws leave it behind.
        b.luck(block, |play| {
            for _ in 0..3 {
                play.refill();
                let seen = play.s.market.space.contains(&3);
                play.s.market.space = [NONE; 20];
                if seen {
                    return;
                }
            }
            out += 1;
        });
    }
    let (p, n) = (7.0 / 41.0, games as f64);
    let z = (f64::from(out) - n * p) / (n * p * (1.0 - p)).sqrt();
    assert!(z.abs() < 4.0, "removed: z = {z}");
    let mut rounds = 0_u32;
    let mut chance = Stream::new(Luck::new(2, 2, 2));
    for _ in 0..20_000 {
        rounds += u32::from(crate::rulesets::time_of_soccer::play::cup::shoot_out(&r, &mut chance).2);
    }
    // Geometric with success 1612/2187: variance (1 − p) / p².
    let p = 1612.0 / 2187.0;
    let z = (f64::from(rounds) / 20_000.0 - 1.0 / p) / ((1.0 - p) / (p * p) / 20_000.0_f64).sqrt();
    assert!(z.abs() < 4.0, "rounds: z = {z}");
    assert!(chance.die(crate::chance::Source::TABLE, 6) <= 6);
}

/// The chances of the rounds that the table of shoot-outs lists.
fn listed_rounds(changes: &[(&str, &str)]) -> Vec<Fraction> {
    let tables = odds(&rules::<TimeOfSoccer>(changes).unwrap());
    let table = tables.iter().find(|table| table.name == "shoot-out").unwrap();
    let chance = |row: &Vec<Cell>| match row[1] {
        Cell::Chance(p) => p,
        ref other => panic!("{other:?} for a chance"),
    };
    table.rows.iter().map(chance).collect()
}

#[test]
fn tos_pen_02_every_shoot_out_has_a_table_of_rounds() {
    assert_eq!(listed_rounds(&[]).len(), 6);
    for dice in ["1", "2", "3", "4", "5", "6", "7"] {
        for lowest in ["2", "3", "4", "5", "6"] {
            let changes = [("penalty-dice", dice), ("penalty-score-min", lowest)];
            let r = rules::<TimeOfSoccer>(&changes).unwrap();
            let (_, level) = penalties(&r);
            let rounds = listed_rounds(&changes);
            assert!((3..=6).contains(&rounds.len()), "{changes:?}: {} rounds", rounds.len());
            assert_eq!(rounds[..2], [level.complement(), level * level.complement()], "{changes:?}");
        }
    }
    let cut = listed_rounds(&[("penalty-max-rounds", "2")]);
    assert_eq!(cut, [f(1612, 2187), f(575, 2187)], "a coin ends the second round");
}
