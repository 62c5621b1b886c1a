//! House rules that the printed game lacks (TVS-HOUSE-01 to -08): what a Boss has
//! more at kick-off, who has the next turn, what the Boss behind gets, how a match
//! ends at the cap. Nothing of this is reached with the hooks off.

use super::play::pitch;
use super::sides::Match;
use super::switches::{Bonus, CapTieBreak, CatchUp, ExtraDraw, FirstTurn, TurnCap, Variant, WhoBegins};

/// The hooks in force.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a hook of its own")]
pub(super) struct House {
    /// Home points more of each side of a match.
    pub home: [u8; 2],
    /// Cards more in the opening hand of each side.
    cards: [u8; 2],
    /// Cards more in the opening hand of who starts, and of the other.
    later: [u8; 2],
    /// The first turn of a match is left out.
    pub skips_first: bool,
    /// Nobody shoots in the first turn of a match.
    pub no_first_shot: bool,
    /// The Boss who starts begins every round.
    pub plain: bool,
    begins: WhoBegins,
    /// The other Boss begins after half-time.
    swap: bool,
    /// Rounds after which it is full time, and who wins a single match then.
    pub cap: Option<(u8, CapTieBreak)>,
    /// What the Boss behind gets after each goal.
    pub catch_up: CatchUp,
}

/// Cards of a side, in hand and deck, at which it is half-time: half of a Match
/// Deck.
const HALF: u32 = 11;

impl House {
    pub fn of(variant: &Variant) -> Self {
        let bonuses = variant.bonuses();
        let home = bonuses.map(|bonus| match bonus {
            Bonus::None | Bonus::Card => 0,
            Bonus::Home1 => 1,
            Bonus::Home2 => 2,
            Bonus::Home3 => 3,
        });
        let (skips_first, no_first_shot) = match variant.first_turn {
            FirstTurn::Full => (false, false),
            FirstTurn::Short => (false, true),
            FirstTurn::Skipped => (true, false),
        };
        let printed = variant.who_begins == WhoBegins::Printed;
        Self {
            home,
            cards: bonuses.map(|bonus| u8::from(bonus == Bonus::Card)),
            later: match variant.extra_draw {
                ExtraDraw::None => [0, 0],
                ExtraDraw::Last => [0, 1],
                ExtraDraw::Everyone => [1, 1],
            },
            skips_first,
            no_first_shot,
            plain: printed && !variant.half_time_swap && !skips_first,
            begins: variant.who_begins,
            swap: variant.half_time_swap,
            cap: match variant.turn_cap {
                TurnCap::None => None,
                TurnCap::Given(rounds) => Some((rounds, variant.cap_tie_break)),
            },
            catch_up: variant.catch_up,
        }
    }

    /// Cards more in the opening hand of a side (TVS-HOUSE-01, -04).
    pub fn opening(&self, side: usize, starter: u8) -> u8 {
        self.cards[side] + self.later[usize::from(side != usize::from(starter))]
    }

    /// Whether the turn that ends is the last of its round, where the Boss who
    /// starts need not begin it: a round has two turns, one left out included.
    #[cold]
    pub fn round_ends(&self, game: &Match) -> bool {
        (game.turns + u8::from(self.skips_first)) & 1 == 0
    }

    /// Who begins the next round (TVS-HOUSE-03, -08).
    #[cold]
    pub fn next_round(&self, game: &mut Match) -> u8 {
        let few = |side: &super::sides::Side| side.hand.count_ones() + u32::from(side.open.deck) <= HALF;
        let swaps = self.swap && !game.second_half && game.sides.iter().any(few);
        game.second_half |= swaps;
        let first = game.starter ^ u8::from(game.second_half);
        let [one, other] = [0, 1].map(|side: usize| game.sides[side].open.goals);
        match self.begins {
            WhoBegins::Printed => first,
            WhoBegins::Rotates => game.active ^ u8::from(swaps),
            WhoBegins::Loser => game.conceded.checked_sub(1).unwrap_or(first),
            WhoBegins::Lowest if one == other => first,
            WhoBegins::Lowest => u8::from(other < one),
        }
    }

    /// Who wins a single match that is level at the cap by the stronger Attack
    /// pillar (TVS-HOUSE-06).
    pub fn stronger_attack(game: &Match) -> Option<usize> {
        let [one, other] = [0, 1].map(|side: usize| pitch::attack(&game.sides[side].open));
        (one != other).then(|| usize::from(other > one))
    }

    /// Whether the cap has ended the match, and how a single one is decided then
    /// (TVS-HOUSE-05).
    pub fn capped(&self, game: &Match) -> Option<CapTieBreak> {
        self.cap.filter(|&(rounds, _)| !game.extra && game.rounds >= rounds).map(|(_, tie_break)| tie_break)
    }
}
