//! Names for transcripts.

use super::cards::{self, Card, Official};
use super::moves::{Move, kind};
use super::rules::Rules;
use super::sevens::Seven;
use super::state::{Deed, State};

/// A seat, counted from 0.
#[must_use]
pub fn seat(seat: u8) -> String {
    format!("Seat {seat}")
}

/// An official or referee card as printed.
#[must_use]
pub fn official(official: Official) -> &'static str {
    [
        "ADDED TIME",
        "VAR REVIEW",
        "OFFSIDE!",
        "PLAY ON",
        "SUBSTITUTION",
        "QUICK RESTART",
        "SET PIECE",
        "THE WALL",
        "REVERSE",
        "FULL-TIME WHISTLE",
        "OVERTURNED",
    ][official as usize]
}

/// A squad place: position and rating, with a letter where a squad has two
/// alike.
#[must_use]
pub fn place(rules: &Rules, place: usize) -> String {
    let position = ["GK", "DEF", "MID", "FWD"][cards::POSITION_OF_PLACE[place]];
    let rating = rules.printed.ratings[place];
    let alike: Vec<usize> = (0..11)
        .filter(|&p| {
            cards::POSITION_OF_PLACE[p] == cards::POSITION_OF_PLACE[place]
                && rules.printed.ratings[p] == rating
        })
        .collect();
    let letter = alike.iter().position(|&p| p == place).unwrap_or(0);
    if alike.len() > 1 {
        format!("{position} {rating}{}", ["a", "b", "c", "d"][letter])
    } else {
        format!("{position} {rating}")
    }
}

/// A card.
#[must_use]
pub fn card(rules: &Rules, card: Card) -> String {
    match card {
        0..cards::SUB => {
            let nation = &rules.printed.nations[usize::from(cards::nation(card))];
            format!("{nation} {}", place(rules, cards::squad_place(card)))
        }
        cards::SUB..cards::FIELD_END => "Super Sub".to_owned(),
        cards::TACKLE..cards::YELLOW => "Tackle".to_owned(),
        cards::YELLOW..cards::RED => "Yellow".to_owned(),
        cards::RED..cards::REFEREE => "Red".to_owned(),
        cards::REFEREE..cards::END => official(Official::of(card)).to_owned(),
        _ => "no card".to_owned(),
    }
}

/// A seven by slots.
#[must_use]
pub fn seven(rules: &Rules, seven: &Seven) -> String {
    let names: Vec<String> = seven.iter().map(|&c| card(rules, c)).collect();
    names.join(", ")
}

/// A move of the seat that is asked.
#[must_use]
pub fn describe(rules: &Rules, state: &State, chosen: Move) -> String {
    let hand = &state.hands[usize::from(state.asked)];
    let held = |h: u8| card(rules, hand.at(h));
    let on = |owner: u8, place: u8| {
        let there = &state.pitches[usize::from(owner)];
        let found = there.cards().get(usize::from(place)).copied().unwrap_or(cards::NONE);
        let mark = if found != cards::NONE && there.is_booked(found) { " (booked)" } else { "" };
        format!("{}'s {}{mark}", seat(owner), card(rules, found))
    };
    let (a, b, c) = (chosen.a(), chosen.b(), chosen.c());
    let own = state.asked;
    match chosen.kind() {
        kind::PASS => "passes".to_owned(),
        kind::PLAY => format!("plays {}", held(a)),
        kind::TACKLE => format!("tackles {}", on(a, b)),
        kind::YELLOW => format!("shows {} a Yellow", on(a, b)),
        kind::RED => format!("shows {} a Red", on(a, b)),
        kind::TACKLE2 => format!("double-tackles {} and {}", on(a, b), on(a, c)),
        kind::ADDED_TIME => "plays ADDED TIME: one more turn follows".to_owned(),
        kind::SUBSTITUTION => format!("plays SUBSTITUTION: {} for {}", held(b), on(own, a)),
        kind::QUICK_RESTART => "plays QUICK RESTART: draws 2".to_owned(),
        kind::THE_WALL => "plays THE WALL: no Tackle until the next own turn".to_owned(),
        kind::OVERTURNED => format!("plays OVERTURNED: clears {}", on(own, a)),
        kind::DECLINE => match state.pending.deed {
            Deed::Forward => "lets the forward stand".to_owned(),
            _ => "does not answer".to_owned(),
        },
        kind::ANSWER_PLAY_ON => "answers PLAY ON".to_owned(),
        kind::ANSWER_VAR => "answers VAR REVIEW".to_owned(),
        kind::ANSWER_OFFSIDE => "answers OFFSIDE!".to_owned(),
        kind::DISCARD => format!("discards {}", held(a)),
        kind::NO_CALL => "does not call".to_owned(),
        kind::CALL => "calls FULL-TIME".to_owned(),
        kind::SEVEN => format!("chooses {}", seven(rules, &chosen.named())),
        kind::NO_INSTANT => "plays no INSTANT".to_owned(),
        kind::VAR => "chooses VAR REVIEW".to_owned(),
        kind::OFFSIDE => "chooses OFFSIDE!".to_owned(),
        kind::PLAY_ON if a == 1 => "chooses PLAY ON at the official".to_owned(),
        kind::PLAY_ON => "chooses PLAY ON at the other INSTANT".to_owned(),
        kind::NO_CHANGE => "changes nothing".to_owned(),
        kind::SWAP => format!("exchanges {} for {}", on(own, a), held(b)),
        other => format!("move of unknown kind {other}"),
    }
}

