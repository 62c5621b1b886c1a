//! The arms of a scenario: switches, component data, bots and squads of each.

use std::collections::{BTreeMap, BTreeSet};

use super::{IMPLIED, MOST_ARMS, Resolver, no_bot};
use crate::app::App;
use crate::arena::RulesetId;
use crate::bots::{program, random};
use crate::chance::MAX_SEATS;
use crate::game::weights;
use crate::scenario::arm::{Effect, PlanArm};
use crate::scenario::data_file::DataFile;
use crate::scenario::fault::{ENOUGH, Problem, quoted, unprintable};
use crate::scenario::wire::{At, Wire, WireArm};
use crate::scenario::{ArmName, Wording};
use crate::scenario::{edit, shape};
use crate::settings::{Fault, Settings};

impl Resolver<'_> {
    fn ruleset(&mut self, wire: &Wire, arm: &WireArm) -> Option<RulesetId> {
        let Some(id) = arm.ruleset.as_ref().or(wire.ruleset.as_ref()) else {
            let fault = Fault::absent("ruleset", "nothing", self.origin.app.listed());
            self.fault(arm.offset, fault);
            return None;
        };
        self.origin.app.resolve(&id.value).map_err(|fault| self.fault(id.offset, fault)).ok()
    }

    /// Every switch as file and command line set it, and what they set wrongly
    /// (where in the file, if there).
    fn settings(
        &self,
        ruleset: RulesetId,
        wire: &Wire,
        arm: &WireArm,
    ) -> (Settings, Vec<(Option<usize>, Fault)>) {
        let mut settings = Settings::printed(ruleset.switches);
        let in_file = wire.set.iter().chain(&arm.set).map(|(k, v)| (&k.value, &v.value, Some(k.offset)));
        let all = in_file.chain(self.overrides.set.iter().map(|(k, v)| (k, v, None)));
        let switches = all.filter(|(key, ..)| edit::path(key).is_none());
        let wrong = switches.filter_map(|(key, value, offset)| {
            let fault = settings.set(key, value).err()?;
            Some((offset, self.origin.app.elsewhere(ruleset, fault)))
        });
        let wrong = wrong.collect();
        (settings, wrong)
    }

    /// The component data with every `data.…` key of the `set` tables worked
    /// in; `None` for the ruleset's own as it is.
    fn data(&mut self, ruleset: RulesetId, wire: &Wire, arm: &WireArm) -> Option<DataFile> {
        let mut data = self.data_file(ruleset, wire, arm);
        let in_file = wire.set.iter().chain(&arm.set).map(|(k, v)| (&k.value, &v.value, Some(k.offset)));
        let all = in_file.chain(self.overrides.set.iter().map(|(k, v)| (k, v, None)));
        for (key, value, offset) in all.collect::<Vec<_>>() {
            let Some(path) = edit::path(key) else { continue };
            match DataFile::with_value(data.as_ref(), ruleset, path, value) {
                Ok(changed) => data = Some(changed),
                Err(fault) => self.fault_at(offset, fault),
            }
        }
        if let Some(DataFile { file, text, .. }) = &self.overrides.weights {
            let file = file.as_deref().unwrap_or_default();
            let checked = weights::seats(text, ruleset.features());
            match checked.and_then(|_| DataFile::with_weights(data.as_ref(), ruleset, file, text)) {
                Ok(changed) => data = Some(changed),
                Err(faults) => {
                    for fault in faults.into_iter().take(ENOUGH) {
                        let at = fault.offset;
                        self.push_once(Problem::in_text(file, text, at, fault));
                    }
                }
            }
        }
        data
    }

    fn data_file(&mut self, ruleset: RulesetId, wire: &Wire, arm: &WireArm) -> Option<DataFile> {
        let data = self.chosen_data(wire, arm)?;
        if let Some(word) = edit::words(&data.text).iter().find_map(|word| unprintable(word)) {
            let fault = Fault::new("data", word, "printable letters in every text");
            let problem = Problem { file: data.name(ruleset).to_owned(), line: None, fault };
            self.push_once(problem);
        }
        Some(data)
    }

    fn chosen_data(&mut self, wire: &Wire, arm: &WireArm) -> Option<DataFile> {
        if let Some(data) = &self.overrides.data {
            return Some(data.clone());
        }
        let named = arm.data.as_ref().or(wire.data.as_ref())?;
        match (self.origin.read)(&named.value) {
            Ok(text) => Some(DataFile::of(&named.value, text)),
            Err(reason) => {
                let fault =
                    Fault::new("data", format!("`{}`: {reason}", named.value), "a readable TOML file");
                self.fault(named.offset, fault);
                None
            }
        }
    }

    /// One bot per entrant: a single name serves all.
    fn per_entrant(
        &mut self,
        key: &str,
        names: &[String],
        seats: usize,
        offset: Option<usize>,
    ) -> Option<Vec<String>> {
        if names.len() == seats {
            return Some(names.to_vec());
        }
        if let [one] = names {
            return Some(vec![one.clone(); seats]);
        }
        let found = format!("{} names for {seats} seats", names.len());
        self.fault_at(offset, Fault::absent(key, found, format!("one name for all, or {seats}")));
        None
    }

    fn check_bots(&mut self, ruleset: RulesetId, names: &[String], offset: Option<usize>) {
        if names.len() > MAX_SEATS {
            let found = format!("{} names", names.len());
            self.fault_at(
                offset,
                Fault::absent(
                    "bots",
                    found,
                    format!("one name for all, or a name for each of at most {MAX_SEATS} seats"),
                ),
            );
            return;
        }
        for name in names.iter().filter(|name| !ruleset.has_bot(name)) {
            self.fault_at(offset, no_bot("bots", ruleset, name));
        }
        // What the command line names was named by whoever sits before it.
        let of_file = offset.is_some() && !self.overrides.programs;
        if let Some(fault) = program::unasked(names.iter().map(String::as_str)).filter(|_| of_file) {
            self.fault_at(offset, fault);
        }
    }

    fn arm(&mut self, wire: &Wire, arm: &WireArm, panel_bot: Option<&At<String>>) -> Option<PlanArm> {
        if self.enough() {
            return None;
        }
        let ruleset = self.ruleset(wire, arm)?;
        let before = self.problems.len();
        let (settings, wrong) = self.settings(ruleset, wire, arm);
        for (offset, fault) in wrong {
            self.fault_at(offset, fault);
        }
        let data = self.data(ruleset, wire, arm);
        let (named, offset) =
            match (&self.overrides.bots, panel_bot, arm.bots.as_ref().or(wire.bots.as_ref())) {
                (Some(bots), ..) => (Some(bots.clone()), None),
                (None, Some(bot), _) => (Some(vec![bot.value.clone()]), Some(bot.offset)),
                (None, None, Some(bots)) => (Some(bots.value.clone()), Some(bots.offset)),
                (None, None, None) => (None, None),
            };
        self.check_bots(ruleset, named.as_deref().unwrap_or_default(), offset);
        if self.problems.len() > before {
            return None;
        }
        let name = match &arm.name {
            Some(name) => ArmName::from(&name.value),
            None => ArmName { wording: Wording::Changes, ..self.overrides.implied().into() },
        };
        let name = ArmName { bot: panel_bot.map(|bot| bot.value.clone()), ..name };
        let mut made = unseated(name, ruleset, settings, data);
        // The number of seats follows from the switches alone; squads are
        // checked in a second step, when it is known.
        let seats = match made.seats() {
            Ok(seats) => seats,
            Err(faults) => {
                self.build_faults(&made, (wire, arm), faults);
                return None;
            }
        };
        let usual = || ruleset.panel(seats).pop().map(str::to_owned).into_iter().collect();
        let names = named.unwrap_or_else(usual);
        made.bots = self.per_entrant("bots", &names, seats, offset)?;
        made.programs = program::checksums(&made.bots);
        let (squads, offset) = match (&self.overrides.squads, arm.squads.as_ref().or(wire.squads.as_ref())) {
            (Some(squads), _) => (Some(squads.clone()), None),
            (None, Some(squads)) => (Some(squads.value.clone()), Some(squads.offset)),
            (None, None) => (None, None),
        };
        if squads.is_some() && ruleset.squad.is_none() {
            let found = quoted(squads.iter().flatten());
            let allowed = format!("nothing: {} has no squads, clubs or decks to name", ruleset.title);
            self.fault_at(offset, Fault::new("squads", found, allowed));
            return None;
        }
        made.squads = match squads {
            Some(names) => self.per_entrant("squads", &names, seats, offset)?.into_iter().map(Some).collect(),
            None => vec![None; seats],
        };
        if let Err(faults) = made.check() {
            self.build_faults(&made, (wire, arm), faults);
            return None;
        }
        Some(made)
    }

    /// A fault that other arms may have come to before.
    fn push_once(&mut self, problem: Problem) {
        if self.shared.insert(problem.to_string()) {
            self.problems.push(problem);
        }
    }

    /// A fault of the component data as one of whoever has set what is wrong there,
    /// or something below it: on the command line, or in the file.
    fn set_wrong(&self, (wire, arm): (&Wire, &WireArm), fault: &Fault) -> Option<Problem> {
        let below = |key: &str| {
            let rest = edit::path(key).and_then(|set| set.strip_prefix(&fault.key));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let fault = Fault { key: format!("{}{}", edit::PREFIX, fault.key), ..fault.clone() };
        if self.overrides.set.iter().any(|(key, _)| below(key)) {
            return Some(Problem::flag(fault));
        }
        let (key, _) = wire.set.iter().chain(&arm.set).find(|(key, _)| below(&key.value))?;
        Some(Problem::in_text(self.origin.file, self.origin.text, Some(key.offset), fault))
    }

    /// Faults found by a ruleset, put where the user can mend them.
    fn build_faults(&mut self, arm: &PlanArm, set: (&Wire, &WireArm), faults: Vec<Fault>) {
        let of_arm = |key: &str| {
            let table = key.split('.').next().unwrap_or_default();
            table == "bots" || table == "squads" || arm.settings.iter().any(|(switch, _)| switch.key == key)
        };
        for fault in faults.into_iter().take(ENOUGH) {
            let problem = match (&arm.data, fault.offset) {
                (Some(data), None) if !of_arm(&fault.key) => {
                    self.set_wrong(set, &fault).unwrap_or_else(|| Problem {
                        file: data.name(arm.ruleset).to_owned(),
                        line: None,
                        fault,
                    })
                }
                (Some(data), Some(at)) => {
                    let fault = shape::plain(fault, &data.text);
                    let told = self.set_wrong(set, &fault);
                    told.unwrap_or_else(|| {
                        Problem::in_text(data.name(arm.ruleset), &data.text, Some(at), fault)
                    })
                }
                _ if self.overrides.set.iter().any(|(key, _)| *key == fault.key) => Problem::flag(fault),
                _ => {
                    // A file without arms has none to name.
                    let key = match arm.name.wording {
                        Wording::Changes => fault.key.clone(),
                        _ => format!("arm `{}`, {}", arm.name.of_all_bots(), fault.key),
                    };
                    let offset = Some(set.1.offset);
                    Problem::in_text(self.origin.file, self.origin.text, offset, Fault { key, ..fault })
                }
            };
            self.push_once(problem);
        }
    }

    /// The ruleset's own panel for the table of the first arm, where neither file
    /// nor command line says who plays and all arms are of one game: a verdict
    /// that holds for one bot only is not a verdict.
    pub(super) fn usual_panel(&self, wire: &Wire) -> Option<Vec<&'static str>> {
        let said = self.overrides.bots.is_some() || wire.panel.is_some() || wire.bots.is_some();
        if said || wire.arms.iter().any(|arm| arm.bots.is_some()) {
            return None;
        }
        let mut named = wire.arms.iter().filter_map(|arm| arm.ruleset.as_ref()).chain(&wire.ruleset);
        let first = &named.next()?.value;
        let alike = named.all(|other| other.value == *first);
        let ruleset = self.origin.app.find(first).filter(|_| alike)?;
        let implied = WireArm::default();
        let (settings, _) = self.settings(ruleset, wire, wire.arms.first().unwrap_or(&implied));
        // What is set wrongly is told when the arm is made.
        let seats = unseated(IMPLIED.into(), ruleset, settings, None).seats().unwrap_or(2);
        Some(ruleset.panel(seats))
    }

    /// The base arms, the arms of `[vary]` behind them, all once per panel bot.
    /// None of them when there are more than can be told of.
    pub(super) fn arms(&mut self, wire: &Wire, usual_panel: Option<Vec<&'static str>>) -> Vec<PlanArm> {
        let implied = [WireArm::default()];
        let bases: &[WireArm] = if wire.arms.is_empty() { &implied } else { &wire.arms };
        let panel: Vec<Option<At<String>>> = match (&wire.panel, usual_panel) {
            (Some(panel), _) if self.overrides.bots.is_none() => panel
                .value
                .iter()
                .map(|name| Some(At { value: name.clone(), offset: panel.offset }))
                .collect(),
            (None, Some(names)) => {
                names.into_iter().map(|name| Some(At { value: name.to_owned(), offset: 0 })).collect()
            }
            _ => vec![None],
        };
        let varied = wire.vary.iter().map(|(_, values)| values.len());
        let pairs = wire.match_ups.iter().map(|group| group.rows.value.len() * group.columns.value.len());
        let each = bases.len() + varied.chain(pairs).sum::<usize>();
        // Told before any of them is made.
        if panel.len().saturating_mul(each) > MOST_ARMS {
            let found = format!("{} arms", panel.len().saturating_mul(each));
            self.fault(0, Fault::new("arm", found, format!("at most {MOST_ARMS}")));
            return Vec::new();
        }
        let mut arms: Vec<PlanArm> = Vec::new();
        for bot in &panel {
            let first = arms.len();
            for base in bases {
                arms.extend(self.arm(wire, base, bot.as_ref()));
            }
            for (key, values) in &wire.vary {
                for value in values {
                    let mut varied = bases[0].clone();
                    let name = format!("{} = {}", key.value, value.value);
                    varied.name = Some(At { value: name, offset: key.offset });
                    varied.set.push((key.clone(), value.clone()));
                    let Some(mut arm) = self.arm(wire, &varied, bot.as_ref()) else { continue };
                    let is_data = edit::path(&key.value).is_some();
                    let spelled =
                        if is_data { value.value.clone() } else { arm.settings.text(&key.value).to_owned() };
                    let same = |base: &PlanArm| {
                        if is_data {
                            base.data_text() == arm.data_text()
                        } else {
                            base.settings.text(&key.value) == spelled
                        }
                    };
                    if arms.get(first).is_some_and(same) {
                        continue;
                    }
                    arm.name.wording = Wording::Change;
                    arm.effect = Some(Effect { base: first, key: key.value.clone(), value: spelled });
                    arms.push(arm);
                }
            }
            for group in &wire.match_ups {
                for (row, column) in
                    group.rows.value.iter().flat_map(|row| group.columns.value.iter().map(move |c| (row, c)))
                {
                    let mut pair = bases[0].clone();
                    let offset = group.offset;
                    pair.offset = offset;
                    let name = format!("{row} v {column}");
                    pair.name = Some(At { value: name, offset });
                    pair.squads = Some(At { value: vec![row.clone(), column.clone()], offset });
                    pair.set.extend(group.set.iter().cloned());
                    let Some(mut arm) = self.arm(wire, &pair, bot.as_ref()) else { continue };
                    arm.name.group = Some(group.name.value.clone());
                    arms.push(arm);
                }
            }
        }
        let mut names = BTreeSet::new();
        for arm in &arms {
            let name = arm.name.to_string();
            if names.contains(&name) && !self.enough() {
                let of_panel = arm.name.of_all_bots();
                let mut given = bases.iter().filter_map(|base| base.name.as_ref());
                let offset = given.find(|given| given.value == name || given.value == of_panel);
                let fault = Fault::absent("name", format!("`{name}` twice"), "a unique name per arm");
                self.fault(offset.map_or(0, |given| given.offset), fault);
            }
            names.insert(name);
        }
        arms
    }
}

