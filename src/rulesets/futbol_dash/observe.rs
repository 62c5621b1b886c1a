//! What a finished match adds to a tally.

use super::play::shots::Shot;
use super::rules::Rules;
use super::state::{Ending, State};
use crate::chance::MAX_SEATS;
use crate::game::{Bin, Column, Metric, Observe, Over, Unit, distributions, scoreline};

const fn number(name: &'static str, over: Over, definition: &'static str) -> Metric {
    Metric { name, definition, over, unit: Unit::Number }
}

const fn share(name: &'static str, over: Over, definition: &'static str) -> Metric {
    Metric { name, definition, over, unit: Unit::Share }
}

/// Positions that other metrics are divided by.
pub(super) const TURNS: usize = 0;
pub(super) const SHOTS: usize = 2;
pub(super) const TAKEN: usize = 5;
pub(super) const AP_GAINED: usize = 16;
pub(super) const YELLOW_SEATS: usize = 30;
pub(super) const RED_SEATS: usize = 32;
pub(super) const HITS: usize = 34;

/// Every metric; [`observe`] adds in the same order.
pub(super) const METRICS: &[Metric] = &[
    number(
        "turns-per-game",
        Over::Games,
        "turns of all players, skipped and deciding ones included, per game",
    ),
    number("goals", Over::Games, "goals of all seats without those of a shoot-out, per game"),
    number("shots", Over::Games, "shots of all seats, per game"),
    share("shoot-out-share", Over::Games, "games decided by a penalty shoot-out, over all games"),
    share(
        "no-legal-play-share",
        Over::Sum(Column::at(TAKEN)),
        "turns without a legal card to play, over turns really taken",
    ),
    number("turns-taken", Over::Games, "turns not skipped by a Yellow Card, per game"),
    share("skipped-turn-share", Over::Sum(Column::at(TURNS)), "turns skipped by a Yellow Card, over all turns"),
    share("goal-conversion", Over::Sum(Column::at(SHOTS)), "shots that ended with a Goal card, over shots"),
    share("own-goal-share", Over::Sum(Column::at(SHOTS)), "shots that ended with an Own Goal, over shots"),
    number("cards-per-shot", Over::Sum(Column::at(SHOTS)), "shot cards turned up, per shot"),
    number("corners", Over::Games, "Corner Kicks turned up, per game"),
    number("own-goals", Over::Games, "Own Goals turned up, per game"),
    number("saves", Over::Games, "Saves turned up, per game"),
    number("misses", Over::Games, "Misses turned up, per game"),
    number("penalties", Over::Games, "Penalty cards that gave a shot, per game"),
    share("penalty-shot-share", Over::Sum(Column::at(SHOTS)), "shots given by a Penalty card, over shots"),
    number("ap-gained", Over::Games, "attack points added by offensive cards, per game"),
    number("ap-per-shot", Over::Sum(Column::at(SHOTS)), "attack points added by offensive cards, per shot"),
    share(
        "ap-defended-share",
        Over::Sum(Column::at(AP_GAINED)),
        "attack points taken away by defensive cards, over attack points added",
    ),
    share(
        "ap-offside-share",
        Over::Sum(Column::at(AP_GAINED)),
        "attack points taken away by Offside, over attack points added",
    ),
    share(
        "ap-shot-share",
        Over::Sum(Column::at(AP_GAINED)),
        "attack points standing when a shot was taken, over attack points added",
    ),
    number("fouls", Over::Games, "Foul cards played, per game"),
    number("vars", Over::Games, "V.A.R. cards played, per game"),
    number("cards-cancelled", Over::Games, "laid cards that were cancelled, per game"),
    number("chains", Over::Games, "chains of Foul and V.A.R. cards, per game"),
    number("offsides", Over::Games, "Offside cards that took effect, per game"),
    number("substitutions", Over::Games, "Substitution cards that took effect, per game"),
    number("halftimes", Over::Games, "Halftime cards that took effect, per game"),
    number("yellows", Over::Games, "Yellow Cards that took effect, per game"),
    number("reds", Over::Games, "Red Cards that took effect, per game"),
    number("yellow-seats", Over::Games, "seats that received a Yellow Card in the match, per game"),
    share(
        "yellow-seat-win-share",
        Over::Sum(Column::at(YELLOW_SEATS)),
        "seats that received a Yellow Card and won alone, over seats that received one",
    ),
    number("red-seats", Over::Games, "seats that received a Red Card, per game"),
    share(
        "red-seat-win-share",
        Over::Sum(Column::at(RED_SEATS)),
        "seats that received a Red Card and won alone, over seats that received one",
    ),
    number(
        "targeted-cards",
        Over::Games,
        "defensive cards, Offsides, Yellow and Red Cards in effect, per game",
    ),
    share("first-seat-target-share", Over::Sum(Column::at(HITS)), "targeted cards aimed at the first seat, over all"),
    share("last-seat-target-share", Over::Sum(Column::at(HITS)), "targeted cards aimed at the last seat, over all"),
    share(
        "dead-end-turns",
        Over::Sum(Column::at(TAKEN)),
        "turns taken one attack point short of a shot without Penalty in hand, over turns really taken",
    ),
    share(
        "simultaneous",
        Over::Games,
        "games in which several seats reached the goals at once, over all games",
    ),
    share(
        "level-at-top",
        Over::Games,
        "games that ended with the deck and several seats level at the top before the shoot-out, over all games",
    ),
    share("goalless-share", Over::Games, "games without a goal before any shoot-out, over all games"),
    number("sudden-death-rounds", Over::Games, "sudden-death rounds of shoot-outs, per game"),
    number("shoot-out-relays", Over::Games, "shoot-out grids laid anew, per game"),
    share(
        "shoot-out-capped",
        Over::Games,
        "shoot-outs settled by a fair draw after 1000 rounds, over all games",
    ),
    number("reshuffles", Over::Games, "discard piles shuffled into a new deck (Halftime apart), per game"),
    number("no-draw", Over::Games, "draws left out because deck and discard pile were empty, per game"),
    number("grid-relaid", Over::Games, "shot grids laid anew because they were empty, per game"),
];

