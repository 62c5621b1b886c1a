//! The health card: whether a game can be printed at all, before anything else.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::Run;
use super::csv::{self, Columns};
use super::figure::Standing;
use super::page::{Cell, Part, Rows, Show, Table};
use super::pieces::Pieces;
use crate::estimates::ArmResult;
use crate::scenario::Limit;
use crate::stats::Estimate;
use crate::verdict::count;
use crate::verdict::health::{Health, Item, Light, limit, open};

/// Rows on the first screen; the whole report has all arms.
const MOST_ROWS: usize = 8;

/// How a light is marked.
#[must_use]
pub const fn standing(light: Light) -> Standing {
    match light {
        Light::None => Standing::Plain,
        Light::Good => Standing::Good,
        Light::Unsure | Light::Look => Standing::Undecided,
        Light::Ill => Standing::Bad,
    }
}

fn light(light: Light) -> Cell {
    Cell::new("").standing(standing(light)).word(light.word())
}

/// Every aspect of one arm.
#[must_use]
pub fn card(name: Option<&str>, health: &Health) -> Table {
    let about = name.map_or(String::new(), |name| format!(" of {name}"));
    Rows::of(&health.items)
        .words("health", |item| item.aspect.words())
        .words("", |item| light(item.light))
        .words("what was seen", |item| format!("{}{}", item.told, open(item)))
        .numbers("good up to", |item| limit(item.limit.look, item.aspect))
        .numbers("ill above", |item| limit(item.limit.ill, item.aspect))
        .table(format!("Can it be printed? Health{about}"))
        .note(
            "A light is judged by the whole interval. Hardly ever used: in fewer than 1 of 200 games. Other limits: the \
             table [health] of a scenario.",
        )
}

/// Arms that have the same worst aspect in the same light.
struct Alike<'a> {
    first: &'a str,
    health: &'a Health,
    more: usize,
}

/// Arms by what is worst of them, the worst first: one warning is told once.
fn alike<'a>(judged: &'a [(String, &Health)]) -> Vec<Alike<'a>> {
    let worst = |health: &Health| health.worst().map(|item| (item.light, item.aspect));
    // Good in whatever comes first is good.
    let kind = |health: &Health| worst(health).filter(|(light, _)| *light > Light::Good);
    let mut found: Vec<Alike<'a>> = Vec::new();
    for (first, health) in judged {
        match found.iter_mut().find(|row| kind(row.health) == kind(health)) {
            Some(row) => row.more += 1,
            None => found.push(Alike { first, health, more: 0 }),
        }
    }
    found.sort_by_key(|row| std::cmp::Reverse(row.health.light()));
    found
}

/// What is worst of named arms, and of how many.
#[must_use]
pub fn arms(judged: &[(String, &Health)]) -> Table {
    let name = |row: &Alike<'_>| match row.more {
        0 => row.first.to_owned(),
        1 => format!("{} and 1 more arm", row.first),
        more => format!("{} and {} more arms", row.first, count(more as u64)),
    };
    let mut rows = alike(judged);
    rows.truncate(MOST_ROWS);
    Rows::of(&rows)
        .words("arm", name)
        .words("health", |row| light(row.health.light()))
        .words("worst of it", worst)
        .table("Can it be printed? Health of every arm")
}

fn worst(row: &Alike<'_>) -> String {
    // Figures are those of one arm.
    let whose = if row.more > 0 { "the first: " } else { "" };
    match row.health.worst() {
        Some(item) if item.light > Light::Good => format!("{whose}{}{}", item.told, open(item)),
        Some(_) => "nothing speaks against it".to_owned(),
        None => "nothing was counted".to_owned(),
    }
}

/// The first part of a run's page; none where nothing was judged.
#[must_use]
pub fn part(run: &Run) -> Option<Part> {
    let named = |result: &ArmResult| Some((run.label(result), run.answers.health.arms.get(result.index)?));
    let judged: Vec<(String, &Health)> = run.ordered().into_iter().filter_map(named).collect();
    let shown = match &judged[..] {
        [] => return None,
        [(_, health)] => card(None, health),
        _ => {
            let of = |wanted: Light| judged.iter().filter(|(_, health)| health.light() == wanted).count();
            let lights =
                [Light::Ill, Light::Look, Light::Unsure, Light::Good].map(|light| (of(light), light));
            let counted = lights.iter().filter(|(times, _)| *times > 0);
            let counted: Vec<String> =
                counted.map(|(times, light)| format!("{} {}", count(*times as u64), light.word())).collect();
            let note = format!("Of {} arms: {}. All of them: health.csv.", judged.len(), counted.join(", "));
            arms(&judged).note(note)
        }
    };
    Some(shown.show(Show::All).into())
}

/// One aspect in the JSON document.
#[derive(Debug, Serialize, JsonSchema)]
struct AspectHealth<'a> {
    /// How it looks.
    light: Light,
    /// How much of it there is: a share, or minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Estimate>,
    /// What it is judged by.
    #[serde(flatten)]
    limit: Limit,
    /// It as part of a sentence.
    told: &'a str,
}

/// An arm's health in the JSON document.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArmHealth<'a> {
    /// The worst light.
    light: Light,
    /// By aspect; several where a game counts several of a kind.
    aspects: IndexMap<&'static str, Vec<AspectHealth<'a>>>,
}

impl<'a> From<&'a Health> for ArmHealth<'a> {
    fn from(health: &'a Health) -> Self {
        let mut aspects: IndexMap<&'static str, Vec<AspectHealth<'a>>> = IndexMap::new();
        for item in &health.items {
            let Item { aspect, light, estimate, limit, ref told, .. } = *item;
            aspects.entry(aspect.key()).or_default().push(AspectHealth { light, estimate, limit, told });
        }
        Self { light: health.light(), aspects }
    }
}

/// `health.csv`: every aspect of every arm.
#[must_use]
pub fn csv(run: &Run) -> Pieces<'_> {
    csv::below(run.results.iter(), |result, heading, text| {
        // Where nothing was played nothing is judged.
        let items = run.answers.health.arms.get(result.index).map_or(&[][..], |health| &health.items);
        Columns::of(items)
            .with("arm", |_| run.plan.arms[result.index].name.to_string())
            .with("aspect", |item| item.aspect.key())
            .with("light", |item| csv::word(item.light))
            .interval(["value", "low", "high"], |item| item.estimate)
            .with("look", |item| item.limit.look)
            .with("ill", |item| item.limit.ill)
            .with("told", |item| item.told.as_str())
            .written(heading, text);
    })
}
