//! The sheet that lies on the table: one line per game, one page of A4, and the
//! same as a file to fill in.

use crate::lab::playtest::log::heading;
use crate::report::escape::escape;

const STYLE: &str = "\
@page{size:A4 landscape;margin:12mm}
body{font:11pt/1.3 system-ui,sans-serif;margin:1rem;color:#111}
h1{font-size:15pt;margin:0 0 .3rem}
p{margin:.2rem 0 .6rem;max-width:70rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{border:1px solid #555;padding:.15rem .35rem;height:1.9em;text-align:left;min-width:2.6rem}
th{font-weight:600;font-size:9.5pt;background:#eee}
td:first-child{text-align:right;width:2rem}
.notes{width:18%}
@media print{body{margin:0}th{background:none}}
";

/// The sheet as one HTML file, with `lines` numbered lines.
#[must_use]
pub fn page(title: &str, seats: usize, lines: u64) -> String {
    let title = escape(title);
    let names = heading(seats);
    let mut heads = String::new();
    for name in &names {
        let class = if name == "notes" { " class=\"notes\"" } else { "" };
        heads += &format!("<th scope=\"col\"{class}>{}</th>", escape(name));
    }
    let empty = "<td></td>".repeat(names.len() - 1);
    let mut rows = String::new();
    for line in 1..=lines {
        rows += &format!("<tr><td>{line}</td>{empty}</tr>\n");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title}: log of a playtest</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}: log of a playtest</h1>\n\
         <p>One line per game. Player 1 acts first. <b>winner</b>: the number of the seat, 1+2 if they share the win, or \
         nobody. Change seats after every game, so that everybody sits everywhere equally often. \
         <b>used</b> (may stay empty): cards or actions, such as <i>Name x2; Name</i>. What you don't know stays empty.</p>\n\
         <div class=\"wide\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n\
         </body>\n</html>\n"
    )
}

/// The same as a table to fill in: a heading and `lines` numbered rows.
#[must_use]
pub fn log(seats: usize, lines: u64) -> Vec<u8> {
    let names = heading(seats);
    let commas = ",".repeat(names.len() - 1);
    let mut text = names.join(",") + "\n";
    for line in 1..=lines {
        text += &format!("{line}{commas}\n");
    }
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::playtest::log::read;
    use crate::report::wellformed;

    #[test]
    fn the_sheet_is_whole_and_its_file_is_read_back() {
        let html = page("Cats & <Dogs>", 4, 20);
        assert_eq!(wellformed::check(&html), Ok(()));
        assert!(html.contains("Cats &amp; &lt;Dogs&gt;") && html.contains("<td>20</td>"));
        assert!(html.contains("score 4") && !html.contains("score 5"));
        let filled = String::from_utf8(log(2, 3)).unwrap().replace("1,,,,,,,,,,", "1,,,,2,,,,,,");
        let read = read("log.csv", &filled, 2, &[]).unwrap();
        assert_eq!(read.games.len(), 1, "lines that nobody filled in are no games");
        assert_eq!(read.games[0].winners, [1]);
    }
}
