//! Planted truths: a card made too strong, one made dead, by the data of real
//! games; a deck of equals; the same answer whatever the threads.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::scenario::sample;
use crate::stats::simulate::{Dice, allowance, shares};

fn ask(text: &str, games: u64, most: u64) -> Strengths {
    ruled(text, games, most, *PRINTED)
}

fn ruled(text: &str, games: u64, most: u64, rule: Rule) -> Strengths {
    let plan = sample(text);
    let question = Question { plan, arms: vec![0], rule, games, most };
    strengths(&question, &Hall::new(&AtomicBool::new(false), &|_| {})).unwrap()
}

fn names(found: &Strengths, ruling: Ruling) -> Vec<&str> {
    found.judge().unwrap().of(ruling).map(|row| row.name.as_str()).collect()
}

#[test]
fn a_planted_star_is_the_one_that_is_too_strong() {
    for (text, star, games) in [
        (
            "ruleset = \"squad-rush-season\"\nbots = \"spoiler\"\n[set]\n\"data.ratings.midfielders.0\" = 20\n",
            "MID 20",
            2000,
        ),
        (
            "ruleset = \"king-of-the-pitch\"\nbots = \"balanced\"\n[set]\n\"data.points.gold.midfield-attack\" = 9\n\
             \"data.points.gold.midfield-defence\" = 9\n",
            "gold 5",
            1200,
        ),
        (
            "ruleset = \"time-of-soccer\"\nbots = \"youth\"\n[set]\n\"data.contract.amounts.0.0.0\" = 9\n\
             \"data.contract.amounts.1.0.0\" = 9\n\"data.contract.amounts.2.0.0\" = 9\n",
            "television contract",
            400,
        ),
        // Every shot goes in: the Penalty is the only one that nobody defends.
        (
            "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[set]\n\"data.shots.goal\" = 19\n\"data.shots.save\" = 0\n\
             \"data.shots.miss\" = 0\n\"data.shots.corner\" = 0\n",
            "Penalty",
            1000,
        ),
        (
            "ruleset = \"time-vault-soccer\"\nbots = \"counter\"\n[set]\nsquad-values = \"concave\"\n\
             \"data.values.concave.4\" = 40\n",
            "midfielder of 5 for 4 stars",
            600,
        ),
    ] {
        let found = ask(text, games, games);
        let list = found.judge().unwrap();
        let first = &list.goods[0];
        assert_eq!((first.name.as_str(), first.ruling), (star, Ruling::TooStrong), "{first:?}");
        assert!(first.edge.value > 0.08, "{first:?}");
        assert_eq!(names(&found, Ruling::TooStrong)[0], star);
    }
}

#[test]
fn cards_that_nobody_can_use_are_dead() {
    for (text, dead, games) in [
        // Nobody can foul, so nothing is ever reviewed.
        (
            "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[set]\n\"data.ref_counts.foul\" = 0\nvar-scope = \"foul-only\"\n\
             no-legal-play = \"redraw\"\n",
            "V.A.R.",
            4000,
        ),
        // This script knows no skills.
        ("ruleset = \"time-vault-soccer\"\nbots = \"hoofer\"\n", "last man", 1000),
    ] {
        let found = ask(text, games, 4 * games);
        let goods = &found.judge().unwrap().goods;
        let row = goods.iter().find(|row| row.name == dead).unwrap();
        assert_eq!((row.ruling, row.used), (Ruling::Dead, Some(0.0)), "{row:?}");
        assert!(names(&found, Ruling::Dead).contains(&dead));
    }
}

