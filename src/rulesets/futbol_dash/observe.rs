//! What a finished match adds to a tally.

use super::moves::{self, Code};
use super::play::shots::Shot;
use super::rules::Rules;
use super::state::{Ending, Phase, State};
use super::{FutbolDash, words};
use crate::chance::MAX_SEATS;
use crate::columns;
use crate::game::{Observe, Play, Record, Seen, Sight, Tables, scoreline};

columns! {
    spelled &[("var", "VAR"), ("vars", "VARs"), ("ap", "AP")];
    metrics {
        TURNS "turns-per-game" Number per game,
            "turns of all players, skipped and deciding ones included, per game";
        GOALS "goals" Number per game, "goals of all seats without those of a shoot-out, per game";
        SHOTS "shots" Number per game, "shots of all seats, per game";
        SHOOT_OUT_SHARE "shoot-out-share" Share per game,
            "games decided by a penalty shoot-out, over all games";
        NO_LEGAL_PLAY_SHARE "no-legal-play-share" Share per TAKEN,
            "turns without a legal card to play, over turns really taken";
        TAKEN "turns-taken" Number per game, "turns not skipped by a Yellow Card, per game";
        SKIPPED_TURN_SHARE "skipped-turn-share" Share per TURNS,
            "turns skipped by a Yellow Card, over all turns";
        GOAL_CONVERSION "goal-conversion" Share per SHOTS, "shots that ended with a Goal card, over shots";
        OWN_GOAL_SHARE "own-goal-share" Share per SHOTS, "shots that ended with an Own Goal, over shots";
        CARDS_PER_SHOT "cards-per-shot" Number per SHOTS, "shot cards turned up, per shot";
        CORNERS "corners" Number per game, "Corner Kicks turned up, per game";
        OWN_GOALS "own-goals" Number per game, "Own Goals turned up, per game";
        SAVES "saves" Number per game, "Saves turned up, per game";
        MISSES "misses" Number per game, "Misses turned up, per game";
        PENALTIES "penalties" Number per game, "Penalty cards that gave a shot, per game";
        PENALTY_SHOT_SHARE "penalty-shot-share" Share per SHOTS, "shots given by a Penalty card, over shots";
        AP_GAINED "ap-gained" Number per game, "attack points added by offensive cards, per game";
        AP_PER_SHOT "ap-per-shot" Number per SHOTS, "attack points added by offensive cards, per shot";
        AP_DEFENDED_SHARE "ap-defended-share" Share per AP_GAINED,
            "attack points taken away by defensive cards, over attack points added";
        AP_OFFSIDE_SHARE "ap-offside-share" Share per AP_GAINED,
            "attack points taken away by Offside, over attack points added";
        AP_SHOT_SHARE "ap-shot-share" Share per AP_GAINED,
            "attack points standing when a shot was taken, over attack points added";
        FOULS "fouls" Number per game, "Foul cards played, per game";
        VARS "vars" Number per game, "V.A.R. cards played, per game";
        CARDS_CANCELLED "cards-cancelled" Number per game, "laid cards that were cancelled, per game";
        CHAINS "chains" Number per game, "chains of Foul and V.A.R. cards, per game";
        OFFSIDES "offsides" Number per game, "Offside cards that took effect, per game";
        SUBSTITUTIONS "substitutions" Number per game, "Substitution cards that took effect, per game";
        HALFTIMES "halftimes" Number per game, "Halftime cards that took effect, per game";
        YELLOWS "yellows" Number per game, "Yellow Cards that took effect, per game";
        REDS "reds" Number per game, "Red Cards that took effect, per game";
        YELLOW_SEATS "yellow-seats" Number per game, "seats that received a Yellow Card in the match, per game";
        YELLOW_SEAT_WIN_SHARE "yellow-seat-win-share" Share per YELLOW_SEATS,
            "seats that received a Yellow Card and won alone, over seats that received one";
        RED_SEATS "red-seats" Number per game, "seats that received a Red Card, per game";
        RED_SEAT_WIN_SHARE "red-seat-win-share" Share per RED_SEATS,
            "seats that received a Red Card and won alone, over seats that received one";
        HITS "targeted-cards" Number per game,
            "defensive cards, Offsides, Yellow and Red Cards in effect, per game";
        FIRST_SEAT_TARGET_SHARE "first-seat-target-share" Share per HITS,
            "targeted cards aimed at the first seat, over all";
        LAST_SEAT_TARGET_SHARE "last-seat-target-share" Share per HITS,
            "targeted cards aimed at the last seat, over all";
        DEAD_END_TURNS "dead-end-turns" Share per TAKEN,
            "turns taken one attack point short of a shot without Penalty in hand, over turns really taken";
        SIMULTANEOUS "simultaneous" Share per game,
            "games in which several seats reached the goals at once, over all games";
        LEVEL_AT_TOP "level-at-top" Share per game,
            "games that ended with the deck and several seats level at the top before the shoot-out, over all games";
        GOALLESS_SHARE "goalless-share" Share per game,
            "games without a goal before any shoot-out, over all games";
        SUDDEN_DEATH_ROUNDS "sudden-death-rounds" Number per game,
            "sudden-death rounds of shoot-outs, per game";
        SHOOT_OUT_RELAYS "shoot-out-relays" Number per game, "shoot-out grids laid anew, per game";
        SHOOT_OUT_CAPPED "shoot-out-capped" Share per game,
            "shoot-outs settled by a fair draw after 1000 rounds, over all games";
        RESHUFFLES "reshuffles" Number per game,
            "discard piles shuffled into a new deck (Halftime apart), per game";
        NO_DRAW "no-draw" Number per game, "draws left out because deck and discard pile were empty, per game";
        GRID_RELAID "grid-relaid" Number per game, "shot grids laid anew because they were empty, per game";
        DECIDED "decided-share" Share per game, "games that the rules ended, over all games";
        RUN_AWAY "run-away-share" Share per DECIDED,
            "decided games whose winner had the most goals alone from before half of the turns on, over decided games";
    }
    distributions {
        TURNS "turns" Length, "games", "turns of all players of a game";
        GOALS "goals-per-seat" Number, "players", "goals of a seat at the end, without the shoot-out";
        MARGIN "winning-margin" Number, "games",
            "goals of the best seat less those of the second best, decided games, before any shoot-out";
        TOTAL_GOALS "total-goals" Number, "games", "goals of all seats of a game, without the shoot-out";
        SHOTS "shots-per-game" Number, "games", "shots of all seats of a game";
        CHAIN "chain-length" Number, "chains",
            "Foul and V.A.R. cards in a chain (8 stands for 8 and more)";
        SUDDEN_DEATH "sudden-death-rounds" Number, "shoot-outs", "sudden-death rounds of a shoot-out";
        SCORELINES "scorelines" Scores(["seat 0", "seat 1"]), "games",
            "goals of seat 0 and seat 1 in games of two, without the shoot-out";
    }
    health {
        Goalless GOALLESS_SHARE;
        TieBreak SHOOT_OUT_SHARE;
        RunAway RUN_AWAY;
        Struck SHOOT_OUT_CAPPED;
    }
}

