use super::*;
use crate::lab::check::{Pace, share};
use crate::lab::{Hall, check};
use crate::report::terminal::Screen;
use crate::report::wellformed;
use crate::scenario::arm::shell_word;
use crate::stats::Method;

/// A check of budgets that hold, break, warn and stay open.
fn sample() -> Report {
    let text = "question = \"A <question> & more?\"\nruleset = \"futbol-dash\"\nbots = \"rusher\"\n\
        [[budget]]\nname = \"<length> & \\\"pace\\\"\"\nmetric = \"turns-per-game\"\nmax = 1\nwhy = \"too | long\"\n\
        [[budget]]\nmetric = \"unfinished-share\"\nmax = 0.5\n\
        [[budget]]\nname = \"soft\"\nmetric = \"turns-per-game\"\nmin = 1000\nseverity = \"warn\"\n\
        [[budget]]\nmetric = \"first-seat-advantage\"\nequal = 0\nmargin = 0.0001\n";
    let plan = crate::scenario::sample(text);
    let mut cases = vec![Case::new(plan, Pace::Until(1_200), None)];
    share(&mut cases, false);
    let stop = std::sync::atomic::AtomicBool::new(false);
    check::run(&mut cases[0], &Hall::new(&stop, &|_| {})).unwrap();
    Report::new(
        crate::rulesets::app().program,
        cases,
        vec![("my file.toml".to_owned(), " --set match=express".to_owned(), 1.5)],
    )
}

#[test]
fn levels_and_shared_errors_are_told_without_needless_zeros_and_in_number() {
    assert_eq!([0.95, 0.9875, 1.0 - 0.05 / 3.0].map(percent), ["95 %", "98.75 %", "98.3333 %"]);
    let report = sample();
    assert_eq!(report.family, 3);
    assert!(methods(&report).contains("the 3 budgets that can fail share the error allowed"));
    assert!(methods(&Report { family: 1, ..report }).contains("the answer of the one budget that can fail"));
}

#[test]
fn a_broken_budget_is_told_with_what_to_do() {
    let text = sample().text(Screen::default());
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("failed: of 4 budgets, 1 is broken, 1 is undecided, 1 is broken but only warns"),
        "{first}"
    );
    for part in [
        "x: “<length> & \"pace\"” is broken: turns per game of `as printed` is ",
        "and must be at most 1.",
        "why: too | long",
        "see it: levelpitch run 'my file.toml' --games 128 --set match=express",
        "x: “soft” is broken (a warning)",
        "x: “first-seat-advantage” is undecided",
        "and must be -0.01 to +0.01 percentage points",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("unfinished"), "what holds is not told");
}

/// Well-formed behind the declaration.
fn whole(text: &str) -> Result<(), String> {
    let text = text.replace("system-out", "output");
    let body = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    wellformed::check(body.ok_or("no declaration")?)
}

#[test]
fn junit_is_well_formed_and_counts_add_up() {
    let text = junit::text(&sample());
    whole(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(
        text.contains("<testsuite name=\"x\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\" time=\""),
        "{text}"
    );
    assert_eq!(text.matches("<testcase ").count(), 4);
    assert_eq!(text.matches("<failure type=\"broken\"").count(), 1);
    assert_eq!(text.matches("<skipped message=").count(), 1);
    assert_eq!(text.matches("<system-out>warning: ").count(), 1);
    assert!(text.contains("&lt;length&gt; &amp; &quot;pace&quot;") && !text.contains("<length>"));
    let refused = junit::refused(
        crate::rulesets::app().program,
        &[("a&b.toml".to_owned(), vec!["a&b.toml:1: found <x>".to_owned(), "more".to_owned()])],
    );
    whole(&refused).unwrap_or_else(|e| panic!("{e}\n{refused}"));
    assert!(refused.contains("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\""));
    assert!(refused.contains("<error type=\"bad-input\" message=\"a&amp;b.toml:1: found &lt;x&gt;\">"));
}

#[test]
fn markdown_keeps_its_tables_whole() {
    let text = markdown::text(&sample());
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 3 + 2 + 1 + 2, "{text}");
    for row in rows {
        assert_eq!(row.replace("\\|", "").matches('|').count(), 8, "{row}");
    }
    assert!(text.contains("too \\| long") && text.contains("1 budget that holds"), "{text}");
}

