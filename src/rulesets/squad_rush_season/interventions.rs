//! What may be done to single cards: ratings of the squad, and the cards whose
//! numbers are switches.

use toml::{Table, Value};

use super::switches::Variant;
use crate::game::{Build, Intervention};

/// Lines of the squad: key, name of a card.
const LINES: &[(&str, &str)] = &[
    ("goalkeepers", "goalkeeper"),
    ("defenders", "defender"),
    ("midfielders", "midfielder"),
    ("forwards", "forward"),
];

/// Every rating one better and one worse, as far as its line stays in order;
/// Super Subs and Tackle cards one fewer and as few as the switch allows.
pub(super) fn all(build: &Build<'_>) -> Vec<Intervention> {
    let Ok(data) = build.data.parse::<Table>() else { return Vec::new() };
    let mut all = Vec::new();
    for &(line, name) in LINES {
        let list = data.get("ratings").and_then(|ratings| ratings.get(line)).and_then(Value::as_array);
        let ratings: Vec<i64> = list.into_iter().flatten().filter_map(Value::as_integer).collect();
        for (place, &rating) in ratings.iter().enumerate() {
            let item = format!("{name} {} (rating {rating})", place + 1);
            let path = format!("data.ratings.{line}.{place}");
            let above = place.checked_sub(1).map_or(20, |before| ratings[before]);
            let below = ratings.get(place + 1).copied().unwrap_or(1);
            if rating > below {
                all.push(Intervention::new(&item, "one worse", &[(&path, rating - 1)]));
            }
            if rating < above {
                all.push(Intervention::new(&item, "one better", &[(&path, rating + 1)]));
            }
        }
    }
    if let Some(rating) = data.get("super-sub").and_then(Value::as_integer).filter(|r| *r > 1) {
        let item = format!("Super Sub (rating {rating})");
        all.push(Intervention::new(&item, "one worse", &[("data.super-sub", rating - 1)]));
        if rating < 20 {
            all.push(Intervention::new(&item, "one better", &[("data.super-sub", rating + 1)]));
        }
    }
    let variant = Variant::of(build.settings);
    let counted =
        [("super-subs", "Super Sub", variant.super_subs), ("tackle-cards", "Tackle", variant.tackle_cards)];
    for (key, name, copies) in counted {
        let copies = i64::from(copies);
        let least = Variant::SWITCHES.iter().find(|switch| switch.key == key).and_then(|s| s.allowed.ints);
        let least = least.map_or(0, |(low, _)| low);
        if copies > least + 1 {
            all.push(Intervention::new(name, "one copy fewer", &[(key, copies - 1)]));
        }
        if copies > least {
            let change = if least == 0 { "removed".to_owned() } else { format!("only {least} copies") };
            all.push(Intervention::new(name, change, &[(key, least)]));
        }
    }
    all
}
