//! What the commands of the balance lab ask of arms.

use std::borrow::Cow;

use super::{Refusal, pipeline};
use crate::app::App;
use crate::cli::{Changes, Spec};
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::Fault;

/// A spec whose arm is read with the names of the scenario's arms at hand.
///
/// # Errors
/// Faults of the scenario itself.
pub fn settled(app: &App, spec: &Spec, changes: &Changes) -> Result<Spec, Refusal> {
    if spec.arm.is_none() {
        return Ok(spec.clone());
    }
    let mut overrides = pipeline::overrides(changes)?;
    // Neither a change nor a range to be tuned renames an arm, and either may
    // be meant for this arm only.
    overrides.set.clear();
    let plan = pipeline::plan(app, &spec.scenario, &overrides)?;
    let mut known = stems(&plan);
    known.extend(plan.arms.iter().map(|arm| arm.name.to_string().into()));
    Ok(spec.among(&known.iter().map(|name| &**name).collect::<Vec<_>>()))
}

/// A scenario and the arm of it that is meant: `SCENARIO#ARM`, or the name that
/// `--arm` gives.
///
/// # Errors
/// Faults of the scenario, changes where there is a flag for them, two names.
pub fn addressed(
    app: &App,
    typed: &str,
    arm: Option<&String>,
    changes: &Changes,
) -> Result<(String, Option<String>), Refusal> {
    if !typed.contains('#') {
        return Ok((typed.to_owned(), arm.cloned()));
    }
    let spec = settled(app, &typed.parse().map_err(Refusal::new)?, changes)?;
    let refuse = |found: String, allowed: &str| Problem::flag(Fault::new("scenario", found, allowed));
    if let Some((key, value)) = spec.set.first() {
        return Err(refuse(format!("`{key}={value}` behind it"), "--set KEY=VALUE").into());
    }
    if let (Some(one), Some(other)) = (&spec.arm, arm) {
        return Err(refuse(format!("`#{one}` and --arm `{other}`"), "one of the two").into());
    }
    Ok((spec.scenario, spec.arm.or_else(|| arm.cloned())))
}

/// Names of a plan's arms without the bots of a panel, each once.
pub fn stems(plan: &Plan) -> Vec<Cow<'_, str>> {
    let mut all = Vec::new();
    for arm in &plan.arms {
        let stem = arm.name.of_all_bots();
        if !all.contains(&stem) {
            all.push(stem);
        }
    }
    all
}

/// Whether two arms have the same rules: every switch and the component data.
pub fn same_rules(a: &PlanArm, b: &PlanArm) -> bool {
    a.ruleset == b.ruleset
        && a.settings.iter().zip(b.settings.iter()).all(|((_, x), (_, y))| x == y)
        && a.data_text() == b.data_text()
}
