//! A run as a page for people: verdict, plots, tables, methods, assumptions.
//! No formatting here; `html` and `markdown` do that.

use super::Run;
use super::figure::{Figure, Format, Point, Standing};
use super::page::{
    Assumption, Cell, Column, FileLink, Footer, Method, Origin, Page, Part, Section, Table, Verdict,
};
use super::{luck, ranking, seats, terminal};
use crate::arena::RulesetId;
use crate::estimates::{ArmResult, Named, Place, quantile};
use crate::game::Unit;
use crate::lab::explain::{self, Sways};
use crate::scenario::{Plan, PlanArm};
use crate::stats::estimate::Estimate;
use crate::verdict::{Status, brief_difference, count, players};

/// Arms that get their own tables of metrics; the rest is in `summary.csv`.
const MOST_DETAILED: usize = 12;
/// Rows of the arm table.
const MOST_ARMS: usize = 400;
/// Folder of the plots, beside the page.
pub const PLOTS: &str = "plots";

/// How a statement is marked.
#[must_use]
pub fn standing(status: Status) -> Standing {
    match status {
        Status::Good => Standing::Good,
        Status::Bad => Standing::Bad,
        Status::Undecided => Standing::Undecided,
        Status::Plain => Standing::Plain,
    }
}

/// An estimate as a table cell, to as many digits as its interval supports.
#[must_use]
pub fn cell(estimate: &Estimate, unit: Unit) -> Cell {
    let width = estimate.half_width() * if unit == Unit::Number { 1.0 } else { 100.0 };
    let decimals = if width > 0.0 && width.is_finite() {
        (1.0 - width.log10()).floor().clamp(0.0, 6.0) as u8
    } else {
        2
    };
    let format = match unit {
        Unit::Share => Format::percent(decimals.max(1)),
        Unit::Points => Format::points(decimals.max(1)),
        Unit::Number => Format::number(decimals),
    };
    if estimate.value.is_finite() {
        Cell::point(&Point::new(estimate.value, estimate.low, estimate.high), &format)
    } else {
        Cell::new("")
    }
}

/// Every arm in a row.
fn arms(run: &Run) -> Table {
    let (header, rows) = terminal::arm_table(run);
    let all = rows.len();
    let columns = header
        .iter()
        .enumerate()
        .map(|(i, label)| if i < 2 { Column::words(label) } else { Column::numbers(label) });
    Table {
        caption: "Arms".to_owned(),
        columns: columns.collect(),
        rows: rows.into_iter().take(MOST_ARMS).map(|row| row.into_iter().map(Cell::new).collect()).collect(),
        note: if all > MOST_ARMS {
            format!("{} more arms in summary.csv. {}", all - MOST_ARMS, terminal::method_line(run))
        } else {
            terminal::method_line(run)
        },
    }
}

fn places(run: &Run, result: &ArmResult) -> Table {
    let arm = &run.plan.arms[result.index];
    let score = (arm.ruleset.score)(&arm.settings);
    let adjusted = luck::has_shares(result);
    let row = |label: String, group: &str, place: &Place| {
        let mut row = vec![
            Cell::new(label),
            Cell::new(count(place.results.wins)),
            Cell::new(count(place.results.draws)),
            Cell::new(count(place.results.losses)),
            cell(&place.share, Unit::Share),
            cell(&place.score, Unit::Number),
        ];
        if adjusted {
            let share = luck::share(result, group, place.index);
            let shown = share.map_or(Cell::new(""), |a| cell(&a.estimate, Unit::Share));
            row.insert(5, shown);
            row.insert(6, Cell::new(share.map_or(String::new(), |a| luck::worth(a.worth))));
        }
        row
    };
    let seat = |place: &Place| row(format!("seat {}", place.index), "seat", place);
    let mut rows: Vec<Vec<Cell>> = result.seats.iter().map(seat).collect();
    if !arm.mirrored() {
        for place in &result.entrants {
            let squad = arm.squads.get(place.index).cloned().flatten();
            let with = squad.map_or(String::new(), |squad| format!(" ({squad})"));
            rows.push(row(format!("{}{with}", arm.bots[place.index]), "entrant", place));
        }
    }
    let mut columns = vec![
        Column::words("place"),
        Column::numbers("wins"),
        Column::numbers("shared"),
        Column::numbers("lost"),
        Column::numbers("share of wins"),
        Column::numbers(&format!("{score} per game")),
    ];
    let mut note = format!("{} games between {}", count(result.games), players(&run.plan, result.index));
    note += &seats::line(result).map_or(String::new(), |line| format!(". {}", line.trim_end_matches('.')));
    if adjusted {
        columns.insert(5, Column::numbers("adjusted for luck"));
        columns.insert(6, Column::numbers("a game is worth"));
        note += &luck::line(run, result).map_or(String::new(), |line| format!(". {line}"));
    }
    // Marks of the terminal have no place on a page.
    let note = note.replace('`', "");
    Table { caption: format!("{}: seats and entrants", arm.name), columns, rows, note }
}

