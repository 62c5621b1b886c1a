//! The mixes of two bots that a larger table stays with, told.

use schemars::JsonSchema;
use serde::Serialize;

use super::words::name;
use super::{part, percent};
use crate::game::Unit;
use crate::lab::tournament::Tournament;
use crate::lab::tournament::exploit::Stands;
use crate::lab::tournament::mixes::{Crowd, Mixed, Newcomer};
use crate::report::csv::{Columns, word};
use crate::report::page::{Rows, Show, Table};
use crate::stats::estimate::Estimate;
use crate::verdict::{count, enumerated, show};

/// Mixes that are told in sentences at most; the table has all.
const MOST: usize = 3;

/// Which mixes a table stays with; nothing where nobody asked.
pub(super) fn sentences(t: &Tournament) -> Vec<String> {
    let Some(mixes) = &t.mixes else { return Vec::new() };
    let Some(found) = &mixes.found else {
        return vec![
            "Which mixes of two bots a table stays with these games don't say: at some tables of two kinds too few have been won."
                .to_owned(),
        ];
    };
    let (there, open): (Vec<&Mixed>, Vec<&Mixed>) =
        found.iter().filter(|mixed| mixed.stands != Some(Stands::Beaten)).partition(|mixed| mixed.is_there());
    if !there.is_empty() {
        return there.into_iter().take(MOST).map(|mixed| one(t, mixed)).collect();
    }
    let kinds = if t.stable_states().is_empty() { "one or two kinds" } else { "two kinds" };
    if !open.is_empty() {
        let pair = |mixed: &&Mixed| {
            let [first, second] = mixed.kinds.map(|bot| name(t, bot));
            format!("{first} and {second} ({})", percent(mixed.found_in))
        };
        let pairs: Vec<String> = open.iter().map(pair).collect();
        return vec![format!(
            "No mix of {kinds} is shown to hold, nor are all ruled out: some of the tables redrawn with their errors have one, \
             of {}.",
            enumerated(&pairs, MOST)
        )];
    }
    let beaten = found.iter().find(|mixed| mixed.is_there());
    vec![match beaten.and_then(|mixed| Some((mixed, mixed.newcomers.first()?))) {
        Some((mixed, best)) => format!(
            "No mix of {kinds} holds: of {} and {} alone a table would stay with {}, but {} there, more than an equal share \
             ({}).",
            name(t, mixed.kinds[0]),
            name(t, mixed.kinds[1]),
            shares(t, mixed),
            takes(t, best),
            percent(t.equal())
        ),
        None if found.is_empty() => format!(
            "No mix of {kinds} holds: of no two bots of this field does each do better once there are too many of the other."
        ),
        None => format!(
            "No mix of {kinds} holds: wherever two bots of this field might mix, a third takes more than an equal share ({}).",
            percent(t.equal())
        ),
    }]
}

/// A share of a mix: none that is there reads as none or all.
fn whole(share: f64) -> String {
    if (0.01..=0.99).contains(&share) { percent(share) } else { format!("{:.1} %", 100.0 * share) }
}

/// `62 % a and 38 % b (55 to 69 % a)`.
fn shares(t: &Tournament, mixed: &Mixed) -> String {
    let ([first, second], share) = (mixed.kinds.map(|bot| name(t, bot)), &mixed.share);
    format!(
        "{} {first} and {} {second} ({:.0} to {:.0} % {first})",
        whole(share.value),
        whole(1.0 - share.value),
        100.0 * share.low,
        100.0 * share.high
    )
}

fn takes(t: &Tournament, newcomer: &Newcomer) -> String {
    format!("a lone {} takes {}", name(t, newcomer.bot), show(&newcomer.share, Unit::Share))
}

