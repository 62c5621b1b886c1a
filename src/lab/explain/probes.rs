//! What is tried: every switch and assumption at the values of its atlas, and
//! whatever may be done to single cards, each as an arm that shares the luck of
//! the arm it was varied from.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::{Left, Origins, Scope};
use crate::metric::Metric;
use crate::scenario::arm::Effect;
use crate::scenario::data_file::DataFile;
use crate::scenario::{ArmName, PlanArm, edit};
use crate::settings::{Fault, Origin, Status, Switch};

/// What a probe changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind")]
pub enum What {
    /// A switch or an assumption.
    #[serde(rename = "switch")]
    Setting {
        /// Its key.
        #[serde(rename = "name")]
        key: &'static str,
        /// Value in force.
        from: String,
        /// Value tried.
        to: String,
        /// Why it exists.
        #[serde(flatten, serialize_with = "standing")]
        #[schemars(with = "Standing")]
        origin: Origin,
    },
    /// A card.
    #[serde(rename = "card")]
    Card {
        /// The card.
        #[serde(rename = "name")]
        item: String,
        /// What is done to it.
        #[serde(rename = "to")]
        change: String,
    },
}

/// Where a switch comes from, in words.
#[derive(Serialize, JsonSchema)]
struct Standing {
    /// `given`, `inferred` or `assumed`.
    status: &'static str,
    /// `rulebook option`, `house rule`, `second reading`, `missing datum` or
    /// `modelling`.
    origin: &'static str,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands references to `serialize_with`")]
fn standing<S: Serializer>(origin: &Origin, to: S) -> Result<S::Ok, S::Error> {
    Standing { status: origin.status().word(), origin: origin.name() }.serialize(to)
}

impl What {
    /// The switch or card.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Setting { key, .. } => key,
            Self::Card { item, .. } => item,
        }
    }

    /// Why it exists; `None` for a card.
    #[must_use]
    pub const fn origin(&self) -> Option<Origin> {
        match self {
            Self::Setting { origin, .. } => Some(*origin),
            Self::Card { .. } => None,
        }
    }

    /// Whether the rulebook leaves it open: a second reading, a missing datum,
    /// a choice of the simulation.
    #[must_use]
    pub fn unknown(&self) -> bool {
        self.origin().is_some_and(|origin| origin.status() != Status::Given)
    }
}

/// One arm that differs in one thing from another.
#[derive(Debug, Clone)]
pub struct Probe {
    /// What is changed.
    pub what: What,
    /// Further settings under which it is tried, in base and probe alike.
    pub with: Vec<(String, String)>,
    /// The arm, in the plan that is played.
    pub arm: usize,
    /// The arm it is compared with.
    pub base: usize,
    /// The scenario's arm behind both.
    pub root: usize,
}

/// Arms to be played, and what each is for.
#[derive(Default)]
pub struct Probes {
    /// The arms, roots first.
    pub arms: Vec<PlanArm>,
    /// What is tried.
    pub probes: Vec<Probe>,
    /// What could not be tried.
    pub left: Vec<Left>,
}

type Pairs = Vec<(String, String)>;

/// `base` with these settings and these paths into its data changed, ready to
/// be played at its own table size.
///
/// # Errors
/// What the ruleset refuses; a table of another size whose entrants differ.
pub fn varied(base: &PlanArm, changes: &[(String, String)]) -> Result<PlanArm, Vec<Fault>> {
    let mut arm = base.clone();
    for (key, value) in changes {
        match edit::path(key) {
            Some(path) => {
                let changed = DataFile::with_value(arm.data.as_ref(), arm.ruleset, path, value);
                arm.data = Some(changed.map_err(|fault| vec![fault])?);
            }
            None => arm.settings.set(key, value).map_err(|fault| vec![fault])?,
        }
    }
    // The table's size follows from the switches; squads are checked with it.
    let squads = std::mem::take(&mut arm.squads);
    let seats = arm.seats()?;
    if seats == base.bots.len() {
        arm.squads = squads;
    } else if base.mirrored() && !base.bots.is_empty() {
        arm.bots = vec![base.bots[0].clone(); seats];
        arm.squads = vec![squads.first().cloned().flatten(); seats];
    } else {
        let found = format!("{seats} seats for {} different entrants", base.bots.len());
        return Err(vec![Fault::new("bots", found, "as many seats as entrants")]);
    }
    arm.check()?;
    arm.pairing = format!("{}/{seats}", arm.ruleset);
    arm.paired = true;
    (arm.base, arm.effect) = (None, None);
    Ok(arm)
}

