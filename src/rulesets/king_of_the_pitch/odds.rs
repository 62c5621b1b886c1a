//! Exact values: matches, set-up, first King, fewest chips.

use super::data::POSITIONS;
use super::dice::{LEVELS, TieBreak, VarScope};
use super::rules::Rules;
use super::state::{BONUSES, MATCHES, VARS};
use super::switches::EventRecycle;
use crate::chance::{Chance, Fraction, Lottery, Source, enumerate};
use crate::odds::{Cell, OddsTable};

/// Probability that the challenger at `levels[0]` beats the King.
#[must_use]
pub fn challenger_wins(rules: &Rules, levels: [u8; 2], var: [bool; 2]) -> Fraction {
    rules.book.chances.chances(levels, var).first_wins(rules.book.dice.law.tie)
}

/// What the match table computes under the switches in force.
fn match_caption(rules: &Rules) -> String {
    let law = rules.book.dice.law;
    let var = match law.scope {
        VarScope::LowestDie => "",
        VarScope::AnyOneDie => {
            " V.A.R. rolls again the one die most likely to beat the dice on the table (all dice cancelling \
             counts half; among equals the lowest die), whether or not the other side has V.A.R. too."
        }
        VarScope::AllDice => " V.A.R. rolls all dice of a team again.",
    };
    let tie = match law.tie {
        TieBreak::ShootOut => "a shoot-out counts one half for each",
        TieBreak::KingKeeps => "if all dice cancel, the King wins",
        TieBreak::ChallengerWins => "if all dice cancel, the challenger wins",
    };
    format!(
        "Match between team a (the challenger) and team b (the King) at these levels, with and without \
         V.A.R.; {tie}.{var}"
    )
}

/// Every match between two levels.
#[must_use]
pub fn matches(rules: &Rules) -> OddsTable {
    let shoot_out = rules.book.dice.law.tie == TieBreak::ShootOut;
    let mut rows = Vec::new();
    for a in 0..LEVELS.len() as u8 {
        for b in 0..LEVELS.len() as u8 {
            for var in [[false, false], [true, false], [false, true], [true, true]] {
                let wins = challenger_wins(rules, [a, b], var);
                let cancelled = rules.book.chances.chances([a, b], var).all_cancel();
                rows.push(vec![
                    LEVELS[usize::from(a)].into(),
                    LEVELS[usize::from(b)].into(),
                    var[0].into(),
                    var[1].into(),
                    wins.into(),
                    wins.complement().into(),
                    if shoot_out { cancelled } else { Fraction::ZERO }.into(),
                    Cell::Fraction(wins),
                ]);
            }
        }
    }
    OddsTable {
        name: "match".into(),
        caption: match_caption(rules),
        columns: vec!["a", "b", "var_a", "var_b", "p_a_wins", "p_b_wins", "p_shootout", "fraction"],
        rows,
    }
}

/// Probability that a uniformly drawn row of `size` cards holds no MATCH, and
/// the mean number of MATCH cards in it.
fn first_row(matches: u32, others: u32, size: u8) -> (Fraction, Fraction) {
    let by_count = enumerate(|chance| {
        let mut left = [matches, others];
        let mut found = 0_u8;
        for _ in 0..size {
            let drawn = chance.lottery(Source::DEAL, &Lottery::new(&left));
            left[usize::from(drawn)] -= 1;
            found += u8::from(drawn == 0);
        }
        found
    });
    let none = by_count.get(&0).copied().unwrap_or(Fraction::ZERO);
    let mean = by_count.iter().map(|(&count, &p)| Fraction::new(u128::from(count), 1) * p).sum();
    (none, mean)
}

/// The deck and the first row.
#[must_use]
pub fn set_up(rules: &Rules) -> OddsTable {
    let mut rows = Vec::new();
    for players in 2..=5_u32 {
        let teams = &rules.start.teams[..players as usize];
        let laid = |kind: usize| teams.iter().map(|team| u32::from(team.cards[kind])).sum::<u32>();
        let mut events = rules.decks[players as usize - 2].map(u32::from);
        // What is dealt or given leaves the deck smaller before the first row is
        // laid.
        for (events, kind) in events.iter_mut().zip([MATCHES, VARS, BONUSES]) {
            *events -= laid(kind);
        }
        let [matches, vars, bonuses, _] = events;
        let left = u32::from(rules.player_cards - rules.dealt[players as usize - 2]);
        let transfers = u32::from(rules.components.tables[players as usize - 2].events[3]);
        let deck = left + events.iter().sum::<u32>();
        let (none, mean) = first_row(matches, deck - matches, rules.line);
        let before: u32 = teams.iter().map(|team| u32::from(team.victories)).sum();
        let most = players * (u32::from(rules.wins) - 1) + 1 - before;
        // MATCH cards that never come back bound it too.
        let most = match rules.event_recycle {
            EventRecycle::Yes => most,
            EventRecycle::No => most.min(matches + laid(MATCHES)),
        };
        rows.push(vec![
            Cell::Int(i64::from(players)),
            Cell::Int(i64::from(deck)),
            Cell::Int(i64::from(left + matches + vars + bonuses + transfers)),
            Cell::Int(i64::from(matches)),
            Fraction::new(u128::from(matches), u128::from(deck)).into(),
            Fraction::new(u128::from(left), u128::from(deck)).into(),
            none.complement().into(),
            Cell::Mean(mean),
            Cell::Int(i64::from(most)),
        ]);
    }
    OddsTable {
        name: "set-up".into(),
        caption: "Deck and first row by number of players; the most matches that can be played.".into(),
        columns: vec![
            "players",
            "deck",
            "deck_with_captains",
            "match_cards",
            "p_free_is_match",
            "p_free_is_player",
            "p_row_has_match",
            "mean_matches_in_row",
            "most_matches",
        ],
        rows,
    }
}

