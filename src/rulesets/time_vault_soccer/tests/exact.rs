//! Exact values of the ledger's section 5, by enumeration and counting, and
//! simulation against them.

use super::super::odds;
use super::*;
use crate::odds::Cell;

#[test]
fn shoot_outs_have_their_exact_odds() {
    let usual = odds::shoot_out(&odds::kick(3, 4), &odds::kick(3, 4));
    assert_eq!(usual.level, Fraction::new(76_075, 262_144));
    assert_eq!(usual.pair_decides, Fraction::new(3, 8));
    assert_eq!(usual.wins, Fraction::new(1, 2));
    let better = odds::shoot_out(&odds::kick(4, 5), &odds::kick(7, 10));
    assert_eq!(better.wins, Fraction::new(99_915_201, 148_437_500));
}

/// |z| < 4 for the share of shoot-outs that are level after ten kicks.
#[test]
fn simulated_shoot_outs_agree_with_the_exact_odds() {
    let rules = rules(&[]);
    let games = 40_000_u32;
    let (mut longer, mut first) = (0_u32, 0_u32);
    for block in 0..games {
        let mut chance = stream(u64::from(block));
        let (winner, _, kicks) = shootout::play([0, 1], &rules.kick, &mut chance, &mut Silent);
        longer += u32::from(kicks > 10);
        first += u32::from(winner == 0);
    }
    for (count, exact) in [(longer, 76_075.0 / 262_144.0), (first, 0.5)] {
        let n = f64::from(games);
        let z = (f64::from(count) - n * exact) / (n * exact * (1.0 - exact)).sqrt();
        assert!(z.abs() < 4.0, "z = {z}");
    }
}

#[test]
fn star_patterns_are_counted() {
    assert_eq!((odds::multisets(26), odds::multisets(32)), (23, 64));
    let up_to = |most: u32| (16..=most).map(odds::multisets).sum::<u64>();
    assert_eq!((up_to(26), up_to(32)), (94, 359));
    assert_eq!((odds::assignments(26), odds::assignments(32)), (3_020_816, 183_424_355));
    let up_to = |most: u32| (16..=most).map(odds::assignments).sum::<u64>();
    assert_eq!((up_to(26), up_to(32)), (4_986_271, 401_418_110));
}

/// Every multiset of sixteen ratings with this total, falling.
fn patterns(total: u8) -> Vec<Vec<u8>> {
    fn grow(left: usize, total: i32, most: i32, row: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
        if left == 0 {
            if total == 0 {
                all.push(row.clone());
            }
            return;
        }
        for stars in 1..=most {
            row.push(stars as u8);
            grow(left - 1, total - stars, stars, row, all);
            row.pop();
        }
    }
    let mut all = Vec::new();
    grow(16, i32::from(total), 5, &mut Vec::new(), &mut all);
    all
}

#[test]
fn star_arithmetic_of_pro_and_elite_squads() {
    let pro = patterns(26);
    assert_eq!(pro.len(), 23);
    for stars in &pro {
        assert!(stars.iter().map(|&s| u32::from(s == 1)).sum::<u32>() >= 6);
        assert_eq!(stars[..11].iter().sum::<u8>(), 21, "the best eleven");
        assert!((11..=16).contains(&stars[5..].iter().sum::<u8>()), "the lowest eleven");
    }
    let elite = patterns(32);
    let best: Vec<u8> = elite.iter().map(|stars| stars[..11].iter().sum()).collect();
    assert_eq!((best.iter().min(), best.iter().max()), (Some(&22), Some(&27)));
    let lowest: Vec<u8> = elite.iter().map(|stars| stars[5..].iter().sum()).collect();
    assert_eq!((lowest.iter().min(), lowest.iter().max()), (Some(&11), Some(&22)));
    // 63 of 64 can go pro; two more never reach exactly 21.
    assert_eq!(lowest.iter().filter(|&&sum| sum <= 21).count(), 63);
    let reaches = |stars: &[u8]| {
        let mut sums = vec![[false; 60]; 12];
        sums[0][0] = true;
        for &star in stars {
            for taken in (0..11).rev() {
                for sum in 0..55 {
                    if sums[taken][sum] {
                        sums[taken + 1][sum + usize::from(star)] = true;
                    }
                }
            }
        }
        sums[11][21]
    };
    let short: Vec<&Vec<u8>> =
        elite.iter().filter(|stars| stars[5..].iter().sum::<u8>() <= 21 && !reaches(stars)).collect();
    let ones = |n: usize| std::iter::repeat_n(1, n);
    let expected: Vec<Vec<u8>> = vec![
        [5, 5, 5, 4, 2].into_iter().chain(ones(11)).collect(),
        [5, 5, 5, 5].into_iter().chain(ones(12)).collect(),
    ];
    assert_eq!(short.len(), 2);
    assert!(expected.iter().all(|stars| short.contains(&stars)));
}

