//! The best squad of every kind, on a map.
//!
//! Where a kind's squads are many, its best is sought by play: those that the
//! ruleset starts from race on shared luck (each round the better half stays and
//! plays twice as many games), then whoever won races against all squads near it,
//! until nobody beats it. The best found of each kind is then measured on the plan's luck, which no
//! search has seen, so that its interval is that of a squad fixed beforehand. A
//! search may miss the best: what is told is what the kind can do at least.

use std::ops::Range;

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::openings::Worth;
use crate::estimates::Manner;
use crate::game::{Near, Sought, SquadMap, Unit};
use crate::lab::{Hall, Table};
use crate::metric::Metric;
use crate::scenario::{ArmName, Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::{Estimate, many};

/// Luck of the search: apart from that of every plan.
const PAIRING: &str = "search of squads";
/// Most times that the squads near the best one race against it.
const CLIMBS: usize = 6;
/// Blocks of a race's first round: one for so many of an experiment.
const ROUND: u64 = 50;
/// Games by which the best squad of a kind is measured, for every block of an
/// experiment.
const MEASURED: u64 = 4;

/// One kind of squads.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Cell {
    /// Its row of the map.
    pub row: String,
    /// Its column.
    pub column: String,
    /// The best squad of it: a name that `--squads` takes, or in words.
    pub squad: String,
    /// Whether that does better than its rivals' squads.
    pub ruling: Worth,
    /// What it comes to.
    pub worth: Estimate,
    /// The same with an interval that holds for all kinds together (Bonferroni).
    pub corrected: Estimate,
}

/// The best squads of a game.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Squads {
    /// What the rows are.
    pub rows: String,
    /// What the columns are.
    pub columns: String,
    /// What a squad is told by.
    pub counted: String,
    /// The unit of that.
    #[serde(skip)]
    pub unit: Unit,
    /// What a squad as good as its rivals' comes to.
    pub equal: f64,
    /// Squads that were tried; 0 where all are known without play.
    pub tried: usize,
    /// Games by which the best of each kind is measured; 0 likewise.
    pub games: u64,
    /// Every kind, row by row.
    pub cells: Vec<Cell>,
}

impl Squads {
    /// The names of the rows, in order.
    #[must_use]
    pub fn row_names(&self) -> Vec<&str> {
        in_order(self.cells.iter().map(|cell| cell.row.as_str()))
    }

    /// The names of the columns, in order.
    #[must_use]
    pub fn column_names(&self) -> Vec<&str> {
        in_order(self.cells.iter().map(|cell| cell.column.as_str()))
    }

    /// The best kind of a row, if it is clearly better than every other of it.
    #[must_use]
    pub fn clear_best(&self, row: &str) -> Option<&Cell> {
        let of = || self.cells.iter().filter(|cell| cell.row == row);
        let best = of().max_by(|a, b| a.worth.value.total_cmp(&b.worth.value))?;
        let beats = |cell: &Cell| best.corrected.low > cell.corrected.high;
        let mut others = of().filter(|cell| cell.column != best.column).peekable();
        (others.peek().is_some() && others.all(beats)).then_some(best)
    }

    /// Columns of which every kind is clearly beaten by another of its row.
    #[must_use]
    pub fn dominated(&self) -> Vec<&str> {
        let beaten = |cell: &Cell| {
            let mut others = self.cells.iter().filter(|other| other.row == cell.row);
            others.any(|other| other.corrected.low > cell.corrected.high)
        };
        let all = |column: &&str| self.cells.iter().filter(|cell| cell.column == *column).all(beaten);
        self.column_names().into_iter().filter(all).collect()
    }
}

fn in_order<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// The arm with a squad as its first entrant's, under the settings of its kind.
fn fielded(
    arm: &PlanArm,
    settings: &[(&'static str, &'static str)],
    squad: &str,
) -> Result<PlanArm, Vec<Fault>> {
    let mut arm = PlanArm { rotates: true, base: None, effect: None, ..arm.clone() };
    for (key, value) in settings {
        arm.settings.set(key, value).map_err(|fault| vec![fault])?;
    }
    arm.squads.resize(arm.bots.len(), None);
    arm.squads[0] = Some(squad.to_owned());
    Ok(arm)
}

/// A search of the best squad of a kind.
struct Search<'a> {
    arm: &'a PlanArm,
    seed: u64,
    /// Blocks of a race's first round.
    round: u64,
    /// Blocks from which on nobody has played.
    fresh: u64,
    /// Squads tried.
    tried: usize,
}

