//! What a plot shows, as plain data: numbers with their intervals and the words
//! around them. Comes in from the verdicts; goes out to `plots` (drawing) and
//! `html`/`markdown` (words). Nothing is computed here but wording and bins.

mod format;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use format::{Format, Unit};

/// A value with its interval. Where low, value and high are the same number it
/// is exact and no interval is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The estimate.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

impl Point {
    /// An estimate with its interval.
    #[must_use]
    pub const fn new(value: f64, low: f64, high: f64) -> Self {
        Self { value, low, high }
    }

    /// A value known without error.
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self { value, low: value, high: value }
    }

    /// Whether there is no interval to draw.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.low == self.value && self.high == self.value
    }

    /// Whether it can be drawn at all.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.value.is_finite() && self.low.is_finite() && self.high.is_finite()
    }
}

/// The words around a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The file stem, in kebab-case, unique within a report.
    pub id: String,
    /// What the figure says, in one line.
    pub title: String,
    /// What was asked, of how many games, in which unit.
    pub subtitle: String,
    /// How to read it: the method of the intervals, the seed, what is left out.
    pub note: String,
}

/// One axis: its name with its unit, and how values on it are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// What is measured, with its unit in words: `home wins (% of decided games)`.
    pub label: String,
    /// How values are written.
    pub format: Format,
}

impl Axis {
    /// An axis by its label and format.
    #[must_use]
    pub fn new(label: &str, format: Format) -> Self {
        Self { label: label.to_owned(), format }
    }
}

/// A labelled line to compare with: `fair: 50 %`.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Where the line lies.
    pub value: f64,
    /// What it stands for, with its number.
    pub label: String,
}

impl Reference {
    /// A line by its place and label.
    #[must_use]
    pub fn new(value: f64, label: &str) -> Self {
        Self { value, label: label.to_owned() }
    }
}

/// A labelled stretch of an axis: the margin that counts as fair, a budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// Where it begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// What it stands for: `counts as fair: 48–52 %`.
    pub label: String,
}

/// How a row stands to the question asked; decides colour and shape of its mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Nothing was judged.
    #[default]
    Plain,
    /// What the others are compared with.
    Baseline,
    /// Holds what was asked of it.
    Good,
    /// Breaks what was asked of it.
    Bad,
    /// Not decided within the games played.
    Undecided,
    /// An effect that is told apart from none.
    Clear,
    /// One that is not.
    Unclear,
}

/// What a standing means in this figure, for its legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The standing explained.
    pub standing: Standing,
    /// Its meaning in words: `inside the margin`.
    pub text: String,
}

impl Key {
    /// A legend of these standings.
    #[must_use]
    pub fn list<const N: usize>(keys: [(Standing, &str); N]) -> Vec<Self> {
        keys.map(|(standing, text)| Self { standing, text: text.to_owned() }).into()
    }
}

/// Whether rows are drawn as given or sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As given.
    #[default]
    Given,
    /// Largest value first, within each group; equal ones as given.
    ByValue,
}

/// One row of a [`Forest`].
#[derive(Clone, Debug, PartialEq)]
pub struct ForestRow {
    /// The heading it stands under; empty for none.
    pub group: String,
    /// The arm, seat or metric.
    pub label: String,
    /// Its estimate.
    pub point: Point,
    /// How it stands to the question.
    pub standing: Standing,
}

/// Many estimates of one quantity, one row each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    /// The words around it.
    pub head: Heading,
    /// The quantity.
    pub axis: Axis,
    /// The rows; groups come in the order in which they first appear.
    pub rows: Vec<ForestRow>,
    /// Whether rows are sorted.
    pub order: Order,
    /// Lines to compare with.
    pub references: Vec<Reference>,
    /// What counts as fair, if that was asked.
    pub margin: Option<Margin>,
    /// The meaning of the standings that occur.
    pub keys: Vec<Key>,
}

/// One distribution of a [`Histogram`].
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The arm or seat.
    pub name: String,
    /// The share of each bin, in the order of the bins.
    pub shares: Vec<f64>,
    /// Lines of this distribution, for example its median.
    pub marks: Vec<Reference>,
}

