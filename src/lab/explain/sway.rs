//! Whether a setting can change a verdict. Pure: intervals in, words out.
//!
//! A verdict is what an interval says against a yardstick. A number can change
//! it when some plausible value's whole corrected interval gives another
//! verdict, and cannot when the intervals of all its plausible values keep it;
//! anything else is undecided. An interval that merely reaches over an edge
//! proves neither, and neither do games that came out exactly like the base's:
//! a switch that matters in 1 % of the blocks does so in a third of all looks at
//! 100. There the base's own interval is the value's, with what may part in
//! blocks that were not played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::estimates::Named;
use crate::game::Unit;
use crate::stats::equivalence::{Bounds, Place};
use crate::stats::estimate::Estimate;
use crate::stats::imagined;

/// What a value is held against.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Yardstick {
    /// The value called fair; none where only effects are told.
    #[schemars(with = "Option<f64>")]
    pub fair: f64,
    /// Deviation from it still called level; without one only the side on
    /// which the value lies is judged.
    pub margin: Option<f64>,
}

/// A yardstick's numbers; none of them without one.
///
/// # Errors
/// Those of the sink.
pub fn numbers<S: Serializer>(yardstick: &Option<Yardstick>, to: S) -> Result<S::Ok, S::Error> {
    yardstick.unwrap_or(Yardstick { fair: f64::NAN, margin: None }).serialize(to)
}

/// What an interval says against a yardstick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// All of it lies within the margin.
    Level,
    /// All of it lies above fair plus margin.
    Above,
    /// All of it lies below fair minus margin.
    Below,
    /// It reaches over an edge.
    Undecided,
}

impl Yardstick {
    /// Judges an interval.
    #[must_use]
    pub fn rule(&self, estimate: &Estimate) -> Ruling {
        match Bounds::around(self.fair, self.margin.unwrap_or(0.0)).place(estimate) {
            Place::Within if self.margin.is_some() => Ruling::Level,
            Place::Above => Ruling::Above,
            Place::Below => Ruling::Below,
            Place::Within | Place::Across => Ruling::Undecided,
        }
    }
}

/// Whether a setting, or a number with all its plausible values, can change a
/// verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sway {
    /// Some value gives another verdict.
    Can,
    /// Every value keeps it.
    Cannot,
    /// Not decided within the games played.
    Undecided,
}

impl Sway {
    /// In a table's words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Can => "yes",
            Self::Cannot => "no",
            Self::Undecided => "undecided",
        }
    }

    /// Of one number judged several times (for each bot of a panel, in each
    /// match form): it can when it can once, it cannot when it never can.
    #[must_use]
    pub fn joined(all: impl IntoIterator<Item = Self>) -> Option<Self> {
        all.into_iter().reduce(|a, b| match (a, b) {
            (Self::Can, _) | (_, Self::Can) => Self::Can,
            (Self::Cannot, Self::Cannot) => Self::Cannot,
            _ => Self::Undecided,
        })
    }
}

/// What a changed arm's corrected interval says, and whether all of its blocks
/// came out as in the base.
///
/// If they did, B of them, the arm's own interval says nothing that the base's
/// doesn't. So few blocks part unseen ([`imagined::unseen`]) that a share moves
/// by no more than theirs; of a number the corrected interval of
/// the difference is taken. The base's interval is widened by so much.
#[must_use]
pub fn ruled(yardstick: &Yardstick, base: &Estimate, strict: &Named) -> (Ruling, bool) {
    let Some(difference) = strict.difference.as_ref().filter(|difference| difference.same) else {
        return (yardstick.rule(&strict.estimate), false);
    };
    let Estimate { level, n, .. } = difference.estimate;
    let unseen = if strict.unit == Unit::Number { 0.0 } else { imagined::unseen(n, level) };
    let room = difference.estimate.half_width().max(unseen);
    (yardstick.rule(&base.widened(room)), true)
}

/// Whether a value with this verdict changes the base's.
#[must_use]
pub fn changes(base: Ruling, ruling: Ruling) -> Sway {
    match (base, ruling) {
        (Ruling::Undecided, _) | (_, Ruling::Undecided) => Sway::Undecided,
        (base, ruling) if base == ruling => Sway::Cannot,
        _ => Sway::Can,
    }
}

