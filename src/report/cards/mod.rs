//! Too strong, dead, or fine, told: words first, then the list.

mod document;
mod page;

use std::fmt::Write;

pub use document::Document;

use super::Answer;
use super::page::Page;
use crate::game::called::signed;
use crate::lab::cards::{List, Row, Ruling, Strengths};
use crate::verdict::{Opening, Status, count, enumerated};

/// Names told in a sentence before "and n more".
const MOST_NAMED: usize = 6;

/// Lists, ready to be told.
pub struct Telling {
    /// What was found.
    pub found: Strengths,
    /// Rows of the terminal's table.
    pub top: usize,
}

impl Answer for Telling {
    const NAME: &'static str = "cards";

    fn page(&self) -> Page {
        page::page(&self.found, self.top)
    }

    fn json(&self) -> String {
        document::json(&self.found)
    }

    fn csv(&self) -> Vec<u8> {
        document::csv(&self.found)
    }

    fn exit(&self) -> u8 {
        let open = |list: &List| list.of(Ruling::Undecided).next().is_some();
        match self.found.judge() {
            _ if self.found.interrupted => 130,
            Some(list) if open(list) => 3,
            _ => 0,
        }
    }
}

/// Percentage points with their sign: `+12.3`.
fn points(share: f64) -> String {
    signed(100.0 * share, 1)
}

fn names<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<String> {
    rows.map(|row| row.name.clone()).collect()
}

/// The bots of a list: `planner`, or all of them where they differ.
fn players(list: &List) -> String {
    let alike = list.bots.windows(2).all(|pair| pair[0] == pair[1]);
    if alike { list.bots.first().cloned().unwrap_or_default() } else { list.bots.join(", ") }
}

/// What a list comes to, in a sentence that can be read aloud, and how it is
/// marked.
#[must_use]
pub fn headline(list: &List) -> (String, Status) {
    let too_strong = |row: &Row| {
        format!(
            "{} ({} points for whoever is handed it, other {} {})",
            row.name,
            points(row.worth.value),
            row.class,
            points(row.typical)
        )
    };
    let strong: Vec<String> = list.of(Ruling::TooStrong).map(too_strong).collect();
    let dead = names(list.of(Ruling::Dead));
    let idle = names(list.of(Ruling::Idle));
    let open = names(list.of(Ruling::Undecided));
    let costs = |row: &Row| format!("{} ({} points)", row.name, points(row.worth.value));
    let harmful: Vec<String> = list.of(Ruling::Harmful).map(costs).collect();
    let all = list.goods.len();
    // Nothing is proved to be the case of what is undecided.
    let none = |what: &str| if open.is_empty() { what.to_owned() } else { format!("{what} for sure") };
    let mut text = match (strong.is_empty(), dead.is_empty()) {
        (true, true) => none("Nothing is too strong and nothing dead"),
        (false, true) => {
            format!("Too strong: {}; {}", enumerated(&strong, MOST_NAMED), none("nothing is dead"))
        }
        (true, false) => {
            format!("Dead: {}; {}", enumerated(&dead, MOST_NAMED), none("nothing is too strong"))
        }
        (false, false) => format!(
            "Too strong: {}; dead: {}",
            enumerated(&strong, MOST_NAMED),
            enumerated(&dead, MOST_NAMED)
        ),
    };
    if !harmful.is_empty() {
        let _ = write!(text, "; a cost to whoever holds it: {}", enumerated(&harmful, MOST_NAMED));
    }
    if !idle.is_empty() {
        let _ = write!(text, "; used, but one more makes no difference: {}", enumerated(&idle, MOST_NAMED));
    }
    let _ = write!(text, "; {} of {all} fine", list.of(Ruling::Fine).count());
    if !open.is_empty() {
        let _ = write!(
            text,
            "; undecided after {} games with each: {}",
            count(list.blocks),
            enumerated(&open, MOST_NAMED)
        );
    }
    text.push('.');
    let status = match (strong.is_empty() && dead.is_empty(), open.is_empty()) {
        (false, _) => Status::Bad,
        (true, false) => Status::Undecided,
        (true, true) => Status::Good,
    };
    (text, status)
}

/// What a report opens with: the list to believe, and what it means for
/// printing.
#[must_use]
pub fn opening(found: &Strengths) -> Opening {
    let Some(list) = found.judge().filter(|list| list.blocks > 0) else {
        return Opening::unplayed().cut(found.interrupted);
    };
    let (summary, status) = headline(list);
    let [strong, dead, idle, harmful] = [Ruling::TooStrong, Ruling::Dead, Ruling::Idle, Ruling::Harmful]
        .map(|of| enumerated(&names(list.of(of)), MOST_NAMED));
    let earn = match list.of(Ruling::Idle).count() {
        1 => " earns a place, because one more makes no difference",
        _ => " earn a place, because one more makes no difference",
    };
    let advice = [
        (&strong, "tone down ", ""),
        (&dead, "give ", " something to do or leave it out"),
        (&harmful, "look at ", ", which their holders would rather not have"),
        (&idle, "ask whether ", earn),
    ];
    let told = advice.iter().filter(|(names, ..)| !names.is_empty());
    let mut told: Vec<String> =
        told.map(|(names, before, after)| format!("{before}{names}{after}")).collect();
    let open = list.of(Ruling::Undecided).count();
    let all_open = open == list.goods.len();
    if told.is_empty() && !all_open {
        told.push(
            "of what is decided nothing speaks against printing it as it is, as far as bots can tell"
                .to_owned(),
        );
    }
    if open > 0 {
        told.push(match open {
            1 => "don't decide yet on the one that is undecided".to_owned(),
            _ => format!("don't decide yet on the {open} that are undecided"),
        });
    }
    let word = match (strong.is_empty(), dead.is_empty()) {
        (false, _) => "too strong",
        (true, false) => "dead",
        (true, true) => "",
    };
    Opening::new(status, summary, told.join("; ")).word(word).cut(found.interrupted)
}

/// Whose play the answer is, and where the other bots say otherwise.
#[must_use]
pub fn whose(found: &Strengths) -> String {
    let Some((judge, others)) = found.lists.split_last() else { return String::new() };
    let mut text = format!("Judged by games of `{}`", players(judge));
    if others.is_empty() {
        text += " alone";
    }
    let of = |list: &List, name: &str| list.goods.iter().find(|row| row.name == name).map(|row| row.ruling);
    for other in others {
        let apart = judge.goods.iter().filter_map(|row| {
            let theirs = of(other, &row.name)?;
            let decided = row.ruling != Ruling::Undecided && theirs != Ruling::Undecided;
            (decided && theirs != row.ruling).then(|| format!("{} ({})", row.name, theirs.words()))
        });
        let apart: Vec<String> = apart.collect();
        let _ = match apart.len() {
            0 => {
                let games = count(other.blocks);
                write!(text, "; `{}`, in {games} games with each, contradicts none of it", players(other))
            }
            _ => write!(
                text,
                "; for `{}` it is otherwise with {}",
                players(other),
                enumerated(&apart, MOST_NAMED)
            ),
        };
    }
    text.push('.');
    if judge.of(Ruling::Harmful).next().is_some() {
        text += " What costs its holder may be that bot's own doing: people can leave a card in their hand.";
    }
    if judge.of(Ruling::Undecided).next().is_some() && !found.interrupted {
        let _ = write!(text, " What is undecided, --games {} may decide.", 4 * judge.blocks);
    }
    text
}
