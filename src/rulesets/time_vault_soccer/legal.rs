//! The legal moves of one question, kept as what they are made of (players in
//! hand, home points, targets), counted and numbered, never listed.

use std::sync::Arc;

use super::builds::Builds;
use super::moves::{Move, Pool};
use super::squads::{SQUAD, count, nth};
use super::teams::TeamSpace;
use crate::moves::{MoveSet, select_u64};

/// Players in hand who may go off for the same players of the bench.
#[derive(Debug, Clone, Copy, Default)]
struct Swap {
    off: u16,
    on: u16,
    /// How many may come on for each, and moves in all.
    each: u16,
    moves: u16,
}

/// The cards that one player may lamp.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lamp {
    pub player: u8,
    /// Opposing Attack cards, by position.
    pub targets: u32,
}

/// Most players in hand.
const HAND: usize = 8;

/// Which question the moves answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Asked {
    #[default]
    Preset,
    Squad,
    Pick,
    Nominate,
    Bid,
    Team,
    Substitute,
    Play,
    Shoot,
    Answer,
}

/// The legal moves of one question.
#[derive(Debug, Clone, Default)]
pub struct Moves {
    pub(super) asked: Asked,
    len: u64,
    /// Players in hand who may be played or answer.
    players: u16,
    /// Those of them who may double-team.
    doubles: u16,
    /// Those of them who may be the last man.
    last_men: u16,
    /// Numbers of home points allowed in Attack and Defence, zero included.
    attack: u8,
    defence: u8,
    /// Plain plays or answers, and those with double-teaming.
    plays: u16,
    double_plays: u16,
    /// Whether stop, or no answer, is legal.
    plain: bool,
    lampers: u8,
    swapped: u8,
    lamps: [Lamp; HAND],
    swaps: [Swap; HAND],
    pub(super) presets: u16,
    pub(super) pool: Pool,
    pub(super) money: u16,
    pub(super) teams: TeamSpace,
    pub(super) builds: Option<Arc<Builds>>,
}

impl Moves {
    pub(super) fn set_presets(&mut self, presets: u16) {
        (self.asked, self.presets) = (Asked::Preset, presets);
        self.len = u64::from(presets.count_ones());
    }

    pub(super) fn set_builds(&mut self, builds: &Arc<Builds>) {
        self.asked = Asked::Squad;
        // There may be more than 64 bits can count; `random` counts them all.
        self.len = u64::try_from(builds.total()).unwrap_or(u64::MAX);
        self.builds = Some(Arc::clone(builds));
    }

    pub(super) fn set_pool(&mut self, asked: Asked, pool: Pool) {
        (self.asked, self.pool) = (asked, pool);
        self.len = u64::from(pool.len());
    }

    pub(super) fn set_money(&mut self, money: u16) {
        (self.asked, self.money) = (Asked::Bid, money);
        self.len = u64::from(money) + 1;
    }

    pub(super) fn set_teams(&mut self, teams: TeamSpace) {
        (self.asked, self.teams) = (Asked::Team, teams);
        self.len = teams.len();
    }

    pub(super) fn set_shot(&mut self) {
        (self.asked, self.len) = (Asked::Shoot, 2);
    }

    /// Starts the substitutions: whether stop is legal.
    #[inline]
    pub(super) fn start_swaps(&mut self, stop: bool) {
        (self.asked, self.plain, self.swapped) = (Asked::Substitute, stop, 0);
        self.len = u64::from(stop);
    }

    /// Adds substitutions of any of `off` for any of `on`.
    #[inline]
    pub(super) fn push_swaps(&mut self, off: u16, on: u16) {
        if on != 0 {
            let each = count(on) as u16;
            let moves = count(off) as u16 * each;
            self.swaps[usize::from(self.swapped)] = Swap { off, on, each, moves };
            self.swapped += 1;
            self.len += u64::from(moves);
        }
    }

