//! One test per ledger id, exact values, properties over random play.

mod bots;
mod components;
mod decisions;
mod ending;
mod exact;
mod game_changers;
mod laws;
mod luck;
mod referees;
mod search;
mod shots;
mod table;
mod turns;
mod words;