/// Two more games, by wider limits than printed, which fewer games decide. (In
/// King of the Pitch every script uses whatever it is dealt.)
#[test]
fn what_gives_its_holder_nothing_and_nobody_uses_is_dead() {
    let rule = Rule { nothing: 0.12, ..*PRINTED };
    let mut penniless = "ruleset = \"time-of-soccer\"\nbots = \"youth\"\n[set]\n".to_owned();
    for (deck, end) in (0..4).flat_map(|deck| [0, 1].map(|end| (deck, end))) {
        penniless += &format!("\"data.friendly.cash.{deck}.{end}\" = 0\n");
    }
    penniless += "\"data.friendly.energy.0\" = 0\n\"data.friendly.energy.1\" = 0\n";
    for (text, good, used, games) in [
        // A friendly that pays nothing; what a club does with it isn't counted.
        (penniless.as_str(), "friendly", None, 150),
        // This script plays no Tackle.
        ("ruleset = \"squad-rush-season\"\nbots = \"loyalist\"\n", "Tackle", Some(0.0..0.05), 240),
    ] {
        let found = ruled(text, games, games, rule);
        let goods = &found.judge().unwrap().goods;
        let row = goods.iter().find(|row| row.name == good).unwrap();
        assert_eq!(row.ruling, Ruling::Dead, "{row:?}");
        assert_eq!(row.used.is_some(), used.is_some(), "{row:?}");
        assert!(row.used.zip(used).is_none_or(|(seen, wanted)| wanted.contains(&seen)), "{row:?}");
    }
}

/// Sums of so many blocks in which every one of ten goods does the same.
fn equals(dice: &mut Dice, sums: &mut Sums, blocks: u32) {
    for _ in 0..blocks {
        let common = dice.unit();
        let trial = |dice: &mut Dice| {
            let change = if common + dice.unit() < 0.4 { 60 } else { -60 * i64::from(dice.unit() < 0.05) };
            (dice.unit() < 0.9).then_some(change)
        };
        let row: Vec<Option<i64>> = (0..20).map(|at| if at % 2 == 0 { trial(dice) } else { None }).collect();
        sums.trials.add(row.into_iter());
    }
}

/// Without a margin to hide behind: any good above its equals is an error.
#[test]
fn calibration_a_deck_of_equals_has_no_star_in_nineteen_lists_of_twenty() {
    let goods: Vec<Good> = (0..10).map(|good| Good::new(format!("card {good}"), "cards", 2)).collect();
    let rule = Rule { too_strong: 0.0, ..*PRINTED };
    let looks = looks(250, 1000);
    let strict = many::level_of_each(0.95, 3 * goods.len() * looks.len());
    let experiments = 400;
    let [wrong, seen] = shares(experiments, |experiment| {
        let mut dice = Dice::new("cards-equal", experiment);
        let mut sums = Sums { trials: TrialSums::new(20), used: vec![0; 10], games: 0 };
        let mut before = 0;
        let mut any = [false; 2];
        for &look in &looks {
            equals(&mut dice, &mut sums, (look - before) as u32);
            before = look;
            let rows = rows(&goods, &sums, &rule, 0.95, strict);
            any[0] |= rows.iter().any(|row| row.ruling == Ruling::TooStrong);
            any[1] |= rows.iter().any(|row| row.edge.low > 0.0);
        }
        any
    });
    assert!(wrong <= 0.05 + allowance(0.05, experiments), "{wrong}");
    assert!(seen > 0.15, "uncorrected intervals would err often: {seen}");
}

#[test]
fn threads_change_nothing_and_seats_take_turns() {
    let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[set]\nplayers = 3\n";
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| ask(text, 50, 50))
    };
    let (one, three) = (on(1), on(3));
    assert_eq!(serde_json::to_string(&one.lists).unwrap(), serde_json::to_string(&three.lists).unwrap());
    assert_eq!(one.judge().unwrap().blocks, 51, "as many of every seat");
}

#[test]
fn what_a_good_is_held_against_is_its_class_or_all_where_it_is_alone() {
    let good = |class: &str, copies| Good::new("x", class, copies);
    let goods = [good("a", 3), good("a", 1), good("a", 2), good("b", 4)];
    assert_eq!(others(&goods, 0, |_| true), [(1, 1.0 / 3.0), (2, 2.0 / 3.0)]);
    assert_eq!(others(&goods, 0, |other| other != 1), [(2, 1.0)]);
    assert_eq!(others(&goods, 3, |_| true), [(0, 0.5), (1, 1.0 / 6.0), (2, 1.0 / 3.0)]);
}
