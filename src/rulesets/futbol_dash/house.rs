//! House rules that the printed game lacks (FD-HOUSE-01 to -08), compiled: what
//! each player has at the start, who has the next turn, what the last player
//! gets, who wins at the turn cap. How they are played stands in `play`.

use super::rules::MAX_PLAYERS;
use super::switches::{
    Bonus, CapTieBreak, CatchUp, ExtraDraw, FirstTurn, LastSeatBonus, MatchKind, TurnCap, Variant, WhoBegins,
};
use crate::settings::Fault;

/// What a player has before the first turn (FD-SETUP-04, -05).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Opening {
    /// Cards in hand.
    pub(super) cards: u8,
    /// Attack points, without cards in front.
    pub(super) ap: u8,
    /// Goals.
    pub(super) goals: u8,
}

/// The hooks in force.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a hook of its own")]
pub(super) struct House {
    /// What each player has before the first turn, printed game or not.
    pub(super) openings: [Opening; MAX_PLAYERS],
    /// Turns simply go clockwise.
    pub(super) plain: bool,
    /// Who begins each round.
    pub(super) begins: WhoBegins,
    /// The first turn of all is left out.
    pub(super) skips_first: bool,
    /// Nothing is drawn in the first turn of all.
    pub(super) dry_first: bool,
    /// Seats are swapped after the first Halftime.
    pub(super) swap: bool,
    /// Who wins if several lead when the cap on turns is reached, if there is one.
    pub(super) cap: Option<CapTieBreak>,
    /// What the last player gets.
    pub(super) catch_up: CatchUp,
    /// Turns in a row without anything after which nobody can do anything.
    pub(super) idle: u8,
}

impl House {
    pub(super) fn of(variant: &Variant) -> Self {
        let plain = variant.who_begins == WhoBegins::Printed && !variant.half_time_swap;
        let (skips_first, dry_first) = match variant.first_turn {
            FirstTurn::Full => (false, false),
            FirstTurn::Short => (false, true),
            FirstTurn::Skipped => (true, false),
        };
        Self {
            openings: std::array::from_fn(|seat| opening(variant, seat)),
            plain,
            begins: variant.who_begins,
            skips_first,
            dry_first,
            swap: variant.half_time_swap,
            cap: most_turns(variant).1.then_some(variant.cap_tie_break),
            catch_up: variant.catch_up,
            // Of so many turns in a row every player has had one.
            idle: if plain { variant.players } else { 2 * variant.players - 1 },
        }
    }
}

/// Turns of all players together after which a match is stopped, and whether
/// that is the cap at which the leader wins (FD-END-06, FD-HOUSE-05). A first turn
/// that is left out counts as taken.
pub(super) fn most_turns(variant: &Variant) -> (u32, bool) {
    let most = u32::from(variant.max_turns);
    let skipped = u32::from(variant.first_turn == FirstTurn::Skipped);
    match variant.turn_cap {
        TurnCap::None => (most, false),
        TurnCap::Given(turns) => {
            let cap = u32::from(turns) * u32::from(variant.players) - skipped;
            (most.min(cap), cap <= most)
        }
    }
}

/// FD-SETUP-04, FD-SETUP-05, FD-HOUSE-01, FD-HOUSE-04.
fn opening(variant: &Variant, seat: usize) -> Opening {
    let players = usize::from(variant.players);
    if seat >= players {
        return Opening::default();
    }
    let last = seat + 1 == players;
    let more = match variant.extra_draw {
        ExtraDraw::None => false,
        ExtraDraw::Last => last,
        ExtraDraw::NotFirst => seat > 0,
        ExtraDraw::Everyone => true,
    };
    let (ap, card) = match variant.last_seat_bonus {
        LastSeatBonus::None => (0, false),
        LastSeatBonus::OneAp => (seat as u8, false),
        LastSeatBonus::ExtraCard => (0, last),
    };
    let cards = variant.hand_size + u8::from(more) + u8::from(card);
    let opening = Opening { cards, ap, goals: 0 };
    match variant.bonuses()[seat] {
        Bonus::None => opening,
        Bonus::Ap1 => Opening { ap: ap + 1, ..opening },
        Bonus::Ap2 => Opening { ap: ap + 2, ..opening },
        Bonus::Ap3 => Opening { ap: ap + 3, ..opening },
        Bonus::Card => Opening { cards: cards + 1, ..opening },
        Bonus::Goal => Opening { goals: 1, ..opening },
    }
}

/// A goal at the start must not win already.
pub(super) fn refused(variant: &Variant) -> Vec<Fault> {
    let won = variant.goals_to_win == 1 && variant.match_kind == MatchKind::Regular;
    let bonuses = (1_u8..).zip(variant.bonuses()).filter(|(_, bonus)| won && *bonus == Bonus::Goal);
    let fault = |(seat, bonus): (u8, Bonus)| {
        let found = format!("`{}` where 1 goal wins", bonus.word());
        Fault::new(format!("bonus-{seat}"), found, "a bonus that doesn't win the match at once")
    };
    bonuses.map(fault).collect()
}
