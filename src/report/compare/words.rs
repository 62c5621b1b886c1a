//! What a comparison has found, in sentences that can be read aloud.

use std::slice::from_ref;

use crate::game::Unit;
use crate::lab::compare::{Comparison, Finding, Row};
use crate::metric::Metric;
use crate::stats::equivalence::{Bounds, Verdict};
use crate::verdict::health::newly;
use crate::verdict::opening::rounded;
use crate::verdict::{
    Opening, Status, capital, count, elsewhere, is_none, metric_of, show_difference, size_of_difference,
};

/// The metric of a row as people read it, where all of these are told together.
pub fn metric(comparisons: &[Comparison], row: &Row) -> String {
    metric_of(comparisons.iter().flat_map(|found| &found.question.plan.arms), row.metric)
}

/// Size of a difference without its sign.
fn size(row: &Row) -> String {
    let Row { difference, .. } = row;
    let positive = if difference.value < 0.0 { difference.negated() } else { *difference };
    size_of_difference(&positive, row.unit)
}

fn size_of_margin(row: &Row, margin: f64) -> String {
    let points = 100.0 * margin;
    match row.unit {
        Unit::Number => margin.to_string(),
        _ if (points - 1.0).abs() < 1e-9 => "1 percentage point".to_owned(),
        _ => format!("{} percentage points", (points * 1e6).round() / 1e6),
    }
}

fn bot(found: &Comparison) -> String {
    let bots = &found.question.plan.arms[0].bots;
    if bots.windows(2).all(|pair| pair[0] == pair[1]) {
        format!("`{}`", bots[0])
    } else {
        format!("`{}`", bots.join("`, `"))
    }
}

/// What one comparison has found, without naming the arms.
fn short(found: &Comparison) -> String {
    let row = found.main();
    match found.finding {
        Finding::Different if row.difference.value < 0.0 => format!("lower by {}", size(row)),
        Finding::Different => format!("higher by {}", size(row)),
        Finding::Equal => {
            format!("no clear difference ({})", show_difference(&row.difference, row.unit))
        }
        Finding::Precise => format!("no difference shown ({})", show_difference(&row.difference, row.unit)),
        Finding::Accepted | Finding::Rejected => {
            let yes = found.finding == Finding::Accepted;
            format!(
                "{} ({})",
                if yes { "accepted" } else { "rejected" },
                show_difference(&row.difference, row.unit)
            )
        }
        Finding::Undecided => format!("undecided ({})", show_difference(&row.difference, row.unit)),
    }
}

/// Whether every game has the same value in both arms. A quantile that did not
/// move says nothing about single games.
fn never_moves(found: &Comparison) -> bool {
    let row = found.main();
    is_none(&row.difference) && !row.metric.is_quantile() && found.tested.is_none()
}

/// What one comparison has found.
fn sentence(found: &Comparison) -> String {
    let arms = &found.question.plan.arms;
    let row = found.main();
    let (a, b) = (&arms[0].name, &arms[1].name);
    let between = format!("{} bots", bot(found));
    let name = metric(from_ref(found), row);
    let games = format!("after {} games per arm", count(found.games));
    let decided = if found.question.rule.exactly { games.clone() } else { format!("decided {games}") };
    let shown = show_difference(&row.difference, row.unit);
    let never = never_moves(found);
    match found.finding {
        Finding::Undecided if never => format!(
            "Undecided {games}: “{a}” and “{b}” gave the same {name} in every game ({between}). {}",
            forecast(found)
        ),
        Finding::Equal if never => format!(
            "No clear difference: “{a}” and “{b}” have the same {name} in every game, and it differs by less than the margin of {} ({between}, {decided}).",
            size_of_margin(row, found.question.rule.margin.unwrap_or(0.0))
        ),
        Finding::Different => {
            let verb = if row.difference.value < 0.0 { "lowers" } else { "raises" };
            let margin = found.question.rule.margin;
            let beyond = margin
                .map_or(String::new(), |m| format!(", more than the margin of {}", size_of_margin(row, m)));
            format!(
                "Clear: “{b}” {verb} the {name} by {}{beyond} ({between}, {decided}).{}",
                size(row),
                against_margin(found)
            )
        }
        Finding::Equal => {
            let within = size_of_margin(row, found.question.rule.margin.unwrap_or(0.0));
            format!(
                "No clear difference: “{b}” changes the {name} by less than the margin of {within}: {shown} ({between}, {decided}).{}",
                against_margin(found)
            )
        }
        Finding::Precise => {
            format!(
                "“{b}” shows no difference from “{a}” in {name}: {shown}, as precise as was asked for ({between}, {games})."
            )
        }
        Finding::Accepted | Finding::Rejected => format!("{} ({between}, {games}).", tested(found)),
        Finding::Undecided if found.tested.is_some() => {
            format!(
                "Undecided {games} between the two hypotheses: “{b}” minus “{a}” is {shown} in {name} ({between})."
            )
        }
        Finding::Undecided => {
            let beside = match found.question.rule.margin {
                Some(m) if row.clear => {
                    format!(
                        ", a clear difference, about as large as the margin of {}",
                        size_of_margin(row, m)
                    )
                }
                Some(m) => format!(", with a margin of {}", size_of_margin(row, m)),
                None => String::new(),
            };
            format!(
                "Undecided {games}: “{b}” minus “{a}” is {shown} in {name}{beside} ({between}). {}{}",
                forecast(found),
                against_margin(found)
            )
        }
    }
}

