//! What `worth` findings need beside the metrics: how one metric changes per
//! unit of another between an arm and its base.

use super::Manner;
use crate::arena::group::{Cross, Pair};
use crate::metric::{Metric, Reading};
use crate::scenario::Plan;
use crate::scenario::judged::FindingKind;
use crate::stats::exchange::{self, Exchange};
use crate::stats::sequential::asymptotic;
use crate::tally::{Layout, layout::column};

/// Two columns that a finding asks for.
pub(super) struct Asked {
    /// Position of the finding in the plan.
    finding: usize,
    /// The columns.
    pub(super) pair: Pair,
    /// What a quotient of the two columns' sums is multiplied by.
    scale: f64,
}

/// The pairs of columns that the plan's findings need of an arm, in the order
/// of the findings.
pub(super) fn asked(plan: &Plan, arm: usize, layout: &Layout) -> Vec<Asked> {
    let own = &plan.arms[arm];
    let Some(base) = own.base.map(|base| &plan.arms[base]) else { return Vec::new() };
    let wanted = plan.findings.iter().enumerate().filter_map(|(finding, wanted)| {
        let FindingKind::Worth { per, from, to } = &wanted.kind else { return None };
        let (there, back) =
            (own.name.means(to) && base.name.means(from), own.name.means(from) && base.name.means(to));
        if !there && !back {
            return None;
        }
        let known = own.metrics();
        let read = |metric: Metric| Reading::of(metric, &known, layout).filter(|_| metric.is_of_each_block());
        let (over, under) = (read(wanted.metric)?, read(*per)?);
        let units = |found: Reading| {
            found.parts * if found.over == column::SEATS { layout.seats as f64 } else { 1.0 }
        };
        let pair = Pair { over: over.column, under: under.column };
        Some(Asked { finding, pair, scale: units(under) / units(over) })
    });
    wanted.collect()
}

