//! Goals beside football's models, told.

use crate::game::{Unit, called};
use crate::lab::strategy::{Fit, Goals, Like};
use crate::report::csv::{self, Columns};
use crate::report::page::{Rows, Show, Table};
use crate::verdict::{capital, count, show, show_difference};

const fn like(like: Like) -> &'static str {
    match like {
        Like::Yes => "as football's",
        Like::Less => "less",
        Like::More => "more",
        Like::Undecided => "undecided",
    }
}

/// What goals are like, in a sentence.
pub(super) fn said(goals: &Goals) -> String {
    let fits: Vec<Like> =
        [goals.dispersion, goals.draws, goals.rho].iter().flatten().map(|fit| fit.like).collect();
    let spread = goals.dispersion.map(|fit| {
        let size = show(&fit.estimate, Unit::Number);
        match fit.like {
            Like::Yes => format!("spread as Poisson's ({size} of it)"),
            Like::Less => format!("more even than Poisson's ({size} of its spread)"),
            Like::More => format!("more spread than Poisson's ({size} times)"),
            Like::Undecided => format!("not known to be spread as Poisson's ({size} of it)"),
        }
    });
    let draws = goals.draws.map(|fit| {
        let size = show_difference(&fit.estimate, Unit::Share);
        match fit.like {
            Like::Yes => "draws are as frequent as Skellam's".to_owned(),
            Like::Less => format!("there are fewer draws than Skellam's ({size})"),
            Like::More => format!("there are more draws than Skellam's ({size})"),
            Like::Undecided => format!("whether draws are as frequent as Skellam's is not clear ({size})"),
        }
    });
    let rho = goals.rho.map(|fit| {
        let size = show(&fit.estimate, Unit::Number);
        match fit.like {
            Like::Yes => "low scores are those of independent sides".to_owned(),
            Like::Less => format!("0-0 and 1-1 are commoner than independent sides have them (ρ {size})"),
            Like::More => format!("0-0 and 1-1 are rarer than independent sides have them (ρ {size})"),
            Like::Undecided => format!("how low scores depend is not clear (ρ {size})"),
        }
    });
    let parts: Vec<String> = spread.into_iter().chain(draws).chain(rho).collect();
    if parts.is_empty() || goals.means == [0.0; 2] {
        return "Nobody scores, so that no model of goals can be held against this.".to_owned();
    }
    let verdict = if fits.iter().all(|&like| like == Like::Yes) {
        "Goals look like football's"
    } else if fits.iter().any(|like| matches!(like, Like::Less | Like::More)) {
        "Goals don't look like football's"
    } else {
        "Whether goals look like football's is not clear"
    };
    format!("{verdict}: {}.", parts.join("; "))
}

fn p_value(p: Option<f64>) -> String {
    p.map_or_else(String::new, |p| if p < 0.001 { "below 0.001".to_owned() } else { format!("{p:.3}") })
}

pub(super) fn table(goals: &Goals) -> Table {
    let [one, other] = goals.sides.each_ref().map(|side| called::told(side));
    let rows = [
        (
            "spread of goals, of Poisson's",
            "1: Poisson's; below: more even; above: wilder",
            goals.dispersion,
            Unit::Number,
        ),
        ("draws above Skellam's", "0: as two independent Poisson sides", goals.draws, Unit::Points),
        (
            "Dixon and Coles's ρ",
            "0: independent; below: more 0-0 and 1-1 (football: about −0.1)",
            goals.rho,
            Unit::Number,
        ),
    ];
    let rows = rows.into_iter().filter_map(|(what, meaning, fit, unit)| Some((what, meaning, fit?, unit)));
    Rows::of(rows)
        .words("what", |(what, ..)| what)
        .numbers("number", |(.., fit, unit)| match unit {
            Unit::Points => super::change(&fit.estimate),
            _ => show(&fit.estimate, Unit::Number),
        })
        .words("verdict", |(.., fit, _)| like(fit.like))
        .numbers("p, every match by itself", |(.., fit, _)| p_value(fit.p))
        .words("how to read it", |(_, meaning, ..)| meaning)
        .table(format!(
            "Goals beside football's models: {} scores, {:.2} goals of {one}, {:.2} of {other}",
            count(goals.matches),
            goals.means[0],
            goals.means[1]
        ))
        .note(format!(
            "Counted: {}. Poisson (Maher 1982), Skellam (1946), Dixon and Coles (1997, where 0-0, 0-1, 1-0 or 1-1 occur). A \
             game need not be like them.",
            called::told(&goals.counted)
        ))
        .show(Show::All)
}

pub(super) fn csv(goals: Option<&Goals>) -> Vec<u8> {
    let goals = goals.into_iter().flat_map(|goals| {
        [("dispersion", goals.dispersion), ("draws-beyond-skellam", goals.draws), ("rho", goals.rho)]
    });
    let goals: Vec<(&str, Fit)> = goals.filter_map(|(name, fit)| Some((name, fit?))).collect();
    Columns::of(&goals)
        .with("what", |(name, _)| *name)
        .interval(["value", "low", "high"], |(_, fit)| fit.estimate)
        .with("model", |(_, fit)| fit.model)
        .with("like", |(_, fit)| capital(like(fit.like)))
        .with("p", |(_, fit)| fit.p.map(csv::p_value))
        .bytes()
}
