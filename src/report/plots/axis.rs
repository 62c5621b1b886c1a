//! From values to places: scales, round ticks, and labels that keep out of each
//! other's way. Nothing is drawn here.

use super::letters::{self, Weight};
use crate::report::figure::{Format, Unit};

/// The size of tick labels.
pub(super) const TICK: f64 = 12.0;

/// A scale from values to places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    log: bool,
}

impl Scale {
    /// Equal steps. An empty range is widened, so that a place always exists.
    pub(super) fn linear((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        let (from, to) = widened(from, to);
        Self { from, to, start, end, log: false }
    }

    /// Equal factors; for values from 1 up.
    pub(super) fn logarithmic((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        let from = from.max(1.0);
        let to = to.max(from * 1.5);
        Self { from, to, start, end, log: true }
    }

    /// The place of a value.
    pub(super) fn at(&self, value: f64) -> f64 {
        let part = if self.log {
            (value.max(1.0) / self.from).ln() / (self.to / self.from).ln()
        } else {
            (value - self.from) / (self.to - self.from)
        };
        self.start + (self.end - self.start) * part
    }

    /// The same, kept within the scale's places.
    pub(super) fn within(&self, value: f64) -> f64 {
        let (low, high) = if self.start < self.end { (self.start, self.end) } else { (self.end, self.start) };
        self.at(value).clamp(low, high)
    }

    /// Whether a value lies on the scale.
    pub(super) fn holds(&self, value: f64) -> bool {
        let slack = (self.to - self.from) * 1e-9;
        value >= self.from - slack && value <= self.to + slack
    }

    /// Where the places begin and end.
    pub(super) fn places(&self) -> (f64, f64) {
        (self.start, self.end)
    }

    /// Round ticks whose labels don't touch when written side by side.
    pub(super) fn ticks_across(&self, format: &Format) -> Vec<(f64, String)> {
        let room = (self.end - self.start).abs();
        if self.log {
            return self.decades(format, room);
        }
        let mut most = (room / 48.0).clamp(2.0, 9.0) as usize;
        loop {
            let ticks = self.ticks(most, format);
            let widths: Vec<f64> =
                ticks.iter().map(|(_, text)| letters::width(text, TICK, Weight::Regular)).collect();
            let apart = ticks.windows(2).zip(widths.windows(2)).all(|(pair, width)| {
                (self.at(pair[1].0) - self.at(pair[0].0)).abs() >= f64::midpoint(width[0], width[1]) + 14.0
            });
            if apart || most <= 2 {
                return ticks;
            }
            most -= 1;
        }
    }

    /// At most `most` or so round ticks within the scale.
    pub(super) fn ticks(&self, most: usize, format: &Format) -> Vec<(f64, String)> {
        let step = round_step((self.to - self.from) / most.max(1) as f64);
        // Nothing lies between whole numbers.
        let whole = format.decimals == 0 && matches!(format.unit, Unit::Number | Unit::Named(_));
        let step = if whole { step.max(1.0) } else { step };
        let first = (self.from / step - 1e-6).ceil() as i64;
        let last = (self.to / step + 1e-6).floor() as i64;
        (first..=last)
            .map(|index| index as f64 * step)
            .map(|value| (value, format.tick(value, step)))
            .collect()
    }

    /// Powers of ten and, where there is room, twice and five times them.
    fn decades(&self, format: &Format, room: f64) -> Vec<(f64, String)> {
        let decades = (self.to / self.from).log10().max(0.1);
        for factors in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
            let mut ticks = Vec::new();
            let mut power = 1.0;
            while power <= self.to * 1.001 {
                for factor in factors {
                    let value = power * factor;
                    if value >= self.from * 0.999 && value <= self.to * 1.001 {
                        ticks.push((value, format.tick(value, 1.0)));
                    }
                }
                power *= 10.0;
            }
            let width = letters::widest(ticks.iter().map(|(_, text)| text.as_str()), TICK, Weight::Regular);
            if factors.len() == 1 || (width + 14.0) * factors.len() as f64 * decades * 1.25 <= room {
                return ticks;
            }
        }
        Vec::new()
    }
}

fn widened(from: f64, to: f64) -> (f64, f64) {
    if !(from.is_finite() && to.is_finite()) {
        return (0.0, 1.0);
    }
    let (from, to) = if from <= to { (from, to) } else { (to, from) };
    if to - from > f64::EPSILON * from.abs().max(1.0) {
        return (from, to);
    }
    let half = if from == 0.0 { 0.5 } else { from.abs() * 0.05 };
    (from - half, to + half)
}

/// The next of 1, 2, 5 × a power of ten.
pub(super) fn round_step(step: f64) -> f64 {
    if !(step.is_finite() && step > 0.0) {
        return 1.0;
    }
    let power = 10_f64.powi(step.log10().floor() as i32);
    let part = step / power;
    let factor = if part <= 1.000_001 {
        1.0
    } else if part <= 2.000_001 {
        2.0
    } else if part <= 5.000_001 {
        5.0
    } else {
        10.0
    };
    // 0.05 rather than 0.050000000000000003, so that ticks are the numbers named.
    if power < 1.0 { factor / (1.0 / power).round() } else { factor * power }
}

/// The smallest and the largest of some values; what isn't finite is left out.
pub(super) fn span(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let mut span = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.into_iter().filter(|value| value.is_finite()) {
        span = (span.0.min(value), span.1.max(value));
    }
    if span.0 <= span.1 { span } else { (0.0, 1.0) }
}

/// A range with some air at both ends that doesn't leave `limits`.
pub(super) fn aired((low, high): (f64, f64), air: f64, limits: (f64, f64)) -> (f64, f64) {
    let (low, high) = widened(low, high);
    let more = (high - low) * air;
    ((low - more).max(limits.0.min(low)), (high + more).min(limits.1.max(high)))
}

/// Puts labels of some heights near their wished middles, one below the other.
/// Answers their middles in the order given.
pub(super) fn spread(wishes: &[(f64, f64)], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|&one, &other| wishes[one].0.total_cmp(&wishes[other].0));
    let mut middles = vec![0.0; wishes.len()];
    let mut free = top;
    for &index in &order {
        let (wish, height) = wishes[index];
        middles[index] = wish.max(free + height / 2.0);
        free = middles[index] + height / 2.0;
    }
    let mut free = bottom;
    for &index in order.iter().rev() {
        let height = wishes[index].1;
        middles[index] = middles[index].min(free - height / 2.0);
        free = middles[index] - height / 2.0;
    }
    middles
}

