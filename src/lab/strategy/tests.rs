//! Planted truths: openings that win and lose, a head start, games without goals;
//! the same answer whatever the threads.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::lab::analyse::tests::coins;
use crate::scenario::sample;

fn ask(plan: Plan, blocks: u64) -> Strategy {
    strategy(&Question { plan, arm: 0, blocks }, &Hall::new(&AtomicBool::new(false), &|_| {})).unwrap()
}

fn opening<'a>(found: &'a Strategy, name: &str) -> &'a Opening {
    found.openings.iter().find(|row| row.name == name).unwrap()
}

#[test]
fn the_opening_that_counts_is_found_and_coins_have_none() {
    // Only answers count: whoever begins with three has three more of all.
    let answers = ask(coins("answers", 2, "random"), 2000);
    assert_eq!(
        (opening(&answers, "three").ruling, answers.openings[0].name.as_str()),
        (Worth::Better, "three")
    );
    assert_eq!(opening(&answers, "slip").ruling, Worth::Worse);
    assert!(answers.goals.is_none() && answers.cards.is_none() && answers.head_starts.is_empty());
    let coins = ask(coins("coins", 2, "random"), 400);
    assert_eq!(coins.openings.len(), 4);
    for row in &coins.openings {
        assert_eq!(row.change.value, 0.0, "a coin is tossed whatever is said: {row:?}");
        assert_ne!(row.ruling, Worth::Better);
    }
}

/// A slip gives up the game by one coin in four.
#[test]
fn the_opening_that_loses_is_worse() {
    let found = ask(coins("slips", 2, "careful"), 1000);
    let slip = opening(&found, "slip");
    assert_eq!(slip.ruling, Worth::Worse);
    assert!(slip.change.contains(-0.125), "a quarter of half a win: {slip:?}");
    assert!(found.openings.iter().filter(|row| row.name != "slip").all(|row| row.ruling != Worth::Better));
}

#[test]
fn goals_and_head_starts_are_told() {
    let plan = sample("ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 3\n");
    let runner = plan.arms[0].runner(plan.seed).unwrap();
    let found = ask(plan, 30);
    let goals = found.goals.as_ref().unwrap();
    assert_eq!((goals.matches, found.games), (300, 300));
    // The goals of the games that `run` plays.
    let tally = runner.batch(0..300, None);
    let mean = |places: [usize; 2]| {
        let of = runner.distributions().iter().position(|of| of.sides().is_some()).unwrap();
        let all = tally.distributions[of]
            .iter()
            .map(|(score, times)| crate::game::sides(score)[places[0]] as f64 * times as f64);
        all.sum::<f64>() / 300.0
    };
    assert!((goals.means[0] - mean([0, 1])).abs() < 1e-12 && (goals.means[1] - mean([1, 0])).abs() < 1e-12);
    let dispersion = goals.dispersion.unwrap();
    assert!(dispersion.estimate.low < dispersion.estimate.value && dispersion.estimate.half_width() < 0.5);
    // Whoever has a goal in hand wins more.
    let goal = found.head_starts.iter().find(|start| start.value == "goal");
    assert!(goal.is_some_and(|start| start.change.value > 0.0), "{:?}", found.head_starts);
    assert!(!found.moves.is_empty() && found.cards.is_some());
}

/// What the search finds of each kind, by row and column.
fn best_squads(changes: &str, bots: &str, blocks: u64) -> Squads {
    let text = format!("ruleset = \"time-vault-soccer\"\nbots = \"{bots}\"\nseed = 5\n[set]\n{changes}");
    let stop = AtomicBool::new(false);
    squads::squads(&sample(&text), 0, blocks, &Hall::new(&stop, &|_| {})).unwrap().unwrap()
}

/// Whoever shoots whenever it may needs forwards, the more the more of a forward's
/// value is attack: then defenders are what no Elite squad should pay for.
#[test]
fn a_style_that_dominates_is_found() {
    let found = best_squads("major-share = \"9/10\"\n", "hoofer", 400);
    assert_eq!((found.cells.len(), found.games), (30, 1600));
    assert!(found.tried > 30 * 20, "{} squads tried", found.tried);
    let cell = |row: &str, column: &str| {
        found.cells.iter().find(|cell| cell.row == row && cell.column == column).unwrap()
    };
    for row in ["Elite, 32 stars", "Elite, 29 stars"] {
        let (attack, defence) = (cell(row, "attack"), cell(row, "defence"));
        assert_eq!((attack.ruling, defence.ruling), (Worth::Better, Worth::Worse), "{attack:?} {defence:?}");
        assert!(attack.corrected.low > defence.corrected.high);
    }
    assert!(
        found.dominated().contains(&"a goalkeeper of 5") || found.dominated().contains(&"everybody alike")
    );
    // Intervals that hold for all kinds together are wider.
    let wider = |cell: &SquadCell| cell.corrected.half_width() > cell.worth.half_width();
    assert!(found.cells.iter().all(wider));
    // What is told is what the named squad takes on the plan's luck, which is not
    // that of the search.
    let best = cell("Pro, 26 stars", "attack");
    let plan = sample(
        "ruleset = \"time-vault-soccer\"\nbots = \"hoofer\"\nseed = 5\n[set]\nmajor-share = \"9/10\"\n",
    );
    let squads = vec![Some(best.squad.clone()), None];
    let arm = PlanArm { rotates: true, squads, ..plan.arms[0].clone() };
    let runner = arm.runner(plan.seed).unwrap();
    let tally = runner.batch(0..800, None);
    let took =
        tally.moments.sum(runner.layout().entrant_share(0)) as f64 / f64::from(crate::game::WIN) / 1600.0;
    assert!((took - best.worth.value).abs() < 1e-9, "{took} {best:?}");
}

