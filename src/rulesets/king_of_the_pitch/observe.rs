//! What a finished game adds to a tally.

use super::KingOfThePitch;
use super::dice::{CHALLENGER, KING, VarScope};
use super::rules::Rules;
use super::state::{End, MatchRecord, Phase, State};
use super::words;
use crate::chance::MAX_SEATS;
use crate::columns;
use crate::game::{Column, LUCK, Lead, Observe, Play, Record, Seen, Sight, Tables, scoreline};

columns! {
    spelled &[("var", "VAR")];
    metrics {
        TURNS "turns-per-game" Number per game, "turns of all players, the winning turn included, per game";
        TURNS_PER_SEAT "turns-per-player" Number per seat, "turns per seat and game";
        MATCHES "matches-per-game" Number per game, "matches played, per game";
        TURNS_PER_MATCH "turns-per-match" Number per MATCHES, "turns of all players per match played";
        CHALLENGER_WINS "challenger-win-rate" Share per MATCHES,
            "matches won by the challenger, over matches";
        SHOOT_OUTS "shoot-out-rate" Share per MATCHES,
            "matches that went to a penalty shoot-out, over matches";
        KING_WINS "king-wins-per-game" Number per game, "matches won by the King, per game";
        KING_CHANGES "king-changes-per-game" Number per game,
            "times the stadium passed to another team, per game";
        FIRST_KING_DEFENCES "first-king-defences-per-game" Number per game,
            "matches that the first King won as King in its first reign, per game";
        FIRST_KING_FIRST "first-match-king-win-rate" Share per GAMES_WITH_MATCH,
            "first matches of a game won by the first King, over games with a match";
        GAMES_WITH_MATCH "games-with-match" Share per game,
            "games in which at least one match was played, over games";
        UNEQUAL "unequal-matches-per-game" Number per game,
            "matches between teams of different level, per game";
        STRONGER_WINS "stronger-win-rate" Share per UNEQUAL,
            "matches won by the team of the higher level, over matches between different levels";
        CHALLENGER_STRONGER "challenger-stronger-rate" Share per MATCHES,
            "matches in which the challenger had the higher level, over matches";
        POOLS "pools-per-game" Number per game,
            "dice pools rolled at the start of matches (two each), per game";
        WHITE_POOLS "white-pool-share" Share per POOLS, "pools rolled at level white, over pools";
        BRONZE_POOLS "bronze-pool-share" Share per POOLS, "pools rolled at level bronze, over pools";
        SILVER_POOLS "silver-pool-share" Share per POOLS, "pools rolled at level silver, over pools";
        GOLD_POOLS "gold-pool-share" Share per POOLS, "pools rolled at level gold, over pools";
        CROWN_POOLS "crown-pool-share" Share per POOLS, "pools rolled at level crown, over pools";
        VAR_USED "var-used-per-game" Number per game, "V.A.R. cards committed, per game";
        VAR_TRIGGERED "var-triggered-rate" Share per VAR_USED,
            "committed V.A.R. cards that re-rolled, over committed";
        VAR_MATCHES "var-matches-per-game" Number per game, "matches in which a V.A.R. re-rolled, per game";
        VAR_TURNED "var-turned-rate" Share per VAR_MATCHES,
            "matches not won by the team ahead on the first dice, over matches in which a V.A.R. re-rolled";
        VAR_WINS "var-win-rate" Share per VAR_USED,
            "committed V.A.R. cards whose team won the match, over committed";
        BONUS_USED "bonus-used-per-game" Number per game, "BONUS cards committed, per game";
        BONUS_WINS "bonus-win-rate" Share per BONUS_USED,
            "committed BONUS cards whose team won the match, over committed";
        DECIDED "decided-rate" Share per game, "games that a team won, over games";
        WINNER_LEVEL "mean-winner-level" Number per DECIDED,
            "level of the winner at the end (white 0 to crown 4), over decided games";
        WINNER_HIGHEST "winner-has-highest-level" Share per DECIDED,
            "decided games whose winner had the highest level at the end (alone or shared), over decided games";
        LEVEL_AT_END "level-at-end" Number per seat,
            "level of a team at the end (white 0 to crown 4), per seat and game";
        PASSES "passes" Number per game, "PASS actions, per game";
        RESHUFFLES "reshuffles" Number per game, "times the discard pile became the deck, per game";
        DRY_ROWS "dry-rows" Number per game, "refills that left a gap in the row, per game";
        BLOCKED "blocked-actions" Number per game,
            "actions that only the chip or cube limit made illegal, summed over all actions, per game";
        CAPPED "capped-shoot-outs" Number per game, "shoot-outs ended by a coin after 1000 rolls, per game";
        RUN_AWAY "run-away-share" Share per DECIDED,
            "decided games whose winner had the most victories alone from before half of the matches on, over decided games";
    }
    distributions {
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
    health {
        TieBreak SHOOT_OUTS;
        RunAway RUN_AWAY;
        Struck CAPPED;
    }
}

/// Pools by level, see [`LEVELS`](super::dice::LEVELS).
const POOLS_AT: [Column; 5] = [
    column::WHITE_POOLS,
    column::BRONZE_POOLS,
    column::SILVER_POOLS,
    column::GOLD_POOLS,
    column::CROWN_POOLS,
];

impl Record for KingOfThePitch {
    const TABLES: Tables = TABLES;

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        for metric in [column::TURNS, column::TURNS_PER_SEAT, column::TURNS_PER_MATCH] {
            out.add(metric, state.turns);
        }
        out.bin(bin::TURNS, i32::from(state.turns));
        out.bin(bin::MATCHES, i32::from(state.matches));
        matches(rules, state, out);
        let mut level_sum = 0;
        let mut highest = 0;
        for team in &state.teams[..usize::from(rules.players)] {
            let level = team.level(rules, false);
            level_sum += i64::from(level);
            highest = highest.max(level);
            out.bin(bin::VICTORIES, i32::from(team.victories));
        }
        out.add(column::LEVEL_AT_END, level_sum);
        if let End::Won(winner) = state.end {
            let team = state.team(winner);
            let level = team.level(rules, false);
            let rivals = (0..rules.players).filter(|&seat| seat != winner);
            let best = rivals.map(|seat| state.team(seat).victories).max().unwrap_or(0);
            out.add(column::DECIDED, 1);
            out.add(column::WINNER_LEVEL, level);
            out.add(column::WINNER_HIGHEST, level == highest);
            out.bin(bin::MARGIN, i32::from(team.victories) - i32::from(best));
            out.bin(bin::WINNER_LEVEL, i32::from(level));
        }
        out.add(column::PASSES, state.passes);
        out.add(column::RESHUFFLES, state.reshuffles);
        out.add(column::DRY_ROWS, state.dry_rows);
        out.add(column::BLOCKED, state.blocked);
        out.add(column::CAPPED, state.capped_shoot_outs);
    }

    /// Matches won minus their exact chances: the winner gets what its chance
    /// lacked to certainty, the loser pays it. A match with V.A.R. whose owner
    /// may choose the die is left out (known before it is rolled): its chances
    /// hang on a decision.
    fn luck(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        let mut luck = [0; MAX_SEATS];
        for record in state.played().iter().map(|played| played.unpack()) {
            match rules.book.dice.law.scope {
                VarScope::AnyOneDie if record.var != [false; 2] => continue,
                VarScope::AnyOneDie | VarScope::LowestDie | VarScope::AllDice => {}
            }
            let won = if usize::from(record.winner) == CHALLENGER { LUCK } else { 0 };
            let surprise = won - rules.book.chances.fixed(record.levels, record.var);
            luck[usize::from(record.seats[CHALLENGER])] += surprise;
            luck[usize::from(record.seats[KING])] -= surprise;
        }
        luck
    }

    fn items(_rules: &Rules) -> Vec<String> {
        words::items()
    }

    fn has_item(rules: &Rules, item: usize) -> bool {
        words::has_item(rules, item)
    }

    #[inline]
    fn item(rules: &Rules, state: &State, chosen: u8) -> Option<u8> {
        words::item(rules, state, chosen)
    }

    fn acts(_rules: &Rules) -> Vec<String> {
        ["choose whom the King meets", "re-roll a die"].map(String::from).to_vec()
    }

    fn act(_rules: &Rules, state: &State, _chosen: u8) -> Option<u8> {
        match state.phase {
            Phase::Opponent => Some(0),
            Phase::Die(_) => Some(1),
            _ => None,
        }
    }

    fn standing(rules: &Rules, state: &State) -> Option<[i32; MAX_SEATS]> {
        Some(Self::outcome(rules, state).score)
    }

    fn tell(_rules: &Rules, view: <Self as Sight>::View<'_>, seen: &mut Seen) {
        view.tell(seen);
    }

    fn describe(rules: &Rules, state: &State, chosen: u8) -> String {
        words::describe(rules, state, chosen)
    }
}

