//! What may be done to single cards: skills out, stars of a squad's best, card
//! values by stars.

use toml::{Table, Value};

use super::switches::Variant;
use crate::game::{Build, Intervention};

/// Lines of a squad: key, name of a card.
const LINES: &[(&str, &str)] = &[
    ("keepers", "keeper"),
    ("defenders", "defender"),
    ("midfielders", "midfielder"),
    ("forwards", "forward"),
];

/// Skills one fewer and removed; the best player of each line of the squads
/// that are named (of every squad if none is) one star less.
pub(super) fn all(build: &Build<'_>) -> Vec<Intervention> {
    let Ok(data) = build.data.parse::<Table>() else { return Vec::new() };
    let mut all = Vec::new();
    let variant = Variant::of(build.settings);
    for (key, name, copies) in [
        ("lamp", "Lamp skill", variant.lamp),
        ("double-teaming", "Double-teaming skill", variant.double_teaming),
        ("last-man", "Last-man skill", variant.last_man),
    ] {
        let copies = i64::from(copies);
        if copies > 1 {
            all.push(Intervention::new(name, "one per squad fewer", &[(key, copies - 1)]));
        }
        if copies > 0 {
            all.push(Intervention::new(name, "removed", &[(key, 0)]));
        }
    }
    let named: Vec<&str> = build.squads.iter().flatten().map(String::as_str).collect();
    let presets = data.get("preset").and_then(Value::as_array).into_iter().flatten();
    for preset in presets {
        let Some(squad) = preset.get("name").and_then(Value::as_str) else { continue };
        if !named.is_empty() && !named.contains(&squad) {
            continue;
        }
        for &(line, card) in LINES {
            let list = preset.get(line).and_then(Value::as_array).into_iter().flatten();
            let stars = list.filter_map(Value::as_integer).enumerate();
            // The first of the best, as people read a list.
            let best = stars.max_by_key(|&(place, stars)| (stars, std::cmp::Reverse(place)));
            let Some((place, stars)) = best.filter(|(_, stars)| *stars > 1) else { continue };
            let item = format!("{squad}: best {card} ({stars} stars)");
            let path = format!("data.preset.{squad}.{line}.{place}");
            all.push(Intervention::new(&item, "one star less", &[(&path, stars - 1)]));
        }
    }
    all
}
