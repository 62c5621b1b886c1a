//! One match in signed integers, in the order of EVAL-01.
//!
//! In: two sevens with their markers, the official in force, the INSTANTs in
//! force. Out: goals. Nothing here knows of seats, piles or chance.

use super::cards::{self, FWD, MID, NONE, Official, SLOT_POSITION};
use super::rules::{Rules, WHISTLE_LEAD};
use super::sevens::Seven;

/// A side's scoring seven, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// Printed ratings by slot.
    ratings: [i32; 7],
    booked: [bool; 7],
    /// Nations in it (CHEM-03).
    pub nations: u32,
    /// Super Subs in it.
    pub subs: u32,
    /// Whether its star may earn the Golden Boot (BOOT-03).
    pub star: bool,
}

/// A side's sums after step (6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// GK and both DEF.
    pub defence: i32,
    /// Both MID and both FWD.
    pub attack: i32,
    /// Both MID, before chemistry.
    pub mid: i32,
}

/// What bears on one match besides the sevens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The official in force.
    pub official: Option<Official>,
    /// Sides against which VAR REVIEW was played as an INSTANT.
    pub var_on: [bool; 2],
    /// Sides against which OFFSIDE! was played as an INSTANT.
    pub offside_on: [bool; 2],
}

impl Conditions {
    /// An official and no INSTANT.
    #[must_use]
    pub fn under(official: Option<Official>) -> Self {
        Self { official, ..Self::default() }
    }
}

impl Side {
    /// The seven with the markers of its pitch.
    #[must_use]
    pub fn new(rules: &Rules, seven: &Seven, marked: u128) -> Self {
        let mut side = Self { ratings: [0; 7], booked: [false; 7], nations: 0, subs: 0, star: false };
        let mut of_nation = [0_u8; 16];
        for (slot, &card) in seven.iter().enumerate() {
            debug_assert!(card != NONE);
            side.ratings[slot] = rules.current(card, false);
            side.booked[slot] = marked >> card & 1 == 1;
            of_nation[usize::from(cards::nation(card))] += 1;
            side.subs += u32::from(cards::is_sub(card));
        }
        side.nations = of_nation[..cards::MAX_NATIONS].iter().filter(|&&n| n > 0).count() as u32;
        let most = of_nation[..cards::MAX_NATIONS].iter().max().copied().unwrap_or(0);
        side.star = seven.iter().any(|&card| {
            cards::is_star(card)
                && (rules.boot_any_ten || of_nation[usize::from(cards::nation(card))] == most)
        });
        side
    }

    /// Booked cards in it.
    #[must_use]
    pub fn bookings(&self) -> u32 {
        self.booked.iter().filter(|&&b| b).count() as u32
    }

    /// Steps (1) to (6).
    #[must_use]
    pub fn totals(&self, rules: &Rules, official: Option<Official>, var: bool, offside: bool) -> Totals {
        let mut values = self.ratings;
        if official != Some(Official::Overturned) {
            for (value, &booked) in values.iter_mut().zip(&self.booked) {
                *value -= i32::from(booked);
            }
        }
        for zeroed in [official == Some(Official::VarReview), var] {
            if zeroed {
                strike_highest(&mut values, rules.var_gk_first);
            }
        }
        for zeroed in [official == Some(Official::Offside), offside] {
            if zeroed {
                let top = if values[5] >= values[6] { 5 } else { 6 };
                values[top] = 0;
            }
        }
        let sum = |from: usize, to: usize| values[from..to].iter().sum::<i32>();
        let mid = sum(3, 5);
        let (mut defence, mut attack) = (sum(0, 3), mid + sum(5, 7));
        let (plus_defence, plus_attack) = if official == Some(Official::PlayOn) {
            // PLAY ON waives penalties, not the house bonus.
            let home = if self.nations == 1 { i32::from(rules.home_bonus) } else { 0 };
            (home, home)
        } else {
            rules.chemistry(self.nations)
        };
        defence += plus_defence;
        attack += plus_attack;
        Totals { defence, attack, mid }
    }
}

/// The highest value becomes 0; among equals the one in the first of FWD, MID,
/// DEF, GK (OFF-VAR-REVIEW-2).
fn strike_highest(values: &mut [i32; 7], gk_first: bool) {
    let rank = |slot: usize| {
        let position = SLOT_POSITION[slot];
        if gk_first { FWD - position } else { position }
    };
    let mut highest = 0;
    for slot in 1..7 {
        if (values[slot], rank(slot)) > (values[highest], rank(highest)) {
            highest = slot;
        }
    }
    values[highest] = 0;
}

/// Goals of one side by the formula (GOAL-01).
#[inline]
#[must_use]
pub fn formula(attack: i32, defence: i32, divisor: u8) -> i32 {
    (attack - defence).max(0) / i32::from(divisor)
}

/// The score of one match (one leg of it with `added-time-leg` = new-official).
#[must_use]
pub fn goals(rules: &Rules, sides: &[Side; 2], conditions: Conditions) -> [u16; 2] {
    let official = conditions.official;
    let mut totals: [Totals; 2] = std::array::from_fn(|side| {
        sides[side].totals(rules, official, conditions.var_on[side], conditions.offside_on[side])
    });
    match official {
        Some(Official::TheWall) => {
            for side in &mut totals {
                side.defence += i32::from(rules.wall_bonus);
            }
        }
        Some(Official::Reverse) if rules.cross_swap => totals.swap(0, 1),
        Some(Official::Reverse) => {
            for side in &mut totals {
                std::mem::swap(&mut side.attack, &mut side.defence);
            }
        }
        _ => {}
    }
    let [a, b] = totals;
    let mut score =
        [formula(a.attack, b.defence, rules.divisor), formula(b.attack, a.defence, rules.divisor)];
    match official {
        Some(Official::SetPiece) => {
            score[0] += i32::from(a.mid > b.mid);
            score[1] += i32::from(b.mid > a.mid);
        }
        Some(Official::Whistle) => {
            let leads = [a.attack - b.defence, b.attack - a.defence];
            let due = leads.map(|lead| lead >= WHISTLE_LEAD);
            score = if rules.whistle_one_each {
                due.map(i32::from)
            } else {
                [i32::from(due[0] && leads[0] > leads[1]), i32::from(due[1] && leads[1] > leads[0])]
            };
        }
        Some(Official::AddedTime) if !rules.leg_official => score = score.map(|goals| 2 * goals),
        _ => {}
    }
    score.map(|goals| goals as u16)
}

/// Sums for reports: with no official and no INSTANT.
#[must_use]
pub fn plain_totals(rules: &Rules, side: &Side) -> Totals {
    side.totals(rules, None, false, false)
}

const _: () = {
    // The slots that `goals` sums as midfield are the MID slots.
    assert!(SLOT_POSITION[3] == MID && SLOT_POSITION[4] == MID);
};
