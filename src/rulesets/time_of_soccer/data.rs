//! Component data: the exact shape of `data.toml`, and what must hold in it.
//!
//! In: text. Out: a [`Data`] whose totals and tables fit the box, or every
//! [`Fault`] with what was found and what is required.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::tiles::{CLAIM_NAMES, Claim, ICON_NAMES, Print, SIDE_NAMES, SLOT_NAMES, Tile};
use crate::settings::{Fault, document};

/// Deck sizes of the box (TOS-COMP-02).
pub const DECK_TOTALS: [u8; 4] = [41, 35, 30, 26];
/// Club short names: four to choose from, two league neutrals, two of the cup.
pub const CLUB_CODES: [&str; 8] = ["MOL", "MOJ", "PAL", "LAG", "KLE", "PAR", "MIN", "VET"];
/// Most market footballers, so that a squad fits its place in the state.
pub const MOST_FOOTBALLERS: usize = 85;

/// `data.toml` as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// Streets.
    pub map: MapData,
    /// Deck composition.
    pub decks: Decks,
    /// Footballer templates.
    pub footballer: Vec<Template>,
    /// The tile generator.
    pub generator: Generator,
    /// Managers.
    pub manager: Managers,
    /// Talent scouts.
    pub scout: Scouts,
    /// Technical secretaries.
    pub secretary: Secretaries,
    /// Community managers.
    pub community: Communities,
    /// Contracts.
    pub contract: Contracts,
    /// Friendlies.
    pub friendly: Friendlies,
    /// Sales tiles.
    pub sales: SalesTiles,
    /// Press releases.
    pub press: Press,
    /// Starting tiles.
    pub start: Start,
    /// The pitch board.
    pub pitch: Pitch,
    /// Neutral clubs.
    pub neutral: Neutral,
    /// Fixtures.
    pub league: League,
    /// The table of `goal-table` = file.
    pub goal_table: GoalTable,
    /// Real footballers, instead of generated ones.
    #[serde(default)]
    pub tile: Vec<RealTile>,
    /// Read by [`weights`](crate::game::weights).
    #[serde(default)]
    #[expect(dead_code, reason = "only allowed here")]
    trained: IgnoredAny,
}

/// Streets.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapData {
    /// Directions of the rows of streets: `east` or `west`.
    pub rows: Vec<String>,
    /// Directions of the columns: `north` or `south`.
    pub columns: Vec<String>,
    /// Columns used by default.
    pub used_columns: usize,
}

/// Tiles per kind in decks I to IV; footballers are counted by template.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "one field per kind of tile")]
pub struct Decks {
    pub totals: [u8; 4],
    pub manager: [u8; 4],
    pub scout: [u8; 4],
    pub secretary: [u8; 4],
    pub community: [u8; 4],
    pub advertising: [u8; 4],
    pub television: [u8; 4],
    pub friendly: [u8; 4],
    pub press: [u8; 4],
    pub sales: [u8; 4],
}

impl Decks {
    /// Counts of the nine kinds that are not footballers, in kind order.
    #[must_use]
    pub const fn kinds(&self) -> [[u8; 4]; 9] {
        [
            self.manager,
            self.scout,
            self.secretary,
            self.community,
            self.advertising,
            self.television,
            self.friendly,
            self.press,
            self.sales,
        ]
    }
}

/// A footballer template.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// Name in words.
    pub name: String,
    /// Allowed slots, the main one first.
    pub slots: Vec<String>,
    /// Icon group: `D`, `M` or `F`.
    pub group: String,
    /// Tiles in decks I to IV.
    pub decks: [u8; 4],
    /// Starting tiles per club.
    pub starters: u8,
    /// Unique-start tiles.
    pub unique: u8,
}