/// One roll for the first King: which of `rollers` (a set of seats) share the
/// highest d6 and roll again (KOP-SETUP-12, -13).
pub fn first_rollers<C: Chance>(rollers: u8, chance: &mut C) -> u8 {
    let (mut best, mut highest) = (0, 0);
    for seat in (0..8).filter(|seat| rollers >> seat & 1 == 1) {
        let face = chance.die(Source::seat(seat), 6);
        if face > highest {
            (best, highest) = (0, face);
        }
        best |= u8::from(face == highest) << seat;
    }
    best
}

/// Results of one roll for the first King by the number that share the
/// highest face and whether seat 0 is among them.
fn first_roll(players: u8) -> Vec<((u8, bool), Fraction)> {
    let all = (1 << players) - 1;
    let by_set = enumerate(|chance| {
        let best = first_rollers(all, chance);
        (best.count_ones() as u8, best & 1 == 1)
    });
    by_set.into_iter().collect()
}

/// Probability that seat 0 is the first King among `players`: the sum over
/// what the roll leaves, solved for the case that all roll again.
pub fn seat_is_first(players: u8) -> Fraction {
    if players == 1 {
        return Fraction::ONE;
    }
    let mut sum = Fraction::ZERO;
    let mut again = Fraction::ZERO;
    for ((left, among), p) in first_roll(players) {
        if among && left == players {
            again = p;
        } else if among {
            sum = sum + p * seat_is_first(left);
        }
    }
    let settled = again.complement();
    sum * Fraction::new(settled.denominator(), settled.numerator())
}

/// The roll for the first King.
#[must_use]
pub fn first_king() -> OddsTable {
    let row = |players: u8| {
        let decided = first_roll(players).into_iter().filter(|((left, _), _)| *left == 1).map(|(_, p)| p);
        vec![Cell::Int(i64::from(players)), Cell::Chance(decided.sum()), Cell::Chance(seat_is_first(players))]
    };
    OddsTable {
        name: "first-king".into(),
        caption: "The roll for the first King: decided at once, and won by one given player.".into(),
        columns: vec!["players", "p_decided_at_once", "p_given_player"],
        rows: (2..=5).map(row).collect(),
    }
}

/// Fewest chips (colours up to `dearest`) that bring both columns to `target`
/// points; `None` if eleven cannot.
#[must_use]
pub fn fewest(rules: &Rules, dearest: usize, target: u8) -> Option<u32> {
    let goal = usize::from(target);
    let size = goal + 1;
    // Fewest chips by points of both columns, each counted up to the target.
    let mut best = vec![None; size * size];
    best[0] = Some(0);
    for position in 0..POSITIONS {
        let before = best.clone();
        for chip in 1..=dearest {
            let points = rules.points[chip][position];
            let (defence, attack) = (usize::from(points & 255), usize::from(points >> 8));
            for (cell, chips) in before.iter().enumerate().filter_map(|(cell, chips)| Some((cell, (*chips)?)))
            {
                let reached = (cell / size + defence).min(goal) * size + (cell % size + attack).min(goal);
                best[reached] = Some(best[reached].map_or(chips + 1, |least: u32| least.min(chips + 1)));
            }
        }
    }
    best[goal * size + goal]
}

/// The fewest chips of each level.
#[must_use]
pub fn fewest_chips(rules: &Rules) -> OddsTable {
    let cell = |dearest, target| match fewest(rules, dearest, target) {
        Some(chips) => Cell::Int(i64::from(chips)),
        None => Cell::Text("impossible".into()),
    };
    let rows = (1..LEVELS.len()).map(|level| {
        let points = rules.thresholds[level];
        vec![
            LEVELS[level].into(),
            Cell::Int(i64::from(points)),
            cell(3, points),
            cell(2, points),
            cell(1, points),
        ]
    });
    OddsTable {
        name: "fewest-chips".into(),
        caption: "Fewest chips that bring both columns to a level, without captains.".into(),
        columns: vec!["level", "points", "any_colour", "without_gold", "bronze_only"],
        rows: rows.collect(),
    }
}
