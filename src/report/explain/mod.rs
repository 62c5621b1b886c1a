//! What a verdict hangs on, told: what the report opens with. The words of each
//! case, the cells of the table, figures, page and document are in files of
//! their own.

mod cells;
mod document;
mod figures;
mod page;
mod words;

pub use document::Document;
use words::{MOST_NAMED, bound, has_margin, metric_called, movers, ruled_in_a_word, tried};

use super::Answer;
use super::page::Page;
use crate::lab::explain::{Case, Explained, Row, Ruling, Sway};
use crate::metric::Metric;
use crate::verdict::{Opening, Status, count, enumerated};

/// An explanation, ready to be told.
pub struct Telling {
    /// What was found.
    pub explained: Explained,
    /// Rows of the terminal's table and of each figure.
    pub top: usize,
}

impl Answer for Telling {
    const NAME: &'static str = "explain";

    fn opening(&self) -> Opening {
        opening(&self.explained)
    }

    fn page(&self) -> Page {
        page::page(&self.explained, self.top)
    }

    fn json(&self) -> String {
        document::json(&self.explained)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(&self.explained)
    }

    fn exit(&self) -> u8 {
        if self.explained.interrupted { 130 } else { 0 }
    }
}

/// What the report opens with.
fn opening(explained: &Explained) -> Opening {
    answer(explained).cut(explained.interrupted)
}

/// Under the strongest bot what the verdict is and what it hangs on.
fn answer(explained: &Explained) -> Opening {
    let bot = |case: &Case| explained.plan.arms[case.arm].bots[0].clone();
    let bots: Vec<String> = explained.cases.iter().map(bot).collect();
    let best = explained
        .cases
        .first()
        .filter(|_| explained.each > 0)
        .and_then(|case| explained.plan.arms[case.arm].strongest(bots.iter().map(String::as_str)));
    let Some((best, case)) = best.and_then(|best| {
        // The last of several cases of one bot is as good as any.
        explained.cases.iter().rev().find(|case| bot(case) == best).map(|case| (best, case))
    }) else {
        return match explained.games {
            0 => Opening::unplayed(),
            _ => Opening::new(
                Status::Undecided,
                "Not everything that is tried has been played: there is nothing to compare yet.",
                "nothing yet",
            ),
        };
    };
    let all: Vec<String> = case.rows.iter().filter(|row| row.ill.is_some()).map(tried).collect();
    let ill = match all.len() {
        0 => String::new(),
        1 => format!("; don't print {}, which is ill", all[0]),
        _ => format!("; don't print {}, which are ill", enumerated(&all, MOST_NAMED)),
    };
    let whose = match explained.cases.len() {
        1 => {
            let mut heard: Vec<String> = Vec::new();
            for bot in &explained.plan.arms[case.arm].bots {
                let bot = format!("`{bot}`");
                if !heard.contains(&bot) {
                    heard.push(bot);
                }
            }
            format!("Only {} bots were heard.", enumerated(&heard, heard.len()))
        }
        n => format!("So says `{best}`, the strongest of {n} bots; the others are told below."),
    };
    if explained.yardstick.is_none() {
        let summary = format!("{}{ill}. {whose}", moved(explained, case));
        let printing = "weigh it by what you want; no value of it is called fair";
        return Opening::new(Status::Plain, summary, printing);
    }
    let (status, answer, printing) = hanging(explained, case);
    Opening::new(status, format!("{answer}{ill}. {whose}"), printing).word(word_of(status, case))
}

/// What moves the metric where no value of it is called fair.
fn moved(explained: &Explained, case: &Case) -> String {
    let moved: Vec<String> = movers(explained, case).into_iter().map(tried).collect();
    let metric = of_game(explained, case);
    if moved.is_empty() {
        format!("Nothing tried is shown to move the {metric}")
    } else {
        format!("The {metric} is moved by {}", enumerated(&moved, MOST_NAMED))
    }
}

/// The metric with its game: `turns per game of Futbol Dash`.
fn of_game(explained: &Explained, case: &Case) -> String {
    let of = if explained.metric.is_of_entrant() { "in" } else { "of" };
    format!("{} {of} {}", metric_called(explained), explained.plan.arms[case.arm].ruleset.title)
}