#[test]
fn words_are_quoted_for_a_shell() {
    assert_eq!(shell_word("scenarios/a-b.toml"), "scenarios/a-b.toml");
    assert_eq!(shell_word("it's $HOME"), "'it'\\''s $HOME'");
    assert_eq!(shell_word(""), "''");
}

#[test]
fn numbers_carry_units_and_no_signed_zero() {
    let e = Estimate::new(0.0312, (0.0241, 0.0383), 0.99, Method::BlockT, 10);
    assert_eq!(measured(&e, Unit::Points, Hundredths::Spelt), "+3.12 percentage points (+2.41 to +3.83)");
    assert_eq!(measured(&e, Unit::Share, Hundredths::Spelt), "3.12 % (2.41 to 3.83)");
    assert_eq!(
        measured(
            &Estimate::new(12.0, (11.0, 13.0), 0.99, Method::BlockT, 10),
            Unit::Number,
            Hundredths::Spelt
        ),
        "12.0 (11.0 to 13.0)"
    );
    assert_eq!(
        measured(&Estimate::exact(0.0), Unit::Points, Hundredths::Spelt),
        "0.0 percentage points exactly"
    );
    assert_eq!(number(-0.000_000_1, Unit::Points, 1), "0.0");
    assert_eq!(plain(0.455, Unit::Share), "45.5");
}

#[test]
fn the_page_has_a_forest_per_budget_and_a_curve_for_the_open_one() {
    let files = crate::report::told(&sample().page());
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"report.html") && names.contains(&"report.md"));
    assert_eq!(names.iter().filter(|n| n.contains("-budget-") && n.ends_with("svg")).count(), 4, "{names:?}");
    assert!(names.iter().any(|n| n.contains("-looks-")), "{names:?}");
}

/// A check of a game by its baseline, 400 games of it.
fn held(text: &str, then: &str, drift: &[(String, f64)]) -> Report {
    let plan = crate::scenario::sample(text);
    let baseline = check::tests::baseline(then, 400, &plan, drift).unwrap();
    let mut cases = vec![Case::new(plan, Pace::Fixed(400), Some(baseline))];
    share(&mut cases, false);
    let stop = std::sync::atomic::AtomicBool::new(false);
    check::run(&mut cases[0], &Hall::new(&stop, &|_| {})).unwrap();
    Report::new(crate::rulesets::app().program, cases, vec![("x.toml".to_owned(), String::new(), 1.0)])
}

#[test]
fn a_baseline_promises_nothing_of_the_game() {
    let dash = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 4\n";
    assert_eq!(held(dash, dash, &[]).opening().printing, "nothing has changed since the baseline");
    let budget = format!("{dash}[[budget]]\nmetric = \"turns-per-game\"\nmax = 1000\n");
    assert_eq!(held(&budget, dash, &[]).opening().printing, "what was promised of the game is kept");
    let other = format!("{dash}set = {{ halftimes = 0 }}\n");
    let drifted = held(&other, dash, &[("turns-per-game".to_owned(), 1_000.0)]);
    assert_eq!(drifted.opening().printing, "nothing has moved farther from the baseline than it may");
}

#[test]
fn what_follows_from_a_baseline_is_told_to_as_many_digits_as_it_takes() {
    assert_eq!(
        [4.092_65, 81.853, 0.004_092_65].map(|x| plain(x, Unit::Number)),
        ["4.093", "81.853", "0.004093"]
    );
    assert_eq!([0.000_1, 0.02, 0.0].map(|x| plain(x, Unit::Points)), ["+0.01", "+2", "0"]);
}

#[test]
fn commands_have_a_table_of_their_own_each_told_once() {
    let report = sample();
    let page = page::page(&report);
    let tables = page.sections[0].parts.iter().filter_map(|part| match part {
        crate::report::page::Part::Table(table) => Some(table),
        _ => None,
    });
    let [budgets, again] = &tables.collect::<Vec<_>>()[..] else { panic!("two tables") };
    assert!(budgets.columns.iter().all(|column| column.label != "see it"));
    let mut cells = budgets.rows.iter().flatten();
    assert!(cells.any(|cell| cell.text == "-0.01 to +0.01 pp"), "{budgets:?}");
    let mut told: Vec<&str> = again.rows.iter().map(|row| row[1].text.as_str()).collect();
    assert!(
        told.iter().all(|command| command.starts_with("levelpitch run 'my file.toml' --games ")),
        "{told:?}"
    );
    let all = told.len();
    told.dedup();
    assert!(all == told.len() && all < 4, "{told:?}");
}
