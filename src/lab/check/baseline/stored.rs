//! Which stored run is a baseline for a plan.

use super::{Baseline, changes, may_drift, metrics};
use crate::campaign::{Ended, Played, Share};
use crate::metric::Metric;
use crate::scenario::{Length, Plan, PlanArm, Wording};
use crate::settings::{Fault, PROGRAM};

fn refuse(found: impl Into<String>, allowed: &str) -> Fault {
    Fault::new("", found, allowed)
}

impl Baseline {
    /// A baseline for a plan.
    ///
    /// `tolerances` are metrics and what each may drift, for every arm that
    /// has them.
    ///
    /// # Errors
    /// When it is no complete run of the same scenario with the same entrants
    /// and a fixed number of games.
    pub fn of(
        file: &str,
        stored: (Plan, Vec<Played>),
        (share, ended): (Share, Ended),
        plan: &Plan,
        tolerances: &[(String, f64)],
    ) -> Result<Self, Fault> {
        let (then, played) = stored;
        if then.name != plan.name {
            return Err(refuse(format!("a run of `{}`", then.name), &format!("a run of `{}`", plan.name)));
        }
        if share != Share::WHOLE {
            let found = format!("shard {} of {}", share.k, share.n);
            return Err(refuse(found, &format!("a whole run; `{PROGRAM} merge` joins the shards")));
        }
        if ended == Ended::Interrupted {
            return Err(refuse(
                "an interrupted run",
                &format!("a finished one; `{PROGRAM} rerun` completes it"),
            ));
        }
        let Length::Games(games) = then.length else {
            let allowed = format!("a fixed number of games (`{PROGRAM} run --games N`)");
            return Err(refuse("a run that stopped at a precision", &allowed));
        };
        let names = |plan: &Plan| plan.arms.iter().map(|arm| arm.name.to_string()).collect::<Vec<_>>();
        // The one arm of a text that lists none is named by what the command
        // line changes; which may be what the baseline is asked about.
        let unlisted = |arm: &PlanArm| arm.name.wording == Wording::Changes;
        let same = |(old, new): (&PlanArm, &PlanArm)| {
            old.name.is(&new.name.to_string())
                || (old.name.bot == new.name.bot && unlisted(old) && unlisted(new))
        };
        let alike = then.arms.len() == plan.arms.len() && then.arms.iter().zip(&plan.arms).all(same);
        if !alike || played.len() != plan.arms.len() {
            let found = format!("a run of other arms ({})", names(&then).join(", "));
            return Err(refuse(found, &names(plan).join(", ")));
        }
        for (old, new) in then.arms.iter().zip(&plan.arms) {
            let table = |arm: &PlanArm| {
                (arm.ruleset, arm.bots.clone(), arm.squads.clone(), arm.pairing.clone(), arm.paired)
            };
            if table(old) != table(new) {
                let found = format!("a run with other entrants in `{}` ({})", old.name, old.bots.join(", "));
                return Err(refuse(found, &new.bots.join(", ")));
            }
        }
        let drifting = |name: &str| {
            let mut found = plan.arms.iter().filter_map(|arm| Some((arm, arm.metrics().find(name)?)));
            let found = found.find(|(arm, metric)| may_drift(arm, *metric));
            found.map(|(_, metric)| metric).ok_or_else(|| {
                let known: Vec<String> = plan.arms.iter().flat_map(metrics).map(Metric::name).collect();
                let fault = Fault::new(
                    "--drift",
                    format!("`{name}`"),
                    format!("a metric (`{PROGRAM} list metrics`)"),
                );
                fault.nearest(name, known.iter().map(String::as_str))
            })
        };
        let tolerances = tolerances.iter().map(|(name, drift)| Ok((drifting(name)?, *drift)));
        let mut baseline = Self {
            file: file.to_owned(),
            games,
            plan: then,
            played,
            tolerances: tolerances.collect::<Result<_, Fault>>()?,
            identical: false,
            changed: Vec::new(),
            matches: Vec::new(),
            rows: Vec::new(),
        };
        for (old, new) in baseline.plan.arms.iter().zip(&plan.arms) {
            baseline.changed.extend(changes(old, new));
        }
        Ok(baseline)
    }
}
