//! House rules that the printed game lacks (TOS-HOUSE-01 to -07), compiled. They
//! are played where the printed rule stands: set-up, Monday, the market turn, the
//! end of a week.

use super::state::SEATS;
use super::switches::{Bonus, CatchUp, ExtraDraw, FirstTurn, TurnCap, Variant, WhoBegins};

/// What a seat has more at the start (TOS-HOUSE-01).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct More {
    /// $.
    pub money: i16,
    /// Fans.
    pub fans: u8,
    /// League points.
    pub points: u8,
}

/// The hooks in force.
#[derive(Debug, Clone)]
pub struct House {
    /// What each seat has more at the start.
    pub more: [More; SEATS],
    /// Who draws a starting footballer more.
    extra_draw: ExtraDraw,
    /// The first market turn of the season.
    pub first_turn: FirstTurn,
    /// The marker goes to the player with fewest league points.
    pub lowest_begins: bool,
    /// The last week of the season.
    pub weeks: u8,
    /// The last player has an operation point more.
    pub catch_up: bool,
    /// The first week of the second half, if seats are swapped for it.
    second_half: u8,
}

/// The first week of the return legs.
const RETURN: u8 = 6;

impl House {
    pub fn of(variant: &Variant) -> Self {
        Self {
            more: variant.bonuses().map(|bonus| match bonus {
                Bonus::None => More::default(),
                Bonus::Money2 => More { money: 2, ..More::default() },
                Bonus::Money5 => More { money: 5, ..More::default() },
                Bonus::Money10 => More { money: 10, ..More::default() },
                Bonus::Fan => More { fans: 1, ..More::default() },
                Bonus::Point => More { points: 1, ..More::default() },
            }),
            extra_draw: variant.extra_draw,
            first_turn: variant.first_turn,
            lowest_begins: match variant.who_begins {
                WhoBegins::Printed => false,
                WhoBegins::Lowest => true,
            },
            weeks: match variant.turn_cap {
                TurnCap::None => 10,
                TurnCap::Given(weeks) => weeks,
            },
            catch_up: match variant.catch_up {
                CatchUp::None => false,
                CatchUp::Op1 => true,
            },
            second_half: if variant.half_time_swap { RETURN } else { u8::MAX },
        }
    }

    /// Whether a week is played with seats swapped (TOS-HOUSE-07).
    pub const fn swapped(&self, week: u8) -> bool {
        week >= self.second_half
    }

    /// Whether seats are swapped right before a week.
    pub const fn swaps_before(&self, week: u8) -> bool {
        week == self.second_half
    }

    /// Starting footballers more of the player at a place of the turn order
    /// (TOS-HOUSE-04).
    pub fn starters_more(&self, place: u8, players: u8) -> usize {
        usize::from(match self.extra_draw {
            ExtraDraw::None => false,
            ExtraDraw::Last => place + 1 == players,
            ExtraDraw::NotFirst => place > 0,
            ExtraDraw::Everyone => true,
        })
    }
}
