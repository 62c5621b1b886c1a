//! What a process has once: what signals raise, threads that play, draw and
//! write.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Refusal, memory, note};
use crate::verdict;

/// Whether play is over and files are made, which Ctrl-C does not cut short.
static WRITING: AtomicBool = AtomicBool::new(false);
/// Reports of more arms take a while to draw.
const MANY_ARMS: usize = 50;

/// Says that the report is being written, where that may take a while, and
/// lets Ctrl-C say so too.
pub fn writing(arms: usize, quiet: bool) {
    WRITING.store(true, Ordering::SeqCst);
    if arms > MANY_ARMS && !quiet {
        note(format_args!("writing the report of {} arms …", verdict::count(arms as u64)));
    }
}

/// Says that play has begun, which Ctrl-C does cut short.
pub fn playing() {
    WRITING.store(false, Ordering::SeqCst);
}

/// What Ctrl-C raises. A command may play more than once (a run, then its
/// assumptions), but a process takes one handler: all of its play looks here.
static STOP: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C raises from here on. A second Ctrl-C ends the process
/// at once.
pub fn interruptible() -> &'static AtomicBool {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        memory::room(1);
        let handler = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            note(if WRITING.load(Ordering::SeqCst) {
                "writing the report (again to stop at once)"
            } else {
                "interrupted: saving what is finished (again to stop at once)"
            });
        });
        // Without a handler a signal ends the process, which is no worse.
        if handler.is_ok() {
            memory::settled("ctrl-c");
        }
    });
    &STOP
}

/// Starts the threads that draw and read, which would otherwise start, or fail to,
/// where a report is half-way written.
///
/// # Errors
/// When the system grants no threads.
pub fn helpers() -> Result<(), Refusal> {
    match rayon::ThreadPoolBuilder::new().spawn_handler(memory::started).build_global() {
        // They have been started before where there is no cause.
        Err(error) if std::error::Error::source(&error).is_some() => {
            Err(Refusal::new(format_args!("the system starts no threads ({error}); {NO_ROOM}")))
        }
        _ => Ok(()),
    }
}

/// Starts the threads that tables are written and read by, for the same reason.
///
/// # Errors
/// When the system grants no threads.
#[cfg(feature = "tables")]
pub fn clerks() -> Result<(), Refusal> {
    memory::room(std::thread::available_parallelism().map_or(1, usize::from));
    crate::tables::start().map_err(|_| Refusal::new(format_args!("the system starts no threads; {NO_ROOM}")))
}

/// Why a system grants no threads.
const NO_ROOM: &str = "memory, or a limit of processes (`ulimit -u`), leaves no room for them";

/// A rayon pool of this many threads, 0 for one per core.
///
/// # Errors
/// When the system grants no threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Refusal> {
    let refused = |error| {
        let number = if threads == 0 { String::new() } else { format!(" {threads}") };
        Refusal::new(format!("--threads: the system starts no{number} threads ({error}); {NO_ROOM}"))
    };
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .spawn_handler(memory::started)
        .build()
        .map_err(refused)
}
