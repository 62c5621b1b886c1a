//! A plan that is played in steps: as far as the question needs and no
//! further.

use crate::campaign::{self, Campaign, Hall, Played, Share};
use crate::estimates::{self, ArmResult, Manner, Watched};
use crate::scenario::{Length, Plan};
use crate::settings::Fault;
use crate::tally::Shape;

/// A plan with what has been played of it so far.
///
/// Its games are those that `run` plays of the same plan: game `i` of an arm
/// is a pure function of seed, pairing key and `i`, so a table can go on where
/// it stopped and two tables of one plan agree to the last bit.
pub struct Table {
    /// What is played; its length is what the table has been asked for.
    pub plan: Plan,
    played: Vec<Played>,
    shapes: Vec<Shape>,
}

impl Table {
    /// A table on which nothing has been played.
    ///
    /// # Errors
    /// When an arm does not compile.
    pub fn new(plan: Plan) -> Result<Self, Vec<Fault>> {
        let shapes = plan.shapes()?;
        Ok(Self { plan, played: Vec::new(), shapes })
    }

    /// Plays on until every arm has at least `games` games (rounded up to
    /// whole blocks) or the hall closes. Returns whether it got there.
    ///
    /// # Errors
    /// When an arm does not compile.
    pub fn play_to(&mut self, games: u64, hall: &Hall<'_>) -> Result<bool, Vec<Fault>> {
        self.plan.length = Length::Games(games);
        let before = std::mem::take(&mut self.played);
        let campaign = campaign::run(&self.plan, &Watched(&self.plan), Share::WHOLE, before, hall)?;
        let Campaign { arms, ended, .. } = campaign;
        self.played = arms;
        Ok(ended == campaign::Ended::Complete)
    }

    /// What each arm has played.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// Shape of each arm's tally and names of its items.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Least number of games that an arm has played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.played.iter().map(|played| played.tally.games).min().unwrap_or(0)
    }

    /// Games of all arms together.
    #[must_use]
    pub fn all_games(&self) -> u64 {
        self.played.iter().map(|played| played.tally.games).sum()
    }

    /// Everything estimated about every arm. `manner` must be always-valid
    /// when the table may stop, or has stopped, on what was seen.
    #[must_use]
    pub fn results(&self, manner: Manner) -> Vec<ArmResult> {
        if self.played.is_empty() {
            return Vec::new();
        }
        estimates::estimate(&self.plan, &self.shapes, &self.played, manner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::stats::Method;
    use std::sync::atomic::AtomicBool;

    fn plan() -> Plan {
        let text = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n[vary]\nhalftimes = [0]\n";
        crate::scenario::sample(text)
    }

    #[test]
    fn a_table_played_in_steps_equals_one_played_at_once() {
        let stop = AtomicBool::new(false);
        let hall = Hall::new(&stop, &|_| {});
        let (mut steps, mut once) = (Table::new(plan()).unwrap(), Table::new(plan()).unwrap());
        for games in [10, 11, 64, 200] {
            assert!(steps.play_to(games, &hall).unwrap());
        }
        assert!(once.play_to(200, &hall).unwrap());
        assert_eq!(steps.played(), once.played());
        assert_eq!((once.games(), once.all_games()), (200, 400));
        let manner = Manner { level: 0.95, always: true, tightest: 100 };
        let results = once.results(manner);
        let difference = results[1].called("turns-per-game").unwrap().difference.as_ref().unwrap();
        assert_eq!(difference.estimate.method, Method::PairedAsymptoticCs);
    }
}