/// The item of a double-Tackle, which is an option.
pub const DOUBLE_TACKLE: usize = 13;

/// Names of the items whose use is tallied.
#[must_use]
pub fn items(rules: &Rules) -> Vec<String> {
    let fixed = [
        "Super Sub",
        "Tackle",
        "double-Tackle",
        "Yellow",
        "Red",
        "ADDED TIME",
        "SUBSTITUTION",
        "QUICK RESTART",
        "THE WALL",
        "OVERTURNED",
        "PLAY ON",
        "VAR REVIEW",
        "OFFSIDE!",
        "FULL-TIME call",
        "match exchange",
    ];
    (0..11).map(|p| place(rules, p)).chain(fixed.map(str::to_owned)).collect()
}

/// What a move can be that uses no item.
pub const ACTS: [(u8, &str); 7] = [
    (kind::PASS, "pass"),
    (kind::DECLINE, "no answer"),
    (kind::DISCARD, "discard"),
    (kind::NO_CALL, "no FULL-TIME call"),
    (kind::SEVEN, "name a seven"),
    (kind::NO_INSTANT, "no INSTANT"),
    (kind::NO_CHANGE, "change nothing"),
];

/// The item of a referee card that is played from the hand; none for the three
/// that only ever turn up as officials.
#[must_use]
pub fn item_of(official: Official) -> Option<usize> {
    Some(match official {
        Official::AddedTime => 16,
        Official::Substitution => 17,
        Official::QuickRestart => 18,
        Official::TheWall => 19,
        Official::Overturned => 20,
        Official::PlayOn => 21,
        Official::VarReview => 22,
        Official::Offside => 23,
        Official::SetPiece | Official::Reverse | Official::Whistle => return None,
    })
}

/// The item that a move uses.
#[inline]
#[must_use]
pub fn item(state: &State, chosen: Move) -> Option<u8> {
    Some(match chosen.kind() {
        kind::PLAY => {
            let card = state.hands[usize::from(state.asked)].at(chosen.a());
            if cards::is_sub(card) { 11 } else { cards::squad_place(card) as u8 }
        }
        kind::TACKLE => 12,
        kind::TACKLE2 => DOUBLE_TACKLE as u8,
        kind::YELLOW => 14,
        kind::RED => 15,
        kind::ADDED_TIME => 16,
        kind::SUBSTITUTION => 17,
        kind::QUICK_RESTART => 18,
        kind::THE_WALL => 19,
        kind::OVERTURNED => 20,
        kind::ANSWER_PLAY_ON | kind::PLAY_ON => 21,
        kind::ANSWER_VAR | kind::VAR => 22,
        kind::ANSWER_OFFSIDE | kind::OFFSIDE => 23,
        kind::CALL => 24,
        kind::SWAP => 25,
        _ => return None,
    })
}
