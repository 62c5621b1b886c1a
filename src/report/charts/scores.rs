//! Results of two sides as a table by colour: which scores a game ends with.

use super::choice::{chosen, unvaried};
use super::games;
use crate::arena::RulesetId;
use crate::estimates::ArmResult;
use crate::game::{Distribution, called, sides};
use crate::report::Run;
use crate::report::figure::{Axis, Figure, Format, Heading, Heatmap, Point};

/// Arms drawn per ruleset.
const MOST_ARMS: usize = 3;
/// Rows and columns that a reader can still take in.
const MOST_LINES: i32 = 16;

/// A heat map per arm, of each ruleset that counts scores.
pub(super) fn heat_maps(run: &Run) -> Vec<Figure> {
    let arms = unvaried(run);
    let mut rulesets: Vec<RulesetId> = arms.iter().map(|r| run.plan.arms[r.index].ruleset).collect();
    rulesets.sort_unstable();
    rulesets.dedup();
    let mut figures = Vec::new();
    for ruleset in rulesets {
        let of_ruleset: Vec<&ArmResult> =
            arms.iter().copied().filter(|r| run.plan.arms[r.index].ruleset == ruleset).collect();
        let mine = chosen(run, &of_ruleset, of_ruleset.len()).into_iter();
        let counted: Vec<_> = mine
            .filter_map(|result| {
                let scores = |(of, _): &&(Distribution, _)| of.sides().is_some();
                let (distribution, histogram) = result.distributions.iter().find(scores)?;
                let names = distribution.sides()?;
                let counts: Vec<(i32, u64)> = histogram.iter().collect();
                (!counts.is_empty()).then_some((result, distribution, names, counts))
            })
            .take(MOST_ARMS)
            .collect();
        // One frame for both arms, so that they can be compared cell by cell.
        let Some(last) = counted.iter().map(|(.., counts)| upper(counts)).max() else { continue };
        let last = last.min(MOST_LINES - 1);
        for (place, (result, distribution, names, counts)) in counted.iter().enumerate() {
            let mut head = Heading {
                id: format!("{ruleset}-{}", distribution.name),
                title: format!("{}: scores", ruleset.title),
                subtitle: format!("{}; {}", called::told(distribution.definition), games(&[result])),
                note: String::new(),
            };
            if counted.len() > 1 {
                head.id = format!("{}-{place}", head.id);
                head.title = format!("{}, {}", head.title, run.label(result));
            }
            figures.push(Figure::Heatmap(heat_map(head, *names, counts, last)));
        }
    }
    figures
}

/// Shares of all scores; `last` is the number of the last row and column, which
/// also hold everything above.
fn heat_map(head: Heading, sides_named: [&str; 2], counts: &[(i32, u64)], last: i32) -> Heatmap {
    let [first, second] = sides_named.map(called::told);
    let lines = last as usize + 1;
    let mut cells = vec![vec![0_u64; lines]; lines];
    for &(value, times) in counts {
        let [row, column] = sides(value).map(|goals| goals.clamp(0, last) as usize);
        cells[row][column] += times;
    }
    let total: u64 = counts.iter().map(|(_, times)| times).sum();
    let open = counts.iter().any(|&(value, _)| sides(value).into_iter().any(|goals| goals > last));
    let names: Vec<String> = (0..=last)
        .map(|goals| if open && goals == last { format!("{goals}+") } else { goals.to_string() })
        .collect();
    let share = |times: u64| (times > 0).then(|| Point::exact(times as f64 / total as f64));
    Heatmap {
        head,
        value: Axis::new("Share of all scores (–: never seen)", Format::percent(1)),
        row_title: first,
        column_title: second,
        rows: names.clone(),
        columns: names,
        cells: cells.into_iter().map(|row| row.into_iter().map(share).collect()).collect(),
        centre: None,
    }
}

/// The number of goals that neither side exceeds in 99.5 % of the scores.
fn upper(counts: &[(i32, u64)]) -> i32 {
    let mut by_most: Vec<(i32, u64)> =
        counts.iter().map(|&(value, times)| (sides(value).into_iter().max().unwrap_or(0), times)).collect();
    by_most.sort_unstable();
    let total: u64 = by_most.iter().map(|(_, times)| times).sum();
    let mut seen = 0;
    for (most, times) in by_most {
        seen += times;
        if seen * 1000 >= total * 995 {
            return most;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scoreline;

    #[test]
    fn the_last_row_and_column_hold_all_that_is_higher() {
        let counts =
            [(scoreline(0, 0), 500), (scoreline(2, 1), 300), (scoreline(0, 3), 196), (scoreline(7, 120), 4)];
        assert_eq!(upper(&counts), 3);
        let map = heat_map(Heading::default(), ["seat 0", "seat 1"], &counts, 3);
        assert_eq!(map.rows, ["0", "1", "2", "3+"]);
        let value = |row: usize, column: usize| map.cells[row][column].map(|point| point.value);
        assert_eq!([value(0, 0), value(2, 1), value(0, 3)], [Some(0.5), Some(0.3), Some(0.196)]);
        assert_eq!([value(3, 3), value(1, 2)], [Some(0.004), None]);
        let all: f64 = map.cells.iter().flatten().flatten().map(|point| point.value).sum();
        assert!((all - 1.0).abs() < 1e-12);
    }

    #[test]
    fn sides_are_called_what_their_game_calls_them() {
        for (id, names) in [
            ("king-of-the-pitch", ["seat 0", "seat 1"]),
            ("squad-rush-season", ["the side named first", "the other side"]),
            ("time-of-soccer", ["the home club", "the away club"]),
            ("time-vault-soccer", ["seat 0", "seat 1"]),
        ] {
            let Some(info) = crate::rulesets::app().find(id) else { panic!("{id}") };
            let scores: Vec<_> = info.distributions().iter().filter_map(Distribution::sides).collect();
            assert_eq!(scores, [names], "{id} has one table of scores");
        }
    }

    #[test]
    fn scores_survive_their_encoding() {
        for (first, second) in [(0, 0), (0, 7), (12, 3), (99, 99)] {
            assert_eq!(sides(scoreline(first, second)), [first, second]);
        }
        assert_eq!(sides(scoreline(250, -1)), [99, 0]);
    }
}
