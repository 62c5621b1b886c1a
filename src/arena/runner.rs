//! An arm behind one door: the ruleset is chosen once per arm, everything
//! beneath is generic.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use super::batch::{self, Arm, BlockRows, GameRow};
use super::freeze::Frozen;
use super::handouts::Trial;
use super::one_game::{Scratch, play};
use super::oracle::{self, Ban, Oracle, Story};
use super::schedule::place;
use super::standings::Standing;
use crate::bots::{Bot, Player};
use crate::chance::pairing::Memory;
use crate::game::{Distribution, Ending, Good, Metric, Outcome, Ruleset, Stop, Weights};
use crate::odds::OddsTable;
use crate::tally::{Layout, Tally};
use crate::watch::{Line, Transcript};

/// One game written down.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Replay {
    /// Number of the game.
    pub game: u64,
    /// Block it belongs to.
    pub block: u64,
    /// Rotation within the block.
    pub rotation: u32,
    /// Entrant of each seat.
    #[serde(skip)]
    pub seating: Vec<u8>,
    /// Result.
    #[serde(skip)]
    pub outcome: Outcome,
    /// Reason, if unfinished.
    #[schemars(with = "Option<String>")]
    pub unfinished: Option<Stop>,
    /// Everything that happened, in order.
    pub lines: Vec<Line>,
    /// What was said to programs and answered, a JSON object per line.
    #[serde(skip)]
    pub said: String,
}

/// A batch of an arm under way, played a few blocks at a time.
pub trait Sitting {
    /// Plays further blocks beside other arms on the same luck, which hand on
    /// `memory`; `rows` gets what each is paired with another arm's by.
    fn play(&mut self, blocks: Range<u64>, memory: &mut Memory, rows: Option<&mut BlockRows>);
    /// What all blocks add up to.
    fn close(self: Box<Self>) -> Tally;
}

impl<R: Ruleset> Sitting for batch::Sitting<'_, R> {
    fn play(&mut self, blocks: Range<u64>, memory: &mut Memory, rows: Option<&mut BlockRows>) {
        self.beside(blocks, memory, rows);
    }

    fn close(self: Box<Self>) -> Tally {
        (*self).close()
    }
}

/// Seat count of a table.
pub type Seats = usize;

/// An arm of any ruleset.
pub trait Runner: Send + Sync {
    /// From here on every state of every game is held to the laws of the game:
    /// play ends with a [`Violation`](super::Violation) at the first that is
    /// broken. `replay` is the command that tells a game, without seed and number.
    fn verify(&mut self, replay: String);
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
    fn reasons(&self) -> &'static [Stop];
    /// Names of the items.
    fn items(&self) -> Vec<String>;
    /// Plays consecutive blocks; `rows` gets the columns of each.
    fn batch(&self, blocks: Range<u64>, rows: Option<&mut Vec<i64>>) -> Tally;
    /// A batch that is played a few blocks at a time.
    fn sitting(&self) -> Box<dyn Sitting + '_>;
    /// Plays one game and writes it down.
    fn replay(&self, game: u64) -> Replay;
    /// The same with no lines but those of decisions, and nothing verified.
    fn decisions(&self, game: u64) -> Replay;
    /// Plays consecutive blocks and keeps a row of each game.
    fn games(&self, blocks: Range<u64>) -> Vec<GameRow>;
    /// What a seat can be handed.
    fn goods(&self) -> Vec<Good>;
    /// Plays consecutive blocks once as they are and once for each handout of a
    /// good that is `wanted`; `each` gets the trials of each block
    /// ([`Arm::handouts`]).
    fn handouts(&self, blocks: Range<u64>, wanted: &[bool], each: &mut dyn FnMut(&[Trial]));
    /// Classes of moves ([`oracle::classes`]).
    fn classes(&self) -> Vec<String>;
    /// Plays games and looks at some of their decisions; `each` gets them in
    /// order ([`Arm::stories`]).
    fn stories(&self, games: Range<u64>, oracle: &Oracle, each: &mut dyn FnMut(Story));
    /// Plays consecutive blocks of three games; `each` gets their shares
    /// ([`Arm::frozen`]).
    fn frozen(&self, blocks: Range<u64>, each: &mut dyn FnMut(Frozen));
    /// Plays consecutive blocks with each class of moves forbidden to one seat;
    /// `each` gets what that did ([`Arm::bans`]).
    fn bans(&self, blocks: Range<u64>, each: &mut dyn FnMut(&[Ban]));
    /// Plays consecutive blocks with each class of moves as one seat's first;
    /// `each` gets what that did ([`Arm::openings`]).
    fn openings(&self, blocks: Range<u64>, each: &mut dyn FnMut(&[Option<i32>]));
    /// Plays consecutive blocks; `each` gets where the seats stood in their games
    /// ([`Arm::standings`]).
    fn standings(&self, blocks: Range<u64>, each: &mut dyn FnMut(Standing));
    /// Exact results of this arm's rules.
    fn odds(&self) -> Vec<OddsTable>;
    /// The weights that its data give a trained policy.
    fn weights(&self) -> Weights;
    /// Seats a trained policy with these weights for an entrant.
    fn reweigh(&mut self, entrant: usize, weights: &Weights);
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
    fn watched(&self, game: u64, mut watch: Transcript) -> Replay {
        let arm = &self.arm;
        let (block, rotation) = place(game, arm.rotations, arm.seats());
        let luck = arm.luck(block);
        let mut table = arm.table(luck);
        arm.sit(&mut table, luck, rotation);
        let seating = &table.seating[..arm.seats()];
        let (whims, chance, mut scratch) = (&mut table.whims, &mut arm.chance(luck), Scratch::at(arm.desk()));
        if let Some(desk) = &mut scratch.desk {
            desk.keep_minutes();
            desk.sit_down(game);
        }
        let state = play(&arm.rules, seating, &table.bots, whims, chance, &mut watch, &mut scratch);
        let outcome = R::outcome(&arm.rules, &state);
        let unfinished = match outcome.ending {
            Ending::Decided => None,
            Ending::Unfinished(reason) => Some(R::FACTS.unfinished[usize::from(reason)]),
        };
        let said = scratch.desk.map(|mut desk| desk.minutes()).unwrap_or_default();
        let (seating, lines) = (seating.to_vec(), watch.lines);
        Replay { game, block, rotation, seating, outcome, unfinished, lines, said }
    }
}

