//! Whole campaigns: cut and resumed, precise and not, in groups and shards.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Campaign, Ended, Hall, Played, Progress, Share};
use crate::estimates::{Manner, Watched, estimate};
use crate::scenario::{Length, Plan, sample as plan};
use crate::tally::{Layout, layout::column};
use crate::watch::Topic;

fn of(plan: &Plan, before: Vec<Played>, stop: bool) -> Campaign {
    super::run(plan, &Watched(plan), Share::WHOLE, before, &Hall::new(&AtomicBool::new(stop), &|_| {}))
        .unwrap()
}

/// What a saved run brings back: its counts by way of their text.
fn saved(played: &[Played]) -> Vec<Played> {
    serde_json::from_str(&serde_json::to_string(played).unwrap()).unwrap()
}

/// One arm, and another against it whose exchange rate is asked for.
const WORTH: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 3\ngames = 240\n\
    [[arm]]\nname = \"printed\"\n[[arm]]\nname = \"express\"\nset = { match = \"express\" }\n\
    [[finding]]\nkind = \"worth\"\nmetric = \"first-seat-advantage\"\nper = \"turns-per-game\"\n\
    from = \"printed\"\nto = \"express\"\n";

#[test]
fn a_saved_and_resumed_run_has_the_changes_of_an_exchange_rate_too() {
    let whole = of(&plan(WORTH), Vec::new(), false);
    let changes = &whole.arms[1].cross.as_ref().unwrap().changes;
    assert_eq!((changes.len(), changes[0].blocks), (1, whole.arms[1].blocks));
    // Over the edge, under the turns: each the change of its own column.
    let sums = |arm: usize, column: usize| whole.arms[arm].tally.moments.sum(column);
    let moved = |column: usize| sums(1, column) - sums(0, column);
    let turns = column::OWN;
    assert_eq!(changes[0].x, moved(column::ADVANTAGE));
    assert_eq!(changes[0].y, moved(turns));
    assert!(changes[0].x != changes[0].y && changes[0].yy > 0);
    let first = of(&Plan { length: Length::Games(70), ..plan(WORTH) }, Vec::new(), false);
    let rest = of(&plan(WORTH), saved(&first.arms), false);
    assert_eq!(rest.arms, whole.arms);
    assert_eq!(saved(&whole.arms), whole.arms);
}

/// Reached after a few looks, long before the most games.
const PRECISE: &str =
    "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 3\nprecision = 0.02\nmax-games = 40000\n";

#[test]
fn a_precision_run_cut_at_any_block_goes_on_to_the_same_looks() {
    let plan = plan(PRECISE);
    let whole = of(&plan, Vec::new(), false);
    assert_eq!(whole.ended, Ended::Complete);
    let looks = &whole.arms[0].looks;
    assert!(looks.len() > 2 && looks.windows(2).all(|pair| pair[0].games < pair[1].games), "{looks:?}");
    assert!(looks.last().unwrap().games < 40_000);
    for cut in [100, looks[0].games, looks[1].games - 1, looks[1].games, looks[1].games + 7] {
        // As if Ctrl-C had come after this many games.
        let stop = AtomicBool::new(false);
        let watch = |progress: &Progress<'_>| stop.store(progress.games >= cut, Ordering::Relaxed);
        let first =
            super::run(&plan, &Watched(&plan), Share::WHOLE, Vec::new(), &Hall::new(&stop, &watch)).unwrap();
        let rest = of(&plan, saved(&first.arms), false);
        assert_eq!((rest.ended, &rest.arms), (Ended::Complete, &whole.arms), "cut at {cut}");
    }
    // What had reached its aim is not interrupted by a late Ctrl-C.
    let late = of(&plan, saved(&whole.arms), true);
    assert_eq!((late.ended, &late.arms), (Ended::Complete, &whole.arms));
    assert_eq!(of(&plan, Vec::new(), true).ended, Ended::Interrupted);
}

#[test]
fn a_precision_out_of_reach_is_undecided_unless_something_was_cut() {
    let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nluck = \"independent\"\nprecision = 0.0001\nmax-games = 600\n\
                [[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\n";
    let plan = plan(text);
    let whole = of(&plan, Vec::new(), false);
    assert_eq!(whole.ended, Ended::Undecided);
    // The second arm had played all it may; the first is cut.
    let half = of(&Plan { length: Length::Games(100), ..plan.clone() }, Vec::new(), false);
    let before = vec![saved(&half.arms).remove(0), saved(&whole.arms).remove(1)];
    assert_eq!(of(&plan, before, true).ended, Ended::Interrupted);
}

