//! `run.json`: what was asked and every integer that was counted (and, of a
//! run for a precision, the estimate at each look). From it the
//! whole report can be rebuilt, the run reproduced, continued or joined with
//! its other shards. It holds nothing that depends on machine, threads or
//! time.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::Run;
use crate::app::{App, Program};
use crate::campaign::{Ended, Played, Share};
use crate::lab::explain::{Sway, Sways};
use crate::scenario::fault::unprintable;
use crate::scenario::plan::{DataFile, Effect, Finding};
use crate::scenario::{ArmName, Budget, Length, Limits, Plan, PlanArm, Problem, Verdict};
use crate::settings::{PROGRAM, Settings};

/// Format of the file; raised whenever an old reader would misread a new file.
pub const FORMAT: u32 = 5;

/// One arm as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredArm {
    name: String,
    ruleset: String,
    switches: IndexMap<String, String>,
    data: Option<DataFile>,
    bots: Vec<String>,
    squads: Vec<Option<String>>,
    pairing: String,
    paired: bool,
    rotates: bool,
    base: Option<usize>,
    effect: Option<Effect>,
    group: Option<String>,
    played: Played,
}

/// The file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Always `levelpitch run`.
    pub kind: String,
    /// [`FORMAT`] of the writer.
    pub format: u32,
    /// Version of the writer.
    pub version: String,
    /// Name of the scenario.
    pub scenario: String,
    /// What the command line changed about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// Its question.
    pub question: String,
    /// Its text, as far as there was a file.
    pub text: String,
    /// BLAKE3 hash of the text.
    pub text_hash: String,
    /// Root of all luck.
    pub seed: u64,
    /// How long it was to play.
    pub length: Length,
    /// Confidence level.
    pub level: f64,
    /// Which share of the blocks.
    pub share: Share,
    /// Why it ended.
    pub ended: Ended,
    /// The question's yardstick.
    pub verdict: Option<Verdict<String>>,
    /// Bounds.
    pub budgets: Vec<Budget<String>>,
    /// Answers that take several arms.
    pub findings: Vec<Finding<String>>,
    /// Games of every plausible value of an assumption tried, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<u64>,
    /// What is healthy enough to print, where that is not as printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<Limits>,
    /// What came of the assumptions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sways: Vec<StoredSway>,
    /// Arms with their tallies.
    pub arms: Vec<StoredArm>,
}

/// Whether an assumption can change the verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StoredSway {
    ruleset: String,
    key: String,
    can_change_the_verdict: Sway,
}

impl Manifest {
    /// Which assumptions can change the verdict, where that was tried.
    #[must_use]
    pub fn judged(&self) -> Sways {
        let pair = |stored: &StoredSway| {
            ((stored.ruleset.clone(), stored.key.clone()), stored.can_change_the_verdict)
        };
        self.sways.iter().map(pair).collect()
    }
}

/// What a run of this program calls itself.
fn kind(program: Program) -> String {
    format!("{} run", program.name)
}

/// The manifest of a run.
#[must_use]
pub fn of(run: &Run) -> Manifest {
    let plan = &run.plan;
    let arms = plan.arms.iter().zip(&run.played).map(|(arm, played)| StoredArm {
        name: arm.name.to_string(),
        ruleset: arm.ruleset.to_string(),
        switches: arm.settings.iter().map(|(s, value)| (s.key.to_owned(), value.to_owned())).collect(),
        data: arm.data.clone(),
        bots: arm.bots.clone(),
        squads: arm.squads.clone(),
        pairing: arm.pairing.clone(),
        paired: arm.paired,
        rotates: arm.rotates,
        base: arm.base,
        effect: arm.effect.clone(),
        group: arm.group.clone(),
        played: played.clone(),
    });
    Manifest {
        kind: kind(plan.program),
        format: FORMAT,
        version: plan.program.version.to_owned(),
        scenario: plan.name.clone(),
        changes: plan.changes.clone(),
        question: plan.question.clone(),
        text: plan.text.clone(),
        text_hash: blake3::hash(plan.text.as_bytes()).to_hex().to_string(),
        seed: plan.seed,
        length: plan.length,
        level: plan.level,
        share: run.share,
        ended: run.ended,
        verdict: plan.verdict.clone().map(Verdict::written),
        budgets: plan.budgets.iter().cloned().map(Budget::written).collect(),
        findings: plan.findings.iter().cloned().map(Finding::written).collect(),
        assumptions: plan.assumptions,
        health: Some(plan.health.clone()).filter(|limits| *limits != Limits::default()),
        sways: (run.sways.iter())
            .map(|((ruleset, key), &sway)| StoredSway {
                ruleset: ruleset.clone(),
                key: key.clone(),
                can_change_the_verdict: sway,
            })
            .collect(),
        arms: arms.collect(),
    }
}

