//! Games that somebody has played, as lines: what was asked and what was
//! chosen.
//!
//! In: the text of a file. Out: the choice of a decision, if the rules ask what
//! the file says that they asked. Nothing of a file is believed: whatever it
//! says of a question is held against the question.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::PROTOCOL;
use crate::settings::Fault;

/// Letters of a value that a message quotes.
const QUOTED: usize = 120;
/// Most bytes of a line; the longest questions have a thirtieth.
const LONGEST: usize = 1 << 20;

/// The first line of a file: what was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of what is said.
    pub protocol: u32,
    /// The program that kept it.
    #[serde(default)]
    pub program: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// Ruleset id.
    pub ruleset: String,
    /// Switches that differ from the printed game.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// Checksum (BLAKE3) of the component data; none of the game's own.
    #[serde(default)]
    pub data: Option<String>,
    /// Root of all luck.
    pub seed: u64,
    /// Who played, by entrant; whoever's choices the file holds may have any name.
    pub bots: Vec<String>,
    /// Squad of each entrant, where they are named.
    #[serde(default)]
    pub squads: Vec<String>,
    /// What keys the luck, where it isn't the game and its number of seats.
    #[serde(default)]
    pub luck: Option<String>,
    /// Whether decks were dealt as for arms that share their luck.
    #[serde(default)]
    pub paired: bool,
    /// Whether entrants that are all alike rotated over the seats.
    #[serde(default)]
    pub rotated: bool,
}

/// A decision as it was recorded.
#[derive(Debug)]
struct Decision {
    /// Its line, from 1.
    line: usize,
    /// What is said of the question, in JSON: as a value it would take twenty
    /// times the memory.
    question: String,
    /// Line and number of the choice.
    choice: Option<(usize, u64)>,
}

/// What an entrant has done in a game.
#[derive(Debug)]
struct Part {
    line: usize,
    seat: u8,
    decisions: Vec<Decision>,
    /// Its line, and what is said there, in JSON.
    over: Option<(usize, String)>,
}

/// A file of recorded games.
#[derive(Debug)]
pub struct Record {
    file: String,
    header: Header,
    /// By number of the game and by entrant.
    games: BTreeMap<u64, BTreeMap<u8, Part>>,
}

/// What is wrong in which line.
pub type Mistake = (usize, Fault);

fn wrong(line: usize, found: impl Into<String>, allowed: impl Into<String>) -> Mistake {
    (line, Fault::new("", found, allowed))
}

fn quoted(value: &Value) -> String {
    cut(value.to_string())
}

fn cut(text: String) -> String {
    match text.char_indices().nth(QUOTED) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The first place in which a value differs from what it should be.
fn parting<'a>(key: &str, found: &'a Value, asked: &'a Value) -> (String, &'a Value, &'a Value) {
    let within = match (found, asked) {
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => {
            x.iter().zip(y).find(|((_, x), (_, y))| x != y).map(|((name, x), (_, y))| (name.clone(), x, y))
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            (0..x.len()).find(|&at| x[at] != y[at]).map(|at| (at.to_string(), &x[at], &y[at]))
        }
        _ => None,
    };
    match within {
        Some((name, x, y)) => parting(&format!("{key}.{name}"), x, y),
        None => (key.to_owned(), found, asked),
    }
}

/// Whether all that a line says is what is so.
fn held(line: usize, said: &str, told: &str) -> Result<(), Mistake> {
    let told: Map<String, Value> = serde_json::from_str(told).unwrap_or_default();
    for (key, found) in &object(line, said)? {
        match told.get(key) {
            Some(asked) if asked == found => {}
            Some(asked) => {
                let (key, found, asked) = parting(key, found, asked);
                let found = format!("`{key}`: {}", quoted(found));
                return Err(wrong(line, found, format!("`{key}`: {}, as the game has it", quoted(asked))));
            }
            None => {
                let known: Vec<&str> = told.keys().map(String::as_str).collect();
                let found = format!("the key `{}`", cut(key.clone()));
                return Err(wrong(line, found, known.join(", ")));
            }
        }
    }
    Ok(())
}

