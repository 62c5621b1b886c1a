//! Metrics of single seats and entrants.

use std::fmt;

use crate::game::{Unit, WIN, called};
use crate::tally::Layout;

/// Whom a metric of places is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Places at the table, in turn order.
    Seat,
    /// Who plays, wherever they sit.
    Entrant,
}

/// What is counted of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Games won alone.
    WinRate,
    /// Share of wins, shared ones divided.
    Share,
    /// Mean score.
    Score,
}

/// A metric of one seat or entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Seat or entrant.
    pub group: Group,
    /// Its number, from 0.
    pub index: usize,
    /// What is counted of it.
    pub kind: Kind,
}

impl Group {
    /// Seats before entrants.
    pub const ALL: [Self; 2] = [Self::Seat, Self::Entrant];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seat => "seat",
            Self::Entrant => "entrant",
        }
    }
}

impl Kind {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 3] = [Self::WinRate, Self::Share, Self::Score];

    /// Name, kebab-case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WinRate => "win-rate",
            Self::Share => "share",
            Self::Score => "score",
        }
    }

    /// As words within a sentence, without whose: `share of wins`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::WinRate => "win rate",
            Self::Share => "share of wins",
            Self::Score => "score",
        }
    }

    /// What is counted over what, one line.
    #[must_use]
    pub const fn definition(self) -> &'static str {
        match self {
            Self::WinRate => "games won alone, over all games",
            Self::Share => "share of wins, shared wins divided, over all games",
            Self::Score => "mean score per game",
        }
    }

    /// How it is shown.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::WinRate | Self::Share => Unit::Share,
            Self::Score => Unit::Number,
        }
    }

    /// What its column counts per unit.
    pub(super) fn parts(self) -> f64 {
        match self {
            Self::Share => f64::from(WIN),
            Self::WinRate | Self::Score => 1.0,
        }
    }
}

impl Place {
    /// As words within a sentence: `1st player's share of wins`.
    #[must_use]
    pub fn worded(self) -> String {
        format!("{}'s {}", self.who(), self.kind.words())
    }

    /// Whom it is about.
    fn who(self) -> String {
        match self.group {
            Group::Seat => called::player(self.index),
            Group::Entrant => format!("{} entrant", called::ordinal(self.index)),
        }
    }

    /// What is counted over what, one line.
    #[must_use]
    pub fn definition(self) -> String {
        format!("{}: {}", self.who(), self.kind.definition())
    }

    /// The column that is divided by the number of games.
    pub(super) const fn column(self, layout: &Layout) -> usize {
        match (self.group, self.kind) {
            (Group::Seat, Kind::WinRate) => layout.seat_win(self.index),
            (Group::Seat, Kind::Share) => layout.seat_share(self.index),
            (Group::Seat, Kind::Score) => layout.seat_score(self.index),
            (Group::Entrant, Kind::WinRate) => layout.entrant_win(self.index),
            (Group::Entrant, Kind::Share) => layout.entrant_share(self.index),
            (Group::Entrant, Kind::Score) => layout.entrant_score(self.index),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.group.name(), self.index, self.kind.name())
    }
}
