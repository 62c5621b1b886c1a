//! What must hold in component data: totals of the box, names that exist,
//! tables of the right shape.

use super::data::{CLUB_CODES, DECK_TOTALS, Data, MOST_FOOTBALLERS, Pitch, place};
use super::tiles::{BASIC_NAMES, CLAIM_NAMES, ICON_NAMES, SLOT_NAMES, SLOTS};
use crate::settings::{Fault, nearest};

/// Highest price and salary that a tile can show.
const MOST_PRICE: usize = 63;
const MOST_SALARY: usize = 15;

/// Everything wrong in component data of the right shape.
#[must_use]
pub fn faults(data: &Data) -> Vec<Fault> {
    let mut check = Check::default();
    check_map(data, &mut check);
    check_decks(data, &mut check);
    check_kinds(data, &mut check);
    check_numbers(data, &mut check);
    check_pitch(data, &mut check);
    check_football(data, &mut check);
    check_real(data, &mut check);
    check.faults
}

/// Collects faults while data are checked.
#[derive(Debug, Default)]
struct Check {
    faults: Vec<Fault>,
}

impl Check {
    fn name(&mut self, key: &str, name: &str, known: &[&str]) {
        if !known.contains(&name) {
            let fault = Fault::new(key, format!("`{name}`"), known.join(", "));
            self.faults.push(match nearest(name, known.iter().copied()) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault,
            });
        }
    }

    fn total(&mut self, key: &str, found: usize, required: usize, what: &str) {
        if found != required {
            self.faults.push(Fault::new(key, format!("{found} {what}"), format!("exactly {required}")));
        }
    }

    fn most(&mut self, key: &str, found: usize, most: usize, what: &str) {
        if found > most {
            self.faults.push(Fault::new(key, format!("{found} {what}"), format!("at most {most}")));
        }
    }

    fn place(&mut self, key: &str, text: &str) {
        if place(text).is_none() {
            self.faults.push(Fault::new(key, format!("`{text}`"), "a slot and a side such as `STL.E`"));
        }
    }
}

fn check_map(data: &Data, check: &mut Check) {
    for row in &data.map.rows {
        check.name("map.rows", row, &["east", "west"]);
    }
    for column in &data.map.columns {
        check.name("map.columns", column, &["north", "south"]);
    }
    check.total("map.rows", data.map.rows.len(), 5, "rows of streets");
    let (listed, used) = (data.map.columns.len(), data.map.used_columns);
    // Between two columns lies a block.
    if !(4..=6).contains(&listed) || !(2..=listed).contains(&used) {
        let allowed = "4 to 6 columns, of which two or more are used";
        check.faults.push(Fault::new("map.columns", format!("{listed} columns, {used} used"), allowed));
    }
}

