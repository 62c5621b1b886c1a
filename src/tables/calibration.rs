//! Groups of single games, for the table of `calibrate`.

use super::slice::{Block, Facts, estimate};
use crate::game::Unit;
use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::simulate::Dice;

/// Games of a block.
const GAMES: u32 = 4;

/// Four games in ten are of the group, whatever becomes of them; those of a block
/// share the luck of having an event, or of being long.
fn group(unit: Unit, blocks: u64) -> Experiment {
    let share = unit == Unit::Share;
    let what = if share { "events" } else { "lengths" };
    let about = format!("{what} of four in ten games, {blocks} blocks of {GAMES}");
    Experiment::new("mean of a group of games", about, Claim::Holds, move |number| {
        let mut dice = Dice::new("slices", number);
        let mut all: Vec<Block> = Vec::new();
        for _ in 0..blocks {
            let lucky = dice.unit() < 0.5;
            let mut sum = Block::default();
            for _ in 0..GAMES {
                let of_it = dice.unit() < 0.4;
                let event = dice.unit() < if lucky { 0.2 } else { 0.4 };
                let length = dice.poisson(if lucky { 2.0 } else { 6.0 });
                if of_it {
                    sum.x += if share { i64::from(event) } else { length };
                    (sum.y, sum.rows) = (sum.y + 1, sum.rows + 1);
                }
            }
            // A block without a game of the group is none of the table's.
            all.extend((sum.rows > 0).then_some(sum));
        }
        let truth = if share { 0.3 } else { 4.0 };
        let facts = Facts { unit, ratio: false, skewed: !share };
        Some(estimate(&all, 1, facts, 0.95)?.contains(truth))
    })
}

/// Every experiment with groups.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    vec![group(Unit::Share, 200), group(Unit::Number, 200), group(Unit::Number, 2_000)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_of_groups_of_games() {
        held(&experiments(), 2_000);
    }
}