/// What the matches of a game add.
fn matches<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
    let mut won = [0; MAX_SEATS];
    let mut king_before = rules.start.king;
    let mut king_changes = 0;
    let mut first_reign = true;
    let mut lead = Lead::default();
    for (index, played) in state.played().iter().enumerate() {
        let record = played.unpack();
        let winner = usize::from(record.winner);
        won[usize::from(record.seats[winner])] += 1;
        lead.note(index as u32, won[..usize::from(rules.players)].iter().copied());
        first_reign &= winner == KING && record.seats[KING] == rules.start.king;
        out.add(column::FIRST_KING_DEFENCES, first_reign);
        if index == 0 {
            out.add(column::GAMES_WITH_MATCH, 1);
            out.add(column::FIRST_KING_FIRST, winner == KING);
        }
        // The King of a match is whoever held the stadium after the last one.
        king_changes += i64::from(record.seats[KING] != king_before);
        king_before = record.seats[KING];
        one_match(record, out);
    }
    if rules.players == 2 {
        out.bin(bin::SCORELINES, scoreline(won[0], won[1]));
    }
    if let End::Won(winner) = state.end {
        out.add(column::RUN_AWAY, lead.ran_away(winner, u32::from(state.matches)));
    }
    out.add(column::KING_CHANGES, king_changes + i64::from(state.king != king_before));
}

