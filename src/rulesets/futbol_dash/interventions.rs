//! What may be done to single cards of the deck that is played.

use toml::{Table, Value};

use super::switches::Variant;
use crate::game::{Build, Intervention};

/// Game Changers and Referees: table, key, name.
const SPECIALS: &[(&str, &str, &str)] = &[
    ("gc_counts", "penalty", "Penalty"),
    ("gc_counts", "offside", "Offside"),
    ("gc_counts", "substitution", "Substitution"),
    ("gc_counts", "yellow", "Yellow Card"),
    ("gc_counts", "red", "Red Card"),
    ("ref_counts", "foul", "Foul"),
    ("ref_counts", "var", "V.A.R."),
];

/// Shot Cards: key, name, and whether a match works without them.
const SHOTS: &[(&str, &str, bool)] = &[
    ("goal", "Goal (shot)", false),
    ("save", "Save (shot)", true),
    ("miss", "Miss (shot)", true),
    ("corner", "Corner Kick (shot)", true),
    ("own_goal", "Own Goal (shot)", true),
];

/// Every card of the deck: one copy fewer, all copies out, one copy with
/// another value.
pub(super) fn all(build: &Build<'_>) -> Vec<Intervention> {
    let Ok(data) = build.data.parse::<Table>() else { return Vec::new() };
    let table = |path: &[&str]| -> Option<&Table> {
        path.iter().try_fold(&data, |table, key| table.get(*key).and_then(Value::as_table))
    };
    let mut all = Vec::new();
    let preset = Variant::of(build.settings).deck_preset.word();
    for (counts, names, plain, sign) in
        [("off_counts", "offensive", "Attack", '+'), ("def_counts", "defensive", "Defence", '-')]
    {
        let Some(cards) = table(&["presets", preset, counts]) else { continue };
        let mut values: Vec<(&str, i64)> =
            cards.iter().filter_map(|(v, n)| Some((v.as_str(), n.as_integer()?))).collect();
        values.sort_unstable();
        values.retain(|(_, copies)| *copies > 0);
        for (place, &(value, copies)) in values.iter().enumerate() {
            let known = table(&["names", names]).and_then(|names| names.get(value)).and_then(Value::as_str);
            let item = format!("{} {sign}{value}", known.unwrap_or(plain));
            let key = |value: &str| format!("data.presets.{preset}.{counts}.{value}");
            thinned(&mut all, &item, &key(value), copies, values.len() > 1);
            // The next value up; for the highest the next one down.
            let other = values.get(place + 1).or_else(|| place.checked_sub(1).map(|below| &values[below]));
            if let Some(&(other, others)) = other {
                let change = format!("one copy as {sign}{other}");
                let edits = [(key(value), copies - 1), (key(other), others + 1)];
                all.push(Intervention::new(&item, change, &edits.each_ref().map(|(k, v)| (k.as_str(), *v))));
            }
        }
    }
    for &(counts, key, name) in SPECIALS {
        let copies = table(&[counts]).and_then(|table| table.get(key)).and_then(Value::as_integer);
        thinned(&mut all, name, &format!("data.{counts}.{key}"), copies.unwrap_or(0), true);
    }
    let shot =
        |key: &str| table(&["shots"]).and_then(|t| t.get(key)).and_then(Value::as_integer).unwrap_or(0);
    for &(key, name, spare) in SHOTS {
        let (path, copies) = (format!("data.shots.{key}"), shot(key));
        thinned(&mut all, name, &path, copies, spare);
        all.push(Intervention::new(name, "one copy more", &[(&path, copies + 1)]));
    }
    if shot("goal") > 1 {
        let edits = [("data.shots.goal", shot("goal") - 1), ("data.shots.save", shot("save") + 1)];
        all.push(Intervention::new("Goal (shot)", "one copy as a Save", &edits));
    }
    all
}

/// One copy fewer; all of them out, where a match works without.
fn thinned(all: &mut Vec<Intervention>, item: &str, path: &str, copies: i64, spare: bool) {
    if copies > 1 {
        all.push(Intervention::new(item, "one copy fewer", &[(path, copies - 1)]));
    }
    if copies > 0 && spare {
        all.push(Intervention::new(item, "removed", &[(path, 0)]));
    }
}
