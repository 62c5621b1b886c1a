//! What a diff comes to, in sentences: the first one answers.

use super::{Said, now};
use crate::game::Unit;
use crate::lab::diff::{Change, Diff, Kinship, Measured, Pair, Row};
use crate::metric::Metric;
use crate::verdict::{
    Light, Opening, Status, brief_difference, count, enumerated, show, show_difference, size, value,
};

/// Changes, and arms, that a sentence names.
const NAMED: usize = 3;

/// What is set differently, in so many words.
pub(super) fn changed(changes: &[Change]) -> String {
    enumerated(&changes.iter().map(Change::told).collect::<Vec<_>>(), NAMED)
}

/// Whether a drift is told apart from none.
pub(super) const fn clear(row: &Row) -> &'static str {
    if row.clear { "clear" } else { "not clear" }
}

/// The word for how level something is.
pub(super) const fn level(status: Status) -> &'static str {
    match status {
        Status::Good => "level",
        Status::Bad => "not level",
        Status::Undecided | Status::Plain => "undecided",
    }
}

/// From one verdict to another.
fn turned([then, now]: [Status; 2]) -> &'static str {
    use Status::{Bad, Good};
    match (then, now) {
        (Good, Good) => "still level",
        (Bad, Bad) => "still not level",
        (Good, Bad) => "no longer level",
        (Bad, Good) => "level now",
        (_, Good) => "level now (undecided before)",
        (_, Bad) => "not level now (undecided before)",
        (Good, _) => "undecided whether it is still level",
        (Bad, _) => "undecided whether it is level now (not level before)",
        _ => "undecided before and now whether it is level",
    }
}

/// A drift behind a value: `was 1.2 %; +1.9 ± 0.2, clear`.
fn drift(row: &Row) -> String {
    let unit = if row.unit == Unit::Number { row.unit } else { Unit::Points };
    format!("{} before; {}, {}", value(&row.then, row.unit), show_difference(&row.drift, unit), clear(row))
}

fn fairness(m: &Measured) -> String {
    let row = &m.fairness;
    let now = size(&row.now, row.unit);
    let what = if row.metric == Metric::SEAT_GAP && row.now.value.is_finite() {
        format!("the seat farthest from an equal share is {now} off it")
    } else {
        format!("{} {now}", row.metric.worded())
    };
    match m.level {
        Some(levels) => format!("{}: {what} ({})", turned(levels), drift(row)),
        None => format!("{what} ({})", drift(row)),
    }
}

fn length(row: &Row) -> String {
    let (longer, shorter) = (row.drift.value > 0.0, row.drift.value < 0.0);
    let how = match (row.clear, longer, shorter) {
        (true, true, _) => "games are longer",
        (true, _, true) => "games are shorter",
        _ => "no clear change of length",
    };
    let turns = show(&row.now, row.unit);
    let before = if row.clear { drift(row) } else { brief_difference(&row.drift, row.unit) };
    format!("{how}, turns {turns} ({before})")
}

/// A light as a word, also where nothing was counted.
pub(super) const fn light(light: Light) -> &'static str {
    match light {
        Light::None => "not judged",
        light => light.word(),
    }
}

fn health(m: &Measured) -> String {
    let [then, now] = m.health.each_ref().map(crate::verdict::Health::light);
    let worst = m.health[1].worst().filter(|_| now > Light::Unsure).map_or("", |item| item.told.as_str());
    let why = if worst.is_empty() { String::new() } else { format!(" ({worst})") };
    match (then == now, now) {
        (true, _) => format!("health as before: {}{why}", light(now)),
        (false, _) => format!("health was {} and is {}{why}", light(then), light(now)),
    }
}

/// What an edit does to one pair.
fn effect(m: &Measured) -> String {
    if m.idle {
        return format!(
            "no game changes: every count of {} games is the same, what was edited is not in play here",
            count(m.games)
        );
    }
    let [then, now] = m.health.each_ref().map(crate::verdict::Health::is_ill);
    let rest = m.length.as_ref().map(length);
    let mut parts = vec![fairness(m)];
    parts.extend(rest);
    if now && !then {
        // Nobody asks whether a game is fair that can't be printed.
        let worst = m.health[1].worst().map_or("", |item| item.told.as_str());
        parts.insert(0, format!("don't print this any more, {worst}"));
    } else {
        parts.push(health(m));
    }
    parts.join("; ")
}

