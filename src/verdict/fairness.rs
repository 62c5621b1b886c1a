//! Sentences about who wins: the first seat's edge (all seats are judged in
//! `level`), entrants against each other.

use std::cmp::Ordering;

use super::words::{capital, entrant, enumerated, equal_share, players, short, show, size};
use super::{Plain, Statement, Status, Yard};
use crate::arena::RulesetId;
use crate::estimates::{ArmResult, Named};
use crate::game::Unit;
use crate::game::called::fixed;
use crate::metric::{Common, Metric};
use crate::scenario::Plan;
use crate::stats::equivalence::Bounds;
use crate::stats::{Estimate, combine};

/// What "first-seat advantage" means, told where it is first used.
pub(super) const FIRST_SEAT: &str =
    "first-seat advantage (how much more often the first player wins than an equal share)";

/// The same number adjusted for luck, with what it comes to by itself, behind
/// a sentence that the plain one decides: two judgements on one screen must be
/// told together, and the rule which of them counts is fixed beforehand.
pub(super) fn beside<J: PartialEq + Copy>(
    named: &Named,
    plain: J,
    judge: impl Fn(&Estimate) -> J,
    word: impl Fn(J) -> &'static str,
) -> String {
    let Some(adjusted) = named.adjusted.as_deref().filter(|a| a.estimate.value.is_finite()) else {
        return String::new();
    };
    let judged = judge(&adjusted.estimate);
    let rule = if judged == plain { "" } else { " (the plain estimate decides)" };
    format!("; adjusted for luck {}: {}{rule}", show(&adjusted.estimate, named.unit), word(judged))
}

fn title(plan: &Plan, arm: usize) -> &'static str {
    plan.arms[arm].ruleset.title
}

/// What an edge comes to, by the side of an equal share that it is on.
const fn told_edge(side: Ordering) -> &'static str {
    match side {
        Ordering::Greater => "more than an equal share",
        Ordering::Less => "less than an equal share",
        Ordering::Equal => "no edge is shown",
    }
}

/// The first seat's edge of one arm, in a sentence.
fn edge(plan: &Plan, result: &ArmResult) -> Option<Statement> {
    let named = result.metric(Metric::FIRST_SEAT)?;
    if result.seats.len() < 2 {
        return None;
    }
    let who = players(plan, result.index);
    let statement = |text: String, estimate: Option<Estimate>| Statement {
        arm: Some(plan.arms[result.index].name.to_string()),
        metric: Some(Metric::FIRST_SEAT),
        estimate,
        ..Statement::plain(text)
    };
    let title = title(plan, result.index);
    if !result.is_decided() {
        return None;
    }
    let side = |edge: &Estimate| edge.side_of(0.0);
    let judged = told_edge(side(&named.estimate));
    let shown = |e: Estimate| size(&e, Unit::Points) + " ";
    let told = match side(&named.estimate) {
        Ordering::Equal => String::new(),
        Ordering::Greater => shown(named.estimate),
        Ordering::Less => shown(named.estimate.negated()),
    };
    // Beside the edge alone, not among all seats.
    let first = result.metric(Metric::seat_share(0)).map_or(result.seats[0].share, |seat| seat.estimate);
    let equal = equal_share(result);
    let nobody = 1.0 - equal * result.seats.len() as f64;
    // Where neutral clubs win, or games stay open, an equal share is one of
    // the games that players win.
    let against = if nobody > 0.0005 {
        format!(
            "; nobody at the table wins {} %, so an equal share is {} %: {told}{judged}",
            fixed(100.0 * nobody, 1),
            fixed(100.0 * equal, 1)
        )
    } else if told.is_empty() {
        format!("; no edge is shown against an equal share ({} %)", short(100.0 * equal))
    } else {
        format!(", {told}{judged} ({} %)", short(100.0 * equal))
    };
    let text = format!(
        "{title}: the first seat wins {} of games between {who}{against}{}.",
        show(&first, Unit::Share),
        beside(named, side(&named.estimate), side, told_edge),
    );
    Some(statement(text, Some(named.estimate)))
}

/// What whoever plays alone scores, by the strongest bot: no seat can be judged.
pub(super) fn alone(plan: &Plan, results: &[&ArmResult]) -> Option<Statement> {
    let alone = results.iter().copied().filter(|result| result.seats.len() == 1 && result.games > 0);
    let result = plan.strongest_first(alone.collect(), |result| result.index).into_iter().next()?;
    let (title, score) = (title(plan, result.index), result.seats[0].score);
    Some(Statement {
        arm: Some(plan.arms[result.index].name.to_string()),
        metric: Some(Metric::seat_score(0)),
        estimate: Some(score),
        ..Statement::plain(format!(
            "{title} for one player: {} scores {} on average; with nobody else at the table no seat is judged.",
            players(plan, result.index),
            show(&score, Unit::Number),
        ))
    })
}

