//! The row, the hands, the boards: TAKE, PLAY, SELL, captains.

#![expect(clippy::inline_always, reason = "measured: every second action pays, and the usual way is short")]

use super::super::data::{COLOURS, POSITIONS};
use super::super::moves;
use super::super::rules::{Rules, kind_name};
use super::super::state::{HAND, NONE, Phase, State, Team, ids};
use super::super::switches::{DeckOut, EventRecycle, ReplaceRefund};
use crate::chance::{Chance, Draw};
use crate::watch::{Topic, Watch};

/// The deck among those that are drawn from.
pub const DECK: u8 = 0;
/// Chip index of the captain's diamond: after none, bronze, silver, gold.
pub const DIAMOND: u8 = 4;

/// Puts a card into a team's hand or beside its board.
#[inline]
pub fn give(rules: &Rules, team: &mut Team, card: u8) {
    let card = usize::from(card) & 127;
    team.held |= 1 << card;
    team.kinds |= rules.kind_bit[card];
    team.cards[usize::from(rules.counted_at[card]) & 3] += 1;
}

/// Takes one card, as a bit, from a team onto the discard pile.
pub fn lose(rules: &Rules, state: &mut State, seat: u8, card: u128) {
    let at = card.trailing_zeros() as usize & 127;
    let kind = rules.kind_of[at];
    let team = state.team_mut(seat);
    team.held &= !card;
    team.cards[usize::from(rules.counted_at[at]) & 3] -= 1;
    if rules.kind_bit[at] != 0 && team.held & rules.kind_cards[usize::from(kind)] == 0 {
        team.kinds &= !rules.kind_bit[at];
    }
    state.discard |= card;
}

/// Takes a player card of `kind` out of the active hand onto the discard pile
/// (KOP-CHIP-07, KOP-SELL-04).
#[inline]
fn discard_player(rules: &Rules, state: &mut State, kind: u8) {
    let copies = rules.kind_cards[usize::from(kind)];
    let team = state.team_mut(state.active);
    let own = team.held & copies;
    let card = own & own.wrapping_neg();
    debug_assert_ne!(card, 0, "the hand holds no {}", kind_name(kind));
    team.held ^= card;
    team.cards[HAND] -= 1;
    team.kinds &= !(u64::from(own == card) << kind);
    state.discard |= card;
}

/// Takes one of `kind_cards` held by `seat` away: it is discarded, or leaves
/// the game with `event-recycle` = no (KOP-MATCH-04, KOP-VAR-10,
/// KOP-BONUS-04).
pub fn spend_event(rules: &Rules, state: &mut State, seat: u8, kind_cards: u128) {
    let team = state.team_mut(seat);
    let own = team.held & kind_cards;
    let card = own & own.wrapping_neg();
    debug_assert_ne!(card, 0, "the event card to spend isn't held");
    team.held ^= card;
    match rules.event_recycle {
        EventRecycle::Yes => state.discard |= card,
        EventRecycle::No => state.gone |= card,
    }
}

/// Fills the row from the deck (KOP-TAKE-08 to -12).
#[inline]
pub fn refill<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    while state.row_len < rules.line {
        if state.deck_len == 0 && !remake_deck(rules, state, watch) {
            state.dry_rows += 1;
            watch.say(Topic::Card, None, || {
                let cards = counted(state.row_len.into(), "card");
                format!("The row is left with {cards}: no deck, nothing to shuffle")
            });
            return;
        }
        let epoch = state.reshuffles.min(u16::from(u8::MAX - 1)) as u8;
        let left = usize::from(state.deck_len);
        let place = chance.draw(Draw { deck: Some(DECK), seat: state.active, epoch }, &state.deck[..left]);
        let card = state.deck[place];
        state.deck[place] = state.deck[left - 1];
        state.deck_len -= 1;
        state.enter_row(rules, card);
        watch.say(Topic::Card, None, || format!("{} enters the row", rules.card_name(card)));
    }
}

/// Shuffles the discard pile into a new deck (KOP-TAKE-11); false if there is
/// nothing to shuffle.
#[cold]
fn remake_deck<W: Watch>(rules: &Rules, state: &mut State, watch: &mut W) -> bool {
    match rules.deck_out {
        DeckOut::Reshuffle if state.discard != 0 => {}
        DeckOut::Reshuffle | DeckOut::NoRefill => return false,
    }
    let mut left = state.discard;
    while left != 0 {
        state.deck[usize::from(state.deck_len)] = left.trailing_zeros() as u8;
        state.deck_len += 1;
        left &= left - 1;
    }
    state.discard = 0;
    state.reshuffles += 1;
    watch.say(Topic::Card, None, || {
        format!("The discard pile becomes a deck of {}", counted(state.deck_len.into(), "card"))
    });
    true
}

