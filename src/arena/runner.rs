//! An arm behind one door: the ruleset is chosen once per arm, everything
//! beneath is generic.

use std::ops::Range;

use super::batch::{Arm, Restart};
use super::one_game::{Scratch, play};
use super::schedule::place;
use crate::bots::{Bot, budget};
use crate::chance::{MAX_SEATS, PairedStream, Stream};
use crate::game::{Build, Distribution, Ending, Intervention, Metric, Outcome, Ruleset, Totals};
use crate::odds::OddsTable;
use crate::rulesets::{self, Visitor};
use crate::scenario::PlanArm;
use crate::seed;
use crate::settings::Fault;
use crate::tally::{Layout, Tally};
use crate::watch::{Line, Silent, Transcript, Watch};

/// One game written down.
#[derive(Debug, Clone)]
pub struct Replay {
    /// Number of the game.
    pub game: u64,
    /// Block it belongs to.
    pub block: u64,
    /// Rotation within the block.
    pub rotation: u32,
    /// Entrant of each seat.
    pub seating: Vec<u8>,
    /// Result.
    pub outcome: Outcome,
    /// Reason, if unfinished.
    pub unfinished: Option<&'static str>,
    /// Everything that happened, in order.
    pub lines: Vec<Line>,
}

/// One game as a row of `games.parquet`.
#[derive(Debug, Clone)]
pub struct GameRow {
    /// Number of the game.
    pub game: u64,
    /// Block it belongs to.
    pub block: u64,
    /// Rotation within the block.
    pub rotation: u32,
    /// Entrant of each seat.
    pub seating: Vec<u8>,
    /// Result.
    pub outcome: Outcome,
    /// Questions with more than one legal answer.
    pub decisions: u32,
}

/// Seat count of a table.
pub type Seats = usize;

/// An arm of any ruleset.
pub trait Runner: Send + Sync {
    /// Number of seats.
    fn seats(&self) -> Seats;
    /// Games of a block.
    fn rotations(&self) -> u32;
    /// Shape of the tally.
    fn layout(&self) -> &Layout;
    /// The ruleset's metrics.
    fn metrics(&self) -> &'static [Metric];
    /// The ruleset's distributions.
    fn distributions(&self) -> &'static [Distribution];
    /// Reasons for unfinished games.
    fn reasons(&self) -> &'static [&'static str];
    /// Names of the items.
    fn items(&self) -> Vec<String>;
    /// Plays consecutive blocks; `rows` gets the columns of each.
    fn batch(&self, blocks: Range<u64>, rows: Option<&mut Vec<i64>>) -> Tally;
    /// Plays one game and writes it down.
    fn replay(&self, game: u64) -> Replay;
    /// Plays consecutive games and keeps a row of each.
    fn rows(&self, games: Range<u64>) -> Vec<GameRow>;
    /// Exact results of this arm's rules.
    fn odds(&self) -> Vec<OddsTable>;
}

struct ArmRunner<R: Ruleset> {
    arm: Arm<R>,
    layout: Layout,
}

/// The arm as a [`Runner`].
#[must_use]
pub fn boxed<R: Ruleset>(arm: Arm<R>) -> Box<dyn Runner> {
    let layout = arm.layout();
    Box::new(ArmRunner { arm, layout })
}

impl<R: Ruleset> ArmRunner<R> {
    fn one<C: Restart, W: Watch>(&self, game: u64, watch: &mut W, scratch: &mut Scratch<R>) -> GameRow {
        let seats = self.arm.seats();
        let (block, rotation) = place(game, self.arm.rotations, seats);
        let luck = self.arm.luck(block);
        let mut table = self.arm.table(luck);
        self.arm.sit(&mut table, luck, rotation);
        let mut chance = C::start(luck);
        let seating = &table.seating[..seats];
        let state =
            play(&self.arm.rules, seating, &table.bots, &mut table.whims, &mut chance, watch, scratch);
        let outcome = R::outcome(&self.arm.rules, &state);
        GameRow {
            game,
            block,
            rotation,
            seating: seating.to_vec(),
            outcome,
            decisions: scratch.tape.decisions,
        }
    }

    fn any<W: Watch>(&self, game: u64, watch: &mut W, scratch: &mut Scratch<R>) -> GameRow {
        if self.arm.paired {
            self.one::<PairedStream, W>(game, watch, scratch)
        } else {
            self.one::<Stream, W>(game, watch, scratch)
        }
    }
}

impl<R: Ruleset> Runner for ArmRunner<R> {
    fn seats(&self) -> Seats {
        self.layout.seats
    }

    fn rotations(&self) -> u32 {
        self.arm.rotations
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn metrics(&self) -> &'static [Metric] {
        R::METRICS
    }

