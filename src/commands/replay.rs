//! `levelpitch replay`: one game, told.

use serde::Serialize;

use super::pipeline;
use super::{Outcome, Refusal, out};
use crate::arena::runner::{self, Replay};
use crate::arena::schedule;
use crate::cli::{Format, ReplayArgs};
use crate::game::WIN;
use crate::scenario::resolve::MOST_GAMES;
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;
use crate::watch::{Line, Topic};

#[derive(Serialize)]
struct Document<'a> {
    scenario: &'a str,
    arm: &'a str,
    ruleset: &'a str,
    seed: u64,
    game: u64,
    block: u64,
    rotation: u32,
    seats: Vec<Seat<'a>>,
    unfinished: Option<&'a str>,
    lines: &'a [Line],
}

#[derive(Serialize)]
struct Seat<'a> {
    seat: usize,
    entrant: u8,
    bot: &'a str,
    share: f64,
    score: i32,
}

pub fn execute(args: &ReplayArgs) -> Outcome {
    let mut plan = pipeline::plan(&args.scenario, &pipeline::overrides(&args.changes)?)?;
    let index = match &args.arm {
        None => 0,
        Some(name) => pipeline::arm(&plan, name)?,
    };
    if args.game >= MOST_GAMES {
        let fault = Fault::new("--game", args.game.to_string(), format!("0 to {}", MOST_GAMES - 1));
        return Err(Problem::flag(fault).into());
    }
    plan.arms[index].paired |= args.paired;
    let runner = runner::prepare(&plan.arms[index], plan.seed)
        .map_err(|faults| faults.into_iter().map(Problem::flag).collect::<Vec<_>>())?;
    let replay = runner.replay(args.game);
    debug_assert_eq!(schedule::place(args.game, runner.seats()), (replay.block, replay.rotation));
    match args.format {
        Format::Json => out(&json(&plan, index, &replay)?),
        Format::Md => out(&words(&plan, index, &replay, true)),
        Format::Table | Format::Csv => out(&words(&plan, index, &replay, false)),
    }
    Ok(0)
}

fn json(plan: &Plan, index: usize, replay: &Replay) -> Result<String, Refusal> {
    let arm = &plan.arms[index];
    let seats = replay.seating.iter().enumerate().map(|(seat, &entrant)| Seat {
        seat,
        entrant,
        bot: &arm.bots[usize::from(entrant)],
        share: f64::from(replay.outcome.share[seat]) / f64::from(WIN),
        score: replay.outcome.score[seat],
    });
    let document = Document {
        scenario: &plan.name,
        arm: &arm.name,
        ruleset: arm.ruleset,
        seed: plan.seed,
        game: replay.game,
        block: replay.block,
        rotation: replay.rotation,
        seats: seats.collect(),
        unfinished: replay.unfinished,
        lines: &replay.lines,
    };
    let mut text = serde_json::to_string_pretty(&document).map_err(Refusal::new)?;
    text.push('\n');
    Ok(text)
}

/// The result in one sentence: what a reader wants first.
fn result(plan: &Plan, index: usize, replay: &Replay) -> String {
    let arm = &plan.arms[index];
    let info = crate::rulesets::info(arm.ruleset);
    let (title, score) = info.map_or(("", "points"), |info| (info.title, info.score));
    let bot = |seat: usize| &arm.bots[usize::from(replay.seating[seat])];
    let scores: Vec<String> =
        (0..replay.seating.len()).map(|seat| replay.outcome.score[seat].to_string()).collect();
    let winners: Vec<usize> = (0..replay.seating.len()).filter(|&s| replay.outcome.share[s] > 0).collect();
    let who = match (replay.unfinished, &winners[..]) {
        (Some(reason), _) => format!("did not finish ({reason})"),
        (None, []) => "is won by nobody at the table".to_owned(),
        (None, [seat]) => format!("is won by seat {seat} (`{}`)", bot(*seat)),
        (None, several) => {
            let seats: Vec<String> = several.iter().map(|s| format!("seat {s} (`{}`)", bot(*s))).collect();
            format!("is shared by {}", seats.join(" and "))
        }
    };
    format!("{title}, game {}: {who}; {score} by seat {}.", replay.game, scores.join(" - "))
}

fn words(plan: &Plan, index: usize, replay: &Replay, markdown: bool) -> String {
    let arm = &plan.arms[index];
    let mut text = result(plan, index, replay) + "\n\n";
    for (seat, &entrant) in replay.seating.iter().enumerate() {
        let squad = arm.squads.get(usize::from(entrant)).cloned().flatten();
        let with = squad.map_or(String::new(), |squad| format!(" with {squad}"));
        let bullet = if markdown { "- " } else { "" };
        text += &format!("{bullet}Seat {seat}: {}{with}\n", arm.bots[usize::from(entrant)]);
    }
    let changed: Vec<String> = arm.settings.changed().map(|(k, v)| format!("{k} = {v}")).collect();
    if !changed.is_empty() {
        text += &format!("\nChanged from the printed game: {}\n", changed.join(", "));
    }
    for line in &replay.lines {
        match (line.topic, markdown) {
            (Topic::Phase, false) => text += &format!("\n{}\n", line.text),
            (Topic::Phase, true) => text += &format!("\n## {}\n\n", line.text),
            (_, true) => text += &format!("- {}\n", line.told()),
            (Topic::Decision, false) => text += &format!("  {}\n", line.told()),
            (_, false) => text += &format!("    {}\n", line.told()),
        }
    }
    text
}
