//! Blocks of one arm into one tally. The only loop around the game loop; it
//! allocates before the first game and not again.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Violation;
use super::one_game::{Scratch, Tape, play};
use super::schedule::{place, seating};
use crate::bots::program::Program;
use crate::bots::{Bot, Desk};
use crate::chance::pairing::Memory;
use crate::chance::{MAX_SEATS, Stream, Whim};
use crate::game::{Bin, Column, Ending, Observe, Outcome, Ruleset, WIN};
use crate::halt;
use crate::seed::Luck;
use crate::tally::spread::{Bag, Blocks};
use crate::tally::{Layout, Pending, Tally, UsageSums, layout::column};
use crate::watch::{Audit, Silent, Watch};

/// An arm ready to be played: rules compiled, bots resolved.
#[derive(Debug)]
pub struct Arm<R: Ruleset> {
    /// Compiled switches and data.
    pub rules: R::Rules,
    /// Bot of each entrant.
    pub bots: Vec<Bot<R>>,
    /// The program of each entrant that has one; empty where nobody has.
    pub programs: Arc<[Option<Program>]>,
    /// The run's seed.
    pub seed: u64,
    /// Arms with the same pairing key see the same luck.
    pub pairing: u64,
    /// Whether each seat has its own way round a deck, so that arms with the same
    /// pairing key stay in step.
    pub paired: bool,
    /// Games of a block: how often the entrants rotate over the seats.
    pub rotations: u32,
    /// Whether every state of every game is held to the laws of the game: then the
    /// command that tells one of its games, without seed and number.
    pub verified: Option<String>,
}

/// One game as its block adds it up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    /// Number of the game.
    pub game: u64,
    /// Block it belongs to.
    pub block: u64,
    /// Rotation within the block.
    pub rotation: u32,
    /// Entrant of each seat.
    pub seating: [u8; MAX_SEATS],
    /// Result.
    pub outcome: Outcome,
    /// What it adds to each column of its block, see [`Layout`].
    pub columns: Vec<i64>,
}

/// What an arm's blocks are paired by with another's.
#[derive(Debug, Clone, Default)]
pub struct BlockRows {
    /// The columns of each block, one block after another.
    pub columns: Vec<i64>,
    /// The values of each distribution, block by block.
    pub values: Vec<Blocks>,
}

impl BlockRows {
    /// Forgets all blocks.
    pub fn clear(&mut self) {
        self.columns.clear();
        self.values.iter_mut().for_each(Blocks::clear);
    }
}

/// Where one block's games write their numbers.
struct Recorder<'a> {
    block: &'a mut [i64],
    values: &'a mut [Bag],
}

impl Observe for Recorder<'_> {
    #[inline]
    fn add(&mut self, metric: Column, amount: impl Into<i64>) {
        self.block[column::OWN + metric.place()] += amount.into();
    }

    #[inline]
    fn bins(&mut self, bin: Bin, value: i32, times: u32) {
        self.values[bin.place()].add(value, times);
    }
}

/// Seating, bots and whims of one game.
pub(super) struct Table<R: Ruleset> {
    pub seating: [u8; MAX_SEATS],
    pub bots: Vec<Bot<R>>,
    pub whims: Vec<Whim>,
}

