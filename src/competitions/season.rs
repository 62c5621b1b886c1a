//! The order of events: league, its tie-break, the cup; and who wins what.
//!
//! In: a [`Plan`] and each match's result. Out: the next [`Fixture`], and in
//! the end the trophies.

use super::{Bracket, Byes, LOTS, MAX_SIDES, NOBODY, Table, fixtures};
use crate::chance::Chance;

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One match of two sides.
    Single,
    /// A knock-out cup.
    Cup,
    /// A league.
    League,
    /// A league, then a cup.
    Season,
}

/// How a competition is arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// What is played for.
    pub format: Format,
    /// Number of sides.
    pub sides: u8,
    /// League matches per pair: 2, or 1 with the home side by lot.
    pub legs: u8,
    /// League points for a win.
    pub win_points: u8,
    /// How the cup deals with odd numbers.
    pub byes: Byes,
}

/// Which part of the competition a match belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The only match.
    Single,
    /// A league match; the first side is at home.
    League,
    /// A match for a shared league title; somebody must win.
    TieBreak,
    /// A cup match; somebody must win.
    Cup,
}

/// A match to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// Its part of the competition.
    pub kind: Kind,
    /// Rounds before it in that part.
    pub round: u8,
    /// Who plays; the first drawn, or the home side, first.
    pub sides: [u8; 2],
    /// The number of its own section of chance, the same whatever happened in
    /// earlier matches.
    pub section: u32,
}

/// What decided a league title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleBy {
    /// No title yet, or none at stake.
    Open,
    /// Points.
    Points,
    /// Goal difference.
    Difference,
    /// One or more matches for the title.
    TieBreak,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Start,
    League,
    TieBreak,
    Cup,
    Over,
}

/// A competition in progress.
#[derive(Debug, Clone, Copy)]
pub struct Competition {
    plan: Plan,
    stage: Stage,
    /// `side[number]`: who drew which number for the league.
    side: [u8; MAX_SIDES],
    /// One lot per pair: whether home is swapped in a league of one leg.
    swapped: u128,
    /// League matches played.
    played: u16,
    /// The league table.
    pub table: Table,
    tie: Bracket,
    cup: Bracket,
    /// League champion, or [`NOBODY`].
    pub champion: u8,
    /// What decided the title.
    pub title_by: TitleBy,
    /// Cup winner, or [`NOBODY`].
    pub cup_winner: u8,
}

/// Sections of chance: league matches count from 0, the others have ranges of
/// their own.
mod section {
    pub const TIE: u32 = 0x1000;
    pub const CUP: u32 = 0x2000;
    pub const LOTS: u32 = 0x4000;
}

