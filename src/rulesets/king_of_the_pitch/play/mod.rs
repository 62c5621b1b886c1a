//! Set-up, the turn, and its ending. The row and the boards are in
//! [`market`], a match is in [`contest`].

pub mod contest;
pub mod market;

use super::moves::{self, MATCH, PASS, PAY_CAPTAIN, PLAY, SELL_CARD, SELL_CHIP};
use super::rules::Rules;
use super::state::{CARDS, End, NONE, Phase, State, ids};
use super::switches::Bonus;
use super::{KingOfThePitch, goods, house};
use crate::chance::{Chance, Draw};
use crate::game::{Handed, Handout, Outcome, Play, Turn};
use crate::moves::{MoveMask, RankedMask};
use crate::watch::{Topic, Watch};

/// Index of `stalemate` among the facts' reasons.
const STALEMATE: u8 = 0;
/// Index of `cap`.
const CAP: u8 = 1;

/// Epoch of the player cards dealt before the deck is shuffled: their order
/// must tell nothing about the deck's.
const OPENING_EPOCH: u8 = u8::MAX;
/// The captain cards among the decks; the deck of player and event cards is
/// [`market::DECK`].
const CAPTAINS: u8 = 1;

impl Play for KingOfThePitch {
    type State = State;
    type Move = u8;
    type Moves = RankedMask;

    fn card_ids(_: &Rules) -> usize {
        ids::END.into()
    }

    /// Deals captains, opening hands and the row (KOP-SETUP-10 to -18).
    ///
    /// There is no roll for the first King: seats are counted from its winner
    /// (KOP-SETUP-12), and any entrant is as likely to be that (`odds`).
    fn setup<C: Chance, W: Watch>(rules: &Rules, _seating: &[u8], chance: &mut C, watch: &mut W) -> State {
        let mut state = rules.start;
        watch.say(Topic::Phase, None, || {
            format!("Set-up: {} teams, a deck of {} cards", rules.players, state.deck_len)
        });
        if rules.captains {
            deal_captains(rules, &mut state, chance, watch);
        }
        if W::ON {
            for (seat, &bonus) in (0..rules.players).zip(&rules.house.bonuses) {
                if bonus != Bonus::None {
                    watch.say(Topic::Effect, Some(seat), || {
                        format!("Seat {seat} starts with {}, by house rule", house::goods(bonus))
                    });
                }
            }
        }
        let mut left = usize::from(rules.player_cards);
        for round in 0..rules.opening.into_iter().max().unwrap_or(0) {
            for seat in 0..rules.players {
                if rules.opening[usize::from(seat)] <= round {
                    continue;
                }
                let draw = Draw { deck: Some(market::DECK), seat, epoch: OPENING_EPOCH };
                let place = chance.draw(draw, &state.deck[..left]);
                let card = state.deck[place];
                // Player cards stay in front of the event cards.
                state.deck[place] = state.deck[left - 1];
                state.deck_len -= 1;
                state.deck[left - 1] = state.deck[usize::from(state.deck_len)];
                left -= 1;
                market::give(rules, state.team_mut(seat), card);
                watch.say(Topic::Card, Some(seat), || {
                    format!("Seat {} is dealt {}", seat, rules.card_name(card))
                });
            }
        }
        market::refill(rules, &mut state, chance, watch);
        watch.say(Topic::Effect, Some(state.king), || {
            let why = match state.king {
                0 => "the winner of the opening roll is called seat 0, so there is no roll to show",
                _ => "the last in turn order, by house rule",
            };
            format!("Seat {} is the first King: {why}", state.king)
        });
        watch.say(Topic::Phase, Some(state.active), || format!("Turn 1: Seat {}", state.active));
        state
    }

    #[inline]
    fn turn(_rules: &Rules, state: &State) -> Turn {
        match state.phase {
            Phase::Over => Turn::Over,
            _ => Turn::Ask(state.asked),
        }
    }

    #[expect(clippy::inline_always, reason = "measured, see `moves`")]
    #[inline(always)]
    fn legal(rules: &Rules, state: &State, moves: &mut RankedMask) {
        *moves = if state.phase == Phase::Action {
            moves::actions(rules, state)
        } else {
            RankedMask::new(MoveMask(moves::options(rules, state)))
        };
    }

    /// # Panics
    /// After the end of the game, when no move is legal.
    #[inline]
    fn apply<C: Chance, W: Watch>(
        rules: &Rules,
        state: &mut State,
        chosen: u8,
        chance: &mut C,
        watch: &mut W,
    ) {
        match state.phase {
            Phase::Action => action(rules, state, chosen, chance, watch),
            Phase::Position => {
                market::place_captain(rules, state, chosen, watch);
                end_action(rules, state, watch);
            }
            Phase::Opponent => contest::begin(rules, state, chosen, chance, watch),
            Phase::Challenger => contest::commit(rules, state, contest::CHALLENGER, chosen, chance, watch),
            Phase::King => contest::commit(rules, state, contest::KING, chosen, chance, watch),
            Phase::Die(side) => contest::choose_die(rules, state, usize::from(side), chosen, chance, watch),
            Phase::Over => panic!("a move after the end of the game"),
        }
    }

    fn hand_out<C: Chance>(rules: &Rules, state: &mut State, handout: Handout, _chance: &mut C) -> Handed {
        goods::hand_out(rules, state, handout)
    }

