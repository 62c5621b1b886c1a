//! From match to match: the next fixture, what a result counts for, and the
//! end of the game.

use super::pitch::{self, Pitch};
use super::shootout;
use crate::chance::Chance;
use crate::competitions::{Fixture, Kind};
use crate::game::LUCK;
use crate::rulesets::time_vault_soccer::house::House;
use crate::rulesets::time_vault_soccer::rules::Rules;
use crate::rulesets::time_vault_soccer::sides::{Match, Step};
use crate::rulesets::time_vault_soccer::state::{Stage, State, Stopped};
use crate::rulesets::time_vault_soccer::switches::{CapTieBreak, CupDraw, HomeScope};
use crate::rulesets::time_vault_soccer::words;
use crate::watch::{Topic, Watch};

/// Replays have sections of chance of their own.
const REPLAY: u32 = 0x8000;

/// Goes on after a decision in a match: nothing until it is over, then the
/// next match or the end.
#[inline]
pub(in super::super) fn follow<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    chance: &mut C,
    watch: &mut W,
) {
    if state.game.step == Step::Over {
        finish(rules, state, chance, watch);
    }
}

/// Starts the next match, or ends the game.
pub(in super::super) fn next<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    chance: &mut C,
    watch: &mut W,
) {
    match state.season.next(chance) {
        Some(fixture) => start(rules, state, fixture, false, chance, watch),
        None => end(state, watch),
    }
}

fn end<W: Watch>(state: &mut State, watch: &mut W) {
    state.stage = Stage::Over;
    watch.say(Topic::Result, None, || words::ending(state));
}

/// Whether a match pays home points (TVS-HOME-01, TVS-CUP-05, TVS-LEAGUE-07).
pub(in super::super) fn pays_home(rules: &Rules, kind: Kind) -> bool {
    match rules.home_scope {
        HomeScope::Never => false,
        HomeScope::League => kind == Kind::League,
        HomeScope::LeagueAndCup => matches!(kind, Kind::League | Kind::Cup),
        HomeScope::Always => true,
    }
}

fn start<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    fixture: Fixture,
    replay: bool,
    chance: &mut C,
    watch: &mut W,
) {
    chance.section(fixture.section + if replay { REPLAY } else { 0 });
    state.stage = Stage::Match;
    state.fixture = fixture;
    state.game = Match::default();
    let pays = pays_home(rules, fixture.kind);
    let game = &mut state.game;
    game.step = Step::Team;
    game.replay = replay;
    game.has_home = pays || fixture.kind == Kind::League;
    game.golden = rules.golden_goal && fixture.kind == Kind::TieBreak;
    game.cap = rules.cap(fixture.sides.map(|boss| state.squads[usize::from(boss)].tier()));
    for (side, boss) in fixture.sides.into_iter().enumerate() {
        let open = &mut game.sides[side].open;
        open.boss = boss;
        open.subs_left = rules.subs;
        open.home_left = rules.house.home[side] + if pays && side == 0 { rules.home_points } else { 0 };
        open.suspended = if rules.suspensions { state.discipline.suspended(boss) } else { 0 };
    }
    watch.say(Topic::Phase, None, || words::fixture(state, fixture, replay));
}

/// A match is at full time: decided, or on to an extra hand, a replay,
/// penalties. Out of line, so that [`follow`] is a glance at every other move.
#[inline(never)]
fn finish<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let fixture = state.fixture;
    let goals = [0, 1].map(|side: usize| state.game.sides[side].open.goals);
    if state.game.endless {
        // A bug rather than a result: nothing more is played (ledger, section 7).
        state.stopped = Some(Stopped::RoundLimit);
        count(state);
        end(state, watch);
        return;
    }
    let mut winner = (goals[0] != goals[1]).then(|| usize::from(goals[1] > goals[0]));
    let must_win = match rules.house.capped(&state.game).filter(|_| fixture.kind == Kind::Single) {
        Some(CapTieBreak::Penalties) => true,
        Some(CapTieBreak::Attack) => {
            winner = winner.or_else(|| House::stronger_attack(&state.game));
            false
        }
        Some(CapTieBreak::Shared) | None => matches!(fixture.kind, Kind::Cup | Kind::TieBreak),
    };
    if must_win && winner.is_none() {
        match rules.cup_draw {
            CupDraw::ExtraHand if fixture.kind == Kind::Cup && !state.game.extra => {
                state.counts.extra_hands += 1;
                let squads = state.fixture.sides.map(|boss| &state.squads[usize::from(boss)]);
                pitch::extra_hand(&Pitch { rules, squads }, &mut state.game, chance, watch);
                follow(rules, state, chance, watch);
                return;
            }
            CupDraw::Replay if fixture.kind == Kind::Cup && !state.game.replay => {
                watch.say(Topic::Result, None, || {
                    format!("{}, to be replayed", words::score(fixture.sides, goals))
                });
                state.counts.replays += 1;
                close(rules, state);
                start(rules, state, fixture, true, chance, watch);
                return;
            }
            CupDraw::Penalties | CupDraw::ExtraHand | CupDraw::Replay => {}
        }
        let (won, by_coin, kicks) = shootout::play(fixture.sides, &rules.kick, chance, watch);
        state.counts.shoot_outs += 1;
        state.counts.kicks += u32::from(kicks);
        if by_coin {
            state.stopped = Some(Stopped::ShootOutCap);
        }
        // Alike for both, so each wins every other one.
        state.game.lucky(won, LUCK);
        winner = Some(won);
    }
    watch.say(Topic::Result, None, || words::result(fixture.sides, goals));
    close(rules, state);
    if fixture.kind == Kind::Single {
        state.winner = winner.map(|side| fixture.sides[side]);
    }
    state.season.record(&fixture, goals, winner);
    next(rules, state, chance, watch);
}

/// Counts a finished match and enters its bookings.
fn close(rules: &Rules, state: &mut State) {
    count(state);
    if rules.suspensions {
        for side in 0..2 {
            let open = &state.game.sides[side].open;
            state.discipline.record(open.boss, open.bookings(), rules.threshold, rules.concurrent);
        }
    }
}

fn count(state: &mut State) {
    let squads = state.fixture.sides.map(|boss| &state.squads[usize::from(boss)]);
    state.counts.add(&state.game, squads);
}
