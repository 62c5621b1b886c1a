//! Component data: TOML in, plain checked numbers out. A file that breaks a
//! total which the box fixes is refused with the total found and the total
//! required.

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use crate::game::Totals;
use crate::settings::{Fault, document};

/// Positions on a team board.
pub const POSITIONS: usize = 11;

/// The file exactly as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Data {
    player_cards: PlayerCards,
    event_cards: EventCards,
    captains: Captains,
    lines: Lines,
    points: Points,
    chips: Chips,
    cubes: Spanned<Cubes>,
    dice: DiceData,
    #[serde(rename = "box")]
    in_the_box: InTheBox,
    set_up: Spanned<Vec<Spanned<SetUp>>>,
    /// Read by [`weights`](crate::game::weights).
    #[serde(default)]
    #[expect(dead_code, reason = "only allowed here")]
    trained: IgnoredAny,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerCards {
    bronze: Spanned<[u8; POSITIONS]>,
    silver: Spanned<[u8; POSITIONS]>,
    gold: Spanned<[u8; POSITIONS]>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventCards {
    #[serde(rename = "match")]
    matches: Spanned<u8>,
    var: Spanned<u8>,
    bonus: Spanned<u8>,
    transfer: Spanned<u8>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Captains {
    positions: Spanned<Vec<Vec<u8>>>,
    cubes_to_pay: Spanned<u8>,
    transfer_price: Spanned<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    defenders: Spanned<Vec<u8>>,
    midfielders: Spanned<Vec<u8>>,
    attackers: Spanned<Vec<u8>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    bronze: Spanned<ChipPoints>,
    silver: Spanned<ChipPoints>,
    gold: Spanned<ChipPoints>,
    diamond: Spanned<ChipPoints>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ChipPoints {
    own: u8,
    other: u8,
    midfield_defence: u8,
    midfield_attack: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chips {
    bronze: Spanned<u8>,
    silver: Spanned<u8>,
    gold: Spanned<u8>,
    diamond: Spanned<u8>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cubes {
    bronze: u8,
    silver: u8,
    gold: u8,
}

impl Cubes {
    const fn by_colour(self) -> [u8; 3] {
        [self.bronze, self.silver, self.gold]
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceCount {
    d6: u8,
    d8: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceData {
    owned: DiceCount,
    white: Spanned<DiceCount>,
    bronze: Spanned<DiceCount>,
    silver: Spanned<DiceCount>,
    gold: Spanned<DiceCount>,
    crown: Spanned<DiceCount>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct InTheBox {
    teams: Spanned<u8>,
    crown_chips: Spanned<u8>,
    help_cards: u8,
    column_markers: Spanned<u8>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetUp {
    players: u8,
    #[serde(rename = "match")]
    matches: u8,
    var: u8,
    bonus: u8,
    transfer: u8,
    cubes: Cubes,
}

/// What one row of the set-up table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// MATCH, V.A.R., BONUS and CAPTAIN TRANSFER cards in the deck.
    pub events: [u8; 4],
    /// Starting cubes of each team, bronze, silver, gold.
    pub cubes: [u8; 3],
}

/// The checked data, in the order and shape that the rules use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Components {
    /// Player cards by colour (bronze, silver, gold) and position.
    pub players: [[u8; POSITIONS]; 3],
    /// Event cards in the box: MATCH, V.A.R., BONUS, CAPTAIN TRANSFER.
    pub events: [u8; 4],
    /// Help cards in the box.
    pub help_cards: u8,
    /// Positions of each captain card, bit `p - 1` for position `p`.
    pub captains: [u16; 5],
    /// Gold cubes that PAY CAPTAIN costs.
    pub captain_cubes: u8,
    /// Colour of the cube that a CAPTAIN TRANSFER card costs.
    pub transfer_price: u8,
    /// Points of each chip (none, bronze, silver, gold, diamond) at each
    /// position: defence in the low byte, attack in the high byte.
    pub points: [[u16; POSITIONS]; 5],
    /// Chips in the box: bronze, silver, gold, diamond.
    pub chips: [u8; 4],
    /// Money cubes in the box: bronze, silver, gold.
    pub cubes: [u8; 3],
    /// d6 and d8 that each level rolls.
    pub dice: [[u8; 2]; 5],
    /// d6 and d8 that each team owns.
    pub dice_owned: [u8; 2],
    /// Teams, crown chips and column markers in the box.
    pub teams: u8,
    /// Crown chips in the box.
    pub crown_chips: u8,
    /// Column markers in the box.
    pub column_markers: u8,
    /// The set-up table for 2, 3, 4 and 5 players.
    pub tables: [Table; 4],
}

impl Components {
    /// Player cards in the box.
    #[must_use]
    pub fn player_cards(&self) -> u8 {
        self.players.iter().flatten().sum()
    }
}

/// Colour names in the order of their value.
pub const COLOURS: [&str; 3] = ["bronze", "silver", "gold"];
/// The cheapest colour: its place in [`COLOURS`].
pub const BRONZE: u8 = 0;
/// The colour between.
pub const SILVER: u8 = 1;
/// The dearest colour.
pub const GOLD: u8 = 2;

/// Reads and checks component data.
///
/// # Errors
/// Everything that is wrong, with the place in the file where known.
pub fn read(text: &str, totals: Totals) -> Result<Components, Vec<Fault>> {
    let data = document::shared::<Data>(text)?;
    Checker { totals, faults: Vec::new() }.check(&data)
}

/// The colour of a CAPTAIN TRANSFER card's price; a wrong word has been
/// refused before.
fn transfer_price(data: &Data) -> u8 {
    let name = data.captains.transfer_price.get_ref();
    COLOURS.iter().position(|colour| colour == name).unwrap_or(2) as u8
}

struct Checker {
    totals: Totals,
    faults: Vec<Fault>,
}

/// Most player cards: their ids come before those of the event cards.
const MOST_PLAYERS: u32 = 66;
/// Fewest under house rules: two in each of five opening hands, and a row.
const FEWEST_PLAYERS: u32 = 20;
/// Most chips of a kind, or cubes of a colour, under house rules: a chip for
/// every position of every team.
const MOST_PIECES: u32 = 55;

impl Checker {
    fn total<T>(&mut self, key: &str, place: &Spanned<T>, found: u32, required: u32) {
        if found != required {
            let fault = Fault::new(key, format!("{found} in total"), format!("{required} in total"));
            self.faults.push(fault.at(place.span().start));
        }
    }

    /// A total that the box states; under house rules anything from 1 to
    /// `most`, which is what a game can hold.
    fn stated<T>(&mut self, key: &str, place: &Spanned<T>, found: u32, required: u32, most: u32) {
        match self.totals {
            Totals::Stated => self.total(key, place, found, required),
            Totals::House => self.range(key, place, found, 1, most),
        }
    }

    fn range<T>(&mut self, key: &str, place: &Spanned<T>, found: u32, low: u32, high: u32) {
        if !(low..=high).contains(&found) {
            let fault = Fault::new(key, found.to_string(), format!("{low} to {high}"));
            self.faults.push(fault.at(place.span().start));
        }
    }

    fn refuse<T>(&mut self, key: &str, place: &Spanned<T>, found: impl Into<String>, allowed: &str) {
        self.faults.push(Fault::new(key, found, allowed).at(place.span().start));
    }

    fn positions(&mut self, key: &str, place: &Spanned<Vec<u8>>) -> u16 {
        let mut mask = 0;
        for &position in place.get_ref() {
            if !(1..=POSITIONS as u8).contains(&position) || mask >> (position - 1) & 1 == 1 {
                let found = format!("position {position}");
                self.refuse(key, place, found, "positions 1 to 11, none twice");
                return mask;
            }
            mask |= 1 << (position - 1);
        }
        mask
    }

    fn check(mut self, data: &Data) -> Result<Components, Vec<Fault>> {
        let cards = &data.player_cards;
        let colours =
            [("bronze", &cards.bronze, 33), ("silver", &cards.silver, 22), ("gold", &cards.gold, 11)];
        let mut all = 0;
        for (name, counts, required) in colours {
            let found = counts.get_ref().iter().map(|&n| u32::from(n)).sum();
            all += found;
            if self.totals == Totals::Stated {
                self.total(&format!("player-cards.{name}"), counts, found, required);
            }
        }
        if self.totals == Totals::House {
            self.range("player-cards", &cards.bronze, all, FEWEST_PLAYERS, MOST_PLAYERS);
        }
        let box_events = &data.event_cards;
        let events = [
            ("match", &box_events.matches, 21),
            ("var", &box_events.var, 5),
            ("bonus", &box_events.bonus, 5),
            ("transfer", &box_events.transfer, 5),
        ];
        for (name, count, required) in events {
            // Ids are kept for as many as the box holds.
            let found = u32::from(*count.get_ref());
            self.stated(&format!("event-cards.{name}"), count, found, required, required);
        }
        let captains = self.captains(data);
        let points = self.points(data);
        let chips = [&data.chips.bronze, &data.chips.silver, &data.chips.gold, &data.chips.diamond];
        for (name, count, required) in [
            ("bronze", chips[0], 22),
            ("silver", chips[1], 22),
            ("gold", chips[2], 11),
            ("diamond", chips[3], 5),
        ] {
            let found = u32::from(*count.get_ref());
            self.stated(&format!("chips.{name}"), count, found, required, MOST_PIECES);
        }
        let cubes = data.cubes.get_ref().by_colour();
        for (name, found) in COLOURS.iter().zip(cubes) {
            self.stated(&format!("cubes.{name}"), &data.cubes, u32::from(found), 12, MOST_PIECES);
        }
        let dice = self.dice(data);
        let inside = &data.in_the_box;
        self.total("box.teams", &inside.teams, u32::from(*inside.teams.get_ref()), 5);
        self.total("box.crown-chips", &inside.crown_chips, u32::from(*inside.crown_chips.get_ref()), 25);
        self.total(
            "box.column-markers",
            &inside.column_markers,
            u32::from(*inside.column_markers.get_ref()),
            10,
        );
        let tables = self.tables(data, cubes);
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        Ok(Components {
            players: [*cards.bronze.get_ref(), *cards.silver.get_ref(), *cards.gold.get_ref()],
            events: events.map(|(_, count, _)| *count.get_ref()),
            help_cards: inside.help_cards,
            captains,
            captain_cubes: *data.captains.cubes_to_pay.get_ref(),
            transfer_price: transfer_price(data),
            points,
            chips: chips.map(|count| *count.get_ref()),
            cubes,
            dice,
            dice_owned: [data.dice.owned.d6, data.dice.owned.d8],
            teams: *inside.teams.get_ref(),
            crown_chips: *inside.crown_chips.get_ref(),
            column_markers: *inside.column_markers.get_ref(),
            tables,
        })
    }

    fn captains(&mut self, data: &Data) -> [u16; 5] {
        let place = &data.captains.positions;
        let mut masks = [0; 5];
        self.total("captains.positions", place, place.get_ref().len() as u32, 5);
        for (mask, positions) in masks.iter_mut().zip(place.get_ref()) {
            for &position in positions {
                if (1..=POSITIONS as u8).contains(&position) {
                    *mask |= 1 << (position - 1);
                } else {
                    let found = format!("position {position}");
                    self.refuse("captains.positions", place, found, "positions 1 to 11");
                }
            }
            if positions.is_empty() {
                self.refuse("captains.positions", place, "a captain without positions", "at least one each");
            }
        }
        let pay = &data.captains.cubes_to_pay;
        self.range("captains.cubes-to-pay", pay, u32::from(*pay.get_ref()), 1, 12);
        let price = &data.captains.transfer_price;
        if !COLOURS.contains(&price.get_ref().as_str()) {
            self.refuse("captains.transfer-price", price, price.get_ref().clone(), "bronze, silver, gold");
        }
        masks
    }

    fn points(&mut self, data: &Data) -> [[u16; POSITIONS]; 5] {
        let lines = &data.lines;
        let defenders = self.positions("lines.defenders", &lines.defenders);
        let midfielders = self.positions("lines.midfielders", &lines.midfielders);
        let attackers = self.positions("lines.attackers", &lines.attackers);
        let covered = defenders.count_ones() + midfielders.count_ones() + attackers.count_ones();
        if covered != 11 || defenders | midfielders | attackers != 0x7FF {
            let found = format!("{covered} positions");
            self.refuse("lines", &lines.defenders, found, "each of the 11 positions in exactly one line");
        }
        let chips = [&data.points.bronze, &data.points.silver, &data.points.gold, &data.points.diamond];
        let mut points = [[0; POSITIONS]; 5];
        for (row, place) in points[1..].iter_mut().zip(chips) {
            let chip = place.get_ref();
            for value in [chip.own, chip.other, chip.midfield_defence, chip.midfield_attack] {
                // Eleven chips of nine points still fit the level table.
                self.range("points", place, u32::from(value), 0, 9);
            }
            for (index, packed) in row.iter_mut().enumerate() {
                let (defence, attack) = if defenders >> index & 1 == 1 {
                    (chip.own, chip.other)
                } else if attackers >> index & 1 == 1 {
                    (chip.other, chip.own)
                } else {
                    (chip.midfield_defence, chip.midfield_attack)
                };
                *packed = u16::from(defence) | u16::from(attack) << 8;
            }
        }
        points
    }

    fn dice(&mut self, data: &Data) -> [[u8; 2]; 5] {
        let dice = &data.dice;
        let levels = [&dice.white, &dice.bronze, &dice.silver, &dice.gold, &dice.crown];
        levels.map(|place| {
            let count = place.get_ref();
            if count.d6 > dice.owned.d6 || count.d8 > dice.owned.d8 {
                let found = format!("{} d6 and {} d8", count.d6, count.d8);
                self.refuse("dice", place, found, "no more dice than a team owns");
            } else {
                self.range("dice", place, u32::from(count.d6) + u32::from(count.d8), 1, 5);
            }
            [count.d6, count.d8]
        })
    }

    fn tables(&mut self, data: &Data, cubes: [u8; 3]) -> [Table; 4] {
        let limits = [
            ("match", *data.event_cards.matches.get_ref()),
            ("var", *data.event_cards.var.get_ref()),
            ("bonus", *data.event_cards.bonus.get_ref()),
            ("transfer", *data.event_cards.transfer.get_ref()),
        ];
        let mut tables = [Table { events: [0; 4], cubes: [0; 3] }; 4];
        let mut seen = [false; 4];
        for place in data.set_up.get_ref() {
            let row = place.get_ref();
            if !(2..=5).contains(&row.players) || seen[usize::from(row.players) - 2] {
                let found = format!("a row for {} players", row.players);
                self.refuse("set-up", place, found, "one row each for 2, 3, 4 and 5 players");
                continue;
            }
            let index = usize::from(row.players) - 2;
            seen[index] = true;
            let events = [row.matches, row.var, row.bonus, row.transfer];
            for ((name, most), count) in limits.iter().zip(events) {
                let key = format!("set-up.{name}");
                self.range(&key, place, u32::from(count), 0, u32::from(*most));
            }
            for ((name, most), count) in COLOURS.iter().zip(cubes).zip(row.cubes.by_colour()) {
                let key = format!("set-up.cubes.{name}");
                self.range(&key, place, u32::from(count) * u32::from(row.players), 0, u32::from(most));
            }
            tables[index] = Table { events, cubes: row.cubes.by_colour() };
        }
        if seen != [true; 4] {
            let found = format!("{} rows", seen.iter().filter(|&&s| s).count());
            self.refuse("set-up", &data.set_up, found, "one row each for 2, 3, 4 and 5 players");
        }
        tables
    }
}
