//! The mixes of two and three bots that a larger table stays with, told.

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
            "Which mixes of bots a table stays with these games don't say: at some tables of two kinds too few have been won."
                .to_owned(),
        ];
    };
    let (there, open): (Vec<&Mixed>, Vec<&Mixed>) =
        found.iter().filter(|mixed| mixed.stands != Some(Stands::Beaten)).partition(|mixed| mixed.is_there());
    if !there.is_empty() {
        return there.into_iter().take(MOST).map(|mixed| one(t, mixed)).collect();
    }
    let kinds = match (t.stable_states().is_empty(), mixes.threes.is_empty()) {
        (true, true) => "one or two kinds",
        (true, false) => "one, two or three kinds",
        (false, true) => "two kinds",
        (false, false) => "two or three kinds",
    };
    if !open.is_empty() {
        let of = |mixed: &&Mixed| format!("{} ({})", names(t, mixed), percent(mixed.found_in));
        let all: Vec<String> = open.iter().map(of).collect();
        return vec![format!(
            "No mix of {kinds} is shown to hold, nor are all ruled out: some of the tables redrawn with their errors have one, \
             of {}.",
            enumerated(&all, MOST)
        )];
    }
    let beaten = found.iter().find(|mixed| mixed.is_there());
    vec![match beaten.and_then(|mixed| Some((mixed, mixed.newcomers.first()?))) {
        Some((mixed, best)) => format!(
            "No mix of {kinds} holds: of {} alone a table would {} {}, but {} there, more than an equal share ({}).",
            names(t, mixed),
            if mixed.stays() == Some(true) { "stay with" } else { "be level at" },
            shares(t, mixed),
            takes(t, best),
            percent(t.equal())
        ),
        None if found.is_empty() => {
            let circles = if mixes.threes.is_empty() {
                String::new()
            } else {
                let all: Vec<String> = mixes.threes.iter().map(|kinds| named(t, kinds)).collect();
                format!(", and {} have no shares at which all three do equally well", enumerated(&all, MOST))
            };
            format!(
                "No mix of {kinds} holds: of no two bots of this field does each do better once there are too many of the \
                 other{circles}."
            )
        }
        None => format!(
            "No mix of {kinds} holds: wherever two bots of this field might mix, a third takes more than an equal share ({}).",
            percent(t.equal())
        ),
    }]
}

fn named(t: &Tournament, bots: &[usize]) -> String {
    enumerated(&bots.iter().map(|&bot| name(t, bot)).collect::<Vec<_>>(), usize::MAX)
}

fn names(t: &Tournament, mixed: &Mixed) -> String {
    named(t, &mixed.kinds)
}

/// A share of a mix: none that is there reads as none or all.
fn whole(share: f64) -> String {
    if (0.01..=0.99).contains(&share) { percent(share) } else { format!("{:.1} %", 100.0 * share) }
}

/// `62 % a and 38 % b (55 to 69 % a)`; of three each has its own interval.
fn shares(t: &Tournament, mixed: &Mixed) -> String {
    let range = |share: &Estimate| format!("{:.0} to {:.0}", 100.0 * share.low, 100.0 * share.high);
    let share = |(&bot, share): (&usize, &Estimate)| format!("{} {}", whole(share.value), name(t, bot));
    let all = mixed.kinds.iter().zip(&mixed.shares);
    if let ([first, _], [of_first, _]) = (&mixed.kinds[..], &mixed.shares[..]) {
        let all: Vec<String> = all.map(share).collect();
        return format!("{} ({} % {})", enumerated(&all, usize::MAX), range(of_first), name(t, *first));
    }
    let all: Vec<String> = all.map(|(bot, of)| format!("{} ({})", share((bot, of)), range(of))).collect();
    enumerated(&all, usize::MAX)
}

fn takes(t: &Tournament, newcomer: &Newcomer) -> String {
    format!("a lone {} takes {}", name(t, newcomer.bot), show(&newcomer.share, Unit::Share))
}

/// What a table of these bots does, as the beginning of a sentence or inside one.
fn goes(t: &Tournament, mixed: &Mixed, begins: bool) -> String {
    let (shares, a) = (shares(t, mixed), if begins { "A" } else { "a" });
    let changing = "table whose players change to whatever does better";
    let who = if begins { names(t, mixed) } else { "all three".to_owned() };
    match mixed.stays() {
        Some(true) => format!("{a} {changing} stays with {shares}"),
        Some(false) => format!(
            "{who} do equally well at {shares}, but a {changing} does not stay there: it goes round, from one to the next"
        ),
        None => format!(
            "{who} do equally well at {shares} (whether a {changing} stays there or goes round, from one to the next, these \
             games don't show: of the tables redrawn with their errors {} stay)",
            percent(mixed.stays_in)
        ),
    }
}

