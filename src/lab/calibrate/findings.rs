//! What several arms say together: findings of scenarios, and lights of health at
//! their limits.

use super::made_up::{Draws, Rules};
use super::{Bench, Claim, Experiment};
use crate::scenario::{Aspect, Problem};
use crate::settings::amount;
use crate::verdict;
use crate::verdict::health::{Health, Light};

/// A scenario's findings: kind, what is played by how many games, the scenario,
/// what is true, what is claimed.
struct Entry(&'static str, &'static str, u64, &'static str, Truth, Claim);

/// What is true of the arms.
#[derive(Debug, Clone, Copy)]
enum Truth {
    /// A number that hangs on nothing.
    Is(f64),
    /// The share of the gap from an even chance that the second arm closes.
    Closed,
    /// What a step of `chance` adds to the share of events.
    Step,
    /// Events per unit of length that the second arm adds.
    PerLength,
}

use Claim::{Holds, HoldsAtLeast};
use Truth::{Closed, Is, PerLength, Step};

const GAP: &str = r#"
[[arm]]
name = "wide"
set = { chance = 6500, parted = 0 }
[[arm]]
name = "narrow"
set = { chance = 5500, parted = 300 }
[[finding]]
kind = "gap-closed"
metric = "events"
from = "wide"
to = "narrow"
fair = 0.5
"#;
const STEPS: &str = r#"
[[arm]]
name = "base"
[vary]
chance = [3300, 3600, 4000]
[[finding]]
kind = "per-step"
metric = "events"
key = "chance"
"#;
const REACHES: &str = r#"
[[arm]]
name = "base"
[vary]
chance = [3400, 3800, 4200]
[[finding]]
kind = "reaches"
metric = "events"
key = "chance"
target = 0.35
"#;
const WORTH: &str = r#"
[[arm]]
name = "base"
set = { shape = "long" }
[[arm]]
name = "other"
set = { shape = "even", chance = 4500 }
[[finding]]
kind = "worth"
metric = "events"
per = "turns-per-game"
from = "base"
to = "other"
"#;
const TWO: &str = r#"
[[arm]]
name = "base"
[[finding]]
kind = "gap"
metric = "events"
minus = "hits-per-try"
arm = "base"
"#;
const FLAGGED: &str = r#"
[[arm]]
name = "base"
[vary]
parted = [200, 300, 400, 500, 600, 700, 800, 1000]
[[finding]]
kind = "flagged"
metric = "events"
key = "parted"
bound = 0.0001
"#;

#[rustfmt::skip]
const ENTRIES: &[Entry] = &[
    Entry("finding: share of a gap that is closed", "a gap of 15 points, two thirds closed", 1_000, GAP, Closed, Holds),
    Entry("finding: share of a gap that is closed", "a gap of 15 points, two thirds closed", 60, GAP, Closed, HoldsAtLeast),
    Entry("finding: worth of a step", "steps of a chance", 400, STEPS, Step, Holds),
    Entry("finding: where a target is reached", "a chance that rises", 1_000, REACHES, Is(3_500.0), HoldsAtLeast),
    Entry("finding: worth of one more", "events per length", 300, WORTH, PerLength, Holds),
    Entry("finding: one metric against another", "events against hits per try", 300, TWO, Is(0.0), HoldsAtLeast),
    Entry("finding: the largest of settings", "eight settings that change nothing", 400, FLAGGED, Is(0.0), HoldsAtLeast),
];

impl Entry {
    fn experiment(&'static self) -> Result<Experiment, Vec<Problem>> {
        let &Self(kind, what, games, text, truth, claim) = self;
        let bench = Bench::made_up(&format!("bots = \"this\"\nset = {{ players = 2 }}\n{text}"))?;
        let arms = &bench.plan.arms;
        let rules = |arm: usize| Rules::new(Draws::of(&arms[arm].settings));
        let (first, last) = (rules(0), rules(arms.len() - 1));
        let rise = last.chance() - first.chance();
        let chance = |arm: usize| amount(arms[arm].settings.text("chance")).unwrap_or(f64::NAN);
        let truth = match truth {
            Is(value) => value,
            Closed => rise / (0.5 - first.chance()),
            Step => rise / (chance(arms.len() - 1) - chance(0)),
            PerLength => rise / (last.mean() - first.mean()),
        };
        Ok(Experiment::new(kind, format!("{what}, {games} games"), claim, move |number| {
            let results = bench.results(&bench.played(bench.sums(number, games)), bench.fixed());
            let found = verdict::findings(&bench.plan, &results);
            Some(found.first()?.estimate?.contains(truth))
        }))
    }
}

/// Arms that are equal, of which some come out lowest and highest.
fn equals(arms: usize, games: u64) -> Result<Experiment, Vec<Problem>> {
    let arm = |n: usize| format!("[[arm]]\nname = \"equal: {n}\"\nset = {{ parted = {} }}\n", 100 * n);
    let arms: String = (0..arms).map(arm).collect();
    let finding = "[[finding]]\nkind = \"range\"\nmetric = \"events\"\namong = \"equal\"\n";
    let bench = Bench::made_up(&format!("bots = \"this\"\nset = {{ players = 2 }}\n{arms}{finding}"))?;
    let about = format!("{} equal arms, {games} games", bench.plan.arms.len());
    Ok(Experiment::new("finding: lowest and highest of equals", about, Claim::ErrsAtMost, move |number| {
        let results = bench.results(&bench.played(bench.sums(number, games)), bench.fixed());
        let found = verdict::findings(&bench.plan, &results);
        Some(!found.first()?.text.contains("none is shown to differ"))
    }))
}

/// What is at its limit, as it is counted: lengths by the turns that so many games
/// stay below, events by their share of the games or the tries.
#[derive(Debug, Clone, Copy)]
enum AtLimit {
    Length,
    Share,
}

/// Games that have just as much of something bad as is good, and just more: whether
/// the light says otherwise.
fn lights(aspect: Aspect, at: AtLimit, set: &str, games: u64) -> Result<Experiment, Vec<Problem>> {
    /// The share of games that the limit of a length is about.
    const STAY_BELOW: f64 = 0.95;
    let made =
        |health: &str| Bench::made_up(&format!("bots = \"this\"\nset = {{ players = 2, {set} }}\n{health}"));
    let bench = made("")?;
    let arm = bench.plan.arms[0].clone();
    let rules = Rules::new(Draws::of(&arm.settings));
    // Lengths are whole turns.
    let (truth, less, ill) = match at {
        AtLimit::Length => (rules.quantile(STAY_BELOW), 0.5, 1e6),
        AtLimit::Share => (rules.chance(), 1e-9, 1.0),
    };
    let limited = |look: f64| {
        let limit = format!("{} = {{ look = {look}, ill = {ill} }}\n", aspect.key());
        Ok::<_, Vec<Problem>>(made(&format!("[health]\nminutes-per-turn = 1\n{limit}"))?.plan.health)
    };
    let (good, more) = (limited(truth)?, limited(truth - less)?);
    let rows = vec![
        ("a light that calls good games bad", Claim::ErrsAtMost),
        ("a light that calls bad games good", Claim::ErrsAtMost),
    ];
    Ok(Experiment::of_rows(
        format!("`{}` at the limit, {set}, {games} games", aspect.key()),
        rows,
        move |number| {
            let results = bench.results(&bench.played(bench.sums(number, games)), bench.fixed());
            let light = |limits| {
                let health = Health::of(&arm, &results[0], limits, 0.95);
                health.items.iter().find(|item| item.aspect == aspect).map(|item| item.light)
            };
            vec![
                light(&good).map(|light| light >= Light::Look),
                light(&more).map(|light| light == Light::Good),
            ]
        },
    ))
}

/// Every experiment with findings and lights.
///
/// # Errors
/// When a scenario can't be read.
pub fn experiments() -> Result<Vec<Experiment>, Vec<Problem>> {
    let mut all = ENTRIES.iter().map(Entry::experiment).collect::<Result<Vec<_>, _>>()?;
    all.extend([equals(3, 400)?, equals(9, 400)?]);
    for (aspect, at, set, games) in [
        (Aspect::Minutes, AtLimit::Length, "shape = \"even\"", 1_000),
        (Aspect::Minutes, AtLimit::Length, "shape = \"heavy\"", 400),
        (Aspect::Unfinished, AtLimit::Share, "event = \"stops\", chance = 50", 2_000),
        (Aspect::Draws, AtLimit::Share, "event = \"level\"", 400),
        (Aspect::Goalless, AtLimit::Share, "chance = 400", 400),
        (Aspect::TieBreaks, AtLimit::Share, "chance = 1500", 400),
        (Aspect::RunAway, AtLimit::Share, "chance = 8500", 400),
        (Aspect::DeadTurns, AtLimit::Share, "event = \"forces\"", 400),
        (Aspect::Limits, AtLimit::Share, "chance = 20", 2_000),
    ] {
        all.push(lights(aspect, at, set, games)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::super::tests::held;
    use super::*;

    #[test]
    fn calibration_of_findings() {
        held(&experiments().unwrap(), 600);
    }
}
