//! The game loop: one game from set-up to its end. No heap, floats, input,
//! output or dynamic dispatch.

use crate::bots::{Bot, Desk};
use crate::chance::{Chance, MAX_SEATS, Whim};
use crate::game::{Ending, Handed, Handout, Ruleset, Turn, WIN};
use crate::law;
use crate::moves::MoveSet;
use crate::watch::{Line, Topic, Watch};

/// Most items (cards, tiles, actions) whose use can be tallied.
pub const MAX_ITEMS: usize = 128;

/// What the loop itself counts about one game.
#[derive(Debug, Clone, Copy)]
pub struct Tape {
    /// Questions with more than one legal answer.
    pub decisions: u32,
    /// All questions, those with a single legal answer included.
    pub questions: u32,
    /// Uses of each item by each seat, saturating.
    pub uses: [[u8; MAX_ITEMS]; MAX_SEATS],
}

impl Default for Tape {
    fn default() -> Self {
        Self { decisions: 0, questions: 0, uses: [[0; MAX_ITEMS]; MAX_SEATS] }
    }
}

/// Buffers that games of one thread share.
#[derive(Debug)]
pub struct Scratch<R: Ruleset> {
    moves: R::Moves,
    /// What the bot of each seat remembers of the game.
    memory: [R::Memory; MAX_SEATS],
    /// Where search bots imagine games, made when the first of them is asked, and
    /// programs sit.
    pub desk: Option<Box<Desk<R>>>,
    /// The counts of the game played last.
    pub tape: Tape,
}

impl<R: Ruleset> Default for Scratch<R> {
    fn default() -> Self {
        let memory = [R::Memory::default(); MAX_SEATS];
        Self { moves: R::Moves::default(), memory, desk: None, tape: Tape::default() }
    }
}

impl<R: Ruleset> Scratch<R> {
    /// Buffers for games at this desk ([`Arm::desk`](super::batch::Arm::desk)).
    #[must_use]
    pub fn at(desk: Option<Box<Desk<R>>>) -> Self {
        Self { desk, ..Self::default() }
    }
}

/// A handout, if any, and what has become of it. A game in which it can never be
/// is not played on.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    handout: Option<Handout>,
    handed: Handed,
}

impl Offer {
    /// Not yet made, if there is one; without one the game as it is.
    #[must_use]
    pub const fn of(handout: Option<Handout>) -> Self {
        Self { handout, handed: if handout.is_some() { Handed::NotYet } else { Handed::Done } }
    }

    /// Whether the game was played as it was to be.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.handed == Handed::Done
    }

    /// Asked before every question; whether the game is to go on.
    #[inline]
    pub fn open<R: Ruleset, C: Chance>(
        &mut self,
        rules: &R::Rules,
        state: &mut R::State,
        chance: &mut C,
    ) -> bool {
        self.handed == Handed::Done || self.make::<R, C>(rules, state, chance)
    }

    #[cold]
    #[inline(never)]
    fn make<R: Ruleset, C: Chance>(
        &mut self,
        rules: &R::Rules,
        state: &mut R::State,
        chance: &mut C,
    ) -> bool {
        if let (Some(handout), Handed::NotYet) = (self.handout, self.handed) {
            self.handed = R::hand_out(rules, state, handout, chance);
        }
        self.handed != Handed::Never
    }
}

/// Plays one game and returns its final state.
///
/// `bots[seat]` and `whims[seat]` are those of the entrant `seating[seat]`.
/// A question with a single legal answer is not asked and not counted.
#[inline]
pub fn play<R: Ruleset, C: Chance, W: Watch>(
    rules: &R::Rules,
    seating: &[u8],
    bots: &[Bot<R>],
    whims: &mut [Whim],
    chance: &mut C,
    watch: &mut W,
    scratch: &mut Scratch<R>,
) -> R::State {
    play_opened(rules, seating, bots, whims, chance, watch, scratch, &mut Offer::of(None))
}

