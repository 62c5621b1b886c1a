//! Games that a comparison takes: with arms that share nothing, with shared
//! luck, with luck taken out as well, and as `compare` plays it, all looks
//! included.
//!
//! `cargo bench --bench savings` makes both tables of `benches/README.md`: a few
//! questions closely, then every value of every switch of every game as the
//! atlas has them. `cargo bench --bench savings -- futbol-dash` only what
//! contains all the words.

use std::sync::atomic::AtomicBool;

use levelpitch::App;
use levelpitch::arena::RulesetId;
use levelpitch::estimates::adjusted;
use levelpitch::estimates::strict::Sample;
use levelpitch::lab::compare::{self, Finding, Question, Rule};
use levelpitch::lab::{Hall, Table};
use levelpitch::metric::Metric;
use levelpitch::rulesets;
use levelpitch::scenario::Plan;
use levelpitch::scenario::resolve::{Origin, Overrides, understood};
use levelpitch::settings;
use levelpitch::stats::distribution::{normal_quantile, z};
use levelpitch::stats::paired;

/// Power of the designs of fixed size.
const POWER: f64 = 0.9;
/// Games per arm behind the variances of a question, and comparisons played.
const CLOSELY: (u64, u64) = (40_000, 20);
/// Games per arm behind those of a switch value, and the most that its
/// comparison takes.
const EVERY: (u64, u64) = (4_000, 20_000);

/// Questions asked closely: ruleset, bot, switch, value, metric.
const QUESTIONS: [[&str; 5]; 8] = [
    ["king-of-the-pitch", "balanced", "tie-break", "king-keeps", "first-seat-advantage"],
    ["king-of-the-pitch", "balanced", "tie-break", "king-keeps", "seat-gap"],
    ["futbol-dash", "planner", "last-seat-bonus", "one-ap", "first-seat-advantage"],
    ["futbol-dash", "planner", "last-seat-bonus", "one-ap", "seat-gap"],
    ["squad-rush-season", "spoiler", "chemistry-penalty", "0", "first-seat-advantage"],
    ["squad-rush-season", "spoiler", "chemistry-penalty", "0", "seat-gap"],
    ["time-vault-soccer", "counter", "combos", "off", "turns-per-game"],
    ["time-vault-soccer", "counter", "combos", "off", "seat-gap"],
];

/// Bots of the second table: of those quick enough the strongest.
const QUICK: [(&str, &str); 5] = [
    ("king-of-the-pitch", "balanced"),
    ("futbol-dash", "planner"),
    ("squad-rush-season", "spoiler"),
    ("time-of-soccer", "youth"),
    ("time-vault-soccer", "counter"),
];

/// Both arms of one switch turned to a value, with what it must have beside it;
/// `None` where the rules refuse it, or the table changes.
fn plan(app: &App, ruleset: RulesetId, bot: &str, set: &str, value: &str, seed: u64) -> Option<Plan> {
    let switch = ruleset.switches.iter().find(|switch| switch.key == set)?;
    let quoted = |pairs: &[(&str, &str)]| {
        let all: Vec<String> = pairs.iter().map(|(key, value)| format!("{key} = \"{value}\"")).collect();
        format!("set = {{ {} }}\n", all.join(", "))
    };
    let beside: Vec<(&str, &str)> = switch.beside(value).collect();
    let mut turned = beside.clone();
    turned.push((set, value));
    let text = format!(
        "ruleset = \"{}\"\nbots = \"{bot}\"\nseed = {seed}\n[[arm]]\nname = \"a\"\n{}[[arm]]\nname = \"b\"\n{}",
        ruleset.id,
        quoted(&beside),
        quoted(&turned)
    );
    let read = |_: &str| Err("no file belongs to it".to_owned());
    let origin = Origin { app, name: "savings", file: "savings", text: &text, read: &read };
    let plan = understood(&origin, &Overrides::default()).ok()?;
    plan.arms[1].base.is_some().then_some(plan)
}

fn question(plan: &Plan, metric: Metric, most: u64) -> Question {
    let [a, b] = [0, 1].map(|arm| plan.arms[arm].clone());
    Question::new(plan, a, b, metric, Rule::default(), most)
}

/// How much a game per arm varies: apart, paired, with luck taken out; per
/// block, with its games.
struct Spread {
    difference: f64,
    variances: [f64; 3],
    games: f64,
}

fn spread(plan: &Plan, metric: Metric, games: u64, hall: &Hall<'_>) -> Option<Spread> {
    let mut table = Table::new(question(plan, metric, games).plan).ok()?;
    table.play_to(games, hall).ok()?;
    let [base, own] = [0, 1].map(|arm| Sample {
        arm: &table.plan.arms[arm],
        layout: &table.shapes()[arm].0,
        played: &table.played()[arm],
    });
    // The gap of the farthest seat is no mean: between two players it moves as the first seat's edge does.
    let mean = if metric == Metric::SEAT_GAP { Metric::FIRST_SEAT } else { metric };
    let change = adjusted::change(&own, &base, mean)?;
    let (unit, sums) = (change.made.per_block.powi(2), change.made.sums);
    let paired = sums.first().variance()?;
    let worth = paired::control_worth(&sums).unwrap_or(1.0).max(1.0);
    Some(Spread {
        difference: sums.x as f64 / sums.blocks as f64 / change.made.per_block,
        variances: [change.apart / unit, paired / unit, paired / worth / unit],
        games: table.games() as f64 / sums.blocks as f64,
    })
}

