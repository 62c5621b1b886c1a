//! What may be turned: knobs with their values, and the arm at every point.
//!
//! In: `--set KEY=RANGE`s and an arm. Out: a [`Space`] whose points are
//! numbered (the last knob turns fastest), and [`Space::arm`], the arm with a
//! point's values set.

use schemars::JsonSchema;
use serde::Serialize;

use crate::lab::range;
use crate::scenario::PlanArm;
use crate::scenario::data_file::DataFile;
use crate::scenario::edit;
use crate::settings::Fault;

/// Most points of a space.
pub const MOST_POINTS: usize = 1 << 40;

/// One switch, assumption or data value with the values it may take.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Knob {
    /// Its key, `data.…` for a data value.
    pub key: String,
    /// Its values, in the order given.
    pub values: Vec<String>,
    /// The same as numbers, if all of them are and they rise.
    #[serde(skip)]
    pub numbers: Option<Vec<f64>>,
    /// The value of the game as printed; unknown for data.
    pub printed: Option<String>,
}

impl Knob {
    /// The place of the printed value among its values.
    #[must_use]
    pub fn at_printed(&self) -> Option<usize> {
        let printed = self.printed.as_ref()?;
        self.values.iter().position(|value| value == printed)
    }
}

/// All combinations of the knobs' values.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Space {
    /// The knobs, in the order given.
    pub knobs: Vec<Knob>,
}

impl Space {
    /// Reads ranges against an arm. Values are spelled as the switch spells
    /// them.
    ///
    /// # Errors
    /// An unknown key, an empty range, a value that the switch or the data
    /// don't allow, a key twice, or too many points.
    pub fn read(ranges: &[(String, String)], arm: &PlanArm) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut knobs: Vec<Knob> = Vec::new();
        for (key, text) in ranges {
            if knobs.iter().any(|knob| knob.key == *key) {
                faults.push(Fault::new(key, "two ranges", "one range per key"));
                continue;
            }
            match knob(key, text, arm) {
                Ok(knob) => knobs.push(knob),
                Err(fault) => faults.push(fault),
            }
        }
        let space = Self { knobs };
        let points = space.knobs.iter().try_fold(1_usize, |n, knob| n.checked_mul(knob.values.len()));
        if points.is_none_or(|n| n > MOST_POINTS) {
            faults.push(Fault::new("--set", "too many combinations", format!("at most {MOST_POINTS}")));
        }
        if faults.is_empty() { Ok(space) } else { Err(faults) }
    }

    /// Number of points.
    #[must_use]
    pub fn points(&self) -> usize {
        self.knobs.iter().map(|knob| knob.values.len()).product()
    }

    /// Number of values of each knob.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        self.knobs.iter().map(|knob| knob.values.len()).collect()
    }

    /// The place of each knob's value at a point.
    #[must_use]
    pub fn choice(&self, point: usize) -> Vec<usize> {
        let mut rest = point;
        let mut choice: Vec<usize> = self
            .knobs
            .iter()
            .rev()
            .map(|knob| {
                let place = rest % knob.values.len();
                rest /= knob.values.len();
                place
            })
            .collect();
        choice.reverse();
        choice
    }

    /// The point of these places.
    #[must_use]
    pub fn point(&self, choice: &[usize]) -> usize {
        self.knobs.iter().zip(choice).fold(0, |point, (knob, &place)| point * knob.values.len() + place)
    }

    /// The values at a point, in the order of the knobs.
    #[must_use]
    pub fn values(&self, point: usize) -> Vec<&str> {
        self.knobs.iter().zip(self.choice(point)).map(|(knob, place)| knob.values[place].as_str()).collect()
    }

    /// A point in words: `home-advantage = 6, kickoff = home`.
    #[must_use]
    pub fn words(&self, point: usize) -> String {
        let values = self.values(point);
        let parts = self.knobs.iter().zip(values).map(|(knob, value)| format!("{} = {value}", knob.key));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// How far a point is from the printed game: knobs that differ first, then
    /// steps. Decides between equal losses.
    #[must_use]
    pub fn distance(&self, point: usize) -> (usize, usize) {
        let choice = self.choice(point);
        let steps = self.knobs.iter().zip(choice).map(|(knob, place)| match knob.at_printed() {
            Some(printed) => place.abs_diff(printed),
            None => place + 1,
        });
        let steps: Vec<usize> = steps.collect();
        (steps.iter().filter(|&&s| s > 0).count(), steps.iter().sum())
    }

    /// The point of the printed game or, where its values are not among the
    /// knobs', the first value of those knobs.
    #[must_use]
    pub fn start(&self) -> Vec<usize> {
        self.knobs.iter().map(|knob| knob.at_printed().unwrap_or(0)).collect()
    }

    /// The arm at a point.
    ///
    /// # Errors
    /// Values that don't go together, or that a table of other size would need.
    pub fn arm(&self, base: &PlanArm, point: usize) -> Result<PlanArm, Vec<Fault>> {
        let pairs = self.knobs.iter().map(|knob| knob.key.as_str()).zip(self.values(point));
        with(base, pairs)
    }

    /// The arm with every switch among the knobs as printed. Data values stay
    /// those of the arm.
    ///
    /// # Errors
    /// Values that don't go together.
    pub fn printed(&self, base: &PlanArm) -> Result<PlanArm, Vec<Fault>> {
        let pairs = self.knobs.iter().filter_map(|knob| Some((knob.key.as_str(), knob.printed.as_deref()?)));
        with(base, pairs)
    }
}

