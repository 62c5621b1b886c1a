//! Where the balance lab plays: threads, Ctrl-C, and a live line on a terminal.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::ProgressBar;

use super::desk::Desk;
use super::notebook::Notebook;
use super::{Outcome, Refusal, note, pipeline, process};
use crate::campaign::Progress;
use crate::lab;
use crate::report::Answer;
use crate::scenario::Problem;
use crate::settings::Fault;
use crate::verdict::count;

/// A rayon pool, the user's wish to stop, and a progress line.
pub struct Hall<'a> {
    pool: rayon::ThreadPool,
    stop: &'static AtomicBool,
    bar: ProgressBar,
    quiet: bool,
    begun: Instant,
    notebook: &'a Notebook,
    /// Games of plans already finished, and of the one in play.
    games: Mutex<u64>,
}

impl<'a> Hall<'a> {
    /// Opens the hall; from here on Ctrl-C ends play, not the process.
    ///
    /// # Errors
    /// When the system grants no threads.
    pub fn open(threads: usize, quiet: bool, notebook: &'a Notebook) -> Result<Self, Refusal> {
        Ok(Self {
            pool: process::pool(threads)?,
            stop: process::interruptible(),
            bar: pipeline::spinner(quiet),
            quiet,
            notebook,
            begun: Instant::now(),
            games: Mutex::new(0),
        })
    }

    /// What is being done, beside the progress line.
    pub fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Runs an experiment on the pool. Faults of compiling an arm become
    /// refusals.
    ///
    /// # Errors
    /// Whatever the experiment refuses; that it can't be finished here, where only
    /// a share of it was to be played.
    pub fn run<T: Send>(
        &self,
        experiment: impl FnOnce(&lab::Hall<'_>) -> Result<T, Vec<Fault>> + Send,
    ) -> Result<T, Refusal> {
        let told = |progress: &Progress<'_>| {
            self.bar.set_length(progress.expected.max(progress.games));
            self.bar.set_position(progress.games);
        };
        let hall = lab::Hall { stop: self.stop, progress: &told, journal: self.notebook.journal() };
        let out = self.pool.install(|| experiment(&hall));
        let stopped = self.stop.load(Ordering::Relaxed);
        if let Some(status) = self.notebook.rest(stopped)? {
            self.bar.finish_and_clear();
            return Err(Refusal { lines: Vec::new(), status });
        }
        if stopped {
            self.notebook.close();
        }
        out.map_err(|faults| faults.into_iter().map(Problem::flag).collect::<Vec<_>>().into())
    }

    /// Tells the answer; what was kept of its games is no longer needed then.
    ///
    /// # Errors
    /// As [`Desk::tell`].
    pub fn tell<A: Answer>(&self, desk: &Desk<'_, A>, answer: &A) -> Outcome {
        let outcome = desk.tell(answer);
        self.notebook.told(&outcome);
        outcome
    }

    /// Counts games for the closing note.
    pub fn count(&self, games: u64) {
        *self.games.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += games;
    }

    /// Clears the progress line and notes games and time.
    pub fn close(&self) {
        // What follows is the report.
        process::writing(0, self.quiet);
        self.bar.finish_and_clear();
        let games = *self.games.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !self.quiet && games > 0 {
            let seconds = self.begun.elapsed().as_secs_f64();
            let rate = (games as f64 / seconds.max(1e-9)) as u64;
            note(format_args!("{} games in {seconds:.1} s ({} games/s)", count(games), count(rate)));
        }
    }
}
