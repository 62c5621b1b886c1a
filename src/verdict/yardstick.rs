//! The plan's own yardstick, other than all seats (`level`): what a verdict's
//! metric is in every arm that it concerns, and whether that is as it should be.
//!
//! In: a verdict and the estimates of its arms. Out: of one arm a sentence with
//! its answer; of several a sentence about all, whose answer is the strongest
//! bot's where they are the bots of one panel, and one for each.

use super::fairness::{self, beside};
use super::finding::{Rival, extremes};
use super::level::told;
use super::opening::more_games;
use super::words::{band, capital, enumerated, points, show};
use super::{Checkup, Plain, Statement, Status, Yard};
use crate::estimates::{ArmResult, Named};
use crate::game::Unit;
use crate::metric::Metric;
use crate::scenario::{Plan, Verdict};
use crate::stats::equivalence::Bounds;
use crate::stats::estimate::Estimate;

/// Arms named in a sentence.
const NAMED: usize = 2;

/// The order in which arms are told: what is wrong first.
const WORST_FIRST: [Status; 3] = [Status::Bad, Status::Undecided, Status::Good];

/// All arms in one sentence, then arm by arm.
pub(super) fn statements(
    plan: &Plan,
    results: &[ArmResult],
    verdict: &Verdict,
    health: &Checkup,
) -> Vec<Statement> {
    let concerned: Vec<(&ArmResult, &Named)> = results
        .iter()
        .filter(|r| verdict.arm.as_ref().is_none_or(|a| plan.arms[r.index].name.means(a)))
        .filter_map(|r| Some((r, r.metric(verdict.metric)?)))
        .collect();
    // Of several what must not be printed is named and not judged.
    let (ill, well): (Vec<_>, Vec<_>) = concerned.iter().copied().partition(|(r, _)| health.is_ill(r));
    let left = match (ill.is_empty(), well.is_empty()) {
        (false, false) => {
            let names: Vec<String> =
                ill.iter().map(|(r, _)| format!("`{}`", plan.arms[r.index].name)).collect();
            format!("; left out, because such a game must not be printed: {}", enumerated(&names, NAMED))
        }
        _ => String::new(),
    };
    let concerned = if left.is_empty() { concerned } else { well };
    let concerned = plan.strongest_first(concerned, |(result, _)| result.index);
    let Some(unit) = concerned.first().map(|(_, named)| named.unit) else { return Vec::new() };
    let (Some(fair), Some(margin)) = (verdict.fair, verdict.margin) else {
        return range(plan, verdict, &concerned, &left).into_iter().collect();
    };
    let level = Bounds::around(fair, margin);
    let arms = concerned.into_iter().map(|(result, named)| Judged {
        name: plan.arms[result.index].name.to_string(),
        result,
        named,
        status: level.judge(&named.estimate).into(),
    });
    Yardstick { plan, verdict, fair, margin, level, unit, arms: arms.collect() }.told(&left)
}

/// Without a yardstick there is nothing to judge arm by arm: the range is the
/// answer, the rest stands in the table.
fn range(
    plan: &Plan,
    verdict: &Verdict,
    concerned: &[(&ArmResult, &Named)],
    left: &str,
) -> Option<Statement> {
    let (_, first) = concerned.first()?;
    let name = |result: &ArmResult| plan.arms[result.index].name.to_string();
    let rows = Rival::all(plan, concerned.iter().map(|&(r, named)| (name(r), r, named)));
    let definition = match &verdict.about {
        Some(_) => String::new(),
        None => format!(" ({})", first.metric.definition()),
    };
    let told = extremes(&rows, first.unit)?;
    let text = format!("{}{definition}: {told}{left}.", capital(&about(verdict)));
    Some(Statement { metric: Some(verdict.metric), ..Statement::plain(text) })
}

/// What a verdict is about, explained where it is first told.
fn about(verdict: &Verdict) -> String {
    match verdict.metric {
        Metric::FIRST_SEAT if verdict.about.is_none() => fairness::FIRST_SEAT.to_owned(),
        _ => plain_about(verdict),
    }
}

/// The same without an explanation, where it was told before.
fn plain_about(verdict: &Verdict) -> String {
    verdict.about.clone().unwrap_or_else(|| verdict.metric.worded())
}

/// An arm and what its value comes to.
struct Judged<'a> {
    name: String,
    result: &'a ArmResult,
    named: &'a Named,
    status: Status,
}

