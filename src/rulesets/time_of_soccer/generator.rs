//! The tile generator: one 64-bit seed becomes one tile set.
//!
//! In: component data and a seed. Out: the [`Tile`] words of every index, the
//! same on every machine, because the stream (`SplitMix64`) and the order of
//! its draws are fixed. What doesn't depend on draws is in [`blank_prints`].

use super::data::{Data, blank_prints, claim, position, slot_set};
use super::tiles::{
    BASIC_NAMES, FIRST_STARTER, FIRST_UNIQUE, Kind, Print, SLOT_NAMES, START_COMMUNITY, START_MANAGER,
    START_SCOUT, START_SECRETARY, STARTERS, TILES, Tile,
};
use crate::seed::mix;

/// A whole tile set.
pub type TileSet = [Tile; TILES];

/// `SplitMix64` (Steele, Lea, Flood 2014), one output per draw.
#[derive(Debug, Clone)]
pub struct Draws {
    state: u64,
}

impl Draws {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next output.
    pub fn output(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }

    /// `U(low, high)`.
    fn uniform(&mut self, low: i16, high: i16) -> i16 {
        low + (self.output() % (high - low + 1) as u64) as i16
    }

    /// True with a probability in per cent.
    fn percent(&mut self, percent: u8) -> bool {
        self.output() % 100 < u64::from(percent)
    }

    /// The first index whose cumulative weight exceeds a uniform number.
    fn weighted(&mut self, weights: [u8; 5]) -> u8 {
        let sum: u64 = weights.iter().map(|&w| u64::from(w)).sum();
        let mut left = self.output() % sum;
        for (index, &weight) in weights.iter().enumerate() {
            if left < u64::from(weight) {
                return index as u8;
            }
            left -= u64::from(weight);
        }
        unreachable!("a number below the sum of the weights")
    }
}

/// How the generator draws one template, compiled from the data.
#[derive(Debug, Clone)]
pub struct Mould {
    /// Default and alternative skill of each allowed slot, in printed order.
    slots: [(u8, Option<u8>); 11],
    count: usize,
    /// Weights of the icon skills per side.
    icons: [[u8; 5]; 4],
}

/// What the generator needs, compiled once per arm; `Copy`-free but small.
#[derive(Debug, Clone)]
pub struct Recipe {
    moulds: Vec<Mould>,
    /// Template and deck (4 starter, 5 unique) or kind of every tile in order.
    order: Vec<Step>,
    main: [[i16; 2]; 6],
    icon: [u8; 6],
    price_min: i16,
    salary_steps: Vec<u8>,
    fixed: [(u8, u8); 2],
    manager: [(u8, u8); 4],
    training: [Vec<u8>; 4],
    friendly: [[u8; 2]; 4],
    energy: [u8; 2],
    gap: i16,
    /// Real tiles by index; they replace draws.
    real: Vec<(u8, Tile)>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    id: u8,
    deck: u8,
    kind: Kind,
    template: u8,
    salary: u8,
}

/// The prints of every tile index, with each tile's salary where the generator
/// doesn't decide it.
#[must_use]
fn laid_out(data: &Data) -> (Vec<Print>, Vec<Step>) {
    let mut prints = blank_prints();
    let mut order = Vec::new();
    let mut next = 0;
    for deck in 0..4_usize {
        for (template, t) in data.footballer.iter().enumerate() {
            for _ in 0..t.decks[deck] {
                footballer(data, &mut prints[next], &mut order, next, deck as u8, template as u8);
                next += 1;
            }
        }
        for (kind, counts) in Kind::ALL[1..].iter().zip(data.decks.kinds()) {
            for variant in 0..usize::from(counts[deck]) {
                prints[next] = Print::blank(*kind, deck as u8);
                let salary = other(data, &mut prints[next], deck, variant);
                order.push(Step { id: next as u8, deck: deck as u8, kind: *kind, template: 0, salary });
                next += 1;
            }
        }
    }
    let mut starter = FIRST_STARTER;
    let mut unique = FIRST_UNIQUE;
    for group in [4, 5] {
        for (template, t) in data.footballer.iter().enumerate() {
            let (count, next) = if group == 4 { (t.starters, &mut starter) } else { (t.unique, &mut unique) };
            for _ in 0..count {
                footballer(data, &mut prints[*next], &mut order, *next, group, template as u8);
                *next += 1;
            }
        }
    }
    for copy in STARTERS..4 * STARTERS {
        prints[FIRST_STARTER + copy] = prints[FIRST_STARTER + copy % STARTERS];
    }
    let start = &data.start;
    prints[usize::from(START_MANAGER)] = Print::blank(Kind::Manager, 4);
    prints[usize::from(START_SCOUT)] = Print::blank(Kind::Scout, 4);
    prints[usize::from(START_SECRETARY)] =
        Print { faces: start.secretary_faces, ..Print::blank(Kind::Secretary, 4) };
    prints[usize::from(START_COMMUNITY)] = Print::blank(Kind::Community, 4);
    (prints, order)
}

