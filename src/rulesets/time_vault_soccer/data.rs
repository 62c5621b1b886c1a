//! Component data: text to checked tables.
//!
//! In: TOML of the shape of `data.toml`. Out: [`Data`], or every fault with
//! the place where it is.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::squads::{
    DEFENDER, DOUBLE_TEAMING, FORWARD, KEEPER, LAMP, LAST_MAN, MIDFIELDER, NO_SKILL, Player, SQUAD, Tier,
};
use crate::settings::{Fault, document};

/// Most presets a data file may have: pool indices are bytes.
const MAX_PRESETS: usize = 16;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Wire {
    shirts: Shirts,
    values: Curves,
    icons: Icons,
    skills: Skills,
    collection: Collection,
    #[serde(default)]
    same_person: Vec<Person>,
    preset: Vec<WirePreset>,
    /// Read by [`weights`](crate::game::weights).
    #[serde(default)]
    #[expect(dead_code, reason = "only allowed here")]
    trained: IgnoredAny,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shirts {
    keepers: Vec<u8>,
    defenders: Vec<u8>,
    midfielders: Vec<u8>,
    forwards: Vec<u8>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Curves {
    concave: Spanned<Vec<u8>>,
    convex: Spanned<Vec<u8>>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case, reason = "the icons are printed as capital letters")]
struct Icons {
    D: Vec<u8>,
    M: Vec<u8>,
    F: Vec<u8>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Skills {
    double_teaming: Vec<u8>,
    lamp: Vec<u8>,
    last_man: Vec<u8>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Collection {
    presets: Vec<Spanned<String>>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Person {
    versions: Vec<Spanned<Version>>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Version {
    preset: String,
    shirt: u8,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePreset {
    name: String,
    title: String,
    tier: Spanned<String>,
    total: Spanned<u8>,
    keepers: Vec<u8>,
    defenders: Vec<u8>,
    midfielders: Vec<u8>,
    forwards: Vec<u8>,
}

impl WirePreset {
    /// States the total and tier that its cards come to.
    fn restate(&mut self) {
        let lines = [&self.keepers, &self.defenders, &self.midfielders, &self.forwards];
        let sum: u32 = lines.into_iter().flatten().map(|&stars| u32::from(stars)).sum();
        let total = sum.min(u32::from(u8::MAX)) as u8;
        self.total = Spanned::new(self.total.span(), total);
        let tier = if Tier::of(total) == Tier::Pro { "pro" } else { "elite" };
        // What is no tier is told.
        if ["pro", "elite"].contains(&self.tier.get_ref().as_str()) {
            self.tier = Spanned::new(self.tier.span(), tier.to_owned());
        }
    }
}

/// A preset squad without skills, which depend on switches.
#[derive(Debug, Clone)]
pub(super) struct Preset {
    pub name: String,
    pub title: String,
    pub tier: Tier,
    pub players: [Player; SQUAD],
}

/// Checked component data.
#[derive(Debug, Clone)]
pub(super) struct Data {
    pub presets: Vec<Preset>,
    /// Line and icon of each shirt, one star each.
    pub shape: [Player; SQUAD],
    pub concave: [u8; 6],
    pub convex: [u8; 6],
    /// Players with each skill, in the order in which a switch counts them.
    pub skills: [Vec<u8>; 4],
    /// Presets that make up the collection: player `16 * i + p` of the
    /// collection is player `p` of its `i`-th preset.
    pub collection: Vec<u8>,
    /// Versions of one person, as collection ids.
    pub persons: Vec<Vec<u8>>,
}

impl Data {
    /// Reads component data; under house rules the star totals follow from the
    /// cards instead of binding them.
    pub(super) fn parse(text: &str, house: bool) -> Result<Self, Vec<Fault>> {
        let mut wire = Arc::unwrap_or_clone(document::shared::<Wire>(text)?);
        for preset in wire.preset.iter_mut().filter(|_| house) {
            preset.restate();
        }
        let mut faults = Vec::new();
        let data = Self::check(&wire, &mut faults);
        if faults.is_empty() { Ok(data) } else { Err(faults) }
    }

    fn check(wire: &Wire, faults: &mut Vec<Fault>) -> Self {
        let shirts: [(&str, u8, &[u8]); 4] = [
            ("shirts.keepers", KEEPER, &wire.shirts.keepers),
            ("shirts.defenders", DEFENDER, &wire.shirts.defenders),
            ("shirts.midfielders", MIDFIELDER, &wire.shirts.midfielders),
            ("shirts.forwards", FORWARD, &wire.shirts.forwards),
        ];
        let mut shape = [Player { line: KEEPER, stars: 1, icon: 0, skill: NO_SKILL }; SQUAD];
        let mut worn = 0_u32;
        for (key, line, list) in shirts {
            for &shirt in list {
                if let Some(player) = shirt_place(key, shirt, faults) {
                    shape[player].line = line;
                    if worn >> player & 1 == 1 {
                        faults.push(Fault::new(key, format!("shirt {shirt} twice"), "each shirt once"));
                    }
                    worn |= 1 << player;
                }
            }
        }
        if worn != 0xFFFF {
            let found = format!("{} shirts in all", worn.count_ones());
            faults.push(Fault::new("shirts", found, "every shirt from 1 to 16 in one line"));
        }
        for (icon, key, list) in
            [(1, "icons.D", &wire.icons.D), (2, "icons.M", &wire.icons.M), (3, "icons.F", &wire.icons.F)]
        {
            for &shirt in list {
                if let Some(player) = shirt_place(key, shirt, faults) {
                    if shape[player].icon != 0 {
                        let found = format!("a second icon for shirt {shirt}");
                        faults.push(Fault::new(key, found, "at most one icon per shirt"));
                    }
                    shape[player].icon = icon;
                }
            }
        }
        let mut skills = [const { Vec::new() }; 4];
        let mut skilled = 0_u32;
        for (skill, key, list) in [
            (DOUBLE_TEAMING, "skills.double-teaming", &wire.skills.double_teaming),
            (LAMP, "skills.lamp", &wire.skills.lamp),
            (LAST_MAN, "skills.last-man", &wire.skills.last_man),
        ] {
            for &shirt in list {
                if let Some(player) = shirt_place(key, shirt, faults) {
                    if skilled >> player & 1 == 1 {
                        let found = format!("a second skill for shirt {shirt}");
                        faults.push(Fault::new(key, found, "at most one skill per shirt"));
                    }
                    skilled |= 1 << player;
                    skills[usize::from(skill)].push(player as u8);
                }
            }
        }
        let concave = curve("values.concave", &wire.values.concave, faults);
        let convex = curve("values.convex", &wire.values.convex, faults);
        if wire.preset.is_empty() || wire.preset.len() > MAX_PRESETS {
            let found = format!("{} presets", wire.preset.len());
            faults.push(Fault::new("preset", found, format!("1 to {MAX_PRESETS} presets")));
        }
        let presets: Vec<Preset> =
            wire.preset.iter().map(|preset| check_preset(preset, &shape, faults)).collect();
        let names = || presets.iter().map(|preset| preset.name.as_str());
        for (index, name) in names().enumerate() {
            if names().take(index).any(|other| other == name) {
                faults.push(Fault::new("preset", format!("`{name}` twice"), "each name once"));
            }
        }
        let find = |name: &str, key: &str, offset: usize, faults: &mut Vec<Fault>| {
            let found = names().position(|known| known == name);
            if found.is_none() {
                let fault = Fault::new(key, format!("`{name}`"), names().collect::<Vec<_>>().join(", "));
                faults.push(fault.nearest(name, names()).at(offset));
            }
            found.map(|place| place as u8)
        };
        let mut collection = Vec::new();
        for name in &wire.collection.presets {
            let Some(preset) = find(name.get_ref(), "collection.presets", name.span().start, faults) else {
                continue;
            };
            if collection.contains(&preset) || collection.len() == MAX_PRESETS {
                let found = format!("`{}` twice", name.get_ref());
                faults
                    .push(Fault::new("collection.presets", found, "each preset once").at(name.span().start));
            } else {
                collection.push(preset);
            }
        }
        let mut persons = Vec::new();
        let mut known = Vec::new();
        for person in &wire.same_person {
            let mut versions = Vec::new();
            let mut line = None;
            for version in &person.versions {
                let offset = version.span().start;
                let Version { preset, shirt } = version.get_ref();
                let place = find(preset, "same-person.versions", offset, faults);
                let (Some(preset), Some(player)) =
                    (place, shirt_place("same-person.versions", *shirt, faults))
                else {
                    continue;
                };
                // Versions outside the collection can never meet in a squad.
                let Some(at) = collection.iter().position(|&owned| owned == preset) else { continue };
                let id = (16 * at + player) as u8;
                if known.contains(&id) {
                    let found = format!("shirt {shirt} as two persons");
                    faults.push(Fault::new("same-person.versions", found, "one person each").at(offset));
                }
                if line.is_some_and(|line| line != shape[player].line) {
                    let found = format!("shirt {shirt} of another line");
                    faults.push(
                        Fault::new("same-person.versions", found, "versions of one line of shirts")
                            .at(offset),
                    );
                }
                line = Some(shape[player].line);
                known.push(id);
                versions.push(id);
            }
            if versions.len() > 1 {
                persons.push(versions);
            }
        }
        Self { presets, shape, concave, convex, skills, collection, persons }
    }
}

fn shirt_place(key: &str, shirt: u8, faults: &mut Vec<Fault>) -> Option<usize> {
    if (1..=SQUAD as u8).contains(&shirt) {
        Some(usize::from(shirt) - 1)
    } else {
        faults.push(Fault::new(key, format!("shirt {shirt}"), "shirts 1 to 16"));
        None
    }
}

fn curve(key: &str, wire: &Spanned<Vec<u8>>, faults: &mut Vec<Fault>) -> [u8; 6] {
    let mut totals = [0; 6];
    let list = wire.get_ref();
    // A card may reach twice its defence plus bonuses in a byte.
    if list.len() == 5 && list.is_sorted_by(|a, b| a < b) && list.iter().all(|&b| (1..=40).contains(&b)) {
        totals[1..].copy_from_slice(list);
    } else {
        let fault = Fault::new(key, format!("{list:?}"), "five rising values from 1 to 40");
        faults.push(fault.at(wire.span().start));
    }
    totals
}

fn check_preset(wire: &WirePreset, shape: &[Player; SQUAD], faults: &mut Vec<Fault>) -> Preset {
    let key = |field: &str| format!("preset.{}.{field}", wire.name);
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if wire.name.is_empty() || !wire.name.chars().all(plain) {
        faults.push(Fault::new("preset.name", format!("`{}`", wire.name), "a name in kebab-case"));
    }
    let mut players = *shape;
    for (line, field, stars) in [
        (KEEPER, "keepers", &wire.keepers),
        (DEFENDER, "defenders", &wire.defenders),
        (MIDFIELDER, "midfielders", &wire.midfielders),
        (FORWARD, "forwards", &wire.forwards),
    ] {
        let places = || (0..SQUAD).filter(|&p| shape[p].line == line);
        if stars.len() != places().count() || !stars.iter().all(|s| (1..=5).contains(s)) {
            let allowed = format!("{} ratings from 1 to 5", places().count());
            faults.push(Fault::new(key(field), format!("{stars:?}"), allowed));
            continue;
        }
        for (place, &rating) in places().zip(stars) {
            players[place].stars = rating;
        }
    }
    let sum: u32 = [&wire.keepers, &wire.defenders, &wire.midfielders, &wire.forwards]
        .into_iter()
        .flatten()
        .map(|&s| u32::from(s))
        .sum();
    let total = *wire.total.get_ref();
    if sum != u32::from(total) {
        let fault = Fault::new(key("total"), format!("{sum} stars on the cards"), format!("{total} stars"));
        faults.push(fault.at(wire.total.span().start));
    }
    let tier = match wire.tier.get_ref().as_str() {
        "pro" => Tier::Pro,
        "elite" => Tier::Elite,
        other => {
            let fault = Fault::new(key("tier"), format!("`{other}`"), "pro, elite");
            faults.push(fault.at(wire.tier.span().start));
            Tier::of(total)
        }
    };
    if tier != Tier::of(total) {
        let found = format!("{total} stars called {}", tier.name());
        let fault = Fault::new(key("tier"), found, "at most 26 stars for pro, 27 to 32 for elite");
        faults.push(fault.at(wire.total.span().start));
    }
    Preset { name: wire.name.clone(), title: wire.title.clone(), tier, players }
}
