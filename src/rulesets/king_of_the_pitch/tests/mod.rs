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
