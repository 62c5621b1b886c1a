//! Lists as a page.

use super::{MOST_NAMED, opening, players, points, whose};
use crate::game::Unit;
use crate::lab::cards::{List, Row, Ruling, Strengths};
use crate::report::charts::point;
use crate::report::figure::{
    Axis, Figure, Forest, ForestRow, Format, Heading, Key, Order, Reference, Standing,
};
use crate::report::page::{
    FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict, opened,
};
use crate::report::tell;
use crate::scenario::Plan;
use crate::stats::Estimate;
use crate::verdict::{brief_difference, count, enumerated};

fn standing(ruling: Ruling) -> Standing {
    match ruling {
        Ruling::TooStrong | Ruling::Harmful | Ruling::Dead | Ruling::Idle => Standing::Bad,
        Ruling::Fine => Standing::Good,
        Ruling::Undecided => Standing::Undecided,
    }
}

fn change(estimate: &Estimate) -> String {
    brief_difference(estimate, Unit::Points)
}

/// In how many games of a hundred a good is used.
fn used(row: &Row) -> String {
    row.used.map_or_else(String::new, |used| format!("{:.0} %", 100.0 * used))
}

/// The rows that matter first: those that are not fine.
fn ordered(list: &List) -> Vec<&Row> {
    let mut rows: Vec<&Row> = list.goods.iter().collect();
    rows.sort_by_key(|row| (row.ruling == Ruling::Fine, row.ruling == Ruling::Undecided));
    rows
}

fn table(list: &List, top: usize) -> Table {
    let taken = list.goods.iter().any(|row| row.missed.is_some());
    let used_at_all = list.goods.iter().any(|row| row.used.is_some());
    let mut rows = Rows::of(ordered(list))
        .words("what", |row| row.name.as_str())
        .words("verdict", |row| row.ruling.words())
        .numbers("worth to its holder", |row| change(&row.worth))
        .numbers("others of its class", |row| points(row.typical))
        .numbers("above them", |row| change(&row.edge));
    if taken {
        rows = rows.numbers("loss without it", |row| row.missed.as_ref().map(change).unwrap_or_default());
    }
    if used_at_all {
        rows = rows.numbers("used", used);
    }
    let table = rows
        .words("class", |row| row.class.as_str())
        .numbers("copies", |row| count(row.copies.into()))
        .table(format!("{}: too strong, dead, or fine?", list.name));
    Table { show: Show::First(top), rest: "cards.csv".to_owned(), ..table }
}

fn figure(found: &Strengths, list: &List, place: usize) -> Figure {
    let row = |row: &Row| ForestRow {
        group: row.class.clone(),
        label: row.name.clone(),
        point: point(&row.worth),
        standing: standing(row.ruling),
    };
    let rows: Vec<ForestRow> = list.goods.iter().map(row).collect();
    let occurs = |standing| rows.iter().any(|row| row.standing == standing);
    let keys = Key::list([
        (Standing::Good, "fine"),
        (Standing::Bad, "too strong, dead, no difference or a cost"),
        (Standing::Undecided, "undecided"),
    ]);
    Figure::Forest(Forest {
        head: Heading {
            id: if found.lists.len() == 1 { "worth".to_owned() } else { format!("worth-{place}") },
            title: "What one more is worth to whoever is handed it".to_owned(),
            subtitle: format!(
                "{}: the holder's share of wins with it minus without, on the same luck; up to {} games with each; {:.0} % intervals",
                list.name,
                count(list.blocks),
                100.0 * found.level
            ),
            note: "Handed to a seat before it decides anything, every seat as often: not the win rate of whoever \
                   happened to draw it. Each interval holds by itself; verdicts use those that hold for the whole list."
                .to_owned(),
        },
        axis: Axis::new("Change of the holder's share of wins (percentage points)", Format::points(1)),
        keys: keys.into_iter().filter(|key| occurs(key.standing)).collect(),
        rows,
        order: Order::ByValue,
        references: vec![Reference::new(0.0, "nothing")],
        margin: None,
    })
}

