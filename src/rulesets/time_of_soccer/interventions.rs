//! What may be done to single tiles. The market needs every deck's full number
//! of tiles, so a tile is never just taken out: a Friendly Match takes its place
//! (there are as many kinds of those as wanted), or a footballer of another
//! template.

use toml::{Table, Value};

use crate::game::{Build, Intervention};

/// Kinds of tiles: key, name.
const KINDS: &[(&str, &str)] = &[
    ("manager", "Manager"),
    ("scout", "Scout"),
    ("secretary", "Secretary"),
    ("community", "Community manager"),
    ("advertising", "Advertising contract"),
    ("television", "Television contract"),
    ("press", "Press release"),
    ("sales", "Sales tile"),
];

/// Decks in words.
const DECKS: [&str; 4] = ["I", "II", "III", "IV"];

/// Every kind of tile: one copy, and all of them, as Friendly Matches; every
/// footballer template: one tile of its first deck as a Friendly Match.
pub(super) fn all(build: &Build<'_>) -> Vec<Intervention> {
    let Ok(data) = build.data.parse::<Table>() else { return Vec::new() };
    let Some(decks) = data.get("decks") else { return Vec::new() };
    let counts = |kind: &str| -> Vec<i64> {
        let list = decks.get(kind).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_integer).collect()
    };
    let friendly = counts("friendly");
    let mut all = Vec::new();
    let mut push = |item: &str, change: String, edits: &[(String, i64)]| {
        let edits: Vec<(&str, i64)> = edits.iter().map(|(key, value)| (key.as_str(), *value)).collect();
        all.push(Intervention::new(item, change, &edits));
    };
    let key = |kind: &str, deck: usize| format!("data.decks.{kind}.{deck}");
    for &(kind, name) in KINDS {
        let copies = counts(kind);
        let present: Vec<usize> = (0..copies.len().min(friendly.len())).filter(|&d| copies[d] > 0).collect();
        let Some(&first) = present.first() else { continue };
        let one = [(key(kind, first), copies[first] - 1), (key("friendly", first), friendly[first] + 1)];
        push(name, format!("one tile of deck {} as a Friendly Match", DECKS[first % 4]), &one);
        let every: Vec<(String, i64)> = (present.iter())
            .flat_map(|&d| [(key(kind, d), 0), (key("friendly", d), friendly[d] + copies[d])])
            .collect();
        push(name, "all tiles as Friendly Matches".to_owned(), &every);
    }
    // A list of real tiles names every footballer: then their numbers stand.
    let real = data.get("tile").and_then(Value::as_array).is_some_and(|tiles| !tiles.is_empty());
    let templates = data.get("footballer").and_then(Value::as_array).into_iter().flatten();
    for template in templates.filter(|_| !real) {
        let Some(name) = template.get("name").and_then(Value::as_str) else { continue };
        let list = template.get("decks").and_then(Value::as_array).into_iter().flatten();
        let copies: Vec<i64> = list.filter_map(Value::as_integer).collect();
        let first = copies.iter().zip(&friendly).position(|(copies, _)| *copies > 0);
        let Some(deck) = first else { continue };
        let path = format!("data.footballer.{name}.decks.{deck}");
        let edits = [(path, copies[deck] - 1), (key("friendly", deck), friendly[deck] + 1)];
        push(name, format!("one tile of deck {} as a Friendly Match", DECKS[deck % 4]), &edits);
    }
    all
}
