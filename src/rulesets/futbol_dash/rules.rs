//! Switches and data, compiled into small integers and look-up tables before
//! the first game.

use super::bots::Look;
use super::data::{self, Components, Valued};
use super::house::{self, House};
use super::switches::{
    DeckOut, FoulScope, FoulTiming, FouledTurn, GridEmpty, MatchKind, NoLegalPlay, Overshoot, OwnGoal,
    RedStack, Refoul, RegularDeckOut, ResponseOrder, ShootoutGrid, ShotReplacement, Simultaneous, VarScope,
    Variant, YellowHalftime, YellowStack,
};
use super::ways::Ways;
use crate::game::{Build, Totals, Weights, weights};
use crate::settings::Fault;

/// Most players (FD-SETUP-08).
pub(super) const MAX_PLAYERS: usize = 6;
/// Most kinds of Action Cards: six offensive and six defensive values and the
/// eight kinds without a value.
pub(super) const MAX_KINDS: usize = 20;
/// Action Cards (FD-COMP-01).
pub(super) const ACTION_CARDS: usize = 73;
/// Highest `ap-target`.
pub(super) const MAX_AP: usize = 12;
/// Card ids from here on are Game Changers and Referees; ids below are
/// offensive and defensive. No kind straddles the border, so each kind is a
/// mask over one 64-bit word.
pub(super) const SPECIAL_IDS: u8 = 64;

/// The kinds of cards without an attack point value, in the order in which
/// they follow the defensive kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Special {
    Halftime,
    Penalty,
    Offside,
    Substitution,
    Yellow,
    Red,
    Foul,
    Var,
}

/// All of them, by position.
pub(super) const SPECIALS: [Special; 8] = [
    Special::Halftime,
    Special::Penalty,
    Special::Offside,
    Special::Substitution,
    Special::Yellow,
    Special::Red,
    Special::Foul,
    Special::Var,
];

const SPECIAL_NAMES: [&str; 8] =
    ["Halftime", "Penalty", "Offside", "Substitution", "Yellow Card", "Red Card", "Foul", "V.A.R."];

/// What sort of card a kind is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Raises the own attack points by this much.
    Offensive(u8),
    /// Lowers an opponent's attack points by this much.
    Defensive(u8),
    /// Game Changer or Referee.
    Special(Special),
}

/// Shot cards by kind: Goal, Save, Miss, Corner, Own Goal.
pub(super) type Grid = [u8; 5];

/// Switches and data, compiled.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is one switch of the game")]
pub struct Rules {
    /// What the trained policy plays by.
    pub(super) weights: Weights,
    // Looked at in every turn.
    pub(super) players: u8,
    /// Number of offensive kinds; they come first.
    pub(super) offensive: u8,
    /// First kind without a value (Halftime).
    pub(super) specials: u8,
    pub(super) ap_target: u8,
    /// Untargeted kinds that are legal at each number of own attack points.
    pub(super) own_ok: [u32; MAX_AP + 1],
    /// Targeted kinds that are legal against a player with so many points.
    pub(super) at_ok: [u32; MAX_AP + 1],
    /// Kinds that need a target.
    pub(super) targeted: u32,
    /// Kinds that a Foul may answer.
    pub(super) foul_open: u32,
    /// Kinds that V.A.R. may answer directly.
    pub(super) var_open: u32,
    pub(super) foul_bit: u32,
    pub(super) var_bit: u32,
    pub(super) penalty_bit: u32,
    /// Yellow, if it may not be played on a player with a pending one.
    pub(super) single_yellow: u32,
    /// Red, if it may not be played on a player with a Red Card.
    pub(super) single_red: u32,
    /// What sort of card each kind is.
    pub(super) classes: [Class; MAX_KINDS],
    /// Attack points by kind.
    pub(super) value: [u8; MAX_KINDS],
    /// Copies of a kind as bits of its word of card ids.
    pub(super) copies: [u64; MAX_KINDS],
    /// Kind by card id.
    pub(super) kind_of: [u8; 128],
    /// All card ids; the first [`Rules::cards`] count.
    pub(super) deck: [u8; ACTION_CARDS],
    /// Action Cards: 73, fewer under house rules.
    pub(super) cards: u8,
    /// First id above those of all cards.
    pub(super) end: u8,
    /// Plays and draws per turn.
    pub(super) plays: u8,
    pub(super) hand_size: u8,
    pub(super) penalty_min: u8,
    pub(super) goals_to_win: u8,
    pub(super) max_turns: u32,
    pub(super) no_legal_play: NoLegalPlay,
    pub(super) free_discard: bool,
    pub(super) express: bool,
    /// The match ends when the deck runs out: express, or a regular match
    /// with `regular-deck-out = end`. Nothing is reshuffled then.
    pub(super) deck_ends: bool,
    pub(super) deck_out: DeckOut,
    pub(super) clamp: bool,
    pub(super) foul_after_shot: bool,
    pub(super) refoul: bool,
    pub(super) fouled_again: bool,
    pub(super) random_order: bool,
    pub(super) var_foul_only: bool,
    pub(super) second_yellow_is_red: bool,
    pub(super) yellow_kept: bool,
    pub(super) red_off: bool,
    pub(super) shots_return: bool,
    pub(super) empty_grid_fails: bool,
    pub(super) own_goal: OwnGoal,
    pub(super) miss_keeps: bool,
    pub(super) simultaneous: Simultaneous,
    /// House rules that the printed game lacks.
    pub(super) house: House,
    /// The grid of a match.
    pub(super) grid: Grid,
    /// The grid of a shoot-out.
    pub(super) shootout_grid: Grid,
    /// Names of the kinds.
    pub(super) names: Vec<String>,
    /// The ways to the target, for bots that plan.
    pub(super) ways: Ways,
}