impl Record for FutbolDash {
    const TABLES: Tables = TABLES;

    #[inline]
    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        let counts = &state.counts;
        let seats = &state.seats[..usize::from(rules.players)];
        let goals: i64 = seats.iter().map(|seat| i64::from(seat.goals)).sum();
        let chains: i64 = counts.chains.iter().map(|&number| i64::from(number)).sum();
        let (mut yellow_seats, mut yellow_wins, mut red_seats, mut red_wins) = (0, 0, 0, 0);
        let (mut best, mut second) = (0, 0);
        for (index, seat) in seats.iter().enumerate() {
            let won = i64::from(state.winners == 1 << index);
            if seat.yellows > 0 {
                yellow_seats += 1;
                yellow_wins += won;
            }
            if seat.reds > 0 {
                red_seats += 1;
                red_wins += won;
            }
            if seat.goals > best {
                second = best;
                best = seat.goals;
            } else if seat.goals > second {
                second = seat.goals;
            }
            out.bin(bin::GOALS, i32::from(seat.goals));
        }
        let hits: i64 = counts.hits.iter().map(|&number| i64::from(number)).sum();
        let turned = |shot: Shot| i64::from(counts.turned[shot as usize]);
        let all_turned: i64 = counts.turned.iter().map(|&number| i64::from(number)).sum();
        out.add(column::TURNS, counts.turns);
        out.add(column::GOALS, goals);
        out.add(column::SHOTS, counts.shots);
        out.add(column::SHOOT_OUT_SHARE, counts.shoot_out);
        out.add(column::NO_LEGAL_PLAY_SHARE, counts.no_legal);
        out.add(column::TAKEN, counts.turns - counts.skipped);
        out.add(column::SKIPPED_TURN_SHARE, counts.skipped);
        out.add(column::GOAL_CONVERSION, turned(Shot::Goal));
        out.add(column::OWN_GOAL_SHARE, turned(Shot::OwnGoal));
        out.add(column::CARDS_PER_SHOT, all_turned);
        out.add(column::CORNERS, turned(Shot::Corner));
        out.add(column::OWN_GOALS, turned(Shot::OwnGoal));
        out.add(column::SAVES, turned(Shot::Save));
        out.add(column::MISSES, turned(Shot::Miss));
        out.add(column::PENALTIES, counts.penalties);
        out.add(column::PENALTY_SHOT_SHARE, counts.penalties);
        out.add(column::AP_GAINED, counts.ap_gained);
        out.add(column::AP_PER_SHOT, counts.ap_gained);
        out.add(column::AP_DEFENDED_SHARE, counts.ap_defended);
        out.add(column::AP_OFFSIDE_SHARE, counts.ap_offside);
        out.add(column::AP_SHOT_SHARE, counts.ap_shot);
        out.add(column::FOULS, counts.fouls);
        out.add(column::VARS, counts.vars);
        out.add(column::CARDS_CANCELLED, counts.cancelled);
        out.add(column::CHAINS, chains);
        out.add(column::OFFSIDES, counts.offsides);
        out.add(column::SUBSTITUTIONS, counts.substitutions);
        out.add(column::HALFTIMES, counts.halftimes);
        out.add(column::YELLOWS, counts.yellows);
        out.add(column::REDS, counts.reds);
        out.add(column::YELLOW_SEATS, yellow_seats);
        out.add(column::YELLOW_SEAT_WIN_SHARE, yellow_wins);
        out.add(column::RED_SEATS, red_seats);
        out.add(column::RED_SEAT_WIN_SHARE, red_wins);
        out.add(column::HITS, hits);
        out.add(column::FIRST_SEAT_TARGET_SHARE, counts.hits[0]);
        out.add(column::LAST_SEAT_TARGET_SHARE, counts.hits[seats.len() - 1]);
        out.add(column::DEAD_END_TURNS, counts.dead_end);
        out.add(column::SIMULTANEOUS, counts.simultaneous);
        out.add(column::LEVEL_AT_TOP, counts.level_at_top);
        out.add(column::GOALLESS_SHARE, goals == 0);
        out.add(column::SUDDEN_DEATH_ROUNDS, counts.sudden);
        out.add(column::SHOOT_OUT_RELAYS, counts.relays);
        out.add(column::SHOOT_OUT_CAPPED, counts.shoot_out_capped);
        out.add(column::RESHUFFLES, counts.reshuffles);
        out.add(column::NO_DRAW, counts.no_draw);
        out.add(column::GRID_RELAID, counts.grid_relaid);
        if state.ending == Ending::Won {
            let winner = state.winners.trailing_zeros() as u8;
            out.add(column::DECIDED, 1);
            out.add(column::RUN_AWAY, counts.lead.ran_away(winner, counts.turns));
        }
        out.bin(bin::TURNS, counts.turns as i32);
        if state.ending == Ending::Won {
            out.bin(bin::MARGIN, i32::from(best) - i32::from(second));
        }
        out.bin(bin::TOTAL_GOALS, goals as i32);
        out.bin(bin::SHOTS, counts.shots as i32);
        for (length, &number) in (1..).zip(&counts.chains) {
            out.bins(bin::CHAIN, length, number.into());
        }
        if counts.shoot_out {
            out.bin(bin::SUDDEN_DEATH, counts.sudden as i32);
        }
        if let [first, second] = seats {
            out.bin(bin::SCORELINES, scoreline(i32::from(first.goals), i32::from(second.goals)));
        }
    }

    // Goals and shoot-outs of each seat minus their exact chances, less the
    // mean of its rivals'.
    #[inline]
    fn luck(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        let seats = usize::from(rules.players);
        let own = |seat: usize| state.counts.luck[seat];
        let all: i32 = (0..seats).map(own).sum();
        let less_rivals = |seat: usize| own(seat) - (all - own(seat)) / (seats as i32 - 1);
        std::array::from_fn(|seat| if seat < seats { less_rivals(seat) } else { 0 })
    }

    fn items(rules: &Rules) -> Vec<String> {
        rules.names.clone()
    }

    #[inline]
    fn item(rules: &Rules, state: &State, chosen: Code) -> Option<u8> {
        match state.phase {
            Phase::Play => (chosen < moves::DISCARD).then(|| moves::played(chosen).0),
            Phase::Foul if chosen == 1 => Some(rules.foul_bit.trailing_zeros() as u8),
            Phase::Var if chosen == 1 => Some(rules.var_bit.trailing_zeros() as u8),
            _ => None,
        }
    }

    fn acts(_rules: &Rules) -> Vec<String> {
        ["discard", "exchange no card", "exchange cards", "no Foul", "no V.A.R."].map(String::from).to_vec()
    }

    fn act(_rules: &Rules, state: &State, chosen: Code) -> Option<u8> {
        Some(match state.phase {
            Phase::Play | Phase::Discard => 0,
            Phase::Substitute => {
                u8::from(moves::exchanged(chosen).iter().any(|&kind| kind != moves::NONE)) + 1
            }
            Phase::Foul => 3,
            Phase::Var => 4,
            Phase::Over => return None,
        })
    }

    fn standing(rules: &Rules, state: &State) -> Option<[i32; MAX_SEATS]> {
        Some(Self::outcome(rules, state).score)
    }

    fn tell(_rules: &Rules, view: <Self as Sight>::View<'_>, seen: &mut Seen) {
        view.tell(seen);
    }

    fn describe(rules: &Rules, state: &State, chosen: Code) -> String {
        words::describe(rules, state, chosen)
    }
}
