//! The tables as polars' frames: to Parquet, and back from either form of file.

use std::fs::File;
use std::io;
use std::path::Path;

use polars_core::prelude::*;
use polars_io::SerReader;
use polars_io::parquet::read::ParquetReader;
use polars_io::parquet::write::{BatchedWriter, ParquetCompression, ParquetWriter};

use super::columns::{Cells, Sheet};
use super::write::Sink;

pub(super) struct Parquet {
    names: Vec<PlSmallStr>,
    writer: BatchedWriter<File>,
}

fn frame(names: &[PlSmallStr], cells: &[Cells<'_>]) -> PolarsResult<DataFrame> {
    let column = |(name, cells): (&PlSmallStr, &Cells<'_>)| match cells {
        Cells::Text(cells) => Column::new(name.clone(), cells),
        Cells::Whole(cells) => Column::new(name.clone(), cells),
        Cells::Real(cells) => Column::new(name.clone(), cells),
    };
    DataFrame::new_infer_height(names.iter().zip(cells).map(column).collect())
}

impl Parquet {
    pub(super) fn open(sheet: &Sheet, file: File) -> io::Result<Self> {
        let names: Vec<_> = sheet.names().map(PlSmallStr::from).collect();
        let empty = frame(&names, &sheet.empty()).map_err(io::Error::other)?;
        let writer = ParquetWriter::new(file).with_compression(ParquetCompression::Snappy);
        Ok(Self { names, writer: writer.batched(empty.schema()).map_err(io::Error::other)? })
    }
}

impl Sink for Parquet {
    fn rows(&mut self, cells: &[Cells<'_>]) -> io::Result<()> {
        let frame = frame(&self.names, cells).map_err(io::Error::other)?;
        self.writer.write_batch(&frame).map_err(io::Error::other)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.writer.finish().map(drop).map_err(io::Error::other)
    }
}

/// Names of a file's columns.
pub(super) fn names(path: &Path) -> io::Result<Vec<String>> {
    if is_csv(path) {
        let mut reader = csv::Reader::from_path(path)?;
        return Ok(reader.headers()?.iter().map(str::to_owned).collect());
    }
    let mut reader = ParquetReader::new(File::open(path)?);
    let schema = reader.schema().map_err(io::Error::other)?;
    Ok(schema.iter_names().map(ToString::to_string).collect())
}

/// These columns of a file; those of a CSV are numbers if all their cells are.
pub(super) fn read(path: &Path, columns: Vec<String>) -> io::Result<DataFrame> {
    if !is_csv(path) {
        let reader = ParquetReader::new(File::open(path)?).with_columns(Some(columns));
        return reader.finish().map_err(io::Error::other);
    }
    let mut reader = csv::Reader::from_path(path)?;
    let headers = reader.headers()?.clone();
    let places: Vec<usize> =
        columns.iter().filter_map(|name| headers.iter().position(|header| header == name)).collect();
    let mut cells: Vec<Vec<Option<String>>> = vec![Vec::new(); places.len()];
    for record in reader.records() {
        let record = record?;
        for (cells, &place) in cells.iter_mut().zip(&places) {
            cells.push(record.get(place).filter(|cell| !cell.is_empty()).map(str::to_owned));
        }
    }
    let typed = |(name, cells): (&String, &Vec<Option<String>>)| {
        let name = PlSmallStr::from(name.as_str());
        if let Some(whole) = all::<i64>(cells) {
            return Column::new(name, whole);
        }
        match all::<f64>(cells) {
            Some(real) => Column::new(name, real),
            None => Column::new(name, cells),
        }
    };
    DataFrame::new_infer_height(columns.iter().zip(&cells).map(typed).collect()).map_err(io::Error::other)
}

fn all<T: std::str::FromStr>(cells: &[Option<String>]) -> Option<Vec<Option<T>>> {
    cells
        .iter()
        .map(|cell| cell.as_ref().map(|cell| cell.parse().ok()).map_or(Some(None), |n| n.map(Some)))
        .collect()
}

fn is_csv(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "csv")
}
