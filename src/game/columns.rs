//! What every game adds to: metrics and distributions, declared once.
//!
//! The table of a ruleset ([`columns!`](crate::columns)) makes a [`Column`] and
//! a [`Bin`] per line, and only those can be written to: name, meaning and
//! place can't part.

/// Where a metric's sum is kept: its place in [`Tables::metrics`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column(u16);

impl Column {
    /// The metric at a place of the table.
    #[must_use]
    pub const fn at(place: usize) -> Self {
        Self(place as u16)
    }

    /// Its place in the table.
    #[must_use]
    pub const fn place(self) -> usize {
        self.0 as usize
    }
}

/// Where a distribution is kept: its place in [`Tables::distributions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bin(u16);

impl Bin {
    /// The distribution at a place of the table.
    #[must_use]
    pub const fn at(place: usize) -> Self {
        Self(place as u16)
    }

    /// Its place in the table.
    #[must_use]
    pub const fn place(self) -> usize {
        self.0 as usize
    }
}

/// What a metric's sum is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// Per game: every game counts, unfinished ones too.
    Games,
    /// Per seat and game.
    Seats,
    /// Per unit of another metric's sum: a ratio of two sums.
    Sum(Column),
}

/// How a metric's value is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A plain number (turns, goals, points).
    Number,
    /// A share between 0 and 1, shown in per cent.
    Share,
    /// A difference of two shares, shown in percentage points.
    Points,
}

/// Words of a kebab-case name beside what the game writes for them: `("var",
/// "VAR")`.
pub type Spelled = &'static [(&'static str, &'static str)];

/// A number that every game adds to, named in kebab-case by what it counts.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Name, e.g. `matches-per-game`.
    pub name: &'static str,
    /// One line: what is counted, over what.
    pub definition: &'static str,
    /// The denominator.
    pub over: Over,
    /// How it is shown.
    pub unit: Unit,
    /// Words of its name that the game writes in its own way.
    pub spelled: Spelled,
    /// Of a share of wins that leaves draws out: the metric that counts a draw
    /// as half, of which two equal sides have half each.
    pub with_draws: Option<Column>,
}

/// A histogram that every game adds to.
#[derive(Debug, Clone, Copy)]
pub struct Distribution {
    /// Name, e.g. `goals-per-seat`.
    pub name: &'static str,
    /// One line: what is counted.
    pub definition: &'static str,
    /// What one count is one of, in the plural: `games`, `players`, `matches`.
    pub of: &'static str,
    /// How its values are to be read.
    pub values: Values,
    /// Words of its name that the game writes in its own way.
    pub spelled: Spelled,
}

/// What the values of a [`Distribution`] are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// Plain numbers.
    Number,
    /// How long something took. Where a termination ruling stopped it, as long
    /// as it had become.
    Length,
    /// Results of two sides, called so; each a [`scoreline`]. Codes without an
    /// order of their own: there is no median of them.
    Scores([&'static str; 2]),
}

impl Distribution {
    /// What its two sides are called, if its values are scores.
    #[must_use]
    pub const fn sides(&self) -> Option<[&'static str; 2]> {
        match self.values {
            Values::Scores(sides) => Some(sides),
            Values::Number | Values::Length => None,
        }
    }
}

/// What a ruleset's own metric says about the health of its games: whether they
/// can be printed at all. What every game has (its length, whether it ended,
/// forced answers) needs no role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The share of games or matches in which nobody scored.
    Goalless,
    /// The share of games or matches that a tie-break settled: a shoot-out, a
    /// sudden death.
    TieBreak,
    /// The share of decided games whose winner led alone from before half of
    /// the turns on and was never caught.
    RunAway,
    /// How often a limit of the program's own struck that is not printed in any
    /// rulebook and ends or settles something: a cap on rounds or on turns.
    Struck,
}

/// Everything that the games of a ruleset add to.
#[derive(Debug, Clone, Copy)]
pub struct Tables {
    /// Metrics, in the order of reports. `turns-per-game` comes first, if
    /// there is any.
    pub metrics: &'static [Metric],
    /// Histograms, in the order of reports.
    pub distributions: &'static [Distribution],
    /// What of the metrics speaks of health.
    pub health: &'static [(Role, Column)],
}

impl Tables {
    /// Nothing but what every game has: seats, results, scores.
    pub const NONE: Self = Self { metrics: &[], distributions: &[], health: &[] };
}

/// Where a finished game is written down.
pub trait Observe {
    /// Adds to a metric's sum.
    fn add(&mut self, column: Column, amount: impl Into<i64>);
    /// Counts so many occurrences of `value` in a distribution.
    fn bins(&mut self, bin: Bin, value: i32, times: u32);
    /// Counts one.
    #[inline]
    fn bin(&mut self, bin: Bin, value: i32) {
        self.bins(bin, value, 1);
    }
}

