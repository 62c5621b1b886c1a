//! The health of a game in words.

use std::collections::{BTreeMap, BTreeSet};

use super::{Health, Item, Light};
use crate::bots::random;
use crate::estimates::unused::Unused;
use crate::estimates::{ArmResult, Duration, Named};
use crate::game::Unit;
use crate::game::called::fixed;
use crate::scenario::{Aspect, Plan, PlanArm};
use crate::stats::Estimate;
use crate::verdict::words::{count, enumerated, players, round, show};
use crate::verdict::{Plain, Statement, Status, Yard};

/// Things named in a sentence.
const NAMED: usize = 3;

/// What stands beside the name of an ill arm, wherever it appears.
const MARK: &str = "ill: ";

/// A name as it is shown, marked if its arm is ill.
#[must_use]
pub fn mark(name: &str, ill: bool) -> String {
    if ill { format!("{MARK}{name}") } else { name.to_owned() }
}

/// What is told of an aspect that the game doesn't have.
pub(super) const fn absent(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::RunAway => "this game counts no lead before its end",
        Aspect::Goalless => "this game counts no goals",
        Aspect::TieBreaks => "this game counts no tie-breaks",
        Aspect::Limits => "this game has no limits but its own",
        _ => "nothing was counted",
    }
}

/// `games` or what they are made of.
const fn of(games: bool) -> &'static str {
    if games { "games" } else { "matches" }
}

pub(super) fn unfinished(share: &Estimate, result: &ArmResult) -> String {
    let struck: Vec<String> = (result.unfinished.iter().filter(|(_, times)| *times > 0))
        .map(|(reason, times)| format!("{} in {}", reason.words, count(*times)))
        .collect();
    if share.value == 0.0 {
        return format!("all {} games end", count(result.games));
    }
    let why = if struck.is_empty() { String::new() } else { format!(" ({})", struck.join(", ")) };
    format!("{} of games never end{why}", show(share, Unit::Share))
}

pub(super) fn draws(share: &Estimate) -> String {
    if share.value == 0.0 {
        return "every game has a sole winner".to_owned();
    }
    format!("{} of games have no sole winner", show(share, Unit::Share))
}

pub(super) fn dead_turns(share: &Estimate) -> String {
    format!("{} of questions leave no choice", show(share, Unit::Share))
}

pub(super) fn goalless(named: &Named, games: bool) -> String {
    format!("{} of {} are goalless", show(&named.estimate, named.unit), of(games))
}

pub(super) fn tie_breaks(named: &Named, games: bool) -> String {
    let what = named.metric.worded();
    format!("{} of {} are settled by a tie-break ({what})", show(&named.estimate, named.unit), of(games))
}

pub(super) fn run_away(named: &Named) -> String {
    format!("{} run-away leads ({})", show(&named.estimate, named.unit), named.metric.definition())
}

pub(super) fn struck(named: &Named) -> String {
    let what = named.metric.worded();
    if named.estimate.value == 0.0 {
        return format!("no limit strikes ({what})");
    }
    format!("a limit of the simulation strikes: {what} {}", show(&named.estimate, named.unit))
}

/// How long a turn of so many minutes takes: `30 seconds`, `2 min`.
#[must_use]
pub fn turn(minutes: f64) -> String {
    if minutes < 1.0 {
        format!("{} seconds", round(60.0 * minutes))
    } else {
        format!("{} min", round(minutes))
    }
}

pub(super) fn minutes(
    duration: &Duration,
    [least, most]: [&Estimate; 2],
    per_turn: f64,
    assumed: bool,
) -> String {
    let [low, high] = duration.range.map(|turns| fixed(turns.value, 0));
    let whole = |minutes: &Estimate| fixed(minutes.value, usize::from(minutes.value < 10.0));
    let pace = turn(per_turn);
    let assumed = if assumed { " assumed" } else { "" };
    format!(
        "nine {} in ten take {} to {} minutes ({low} to {high} turns, {pace} each{assumed})",
        duration.of,
        whole(least),
        whole(most),
    )
}

pub(super) fn unused(item: &str, bots: &BTreeSet<&str>, found: &Unused) -> String {
    let who = match bots.first() {
        Some(bot) if bots.len() == 1 => format!("`{bot}`"),
        _ => format!("any of {} bots", bots.len()),
    };
    if found.items.is_empty() {
        let told =
            if found.share.high > 0.0 { "no {} is shown to be hardly ever used" } else { "every {} is used" };
        return told.replace("{}", item);
    }
    let names: Vec<String> = found.items.iter().map(|name| format!("“{name}”")).collect();
    let few = enumerated(&names, NAMED);
    format!("{} of {} {item}s are hardly ever used by {who}: {few}", names.len(), found.of)
}

