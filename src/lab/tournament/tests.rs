//! Small fields that are played, and what is told of planted results.

use std::sync::atomic::AtomicBool;

use super::*;

fn plan(text: &str) -> Plan {
    crate::scenario::sample(text)
}

fn played(text: &str, bots: &[&str], games: u64) -> Tournament {
    let bots: Vec<String> = bots.iter().map(|b| (*b).to_owned()).collect();
    let stop = AtomicBool::new(false);
    play(&plan(text), &bots, (games, false), &Hall::new(&stop, &|_| {})).unwrap()
}

#[test]
fn two_at_the_table_is_zero_sum_and_the_better_bot_rates_higher() {
    let t = played("ruleset = \"futbol-dash\"\n", &["random", "rusher"], 400);
    assert_eq!(t.match_ups.len(), 4);
    let (there, back) = (t.of(0, 1).unwrap(), t.of(1, 0).unwrap());
    assert!((there.share.value + back.share.value - 1.0).abs() < 1e-12);
    let Results { wins, draws, losses } = back.results;
    assert_eq!(there.results, Results { wins: losses, draws, losses: wins });
    assert_eq!(t.ranking(), [1, 0]);
    assert!(t.mix.as_ref().unwrap().weights[1].low > 0.999, "{:?}", t.mix);
    assert!(t.alpha_rank.as_ref().unwrap()[1].low > 0.99);
    let decides = t.decides.unwrap();
    let decides = [decides.skill, decides.seat, decides.luck];
    assert!((decides.iter().map(|share| share.value).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(decides.iter().all(|share| share.low <= share.value && share.value <= share.high));
    assert!(!t.absent.is_empty() && !t.absent.contains(&"rusher".to_owned()), "{:?}", t.absent);
    let all = t.against_all[1];
    assert!(all.low > 0.5 && (all.value - back.share.value).abs() < 1e-12, "{all:?}");
    assert_eq!(t.nobodys(), (0, 400));
}

#[test]
fn a_lone_newcomer_is_measured_against_an_equal_share() {
    let text = "ruleset = \"futbol-dash\"\nset = { players = 4 }\n";
    let t = played(text, &["random", "rusher"], 400);
    assert_eq!((t.seats, t.match_ups.len()), (4, 4));
    assert!(t.of(1, 0).unwrap().share.low > t.equal());
    assert!(t.of(0, 1).unwrap().share.high < t.equal());
    assert_eq!(t.of(1, 1).unwrap().share.value, 0.25);
    assert_eq!(t.ranking(), [1, 0]);
    assert!(t.mix.is_none());
    assert!(t.alpha_rank.as_ref().unwrap()[1].low > 0.99, "{:?}", t.alpha_rank);
    let stable: Vec<usize> = t.stable_states().iter().map(|newcomer| newcomer.rival).collect();
    assert_eq!(stable, [1]);
}

fn share(low: f64, value: f64, high: f64) -> Estimate {
    Estimate::new(value, (low, high), 0.95, Method::WilsonBlock, 400)
}

/// A field in which either bot holds its own against a lone other one is told
/// by both, in the first sentences.
#[test]
fn two_stable_states_are_named() {
    let text = "ruleset = \"futbol-dash\"\nset = { players = 4 }\n";
    let mut t = played(text, &["rusher", "planner"], 40);
    let mut take = |bot, rival, taken| {
        t.match_ups.iter_mut().find(|m| m.bot == bot && m.rival == rival).unwrap().share = taken;
    };
    take(0, 1, share(0.12, 0.14, 0.16));
    take(1, 0, share(0.21, 0.23, 0.245));
    assert_eq!(t.stable_states().len(), 2);
    let summary = crate::report::tournament::opening(&t).summary;
    for told in [
        "two stable states",
        "a lone `rusher` among `planner` takes 14",
        "a lone `planner` among `rusher` 23",
    ] {
        assert!(summary.contains(told), "{told}: {summary}");
    }
    // One that may take an equal share is no stable state any more.
    t.match_ups.iter_mut().find(|m| m.bot == 1 && m.rival == 0).unwrap().share = share(0.2, 0.23, 0.26);
    assert_eq!(t.stable_states().len(), 1);
    let summary = crate::report::tournament::opening(&t).summary;
    assert!(!summary.contains("stable states"), "{summary}");
}

/// No mix is called needless beside an interval that leaves room for one.
#[test]
fn a_wide_interval_is_never_called_no_mix() {
    let mut t = played("ruleset = \"futbol-dash\"\n", &["random", "rusher"], 40);
    for (low, needless) in [(0.0, false), (0.5, false), (0.99, false), (0.999, true)] {
        let weights = vec![share(0.0, 0.0, 1.0 - low), share(low, 1.0, 1.0)];
        t.mix = Some(Mix { weights });
        let said = crate::report::tournament::sentences(&t).join(" ");
        assert_eq!(said.contains("no mix is needed"), needless, "{low}: {said}");
    }
}

/// Who sits first is told apart from who plays: futbol-dash among equals.
#[test]
fn sitting_first_has_a_worth_of_its_own() {
    let t = played("ruleset = \"futbol-dash\"\n", &["rusher", "planner"], 2_000);
    let (worth, share) = (t.first_seat.unwrap(), t.match_ups[1].first_seat);
    assert_eq!(worth.value > 0.0, share.value > 0.5, "{worth:?} {share:?}");
    assert!(worth.low < worth.value && worth.value < worth.high, "{worth:?}");
    let rated = crate::report::tournament::sentences(&t);
    assert!(rated.iter().any(|said| said.contains("Sitting first")), "{rated:?}");
}

/// Every order of the field gives the same tournament, to the last bit.
#[test]
fn the_order_in_which_bots_are_named_changes_nothing() {
    let text = "ruleset = \"king-of-the-pitch\"\nset = { max-rounds = 45 }\n";
    let first = played(text, &["rusher", "balanced", "calculator"], 120);
    for order in [
        ["rusher", "calculator", "balanced"],
        ["balanced", "rusher", "calculator"],
        ["balanced", "calculator", "rusher"],
        ["calculator", "rusher", "balanced"],
        ["calculator", "balanced", "rusher"],
    ] {
        let other = played(text, &order, 120);
        assert_eq!(format!("{other:?}"), format!("{first:?}"));
        assert_eq!(
            crate::report::tournament::sentences(&other),
            crate::report::tournament::sentences(&first)
        );
    }
}

/// The same match-up from either chair: what one bot takes is what the other
/// leaves of the games that somebody won, whoever counts as the first.
#[test]
fn games_that_nobody_won_are_nobodys() {
    let text = "ruleset = \"king-of-the-pitch\"\nset = { max-rounds = 45 }\n";
    let t = played(text, &["balanced", "calculator"], 400);
    let (there, back) = (t.of(0, 1).unwrap(), t.of(1, 0).unwrap());
    assert!(there.unfinished > 0 && there.won + there.unfinished == there.games, "{there:?}");
    let points = |m: &MatchUp| (m.results.wins as f64 + m.results.draws as f64 / 2.0) / m.won as f64;
    for m in [there, back] {
        assert!((m.share.value - points(m)).abs() < 1e-12, "{m:?}");
    }
    assert!((there.share.value + back.share.value - 1.0).abs() < 1e-12);
    assert_eq!(t.nobodys(), (there.unfinished, there.games));
}

#[test]
fn a_field_that_finishes_nothing_says_so_and_no_more() {
    let text = "ruleset = \"king-of-the-pitch\"\nset = { max-rounds = 3 }\n";
    let t = played(text, &["balanced", "calculator", "rusher"], 40);
    assert_eq!(t.nobodys(), (120, 120));
    assert!(t.rating.is_none() && t.mix.is_none() && t.decides.is_none() && t.fit.is_none());
    let said = crate::report::tournament::sentences(&t);
    assert!(said.len() == 1 && said[0].contains("not one of the 120 games"), "{said:?}");
}

/// Stopped after any number of legs: no panic, and what is missing is told.
#[test]
fn a_stopped_tournament_tells_what_it_has() {
    let bots: Vec<String> = ["random", "rusher", "blocker"].map(str::to_owned).to_vec();
    let plan = plan("ruleset = \"futbol-dash\"\n");
    let stop = AtomicBool::new(true);
    let none = play(&plan, &bots, (400, false), &Hall::new(&stop, &|_| {})).unwrap();
    assert!(none.interrupted && none.all_games == 0 && none.rating.is_none());
    let said = crate::report::tournament::sentences(&none);
    assert!(said[0].contains("0 of 6 match-ups have been played"), "{said:?}");
    for legs in [1, 4, 11, 60] {
        let stop = AtomicBool::new(false);
        let watch = |progress: &crate::campaign::Progress<'_>| {
            if progress.games >= 2 * legs {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let hall = Hall::new(&stop, &watch);
        let t = pool.install(|| play(&plan, &bots, (4_000_000, false), &hall)).unwrap();
        assert!(t.interrupted && t.all_games >= 2 * legs);
        let said = crate::report::tournament::sentences(&t);
        assert!(said[0].starts_with("Interrupted: "), "{said:?}");
        assert!(t.decides.is_none_or(|d| d.luck.low <= d.luck.value && d.luck.value <= d.luck.high));
    }
}