/// Whether A and B are level; none for what has no level value.
fn levels(found: &Comparison) -> Option<[Verdict; 2]> {
    let (row, arms) = (found.main(), &found.question.plan.arms);
    let (fair, margin) = arms[0].fair(row.metric).zip(found.question.rule.margin)?;
    let bounds = Bounds::around(fair, margin);
    Some([&row.a, &row.b].map(|value| bounds.judge(value)))
}

const fn level(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "level",
        Verdict::Fail => "not level",
        Verdict::Undecided => "undecided",
    }
}

/// Whether either arm is level; empty for what has no level value.
fn against_margin(found: &Comparison) -> String {
    let Some(([a, b], margin)) = levels(found).zip(found.question.rule.margin) else { return String::new() };
    let (row, arms) = (found.main(), &found.question.plan.arms);
    let (one, other) = (&arms[0].name, &arms[1].name);
    format!(
        " Against a margin of {}, “{one}” is {} and “{other}” is {}.",
        size_of_margin(row, margin),
        level(a),
        level(b)
    )
}

/// What it means for printing.
fn printing(found: &Comparison) -> String {
    let (row, arms) = (found.main(), &found.question.plan.arms);
    let (one, other) = (&arms[0].name, &arms[1].name);
    let both = [0, 1].map(|arm| found.is_ill(arm));
    match both {
        [true, true] => return "neither; both are ill, whatever the difference is".to_owned(),
        [false, true] => return format!("not “{other}”, which is ill, whatever else it does"),
        [true, false] => return format!("not “{one}”, which is ill, whatever else it does"),
        [false, false] => {}
    }
    let never = never_moves(found);
    if never && !elsewhere(&arms[0], &arms[1]).is_empty() {
        return format!("these games say nothing of “{other}”");
    }
    let Some([a, b]) = levels(found) else {
        let moved = match found.finding {
            Finding::Different => "weigh the change by what you want",
            Finding::Equal => "choose by taste: in this the two do not differ",
            _ => "don't choose by this yet",
        };
        return format!("{moved}; nothing is said here of fairness, `--metric seat-gap` asks for that");
    };
    match (a, b) {
        (Verdict::Pass, Verdict::Pass) => "either, as far as bots can tell".to_owned(),
        (Verdict::Pass, Verdict::Fail) => format!("keep “{one}”"),
        (Verdict::Fail, Verdict::Pass) => format!("print “{other}”"),
        (Verdict::Fail, Verdict::Fail) => match found.finding {
            Finding::Different if row.difference.value < 0.0 && row.metric == Metric::SEAT_GAP => {
                format!("neither as it is; “{other}” is the fairer")
            }
            Finding::Different if row.metric == Metric::SEAT_GAP => {
                format!("neither as it is; “{one}” is the fairer")
            }
            _ => "neither as it is".to_owned(),
        },
        (Verdict::Pass, Verdict::Undecided) => format!("“{one}” can be printed; “{other}” needs more games"),
        (Verdict::Undecided, Verdict::Pass) => format!("“{other}” can be printed; “{one}” needs more games"),
        (Verdict::Undecided, Verdict::Fail) => format!("not “{other}”; “{one}” needs more games"),
        (Verdict::Fail, Verdict::Undecided) => format!("not “{one}”; “{other}” needs more games"),
        (Verdict::Undecided, Verdict::Undecided) if never => {
            "neither is sure yet; more games tell, and the same of both as far as seen".to_owned()
        }
        (Verdict::Undecided, Verdict::Undecided) => "neither is sure yet; more games tell".to_owned(),
    }
}

