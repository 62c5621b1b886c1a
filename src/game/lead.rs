//! Who leads while a game is played, for the question whether it is over long
//! before its end.

/// Who leads alone, and since when: kept by a ruleset's state and told of every
/// change of the scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lead {
    since: u16,
    leader: u8,
}

/// Nobody leads alone.
const NOBODY: u8 = u8::MAX;

impl Lead {
    /// The scores after some turns, by seat.
    #[inline]
    pub fn note<S: Ord>(&mut self, turns: u32, scores: impl IntoIterator<Item = S>) {
        let mut leader = NOBODY;
        let mut best: Option<S> = None;
        for (seat, score) in (0..).zip(scores) {
            match &best {
                Some(most) if score < *most => {}
                Some(most) if score == *most => leader = NOBODY,
                _ => (leader, best) = (seat, Some(score)),
            }
        }
        if leader != self.leader {
            *self = Self { since: u16::try_from(turns).unwrap_or(u16::MAX), leader };
        }
    }

    /// Whether this seat has led alone from before half of a game of so many
    /// turns on, to its end.
    #[inline]
    #[must_use]
    pub const fn ran_away(self, winner: u8, turns: u32) -> bool {
        self.leader == winner && 2 * (self.since as u32) < turns
    }
}

/// Nobody has scored yet.
impl Default for Lead {
    fn default() -> Self {
        Self { since: 0, leader: NOBODY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_counts_from_its_last_beginning() {
        let mut lead = Lead::default();
        assert!(!lead.ran_away(0, 100));
        lead.note(10, [1, 0, 0]);
        assert!(lead.ran_away(0, 100) && !lead.ran_away(1, 100));
        lead.note(20, [2, 0, 1]);
        assert!(lead.ran_away(0, 21), "it has led since turn 10");
        lead.note(30, [2, 2, 1]);
        assert!(!lead.ran_away(0, 100), "it was caught");
        lead.note(49, [2, 3, 1]);
        assert!(lead.ran_away(1, 99) && !lead.ran_away(1, 98), "from before half of the turns on");
    }
}
