//! What may be done to single cards: ratings of the squad, and the cards whose
//! numbers are switches.

use toml::{Table, Value};

use crate::game::{Build, Intervention};
use crate::settings::Switch;

/// Lines of the squad: key, name of a card.
const LINES: &[(&str, &str)] = &[
    ("goalkeepers", "goalkeeper"),
    ("defenders", "defender"),
    ("midfielders", "midfielder"),
    ("forwards", "forward"),
];

/// Cards whose number in the deck is a switch.
const COUNTED: &[(&str, &str)] = &[("super-subs", "Super Sub"), ("tackle-cards", "Tackle")];

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
    for &(key, name) in COUNTED {
        let fewest = |switch: &Switch| switch.allowed.ints.map_or(0, |(low, _)| low);
        let least = build.settings.iter().find(|(switch, _)| switch.key == key).map(|(s, _)| fewest(s));
        let (Some(copies), Some(least)) = (build.settings.int(key), least) else { continue };
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
