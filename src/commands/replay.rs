//! `levelpitch replay`: one game, told.

use schemars::JsonSchema;
use serde::Serialize;

use super::arms::addressed;
use super::pipeline;
use super::{Outcome, Refusal, note, out, recording};
use crate::app::App;
use crate::arena::runner::Replay;
use crate::arena::schedule;
use crate::cli::{Format, ReplayArgs};
use crate::game::WIN;
use crate::game::called::{self, player};
use crate::report::document::text;
use crate::scenario::resolve::MOST_GAMES;
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::Fault;
use crate::verdict::capital;
use crate::watch::{Line, Topic};

/// The document that `replay --format json` prints.
#[derive(Serialize, JsonSchema)]
pub struct Document<'a> {
    /// Name of the scenario.
    scenario: &'a str,
    /// Name of the arm.
    arm: String,
    /// Ruleset id.
    ruleset: &'a str,
    /// Root of all luck.
    seed: u64,
    #[serde(flatten)]
    replay: &'a Replay,
    /// Who sat where, and what they got.
    seats: Vec<Seat<'a>>,
}

/// A seat of the game.
#[derive(Serialize, JsonSchema)]
struct Seat<'a> {
    /// Seat in turn order, from 0.
    seat: usize,
    /// Its entrant, from 0.
    entrant: u8,
    /// The entrant's bot.
    bot: &'a str,
    /// Its share of the win.
    share: f64,
    /// Its score.
    score: i32,
}

pub fn execute(app: &App, args: &ReplayArgs) -> Outcome {
    let (scenario, arm) = addressed(app, &args.scenario, args.arm.as_ref(), &args.changes)?;
    let args = &ReplayArgs { scenario, arm, ..args.clone() };
    let mut plan = pipeline::plan(app, &args.scenario, &pipeline::overrides(&args.changes)?)?;
    let index = match &args.arm {
        None => usual(&plan),
        Some(name) => pipeline::arm(&plan, name)?,
    };
    if args.game >= MOST_GAMES {
        let fault = Fault::new("--game", args.game.to_string(), format!("0 to {}", MOST_GAMES - 1));
        return Err(Problem::flag(fault).into());
    }
    plan.arms[index].paired |= args.paired;
    plan.arms[index].rotates |= args.rotated;
    if let Some(luck) = &args.luck {
        plan.arms[index].pairing.clone_from(luck);
    }
    let runner = plan.arms[index]
        .runner(plan.seed)
        .map_err(|faults| faults.into_iter().map(Problem::flag).collect::<Vec<_>>())?;
    let mut replay = runner.replay(args.game);
    if let Some(file) = &args.record {
        recording::keep(file, &plan, index, &replay)?;
    }
    debug_assert_eq!(
        schedule::place(args.game, runner.rotations(), runner.seats()),
        (replay.block, replay.rotation)
    );
    if let Some(decision) = args.decision {
        replay.lines = around(replay.lines, decision)?;
    }
    let told = match args.format {
        Format::Json => json(&plan, index, &replay),
        Format::Md => words(&plan, index, &replay, true),
        Format::Table => words(&plan, index, &replay, false),
        Format::Csv => {
            return Err(Problem::flag(Fault::new("--format", "csv", "table, json, md")).into());
        }
    };
    // What is refused has one line to tell.
    if let (None, Some(bot)) = (&args.arm, &plan.arms[index].name.bot) {
        note(format_args!(
            "everybody is played by `{bot}`, the strongest scripted bot of the panel; --bots names others"
        ));
    }
    out(&told)?;
    Ok(0)
}

/// Lines before and behind a decision that are shown with it.
const BEFORE: usize = 12;
const BEHIND: usize = 6;

/// The lines around a decision between several moves, which is marked; counted
/// from 1.
fn around(mut lines: Vec<Line>, decision: u32) -> Result<Vec<Line>, Refusal> {
    let asked = |line: &Line| line.topic == Topic::Decision && line.choices.is_some_and(|among| among > 1);
    let places: Vec<usize> = (0..lines.len()).filter(|&at| asked(&lines[at])).collect();
    let at = (decision as usize).checked_sub(1).and_then(|nth| places.get(nth));
    let Some(&at) = at else {
        let allowed = format!("1 to {}: so many decisions has the game", places.len());
        return Err(Problem::flag(Fault::new("--decision", decision.to_string(), allowed)).into());
    };
    lines[at].text = format!("▶ decision {decision}: {}", lines[at].text);
    lines.truncate(at + 1 + BEHIND);
    lines.drain(..at.saturating_sub(BEFORE));
    Ok(lines)
}

fn json(plan: &Plan, index: usize, replay: &Replay) -> String {
    let arm = &plan.arms[index];
    let seats = replay.seating.iter().enumerate().map(|(seat, &entrant)| Seat {
        seat,
        entrant,
        bot: &arm.bots[usize::from(entrant)],
        share: f64::from(replay.outcome.share[seat]) / f64::from(WIN),
        score: replay.outcome.score[seat],
    });
    let (scenario, ruleset, seats) = (&plan.name, arm.ruleset.id, seats.collect());
    text(&Document { scenario, arm: arm.name.to_string(), ruleset, seed: plan.seed, replay, seats })
}