/// The first seat's edge game by game: one sentence per ruleset, whose arms
/// are told apart by their names and judged with intervals that hold for all
/// of them at once.
pub(super) fn edges(plan: &Plan, results: &[&ArmResult]) -> Vec<Statement> {
    let mut games: Vec<RulesetId> = Vec::new();
    for result in results {
        let ruleset = plan.arms[result.index].ruleset;
        if !games.contains(&ruleset) {
            games.push(ruleset);
        }
    }
    let of_game = |ruleset: &RulesetId| {
        let mine: Vec<&&ArmResult> =
            results.iter().filter(|r| plan.arms[r.index].ruleset == *ruleset && r.seats.len() > 1).collect();
        let decided: Vec<&&ArmResult> = mine.iter().copied().filter(|r| r.is_decided()).collect();
        if mine.len() < 2 || decided.is_empty() {
            return edge(plan, mine.first()?);
        }
        let mut wide: Vec<Estimate> =
            decided.iter().filter_map(|r| Some(r.metric(Metric::FIRST_SEAT)?.estimate)).collect();
        combine::at_once(&mut wide);
        let named = |side: Ordering| -> Vec<String> {
            let mut found: Vec<usize> = (0..wide.len()).filter(|&i| wide[i].side_of(0.0) == side).collect();
            found.sort_by(|&a, &b| wide[b].value.abs().total_cmp(&wide[a].value.abs()));
            let tell = |i: usize| {
                let name = &plan.arms[decided[i].index].name;
                format!("`{name}` ({})", show(&wide[i], Unit::Points))
            };
            found.into_iter().map(tell).collect()
        };
        let mut parts: Vec<String> = Vec::new();
        for side in [Ordering::Greater, Ordering::Less] {
            let found = named(side);
            if !found.is_empty() {
                parts.push(format!("{} in {}", told_edge(side), enumerated(&found, 2)));
            }
        }
        let open = named(Ordering::Equal).len();
        parts.extend(match (open, parts.is_empty()) {
            (0, _) => None,
            (n, true) => {
                let text = format!(
                    "{}: no edge of the first seat over an equal share is shown in any of {n} arms.",
                    title(plan, mine[0].index)
                );
                let metric = Some(Metric::FIRST_SEAT);
                return Some(Statement { metric, ..Statement::plain(text) });
            }
            (n, false) => Some(format!("no edge is shown in {n} more")),
        });
        let undecided = mine.len() - decided.len();
        if undecided > 0 {
            parts.push(format!("no game is won by a player in {undecided}"));
        }
        let text = format!(
            "{}: the first seat wins {} (corrected for {} arms).",
            title(plan, mine[0].index),
            parts.join("; "),
            decided.len()
        );
        Some(Statement { metric: Some(Metric::FIRST_SEAT), ..Statement::plain(text) })
    };
    games.iter().filter_map(of_game).collect()
}

/// Entrants that are the same bot with the same squad, by their numbers.
fn kinds(plan: &Plan, result: &ArmResult) -> Vec<(String, Vec<usize>)> {
    let arm = &plan.arms[result.index];
    let mut kinds: Vec<(String, Vec<usize>)> = Vec::new();
    for place in &result.entrants {
        let name = entrant(arm, place.index);
        match kinds.iter_mut().find(|(other, _)| *other == name) {
            Some((_, all)) => all.push(place.index),
            None => kinds.push((name, vec![place.index])),
        }
    }
    kinds
}

/// The mean share of entrants of one kind.
fn pooled(result: &ArmResult, places: &[usize]) -> Estimate {
    let shares: Vec<Estimate> = places.iter().map(|&i| result.entrants[i].share).collect();
    combine::mean(&shares).filter(|_| shares.len() > 1).unwrap_or(shares[0])
}

/// Who wins in those of these arms in which the settings set entrants apart, the
/// strongest bot's first, which alone says what it means for printing.
pub(super) fn tiers(plan: &Plan, results: &[&ArmResult]) -> Vec<Statement> {
    let set_apart = |result: &&ArmResult| plan.arms[result.index].tier(0).is_some();
    let results = results.iter().copied().filter(set_apart).collect();
    let mut told: Vec<Statement> =
        plan.strongest_first(results, |result| result.index).into_iter().map(|r| entrants(plan, r)).collect();
    for plain in told.iter_mut().skip(1).filter_map(|statement| statement.plain.as_mut()) {
        plain.printing.clear();
    }
    told
}

