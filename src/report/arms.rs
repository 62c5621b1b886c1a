//! The table of a run's arms: whole for who reads on, the most telling rows for
//! the first screen.

use super::Run;
use super::page::{Part, Rows, Show, Table};
use crate::estimates::ArmResult;
use crate::metric::{Common, Metric};
use crate::scenario::PlanArm;
use crate::verdict::{brief, brief_difference, count, never_met};

/// Rows of the table on the first screen; the rest is in `summary.csv`.
const MOST_ROWS: usize = 24;
/// Rows of the table of the whole report.
const MOST_ARMS: usize = 400;
/// What stands in a column of differences where there is none.
const NEVER_MET: &str = "never met";

/// The arms that a short table shows: all of them, or, when there are too many,
/// those that nothing is compared with or that others are compared with, then
/// the largest differences; and what they are, in words.
fn chosen(run: &Run) -> (Vec<&ArmResult>, String) {
    let all = run.ordered();
    if all.len() <= MOST_ROWS {
        return (all, String::new());
    }
    let arms = &run.plan.arms;
    let effect = |result: &ArmResult| {
        let metric = result.metric(run.plan.main_metric(&arms[result.index]))?;
        let difference =
            metric.difference.as_ref().filter(|_| result.is_finished() && !run.is_ill(result))?;
        Some(difference.estimate.value.abs()).filter(|size| size.is_finite())
    };
    let is_base = |result: &ArmResult| {
        arms[result.index].base.is_none() || arms.iter().any(|arm| arm.base == Some(result.index))
    };
    let (mut bases, mut moved): (Vec<&ArmResult>, Vec<&ArmResult>) =
        all.into_iter().partition(|r| is_base(r));
    moved.sort_by(|a, b| effect(b).unwrap_or(-1.0).total_cmp(&effect(a).unwrap_or(-1.0)));
    let all = bases.len();
    bases.truncate(MOST_ROWS - moved.len().min(MOST_ROWS / 2));
    moved.truncate(MOST_ROWS - bases.len());
    let first =
        if bases.len() < all { format!("the first {} of {all}", bases.len()) } else { "the".to_owned() };
    let mut words = format!("{first} arms that are no change of another");
    if !moved.is_empty() {
        words += &format!(" and the {} largest differences", moved.len());
    }
    bases.extend(moved);
    (bases, words)
}

