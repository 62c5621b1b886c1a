//! Edits that change nothing but the luck of some games, for the table of
//! `calibrate`.

use super::{Both, measured};
use crate::lab::calibrate::{Bench, Claim, Experiment};
use crate::scenario::Problem;
use crate::stats::many;

/// Two arms of so many games, of which so many in a thousand go their own way: what
/// is called clear of either sentence, and of any row of the table.
fn unchanged(games: u64, parted: u64) -> Result<Experiment, Vec<Problem>> {
    let arms =
        format!("[[arm]]\nname = \"before\"\n[[arm]]\nname = \"now\"\nset = {{ parted = {parted} }}\n");
    let bench = Bench::made_up(&format!("bots = \"this\"\nset = {{ shape = \"long\" }}\n{arms}"))?;
    let about = format!("{games} games before and now, {parted} of 1 000 by other luck");
    let rows = vec![
        ("a change told that is none", Claim::ErrsAtMost),
        ("a change in the table that is none", Claim::ErrsAtMost),
    ];
    Ok(Experiment::of_rows(about, rows, move |number| {
        let played = bench.played(bench.sums(number, games));
        let both = Both {
            arms: &bench.plan.arms,
            results: &|manner| bench.results(&played, manner),
            games,
            idle: false,
        };
        let told = many::level_of_each(bench.plan.level, 2);
        let Some(found) = measured(&both, &bench.plan, 1, told) else { return vec![None; 2] };
        let sentences = [Some(&found.fairness), found.length.as_ref()];
        vec![
            Some(sentences.into_iter().flatten().any(|row| row.clear)),
            Some(found.rows.iter().any(|row| row.clear)),
        ]
    }))
}

/// Every experiment with edits.
///
/// # Errors
/// When the made-up game can't be read.
pub fn experiments() -> Result<Vec<Experiment>, Vec<Problem>> {
    Ok(vec![unchanged(600, 30)?, unchanged(600, 1000)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_of_what_an_edit_is_said_to_change() {
        let rows = held(&experiments().unwrap(), 600);
        assert!(rows.iter().any(|row| row.measured > 0.0), "what is never said is not tested: {rows:#?}");
    }
}