/// Whether a number whose values get these verdicts can change the base's.
///
/// Two values with different decided verdicts settle that it can, even where
/// the base itself is undecided.
#[must_use]
pub fn sway(base: Ruling, rulings: &[Ruling]) -> Sway {
    let mut decided: Vec<Ruling> = Vec::new();
    let mut open = false;
    for &ruling in rulings.iter().chain([&base]) {
        if ruling == Ruling::Undecided {
            open = true;
        } else if !decided.contains(&ruling) {
            decided.push(ruling);
        }
    }
    match (decided.len(), open) {
        (2.., _) => Sway::Can,
        (_, true) => Sway::Undecided,
        _ => Sway::Cannot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimates::Difference;
    use crate::metric::Metric;
    use crate::stats::Method;

    fn around(value: f64, half: f64) -> Estimate {
        Estimate::around(value, half, 0.95, Method::BlockT, 10)
    }

    const BAND: Yardstick = Yardstick { fair: 0.5, margin: Some(0.02) };

    #[test]
    fn only_whole_intervals_decide() {
        assert_eq!(BAND.rule(&around(0.5, 0.01)), Ruling::Level);
        assert_eq!(BAND.rule(&around(0.5, 0.03)), Ruling::Undecided);
        assert_eq!(BAND.rule(&around(0.55, 0.02)), Ruling::Above);
        assert_eq!(BAND.rule(&around(0.45, 0.02)), Ruling::Below);
        assert_eq!(BAND.rule(&around(0.53, 0.02)), Ruling::Undecided);
        let edge = Yardstick { fair: 0.0, margin: None };
        assert_eq!(edge.rule(&around(0.0, 0.0)), Ruling::Undecided, "no margin, no level");
        assert_eq!(edge.rule(&around(0.02, 0.01)), Ruling::Above);
        assert_eq!(edge.rule(&around(-0.02, 0.01)), Ruling::Below);
    }

    #[test]
    fn a_number_sways_when_two_decided_verdicts_differ() {
        use Ruling::{Above, Below, Level, Undecided};
        let cases: [(Ruling, &[Ruling], Sway); 9] = [
            (Level, &[Level, Level], Sway::Cannot),
            (Level, &[Level, Undecided], Sway::Undecided),
            (Level, &[Undecided, Above], Sway::Can),
            (Above, &[Level], Sway::Can),
            (Above, &[Below], Sway::Can),
            (Above, &[Above], Sway::Cannot),
            (Undecided, &[Level], Sway::Undecided),
            (Undecided, &[Level, Above], Sway::Can),
            (Undecided, &[Undecided], Sway::Undecided),
        ];
        for (base, rulings, wanted) in cases {
            assert_eq!(sway(base, rulings), wanted, "{base:?} {rulings:?}");
        }
    }

    /// A changed arm whose `blocks` blocks all came out like the base's.
    fn alike(blocks: u64, unit: Unit) -> Named {
        let estimate = Estimate::around(0.0, 2.8 / blocks as f64, 0.95, Method::Unvaried, blocks);
        let base = "".into();
        let difference = Difference { base, estimate, adjusted: None, worth: None, p: None, same: true };
        let metric = Metric::FIRST_SEAT;
        let value = around(0.5, 0.2);
        Named { metric, unit, estimate: value, adjusted: None, difference: Some(difference) }
    }

    #[test]
    fn what_played_out_the_same_cannot_sway_once_enough_was_played() {
        let base = around(0.5, 0.01);
        let ruled = |blocks, base: &Estimate| ruled(&BAND, base, &alike(blocks, Unit::Share));
        assert_eq!(ruled(100, &base), (Ruling::Undecided, true), "3 % of the blocks may part");
        assert_eq!(ruled(1_000, &base), (Ruling::Level, true));
        assert_eq!(ruled(1_000, &around(0.55, 0.02)), (Ruling::Above, true));
        assert_eq!(ruled(1_000, &around(0.52, 0.02)), (Ruling::Undecided, true));
        assert_eq!(super::ruled(&BAND, &base, &alike(300, Unit::Number)), (Ruling::Level, true));
        let mut parted = alike(1_000, Unit::Share);
        parted.difference.as_mut().unwrap().same = false;
        assert_eq!(super::ruled(&BAND, &base, &parted), (Ruling::Undecided, false));
        assert_eq!(Sway::joined([Sway::Cannot, Sway::Undecided]), Some(Sway::Undecided));
        assert_eq!(Sway::joined([Sway::Cannot, Sway::Can]), Some(Sway::Can));
        assert_eq!(Sway::joined([]), None);
    }

    /// At the level of many settings together the rule of three is wider than
    /// the interval of a difference that was never seen.
    #[test]
    fn what_was_never_met_is_given_all_the_room_of_its_level() {
        let base = around(0.5, 0.01);
        let ruling = |blocks: u64, unit: Unit| {
            let mut strict = alike(blocks, unit);
            let difference = strict.difference.as_mut().unwrap();
            difference.estimate = Estimate::around(0.0, 4.7 / blocks as f64, 0.999, Method::Unvaried, blocks);
            ruled(&BAND, &base, &strict)
        };
        // ln(1000) / 600 = 1.15 %, ln(1000) / 800 = 0.86 %; 1 % is left.
        assert_eq!(ruling(600, Unit::Share), (Ruling::Undecided, true));
        assert_eq!(ruling(800, Unit::Share), (Ruling::Level, true));
        assert_eq!(ruling(600, Unit::Number), (Ruling::Level, true), "a number has no such bound");
    }
}
