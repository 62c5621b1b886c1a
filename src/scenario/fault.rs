//! What can be wrong with what a user gave, and where.

use std::borrow::Cow;
use std::fmt;

use crate::settings::Fault;

/// What a fault of flags and arguments is said to lie in.
pub const COMMAND_LINE: &str = "command line";
/// Faults after which nothing further is looked at: far more than are told, and
/// each takes its time.
pub(super) const ENOUGH: usize = 1000;
/// Longer lists are told behind the hint.
const LONG: usize = 100;
/// What build services take for a command wherever it stands in a line, and the
/// same for people only.
const COMMANDS: [(&str, &str); 2] = [("##[", "## ["), ("##vso[", "##vso [")];
/// Letters of what was found that are repeated.
const LONGEST: usize = 400;
/// Letters of what is allowed: a list of names may hold some that a file makes up.
const LONGEST_LIST: usize = 4000;
/// Letters of a line, whoever repeats in it what a user has typed.
const LONGEST_LINE: usize = 8000;

/// A fault with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// File name as the user gave it, or `command line`.
    pub file: String,
    /// Line, from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

impl Problem {
    /// A fault of the command line.
    #[must_use]
    pub fn flag(fault: Fault) -> Self {
        Self { file: COMMAND_LINE.to_owned(), line: None, fault }
    }

    /// A fault at a byte offset of a file's text. The text that a ruleset id
    /// stands for is nobody's file and has no lines.
    #[must_use]
    pub fn in_text(file: &str, text: &str, offset: Option<usize>, fault: Fault) -> Self {
        let offset = offset.filter(|_| file != COMMAND_LINE);
        let before = |offset: usize| &text.as_bytes()[..offset.min(text.len())];
        let line = offset.map(|offset| 1 + memchr::memchr_iter(b'\n', before(offset)).count());
        Self { file: file.to_owned(), line, fault }
    }

    /// A fault of a file as a whole.
    #[must_use]
    pub fn file(file: &str, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: None, fault: Fault::new("", found, allowed) }
    }
}

/// Names in a list of what is allowed, each in quotes: a name may hold a comma.
#[must_use]
pub fn quoted<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{}`", name.as_ref())).collect();
    quoted.join(", ")
}

/// A name that is none of those known, with the nearest of them.
#[must_use]
pub fn unknown<S: AsRef<str>>(key: &str, found: &str, known: &[S]) -> Fault {
    Fault::new(key, format!("`{found}`"), quoted(known)).nearest(found, known.iter().map(AsRef::as_ref))
}

/// A text of a file as a message repeats it: nobody reads a very long one.
fn cut(text: &str) -> Cow<'_, str> {
    cut_to(text, LONGEST)
}

fn cut_to(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}… ({} letters)", &text[..end], text.chars().count())),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", cut(&self.file))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.fault.key.is_empty() {
            write!(f, ": {}", cut(&self.fault.key))?;
        }
        write!(f, ": found {}", cut(&self.fault.found))?;
        let allowed = match self.fault.allowed.as_str() {
            "" => String::new(),
            allowed => format!("; allowed: {}", cut_to(allowed, LONGEST_LIST)),
        };
        let hint = self.fault.hint.as_ref().map_or(String::new(), |hint| format!("; {}", cut(hint)));
        // Nobody reads to the end of a long list for the name that was meant.
        if allowed.len() > LONG { write!(f, "{hint}{allowed}") } else { write!(f, "{allowed}{hint}") }
    }
}

/// What of a text no terminal and no log should be sent as it stands, in words:
/// control characters (a line break included), marks that turn the direction of
/// writing around, and what services that build and test take for a command: a
/// word that begins with `::` (in a wrapped line any word may be the first),
/// `##[` and `##vso[` anywhere.
#[must_use]
pub fn unprintable(text: &str) -> Option<String> {
    if let Some(odd) = text.chars().find(|&letter| is_unprintable(letter)) {
        return Some(format!("a text with the character U+{:04X}", u32::from(odd)));
    }
    let command = text.split_whitespace().any(|word| word.starts_with("::"));
    let anywhere = COMMANDS.iter().any(|(command, _)| text.contains(command));
    (command || anywhere)
        .then(|| "a text that build services take for a command (a word that begins with two colons, or two hashes and a bracket)".to_owned())
}

/// Whether a letter shows nothing and changes how others are shown.
#[must_use]
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A message in one line that is not endless, with a mark in place of what is not
/// printable, and nothing that a build service takes for a command.
#[must_use]
pub fn in_one_line(message: &str) -> String {
    let shown = |letter| match letter {
        '\n' | '\t' => ' ',
        _ if is_unprintable(letter) => '\u{fffd}',
        _ => letter,
    };
    let line: String = cut_to(message.trim_end(), LONGEST_LINE).chars().map(shown).collect();
    COMMANDS.iter().fold(line, |line, (command, harmless)| line.replace(command, harmless))
}

/// A message of several lines, none of which is longer than anybody reads.
#[must_use]
pub fn in_short_lines(message: &str) -> String {
    message.lines().flat_map(|line| [cut_to(line, LONGEST_LINE), "\n".into()]).collect()
}

/// What the system says about a file, in words.
#[must_use]
pub fn unreadable(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::PermissionDenied => "a file that you may not read".to_owned(),
        ErrorKind::IsADirectory => "a folder".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_that_was_meant_comes_before_a_long_list() {
        let short = Problem::flag(
            Fault::new("luck", "`shard`", "shared, independent").hint("did you mean `shared`?"),
        );
        assert_eq!(
            short.to_string(),
            "command line: luck: found `shard`; allowed: shared, independent; did you mean `shared`?"
        );
        let names: Vec<String> = (0..40).map(|i| format!("name-{i}")).collect();
        let long =
            Problem::flag(Fault::new("name", "`nam-3`", names.join(", ")).hint("did you mean `name-3`?"));
        assert!(
            long.to_string()
                .starts_with("command line: name: found `nam-3`; did you mean `name-3`?; allowed: name-0")
        );
    }

    #[test]
    fn what_is_far_too_long_is_not_repeated() {
        let (key, found) = ("k".repeat(9000), "ü".repeat(50_000));
        let told = Problem::file("x.toml", found.clone(), "a name").to_string();
        assert!(told.len() < 1000 && told.contains("… (50000 letters); allowed: a name"), "{told}");
        assert!(Problem::flag(Fault::new(key, found, "")).to_string().len() < 2000);
    }

    #[test]
    fn a_ruleset_id_has_no_lines() {
        let fault = Fault::new("players", "`9`", "2 to 4");
        assert_eq!(Problem::in_text(COMMAND_LINE, "x", Some(0), fault.clone()).line, None);
        assert_eq!(Problem::in_text("a.toml", "x\ny", Some(2), fault).line, Some(2));
    }

    #[test]
    fn a_missing_file_is_told_in_words() {
        let error = std::fs::read("no/such/file").unwrap_err();
        assert_eq!(unreadable(&error), "no such file");
    }
}
