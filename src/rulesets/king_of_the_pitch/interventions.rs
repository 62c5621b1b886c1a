//! What may be done to single cards of the deck that is played.

use toml::{Table, Value};

use super::data::COLOURS;
use super::switches::Variant;
use crate::game::{Build, Intervention};

/// Every event card (one copy fewer, all out, one swapped) and every player
/// card (one copy fewer, one copy as the next better colour).
pub fn all(build: &Build<'_>) -> Vec<Intervention> {
    let Ok(data) = build.data.parse::<Table>() else { return Vec::new() };
    let mut all = Vec::new();
    events(&Variant::of(build.settings), &data, &mut all);
    players(&data, &mut all);
    all
}

/// Cards in the deck are those of the set-up table's row for so many players.
fn events(variant: &Variant, data: &Table, all: &mut Vec<Intervention>) {
    let players = Some(i64::from(variant.players));
    let rows = data.get("set-up").and_then(Value::as_array);
    let row = rows.and_then(|rows| {
        let is_ours = |row: &Value| row.get("players").and_then(Value::as_integer) == players;
        rows.iter().position(is_ours).map(|place| (place, &rows[place]))
    });
    let Some((place, row)) = row else { return };
    let count = |key: &str| row.get(key).and_then(Value::as_integer).unwrap_or(0);
    let path = |key: &str| format!("data.set-up.{place}.{key}");
    for (key, name, _) in [
        ("match", "MATCH", true),
        ("var", "V.A.R.", variant.var_cards),
        ("bonus", "BONUS", variant.bonus_cards),
        ("transfer", "CAPTAIN TRANSFER", variant.captains),
    ]
    .into_iter()
    .filter(|&(_, _, in_deck)| in_deck)
    {
        let copies = count(key);
        if copies > 1 {
            all.push(Intervention::new(name, "one copy fewer", &[(&path(key), copies - 1)]));
        }
        // Without MATCH cards nobody could challenge the King.
        if copies > 0 && key != "match" {
            all.push(Intervention::new(name, "removed", &[(&path(key), 0)]));
        }
    }
    let [var, bonus] = ["var", "bonus"].map(count);
    let most = |key: &str| {
        let most = data.get("event-cards").and_then(|events| events.get(key)).and_then(Value::as_integer);
        most.unwrap_or(0)
    };
    if variant.var_cards && variant.bonus_cards {
        let both = [path("var"), path("bonus")];
        if var > 0 && bonus < most("bonus") {
            let edits = [(both[0].as_str(), var - 1), (both[1].as_str(), bonus + 1)];
            all.push(Intervention::new("V.A.R.", "one copy as a BONUS", &edits));
        }
        if bonus > 0 && var < most("var") {
            let edits = [(both[0].as_str(), var + 1), (both[1].as_str(), bonus - 1)];
            all.push(Intervention::new("BONUS", "one copy as a V.A.R.", &edits));
        }
    }
}

fn players(data: &Table, all: &mut Vec<Intervention>) {
    let counts: Vec<Vec<i64>> = COLOURS
        .iter()
        .filter_map(|colour| data.get("player-cards")?.get(colour)?.as_array())
        .map(|list| list.iter().filter_map(Value::as_integer).collect())
        .collect();
    for (colour, positions) in counts.iter().enumerate() {
        for (place, &copies) in positions.iter().enumerate().filter(|(_, copies)| **copies > 0) {
            let path = |colour: usize| format!("data.player-cards.{}.{place}", COLOURS[colour]);
            let item = format!("{} player {}", COLOURS[colour], place + 1);
            let change = if copies == 1 { "removed" } else { "one copy fewer" };
            all.push(Intervention::new(&item, change, &[(&path(colour), copies - 1)]));
            let better = counts.get(colour + 1).and_then(|better| better.get(place));
            if let Some(&others) = better {
                let change = format!("one copy as {}", COLOURS[colour + 1]);
                let paths = [path(colour), path(colour + 1)];
                let edits = [(paths[0].as_str(), copies - 1), (paths[1].as_str(), others + 1)];
                all.push(Intervention::new(&item, change, &edits));
            }
        }
    }
}