/// The answers of an arm to the plan's `worth` findings: position of the
/// finding, ratio of the changes.
pub(super) fn of(
    plan: &Plan,
    arm: usize,
    layout: &Layout,
    cross: Option<&Cross>,
    manner: Manner,
) -> Vec<(usize, Exchange)> {
    let Some(cross) = cross else { return Vec::new() };
    let made = asked(plan, arm, layout).into_iter().zip(&cross.changes).filter_map(|(asked, changes)| {
        let found = if manner.always {
            asymptotic::per_unit(changes, manner.tightest, manner.level)
        } else {
            exchange::per_unit(changes, manner.level)
        };
        Some((asked.finding, found?.scaled(asked.scale)))
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use crate::stats::Method;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::campaign::{self, Hall, Share};
    use crate::estimates::{ArmResult, Watched, estimate};
    use crate::scenario::{resolve, wire};
    use crate::stats::exchange::Set;
    use crate::verdict;

    fn plan(findings: &str) -> Result<Plan, String> {
        let text = format!(
            "question = \"?\"\nruleset = \"time-of-soccer\"\ngames = 60\nbots = [\"youth\"]\n\
             [[arm]]\nname = \"all\"\n[[arm]]\nname = \"fewer\"\nset = {{ blank-tiles = \"footballer\" }}\n{findings}"
        );
        let read = wire::read("x", &text).map_err(|problems| format!("{problems:?}"))?;
        let app = crate::rulesets::app();
        let origin = resolve::Origin {
            app: &app,
            name: "x",
            file: "x",
            text: &text,
            read: &|_| Err("no files".to_owned()),
        };
        resolve::resolve(&read, &origin, &resolve::Overrides::default()).map_err(|p| format!("{p:?}"))
    }

    fn finding(metric: &str, per: &str, from: &str, to: &str) -> String {
        format!(
            "[[finding]]\nkind = \"worth\"\nmetric = \"{metric}\"\nper = \"{per}\"\nwhat = \"a footballer\"\n\
             about = \"points\"\nfrom = \"{from}\"\nto = \"{to}\"\n"
        )
    }

    fn played(plan: &Plan) -> (Vec<ArmResult>, verdict::Answers) {
        let run = campaign::run(
            plan,
            &Watched(plan),
            Share::WHOLE,
            Vec::new(),
            &Hall::new(&AtomicBool::new(false), &|_| {}),
        )
        .unwrap();
        let results = estimate(plan, &run.shapes, &run.arms, Manner::of(plan, run.ended));
        let answers = verdict::judge(plan, &results, run.ended);
        (results, answers)
    }

    /// The ratio is that of the two differences as reported elsewhere, in the
    /// metrics' own units, whichever arm is named first, and for metrics per
    /// game and per seat alike.
    #[test]
    fn a_ratio_is_that_of_the_two_differences() {
        let findings = [
            finding("vp-per-player", "footballers-bought", "all", "fewer"),
            finding("vp-per-player", "footballers-bought", "fewer", "all"),
            finding("winning-vp", "footballers-bought", "all", "fewer"),
            finding("entrant-0-share", "cost-of-footballers", "all", "fewer"),
            finding("vp-per-player", "managers-hired", "all", "fewer"),
        ];
        let plan = plan(&findings.concat()).unwrap();
        let (results, answers) = played(&plan);
        let arm = &results[1];
        assert!(results[0].exchanges.is_empty(), "the base is compared with nothing");
        assert_eq!(arm.exchanges.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        let change = |name: &str| arm.called(name).unwrap().difference.as_ref().unwrap().estimate;
        for (&(_, found), (over, under)) in arm.exchanges.iter().zip([
            ("vp-per-player", "footballers-bought"),
            ("vp-per-player", "footballers-bought"),
            ("winning-vp", "footballers-bought"),
            ("entrant-0-share", "cost-of-footballers"),
        ]) {
            let ratio = change(over).value / change(under).value;
            assert!((found.value - ratio).abs() < 1e-9 * ratio.abs().max(1.0), "{over}: {found:?} {ratio}");
            assert!(matches!(found.set, Set::Between(low, high) if low <= ratio && ratio <= high), "{over}");
        }
        assert!(change("footballers-bought").high < 0.0, "blank footballers are missed");
        assert_eq!(arm.exchanges[4].1.set, Set::All, "youth bots hire no managers");
        let said = |place: usize| answers.statements[place].text.clone();
        assert!(
            said(0).starts_with("A footballer is worth ") && said(0).contains(" points ("),
            "{}",
            said(0)
        );
        assert_eq!(said(0), said(1));
        assert!(said(3).contains(" points of points ("), "shares are told in points: {}", said(3));
        assert_eq!(
            said(4),
            "A footballer is worth an unknown number of points (no change in managers hired)."
        );
        assert!(answers.statements[4].estimate.is_none());
    }

    /// Findings must not disturb what is played or estimated otherwise.
    #[test]
    fn a_finding_changes_no_other_number() {
        let (with, _) = played(&plan(&finding("winning-vp", "scouts-hired", "all", "fewer")).unwrap());
        let (without, _) = played(&plan("").unwrap());
        for (a, b) in with.iter().zip(&without) {
            assert_eq!(format!("{:?}", a.metrics), format!("{:?}", b.metrics));
        }
    }

    #[test]
    fn what_has_no_change_of_its_own_per_block_is_refused() {
        let wrong =
            |metric: &str, per: &str, from: &str| plan(&finding(metric, per, from, "fewer")).unwrap_err();
        assert!(wrong("home-win-share", "scouts-hired", "all").contains("counted per game or per seat"));
        assert!(wrong("vp-per-player", "upset-share", "all").contains("counted per game or per seat"));
        assert!(wrong("vp-per-player", "scouts-hire", "all").contains("did you mean `scouts-hired`"));
        assert!(wrong("vp-per-player", "scouts-hired", "al").contains("from"));
        assert!(wrong("vp-per-player", "scouts-hired", "fewer").contains("not compared with each other"));
        let missing =
            "[[finding]]\nkind = \"worth\"\nmetric = \"winning-vp\"\nfrom = \"all\"\nto = \"fewer\"\n";
        assert!(plan(missing).unwrap_err().contains("per"));
    }

    /// A run that is watched gets a set that is wider than that of a fixed one.
    #[test]
    fn watched_runs_get_always_valid_sets() {
        let plan = plan(&finding("vp-per-player", "footballers-bought", "all", "fewer")).unwrap();
        let run = campaign::run(
            &plan,
            &Watched(&plan),
            Share::WHOLE,
            Vec::new(),
            &Hall::new(&AtomicBool::new(false), &|_| {}),
        )
        .unwrap();
        let fixed = Manner::of(&plan, run.ended);
        let layout = &run.shapes[1].0;
        let set = |manner: Manner| of(&plan, 1, layout, run.arms[1].cross.as_ref(), manner)[0].1;
        let plain = set(fixed);
        // Sixty games are too few blocks for any always-valid statement.
        let watched = set(Manner::watched(&plan));
        assert_eq!((plain.method, watched.method), (Method::Fieller, Method::FiellerCs));
        assert_eq!((plain.value, watched.set), (watched.value, Set::All));
    }
}
