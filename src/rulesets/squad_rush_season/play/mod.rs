//! The flow of a season: set-up, build phase, lock, matches, reset, ending.
//!
//! In: a state, a legal move, chance. Out: the state at the next question.
//! Every function here either ends with a question asked or calls the one step
//! that follows; nothing loops back within one call more often than the rules
//! bound (closing turns, fixtures, windows).

pub mod build;
pub mod ending;
pub mod fixtures;
pub mod matches;
pub mod reset;
pub mod windows;

use super::SquadRushSeason;
use super::cards::{ACTION, Card, Cards, END, NONE, Official};
use super::goods;
use super::luck;
use super::moves::{Move, kind};
use super::observe::column;
use super::options::Options;
use super::rules::Rules;
use super::state::{Finish, NOBODY, Phase, State};
use super::switches::Bonus;
use super::words;
use crate::chance::{Chance, Draw, MAX_SEATS, Source};
use crate::game::{Handed, Handout, Outcome, Play, Turn};
use crate::watch::{Topic, Watch};

impl Play for SquadRushSeason {
    type State = State;
    type Move = Move;
    type Moves = Options;

    fn card_ids(_: &Rules) -> usize {
        END.into()
    }

    // Sets up a season (GEN-10).
    fn setup<C: Chance, W: Watch>(rules: &Rules, _seating: &[u8], chance: &mut C, watch: &mut W) -> State {
        let mut state = State::blank();
        state.playing = (1 << rules.managers) - 1;
        let mut game = Game { r: rules, s: &mut state, chance, watch };
        game.say(Topic::Phase, None, || {
            format!(
                "The Season: {} managers, {} matchdays, {} cards",
                rules.managers, rules.matchdays, rules.deck_len
            )
        });
        game.deal();
        let starter = if rules.random_starter {
            game.chance.below(Source::TABLE, u32::from(rules.managers)) as u8
        } else {
            0
        };
        if rules.random_starter {
            game.lot_of_beginning(starter);
        }
        game.s.log.first_starter = starter;
        game.open_by_house(starter);
        game.begin_matchday(starter);
        state
    }

    #[inline]
    fn turn(_rules: &Rules, state: &State) -> Turn {
        if state.phase == Phase::Over { Turn::Over } else { Turn::Ask(state.asked) }
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, moves: &mut Options) {
        moves.fill(rules, state);
    }

    // Carries out a legal move.
    #[inline]
    fn apply<C: Chance, W: Watch>(
        rules: &Rules,
        state: &mut State,
        chosen: Move,
        chance: &mut C,
        watch: &mut W,
    ) {
        let mut game = Game { r: rules, s: state, chance, watch };
        match game.s.phase {
            Phase::Act => game.act(chosen),
            Phase::Quick => game.quick(chosen),
            Phase::WindowA => game.window_a(chosen.kind() == kind::ANSWER_PLAY_ON),
            Phase::WindowB => game.window_b(chosen.kind() == kind::ANSWER_VAR),
            Phase::WindowC => game.window_c(chosen.kind() == kind::ANSWER_OFFSIDE),
            Phase::WindowD => game.window_d(chosen.kind() == kind::ANSWER_PLAY_ON),
            Phase::Limit => {
                game.discard_choice(chosen.a());
                game.limit();
            }
            Phase::Call => game.call(chosen.kind() == kind::CALL),
            Phase::Name => game.name(chosen.named()),
            Phase::Drama => game.drama_choice(chosen),
            Phase::Swap => game.swap_choice(chosen),
            Phase::Restart => game.restart_choice(chosen),
            Phase::MatchLimit => {
                game.discard_choice(chosen.a());
                game.match_limit();
            }
            Phase::Over => unreachable!("the season is over"),
        }
    }

    fn hand_out<C: Chance>(rules: &Rules, state: &mut State, handout: Handout, _chance: &mut C) -> Handed {
        goods::hand_out(rules, state, handout)
    }

    fn verify(rules: &Rules, state: &State) -> Result<(), String> {
        super::laws::kept(rules, state)
    }

    fn outcome(_rules: &Rules, state: &State) -> Outcome {
        let mut score = [0; MAX_SEATS];
        for (points, row) in score.iter_mut().zip(&state.table) {
            *points = i32::from(row.points);
        }
        match state.finish {
            Finish::Won(winner) => Outcome::won(winner, score),
            Finish::BuildCap | Finish::Playing => Outcome::unfinished(0, score),
            Finish::SuddenDeathCap => Outcome::unfinished(1, score),
        }
    }
}

