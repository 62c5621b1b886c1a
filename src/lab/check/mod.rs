//! Does a scenario keep its budgets, and is it still what a baseline says?
//!
//! Every budget becomes one [`Gate`] per arm it is about. A gate claims "the
//! value lies within its bounds" (pass) or "it lies outside" (fail), and only
//! when the whole interval does; until then it is undecided. Arms are played
//! to looks at fixed block counts, and no further than their gates need.
//!
//! Error rates: a gate uses an always-valid interval of level 1 - α/m, with m
//! the number of gates that can fail the check and α the budget's own error
//! rate. A wrong answer needs an interval that misses the true value, so the
//! probability that any of the m answers is wrong, passes included, however
//! often one looks, is at most the mean of their α (Bonferroni). Holm's
//! sharper steps would gain nothing: of "inside" and "outside" one is true for
//! every gate, so there is never a false hypothesis to step past.
//!
//! A gate that only warns keeps its own α.

pub mod baseline;
pub mod calibration;
mod gate;
mod healthy;

pub use baseline::Baseline;
pub use gate::{Gate, Kind, Look};

use super::{Hall, Table};
use crate::arena::schedule;
use crate::estimates::{ArmResult, Manner, strict};
use crate::scenario::judged::Severity;
use crate::scenario::{Length, Plan};
use crate::settings::Fault;
use crate::stats::equivalence::Verdict;
use crate::verdict::{Checkup, Statement};

/// Blocks before the first look.
const FIRST_LOOK: u64 = 128;

/// How far arms are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// This many games, judged once with intervals for a fixed size.
    Fixed(u64),
    /// Until every gate is decided, at most this many games.
    Until(u64),
}

impl Pace {
    /// Most games per arm.
    #[must_use]
    pub const fn most(self) -> u64 {
        match self {
            Self::Fixed(games) | Self::Until(games) => games,
        }
    }
}

/// One scenario under check.
pub struct Case {
    /// What is played.
    pub plan: Plan,
    /// How far.
    pub pace: Pace,
    /// What is held, budgets first.
    pub gates: Vec<Gate>,
    /// What it is compared with.
    pub baseline: Option<Baseline>,
    /// Whether anything speaks against printing, whatever the budgets say: of what
    /// was played for them.
    pub health: Option<Statement>,
    /// Positions of the arms that must not be printed.
    pub ill: Vec<usize>,
    /// Games played for the budgets, all arms together.
    pub games: u64,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

impl Case {
    /// The gates of a scenario, none of them looked at yet.
    #[must_use]
    pub fn new(plan: Plan, pace: Pace, baseline: Option<Baseline>) -> Self {
        let mut gates = gate::of_budgets(&plan);
        gates.extend(baseline.iter().flat_map(|baseline| baseline.gates(&plan)));
        let (health, ill) = Default::default();
        Self { plan, pace, gates, baseline, health, ill, games: 0, interrupted: false }
    }

    /// Gates of this verdict that can fail the check.
    fn errors(&self, verdict: Verdict) -> bool {
        self.gates.iter().any(|gate| gate.severity == Severity::Error && gate.verdict == verdict)
    }
}

/// What a check comes to, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// The user stopped it.
    Interrupted,
    /// A gate failed.
    Failed,
    /// A gate is open.
    Undecided,
    /// Every gate passed.
    Passed,
}

impl Answer {
    /// Of one or several scenarios.
    #[must_use]
    pub fn of(cases: &[Case]) -> Self {
        if cases.iter().any(|case| case.interrupted) {
            Self::Interrupted
        } else if cases.iter().any(|case| case.errors(Verdict::Fail)) {
            Self::Failed
        } else if cases.iter().any(|case| case.errors(Verdict::Undecided)) {
            Self::Undecided
        } else {
            Self::Passed
        }
    }

    /// Exit status of the command.
    #[must_use]
    pub const fn exit(self) -> u8 {
        match self {
            Self::Interrupted => 130,
            Self::Failed => 1,
            Self::Undecided => 3,
            Self::Passed => 0,
        }
    }

    /// One word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
            Self::Undecided => "undecided",
            Self::Passed => "passed",
        }
    }
}

/// Shares the error rates among all gates that can fail; `strict` makes
/// warnings fail too.
pub fn share(cases: &mut [Case], strict: bool) {
    let gates = || cases.iter().flat_map(|case| &case.gates);
    let family = gates().filter(|gate| strict || gate.severity == Severity::Error).count();
    for gate in cases.iter_mut().flat_map(|case| &mut case.gates) {
        if strict {
            gate.severity = Severity::Error;
        }
        let shared = if gate.severity == Severity::Error { family } else { 1 };
        gate.level = 1.0 - gate.alpha / shared as f64;
    }
}

