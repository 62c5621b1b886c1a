//! A policy whose numbers are data: what the `trained` bot plays by.
//!
//! A ruleset names what it looks at in a seat's view and in a move
//! ([`features!`](crate::features)), each a small integer; a move is worth the
//! sum of what is seen, each times its weight, and the move worth most is
//! played. The weights stand in the ruleset's data, a table per number of
//! seats, and are found by self-play. Integers only: the same move on every
//! machine.
//!
//! In: weights, and of each move what the ruleset sees in it. Out: the move
//! worth most. What is seen and which moves are looked at is the ruleset's.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::settings::{Fault, document, nearest};

/// The table of the data that holds weights, and the name of the bot that
/// plays by them.
pub const TRAINED: &str = "trained";
/// Most features of a ruleset.
pub const MOST: usize = 64;
/// The key of the table of this many seats is this and their number.
const SEATS: &str = "seats-";

/// Something that a trained policy looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// Its key in the data, in kebab-case.
    pub name: &'static str,
    /// What it is, and in which unit.
    pub about: &'static str,
    /// Least and greatest weight.
    pub range: [i16; 2],
}

/// Declares what a policy looks at: an enum for the code and the table for
/// users, from one list of `Name = "key": least..=greatest, "what it is"`.
///
/// ```
/// levelpitch::features! {
///     /// What the policy of a dice race looks at.
///     pub enum Look {
///         Turn = "turn-total": -100..=100, "points of the turn so far",
///         Lead = "lead": -100..=100, "points ahead of the best rival",
///     }
/// }
/// assert_eq!(Look::FEATURES[Look::Lead as usize].name, "lead");
/// ```
#[macro_export]
macro_rules! features {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($feature:ident = $key:literal: $least:literal..=$most:literal, $about:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name { $(#[doc = $about] $feature,)+ }

        impl $name {
            /// The table for users.
            $vis const FEATURES: &'static [$crate::game::Feature] = &[$(
                $crate::game::Feature { name: $key, about: $about, range: [$least, $most] },
            )+];
        }

        impl From<$name> for usize {
            #[inline]
            fn from(feature: $name) -> usize {
                feature as usize
            }
        }
    };
}

/// How much each feature of a ruleset counts, in the order of its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights([i16; MOST]);

impl Weights {
    /// Nothing counts.
    pub const NONE: Self = Self([0; MOST]);

    /// These, in the order of the ruleset's table; the first [`MOST`].
    #[must_use]
    pub fn of(values: &[i16]) -> Self {
        let mut weights = Self::NONE;
        weights.0.iter_mut().zip(values).for_each(|(weight, &value)| *weight = value);
        weights
    }

    /// The weight of a feature.
    #[inline]
    #[must_use]
    pub fn get(&self, feature: impl Into<usize>) -> i64 {
        i64::from(self.0[feature.into() % MOST])
    }

    /// What so much of a feature is worth.
    #[inline]
    #[must_use]
    pub fn times(&self, feature: impl Into<usize>, amount: i32) -> i64 {
        self.get(feature) * i64::from(amount)
    }

    /// The most that at most so much of a feature, and at least nothing of it, is
    /// worth.
    #[inline]
    #[must_use]
    pub fn most(&self, feature: impl Into<usize>, amount: i32) -> i64 {
        self.times(feature, amount).max(0)
    }

    /// All of them, in the order of the ruleset's table.
    #[must_use]
    pub fn values(&self) -> &[i16; MOST] {
        &self.0
    }
}

/// Weights as written in data: a table per number of seats.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
struct Sheet(BTreeMap<String, Spanned<BTreeMap<String, Spanned<i64>>>>);

/// Of a ruleset's data, what is read here.
#[derive(Debug, Deserialize)]
struct Data {
    trained: Option<Sheet>,
}

