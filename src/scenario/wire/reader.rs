//! How a table of a scenario file is read: each of its keys is declared once,
//! with its place in the reader, its type and what an editor says about it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{At, Luck, Pairs, Vary};
use crate::scenario::fault::{ENOUGH, Problem, unknown, unprintable};
use crate::scenario::judged::Severity;
use crate::settings::{Fault, PROGRAM};

pub(super) type Node<'i> = Spanned<DeValue<'i>>;

/// The faults of a text found so far.
pub(super) struct Reader<'t> {
    pub(super) file: &'t str,
    pub(super) text: &'t str,
    pub(super) problems: Vec<Problem>,
}

/// Declares tables of a file: for each one the struct that is read, and the
/// shape that editors are told. A line is what an editor says, the key as
/// typed, the field with its type, and behind `as` the editor's type where it
/// isn't the reader's; behind `=>` a method that looks at the whole table.
macro_rules! tables {
    ($($(#[$about:meta])* $name:ident as $shape:ident {
        $($(#[$doc:meta])* $key:literal $field:ident: $type:ty $(as $shown:ty)?,)+
    } $(=> $check:ident)?)+) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Default)]
        pub struct $name {
            /// Where the table starts.
            pub offset: usize,
            $($(#[$doc])* pub $field: $type,)+
        }

        $(#[$about])*
        #[derive(schemars::JsonSchema)]
        #[schemars(deny_unknown_fields)]
        #[expect(dead_code, reason = "read by schemars only")]
        pub struct $shape {
            $($(#[$doc])* #[schemars(rename = $key)] $field: reader::shape!($type $(as $shown)?),)+
        }

        impl reader::Table for $name {
            type Shape = $shape;

            fn read(reader: &mut reader::Reader<'_>, table: &toml::de::DeTable<'_>, offset: usize) -> Option<Self> {
                reader.unknown_keys(table, &[$($key),+]);
                $(let $field = reader::Field::read(reader, $key, table, offset);)+
                let read = Self { offset, $($field: $field?,)+ };
                $(read.$check(reader, table);)?
                Some(read)
            }
        }
    )+};
}

/// The editor's type of a field: the one given, or the field's own.
macro_rules! shape {
    ($type:ty) => {
        <$type as reader::Field>::Shape
    };
    ($type:ty as $shown:ty) => {
        $shown
    };
}

pub(super) use {shape, tables};

/// A table with its keys.
pub(super) trait Table: Sized {
    /// What editors are told.
    type Shape: JsonSchema;

    /// Reads a table that starts at `offset`; nothing where a key is missing
    /// that it can't do without.
    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>, offset: usize) -> Option<Self>;
}

/// A key of a table, present or not.
pub(super) trait Field: Sized {
    /// What editors are told.
    type Shape: JsonSchema;

    /// Reads the key of a table that starts at `offset`; nothing if the table
    /// can't do without it.
    fn read(reader: &mut Reader<'_>, key: &str, table: &DeTable<'_>, offset: usize) -> Option<Self>;
}

/// What stands behind a key.
pub(super) trait Value: Sized {
    /// What editors are told.
    type Shape: JsonSchema;

    /// Reads a value; a wrong one is told.
    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self>;
}

/// A switch's value: a word, a number, a flag or a list of numbers.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "read by schemars only")]
pub enum SettingValue {
    Word(String),
    Number(i64),
    Flag(bool),
    List(Vec<i64>),
}

impl<T: Value> Field for Option<T> {
    type Shape = Option<T::Shape>;

    fn read(reader: &mut Reader<'_>, key: &str, table: &DeTable<'_>, _: usize) -> Option<Self> {
        Some(table.get(key).and_then(|node| T::read(reader, key, node)))
    }
}

/// A key that its table can't do without.
impl<T: Value> Field for At<T> {
    type Shape = T::Shape;

    fn read(reader: &mut Reader<'_>, key: &str, table: &DeTable<'_>, offset: usize) -> Option<Self> {
        match table.get(key) {
            Some(node) => Value::read(reader, key, node),
            None => {
                reader.missing(key, offset);
                None
            }
        }
    }
}

/// Tables under one heading in double brackets.
impl<T: Table> Field for Vec<T> {
    type Shape = Option<Vec<T::Shape>>;

    fn read(reader: &mut Reader<'_>, key: &str, table: &DeTable<'_>, _: usize) -> Option<Self> {
        let Some(node) = table.get(key) else { return Some(Self::new()) };
        let Some(array) = node.get_ref().as_array() else {
            return Some(reader.wrong(key, node, &format!("tables headed [[{key}]]")).unwrap_or_default());
        };
        let one = |item: &Node<'_>| match item.get_ref().as_table() {
            Some(inner) => T::read(reader, inner, item.span().start),
            None => reader.wrong(key, item, &format!("a table headed [[{key}]]")),
        };
        Some(array.iter().filter_map(one).collect())
    }
}

impl Field for Pairs {
    type Shape = Option<BTreeMap<String, SettingValue>>;

    fn read(reader: &mut Reader<'_>, key: &str, table: &DeTable<'_>, _: usize) -> Option<Self> {
        let Some(node) = table.get(key) else { return Some(Self::new()) };
        let Some(set) = node.get_ref().as_table() else {
            return Some(reader.wrong(key, node, "a table of switch = value").unwrap_or_default());
        };
        let pairs = set.iter().filter_map(|(name, value)| {
            let value = reader.setting(name.get_ref(), value)?;
            Some((At { value: name.get_ref().to_string(), offset: name.span().start }, value))
        });
        Some(pairs.collect())
    }
}

impl Field for Vary {
    type Shape = Option<BTreeMap<String, Vec<SettingValue>>>;

    fn read(reader: &mut Reader<'_>, key: &str, table: &DeTable<'_>, _: usize) -> Option<Self> {
        let Some(node) = table.get(key) else { return Some(Self::new()) };
        let Some(vary) = node.get_ref().as_table() else {
            return Some(reader.wrong(key, node, "a table of switch = [values]").unwrap_or_default());
        };
        let mut all = Self::new();
        for (name, values) in vary {
            let Some(list) = values.get_ref().as_array() else {
                reader.wrong::<()>(name.get_ref(), values, "a list of values");
                continue;
            };
            if list.is_empty() {
                reader.empty::<()>(name.get_ref(), values);
            }
            let values = list.iter().filter_map(|v| reader.setting(name.get_ref(), v)).collect();
            all.push((At { value: name.get_ref().to_string(), offset: name.span().start }, values));
        }
        Some(all)
    }
}

impl<T: Table> Value for T {
    type Shape = T::Shape;

    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self> {
        match node.get_ref().as_table() {
            Some(inner) => Table::read(reader, inner, node.span().start),
            None => reader.wrong(key, node, &format!("a table headed [{key}]")),
        }
    }
}

impl<T: Value> Value for At<T> {
    type Shape = T::Shape;

    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self> {
        Some(Self { value: T::read(reader, key, node)?, offset: node.span().start })
    }
}

impl Value for String {
    type Shape = Self;

    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self> {
        let text = node.get_ref().as_str().map(str::to_owned);
        let text = text.or_else(|| reader.wrong(key, node, "a text in quotes"))?;
        match unprintable(&text) {
            None => Some(text),
            Some(found) => {
                let fault = Fault::new(key, found, "printable letters, in one line");
                reader.fault(node.span().start, fault);
                None
            }
        }
    }
}

impl Value for i64 {
    type Shape = Self;

    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self> {
        integer(node.get_ref()).or_else(|| reader.wrong(key, node, "a whole number"))
    }
}

impl Value for f64 {
    type Shape = Self;

    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self> {
        let value: Option<Self> = match node.get_ref() {
            DeValue::Float(number) => number.as_str().replace('_', "").parse().ok(),
            other => integer(other).map(|n| n as Self),
        };
        // A zero has no sign.
        value.filter(|v| v.is_finite()).map(|v| v + 0.0).or_else(|| reader.wrong(key, node, "a number"))
    }
}

/// One text stands for a list of one.
impl Value for Vec<String> {
    type Shape = Self;

    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self> {
        if node.get_ref().as_str().is_some() {
            return Some(vec![Value::read(reader, key, node)?]);
        }
        match node.get_ref().as_array() {
            None => reader.wrong(key, node, "a list of texts in quotes"),
            Some(array) if array.is_empty() => reader.empty(key, node),
            Some(array) => Some(array.iter().filter_map(|item| Value::read(reader, key, item)).collect()),
        }
    }
}

impl Value for Severity {
    type Shape = String;

    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self> {
        reader.word(key, node, &[("error", Self::Error), ("warn", Self::Warn)])
    }
}

impl Value for Luck {
    type Shape = String;

    fn read(reader: &mut Reader<'_>, key: &str, node: &Node<'_>) -> Option<Self> {
        reader.word(key, node, &[("shared", Self::Shared), ("independent", Self::Independent)])
    }
}

impl Reader<'_> {
    pub(super) fn fault(&mut self, offset: usize, fault: Fault) {
        self.fault_at(Some(offset), fault);
    }

    /// A fault of a place, or of the whole text. Where there are [`ENOUGH`] it is left
    /// out: the line of each is counted from the first.
    pub(super) fn fault_at(&mut self, offset: Option<usize>, fault: Fault) {
        if self.problems.len() < ENOUGH {
            self.problems.push(Problem::in_text(self.file, self.text, offset, fault));
        }
    }

    /// Tells a value of the wrong kind; nothing is read.
    fn wrong<T>(&mut self, key: &str, node: &Node<'_>, allowed: &str) -> Option<T> {
        let found = match node.get_ref() {
            DeValue::String(text) => format!("the text \"{text}\""),
            DeValue::Integer(number) => format!("the number {}", number.as_str()),
            DeValue::Float(number) => format!("the number {}", number.as_str()),
            DeValue::Boolean(flag) => format!("{flag}"),
            other => format!("{} {}", article(other.type_str()), other.type_str()),
        };
        self.fault(node.span().start, Fault::new(key, found, allowed));
        None
    }

    fn empty<T>(&mut self, key: &str, node: &Node<'_>) -> Option<T> {
        self.fault(node.span().start, Fault::new(key, "an empty list", "at least one value"));
        None
    }

    /// Tells a key that its table can't do without.
    pub(super) fn missing(&mut self, key: &str, offset: usize) {
        let allowed = match key {
            "metric" => format!("the name of a metric (`{PROGRAM} list metrics`)"),
            _ => format!("{key} = …"),
        };
        self.fault(offset, Fault::absent(key, "nothing", allowed));
    }

    pub(super) fn unknown_keys(&mut self, table: &DeTable<'_>, known: &[&str]) {
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let fault = Fault::new(name, "an unknown key", known.join(", "));
                self.fault(key.span().start, fault.nearest(name, known.iter().copied()));
            }
        }
    }

    /// One of these words.
    fn word<T: Copy>(&mut self, key: &str, node: &Node<'_>, known: &[(&str, T)]) -> Option<T> {
        let word: String = Value::read(self, key, node)?;
        let found = known.iter().find(|(known, _)| *known == word);
        if found.is_none() {
            let known: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            self.fault(node.span().start, unknown(key, &word, &known));
        }
        found.map(|(_, meant)| *meant)
    }

    fn setting(&mut self, key: &str, node: &Node<'_>) -> Option<At<String>> {
        let spelled = match node.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Boolean(flag) => Some(if *flag { "on" } else { "off" }.to_owned()),
            DeValue::Float(number) => Some(number.as_str().to_owned()),
            DeValue::Array(items) => {
                let parts: Option<Vec<String>> =
                    items.iter().map(|item| integer(item.get_ref()).map(|n| n.to_string())).collect();
                parts.map(|parts| parts.join("/"))
            }
            other => integer(other).map(|n| n.to_string()),
        };
        let spelled = spelled
            .or_else(|| self.wrong(key, node, "a word, a number, true, false or a list of numbers"))?;
        Some(At { value: spelled, offset: node.span().start })
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
}
