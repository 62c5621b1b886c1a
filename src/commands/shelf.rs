//! Reports that lie in a folder: which there are, what they say, how old they
//! are.
//!
//! In: a folder. Out: entries of an index, the newest first. Nothing is written
//! here, and links to elsewhere are not followed.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::report::headline::{self, Headline};
use crate::report::index::{self, Entry};

/// How far down reports are looked for.
const DEPTH: usize = 4;
/// Most reports that are listed, and most entries of folders that are looked at.
const MOST: usize = 10_000;
/// Most bytes that a report says in short.
const MOST_BYTES: u64 = 1 << 20;

/// A report's page.
pub const PAGE: &str = "report.html";

/// A report that was found.
#[derive(Debug)]
pub struct Found {
    /// Its folder.
    pub folder: PathBuf,
    /// When its page was written.
    pub written: Option<SystemTime>,
    said: Headline,
}

/// What a report says of itself; of one by a version that kept no such file only
/// the name of its folder is known.
fn said(folder: &Path) -> Headline {
    let mut bytes = Vec::new();
    let read = fs::File::open(folder.join(headline::FILE))
        .and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    let known = read.ok().and_then(|_| Headline::read(&bytes));
    known.unwrap_or_else(|| {
        let title = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        Headline { title: title.unwrap_or_default(), ..Headline::default() }
    })
}

/// Whether a folder holds a report.
pub fn is_report(folder: &Path) -> bool {
    folder.join(PAGE).is_file()
}

/// The reports below a folder, the newest first. A report's own folder is not
/// searched for more.
pub fn reports(folder: &Path) -> Vec<Found> {
    let mut found = Vec::new();
    let mut left = MOST;
    search(folder, DEPTH, &mut left, &mut found);
    found.sort_by(|a: &Found, b: &Found| b.written.cmp(&a.written).then_with(|| a.folder.cmp(&b.folder)));
    found
}

fn search(folder: &Path, depth: usize, left: &mut usize, found: &mut Vec<Found>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Some(less) = left.checked_sub(1) else { return };
        *left = less;
        let path = entry.path();
        // A symbolic link is no folder of this kind.
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        if is_report(&path) {
            let written = fs::metadata(path.join(PAGE)).and_then(|page| page.modified()).ok();
            found.push(Found { said: said(&path), folder: path, written });
        } else if depth > 1 {
            search(&path, depth - 1, left, found);
        }
    }
}

/// Reports as entries of an index in `folder`. One whose folder's name is no
/// text can't be linked to; their number comes with them.
pub fn entries(folder: &Path, reports: Vec<Found>) -> (Vec<Entry>, usize) {
    let all = reports.len();
    let entry = |report: Found| {
        let inside = report.folder.strip_prefix(folder).ok()?;
        let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
        let page = format!("{}/{PAGE}", parts?.join("/"));
        Some(Entry { page, date: report.written.and_then(index::date), said: report.said })
    };
    let entries: Vec<Entry> = reports.into_iter().filter_map(entry).collect();
    let lost = all - entries.len();
    (entries, lost)
}
