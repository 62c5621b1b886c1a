//! What has been played before. A command is a fixed sequence of pieces of work
//! over ranges of blocks, and each piece is a pure function of what is played:
//! whoever keeps the sums of pieces can go on after a kill, and whoever plays
//! some of the blocks of each can leave the others to other machines.
//!
//! In: a [`Work`], the key that says what it plays, its blocks. Out: their sum,
//! from the journal as far as it knows it. Where the journal keeps what it keeps
//! is not known here.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Share;
use crate::arena::pool::{self, Work};
use crate::arena::schedule;

/// A memory of sums, as JSON, by the key of their work.
pub trait Journal: Sync {
    /// Hands out the sums of ranges that begin where this one does and follow one
    /// another without a gap, each with its end; none reaches beyond the range.
    /// Ends where a sum is not taken.
    fn known(&self, work: &str, range: &Range<u64>, take: &mut dyn FnMut(u64, &str) -> bool);

    /// The same of the share that is played here, of which [`Journal::known`] hands
    /// out nothing: what a shard leaves to the others hangs on what all of them know.
    fn mine(&self, work: &str, range: &Range<u64>, take: &mut dyn FnMut(u64, &str) -> bool);

    /// Takes note that sums it has handed out come to this one.
    fn joined(&self, work: &str, range: Range<u64>, sum: String);

    /// Takes note of the sum of a range. Of one that still grows (not `whole`) it
    /// may be left out to ask for it: a later call brings more.
    fn keep(&self, work: &str, range: Range<u64>, whole: bool, sum: &dyn Fn() -> String);

    /// Which part of what nobody has played is to be played here; none where
    /// nothing is.
    fn share(&self) -> Option<Share>;

    /// What of a range that nobody has played is left to share out, behind what
    /// an earlier piece of the same work has shared out: a shard doesn't know the
    /// sum of that and is asked for it again. From then on this counts as shared
    /// out, too.
    fn share_out(&self, work: &str, range: Range<u64>) -> Range<u64>;
}

/// Work whose sums can be kept.
pub trait Kept: Work {
    /// Whether a sum that was read has the shape of this work's and can be that of
    /// so many blocks.
    fn fits(&self, sum: &Self::Sum, blocks: u64) -> bool;
}

/// The key of work that is told by this value.
#[must_use]
pub fn key(kind: &str, told: &impl Serialize) -> String {
    let text = serde_json::to_string(&(kind, told)).unwrap_or_default();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// What a journal knows of the first blocks of a range: their sum and their end.
pub fn known<W: Kept>(work: &W, journal: Option<&dyn Journal>, key: &str, range: &Range<u64>) -> (W::Sum, u64)
where
    W::Sum: Serialize + DeserializeOwned,
{
    let Some(journal) = journal else { return (work.zero(), range.start) };
    let mut pieces = 0;
    let (sum, from) = added(work, range.start, |take| {
        journal.known(key, range, &mut |end, text| {
            let taken = take(end, text);
            pieces += u32::from(taken);
            taken
        });
    });
    if pieces > 1 {
        journal.joined(key, range.start..from, serde_json::to_string(&sum).unwrap_or_default());
    }
    (sum, from)
}

/// The sum of what is handed out from a block on, and its end.
fn added<W: Kept>(
    work: &W,
    start: u64,
    hand_out: impl FnOnce(&mut dyn FnMut(u64, &str) -> bool),
) -> (W::Sum, u64)
where
    W::Sum: DeserializeOwned,
{
    let (mut sum, mut from) = (work.zero(), start);
    hand_out(&mut |end, text| match serde_json::from_str::<W::Sum>(text) {
        Ok(part) if work.fits(&part, end - from) => {
            work.merge(&mut sum, part);
            from = end;
            true
        }
        _ => false,
    });
    (sum, from)
}

/// Plays a range onto `begun`, the sum of the blocks from `first` on, as
/// [`pool::run`] does, and keeps what is done. Of a shard its blocks are played and kept,
/// as far as an earlier start has not done so, and none of them is returned: it knows too
/// little to go on.
pub fn play<W: Kept>(
    work: &W,
    (begun, first): (W::Sum, u64),
    (journal, key): (Option<&dyn Journal>, &str),
    range: Range<u64>,
    stop: &AtomicBool,
    done: &(dyn Fn(&W::Sum, u64) + Sync),
) -> (W::Sum, u64)
where
    W::Sum: Serialize + DeserializeOwned,
{
    let Some(journal) = journal else { return pool::run(work, begun, range, stop, done) };
    let keep = |first: u64, reached: u64, whole: bool, sum: &W::Sum| {
        journal.keep(key, first..reached, whole, &|| serde_json::to_string(sum).unwrap_or_default());
    };
    let go_on = |begun: W::Sum, first: u64, range: Range<u64>| {
        let told = |sum: &W::Sum, reached: u64| {
            keep(first, reached, false, sum);
            done(sum, reached);
        };
        let (sum, reached) = pool::run(work, begun, range, stop, &told);
        keep(first, reached, true, &sum);
        (sum, reached)
    };
    match journal.share() {
        Some(Share::WHOLE) => go_on(begun, first, range),
        share => {
            let left = journal.share_out(key, range.clone());
            let cut = share.map(|Share { k, n }| schedule::shard(left.end - left.start, k, n));
            let cut = cut.unwrap_or(0..0);
            let own = left.start + cut.start..left.start + cut.end;
            let (sum, from) = added(work, own.start, |take| journal.mine(key, &own, take));
            go_on(sum, own.start, from..own.end);
            (begun, range.start)
        }
    }
}
