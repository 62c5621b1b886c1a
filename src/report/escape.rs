//! Text → text that is safe inside HTML and XML, in elements and in attributes,
//! and in a cell of a spreadsheet.

use crate::scenario::fault::{in_one_line, is_unprintable, unprintable};

/// Escapes the five special characters and drops what XML doesn't allow at all.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if is_unprintable(letter) => {}
            _ => out.push(letter),
        }
    }
    out
}

/// Letters without a width.
const INVISIBLE: [char; 5] = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}'];

/// A name as a cell of a table for spreadsheets: one that they would take for a
/// formula, or a build service for a command, gets an apostrophe in front, and
/// what is not printable a mark in its place. Numbers stay.
#[must_use]
pub fn cell(text: String) -> String {
    let text = if unprintable(&text).is_some() { in_one_line(&text) } else { text };
    let figures = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let number =
        text.parse::<f64>().is_ok() || figures.chars().all(|c| c.is_ascii_digit() || ".,/ %".contains(c));
    // Spreadsheets pass over what stands before and can't be seen.
    let seen = text.trim_start_matches(|c: char| c.is_whitespace() || INVISIBLE.contains(&c));
    let formula = seen.starts_with(['=', '+', '-', '@']) && !number;
    if formula || seen.starts_with("::") { format!("'{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::{cell, escape};

    #[test]
    fn no_cell_is_a_formula() {
        for (text, told) in [
            ("=1+1", "'=1+1"),
            ("+cmd", "'+cmd"),
            ("-2+3", "'-2+3"),
            ("@x", "'@x"),
            ("=\tx\u{7}\u{202e}", "'= x\u{fffd}\u{fffd}"),
            ("::error::x", "'::error::x"),
            ("a ##[error]x", "a ## [error]x"),
            ("-2", "-2"),
            ("+0.5", "+0.5"),
            ("-1/2", "-1/2"),
            ("as printed", "as printed"),
            ("", ""),
        ] {
            assert_eq!(cell(text.to_owned()), told);
        }
    }

    #[test]
    fn special_characters_are_escaped_and_forbidden_ones_dropped() {
        assert_eq!(
            escape("<a href='x'>\"Tom & Jo\"</a>\u{0}\u{7f}\u{85}\n"),
            "&lt;a href=&#39;x&#39;&gt;&quot;Tom &amp; Jo&quot;&lt;/a&gt;\n"
        );
        assert_eq!(escape("½ ± ğ →"), "½ ± ğ →");
    }
}
