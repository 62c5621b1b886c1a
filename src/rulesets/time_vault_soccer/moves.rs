//! The moves. [`Move::tuple`] gives the encoding of the ledger's section 3.

use super::squads::SQUAD;
use crate::moves::select_u64;

/// One decision. Players are 0 to 15 here, 1 to 16 in [`Move::tuple`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// E1: choose a preset squad.
    Preset(u8),
    /// E2: the own squad, as rising collection ids.
    Squad([u8; SQUAD]),
    /// E3: take a player from the pool.
    Pick(u8),
    /// E4: nominate a player of the pool.
    Nominate(u8),
    /// E5: bid; 0 is none.
    Bid(u16),
    /// E6: team and bench before a match.
    Team {
        /// Players of the team, as bits.
        team: u16,
        /// Players of the bench, as bits.
        bench: u16,
    },
    /// E7: a player of the hand goes off, one of the bench comes on.
    Substitute {
        /// Who goes off.
        off: u8,
        /// Who comes on.
        on: u8,
    },
    /// E7: no more substitutions.
    Stop,
    /// E8: play a card.
    Play {
        /// Whose card.
        player: u8,
        /// To Defence rather than Attack.
        defence: bool,
        /// Home points on it.
        home: u8,
        /// 0 none, 1 double-teaming, 2 + i lamp on the i-th Attack card.
        skill: u8,
    },
    /// E9: hold or shoot.
    Shoot(bool),
    /// E10: let the shot through.
    NoAnswer,
    /// E10: play a card to the own Defence.
    Answer {
        /// Whose card.
        player: u8,
        /// Home points on it.
        home: u8,
        /// Whether it double-teams.
        double: bool,
    },
    /// E10: bring the shooter down.
    LastMan {
        /// Who does it.
        player: u8,
    },
}

impl Move {
    /// The ledger's encoding `(kind, a, b, c, d)`. An own squad (E2) is a list
    /// of sixteen ids and has no tuple beyond its kind.
    #[must_use]
    pub fn tuple(self) -> [u16; 5] {
        match self {
            Self::Preset(preset) => [1, u16::from(preset), 0, 0, 0],
            Self::Squad(_) => [2, 0, 0, 0, 0],
            Self::Pick(index) => [3, u16::from(index) + 1, 0, 0, 0],
            Self::Nominate(index) => [4, u16::from(index) + 1, 0, 0, 0],
            Self::Bid(pounds) => [5, pounds, 0, 0, 0],
            Self::Team { team, bench } => [6, team, bench, 0, 0],
            Self::Substitute { off, on } => [7, u16::from(off) + 1, u16::from(on) + 1, 0, 0],
            Self::Stop => [7, 0, 0, 0, 0],
            Self::Play { player, defence, home, skill } => {
                [8, u16::from(player) + 1, u16::from(defence), u16::from(home), u16::from(skill)]
            }
            Self::Shoot(shot) => [9, u16::from(shot), 0, 0, 0],
            Self::NoAnswer => [10, 0, 0, 0, 0],
            Self::Answer { player, home, double } => {
                [10, u16::from(player) + 1, u16::from(home), u16::from(double), 0]
            }
            Self::LastMan { player } => [10, u16::from(player) + 1, 0, 3, 0],
        }
    }
}

/// A set of pool indices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pool(pub [u64; 4]);

impl Pool {
    #[inline]
    pub(super) fn insert(&mut self, index: u8) {
        self.0[usize::from(index >> 6)] |= 1 << (index & 63);
    }

    #[inline]
    pub(super) fn remove(&mut self, index: u8) {
        self.0[usize::from(index >> 6)] &= !(1 << (index & 63));
    }

    #[inline]
    pub(super) fn contains(&self, index: u8) -> bool {
        self.0[usize::from(index >> 6)] >> (index & 63) & 1 == 1
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub(super) fn nth(&self, mut rank: u32) -> u8 {
        for (place, &word) in self.0.iter().enumerate() {
            let inside = word.count_ones();
            if rank < inside {
                return (64 * place as u32 + select_u64(word, rank)) as u8;
            }
            rank -= inside;
        }
        0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        (0..self.len()).map(move |rank| self.nth(rank))
    }
}
