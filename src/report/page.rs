//! A report as plain data: verdicts, tables, figures, methods, assumptions,
//! files. Comes in from the verdicts; goes out to `html`, `markdown` and
//! `terminal`, which add no words of their own but headings. Names that a user
//! can type stand between backticks; a writer may take these marks away.

mod table;

use super::figure::{Figure, Format, Standing};
use super::tell::standing;
use crate::app::Program;
use crate::game::called;
use crate::scenario::Plan;
use crate::settings::Status;
use crate::verdict::{Light, Opening};
pub use table::{Cell, Column, Rows, Show, Table};

/// One answer, in one plain sentence with its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Whether what was asked holds, breaks, or is undecided.
    pub standing: Standing,
    /// The word for that, where it isn't the usual one of its standing: "not
    /// level" where nothing was broken.
    pub word: String,
    /// The answer.
    pub sentence: String,
    /// Whose word it is, where it is a light's of health.
    pub light: Option<Light>,
    /// Whether it is no answer but a warning.
    pub warns: bool,
    /// What it rests on: method, games, margin.
    pub details: Vec<String>,
}

impl Verdict {
    /// A sentence that stands as it does.
    #[must_use]
    pub fn new(standing: Standing, sentence: impl Into<String>) -> Self {
        Self { standing, sentence: sentence.into(), ..Self::default() }
    }

    /// No answer but a warning.
    #[must_use]
    pub fn warning(sentence: impl Into<String>) -> Self {
        Self { warns: true, ..Self::new(Standing::Undecided, sentence) }
    }

    /// The word in front of the sentence; empty for a plain fact.
    #[must_use]
    pub fn tag(&self) -> &str {
        match (self.warns, self.word.is_empty()) {
            (true, _) => "warning",
            (false, true) => word(self.standing),
            (false, false) => &self.word,
        }
    }

    /// The sentence where no word stands in front of it.
    #[must_use]
    pub fn spoken(&self) -> String {
        if self.warns { format!("Warning: {}", self.sentence) } else { self.sentence.clone() }
    }
}

/// The answers behind what a report opens with, and what that means for
/// printing.
#[must_use]
pub fn opened(opening: &Opening, answers: impl IntoIterator<Item = Verdict>) -> Vec<Verdict> {
    let standing = opening.status.map_or(Standing::Plain, standing);
    let (word, details) = (opening.word.to_owned(), vec![opening.line()]);
    let first =
        Verdict { word, details, light: opening.light, ..Verdict::new(standing, opening.summary.as_str()) };
    (!opening.summary.is_empty()).then_some(first).into_iter().chain(answers).collect()
}

/// A part of a [`Section`].
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A paragraph.
    Text(String),
    /// A paragraph that the first screen shows, too.
    Lead(String),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Box<Figure>),
}

impl From<Figure> for Part {
    fn from(figure: Figure) -> Self {
        Self::Figure(Box::new(figure))
    }
}

impl From<Table> for Part {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

/// A section of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// What it consists of.
    pub parts: Vec<Part>,
    /// Whether a reader opens it on demand: long tables.
    pub folded: bool,
}

impl Section {
    /// An open section.
    #[must_use]
    pub fn new(title: impl Into<String>, parts: Vec<Part>) -> Self {
        Self { title: title.into(), parts, folded: false }
    }
}

/// A method behind the numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// Its name and source.
    pub name: String,
    /// What it was used for.
    pub text: String,
}

impl Method {
    /// A method and what it was used for.
    #[must_use]
    pub fn new(name: &str, text: impl Into<String>) -> Self {
        Self { name: name.to_owned(), text: text.into() }
    }
}

/// A switch or number in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumption {
    /// Its key.
    pub key: String,
    /// Its value in this run.
    pub value: String,
    /// Where the value comes from.
    pub status: Status,
    /// What it means, and its plausible range.
    pub meaning: String,
    /// Whether it can change the verdict, where that was tried; empty
    /// otherwise.
    pub sways: String,
}

/// A file that lies beside the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileLink {
    /// Its path from the report.
    pub path: String,
    /// What it holds.
    pub what: String,
}

