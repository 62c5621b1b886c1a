//! At which level what is judged: the printed game at its own, everything tried
//! on it at that of all of it together.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::*;
use crate::scenario::sample;

const DASH: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n";

#[test]
fn the_printed_game_is_judged_at_its_own_level_and_all_else_at_that_of_everything_tried() {
    let mut table = Table::new(sample(&format!("{DASH}[vary]\nhalftimes = [0]\n"))).unwrap();
    let stop = AtomicBool::new(false);
    table.play_to(60, &Hall::new(&stop, &|_| {})).unwrap();
    let [nominal, strict] =
        [0.95, 0.999].map(|level| table.results(Manner { level, always: false, tightest: 100 }));
    let printed = nominal[0].called("turns-per-game").unwrap().estimate;
    // Just below the printed game's interval, well within a stricter one.
    let yardstick = Some(Yardstick { fair: printed.low - 0.1 * printed.half_width(), margin: None });
    let metric = nominal[0].called("turns-per-game").unwrap().metric;
    let judge = Judge { plan: &table.plan, metric, yardstick, nominal, strict };
    let on = |base: usize| {
        let what = What::Card { item: String::new(), change: String::new() };
        Probe { what, with: Vec::new(), arm: 1, base, root: 0 }
    };
    let row = judge.row(&on(0)).unwrap();
    assert_eq!((row.base, row.value.level, row.corrected.level), (Ruling::Above, 0.95, 0.999));
    // A base made for companions is a changed game itself.
    assert_eq!([0, 1].map(|base| judge.base(&on(base)).unwrap().level), [0.95, 0.999]);
}

#[test]
fn a_varied_plan_sways_only_by_what_stands_out_among_all_that_it_varied() {
    let text = format!("{DASH}[vary]\ngoals-to-win = [5]\nhalftimes = [0, 1]\n");
    let mut table = Table::new(sample(&text)).unwrap();
    let stop = AtomicBool::new(false);
    table.play_to(60, &Hall::new(&stop, &|_| {})).unwrap();
    let manner = Manner { level: 0.95, always: false, tightest: 100 };
    let varied = table.plan.arms.len() - 1;
    let turns = |level: f64, arm: usize| {
        table.results(Manner { level, ..manner })[arm].called("turns-per-game").unwrap().estimate
    };
    let (printed, alone) = (turns(0.95, 0), turns(0.95, 1));
    let together = turns(many::level_of_each(0.95, varied), 1);
    let sways = |fair: f64| {
        let mut plan = table.plan.clone();
        let metric = plan.arms[0].metrics().turns().unwrap();
        plan.verdict = Some(Verdict { metric, arm: None, fair: Some(fair), margin: None, about: None });
        sways(&plan, table.shapes(), table.played(), &table.results(manner), manner)
            [&("futbol-dash".to_owned(), "goals-to-win".to_owned())]
    };
    assert!(printed.high < together.low && together.low < alone.low, "{printed:?} {together:?} {alone:?}");
    // Surely above on its own, not among all.
    assert_eq!(sways(f64::midpoint(together.low, alone.low)), Sway::Undecided);
    assert_eq!(sways(f64::midpoint(printed.high, together.low)), Sway::Can);
}

/// One table size says nothing of the other.
#[test]
fn assumptions_of_which_only_some_were_tried_are_not_told() {
    let text = format!("{DASH}[[arm]]\nname = \"two\"\n[[arm]]\nname = \"three\"\nset = {{ players = 3 }}\n");
    let (stop, last, begun) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    // The count begins anew with each of the two questions.
    let progress = |seen: &crate::campaign::Progress<'_>| {
        if seen.games < last.swap(seen.games, Ordering::Relaxed) {
            begun.fetch_add(1, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        }
    };
    let tried = assumptions(&sample(&text), 10, &Hall::new(&stop, &progress)).unwrap();
    assert!(begun.into_inner() > 0 && tried.games > 0, "the second question was begun");
    assert!(tried.interrupted && tried.sways.is_empty(), "{tried:?}");
}
