//! Planted tables of two kinds with known answers, made as rows; and tables that
//! are played.

use std::sync::atomic::AtomicBool;

use super::super::calibration::Crowded;
use super::super::{Tournament, play};
use super::*;
use crate::report::tournament::sentences;
use crate::stats::metagame::mixes::drawn;
use crate::stats::metagame::threes::planted;
use crate::stats::simulate::Dice;

fn found(made: &Crowded) -> (Mixes, Vec<Estimate>) {
    let (mixes, alpha_rank) = made.told(&made.endless(), None, 1);
    (mixes, alpha_rank.unwrap())
}

fn two(gaps: &[f64]) -> Crowded {
    Crowded { seats: gaps.len() + 1, bots: 2, gaps: vec![gaps.to_vec()] }
}

/// A tournament of these bots at a table of four, with several of both kinds.
fn played(bots: &[&str], games: u64) -> Tournament {
    let plan = crate::scenario::sample("ruleset = \"futbol-dash\"\nset = { players = 4 }\n");
    let bots: Vec<String> = bots.iter().map(|bot| (*bot).to_owned()).collect();
    let stop = AtomicBool::new(false);
    play(&plan, &bots, (games, true), &Hall::new(&stop, &|_| {})).unwrap()
}

/// What a played tournament would say had it found this.
fn said(mixes: Mixes) -> String {
    let told = Tournament { mixes: Some(mixes), ..played(&["random", "rusher", "planner"], 8) };
    sentences(&told).pop().unwrap()
}