/// The same without figures.
fn plain(m: &Measured) -> String {
    if m.idle {
        return "no game changes, what was edited is not in play here".to_owned();
    }
    let [then, now] = m.health.each_ref().map(crate::verdict::Health::light);
    let fairness = match m.level {
        Some(levels) => turned(levels),
        None if m.fairness.clear => "fairness clearly moved",
        None => "no clear change of fairness",
    };
    let length = m.length.as_ref().map(|row| match (row.clear, row.drift.value > 0.0) {
        (true, true) => "games are longer",
        (true, false) => "games are shorter",
        (false, _) => "no clear change of length",
    });
    let health = if then == now {
        format!("health as before ({})", light(now))
    } else {
        format!("health was {} and is {}", light(then), light(now))
    };
    let ill = now == Light::Ill && then != now;
    let worst = m.health[1].worst().map_or("", |item| item.told.as_str());
    let ill = ill.then(|| format!("don't print this any more: {worst}"));
    let rest = std::iter::once(fairness).chain(length).map(str::to_owned).chain([health]);
    ill.into_iter().chain(rest).collect::<Vec<_>>().join(", ")
}

/// What it means for printing.
fn printing(m: &Measured) -> &'static str {
    use Status::{Bad, Good, Undecided};
    let health = m.health[1].light();
    match (m.idle, health, m.level) {
        (true, ..) => "nothing: it is the game that it was",
        (_, Light::Ill, _) => "not like this; what is ill comes first, fairness after it",
        (_, _, Some([Good, Bad])) => "not with this edit: it is what makes the game uneven",
        (_, _, Some([_, Bad])) => "not before its seats are level, which this edit doesn't bring about",
        (_, _, Some([_, Undecided])) => "don't decide on this; more games (`--games`) tell",
        (_, Light::Look, Some([_, Good])) => "fairness allows it; weigh what its health card marks",
        (_, _, Some([_, Good])) => "fairness allows it, and nothing was seen that speaks against it",
        _ => "this is for you to weigh",
    }
}

/// What a diff opens with.
pub(super) fn opening(diffs: &[Diff], sentences: &[Said]) -> Opening {
    let judged = diffs.iter().find_map(|diff| {
        let judge = diff.judge()?;
        Some((diff, judge, judge.measured.as_ref()?))
    });
    let Some((diff, judge, m)) = judged else {
        let said = sentences.first();
        let (status, word, text) =
            said.map_or((Status::Plain, "", ""), |said| (said.status, said.word, said.text.as_str()));
        let printing = match status {
            Status::Good => "nothing: it is the game that it was",
            Status::Bad => "not before you know which of the two is your game",
            _ => "nothing yet",
        };
        return Opening::new(status, text, printing).word(word);
    };
    let title = now(diff, judge).ruleset.title;
    let stem = |pair: &Pair| now(diff, pair).name.of_all_bots();
    let measured: Vec<(&Pair, &Measured)> =
        diff.pairs.iter().filter_map(|pair| Some((pair, pair.measured.as_ref()?))).collect();
    let summary = if measured.iter().all(|(pair, _)| stem(pair) == stem(judge)) {
        format!("{title}, {}: {}.", changed(&judge.changes), plain(m))
    } else {
        format!("{title}, {} arms set differently: {}.", measured.len(), over(diff, &measured))
    };
    let (status, word) = overall(m);
    let opening = Opening::new(status, summary, printing(m));
    let opening = if is_ill(m) { opening.lit(Light::Ill) } else { opening.word(word) };
    opening.cut(diffs.iter().any(|diff| diff.interrupted))
}

/// What became clearly other, of many arms: for a list.
struct Kind {
    words: &'static str,
    test: fn(&Measured) -> bool,
}