impl<R: Ruleset> Arm<R> {
    /// Number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        R::seats(&self.rules)
    }

    /// The shape of this arm's tally.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::of::<R>(self.seats(), R::items(&self.rules).len())
    }

    /// The luck of a block.
    #[must_use]
    pub fn luck(&self, block: u64) -> Luck {
        Luck::new(self.seed, self.pairing, block)
    }

    /// Where programs sit; none where there are none.
    #[must_use]
    pub fn desk(&self) -> Option<Box<Desk<R>>> {
        (!self.programs.is_empty()).then(|| Desk::with(self.programs.clone()))
    }

    pub(super) fn table(&self, luck: Luck) -> Table<R> {
        let seats = self.seats();
        Table {
            seating: [0; MAX_SEATS],
            bots: self.bots.clone(),
            whims: (0..seats).map(|_| Whim::new(luck, 0, 0)).collect(),
        }
    }

    pub(super) fn sit(&self, table: &mut Table<R>, luck: Luck, rotation: u32) {
        table.seating = seating(rotation, self.seats());
        for seat in 0..self.seats() {
            let entrant = table.seating[seat];
            table.bots[seat] = self.bots[usize::from(entrant)];
            table.whims[seat] = Whim::new(luck, entrant, rotation);
        }
    }

    /// The chance of a game with this luck.
    #[must_use]
    pub fn chance(&self, luck: Luck) -> Stream {
        if self.paired { Stream::paired(luck, R::card_ids(&self.rules)) } else { Stream::new(luck) }
    }

    /// Plays the blocks of `range`. `rows`, if wanted, gets each block's
    /// columns one after another, to be paired with another arm's.
    #[must_use]
    pub fn batch(&self, range: Range<u64>, rows: Option<&mut Vec<i64>>) -> Tally {
        let mut sitting = self.sitting();
        sitting.play(range, rows.map_or(Rows::None, Rows::Blocks));
        sitting.close()
    }

    /// Plays the blocks of `range` and keeps a row of each game.
    #[must_use]
    pub fn games(&self, range: Range<u64>) -> Vec<GameRow> {
        let mut rows = Vec::new();
        self.sitting().play(range, Rows::Games(&mut rows));
        rows
    }

    /// Ends play where a game has broken a law.
    #[inline]
    pub(super) fn hold(&self, game: u64, watch: &impl Watch) {
        if let Some(law) = watch.law() {
            let (law, replay) = (law.to_owned(), self.verified.clone().unwrap_or_default());
            Violation { game, seed: self.seed, law, replay }.raise();
        }
    }

    /// Ready to play any blocks of a batch, a few at a time.
    #[must_use]
    pub fn sitting(&self) -> Sitting<'_, R> {
        let (luck, books) = (self.luck(0), Books::open(self.layout()));
        let (chance, table) = (self.chance(luck), self.table(luck));
        Sitting { arm: self, books, chance, table, scratch: Scratch::at(self.desk()) }
    }
}

/// A batch of an arm under way: all that its games write to.
pub struct Sitting<'a, R: Ruleset> {
    arm: &'a Arm<R>,
    books: Books,
    chance: Stream,
    table: Table<R>,
    scratch: Scratch<R>,
}

impl<R: Ruleset> Sitting<'_, R> {
    /// Plays further blocks beside other arms on the same luck, which hand on
    /// what all deal from. `rows` as in [`Arm::batch`].
    pub fn beside(&mut self, range: Range<u64>, memory: &mut Memory, rows: Option<&mut BlockRows>) {
        self.chance.swap_memory(memory);
        self.play(range, rows.map_or(Rows::None, Rows::Beside));
        self.chance.swap_memory(memory);
    }

    /// What all blocks add up to.
    #[must_use]
    pub fn close(self) -> Tally {
        self.books.close()
    }

    fn play(&mut self, range: Range<u64>, rows: Rows<'_>) {
        match self.arm.verified {
            None => self.watched::<Silent>(range, rows),
            Some(_) => self.watched::<Audit>(range, rows),
        }
    }

    fn watched<W: Watch + Default>(&mut self, range: Range<u64>, mut rows: Rows<'_>) {
        let Self { arm, books, chance, table, scratch } = self;
        let seats = books.layout.seats;
        for block in range {
            halt::look_up();
            let luck = arm.luck(block);
            for turn in 0..arm.rotations {
                let game = block * u64::from(arm.rotations) + u64::from(turn);
                let (_, rotation) = place(game, arm.rotations, seats);
                chance.restart(luck);
                arm.sit(table, luck, rotation);
                if let Some(desk) = &mut scratch.desk {
                    desk.sit_down(game);
                }
                let mut watch = W::default();
                let state = play(
                    &arm.rules,
                    &table.seating[..seats],
                    &table.bots,
                    &mut table.whims,
                    chance,
                    &mut watch,
                    scratch,
                );
                arm.hold(game, &watch);
                let outcome = books.record::<R>(&arm.rules, &state, &table.seating, &scratch.tape);
                if let Rows::Games(rows) = &mut rows {
                    let columns = books.block.clone();
                    let seating = table.seating;
                    rows.push(GameRow { game, block, rotation, seating, outcome, columns });
                    books.end_block(&mut Rows::None);
                }
            }
            books.end_block(&mut rows);
        }
    }
}