fn knob(key: &str, text: &str, arm: &PlanArm) -> Result<Knob, Fault> {
    let mut values = range::values(key, text)?;
    let printed = match edit::path(key) {
        Some(path) => {
            for value in &values {
                edit::replaced(arm.data_text(), path, value)?;
            }
            None
        }
        None => {
            let mut settings = arm.settings.clone();
            for value in &mut values {
                settings.set(key, value)?;
                settings.text(key).clone_into(value);
            }
            let switch = settings.iter().find(|(switch, _)| switch.key == key);
            switch.map(|(switch, _)| switch.default.to_owned())
        }
    };
    let numbers: Option<Vec<f64>> = values.iter().map(|value| value.parse().ok()).collect();
    let numbers = numbers.filter(|all| all.windows(2).all(|pair| pair[0] < pair[1]));
    Ok(Knob { key: key.to_owned(), values, numbers, printed })
}

/// An arm with these values set, on the luck that all arms of its table size
/// share.
fn with<'a>(base: &PlanArm, pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<PlanArm, Vec<Fault>> {
    let mut arm = base.clone();
    for (key, value) in pairs {
        match edit::path(key) {
            Some(path) => {
                let changed = DataFile::with_value(arm.data.as_ref(), arm.ruleset, path, value);
                arm.data = Some(changed.map_err(|fault| vec![fault])?);
            }
            None => arm.settings.set(key, value).map_err(|fault| vec![fault])?,
        }
    }
    let seats = arm.seats()?;
    if seats != arm.bots.len() {
        let named = arm.squads.iter().any(Option::is_some);
        if !arm.mirrored() || named || arm.bots.is_empty() {
            let found = format!("{seats} seats for {} entrants", arm.bots.len());
            return Err(vec![Fault::new(
                "--set",
                found,
                "one bot for everybody where the table size changes",
            )]);
        }
        arm.bots = vec![arm.bots[0].clone(); seats];
        arm.squads = vec![None; seats];
    }
    arm.pairing = format!("{}/{seats}", arm.ruleset);
    arm.paired = true;
    (arm.base, arm.effect) = (None, None);
    arm.check()?;
    Ok(arm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::sample;

    fn arm() -> PlanArm {
        let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n";
        sample(text).arms.remove(0)
    }

    fn space(ranges: &[(&str, &str)]) -> Result<Space, Vec<Fault>> {
        let owned: Vec<(String, String)> =
            ranges.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        Space::read(&owned, &arm())
    }

    #[test]
    fn points_are_numbered_and_named() {
        let space = space(&[("players", "2..4"), ("match", "regular|express")]).unwrap();
        assert_eq!((space.points(), space.sizes()), (6, vec![3, 2]));
        for point in 0..6 {
            assert_eq!(space.point(&space.choice(point)), point);
        }
        assert_eq!(space.words(3), "players = 3, match = express");
        assert_eq!(space.knobs[0].numbers, Some(vec![2.0, 3.0, 4.0]));
        assert_eq!((&space.knobs[1].numbers, space.knobs[1].at_printed()), (&None, Some(0)));
        assert_eq!(space.start(), [0, 0]);
        assert_eq!((space.distance(0), space.distance(5)), ((0, 0), (2, 3)));
        let arm = space.arm(&arm(), 5).unwrap();
        assert_eq!((arm.bots.len(), arm.settings.text("match")), (4, "express"));
        assert!(arm.paired && arm.pairing == "futbol-dash/4");
    }

    #[test]
    fn unknown_keys_and_values_are_refused_with_the_nearest() {
        let faults = space(&[("playres", "2..4"), ("match", "regular|expres")]).unwrap_err();
        assert_eq!(faults[0].hint.as_deref(), Some("did you mean `players`?"));
        assert_eq!(faults[1].hint.as_deref(), Some("did you mean `express`?"));
        assert!(space(&[("players", "4..2")]).unwrap_err()[0].found.contains("empty"));
        assert!(space(&[("players", "2..4"), ("players", "2..3")]).is_err());
        assert!(space(&[("players", "2..9")]).is_err());
        assert!(space(&[("data.nothing", "1..2")]).is_err());
    }
}
