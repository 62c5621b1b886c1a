//! House rules that the printed game lacks (SQR-HOUSE-01 to -07), compiled. They
//! are played where the printed rule stands: set-up, the start of a turn, the
//! reset.

use super::switches::{Bonus, CatchUp, ExtraDraw, FirstTurn, Starter, TurnCap, Variant, WhoBegins};
use crate::settings::Fault;

/// The hooks in force.
#[derive(Debug, Clone)]
pub(super) struct House {
    /// What each manager has more at the start.
    pub(super) bonuses: [Bonus; 4],
    /// Who has a card more in the opening hand.
    pub(super) extra_draw: ExtraDraw,
    /// The first turn of the season is left out.
    pub(super) skips_first: bool,
    /// Nothing is drawn in the first turn of the season.
    pub(super) dry_first: bool,
    /// Turns of a manager after which it is full-time without a call.
    pub(super) turn_cap: u16,
    /// Who is last in the table draws a card more.
    pub(super) catch_up: bool,
    /// The first matchday of the second half, if seats are swapped for it.
    second_half: u8,
}

impl House {
    pub(super) fn of(variant: &Variant) -> Self {
        let (skips_first, dry_first) = match variant.first_turn {
            FirstTurn::Full => (false, false),
            FirstTurn::Short => (false, true),
            FirstTurn::Skipped => (true, false),
        };
        Self {
            bonuses: variant.bonuses(),
            extra_draw: variant.extra_draw,
            skips_first,
            dry_first,
            turn_cap: match variant.turn_cap {
                TurnCap::None => u16::MAX,
                TurnCap::Given(turns) => turns,
            },
            catch_up: match variant.catch_up {
                CatchUp::None => false,
                CatchUp::Card => true,
            },
            second_half: if variant.half_time_swap { variant.matchdays.div_ceil(2) } else { u8::MAX },
        }
    }

    /// Whether a matchday (from 0) belongs to the second half, played with seats
    /// swapped.
    pub(super) const fn swapped(&self, matchday: u8) -> bool {
        matchday >= self.second_half
    }

    /// Whether seats are swapped right before a matchday.
    pub(super) const fn swaps_before(&self, matchday: u8) -> bool {
        matchday == self.second_half
    }

    /// Whether the manager at this place of the order of play has a card more in
    /// the opening hand.
    pub(super) const fn draws_more(&self, place: u8, managers: u8) -> bool {
        match self.extra_draw {
            ExtraDraw::None => false,
            ExtraDraw::Last => place + 1 == managers,
            ExtraDraw::NotFirst => place > 0,
            ExtraDraw::Everyone => true,
        }
    }
}

/// Who begins the next matchday: the printed game's switch, or the hook in its
/// stead.
///
/// # Errors
/// When both are set.
pub(super) fn next_starter(variant: &Variant) -> Result<Starter, Fault> {
    let wanted = match variant.who_begins {
        WhoBegins::Printed => return Ok(variant.next_starter),
        WhoBegins::Rotates => Starter::Rotate,
        WhoBegins::Lowest => Starter::LastInTable,
    };
    match variant.next_starter {
        Starter::Caller => Ok(wanted),
        other => {
            let found = format!("`{}` beside `next-starter` = `{}`", variant.who_begins.word(), other.word());
            Err(Fault::new("who-begins", found, "one of the two"))
        }
    }
}