/// Where stars hardly count and bots play anything, no kind is better.
#[test]
fn where_stars_hardly_count_no_kind_is_clearly_best() {
    let found = best_squads("stat-base = 6\nstat-per-star = 1\n", "random", 100);
    assert!(found.cells.iter().all(|cell| cell.ruling != Worth::Better), "{found:?}");
    assert!(found.row_names().iter().all(|row| found.clear_best(row).is_none()));
    assert!(found.dominated().is_empty());
}

/// Whatever a game asks about is a switch of it, and told by metrics of it.
#[test]
fn the_rules_that_are_asked_about_are_known() {
    let mut asked = 0;
    for ruleset in crate::rulesets::app().rulesets {
        for weighed in ruleset.weighed {
            let switch = ruleset.switches.iter().find(|switch| switch.key == weighed.key);
            assert!(switch.is_some_and(|switch| switch.atlas.len() > 1), "{ruleset} {}", weighed.key);
            for metric in weighed.tells {
                assert!(ruleset.metrics_at(2).find(metric).is_some(), "{ruleset} {metric}");
            }
            asked += 1;
        }
    }
    assert!(asked >= 7, "{asked}");
}

/// A level more at home is worth points to whoever is at home; the game itself is
/// never beside itself.
#[test]
fn what_a_rule_is_worth_is_told_by_its_metrics() {
    let stop = AtomicBool::new(false);
    let hall = Hall::new(&stop, &|_| {});
    let plan = sample("ruleset = \"time-vault-soccer\"\nbots = \"hoofer\"\nseed = 3\n");
    let rows = worth::rules(&plan, &plan.arms[0], 4000, &hall).unwrap();
    let row = |set: &str, metric: &str| {
        let fits = |row: &&RuleWorth| row.set == set && row.metric.to_string() == metric;
        rows.iter().find(fits).unwrap_or_else(|| panic!("{set} {metric}: {rows:?}"))
    };
    let (always, all) = ("home-advantage-scope = always", [0, 1, 3, 5, 7, 10]);
    let home = all.map(|points| row(&format!("home-advantage = {points}, {always}"), "first-seat-advantage"));
    assert!(home[0].corrected.contains(0.0), "no points are worth nothing: {:?}", home[0]);
    assert!(home[3].corrected.low > 0.0 && home[5].change.value > home[1].change.value, "{home:?}");
    assert_eq!(row("bookings = off", "draw-share").rule, "bookings");
    assert!(rows.iter().all(|row| row.set != "bookings = on"), "the arm is not beside itself");
    assert!(rows.iter().all(|row| row.corrected.half_width() >= row.change.half_width()));
    // Single matches have no home Boss; a league has, and there it is home wins that tell.
    assert!(rows.iter().all(|row| row.metric.to_string() != "home-edge"), "{rows:?}");
    let text =
        "ruleset = \"time-vault-soccer\"\nbots = \"hoofer\"\n[set]\ncompetition = \"league\"\nbosses = 4\n";
    let league = sample(text);
    let rows = worth::rules(&league, &league.arms[0], 600, &hall).unwrap();
    let none = rows
        .iter()
        .find(|row| row.set.starts_with("home-advantage = 0") && row.metric.to_string() == "home-edge");
    assert!(none.is_some_and(|row| row.corrected.high < 0.0), "{rows:?}");
    // Two players have no captains, and nobody else sits down for them.
    let king = sample("ruleset = \"king-of-the-pitch\"\nbots = \"rusher\"\n");
    assert!(worth::rules(&king, &king.arms[0], 10, &hall).unwrap().is_empty());
    let four = sample("ruleset = \"king-of-the-pitch\"\nbots = \"rusher\"\n[set]\nplayers = 4\n");
    let rows = worth::rules(&four, &four.arms[0], 10, &hall).unwrap();
    assert!(rows.iter().all(|row| row.set.starts_with("captains = on")) && rows.len() == 3, "{rows:?}");
}

#[test]
fn threads_change_nothing() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let king = sample("ruleset = \"king-of-the-pitch\"\nbots = \"rusher\"\n");
        let squads = || best_squads("", "hoofer", 10);
        pool.install(|| serde_json::to_string(&(ask(king, 12), squads())).unwrap())
    };
    assert_eq!(on(1), on(3));
}
