//! The checksum that closes a stored file: what is read back is what was
//! written, or it is refused.
//!
//! In: a value that becomes JSON, or the text of such a file. Out: a text whose
//! last key is the BLAKE3 hash of everything before it, or the text without that
//! key. What the file means is none of its business.

use serde::Serialize;

const KEY: &str = ",\n  \"checksum\": \"";
const END: &str = "\"\n}\n";
/// Hexadecimal digits of a hash.
const DIGITS: usize = 64;

/// The end of a file that begins like this.
fn closing(body: &str) -> String {
    format!("{KEY}{}{END}", blake3::hash(body.as_bytes()).to_hex())
}

/// A value with keys as JSON, its checksum as the last of them.
#[must_use]
pub fn sealed(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    closed(text.strip_suffix("\n}").unwrap_or(&text))
}

/// The text of a document that lacks its last bracket, closed by its checksum.
#[must_use]
pub fn closed(body: &str) -> String {
    format!("{body}{}", closing(body))
}

/// The JSON of a sealed text without its checksum; none where a single byte is
/// another than when it was sealed. Only the ends of lines may be those of
/// another system: version control rewrites them.
#[must_use]
pub fn opened(text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    let length = text.len().checked_sub(KEY.len() + DIGITS + END.len())?;
    let body = text.get(..length)?;
    (text[length..] == closing(body)).then(|| format!("{body}\n}}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
