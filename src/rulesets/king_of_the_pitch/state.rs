//! A game in progress: everything on the table, packed into plain data.

use super::data::POSITIONS;
use super::dice::Bout;
pub use super::record::{MatchRecord, Played};
use super::rules::Rules;
use crate::game::rounds::Rounds;

/// Most teams at the table (KOP-SETUP-01).
pub const MAX_TEAMS: usize = 5;
/// Places for teams: a power of two, so that looking up a seat needs no check.
pub const PLACES: usize = 8;
const _: () = assert!(MAX_TEAMS <= PLACES);

/// Cards that can be in the deck: 66 player cards and 36 event cards.
pub const CARDS: usize = 102;
/// Most matches of a game: five teams, seven wins needed (KOP-END-03).
pub const MAX_MATCHES: usize = 31;
/// Bits of the eleven positions.
pub const ALL_POSITIONS: u16 = (1 << POSITIONS) - 1;

/// Classes of cards in the row, in the order of [`Rules::price`]: player cards
/// by colour, then these.
pub mod class {
    /// MATCH.
    pub const MATCH: u8 = 3;
    /// V.A.R.
    pub const VAR: u8 = 4;
    /// BONUS.
    pub const BONUS: u8 = 5;
    /// CAPTAIN TRANSFER.
    pub const TRANSFER: u8 = 6;
    /// Number of classes.
    pub const COUNT: usize = 7;
}

/// Card ids: player cards first, then each kind of event card, then captains
/// (which never enter the deck).
pub mod ids {
    /// First MATCH card.
    pub const MATCH: u8 = 66;
    /// First V.A.R. card.
    pub const VAR: u8 = 87;
    /// First BONUS card.
    pub const BONUS: u8 = 92;
    /// First CAPTAIN TRANSFER card.
    pub const TRANSFER: u8 = 97;
    /// First captain card.
    pub const CAPTAIN: u8 = 102;
    /// First id that is no card.
    pub const END: u8 = 107;

    /// Bits of the ids from `first` to below `end`.
    #[must_use]
    pub const fn bits(first: u8, end: u8) -> u128 {
        (1 << end) - (1 << first)
    }
    /// All player cards.
    pub const PLAYERS: u128 = bits(0, MATCH);
    /// All MATCH cards.
    pub const MATCHES: u128 = bits(MATCH, VAR);
    /// All V.A.R. cards.
    pub const VARS: u128 = bits(VAR, BONUS);
    /// All BONUS cards.
    pub const BONUSES: u128 = bits(BONUS, TRANSFER);
}

/// Index of the player cards in hand in [`Team::cards`].
pub const HAND: usize = 0;
/// Index of the MATCH cards.
pub const MATCHES: usize = 1;
/// Index of the V.A.R. cards.
pub const VARS: usize = 2;
/// Index of the BONUS cards.
pub const BONUSES: usize = 3;

const EVERY_LANE: u64 = 1 | 1 << 11 | 1 << 22 | 1 << 33;

/// "None" where a card, choice or captain is stored in a byte of a [`State`],
/// which searches copy for every imagined game.
pub const NONE: u8 = u8::MAX;

/// What the game waits for; one `match` in `play` answers each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// KOP-D1: the turn's action.
    Action,
    /// KOP-D2: where the captain goes.
    Position,
    /// KOP-D5: whom the King meets.
    Opponent,
    /// KOP-D3: what the challenger commits.
    Challenger,
    /// KOP-D4: what the King commits.
    King,
    /// KOP-D6: which die the side re-rolls.
    Die(u8),
    /// Nothing: the game is over.
    Over,
}

/// How the game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It has not.
    Running,
    /// A team has all its victories (KOP-END-01).
    Won(u8),
    /// Nobody can do anything any more (KOP-END-04).
    Stalemate,
    /// Every player has had `max-rounds` turns (KOP-END-05).
    Cap,
}

