//! Switches and data, compiled once per arm into small integers and tables.

pub mod build;

use super::bots::forecast::Rolls;
use super::generator::{Recipe, TileSet};
use super::house::House;
use super::luck::GoalValues;
use super::map::Map;
use super::switches::{CupTie, FansVp, HomeIncome, Insolvency, LineupOrder};
use super::tiles::{NONE, Print, SLOTS};
use crate::chance::Lottery;
use crate::game::Weights;

/// Most dice of one roll.
pub const MAX_DICE: usize = 8;
/// Rows of the goal table: levels 0 to 10, and one for the home bonus.
pub const LEVELS: usize = 12;

/// Lowest value in the table of levels; lower ones give the same level.
pub const LOWEST_VALUE: i32 = -64;
/// Values in the table of levels; higher ones give the same level.
pub const VALUES: usize = 512;

/// The line at one side of a slot of the pitch.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    /// The slot at the other end; [`NONE`] where there is no line.
    pub other: u8,
    /// Its side, as the shift of the icon there (3 bits per side).
    pub other_shift: u8,
    /// What each of the two gains, by icon (1 + skill).
    pub gain: [i8; 8],
}

impl Default for Link {
    fn default() -> Self {
        Self { other: NONE, other_shift: 0, gain: [0; 8] }
    }
}

/// The pitch board, compiled (ledger 4.5).
#[derive(Debug, Clone, Default)]
pub struct Pitch {
    /// Skill read by default.
    pub skill: [u8; SLOTS],
    /// Skill read when flipped; the default one where a slot can't be flipped.
    pub flipped: [u8; SLOTS],
    /// Attack slots without a flip, as bits.
    pub attack: u16,
    /// The lines at the four sides of each slot.
    pub links: [[Link; 4]; SLOTS],
    /// The slots joined to each slot by lines, itself included, as bits.
    pub around: [u16; SLOTS],
    /// Automatic connections: mask and value of the icons that score; a mask
    /// of 0 never does.
    pub auto: [[(u16, u16); 2]; SLOTS],
}

/// The rules of one arm.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "a switch that is on or off is a bool")]
pub struct Rules {
    /// Players.
    pub players: u8,
    /// Club wished for by each entrant.
    pub wish: [Option<u8>; 16],
    /// The market.
    pub map: Map,
    /// Start boxes.
    pub corners: [u8; 4],
    /// What each tile index always shows.
    pub prints: Vec<Print>,
    /// The fixed tile set.
    pub tiles: Box<TileSet>,
    /// Printed names of real tiles; empty for generated ones.
    pub names: Vec<String>,
    /// Names of the footballer templates.
    pub templates: Vec<String>,
    /// A new tile set per game.
    pub resample: bool,
    /// How to draw one.
    pub recipe: Recipe,
    /// Salaries of the starting manager, scout, secretary, community manager.
    pub start_salaries: [u8; 4],
    /// First tile of each deck, and the end.
    pub deck_start: [u8; 5],
    /// Tiles removed unseen from each deck.
    pub removed: u8,
    /// The pitch.
    pub pitch: Pitch,
    /// Gain of an automatic connection.
    pub auto: i8,
    /// Value of an uncovered slot.
    pub empty: i8,
    /// Level of each value from [`LOWEST_VALUE`] on.
    pub level_of: Box<[u8; VALUES]>,
    /// Highest level.
    pub level_max: u8,
    /// Shots by level and hits.
    pub shots: [[u8; MAX_DICE + 1]; LEVELS],
    /// Saves by level and hits.
    pub saves: [[u8; MAX_DICE + 1]; LEVELS],
    /// Expected goals of attacks.
    pub goal_values: Box<GoalValues>,
    /// Chances of hits of players' clubs and of neutrals, for forecasts.
    pub rolls: [Rolls; 2],
    /// Hits of an attack.
    pub attack_roll: Lottery,
    /// Hits of a defence.
    pub defence_roll: Lottery,
    /// Goals of one shoot-out round.
    pub penalty_roll: Lottery,
    /// Best white die of the stronger neutral, less one.
    pub white_roll: Lottery,
    /// Best blue die of the weaker neutral, less one.
    pub blue_roll: Lottery,
    /// Dice of an attack.
    pub attack_dice: u8,
    /// Dice of a defence.
    pub defence_dice: u8,
    /// Rounds of a shoot-out before a coin.
    pub penalty_rounds: u16,
    /// Kicks of a shoot-out round.
    pub penalty_dice: u8,
    /// White dice of the clash tile.
    pub white_dice: u8,
    /// Blue dice of the clash tile.
    pub blue_dice: u8,
    /// Level of neutrals in weeks 1 to 10.
    pub neutral: [u8; 10],
    /// League tiles: home and away club of three matches.
    pub fixture: [[[u8; 2]; 3]; 5],
    /// Rewards and penalties of press releases by claim.
    pub press: [[i16; 2]; 8],
    /// Fans at the start by seat.
    pub fans: [u8; 4],
    /// End of the fans track.
    pub fans_max: u8,
    /// Satisfaction steps per fan.
    pub satisfaction: u8,
    /// Starting cash.
    pub money: i16,
    /// Starting footballers.
    pub starters: u8,
    /// Balance track.
    pub balance: (i16, i16),
    /// Price of staff, contracts, friendlies, releases.
    pub other_price: i16,
    /// Fatigue variant.
    pub fatigue: bool,
    /// Energy track.
    pub energy: (i8, i8),
    /// Lower end of the Fatigue track.
    pub fatigue_min: i8,
    /// Recovery points.
    pub recovery: i8,
    /// Energy cost of the team types.
    pub team_cost: [i8; 3],
    /// Levels lost by the team types.
    pub team_loss: [i8; 3],
    /// Energy may be overdrawn.
    pub overdraft: bool,
    /// Removal rolls per Market Day.
    pub absent: u8,
    /// Matches of players without dice.
    pub no_random: bool,
    /// A drawn cup match without dice.
    pub cup_tie: CupTie,
    /// Seats with Free Traffic as bits.
    pub free: u8,
    /// Second market.
    pub second_market: bool,
    /// Unique start.
    pub unique: bool,
    /// When a club cannot pay.
    pub insolvency: Insolvency,
    /// Friendlies of week P are cashed on its Sunday.
    pub friendly_sunday: bool,
    /// The re-roll needs the starting manager as principal.
    pub reroll_principal: bool,
    /// The re-roll exists.
    pub reroll: bool,
    /// One more for the home club.
    pub home_reroll: bool,
    /// Neutrals repeat a roll without a hit.
    pub neutral_reroll: bool,
    /// The marker passes on the first Monday.
    pub pass_first: bool,
    /// The home club attacks first.
    pub home_first: bool,
    /// Who announces first.
    pub lineup_order: LineupOrder,
    /// Home-match income.
    pub home_income: HomeIncome,
    /// Added to the home attack level.
    pub home_bonus: u8,
    /// League points for a win.
    pub win_points: u8,
    /// Forced acquisitions exist.
    pub forced: bool,
    /// A neutral may win the game.
    pub neutral_eligible: bool,
    /// The cup is played.
    pub cup: bool,
    /// Champion and runner-up.
    pub league_bonus: [i16; 2],
    /// Money counts at the end.
    pub money_vp: bool,
    /// $ per victory point.
    pub money_per: i16,
    /// Market order by fewest league points.
    pub fewest_first: bool,
    /// House rules that the printed game lacks.
    pub house: House,
    /// What the trained policy plays by.
    pub weights: Weights,
    /// Victory points for fans.
    pub vp_fans: FansVp,
    /// Victory points by level.
    pub vp_level: [i16; 11],
    /// Victory points of the cup.
    pub vp_cup: [i16; 4],
    /// Victory points per uncovered slot.
    pub vp_empty: i16,
}

