//! A game in progress, packed: one current match ([`super::sides`]), and
//! around it squads, the draft, the competition, bookings and counters.

use super::counts::Counts;
use super::moves::Pool;
use super::sides::Match;
use super::squads::{SQUAD, Squad};
use crate::chance::MAX_SEATS;
use crate::competitions::{Competition, Discipline, Fixture, NOBODY};

/// Where the game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// A Boss chooses a preset (E1).
    Preset,
    /// A Boss builds a squad (E2).
    Build,
    /// A Boss picks from the pool (E3).
    Pick,
    /// A Boss nominates (E4).
    Nominate,
    /// Bosses bid (E5).
    Bid,
    /// A Boss picks a free transfer (E3).
    Free,
    /// Matches are played.
    Match,
    Over,
}

/// The draft.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drafting {
    /// Bosses in lot, picking or age order.
    pub order: [u8; MAX_SEATS],
    /// Whether `order` says who drafted first.
    pub ordered: bool,
    /// Who is asked.
    pub asked: u8,
    /// Questions answered in this stage, or place of the nominator.
    pub turn: u16,
    /// Preset of each Boss, [`NOBODY`] for none: a byte each, like [`Self::owner`].
    pub preset: [u8; MAX_SEATS],
    /// Whether a Boss brings a squad named in the scenario.
    pub named: u16,
    /// Bosses who have built their squad, or bid for the nominee.
    pub done: u16,
    /// Own squads, not yet shown.
    pub built: [[u8; SQUAD]; MAX_SEATS],
    /// Players nobody has, nominated ones excluded.
    pub pool: Pool,
    /// Players nobody bid for.
    pub free: Pool,
    /// Who has each player of the pool, [`NOBODY`] at first: a byte each, for
    /// searches copy states.
    pub owner: [u8; 16 * MAX_SEATS],
    /// Players signed.
    pub count: [u8; MAX_SEATS],
    /// Stars signed.
    pub stars: [u8; MAX_SEATS],
    pub money: [u16; MAX_SEATS],
    pub bids: [u16; MAX_SEATS],
    pub nominated: u8,
    /// Order of free transfers.
    pub queue: [u8; MAX_SEATS],
    pub queued: u8,
    /// Prices paid.
    pub spent: u32,
    pub signed: u16,
    pub dearest: u16,
    pub freed: u16,
}

/// Why a game has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    RoundLimit = 0,
    ShootOutCap = 1,
}

/// A whole game in progress.
#[derive(Debug, Clone, Copy)]
pub struct State {
    pub(super) game: Match,
    pub(super) stage: Stage,
    pub(super) stopped: Option<Stopped>,
    pub(super) fixture: Fixture,
    /// `entrant[seat]`.
    pub(super) entrant: [u8; MAX_SEATS],
    pub(super) squads: [Squad; MAX_SEATS],
    pub(super) season: Competition,
    pub(super) discipline: Discipline,
    pub(super) counts: Counts,
    pub(super) draft: Drafting,
    /// Winner of a single match that is not drawn.
    pub(super) winner: Option<u8>,
}

impl State {
    /// The squads of the current match.
    #[inline]
    pub(super) fn pair(&self) -> [&Squad; 2] {
        let [first, second] = [0, 1].map(|side: usize| usize::from(self.game.sides[side].open.boss));
        [&self.squads[first % MAX_SEATS], &self.squads[second % MAX_SEATS]]
    }

    /// The squad of the side asked in the current match.
    #[inline]
    pub(super) fn asked_squad(&self) -> &Squad {
        let boss = self.game.sides[self.game.asked()].open.boss;
        &self.squads[usize::from(boss) % MAX_SEATS]
    }
}

impl Drafting {
    pub(super) const NONE: Self = Self {
        order: [0; MAX_SEATS],
        ordered: false,
        asked: 0,
        turn: 0,
        preset: [NOBODY; MAX_SEATS],
        named: 0,
        done: 0,
        built: [[0; SQUAD]; MAX_SEATS],
        pool: Pool([0; 4]),
        free: Pool([0; 4]),
        owner: [NOBODY; 16 * MAX_SEATS],
        count: [0; MAX_SEATS],
        stars: [0; MAX_SEATS],
        money: [0; MAX_SEATS],
        bids: [0; MAX_SEATS],
        nominated: 0,
        queue: [0; MAX_SEATS],
        queued: 0,
        spent: 0,
        signed: 0,
        dearest: 0,
        freed: 0,
    };

    /// The Boss's place in drafting order, from 0.
    pub(super) fn place(&self, boss: u8, bosses: u8) -> u8 {
        self.order[..usize::from(bosses)].iter().position(|&b| b == boss).unwrap_or(0) as u8
    }
}