/// Puts labels of some widths near their wished middles between `left` and
/// `right`, in as few lanes as needed. Answers each one's middle and lane.
pub(super) fn lanes(wishes: &[(f64, f64)], left: f64, right: f64) -> Vec<(f64, usize)> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|&one, &other| wishes[one].0.total_cmp(&wishes[other].0));
    let mut ends: Vec<f64> = Vec::new();
    let mut places = vec![(0.0, 0); wishes.len()];
    for index in order {
        let (wish, width) = wishes[index];
        let middle = wish.min(right - width / 2.0).max(left + width / 2.0);
        let begin = middle - width / 2.0;
        let lane = ends.iter().position(|&end| end + 10.0 <= begin).unwrap_or(ends.len());
        if lane == ends.len() {
            ends.push(0.0);
        }
        ends[lane] = middle + width / 2.0;
        places[index] = (middle, lane);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (step, round) in
            [(0.013, 0.02), (0.05, 0.05), (0.3, 0.5), (1.0, 1.0), (7.0, 10.0), (130.0, 200.0)]
        {
            assert_eq!(round_step(step), round);
        }
        assert_eq!(round_step(0.0), 1.0);
        assert_eq!(round_step(f64::NAN), 1.0);
    }

    #[test]
    fn ticks_lie_on_the_scale_and_apart() {
        let scale = Scale::linear((0.4137, 0.5521), (0.0, 400.0));
        let ticks = scale.ticks_across(&Format::percent(1));
        assert!(ticks.len() >= 3 && ticks.iter().all(|(value, _)| scale.holds(*value)), "{ticks:?}");
        let log = Scale::logarithmic((100.0, 250_000.0), (0.0, 500.0));
        let ticks = log.ticks_across(&Format::number(0));
        assert!(ticks.iter().any(|(value, _)| *value == 1000.0) && ticks.len() >= 3, "{ticks:?}");
        assert_eq!(log.at(100.0), 0.0);
        let flat = Scale::linear((3.0, 3.0), (0.0, 100.0));
        assert_eq!(flat.at(3.0), 50.0);
    }

    #[test]
    fn spread_labels_do_not_overlap_and_stay_inside() {
        let wishes = [(10.0, 14.0), (11.0, 14.0), (12.0, 28.0), (95.0, 14.0)];
        let middles = spread(&wishes, 0.0, 100.0);
        let mut boxes: Vec<(f64, f64)> = middles
            .iter()
            .zip(&wishes)
            .map(|(middle, (_, height))| (middle - height / 2.0, middle + height / 2.0))
            .collect();
        boxes.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert!(boxes[0].0 >= 0.0 && boxes[3].1 <= 100.0);
        assert!(boxes.windows(2).all(|pair| pair[0].1 <= pair[1].0 + 1e-9));
    }

    #[test]
    fn labels_in_one_lane_do_not_touch() {
        let places = lanes(&[(50.0, 60.0), (55.0, 60.0), (200.0, 60.0), (5.0, 30.0)], 0.0, 220.0);
        assert_eq!(places[3].0, 15.0, "pushed in from the edge");
        assert_eq!(places[2], (190.0, 0));
        assert_ne!(places[0].1, places[1].1);
    }
}
