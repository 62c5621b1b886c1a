//! A [`Page`] → Markdown as GitHub shows it: verdicts first, tables with lines,
//! plots as links to their files.

use std::fmt::Write as _;

use super::html::link;
use super::page::{Cell, Page, Part, Section, Show, Table, games};
use crate::scenario::fault::is_unprintable;

/// Writes the page.
#[must_use]
pub fn page(page: &Page) -> String {
    let mut out = format!("# {}\n\n", plain(&page.title));
    if !page.question.is_empty() {
        let _ = writeln!(out, "{}\n", start(&page.question));
    }
    for verdict in &page.verdicts {
        out.push_str("- ");
        if verdict.tag().is_empty() {
            let _ = write!(out, "**{}**", plain(&verdict.sentence));
        } else {
            let _ = write!(out, "**{}:** {}", plain(verdict.tag()), plain(&verdict.sentence));
        }
        for detail in &verdict.details {
            let _ = write!(out, " {}", plain(detail));
        }
        out.push('\n');
    }
    if !page.verdicts.is_empty() {
        out.push('\n');
    }
    if !page.reading.is_empty() {
        let _ = writeln!(out, "{}\n", start(&page.reading));
    }
    for section in &page.sections {
        write_section(&mut out, section, &page.plots);
    }
    if !page.assumptions.is_empty() {
        let judged = page.assumptions.iter().any(|assumption| !assumption.sways.is_empty());
        out.push_str("## Rules and assumptions in force\n\n| key | value | status | meaning |");
        out.push_str(if judged { " can change the verdict? |" } else { "" });
        out.push_str("\n| --- | --- | --- | --- |");
        out.push_str(if judged { " --- |\n" } else { "\n" });
        for assumption in &page.assumptions {
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |{}",
                plain(&assumption.key),
                plain(&assumption.value),
                assumption.status.word(),
                plain(&assumption.meaning),
                if judged { format!(" {} |", plain(&assumption.sways)) } else { String::new() }
            );
        }
        out.push('\n');
        if !page.assumption_note.is_empty() {
            let _ = writeln!(out, "{}\n", plain(&page.assumption_note));
        }
    }
    if !page.methods.is_empty() {
        out.push_str("## Methods\n\n");
        for method in &page.methods {
            let _ = writeln!(out, "- **{}**: {}", plain(&method.name), plain(&method.text));
        }
        out.push('\n');
    }
    if !page.files.is_empty() {
        out.push_str("## Files\n\n");
        for file in &page.files {
            let _ = writeln!(out, "- [{}](./{}): {}", plain(&file.path), link(&file.path), plain(&file.what));
        }
        out.push('\n');
    }
    let footer = &page.footer;
    let _ = write!(out, "---\n\n{} {}", plain(&footer.program), plain(&footer.version));
    if !footer.seed.is_empty() {
        let _ = write!(out, " · seed {} · {} games", plain(&footer.seed), games(footer.games));
    }
    out.push('\n');
    if !footer.command.is_empty() {
        let _ = write!(out, "\n{}:\n\n{}\n", footer.repeat(), code(&footer.command));
    }
    out
}

fn write_section(out: &mut String, section: &Section, plots: &str) {
    let _ = writeln!(out, "## {}\n", plain(&section.title));
    if section.folded {
        out.push_str("<details>\n<summary>Show</summary>\n\n");
    }
    for part in &section.parts {
        match part {
            Part::Text(text) | Part::Lead(text) => {
                let _ = writeln!(out, "{}\n", start(text));
            }
            Part::Table(table) if table.show == Show::Alone => {}
            Part::Table(table) => write_table(out, table),
            Part::Figure(figure) => {
                // Title, subtitle and note are part of the plot's file.
                let path = if plots.is_empty() {
                    format!("{}.svg", figure.head().id)
                } else {
                    format!("{plots}/{}.svg", figure.head().id)
                };
                let _ = writeln!(out, "![{}]({})\n", plain(&figure.alt()), link(&path));
            }
        }
    }
    if section.folded {
        out.push_str("</details>\n\n");
    }
}

