use std::sync::atomic::AtomicBool;

use super::*;
use crate::campaign::Played;
use crate::stats::equivalence::Bounds;
use crate::stats::sequential::self_normalised;
use crate::stats::simulate::Dice;
use crate::stats::sums::BlockSums;
use crate::stats::{Estimate, Method, combine};

fn plan(text: &str) -> Plan {
    crate::scenario::sample(text)
}

fn case(text: &str, pace: Pace) -> Case {
    let mut cases = [Case::new(plan(text), pace, None)];
    share(&mut cases, false);
    let [case] = cases;
    case
}

const DASH: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 4\n";

fn play(case: &mut Case) {
    let stop = AtomicBool::new(false);
    run(case, &Hall::new(&stop, &|_| {})).unwrap();
}

#[test]
fn gates_stop_when_they_are_decided() {
    let text = format!(
        "{DASH}[vary]\nhalftimes = [0]\n\
         [[budget]]\nmetric = \"first-seat-advantage\"\nequal = 0\nmargin = 0.3\n\
         [[budget]]\nmetric = \"turns-per-game\"\nmax = 1\nseverity = \"warn\"\n\
         [[budget]]\nmetric = \"turns-per-game\"\narm = \"halftimes = 0\"\nagainst = \"as printed\"\nmin = -1000\n"
    );
    let mut case = case(&text, Pace::Until(1_000_000));
    assert_eq!(case.gates.len(), 5, "each budget once per arm, the difference once");
    let levels: Vec<f64> = case.gates.iter().map(|gate| gate.level).collect();
    let shared = 1.0 - 0.05 / 3.0;
    assert_eq!(levels, [shared, shared, 0.95, 0.95, shared]);
    play(&mut case);
    let verdicts: Vec<Verdict> = case.gates.iter().map(|gate| gate.verdict).collect();
    assert_eq!(verdicts, [Verdict::Pass, Verdict::Pass, Verdict::Fail, Verdict::Fail, Verdict::Pass]);
    assert!(case.games < 4_000, "{}", case.games);
    assert_eq!(Answer::of(&[case]), Answer::Passed, "a warning never fails a check");
}

#[test]
fn a_strict_check_fails_on_warnings_and_an_unreachable_precision_stays_open() {
    let warn = format!("{DASH}[[budget]]\nmetric = \"turns-per-game\"\nmax = 1\nseverity = \"warn\"\n");
    let mut cases = [Case::new(plan(&warn), Pace::Until(2_000), None)];
    share(&mut cases, true);
    play(&mut cases[0]);
    assert_eq!(Answer::of(&cases), Answer::Failed);
    let tight =
        format!("{DASH}[[budget]]\nmetric = \"first-seat-advantage\"\nequal = 0.0\nmargin = 0.0001\n");
    let mut open = case(&tight, Pace::Until(600));
    play(&mut open);
    assert_eq!(open.gates[0].verdict, Verdict::Undecided);
    assert!(open.gates[0].looks.len() > 2);
    assert!(open.gates[0].forecast().is_none_or(|games| games > 600));
    assert_eq!(Answer::of(&[open]), Answer::Undecided);
}

#[test]
fn a_check_that_was_decided_before_ctrl_c_is_not_interrupted() {
    let text = format!("{DASH}[[budget]]\nmetric = \"turns-per-game\"\nmax = 1000\n");
    let mut case = case(&text, Pace::Until(2_000));
    play(&mut case);
    assert_eq!(case.gates[0].verdict, Verdict::Pass);
    let stop = AtomicBool::new(true);
    run(&mut case, &Hall::new(&stop, &|_| {})).unwrap();
    assert!(!case.interrupted);
    assert_eq!(Answer::of(&[case]), Answer::Passed);
}

