//! Texts in TOML, read no deeper than a stack reaches and no longer than memory
//! does.

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::Fault;

/// Most brackets around a value; the parser allows no more either.
const DEEPEST: usize = 80;
/// Most bytes of a text: parsed, it can take seventy times as many.
const LONGEST: usize = 1 << 23;
/// Most bytes of component data and weights; those that ship have a fiftieth.
const LONGEST_DATA: usize = 1 << 20;

/// Component data or weights as what their keys mean.
///
/// # Errors
/// Text that is not TOML, or of another shape, with its place; or too deep or too
/// long.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Fault>> {
    let read = || toml::from_str(text).map_err(|error| Fault::from_toml(&error));
    is_bounded(text, LONGEST_DATA).and_then(|()| read()).map_err(|fault| vec![fault])
}

/// A text as a table of values that know their places.
///
/// # Errors
/// Text that is not TOML, with its place; or too deep or too long.
pub fn table(text: &str) -> Result<Spanned<DeTable<'_>>, Fault> {
    is_readable(text)?;
    DeTable::parse(text).map_err(|error| Fault::from_toml(&error))
}

/// Refuses text that is too long, or of too many open brackets. The parser counts
/// them, too, but is led astray by what closes nothing: lines of `a = {[b]` go down
/// until the stack ends.
///
/// # Errors
/// The length, or the bracket that is one too many.
pub fn is_readable(text: &str) -> Result<(), Fault> {
    is_bounded(text, LONGEST)
}

fn is_bounded(text: &str, longest: usize) -> Result<(), Fault> {
    if text.len() > longest {
        let (found, most) = (text.len(), longest >> 20);
        return Err(Fault::new("TOML", format!("{found} bytes"), format!("a text of at most {most} MiB")));
    }
    let mut open = Vec::new();
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::LeftSquareBracket => open.push(TokenKind::RightSquareBracket),
            TokenKind::LeftCurlyBracket => open.push(TokenKind::RightCurlyBracket),
            kind if open.last() == Some(&kind) => {
                open.pop();
            }
            _ => {}
        }
        if open.len() > DEEPEST {
            let found = format!("more than {DEEPEST} brackets that are open");
            return Err(Fault::new("TOML", found, format!("at most {DEEPEST}")).at(token.span().start()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_close_nothing_dont_hide_how_deep_a_text_is() {
        for line in ["a = {[points]\n", "a = {]", "a = [}", "a = [[{"] {
            let text = line.repeat(30_000);
            let fault = &read::<toml::Table>(&text).unwrap_err()[0];
            assert!(fault.found.starts_with("more than 80"), "{line}: {fault:?}");
            assert!(table(&text).is_err() && fault.offset.is_some_and(|at| at < 1200), "{line}");
        }
        let deep = |depth: usize| format!("a = {}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(is_readable(&deep(80)).is_ok() && is_readable(&deep(81)).is_err());
        let closed = "[t]\na = ['[{[{', \"]\"] # {{{{\n".repeat(100);
        assert!(is_readable(&closed).is_ok(), "what is closed, a string or a comment");
    }

    #[test]
    fn a_text_has_an_end() {
        let long = |bytes: usize| format!("#{}", " ".repeat(bytes - 1));
        assert!(table(&long(LONGEST)).is_ok() && read::<toml::Table>(&long(LONGEST_DATA)).is_ok());
        let fault = table(&long(LONGEST + 1)).unwrap_err();
        assert_eq!(
            (fault.found.as_str(), fault.allowed.as_str()),
            ("8388609 bytes", "a text of at most 8 MiB")
        );
        assert!(read::<toml::Table>(&long(LONGEST_DATA + 1)).is_err());
    }
}