#[test]
fn progress_counts_the_games_of_all_arms_and_expects_those_of_its_share() {
    let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nluck = \"independent\"\ngames = 400\n\
                [[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\n";
    let plan = plan(text);
    for (share, games) in [(Share::WHOLE, 800), (Share { k: 2, n: 4 }, 200)] {
        let seen: Mutex<Vec<(u64, u64)>> = Mutex::new(Vec::new());
        let watch = |progress: &Progress<'_>| {
            seen.lock().unwrap().push((progress.games, progress.expected));
        };
        let played = super::run(
            &plan,
            &Watched(&plan),
            share,
            Vec::new(),
            &Hall::new(&AtomicBool::new(false), &watch),
        )
        .unwrap();
        let seen = seen.into_inner().unwrap();
        assert_eq!(played.arms.iter().map(|arm| arm.tally.games).sum::<u64>(), games);
        assert!(seen.iter().all(|&(_, expected)| expected == games), "{seen:?}");
        assert_eq!(seen.iter().map(|&(games, _)| games).max(), Some(games));
        assert!(seen.windows(2).all(|pair| pair[0].0 <= pair[1].0), "never backwards: {seen:?}");
    }
}

#[test]
fn decisions_alone_are_those_of_the_whole_transcript() {
    for ruleset in crate::rulesets::app().rulesets {
        let plan = plan(&format!("ruleset = \"{}\"\nbots = \"random\"\nseed = 4\ngames = 2\n", ruleset.id));
        let runner = plan.arms[0].runner(plan.seed).unwrap();
        let (whole, brief) = (runner.replay(1), runner.decisions(1));
        let decided: Vec<_> = whole.lines.into_iter().filter(|line| line.topic == Topic::Decision).collect();
        assert!(!decided.is_empty(), "{ruleset:?}");
        assert_eq!((brief.lines, brief.outcome), (decided, whole.outcome), "{ruleset:?}");
    }
}

/// Three different entrants at a table, each block in all three seatings.
const THREE: &str = "ruleset = \"futbol-dash\"\nbots = [\"rusher\", \"random\", \"random\"]\nseed = 5\n\
                     set = { players = 3 }\ngames = 150\n";

#[test]
fn a_tally_adds_up_what_its_games_say_one_by_one() {
    let plan = plan(THREE);
    let runner = plan.arms[0].runner(plan.seed).unwrap();
    let layout = runner.layout();
    let tally = runner.batch(0..50, None);
    let mut wanted = vec![0_i64; layout.columns()];
    for row in runner.games(0..50) {
        let (share, score) = (row.outcome.share, row.outcome.score);
        let mut ranked = score[..3].to_vec();
        ranked.sort_unstable();
        wanted[column::GAMES] += 1;
        wanted[column::DECISIONS] += row.columns[column::DECISIONS];
        wanted[column::MARGIN] += i64::from(ranked[2] - ranked[1]);
        let all: i64 = share[..3].iter().map(|&share| i64::from(share)).sum();
        for seat in 0..3 {
            wanted[layout.edge(seat)] += 3 * i64::from(share[seat]) - all;
            let entrant = usize::from(row.seating[seat]);
            wanted[layout.seat_share(seat)] += i64::from(share[seat]);
            wanted[layout.entrant_share(entrant)] += i64::from(share[seat]);
            wanted[layout.seat_score(seat)] += i64::from(score[seat]);
            wanted[layout.entrant_score(entrant)] += i64::from(score[seat]);
        }
    }
    assert_eq!((tally.games, tally.moments.blocks), (150, 50));
    let mut columns = vec![column::GAMES, column::DECISIONS, column::MARGIN];
    for place in 0..3 {
        let own = [
            Layout::edge,
            Layout::seat_share,
            Layout::entrant_share,
            Layout::seat_score,
            Layout::entrant_score,
        ];
        columns.extend(own.map(|of| of(layout, place)));
    }
    for column in columns {
        assert_eq!(tally.moments.sum(column), i128::from(wanted[column]), "column {column}");
    }
    assert!(wanted[layout.entrant_share(0)] != wanted[layout.seat_share(0)], "entrants change seats");
}

#[test]
fn luck_is_booked_on_the_seat_and_on_whoever_sits_there() {
    let plan = plan(THREE);
    let runner = plan.arms[0].runner(plan.seed).unwrap();
    let layout = runner.layout();
    assert!(layout.luck, "the game counts its luck");
    let tally = runner.batch(0..50, None);
    let seats: Vec<i128> = (0..3).map(|seat| tally.moments.sum(layout.seat_luck(seat))).collect();
    let entrants: Vec<i128> = (0..3).map(|entrant| tally.moments.sum(layout.entrant_luck(entrant))).collect();
    let all: i128 = seats.iter().sum();
    for (seat, &luck) in seats.iter().enumerate() {
        assert_eq!(tally.moments.sum(layout.edge_luck(seat)), 3 * luck - all);
    }
    assert_eq!(entrants.iter().sum::<i128>(), all);
    assert!(seats != entrants && seats[0] != 0, "{seats:?} {entrants:?}");
}

