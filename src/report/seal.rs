//! The checksum that closes a stored file: what is read back is what was
//! written, or it is refused.
//!
//! In: a value that becomes JSON, or the text of such a file. Out: a text whose
//! last key is the BLAKE3 hash of everything before it, at once or in pieces, or the
//! text without that key. What the file means is none of its business.

use std::io::{Result, Write};

use blake3::Hash;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use super::pieces::{Pieces, pieces};

const KEY: &str = ",\n  \"checksum\": \"";
const END: &str = "\"\n}\n";
/// Hexadecimal digits of a hash.
const DIGITS: usize = 64;

/// The end of a file whose beginning has this hash.
fn closing(hash: Hash) -> String {
    format!("{KEY}{}{END}", hash.to_hex())
}

/// A value as JSON in lines, from behind its first letters to before its last.
fn within(value: &impl Serialize, (first, last): (&str, &str)) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Lines::default());
    // Writing to a Vec can't fail.
    let _ = value.serialize(&mut serializer);
    let mut text = String::from_utf8(bytes).unwrap_or_default();
    text.truncate(text.strip_suffix(last).unwrap_or(&text).len());
    if text.starts_with(first) {
        text.drain(..first.len());
    }
    text
}

/// A value with keys as JSON, its checksum as the last of them.
#[must_use]
pub fn sealed(value: &impl Serialize) -> String {
    closed(&within(value, ("", "\n}")))
}

/// The same in pieces, of a value whose last key holds a list of at least one entry:
/// what it is without them, and what they are, one by one.
pub fn sealed_list<'a, E: Serialize>(
    bare: &impl Serialize,
    entries: impl Iterator<Item = E> + 'a,
) -> Pieces<'a> {
    let begin = within(bare, ("", "]\n}"));
    // An entry has the indent and the lines that it has within a list of a document.
    let entry = |(number, entry): (usize, E)| {
        let comma = if number > 0 { "," } else { "" };
        format!("{comma}{}", within(&[[entry]], ("[\n  [", "\n  ]\n]")))
    };
    let body = std::iter::once(begin).chain(entries.enumerate().map(entry)).chain(["\n  ]".to_owned()]);
    let mut hasher = blake3::Hasher::new();
    pieces(body.map(Some).chain([None]), move |bit, piece| match bit {
        Some(text) => {
            hasher.update(text.as_bytes());
            piece.extend_from_slice(text.as_bytes());
        }
        None => piece.extend_from_slice(closing(hasher.finalize()).as_bytes()),
    })
}

/// Levels that have lines of their own: the keys of a document, the entries of
/// its lists, and their keys. A line for each of the numbers below would be two
/// thirds of a file.
const LEVELS: usize = 3;

/// Indented JSON whose values below [`LEVELS`] stand in one line each.
#[derive(Default)]
struct Lines {
    pretty: PrettyFormatter<'static>,
    level: usize,
}

/// A call of the formatter that writes at this level.
macro_rules! by_level {
    ($self:ident, $call:ident($($argument:expr),*)) => {
        if $self.level <= LEVELS { $self.pretty.$call($($argument),*) } else { CompactFormatter.$call($($argument),*) }
    };
}

impl Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, to: &mut W) -> Result<()> {
        self.level += 1;
        by_level!(self, begin_array(to))
    }

    fn end_array<W: Write + ?Sized>(&mut self, to: &mut W) -> Result<()> {
        let done = by_level!(self, end_array(to));
        self.level -= 1;
        done
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> Result<()> {
        by_level!(self, begin_array_value(to, first))
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, to: &mut W) -> Result<()> {
        by_level!(self, end_array_value(to))
    }

    fn begin_object<W: Write + ?Sized>(&mut self, to: &mut W) -> Result<()> {
        self.level += 1;
        by_level!(self, begin_object(to))
    }

    fn end_object<W: Write + ?Sized>(&mut self, to: &mut W) -> Result<()> {
        let done = by_level!(self, end_object(to));
        self.level -= 1;
        done
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, to: &mut W, first: bool) -> Result<()> {
        by_level!(self, begin_object_key(to, first))
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, to: &mut W) -> Result<()> {
        by_level!(self, begin_object_value(to))
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, to: &mut W) -> Result<()> {
        by_level!(self, end_object_value(to))
    }
}

/// The text of a document that lacks its last bracket, closed by its checksum.
#[must_use]
pub fn closed(body: &str) -> String {
    format!("{body}{}", closing(blake3::hash(body.as_bytes())))
}

/// The JSON of a sealed text without its checksum; none where a single byte is
/// another than when it was sealed. Only the ends of lines may be those of
/// another system: version control rewrites them.
#[must_use]
pub fn opened(text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    let length = text.len().checked_sub(KEY.len() + DIGITS + END.len())?;
    let body = text.get(..length)?;
    (text[length..] == closing(blake3::hash(body.as_bytes()))).then(|| format!("{body}\n}}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_list_holds_has_lines_and_what_that_holds_has_none() {
        let value = json!({"kind": "x", "none": [], "arms": [{"a": {"b": [1, 2], "c": {}}, "d": []}, {}]});
        let bare = opened(&sealed(&value)).unwrap();
        let lines = [
            "{",
            "  \"kind\": \"x\",",
            "  \"none\": [],",
            "  \"arms\": [",
            "    {",
            "      \"a\": {\"b\":[1,2],\"c\":{}},",
            "      \"d\": []",
            "    },",
            "    {}",
            "  ]",
            "}",
        ];
        assert_eq!(bare.lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn entries_one_by_one_are_the_list() {
        let entries = [json!({"a": {"b": [1, 2]}, "c": []}), json!({}), json!([{"d": 1}]), json!(7)];
        let of = |arms: &[serde_json::Value]| json!({"kind": "x", "none": [], "zarms": arms});
        for entries in [&entries[..], &entries[..1]] {
            let made = sealed_list(&of(&[]), entries.iter()).collect::<Vec<_>>().concat();
            assert_eq!(String::from_utf8(made).unwrap(), sealed(&of(entries)));
        }
        // Two pieces, whose borders nobody sees.
        let long = json!("x".repeat(6 << 20));
        let entries = [&long, &long, &long];
        let made: Vec<Vec<u8>> = sealed_list(&of(&[]), entries.into_iter()).collect();
        assert_eq!(made.len(), 2);
        assert!(made.concat() == sealed(&of(&entries.map(Clone::clone))).into_bytes());
    }

    #[test]
    fn every_flipped_bit_and_every_lost_line_is_seen() {
        let value = json!({"kind": "x", "counts": [1, 22, 333], "inner": {"a": {}, "b": "…"}});
        let text = sealed(&value);
        let bare = opened(&text).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&bare).unwrap(), value);
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                assert!(
                    String::from_utf8(bytes).is_ok_and(|text| opened(&text).is_some()).eq(&false),
                    "{at}"
                );
            }
        }
        let lines: Vec<&str> = text.lines().collect();
        for gone in 0..lines.len() {
            let mut left = lines.clone();
            left.remove(gone);
            assert_eq!(opened(&(left.join("\n") + "\n")), None, "line {gone}");
        }
        assert_eq!(opened(&text.replace('\n', "\r\n")), Some(bare));
        assert_eq!(opened(""), None);
    }
}
