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
mod laws;
mod lineups;
mod luck;
mod officials;
mod referees;
mod squads;
mod table;