const KINDS: [Kind; 6] = [
    Kind { words: "must not be printed any more", test: |m| m.health[1].is_ill() && !m.health[0].is_ill() },
    Kind {
        words: "no longer level",
        test: |m| m.level.is_some_and(|[then, now]| now == Status::Bad && then != Status::Bad),
    },
    Kind {
        words: "level now",
        test: |m| m.level.is_some_and(|[then, now]| now == Status::Good && then != Status::Good),
    },
    Kind { words: "undecided now", test: |m| m.level.is_some_and(|[_, now]| now == Status::Undecided) },
    Kind {
        words: "with longer games",
        test: |m| m.length.as_ref().is_some_and(|row| row.clear && row.drift.value > 0.0),
    },
    Kind {
        words: "with shorter games",
        test: |m| m.length.as_ref().is_some_and(|row| row.clear && row.drift.value < 0.0),
    },
];

/// The answer over several arms of other names: what becomes of each, counted.
fn over(diff: &Diff, measured: &[(&Pair, &Measured)]) -> String {
    let name = |pair: &Pair| format!("`{}`", now(diff, pair).name);
    let mut parts = Vec::new();
    for kind in &KINDS {
        let found: Vec<String> =
            measured.iter().filter(|(_, m)| (kind.test)(m)).map(|(pair, _)| name(pair)).collect();
        if !found.is_empty() {
            parts.push(format!("{} {} ({})", found.len(), kind.words, enumerated(&found, NAMED)));
        }
    }
    let moved = |m: &Measured| m.fairness.clear || KINDS.iter().any(|kind| (kind.test)(m));
    let drifted: Vec<String> = measured
        .iter()
        .filter(|(_, m)| m.fairness.clear)
        .map(|(pair, m)| format!("{} {}", name(pair), brief_difference(&m.fairness.drift, m.fairness.unit)))
        .collect();
    if !drifted.is_empty() {
        parts.push(format!("fairness clearly moved in {} ({})", drifted.len(), enumerated(&drifted, NAMED)));
    }
    let still = measured.iter().filter(|(_, m)| !moved(m)).count();
    if still > 0 {
        parts.push(format!("{still} without a clear change"));
    }
    parts.join("; ")
}

/// Whether the bots of a panel say the same, in a sentence.
fn agreement(diff: &Diff, judge: &Pair, measured: &[(&Pair, &Measured)]) -> Option<Said> {
    let bot = |pair: &Pair| now(diff, pair).bots.first().cloned().unwrap_or_default();
    let mine = judge.measured.as_ref()?;
    let others: Vec<&(&Pair, &Measured)> =
        measured.iter().filter(|(pair, _)| pair.arms != judge.arms).collect();
    if others.is_empty() {
        return None;
    }
    let says = |m: &Measured| (m.level, m.fairness.clear.then_some(m.fairness.drift.value > 0.0));
    let told = |m: &Measured| {
        let row = &m.fairness;
        let verdict = m.level.map_or(String::new(), |levels| format!("{}, ", turned(levels)));
        format!("{verdict}{}, {}", brief_difference(&row.drift, row.unit), clear(row))
    };
    let apart: Vec<String> = others
        .iter()
        .filter(|(_, m)| says(m) != says(mine))
        .map(|(pair, m)| format!("`{}` ({})", bot(pair), told(m)))
        .collect();
    let all = measured.len();
    let text = match apart.len() {
        0 => format!(
            "This is by `{}`, the strongest of {all} bots; the others say the same of fairness.",
            bot(judge)
        ),
        1 => format!("This is by `{}`, the strongest of {all} bots; {} disagrees.", bot(judge), apart[0]),
        _ => format!(
            "This is by `{}`, the strongest of {all} bots; {} disagree.",
            bot(judge),
            apart.join(", ")
        ),
    };
    Some(Said::plain(text))
}

