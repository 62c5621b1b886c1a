//! Tests: one per rule of the ledger, by section, then exact values, bots,
//! words and laws that hold in every state of every variant.
//!
//! Here: the bench that the other files put a season on.
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method's path is not general enough over the lifetimes of `Play`"
)]

mod books;
mod bots;
mod components;
mod contracts;
mod economy;
mod exact;
mod house;
mod laws;
mod league;
mod levels;
mod line_ups;
mod luck;
mod market;
mod matches;
mod people;
mod press;
mod sales;
mod scoring;
mod trained;
mod variants;
mod weeks;

use super::data::parse;
use super::moves::{self, Moves, code};
use super::observe::bin;
use super::odds::{Policy, best_use, cup_draw, match_odds, removals};
use super::play::Play;
use super::play::economy::satisfy;
use super::play::league::{Clash, pairs};
use super::play::lineup::{Club, Objective, best};
use super::play::scoring::{league_bonus, money_vp};
use super::play::setup::blank;
use super::play::week::cup_week;
use super::rules::Rules;
use super::state::{Fixture, Match, Next, Question, State, contract_sum};
use super::tiles::*;
use super::view::View;
use super::{TimeOfSoccer, words};
use crate::chance::enumerate::Branches;
use crate::chance::script::Roll;
use crate::chance::{Chance, Fraction, Script, Stream, Whim};
use crate::conformance::{played, rules};
use crate::game::{Bin, Column, Game, Observe, Play as _, Record, Sight, Turn};
use crate::moves::MoveSet;
use crate::seed::Luck;
use crate::watch::{Silent, Transcript};
use std::collections::BTreeSet;

/// Skills in the order LD, CD, RD, LC, RC, PA, SH by name.
fn skills(named: &[(&str, u8)]) -> [u8; 7] {
    let mut all = [0; 7];
    for (name, value) in named {
        all[BASIC_NAMES.iter().position(|n| n == name).unwrap()] = *value;
    }
    all
}

/// Icons on N, E, S, W from pairs such as `("E", "T")`.
fn icons(named: &[(&str, &str)]) -> [u8; 4] {
    let mut all = [0; 4];
    for (side, skill) in named {
        let side = SIDE_NAMES.iter().position(|n| n == side).unwrap();
        all[side] = 1 + ICON_NAMES.iter().position(|n| n == skill).unwrap() as u8;
    }
    all
}

/// A season put together by hand: seat k runs club k, nobody owns footballers,
/// the market is bare, it is Tuesday of week 1.
struct Bench {
    r: Rules,
    s: State,
}

impl Bench {
    fn new(changes: &[(&str, &str)]) -> Self {
        let r = rules::<TimeOfSoccer>(changes).unwrap();
        let mut s = blank(&r);
        for seat in 0..r.players {
            let club = &mut s.clubs[usize::from(seat)];
            club.number = seat;
            club.cash = r.money;
            club.fans = r.fans[usize::from(seat)];
            club.salaries = r.start_salaries.iter().map(|&x| i16::from(x)).sum();
            s.seat_of[usize::from(seat)] = seat;
        }
        (s.week, s.day) = (1, 1);
        s.bracket[..8].copy_from_slice(&[0, 1, 2, 3, 4, 5, 6, 7]);
        Self { r, s }
    }

