//! House rules that the printed game lacks (KOP-HOUSE-01 to -08): what they add
//! to the start, who has the next turn, what the last team gets, who wins at the
//! turn cap. Nothing of this is reached with the hooks off.

use super::data::{BRONZE, COLOURS, GOLD, SILVER};
use super::play::market;
use super::rules::Rules;
use super::state::{MAX_TEAMS, State, class};
use super::switches::{Bonus, CapTieBreak, CatchUp, ExtraDraw, FirstTurn, TurnCap, Variant, WhoBegins};
use crate::game::rounds::{Begins, Half, alone_last};
use crate::settings::Fault;
use crate::watch::{Topic, Watch};

/// The hooks in force.
#[derive(Debug, Clone)]
pub struct House {
    /// What each team has more at the start.
    pub bonuses: [Bonus; MAX_TEAMS],
    /// In the first turn only the card of the last slot may be taken.
    pub short_first: bool,
    /// Turns simply go clockwise.
    pub plain: bool,
    /// Who begins each round.
    begins: WhoBegins,
    /// Victories of a team at which it is half-time, if seats are swapped then.
    half: Option<u8>,
    /// Who wins at the turn cap if several lead, if there is one.
    pub cap: Option<CapTieBreak>,
    /// Cube that the last team gets after a match.
    catch_up: Option<u8>,
    /// Forced passes in a row after which nothing can change any more.
    pub idle: u8,
}

impl House {
    pub fn of(variant: &Variant) -> Self {
        let plain = variant.who_begins == WhoBegins::Printed && !variant.half_time_swap;
        Self {
            bonuses: variant.bonuses(),
            short_first: match variant.first_turn {
                FirstTurn::Short => true,
                FirstTurn::Full | FirstTurn::Skipped => false,
            },
            plain,
            begins: variant.who_begins,
            half: variant.half_time_swap.then_some(variant.wins_to_win.div_ceil(2)),
            cap: match variant.turn_cap {
                TurnCap::Given(turns) if turns <= variant.max_rounds => Some(variant.cap_tie_break),
                TurnCap::Given(_) | TurnCap::None => None,
            },
            catch_up: match variant.catch_up {
                CatchUp::None => None,
                CatchUp::Bronze => Some(BRONZE),
                CatchUp::Silver => Some(SILVER),
                CatchUp::Gold => Some(GOLD),
            },
            // Of so many turns in a row every player has had one.
            idle: if plain { variant.players } else { 2 * variant.players - 1 },
        }
    }
}

/// Whether the first turn of all is left out (KOP-HOUSE-02).
pub const fn skips_first(variant: &Variant) -> bool {
    match variant.first_turn {
        FirstTurn::Skipped => true,
        FirstTurn::Full | FirstTurn::Short => false,
    }
}

/// Turns of all players after which the game is over (KOP-END-05,
/// KOP-HOUSE-05); a first turn that is left out counts as taken.
pub fn most_turns(variant: &Variant) -> u16 {
    let rounds = match variant.turn_cap {
        TurnCap::None => variant.max_rounds,
        TurnCap::Given(turns) => turns.min(variant.max_rounds),
    };
    rounds * u16::from(variant.players) - u16::from(skips_first(variant))
}

/// Player cards dealt to each hand before the first turn (KOP-SETUP-17,
/// KOP-HOUSE-01, -04) at a table of so many.
pub fn opening_hands(variant: &Variant, players: u8) -> [u8; MAX_TEAMS] {
    let (bonuses, players) = (variant.bonuses(), usize::from(players));
    std::array::from_fn(|seat| {
        let more = match variant.extra_draw {
            ExtraDraw::None => false,
            ExtraDraw::Last => seat + 1 == players,
            ExtraDraw::NotFirst => seat > 0,
            ExtraDraw::Everyone => true,
        };
        let bonus = u8::from(bonuses[seat] == Bonus::PlayerCard);
        if seat < players { variant.start_players + u8::from(more) + bonus } else { 0 }
    })
}

/// Hands out the starting bonuses that no chance is needed for (KOP-HOUSE-01).
///
/// # Errors
/// A cube that the bank lacks, or a card that is not in the deck.
pub fn hand_out(rules: &Rules, state: &mut State) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (seat, &bonus) in (0..rules.players).zip(&rules.house.bonuses) {
        let missing = match bonus {
            Bonus::None | Bonus::PlayerCard => continue,
            Bonus::Win => {
                state.team_mut(seat).victories += 1;
                continue;
            }
            Bonus::Bronze => cube(rules, state, seat, BRONZE),
            Bonus::Silver => cube(rules, state, seat, SILVER),
            Bonus::Gold => cube(rules, state, seat, GOLD),
            Bonus::MatchCard => event(rules, state, seat, class::MATCH),
            Bonus::VarCard => event(rules, state, seat, class::VAR),
            Bonus::LevelCard => event(rules, state, seat, class::BONUS),
        };
        if let Some(missing) = missing {
            let found = format!("`{}`", bonus.word());
            faults.push(
                Fault::new(format!("bonus-{}", seat + 1), found, "what is left at the start").hint(missing),
            );
        }
    }
    faults
}

