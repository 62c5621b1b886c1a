//! What holds for every ruleset, asked of the library; one binary, because
//! each links all of the crate.

mod conformance;
mod endings;
mod fairness;
mod goldens;
mod ladder;
mod ledgers;
mod mutations;
mod package;
mod planted;
mod programs;
mod search;
mod strength;
mod verified;
