//! What to play at a table, told.

use super::{PlanDocument, per_cent, points, sheet};
use crate::lab::playtest::Schedule;
use crate::lab::playtest::schedule::{Shown, Wanted};
use crate::report::document::{Heading, text};
use crate::report::figure::Standing;
use crate::report::page::{
    FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict, opened,
};
use crate::report::tell::assumptions;
use crate::report::{Answer, Beside};
use crate::verdict::health::turn;
use crate::verdict::{Opening, Status, count};

/// Files that people fill in at the table.
pub const FILLED_IN: &[&str] = &["log.csv", "sheet.html"];
/// Lines of the sheet where no number of games does.
const LINES: u64 = 20;

fn games(wanted: Option<u64>) -> String {
    wanted.map_or("more than any table plays".to_owned(), count)
}

/// Hours and minutes of so many games.
fn time(s: &Schedule, games: u64) -> Option<String> {
    let minutes = (s.minutes()? * games as f64).round() as u64;
    Some(match minutes {
        0..120 => format!("{minutes} minutes"),
        _ => format!("{} hours", minutes.div_ceil(60)),
    })
}

/// How long a turn was taken to be, for whoever reads a time.
fn pace(s: &Schedule) -> Option<String> {
    s.length?;
    let assumed = if s.question.minutes.is_none() { " assumed; `--minutes-per-turn` says yours" } else { "" };
    Some(format!("{} a turn{assumed}", turn(s.pace())))
}

fn sentences(s: &Schedule) -> Vec<String> {
    let Schedule { seats, equal, question, .. } = s;
    let ask = &s.wanted[0];
    let table = s.question.plan.arms.first().map_or("", |arm| arm.ruleset.title);
    let from_to = format!("{} of games instead of {}", per_cent(equal + ask.effect), per_cent(*equal));
    let mut all = vec![match s.games() {
        Some(games) => {
            let long = time(s, games).map_or(String::new(), |time| format!(", about {time} at the table"));
            format!(
                "{table}: play {} games with {seats} players{long}, to have a chance of {} of showing that one seat wins \
                 {} points more than an equal share ({from_to}).",
                count(games),
                per_cent(question.power),
                points(ask.effect),
            )
        }
        None => format!(
            "{table}: no table plays enough games with {seats} players to show that one seat wins {} points more than \
             an equal share ({from_to}).",
            points(ask.effect)
        ),
    }];
    for shown in &s.shown {
        let edge = match shown.edge {
            Some(edge) => format!("only an edge of {} points or more", points(edge)),
            None => "no edge of a seat, however large".to_owned(),
        };
        all.push(format!(
            "{} games show {edge}: a seat that is equal to the others wins {} to {} of them.",
            count(shown.games),
            shown.usual.0,
            shown.usual.1
        ));
    }
    all.push(format!(
        "Let everybody sit everywhere equally often ({seats} games are one round). While people keep their seats no \
         number of games tells a good seat from a good player."
    ));
    if let Some(length) = s.length {
        all.push(format!(
            "Whether games are a fifth longer than the bots' ({:.0} {}) shows after {} games.",
            length.mean,
            length.counted,
            games(length.games)
        ));
    }
    all
}

/// What the report opens with: the number of games is the answer.
fn opening(s: &Schedule) -> Opening {
    let first = sentences(s).swap_remove(0);
    let points = points(s.wanted[0].effect);
    let printing = match s.games() {
        Some(games) if games <= 2 * LINES => "play these games before you print".to_owned(),
        Some(_) => format!(
            "few tables play that many games: print by what the bots say of an edge of {points} points, and see at the \
             table whether people play like them (`playtest read`)"
        ),
        None => "a table can't show it; print by what the bots say".to_owned(),
    };
    Opening::new(Status::Plain, first, printing)
}