#[test]
fn a_failure_anywhere_outranks_what_is_open_elsewhere() {
    use Verdict::{Fail, Pass, Undecided};
    let of = |verdicts: &[Verdict]| {
        let text = format!("{DASH}[[budget]]\nmetric = \"turns-per-game\"\nmax = 1\n");
        let made = |verdict: &Verdict| {
            let mut case = case(&text, Pace::Until(2_000));
            case.gates[0].verdict = *verdict;
            case
        };
        Answer::of(&verdicts.iter().map(made).collect::<Vec<_>>())
    };
    assert_eq!(of(&[Undecided, Fail]), Answer::Failed);
    assert_eq!(of(&[Fail, Undecided, Pass]), Answer::Failed);
    assert_eq!(of(&[Pass, Undecided]), Answer::Undecided);
    assert_eq!(of(&[Pass, Pass]), Answer::Passed);
}

#[test]
fn an_arm_at_two_tables_is_judged_once_at_the_same_games() {
    let text = format!(
        "{DASH}[vary]\nhalftimes = [0, 2]\n\
         [[budget]]\nmetric = \"turns-per-game\"\narm = \"halftimes = 0\"\nagainst = \"as printed\"\nmin = -1000\n\
         [[budget]]\nmetric = \"turns-per-game\"\narm = \"halftimes = 0\"\nagainst = \"halftimes = 2\"\nmin = -1000\n\
         [[budget]]\nmetric = \"first-seat-advantage\"\narm = \"halftimes = 0\"\nequal = 0\nmargin = 0.0001\n"
    );
    let mut case = case(&text, Pace::Fixed(300));
    play(&mut case);
    let looks: Vec<usize> = case.gates.iter().map(|gate| gate.looks.len()).collect();
    assert_eq!(looks, [1, 1, 1]);
}

#[test]
fn a_gate_forecasts_games_and_not_blocks() {
    let forecast = |rotations: u64| {
        let mut gate = blank(0.4, 0.6);
        gate.rotations = rotations;
        gate.look(100, Estimate::around(0.55, 0.1, 0.95, Method::BlockT, 50));
        gate.forecast()
    };
    // Half the distance takes four times the 50 blocks.
    assert_eq!((forecast(1), forecast(2)), (Some(200), Some(400)));
}

#[test]
fn two_intervals_that_touch_have_the_p_value_of_their_level() {
    let (first, second) = (
        Estimate::around(0.0, 1.0, 0.975, Method::BlockT, 100),
        Estimate::around(2.0, 1.0, 0.975, Method::BlockT, 100),
    );
    let (drift, p) = combine::two_intervals(&first, &second, 0.95);
    assert!((drift.low - 0.0).abs() < 1e-12 && (p - 0.05).abs() < 1e-6, "{drift:?} {p}");
    assert_eq!(combine::two_intervals(&first, &first, 0.95).1, 1.0);
}

#[test]
fn an_interrupted_check_says_so() {
    let text = format!("{DASH}[[budget]]\nmetric = \"turns-per-game\"\nmax = 1\n");
    let mut case = case(&text, Pace::Until(2_000));
    let stop = AtomicBool::new(true);
    run(&mut case, &Hall::new(&stop, &|_| {})).unwrap();
    assert!(case.interrupted);
    assert_eq!(Answer::of(&[case]).exit(), 130);
}

/// A baseline of a plan as `run` makes it.
pub(crate) fn baseline(
    text: &str,
    games: u64,
    today: &Plan,
    tolerances: &[(String, f64)],
) -> Result<Baseline, Fault> {
    let mut then = plan(text);
    then.length = Length::Games(games);
    let mut table = Table::new(then.clone()).unwrap();
    let stop = AtomicBool::new(false);
    table.play_to(games, &Hall::new(&stop, &|_| {})).unwrap();
    let ended = crate::campaign::Ended::Complete;
    let stored = (then, table.played().to_vec());
    Baseline::of("run.json", stored, (crate::campaign::Share::WHOLE, ended), today, tolerances)
}

#[test]
fn the_same_game_is_identical_to_its_baseline() {
    let today = plan(DASH);
    let mut case = Case::new(plan(DASH), Pace::Fixed(0), Some(baseline(DASH, 400, &today, &[]).unwrap()));
    play(&mut case);
    let names: Vec<&str> = case.gates.iter().map(|gate| gate.name.as_str()).collect();
    assert_eq!(names, ["fairness: drift of seat-gap", "length: drift of turns-per-game", "health"]);
    assert!(case.gates.iter().all(|gate| gate.verdict == Verdict::Pass));
    let found = case.baseline.unwrap();
    assert_eq!((found.matches.as_slice(), found.rows.len()), (&[baseline::Match::Identical][..], 0));
}

