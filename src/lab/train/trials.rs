//! A generation of candidates, each tried at every table on the same luck.
//!
//! In: tables at which any weights can sit down, candidates, the best weights so
//! far. Out: the score of each candidate, from the journal as far as it knows it:
//! what a candidate comes to is a block of the generation's work.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::arena::Runner;
use crate::arena::pool::Work;
use crate::campaign::journal::{self, Kept};
use crate::campaign::{Hall, Progress};
use crate::game::{Values, WIN, Weights};
use crate::scenario::PlanArm;
use crate::settings::Fault;
use crate::tally::{Layout, Tally};

/// Whom a candidate meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// An opponent that was asked for.
    Opponent,
    /// The best weights so far.
    Champion,
    /// Its own kind.
    Like,
}

/// A table at which any weights can sit down.
struct Bench {
    runner: Box<dyn Runner>,
    others: Others,
    /// Place of the distribution of lengths.
    lengths: Option<usize>,
}

/// Candidates of one generation after another.
pub struct Trials {
    /// The tables once for every thread.
    benches: Vec<Mutex<Vec<Bench>>>,
    tables: usize,
    seats: usize,
    /// The most turns that health calls good.
    most: f64,
    /// Blocks of a candidate at each table.
    blocks: u64,
    candidates: Vec<Weights>,
    champion: Weights,
    /// Blocks of this generation.
    range: Range<u64>,
    /// Games of the generations before, and of all.
    games: [u64; 2],
    /// No game, for those who watch.
    shown: (Layout, Tally),
}

impl Trials {
    /// Nobody to try yet. `most` is the number of turns up to which health calls a
    /// game good, `blocks` are those of a candidate at each table, `candidates` those of
    /// all generations.
    ///
    /// # Errors
    /// A table that does not compile.
    pub fn new(
        tables: &[(PlanArm, Others)],
        seed: u64,
        most: f64,
        blocks: u64,
        candidates: u64,
    ) -> Result<Self, Vec<Fault>> {
        let bench = |(arm, others): &(PlanArm, Others)| -> Result<Bench, Vec<Fault>> {
            let runner = arm.runner(seed)?;
            let lengths = runner.distributions().iter().position(|one| one.values == Values::Length);
            Ok(Bench { runner, others: *others, lengths })
        };
        let first = tables.iter().map(bench).collect::<Result<Vec<_>, _>>()?;
        let runner = &first[0].runner;
        let (champion, seats) = (runner.weights(), runner.seats());
        let shown = (runner.layout().clone(), Tally::new(runner.layout()));
        let mut benches = vec![Mutex::new(first)];
        for _ in 1..rayon::current_num_threads() {
            benches.push(Mutex::new(tables.iter().map(bench).collect::<Result<_, _>>()?));
        }
        let tables = tables.len();
        Ok(Self {
            benches,
            tables,
            seats,
            most,
            blocks,
            candidates: Vec::new(),
            champion,
            range: 0..0,
            games: [0, blocks * seats as u64 * tables as u64 * candidates],
            shown,
        })
    }

    /// The weights in force.
    pub const fn weights(&self) -> Weights {
        self.champion
    }

    /// Tries these candidates next, on the luck of their generation alone.
    pub fn next(&mut self, candidates: Vec<Weights>, champion: Weights, generation: u64) {
        self.games[0] = generation * self.games(candidates.len());
        (self.candidates, self.champion) = (candidates, champion);
        self.range = generation * self.blocks..(generation + 1) * self.blocks;
    }

    /// Games of so many candidates.
    pub const fn games(&self, candidates: usize) -> u64 {
        self.blocks * (self.seats * self.tables * candidates) as u64
    }

    /// Scores of the candidates in turn; fewer where play was ended early, or only a
    /// share of it was to be played.
    pub fn play(&self, key: Option<&str>, hall: &Hall<'_>) -> Vec<f64> {
        let values: Vec<&[i16]> =
            self.candidates.iter().chain([&self.champion]).map(|weights| &weights.values()[..]).collect();
        let key = key.map(|key| journal::key(key, &(&self.range, values))).unwrap_or_default();
        let all = self.candidates.len() as u64;
        let (mut bits, from) = journal::known(self, hall.journal, &key, &(0..all));
        if from < all {
            let [before, expected] = self.games;
            let (layout, tally) = &self.shown;
            let told = |bits: &Vec<u64>, _| {
                (hall.progress)(&Progress {
                    arm: 0,
                    tally,
                    since: None,
                    layout,
                    games: before + self.games(bits.len()),
                    expected,
                });
            };
            let kept = (hall.journal, key.as_str());
            (bits, _) = journal::play(self, (bits, 0), kept, from..all, hall.stop, &told);
        }
        bits.into_iter().map(f64::from_bits).collect()
    }

    /// Harmonic mean of the shares that a candidate takes at each table.
    fn score(&self, benches: &mut [Bench], candidate: &Weights) -> f64 {
        let each = self.games(1) / self.tables as u64;
        // Half a win more than was seen: no win at one table hides the others.
        let games = |bench: &mut Bench| 1.0 / (self.share(bench, candidate) + 0.5 / each as f64);
        self.tables as f64 / benches.iter_mut().map(games).sum::<f64>()
    }

    /// Share of wins of a candidate at one table; among its own kind of the games as
    /// far as they last no longer than is good.
    fn share(&self, Bench { runner, others, lengths }: &mut Bench, candidate: &Weights) -> f64 {
        runner.reweigh(0, candidate);
        let like = *others == Others::Like;
        if *others != Others::Opponent {
            for entrant in 1..runner.seats() {
                runner.reweigh(entrant, if like { candidate } else { &self.champion });
            }
        }
        let tally = runner.batch(self.range.clone(), None);
        let seats = if like { runner.seats() } else { 1 };
        let won: i128 = (0..seats).map(|seat| tally.moments.sum(runner.layout().entrant_share(seat))).sum();
        let share = won as f64 / (f64::from(WIN) * (seats as u64 * tally.games).max(1) as f64);
        let pace = lengths.filter(|_| like).map_or(1.0, |place| {
            let lengths = &tally.distributions[place];
            let pace =
                |(turns, times): (i32, u64)| times as f64 * (self.most / f64::from(turns.max(1))).min(1.0);
            lengths.iter().map(pace).sum::<f64>() / lengths.total().max(1) as f64
        });
        share * pace
    }
}

impl Work for Trials {
    /// Bits of the scores: what is read back is what was kept.
    type Sum = Vec<u64>;

    fn zero(&self) -> Vec<u64> {
        Vec::new()
    }

    fn batch(&self, range: Range<u64>) -> Vec<u64> {
        let benches = &self.benches[rayon::current_thread_index().unwrap_or(0) % self.benches.len()];
        let mut benches = benches.lock().unwrap_or_else(PoisonError::into_inner);
        let candidates = &self.candidates[range.start as usize..range.end as usize];
        candidates.iter().map(|candidate| self.score(&mut benches, candidate).to_bits()).collect()
    }

    fn merge(&self, into: &mut Vec<u64>, later: Vec<u64>) {
        into.extend(later);
    }
}

impl Kept for Trials {
    fn fits(&self, bits: &Vec<u64>, blocks: u64) -> bool {
        let sound = |bits: &u64| (0.0..=1.5).contains(&f64::from_bits(*bits));
        bits.len() as u64 == blocks && bits.iter().all(sound)
    }
}
