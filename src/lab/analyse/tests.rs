//! Planted truths: a game of coins in which nothing can be regretted, one with a
//! single bad habit of known cost, one whose last player picks the winner; the
//! same answer whatever the threads.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::scenario::sample;

pub(in crate::lab) fn coins(what: &str, players: u8, bot: &str) -> Plan {
    coins::plan(what, (players, 12), bot).unwrap()
}

fn question(plan: Plan, games: u64, continuations: u64) -> Question {
    let oracle = Oracle { bot: None, effort: effort(continuations), of: Vec::new() };
    let replay = vec!["replay".to_owned()];
    let toy = plan.arms[0].ruleset.id == "coins";
    let blocks = if toy { 2000 } else { 8 };
    Question { plan, arm: 0, oracle, games, blocks, restrict: true, replay }
}

fn answer(question: &Question) -> Analysis {
    analyse(question, &Hall::new(&AtomicBool::new(false), &|_| {})).unwrap()
}

fn ask(plan: Plan, games: u64, continuations: u64) -> Analysis {
    answer(&question(plan, games, continuations))
}

fn of(found: &Analysis, what: Measured) -> crate::stats::Estimate {
    found.measure(what).unwrap().estimate
}

#[test]
fn coins_leave_nothing_to_regret_and_every_decision_dead() {
    for (bot, players) in [("random", 2), ("careless", 2), ("random", 4)] {
        let found = ask(coins("coins", players, bot), 60, 64);
        assert_eq!((found.games, found.decisions), (60, 600));
        for measured in [Measured::RegretPerDecision, Measured::RegretPerGame, Measured::Gap] {
            let regret = of(&found, measured);
            assert!(regret.value == 0.0 && regret.low <= 0.0 && regret.high > 0.0, "{regret:?}");
        }
        let dead = of(&found, Measured::Dead);
        assert!(dead.value == 1.0 && dead.low > 0.97, "{dead:?}");
        assert_eq!(of(&found, Measured::Close).value + of(&found, Measured::Clear).value, 0.0);
        assert!(found.kinds.iter().all(|kind| !kind.blunder), "{:?}", found.kinds);
        // Points to come hang on nothing that is on the table.
        let run_away = of(&found, Measured::RunAway);
        assert!(run_away.contains(0.0), "{run_away:?}");
        assert_eq!(of(&found, Measured::TurnsWaited).value, f64::from(players) - 1.0);
        assert_eq!(of(&found, Measured::Forced).value, 0.0);
    }
}

#[test]
fn luck_shares_read_all_and_nothing_on_planted_games() {
    for (what, luck, play) in [("coins", 1.0, 0.0), ("answers", 0.0, 1.0)] {
        let found = ask(coins(what, 3, "random"), 4, 16);
        for (measured, truth) in
            [(Measured::Luck, luck), (Measured::Play, play), (Measured::LuckAndPlay, 0.0)]
        {
            let share = of(&found, measured);
            assert!(share.contains(truth) && share.half_width() < 0.05, "{what} {measured:?}: {share:?}");
        }
    }
}

/// Noise must not be read as regret where continuations part: a fourth answer
/// that is worse makes the other three no better.
#[test]
fn noise_is_not_regret() {
    let found = ask(coins("slips", 2, "careful"), 80, 256);
    let slips = of(&found, Measured::Clear);
    assert!(slips.value < 0.2, "three of four answers are as good as each other: {slips:?}");
    let regret = of(&found, Measured::RegretPerDecision);
    assert!(regret.contains(0.0) && regret.half_width() < 0.01, "{regret:?}");
    assert!(found.kinds.iter().all(|kind| !kind.blunder), "{:?}", found.kinds);
    let close = of(&found, Measured::Close);
    assert!(close.value > 0.7, "{close:?}");
}

#[test]
fn a_bad_habit_is_found_first_and_has_its_size() {
    // A slip gives the game away one time in four, however it stands: by the
    // other's chance of a half and more it costs an eighth of a win, less what
    // careless play still loses and wins later.
    let found = ask(coins("slips", 2, "careless"), 150, 256);
    let first = &found.kinds[0];
    assert_eq!((first.name.as_str(), first.blunder), ("slip", true), "{first:?}");
    assert_eq!(found.kinds.iter().filter(|kind| kind.blunder).count(), 1);
    assert!(first.regret.low < 0.125 && first.regret.high > 0.1, "{first:?}");
    assert!(first.rather.as_ref().is_some_and(|rather| rather != "slip"));
    let example = first.example.as_ref().unwrap();
    assert!(example.regret.high > 0.1 && example.said == "0", "{example:?}");
    assert_eq!(example.command, format!("replay --game {} --decision {}", example.game, example.decision));
}