impl Sheet {
    /// Those written for this number of seats, or for the nearest that has some.
    /// A feature that isn't named counts nothing.
    fn weights(&self, features: &[Feature], seats: usize) -> Result<Weights, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut nearest_table: Option<(usize, Weights)> = None;
        for (key, table) in &self.0 {
            let place = format!("{TRAINED}.{key}");
            let Some(of) = key.strip_prefix(SEATS).and_then(|seats| seats.parse::<usize>().ok()) else {
                let allowed = format!("a table per number of seats: `{TRAINED}.{SEATS}{seats}`");
                faults.push(Fault::new(place, format!("`{key}`"), allowed).at(table.span().start));
                continue;
            };
            let mut weights = Weights::NONE;
            for (name, value) in table.get_ref() {
                match line(features, &place, name, value) {
                    Ok((feature, weight)) => weights.0[feature] = weight,
                    Err(fault) => faults.push(fault),
                }
            }
            let nearer = |&(other, _): &(usize, Weights)| of.abs_diff(seats) < other.abs_diff(seats);
            if nearest_table.as_ref().is_none_or(nearer) {
                nearest_table = Some((of, weights));
            }
        }
        if faults.is_empty() {
            Ok(nearest_table.map_or(Weights::NONE, |(_, weights)| weights))
        } else {
            Err(faults)
        }
    }
}

/// One line of a table.
fn line(features: &[Feature], place: &str, name: &str, value: &Spanned<i64>) -> Result<(usize, i16), Fault> {
    let at = value.span().start;
    let key = format!("{place}.{name}");
    let names = || features.iter().map(|feature| feature.name);
    let Some(index) = names().position(|known| known == name) else {
        let allowed = names().collect::<Vec<_>>().join(", ");
        let fault = Fault::new(key, format!("`{name}`"), allowed).at(at);
        return Err(match nearest(name, names()) {
            Some(near) => fault.meant(near),
            None => fault,
        });
    };
    let [least, most] = features[index].range;
    match i16::try_from(*value.get_ref()) {
        Ok(weight) if (least..=most).contains(&weight) => Ok((index, weight)),
        _ => Err(Fault::new(key, value.get_ref().to_string(), format!("{least} to {most}")).at(at)),
    }
}

/// The weights in force at a table of so many seats: those of the data, or where
/// they have none those that ship with the ruleset.
///
/// # Errors
/// Keys that name no number of seats or no feature, weights out of range, text
/// that is not TOML.
pub fn read(data: &str, shipped: &str, features: &[Feature], seats: usize) -> Result<Weights, Vec<Fault>> {
    let mut data = document::shared::<Data>(data)?;
    if data.trained.is_none() {
        data = document::shared(shipped)?;
    }
    data.trained.as_ref().map_or(Ok(Weights::NONE), |sheet| sheet.weights(features, seats))
}

/// The numbers of seats for which a file of weights has a table.
///
/// # Errors
/// What [`with`] refuses, and every line that is wrong, by its place in the file; one
/// fault alone where no line names anything that the game looks at.
pub fn seats(file: &str, features: &[Feature]) -> Result<Vec<usize>, Vec<Fault>> {
    let data: Data = document::read(file)?;
    let Some(sheet) = data.trained else { return with("", file).map(|_| Vec::new()) };
    let names = || sheet.0.values().flat_map(|table| table.get_ref().keys());
    let known = |name: &&String| features.iter().any(|feature| feature.name == *name);
    let first = sheet.0.values().next().map_or(0, |table| table.span().start);
    if names().count() > 1 && !names().any(|name| known(&name)) {
        let found = format!("{} weights, none of them of this game", names().count());
        let allowed = features.iter().map(|feature| feature.name).collect::<Vec<_>>().join(", ");
        return Err(vec![Fault::new(TRAINED, found, allowed).at(first)]);
    }
    sheet.weights(features, 2)?;
    Ok(sheet.0.keys().filter_map(|key| key.strip_prefix(SEATS)?.parse().ok()).collect())
}

/// Component data with the tables of weights that `file` writes put in the place
/// of its own, or beside them where they are for another number of seats.
///
/// # Errors
/// Text that is not TOML; a file with anything but such tables.
pub fn with(data: &str, file: &str) -> Result<String, Vec<Fault>> {
    let mut weights: toml::Table = document::read(file)?;
    let tables = match weights.remove(TRAINED) {
        Some(toml::Value::Table(tables)) if weights.is_empty() => tables,
        _ => {
            let found = weights.keys().next().map_or("no such table".to_owned(), |key| format!("`{key}`"));
            let allowed = format!("tables of weights alone: `[{TRAINED}.{SEATS}2]`");
            return Err(vec![Fault::new(TRAINED, found, allowed)]);
        }
    };
    let mut data: toml::Table = document::read(data)?;
    let own = data.entry(TRAINED).or_insert_with(|| toml::Value::Table(toml::Table::new()));
    if let toml::Value::Table(own) = own {
        own.extend(tables);
    }
    Ok(toml::to_string(&data).unwrap_or_default())
}

