//! What a tournament says, in sentences.

use std::cmp::Ordering;

use super::{mixes, part, percent, title};
use crate::game::Unit;
use crate::game::called::{fixed, signed};
use crate::lab::tournament::{MatchUp, Mix, Tournament};
use crate::report::caution;
use crate::stats::Estimate;
use crate::verdict::{Opening, Status, count, enumerated, p_value, show};

/// Share of a mix that is as good as none.
const NONE: f64 = 0.005;

/// The answers, most important first.
#[must_use]
pub fn sentences(t: &Tournament) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(interruption(t));
    let (nobodys, games) = t.nobodys();
    all.extend(open(t, nobodys, games));
    if nobodys == games || t.rating.is_none() {
        return all;
    }
    all.extend(strongest(t));
    if let Some(decides) = &t.decides {
        all.push(format!(
            "Between two bots of this field drawn at random, who plays explains {} of the result, who sits first {}, dice, cards and whims {}.",
            part(&decides.skill),
            part(&decides.seat),
            part(&decides.luck)
        ));
    } else if t.untold() > 0 {
        let mut names: Vec<String> = Vec::new();
        for m in t.match_ups.iter().filter(|m| m.bot != m.rival && m.won == 0) {
            let pair = format!("{} and {}", name(t, m.bot.min(m.rival)), name(t, m.bot.max(m.rival)));
            if !names.contains(&pair) {
                names.push(pair);
            }
        }
        all.push(format!(
            "Between {} nobody has won a game: what explains a result, and which mix nobody beats, these games don't say.",
            names.join("; between ")
        ));
    }
    all.extend(t.first_seat.as_ref().map(first_seat));
    all.extend(fit(t));
    all.extend(t.mix.as_ref().map(|mix| mixed(t, mix)));
    if t.seats > 2 {
        all.extend(stable(t));
        all.extend(mixes::sentences(t));
    }
    if let Some(share) = t.intransitivity.filter(|share| share.low > 0.1) {
        all.push(format!(
            "The field is no ladder: {} of the differences go round in circles, so one number per bot tells only part of it.",
            part(&share)
        ));
    }
    all
}

pub(super) fn name(t: &Tournament, bot: usize) -> String {
    format!("`{}`", t.bots[bot])
}

/// How far a stopped tournament got.
fn interruption(t: &Tournament) -> Option<String> {
    if !t.interrupted {
        return None;
    }
    // At a table of two both directions are the same games.
    let all = t.match_ups.iter().filter(|m| t.seats > 2 || m.bot <= m.rival);
    let (met, played) = all.fold((0, 0), |(met, played), m| (met + 1, played + usize::from(m.games > 0)));
    let games = count(t.all_games);
    Some(if played < met {
        format!("Interrupted: {played} of {met} match-ups have been played so far, {games} games in all.")
    } else {
        format!("Interrupted: these are the {games} games finished so far.")
    })
}

/// Games that nobody won.
fn open(t: &Tournament, nobodys: u64, games: u64) -> Option<String> {
    let endless = match t.endless() {
        (all, _) if all == nobodys => "they came to no end".to_owned(),
        (0, _) => "all of them came to an end".to_owned(),
        (unfinished, _) => format!("{} of them came to no end", count(unfinished)),
    };
    if games == 0 {
        return Some(format!("{}: no two bots of this field have met.", title(t)));
    }
    if nobodys == games {
        return Some(format!(
            "{}: not one of the {} games between bots of this field was won ({endless}): they don't say who is stronger.",
            title(t),
            count(games)
        ));
    }
    caution::are_many(nobodys, games).then(|| {
        format!(
            "{}: {} of {} games between bots of this field were won by nobody ({endless}); all shares are of the other {}.",
            title(t),
            count(nobodys),
            count(games),
            count(games - nobodys)
        )
    })
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

/// Whether one number per bot tells who beats whom, as the end of a sentence.
fn story(t: &Tournament) -> &'static str {
    match &t.fit {
        Some(fit) if fit.fails() => ". One number per bot does not tell who beats whom",
        Some(_) => ". One number per bot is enough for what these games show",
        None => "",
    }
}

