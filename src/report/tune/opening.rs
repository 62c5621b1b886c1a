//! What a report of tuning opens with: what was found, and what to print.

use super::Telling;
use super::words::{list, warning};
use crate::lab::tune::Answer;
use crate::metric::Metric;
use crate::verdict::{Opening, Status, capital, elsewhere};

/// What the report opens with.
#[must_use]
pub fn opening(telling: &Telling<'_>) -> Opening {
    let (question, tuned) = (telling.question, telling.tuned);
    let (setting, whole) = (question.space.words(tuned.winner), question.whole(tuned.winner));
    let Some(confirmation) = tuned.confirmation.as_ref().filter(|c| !c.bots.is_empty()) else {
        let summary = format!("Interrupted before anything was confirmed; {setting} looked best so far.");
        return Opening::new(Status::Undecided, summary, "nothing yet");
    };
    let target = if question.targets.len() == 1 { "the target" } else { "all targets" };
    let fair = question.targets.iter().any(|t| t.metric == Metric::SEAT_GAP);
    let meets = if fair { "makes every seat level" } else { "meets the target" };
    let meets = if question.targets.len() == 1 { meets } else { "meets all targets" };
    let keys: Vec<String> = question.space.knobs.iter().map(|knob| knob.key.clone()).collect();
    let bots = &confirmation.bots;
    let best = bots.last().map_or("", |confirmed| confirmed.bots.as_str());
    let all = match bots.len() {
        1 => format!("between `{best}` bots"),
        n => format!("for all {n} bots"),
    };
    let (status, word, summary, printing) = match tuned.answer {
        Answer::Met if confirmation.is_printed => (
            Status::Good,
            "met",
            format!("The game {} {meets} already, {all}.", question.base()),
            match &question.fixed()[..] {
                [] => "leave it as it is".to_owned(),
                fixed => format!("print {} and change nothing else", fixed.join(", ")),
            },
        ),
        Answer::Met => {
            (Status::Good, "met", format!("{} {meets}, {all}.", capital(&setting)), format!("print {whole}"))
        }
        Answer::Partly => {
            let of = |good: bool| -> Vec<String> {
                let mine = bots.iter().filter(|bot| (bot.standing() == Status::Good) == good);
                mine.map(|bot| format!("`{}`", bot.bots)).collect()
            };
            let (holds, fails) = (of(true), of(false));
            let believed = holds.contains(&format!("`{best}`"));
            (
                Status::Undecided,
                "for some bots",
                format!(
                    "{} {meets} for {} but is not shown to for {}. `{best}` is the strongest of them.",
                    capital(&setting),
                    list(&holds),
                    list(&fails)
                ),
                if believed {
                    format!("{whole} if you expect strong play; it is not shown for everybody")
                } else {
                    format!("not {whole} yet: the strongest play does not bear it out")
                },
            )
        }
        Answer::Unattainable => (
            Status::Bad,
            "missed",
            format!("No value allowed for {} {meets}; the nearest is {setting}.", list(&keys)),
            format!(
                "none of these; `{} explain` shows which other rules move it",
                question.plan.program.name
            ),
        ),
        Answer::Undecided => {
            let more = tuned.forecast(question.games).map_or_else(
                || "don't decide on this".to_owned(),
                |games| format!("don't decide on this; `--games {games}` would"),
            );
            (
                Status::Undecided,
                "",
                format!("Whether {setting}, the best so far, meets {target} is undecided."),
                more,
            )
        }
    };
    let idle = idle(telling, &keys);
    let (summary, printing) = match tuned.answer {
        Answer::Met => (summary, printing),
        _ if idle.is_empty() => (summary, printing),
        _ => {
            let program = question.plan.program.name;
            let printing =
                format!("nothing by {}; `{program} explain` shows which rules move it", list(&keys));
            (format!("{idle} {summary}"), printing)
        }
    };
    let Some(warning) = warning(telling) else {
        return Opening::new(status, summary, printing).word(word).cut(tuned.interrupted);
    };
    Opening::new(status, summary, format!("not {whole}, which is ill"))
        .word(word)
        .behind(&warning)
        .cut(tuned.interrupted)
}

/// That the knobs do nothing, and where they may do something; nothing where they do.
fn idle(telling: &Telling<'_>, keys: &[String]) -> String {
    let Telling { question, tuned } = telling;
    if !tuned.idle {
        return String::new();
    }
    let arm = |point: usize| question.space.arm(question.bots.last()?, point).ok();
    let ends = arm(0).zip(arm(question.space.points() - 1));
    let hint = ends.map_or(String::new(), |(first, last)| elsewhere(&first, &last));
    format!("Every game is the same whatever {} is{hint}.", list(keys))
}
