//! The files: both tables in the order of arms and games, whole or not at all.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use tempfile::NamedTempFile;

use super::columns::{Arm, Cells, Kind, Sheet};
use crate::report::escape;
use crate::report::folder::{WriteError, publish};
use crate::scenario::Plan;
use crate::settings::Fault;

/// Rows of games that one thread plays at a time.
const CHUNK: u64 = 1 << 13;

/// Forms of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Apache Parquet.
    #[cfg(feature = "tables")]
    Parquet,
    /// Comma-separated values.
    Csv,
}

impl Format {
    /// What the files' names end in.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            #[cfg(feature = "tables")]
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }
}

/// Names of both files of a form.
#[must_use]
pub fn names(format: Format) -> Vec<String> {
    Kind::ALL.map(|kind| format!("{}.{}", kind.name(), format.extension())).into()
}

/// Why no tables were written.
#[derive(Debug)]
pub enum Refused {
    /// An arm does not compile.
    Arm(Vec<Fault>),
    /// A file can't be written.
    File(WriteError),
}

/// Takes the rows of a table, chunk by chunk.
pub(super) trait Sink {
    fn rows(&mut self, cells: &[Cells<'_>]) -> io::Result<()>;
    fn finish(&mut self) -> io::Result<()>;
}

struct Csv(csv::Writer<File>);

impl Csv {
    fn open(sheet: &Sheet, file: File) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(sheet.names())?;
        Ok(Self(writer))
    }
}

impl Sink for Csv {
    fn rows(&mut self, cells: &[Cells<'_>]) -> io::Result<()> {
        fn told(cell: Option<impl ToString>) -> String {
            cell.map_or(String::new(), |cell| cell.to_string())
        }
        let rows = match cells.first() {
            Some(Cells::Text(first)) => first.len(),
            Some(Cells::Whole(first)) => first.len(),
            Some(Cells::Real(first)) => first.len(),
            None => 0,
        };
        for row in 0..rows {
            for cells in cells {
                self.0.write_field(match cells {
                    Cells::Text(cells) => escape::cell(told(cells[row])),
                    Cells::Whole(cells) => told(cells[row]),
                    Cells::Real(cells) => told(cells[row]),
                })?;
            }
            self.0.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A table being written beside its place.
struct Draft {
    sheet: Sheet,
    file: NamedTempFile,
    sink: Box<dyn Sink>,
}

impl Draft {
    fn open(sheet: Sheet, folder: &Path, format: Format) -> io::Result<Self> {
        let file = NamedTempFile::new_in(folder)?;
        let handle = file.reopen()?;
        let sink: Box<dyn Sink> = match format {
            #[cfg(feature = "tables")]
            Format::Parquet => Box::new(super::frame::Parquet::open(&sheet, handle)?),
            Format::Csv => Box::new(Csv::open(&sheet, handle)?),
        };
        Ok(Self { sheet, file, sink })
    }
}

/// Plays `blocks[arm]` of every arm on the threads at hand and writes both
/// tables into `folder`. False if `stop` was raised: then no file appears.
///
/// # Errors
/// When an arm does not compile, or the disk is full or not writable; then no
/// file appears.
pub fn write(
    plan: &Plan,
    blocks: &[Range<u64>],
    folder: &Path,
    format: Format,
    stop: &AtomicBool,
) -> Result<bool, Refused> {
    let fail = |reason| Refused::File(WriteError::new(folder, reason));
    let runners = plan.arms.iter().map(|arm| arm.runner(plan.seed)).collect::<Result<Vec<_>, _>>();
    let runners = runners.map_err(Refused::Arm)?;
    let layouts: Vec<_> = runners.iter().map(|runner| runner.layout()).collect();
    let drafts = Kind::ALL.map(|kind| Draft::open(Sheet::new(plan, &layouts, kind), folder, format));
    let mut drafts = drafts.into_iter().collect::<io::Result<Vec<_>>>().map_err(fail)?;
    for (((arm, runner), layout), blocks) in plan.arms.iter().zip(&runners).zip(&layouts).zip(blocks) {
        let name = arm.name.to_string();
        let arm = Arm::new(arm, &name, layout);
        let chunk = (CHUNK / u64::from(runner.rotations())).max(1);
        let mut next = blocks.start;
        while next < blocks.end {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            // As many chunks at a time as there are threads: memory stays flat.
            let wave: Vec<_> = (0..rayon::current_num_threads() as u64)
                .map(|i| (next + i * chunk).min(blocks.end)..(next + (i + 1) * chunk).min(blocks.end))
                .filter(|range| !range.is_empty())
                .collect();
            next = wave.last().map_or(blocks.end, |range| range.end);
            let games: Vec<_> = wave.into_par_iter().map(|range| runner.games(range)).collect();
            for Draft { sheet, sink, .. } in &mut drafts {
                for games in &games {
                    sink.rows(&sheet.cells(&arm, games)).map_err(fail)?;
                }
            }
        }
    }
    for Draft { file, sink, .. } in &mut drafts {
        sink.finish().and_then(|()| publish(file)).map_err(fail)?;
    }
    for Draft { sheet, file, .. } in drafts {
        let path = folder.join(format!("{}.{}", sheet.kind().name(), format.extension()));
        file.persist(&path).map_err(|e| Refused::File(WriteError::new(path, e.error)))?;
    }
    Ok(true)
}