impl Rules {
    /// Number of kinds.
    pub(super) fn kinds(&self) -> u8 {
        self.specials + SPECIALS.len() as u8
    }

    /// Kind of a card without value.
    #[inline]
    pub(super) fn special(&self, special: Special) -> u8 {
        self.specials + special as u8
    }

    /// What sort of card a kind is.
    #[inline]
    pub(super) fn class(&self, kind: u8) -> Class {
        self.classes[usize::from(kind)]
    }

    fn fill_classes(&mut self) {
        for kind in 0..self.kinds() {
            let place = usize::from(kind);
            self.classes[place] = if kind < self.offensive {
                Class::Offensive(self.value[place])
            } else if kind < self.specials {
                Class::Defensive(self.value[place])
            } else {
                Class::Special(SPECIALS[usize::from(kind - self.specials)])
            };
        }
    }

    /// Kinds that could not be played now: offensive ones and Penalty at so many
    /// own attack points, defensive ones where an opponent has at most
    /// `highest`. Other cards count as playable, Referees too, since they wait
    /// for others' turns.
    #[inline]
    pub(super) fn unplayable(&self, ap: u8, highest: u8) -> u32 {
        let below = |kind: u8| (1_u32 << kind) - 1;
        let own = below(self.offensive) | self.penalty_bit;
        let aimed = below(self.specials) & !below(self.offensive);
        own & !self.own_ok[usize::from(ap)] | aimed & !self.at_ok[usize::from(highest)]
    }

    /// Word of card ids in which the copies of a kind lie.
    #[inline]
    pub(super) fn word(&self, kind: u8) -> usize {
        usize::from(kind >= self.specials)
    }

    /// Copies of a kind in the whole deck.
    pub(super) fn count(&self, kind: u8) -> u32 {
        self.copies[usize::from(kind)].count_ones()
    }

    /// Attack points after laying an offensive card, if it is legal
    /// (FD-AP-05; `overshoot` = clamp stops at the limit).
    #[inline]
    pub(super) fn landing(&self, ap: u8, value: u8) -> Option<u8> {
        let sum = ap + value;
        if sum <= self.ap_target { Some(sum) } else { self.clamp.then_some(self.ap_target) }
    }

