//! What can be wrong with what a user gave, and where.

use std::fmt;

use crate::settings::Fault;

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
        Self { file: "command line".to_owned(), line: None, fault }
    }

    /// A fault at a byte offset of a file's text.
    #[must_use]
    pub fn in_text(file: &str, text: &str, offset: Option<usize>, fault: Fault) -> Self {
        let line = offset.map(|offset| 1 + text.bytes().take(offset).filter(|&b| b == b'\n').count());
        Self { file: file.to_owned(), line, fault }
    }

    /// A fault of a file as a whole.
    #[must_use]
    pub fn file(file: &str, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: None, fault: Fault::new("", found, allowed) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.fault.key.is_empty() {
            write!(f, ": {}", self.fault.key)?;
        }
        write!(f, ": found {}", self.fault.found)?;
        if !self.fault.allowed.is_empty() {
            write!(f, "; allowed: {}", self.fault.allowed)?;
        }
        if let Some(hint) = &self.fault.hint {
            write!(f, "; {hint}")?;
        }
        Ok(())
    }
}
