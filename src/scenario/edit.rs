//! One number of the component data changed by name: `data.shots.goal=11`.
//!
//! The value is replaced in the text itself, so that comments, order and line
//! numbers stay those of the file that `levelpitch data` exports.

use toml::de::DeValue;

use crate::settings::{Fault, document};

/// What marks a key as a path into the component data.
pub const PREFIX: &str = "data.";

/// The path of a key that means the component data: `shots.goal` of
/// `data.shots.goal`.
#[must_use]
pub fn path(key: &str) -> Option<&str> {
    key.strip_prefix(PREFIX)
}

/// The text of `data` with the value at `path` replaced. Parts of a path are
/// joined by dots: keys of tables, positions in lists (from 0), or the `name`
/// of a table in a list.
///
/// # Errors
/// A part that does not exist, a path that ends in a table or list, or a value
/// of another type than the one it replaces.
pub fn replaced(data: &str, path: &str, value: &str) -> Result<String, Fault> {
    let key = format!("{PREFIX}{path}");
    let document = document::table(data)?;
    let mut parts = path.split('.');
    let first = parts.next().unwrap_or_default();
    let mut node = document.get_ref().get(first).ok_or_else(|| {
        let known: Vec<&str> = document.get_ref().keys().map(|k| k.get_ref().as_ref()).collect();
        unknown(&key, first, &known)
    })?;
    for part in parts {
        node = match node.get_ref() {
            DeValue::Table(table) => table.get(part).ok_or_else(|| {
                let known: Vec<&str> = table.keys().map(|k| k.get_ref().as_ref()).collect();
                unknown(&key, part, &known)
            })?,
            DeValue::Array(items) => {
                let names: Vec<&str> = items.iter().map(|item| name(item.get_ref())).collect();
                let index = names.iter().position(|n| *n == part).or_else(|| part.parse().ok());
                index.and_then(|i| items.get(i)).ok_or_else(|| {
                    let named: Vec<&str> = names.iter().copied().filter(|n| !n.is_empty()).collect();
                    if named.is_empty() {
                        Fault::new(
                            &key,
                            format!("`{part}`"),
                            format!("0 to {}", items.len().saturating_sub(1)),
                        )
                    } else {
                        unknown(&key, part, &named)
                    }
                })?
            }
            _ => {
                return Err(Fault::new(
                    &key,
                    format!("`{part}` inside a plain value"),
                    "a path that ends there",
                ));
            }
        };
    }
    let text = match node.get_ref() {
        DeValue::Integer(_) => value.parse::<i64>().map(|n| n.to_string()).map_err(|_| "a whole number"),
        DeValue::Float(_) => {
            let number = value.parse::<f64>().ok().filter(|x| x.is_finite());
            number.map(|x| format!("{:?}", x + 0.0)).ok_or("a number")
        }
        DeValue::Boolean(_) => match value {
            "true" | "on" => Ok("true".to_owned()),
            "false" | "off" => Ok("false".to_owned()),
            _ => Err("true, false"),
        },
        DeValue::String(_) => Ok(toml::Value::String(value.to_owned()).to_string()),
        DeValue::Table(table) => {
            let known: Vec<&str> = table.keys().map(|k| k.get_ref().as_ref()).collect();
            return Err(Fault::new(&key, "a table", format!("one of its keys: {}", known.join(", "))));
        }
        DeValue::Array(items) => {
            let last = items.len().saturating_sub(1);
            return Err(Fault::new(&key, "a list", format!("a position in it: {key}.0 to {key}.{last}")));
        }
        DeValue::Datetime(_) => Err("nothing: dates stay as they are"),
    };
    let text = text.map_err(|allowed| Fault::new(&key, format!("`{value}`"), allowed).several(value))?;
    let span = node.span();
    Ok(format!("{}{text}{}", &data[..span.start], &data[span.end..]))
}

/// Every text that stands in the data as a value; none if it is no TOML.
#[must_use]
pub fn words(data: &str) -> Vec<String> {
    fn within(value: &DeValue<'_>, into: &mut Vec<String>) {
        match value {
            DeValue::String(text) => into.push(text.to_string()),
            DeValue::Array(items) => items.iter().for_each(|item| within(item.get_ref(), into)),
            DeValue::Table(table) => table.values().for_each(|item| within(item.get_ref(), into)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    if let Ok(document) = document::table(data) {
        document.get_ref().values().for_each(|value| within(value.get_ref(), &mut all));
    }
    all
}

/// The `name` of a table in a list, or nothing.
pub(super) fn name<'a>(item: &'a DeValue<'_>) -> &'a str {
    let named = item.as_table().and_then(|table| table.get("name"));
    named.and_then(|n| n.get_ref().as_str()).unwrap_or_default()
}

fn unknown(key: &str, part: &str, known: &[&str]) -> Fault {
    Fault::new(key, format!("`{part}`"), known.join(", ")).nearest(part, known.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = "# shots\n[shots]\ngoal = 10 # of 20\nmiss = 3\nlist = [4, 5]\n[[squad]]\nname = \"a b\"\nstars = [1, 2]\nweight = 0.5\n";

    #[test]
    fn one_value_changes_and_everything_else_stays() {
        let changed = replaced(DATA, "shots.goal", "11").unwrap();
        assert_eq!(changed, DATA.replace("goal = 10", "goal = 11"));
        let changed = replaced(DATA, "squad.a b.stars.1", "-3").unwrap();
        assert_eq!(changed, DATA.replace("[1, 2]", "[1, -3]"));
        assert_eq!(replaced(DATA, "squad.0.weight", "2").unwrap(), DATA.replace("0.5", "2.0"));
        assert_eq!(replaced(DATA, "shots.list.0", "6").unwrap(), DATA.replace("[4, 5]", "[6, 5]"));
        assert_eq!(replaced(DATA, "squad.a b.name", "c\"").unwrap(), DATA.replace("\"a b\"", "'c\"'"));
    }

    #[test]
    fn a_wrong_path_or_value_is_told_with_what_is_allowed() {
        let fault = replaced(DATA, "shots.gaol", "11").unwrap_err();
        assert_eq!((fault.key.as_str(), fault.found.as_str()), ("data.shots.gaol", "`gaol`"));
        assert_eq!(fault.hint.as_deref(), Some("did you mean `goal`?"));
        for (path, value) in [
            ("shots", "1"),
            ("shots.list", "1"),
            ("shots.list.2", "1"),
            ("shots.goal.x", "1"),
            ("shots.goal", "ten"),
            ("squad.c", "1"),
            ("nothing", "1"),
            ("", "1"),
        ] {
            let fault = replaced(DATA, path, value).unwrap_err();
            assert!(!fault.allowed.is_empty(), "{path}");
        }
    }
}