/// What a batch writes down beside its tally.
enum Rows<'a> {
    /// Nothing.
    None,
    /// The columns of each block.
    Blocks(&'a mut Vec<i64>),
    /// These, and the values of its distributions.
    Beside(&'a mut BlockRows),
    /// A row of each game; the tally then takes each for a block.
    Games(&'a mut Vec<GameRow>),
}

/// A tally being written: the block at hand and the uses of items are added up
/// apart and go to the tally when they are complete.
struct Books {
    layout: Layout,
    block: Vec<i64>,
    /// What the block adds to each distribution.
    values: Vec<Bag>,
    pending: Pending,
    usage: UsageSums,
    tally: Tally,
}

impl Books {
    fn open(layout: Layout) -> Self {
        Self {
            block: vec![0; layout.columns()],
            values: vec![Bag::default(); layout.distributions],
            pending: Pending::new(&layout),
            usage: UsageSums::new(layout.items),
            tally: Tally::new(&layout),
            layout,
        }
    }

    /// Adds one finished game to its block and to the tally; returns its result.
    fn record<R: Ruleset>(
        &mut self,
        rules: &R::Rules,
        state: &R::State,
        seating: &[u8; MAX_SEATS],
        tape: &Tape,
    ) -> Outcome {
        let Self { layout, block, values, usage, tally, .. } = self;
        let outcome = R::outcome(rules, state);
        let seats = layout.seats;
        tally.games += 1;
        block[column::GAMES] += 1;
        block[column::SEATS] += seats as i64;
        block[column::DECISIONS] += i64::from(tape.decisions);
        block[column::QUESTIONS] += i64::from(tape.questions);
        let decided = match outcome.ending {
            Ending::Decided => true,
            Ending::Unfinished(reason) => {
                tally.unfinished[usize::from(reason)] += 1;
                block[column::UNFINISHED] += 1;
                false
            }
        };
        let (mut best, mut second) = (i32::MIN, i32::MIN);
        let mut drawn = false;
        for seat in 0..seats {
            let entrant = usize::from(seating[seat]);
            let (share, score) = (outcome.share[seat], outcome.score[seat]);
            (best, second) = if score > best { (score, best) } else { (best, second.max(score)) };
            block[layout.seat_share(seat)] += i64::from(share);
            block[layout.entrant_share(entrant)] += i64::from(share);
            block[layout.seat_score(seat)] += i64::from(score);
            block[layout.entrant_score(entrant)] += i64::from(score);
            if decided {
                let (wins, draws) = (u64::from(share == WIN), u64::from(share > 0 && share < WIN));
                drawn |= draws > 0;
                for results in [&mut tally.seats[seat], &mut tally.entrants[entrant]] {
                    results.wins += wins;
                    results.draws += draws;
                    results.losses += 1 - wins - draws;
                }
                block[layout.seat_win(seat)] += wins as i64;
                block[layout.entrant_win(entrant)] += wins as i64;
            }
            usage.add(&tape.uses[seat], share, &mut tally.usage);
        }
        let won: i64 = outcome.share[..seats].iter().map(|&share| i64::from(share)).sum();
        for seat in 0..seats {
            block[layout.edge(seat)] += seats as i64 * i64::from(outcome.share[seat]) - won;
        }
        if R::FACTS.luck.is_some() {
            let luck = R::luck(rules, state).map(i64::from);
            let met: i64 = luck[..seats].iter().sum();
            for seat in 0..seats {
                block[layout.seat_luck(seat)] += luck[seat];
                block[layout.entrant_luck(usize::from(seating[seat]))] += luck[seat];
                block[layout.edge_luck(seat)] += seats as i64 * luck[seat] - met;
            }
        }
        block[column::DRAWN] += i64::from(drawn);
        if seats > 1 {
            block[column::MARGIN] += i64::from(best) - i64::from(second);
        }
        R::observe(rules, state, &mut Recorder { block, values });
        outcome
    }

    /// Adds the block at hand to the tally and to `rows`, and begins the next.
    fn end_block(&mut self, rows: &mut Rows<'_>) {
        self.pending.add(&self.layout, &self.block, &mut self.tally.moments);
        match rows {
            Rows::Blocks(rows) => rows.extend_from_slice(&self.block),
            Rows::Beside(rows) => {
                rows.columns.extend_from_slice(&self.block);
                rows.values.resize_with(self.values.len(), Blocks::default);
            }
            Rows::None | Rows::Games(_) => {}
        }
        let tally = &mut self.tally;
        let all = self.values.iter_mut().zip(&mut tally.spreads).zip(&mut tally.distributions);
        if let Rows::Beside(rows) = rows {
            for (((values, spread), distribution), blocks) in all.zip(&mut rows.values) {
                spread.add(values, |value, times| {
                    distribution.count_times(value, times);
                    blocks.push(value, times);
                });
                blocks.end();
            }
        } else {
            for ((values, spread), distribution) in all {
                spread.add(values, |value, times| distribution.count_times(value, times));
            }
        }
        self.block.fill(0);
    }

    fn close(mut self) -> Tally {
        self.tally.moments.take(&self.layout, &mut self.pending);
        self.usage.flush(&mut self.tally.usage);
        self.tally
    }
}
