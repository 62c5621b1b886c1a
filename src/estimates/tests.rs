//! Estimates of short runs against what their games and blocks add up to.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::lab::{Hall, Table};
use crate::metric::Reading;
use crate::scenario::sample;
use crate::tally::layout::column;

fn played(text: &str, games: u64) -> Table {
    let stop = AtomicBool::new(false);
    let mut table = Table::new(sample(text)).unwrap();
    assert!(table.play_to(games, &Hall::new(&stop, &|_| {})).unwrap());
    table
}

/// The columns of every block that an arm has played, one block after another.
fn rows(table: &Table, arm: usize) -> Vec<i64> {
    let runner = table.plan.arms[arm].runner(table.plan.seed).unwrap();
    let mut rows = Vec::new();
    runner.batch(0..table.played()[arm].blocks, Some(&mut rows));
    rows
}

fn fixed() -> Manner {
    Manner { level: 0.95, always: false, tightest: 100 }
}

#[test]
fn what_could_stop_on_what_it_saw_is_watched_and_narrowest_where_it_is_expected_to_end() {
    let plan = |length: &str| sample(&format!("ruleset = \"futbol-dash\"\nbots = \"random\"\n{length}\n"));
    let (games, precise) = (plan("games = 8000"), plan("precision = 0.01\nmax-games = 900000"));
    assert!(!Manner::of(&games, Ended::Complete).always);
    assert!(Manner::of(&games, Ended::Interrupted).always);
    assert!(!Manner::of(&precise, Ended::Complete).always && Manner::of(&precise, Ended::Interrupted).always);
    let mut anytime = precise.clone();
    anytime.length = Length::Precision { half_width: 0.01, most: 900_000, anytime: true };
    assert!(Manner::of(&anytime, Ended::Complete).always && !Manner::deciding(&precise).always);
    assert_eq!(Manner::watched(&games).tightest, 4_000);
    assert_eq!(Manner::watched(&precise).tightest, 40_000);
    assert_eq!(Manner::watched(&plan("precision = 0.01\nmax-games = 3000")).tightest, 3_000);
    assert_eq!(Manner::watched(&plan("games = 10")).tightest, 100);
}

#[test]
fn wins_and_shares_of_places_are_those_counted() {
    let table = played("ruleset = \"time-vault-soccer\"\nbots = [\"random\", \"hoofer\"]\n", 200);
    let arm = &table.results(fixed())[0];
    let mut drawn = 0;
    for place in arm.seats.iter().chain(&arm.entrants) {
        let Results { wins, draws, .. } = place.results;
        drawn += draws;
        assert!((place.win_rate.value - wins as f64 / 200.0).abs() < 1e-9, "{place:?}");
        assert!((place.share.value - (wins as f64 + draws as f64 / 2.0) / 200.0).abs() < 1e-9, "{place:?}");
        assert!(place.score.value > 0.0, "{place:?}");
    }
    assert!(drawn > 0, "a drawn match tells a win from a share of one");
}

#[test]
fn the_edge_of_the_first_seat_is_its_share_above_an_equal_one() {
    let table = played("ruleset = \"futbol-dash\"\nbots = \"rusher\"\nset = { players = 3 }\n", 300);
    let arm = &table.results(fixed())[0];
    let shares: Vec<f64> = arm.seats.iter().map(|seat| seat.share.value).collect();
    let edge = arm.metric(Metric::FIRST_SEAT).unwrap().estimate;
    assert!(
        (edge.value - (shares[0] - shares.iter().sum::<f64>() / 3.0)).abs() < 1e-9,
        "{edge:?} {shares:?}"
    );
    // Within what a share of wins can be, by its own variance.
    assert!((0.03..0.09).contains(&edge.half_width()), "{edge:?}");
}

#[test]
fn nothing_is_compared_with_the_edge_of_games_that_nobody_won() {
    let text = "ruleset = \"king-of-the-pitch\"\nbots = \"random\"\n[[arm]]\nname = \"endless\"\nset = { free-last = \"off\" }\n\
                [[arm]]\nname = \"printed\"\nagainst = \"endless\"\n";
    let results = played(text, 4).results(fixed());
    let edge = |arm: usize| results[arm].metric(Metric::FIRST_SEAT).unwrap();
    assert!(edge(0).estimate.value.is_nan() && !results[0].is_decided());
    assert!(edge(1).estimate.value.is_finite() && edge(1).difference.is_none());
    assert!(results[1].called("turns-per-game").unwrap().difference.is_some());
}

/// Reference: the delta method block by block. In an arm a block's part of a
/// ratio is its residual over the mean below; sharing luck is worth the sum of
/// both variances over that of the difference.
#[test]
fn a_difference_of_ratios_is_worth_what_its_blocks_say() {
    let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[vary]\nhalftimes = [0]\n";
    let table = played(text, 200);
    let results = table.results(fixed());
    let layout = &table.shapes()[1].0;
    let (base, mine) = (rows(&table, 0), rows(&table, 1));
    let own = crate::rulesets::app().find("futbol-dash").unwrap().metrics();
    let mut lopsided = 0;
    for &(above, below) in &layout.ratios {
        let (above, below) = (usize::from(above), usize::from(below));
        let parts = |rows: &[i64]| -> Option<Vec<f64>> {
            let blocks: Vec<(f64, f64)> = rows
                .chunks_exact(layout.columns())
                .map(|row| (row[above] as f64, row[below] as f64))
                .collect();
            let (x, y) = blocks.iter().fold((0.0, 0.0), |sum, block| (sum.0 + block.0, sum.1 + block.1));
            (y > 0.0).then(|| blocks.iter().map(|(a, b)| (a - x / y * b) / (y / 200.0)).collect())
        };
        let (Some(u), Some(v)) = (parts(&mine), parts(&base)) else { continue };
        let squares = |values: &mut dyn Iterator<Item = f64>| values.map(|value| value * value).sum::<f64>();
        let apart = squares(&mut u.iter().copied()) + squares(&mut v.iter().copied());
        let together = squares(&mut u.iter().zip(&v).map(|(u, v)| u - v));
        let name = above.checked_sub(column::OWN).map_or("decision-share", |place| own[place].name);
        let difference = results[1].called(name).unwrap().difference.as_ref().unwrap();
        if let Some(worth) = difference.worth {
            assert!((worth / (apart / together) - 1.0).abs() < 1e-6, "{name}: {worth} {}", apart / together);
            lopsided += 1;
        }
    }
    assert!(lopsided > 2, "{lopsided} ratios compared");
}

