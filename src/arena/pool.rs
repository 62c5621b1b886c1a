//! Batches over threads, merged exactly.
//!
//! Threads claim batches in rising order, and what they finish is merged in that
//! order up to the first gap, so what is done is always a prefix of the blocks,
//! interrupted or not. Batch sizes follow the clock (a batch should take a few
//! hundredths of a second); tallies are integers, so that never shows in a result.
//! A batch under way when play is stopped is left off as soon as it looks up
//! ([`halt`]): a search may think for minutes.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::halt;

/// What one batch should take: long enough to hide the merge, short enough to
/// answer an interrupt at once.
const BATCH_TIME: Duration = Duration::from_millis(40);
/// The same of one part of work with many: each is set up and merged apart.
const PART_TIME: Duration = Duration::from_millis(2);
/// What no batch should take, however many parts it has.
const MOST_TIME: Duration = Duration::from_millis(250);

/// Work that can be cut into consecutive blocks and added up exactly.
pub trait Work: Sync {
    /// What blocks add up to.
    type Sum: Send;
    /// How many parts, each with sums of its own, a batch has.
    fn parts(&self) -> u32 {
        1
    }
    /// Nothing done yet.
    fn zero(&self) -> Self::Sum;
    /// Does the blocks of `range`.
    fn batch(&self, range: Range<u64>) -> Self::Sum;
    /// Adds `later`, the sum of the blocks that follow.
    fn merge(&self, into: &mut Self::Sum, later: Self::Sum);
}

/// Batches handed out and merged so far.
struct Desk<S> {
    next: u64,
    merged: S,
    merged_to: u64,
    /// Finished batches that wait for an earlier one.
    waiting: BTreeMap<u64, (u64, S)>,
    /// Blocks per batch.
    size: u64,
    /// The first batch that panicked, and with what.
    died: Option<(u64, Box<dyn Any + Send>)>,
}

