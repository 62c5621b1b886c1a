//! One test per ledger id, exact values, properties over random play.

mod bots;
mod components;
mod decisions;
mod ending;
mod exact;
mod game_changers;
mod house;
mod laws;
mod luck;
mod referees;
mod search;
mod shots;
mod table;
mod turns;
mod words;

use super::FutbolDash;
use super::moves::{self, Code, Moves};
use super::odds::values as odds;
use super::play::Table;
use super::play::shootout::round;
use super::play::shots::Shot;
use super::rules::{Grid, Rules};
use super::state::{Ending, Phase, State};
use super::switches::OwnGoal;
use crate::bots::Bot as Any;
use crate::chance::script::Roll;
use crate::chance::{Fraction, Script, Stream, Whim, enumerate};
use crate::conformance::{self, played};
use crate::game::{Bots, Game, Play, Record, Sight, WIN};
use crate::moves::MoveSet;
use crate::seed::Luck;
use crate::watch::Silent;
use std::collections::BTreeSet;
use table::*;
