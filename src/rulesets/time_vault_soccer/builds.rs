//! The legal own squads of sixteen from a collection: counted, numbered, and
//! the best of them (TVS-ELITE-02 to -04, TVS-TRANS-02).
//!
//! There are about 10^19 of them, so they are counted class by class: players
//! of one line, rating and side of the Transfer Centre are alike, and versions
//! of one person are a class of which at most one is taken.

use super::rules::Rules;
use super::squads::{KEEPER, SQUAD};
use crate::chance::Whim;

/// Which of the legal squads are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// All of them.
    Any,
    /// Those with most printed attack.
    Attack,
    /// Those with most printed defence, in the lines of a preset.
    Defence,
    /// Those with most strength, in the lines of a preset.
    Strength,
}

impl Objective {
    pub(super) const ALL: [Self; 4] = [Self::Any, Self::Attack, Self::Defence, Self::Strength];
}

/// Players that are alike, or the versions of one person.
#[derive(Debug, Clone)]
struct Class {
    members: Vec<u8>,
    /// Whether at most one member may be taken.
    single: bool,
    /// Players of the squad after which this class must have been reached, if
    /// it is the last of its line and lines are fixed.
    quota: Option<u8>,
}

/// One way to take players of a class.
#[derive(Debug, Clone, Copy)]
struct Choice {
    take: u8,
    stars: u8,
    moved: u8,
    value: i32,
    ways: u128,
    /// The only member taken, for versions of a person.
    only: Option<u8>,
}

/// Best value and number of completions from a point on.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    value: i32,
    ways: u128,
}

/// All legal squads of one objective.
#[derive(Debug)]
pub struct Builds {
    classes: Vec<Class>,
    choices: Vec<Vec<Choice>>,
    cells: Vec<Cell>,
    cap: u8,
    /// Exchanges counted up to this number; 0 if they are free.
    moves: u8,
    stars: Vec<u8>,
    persons: Vec<Vec<u8>>,
    /// The squad exchanges are counted from.
    home: Vec<u8>,
}