/// The file's bytes.
#[must_use]
pub fn bytes(manifest: &Manifest) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(manifest).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// Reads a manifest.
///
/// # Errors
/// When it is no manifest, of another version, or inconsistent in itself.
pub fn read(app: &App, file: &str, text: &str) -> Result<Manifest, Problem> {
    let Program { name, version: ours } = app.program;
    let own = format!("a run.json that {name} wrote");
    let refuse = |found: String, allowed: &str| Problem::file(file, found, allowed);
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|e| refuse(format!("text that is not JSON ({e})"), &own))?;
    if value.get("kind").and_then(|k| k.as_str()) != Some(kind(app.program).as_str()) {
        return Err(refuse("JSON of another kind".to_owned(), &own));
    }
    let version = value.get("version").and_then(|v| v.as_str()).unwrap_or("unknown").to_owned();
    if value.get("format").and_then(serde_json::Value::as_u64) != Some(u64::from(FORMAT)) {
        let allowed = format!("format {FORMAT} (this is version {ours})");
        return Err(Problem::file(
            file,
            format!("a manifest of another format, by version {version}"),
            allowed,
        ));
    }
    if version != ours {
        let allowed = format!("version {ours}: rules may have changed in between");
        return Err(Problem::file(file, format!("a manifest by version {version}"), allowed));
    }
    let manifest: Manifest =
        serde_json::from_str(text).map_err(|e| refuse(format!("a damaged manifest ({e})"), &own))?;
    if blake3::hash(manifest.text.as_bytes()).to_hex().as_str() != manifest.text_hash {
        return Err(refuse(
            "a scenario text that does not match its hash".to_owned(),
            "an unedited run.json",
        ));
    }
    Ok(manifest)
}