#[test]
fn teams_per_preset_under_the_limit() {
    let rules = rules(&[]);
    let expected = [
        (4368, 2002),
        (4368, 2002),
        (4368, 2002),
        (4368, 2002),
        (1756, 802),
        (1768, 662),
        (1756, 730),
        (1756, 730),
        (1708, 906),
    ];
    for (preset, counts) in expected.into_iter().enumerate() {
        assert_eq!(odds::teams(&rules, preset, None), (4368, 2002));
        assert_eq!(odds::teams(&rules, preset, Some(21)), counts, "{}", rules.presets[preset].name);
        // The same by looking at all 65 536 subsets.
        let squad = &rules.squads[preset];
        let fits = |team: &u16| team.count_ones() == 11 && squad.stars_of(*team) <= 21;
        let all: Vec<u16> = (0..=u16::MAX).filter(fits).collect();
        assert_eq!(all.len(), counts.0 as usize);
        let one = all.iter().filter(|&&team| (team & squad.lines[0]).is_power_of_two());
        assert_eq!(one.count(), counts.1 as usize);
    }
}

#[test]
fn opening_hands_have_their_exact_odds() {
    assert_eq!(odds::opening(5), [Fraction::new(95, 231), Fraction::new(10, 231), Fraction::new(25, 57)]);
    // By walking through every opening hand of a smaller kind: the draw code
    // itself, two cards of 22.
    let both = crate::chance::enumerate(|chance| {
        let mut deck: Vec<u8> = (0..22).collect();
        let mut hand = Vec::new();
        for _ in 0..2 {
            let at = chance.draw(crate::chance::Draw { deck: None, seat: 0, epoch: 0 }, &deck);
            hand.push(deck.swap_remove(at));
        }
        (hand.iter().any(|&card| card < 2), hand.iter().all(|&card| card < 2))
    });
    let sum = |wanted: &dyn Fn(bool, bool) -> bool| -> Fraction {
        both.iter().filter(|(k, _)| wanted(k.0, k.1)).map(|(_, &p)| p).sum()
    };
    let [one, two, _] = odds::opening(2);
    assert_eq!((sum(&|one, _| one), sum(&|_, two| two)), (one, two));
}

/// Opening hands as dealt: the goalkeeper's copies, both streams.
#[test]
fn dealt_hands_agree_with_the_exact_odds() {
    let rules = rules_with(&[], &["debut-50s", "debut-60s"]);
    let games = 20_000_u64;
    let mut some = 0_u32;
    for block in 0..games {
        let mut table = TableOnly { rules: &rules, chance: stream(block) };
        some += u32::from(table.keeper_in_hand());
    }
    let (n, p) = (games as f64, 95.0 / 231.0);
    let z = (f64::from(some) - n * p) / (n * p * (1.0 - p)).sqrt();
    assert!(z.abs() < 4.0, "z = {z}");
}

/// One deal of a single match with fixed teams.
struct TableOnly<'a> {
    rules: &'a Rules,
    chance: Stream,
}

impl TableOnly<'_> {
    fn keeper_in_hand(&mut self) -> bool {
        let mut state = TimeVaultSoccer::setup(self.rules, &[0, 1], &mut self.chance, &mut Silent);
        for _ in 0..2 {
            let chosen = Move::Team { team: TEAM, bench: 0 };
            TimeVaultSoccer::apply(self.rules, &mut state, chosen, &mut self.chance, &mut Silent);
        }
        state.game.sides[0].hand & 0b11 != 0
    }
}

