//! What a program says when the machine has no memory left for it.

#![expect(unsafe_code, reason = "an allocator is one by an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The system's allocator that ends a program which gets no memory as every
/// other fault ends it: with one line and exit status 2. The standard library
/// would abort, which no caller can tell from a fault of the program.
///
/// ```
/// #[global_allocator]
/// static MEMORY: levelpitch::commands::memory::Allocator = levelpitch::commands::memory::Allocator;
/// # fn main() {}
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Allocator;

impl Allocator {
    #[inline]
    fn granted(place: *mut u8, bytes: usize) -> *mut u8 {
        if place.is_null() {
            refused(bytes);
        }
        place
    }
}

/// What to do about it.
const ADVICE: &str = "fewer arms, games or `--threads` need less; the same command goes on from its \
checkpoint if it kept one";
/// Why the program ends where a thread can't start.
const NO_THREAD: &str = "no memory is left for a thread";

/// Says so, without asking for memory, and ends the program.
#[cold]
fn refused(bytes: usize) -> ! {
    ended(format_args!("no memory is left ({bytes} bytes more were asked for)"))
}

/// Says once why the program ends. Files stand as a kill leaves them: an earlier
/// report, or the new one, and checkpoints.
#[cold]
fn ended(why: std::fmt::Arguments) -> ! {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if TOLD.swap(true, Ordering::Relaxed) {
        // Another thread says so, and ends this one too; but not where it waits for what this
        // one holds.
        std::thread::sleep(Duration::from_secs(1));
        exit()
    }
    let _ = writeln!(std::io::stderr(), "error: {why}: {ADVICE}");
    exit()
}

/// Has threads that start without memory end the program in the same way. They
/// ask for some past the allocator: the standard library panics where a thread gets no
/// stack for signals, and the C library aborts where it gets no list of destructors.
pub(super) fn of_threads() {
    let other = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic
            .payload_as_str()
            .is_some_and(|text| text.starts_with("failed to allocate an alternative stack"))
        {
            ended(format_args!("{NO_THREAD}"));
        }
        PANICKED.store(true, Ordering::Relaxed);
        other(panic);
    }));
    #[cfg(target_os = "linux")]
    // SAFETY: the handler takes what `SA_SIGINFO` hands out, and the rest of the action is
    // valid as zeros.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = aborted as *const () as libc::sighandler_t;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESETHAND;
        libc::sigaction(libc::SIGABRT, &raw const action, std::ptr::null_mut());
    }
}

/// A panic within a panic aborts, too: that is a fault of the program.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// The program aborts. Only what may run in a signal handler: no lock, no memory.
#[cfg(target_os = "linux")]
extern "C" fn aborted(signal: libc::c_int, told: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel hands out a valid description; the calls are safe in handlers.
    unsafe {
        let itself = (*told).si_code == libc::SI_TKILL && (*told).si_pid() == libc::getpid();
        if itself && !PANICKED.load(Ordering::Relaxed) {
            for part in ["error: ", NO_THREAD, ": ", ADVICE, "\n"] {
                libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len());
            }
            exit()
        }
        // The action is the default one again.
        libc::raise(signal);
    }
}

/// Ends at once: what runs at an ordinary end might ask for memory again, or
/// wait for the thread that was refused.
#[cfg(unix)]
fn exit() -> ! {
    // SAFETY: has no conditions.
    unsafe { libc::_exit(2) }
}

#[cfg(not(unix))]
fn exit() -> ! {
    std::process::exit(2)
}

// SAFETY: every call is the system allocator's own, whose contract this is.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::granted(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::granted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::granted(unsafe { System.realloc(place, layout, size) }, size)
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}