/// Every number fits what it is counted in: fields of a tile's word
/// ([`super::tiles::Tile`]), sums of a season in small integers.
fn check_numbers(data: &Data, check: &mut Check) {
    let Data { generator, manager, scout, secretary, community, start, press, .. } = data;
    let highest = |numbers: &mut dyn Iterator<Item = u8>| usize::from(numbers.max().unwrap_or(0));
    let all = |lists: &[Vec<u8>; 4]| highest(&mut lists.iter().flatten().copied());
    let faces = secretary.faces.iter().flatten().chain([&start.secretary_faces]);
    let bounds = [
        ("generator.price_min", usize::from(generator.price_min), MOST_PRICE, "$"),
        ("generator.starter_price", usize::from(generator.starter_price), MOST_PRICE, "$"),
        ("generator.unique_price", usize::from(generator.unique_price), MOST_PRICE, "$"),
        ("manager.price", highest(&mut manager.price.into_iter()), MOST_PRICE, "$"),
        // A footballer's salary is one more than the steps below his price.
        ("generator.salary_steps", generator.salary_steps.len(), MOST_SALARY - 1, "steps"),
        ("generator.starter_salary", usize::from(generator.starter_salary), MOST_SALARY, "$"),
        ("generator.unique_salary", usize::from(generator.unique_salary), MOST_SALARY, "$"),
        ("manager.salary", highest(&mut manager.salary.into_iter()), MOST_SALARY, "$"),
        ("scout.salary", all(&scout.salary), MOST_SALARY, "$"),
        ("secretary.salary", all(&secretary.salary), MOST_SALARY, "$"),
        ("community.salary", all(&community.salary), MOST_SALARY, "$"),
        ("start.manager_salary", usize::from(start.manager_salary), MOST_SALARY, "$"),
        ("start.scout_salary", usize::from(start.scout_salary), MOST_SALARY, "$"),
        ("start.secretary_salary", usize::from(start.secretary_salary), MOST_SALARY, "$"),
        ("start.community_salary", usize::from(start.community_salary), MOST_SALARY, "$"),
        ("manager.training", all(&manager.training), 9, "points"),
        ("scout.points", all(&scout.points), 7, "operation points"),
        ("secretary.faces", highest(&mut faces.flatten().copied()), 40, "$"),
        ("community.steps", highest(&mut community.steps.iter().flatten().flatten().copied()), 50, "steps"),
        ("start.community_draw_loss", highest(&mut start.community_draw_loss.into_iter()), 50, "steps"),
        (
            "contract.amounts",
            highest(&mut data.contract.amounts.iter().flatten().flatten().copied()),
            60,
            "$",
        ),
        ("friendly.cash", highest(&mut data.friendly.cash.into_iter().flatten()), MOST_PRICE, "$"),
        ("friendly.energy", highest(&mut data.friendly.energy.into_iter()), 20, "Energy"),
        ("sales.bonus", all(&data.sales.bonus), MOST_PRICE, "$"),
        ("neutral.level", highest(&mut data.neutral.level.into_iter().flatten()), 10, "as a level"),
        (
            "pitch.lines.bonus",
            highest(&mut data.pitch.lines.iter().filter_map(|line| line.bonus)),
            9,
            "points",
        ),
        ("footballer", data.footballer.len(), usize::from(u8::MAX), "templates"),
    ];
    for (key, found, most, what) in bounds {
        check.most(key, found, most, what);
    }
    for (code, amounts) in CLAIM_NAMES.iter().zip(press.amounts()) {
        for amount in amounts.into_iter().filter(|amount| !(0..=30).contains(amount)) {
            check.faults.push(Fault::new(format!("press.{code}"), amount.to_string(), "0 to 30"));
        }
    }
}

fn check_decks(data: &Data, check: &mut Check) {
    for deck in 0..4 {
        let footballers: usize = data.footballer.iter().map(|t| usize::from(t.decks[deck])).sum();
        let others: usize = data.decks.kinds().iter().map(|kind| usize::from(kind[deck])).sum();
        let key = format!("decks.totals[{deck}]");
        check.total(
            &key,
            usize::from(data.decks.totals[deck]),
            usize::from(DECK_TOTALS[deck]),
            "tiles stated",
        );
        check.total(&key, footballers + others, usize::from(DECK_TOTALS[deck]), "tiles listed by kind");
    }
    let all = data.footballer.iter().flat_map(|t| t.decks).map(usize::from).sum();
    check.most("footballer.decks", all, MOST_FOOTBALLERS, "footballers in the market decks");
    let starters = data.footballer.iter().map(|t| usize::from(t.starters)).sum();
    check.total("footballer.starters", starters, 6, "starting footballers per club");
    let unique = data.footballer.iter().map(|t| usize::from(t.unique)).sum();
    check.total("footballer.unique", unique, 15, "unique-start footballers");
    for template in &data.footballer {
        check.name("footballer.group", &template.group, &["D", "M", "F"]);
        if template.slots.is_empty() {
            check.faults.push(Fault::new("footballer.slots", "no slot", "at least one slot"));
        }
        for (place, slot) in template.slots.iter().enumerate() {
            check.name("footballer.slots", slot, &SLOT_NAMES);
            if template.slots[..place].contains(slot) {
                check.faults.push(Fault::new("footballer.slots", format!("{slot} twice"), "every slot once"));
            }
        }
    }
    let generator = &data.generator;
    for range in [generator.main_starter, generator.main_unique].iter().chain(&generator.main_decks) {
        if range[0] > range[1] || range[1] > 14 || range[0] == 0 {
            let found = format!("{} to {}", range[0], range[1]);
            check.faults.push(Fault::new("generator.main", found, "a rising range between 1 and 14"));
        }
    }
    for side in generator.icons_d.iter().chain(&generator.icons_m).chain(&generator.icons_f) {
        if side.iter().all(|&weight| weight == 0) {
            check.faults.push(Fault::new("generator.icons", "only zeros", "at least one weight above 0"));
        }
    }
}