/// Arms that must be played together: each judged arm alone, or with the arm
/// it is held against (in front).
fn tables(gates: &[Gate]) -> Vec<Vec<usize>> {
    let mut tables: Vec<Vec<usize>> = Vec::new();
    let budgets = || gates.iter().filter(|gate| gate.kind == Kind::Budget);
    for gate in budgets() {
        let Some(base) = gate.against else { continue };
        match tables.iter_mut().find(|table| table[0] == base) {
            Some(table) if table.contains(&gate.arm) => {}
            Some(table) => table.push(gate.arm),
            None => tables.push(vec![base, gate.arm]),
        }
    }
    for gate in budgets().filter(|gate| gate.against.is_none()) {
        if !tables.iter().any(|table| table.contains(&gate.arm)) {
            tables.push(vec![gate.arm]);
        }
    }
    tables
}

/// Plays a scenario as far as its budgets need, then holds it to its
/// baseline.
///
/// # Errors
/// When an arm does not compile.
pub fn run(case: &mut Case, hall: &Hall<'_>) -> Result<(), Vec<Fault>> {
    let mut results: Vec<ArmResult> = Vec::new();
    for arms in tables(&case.gates) {
        for played in budgets(case, &arms, hall)? {
            if results.iter().all(|known| known.index != played.index) {
                results.push(played);
            }
        }
        if hall.closed() {
            break;
        }
    }
    let checkup = Checkup::of(&case.plan, &results);
    let arms = results.iter().zip(&checkup.arms);
    case.ill = arms.filter(|(_, health)| health.is_ill()).map(|(result, _)| result.index).collect();
    case.health = checkup.sentence;
    if let Some(mut baseline) = case.baseline.take() {
        if !hall.closed() {
            baseline.replay(case, hall)?;
        }
        case.baseline = Some(baseline);
    }
    let open = |gate: &Gate| gate.verdict == Verdict::Undecided;
    case.interrupted = hall.closed() && case.gates.iter().any(open);
    Ok(())
}

/// The plan of some arms, the first of which is the base of the others.
fn part(plan: &Plan, arms: &[usize]) -> Plan {
    let arms = arms.iter().enumerate().map(|(slot, &arm)| {
        let mut arm = plan.arms[arm].clone();
        arm.base = (slot > 0).then_some(0);
        arm.effect = None;
        arm
    });
    Plan { arms: arms.collect(), length: Length::Games(0), ..plan.clone() }
}

/// Plays one table until the gates of its arms are decided; what its arms came
/// to.
fn budgets(case: &mut Case, arms: &[usize], hall: &Hall<'_>) -> Result<Vec<ArmResult>, Vec<Fault>> {
    let mut table = Table::new(part(&case.plan, arms))?;
    let rotations = table.plan.arms[0].rotations();
    let most = schedule::blocks_for(case.pace.most(), rotations);
    let (first, always) = match case.pace {
        Pace::Fixed(_) => (most, false),
        Pace::Until(_) => (FIRST_LOOK, true),
    };
    // Narrowest at a quarter of the way: most budgets are decided well before
    // the last game, and the price at the end is small.
    let tightest = (most / 4).max(FIRST_LOOK);
    for look in schedule::looks(first, most) {
        if !table.play_to(look * u64::from(rotations), hall)? {
            break;
        }
        let mut open = false;
        for gate in &mut case.gates {
            let sits = |arm: usize| arms.iter().position(|&a| a == arm);
            let with_base = gate.against.is_none_or(|base| arms[0] == base);
            let games = look * u64::from(rotations);
            // An arm that sits at two tables is judged at the first one.
            let seen = gate.last().is_some_and(|last| last.games >= games);
            let meant = with_base && gate.is_open_budget() && !seen;
            let Some(slot) = sits(gate.arm).filter(|_| meant) else { continue };
            let sample = |slot: usize| strict::Sample {
                arm: &table.plan.arms[slot],
                layout: &table.shapes()[slot].0,
                played: &table.played()[slot],
            };
            let manner = Manner { level: gate.level, always, tightest };
            let estimate = match gate.against {
                None => Some(strict::value(&sample(slot), gate.metric, manner)),
                Some(_) => {
                    strict::against(&sample(slot), &sample(0), gate.metric, manner).map(|d| d.estimate)
                }
            };
            if let Some(estimate) = estimate {
                gate.look(games, estimate);
            }
            open |= gate.verdict == Verdict::Undecided;
        }
        if !open {
            break;
        }
    }
    case.games += table.all_games();
    let results = table.results(Manner { level: table.plan.level, always, tightest });
    Ok(results.into_iter().zip(arms).map(|(result, &index)| ArmResult { index, ..result }).collect())
}

#[cfg(test)]
pub(crate) mod tests;