    /// The cards of these players, with so many numbers of home points in each
    /// pillar; lamps are added after.
    #[inline]
    pub(super) fn set_plays(&mut self, players: u16, doubles: u16, (attack, defence): (u8, u8)) {
        self.asked = Asked::Play;
        (self.players, self.doubles, self.lampers) = (players, doubles, 0);
        (self.attack, self.defence) = (attack, defence);
        self.plays = count(players) as u16 * u16::from(attack + defence);
        self.double_plays = count(doubles) as u16 * u16::from(defence);
        self.len = u64::from(self.plays + self.double_plays);
    }

    /// Adds the lamps of one player.
    pub(super) fn push_lamps(&mut self, player: u8, targets: u32) {
        if targets != 0 {
            self.lamps[usize::from(self.lampers)] = Lamp { player, targets };
            self.lampers += 1;
            self.len += u64::from(targets.count_ones() * u32::from(self.defence));
        }
    }

    /// Answers to a shot, none included.
    #[inline]
    pub(super) fn set_answers(&mut self, players: u16, doubles: u16, last_men: u16, defence: u8) {
        self.asked = Asked::Answer;
        (self.players, self.doubles, self.last_men) = (players, doubles, last_men);
        (self.attack, self.defence, self.lampers) = (0, defence, 0);
        self.plays = count(players) as u16 * u16::from(defence);
        self.double_plays = count(doubles) as u16 * u16::from(defence);
        self.len = 1 + u64::from(self.plays + self.double_plays) + u64::from(count(last_men));
    }

    /// Players in hand who may be played or answer.
    #[inline]
    pub(super) const fn players(&self) -> u16 {
        self.players
    }

    /// Those of them who may double-team.
    #[inline]
    pub(super) const fn doubles(&self) -> u16 {
        self.doubles
    }

    /// Those of them who may be the last man.
    #[inline]
    pub(super) const fn last_men(&self) -> u16 {
        self.last_men
    }

    /// Who may lamp what, in rising order of players.
    #[inline]
    pub(super) fn lamps(&self) -> &[Lamp] {
        &self.lamps[..usize::from(self.lampers)]
    }

    /// Most home points that a card may take to Attack.
    #[inline]
    pub(super) const fn most_home_in_attack(&self) -> u8 {
        self.attack - 1
    }

    /// The same to Defence.
    #[inline]
    pub(super) const fn most_home_in_defence(&self) -> u8 {
        self.defence - 1
    }

    /// Players who may go off.
    #[inline]
    pub(super) fn offs(&self) -> u16 {
        self.swaps().iter().fold(0, |off, swap| off | swap.off)
    }

    /// Players who may come on for `off`.
    #[inline]
    pub(super) fn ons(&self, off: u8) -> u16 {
        self.swaps().iter().filter(|swap| swap.off >> off & 1 == 1).fold(0, |on, swap| on | swap.on)
    }

    /// Players who may come on for anybody.
    #[inline]
    pub(super) fn all_ons(&self) -> u16 {
        self.swaps().iter().fold(0, |on, swap| on | swap.on)
    }

    #[inline]
    fn swaps(&self) -> &[Swap] {
        &self.swaps[..usize::from(self.swapped)]
    }

    fn swap(&self, index: u32) -> Move {
        let mut rank = index;
        for &Swap { off, on, each, moves } in self.swaps() {
            let (each, moves) = (u32::from(each), u32::from(moves));
            if rank < moves {
                return Move::Substitute { off: nth(off, rank / each), on: nth(on, rank % each) };
            }
            rank -= moves;
        }
        Move::Stop
    }

    #[inline]
    fn play(&self, index: u32) -> Move {
        let (attack, defence) = (u32::from(self.attack), u32::from(self.defence));
        let each = attack + defence;
        let plain = u32::from(self.plays);
        if index < plain {
            let (place, home) = if each == 2 { (index / 2, index % 2) } else { (index / each, index % each) };
            let player = nth(self.players, place);
            let back = home >= attack;
            let home = if back { home - attack } else { home };
            return Move::Play { player, defence: back, home: home as u8, skill: 0 };
        }
        let mut rank = index - plain;
        let doubles = u32::from(self.double_plays);
        if rank < doubles {
            let player = nth(self.doubles, rank / defence);
            return Move::Play { player, defence: true, home: (rank % defence) as u8, skill: 1 };
        }
        rank -= doubles;
        let mut at = 0;
        loop {
            let Lamp { player, targets } = self.lamps[at];
            let count = targets.count_ones() * defence;
            if rank < count {
                let target = select_u64(u64::from(targets), rank / defence) as u8;
                return Move::Play { player, defence: true, home: (rank % defence) as u8, skill: 2 + target };
            }
            rank -= count;
            at += 1;
        }
    }