impl Competition {
    /// A competition before its first lot.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            stage: Stage::Start,
            side: std::array::from_fn(|side| side as u8),
            swapped: 0,
            played: 0,
            table: Table::default(),
            tie: Bracket::NONE,
            cup: Bracket::NONE,
            champion: NOBODY,
            title_by: TitleBy::Open,
            cup_winner: NOBODY,
        }
    }

    /// How it is arranged.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether every match has been played.
    #[must_use]
    pub fn over(&self) -> bool {
        self.stage == Stage::Over
    }

    fn draw_cup<C: Chance>(&mut self, chance: &mut C) {
        chance.section(section::LOTS + 2);
        let all: [u8; MAX_SIDES] = std::array::from_fn(|side| side as u8);
        self.cup = Bracket::draw(&all[..usize::from(self.plan.sides)], self.plan.byes, chance);
        self.stage = Stage::Cup;
    }

    /// The next match, drawing lots where they are due; `None` when all is
    /// played. To be called once after each recorded result.
    pub fn next<C: Chance>(&mut self, chance: &mut C) -> Option<Fixture> {
        loop {
            match self.stage {
                Stage::Start => match self.plan.format {
                    Format::Single => {
                        return Some(Fixture { kind: Kind::Single, round: 0, sides: [0, 1], section: 0 });
                    }
                    Format::Cup => self.draw_cup(chance),
                    Format::League | Format::Season => {
                        chance.section(section::LOTS);
                        chance.shuffle(LOTS, &mut self.side[..usize::from(self.plan.sides)]);
                        if self.plan.legs == 1 {
                            for pair in 0..fixtures::per_leg(self.plan.sides) {
                                self.swapped |= u128::from(chance.coin(LOTS)) << pair;
                            }
                        }
                        self.stage = Stage::League;
                    }
                },
                Stage::League => {
                    if self.played < fixtures::matches(self.plan.sides, self.plan.legs) {
                        let (round, home, away) = fixtures::pairing(self.plan.sides, self.played);
                        let mut sides = [self.side[usize::from(home)], self.side[usize::from(away)]];
                        if self.plan.legs == 1 && self.swapped >> self.played & 1 == 1 {
                            sides.swap(0, 1);
                        }
                        let section = u32::from(self.played);
                        return Some(Fixture { kind: Kind::League, round, sides, section });
                    }
                    self.decide_title(chance);
                }
                Stage::TieBreak => {
                    if self.tie.wants_lots() {
                        chance.section(section::LOTS + 0x100 + u32::from(self.tie.round()));
                    }
                    if let Some((place, sides)) = self.tie.next(chance) {
                        let round = self.tie.round();
                        let section = section::TIE + 16 * u32::from(round) + u32::from(place);
                        return Some(Fixture { kind: Kind::TieBreak, round, sides, section });
                    }
                    self.crown(self.tie.winner().unwrap_or(NOBODY), TitleBy::TieBreak, chance);
                }
                Stage::Cup => {
                    if self.cup.wants_lots() {
                        chance.section(section::LOTS + 0x200 + u32::from(self.cup.round()));
                    }
                    if let Some((place, sides)) = self.cup.next(chance) {
                        let round = self.cup.round();
                        let section = section::CUP + 16 * u32::from(round) + u32::from(place);
                        return Some(Fixture { kind: Kind::Cup, round, sides, section });
                    }
                    self.cup_winner = self.cup.winner().unwrap_or(NOBODY);
                    self.stage = Stage::Over;
                }
                Stage::Over => return None,
            }
        }
    }

    /// The league is played: a champion, or the matches that will name one.
    fn decide_title<C: Chance>(&mut self, chance: &mut C) {
        let leaders = self.table.leaders(self.plan.sides);
        if leaders.is_power_of_two() {
            let by = match self.table.most_points(self.plan.sides).count_ones() {
                1 => TitleBy::Points,
                _ => TitleBy::Difference,
            };
            self.crown(leaders.trailing_zeros() as u8, by, chance);
            return;
        }
        let mut tied = [NOBODY; MAX_SIDES];
        let mut count = 0;
        for side in (0..self.plan.sides).filter(|side| leaders >> side & 1 == 1) {
            tied[count] = side;
            count += 1;
        }
        chance.section(section::LOTS + 1);
        self.tie = Bracket::draw(&tied[..count], self.plan.byes, chance);
        self.stage = Stage::TieBreak;
    }

    fn crown<C: Chance>(&mut self, champion: u8, by: TitleBy, chance: &mut C) {
        self.champion = champion;
        self.title_by = by;
        match self.plan.format {
            Format::Season => self.draw_cup(chance),
            _ => self.stage = Stage::Over,
        }
    }

    /// Enters a result. `winner` is the place (0 or 1) in `fixture.sides` of
    /// who goes through; a cup or title match needs one, league points follow
    /// from the goals.
    ///
    /// # Panics
    /// When a match that somebody must win has no winner.
    pub fn record(&mut self, fixture: &Fixture, goals: [u8; 2], winner: Option<usize>) {
        let through = || fixture.sides[winner.expect("somebody goes through")];
        match fixture.kind {
            Kind::Single => self.stage = Stage::Over,
            Kind::League => {
                self.table.record(fixture.sides, goals, self.plan.win_points);
                self.played += 1;
            }
            Kind::TieBreak => self.tie.won(through()),
            Kind::Cup => self.cup.won(through()),
        }
    }

    /// Matches of the league that a side has still to play.
    #[must_use]
    pub fn league_left(&self, side: u8) -> u8 {
        let all = self.plan.legs * (self.plan.sides - 1);
        all.saturating_sub(self.table.rows[usize::from(side)].played())
    }

    /// Rounds of the cup that a side has gone through; `None` of one that is out,
    /// or while none is played.
    #[must_use]
    pub fn cup_rounds(&self, side: u8) -> Option<u8> {
        if self.stage == Stage::Cup { self.cup.rounds_of(side) } else { None }
    }

    /// Rounds of the matches for a shared title that a side has gone through;
    /// `None` of one that has no part in them, or while none are played.
    #[must_use]
    pub fn title_rounds(&self, side: u8) -> Option<u8> {
        if self.stage == Stage::TieBreak { self.tie.rounds_of(side) } else { None }
    }

    /// The league place of every side.
    #[must_use]
    pub fn places(&self) -> [u8; MAX_SIDES] {
        self.table.places(self.plan.sides, self.champion)
    }
}
