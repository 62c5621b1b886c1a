//! A tournament told: sentences, tables, JSON, CSV, page.

mod document;
mod mixes;
mod page;
mod words;

use super::page::Page;
use super::{Answer, Beside};
use crate::game::called::fixed;
use crate::lab::tournament::{Tournament, needs_prior};
use crate::stats::estimate::Estimate;
use crate::verdict::{Opening, count};
pub use document::Document;
pub use words::{opening, sentences};

/// A share of the result with its interval.
fn part(share: &Estimate) -> String {
    let told = |x: f64| fixed(100.0 * x, 0);
    format!("{} % ({} to {})", told(share.value), told(share.low), told(share.high))
}

fn title(t: &Tournament) -> &'static str {
    t.plan.arms[0].ruleset.title
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// What the columns of the table of strengths mean.
fn columns_told(t: &Tournament) -> String {
    let mut text = "Share v all others: the mean of its match-ups.".to_owned();
    if t.mix.is_some() {
        text += " Share of the mix: how often to send each bot so that no bot of this field beats the mixture on average.";
    }
    if t.alpha_rank.is_some() {
        text += " α-rank: share of the time that players would spend with each bot who changed to whatever beats the own.";
    }
    if t.seats > 2 && t.mixes.is_none() {
        text += " A mix that nobody beats is not told at this table: it hangs on tables with several of both kinds, which `--mixes` plays, and there may be more than one.";
    }
    if let Some(round) = &t.intransitivity {
        text += &format!(
            " Of the squared differences between bots {} go round in circles instead of up a ladder.",
            part(round)
        );
    }
    text
}

fn method_line(t: &Tournament) -> String {
    let prior = t.rating.as_ref().is_some_and(needs_prior);
    format!(
        "Shares: Wilson with the variance between blocks of rotated games on shared luck, {} %. Ratings: {}{}, errors from \
         whole blocks over all match-ups. {} games per match-up; seed {}.",
        100.0 * t.plan.level,
        t.model,
        if prior { " with a weak prior, because somebody won everything" } else { "" },
        count(t.games),
        t.plan.seed
    )
}

impl Answer for Tournament {
    const NAME: &'static str = "tournament";

    fn opening(&self) -> Opening {
        opening(self)
    }

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self) -> String {
        document::json_text(self)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(self)
    }

    fn beside() -> Vec<Beside<Self>> {
        vec![
            Beside::csv("match-ups.csv"),
            Beside::json("tournament.json"),
            Beside::new("tables.csv", |t| t.mixes.as_ref().map(|_| mixes::crowds_csv(t))),
            Beside::new("mixes.csv", |t| t.mixes.as_ref().map(|_| mixes::csv(t))),
        ]
    }

    fn exit(&self) -> u8 {
        if self.interrupted { 130 } else { 0 }
    }
}
