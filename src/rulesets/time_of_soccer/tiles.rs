//! Tiles: what is printed on each, packed.
//!
//! A tile is an index into two tables. [`Print`] holds what a tile of this
//! place in the box always shows (its kind, its slots, its faces); [`Tile`]
//! holds in one word what the tile generator draws (skills, icons, price,
//! salary, shirt, gap), so that a whole drawn set fits into a game's state
//! when every game has a set of its own (`tileset-mode` = resample).

/// Market tiles, decks I to IV (TOS-COMP-02).
pub const MARKET: usize = 132;
/// Starting footballers of one choosable club (TOS-COMP-03).
pub const STARTERS: usize = 6;
/// First starting footballer: club 0's, then club 1's and so on.
pub const FIRST_STARTER: usize = MARKET;
/// First unique-start footballer.
pub const FIRST_UNIQUE: usize = FIRST_STARTER + 4 * STARTERS;
/// Unique-start footballers (TOS-COMP-05).
pub const UNIQUES: usize = 15;
/// The starting manager, shared by all clubs because it is never traded.
pub const START_MANAGER: u8 = (FIRST_UNIQUE + UNIQUES) as u8;
/// The starting talent scout.
pub const START_SCOUT: u8 = START_MANAGER + 1;
/// The starting technical secretary.
pub const START_SECRETARY: u8 = START_MANAGER + 2;
/// The starting community manager.
pub const START_COMMUNITY: u8 = START_MANAGER + 3;
/// All tile indices.
pub const TILES: usize = START_COMMUNITY as usize + 1;
/// No tile.
pub const NONE: u8 = u8::MAX;

/// Slots of the pitch board.
pub const SLOTS: usize = 11;
/// Short names of the slots, in the order of slot numbers.
pub const SLOT_NAMES: [&str; SLOTS] =
    ["GK", "LB", "CBL", "CBR", "RB", "LM", "CML", "CMR", "RM", "STL", "STR"];
/// Basic skills in the order in which they are printed (TOS-LVL-06).
pub const BASIC_NAMES: [&str; 7] = ["LD", "CD", "RD", "LC", "RC", "PA", "SH"];
/// Advanced skills: Shoot, Tackle, Pass, Team play, Cross (TOS-LVL-10).
pub const ICON_NAMES: [&str; 5] = ["S", "T", "P", "E", "C"];
/// Sides of a tile or a market space.
pub const SIDE_NAMES: [&str; 4] = ["N", "E", "S", "W"];

/// What a tile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A footballer.
    Footballer,
    /// A manager.
    Manager,
    /// A talent scout: operation points.
    Scout,
    /// A technical secretary: forced acquisitions and sales.
    Secretary,
    /// A community manager: satisfaction.
    Community,
    /// An advertising contract.
    Advertising,
    /// A television contract.
    Television,
    /// A friendly match.
    Friendly,
    /// A press release.
    Press,
    /// A Sales tile.
    Sales,
}

/// Number of kinds.
pub const KINDS: usize = 10;

/// Names of the kinds, in words.
pub const KIND_NAMES: [&str; KINDS] = [
    "footballer",
    "manager",
    "talent scout",
    "technical secretary",
    "community manager",
    "advertising contract",
    "television contract",
    "friendly",
    "press release",
    "Sales tile",
];

impl Kind {
    /// Every kind, in the order of the deck table.
    pub const ALL: [Self; KINDS] = [
        Self::Footballer,
        Self::Manager,
        Self::Scout,
        Self::Secretary,
        Self::Community,
        Self::Advertising,
        Self::Television,
        Self::Friendly,
        Self::Press,
        Self::Sales,
    ];

    /// The kind in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        KIND_NAMES[self as usize]
    }
}

/// A claim of a press release (TOS-PRESS-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// At least one goal this weekend.
    Score1,
    /// At least two goals this weekend.
    Score2,
    /// Not losing this weekend.
    WinDraw,
    /// Winning this weekend.
    Win,
    /// Conceding none this weekend.
    Clean,
    /// First or second in the league.
    Top2,
    /// League champion.
    League,
    /// Cup winner.
    Cup,
}

/// Codes of the claims, in the order of [`Claim`].
pub const CLAIM_NAMES: [&str; 8] = ["SCORE1", "SCORE2", "WINDRAW", "WIN", "CLEAN", "TOP2", "LEAGUE", "CUP"];

impl Claim {
    /// Every claim.
    pub const ALL: [Self; 8] = [
        Self::Score1,
        Self::Score2,
        Self::WinDraw,
        Self::Win,
        Self::Clean,
        Self::Top2,
        Self::League,
        Self::Cup,
    ];

    /// Whether the claim is about the next league match.
    #[must_use]
    pub const fn weekend(self) -> bool {
        (self as u8) < Self::Top2 as u8
    }

    /// The claim in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Score1 => "score at least one goal this weekend",
            Self::Score2 => "score at least two goals this weekend",
            Self::WinDraw => "win or draw this weekend",
            Self::Win => "win this weekend",
            Self::Clean => "concede no goal this weekend",
            Self::Top2 => "finish first or second in the league",
            Self::League => "win the league",
            Self::Cup => "win the cup",
        }
    }
}

