//! One test per ledger id, driven through the rule code with dictated chance
//! or hand-made tables; section 5's values; laws that hold in every state.

mod board;
mod bots;
mod captains;
mod components;
mod contest;
mod desk;
mod ending;
mod exact;
mod house;
mod laws;
mod market;
mod search;
mod setup;
mod var_bonus;
mod words;

use super::KingOfThePitch;
use super::data::POSITIONS;
use super::dice::{Pool, Verdict};
use super::moves::{MATCH, PASS, PAY_CAPTAIN};
use super::rules::Rules;
use super::state::{End, Phase, State, class, ids};
use crate::chance::{Fraction, Script, Stream, Whim, enumerate};
use crate::conformance::{self, played};
use crate::game::{Game, Play, Record, Sight, Turn};
use crate::moves::RankedMask;
use crate::seed::Luck;
use crate::watch::{Silent, Transcript};
use desk::{BRONZE, Desk, GOLD, SILVER, play, rules, sell, sell_chip};
use ending::games;