/// One or more distributions over the same bins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// The words around it.
    pub head: Heading,
    /// What is distributed.
    pub x: Axis,
    /// What the height is a share of.
    pub y: Axis,
    /// The bins.
    pub bins: Bins,
    /// What the last bin holds, where it stands apart from the scale: games
    /// that were stopped. Empty where it doesn't.
    pub apart: String,
    /// The distributions.
    pub series: Vec<Spread>,
}

/// Bins of equal width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bins {
    /// The first bin's lowest value.
    pub start: i64,
    /// How many whole numbers a bin holds.
    pub width: i64,
    /// How many bins there are.
    pub count: usize,
    /// Whether the last bin also holds everything above it.
    pub open: bool,
}

impl Default for Bins {
    fn default() -> Self {
        Self { start: 0, width: 1, count: 0, open: false }
    }
}

impl Bins {
    /// Bins of a round width that cover `low..=high` with at most `most` bins.
    #[must_use]
    pub fn covering(low: i64, high: i64, most: usize) -> Self {
        let most = most.max(1) as i64;
        let mut width = 1;
        for scale in 0..18 {
            let ten = 10_i64.pow(scale);
            let fits = |width: i64| high.div_euclid(width) - low.div_euclid(width) < most;
            if let Some(found) = [ten, 2 * ten, 5 * ten].into_iter().find(|&width| fits(width)) {
                width = found;
                break;
            }
        }
        let start = low.div_euclid(width) * width;
        let count = (high.max(low).div_euclid(width) - start.div_euclid(width) + 1) as usize;
        Self { start, width, count, open: false }
    }

    /// The shares of all bins from `(value, how often)` pairs. What lies outside
    /// counts in the total, and in the last bin where that is open.
    #[must_use]
    pub fn shares(&self, counts: &[(i64, u64)]) -> Vec<f64> {
        let mut bins = vec![0_u64; self.count];
        let mut total = 0_u64;
        for &(value, count) in counts {
            total += count;
            let mut bin = (value - self.start).div_euclid(self.width);
            if self.open {
                bin = bin.min(self.count as i64 - 1);
            }
            if let Some(slot) = usize::try_from(bin).ok().and_then(|bin| bins.get_mut(bin)) {
                *slot += count;
            }
        }
        bins.into_iter().map(|count| if total == 0 { 0.0 } else { count as f64 / total as f64 }).collect()
    }

    /// What a bin holds, in words: `3`, `20–39`, `12 or more`.
    #[must_use]
    pub fn name(&self, bin: usize) -> String {
        let low = self.start + bin as i64 * self.width;
        let number = Format::number(0);
        if self.open && bin + 1 == self.count {
            format!("{} or more", number.value(low as f64))
        } else if self.width == 1 {
            number.value(low as f64)
        } else {
            number.range(low as f64, (low + self.width - 1) as f64)
        }
    }
}

/// One group of bars: a seat, an arm, a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct BarGroup {
    /// The group's name under its bars.
    pub label: String,
    /// One point per series.
    pub points: Vec<Point>,
}

/// Bars from zero, for example wins by seat for every arm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatBars {
    /// The words around it.
    pub head: Heading,
    /// What stands under the bars.
    pub x: String,
    /// What their height measures.
    pub y: Axis,
    /// The names of the series, in the order of each group's points.
    pub series: Vec<String>,
    /// The groups from left to right.
    pub groups: Vec<BarGroup>,
    /// Lines to compare with.
    pub references: Vec<Reference>,
}

/// What one setting of a switch does.
#[derive(Clone, Debug, PartialEq)]
pub struct TornadoEnd {
    /// The setting: `10`, `two-dice`.
    pub setting: String,
    /// Its effect against the default.
    pub effect: Point,
    /// Whether it is told apart from none, corrected for how many were tried
    /// where they are many.
    pub clear: bool,
}

impl TornadoEnd {
    /// An effect that is clear if its own interval leaves out zero.
    #[must_use]
    pub fn new(setting: impl Into<String>, effect: Point) -> Self {
        Self { setting: setting.into(), effect, clear: effect.low > 0.0 || effect.high < 0.0 }
    }
}

/// One switch of a [`Tornado`].
#[derive(Clone, Debug, PartialEq)]
pub struct TornadoRow {
    /// The switch or assumption, with its default: `home-advantage-points (5)`.
    pub label: String,
    /// Its other settings.
    pub ends: Vec<TornadoEnd>,
}

