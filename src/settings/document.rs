//! Texts in TOML, read no deeper than a stack reaches and no longer than memory
//! does.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

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
/// Most bytes of a text that is remembered: three of the longest that ships.
const LONGEST_REMEMBERED: usize = 1 << 16;
/// Most texts that are remembered: data and weights of every game, twice over.
const REMEMBERED: usize = 20;

/// The newest texts and what they were read as, the newest first.
struct Texts(VecDeque<(Box<str>, Arc<dyn Any + Send + Sync>)>);

static SHARED: Mutex<Texts> = Mutex::new(Texts(VecDeque::new()));

impl Texts {
    fn read_as<T: Send + Sync + 'static>(&self, text: &str) -> Option<Arc<T>> {
        let mut known = self.0.iter().filter(|(known, _)| **known == *text);
        known.find_map(|(_, value)| Arc::clone(value).downcast().ok())
    }

    fn remember<T: Send + Sync + 'static>(&mut self, text: &str, value: &Arc<T>) {
        if text.len() <= LONGEST_REMEMBERED {
            self.0.truncate(REMEMBERED - 1);
            self.0.push_front((text.into(), Arc::clone(value) as _));
        }
    }
}

/// Component data or weights as what their keys mean.
///
/// # Errors
/// Text that is not TOML, or of another shape, with its place; or too deep or too
/// long.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Fault>> {
    let read = || toml::from_str(text).map_err(|error| Fault::from_toml(&error));
    is_bounded(text, LONGEST_DATA).and_then(|()| read()).map_err(|fault| vec![fault])
}

/// What [`read`] gives, but read once: every arm of a plan asks for the data and the
/// weights of its game.
///
/// # Errors
/// Those of [`read`].
pub fn shared<T: DeserializeOwned + Send + Sync + 'static>(text: &str) -> Result<Arc<T>, Vec<Fault>> {
    let texts = || SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = texts().read_as(text);
    match known {
        Some(value) => Ok(value),
        None => read(text).map(Arc::new).inspect(|value| texts().remember(text, value)),
    }
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
    fn texts_are_remembered_by_what_they_were_read_as() {
        let mut texts = Texts(VecDeque::new());
        let (word, number) = (Arc::new("word".to_owned()), Arc::new(4711_u32));
        texts.remember("one", &word);
        texts.remember("one", &number);
        assert!(texts.read_as::<String>("one").is_some_and(|known| Arc::ptr_eq(&known, &word)));
        assert!(texts.read_as::<u32>("one").is_some_and(|known| Arc::ptr_eq(&known, &number)));
        assert!(texts.read_as::<u8>("one").is_none() && texts.read_as::<u32>("two").is_none());

        texts.remember(&" ".repeat(LONGEST_REMEMBERED + 1), &word);
        assert_eq!(texts.0.len(), 2, "a long text is read each time");
        for other in 1..REMEMBERED {
            texts.remember(&other.to_string(), &word);
        }
        assert_eq!(texts.0.len(), REMEMBERED);
        assert!(texts.read_as::<String>("one").is_none(), "the oldest gives way");
        assert!(texts.read_as::<u32>("one").is_some());
    }

    #[test]
    fn a_shared_text_says_what_one_read_alone_says() {
        for text in ["a = 1", "a = 2", "a =", "a = 1", "a ="] {
            let shared = shared::<toml::Table>(text).map(Arc::unwrap_or_clone);
            assert_eq!(shared, read(text), "{text}");
        }
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
