//! Planted truths: cards made dead by the data of real games (what is made too
//! strong in each of them stands in `tests/laws/planted.rs`, a deck of equals in
//! `calibration`); the same answer whatever the threads.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::scenario::sample;
use crate::stats::simulate::allowance;

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

/// Trials of the first blocks of an arm, and what is handed out in them.
fn handed(text: &str, blocks: u64, each: &mut dyn FnMut(&[Trial])) -> Vec<Good> {
    let plan = sample(text);
    let mut arm = plan.arms[0].clone();
    (arm.paired, arm.rotates) = (true, false);
    let runner = arm.runner(plan.seed).unwrap();
    let goods = runner.goods();
    runner.handouts(0..blocks, &vec![true; goods.len()], each);
    goods
}

/// What is taken out of a worth may not shift it: neither the handout nor what a
/// seat knows of it is luck, whatever is handed out or taken away.
#[test]
fn luck_after_a_handout_is_nothing_on_average() {
    for (text, blocks) in [
        ("ruleset = \"futbol-dash\"\nbots = \"rusher\"\n", 2_000),
        ("ruleset = \"futbol-dash\"\nbots = \"random\"\n[set]\nplayers = 3\n", 1_000),
        ("ruleset = \"king-of-the-pitch\"\nbots = \"balanced\"\n", 600),
        ("ruleset = \"squad-rush-season\"\nbots = \"spoiler\"\n", 400),
        ("ruleset = \"time-vault-soccer\"\nbots = \"bus-parker\"\n", 400),
        ("ruleset = \"time-of-soccer\"\nbots = \"youth\"\n", 30),
    ] {
        let mut sums: Vec<[i64; 2]> = Vec::new();
        let goods = handed(text, blocks, &mut |trials| {
            sums.resize(trials.len(), [0; 2]);
            for (sum, trial) in sums.iter_mut().zip(trials).filter(|(_, trial)| trial.took) {
                let luck = i64::from(trial.luck);
                *sum = [sum[0] + luck, sum[1] + luck * luck];
            }
        });
        assert!(sums.iter().any(|[_, squares]| *squares > 0), "{text}: no luck");
        for (at, [sum, squares]) in sums.into_iter().enumerate() {
            let errors = sum as f64 / (squares.max(1) as f64).sqrt();
            assert!(errors.abs() < 4.5, "{text}: {}, {errors} errors from nothing", goods[at / 2].name);
        }
    }
}

/// A hundred lists of a hundred blocks each, held to the mean over all of these:
/// with luck taken out the intervals are as good as their word, and narrower.
#[test]
fn calibration_intervals_hold_with_luck_taken_out() {
    const LISTS: usize = 100;
    const BLOCKS: usize = 100;
    let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n";
    let (mut plain, mut adjusted, mut at) = (Vec::new(), Vec::new(), 0);
    let goods = handed(text, (LISTS * BLOCKS) as u64, &mut |trials| {
        if at % BLOCKS == 0 {
            plain.push(Sums {
                trials: TrialSums::new(trials.len()),
                used: vec![0; trials.len() / 2],
                games: 0,
            });
            adjusted.push(Sums {
                trials: TrialSums::new(2 * trials.len()),
                used: vec![0; trials.len() / 2],
                games: 0,
            });
        }
        let of = |value: fn(&Trial) -> i32| trials.iter().map(move |t| t.took.then_some(i64::from(value(t))));
        plain[at / BLOCKS].trials.add(of(|trial| trial.change));
        adjusted[at / BLOCKS].trials.add(of(|trial| trial.change).chain(of(|trial| trial.luck)));
        at += 1;
    });
    let listed = |sums: &[Sums]| -> Vec<Vec<Row>> {
        sums.iter().map(|sums| rows(&goods, sums, &PRINTED, 0.95, 0.95)).collect()
    };
    let mut whole = TrialSums::new(2 * goods.len());
    for sums in &plain {
        whole.merge(&sums.trials);
    }
    let all = Sums { trials: whole, used: vec![0; goods.len()], games: 0 };
    let truths = rows(&goods, &all, &PRINTED, 0.95, 0.95);
    let told = |lists: &[Vec<Row>]| {
        let (mut held, mut of, mut width) = (0, 0, 0.0);
        for row in lists.iter().flatten().filter(|row| row.games > 20) {
            let truth = truths.iter().find(|truth| truth.name == row.name).unwrap();
            for (made, truth) in [(&row.worth, &truth.worth), (&row.edge, &truth.edge)] {
                held += u32::from(made.contains(truth.value));
                of += 1;
                width += made.half_width();
            }
        }
        (f64::from(held) / f64::from(of), width / f64::from(of))
    };
    let (before, after) = (told(&listed(&plain)), told(&listed(&adjusted)));
    println!("coverage and half-width: plain {before:?}, luck taken out {after:?}");
    // Goods of a list share their games: as few as five independent rows each.
    let least = 0.95 - allowance(0.95, 5 * LISTS as u64);
    assert!(before.0 > least && after.0 > least && after.1 < 0.95 * before.1, "{before:?} {after:?}");
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
