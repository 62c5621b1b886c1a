//! Tables and slices against the run of the same games, and by hand.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::slice::{Asked, Question, Slice, Where, slice};
use super::{Format, write};
use crate::arena::schedule;
use crate::campaign::{Hall, Share, run};
use crate::estimates::{ArmResult, Manner, Watched, estimate};
use crate::rulesets;
use crate::scenario::{Plan, sample};
use crate::stats::{Estimate, Method};

fn tables(plan: &Plan, folder: &Path, format: Format) {
    let blocks =
        |arm: &crate::scenario::PlanArm| 0..schedule::blocks_for(plan.length.most(), arm.rotations());
    let blocks: Vec<_> = plan.arms.iter().map(blocks).collect();
    assert!(write(plan, &blocks, folder, format, &Hall::new(&AtomicBool::new(false), &|_| {})).unwrap());
}

fn results(plan: &Plan) -> Vec<ArmResult> {
    let played = run(
        plan,
        &Watched(plan),
        Share::WHOLE,
        Vec::new(),
        &crate::campaign::Hall::new(&AtomicBool::new(false), &|_| {}),
    )
    .unwrap();
    estimate(plan, &played.shapes, &played.arms, Manner::of(plan, played.ended))
}

fn asked(path: &Path, by: &[&str], rows: &[&str], metric: &str) -> Result<Slice, Asked> {
    let rows = rows.iter().map(|text| Where::read(text)).collect::<Result<_, _>>()?;
    let by = by.iter().map(|&name| name.to_owned()).collect();
    slice(
        &rulesets::app(),
        &Question { path: path.to_owned(), by, rows, metric: metric.to_owned(), level: 0.95 },
    )
}

fn near(a: &Estimate, b: &Estimate, of: &str) {
    assert_eq!(a.method, b.method, "{of}");
    for (a, b) in [(a.value, b.value), (a.low, b.low), (a.high, b.high)] {
        assert!((a - b).abs() <= 1e-8 * b.abs().max(1.0) || a == b, "{of}: {a} and {b}");
    }
}

/// Over all games, and over those of one seat or one arm, a slice says what
/// the run of the same games does, from either form of file.
#[test]
fn a_slice_over_everything_is_the_estimate_of_the_run() {
    for text in [
        "ruleset = \"futbol-dash\"\nbots = [\"rusher\", \"random\"]\nseed = 4\ngames = 300\n",
        "ruleset = \"king-of-the-pitch\"\nbots = \"rusher\"\nset = { players = 3 }\nseed = 4\ngames = 120\n",
    ] {
        let plan = sample(text);
        let arm = results(&plan).remove(0);
        for format in [Format::Parquet, Format::Csv] {
            let folder = tempfile::tempdir().unwrap();
            tables(&plan, folder.path(), format);
            let mut seen = 0;
            for metric in arm.metrics.iter().filter(|named| !named.metric.is_of_place()) {
                let name = metric.metric.name();
                let Ok(found) = asked(folder.path(), &[], &[], &name) else { continue };
                match &found.groups[0].estimate {
                    Some(estimate) => near(estimate, &metric.estimate, &name),
                    None => assert!(metric.estimate.value.is_nan(), "{name}"),
                }
                seen += 1;
            }
            assert!(seen > 20, "{seen}");
            let seats = asked(folder.path(), &["seat"], &[], "share").unwrap();
            for (seat, group) in seats.groups.iter().enumerate() {
                let name = format!("seat-{seat}-share");
                let wanted = arm.metrics.iter().find(|named| named.metric.name() == name).unwrap();
                assert_eq!((group.of[0].as_str(), group.rows), (seat.to_string().as_str(), arm.games));
                near(group.estimate.as_ref().unwrap(), &wanted.estimate, &name);
            }
        }
    }
}

/// Four blocks of two games, written by hand.
const HAND: &str = "ruleset,pairing,game,block,seat,bot,share,score\n\
    x,k,0,0,0,a,1,3\nx,k,1,0,0,b,0,1\nx,k,2,1,0,a,0.5,2\nx,k,3,1,0,b,0.5,4\n\
    x,k,4,2,0,a,1,5\nx,k,5,2,0,b,1,\nx,k,6,3,0,a,0,1\nx,k,7,3,0,b,1,2\n";

