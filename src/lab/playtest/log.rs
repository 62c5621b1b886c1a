//! The log that was kept at a table: one row per game.
//!
//! In: the text of a CSV file with a heading. Out: a [`Log`], or every row that
//! can't be read, with what may stand there. Only `winner` must be filled in;
//! an empty cell is unknown, never nothing.

use csv::StringRecord;

use crate::scenario::Problem;
use crate::settings::Fault;

/// Rows of a log at most: nobody plays more at tables.
const MOST: usize = 100_000;
/// Faults that are told of one file.
const TOLD: usize = 20;

/// One game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Played {
    /// Seats that won, from 0: several share, none where nobody won.
    pub winners: Vec<usize>,
    /// Turns of the game.
    pub turns: Option<f64>,
    /// Minutes.
    pub minutes: Option<f64>,
    /// Score of each seat.
    pub scores: Vec<Option<f64>>,
    /// Who sat where.
    pub players: Vec<Option<String>>,
    /// Items used and how often, by their numbers.
    pub items: Option<Vec<(usize, u64)>>,
}

/// All games of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Log {
    /// In the order of the file.
    pub games: Vec<Played>,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Winner,
    Turns,
    Minutes,
    Score(usize),
    Player(usize),
    Used,
    Ignored,
}

/// The columns of a log for so many seats, as the sheet prints them.
#[must_use]
pub fn heading(seats: usize) -> Vec<String> {
    let mut names: Vec<String> = ["game", "date"].map(str::to_owned).to_vec();
    names.extend((1..=seats).map(|seat| format!("player {seat}")));
    names.push("winner".to_owned());
    names.extend((1..=seats).map(|seat| format!("score {seat}")));
    names.extend(["turns", "minutes", "used", "notes"].map(str::to_owned));
    names
}

fn column(name: &str, seats: usize) -> Option<Column> {
    let known = heading(seats);
    let name = name.trim().trim_start_matches('\u{feff}').to_lowercase().replace(['-', '_'], " ");
    let place = || name.rsplit(' ').next().and_then(|n| n.parse::<usize>().ok()).map_or(0, |n| n - 1);
    if !known.contains(&name) {
        return None;
    }
    Some(match name.as_str() {
        "winner" => Column::Winner,
        "turns" => Column::Turns,
        "minutes" => Column::Minutes,
        "used" => Column::Used,
        "game" | "date" | "notes" => Column::Ignored,
        name if name.starts_with("score") => Column::Score(place()),
        _ => Column::Player(place()),
    })
}

/// Seats in words: `3`, `1+2`, `nobody`.
fn winners(text: &str, seats: usize) -> Option<Vec<usize>> {
    if ["nobody", "none", "-", "0"].contains(&text.to_lowercase().as_str()) {
        return Some(Vec::new());
    }
    let mut all = Vec::new();
    for part in text.split(['+', '&', '/', ',']) {
        let seat = part.trim().parse::<usize>().ok().filter(|seat| (1..=seats).contains(seat))?;
        if all.contains(&(seat - 1)) {
            return None;
        }
        all.push(seat - 1);
    }
    Some(all)
}

/// Items with how often each was used: `Offside x2; Foul`.
fn used(text: &str, items: &[String]) -> Result<Vec<(usize, u64)>, Fault> {
    let one = |part: &str| {
        let part = part.trim();
        let (name, times) = part
            .rsplit_once([' ', '\u{a0}'])
            .and_then(|(name, times)| {
                let times = times.strip_prefix(['x', '×'])?.parse().ok()?;
                Some((name.trim(), times))
            })
            .unwrap_or((part, 1));
        let found = items.iter().position(|item| item.eq_ignore_ascii_case(name));
        let place = found.ok_or_else(|| crate::scenario::fault::unknown("used", name, items))?;
        Ok((place, times))
    };
    text.split(';').filter(|part| !part.trim().is_empty()).map(one).collect()
}

fn number(key: &str, text: &str, least: f64) -> Result<f64, Fault> {
    let allowed = format!("a number from {least} up, or nothing");
    match text.replace(',', ".").parse::<f64>() {
        Ok(value) if value.is_finite() && value >= least => Ok(value),
        _ => Err(Fault::new(key, format!("`{text}`"), allowed)),
    }
}

fn row(
    record: &StringRecord,
    columns: &[Column],
    names: &[String],
    seats: usize,
    items: &[String],
) -> Result<Played, Fault> {
    let mut game = Played { scores: vec![None; seats], players: vec![None; seats], ..Played::default() };
    let mut decided = false;
    for ((cell, column), name) in record.iter().zip(columns).zip(names) {
        let cell = cell.trim();
        if cell.is_empty() {
            continue;
        }
        match *column {
            Column::Winner => {
                let allowed = || format!("a seat from 1 to {seats}, several as 1+2, or nobody");
                let found = winners(cell, seats);
                game.winners = found.ok_or_else(|| Fault::new("winner", format!("`{cell}`"), allowed()))?;
                decided = true;
            }
            Column::Turns => game.turns = Some(number(name, cell, 1.0)?),
            Column::Minutes => game.minutes = Some(number(name, cell, 0.0)?),
            Column::Score(seat) => game.scores[seat] = Some(number(name, cell, -1e6)?),
            Column::Player(seat) => game.players[seat] = Some(cell.to_owned()),
            Column::Used => game.items = Some(used(cell, items)?),
            Column::Ignored => {}
        }
    }
    if decided {
        Ok(game)
    } else {
        Err(Fault::new("winner", "nothing", format!("a seat from 1 to {seats}, several as 1+2, or nobody")))
    }
}

