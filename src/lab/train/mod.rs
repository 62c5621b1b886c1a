//! Better weights for the `trained` bot of a game, by self-play.
//!
//! In: an arm of a game, the bots to be measured against. Out: weights, how they
//! came about, and a ladder: what a lone `trained` takes at a table of each
//! other bot, with the weights before and with those found.
//!
//! A generation of candidates around the weights in force plays the same games:
//! each alone at a table of one of the opponents, alone among the best weights so
//! far, and at a table of its own kind. The distribution moves towards those with
//! the largest harmonic mean of shares (`evolution`), whose games it takes least
//! of to win once at every table: easy wins from weak opponents don't make up for
//! losses to strong ones. Among its own kind a candidate wins an equal share of
//! the games that come to an end, and less of one that takes longer than health
//! calls good: stalling has a cost where no other opponent makes it lose. Candidates
//! are tried on luck of their own, a fresh stretch of it for every generation;
//! the ladder is played on the plan's luck, which no candidate has seen, so that
//! its intervals are those of a bot fixed beforehand.
//!
//! In a game whose searches judge where the seats stand, the weights of that are
//! found last, from self-play by the weights for moves ([`Outlook`]).

pub mod calibration;
mod evolution;
mod outlook;
#[cfg(test)]
mod tests;
mod trials;

use schemars::JsonSchema;
use serde::Serialize;

use self::evolution::Evolution;
pub use self::outlook::Outlook;
use self::trials::{Others, Trials};
use super::{Hall, Table};
use crate::campaign::{self, journal};
use crate::estimates::{ArmResult, Manner};
use crate::game::weights::{self, TRAINED};
use crate::game::{Feature, Weights};
use crate::metric::Metric;
use crate::scenario::data_file::DataFile;
use crate::scenario::{ArmName, Aspect, Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::{Estimate, many};

/// Luck of candidates: apart from that of every plan.
const PAIRING: &str = "training of weights";
/// A step of 1 in the space of the search, as a part of a weight's own size,
/// and of its range for one that is near nothing.
const OF_ITSELF: f64 = 0.5;
/// See [`OF_ITSELF`].
const OF_RANGE: f64 = 0.02;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The game: its first arm, whatever bots it names.
    pub plan: Plan,
    /// The bots that candidates meet and the ladder is measured against.
    pub opponents: Vec<String>,
    /// Whether candidates also meet the best weights so far, and their own kind.
    pub itself: bool,
    /// Generations of candidates.
    pub generations: u32,
    /// Candidates of a generation, at least 4.
    pub population: usize,
    /// Games of a candidate at the table of each opponent.
    pub games: u64,
    /// Games of each rung of the ladder.
    pub measured: u64,
    /// Games of self-play from which weights of standings are found.
    pub self_play: u64,
}

/// What one generation came to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Generation {
    /// Harmonic mean of the shares of its middle candidate over all tables, on luck
    /// that only this generation plays.
    pub median: f64,
    /// The same of the best one: too high, for it is the best of many.
    pub best: f64,
    /// How far candidates still lie apart, 0.5 at first.
    pub step: f64,
}

/// What a lone `trained` takes at a table of others.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Rung {
    /// The others' bot.
    pub opponent: String,
    /// Share of wins with the weights before.
    pub before: Estimate,
    /// Share of wins with the weights found.
    pub after: Estimate,
    /// What the weights found take more than those before, on the same luck.
    pub change: Option<Estimate>,
    /// What it would take if it were as strong as they are.
    pub equal: f64,
}

/// One weight.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Weight {
    /// The feature.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its weight before.
    pub before: i16,
    /// Its weight as found.
    pub after: i16,
}

/// Weights and how strong they are.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Course {
    /// What was played.
    #[serde(skip)]
    pub plan: Plan,
    /// Seats of the table.
    pub seats: usize,
    /// Every generation in turn.
    pub generations: Vec<Generation>,
    /// Every weight.
    pub weights: Vec<Weight>,
    /// How the weights of where a seat stands were found, in a game that has some.
    pub outlook: Option<Outlook>,
    /// One rung per opponent, in the order asked.
    pub ladder: Vec<Rung>,
    /// Games played in all.
    pub games: u64,
    /// Whether the user ended it early.
    pub interrupted: bool,
    /// The weights as a table of component data.
    pub table: String,
}