/// Every arm's ruleset as printed, for what can be said without the arms.
pub(super) fn printed(app: &App, wire: &Wire) -> Vec<PlanArm> {
    let ids = wire.arms.iter().filter_map(|arm| arm.ruleset.as_ref()).chain(&wire.ruleset);
    let mut arms: Vec<PlanArm> = Vec::new();
    for ruleset in ids.filter_map(|id| app.find(&id.value)) {
        if arms.iter().any(|arm| arm.ruleset == ruleset) {
            continue;
        }
        arms.extend(alike(IMPLIED.into(), ruleset, Settings::printed(ruleset.switches), random::NAME));
    }
    arms
}

/// An arm with one bot in all seats.
///
/// # Errors
/// What the ruleset says of its switches.
pub(in crate::scenario) fn alike(
    name: ArmName,
    ruleset: RulesetId,
    settings: Settings,
    bot: &str,
) -> Result<PlanArm, Vec<Fault>> {
    let mut arm = unseated(name, ruleset, settings, None);
    let seats = arm.seats()?;
    (arm.bots, arm.squads) = (vec![bot.to_owned(); seats], vec![None; seats]);
    Ok(arm)
}

/// An arm before anybody sits down.
fn unseated(name: ArmName, ruleset: RulesetId, settings: Settings, data: Option<DataFile>) -> PlanArm {
    PlanArm {
        name,
        ruleset,
        settings,
        data,
        bots: Vec::new(),
        squads: Vec::new(),
        pairing: String::new(),
        paired: false,
        rotates: false,
        base: None,
        effect: None,
        verified: false,
        patience: program::PATIENCE,
        programs: BTreeMap::new(),
    }
}
