//! Stop or continue: intervals and tests that stay valid however often they
//! are looked at.
//!
//! In: sums or counts over blocks (what depends on the order of blocks is fed
//! in index order). Out: an [`Estimate`](super::estimate::Estimate) that holds
//! at every look together, or a decision with its error rates. A fixed-size
//! interval watched during a run gives one false alarm in two; these don't.
//!
//! | data | interval | depends on order |
//! |---|---|---|
//! | yes or no, one per block | [`beta_binomial`] | no |
//! | scores between two bounds; rare events; any number of blocks | [`self_normalised`] | no |
//! | unbounded means, from about 100 blocks on | [`asymptotic`] | no |
//! | quantiles of lengths | [`beta_binomial::quantile`] | no |
//! | "is B better than A": a decision | [`gsprt`] | only its overshoot |
//!
//! Because the ones that don't depend on order are functions of merged tallies
//! alone, they give the same bytes for any threads, batches and shards.

pub mod after;
pub mod asymptotic;
pub mod beta_binomial;
pub mod group;
pub mod gsprt;
pub mod precision;
pub mod self_normalised;
pub mod stopped;
pub mod stretches;
