//! What a Boss can put its stars into: squads named by the stars of every player,
//! and kinds of them by where the stars beyond everybody's first one lie.
//!
//! Within a line stars fall with the shirts, as in the presets: which player of a
//! line has how many is no choice of style.

use std::collections::BTreeSet;

use super::rules::Rules;
use super::squads::{DEFENDER, ELITE, FORWARD, KEEPER, MIDFIELDER, PRO, Player, SQUAD};
use super::switches::Draft;
use crate::game::{Sought, SquadKind, SquadMap, Unit};

/// What the name of such a squad begins with.
const PREFIX: &str = "stars:";
/// Most stars of a player (TVS-STAR-01).
const MOST: u8 = 5;
/// Star totals that are looked at, below the limit of the level by so many. An
/// Elite squad of six fewer would be a Pro one.
const BELOW: [u8; 3] = [0, 3, 6];
/// Squads of a kind that a search starts from, spread evenly over all of them.
const STARTS: usize = 32;

type Stars = [u8; SQUAD];

/// The shirts of a line, in order.
fn line(shape: &[Player; SQUAD], line: u8) -> impl DoubleEndedIterator<Item = usize> + Clone {
    let of: [bool; SQUAD] = shape.map(|player| player.line == line);
    (0..SQUAD).filter(move |&shirt| of[shirt])
}

/// `stars:31/22211/22111/4211`.
fn name(stars: &Stars, shape: &[Player; SQUAD]) -> String {
    let digits = |of| line(shape, of).map(|shirt| stars[shirt].to_string()).collect::<String>();
    let lines: Vec<String> = (KEEPER..=FORWARD).map(digits).collect();
    format!("{PREFIX}{}", lines.join("/"))
}

/// The stars that such a name gives to players of these lines.
pub(super) fn read(name: &str, shape: &[Player; SQUAD]) -> Option<Stars> {
    let mut stars = [0; SQUAD];
    let mut lines = name.strip_prefix(PREFIX)?.split('/');
    for of in KEEPER..=FORWARD {
        let mut digits = lines.next()?.bytes();
        for shirt in line(shape, of) {
            stars[shirt] = digits.next()?.wrapping_sub(b'0');
        }
        if digits.next().is_some() {
            return None;
        }
    }
    (lines.next().is_none() && stars.iter().all(|stars| (1..=MOST).contains(stars))).then_some(stars)
}

/// Such a name for this squad's lines.
pub(super) fn example(shape: &[Player; SQUAD]) -> String {
    let mut stars = [1; SQUAD];
    for of in KEEPER..=FORWARD {
        line(shape, of).take(1).for_each(|shirt| stars[shirt] = 3);
    }
    name(&stars, shape)
}

/// Where stars lie. Those that everybody has don't count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// In a goalkeeper of five stars.
    Keeper,
    /// Three in five of them in a line.
    Line(u8),
    /// In as many players of five stars as there can be.
    Few,
    /// With as few as possible for whoever has most.
    Even,
}

impl Style {
    pub(super) const ALL: [Self; 6] = [
        Self::Keeper,
        Self::Line(DEFENDER),
        Self::Line(MIDFIELDER),
        Self::Line(FORWARD),
        Self::Few,
        Self::Even,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Keeper => "a goalkeeper of 5",
            Self::Line(DEFENDER) => "defence",
            Self::Line(MIDFIELDER) => "midfield",
            Self::Line(_) => "attack",
            Self::Few => "a few of 5",
            Self::Even => "everybody alike",
        }
    }

    /// Whether a squad is of this kind.
    pub(super) fn fits(self, stars: &Stars, shape: &[Player; SQUAD]) -> bool {
        let more: u32 = stars.iter().map(|stars| u32::from(stars - 1)).sum();
        let most = stars.iter().max().copied().unwrap_or(1);
        match self {
            Self::Keeper => line(shape, KEEPER).any(|shirt| stars[shirt] == MOST),
            Self::Line(of) => {
                let here: u32 = line(shape, of).map(|shirt| u32::from(stars[shirt] - 1)).sum();
                5 * here >= 3 * more
            }
            Self::Few => {
                let full: u32 = stars.iter().map(|&stars| u32::from(stars == MOST)).sum();
                full == more / u32::from(MOST - 1)
            }
            Self::Even => u32::from(most) <= 1 + more.div_ceil(SQUAD as u32),
        }
    }
}

