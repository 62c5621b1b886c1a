//! `run.json`: what was asked and every integer that was counted (and, of a
//! run for a precision, the estimate at each look). From it the
//! whole report can be rebuilt, the run reproduced, continued or joined with
//! its other shards. It holds nothing that depends on machine, threads or
//! time.

mod bounds;
mod merge;

pub use bounds::MOST_SHARDS;
pub use merge::Joined;

use std::collections::BTreeMap;
use std::time::Duration;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::pieces::Pieces;
use super::{Run, seal};
use crate::app::{App, Program};
use crate::bots::program;
use crate::campaign::{Ended, Played, Share};
use crate::lab::explain::{Sway, Sways};
use crate::scenario::arm::Effect;
use crate::scenario::data_file::DataFile;
use crate::scenario::fault::unprintable;
use crate::scenario::judged::Finding;
use crate::scenario::{ArmName, Budget, Length, Limits, Plan, PlanArm, Problem, Verdict};
use crate::settings::Settings;

/// Format of the file; raised whenever an old reader would misread a new file.
pub const FORMAT: u32 = 8;
/// Version of the numbers: raised whenever the same plan gives other counts.
/// `tests/goldens/results-N.txt` holds each with the counts of a fixed workload.
pub const RESULTS: u32 = 8;

/// One arm as stored; its counts as `P` holds them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredArm<P = Played> {
    name: ArmName,
    ruleset: String,
    switches: IndexMap<String, String>,
    data: Option<DataFile>,
    bots: Vec<String>,
    /// Checksums of the programs among the bots.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    programs: BTreeMap<String, String>,
    /// How long they may take for an answer, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    patience: Option<Duration>,
    squads: Vec<Option<String>>,
    pairing: String,
    paired: bool,
    rotates: bool,
    base: Option<usize>,
    effect: Option<Effect>,
    played: P,
}

/// The file; its arms as `A` holds them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest<A = Vec<StoredArm>> {
    /// Always `levelpitch run`.
    pub kind: String,
    /// [`FORMAT`] of the writer.
    pub format: u32,
    /// Version of the writer.
    pub version: String,
    /// [`RESULTS`] of the writer.
    pub results: u32,
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
    pub arms: A,
}

/// What says whether the rest can be understood.
#[derive(Deserialize)]
struct Head {
    kind: Option<String>,
    format: Option<u32>,
    version: Option<String>,
    results: Option<u32>,
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

/// An arm with its counts.
fn stored<'a>((arm, played): (&PlanArm, &'a Played)) -> StoredArm<&'a Played> {
    let patience =
        Some(arm.patience).filter(|&patience| !arm.programs.is_empty() && patience != program::PATIENCE);
    StoredArm {
        name: arm.name.clone(),
        ruleset: arm.ruleset.to_string(),
        switches: arm.settings.iter().map(|(s, value)| (s.key.to_owned(), value.to_owned())).collect(),
        data: arm.data.clone(),
        bots: arm.bots.clone(),
        programs: arm.programs.clone(),
        patience,
        squads: arm.squads.clone(),
        pairing: arm.pairing.clone(),
        paired: arm.paired,
        rotates: arm.rotates,
        base: arm.base,
        effect: arm.effect.clone(),
        played,
    }
}

/// The manifest of a run, each arm made when it is its turn: there may be 20 000 of them.
#[must_use]
pub fn of(run: &Run) -> Pieces<'_> {
    let plan = &run.plan;
    let bare = Manifest::<[StoredArm; 0]> {
        kind: kind(plan.program),
        format: FORMAT,
        version: plan.program.version.to_owned(),
        results: RESULTS,
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
        arms: [],
    };
    seal::sealed_list(&bare, plan.arms.iter().zip(&run.played).map(stored))
}

/// What a text says it is, if it is JSON that says so.
#[must_use]
pub(super) fn kind_of(text: &str) -> Option<String> {
    serde_json::from_str::<Head>(text).ok()?.kind
}

