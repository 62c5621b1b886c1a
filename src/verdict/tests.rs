//! Statuses and sentences of results made up by hand, so that every branch
//! has its turn.

use super::*;
use crate::estimates::{Difference, Named, Place};
use crate::game::Stop;
use crate::metric::{Common, Metric};
use crate::scenario::sample as plan;
use crate::stats::Method;
use crate::stats::equivalence::Bounds;
use crate::tally::Results;

const DASH: &str = "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 100\n";
const EDGE: Metric = Metric::FIRST_SEAT;

fn about(value: f64, half: f64) -> Estimate {
    Estimate::around(value, half, 0.95, Method::BlockT, 1000)
}

fn named(metric: Metric, estimate: Estimate) -> Named {
    Named { metric, unit: metric.unit(), estimate, adjusted: None, difference: None }
}

fn minus(mut named: Named, base: &str, estimate: Estimate, p: f64) -> Named {
    let same = estimate.value == 0.0;
    let base = base.into();
    named.difference = Some(Difference { base, estimate, adjusted: None, worth: None, p: Some(p), same });
    named
}

/// Arm `index` of a plan with these metrics, after 1000 games.
fn result(index: usize, metrics: Vec<Named>) -> ArmResult {
    ArmResult {
        index,
        games: 1000,
        blocks: 500,
        unfinished: Vec::new(),
        seats: Vec::new(),
        edges: Vec::new(),
        equal_seats: None,
        entrants: Vec::new(),
        duration: None,
        metrics,
        exchanges: Vec::new(),
        distributions: Vec::new(),
        items: std::sync::Arc::default(),
        usage: Vec::new(),
    }
}

/// The edge of the first seat of an arm, and how far it is from the base's.
fn edge(index: usize, base: &str, change: Estimate, p: f64) -> ArmResult {
    let value = named(EDGE, about(0.1 + change.value, 0.01));
    result(index, vec![if index == 0 { value } else { minus(value, base, change, p) }])
}

fn told(plan: &Plan, results: &[ArmResult]) -> Vec<String> {
    finding::statements(plan, results).into_iter().map(|statement| statement.text).collect()
}

fn budget(status: Status, severity: Severity) -> BudgetResult {
    let text = format!("{DASH}[[budget]]\nmetric = \"{EDGE}\"\nmax = 1\n");
    let budget = Budget { severity, ..plan(&text).budgets.remove(0) };
    BudgetResult { budget, arm: String::new(), estimate: about(0.0, 0.1), status }
}

/// What an estimate says of a budget.
fn within(estimate: &Estimate, budget: &Budget) -> Status {
    budget.bounds().unwrap().judge(estimate).into()
}

#[test]
fn an_interruption_outranks_a_broken_budget_and_that_an_open_one() {
    let good = budget(Status::Good, Severity::Error);
    let bad = budget(Status::Bad, Severity::Error);
    let open = budget(Status::Undecided, Severity::Error);
    let warning = budget(Status::Bad, Severity::Warn);
    let exit = |budgets: &[&BudgetResult], ended| {
        exit_status(&budgets.iter().map(|budget| (*budget).clone()).collect::<Vec<_>>(), ended)
    };
    assert_eq!(exit(&[], Ended::Complete), 0);
    assert_eq!(exit(&[&good, &warning], Ended::Complete), 0, "a warning is not an error");
    assert_eq!(exit(&[&good, &open], Ended::Complete), 3);
    assert_eq!(exit(&[&open, &bad], Ended::Complete), 1);
    assert_eq!(exit(&[&good], Ended::Undecided), 3);
    assert_eq!(exit(&[&bad], Ended::Undecided), 1);
    assert_eq!(exit(&[&bad, &open], Ended::Interrupted), 130);
}

#[test]
fn a_run_without_a_game_says_so_and_is_never_a_success() {
    let plan = plan(DASH);
    for (ended, status) in [(Ended::Interrupted, 130), (Ended::Complete, 3), (Ended::Undecided, 3)] {
        let answers = judge(&plan, &[], ended);
        assert_eq!(answers.exit, status, "{ended:?}");
        assert_eq!(answers.statements[0].text, "Nothing was played.");
    }
}

