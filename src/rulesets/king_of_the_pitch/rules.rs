//! Switches and data compiled into small integers and look-up tables.

use std::sync::Arc;

use super::data::{self, COLOURS, Components, POSITIONS};
use super::dice::{DiceLaw, TieBreak, VarScope};
use super::exact::{self, DiceBook};
use super::moves;
use super::start;
use super::state::{State, class};
use super::words;
use crate::game::Build;
use crate::moves::RankedMask;
use crate::settings::{Fault, Settings};

/// Kinds of player card: colour times position.
pub const KINDS: usize = 3 * POSITIONS;

/// Which points fix a team's level (KOP-LEVEL-04).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LevelRule {
    /// The lower column.
    Lower,
    /// The mean of both columns, rounded down.
    Average,
    /// The higher column.
    Higher,
}

/// Whether and whom the King may challenge (KOP-MATCH-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KingMatch {
    /// It may not.
    Forbidden,
    /// Any rival (KOP-D5).
    ChooseOpponent,
    /// The next player clockwise.
    LeftNeighbour,
}

/// Who announces V.A.R. and BONUS first (KOP-BONUS-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitOrder {
    /// The challenger, then the King who knows it.
    ChallengerFirst,
    /// The King, then the challenger who knows it.
    KingFirst,
    /// Both without knowing.
    Blind,
}

/// The rules of one variant.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is one switch of the ledger")]
pub struct Rules {
    /// Teams at the table.
    pub players: u8,
    /// Captains are used (KOP-CAP-01).
    pub captains: bool,
    /// Victories that win (KOP-END-01).
    pub wins: u8,
    /// Level by column points (KOP-LEVEL-03).
    pub level_of: [u8; 128],
    /// Points that each level needs; white needs none.
    pub thresholds: [u8; 5],
    /// Which column counts.
    pub level_rule: LevelRule,
    /// The King's own matches.
    pub king_match: KingMatch,
    /// Order of KOP-D3 and KOP-D4.
    pub commit_order: CommitOrder,
    /// An untriggered V.A.R. comes back.
    pub keep_untriggered_var: bool,
    /// Most player cards in hand; 255 for any number.
    pub hand_limit: u8,
    /// Most MATCH cards held.
    pub match_limit: u8,
    /// Cards in the row.
    pub line: u8,
    /// The last slot is free.
    pub free_last: bool,
    /// The two slots next to the deck cost two cubes.
    pub stepped: bool,
    /// A dearer cube may pay.
    pub overpay: bool,
    /// Actions in a turn.
    pub actions: u8,
    /// PASS is always legal.
    pub always_pass: bool,
    /// Chips may be replaced by equal or lower ones.
    pub downgrade: bool,
    /// The owner of a replaced chip gets its cube.
    pub refund: bool,
    /// Chips are limited.
    pub chip_limit: bool,
    /// Cubes are limited.
    pub cube_limit: bool,
    /// An empty deck is made from the discard pile.
    pub reshuffle: bool,
    /// Used event cards are discarded instead of leaving the game.
    pub recycle: bool,
    /// A forced pass discards the free card instead.
    pub flush: bool,
    /// Wins in a row after which the King leaves; 0 for never.
    pub king_stay: u8,
    /// Cube for the winner of a match.
    pub winner_cube: Option<u8>,
    /// Cube for its loser.
    pub loser_cube: Option<u8>,
    /// Hands are known to everybody.
    pub tracked: bool,
    /// The first King starts with a victory.
    pub king_has_one_win: bool,
    /// Player cards dealt to each hand.
    pub start_players: u8,
    /// Player cards in the deck before hands are dealt: 66 unless a house rule
    /// says otherwise.
    pub player_cards: u8,
    /// Turns after which the game is stopped.
    pub max_turns: u16,
    /// Class of each card id, see [`class`].
    pub class_of: [u8; 128],
    /// Kind of each player card id.
    pub kind_of: [u8; 128],
    /// Bit of each player card's kind, 0 for event cards.
    pub kind_bit: [u64; 128],
    /// Where [`Team::cards`] counts each card.
    pub counted_at: [u8; 128],
    /// Ids of each kind of player card.
    pub kind_cards: [u128; KINDS],
    /// Colour of the cube that each class costs.
    pub price: [u8; class::COUNT],
    /// Classes that can be paid, by which colours are owned (bit set).
    pub payable: [u8; 8],
    /// Points of each chip at each position, packed like [`Team::columns`].
    pub points: [[u16; POSITIONS]; 5],
    /// Cubes that each row place costs, counted from the last slot.
    pub cubes_at: [u8; 6],
    /// Row places that are free, cost one cube, cost two: a byte of 1 each.
    pub places_by_price: [u64; 3],
    /// Row place of each TAKE code, 0 for other codes.
    pub place_of_code: [u8; 128],
    /// TAKE codes of every set of row places.
    pub take_codes: [RankedMask; 64],
    /// Classes that may be taken from each row place, see
    /// [`moves::takeable`].
    pub takeable: [u64; 64],
    /// Tallied item of each action code.
    pub items: [words::ItemOf; 128],
    /// Dice tables and exact chances.
    pub book: Arc<DiceBook>,
    /// What is printed on the components.
    pub components: Components,
    /// Event cards in the deck for 2 to 5 players under these switches.
    pub decks: [[u8; 4]; 4],
    /// The table before anything is dealt.
    pub start: State,
}