fn cube(rules: &Rules, state: &mut State, seat: u8, colour: u8) -> Option<String> {
    let left = || format!("no {} cube is left in the bank", COLOURS[usize::from(colour)]);
    (!market::earn(rules, state, seat, colour)).then(left)
}

/// Lays an event card of the deck beside a board.
fn event(rules: &Rules, state: &mut State, seat: u8, wanted: u8) -> Option<String> {
    let deck = &mut state.deck[..usize::from(state.deck_len)];
    let Some(place) = deck.iter().rposition(|&card| rules.class_of[usize::from(card)] == wanted) else {
        return Some("no such card is left in the deck".to_owned());
    };
    // Player cards stay in front of the event cards, which keep their order.
    let card = deck[place];
    deck[place..].rotate_left(1);
    state.deck_len -= 1;
    market::give(rules, state.team_mut(seat), card);
    None
}

/// What a starting bonus is, in words.
pub const fn goods(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::None => "nothing more",
        Bonus::Bronze => "a bronze cube more",
        Bonus::Silver => "a silver cube more",
        Bonus::Gold => "a gold cube more",
        Bonus::PlayerCard => "a player card more",
        Bonus::MatchCard => "a MATCH card",
        Bonus::VarCard => "a V.A.R. card",
        Bonus::LevelCard => "a BONUS card",
        Bonus::Win => "a victory",
    }
}

/// The seat of the next turn where turns don't simply go clockwise
/// (KOP-HOUSE-03, -08).
#[cold]
pub fn next_turn(rules: &Rules, state: &mut State) -> u8 {
    let rounds = state.rounds;
    let begins = || match rules.house.begins {
        WhoBegins::Printed => Begins::Same,
        WhoBegins::Rotates => Begins::Next,
        WhoBegins::Loser => state.played().last().map_or(Begins::Same, |played| {
            let record = played.unpack();
            Begins::Seat(record.seats[1 - usize::from(record.winner)])
        }),
        WhoBegins::Lowest => {
            Begins::Seat(rounds.least(state.active, rules.players, |seat| state.team(seat).victories))
        }
    };
    let mut next = rounds;
    let seat = next.next(state.active, rules.players, begins);
    state.rounds = next;
    seat
}

/// After a match: half-time (KOP-HOUSE-08), and help for the last (KOP-HOUSE-07).
#[inline]
pub fn after_match<W: Watch>(rules: &Rules, state: &mut State, winner: u8, watch: &mut W) {
    if let Some(half) = rules.house.half
        && state.rounds.half() == Half::First
        && state.team(winner).victories >= half
    {
        state.rounds.end_half();
        watch.say(Topic::Phase, None, || {
            "Half-time: after this round seats are swapped and play goes the other way round".to_owned()
        });
    }
    if let Some(colour) = rules.house.catch_up
        && let Some(last) = alone_last(rules.players, |seat| state.team(seat).victories)
    {
        let earned = market::earn(rules, state, last, colour);
        watch.say(Topic::Effect, Some(last), || market::received(last, colour, earned, "being last"));
    }
}

/// Who wins at the turn cap: the team with most victories; of several the one
/// that the tie-break names, and where that names none the one whose last victory
/// is the latest, before the first match the King (KOP-HOUSE-06).
pub fn leader(rules: &Rules, state: &State, tie_break: CapTieBreak) -> u8 {
    let teams = || 0..rules.players;
    let most = teams().map(|seat| state.team(seat).victories).max();
    let leads = |seat: &u8| Some(state.team(*seat).victories) == most;
    let level = |seat: &u8| state.team(*seat).level(rules, false);
    let best = teams().filter(leads).map(|seat| level(&seat)).max();
    let named = |seat: &u8| match tie_break {
        CapTieBreak::King => *seat == state.king,
        CapTieBreak::Level => Some(level(seat)) == best,
        CapTieBreak::Latest => true,
    };
    let among = |seat: &u8| {
        let any = teams().any(|other| leads(&other) && named(&other));
        leads(seat) && (!any || named(seat))
    };
    let winners = state.played().iter().rev().map(|played| {
        let record = played.unpack();
        record.seats[usize::from(record.winner)]
    });
    let latest = winners.chain([state.king]).find(among);
    latest.or_else(|| teams().find(among)).unwrap_or(state.king)
}
