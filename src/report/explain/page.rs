//! An explanation as a page.

use super::{cells, columns, figures, headline, method, ordered, status};
use crate::estimates::{quantile, worded};
use crate::lab::explain::deep::Deep;
use crate::lab::explain::{Case, Explained, Ruling, What, under};
use crate::report::figure::{Figure, Standing};
use crate::report::page::{Cell, Column, FileLink, Footer, Method, Page, Part, Section, Table, Verdict};
use crate::report::tell;
use crate::scenario::Plan;
use crate::verdict::{Status, count};

/// Rows of a page's table; the rest is in `explain.csv`.
const MOST_ROWS: usize = 400;

fn figure(figure: Figure) -> Part {
    Part::Figure(Box::new(figure))
}

/// A plain table; the first `words` columns are words, the rest numbers.
fn plain(caption: String, header: &[String], rows: Vec<Vec<String>>, words: &[usize]) -> Table {
    let columns = header
        .iter()
        .enumerate()
        .map(|(i, label)| if words.contains(&i) { Column::words(label) } else { Column::numbers(label) });
    Table {
        caption,
        columns: columns.collect(),
        rows: rows.into_iter().map(|row| row.into_iter().map(Cell::new).collect()).collect(),
        note: String::new(),
    }
}

/// Every row.
fn effects(explained: &Explained, case: &Case) -> Table {
    let rows: Vec<Vec<String>> =
        ordered(case).into_iter().take(MOST_ROWS).map(|row| cells(explained, row)).collect();
    let header = columns(explained);
    let mut table = plain(format!("{}: every setting and card", case.name), &header, rows, &[0, 1, 4, 5]);
    table.note = method(explained);
    if case.rows.len() > MOST_ROWS {
        table.note.push_str(&format!(" {} more rows in explain.csv.", case.rows.len() - MOST_ROWS));
    }
    table
}

/// The unknown numbers, each with whether it can change the verdict.
fn unknowns(explained: &Explained, case: &Case) -> Table {
    let rows = case.factors.iter().filter(|factor| factor.unknown()).map(|factor| {
        let largest = &case.rows[factor.rows[0]];
        let from = match &largest.what {
            What::Setting { from, .. } => from.clone(),
            What::Card { .. } => String::new(),
        };
        let tried: Vec<&str> = factor.rows.iter().map(|&row| case.rows[row].to()).collect();
        vec![
            factor.name.clone(),
            factor.sway.word().to_owned(),
            from,
            tried.join(", "),
            under(&factor.with),
            status(factor.origin),
        ]
    });
    let header =
        ["unknown number", "can change the verdict?", "in force", "also plausible", "tried with", "status"];
    let mut table = plain(
        format!("{}: can it change the verdict?", case.name),
        &header.map(str::to_owned),
        rows.collect(),
        &[0, 1, 2, 3, 4, 5],
    );
    table.note = format!(
        "Yes: the whole corrected intervals of two of its values, the one in force included, give different verdicts. \
         No: the intervals of all its values keep it. Undecided: more than {} games per arm are needed.",
        count(explained.each)
    );
    table
}

fn together(explained: &Explained, case: &Case, deep: &Deep) -> Vec<Part> {
    let (header, rows) = figures::morris_rows(explained, deep);
    let mut screening =
        plain(format!("{}: Morris's screening of the unknown numbers", case.name), &header, rows, &[0, 6]);
    screening.note = format!(
        "Every number is moved half-way through its list while all others stand anywhere, every listed value as likely \
         as any other. Mean change (μ*): how far the metric moves then, whichever way, on average; ± is its standard \
         error. Of it noise: what μ* luck alone would show, had the number no effect at all. Spread (σ): how much the \
         change differs from step to step; large beside the mean change, it means that the effect hangs on the other \
         numbers. {} walks; {} refused by the rules and drawn anew; with the rows for the shares {} different \
         combinations were played, {} games each, all on the same luck. {}",
        deep.walks,
        deep.walks_refused,
        count(deep.combinations as u64),
        count(deep.each),
        figures::limits(case, deep)
    );
    let mut parts = vec![Part::Table(screening)];
    parts.extend(figures::totals(explained, case, deep).map(figure));
    if !deep.shares.is_empty() {
        let (header, rows) = figures::sobol_rows(deep);
        let caption = format!("{}: share of the variance over the short list", case.name);
        let mut table = plain(caption, &header, rows, &[0]);
        table.note = format!(
            "Sobol's indices by Jansen's estimators: {} ({} rows refused and drawn anew); ± is half the width of a \
             {:.0} % interval; the noise of the games is subtracted. {}",
            figures::design(deep),
            deep.rows_refused,
            explained.manner.level * 100.0,
            figures::OVERLAP
        );
        parts.push(Part::Table(table));
    }
    parts
}

