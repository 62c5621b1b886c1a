//! Points of a space as tables that can be played on, all on one luck.

use std::collections::BTreeMap;

use super::{Measured, Question, target};
use crate::estimates::{ArmResult, Manner};
use crate::lab::{Hall, Table};
use crate::settings::Fault;
use crate::stats::{Estimate, Method};
use crate::verdict::Health;

/// Errors of the search, as a part of the error allowed: the rest is the
/// confirmation's. See [`super::confirm::CROSSING_SHARE`].
const SEARCH_SHARE: f64 = 0.2;
/// What is added to the loss of what must not be printed: more than any target
/// is missed by.
const ILL: f64 = 1e9;

/// The points measured so far.
pub struct Field<'a> {
    question: &'a Question,
    hall: &'a Hall<'a>,
    manner: Manner,
    tables: BTreeMap<usize, Table>,
    latest: BTreeMap<usize, Measured>,
    barred: BTreeMap<usize, Vec<Fault>>,
    /// Whether the point that was measured first, the printed game if it is
    /// among them, is ill, bot by bot.
    first_ill: Option<Vec<bool>>,
}

impl<'a> Field<'a> {
    /// Nothing measured. `together` intervals are to hold together; they are
    /// narrowest where a quarter of the budget has gone to one point.
    pub fn new(question: &'a Question, hall: &'a Hall<'a>, together: usize, budget: u64) -> Self {
        let error = (1.0 - question.plan.level) * SEARCH_SHARE / together.max(1) as f64;
        let rotations = u64::from(question.tuned().rotations());
        let manner = Manner { level: 1.0 - error, always: true, tightest: (budget / 4 / rotations).max(100) };
        Self {
            question,
            hall,
            manner,
            tables: BTreeMap::new(),
            latest: BTreeMap::new(),
            barred: BTreeMap::new(),
            first_ill: None,
        }
    }

    /// Whether a point can't be played.
    pub fn barred(&mut self, point: usize) -> bool {
        if self.tables.contains_key(&point) {
            return false;
        }
        if !self.barred.contains_key(&point) {
            let question = self.question;
            let arms = question.bots.iter().map(|bot| question.space.arm(bot, point)).collect();
            let table = Result::and_then(arms, |arms| Table::new(question.plan_of(arms, question.plan.seed)));
            match table {
                Ok(table) => {
                    self.tables.insert(point, table);
                    return false;
                }
                Err(faults) => self.barred.insert(point, faults),
            };
        }
        true
    }

    /// Plays a point on to so many games; `None` when play was stopped or the
    /// point can't be played.
    pub fn measure(&mut self, point: usize, games: u64) -> Option<&Measured> {
        if self.barred(point) {
            return None;
        }
        let table = self.tables.get_mut(&point)?;
        if table.games() < games {
            match table.play_to(games, self.hall) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(faults) => {
                    self.barred.insert(point, faults);
                    self.tables.remove(&point);
                    return None;
                }
            }
            let results = table.results(self.manner);
            let metrics = &results.last()?.metrics;
            // As good as under the bot that likes it least; behind all others
            // what nobody may print though the point that is measured first may
            // be printed, last what hardly ever ends.
            let plan = &table.plan;
            let is_ill =
                |r: &ArmResult| Health::of(&plan.arms[r.index], r, &plan.health, plan.level).is_ill();
            let ill: Vec<bool> = results.iter().map(is_ill).collect();
            let first = self.first_ill.get_or_insert_with(|| ill.clone());
            let loss = results.iter().zip(ill.iter().zip(first)).map(|(result, (ill, first))| {
                let loss = target::loss(&self.question.targets, &result.metrics);
                match (result.is_stuck(), *ill && !*first) {
                    (true, _) => f64::INFINITY,
                    (_, true) => loss + ILL,
                    _ => loss,
                }
            });
            let loss = loss.fold(0.0, |most: f64, loss| if loss.is_nan() { loss } else { most.max(loss) });
            let targets = &self.question.targets;
            let of = |target: &target::Target| {
                let found = metrics.iter().find(|named| named.metric == target.metric);
                found.map_or(
                    Estimate::around(f64::NAN, f64::NAN, self.manner.level, Method::Unknown, 0),
                    |n| n.estimate,
                )
            };
            let measured =
                Measured { point, games: table.games(), metrics: targets.iter().map(of).collect(), loss };
            self.latest.insert(point, measured);
        }
        self.latest.get(&point)
    }

    /// Games of one point.
    pub fn games_of(&self, point: usize) -> u64 {
        self.tables.get(&point).map_or(0, Table::games)
    }

    /// Games of the point that has most.
    pub fn most_games(&self) -> u64 {
        self.tables.values().map(Table::games).max().unwrap_or(0)
    }

    /// Games of all points.
    pub fn games(&self) -> u64 {
        self.tables.values().map(Table::all_games).sum()
    }

    /// Every point measured, by number.
    pub fn measured(&self) -> Vec<Measured> {
        self.latest.values().cloned().collect()
    }

    /// Whether the knobs do nothing: all points that have played the most games count
    /// the same in them under every bot. Not known of a single one.
    pub fn is_idle(&self) -> bool {
        let most = self.tables.values().map(Table::games).max();
        let mut longest = self.tables.values().filter(|table| Some(table.games()) == most);
        let Some(first) = longest.next() else { return false };
        let mut others = longest.peekable();
        let same = |table: &Table| {
            table.played().iter().zip(first.played()).all(|(own, other)| own.tally == other.tally)
        };
        others.peek().is_some() && others.all(same)
    }

    /// Points that can't be played, with the first reason.
    pub fn unplayable(&self) -> Vec<(usize, String)> {
        let reason = |faults: &Vec<Fault>| {
            faults
                .first()
                .map_or(String::new(), |f| format!("{}: found {}; allowed: {}", f.key, f.found, f.allowed))
        };
        self.barred.iter().map(|(&point, faults)| (point, reason(faults))).collect()
    }

    /// With one knob, a value that the game refuses is bad input; with
    /// several, a combination is only left out, unless nothing remains.
    ///
    /// # Errors
    /// The faults of the first such point.
    pub fn refuse_if_barred(&self) -> Result<(), Vec<Fault>> {
        let several = self.question.space.knobs.iter().filter(|knob| knob.values.len() > 1).count() > 1;
        match self.barred.values().next() {
            Some(faults) if !several || self.tables.is_empty() => Err(faults.clone()),
            _ => Ok(()),
        }
    }
}