/// What the change does to `what`, without figures, `aside` behind the verb.
fn done(found: &Comparison, aside: &str, what: &str) -> String {
    let verb = match found.finding {
        _ if never_moves(found) => return format!("leaves {what} the same in every game"),
        Finding::Different if found.main().difference.value < 0.0 => "lowers",
        Finding::Different => "raises",
        Finding::Equal => "does not clearly move",
        Finding::Accepted => "moves",
        Finding::Rejected => "does not move",
        Finding::Precise if found.main().clear => "moves",
        Finding::Precise => "is not shown to move",
        Finding::Undecided => "may or may not move",
    };
    format!("{verb}{aside} {what}")
}

/// Whether what one bot says of a change, whatever its size, can be said of another's
/// games, too.
fn agree(one: &Comparison, other: &Comparison) -> bool {
    let side = |found: &Comparison| match found.finding {
        Finding::Different => found.main().difference.value < 0.0,
        Finding::Precise => found.main().clear,
        _ => false,
    };
    let surely = !never_moves(one) || never_moves(other);
    one.finding == other.finding && side(one) == side(other) && surely
}

/// What the report opens with.
pub fn opening(comparisons: &[Comparison]) -> Opening {
    let strongest = |found: &&Comparison| {
        let bots = comparisons.iter().map(|found| found.question.plan.arms[0].bots[0].as_str());
        let arm = &found.question.plan.arms[0];
        arm.strongest(bots) == Some(arm.bots[0].as_str())
    };
    let Some(found) = comparisons.iter().find(strongest).or(comparisons.first()) else {
        return Opening::default();
    };
    let arms = &found.question.plan.arms;
    let (one, other) = (&arms[0].name, &arms[1].name);
    let about = match found.main().metric {
        Metric::SEAT_GAP => "how far the seats are from equal shares".to_owned(),
        of_entrant if of_entrant.is_of_entrant() => format!("the {}", metric(comparisons, found.main())),
        _ => metric(comparisons, found.main()),
    };
    let whose = match comparisons {
        [_] => String::new(),
        _ if comparisons.iter().all(|other| agree(found, other)) => ", whoever plays".to_owned(),
        _ => {
            let rest = comparisons.iter().filter(|other| !agree(found, other));
            let rest: Vec<String> =
                rest.map(|other| format!("under {} it {}", bot(other), done(other, "", "it"))).collect();
            format!(" under {}, the strongest bot, but {}", bot(found), rest.join(", "))
        }
    };
    let levels = levels(found).map_or(String::new(), |[a, b]| {
        let both = |[a, b]: [Verdict; 2]| {
            if a == b {
                format!("both “{one}” and “{other}” are {}", level(a))
            } else {
                format!("“{one}” is {}, “{other}” is {}", level(a), level(b))
            }
        };
        let judged = comparisons.iter().filter_map(|found| Some((bot(found), self::levels(found)?)));
        let rest: Vec<String> = judged
            .filter(|(_, levels)| *levels != [a, b])
            .map(|(bot, levels)| format!("under {bot} {}", both(levels)))
            .collect();
        if rest.is_empty() {
            format!(" {}.", capital(&both([a, b])))
        } else {
            format!(" Under {} {}; {}.", bot(found), both([a, b]), rest.join("; "))
        }
    });
    let warning = comparisons.iter().find(|found| found.is_ill(0) || found.is_ill(1));
    let warning = warning.and_then(|found| found.health.sentence.as_ref()).map_or("", |told| &told.text);
    let new = comparisons.iter().flat_map(|found| match &found.health.arms[..] {
        [a, b] => newly(a, b),
        _ => Vec::new(),
    });
    let mut amber: Vec<String> = Vec::new();
    for aspect in new {
        if !amber.contains(&aspect) {
            amber.push(aspect);
        }
    }
    let look = if amber.is_empty() || !warning.is_empty() {
        String::new()
    } else {
        format!("; look before you print “{other}”: {}", amber.join(", "))
    };
    let (status, word) = match found.finding {
        Finding::Undecided => (Status::Undecided, "undecided"),
        Finding::Different => (Status::Plain, "clear"),
        Finding::Equal => (Status::Plain, "not clear"),
        _ => (Status::Plain, ""),
    };
    let asked = matches!(found.finding, Finding::Accepted | Finding::Rejected);
    let aside = if asked { ", as was asked," } else { "" };
    let elsewhere = if never_moves(found) { elsewhere(&arms[0], &arms[1]) } else { String::new() };
    let summary = format!("“{other}” {}{whose}{elsewhere}{look}.{levels}", done(found, aside, &about));
    Opening::new(status, summary, printing(found))
        .word(word)
        .behind(warning)
        .cut(comparisons.iter().any(|found| found.interrupted))
}