/// A season with what moves it.
pub(super) struct Game<'a, C, W> {
    pub r: &'a Rules,
    pub s: &'a mut State,
    pub chance: &'a mut C,
    pub watch: &'a mut W,
}

/// Draws that belong to no seat: the official's, kept apart so that the order
/// in which a paired deal looks at a seat's cards never learns of it.
const TABLE_SEAT: u8 = 15;
/// The deck among those that are drawn from.
const DECK: u8 = 0;

impl<C: Chance, W: Watch> Game<'_, C, W> {
    #[inline]
    pub fn say(&mut self, topic: Topic, seat: Option<u8>, text: impl FnOnce() -> String) {
        if W::ON {
            self.watch.say(topic, seat, text);
        }
    }

    #[inline]
    pub fn ask(&mut self, phase: Phase, seat: u8) {
        self.s.phase = phase;
        self.s.asked = seat;
    }

    #[inline]
    pub fn hand(&mut self, seat: u8) -> &mut Cards {
        &mut self.s.hands[usize::from(seat)]
    }

    /// All cards back, shuffled; hands dealt to the seats that play.
    pub fn deal(&mut self) {
        let deck = self.r.deck();
        self.s.deck[..deck.len()].copy_from_slice(deck);
        self.s.deck_len = deck.len() as u8;
        self.s.deck_value = self.r.deck_value;
        for _ in 0..self.r.hand_start {
            for seat in 0..self.r.managers {
                if self.s.plays(seat) {
                    self.draw(seat);
                }
            }
        }
    }

    /// What the house rules add to the start (SQR-HOUSE-01, -04).
    fn open_by_house(&mut self, starter: u8) {
        let rules = self.r;
        for seat in 0..rules.managers {
            let place = (seat + rules.managers - starter) % rules.managers;
            if rules.house.draws_more(place, rules.managers) {
                self.draw(seat);
            }
            match rules.house.bonuses[usize::from(seat)] {
                Bonus::None => {}
                Bonus::Card => self.draw(seat),
                Bonus::Point => {
                    self.s.table[usize::from(seat)].points += 1;
                    self.s.count(column::POINTS);
                    self.say(Topic::Effect, Some(seat), || {
                        format!("{} starts with a league point, by house rule", words::seat(seat))
                    });
                }
            }
        }
    }

    /// The discard pile is shuffled into the deck.
    pub fn reshuffle(&mut self) {
        for card in self.s.discard.iter() {
            self.s.deck[usize::from(self.s.deck_len)] = card;
            self.s.deck_len += 1;
            self.s.deck_value += self.r.draw_value[usize::from(card)];
        }
        self.s.discard = Cards::EMPTY;
        self.s.epoch = self.s.epoch.wrapping_add(1);
        self.s.count(column::RESHUFFLES);
        let size = self.s.deck_len;
        self.say(Topic::Card, None, || format!("The discard pile is shuffled in: {size} cards in the deck"));
    }

    /// One card from the deck to a hand (TURN-03).
    pub fn draw(&mut self, seat: u8) {
        if self.s.deck_len == 0 {
            if self.s.discard.is_empty() {
                self.s.count(column::DRY_DRAWS);
                self.say(Topic::Card, Some(seat), || {
                    "Deck and discard pile are empty: no card is drawn".to_owned()
                });
                return;
            }
            self.reshuffle();
        }
        let size = usize::from(self.s.deck_len);
        let place =
            self.chance.draw(Draw { deck: Some(DECK), seat, epoch: self.s.epoch }, &self.s.deck[..size]);
        self.lucky_draw(seat, self.s.deck[place]);
        let card = self.take(place);
        self.hand(seat).insert(card);
        let rules = self.r;
        self.say(Topic::Card, Some(seat), || {
            format!("{} draws {}", words::seat(seat), words::card(rules, card))
        });
    }

    /// Counts what a card about to be drawn is worth more than the mean of the
    /// deck; in a sudden death, another game, nothing.
    #[inline]
    fn lucky_draw(&mut self, seat: u8, card: Card) {
        let (r, s) = (self.r, &mut *self.s);
        if s.sudden_death {
            return;
        }
        let place = usize::from(seat);
        let (mut value, mut all) = (r.draw_value[usize::from(card)], s.deck_value);
        let needed = luck::needed(s.pitches[place].field, s.hands[place].field);
        if needed != 0 {
            let mut elsewhere = s.discard.field | s.out.field;
            for seat in 0..usize::from(r.managers) {
                elsewhere |= s.pitches[seat].field | s.hands[seat].field;
            }
            all += luck::NEEDED * (needed & r.field & !elsewhere).count_ones() as i32;
            if card < ACTION && needed >> card & 1 == 1 {
                value += luck::NEEDED;
            }
        }
        s.luck[place] += value - luck::mean(all, s.deck_len);
    }

    /// Counts the lot of who begins matchday 1.
    pub fn lot_of_beginning(&mut self, starter: u8) {
        let managers = i32::from(self.r.managers);
        for luck in &mut self.s.luck[..usize::from(self.r.managers)] {
            *luck += luck::BEGINNING / managers;
        }
        self.s.luck[usize::from(starter)] -= luck::BEGINNING;
    }

    /// Takes the card at a place of the unordered deck.
    fn take(&mut self, place: usize) -> Card {
        let last = usize::from(self.s.deck_len) - 1;
        let card = self.s.deck[place];
        self.s.deck[place] = self.s.deck[last];
        self.s.deck_len -= 1;
        self.s.deck_value -= self.r.draw_value[usize::from(card)];
        card
    }

    /// A hand card goes to the discard pile.
    #[inline]
    pub fn spend(&mut self, seat: u8, card: Card) {
        self.hand(seat).remove(card);
        self.s.discard.insert(card);
    }

    /// A card of this group is spent (ACT-06).
    #[inline]
    pub fn spend_one(&mut self, seat: u8, group: u64) {
        let card = self.hand(seat).first(group);
        debug_assert!(card.is_some(), "seat {seat} does not hold the card it plays");
        if let Some(card) = card {
            self.spend(seat, card);
        }
    }

    fn discard_choice(&mut self, h: u8) {
        let seat = self.s.asked;
        let card = self.hand(seat).at(h);
        self.spend(seat, card);
        self.s.count(column::DISCARDS);
    }

    /// A referee card of the deck, uniformly: exactly what revealing cards
    /// until one shows and shuffling the others back comes to (OFF-02), since
    /// each referee card is equally likely to lie first among them.
    pub fn flip_from_deck(&mut self) -> Card {
        let s = &*self.s;
        let mut elsewhere = s.discard.action | s.out.action;
        for hand in &s.hands {
            elsewhere |= hand.action;
        }
        for card in s.official_cards.into_iter().filter(|&card| card != NONE) {
            elsewhere |= 1 << (card - super::cards::ACTION);
        }
        let referees = super::cards::REFEREES;
        let mut in_deck = 0;
        for &card in self.r.deck().iter().rev() {
            if card < super::cards::REFEREE {
                break;
            }
            in_deck |= 1_u64 << (card - super::cards::ACTION);
        }
        in_deck &= !elsewhere;
        if in_deck == 0 {
            if s.discard.action & referees == 0 {
                return NONE;
            }
            in_deck = s.discard.action & referees;
            self.reshuffle();
        }
        let mut ids = [0; 33];
        let mut count = 0;
        for bit in super::cards::ones(u128::from(in_deck)) {
            ids[count] = super::cards::ACTION + bit;
            count += 1;
        }
        let draw = Draw { deck: None, seat: TABLE_SEAT, epoch: self.s.epoch };
        let card = ids[self.chance.draw(draw, &ids[..count])];
        let size = usize::from(self.s.deck_len);
        let place = self.s.deck[..size].iter().position(|&c| c == card);
        debug_assert!(place.is_some());
        self.take(place.unwrap_or(0))
    }

    /// Whether a seat may answer with this INSTANT in the build phase.
    #[inline]
    pub fn may_answer(&self, seat: u8, instant: Official) -> bool {
        self.r.build_instants && self.s.hands[usize::from(seat)].has(instant.mask())
    }

    /// Ends the season.
    pub fn over(&mut self) {
        self.s.phase = Phase::Over;
        self.s.asked = NOBODY;
    }
}
