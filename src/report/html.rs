//! A [`Page`] → one HTML file that needs nothing else: style and figures inside,
//! no script, no request to anywhere. Readable on phones, on paper, in the dark
//! and by screen readers.

use std::fmt::Write as _;

use super::escape::escape;
use super::figure::{Figure, Standing};
use super::page::{Cell, Page, Part, Section, Show, Table, Verdict, games};
use super::plots;
use crate::verdict::unmarked;

/// Writes the page.
#[must_use]
pub fn page(page: &Page) -> String {
    let mut out = String::new();
    let style = include_str!("page.css").replace("FONTS", plots::FONTS).replace('\n', "");
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:\">\n\
         <meta name=\"generator\" content=\"{} {}\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{}</title>\n<style>{}{style}</style>\n</head>\n<body class=\"lp\">\n\
         <a class=\"skip\" href=\"#results\">Skip to the results</a>\n<main>\n<h1>{}</h1>\n",
        escape(&page.footer.program),
        escape(&page.footer.version),
        escape(&page.title),
        plots::css(),
        escape(&page.title)
    );
    if !page.question.is_empty() {
        let _ = writeln!(out, "<p class=\"question\">{}</p>", words(&page.question));
    }
    verdicts(&mut out, page);
    let headings = headings(page);
    out.push_str("<div id=\"results\">\n");
    for (index, section) in page.sections.iter().enumerate() {
        write_section(&mut out, section, &headings[index].0, index == 0);
        // The first screen is for the answer: how to read it and where to read
        // on come behind it.
        if index == 0 {
            reading(&mut out, page);
            contents(&mut out, &headings);
        }
    }
    out.push_str("</div>\n");
    assumptions(&mut out, page);
    methods(&mut out, page);
    files(&mut out, page);
    out.push_str("</main>\n");
    footer(&mut out, page);
    out.push_str("</body>\n</html>\n");
    out
}

/// Escaped text without marks in which numbers stay with what belongs to them
/// and options of commands in one piece: a browser would break `--games`
/// between its hyphens.
fn words(text: &str) -> String {
    let text = escape(&unmarked(text)).replace(" %", "\u{a0}%").replace(" ± ", "\u{a0}±\u{a0}");
    if !text.contains("--") {
        return text;
    }
    let whole = |word: &str| match word.find("--") {
        Some(at) => format!("{}<span class=\"option\">{}</span>", &word[..at], &word[at..]),
        None => word.to_owned(),
    };
    text.split(' ').map(whole).collect::<Vec<_>>().join(" ")
}

/// Answers that stand open, what the report opens with and the figures of it; a
/// reader unfolds the others.
const OPEN: usize = 2;

/// Words in a cell from which a column needs room to be read in.
const LONG: usize = 48;

/// The sections with the anchors under which they are reached.
fn headings(page: &Page) -> Vec<(String, &str)> {
    let mut headings: Vec<(String, &str)> = page
        .sections
        .iter()
        .enumerate()
        .map(|(index, section)| (format!("section-{}", index + 1), section.title.as_str()))
        .collect();
    let rest = [
        ("assumptions", "Rules and assumptions in force", page.assumptions.is_empty()),
        ("methods", "Methods", page.methods.is_empty()),
        ("files", "Files", page.files.is_empty()),
    ];
    headings.extend(rest.iter().filter(|(.., none)| !none).map(|(id, title, _)| ((*id).to_owned(), *title)));
    headings
}

fn class(standing: Standing) -> &'static str {
    match standing {
        Standing::Plain => "plain",
        Standing::Baseline => "baseline",
        Standing::Good => "good",
        Standing::Bad => "bad",
        Standing::Undecided | Standing::Unclear => "undecided",
        Standing::Clear => "clear",
    }
}

fn verdicts(out: &mut String, page: &Page) {
    if page.verdicts.is_empty() {
        return;
    }
    let (open, more) = page.verdicts.split_at(page.verdicts.len().min(OPEN));
    list(out, open, "Verdicts");
    if !more.is_empty() {
        let answers = if more.len() == 1 { "answer" } else { "answers" };
        let _ = writeln!(out, "<details class=\"more\">\n<summary>{} more {answers}</summary>", more.len());
        list(out, more, "More verdicts");
        out.push_str("</details>\n");
    }
    if page.sections.is_empty() {
        reading(out, page);
    }
}