fn methods(found: &Strengths) -> Vec<Method> {
    let rule = found.rule;
    let percent = |share: f64| format!("{} points", 100.0 * share);
    vec![
        Method::new(
            "Handed out",
            "In every block one seat, each as often, is handed one more of a good before it decides anything; the same \
             game without stands beside it, dealt from the same permutations and with the same dice. A copy comes from \
             the undrawn ones, so that the game still has as many; where none is left the block says nothing of it. \
             Where the seat was dealt one, a third game takes it away (loss without it).",
        ),
        Method::new(
            "Too strong",
            format!(
                "worth to its holder above what an average other good of its class is worth, by more than {}, as the \
                 whole corrected interval says. Each copy of the class counts as likely; what is alone in its class is \
                 held against the whole list.",
                percent(rule.too_strong)
            ),
        ),
        Method::new(
            "Dead",
            format!(
                "the whole corrected interval of its worth lies within ± {}, nobody who was dealt one clearly misses it \
                 when it is taken away, and its holder uses it in fewer than {:.0} of 100 games, or holding it takes no \
                 decision. What is used more and worth as little makes no difference; what is worth clearly less than \
                 that costs its holder.",
                percent(rule.nothing),
                100.0 * rule.hardly_used
            ),
        ),
        Method::new(
            "Simultaneous intervals (Bonferroni)",
            "over all goods of the list, all three numbers of each, and every look at the list that play may end with. What is decided is handed out no further, unless others of its class are still open.",
        ),
        Method::new(
            "Student's t over blocks, ratios by the delta method",
            "for the mean over the blocks in which a good was handed out; what goods of a block have in common is in \
             the variance of every comparison between them. Where the game counts luck it is taken out of every \
             number by one slope for the whole list. To each interval the rule of three adds what blocks that \
             were not played may hold.",
        ),
        tell::not_yet(),
    ]
}

/// The page of all lists.
#[must_use]
pub fn page(found: &Strengths, top: usize) -> Page {
    let mut sections = Vec::new();
    for (place, list) in found.lists.iter().enumerate().rev() {
        let mut parts: Vec<Part> = vec![figure(found, list, place).into(), table(list, top).into()];
        if !list.never_handed.is_empty() {
            let names = enumerated(&list.never_handed, MOST_NAMED);
            parts.push(Part::Text(format!("Never handed out, because no copy was left to give: {names}.")));
        }
        let judged = place + 1 == found.lists.len();
        let title = format!("Games of {}", players(list));
        sections.push(Section { folded: !judged, ..Section::new(title, parts) });
    }
    let arms: Vec<_> = found.lists.iter().map(|list| found.plan.arms[list.arm].clone()).collect();
    let title = arms.last().map_or("", |arm| arm.ruleset.title);
    let scenario = Plan { arms, ..found.plan.clone() };
    let rest = found.judge().map(|_| Verdict::new(Standing::Plain, whose(found)));
    let verdicts = opened(&opening(found), rest);
    let of_looks = found.judge().map_or(0.0, |list| 100.0 * list.corrected_level);
    Page {
        title: format!("Too strong, dead, or fine? — {title}"),
        question: "What is each card, player or tile worth to whoever holds it?".to_owned(),
        verdicts,
        reading: format!(
            "Points are percentage points of the holder's share of wins; ± is half the width of a {:.0} % interval; \
             verdicts use intervals of {of_looks:.2} % (Bonferroni).",
            100.0 * found.level
        ),
        sections,
        methods: methods(found),
        assumptions: tell::assumptions(&scenario),
        assumption_note: String::new(),
        files: vec![
            FileLink::new("cards.csv", "one row per bot and card"),
            FileLink::new("cards.json", "everything, with documented keys"),
        ],
        plots: tell::PLOTS.to_owned(),
        footer: Footer::of(&found.plan, found.games),
    }
}
