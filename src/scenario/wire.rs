//! The exact shape of a scenario file.
//!
//! In: TOML text. Out: a [`Wire`] whose values carry their place in the text,
//! and every fault of shape: unknown keys, wrong types, missing keys. Meaning
//! (does that switch exist?) is [`super::resolve`]'s business.

mod budget;
mod finding;
mod schema;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::Problem;
use super::plan::Finding;
use crate::settings::Fault;

pub use budget::WireBudget;
pub use schema::ScenarioFile;

/// A value and its byte offset in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub offset: usize,
}

/// `key = value` pairs of a `set` table; values in switch spelling.
pub type Pairs = Vec<(At<String>, At<String>)>;

/// One `[[arm]]`.
#[derive(Debug, Clone, Default)]
pub struct WireArm {
    /// Where the table starts.
    pub offset: usize,
    /// `name`.
    pub name: Option<At<String>>,
    /// `ruleset`.
    pub ruleset: Option<At<String>>,
    /// `set`.
    pub set: Pairs,
    /// `bots`.
    pub bots: Option<At<Vec<String>>>,
    /// `squads`.
    pub squads: Option<At<Vec<String>>>,
    /// `data`.
    pub data: Option<At<String>>,
    /// `against`: the arm to be compared with.
    pub against: Option<At<String>>,
}

/// One `[[match-ups]]`: every squad of `rows` against every squad of
/// `columns`.
#[derive(Debug, Clone)]
pub struct WireMatchUps {
    /// Where the table starts.
    pub offset: usize,
    /// `name`.
    pub name: At<String>,
    /// `rows`.
    pub rows: At<Vec<String>>,
    /// `columns`.
    pub columns: At<Vec<String>>,
    /// `set`.
    pub set: Pairs,
}

/// One `[[finding]]`.
#[derive(Debug, Clone)]
pub struct WireFinding {
    /// Where the table starts.
    pub offset: usize,
    /// `metric`.
    pub metric: At<String>,
    /// What it computes and says.
    pub finding: Finding<String>,
}

/// The `[verdict]`.
#[derive(Debug, Clone)]
pub struct WireVerdict {
    /// `metric`.
    pub metric: At<String>,
    /// `arm`.
    pub arm: Option<At<String>>,
    /// `fair`.
    pub fair: Option<f64>,
    /// `margin`.
    pub margin: Option<f64>,
    /// `about`.
    pub about: Option<String>,
}

/// A scenario file, read but not yet understood.
#[derive(Debug, Clone, Default)]
pub struct Wire {
    /// `question`.
    pub question: Option<At<String>>,
    /// `ruleset`, for arms that name none.
    pub ruleset: Option<At<String>>,
    /// `games`.
    pub games: Option<At<i64>>,
    /// `precision`.
    pub precision: Option<At<f64>>,
    /// `max-games`.
    pub max_games: Option<At<i64>>,
    /// `seed`.
    pub seed: Option<At<i64>>,
    /// `level`.
    pub level: Option<At<f64>>,
    /// `luck`: `shared` or `independent`.
    pub luck: Option<At<String>>,
    /// `set`, for every arm.
    pub set: Pairs,
    /// `bots`, for arms that name none.
    pub bots: Option<At<Vec<String>>>,
    /// `panel`: every arm once with each of these bots in all seats.
    pub panel: Option<At<Vec<String>>>,
    /// `squads`, for arms that name none.
    pub squads: Option<At<Vec<String>>>,
    /// `data`, for arms that name none.
    pub data: Option<At<String>>,
    /// `[[arm]]`.
    pub arms: Vec<WireArm>,
    /// `[vary]`: one more arm per value, one switch at a time.
    pub vary: Vec<(At<String>, Vec<At<String>>)>,
    /// `[verdict]`.
    pub verdict: Option<WireVerdict>,
    /// `[[match-ups]]`: squads against squads.
    pub match_ups: Vec<WireMatchUps>,
    /// `[[finding]]`.
    pub findings: Vec<WireFinding>,
    /// `[[budget]]`.
    pub budgets: Vec<WireBudget>,
}