/// Does `blocks` of `work` on rayon's current pool, onto the sum of the blocks
/// before them.
///
/// `done` is shown, in index order, the sum of every prefix as it grows. When
/// `stop` turns true no further batch is claimed, and one that looks up is left off.
/// Returns the sum of the prefix done and its end.
///
/// # Panics
/// When a batch does: with the panic of the first of them by its blocks.
pub fn run<W: Work>(
    work: &W,
    begun: W::Sum,
    blocks: Range<u64>,
    stop: &AtomicBool,
    done: &(dyn Fn(&W::Sum, u64) + Sync),
) -> (W::Sum, u64) {
    let desk = Mutex::new(Desk {
        next: blocks.start,
        merged: begun,
        merged_to: blocks.start,
        waiting: BTreeMap::new(),
        size: 1,
        died: None,
    });
    let lock = || desk.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let threads = rayon::current_num_threads() as u64;
    let wanted = (PART_TIME * work.parts()).clamp(BATCH_TIME, MOST_TIME);
    rayon::broadcast(|_| {
        while !stop.load(Ordering::Relaxed) {
            let range = {
                let mut desk = lock();
                // Towards the end batches shrink, so that threads finish together.
                let left = blocks.end - desk.next;
                let size = desk.size.min(left.div_ceil(2 * threads)).max(1).min(left);
                let start = desk.next;
                desk.next += size;
                start..start + size
            };
            if range.is_empty() {
                break;
            }
            let begun = Instant::now();
            // What one batch dies of ends all others: no game beyond it is begun.
            let sum = match halt::heeding(stop, || work.batch(range.clone())) {
                Ok(Some(sum)) => sum,
                Ok(None) => break,
                Err(cause) => {
                    let mut desk = lock();
                    desk.next = blocks.end;
                    if desk.died.as_ref().is_none_or(|(first, _)| range.start < *first) {
                        desk.died = Some((range.start, cause));
                    }
                    break;
                }
            };
            let taken = begun.elapsed();
            let mut desk = lock();
            let size = range.end - range.start;
            if taken < wanted / 2 && size >= desk.size {
                // As far as this batch foretells it, but not all at once.
                let factor = (wanted.as_nanos() / taken.as_nanos().max(1)).clamp(2, 16) as u64;
                desk.size = (desk.size * factor).min(1 << 22);
            } else if taken > wanted * 2 {
                desk.size = (desk.size / 2).max(1);
            }
            desk.waiting.insert(range.start, (range.end, sum));
            let before = desk.merged_to;
            let mut ready = desk.waiting.remove(&before);
            while let Some((end, sum)) = ready {
                work.merge(&mut desk.merged, sum);
                desk.merged_to = end;
                ready = desk.waiting.remove(&end);
            }
            if desk.merged_to > before {
                done(&desk.merged, desk.merged_to);
            }
        }
    });
    let desk = desk.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some((_, cause)) = desk.died {
        // The first by its blocks, whatever thread came to it first.
        resume_unwind(cause);
    }
    (desk.merged, desk.merged_to)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// Adds up block numbers, slowly for some, and checks that sums arrive in
    /// index order.
    struct Numbers;

    impl Work for Numbers {
        type Sum = (u64, u64);
        fn zero(&self) -> (u64, u64) {
            (0, 0)
        }
        fn batch(&self, range: Range<u64>) -> (u64, u64) {
            if range.start.is_multiple_of(3) {
                std::thread::sleep(Duration::from_micros(300));
            }
            (range.clone().sum(), range.end)
        }
        fn merge(&self, into: &mut (u64, u64), later: (u64, u64)) {
            assert!(later.1 > into.1, "blocks are merged in index order");
            *into = (into.0 + later.0, later.1);
        }
    }

    #[test]
    fn any_number_of_threads_adds_up_every_block_once() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let stop = AtomicBool::new(false);
            let (sum, end) = pool.install(|| run(&Numbers, (0, 0), 0..5000, &stop, &|_, _| {}));
            assert_eq!((sum.0, end), (4999 * 5000 / 2, 5000));
        }
    }

    /// Dies at some numbers.
    struct Mined;

    impl Work for Mined {
        type Sum = ();
        fn zero(&self) {}
        fn batch(&self, range: Range<u64>) {
            for number in range {
                if number == 700 {
                    std::thread::sleep(Duration::from_millis(5));
                }
                if number >= 700 {
                    resume_unwind(Box::new(number));
                }
            }
        }
        fn merge(&self, (): &mut (), (): ()) {}
    }

    #[test]
    fn the_first_batch_that_dies_ends_the_run() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let stop = AtomicBool::new(false);
            let run = || pool.install(|| run(&Mined, (), 0..u64::MAX, &stop, &|(), _| {}));
            let cause = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
            assert_eq!(cause.downcast_ref::<u64>(), Some(&700), "{threads} threads");
        }
    }

    /// Ends by being left off only, from some block on.
    struct Endless;

    impl Work for Endless {
        type Sum = u64;
        fn zero(&self) -> u64 {
            0
        }
        fn batch(&self, range: Range<u64>) -> u64 {
            if range.end <= 300 {
                return range.end - range.start;
            }
            loop {
                halt::look_up();
                std::thread::sleep(Duration::from_micros(100));
            }
        }
        fn merge(&self, into: &mut u64, later: u64) {
            *into += later;
        }
    }

    #[test]
    fn a_batch_that_lasts_is_left_off_with_those_behind_it() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let stop = AtomicBool::new(false);
            let watch = |_: &u64, end: u64| stop.store(end > 20, Ordering::Relaxed);
            let (sum, end) = pool.install(|| run(&Endless, 0, 0..u64::MAX, &stop, &watch));
            assert!(sum == end && (21..=300).contains(&end), "{threads} threads: {sum} of {end}");
        }
    }

    #[test]
    fn a_stopped_run_is_a_prefix() {
        let stop = AtomicBool::new(false);
        let watch = |_: &(u64, u64), end: u64| {
            if end > 100 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let (sum, end) = run(&Numbers, (0, 0), 0..u64::from(u32::MAX), &stop, &watch);
        assert!(end > 100);
        assert_eq!(sum.0, (0..end).sum::<u64>());
    }
}