/// The tile generator's tables.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct Generator {
    pub main_starter: [u8; 2],
    pub main_decks: [[u8; 2]; 4],
    pub main_unique: [u8; 2],
    pub icon_starter: u8,
    pub icon_decks: [u8; 4],
    pub icon_unique: u8,
    pub icons_d: [[u8; 5]; 4],
    pub icons_m: [[u8; 5]; 4],
    pub icons_f: [[u8; 5]; 4],
    pub price_min: u8,
    pub salary_steps: Vec<u8>,
    pub starter_price: u8,
    pub starter_salary: u8,
    pub unique_price: u8,
    pub unique_salary: u8,
}

/// Managers by deck.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct Managers {
    pub price: [u8; 4],
    pub salary: [u8; 4],
    pub training: [Vec<u8>; 4],
    pub formations: [Vec<Vec<String>>; 4],
}

/// Talent scouts by deck.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct Scouts {
    pub points: [Vec<u8>; 4],
    pub salary: [Vec<u8>; 4],
}

/// Technical secretaries by deck.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct Secretaries {
    pub faces: [Vec<[u8; 6]>; 4],
    pub salary: [Vec<u8>; 4],
}

/// Community managers by deck.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct Communities {
    pub steps: [Vec<[u8; 3]>; 4],
    pub salary: [Vec<u8>; 4],
}

/// Contracts by deck.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct Contracts {
    pub amounts: [Vec<[u8; 3]>; 4],
}

/// Friendlies by deck.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct Friendlies {
    pub cash: [[u8; 2]; 4],
    pub energy: [u8; 2],
}

/// Sales tiles by deck.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct SalesTiles {
    pub bonus: [Vec<u8>; 4],
}

/// Press releases: claims by deck, then reward and penalty of each claim.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
#[expect(non_snake_case, reason = "the claims' codes are the keys of the file")]
pub struct Press {
    pub claims: [Vec<String>; 4],
    pub SCORE1: [i16; 2],
    pub SCORE2: [i16; 2],
    pub WINDRAW: [i16; 2],
    pub WIN: [i16; 2],
    pub CLEAN: [i16; 2],
    pub TOP2: [i16; 2],
    pub LEAGUE: [i16; 2],
    pub CUP: [i16; 2],
}

impl Press {
    /// Reward and penalty by claim.
    #[must_use]
    pub const fn amounts(&self) -> [[i16; 2]; 8] {
        [self.SCORE1, self.SCORE2, self.WINDRAW, self.WIN, self.CLEAN, self.TOP2, self.LEAGUE, self.CUP]
    }
}

/// Starting tiles that are not footballers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "documented where the numbers stand, in data.toml")]
pub struct Start {
    pub manager_salary: u8,
    pub scout_salary: u8,
    pub secretary_faces: [u8; 6],
    pub secretary_salary: u8,
    pub community_draw_loss: [u8; 2],
    pub community_salary: u8,
}

/// The pitch board.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pitch {
    /// The eleven slots.
    pub slots: Vec<Slot>,
    /// The lines.
    pub lines: Vec<Line>,
    /// Automatic Shoot sides.
    pub auto_shoot: Vec<String>,
    /// Automatic Tackle sides: full-backs and centre-backs.
    pub auto_tackle_backs: Vec<String>,
    /// Automatic Tackle sides as the text literally says.
    pub auto_tackle_literal: Vec<String>,
}

/// A slot.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Short name.
    pub name: String,
    /// `attack` or `defence`.
    pub role: String,
    /// Skill read by default.
    pub skill: String,
    /// Skill read when flipped; none if the slot cannot be flipped.
    pub flipped: Option<String>,
}

/// A line of the pitch.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Slot and side, e.g. `STL.E`.
    pub from: String,
    /// Slot and side.
    pub to: String,
    /// Skill with a printed bonus.
    pub skill: Option<String>,
    /// That bonus.
    pub bonus: Option<u8>,
}

/// Neutral clubs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Neutral {
    /// Level per tile and week.
    pub level: [[u8; 10]; 6],
    /// White dice per clash tile.
    pub clash_white: [u8; 5],
}

/// Fixtures.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct League {
    /// Five tiles of three matches, home club first.
    pub fixture: [[[String; 2]; 3]; 5],
}