#[test]
fn a_slice_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seats.csv");
    std::fs::write(&path, HAND).unwrap();
    let of =
        |by: &[&str], rows: &[&str], metric: &str| asked(folder.path(), by, rows, metric).unwrap().groups;
    let scores = of(&["bot"], &[], "score");
    let a = &scores[0];
    assert_eq!((a.of[0].as_str(), a.rows, a.blocks), ("a", 4, 4));
    let a = a.estimate.as_ref().unwrap();
    // 3, 2, 5, 1: mean 11/4; squares 39, two imagined blocks one count off
    // add 2: variance (41 - 121/4) / 3, half-width t(0.975; 3) √(variance / 4).
    assert_eq!((a.value, a.method), (2.75, Method::SkewedT));
    let half = 3.182_446_305_284_263 * ((41.0 - 30.25) / 3.0_f64 / 4.0).sqrt();
    // Skewed to the right: the upper end moves outward, the lower one stays.
    assert!((a.value - a.low - half).abs() < 1e-9 && a.high > a.value + half, "{a:?} {half}");
    // One of b's cells is empty: three blocks, mean 7/3.
    assert_eq!((scores[1].rows, scores[1].blocks), (3, 3));
    assert!((scores[1].estimate.as_ref().unwrap().value - 7.0 / 3.0).abs() < 1e-12);
    // Rows of both bots: blocks 4/2, 6/2, 5/1, 3/2 are a ratio of sums.
    let all = of(&[], &[], "score")[0].estimate.unwrap();
    assert!((all.value - 18.0 / 7.0).abs() < 1e-12 && all.method == Method::RatioDelta, "{all:?}");
    let share = of(&[], &[], "share")[0].estimate.unwrap();
    assert!((share.value - 0.625).abs() < 1e-12 && share.method == Method::ClopperPearsonBlock);
    assert!(share.low < 0.5 && share.high < 1.0);
    let some = of(&["bot"], &["score >= 2", "bot = a"], "share");
    assert_eq!((some.len(), some[0].rows), (1, 3));
    assert!((some[0].estimate.unwrap().value - 2.5 / 3.0).abs() < 1e-9);
    assert!(of(&[], &["score > 9"], "share")[0].estimate.is_none());
    assert_eq!(of(&[], &["bot != a"], "share")[0].rows, 4);
}

#[test]
fn what_cannot_be_sliced_is_refused_with_the_nearest_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seats.csv");
    std::fs::write(&path, HAND).unwrap();
    let wrongly = |by: &[&str], rows: &[&str], metric: &str| match asked(&path, by, rows, metric) {
        Err(Asked::Wrongly(fault)) => format!("{} {} {:?}", fault.key, fault.found, fault.hint),
        other => panic!("{other:?}"),
    };
    assert!(wrongly(&["bto"], &[], "share").contains("`bot`"));
    assert!(wrongly(&[], &[], "shares").contains("`share`"));
    assert!(wrongly(&[], &["skore > 1"], "share").contains("`score`"));
    assert!(wrongly(&[], &["score ~ 1"], "share").starts_with("--where"));
    assert!(wrongly(&[], &["score > much"], "share").starts_with("--where"));
    assert!(wrongly(&[], &["bot > a"], "share").starts_with("--where"));
    assert!(wrongly(&[], &[], "bot").starts_with("--metric"));
    let other = folder.path().join("other.csv");
    std::fs::write(&other, "seat,wins\n0,1\n").unwrap();
    assert!(matches!(asked(&other, &[], &[], "wins"), Err(Asked::File(..))));
    assert!(matches!(asked(&folder.path().join("none.parquet"), &[], &[], "wins"), Err(Asked::File(..))));
}

/// The order of rows and every cell are those of the games, whatever the
/// threads.
#[test]
fn tables_do_not_depend_on_threads() {
    let plan = sample("ruleset = \"futbol-dash\"\nbots = \"random\"\nseed = 1\ngames = 20000\n");
    let bytes = |threads: usize| {
        let folder = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| tables(&plan, folder.path(), Format::Csv));
        ["games.csv", "seats.csv"].map(|name| std::fs::read(folder.path().join(name)).unwrap())
    };
    let one = bytes(1);
    assert_eq!(one, bytes(3));
    let lines = String::from_utf8(one[0].clone()).unwrap();
    assert_eq!(lines.lines().count(), 20_001);
    assert!(lines.lines().nth(20_000).unwrap().starts_with("futbol-dash,"));
}
