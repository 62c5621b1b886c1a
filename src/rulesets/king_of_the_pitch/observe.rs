//! What a finished game adds to a tally.

use super::dice::{CHALLENGER, KING, LEVELS, VarScope};
use super::rules::Rules;
use super::state::{End, State};
use crate::chance::MAX_SEATS;
use crate::game::{Bin, Column, LUCK, Metric, Observe, Over, Unit, distributions, scoreline};

const fn number(name: &'static str, definition: &'static str, over: Over) -> Metric {
    Metric { name, definition, over, unit: Unit::Number }
}

const fn share(name: &'static str, definition: &'static str, over: Over) -> Metric {
    Metric { name, definition, over, unit: Unit::Share }
}

const TURNS: usize = 0;
const TURNS_PER_SEAT: usize = 1;
const MATCHES: usize = 2;
const TURNS_PER_MATCH: usize = 3;
const CHALLENGER_WINS: usize = 4;
const SHOOT_OUTS: usize = 5;
const KING_WINS: usize = 6;
const KING_CHANGES: usize = 7;
const FIRST_KING_DEFENCES: usize = 8;
const FIRST_KING_FIRST: usize = 9;
const GAMES_WITH_MATCH: usize = 10;
const UNEQUAL: usize = 11;
const STRONGER_WINS: usize = 12;
const CHALLENGER_STRONGER: usize = 13;
const POOLS: usize = 14;
const POOL_SHARE: usize = 15;
const VAR_USED: usize = 20;
const VAR_TRIGGERED: usize = 21;
const VAR_MATCHES: usize = 22;
const VAR_TURNED: usize = 23;
const VAR_WINS: usize = 24;
const BONUS_USED: usize = 25;
const BONUS_WINS: usize = 26;
const DECIDED: usize = 27;
const WINNER_LEVEL: usize = 28;
const WINNER_HIGHEST: usize = 29;
const LEVEL_AT_END: usize = 30;
const PASSES: usize = 31;
const RESHUFFLES: usize = 32;
const DRY_ROWS: usize = 33;
const BLOCKED: usize = 34;
const CAPPED: usize = 35;

/// The metrics, see [`crate::game::Ruleset::METRICS`].
pub const METRICS: &[Metric] = &[
    number("turns-per-game", "turns of all players, the winning turn included, per game", Over::Games),
    number("turns-per-player", "turns per seat and game", Over::Seats),
    number("matches-per-game", "matches played, per game", Over::Games),
    number("turns-per-match", "turns of all players per match played", Over::Sum(Column::at(MATCHES))),
    share("challenger-win-rate", "matches won by the challenger, over matches", Over::Sum(Column::at(MATCHES))),
    share("shoot-out-rate", "matches that went to a penalty shoot-out, over matches", Over::Sum(Column::at(MATCHES))),
    number("king-wins-per-game", "matches won by the King, per game", Over::Games),
    number("king-changes-per-game", "times the stadium passed to another team, per game", Over::Games),
    number(
        "first-king-defences-per-game",
        "matches that the first King won as King in its first reign, per game",
        Over::Games,
    ),
    share(
        "first-match-king-win-rate",
        "first matches of a game won by the first King, over games with a match",
        Over::Sum(Column::at(GAMES_WITH_MATCH)),
    ),
    share("games-with-match", "games in which at least one match was played, over games", Over::Games),
    number("unequal-matches-per-game", "matches between teams of different level, per game", Over::Games),
    share(
        "stronger-win-rate",
        "matches won by the team of the higher level, over matches between different levels",
        Over::Sum(Column::at(UNEQUAL)),
    ),
    share(
        "challenger-stronger-rate",
        "matches in which the challenger had the higher level, over matches",
        Over::Sum(Column::at(MATCHES)),
    ),
    number("pools-per-game", "dice pools rolled at the start of matches (two each), per game", Over::Games),
    share("white-pool-share", "pools rolled at level white, over pools", Over::Sum(Column::at(POOLS))),
    share("bronze-pool-share", "pools rolled at level bronze, over pools", Over::Sum(Column::at(POOLS))),
    share("silver-pool-share", "pools rolled at level silver, over pools", Over::Sum(Column::at(POOLS))),
    share("gold-pool-share", "pools rolled at level gold, over pools", Over::Sum(Column::at(POOLS))),
    share("crown-pool-share", "pools rolled at level crown, over pools", Over::Sum(Column::at(POOLS))),
    number("var-used-per-game", "V.A.R. cards committed, per game", Over::Games),
    share(
        "var-triggered-rate",
        "committed V.A.R. cards that re-rolled, over committed",
        Over::Sum(Column::at(VAR_USED)),
    ),
    number("var-matches-per-game", "matches in which a V.A.R. re-rolled, per game", Over::Games),
    share(
        "var-turned-rate",
        "matches not won by the team ahead on the first dice, over matches in which a V.A.R. re-rolled",
        Over::Sum(Column::at(VAR_MATCHES)),
    ),
    share(
        "var-win-rate",
        "committed V.A.R. cards whose team won the match, over committed",
        Over::Sum(Column::at(VAR_USED)),
    ),
    number("bonus-used-per-game", "BONUS cards committed, per game", Over::Games),
    share(
        "bonus-win-rate",
        "committed BONUS cards whose team won the match, over committed",
        Over::Sum(Column::at(BONUS_USED)),
    ),
    share("decided-rate", "games that a team won, over games", Over::Games),
    number(
        "mean-winner-level",
        "level of the winner at the end (white 0 to crown 4), over decided games",
        Over::Sum(Column::at(DECIDED)),
    ),
    share(
        "winner-has-highest-level",
        "decided games whose winner had the highest level at the end (alone or shared), over decided games",
        Over::Sum(Column::at(DECIDED)),
    ),
    number("level-at-end", "level of a team at the end (white 0 to crown 4), per seat and game", Over::Seats),
    number("passes", "PASS actions, per game", Over::Games),
    number("reshuffles", "times the discard pile became the deck, per game", Over::Games),
    number("dry-rows", "refills that left a gap in the row, per game", Over::Games),
    number(
        "blocked-actions",
        "actions that only the chip or cube limit made illegal, summed over all actions, per game",
        Over::Games,
    ),
    number("capped-shoot-outs", "shoot-outs ended by a coin after 1000 rolls, per game", Over::Games),
];