/// Which bot is the strongest, and whether one number per bot tells the story.
fn strongest(t: &Tournament) -> Option<String> {
    let order = t.ranking();
    let (&best, &next) = (order.first()?, order.get(1)?);
    let (head, equal) = (format!("{}: {}", title(t), of_field(t)), percent(t.equal()));
    let direct = t.of(best, next)?;
    let share = show(&direct.share, Unit::Share);
    let edge = if direct.won > 0 { direct.share.side_of(t.equal()) } else { Ordering::Equal };
    // Of two bots alone the games between them say all.
    let close = |bot: usize| match t.bots.len() {
        2 => edge.is_le(),
        _ => t.behind.get(bot).is_none_or(|behind| behind.low <= 0.0),
    };
    let first: Vec<String> =
        order.iter().filter(|&&bot| bot == best || close(bot)).map(|&bot| name(t, bot)).collect();
    let against = if t.seats == 2 {
        format!("against the next best, {}", name(t, next))
    } else {
        format!("alone among {} of the next best, {}", t.seats - 1, name(t, next))
    };
    let told = match (first.len(), edge) {
        (1, Ordering::Greater) if t.seats == 2 => {
            format!("{} is the strongest; it takes {share} {against}", first[0])
        }
        (1, Ordering::Greater) => {
            format!("{} is the strongest; {against}, it takes {share} (an equal share is {equal})", first[0])
        }
        (1, _) => format!(
            "{} is the strongest over all match-ups, but not shown to be so {against}: there it takes {share} (an equal \
             share is {equal})",
            first[0]
        ),
        (2, Ordering::Equal) => format!(
            "{} are the strongest; between the two no edge is shown ({share}, an equal share is {equal})",
            enumerated(&first, usize::MAX)
        ),
        (2, _) => format!(
            "{} are the strongest; over all match-ups no edge is shown between the two, {against}, the first takes \
             {share} (an equal share is {equal})",
            enumerated(&first, usize::MAX)
        ),
        (all, _) if all == t.bots.len() => {
            "no bot is shown to be stronger over all match-ups than the others".to_owned()
        }
        _ => format!(
            "{} are the strongest; over all match-ups no edge is shown among them",
            enumerated(&first, usize::MAX)
        ),
    };
    Some(format!("{head}{told}{}.", story(t)))
}

/// What the report opens with.
#[must_use]
pub fn opening(t: &Tournament) -> Opening {
    let order = t.ranking();
    let (nobodys, games) = t.nobodys();
    let (Some(&best), true) = (order.first(), nobodys < games && t.rating.is_some()) else {
        let summary = format!("{}: these games don't say who is stronger.", title(t));
        let printing = if games == 0 { "nothing yet" } else { "not while no game is won" };
        return Opening::new(Status::Undecided, summary, printing).cut(t.interrupted);
    };
    let close = |bot: usize| bot == best || t.behind.get(bot).is_none_or(|behind| behind.low <= 0.0);
    let first: Vec<String> = order.iter().filter(|&&bot| close(bot)).map(|&bot| name(t, bot)).collect();
    let answer = match first.len() {
        1 => format!("{}: {} is the strongest bot of this field", title(t), first[0]),
        all if all == t.bots.len() => format!("{}: no bot is shown to be stronger than the others", title(t)),
        _ => format!("{}: {} are the strongest bots of this field", title(t), enumerated(&first, usize::MAX)),
    };
    let states = several_states(t);
    let (told, printing) = match &t.decides {
        _ if states.is_some() => ("", "what pays hangs on what everybody else plays"),
        _ if first.len() == t.bots.len() => {
            ("", "nothing of skill; no bot is shown to play better than another")
        }
        Some(decides) if decides.luck.low > 0.5 => (
            " Between two of its bots luck decides more than who plays.",
            "as a game of luck rather than of skill, if players differ no more than these bots do",
        ),
        Some(decides) if decides.skill.low > 0.5 => (
            " Between two of its bots who plays decides more than luck.",
            "as a game of skill, if players differ as much as these bots do",
        ),
        Some(_) => (
            " Whether luck or who plays decides more these games don't settle.",
            "better play pays; how much more than luck is open",
        ),
        None => ("", "better play pays; how much more than luck is open"),
    };
    let states = states.map(|told| format!(" {told}")).unwrap_or_default();
    let fair = format!("{printing}; whether it is fair, `{} run` says", t.plan.program.name);
    Opening::new(Status::Plain, format!("{answer}.{states}{told}"), fair).cut(t.interrupted)
}

/// Whether the ratings tell the match-ups.
fn fit(t: &Tournament) -> Option<String> {
    let fit = t.fit.as_ref()?;
    let test = format!("G² {:.1} on {} degrees of freedom, {}", fit.g2, fit.df, p_value(fit.p));
    if !fit.fails() {
        return Some(format!("The Elo points predict the match-ups as well as chance allows ({test})."));
    }
    let (bot, rival, share) = fit.worst;
    Some(format!(
        "The Elo points are an order of strength, not chances: for {} against {} they predict {:.1} % where {} was \
         seen ({test}). The table of who beats whom has the chances.",
        name(t, bot),
        name(t, rival),
        100.0 * share,
        show(&t.of(bot, rival)?.share, Unit::Share)
    ))
}

