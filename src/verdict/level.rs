//! Is every seat level? The sentences on fairness: the seat farthest from an
//! equal share, judged against one margin, bot by bot of a panel.
//!
//! In: estimates of arms whose entrants are all alike. Out: what the strongest
//! bot's games say, whether the others agree, and, of many arms, which are
//! level and which are not. An arm that hardly finishes a game is told first
//! and judged by nobody.

use super::fairness::beside;
use super::opening::more_games;
use super::words::{count, enumerated, equal_share, p_value, players, points, short, show};
use super::{Plain, Statement, Status, Yard};
use crate::arena::RulesetId;
use crate::estimates::ArmResult;
use crate::game::Unit;
use crate::game::called::{fixed, player};
use crate::metric::Metric;
use crate::scenario::Plan;
use crate::stats::equivalence::Bounds;
use crate::stats::{Estimate, combine};

/// Arms named in a list.
const NAMED: usize = 2;

/// What a gap comes to.
pub(super) const fn told(status: Status) -> &'static str {
    match status {
        Status::Good => "level",
        Status::Bad => "not level",
        _ => "undecided",
    }
}

/// An arm with its gap and what that comes to.
struct Judged<'a> {
    result: &'a ArmResult,
    gap: Estimate,
    status: Status,
}

fn name(plan: &Plan, result: &ArmResult) -> String {
    plan.arms[result.index].name.to_string()
}

fn bot<'a>(plan: &'a Plan, result: &ArmResult) -> &'a str {
    &plan.arms[result.index].bots[0]
}

/// Whether the games say nothing of who wins.
fn says_nothing(result: &ArmResult) -> bool {
    result.is_stuck() || !result.is_decided()
}

/// What cannot be judged, and why.
fn stuck(plan: &Plan, result: &ArmResult) -> String {
    let open: u64 = result.unfinished.iter().map(|(_, n)| n).sum();
    let title = plan.arms[result.index].ruleset.title;
    let who = players(plan, result.index);
    if open > 0 {
        let games = count(result.games);
        return format!("{title}: {} of {games} games between {who} never end", count(open));
    }
    format!("{title}: none of {} games between {who} was won by a player", count(result.games))
}

/// `the 3rd player wins 32.9 % ± 0.9 of games between 4 `calculator` bots, where
/// 25 % is equal`.
fn farthest(plan: &Plan, result: &ArmResult) -> String {
    let far = result.farthest();
    // At a table of two one seat's share is the other's: alone it says it all.
    let alone = result.metric(Metric::seat_share(far)).filter(|_| result.seats.len() == 2);
    let share = alone.map_or(result.seats[far].share, |named| named.estimate);
    let equal = equal_share(result);
    let nobody = 1.0 - equal * result.seats.len() as f64;
    let nobody = if nobody > 0.0005 {
        format!(" (nobody at the table wins {} %)", fixed(100.0 * nobody, 1))
    } else {
        String::new()
    };
    format!(
        "the {} wins {} of games between {}, where {} % is equal{nobody}",
        player(far),
        show(&share, Unit::Share),
        players(plan, result.index),
        short(100.0 * equal)
    )
}

/// What level means, once per sentence.
fn rule(margin: f64) -> String {
    format!("level: every seat within {}", points(margin))
}

