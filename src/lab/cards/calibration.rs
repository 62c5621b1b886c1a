//! Made-up decks of equals, for the table of `calibrate`: what a list says of
//! their worth, and that it calls none of them too strong.

use super::{PRINTED, Row, Rule, Ruling, Sums, rows};
use crate::game::Good;
use crate::lab::calibrate::{Claim, Experiment};
use crate::lab::fourfold;
use crate::stats::many;
use crate::stats::simulate::Dice;
use crate::stats::trials::TrialSums;

/// Goods of a deck.
const GOODS: usize = 10;
/// Share of the blocks in which a good is left to hand.
const HANDED: f64 = 0.9;
/// What one more is worth: it wins by a coin of 0.4 less one that the block
/// shares, and loses in one of twenty of the rest.
const WORTH: f64 = 0.08 - 0.92 * 0.05;

fn deck() -> Vec<Good> {
    (0..GOODS).map(|good| Good::new(format!("card {good}"), "cards", 2)).collect()
}

/// Plays so many blocks; with luck, all changes hang on luck that is counted.
fn play(dice: &mut Dice, trials: &mut TrialSums, blocks: u64, luck: bool) {
    let kinds = if luck { 4 * GOODS } else { 2 * GOODS };
    for _ in 0..blocks {
        let common = dice.unit();
        let mut row = vec![None; kinds];
        // Every other trial takes a good away, which nobody holds.
        for at in (0..2 * GOODS).step_by(2) {
            if dice.unit() >= HANDED {
                continue;
            }
            let won = if common + dice.unit() < 0.4 { 60 } else { -60 * i64::from(dice.unit() < 0.05) };
            let counted = if luck { i64::from(dice.below(3)) - 1 } else { 0 };
            row[at] = Some(won + 30 * counted);
            if luck {
                row[2 * GOODS + at] = Some(2_048 * counted);
            }
        }
        trials.add(row.into_iter());
    }
}

/// A deck looked at as lists are, from 250 blocks to 1 000.
fn equals(luck: bool) -> Experiment {
    let goods = deck();
    // No margin to hide behind: any that is held to be above its equals is an error.
    let rule = Rule { too_strong: 0.0, ..*PRINTED };
    let looks = fourfold(250, 1_000);
    let strict = many::level_of_each(0.95, 3 * GOODS * looks.len());
    let kinds = vec![
        ("card called too strong among equals", Claim::ErrsAtMost),
        ("worth of one more card", Claim::Holds),
        ("worth of a card above the others", Claim::Holds),
    ];
    let with = if luck { "with" } else { "without" };
    let about = format!("{GOODS} equal cards {with} luck that is counted, looks at {looks:?} blocks");
    Experiment::of_rows(about, kinds, move |number| {
        let mut dice = Dice::new("a deck of equals", number);
        let (kinds, mut before, mut starred) = (if luck { 4 } else { 2 } * GOODS, 0, false);
        let mut sums = Sums { trials: TrialSums::new(kinds), used: vec![0; GOODS], games: 0 };
        let mut last: Vec<Row> = Vec::new();
        for &look in &looks {
            play(&mut dice, &mut sums.trials, look - before, luck);
            before = look;
            last = rows(&goods, &sums, &rule, 0.95, strict);
            starred |= last.iter().any(|row| row.ruling == Ruling::TooStrong);
        }
        let one = last.iter().find(|row| row.name == goods[number as usize % GOODS].name);
        vec![Some(starred), one.map(|row| row.worth.contains(WORTH)), one.map(|row| row.edge.contains(0.0))]
    })
}

/// Every experiment with decks.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    vec![equals(false), equals(true)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;
    use crate::stats::simulate::shares;

    #[test]
    fn calibration_a_deck_of_equals_has_no_star_in_nineteen_lists_of_twenty() {
        held(&experiments(), 400);
        // The same lists by intervals that are not corrected would err often.
        let [seen] = shares(400, |number| {
            let mut dice = Dice::new("a deck of equals", number);
            let mut sums = Sums { trials: TrialSums::new(2 * GOODS), used: vec![0; GOODS], games: 0 };
            let (mut before, mut any) = (0, false);
            for look in fourfold(250, 1_000) {
                play(&mut dice, &mut sums.trials, look - before, false);
                before = look;
                any |= rows(&deck(), &sums, &PRINTED, 0.95, 0.95).iter().any(|row| row.edge.low > 0.0);
            }
            [any]
        });
        assert!(seen > 0.15, "{seen}");
    }
}
