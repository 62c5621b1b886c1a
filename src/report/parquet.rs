//! `games.parquet`: one row per game, written on request by replaying the
//! games in chunks, so that memory stays flat however many there are.

use std::fs::File;
use std::path::Path;

use polars::prelude::*;
use rayon::prelude::*;

use super::Run;
use super::folder::{WriteError, publish};
use crate::arena::batch::GameRow;
use crate::arena::schedule;
use crate::game::Ending;
use crate::tally::layout::column;

/// Rows of one arm's chunk, as columns.
fn frame(
    arm: &str,
    bots: &[String],
    reasons: &[&str],
    rows: &[GameRow],
    most_seats: usize,
) -> PolarsResult<DataFrame> {
    let seats = bots.len();
    let mut columns = vec![
        Column::new("arm".into(), vec![arm; rows.len()]),
        Column::new("game".into(), rows.iter().map(|r| r.game).collect::<Vec<u64>>()),
        Column::new("block".into(), rows.iter().map(|r| r.block).collect::<Vec<u64>>()),
        Column::new("rotation".into(), rows.iter().map(|r| r.rotation).collect::<Vec<u32>>()),
        Column::new(
            "decisions".into(),
            rows.iter().map(|r| r.columns[column::DECISIONS] as u32).collect::<Vec<u32>>(),
        ),
        Column::new(
            "unfinished".into(),
            rows.iter()
                .map(|r| match r.outcome.ending {
                    Ending::Decided => None,
                    Ending::Unfinished(reason) => Some(reasons[usize::from(reason)]),
                })
                .collect::<Vec<Option<&str>>>(),
        ),
    ];
    for seat in 0..most_seats {
        let here = |value: &dyn Fn(&GameRow) -> i32| -> Vec<Option<i32>> {
            rows.iter().map(|r| (seat < seats).then(|| value(r))).collect()
        };
        let bot: Vec<Option<&str>> = rows
            .iter()
            .map(|r| (seat < seats).then(|| bots[usize::from(r.seating[seat])].as_str()))
            .collect();
        columns.push(Column::new(format!("seat_{seat}_bot").into(), bot));
        columns
            .push(Column::new(format!("seat_{seat}_entrant").into(), here(&|r| i32::from(r.seating[seat]))));
        columns.push(Column::new(
            format!("seat_{seat}_win_sixtieths").into(),
            here(&|r| i32::from(r.outcome.share[seat])),
        ));
        columns.push(Column::new(format!("seat_{seat}_score").into(), here(&|r| r.outcome.score[seat])));
    }
    DataFrame::new(rows.len(), columns)
}

/// Games per chunk.
const CHUNK: u64 = 1 << 16;

/// Writes `games.parquet` of a finished run: the games are played once more,
/// chunk by chunk on `pool`, and written in order.
///
/// # Errors
/// When the disk is full or not writable; then no file appears.
pub fn write(run: &Run, path: &Path, pool: &rayon::ThreadPool) -> Result<(), WriteError> {
    let fail = |reason: String| WriteError { path: path.to_owned(), reason: std::io::Error::other(reason) };
    let folder = path.parent().unwrap_or(Path::new("."));
    let file = tempfile::NamedTempFile::new_in(folder).map_err(|e| fail(e.to_string()))?;
    let handle = file.reopen().map_err(|e| fail(e.to_string()))?;
    fill(run, handle, pool).map_err(|e| fail(e.to_string()))?;
    publish(&file).map_err(|e| fail(e.to_string()))?;
    file.persist(path).map(drop).map_err(|e| fail(e.error.to_string()))
}

fn fill(run: &Run, file: File, pool: &rayon::ThreadPool) -> PolarsResult<()> {
    let most_seats = run.plan.arms.iter().map(|arm| arm.bots.len()).max().unwrap_or(0);
    let empty = frame("", &[], &[], &[], most_seats)?;
    let mut writer =
        ParquetWriter::new(file).with_compression(ParquetCompression::Snappy).batched(empty.schema())?;
    for (arm, played) in run.plan.arms.iter().zip(&run.played) {
        let runner = arm
            .runner(run.plan.seed)
            .map_err(|faults| PolarsError::ComputeError(format!("{faults:?}").into()))?;
        let blocks = schedule::blocks_for(run.plan.length.most(), arm.rotations());
        let first = schedule::shard(blocks, run.share.k, run.share.n).start;
        let chunk = (CHUNK / u64::from(arm.rotations())).max(1);
        let blocks = first..first + played.blocks;
        let mut next = blocks.start;
        while next < blocks.end {
            // As many chunks at a time as there are threads: memory stays flat.
            let wave: Vec<_> = (0..pool.current_num_threads() as u64)
                .map(|i| (next + i * chunk).min(blocks.end)..(next + (i + 1) * chunk).min(blocks.end))
                .filter(|range| !range.is_empty())
                .collect();
            next = wave.last().map_or(blocks.end, |range| range.end);
            let rows: Vec<Vec<GameRow>> =
                pool.install(|| wave.into_par_iter().map(|range| runner.games(range)).collect());
            for rows in rows {
                writer.write_batch(&frame(
                    &arm.name.to_string(),
                    &arm.bots,
                    runner.reasons(),
                    &rows,
                    most_seats,
                )?)?;
            }
        }
    }
    writer.finish().map(drop)
}
