//! What a folder of reports asks of the file system, one call each, so that a
//! test can let any of them fail.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

/// The calls.
pub(super) trait Disk {
    /// Makes a folder and those above it.
    fn make(&self, folder: &Path) -> io::Result<()>;
    /// Writes a whole file, through to the disk.
    fn put(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Writes more at the end of such a file, through to the disk.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Gives a file or a folder another place on the same disk, in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, file: &Path) -> io::Result<()>;
    /// Removes a folder with all that is in it, if it is there.
    fn clear(&self, folder: &Path) -> io::Result<()>;
    /// Removes a folder in which nothing is left.
    fn close(&self, folder: &Path) -> io::Result<()>;
    /// Brings a folder's own entries through to the disk, where that is known.
    fn sync(&self, folder: &Path) -> io::Result<()>;
}

/// The file system.
pub(super) struct System;

impl Disk for System {
    fn make(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn put(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // A link in its place would be followed.
        if path.is_symlink() {
            fs::remove_file(path)?;
        }
        let mut file = fs::File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = fs::OpenOptions::new().append(true).open(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        fs::remove_file(file)
    }

    fn clear(&self, folder: &Path) -> io::Result<()> {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn close(&self, folder: &Path) -> io::Result<()> {
        fs::remove_dir(folder)
    }

    #[cfg(unix)]
    fn sync(&self, folder: &Path) -> io::Result<()> {
        fs::File::open(folder)?.sync_all()
    }

    #[cfg(not(unix))]
    fn sync(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// A disk of which one call fails: alone, or with all that follow, as when the
/// process is killed there.
#[cfg(test)]
pub(super) struct Failing {
    left: std::cell::Cell<usize>,
    killed: bool,
}

#[cfg(test)]
impl Failing {
    pub(super) fn at(call: usize, killed: bool) -> Self {
        Self { left: call.into(), killed }
    }

    /// Whether the call has been reached.
    pub(super) fn has_failed(&self) -> bool {
        self.left.get() == usize::MAX
    }

    fn next(&self) -> io::Result<()> {
        match self.left.get() {
            usize::MAX if self.killed => Err(ErrorKind::Other.into()),
            usize::MAX => Ok(()),
            0 => {
                self.left.set(usize::MAX);
                Err(ErrorKind::StorageFull.into())
            }
            left => {
                self.left.set(left - 1);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
impl Disk for Failing {
    fn make(&self, folder: &Path) -> io::Result<()> {
        self.next().and_then(|()| System.make(folder))
    }
    fn put(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let fails = self.next();
        if fails.is_err() && !self.killed {
            // A full disk holds what came before.
            fs::write(path, &bytes[..bytes.len() / 2])?;
        }
        fails.and_then(|()| System.put(path, bytes))
    }
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let fails = self.next();
        if fails.is_err() && !self.killed {
            System.append(path, &bytes[..bytes.len() / 2])?;
        }
        fails.and_then(|()| System.append(path, bytes))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.next().and_then(|()| System.rename(from, to))
    }
    fn remove(&self, file: &Path) -> io::Result<()> {
        self.next().and_then(|()| System.remove(file))
    }
    fn clear(&self, folder: &Path) -> io::Result<()> {
        self.next().and_then(|()| System.clear(folder))
    }
    fn close(&self, folder: &Path) -> io::Result<()> {
        self.next().and_then(|()| System.close(folder))
    }
    fn sync(&self, folder: &Path) -> io::Result<()> {
        self.next().and_then(|()| System.sync(folder))
    }
}
