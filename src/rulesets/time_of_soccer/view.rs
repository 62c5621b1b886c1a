//! What one seat may see: the only thing that bots get.

use super::TimeOfSoccer;
use super::club::Club;
use super::play::lineup::{self, LineUp, Objective};
use super::rules::Rules;
use super::state::{CLUBS, Market, Match, Question, State};
use super::tiles::{Claim, Kind, NONE, Print, Tile};
use super::words::{self, CLUB_NAMES};
use crate::chance::Whim;
use crate::game::{Seen, Sight};

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
        lineup::best(
            self.rules,
            self.state.tiles(self.rules),
            self.crew(managers, extra, principal),
            objective,
        )
    }

    /// The same for several objectives of the club as it is.
    #[must_use]
    pub fn line_ups<const K: usize>(self, principal: u8, objectives: [Objective; K]) -> [LineUp; K] {
        let crew = self.crew(self.own().managers(), None, principal);
        lineup::of_each(self.rules, self.state.tiles(self.rules), crew, objectives)
    }

    /// The line-up of the own club as it is or with one of some footballers behind it
    /// whom it hasn't got.
    pub fn line_ups_with(
        self,
        extras: &[Option<u8>],
        principal: u8,
        objective: Objective,
        found: impl FnMut(usize, LineUp),
    ) {
        let crew = self.crew(self.own().managers(), None, principal);
        lineup::with_each(self.rules, self.state.tiles(self.rules), crew, extras, objective, found);
    }

    fn crew<'b>(self, managers: &'b [u8], extra: Option<u8>, principal: u8) -> lineup::Club<'b>
    where
        'a: 'b,
    {
        let club = self.own();
        lineup::Club { squad: club.squad(), extra, managers, principal, previous: &club.eleven }
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

    /// All of it, in the words of the game.
    pub(super) fn tell(self, seen: &mut Seen) {
        let (rules, state) = (self.rules, self.state);
        let tile = |tile: u8| words::tile(rules, state, tile);
        let tiles = |tiles: &mut dyn Iterator<Item = u8>| {
            tiles.filter(|&at| at != NONE).map(tile).collect::<Vec<String>>()
        };
        seen.say("question", format!("{:?}", self.question()).to_lowercase());
        seen.say("when", words::day(self.week(), self.day()));
        seen.say("week", self.week());
        seen.say("day", self.day());
        seen.say("operation-points", self.points_left());
        seen.say("bill", self.bill());
        let of_space =
            matches!(self.question(), Question::Bill | Question::Sale | Question::Fee | Question::Dismiss);
        seen.may_say("space", of_space.then(|| words::space(rules, self.at())));
        seen.may_say("tile", Some(self.tile()).filter(|&at| at != NONE && of_space).map(tile));
        let drawn = self.question() == Question::Unique;
        seen.may_say("unique-footballers-drawn", drawn.then(|| tiles(&mut self.hand().into_iter())));
        let club = |seat: u8| {
            let (of, mut club) = (self.club(seat), Seen::default());
            club.say("seat", seat);
            club.say("club", CLUB_NAMES[usize::from(of.number())]);
            club.say("league-points", self.points(of.number()));
            club.say("in-the-cup", self.in_cup(of.number()));
            club.say("cash", of.cash());
            club.say("balance", state.balance(rules, seat));
            club.say("fans", of.fans());
            club.say("satisfaction", of.satisfaction());
            club.say("energy", of.energy());
            club.say("fatigue", of.fatigue());
            club.say("attack-and-defence", of.levels().to_vec());
            club.say("car", words::street(rules, of.car()));
            club.say("footballers", tiles(&mut of.squad().iter().copied()));
            club.say("managers", tiles(&mut of.managers().iter().copied()));
            club.say("staff", tiles(&mut of.staff().into_iter()));
            club.say("contracts", tiles(&mut of.contracts().into_iter()));
            club.say("friendly", tiles(&mut std::iter::once(of.friendly())));
            club.say("press-releases", tiles(&mut of.press()));
            club
        };
        seen.say("clubs", (0..rules.players).map(club).collect::<Vec<_>>());
        let mut league = Seen::default();
        for (club, name) in (0..CLUBS as u8).zip(CLUB_NAMES) {
            league.say(name, self.points(club));
        }
        seen.say("league", league);
        let mut market = Seen::default();
        for (space, &on) in (0..).zip(self.market().spaces()).filter(|(_, on)| **on != NONE) {
            market.say(&words::space(rules, space), tile(on));
        }
        seen.say("market", market);
        seen.say("second-hand", tiles(&mut self.market().pile().iter().copied()));
        seen.say("tiles-to-come", self.supply());
        let rolled = matches!(self.question(), Question::AttackAgain | Question::DefenceAgain);
        let plays = rolled || matches!(self.question(), Question::LineUp | Question::Team);
        seen.may_say("match", plays.then(|| self.tell_match(rolled)));
    }

    /// The match in progress, and its roll.
    fn tell_match(self, rolled: bool) -> Seen {
        let (game, mut told) = (self.game(), Seen::default());
        for (side, key) in ["home", "away"].into_iter().enumerate() {
            let mut club = Seen::default();
            club.say("club", CLUB_NAMES[usize::from(game.clubs()[side]) % CLUBS]);
            club.may_say("attack-and-defence", game.levels(side).map(|levels| levels.to_vec()));
            club.say("goals", game.goals()[side]);
            club.say("re-rolls", game.rerolls()[side]);
            told.say(key, club);
        }
        told.may_say("hits", Some(game.hits()).filter(|_| rolled));
        told.may_say("shots", Some(game.shots()).filter(|_| self.question() == Question::DefenceAgain));
        told
    }

    /// Clubs of this week's league match of the own club: home, away.
    #[must_use]
    pub fn next_match(self) -> Option<[u8; 2]> {
        let club = self.own().number;
        let week = self.state.week.max(1);
        super::play::league::pairs(self.rules, self.state, week).into_iter().find(|pair| pair.contains(&club))
    }
}
