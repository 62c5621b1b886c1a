//! From text to a plan.
//!
//! In: a scenario file (or a ruleset id and flags). Out: a [`Plan`] in which
//! every arm is fully resolved, or every [`Problem`] at once, each with file,
//! line, key, what was found, what is allowed and the nearest valid name.
//! Nothing is played or written here.

pub mod arm;
pub mod atlas;
pub mod data_file;
pub mod draft;
pub mod edit;
pub mod fault;
pub mod health;
pub mod judged;
pub mod name;
pub mod plan;
pub mod resolve;
pub mod shape;
#[cfg(test)]
mod tests;
pub mod wire;

pub use arm::PlanArm;
pub use fault::Problem;
pub use health::{Aspect, Limit, Limits};
pub use judged::{Budget, Finding, Verdict};
pub use name::{ArmName, Wording};
pub use plan::{Length, Plan};

/// The plan of a scenario's text, for tests.
#[cfg(test)]
pub(crate) fn sample(text: &str) -> Plan {
    let app = crate::rulesets::app();
    let origin = resolve::Origin { app: &app, name: "x", file: "x", text, read: &|_| Err(String::new()) };
    let plan = resolve::understood(&origin, &resolve::Overrides::default());
    plan.unwrap_or_else(|problems| panic!("{problems:?}"))
}