/// Goals and saves of `goal-table` = file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalTable {
    /// Shots per level and hits.
    pub shots: Vec<Vec<u8>>,
    /// Saves per level and hits.
    pub saves: Vec<Vec<u8>>,
}

/// A real footballer tile.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RealTile {
    /// `I` to `IV`, `starter` or `unique`.
    pub deck: String,
    /// Printed name.
    pub name: String,
    /// Allowed slots, the main one first.
    pub slots: Vec<String>,
    /// The seven basic skills.
    pub skills: [u8; 7],
    /// Icons on N, E, S, W; empty for none.
    pub icons: [String; 4],
    /// Market value.
    pub price: u8,
    /// Weekly salary.
    pub salary: u8,
    /// Shirt number.
    pub shirt: u8,
    /// Gap colour.
    #[serde(default)]
    pub gap: u8,
}

impl RealTile {
    /// Deck 0 to 3, 4 for a starter, 5 for a unique tile.
    #[must_use]
    pub fn deck(&self) -> Option<u8> {
        ["I", "II", "III", "IV", "starter", "unique"].iter().position(|&d| d == self.deck).map(|d| d as u8)
    }

    /// The packed tile; the names have been checked.
    #[must_use]
    pub fn tile(&self) -> Tile {
        let icons = self.icons.each_ref().map(|icon| match position(&ICON_NAMES, icon) {
            Some(skill) => skill + 1,
            None => 0,
        });
        Tile::footballer(self.skills, icons)
            .priced(self.price, self.salary)
            .shirted(self.shirt)
            .gapped(self.gap)
    }
}

/// Position of a name in a list of names.
#[must_use]
pub fn position(names: &[&str], name: &str) -> Option<u8> {
    names.iter().position(|&n| n == name).map(|p| p as u8)
}

/// A set of slot names as bits; unknown names have been refused.
#[must_use]
pub fn slot_set(names: &[String]) -> u16 {
    names.iter().filter_map(|name| position(&SLOT_NAMES, name)).fold(0, |set, slot| set | 1 << slot)
}

/// A place such as `STL.E` as slot and side.
#[must_use]
pub fn place(text: &str) -> Option<(u8, u8)> {
    let (slot, side) = text.split_once('.')?;
    Some((position(&SLOT_NAMES, slot)?, position(&SIDE_NAMES, side)?))
}

/// Reads and checks component data.
///
/// # Errors
/// Every fault found.
pub fn parse(text: &str) -> Result<Arc<Data>, Vec<Fault>> {
    let data = document::shared::<Data>(text)?;
    let mut faults = super::data_checks::faults(&data);
    if faults.is_empty() {
        return Ok(data);
    }
    // A wrong list can have thousands of faults: their table is looked for once.
    let mut places = BTreeMap::new();
    for fault in &mut faults {
        let table = table(&fault.key);
        fault.offset = match places.get(table) {
            Some(&place) => place,
            None => *places.entry(table.to_owned()).or_insert_with(|| place_of(table, text)),
        };
    }
    Err(faults)
}

/// Puts a fault at the table that its key is of.
pub fn place_fault(fault: &mut Fault, text: &str) {
    fault.offset = place_of(table(&fault.key), text);
}

/// The table that a key is of.
fn table(key: &str) -> &str {
    key.split('.').next().unwrap_or_default()
}

fn place_of(table: &str, text: &str) -> Option<usize> {
    text.find(&format!("\n[{table}]")).or_else(|| text.find(&format!("[[{table}]]")))
}

/// What every tile index shows, and the real tiles' names; an index without a
/// real tile has an empty name.
#[must_use]
pub fn blank_prints() -> Vec<Print> {
    vec![Print::blank(super::tiles::Kind::Footballer, 0); super::tiles::TILES]
}

/// The claim of a code.
#[must_use]
pub fn claim(code: &str) -> Claim {
    Claim::ALL[usize::from(position(&CLAIM_NAMES, code).unwrap_or(0))]
}
