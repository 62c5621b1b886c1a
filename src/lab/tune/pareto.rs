//! Targets that pull apart: the points that nothing beats.
//!
//! In: for every point, how far it misses each target, as an interval. Out:
//! which points are left when every point is struck that another beats.

/// How far a point misses one target: 0 is a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Miss {
    /// By the estimate.
    pub value: f64,
    /// Least, by the interval.
    pub low: f64,
    /// Most, by the interval.
    pub high: f64,
}

/// Whether `a` beats `b`: by the estimates it is worse on no target, and on one
/// it is surely better, whatever in their intervals is true.
#[must_use]
pub fn beats(a: &[Miss], b: &[Miss]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.value <= b.value) && a.iter().zip(b).any(|(a, b)| a.high < b.low)
}

/// Positions of the points that no other beats, in their order.
#[must_use]
pub fn front(points: &[Vec<Miss>]) -> Vec<usize> {
    let is_left = |&i: &usize| !points.iter().any(|other| beats(other, &points[i]));
    (0..points.len()).filter(is_left).collect()
}

/// Positions of the points that no other beats by the estimates alone.
#[must_use]
pub fn by_value(points: &[Vec<Miss>]) -> Vec<usize> {
    let exact = |misses: &Vec<Miss>| -> Vec<Miss> {
        misses.iter().map(|m| Miss { low: m.value, high: m.value, ..*m }).collect()
    };
    front(&points.iter().map(exact).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn miss(value: f64, half: f64) -> Miss {
        Miss { value, low: (value - half).max(0.0), high: value + half }
    }

    #[test]
    fn a_point_falls_only_to_one_that_is_nowhere_worse_and_surely_better_somewhere() {
        let points = |half: f64| -> Vec<Vec<Miss>> {
            [[0.0, 3.0], [1.0, 1.0], [3.0, 0.0], [2.0, 2.0], [1.1, 1.0]]
                .iter()
                .map(|p| p.iter().map(|&v| miss(v, half)).collect())
                .collect()
        };
        assert_eq!(front(&points(0.0)), [0, 1, 2], "[2, 2] loses to [1, 1], [1.1, 1] too");
        assert_eq!(front(&points(0.2)), [0, 1, 2, 4], "0.1 is within the intervals");
        assert_eq!(front(&points(2.0)), [0, 1, 2, 3, 4]);
        // Worse by the estimate on one target is enough to stay.
        let pair = [vec![miss(0.0, 0.1), miss(1.0, 0.5)], vec![miss(5.0, 0.1), miss(0.9, 0.5)]];
        assert_eq!(front(&pair), [0, 1]);
        assert_eq!(by_value(&points(2.0)), [0, 1, 2]);
    }

    #[test]
    fn equal_points_stay_both_and_nothing_beats_itself() {
        let two = vec![vec![miss(1.0, 0.0), miss(2.0, 0.0)]; 2];
        assert_eq!(front(&two), [0, 1]);
        assert!(!beats(&two[0], &two[0]));
        assert_eq!(front(&[]), [0_usize; 0]);
        assert_eq!(front(&[vec![miss(f64::INFINITY, 1.0)], vec![miss(0.0, 0.0)]]), [1]);
    }
}