/// Pays cubes of a colour to the bank (KOP-COMP-15). With the switch `overpay`
/// each cube is the cheapest that suffices.
#[inline(always)]
pub fn pay(rules: &Rules, state: &mut State, colour: u8, cubes: u8) {
    if rules.overpay {
        overpay(rules, state, colour, cubes);
    } else {
        move_to_bank(rules, state, usize::from(colour), i16::from(cubes));
    }
}

#[cold]
fn overpay(rules: &Rules, state: &mut State, colour: u8, cubes: u8) {
    for _ in 0..cubes {
        let owned = state.team(state.active).cubes;
        let cheapest = (usize::from(colour)..3).find(|&paid| owned[paid] > 0);
        move_to_bank(rules, state, cheapest.unwrap_or(2), 1);
    }
}

#[inline]
fn move_to_bank(rules: &Rules, state: &mut State, colour: usize, cubes: i16) {
    state.team_mut(state.active).move_cubes(colour, -cubes);
    if rules.cube_limit {
        state.move_bank(colour, cubes);
    }
}

/// Hands a cube of a colour from the bank to a seat; false if there is none.
#[inline]
pub fn earn(rules: &Rules, state: &mut State, seat: u8, colour: u8) -> bool {
    let colour = usize::from(colour);
    if rules.cube_limit {
        if state.bank[colour] == 0 {
            return false;
        }
        state.move_bank(colour, -1);
    }
    state.team_mut(seat).move_cubes(colour, 1);
    true
}