distributions! {
    TURNS "turns" Length, "games", "turns of all players in a game";
    MATCHES "matches" Number, "games", "matches in a game";
    VICTORIES "victories-per-seat" Number, "players", "victories of a team at the end of a game";
    MARGIN "winning-margin" Number, "games",
        "victories of the winner minus those of the best loser, decided games";
    MATCH_SCORE "match-score" Number, "matches",
        "score of a match as 10 x winner's die + loser's die (65 is 6-5, 30 is 3-0, 0 all cancelled)";
    MATCH_LEVEL "level-at-match" Number, "teams in matches",
        "level at which a team rolls in a match, white 0 to crown 4";
    LEVEL_GAP "level-gap" Number, "matches",
        "level of the challenger minus level of the King in a match";
    WINNER_LEVEL "winner-level" Number, "games", "level of the winner at the end, white 0 to crown 4";
    SCORELINES "scorelines" Scores(["seat 0", "seat 1"]), "games",
        "matches won by seat 0 and seat 1 in games of two";
}

/// Matches won minus their exact chances, by seat: the winner gets what its
/// chance lacked to certainty, the loser pays it. A match with V.A.R. whose
/// owner may choose the die is left out (known before it is rolled): its
/// chances hang on a decision.
#[must_use]
pub fn luck(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
    let mut luck = [0; MAX_SEATS];
    let chosen = rules.book.dice.law.scope == VarScope::AnyOneDie;
    for played in state.played() {
        let record = played.unpack();
        if chosen && record.var != [false; 2] {
            continue;
        }
        let won = if usize::from(record.winner) == CHALLENGER { LUCK } else { 0 };
        let surprise = won - rules.book.chances.fixed(record.levels, record.var);
        luck[usize::from(record.seats[CHALLENGER])] += surprise;
        luck[usize::from(record.seats[KING])] -= surprise;
    }
    luck
}

