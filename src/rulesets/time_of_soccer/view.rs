//! What one seat may see: the only thing that bots get.

use super::TimeOfSoccer;
use super::club::Club;
use super::play::lineup::{self, LineUp, Objective};
use super::rules::Rules;
use super::state::{Market, Match, Question, State};
use super::tiles::{Claim, Kind, NONE, Print, Tile};
use crate::chance::Whim;
use crate::game::Sight;

/// What one seat may see. On this table everything is public except the order
/// of the decks, the removed tiles and future dice (TOS-COMP-08), none of which
/// the state stores: they are decided when they are drawn.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    rules: &'a Rules,
    state: &'a State,
    seat: u8,
}

impl Sight for TimeOfSoccer {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Self::Rules, state: &'a Self::State, seat: u8) -> Self::View<'a> {
        View::new(rules, state, seat)
    }

    /// Almost nothing hidden is stored: the order of the decks and the removed
    /// tiles are decided when tiles are drawn. Only a face-down line-up of the
    /// other club (`lineup-order` = simultaneous) has to be guessed.
    fn determinize(rules: &Self::Rules, view: Self::View<'_>, whim: &mut Whim) -> Self::State {
        let mut state = *view.table();
        super::play::setup::guess_face_down(rules, &mut state, view.seat(), whim);
        state
    }
}

impl<'a> View<'a> {
    pub(super) const fn new(rules: &'a Rules, state: &'a State, seat: u8) -> Self {
        Self { rules, state, seat }
    }

    /// The public state, for the ruleset's own bots and for determinization.
    pub(super) const fn table(self) -> &'a State {
        self.state
    }

    /// The seat that looks.
    #[must_use]
    pub const fn seat(self) -> u8 {
        self.seat
    }

    /// The own club.
    #[must_use]
    pub fn own(self) -> &'a Club {
        &self.state.clubs[usize::from(self.seat)]
    }

    /// Another player's club.
    #[must_use]
    pub fn club(self, seat: u8) -> &'a Club {
        &self.state.clubs[usize::from(seat)]
    }

    /// Seat that runs a club, if a player does.
    #[must_use]
    pub fn seat_of(self, club: u8) -> Option<u8> {
        let seat = self.state.seat_of[usize::from(club)];
        (seat != NONE).then_some(seat)
    }

    /// The market.
    #[must_use]
    pub const fn market(self) -> &'a Market {
        &self.state.market
    }

    /// League points of a club.
    #[must_use]
    pub fn points(self, club: u8) -> u8 {
        self.state.points[usize::from(club)]
    }

    /// Week, 0 = pre-season.
    #[must_use]
    pub const fn week(self) -> u8 {
        self.state.week
    }

    /// Day, 0 = Monday.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.state.day
    }

    /// The question asked.
    #[must_use]
    pub const fn question(self) -> Question {
        self.state.question
    }

    /// Operation points left.
    #[must_use]
    pub const fn points_left(self) -> u8 {
        self.state.points_left
    }

    /// Market space dealt with (Bill, Sale, Fee, Dismiss).
    #[must_use]
    pub const fn at(self) -> u8 {
        self.state.at
    }

    /// Footballer or manager dealt with.
    #[must_use]
    pub const fn tile(self) -> u8 {
        self.state.tile
    }

    /// Bill or fee in question.
    #[must_use]
    pub const fn bill(self) -> u8 {
        self.state.bill
    }

    /// Unique footballers drawn.
    #[must_use]
    pub const fn hand(self) -> [u8; 3] {
        self.state.hand
    }

    /// The match in progress.
    #[must_use]
    pub const fn game(self) -> &'a Match {
        &self.state.game
    }

    /// What a tile always shows.
    #[must_use]
    pub fn print(self, tile: u8) -> &'a Print {
        &self.rules.prints[usize::from(tile)]
    }

    /// Kind of a tile.
    #[must_use]
    pub fn kind(self, tile: u8) -> Kind {
        self.print(tile).kind
    }

    /// Claim of a press release.
    #[must_use]
    pub fn claim(self, tile: u8) -> Claim {
        self.print(tile).claim
    }

    /// Price, salary, skills and icons of a tile.
    #[must_use]
    pub fn word(self, tile: u8) -> Tile {
        self.state.word(self.rules, tile)
    }

    /// Whether the own club may enter the parking of a tile on the market,
    /// wherever its car is.
    #[must_use]
    pub fn may_enter(self, tile: u8) -> bool {
        super::moves::may_enter(self.rules, self.state, self.seat, tile)
    }

    /// Street space onto which the tile of a market space opens.
    #[must_use]
    pub fn parking(self, space: u8) -> u8 {
        let tile = self.state.market.space[usize::from(space)];
        self.rules.map.parking[usize::from(space)][usize::from(self.word(tile).gap())]
    }

    /// Fewest moves of the own car between street spaces.
    #[inline]
    #[must_use]
    pub fn distance(self, from: u8, to: u8) -> u8 {
        self.rules.map.distance[self.rules.traffic(self.seat)][usize::from(from)][usize::from(to)]
    }

    /// Where the own car may go from a street space.
    #[must_use]
    pub fn next_streets(self, from: u8) -> &'a [u8] {
        self.rules.map.next[self.rules.traffic(self.seat)][usize::from(from)].as_slice()
    }

    /// The line-up helper's answer for the own club under one principal, if
    /// these were its managers and `extra` its last footballer.
    #[must_use]
    pub fn line_up(self, managers: &[u8], extra: Option<u8>, principal: u8, objective: Objective) -> LineUp {
        let club = self.own();
        let crew = lineup::Club { squad: club.squad(), extra, managers, principal, previous: &club.eleven };
        lineup::best(self.rules, self.state.tiles(self.rules), crew, objective)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(self) -> &'a Rules {
        self.rules
    }

    /// True balance of the own club.
    #[must_use]
    pub fn balance(self) -> i16 {
        self.state.balance(self.rules, self.seat)
    }

    /// Whether a club is still in the cup.
    #[must_use]
    pub fn in_cup(self, club: u8) -> bool {
        self.state.in_cup(self.rules, club)
    }

    /// Undrawn tiles that will still come to the market.
    #[must_use]
    pub fn supply(self) -> u8 {
        self.state.market.left.iter().map(|&left| left.saturating_sub(self.rules.removed)).sum()
    }

    /// Clubs of this week's league match of the own club: home, away.
    #[must_use]
    pub fn next_match(self) -> Option<[u8; 2]> {
        let club = self.own().number;
        let week = self.state.week.max(1);
        super::play::league::pairs(self.rules, self.state, week).into_iter().find(|pair| pair.contains(&club))
    }
}
