//! Moves in the words of the game, and the items whose use is tallied.

use super::data::{COLOURS, POSITIONS};
use super::dice::LEVELS;
use super::moves::{
    COMMIT_BONUS, COMMIT_NONE, COMMIT_VAR, MATCH, PASS, PAY_CAPTAIN, PLAY, SELL_CARD, SELL_CHIP, TAKE_SIXTH,
};
use super::rules::{KINDS, Rules, kind_name};
use super::state::{Phase, State, class};

const CLASSES: [&str; class::COUNT] =
    ["bronze player", "silver player", "gold player", "MATCH", "V.A.R.", "BONUS", "CAPTAIN TRANSFER"];
const COMMITMENTS: [&str; 4] = ["nothing", "V.A.R.", "BONUS", "V.A.R. and BONUS"];

const TAKE_FREE_ITEM: usize = 0;
const TAKE_PAID_ITEM: usize = TAKE_FREE_ITEM + class::COUNT;
const PLAY_ITEM: usize = TAKE_PAID_ITEM + class::COUNT;
const SELL_CARD_ITEM: usize = PLAY_ITEM + KINDS;
const SELL_CHIP_ITEM: usize = SELL_CARD_ITEM + 3;
const MATCH_ITEM: usize = SELL_CHIP_ITEM + 3;
const PAY_CAPTAIN_ITEM: usize = MATCH_ITEM + 1;
const PASS_ITEM: usize = PAY_CAPTAIN_ITEM + 1;
const COMMIT_ITEM: usize = PASS_ITEM + 1;
const CAPTAIN_ITEM: usize = COMMIT_ITEM + 4;

/// Actions whose use is tallied, in the order of [`item`].
#[must_use]
pub fn items() -> Vec<String> {
    let takes = ["free", "paid"].map(|how| CLASSES.map(|name| format!("take {name} ({how})")));
    let mut names: Vec<String> = takes.into_iter().flatten().collect();
    names.extend((0..KINDS as u8).map(|kind| format!("play {}", kind_name(kind))));
    names.extend(COLOURS.map(|colour| format!("sell {colour} card")));
    names.extend(COLOURS.map(|colour| format!("sell {colour} chip")));
    names.extend(["challenge (MATCH)", "pay captain", "pass"].map(String::from));
    names.extend(COMMITMENTS.map(|what| format!("commit {what}")));
    names.extend((1..=POSITIONS).map(|position| format!("choose {position} for the captain")));
    names
}

/// The item of each action code; for TAKE and SELL CHIP the first of several.
#[must_use]
pub fn items_of_actions() -> [u8; 128] {
    std::array::from_fn(|code| {
        let item = match code as u8 {
            PLAY..SELL_CARD => PLAY_ITEM + code - usize::from(PLAY),
            SELL_CARD..SELL_CHIP => SELL_CARD_ITEM + (code - usize::from(SELL_CARD)) / POSITIONS,
            SELL_CHIP..MATCH => SELL_CHIP_ITEM,
            MATCH => MATCH_ITEM,
            PAY_CAPTAIN => PAY_CAPTAIN_ITEM,
            PASS => PASS_ITEM,
            _ => TAKE_FREE_ITEM,
        };
        item as u8
    })
}

/// The item that a move uses.
#[inline]
#[must_use]
pub fn item(rules: &Rules, state: &State, chosen: u8) -> Option<u8> {
    if state.phase != Phase::Action {
        return other_item(state, chosen);
    }
    // Nothing predicts a random action, so its item is computed, not branched
    // on: the place in the row and the chip are worked out for every code.
    let code = usize::from(chosen) & 127;
    let place = rules.place_of(chosen);
    let paid = u8::from(rules.cubes_for(place) > 0) * class::COUNT as u8;
    let taken = paid + rules.class_of[usize::from(state.card(place)) & 127];
    let chip = state.team(state.active).chip((chosen.wrapping_sub(SELL_CHIP) & 15) + 1).wrapping_sub(1);
    let [takes, sells] = ADDED[code];
    Some(rules.items[code] + (taken & takes) + (chip & sells))
}

/// What [`item`] adds for a code: the class of a taken card, the colour of a
/// sold chip.
const ADDED: [[u8; 2]; 128] = {
    let mut added = [[0; 2]; 128];
    let mut code = 0;
    while code < 128 {
        let take = code < PLAY as usize || code == TAKE_SIXTH as usize;
        let sell = code >= SELL_CHIP as usize && code < MATCH as usize;
        added[code] = [if take { 255 } else { 0 }, if sell { 255 } else { 0 }];
        code += 1;
    }
    added
};

#[cold]
fn other_item(state: &State, chosen: u8) -> Option<u8> {
    match state.phase {
        Phase::Challenger | Phase::King => Some(COMMIT_ITEM as u8 + chosen),
        Phase::Position => Some(CAPTAIN_ITEM as u8 + chosen - 1),
        Phase::Action | Phase::Opponent | Phase::Die(_) | Phase::Over => None,
    }
}

/// A move in words.
#[must_use]
pub fn describe(rules: &Rules, state: &State, chosen: u8) -> String {
    match state.phase {
        Phase::Action => describe_action(rules, state, chosen),
        Phase::Position => format!("captain to position {chosen}"),
        Phase::Opponent => format!("the King meets Seat {chosen}"),
        Phase::Challenger | Phase::King => match chosen {
            COMMIT_NONE | COMMIT_VAR | COMMIT_BONUS => {
                format!("commits {}", COMMITMENTS[usize::from(chosen)])
            }
            _ => format!("commits {}", COMMITMENTS[3]),
        },
        Phase::Die(side) => {
            let pool = state.bout.pools[usize::from(side) & 1];
            format!("re-rolls its {}", pool.face(usize::from(chosen)))
        }
        Phase::Over => "nothing: the game is over".into(),
    }
}

fn describe_action(rules: &Rules, state: &State, chosen: u8) -> String {
    match chosen {
        PLAY..SELL_CARD => format!("PLAY {}", kind_name(chosen - PLAY)),
        SELL_CARD..SELL_CHIP => format!("SELL CARD {}", kind_name(chosen - SELL_CARD)),
        SELL_CHIP..MATCH => {
            let position = chosen - SELL_CHIP + 1;
            let chip = state.team(state.active).chip(position);
            let colour = COLOURS.get(usize::from(chip).wrapping_sub(1)).copied().unwrap_or("no");
            format!("SELL CHIP {colour} {position}")
        }
        MATCH => {
            let level = state.team(state.active).level(rules, false);
            format!("MATCH at level {}", LEVELS[usize::from(level)])
        }
        PAY_CAPTAIN => "PAY CAPTAIN".into(),
        PASS => "PASS".into(),
        take => {
            let place = rules.place_of(take);
            let slot = usize::from(rules.line) - place;
            format!("TAKE {} from slot {slot}", rules.card_name(state.card(place)))
        }
    }
}