/// Writes a finished game into the tally.
pub fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
    let turns = i64::from(state.turns);
    for metric in [TURNS, TURNS_PER_SEAT, TURNS_PER_MATCH] {
        out.add(Column::at(metric), turns);
    }
    out.bin(Bin::at(bin::TURNS), i32::from(state.turns));
    out.bin(Bin::at(bin::MATCHES), i32::from(state.matches));
    matches(rules, state, out);
    let seats = usize::from(rules.players);
    let mut level_sum = 0;
    let mut highest = 0;
    for team in &state.teams[..seats] {
        let level = team.level(rules, false);
        level_sum += i64::from(level);
        highest = highest.max(level);
        out.bin(Bin::at(bin::VICTORIES), i32::from(team.victories));
    }
    out.add(Column::at(LEVEL_AT_END), level_sum);
    if let End::Won(winner) = state.end {
        let team = state.team(winner);
        let level = team.level(rules, false);
        let rivals = (0..rules.players).filter(|&seat| seat != winner);
        let best = rivals.map(|seat| state.team(seat).victories).max().unwrap_or(0);
        out.add(Column::at(DECIDED), 1);
        out.add(Column::at(WINNER_LEVEL), i64::from(level));
        out.add(Column::at(WINNER_HIGHEST), i64::from(level == highest));
        out.bin(Bin::at(bin::MARGIN), i32::from(team.victories) - i32::from(best));
        out.bin(Bin::at(bin::WINNER_LEVEL), i32::from(level));
    }
    for (metric, count) in [
        (PASSES, i64::from(state.passes)),
        (RESHUFFLES, i64::from(state.reshuffles)),
        (DRY_ROWS, i64::from(state.dry_rows)),
        (BLOCKED, i64::from(state.blocked)),
        (CAPPED, i64::from(state.capped_shoot_outs)),
    ] {
        out.add(Column::at(metric), count);
    }
}

/// What the matches of a game add.
fn matches<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
    let mut sums = [0_i64; METRICS.len()];
    let mut won = [0; MAX_SEATS];
    let mut king_before = rules.start.king;
    let mut first_reign = true;
    for (index, played) in state.played().iter().enumerate() {
        let record = played.unpack();
        let winner = usize::from(record.winner);
        sums[MATCHES] += 1;
        sums[POOLS] += 2;
        won[usize::from(record.seats[winner])] += 1;
        sums[CHALLENGER_WINS] += i64::from(winner == CHALLENGER);
        sums[KING_WINS] += i64::from(winner == KING);
        sums[SHOOT_OUTS] += i64::from(record.shoot_out);
        first_reign &= winner == KING && record.seats[KING] == rules.start.king;
        sums[FIRST_KING_DEFENCES] += i64::from(first_reign);
        if index == 0 {
            sums[GAMES_WITH_MATCH] = 1;
            sums[FIRST_KING_FIRST] = i64::from(winner == KING);
        }
        // The King of a match is whoever held the stadium after the last one.
        sums[KING_CHANGES] += i64::from(record.seats[KING] != king_before);
        king_before = record.seats[KING];
        let [challenger, king] = record.levels;
        sums[CHALLENGER_STRONGER] += i64::from(challenger > king);
        if challenger != king {
            sums[UNEQUAL] += 1;
            let stronger = if challenger > king { CHALLENGER } else { KING };
            sums[STRONGER_WINS] += i64::from(stronger == winner);
        }
        for side in [CHALLENGER, KING] {
            let level = usize::from(record.levels[side]).min(LEVELS.len() - 1);
            sums[POOL_SHARE + level] += 1;
            out.bin(Bin::at(bin::MATCH_LEVEL), level as i32);
            let won = i64::from(side == winner);
            if record.var[side] {
                sums[VAR_USED] += 1;
                sums[VAR_TRIGGERED] += i64::from(record.triggered[side]);
                sums[VAR_WINS] += won;
            }
            if record.bonus[side] {
                sums[BONUS_USED] += 1;
                sums[BONUS_WINS] += won;
            }
        }
        sums[VAR_MATCHES] += i64::from(record.triggered != [false; 2]);
        sums[VAR_TURNED] += i64::from(record.turned);
        out.bin(Bin::at(bin::MATCH_SCORE), i32::from(record.score.0) * 10 + i32::from(record.score.1));
        out.bin(Bin::at(bin::LEVEL_GAP), i32::from(challenger) - i32::from(king));
    }
    if rules.players == 2 {
        out.bin(Bin::at(bin::SCORELINES), scoreline(won[0], won[1]));
    }
    sums[KING_CHANGES] += i64::from(state.king != king_before);
    for (metric, sum) in sums.into_iter().enumerate().filter(|&(_, sum)| sum != 0) {
        out.add(Column::at(metric), sum);
    }
}
