//! The files: both tables in the order of arms and games, whole or not at all.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

use tempfile::NamedTempFile;

use super::columns::{Arm, Cells, Kind, Sheet};
use crate::arena::Runner;
use crate::arena::batch::GameRow;
use crate::arena::pool::Work;
use crate::campaign::journal::{self, Journal, Kept};
use crate::campaign::{self, Hall, Progress, Share};
use crate::report::escape;
use crate::report::folder::{WriteError, publish};
use crate::scenario::Plan;
use crate::settings::Fault;
use crate::tally::Tally;
use crate::verdict::count;

/// Games between two looks at the tables.
const CHUNK: u64 = 1 << 13;
/// Most numbers that are kept of games before their tables are whole, some three
/// letters each.
const MOST_KEPT: u64 = 40_000_000;

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

/// The games of an arm, row by row.
struct Rows<'a>(&'a dyn Runner);

impl Work for Rows<'_> {
    type Sum = Vec<GameRow>;

    fn zero(&self) -> Vec<GameRow> {
        Vec::new()
    }

    fn batch(&self, range: Range<u64>) -> Vec<GameRow> {
        self.0.games(range)
    }

    fn merge(&self, into: &mut Vec<GameRow>, later: Vec<GameRow>) {
        into.extend(later);
    }
}

impl Kept for Rows<'_> {
    fn fits(&self, rows: &Vec<GameRow>, blocks: u64) -> bool {
        let Self(runner) = self;
        let (seats, columns) = (runner.seats(), runner.layout().columns());
        let mut games = rows.iter().zip(rows.first().map_or(0, |row| row.game)..);
        rows.len() as u64 == blocks * u64::from(runner.rotations())
            && games.all(|(row, game)| {
                let seated = row.seating[..seats].iter().all(|&entrant| usize::from(entrant) < seats);
                row.game == game && seated && row.columns.len() == columns
            })
    }
}

/// Keeps apart what is played for tables and what for sums.
const KIND: &str = "rows";

/// Plays `blocks[arm]` of every arm in a hall and writes both tables into `folder`.
/// False if not all of them are known: the hall was closed, or a share of them was to
/// be played. Then no file appears, and what was played is in the hall's journal.
///
/// # Errors
/// When an arm does not compile, a share is larger than any file may be, or the disk
/// is full or not writable; then no file appears.
pub fn write(
    plan: &Plan,
    blocks: &[Range<u64>],
    folder: &Path,
    format: Format,
    hall: &Hall<'_>,
) -> Result<bool, Refused> {
    let fail = |reason| Refused::File(WriteError::new(folder, reason));
    let runners = plan.arms.iter().map(|arm| arm.runner(plan.seed)).collect::<Result<Vec<_>, _>>();
    let runners = runners.map_err(Refused::Arm)?;
    let layouts: Vec<_> = runners.iter().map(|runner| runner.layout()).collect();
    let pairs = runners.iter().zip(blocks);
    let each: Vec<u64> =
        pairs.map(|(runner, blocks)| (blocks.end - blocks.start) * u64::from(runner.rotations())).collect();
    let numbers = each.iter().zip(&layouts).map(|(games, layout)| games * layout.columns() as u64).sum();
    let journal = kept(hall.journal, numbers).map_err(|fault| Refused::Arm(vec![fault]))?;
    let drafts = Kind::ALL.map(|kind| Draft::open(Sheet::new(plan, &layouts, kind), folder, format));
    let mut drafts = drafts.into_iter().collect::<io::Result<Vec<_>>>().map_err(fail)?;
    let (mut whole, mut games) = (true, 0);
    for (at, (runner, blocks)) in runners.iter().zip(blocks).enumerate() {
        let (layout, name) = (layouts[at], plan.arms[at].name.to_string());
        let arm = Arm::new(&plan.arms[at], &name, layout);
        let work = Rows(runner.as_ref());
        let key = journal.map(|_| campaign::key_of(plan, KIND, &[at])).unwrap_or_default();
        let nothing = Tally::new(layout);
        // Chunk by chunk: memory stays flat.
        let chunk = (CHUNK / u64::from(runner.rotations())).max(1) as usize;
        for start in blocks.clone().step_by(chunk) {
            if hall.closed() {
                return Ok(false);
            }
            let range = start..(start + chunk as u64).min(blocks.end);
            let before = games;
            let told = |rows: &Vec<GameRow>, _: u64| {
                (hall.progress)(&Progress {
                    arm: at,
                    tally: &nothing,
                    since: None,
                    layout,
                    games: before + rows.len() as u64,
                    expected: each.iter().sum(),
                });
            };
            let (rows, from) = journal::known(&work, journal, &key, &range);
            let (rows, reached) = if from < range.end {
                journal::play(&work, (rows, start), (journal, &key), from..range.end, hall.stop, &told)
            } else {
                (rows, from)
            };
            games += rows.len() as u64;
            whole &= reached == range.end;
            for Draft { sheet, sink, .. } in drafts.iter_mut().filter(|_| whole) {
                sink.rows(&sheet.cells(&arm, &rows)).map_err(fail)?;
            }
        }
    }
    if !whole {
        return Ok(false);
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

/// The journal, if so many numbers can be kept: of more, games are played again
/// rather than read, and a share has to be a smaller one.
fn kept(journal: Option<&dyn Journal>, numbers: u64) -> Result<Option<&dyn Journal>, Fault> {
    match journal.map(Journal::share) {
        Some(Some(Share::WHOLE)) if numbers > MOST_KEPT => Ok(None),
        Some(Some(Share { k, n })) if numbers / n > MOST_KEPT => {
            let found = format!("{k}/{n}, a share of {} numbers", count(numbers / n));
            let allowed = format!(
                "{} numbers: {} shares or more",
                count(MOST_KEPT),
                count(numbers.div_ceil(MOST_KEPT))
            );
            Err(Fault::new("--shard", found, allowed))
        }
        _ => Ok(journal),
    }
}
