//! Which switches matter: every switch value that was tried, ranked within its
//! game by how much it moves fairness, length and decisiveness against the
//! printed game on the same luck.

use super::Run;
use super::charts::effects::{against, left_out, row_name};
use super::charts::{change_words, point};
use super::csv;
use super::figure::{Axis, Figure, Format, Heading, Reference, Tornado, TornadoEnd, TornadoRow};
use super::page::{Part, Rows, Section, Table};
use crate::arena::RulesetId;
use crate::estimates::{ArmResult, Difference};
use crate::game::Unit;
use crate::metric::{Common, Metric, Metrics};
use crate::scenario::Plan;
use crate::stats::many;
use crate::verdict::{brief_difference, count};

/// What a switch may move, the metric that shows it, and how it is said.
const ASPECTS: &[(&str, fn(Metrics) -> Option<Metric>, &str)] = &[
    ("fairness", |_| Some(Metric::FIRST_SEAT), "the first seat's edge"),
    ("length", Metrics::turns, "the length of a game in turns"),
    ("decisiveness", |_| Some(Metric::Common(Common::SharedGameShare)), "games without a sole winner"),
    ("margin", |_| Some(Metric::Common(Common::WinningMargin)), "the winner's margin"),
];
/// Share of false alarms accepted among the effects called clear.
const FALSE_DISCOVERIES: f64 = 0.05;
/// Rows of a ranking on the page; the rest is in `switches.csv`.
const MOST_ROWS: usize = 20;

/// One switch value's effect on one aspect.
struct Effect<'a> {
    ruleset: RulesetId,
    bot: &'a str,
    key: &'a str,
    value: &'a str,
    /// The arm it is measured against.
    base: usize,
    aspect: usize,
    metric: Metric,
    difference: &'a Difference,
    /// p value corrected for all effects on the same game and bot.
    corrected: Option<f64>,
}

impl Effect<'_> {
    fn is_clear(&self) -> bool {
        self.corrected.is_some_and(|q| q <= FALSE_DISCOVERIES)
    }

    /// Size in units of its own error: comparable between aspects.
    fn weight(&self) -> f64 {
        let half = self.difference.estimate.half_width();
        let size = self.difference.estimate.value.abs();
        if half > 0.0 && half.is_finite() { size / half } else { 0.0 }
    }
}

/// Every effect of a run on the aspects, game by game and bot by bot in the
/// order of the plan, p values corrected within each game and bot.
fn effects(run: &Run) -> Vec<Effect<'_>> {
    let mut tables: Vec<(RulesetId, &str)> = Vec::new();
    // What moves in games that never end is no effect on the game.
    let varied: Vec<&ArmResult> =
        (run.results.iter()).filter(|r| run.plan.arms[r.index].effect.is_some() && r.is_finished()).collect();
    for result in &varied {
        let arm = &run.plan.arms[result.index];
        if !tables.contains(&(arm.ruleset, &arm.bots[0])) {
            tables.push((arm.ruleset, &arm.bots[0]));
        }
    }
    let mut all = Vec::new();
    for (ruleset, bot) in tables {
        let mut mine = Vec::new();
        for result in &varied {
            let arm = &run.plan.arms[result.index];
            let Some(effect) =
                arm.effect.as_ref().filter(|_| (arm.ruleset, arm.bots[0].as_str()) == (ruleset, bot))
            else {
                continue;
            };
            for (aspect, (_, shown, _)) in ASPECTS.iter().enumerate() {
                let Some(named) = shown(arm.metrics()).and_then(|metric| result.metric(metric)) else {
                    continue;
                };
                let Some(difference) = named.difference.as_ref().filter(|d| d.estimate.value.is_finite())
                else {
                    continue;
                };
                mine.push(Effect {
                    ruleset,
                    bot,
                    key: &effect.key,
                    value: &effect.value,
                    base: effect.base,
                    aspect,
                    metric: named.metric,
                    difference,
                    corrected: None,
                });
            }
        }
        let p: Option<Vec<f64>> = mine.iter().map(|effect| effect.difference.p).collect();
        if let Some(p) = p {
            for (effect, q) in mine.iter_mut().zip(many::benjamini_hochberg(&p)) {
                effect.corrected = Some(q);
            }
        }
        all.extend(mine);
    }
    all
}

/// `switches.csv`: every switch value's effect on every aspect; nothing when
/// no switch was varied.
#[must_use]
pub fn csv(run: &Run) -> Option<Vec<u8>> {
    let effects = effects(run);
    let columns = csv::Columns::of(&effects)
        .with("ruleset", |effect| effect.ruleset.id)
        .with("bot", |effect| effect.bot)
        .with("switch", |effect| effect.key)
        .with("value", |effect| effect.value)
        .with("aspect", |effect| ASPECTS[effect.aspect].0)
        .with("metric", |effect| effect.metric.name())
        .interval(["difference", "low", "high"], |effect| effect.difference.estimate)
        .made(|effect| effect.difference.estimate)
        .with("p", |effect| effect.difference.p.map(csv::p_value))
        .with("p_corrected", |effect| effect.corrected.map(csv::p_value))
        .with("worth", |effect| effect.difference.worth);
    (!effects.is_empty()).then(|| columns.bytes())
}

