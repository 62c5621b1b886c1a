//! Playing a season: what follows an answer, until the next question.
//!
//! [`Play`] joins rules, state, chance and watcher; its methods live in the
//! files below. [`Play::run`] is the only place that walks from step to step:
//! each step does its work and names the next.

pub mod cup;
pub mod deals;
pub mod economy;
pub mod league;
pub mod lineup;
pub mod market;
pub mod matches;
pub mod press;
pub mod sales;
pub mod scoring;
pub mod setup;
pub mod variants;
pub mod week;

use super::TimeOfSoccer;
use super::goods;
use super::moves::{self, Moves};
use super::rules::Rules;
use super::state::{Next, Question, State};
use super::tiles::TILES;
use crate::chance::{Chance, MAX_SEATS, Source};
use crate::game::{Ending, Handed, Handout, Outcome, Turn, WIN};
use crate::watch::Watch;

/// Club assignment and the first-player marker.
pub const SEATING: Source = Source::named(0);
/// The seed of a game's own tile set.
pub const TILE_SET: Source = Source::named(1);
/// The cup draw.
pub const CUP_DRAW: Source = Source::named(2);
/// The order of the league tiles.
pub const LEAGUE_ORDER: Source = Source::named(3);
/// Removals by absent buyers.
pub const ABSENT: Source = Source::named(4);
/// Dice between two neutrals in the league.
pub const CLASH: Source = Source::named(5);
/// Dice between two neutrals in the cup.
pub const CUP_CLASH: Source = Source::named(6);
/// Penalties.
pub const PENALTY: Source = Source::named(7);
/// Lots: home sides, equal strength, coins, tie-breaks.
pub const LOTS: Source = Source::named(8);
/// Dice of neutrals against players in the league.
pub const NEUTRAL: Source = Source::named(9);
/// Their repeats.
pub const NEUTRAL_AGAIN: Source = Source::named(10);
/// Dice of neutrals against players in the cup.
pub const NEUTRAL_CUP: Source = Source::named(11);

// A seat has four streams, so that a forced attempt, a re-roll or a cup match
// more doesn't shift its dice in the next league match. With at most four
// seats, the sources of seats 4 to 15 are free for that.

/// A seat's dice in the league.
#[must_use]
pub const fn league_dice(seat: u8) -> Source {
    Source::seat(seat)
}

/// A seat's technical secretary.
#[must_use]
pub const fn secretary_die(seat: u8) -> Source {
    Source::seat(4 + seat)
}

/// A seat's repeated rolls.
#[must_use]
pub const fn repeat_dice(seat: u8) -> Source {
    Source::seat(8 + seat)
}

/// A seat's dice in the cup.
#[must_use]
pub const fn cup_dice(seat: u8) -> Source {
    Source::seat(12 + seat)
}

impl crate::game::Play for TimeOfSoccer {
    type State = State;
    type Move = u16;
    type Moves = Moves;

    fn card_ids(_: &Rules) -> usize {
        TILES
    }

    fn setup<C: Chance, W: Watch>(
        rules: &Self::Rules,
        seating: &[u8],
        chance: &mut C,
        watch: &mut W,
    ) -> Self::State {
        setup::setup(rules, seating, chance, watch)
    }

    #[inline]
    fn turn(_rules: &Self::Rules, state: &Self::State) -> Turn {
        if state.question == Question::Over { Turn::Over } else { Turn::Ask(state.asked) }
    }

    #[inline]
    fn legal(rules: &Self::Rules, state: &Self::State, moves: &mut Self::Moves) {
        moves::legal(rules, state, moves);
    }

    fn apply<C: Chance, W: Watch>(
        rules: &Self::Rules,
        state: &mut Self::State,
        chosen: Self::Move,
        chance: &mut C,
        watch: &mut W,
    ) {
        Play { rules, s: state, chance, watch }.answer(chosen);
    }

    fn hand_out<C: Chance>(
        rules: &Self::Rules,
        state: &mut Self::State,
        handout: Handout,
        _chance: &mut C,
    ) -> Handed {
        goods::hand_out(rules, state, handout)
    }

    fn verify(rules: &Self::Rules, state: &Self::State) -> Result<(), String> {
        super::laws::kept(rules, state)
    }

    // Who won: a seat, or nobody when a neutral club has won.
    fn outcome(rules: &Self::Rules, state: &Self::State) -> Outcome {
        let mut share = [0; MAX_SEATS];
        let mut score = [0; MAX_SEATS];
        for seat in 0..usize::from(rules.players) {
            let club = usize::from(state.clubs[seat].number);
            score[seat] = i32::from(state.accounts[club].total());
            if usize::from(state.winner) == club {
                share[seat] = WIN;
            }
        }
        Outcome { ending: Ending::Decided, share, score }
    }
}

/// A season being played.
pub struct Play<'a, C, W> {
    /// The rules.
    pub rules: &'a Rules,
    /// The state.
    pub s: &'a mut State,
    /// Chance.
    pub chance: &'a mut C,
    /// Who looks on.
    pub watch: &'a mut W,
}

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// Walks on until a question is put.
    pub fn run(&mut self) {
        loop {
            match self.s.next {
                Next::Ask => return,
                Next::Unique(place) => self.draw_unique(place),
                Next::Corner(place) => self.ask_corner(place),
                Next::Monday => self.monday(),
                Next::Recover(place) => self.ask_recovery(place),
                Next::Day => self.day(),
                Next::Cup(index) => self.cup_match(index),
                Next::Market(place) => self.market_turn(place),
                Next::DayEnd => self.end_day(),
                Next::League(index) => self.league_match(index),
                Next::LineUp(k) => self.line_up(k),
                Next::Team(k) => self.team_type(k),
                Next::Attack(k) => self.attack(k),
                Next::Defend(k) => self.defend(k),
                Next::Goals(k) => self.count_goals(k),
                Next::FullTime => self.full_time(),
                Next::Final(place) => self.final_line_up(place),
                Next::Score => self.score(),
            }
        }
    }

    /// Puts a question to a seat.
    #[inline]
    pub(super) fn ask(&mut self, question: Question, seat: u8) {
        self.s.question = question;
        self.s.asked = seat;
        self.s.next = Next::Ask;
    }

    /// Carries out a legal answer and what follows.
    pub fn answer(&mut self, chosen: u16) {
        let argument = chosen as u8;
        match self.s.question {
            Question::Unique => self.keep_unique(argument),
            Question::Corner => self.choose_corner(argument),
            Question::Recovery => self.recover(argument),
            Question::Step => match moves::kind(chosen) {
                moves::MOVE => self.drive(argument),
                moves::ENTER => self.enter(argument),
                moves::FORCE => self.force(argument),
                _ => self.stop(),
            },
            Question::Bill => self.answer_bill(chosen == moves::YES),
            Question::Sale => match moves::kind(chosen) {
                moves::SELL => self.offer_sale(argument),
                moves::BUY => self.offer_purchase(argument),
                _ => self.waste(),
            },
            Question::Fee => self.answer_fee(chosen == moves::YES),
            Question::Dismiss => self.dismiss(argument),
            Question::LineUp => self.announce(argument),
            Question::Team => self.choose_team(argument),
            Question::AttackAgain => self.attack_again(chosen == moves::YES),
            Question::DefenceAgain => self.defence_again(chosen == moves::YES),
            Question::Over => unreachable!("the season is over"),
        }
        self.run();
    }
}