/// Declares what the games of a ruleset add to: one line per metric and per
/// distribution. It makes `TABLES` (see [`Record::TABLES`](crate::game::Record::TABLES))
/// and the modules `column` and `bin` with one constant per line.
///
/// A metric's line holds the constant, the name, how it is shown ([`Unit`]),
/// what it is divided by (`per game`, `per seat`, or `per` another metric's
/// constant) and the definition; a share of wins may name the metric that counts
/// draws as halves (`with_draws`). A distribution's line the constant, the name,
/// how its values are read ([`Values`]), what one count is one of, and the
/// definition. Words that the game writes in its own way may be named first, and
/// last which metrics speak of the [health](Role) of a game:
///
/// ```
/// levelpitch::columns! {
///     spelled &[("var", "VAR")];
///     metrics {
///         TURNS "turns-per-game" Number per game, "turns of all players, per game";
///         SHOTS "shots-per-game" Number per game, "shots, per game";
///         GOALS "goals-per-shot" Share per SHOTS, "goals, over shots";
///         GOALLESS "goalless-share" Share per game, "games without a goal, over games";
///     }
///     distributions {
///         LENGTH "turns" Length, "games", "turns of all players in a game";
///         RESULTS "scorelines" Scores(["first", "second"]), "games", "goals of both sides";
///     }
///     health {
///         Goalless GOALLESS;
///     }
/// }
///
/// assert_eq!(TABLES.metrics[column::GOALS.place()].name, "goals-per-shot");
/// assert_eq!(TABLES.distributions[bin::RESULTS.place()].of, "games");
/// ```
#[macro_export]
macro_rules! columns {
    (
        $(spelled $spelled:expr;)?
        metrics {$($column:ident $metric:literal $unit:ident per $over:ident, $definition:literal
            $(, with_draws $halves:ident)?;)*}
        distributions {
            $($bin:ident $name:literal $values:ident $(($sides:expr))?, $of:literal, $meaning:literal;)*
        }
        $(health {$($role:ident $measure:ident;)*})?
    ) => {
        const SPELLED: $crate::game::Spelled = $crate::__spelled!($($spelled)?);

        /// Everything that a game adds to.
        pub const TABLES: $crate::game::Tables = $crate::game::Tables {
            metrics: &[$(
                $crate::game::Metric {
                    name: $metric,
                    definition: $definition,
                    over: $crate::__over!($over),
                    unit: $crate::game::Unit::$unit,
                    spelled: SPELLED,
                    with_draws: $crate::__with_draws!($($halves)?),
                }
            ),*],
            distributions: &[$(
                $crate::game::Distribution {
                    name: $name,
                    definition: $meaning,
                    of: $of,
                    values: $crate::game::Values::$values $(($sides))?,
                    spelled: SPELLED,
                }
            ),*],
            health: &[$($(($crate::game::Role::$role, column::$measure)),*)?],
        };

        /// Where each metric stands in [`TABLES`].
        pub mod column {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "a place per line of the table")]
            enum Place { $($column),* }
            $(
                #[doc = $definition]
                pub const $column: $crate::game::Column = $crate::game::Column::at(Place::$column as usize);
            )*
        }

        /// Where each distribution stands in [`TABLES`].
        pub mod bin {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "a place per line of the table")]
            enum Place { $($bin),* }
            $(
                #[doc = $meaning]
                pub const $bin: $crate::game::Bin = $crate::game::Bin::at(Place::$bin as usize);
            )*
        }
    };
}

/// What [`columns!`](crate::columns) was told of the game's own spelling.
#[doc(hidden)]
#[macro_export]
macro_rules! __spelled {
    () => {
        &[]
    };
    ($spelled:expr) => {
        $spelled
    };
}

/// The metric beside a line of [`columns!`](crate::columns) that counts draws.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_draws {
    () => {
        None
    };
    ($column:ident) => {
        Some(column::$column)
    };
}

/// The denominator of a line of [`columns!`](crate::columns).
#[doc(hidden)]
#[macro_export]
macro_rules! __over {
    (game) => {
        $crate::game::Over::Games
    };
    (seat) => {
        $crate::game::Over::Seats
    };
    ($column:ident) => {
        $crate::game::Over::Sum(column::$column)
    };
}

/// Most goals of a side that a [`scoreline`] holds.
const MOST_GOALS: i32 = 99;

/// A result as one value: 100 x goals of the first side + goals of the second,
/// each held within 0 to 99.
#[must_use]
pub fn scoreline(first: i32, second: i32) -> i32 {
    first.clamp(0, MOST_GOALS) * (MOST_GOALS + 1) + second.clamp(0, MOST_GOALS)
}

/// Goals of both sides of a [`scoreline`].
#[must_use]
pub const fn sides(scoreline: i32) -> [i32; 2] {
    [scoreline / (MOST_GOALS + 1), scoreline % (MOST_GOALS + 1)]
}
