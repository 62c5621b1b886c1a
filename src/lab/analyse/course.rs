//! How games go: the winner's chance from moment to moment.

use schemars::JsonSchema;
use serde::Serialize;

use crate::arena::oracle::{Effort, Story};
use crate::game::WIN;

/// A lead is a chance that lies so far above every other seat's.
pub const LEAD: f64 = 0.1;
/// A result counts as known while the winner's chance is at least this.
pub const KNOWN: f64 = 0.9;
/// Places of the fan.
const PLACES: usize = 20;

/// Everybody's chances over one game, by place in it: at 0 nothing has been
/// decided yet, at 1 everything has.
pub struct Course {
    /// Place and chances, by rising place; the last is the result.
    points: Vec<(f64, Vec<f64>)>,
    /// Who won.
    winner: usize,
}

impl Course {
    /// Of chances that are known: place and everybody's, the result last.
    pub fn known(points: Vec<(f64, Vec<f64>)>, winner: usize) -> Self {
        Self { points, winner }
    }

    /// Of a game that one seat alone has won: by the first half of the
    /// continuations, by the second, by all.
    pub fn of(story: &Story, effort: Effort) -> Option<[Self; 3]> {
        let share = story.share.as_ref()?;
        let winner = share.iter().position(|&share| share == WIN)?;
        let place = |at: u32| f64::from(at + 1) / f64::from(story.decisions + 1);
        let mut courses = [(); 3].map(|()| Self { points: Vec::new(), winner });
        for moment in &story.moments {
            for (course, chances) in courses.iter_mut().zip(moment.chances(effort.measuring)) {
                course.points.push((place(moment.at), chances));
            }
        }
        let result: Vec<f64> = (0..share.len()).map(|seat| f64::from(u8::from(seat == winner))).collect();
        for course in &mut courses {
            course.points.push((1.0, result.clone()));
        }
        Some(courses)
    }

    fn winners(&self) -> impl DoubleEndedIterator<Item = (f64, f64)> + '_ {
        self.points.iter().map(|(place, chances)| (*place, chances[self.winner]))
    }

    /// The winner's chance at a place, on straight lines between moments.
    fn at(&self, place: f64) -> f64 {
        let (mut before, mut after) = ((0.0, self.points[0].1[self.winner]), (1.0, 1.0));
        for point in self.winners() {
            if point.0 <= place {
                before = point;
            } else {
                after = point;
                break;
            }
        }
        let (x0, y0) = before;
        let (x1, y1) = after;
        if x1 <= x0 { y1 } else { y0 + (y1 - y0) * (place - x0) / (x1 - x0) }
    }

    /// How often the lead changes hands: a seat leads from when its chance lies
    /// [`LEAD`] above all others' to when another's does. Not at a table of one.
    pub fn lead_changes(&self) -> f64 {
        let (mut leader, mut changes) = (None, 0.0);
        for (_, chances) in &self.points {
            let best = (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b]).then(b.cmp(&a)));
            let Some(best) = best else { continue };
            let clear = (0..chances.len()).all(|seat| seat == best || chances[best] >= chances[seat] + LEAD);
            if clear && leader != Some(best) {
                changes += f64::from(u8::from(leader.is_some()));
                leader = Some(best);
            }
        }
        changes
    }

    /// Drama (Browne 2008, "Automatic generation and evaluation of
    /// recombination games", section 4.4.2, linear instead of by roots): how far
    /// the eventual winner's chance lay behind the best other, on average over
    /// the moments of the game; 0 where it led.
    pub fn drama(&self) -> f64 {
        let moments = &self.points[..self.points.len() - 1];
        let behind = |chances: &Vec<f64>| {
            let rivals = (0..chances.len()).filter(|&seat| seat != self.winner);
            let best = rivals.map(|seat| chances[seat]).fold(0.0, f64::max);
            (best - chances[self.winner]).max(0.0)
        };
        let sum: f64 = moments.iter().map(|(_, chances)| behind(chances)).sum();
        if moments.is_empty() { 0.0 } else { sum / moments.len() as f64 }
    }

    /// The place from which on the winner's chance stays at [`KNOWN`] or more,
    /// on straight lines between moments.
    pub fn known_from(&self) -> f64 {
        let mut after: Option<(f64, f64)> = None;
        for (place, chance) in self.winners().rev() {
            if chance < KNOWN {
                let Some((x, y)) = after else { return 1.0 };
                return place + (x - place) * (KNOWN - chance) / (y - chance);
            }
            after = Some((place, chance));
        }
        after.map_or(1.0, |(place, _)| place)
    }
}

