//! The shot cards: turning them up, what they score.

use super::super::rules::Grid;
use super::super::state::PLACES;
use super::super::switches::OwnGoal;
use super::shootout::seats_of;
use super::{Next, Table, counted, seat_name};
use crate::chance::{Chance, Source};
use crate::game::LUCK;
use crate::watch::{Topic, Watch};

/// A shot card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Shot {
    Goal,
    Save,
    Miss,
    Corner,
    OwnGoal,
}

/// All of them, by position in a [`Grid`].
pub(in super::super) const SHOTS: [Shot; 5] =
    [Shot::Goal, Shot::Save, Shot::Miss, Shot::Corner, Shot::OwnGoal];

impl Shot {
    /// As printed on the card.
    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            Self::Goal => "Goal",
            Self::Save => "Save",
            Self::Miss => "Miss",
            Self::Corner => "Corner Kick",
            Self::OwnGoal => "Own Goal",
        }
    }
}

/// Cards left in a grid.
#[inline]
pub(in super::super) fn left(grid: Grid) -> u32 {
    grid.iter().map(|&cards| u32::from(cards)).sum()
}

/// FD-SHOT-03: turns up one card of a grid that is not empty, each equally
/// likely.
#[inline]
pub(in super::super) fn turn_up<C: Chance>(grid: &mut Grid, source: Source, chance: &mut C) -> Shot {
    let kind = chance.kind(source, grid);
    grid[kind] -= 1;
    SHOTS[kind]
}

impl<C: Chance, W: Watch> Table<'_, C, W> {
    /// FD-SHOT-03, FD-SHOT-07, FD-SHOT-11: cards are turned up until one is
    /// not a Corner. `None` if the grid is empty and that fails the shot.
    pub(in super::super) fn turn_up_shot(&mut self, shooter: u8) -> Option<Shot> {
        loop {
            if left(self.state.grid) == 0 {
                if self.rules.empty_grid_fails {
                    self.say(Topic::Effect, shooter, || "No shot card is left: no goal.".to_owned());
                    return None;
                }
                self.state.counts.grid_relaid += 1;
                self.state.grid = self.rules.grid;
                for seat in &mut self.state.seats {
                    seat.turned = Grid::default();
                }
                self.watch.say(Topic::Dice, None, || "All shot cards are laid out anew.".to_owned());
            }
            let shot = turn_up(&mut self.state.grid, Source::seat(shooter), self.chance);
            self.state.seat_mut(shooter).turned[shot as usize] += 1;
            self.state.counts.turned[shot as usize] += 1;
            self.say(Topic::Dice, shooter, || format!("{} shoots: {}.", seat_name(shooter), shot.name()));
            if shot != Shot::Corner {
                return Some(shot);
            }
        }
    }

    /// FD-SHOT-01…10, and the end of a regular match.
    pub(in super::super) fn shoot(&mut self, shooter: u8) -> Next {
        let ap = self.state.seat(shooter).ap;
        self.state.counts.shots += 1;
        self.state.counts.ap_shot += u32::from(ap);
        self.expect_shot(shooter);
        let result = self.turn_up_shot(shooter);
        if self.rules.shots_return {
            self.state.grid = self.rules.grid;
            for seat in &mut self.state.seats {
                seat.turned = Grid::default();
            }
        }
        match result {
            Some(Shot::Goal) => self.score(shooter),
            Some(Shot::OwnGoal) => self.own_goal(shooter),
            _ => {}
        }
        if matches!(result, Some(Shot::Goal | Shot::OwnGoal)) {
            let goals = self.state.seats[..usize::from(self.rules.players)].iter().map(|seat| seat.goals);
            self.state.counts.lead.note(self.state.counts.turns, goals);
        }
        let kept = match result {
            Some(Shot::Save | Shot::Miss) if self.rules.miss_keeps => ap.min(5),
            _ => 0,
        };
        self.state.clear_front(shooter, kept);
        if kept > 0 {
            self.say(Topic::Effect, shooter, || {
                format!("{} keeps {}.", seat_name(shooter), counted(kept.into(), "attack point"))
            });
        }
        if self.rules.express { Next::Played } else { self.check_goals(shooter) }
    }

    /// Books what the coming shot is worth on average: the first card that is
    /// not a Corner is each of those that are left with equal chance.
    fn expect_shot(&mut self, shooter: u8) {
        let mut grid = self.state.grid;
        let deciding = |grid: Grid| left(grid) - u32::from(grid[Shot::Corner as usize]);
        if deciding(grid) == 0 {
            if self.rules.empty_grid_fails {
                return;
            }
            grid = self.rules.grid;
        }
        let share = |shot: Shot, among: u32| {
            let cases = deciding(grid) * among;
            ((LUCK as u32 * u32::from(grid[shot as usize]) + cases / 2) / cases) as i32
        };
        self.lucky(shooter, -share(Shot::Goal, 1));
        match self.rules.own_goal {
            OwnGoal::AllOpponents => {
                for seat in (0..self.rules.players).filter(|&seat| seat != shooter) {
                    self.lucky(seat, -share(Shot::OwnGoal, 1));
                }
            }
            OwnGoal::LeaderOnly => {
                let leaders = self.leaders(shooter);
                for seat in seats_of(leaders) {
                    self.lucky(seat, -share(Shot::OwnGoal, leaders.count_ones()));
                }
            }
            OwnGoal::MinusOne => {
                let has_any = self.state.seat(shooter).goals > 0;
                self.lucky(shooter, if has_any { share(Shot::OwnGoal, 1) } else { 0 });
            }
        }
    }

    /// Adds to a seat's luck.
    #[inline]
    pub(in super::super) fn lucky(&mut self, seat: u8, luck: i32) {
        self.state.counts.luck[usize::from(seat) % PLACES] += luck;
    }

    /// The opponents with the most goals, as bits.
    fn leaders(&self, shooter: u8) -> u8 {
        let opponents = (0..self.rules.players).filter(|&seat| seat != shooter);
        let most = opponents.clone().map(|seat| self.state.seat(seat).goals).max().unwrap_or(0);
        let leads = |seat: &u8| self.state.seat(*seat).goals == most;
        opponents.filter(leads).fold(0, |leaders, seat| leaders | 1 << seat)
    }

    fn score(&mut self, seat: u8) {
        let player = self.state.seat_mut(seat);
        player.goals = player.goals.saturating_add(1);
        let goals = player.goals;
        self.lucky(seat, LUCK);
        self.say(Topic::Effect, seat, || format!("Goal for {}, who has {goals} now.", seat_name(seat)));
    }

    /// FD-SHOT-08.
    fn own_goal(&mut self, shooter: u8) {
        let players = self.rules.players;
        match self.rules.own_goal {
            OwnGoal::AllOpponents => {
                for seat in (0..players).filter(|&seat| seat != shooter) {
                    self.score(seat);
                }
            }
            OwnGoal::LeaderOnly => {
                let leaders = self.leaders(shooter);
                let number = leaders.count_ones();
                let lot = if number > 1 { self.chance.below(Source::TABLE, number) } else { 0 };
                let lucky = seats_of(leaders).nth(lot as usize);
                self.score(lucky.expect("a shooter has an opponent"));
            }
            OwnGoal::MinusOne => {
                let player = self.state.seat_mut(shooter);
                let lost = u8::from(player.goals > 0);
                player.goals -= lost;
                let goals = player.goals;
                self.lucky(shooter, -LUCK * i32::from(lost));
                self.say(Topic::Effect, shooter, || {
                    format!("{} loses a goal and has {goals} now.", seat_name(shooter))
                });
            }
        }
    }
}