/// The JSON of a file of this kind and format that this version wrote, without
/// its checksum.
///
/// # Errors
/// When it is of another kind or version, or not as it was written.
pub(super) fn bare(
    app: &App,
    (kind, format): (&str, u32),
    file: &str,
    text: &str,
) -> Result<String, Problem> {
    let Program { name, version: ours } = app.program;
    let what = kind.rsplit(' ').next().unwrap_or(kind);
    let own = format!("a {what}.json that {name} wrote");
    let refuse = |found: String, allowed: &str| Problem::file(file, found, allowed);
    let head: Head = serde_json::from_str(text)
        .map_err(|e| refuse(format!("text that is not JSON of a {what} ({e})"), &own))?;
    if head.kind.as_deref() != Some(kind) {
        return Err(refuse("JSON of another kind".to_owned(), &own));
    }
    let version = head.version.unwrap_or_else(|| "unknown".to_owned());
    if head.format != Some(format) {
        let allowed = format!("format {format} (this is version {ours})");
        return Err(refuse(format!("a manifest of another format, by version {version}"), &allowed));
    }
    if version != ours {
        let allowed = format!("version {ours}: rules may have changed in between");
        return Err(refuse(format!("a manifest by version {version}"), &allowed));
    }
    let results = head.results.unwrap_or(0);
    if results != RESULTS {
        let found = format!("numbers of results version {results}");
        return Err(refuse(
            found,
            &format!("{RESULTS}: play it again, the same plan gives other counts now"),
        ));
    }
    seal::opened(text).ok_or_else(|| {
        let allowed = format!(
            "the file as {name} wrote it: a copy of it, or the run played again (settings are changed in the \
             scenario, not here)"
        );
        refuse("a file that doesn't match its checksum: edited or damaged".to_owned(), &allowed)
    })
}

/// Reads a manifest.
///
/// # Errors
/// When it is no manifest, of another version, or not as it was written.
pub fn read(app: &App, file: &str, text: &str) -> Result<Manifest, Problem> {
    let text = bare(app, (&kind(app.program), FORMAT), file, text)?;
    serde_json::from_str(&text).map_err(|error| {
        let own = format!("a run.json that {} wrote", app.program.name);
        Problem::file(file, format!("a damaged manifest ({error})"), own)
    })
}

/// The plan and the tallies of a manifest.
///
/// # Errors
/// When an arm names a ruleset or switch that this version does not have.
pub fn plan(app: &App, file: &str, mut manifest: Manifest) -> Result<(Plan, Vec<Played>), Vec<Problem>> {
    if let Some(problem) = bounds::of_run(file, &manifest) {
        return Err(vec![problem]);
    }
    let mut problems = Vec::new();
    let mut arms = Vec::new();
    let mut played = Vec::new();
    let arms_named = manifest.arms.iter().map(|arm| arm.name.to_string());
    let mut named = [manifest.scenario.clone(), manifest.question.clone()].into_iter().chain(arms_named);
    if let Some(found) = named.find_map(|name| unprintable(&name)) {
        return Err(vec![Problem::file(file, found, "an unedited run.json")]);
    }
    // Two copies of all counts are more than a machine may hold.
    for stored in std::mem::take(&mut manifest.arms) {
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
        arms.push(PlanArm {
            name: stored.name,
            ruleset,
            settings,
            data: stored.data,
            bots: stored.bots,
            squads: stored.squads,
            pairing: stored.pairing,
            paired: stored.paired,
            rotates: stored.rotates,
            base: stored.base,
            effect: stored.effect,
            verified: false,
            patience: stored.patience.unwrap_or(program::PATIENCE),
            programs: stored.programs,
        });
        played.push(stored.played);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    bounds::of_arms(file, &arms)?;
    for (arm, played) in arms.iter().zip(&played) {
        let (layout, _) = arm.shape().map_err(|faults| {
            faults.into_iter().map(|fault| bounds::told(file, arm, fault)).collect::<Vec<_>>()
        })?;
        if let Some(problem) = bounds::of_counts(file, &manifest, arm, &layout, played) {
            return Err(vec![problem]);
        }
    }
    let read = |name: String| {
        let found = arms.iter().find_map(|arm| arm.metrics().find(&name));
        found.ok_or_else(|| vec![Problem::file(file, format!("the metric `{name}`"), "an unedited run.json")])
    };
    let verdict = manifest.verdict.map(|verdict| verdict.with(read)).transpose()?;
    let budgets = manifest.budgets.into_iter().map(|budget| budget.with(read)).collect::<Result<_, _>>()?;
    let findings =
        manifest.findings.into_iter().map(|finding| finding.with(read)).collect::<Result<_, _>>()?;
    let plan = Plan {
        program: app.program,
        name: manifest.scenario,
        changes: manifest.changes,
        typed: Vec::new(),
        question: manifest.question,
        text: manifest.text,
        seed: manifest.seed,
        length: manifest.length,
        arms,
        verdict,
        budgets,
        findings,
        asked: Vec::new(),
        assumptions: manifest.assumptions,
        level: manifest.level,
        health: manifest.health.unwrap_or_default(),
    };
    Ok((plan, played))
}