/// A mix that is not left to a newcomer, as far as is known.
fn one(t: &Tournament, mixed: &Mixed) -> String {
    let (names, equal) = (names(t, mixed), percent(t.equal()));
    let best = mixed.newcomers.first();
    if !mixed.is_sure() {
        let newcomer = best.map(|best| format!("; {} there", takes(t, best))).unwrap_or_default();
        return format!(
            "Whether a table stays with a mix of {names} these games don't show: it would be {}, and {} of the tables redrawn \
             with their errors have one{newcomer}.",
            shares(t, mixed),
            percent(mixed.found_in)
        );
    }
    match (mixed.stands, best) {
        (Some(Stands::Holds), Some(best)) => format!(
            "{}{} no other bot of this field takes an equal share ({equal}) there; at most, {}.",
            goes(t, mixed, true),
            if mixed.stays() == Some(false) { ";" } else { ":" },
            takes(t, best)
        ),
        (Some(Stands::Holds), None) => format!("{}.", goes(t, mixed, true)),
        (_, Some(best)) => format!(
            "Of {names} alone, {}; whether {} takes an equal share ({equal}) there these games don't show ({}).",
            goes(t, mixed, false),
            name(t, best.bot),
            show(&best.share, Unit::Share)
        ),
        (_, None) => format!(
            "Of {names} alone, {}; whether another bot does better there was not played.",
            goes(t, mixed, false)
        ),
    }
}

fn found(t: &Tournament) -> &[Mixed] {
    t.mixes.as_ref().and_then(|mixes| mixes.found.as_deref()).unwrap_or_default()
}

fn crowds(t: &Tournament) -> &[Crowd] {
    t.mixes.as_ref().map(|mixes| &mixes.crowds[..]).unwrap_or_default()
}

/// Whether a mix of three is among these; of two alone less is to be told.
fn has_three(t: &Tournament) -> bool {
    found(t).iter().any(|mixed| mixed.kinds.len() == 3)
}

/// The mixes and the tables behind them.
pub(super) fn tables(t: &Tournament) -> Vec<Table> {
    let mut all = Vec::new();
    if !found(t).is_empty() {
        let games = t.mixes.as_ref().map_or(0, |mixes| mixes.games);
        let mut note =
            "Of each two bots alone, the shares at which both take as much of the wins and more of either does worse, when a \
             table is drawn from them at random. "
                .to_owned();
        if has_three(t) {
            note += "Of three, the shares at which all take as much; stays: whether a table whose players change to whatever \
                     does better comes to rest there, or goes round from one to the next. ";
        }
        note += "Found in: share of the tables redrawn with their errors that have such a mix.";
        if games > 0 {
            note += &format!(
                " Best newcomer: the other bot that takes most there, alone, {} games or more for every number of {} kind, on \
                 luck that the mixes were not found on; the intervals of all newcomers{} hold together.",
                count(games),
                if has_three(t) { "every" } else { "either" },
                if has_three(t) { " at mixes of as many" } else { "" }
            );
        }
        let names = |mixed: &Mixed| mixed.kinds.iter().map(|&bot| t.bots[bot].clone()).collect::<Vec<_>>();
        let mut rows = Rows::of(found(t)).words("mix", |mixed| enumerated(&names(mixed), usize::MAX));
        rows = if has_three(t) {
            let stays = |stays| if stays { "yes" } else { "no" };
            rows.words("share of each", |mixed| mixed.shares.iter().map(part).collect::<Vec<_>>().join(", "))
                .words("stays", move |mixed| mixed.stays().map_or("not clear", stays))
        } else {
            rows.numbers("share of the first", |mixed| part(&mixed.shares[0]))
        };
        let rows = rows
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
        let title = if has_three(t) { "Mixes of two and three bots" } else { "Mixes of two bots" };
        all.push(rows.table(title).note(note).show(Show::All));
    }
    if !crowds(t).is_empty() {
        let note = format!(
            "The mean over all seatings; an equal share is {}. Tables with a lone one among others of one kind stand in who \
             beats whom.",
            percent(t.equal())
        );
        let others = |crowd: &Crowd, of: &dyn Fn(&(usize, usize)) -> String| {
            enumerated(&crowd.rivals.iter().map(of).collect::<Vec<_>>(), usize::MAX)
        };
        let rows = Rows::of(crowds(t))
            .words("bot", |crowd| t.bots[crowd.bot].clone())
            .words("among", |crowd| others(crowd, &|&(rival, _)| t.bots[rival].clone()))
            .numbers("of the bot", |crowd| crowd.number.to_string())
            .numbers("of the others", |crowd| others(crowd, &|(_, number)| number.to_string()))
            .numbers("each of the bot takes", |crowd| show(&crowd.share, Unit::Share));
        all.push(rows.table("Tables with several kinds of bots").note(note));
    }
    all
}

