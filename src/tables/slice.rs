//! A slice of a table: rows filtered and grouped, and of each group the mean of
//! one column with an interval from block to block.
//!
//! Games of a block share their luck, in all arms that do, so a group's rows
//! are added up block by block first. A group of everything gives what `run`
//! estimates of the same games.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use polars_core::prelude::*;
use serde::Serialize;

use super::columns::{Kind, OVER};
use super::frame;
use crate::app::App;
use crate::arena::RulesetId;
use crate::game::{Over, Unit};
use crate::metric::Common;
use crate::scenario::fault::unknown;
use crate::settings::{Fault, PROGRAM};
use crate::stats::Estimate;
use crate::stats::fixed::Fixed;
use crate::stats::sums::{BlockSums, PairSums};

/// What every slice is told with.
pub const WARNING: &str = "A slice describes the games that were played, not what would change them: who is ahead \
    plays more cards, and longer games have more of everything. To hear what something does, change it: \
    see the commands `compare` and `explain`.";

/// Parts of a unit in which fractions are added up: exact to the digits that a
/// table holds.
const PARTS: i64 = 1 << 30;

/// How a column is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Is {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// Longer signs before those that they begin with.
const SIGNS: [(&str, Is); 7] = [
    ("!=", Is::Unequal),
    ("<=", Is::AtMost),
    (">=", Is::AtLeast),
    ("==", Is::Equal),
    ("<", Is::Less),
    (">", Is::More),
    ("=", Is::Equal),
];

/// A condition on rows: `turns-per-game > 60`.
#[derive(Debug, Clone)]
pub struct Where {
    /// As it was written.
    text: String,
    column: String,
    is: Is,
    value: String,
}

impl Where {
    /// Reads `COLUMN OP VALUE`.
    ///
    /// # Errors
    /// When there is no comparison in it.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let first = text.find(['=', '!', '<', '>']).unwrap_or(text.len());
        let (column, rest) = text.split_at(first);
        let sign = SIGNS.iter().find_map(|(sign, is)| Some((rest.strip_prefix(sign)?, *is)));
        match sign.map(|(value, is)| (value.trim(), is)) {
            Some((value, is)) if !column.trim().is_empty() && !value.is_empty() => {
                let (column, value) = (column.trim().to_owned(), value.to_owned());
                Ok(Self { text: text.to_owned(), column, is, value })
            }
            _ => Err(Fault::new(
                "--where",
                format!("`{text}`"),
                "COLUMN OP VALUE; OP is one of = != < <= > >=",
            )),
        }
    }

    fn mask(&self, frame: &DataFrame) -> Result<BooleanChunked, Asked> {
        let column = frame.column(&self.column)?;
        let wrong =
            |allowed: &str| Fault::new("--where", format!("`{}` for {}", self.value, self.column), allowed);
        if let Ok(words) = column.str() {
            let value = self.value.as_str();
            return match self.is {
                Is::Equal => Ok(words.equal(value)),
                Is::Unequal => Ok(words.not_equal(value)),
                _ => Err(wrong("words are compared with = or !=").into()),
            };
        }
        let value: f64 = self.value.parse().map_err(|_| wrong("a number"))?;
        let numbers = column.cast(&DataType::Float64)?;
        let numbers = numbers.f64()?;
        Ok(match self.is {
            Is::Equal => numbers.equal(value),
            Is::Unequal => numbers.not_equal(value),
            Is::Less => numbers.lt(value),
            Is::AtMost => numbers.lt_eq(value),
            Is::More => numbers.gt(value),
            Is::AtLeast => numbers.gt_eq(value),
        })
    }
}

/// Why there is no slice.
#[derive(Debug)]
pub enum Asked {
    /// Something was asked that can't be.
    Wrongly(Fault),
    /// The file can't be read, or holds no such table.
    File(PathBuf, String),
}

impl From<Fault> for Asked {
    fn from(fault: Fault) -> Self {
        Self::Wrongly(fault)
    }
}

impl From<PolarsError> for Asked {
    fn from(error: PolarsError) -> Self {
        Self::File(PathBuf::new(), error.to_string())
    }
}

/// What is asked of a table.
#[derive(Debug, Clone)]
pub struct Question {
    /// A table, or the folder that holds both.
    pub path: PathBuf,
    /// Columns whose values make the groups; none for one group.
    pub by: Vec<String>,
    /// Which rows count; all of the conditions hold.
    pub rows: Vec<Where>,
    /// The column whose mean is wanted.
    pub metric: String,
    /// Confidence level.
    pub level: f64,
}

/// One group.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// The value of each column it was grouped by.
    pub of: Vec<String>,
    /// Rows in which the metric is counted.
    pub rows: u64,
    /// Blocks that they come from.
    pub blocks: u64,
    /// Mean of the metric; `None` where nothing was counted.
    pub estimate: Option<Estimate>,
}