#[test]
fn a_verdict_is_bad_on_either_side_and_open_across_an_end() {
    let budget = Budget { min: Some(0.48), max: Some(0.52), ..budget(Status::Plain, Severity::Error).budget };
    for (value, half, status) in [
        (0.5, 0.01, Status::Good),
        (0.6, 0.01, Status::Bad),
        (0.4, 0.01, Status::Bad),
        (0.52, 0.01, Status::Undecided),
        (0.48, 0.01, Status::Undecided),
        (0.5, 0.1, Status::Undecided),
    ] {
        let seen = about(value, half);
        assert_eq!(Status::from(Bounds::around(0.5, 0.02).judge(&seen)), status, "{value} ± {half}");
        assert_eq!(within(&seen, &budget), status, "{value} ± {half}");
    }
    let open = Budget { min: None, ..budget };
    assert_eq!(within(&about(-9.0, 1.0), &open), Status::Good, "no lower end");
}

/// Two settings of each of two switches, against the game as printed.
const VARIED: &str = "[vary]\nhalftimes = [0, 2]\nmatch = [\"express\"]\n";

fn varied(more: &str) -> Plan {
    let plan = plan(&format!("{DASH}{VARIED}{more}"));
    let names: Vec<String> = plan.arms.iter().map(|arm| arm.name.to_string()).collect();
    assert_eq!(names, ["as printed", "halftimes = 0", "halftimes = 2", "match = express"]);
    plan
}

#[test]
fn a_setting_is_never_met_only_if_no_metric_at_all_has_changed() {
    let same = || minus(named(EDGE, about(0.1, 0.01)), "as printed", about(0.0, 0.0), 1.0);
    let moved = || {
        minus(
            named(Metric::Common(Common::DecisionsPerGame), about(9.0, 0.1)),
            "as printed",
            about(0.5, 0.1),
            0.01,
        )
    };
    assert!(never_met(&result(1, vec![same(), same()])));
    assert!(!never_met(&result(1, vec![same(), moved()])));
    assert!(!never_met(&result(0, vec![named(EDGE, about(0.1, 0.01))])), "nothing compared");
}

#[test]
fn settings_that_are_never_met_are_counted_beside_those_that_move() {
    let plan = varied("");
    let results = |met: bool| {
        let change = |moves: bool| if moves { about(0.05, 0.02) } else { about(0.0, 0.0) };
        let p = |moves: bool| if moves { 0.001 } else { 1.0 };
        [
            edge(0, "", about(0.0, 0.0), 1.0),
            edge(1, "as printed", about(-0.2, 0.02), 1e-9),
            edge(2, "as printed", change(met), p(met)),
            edge(3, "as printed", about(0.0, 0.0), 1.0),
        ]
        .map(|mut result| {
            result.metrics[0].metric = Metric::SEAT_GAP;
            result
        })
    };
    let text = |met| effects::statements(&plan, &results(met), &Checkup::default())[0].text.clone();
    let (some, none) = (text(true), text(false));
    assert!(some.contains("2 of 3 single changes clearly move the "), "{some}");
    assert!(
        some.contains("the largest shift is -20.0 percentage points ± 2.4 with `halftimes = 0`"),
        "{some}"
    );
    assert!(some.contains("; 1 is never met in these games"), "{some}");
    assert!(none.contains("1 of 3 single changes clearly moves the "), "{none}");
    assert!(none.contains("; 2 are never met in these games"), "{none}");
}

#[test]
fn flagged_without_a_key_looks_at_every_setting_and_names_its_switch() {
    let finding =
        format!("[[finding]]\nkind = \"flagged\"\nmetric = \"{EDGE}\"\nabout = \"the edge\"\nbound = 0.02\n");
    let results = [
        edge(0, "", about(0.0, 0.0), 1.0),
        edge(1, "as printed", about(-0.08, 0.01), 0.0),
        edge(2, "as printed", about(0.001, 0.01), 0.8),
        edge(3, "as printed", about(0.05, 0.01), 0.0),
    ];
    let all = &told(&varied(&finding), &results)[0];
    let size = "Settings that move the edge by more than 2 percentage points: ";
    assert!(all.starts_with(size), "{all}");
    let (first, second) = (all.find("`halftimes = 0` (-8.0"), all.find("`match = express` (+5.0"));
    assert!(first.is_some() && first < second, "the largest first, down or up: {all}");
    assert!(!all.contains("halftimes = 2"), "within the bound: {all}");
    // With a key only its own settings count, by their values.
    let one = &told(&varied(&format!("{finding}key = \"halftimes\"\n")), &results)[0];
    assert!(one.contains("settings of `halftimes`") || one.contains("Settings of `halftimes`"), "{one}");
    assert!(one.contains("`0` (-8.0") && !one.contains("express") && !one.contains("`2`"), "{one}");
    // Nothing beyond the bound: the largest of all is told all the same.
    let still = [
        edge(0, "", about(0.0, 0.0), 1.0),
        edge(1, "as printed", about(0.001, 0.01), 0.8),
        edge(2, "as printed", about(-0.002, 0.01), 0.7),
        edge(3, "as printed", about(-0.004, 0.01), 0.4),
    ];
    let none = &told(&varied(&finding), &still)[0];
    assert!(none.contains("none of 3; the largest is `match = express` with -0.4"), "{none}");
}