/// Effects of many switches on one quantity, largest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tornado {
    /// The words around it.
    pub head: Heading,
    /// The effect.
    pub axis: Axis,
    /// The switches, in any order.
    pub rows: Vec<TornadoRow>,
    /// Lines to compare with; zero is always drawn.
    pub references: Vec<Reference>,
}

/// A table of values by colour, for example bots against bots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heatmap {
    /// The words around it.
    pub head: Heading,
    /// What a cell's value is.
    pub value: Axis,
    /// What the rows are.
    pub row_title: String,
    /// What the columns are.
    pub column_title: String,
    /// The rows' names.
    pub rows: Vec<String>,
    /// The columns' names.
    pub columns: Vec<String>,
    /// The cells by row; an empty one was not played.
    pub cells: Vec<Vec<Option<Point>>>,
    /// The value of the neutral colour, for example 0.5; without one the colours
    /// run from the smallest to the largest value.
    pub centre: Option<f64>,
}

/// One measured place of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Where it was measured.
    pub x: f64,
    /// What was found.
    pub y: Point,
}

/// One named curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveSeries {
    /// The arm or metric.
    pub name: String,
    /// Its points, by rising `x`.
    pub points: Vec<CurvePoint>,
}

/// A quantity over a setting, with bands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The words around it.
    pub head: Heading,
    /// The setting.
    pub x: Axis,
    /// The quantity.
    pub y: Axis,
    /// The curves.
    pub series: Vec<CurveSeries>,
    /// Level lines to compare with.
    pub references: Vec<Reference>,
    /// Upright lines: the printed setting, the setting found.
    pub places: Vec<Reference>,
    /// What counts as fair, if that was asked.
    pub margin: Option<Margin>,
}

/// An estimate and its always-valid interval as games were played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Convergence {
    /// The words around it.
    pub head: Heading,
    /// The number of games or blocks (drawn on a logarithmic axis).
    pub x: Axis,
    /// The quantity.
    pub y: Axis,
    /// The estimates.
    pub series: Vec<CurveSeries>,
    /// Level lines to compare with.
    pub references: Vec<Reference>,
    /// Where the run was decided, if it was.
    pub decided: Option<Reference>,
    /// What counts as fair, if that was asked.
    pub margin: Option<Margin>,
}

/// A plot of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// Many estimates of one quantity.
    Forest(Forest),
    /// Distributions.
    Histogram(Histogram),
    /// Bars from zero.
    SeatBars(SeatBars),
    /// Effects of switches.
    Tornado(Tornado),
    /// Values by colour.
    Heatmap(Heatmap),
    /// A quantity over a setting.
    Curve(Curve),
    /// An estimate as games were played.
    Convergence(Convergence),
}

impl Figure {
    /// The words around it.
    #[must_use]
    pub fn head(&self) -> &Heading {
        match self {
            Self::Forest(figure) => &figure.head,
            Self::Histogram(figure) => &figure.head,
            Self::SeatBars(figure) => &figure.head,
            Self::Tornado(figure) => &figure.head,
            Self::Heatmap(figure) => &figure.head,
            Self::Curve(figure) => &figure.head,
            Self::Convergence(figure) => &figure.head,
        }
    }

    /// What the picture shows, in a sentence or two for those who can't see it.
    #[must_use]
    pub fn alt(&self) -> String {
        words::alt(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_cover_everything() {
        assert_eq!(Bins::covering(0, 12, 20), Bins { start: 0, width: 1, count: 13, open: false });
        assert_eq!(Bins::covering(23, 397, 40), Bins { start: 20, width: 10, count: 38, open: false });
        assert_eq!(Bins::covering(-7, 7, 8), Bins { start: -8, width: 2, count: 8, open: false });
        assert_eq!(Bins::covering(5, 5, 0).count, 1);
        let open = Bins { start: 0, width: 2, count: 3, open: true };
        assert_eq!(open.shares(&[(0, 1), (1, 1), (2, 1), (99, 1)]), vec![0.5, 0.25, 0.25]);
        assert_eq!(open.name(0), "0–1");
        assert_eq!(open.name(2), "4 or more");
        let shut = Bins { open: false, ..open };
        assert_eq!(shut.shares(&[(0, 1), (99, 3)]), vec![0.25, 0.0, 0.0]);
        assert_eq!(shut.shares(&[]), vec![0.0; 3]);
    }
}
