//! A [`Page`] → what a terminal shows first: the answers, the tables that belong
//! beside them within the width there is, how to read them. Adds no words of its
//! own but these closing lines.

use std::fmt::Write as _;

use super::figure::Standing;
use super::page::{Cell, Page, Part, Table};

/// Answers before they are cut; the report has them all.
const MOST_ANSWERS: usize = 24;
/// Characters that a column of words keeps, however narrow the terminal.
const LEAST_WORDS: usize = 16;
/// Blanks between two columns.
const GAP: usize = 2;
/// Lines of a cell above which rows of words are told one below the other.
const MOST_LINES: usize = 6;

/// What the text is written on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen {
    /// Characters in a line; none where lines may be as long as they like.
    pub width: Option<usize>,
    /// Whether it has colours.
    pub colour: bool,
}

/// Writes what a page shows first.
#[must_use]
pub fn page(page: &Page, screen: Screen) -> String {
    let mut out = String::new();
    for (i, verdict) in page.verdicts.iter().enumerate() {
        if i == MOST_ANSWERS {
            let _ = writeln!(out, "… and {} more in report.md", page.verdicts.len() - i);
            break;
        }
        let said = folded(&verdict.spoken(), screen.width).join("\n");
        let _ = writeln!(out, "{}", painted(&said, verdict.standing, i == 0, screen));
        for line in verdict.details.iter().flat_map(|detail| detail.lines()) {
            let room = screen.width.map(|width| width.saturating_sub(GAP));
            for line in folded(line, room) {
                let _ = writeln!(out, "{:GAP$}{line}", "");
            }
        }
    }
    let answers = out.lines().count();
    let mut after_text = false;
    for part in page.sections.iter().flat_map(|section| &section.parts) {
        match part {
            Part::Lead(text) => {
                let gap = if after_text { "" } else { "\n" };
                let _ = writeln!(out, "{gap}{}", folded(text, screen.width).join("\n"));
                after_text = true;
            }
            Part::Table(shown) => {
                let Some(most) = shown.most() else { continue };
                out.push('\n');
                write_table(&mut out, shown, most, screen.width);
                after_text = false;
            }
            Part::Text(_) | Part::Figure(_) => {}
        }
    }
    if page.verdicts.len() > 1 || out.lines().count() > answers {
        if !page.reading.is_empty() {
            let _ = writeln!(out, "\n{}", folded(&page.reading, screen.width).join("\n"));
        }
        if !page.footer.seed.is_empty() {
            let _ =
                writeln!(out, "Players are numbered {}; seed {}.", page.footer.numbered, page.footer.seed);
        }
    }
    out
}

fn write_table(out: &mut String, shown: &Table, most: usize, width: Option<usize>) {
    if !shown.caption.is_empty() {
        let _ = writeln!(out, "{}", folded(&shown.caption, width).join("\n"));
    }
    if !shown.rows.is_empty() {
        out.push_str(&rows(shown, most, width));
    }
    if let Some(more) = shown.rows.len().checked_sub(most).filter(|&more| more > 0) {
        let place = if shown.rest.is_empty() { String::new() } else { format!(" in {}", shown.rest) };
        let _ = writeln!(out, "… and {more} more{place}");
    }
    if !shown.note.is_empty() {
        let _ = writeln!(out, "{}", folded(&shown.note, width).join("\n"));
    }
}

/// The header and every row of a table, within the width if that can be done
/// by breaking words' columns between words.
#[must_use]
pub fn table(table: &Table, width: Option<usize>) -> String {
    rows(table, usize::MAX, width)
}

