//! All match-ups played side by side on the same deals.
//!
//! In: the arms of the match-ups. Out: sums of each match-up, and for every
//! deal what all match-ups made of it, so that what they owe to shared luck is
//! known. A round is one deal played in every match-up with every rotation of
//! the seats, a leg one match-up's games of it. Legs are handed to threads in
//! order: who interrupts keeps whole rounds and waits for one leg at most.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::arena::pool::Work;
use crate::arena::{Runner, schedule};
use crate::campaign::journal::{self, Kept};
use crate::campaign::{self, Progress, Share};
use crate::game::Weights;
use crate::lab::Hall;
use crate::scenario::{Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::sums::{PairSums, Rows};
use crate::tally::layout::column;
use crate::tally::{Results, Tally};

/// What one leg adds up to, integers that stand side by side in a round's row.
pub(super) mod cell {
    /// Sixtieths of wins of the bot: of all of its kind where several sit there.
    pub const SHARE: usize = 0;
    /// Sixtieths of wins of all seats: 60 per game that somebody won.
    pub const WON: usize = 1;
    /// Sixtieths of wins of seat 0.
    pub const FIRST: usize = 2;
    /// Games with shared wins.
    pub const DRAWN: usize = 3;
    /// Sixtieths of wins of the kind that comes next to sit after the bot's.
    pub const NEXT: usize = 4;
    /// How many there are.
    pub const COUNT: usize = 5;
}

/// Sums of one match-up.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Met {
    /// Games played.
    pub games: u64,
    /// Games of the bot by result; where several of its kind sit there, of the
    /// first of them.
    pub results: Results,
    /// Games without an end.
    pub unfinished: u64,
    /// Decisions of all seats.
    pub decisions: u64,
    /// Per leg: the bot's sixtieths of wins, and those of all seats.
    pub share: PairSums,
    /// Per leg: sixtieths of wins of seat 0, and of all seats.
    pub first: PairSums,
}

impl Met {
    fn add(&mut self, tally: &Tally) {
        let entrant = tally.entrants[0];
        self.games += tally.games;
        self.unfinished += tally.unfinished.iter().sum::<u64>();
        self.decisions += u64::try_from(tally.moments.sum(column::DECISIONS)).unwrap_or(0);
        self.results.wins += entrant.wins;
        self.results.draws += entrant.draws;
        self.results.losses += entrant.losses;
    }

    fn merge(&mut self, later: &Self) {
        self.games += later.games;
        self.unfinished += later.unfinished;
        self.decisions += later.decisions;
        self.results.wins += later.results.wins;
        self.results.draws += later.results.draws;
        self.results.losses += later.results.losses;
        self.share.merge(&later.share);
        self.first.merge(&later.first);
    }
}

/// All that has been played.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Rounds {
    /// Per match-up.
    pub met: Vec<Met>,
    /// Per whole round the cells of all match-ups, one after another.
    pub rows: Rows,
    /// Cells of legs whose round is not whole.
    legs: Vec<i64>,
    /// The first match-up, for the live display.
    shown: Tally,
}

/// The match-ups of a tournament, ready to be played.
struct Legs {
    runners: Vec<Box<dyn Runner>>,
    /// Entrants of each whose wins are the bot's, and those of the kind that comes
    /// next.
    kinds: Vec<[Vec<usize>; 2]>,
    seats: usize,
    /// Whether legs stay as they are: those of a shard begin and end anywhere in
    /// a round.
    apart: bool,
}

impl Kept for Legs {
    fn fits(&self, sum: &Rounds, _blocks: u64) -> bool {
        sum.met.len() == self.runners.len()
            && sum.rows.fits(self.runners.len() * cell::COUNT)
            && sum.legs.len().is_multiple_of(cell::COUNT)
            && sum.shown.fits(self.runners[0].layout())
    }
}

impl Legs {
    /// The blocks of a match-up that belong to these rounds. Bots that are all
    /// alike have nothing to rotate: each of their blocks is one game.
    fn blocks(&self, match_up: usize, rounds: Range<u64>) -> Range<u64> {
        let each = self.seats as u64 / u64::from(self.runners[match_up].rotations());
        rounds.start * each..rounds.end * each
    }
}

impl Work for Legs {
    type Sum = Rounds;

    fn zero(&self) -> Rounds {
        let all = self.runners.len();
        let shown = Tally::new(self.runners[0].layout());
        Rounds { met: vec![Met::default(); all], rows: Rows::new(all * cell::COUNT), legs: Vec::new(), shown }
    }