/// Everything that belongs to one team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Team {
    /// Ids of the cards in hand and beside the board.
    pub held: u128,
    /// Kinds of player card in hand: bit `11 * colour + position - 1`.
    pub kinds: u64,
    /// Chips on the board: four lanes of 11 bits for bronze, silver, gold and
    /// diamond, each with a bit per position; the first three are numbered
    /// like [`Team::kinds`].
    pub chips: u64,
    /// Bronze, silver and gold cubes.
    pub cubes: [u16; 3],
    /// Points: defence in the low byte, attack in the high byte.
    pub columns: u16,
    /// Player cards in hand, MATCH, V.A.R. and BONUS cards beside the board,
    /// see [`HAND`] and the following.
    pub cards: [u8; 4],
    /// Colours of which cubes are owned, as bits.
    pub owned: u8,
    /// Crown chips won (KOP-COMP-06).
    pub victories: u8,
    /// Captain card dealt, or [`NONE`].
    pub captain: u8,
    /// Position of the captain chip, 0 while not placed.
    pub placed: u8,
}

impl Team {
    /// Nothing on the board, nothing in hand (KOP-SETUP-17, -18).
    pub const EMPTY: Self = Self {
        held: 0,
        kinds: 0,
        chips: 0,
        cubes: [0; 3],
        columns: 0,
        cards: [0; 4],
        owned: 0,
        victories: 0,
        captain: NONE,
        placed: 0,
    };

    /// Points of the defence column.
    #[inline]
    #[must_use]
    pub const fn defence(&self) -> u8 {
        self.columns as u8
    }

    /// Points of the attack column.
    #[inline]
    #[must_use]
    pub const fn attack(&self) -> u8 {
        (self.columns >> 8) as u8
    }

    /// Chip at a position `1..=11`: 0 none, 1 bronze … 4 diamond.
    #[inline]
    #[must_use]
    pub const fn chip(&self, position: u8) -> u8 {
        // One lane holds a bit; the product's fourth lane is its number.
        let lanes = self.chips >> (position - 1) & EVERY_LANE;
        (lanes.wrapping_mul(1 << 33 | 2 << 22 | 3 << 11 | 4) >> 33) as u8 & 7
    }

    /// Positions that hold a chip, `1` bronze to `4` diamond.
    #[inline]
    #[must_use]
    pub const fn positions_of(&self, chip: u8) -> u16 {
        (self.chips >> (11 * (chip as u32 - 1))) as u16 & ALL_POSITIONS
    }

    /// Puts a chip on a position, or none; what was there is gone.
    #[inline]
    pub const fn put_chip(&mut self, chip: u8, position: u8) {
        let at = position as u32 - 1;
        let bit = if chip == 0 { 0 } else { 1 << (11 * (chip as u32 - 1) + at) };
        self.chips = self.chips & !(EVERY_LANE << at) | bit;
    }

    /// Cubes come or go.
    #[inline]
    pub const fn move_cubes(&mut self, colour: usize, cubes: i16) {
        let owned = self.cubes[colour].wrapping_add_signed(cubes);
        self.cubes[colour] = owned;
        self.owned = self.owned & !(1 << colour) | ((owned != 0) as u8) << colour;
    }

    /// Level of the team, with a BONUS card or without (KOP-LEVEL-04,
    /// KOP-BONUS-02).
    #[inline]
    #[must_use]
    pub fn level(&self, rules: &Rules, bonus: bool) -> u8 {
        rules.level([self.defence(), self.attack()], bonus)
    }
}