impl Rules {
    /// Level of a value (TOS-LVL-18, TOS-LVL-19).
    #[inline]
    #[must_use]
    pub fn level(&self, value: i32) -> u8 {
        self.level_of[(value - LOWEST_VALUE).clamp(0, VALUES as i32 - 1) as usize]
    }

    /// Level of neutrals in a week; before week 1 that of week 1.
    #[inline]
    #[must_use]
    pub fn neutral_level(&self, week: u8) -> u8 {
        self.neutral[usize::from(week.clamp(1, 10)) - 1]
    }

    /// Number of tiles of a deck.
    #[must_use]
    pub fn deck_size(&self, deck: usize) -> u8 {
        self.deck_start[deck + 1] - self.deck_start[deck]
    }

    /// Whether a seat has Free Traffic, as an index of the map's two modes.
    #[inline]
    #[must_use]
    pub const fn traffic(&self, seat: u8) -> usize {
        (self.free >> seat & 1) as usize
    }
}

/// Number of successes among `dice` dice showing `min` or more.
#[must_use]
pub fn successes(dice: u8, min: u8) -> Lottery {
    let (hit, miss) = (u32::from(7 - min), u32::from(min - 1));
    // In lowest terms, so that enumeration meets the smallest integers.
    let common = [6, 3, 2].into_iter().find(|c| hit % c == 0 && miss % c == 0).unwrap_or(1);
    let (hit, miss) = (hit / common, miss / common);
    let mut weights = vec![1];
    for _ in 0..dice {
        let mut next = vec![0; weights.len() + 1];
        for (k, weight) in weights.iter().enumerate() {
            next[k] += weight * miss;
            next[k + 1] += weight * hit;
        }
        weights = next;
    }
    Lottery::new(&weights)
}

/// Highest of `dice` dice, less one.
#[must_use]
pub fn best_of(dice: u8) -> Lottery {
    let power = u32::from(dice);
    let weights: Vec<u32> = (1..=6_u32).map(|face| face.pow(power) - (face - 1).pow(power)).collect();
    Lottery::new(&weights)
}