impl Rules {
    /// Row place (from the last slot) that a TAKE code means.
    #[inline]
    #[must_use]
    pub fn place_of(&self, code: u8) -> usize {
        usize::from(self.place_of_code[usize::from(code) & 127])
    }

    /// Cubes that a row place costs.
    #[inline]
    #[must_use]
    pub const fn cubes_for(&self, place: usize) -> u8 {
        self.cubes_at[place]
    }

    /// A card of the deck in words: `gold 5`, `MATCH`.
    #[must_use]
    pub fn card_name(&self, card: u8) -> String {
        match self.class_of[usize::from(card) & 127] {
            class::MATCH => "MATCH".into(),
            class::VAR => "V.A.R.".into(),
            class::BONUS => "BONUS".into(),
            class::TRANSFER => "CAPTAIN TRANSFER".into(),
            _ => kind_name(self.kind_of[usize::from(card) & 127]),
        }
    }
}

/// A kind of player card in words: `gold 5`.
#[must_use]
pub fn kind_name(kind: u8) -> String {
    format!("{} {}", COLOURS[usize::from(kind) / POSITIONS % 3], usize::from(kind) % POSITIONS + 1)
}

fn thresholds(settings: &Settings, faults: &mut Vec<Fault>) -> [u8; 5] {
    match settings.text("level-thresholds") {
        "even-3" => [0, 3, 6, 9, 12],
        "even-4" => [0, 4, 8, 12, 16],
        "even-5" => [0, 5, 10, 15, 20],
        "steep" => [0, 2, 5, 9, 14],
        text => {
            let list = settings.list("level-thresholds").unwrap_or_default();
            if !list.is_sorted_by(|a, b| a < b) {
                let fault =
                    Fault::new("level-thresholds", format!("`{text}`"), "four strictly rising numbers");
                faults.push(fault.hint("bronze, silver, gold, crown: for example 3/6/9/12"));
            }
            let mut points = [0; 5];
            for (slot, value) in points[1..].iter_mut().zip(list) {
                *slot = value as u8;
            }
            points
        }
    }
}

fn dice_law(settings: &Settings, components: &Components) -> DiceLaw {
    let printed = components.dice;
    let crown = match settings.text("dice-per-level") {
        "crown-5d6" => [5, 0],
        "crown-3d6-2d8" => [3, 2],
        "no-crown" => printed[3],
        _ => printed[4],
    };
    DiceLaw {
        by_level: [printed[0], printed[1], printed[2], printed[3], crown],
        missing_loses: settings.is("missing-die", "loses"),
        d8_first: settings.is("var-tie-die", "d8"),
        scope: match settings.text("var-scope") {
            "any-one-die" => VarScope::AnyOneDie,
            "all-dice" => VarScope::AllDice,
            _ => VarScope::LowestDie,
        },
        tie: match settings.text("tie-break") {
            "king-keeps" => TieBreak::KingKeeps,
            "challenger-wins" => TieBreak::ChallengerWins,
            _ => TieBreak::ShootOut,
        },
    }
}

fn colour(name: &str) -> Option<u8> {
    COLOURS.iter().position(|&c| c == name).map(|c| c as u8)
}