    fn answer(&self, index: u32) -> Move {
        let defence = u32::from(self.defence);
        let (plain, doubles) = (u32::from(self.plays), u32::from(self.double_plays));
        if index < plain {
            let player = nth(self.players, index / defence);
            return Move::Answer { player, home: (index % defence) as u8, double: false };
        }
        let rank = index - plain;
        if rank < doubles {
            let player = nth(self.doubles, rank / defence);
            return Move::Answer { player, home: (rank % defence) as u8, double: true };
        }
        Move::LastMan { player: nth(self.last_men, rank - doubles) }
    }
}

impl MoveSet for Moves {
    type Move = Move;

    #[inline]
    fn len(&self) -> u64 {
        self.len
    }

    #[inline]
    fn nth(&self, index: u64) -> Move {
        match self.asked {
            Asked::Preset => Move::Preset(select_u64(u64::from(self.presets), index as u32) as u8),
            Asked::Squad => {
                Move::Squad(self.builds.as_ref().map_or([0; SQUAD], |builds| builds.nth(u128::from(index))))
            }
            Asked::Pick => Move::Pick(self.pool.nth(index as u32)),
            Asked::Nominate => Move::Nominate(self.pool.nth(index as u32)),
            Asked::Bid => Move::Bid(index as u16),
            Asked::Team => {
                let (team, bench) = self.teams.nth(index);
                Move::Team { team, bench }
            }
            Asked::Shoot => Move::Shoot(index == 1),
            Asked::Play => self.play(index as u32),
            Asked::Substitute if self.plain && index == 0 => Move::Stop,
            Asked::Substitute => self.swap(index as u32 - u32::from(self.plain)),
            Asked::Answer if index == 0 => Move::NoAnswer,
            Asked::Answer => self.answer(index as u32 - 1),
        }
    }

    fn contains(&self, chosen: Move) -> bool {
        let among = |players: u16, player: u8| player < 16 && players >> player & 1 == 1;
        let lamps = |player: u8, at: u8| {
            at < 32 && self.lamps().iter().any(|lamp| lamp.player == player && lamp.targets >> at & 1 == 1)
        };
        match (self.asked, chosen) {
            (Asked::Preset, Move::Preset(preset)) => preset < 16 && self.presets >> preset & 1 == 1,
            (Asked::Squad, Move::Squad(squad)) => self.builds.as_ref().is_some_and(|b| b.allows(&squad)),
            (Asked::Pick, Move::Pick(index)) | (Asked::Nominate, Move::Nominate(index)) => {
                self.pool.contains(index)
            }
            (Asked::Bid, Move::Bid(pounds)) => pounds <= self.money,
            (Asked::Team, Move::Team { team, bench }) => self.teams.holds(team, bench),
            (Asked::Substitute, Move::Stop) => self.plain,
            (Asked::Shoot, Move::Shoot(_)) | (Asked::Answer, Move::NoAnswer) => true,
            (Asked::Substitute, Move::Substitute { off, on }) => {
                among(self.offs(), off) && among(self.ons(off), on)
            }
            (Asked::Play, Move::Play { player, defence: false, home, skill }) => {
                skill == 0 && among(self.players, player) && home < self.attack
            }
            (Asked::Play, Move::Play { player, defence: true, home, skill }) => {
                home < self.defence
                    && match skill {
                        0 => among(self.players, player),
                        1 => among(self.doubles, player),
                        lamp => lamps(player, lamp - 2),
                    }
            }
            (Asked::Answer, Move::Answer { player, home, double }) => {
                home < self.defence && among(if double { self.doubles } else { self.players }, player)
            }
            (Asked::Answer, Move::LastMan { player }) => among(self.last_men, player),
            _ => false,
        }
    }
}
