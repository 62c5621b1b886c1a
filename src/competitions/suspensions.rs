//! What bookings cost in later matches of a competition.
//!
//! In: who was booked or sent off in a match. Out: who may not play in the
//! same side's next match. Squads have up to sixteen players, as bits.

use super::MAX_SIDES;

/// The cards one side was shown in one match, a bit per player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bookings {
    /// Shown at least one yellow card.
    pub yellow: u16,
    /// Shown a second yellow card too.
    pub second: u16,
    /// Sent off, by two yellows or a straight red.
    pub sent_off: u16,
}

/// Yellow cards collected and suspensions to serve, of every side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Discipline {
    /// Yellow cards on record.
    yellows: [[u8; 16]; MAX_SIDES],
    /// Who misses the side's next match.
    next: [u16; MAX_SIDES],
    /// Who misses the one after it too.
    after: [u16; MAX_SIDES],
}

impl Discipline {
    /// Who misses this side's next match, as bits.
    #[inline]
    #[must_use]
    pub const fn suspended(&self, side: u8) -> u16 {
        self.next[side as usize]
    }

    /// Who misses the match after the next too (only where two causes in one
    /// game add up).
    #[cfg(test)]
    #[must_use]
    pub const fn suspended_longer(&self, side: u8) -> u16 {
        self.after[side as usize]
    }

    /// Yellow cards that count towards a player's next suspension.
    #[inline]
    #[must_use]
    pub const fn yellows(&self, side: u8, player: u8) -> u8 {
        self.yellows[side as usize][player as usize]
    }

    /// Ends a match of `side`: suspensions for it are served, and what it
    /// brought counts for the next.
    ///
    /// A sending-off costs one match. Yellow cards are counted over matches,
    /// those that led to a sending-off too; at `threshold` they cost one match
    /// and the count starts again from zero. Both in one match cost one match
    /// if `concurrent`, else two.
    pub fn record(&mut self, side: u8, match_: Bookings, threshold: u8, concurrent: bool) {
        let place = usize::from(side);
        self.next[place] = std::mem::take(&mut self.after[place]);
        let mut booked = match_.yellow | match_.sent_off;
        while booked != 0 {
            let player = booked.trailing_zeros() as usize;
            let bit = 1_u16 << player;
            booked &= booked - 1;
            let count = &mut self.yellows[place][player];
            *count += u8::from(match_.yellow & bit != 0) + u8::from(match_.second & bit != 0);
            let over = *count >= threshold;
            if over {
                *count = 0;
            }
            let off = match_.sent_off & bit != 0;
            if over || off {
                self.next[place] |= bit;
            }
            if over && off && !concurrent {
                self.after[place] |= bit;
            }
        }
    }
}