/// Reads a log of games between `seats` players; `items` are what the column
/// `used` may name. Rows in which nothing but `game` is filled in are left
/// out: the sheet has more lines than a table plays games.
///
/// # Errors
/// Every column and row that can't be read, with its line.
pub fn read(file: &str, text: &str, seats: usize, items: &[String]) -> Result<Log, Vec<Problem>> {
    let problem = |line: Option<usize>, fault: Fault| Problem { file: file.to_owned(), line, fault };
    let delimiter = if text.lines().next().is_some_and(|line| line.contains(';') && !line.contains(',')) {
        b';'
    } else {
        b','
    };
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let names: Vec<String> = match reader.headers() {
        Ok(names) => names.iter().map(|name| name.trim().to_owned()).collect(),
        Err(error) => return Err(vec![Problem::file(file, error.to_string(), "a table with a heading")]),
    };
    let known = heading(seats);
    let mut problems = Vec::new();
    let mut columns = Vec::new();
    for name in &names {
        columns.push(column(name, seats).unwrap_or(Column::Ignored));
        if column(name, seats).is_none() {
            problems.push(problem(Some(1), crate::scenario::fault::unknown("column", name, &known)));
        }
    }
    if !columns.contains(&Column::Winner) {
        problems.push(problem(Some(1), Fault::new("column", "no `winner`", known.join(", "))));
    }
    let mut log = Log::default();
    for record in reader.records() {
        if problems.len() >= TOLD {
            break;
        }
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                problems.push(Problem::file(file, error.to_string(), "rows of comma-separated cells"));
                continue;
            }
        };
        let line = record.position().map(|place| place.line() as usize);
        if record.len() > names.len() {
            let found = format!("{} cells", record.len());
            problems.push(problem(line, Fault::new("", found, format!("{} at most", names.len()))));
            continue;
        }
        let is_blank =
            |(cell, name): (&str, &String)| cell.trim().is_empty() || name.eq_ignore_ascii_case("game");
        if record.iter().zip(&names).all(is_blank) {
            continue;
        }
        if log.games.len() == MOST {
            problems.push(Problem::file(file, format!("more than {MOST} games"), format!("{MOST} at most")));
            break;
        }
        match row(&record, &columns, &names, seats, items) {
            Ok(game) => log.games.push(game),
            Err(fault) => problems.push(problem(line, fault)),
        }
    }
    if problems.is_empty() && log.games.is_empty() {
        problems.push(Problem::file(file, "no game", "one row per game, with its winner"));
    }
    if problems.is_empty() { Ok(log) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items() -> Vec<String> {
        ["Offside", "Free Kick"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_sheet_is_read_as_it_was_filled_in() {
        let text = format!(
            "{}\n1,,Ann,Bob,2,3,5,40,31.5,Offside x2; free kick,rain\n2,,Bob,Ann,1+2,,,,,,\n3,,,,nobody,,,,,,\n4,,,,,,,,,,\n",
            heading(2).join(",")
        );
        let log = read("log.csv", &text, 2, &items()).unwrap();
        assert_eq!(log.games.len(), 3, "a line that nobody filled in is no game");
        let first = &log.games[0];
        assert_eq!((&first.winners[..], first.turns, first.minutes), (&[1][..], Some(40.0), Some(31.5)));
        assert_eq!(first.scores, [Some(3.0), Some(5.0)]);
        assert_eq!(first.items, Some(vec![(0, 2), (1, 1)]));
        assert_eq!(first.players[1].as_deref(), Some("Bob"));
        assert_eq!((&log.games[1].winners[..], &log.games[2].winners[..]), (&[0, 1][..], &[][..]));
    }

    #[test]
    fn semicolons_between_cells_and_any_order_of_columns_will_do() {
        let log = read("log.csv", "turns;winner\n12;1\n13,5;2\n", 2, &[]).unwrap();
        assert_eq!(log.games[1].turns, Some(13.5));
    }

    #[test]
    fn every_fault_names_line_column_and_what_may_stand_there() {
        let text = "winner,turns,scor 1,used\n3,10,1,\n1,ten,1,\n2,9,1,Ofside\n,9,,\n1+1,,,\n";
        let told: Vec<String> =
            read("log.csv", text, 2, &items()).unwrap_err().iter().map(ToString::to_string).collect();
        let wanted = [
            ("log.csv:1: column: found `scor 1`", "did you mean `score 1`?"),
            ("log.csv:2: winner: found `3`", "a seat from 1 to 2"),
            ("log.csv:3: turns: found `ten`", "a number from 1 up"),
            ("log.csv:4: used: found `Ofside`", "did you mean `Offside`?"),
            ("log.csv:5: winner: found nothing", "nobody"),
            ("log.csv:6: winner: found `1+1`", "several as 1+2"),
        ];
        assert_eq!(told.len(), wanted.len(), "{told:#?}");
        for (told, (starts, holds)) in told.iter().zip(wanted) {
            assert!(told.starts_with(starts) && told.contains(holds), "{told}");
        }
        assert!(read("log.csv", "turns\n3\n", 2, &[]).unwrap_err()[0].to_string().contains("no `winner`"));
        assert!(read("log.csv", "winner\n", 2, &[]).unwrap_err()[0].to_string().contains("no game"));
    }
}