/// A mix that is not left to a newcomer, as far as is known.
fn one(t: &Tournament, mixed: &Mixed) -> String {
    let ([first, second], equal) = (mixed.kinds.map(|bot| name(t, bot)), percent(t.equal()));
    let best = mixed.newcomers.first();
    if !mixed.is_sure() {
        let newcomer = best.map(|best| format!("; {} there", takes(t, best))).unwrap_or_default();
        return format!(
            "Whether a table stays with a mix of {first} and {second} these games don't show: it would be {}, and {} of the \
             tables redrawn with their errors have one{newcomer}.",
            shares(t, mixed),
            percent(mixed.found_in)
        );
    }
    let changing = "a table whose players change to whatever does better stays with";
    match (mixed.stands, best) {
        (Some(Stands::Holds), Some(best)) => format!(
            "A{} {}: no other bot of this field takes an equal share ({equal}) there; at most, {}.",
            &changing[1..],
            shares(t, mixed),
            takes(t, best)
        ),
        (Some(Stands::Holds), None) => format!("A{} {}.", &changing[1..], shares(t, mixed)),
        (_, Some(best)) => format!(
            "Of {first} and {second} alone, {changing} {}; whether {} takes an equal share ({equal}) there these games don't \
             show ({}).",
            shares(t, mixed),
            name(t, best.bot),
            show(&best.share, Unit::Share)
        ),
        (_, None) => format!(
            "Of {first} and {second} alone, {changing} {}; whether another bot does better there was not played.",
            shares(t, mixed)
        ),
    }
}

fn found(t: &Tournament) -> &[Mixed] {
    t.mixes.as_ref().and_then(|mixes| mixes.found.as_deref()).unwrap_or_default()
}

fn crowds(t: &Tournament) -> &[Crowd] {
    t.mixes.as_ref().map(|mixes| &mixes.crowds[..]).unwrap_or_default()
}

/// The mixes and the tables behind them.
pub(super) fn tables(t: &Tournament) -> Vec<Table> {
    let mut all = Vec::new();
    if !found(t).is_empty() {
        let games = t.mixes.as_ref().map_or(0, |mixes| mixes.games);
        let note = format!(
            "Of each two bots alone, the shares at which both take as much of the wins and more of either does worse, when a \
             table is drawn from them at random. Found in: share of the tables redrawn with their errors that have such a mix. \
             Best newcomer: the other bot that takes most there, alone, {} games or more for every number of either kind, on \
             luck that the mixes were not found on; the intervals of all newcomers hold together.",
            count(games)
        );
        let rows = Rows::of(found(t))
            .words("mix", |mixed| format!("{} and {}", t.bots[mixed.kinds[0]], t.bots[mixed.kinds[1]]))
            .numbers("share of the first", |mixed| part(&mixed.share))
            .numbers("found in", |mixed| percent(mixed.found_in))
            .words("best newcomer", |mixed| {
                mixed.newcomers.first().map_or("–".to_owned(), |best| t.bots[best.bot].clone())
            })
            .numbers("takes", |mixed| {
                mixed.newcomers.first().map_or("–".to_owned(), |best| show(&best.share, Unit::Share))
            })
            .words("holds", |mixed| match mixed.stands {
                Some(Stands::Holds) if mixed.is_sure() => "yes",
                Some(Stands::Beaten) => "no",
                Some(Stands::Holds | Stands::NotClear) | None => "not clear",
            });
        all.push(rows.table("Mixes of two bots").note(note).show(Show::All));
    }
    if !crowds(t).is_empty() {
        let note = format!(
            "The mean over all seatings; an equal share is {}. Tables with a lone one stand in who beats whom.",
            percent(t.equal())
        );
        let rows = Rows::of(crowds(t))
            .words("bot", |crowd| t.bots[crowd.kinds[0]].clone())
            .words("among", |crowd| t.bots[crowd.kinds[1]].clone())
            .numbers("of the bot", |crowd| crowd.number.to_string())
            .numbers("of the others", |crowd| (t.seats - crowd.number).to_string())
            .numbers("each of the bot takes", |crowd| show(&crowd.share, Unit::Share));
        all.push(rows.table("Tables with several of two kinds").note(note));
    }
    all
}

/// `tables.csv`: what each of several of a bot takes among another's.
pub(super) fn crowds_csv(t: &Tournament) -> Vec<u8> {
    Columns::of(crowds(t))
        .with("bot", |crowd| t.bots[crowd.kinds[0]].as_str())
        .with("rival", |crowd| t.bots[crowd.kinds[1]].as_str())
        .with("number", |crowd| crowd.number as u64)
        .interval(["share", "low", "high"], |crowd| crowd.share)
        .made(|crowd| crowd.share)
        .with("games", |crowd| crowd.games)
        .bytes()
}

