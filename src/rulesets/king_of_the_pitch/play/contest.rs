//! MATCH: who meets whom, what is committed, the dice, what the winner gets.

pub use super::super::dice::{CHALLENGER, KING};
use super::super::dice::{LEVELS, TieBreak, Verdict};
use super::super::house;
use super::super::moves::{COMMIT_BONUS, COMMIT_NONE, COMMIT_VAR};
use super::super::rules::Rules;
use super::super::state::{BONUSES, End, MATCHES, MatchRecord, NONE, Phase, Played, State, VARS, ids};
use super::super::switches::{CommitOrder, KingMatch, VarRefund};
use super::{end_action, finish, market};
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

/// The active seat uses a MATCH card (KOP-MATCH-01, -02, -04, -18).
pub fn challenge<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let user = state.active;
    market::spend_event(rules, state, user, ids::MATCHES);
    state.team_mut(user).cards[MATCHES] -= 1;
    if user != state.king {
        return begin(rules, state, user, chance, watch);
    }
    let left = (user + 1) % rules.players;
    if rules.king_match == KingMatch::LeftNeighbour || rules.players == 2 {
        begin(rules, state, left, chance, watch);
    } else {
        state.phase = Phase::Opponent;
        state.asked = user;
    }
}

/// Challenger and King stand; what they commit comes next (KOP-MATCH-06).
pub fn begin<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    challenger: u8,
    chance: &mut C,
    watch: &mut W,
) {
    state.sides = [challenger, state.king];
    state.choices = [NONE; 2];
    watch.say(Topic::Phase, Some(challenger), || {
        format!("Match {}: Seat {} against King Seat {}", state.matches + 1, challenger, state.king)
    });
    ask_next(rules, state, chance, watch);
}

/// One side's complete choice (KOP-BONUS-07).
pub fn commit<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    side: usize,
    chosen: u8,
    chance: &mut C,
    watch: &mut W,
) {
    state.choices[side] = chosen;
    ask_next(rules, state, chance, watch);
}

/// Asks the sides in their order (KOP-BONUS-06); a side that holds nothing
/// isn't asked. Then the dice roll.
fn ask_next<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let [challenger, king] = [(CHALLENGER, Phase::Challenger), (KING, Phase::King)];
    let order = match rules.commit_order {
        CommitOrder::KingFirst => [king, challenger],
        CommitOrder::ChallengerFirst | CommitOrder::Blind => [challenger, king],
    };
    for (side, phase) in order {
        if state.choices[side] != NONE {
            continue;
        }
        let team = state.team(state.sides[side]);
        if team.cards[VARS] + team.cards[BONUSES] > 0 {
            state.phase = phase;
            state.asked = state.sides[side];
            return;
        }
        state.choices[side] = COMMIT_NONE;
    }
    roll(rules, state, chance, watch);
}

/// Levels, dice, first comparison (KOP-MATCH-07, -08).
fn roll<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let [first, second] = state.choices;
    let bonus = [first & COMMIT_BONUS != 0, second & COMMIT_BONUS != 0];
    let var = [first & COMMIT_VAR != 0, second & COMMIT_VAR != 0];
    let seats = state.sides;
    let levels = [state.team(seats[0]).level(rules, bonus[0]), state.team(seats[1]).level(rules, bonus[1])];
    let dice = &rules.book.dice;
    state.bout = dice.roll(levels, var, seats, chance);
    state.bout.ahead_first = match dice.compare(&state.bout) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 2,
    };
    for side in [CHALLENGER, KING] {
        watch.say(Topic::Dice, Some(seats[side]), || {
            let with = match state.choices[side] {
                COMMIT_NONE => "",
                COMMIT_VAR => " with V.A.R.",
                COMMIT_BONUS => " with BONUS",
                _ => " with V.A.R. and BONUS",
            };
            let level = LEVELS[usize::from(levels[side])];
            format!("Seat {} at level {level}{with} rolls {}", seats[side], state.bout.pools[side].words())
        });
    }
    settle(rules, state, chance, watch);
}

/// KOP-D6: the side that is behind re-rolls this die.
pub fn choose_die<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    side: usize,
    die: u8,
    chance: &mut C,
    watch: &mut W,
) {
    rules.book.dice.reroll(&mut state.bout, side, usize::from(die), state.sides, chance, watch);
    settle(rules, state, chance, watch);
}