#[test]
fn without_answers_and_sendings_off_each_boss_plays_22_cards_in_22_rounds() {
    let rules = rules(&[("responses-per-shot", "0"), ("bookings", "off"), ("subs", "0")]);
    for block in 0..20 {
        let state = game(&rules, "random", block);
        assert_eq!((state.counts.turns, state.game.rounds), (44, 22));
        for side in &state.game.sides {
            assert_eq!((side.hand, side.open.deck), (0, 0));
        }
    }
}

#[test]
fn cup_draws_by_formula_and_by_walking_through_every_lot() {
    for bosses in 4..=6 {
        assert_eq!(odds::cup(bosses), odds::cup_walked(bosses), "{bosses} Bosses");
    }
    assert_eq!(odds::cup(5), (Fraction::new(3, 5), Fraction::new(1, 10)));
}

#[test]
fn leagues_hand_out_two_or_three_points_a_match() {
    let rules = rules(&[]);
    let tables = odds::tables(&rules);
    assert_eq!(tables[0].name, "shoot-out");
    let league = tables.iter().find(|table| table.name == "league").expect("a league table");
    for (row, (bosses, matches, most)) in
        league.rows.iter().zip([(3, 6, 12), (4, 12, 18), (5, 20, 24), (6, 30, 30)])
    {
        assert_eq!(row[0], Cell::Int(bosses));
        assert_eq!((&row[1], &row[3]), (&Cell::Int(matches), &Cell::Int(most)));
        assert_eq!((&row[4], &row[5]), (&Cell::Int(2 * matches), &Cell::Int(3 * matches)));
    }
    for table in &tables {
        assert!(!table.rows.is_empty() && table.rows.iter().all(|row| row.len() == table.columns.len()));
    }
    let season = super::rules(&[("competition", "league"), ("bosses", "4")]);
    for block in 0..5 {
        let state = game(&season, "random", block);
        let points: u16 = state.season.table.rows.iter().map(|row| row.points).sum();
        assert!((24..=36).contains(&points));
    }
}

#[test]
fn drafts_end_after_sixteen_picks_each() {
    let rules = rules(&[("draft", "scramble"), ("bosses", "4"), ("competition", "killer-cup")]);
    for block in 0..10 {
        let state = game(&rules, "random", block);
        let draft = &state.draft;
        assert!(u32::from(draft.signed) + u32::from(draft.freed) == 64, "each of 16n players once");
        let price = f64::from(draft.spent) / f64::from(draft.signed.max(1));
        assert!(price >= 1.0 && draft.spent <= 400);
    }
}

/// Symmetric arms give equal shares: seats, starters and lots are fair.
#[test]
fn equal_bosses_win_equally_often() {
    for bot in ["random", "hoofer"] {
        let rules = rules(&[]);
        let games = 6000_u64;
        let mut share = 0_i64;
        let mut square = 0_i64;
        for block in 0..games {
            let state = game(&rules, bot, block);
            let outcome = TimeVaultSoccer::outcome(&rules, &state);
            let lead = i64::from(outcome.share[0]) - i64::from(outcome.share[1]);
            share += lead;
            square += lead * lead;
        }
        let z = share as f64 / (square as f64).sqrt();
        assert!(z.abs() < 4.0, "{bot}: z = {z}");
    }
}

/// Lots of the draft and the coin of the kick-off are independent: whoever
/// chooses first wins no more often for it under equal squads.
#[test]
fn lot_order_and_kick_off_are_independent() {
    let rules = rules(&[("squad-tier", "pro-v-pro")]);
    let games = 2000_u64;
    let mut both = 0_u32;
    for block in 0..games {
        let mut table = Table::new(super::rules(&[]), stream(block));
        let first = table.state.draft.order[0];
        let mut whim = whim(block);
        table.skip(&mut whim, |state| state.game.turns > 0);
        both += u32::from(table.state.game.starter == first);
    }
    assert_eq!(TimeVaultSoccer::seats(&rules), 2);
    let z = (f64::from(both) - games as f64 / 2.0) / (games as f64 / 4.0).sqrt();
    assert!(z.abs() < 4.0, "the first in lot order starts {both} of {games} matches");
}