/// Compiles switches and data (see [`crate::game::Ruleset::build`]).
///
/// # Errors
/// Faults of the data, captains with fewer than four players, thresholds that
/// do not rise.
pub fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
    let settings = build.settings;
    let components = data::read(build.data, build.totals)?;
    let mut faults = Vec::new();
    let players = settings.int("players").unwrap_or(2) as u8;
    let captains = settings.on("captains");
    if captains && players < 4 {
        let fault =
            Fault::new("captains", format!("`on` with {players} players"), "`off`, or 4 or 5 players");
        faults.push(fault.hint("captains are an option for 4 or 5 players: set `players` too"));
    }
    let thresholds = thresholds(settings, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let number = |key: &str| settings.int(key).map(|n| n as u8);
    let line = number("line-size").unwrap_or(5);
    let price_player = |own: u8| if settings.is("price-player", "own") { own } else { own.saturating_sub(1) };
    let event_price = |key: &str| colour(settings.text(key)).unwrap_or(1);
    let price = [
        price_player(0),
        price_player(1),
        price_player(2),
        event_price("price-match"),
        event_price("price-var"),
        event_price("price-bonus"),
        components.transfer_price,
    ];
    let overpay = settings.on("overpay");
    let stepped = settings.is("slot-price", "stepped");
    let cubes_at = std::array::from_fn(|place| match place {
        0 if settings.on("free-last") => 0,
        // Slots 1 and 2 lie next to the deck.
        _ if stepped && usize::from(line) <= place + 2 => 2,
        _ => 1,
    });
    let decks = components.tables.map(|table| {
        let [matches, vars, bonuses, transfers] = table.events;
        [
            matches,
            if settings.on("var-cards") { vars } else { 0 },
            if settings.on("bonus-cards") { bonuses } else { 0 },
            if captains { transfers } else { 0 },
        ]
    });
    let mut rules = Rules {
        players,
        captains,
        wins: number("wins-to-win").unwrap_or(5),
        level_of: std::array::from_fn(|points| {
            let reached = thresholds.iter().rposition(|&t| usize::from(t) <= points);
            reached.unwrap_or(0) as u8
        }),
        thresholds,
        level_rule: [LevelRule::Lower, LevelRule::Average, LevelRule::Higher][settings.word("level-rule")],
        king_match: [KingMatch::Forbidden, KingMatch::ChooseOpponent, KingMatch::LeftNeighbour]
            [settings.word("king-match")],
        commit_order: [CommitOrder::ChallengerFirst, CommitOrder::KingFirst, CommitOrder::Blind]
            [settings.word("commit-order")],
        keep_untriggered_var: settings.is("var-refund", "kept-if-untriggered"),
        hand_limit: number("hand-limit").unwrap_or(u8::MAX),
        match_limit: number("match-limit").unwrap_or(1),
        line,
        free_last: settings.on("free-last"),
        stepped,
        overpay,
        actions: number("actions-per-turn").unwrap_or(1),
        always_pass: settings.on("free-pass") || !settings.on("free-last"),
        downgrade: settings.is("downgrade", "allowed"),
        refund: settings.is("replace-refund", "cube"),
        chip_limit: settings.on("chip-limit"),
        cube_limit: settings.on("cube-limit"),
        reshuffle: settings.is("deck-out", "reshuffle"),
        recycle: settings.is("event-recycle", "yes"),
        flush: settings.on("flush-free"),
        king_stay: number("king-stay-limit").unwrap_or(0),
        winner_cube: colour(settings.text("winner-cube")),
        loser_cube: colour(settings.text("loser-cube")),
        tracked: settings.is("hand-knowledge", "tracked"),
        king_has_one_win: settings.is("first-king", "king-has-one-win"),
        start_players: number("start-players").unwrap_or(0),
        player_cards: components.player_cards(),
        max_turns: settings.int("max-rounds").unwrap_or(300) as u16 * u16::from(players),
        class_of: [0; 128],
        kind_of: [0; 128],
        kind_bit: [0; 128],
        counted_at: [0; 128],
        kind_cards: [0; KINDS],
        price,
        payable: std::array::from_fn(|owned| payable(owned as u8, price, overpay)),
        points: components.points,
        cubes_at,
        places_by_price: [0, 1, 2].map(|price| {
            let places = (0..6).filter(|&place| cubes_at[place] == price);
            places.fold(0, |mask, place| mask | 1 << (8 * place))
        }),
        place_of_code: std::array::from_fn(|code| moves::place_of(code as u8, line)),
        take_codes: moves::take_codes(line),
        takeable: [0; 64],
        items: words::items_of_actions(line, cubes_at),
        book: exact::book(dice_law(settings, &components)),
        decks,
        start: start::empty_table(&components),
        components,
    };
    start::name_cards(&mut rules);
    rules.takeable = moves::takeable(&rules);
    rules.start = start::table(&rules, settings);
    Ok(rules)
}

/// Classes whose price is among the owned colours (KOP-TAKE-07), or below a
/// dearer owned one with `overpay`.
fn payable(owned: u8, price: [u8; class::COUNT], overpay: bool) -> u8 {
    let can = |colour: u8| if overpay { owned >> colour != 0 } else { owned >> colour & 1 == 1 };
    (0..class::COUNT).filter(|&c| can(price[c])).fold(0, |mask, c| mask | 1 << c)
}
