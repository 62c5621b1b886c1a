//! What the matches of a game add up to.

use super::sides::Match;
use super::squads::{Squad, Tier};
use crate::chance::MAX_SEATS;

/// Longest match told apart in the histogram of turns.
pub(super) const MOST_TURNS: usize = 80;
/// Most goals told apart.
pub(super) const MOST_GOALS: usize = 32;

/// Matches by their turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turns(pub [u16; MOST_TURNS]);

impl Default for Turns {
    fn default() -> Self {
        Self([0; MOST_TURNS])
    }
}

/// What the matches played so far add to the tally.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    pub matches: u16,
    pub turns: u32,
    pub goals: u32,
    pub draws: u16,
    pub shots: u32,
    pub saves: u32,
    pub answers: u32,
    pub yellows: u32,
    pub reds: u32,
    pub substitutions: u32,
    pub home_used: u32,
    pub lamps: u32,
    pub last_men: u32,
    pub team_stars: u32,
    pub starter_wins: u16,
    pub second_wins: u16,
    pub goalless: u16,
    /// Matches whose winner was ahead from before half of the turns on.
    pub run_away: u16,
    pub home_matches: u16,
    pub home_wins: u16,
    pub away_wins: u16,
    pub home_goals: u32,
    pub away_goals: u32,
    pub mixed: u16,
    pub pro_wins: u16,
    pub elite_wins: u16,
    pub pro_goals: u32,
    pub elite_goals: u32,
    pub shoot_outs: u16,
    pub kicks: u32,
    pub extra_hands: u16,
    pub replays: u16,
    /// Players missing a match through suspension, and their stars.
    pub suspended: u32,
    pub suspended_stars: u32,
    /// Sides that played without a suspended player or with all, their points
    /// (win 3, draw 1).
    pub sides_short: u32,
    pub points_short: u32,
    pub sides_full: u32,
    pub points_full: u32,
    /// Luck of each Boss ([`Match::luck`]).
    pub luck: [i32; MAX_SEATS],
    pub scored: [u16; MAX_SEATS],
    pub turns_per_match: Turns,
    pub goals_per_side: [u16; MOST_GOALS],
    pub margins: [u16; MOST_GOALS],
}

impl Counts {
    /// Adds the match to the counters. A shoot-out names who goes through, but
    /// the match stays drawn (TVS-PEN-02).
    pub(super) fn add(&mut self, game: &Match, squads: [&Squad; 2]) {
        let tiers = squads.map(Squad::tier);
        let counts = self;
        let goals = [0, 1].map(|side: usize| game.sides[side].open.goals);
        let won = (goals[0] != goals[1]).then(|| usize::from(goals[1] > goals[0]));
        counts.matches += 1;
        counts.turns += u32::from(game.turns);
        counts.turns_per_match.0[usize::from(game.turns).min(MOST_TURNS - 1)] += 1;
        counts.margins[usize::from(goals[0].abs_diff(goals[1])).min(MOST_GOALS - 1)] += 1;
        counts.goalless += u16::from(goals == [0, 0]);
        let ran_away = won.is_some_and(|side| game.lead.ran_away(side as u8, u32::from(game.turns)));
        counts.run_away += u16::from(ran_away);
        match won {
            None => counts.draws += 1,
            Some(side) if side == usize::from(game.starter) => counts.starter_wins += 1,
            Some(_) => counts.second_wins += 1,
        }
        if game.has_home {
            counts.home_matches += 1;
            counts.home_goals += u32::from(goals[0]);
            counts.away_goals += u32::from(goals[1]);
            counts.home_wins += u16::from(won == Some(0));
            counts.away_wins += u16::from(won == Some(1));
        }
        let pro = match tiers {
            [Tier::Pro, Tier::Elite] => Some(0),
            [Tier::Elite, Tier::Pro] => Some(1),
            _ => None,
        };
        if let Some(pro) = pro {
            counts.mixed += 1;
            counts.pro_goals += u32::from(goals[pro]);
            counts.elite_goals += u32::from(goals[1 - pro]);
            counts.pro_wins += u16::from(won == Some(pro));
            counts.elite_wins += u16::from(won == Some(1 - pro));
        }
        for (side, squad) in squads.into_iter().enumerate() {
            let open = &game.sides[side].open;
            counts.luck[usize::from(open.boss)] += if side == 0 { game.luck } else { -game.luck };
            counts.goals += u32::from(open.goals);
            counts.goals_per_side[usize::from(open.goals).min(MOST_GOALS - 1)] += 1;
            counts.scored[usize::from(open.boss)] += u16::from(open.goals);
            counts.shots += u32::from(open.shots);
            counts.saves += u32::from(open.saves);
            counts.answers += u32::from(open.answers);
            counts.yellows += u32::from(open.yellows);
            counts.reds += u32::from(open.reds);
            counts.substitutions += u32::from(open.substitutions);
            counts.home_used += u32::from(open.home_used);
            counts.lamps += u32::from(open.lamps);
            counts.last_men += u32::from(open.last_men);
            counts.team_stars += u32::from(open.stars);
            let points = match won {
                Some(winner) if winner == side => 3,
                Some(_) => 0,
                None => 1,
            };
            if open.suspended == 0 {
                counts.sides_full += 1;
                counts.points_full += points;
            } else {
                counts.sides_short += 1;
                counts.points_short += points;
                counts.suspended += open.suspended.count_ones();
                counts.suspended_stars += u32::from(squad.stars_of(open.suspended));
            }
        }
    }
}