fn metrics(run: &Run, result: &ArmResult) -> Table {
    let arm = &run.plan.arms[result.index];
    let base = result.metrics.iter().find_map(|m| m.difference.as_ref()).map(|d| d.base.clone());
    let shown = |m: &&Named| !m.name.starts_with("seat-") && !m.name.starts_with("entrant-");
    let mut columns = vec![Column::words("metric"), Column::numbers("value")];
    columns.extend(base.iter().map(|base| Column::numbers(&format!("against {base}"))));
    columns.push(Column::words("what is counted"));
    let rows = result.metrics.iter().filter(shown).map(|m| {
        let mut row = vec![Cell::new(m.name.clone()), cell(&m.estimate, m.unit)];
        if base.is_some() {
            row.push(Cell::new(
                m.difference.as_ref().map_or(String::new(), |d| brief_difference(&d.estimate, m.unit)),
            ));
        }
        row.push(Cell::new(m.definition.clone()));
        row
    });
    Table {
        caption: format!("{}: all metrics", arm.name),
        columns,
        rows: rows.collect(),
        note: String::new(),
    }
}

fn usage(run: &Run, result: &ArmResult) -> Table {
    let arm = &run.plan.arms[result.index];
    let item = arm.ruleset.item;
    let mut used: Vec<_> = result.usage.iter().filter(|(_, usage)| usage.uses > 0).collect();
    used.sort_by_key(|(_, usage)| std::cmp::Reverse(usage.uses));
    let rows = used.into_iter().map(|(name, usage)| {
        let per_game = usage.uses as f64 / result.games as f64;
        vec![Cell::new(name.clone()), Cell::new(count(usage.uses)), Cell::new(format!("{per_game:.3}"))]
    });
    Table {
        caption: format!("{}: use of each {item}", arm.name),
        columns: vec![Column::words(item), Column::numbers("uses"), Column::numbers("uses per game")],
        rows: rows.collect(),
        note: "Use describes play. It is no measure of strength: whoever is ahead has more turns to use good cards in."
            .to_owned(),
    }
}

fn methods(run: &Run) -> Vec<Method> {
    let method = |name: &str, text: &str| Method { name: name.to_owned(), text: text.to_owned() };
    let mut methods = vec![method(
        "Blocks",
        "Every block plays the same luck once with each rotation of the entrants over the seats (one game where all \
         entrants are alike: there is nothing to rotate); all variances are taken between blocks, never between the \
         games of one.",
    )];
    if run.manner.always {
        methods.push(method(
            "Self-normalised confidence sequences (Fan, Grama and Liu 2015; Ville 1939)",
            "for shares and the first seat's edge: valid at every look and every number of blocks, because this run \
             could stop on what it saw.",
        ));
        methods.push(method(
            "Asymptotic confidence sequences (Waudby-Smith and others, arXiv 2103.06476)",
            "for other means and for differences: valid at every look from 100 blocks on.",
        ));
    } else {
        methods.push(method(
            "Wilson's score interval at the effective sample size (Wilson 1927; Kish 1965)",
            "for shares.",
        ));
        methods.push(method(
            "Student's t over blocks (batch means)",
            "for means per game and paired differences.",
        ));
        methods.push(method("Delta method over blocks (Cochran 1977)", "for ratios of two sums."));
    }
    methods.push(not_yet());
    methods.push(seats::method(run.manner.always));
    methods.extend(of_quantiles(!quantile::asked(&run.plan).is_empty(), run.manner.always));
    if run.plan.arms.iter().any(|arm| arm.paired) {
        methods.push(method(
            "Common luck",
            "Arms of one game and table size are dealt from the same permutations, one per seat, and roll the same \
             dice; differences are taken block by block.",
        ));
    }
    methods.extend(luck::method(run));
    if run.plan.verdict.as_ref().is_some_and(|v| v.margin.is_some()) {
        methods.push(method(
            "Equivalence (two one-sided tests; Schuirmann 1987)",
            "“level” means that the whole interval lies inside the margin; “not level” that all of it lies outside.",
        ));
    }
    methods
}