/// Hawks and doves: roots of the gain of a hawk, by hand at three seats, bisected
/// in fractions at four and six.
#[test]
fn hawks_and_doves_settle_where_both_do_equally_well() {
    for (gaps, wanted) in [
        (&[0.3, -0.2][..], 0.6),
        (&[0.3, 0.05, -0.25], 0.567_764_362_830_022),
        (&[0.3, 0.2, -0.05, -0.1, -0.12], 0.535_373_864_807_744_8),
        // As many the other way round: the doves make up most.
        (&[0.2, -0.3], 0.4),
    ] {
        let (mixes, alpha_rank) = found(&two(gaps));
        let [mixed] = &mixes.found.unwrap()[..] else { panic!("one mix") };
        let hawks = mixed.share_of(0).unwrap();
        assert!((hawks.value - wanted).abs() < 1e-6 && hawks.half_width() < 1e-4, "{hawks:?} {wanted}");
        assert!(mixed.found_in == 1.0 && mixed.is_sure() && mixed.shares[0].value >= 0.5, "{mixed:?}");
        assert_eq!(mixed.stands, Some(Stands::Holds), "there is nobody else");
        assert!((alpha_rank.iter().map(|rank| rank.value).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(mixes.crowds.len(), gaps.len().saturating_sub(2));
        for crowd in &mixes.crowds {
            let (k, seats) = (crowd.number as f64, gaps.len() as f64 + 1.0);
            let wanted = (1.0 + (seats - k) * gaps[crowd.number - 1]) / seats;
            assert!((crowd.share.value - wanted).abs() < 1e-9, "{crowd:?}");
        }
    }
}

/// At a table of four α-rank hangs on what two of a kind take: a lone newcomer that
/// takes less is one that takes over all the same where two take much more. The ends
/// alone are the same in both cases.
#[test]
fn alpha_rank_knows_the_tables_between_the_ends() {
    for (middle, wanted) in [(0.3, 1.0), (-0.3, 0.0)] {
        let (_, alpha_rank) = found(&two(&[-0.02, middle, 0.021]));
        let first = alpha_rank[0].value;
        assert!((first - wanted).abs() < 1e-9, "{middle}: {alpha_rank:?}");
    }
}

#[test]
fn a_bot_that_always_does_better_and_a_circle_of_three_have_no_mix_of_two() {
    let (better, alpha_rank) = found(&two(&[0.1, 0.05, 0.2]));
    assert!(better.found.unwrap().is_empty());
    assert!(alpha_rank[0].value > 0.999);
    let circle = Crowded { seats: 4, bots: 3, gaps: vec![vec![0.1; 3], vec![-0.1; 3], vec![0.1; 3]] };
    let (circle, alpha_rank) = found(&circle);
    assert!(circle.found.as_ref().unwrap().is_empty());
    assert!(alpha_rank.iter().all(|rank| (rank.value - 1.0 / 3.0).abs() < 1e-6), "{alpha_rank:?}");
    let told = said(circle);
    assert!(told.contains("two kinds holds: of no two bots"), "{told}");
}

/// Two kinds that each stay alone where they are: what lies between is no mix.
#[test]
fn where_two_habits_part_is_no_mix() {
    let (mixes, _) = found(&two(&[-0.2, 0.0, 0.2]));
    assert!(mixes.found.unwrap().is_empty());
}

/// At the mix of two a third bot takes more than a quarter, or less, though alone
/// among either it takes less.
#[test]
fn a_mix_is_left_to_a_third_bot_that_does_better_there() {
    let made = Crowded { seats: 4, bots: 3, gaps: vec![vec![0.3, 0.05, -0.25], vec![0.1; 3], vec![0.12; 3]] };
    for (middle, stands, words) in [
        (0.32, Stands::Beaten, "but a lone `planner` takes "),
        (
            0.20,
            Stands::Holds,
            "A table whose players change to whatever does better stays with 57 % `random` and 43 % `rusher` ",
        ),
        (
            0.279,
            Stands::NotClear,
            "whether `planner` takes an equal share (25 %) there these games don't show",
        ),
    ] {
        let mut dice = Dice::new("third", 0);
        let visited = made.visited(&[0.16, middle, middle, 0.175], 300, &mut dice);
        let (mixes, _) = made.told(&made.played(1_000, &mut dice), Some(&visited), 1);
        let [mixed] = &mixes.found.as_ref().unwrap()[..] else { panic!("one mix: {mixes:?}") };
        let share = mixed.newcomers[0].share;
        assert_eq!((mixed.stands, mixed.newcomers.len()), (Some(stands), 1), "{share:?}");
        let ends = drawn(3, mixed.share_of(0).unwrap().value);
        let wanted = (ends[1] + ends[2]).mul_add(middle, ends[0] * 0.16 + ends[3] * 0.175);
        assert!((share.value - wanted).abs() < 0.015, "{share:?} {wanted}");
        let told = said(mixes);
        assert!(told.contains(words), "{told}");
    }
}

/// A mix that vanishes in a part of the draws is told as such, and one that only
/// draws have, too.
#[test]
fn what_the_games_leave_open_is_told() {
    let made = two(&[0.02, -0.15, -0.2]);
    let [mut sure, mut there, mut open] = [0; 3];
    for number in 0..12 {
        let (mixes, _) = made.told(&made.played(60, &mut Dice::new("open", number)), None, number);
        let [mixed] = &mixes.found.as_ref().unwrap()[..] else { continue };
        let first = mixed.share_of(0).unwrap();
        assert_eq!(mixed.is_sure(), first.low > 0.0, "{mixed:?}");
        assert_eq!(mixed.is_sure(), mixed.found_in > 0.975, "{mixed:?}");
        assert_eq!(mixed.is_there(), first.value > 0.0, "{mixed:?}");
        let (share, is_there) = (format!("{:.0} %", 100.0 * mixed.found_in), mixed.is_there());
        if mixed.is_sure() {
            sure += 1;
            continue;
        }
        let told = said(mixes);
        if is_there {
            let words = format!("and {share} of the tables redrawn with their errors have one.");
            assert!(told.starts_with("Whether a table stays with a mix") && told.ends_with(&words), "{told}");
            there += 1;
        } else {
            let words = format!("errors have one, of `rusher` and `random` ({share}).");
            assert!(told.contains("nor are all ruled out") && told.ends_with(&words), "{told}");
            open += 1;
        }
    }
    assert!(sure < 6 && there > 0 && open > 0, "{sure} {there} {open}");
}

/// Played: the match-ups are those of a tournament without the other tables, and
/// every table adds up.
#[test]
fn tables_of_two_kinds_are_played_beside_the_lone_ones() {
    let told = played(&["random", "rusher", "blocker"], 60);
    let mixes = told.mixes.as_ref().unwrap();
    assert_eq!(
        mixes.crowds.iter().map(|crowd| (crowd.bot, crowd.rivals.clone())).collect::<Vec<_>>(),
        [(0, vec![(1, 2)]), (0, vec![(2, 2)]), (1, vec![(2, 2)])]
    );
    for crowd in &mixes.crowds {
        assert_eq!((crowd.number, crowd.games), (2, 120));
        assert!(crowd.share.low >= 0.0 && crowd.share.high <= 0.5 + 1e-9, "{crowd:?}");
    }
    // One that moves at random does worse than one that runs.
    assert!(mixes.crowds[0].share.high < 0.25, "{mixes:?}");
    // Of two runners among two that stop whoever is about to win, either is as good.
    assert!((0.18..0.32).contains(&mixes.crowds[2].share.value), "{mixes:?}");
    let guests = mixes.found.iter().flatten().map(|mixed| mixed.newcomers.len()).sum::<usize>();
    assert_eq!(told.all_games, 9 * 60 + 6 * 60 + guests as u64 * 6 * 20);
    assert_eq!(mixes.games, if guests > 0 { 60 } else { 0 });

    let plain = crate::scenario::sample("ruleset = \"futbol-dash\"\nset = { players = 4 }\n");
    let stop = AtomicBool::new(false);
    let plain = play(&plain, &told.bots, (60, false), &Hall::new(&stop, &|_| {})).unwrap();
    assert!(plain.mixes.is_none());
    assert_eq!(format!("{:?}", plain.match_ups), format!("{:?}", told.match_ups));
    assert_eq!(format!("{:?}", plain.rating), format!("{:?}", told.rating));
}

/// Three in a circle at a table of four: their mix, that a crowd which does worse draws
/// a table to it and one that does better drives it round, and the table that all this
/// is told from.
#[test]
fn three_in_a_circle_mix() {
    // Each takes this from the next, and their mix is 4 : 3 : 5.
    let beats = [0.05, 0.04, 0.03];
    let known = [0.04, 0.03, 0.05].map(|share| share / 0.12);
    for (crowding, stays) in [(0.01, true), (-0.005, false)] {
        let made = Crowded::circle(4, (beats, crowding), false);
        let company = made.company((beats, crowding), 0, &mut Dice::new("circle", 0));
        let mixes = made.told_of_three(&made.endless(), company, None, 0);
        let [mixed] = &mixes.found.as_ref().unwrap()[..] else { panic!("one mix: {mixes:?}") };
        assert_eq!((mixed.stays(), mixed.stands), (Some(stays), Some(Stands::Holds)), "{mixed:?}");
        let shares = [0, 1, 2].map(|bot| mixed.share_of(bot).unwrap());
        let sum: f64 = shares.iter().map(|share| share.value).sum();
        assert!((sum - 1.0).abs() < 1e-9 && mixed.is_sure() && mixed.found_in == 1.0, "{mixed:?}");
        assert!(mixed.shares.is_sorted_by(|a, b| a.value >= b.value), "{mixed:?}");
        // Crowding moves it a little.
        let off =
            shares.iter().zip(known).map(|(share, known)| (share.value - known).abs()).fold(0.0, f64::max);
        assert!(off < 0.05, "{shares:?}");
        let table = mixes.crowds.iter().find(|c| (c.bot, c.number, c.rivals.len()) == (1, 2, 2)).unwrap();
        assert_eq!(table.rivals, [(2, 1), (0, 1)]);
        let wanted = planted([1, 2, 1], beats, crowding)[1];
        assert!((table.share.value - wanted).abs() < 1e-9, "{table:?} {wanted}");
        let told = said(mixes);
        let words = if stays { "A table whose players change" } else { "but a table whose players change" };
        assert!(
            told.contains(words) && told.contains("`random` (") && told.contains("`planner` ("),
            "{told}"
        );
        assert_eq!(told.contains("it goes round, from one to the next"), !stays, "{told}");
    }
    let level = Crowded::circle(4, (beats, 0.0), false);
    let company = level.company((beats, 0.0), 60, &mut Dice::new("circle", 1));
    let mixes = level.told_of_three(&level.played(60, &mut Dice::new("circle", 2)), company, None, 0);
    let mixed = mixes.found.as_ref().unwrap()[0].clone();
    assert_eq!((mixed.kinds.len(), mixed.stays()), (3, None), "{mixed:?}");
    let told = said(mixes);
    assert!(told.contains("these games don't show: of the tables redrawn with their errors"), "{told}");
    for (bot, known) in known.iter().enumerate() {
        assert!(mixed.share_of(bot).unwrap().contains(*known), "{mixed:?}");
    }
}

/// A fourth bot at a mix of three that takes more than an equal share, or less.
#[test]
fn a_mix_of_three_is_left_to_a_fourth_that_does_better_there() {
    let planted = ([0.05; 3], 0.02);
    let made = Crowded::circle(4, planted, true);
    for (takes, stands, words) in [
        ((0.4, 0.0), Stands::Beaten, "alone a table would stay with "),
        (
            (0.1, 0.0),
            Stands::Holds,
            "no other bot of this field takes an equal share (25 %) there; at most, a lone ",
        ),
    ] {
        let mut dice = Dice::new("fourth", 0);
        let visited = made.visited_three(takes, 60, &mut dice);
        let (rows, company) = (made.played(400, &mut dice), made.company(planted, 400, &mut dice));
        let mixes = made.told_of_three(&rows, company, Some(&visited), 1);
        let mixed = mixes.found.as_ref().unwrap().iter().find(|mixed| mixed.kinds.len() == 3).unwrap();
        let share = mixed.newcomers[0].share;
        assert_eq!((mixed.stands, mixed.newcomers.len()), (Some(stands), 1), "{share:?}");
        // With three of a kind 0.175, in 3 tables of 27.
        assert!((share.value - (takes.0 * 24.0 + 0.175 * 3.0) / 27.0).abs() < 0.015, "{share:?}");
        let told =
            Tournament { mixes: Some(mixes), ..played(&["random", "rusher", "blocker", "planner"], 8) };
        let told = sentences(&told).pop().unwrap();
        assert!(told.contains(words), "{told}");
    }
}

/// Which threes are played: those in a circle, either way round, and those of a mix
/// that is left to a third that is left in turn.
#[test]
fn threes_that_may_mix_are_looked_for() {
    let sets = |made: &Crowded, visited: Option<&Rows>| {
        let (field, tables, rows) = (made.field(), tables(made.bots, made.seats), made.endless());
        let places = (0..field.met.len()).collect();
        let seen = Seen { places, field, rows: &rows, level: 0.95, seed: 0 };
        let crowds = Crowds::new(&seen, seen.field.met.len(), &tables);
        let (mut mixes, _) = crowds.told(&[]);
        if let Some(visited) = visited {
            crowds.meet((&mut mixes, 2), visited);
        }
        crowds.worth_three(&mixes)
    };
    for beats in [0.05, -0.05] {
        assert_eq!(sets(&Crowded::circle(4, ([beats; 3], 0.0), true), None), [[0, 1, 2]]);
    }
    let hawks = |third: [f64; 3], takes: f64| {
        let gaps = vec![vec![0.3, 0.05, -0.25], third.to_vec(), third.to_vec()];
        let made = Crowded { seats: 4, bots: 3, gaps };
        let visited = made.visited(&[0.3, takes, takes, 0.3], 300, &mut Dice::new("third", 0));
        sets(&made, Some(&visited))
    };
    // The third among the two takes more or less; alone among its like either of them
    // takes more or less than it.
    assert_eq!(hawks([0.1; 3], 0.4), [[0, 1, 2]]);
    assert!(hawks([0.1; 3], 0.1).is_empty(), "it is no better");
    assert!(hawks([-0.1; 3], 0.4).is_empty(), "it is there for good");
}

/// At a table of two nothing changes.
#[test]
fn at_a_table_of_two_there_are_no_other_tables() {
    let plan = crate::scenario::sample("ruleset = \"futbol-dash\"\n");
    let bots = ["random", "rusher"].map(str::to_owned);
    let stop = AtomicBool::new(false);
    let told = |mixed| format!("{:?}", play(&plan, &bots, (40, mixed), &Hall::new(&stop, &|_| {})).unwrap());
    assert_eq!(told(true), told(false));
}