distributions! {
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

/// Goals and shoot-outs of each seat minus their exact chances, less the mean
/// of its rivals'.
pub(super) fn luck(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
    let seats = usize::from(rules.players);
    let own = |seat: usize| state.counts.luck[seat];
    let all: i32 = (0..seats).map(own).sum();
    let less_rivals = |seat: usize| own(seat) - (all - own(seat)) / (seats as i32 - 1);
    std::array::from_fn(|seat| if seat < seats { less_rivals(seat) } else { 0 })
}

/// Writes a finished match into the tally.
#[inline]
pub(super) fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
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
        out.bin(Bin::at(bin::GOALS), i32::from(seat.goals));
    }
    let hits: i64 = counts.hits.iter().map(|&number| i64::from(number)).sum();
    let turned = |shot: Shot| i64::from(counts.turned[shot as usize]);
    let all_turned: i64 = counts.turned.iter().map(|&number| i64::from(number)).sum();
    let amounts: [i64; METRICS.len()] = [
        i64::from(counts.turns),
        goals,
        i64::from(counts.shots),
        i64::from(counts.shoot_out),
        i64::from(counts.no_legal),
        i64::from(counts.turns - counts.skipped),
        i64::from(counts.skipped),
        turned(Shot::Goal),
        turned(Shot::OwnGoal),
        all_turned,
        turned(Shot::Corner),
        turned(Shot::OwnGoal),
        turned(Shot::Save),
        turned(Shot::Miss),
        i64::from(counts.penalties),
        i64::from(counts.penalties),
        i64::from(counts.ap_gained),
        i64::from(counts.ap_gained),
        i64::from(counts.ap_defended),
        i64::from(counts.ap_offside),
        i64::from(counts.ap_shot),
        i64::from(counts.fouls),
        i64::from(counts.vars),
        i64::from(counts.cancelled),
        chains,
        i64::from(counts.offsides),
        i64::from(counts.substitutions),
        i64::from(counts.halftimes),
        i64::from(counts.yellows),
        i64::from(counts.reds),
        yellow_seats,
        yellow_wins,
        red_seats,
        red_wins,
        hits,
        i64::from(counts.hits[0]),
        i64::from(counts.hits[seats.len() - 1]),
        i64::from(counts.dead_end),
        i64::from(counts.simultaneous),
        i64::from(counts.level_at_top),
        i64::from(goals == 0),
        i64::from(counts.sudden),
        i64::from(counts.relays),
        i64::from(counts.shoot_out_capped),
        i64::from(counts.reshuffles),
        i64::from(counts.no_draw),
        i64::from(counts.grid_relaid),
    ];
    for (metric, amount) in amounts.into_iter().enumerate() {
        out.add(Column::at(metric), amount);
    }
    out.bin(Bin::at(bin::TURNS), counts.turns as i32);
    if state.ending == Ending::Won {
        out.bin(Bin::at(bin::MARGIN), i32::from(best) - i32::from(second));
    }
    out.bin(Bin::at(bin::TOTAL_GOALS), goals as i32);
    out.bin(Bin::at(bin::SHOTS), counts.shots as i32);
    for (length, &number) in (1..).zip(&counts.chains) {
        for _ in 0..number {
            out.bin(Bin::at(bin::CHAIN), length);
        }
    }
    if counts.shoot_out {
        out.bin(Bin::at(bin::SUDDEN_DEATH), counts.sudden as i32);
    }
    if let [first, second] = seats {
        out.bin(Bin::at(bin::SCORELINES), scoreline(i32::from(first.goals), i32::from(second.goals)));
    }
}
