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

/// Joins parts of one command: every shard of a round once, and whole parts of
/// rounds before it.
///
/// # Errors
/// Names the parts that are of another command or of another number of shards,
/// those that are missing or doubled, and those that overlap.
pub fn join(parts: &[(String, Part)]) -> Result<Vec<Entry>, Problem> {
    let Some((first_file, first)) = parts.first() else { return Ok(Vec::new()) };
    let shards: Vec<&(String, Part)> = parts.iter().filter(|(_, part)| part.share != Share::WHOLE).collect();
    let n = shards.first().map_or(1, |(_, part)| part.share.n);
    let mut seen: BTreeMap<u64, &str> = BTreeMap::new();
    for (file, part) in parts {
        if part.arguments != first.arguments {
            let found = format!("a part of `{}`", part.arguments.join(" "));
            let allowed = format!("parts of `{}`, as {first_file} is", first.arguments.join(" "));
            return Err(Problem::file(file, found, allowed));
        }
    }
    for (file, part) in &shards {
        let Share { k, n: of } = part.share;
        if of != n {
            return Err(Problem::file(file, format!("a shard of {of}"), format!("shards of {n}")));
        }
        if let Some(earlier) = seen.insert(k, file) {
            let found = format!("shard {k} of {n} again, after {earlier}");
            return Err(Problem::file(file, found, "each shard once"));
        }
    }
    let missing: Vec<String> = (1..=n).filter(|k| !seen.contains_key(k)).map(|k| k.to_string()).collect();
    if n > 1 && !missing.is_empty() {
        let some = missing.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
        let found = format!("{} of {n} shards, without {some}", seen.len());
        return Err(Problem::file("merge", found, format!("each of 1 to {n} once")));
    }
    let mut all: Vec<(&Entry, &str)> = Vec::new();
    for (file, part) in parts {
        all.extend(part.entries.iter().map(|entry| (entry, file.as_str())));
    }
    all.sort_by_key(|(entry, _)| (&entry.work, entry.from, entry.to));
    for pair in all.windows(2) {
        let [(a, first), (b, second)] = pair else { continue };
        if a.work == b.work && b.from < a.to && first != second {
            let found = format!("blocks {} to {} again, after {first}", b.from, b.to);
            return Err(Problem::file(second, found, "every block once"));
        }
    }
    Ok(all.into_iter().map(|(entry, _)| entry.clone()).collect())
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
            let named: Vec<(String, Part)> =
                parts.iter().enumerate().map(|(i, part)| (format!("p{i}"), part.clone())).collect();
            join(&named).map(|entries| entries.len()).map_err(|problem| problem.to_string())
        };
        let (one, two) = (part((1, 2), &[(0, 5)]), part((2, 2), &[(5, 9)]));
        assert_eq!(of(&[two.clone(), one.clone()]), Ok(2));
        assert_eq!(of(&[part((1, 1), &[(9, 12)]), two.clone(), one.clone()]), Ok(3), "with a round before");
        let other = Part { arguments: vec!["tune".to_owned()], ..two.clone() };
        for (parts, said) in [
            (vec![one.clone()], "1 of 2 shards, without 2"),
            (vec![one.clone(), one.clone(), two.clone()], "p1: found shard 1 of 2 again, after p0"),
            (vec![one.clone(), part((2, 2), &[(4, 9)])], "p1: found blocks 4 to 9 again, after p0"),
            (vec![one.clone(), part((2, 3), &[])], "p1: found a shard of 3; allowed: shards of 2"),
            (vec![one, other], "p1: found a part of `tune`; allowed: parts of `sweep`"),
        ] {
            let refused = of(&parts).unwrap_err();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