/// What came out.
#[derive(Debug, Clone, Serialize)]
pub struct Slice {
    /// The table that was read.
    pub file: PathBuf,
    /// What its rows are.
    pub table: &'static str,
    /// Columns whose values make the groups.
    pub by: Vec<String>,
    /// The conditions that its rows meet.
    pub only: Vec<String>,
    /// The column whose mean is told.
    pub metric: String,
    /// How it is shown.
    #[serde(skip)]
    pub unit: Unit,
    /// The groups, as they first come in the table.
    pub groups: Vec<Group>,
    /// What a slice can't say.
    pub warning: &'static str,
}

/// How a column is to be averaged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    pub(super) unit: Unit,
    /// Counted over another metric, so that no block has a value of its own.
    pub(super) ratio: bool,
    /// Whether a run allows for the skewness of its blocks.
    pub(super) skewed: bool,
}

impl Facts {
    fn of(app: &App, metric: &str, rulesets: &[&str]) -> Self {
        if let Some(common) = Common::ALL.iter().find(|common| common.name() == metric) {
            let unit = common.unit();
            return Self { unit, ratio: false, skewed: unit == Unit::Number };
        }
        let mut own = rulesets.iter().filter_map(|id| app.find(id)).flat_map(RulesetId::metrics);
        match own.find(|own| own.name == metric) {
            Some(own) => Self {
                unit: own.unit,
                ratio: matches!(own.over, Over::Sum(_)),
                skewed: own.unit != Unit::Share,
            },
            None => {
                let share = metric == "share" || metric == "won";
                Self { unit: if share { Unit::Share } else { Unit::Number }, ratio: false, skewed: !share }
            }
        }
    }
}

/// What the rows of one group add up to in one block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Block {
    /// Parts of the metric.
    pub(super) x: i64,
    /// Units that it is counted over.
    pub(super) y: i64,
    pub(super) rows: u32,
}

/// Whether all blocks hold equally many units, a block has a value of its own;
/// otherwise the mean is a ratio of two sums.
pub(super) fn estimate(blocks: &[Block], parts: i64, facts: Facts, level: f64) -> Option<Estimate> {
    let first = blocks.first()?;
    let n = blocks.len() as u64;
    let (units, rows) = blocks.iter().fold((0, 0), |(y, rows), b| (y + b.y, rows + u64::from(b.rows)));
    let per_block = (parts as f64) * units as f64 / n as f64;
    let games = rows.div_ceil(n);
    let off = match facts.unit {
        Unit::Number => i128::from(games) * i128::from(parts),
        Unit::Share | Unit::Points => (per_block.round() as i128).max(1),
    };
    let fixed = Fixed { proportion: facts.unit == Unit::Share, off, games: games as u32, level };
    if !facts.ratio && blocks.iter().all(|block| block.y == first.y) {
        let sums: BlockSums = blocks.iter().map(|block| block.x).collect();
        let cubes = || blocks.iter().map(|block| i128::from(block.x).pow(3)).sum();
        return fixed.mean(&sums, per_block, facts.skewed.then(cubes));
    }
    let sums: PairSums = blocks.iter().map(|block| (block.x, block.y * parts)).collect();
    let sum = |of: fn(i128, i128) -> i128| {
        blocks.iter().map(|b| of(i128::from(b.x), i128::from(b.y * parts))).sum::<i128>()
    };
    let cubes = [sum(|x, _| x * x * x), sum(|x, y| x * x * y), sum(|x, y| x * y * y), sum(|_, y| y * y * y)];
    fixed.ratio(&sums, parts as f64, Some(cubes))
}

/// The table of a path: the file itself, or of a folder the one that holds the
/// columns, Parquet before CSV and games before seats.
fn table(question: &Question) -> Result<(PathBuf, Kind, Vec<String>), Asked> {
    let path = &question.path;
    let failed = |path: &Path, what: String| Asked::File(path.to_owned(), what);
    let wanted: Vec<&str> = [question.metric.as_str()]
        .into_iter()
        .chain(question.by.iter().map(String::as_str))
        .chain(question.rows.iter().map(|condition| condition.column.as_str()))
        .collect();
    let mut candidates = vec![path.clone()];
    if path.is_dir() {
        candidates = ["parquet", "csv"]
            .iter()
            .flat_map(|extension| Kind::ALL.map(|kind| path.join(format!("{}.{extension}", kind.name()))))
            .filter(|file| file.is_file())
            .collect();
    }
    let mut missing = None;
    for file in candidates {
        let columns = frame::names(&file).map_err(|e| failed(&file, e.to_string()))?;
        let has = |name: &str| columns.iter().any(|column| column == name);
        if !["ruleset", "pairing", "game", "block"].into_iter().all(has) {
            // A run's own seats.csv, for instance.
            continue;
        }
        let kind = if has("seat") { Kind::Seats } else { Kind::Games };
        match wanted.iter().position(|name| !has(name)) {
            None => return Ok((file, kind, columns)),
            Some(place) => {
                let key = match place {
                    0 => "--metric",
                    place if place <= question.by.len() => "--by",
                    _ => "--where",
                };
                missing = Some(unknown(key, wanted[place], &columns));
            }
        }
    }
    Err(match missing {
        Some(fault) => fault.into(),
        None => failed(path, format!("holds no table of `{PROGRAM} games`")),
    })
}