/// What a tile of this place in the box always shows.
#[derive(Debug, Clone, Copy)]
pub struct Print {
    /// What it is.
    pub kind: Kind,
    /// Deck 0 to 3; 4 for starting tiles, 5 for unique-start tiles.
    pub deck: u8,
    /// Template of a footballer (position in the data's list).
    pub template: u8,
    /// Allowed slots of a footballer as a bit set.
    pub slots: u16,
    /// Main skill of a footballer: the default skill of the first slot.
    pub main: u8,
    /// Slots flipped by a manager's formation.
    pub flips: u16,
    /// Operation points of a scout.
    pub points: u8,
    /// Bills of a secretary's faces, 0 for broken.
    pub faces: [u8; 6],
    /// Satisfaction of a community manager for win, draw, loss.
    pub steps: [u8; 3],
    /// Weekly, home and victory amounts of a contract.
    pub amounts: [u8; 3],
    /// Bonus of a Sales tile.
    pub bonus: u8,
    /// Claim of a press release.
    pub claim: Claim,
    /// Nobody may take it or use it (`blank-tiles`).
    pub blank: bool,
}

impl Print {
    /// A tile of a kind that shows nothing yet.
    #[must_use]
    pub const fn blank(kind: Kind, deck: u8) -> Self {
        Self {
            kind,
            deck,
            template: 0,
            slots: 0,
            main: 0,
            flips: 0,
            points: 0,
            faces: [0; 6],
            steps: [0; 3],
            amounts: [0; 3],
            bonus: 0,
            claim: Claim::Score1,
            blank: false,
        }
    }

    /// Number of broken faces of a secretary.
    #[must_use]
    pub fn broken(&self) -> u8 {
        self.faces.iter().map(|&bill| u8::from(bill == 0)).sum()
    }

    /// Lowest bill of a secretary; 99 if all faces are broken.
    #[must_use]
    pub fn lowest_bill(&self) -> u8 {
        self.faces.iter().copied().filter(|&bill| bill > 0).min().unwrap_or(99)
    }

    /// Sum of a secretary's bills.
    #[must_use]
    pub fn bills(&self) -> u8 {
        self.faces.iter().sum()
    }
}

/// What the tile generator draws, in one word: bits 0–27 seven basic skills of
/// four bits (a manager: five training bonuses; a friendly: $ and Energy),
/// 28–39 four icons of three bits, 40–44 the set of icon skills, 45–48 salary,
/// 49–54 price, 55–61 shirt number, 62–63 gap colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tile(u64);

impl Tile {
    /// A footballer. Icons are 0 for none, else 1 + skill, for N, E, S, W.
    #[must_use]
    pub fn footballer(skills: [u8; 7], icons: [u8; 4]) -> Self {
        let mut word = 0;
        for (k, &skill) in skills.iter().enumerate() {
            word |= u64::from(skill.min(15)) << (4 * k);
        }
        for (side, &icon) in icons.iter().enumerate() {
            word |= u64::from(icon) << (28 + 3 * side);
            if icon > 0 {
                word |= 1 << (39 + icon);
            }
        }
        Self(word)
    }

    /// A manager with these training bonuses per skill.
    #[must_use]
    pub fn manager(training: [u8; 5]) -> Self {
        let word = training.iter().enumerate().fold(0, |word, (k, &b)| word | u64::from(b) << (4 * k));
        Self(word)
    }

    /// A friendly.
    #[must_use]
    pub const fn friendly(cash: u8, energy: u8) -> Self {
        Self(cash as u64 | (energy as u64) << 8)
    }

    /// The same with price and salary.
    #[must_use]
    pub const fn priced(self, price: u8, salary: u8) -> Self {
        Self(self.0 & !(0x3FF << 45) | (salary as u64 & 15) << 45 | (price as u64 & 63) << 49)
    }

    /// The same with a shirt number.
    #[must_use]
    pub const fn shirted(self, shirt: u8) -> Self {
        Self(self.0 & !(0x7F << 55) | (shirt as u64 & 127) << 55)
    }

    /// The same with a gap colour.
    #[must_use]
    pub const fn gapped(self, gap: u8) -> Self {
        Self(self.0 & !(3 << 62) | (gap as u64 & 3) << 62)
    }

    /// A basic skill (or a manager's training bonus, by icon skill).
    #[inline]
    #[must_use]
    pub const fn skill(self, k: u8) -> u8 {
        (self.0 >> (4 * k)) as u8 & 15
    }

    /// $ that a friendly pays.
    #[inline]
    #[must_use]
    pub const fn cash(self) -> u8 {
        self.0 as u8
    }

    /// Energy that a friendly costs.
    #[inline]
    #[must_use]
    pub const fn energy(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The four icons, three bits a side.
    #[inline]
    #[must_use]
    pub const fn icons(self) -> u16 {
        (self.0 >> 28) as u16 & 0xFFF
    }

    /// The icon on a side: 0 for none, else 1 + skill.
    #[inline]
    #[must_use]
    pub const fn icon(self, side: u8) -> u8 {
        (self.icons() >> (3 * side)) as u8 & 7
    }

    /// The set of skills of which there is at least one icon.
    #[inline]
    #[must_use]
    pub const fn icon_set(self) -> u8 {
        (self.0 >> 40) as u8 & 31
    }

    /// Number of icons.
    #[must_use]
    pub fn icon_count(self) -> u8 {
        (0..4).filter(|&side| self.icon(side) > 0).count() as u8
    }

    /// Weekly salary.
    #[inline]
    #[must_use]
    pub const fn salary(self) -> i16 {
        (self.0 >> 45) as i16 & 15
    }

    /// Market value.
    #[inline]
    #[must_use]
    pub const fn price(self) -> i16 {
        (self.0 >> 49) as i16 & 63
    }

    /// Shirt number.
    #[inline]
    #[must_use]
    pub const fn shirt(self) -> u8 {
        (self.0 >> 55) as u8 & 127
    }

    /// Gap colour.
    #[inline]
    #[must_use]
    pub const fn gap(self) -> u8 {
        (self.0 >> 62) as u8
    }
}