fn number<N: TryFrom<u64>>(line: usize, of: &Map<String, Value>, key: &str) -> Result<N, Mistake> {
    let found =
        of.get(key).map_or_else(|| format!("no `{key}`"), |value| format!("`{key}`: {}", quoted(value)));
    let value = of.get(key).and_then(Value::as_u64).and_then(|value| N::try_from(value).ok());
    value.ok_or_else(|| wrong(line, found, format!("`{key}`: a whole number")))
}

impl Record {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first line that is wrong, and how.
    pub fn read(file: &str, text: &str) -> Result<Self, Mistake> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
        let first = || "first a line of `type` \"record\": who played what, with which seed".to_owned();
        let (line, text) = lines.next().ok_or_else(|| wrong(1, "nothing", first()))?;
        let mut head = object(line, text)?;
        if head.remove("type") != Some("record".into()) {
            return Err(wrong(line, "another line", first()));
        }
        let header: Header = serde_json::from_value(Value::Object(head))
            .map_err(|error| wrong(line, format!("a header that can't be read ({error})"), first()))?;
        if header.protocol != PROTOCOL {
            return Err(wrong(line, format!("protocol {}", header.protocol), PROTOCOL.to_string()));
        }
        let mut record = Self { file: file.to_owned(), header, games: BTreeMap::new() };
        // The question that waits for its choice.
        let mut open: Option<(u64, u8)> = None;
        for (line, text) in lines {
            open = record.line(line, text, open)?;
        }
        let parts = record.games.values().flat_map(BTreeMap::values);
        let unanswered = parts.flat_map(|part| &part.decisions).find(|asked| asked.choice.is_none());
        match (record.games.is_empty(), unanswered) {
            (true, _) => Err(wrong(line, "no game", "a line of `type` \"game\" before its decisions")),
            (_, Some(asked)) => Err(wrong(asked.line, "a question without a choice", ANSWER)),
            (false, None) => Ok(record),
        }
    }

    fn line(
        &mut self,
        line: usize,
        text: &str,
        open: Option<(u64, u8)>,
    ) -> Result<Option<(u64, u8)>, Mistake> {
        let said = object(line, text)?;
        let kind = said.get("type").map(|kind| kind.as_str().map_or_else(|| quoted(kind), str::to_owned));
        let kind = kind.as_deref();
        match (open, kind) {
            (Some((game, entrant)), None) => {
                let choice = number(line, &said, "choice")?;
                let part = self.games.get_mut(&game).and_then(|parts| parts.get_mut(&entrant));
                if let Some(asked) = part.and_then(|part| part.decisions.last_mut()) {
                    asked.choice = Some((line, choice));
                }
                return Ok(None);
            }
            (Some(_), Some(kind)) => return Err(wrong(line, format!("a line of `type` `{kind}`"), ANSWER)),
            (None, None) => return Err(wrong(line, "a choice without a question", KINDS)),
            (None, Some("game" | "choose" | "over")) => {}
            (None, Some(kind)) => return Err(wrong(line, format!("a line of `type` `{kind}`"), KINDS)),
        }
        let (game, seat) = (number(line, &said, "game")?, number(line, &said, "seat")?);
        if kind == Some("game") {
            let entrant: u8 = number(line, &said, "entrant")?;
            let entrants = self.header.bots.len();
            if usize::from(entrant) >= entrants {
                let allowed = format!("one of the {entrants} `bots` of the first line, from 0");
                return Err(wrong(line, format!("entrant {entrant}"), allowed));
            }
            let parts = self.games.entry(game).or_default();
            if let Some(part) = parts.values().find(|part| part.seat == seat).or_else(|| parts.get(&entrant))
            {
                let found = format!("game {game}, seat {seat}, entrant {entrant} beside line {}", part.line);
                return Err(wrong(line, found, "each seat and entrant of a game once"));
            }
            parts.insert(entrant, Part { line, seat, decisions: Vec::new(), over: None });
            return Ok(None);
        }
        let parts = self.games.get_mut(&game).into_iter().flatten();
        let Some((&entrant, part)) = parts.into_iter().find(|(_, part)| part.seat == seat) else {
            let allowed = "a line of `type` \"game\" with them before";
            return Err(wrong(line, format!("game {game}, seat {seat}"), allowed));
        };
        if part.over.is_some() {
            return Err(wrong(
                line,
                format!("more of game {game}"),
                "nothing behind its line of `type` \"over\"",
            ));
        }
        if kind == Some("over") {
            part.over = Some((line, text.to_owned()));
            return Ok(None);
        }
        let (decision, next): (usize, usize) = (number(line, &said, "decision")?, part.decisions.len() + 1);
        if decision != next {
            return Err(wrong(
                line,
                format!("decision {decision} of seat {seat}"),
                format!("decision {next}"),
            ));
        }
        part.decisions.push(Decision { line, question: text.to_owned(), choice: None });
        Ok(Some((game, entrant)))
    }

    /// The file's name.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// What was played.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Numbers of the games.
    #[must_use]
    pub fn games(&self) -> Vec<u64> {
        self.games.keys().copied().collect()
    }

    /// The entrants whose choices are known.
    #[must_use]
    pub fn entrants(&self) -> Vec<u8> {
        let mut all: Vec<u8> = self.games.values().flat_map(BTreeMap::keys).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The choice of an entrant's decision (from 1) in a game, if it was asked
    /// `question` and may choose one of `count` moves.
    ///
    /// # Errors
    /// What the file says instead.
    pub(super) fn choice(
        &self,
        (game, entrant, seat, decision): (u64, u8, u8, u32),
        question: &str,
        count: u64,
    ) -> Result<u64, Mistake> {
        let Some(part) = self.games.get(&game).and_then(|parts| parts.get(&entrant)) else {
            let known: Vec<String> = self.games().iter().map(u64::to_string).collect();
            let found = format!("game {game} of entrant {entrant}, which is not in it");
            return Err(wrong(
                1,
                found,
                format!("entrants {:?} of game {}", self.entrants(), known.join(", ")),
            ));
        };
        if part.seat != seat {
            return Err(wrong(
                part.line,
                format!("seat {}", part.seat),
                format!("seat {seat}, as the game has it"),
            ));
        }
        let Some(asked) = part.decisions.get(decision as usize - 1) else {
            let last = part.decisions.last().map_or(part.line, |last| last.line);
            return Err(wrong(
                last,
                "nothing more of this game",
                format!("decision {decision} of seat {seat}"),
            ));
        };
        held(asked.line, &asked.question, question)?;
        match asked.choice {
            Some((_, choice)) if choice < count => Ok(choice),
            Some((line, choice)) => Err(wrong(
                line,
                format!("the choice {choice}, which is no legal move"),
                format!("0 to {}", count - 1),
            )),
            None => Err(wrong(asked.line, "a question without a choice", ANSWER)),
        }
    }

    /// A game is over in which an entrant has decided so often.
    ///
    /// # Errors
    /// What the file says instead.
    pub(super) fn ended(&self, game: u64, entrant: u8, decided: u32, over: &str) -> Result<(), Mistake> {
        let Some(part) = self.games.get(&game).and_then(|parts| parts.get(&entrant)) else { return Ok(()) };
        if let Some(more) = part.decisions.get(decided as usize) {
            return Err(wrong(more.line, "one more decision", "nothing: the game is over"));
        }
        part.over.as_ref().map_or(Ok(()), |(line, said)| held(*line, said, over))
    }
}

const ANSWER: &str = "the choice of the question above it, {\"choice\": 3}";
const KINDS: &str = "\"game\", \"choose\" and its choice, or \"over\"";

fn object(line: usize, text: &str) -> Result<Map<String, Value>, Mistake> {
    if text.len() > LONGEST {
        let allowed = format!("a line of at most {} MiB", LONGEST >> 20);
        return Err(wrong(line, format!("{} bytes", text.len()), allowed));
    }
    serde_json::from_str(text)
        .map_err(|error| wrong(line, format!("no JSON object ({error})"), "one JSON object per line"))
}