/// The scale on which a weight is searched.
fn scales(features: &[Feature], from: &Weights) -> Vec<f64> {
    let of = |(feature, weight): (&Feature, &i16)| {
        let [least, most] = feature.range.map(f64::from);
        (OF_ITSELF * f64::from(*weight).abs()).max(OF_RANGE * (most - least)).max(1.0)
    };
    features.iter().zip(from.values()).map(of).collect()
}

/// Whole weights within their ranges of a point in the space of the search, those
/// that aren't searched as they were.
fn rounded(features: &[Feature], scales: &[f64], point: &[f64], before: &Weights) -> Weights {
    let mut values = *before.values();
    let searched = features.iter().zip(scales).zip(point);
    for (value, ((feature, scale), x)) in values.iter_mut().zip(searched) {
        let [least, most] = feature.range.map(f64::from);
        *value = (x * scale).round().clamp(least, most) as i16;
    }
    Weights::of(&values)
}

/// The arm with a lone `trained` at a table of `opponent`.
fn table(arm: &PlanArm, seats: usize, opponent: &str) -> PlanArm {
    let mut bots = vec![opponent.to_owned(); seats];
    TRAINED.clone_into(&mut bots[0]);
    PlanArm { name: ArmName::of(opponent, ""), bots, rotates: true, base: None, effect: None, ..arm.clone() }
}

/// Weights that have evolved, not measured yet.
pub struct Evolved {
    /// Those in force before.
    pub before: Weights,
    /// Those found.
    pub after: Weights,
    /// Every generation in turn.
    pub generations: Vec<Generation>,
    /// Games that candidates have played.
    pub games: u64,
    /// Whether all generations were played that were asked for.
    pub finished: bool,
}

/// Evolves weights. Of a generation that is not played to its end nothing is
/// learnt, and none follows.
///
/// # Errors
/// A game without features, an arm that does not compile.
pub fn evolve(question: &Question, hall: &Hall<'_>) -> Result<Evolved, Vec<Fault>> {
    let Question { plan, opponents, itself, population, .. } = question;
    let mut arm = plan.arms[0].clone();
    PAIRING.clone_into(&mut arm.pairing);
    let features = arm.ruleset.features();
    let seats = arm.seats()?;
    if features.is_empty() {
        let found = format!("`{}`, which has no features to weigh", arm.ruleset.id);
        return Err(vec![Fault::new("SCENARIO", found, "a game with a `trained` bot (`list bots`)")]);
    }
    // No move is chosen by the rest.
    let features = &features[..features.len() - arm.ruleset.prospects().len()];
    let own = [(TRAINED, Others::Champion), (TRAINED, Others::Like)];
    let own = if *itself { &own[..] } else { &[] };
    let met = opponents.iter().map(|bot| (bot.as_str(), Others::Opponent)).chain(own.iter().copied());
    let tables: Vec<(PlanArm, Others)> = met.map(|(bot, others)| (table(&arm, seats, bot), others)).collect();
    let most = plan.health.of(Aspect::Minutes).look / plan.health.turn_of(arm.ruleset.facts());
    let blocks = (question.games / seats as u64).max(1);
    let candidates = u64::from(question.generations) * *population as u64;
    let mut trials = Trials::new(&tables, plan.seed, most, blocks, candidates)?;
    let key = hall.journal.map(|_| {
        let arms: Vec<PlanArm> = tables.iter().map(|(arm, _)| arm.clone()).collect();
        let all: Vec<usize> = (0..arms.len()).collect();
        let told = campaign::key_of(&Plan { arms, ..plan.clone() }, "generation", &all);
        journal::key(&told, &(opponents.len(), most.to_bits()))
    });
    let before = trials.weights();
    let scales = scales(features, &before);
    let at = |weights: &Weights| -> Vec<f64> {
        scales.iter().zip(weights.values()).map(|(scale, &weight)| f64::from(weight) / scale).collect()
    };
    let mut evolution = Evolution::new(at(&before), *population, plan.seed);
    let mut evolved = Evolved { before, after: before, generations: Vec::new(), games: 0, finished: true };
    for generation in 0..u64::from(question.generations) {
        let points: Vec<Vec<f64>> = (0..*population).map(|_| evolution.sample()).collect();
        let rounded = |point: &[f64]| rounded(features, &scales, point, &before);
        trials.next(points.iter().map(|point| rounded(point)).collect(), evolved.after, generation);
        let shares = trials.play(key.as_deref(), hall);
        evolved.games += trials.games(shares.len());
        if shares.len() < points.len() {
            evolved.finished = false;
            break;
        }
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
        evolution.learn(&order.iter().map(|&i| points[i].clone()).collect::<Vec<_>>());
        evolved.after = rounded(evolution.mean());
        let (median, best) = (shares[order[order.len() / 2]], shares[order[0]]);
        evolved.generations.push(Generation { median, best, step: evolution.step() });
    }
    Ok(evolved)
}

