//! Which arms share luck, and what each is compared with.

use std::collections::BTreeMap;

use super::Resolver;
use crate::scenario::ArmName;
use crate::scenario::arm::{Effect, PlanArm, rotate};
use crate::scenario::wire::{Luck, Wire};
use crate::settings::Fault;

impl Resolver<'_> {
    pub(super) fn pair(&mut self, wire: &Wire, arms: &mut [PlanArm]) {
        pair(arms, wire.luck == Some(Luck::Independent), wire.panel.is_some());
        for (arm, against) in wire.arms.iter().filter_map(|arm| Some((arm, arm.against.as_ref()?))) {
            let Some(name) = &arm.name else { continue };
            for i in 0..arms.len() {
                if !arms[i].name.means(&name.value) {
                    continue;
                }
                let bot = arms[i].name.bot.clone();
                let wanted = ArmName { bot, ..against.value.as_str().into() }.to_string();
                let meant = |arm: &PlanArm| arm.name.is(&wanted) && arm.pairing == arms[i].pairing;
                let found = arms[..i].iter().position(meant);
                if found.is_none() {
                    let earlier: Vec<String> = arms[..i].iter().map(|a| a.name.to_string()).collect();
                    let allowed = format!("an earlier arm that shares its luck: {}", earlier.join(", "));
                    self.fault(against.offset, Fault::new("against", format!("`{wanted}`"), allowed));
                }
                arms[i].base = found;
                arms[i].effect = found.and_then(|base| one_switch(arms, base, i));
            }
        }
        rotate(arms);
    }
}

/// The switch that alone sets arm `i` apart from `base`, if only one does.
fn one_switch(arms: &[PlanArm], base: usize, i: usize) -> Option<Effect> {
    let (a, b) = (&arms[base], &arms[i]);
    let differ = |((x, y), _): &((&str, &str), &str)| x != y;
    let pairs = a.settings.iter().zip(b.settings.iter()).map(|((s, x), (_, y))| ((x, y), s.key));
    let mut moved = pairs.filter(differ);
    let ((_, value), key) = moved.next()?;
    let same = a.bots == b.bots && a.squads == b.squads && a.data == b.data && moved.next().is_none();
    same.then(|| Effect { base, key: key.to_owned(), value: value.to_owned() })
}

/// Gives arms of the same ruleset and table size the same luck (or each its
/// own), step-proof deals where luck is shared by more than one, and to each a
/// base to be compared with: the arm it was varied from, else the first that
/// shares its luck; settles which rotate.
pub fn pair(arms: &mut [PlanArm], independent: bool, panel: bool) {
    for arm in arms.iter_mut() {
        arm.pairing = if independent {
            format!("{}/{}/{}", arm.ruleset, arm.bots.len(), arm.name)
        } else {
            format!("{}/{}", arm.ruleset, arm.bots.len())
        };
    }
    let mut tables: BTreeMap<String, usize> = BTreeMap::new();
    let mut firsts: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
    for arm in arms.iter() {
        *tables.entry(arm.pairing.clone()).or_default() += 1;
    }
    for i in 0..arms.len() {
        let arm = &arms[i];
        // Within a panel only tables of the same bots are compared.
        let bots = if panel { arm.bots.clone() } else { Vec::new() };
        let first = *firsts.entry((arm.pairing.clone(), bots)).or_insert(i);
        let base = match &arm.effect {
            Some(effect) => Some(effect.base).filter(|&base| arms[base].pairing == arm.pairing),
            None => Some(first).filter(|&first| first < i),
        };
        let paired = tables.get(&arm.pairing).is_some_and(|&arms| arms > 1);
        (arms[i].paired, arms[i].base) = (paired, base);
    }
    rotate(arms);
}
