//! A wrong value in component data, told by the name of the value and in
//! plain words, not by the reader's own types.

use std::ops::Range;

use toml::de::DeValue;

use super::edit;
use crate::settings::{Fault, document};

/// The key of faults whose place the reader of component data can't name.
const UNNAMED: &str = "data";

/// A fault of component data in a user's words: the path of the value
/// (`shots.goal`) and what may stand there.
#[must_use]
pub fn plain(fault: Fault, text: &str) -> Fault {
    let Some(offset) = fault.offset.filter(|_| fault.key == UNNAMED) else { return fault };
    let Some((found, allowed)) = words(&fault.found) else { return fault };
    let key = path_at(text, offset).unwrap_or_else(|| fault.key.clone());
    Fault { key, found, allowed, ..fault }
}

/// `invalid type: string "x", expected u16` as what was found and what is
/// allowed.
fn words(message: &str) -> Option<(String, String)> {
    if let Some(name) = message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        return Some((format!("no `{name}`"), format!("{name} = …")));
    }
    if let Some((name, known)) =
        message.strip_prefix("unknown field `").and_then(|rest| rest.split_once("`, expected "))
    {
        let known = known.strip_prefix("one of ").unwrap_or(known);
        return Some((format!("an unknown key `{name}`"), known.to_owned()));
    }
    let rest = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some((value(found), wanted(expected)))
}

/// A value as the reader names it: ``string "ten"``, ``integer `-1` ``.
fn value(found: &str) -> String {
    let (kind, rest) = found.split_once(' ').unwrap_or((found, ""));
    let bare = rest.trim_matches('`');
    match kind {
        "string" => format!("the text {rest}"),
        "integer" => format!("the number {bare}"),
        "floating" => format!("the number {}", bare.trim_start_matches("point `")),
        "boolean" => bare.to_owned(),
        "sequence" => "a list".to_owned(),
        "map" => "a table".to_owned(),
        _ => found.to_owned(),
    }
}

/// What a reader's type allows.
fn wanted(expected: &str) -> String {
    let upto = |most: u64| format!("a whole number from 0 to {most}");
    match expected {
        "u8" => upto(u8::MAX.into()),
        "u16" => upto(u16::MAX.into()),
        "u32" => upto(u32::MAX.into()),
        "u64" | "usize" => "a whole number from 0 up".to_owned(),
        "i8" => format!("a whole number from {} to {}", i8::MIN, i8::MAX),
        "i16" | "i32" | "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" | "string" => "a text in quotes".to_owned(),
        "a boolean" | "bool" => "true or false".to_owned(),
        "a sequence" => "a list in brackets".to_owned(),
        other if other.starts_with("struct ") => "a table of keys and values".to_owned(),
        other => other.to_owned(),
    }
}

/// Path of the innermost value at a byte offset, in the form that `--set
/// data.PATH` takes.
fn path_at(text: &str, offset: usize) -> Option<String> {
    let document = document::table(text).ok()?;
    let mut parts: Vec<String> = Vec::new();
    let mut table = Some(document.get_ref());
    let mut list: Option<&DeValue<'_>> = None;
    loop {
        let next = if let Some(table) = table {
            let mut values = table.iter().map(|(key, value)| (key.get_ref().to_string(), value));
            values.find(|(_, value)| holds(value.get_ref(), &value.span(), offset))
        } else if let Some(DeValue::Array(items)) = list {
            let part = |at: usize, item: &DeValue<'_>| {
                let name = edit::name(item);
                if name.is_empty() { at.to_string() } else { name.to_owned() }
            };
            let mut items = items.iter().enumerate();
            let found = items.find(|(_, item)| holds(item.get_ref(), &item.span(), offset));
            found.map(|(at, item)| (part(at, item.get_ref()), item))
        } else {
            None
        };
        let Some((part, value)) = next else { break };
        parts.push(part);
        (table, list) = (value.get_ref().as_table(), Some(value.get_ref()));
    }
    (!parts.is_empty()).then(|| parts.join("."))
}

/// Whether a value, or one inside it, covers the offset: the span of a table
/// is its heading only.
fn holds(value: &DeValue<'_>, span: &Range<usize>, offset: usize) -> bool {
    span.contains(&offset)
        || match value {
            DeValue::Table(table) => table.values().any(|v| holds(v.get_ref(), &v.span(), offset)),
            DeValue::Array(items) => items.iter().any(|v| holds(v.get_ref(), &v.span(), offset)),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = "[shots]\ngoal = \"ten\"\nmiss = 3\n[[squad]]\nname = \"a b\"\nstars = [1, -2]\n";

    fn told(message: &str, at: &str) -> Fault {
        let offset = DATA.find(at).unwrap();
        plain(Fault::new("data", message, "component data").at(offset), DATA)
    }

    #[test]
    fn a_wrong_value_is_told_by_its_path_and_in_plain_words() {
        let fault = told("invalid type: string \"ten\", expected u16", "\"ten\"");
        assert_eq!((fault.key.as_str(), fault.found.as_str()), ("shots.goal", "the text \"ten\""));
        assert_eq!(fault.allowed, "a whole number from 0 to 65535");
        let fault = told("invalid value: integer `-2`, expected u8", "-2");
        assert_eq!((fault.key.as_str(), fault.found.as_str()), ("squad.a b.stars.1", "the number -2"));
        let fault = told("unknown field `mis`, expected one of `goal`, `miss`", "miss");
        assert_eq!(
            (fault.found.as_str(), fault.allowed.as_str()),
            ("an unknown key `mis`", "`goal`, `miss`")
        );
        assert_eq!(told("missing field `goal`", "[shots]").found, "no `goal`");
    }

    #[test]
    fn what_the_rules_say_themselves_stays() {
        let own = Fault::new("shots", "19 cards", "20 cards").at(3);
        assert_eq!(plain(own.clone(), DATA), own);
        let syntax = told("expected `]`", "[shots]");
        assert_eq!((syntax.key.as_str(), syntax.found.as_str()), ("data", "expected `]`"));
    }
}
