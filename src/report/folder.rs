//! The only file writer: a file appears whole or not at all. A folder of reports
//! lists the files that were written into it, each with its hash: what of the
//! last report is not part of the next one goes with it, and what others have
//! put there is never touched.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The list of a folder's own files.
pub const LIST: &str = "files.json";

/// What stands in [`LIST`]: the BLAKE3 hash of every file by its name.
#[derive(Debug, Default, Serialize, Deserialize)]
struct List {
    files: BTreeMap<String, String>,
}

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

/// Refuses a folder in which others have a file where a report would put its
/// page or its tables.
///
/// # Errors
/// Names the first such file.
pub fn ours(folder: &Path) -> Result<(), WriteError> {
    let page = fs::read_to_string(folder.join("report.html")).unwrap_or_default();
    let list = listed(folder);
    if page.get(..page.len().min(1000)).is_some_and(|start| start.contains(SIGNATURE))
        && list.files.is_empty()
    {
        return Ok(());
    }
    let known =
        ["report.html", "report.md", "run.json", "summary.csv", "seats.csv", "goals.csv", "usage.csv"];
    let named = ["compare", "sweep", "tune", "explain", "cards", "tournament", "check"];
    let made = named.iter().flat_map(|name| ["json", "csv"].map(|end| format!("{name}.{end}")));
    let all: Vec<String> = known.map(str::to_owned).into_iter().chain(made).collect();
    free(folder, &all)
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

/// Why a file of others is left alone.
fn stranger(path: PathBuf) -> WriteError {
    let reason =
        "it is there already and no file of an earlier report; another --out, or another name for it, helps";
    WriteError { path, reason: std::io::Error::new(ErrorKind::AlreadyExists, reason) }
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

/// Writes a set of files (names may hold one subfolder): all are written
/// before the first is renamed, so that a full disk leaves the old report
/// untouched. `beside` names files of the same set that are there already.
/// Files of the folder's last report that are not of this set are removed,
/// unless somebody has changed them.
///
/// # Errors
/// As [`write()`]; nothing is replaced when a file could not be written.
pub fn write_all(folder: &Path, files: &[(String, Vec<u8>)], beside: &[String]) -> Result<(), WriteError> {
    let before = listed(folder);
    let mut list = List::default();
    let mut ready = Vec::new();
    let stage = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        let fail = |reason| WriteError { path: path.clone(), reason };
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(fail)?;
        }
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(fail)?;
        file.write_all(bytes).map_err(fail)?;
        file.as_file().sync_all().map_err(fail)?;
        publish(&file).map_err(fail)?;
        Ok::<_, WriteError>((path, file))
    };
    for (name, bytes) in files {
        ready.push(stage(name, bytes)?);
        list.files.insert(name.clone(), blake3::hash(bytes).to_hex().to_string());
    }
    for name in beside {
        list.files.extend(hash(&folder.join(name)).map(|hash| (name.clone(), hash)));
    }
    // Of a kill in between both sets are listed.
    let stale = before.files.iter().filter(|(name, _)| !list.files.contains_key(*name));
    let stale: Vec<(&String, &String)> = stale.filter(|(name, _)| stays_inside(name)).collect();
    let mut bytes = serde_json::to_vec_pretty(&list).unwrap_or_default();
    bytes.push(b'\n');
    ready.push(stage(LIST, &bytes)?);
    for (path, file) in ready {
        file.persist(&path).map_err(|e| WriteError { path: path.clone(), reason: e.error })?;
    }
    for (name, made) in stale {
        let path = folder.join(name);
        if hash(&path).as_ref() == Some(made) {
            let _ = fs::remove_file(&path);
            // A subfolder goes with its last file.
            let _ = path.parent().filter(|parent| *parent != folder).map(fs::remove_dir);
        }
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
        assert!(write_all(folder.path(), &files, &[]).is_err());
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "old");
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "no temporary file stays behind: {names:?}");
        write_all(folder.path(), &[("plots/a.svg".to_owned(), b"new".to_vec())], &[]).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("plots/a.svg")).unwrap(), "new");
    }

    #[test]
    fn the_next_report_takes_the_last_one_with_it_and_nothing_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let set = |names: &[&str]| -> Vec<(String, Vec<u8>)> {
            names.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect()
        };
        let first = set(&["report.html", "plots/a.svg", "plots/b.svg", "c.csv", "old/x.svg"]);
        write_all(folder.path(), &first, &[]).unwrap();
        fs::write(at("plots/mine.svg"), "mine").unwrap();
        fs::write(at("c.csv"), "edited").unwrap();
        ours(folder.path()).unwrap();
        write_all(folder.path(), &set(&["report.html", "plots/a.svg"]), &[]).unwrap();
        for (name, there) in [
            ("plots/a.svg", true),
            ("plots/b.svg", false),
            ("plots/mine.svg", true),
            ("c.csv", true),
            ("old", false),
        ] {
            assert_eq!(at(name).exists(), there, "{name}");
        }
        assert_eq!(fs::read_to_string(at("c.csv")).unwrap(), "edited");
    }

    #[test]
    fn a_list_cannot_point_outside_its_folder() {
        let outer = tempfile::tempdir().unwrap();
        let (folder, victim) = (outer.path().join("in"), outer.path().join("victim"));
        fs::create_dir(&folder).unwrap();
        fs::write(&victim, "x").unwrap();
        let hash = blake3::hash(b"x").to_hex();
        let list =
            format!("{{\"files\": {{\"../victim\": \"{hash}\", \"{}\": \"{hash}\"}}}}", victim.display());
        fs::write(folder.join(LIST), list).unwrap();
        write_all(&folder, &[], &[]).unwrap();
        assert!(victim.exists());
    }

    #[test]
    fn a_strangers_table_is_told_before_play() {
        let folder = tempfile::tempdir().unwrap();
        ours(folder.path()).unwrap();
        fs::write(folder.path().join("notes.txt"), "").unwrap();
        ours(folder.path()).unwrap();
        fs::write(folder.path().join("summary.csv"), "mine").unwrap();
        let refused = ours(folder.path()).unwrap_err().to_string();
        assert!(refused.contains("summary.csv"), "{refused}");
    }
}
