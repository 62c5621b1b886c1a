//! A tournament told: sentences, tables, JSON, CSV, page.

use std::fmt::Write;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::charts::point;
use super::csv;
use super::figure::{
    Axis, Figure, Forest, ForestRow, Format, Heading, Heatmap, Order, Point, Reference, Standing,
};
use super::json::Value;
use super::page::{Cell, Column, FileLink, Footer, Method, Page, Part, Section, Table, Verdict};
use super::tell::{PLOTS, assumptions};
use super::terminal::{aligned, markdown};
use crate::game::Unit;
use crate::lab::tournament::{MatchUp, Tournament, needs_prior};
use crate::rulesets;
use crate::stats::estimate::Estimate;
use crate::verdict::{count, show};

fn title(t: &Tournament) -> &'static str {
    rulesets::info(t.plan.arms[0].ruleset).map_or("", |info| info.title)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Which bots of the game the field leaves out, in words that stand in front
/// of the strongest bot.
fn of_field(t: &Tournament) -> String {
    let names = |bots: &[String]| bots.iter().map(|b| format!("`{b}`")).collect::<Vec<_>>().join(", ");
    let Some(info) = rulesets::info(t.plan.arms[0].ruleset) else { return String::new() };
    if t.absent.is_empty() {
        return String::new();
    }
    if t.absent.iter().all(|bot| info.searches(bot)) && !t.bots.iter().any(|bot| info.searches(bot)) {
        return format!("of the bots that don't search (`--searchers` adds {}), ", names(&t.absent));
    }
    format!("of the {} bots of this field ({} did not play), ", t.bots.len(), names(&t.absent))
}

/// Whether the ratings tell the match-ups.
fn fit(t: &Tournament) -> Option<String> {
    let fit = t.fit.as_ref()?;
    let test = format!("G² {:.1} on {} degrees of freedom, p {}", fit.g2, fit.df, small(fit.p));
    if !fit.fails() {
        return Some(format!("The Elo points predict the match-ups as well as chance allows ({test})."));
    }
    let worst = t.match_ups.get(fit.worst.0)?;
    Some(format!(
        "The Elo points are an order of strength, not chances: for `{}` against `{}` they predict {:.1} % where {} was \
         seen ({test}). The table of who beats whom has the chances.",
        t.bots[worst.bot],
        t.bots[worst.rival],
        100.0 * fit.worst.1,
        show(&worst.share, Unit::Share)
    ))
}

/// A p value.
fn small(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("= {p:.3}") }
}