fn settle<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let seats = state.sides;
    match rules.book.dice.settle(&mut state.bout, seats, chance, watch) {
        Verdict::Choose(side) => {
            state.phase = Phase::Die(side as u8);
            state.asked = seats[side];
        }
        Verdict::Won(side) => award(rules, state, side, false, watch),
        Verdict::Cancelled => {
            watch.say(Topic::Dice, None, || match rules.book.dice.law.tie {
                TieBreak::ShootOut => "All dice cancel".into(),
                TieBreak::KingKeeps => "All dice cancel: the King wins".into(),
                TieBreak::ChallengerWins => "All dice cancel: the challenger wins".into(),
            });
            let (winner, shoot_out) = rules.book.dice.break_tie(seats, chance, watch);
            if let Some(result) = shoot_out {
                state.capped_shoot_outs += u8::from(result.capped);
            }
            award(rules, state, winner, shoot_out.is_some(), watch);
        }
    }
}

/// The winner gets a crown chip and is King (KOP-MATCH-15); committed cards go
/// (KOP-VAR-10, KOP-BONUS-04).
fn award<W: Watch>(rules: &Rules, state: &mut State, winner: usize, shoot_out: bool, watch: &mut W) {
    let bout = state.bout;
    let seats = state.sides;
    let score = rules.book.dice.score(&bout);
    let [first, second] = state.choices;
    let bonus = [first & COMMIT_BONUS != 0, second & COMMIT_BONUS != 0];
    let triggered = bout.used;
    let record = MatchRecord {
        seats,
        levels: bout.levels,
        winner: winner as u8,
        score,
        shoot_out,
        var: bout.var,
        triggered,
        bonus,
        turned: triggered != [false; 2] && usize::from(bout.ahead_first) != winner,
    };
    state.log[usize::from(state.matches)] = Played::pack(&record);
    state.matches += 1;
    let keeps_var = [CHALLENGER, KING].map(|side| match rules.var_refund {
        VarRefund::Consumed => false,
        VarRefund::KeptIfUntriggered => bout.var[side] && !bout.used[side],
    });
    for side in [CHALLENGER, KING] {
        if bout.var[side] && !keeps_var[side] {
            market::spend_event(rules, state, seats[side], ids::VARS);
            state.team_mut(seats[side]).cards[VARS] -= 1;
        }
        if bonus[side] {
            market::spend_event(rules, state, seats[side], ids::BONUSES);
            state.team_mut(seats[side]).cards[BONUSES] -= 1;
        }
    }
    let (first, second) = (seats[winner], seats[1 - winner]);
    state.team_mut(first).victories += 1;
    watch.say(Topic::Result, Some(first), || {
        let how = if shoot_out { " after a shoot-out" } else { "" };
        let victories = state.team(first).victories;
        format!("Seat {} wins {}-{}{how}: victory {victories}", first, score.0, score.1)
    });
    for side in [CHALLENGER, KING] {
        if keeps_var[side] {
            watch.say(Topic::Card, Some(seats[side]), || {
                format!("Seat {} keeps its V.A.R.: it was not used", seats[side])
            });
        }
    }
    crown(rules, state, winner, watch);
    if let Some(colour) = rules.winner_cube {
        let earned = market::earn(rules, state, first, colour);
        watch.say(Topic::Effect, Some(first), || market::received(first, colour, earned, "its victory"));
    }
    if let Some(colour) = rules.loser_cube {
        let earned = market::earn(rules, state, second, colour);
        watch.say(Topic::Effect, Some(second), || market::received(second, colour, earned, "its defeat"));
    }
    house::after_match(rules, state, first, watch);
    if state.team(first).victories >= rules.wins {
        state.turns += 1;
        finish(state, End::Won(first), watch);
    } else {
        end_action(rules, state, watch);
    }
}

/// The winner is King from now on, unless the King has stayed long enough
/// (switch `king-stay-limit`).
fn crown<W: Watch>(rules: &Rules, state: &mut State, winner: usize, watch: &mut W) {
    let before = state.king;
    if winner == CHALLENGER {
        state.king = state.sides[CHALLENGER];
        state.streak = 1;
    } else {
        state.streak += 1;
        if rules.king_stay.is_some_and(|wins| state.streak >= wins) {
            watch.say(Topic::Effect, Some(before), || {
                format!("King Seat {before} leaves the pitch after {} wins in a row", state.streak)
            });
            state.king = state.sides[CHALLENGER];
            state.streak = 0;
        }
    }
    if state.king != before {
        watch.say(Topic::Effect, Some(state.king), || {
            format!("Seat {} is the new King of the pitch", state.king)
        });
    }
}
