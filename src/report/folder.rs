//! The only file writer: a file appears whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why a file could not be written.
#[derive(Debug)]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub reason: std::io::Error,
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: cannot be written: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for WriteError {}

/// Makes a folder ready to be written to, and proves it by writing a file that
/// is removed again: better to learn of a read-only disk before an hour of play
/// than after.
///
/// # Errors
/// When the folder cannot be made or written to.
pub fn prepare(folder: &Path) -> Result<(), WriteError> {
    let fail = |reason| WriteError { path: folder.to_owned(), reason };
    fs::create_dir_all(folder).map_err(fail)?;
    tempfile::NamedTempFile::new_in(folder).map(drop).map_err(fail)
}

/// Writes one file: to a temporary neighbour first, then by renaming.
///
/// # Errors
/// When the disk is full, the folder is gone, or the name is taken by a folder.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let fail = |reason| WriteError { path: path.to_owned(), reason };
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(fail)?;
    file.write_all(bytes).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    publish(&file).map_err(fail)?;
    file.persist(path).map(drop).map_err(|e| fail(e.error))
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

/// Writes a set of files (names may hold one subfolder): all are written
/// before the first is renamed, so that a full disk leaves the old report
/// untouched.
///
/// # Errors
/// As [`write()`]; nothing is replaced when a file could not be written.
pub fn write_all(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), WriteError> {
    let mut ready = Vec::new();
    for (name, bytes) in files {
        let path = folder.join(name);
        let fail = |reason| WriteError { path: path.clone(), reason };
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(fail)?;
        }
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(fail)?;
        file.write_all(bytes).map_err(fail)?;
        file.as_file().sync_all().map_err(fail)?;
        publish(&file).map_err(fail)?;
        ready.push((path, file));
    }
    for (path, file) in ready {
        file.persist(&path).map_err(|e| WriteError { path: path.clone(), reason: e.error })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_set_leaves_the_old_files_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "old").unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("b/x"), "").unwrap();
        let files = [("a".to_owned(), b"new".to_vec()), ("b/x/y".to_owned(), b"new".to_vec())];
        assert!(write_all(folder.path(), &files).is_err());
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "old");
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "no temporary file stays behind: {names:?}");
        write_all(folder.path(), &[("plots/a.svg".to_owned(), b"new".to_vec())]).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("plots/a.svg")).unwrap(), "new");
    }
}