fn footballer(data: &Data, print: &mut Print, order: &mut Vec<Step>, id: usize, deck: u8, template: u8) {
    let shape = &data.footballer[usize::from(template)];
    *print = Print::blank(Kind::Footballer, deck);
    print.template = template;
    set_slots(data, print, &shape.slots);
    order.push(Step { id: id as u8, deck, kind: Kind::Footballer, template, salary: 0 });
}

fn set_slots(data: &Data, print: &mut Print, slots: &[String]) {
    print.slots = slot_set(slots);
    let main = usize::from(position(&SLOT_NAMES, &slots[0]).unwrap_or(0));
    print.main = position(&BASIC_NAMES, &data.pitch.slots[main].skill).unwrap_or(0);
}

fn other(data: &Data, print: &mut Print, deck: usize, variant: usize) -> u8 {
    match print.kind {
        Kind::Manager => {
            print.flips = slot_set(&data.manager.formations[deck][variant]);
            data.manager.salary[deck]
        }
        Kind::Scout => {
            print.points = data.scout.points[deck][variant];
            data.scout.salary[deck][variant]
        }
        Kind::Secretary => {
            print.faces = data.secretary.faces[deck][variant];
            data.secretary.salary[deck][variant]
        }
        Kind::Community => {
            print.steps = data.community.steps[deck][variant];
            data.community.salary[deck][variant]
        }
        Kind::Advertising | Kind::Television => {
            print.amounts = data.contract.amounts[deck][variant];
            0
        }
        Kind::Press => {
            print.claim = claim(&data.press.claims[deck][variant]);
            0
        }
        Kind::Sales => {
            print.bonus = data.sales.bonus[deck][variant];
            0
        }
        Kind::Friendly | Kind::Footballer => 0,
    }
}

/// Compiles the data into prints and a recipe. `main_shift` and `icon_shift`
/// are the sensitivities `gen-main-shift` and `gen-icon-shift`; `gaps` is the
/// number of gap colours.
#[must_use]
pub fn compile(
    data: &Data,
    main_shift: i16,
    icon_shift: i16,
    gaps: i16,
) -> (Vec<Print>, Recipe, Vec<String>) {
    let (mut prints, order) = laid_out(data);
    let skill = |name: &str| position(&BASIC_NAMES, name).unwrap_or(0);
    let moulds = data.footballer.iter().map(|t| {
        let mut slots = [(0, None); 11];
        for (place, name) in slots.iter_mut().zip(&t.slots) {
            let slot = &data.pitch.slots[usize::from(position(&SLOT_NAMES, name).unwrap_or(0))];
            *place = (skill(&slot.skill), slot.flipped.as_deref().map(skill));
        }
        let icons = match t.group.as_str() {
            "D" => data.generator.icons_d,
            "M" => data.generator.icons_m,
            _ => data.generator.icons_f,
        };
        Mould { slots, count: t.slots.len(), icons }
    });
    let moulds = moulds.collect();
    let g = &data.generator;
    let groups =
        [g.main_decks[0], g.main_decks[1], g.main_decks[2], g.main_decks[3], g.main_starter, g.main_unique];
    let icons =
        [g.icon_decks[0], g.icon_decks[1], g.icon_decks[2], g.icon_decks[3], g.icon_starter, g.icon_unique];
    let mut names = vec![String::new(); TILES];
    let mut real = Vec::new();
    for deck in 0..6_u8 {
        let mut places: Vec<u8> =
            order.iter().filter(|s| s.deck == deck && s.kind == Kind::Footballer).map(|s| s.id).collect();
        for tile in data.tile.iter().filter(|tile| tile.deck() == Some(deck)) {
            let id = places.remove(0);
            set_slots(data, &mut prints[usize::from(id)], &tile.slots);
            names[usize::from(id)].clone_from(&tile.name);
            real.push((id, tile.tile()));
        }
    }
    for copy in STARTERS..4 * STARTERS {
        prints[FIRST_STARTER + copy] = prints[FIRST_STARTER + copy % STARTERS];
        let name = names[FIRST_STARTER + copy % STARTERS].clone();
        names[FIRST_STARTER + copy] = name;
    }
    let recipe = Recipe {
        moulds,
        order,
        main: groups.map(|range| range.map(|end| (i16::from(end) + main_shift).max(0))),
        icon: icons.map(|chance| (i16::from(chance) + icon_shift).clamp(0, 100) as u8),
        price_min: i16::from(g.price_min),
        salary_steps: g.salary_steps.clone(),
        fixed: [(g.starter_price, g.starter_salary), (g.unique_price, g.unique_salary)],
        manager: [0, 1, 2, 3].map(|deck| (data.manager.price[deck], data.manager.salary[deck])),
        training: data.manager.training.clone(),
        friendly: data.friendly.cash,
        energy: data.friendly.energy,
        gap: gaps - 1,
        real,
    };
    (prints, recipe, names)
}

