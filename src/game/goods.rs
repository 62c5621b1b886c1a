//! What a seat can be handed before it decides anything: one more of a good, or
//! one less, on otherwise the same luck.

/// A card, player or tile that a seat can hold, in the game's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Good {
    /// One of its kind: `V.A.R.`, `gold player 10`.
    pub name: String,
    /// The goods that it is compared with, in the plural: those that a seat
    /// would as soon have had for the same price or from the same pile.
    pub class: String,
    /// How many the game has: what a seat would have had instead is any other of
    /// the class, each copy as likely.
    pub copies: u32,
    /// Positions, among [`Record::items`](super::Record::items), of all that
    /// uses it; none where using it takes no decision.
    pub items: Vec<u8>,
}

impl Good {
    /// A good without items.
    #[must_use]
    pub fn new(name: impl Into<String>, class: impl Into<String>, copies: u32) -> Self {
        Self { name: name.into(), class: class.into(), copies, items: Vec::new() }
    }

    /// The same with what uses it.
    #[must_use]
    pub fn used_by(self, items: impl IntoIterator<Item = usize>) -> Self {
        Self { items: items.into_iter().map(|item| item as u8).collect(), ..self }
    }
}

/// What is done with a good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// One more in the seat's hands.
    More,
    /// One less.
    Less,
}

/// An order to hand a seat a good, or to take one from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handout {
    /// Position among [`Game::goods`](super::Game::goods).
    pub good: usize,
    /// Whose hands.
    pub seat: u8,
    /// One more or one less.
    pub way: Way,
    /// 32 random bits that are nothing else's: which of several copies.
    pub lot: u32,
}

impl Handout {
    /// One of `n` by lot, `n` above 0.
    #[must_use]
    pub const fn pick(&self, n: usize) -> usize {
        ((self.lot as u64 * n as u64) >> 32) as usize
    }
}

/// What became of a [`Handout`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handed {
    /// The seat has it, or has it no longer.
    Done,
    /// The game has not come to where it could: it is asked again after the next
    /// decision.
    NotYet,
    /// Nothing was changed: no copy is left to give, or the seat holds none.
    Never,
}
