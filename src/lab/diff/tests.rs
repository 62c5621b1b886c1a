//! Diffs of small plans whose answer is known.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::scenario::data_file::DataFile;
use crate::scenario::{Length, edit, sample};
use crate::stats::Method;

const DASH: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 4\n";

/// A side that has been played.
fn stored(plan: Plan, games: u64) -> Side {
    let mut table = Table::new(plan.clone()).unwrap();
    let stop = AtomicBool::new(false);
    table.play_to(games, &Hall::new(&stop, &|_| {})).unwrap();
    let played = Some(table.played().to_vec());
    Side { name: "then".to_owned(), plan: Plan { length: Length::Games(games), ..plan }, played }
}

/// A side as it would be played now.
fn live(plan: Plan) -> Side {
    Side { name: "now".to_owned(), plan, played: None }
}

fn played(then: Side, now: Side) -> Diff {
    let mut diff = Diff::new(then, now).unwrap();
    let stop = AtomicBool::new(false);
    diff.play(None, &Hall::new(&stop, &|_| {})).unwrap();
    diff
}

#[test]
fn arms_of_one_name_belong_together_whoever_has_named_them() {
    let text = format!("{DASH}[vary]\nhalftimes = [0, 2]\n");
    let (then, mut now) = (sample(&text), sample(&text));
    now.arms.iter_mut().for_each(|arm| arm.name.wording = crate::scenario::Wording::Given);
    assert_eq!(now.arms.len(), 3);
    assert_eq!(counterparts(&then, &now), [Some(0), Some(1), Some(2)]);
}

#[test]
fn an_edited_card_is_named_and_its_effect_measured_on_shared_luck() {
    let mut edited = sample(DASH);
    let text = edit::replaced(edited.arms[0].data_text(), "shots.goal", "14").unwrap();
    edited.arms[0].data = Some(DataFile { house: true, ..DataFile::of("cards.toml", text) });
    let diff = played(stored(sample(DASH), 600), live(edited));
    let pair = diff.judge().unwrap();
    assert_eq!(pair.changes.iter().map(Change::told).collect::<Vec<_>>(), ["data.shots.goal 10 → 14"]);
    let found = pair.measured.as_ref().unwrap();
    assert_eq!((pair.kinship, found.games, diff.games), (Kinship::Paired, 600, 1200));
    let length = found.length.as_ref().unwrap();
    assert!(matches!(length.drift.method, Method::PairedT | Method::PairedSkewedT), "{length:?}");
    assert!((length.now.value - length.then.value - length.drift.value).abs() < 1e-9);
    assert_eq!(found.fairness.metric, Metric::SEAT_GAP);
    assert!(found.rows.iter().all(|row| row.metric.has_differences()));
    // A card more in every deck: goals come more often, and that is clear.
    let goals = found.rows.iter().find(|row| row.metric.name().contains("goal") && row.clear).unwrap();
    assert!(goals.drift.low > 0.0 || goals.drift.high < 0.0, "{goals:?}");
}

#[test]
fn sharing_luck_is_sharper_than_two_runs_apart() {
    let mut edited = sample(DASH);
    edited.arms[0].settings.set("match", "express").unwrap();
    let diff = played(stored(sample(DASH), 600), stored(edited, 600));
    let found = diff.judge().unwrap().measured.as_ref().unwrap();
    let row = found.length.as_ref().unwrap();
    let (apart, _) = combine::two_intervals(&row.then, &row.now, 0.95);
    assert!(
        row.drift.half_width() < 0.9 * apart.half_width(),
        "{} of {}",
        row.drift.half_width(),
        apart.half_width()
    );
    assert!(row.clear);
}

#[test]
fn what_differs_in_nothing_is_not_played() {
    let of = |then: Side, now: Side| {
        let diff = played(then, now);
        assert_eq!(diff.games, 0);
        (diff.pairs[0].kinship, diff.judge().is_none())
    };
    let other_luck = || {
        let mut plan = sample(DASH);
        plan.seed = 5;
        plan
    };
    assert_eq!(of(stored(sample(DASH), 60), stored(sample(DASH), 60)), (Kinship::Identical, true));
    assert_eq!(of(stored(sample(DASH), 60), stored(sample(DASH), 80)), (Kinship::Same, true));
    assert_eq!(of(stored(sample(DASH), 60), stored(other_luck(), 60)), (Kinship::Same, true));
    assert_eq!(of(stored(sample(DASH), 60), live(sample(DASH))), (Kinship::Same, true));
    // Counts that this luck never gave.
    let forged =
        Side { plan: Plan { length: Length::Games(60), ..sample(DASH) }, ..stored(other_luck(), 60) };
    assert_eq!(of(stored(sample(DASH), 60), forged), (Kinship::Contradictory, true));
}

#[test]
fn arms_belong_together_by_name_or_by_their_bots() {
    let panel = "ruleset = \"futbol-dash\"\npanel = [\"rusher\", \"random\"]\ngames = 40\n";
    let mut edited = sample(panel);
    for arm in &mut edited.arms {
        arm.settings.set("halftimes", "0").unwrap();
        arm.name.stem = "halftimes = 0".to_owned();
    }
    let diff = Diff::new(live(sample(panel)), live(edited)).unwrap();
    assert_eq!(diff.pairs.iter().map(|pair| pair.arms).collect::<Vec<_>>(), [[1, 1], [0, 0]]);
    assert!(diff.alone.iter().all(Vec::is_empty));
    let two = |names: [&str; 2]| {
        let arm = |name: &str| format!("[[arm]]\nname = \"{name}\"\n");
        sample(&format!("{DASH}{}{}", arm(names[0]), arm(names[1])))
    };
    let diff = Diff::new(live(two(["a", "b"])), live(two(["b", "c"]))).unwrap();
    assert_eq!(diff.pairs.iter().map(|pair| pair.arms).collect::<Vec<_>>(), [[1, 0]]);
    assert_eq!(diff.alone, [vec![0], vec![1]]);
    let fault = Diff::new(live(two(["a", "b"])), live(two(["c", "d"]))).map(drop).unwrap_err();
    assert!(fault.found.contains("no arm"), "{fault:?}");
}

#[test]
fn tables_of_other_sizes_are_told_apart_from_shared_luck() {
    let mut edited = sample(DASH);
    edited.arms[0].settings.set("players", "3").unwrap();
    edited.arms[0].bots.push("rusher".to_owned());
    edited.arms[0].squads.resize(3, None);
    let diff = played(stored(sample(DASH), 300), live(edited));
    let pair = &diff.pairs[0];
    assert_eq!(pair.kinship, Kinship::Unpaired);
    let row = pair.measured.as_ref().unwrap().length.clone().unwrap();
    assert_eq!(row.drift.method, Method::Mover);
}