fn tables(s: &Schedule) -> [Table; 2] {
    let mut wanted: Vec<&Wanted> = s.wanted.iter().collect();
    wanted.sort_by(|a, b| a.effect.total_cmp(&b.effect));
    let effects = Rows::of(wanted)
        .words("a seat wins", |w| {
            format!("{} points more ({})", points(w.effect), per_cent(s.equal + w.effect))
        })
        .numbers("games", |w| games(s.rounds(w)))
        .numbers("time at the table", |w| {
            s.rounds(w).and_then(|games| time(s, games)).unwrap_or_else(|| "–".to_owned())
        })
        .table(format!("Games that show an edge with a chance of {}", per_cent(s.question.power)))
        .note(pace(s).map_or(String::new(), |pace| format!("Time at the table: {pace}.")))
        .show(Show::All);
    let shown: Vec<&Shown> = s.shown.iter().collect();
    let numbers = Rows::of(shown)
        .words("games", |row| count(row.games))
        .numbers("wins of an equal seat", |row| format!("{} to {}", row.usual.0, row.usual.1))
        .numbers("smallest edge shown", |row| {
            row.edge.map_or("none".to_owned(), |edge| format!("{} points", points(edge)))
        })
        .numbers("smallest lengthening shown", |row| {
            row.length.map_or("–".to_owned(), |length| format!("+{}", per_cent(length)))
        })
        .table("What a number of games shows")
        .show(Show::All);
    [effects, numbers]
}

impl Schedule {
    /// Rows of the log: a game each, where they are not too many.
    fn lines(&self) -> u64 {
        self.games().filter(|&games| games <= 10 * LINES).unwrap_or(LINES)
    }

    /// The sheet for the table.
    fn sheet(&self) -> Vec<u8> {
        let title = self.question.plan.arms.first().map_or("", |arm| arm.ruleset.title);
        sheet::page(title, self.seats, self.lines().min(LINES)).into_bytes()
    }
}

impl Answer for Schedule {
    const NAME: &'static str = "playtest-plan";

    fn opening(&self) -> Opening {
        opening(self)
    }

    fn page(&self) -> Page {
        let plan = &self.question.plan;
        let rest = sentences(self).into_iter().skip(1);
        let verdicts = rest.map(|text| Verdict::new(Standing::Plain, text));
        let beside = if self.seats > 2 {
            format!(", corrected for picking the most striking of {} seats", self.seats)
        } else {
            String::new()
        };
        let tables: Vec<Part> = tables(self).into_iter().map(Part::from).collect();
        Page {
            title: format!("{} — plan of a playtest", plan.name),
            question: "How many games at a table show what?".to_owned(),
            verdicts: opened(&self.opening(), verdicts),
            reading: format!(
                "An edge is shown when the seat's wins lie outside of what is usual for an equal seat in {} % of cases{beside}.",
                100.0 * plan.level
            ),
            sections: vec![Section::new("Games and what they show", tables)],
            methods: vec![
                Method::new(
                    "Exact binomial test and its power (Clopper and Pearson 1934)",
                    "for the wins of one seat: no approximation, because tables play few games.",
                ),
                Method::new(
                    "Normal power with half a squared quantile (Guenther 1981)",
                    "for the mean length; its spread is that of the bots' games, and people may spread more.",
                ),
            ],
            assumptions: assumptions(plan),
            files: vec![
                FileLink::new("sheet.html", "the sheet to print: one line per game"),
                FileLink::new(
                    "log.csv",
                    "the same as a table to fill in; the command `playtest read` reads it",
                ),
            ],
            footer: Footer::of(plan, self.simulated),
            ..Page::default()
        }
    }

    fn json(&self) -> String {
        let plan = &self.question.plan;
        let ruleset = plan.arms.first().map_or("", |arm| arm.ruleset.id);
        let (games, verdicts) = (self.games(), sentences(self));
        let heading = Heading::from(plan).opening(self.opening());
        text(&PlanDocument { heading, ruleset, schedule: self, games, verdicts })
    }

    fn csv(&self) -> Vec<u8> {
        crate::report::csv::Columns::of(self.wanted.iter())
            .with("effect", |w| w.effect)
            .with("games", |w| w.games)
            .bytes()
    }

    fn beside() -> Vec<Beside<Self>> {
        vec![
            Beside::json("playtest-plan.json"),
            Beside::csv("playtest-plan.csv"),
            Beside::new("sheet.html", |schedule| Some(schedule.sheet())),
            Beside::new("log.csv", |schedule| Some(sheet::log(schedule.seats, schedule.lines()))),
        ]
    }

    fn exit(&self) -> u8 {
        0
    }
}