/// The arm that is told when none is named: of the first arm's panel the
/// strongest bot that is scripted, because random ones tell little.
fn usual(plan: &Plan) -> usize {
    let first = &plan.arms[0].name;
    let fits = |arm: &PlanArm| arm.name.bot.is_some() && arm.name.is_beside(first) && !arm.searches();
    (0..plan.arms.len()).rev().find(|&i| fits(&plan.arms[i])).unwrap_or(0)
}

/// The scores, in turn order.
fn scores(arm: &PlanArm, replay: &Replay) -> String {
    let score = (arm.ruleset.score)(&arm.settings);
    let of = |seat: usize| replay.outcome.score[seat];
    match replay.seating.len() {
        2 => format!("{score} {}-{}, {} first", of(0), of(1), player(0)),
        seats => {
            let all: Vec<String> = (0..seats).map(|seat| format!("{} {}", player(seat), of(seat))).collect();
            format!("{score}: {}", all.join(", "))
        }
    }
}

/// The result in one sentence: what a reader wants first.
fn result(plan: &Plan, index: usize, replay: &Replay) -> String {
    let arm = &plan.arms[index];
    let title = arm.ruleset.title;
    let bot = |seat: usize| &arm.bots[usize::from(replay.seating[seat])];
    let winners: Vec<usize> = (0..replay.seating.len()).filter(|&s| replay.outcome.share[s] > 0).collect();
    // A game that nobody at the table wins says at its end who does.
    let last = || replay.lines.iter().rev().find(|line| line.topic == Topic::Result).map(|l| l.text.clone());
    let who = match (replay.unfinished, &winners[..]) {
        (Some(reason), _) => format!("did not finish ({})", reason.words),
        (None, []) => last().unwrap_or_else(|| "is won by nobody at the table".to_owned()),
        (None, [seat]) => format!("is won by the {} (`{}`)", player(*seat), bot(*seat)),
        (None, several) => {
            let seats: Vec<String> =
                several.iter().map(|s| format!("the {} (`{}`)", player(*s), bot(*s))).collect();
            format!("is shared by {}", seats.join(" and "))
        }
    };
    format!("{title}, game {}: {who}; {}.", replay.game, scores(arm, replay))
}

/// The steps that a seat takes in a row as one line.
fn folded(lines: &[Line]) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for line in lines {
        match (all.last_mut(), &line.step) {
            (Some(last), Some(place)) if last.step.is_some() && last.seat == line.seat => {
                last.text += &format!("; {place}");
                // Choices are counted only where there is one move in a line.
                last.choices = None;
            }
            _ => all.push(line.clone()),
        }
    }
    all
}

fn words(plan: &Plan, index: usize, replay: &Replay, markdown: bool) -> String {
    let arm = &plan.arms[index];
    let mut text = result(plan, index, replay) + "\n\n";
    for (seat, &entrant) in replay.seating.iter().enumerate() {
        let squad = arm.squads.get(usize::from(entrant)).cloned().flatten();
        let with = squad.map_or(String::new(), |squad| format!(" with {squad}"));
        let bullet = if markdown { "- " } else { "" };
        text += &format!("{bullet}{}: {}{with}\n", capital(&player(seat)), arm.bots[usize::from(entrant)]);
    }
    let changed: Vec<String> = arm.settings.changed().map(|(k, v)| format!("{k} = {v}")).collect();
    if !changed.is_empty() {
        text += &format!("\nChanged from the printed game: {}\n", changed.join(", "));
    }
    for line in &folded(&replay.lines) {
        let said = |text: &str| called::told(text);
        match (line.topic, markdown) {
            (Topic::Phase, false) => text += &format!("\n{}\n", said(&line.text)),
            (Topic::Phase, true) => text += &format!("\n## {}\n\n", said(&line.text)),
            (_, true) => text += &format!("- {}\n", said(&line.told())),
            (Topic::Decision, false) => text += &format!("  {}\n", said(&line.told())),
            (_, false) => text += &format!("    {}\n", said(&line.told())),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(seat: u8, text: String, choices: u64) -> Line {
        Line { topic: Topic::Decision, seat: Some(seat), text, choices: Some(choices), step: None }
    }

    fn drive(seat: u8, who: &str, place: &str, choices: u64) -> Line {
        let step = Some(place.to_owned());
        Line { step, ..decision(seat, format!("{who} drives to {place}"), choices) }
    }

    #[test]
    fn the_steps_of_one_turn_are_one_line() {
        let lines = [
            drive(1, "Palmeras (seat 1)", "street row 1, block 2", 3),
            drive(1, "Palmeras (seat 1)", "street row 1, block 3", 3),
            drive(1, "Palmeras (seat 1)", "street column 4, block 1", 1),
            decision(1, "Palmeras (seat 1) stops with 1 operation point left".to_owned(), 3),
            drive(2, "Mojea (seat 2)", "street row 5, block 3", 3),
            drive(3, "Lagartos (seat 3)", "street row 5, block 2", 3),
        ];
        let told: Vec<String> = folded(&lines).into_iter().map(|line| line.told()).collect();
        assert_eq!(
            told[0],
            "Palmeras (seat 1) drives to street row 1, block 2; street row 1, block 3; street column 4, block 1"
        );
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told[2].starts_with("Mojea") && told[2].ends_with("(3 choices)"), "{told:?}");
        let alone = lines.map(|line| Line { step: None, ..line });
        assert_eq!(folded(&alone), alone, "a game without such steps tells every decision");
    }
}
