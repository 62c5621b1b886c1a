//! The cards as small integers: which id is which card, what makes two of them
//! the same, and sets of them as bits.
//!
//! Ids `0..110` are players (nation × 11 + place in the squad), `110..118`
//! Super Subs, `128..` the action cards in fixed groups. Cards of one group
//! have one identity (ledger section 3); every player is its own.

/// A card id.
pub type Card = u8;

/// Most nations a deck may have.
pub const MAX_NATIONS: usize = 10;
/// Players per nation: GK, four DEF, three MID, three FWD.
pub const SQUAD: u8 = 11;
/// First Super Sub; up to eight follow.
pub const SUB: Card = 110;
/// First id that can't lie on a pitch.
pub const FIELD_END: Card = 118;
/// First action card.
pub const ACTION: Card = 128;
/// First Tackle; up to twelve.
pub const TACKLE: Card = 128;
/// First Yellow; up to ten.
pub const YELLOW: Card = 140;
/// First Red; up to four.
pub const RED: Card = 150;
/// First referee card; three ids per name.
pub const REFEREE: Card = 154;
/// First id that is no card.
pub const END: Card = 187;
/// "No card."
pub const NONE: Card = 255;
/// Most cards in a deck: ids `0..118` and `128..187`.
pub const MAX_DECK: usize = 177;
/// Most cards on a pitch.
pub const MAX_PITCH: usize = FIELD_END as usize;

/// Slots of a seven in their fixed order: GK, DEF, DEF, MID, MID, FWD, FWD.
pub const SLOT_POSITION: [usize; 7] = [GK, DEF, DEF, MID, MID, FWD, FWD];
/// Slots per position (SQUAD-01).
pub const NEED: [u8; 4] = [1, 2, 2, 2];

/// Position indices.
pub const GK: usize = 0;
/// Defender.
pub const DEF: usize = 1;
/// Midfielder.
pub const MID: usize = 2;
/// Forward.
pub const FWD: usize = 3;
/// Not a position: a Super Sub.
pub const ANY: usize = 4;

/// Squad place of a nation's star, the FWD rated 10.
pub const STAR: u8 = 8;

/// Position of each squad place.
pub const POSITION_OF_PLACE: [usize; 11] = [GK, DEF, DEF, DEF, DEF, MID, MID, MID, FWD, FWD, FWD];

const fn every_nation(places: u128) -> u128 {
    let mut mask = 0;
    let mut nation = 0;
    while nation < MAX_NATIONS {
        mask |= places << (nation * SQUAD as usize);
        nation += 1;
    }
    mask
}

/// All cards of each position, and the Super Subs at index [`ANY`].
pub const POSITION_MASK: [u128; 5] = [
    every_nation(0b1),
    every_nation(0b1_1110),
    every_nation(0b1110_0000),
    every_nation(0b111_0000_0000),
    0xFF << SUB,
];
/// All stars.
pub const STARS: u128 = every_nation(1 << STAR);
/// The Super Subs.
pub const SUBS: u128 = POSITION_MASK[ANY];

const PLACE: [u8; 128] = {
    let mut table = [ANY as u8; 128];
    let mut card = 0;
    while card < SUB as usize {
        table[card] = POSITION_OF_PLACE[card % SQUAD as usize] as u8;
        card += 1;
    }
    table
};

/// Nation of a Super Sub.
pub const STATELESS: u8 = 15;

const NATION: [u8; 128] = {
    let mut table = [STATELESS; 128];
    let mut card = 0;
    while card < SUB as usize {
        table[card] = (card / SQUAD as usize) as u8;
        card += 1;
    }
    table
};

/// Position of a field card, [`ANY`] for a Super Sub.
#[inline]
#[must_use]
pub const fn position(card: Card) -> usize {
    PLACE[(card & 127) as usize] as usize
}

/// Nation of a field card, [`STATELESS`] for a Super Sub.
#[inline]
#[must_use]
pub const fn nation(card: Card) -> u8 {
    NATION[(card & 127) as usize]
}

/// Place of a player in its squad.
#[inline]
#[must_use]
pub const fn squad_place(card: Card) -> usize {
    (card % SQUAD) as usize
}

/// Whether the card is a Super Sub.
#[inline]
#[must_use]
pub const fn is_sub(card: Card) -> bool {
    card >= SUB && card < FIELD_END
}