#[test]
fn a_setting_is_flagged_only_if_it_stands_out_among_all_that_were_tried() {
    let finding = format!("[[finding]]\nkind = \"flagged\"\nmetric = \"{EDGE}\"\nbound = 0.02\n");
    let results = |value: f64| {
        [
            edge(0, "", about(0.0, 0.0), 1.0),
            edge(1, "as printed", about(value, 0.01), 0.0),
            edge(2, "as printed", about(0.0, 0.01), 1.0),
            edge(3, "as printed", about(0.0, 0.01), 1.0),
        ]
    };
    // 3.1 ± 1.0 is beyond 2 alone, but not as the largest of three.
    let text = |value| told(&varied(&finding), &results(value)).remove(0);
    assert!(text(0.031).contains("none of 3"), "{}", text(0.031));
    assert!(text(0.033).contains("`halftimes = 0` (+3.3"), "{}", text(0.033));
}

#[test]
fn a_difference_has_the_sign_of_the_way_it_is_told() {
    let both = |from: &str, to: &str| {
        let finding = format!(
            "[[finding]]\nkind = \"difference\"\nmetric = \"{EDGE}\"\nfrom = \"{from}\"\nto = \"{to}\"\n"
        );
        let results = [
            edge(0, "", about(0.0, 0.0), 1.0),
            edge(1, "as printed", about(0.05, 0.01), 0.0),
            edge(2, "as printed", about(0.02, 0.01), 0.0),
            edge(3, "as printed", about(0.0, 0.01), 1.0),
        ];
        let found = finding::statements(&varied(&finding), &results).remove(0);
        found.estimate.unwrap()
    };
    assert!((both("as printed", "halftimes = 0").value - 0.05).abs() < 1e-12);
    let back = both("halftimes = 0", "as printed");
    assert!((back.value + 0.05).abs() < 1e-12 && back.high < 0.0, "{back:?}");
}

/// Neither end of the line is the other's base: both are compared with the
/// game as printed, between them.
#[test]
fn a_line_subtracts_its_first_end_through_the_common_base_and_divides_by_the_steps() {
    let text = format!("[[finding]]\nkind = \"per-step\"\nmetric = \"{EDGE}\"\nkey = \"halftimes\"\n");
    let results = [
        edge(0, "", about(0.0, 0.0), 1.0),
        edge(1, "as printed", about(0.05, 0.01), 0.0),
        edge(2, "as printed", about(0.01, 0.01), 0.0),
        edge(3, "as printed", about(0.0, 0.01), 1.0),
    ];
    let found = finding::statements(&varied(&text), &results).remove(0).estimate.unwrap();
    assert!((found.value + 0.02).abs() < 1e-12, "{found:?}");
    // Either way the two errors may go together.
    assert!((found.half_width() - 0.01).abs() < 1e-12 && found.high < 0.0, "{found:?}");
}

/// The same change between two kinds of bots, which answer with these signs.
fn between_bots(first: Estimate, second: Estimate) -> String {
    let text = format!(
        "ruleset = \"futbol-dash\"\npanel = [\"random\", \"rusher\"]\ngames = 100\n[vary]\nhalftimes = [0]\n\
         [[finding]]\nkind = \"difference\"\nmetric = \"{EDGE}\"\nfrom = \"as printed\"\nto = \"halftimes = 0\"\n"
    );
    let plan = plan(&text);
    let name = |i: usize| plan.arms[i].name.to_string();
    assert_eq!((name(0).as_str(), name(3).as_str()), ("as printed · random", "halftimes = 0 · rusher"));
    let printed = |i: usize| result(i, vec![named(EDGE, about(0.1, 0.01))]);
    let results = [printed(0), edge(1, &name(0), first, 0.5), printed(2), edge(3, &name(2), second, 0.5)];
    told(&plan, &results).remove(0)
}