/// A limit as a reader knows it: `25 %`, `120 minutes`.
#[must_use]
pub fn limit(limit: f64, aspect: Aspect) -> String {
    if aspect.is_minutes() {
        format!("{} minutes", fixed(limit, 0))
    } else {
        format!("{} %", fixed(100.0 * limit, usize::from(limit > 0.0 && limit < 0.1)))
    }
}

/// What is bad about it, without figures: what a reader hears first.
fn plainly(item: &Item) -> String {
    let names: Vec<String> = item.names.iter().map(|name| format!("“{name}”")).collect();
    match item.aspect {
        Aspect::Unfinished => "some games never end".to_owned(),
        Aspect::Draws => "many games have no sole winner".to_owned(),
        Aspect::Goalless => "many games are goalless".to_owned(),
        Aspect::TieBreaks => "many games are settled by a tie-break".to_owned(),
        Aspect::Minutes => "games are long".to_owned(),
        Aspect::DeadTurns => "many questions leave no choice".to_owned(),
        Aspect::RunAway => "whoever leads at half-time is seldom caught".to_owned(),
        Aspect::Unused if names.len() == 1 => format!("{} is hardly ever used", names[0]),
        Aspect::Unused => format!("{} are hardly ever used", enumerated(&names, NAMED - 1)),
        Aspect::Limits => "a limit of the simulation strikes".to_owned(),
    }
}

/// What a change makes worse: every aspect whose light was good and is to be
/// looked at, or is ill, now.
#[must_use]
pub fn newly(before: &Health, after: &Health) -> Vec<String> {
    let was = |item: &Item| {
        before.items.iter().any(|other| other.aspect == item.aspect && other.light >= Light::Look)
    };
    let found = after.items.iter().filter(|item| item.light >= Light::Look && !was(item));
    found.map(plainly).collect()
}

/// Whose play a finding is about, to stand before it, where neither the name of
/// the arm nor the finding says so.
fn whose(plan: &Plan, index: usize, aspect: Aspect) -> String {
    let arm = &plan.arms[index];
    if !arm.mirrored() || arm.bots.len() < 2 || arm.name.bot.is_some() || aspect == Aspect::Unused {
        return String::new();
    }
    format!("between {} ", players(plan, index))
}

/// Under which bots the same game looks better, to follow what is bad about it.
fn better(arm: &PlanArm, worst: Light, judged: &[(&PlanArm, Light)]) -> String {
    let same = |other: &PlanArm| table(other) == table(arm);
    let others: Vec<&(&PlanArm, Light)> = judged
        .iter()
        .filter(|(other, light)| same(other) && other.name.bot.is_some() && *light < worst)
        .collect();
    let Some(light) = others.iter().map(|(_, light)| *light).max().filter(|_| worst >= Light::Look) else {
        return String::new();
    };
    let names: Vec<String> = others.iter().map(|(other, _)| format!("`{}`", other.bots[0])).collect();
    let told = match light {
        Light::None | Light::Good => "nothing speaks against it",
        Light::Unsure => "it takes more games to say",
        Light::Look | Light::Ill => "it is something to look at",
    };
    format!("; under {} {told}", enumerated(&names, NAMED))
}

/// What a light says of printing.
const fn verdict(light: Light) -> &'static str {
    match light {
        Light::Ill => "Don't print",
        Light::Look => "Look before you print",
        Light::Unsure => "Too few games to say whether to print",
        Light::Good | Light::None => "Nothing speaks against printing",
    }
}

