//! The only file writer: a file appears whole or not at all, and so does a
//! folder of reports.
//!
//! A report is written into a folder of its own inside the one it is for
//! (`NEW`). When all of it is on the disk that folder gets another name
//! (`PUT`): in this one step the report is accepted. Then its files take
//! their places, `files.json` last. Whoever comes next to a folder that was left
//! in between finishes this or, before the step, removes what was begun; a kill
//! at any moment leaves the old report or the new one.
//!
//! `files.json` lists the files that were written, each with its hash: what of
//! the last report is not part of the next one goes with it, and what others
//! have put there is never touched.

mod disk;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read, Write as _};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::File;
use crate::scenario::arm::shell_word;
use crate::settings::PROGRAM;
use disk::{Disk, System};

/// The list of a folder's own files.
pub const LIST: &str = "files.json";
/// Where a report is written.
const NEW: &str = ".report-new";
/// The same once it is whole.
const PUT: &str = ".report-put";
/// What is kept of a report that could not be written.
const KEPT: &str = ".report-kept";

/// What stands in [`LIST`]: the BLAKE3 hash of every file by its name.
#[derive(Debug, Default, Serialize, Deserialize)]
struct List {
    files: BTreeMap<String, String>,
    /// Whether the command was interrupted that wrote them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

/// How a set of files is written.
#[derive(Debug, Default, Clone, Copy)]
pub struct Terms<'a> {
    /// Names of files of the same set that lie in the [`stage`] already.
    pub beside: &'a [String],
    /// Names of those that it is made from and may replace, whoever has put them
    /// there.
    pub own: &'a [&'a str],
    /// Whether the command was interrupted.
    pub interrupted: bool,
}

/// Why a file could not be written.
#[derive(Debug)]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub reason: std::io::Error,
    /// Where its counts are kept, if they could be.
    pub kept: Option<PathBuf>,
}

impl WriteError {
    /// Why a file or folder could not be written.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, reason: std::io::Error) -> Self {
        Self { path: path.into(), reason, kept: None }
    }
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: cannot be written: {}", self.path.display(), self.reason)?;
        match &self.kept {
            Some(kept) if kept.ends_with("run.json") => {
                let folder = shell_word(&kept.parent().unwrap_or(kept).display().to_string());
                write!(f, "; the counts are kept, `{PROGRAM} report {folder}` makes the report there")
            }
            Some(kept) => write!(f, "; what was found is kept in {}", kept.display()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for WriteError {}

/// Makes a folder ready to be written to, and proves that it can be: better to
/// learn of a read-only disk before an hour of play than after. What an earlier
/// process has left half-way is finished or removed.
///
/// # Errors
/// When the folder cannot be made or written to.
pub fn prepare(folder: &Path) -> Result<(), WriteError> {
    settle(folder)?;
    stage(folder)?;
    System.clear(&folder.join(NEW)).map_err(|reason| WriteError::new(folder, reason))
}

/// A folder that nobody else writes to. The lock lies on the folder itself: it
/// leaves no file behind and ends with the process, however that ends. A folder
/// that was made for what nobody wrote after all is gone with it.
#[derive(Debug)]
pub struct Held {
    _lock: Option<fs::File>,
    /// Folders that were not there before, the innermost first.
    made: Vec<PathBuf>,
}

impl Drop for Held {
    fn drop(&mut self) {
        // The first that holds something ends it.
        let _ = self.made.iter().try_for_each(|folder| System.close(folder));
    }
}

/// Makes a folder ready as [`prepare`] does and keeps others of this program out of
/// it, as long as the value lives and the system can lock a folder.
///
/// # Errors
/// When somebody else writes there, or it cannot be written to.
pub fn hold(folder: &Path) -> Result<Held, WriteError> {
    let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
    let made = folder.ancestors().take_while(is_missing).map(Path::to_owned).collect();
    if !folder.is_dir() && folder.symlink_metadata().is_ok() {
        let reason =
            std::io::Error::new(ErrorKind::NotADirectory, "a file stands where the folder should be");
        return Err(WriteError::new(folder, reason));
    }
    System.make(folder).map_err(|reason| WriteError::new(folder, reason))?;
    let held = fs::File::open(folder).ok();
    if let Some(Err(fs::TryLockError::WouldBlock)) = held.as_ref().map(fs::File::try_lock) {
        let reason = format!("another {PROGRAM} is writing there; another --out, or waiting for it, helps");
        return Err(WriteError::new(folder, std::io::Error::new(ErrorKind::ResourceBusy, reason)));
    }
    prepare(folder)?;
    Ok(Held { _lock: held, made })
}

/// Finishes a report that was accepted and not yet in its places.
///
/// # Errors
/// When a file cannot be moved.
pub fn settle(folder: &Path) -> Result<(), WriteError> {
    if folder.join(PUT).is_dir() { finish(&System, folder) } else { Ok(()) }
}

/// An empty folder for files that are part of the next report and written by
/// others.
///
/// # Errors
/// When it cannot be made.
pub fn stage(folder: &Path) -> Result<PathBuf, WriteError> {
    let new = folder.join(NEW);
    let made = System.clear(&new).and_then(|()| System.make(&new));
    made.map(|()| new).map_err(|reason| WriteError::new(folder, reason))
}

/// Where a file is written before it takes its place. One name: what a kill
/// leaves is overwritten the next time.
fn neighbour(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".new");
    path.with_file_name(name)
}

/// Removes a file that [`write()`] has written, and what a kill has left of one
/// that never took its place.
pub fn forget(path: &Path) {
    let _ = fs::remove_file(path);
    let _ = fs::remove_file(neighbour(path));
}

/// Writes one file: to a neighbour first, then by renaming.
///
/// # Errors
/// When the disk is full, the folder is gone, or the name is taken by a folder.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let failed = |reason| WriteError::new(path, reason);
    // What is neither file nor folder takes what it is given; a link leads to the
    // file that is meant.
    if path.exists() && !path.is_file() && !path.is_dir() {
        let opened = fs::OpenOptions::new().write(true).open(path);
        return opened.and_then(|mut device| device.write_all(bytes)).map_err(failed);
    }
    let target = if path.is_symlink() { path.canonicalize().map_err(failed)? } else { path.to_owned() };
    let new = neighbour(&target);
    System.put(&new, bytes).and_then(|()| System.rename(&new, &target)).map_err(|reason| {
        let _ = System.remove(&new);
        failed(reason)
    })
}