/// `mixes.csv`: one row per mix and newcomer.
pub(super) fn csv(t: &Tournament) -> Vec<u8> {
    let rows = found(t).iter().flat_map(|mixed| {
        let alone = mixed.newcomers.is_empty().then_some((mixed, None));
        alone.into_iter().chain(mixed.newcomers.iter().map(move |newcomer| (mixed, Some(newcomer))))
    });
    Columns::of(rows)
        .with("first", |(mixed, _)| t.bots[mixed.kinds[0]].as_str())
        .with("second", |(mixed, _)| t.bots[mixed.kinds[1]].as_str())
        .interval(["first_share", "low", "high"], |(mixed, _)| mixed.share)
        .made(|(mixed, _)| mixed.share)
        .with("found_in", |(mixed, _)| mixed.found_in)
        .with("stands", |(mixed, _)| mixed.stands.map(word))
        .with("newcomer", |(_, newcomer)| newcomer.map(|newcomer| t.bots[newcomer.bot].as_str()))
        .interval(["newcomer_share", "newcomer_low", "newcomer_high"], |(_, newcomer)| {
            newcomer.map(|newcomer| newcomer.share)
        })
        .with("newcomer_level", |(_, newcomer)| newcomer.map(|newcomer| newcomer.share.level))
        .bytes()
}

/// Tables with several of two kinds.
#[derive(Debug, Serialize, JsonSchema)]
struct Several<'a> {
    /// Bot whose share is given.
    bot: &'a str,
    /// What all others at the table are.
    rival: &'a str,
    /// How many of the bot sit there.
    number: usize,
    /// Share that each of them takes of the games that somebody won.
    share: Estimate,
    /// Games played.
    games: u64,
}

/// A bot alone at tables drawn from a mix.
#[derive(Debug, Serialize, JsonSchema)]
struct Alone<'a> {
    /// Its name.
    bot: &'a str,
    /// Share that it takes of the games that somebody won; the intervals of all
    /// newcomers hold together.
    share: Estimate,
}

/// A mix of two bots.
#[derive(Debug, Serialize, JsonSchema)]
struct OfTwo<'a> {
    /// The two, the one with the larger share first.
    bots: [&'a str; 2],
    /// Share of the first. 0 and 1 are one of the two left alone: as a value where
    /// only redrawn tables have a mix, as an end where some have none.
    share: Estimate,
    /// Share of the tables redrawn with their errors that have such a mix.
    found_in: f64,
    /// Whether it is left to a newcomer, if there is such a mix; none where no
    /// newcomer was played.
    stands: Option<Stands>,
    /// Every other bot, the one that takes most first.
    newcomers: Vec<Alone<'a>>,
}

/// Tables of two kinds and the mixes that a table stays with (`--mixes`).
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Told<'a> {
    /// What each of several of a bot takes among another's.
    tables: Vec<Several<'a>>,
    /// The mixes, those that hold first; none where these games don't say.
    found: Option<Vec<OfTwo<'a>>>,
    /// Games of every newcomer for each number of either kind, at least.
    newcomer_games: u64,
}

/// The document of the mixes; none where nobody asked.
pub(super) fn told(t: &Tournament) -> Option<Told<'_>> {
    let mixes = t.mixes.as_ref()?;
    let named = |bot: usize| t.bots[bot].as_str();
    let several = |crowd: &Crowd| Several {
        bot: named(crowd.kinds[0]),
        rival: named(crowd.kinds[1]),
        number: crowd.number,
        share: crowd.share,
        games: crowd.games,
    };
    let alone = |newcomer: &Newcomer| Alone { bot: named(newcomer.bot), share: newcomer.share };
    let of_two = |mixed: &Mixed| OfTwo {
        bots: mixed.kinds.map(named),
        share: mixed.share,
        found_in: mixed.found_in,
        stands: mixed.stands,
        newcomers: mixed.newcomers.iter().map(alone).collect(),
    };
    Some(Told {
        tables: mixes.crowds.iter().map(several).collect(),
        found: mixes.found.as_ref().map(|found| found.iter().map(of_two).collect()),
        newcomer_games: mixes.games,
    })
}
