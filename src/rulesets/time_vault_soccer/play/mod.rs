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

use super::TimeVaultSoccer;
use super::counts::Counts;
use super::goods;
use super::legal::{Asked, Moves};
use super::moves::Move;
use super::rules::{Rules, has_table};
use super::sides::Match;
use super::squads::Squad;
use super::state::{Drafting, Stage, State};
use crate::chance::{Chance, MAX_SEATS};
use crate::competitions::{Competition, Discipline, Fixture, Format, Kind};
use crate::game::{Handed, Handout, Outcome, Play, Turn};
use crate::watch::Watch;
use pitch::Pitch;

impl Play for TimeVaultSoccer {
    type State = State;
    type Move = Move;
    type Moves = Moves;

    fn card_ids(_: &Rules) -> usize {
        u32::BITS as usize
    }

    fn setup<C: Chance, W: Watch>(rules: &Rules, seating: &[u8], chance: &mut C, watch: &mut W) -> State {
        let mut entrant = [0; MAX_SEATS];
        entrant[..seating.len()].copy_from_slice(seating);
        let mut state = State {
            game: Match::default(),
            stage: Stage::Match,
            stopped: None,
            fixture: Fixture { kind: Kind::Single, round: 0, sides: [0, 1], section: 0 },
            entrant,
            squads: [Squad::EMPTY; MAX_SEATS],
            season: Competition::new(rules.plan),
            discipline: Discipline::default(),
            counts: Counts::default(),
            draft: Drafting::NONE,
            winner: None,
        };
        draft::begin(rules, &mut state, chance, watch);
        state
    }

    #[inline]
    fn turn(_rules: &Rules, state: &State) -> Turn {
        match state.stage {
            Stage::Match => Turn::Ask(state.game.sides[state.game.asked()].open.boss),
            Stage::Over => Turn::Over,
            _ => Turn::Ask(state.draft.asked),
        }
    }

    #[inline]
    fn legal(rules: &Rules, state: &State, moves: &mut Moves) {
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

    #[inline]
    fn apply<C: Chance, W: Watch>(
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

    fn hand_out<C: Chance>(rules: &Rules, state: &mut State, handout: Handout, _chance: &mut C) -> Handed {
        goods::hand_out(rules, state, handout)
    }

    fn verify(rules: &Rules, state: &State) -> Result<(), String> {
        super::laws::kept(rules, state)
    }

    /// A drawn single match is shared. In a season the two trophies count half
    /// a win each.
    fn outcome(rules: &Rules, state: &State) -> Outcome {
        let season = &state.season;
        let score = score(rules, state);
        if let Some(stopped) = state.stopped {
            return Outcome::unfinished(stopped as u8, score);
        }
        match rules.plan.format {
            Format::Single => match state.winner {
                Some(winner) => Outcome::won(winner, score),
                None => Outcome::shared(0..2, score),
            },
            Format::Cup => Outcome::won(season.cup_winner, score),
            Format::League => Outcome::won(season.champion, score),
            Format::Season if season.champion == season.cup_winner => Outcome::won(season.champion, score),
            Format::Season => Outcome::shared([season.champion, season.cup_winner].into_iter(), score),
        }
    }
}

/// Points of the table of a league or season, or goals of all matches that are
/// over, by Boss.
fn score(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
    let league = has_table(rules.plan.format);
    let of = |boss: usize| {
        if league {
            i32::from(state.season.table.rows[boss].points)
        } else {
            i32::from(state.counts.scored[boss])
        }
    };
    std::array::from_fn(|boss| if boss < usize::from(rules.bosses) { of(boss) } else { 0 })
}

/// The same with the goals of the match being played, where goals count.
pub(super) fn standing(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
    let mut score = score(rules, state);
    if state.stage == Stage::Match && !has_table(rules.plan.format) {
        for side in &state.game.sides {
            score[usize::from(side.open.boss)] += i32::from(side.open.goals);
        }
    }
    score
}