    /// The rule code with dictated chance; nothing may be left over.
    fn with<T>(&mut self, script: Script, act: impl FnOnce(&mut Play<'_, Script, Silent>) -> T) -> T {
        let mut chance = script;
        let mut play = Play { rules: &self.r, s: &mut self.s, chance: &mut chance, watch: &mut Silent };
        let result = act(&mut play);
        chance.done();
        result
    }

    /// The rule code without any chance.
    fn act<T>(&mut self, act: impl FnOnce(&mut Play<'_, Script, Silent>) -> T) -> T {
        self.with(Script::default(), act)
    }

    /// The rule code with seeded chance.
    fn luck<T>(&mut self, block: u64, act: impl FnOnce(&mut Play<'_, Stream, Silent>) -> T) -> T {
        let mut chance = Stream::new(Luck::new(1, 1, block));
        act(&mut Play { rules: &self.r, s: &mut self.s, chance: &mut chance, watch: &mut Silent })
    }

    /// Seat 0 is in its market turn on this street space.
    fn turn(&mut self, street: u8, points: u8) {
        self.s.clubs[0].car = street;
        self.s.points_left = points;
        self.s.place = 0;
        self.s.question = Question::Step;
        self.s.asked = 0;
        self.s.next = Next::Ask;
    }

    /// Lays a tile on a market space with the parking on its north side.
    fn lay(&mut self, space: u8, tile: u8) {
        let (row, column) = (space / 4, space % 4);
        self.r.tiles[usize::from(tile)] = self.r.tiles[usize::from(tile)].gapped((8 - row - column) % 4);
        self.s.market.space[usize::from(space)] = tile;
        assert_eq!(
            self.north(space),
            self.r.map.parking[usize::from(space)][usize::from(self.word(tile).gap())]
        );
    }

    /// Seat 0 enters a tile laid on market space 0.
    fn enter(&mut self, tile: u8) {
        self.lay(0, tile);
        self.turn(self.north(0), 4);
        self.answer(code(moves::ENTER, 0), &[]);
    }

    /// Street space north of a market space.
    fn north(&self, space: u8) -> u8 {
        self.r.map.sides[usize::from(space)][0]
    }

    /// Street space south of a market space.
    fn south(&self, space: u8) -> u8 {
        self.r.map.sides[usize::from(space)][2]
    }

    fn word(&self, tile: u8) -> Tile {
        self.r.tiles[usize::from(tile)]
    }

    /// The `index`-th market tile of a kind.
    fn tile(&self, kind: Kind, index: usize) -> u8 {
        (0..MARKET as u8).filter(|&t| self.r.prints[usize::from(t)].kind == kind).nth(index).unwrap()
    }

    /// A press release with this claim.
    fn release(&self, claim: Claim) -> u8 {
        (0..MARKET as u8)
            .find(|&t| {
                self.r.prints[usize::from(t)].kind == Kind::Press
                    && self.r.prints[usize::from(t)].claim == claim
            })
            .unwrap()
    }

    /// Makes market tile `tile` a footballer with these slots, skills, icons.
    fn shape(&mut self, tile: u8, slots: &[&str], skills: [u8; 7], icons: [u8; 4]) {
        let print = &mut self.r.prints[usize::from(tile)];
        *print = Print::blank(Kind::Footballer, 0);
        print.slots = slots.iter().map(|s| 1 << slot(s)).sum();
        self.r.tiles[usize::from(tile)] = Tile::footballer(skills, icons).priced(3, 1);
    }

    /// A seat owns a tile without paying.
    fn own(&mut self, seat: u8, tile: u8) {
        self.act(|play| play.join(seat, tile));
    }

    /// A seat employs a manager without paying.
    fn employ(&mut self, seat: u8, tile: u8) {
        let salary = self.word(tile).salary();
        let club = &mut self.s.clubs[usize::from(seat)];
        club.managers[usize::from(club.employed)] = tile;
        club.employed += 1;
        club.salaries += salary;
        club.stamp += 1;
    }

    fn legal(&self) -> Vec<u16> {
        let mut list = Moves::default();
        moves::legal(&self.r, &self.s, &mut list);
        list.as_slice().to_vec()
    }

    /// Answers the question; chance as dictated, nothing left over.
    fn answer(&mut self, chosen: u16, values: &[u32]) {
        assert!(self.legal().contains(&chosen), "{chosen:#06x} of {:x?}", self.legal());
        self.with(Script::default().then(values), |play| play.answer(chosen));
    }

    fn cash(&self, seat: usize) -> i16 {
        self.s.clubs[seat].cash
    }

    fn balance(&self, seat: u8) -> i16 {
        self.s.balance(&self.r, seat)
    }

    /// A match with these levels is about to see its first roll; both clubs
    /// are run by players unless named neutral. Clubs 0 and 1 play.
    fn kick_off(&mut self, levels: [[u8; 2]; 2], rerolls: [u8; 2], neutral: [bool; 2]) {
        self.s.day = 6;
        self.s.game = Match { clubs: [0, 1], levels, announced: [true; 2], rerolls, ..Match::NONE };
        for side in 0..2 {
            self.s.seat_of[side] = if neutral[side] { NONE } else { side as u8 };
            self.s.clubs[side].levels = levels[side];
        }
        self.s.next = Next::Attack(0);
    }

    /// Seat 0 plays at home against a neutral and is asked for its line-up.
    fn at_home(&mut self, fixture: Fixture) {
        self.s.day = 6;
        self.act(|play| {
            play.kick_off(fixture, [0, 4]);
            play.run();
        });
    }

    /// A match of clubs 0 and 1, both of players, ends like this.
    fn ends(&mut self, fixture: Fixture, goals: [u8; 2]) {
        self.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
        (self.s.game.fixture, self.s.game.goals) = (fixture, goals);
        self.act(|play| play.full_time());
    }

    /// Walks the match to its end with dictated hits, answering every re-roll
    /// question in order, and stops before the result is worked out.
    fn play_out(&mut self, script: Script, answers: &[bool]) {
        let mut left = answers.iter();
        let again = |_: &mut Play<'_, Script, Silent>| *left.next().expect("a re-roll question too many");
        self.with(script, |play| walk(play, again));
        assert_eq!(left.next(), None, "a re-roll question too few");
    }
}

/// Walks a match up to the end of its last attack; `again` answers every
/// re-roll question.
fn walk<C: Chance>(play: &mut Play<'_, C, Silent>, mut again: impl FnMut(&mut Play<'_, C, Silent>) -> bool) {
    while play.s.next != Next::FullTime {
        match (play.s.next, play.s.question) {
            (Next::Attack(k), _) => play.attack(k),
            (Next::Defend(k), _) => play.defend(k),
            (Next::Goals(k), _) => play.count_goals(k),
            (Next::Ask, Question::AttackAgain) => {
                let again = again(play);
                play.attack_again(again);
            }
            (Next::Ask, Question::DefenceAgain) => {
                let again = again(play);
                play.defence_again(again);
            }
            other => panic!("{other:?} in a match"),
        }
    }
}

/// Number of a slot.
fn slot(name: &str) -> u8 {
    SLOT_NAMES.iter().position(|&n| n == name).unwrap() as u8
}

/// Dictated hits (or any answers to `below`).
fn hits(values: &[u32]) -> Script {
    Script::new(values.iter().map(|&v| Roll::Value(v)))
}

/// Plays a season with random answers and hands every state to `look`, the
/// first one included.
fn season(r: &Rules, block: u64, mut look: impl FnMut(&State)) -> State {
    let luck = Luck::new(3, 3, block);
    let mut chance = Stream::new(luck);
    let mut whim = Whim::new(luck, 0, 0);
    let seating: Vec<u8> = (0..r.players).collect();
    let mut s = TimeOfSoccer::setup(r, &seating, &mut chance, &mut Silent);
    let mut list = Moves::default();
    look(&s);
    while let Turn::Ask(_) = TimeOfSoccer::turn(r, &s) {
        moves::legal(r, &s, &mut list);
        let chosen = list.sample(&mut whim);
        TimeOfSoccer::apply(r, &mut s, chosen, &mut chance, &mut Silent);
        look(&s);
    }
    s
}

/// A season up to its first question.
fn fresh(changes: &[(&str, &str)], block: u64) -> (Rules, State) {
    let r = rules::<TimeOfSoccer>(changes).unwrap();
    let mut chance = Stream::new(Luck::new(5, 5, block));
    let seating: Vec<u8> = (0..r.players).collect();
    let s = TimeOfSoccer::setup(&r, &seating, &mut chance, &mut Silent);
    (r, s)
}
