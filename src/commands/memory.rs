//! What a program says when the machine has no memory left for it, or no room in a file.

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

/// Starts a thread of a pool once there is room for it, and waits until it runs, so
/// that it has that room for itself. A thread that starts asks for memory past the
/// allocator, and the C library aborts where it gets none.
///
/// # Errors
/// When the system grants no thread.
pub(super) fn started(thread: rayon::ThreadBuilder) -> std::io::Result<()> {
    room(1);
    let (runs, running) = std::sync::mpsc::channel();
    std::thread::Builder::new().spawn(move || {
        let _ = runs.send(());
        thread.run();
    })?;
    // Nothing but that it runs, or is gone.
    let _ = running.recv();
    Ok(())
}

/// Ends the program where the address space has no room for more threads: stacks of
/// two mebibytes, and as much again for what they ask for before they run.
pub(super) fn room(#[allow(unused, reason = "on Linux only")] threads: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: a mapping of its own that nobody touches.
    unsafe {
        let (bytes, own) = (threads << 22, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let place = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_NONE, own, -1, 0);
        if place == libc::MAP_FAILED {
            ended(format_args!("no memory is left for a thread"));
        }
        libc::munmap(place, bytes);
    }
}

/// Whether the address space is limited.
#[cfg(target_os = "linux")]
fn is_limited() -> bool {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is written to its own place.
    unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) == 0 && limit.rlim_cur != libc::RLIM_INFINITY }
}

/// Has all threads share one heap where the address space is limited: the C library
/// reserves 64 mebibytes of it for each thread otherwise, until none is left for stacks.
pub(super) fn spared() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if is_limited() {
        // SAFETY: no other thread runs yet.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}

/// Waits, where the address space is limited, until a thread that others have started
/// sleeps: it has the room then that it asks for when it starts.
pub(super) fn settled(#[allow(unused, reason = "on Linux only")] thread: &str) {
    #[cfg(target_os = "linux")]
    if is_limited() {
        let asleep = format!("({thread}) S");
        for _ in 0..1000 {
            let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
            let mut told = threads.filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
            if told.any(|stat| stat.contains(&asleep)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Has a file that may grow no further be a fault of writing, as a full disk is: the
/// signal that comes with it would end the program without a word.
pub(super) fn bounded() {
    #[cfg(unix)]
    // SAFETY: ignoring a signal has no conditions.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
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
