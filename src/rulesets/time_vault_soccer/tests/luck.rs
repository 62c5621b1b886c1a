//! Luck is what kicks, shoot-outs and the kick-off lot gave minus what they
//! give on average: nothing in the mean of any of them, and nothing over games.

use super::super::play::pitch::STARTING;
use super::super::play::shootout::{five_each, pair};
use super::values::last_man;
use super::*;
use crate::chance::enumerate;
use crate::conformance::check_luck;
use crate::game::{LUCK, Record};

#[test]
fn a_penalty_kick_is_worth_its_exact_mean() {
    for (conversion, p) in [("0.75", 0.75), ("0.6", 0.6), ("0.9", 0.9)] {
        let [missed, scored] = [0, 1].map(|kick| {
            let mut scene = last_man(&[("penalty-conversion", conversion)]);
            scene.with(Move::LastMan { player: 6 }, Script::default().then(&[kick]));
            scene.game.luck
        });
        assert_eq!(scored - missed, LUCK, "a goal for the first side");
        let mean = p * f64::from(scored) + (1.0 - p) * f64::from(missed);
        assert!(mean.abs() < 1.0, "{conversion}: {mean}");
    }
}

/// Sides of a shoot-out are alike: after five kicks each as often ahead, and
/// after every further pair.
#[test]
fn a_shoot_out_is_won_every_other_time() {
    let rules = rules(&[]);
    let kicks = [&rules.kick; 2];
    let ends = enumerate(|chance| {
        let first = usize::from(chance.coin(Source::TABLE));
        let mut result = five_each([0, 1], kicks, first, chance);
        if result.goals[0] == result.goals[1] {
            pair([0, 1], kicks, first, &mut result, chance);
        }
        result.goals[0].cmp(&result.goals[1])
    });
    let of = |order| ends.iter().filter(|(o, _)| **o == order).map(|(_, &p)| p).sum::<Fraction>();
    assert_eq!(of(std::cmp::Ordering::Less), of(std::cmp::Ordering::Greater));
}

/// `hoofer` takes no penalty kick, so that only the lot is left.
#[test]
fn the_lot_of_who_starts_is_a_small_disadvantage() {
    let printed = rules(&[]);
    let mut started = [0; 2];
    for block in 0..20 {
        let state = game(&printed, "hoofer", block);
        let starter = usize::from(state.game.starter);
        started[starter] += 1;
        let luck = TimeVaultSoccer::luck(&printed, &state);
        let boss = usize::from(state.fixture.sides[starter]);
        assert_eq!((luck[boss], luck[1 - boss]), (-STARTING, STARTING));
    }
    assert!(started.iter().all(|&n| n > 0), "{started:?}");
    let at_home = rules(&[("home-advantage-scope", "always"), ("kickoff", "home")]);
    assert_eq!(
        TimeVaultSoccer::luck(&at_home, &game(&at_home, "hoofer", 1)),
        [0; crate::chance::MAX_SEATS],
        "no lot"
    );
}

/// One gains what the other loses; a shoot-out counts as a goal.
#[test]
fn shoot_outs_of_a_cup_are_counted() {
    let rules = rules(&[("competition", "killer-cup"), ("bosses", "4")]);
    let mut seen = 0;
    for block in 0..40 {
        let state = game(&rules, "hoofer", block);
        let luck = TimeVaultSoccer::luck(&rules, &state);
        assert_eq!(luck.iter().sum::<i32>(), 0);
        let won = luck.iter().filter(|&&l| l > LUCK / 2).count();
        let lost = luck.iter().filter(|&&l| l < -LUCK / 2).count();
        if state.counts.shoot_outs == 1 {
            assert_eq!((won, lost), (1, 1), "{luck:?}");
            seen += 1;
        } else if state.counts.shoot_outs == 0 {
            assert_eq!((won, lost), (0, 0), "{luck:?}");
        }
    }
    assert!(seen > 0);
}

#[test]
fn luck_is_nothing_on_average() {
    for (changes, bot, games) in [
        (&[][..], "random", 2000),
        (&[], "hoofer", 1000),
        (&[], "bus-parker", 2000),
        (&[], "counter", 1000),
        (&[("penalty-conversion", "0.6"), ("last-man", "3")], "random", 1000),
        (&[("competition", "killer-cup"), ("bosses", "5")], "bus-parker", 300),
        (&[("competition", "league"), ("bosses", "3")], "random", 200),
    ] {
        assert!(check_luck::<TimeVaultSoccer>(changes, bot, games) > 0.0);
    }
}