#[test]
fn products_with_the_base_arm_are_those_of_the_blocks_both_ways() {
    let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\ngames = 60\n[vary]\nhalftimes = [0]\n";
    let plan = plan(text);
    let played = of(&plan, Vec::new(), false);
    let cross = played.arms[1].cross.as_ref().unwrap();
    let rows = |arm: usize| {
        let runner = plan.arms[arm].runner(plan.seed).unwrap();
        let mut rows = Vec::new();
        runner.batch(0..60, Some(&mut rows));
        rows
    };
    let (base, mine) = (rows(0), rows(1));
    let layout = &played.shapes[1].0;
    let product = |x: usize, y: usize| -> i128 {
        let blocks = mine.chunks_exact(layout.columns()).zip(base.chunks_exact(layout.columns()));
        blocks.map(|(mine, base)| i128::from(mine[x]) * i128::from(base[y])).sum()
    };
    for (column, seen) in cross.products.iter().enumerate() {
        assert_eq!(*seen, product(column, column), "column {column}");
    }
    let pairs = layout.ratios.iter().chain(&layout.controls);
    let mut one_way = 0;
    for (&[with_base, own], &(column, over)) in cross.mixed.iter().zip(pairs) {
        let (column, over) = (usize::from(column), usize::from(over));
        assert_eq!([with_base, own], [product(column, over), product(over, column)], "{column} {over}");
        one_way += u32::from(with_base != own);
    }
    assert!(one_way > 0, "the two ways differ");
}

#[test]
fn two_parts_of_a_batch_merge_to_the_whole_in_every_count() {
    let mut seen = [false; 3];
    for (text, blocks) in [
        (
            "ruleset = \"futbol-dash\"\nbots = \"random\"\nset = { players = 4, simultaneous-win = \"shared\" }\n",
            40,
        ),
        ("ruleset = \"king-of-the-pitch\"\nbots = \"random\"\nset = { free-last = \"off\" }\n", 4),
        ("ruleset = \"squad-rush-season\"\nbots = \"random\"\n", 40),
    ] {
        let plan = plan(text);
        let runner = plan.arms[0].runner(plan.seed).unwrap();
        let whole = runner.batch(0..blocks, None);
        let mut parts = runner.batch(0..blocks / 2, None);
        parts.merge(&runner.batch(blocks / 2..blocks, None));
        assert_eq!(parts, whole, "{text}");
        seen[0] |= whole.seats.iter().any(|seat| seat.draws > 1);
        seen[1] |= whole.unfinished.iter().any(|&games| games > 1);
        seen[2] |= whole.usage.iter().any(|usage| usage.uses > 1 && usage.share > 0);
    }
    assert_eq!(seen, [true; 3], "draws, unfinished games and used cards");
}

/// Four arms, the last against the third, which is against the first.
const CHAIN: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 3\n\
    [[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nset = { match = \"express\" }\n\
    [[arm]]\nname = \"c\"\nset = { last-seat-bonus = \"one-ap\" }\n\
    [[arm]]\nname = \"d\"\nset = { players = 2 }\n";

#[test]
fn however_many_arms_are_played_side_by_side_they_play_the_same() {
    for length in ["games = 120\n", "precision = 0.03\nmax-games = 8000\n"] {
        let mut plan = plan(&format!("{length}{CHAIN}"));
        plan.arms[3].base = Some(2);
        let at_most = |together: usize, before: Vec<Played>, stop: &AtomicBool, cut: u64| {
            let watch = |progress: &Progress<'_>| stop.store(progress.games >= cut, Ordering::Relaxed);
            let hall = Hall::new(stop, &watch);
            super::side_by_side(&plan, &Watched(&plan), Share::WHOLE, before, &hall, together).unwrap()
        };
        let whole = at_most(9, Vec::new(), &AtomicBool::new(false), u64::MAX);
        assert!(whole.arms.iter().skip(1).all(|arm| arm.cross.is_some()));
        let bases: Vec<Vec<usize>> =
            super::slices(&plan, &[0, 1, 2, 3], 1).into_iter().map(|slice| slice.arms).collect();
        assert_eq!(bases, [vec![0], vec![0, 1], vec![0, 2], vec![0, 2, 3]]);
        for together in 1..=3 {
            let sliced = at_most(together, Vec::new(), &AtomicBool::new(false), u64::MAX);
            assert_eq!((sliced.ended, &sliced.arms), (whole.ended, &whole.arms), "{together} at {length}");
            for cut in [30, 170, 1_700] {
                let first = at_most(together, Vec::new(), &AtomicBool::new(false), cut);
                let rest = at_most(together, saved(&first.arms), &AtomicBool::new(false), u64::MAX);
                assert_eq!(rest.arms, whole.arms, "{together} cut at {cut} of {length}");
            }
        }
    }
}

#[test]
fn nothing_is_compared_with_a_base_that_played_other_blocks() {
    let plan = plan(&format!("games = 120\n{CHAIN}"));
    let mut run = of(&plan, Vec::new(), false);
    run.arms[1] =
        of(&Plan { length: Length::Games(40), ..plan.clone() }, Vec::new(), false).arms.swap_remove(1);
    let told = estimate(&plan, &run.shapes, &run.arms, Manner::of(&plan, Ended::Interrupted));
    let compared = |arm: usize| told[arm].metrics.iter().any(|named| named.difference.is_some());
    assert_eq!([1, 2, 3].map(compared), [false, true, true]);
}