impl FileLink {
    /// A file beside the report.
    #[must_use]
    pub fn new(path: &str, what: &str) -> Self {
        Self { path: path.to_owned(), what: what.to_owned() }
    }
}

/// What identifies the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footer {
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// How players are numbered.
    pub numbered: String,
    /// The seed.
    pub seed: String,
    /// How many games were played.
    pub games: u64,
    /// The command that repeats the run. May be empty.
    pub command: String,
    /// Whether that command reads a file beside the report.
    pub beside: bool,
}

impl Footer {
    /// What stands before the command.
    pub(super) const fn repeat(&self) -> &'static str {
        if self.beside { "Repeat, in the folder of this report, with" } else { "Repeat with" }
    }
}

impl Footer {
    /// What was played of a plan, with the command that asked for it.
    #[must_use]
    pub fn of(plan: &Plan, games: u64) -> Self {
        let numbered = called::numbered(plan.arms.iter().map(|arm| arm.ruleset.facts()));
        Self { command: plan.command(), numbered, ..Self::new(plan.program, plan.seed, games) }
    }

    /// What was played from this seed by this version.
    #[must_use]
    pub fn new(program: Program, seed: impl std::fmt::Display, games: u64) -> Self {
        let (version, seed) = (program.version.to_owned(), seed.to_string());
        let (program, numbered) = (program.name.to_owned(), called::numbered([]));
        Self { program, version, numbered, seed, games, command: String::new(), beside: false }
    }
}

/// A whole report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// What was run.
    pub title: String,
    /// The question asked. May be empty.
    pub question: String,
    /// The answers, most important first.
    pub verdicts: Vec<Verdict>,
    /// How to read the numbers: what ± is, how intervals were made.
    pub reading: String,
    /// Tables and figures.
    pub sections: Vec<Section>,
    /// The methods behind the numbers.
    pub methods: Vec<Method>,
    /// Switches and numbers in force.
    pub assumptions: Vec<Assumption>,
    /// What stands below them; may be empty.
    pub assumption_note: String,
    /// The files of the run.
    pub files: Vec<FileLink>,
    /// The folder of the plots, from the report; used where plots are linked.
    pub plots: String,
    /// What identifies the run.
    pub footer: Footer,
}

/// The word for a standing, where colour alone must not tell it.
#[must_use]
pub(super) const fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Plain => "",
        Standing::Baseline => "baseline",
        Standing::Good => "holds",
        Standing::Bad => "broken",
        Standing::Undecided => "undecided",
        Standing::Clear => "clear",
        Standing::Unclear => "not clear",
    }
}

