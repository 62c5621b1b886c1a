//! levelpitch plays tabletop football games millions of times and says, with
//! honest intervals, whether they are fair.
//!
//! Data flows one way, through the modules in this order: a scenario file
//! becomes a plan ([`scenario`]), whose games get their luck from [`seed`] and
//! [`chance`], are played by [`rulesets`] and [`bots`] in the [`arena`], summed
//! up in integers ([`tally`]), estimated ([`estimates`], with the methods of
//! [`stats`]), judged ([`verdict`]) and told ([`report`]). [`lab`] asks many such
//! runs at once for what one alone can't answer. [`commands`] joins the steps;
//! files and the terminal are touched only there and in `report`.
//!
//! The contract between a ruleset and all the rest is [`game::Ruleset`].

pub mod app;
pub mod cli;
pub mod commands;

pub mod scenario;
pub mod settings;

pub mod chance;
pub mod seed;

pub mod bots;
pub mod competitions;
pub mod game;
pub mod ledger;
pub mod metric;
pub mod moves;
pub mod odds;
pub mod rulesets;
pub mod watch;

pub mod arena;
pub mod campaign;
pub mod conformance;
pub mod tally;

pub mod estimates;
pub mod stats;
pub mod verdict;

pub mod lab;

pub mod report;
pub mod tables;

pub use app::App;