/// Evolves weights and measures them.
///
/// # Errors
/// As [`evolve`].
pub fn train(question: &Question, hall: &Hall<'_>) -> Result<Course, Vec<Fault>> {
    let Evolved { before, mut after, generations, mut games, mut finished } = evolve(question, hall)?;
    let plan = &question.plan;
    let mut outlook = None;
    if finished && !plan.arms[0].ruleset.prospects().is_empty() && plan.arms[0].seats()? > 1 {
        let found = outlook::find(plan, &plan.arms[0], &after, question.self_play, hall)?;
        finished = found.is_some();
        if let Some((weights, how)) = found {
            games += how.games;
            (after, outlook) = (weights, Some(how));
        }
    }
    let features = plan.arms[0].ruleset.features();
    let seats = plan.arms[0].seats()?;
    // Weights that still change are not measured.
    let (ladder, measured) =
        if finished { ladder(question, seats, [&before, &after], hall)? } else { (Vec::new(), 0) };
    let weight = |(feature, (before, after)): (&Feature, (&i16, &i16))| Weight {
        name: feature.name,
        about: feature.about,
        before: *before,
        after: *after,
    };
    let pairs = before.values().iter().zip(after.values());
    Ok(Course {
        plan: plan.clone(),
        seats,
        generations,
        weights: features.iter().zip(pairs).map(weight).collect(),
        outlook,
        ladder,
        games: games + measured,
        interrupted: hall.closed(),
        table: weights::written(features, &after, seats),
    })
}

/// Both weights at the table of each opponent, on luck that no candidate has
/// seen.
fn ladder(
    question: &Question,
    seats: usize,
    both: [&Weights; 2],
    hall: &Hall<'_>,
) -> Result<(Vec<Rung>, u64), Vec<Fault>> {
    let arm = &question.plan.arms[0];
    let features = arm.ruleset.features();
    let mut arms = Vec::new();
    for opponent in &question.opponents {
        for (weights, name) in both.into_iter().zip(["before", "after"]) {
            let mut arm = table(arm, seats, opponent);
            arm.name = ArmName::of(format!("{opponent}, {name}"), "");
            let text = weights::written(features, weights, seats);
            arm.data = Some(DataFile::with_weights(arm.data.as_ref(), arm.ruleset, name, &text)?);
            // Both play the same deals.
            (arm.pairing, arm.paired) = (format!("{}/{seats}/{opponent}", arm.ruleset), true);
            arm.base = (name == "after").then(|| arms.len() - 1);
            arms.push(arm);
        }
    }
    let mut table = Table::new(Plan { arms, ..question.plan.clone() })?;
    table.play_to(question.measured, hall)?;
    let manner = Manner {
        level: together(question.plan.level, &question.opponents),
        always: hall.closed(),
        tightest: question.measured,
    };
    Ok((rungs(&question.opponents, seats, &table.results(manner)), table.all_games()))
}

/// The level of each interval of a ladder: each opponent is told apart from the others by
/// looking at all of them.
fn together(level: f64, opponents: &[String]) -> f64 {
    many::level_of_each(level, opponents.len())
}

/// The rungs of a ladder: two arms per opponent, with the weights before and with those
/// found.
fn rungs(opponents: &[String], seats: usize, results: &[ArmResult]) -> Vec<Rung> {
    let rungs = opponents.iter().zip(results.chunks_exact(2)).map(|(opponent, pair)| {
        let share = pair[1].metric(Metric::entrant_share(0));
        let change = share.and_then(|named| named.difference.as_ref()).map(|found| found.estimate);
        let won = |arm: usize| pair[arm].entrants.iter().map(|entrant| entrant.share.value).sum::<f64>();
        Rung {
            opponent: opponent.clone(),
            before: pair[0].entrants[0].share,
            after: pair[1].entrants[0].share,
            change: change.filter(|change| change.value.is_finite()),
            equal: won(1) / seats as f64,
        }
    });
    rungs.collect()
}
