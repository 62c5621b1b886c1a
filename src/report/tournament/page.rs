//! A tournament as a page: who beats whom, how strong each bot is.

use super::{columns_told, method_line, mixes, opening, part, percent, sentences, title};
use crate::game::Unit;
use crate::game::called::signed;
use crate::lab::tournament::Tournament;
use crate::report::charts::point;
use crate::report::figure::{
    Axis, Figure, Forest, ForestRow, Format, Heading, Heatmap, Order, Point, Reference, Standing,
};
use crate::report::page::{
    FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict, opened,
};
use crate::report::tell::{PLOTS, assumptions};
use crate::stats::estimate::Estimate;
use crate::verdict::{count, show};

fn heat(t: &Tournament) -> Figure {
    let order = t.ranking();
    let names: Vec<String> = order.iter().map(|&i| t.bots[i].clone()).collect();
    let cell = |i: usize, j: usize| t.of(i, j).filter(|_| i != j).map(|m| point(&m.share));
    let (who, where_) = if t.seats == 2 {
        ("Share of wins of the row's bot", "against")
    } else {
        ("Share of wins of one bot of the row", "among bots of the column")
    };
    Figure::Heatmap(Heatmap {
        head: Heading {
            id: "match-ups".to_owned(),
            title: format!("{}: who beats whom", title(t)),
            subtitle: format!(
                "{} games per match-up on shared luck, seats rotated; an equal share is {}",
                count(t.games),
                percent(t.equal())
            ),
            note: String::new(),
        },
        value: Axis::new(who, Format::percent(0)),
        row_title: "Bot".to_owned(),
        column_title: where_.to_owned(),
        rows: names.clone(),
        columns: names,
        cells: order.iter().map(|&i| order.iter().map(|&j| cell(i, j)).collect()).collect(),
        centre: Some(t.equal()),
    })
}

fn strengths(t: &Tournament) -> Option<Figure> {
    let elo = t.rating.as_ref()?.elo();
    let row = |i: usize| {
        let e: &Estimate = &elo[i];
        ForestRow {
            group: String::new(),
            label: t.bots[i].clone(),
            point: Point::new(e.value, e.low, e.high),
            standing: Standing::Plain,
        }
    };
    Some(Figure::Forest(Forest {
        head: Heading {
            id: "ratings".to_owned(),
            title: format!("{}: strength of the bots", title(t)),
            subtitle: format!(
                "Elo points around the field's mean, {}; 100 points are 64 % against 36 %; bars are {} % intervals",
                t.model,
                100.0 * t.plan.level
            ),
            note: String::new(),
        },
        axis: Axis::new("Strength (Elo points)", Format::number(0).with_sign()),
        rows: t.ranking().into_iter().map(row).collect(),
        order: Order::Given,
        references: vec![Reference::new(0.0, "mean of the field")],
        margin: None,
        keys: Vec::new(),
    }))
}

/// How strong each bot is, the strongest first.
fn ratings(t: &Tournament) -> Table {
    let elo = t.rating.as_ref().map(crate::stats::rating::Rating::elo);
    let mut rows = Rows::of(t.ranking())
        .words("bot", |i| t.bots[i].clone())
        .numbers("Elo points", |i| {
            elo.as_ref().map_or("unknown".to_owned(), |elo| {
                format!("{} ± {:.0}", signed(elo[i].value, 0), elo[i].half_width())
            })
        })
        .numbers("share v all others", |i| show(&t.against_all[i], Unit::Share));
    if let Some(mix) = &t.mix {
        rows = rows.numbers("share of the mix", |i| part(&mix.weights[i]));
    }
    if let Some(rank) = &t.alpha_rank {
        rows = rows.numbers("α-rank", |i| rank.get(i).map_or(String::new(), part));
    }
    rows.table("Strength").note(columns_told(t)).show(Show::All)
}

/// The share of every bot against every other.
fn matrix(t: &Tournament) -> Table {
    let (corner, against) = if t.seats == 2 { ("share of", "v") } else { ("one of", "among") };
    let mut rows = Rows::of(t.ranking()).words(corner, |i| t.bots[i].clone());
    for j in t.ranking() {
        rows = rows.numbers(&format!("{against} {}", t.bots[j]), |i| match t.of(i, j) {
            Some(m) if i != j => show(&m.share, Unit::Share),
            _ => "–".to_owned(),
        });
    }
    rows.table("Who beats whom").show(Show::All)
}