/// Makes the folder of a file that is to be written, and proves that it can be
/// written to: nothing else in it is touched.
///
/// # Errors
/// When it cannot be made or written to, or a folder has the file's name.
pub fn reach(file: &Path) -> Result<(), WriteError> {
    let failed = |reason| WriteError::new(file, reason);
    if file.is_dir() {
        return Err(failed(std::io::Error::new(ErrorKind::IsADirectory, "a folder has this name")));
    }
    if file.exists() && !file.is_file() {
        return Ok(());
    }
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    System.make(parent.unwrap_or(Path::new("."))).map_err(failed)?;
    let new = neighbour(file);
    System.put(&new, b"").and_then(|()| System.remove(&new)).map_err(failed)
}

/// Temporary files are private to their owner; a report is as readable as any
/// other file.
#[cfg(unix)]
pub(crate) fn publish(file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
pub(crate) fn publish(_file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    Ok(())
}

/// The files of an earlier report in this folder. One from before there were
/// lists is known by its page.
fn listed(folder: &Path) -> List {
    let list = fs::read(folder.join(LIST)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    list.unwrap_or_default()
}

/// Whether a name stays within its folder, at most one folder down.
fn stays_inside(name: &str) -> bool {
    let parts: Vec<Component<'_>> = Path::new(name).components().collect();
    parts.len() <= 2 && parts.iter().all(|part| matches!(part, Component::Normal(_)))
}

/// What a page of ours says of itself, near its beginning.
const SIGNATURE: &str = "<meta name=\"generator\"";

/// Whether a report lies in a folder that was written before there were lists.
fn is_unlisted(folder: &Path) -> bool {
    let page = fs::read_to_string(folder.join("report.html")).unwrap_or_default();
    page.get(..page.len().min(1000)).is_some_and(|start| start.contains(SIGNATURE))
        && listed(folder).files.is_empty()
}

/// Whether a finished report lies in a folder: none that was interrupted.
#[must_use]
pub fn is_finished(folder: &Path) -> bool {
    let List { files, interrupted } = listed(folder);
    !files.is_empty() && !interrupted
}

/// Refuses a folder in which others have a file of one of these names, unless it is
/// a report from before there were lists.
///
/// # Errors
/// Names the first such file.
pub fn ours(folder: &Path, names: &[impl AsRef<str>]) -> Result<(), WriteError> {
    if is_unlisted(folder) { Ok(()) } else { free(folder, names) }
}

/// Refuses a folder in which others have a file of one of these names.
///
/// # Errors
/// Names the first such file.
pub fn free(folder: &Path, names: &[impl AsRef<str>]) -> Result<(), WriteError> {
    let list = listed(folder);
    let mut names = names.iter().map(AsRef::as_ref);
    match names.find(|name| !list.files.contains_key(*name) && folder.join(name).is_file()) {
        None => Ok(()),
        Some(name) => Err(stranger(folder.join(name))),
    }
}

/// Refuses a folder in which somebody has changed one of these files since they were
/// written: what people fill in would be lost.
///
/// # Errors
/// Names the first such file.
pub fn untouched(folder: &Path, names: &[&str]) -> Result<(), WriteError> {
    let list = listed(folder);
    let changed = |name: &&&str| {
        let (path, made) = (folder.join(name), list.files.get(**name));
        path.is_file() && made.is_some() && hash(&path).as_ref() != made
    };
    match names.iter().find(changed) {
        None => Ok(()),
        Some(name) => {
            let reason = "it was filled in, or changed, since it was written, and would be lost; another --out, or \
                          another place for it, helps";
            let error = std::io::Error::new(ErrorKind::AlreadyExists, reason);
            Err(WriteError::new(folder.join(name), error))
        }
    }
}

/// Why a file of others is left alone.
fn stranger(path: PathBuf) -> WriteError {
    let reason =
        "it is there already and no file of an earlier report; another --out, or another name for it, helps";
    WriteError::new(path, std::io::Error::new(ErrorKind::AlreadyExists, reason))
}

fn hash(path: &Path) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    let mut file = fs::File::open(path).ok()?;
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk).ok()? {
            0 => return Some(hasher.finalize().to_hex().to_string()),
            read => drop(hasher.update(&chunk[..read])),
        }
    }
}