    fn distributions(&self) -> &'static [Distribution] {
        R::DISTRIBUTIONS
    }

    fn reasons(&self) -> &'static [&'static str] {
        R::UNFINISHED
    }

    fn items(&self) -> Vec<String> {
        R::items(&self.arm.rules)
    }

    fn batch(&self, blocks: Range<u64>, rows: Option<&mut Vec<i64>>) -> Tally {
        self.arm.batch(blocks, rows)
    }

    fn replay(&self, game: u64) -> Replay {
        let mut watch = Transcript::default();
        let row = self.any(game, &mut watch, &mut Scratch::default());
        let unfinished = match row.outcome.ending {
            Ending::Decided => None,
            Ending::Unfinished(reason) => Some(R::UNFINISHED[usize::from(reason)]),
        };
        Replay {
            game,
            block: row.block,
            rotation: row.rotation,
            seating: row.seating,
            outcome: row.outcome,
            unfinished,
            lines: watch.lines,
        }
    }

    fn rows(&self, games: Range<u64>) -> Vec<GameRow> {
        let mut scratch = Scratch::default();
        games.map(|game| self.any(game, &mut Silent, &mut scratch)).collect()
    }

    fn odds(&self) -> Vec<OddsTable> {
        R::odds(&self.arm.rules)
    }
}

struct Compile<'a> {
    arm: &'a PlanArm,
    seed: u64,
}

impl Visitor for Compile<'_> {
    type Out = Result<Box<dyn Runner>, Vec<Fault>>;

    fn visit<R: Ruleset>(self) -> Self::Out {
        let rules = compile::<R>(self.arm)?;
        let bots = self.arm.bots.iter().map(|name| {
            Bot::<R>::named(name).ok_or_else(|| vec![budget::unknown("bots", name, &Bot::<R>::names())])
        });
        Ok(boxed(Arm {
            rules,
            bots: bots.collect::<Result<_, _>>()?,
            seed: self.seed,
            pairing: seed::of_text(&self.arm.pairing),
            paired: self.arm.paired,
            rotations: self.arm.rotations(),
        }))
    }
}

static UNNAMED: [Option<String>; MAX_SEATS] = [const { None }; MAX_SEATS];

fn order<R: Ruleset>(arm: &PlanArm) -> Build<'_> {
    let (data, house) = arm.data.as_ref().map_or((R::DATA, false), |data| (data.text.as_str(), data.house));
    Build {
        settings: &arm.settings,
        data,
        squads: if arm.squads.is_empty() { &UNNAMED } else { &arm.squads },
        totals: if house { Totals::House } else { Totals::Stated },
    }
}

fn compile<R: Ruleset>(arm: &PlanArm) -> Result<R::Rules, Vec<Fault>> {
    R::build(&order::<R>(arm))
}

/// Compiles an arm.
///
/// # Errors
/// Whatever the ruleset finds wrong with switches, data or squads.
pub fn prepare(arm: &PlanArm, seed: u64) -> Result<Box<dyn Runner>, Vec<Fault>> {
    let compiled = rulesets::visit(arm.ruleset, Compile { arm, seed });
    compiled.unwrap_or_else(|| Err(vec![Fault::new("ruleset", arm.ruleset, rulesets::IDS.join(", "))]))
}

struct Cards<'a>(&'a PlanArm);

impl Visitor for Cards<'_> {
    type Out = Vec<Intervention>;
    fn visit<R: Ruleset>(self) -> Self::Out {
        R::interventions(&order::<R>(self.0))
    }
}

/// What may be done to single cards of an arm.
#[must_use]
pub fn interventions(arm: &PlanArm) -> Vec<Intervention> {
    rulesets::visit(arm.ruleset, Cards(arm)).unwrap_or_default()
}

struct CountSeats<'a>(&'a PlanArm);

impl Visitor for CountSeats<'_> {
    type Out = Result<usize, Vec<Fault>>;
    fn visit<R: Ruleset>(self) -> Self::Out {
        compile::<R>(self.0).map(|rules| R::seats(&rules))
    }
}

/// Number of seats that an arm's switches ask for.
///
/// # Errors
/// As [`prepare`].
pub fn seats(arm: &PlanArm) -> Result<usize, Vec<Fault>> {
    rulesets::visit(arm.ruleset, CountSeats(arm)).unwrap_or(Ok(0))
}

/// Whether an arm compiles.
///
/// # Errors
/// As [`prepare`].
pub fn check(arm: &PlanArm) -> Result<(), Vec<Fault>> {
    seats(arm).map(drop)
}

struct Shape<'a>(&'a PlanArm);

impl Visitor for Shape<'_> {
    type Out = Result<(Layout, Vec<String>), Vec<Fault>>;
    fn visit<R: Ruleset>(self) -> Self::Out {
        let rules = compile::<R>(self.0)?;
        let items = R::items(&rules);
        Ok((Layout::of::<R>(R::seats(&rules), items.len()), items))
    }
}

/// Shape of an arm's tally and names of its items.
///
/// # Errors
/// As [`prepare`].
pub fn shape(arm: &PlanArm) -> Result<(Layout, Vec<String>), Vec<Fault>> {
    let unknown = || Err(vec![Fault::new("ruleset", arm.ruleset, rulesets::IDS.join(", "))]);
    rulesets::visit(arm.ruleset, Shape(arm)).unwrap_or_else(unknown)
}
