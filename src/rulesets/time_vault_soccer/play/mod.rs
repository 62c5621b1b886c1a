//! A game from set-up to its end: drafts first, then matches.
//!
//! In: rules, chance, decisions. Out: the state at its next question. Chance
//! enters here and nowhere else: lots, decks, kick-offs, penalty kicks.
//!
//! * [`draft`]: E1 to E5, how squads come about;
//! * [`matches`]: which match comes next and what it counts for;
//! * [`pitch`]: one match; [`cards`]: one card; [`shootout`]: penalties.

pub(super) mod cards;
pub(super) mod draft;
pub(super) mod matches;
pub(super) mod pitch;
pub(super) mod shootout;

use super::counts::Counts;
use super::legal::{Asked, Moves};
use super::moves::Move;
use super::rules::Rules;
use super::sides::Match;
use super::squads::Squad;
use super::state::{Drafting, Stage, State};
use crate::chance::{Chance, MAX_SEATS};
use crate::competitions::{Competition, Discipline, Fixture, Kind, NOBODY};
use crate::game::Turn;
use crate::watch::Watch;
use pitch::Pitch;

/// Sets up a game and goes on to its first question.
pub(super) fn setup<C: Chance, W: Watch>(
    rules: &Rules,
    seating: &[u8],
    chance: &mut C,
    watch: &mut W,
) -> State {
    let mut entrant = [0; MAX_SEATS];
    entrant[..seating.len()].copy_from_slice(seating);
    let mut state = State {
        game: Match::NONE,
        stage: Stage::Match,
        stopped: None,
        fixture: Fixture { kind: Kind::Single, round: 0, sides: [0, 1], section: 0 },
        entrant,
        squads: [Squad::EMPTY; MAX_SEATS],
        season: Competition::new(rules.plan),
        discipline: Discipline::default(),
        counts: Counts::ZERO,
        draft: Drafting::NONE,
        winner: NOBODY,
    };
    draft::begin(rules, &mut state, chance, watch);
    state
}

/// Whom the game waits for.
#[inline]
pub(super) fn turn(state: &State) -> Turn {
    match state.stage {
        Stage::Match => Turn::Ask(state.game.sides[state.game.asked()].open.boss),
        Stage::Over => Turn::Over,
        _ => Turn::Ask(state.draft.asked),
    }
}

/// Fills in the legal moves.
#[inline]
pub(super) fn legal(rules: &Rules, state: &State, moves: &mut Moves) {
    match state.stage {
        Stage::Match => pitch::legal(&Pitch { rules, squads: state.pair() }, &state.game, moves),
        Stage::Preset => moves.set_presets(draft::admitted(rules, state, state.draft.asked)),
        Stage::Build => moves.set_builds(draft::builds(rules, state, state.draft.asked)),
        Stage::Pick | Stage::Free => moves.set_pool(Asked::Pick, draft::pickable(rules, state)),
        Stage::Nominate => moves.set_pool(Asked::Nominate, state.draft.pool),
        Stage::Bid => moves.set_money(state.draft.money[usize::from(state.draft.asked)]),
        Stage::Over => debug_assert!(false, "moves of a game that is over"),
    }
}

/// Carries out a decision and all that follows.
#[inline]
pub(super) fn apply<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    chosen: Move,
    chance: &mut C,
    watch: &mut W,
) {
    if state.stage == Stage::Match {
        let squads = {
            let [first, second] = [0, 1].map(|s: usize| usize::from(state.game.sides[s].open.boss));
            [&state.squads[first % MAX_SEATS], &state.squads[second % MAX_SEATS]]
        };
        pitch::apply(&Pitch { rules, squads }, &mut state.game, chosen, chance, watch);
        matches::follow(rules, state, chance, watch);
    } else {
        draft::apply(rules, state, chosen, chance, watch);
    }
}
