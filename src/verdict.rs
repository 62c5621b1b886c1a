//! Estimates to answers: the sentence a designer reads first, and the budgets
//! that held or broke.
//!
//! "Level" is an equivalence claim: the whole interval lies inside the margin,
//! and of a table every seat's ([`Metric::SEAT_GAP`]).
//! An interval that merely contains the fair value proves nothing and is never
//! called balanced.
//!
//! In: a plan and the estimates of its arms. Out: [`Answers`]: sentences with
//! the number that each rests on, budgets, an exit status. Nothing is played,
//! and no interval is made but those of several estimates together.

mod budgets;
mod effects;
mod fairness;
mod finding;
pub mod health;
mod level;
pub mod opening;
pub mod switches;
mod together;
mod unfinished;
mod words;
mod yardstick;

pub use effects::{elsewhere, never_met};
pub use finding::statements as findings;
pub use health::{Checkup, Health, Light};
pub use opening::{Opening, Plain};
pub use together::{Unvaried, apart, printable, unvaried};
pub use words::{
    Hundredths, bound, brief, brief_difference, brief_size, capital, count, entrant, enumerated, equal_share,
    is_none, metric, metric_of, p_value, players, points, show, show_difference, size, size_of_difference,
    unmarked, value, value_of_difference,
};

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::campaign::Ended;
use crate::estimates::ArmResult;
use crate::metric::Metric;
use crate::scenario::judged::{FindingKind, Severity};
use crate::scenario::{Budget, Length, Plan};
use crate::stats::equivalence::Verdict;
use crate::stats::estimate::Estimate;

/// Share of false alarms accepted among the effects that are called clear.
const FALSE_DISCOVERIES: f64 = 0.05;

/// What a statement comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The pitch is level; the budget held.
    Good,
    /// It is not; the budget broke.
    Bad,
    /// The interval is too wide to tell.
    Undecided,
    /// A fact without a yardstick.
    Plain,
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Pass => Self::Good,
            Verdict::Fail => Self::Bad,
            Verdict::Undecided => Self::Undecided,
        }
    }
}

/// What a statement is judged by, which decides the words for its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Yard {
    /// By nothing.
    #[default]
    Nothing,
    /// By the scenario's yardstick: level, not level.
    Level,
    /// By a budget: holds, broken.
    Budget,
    /// By what is healthy enough to print.
    Health(Light),
}

/// One sentence with the number it rests on.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Statement {
    /// The sentence.
    pub text: String,
    /// What it comes to.
    pub status: Status,
    /// What it is judged by.
    #[serde(skip)]
    pub judged: Yard,
    /// Whether the sentence is no answer but a warning.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub warning: bool,
    /// The same without figures; none where the answer is a figure.
    #[serde(skip)]
    pub plain: Option<Plain>,
    /// Arm concerned, if one is.
    pub arm: Option<String>,
    /// Metric concerned, if one is.
    pub metric: Option<Metric>,
    /// The number.
    pub estimate: Option<Estimate>,
    /// The numbers by bot, where an answer was made for each bot of a panel.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    #[schemars(with = "IndexMap<String, Estimate>")]
    pub by_bot: Vec<(String, Estimate)>,
}

fn as_map<S: Serializer>(pairs: &[(String, Estimate)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(bot, estimate)| (bot, estimate)))
}

impl Statement {
    /// The word for its status; empty for a fact without a yardstick.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match (self.status, self.judged) {
            (_, Yard::Health(light)) => light.word(),
            (Status::Good, Yard::Level) => "level",
            (Status::Bad, Yard::Level) => "not level",
            (Status::Good, _) => "holds",
            (Status::Bad, _) => "broken",
            (Status::Undecided, _) => "undecided",
            (Status::Plain, _) => "",
        }
    }

    /// A warning: no question that is left open, but nothing to overlook.
    fn warning(text: &str) -> Self {
        Self { status: Status::Undecided, warning: true, ..Self::plain(text.to_owned()) }
    }

    fn plain(text: String) -> Self {
        let (status, judged) = (Status::Plain, Yard::Nothing);
        Self {
            text,
            status,
            judged,
            warning: false,
            plain: None,
            arm: None,
            metric: None,
            estimate: None,
            by_bot: Vec::new(),
        }
    }
}

