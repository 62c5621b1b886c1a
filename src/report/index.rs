//! Reports listed, the newest first: one line each with its question, its answer
//! and its health.
//!
//! In: what the reports of a folder say of themselves ([`Headline`]). Out: the
//! page `index.html` beside them with a link to each. Names and texts of reports
//! may be anybody's: they are escaped as everything else is.

use std::time::{SystemTime, UNIX_EPOCH};

use schemars::JsonSchema;
use serde::Serialize;

use super::csv::Columns;
use super::document::text;
use super::figure::Standing;
use super::headline::Headline;
use super::health::standing;
use super::page::{Cell, Footer, Page, Rows, Section, Show, Table, Verdict};
use super::{Answer, File, html, markdown};
use crate::app::Program;
use crate::verdict::{Light, count};

/// Rows on the first screen.
const MOST_ROWS: usize = 12;

/// A report that was found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Entry {
    /// Its page, from the index.
    pub page: String,
    /// When it was written, in universal time; null where that can't be told, and in an
    /// atlas, which is the same whenever it is made.
    pub date: Option<String>,
    /// What it says.
    #[serde(flatten)]
    pub said: Headline,
}

/// Reports of a folder.
#[derive(Debug, Clone)]
pub struct Index {
    /// Who lists them.
    pub program: Program,
    /// What they are.
    pub title: String,
    /// What stands above their table.
    pub heading: String,
    /// The reports, in the order of the page.
    pub entries: Vec<Entry>,
    /// What is to be known of them all.
    pub sentences: Vec<String>,
}

/// The document of an index.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    /// What the reports are.
    title: &'a str,
    /// Version of the program.
    version: &'static str,
    /// What is to be known of them all.
    notes: &'a [String],
    /// The reports, in the order of the page.
    reports: &'a [Entry],
}

impl Entry {
    /// The health of the game it is about, as a word.
    fn health(&self) -> Cell {
        let light = self.said.health().and_then(|said| said.light).unwrap_or(Light::None);
        Cell::new("").standing(standing(light)).word(light.word())
    }

    fn answer(&self) -> Cell {
        let Some(first) = self.said.first() else { return Cell::new("no answer was kept") };
        Cell { text: first.sentence.clone(), short: first_sentence(&first.sentence), ..Cell::default() }
    }

    /// What is said of printing it, but for what the answer says already.
    fn worst(&self) -> &str {
        self.said.health().map_or("", |said| &said.sentence)
    }
}

/// A text up to the end of its first sentence: the stop before a capital letter.
fn first_sentence(text: &str) -> String {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let mut ends = ends.filter(|at| text[*at..].trim_start().starts_with(char::is_uppercase));
    ends.next().map_or(text, |end| &text[..end]).to_owned()
}

/// Days since 1970 as year, month and day (Howard Hinnant's algorithm).
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// A moment to the minute, in universal time: `2026-03-14 09:26`.
#[must_use]
pub fn date(moment: SystemTime) -> Option<String> {
    let seconds = i64::try_from(moment.duration_since(UNIX_EPOCH).ok()?.as_secs()).ok()?;
    let (year, month, day) = civil(seconds / 86_400);
    let minutes = seconds % 86_400 / 60;
    (year < 10_000).then(|| format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minutes / 60, minutes % 60))
}

/// How many reports there are, and how many of them say not to print.
#[must_use]
pub fn counted(entries: &[Entry]) -> String {
    let what = match entries.len() {
        1 => "1 report".to_owned(),
        n => format!("{} reports", count(n as u64)),
    };
    let health = entries.iter().filter_map(|entry| entry.said.health());
    match health.filter(|said| said.standing == Standing::Bad).count() {
        0 => format!("{what}."),
        1 => format!("{what}; 1 says not to print."),
        n => format!("{what}; {n} say not to print."),
    }
}

