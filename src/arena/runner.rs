//! An arm behind one door: the ruleset is chosen once per arm, everything
//! beneath is generic.

use std::ops::Range;

use super::batch::{Arm, Restart};
use super::one_game::{Scratch, play};
use super::schedule::place;
use crate::chance::{PairedStream, Stream};
use crate::game::{Distribution, Ending, Metric, Outcome, Ruleset};
use crate::odds::OddsTable;
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