fn rows(table: &Table, most: usize, width: Option<usize>) -> String {
    let header: Vec<String> = table.columns.iter().map(|column| column.label.clone()).collect();
    let cell = |row: &[Cell], c: usize| {
        row.get(c).map_or(String::new(), |cell| match cell.tag() {
            "" => cell.brief().to_owned(),
            word => format!("{} {word}", cell.brief()).trim().to_owned(),
        })
    };
    let cells: Vec<Vec<String>> =
        table.rows.iter().take(most).map(|row| (0..header.len()).map(|c| cell(row, c)).collect()).collect();
    let numbers: Vec<bool> = table.columns.iter().map(|column| column.number).collect();
    let widths = widths(&header, &cells, &numbers, width);
    if let Some(room) = width.filter(|&room| is_cramped(&cells, &widths, &numbers, room)) {
        return one_below_the_other(&header, &cells, room);
    }
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let mut out = String::new();
    for row in [&header, &rule].into_iter().chain(&cells) {
        let folds: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(text, &width)| folded(text, Some(width))).collect();
        for i in 0..folds.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for (c, fold) in folds.iter().enumerate() {
                let text = fold.get(i).map_or("", String::as_str);
                let pad = " ".repeat(widths[c].saturating_sub(length(text)));
                let gap = " ".repeat(if c == 0 { 0 } else { GAP });
                line += &if numbers[c] { format!("{gap}{pad}{text}") } else { format!("{gap}{text}{pad}") };
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    out
}

/// Whether a table of words doesn't fit side by side: it is too wide, or a cell
/// becomes a tall column.
fn is_cramped(cells: &[Vec<String>], widths: &[usize], numbers: &[bool], room: usize) -> bool {
    let wide = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1) > room;
    let tall = |row: &Vec<String>| {
        row.iter().zip(widths).any(|(text, &width)| folded(text, Some(width)).len() > MOST_LINES)
    };
    room > 2 * LEAST_WORDS && !numbers.contains(&true) && (wide || cells.iter().any(tall))
}

/// Rows as paragraphs: what each is about, then the other columns by name.
fn one_below_the_other(header: &[String], cells: &[Vec<String>], room: usize) -> String {
    let mut out = String::new();
    for (i, row) in cells.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        for (c, text) in row.iter().enumerate().filter(|(c, text)| *c == 0 || !text.is_empty()) {
            let (gap, text) = match c {
                0 => (0, text.clone()),
                _ => (GAP, format!("{}: {text}", header[c])),
            };
            for line in folded(&text, Some(room - gap)) {
                let _ = writeln!(out, "{:gap$}{line}", "");
            }
        }
    }
    out
}

/// Widths of the columns: as wide as what stands in them, the widest made
/// narrower until the table fits. Numbers are never broken, but their headings
/// may be.
fn widths(header: &[String], cells: &[Vec<String>], numbers: &[bool], room: Option<usize>) -> Vec<usize> {
    let of_cells =
        |c: usize| cells.iter().filter_map(|row| row.get(c)).map(|cell| length(cell)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..header.len()).map(|c| of_cells(c).max(length(&header[c]))).collect();
    let Some(room) = room else { return widths };
    let longest = |text: &str| text.split(' ').map(length).max().unwrap_or(0);
    let least: Vec<usize> = (0..header.len())
        .map(|c| {
            // A column of words may become as narrow as its longest one.
            let words = || cells.iter().filter_map(|row| row.get(c)).map(|cell| longest(cell)).max();
            let whole = if numbers[c] { of_cells(c) } else { words().unwrap_or(0).min(LEAST_WORDS) };
            whole.max(longest(&header[c])).min(widths[c])
        })
        .collect();
    let gaps = GAP * header.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > room {
        let reducible = (0..widths.len()).filter(|&c| widths[c] > least[c]);
        let Some(widest) = reducible.max_by_key(|&c| widths[c]) else { break };
        widths[widest] -= 1;
    }
    widths
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text in lines of at most `width` characters, broken at blanks; a longer
/// word is cut. Lines that are broken already stay so.
#[must_use]
pub fn folded(text: &str, width: Option<usize>) -> Vec<String> {
    let Some(width) = width.filter(|&width| width > 0) else {
        return text.split('\n').map(str::to_owned).collect();
    };
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let mut word: Vec<char> = word.chars().collect();
            if !line.is_empty() && length(&line) + 1 + word.len() > width {
                lines.push(std::mem::take(&mut line));
            }
            while word.len() > width {
                // A long name breaks behind one of its hyphens.
                let hyphen =
                    word[..width].iter().rposition(|&letter| letter == '-').map_or(width, |at| at + 1);
                lines.push(word.drain(..hyphen).collect());
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.extend(word);
        }
        lines.push(line);
    }
    lines
}