/// Express matches end in shoot-outs, regular ones don't: any light of health
/// that turns red breaks the gate, and one that was red does not.
#[test]
fn whatever_of_health_turns_red_breaks_the_gate_and_what_was_red_does_not() {
    let limits = "[health]\ntie-breaks = { look = 0.05, ill = 0.1 }\nminutes = { look = 1, ill = 2 }\n";
    for (then, now, verdict) in [
        ("regular", "express", Verdict::Fail),
        ("express", "regular", Verdict::Pass),
        ("express", "express", Verdict::Pass),
    ] {
        let of = |word: &str| format!("{DASH}set = {{ match = \"{word}\" }}\n{limits}");
        let today = plan(&of(now));
        let found = baseline(&of(then), 600, &today, &[]).unwrap();
        let mut case = Case::new(today, Pace::Fixed(0), Some(found));
        play(&mut case);
        let gate = case.gates.iter().find(|gate| gate.kind == Kind::Health).unwrap();
        assert_eq!(gate.verdict, verdict, "{then} {now}: {gate:?}");
        assert_eq!(gate.aspect, (verdict == Verdict::Fail).then_some("tie-breaks"));
        assert!(gate.last().is_some());
    }
}

#[test]
fn a_changed_switch_drifts_on_shared_luck() {
    let mut today = plan(DASH);
    today.arms[0].settings.set("match", "express").unwrap();
    // Without a tolerance fairness may move by the margin and length by a
    // twentieth of what it was; where identity is asked for, any clear drift
    // fails.
    let found = baseline(DASH, 600, &today, &[]).unwrap();
    let mut case = Case::new(today.clone(), Pace::Fixed(0), Some(found));
    play(&mut case);
    let bounds: Vec<f64> = case.gates.iter().map(|gate| gate.bounds.most).collect();
    let rows = &case.baseline.as_ref().unwrap().rows;
    let turns = rows.iter().find(|row| row.metric.to_string() == "turns-per-game").unwrap();
    assert_eq!(bounds, [0.02, 0.05 * turns.then, 0.05]);
    assert_eq!(case.gates[1].verdict, Verdict::Fail);
    let found = baseline(DASH, 600, &today, &[]).unwrap().identical(true);
    let mut case = Case::new(today.clone(), Pace::Fixed(0), Some(found));
    play(&mut case);
    assert_eq!((case.gates.len(), case.gates[0].verdict), (1, Verdict::Fail));
    let found = case.baseline.unwrap();
    assert_eq!(found.matches, [baseline::Match::Paired]);
    assert!(found.changed[0].contains("match = express (was "), "{:?}", found.changed);
    let turns = found.rows.iter().find(|row| row.metric.to_string() == "turns-per-game").unwrap();
    assert!((turns.now - turns.then - turns.drift.value).abs() < 1e-9, "{:?}", turns.drift);
    assert!(turns.adjusted < 0.01, "{:?}, p {} and {}", turns.drift, turns.p, turns.adjusted);
    assert_eq!(turns.drift.method, Method::PairedSkewedT);
    // With one, the drift is held against it.
    for (tolerance, verdict) in [(1_000.0, Verdict::Pass), (1e-3, Verdict::Fail)] {
        let tolerances = [("turns-per-game".to_owned(), tolerance)];
        let mut case =
            Case::new(today.clone(), Pace::Fixed(0), Some(baseline(DASH, 600, &today, &tolerances).unwrap()));
        assert_eq!(case.gates.len(), 1);
        play(&mut case);
        assert_eq!(case.gates[0].verdict, verdict, "{tolerance}");
    }
}

