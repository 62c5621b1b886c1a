//! The market map: one-way streets round square blocks (TOS-MKT-03).
//!
//! In: the directions of the rows and columns. Out: successors, neighbours for
//! Free Traffic, what each street space touches, where parkings open, and
//! distances. Nothing here changes during a game.

/// Most street spaces a map may have: 4 rows of 5 blocks.
pub const STREETS: usize = 49;
/// Most market spaces.
pub const SPACES: usize = 20;

/// A short list of street or market spaces.
#[derive(Debug, Clone, Copy, Default)]
pub struct Few {
    len: u8,
    items: [u8; 7],
}

impl Few {
    fn push(&mut self, item: u8) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// The items.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.items[..usize::from(self.len)]
    }
}

/// The compiled map.
#[derive(Debug, Clone)]
pub struct Map {
    /// Rows of blocks.
    pub rows: usize,
    /// Blocks in a row.
    pub columns: usize,
    /// Street spaces.
    pub streets: usize,
    /// Market spaces.
    pub spaces: usize,
    /// Where a car may go, with the signs (0) and with Free Traffic (1).
    pub next: [[Few; STREETS]; 2],
    /// Fewest moves between street spaces, likewise.
    pub distance: [Box<[[u8; STREETS]; STREETS]>; 2],
    /// Street spaces on the sides N, E, S, W of each market space.
    pub sides: [[u8; 4]; SPACES],
    /// Street space onto which a parking opens, by market space and gap colour
    /// (TOS-SETUP-16): the colours of the sides turn from space to space.
    pub parking: [[u8; 4]; SPACES],
    /// Market spaces touched by each street space, each with the side.
    pub touches: [[(u8, u8); 2]; STREETS],
    /// How many market spaces a street space touches.
    pub touched: [u8; STREETS],
    /// The street spaces just clockwise of the four corners of the ring.
    pub corners: [u8; 4],
}

/// Which way a row or column of streets runs: `true` for east or south.
pub type Forward = bool;

impl Map {
    /// A map of `rows.len() - 1` times `columns.len() - 1` blocks.
    ///
    /// # Errors
    /// When some space cannot be reached from another.
    pub fn new(rows: &[Forward], columns: &[Forward]) -> Result<Self, String> {
        let (down, across) = (rows.len() - 1, columns.len() - 1);
        let horizontal = rows.len() * across;
        let streets = horizontal + down * columns.len();
        let spaces = down * across;
        let h = |r: usize, c: usize| across * r + c;
        let v = |r: usize, c: usize| horizontal + columns.len() * r + c;
        // Intersections at which each space starts and ends in its direction.
        let crossing = |r: usize, c: usize| (r * columns.len() + c) as u8;
        let mut from = [0; STREETS];
        let mut to = [0; STREETS];
        for (r, &east) in rows.iter().enumerate() {
            for c in 0..across {
                let ends = (crossing(r, c), crossing(r, c + 1));
                (from[h(r, c)], to[h(r, c)]) = if east { ends } else { (ends.1, ends.0) };
            }
        }
        for r in 0..down {
            for (c, &south) in columns.iter().enumerate() {
                let ends = (crossing(r, c), crossing(r + 1, c));
                (from[v(r, c)], to[v(r, c)]) = if south { ends } else { (ends.1, ends.0) };
            }
        }
        let mut next = [[Few::default(); STREETS]; 2];
        for a in 0..streets {
            for b in (0..streets).filter(|&b| b != a) {
                if to[a] == from[b] {
                    next[0][a].push(b as u8);
                }
                let ends = [from[b], to[b]];
                if ends.contains(&from[a]) || ends.contains(&to[a]) {
                    next[1][a].push(b as u8);
                }
            }
        }
        let distance = [0, 1].map(|mode| Box::new(distances(&next[mode], streets)));
        for mode in &distance {
            if mode.iter().take(streets).any(|row| row[..streets].contains(&u8::MAX)) {
                return Err("streets that cannot be left or reached".to_owned());
            }
        }
        let mut sides = [[0; 4]; SPACES];
        let mut parking = [[0; 4]; SPACES];
        let mut touches = [[(0, 0); 2]; STREETS];
        let mut touched = [0; STREETS];
        for r in 0..down {
            for c in 0..across {
                let space = across * r + c;
                sides[space] = [h(r, c), v(r, c + 1), h(r + 1, c), v(r, c)].map(|s| s as u8);
                parking[space] = [0, 1, 2, 3].map(|gap| sides[space][(gap + r + c) % 4]);
                for (side, &street) in sides[space].iter().enumerate() {
                    let street = usize::from(street);
                    touches[street][usize::from(touched[street])] = (space as u8, side as u8);
                    touched[street] += 1;
                }
            }
        }
        let corners = [h(0, 0), v(0, across), h(down, across - 1), v(down - 1, 0)].map(|s| s as u8);
        Ok(Self {
            rows: down,
            columns: across,
            streets,
            spaces,
            next,
            distance,
            sides,
            parking,
            touches,
            touched,
            corners,
        })
    }
}

fn distances(next: &[Few; STREETS], streets: usize) -> [[u8; STREETS]; STREETS] {
    let mut table = [[u8::MAX; STREETS]; STREETS];
    for (start, row) in table.iter_mut().enumerate().take(streets) {
        row[start] = 0;
        let mut edge = vec![start];
        while !edge.is_empty() {
            let mut further = Vec::new();
            for &street in &edge {
                for &successor in next[street].as_slice() {
                    let successor = usize::from(successor);
                    if row[successor] == u8::MAX {
                        row[successor] = row[street] + 1;
                        further.push(successor);
                    }
                }
            }
            edge = further;
        }
    }
    table
}
