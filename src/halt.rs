//! Leaving off: long work asks now and then whether it is still wanted.
//!
//! A search may think for minutes about one move, and whoever asks a process to
//! end (a batch system, before it kills) gives it seconds. So who does such work
//! calls [`look_up`], whatever lies between it and who is told to stop.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use scoped_tls::scoped_thread_local;

scoped_thread_local! {
    /// What stops the work of this thread.
    static STOP: AtomicBool
}

/// What work ends with that is left off.
struct LeftOff;

/// Does work on this thread; `None` if it looked up after `stop` had turned true.
///
/// # Errors
/// With what the work panicked with.
pub fn heeding<T>(stop: &AtomicBool, work: impl FnOnce() -> T) -> Result<Option<T>, Box<dyn Any + Send>> {
    match catch_unwind(AssertUnwindSafe(|| STOP.set(stop, work))) {
        Ok(done) => Ok(Some(done)),
        Err(cause) if cause.is::<LeftOff>() => Ok(None),
        Err(cause) => Err(cause),
    }
}

/// Leaves off the work of this thread if it is to stop. Work that heeds nothing
/// ([`heeding`]) is done to its end.
#[inline]
pub fn look_up() {
    if STOP.is_set() && STOP.with(|stop| stop.load(Ordering::Relaxed)) {
        leave_off();
    }
}

#[cold]
fn leave_off() -> ! {
    resume_unwind(Box::new(LeftOff))
}
