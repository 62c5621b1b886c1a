//! Exact values of section 5 as fractions, and simulation against them.

use super::super::play::shootout::ROUNDS;
use super::*;
use crate::odds::Cell;

fn f(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

fn some(num: u128, den: u128) -> Option<Fraction> {
    Some(f(num, den))
}

#[test]
fn first_shot() {
    let ends = odds::first_shot(&rules(&[]));
    assert_eq!(ends[&Goal], f(10, 17));
    assert_eq!(ends[&Save], f(3, 17));
    assert_eq!(ends[&Miss], f(3, 17));
    assert_eq!(ends[&OwnGoal], f(1, 17));
    assert_eq!(ends.len(), 4);
}

#[test]
fn corners_before_the_first_shot() {
    let corners = odds::first_corners(&rules(&[]));
    let shares: Vec<_> = corners.into_values().collect();
    assert_eq!(shares, [f(17, 20), f(51, 380), f(17, 1140), f(1, 1140)]);
}

#[test]
fn later_shots_depend_on_the_other_cards_alone() {
    let rules = rules(&[]);
    for grid in [[4, 1, 2, 3, 1], [4, 1, 2, 0, 1], [4, 1, 2, 1, 1]] {
        let goal: Fraction = odds::shot(&rules, grid)
            .into_iter()
            .filter(|((result, ..), _)| *result == Some(Goal))
            .map(|(_, p)| p)
            .sum();
        assert_eq!(goal, f(4, 8), "{grid:?}");
    }
}

#[test]
fn every_shot_of_a_run_is_like_the_first() {
    let run = odds::run_of_shots(&rules(&[]));
    assert_eq!(run.len(), 17);
    for (k, (goal, own_goal)) in (1..).zip(run) {
        assert_eq!((goal, own_goal), (f(10, 17), f(k, 17)), "shot {k}");
    }
}

#[test]
fn one_player_alone() {
    assert_eq!(odds::solo(&rules(&[])), (f(3, 17), Some(f(54, 11))));
    // Checked against an independent dynamic programme.
    assert_eq!(odds::solo(&rules(&[("own-goal", "minus-one")])), (f(3, 17), Some(f(57, 11))));
    let with = rules(&[("shot-replacement", "with")]);
    assert_eq!(odds::solo(&with), (f(1000, 4913), Some(f(51, 10))));
}

#[test]
fn sequences_to_eleven() {
    let rules = rules(&[]);
    let found: Vec<_> = odds::sequences(&rules).into_iter().collect();
    assert_eq!(found, [(3, 3), (4, 8), (5, 5)]);
    assert_eq!(odds::blind_walk(&rules), f(77, 162));
    assert_eq!(odds::blind_walk(&rules).complement(), f(85, 162));
    // From every number of points except 10 the target can be reached.
    let reaches = |from: u8| {
        let mut open = vec![from];
        let mut reached = false;
        while let Some(ap) = open.pop() {
            reached |= ap == 11;
            open.extend([2, 3, 5].iter().filter_map(|&value| rules.landing(ap, value)));
        }
        reached
    };
    assert_eq!((0..11).filter(|&ap| !reaches(ap)).collect::<Vec<_>>(), [10]);
}

#[test]
fn opening_hands() {
    let rules = rules(&[]);
    assert_eq!(odds::none_of(&rules, 6, 3).map(Fraction::complement), some(14291, 62196));
    assert_eq!(odds::none_of(&rules, 6, 6).map(Fraction::complement), some(838_509, 2_026_553));
    assert_eq!(odds::none_of(&rules, 6, 39), some(19778, 2_503_389));
    assert_eq!(odds::holds_exact_set(&rules, 6), some(9_713_444, 42_557_613));
    assert_eq!(odds::holds_exact_set(&rules, 7), some(275_493_829, 814_674_306));
    assert_eq!(odds::no_legal_first_turn(&rules), some(5225, 17_710_311));
}

#[test]
fn shoot_out_of_two() {
    let rules = rules(&[]);
    let mut joint = std::collections::BTreeMap::new();
    for ((_, a, b), p) in odds::five_rounds(&rules) {
        let entry = joint.entry((a, b)).or_insert(Fraction::ZERO);
        *entry = *entry + p;
    }
    let table = [
        ((2, 5), f(5, 143)),
        ((3, 4), f(25, 143)),
        ((3, 5), f(15, 143)),
        ((4, 4), f(75, 286)),
        ((4, 5), f(15, 286)),
        ((5, 5), f(1, 286)),
    ];
    for ((a, b), p) in table {
        assert_eq!((joint[&(a, b)], joint[&(b, a)]), (p, p), "{a}-{b}");
    }
    assert_eq!(joint.len(), 10, "no other result is possible");
    let margin = |m: i32| -> Fraction {
        let of = joint.iter().filter(|((a, b), _)| i32::from(*a) - i32::from(*b) == m);
        of.map(|(_, &p)| p).sum()
    };
    for (m, p) in [(0, f(38, 143)), (1, f(5, 22)), (2, f(15, 143)), (3, f(5, 143))] {
        assert_eq!((margin(m), margin(-m)), (p, p));
    }
    assert_eq!((1..=5).map(margin).sum::<Fraction>(), f(105, 286));
    let (_, level) = odds::sudden_death(&rules, &odds::level_after_five(&rules).unwrap());
    assert_eq!((level.complement(), level), (f(25, 38), f(13, 38)));
    let fresh = odds::Spread::from([(rules.shootout_grid, Fraction::ONE)]);
    assert_eq!(odds::sudden_death(&rules, &fresh).1, f(3, 143));
    assert_eq!(
        odds::expected_sudden_death(&rules, &odds::level_after_five(&rules).unwrap()),
        some(9649, 5320)
    );
}

#[test]
fn shoot_out_with_misses() {
    let rules = rules(&[("shootout-grid", "with-misses")]);
    let (mut margins, mut goals) = (std::collections::BTreeMap::new(), Fraction::ZERO);
    for ((_, a, b), p) in odds::five_rounds(&rules) {
        let entry = margins.entry(i32::from(a) - i32::from(b)).or_insert(Fraction::ZERO);
        *entry = *entry + p;
        goals = goals + p * f(u128::from(a), 1);
    }
    let expected = [
        (0, f(19, 77)),
        (1, f(815, 4004)),
        (2, f(475, 4004)),
        (3, f(25, 572)),
        (4, f(10, 1001)),
        (5, f(3, 4004)),
    ];
    for (margin, p) in expected {
        assert_eq!((margins[&margin], margins[&-margin]), (p, p), "{margin}");
    }
    assert_eq!(margins.range(1..).map(|(_, &p)| p).sum::<Fraction>(), f(29, 77));
    assert_eq!(goals, f(25, 8));
    assert_eq!(odds::sudden_death(&rules, &odds::level_after_five(&rules).unwrap()).1, f(119, 494));
    assert_eq!(
        odds::expected_sudden_death(&rules, &odds::level_after_five(&rules).unwrap()),
        some(38847, 17537)
    );
}

#[test]
fn grids_cannot_run_out_in_a_regular_match_of_four() {
    // At most 2n goals before the deciding card and 10 other cards.
    for players in 2..=6_u32 {
        let most = 2 * players + 11;
        assert_eq!(most < 20, players <= 4);
        let rules = rules(&[("players", &players.to_string())]);
        for block in 0..60 {
            let luck = Luck::new(41, players.into(), block);
            let end = crate::conformance::check_game::<FutbolDash, _>(
                &rules,
                &mut Stream::new(luck),
                luck,
                |_, _| (),
            );
            if players <= 4 {
                assert_eq!(end.counts.grid_relaid, 0);
                assert!(end.counts.turned.iter().sum::<u32>() <= most);
            }
        }
    }
}

/// z-score of a simulated share against an exact one.
fn z(hits: u32, of: u32, exact: Fraction) -> f64 {
    let p = exact.value();
    (f64::from(hits) / f64::from(of) - p) / (p * (1.0 - p) / f64::from(of)).sqrt()
}

fn agrees(hits: u32, of: u32, exact: Fraction, what: &str) {
    let score = z(hits, of, exact);
    assert!(score.abs() < 4.0, "{what}: {hits} of {of} against {exact}, z = {score}");
}

#[test]
fn simulated_shots_agree() {
    let rules = rules(&[]);
    let games = 1_000_000;
    let mut ends = [0_u32; 5];
    let mut corners = [0_u32; 4];
    for block in 0..games {
        let mut chance = Stream::new(Luck::new(51, 1, block.into()));
        let mut state = State::new(&rules);
        let mut table = Table { rules: &rules, state: &mut state, chance: &mut chance, watch: &mut Silent };
        let end = table.turn_up_shot(0).unwrap();
        ends[end as usize] += 1;
        corners[state.counts.turned[Shot::Corner as usize] as usize] += 1;
    }
    for (shot, p) in odds::first_shot(&rules) {
        agrees(ends[shot as usize], games, p, shot.name());
    }
    for (number, p) in odds::first_corners(&rules) {
        agrees(corners[number as usize], games, p, "corners");
    }
}

/// Whether a hand holds offensive cards worth exactly eleven.
fn exact_set(rules: &Rules, state: &State) -> bool {
    let mut sums = 1_u32;
    for kind in 0..rules.offensive {
        for _ in 0..state.held(rules, 0, kind) {
            sums |= sums << rules.value[usize::from(kind)];
        }
    }
    sums >> 11 & 1 == 1
}

#[test]
fn simulated_hands_agree() {
    let rules = rules(&[]);
    let games = 1_000_000;
    let (mut foul, mut referee, mut none, mut set) = (0, 0, 0, 0);
    for block in 0..games {
        let mut chance = Stream::new(Luck::new(52, 1, block.into()));
        let state = FutbolDash::setup(&rules, &[0, 1], &mut chance, &mut Silent);
        // Seat 1 holds its opening six; seat 0 has drawn for its turn.
        let kinds = state.seat(1).kinds;
        foul += u32::from(kinds & rules.foul_bit != 0);
        referee += u32::from(kinds & (rules.foul_bit | rules.var_bit) != 0);
        none += u32::from(kinds & ((1 << rules.offensive) - 1) == 0);
        set += u32::from(exact_set(&rules, &state));
    }
    agrees(foul, games, f(14291, 62196), "a Foul");
    agrees(referee, games, f(838_509, 2_026_553), "a Referee card");
    agrees(none, games, f(19778, 2_503_389), "no offensive card");
    agrees(set, games, f(275_493_829, 814_674_306), "a set worth eleven in seven cards");
}

#[test]
fn simulated_shoot_outs_agree() {
    let rules = rules(&[]);
    let games = 1_000_000;
    let (mut level, mut ahead, mut first_wins, mut rounds) = (0, 0, 0, 0_u64);
    for block in 0..games {
        let mut chance = Stream::new(Luck::new(53, 1, block.into()));
        let mut grid = rules.shootout_grid;
        let mut goals = [0_u32; 2];
        for _ in 0..ROUNDS {
            let (scored, _) = round(&rules, &mut grid, 0b11, &mut chance);
            goals[0] += u32::from(scored & 1);
            goals[1] += u32::from(scored >> 1);
        }
        if goals[0] == goals[1] {
            level += 1;
            let mut scored = 0;
            while scored == 0 || scored == 0b11 {
                scored = round(&rules, &mut grid, 0b11, &mut chance).0;
                rounds += 1;
            }
            first_wins += u32::from(scored == 1);
        } else {
            ahead += u32::from(goals[0] > goals[1]);
            first_wins += u32::from(goals[0] > goals[1]);
        }
    }
    agrees(level, games, f(38, 143), "level after five");
    agrees(ahead, games, f(105, 286), "first ahead");
    agrees(first_wins, games, f(1, 2), "first wins");
    // Rounds given level: mean 9649/5320, at most a few.
    let mean = rounds as f64 / f64::from(level);
    let error = 1.2 / f64::from(level).sqrt();
    assert!((mean - f(9649, 5320).value()).abs() < 4.0 * error, "{mean}");
}

#[test]
fn the_odds_command_shows_these_values() {
    let tables = FutbolDash::odds(&rules(&[]));
    assert_eq!(tables[0].name, "shot");
    for table in &tables {
        assert!(!table.rows.is_empty());
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
    }
    let cell = |table: &str, row: &str| {
        let table = tables.iter().find(|t| t.name == table).unwrap();
        let found = table.rows.iter().find(|r| r[0] == Cell::Text(row.to_owned())).unwrap();
        found[1].clone()
    };
    assert_eq!(cell("shot", "Goal"), Cell::Chance(f(10, 17)));
    assert_eq!(cell("shots-alone", "expected shot cards of the first shot"), Cell::Mean(f(7, 6)));
    assert_eq!(cell("hands", "expected offensive cards in the opening 6"), Cell::Mean(f(234, 73)));
    assert_eq!(cell("shoot-out", "expected goals of a player in five"), Cell::Mean(f(50, 13)));
    assert_eq!(cell("shoot-out", "given level: expected sudden-death rounds"), Cell::Mean(f(9649, 5320)));
    assert_eq!(cell("blind-building", "is stuck below"), Cell::Chance(f(85, 162)));
    // Other variants have tables too.
    for changes in [
        ("shootout-grid", "full-20"),
        ("overshoot", "clamp"),
        ("grid-empty", "no-goal"),
        ("deck-preset", "spread"),
    ] {
        assert_eq!(FutbolDash::odds(&rules(&[changes])).len(), tables.len());
    }
    let single = FutbolDash::odds(&rules(&[("shot-replacement", "with")]));
    assert_eq!(single[0].rows, tables[0].rows, "the first shot is the same");
}