/// What the sequential test says.
fn tested(found: &Comparison) -> String {
    let Some(tested) = &found.tested else { return String::new() };
    let (row, arms) = (found.main(), &found.question.plan.arms);
    let points = |value: f64| {
        let points = (1e8 * value).round() / 1e6;
        format!("{}{points} percentage points", if points > 0.0 { "+" } else { "" })
    };
    let (h0, h1) = (points(tested.hypotheses.h0), points(tested.hypotheses.h1));
    let (yes, no) = if found.finding == Finding::Accepted { (h1, h0) } else { (h0, h1) };
    let after = tested.after.as_ref().map_or(String::new(), |after| {
        format!("; after stopping here the difference is {}", show_difference(after, row.unit))
    });
    format!(
        "“{}” against “{}”, {}: a difference of {yes} is accepted rather than {no}, with errors of about {:.1} %{after}",
        arms[1].name,
        arms[0].name,
        metric(from_ref(found), row),
        100.0 * (1.0 - found.question.plan.level)
    )
}

/// How long it would take.
fn forecast(found: &Comparison) -> String {
    if found.interrupted {
        return "It was interrupted; these are the games finished so far.".to_owned();
    }
    match found.forecast {
        Some(games) if games <= 1_000_000_000_000 => {
            let more = games.saturating_sub(found.games);
            format!(
                "If the difference is the one seen, about {} more games per arm would decide it.",
                count(rounded(more))
            )
        }
        Some(_) => "If the difference is the one seen, no feasible number of games decides it.".to_owned(),
        None => "Nothing seen so far points either way; a larger --margin is decided sooner.".to_owned(),
    }
}

/// The answers: for a panel one over all bots first.
pub fn sentences(comparisons: &[Comparison]) -> Vec<String> {
    let each: Vec<String> = comparisons.iter().map(sentence).collect();
    let [first, .., _] = comparisons else { return each };
    let arms = &first.question.plan.arms;
    let name = metric(comparisons, first.main());
    let list: Vec<String> =
        comparisons.iter().map(|found| format!("{} with {}", short(found), bot(found))).collect();
    let list = list.join("; ");
    let sign = |found: &Comparison| match found.finding {
        Finding::Different if found.main().difference.value < 0.0 => -1,
        Finding::Different => 1,
        _ => 0,
    };
    let agree = comparisons.windows(2).all(|w| w[0].finding == w[1].finding && sign(&w[0]) == sign(&w[1]));
    let open = comparisons.iter().any(|found| found.finding == Finding::Undecided);
    let text = if agree && !open {
        let verb = match (first.finding, sign(first)) {
            (Finding::Different, -1) => "lowers",
            (Finding::Different, _) => "raises",
            (Finding::Accepted, _) => "moves, as asked,",
            (Finding::Equal, _) => "does not clearly move",
            _ => "does not move",
        };
        let all = if comparisons.len() == 2 {
            "both bots agree".to_owned()
        } else {
            format!("all {} bots agree", comparisons.len())
        };
        format!("“{}” {verb} the {name}, and {all}: {list}.", arms[1].name)
    } else if open {
        format!("What “{}” does to the {name} is not decided for every bot: {list}.", arms[1].name)
    } else {
        format!("What “{}” does to the {name} depends on who plays: {list}.", arms[1].name)
    };
    std::iter::once(text).chain(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Estimate, Method};

    #[test]
    fn margins_are_told_in_points() {
        let e = Estimate::around(0.0, 0.1, 0.95, Method::BlockT, 1);
        let mut row = Row {
            metric: Metric::FIRST_SEAT,
            definition: String::new(),
            unit: Unit::Points,
            a: e,
            b: e,
            difference: Estimate { value: -0.021, low: -0.025, high: -0.017, ..e },
            worth: None,
            clear: true,
        };
        assert_eq!(
            (size_of_margin(&row, 0.01), size_of_margin(&row, 0.005)),
            ("1 percentage point".to_owned(), "0.5 percentage points".to_owned())
        );
        assert_eq!(size(&row), "2.1 percentage points ± 0.4");
        row.unit = Unit::Number;
        assert_eq!(size_of_margin(&row, 0.5), "0.5");
    }
}