#[test]
fn bots_that_do_not_agree_are_told_from_bots_that_are_not_all_clear() {
    let (up, down, open) = (about(0.05, 0.01), about(-0.05, 0.01), about(0.0, 0.01));
    for (first, second, end) in [
        (up, down, " (the bots do not agree)."),
        (up, open, " (not clear for every bot)."),
        (open, down, " (not clear for every bot)."),
        (up, up, "`rusher` bots, the strongest; +5.0 percentage points ± 1.0 between `random` bots."),
        (open, open, "between `random` bots."),
    ] {
        let text = between_bots(first, second);
        assert!(text.ends_with(end), "{text}");
    }
}

#[test]
fn budgets_on_differences_are_told_in_points_and_only_against_their_own_base() {
    let share = Metric::seat_share(0);
    let text = format!(
        "[[budget]]\nmetric = \"{share}\"\narm = \"halftimes = 0\"\nagainst = \"as printed\"\nmax = 0.03\n"
    );
    let plan = varied(&text);
    let results = |base: &str| {
        let value = || named(share, about(0.6, 0.01));
        [result(0, vec![value()]), result(1, vec![minus(value(), base, about(0.05, 0.01), 0.0)])]
    };
    let (judged, said) = budgets::judged(&plan, &results("as printed"));
    assert_eq!((judged.len(), judged[0].status), (1, Status::Bad));
    assert!(said[0].text.contains("must be at most +3 percentage points and is +5.0"), "{}", said[0].text);
    // A difference from another arm says nothing about this one.
    let (judged, said) = budgets::judged(&plan, &results("halftimes = 2"));
    assert!(judged.is_empty() && said[0].text.starts_with("Not judged here: "), "{said:?}");
}

#[test]
fn games_without_an_end_are_warned_of_from_half_a_per_cent() {
    let plan = plan(DASH);
    let of = |unfinished: u64| {
        let result = ArmResult { unfinished: vec![(Stop::TURN_LIMIT, unfinished)], ..result(0, Vec::new()) };
        unfinished::of_arm(&plan, &result)
    };
    assert!(of(5).is_none());
    let said = of(6).unwrap();
    assert_eq!(said.status, Status::Undecided);
    assert!(said.warning && said.text.starts_with("6 of 1\u{202f}000 games"), "{}", said.text);
}

#[test]
fn of_many_arms_without_an_end_the_worst_are_named_and_the_others_counted() {
    let plan = plan(&format!("{DASH}[vary]\nhalftimes = [0, 2]\ngoals-to-win = [1, 2, 4, 5]\n"));
    let of = |unfinished: u64, arm: usize| ArmResult {
        unfinished: vec![(Stop::TURN_LIMIT, unfinished)],
        ..result(arm % plan.arms.len(), Vec::new())
    };
    let six: Vec<ArmResult> = (0..6).map(|arm| of(10 + arm as u64, arm)).collect();
    let said = unfinished::statements(&plan, &six);
    assert_eq!(said.len(), 6);
    assert!(said[0].warning && said[0].text.starts_with("10 of"), "few are told in their order: {said:?}");
    let nine: Vec<ArmResult> = (0..9).map(|arm| of(10 + 10 * arm as u64, arm)).collect();
    let said = unfinished::statements(&plan, &nine);
    assert!(said.len() == 7 && said[0].text.starts_with("90 of"), "the worst first: {said:?}");
    assert!(said[6].text.starts_with("3 more arms did not finish all games, at most 3.0 % of each"));
}

/// A seat or an entrant that takes this share of the wins.
fn place(index: usize, share: f64, half: f64) -> Place {
    let results = Results { wins: 400, draws: 0, losses: 600 };
    let share = about(share, half);
    Place { index, results, win_rate: share, share, score: about(1.0, 0.1) }
}

#[test]
fn the_first_seat_is_ahead_or_behind_by_a_number_without_a_sign() {
    let plan = plan(DASH);
    let text = |value: f64| {
        let edge = named(EDGE, about(value, 0.01));
        let seats = vec![place(0, 0.5 + value, 0.01), place(1, 0.5 - value, 0.01)];
        let result = ArmResult { entrants: seats.clone(), seats, ..result(0, vec![edge]) };
        judge(&plan, &[result], Ended::Complete).statements[0].text.clone()
    };
    let (ahead, behind, level) = (text(0.05), text(-0.05), text(0.005));
    assert!(ahead.contains("wins 55.0 % ± 1.0 of games between 2 `random` bots"), "{ahead}");
    assert!(ahead.contains(", 5.0 percentage points ± 1.0 more than an equal share (50 %)"), "{ahead}");
    assert!(behind.contains(", 5.0 percentage points ± 1.0 less than an equal share (50 %)"), "{behind}");
    assert!(level.contains("no edge is shown against an equal share (50 %)"), "{level}");
}

