//! Metrics: what is told of every arm, each resolved once from its name.
//!
//! In: a name that a user wrote, and the table that it is asked of
//! ([`Metrics`]). Out: a typed [`Metric`], or a fault that names the nearest.
//! From here on metrics are compared and told apart by type; a name is made
//! again only where a file, a table or a sentence is written. Nothing is
//! estimated here, but where a metric's numbers stand is known ([`Reading`]).

mod common;
mod known;
mod place;
mod quantile;
mod reading;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

pub use self::common::Common;
pub use self::known::Metrics;
pub use self::place::{Group, Kind, Place};
pub use self::quantile::{OTHERS, Quantile};
pub use self::reading::Reading;
use crate::game::{self, Over, Spelled, Unit};

/// Something that is told of an arm as one number.
///
/// Two rulesets may count the same thing under one name (`turns-per-game`): to
/// a plan over both it is one metric, which each arm reads off its own columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One that every ruleset has.
    Common(Common),
    /// A ruleset's own.
    Own(Own),
    /// Of a seat or an entrant.
    Place(Place),
    /// A quantile of one of a ruleset's distributions.
    Quantile(Quantile),
}

/// A ruleset's own metric, as its table declares it; known by its name.
#[derive(Debug, Clone, Copy)]
pub struct Own(&'static game::Metric);

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl Metric {
    /// How far the seat farthest from an equal share of the wins is from it:
    /// what fairness over all seats is judged by.
    pub const SEAT_GAP: Self = Self::Common(Common::SeatGap);

    /// How much more often the first seat wins than an equal share.
    pub const FIRST_SEAT: Self = Self::Common(Common::FirstSeatAdvantage);

    /// A seat's share of the wins.
    #[must_use]
    pub const fn seat_share(index: usize) -> Self {
        Self::Place(Place { group: Group::Seat, index, kind: Kind::Share })
    }

    /// A seat's mean score per game.
    #[must_use]
    pub const fn seat_score(index: usize) -> Self {
        Self::Place(Place { group: Group::Seat, index, kind: Kind::Score })
    }

    /// An entrant's share of the wins.
    #[must_use]
    pub const fn entrant_share(index: usize) -> Self {
        Self::Place(Place { group: Group::Entrant, index, kind: Kind::Share })
    }

    /// Name, kebab-case.
    #[must_use]
    pub fn name(self) -> String {
        self.to_string()
    }

    /// The name as words within a sentence: `first-seat advantage`.
    #[must_use]
    pub fn worded(self) -> String {
        let spelled = match self {
            Self::Place(place) => return place.worded(),
            Self::Common(_) => &[],
            Self::Own(own) => own.0.spelled,
            Self::Quantile(quantile) => quantile.distribution.spelled,
        };
        worded(&self.name(), spelled)
    }

    /// What is counted over what, one line.
    #[must_use]
    pub fn definition(self) -> String {
        match self {
            Self::Common(common) => common.definition().to_owned(),
            Self::Own(own) => own.0.definition.to_owned(),
            Self::Place(place) => place.definition(),
            Self::Quantile(quantile) => quantile.definition(),
        }
    }

    /// How it is shown.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::Common(common) => common.unit(),
            Self::Own(own) => own.0.unit,
            Self::Place(place) => place.kind.unit(),
            Self::Quantile(_) => Unit::Number,
        }
    }

    /// Seat or entrant that it is of.
    #[must_use]
    pub const fn place(self) -> Option<Place> {
        match self {
            Self::Place(place) => Some(place),
            Self::Common(_) | Self::Own(_) | Self::Quantile(_) => None,
        }
    }

    /// Whether it is a seat's or an entrant's.
    #[must_use]
    pub const fn is_of_place(self) -> bool {
        self.place().is_some()
    }

    /// Whether it is an entrant's.
    #[must_use]
    pub const fn is_of_entrant(self) -> bool {
        matches!(self, Self::Place(Place { group: Group::Entrant, .. }))
    }

    /// Whether it is a quantile: a whole number between whole numbers, which
    /// doesn't add up over games.
    #[must_use]
    pub const fn is_quantile(self) -> bool {
        matches!(self, Self::Quantile(_))
    }

    /// Whether it has differences between arms. The largest share looks for its
    /// seat after the fact: in another arm it is another seat.
    #[must_use]
    pub const fn has_differences(self) -> bool {
        !matches!(self, Self::Common(Common::LargestSeatShare))
    }

    /// Whether it is a mean per game or per seat, so that every block has a
    /// value of its own.
    #[must_use]
    pub const fn is_of_each_block(self) -> bool {
        match self {
            Self::Common(Common::SeatGap | Common::LargestSeatShare | Common::DecisionShare)
            | Self::Quantile(_) => false,
            Self::Common(_) | Self::Place(_) => true,
            Self::Own(own) => matches!(own.0.over, Over::Games | Over::Seats),
        }
    }

    /// The value that a level table of so many seats has, where that is known.
    #[must_use]
    pub fn fair(self, seats: usize) -> Option<f64> {
        match self {
            Self::FIRST_SEAT | Self::SEAT_GAP => Some(0.0),
            Self::Place(Place { kind: Kind::Share, .. }) => Some(1.0 / seats.max(1) as f64),
            Self::Common(_) | Self::Own(_) | Self::Place(_) | Self::Quantile(_) => None,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Common(common) => f.write_str(common.name()),
            Self::Own(own) => f.write_str(own.0.name),
            Self::Place(place) => place.fmt(f),
            Self::Quantile(quantile) => quantile.fmt(f),
        }
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Metric {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Metric".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// A kebab-case name as words within a sentence, some as the game spells them.
#[must_use]
pub fn worded(name: &str, spelled: Spelled) -> String {
    let words = name
        .split('-')
        .map(|word| spelled.iter().find(|(key, _)| *key == word).map_or(word, |(_, own)| *own));
    words.collect::<Vec<_>>().join(" ").replace("first seat", "first-seat")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_worded_as_the_games_write_them() {
        let spelled = &[("var", "VAR"), ("ap", "AP")];
        assert_eq!(worded("var-turned-rate", spelled), "VAR turned rate");
        assert_eq!(worded("ap-per-shot", spelled), "AP per shot");
        assert_eq!(Metric::FIRST_SEAT.worded(), "first-seat advantage");
    }

    #[test]
    fn what_is_level_is_known_of_shares_and_of_the_edge() {
        assert_eq!(Metric::FIRST_SEAT.fair(4), Some(0.0));
        assert_eq!(Metric::entrant_share(2).fair(4), Some(0.25));
        assert_eq!(Metric::Common(Common::WinningMargin).fair(4), None);
    }
}