#[test]
fn what_is_better_forbidden_is_a_trap_and_what_counts_for_nothing_no_difference() {
    let slips = ask(coins("slips", 2, "careless"), 2, 16);
    let row = |found: &Analysis, name: &str| {
        found.restrictions.iter().find(|row| row.name == name).cloned().unwrap()
    };
    let slip = row(&slips, "slip");
    // Twelve answers of one player in five are slips, a quarter of which loses.
    assert_eq!(slip.ruling, Use::Trap, "{slip:?}");
    assert!(slip.change.is_some_and(|change| change.low > 0.05 && change.high < 0.5), "{slip:?}");
    assert_eq!(row(&slips, "five").ruling, Use::Unused);
    let none = ask(coins("coins", 2, "careless"), 2, 16);
    for name in ["slip", "one", "two", "three"] {
        let row = row(&none, name);
        assert_eq!((row.ruling, row.change.unwrap().value), (Use::NoDifference, 0.0), "{row:?}");
    }
    // The largest answer is the one to have.
    let answers = ask(coins("answers", 2, "random"), 2, 16);
    assert_eq!(row(&answers, "three").ruling, Use::Matters, "{:?}", answers.restrictions);
    assert_eq!(answers.restrictions[0].name, "three");
}

#[test]
fn who_can_not_win_any_more_makes_kings() {
    let found = ask(coins("kings", 3, "random"), 60, 96);
    let hopeless = of(&found, Measured::Hopeless);
    assert!(hopeless.low > 0.3 && hopeless.high < 0.7, "one of three, and who is far behind: {hopeless:?}");
    let moved = of(&found, Measured::Kingmaking);
    assert!(moved.low > 0.05, "{moved:?}");
    let coins = ask(coins("coins", 3, "random"), 60, 96);
    assert!(coins.measure(Measured::Kingmaking).is_none_or(|found| found.estimate.contains(0.0)));
}

#[test]
fn threads_change_nothing() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let plan = sample("ruleset = \"king-of-the-pitch\"\nbots = \"balanced\"\n");
        pool.install(|| ask(plan, 6, 32))
    };
    let (one, three) = (on(1), on(3));
    assert_eq!(one.stories, three.stories);
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&three).unwrap());
}

/// The games told are the games that `run` plays.
#[test]
fn stories_are_of_the_games_as_they_are_played() {
    for (ruleset, bot) in [
        ("futbol-dash", "rusher"),
        ("king-of-the-pitch", "balanced"),
        ("squad-rush-season", "magpie"),
        ("time-of-soccer", "youth"),
        ("time-vault-soccer", "counter"),
    ] {
        let plan = sample(&format!("ruleset = \"{ruleset}\"\nbots = \"{bot}\"\n"));
        let runner = plan.arms[0].runner(plan.seed).unwrap();
        let played = runner.games(0..4);
        let found = ask(plan, 4, 16);
        for (story, row) in found.stories.iter().zip(&played) {
            let seats = story.seating.len();
            let share = story.share.clone().unwrap_or_else(|| vec![0; seats]);
            assert_eq!(share, row.outcome.share[..seats], "{ruleset}");
            assert_eq!(story.looks.len(), 10);
            assert!(story.moments.iter().all(|moment| moment.standing.len() == seats));
        }
        let fan = &found.fan;
        assert!(fan.is_empty() || fan.len() == 21 && fan[20].q05 == 1.0, "{ruleset}: {fan:?}");
    }
}

/// A bot that passes while it could act: found by what it costs, not by name.
#[test]
fn a_manager_that_passes_is_told_so() {
    let plan = sample("ruleset = \"squad-rush-season\"\nbots = \"table-manager\"\n");
    // Its own thoughts take long: a quick script plays on, and nothing is forbidden.
    let oracle = Oracle { bot: Some("spoiler".to_owned()), effort: effort(128), of: Vec::new() };
    let found = answer(&Question { oracle, restrict: false, ..question(plan, 24, 128) });
    let place = found.kinds.iter().position(|kind| kind.name == "pass");
    assert!(place.is_some_and(|place| place < 10), "{:?}", found.kinds);
}

/// Days that end with operation points left: what costs this bot most, as it did
/// an earlier `planner`.
#[test]
fn a_club_whose_days_are_idle_is_told_so() {
    let plan = sample("ruleset = \"time-of-soccer\"\nbots = \"youth\"\nset = { players = 2 }\n");
    // Whoever uses its days plays on, and nothing is forbidden.
    let oracle = Oracle { bot: Some("trained".to_owned()), effort: effort(64), of: Vec::new() };
    let found = answer(&Question { oracle, restrict: false, ..question(plan, 24, 64) });
    let idle = &found.kinds[0];
    assert_eq!(idle.name, "stop with operation points left", "{:?}", found.kinds);
    assert!(idle.per_game > 20.0 && idle.cost.value > 0.0, "{idle:?}");
}