/// The sentence of one arm alone, and of a panel's bots in one arm.
fn panel(plan: &Plan, arms: &[&ArmResult], margin: f64) -> Option<Statement> {
    let judge = |result: &ArmResult| {
        let gap = result.metric(Metric::SEAT_GAP)?.estimate;
        let status = Status::from(Bounds::around(0.0, margin).judge(&gap));
        Some((gap, status))
    };
    let (stuck_ones, sound): (Vec<&ArmResult>, Vec<&ArmResult>) = arms.iter().partition(|r| says_nothing(r));
    let judged: Vec<Judged<'_>> = sound
        .iter()
        .filter_map(|result| judge(result).map(|(gap, status)| Judged { result, gap, status }))
        .collect();
    let unable: Vec<String> = stuck_ones.iter().map(|result| stuck(plan, result)).collect();
    let broken = match (unable.len(), judged.is_empty()) {
        (0, _) => String::new(),
        (_, true) => {
            let text = format!("{}: nothing is to be said of fairness.", unable.join("; "));
            let (status, metric) = (Status::Undecided, Some(Metric::SEAT_GAP));
            let arm = Some(name(plan, stuck_ones[0]));
            let title = plan.arms[stuck_ones[0].index].ruleset.title;
            let plain = Some(Plain {
                answer: format!("nothing is to be said of how fair {title} is, because hardly a game is won"),
                beside: String::new(),
                printing: "not as it is played here".to_owned(),
            });
            return Some(Statement {
                status,
                judged: Yard::Level,
                plain,
                arm,
                metric,
                ..Statement::plain(text)
            });
        }
        (_, false) => format!("{}: left out, such play says nothing of fairness. ", unable.join("; ")),
    };
    let best = strongest(plan, arms)?;
    let main = judged.iter().find(|one| std::ptr::eq(one.result, best))?;
    let word = told(main.status);
    let named = main.result.metric(Metric::SEAT_GAP)?;
    let level = Bounds::around(0.0, margin);
    let luck = beside(named, main.status, |e| level.judge(e).into(), told);
    let test = main
        .result
        .equal_seats
        .as_ref()
        .map_or(String::new(), |test| format!("; test of all seats: {}", p_value(test.p_value)));
    let (under, others) = if judged.len() > 1 {
        let others: Vec<&Judged<'_>> =
            judged.iter().filter(|one| !std::ptr::eq(one.result, main.result)).collect();
        let agree = others.iter().filter(|one| one.status == main.status).count();
        let differ: Vec<String> = others
            .iter()
            .filter(|one| one.status != main.status)
            .map(|one| format!("under `{}` it is {}", bot(plan, one.result), told(one.status)))
            .collect();
        let all = judged.len();
        let best = bot(plan, main.result);
        if differ.is_empty() {
            // The opening has said that they agree.
            (format!(" under `{best}`, the strongest of {all} bots that agree"), String::new())
        } else {
            (
                format!(" under `{best}`, the strongest of {all} bots and the one to believe"),
                format!(" That holds for {} of {all} bots: {}.", agree + 1, differ.join(", ")),
            )
        }
    } else {
        Default::default()
    };
    let arm = &plan.arms[main.result.index];
    let text = format!(
        "{broken}{}: {word}{under}: {} ({}{test}{luck}).{others}",
        arm.ruleset.title,
        farthest(plan, main.result),
        rule(margin),
    );
    Some(Statement {
        status: main.status,
        judged: Yard::Level,
        plain: Some(plainly(plan, main, &judged, &stuck_ones, margin)),
        arm: Some(name(plan, main.result)),
        metric: Some(Metric::SEAT_GAP),
        estimate: Some(main.gap),
        by_bot: if judged.len() > 1 {
            judged.iter().map(|one| (bot(plan, one.result).to_owned(), one.gap)).collect()
        } else {
            Vec::new()
        },
        ..Statement::plain(text)
    })
}