impl Recipe {
    /// The tile set of a seed. `start` holds the salaries of the starting
    /// manager, scout, secretary and community manager.
    #[must_use]
    pub fn draw(&self, seed: u64, start: [u8; 4]) -> TileSet {
        let mut draws = Draws::new(seed);
        let mut tiles = [Tile::default(); TILES];
        for step in &self.order {
            let real = self.real.iter().find(|(id, _)| *id == step.id);
            tiles[usize::from(step.id)] = match (real, step.kind) {
                (Some(&(_, tile)), _) => tile,
                (None, Kind::Footballer) => self.footballer(*step, &mut draws),
                (None, Kind::Manager) => self.manager(*step, &mut draws),
                (None, Kind::Friendly) => {
                    let [low, high] = self.friendly[usize::from(step.deck)].map(i16::from);
                    let cash = draws.uniform(low, high) as u8;
                    let energy = draws.uniform(i16::from(self.energy[0]), i16::from(self.energy[1])) as u8;
                    Tile::friendly(cash, energy).gapped(self.gap(&mut draws))
                }
                (None, _) => Tile::default().priced(0, step.salary).gapped(self.gap(&mut draws)),
            };
        }
        for copy in STARTERS..4 * STARTERS {
            tiles[FIRST_STARTER + copy] = tiles[FIRST_STARTER + copy % STARTERS];
        }
        for (id, salary) in (START_MANAGER..).zip(start) {
            tiles[usize::from(id)] = Tile::default().priced(0, salary);
        }
        tiles
    }

    fn gap(&self, draws: &mut Draws) -> u8 {
        draws.uniform(0, self.gap) as u8
    }

    fn manager(&self, step: Step, draws: &mut Draws) -> Tile {
        let deck = usize::from(step.deck);
        let mut left = [0, 1, 2, 3, 4];
        let mut count = 5;
        let mut training = [0; 5];
        for &bonus in &self.training[deck] {
            let place = draws.uniform(0, count - 1) as usize;
            training[left[place]] = bonus;
            count -= 1;
            left.copy_within(place + 1.., place);
        }
        let (price, salary) = self.manager[deck];
        Tile::manager(training).priced(price, salary).gapped(self.gap(draws))
    }

    fn footballer(&self, step: Step, draws: &mut Draws) -> Tile {
        let group = usize::from(step.deck);
        let mould = &self.moulds[usize::from(step.template)];
        let [low, high] = self.main[group];
        let main = draws.uniform(low, high);
        let mut skills = [None; 7];
        for (place, &(default, _)) in mould.slots[..mould.count].iter().enumerate() {
            let skill = &mut skills[usize::from(default)];
            if place == 0 {
                *skill = Some(main);
            } else if skill.is_none() {
                *skill = Some((main - draws.uniform(0, 2)).max(0));
            }
        }
        for &(_, alternative) in &mould.slots[..mould.count] {
            let Some(alternative) = alternative else { continue };
            let skill = &mut skills[usize::from(alternative)];
            if skill.is_none() {
                *skill = Some(draws.uniform(0, (main + 1) / 2));
            }
        }
        let skills = skills.map(|skill| skill.unwrap_or_else(|| draws.uniform(0, 1)) as u8);
        let mut icons = [0; 4];
        for (icon, weights) in icons.iter_mut().zip(mould.icons) {
            if draws.percent(self.icon[group]) {
                *icon = 1 + draws.weighted(weights);
            }
        }
        let tile = Tile::footballer(skills, icons);
        if group >= 4 {
            let (price, salary) = self.fixed[group - 4];
            return tile.priced(price, salary).shirted(draws.uniform(1, 99) as u8);
        }
        let count = i16::from(tile.icon_count());
        let price = (main + count - 1 + draws.uniform(-1, 1)).max(self.price_min);
        let salary = 1 + self.salary_steps.iter().filter(|&&step| price > i16::from(step)).count() as u8;
        let tile = tile.priced(price as u8, salary).shirted(draws.uniform(1, 99) as u8);
        tile.gapped(self.gap(draws))
    }
}
