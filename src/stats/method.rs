//! How an interval was made.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// Declares the methods, each with the name that files carry.
macro_rules! methods {
    ($($(#[$doc:meta])* $method:ident = $name:literal,)*) => {
        /// The method that made an interval, with all that was done to it
        /// afterwards (a sequence's `-cs`, a `-union` of two, Bonferroni's
        /// level).
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Method {
            $($(#[$doc])* $method,)*
        }

        impl Method {
            /// The name in JSON, CSV and words, e.g. `block-t`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$method => $name,)*
                }
            }
        }
    };
}

methods! {
    /// Of a count, by inverting the binomial distribution itself.
    CountExact = "count-exact",
    /// Counts weighed together with a prior (a credible interval).
    Posterior = "posterior",
    /// Known without error (enumerated odds).
    Exact = "exact",
    /// Nothing was seen that could bound it.
    Unknown = "none",
    /// Wilson's score interval over blocks.
    WilsonBlock = "wilson-block",
    /// The largest of several such shares.
    WilsonBlockBonferroni = "wilson-block-bonferroni",
    /// Wilson's interval of a share whose denominator varies.
    WilsonRatio = "wilson-ratio",
    /// Clopper and Pearson's interval over blocks, of few events.
    ClopperPearsonBlock = "clopper-pearson-block",
    /// The same of a share whose denominator varies.
    ClopperPearsonRatio = "clopper-pearson-ratio",
    /// Shares by seat that hold all at once.
    SeatShares = "seat-shares",
    /// The largest distance of a seat's share from an equal one.
    SeatGap = "seat-gap",
    /// The same as a sequence.
    SeatGapCs = "seat-gap-cs",
    /// How far two arms that share luck lie apart in it.
    PairedSeatGap = "paired-seat-gap",
    /// The same as a sequence.
    PairedSeatGapCs = "paired-seat-gap-cs",
    /// Student's t over blocks.
    BlockT = "block-t",
    /// Student's t over blocks, its ends moved outward by skewness (Hall 1992).
    SkewedT = "block-t-skewed",
    /// The same of differences between arms that share luck.
    PairedT = "paired-t",
    /// The same, its ends moved outward by skewness.
    PairedSkewedT = "paired-t-skewed",
    /// The delta method for a ratio of two sums.
    RatioDelta = "ratio-delta",
    /// The same for a difference of two ratios.
    PairedRatioDelta = "paired-ratio-delta",
    /// A mean with its luck taken out.
    ControlVariate = "control-variate",
    /// The same as a sequence.
    ControlVariateCs = "control-variate-cs",
    /// All blocks came out the same: imagined ones alone give the width.
    Unvaried = "unvaried",
    /// The same as a sequence.
    UnvariedCs = "unvaried-cs",
    /// A quantile between two order statistics.
    OrderStatistic = "order-statistic",
    /// The difference of two such quantiles (Zou and Donner 2008).
    OrderStatisticMover = "order-statistic-mover",
    /// A sequence for a quantile.
    QuantileCs = "quantile-cs",
    /// The difference of two such quantiles, from end to end.
    QuantileCsUnion = "quantile-cs-union",
    /// The asymptotic sequence for a mean.
    AsymptoticCs = "asymptotic-cs",
    /// The same of differences between arms that share luck.
    PairedAsymptoticCs = "paired-asymptotic-cs",
    /// Of the difference of two arms without shared luck, from end to end.
    AsymptoticCsUnion = "asymptotic-cs-union",
    /// The sequence for a share.
    SelfNormalisedCs = "self-normalised-cs",
    /// Such shares that hold all at once.
    SelfNormalisedCsBonferroni = "self-normalised-cs-bonferroni",
    /// The difference of two such shares, from end to end.
    SelfNormalisedCsUnion = "self-normalised-cs-union",
    /// A ratio of two changes.
    Fieller = "fieller",
    /// The same as a sequence.
    FiellerCs = "fieller-cs",
    /// After a sequential test has stopped.
    FirstPassage = "first-passage",
    /// After stopping at one of several looks planned beforehand.
    GroupSequential = "group-sequential",
    /// Widened to hold together with others.
    Bonferroni = "bonferroni",
    /// Where a line crosses a bound, between intervals that hold at once.
    InterpolatedBonferroni = "interpolated-bonferroni",
    /// The mean of several estimates and of their ends.
    MeanOfIntervals = "mean-of-intervals",
    /// A difference of two estimates with both half-widths added.
    SumOfHalfWidths = "sum-of-half-widths",
    /// A difference of two estimates that share no luck (Zou and Donner 2008).
    Mover = "mover",
    /// A difference of dependent estimates, half-widths bounded by their sum.
    BoundedHalfWidth = "bounded-half-width",
    /// Today's interval and the stored one, joined.
    TwoIntervals = "two-intervals",
    /// Quantiles of what shares with other errors of their blocks would give.
    BlockBootstrap = "block-bootstrap",
    /// Sizes that are as likely to show more, or less, than was seen.
    TestInversion = "test-inversion",
    /// Strengths by Davidson's model of wins and draws.
    Davidson = "davidson",
    /// Strengths by the model of Plackett and Luce.
    PlackettLuce = "plackett-luce",
    /// First-order index by Jansen's formula.
    JansenFirst = "jansen-first",
    /// Total index by Jansen's formula.
    JansenTotal = "jansen-total",
}

impl Method {
    /// Whether the interval stays valid however often it is looked at.
    #[must_use]
    pub const fn is_sequence(self) -> bool {
        matches!(
            self,
            Self::ControlVariateCs
                | Self::UnvariedCs
                | Self::QuantileCs
                | Self::QuantileCsUnion
                | Self::AsymptoticCs
                | Self::PairedAsymptoticCs
                | Self::AsymptoticCsUnion
                | Self::SelfNormalisedCs
                | Self::SelfNormalisedCsBonferroni
                | Self::SelfNormalisedCsUnion
                | Self::FiellerCs
                | Self::SeatGapCs
                | Self::PairedSeatGapCs
        )
    }

    /// Whether it is of a quantile, or of the difference of two: a whole number
    /// between whole numbers.
    #[must_use]
    pub const fn is_of_quantile(self) -> bool {
        matches!(
            self,
            Self::OrderStatistic | Self::OrderStatisticMover | Self::QuantileCs | Self::QuantileCsUnion
        )
    }

    /// Whether every block that was played came out the same.
    #[must_use]
    pub const fn is_unvaried(self) -> bool {
        matches!(self, Self::Unvaried | Self::UnvariedCs)
    }

    /// The method of the difference of two arms without shared luck, from end
    /// to end of their sequences.
    #[must_use]
    pub const fn union(self) -> Self {
        match self {
            Self::QuantileCs => Self::QuantileCsUnion,
            Self::SelfNormalisedCs | Self::SelfNormalisedCsBonferroni => Self::SelfNormalisedCsUnion,
            _ => Self::AsymptoticCsUnion,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A text, in the schema of what carries it.
impl JsonSchema for Method {
    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}
