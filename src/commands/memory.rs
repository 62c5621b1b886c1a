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

/// Says so, without asking for memory, and ends the program. Files stand as a
/// kill leaves them: an earlier report, or the new one, and checkpoints.
#[cold]
fn refused(bytes: usize) -> ! {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if TOLD.swap(true, Ordering::Relaxed) {
        // Another thread says so, and ends this one too; but not where it waits for what this
        // one holds.
        std::thread::sleep(Duration::from_secs(1));
        exit()
    }
    let _ = writeln!(
        std::io::stderr(),
        "error: no memory is left ({bytes} bytes more were asked for): fewer arms, games or `--threads` need less; the \
         same command goes on from its checkpoint if it kept one"
    );
    exit()
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