#[test]
fn a_quantile_may_drift_by_a_tolerance_or_by_a_budget_of_the_file() {
    let of = |text: &str, tolerances: &[(String, f64)]| {
        let mut today = plan(text);
        today.arms[0].settings.set("match", "express").unwrap();
        let found = baseline(text, 600, &today, tolerances).unwrap();
        let mut case = Case::new(today, Pace::Fixed(0), Some(found));
        play(&mut case);
        let [gate] = &case.gates[..] else { panic!("one gate: {:?}", case.gates) };
        (gate.name.clone(), gate.verdict, gate.last().unwrap().estimate)
    };
    let flag = |tolerance: f64| [("median-turns".to_owned(), tolerance)];
    let (name, verdict, wide) = of(DASH, &flag(1_000.0));
    assert_eq!((name.as_str(), verdict), ("drift of median-turns", Verdict::Pass));
    assert_eq!(wide.method, Method::OrderStatisticMover);
    assert!(wide.low > 0.0, "the express game is longer: {wide:?}");
    assert_eq!(of(DASH, &flag(0.5)).1, Verdict::Fail);
    let file = |drift: f64| format!("{DASH}[[budget]]\nmetric = \"p90-turns\"\ndrift = {drift:?}\n");
    let (name, verdict, long) = of(&file(0.5), &[]);
    assert_eq!((name.as_str(), verdict), ("drift of p90-turns", Verdict::Fail));
    assert_eq!((long.method, long.contains(0.0)), (Method::OrderStatisticMover, false), "{long:?}");
    assert_eq!(of(&file(1_000.0), &[]).1, Verdict::Pass);
    // The flag takes the place of what the file allows for the same metric.
    let both = format!("{DASH}[[budget]]\nmetric = \"median-turns\"\ndrift = 0.5\n");
    assert_eq!(of(&both, &flag(1_000.0)).1, Verdict::Pass);
}

/// The same game on luck that today's run does not share, as if the program had
/// changed since.
fn on_other_luck(games: u64) -> Vec<Played> {
    let mut elsewhere = plan(DASH);
    elsewhere.seed = 99;
    let mut table = Table::new(elsewhere).unwrap();
    let stop = AtomicBool::new(false);
    table.play_to(games, &Hall::new(&stop, &|_| {})).unwrap();
    table.played().to_vec()
}

#[test]
fn a_quantile_of_a_run_that_can_not_be_replayed_drifts_by_both_intervals() {
    let today = plan(DASH);
    let mut found = baseline(DASH, 400, &today, &[("median-turns".to_owned(), 50.0)]).unwrap();
    found.pretend(on_other_luck(400));
    let mut case = Case::new(today, Pace::Fixed(0), Some(found));
    play(&mut case);
    let drift = case.gates[0].last().unwrap().estimate;
    assert_eq!((drift.method, case.gates[0].verdict), (Method::TwoIntervals, Verdict::Pass));
    assert!(drift.low < 0.0 && 0.0 < drift.high, "other luck, the same game: {drift:?}");
}

#[test]
fn edited_cards_are_named_and_drift_on_shared_luck() {
    let mut today = plan(DASH);
    let text = crate::scenario::edit::replaced(today.arms[0].data_text(), "shots.goal", "14").unwrap();
    today.arms[0].data = Some(crate::scenario::data_file::DataFile {
        house: true,
        ..crate::scenario::data_file::DataFile::of("cards.toml", text)
    });
    let mut case = Case::new(today.clone(), Pace::Fixed(0), Some(baseline(DASH, 600, &today, &[]).unwrap()));
    play(&mut case);
    let found = case.baseline.unwrap();
    assert_eq!(found.changed, ["as printed: data.shots.goal = 14 (was 10)"]);
    assert_eq!(found.matches, [baseline::Match::Paired]);
    assert!(
        found.rows.iter().any(|row| row.drift.value != 0.0
            && matches!(row.drift.method, Method::PairedT | Method::PairedSkewedT))
    );
}