/// `key = value, key = value`.
pub fn spelled(pairs: &[(String, String)]) -> String {
    pairs.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

fn reason(faults: &[Fault]) -> String {
    let told = faults.iter().map(|fault| {
        let hint = fault.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
        format!("{}: found {}; allowed: {}{hint}", fault.key, fault.found, fault.allowed)
    });
    told.collect::<Vec<_>>().join("; ")
}

impl Probes {
    /// The probes of some arms of a scenario: all of them are compared on one
    /// luck.
    ///
    /// # Errors
    /// When a scenario's own arm is refused.
    pub fn of(roots: &[&PlanArm], metric: Metric, scope: Scope) -> Result<Self, Vec<Fault>> {
        let mut all = Self::default();
        for root in roots {
            all.arms.push(varied(root, &[])?);
        }
        for root in 0..roots.len() {
            all.settings(root, metric, scope);
            if scope == Scope::Everything {
                all.cards(root);
            }
        }
        Ok(all)
    }

    fn push(&mut self, mut arm: PlanArm, what: What, with: Pairs, base: usize, root: usize) {
        let tried = match &what {
            What::Setting { key, to, .. } => format!("{key} = {to}"),
            What::Card { item, change } => format!("{item} {change}"),
        };
        let under = if with.is_empty() { String::new() } else { format!(" ({})", spelled(&with)) };
        arm.name = format!("{}: {tried}{under}", self.arms[root].name).into();
        if arm.pairing == self.arms[base].pairing {
            arm.base = Some(base);
            if let What::Setting { key, to, .. } = &what {
                arm.effect = Some(Effect { base, key: (*key).to_owned(), value: to.clone() });
            }
        }
        self.probes.push(Probe { what, with, arm: self.arms.len(), base, root });
        self.arms.push(arm);
    }

    /// The root under further settings; made when first asked for. The root
    /// itself where these settings alone are refused.
    fn base(&mut self, root: usize, with: &[(String, String)]) -> usize {
        if with.is_empty() {
            return root;
        }
        let name: ArmName = format!("{} ({})", self.arms[root].name, spelled(with)).into();
        if let Some(known) = self.arms.iter().position(|arm| arm.name == name) {
            return known;
        }
        let Ok(mut arm) = varied(&self.arms[root], with) else { return root };
        arm.name = name;
        self.arms.push(arm);
        self.arms.len() - 1
    }

    fn settings(&mut self, root: usize, metric: Metric, scope: Scope) {
        let ruleset = self.arms[root].ruleset;
        let settings = self.arms[root].settings.clone();
        let tried = |switch: &&Switch| match switch.origin {
            // A house rule that the printed game lacks is tried where it is set.
            Origin::Added => scope == Scope::Everything && settings.text(switch.key) != switch.default,
            origin => scope == Scope::Everything || origin.status() != Status::Given,
        };
        for switch in ruleset.switches.iter().filter(tried) {
            for value in switch.atlas {
                let with: Pairs = (switch.beside(value))
                    .filter(|(key, value)| self.arms[root].settings.text(key) != *value)
                    .map(|(key, value)| (key.to_owned(), value.to_owned()))
                    .collect();
                let from = self.arms[root].settings.text(switch.key).to_owned();
                // What the companions themselves settle is no other value.
                if with.iter().any(|(key, _)| key == switch.key) {
                    continue;
                }
                let mut changes = with.clone();
                changes.push((switch.key.to_owned(), (*value).to_owned()));
                let made = varied(&self.arms[root], &changes);
                let what = format!("{} = {value}", switch.key);
                let arm = match made {
                    Ok(arm) => arm,
                    Err(faults) => {
                        self.leave(root, what, &reason(&faults));
                        continue;
                    }
                };
                let to = arm.settings.text(switch.key).to_owned();
                if to == from {
                    continue;
                }
                if !arm.metrics().has(metric) {
                    self.leave(root, what, &format!("a table without {metric}"));
                    continue;
                }
                let base = self.base(root, &with);
                let what = What::Setting { key: switch.key, origin: switch.origin, from, to };
                self.push(arm, what, with, base, root);
            }
        }
    }

    fn cards(&mut self, root: usize) {
        for card in self.arms[root].interventions() {
            match varied(&self.arms[root], &card.edits) {
                Ok(arm) => {
                    let what = What::Card { item: card.item, change: card.change };
                    self.push(arm, what, Vec::new(), root, root);
                }
                Err(faults) => self.leave(root, format!("{} {}", card.item, card.change), &reason(&faults)),
            }
        }
    }

    fn leave(&mut self, root: usize, what: String, why: &str) {
        let arm = self.arms[root].name.to_string();
        self.left.push(Left { arm, what, why: why.to_owned() });
    }

    /// The unknown numbers that can be set at once in the root itself: those
    /// tried there, each with all its values, the one in force first.
    #[must_use]
    pub fn unknowns(&self, root: usize) -> Origins {
        let mut all: Origins = Vec::new();
        let mine = self.probes.iter().filter(|p| p.root == root && p.base == root && p.with.is_empty());
        for probe in mine.filter(|probe| probe.what.unknown()) {
            let What::Setting { key, from, to, .. } = &probe.what else { continue };
            if self.arms[probe.arm].bots.len() != self.arms[root].bots.len() {
                continue;
            }
            match all.iter_mut().find(|(other, _)| other == key) {
                Some((_, values)) => values.push(to.clone()),
                None => all.push((key, vec![from.clone(), to.clone()])),
            }
        }
        // In the order of the atlas, so that neighbours in the list are
        // neighbours in size.
        let switches = self.arms[root].ruleset.switches;
        for (key, values) in &mut all {
            let atlas = switches.iter().find(|s| s.key == *key).map(|s| s.atlas);
            let place =
                |value: &String| atlas.and_then(|atlas| atlas.iter().position(|other| other == value));
            values.sort_by_key(|value| place(value).unwrap_or(usize::MAX));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::sample;

    fn probes(set: &str) -> Probes {
        let plan = sample(&format!("ruleset = \"futbol-dash\"\nbots = \"random\"\n{set}"));
        Probes::of(&[&plan.arms[0]], Metric::FIRST_SEAT, Scope::Assumptions).unwrap()
    }

    #[test]
    fn only_tables_of_the_same_size_are_compared_pairwise() {
        let all = probes("");
        let mut seen = [0, 0];
        for probe in &all.probes {
            let (arm, base) = (&all.arms[probe.arm], &all.arms[probe.base]);
            let alike = arm.bots.len() == base.bots.len();
            assert_eq!(arm.base, alike.then_some(probe.base), "{}", arm.name);
            assert_eq!(arm.effect.is_some(), alike, "{}", arm.name);
            seen[usize::from(alike)] += 1;
        }
        assert!(seen[0] >= 4 && seen[1] > 10, "{seen:?}");
    }

    #[test]
    fn what_is_looked_into_deeply_keeps_the_table_and_the_order_of_the_atlas() {
        // The printed settings are mostly the first of their atlas; not this one.
        let all = probes("set = { deck-preset = \"soft\" }\n");
        let unknowns = all.unknowns(0);
        assert!(unknowns.iter().all(|(key, _)| *key != "players"), "another table is another question");
        let info = crate::rulesets::app().find("futbol-dash").unwrap();
        let mut inner = 0;
        for (key, values) in &unknowns {
            let switch = info.switches.iter().find(|switch| switch.key == *key).unwrap();
            let places: Vec<_> =
                values.iter().map(|value| switch.atlas.iter().position(|other| other == value)).collect();
            assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{key}: {values:?}");
            inner += usize::from(values[0] != all.arms[0].settings.text(key));
        }
        assert!(inner > 0, "some value lies before the printed one");
    }
}