/// A number of things in words.
#[must_use]
pub fn counted(number: u16, thing: &str) -> String {
    match number {
        1 => format!("a {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

/// What a seat gave for something, in words: the cubes that left its hands.
/// Not the printed price, because with `overpay` a dearer cube may pay.
#[must_use]
pub fn given(before: [u16; 3], after: [u16; 3]) -> String {
    let paid = std::array::from_fn::<_, 3, _>(|colour| before[colour].saturating_sub(after[colour]));
    let cubes = paid.iter().zip(COLOURS).filter(|&(&cubes, _)| cubes > 0);
    let told: Vec<_> = cubes.map(|(&cubes, colour)| counted(cubes, &format!("{colour} cube"))).collect();
    if told.is_empty() { "nothing".into() } else { told.join(" and ") }
}

/// A cube that a seat [`earn`]s `for_what`, in words; the bank may have none.
#[must_use]
pub fn received(seat: u8, colour: u8, earned: bool, for_what: &str) -> String {
    let colour = COLOURS[usize::from(colour) % 3];
    if earned {
        format!("Seat {seat} gets a {colour} cube for {for_what}")
    } else {
        format!("Seat {seat} gets nothing for {for_what}: the bank has no {colour} cube")
    }
}

/// TAKE: pays, takes the card and refills the row at once (KOP-TAKE-01 to
/// -10). A CAPTAIN TRANSFER card is returned without being put anywhere.
#[inline]
pub fn take<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    code: u8,
    chance: &mut C,
    watch: &mut W,
) -> u8 {
    let place = rules.place_of(code);
    let card = state.leave_row(place);
    let price = rules.price[usize::from(rules.class_of[usize::from(card) & 127])];
    let owned = if W::ON { state.team(state.active).cubes } else { [0; 3] };
    pay(rules, state, price, rules.cubes_for(place));
    if card < ids::TRANSFER {
        give(rules, state.team_mut(state.active), card);
    }
    watch.say(Topic::Card, Some(state.active), || {
        let paid = given(owned, state.team(state.active).cubes);
        format!("Seat {} takes {} for {paid}", state.active, rules.card_name(card))
    });
    refill(rules, state, chance, watch);
    card
}

/// `flush-free`: the free card is discarded instead of a forced pass.
pub fn flush<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let card = state.leave_row(0);
    state.discard |= 1 << card;
    watch.say(Topic::Card, Some(state.active), || {
        format!("Seat {} discards {} from the row instead of passing", state.active, rules.card_name(card))
    });
    refill(rules, state, chance, watch);
}

/// Sets a chip on a position of the active board; a chip that lies there goes
/// back (KOP-CHIP-02 to -04, KOP-COMP-14).
#[inline]
fn set_chip<W: Watch>(rules: &Rules, state: &mut State, chip: u8, position: u8, watch: &mut W) {
    let at = usize::from(position - 1);
    let team = state.team_mut(state.active);
    let old = team.chip(position);
    // Both bytes are sums over chips, so taking one off cannot borrow.
    team.columns = team.columns - rules.points[usize::from(old)][at] + rules.points[usize::from(chip)][at];
    team.put_chip(chip, position);
    if rules.chip_limit {
        state.move_supply(usize::from(old), 1);
        state.move_supply(usize::from(chip), -1);
    }
    watch.say(Topic::Effect, Some(state.active), || {
        let replaces = match old {
            0 => String::new(),
            DIAMOND => format!("the captain at {position} is replaced; "),
            _ => format!("the {} chip at {position} is replaced; ", COLOURS[usize::from(old - 1)]),
        };
        format!("Seat {}: {replaces}{}", state.active, columns(rules, state, state.active))
    });
    match rules.replace_refund {
        ReplaceRefund::Cube if old != 0 => {
            let earned = earn(rules, state, state.active, old - 1);
            watch.say(Topic::Effect, Some(state.active), || {
                received(state.active, old - 1, earned, "the chip replaced")
            });
        }
        ReplaceRefund::Cube | ReplaceRefund::None => {}
    }
}

/// Columns and level of a seat, in words.
fn columns(rules: &Rules, state: &State, seat: u8) -> String {
    let team = state.team(seat);
    let level = super::super::dice::LEVELS[usize::from(team.level(rules, false))];
    format!("defence {}, attack {}, level {level}", team.defence(), team.attack())
}

/// PLAY: a player card becomes a chip (KOP-CHIP-01).
#[inline]
pub fn play<W: Watch>(rules: &Rules, state: &mut State, kind: u8, watch: &mut W) {
    discard_player(rules, state, kind);
    let colour = kind / POSITIONS as u8;
    set_chip(rules, state, colour + 1, kind % POSITIONS as u8 + 1, watch);
}

/// SELL CARD: a player card for a cube of its colour (KOP-SELL-03).
#[inline]
pub fn sell_card<W: Watch>(rules: &Rules, state: &mut State, kind: u8, watch: &mut W) {
    discard_player(rules, state, kind);
    let colour = kind / POSITIONS as u8;
    earn(rules, state, state.active, colour);
    watch.say(Topic::Effect, Some(state.active), || {
        format!("Seat {} gets a {} cube", state.active, COLOURS[usize::from(colour)])
    });
}

/// SELL CHIP: a chip for a cube of its colour (KOP-SELL-01, -02).
#[inline]
pub fn sell_chip<W: Watch>(rules: &Rules, state: &mut State, position: u8, watch: &mut W) {
    let at = usize::from(position - 1);
    let team = state.team_mut(state.active);
    let chip = team.chip(position);
    team.put_chip(0, position);
    team.columns -= rules.points[usize::from(chip)][at];
    if rules.chip_limit {
        state.move_supply(usize::from(chip), 1);
    }
    earn(rules, state, state.active, chip - 1);
    watch.say(Topic::Effect, Some(state.active), || {
        let cube = COLOURS[usize::from(chip - 1) % 3];
        format!("Seat {} gets a {cube} cube; {}", state.active, columns(rules, state, state.active))
    });
}

/// The captain comes into play by payment or by the CAPTAIN TRANSFER card
/// `card` (KOP-CAP-07, -13). True if its position must be asked first; a card
/// that can do nothing is discarded (KOP-CAP-14, -15).
pub fn captain_waits<W: Watch>(rules: &Rules, state: &mut State, card: u8, watch: &mut W) -> bool {
    state.pending = card;
    let team = state.team(state.active);
    if team.placed != 0 {
        watch.say(Topic::Card, Some(state.active), || {
            format!("Seat {} discards CAPTAIN TRANSFER: its captain is placed already", state.active)
        });
        discard_pending(state);
        return false;
    }
    let positions = moves::captain_positions(rules, team);
    if positions.is_power_of_two() {
        place_captain(rules, state, positions.trailing_zeros() as u8, watch);
        return false;
    }
    state.phase = Phase::Position;
    state.asked = state.active;
    true
}

/// Sets the captain chip; only then does a CAPTAIN TRANSFER card go to the
/// discard pile (KOP-CAP-08, -11, -18).
pub fn place_captain<W: Watch>(rules: &Rules, state: &mut State, position: u8, watch: &mut W) {
    watch.say(Topic::Card, Some(state.active), || {
        format!("Seat {} places its captain at {position}", state.active)
    });
    set_chip(rules, state, DIAMOND, position, watch);
    state.team_mut(state.active).placed = position;
    discard_pending(state);
}

fn discard_pending(state: &mut State) {
    if state.pending != NONE {
        state.discard |= 1 << state.pending;
        state.pending = NONE;
    }
}