/// A whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Cards on the discard pile.
    pub discard: u128,
    /// Cards that left the game (switch `event-recycle`).
    pub gone: u128,
    /// The teams by seat; empty places behind the last.
    pub teams: [Team; PLACES],
    /// Cards of the row, one byte each, the last slot (next to leave) in the
    /// lowest byte.
    pub row: u64,
    /// Class of each card of the row: one byte each like [`State::row`], with
    /// the class as a single set bit.
    pub row_classes: u64,
    /// Matches so far.
    pub log: [Played; MAX_MATCHES],
    /// The match being played.
    pub bout: Bout,
    /// Codes that only the chip or cube limit made illegal, over all actions.
    pub blocked: u32,
    /// Turns that have ended, the one that won included.
    pub turns: u16,
    /// PASS actions.
    pub passes: u16,
    /// Times the discard pile became the deck.
    pub reshuffles: u16,
    /// Refills that left a gap (KOP-TAKE-12).
    pub dry_rows: u16,
    /// Cubes in the bank.
    pub bank: [u16; 3],
    /// Chips in the supply: index 1 bronze to 4 diamond. Index 0 stands for "no
    /// chip" and counts nothing.
    pub supply: [u8; 5],
    /// Colours of which the supply has chips, as bits.
    pub chips_left: u8,
    /// Colours of which the bank has cubes, as bits.
    pub cubes_left: u8,
    /// What the game waits for.
    pub phase: Phase,
    /// How it ended.
    pub end: End,
    /// Seat that must answer.
    pub asked: u8,
    /// Seat whose turn it is.
    pub active: u8,
    /// The order of turns, where house rules bend it (KOP-HOUSE-03, -08).
    pub rounds: Rounds,
    /// The King of the pitch.
    pub king: u8,
    /// Matches the King has won in a row.
    pub streak: u8,
    /// Actions taken in this turn.
    pub acted: u8,
    /// No action but PASS was legal so far in this turn.
    pub idle: bool,
    /// Turns in a row that were forced passes.
    pub idle_turns: u8,
    /// Challenger and King of the match being played.
    pub sides: [u8; 2],
    /// What each side committed: 1 V.A.R., 2 BONUS; `NONE` while open.
    pub choices: [u8; 2],
    /// CAPTAIN TRANSFER card waiting for its captain, or `NONE`.
    pub pending: u8,
    /// Matches played.
    pub matches: u8,
    /// Shoot-outs that a coin had to end.
    pub capped_shoot_outs: u8,
    /// Cards in the row.
    pub row_len: u8,
    /// Cards in the deck.
    pub deck_len: u8,
    /// The deck, in no particular order: cards are drawn at random.
    pub deck: [u8; CARDS],
}

impl State {
    /// Card in the row, counted from the last slot.
    #[inline]
    #[must_use]
    pub const fn card(&self, from_end: usize) -> u8 {
        (self.row >> (8 * from_end)) as u8
    }

    /// The team of a seat.
    #[inline]
    #[must_use]
    pub fn team(&self, seat: u8) -> &Team {
        &self.teams[usize::from(seat) % PLACES]
    }

    /// The same, to be changed.
    #[inline]
    pub fn team_mut(&mut self, seat: u8) -> &mut Team {
        &mut self.teams[usize::from(seat) % PLACES]
    }

    /// Takes a card out of the row; those nearer the deck move up
    /// (KOP-TAKE-08, -09).
    #[inline]
    pub const fn leave_row(&mut self, from_end: usize) -> u8 {
        let card = self.card(from_end);
        let below = (1 << (8 * from_end)) - 1;
        self.row = (self.row & below) | ((self.row >> 8) & !below);
        self.row_classes = (self.row_classes & below) | ((self.row_classes >> 8) & !below);
        self.row_len -= 1;
        card
    }

    /// Puts a card into the slot that is nearest the deck and free.
    #[inline]
    pub fn enter_row(&mut self, rules: &Rules, card: u8) {
        let shift = 8 * self.row_len;
        self.row |= u64::from(card) << shift;
        self.row_classes |= 1 << (shift + rules.class_of[usize::from(card) & 127]);
        self.row_len += 1;
    }

    /// A cube comes to the bank or leaves it.
    #[inline]
    pub const fn move_bank(&mut self, colour: usize, cubes: i16) {
        let left = self.bank[colour].wrapping_add_signed(cubes);
        self.bank[colour] = left;
        self.cubes_left = self.cubes_left & !(1 << colour) | ((left != 0) as u8) << colour;
    }

    /// A chip (0 none, 1 bronze … 4 diamond) comes to the supply or leaves it.
    #[inline]
    pub const fn move_supply(&mut self, chip: usize, chips: i8) {
        let left = self.supply[chip].wrapping_add_signed(chips);
        self.supply[chip] = left;
        // One bit lower than the chip: bronze is bit 0, and none drops out.
        let bit = 1_u8 << chip >> 1;
        self.chips_left = self.chips_left & !bit | if left != 0 { bit } else { 0 };
    }

    /// The matches played so far.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.log[..usize::from(self.matches)]
    }
}