    fn fill_legality(&mut self, offside_min: u8) {
        let bit = |kind: u8| 1_u32 << kind;
        for ap in 0..=MAX_AP as u8 {
            let (mut own, mut at) = (0, 0);
            for kind in 0..self.kinds() {
                let legal = match self.class(kind) {
                    Class::Offensive(value) => self.landing(ap, value).is_some(),
                    Class::Defensive(value) => self.clamp || ap >= value,
                    Class::Special(Special::Penalty) => ap >= self.penalty_min,
                    Class::Special(Special::Offside) => ap >= offside_min,
                    Class::Special(Special::Foul | Special::Var) => false,
                    Class::Special(_) => true,
                };
                if legal && self.targeted & bit(kind) == 0 {
                    own |= bit(kind);
                } else if legal {
                    at |= bit(kind);
                }
            }
            self.own_ok[usize::from(ap)] = own;
            self.at_ok[usize::from(ap)] = at;
        }
    }
}

/// Ids left free before each kind: a card that a house rule takes out leaves a
/// gap, so that all others keep their ids and with them their luck. No gaps
/// where the printed deck with all further cards has no place in two words.
fn gaps(
    variant: &Variant,
    totals: Totals,
    offensive: &[Valued],
    defensive: &[Valued],
    specials: [u8; 8],
) -> [u8; MAX_KINDS] {
    let mut gaps = [0; MAX_KINDS];
    if totals == Totals::Stated {
        return gaps;
    }
    let Ok(printed) = data::load(data::TEXT, variant, Totals::Stated) else { return gaps };
    let copies = |cards: &[Valued], value| cards.iter().find(|c| c.value == value).map_or(0, |c| c.copies);
    let (mut kind, mut waiting, mut used) = (0, 0, 0);
    for (cards, stock) in [(offensive, &printed.offensive), (defensive, &printed.defensive)] {
        for value in data::VALUES {
            let (mine, most) = (copies(cards, value), copies(stock, value));
            if mine > 0 {
                gaps[kind] = waiting;
                (kind, waiting) = (kind + 1, 0);
            }
            waiting += most.saturating_sub(mine);
            used += most.max(mine);
        }
    }
    waiting = 0;
    let mut special = 0_u8;
    for (mine, most) in specials.into_iter().zip(printed.specials) {
        gaps[kind] = waiting;
        (kind, waiting) = (kind + 1, most.saturating_sub(mine));
        special += most.max(mine);
    }
    if used.max(special) > SPECIAL_IDS { [0; MAX_KINDS] } else { gaps }
}

