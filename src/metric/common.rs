//! Metrics that every ruleset has.

use crate::game::Unit;
use crate::tally::layout::column;

/// Writes the common metrics from one list, in the order of reports: each
/// line's name, unit, the column that holds its sum (none where it is no
/// quotient of two sums) and, behind `per`, the one it is divided by where that
/// is not the number of games, and definition.
macro_rules! common {
    ($($metric:ident $name:literal $unit:ident $($column:ident)? $(per $over:ident)?, $definition:literal;)*) => {
        /// A metric that every ruleset has.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Common {$(
            #[doc = $definition]
            $metric,
        )*}

        impl Common {
            /// All of them, in the order of reports.
            pub const ALL: &'static [Self] = &[$(Self::$metric),*];

            /// Name, kebab-case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$metric => $name),* }
            }

            /// What is counted over what, one line.
            #[must_use]
            pub const fn definition(self) -> &'static str {
                match self { $(Self::$metric => $definition),* }
            }

            /// How it is shown.
            #[must_use]
            pub const fn unit(self) -> Unit {
                match self { $(Self::$metric => Unit::$unit),* }
            }

            /// The column that holds its sum.
            pub(super) fn column(self) -> Option<usize> {
                let columns: &[usize] = match self { $(Self::$metric => &[$(column::$column)?]),* };
                columns.first().copied()
            }

            /// The column that it is divided by.
            pub(super) fn over(self) -> usize {
                let columns: &[usize] = match self { $(Self::$metric => &[$(column::$over)?]),* };
                columns.first().copied().unwrap_or(column::GAMES)
            }
        }
    };
}

common! {
    FirstSeatAdvantage "first-seat-advantage" Points ADVANTAGE,
        "share of all games that the 1st player wins, minus an equal share of the games that players win";
    SeatGap "seat-gap" Points,
        "the largest distance of any seat's share of wins from an equal share of the games that players win; its \
         interval allows for picking that seat";
    LargestSeatShare "largest-seat-share" Share,
        "share of wins of the seat that wins most, over all games; its interval allows for picking that seat";
    SharedGameShare "shared-game-share" Share DRAWN,
        "games shared by two or more seats (draws), over all games";
    UnfinishedShare "unfinished-share" Share UNFINISHED,
        "games stopped by a termination ruling, over all games";
    DecisionsPerGame "decisions-per-game" Number DECISIONS,
        "questions with more than one legal answer, per game";
    QuestionsPerGame "questions-per-game" Number QUESTIONS,
        "decisions and forced moves (a single legal answer) together, per game";
    WinningMargin "winning-margin" Number MARGIN,
        "best score minus second-best score among the players, per game";
    DecisionShare "decision-share" Share DECISIONS per QUESTIONS,
        "questions with more than one legal answer, over all questions";
}