/// What the verdict hangs on, and what to print.
fn hanging(explained: &Explained, case: &Case) -> (Status, String, String) {
    let names = |unknown: bool| -> Vec<String> {
        let own = case.factors.iter().filter(|factor| factor.with.is_empty());
        let sways = own.filter(|factor| factor.sway == Sway::Can && factor.unknown() == unknown);
        sways.map(|factor| factor.name.clone()).collect()
    };
    let (unknown, options) = (names(true), names(false));
    let subject = subject(explained, case);
    if case.ruling == Ruling::Undecided {
        let each = count(explained.each);
        return (
            Status::Undecided,
            format!("{subject} at {each} games per arm, so that it can't be said what its verdict hangs on"),
            format!("don't decide on this; play more, such as `--games {}`", 4 * explained.each),
        );
    }
    if !unknown.is_empty() {
        let unknown = enumerated(&unknown, MOST_NAMED);
        return (
            Status::Undecided,
            format!("{subject}, but that hangs on {unknown}"),
            format!("settle {unknown} first: the verdict is about that as much as about the game"),
        );
    }
    let answer = if options.is_empty() {
        format!("{subject}, and no number that the rules leave open is shown to change that")
    } else {
        format!(
            "{subject}; {} would change that, and no number that the rules leave open is shown to",
            enumerated(&options, MOST_NAMED)
        )
    };
    let levels = |row: &&Row| {
        row.ruling == Ruling::Level && row.ruling != case.ruling && row.sway == Sway::Can && row.ill.is_none()
    };
    let printing = match case.rows.iter().find(levels) {
        Some(row) => format!("try {}, which makes it level", tried(row)),
        None if case.ruling == Ruling::Level => "print it, as far as bots can tell".to_owned(),
        // Of a number nothing is level; what would change it is told above.
        None if !has_margin(explained) && !options.is_empty() => {
            "not as it is; weigh what would change it".to_owned()
        }
        None => "not as it is, and no single change tried makes it level".to_owned(),
    };
    (Status::Good, answer, printing)
}

/// The game, or its metric, and how it is ruled.
fn subject(explained: &Explained, case: &Case) -> String {
    let title = explained.plan.arms[case.arm].ruleset.title;
    let word = ruled_in_a_word(explained, case.ruling);
    // Of a number without a margin only the side is judged.
    let side = explained.yardstick.filter(|_| !has_margin(explained) && case.ruling != Ruling::Undecided);
    let side = side.map_or(String::new(), |yardstick| format!(" {}", bound(yardstick.fair, explained.unit)));
    if explained.metric == Metric::SEAT_GAP {
        format!("{title} is {word}{side}")
    } else {
        format!("The {} is {word}{side}", of_game(explained, case))
    }
}

/// The word of an opening: what it hangs on is open, the verdict itself is not.
const fn word_of(status: Status, case: &Case) -> &'static str {
    match (status, case.ruling) {
        (_, Ruling::Undecided) => "undecided",
        (Status::Good, _) => "stands",
        _ => "hangs on unknowns",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::lab::Hall;
    use crate::lab::explain::{Question, Scope, Yardstick, explain};
    use crate::scenario::sample;

    #[test]
    fn of_what_was_not_played_nothing_is_said() {
        let plan = sample("ruleset = \"futbol-dash\"\nbots = \"rusher\"\n");
        let question = Question {
            plan,
            arms: vec![0],
            metric: Metric::SEAT_GAP,
            yardstick: Some(Yardstick { fair: 0.0, margin: Some(0.02) }),
            games: 60,
            most: 60,
            scope: Scope::Everything,
            deep: None,
        };
        let stop = AtomicBool::new(true);
        let mut explained = explain(&question, &Hall::new(&stop, &|_| {})).unwrap();
        let said = opening(&explained).summary;
        assert_eq!(
            (explained.games, &*said),
            (0, "Interrupted: this is how far it came. Nothing was played.")
        );
        let said = words::headline(&explained, &explained.cases[0]).0;
        assert!(
            said.ends_with(": not everything that is tried has been played, so nothing is said of it."),
            "{said}"
        );
        // A block of which some arms are there.
        explained.games = 182;
        let said = opening(&explained).summary;
        let nothing = "Not everything that is tried has been played: there is nothing to compare yet.";
        assert!(said.ends_with(nothing), "{said}");
    }
}