/// What keeps intervals open for what has not happened yet.
#[must_use]
pub fn not_yet() -> Method {
    Method {
        name: "Two imagined blocks (after Agresti and Coull 1998; Bonett and Price 2012)".to_owned(),
        text: "are added to the variance of means and differences, one on either side and as far off as a block can be: \
               what has not happened yet keeps an interval, and what happens often hardly notices. For counts they are \
               off by one count per game: an event that comes rarely and many at a time can still surprise, because \
               nothing says how many can come."
            .to_owned(),
    }
}

/// How quantiles get their intervals, if there are any.
#[must_use]
pub fn of_quantiles(any: bool, always: bool) -> Option<Method> {
    let name = if always {
        "Confidence sequence of quantiles (Howard and Ramdas 2022)"
    } else {
        "Order statistics (Thompson 1936; David and Nagaraja 2003)"
    };
    let text = "for medians and other quantiles: the interval's ends are values that occurred. A block counts as one \
                observation, whatever its games have in common; differences reach from end to end of two intervals \
                at half the error each.";
    any.then(|| Method { name: name.to_owned(), text: text.to_owned() })
}

/// What variances are taken between: entrants that are all alike have nothing
/// to rotate, so that each of their games is a block.
#[must_use]
pub fn blocks(plan: &Plan) -> &'static str {
    match plan.arms.iter().filter(|arm| arm.rotations() > 1).count() {
        0 => "single games",
        n if n == plan.arms.len() => "blocks of rotated games",
        _ => "blocks (rotated games, or one game where all entrants are alike)",
    }
}

/// What stands behind the explanation of ± where quantiles are shown.
#[must_use]
pub const fn brackets(any: bool) -> &'static str {
    if any { " (of quantiles the brackets hold the interval)" } else { "" }
}

/// Switches in force that are not settled by the rulebook, and all that were
/// changed.
#[must_use]
pub fn assumptions(plan: &Plan) -> Vec<Assumption> {
    assumptions_judged(plan, &Sways::new())
}

/// The same with whether each can change the verdict, by ruleset and switch.
#[must_use]
pub fn assumptions_judged(plan: &Plan, judged: &Sways) -> Vec<Assumption> {
    let mut rows: Vec<Assumption> = Vec::new();
    let mut seen: Vec<RulesetId> = Vec::new();
    let several = plan.arms.iter().any(|arm| arm.ruleset != plan.arms[0].ruleset);
    for arm in &plan.arms {
        if seen.contains(&arm.ruleset) {
            continue;
        }
        seen.push(arm.ruleset);
        for (switch, value) in arm.settings.iter() {
            let origin = match switch.origin.status() {
                "given" => Origin::Given,
                "inferred" => Origin::Inferred,
                _ => Origin::Assumed,
            };
            let values: Vec<&str> = plan
                .arms
                .iter()
                .filter(|other| other.ruleset == arm.ruleset)
                .map(|other| other.settings.text(switch.key))
                .fold(Vec::new(), |mut all, v| {
                    if !all.contains(&v) {
                        all.push(v);
                    }
                    all
                });
            if origin == Origin::Given && values.len() == 1 && value == switch.default {
                continue;
            }
            let key =
                if several { format!("{}: {}", arm.ruleset, switch.key) } else { switch.key.to_owned() };
            let sway = judged.get(&(arm.ruleset.to_string(), switch.key.to_owned()));
            let sways = match sway {
                _ if judged.is_empty() => "",
                Some(sway) => sway.word(),
                None => "not tried",
            };
            rows.push(Assumption {
                key,
                value: values.join(", "),
                origin,
                meaning: switch.help.to_owned(),
                sways: sways.to_owned(),
            });
        }
    }
    rows
}

/// Which settings can change the verdict, where the run varied or tried them.
fn sways(run: &Run) -> Sways {
    let mut sways = run.sways.clone();
    if run.plan.arms.iter().any(|arm| arm.effect.is_some()) {
        let shapes: Result<Vec<_>, _> = run.plan.arms.iter().map(PlanArm::shape).collect();
        let varied = shapes.map(|s| explain::sways(&run.plan, &s, &run.played, run.manner));
        sways.extend(varied.unwrap_or_default());
    }
    sways
}