fn check_kinds(data: &Data, check: &mut Check) {
    for deck in 0..4 {
        let listed: [(&str, usize, u8); 12] = [
            ("manager.formations", data.manager.formations[deck].len(), data.decks.manager[deck]),
            ("scout.points", data.scout.points[deck].len(), data.decks.scout[deck]),
            ("scout.salary", data.scout.salary[deck].len(), data.decks.scout[deck]),
            ("secretary.faces", data.secretary.faces[deck].len(), data.decks.secretary[deck]),
            ("secretary.salary", data.secretary.salary[deck].len(), data.decks.secretary[deck]),
            ("community.steps", data.community.steps[deck].len(), data.decks.community[deck]),
            ("community.salary", data.community.salary[deck].len(), data.decks.community[deck]),
            ("contract.amounts", data.contract.amounts[deck].len(), data.decks.advertising[deck]),
            ("contract.amounts", data.contract.amounts[deck].len(), data.decks.television[deck]),
            ("sales.bonus", data.sales.bonus[deck].len(), data.decks.sales[deck]),
            ("press.claims", data.press.claims[deck].len(), data.decks.press[deck]),
            ("friendly.cash", usize::from(u8::MAX), data.decks.friendly[deck]),
        ];
        for (key, variants, tiles) in listed {
            if variants < usize::from(tiles) {
                let found = format!("{variants} variants for {tiles} tiles of deck {}", deck + 1);
                check.faults.push(Fault::new(key, found, "as many variants as tiles"));
            }
        }
        for claim in &data.press.claims[deck] {
            check.name("press.claims", claim, &CLAIM_NAMES);
        }
        for slot in data.manager.formations[deck].iter().flatten() {
            check.name("manager.formations", slot, &SLOT_NAMES);
            let unflippable = data.pitch.slots.iter().any(|s| s.name == *slot && s.flipped.is_none());
            if unflippable {
                check.faults.push(Fault::new(
                    "manager.formations",
                    slot.as_str(),
                    "a slot that can be flipped",
                ));
            }
        }
        check.most("manager.training", data.manager.training[deck].len(), 5, "trained skills");
        if data.friendly.cash[deck][0] > data.friendly.cash[deck][1] {
            check.faults.push(Fault::new("friendly.cash", "a falling range", "lowest, then highest"));
        }
    }
    if data.friendly.energy[0] > data.friendly.energy[1] {
        check.faults.push(Fault::new("friendly.energy", "a falling range", "lowest, then highest"));
    }
}

fn check_pitch(data: &Data, check: &mut Check) {
    check.total("pitch.slots", data.pitch.slots.len(), SLOTS, "slots");
    for (slot, name) in data.pitch.slots.iter().zip(SLOT_NAMES) {
        check.name("pitch.slots", &slot.name, &[name]);
        check.name("pitch.slots.role", &slot.role, &["attack", "defence"]);
        for skill in [Some(&slot.skill), slot.flipped.as_ref()].into_iter().flatten() {
            check.name("pitch.slots.skill", skill, &BASIC_NAMES);
        }
    }
    let mut sides = std::collections::BTreeSet::new();
    for line in &data.pitch.lines {
        check.place("pitch.lines", &line.from);
        check.place("pitch.lines", &line.to);
        if !sides.insert(line.from.clone()) || !sides.insert(line.to.clone()) {
            check.faults.push(Fault::new(
                "pitch.lines",
                "a side with two lines",
                "at most one line per side",
            ));
        }
        let slot = |end: &str| end.split('.').next().map(str::to_owned);
        if slot(&line.from) == slot(&line.to) {
            let found = format!("a line from {} to {}", line.from, line.to);
            check.faults.push(Fault::new("pitch.lines", found, "two different slots"));
        }
        match (&line.skill, line.bonus) {
            (Some(skill), Some(_)) => check.name("pitch.lines.skill", skill, &ICON_NAMES),
            (None, None) => {}
            _ => {
                let found = format!("a line from {} to {} with one of the two", line.from, line.to);
                check.faults.push(Fault::new(
                    "pitch.lines.bonus",
                    found,
                    "a skill and its bonus, or neither",
                ));
            }
        }
    }
    let Pitch { auto_shoot, auto_tackle_backs, auto_tackle_literal, .. } = &data.pitch;
    for tackles in [auto_tackle_backs, auto_tackle_literal] {
        let mut sides = [0_u8; SLOTS];
        for side in auto_shoot.iter().chain(tackles) {
            check.place("pitch.auto", side);
            if let Some((slot, _)) = place(side) {
                sides[usize::from(slot)] += 1;
                if sides[usize::from(slot)] == 3 {
                    let found = format!("a third automatic side of {}", SLOT_NAMES[usize::from(slot)]);
                    check.faults.push(Fault::new("pitch.auto", found, "at most two sides of a slot"));
                }
            }
        }
    }
}