/// Compiles switches and data.
pub(super) fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
    let variant = Variant::of(build.settings);
    let Components { offensive, defensive, specials, shots } =
        data::load(build.data, &variant, build.totals)?;
    let mut faults = build.settings.absent_seats(usize::from(variant.players));
    faults.extend(house::refused(&variant));
    if !faults.is_empty() {
        return Err(faults);
    }

    let weights = weights::read(build.data, data::TEXT, Look::FEATURES, usize::from(variant.players))?;
    let mut names = Vec::new();
    let mut value = [0; MAX_KINDS];
    let mut copies = [0; MAX_KINDS];
    let mut kind_of = [0; 128];
    let mut deck = Vec::with_capacity(ACTION_CARDS);
    let first_special = (offensive.len() + defensive.len()) as u8;
    let counts = offensive.iter().chain(&defensive).map(|card| (card.name.clone(), card.value, card.copies));
    let rest = SPECIAL_NAMES.iter().zip(specials).map(|(&name, copies)| (name.to_owned(), 0, copies));
    let gaps = gaps(&variant, build.totals, &offensive, &defensive, specials);
    let mut id = 0;
    for (kind, (name, worth, number)) in (0..).zip(counts.chain(rest)) {
        if kind == first_special {
            id = SPECIAL_IDS;
        }
        id += gaps[usize::from(kind)];
        names.push(name);
        value[usize::from(kind)] = worth;
        for _ in 0..number {
            copies[usize::from(kind)] |= 1_u64 << (id % 64);
            kind_of[usize::from(id)] = kind;
            deck.push(id);
            id += 1;
        }
    }
    let bit = |special: Special| 1_u32 << (first_special + special as u8);
    let below = |kind: u8| (1_u32 << kind) - 1;
    let changers = bit(Special::Foul) - bit(Special::Halftime);
    let aimed = bit(Special::Offside) | bit(Special::Yellow) | bit(Special::Red);
    let express = match variant.match_kind {
        MatchKind::Regular => false,
        MatchKind::Express => true,
    };
    let (var_open, var_foul_only) = match variant.var_scope {
        VarScope::Referee => (0, false),
        VarScope::PlusCards => (aimed, false),
        VarScope::FoulOnly => (0, true),
    };
    let (single_yellow, second_yellow_is_red) = match variant.yellow_stack {
        YellowStack::Stack => (0, false),
        YellowStack::NoSecond => (bit(Special::Yellow), false),
        YellowStack::SecondIsRed => (0, true),
    };
    let [goal, save, miss, ..] = shots;
    let mut rules = Rules {
        weights,
        players: variant.players,
        offensive: offensive.len() as u8,
        specials: first_special,
        ap_target: variant.ap_target,
        own_ok: [0; MAX_AP + 1],
        at_ok: [0; MAX_AP + 1],
        targeted: (below(first_special) & !below(offensive.len() as u8)) | aimed,
        foul_open: below(first_special)
            | match variant.foul_scope {
                FoulScope::OffDef => 0,
                FoulScope::PlusPenalty => bit(Special::Penalty),
                FoulScope::PlusAllChangers => changers,
            },
        var_open,
        foul_bit: bit(Special::Foul),
        var_bit: bit(Special::Var),
        penalty_bit: bit(Special::Penalty),
        single_yellow,
        single_red: match variant.red_stack {
            RedStack::Stack => 0,
            RedStack::NoSecond => bit(Special::Red),
        },
        classes: [Class::Offensive(0); MAX_KINDS],
        value,
        copies,
        kind_of,
        cards: deck.len() as u8,
        end: deck.iter().max().map_or(0, |id| id + 1),
        deck: std::array::from_fn(|place| deck.get(place).copied().unwrap_or_default()),
        plays: 1 + u8::from(variant.play_two),
        hand_size: variant.hand_size,
        penalty_min: variant.penalty_min,
        goals_to_win: variant.goals_to_win,
        max_turns: house::most_turns(&variant).0,
        no_legal_play: variant.no_legal_play,
        free_discard: variant.free_discard,
        express,
        deck_ends: express
            || match variant.regular_deck_out {
                RegularDeckOut::Reshuffle => false,
                RegularDeckOut::End => true,
            },
        deck_out: variant.deck_out,
        clamp: match variant.overshoot {
            Overshoot::Illegal => false,
            Overshoot::Clamp => true,
        },
        foul_after_shot: match variant.foul_timing {
            FoulTiming::BeforeEffect => false,
            FoulTiming::AfterShot => true,
        },
        refoul: match variant.refoul {
            Refoul::No => false,
            Refoul::Yes => true,
        },
        fouled_again: match variant.fouled_turn {
            FouledTurn::Used => false,
            FouledTurn::Again => true,
        },
        random_order: match variant.response_order {
            ResponseOrder::Clockwise => false,
            ResponseOrder::Random => true,
        },
        var_foul_only,
        second_yellow_is_red,
        yellow_kept: match variant.yellow_halftime {
            YellowHalftime::Cleared => false,
            YellowHalftime::Kept => true,
        },
        red_off: variant.red_off,
        shots_return: match variant.shot_replacement {
            ShotReplacement::Without => false,
            ShotReplacement::With => true,
        },
        empty_grid_fails: match variant.grid_empty {
            GridEmpty::Reshuffle => false,
            GridEmpty::NoGoal => true,
        },
        own_goal: variant.own_goal,
        miss_keeps: variant.miss_keeps,
        simultaneous: variant.simultaneous,
        house: House::of(&variant),
        grid: shots,
        shootout_grid: match variant.shootout_grid {
            ShootoutGrid::GoalsSaves => [goal, save, 0, 0, 0],
            ShootoutGrid::WithMisses => [goal, save, miss, 0, 0],
            ShootoutGrid::Full20 => shots,
        },
        names,
        ways: Ways::default(),
    };
    rules.fill_classes();
    rules.fill_legality(variant.offside_min);
    rules.ways = Ways::new(&rules);
    Ok(rules)
}