#[test]
fn a_baseline_that_can_not_be_played_again_is_compared_without_pairs() {
    let today = plan(DASH);
    let mut found = baseline(DASH, 400, &today, &[("turns-per-game".to_owned(), 50.0)]).unwrap();
    found.pretend(on_other_luck(400));
    let mut case = Case::new(today, Pace::Fixed(0), Some(found));
    share(std::slice::from_mut(&mut case), false);
    play(&mut case);
    let found = case.baseline.unwrap();
    // The gate is alone in its family: it is judged by the interval told.
    let told = found.rows.iter().find(|row| row.metric.to_string() == "turns-per-game").unwrap().drift;
    assert_eq!(case.gates[0].last().unwrap().estimate, told);
    assert_eq!(found.matches, [baseline::Match::Unpaired]);
    assert!(found.rows.iter().all(|row| row.drift.method == Method::TwoIntervals));
    assert_eq!(case.gates[0].verdict, Verdict::Pass, "{:?}", case.gates[0]);
}

#[test]
fn an_arm_is_the_baselines_by_what_it_is_called_whoever_has_named_it() {
    use crate::scenario::Wording;
    let text = format!("{DASH}[vary]\nhalftimes = [0]\n");
    let mut today = plan(&text);
    let then = baseline(&text, 10, &today, &[]);
    assert!(then.is_ok(), "{:?}", then.err());
    today.arms.iter_mut().for_each(|arm| arm.name.wording = Wording::Given);
    let then = baseline(&text, 10, &today, &[]);
    assert!(then.is_ok(), "{:?}", then.err());
    "another".clone_into(&mut today.arms[0].name.stem);
    assert!(baseline(&text, 10, &today, &[]).is_err());
}

#[test]
fn baselines_of_something_else_are_refused_with_the_reason() {
    use crate::campaign::{Ended, Share};
    let today = plan(DASH);
    let of = |change: &dyn Fn(&mut Plan), share: Share, ended: Ended| {
        let mut then = plan(DASH);
        then.length = Length::Games(10);
        change(&mut then);
        let played: Vec<_> = Table::new(then.clone()).map(|_| Vec::new()).unwrap();
        Baseline::of("run.json", (then, played), (share, ended), &today, &[]).map(drop).unwrap_err().found
    };
    let (whole, done) = (Share::WHOLE, Ended::Complete);
    for (found, said) in [
        (of(&|p| "other".clone_into(&mut p.name), whole, done), "a run of `other`"),
        (of(&|_| {}, Share { k: 1, n: 2 }, done), "shard 1 of 2"),
        (of(&|_| {}, whole, Ended::Interrupted), "an interrupted run"),
        (
            of(&|p| p.length = Length::Precision { half_width: 0.1, most: 10, anytime: false }, whole, done),
            "a run that stopped at a precision",
        ),
        (of(&|p| p.arms[0].name.stem.push('x'), whole, done), "a run of other arms (as printedx)"),
    ] {
        assert_eq!(found, said);
    }
    let wrong = baseline(DASH, 10, &today, &[("turn-per-game".to_owned(), 1.0)]).map(drop).unwrap_err();
    assert_eq!(wrong.hint.as_deref(), Some("did you mean `turns-per-game`?"));
}

fn blank(least: f64, most: f64) -> Gate {
    let plan = plan(&format!("{DASH}[[budget]]\nmetric = \"turns-per-game\"\nmin = 0\n"));
    let mut gate = gate::of_budgets(&plan).remove(0);
    gate.bounds = Bounds::between(least, most);
    gate
}

/// Off the bounds the gates decide, and decide rightly.
#[test]
fn calibration_gates_decide() {
    let experiments = 400;
    let (mut right, mut blocks) = (0, 0);
    for experiment in 0..experiments {
        let mut dice = Dice::new("check power", experiment);
        let mut gate = blank(0.40, 0.60);
        let mut sums = BlockSums::EMPTY;
        for look in crate::arena::schedule::looks(FIRST_LOOK, 4_000) {
            while sums.blocks < look {
                sums.add(dice.face(&[0.1, 0.2, 0.4, 0.2, 0.1]) as i64);
            }
            gate.look(look, self_normalised::mean(&sums, 4.0, (0.0, 1.0), 1_000, 0.99).unwrap());
        }
        right += u64::from(gate.verdict == Verdict::Pass);
        blocks += gate.last().unwrap().games;
    }
    assert!(right >= experiments * 98 / 100, "{right}");
    assert!(blocks / experiments < 1_000, "{}", blocks / experiments);
}