const TOP_KEYS: &[&str] = &[
    "question",
    "ruleset",
    "games",
    "precision",
    "max-games",
    "seed",
    "level",
    "luck",
    "set",
    "bots",
    "panel",
    "squads",
    "data",
    "arm",
    "vary",
    "verdict",
    "match-ups",
    "finding",
    "budget",
];
const ARM_KEYS: &[&str] = &["name", "ruleset", "set", "bots", "squads", "data", "against"];
const MATCH_UPS_KEYS: &[&str] = &["name", "rows", "columns", "set"];
const VERDICT_KEYS: &[&str] = &["metric", "arm", "fair", "margin", "about"];

type Node<'i> = Spanned<DeValue<'i>>;

struct Reader<'t> {
    file: &'t str,
    text: &'t str,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn fault(&mut self, offset: usize, fault: Fault) {
        self.problems.push(Problem::in_text(self.file, self.text, Some(offset), fault));
    }

    fn wrong(&mut self, key: &str, node: &Node<'_>, allowed: &str) {
        let found = match node.get_ref() {
            DeValue::String(text) => format!("the text \"{text}\""),
            DeValue::Integer(number) => format!("the number {}", number.as_str()),
            DeValue::Float(number) => format!("the number {}", number.as_str()),
            DeValue::Boolean(flag) => format!("{flag}"),
            other => format!("{} {}", article(other.type_str()), other.type_str()),
        };
        self.fault(node.span().start, Fault::new(key, found, allowed));
    }

    fn unknown_keys(&mut self, table: &DeTable<'_>, known: &[&str]) {
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let fault = Fault::new(name, "an unknown key", known.join(", "));
                self.fault(key.span().start, fault.nearest(name, known.iter().copied()));
            }
        }
    }

    fn text(&mut self, key: &str, table: &DeTable<'_>) -> Option<At<String>> {
        let node = table.get(key)?;
        match node.get_ref() {
            DeValue::String(text) => Some(At { value: text.to_string(), offset: node.span().start }),
            _ => {
                self.wrong(key, node, "a text in quotes");
                None
            }
        }
    }

    fn integer(&mut self, key: &str, table: &DeTable<'_>) -> Option<At<i64>> {
        let node = table.get(key)?;
        match integer(node.get_ref()) {
            Some(value) => Some(At { value, offset: node.span().start }),
            None => {
                self.wrong(key, node, "a whole number");
                None
            }
        }
    }

    fn number(&mut self, key: &str, table: &DeTable<'_>) -> Option<At<f64>> {
        let node = table.get(key)?;
        let value = match node.get_ref() {
            DeValue::Float(number) => number.as_str().replace('_', "").parse().ok(),
            other => integer(other).map(|n| n as f64),
        };
        match value.filter(|v: &f64| v.is_finite()) {
            Some(value) => Some(At { value, offset: node.span().start }),
            None => {
                self.wrong(key, node, "a number");
                None
            }
        }
    }

    fn texts(&mut self, key: &str, table: &DeTable<'_>) -> Option<At<Vec<String>>> {
        let node = table.get(key)?;
        let offset = node.span().start;
        if let DeValue::String(text) = node.get_ref() {
            return Some(At { value: vec![text.to_string()], offset });
        }
        let Some(array) = node.get_ref().as_array() else {
            self.wrong(key, node, "a list of texts in quotes");
            return None;
        };
        if array.is_empty() {
            self.empty(key, offset);
            return None;
        }
        let mut value = Vec::new();
        for item in array {
            match item.get_ref() {
                DeValue::String(text) => value.push(text.to_string()),
                _ => self.wrong(key, item, "a text in quotes"),
            }
        }
        Some(At { value, offset })
    }

    fn empty(&mut self, key: &str, offset: usize) {
        self.fault(offset, Fault::new(key, "an empty list", "at least one value"));
    }

    fn setting(&mut self, key: &str, node: &Node<'_>) -> Option<At<String>> {
        let spelled = match node.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Boolean(flag) => Some(if *flag { "on" } else { "off" }.to_owned()),
            DeValue::Float(number) => Some(number.as_str().to_owned()),
            DeValue::Array(items) => {
                let parts: Option<Vec<String>> =
                    items.iter().map(|item| integer(item.get_ref()).map(|n| n.to_string())).collect();
                parts.map(|parts| parts.join("/"))
            }
            other => integer(other).map(|n| n.to_string()),
        };
        match spelled {
            Some(value) => Some(At { value, offset: node.span().start }),
            None => {
                self.wrong(key, node, "a word, a number, true, false or a list of numbers");
                None
            }
        }
    }

    fn pairs(&mut self, key: &str, table: &DeTable<'_>) -> Pairs {
        let Some(node) = table.get(key) else { return Vec::new() };
        let Some(set) = node.get_ref().as_table() else {
            self.wrong(key, node, "a table of switch = value");
            return Vec::new();
        };
        let mut pairs = Vec::new();
        for (name, value) in set {
            if let Some(value) = self.setting(name.get_ref(), value) {
                pairs.push((At { value: name.get_ref().to_string(), offset: name.span().start }, value));
            }
        }
        pairs
    }

    fn vary(&mut self, table: &DeTable<'_>) -> Vec<(At<String>, Vec<At<String>>)> {
        let Some(node) = table.get("vary") else { return Vec::new() };
        let Some(vary) = node.get_ref().as_table() else {
            self.wrong("vary", node, "a table of switch = [values]");
            return Vec::new();
        };
        let mut all = Vec::new();
        for (name, values) in vary {
            let Some(list) = values.get_ref().as_array() else {
                self.wrong(name.get_ref(), values, "a list of values");
                continue;
            };
            if list.is_empty() {
                self.empty(name.get_ref(), values.span().start);
            }
            let values = list.iter().filter_map(|v| self.setting(name.get_ref(), v)).collect();
            all.push((At { value: name.get_ref().to_string(), offset: name.span().start }, values));
        }
        all
    }

    fn tables<'a, 'i>(&mut self, key: &str, table: &'a DeTable<'i>) -> Vec<(&'a DeTable<'i>, usize)> {
        let Some(node) = table.get(key) else { return Vec::new() };
        let Some(array) = node.get_ref().as_array() else {
            self.wrong(key, node, &format!("tables headed [[{key}]]"));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in array {
            match item.get_ref().as_table() {
                Some(inner) => tables.push((inner, item.span().start)),
                None => self.wrong(key, item, &format!("a table headed [[{key}]]")),
            }
        }
        tables
    }

    fn arm(&mut self, table: &DeTable<'_>, offset: usize) -> WireArm {
        self.unknown_keys(table, ARM_KEYS);
        let name = self.text("name", table);
        let nameless = match &name {
            Some(name) => name.value.trim().is_empty(),
            None => !table.contains_key("name"),
        };
        if nameless {
            let at = name.as_ref().map_or(offset, |name| name.offset);
            self.fault(at, Fault::new("name", "an arm without a name", "name = \"...\", unique in the file"));
        }
        WireArm {
            offset,
            name,
            ruleset: self.text("ruleset", table),
            set: self.pairs("set", table),
            bots: self.texts("bots", table),
            squads: self.texts("squads", table),
            data: self.text("data", table),
            against: self.text("against", table),
        }
    }

    /// A key that a table can't do without.
    fn needed<T>(&mut self, value: Option<T>, key: &str, table: &DeTable<'_>, offset: usize) -> Option<T> {
        if value.is_none() && !table.contains_key(key) {
            self.fault(offset, Fault::new(key, "nothing", format!("{key} = …")));
        }
        value
    }

    fn match_ups(&mut self, table: &DeTable<'_>, offset: usize) -> Option<WireMatchUps> {
        self.unknown_keys(table, MATCH_UPS_KEYS);
        let name = self.text("name", table);
        let name = self.needed(name, "name", table, offset);
        let rows = self.texts("rows", table);
        let rows = self.needed(rows, "rows", table, offset);
        let columns = self.texts("columns", table);
        let columns = self.needed(columns, "columns", table, offset);
        let set = self.pairs("set", table);
        Some(WireMatchUps { offset, name: name?, rows: rows?, columns: columns?, set })
    }

    fn metric(&mut self, table: &DeTable<'_>, offset: usize) -> Option<At<String>> {
        let metric = self.text("metric", table);
        if metric.is_none() && !table.contains_key("metric") {
            let fault = Fault::new("metric", "nothing", "the name of a metric (`levelpitch list metrics`)");
            self.fault(offset, fault);
        }
        metric
    }

    fn verdict(&mut self, table: &DeTable<'_>) -> Option<WireVerdict> {
        let node = table.get("verdict")?;
        let Some(inner) = node.get_ref().as_table() else {
            self.wrong("verdict", node, "a table headed [verdict]");
            return None;
        };
        self.unknown_keys(inner, VERDICT_KEYS);
        let arm = self.text("arm", inner);
        let fair = self.number("fair", inner).map(|n| n.value);
        let margin = self.number("margin", inner).map(|n| n.value);
        let about = self.text("about", inner).map(|at| at.value);
        Some(WireVerdict { metric: self.metric(inner, node.span().start)?, arm, fair, margin, about })
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
}

/// Reads a scenario file.
///
/// # Errors
/// Every fault of shape in the file, in the order of its lines.
pub fn read(file: &str, text: &str) -> Result<Wire, Vec<Problem>> {
    match read_on(file, text) {
        (Some(wire), problems) if problems.is_empty() => Ok(wire),
        (_, problems) => Err(problems),
    }
}

/// Reads as much of a scenario file as has a shape, with every fault in the
/// order of its lines; nothing of a text that is no TOML.
#[must_use]
pub fn read_on(file: &str, text: &str) -> (Option<Wire>, Vec<Problem>) {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { file, text, problems: Vec::new() };
    for error in &errors {
        let fault = Fault::new("TOML", error.message(), "");
        let offset = error.span().map_or(0, |span| span.start);
        reader.fault(offset, fault);
    }
    if !errors.is_empty() {
        return (None, reader.problems);
    }
    let top = document.get_ref();
    reader.unknown_keys(top, TOP_KEYS);
    let mut wire = Wire {
        question: reader.text("question", top),
        ruleset: reader.text("ruleset", top),
        games: reader.integer("games", top),
        precision: reader.number("precision", top),
        max_games: reader.integer("max-games", top),
        seed: reader.integer("seed", top),
        level: reader.number("level", top),
        luck: reader.text("luck", top),
        set: reader.pairs("set", top),
        bots: reader.texts("bots", top),
        panel: reader.texts("panel", top),
        squads: reader.texts("squads", top),
        data: reader.text("data", top),
        arms: Vec::new(),
        vary: reader.vary(top),
        verdict: reader.verdict(top),
        match_ups: Vec::new(),
        findings: Vec::new(),
        budgets: Vec::new(),
    };
    for (table, offset) in reader.tables("arm", top) {
        let arm = reader.arm(table, offset);
        wire.arms.push(arm);
    }
    for (table, offset) in reader.tables("match-ups", top) {
        let match_ups = reader.match_ups(table, offset);
        wire.match_ups.extend(match_ups);
    }
    for (table, offset) in reader.tables("finding", top) {
        let finding = reader.finding(table, offset);
        wire.findings.extend(finding);
    }
    for (table, offset) in reader.tables("budget", top) {
        let budget = reader.budget(table, offset);
        wire.budgets.extend(budget);
    }
    reader.problems.sort_by_key(|p| p.line);
    (Some(wire), reader.problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_lists_exactly_the_keys_that_are_read() {
        let schema = serde_json::to_value(schemars::schema_for!(ScenarioFile)).unwrap();
        let keys = |table: &serde_json::Value| {
            let mut keys: Vec<String> = table["properties"].as_object().unwrap().keys().cloned().collect();
            keys.sort();
            keys
        };
        let sorted = |known: &[&str]| {
            let mut keys: Vec<String> = known.iter().map(|k| (*k).to_owned()).collect();
            keys.sort();
            keys
        };
        assert_eq!(keys(&schema), sorted(TOP_KEYS));
        for (name, known) in [
            ("ArmTable", ARM_KEYS),
            ("VerdictTable", VERDICT_KEYS),
            ("MatchUpsTable", MATCH_UPS_KEYS),
            ("FindingTable", finding::KEYS),
            ("BudgetTable", budget::KEYS),
        ] {
            assert_eq!(keys(&schema["$defs"][name]), sorted(known), "{name}");
        }
    }

    #[test]
    fn every_fault_of_shape_is_told_at_once_with_its_line() {
        let text =
            "question = 3\ngmaes = 100\n[[arm]]\nname = \"a\"\nbots = [1]\n[[budget]]\nmetric = \"x\"\n";
        let problems = read("x.toml", text).unwrap_err();
        let lines: Vec<Option<usize>> = problems.iter().map(|p| p.line).collect();
        assert_eq!(lines, [Some(1), Some(2), Some(5), Some(6)]);
        assert_eq!(problems[1].fault.hint.as_deref(), Some("did you mean `games`?"));
        assert!(
            problems[1].to_string().starts_with(
                "x.toml:2: gmaes: found an unknown key; did you mean `games`?; allowed: question,"
            )
        );
    }
}