/// The mix that nobody beats, as firmly as its intervals are.
fn mixed(t: &Tournament, mix: &Mix) -> String {
    let all: Vec<usize> = t.ranking();
    if let Some(&one) = all.iter().find(|&&i| mix.weights[i].low > 1.0 - NONE) {
        return format!("Nothing in this field beats {}: no mix is needed.", name(t, one));
    }
    let range =
        |i: usize| format!("{:.0} to {:.0} %", 100.0 * mix.weights[i].low, 100.0 * mix.weights[i].high);
    let (used, others): (Vec<usize>, Vec<usize>) =
        all.into_iter().filter(|&i| mix.weights[i].high > NONE).partition(|&i| mix.weights[i].value > NONE);
    let others: Vec<String> = others.into_iter().map(|i| format!("{} ({})", name(t, i), range(i))).collect();
    if let [one] = used[..] {
        return format!(
            "Whether {} alone is safe in this field, these games don't show: of the mix that no bot of it beats, {} may \
             be {}, the rest {}.",
            name(t, one),
            name(t, one),
            range(one),
            enumerated(&others, usize::MAX)
        );
    }
    let parts: Vec<String> = used
        .iter()
        .map(|&i| format!("{} {} ({})", percent(mix.weights[i].value), name(t, i), range(i)))
        .collect();
    let rest = if others.is_empty() {
        String::new()
    } else {
        format!("; {} may belong to it", enumerated(&others, usize::MAX))
    };
    format!("No bot of this field beats the mix of {}{rest}.", enumerated(&parts, usize::MAX))
}

/// What sitting first is worth.
fn first_seat(worth: &Estimate) -> String {
    let Estimate { value, low, high, .. } = *worth;
    let told = format!("{} Elo points ({} to {})", signed(value, 0), fixed(low, 0), fixed(high, 0));
    match worth.side_of(0.0) {
        Ordering::Equal => format!("Sitting first is not shown to be worth anything, whoever plays: {told}."),
        Ordering::Less => format!("Sitting first costs, whoever plays: {told}."),
        Ordering::Greater => format!("Sitting first pays, whoever plays: {told}."),
    }
}

/// What the newcomer that takes most takes from a stable state.
fn kept(t: &Tournament, newcomer: &MatchUp, takes: &str) -> String {
    format!(
        "a lone {} among {}{takes} {}",
        name(t, newcomer.bot),
        name(t, newcomer.rival),
        show(&newcomer.share, Unit::Share)
    )
}

/// Stable states, where there are several; nothing otherwise.
fn several_states(t: &Tournament) -> Option<String> {
    let stable = t.stable_states();
    let [first, others @ ..] = &stable[..] else { return None };
    if others.is_empty() {
        return None;
    }
    let told: Vec<String> = std::iter::once(kept(t, first, " takes"))
        .chain(others.iter().map(|newcomer| kept(t, newcomer, "")))
        .collect();
    let number = match stable.len() {
        2 => "two".to_owned(),
        more => more.to_string(),
    };
    Some(format!(
        "The field has {number} stable states, and which one a table is in depends on where it began: {} (an equal share \
         is {}).",
        told.join(", "),
        percent(t.equal())
    ))
}

/// Which bot a table of three or more stays with; several are told before
/// everything else.
fn stable(t: &Tournament) -> Option<String> {
    let equal = percent(t.equal());
    match &t.stable_states()[..] {
        [] => Some(format!(
            "No bot is shown to be a safe choice: whichever one everybody else plays, another bot of this field may take \
             an equal share ({equal}) or more among them."
        )),
        [one] => Some(format!(
            "Where everybody else plays {}, no other bot of this field takes an equal share ({equal}): at most, {}.",
            name(t, one.rival),
            kept(t, one, " takes")
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Method;

    #[test]
    fn nothing_has_no_sign() {
        let worth = Estimate::new(21.0, (-0.3, 42.0), 0.95, Method::BlockT, 100);
        assert_eq!(
            first_seat(&worth),
            "Sitting first is not shown to be worth anything, whoever plays: +21 Elo points (0 to 42)."
        );
        let share = Estimate::new(-0.001, (-0.004, 0.01), 0.95, Method::BlockT, 100);
        assert_eq!(part(&share), "0 % (0 to 1)");
    }
}