impl Search<'_> {
    /// What a squad takes over some blocks, in units of the sums.
    fn share(
        &self,
        squad: &str,
        settings: &[(&'static str, &'static str)],
        blocks: Range<u64>,
    ) -> Result<i64, Vec<Fault>> {
        let runner = fielded(self.arm, settings, squad)?.runner(self.seed)?;
        Ok(runner.batch(blocks, None).moments.sum(runner.layout().entrant_share(0)) as i64)
    }

    /// The best of these squads: on shared luck the better half of them plays on
    /// for twice as long, until one is left.
    fn race(
        &mut self,
        squads: Vec<String>,
        settings: &[(&'static str, &'static str)],
    ) -> Result<String, Vec<Fault>> {
        self.tried += squads.len();
        let mut running: Vec<(i64, String)> = squads.into_iter().map(|squad| (0, squad)).collect();
        let mut blocks = self.round;
        while running.len() > 1 {
            let range = self.fresh..self.fresh + blocks;
            let took =
                running.par_iter().map(|(sum, squad)| Ok(sum + self.share(squad, settings, range.clone())?));
            let took = took.collect::<Result<Vec<i64>, Vec<Fault>>>()?;
            for (mine, sum) in running.iter_mut().zip(took) {
                mine.0 = sum;
            }
            // Equal ones as given.
            running.sort_by_key(|(sum, _)| std::cmp::Reverse(*sum));
            running.truncate(running.len().div_ceil(2));
            (self.fresh, blocks) = (self.fresh + blocks, 2 * blocks);
        }
        Ok(running.pop().map(|(_, squad)| squad).unwrap_or_default())
    }

    fn best(
        &mut self,
        first: Vec<String>,
        near: &Near,
        settings: &[(&'static str, &'static str)],
        hall: &Hall<'_>,
    ) -> Result<String, Vec<Fault>> {
        let mut best = self.race(first, settings)?;
        for _ in 0..CLIMBS {
            if hall.closed() {
                break;
            }
            let mut squads = near(&best);
            squads.insert(0, best.clone());
            let next = self.race(squads, settings)?;
            if next == best {
                break;
            }
            best = next;
        }
        Ok(best)
    }
}

/// Who looks for squads: the bot itself, or where it searches the strongest that
/// is quick.
fn scouts(arm: &PlanArm) -> PlanArm {
    let quick = arm.ruleset.quick_panel(arm.bots.len());
    let scout = |bot: &String| match quick.last() {
        Some(quick) if arm.ruleset.searches(bot) || arm.ruleset.is_unhurried(bot) => (*quick).to_owned(),
        _ => bot.clone(),
    };
    PlanArm { bots: arm.bots.iter().map(scout).collect(), pairing: PAIRING.to_owned(), ..arm.clone() }
}

/// The map of an arm; none of a game in which nobody puts a squad together.
pub fn squads(plan: &Plan, arm: usize, blocks: u64, hall: &Hall<'_>) -> Result<Option<Squads>, Vec<Fault>> {
    let arm = &plan.arms[arm];
    let Some(SquadMap { rows, columns, worth, unit, equal, kinds }) = arm.squad_map() else {
        return Ok(None);
    };
    let scouts = scouts(arm);
    let round = (blocks / ROUND).max(1);
    let mut search = Search { arm: &scouts, seed: plan.seed, round, fresh: 0, tried: 0 };
    // What the cells are but for their worth, and the arms that tell it.
    let (mut cells, mut arms) = (Vec::new(), Vec::new());
    for kind in kinds {
        let (squad, told) = match kind.best {
            Sought::Known { squad, worth } => (squad, Some(Estimate::exact(worth))),
            Sought::Played { settings, first, near } => {
                // A level that the components don't have is left out.
                let Some(start) = first.first() else { continue };
                if fielded(arm, &settings, start)?.check().is_err() {
                    continue;
                }
                let squad = search.best(first, &near, &settings, hall)?;
                let name = format!("{}, {}", kind.row, kind.column);
                arms.push(PlanArm { name: ArmName::of(name, ""), ..fielded(arm, &settings, &squad)? });
                (squad, None)
            }
        };
        if hall.closed() {
            return Ok(None);
        }
        cells.push((kind.row, kind.column, squad, told));
    }
    let (planned, mut games) = (MEASURED * blocks, 0);
    let strict = many::level_of_each(plan.level, arms.len().max(1));
    let measured = if arms.is_empty() {
        Vec::new()
    } else {
        let quiet = Plan { arms, verdict: None, budgets: Vec::new(), findings: Vec::new(), ..plan.clone() };
        let mut table = Table::new(quiet)?;
        let finished = table.play_to(planned, hall)?;
        games = table.games();
        let at = |level| {
            let results = table.results(Manner { level, always: !finished, tightest: planned });
            results
                .iter()
                .map(|arm| arm.metric(Metric::entrant_share(0)).map(|named| named.estimate))
                .collect()
        };
        let (plain, corrected): (Vec<Option<Estimate>>, Vec<Option<Estimate>>) = (at(plan.level), at(strict));
        plain.into_iter().zip(corrected).collect()
    };
    let mut measured = measured.into_iter();
    let cell = |(row, column, squad, told): (String, String, String, Option<Estimate>)| {
        let (worth, corrected) = match told {
            Some(exact) => (exact, exact),
            None => {
                let (worth, corrected) = measured.next()?;
                (worth?, corrected?)
            }
        };
        let ruling = Worth::of(&corrected, equal);
        Some(Cell { row, column, squad, ruling, worth, corrected })
    };
    let cells: Vec<Cell> = cells.into_iter().filter_map(cell).collect();
    let found = Squads {
        rows: rows.to_owned(),
        columns: columns.to_owned(),
        counted: worth,
        unit,
        equal,
        tried: search.tried,
        games,
        cells,
    };
    Ok((!found.cells.is_empty()).then_some(found))
}