    fn verify(rules: &Rules, state: &State) -> Result<(), String> {
        super::laws::kept(rules, state)
    }

    /// Victories are the score (KOP-END-02).
    fn outcome(rules: &Rules, state: &State) -> Outcome {
        let mut score = [0; crate::chance::MAX_SEATS];
        for (seat, points) in score.iter_mut().enumerate().take(usize::from(rules.players)) {
            *points = i32::from(state.teams[seat].victories);
        }
        match state.end {
            End::Won(seat) => Outcome::won(seat, score),
            End::Cap => Outcome::unfinished(CAP, score),
            End::Stalemate | End::Running => Outcome::unfinished(STALEMATE, score),
        }
    }
}

/// One random captain card each (KOP-CAP-02, -03).
fn deal_captains<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let mut cards: [u8; 5] = std::array::from_fn(|captain| ids::CAPTAIN + captain as u8);
    let mut left = cards.len();
    for seat in 0..rules.players {
        let place = chance.draw(Draw { deck: Some(CAPTAINS), seat, epoch: 0 }, &cards[..left]);
        state.team_mut(seat).captain = cards[place] - ids::CAPTAIN;
        watch.say(Topic::Card, Some(seat), || {
            let set = moves::captain_positions(rules, state.team(seat));
            let allowed: Vec<_> = (0..16).filter(|at| set >> at & 1 == 1).map(|at| at.to_string()).collect();
            let positions = if allowed.len() == 1 { "position" } else { "positions" };
            format!("Seat {seat} is dealt the captain for {positions} {}", allowed.join(", "))
        });
        left -= 1;
        cards[place] = cards[left];
    }
}

/// One action of the turn (KOP-TURN-02).
#[inline]
fn action<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chosen: u8, chance: &mut C, watch: &mut W) {
    state.blocked += moves::blocked(rules, state);
    if chosen != PASS {
        state.idle = false;
    }
    match chosen {
        PLAY..SELL_CARD => market::play(rules, state, chosen - PLAY, watch),
        SELL_CARD..SELL_CHIP => market::sell_card(rules, state, chosen - SELL_CARD, watch),
        SELL_CHIP..MATCH => market::sell_chip(rules, state, chosen - SELL_CHIP + 1, watch),
        MATCH => return contest::challenge(rules, state, chance, watch),
        PAY_CAPTAIN => {
            let owned = if W::ON { state.team(state.active).cubes } else { [0; 3] };
            market::pay(rules, state, 2, rules.components.captain_cubes);
            watch.say(Topic::Card, Some(state.active), || {
                let paid = market::given(owned, state.team(state.active).cubes);
                format!("Seat {} gives {paid} for its captain", state.active)
            });
            if market::captain_waits(rules, state, NONE, watch) {
                return;
            }
        }
        PASS => pass(rules, state, chance, watch),
        take => {
            let card = market::take(rules, state, take, chance, watch);
            if card >= ids::TRANSFER && market::captain_waits(rules, state, card, watch) {
                return;
            }
        }
    }
    end_action(rules, state, watch);
}

/// PASS (KOP-TURN-03), or discarding the free card instead with `flush-free`.
fn pass<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let forced = moves::forced_to_pass(rules, state);
    if !forced {
        state.idle = false;
    } else if rules.flush && rules.free_last && state.row_len > 0 {
        // With `free-last` = off there is no free card to discard.
        state.idle = false;
        market::flush(rules, state, chance, watch);
        return;
    }
    state.passes += 1;
}

/// Ends an action, and the turn with its last one.
#[inline]
pub fn end_action<W: Watch>(rules: &Rules, state: &mut State, watch: &mut W) {
    state.acted += 1;
    if state.acted >= rules.actions {
        end_turn(rules, state, watch);
    } else {
        state.phase = Phase::Action;
        state.asked = state.active;
    }
}

/// The next player clockwise has the next turn (KOP-TURN-01, -04), unless
/// nothing can change any more or every player has had enough turns.
#[inline]
fn end_turn<W: Watch>(rules: &Rules, state: &mut State, watch: &mut W) {
    state.turns += 1;
    state.idle_turns = if state.idle { state.idle_turns + 1 } else { 0 };
    if state.idle_turns >= rules.house.idle {
        return finish(state, End::Stalemate, watch);
    }
    if state.turns >= rules.max_turns {
        let end = rules.house.cap.map_or(End::Cap, |tie| End::Won(house::leader(rules, state, tie)));
        return finish(state, end, watch);
    }
    let next = state.active + 1;
    state.active = match next {
        _ if !rules.house.plain => house::next_turn(rules, state),
        _ if next == rules.players => 0,
        _ => next,
    };
    state.asked = state.active;
    state.phase = Phase::Action;
    state.acted = 0;
    state.idle = true;
    watch
        .say(Topic::Phase, Some(state.active), || format!("Turn {}: Seat {}", state.turns + 1, state.active));
}

/// The game is over.
pub fn finish<W: Watch>(state: &mut State, end: End, watch: &mut W) {
    state.phase = Phase::Over;
    state.end = end;
    watch.say(Topic::Result, None, || match end {
        End::Won(seat) => format!("Seat {} wins the game after {} turns", seat, state.turns),
        End::Stalemate => "Unfinished: nobody can do anything any more".into(),
        End::Cap => format!("Unfinished: stopped after {} turns", state.turns),
        End::Running => String::new(),
    });
}

const _: () = assert!(ids::TRANSFER as usize + 5 == CARDS);