/// The plan and the tallies of a manifest.
///
/// # Errors
/// When an arm names a ruleset or switch that this version does not have.
pub fn plan(app: &App, file: &str, manifest: &Manifest) -> Result<(Plan, Vec<Played>), Vec<Problem>> {
    let mut problems = Vec::new();
    let mut arms = Vec::new();
    let mut played = Vec::new();
    let named =
        [&manifest.scenario, &manifest.question].into_iter().chain(manifest.arms.iter().map(|arm| &arm.name));
    if let Some(found) = named.clone().find_map(|name| unprintable(name)) {
        return Err(vec![Problem::file(file, found, "an unedited run.json")]);
    }
    for (index, stored) in manifest.arms.iter().enumerate() {
        let in_file = |fault| Problem { file: file.to_owned(), line: None, fault };
        let ruleset = match app.resolve(&stored.ruleset) {
            Ok(ruleset) => ruleset,
            Err(fault) => {
                problems.push(in_file(fault));
                continue;
            }
        };
        let mut settings = Settings::printed(ruleset.switches);
        for (key, value) in &stored.switches {
            if let Err(fault) = settings.set(key, value) {
                problems.push(in_file(fault));
            }
        }
        if stored.base.is_some_and(|base| base >= index) {
            problems.push(Problem::file(
                file,
                format!("arm {index} compared with a later arm"),
                "an unedited run.json",
            ));
        }
        arms.push(PlanArm {
            name: ArmName::read(&stored.name, &stored.bots),
            ruleset,
            settings,
            data: stored.data.clone(),
            bots: stored.bots.clone(),
            squads: stored.squads.clone(),
            pairing: stored.pairing.clone(),
            paired: stored.paired,
            rotates: stored.rotates,
            base: stored.base,
            effect: stored.effect.clone(),
            group: stored.group.clone(),
        });
        played.push(stored.played.clone());
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let read = |name: String| {
        let found = arms.iter().find_map(|arm| arm.metrics().find(&name));
        found.ok_or_else(|| vec![Problem::file(file, format!("the metric `{name}`"), "an unedited run.json")])
    };
    let verdict = manifest.verdict.clone().map(|verdict| verdict.with(read)).transpose()?;
    let budgets =
        manifest.budgets.iter().cloned().map(|budget| budget.with(read)).collect::<Result<_, _>>()?;
    let findings =
        manifest.findings.iter().cloned().map(|finding| finding.with(read)).collect::<Result<_, _>>()?;
    let plan = Plan {
        program: app.program,
        name: manifest.scenario.clone(),
        changes: manifest.changes.clone(),
        typed: Vec::new(),
        question: manifest.question.clone(),
        text: manifest.text.clone(),
        seed: manifest.seed,
        length: manifest.length,
        arms,
        verdict,
        budgets,
        findings,
        asked: Vec::new(),
        assumptions: manifest.assumptions,
        level: manifest.level,
        health: manifest.health.clone().unwrap_or_default(),
    };
    Ok((plan, played))
}

/// Joins shards of one run: all `n` of them, each once, in any order.
///
/// # Errors
/// When they are not the shards of one and the same run.
pub fn merge(parts: &[(String, Manifest)]) -> Result<Manifest, Problem> {
    let Some((first_file, first)) = parts.first() else {
        return Err(Problem::file("merge", "no file", "the run.json of every shard"));
    };
    let blank = |manifest: &Manifest| {
        let mut blank = manifest.clone();
        blank.share = Share::WHOLE;
        blank.ended = Ended::Complete;
        for arm in &mut blank.arms {
            arm.played = first.arms[0].played.clone();
        }
        blank
    };
    if first.arms.is_empty() {
        return Err(Problem::file(first_file, "a run without arms", "the run.json of a shard"));
    }
    let mut order: Vec<&(String, Manifest)> = parts.iter().collect();
    order.sort_by_key(|(_, manifest)| manifest.share.k);
    let n = first.share.n;
    for (file, manifest) in &order {
        if blank(manifest) != blank(first) {
            return Err(Problem::file(file, format!("another run than {first_file}"), "shards of one run"));
        }
        if manifest.share.n != n {
            return Err(Problem::file(
                file,
                format!("a shard of {}", manifest.share.n),
                format!("shards of {n}"),
            ));
        }
        if manifest.ended != Ended::Complete {
            return Err(Problem::file(
                file,
                "an unfinished shard",
                format!("finished shards; `{PROGRAM} rerun` completes it"),
            ));
        }
    }
    let present: Vec<u64> = order.iter().map(|(_, manifest)| manifest.share.k).collect();
    if present != (1..=n).collect::<Vec<_>>() {
        let found = format!("shards {present:?} of {n}");
        return Err(Problem::file("merge", found, format!("each of 1 to {n} once")));
    }
    let mut whole = first.clone();
    whole.share = Share::WHOLE;
    for (slot, arm) in whole.arms.iter_mut().enumerate() {
        arm.played = order[0].1.arms[slot].played.clone();
        for (_, manifest) in &order[1..] {
            let later = &manifest.arms[slot].played;
            // A look at a shard is no look at the whole.
            arm.played.looks.clear();
            arm.played.blocks += later.blocks;
            arm.played.tally.merge(&later.tally);
            if let (Some(mine), Some(theirs)) = (&mut arm.played.cross, &later.cross) {
                mine.merge(theirs);
            }
        }
    }
    Ok(whole)
}