/// Colour says how an answer stands; the first of those that nothing judges is
/// bold.
fn painted(text: &str, standing: Standing, first: bool, screen: Screen) -> String {
    let code = match standing {
        _ if !screen.colour => None,
        Standing::Good => Some("32"),
        Standing::Bad => Some("31"),
        Standing::Undecided | Standing::Baseline => Some("33"),
        Standing::Clear => Some("35"),
        Standing::Plain | Standing::Unclear => first.then_some("1"),
    };
    code.map_or_else(|| text.to_owned(), |code| format!("\u{1b}[{code}m{text}\u{1b}[0m"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::page::{Cell, Column, Show, samples};

    fn sample() -> Table {
        let row = |name: &str, value: &str, said: &str| [name, value, said].map(Cell::new).to_vec();
        Table {
            columns: vec![Column::words("2 words"), Column::numbers("share of wins"), Column::words("what")],
            rows: vec![
                row("seat 0", "44.2 % ± 3.2", "games that the first seat wins, over all games"),
                row("seat 1", "7 %", ""),
            ],
            ..Table::default()
        }
    }

    #[test]
    fn numbers_stand_to_the_right_and_lines_end_with_what_they_say() {
        let text = table(&sample(), None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "2 words  share of wins  what");
        assert_eq!(lines[2], "seat 0    44.2 % ± 3.2  games that the first seat wins, over all games");
        assert_eq!(lines[3], "seat 1             7 %");
    }

    #[test]
    fn a_table_keeps_within_the_width_and_breaks_no_number() {
        let text = table(&sample(), Some(44));
        assert!(text.lines().all(|line| length(line) <= 44), "{text}");
        assert!(text.contains("44.2 % ± 3.2  games that"), "{text}");
        let narrow = table(&sample(), Some(5));
        assert!(narrow.contains("44.2 % ± 3.2"), "what cannot be had is not forced: {narrow}");
    }

    #[test]
    fn a_table_of_long_words_becomes_paragraphs_on_a_narrow_terminal() {
        let answer =
            "Futbol Dash is undecided: it takes more games to say whether every seat is level. ".repeat(3);
        let row =
            ["futbol-dash", "Is it level?", answer.trim(), "", "2026-03-14 09:26"].map(Cell::new).to_vec();
        let columns = ["report", "question", "answer", "health", "written"].map(Column::words).to_vec();
        let index = Table { columns, rows: vec![row.clone(), row], ..Table::default() };
        let text = table(&index, Some(80));
        assert!(text.lines().all(|line| length(line) <= 80), "{text}");
        assert!(text.starts_with("futbol-dash\n  question: Is it level?\n  answer: Futbol Dash"), "{text}");
        assert!(text.contains("\n  written: 2026-03-14 09:26\n\nfutbol-dash\n"), "{text}");
        assert!(!text.contains("health:"), "what is empty is not told: {text}");
        assert!(table(&index, None).starts_with("report       question"), "side by side where there is room");
    }

    #[test]
    fn lines_fold_at_blanks() {
        let text = "Seat 0: plays the Yellow card on the second defender of seat 1 and draws";
        let lines = folded(text, Some(48));
        assert_eq!(lines.len(), 2);
        assert_eq!(lines.join(" "), text);
        assert_eq!(folded("", Some(48)), [""]);
        assert_eq!(folded("overlong word", Some(5)), ["overl", "ong", "word"]);
        assert_eq!(folded("a\nb", None), ["a", "b"]);
        assert_eq!(folded("king-of-the-pitch", Some(14)), ["king-of-the-", "pitch"]);
    }

    #[test]
    fn the_answer_is_the_first_line_and_only_what_is_marked_follows() {
        let mut sample = samples::page();
        let plain = page(&sample, Screen::default());
        assert!(plain.starts_with("With 5 points the home side wins 58.4 %"), "{plain}");
        assert!(!plain.contains("home-advantage-points=5") && !plain.contains('\u{1b}'), "{plain}");
        if let Part::Table(table) = &mut sample.sections[0].parts[1] {
            table.show = Show::First(2);
            table.rest = "summary.csv".to_owned();
        }
        sample.reading = "± is half the width.".to_owned();
        let text = page(&sample, Screen { colour: true, width: None });
        assert!(text.starts_with("\u{1b}[31mWith 5 points"), "{text}");
        assert!(
            text.contains("home-advantage-points=5") && text.contains("… and 1 more in summary.csv"),
            "{text}"
        );
        assert!(text.contains("\n\n± is half the width.\nPlayers are"), "{text}");
    }
}
