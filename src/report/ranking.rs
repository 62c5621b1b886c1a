//! Which switches matter: every switch value that was tried, ranked within its
//! game by how much it moves fairness, length and decisiveness against the
//! printed game on the same luck.

use super::Run;
use super::charts::effects::{ITS_ROW, against, left_out, ranked, row_name};
use super::charts::{change_axis, point};
use super::csv::{self, Columns};
use super::figure::{Figure, Heading, Reference, Tornado, TornadoEnd};
use super::page::{Part, Rows, Section, Table};
use super::pieces::Pieces;
use crate::arena::RulesetId;
use crate::scenario::Plan;
use crate::verdict::switches::{ASPECTS, Aspect, Effect};
use crate::verdict::{brief_difference, count};

/// Rows of a ranking on the page; the rest is in `switches.csv`.
const MOST_ROWS: usize = 20;

/// `switches.csv`: every switch value's effect on every aspect; nothing when
/// no switch was varied.
#[must_use]
pub fn csv(run: &Run) -> Pieces<'_> {
    let of = |effect: &Effect| effect.difference.estimate;
    csv::below(run.effects.chunks(ASPECTS.len()), move |effects, heading, text| {
        Columns::of(effects)
            .with("ruleset", |effect| effect.ruleset.id)
            .with("bot", |effect| effect.bot.as_str())
            .with("switch", |effect| effect.key.as_str())
            .with("value", |effect| effect.value.as_str())
            .with("aspect", |effect| effect.aspect.name)
            .with("metric", |effect| effect.metric.name())
            .interval(["difference", "low", "high"], of)
            .made(of)
            .with("p", |effect| effect.difference.p.map(csv::p_value))
            .with("p_corrected", |effect| effect.corrected.map(csv::p_value))
            .with("worth", |effect| effect.difference.worth)
            .written(heading, text);
    })
}

/// Switches of one game and bot by their largest effect on any aspect, one row
/// per switch: for each aspect the value that moves it most.
fn table(plan: &Plan, effects: &[&Effect], left: &[String]) -> Table {
    let mut keys: Vec<&str> = Vec::new();
    for effect in effects {
        if !keys.contains(&effect.key.as_str()) {
            keys.push(&effect.key);
        }
    }
    let largest = |key: &str, aspect: Option<&Aspect>| {
        let mine = effects.iter().filter(|e| e.key == key && aspect.is_none_or(|a| e.aspect == a));
        mine.max_by(|a, b| a.weight().total_cmp(&b.weight()))
    };
    let weight = |key: &str| largest(key, None).map_or(0.0, |e| e.weight());
    keys.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let all = keys.len();
    let still = keys.iter().filter(|key| !effects.iter().any(|e| e.key == **key && e.is_clear())).count();
    let bases: Vec<usize> = effects.iter().map(|effect| effect.base).collect();
    let mut rows = Rows::of(keys.into_iter().take(MOST_ROWS)).words("switch", |key| key);
    for aspect in &ASPECTS {
        rows = rows.numbers(aspect.name, |key| match largest(key, Some(aspect)) {
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
        against(plan, &bases, "the chart").1,
        effects.len(),
        left_out(left)
    ))
}

/// One aspect's effects, largest first.
fn tornado(plan: &Plan, effects: &[&Effect], aspect: &Aspect, games: u64, left: &[String]) -> Option<Figure> {
    let mine = effects.iter().filter(|e| e.aspect == aspect && e.is_clear());
    let first = mine.clone().next()?;
    let (main, against) = against(plan, &mine.clone().map(|effect| effect.base).collect::<Vec<_>>(), ITS_ROW);
    let ends = mine.map(|effect| {
        let end = TornadoEnd {
            clear: effect.is_clear(),
            ..TornadoEnd::new(&*effect.value, point(&effect.difference.estimate))
        };
        ((&*effect.key, effect.base), end)
    });
    let (rows, cut) = ranked(ends, |key, base| row_name(plan, key, base, main), MOST_ROWS);
    Some(Figure::Tornado(Tornado {
        head: Heading {
            id: format!("{}-{}-{}", aspect.name, first.ruleset, first.bot),
            title: format!("{}: which switches move {}", first.ruleset.title, aspect.words),
            subtitle: format!(
                "{} bots; one switch changed at a time {against}, on the same luck; {} games per arm; whiskers are \
                 {} % intervals; clear effects only (Benjamini and Hochberg, 5 %){cut}",
                first.bot,
                count(games),
                100.0 * plan.level
            ),
            note: left_out(left),
        },
        axis: change_axis(first.metric, &first.metric.worded(), 1),
        rows,
        references: vec![Reference::new(0.0, "no change")],
    }))
}

/// Settings of one game and bot whose game must not be printed.
fn ill(run: &Run, ruleset: RulesetId, bot: &str) -> Vec<String> {
    let mine = run.results.iter().filter(|r| run.is_ill(r)).filter_map(|r| {
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
    let mut tables: Vec<&Effect> = run.effects.iter().collect();
    tables.dedup_by(|a, b| (a.ruleset, &a.bot) == (b.ruleset, &b.bot));
    let tables = run.plan.strongest_first(tables, |effect| effect.base);
    let several = tables.len() > 1;
    let section = |effect: &&Effect| {
        let (ruleset, bot) = (effect.ruleset, effect.bot.as_str());
        let here = |e: &&Effect| (e.ruleset, e.bot.as_str()) == (ruleset, bot) && e.corrected.is_some();
        let mine: Vec<&Effect> = run.effects.iter().filter(here).collect();
        let left = ill(run, ruleset, bot);
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
        let shown = |aspect: &Aspect| mine.iter().find(|e| e.aspect == aspect).map(|e| e.metric);
        let further = ASPECTS.iter().filter(|aspect| shown(aspect) != main);
        let figures = further.filter_map(|a| tornado(&run.plan, &mine, a, games, &left));
        parts.extend(figures.map(Part::from));
        let title = format!("What the switches of {} move, {bot} bots", ruleset.title);
        Some(Section { folded: several, ..Section::new(title, parts) })
    };
    tables.iter().filter_map(section).collect()
}