fn write_table(out: &mut String, shown: &Table) {
    if !shown.caption.is_empty() {
        let _ = writeln!(out, "**{}**\n", plain(&shown.caption));
    }
    let _ = writeln!(out, "{}", table(shown));
    if !shown.note.is_empty() {
        let _ = writeln!(out, "{}\n", start(&shown.note));
    }
}

/// The columns and rows of a table.
#[must_use]
pub fn table(table: &Table) -> String {
    let mut out = "|".to_owned();
    for column in &table.columns {
        let _ = write!(out, " {} |", plain(&column.label));
    }
    out.push_str("\n|");
    for column in &table.columns {
        out.push_str(if column.number { " ---: |" } else { " --- |" });
    }
    out.push('\n');
    for row in &table.rows {
        out.push('|');
        for index in 0..table.columns.len() {
            let _ = write!(out, " {} |", row.get(index).map(cell).unwrap_or_default());
        }
        out.push('\n');
    }
    out
}

fn cell(cell: &Cell) -> String {
    let mut out = plain(&cell.text);
    if !cell.link.is_empty() {
        out = format!("[{out}](./{})", link(&cell.link));
    }
    if !cell.interval.is_empty() {
        let _ = write!(out, " ({})", plain(&cell.interval));
    }
    if !cell.tag().is_empty() {
        let _ = write!(out, " **{}**", cell.tag());
    }
    out
}

/// Text without marks or anything that Markdown would read as its own, on one
/// line.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '`' => {}
            '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' => {
                out.push('\\');
                out.push(letter);
            }
            '\n' | '\r' | '\t' => out.push(' '),
            _ if is_unprintable(letter) => {}
            _ => out.push(letter),
        }
    }
    out.trim().to_owned()
}

/// The same at the start of a paragraph, where more signs have a meaning.
fn start(text: &str) -> String {
    let text = plain(text);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if text.starts_with(['#', '-', '+', '=', ':']) {
        format!("\\{text}")
    } else if digits > 0 && text[digits..].starts_with(['.', ')']) {
        format!("{}\\{}", &text[..digits], &text[digits..])
    } else {
        text
    }
}

/// A code block whose fence the text can't close.
fn code(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}sh\n{}\n{fence}", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::page::samples;

    #[test]
    fn tables_keep_their_shape_and_verdicts_come_first() {
        let mut sample = samples::page();
        if let Part::Table(table) = &mut sample.sections[0].parts[1] {
            table.rows[0][0].text = "a | b\nc".to_owned();
            table.rows.push(vec![Cell::new("short row")]);
        }
        let text = page(&sample);
        assert!(text.starts_with("# King of the Pitch"));
        assert!(text.find("**broken:** With 5 points").unwrap() < text.find("| arm |").unwrap());
        assert!(text.contains("| a \\| b c | 51.2\u{a0}% (50.9–51.5) **holds** |"));
        let lines: Vec<&str> = text.lines().collect();
        let begin = lines.iter().position(|line| line.starts_with("| arm |")).unwrap();
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        for line in lines[begin..].iter().take_while(|line| line.starts_with('|')) {
            assert_eq!(bars(line), 6, "{line}");
        }
        assert_eq!(lines[begin + 1], "| --- | ---: | ---: | ---: | --- |");
        assert!(text.contains("](plots/home-wins.svg)") && text.contains("[summary.csv](./summary.csv)"));
        assert_eq!(text, page(&sample), "the same page gives the same bytes");
    }

    #[test]
    fn words_from_outside_stay_words() {
        assert_eq!(plain("<b> *x* a_b `c` [d](e) f|g"), "\\<b\\> \\*x\\* a\\_b c \\[d\\](e) f\\|g");
        assert_eq!(start("1. first"), "1\\. first");
        assert_eq!(start("# no heading"), "\\# no heading");
        assert_eq!(start("2026 was"), "2026 was");
        assert_eq!(code("a ``` b"), "````sh\na ``` b\n````");
    }

    #[test]
    fn an_empty_page_is_still_a_page() {
        let text = page(&Page::default());
        assert!(text.contains("---\n") && !text.contains("seed"), "{text}");
    }
}