    fn batch(&self, range: Range<u64>) -> Rounds {
        let mut sum = self.zero();
        let all = self.runners.len() as u64;
        sum.legs = vec![0; (range.end - range.start) as usize * cell::COUNT];
        let mut rows = Vec::new();
        for (m, runner) in self.runners.iter().enumerate() {
            // Rounds whose leg of this match-up lies in the range.
            let place = m as u64;
            let rounds = (range.start + all - 1 - place) / all..(range.end + all - 1 - place) / all;
            let blocks = self.blocks(m, rounds.clone());
            if blocks.is_empty() {
                continue;
            }
            rows.clear();
            let tally = runner.batch(blocks, Some(&mut rows));
            sum.met[m].add(&tally);
            let layout = runner.layout();
            let each = rows.len() / (rounds.end - rounds.start) as usize;
            for (round, leg) in rounds.zip(rows.chunks_exact(each)) {
                let total = |c: usize| leg.chunks_exact(layout.columns()).map(|block| block[c]).sum::<i64>();
                let at = (round * all + place - range.start) as usize * cell::COUNT;
                let cells = &mut sum.legs[at..at + cell::COUNT];
                let [own, next] = &self.kinds[m];
                let taken = |kind: &[usize]| kind.iter().map(|&e| total(layout.entrant_share(e))).sum();
                (cells[cell::SHARE], cells[cell::NEXT]) = (taken(own), taken(next));
                cells[cell::WON] = (0..self.seats).map(|seat| total(layout.seat_share(seat))).sum();
                cells[cell::FIRST] = total(layout.seat_share(0));
                cells[cell::DRAWN] = total(column::DRAWN);
                sum.met[m].share.add(cells[cell::SHARE], cells[cell::WON]);
                sum.met[m].first.add(cells[cell::FIRST], cells[cell::WON]);
            }
            if m == 0 {
                sum.shown = tally;
            }
        }
        sum
    }

    fn merge(&self, into: &mut Rounds, later: Rounds) {
        let is_new = into.met.iter().all(|met| met.games == 0);
        if is_new {
            into.rows = later.rows;
        }
        for (mine, theirs) in into.met.iter_mut().zip(&later.met) {
            mine.merge(theirs);
        }
        into.shown.merge(&later.shown);
        into.legs.extend(later.legs);
        if self.apart {
            return;
        }
        let width = self.runners.len() * cell::COUNT;
        let whole = into.legs.len() / width * width;
        for round in into.legs[..whole].chunks_exact(width) {
            into.rows.push(round);
        }
        into.legs.drain(..whole);
    }
}

/// Entrants of an arm that are of the first one's kind, and those of the kind of the
/// next who is not; among its like the first stands for itself.
fn kinds(arm: &PlanArm) -> [Vec<usize>; 2] {
    let all = || 0..arm.bots.len();
    let alike = |kind: usize| all().filter(|&entrant| arm.bots[entrant] == arm.bots[kind]).collect();
    match all().find(|&entrant| arm.bots[entrant] != arm.bots[0]) {
        Some(next) => [alike(0), alike(next)],
        None => [vec![0], Vec::new()],
    }
}

/// Plays the arms of `plan` side by side until each has `games` games (rounded
/// up to whole rounds) or the hall closes. Returns what was played and whether
/// it got there.
///
/// # Errors
/// When an arm does not compile.
pub(super) fn play(plan: &Plan, games: u64, hall: &Hall<'_>) -> Result<(Rounds, bool), Vec<Fault>> {
    play_with(plan, &[], games, hall)
}

/// The same where the bot of some arms is a trained policy with weights of its
/// own: those of each arm in turn, as far as there are any.
///
/// # Errors
/// When an arm does not compile.
pub(super) fn play_with(
    plan: &Plan,
    weights: &[Option<Weights>],
    games: u64,
    hall: &Hall<'_>,
) -> Result<(Rounds, bool), Vec<Fault>> {
    let mut runners = plan.arms.iter().map(|arm| arm.runner(plan.seed)).collect::<Result<Vec<_>, _>>()?;
    for (runner, weights) in runners.iter_mut().zip(weights) {
        if let Some(weights) = weights {
            runner.reweigh(0, weights);
        }
    }
    let seats = runners[0].seats();
    let apart = hall.journal.is_some_and(|journal| journal.share() != Some(Share::WHOLE));
    let all: Vec<usize> = (0..plan.arms.len()).collect();
    let key = hall.journal.map(|_| campaign::key_of(plan, "legs", &all)).unwrap_or_default();
    let values: Vec<Option<&[i16]>> =
        weights.iter().map(|weights| weights.as_ref().map(|weights| &weights.values()[..])).collect();
    let is_reweighed = values.iter().any(Option::is_some);
    let key = if is_reweighed { journal::key(&key, &values) } else { key };
    let mut legs = Legs { kinds: plan.arms.iter().map(kinds).collect(), runners, seats, apart: false };
    let all = schedule::blocks_for(games, seats as u32) * legs.runners.len() as u64;
    let (begun, from) = journal::known(&legs, hall.journal, &key, &(0..all));
    legs.apart = apart;
    let told = |rounds: &Rounds, reached: u64| {
        (hall.progress)(&Progress {
            arm: 0,
            tally: &rounds.shown,
            since: None,
            layout: legs.runners[0].layout(),
            games: reached * seats as u64,
            expected: all * seats as u64,
        });
    };
    if from == all {
        return Ok((begun, true));
    }
    let kept = (hall.journal, key.as_str());
    let (rounds, reached) = journal::play(&legs, (begun, 0), kept, from..all, hall.stop, &told);
    Ok((rounds, reached == all))
}
