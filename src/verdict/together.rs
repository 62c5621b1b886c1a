//! Several games told together, none of their rules varied: which of them are
//! level, which can be printed, how far they are apart.
//!
//! In: a run of each game, or one of them all. Out: sentences over all of them.

use super::finding::{Rival, extremes};
use super::words::{players, unmarked};
use super::{Checkup, Health, Light, Plain, Statement, Status};
use crate::arena::RulesetId;
use crate::bots::random;
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::metric::Metric;
use crate::scenario::Plan;
use crate::stats::Estimate;
use crate::stats::equivalence::Bounds;

/// A game without a rule varied, by its strongest scripted bot.
#[derive(Debug, Clone)]
pub struct Unvaried {
    /// The game.
    pub title: &'static str,
    /// Who plays.
    pub players: String,
    /// How far the seat farthest from an equal share is from it.
    pub gap: Estimate,
    /// Whether it can be printed, whoever wins.
    pub health: Light,
}

/// The games of a run of which no rule is varied: what [`apart`] and [`printable`]
/// are told of.
#[must_use]
pub fn unvaried(plan: &Plan, results: &[ArmResult], health: &Checkup) -> Vec<Unvaried> {
    let mut rows: Vec<(RulesetId, &ArmResult)> = Vec::new();
    for result in results {
        let arm = &plan.arms[result.index];
        let is_printed = arm.effect.is_none() && arm.mirrored() && arm.bots[0] != random::NAME;
        if !is_printed || result.seats.len() < 2 {
            continue;
        }
        match rows.iter_mut().find(|(ruleset, _)| *ruleset == arm.ruleset) {
            // The first arms of a game are the printed ones, its strongest
            // scripted bot last; later arms are other competitions.
            Some(row) if row.1.seats.len() == result.seats.len() && is_same_game(plan, row.1, result) => {
                if result.is_decided() || !row.1.is_decided() {
                    *row = (arm.ruleset, result);
                }
            }
            Some(_) => {}
            None => rows.push((arm.ruleset, result)),
        }
    }
    let told = |(ruleset, result): &(RulesetId, &ArmResult)| {
        let gap = result.metric(Metric::SEAT_GAP)?.estimate;
        let players = unmarked(&players(plan, result.index));
        let health = health.arms.get(result.index).map_or(Light::None, Health::light);
        Some(Unvaried { title: ruleset.title, players, gap, health })
    };
    rows.iter().filter_map(told).collect()
}

fn is_same_game(plan: &Plan, a: &ArmResult, b: &ArmResult) -> bool {
    let (a, b) = (&plan.arms[a.index], &plan.arms[b.index]);
    a.settings.iter().zip(b.settings.iter()).all(|((_, a), (_, b))| a == b)
}

/// One sentence over several games, `how` they are played (`as printed`): how far
/// apart they are; in words which of them are level. Nothing of a single game.
#[must_use]
pub fn apart(games: &[Unvaried], margin: f64, how: &str) -> Option<Statement> {
    if games.len() < 2 {
        return None;
    }
    let named: Vec<Rival> = games
        .iter()
        .map(|game| Rival::alone(format!("{}, {}", game.title, game.players), game.gap))
        .collect();
    let told = extremes(&named, Unit::Points)?;
    let text = format!(
        "How far the seat farthest from an equal share is from it, of {} games {how}: {told}.",
        named.len()
    );
    let plain = Plain {
        answer: format!("Of the games {how}, {}", levels(games, margin)),
        beside: String::new(),
        printing: "what is level can be printed as far as its health goes; what is not has its settings ranked below"
            .to_owned(),
    };
    Some(Statement { plain: Some(plain), ..Statement::plain(text) })
}

/// The titles of some games, as one says them.
fn titles(games: &[Unvaried], is_one: impl Fn(&Unvaried) -> bool) -> String {
    let titles: Vec<&str> = games.iter().filter(|game| is_one(game)).map(|game| game.title).collect();
    titles.join(", ")
}

fn levels(games: &[Unvaried], margin: f64) -> String {
    let level = Bounds::around(0.0, margin);
    let of = |wanted: Status| titles(games, |game| Status::from(level.judge(&game.gap)) == wanted);
    let (bad, good) = (of(Status::Bad), of(Status::Good));
    if bad.is_empty() && good.is_empty() {
        return "none is shown to be level or not: that takes more games".to_owned();
    }
    let parts = [("not level", bad), ("level", good), ("undecided", of(Status::Undecided))];
    let parts = parts.into_iter().filter(|(_, titles)| !titles.is_empty());
    parts.map(|(word, titles)| format!("{word}: {titles}")).collect::<Vec<_>>().join("; ")
}

/// Which of several games can be printed, whoever wins: a sentence.
#[must_use]
pub fn printable(games: &[Unvaried]) -> String {
    let of = |light: Light| titles(games, |game| game.health == light);
    let well = titles(games, |game| matches!(game.health, Light::Good | Light::None));
    let told = [
        ("ill, so don't print it, in ", of(Light::Ill)),
        ("to be looked at in ", of(Light::Look)),
        ("not sure after so few games in ", of(Light::Unsure)),
        ("good in ", well),
    ];
    let told = told.into_iter().filter(|(_, titles)| !titles.is_empty());
    let told: Vec<String> = told.map(|(word, titles)| format!("{word}{titles}")).collect();
    format!("Health, whoever wins: {}.", told.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    fn game(title: &'static str, gap: f64, half: f64, health: Light) -> Unvaried {
        let gap = Estimate::around(gap, half, 0.95, Method::SeatGap, 1000);
        Unvaried { title, players: "2 `calculator` bots".to_owned(), gap, health }
    }

    #[test]
    fn which_games_are_level_and_which_can_be_printed_is_told_before_how_far_they_are_apart() {
        let games = [
            game("A", 0.001, 0.005, Light::Good),
            game("B", 0.1, 0.01, Light::Ill),
            game("C", 0.02, 0.01, Light::Look),
            game("D", 0.021, 0.03, Light::Unsure),
            game("E", 0.003, 0.004, Light::None),
        ];
        assert_eq!(levels(&games, 0.02), "not level: B; level: A, E; undecided: C, D");
        assert_eq!(
            printable(&games),
            "Health, whoever wins: ill, so don't print it, in B; to be looked at in C; not sure after so few games in \
             D; good in A, E."
        );
        assert_eq!(levels(&games[2..4], 0.02), "none is shown to be level or not: that takes more games");
        assert!(apart(&games, 0.02, "as printed").unwrap().text.contains("+10.0 percentage points"));
        assert!(apart(&games[..1], 0.02, "as printed").is_none(), "a game alone has its own page");
    }
}
