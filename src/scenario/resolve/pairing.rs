//! Which arms share luck, and what each is compared with.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Resolver;
use crate::scenario::ArmName;
use crate::scenario::arm::{Effect, PlanArm, rotate};
use crate::scenario::wire::{Luck, Wire};
use crate::settings::Fault;

impl Resolver<'_> {
    pub(super) fn pair(&mut self, wire: &Wire, arms: &mut [PlanArm]) {
        pair(arms, wire.luck == Some(Luck::Independent), wire.panel.is_some());
        if wire.arms.iter().all(|arm| arm.against.is_none()) {
            return;
        }
        let names: Vec<String> = arms.iter().map(|arm| arm.name.to_string()).collect();
        // That a name is there twice is told already.
        if names.iter().collect::<HashSet<_>>().len() < names.len() {
            return;
        }
        // By what means them: to look through thousands of arms for each of them takes minutes.
        let mut meant: HashMap<String, Vec<usize>> = HashMap::new();
        for (i, arm) in arms.iter().enumerate() {
            let of_panel = arm.name.bot.as_ref().map(|_| arm.name.of_all_bots().into_owned());
            for name in of_panel.into_iter().chain([names[i].clone()]) {
                meant.entry(name).or_default().push(i);
            }
        }
        for (arm, against) in wire.arms.iter().filter_map(|arm| Some((arm, arm.against.as_ref()?))) {
            let Some(name) = &arm.name else { continue };
            for &i in meant.get(&name.value).into_iter().flatten() {
                let bot = arms[i].name.bot.clone();
                let wanted = ArmName { bot, ..against.value.as_str().into() }.to_string();
                let mut alike =
                    meant.get(&wanted).into_iter().flatten().copied().take_while(|&base| base < i);
                let is_base = |&base: &usize| names[base] == wanted && arms[base].pairing == arms[i].pairing;
                let found = alike.find(is_base);
                if found.is_none() && !self.enough() {
                    let earlier = if i == 0 { "there is none" } else { &names[..i].join(", ") };
                    let allowed = format!("an earlier arm that shares its luck: {earlier}");
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
