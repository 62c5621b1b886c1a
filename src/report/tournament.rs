//! A tournament told: sentences, tables, JSON, CSV, page.

mod document;
mod page;

use super::page::Page;
use super::seats::p;
use super::{Answer, File};
use crate::game::Unit;
use crate::lab::tournament::{Tournament, needs_prior};
use crate::stats::equivalence::{Bounds, Verdict};
use crate::stats::estimate::Estimate;
use crate::verdict::{count, show};
pub use document::Document;

fn title(t: &Tournament) -> &'static str {
    t.plan.arms[0].ruleset.title
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Which bots of the game the field leaves out, in words that stand in front
/// of the strongest bot.
fn of_field(t: &Tournament) -> String {
    let names = |bots: &[String]| bots.iter().map(|b| format!("`{b}`")).collect::<Vec<_>>().join(", ");
    let ruleset = t.plan.arms[0].ruleset;
    if t.absent.is_empty() {
        return String::new();
    }
    if t.absent.iter().all(|bot| ruleset.searches(bot)) && !t.bots.iter().any(|bot| ruleset.searches(bot)) {
        return format!("of the bots that don't search (`--searchers` adds {}), ", names(&t.absent));
    }
    format!("of the {} bots of this field ({} did not play), ", t.bots.len(), names(&t.absent))
}

/// Whether the ratings tell the match-ups.
fn fit(t: &Tournament) -> Option<String> {
    let fit = t.fit.as_ref()?;
    let test = format!("G² {:.1} on {} degrees of freedom, {}", fit.g2, fit.df, p(fit.p));
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
        all.push(if m.share.side_of(t.equal()).is_le() {
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
        let used: Vec<usize> = (0..t.bots.len()).filter(|&i| mix.weights[i].value > 0.005).collect();
        let part = |&i: &usize| format!("{} {}", percent(mix.weights[i].value), name(i));
        all.push(match used[..] {
            [one] => format!("Nothing in this field beats {}: no mix is needed.", name(one)),
            _ => {
                let parts: Vec<String> = used.iter().map(part).collect();
                format!("No bot of this field beats the mix of {}.", parts.join(", "))
            }
        });
    } else {
        let stable: Vec<String> = (0..t.bots.len())
            .filter(|&i| {
                let invaders = t.match_ups.iter().filter(|m| m.rival == i && m.bot != i);
                let mut invaders = invaders.peekable();
                invaders.peek().is_some()
                    && invaders.all(|m| Bounds::at_most(t.equal()).judge(&m.share) == Verdict::Pass)
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

/// What the columns of the table of strengths mean.
fn columns_told(t: &Tournament) -> String {
    let mut text = "Share v all others: the mean of its match-ups.".to_owned();
    if t.mix.is_some() {
        text += " Share of the mix: how often to send each bot so that no bot of this field beats the mixture on average.";
    }
    if t.alpha_rank.is_some() {
        text += " α-rank: share of the time that a player would spend with each bot who changed to whatever beats the own.";
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

impl Answer for Tournament {
    const NAME: &'static str = "tournament";

    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self) -> String {
        document::json_text(self)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(self)
    }

    fn files(&self) -> Vec<File> {
        let json = self.json().into_bytes();
        vec![("match-ups.csv".to_owned(), self.csv()), ("tournament.json".to_owned(), json)]
    }

    fn exit(&self) -> u8 {
        if self.interrupted { 130 } else { 0 }
    }
}
