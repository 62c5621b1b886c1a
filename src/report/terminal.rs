//! Plain text: the verdict first, then the table, then where the files are.

use std::fmt::Write;
use std::path::Path;

use super::{Run, luck, seats, tell};
use crate::arena::campaign::Share;
use crate::estimates::{ArmResult, main_metric, quantile, worded};
use crate::game::Unit;
use crate::scenario::PlanArm;
use crate::verdict::{self, Status, brief, brief_difference, count, never_met};

/// Rows of the arm table before it is cut; the rest is in `summary.csv`.
const MOST_ROWS: usize = 24;

/// Longest heading that says what a verdict is about.
const LONGEST_TITLE: usize = 40;
/// What stands in a column of numbers where there is none.
const NEVER_MET: &str = "never met";
const WORDS_FOR_NUMBERS: [&str; 4] = [NEVER_MET, "the same in every game", "no change", "unknown"];

fn width(text: &str) -> usize {
    text.chars().count()
}

/// A table with aligned columns; numbers to the right.
#[must_use]
pub fn aligned(header: &[String], rows: &[Vec<String>]) -> String {
    let columns = header.len();
    let cell = |row: &Vec<String>, c: usize| row.get(c).cloned().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|c| rows.iter().map(|row| width(&cell(row, c))).chain([width(&header[c])]).max().unwrap_or(0))
        .collect();
    // Names may start with a digit ("2 Bosses"): in the first column only what
    // is nothing but a number stands to the right.
    let is_number = |c: usize, text: &str| {
        if c == 0 {
            return text.replace('\u{202f}', "").parse::<f64>().is_ok();
        }
        let begins = text.starts_with(|x: char| x.is_ascii_digit() || "+-−".contains(x));
        begins || text.is_empty() || WORDS_FOR_NUMBERS.contains(&text)
    };
    let numeric: Vec<bool> =
        (0..columns).map(|c| rows.iter().all(|row| is_number(c, &cell(row, c)))).collect();
    let mut text = String::new();
    let mut line = |cells: &[String]| {
        let mut out = String::new();
        for c in 0..columns {
            let pad = " ".repeat(widths[c] - width(&cells[c]));
            let gap = if c == 0 { "" } else { "  " };
            let _ = if numeric[c] {
                write!(out, "{gap}{pad}{}", cells[c])
            } else {
                write!(out, "{gap}{}{pad}", cells[c])
            };
        }
        let _ = writeln!(text, "{}", out.trim_end());
    };
    line(header);
    line(&widths.iter().map(|w| "-".repeat(*w)).collect::<Vec<_>>());
    for row in rows {
        line(&(0..columns).map(|c| cell(row, c)).collect::<Vec<_>>());
    }
    text
}

/// The same as a Markdown table.
#[must_use]
pub fn markdown(header: &[String], rows: &[Vec<String>]) -> String {
    let escape = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
    let line =
        |cells: &[String]| format!("| {} |\n", cells.iter().map(escape).collect::<Vec<_>>().join(" | "));
    let mut text = line(header);
    text += &format!("|{}\n", "---|".repeat(header.len()));
    for row in rows {
        text += &line(row);
    }
    text
}