impl Index {
    fn table(&self) -> Table {
        let rows = Rows::of(&self.entries)
            .words("report", |entry| Cell::link(entry.said.title.clone(), entry.page.clone()))
            .words("question", |entry| entry.said.question.clone())
            .words("answer", Entry::answer)
            .words("health", Entry::health);
        let dated = self.entries.iter().any(|entry| entry.date.is_some());
        let rows = if dated {
            rows.words("written (UTC)", |entry| entry.date.clone().unwrap_or_default())
        } else {
            rows
        };
        rows.table("").show(Show::First(MOST_ROWS))
    }
}

impl Answer for Index {
    const NAME: &'static str = "index";
    const PAGES: &'static [&'static str] = &["index.html", "index.md"];

    fn page(&self) -> Page {
        let verdict = |said: &String| Verdict::new(Standing::Plain, said.as_str());
        Page {
            title: self.title.clone(),
            verdicts: self.sentences.iter().map(verdict).collect(),
            sections: vec![Section::new(self.heading.clone(), vec![self.table().into()])],
            footer: Footer::new(self.program, "", 0),
            ..Page::default()
        }
    }

    fn json(&self) -> String {
        let (title, version) = (&self.title, self.program.version);
        text(&Document { title, version, notes: &self.sentences, reports: &self.entries })
    }

    fn csv(&self) -> Vec<u8> {
        let first = |entry: &Entry| entry.said.first().map_or(String::new(), |said| said.sentence.clone());
        Columns::of(&self.entries)
            .with("report", |entry| entry.said.title.as_str())
            .with("question", |entry| entry.said.question.as_str())
            .with("answer", first)
            .with("health", Entry::worst)
            .with("written", |entry| entry.date.clone())
            .with("page", |entry| entry.page.as_str())
            .bytes()
    }

    /// Not the page of a report: the folder may hold one.
    fn written(&self) -> impl Iterator<Item = File> {
        let page = self.page();
        let told = [html::page(&page), markdown::page(&page)].map(String::into_bytes);
        self.files().chain(Self::PAGES.iter().map(|&name| name.to_owned()).zip(told))
    }

    fn exit(&self) -> u8 {
        0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::report::headline::Said;
    use crate::report::wellformed::check;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, told) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (1_772_323_200, "2026-03-01 00:00"),
            (4_102_444_799, "2099-12-31 23:59"),
        ] {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(seconds)).as_deref(), Some(told));
        }
        assert_eq!(date(UNIX_EPOCH - Duration::from_secs(1)), None);
    }

    #[test]
    fn a_sentence_ends_before_the_next_one() {
        let told = "Don't print `x`: 71.0 % of 2 arms are goalless. 2 more of 3 arms. That aside: level.";
        assert_eq!(first_sentence(told), &told[..told.find(" That").unwrap()]);
        assert_eq!(first_sentence("No stop"), "No stop");
    }

    #[test]
    fn a_hostile_name_stays_a_name() {
        let nasty = "<script>alert(1)</script>\" onload=\"x' & [a](javascript:b) | `c`";
        let said = Said {
            standing: Standing::Good,
            word: nasty.to_owned(),
            sentence: nasty.to_owned(),
            light: None,
        };
        let said = Headline {
            title: nasty.to_owned(),
            question: nasty.to_owned(),
            answers: vec![said],
            ..Headline::default()
        };
        let entry = Entry { page: "a\"><b>/%/javascript:x/report.html".to_owned(), date: None, said };
        let program = Program { name: "lp", version: "1" };
        let (title, heading, sentences) = (nasty.to_owned(), nasty.to_owned(), vec![nasty.to_owned()]);
        let index = Index { program, title, heading, entries: vec![entry], sentences };
        let page = html::page(&index.page());
        check(&page).unwrap();
        assert!(!page.contains("<script") && !page.contains("onload=\"x"), "{page}");
        assert!(page.contains("href=\"./a%22%3E%3Cb%3E/%25/javascript%3Ax/report.html\""), "{page}");
        let text = index.markdown();
        assert!(text.contains("](./a%22%3E%3Cb%3E/%25/javascript%3Ax/report.html)"), "{text}");
        assert!(!text.replace("\\<", "").contains('<') && !text.contains("[a](javascript"), "{text}");
    }
}