/// Squads of so many stars, falling within each line.
fn all(shape: &[Player; SQUAD], total: u8) -> Vec<Stars> {
    let order: Vec<(usize, bool)> = (KEEPER..=FORWARD)
        .flat_map(|of| line(shape, of).zip(std::iter::once(true).chain(std::iter::repeat(false))))
        .collect();
    let mut found = Vec::new();
    fill(&order, 0, total, &mut [0; SQUAD], &mut found);
    found
}

/// Gives what is left of the stars to the shirts from a place on; the first of a
/// line is free, all others have at most what the one before has.
fn fill(order: &[(usize, bool)], place: usize, left: u8, stars: &mut Stars, found: &mut Vec<Stars>) {
    let Some(&(shirt, first)) = order.get(place) else {
        if left == 0 {
            found.push(*stars);
        }
        return;
    };
    let behind = (order.len() - place - 1) as u8;
    let most = if first { MOST } else { stars[order[place - 1].0] };
    // Everybody behind takes at least one and at most five.
    let least = left.saturating_sub(MOST * behind).max(1);
    for own in least..=most.min(left.saturating_sub(behind)) {
        stars[shirt] = own;
        fill(order, place + 1, left - own, stars, found);
    }
}

/// Squads that differ by one star that moved.
fn near(stars: &Stars, shape: &[Player; SQUAD]) -> BTreeSet<Stars> {
    // The last of those of a line with as many gives, the first of them takes: the
    // line falls as before.
    let of_level = |stars: &Stars, of: u8, level: u8, last: bool| {
        let mut alike = line(shape, of).filter(|&shirt| stars[shirt] == level);
        if last { alike.next_back() } else { alike.next() }
    };
    let places = || (KEEPER..=FORWARD).flat_map(|of| (1..=MOST).map(move |level| (of, level)));
    let mut found = BTreeSet::new();
    for (of, level) in places().filter(|&(_, level)| level > 1) {
        let Some(giver) = of_level(stars, of, level, true) else { continue };
        let mut given = *stars;
        given[giver] -= 1;
        for (of, level) in places().filter(|&(_, level)| level < MOST) {
            let Some(taker) = of_level(&given, of, level, false) else { continue };
            let mut moved = given;
            moved[taker] += 1;
            found.insert(moved);
        }
    }
    found.remove(stars);
    found
}

/// Kinds of squads by level, stars and style; none where Bosses bid for players or
/// pick them.
pub(super) fn map(rules: &Rules) -> Option<SquadMap> {
    if !matches!(rules.draft, Draft::Preset | Draft::Generated) {
        return None;
    }
    let levels = [(PRO, "Pro", "pro-v-pro"), (ELITE, "Elite", "elite-v-elite")];
    let mut kinds = Vec::new();
    for (cap, level, tier) in levels {
        for total in BELOW.map(|below| cap - below).into_iter().filter(|&total| cap == PRO || total > PRO) {
            let squads = all(&rules.shape, total);
            for style in Style::ALL {
                let fit: Vec<&Stars> =
                    squads.iter().filter(|stars| style.fits(stars, &rules.shape)).collect();
                let spread = fit.len().div_ceil(STARTS).max(1);
                let first =
                    fit.iter().step_by(spread).map(|stars| name(stars, &rules.shape)).collect::<Vec<_>>();
                if first.is_empty() {
                    continue;
                }
                let shape = rules.shape;
                let near = move |squad: &str| {
                    let stars = read(squad, &shape).map(|stars| near(&stars, &shape)).unwrap_or_default();
                    let fit = stars.iter().filter(|stars| style.fits(stars, &shape));
                    fit.map(|stars| name(stars, &shape)).collect()
                };
                kinds.push(SquadKind {
                    row: format!("{level}, {total} stars"),
                    column: style.name().to_owned(),
                    best: Sought::Played {
                        settings: vec![("squad-tier", tier)],
                        first,
                        near: Box::new(near),
                    },
                });
            }
        }
    }
    Some(SquadMap {
        rows: "stars of the squad",
        columns: "where the stars lie",
        worth: "share of wins against the squads that rivals of that level choose".to_owned(),
        unit: Unit::Share,
        equal: 1.0 / f64::from(rules.bosses),
        kinds,
    })
}
