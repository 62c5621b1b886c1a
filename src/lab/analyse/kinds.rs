//! Blunders by kind: what moves of each class cost.

use schemars::JsonSchema;
use serde::Serialize;

use super::clusters::{mean, of_chances, share};
use super::measures::{per_row, weight};
use crate::arena::oracle::{Effort, Look, Story};
use crate::scenario::arm::shell_word;
use crate::stats::distribution::{t, t_tails};
use crate::stats::{Estimate, Method, many};

/// Share of false ones among the kinds that are told as blunders, at most.
const FALSE: f64 = 0.05;

/// A class of moves.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Kind {
    /// The class, in the game's words.
    pub name: String,
    /// How often a player makes such a move in a game.
    pub per_game: f64,
    /// How many such decisions were analysed.
    pub decisions: u64,
    /// What they cost a player per game, in shares of a win.
    pub cost: Estimate,
    /// What one of them costs.
    pub regret: Estimate,
    /// P value of "they cost nothing", adjusted for the number of kinds
    /// (Benjamini and Hochberg).
    pub adjusted: f64,
    /// Whether they cost something, of the kinds called so at most one in twenty
    /// wrongly.
    pub blunder: bool,
    /// The class of move that would mostly have been better, where one was.
    pub rather: Option<String>,
    /// The one that stood out while moves were tried, measured afterwards.
    pub example: Option<Example>,
}

/// A decision that shows a kind of blunder.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Example {
    /// Number of the game.
    pub game: u64,
    /// Number of the decision in it, from 1.
    pub decision: u32,
    /// What was chosen.
    pub said: String,
    /// What is called best.
    pub rather: String,
    /// What it cost, in shares of a win.
    pub regret: Estimate,
    /// The command that shows it, behind the program's name.
    pub command: String,
}

/// What one decision cost, and the variance of that from continuation to
/// continuation.
pub fn spread(look: &Look, effort: Effort) -> (f64, f64) {
    let n = effort.measuring as f64;
    let value = per_row(look.regret, effort);
    let unit = f64::from(crate::game::WIN);
    let squares = look.regret_squares as f64 / unit / unit;
    (value, ((squares - n * value * value) / (n - 1.0)).max(0.0))
}

/// What one decision cost, t over continuations.
pub fn single(look: &Look, effort: Effort, level: f64) -> Estimate {
    let n = effort.measuring as f64;
    let (value, variance) = spread(look, effort);
    let half = t(level, n - 1.0) * (variance / n).sqrt();
    let method = if variance > 0.0 { Method::PairedT } else { Method::Unvaried };
    of_chances(Estimate::around(value, half, level, method, effort.measuring))
}

/// A decision of a game, told.
pub fn told(game: u64, look: &Look, effort: Effort, level: f64, replay: &[String]) -> Example {
    let decision = look.at + 1;
    let mut words: Vec<String> = replay.iter().map(|word| shell_word(word)).collect();
    words.push(format!("--game {game} --decision {decision}"));
    Example {
        game,
        decision,
        said: look.said.clone(),
        rather: look.rather.clone(),
        regret: single(look, effort, level),
        command: words.join(" "),
    }
}

/// The decision that shows what moves of a class cost.
pub fn example(
    class: u16,
    stories: &[Story],
    effort: Effort,
    level: f64,
    replay: &[String],
) -> Option<Example> {
    let looks = stories.iter().flat_map(|story| story.looks.iter().map(move |look| (story.game, look)));
    let fits = |look: &Look| look.chosen == class && look.hint > 0;
    // The first of those that stood out most.
    let (game, look) =
        looks.filter(|(_, look)| fits(look)).reduce(|a, b| if b.1.hint > a.1.hint { b } else { a })?;
    Some(told(game, look, effort, level, replay))
}

/// The class that was mostly called best instead, by what it would have gained.
pub fn rather(class: u16, stories: &[Story], classes: &[String]) -> Option<String> {
    let mut gains = vec![0.0; classes.len()];
    for story in stories {
        for look in story.looks.iter().filter(|look| look.chosen == class && look.hint > 0) {
            gains[usize::from(look.best)] += weight(story) * look.regret as f64;
        }
    }
    let best = (0..gains.len()).rev().max_by(|&a, &b| gains[a].total_cmp(&gains[b]))?;
    (gains[best] > 0.0).then(|| classes[best].clone())
}

/// Every class of moves that was chosen in at least two games, the costliest
/// first; blunders before all others.
pub fn of(stories: &[Story], classes: &[String], effort: Effort, level: f64, replay: &[String]) -> Vec<Kind> {
    let seats = stories.first().map_or(1, |story| story.seating.len()) as f64;
    let told: Vec<&Story> = stories.iter().filter(|story| !story.looks.is_empty()).collect();
    let kind = |(class, name): (u16, &String)| {
        let of = |story: &&Story| {
            let looks = story.looks.iter().filter(|look| look.chosen == class);
            let (regret, count) =
                looks.fold((0, 0_u32), |(regret, count), look| (regret + look.regret, count + 1));
            (weight(story) * per_row(regret, effort), weight(story) * f64::from(count))
        };
        let pairs: Vec<(f64, f64)> = told.iter().map(of).collect();
        let among = pairs.iter().filter(|(_, count)| *count > 0.0).count();
        if among < 2 {
            return None;
        }
        let heaviest = told.iter().map(|story| weight(story)).sum::<f64>() / told.len() as f64;
        let cost = mean(pairs.iter().map(|(x, _)| x / seats), heaviest / seats, level)?;
        let regret = of_chances(share(pairs.iter().copied(), heaviest, level)?);
        let error = cost.half_width() / t(level, told.len() as f64 - 1.0);
        let two_sided = if error > 0.0 { t_tails(cost.value / error, among as f64 - 1.0) } else { 1.0 };
        let p = if cost.value > 0.0 { two_sided / 2.0 } else { 1.0 - two_sided / 2.0 };
        let made = stories.iter().flat_map(|s| &s.looks).filter(|look| look.chosen == class).count();
        Some(Kind {
            name: name.clone(),
            per_game: pairs.iter().map(|(_, count)| count).sum::<f64>() / told.len() as f64 / seats,
            decisions: made as u64,
            cost,
            regret,
            adjusted: p,
            blunder: false,
            rather: rather(class, stories, classes),
            example: example(class, stories, effort, level, replay),
        })
    };
    ranked((0..).zip(classes).filter_map(kind).collect())
}

/// Kinds whose `adjusted` is a p value of its own: corrected for their number,
/// blunders first, then the costliest.
pub(super) fn ranked(mut kinds: Vec<Kind>) -> Vec<Kind> {
    let p: Vec<f64> = kinds.iter().map(|kind| kind.adjusted).collect();
    for (kind, adjusted) in kinds.iter_mut().zip(many::benjamini_hochberg(&p)) {
        (kind.adjusted, kind.blunder) = (adjusted, adjusted <= FALSE);
    }
    kinds.sort_by(|a, b| (b.blunder.cmp(&a.blunder)).then(b.cost.value.total_cmp(&a.cost.value)));
    kinds
}
