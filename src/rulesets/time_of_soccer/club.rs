//! A player's club: squad, managers, staff, contracts, bets, money, tracks.

use super::books::Books;
use super::state::SQUAD;
use super::tiles::{KINDS, NONE, SLOTS, START_COMMUNITY, START_MANAGER, START_SCOUT, START_SECRETARY};

/// A player's club.
#[derive(Debug, Clone, Copy)]
pub struct Club {
    /// Footballers in club order.
    pub(super) squad: [u8; SQUAD],
    /// How many.
    pub(super) size: u8,
    /// Managers in order of hire.
    pub(super) managers: [u8; 3],
    /// Employed managers.
    pub(super) employed: u8,
    /// Talent scout.
    pub(super) scout: u8,
    /// Technical secretary.
    pub(super) secretary: u8,
    /// Community manager.
    pub(super) community: u8,
    /// Advertising and television contract.
    pub(super) contracts: [u8; 2],
    /// Friendly held.
    pub(super) friendly: u8,
    /// Unresolved press releases in the order taken.
    pub(super) press: [u8; 2],
    /// Line-up of the last checkpoint, by slot.
    pub(super) eleven: [u8; SLOTS],
    /// Principal of the last checkpoint.
    pub(super) principal: u8,
    /// Levels announced last: attack, defence, after all reductions.
    pub(super) levels: [u8; 2],
    /// The same before any reduction.
    pub(super) raw: [u8; 2],
    /// $; negative in debt.
    pub(super) cash: i16,
    /// Sum of all salaries, kept in step with the tiles held.
    pub(super) salaries: i16,
    /// Fans.
    pub(super) fans: u8,
    /// Satisfaction track.
    pub(super) satisfaction: u8,
    /// Energy track.
    pub(super) energy: i8,
    /// Fatigue track, 0 or below.
    pub(super) fatigue: i8,
    /// The re-roll is lost until next Monday.
    pub(super) lost_reroll: bool,
    /// Street space of the car.
    pub(super) car: u8,
    /// Club 0 to 3.
    pub(super) number: u8,
    /// Victory points of resolved press releases.
    pub(super) press_vp: i8,
    /// Whether the current Wednesday was used for a cup match.
    pub(super) played_cup: bool,
    /// Grows whenever squad, managers or line-up change, so that a bot may keep
    /// what it has worked out about them.
    pub(super) stamp: u16,
    /// What this club did, for tallies.
    pub(super) log: ClubLog,
}

/// Counters of one club, for tallies only.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClubLog {
    pub(super) turns: u16,
    pub(super) unspent: u16,
    pub(super) bought: [u8; KINDS],
    /// Money by kind of tile.
    pub(super) books: Books,
    pub(super) spent: [u16; 2],
    pub(super) bills: u16,
    pub(super) forced: u8,
    pub(super) forced_broken: u8,
    pub(super) forced_done: u8,
    pub(super) sold: u8,
    pub(super) sale_income: u16,
    pub(super) second_hand: u8,
    pub(super) friendlies: u8,
    pub(super) press_kept: u8,
    pub(super) press_missed: u8,
    pub(super) debt_weeks: u8,
    pub(super) balance_week_5: i8,
    pub(super) rerolls: u8,
    pub(super) luck: i32,
    pub(super) week_levels: [[u8; 2]; 5],
}

impl Club {
    /// A club before anything is handed out.
    pub(super) const EMPTY: Self = Self {
        squad: [NONE; SQUAD],
        size: 0,
        managers: [START_MANAGER, NONE, NONE],
        employed: 1,
        scout: START_SCOUT,
        secretary: START_SECRETARY,
        community: START_COMMUNITY,
        contracts: [NONE; 2],
        friendly: NONE,
        press: [NONE; 2],
        eleven: [NONE; SLOTS],
        principal: START_MANAGER,
        levels: [0; 2],
        raw: [0; 2],
        cash: 0,
        salaries: 0,
        fans: 0,
        satisfaction: 0,
        energy: 0,
        fatigue: 0,
        lost_reroll: false,
        car: 0,
        number: 0,
        press_vp: 0,
        played_cup: false,
        stamp: 0,
        log: ClubLog {
            turns: 0,
            unspent: 0,
            bought: [0; KINDS],
            books: Books::EMPTY,
            spent: [0; 2],
            bills: 0,
            forced: 0,
            forced_broken: 0,
            forced_done: 0,
            sold: 0,
            sale_income: 0,
            second_hand: 0,
            friendlies: 0,
            press_kept: 0,
            press_missed: 0,
            debt_weeks: 0,
            balance_week_5: 0,
            rerolls: 0,
            luck: 0,
            week_levels: [[0; 2]; 5],
        },
    };

    /// Footballers in club order.
    #[inline]
    #[must_use]
    pub fn squad(&self) -> &[u8] {
        &self.squad[..usize::from(self.size)]
    }

    /// Employed managers in order of hire.
    #[inline]
    #[must_use]
    pub fn managers(&self) -> &[u8] {
        &self.managers[..usize::from(self.employed)]
    }

    /// The three staff tiles.
    #[must_use]
    pub const fn staff(&self) -> [u8; 3] {
        [self.scout, self.secretary, self.community]
    }

    /// Line-up of the last checkpoint, by slot; [`NONE`] where empty.
    #[must_use]
    pub const fn eleven(&self) -> [u8; SLOTS] {
        self.eleven
    }

    /// Principal of the last checkpoint.
    #[must_use]
    pub const fn principal(&self) -> u8 {
        self.principal
    }

    /// Attack and defence level announced last.
    #[must_use]
    pub const fn levels(&self) -> [u8; 2] {
        self.levels
    }

    /// Levels of the last line-up before any reduction.
    #[must_use]
    pub const fn raw_levels(&self) -> [u8; 2] {
        self.raw
    }

    /// Advertising and television contract.
    #[must_use]
    pub const fn contracts(&self) -> [u8; 2] {
        self.contracts
    }

    /// Friendly held, or [`NONE`].
    #[must_use]
    pub const fn friendly(&self) -> u8 {
        self.friendly
    }

    /// Unresolved press releases.
    pub fn press(&self) -> impl Iterator<Item = u8> + use<> {
        self.press.into_iter().filter(|&tile| tile != NONE)
    }

    /// $.
    #[must_use]
    pub const fn cash(&self) -> i16 {
        self.cash
    }

    /// Fans.
    #[must_use]
    pub const fn fans(&self) -> u8 {
        self.fans
    }

    /// Satisfaction.
    #[must_use]
    pub const fn satisfaction(&self) -> u8 {
        self.satisfaction
    }

    /// Energy.
    #[must_use]
    pub const fn energy(&self) -> i8 {
        self.energy
    }

    /// Fatigue.
    #[must_use]
    pub const fn fatigue(&self) -> i8 {
        self.fatigue
    }

    /// Street space of the car.
    #[must_use]
    pub const fn car(&self) -> u8 {
        self.car
    }

    /// Club number 0 to 3.
    #[must_use]
    pub const fn number(&self) -> u8 {
        self.number
    }

    /// Grows whenever squad, managers or line-up change.
    #[must_use]
    pub const fn stamp(&self) -> u16 {
        self.stamp
    }

    /// Whether the starting manager is employed.
    #[must_use]
    pub fn has_starting_manager(&self) -> bool {
        self.managers().contains(&START_MANAGER)
    }
}
