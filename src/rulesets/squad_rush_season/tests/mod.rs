//! One test per ledger id, worked examples, exact values, laws that every
//! state of every variant obeys.

#![allow(clippy::trivially_copy_pass_by_ref)] // layouts read best as borrowed literals

mod actions;
mod bots;
mod calls;
mod desk;
mod discipline;
mod drama;
mod exact;
mod house;
mod laws;
mod lineups;
mod luck;
mod mixes;
mod officials;
mod referees;
mod squads;
mod table;

use super::cards::{self, Card, NONE, Official, SQUAD, SUB};
use super::moves::{Move, kind};
use super::observe::column;
use super::options::Options;
use super::rules::Rules;
use super::score::{self, Conditions, Side};
use super::sevens::{Seven, Sevens};
use super::state::{Phase, State};
use super::{SquadRushSeason, slots};
use crate::chance::{Chance, Draw, Fraction, Lottery, Source, Stream, Whim};
use crate::conformance;
use crate::game::{Bots, Column, Game, Play, Sight};
use crate::moves::MoveSet;
use crate::seed::Luck;
use crate::watch::Silent;
use desk::*;