/// The same without figures: whether it is level, who wins too often, under whose
/// play, and which bots were left out.
fn plainly(
    plan: &Plan,
    main: &Judged<'_>,
    judged: &[Judged<'_>],
    stuck: &[&ArmResult],
    margin: f64,
) -> Plain {
    let title = plan.arms[main.result.index].ruleset.title;
    let far = main.result.farthest();
    let way = match main.result.edges.get(far) {
        Some(edge) if edge.value < 0.0 => "seldom",
        _ => "often",
    };
    let names = |of: &dyn Fn(&Judged<'_>) -> bool| -> Vec<String> {
        judged.iter().filter(|one| of(one)).map(|one| format!("`{}`", bot(plan, one.result))).collect()
    };
    let best = bot(plan, main.result);
    let differ: Vec<String> = [Status::Bad, Status::Undecided, Status::Good]
        .into_iter()
        .filter(|status| *status != main.status)
        .filter_map(|status| {
            let found = names(&|one: &Judged<'_>| one.status == status);
            (!found.is_empty()).then(|| format!("{} under {}", told(status), enumerated(&found, NAMED)))
        })
        .collect();
    let under = match (differ.is_empty(), judged.len()) {
        (true, _) => String::new(),
        (false, _) => format!(" under `{best}`, the strongest bot, but {}", differ.join(" and ")),
    };
    let what = match main.status {
        Status::Good => format!("{title} is level{under}: no seat wins too often or too seldom"),
        Status::Bad => format!("{title} is not level{under}: the {} wins too {way}", player(far)),
        _ => format!("{title} is undecided{under}: it takes more games to say whether every seat is level"),
    };
    let left: Vec<String> = stuck.iter().map(|result| format!("`{}`", bot(plan, result))).collect();
    let answer = if left.is_empty() {
        what
    } else {
        let (verb, are) = if left.len() == 1 { ("finishes", "is") } else { ("finish", "are") };
        format!("{} hardly ever {verb} a game and {are} left out; {what}", enumerated(&left, NAMED))
    };
    let beside = match (judged.len(), differ.is_empty()) {
        (1, _) => format!("Only `{best}` bots were heard: others may play it differently."),
        (2, true) => format!("Both bots agree; `{best}` is the stronger."),
        (n, true) => format!("All {n} bots agree; `{best}` is the strongest."),
        (_, false) => format!("Believe `{best}`: it beats the others."),
    };
    let printing = match main.status {
        Status::Good => "print it, as far as bots can tell".to_owned(),
        Status::Bad => format!(
            "not as it is, if every seat is to win its share; `{} explain` shows which rules move that, `tune` finds the \
             value that mends it",
            plan.program.name
        ),
        _ => more_games(&main.gap, margin, main.result.games),
    };
    Plain { answer, beside, printing }
}

/// Of the arms of one panel the strongest bot's, of those that can be judged.
fn strongest<'a>(plan: &Plan, group: &[&'a ArmResult]) -> Option<&'a ArmResult> {
    let sound = || group.iter().copied().filter(|result| !says_nothing(result));
    let best = plan.arms[group.first()?.index].strongest(sound().map(|result| bot(plan, result)))?;
    sound().find(|result| bot(plan, result) == best)
}

/// Which of several arms of a game are level, each under its strongest bot, with
/// intervals that hold for all of them at once.
fn many(plan: &Plan, arms: &[Vec<&ArmResult>], margin: f64) -> Option<Statement> {
    let chosen: Vec<&ArmResult> = arms.iter().filter_map(|group| strongest(plan, group)).collect();
    let stuck = arms.len() - chosen.len();
    let plain: Vec<Estimate> =
        chosen.iter().filter_map(|r| Some(r.metric(Metric::SEAT_GAP)?.estimate)).collect();
    let mut wide = plain.clone();
    combine::at_once(&mut wide);
    let level = Bounds::around(0.0, margin);
    let judged: Vec<Status> = wide.iter().map(|gap| level.judge(gap).into()).collect();
    let mut parts: Vec<String> = Vec::new();
    for status in [Status::Bad, Status::Undecided, Status::Good] {
        let mut mine: Vec<usize> = (0..judged.len()).filter(|&i| judged[i] == status).collect();
        mine.sort_by(|&a, &b| plain[b].value.total_cmp(&plain[a].value));
        let tell = |&i: &usize| {
            let result = chosen[i];
            let far = result.farthest();
            let share = show(&result.seats[far].share, Unit::Share);
            match status {
                Status::Bad => format!(
                    "`{}` (the {} wins {share} where {} % is equal)",
                    name(plan, result),
                    player(far),
                    short(100.0 * equal_share(result))
                ),
                _ => format!("`{}`", name(plan, result)),
            }
        };
        let names: Vec<String> = mine.iter().map(tell).collect();
        if !names.is_empty() {
            parts.push(format!("{} in {}", told(status), enumerated(&names, NAMED)));
        }
    }
    if stuck > 0 {
        parts.push(format!("not to be judged in {stuck}, where most games never end or nobody wins"));
    }
    let first = *arms.first()?.first()?;
    let status = if judged.contains(&Status::Bad) {
        Status::Bad
    } else if judged.contains(&Status::Undecided) || stuck > 0 {
        Status::Undecided
    } else {
        Status::Good
    };
    let text = format!(
        "{}: {} ({}; corrected for {} arms).",
        plan.arms[first.index].ruleset.title,
        parts.join("; "),
        rule(margin),
        judged.len()
    );
    let metric = Some(Metric::SEAT_GAP);
    let of = |status: Status| -> Vec<String> {
        let mine = (0..judged.len()).filter(|&i| judged[i] == status);
        mine.map(|i| format!("`{}`", name(plan, chosen[i]))).collect()
    };
    let plainly: Vec<String> = [Status::Bad, Status::Undecided, Status::Good]
        .into_iter()
        .filter(|status| !of(*status).is_empty())
        .map(|status| format!("{} in {}", told(status), enumerated(&of(status), NAMED)))
        .collect();
    let good = of(Status::Good);
    let printing = if good.is_empty() {
        "none of these is shown to be level yet".to_owned()
    } else {
        format!("of these only {} can be called level", enumerated(&good, NAMED))
    };
    let plain = Some(Plain {
        answer: format!("{} is {}", plan.arms[first.index].ruleset.title, plainly.join(", ")),
        beside: String::new(),
        printing,
    });
    Some(Statement { status, judged: Yard::Level, plain, metric, ..Statement::plain(text) })
}

