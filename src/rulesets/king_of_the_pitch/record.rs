//! What is remembered of a match until the game is tallied.

/// One match as it is remembered for the tally, in 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played(pub u32);

/// The fields of [`Played`], spelled out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchRecord {
    /// Seats of challenger and King.
    pub seats: [u8; 2],
    /// Levels in this match.
    pub levels: [u8; 2],
    /// Side that won: 0 challenger, 1 King.
    pub winner: u8,
    /// The first unequal pair, winner's value first; 0-0 if all cancelled.
    pub score: (u8, u8),
    /// Decided by a shoot-out.
    pub shoot_out: bool,
    /// V.A.R. committed by each side.
    pub var: [bool; 2],
    /// V.A.R. triggered for each side.
    pub triggered: [bool; 2],
    /// BONUS committed by each side.
    pub bonus: [bool; 2],
    /// The winner is not the side that was ahead on the first dice, and a
    /// V.A.R. was triggered.
    pub turned: bool,
}

impl Played {
    /// Packs a record.
    #[must_use]
    pub fn pack(r: &MatchRecord) -> Self {
        let pair = |[a, b]: [bool; 2]| u32::from(a) | u32::from(b) << 1;
        Self(
            u32::from(r.score.0)
                | u32::from(r.score.1) << 4
                | u32::from(r.levels[0]) << 8
                | u32::from(r.levels[1]) << 11
                | u32::from(r.seats[0]) << 14
                | u32::from(r.seats[1]) << 17
                | u32::from(r.winner) << 20
                | u32::from(r.shoot_out) << 21
                | pair(r.var) << 22
                | pair(r.triggered) << 24
                | pair(r.bonus) << 26
                | u32::from(r.turned) << 28,
        )
    }

    /// Unpacks it.
    #[must_use]
    pub const fn unpack(self) -> MatchRecord {
        let bits = self.0;
        MatchRecord {
            seats: [(bits >> 14) as u8 & 7, (bits >> 17) as u8 & 7],
            levels: [(bits >> 8) as u8 & 7, (bits >> 11) as u8 & 7],
            winner: (bits >> 20) as u8 & 1,
            score: (bits as u8 & 15, (bits >> 4) as u8 & 15),
            shoot_out: bits >> 21 & 1 == 1,
            var: [bits >> 22 & 1 == 1, bits >> 23 & 1 == 1],
            triggered: [bits >> 24 & 1 == 1, bits >> 25 & 1 == 1],
            bonus: [bits >> 26 & 1 == 1, bits >> 27 & 1 == 1],
            turned: bits >> 28 & 1 == 1,
        }
    }
}