/// A table as it is written into data: one line per feature with its words.
#[must_use]
pub fn written(features: &[Feature], weights: &Weights, seats: usize) -> String {
    let mut text = format!("[{TRAINED}.{SEATS}{seats}]\n");
    for (feature, weight) in features.iter().zip(weights.values()) {
        let [least, most] = feature.range;
        text.push_str(&format!("# {} ({least} to {most})\n{} = {weight}\n", feature.about, feature.name));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    features! {
        enum Look {
            Gain = "gain": -100..=100, "points gained",
            Cost = "cost": -1000..=0, "cubes paid",
        }
    }

    fn sheet(text: &str) -> Result<Weights, Vec<Fault>> {
        read(text, "", Look::FEATURES, 3)
    }

    #[test]
    fn the_table_of_the_nearest_number_of_seats_counts() {
        let text = "[trained.seats-2]\ngain = 5\n[trained.seats-4]\ngain = 7\ncost = -3\n[trained.seats-6]\n";
        let weights = sheet(text).expect("weights");
        assert_eq!(
            (weights.get(Look::Gain), weights.times(Look::Cost, 2)),
            (5, 0),
            "the lower of two as near"
        );
        let weights = read("", text, Look::FEATURES, 4).expect("those that ship");
        assert_eq!((weights.get(Look::Gain), weights.times(Look::Cost, 2)), (7, -6));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let weights = Weights::of(&[12, -700]);
        let text = written(Look::FEATURES, &weights, 3);
        assert_eq!(sheet(&text), Ok(weights), "{text}");
    }

    #[test]
    fn a_file_of_weights_replaces_its_tables_and_no_others() {
        let data = "cards = 3\n[trained.seats-2]\ngain = 1\n[trained.seats-3]\ngain = 2\n";
        let mixed = with(data, "[trained.seats-3]\ncost = -9\n").expect("data");
        assert!(mixed.starts_with("cards = 3\n"), "{mixed}");
        let weights = |seats| read(&mixed, "", Look::FEATURES, seats).expect("weights");
        assert_eq!((weights(2).get(Look::Gain), weights(3).get(Look::Gain)), (1, 0));
        assert_eq!(weights(3).get(Look::Cost), -9);
        for wrong in ["cards = 4\n", "", "[trained.seats-2]\ngain = 1\n[box]\ncards = 4\n", "trained = 5\n"] {
            assert!(with(data, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_of_weights_is_read_by_itself() {
        let of = |text: &str| seats(text, Look::FEATURES);
        assert_eq!(of("[trained.seats-2]\ngain = 1\n[trained.seats-4]\ncost = -1\n"), Ok(vec![2, 4]));
        let foreign = of("[trained.seats-2]\ntempo = 1\nflair = 2\ngrit = 3\n").unwrap_err();
        assert_eq!(foreign.len(), 1, "{foreign:?}");
        assert!(foreign[0].found.contains("3 weights, none of them of this game"), "{foreign:?}");
        let text = "[trained.seats-2]\ngain = 1\ngian = 2\n";
        let wrong = of(text).unwrap_err();
        assert_eq!(wrong[0].offset.map(|at| text[..at].lines().count()), Some(3), "{wrong:?}");
        assert!(of("cards = 4\n").is_err() && of("trained = 5\n").is_err());
    }

    #[test]
    fn a_wrong_line_is_named_with_what_is_allowed() {
        let faults = sheet("[trained.seats-3]\ngian = 5\ncost = 3\n[trained.two]\n").expect_err("faults");
        let told: Vec<_> = faults.iter().map(|fault| (fault.key.as_str(), fault.allowed.as_str())).collect();
        assert_eq!(
            told,
            [
                ("trained.seats-3.cost", "-1000 to 0"),
                ("trained.seats-3.gian", "gain, cost"),
                ("trained.two", "a table per number of seats: `trained.seats-3`"),
            ]
        );
        assert_eq!(faults[1].hint.as_deref(), Some("did you mean `gain`?"));
        assert!(faults.iter().all(|fault| fault.offset.is_some()));
    }
}