/// A share of the result with its interval.
fn part(share: &Estimate) -> String {
    format!("{:.0} % ({:.0} to {:.0})", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
}

/// The answers, most important first.
#[must_use]
pub fn sentences(t: &Tournament) -> Vec<String> {
    let order = t.ranking();
    let (Some(&best), Some(&next)) = (order.first(), order.get(1)) else { return Vec::new() };
    let name = |i: usize| format!("`{}`", t.bots[i]);
    let mut all = Vec::new();
    if let Some(m) = t.of(best, next) {
        let share = show(&m.share, Unit::Share);
        all.push(if m.share.low <= t.equal() {
            format!(
                "{}: {}{} and {} are the strongest; between the two no edge is shown ({share}, an equal share is {}).",
                title(t),
                of_field(t),
                name(best),
                name(next),
                percent(t.equal())
            )
        } else if t.seats == 2 {
            format!(
                "{}: {}{} is the strongest; it takes {share} against the next best, {}.",
                title(t),
                of_field(t),
                name(best),
                name(next)
            )
        } else {
            format!(
                "{}: {}{} is the strongest; alone among {} of the next best, {}, it takes {share} (an equal share is {}).",
                title(t),
                of_field(t),
                name(best),
                t.seats - 1,
                name(next),
                percent(t.equal())
            )
        });
    }
    all.push(format!(
        "Between two bots of this field drawn at random, who plays explains {} of the result, who sits first {}, dice, cards and whims {}.",
        part(&t.decides.skill),
        part(&t.decides.seat),
        part(&t.decides.luck)
    ));
    all.extend(fit(t));
    if let Some(mix) = &t.mix {
        let used: Vec<String> = (0..t.bots.len())
            .filter(|&i| mix.weights[i].value > 0.005)
            .map(|i| format!("{} {}", percent(mix.weights[i].value), name(i)))
            .collect();
        all.push(match &used[..] {
            [one] => format!(
                "Nothing in this field beats {}: no mix is needed.",
                one.split_once(' ').map_or("", |(_, n)| n.trim_start_matches("% "))
            ),
            several => format!("No bot of this field beats the mix of {}.", several.join(", ")),
        });
    } else {
        let stable: Vec<String> = (0..t.bots.len())
            .filter(|&i| {
                let invaders = t.match_ups.iter().filter(|m| m.rival == i && m.bot != i);
                let mut invaders = invaders.peekable();
                invaders.peek().is_some() && invaders.all(|m| m.share.high <= t.equal())
            })
            .map(name)
            .collect();
        all.push(match &stable[..] {
            [] => format!(
                "No bot is shown to be a safe choice: whichever one everybody else plays, another bot of this field \
                 may take more than an equal share ({}) among them.",
                percent(t.equal())
            ),
            names => format!(
                "Where everybody else plays {}, no other bot of this field takes more than an equal share ({}).",
                names.join(" or everybody "),
                percent(t.equal())
            ),
        });
    }
    if let Some(share) = t.intransitivity.filter(|&share| share > 0.1) {
        all.push(format!(
            "The field is no ladder: {} of the differences go round in circles, so one number per bot tells only part of it.",
            percent(share)
        ));
    }
    if t.interrupted {
        all.push(format!("Interrupted: these are the {} games finished so far.", count(t.all_games)));
    }
    all
}

fn ratings(t: &Tournament) -> (Vec<String>, Vec<Vec<String>>) {
    let mut header = vec!["bot".to_owned(), "Elo points".to_owned(), "share v all others".to_owned()];
    header.extend(t.mix.is_some().then(|| "share of the mix".to_owned()));
    header.extend(t.alpha_rank.is_some().then(|| "α-rank".to_owned()));
    let elo = t.rating.as_ref().map(crate::stats::rating::Rating::elo);
    let rows = t.ranking().into_iter().map(|i| {
        let mut row = vec![
            t.bots[i].clone(),
            elo.as_ref().map_or("unknown".to_owned(), |elo| {
                format!("{:+.0} ± {:.0}", elo[i].value, elo[i].half_width())
            }),
            show(&t.against_all(i), Unit::Share),
        ];
        row.extend(t.mix.as_ref().map(|mix| {
            let w = &mix.weights[i];
            format!("{:.0} % ({:.0} to {:.0})", 100.0 * w.value, 100.0 * w.low, 100.0 * w.high)
        }));
        row.extend(t.alpha_rank.as_ref().and_then(|rank| rank.get(i)).map(|&share| percent(share)));
        row
    });
    (header, rows.collect())
}

fn matrix(t: &Tournament) -> (Vec<String>, Vec<Vec<String>>) {
    let order = t.ranking();
    let mut header = vec![if t.seats == 2 { "share of" } else { "one of" }.to_owned()];
    let against = if t.seats == 2 { "v" } else { "among" };
    header.extend(order.iter().map(|&j| format!("{against} {}", t.bots[j])));
    let rows = order.iter().map(|&i| {
        let mut row = vec![t.bots[i].clone()];
        row.extend(order.iter().map(|&j| match t.of(i, j) {
            Some(m) if i != j => show(&m.share, Unit::Share),
            _ => "–".to_owned(),
        }));
        row
    });
    (header, rows.collect())
}

/// What the columns of the table of strengths mean.
fn columns_told(t: &Tournament) -> String {
    let mut text = "Share v all others: the mean of its match-ups.".to_owned();
    if t.mix.is_some() {
        text += " Share of the mix: how often to send each bot so that no bot of this field beats the mixture on average.";
    }
    if t.alpha_rank.is_some() {
        text += " α-rank: share of the time that a club would spend with each bot if it changed to whatever beats its own.";
    }
    text
}

fn method_line(t: &Tournament) -> String {
    let prior = t.rating.as_ref().is_some_and(needs_prior);
    format!(
        "Shares: Wilson with the variance between blocks of rotated games on shared luck, {} %. Ratings: {}{}, counts \
         scaled to independent games. {} games per match-up; seed {}.",
        100.0 * t.plan.level,
        t.model,
        if prior { " with a weak prior, because somebody won everything" } else { "" },
        count(t.games),
        t.plan.seed
    )
}

/// What is printed: verdict first, then the tables.
#[must_use]
pub fn text(t: &Tournament, folder: Option<&Path>) -> String {
    let mut text = String::new();
    for sentence in sentences(t) {
        let _ = writeln!(text, "{sentence}");
    }
    let (header, rows) = ratings(t);
    let _ = write!(text, "\n{}{}\n\n", aligned(&header, &rows), columns_told(t));
    let (header, rows) = matrix(t);
    let _ = write!(text, "{}\n{}\n", aligned(&header, &rows), method_line(t));
    if let Some(folder) = folder {
        let _ = writeln!(text, "Report: {}", folder.join("report.html").display());
    }
    text
}

/// The same as Markdown.
#[must_use]
pub fn markdown_text(t: &Tournament) -> String {
    let mut text = String::new();
    for sentence in sentences(t) {
        let _ = writeln!(text, "{sentence}\n");
    }
    for (header, rows) in [ratings(t), matrix(t)] {
        let _ = writeln!(text, "{}", markdown(&header, &rows));
    }
    text + &columns_told(t) + "\n\n" + &method_line(t) + "\n"
}

/// A match-up.
#[derive(Debug, Serialize, JsonSchema)]
struct Row {
    /// Bot whose share is given.
    bot: String,
    /// Its rival; at a table of more than two, what all others are.
    rival: String,
    /// Games that the bot won alone.
    wins: u64,
    /// Games that it shared.
    draws: u64,
    /// Decided games without a share.
    losses: u64,
    /// Share of wins, shared ones divided.
    share: Value,
    /// Share of wins of seat 0, whoever sat there.
    first_seat_share: Value,
}

/// A bot.
#[derive(Debug, Serialize, JsonSchema)]
struct Bot {
    /// Name.
    bot: String,
    /// Strength in Elo points around the field's mean.
    elo: Option<Value>,
    /// Mean share over its match-ups with all others.
    share: Value,
    /// Weight in the mix that no bot of the field beats; two seats only.
    mix: Option<Value>,
    /// α-rank in the limit of strong selection; two seats only.
    alpha_rank: Option<f64>,
}

/// Shares of the variance of a result.
#[derive(Debug, Serialize, JsonSchema)]
struct Explained {
    /// Who plays.
    skill: Value,
    /// Who sits first.
    seat: Value,
    /// Dice, cards, whims.
    luck: Value,
}

/// Test of the match-ups against the model behind the ratings.
#[derive(Debug, Serialize, JsonSchema)]
struct Tested {
    /// Likelihood-ratio statistic G².
    g2: f64,
    /// Degrees of freedom.
    df: u32,
    /// Chance of so large a G² if the model held.
    p: f64,
}

/// The document that `levelpitch tournament --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "levelpitch tournament output")]
pub struct Document {
    /// Name of the scenario.
    scenario: String,
    /// Version of levelpitch.
    version: String,
    /// Root of all luck.
    seed: u64,
    /// Ruleset id.
    ruleset: String,
    /// Seats at the table.
    seats: usize,
    /// Games per match-up.
    games: u64,
    /// Answers, most important first.
    verdicts: Vec<String>,
    /// The field from strong to weak.
    bots: Vec<Bot>,
    /// Model behind the ratings.
    rating_model: String,
    /// Whether the ratings needed a prior.
    rating_prior: bool,
    /// Whether the match-ups bear the model out; `null` for two bots.
    rating_fit: Option<Tested>,
    /// Listed bots that did not play.
    absent: Vec<String>,
    /// Share of the differences that no ladder explains; two seats only.
    intransitivity: Option<f64>,
    /// What decides a game between two bots drawn at random.
    explained: Explained,
    /// Every match-up.
    match_ups: Vec<Row>,
}

fn document(t: &Tournament) -> Document {
    let elo = t.rating.as_ref().map(crate::stats::rating::Rating::elo);
    let bot = |i: usize| Bot {
        bot: t.bots[i].clone(),
        elo: elo.as_ref().map(|elo| Value::from(&elo[i])),
        share: Value::from(&t.against_all(i)),
        mix: t.mix.as_ref().map(|mix| Value::from(&mix.weights[i])),
        alpha_rank: t.alpha_rank.as_ref().and_then(|rank| rank.get(i).copied()),
    };
    let row = |m: &MatchUp| Row {
        bot: t.bots[m.bot].clone(),
        rival: t.bots[m.rival].clone(),
        wins: m.results[0],
        draws: m.results[1],
        losses: m.results[2],
        share: Value::from(&m.share),
        first_seat_share: Value::from(&m.first_seat),
    };
    Document {
        scenario: t.plan.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: t.plan.seed,
        ruleset: t.plan.arms[0].ruleset.to_owned(),
        seats: t.seats,
        games: t.games,
        verdicts: sentences(t),
        bots: t.ranking().into_iter().map(bot).collect(),
        rating_model: t.model.to_owned(),
        rating_prior: t.rating.as_ref().is_some_and(needs_prior),
        rating_fit: t.fit.as_ref().map(|fit| Tested { g2: fit.g2, df: fit.df, p: fit.p }),
        absent: t.absent.clone(),
        intransitivity: t.intransitivity,
        explained: Explained {
            skill: Value::from(&t.decides.skill),
            seat: Value::from(&t.decides.seat),
            luck: Value::from(&t.decides.luck),
        },
        match_ups: t.match_ups.iter().map(row).collect(),
    }
}

/// The document as text, one newline at its end.
#[must_use]
pub fn json_text(t: &Tournament) -> String {
    serde_json::to_string_pretty(&document(t)).unwrap_or_default() + "\n"
}

/// `match-ups.csv`: one row per bot and rival.
#[must_use]
pub fn csv(t: &Tournament) -> Vec<u8> {
    let header = [
        "bot",
        "rival",
        "wins",
        "draws",
        "losses",
        "share",
        "low",
        "high",
        "level",
        "method",
        "first_seat_share",
    ];
    let rows = t.match_ups.iter().map(|m| {
        vec![
            t.bots[m.bot].clone(),
            t.bots[m.rival].clone(),
            m.results[0].to_string(),
            m.results[1].to_string(),
            m.results[2].to_string(),
            csv::number(m.share.value),
            csv::number(m.share.low),
            csv::number(m.share.high),
            m.share.level.to_string(),
            m.share.method.to_owned(),
            csv::number(m.first_seat.value),
        ]
    });
    csv::table(&header, rows)
}

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

/// Every file of the report.
#[must_use]
pub fn files(t: &Tournament) -> Vec<(String, Vec<u8>)> {
    let mut files =
        vec![("match-ups.csv".to_owned(), csv(t)), ("tournament.json".to_owned(), json_text(t).into_bytes())];
    files.extend(super::told(&page(t)));
    files
}