impl Spread {
    /// Games per arm of the three designs of fixed size.
    fn games(&self) -> [f64; 3] {
        let wide = z(0.95) + normal_quantile(POWER);
        self.variances.map(|variance| variance * (wide / self.difference).powi(2) * self.games)
    }

    /// What is left of the variance of arms that share nothing.
    fn left(&self) -> [f64; 2] {
        [1, 2].map(|i| self.variances[i] / self.variances[0])
    }
}

/// Seed of the luck that variances come from: of no comparison.
const APART: u64 = 1_000_003;

fn closely(app: &App, words: &[String], hall: &Hall<'_>) {
    let heading = "| question | metric | difference | unpaired, fixed | paired, fixed | paired and luck-adjusted | `compare`, looks included | decided | of unpaired |";
    println!("{heading}\n|---|---|---:|---:|---:|---:|---:|---:|---:|");
    for [id, bot, switch, value, metric] in QUESTIONS {
        let label = format!("{id} {bot}, {switch} = {value}");
        if !words.iter().all(|word| format!("{label} {metric}").contains(word)) {
            continue;
        }
        let ruleset = app.find(id).expect("a game of this program");
        let of = |seed: u64| plan(app, ruleset, bot, switch, value, seed).expect("a value of the game");
        let known = of(APART).arms[0].metrics().find(metric).expect("a metric of the game");
        let Some(spread) = spread(&of(APART), known, CLOSELY.0, hall) else { continue };
        let (mut games, mut decided) = (0, 0);
        for seed in 1..=CLOSELY.1 {
            let found = compare::play(&question(&of(seed), known, 200_000), hall).expect("arms compile");
            games += found.games;
            decided += u64::from(found.finding == Finding::Different);
        }
        let [unpaired, paired, adjusted] = spread.games();
        let mean = games as f64 / CLOSELY.1 as f64;
        println!(
            "| {label} | {metric} | {:+.4} | {unpaired:.0} | {paired:.0} | {adjusted:.0} | {mean:.0} | {decided} of {} | {:.2} |",
            spread.difference,
            CLOSELY.1,
            mean / unpaired
        );
    }
}

/// The middle one.
fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

fn every(app: &App, words: &[String], hall: &Hall<'_>) {
    println!(
        "\n| game | bot | values | paired | luck-adjusted | decided | `compare` |\n|---|---|---:|---:|---:|---:|---:|"
    );
    let mut all: [Vec<f64>; 3] = Default::default();
    let mut told = Vec::new();
    for (id, bot) in QUICK {
        if !words.iter().all(|word| format!("{id} {bot} every").contains(word)) {
            continue;
        }
        let ruleset = app.find(id).expect("a game of this program");
        let mut own: [Vec<f64>; 3] = Default::default();
        let switches = ruleset.switches.iter().filter(|switch| switch.origin != settings::Origin::Added);
        for switch in switches {
            for &value in switch.atlas.iter().filter(|value| **value != switch.default) {
                let of = |seed: u64| plan(app, ruleset, bot, switch.key, value, seed);
                let (Some(apart), Some(played)) = (of(APART), of(1)) else { continue };
                let Some(spread) = spread(&apart, Metric::SEAT_GAP, EVERY.0, hall) else { continue };
                let [paired, adjusted] = spread.left();
                if paired == 0.0 {
                    continue; // The bots do the same whatever the value is.
                }
                let found = compare::play(&question(&played, Metric::SEAT_GAP, EVERY.1), hall);
                let share = found.ok().and_then(|found| found.saving).map(|saving| saving.share);
                own[0].push(paired);
                own[1].push(adjusted);
                own[2].extend(share);
                let share = share.map_or("–".to_owned(), |share| format!("{share:.2}"));
                told.push(format!(
                    "| {id} | {} = {value} | {paired:.2} | {adjusted:.2} | {share} |",
                    switch.key
                ));
            }
        }
        row(&format!("{id} | {bot}"), &own);
        for (all, own) in all.iter_mut().zip(own) {
            all.extend(own);
        }
    }
    row("all | ", &all);
    println!("\n| game | value | paired | luck-adjusted | `compare` |\n|---|---|---:|---:|---:|");
    for line in told {
        println!("{line}");
    }
}

/// Medians over values.
fn row(label: &str, [paired, adjusted, compare]: &[Vec<f64>; 3]) {
    let of = |shares: &Vec<f64>| median(shares.clone());
    println!(
        "| {label} | {} | {:.2} | {:.2} | {} | {:.2} |",
        paired.len(),
        of(paired),
        of(adjusted),
        compare.len(),
        of(compare)
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let app = rulesets::app();
    let stop = AtomicBool::new(false);
    let hall = Hall::new(&stop, &|_| {});
    closely(&app, &words, &hall);
    every(&app, &words, &hall);
}