/// Switches of one game and bot by their largest effect on any aspect, one row
/// per switch: for each aspect the value that moves it most.
fn table(plan: &Plan, effects: &[&Effect<'_>], left: &[String]) -> Table {
    let mut keys: Vec<&str> = Vec::new();
    for effect in effects {
        if !keys.contains(&effect.key) {
            keys.push(effect.key);
        }
    }
    let largest = |key: &str, aspect: Option<usize>| {
        let mine = effects.iter().filter(|e| e.key == key && aspect.is_none_or(|a| e.aspect == a));
        mine.max_by(|a, b| a.weight().total_cmp(&b.weight()))
    };
    let weight = |key: &str| largest(key, None).map_or(0.0, |e| e.weight());
    keys.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let all = keys.len();
    let still = keys.iter().filter(|key| !effects.iter().any(|e| e.key == **key && e.is_clear())).count();
    let bases: Vec<usize> = effects.iter().map(|effect| effect.base).collect();
    let mut rows = Rows::of(keys.into_iter().take(MOST_ROWS)).words("switch", |key| key);
    for (aspect, (name, ..)) in ASPECTS.iter().enumerate() {
        rows = rows.numbers(name, |key| match largest(key, Some(aspect)) {
            Some(e) if e.is_clear() => {
                format!("{} ({})", brief_difference(&e.difference.estimate, e.metric.unit()), e.value)
            }
            _ => "–".to_owned(),
        });
    }
    rows.table("Switches by their largest effect").note(format!(
        "On the same luck {}, for each switch the value that moves it most; – is not clear at 5 % false discoveries \
         (Benjamini and Hochberg) over {} effects. {still} of {all} switches move none of these clearly. All effects: \
         switches.csv. {}",
        against(plan, &bases).1.replace("its row names", "the chart names"),
        effects.len(),
        left_out(left)
    ))
}

/// One aspect's effects, largest first.
fn tornado(
    plan: &Plan,
    effects: &[&Effect<'_>],
    aspect: usize,
    games: u64,
    left: &[String],
) -> Option<Figure> {
    let (name, _, words) = ASPECTS[aspect];
    let mut rows: Vec<TornadoRow> = Vec::new();
    let mine: Vec<&&Effect<'_>> = effects.iter().filter(|e| e.aspect == aspect && e.is_clear()).collect();
    let first = mine.first()?;
    let bases: Vec<usize> = mine.iter().map(|effect| effect.base).collect();
    let (main, against) = against(plan, &bases);
    for effect in &mine {
        let label = row_name(plan, effect.key, effect.base, main);
        let end = TornadoEnd { setting: effect.value.to_owned(), effect: point(&effect.difference.estimate) };
        match rows.iter_mut().find(|row| row.label == label) {
            Some(row) => row.ends.push(end),
            None => rows.push(TornadoRow { label, ends: vec![end] }),
        }
    }
    let size = |row: &TornadoRow| row.ends.iter().map(|e| e.effect.value.abs()).fold(0.0, f64::max);
    rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let all = rows.len();
    rows.truncate(MOST_ROWS);
    let title = first.ruleset.title;
    let axis = match first.metric.unit() {
        Unit::Number => Format::number(1).with_sign(),
        _ => Format::points(1),
    };
    let cut = if all > rows.len() { format!("; the {} largest of {all}", rows.len()) } else { String::new() };
    Some(Figure::Tornado(Tornado {
        head: Heading {
            id: format!("{name}-{}-{}", first.ruleset, first.bot),
            title: format!("{title}: which switches move {words}"),
            subtitle: format!(
                "{} bots; one switch changed at a time {against}, on the same luck; {} games per arm; whiskers are \
                 {} % intervals; clear effects only (Benjamini and Hochberg, 5 %){cut}",
                first.bot,
                count(games),
                100.0 * plan.level
            ),
            note: left_out(left),
        },
        axis: Axis::new(&change_words(first.metric, first.metric.unit()), axis),
        rows,
        references: vec![Reference::new(0.0, "no change")],
    }))
}

/// Settings of one game and bot in which no game finishes.
fn endless(run: &Run, ruleset: RulesetId, bot: &str) -> Vec<String> {
    let mine = run.results.iter().filter(|r| !r.is_finished()).filter_map(|r| {
        let arm = &run.plan.arms[r.index];
        let effect = arm.effect.as_ref().filter(|_| arm.ruleset == ruleset && arm.bots[0] == bot)?;
        Some(format!("{} = {}", effect.key, effect.value))
    });
    mine.collect()
}

/// The rankings of a run as sections of its page, one per game and bot; none
/// when no switch was varied or nothing can be corrected (a watched run).
#[must_use]
pub fn sections(run: &Run) -> Vec<Section> {
    let effects = effects(run);
    let mut tables: Vec<(RulesetId, &str)> = effects.iter().map(|e| (e.ruleset, e.bot)).collect();
    tables.dedup();
    let several = tables.len() > 1;
    let section = |&(ruleset, bot): &(RulesetId, &str)| {
        let mine: Vec<&Effect<'_>> = effects
            .iter()
            .filter(|e| (e.ruleset, e.bot) == (ruleset, bot) && e.corrected.is_some())
            .collect();
        let left = endless(run, ruleset, bot);
        if mine.is_empty() {
            return None;
        }
        let games = run.results.iter().map(|r| r.games).min().unwrap_or(0);
        let mut parts: Vec<Part> = vec![table(&run.plan, &mine, &left).into()];
        // The main metric's effects stand on top of the page already.
        let main = mine.iter().find_map(|e| {
            let arm = run.plan.arms.iter().find(|arm| arm.ruleset == e.ruleset && arm.bots[0] == e.bot)?;
            Some(run.plan.main_metric(arm))
        });
        let shown = |aspect: usize| mine.iter().find(|e| e.aspect == aspect).map(|e| e.metric);
        let further = (0..ASPECTS.len()).filter(|&a| shown(a) != main);
        let figures = further.filter_map(|a| tornado(&run.plan, &mine, a, games, &left));
        parts.extend(figures.map(Part::from));
        let title = ruleset.title;
        Some(Section {
            title: format!("What the switches of {title} move, {bot} bots"),
            parts,
            folded: several,
        })
    };
    tables.iter().filter_map(section).collect()
}