/// The page of a tournament.
#[must_use]
pub fn page(t: &Tournament) -> Page {
    let mut parts: Vec<Part> = vec![heat(t).into(), matrix(t).into()];
    parts.extend(strengths(t).map(Part::from));
    parts.push(ratings(t).into());
    parts.extend(mixes::tables(t).into_iter().map(Part::from));
    let mut methods = vec![
        Method::new(
            "Blocks",
            "Every block plays the same luck once with each rotation of the bots over the seats, in every match-up.",
        ),
        Method::new(
            if t.seats == 2 {
                "Davidson's model with a term for who sits first (Davidson and Beaver 1977)"
            } else {
                "Plackett-Luce (Luce 1959; Plackett 1975) with a term for who sits first"
            },
            "strengths and the worth of the first seat by maximum likelihood; intervals from whole blocks over all match-ups, which share their luck \
             (Liang and Zeger 1986); a weak normal prior where somebody won everything.",
        ),
        Method::new(
            "Skill, seat and luck",
            "shares of the variance of one result over random pairs of different bots, as large as would show what was \
             seen with errors of whole blocks on top (test inversion, Carpenter 1999).",
        ),
        Method::new(
            "Likelihood-ratio test (G²)",
            "the match-ups against what the ratings' model predicts for them, beside tables that it predicts with errors \
             of whole blocks; a small p says that one number per bot does not tell who beats whom.",
        ),
    ];
    if t.mix.is_some() {
        methods.push(Method::new(
            "Equilibrium mix (von Neumann 1928)",
            "maximin of the pay-off table by linear programming; intervals from tables redrawn with errors of whole blocks \
             over all match-ups (multiplier bootstrap). It speaks of this field of bots only.",
        ));
    }
    if t.alpha_rank.is_some() {
        let between = if t.seats == 2 {
            ""
        } else if t.mixes.is_some() {
            " Newcomers meet the others at every table that can be drawn from a population without replacement."
        } else {
            " Of tables with two kinds of bots only those with a lone one are played; a newcomer's advantage between them is \
             taken to be linear in how many they are."
        };
        methods.push(Method::new(
            "α-rank (Omidshafiei and others 2019)",
            format!(
                "share of time that a population spends on each bot in the limit of strong selection; intervals from tables \
                 redrawn with errors of whole blocks over all match-ups (multiplier bootstrap).{between}"
            ),
        ));
    }
    let mut files = vec![
        FileLink::new("match-ups.csv", "every match-up with its interval"),
        FileLink::new("tournament.json", "everything, for programs"),
    ];
    if t.mixes.is_some() {
        methods.push(Method::new(
            "Mixes of two bots (Peña, Lehmann and Nöldeke 2014)",
            "where the gain from being the one instead of the other, with the others at the table drawn from both, goes from \
             more to less; intervals from tables redrawn with errors of whole blocks (multiplier bootstrap), one without a mix \
             counting as the end that players would go to.",
        ));
        if t.mixes.as_ref().is_some_and(|mixes| !mixes.threes.is_empty()) {
            methods.push(Method::new(
                "Mixes of three bots (Taylor and Jonker 1978)",
                "where two such gains are 0 at once, by Newton's steps from many shares; whether the replicator's dynamics come \
                 to rest there or go round. Played where a third takes, or may take, more than an equal share at a mix of two, and for \
                 three that each beat the next.",
            ));
        }
        files.push(FileLink::new("mixes.csv", "every mix of bots with its newcomers"));
        files.push(FileLink::new("tables.csv", "what each takes at tables with several kinds of bots"));
    }
    Page {
        title: format!("Tournament — {}", title(t)),
        question: "Who beats whom, and how much of it is skill?".to_owned(),
        verdicts: opened(
            &opening(t),
            sentences(t).into_iter().map(|said| Verdict::new(Standing::Plain, said)),
        ),
        reading: method_line(t),
        sections: vec![Section::new("Results", parts)],
        methods,
        assumptions: assumptions(&t.plan),
        assumption_note: String::new(),
        files,
        plots: PLOTS.to_owned(),
        footer: Footer::of(&t.plan, t.all_games),
    }
}
