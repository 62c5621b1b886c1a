//! Sums of work under way, in a file: what a command keeps to go on from after a
//! kill, a shard of a command, or shards joined.
//!
//! In: entries by the key of their work ([`crate::campaign::journal`]). Out: a
//! sealed file that says which command, version and share it is of. Nothing is
//! played here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::manifest::{self, RESULTS};
use super::seal;
use crate::app::{App, Program};
use crate::campaign::Share;
use crate::scenario::Problem;

/// Format of the file; raised whenever an old reader would misread a new file.
const FORMAT: u32 = 1;

/// The sum of a range of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Key of the work.
    pub work: String,
    /// First block.
    pub from: u64,
    /// The block behind the last.
    pub to: u64,
    /// Whether it grows no more.
    pub whole: bool,
    /// The sum as JSON.
    pub sum: String,
}

/// The file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    kind: String,
    format: u32,
    version: String,
    results: u32,
    /// The words of the command, as far as they say what is played.
    pub arguments: Vec<String>,
    /// Which share of what was to be played it holds.
    pub share: Share,
    /// What is known.
    pub entries: Vec<Entry>,
}

/// What a part of this program calls itself.
fn kind(program: Program) -> String {
    format!("{} part", program.name)
}

/// Whether a text says that it is such a file.
#[must_use]
pub fn is_one(app: &App, text: &str) -> bool {
    manifest::kind_of(text) == Some(kind(app.program))
}

impl Part {
    /// A part of a command.
    #[must_use]
    pub fn new(program: Program, arguments: Vec<String>, share: Share, entries: Vec<Entry>) -> Self {
        let (kind, version) = (kind(program), program.version.to_owned());
        Self { kind, format: FORMAT, version, results: RESULTS, arguments, share, entries }
    }

    /// The file's bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let text = serde_json::to_string(self).unwrap_or_default();
        seal::closed(text.strip_suffix('}').unwrap_or(&text)).into_bytes()
    }
}

/// Reads a part.
///
/// # Errors
/// When it is none, of another version, or not as it was written.
pub fn read(app: &App, file: &str, text: &str) -> Result<Part, Problem> {
    let name = app.program.name;
    let bare = manifest::bare(app, (&kind(app.program), FORMAT), file, text)?;
    let part: Part = serde_json::from_str(&bare).map_err(|error| {
        Problem::file(file, format!("a damaged part ({error})"), format!("a part that {name} wrote"))
    })?;
    let Share { k, n } = part.share;
    let odd = part.entries.iter().any(|entry| entry.from >= entry.to);
    if !(1..=manifest::MOST_SHARDS).contains(&n) || !(1..=n).contains(&k) || odd {
        let found = format!("shard {k} of {n}, or a range without blocks");
        return Err(Problem::file(file, found, "shards 1 to n of n, ranges with blocks"));
    }
    Ok(part)
}

/// Parts of one command, one after another, so that memory does not grow with
/// their sums: every shard of a round once, and whole parts of rounds before it.
pub struct Joining {
    arguments: Vec<String>,
    files: Vec<String>,
    /// Number of shards, once one is there, and the file of each.
    shards: Option<u64>,
    seen: BTreeMap<u64, usize>,
    /// By work: first block, the block behind the last, file.
    ranges: BTreeMap<String, Vec<(u64, u64, usize)>>,
}

impl Joining {
    /// None yet, of the command of these words.
    #[must_use]
    pub fn new(arguments: Vec<String>) -> Self {
        let (files, seen, ranges) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        Self { arguments, files, shards: None, seen, ranges }
    }

    /// Takes in another.
    ///
    /// # Errors
    /// When it is of another command or of another number of shards, or a shard
    /// that is there already.
    pub fn add(&mut self, file: &str, part: &Part) -> Result<(), Problem> {
        if part.arguments != self.arguments {
            let found = format!("a part of `{}`", part.arguments.join(" "));
            return Err(Problem::file(file, found, format!("parts of `{}`", self.arguments.join(" "))));
        }
        let place = self.files.len();
        if part.share != Share::WHOLE {
            let Share { k, n: of } = part.share;
            let n = *self.shards.get_or_insert(of);
            if of != n {
                return Err(Problem::file(file, format!("a shard of {of}"), format!("shards of {n}")));
            }
            if let Some(earlier) = self.seen.insert(k, place) {
                let found = format!("shard {k} of {n} again, after {}", self.files[earlier]);
                return Err(Problem::file(file, found, "each shard once"));
            }
        }
        self.files.push(file.to_owned());
        for Entry { work, from, to, .. } in &part.entries {
            match self.ranges.get_mut(work) {
                Some(ranges) => ranges.push((*from, *to, place)),
                None => drop(self.ranges.insert(work.clone(), vec![(*from, *to, place)])),
            }
        }
        Ok(())
    }