fn list(out: &mut String, verdicts: &[Verdict], label: &str) {
    let _ = writeln!(out, "<ul class=\"verdicts\" aria-label=\"{label}\">");
    for verdict in verdicts {
        let _ = write!(out, "<li class=\"{}\">", class(verdict.standing));
        if !verdict.tag().is_empty() {
            let _ = write!(out, "<span class=\"word\">{}</span>", escape(verdict.tag()));
        }
        let _ = write!(out, "<p class=\"sentence\">{}</p>", words(&verdict.sentence));
        for detail in &verdict.details {
            let _ = write!(out, "<p class=\"detail\">{}</p>", words(detail));
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
}

fn reading(out: &mut String, page: &Page) {
    if !page.reading.is_empty() {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", words(&page.reading));
    }
}

fn contents(out: &mut String, headings: &[(String, &str)]) {
    if headings.len() < 3 {
        return;
    }
    out.push_str("<nav aria-label=\"Contents\"><ul>\n");
    for (id, title) in headings {
        let _ = writeln!(out, "<li><a href=\"#{id}\">{}</a></li>", words(title));
    }
    out.push_str("</ul></nav>\n");
}

/// Parts of the first section that stand open: up to its first figure.
fn open_parts(section: &Section) -> usize {
    let figure = section.parts.iter().position(|part| matches!(part, Part::Figure(_)));
    figure.map_or(section.parts.len().min(1), |at| at + 1)
}

/// A section; all but the first one's answer to the question is folded.
fn write_section(out: &mut String, section: &Section, id: &str, first: bool) {
    let _ =
        writeln!(out, "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{}</h2>", words(&section.title));
    let open = if first && !section.folded { open_parts(section) } else { 0 };
    let folds = section.parts.len() > open;
    for (at, part) in section.parts.iter().enumerate() {
        if at == open {
            let what = if at == 0 { "Show" } else { "Show the rest of this section" };
            let _ = writeln!(out, "<details>\n<summary>{what}</summary>");
        }
        match part {
            Part::Text(text) | Part::Lead(text) => {
                let _ = writeln!(out, "<p>{}</p>", words(text));
            }
            Part::Table(table) if table.show == Show::Alone => {}
            Part::Table(table) => write_table(out, table),
            Part::Figure(figure) => write_figure(out, figure),
        }
    }
    if folds {
        out.push_str("</details>\n");
    }
    out.push_str("</section>\n");
}

fn write_table(out: &mut String, table: &Table) {
    // The caption stands outside the table: inside, it would scroll away with it.
    if !table.caption.is_empty() {
        let _ = writeln!(out, "<h3 class=\"caption\">{}</h3>", words(&table.caption));
    }
    let name = escape(if table.caption.is_empty() { "Table" } else { &table.caption });
    // On a phone, tables of words become cards; tables of numbers scroll.
    let stacked = table.columns.iter().skip(1).any(|column| !column.number);
    let kind = match (stacked, table.columns.len()) {
        (true, 6..) => "scroll stack many",
        (true, _) => "scroll stack",
        (false, 4..) => "scroll wide-table",
        (false, _) => "scroll",
    };
    let _ = write!(
        out,
        "<div class=\"{kind}\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\">\n<table aria-label=\"{name}\">\n<thead><tr>"
    );
    let long: Vec<bool> = (0..table.columns.len())
        .map(|index| {
            table.rows.iter().filter_map(|row| row.get(index)).any(|cell| cell.text.chars().count() > LONG)
        })
        .collect();
    let class_of = |index: usize| match (table.columns[index].number, long[index]) {
        (true, _) => " class=\"number\"",
        (false, true) => " class=\"long\"",
        (false, false) => "",
    };
    for (index, column) in table.columns.iter().enumerate() {
        let class = class_of(index);
        let _ = write!(out, "<th scope=\"col\"{class}>{}</th>", escape(&column.label));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (index, column) in table.columns.iter().enumerate() {
            let class = class_of(index);
            let content = row.get(index).map(cell).unwrap_or_default();
            if index == 0 {
                let _ = write!(out, "<th scope=\"row\"{class}>{content}</th>");
            } else if stacked {
                // What the heading says where a card has none.
                let colon = if column.label.ends_with('?') { "" } else { ":" };
                let label = format!("{}{colon}", escape(&column.label));
                let _ = write!(out, "<td{class} data-label=\"{label}\">{content}</td>");
            } else {
                let _ = write!(out, "<td{class}>{content}</td>");
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    if !table.note.is_empty() {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", words(&table.note));
    }
}

fn cell(cell: &Cell) -> String {
    let mut out = if cell.is_command {
        format!("<code>{}</code>", words(&cell.text))
    } else if !cell.link.is_empty() {
        format!("<a href=\"./{}\">{}</a>", link(&cell.link), words(&cell.text))
    } else if cell.interval.is_empty() {
        words(&cell.text)
    } else {
        format!(
            "<strong>{}</strong> <span class=\"interval\">({})</span>",
            escape(&cell.text),
            escape(&cell.interval)
        )
    };
    if !cell.tag().is_empty() {
        let _ = write!(out, " <span class=\"word {}\">{}</span>", class(cell.standing), cell.tag());
    }
    out
}

fn write_figure(out: &mut String, figure: &Figure) {
    let head = figure.head();
    // The same plot twice, laid out for a wide and for a narrow page; the style
    // sheet shows one of them.
    let (wide, narrow) = (plots::svg_inline(figure), plots::svg_inline_narrow(figure));
    // What can be shrunk to a printed page stays on one.
    let short = if plots::height_inline(figure) < 1400.0 { " class=\"short\"" } else { "" };
    let _ = writeln!(out, "<figure id=\"figure-{}\"{short}>", escape(&head.id));
    if !head.title.is_empty() {
        let _ = writeln!(out, "<h3>{}</h3>", words(&head.title));
    }
    if !head.subtitle.is_empty() {
        let _ = writeln!(out, "<p class=\"sub\">{}</p>", words(&head.subtitle));
    }
    let _ = write!(out, "<div class=\"wide\">{wide}</div>\n<div class=\"narrow\">{narrow}</div>\n");
    if !head.note.is_empty() {
        let _ = writeln!(out, "<figcaption>{}</figcaption>", words(&head.note));
    }
    out.push_str("</figure>\n");
}

fn assumptions(out: &mut String, page: &Page) {
    if page.assumptions.is_empty() {
        return;
    }
    out.push_str(
        "<section aria-labelledby=\"assumptions\">\n<h2 id=\"assumptions\">Rules and assumptions in force</h2>\n<details>\n<summary>Show</summary>\n\
         <div class=\"scroll stack\" tabindex=\"0\" role=\"region\" aria-label=\"Rules and assumptions in force\">\n<table>\n<thead><tr>",
    );
    let judged = page.assumptions.iter().any(|assumption| !assumption.sways.is_empty());
    // The answer stands beside its key: further right it is off a phone's screen.
    let answer = judged.then_some("can change the verdict?");
    for column in ["key"].into_iter().chain(answer).chain(["value", "status", "meaning"]) {
        let _ = write!(out, "<th scope=\"col\">{column}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for assumption in &page.assumptions {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\"><span class=\"key\">{}</span></th>{}<td data-label=\"value:\"><span class=\"key\">{}</span></td>\
             <td data-label=\"status:\">{}</td><td class=\"long\" data-label=\"meaning:\">{}</td></tr>",
            escape(&assumption.key),
            if judged {
                format!("<td data-label=\"can change the verdict?\">{}</td>", escape(&assumption.sways))
            } else {
                String::new()
            },
            escape(&assumption.value),
            assumption.status.word(),
            words(&assumption.meaning),
        );
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    if !page.assumption_note.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", words(&page.assumption_note));
    }
    out.push_str("</details>\n</section>\n");
}

fn methods(out: &mut String, page: &Page) {
    if page.methods.is_empty() {
        return;
    }
    out.push_str("<section aria-labelledby=\"methods\">\n<h2 id=\"methods\">Methods</h2>\n<details>\n<summary>Show</summary>\n<dl>\n");
    for method in &page.methods {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(&method.name), words(&method.text));
    }
    out.push_str("</dl>\n</details>\n</section>\n");
}

fn files(out: &mut String, page: &Page) {
    if page.files.is_empty() {
        return;
    }
    out.push_str("<section aria-labelledby=\"files\">\n<h2 id=\"files\">Files</h2>\n<dl>\n");
    for file in &page.files {
        // A colon in the first step of a path would make it a scheme.
        let _ = writeln!(
            out,
            "<dt><a href=\"./{}\">{}</a></dt><dd>{}</dd>",
            escape(&link(&file.path)),
            escape(&file.path),
            words(&file.what)
        );
    }
    out.push_str("</dl>\n</section>\n");
}

/// A path as part of an address.
pub(super) fn link(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_./~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn footer(out: &mut String, page: &Page) {
    let footer = &page.footer;
    let _ = write!(out, "<footer>\n<p>{} {}", escape(&footer.program), escape(&footer.version));
    if !footer.seed.is_empty() {
        let _ = write!(out, " · seed {} · {} games", escape(&footer.seed), games(footer.games));
    }
    if !footer.command.is_empty() {
        let _ = write!(out, "<br>{} <code>{}</code>", footer.repeat(), words(&footer.command));
    }
    out.push_str("</p>\n</footer>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::figure::Standing;
    use crate::report::page::{Column, FileLink, Verdict, samples};
    use crate::report::wellformed::check;

    #[test]
    fn a_full_page_is_well_formed_and_asks_for_nothing() {
        let text = page(&samples::page());
        check(&text).unwrap();
        let inside = text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "");
        for forbidden in ["http:", "https:", "<script", "@import", "url(", " src=", "NaN"] {
            assert!(!inside.contains(forbidden), "{forbidden}");
        }
        assert!(text.contains("default-src &#39;none&#39;"), "and the browser is told so");
        assert_eq!(text, page(&samples::page()), "the same page gives the same bytes");
    }

    #[test]
    fn identifiers_are_unique_and_links_lead_somewhere() {
        let text = page(&samples::page());
        let after = |mark: &str| -> Vec<String> {
            text.split(mark).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
        };
        let ids = after(" id=\"");
        for (index, id) in ids.iter().enumerate() {
            assert!(!ids[..index].contains(id), "{id} is given twice");
        }
        for target in after("href=\"#") {
            assert!(ids.contains(&target), "#{target} exists");
        }
    }

    #[test]
    fn verdicts_come_before_everything_else_and_carry_words() {
        let text = page(&samples::page());
        let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} is on the page"));
        assert!(place("58.4\u{a0}%\u{a0}±\u{a0}0.3") < place("<table"));
        assert!(place("class=\"bad\"><span class=\"word\">broken</span>") < place("<svg"));
        assert!(place(">holds</span>") < place("<svg") && place(">undecided</span>") < place("<svg"));
        for what in [
            "<th scope=\"row\">",
            "<h3 class=\"caption\">",
            "aria-label=\"",
            "<dt>Wilson",
            "assumed",
            "600\u{202f}000 games",
        ] {
            place(what);
        }
    }

    #[test]
    fn options_of_commands_stay_in_one_piece() {
        assert_eq!(
            words("levelpitch run x --games 400 --set a=b"),
            "levelpitch run x <span class=\"option\">--games</span> 400 <span class=\"option\">--set</span> a=b"
        );
        assert_eq!(words("(--deep) 5 %"), "(<span class=\"option\">--deep)</span> 5\u{a0}%");
        assert_eq!(words("a < --b"), "a &lt; <span class=\"option\">--b</span>");
        let command = Cell::command("levelpitch run x --games 4");
        assert!(cell(&command).starts_with("<code>levelpitch run x <span"));
    }

    #[test]
    fn tables_of_words_become_cards_and_long_words_get_room() {
        let row = |what: &str| vec![Cell::new("key"), Cell::new("yes"), Cell::new(what)];
        let table = |last: Column, what: &str| Table {
            columns: vec![Column::words("name"), Column::numbers("value"), last],
            rows: vec![row(what)],
            ..Table::default()
        };
        let text = |table: &Table| {
            let mut out = String::new();
            write_table(&mut out, table);
            out
        };
        let words = text(&table(Column::words("what is counted"), &"so ".repeat(30)));
        assert!(words.contains("class=\"scroll stack\""));
        assert!(words.contains("<td class=\"long\" data-label=\"what is counted:\">so"));
        let numbers = text(&table(Column::numbers("error"), "0.1"));
        assert!(!numbers.contains("stack") && !numbers.contains("data-label"));
    }

    #[test]
    fn words_from_outside_cannot_become_markup() {
        let evil = "</title><script>alert(\"1\")</script><img src=x onerror='y'>&amp;";
        let mut sample = samples::page();
        sample.title = evil.to_owned();
        sample.question = evil.to_owned();
        sample.footer.command = evil.to_owned();
        let verdict = Verdict::new(Standing::Plain, evil);
        sample.verdicts = vec![Verdict { details: vec![evil.to_owned()], ..verdict }];
        sample.assumptions[0].meaning = evil.to_owned();
        sample.files = vec![FileLink { path: "javascript:alert(1)".to_owned(), what: evil.to_owned() }];
        if let Part::Table(table) = &mut sample.sections[0].parts[1] {
            table.caption = evil.to_owned();
            table.rows[0][0].text = evil.to_owned();
            table.rows.push(Vec::new());
        }
        let text = page(&sample);
        check(&text).unwrap();
        assert!(!text.contains("<script") && !text.contains("<img"));
        assert!(text.contains("href=\"./javascript%3Aalert%281%29\""));
    }

    #[test]
    fn marks_of_names_are_taken_away_in_the_contents_too() {
        let mut sample = samples::page();
        sample.sections[0].title = "Games of `planner`".to_owned();
        let text = page(&sample);
        assert!(text.contains(">Games of planner</a>"), "{text}");
    }

    #[test]
    fn an_empty_page_is_still_a_page() {
        let text = page(&Page::default());
        check(&text).unwrap();
        assert!(!text.contains("<nav") && !text.contains("<h2"));
    }
}
