//! Sums that are put away on the disk until they are asked for: those of a
//! hundred thousand parts, or of thousands of arms, are more than memory should hold.
//!
//! In: texts. Out: the same texts, by where they lie. The file has no name and
//! goes with the process, however that ends.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Where a text lies.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    at: u64,
    length: usize,
}

/// The drawer.
pub struct Drawer {
    file: File,
    /// Behind the last text that the disk took to its end.
    end: u64,
}

impl Drawer {
    /// An empty one on the disk of this folder, of temporary files without one.
    ///
    /// # Errors
    /// When no file can be made there.
    pub fn beside(folder: Option<&Path>) -> io::Result<Self> {
        let file = folder.map_or_else(tempfile::tempfile, tempfile::tempfile_in)?;
        Ok(Self { file, end: 0 })
    }

    /// Puts a text away, all of it: whoever gave it need not hold it any more.
    ///
    /// # Errors
    /// When the disk is full. What it took of the text is written over by the next one.
    pub fn put(&mut self, text: &str) -> io::Result<Place> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(text.as_bytes())?;
        let place = Place { at: self.end, length: text.len() };
        self.end += text.len() as u64;
        Ok(place)
    }

    /// A text that was put away.
    ///
    /// # Errors
    /// When it cannot be read any more.
    pub fn get(&mut self, place: Place) -> io::Result<String> {
        self.file.seek(SeekFrom::Start(place.at))?;
        let mut bytes = vec![0; place.length];
        self.file.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was put away before stays, and the next text lies where it is looked for.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_text_of_which_a_full_disk_took_a_part_is_written_over() {
        let mut drawer = Drawer::beside(None).unwrap();
        let first = drawer.put("one").unwrap();
        // All that the disk still takes are two letters.
        drawer.file.write_all(b"tw").unwrap();
        let full = File::options().write(true).open("/dev/full").unwrap();
        let file = std::mem::replace(&mut drawer.file, full);
        assert!(drawer.put("two").is_err());
        drawer.file = file;
        let third = drawer.put("three").unwrap();
        assert_eq!([first, third].map(|place| drawer.get(place).unwrap()), ["one", "three"]);
    }

    /// A text is on the disk, or refused and still at hand: none waits in between.
    #[test]
    fn whoever_has_put_a_text_away_need_not_hold_it() {
        let mut drawer = Drawer::beside(None).unwrap();
        drawer.put("one").unwrap();
        assert_eq!(drawer.file.metadata().unwrap().len(), 3);
    }

    #[test]
    fn what_is_put_away_is_found_in_any_order() {
        let mut drawer = Drawer::beside(None).unwrap();
        let first = drawer.put("one").unwrap();
        let empty = drawer.put("").unwrap();
        assert_eq!(drawer.get(first).unwrap(), "one");
        let long = "…".repeat(1 << 16);
        let second = drawer.put(&long).unwrap();
        for _ in 0..2 {
            assert_eq!(drawer.get(second).unwrap(), long);
            assert_eq!(drawer.get(empty).unwrap(), "");
            assert_eq!(drawer.get(first).unwrap(), "one");
        }
    }
}