    /// Ends with all that there are.
    ///
    /// # Errors
    /// Names shards that are missing and parts that overlap.
    pub fn whole(mut self) -> Result<(), Problem> {
        let n = self.shards.unwrap_or(0);
        let missing: Vec<String> =
            (1..=n).filter(|k| !self.seen.contains_key(k)).take(10).map(|k| k.to_string()).collect();
        if !missing.is_empty() {
            let found = format!("{} of {n} shards, without {}", self.seen.len(), missing.join(", "));
            let files = match &self.files[..] {
                [] => "merge".to_owned(),
                [one] => one.clone(),
                [first, others @ ..] => format!("{first} and {} more", others.len()),
            };
            return Err(Problem::file(&files, found, format!("each of 1 to {n} once")));
        }
        for ranges in self.ranges.values_mut() {
            ranges.sort_unstable();
            let (mut end, mut first) = (0, 0);
            for &(from, to, second) in &*ranges {
                if from < end && first != second {
                    let found = format!("blocks {from} to {to} again, after {}", self.files[first]);
                    return Err(Problem::file(&self.files[second], found, "every block once"));
                }
                if to > end {
                    (end, first) = (to, second);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(share: (u64, u64), ranges: &[(u64, u64)]) -> Part {
        let entry = |&(from, to): &(u64, u64)| Entry {
            work: "w".to_owned(),
            from,
            to,
            whole: true,
            sum: "[{\"a\": 1}]".to_owned(),
        };
        let program = crate::rulesets::app().program;
        let share = Share { k: share.0, n: share.1 };
        Part::new(program, vec!["sweep".to_owned()], share, ranges.iter().map(entry).collect())
    }

    #[test]
    fn every_flipped_byte_of_a_part_is_refused() {
        let app = crate::rulesets::app();
        let written = part((2, 3), &[(0, 5), (7, 9)]);
        let text = String::from_utf8(written.bytes()).unwrap();
        assert!(is_one(&app, &text));
        assert_eq!(read(&app, "x", &text), Ok(written));
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << (at % 7);
            assert!(!String::from_utf8(bytes).is_ok_and(|text| read(&app, "x", &text).is_ok()), "{at}");
        }
    }

    #[test]
    fn parts_that_do_not_belong_together_are_named() {
        let of = |parts: &[Part]| {
            let mut joining = Joining::new(vec!["sweep".to_owned()]);
            let mut added = parts.iter().enumerate().map(|(i, part)| joining.add(&format!("p{i}"), part));
            let added = added.try_for_each(|added| added);
            added.and_then(|()| joining.whole()).map_err(|problem| problem.to_string())
        };
        let (one, two) = (part((1, 2), &[(0, 5)]), part((2, 2), &[(5, 9)]));
        assert_eq!(of(&[two.clone(), one.clone()]), Ok(()));
        assert_eq!(of(&[part((1, 1), &[(9, 12)]), two.clone(), one.clone()]), Ok(()), "with a round before");
        let other = Part { arguments: vec!["tune".to_owned()], ..two.clone() };
        for (parts, said) in [
            (vec![one.clone()], "1 of 2 shards, without 2"),
            (vec![one.clone(), one.clone(), two.clone()], "p1: found shard 1 of 2 again, after p0"),
            (vec![one.clone(), part((2, 2), &[(4, 9)])], "p1: found blocks 4 to 9 again, after p0"),
            (vec![part((1, 2), &[(0, 9), (1, 2)]), part((2, 2), &[(5, 6)])], "blocks 5 to 6 again, after p0"),
            (vec![one.clone(), part((2, 3), &[])], "p1: found a shard of 3; allowed: shards of 2"),
            (vec![one, other], "p1: found a part of `tune`; allowed: parts of `sweep`"),
        ] {
            let refused = of(&parts).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