/// A budget after the run.
#[derive(Debug, Clone)]
pub struct BudgetResult {
    /// The bound.
    pub budget: Budget,
    /// Arm judged.
    pub arm: String,
    /// Value judged.
    pub estimate: Estimate,
    /// Held, broken or undecided.
    pub status: Status,
}

/// All answers of a run.
#[derive(Debug, Clone)]
pub struct Answers {
    /// What a report begins with: the answer in two sentences, and what it means
    /// for printing.
    pub opening: Opening,
    /// Whether anything can be printed at all.
    pub health: Checkup,
    /// The answers, most important first.
    pub statements: Vec<Statement>,
    /// Budgets, in the order of the scenario.
    pub budgets: Vec<BudgetResult>,
    /// Exit status: 0, 1, 3 or 130.
    pub exit: u8,
}

/// Answers that are told before what is to be looked at.
const FIRST_ANSWERS: usize = 2;

impl Answers {
    /// What is said behind the opening, most important first; nothing that the
    /// opening has told whole.
    pub fn told(&self) -> impl Iterator<Item = &Statement> {
        let whole = self.statements.first().is_some_and(|first| first.plain.is_none());
        let (first, rest) = self.statements.split_at(usize::from(!self.statements.is_empty()));
        // The card of health stands beside the answers: they come first.
        let health = self.health.sentence.iter().filter(|s| s.judged != Yard::Health(Light::Ill));
        let (answers, others) = rest.split_at(rest.len().min(FIRST_ANSWERS));
        first.iter().filter(move |_| !whole).chain(answers).chain(health).chain(others)
    }
}