/// The first sentence of a report, over all arms that a verdict may rest on:
/// the worst of them by name. None where nothing was judged.
pub(super) fn first(plan: &Plan, results: &[ArmResult], health: &[Health]) -> Option<Statement> {
    // Random play finds every dead end: it speaks only where nobody else plays.
    let at_random = |result: &ArmResult| plan.arms[result.index].bots.iter().all(|bot| bot == random::NAME);
    let all: Vec<(&ArmResult, &Health)> = results.iter().zip(health).filter(|(r, _)| r.games > 0).collect();
    let played: Vec<_> = all.iter().copied().filter(|(result, _)| !at_random(result)).collect();
    let judged = if played.is_empty() { all.clone() } else { played };
    // What must not be printed is told of every change that was tried; what is
    // only to be looked at, of the games that somebody means to print.
    let meant: Vec<_> =
        judged.iter().copied().filter(|(result, _)| plan.arms[result.index].effect.is_none()).collect();
    let mirrors = mirrors(plan, &all);
    let light = |item: &Item, result: &ArmResult| {
        let arm = &plan.arms[result.index];
        let of_mirrors = || arm.mirrored() && mirrors.contains(&table(arm));
        if item.light == Light::Ill && item.aspect == Aspect::Draws && of_mirrors() {
            Light::Look
        } else {
            item.light
        }
    };
    let worst_of = |(result, health): &(&ArmResult, &Health)| {
        health.items.iter().map(|item| light(item, result)).max().unwrap_or(Light::None)
    };
    let ill = judged.iter().any(|arm| worst_of(arm) == Light::Ill);
    let changed = ill && !meant.is_empty() && meant.iter().all(|arm| worst_of(arm) != Light::Ill);
    let judged = if ill || meant.is_empty() { judged } else { meant };
    let worst = judged.iter().map(worst_of).max().filter(|light| *light > Light::None)?;
    let mine: Vec<_> = judged.iter().filter(|arm| worst_of(arm) == worst).collect();
    // Of a panel the strongest is the one to believe, in this, too.
    let seated = |result: &ArmResult| {
        let arm = &plan.arms[result.index];
        (arm.ruleset.id, arm.bots.len())
    };
    let bot = |result: &ArmResult| plan.arms[result.index].bots[0].as_str();
    let mut strongest = BTreeMap::new();
    for (result, _) in &judged {
        strongest.entry(seated(result)).or_insert_with(|| {
            let arm = &plan.arms[result.index];
            let rivals = judged.iter().filter(|(r, _)| plan.arms[r.index].ruleset == arm.ruleset);
            arm.strongest(rivals.map(|(r, _)| bot(r)))
        });
    }
    let believed = |result: &ArmResult| strongest[&seated(result)] == Some(bot(result));
    let first = |result: &ArmResult, health: &Health| {
        health.items.iter().position(|item| light(item, result) == worst)
    };
    let (result, health) =
        **mine.iter().min_by_key(|(result, health)| (!believed(result), first(result, health)))?;
    let item = &health.items[first(result, health)?];
    let name = &plan.arms[result.index].name;
    let alone = results.len() == 1;
    let text = match worst {
        Light::Good | Light::None => {
            let what = if alone { "this game" } else { "these games" };
            let told: Vec<&str> = good(health).into_iter().map(|item| item.told.as_str()).collect();
            format!("{} {what}: {}.", verdict(worst), told.join(", "))
        }
        _ if alone => format!("{} this: {}{}.", verdict(worst), item.told, open(item)),
        _ => {
            let more = match mine.len() - 1 {
                0 => String::new(),
                1 => format!(" One more of {} arms is no better.", count(judged.len() as u64)),
                n => {
                    format!(" {} more of {} arms are no better.", count(n as u64), count(judged.len() as u64))
                }
            };
            let who = whose(plan, result.index, item.aspect);
            let rivals: Vec<_> = judged.iter().map(|arm| (&plan.arms[arm.0.index], worst_of(arm))).collect();
            let elsewhere = better(&plan.arms[result.index], worst, &rivals);
            format!("{} `{name}`: {who}{}{}{elsewhere}.{more}", verdict(worst), item.told, open(item))
        }
    };
    // Everything that is as bad, of the arms that are believed; of several games, in which.
    let ruleset = |result: &ArmResult| plan.arms[result.index].ruleset.id;
    let mut bad: Vec<(&Item, &ArmResult, Vec<String>)> = Vec::new();
    for (r, health) in mine.iter().filter(|(r, _)| believed(r) || !believed(result)) {
        let named = format!("`{}`", plan.arms[r.index].name);
        for item in health.items.iter().filter(|item| light(item, r) == worst) {
            let mut known = bad.iter_mut();
            match known.find(|(other, of, _)| other.aspect == item.aspect && ruleset(of) == ruleset(r)) {
                Some((.., names)) => names.push(named.clone()),
                None => bad.push((item, r, vec![named.clone()])),
            }
        }
    }
    bad.sort_by_key(|(item, ..)| item.aspect);
    let several = judged.iter().any(|(r, _)| ruleset(r) != ruleset(result));
    let told = |text: String, names: &[String]| {
        if several { format!("{text} in {}", enumerated(names, NAMED - 1)) } else { text }
    };
    let plain = match worst {
        Light::Unsure => {
            bad.iter().map(|(item, _, names)| told(item.aspect.words().to_owned(), names)).collect::<Vec<_>>()
        }
        Light::Look | Light::Ill => bad.iter().map(|(item, _, names)| told(plainly(item), names)).collect(),
        Light::Good | Light::None => Vec::new(),
    };
    // Of changes that were tried it says nothing of the game itself: that is
    // answered first, and they are something to look at.
    let effect = plan.arms[result.index].effect.as_ref().filter(|_| changed);
    let tried = effect.map(|effect| {
        let with = format!("`{} = {}`", effect.key, effect.value);
        let more = |nor: &str| match mine.len() - 1 {
            0 => String::new(),
            more => format!(", nor {nor}{} more that are marked ill", count(more as u64)),
        };
        (format!("don't print it with {with}{}", more("with ")), format!("not with {with}{}", more("")))
    });
    let worst = if tried.is_some() { Light::Look } else { worst };
    let (answer, printing) =
        tried.unwrap_or_else(|| (plain.join(if several { "; " } else { ", " }), String::new()));
    let plain = Plain { answer, printing, ..Plain::default() };
    let status = match worst {
        Light::Ill => Status::Bad,
        Light::Look | Light::Unsure => Status::Undecided,
        Light::Good => Status::Good,
        Light::None => Status::Plain,
    };
    Some(Statement {
        status,
        judged: Yard::Health(worst),
        plain: Some(plain),
        arm: Some(name.to_string()),
        estimate: item.estimate.filter(|_| worst > Light::Good),
        ..Statement::plain(text)
    })
}