/// What stands below the table of assumptions.
fn assumption_note(run: &Run, sways: &Sways) -> String {
    let played = match run.plan.assumptions {
        Some(games) => format!(" ({} games each)", count(games)),
        None => String::new(),
    };
    if sways.is_empty() {
        return "Whether one of these can change the verdict was not tried in this run. The option --assumptions 2000 \
                says so here; the command “levelpitch explain” shows every effect."
            .to_owned();
    }
    format!(
        "Can it change the verdict? Tried at its other plausible values on the same luck{played}. Yes: the whole \
         corrected interval of some value gives another verdict. No: the intervals of all its values keep it. \
         Undecided: more games are needed."
    )
}

/// The page of a run.
#[must_use]
pub fn page(run: &Run, figures: Vec<Figure>) -> Page {
    let plan = &run.plan;
    let verdicts = run.answers.statements.iter().map(|s| {
        // A warning is no question that is left open.
        let (word, text) = match s.text.strip_prefix("Warning: ") {
            Some(text) => ("warning", text),
            None => (s.word(), s.text.as_str()),
        };
        Verdict {
            standing: standing(s.status),
            word: word.to_owned(),
            sentence: text.replace('`', ""),
            detail: String::new(),
        }
    });
    let part = terminal::part(run).map(|sentence| Verdict {
        standing: Standing::Undecided,
        word: "a part".to_owned(),
        sentence: sentence.replace('`', ""),
        detail: String::new(),
    });
    let leads = |f: &Figure| matches!(f, Figure::Forest(_) | Figure::Convergence(_) | Figure::Tornado(_));
    let (main, rest): (Vec<Figure>, Vec<Figure>) = figures.into_iter().partition(leads);
    let figure = |figure: Figure| Part::Figure(Box::new(figure));
    let mut results: Vec<Part> = main.into_iter().map(figure).collect();
    results.push(Part::Table(arms(run)));
    let mut sections = vec![
        Section { title: "Results".to_owned(), parts: results, folded: false },
        Section {
            title: "Seats, scores and lengths".to_owned(),
            parts: rest.into_iter().map(figure).collect(),
            folded: false,
        },
    ];
    let ranked = ranking::sections(run);
    let has_ranking = !ranked.is_empty();
    sections.extend(ranked);
    let detailed: Vec<&ArmResult> = run
        .results
        .iter()
        .filter(|r| plan.arms[r.index].effect.is_none() || run.results.len() <= MOST_DETAILED)
        .take(MOST_DETAILED)
        .collect();
    for result in detailed {
        sections.push(Section {
            title: plan.arms[result.index].name.to_string(),
            parts: vec![
                Part::Table(places(run, result)),
                Part::Table(metrics(run, result)),
                Part::Table(usage(run, result)),
            ],
            folded: run.results.len() > 1,
        });
    }
    let file = |path: &str, what: &str| FileLink { path: path.to_owned(), what: what.to_owned() };
    let games: u64 = run.results.iter().map(|r| r.games).sum();
    let sways = sways(run);
    Page {
        title: title(run),
        question: plan.question.clone(),
        verdicts: part.into_iter().chain(verdicts).collect(),
        sections,
        methods: methods(run),
        assumptions: assumptions_judged(plan, &sways),
        assumption_note: assumption_note(run, &sways),
        files: [
            file(
                "summary.csv",
                "every metric of every arm with its interval and its difference from the base arm",
            ),
            file("seats.csv", "results by seat and by entrant"),
            file("goals.csv", "every distribution, value by value"),
            file("usage.csv", "use of cards, tiles and actions"),
            file("run.json", "what was asked and every count; `levelpitch rerun run.json` reproduces it"),
        ]
        .into_iter()
        .chain(has_ranking.then(|| {
            file("switches.csv", "every switch value's effect on fairness, length and decisiveness")
        }))
        .collect(),
        plots: PLOTS.to_owned(),
        footer: Footer {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: plan.seed.to_string(),
            games,
            command: "levelpitch rerun run.json".to_owned(),
        },
    }
}

fn title(run: &Run) -> String {
    let mut titles: Vec<&str> = Vec::new();
    for arm in &run.plan.arms {
        let title = arm.ruleset.title;
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    format!("{} — {}", run.plan.name, titles.join(", "))
}
