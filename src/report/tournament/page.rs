//! A tournament as a page: who beats whom, how strong each bot is.

use super::{columns_told, matrix, method_line, percent, ratings, sentences, title};
use crate::lab::tournament::Tournament;
use crate::report::charts::point;
use crate::report::figure::{
    Axis, Figure, Forest, ForestRow, Format, Heading, Heatmap, Order, Point, Reference, Standing,
};
use crate::report::page::{Cell, Column, FileLink, Footer, Method, Page, Part, Section, Table, Verdict};
use crate::report::tell::{PLOTS, assumptions};
use crate::stats::estimate::Estimate;
use crate::verdict::count;

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

fn table(caption: &str, (header, rows): (Vec<String>, Vec<Vec<String>>), note: String) -> Table {
    let columns = header
        .iter()
        .enumerate()
        .map(|(i, label)| if i == 0 { Column::words(label) } else { Column::numbers(label) });
    Table {
        caption: caption.to_owned(),
        columns: columns.collect(),
        rows: rows.into_iter().map(|row| row.into_iter().map(Cell::new).collect()).collect(),
        note,
    }
}

/// The page of a tournament.
#[must_use]
pub fn page(t: &Tournament) -> Page {
    let verdict = |sentence: String| Verdict {
        word: String::new(),
        standing: Standing::Plain,
        sentence: sentence.replace('`', ""),
        detail: String::new(),
    };
    let figure = |figure: Figure| Part::Figure(Box::new(figure));
    let mut parts = vec![figure(heat(t)), Part::Table(table("Who beats whom", matrix(t), String::new()))];
    parts.extend(strengths(t).map(figure));
    parts.push(Part::Table(table("Strength", ratings(t), columns_told(t) + " " + &method_line(t))));
    let method = |name: &str, text: &str| Method { name: name.to_owned(), text: text.to_owned() };
    let mut methods = vec![
        method(
            "Blocks",
            "Every block plays the same luck once with each rotation of the bots over the seats, in every match-up.",
        ),
        method(
            if t.seats == 2 {
                "Davidson's model (Davidson 1970)"
            } else {
                "Plackett-Luce (Luce 1959; Plackett 1975)"
            },
            "strengths by maximum likelihood, counts scaled to the number of independent games (Kish 1965); a weak \
             normal prior where somebody won everything.",
        ),
        method(
            "Skill, seat and luck",
            "shares of the variance of one result over random pairs of different bots, less the estimates' own errors; \
             intervals from tables redrawn within their errors.",
        ),
        method(
            "Likelihood-ratio test (G²)",
            "the match-ups against what the ratings' model predicts for them; a small p says that one number per bot \
             does not tell who beats whom.",
        ),
    ];
    if t.mix.is_some() {
        methods.push(method(
            "Equilibrium mix (von Neumann 1928)",
            "maximin of the pay-off table by linear programming; intervals from tables redrawn within their errors. It \
             speaks of this field of bots only.",
        ));
        methods.push(method(
            "α-rank (Omidshafiei and others 2019)",
            "share of time that a population spends on each bot in the limit of strong selection.",
        ));
    }
    Page {
        title: format!("Tournament — {}", title(t)),
        question: "Who beats whom, and how much of it is skill?".to_owned(),
        verdicts: sentences(t).into_iter().map(verdict).collect(),
        sections: vec![Section { title: "Results".to_owned(), parts, folded: false }],
        methods,
        assumptions: assumptions(&t.plan),
        assumption_note: String::new(),
        files: vec![
            FileLink {
                path: "match-ups.csv".to_owned(),
                what: "every match-up with its interval".to_owned(),
            },
            FileLink { path: "tournament.json".to_owned(), what: "everything, for programs".to_owned() },
        ],
        plots: PLOTS.to_owned(),
        footer: Footer {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: t.plan.seed.to_string(),
            games: t.all_games,
            command: String::new(),
        },
    }
}
