//! From integer sums to estimates, each with its interval and its method.
//!
//! In: what a tally counted, as the small structs of [`sums`]. Out:
//! [`Estimate`]s, tests and verdicts. Everything here is a
//! pure function: nothing keeps time, reads a file, rounds a number or draws
//! luck of its own. Because the sums are integers
//! that merge exactly and statistics are computed once from the merged sums,
//! threads, batches and shards never change a digit.
//!
//! The unit of everything is the **block**: one deal key × all seat rotations ×
//! all arms. Blocks are independent; what happens inside one is not. A formula
//! that takes plain counts says that it wants one event per block.
//!
//! What goes where:
//!
//! | question | module |
//! |---|---|
//! | how often, of one arm | [`rate`], over rotated blocks `rate::wilson_blocks` |
//! | how much on average; a ratio of two sums | [`mean`] |
//! | any of these after a fixed number of blocks | [`fixed`] |
//! | how long is the longest in twenty | [`order`] |
//! | do two arms differ | [`paired`], [`imagined`] |
//! | how much of one thing per unit of another | [`exchange`] |
//! | which of many handouts in the same blocks does most | [`trials`] |
//! | what if it has not happened yet | [`imagined`] |
//! | is the table level | [`seats`] |
//! | may we stop; anything watched while it runs | [`sequential`] |
//! | does the interval satisfy the margin | [`equivalence`] |
//! | what do several estimates say together | [`combine`]; along an axis [`curve`] |
//! | what do many shares of the same blocks say together | [`joint`] |
//! | which rows of a long table | [`many`] |
//! | who is better; what do strategies settle on | [`rating`], [`metagame`] |
//! | what does it hang on | [`sensitivity`] |
//! | do goals look like football's | [`goals`] |
//!
//! [`estimate`] and [`equivalence`] know each other: an interval is judged by
//! bounds, and its own size is found as that of bounds.
//!
//! Conventions: `level` is the coverage (0.95), `per_block` what a block value
//! is divided by, functions of nothing give `None`, and no function panics or
//! gives NaN on sums that blocks can have.

pub mod combine;
pub mod curve;
pub mod distribution;
#[cfg(test)]
mod edges;
pub mod equivalence;
pub mod estimate;
pub mod exchange;
pub mod few;
pub mod fits;
pub mod fixed;
pub mod goals;
pub mod imagined;
pub mod joint;
pub(crate) mod linear;
pub mod many;
pub mod mean;
pub mod metagame;
mod method;
pub mod order;
pub mod paired;
pub mod power;
pub mod rate;
pub mod rating;
mod root;
pub mod seats;
pub mod sensitivity;
pub mod sequential;
pub(crate) mod simulate;
pub mod sums;
pub mod trials;

pub use estimate::{Caution, Estimate, Why};
pub use method::Method;
