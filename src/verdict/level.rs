//! Is every seat level? The sentences on fairness: the seat farthest from an
//! equal share, judged against one margin, bot by bot of a panel.
//!
//! In: estimates of arms whose entrants are all alike. Out: what the strongest
//! bot's games say, whether the others agree, and, of many arms, which are
//! level and which are not. An arm that hardly finishes a game is told first
//! and judged by nobody.

use super::fairness::beside;
use super::words::{bound, count, equal_share, listed, number, players, seat, short, show};
use super::{Statement, Status, Yard};
use crate::arena::RulesetId;
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::metric::Metric;
use crate::scenario::Plan;
use crate::stats::equivalence::Bounds;
use crate::stats::{Estimate, combine};

/// Arms named in a list.
const NAMED: usize = 2;

/// What a gap comes to.
pub(super) const fn told(status: Status) -> &'static str {
    match status {
        Status::Good => "level",
        Status::Bad => "not level",
        _ => "undecided",
    }
}

/// An arm with its gap and what that comes to.
struct Judged<'a> {
    result: &'a ArmResult,
    gap: Estimate,
    status: Status,
}

fn name(plan: &Plan, result: &ArmResult) -> String {
    plan.arms[result.index].name.to_string()
}

fn bot<'a>(plan: &'a Plan, result: &ArmResult) -> &'a str {
    &plan.arms[result.index].bots[0]
}

/// Whether the games say nothing of who wins.
fn says_nothing(result: &ArmResult) -> bool {
    result.is_stuck() || !result.is_decided()
}

/// What cannot be judged, and why.
fn stuck(plan: &Plan, result: &ArmResult) -> String {
    let open: u64 = result.unfinished.iter().map(|(_, n)| n).sum();
    let title = plan.arms[result.index].ruleset.title;
    let who = players(plan, result.index);
    if open > 0 {
        let games = count(result.games);
        return format!("{title}: {} of {games} games between {who} never end", count(open));
    }
    format!("{title}: none of {} games between {who} was won by a player", count(result.games))
}

/// `the 3rd player wins 32.9 % ± 0.9 of games between 4 `calculator` bots, where
/// 25 % is equal`.
fn farthest(plan: &Plan, result: &ArmResult) -> String {
    let far = result.farthest();
    // At a table of two one seat's share is the other's: alone it says it all.
    let alone = result.metric(Metric::seat_share(far)).filter(|_| result.seats.len() == 2);
    let share = alone.map_or(result.seats[far].share, |named| named.estimate);
    let equal = equal_share(result);
    let nobody = 1.0 - equal * result.seats.len() as f64;
    let nobody = if nobody > 0.0005 {
        format!(" (nobody at the table wins {} %)", number(100.0 * nobody, 1, false))
    } else {
        String::new()
    };
    format!(
        "the {} wins {} of games between {}, where {} % is equal{nobody}",
        seat(far),
        show(&share, Unit::Share),
        players(plan, result.index),
        short(100.0 * equal)
    )
}

/// What level means, once per sentence.
fn rule(margin: f64) -> String {
    format!("level: every seat within {}", bound(margin, Unit::Points).trim_start_matches('+'))
}

/// The sentence of one arm alone, and of a panel's bots in one arm.
fn panel(plan: &Plan, arms: &[&ArmResult], margin: f64) -> Option<Statement> {
    let judge = |result: &ArmResult| {
        let gap = result.metric(Metric::SEAT_GAP)?.estimate;
        let status = Status::from(Bounds::around(0.0, margin).judge(&gap));
        Some((gap, status))
    };
    let (stuck_ones, sound): (Vec<&ArmResult>, Vec<&ArmResult>) = arms.iter().partition(|r| says_nothing(r));
    let judged: Vec<Judged<'_>> = sound
        .iter()
        .filter_map(|result| judge(result).map(|(gap, status)| Judged { result, gap, status }))
        .collect();
    let unable: Vec<String> = stuck_ones.iter().map(|result| stuck(plan, result)).collect();
    let broken = match (unable.len(), judged.is_empty()) {
        (0, _) => String::new(),
        (_, true) => {
            let text = format!("{}: nothing is to be said of fairness.", unable.join("; "));
            let (status, metric) = (Status::Undecided, Some(Metric::SEAT_GAP));
            let arm = Some(name(plan, stuck_ones[0]));
            return Some(Statement { status, judged: Yard::Level, arm, metric, ..Statement::plain(text) });
        }
        (_, false) => format!("{}: left out, such play says nothing of fairness. ", unable.join("; ")),
    };
    let best = strongest(plan, arms)?;
    let main = judged.iter().find(|one| std::ptr::eq(one.result, best))?;
    let word = told(main.status);
    let named = main.result.metric(Metric::SEAT_GAP)?;
    let level = Bounds::around(0.0, margin);
    let luck = beside(named, word, |e| told(level.judge(e).into()).to_owned());
    let test = main.result.equal_seats.as_ref().map_or(String::new(), |test| {
        let p = if test.p_value < 0.001 { "p < 0.001".to_owned() } else { format!("p = {:.3}", test.p_value) };
        format!("; test of all seats: {p}")
    });
    let (under, others) = if judged.len() > 1 {
        let others: Vec<&Judged<'_>> =
            judged.iter().filter(|one| !std::ptr::eq(one.result, main.result)).collect();
        let agree = others.iter().filter(|one| one.status == main.status).count();
        let differ: Vec<String> = others
            .iter()
            .filter(|one| one.status != main.status)
            .map(|one| format!("under `{}` it is {}", bot(plan, one.result), told(one.status)))
            .collect();
        let all = judged.len();
        let agreed = if differ.is_empty() {
            format!(" All {all} bots agree.")
        } else {
            format!(" That holds for {} of {all} bots: {}.", agree + 1, differ.join(", "))
        };
        (format!(" under `{}`, the strongest of {all} bots and the one to believe", bot(plan, main.result)), agreed)
    } else {
        Default::default()
    };
    let arm = &plan.arms[main.result.index];
    let text = format!(
        "{broken}{}: {word}{under}: {} ({}{test}{luck}).{others}",
        arm.ruleset.title,
        farthest(plan, main.result),
        rule(margin),
    );
    Some(Statement {
        status: main.status,
        judged: Yard::Level,
        arm: Some(name(plan, main.result)),
        metric: Some(Metric::SEAT_GAP),
        estimate: Some(main.gap),
        by_bot: if judged.len() > 1 {
            judged.iter().map(|one| (bot(plan, one.result).to_owned(), one.gap)).collect()
        } else {
            Vec::new()
        },
        ..Statement::plain(text)
    })
}