/// Reads, filters and groups a table.
///
/// # Errors
/// Names the column, comparison or file that won't do.
pub fn slice(app: &App, question: &Question) -> Result<Slice, Asked> {
    let (file, kind, known) = table(question)?;
    let over = Some(format!("{}{OVER}", question.metric)).filter(|over| known.contains(over));
    let mut wanted: Vec<String> = ["ruleset", "pairing", "block"].map(str::to_owned).to_vec();
    let asked = question.by.iter().chain(question.rows.iter().map(|condition| &condition.column));
    for name in asked.chain([&question.metric]).chain(&over) {
        if !wanted.contains(name) {
            wanted.push(name.clone());
        }
    }
    let at_file = |what: String| Asked::File(file.clone(), what);
    let read = |e: io::Error| at_file(e.to_string());
    let mut frame = frame::read(&file, wanted).map_err(read)?;
    for condition in &question.rows {
        let mask = condition.mask(&frame)?;
        frame = frame.filter(&mask)?;
    }
    let rulesets = frame.column("ruleset")?.str()?.unique()?;
    let rulesets: Vec<&str> = rulesets.iter().flatten().collect();
    let facts = Facts::of(app, &question.metric, &rulesets);
    let metric = frame.column(&question.metric)?;
    if metric.dtype() == &DataType::String {
        return Err(Fault::new(
            "--metric",
            format!("`{}`, which holds words", question.metric),
            "a column of numbers",
        )
        .into());
    }
    let parts = if metric.dtype() == &DataType::Int64 || over.is_some() { 1 } else { PARTS };
    let metric = metric.cast(&DataType::Float64)?;
    let metric = metric.f64()?;
    let over = over.map(|over| frame.column(&over)?.cast(&DataType::Int64)).transpose()?;
    let over = over.as_ref().map(|over| over.i64()).transpose()?;
    let (pairing, block) =
        (frame.column("pairing")?.cast(&DataType::String)?, frame.column("block")?.cast(&DataType::Int64)?);
    let (pairing, block) = (pairing.str()?, block.i64()?);
    let group = |of: Vec<String>, rows: &mut dyn Iterator<Item = usize>| {
        let mut blocks: BTreeMap<(Option<&str>, Option<i64>), Block> = BTreeMap::new();
        for row in rows {
            let Some(units) = over.map_or(Some(1), |over| over.get(row)) else { continue };
            // A game without a unit to count over is a game all the same.
            let Some(value) = metric.get(row).or((units == 0).then_some(0.0)) else { continue };
            let sum = blocks.entry((pairing.get(row), block.get(row))).or_default();
            sum.x += (value * (units * parts) as f64).round() as i64;
            sum.y += units;
            sum.rows += 1;
        }
        let blocks: Vec<Block> = blocks.into_values().collect();
        Group {
            of,
            rows: blocks.iter().map(|block| u64::from(block.rows)).sum(),
            blocks: blocks.len() as u64,
            estimate: estimate(&blocks, parts, facts, question.level),
        }
    };
    let groups = if question.by.is_empty() {
        vec![group(Vec::new(), &mut (0..frame.height()))]
    } else {
        let grouped = frame.group_by_stable(question.by.iter().map(String::as_str))?;
        let keys = grouped.keys();
        let mut groups = Vec::new();
        for (place, rows) in grouped.get_groups().iter().enumerate() {
            let of = keys.iter().map(|key| Ok(key.get(place)?.str_value().into_owned()));
            let of = of.collect::<Result<_, PolarsError>>()?;
            groups.push(match rows {
                GroupsIndicator::Idx((_, rows)) => group(of, &mut rows.iter().map(|row| *row as usize)),
                GroupsIndicator::Slice([first, rows]) => {
                    group(of, &mut (first as usize..(first + rows) as usize))
                }
            });
        }
        groups
    };
    Ok(Slice {
        file,
        table: kind.name(),
        by: question.by.clone(),
        only: question.rows.iter().map(|condition| condition.text.clone()).collect(),
        metric: question.metric.clone(),
        unit: facts.unit,
        groups,
        warning: WARNING,
    })
}