/// Whether a file of this name is part of the report in a folder.
#[must_use]
pub fn lists(folder: &Path, name: &str) -> bool {
    listed(folder).files.contains_key(name)
}

/// Writes a set of files (names may hold one subfolder) as one, each when it is
/// made, and returns their number. Files of the folder's last report that are not of
/// this set are removed, unless somebody has changed them.
///
/// # Errors
/// When a file could not be written, or its place is taken by a folder or by
/// somebody else's file: then nothing is replaced, and the first file is kept, if
/// that is possible.
pub fn write_all<F: IntoIterator<Item = File>>(
    folder: &Path,
    files: impl Fn() -> F,
    terms: Terms<'_>,
) -> Result<usize, WriteError> {
    all_on(&System, folder, files(), terms).map_err(|error| keep(folder, files(), error))
}

/// Tells files of others in a folder from those of its last report.
struct Gatekeeper<'a> {
    folder: &'a Path,
    before: List,
    unlisted: bool,
    own: &'a [&'a str],
}

impl<'a> Gatekeeper<'a> {
    fn new(folder: &'a Path, own: &'a [&'a str]) -> Self {
        Self { folder, before: listed(folder), unlisted: is_unlisted(folder), own }
    }

    /// Whether a file of this hash may take its place: what stands there is ours, or the
    /// same, or nothing.
    fn admit(&self, name: &str, made: &String) -> Result<(), WriteError> {
        let path = self.folder.join(name);
        free_place(self.folder, name).map_err(|reason| WriteError::new(&path, reason))?;
        let known = self.unlisted || self.before.files.contains_key(name) || self.own.contains(&name);
        let strange = !known && path.symlink_metadata().is_ok() && hash(&path).as_ref() != Some(made);
        if strange { Err(stranger(path)) } else { Ok(()) }
    }

    /// The same of the list itself.
    fn admit_list(&self) -> Result<(), WriteError> {
        let path = self.folder.join(LIST);
        free_place(self.folder, LIST).map_err(|reason| WriteError::new(&path, reason))?;
        let strange = self.before.files.is_empty() && path.exists() && !self.unlisted;
        if strange { Err(stranger(path)) } else { Ok(()) }
    }
}

/// Keeps the first file of a report that cannot be written.
#[must_use]
pub fn keep(folder: &Path, files: impl IntoIterator<Item = File>, error: WriteError) -> WriteError {
    let _ = System.clear(&folder.join(NEW));
    // One that is accepted needs no more than another start.
    let mut files = files.into_iter();
    let first = if folder.join(PUT).exists() { None } else { files.next() };
    let kept = first.and_then(|(name, bytes)| {
        let path = folder.join(KEPT).join(&name);
        System.make(&folder.join(KEPT)).and_then(|()| System.put(&path, &bytes)).ok()?;
        let mut more = files.take_while(|(next, _)| *next == name);
        more.try_for_each(|(_, bytes)| System.append(&path, &bytes)).ok().map(|()| path)
    });
    WriteError { kept, ..error }
}

fn all_on(
    disk: &dyn Disk,
    folder: &Path,
    files: impl IntoIterator<Item = File>,
    Terms { beside, own, interrupted }: Terms<'_>,
) -> Result<usize, WriteError> {
    let at = |path: &Path, done: std::io::Result<()>| done.map_err(|reason| WriteError::new(path, reason));
    if folder.join(PUT).is_dir() {
        finish(disk, folder)?;
    }
    let new = folder.join(NEW);
    let keeper = Gatekeeper::new(folder, own);
    if beside.is_empty() {
        at(folder, disk.clear(&new))?;
        at(folder, disk.make(&new))?;
    }
    let mut list = List { interrupted, ..List::default() };
    let mut made: Vec<PathBuf> = Vec::new();
    let (mut last, mut hasher) = (String::new(), blake3::Hasher::new());
    for (name, bytes) in files {
        let (staged, target) = (new.join(&name), folder.join(&name));
        let goes_on = name == last;
        if !goes_on {
            (last, hasher) = (name.clone(), blake3::Hasher::new());
        }
        let parent = Path::new(&name).parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Some(parent) = parent.filter(|parent| !made.iter().any(|made| made == parent)) {
            at(&target, disk.make(&new.join(parent)))?;
            made.push(parent.to_owned());
        }
        at(&target, if goes_on { disk.append(&staged, &bytes) } else { disk.put(&staged, &bytes) })?;
        list.files.insert(name, hasher.update(&bytes).finalize().to_hex().to_string());
    }
    let number = list.files.len();
    for name in beside {
        list.files.extend(hash(&new.join(name)).map(|hash| (name.clone(), hash)));
    }
    list.files.iter().try_for_each(|(name, made)| keeper.admit(name, made))?;
    let mut bytes = serde_json::to_vec_pretty(&list).unwrap_or_default();
    bytes.push(b'\n');
    keeper.admit_list()?;
    at(&folder.join(LIST), disk.put(&new.join(LIST), &bytes))?;
    for inner in made {
        at(folder, disk.sync(&new.join(inner)))?;
    }
    at(folder, disk.sync(&new))?;
    at(folder, disk.rename(&new, &folder.join(PUT)))?;
    at(folder, disk.sync(folder))?;
    finish(disk, folder)?;
    let _ = disk.clear(&folder.join(KEPT));
    Ok(number)
}

/// Whether a file of this name can take its place: what stands there must be no
/// folder, and what it is to stand in nothing else.
fn free_place(folder: &Path, name: &str) -> std::io::Result<()> {
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(folder);
    if path.is_dir() {
        return Err(std::io::Error::new(ErrorKind::IsADirectory, "a folder has this name"));
    }
    if parent != folder && parent.is_symlink() {
        return Err(std::io::Error::new(ErrorKind::NotADirectory, "a link leads out of the folder"));
    }
    if parent.exists() && !parent.is_dir() {
        return Err(std::io::Error::new(ErrorKind::NotADirectory, "a file has the name of its folder"));
    }
    Ok(())
}

/// Gives every file of an accepted report its place, removes what the last one
/// had more, and ends with the list. Done again after a kill it does the rest.
fn finish(disk: &dyn Disk, folder: &Path) -> Result<(), WriteError> {
    let put = folder.join(PUT);
    let (before, now) = (listed(folder), listed(&put));
    for name in now.files.keys().filter(|name| stays_inside(name)) {
        let (from, to) = (put.join(name), folder.join(name));
        if !from.exists() {
            continue;
        }
        let parent = to.parent().unwrap_or(folder);
        let made = if parent.is_dir() { Ok(()) } else { disk.make(parent) };
        made.and_then(|()| disk.rename(&from, &to)).map_err(|reason| WriteError::new(&to, reason))?;
    }
    if put.join(LIST).exists() {
        let stale = before.files.iter().filter(|(name, _)| !now.files.contains_key(*name));
        for (name, made) in stale.filter(|(name, _)| stays_inside(name)) {
            let path = folder.join(name);
            if hash(&path).as_ref() == Some(made) {
                disk.remove(&path).map_err(|reason| WriteError::new(&path, reason))?;
                // A subfolder goes with its last file.
                let _ = path.parent().filter(|parent| *parent != folder).map(|parent| disk.close(parent));
            }
        }
        let list = folder.join(LIST);
        disk.rename(&put.join(LIST), &list).map_err(|reason| WriteError::new(&list, reason))?;
    }
    disk.clear(&put).map_err(|reason| WriteError::new(&put, reason))
}