const fn binomial(n: u128, k: u128) -> u128 {
    if k > n {
        return 0;
    }
    let mut result = 1;
    let mut i = 0;
    while i < k {
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

impl Builds {
    /// Counts them.
    pub(super) fn count(rules: &Rules, preset: Option<u8>, objective: Objective) -> Self {
        let place = preset.and_then(|p| rules.collection_presets.iter().position(|&owned| owned == p));
        let home: Vec<u8> =
            place.map_or(Vec::new(), |at| (0..SQUAD as u8).map(|p| 16 * at as u8 + p).collect());
        // With sixteen exchanges allowed nothing need be counted.
        let counted = preset.is_some() && rules.max_transfers < SQUAD as u8;
        let moves = if counted { rules.max_transfers } else { 0 };
        let fixed = matches!(objective, Objective::Defence | Objective::Strength);
        // Sixteen presets of sixteen are as many as ids.
        let all = (0..rules.collection.len()).map(|id| id as u8);
        // A bot's own squad has the lines of a preset.
        let up_to = |line: u8| rules.shape.iter().filter(|player| player.line <= line).count() as u8;
        let in_person = |id: u8| rules.persons.iter().any(|versions| versions.contains(&id));
        let mut classes = Vec::new();
        for line in 0..4 {
            let of_line = |id: u8| rules.collection[usize::from(id)].line == line;
            for versions in rules.persons.iter().filter(|versions| of_line(versions[0])) {
                classes.push(Class { members: versions.clone(), single: true, quota: None });
            }
            for stars in 1..=5 {
                for at_home in [true, false] {
                    let members: Vec<u8> = all
                        .clone()
                        .filter(|&id| of_line(id) && rules.collection[usize::from(id)].stars == stars)
                        .filter(|&id| !in_person(id) && home.contains(&id) == at_home)
                        .collect();
                    if !members.is_empty() {
                        classes.push(Class { members, single: false, quota: None });
                    }
                }
            }
            if let (true, Some(last)) = (fixed, classes.last_mut()) {
                last.quota = Some(up_to(line));
            }
        }
        let value = |id: u8| -> i32 {
            let player = rules.collection[usize::from(id)];
            let (line, stars) = (usize::from(player.line), usize::from(player.stars));
            match objective {
                Objective::Any => 0,
                Objective::Attack => i32::from(rules.values.attack[line][stars]),
                Objective::Defence if player.line == KEEPER => {
                    2 * i32::from(rules.values.defence[line][stars])
                }
                Objective::Defence => i32::from(rules.values.defence[line][stars]),
                Objective::Strength => i32::from(rules.values.total[stars]),
            }
        };
        let stars: Vec<u8> = rules.collection.iter().map(|player| player.stars).collect();
        let moved = |id: u8| u8::from(counted && !home.contains(&id));
        let choices = classes
            .iter()
            .map(|class| {
                if class.single {
                    let none = Choice { take: 0, stars: 0, moved: 0, value: 0, ways: 1, only: None };
                    let one = |&id: &u8| Choice {
                        take: 1,
                        stars: stars[usize::from(id)],
                        moved: moved(id),
                        value: value(id),
                        ways: 1,
                        only: Some(id),
                    };
                    std::iter::once(none).chain(class.members.iter().map(one)).collect()
                } else {
                    let id = class.members[0];
                    (0..=class.members.len().min(SQUAD) as u8)
                        .map(|take| Choice {
                            take,
                            stars: take * stars[usize::from(id)],
                            moved: take * moved(id),
                            value: i32::from(take) * value(id),
                            ways: binomial(class.members.len() as u128, u128::from(take)),
                            only: None,
                        })
                        .collect::<Vec<_>>()
                }
            })
            .collect();
        let mut builds = Self {
            classes,
            choices,
            cells: Vec::new(),
            cap: rules.elite_cap,
            moves,
            stars,
            persons: rules.persons.clone(),
            home: if counted { home } else { Vec::new() },
        };
        builds.fill();
        builds
    }

    fn at(&self, class: usize, taken: u8, stars: u8, moved: u8) -> usize {
        let width = usize::from(self.moves) + 1;
        let height = usize::from(self.cap) + 1;
        ((class * (SQUAD + 1) + usize::from(taken)) * height + usize::from(stars)) * width
            + usize::from(moved)
    }

    /// Where `choice` leads from a point, if it is allowed there.
    fn after(&self, class: usize, (taken, stars, moved): (u8, u8, u8), choice: &Choice) -> Option<usize> {
        let next = (taken + choice.take, stars + choice.stars, moved + choice.moved);
        let fits = usize::from(next.0) <= SQUAD
            && next.1 <= self.cap
            && next.2 <= self.moves
            && self.classes[class].quota.is_none_or(|quota| quota == next.0);
        fits.then(|| self.at(class + 1, next.0, next.1, next.2))
    }

    fn fill(&mut self) {
        let classes = self.classes.len();
        self.cells = vec![Cell::default(); self.at(classes + 1, 0, 0, 0)];
        for stars in 0..=self.cap {
            for moved in 0..=self.moves {
                let end = self.at(classes, SQUAD as u8, stars, moved);
                self.cells[end].ways = 1;
            }
        }
        for class in (0..classes).rev() {
            for taken in 0..=SQUAD as u8 {
                for stars in 0..=self.cap {
                    for moved in 0..=self.moves {
                        let mut cell = Cell::default();
                        for choice in &self.choices[class] {
                            let Some(next) = self.after(class, (taken, stars, moved), choice) else {
                                continue;
                            };
                            let Cell { value, ways } = self.cells[next];
                            let (value, ways) = (value + choice.value, ways * choice.ways);
                            if ways > 0 && (cell.ways == 0 || value > cell.value) {
                                cell = Cell { value, ways };
                            } else if ways > 0 && value == cell.value {
                                cell.ways += ways;
                            }
                        }
                        let here = self.at(class, taken, stars, moved);
                        self.cells[here] = cell;
                    }
                }
            }
        }
    }

    /// Number of squads.
    pub(super) fn total(&self) -> u128 {
        self.cells[0].ways
    }

    /// The `index`-th squad, as rising collection ids.
    pub(super) fn nth(&self, index: u128) -> [u8; SQUAD] {
        let mut rank = index;
        let mut squad = [0; SQUAD];
        let mut point = (0, 0, 0);
        let mut taken = 0;
        for (class, choices) in self.choices.iter().enumerate() {
            let here = self.cells[self.at(class, point.0, point.1, point.2)];
            for choice in choices {
                let Some(next) = self.after(class, point, choice) else { continue };
                let cell = self.cells[next];
                let ways = cell.ways * choice.ways;
                if ways == 0 || cell.value + choice.value != here.value {
                    continue;
                }
                if rank >= ways {
                    rank -= ways;
                    continue;
                }
                let mut within = rank / cell.ways;
                rank %= cell.ways;
                if let Some(only) = choice.only {
                    squad[taken] = only;
                    taken += 1;
                } else {
                    let members = &self.classes[class].members;
                    let mut missing = choice.take;
                    for (place, &id) in members.iter().enumerate() {
                        if missing == 0 {
                            break;
                        }
                        let behind = (members.len() - place - 1) as u128;
                        let with = binomial(behind, u128::from(missing) - 1);
                        if within < with {
                            squad[taken] = id;
                            taken += 1;
                            missing -= 1;
                        } else {
                            within -= with;
                        }
                    }
                }
                point = (point.0 + choice.take, point.1 + choice.stars, point.2 + choice.moved);
                break;
            }
        }
        squad.sort_unstable();
        squad
    }

    /// A uniformly random squad: the count may exceed 64 bits.
    pub(super) fn sample(&self, whim: &mut Whim) -> [u8; SQUAD] {
        let total = self.total();
        let bits = 128 - (total - 1).leading_zeros();
        let mask = if bits == 128 { u128::MAX } else { (1_u128 << bits) - 1 };
        loop {
            let index = (u128::from(whim.bits()) << 64 | u128::from(whim.bits())) & mask;
            if index < total {
                return self.nth(index);
            }
        }
    }

    /// Whether a squad obeys every limit (for [`Objective::Any`]).
    pub(super) fn allows(&self, squad: &[u8; SQUAD]) -> bool {
        let stars: u32 =
            squad.iter().map(|&id| self.stars.get(usize::from(id)).map_or(99, |&s| u32::from(s))).sum();
        let persons = |versions: &Vec<u8>| squad.iter().filter(|id| versions.contains(id)).count() <= 1;
        let moved = squad.iter().filter(|id| !self.home.contains(id)).count();
        squad.is_sorted_by(|a, b| a < b)
            && stars <= u32::from(self.cap)
            && self.persons.iter().all(persons)
            && (self.home.is_empty() || moved <= usize::from(self.moves))
    }
}