/// The tables of one bot of several, the strongest of which does not end level as
/// often as must not be printed: there it is the bot against its own mirror that
/// draws, not the game.
fn mirrors<'p>(plan: &'p Plan, all: &[(&ArmResult, &Health)]) -> BTreeSet<Table<'p>> {
    let mut tables: BTreeMap<Table<'p>, Vec<(&PlanArm, &Health)>> = BTreeMap::new();
    for (result, health) in all {
        let arm = &plan.arms[result.index];
        if arm.mirrored() {
            tables.entry(table(arm)).or_default().push((arm, health));
        }
    }
    tables.retain(|_, arms| {
        let bot = |(arm, _): &(&'p PlanArm, _)| arm.bots[0].as_str();
        let best = arms[0].0.strongest(arms.iter().map(bot));
        let best = arms.iter().find(|arm| Some(bot(arm)) == best);
        best.is_some_and(|(_, health)| {
            let mut draws = health.items.iter().filter(|item| item.aspect == Aspect::Draws);
            draws.all(|item| item.light != Light::Ill)
        })
    });
    tables.into_keys().collect()
}

/// A game that several bots may play: what [`is_beside`](crate::scenario::ArmName::is_beside)
/// tells, as a key.
type Table<'p> = (&'static str, Option<&'p str>, &'p str);

fn table(arm: &PlanArm) -> Table<'_> {
    (arm.ruleset.id, arm.name.group.as_deref(), arm.name.stem.as_str())
}

/// What so few games can't rule out of an item that nobody can judge yet, to
/// follow what was seen of it; empty for others.
#[must_use]
pub fn open(item: &Item) -> String {
    let Some(estimate) = item.estimate.filter(|_| item.light == Light::Unsure) else { return String::new() };
    let most = if estimate.high.is_finite() { limit(estimate.high, item.aspect) } else { "more".to_owned() };
    let most = match (item.aspect, estimate.value == 0.0) {
        (Aspect::Unfinished, true) => format!("that {most} do not"),
        (Aspect::Draws, true) => format!("that {most} have none"),
        _ => most,
    };
    format!(
        ", but so few games can't rule out {most} (good is up to {})",
        limit(item.limit.look, item.aspect)
    )
}

/// What a healthy game is praised for.
fn good(health: &Health) -> Vec<&Item> {
    let praised = [Aspect::Unfinished, Aspect::Minutes];
    health.items.iter().filter(|item| item.light == Light::Good && praised.contains(&item.aspect)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    #[test]
    fn unused_cards_are_told_of_the_bots_that_were_heard_not_of_their_arms() {
        let share = Estimate::new(0.1, (0.1, 0.2), 0.95, Method::Bonferroni, 9);
        let found = Unused { items: vec!["Foul".to_owned()], of: 10, share };
        let told = |bots: &[&str]| unused("card", &bots.iter().copied().collect(), &found);
        assert_eq!(told(&["rusher", "rusher"]), "1 of 10 cards are hardly ever used by `rusher`: “Foul”");
        assert_eq!(
            told(&["rusher", "planner", "rusher"]),
            "1 of 10 cards are hardly ever used by any of 2 bots: “Foul”"
        );
    }
}