/// Fairness of these arms, game by game: of each arm's bots which is the
/// strongest and what it says, then of several arms together.
pub(super) fn statements(plan: &Plan, results: &[&ArmResult], margin: f64) -> Vec<Statement> {
    let mut games: Vec<(RulesetId, Vec<Vec<&ArmResult>>)> = Vec::new();
    for result in results.iter().copied().filter(|r| r.seats.len() > 1 && r.games > 0) {
        let arm = &plan.arms[result.index];
        let at = games.iter().position(|(game, _)| *game == arm.ruleset).unwrap_or_else(|| {
            games.push((arm.ruleset, Vec::new()));
            games.len() - 1
        });
        let of_name = |group: &&mut Vec<&ArmResult>| plan.arms[group[0].index].name.is_beside(&arm.name);
        match games[at].1.iter_mut().find(of_name) {
            Some(group) => group.push(result),
            None => games[at].1.push(vec![result]),
        }
    }
    let mut statements = Vec::new();
    for (_, arms) in &games {
        let printed = arms.first().filter(|group| arms.len() == 1 || group.len() > 1);
        statements.extend(printed.and_then(|group| panel(plan, group, margin)));
        if arms.len() > 1 {
            statements.extend(many(plan, arms, margin));
        }
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimates::{Named, Place};
    use crate::game::Stop;
    use crate::scenario::sample;
    use crate::stats::Method;
    use crate::stats::seats::gap;
    use crate::tally::Results;

    /// Arm `index` after 1000 games with these shares of wins, give or take
    /// half a percentage point.
    fn table(index: usize, shares: &[f64]) -> ArmResult {
        let around = |value: f64| Estimate::around(value, 0.005, 0.95, Method::SeatShares, 500);
        let place = |(index, &share): (usize, &f64)| {
            let results = Results { wins: (1000.0 * share) as u64, ..Results::default() };
            Place { index, results, win_rate: around(share), share: around(share), score: around(share) }
        };
        let won: f64 = shares.iter().sum();
        let edges: Vec<Estimate> =
            shares.iter().map(|share| around(share - won / shares.len() as f64)).collect();
        let named = |metric: Metric, estimate: Estimate| Named {
            metric,
            unit: metric.unit(),
            estimate,
            adjusted: None,
            difference: None,
        };
        let gap = gap(&edges, 0.95, Method::SeatGap).unwrap();
        ArmResult {
            index,
            games: 1000,
            blocks: 500,
            unfinished: vec![(Stop::STALEMATE, 0)],
            seats: shares.iter().enumerate().map(place).collect(),
            metrics: vec![named(Metric::SEAT_GAP, gap), named(Metric::FIRST_SEAT, edges[0])],
            edges,
            equal_seats: None,
            duration: None,
            entrants: Vec::new(),
            exchanges: Vec::new(),
            distributions: Vec::new(),
            items: std::sync::Arc::default(),
            usage: Vec::new(),
        }
    }

    fn told(text: &str, results: &[ArmResult]) -> Vec<Statement> {
        statements(&sample(text), &results.iter().collect::<Vec<_>>(), 0.02)
    }

    const KING: &str = "ruleset = \"king-of-the-pitch\"\nset = { players = 4 }\n";

    #[test]
    fn a_third_player_that_wins_too_often_is_told_first_though_the_first_is_level() {
        let text = format!("{KING}bots = \"balanced\"\n");
        let said = told(&text, &[table(0, &[0.25, 0.215, 0.329, 0.206])]);
        assert_eq!(said[0].status, Status::Bad);
        let wanted = "King of the Pitch: not level: the 3rd player wins 32.9 % ± 0.5 of games between 4 `balanced` \
                      bots, where 25 % is equal (level: every seat within 2 percentage points).";
        assert_eq!(said[0].text, wanted);
        let level = told(&text, &[table(0, &[0.25, 0.248, 0.256, 0.246])]);
        assert!(
            level[0].status == Status::Good && level[0].text.contains(": level: the 3rd player"),
            "{level:?}"
        );
        let open = told(&text, &[table(0, &[0.25, 0.24, 0.268, 0.242])]);
        assert!(open[0].status == Status::Undecided && open[0].text.contains(": undecided: "), "{open:?}");
    }

    #[test]
    fn a_verdict_that_hangs_on_the_bot_says_so_and_believes_the_strongest() {
        let level = [0.25, 0.251, 0.249, 0.25];
        let tilted = [0.25, 0.22, 0.31, 0.22];
        let said = told(KING, &[table(0, &level), table(1, &level), table(2, &tilted)]);
        assert_eq!((said.len(), said[0].status, said[0].by_bot.len()), (1, Status::Bad, 3));
        let begins = "King of the Pitch: not level under `trained`, the strongest of 3 bots and the one to believe: \
                      the 3rd player wins 31.0 % ± 0.5";
        assert!(said[0].text.starts_with(begins), "{}", said[0].text);
        let ends = "That holds for 1 of 3 bots: under `rusher` it is level, under `balanced` it is level.";
        assert!(said[0].text.ends_with(ends), "{}", said[0].text);
        let agreed = told(KING, &[table(0, &tilted), table(1, &tilted), table(2, &tilted)]);
        let begins =
            "King of the Pitch: not level under `trained`, the strongest of 3 bots that agree: the 3rd";
        assert!(agreed[0].text.starts_with(begins), "{}", agreed[0].text);
        // That they agree is told once: in the opening.
        assert!(!agreed[0].text.contains("All 3"), "{}", agreed[0].text);
        let plain = agreed[0].plain.as_ref().unwrap();
        assert_eq!(plain.beside, "All 3 bots agree; `trained` is the strongest.");
    }

    #[test]
    fn a_bot_that_cannot_play_is_named_first_and_left_out() {
        let level = [0.25, 0.251, 0.249, 0.25];
        let mut broken = table(2, &[0.0025; 4]);
        broken.unfinished = vec![(Stop::STALEMATE, 990)];
        let said = told(KING, &[table(0, &level), table(1, &level), broken.clone()]);
        let begins =
            "King of the Pitch: 990 of 1\u{202f}000 games between 4 `trained` bots never end: left out";
        assert!(said[0].text.starts_with(begins), "{}", said[0].text);
        assert!(said[0].text.contains("level under `balanced`, the strongest of 2 bots"), "{}", said[0].text);
        let text = format!("{KING}bots = \"balanced\"\n");
        let alone = told(&text, &[ArmResult { index: 0, ..broken }]);
        assert!(alone[0].status == Status::Undecided, "never level: {alone:?}");
        assert!(
            alone[0].text.ends_with("never end: nothing is to be said of fairness."),
            "{}",
            alone[0].text
        );
    }

    #[test]
    fn of_several_arms_those_that_are_not_level_come_first() {
        let text = format!("{KING}bots = \"balanced\"\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\n");
        let said = told(&text, &[table(0, &[0.25; 4]), table(1, &[0.25, 0.22, 0.31, 0.22])]);
        let wanted = "King of the Pitch: not level in `b` (the 3rd player wins 31.0 % ± 0.5 where 25 % is equal); level \
                      in `a` (level: every seat within 2 percentage points; corrected for 2 arms).";
        assert_eq!(said[0].text, wanted);
    }
}
