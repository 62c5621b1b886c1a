//! The command line as a user runs it, one file per command or concern; one
//! binary, because each links all of the crate.

mod analyse;
mod atlas;
mod baselines;
mod cards;
mod check;
mod choices;
mod commands;
mod compare;
mod explain;
mod exploit;
mod folders;
mod health;
mod hostile;
mod house;
mod input;
mod interrupts;
mod new;
mod open;
mod planted;
mod playtest;
mod programs;
mod questions;
mod resume;
mod strategy;
mod support;
mod sweep;
mod train;
mod tune;
mod verdicts;
