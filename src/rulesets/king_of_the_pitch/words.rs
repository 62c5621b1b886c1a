//! Moves in the words of the game, and the items whose use is tallied.

use super::data::{COLOURS, POSITIONS};
use super::dice::LEVELS;
use super::moves::{
    COMMIT_BONUS, COMMIT_NONE, COMMIT_VAR, MATCH, PASS, PAY_CAPTAIN, PLAY, SELL_CARD, SELL_CHIP, place_of,
};
use super::rules::{KINDS, Rules, kind_name};
use super::state::{Phase, State, class};

const CLASSES: [&str; class::COUNT] =
    ["bronze player", "silver player", "gold player", "MATCH", "V.A.R.", "BONUS", "CAPTAIN TRANSFER"];
/// What a side can commit to a match, by its choice.
pub(super) const COMMITMENTS: [&str; 4] = ["nothing", "V.A.R.", "BONUS", "V.A.R. and BONUS"];

const TAKE_FREE_ITEM: usize = 0;
const TAKE_PAID_ITEM: usize = TAKE_FREE_ITEM + class::COUNT;
/// The first kind of player card put on the board among the items.
pub const PLAY_ITEM: usize = TAKE_PAID_ITEM + class::COUNT;
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

/// The items that use an event card of a class beside the board.
#[must_use]
pub fn uses_of(held: u8) -> Vec<usize> {
    match held {
        class::MATCH => vec![MATCH_ITEM],
        class::VAR => vec![COMMIT_ITEM + usize::from(COMMIT_VAR), COMMIT_ITEM + 3],
        _ => vec![COMMIT_ITEM + usize::from(COMMIT_BONUS), COMMIT_ITEM + 3],
    }
}

/// Whether the game has an item: captains are an option.
#[must_use]
pub fn has_item(rules: &Rules, item: usize) -> bool {
    let transfers = [TAKE_FREE_ITEM, TAKE_PAID_ITEM].map(|first| first + usize::from(class::TRANSFER));
    let of_captains = item == PAY_CAPTAIN_ITEM || item >= CAPTAIN_ITEM || transfers.contains(&item);
    rules.captains || !of_captains
}

/// What an action code alone tells about its item.
#[derive(Debug, Clone, Copy, Default)]
pub struct ItemOf {
    /// The item; for TAKE and SELL CHIP the first of several.
    first: u8,
    /// Bits of the taken card's class that count: all for TAKE, else none.
    class: u8,
    /// Bits of the sold chip that count: all for SELL CHIP, else none.
    chip: u8,
    /// Row place of a TAKE, in bits.
    shift: u8,
}

/// The item of each action code, where each row place costs `cubes_at`.
#[must_use]
pub fn items_of_actions(line: u8, cubes_at: [u8; 6]) -> [ItemOf; 128] {
    std::array::from_fn(|code| {
        let first = match code as u8 {
            PLAY..SELL_CARD => PLAY_ITEM + code - usize::from(PLAY),
            SELL_CARD..SELL_CHIP => SELL_CARD_ITEM + (code - usize::from(SELL_CARD)) / POSITIONS,
            // Bronze is chip 1.
            SELL_CHIP..MATCH => SELL_CHIP_ITEM - 1,
            MATCH => MATCH_ITEM,
            PAY_CAPTAIN => PAY_CAPTAIN_ITEM,
            PASS => PASS_ITEM,
            take => {
                let place = place_of(take, line);
                let paid = cubes_at[usize::from(place)] > 0;
                let first = if paid { TAKE_PAID_ITEM } else { TAKE_FREE_ITEM };
                return ItemOf { first: first as u8, class: u8::MAX, chip: 0, shift: 8 * place };
            }
        };
        let sells = (SELL_CHIP..MATCH).contains(&(code as u8));
        ItemOf { first: first as u8, class: 0, chip: if sells { u8::MAX } else { 0 }, shift: 0 }
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
    // on: the card in the row and the chip are looked at for every code.
    let of = rules.items[usize::from(chosen) & 127];
    let card = state.row >> (of.shift & 63) & 127;
    let class = rules.class_of[card as usize];
    let chip = state.team(state.active).chip((chosen.wrapping_sub(SELL_CHIP) & 15) + 1);
    Some(of.first + (class & of.class) + (chip & of.chip))
}

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
            let slot = match usize::from(rules.line) - place {
                // The ledger counts the slots of the row from the deck, from 1.
                1 => "slot 1, next to the deck".to_owned(),
                slot if place == 0 => format!("slot {slot}, the last"),
                slot => format!("slot {slot}"),
            };
            format!("TAKE {} from {slot}", rules.card_name(state.card(place)))
        }
    }
}