fn check_football(data: &Data, check: &mut Check) {
    let mut pairs = std::collections::BTreeSet::new();
    for tile in &data.league.fixture {
        let mut playing = std::collections::BTreeSet::new();
        for pair in tile {
            for club in pair {
                check.name("league.fixture", club, &CLUB_CODES[..6]);
                if !playing.insert(club.as_str()) {
                    let found = format!("{club} twice on one tile");
                    check.faults.push(Fault::new("league.fixture", found, "every club once per tile"));
                }
            }
            let mut both = [pair[0].as_str(), pair[1].as_str()];
            both.sort_unstable();
            pairs.insert(both);
        }
    }
    check.total("league.fixture", pairs.len(), 15, "different pairings");
    if data.neutral.clash_white.iter().any(|&dice| !(1..=6).contains(&dice)) {
        check.faults.push(Fault::new("neutral.clash_white", "a number of dice", "1 to 6"));
    }
    for (key, table) in
        [("goal_table.shots", &data.goal_table.shots), ("goal_table.saves", &data.goal_table.saves)]
    {
        check.total(key, table.len(), 11, "rows (levels 0 to 10)");
        let along = table.iter().all(|row| row.is_sorted());
        let down = table.windows(2).all(|rows| rows[0].iter().zip(&rows[1]).all(|(low, high)| low <= high));
        if !along || !down {
            check.faults.push(Fault::new(key, "a falling number", "non-decreasing in level and in hits"));
        }
    }
}

fn check_real(data: &Data, check: &mut Check) {
    if data.tile.is_empty() {
        return;
    }
    for tile in &data.tile {
        if tile.deck().is_none() {
            check.name("tile.deck", &tile.deck, &["I", "II", "III", "IV", "starter", "unique"]);
        }
        for slot in &tile.slots {
            check.name("tile.slots", slot, &SLOT_NAMES);
        }
        if tile.slots.is_empty() {
            check.faults.push(Fault::new("tile.slots", "no slot", "at least one slot"));
        }
        for icon in tile.icons.iter().filter(|icon| !icon.is_empty()) {
            check.name("tile.icons", icon, &ICON_NAMES);
        }
        let numbers = [
            ("tile.skills", tile.skills.iter().copied().max().unwrap_or(0), 15),
            ("tile.price", tile.price, MOST_PRICE),
            ("tile.salary", tile.salary, MOST_SALARY),
            ("tile.shirt", tile.shirt, 127),
            ("tile.gap", tile.gap, 3),
        ];
        for (key, found, most) in numbers {
            check.most(key, usize::from(found), most, &format!("on {}", tile.name));
        }
    }
    for deck in 0..6 {
        let listed = data.tile.iter().filter(|tile| tile.deck() == Some(deck)).count();
        let required = match deck {
            4 => 6,
            5 => 15,
            _ => data.footballer.iter().map(|t| usize::from(t.decks[usize::from(deck)])).sum(),
        };
        // Starting and unique tiles may be left to the generator.
        if deck < 4 || listed > 0 {
            check.total("tile.deck", listed, required, &format!("footballers listed for deck {}", deck + 1));
        }
    }
}