/// Reference: the blocks themselves. Equal sums are not yet equal games.
#[test]
fn arms_are_the_same_only_if_all_their_blocks_are() {
    let (mut same, mut equal_sums, mut equal_below) = (0, 0, 0);
    for (ruleset, vary, games) in [
        ("futbol-dash", "halftimes = [0]", 2),
        ("futbol-dash", "halftimes = [0]", 5),
        ("king-of-the-pitch", "missing-die = [\"ignored\"]", 5),
    ] {
        let table = played(&format!("ruleset = \"{ruleset}\"\nbots = \"rusher\"\n[vary]\n{vary}\n"), games);
        let base = rows(&table, 0);
        for (slot, result) in table.results(fixed()).iter().enumerate().skip(1) {
            let (arm, layout) = (&table.plan.arms[slot], &table.shapes()[slot].0);
            let mine = rows(&table, slot);
            for Named { metric, difference, .. } in &result.metrics {
                let Some(difference) = difference else { continue };
                let Some(found) = Reading::of(*metric, &arm.metrics(), layout) else { continue };
                let blocks = || base.chunks_exact(layout.columns()).zip(mine.chunks_exact(layout.columns()));
                let moved = |column: usize| blocks().map(move |(base, mine)| mine[column] - base[column]);
                let is_still = |column: usize| moved(column).all(|by| by == 0);
                let still = (is_still(found.column), is_still(found.over));
                assert_eq!(difference.same, still == (true, true), "{metric} {games}");
                same += u64::from(difference.same);
                let is_constant = metric.is_of_each_block();
                equal_sums += u64::from(is_constant && !still.0 && moved(found.column).sum::<i64>() == 0);
                equal_below += u64::from(!is_constant && still == (false, true));
            }
        }
    }
    assert!(same > 0 && equal_sums > 0 && equal_below > 0, "{same} {equal_sums} {equal_below}");
}

/// Reference: the seats' shares themselves. The gap is that of the seat that is
/// farthest, at two seats the first one's edge, and its interval that of all.
#[test]
fn a_gap_is_the_distance_of_the_farthest_seat() {
    for (players, games) in [(2, 400), (4, 400)] {
        let text =
            format!("ruleset = \"king-of-the-pitch\"\nbots = \"rusher\"\nset = {{ players = {players} }}\n");
        let table = played(&format!("{text}[vary]\ntie-break = [\"king-keeps\"]\n"), games);
        for manner in [fixed(), Manner { always: true, tightest: 200, ..fixed() }] {
            let results = table.results(manner);
            for result in &results {
                let gap = result.metric(Metric::SEAT_GAP).unwrap();
                let won: f64 = result.seats.iter().map(|seat| seat.share.value).sum();
                let off = |seat: usize| result.seats[seat].share.value - won / f64::from(players);
                let far = result.farthest();
                assert!((0..result.seats.len()).all(|seat| off(seat).abs() <= off(far).abs() + 1e-12));
                assert!((gap.estimate.value - off(far).abs()).abs() < 1e-12, "{gap:?}");
                assert!(gap.estimate.low <= gap.estimate.value && gap.estimate.value <= gap.estimate.high);
                let first = result.metric(Metric::FIRST_SEAT).unwrap().estimate;
                if players == 2 {
                    let size = first.size();
                    assert!((gap.estimate.low - size.low).abs() < 1e-12, "{gap:?} {first:?}");
                    assert!((gap.estimate.high - size.high).abs() < 1e-12, "{gap:?} {first:?}");
                } else {
                    assert!(gap.estimate.half_width() > first.half_width() * 0.5);
                }
                assert_eq!(gap.estimate.method.is_sequence(), manner.always);
            }
            let gap = |arm: usize| results[arm].metric(Metric::SEAT_GAP).unwrap();
            let difference = gap(1).difference.as_ref().unwrap();
            let e = difference.estimate;
            assert!((e.value - (gap(1).estimate.value - gap(0).estimate.value)).abs() < 1e-12);
            assert!(e.low < e.value && e.value < e.high && difference.worth.is_some());
            assert_eq!(difference.p.is_some(), !manner.always);
            if let Some(p) = difference.p {
                assert_eq!(p < 0.05, !e.contains(0.0), "{p} {e:?}");
            }
        }
    }
}

/// A run of thousands of arms holds one estimate of every metric of each: what
/// few of them have lies beside it, and no arm's name is held by every metric.
#[test]
fn an_estimate_takes_little_room() {
    assert!(size_of::<Named>() <= 240, "{}", size_of::<Named>());
    let varied = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[vary]\nhalftimes = [0]\n";
    let results = played(varied, 40).results(fixed());
    let bases: Vec<&Arc<str>> =
        results[1].metrics.iter().filter_map(|named| Some(&named.difference.as_ref()?.base)).collect();
    assert!(bases.len() > 20 && bases.iter().all(|base| Arc::ptr_eq(base, bases[0])));
    assert!(Arc::ptr_eq(&results[0].items, &results[1].items));
}