fn methods(explained: &Explained) -> Vec<Method> {
    let method = |name: &str, text: &str| Method { name: name.to_owned(), text: text.to_owned() };
    let mut methods = vec![
        method(
            "Common luck",
            "Every changed arm is dealt from the same permutations and rolls the same dice as the arm it was varied \
             from; effects are differences block by block. Tables of another size share no luck and say so.",
        ),
        method("Student's t over blocks of paired differences", "for effects; ratios by the delta method."),
        method(
            "Benjamini and Hochberg 1995",
            "p values are corrected over all settings and cards of the report.",
        ),
        method(
            "Simultaneous intervals (Bonferroni)",
            "a verdict counts as changed, or kept, by the whole interval that holds for all rows together.",
        ),
        method(
            "Card interventions",
            "A card's worth is what happens when it is taken out or swapped, never how often its user wins.",
        ),
    ];
    methods.push(method(
        "What played out the same",
        "in every block is not said to be unable to change the verdict before enough was played: its value may still \
         differ by what blocks not played may hold (at most ln(1/α) of so many blocks part: the rule of three).",
    ));
    methods.push(tell::not_yet());
    methods.extend(tell::of_quantiles(quantile::is_named(&explained.metric), explained.manner.always));
    if explained.cases.iter().any(|case| case.deep.is_some()) {
        methods.push(method(
            "Morris 1991; Campolongo, Cariboni and Saltelli 2007",
            "screening of the unknown numbers by random walks; the noise's share is taken out as of a folded normal.",
        ));
        methods.push(method(
            "Sobol 1993; Jansen 1999",
            "indices of the short list, on luck that the screening has not seen; told only when the spread is clearly \
             more than noise, and with the noise subtracted.",
        ));
    }
    methods
}

/// The page of an explanation.
#[must_use]
pub fn page(explained: &Explained, top: usize) -> Page {
    let mut sections = Vec::new();
    for case in &explained.cases {
        let mut parts: Vec<Part> = figures::tornado(explained, case, top).map(figure).into_iter().collect();
        if explained.yardstick.is_some() {
            parts.push(Part::Table(unknowns(explained, case)));
        }
        parts.extend(figures::cards(explained, case, top).map(figure));
        sections.push(Section { title: case.name.clone(), parts, folded: false });
        if let Some(deep) = &case.deep {
            let title = format!("{}: the unknown numbers together", case.name);
            sections.push(Section { title, parts: together(explained, case, deep), folded: false });
        }
        let title = format!("{}: every setting and card", case.name);
        sections.push(Section { title, parts: vec![Part::Table(effects(explained, case))], folded: true });
    }
    if !explained.left.is_empty() {
        let rows = explained.left.iter().map(|l| vec![l.what.clone(), l.arm.clone(), l.why.clone()]);
        let header = ["setting or card", "arm", "why not"].map(str::to_owned);
        let table = plain("Not tried".to_owned(), &header, rows.collect(), &[0, 1, 2]);
        sections.push(Section {
            title: "Not tried".to_owned(),
            parts: vec![Part::Table(table)],
            folded: true,
        });
    }
    let roots: Vec<_> = explained.cases.iter().map(|case| explained.plan.arms[case.arm].clone()).collect();
    let title = roots.first().map_or("", |arm| arm.ruleset.title);
    let title = match explained.yardstick {
        Some(_) => format!("What the verdict of {} hangs on — {title}", explained.plan.name),
        None => {
            let metric = worded(&explained.metric);
            format!("What moves the {metric} of {} — {title}", explained.plan.name)
        }
    };
    let scenario = Plan { arms: roots, ..explained.plan.clone() };
    let file = |path: &str, what: &str| FileLink { path: path.to_owned(), what: what.to_owned() };
    let verdicts = explained.cases.iter().map(|case| {
        let (sentence, status) = headline(explained, case);
        // A verdict that hangs on unknown numbers is not broken, but not sure.
        let standing = match tell::standing(status) {
            Standing::Bad => Standing::Undecided,
            other => other,
        };
        // The verdict itself is decided here; what is open is what it hangs on.
        let word = match status {
            _ if explained.yardstick.is_none() || case.ruling == Ruling::Undecided => "",
            Status::Bad => "hangs on unknowns",
            Status::Undecided => "partly open",
            _ => "stands",
        };
        Verdict { word: word.to_owned(), standing, sentence, detail: String::new() }
    });
    Page {
        title,
        question: explained.plan.question.clone(),
        verdicts: verdicts.collect(),
        sections,
        methods: methods(explained),
        assumptions: match explained.yardstick {
            Some(_) => tell::assumptions_judged(&scenario, &explained.sways()),
            None => tell::assumptions(&scenario),
        },
        assumption_note: String::new(),
        files: vec![
            file("explain.csv", "one row per setting and card intervention"),
            file("explain.json", "everything, with documented keys"),
        ],
        plots: tell::PLOTS.to_owned(),
        footer: Footer {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: explained.plan.seed.to_string(),
            games: explained.games,
            command: String::new(),
        },
    }
}
