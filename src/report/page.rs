//! A report as plain data: verdicts, tables, figures, methods, assumptions,
//! files. Comes in from the verdicts; goes out to `html` and `markdown`, which
//! add no words of their own but headings.

use serde::{Deserialize, Serialize};

use super::figure::{Figure, Format, Point, Standing};

/// One answer, in one plain sentence with its number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Verdict {
    /// Whether what was asked holds, breaks, or is undecided.
    pub standing: Standing,
    /// The word for that, where it isn't the usual one of its standing: "not
    /// level" where nothing was broken.
    pub word: String,
    /// The answer.
    pub sentence: String,
    /// What it rests on: method, games, margin. May be empty.
    pub detail: String,
}

impl Verdict {
    /// The word in front of the sentence; empty for a plain fact.
    #[must_use]
    pub fn tag(&self) -> &str {
        if self.word.is_empty() { word(self.standing) } else { &self.word }
    }
}

/// A column of a [`Table`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Column {
    /// Its heading, with the unit where the cells don't carry it.
    pub label: String,
    /// Whether its cells are numbers, which line up at the right.
    pub number: bool,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn words(label: &str) -> Self {
        Self { label: label.to_owned(), number: false }
    }

    /// A column of numbers.
    #[must_use]
    pub fn numbers(label: &str) -> Self {
        Self { label: label.to_owned(), number: true }
    }
}

/// A cell of a [`Table`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cell {
    /// The value or word.
    pub text: String,
    /// Its interval, empty for none.
    pub interval: String,
    /// How it stands to what was asked.
    pub standing: Standing,
}

impl Cell {
    /// A word, or a number without an interval.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// An estimate with its interval.
    #[must_use]
    pub fn point(point: &Point, format: &Format) -> Self {
        let interval =
            if point.is_exact() { String::new() } else { format.bare_range(point.low, point.high) };
        Self { text: format.value(point.value), interval, standing: Standing::Plain }
    }

    /// The same cell, judged.
    #[must_use]
    pub fn standing(mut self, standing: Standing) -> Self {
        self.standing = standing;
        self
    }
}

/// A table; the first cell of each row names the row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Table {
    /// What the table shows, of how many games.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; missing cells are empty.
    pub rows: Vec<Vec<Cell>>,
    /// How to read it. May be empty.
    pub note: String,
}

/// A part of a [`Section`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Box<Figure>),
}

/// A section of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// What it consists of.
    pub parts: Vec<Part>,
    /// Whether a reader opens it on demand: long tables.
    pub folded: bool,
}

/// A method behind the numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Method {
    /// Its name and source.
    pub name: String,
    /// What it was used for.
    pub text: String,
}

/// Where the value of a switch or number comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Printed in the rulebook or on the components.
    #[default]
    Given,
    /// Follows from what is printed.
    Inferred,
    /// Not in the rulebook; has a plausible range.
    Assumed,
}

impl Origin {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Inferred => "inferred",
            Self::Assumed => "assumed",
        }
    }
}

/// A switch or number in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Assumption {
    /// Its key.
    pub key: String,
    /// Its value in this run.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
    /// What it means, and its plausible range.
    pub meaning: String,
    /// Whether it can change the verdict, where that was tried; empty
    /// otherwise.
    #[serde(default)]
    pub sways: String,
}

/// A file that lies beside the report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FileLink {
    /// Its path from the report.
    pub path: String,
    /// What it holds.
    pub what: String,
}

/// What identifies the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Footer {
    /// The version of levelpitch.
    pub version: String,
    /// The seed.
    pub seed: String,
    /// How many games were played.
    pub games: u64,
    /// The command that repeats the run. May be empty.
    pub command: String,
}

/// A whole report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Page {
    /// What was run.
    pub title: String,
    /// The question asked. May be empty.
    pub question: String,
    /// The answers, most important first.
    pub verdicts: Vec<Verdict>,
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
    }
}

/// The number of games with thin spaces.
pub(super) fn games(count: u64) -> String {
    Format::number(0).value(count as f64)
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
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
                    word: String::new(),
                    standing: Standing::Bad,
                    sentence: "With 5 points the home side wins 58.4 % ± 0.3 of decided games; each point is worth +1.6 pp.".to_owned(),
                    detail: "The whole 95 % interval lies above the margin of 48–52 %; 100\u{202f}000 mirrored pairs.".to_owned(),
                },
                Verdict {
                    word: String::new(),
                    standing: Standing::Good,
                    sentence: "Without home advantage the game is fair: 51.2 % ± 0.3.".to_owned(),
                    detail: String::new(),
                },
                Verdict {
                    word: String::new(),
                    standing: Standing::Undecided,
                    sentence: "Two points without corner redraw: 52.3 % ± 0.3, not decided within the games allowed.".to_owned(),
                    detail: "About 40\u{202f}000 more pairs would decide it.".to_owned(),
                },
            ],
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
                    origin: Origin::Given,
                    meaning: "points that the home side adds to each duel".to_owned(),
                    sways: "yes".to_owned(),
                },
                Assumption {
                    key: "corner-redraw".to_owned(),
                    value: "once".to_owned(),
                    origin: Origin::Inferred,
                    meaning: "how often a corner lets a side draw again".to_owned(),
                    sways: String::new(),
                },
                Assumption {
                    key: "empty-deck".to_owned(),
                    value: "reshuffle".to_owned(),
                    origin: Origin::Assumed,
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
                version: "0.1.0".to_owned(),
                seed: "20260101".to_owned(),
                games: 600_000,
                command: "levelpitch run scenarios/home-advantage.toml --seed 20260101".to_owned(),
            },
        }
    }
}
