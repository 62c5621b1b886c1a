//! A league table: results in, places out.

use super::{MAX_SIDES, NOBODY};

/// One side's line of the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Row {
    /// Points.
    pub points: u16,
    /// Goals scored.
    pub scored: u16,
    /// Goals conceded.
    pub conceded: u16,
    /// Matches won.
    pub won: u8,
    /// Matches drawn.
    pub drawn: u8,
    /// Matches lost.
    pub lost: u8,
}

impl Row {
    /// Goals scored less goals conceded.
    #[inline]
    #[must_use]
    pub const fn difference(&self) -> i32 {
        self.scored as i32 - self.conceded as i32
    }

    /// Matches played.
    #[must_use]
    pub const fn played(&self) -> u8 {
        self.won + self.drawn + self.lost
    }
}

/// The table of up to [`MAX_SIDES`] sides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Table {
    /// One row per side.
    pub rows: [Row; MAX_SIDES],
}

impl Table {
    /// Enters a result: `win_points` for a win, one each for a draw.
    pub fn record(&mut self, sides: [u8; 2], goals: [u8; 2], win_points: u8) {
        for side in 0..2 {
            let row = &mut self.rows[usize::from(sides[side])];
            let (own, other) = (goals[side], goals[1 - side]);
            row.scored += u16::from(own);
            row.conceded += u16::from(other);
            match own.cmp(&other) {
                std::cmp::Ordering::Greater => {
                    row.won += 1;
                    row.points += u16::from(win_points);
                }
                std::cmp::Ordering::Equal => {
                    row.drawn += 1;
                    row.points += 1;
                }
                std::cmp::Ordering::Less => row.lost += 1,
            }
        }
    }

    /// The sides with most points.
    #[must_use]
    pub fn most_points(&self, sides: u8) -> u16 {
        self.best(sides, |row| i64::from(row.points))
    }

    /// The sides level at the top on points and goal difference. Goals scored
    /// decide no title.
    #[must_use]
    pub fn leaders(&self, sides: u8) -> u16 {
        self.best(sides, |row| i64::from(row.points) * 100_000 + i64::from(row.difference()))
    }

    fn best(&self, sides: u8, rank: impl Fn(&Row) -> i64) -> u16 {
        let rows = &self.rows[..usize::from(sides)];
        let top = rows.iter().map(&rank).max().unwrap_or(0);
        (0..sides).filter(|&s| rank(&rows[usize::from(s)]) == top).fold(0, |mask, s| mask | 1 << s)
    }

    /// The place of every side: the champion first, the others by points, goal
    /// difference and goals scored; equals share the better number (1, 2, 2, 4).
    #[must_use]
    pub fn places(&self, sides: u8, champion: u8) -> [u8; MAX_SIDES] {
        let mut places = [0; MAX_SIDES];
        let key = |side: u8| {
            let row = &self.rows[usize::from(side)];
            (side == champion && champion != NOBODY, row.points, row.difference(), row.scored)
        };
        for side in 0..sides {
            let better = (0..sides).filter(|&other| key(other) > key(side)).count();
            places[usize::from(side)] = 1 + better as u8;
        }
        places
    }
}
