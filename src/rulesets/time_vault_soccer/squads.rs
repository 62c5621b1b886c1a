//! Squads: sixteen players with stars, lines, icons and skills, and the
//! generator that makes fresh ones.
//!
//! Players of a squad are numbered 0 to 15 here, 1 to 16 on shirts. Cards of a
//! side are `2 * player + copy`, so that sets of cards are 32 bits.

use crate::chance::{Chance, Source};

/// Players of a squad (TVS-STAR-01).
pub(super) const SQUAD: usize = 16;
/// Players of a full team (TVS-PRO-01).
pub(super) const TEAM: u8 = 11;

pub(super) const KEEPER: u8 = 0;
pub(super) const DEFENDER: u8 = 1;
pub(super) const MIDFIELDER: u8 = 2;
pub(super) const FORWARD: u8 = 3;

/// Special skills (TVS-MATCH-20); a player has at most one.
pub(super) const NO_SKILL: u8 = 0;
pub(super) const DOUBLE_TEAMING: u8 = 1;
pub(super) const LAMP: u8 = 2;
pub(super) const LAST_MAN: u8 = 3;

/// What is printed on one player's two cards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Player {
    pub line: u8,
    pub stars: u8,
    /// 0 for none, 1 to 3 for D, M, F.
    pub icon: u8,
    pub skill: u8,
}

/// Level of a squad by its stars (TVS-TIER-01, -03).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tier {
    Pro,
    Elite,
    Open,
}

/// Most stars of a Pro squad (TVS-TIER-01).
pub(super) const PRO: u8 = 26;
/// Most stars of an Elite squad (TVS-TIER-03).
pub(super) const ELITE: u8 = 32;

impl Tier {
    /// Level of a squad with so many stars; more than [`ELITE`] is Open.
    pub(super) const fn of(stars: u8) -> Self {
        if stars <= PRO {
            Self::Pro
        } else if stars <= ELITE {
            Self::Elite
        } else {
            Self::Open
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pro => "Pro",
            Self::Elite => "Elite",
            Self::Open => "Open",
        }
    }
}

/// Card values by line and stars (section 4 of the ledger).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Values {
    /// B, by stars.
    pub total: [u8; 6],
    pub attack: [[u8; 6]; 4],
    pub defence: [[u8; 6]; 4],
}

impl Values {
    /// Splits each total between attack and defence: specialists get
    /// `num / den` of it, rounded half up, on their own side of the pitch.
    pub(super) fn new(total: [u8; 6], (num, den): (u64, u64)) -> Self {
        let mut values = Self { total, attack: [[0; 6]; 4], defence: [[0; 6]; 4] };
        for (stars, &b) in total.iter().enumerate().skip(1) {
            let major = ((2 * num * u64::from(b) + den) / (2 * den)) as u8;
            let minor = b - major;
            let sides: [(u8, u8); 4] = [(0, b / 2), (minor, major), (b - b / 2, b / 2), (major, minor)];
            for (line, (attack, defence)) in sides.into_iter().enumerate() {
                values.attack[line][stars] = attack;
                values.defence[line][stars] = defence;
            }
        }
        values
    }
}

/// Where a squad came from, for transcripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// A preset, by its position.
    Preset(u8),
    /// Made by the generator for this game.
    Generated,
    /// Drafted or built.
    Own,
}

/// A squad, ready to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Squad {
    pub stars: [u8; SQUAD],
    pub line: [u8; SQUAD],
    pub icon: [u8; SQUAD],
    /// Printed attack.
    pub attack: [u8; SQUAD],
    /// Printed defence, not yet doubled.
    pub defence: [u8; SQUAD],
    /// Players with at most so many stars.
    pub up_to: [u16; 6],
    /// Players of each line.
    pub lines: [u16; 4],
    /// Players with each skill.
    pub skills: [u16; 4],
    /// Cards with each icon; none in place 0.
    pub icon_cards: [u32; 4],
    /// Sum of stars, once per player (TVS-STAR-03).
    pub total: u8,
    pub origin: Origin,
}

/// Both cards of each of these players.
pub(super) const fn cards_of(players: u16) -> u32 {
    let mut spread = players as u32;
    spread = (spread | spread << 8) & 0x00FF_00FF;
    spread = (spread | spread << 4) & 0x0F0F_0F0F;
    spread = (spread | spread << 2) & 0x3333_3333;
    spread = (spread | spread << 1) & 0x5555_5555;
    spread | spread << 1
}

/// The players of whom at least one of these cards is.
pub(super) const fn players_of(cards: u32) -> u16 {
    let mut packed = (cards | cards >> 1) & 0x5555_5555;
    packed = (packed | packed >> 1) & 0x3333_3333;
    packed = (packed | packed >> 2) & 0x0F0F_0F0F;
    packed = (packed | packed >> 4) & 0x00FF_00FF;
    packed = (packed | packed >> 8) & 0x0000_FFFF;
    packed as u16
}

/// Set bits of every byte.
const POPULATION: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = table[byte / 2] + (byte & 1) as u8;
        byte += 1;
    }
    table
};

/// Place of the `rank`-th set bit of every byte: `PLACE[byte][rank]`.
const PLACE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][rank] = place;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// How many players. Hands change with every question: a loop over the bits
/// would cost a mispredicted branch each time, and the default target has no
/// population count.
#[inline]
pub(super) const fn count(players: u16) -> u32 {
    let [low, high] = players.to_le_bytes();
    (POPULATION[low as usize] + POPULATION[high as usize]) as u32
}