impl<R: Ruleset> Runner for ArmRunner<R> {
    fn verify(&mut self, replay: String) {
        self.arm.verified = Some(replay);
    }

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
        R::TABLES.metrics
    }

    fn distributions(&self) -> &'static [Distribution] {
        R::TABLES.distributions
    }

    fn reasons(&self) -> &'static [Stop] {
        R::FACTS.unfinished
    }

    fn items(&self) -> Vec<String> {
        R::items(&self.arm.rules)
    }

    fn batch(&self, blocks: Range<u64>, rows: Option<&mut Vec<i64>>) -> Tally {
        self.arm.batch(blocks, rows)
    }

    fn sitting(&self) -> Box<dyn Sitting + '_> {
        Box::new(self.arm.sitting())
    }

    fn replay(&self, game: u64) -> Replay {
        self.watched(game, Transcript::default())
    }

    fn decisions(&self, game: u64) -> Replay {
        self.watched(game, Transcript::of_decisions())
    }

    fn games(&self, blocks: Range<u64>) -> Vec<GameRow> {
        self.arm.games(blocks)
    }

    fn goods(&self) -> Vec<Good> {
        R::goods(&self.arm.rules)
    }

    fn handouts(&self, blocks: Range<u64>, wanted: &[bool], each: &mut dyn FnMut(&[Trial])) {
        self.arm.handouts(blocks, wanted, each);
    }

    fn classes(&self) -> Vec<String> {
        oracle::classes::<R>(&self.arm.rules)
    }

    fn stories(&self, games: Range<u64>, oracle: &Oracle, each: &mut dyn FnMut(Story)) {
        self.arm.stories(games, oracle, each);
    }

    fn frozen(&self, blocks: Range<u64>, each: &mut dyn FnMut(Frozen)) {
        self.arm.frozen(blocks, each);
    }

    fn bans(&self, blocks: Range<u64>, each: &mut dyn FnMut(&[Ban])) {
        self.arm.bans(blocks, each);
    }

    fn openings(&self, blocks: Range<u64>, each: &mut dyn FnMut(&[Option<i32>])) {
        self.arm.openings(blocks, each);
    }

    fn standings(&self, blocks: Range<u64>, each: &mut dyn FnMut(Standing)) {
        self.arm.standings(blocks, each);
    }

    fn odds(&self) -> Vec<OddsTable> {
        R::odds(&self.arm.rules)
    }

    fn weights(&self) -> Weights {
        R::weights(&self.arm.rules)
    }

    fn reweigh(&mut self, entrant: usize, weights: &Weights) {
        self.arm.bots[entrant] = Bot::Player(Player::Trained(*weights));
    }
}
