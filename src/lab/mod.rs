//! Questions about rules, above single runs: what does a change do, which
//! number meets a target, what does a verdict hang on, did a budget break.
//!
//! In: a question made of plans. Out: plain results with their intervals, told
//! by [`crate::report`] and written by [`crate::commands`]. Every module here
//! turns its question into arms that share luck, plays them on a [`Table`] as
//! far as the question needs, and never touches a file or the terminal.

pub mod analyse;
pub mod calibrate;
pub mod cards;
pub mod check;
pub mod compare;
pub mod diff;
pub mod explain;
pub mod playtest;
pub mod range;
pub mod strategy;
pub mod sweep;
pub mod table;
pub mod tournament;
pub mod train;
pub mod tune;

pub use crate::campaign::Hall;
pub use table::Table;