#[test]
fn the_best_of_several_entrants_must_stand_out_among_them() {
    let text =
        "ruleset = \"futbol-dash\"\nset = { players = 3 }\nbots = [\"random\", \"rusher\", \"blocker\"]\n";
    let plan = plan(text);
    let said = |best: f64| {
        let entrants = vec![place(0, 0.3, 0.035), place(1, best, 0.035), place(2, 0.7 - best, 0.035)];
        let result = ArmResult { seats: entrants.clone(), entrants, ..result(0, Vec::new()) };
        fairness::entrants(&plan, &result).text
    };
    // 37 ± 3.5 is above a third alone; 38 as the best of three too, ± 4.3 for that.
    assert!(said(0.37).contains("no difference from an equal share is shown"), "{}", said(0.37));
    assert!(said(0.38).contains("`rusher` takes 38.0 % ± 4.3"), "{}", said(0.38));
    assert!(said(0.38).contains("more than an equal share (33.3 %)"), "{}", said(0.38));
}

/// Reference: Fieller's quadratic by hand, in units of 1e-4: from 10 ± 1 to
/// 2 ± 1, change -8 ± 1, so that the covariance of the two ends is half a
/// squared error, and that of the change with the gap the other half.
#[test]
fn a_closed_gap_knows_how_its_ends_move_together() {
    let finding = format!(
        "[[finding]]\nkind = \"gap-closed\"\nmetric = \"{EDGE}\"\nfrom = \"as printed\"\nto = \"halftimes = 0\"\nfair = 0\n"
    );
    let results = [edge(0, "", about(0.0, 0.0), 1.0), edge(1, "as printed", about(-0.08, 0.01), 0.0)];
    let found = finding::statements(&varied(&finding), &results).remove(0).estimate.unwrap();
    let root = (79.5_f64.powi(2) - 99.0 * 63.0).sqrt();
    assert!((found.value - 0.8).abs() < 1e-9, "{found:?}");
    assert!((found.low - (79.5 - root) / 99.0).abs() < 1e-6, "{found:?}");
    assert!((found.high - (79.5 + root) / 99.0).abs() < 1e-6, "{found:?}");
}

#[test]
fn a_line_bends_only_where_a_point_stands_out_among_those_between() {
    let text = format!(
        "{DASH}[vary]\ngoals-to-win = [1, 2, 4, 5]\n\
         [[finding]]\nkind = \"per-step\"\nmetric = \"{EDGE}\"\nkey = \"goals-to-win\"\n"
    );
    let plan = plan(&text);
    let told = |second: f64| {
        let change = |index: usize| about(if index == 2 { second } else { 0.0 }, 0.01);
        let results: Vec<ArmResult> = (0..5).map(|arm| edge(arm, "as printed", change(arm), 0.5)).collect();
        told(&plan, &results).remove(0)
    };
    // A point and the ends leave 1.0 open each alone, 1.22 among three.
    assert!(!told(0.023).contains("not evenly"), "{}", told(0.023));
    assert!(told(0.026).contains("on average, but not evenly"), "{}", told(0.026));
}

#[test]
fn equal_entrants_are_counted_from_the_first() {
    let plan = plan("ruleset = \"futbol-dash\"\nset = { players = 4 }\nbots = \"random\"\n");
    let of = |entrant: usize| metric(&plan.arms[0], Metric::entrant_share(entrant));
    assert_eq!(of(0), "share of wins of the first of 4 `random` bots");
    assert_eq!(of(2), "share of wins of the third of 4 `random` bots");
    assert_eq!(of(3), "share of wins of the 4th of 4 `random` bots");
}

#[test]
fn a_metric_of_several_arms_is_named_as_all_of_them_name_it() {
    let text = "ruleset = \"futbol-dash\"\nbots = [\"planner\", \"rusher\"]\n[[arm]]\nname = \"printed\"\n\
                [[arm]]\nname = \"three goals\"\nset = { goals-to-win = 3 }\n\
                [[arm]]\nname = \"others\"\nbots = [\"rusher\", \"planner\"]\n";
    let arms = plan(text).arms;
    let share = Metric::entrant_share(0);
    assert_eq!(metric_of(&arms[..2], share), "share of wins of `planner`");
    assert_eq!(metric_of(&arms, share), "share of wins of the bot named first");
    assert_eq!(metric_of(&arms, Metric::SEAT_GAP), Metric::SEAT_GAP.worded());
}