/// `tables.csv`: what each of so many of a bot takes among others.
pub(super) fn crowds_csv(t: &Tournament) -> Vec<u8> {
    let rival = |crowd: &Crowd, at: usize| crowd.rivals.get(at).map(|&(rival, _)| t.bots[rival].as_str());
    let number = |crowd: &Crowd, at: usize| crowd.rivals.get(at).map(|&(_, number)| number as u64);
    Columns::of(crowds(t))
        .with("bot", |crowd| t.bots[crowd.bot].as_str())
        .with("rival", |crowd| rival(crowd, 0))
        .with("second_rival", |crowd| rival(crowd, 1))
        .with("number", |crowd| crowd.number as u64)
        .with("rival_number", |crowd| number(crowd, 0))
        .with("second_rival_number", |crowd| number(crowd, 1))
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
    let kind = |mixed: &Mixed, at: usize| mixed.kinds.get(at).map(|&bot| t.bots[bot].as_str());
    Columns::of(rows)
        .with("first", |(mixed, _)| kind(mixed, 0))
        .with("second", |(mixed, _)| kind(mixed, 1))
        .with("third", |(mixed, _)| kind(mixed, 2))
        .interval(["first_share", "low", "high"], |(mixed, _)| mixed.shares.first().copied())
        .interval(["second_share", "second_low", "second_high"], |(mixed, _)| mixed.shares.get(1).copied())
        .interval(["third_share", "third_low", "third_high"], |(mixed, _)| mixed.shares.get(2).copied())
        .made(|(mixed, _)| mixed.shares[0])
        .with("found_in", |(mixed, _)| mixed.found_in)
        .with("stays_in", |(mixed, _)| mixed.stays_in)
        .with("stands", |(mixed, _)| mixed.stands.map(word))
        .with("newcomer", |(_, newcomer)| newcomer.map(|newcomer| t.bots[newcomer.bot].as_str()))
        .interval(["newcomer_share", "newcomer_low", "newcomer_high"], |(_, newcomer)| {
            newcomer.map(|newcomer| newcomer.share)
        })
        .with("newcomer_level", |(_, newcomer)| newcomer.map(|newcomer| newcomer.share.level))
        .bytes()
}

/// How many of a bot sit at a table.
#[derive(Debug, Serialize, JsonSchema)]
struct Sitting<'a> {
    /// Its name.
    bot: &'a str,
    /// How many.
    number: usize,
}

/// A table with several kinds.
#[derive(Debug, Serialize, JsonSchema)]
struct Several<'a> {
    /// Bot whose share is given.
    bot: &'a str,
    /// How many of the bot sit there.
    number: usize,
    /// All others at the table.
    rivals: Vec<Sitting<'a>>,
    /// Share that each of the bot takes of the games that somebody won.
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
    /// newcomers at mixes of as many bots hold together.
    share: Estimate,
}

/// A mix of two or three bots.
#[derive(Debug, Serialize, JsonSchema)]
struct Mixture<'a> {
    /// Its bots, the one with the largest share first.
    bots: Vec<&'a str>,
    /// Share of each. 0 and 1 are a bot that is left or left alone: as a value where
    /// only redrawn tables have a mix, as an end where some have none.
    shares: &'a [Estimate],
    /// Share of the tables redrawn with their errors that have such a mix.
    found_in: f64,
    /// Share of these at which a table whose players change to whatever does better
    /// comes to rest there; at the others it goes round, from one of three to the
    /// next.
    stays_in: f64,
    /// Whether it is left to a newcomer, if there is such a mix; none where no
    /// newcomer was played.
    stands: Option<Stands>,
    /// Every other bot, the one that takes most first.
    newcomers: Vec<Alone<'a>>,
}

/// Tables of several kinds and the mixes that a table stays with (`--mixes`).
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Told<'a> {
    /// What each of so many of a bot takes among others.
    tables: Vec<Several<'a>>,
    /// The mixes, those that hold first; none where these games don't say.
    found: Option<Vec<Mixture<'a>>>,
    /// Threes whose tables were played: two with a mix that is left to the third, or a
    /// circle.
    threes: Vec<Vec<&'a str>>,
    /// Games of every newcomer for each number of every kind, at least.
    newcomer_games: u64,
}

/// The document of the mixes; none where nobody asked.
pub(super) fn told(t: &Tournament) -> Option<Told<'_>> {
    let mixes = t.mixes.as_ref()?;
    let named = |bot: usize| t.bots[bot].as_str();
    let all = |bots: &[usize]| bots.iter().map(|&bot| named(bot)).collect();
    let several = |crowd: &Crowd| Several {
        bot: named(crowd.bot),
        number: crowd.number,
        rivals: crowd.rivals.iter().map(|&(bot, number)| Sitting { bot: named(bot), number }).collect(),
        share: crowd.share,
        games: crowd.games,
    };
    let alone = |newcomer: &Newcomer| Alone { bot: named(newcomer.bot), share: newcomer.share };
    let mixture = |mixed| {
        let Mixed { kinds, shares, found_in, stays_in, stands, newcomers, .. }: &Mixed = mixed;
        Mixture {
            bots: all(kinds),
            shares,
            found_in: *found_in,
            stays_in: *stays_in,
            stands: *stands,
            newcomers: newcomers.iter().map(alone).collect(),
        }
    };
    Some(Told {
        tables: mixes.crowds.iter().map(several).collect(),
        found: mixes.found.as_ref().map(|found| found.iter().map(mixture).collect()),
        threes: mixes.threes.iter().map(|kinds| all(kinds)).collect(),
        newcomer_games: mixes.games,
    })
}