/// A number of a game's course with the noise of its chances taken out to first
/// order: twice that of all continuations minus the mean of those of either
/// half, whose noise is twice as large (the half-sample jackknife; Quenouille
/// 1956).
pub fn without_noise(courses: &[Course; 3], of: impl Fn(&Course) -> f64) -> f64 {
    let [first, second, all] = [0, 1, 2].map(|which| of(&courses[which]));
    2.0 * all - f64::midpoint(first, second)
}

/// The winner's chance at a place of the game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Band {
    /// Place in the game: 0 before the first decision, 1 after the last.
    pub place: f64,
    /// One game in twenty lies below.
    pub q05: f64,
    /// One in four.
    pub q25: f64,
    /// Half of them.
    pub median: f64,
    /// Three in four.
    pub q75: f64,
    /// Nineteen in twenty.
    pub q95: f64,
}

/// The winner's chance over the game as a fan: quantiles over the games that one
/// seat alone has won. Empty where there are none with a decision in them.
#[must_use]
pub fn fan(stories: &[Story], effort: Effort) -> Vec<Band> {
    let told = stories.iter().filter(|story| !story.moments.is_empty());
    let courses: Vec<Course> =
        told.filter_map(|story| Course::of(story, effort)).map(|[.., all]| all).collect();
    if courses.is_empty() {
        return Vec::new();
    }
    let band = |k: usize| {
        let place = k as f64 / PLACES as f64;
        let mut chances: Vec<f64> = courses.iter().map(|course| course.at(place)).collect();
        chances.sort_by(f64::total_cmp);
        let quantile =
            |q: f64| chances[((q * chances.len() as f64).ceil() as usize).clamp(1, chances.len()) - 1];
        let [q05, q25, median, q75, q95] = [0.05, 0.25, 0.5, 0.75, 0.95].map(quantile);
        Band { place, q05, q25, median, q75, q95 }
    };
    (0..=PLACES).map(band).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(winner: usize, chances: &[f64]) -> Course {
        let n = chances.len() as f64 + 1.0;
        let mut points: Vec<(f64, Vec<f64>)> =
            (1..).zip(chances).map(|(k, &x)| (f64::from(k) / n, vec![x, 1.0 - x])).collect();
        points.push((1.0, if winner == 0 { vec![1.0, 0.0] } else { vec![0.0, 1.0] }));
        Course::known(points, winner)
    }

    #[test]
    fn courses_are_read_by_hand() {
        let there_and_back = course(0, &[0.5, 0.6, 0.3, 0.95]);
        assert_eq!(there_and_back.lead_changes(), 2.0, "0.6 leads, 0.3 is behind, 0.95 leads again");
        assert!((there_and_back.drama() - 0.4 / 4.0).abs() < 1e-12);
        // From 0.3 at 0.6 to 0.95 at 0.8 the line crosses 0.9 at 0.6 + 0.2 * 0.6 / 0.65.
        assert!((there_and_back.known_from() - (0.6 + 0.2 * 0.6 / 0.65)).abs() < 1e-12);
        assert!((there_and_back.at(0.7) - 0.625).abs() < 1e-12 && there_and_back.at(0.0) == 0.5);
        let upset = course(1, &[0.9]);
        assert_eq!((upset.lead_changes(), upset.known_from()), (1.0, 0.5 + 0.5 * 0.8 / 0.9));
        let level = course(0, &[0.52, 0.49, 0.5]);
        assert_eq!(level.lead_changes(), 0.0, "nobody led before the end");
    }
}
