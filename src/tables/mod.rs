//! Single games as tables: one row per game, one row per seat of a game.
//!
//! In: a plan and, per arm, the blocks that were played; or a file written
//! from them. Out: `games` and `seats` as CSV or (feature `tables`) Parquet,
//! chunk by chunk, so that memory stays flat however many games there are; or
//! a [`mod@slice`] of such a file with intervals from block to block. The games are
//! played once more here, and are those of `run`, number by number.
//!
//! `frame` and [`mod@write`] know each other: the second opens the first as one
//! of its sinks.

#[cfg(feature = "tables")]
pub mod calibration;
pub mod columns;
#[cfg(feature = "tables")]
mod frame;
#[cfg(feature = "tables")]
pub mod slice;
#[cfg(all(test, feature = "tables"))]
mod tests;
#[cfg(feature = "tables")]
mod told;
pub mod write;

/// Starts the threads that Parquet is written and read by.
///
/// # Errors
/// When the system grants none, of which polars panics.
#[cfg(feature = "tables")]
pub fn start() -> std::thread::Result<()> {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let started = std::panic::catch_unwind(|| {
        std::sync::LazyLock::force(&polars_core::runtime::THREAD_POOL);
    });
    std::panic::set_hook(told);
    started
}

pub use columns::{Kind, Sheet};
pub use write::{Format, names, write};