/// The number of games with thin spaces.
pub(super) fn games(count: u64) -> String {
    Format::number(0).value(count as f64)
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
    use crate::report::figure::Point;
    use crate::report::plots::samples as plots;

    /// A page with everything in it.
    pub(crate) fn page() -> Page {
        let percent = Format::percent(1);
        let row = |name: &str, value: f64, turns: f64, standing: Standing| {
            vec![
                Cell::new(name),
                Cell::point(&Point::new(value, value - 0.0031, value + 0.0031), &percent).standing(standing),
                Cell::point(&Point::new(turns, turns - 0.4, turns + 0.4), &Format::named("turns", 1)),
                Cell::new(Format::number(0).value(100_000.0)),
                Cell::new("greedy against greedy"),
            ]
        };
        let key = Table {
            caption: "Home wins and length by arm, 100\u{202f}000 mirrored pairs each".to_owned(),
            columns: vec![
                Column::words("arm"),
                Column::numbers("home wins (of decided games)"),
                Column::numbers("turns per game"),
                Column::numbers("pairs"),
                Column::words("entrants"),
            ],
            rows: vec![
                row("no home advantage", 0.512, 38.2, Standing::Good),
                row("home-advantage-points=5", 0.584, 37.9, Standing::Bad),
                row("home-advantage-points=2, corner-redraw=never", 0.523, 38.4, Standing::Undecided),
            ],
            note: "Intervals: 95 %, Wilson score over blocks.".to_owned(),
            ..Table::default()
        };
        let figure = |figure: Figure| Part::Figure(Box::new(figure));
        let five = ["as printed", "two dice", "no corner", "home-advantage-points=0", "random bots"];
        let three = ["as printed", "two dice", "no corner"];
        let bots = ["random", "greedy", "careful defender", "flat Monte Carlo", "tree search"];
        let section =
            |title: &str, parts: Vec<Part>| Section { title: title.to_owned(), parts, folded: false };
        Page {
            title: "King of the Pitch: is playing at home worth too much?".to_owned(),
            question: "Does the home side win 48 to 52 % of decided games between equal bots?".to_owned(),
            verdicts: vec![
                Verdict {
                    standing: Standing::Bad,
                    sentence: "With 5 points the home side wins 58.4 % ± 0.3 of decided games; each point is worth +1.6 pp.".to_owned(),
                    details: vec!["The whole 95 % interval lies above the margin of 48–52 %; 100\u{202f}000 mirrored pairs.".to_owned()],
                    ..Verdict::default()
                },
                Verdict::new(Standing::Good, "Without home advantage the game is fair: 51.2 % ± 0.3."),
                Verdict {
                    standing: Standing::Undecided,
                    sentence: "Two points without corner redraw: 52.3 % ± 0.3, not decided within the games allowed.".to_owned(),
                    details: vec!["About 40\u{202f}000 more pairs would decide it.".to_owned()],
                    ..Verdict::default()
                },
            ],
            reading: String::new(),
            sections: vec![
                section(
                    "Results",
                    vec![
                        Part::Text("Arms share their luck, so that differences are those of the rules.".to_owned()),
                        Part::Table(key),
                        figure(plots::forest_two()),
                        figure(plots::bars(4, &five)),
                    ],
                ),
                section("How the answer came about", vec![figure(plots::convergence()), figure(plots::curve(&bots[..4]))]),
                section("Goals and length", vec![figure(plots::goals(&three)), figure(plots::lengths(&three))]),
                section("What it hangs on", vec![figure(plots::tornado()), figure(plots::forest_five())]),
                section("Bots", vec![figure(plots::heatmap(&bots))]),
                Section {
                    title: "Every variant".to_owned(),
                    parts: vec![figure(plots::forest_many())],
                    folded: true,
                },
            ],
            methods: vec![
                Method {
                    name: "Wilson score interval (Wilson 1927)".to_owned(),
                    text: "rates, over blocks of two mirrored games".to_owned(),
                },
                Method {
                    name: "Two one-sided tests (Schuirmann 1987)".to_owned(),
                    text: "“fair” means that the whole interval lies inside the margin".to_owned(),
                },
            ],
            assumptions: vec![
                Assumption {
                    key: "home-advantage-points".to_owned(),
                    value: "5".to_owned(),
                    status: Status::Given,
                    meaning: "points that the home side adds to each duel".to_owned(),
                    sways: "yes".to_owned(),
                },
                Assumption {
                    key: "corner-redraw".to_owned(),
                    value: "once".to_owned(),
                    status: Status::Inferred,
                    meaning: "how often a corner lets a side draw again".to_owned(),
                    sways: String::new(),
                },
                Assumption {
                    key: "empty-deck".to_owned(),
                    value: "reshuffle".to_owned(),
                    status: Status::Assumed,
                    meaning: "what happens when the deck runs out; plausible: reshuffle, stop <half>".to_owned(),
                    sways: String::new(),
                },
            ],
            assumption_note: "“yes”: some plausible value gives another verdict.".to_owned(),
            files: vec![
                FileLink { path: "summary.csv".to_owned(), what: "one row per arm and metric".to_owned() },
                FileLink { path: "run.json".to_owned(), what: "what ran; repeats it with `levelpitch rerun`".to_owned() },
            ],
            plots: "plots".to_owned(),
            footer: Footer {
                numbered: called::numbered([]),
                program: "levelpitch".to_owned(),
                version: "0.1.0".to_owned(),
                seed: "20260101".to_owned(),
                games: 600_000,
                command: "levelpitch run scenarios/home-advantage.toml --seed 20260101".to_owned(),
                beside: false,
            },
        }
    }
}