/// Whether the card is a player or a Super Sub.
#[inline]
#[must_use]
pub const fn is_field(card: Card) -> bool {
    card < FIELD_END
}

/// Whether the card is a nation's star.
#[inline]
#[must_use]
pub const fn is_star(card: Card) -> bool {
    card < SUB && card % SQUAD == STAR
}

/// The eleven names of referee cards, in the order of `official-weights`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Official {
    /// A second leg; the aggregate counts.
    AddedTime,
    /// Each side's highest rating counts 0; as an INSTANT the opponent's.
    VarReview,
    /// Each side's top FWD adds no Attack; as an INSTANT the opponent's.
    Offside,
    /// Chemistry is waived; as an INSTANT it cancels.
    PlayOn,
    /// Each side may exchange one card.
    Substitution,
    /// Both draw 2 and may play 1.
    QuickRestart,
    /// One more goal for the higher MID total.
    SetPiece,
    /// Both Defences rise.
    TheWall,
    /// Attack and Defence change places.
    Reverse,
    /// 0–0 or 1–0.
    Whistle,
    /// Bookings are ignored.
    Overturned,
}

impl Official {
    /// How many names there are.
    pub const COUNT: usize = 11;

    /// All names in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::AddedTime,
        Self::VarReview,
        Self::Offside,
        Self::PlayOn,
        Self::Substitution,
        Self::QuickRestart,
        Self::SetPiece,
        Self::TheWall,
        Self::Reverse,
        Self::Whistle,
        Self::Overturned,
    ];

    /// The name on a referee card.
    #[inline]
    #[must_use]
    pub const fn of(card: Card) -> Self {
        Self::ALL[((card - REFEREE) / 3) as usize % Self::COUNT]
    }

    /// The first card of this name.
    #[inline]
    #[must_use]
    pub const fn card(self) -> Card {
        REFEREE + 3 * self as u8
    }

    /// The cards of this name as action bits.
    #[inline]
    #[must_use]
    pub const fn mask(self) -> u64 {
        0b111 << (self.card() - ACTION)
    }

    /// The name in kebab-case, as in `only:the-wall`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        [
            "added-time",
            "var-review",
            "offside",
            "play-on",
            "substitution",
            "quick-restart",
            "set-piece",
            "the-wall",
            "reverse",
            "full-time-whistle",
            "overturned",
        ][self as usize]
    }
}

const fn bits(first: Card, count: u32) -> u64 {
    ((1 << count) - 1) << (first - ACTION)
}

/// Tackle cards as action bits.
pub const TACKLES: u64 = bits(TACKLE, 12);
/// Yellow cards as action bits.
pub const YELLOWS: u64 = bits(YELLOW, 10);
/// Red cards as action bits.
pub const REDS: u64 = bits(RED, 4);
/// Referee cards as action bits.
pub const REFEREES: u64 = bits(REFEREE, 33);
/// The INSTANT cards (REF-08).
pub const INSTANTS: u64 = Official::VarReview.mask() | Official::Offside.mask() | Official::PlayOn.mask();

/// The action cards of the same identity as `card`.
#[inline]
#[must_use]
pub const fn group(card: Card) -> u64 {
    if card >= REFEREE {
        Official::of(card).mask()
    } else if card >= RED {
        REDS
    } else if card >= YELLOW {
        YELLOWS
    } else {
        TACKLES
    }
}

/// The lowest card of every identity among some action bits.
#[inline]
#[must_use]
pub const fn leaders(action: u64) -> u64 {
    const FIRSTS: u64 = {
        let mut bits = 0;
        let mut name = 0;
        while name < Official::COUNT {
            bits |= 1 << (REFEREE - ACTION) << (3 * name);
            name += 1;
        }
        bits
    };
    const fn lowest(bits: u64) -> u64 {
        bits & bits.wrapping_neg()
    }
    let first = action & FIRSTS;
    let second = action & (FIRSTS << 1) & !(first << 1);
    let third = action & (FIRSTS << 2) & !(first << 2) & !((action & (FIRSTS << 1)) << 1);
    lowest(action & TACKLES) | lowest(action & YELLOWS) | lowest(action & REDS) | first | second | third
}

/// A set of cards; within a hand, cards count in rising order of their ids.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cards {
    /// Players and Super Subs, bit = id.
    pub(super) field: u128,
    /// Action cards, bit = id − 128.
    pub(super) action: u64,
    /// Sizes of both, kept because hands are counted at every turn.
    fields: u8,
    actions: u8,
}