/// The same with a handout. One loop for games with and without: the rules that
/// it calls are compiled into it, where a second loop would have them called.
#[inline(never)]
#[expect(clippy::too_many_arguments, reason = "a game and one thing more")]
pub fn play_opened<R: Ruleset, C: Chance, W: Watch>(
    rules: &R::Rules,
    seating: &[u8],
    bots: &[Bot<R>],
    whims: &mut [Whim],
    chance: &mut C,
    watch: &mut W,
    scratch: &mut Scratch<R>,
    offer: &mut Offer,
) -> R::State {
    let Scratch { moves, memory, desk, tape } = scratch;
    memory[..seating.len()].fill(R::Memory::default());
    (tape.decisions, tape.questions) = (0, 0);
    for uses in &mut tape.uses[..seating.len()] {
        uses.fill(0);
    }
    let mut state = R::setup(rules, seating, chance, watch);
    while offer.open::<R, C>(rules, &mut state, chance) {
        let Turn::Ask(seat) = R::turn(rules, &state) else { break };
        let place = usize::from(seat);
        R::legal(rules, &state, moves);
        debug_assert!(!moves.is_empty(), "no legal move for seat {seat}");
        if watch.verifies()
            && let Err(law) = asked::<R>(rules, &state, seat, moves)
            && watch.broken(law)
        {
            return state;
        }
        tape.questions += 1;
        let chosen = if moves.len() == 1 {
            moves.nth(0)
        } else {
            tape.decisions += 1;
            bots[place].decide(rules, &state, seat, moves, &mut memory[place], &mut whims[place], desk)
        };
        debug_assert!(moves.contains(chosen), "{chosen:?} is not legal for seat {seat}");
        if watch.verifies()
            && !moves.contains(chosen)
            && watch.broken(format!("seat {seat} chooses {chosen:?}, which is not legal"))
        {
            return state;
        }
        if let Some(item) = R::item(rules, &state, chosen) {
            let uses = &mut tape.uses[place][usize::from(item) % MAX_ITEMS];
            *uses = uses.saturating_add(1);
        }
        if W::ON {
            let text = R::describe(rules, &state, chosen);
            let (choices, step) = (Some(moves.len()), R::step(rules, &state, chosen));
            watch.write(|| Line { topic: Topic::Decision, seat: Some(seat), text, choices, step });
        }
        R::apply(rules, &mut state, chosen, chance, watch);
    }
    if let Some(desk) = desk {
        desk.stand_up(rules, &state);
    }
    if watch.verifies()
        && offer.stands()
        && let Err(law) = ended::<R>(rules, &state)
    {
        watch.broken(law);
    }
    state
}

/// What holds whenever a seat is asked: the laws of the game, and that it has
/// something to choose from.
///
/// # Errors
/// The first law that is broken.
pub fn asked<R: Ruleset>(
    rules: &R::Rules,
    state: &R::State,
    seat: u8,
    moves: &R::Moves,
) -> Result<(), String> {
    let seats = R::seats(rules);
    law!(usize::from(seat) < seats, "seat {seat} of {seats} is asked");
    law!(!moves.is_empty(), "seat {seat} has no legal move");
    R::verify(rules, state)
}

/// What holds at the end of a game: its laws, and that one win was shared out, or
/// none where nobody may win or the game was not finished.
///
/// # Errors
/// The first law that is broken.
pub fn ended<R: Ruleset>(rules: &R::Rules, state: &R::State) -> Result<(), String> {
    R::verify(rules, state)?;
    let outcome = R::outcome(rules, state);
    let shared: u32 = outcome.share.iter().map(|&share| u32::from(share)).sum();
    match outcome.ending {
        Ending::Decided => {
            let nobody = R::FACTS.nobody_may_win && shared == 0;
            law!(nobody || shared == u32::from(WIN), "shares of one win that come to {shared} of {WIN}");
        }
        Ending::Unfinished(reason) => {
            law!(shared == 0, "{shared} of {WIN} shares in a game that nobody finished");
            law!(
                usize::from(reason) < R::FACTS.unfinished.len(),
                "unfinished for the unknown reason {reason}"
            );
        }
    }
    let absent = &outcome.share[R::seats(rules)..];
    law!(absent.iter().all(|&share| share == 0), "a seat that is not there shares the win");
    Ok(())
}