/// Of the arms of one panel the strongest bot's, of those that can be judged.
fn strongest<'a>(plan: &Plan, group: &[&'a ArmResult]) -> Option<&'a ArmResult> {
    let sound = || group.iter().copied().filter(|result| !says_nothing(result));
    let ruleset = plan.arms[group.first()?.index].ruleset;
    let best = ruleset.strongest(sound().map(|result| bot(plan, result)))?;
    sound().find(|result| bot(plan, result) == best)
}

/// Which of several arms of a game are level, each under its strongest bot, with
/// intervals that hold for all of them at once.
fn many(plan: &Plan, arms: &[Vec<&ArmResult>], margin: f64) -> Option<Statement> {
    let chosen: Vec<&ArmResult> = arms.iter().filter_map(|group| strongest(plan, group)).collect();
    let stuck = arms.len() - chosen.len();
    let plain: Vec<Estimate> =
        chosen.iter().filter_map(|r| Some(r.metric(Metric::SEAT_GAP)?.estimate)).collect();
    let mut wide = plain.clone();
    combine::at_once(&mut wide);
    let level = Bounds::around(0.0, margin);
    let judged: Vec<Status> = wide.iter().map(|gap| level.judge(gap).into()).collect();
    let mut parts: Vec<String> = Vec::new();
    for status in [Status::Bad, Status::Undecided, Status::Good] {
        let mut mine: Vec<usize> = (0..judged.len()).filter(|&i| judged[i] == status).collect();
        mine.sort_by(|&a, &b| plain[b].value.total_cmp(&plain[a].value));
        let tell = |&i: &usize| {
            let result = chosen[i];
            let far = result.farthest();
            let share = show(&result.seats[far].share, Unit::Share);
            match status {
                Status::Bad => format!(
                    "`{}` (the {} wins {share} where {} % is equal)",
                    name(plan, result),
                    seat(far),
                    short(100.0 * equal_share(result))
                ),
                _ => format!("`{}`", name(plan, result)),
            }
        };
        let names: Vec<String> = mine.iter().map(tell).collect();
        if !names.is_empty() {
            parts.push(format!("{} in {}", told(status), listed(&names, NAMED)));
        }
    }
    if stuck > 0 {
        parts.push(format!("not to be judged in {stuck}, where most games never end or nobody wins"));
    }
    let first = *arms.first()?.first()?;
    let status = if judged.contains(&Status::Bad) {
        Status::Bad
    } else if judged.contains(&Status::Undecided) || stuck > 0 {
        Status::Undecided
    } else {
        Status::Good
    };
    let text = format!(
        "{}: {} ({}; corrected for {} arms).",
        plan.arms[first.index].ruleset.title,
        parts.join("; "),
        rule(margin),
        judged.len()
    );
    let metric = Some(Metric::SEAT_GAP);
    Some(Statement { status, judged: Yard::Level, metric, ..Statement::plain(text) })
}

/// Fairness of these arms, game by game: of each arm's bots which is the
/// strongest and what it says, then of several arms together.
pub(super) fn statements(plan: &Plan, results: &[&ArmResult], margin: f64) -> Vec<Statement> {
    let mut games: Vec<(RulesetId, Vec<Vec<&ArmResult>>)> = Vec::new();
    for result in results.iter().copied().filter(|r| r.seats.len() > 1 && r.games > 0) {
        let arm = &plan.arms[result.index];
        let at = games.iter().position(|(game, _)| *game == arm.ruleset).unwrap_or_else(|| {
            games.push((arm.ruleset, Vec::new()));
            games.len() - 1
        });
        let of_name = |group: &&mut Vec<&ArmResult>| plan.arms[group[0].index].name.stem == arm.name.stem;
        match games[at].1.iter_mut().find(of_name) {
            Some(group) => group.push(result),
            None => games[at].1.push(vec![result]),
        }
    }
    let mut statements = Vec::new();
    for (_, arms) in &games {
        let printed = arms.first().filter(|group| arms.len() == 1 || group.len() > 1);
        statements.extend(printed.and_then(|group| panel(plan, group, margin)));
        if arms.len() > 1 {
            statements.extend(many(plan, arms, margin));
        }
    }
    statements
}
