//! From integer sums to estimates.
pub mod bootstrap;
pub mod distribution;
pub mod estimate;
mod linear;
pub mod mean;
pub mod order;
pub mod paired;
pub mod rate;
pub mod rate_difference;
pub mod seats;
pub mod sequential;
#[cfg(test)]
mod simulate;
pub mod sums;
