//! What squads are worth to a bot, and what it remembers of that.

use super::super::map::SPACES;
use super::super::play::lineup::{LineUp, Objective};
use super::super::tiles::{Kind, NONE, TILES};
use super::super::view::View;

/// What a scripted bot remembers: values that hold until its squad changes, and
/// the target of the market turn in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// Squad stamp for which the rest holds, plus one; 0 for none.
    stamp: u32,
    /// Twice V(squad).
    base: i32,
    /// Uncovered slots of the line-up behind it.
    holes: u8,
    /// That line-up.
    eleven: [u8; 11],
    /// Its attack and defence value.
    values: [i32; 2],
    /// Tiles whose gain is known, as bits.
    known: [u64; 3],
    /// Twice the gain by tile.
    gain: [i16; TILES],
    /// Tiles that fill an empty slot, as bits.
    fills: [u64; 3],
    /// The market turn for which `target` was chosen, plus one.
    pub(super) turn: u16,
    /// Market space driven to, [`NONE`] for none.
    pub(super) target: u8,
    /// Street from which to take its tile.
    pub(super) street: u8,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            stamp: 0,
            base: 0,
            holes: 11,
            eleven: [NONE; 11],
            values: [0; 2],
            known: [0; 3],
            gain: [0; TILES],
            fills: [0; 3],
            turn: 0,
            target: NONE,
            street: NONE,
        }
    }
}

/// What a tile would add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gain {
    /// Twice the gain in V.
    pub twice: i32,
    /// Whether the line-up behind V has fewer empty slots with it.
    pub fills: bool,
}

/// Squad stamp of the own club, plus one.
fn stamp(view: View<'_>) -> u32 {
    u32::from(view.own().stamp()) + 1
}

/// V(squad): the best line-up for A + D − |A − D| / 2 over the managers as
/// principal, ties to the lower index.
fn best_line_up(view: View<'_>, managers: &[u8], extra: Option<u8>) -> LineUp {
    let mut best: Option<LineUp> = None;
    for &principal in managers {
        let found = view.line_up(managers, extra, principal, Objective::Value);
        if best.is_none_or(|top| found.value() > top.value()) {
            best = Some(found);
        }
    }
    best.expect("a club always employs a manager")
}

/// D7: index of the manager with the lowest total training, never the starting
/// one, ties to the lower index.
#[must_use]
pub fn least_trained(view: View<'_>) -> u8 {
    let total = |tile: u8| (0..5).map(|k| view.word(tile).skill(k)).sum::<u8>();
    let managers = view.own().managers();
    let mut best = (u8::MAX, 0);
    for (index, &tile) in (0..).zip(managers) {
        if !super::is_starting_manager(tile) && total(tile) < best.0 {
            best = (total(tile), index);
        }
    }
    best.1
}

impl Memory {
    /// The same with a market turn planned: space and street.
    #[must_use]
    pub const fn bent_on(self, turn: u16, (target, street): (u8, u8)) -> Self {
        Self { turn, target, street, ..self }
    }

    /// Works out V(squad) if the squad has changed since.
    fn refresh(&mut self, view: View<'_>) {
        if self.stamp != stamp(view) {
            self.look_over(view, std::iter::empty());
        }
    }

    /// The line-up behind V(squad).
    pub fn eleven(&mut self, view: View<'_>) -> [u8; 11] {
        self.refresh(view);
        self.eleven
    }

    /// Attack and defence level of the line-up behind V(squad).
    pub fn levels(&mut self, view: View<'_>) -> [u8; 2] {
        self.refresh(view);
        self.values.map(|value| view.rules().level(value))
    }

    /// The same, and together with it what footballers would add of whom that will
    /// be asked.
    pub fn look_over(&mut self, view: View<'_>, tiles: impl Iterator<Item = u8>) {
        let (mut fresh, mut count) = ([None; SPACES + 1], 0);
        if self.stamp != stamp(view) {
            self.stamp = stamp(view);
            self.known = [0; 3];
            self.fills = [0; 3];
            count = 1;
        }
        let is_known = |tile: u8| self.known[usize::from(tile / 64)] >> (tile % 64) & 1 == 1;
        // Whoever was in the line-up that it starts from would be back in it.
        let previous = view.own().eleven();
        for tile in tiles.filter(|&tile| view.kind(tile) == Kind::Footballer && !is_known(tile)) {
            if count < fresh.len() && !previous.contains(&tile) {
                fresh[count] = Some(tile);
                count += 1;
            }
        }
        let fresh = &fresh[..count];
        if fresh.is_empty() {
            return;
        }
        let mut best: [Option<LineUp>; SPACES + 1] = [None; SPACES + 1];
        for &principal in view.own().managers() {
            view.line_ups_with(fresh, principal, Objective::Value, |place, found| {
                let top = &mut best[place];
                if top.is_none_or(|top| found.value() > top.value()) {
                    *top = Some(found);
                }
            });
        }
        for (&tile, found) in fresh.iter().zip(best) {
            match (tile, found) {
                (Some(tile), Some(found)) => self.keep(tile, found),
                (None, Some(found)) => self.found(found),
                (_, None) => {}
            }
        }
    }

    /// V(squad) is known again.
    fn found(&mut self, found: LineUp) {
        self.base = found.value();
        self.holes = found.holes();
        self.eleven = found.eleven;
        self.values = [found.attack, found.defence];
    }

    fn keep(&mut self, tile: u8, found: LineUp) {
        let (word, bit) = (usize::from(tile / 64), 1_u64 << (tile % 64));
        self.known[word] |= bit;
        self.gain[usize::from(tile)] = (found.value() - self.base) as i16;
        if found.holes() < self.holes {
            self.fills[word] |= bit;
        }
    }

    /// What a footballer or manager would add.
    pub fn gain(&mut self, view: View<'_>, tile: u8) -> Gain {
        self.refresh(view);
        let (word, bit) = (usize::from(tile / 64), 1_u64 << (tile % 64));
        if self.known[word] & bit == 0 {
            let found = if view.kind(tile) == Kind::Manager {
                with_manager(view, tile)
            } else {
                best_line_up(view, view.own().managers(), Some(tile))
            };
            self.keep(tile, found);
        }
        Gain { twice: i32::from(self.gain[usize::from(tile)]), fills: self.fills[word] & bit != 0 }
    }
}

/// The best line-up with one manager more; of four the least trained goes.
fn with_manager(view: View<'_>, tile: u8) -> LineUp {
    let mut managers = [NONE; 3];
    let mut count = 0;
    let gone = if view.own().managers().len() == 3 { least_trained(view) } else { NONE };
    for (index, &manager) in (0..).zip(view.own().managers()) {
        if index != gone {
            managers[count] = manager;
            count += 1;
        }
    }
    managers[count] = tile;
    best_line_up(view, &managers[..=count], None)
}