/// Who wins between different entrants. Equal entrants are told together; which
/// kind is best is picked by looking, so that its interval allows for the
/// number of kinds before it is called clear.
pub(super) fn entrants(plan: &Plan, result: &ArmResult) -> Statement {
    let arm = &plan.arms[result.index];
    let kinds = kinds(plan, result);
    let shares: Vec<Estimate> = kinds.iter().map(|(_, places)| pooled(result, places)).collect();
    let singles = kinds.iter().filter(|(_, places)| places.len() == 1).count();
    let by_share = |a: &usize, b: &usize| shares[*a].value.total_cmp(&shares[*b].value);
    // One against a crowd is about the one.
    let about = match kinds.iter().position(|(_, places)| places.len() == 1).filter(|_| singles == 1) {
        Some(one) => Some(one),
        None => (0..kinds.len()).max_by(by_share),
    };
    let Some(about) = about else { return Statement::plain("Nothing was played.".to_owned()) };
    let equal = equal_share(result);
    // Of two kinds one is above an equal share when the other is below.
    let tried = if kinds.len() > 2 && singles != 1 { kinds.len() } else { 1 };
    let side = |e: &Estimate| e.side_of(equal);
    let told = |side: Ordering| match side {
        Ordering::Greater => "more than an equal share",
        Ordering::Less => "less than an equal share",
        Ordering::Equal => "no difference from an equal share is shown",
    };
    let crowd = |i: usize| {
        let (name, places) = &kinds[i];
        match places.len() {
            1 => name.clone(),
            n => format!(
                "{n} {name}{}",
                if arm.squads.get(places[0]).is_some_and(Option::is_some) || arm.tier(places[0]).is_some() {
                    ""
                } else {
                    " bots"
                }
            ),
        }
    };
    let rivals: Vec<usize> = (0..kinds.len()).filter(|&i| i != about).collect();
    let drawn = result.metric(Metric::Common(Common::SharedGameShare)).map_or(0.0, |m| m.estimate.value);
    let of = if drawn > 0.0 { "of the wins (a draw counts half)" } else { "of games" };
    let (name, places) = &kinds[about];
    let share = &shares[about].together(tried);
    let subject = match places.len() {
        1 if rivals.iter().all(|&i| kinds[i].1.len() == 1) => name.clone(),
        1 => format!("the one {name}"),
        n => format!("each of {n} {name}"),
    };
    let others: Vec<String> = (rivals.iter())
        .filter(|&&i| kinds.len() > 2 || kinds[i].1.len() > 1)
        .map(|&i| {
            let each = if kinds[i].1.len() > 1 { "each " } else { "" };
            format!("{each}{} takes {} %", kinds[i].0, fixed(100.0 * shares[i].value, 1))
        })
        .collect();
    let rest = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
    let judged = told(side(share));
    let named = result.metric(Metric::entrant_share(places[0])).filter(|_| places.len() == 1);
    let luck =
        named.map_or(String::new(), |named| beside(named, side(share), |e| side(&e.together(tried)), told));
    let against: Vec<String> = rivals.iter().map(|&i| crowd(i)).collect();
    // Several arms between the same bots are told apart by their names.
    let same = |other: &&crate::scenario::PlanArm| other.bots == arm.bots && other.squads == arm.squads;
    let set_apart = arm.mirrored() && arm.tier(places[0]).is_some();
    let place = match plan.arms.iter().filter(same).count() {
        0 | 1 if set_apart => format!("between {}, ", players(plan, result.index)),
        0 | 1 => String::new(),
        _ => format!("{}: ", arm.name),
    };
    let text = capital(&format!(
        "{place}{subject} takes {} {of} against {}: {judged} ({} %){rest}{luck}.",
        show(share, Unit::Share),
        against.join(" and "),
        short(100.0 * equal),
    ));
    // Who plays better wins more often on a level pitch, too; what the rules set apart is
    // to be level.
    let status = if set_apart {
        Status::from(Bounds::around(equal, plan.margin()).judge(share))
    } else {
        Status::Plain
    };
    let plain = Some(Plain {
        answer: capital(&format!(
            "{place}{subject} {} against {}",
            match side(share) {
                Ordering::Greater => "wins more than its share",
                Ordering::Less => "wins less than its share",
                Ordering::Equal => "is not shown to win more or less than its share",
            },
            against.join(" and ")
        )),
        printing: match status {
            Status::Bad => format!(
                "not as it is, if {name} is to win as often as the others; `{} explain` shows which rules move that",
                plan.program.name
            ),
            Status::Undecided => {
                format!("don't decide on this: whether {name} wins as often as the others takes more games")
            }
            _ => String::new(),
        },
        ..Plain::default()
    });
    Statement {
        plain,
        status,
        judged: if set_apart { Yard::Level } else { Yard::Nothing },
        arm: Some(arm.name.to_string()),
        metric: Some(Metric::entrant_share(places[0])),
        estimate: Some(*share),
        ..Statement::plain(text)
    }
}