/// The name that all of them share, if they do.
fn common(mut names: impl Iterator<Item = String>) -> Option<String> {
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

/// These arms in a row each.
fn table(run: &Run, results: &[&ArmResult]) -> Table {
    let plan = &run.plan;
    let own = |result: &ArmResult| plan.main_metric(&plan.arms[result.index]);
    let several = results.iter().any(|r| own(r) != own(results[0]));
    let title = match results.first() {
        Some(first) if !several => run.called(own(first), results),
        _ => "main estimate".to_owned(),
    };
    // A panel adds its bot to every name.
    let bare = |arm: &PlanArm| arm.name.of_all_bots().into_owned();
    let bases = results.iter().filter_map(|r| plan.arms[r.index].base);
    let paired = bases.clone().next().is_some();
    let base = common(bases.map(|base| bare(&plan.arms[base])));
    let arm = |r: &ArmResult| &plan.arms[r.index];
    let value = |r: &ArmResult, metric: Metric| {
        r.metric(metric).map_or(String::new(), |m| brief(&m.estimate, m.unit))
    };
    let mut rows = Rows::of(results.iter().copied())
        .words("arm", |r| run.label(r))
        .words("bots", |r| if arm(r).mirrored() { arm(r).bots[0].clone() } else { arm(r).bots.join(", ") })
        .numbers("games", |r| count(r.games))
        .numbers(&title, |r| {
            let value = value(r, own(r));
            if several { format!("{}: {value}", run.called(own(r), &[r])) } else { value }
        });
    let turns = |r: &ArmResult| arm(r).metrics().turns();
    if results.iter().any(|r| several || Some(own(r)) != turns(r)) {
        rows = rows.numbers("turns", |r| turns(r).map_or(String::new(), |turns| value(r, turns)));
    }
    rows = rows.numbers("unfinished", |r| {
        let share = r.metric(Metric::Common(Common::UnfinishedShare)).map_or(0.0, |m| m.estimate.value);
        match share {
            0.0 => "0".to_owned(),
            share if share.is_finite() => format!("{:.2} %", share * 100.0),
            _ => "unknown".to_owned(),
        }
    });
    if paired {
        let heading = base.as_ref().map_or("difference".to_owned(), |base| format!("against {base}"));
        rows = rows.numbers(&heading, |r| {
            let Some(named) = r.metric(own(r)) else { return String::new() };
            match &named.difference {
                None => String::new(),
                Some(_) if never_met(r) => NEVER_MET.to_owned(),
                Some(d) => {
                    let against = arm(r).base.filter(|_| base.is_none());
                    let against = against.map_or(String::new(), |at| format!(" v {}", bare(&plan.arms[at])));
                    brief_difference(&d.estimate, named.unit) + &against
                }
            }
        });
    }
    rows.table("Arms")
}

/// Every arm in a row, and what is said of them together.
pub(super) fn parts(run: &Run) -> Vec<Part> {
    let all = run.ordered();
    let (shown, what) = chosen(run);
    let mut whole = table(run, &all[..all.len().min(MOST_ARMS)]);
    if all.len() > MOST_ARMS {
        whole.note = format!("{} more arms in summary.csv.", all.len() - MOST_ARMS);
    }
    let mut parts: Vec<Part> = Vec::new();
    match all.len() {
        1 => parts.push(whole.into()),
        n if n == shown.len() => parts.push(whole.show(Show::All).into()),
        n => {
            let note = format!("… and {} more arms in summary.csv; shown are {what}", n - shown.len());
            parts.extend([whole.into(), table(run, &shown).note(note).show(Show::Alone).into()]);
        }
    }
    parts.extend(super::caution::line(run).map(Part::Lead));
    if let [_, _, ..] = all[..] {
        parts.extend(super::luck::lines(run, &run.results).map(Part::Lead));
    }
    if all.iter().any(|result| never_met(result)) {
        let text = format!("{NEVER_MET}: these bots played the very same games with and without the change.");
        parts.push(Part::Lead(text));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::{Ended, Share};
    use crate::estimates::{Difference, Manner, Named};
    use crate::game::Stop;
    use crate::game::Unit;
    use crate::report::figure::Figure;
    use crate::report::terminal::Screen;
    use crate::report::{Answer, charts};
    use crate::scenario::{ArmName, sample as plan};
    use crate::stats::{Estimate, Method};
    use crate::verdict::{Answers, Checkup, Opening};

    /// A run whose arms moved by `change` (arm number to points of the edge).
    fn run(text: &str, change: &dyn Fn(usize) -> f64) -> Run {
        let plan = plan(text);
        let result = |index: usize| {
            let about = |value: f64| Estimate::around(value, 0.01, 0.95, Method::BlockT, 50);
            let base = plan.arms[index].base;
            let difference = base.map(|base| Difference {
                base: plan.arms[base].name.to_string().into(),
                estimate: about(change(index)),
                adjusted: None,
                worth: None,
                p: None,
                same: false,
            });
            let edge = Named {
                metric: Metric::SEAT_GAP,
                unit: Unit::Points,
                estimate: about(0.1),
                adjusted: None,
                difference,
            };
            ArmResult {
                index,
                games: 100,
                blocks: 50,
                unfinished: Vec::new(),
                seats: Vec::new(),
                edges: Vec::new(),
                equal_seats: None,
                entrants: Vec::new(),
                duration: None,
                metrics: vec![edge],
                exchanges: Vec::new(),
                distributions: Vec::new(),
                items: std::sync::Arc::default(),
                usage: Vec::new(),
            }
        };
        Run {
            results: (0..plan.arms.len()).map(result).collect(),
            answers: Answers {
                opening: Opening::default(),
                health: Checkup::default(),
                statements: Vec::new(),
                budgets: Vec::new(),
                exit: 0,
            },
            share: Share::WHOLE,
            played: Vec::new(),
            ended: Ended::Complete,
            manner: Manner::of(&plan, Ended::Complete),
            sways: crate::lab::explain::Sways::new(),
            varied: crate::lab::explain::Sways::new(),
            effects: Vec::new(),
            plan,
        }
    }

    fn text(run: &Run) -> String {
        run.text(Screen::default())
    }

    /// This many values of one switch beside the game as printed.
    fn varied(values: usize) -> String {
        let all: Vec<String> = (0..values).map(|value| (3000 + value).to_string()).collect();
        format!("ruleset = \"futbol-dash\"\nbots = \"random\"\n[vary]\nmax-turns = [{}]\n", all.join(", "))
    }

    fn shown(run: &Run) -> (Vec<usize>, String) {
        let (rows, words) = chosen(run);
        (rows.iter().map(|result| result.index).collect(), words)
    }

    #[test]
    fn a_table_of_few_arms_shows_them_all_in_their_order() {
        let run = run(&varied(MOST_ROWS - 1), &|arm| -(arm as f64));
        assert_eq!(shown(&run), ((0..MOST_ROWS).collect(), String::new()));
        assert!(!text(&run).contains("more arms in summary.csv"));
    }

    #[test]
    fn a_cut_table_shows_the_base_and_the_largest_differences_up_or_down() {
        // Odd arms rise, even arms fall; later arms move further.
        let change = |arm: usize| if arm % 2 == 1 { arm as f64 / 100.0 } else { -(arm as f64) / 100.0 };
        let run = run(&varied(40), &change);
        let (rows, words) = shown(&run);
        let largest: Vec<usize> = (41 - (MOST_ROWS - 1)..=40).rev().collect();
        assert_eq!((rows[0], &rows[1..]), (0, &largest[..]));
        assert_eq!(words, "the arms that are no change of another and the 23 largest differences");
        let told = text(&run);
        assert!(told.contains("… and 17 more arms in summary.csv; shown are the arms that are"), "{told}");
    }

    #[test]
    fn a_difference_that_is_unknown_or_of_no_game_that_ended_comes_last() {
        let mut run = run(&varied(40), &|arm| if arm == 40 { f64::NAN } else { arm as f64 / 100.0 });
        run.results[39].unfinished = vec![(Stop::TURN_LIMIT, 100)];
        let (rows, _) = shown(&run);
        assert_eq!(rows[1], 38);
        assert!(!rows.contains(&39) && !rows.contains(&40), "{rows:?}");
    }

    #[test]
    fn of_many_bases_the_first_are_shown_and_half_the_rows_kept_for_changes() {
        let mut run = run(&varied(60), &|arm| arm as f64 / 100.0);
        for arm in 1..=30 {
            run.plan.arms[arm].base = None;
        }
        let (rows, words) = shown(&run);
        assert_eq!(rows[..12], (0..12).collect::<Vec<_>>());
        assert_eq!(rows[12..], (49..=60).rev().collect::<Vec<_>>());
        assert_eq!(
            words,
            "the first 12 of 31 arms that are no change of another and the 12 largest differences"
        );
        for arm in 31..=60 {
            run.plan.arms[arm].base = None;
        }
        let (rows, words) = shown(&run);
        assert_eq!(rows, (0..MOST_ROWS).collect::<Vec<_>>());
        assert_eq!(words, "the first 24 of 61 arms that are no change of another");
    }

    #[test]
    fn a_change_that_was_never_met_says_so_in_its_row_and_below() {
        let told = |change: f64| text(&run(&varied(2), &|arm| if arm == 1 { change } else { 0.05 }));
        let row =
            |told: &str| told.lines().find(|line| line.starts_with("max-turns = 3000")).unwrap().to_owned();
        let (met, unmet) = (told(0.02), told(0.0));
        assert!(row(&unmet).ends_with("never met"), "{unmet}");
        assert!(unmet.contains("\nnever met: these bots played the very same games"), "{unmet}");
        assert!(!met.contains("never met") && row(&met).contains("+2.0"), "{met}");
    }

    #[test]
    fn a_plot_and_the_table_say_whose_share_it_is() {
        let headings = |verdict: &str| {
            let scenario = format!(
                "ruleset = \"futbol-dash\"\nbots = [\"planner\", \"rusher\"]\n\
                 [[arm]]\nname = \"printed\"\n[[arm]]\nname = \"three\"\nset = {{ goals-to-win = 3 }}\n\
                 [verdict]\nmetric = \"entrant-0-share\"\nmargin = 0.02\nfair = 0.5\n{verdict}"
            );
            let mut run = run(&scenario, &|_| 0.0);
            for result in &mut run.results {
                result.metrics[0].metric = Metric::entrant_share(0);
            }
            let Some(Figure::Forest(forest)) = charts::figures(&run).into_iter().next() else {
                panic!("no forest");
            };
            (forest.head.title, forest.axis.label, text(&run))
        };
        let (title, axis, told) = headings("about = \"the home club's share of wins\"\n");
        assert_eq!(title, "The home club's share of wins by arm");
        assert_eq!(axis, "The home club's share of wins (of all games)");
        assert!(told.contains("  the home club's share of wins"), "{told}");
        let (title, _, told) = headings("");
        assert_eq!(title, "Share of wins of planner by arm");
        assert!(told.contains("  share of wins of planner"), "{told}");
    }

    #[test]
    fn a_plot_of_the_strongest_bot_names_no_ill_arm_of_another() {
        let mut run = run(&varied(59), &|_| 0.0);
        for (at, arm) in run.plan.arms.iter_mut().enumerate() {
            let bot = ["rusher", "planner"][at % 2].to_owned();
            arm.name = ArmName::of(format!("pair {}", at / 2), bot);
            (arm.base, arm.effect) = (None, None);
        }
        for at in [0, 3] {
            run.results[at].unfinished = vec![(Stop::TURN_LIMIT, 100)];
        }
        let Some(Figure::Forest(forest)) = charts::figures(&run).into_iter().next() else {
            panic!("no forest");
        };
        assert_eq!(forest.head.note, "Left out, because such games must not be printed: pair 1 · planner.");
    }

    #[test]
    fn rows_of_a_plot_read_differently_and_are_those_of_the_strongest_bot() {
        let shown_of = |names: usize| {
            let mut run = run(&varied(2 * names - 1), &|_| 0.0);
            for (at, arm) in run.plan.arms.iter_mut().enumerate() {
                // A panel plays every name with each of its bots, the strongest last.
                let bot = ["rusher", "planner"][at % 2].to_owned();
                arm.name = ArmName::of(format!("pair {}", at / 2), bot);
                (arm.base, arm.effect) = (None, None);
            }
            let all = charts::figures(&run);
            let Some(Figure::Forest(forest)) = all.into_iter().find(|f| matches!(f, Figure::Forest(_)))
            else {
                panic!("no forest");
            };
            (forest.head.subtitle, forest.rows.into_iter().map(|row| row.label).collect::<Vec<_>>())
        };
        let (told, rows) = shown_of(30);
        assert_eq!(rows.len(), 30, "{rows:?}");
        assert!(told.contains("the arms of planner, the strongest bot"), "{told}");
        for (names, shown) in [(10, 20), (30, 30), (60, 40)] {
            let (told, mut rows) = shown_of(names);
            assert!(names == 10 || rows.iter().all(|row| !row.contains("rusher")), "{told}: {rows:?}");
            rows.sort_unstable();
            rows.dedup();
            assert_eq!(rows.len(), shown, "{told}");
        }
    }
}