/// The arms that a short table shows: all of them, or, when there are too many,
/// those that nothing is compared with or that others are compared with, then
/// the largest differences; and what they are, in words.
fn chosen(run: &Run) -> (Vec<&ArmResult>, String) {
    if run.results.len() <= MOST_ROWS {
        return (run.results.iter().collect(), String::new());
    }
    let arms = &run.plan.arms;
    let effect = |result: &ArmResult| {
        let metric = result.metric(&main_metric(&arms[result.index], &run.plan))?;
        let difference = metric.difference.as_ref().filter(|_| result.is_finished())?;
        Some(difference.estimate.value.abs()).filter(|size| size.is_finite())
    };
    let is_base = |result: &ArmResult| {
        arms[result.index].base.is_none() || arms.iter().any(|arm| arm.base == Some(result.index))
    };
    let (mut bases, mut moved): (Vec<&ArmResult>, Vec<&ArmResult>) =
        run.results.iter().partition(|r| is_base(r));
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

/// Header and rows of the arm table.
#[must_use]
pub fn arm_table(run: &Run) -> (Vec<String>, Vec<Vec<String>>) {
    table_of(run, &run.results.iter().collect::<Vec<_>>())
}

/// The name that all of them share, if they do.
fn common(mut names: impl Iterator<Item = String>) -> Option<String> {
    let first = names.next()?;
    names.all(|name| name == first).then_some(first)
}

fn table_of(run: &Run, results: &[&ArmResult]) -> (Vec<String>, Vec<Vec<String>>) {
    let plan = &run.plan;
    let own = |result: &ArmResult| main_metric(&plan.arms[result.index], plan);
    let several = results.iter().any(|r| own(r) != own(results[0]));
    let said = |r: &&ArmResult| verdict::metric(&plan.arms[r.index], &own(r)).replace('`', "");
    let about =
        plan.verdict.as_ref().and_then(|v| v.about.clone()).filter(|a| a.chars().count() <= LONGEST_TITLE);
    let title = about.or_else(|| common(results.iter().map(said))).unwrap_or_else(|| match results.first() {
        Some(r) if !several && own(r) == "entrant-0-share" => {
            "share of wins of the bot named first".to_owned()
        }
        Some(r) if !several => worded(&own(r)),
        _ => "main estimate".to_owned(),
    });
    // A panel adds its bot to every name, an atlas its game.
    let bare = |arm: &PlanArm| {
        let name = &arm.name.stem;
        let game = plan.arms.iter().find_map(|arm| name.strip_prefix(arm.ruleset.id)?.strip_prefix(": "));
        game.unwrap_or(name).to_owned()
    };
    let bases = results.iter().filter_map(|r| plan.arms[r.index].base);
    let paired = bases.clone().next().is_some();
    let base = common(bases.map(|base| bare(&plan.arms[base])));
    let has_turns = results.iter().any(|r| several || own(r) != "turns-per-game");
    let mut header = vec!["arm".to_owned(), "bots".to_owned(), "games".to_owned(), title];
    header.extend(has_turns.then(|| "turns".to_owned()));
    header.push("unfinished".to_owned());
    header.extend(paired.then(|| match &base {
        Some(base) => format!("against {base}"),
        None => "difference".to_owned(),
    }));
    let rows = results.iter().map(|result| {
        let arm = &plan.arms[result.index];
        let main = own(result);
        let bots = if arm.mirrored() { arm.bots[0].clone() } else { arm.bots.join(", ") };
        let value = result.metric(&main).map_or(String::new(), |m| brief(&m.estimate, m.unit));
        let turns = result.metric("turns-per-game").map_or(String::new(), |m| brief(&m.estimate, m.unit));
        let unfinished = result.metric("unfinished-share").map_or(0.0, |m| m.estimate.value);
        let mut row = vec![arm.name.to_string(), bots, count(result.games)];
        row.push(if several { format!("{}: {value}", said(result)) } else { value });
        row.extend(has_turns.then_some(turns));
        row.push(if unfinished == 0.0 { "0".to_owned() } else { format!("{:.2} %", unfinished * 100.0) });
        if paired {
            let difference = result.metric(&main).and_then(|m| Some((m, m.difference.as_ref()?)));
            row.push(match difference {
                None => String::new(),
                Some(_) if never_met(result) => NEVER_MET.to_owned(),
                Some((m, d)) => {
                    let against = arm.base.filter(|_| base.is_none());
                    let against = against.map_or(String::new(), |at| format!(" v {}", bare(&plan.arms[at])));
                    brief_difference(&d.estimate, m.unit) + &against
                }
            });
        }
        row
    });
    (header, rows.collect())
}

/// Seats and entrants of a single arm.
fn place_table(run: &Run, result: &ArmResult) -> (Vec<String>, Vec<Vec<String>>) {
    let arm = &run.plan.arms[result.index];
    let score = (arm.ruleset.score)(&arm.settings);
    let header =
        ["place", "wins", "shared", "lost", "share of wins", &format!("{score} per game")].map(str::to_owned);
    let mut rows = Vec::new();
    let mut add = |label: String, place: &crate::estimates::Place| {
        rows.push(vec![
            label,
            count(place.results.wins),
            count(place.results.draws),
            count(place.results.losses),
            brief(&place.share, Unit::Share),
            brief(&place.score, Unit::Number),
        ]);
    };
    for place in &result.seats {
        add(format!("seat {}", place.index), place);
    }
    if !arm.mirrored() {
        for place in &result.entrants {
            let squad = arm.squads.get(place.index).cloned().flatten();
            let with = squad.map_or(String::new(), |squad| format!(" ({squad})"));
            add(format!("{}{with}", arm.bots[place.index]), place);
        }
    }
    (header.to_vec(), rows)
}

/// Metrics of a single arm.
fn metric_table(result: &ArmResult) -> (Vec<String>, Vec<Vec<String>>) {
    let header = ["metric", "value", "what is counted"].map(str::to_owned);
    let common = |name: &str| name.starts_with("seat-") || name.starts_with("entrant-");
    let rows = result
        .metrics
        .iter()
        .filter(|m| !common(&m.name))
        .map(|m| vec![m.name.clone(), brief(&m.estimate, m.unit), m.definition.clone()]);
    (header.to_vec(), rows.collect())
}

pub(super) fn painted(text: &str, status: Status, colour: bool) -> String {
    let code = match status {
        Status::Good => "32",
        Status::Bad => "31",
        Status::Undecided => "33",
        Status::Plain => "1",
    };
    if colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
}

/// How the intervals were made, in one line.
#[must_use]
pub fn method_line(run: &Run) -> String {
    let level = run.manner.level * 100.0;
    let blocks = tell::blocks(&run.plan);
    let how = if run.manner.always {
        format!(
            "anytime-valid sequences over {blocks} (self-normalised for shares, asymptotic for the rest), because this \
             run could stop on what it saw"
        )
    } else {
        format!("Wilson for shares and Student's t for means, both with the variance between {blocks}")
    };
    let brackets = tell::brackets(!quantile::asked(&run.plan).is_empty());
    format!("± is half the width of a {level} % interval{brackets}: {how}.")
}

/// What a shard's own output is: numbers of a part of the games.
#[must_use]
pub fn part(run: &Run) -> Option<String> {
    let Share { k, n } = run.share;
    (n > 1).then(|| {
        format!(
            "Share {k} of {n}: the numbers here are of this part of the games alone; `levelpitch merge` joins all {n}."
        )
    })
}

/// The whole text.
#[must_use]
pub fn text(run: &Run, folder: Option<&Path>, colour: bool) -> String {
    let mut text = part(run).map_or(String::new(), |part| part + "\n");
    for (i, statement) in run.answers.statements.iter().enumerate() {
        if i == MOST_ROWS {
            let _ = writeln!(text, "… and {} more in report.md", run.answers.statements.len() - i);
            break;
        }
        let _ = writeln!(text, "{}", painted(&statement.text, statement.status, colour));
    }
    text.push('\n');
    if let [result] = &run.results[..] {
        let (header, rows) = place_table(run, result);
        text += &aligned(&header, &rows);
        if let Some(line) = seats::line(result) {
            let _ = writeln!(text, "{line}");
        }
        text.push('\n');
        let (header, rows) = metric_table(result);
        text += &aligned(&header, &rows);
    } else {
        let (shown, what) = chosen(run);
        let (header, rows) = table_of(run, &shown);
        text += &aligned(&header, &rows);
        if run.results.len() > shown.len() {
            let more = run.results.len() - shown.len();
            let _ = writeln!(text, "… and {more} more arms in summary.csv; shown are {what}");
        }
    }
    if let Some(line) = luck::lines(run, &run.results) {
        let _ = writeln!(text, "\n{line}");
    }
    if run.results.iter().any(never_met) {
        let _ = writeln!(
            text,
            "\n{NEVER_MET}: these bots played the very same games with and without the change."
        );
    }
    let _ = writeln!(text, "\n{}", method_line(run));
    let _ = writeln!(text, "Seats are numbered in turn order from 0; seed {}.", run.plan.seed);
    if let Some(folder) = folder {
        let _ = writeln!(text, "Report: {}", folder.join("report.html").display());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::campaign::Ended;
    use crate::estimates::{Difference, Manner, Named};
    use crate::scenario::sample as plan;
    use crate::stats::{Estimate, Method};

    /// A run whose arms moved by `change` (arm number to points of the edge).
    fn run(text: &str, change: &dyn Fn(usize) -> f64) -> Run {
        let plan = plan(text);
        let result = |index: usize| {
            let about = |value: f64| Estimate::around(value, 0.01, 0.95, Method::BlockT, 50);
            let base = plan.arms[index].base;
            let difference = base.map(|base| Difference {
                base: plan.arms[base].name.to_string(),
                estimate: about(change(index)),
                adjusted: None,
                worth: None,
                p: None,
                same: false,
            });
            let edge = Named {
                name: "first-seat-advantage".to_owned(),
                definition: String::new(),
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
                equal_seats: None,
                entrants: Vec::new(),
                metrics: vec![edge],
                exchanges: Vec::new(),
                distributions: Vec::new(),
                usage: Vec::new(),
            }
        };
        Run {
            results: (0..plan.arms.len()).map(result).collect(),
            answers: verdict::Answers { statements: Vec::new(), budgets: Vec::new(), exit: 0 },
            share: Share::WHOLE,
            played: Vec::new(),
            ended: Ended::Complete,
            manner: Manner::of(&plan, Ended::Complete),
            sways: crate::lab::explain::Sways::new(),
            plan,
        }
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
        assert!(!text(&run, None, false).contains("more arms in summary.csv"));
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
        let told = text(&run, None, false);
        assert!(told.contains("… and 17 more arms in summary.csv; shown are the arms that are"), "{told}");
    }

    #[test]
    fn a_difference_that_is_unknown_or_of_no_game_that_ended_comes_last() {
        let mut run = run(&varied(40), &|arm| if arm == 40 { f64::NAN } else { arm as f64 / 100.0 });
        run.results[39].unfinished = vec![("turn limit", 100)];
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
        let told =
            |change: f64| text(&run(&varied(2), &|arm| if arm == 1 { change } else { 0.05 }), None, false);
        let row =
            |told: &str| told.lines().find(|line| line.starts_with("max-turns = 3000")).unwrap().to_owned();
        let (met, unmet) = (told(0.02), told(0.0));
        assert!(row(&unmet).ends_with("never met"), "{unmet}");
        assert!(unmet.contains("\nnever met: these bots played the very same games"), "{unmet}");
        assert!(!met.contains("never met") && row(&met).contains("+2.0"), "{met}");
    }
}