/// The `rank`-th of these players, `rank < count(players)`.
#[inline]
pub(super) const fn nth(players: u16, rank: u32) -> u8 {
    let [low, high] = players.to_le_bytes();
    let in_low = POPULATION[low as usize] as u32;
    let upper = rank >= in_low;
    let (byte, rank, base) = if upper { (high, rank - in_low, 8) } else { (low, rank, 0) };
    base + PLACE[byte as usize][rank as usize & 7]
}

/// The set bits of a mask of players, in rising order.
#[inline]
pub(super) fn each(players: u16) -> impl Iterator<Item = u8> + Clone {
    let mut left = players;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let lowest = left.trailing_zeros() as u8;
            left &= left - 1;
            lowest
        })
    })
}

impl Squad {
    pub(super) const EMPTY: Self = Self {
        stars: [0; SQUAD],
        line: [0; SQUAD],
        icon: [0; SQUAD],
        attack: [0; SQUAD],
        defence: [0; SQUAD],
        up_to: [0; 6],
        lines: [0; 4],
        skills: [0; 4],
        icon_cards: [0; 4],
        total: 0,
        origin: Origin::Own,
    };

    pub(super) fn new(players: &[Player; SQUAD], values: &Values, origin: Origin) -> Self {
        let mut squad = Self { origin, ..Self::EMPTY };
        for (index, player) in players.iter().enumerate() {
            let (line, stars) = (usize::from(player.line), usize::from(player.stars));
            squad.stars[index] = player.stars;
            squad.line[index] = player.line;
            squad.icon[index] = player.icon;
            squad.attack[index] = values.attack[line][stars];
            squad.defence[index] = values.defence[line][stars];
            for most in stars..6 {
                squad.up_to[most] |= 1 << index;
            }
            squad.lines[line] |= 1 << index;
            squad.skills[usize::from(player.skill)] |= 1 << index;
            if player.icon != 0 {
                squad.icon_cards[usize::from(player.icon)] |= 3 << (2 * index);
            }
            squad.total += player.stars;
        }
        squad
    }

    pub(super) fn player(&self, index: u8) -> Player {
        let at = usize::from(index);
        let skill = (1..4).find(|&skill| self.skills[skill] >> index & 1 == 1).unwrap_or(0);
        Player { line: self.line[at], stars: self.stars[at], icon: self.icon[at], skill: skill as u8 }
    }

    #[inline]
    pub(super) fn tier(&self) -> Tier {
        Tier::of(self.total)
    }

    #[inline]
    pub(super) fn has(&self, skill: u8, player: u8) -> bool {
        self.skills[usize::from(skill)] >> player & 1 == 1
    }

    /// Stars of these players.
    #[inline]
    pub(super) fn stars_of(&self, players: u16) -> u8 {
        // One star for each, another for each with more than one, ...
        (0..5).map(|stars| count(players & !self.up_to[stars]) as u8).sum()
    }

    /// Players with exactly so many stars, from one.
    #[inline]
    pub(super) const fn rated(&self, stars: u8) -> u16 {
        self.up_to[stars as usize] & !self.up_to[stars as usize - 1]
    }

    /// The least and the greatest stars among these players, if any.
    #[inline]
    pub(super) fn star_range(&self, players: u16) -> Option<(u8, u8)> {
        let least = (1..6).find(|&stars| players & self.up_to[stars] != 0)?;
        let most = (least..6).find(|&stars| players & !self.up_to[stars] == 0)?;
        Some((least as u8, most as u8))
    }
}

/// A share as an exact fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Alpha {
    pub num: u32,
    pub den: u32,
}

/// `gen_squad`: stars for the sixteen shirts of `shape`, adding up to `total`.
///
/// All start at one star; each further star goes to a shirt below five with
/// weight (its stars - 1 + alpha), so a small alpha makes superstars and a
/// large one even squads. Then each line is sorted by falling stars. Weights
/// are multiplied by alpha's denominator, so that they are exact integers.
pub(super) fn generate<C: Chance>(
    shape: &[Player; SQUAD],
    total: u8,
    alpha: Alpha,
    source: Source,
    chance: &mut C,
) -> [Player; SQUAD] {
    let mut stars = [1_u8; SQUAD];
    let mut weights = [alpha.num; SQUAD];
    let mut sum = alpha.num * SQUAD as u32;
    for _ in SQUAD as u8..total {
        let mut ticket = chance.below(source, sum);
        let mut shirt = 0;
        while ticket >= weights[shirt] {
            ticket -= weights[shirt];
            shirt += 1;
        }
        stars[shirt] += 1;
        if stars[shirt] == 5 {
            sum -= weights[shirt];
            weights[shirt] = 0;
        } else {
            weights[shirt] += alpha.den;
            sum += alpha.den;
        }
    }
    let mut players = *shape;
    for line in KEEPER..=FORWARD {
        let mut count = [0_u8; 6];
        for shirt in (0..SQUAD).filter(|&shirt| shape[shirt].line == line) {
            count[usize::from(stars[shirt])] += 1;
        }
        let mut level = 5;
        for player in players.iter_mut().filter(|player| player.line == line) {
            while count[level] == 0 {
                level -= 1;
            }
            count[level] -= 1;
            player.stars = level as u8;
        }
    }
    players
}