/// What one match adds.
fn one_match<O: Observe>(record: MatchRecord, out: &mut O) {
    let winner = usize::from(record.winner);
    let [challenger, king] = record.levels;
    out.add(column::MATCHES, 1);
    out.add(column::POOLS, 2);
    out.add(column::CHALLENGER_WINS, winner == CHALLENGER);
    out.add(column::KING_WINS, winner == KING);
    out.add(column::SHOOT_OUTS, record.shoot_out);
    out.add(column::CHALLENGER_STRONGER, challenger > king);
    if challenger != king {
        let stronger = if challenger > king { CHALLENGER } else { KING };
        out.add(column::UNEQUAL, 1);
        out.add(column::STRONGER_WINS, stronger == winner);
    }
    for side in [CHALLENGER, KING] {
        let level = usize::from(record.levels[side]).min(POOLS_AT.len() - 1);
        out.add(POOLS_AT[level], 1);
        out.bin(bin::MATCH_LEVEL, level as i32);
        let won = side == winner;
        if record.var[side] {
            out.add(column::VAR_USED, 1);
            out.add(column::VAR_TRIGGERED, record.triggered[side]);
            out.add(column::VAR_WINS, won);
        }
        if record.bonus[side] {
            out.add(column::BONUS_USED, 1);
            out.add(column::BONUS_WINS, won);
        }
    }
    out.add(column::VAR_MATCHES, record.triggered != [false; 2]);
    out.add(column::VAR_TURNED, record.turned);
    out.bin(bin::MATCH_SCORE, i32::from(record.score.0) * 10 + i32::from(record.score.1));
    out.bin(bin::LEVEL_GAP, i32::from(challenger) - i32::from(king));
}
