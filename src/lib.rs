//! levelpitch plays tabletop games millions of times and says, with honest
//! intervals, whether they are fair. It comes with five football games and takes
//! [a game of your own](#a-game-of-your-own).
//!
//! # From a question to a report
//!
//! Data flows one way. The text of a scenario becomes a [`scenario::Plan`], in
//! which every name has become what it means. A [`campaign`] plays it: blocks of
//! games on all cores ([`arena`]), whose luck is a function of seed and number
//! ([`seed`], [`chance`]), whose rules are a [`game::Ruleset`] ([`rulesets`]) and
//! whose decisions are those of [`bots`]. What they add up to is integers
//! ([`tally`]). From these [`estimates`] are made, once, with the methods of
//! [`stats`]; a [`verdict`] says what they mean, and a [`report`] tells it:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use levelpitch::campaign::{self, Hall, Share};
//! use levelpitch::estimates::{self, Manner, Watched};
//! use levelpitch::lab::explain::Sways;
//! use levelpitch::metric::Metric;
//! use levelpitch::report::{self, Answer, Run};
//! use levelpitch::scenario::resolve::{self, Origin, Overrides};
//! use levelpitch::{rulesets, verdict};
//!
//! // The question. A program knows its rulesets and finds their names in it.
//! let app = rulesets::app();
//! let text = r#"
//!     question = "Does whoever plays first win more often?"
//!     ruleset = "futbol-dash"
//!     bots = ["rusher"]
//!     games = 400
//!     [verdict]
//!     metric = "first-seat-advantage"
//!     margin = 0.02
//! "#;
//! let read = |_: &str| Err("no file belongs to it".to_owned());
//! let origin = Origin { app: &app, name: "first", file: "first.toml", text, read: &read };
//! let plan = resolve::understood(&origin, &Overrides::default()).expect("no fault");
//! assert_eq!(plan.arms[0].ruleset.title, "Futbol Dash");
//!
//! // Its games, on all cores; the same integers whatever their number.
//! let (judge, stop) = (Watched(&plan), AtomicBool::new(false));
//! let played = campaign::run(&plan, &judge, Share::WHOLE, Vec::new(), &Hall::new(&stop, &|_| {})).expect("rules compile");
//! assert_eq!(played.arms[0].tally.games, 400);
//!
//! // What they say, with intervals, and what that means.
//! let manner = Manner::of(&plan, played.ended);
//! let results = estimates::estimate(&plan, &played.shapes, &played.arms, manner);
//! let edge = results[0].metric(Metric::FIRST_SEAT).expect("every game has it").estimate;
//! assert!(edge.low < edge.value && edge.value < edge.high);
//! let answers = verdict::judge(&plan, &results, played.ended);
//! assert!(!answers.health.arms[0].is_ill());
//! assert!(answers.statements[0].text.starts_with("First-seat advantage"));
//!
//! // The report: bytes of every format.
//! let effects = verdict::switches::effects(&plan, &results, &answers.health);
//! let (sways, varied) = (Sways::new(), Sways::new());
//! let (share, ended) = (Share::WHOLE, played.ended);
//! let run = Run { plan, share, played: played.arms, ended, manner, results, answers, sways, varied, effects };
//! let files = report::told(&run.page());
//! assert!(files.iter().any(|(name, bytes)| name == "report.html" && bytes.starts_with(b"<!doctype html>")));
//! ```
//!
//! [`lab`] asks many such runs at once for what one alone can't answer: what a
//! change does, which number meets a target, what a verdict hangs on.
//! [`commands`] joins the steps for the command line; files and the terminal are
//! touched only there, in [`report::folder`] and in [`tables`].
//!
//! # A game of your own
//!
//! A ruleset is five small traits ([`game`]), its switches one table
//! ([`switches!`]), what it counts another ([`columns!`]). An [`App`] lists
//! rulesets and has every command and every report under its own name, and
//! [`conformance::check`] is the test that says when a ruleset keeps its
//! contract. Two whole games stand in `examples/`: `pig.rs`, a dice game with
//! exact odds, and `goofspiel.rs`, a card game of simultaneous bids.
//!
//! # What stands on what
//!
//! From below: [`seed`], [`chance`], [`settings`], [`moves`], [`odds`],
//! [`watch`], [`halt`] and [`game`]; [`bots`], [`competitions`] and the [`rulesets`];
//! [`tally`], [`metric`] and [`stats`]; [`arena`] and [`app`]; [`scenario`];
//! [`campaign`]; [`estimates`]; [`verdict`]; [`lab`]; [`report`] and [`tables`];
//! [`cli`] and [`commands`]. No import runs back up, but that the program over
//! the five games, [`rulesets::app`], is an [`App`]. `CONTRIBUTING.md` follows
//! one number through these files and says how to add to each.

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
pub mod halt;
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