/// Judges a run.
#[must_use]
pub fn judge(plan: &Plan, results: &[ArmResult], ended: Ended) -> Answers {
    let mut statements = Vec::new();
    let games: u64 = results.iter().map(|r| r.games).sum();
    if games == 0 {
        statements.push(Statement::plain("Nothing was played.".to_owned()));
        let exit = if ended == Ended::Interrupted { 130 } else { 3 };
        let opening = Opening::unplayed().cut(ended == Ended::Interrupted);
        return Answers { opening, health: Checkup::default(), statements, budgets: Vec::new(), exit };
    }
    let health = Checkup::of(plan, results);
    // What one arm is held to answers whether it is level, and the findings say
    // what moves it; where they say how it is reached, or nothing is called
    // fair, they are the answer, and what it is measured by stands below.
    let measured = plan.verdict.as_ref().filter(|_| !is_of_seats(plan));
    let measured = measured.map(|verdict| yardstick::statements(plan, results, verdict, &health));
    let found = findings(plan, results);
    match measured {
        Some(mut measured) if asks_whether_level(plan) => {
            let moved = found.first().and_then(|finding| finding.plain.as_ref());
            let answer = measured.first_mut().and_then(|first| first.plain.as_mut());
            if let Some((answer, moved)) = answer.zip(moved) {
                answer.beside = format!("{}.", moved.answer);
            }
            statements.extend(measured.into_iter().chain(found));
        }
        measured => statements.extend(found.into_iter().chain(measured.into_iter().flatten())),
    }
    let plain: Vec<&ArmResult> = results.iter().filter(|r| plan.arms[r.index].effect.is_none()).collect();
    // Arms that the verdict leaves out have their say too, unless findings
    // tell of them.
    let left = |result: &&ArmResult| match &plan.verdict {
        None => true,
        Some(verdict) if verdict.metric == Metric::SEAT_GAP => true,
        Some(verdict) => {
            let other = verdict.arm.as_ref().is_some_and(|a| !plan.arms[result.index].name.means(a));
            other && plan.findings.is_empty()
        }
    };
    let (alike, unlike): (Vec<&ArmResult>, Vec<&ArmResult>) =
        plain.into_iter().filter(left).partition(|r| plan.arms[r.index].mirrored());
    if is_of_seats(plan) {
        let begin = statements.len();
        statements.extend(apart(&unvaried(plan, results, &health), plan.margin(), "as printed"));
        let named = plan.verdict.as_ref().and_then(|verdict| verdict.arm.as_ref());
        let meant = |r: &&&ArmResult| named.is_none_or(|arm| plan.arms[r.index].name.means(arm));
        let judged: Vec<&ArmResult> = alike.iter().filter(meant).copied().collect();
        statements.extend(level::statements(plan, &judged, plan.margin()));
        statements.extend(fairness::alone(plan, &judged));
        // Who begins is told of games that somebody may print.
        let well: Vec<&ArmResult> = judged.iter().copied().filter(|r| !health.is_ill(r)).collect();
        statements.extend(fairness::edges(plan, &well));
        // Where the settings set entrants apart in all arms, who wins is asked before
        // which seat does.
        let mut tiers = fairness::tiers(plan, &alike);
        let seats = statements.get(begin).and_then(|told| told.plain.as_ref());
        let seats = seats.map_or(String::new(), |plain| format!("{}.", plain.answer));
        if let Some(plain) = tiers.first_mut().and_then(|first| first.plain.as_mut()) {
            plain.beside = seats;
        }
        let at = if tiers.len() == alike.len() { begin } else { statements.len() };
        statements.splice(at..at, tiers);
    } else if plan.verdict.as_ref().is_some_and(|verdict| verdict.metric == Metric::FIRST_SEAT) {
        // A level first seat is no level table.
        let larger: Vec<&ArmResult> = results.iter().filter(|r| r.seats.len() > 2).collect();
        let told = level::statements(plan, &larger, plan.margin());
        statements.extend(told.into_iter().filter(|statement| statement.status == Status::Bad));
    }
    statements.extend(unlike.into_iter().map(|result| fairness::entrants(plan, result)));
    if plan.findings.is_empty() {
        statements.extend(effects::statements(plan, results, &health));
    }
    let (budgets, told) = budgets::judged(plan, results);
    statements.extend(told);
    statements.extend(unfinished::statements(plan, results));
    if let (Ended::Undecided, Length::Precision { half_width, most, .. }) = (ended, plan.length) {
        let text = format!(
            "Undecided: {} games per arm were not enough for a half-width of {half_width}.",
            count(most)
        );
        statements.push(Statement { status: Status::Undecided, ..Statement::plain(text) });
    }
    if ended == Ended::Interrupted {
        let text = format!("Interrupted: these are the {} games finished so far.", count(games));
        statements.push(Statement { status: Status::Undecided, ..Statement::plain(text) });
    }
    let exit = exit_status(&budgets, ended);
    let (opening, broken) = (Opening::of(&statements, &health), budgets::broken(&budgets));
    let opening = if exit == 1 { opening.broken(&broken) } else { opening.beside(&broken) };
    let opening = opening.cut(ended == Ended::Interrupted);
    Answers { opening, health, statements, budgets, exit }
}

/// Whether fairness over all seats is what a run is about: where it says
/// nothing else.
fn is_of_seats(plan: &Plan) -> bool {
    plan.verdict.as_ref().is_none_or(|verdict| verdict.metric == Metric::SEAT_GAP)
}

/// Whether the question is if an arm is level, and not where it becomes so.
fn asks_whether_level(plan: &Plan) -> bool {
    let held = plan.verdict.as_ref().is_some_and(|verdict| verdict.arm.is_some() && verdict.fair.is_some());
    held && !plan.findings.iter().any(|finding| matches!(finding.kind, FindingKind::Reaches { .. }))
}

fn exit_status(budgets: &[BudgetResult], ended: Ended) -> u8 {
    let counts = |status| budgets.iter().any(|b| b.status == status && b.budget.severity == Severity::Error);
    if ended == Ended::Interrupted {
        130
    } else if counts(Status::Bad) {
        1
    } else if counts(Status::Undecided) || ended == Ended::Undecided {
        3
    } else {
        0
    }
}

#[cfg(test)]
mod tests;