/// A value that is called fair, and the arms held to it, the strongest bot's
/// first.
struct Yardstick<'a> {
    plan: &'a Plan,
    verdict: &'a Verdict,
    fair: f64,
    margin: f64,
    level: Bounds,
    unit: Unit,
    arms: Vec<Judged<'a>>,
}

impl Yardstick<'_> {
    /// All sentences; `left` names the arms that are not judged.
    fn told(&self, left: &str) -> Vec<Statement> {
        if let [only] = &self.arms[..] {
            return vec![self.alone(only)];
        }
        let all = self.all(left);
        let each = self.arms.iter().map(|arm| self.each(arm, &plain_about(self.verdict), ""));
        std::iter::once(all).chain(each).collect()
    }

    fn is_of_first_seat(&self) -> bool {
        self.verdict.metric == Metric::FIRST_SEAT && self.fair == 0.0
    }

    fn band(&self) -> String {
        band(self.level.least, self.level.most, self.unit)
    }

    /// How far an arm is from the fair value.
    fn off(&self, arm: &Judged<'_>) -> Estimate {
        let Estimate { value, low, high, .. } = arm.named.estimate;
        let fair = self.fair;
        Estimate { value: value - fair, low: low - fair, high: high - fair, ..arm.named.estimate }
    }

    /// Arms that come to this.
    fn that_are(&self, status: Status) -> impl Iterator<Item = &Judged<'_>> {
        self.arms.iter().filter(move |arm| arm.status == status)
    }

    /// One arm in a sentence; several are told first what level is.
    fn each(&self, arm: &Judged<'_>, what: &str, level: &str) -> Statement {
        let Judged { name, named, status, .. } = arm;
        let judge = |estimate: &Estimate| Status::from(self.level.judge(estimate));
        Statement {
            status: *status,
            judged: Yard::Level,
            arm: Some(name.clone()),
            metric: Some(self.verdict.metric),
            estimate: Some(named.estimate),
            ..Statement::plain(format!(
                "{name}: {what} is {}, {}{level}{}.",
                show(&named.estimate, named.unit),
                told(*status),
                beside(named, *status, judge, told),
            ))
        }
    }

    /// The only arm: its sentence is the answer.
    fn alone(&self, arm: &Judged<'_>) -> Statement {
        let what = about(self.verdict);
        let comes_to = if self.is_of_first_seat() {
            self.first_mover(arm)
        } else {
            format!("{what} is {}", told(arm.status))
        };
        let plain = Plain {
            answer: format!("{}: {comes_to}", arm.name),
            beside: String::new(),
            printing: self.printing(arm),
        };
        Statement { plain: Some(plain), ..self.each(arm, &what, &format!(" (level is {})", self.band())) }
    }

    /// All arms in one sentence: those farthest off first.
    fn all(&self, left: &str) -> Statement {
        let part = |status: Status| {
            let mut arms: Vec<&Judged<'_>> = self.that_are(status).collect();
            arms.sort_by(|a, b| self.off(b).value.abs().total_cmp(&self.off(a).value.abs()));
            let tell = |arm: &Judged<'_>| match status {
                Status::Bad => format!("`{}` ({})", arm.name, show(&arm.named.estimate, self.unit)),
                _ => format!("`{}`", arm.name),
            };
            let names: Vec<String> = arms.into_iter().map(tell).collect();
            (!names.is_empty()).then(|| format!("{} in {}", told(status), enumerated(&names, NAMED)))
        };
        let parts: Vec<String> = WORST_FIRST.into_iter().filter_map(part).collect();
        let about = capital(&about(self.verdict));
        let text = format!("{about}: {} (level is {}){left}.", parts.join("; "), self.band());
        let (status, plain) = match self.believed() {
            Some(best) => (best.status, self.as_believed(best)),
            None => {
                let worst = WORST_FIRST.into_iter().find(|&status| self.that_are(status).next().is_some());
                let worst = worst.unwrap_or(Status::Undecided);
                (worst, self.one_by_one(worst))
            }
        };
        Statement { status, judged: Yard::Level, plain: Some(plain), ..Statement::plain(text) }
    }

    /// The arm of the strongest bot where all are one arm under the bots of a
    /// panel; none where they are several arms.
    fn believed(&self) -> Option<&Judged<'_>> {
        let arm = |judged: &Judged<'_>| &self.plan.arms[judged.result.index];
        let first = arm(self.arms.first()?);
        let is_panel = self.arms[1..].iter().all(|judged| arm(judged).name.is_beside(&first.name))
            && self.arms.iter().all(|judged| arm(judged).name.bot.is_some());
        let best = first.strongest(self.arms.iter().map(|judged| self.bot(judged)))?;
        self.arms.iter().find(|judged| self.bot(judged) == best).filter(|_| is_panel)
    }

    fn bot(&self, arm: &Judged<'_>) -> &str {
        self.plan.arms[arm.result.index].bots[0].as_str()
    }

    /// The strongest bot is believed, the others agree or don't.
    fn as_believed(&self, best: &Judged<'_>) -> Plain {
        let about = about(self.verdict);
        let differing = |status: Status| {
            let names: Vec<String> =
                self.that_are(status).map(|arm| format!("`{}`", self.bot(arm))).collect();
            let differs = status != best.status && !names.is_empty();
            differs.then(|| format!("{} under {}", told(status), enumerated(&names, NAMED)))
        };
        let differ: Vec<String> = WORST_FIRST.into_iter().filter_map(differing).collect();
        let (under, others) = if differ.is_empty() {
            (", whoever plays".to_owned(), String::new())
        } else {
            (format!(" under `{}`, the strongest bot", self.bot(best)), format!(" ({})", differ.join("; ")))
        };
        // Arms that are not judged differ from this one.
        let only = match &self.verdict.arm {
            Some(arm) => format!(" in “{arm}”"),
            None => String::new(),
        };
        let what = match best.status {
            Status::Good => format!("{about} is as it should be"),
            Status::Bad if self.off(best).value > 0.0 => format!("{about} is too high"),
            Status::Bad => format!("{about} is too low"),
            _ => format!("it takes more games to say whether {about} is as it should be"),
        };
        Plain {
            answer: capital(&format!("{}{only}{under}: {what}{others}", told(best.status))),
            beside: String::new(),
            printing: self.printing(best),
        }
    }

    /// Arms that have nothing to do with each other, by what is said of them.
    fn one_by_one(&self, worst: Status) -> Plain {
        let of_first_seat = self.is_of_first_seat();
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for arm in WORST_FIRST.into_iter().flat_map(|status| self.that_are(status)) {
            let word = if of_first_seat { self.first_mover(arm) } else { told(arm.status).to_owned() };
            let name = format!("`{}`", arm.name);
            match groups.iter_mut().find(|(known, _)| *known == word) {
                Some((_, names)) => names.push(name),
                None => groups.push((word, vec![name])),
            }
        }
        let groups: Vec<String> =
            groups.iter().map(|(word, names)| format!("{word} in {}", enumerated(names, NAMED))).collect();
        let groups = groups.join("; ");
        Plain {
            answer: if of_first_seat {
                capital(&groups)
            } else {
                format!("{}: {groups}", capital(&plain_about(self.verdict)))
            },
            beside: String::new(),
            printing: match worst {
                Status::Good => "any of these, as far as bots can tell".to_owned(),
                Status::Bad => {
                    let bad: Vec<String> =
                        self.that_are(Status::Bad).map(|arm| format!("`{}`", arm.name)).collect();
                    let stand = if bad.len() == 1 { "it stands" } else { "they stand" };
                    format!("not {} as {stand}", enumerated(&bad, NAMED))
                }
                _ => "don't decide on this; it takes more games".to_owned(),
            },
        }
    }

    /// Whether whoever moves first wins more: without figures, before "in" and
    /// the arms that it holds for.
    fn first_mover(&self, arm: &Judged<'_>) -> String {
        match arm.status {
            Status::Bad if self.off(arm).value > 0.0 => {
                "whoever moves first wins more than an equal share".to_owned()
            }
            Status::Bad => "whoever moves first wins less than an equal share".to_owned(),
            Status::Good => format!("it makes no difference beyond {}", points(self.margin)),
            _ => "it takes more games to say".to_owned(),
        }
    }

    /// What an arm's answer means for printing.
    fn printing(&self, arm: &Judged<'_>) -> String {
        match arm.status {
            Status::Good => "as far as this goes, print it".to_owned(),
            Status::Bad => "not as it is".to_owned(),
            _ => more_games(&self.off(arm), self.margin, arm.result.games),
        }
    }
}
