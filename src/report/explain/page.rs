//! An explanation as a page.

use super::cells::{change, effect, method, ordered, p, status, verdict_cell, what};
use super::words::{headline, metric_called};
use super::{figures, opening};
use crate::lab::explain::deep::Deep;
use crate::lab::explain::{Case, Explained, Factor, Ruling, What, under};
use crate::report::figure::Standing;
use crate::report::page::{
    FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict, opened,
};
use crate::report::tell;
use crate::scenario::Plan;
use crate::verdict::{Status, count, unmarked};

/// Rows of a page's table; the rest is in `explain.csv`.
const MOST_ROWS: usize = 400;

/// Every row, as many of them first as were asked for.
fn effects(explained: &Explained, case: &Case, top: usize) -> Table {
    let mut rows = Rows::of(ordered(case).into_iter().take(MOST_ROWS))
        .words("what", what)
        .words("from → to", change)
        .numbers("effect", |row| effect(explained, row))
        .numbers("corrected p", |row| p(row.q))
        .words("status", |row| status(row.what.origin()));
    // Without a yardstick there is no verdict to change.
    if explained.yardstick.is_some() {
        rows = rows.words("changes the verdict?", |row| verdict_cell(explained, row));
    }
    let table = rows.table(format!("{}: every setting and card", case.name));
    let note = match case.rows.len().checked_sub(MOST_ROWS) {
        Some(more @ 1..) => format!("{more} more rows in explain.csv."),
        _ => String::new(),
    };
    Table { note, show: Show::First(top), rest: "explain.csv".to_owned(), ..table }
}

/// The unknown numbers, each with whether it can change the verdict.
fn unknowns(explained: &Explained, case: &Case) -> Table {
    let in_force = |factor: &Factor| match &case.rows[factor.rows[0]].what {
        What::Setting { from, .. } => from.clone(),
        What::Card { .. } => String::new(),
    };
    let tried = |factor: &Factor| {
        let tried: Vec<&str> = factor.rows.iter().map(|&row| case.rows[row].to()).collect();
        tried.join(", ")
    };
    Rows::of(case.factors.iter().filter(|factor| factor.unknown()))
        .words("unknown number", |factor| factor.name.clone())
        .words("can change the verdict?", |factor| factor.sway.word())
        .words("in force", in_force)
        .words("also plausible", tried)
        .words("tried with", |factor| under(&factor.with))
        .words("status", |factor| status(factor.origin))
        .table(format!("{}: can it change the verdict?", case.name))
        .note(format!(
            "Yes: the whole corrected intervals of two of its values, the one in force included, give different \
             verdicts. No: the intervals of all its values keep it. Undecided: more than {} games per arm are needed.",
            count(explained.each)
        ))
}

fn together(explained: &Explained, case: &Case, deep: &Deep, top: usize) -> Vec<Part> {
    let screening = Part::Text(format!(
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
    ));
    let summary = Part::Lead(format!(
        "All unknown numbers together: {} walks of Morris's screening, {} combinations of {} games.",
        deep.walks,
        count(deep.combinations as u64),
        count(deep.each)
    ));
    let morris = Table { rest: "report.html".to_owned(), ..figures::morris(explained, case, deep) };
    let mut parts = vec![summary, morris.show(Show::First(top)).into(), screening];
    parts.extend(figures::totals(explained, case, deep).map(Part::from));
    if !deep.shares.is_empty() {
        parts.push(figures::sobol(case, deep).show(Show::All).into());
        parts.push(Part::Text(format!(
            "Sobol's indices by Jansen's estimators: {} ({} rows refused and drawn anew); ± is half the width of a \
             {:.0} % interval; the noise of the games is subtracted. {}",
            figures::design(deep),
            deep.rows_refused,
            explained.manner.level * 100.0,
            figures::OVERLAP
        )));
    }
    parts
}