/// Position of the `rank`-th set bit.
#[inline]
#[must_use]
pub fn select(mask: u128, rank: u32) -> u32 {
    if rank < 12 {
        // Hands and pitches are small: clearing bits beats counting them.
        let mut left = mask;
        for _ in 0..rank {
            left &= left - 1;
        }
        return left.trailing_zeros();
    }
    let low = mask as u64;
    let in_low = low.count_ones();
    if rank < in_low {
        crate::moves::select_u64(low, rank)
    } else {
        64 + crate::moves::select_u64((mask >> 64) as u64, rank - in_low)
    }
}

/// The set bits of a mask, rising.
#[inline]
pub fn ones(mut mask: u128) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lowest = mask.trailing_zeros() as Card;
            mask &= mask - 1;
            lowest
        })
    })
}

impl Cards {
    /// No cards.
    pub const EMPTY: Self = Self { field: 0, action: 0, fields: 0, actions: 0 };

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        debug_assert!(!self.contains(card), "card {card} twice");
        if card < ACTION {
            self.field |= 1 << card;
            self.fields += 1;
        } else {
            self.action |= 1 << (card - ACTION);
            self.actions += 1;
        }
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        debug_assert!(self.contains(card), "card {card} is not here");
        if card < ACTION {
            self.field &= !(1 << card);
            self.fields -= 1;
        } else {
            self.action &= !(1 << (card - ACTION));
            self.actions -= 1;
        }
    }

    /// Whether a card is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, card: Card) -> bool {
        if card < ACTION { self.field >> card & 1 == 1 } else { self.action >> (card - ACTION) & 1 == 1 }
    }

    /// How many cards.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.fields as u32 + self.actions as u32
    }

    /// How many players and Super Subs.
    #[inline]
    #[must_use]
    pub const fn fields(&self) -> u32 {
        self.fields as u32
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.field == 0 && self.action == 0
    }

    /// The lowest card of a group of action cards.
    #[inline]
    #[must_use]
    pub const fn first(&self, group: u64) -> Option<Card> {
        let held = self.action & group;
        if held == 0 { None } else { Some(ACTION + held.trailing_zeros() as u8) }
    }

    /// Whether a card of the group is held.
    #[inline]
    #[must_use]
    pub const fn has(&self, group: u64) -> bool {
        self.action & group != 0
    }

    /// Number of distinct field identities: Super Subs count once.
    #[inline]
    #[must_use]
    pub const fn field_kinds(&self) -> u32 {
        let subs = (self.field >> SUB) as u32;
        if subs & subs.wrapping_sub(1) == 0 { self.fields() } else { self.fields() + 1 - subs.count_ones() }
    }

    /// The cards, rising by id.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Card> + use<> {
        ones(self.field).chain(ones(u128::from(self.action)).map(|bit| bit + ACTION))
    }

    /// The card at index `h` in rising order of ids.
    #[inline]
    #[must_use]
    pub fn at(&self, h: u8) -> Card {
        let (fields, h) = (self.fields(), u32::from(h));
        if h < fields {
            select(self.field, h) as Card
        } else {
            ACTION + select(u128::from(self.action), h - fields) as Card
        }
    }

    /// The index `h` of a card that is in the set.
    #[inline]
    #[must_use]
    pub const fn index(&self, card: Card) -> u8 {
        if card < ACTION {
            (self.field & ((1 << card) - 1)).count_ones() as u8
        } else {
            self.fields + (self.action & ((1 << (card - ACTION)) - 1)).count_ones() as u8
        }
    }

    /// The lowest card of every identity, `leads` for a whole set.
    #[inline]
    #[must_use]
    pub fn leaders(&self) -> Self {
        let subs = self.field & SUBS;
        let field = self.field & !SUBS | subs & subs.wrapping_neg();
        let action = leaders(self.action);
        Self { field, action, fields: field.count_ones() as u8, actions: action.count_ones() as u8 }
    }

    /// Whether `card` is the lowest of its identity in the set.
    #[inline]
    #[must_use]
    pub const fn leads(&self, card: Card) -> bool {
        if card < SUB {
            true
        } else if card < ACTION {
            (self.field & SUBS).trailing_zeros() == card as u32
        } else {
            leaders(self.action) >> (card - ACTION) & 1 == 1
        }
    }
}