/// What is told where nothing is set differently.
fn unchanged(diff: &Diff) -> Said {
    let [then, now_side] = diff.sides.each_ref().map(|side| &side.name);
    let of = |kinship: Kinship| diff.pairs.iter().filter(move |pair| pair.kinship == kinship);
    let wrong: Vec<String> =
        of(Kinship::Contradictory).map(|pair| format!("`{}`", now(diff, pair).name)).collect();
    if !wrong.is_empty() {
        let text = format!(
            "Same rules, same luck and other counts in {}: another program made one of {then} and {now_side}, or somebody \
             edited it.",
            enumerated(&wrong, NAMED)
        );
        return Said::new(Status::Bad, "contradictory", text);
    }
    let arms = match diff.pairs.len() {
        1 => "1 arm".to_owned(),
        n => format!("{n} arms"),
    };
    if of(Kinship::Identical).count() == diff.pairs.len() {
        let games: u64 = diff.sides[1].played.iter().flatten().map(|played| played.tally.games).sum();
        let text = format!(
            "Nothing changed: {then} and {now_side} are identical, count by count ({arms}, {} games).",
            count(games)
        );
        return Said::new(Status::Good, "unchanged", text);
    }
    let text = format!(
        "Nothing changed: {then} and {now_side} have the same rules, components and bots ({arms}); at most luck and the \
         number of games differ."
    );
    Said::new(Status::Good, "unchanged", text)
}

/// Whether what is played now must not be printed.
fn is_ill(m: &Measured) -> bool {
    !m.idle && m.health[1].is_ill()
}

/// What a pair comes to: the worse of health and fairness.
fn overall(m: &Measured) -> (Status, &'static str) {
    if m.idle {
        return (Status::Good, "unchanged");
    }
    match (is_ill(m), m.level) {
        (true, _) => (Status::Bad, Light::Ill.word()),
        (false, Some([_, now])) => (now, level(now)),
        (false, None) => (Status::Plain, ""),
    }
}

/// All answers of one diff.
pub(super) fn sentences(diff: &Diff) -> Vec<Said> {
    let measured: Vec<(&Pair, &Measured)> =
        diff.pairs.iter().filter_map(|pair| Some((pair, pair.measured.as_ref()?))).collect();
    let mut all = Vec::new();
    match diff.judge().and_then(|pair| Some((pair, pair.measured.as_ref()?))) {
        None if diff.interrupted => {
            all.push(Said::open("Interrupted before anything was played to its end."));
        }
        None => all.push(unchanged(diff)),
        Some((judge, m)) => {
            let title = now(diff, judge).ruleset.title;
            let stem = |pair: &Pair| now(diff, pair).name.of_all_bots();
            let single = measured.iter().all(|(pair, _)| stem(pair) == stem(judge));
            if single {
                let (status, word) = overall(m);
                all.push(Said::new(status, word, format!("In figures: {}.", effect(m))));
                all.extend(agreement(diff, judge, &measured));
            } else {
                let found: Vec<(Status, &str)> = measured.iter().map(|(_, m)| overall(m)).collect();
                let worst = [Status::Bad, Status::Undecided, Status::Good];
                let worst = worst.iter().find_map(|status| found.iter().find(|(found, _)| found == status));
                let (status, word) = worst.copied().unwrap_or((Status::Plain, ""));
                let text =
                    format!("{title}, {} arms set differently: {}.", measured.len(), over(diff, &measured));
                all.push(Said::new(status, word, text));
            }
            let rest = diff.pairs.iter().filter(|pair| pair.changes.is_empty()).count();
            if rest > 0 {
                all.push(Said::plain(format!("Nothing is set differently in {rest} more arms.")));
            }
            if measured.iter().any(|(pair, _)| pair.kinship == Kinship::Unpaired) {
                let text =
                    "tables of other sizes share no luck; the differences are those of separate games.";
                all.push(Said::warning(text));
            }
        }
    }
    for (side, alone) in diff.sides.iter().zip(&diff.alone) {
        let names: Vec<String> = alone.iter().map(|&arm| format!("`{}`", side.plan.arms[arm].name)).collect();
        if !names.is_empty() {
            all.push(Said::plain(format!("Only in {}: {}.", side.name, enumerated(&names, NAMED))));
        }
    }
    if diff.interrupted && !measured.is_empty() {
        all.push(Said::open("Interrupted: some arms were not played to their end."));
    }
    all
}