fn methods(explained: &Explained) -> Vec<Method> {
    let mut methods = vec![
        Method::new(
            "Common luck",
            "Every changed arm is dealt from the same permutations and rolls the same dice as the arm it was varied \
             from; effects are differences block by block. Tables of another size share no luck and say so.",
        ),
        Method::new(
            "Student's t over blocks of paired differences",
            "for effects; ratios by the delta method.",
        ),
        Method::new(
            "Benjamini and Hochberg 1995",
            "p values are corrected over all settings and cards of the report.",
        ),
        Method::new(
            "Simultaneous intervals (Bonferroni)",
            "a verdict counts as changed, or kept, by the whole interval that holds for all rows together.",
        ),
        Method::new(
            "Card interventions",
            "A card's worth is what happens when it is taken out or swapped, never how often its user wins.",
        ),
    ];
    methods.push(Method::new(
        "What played out the same",
        "in every block is not said to be unable to change the verdict before enough was played: its value may still \
         differ by what blocks not played may hold (at most ln(1/α) of so many blocks part: the rule of three).",
    ));
    methods.push(tell::not_yet());
    methods.extend(tell::of_quantiles(explained.metric.is_quantile(), explained.manner.always));
    if explained.cases.iter().any(|case| case.deep.is_some()) {
        methods.push(Method::new(
            "Morris 1991; Campolongo, Cariboni and Saltelli 2007",
            "screening of the unknown numbers by random walks; the noise's share is taken out as of a folded normal.",
        ));
        methods.push(Method::new(
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
        let mut parts: Vec<Part> =
            figures::tornado(explained, case, top).map(Part::from).into_iter().collect();
        if explained.yardstick.is_some() {
            parts.push(unknowns(explained, case).into());
        }
        parts.extend(figures::cards(explained, case, top).map(Part::from));
        sections.push(Section::new(case.name.clone(), parts));
        let title = format!("{}: every setting and card", case.name);
        let every = Section::new(title, vec![effects(explained, case, top).into()]);
        sections.push(Section { folded: true, ..every });
        if let Some(deep) = &case.deep {
            let title = format!("{}: the unknown numbers together", case.name);
            sections.push(Section::new(title, together(explained, case, deep, top)));
        }
    }
    if !explained.left.is_empty() {
        let table = Rows::of(&explained.left)
            .words("setting or card", |left| left.what.clone())
            .words("arm", |left| left.arm.clone())
            .words("why not", |left| left.why.clone())
            .table("Not tried");
        let lead = format!("{} settings could not be tried; explain.json says why.", explained.left.len());
        let parts = vec![Part::Lead(lead), table.into()];
        sections.push(Section { folded: true, ..Section::new("Not tried", parts) });
    }
    let roots: Vec<_> = explained.cases.iter().map(|case| explained.plan.arms[case.arm].clone()).collect();
    let title = roots.first().map_or("", |arm| arm.ruleset.title);
    let title = match explained.yardstick {
        Some(_) => format!("What the verdict of {} hangs on — {title}", explained.plan.name),
        None => {
            let metric = unmarked(&metric_called(explained));
            format!("What moves the {metric} of {} — {title}", explained.plan.name)
        }
    };
    let scenario = Plan { arms: roots, ..explained.plan.clone() };
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
        Verdict { word: word.to_owned(), ..Verdict::new(standing, sentence) }
    });
    Page {
        title,
        question: explained.plan.question.clone(),
        verdicts: opened(&opening(explained), verdicts),
        reading: format!("{} {} games per arm.", method(explained), count(explained.each)),
        sections,
        methods: methods(explained),
        assumptions: match explained.yardstick {
            Some(_) => tell::assumptions_judged(&scenario, &explained.sways()),
            None => tell::assumptions(&scenario),
        },
        assumption_note: String::new(),
        files: vec![
            FileLink::new("explain.csv", "one row per setting and card intervention"),
            FileLink::new("explain.json", "everything, with documented keys"),
        ],
        plots: tell::PLOTS.to_owned(),
        footer: Footer::of(&explained.plan, explained.games),
    }
}
