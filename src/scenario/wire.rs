//! The exact shape of a scenario file.
//!
//! In: TOML text. Out: a [`Wire`] whose values carry their place in the text,
//! and every fault of shape: unknown keys, wrong types, missing keys. Meaning
//! (does that switch exist?) is [`super::resolve`]'s business.

mod budget;

use schemars::JsonSchema;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::Problem;
use super::plan::{Finding, FindingKind};
use crate::settings::{Fault, nearest};

pub use budget::WireBudget;

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
    pub finding: Finding,
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

/// The same shape for people and editors: the JSON Schema of scenario files
/// comes from here.
#[derive(Debug, JsonSchema)]
#[schemars(title = "levelpitch scenario", deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "read by schemars only; a test holds it to the reader's own key lists")]
pub struct ScenarioFile {
    /// The question in one sentence.
    question: Option<String>,
    /// Ruleset id for arms that name none.
    ruleset: Option<String>,
    /// Games per arm.
    games: Option<u64>,
    /// Half-width wanted of the main estimate, as a fraction (0.005 = half a
    /// percentage point).
    precision: Option<f64>,
    /// Most games per arm when `precision` is given.
    max_games: Option<u64>,
    /// Root of all luck.
    seed: Option<u64>,
    /// Confidence level of every interval, 0.95 by default.
    level: Option<f64>,
    /// `shared` (default): arms of one table size see the same luck;
    /// `independent`: each arm has its own.
    luck: Option<String>,
    /// Switches and assumptions for every arm.
    set: Option<std::collections::BTreeMap<String, SettingValue>>,
    /// One bot for all entrants, or one per entrant.
    bots: Option<Vec<String>>,
    /// Every arm once with each of these bots in all seats.
    panel: Option<Vec<String>>,
    /// One squad, club or deck per entrant.
    squads: Option<Vec<String>>,
    /// Component data file, relative to the scenario.
    data: Option<String>,
    /// What is compared.
    arm: Option<Vec<ArmTable>>,
    /// One more arm per value, one switch at a time.
    vary: Option<std::collections::BTreeMap<String, Vec<SettingValue>>>,
    /// The question's yardstick.
    verdict: Option<VerdictTable>,
    /// Squads against squads: one more arm per pair.
    #[serde(rename = "match-ups")]
    match_ups: Option<Vec<MatchUpsTable>>,
    /// Answers that take several arms.
    finding: Option<Vec<FindingTable>>,
    /// Bounds that must hold.
    budget: Option<Vec<BudgetTable>>,
}

/// One `[[arm]]`.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "read by schemars only")]
struct ArmTable {
    /// Unique name.
    name: String,
    /// Ruleset id.
    ruleset: Option<String>,
    /// Switches and assumptions of this arm.
    set: Option<std::collections::BTreeMap<String, SettingValue>>,
    /// One bot for all entrants, or one per entrant.
    bots: Option<Vec<String>>,
    /// One squad, club or deck per entrant.
    squads: Option<Vec<String>>,
    /// Component data file.
    data: Option<String>,
    /// Name of the arm that this one is compared with on the same luck (the
    /// first by default).
    against: Option<String>,
}

/// One `[[match-ups]]`.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "read by schemars only")]
struct MatchUpsTable {
    /// Name of the group.
    name: String,
    /// Squads of the first entrant.
    rows: Vec<String>,
    /// Squads of the second entrant.
    columns: Vec<String>,
    /// Switches and assumptions of these arms.
    set: Option<std::collections::BTreeMap<String, SettingValue>>,
}

/// One `[[finding]]`.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "read by schemars only")]
struct FindingTable {
    /// `difference`, `gap-closed`, `per-step`, `reaches`, `worst`, `range`,
    /// `gap` or `flagged`.
    kind: String,
    /// Metric concerned.
    metric: String,
    /// The metric in the words of the sentence.
    about: Option<String>,
    /// What is changed, in the words of the sentence.
    what: Option<String>,
    /// Arm compared with (`difference`, `gap-closed`), or varied from
    /// (`per-step`, `reaches`).
    from: Option<String>,
    /// Arm compared (`difference`, `gap-closed`).
    to: Option<String>,
    /// Fair value (`gap-closed`, `worst`).
    fair: Option<f64>,
    /// Switch (`per-step`, `reaches`, `flagged`).
    key: Option<String>,
    /// Value to be reached (`reaches`).
    target: Option<f64>,
    /// Group of match-ups (`worst`), or how the arms' names begin (`range`).
    among: Option<String>,
    /// Arm looked at (`gap`).
    arm: Option<String>,
    /// The metric subtracted (`gap`).
    minus: Option<String>,
    /// Change that is called decisive (`flagged`).
    bound: Option<f64>,
}

/// The `[verdict]`.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "read by schemars only")]
struct VerdictTable {
    /// Metric judged.
    metric: String,
    /// Arm judged; all arms if absent.
    arm: Option<String>,
    /// The value called fair.
    fair: Option<f64>,
    /// Deviation from `fair` still called balanced.
    margin: Option<f64>,
    /// The metric in the words of the sentence.
    about: Option<String>,
}

/// One `[[budget]]`.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "read by schemars only")]
struct BudgetTable {
    /// Short name for lists; the metric and its bound if absent.
    name: Option<String>,
    /// One line shown when the budget breaks.
    why: Option<String>,
    /// Metric bounded.
    metric: String,
    /// Arm concerned; every arm if absent.
    arm: Option<String>,
    /// The bounds are on the difference from this arm, on shared luck.
    against: Option<String>,
    /// Smallest value allowed.
    min: Option<f64>,
    /// Largest value allowed.
    max: Option<f64>,
    /// Value that must hold within `margin` (instead of `min` and `max`).
    equal: Option<f64>,
    /// Deviation from `equal` that is allowed.
    margin: Option<f64>,
    /// Most probable that the budget is judged wrongly, 0.05 by default; the
    /// budgets of a check share their error rates.
    alpha: Option<f64>,
    /// Deviation from a baseline that is allowed (`check --baseline`).
    drift: Option<f64>,
    /// `error` (default) or `warn`.
    severity: Option<String>,
}

/// A switch's value: a word, a number, a flag or a list of numbers.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "read by schemars only")]
enum SettingValue {
    Word(String),
    Number(i64),
    Flag(bool),
    List(Vec<i64>),
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
const FINDING_KEYS: &[&str] = &[
    "kind", "metric", "about", "what", "from", "to", "fair", "key", "target", "among", "arm", "minus",
    "bound",
];
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
                let fault = match nearest(name, known.iter().copied()) {
                    Some(near) => fault.hint(format!("did you mean `{near}`?")),
                    None => fault,
                };
                self.fault(key.span().start, fault);
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
        let mut value = Vec::new();
        for item in array {
            match item.get_ref() {
                DeValue::String(text) => value.push(text.to_string()),
                _ => self.wrong(key, item, "a text in quotes"),
            }
        }
        Some(At { value, offset })
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
        if name.is_none() && !table.contains_key("name") {
            self.fault(
                offset,
                Fault::new("name", "an arm without a name", "name = \"...\", unique in the file"),
            );
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

    fn finding(&mut self, table: &DeTable<'_>, offset: usize) -> Option<WireFinding> {
        self.unknown_keys(table, FINDING_KEYS);
        let metric = self.metric(table, offset);
        let kind = self.text("kind", table);
        let kind = self.needed(kind, "kind", table, offset)?;
        let mut word = |key| {
            let value = self.text(key, table).map(|at| at.value);
            self.needed(value, key, table, offset)
        };
        let (kind, used): (Option<FindingKind>, &[&str]) = match kind.value.as_str() {
            "difference" | "gap-closed" => {
                let (from, to) = (word("from"), word("to"));
                let ends = from.zip(to);
                if kind.value == "difference" {
                    (ends.map(|(from, to)| FindingKind::Difference { from, to }), &["from", "to"])
                } else {
                    let fair = self.number("fair", table).map_or(0.5, |n| n.value);
                    (
                        ends.map(|(from, to)| FindingKind::GapClosed { from, to, fair }),
                        &["from", "to", "fair"],
                    )
                }
            }
            "per-step" => {
                let key = word("key");
                let from = self.text("from", table).map(|at| at.value);
                (key.map(|key| FindingKind::PerStep { key, from }), &["key", "from"])
            }
            "reaches" => {
                let key = word("key");
                let from = self.text("from", table).map(|at| at.value);
                let target = self.number("target", table).map(|n| n.value);
                let target = self.needed(target, "target", table, offset);
                let made = key.zip(target).map(|(key, target)| FindingKind::Reaches { key, from, target });
                (made, &["key", "from", "target"])
            }
            "worst" => {
                let among = word("among");
                let fair = self.number("fair", table).map_or(0.5, |n| n.value);
                (among.map(|among| FindingKind::Worst { among, fair }), &["among", "fair"])
            }
            "flagged" => {
                let key = word("key");
                let bound = self.number("bound", table).map(|n| n.value);
                let bound = self.needed(bound, "bound", table, offset);
                (key.zip(bound).map(|(key, bound)| FindingKind::Flagged { key, bound }), &["key", "bound"])
            }
            "range" => {
                let among = self.text("among", table).map_or(String::new(), |at| at.value);
                (Some(FindingKind::Range { among }), &["among"])
            }
            "gap" => {
                let (arm, minus) = (word("arm"), word("minus"));
                (arm.zip(minus).map(|(arm, minus)| FindingKind::Gap { arm, minus }), &["arm", "minus"])
            }
            other => {
                let known =
                    ["difference", "gap-closed", "per-step", "reaches", "worst", "range", "gap", "flagged"];
                let fault = Fault::new("kind", format!("`{other}`"), known.join(", "));
                let fault = match nearest(other, known) {
                    Some(near) => fault.hint(format!("did you mean `{near}`?")),
                    None => fault,
                };
                self.fault(kind.offset, fault);
                return None;
            }
        };
        for (key, _) in table {
            let name = key.get_ref().as_ref();
            let common = ["kind", "metric", "about", "what"];
            if FINDING_KEYS.contains(&name) && !common.contains(&name) && !used.contains(&name) {
                let fault = Fault::new(name, "a key of another kind of finding", used.join(", "));
                self.fault(key.span().start, fault);
            }
        }
        let metric = metric?;
        let plain = metric.value.replace('-', " ");
        let about = self.text("about", table).map_or(plain, |at| at.value);
        let what = self.text("what", table).map_or(String::new(), |at| at.value);
        let finding = Finding { kind: kind?, metric: metric.value.clone(), about, what };
        Some(WireFinding { offset, metric, finding })
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
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { file, text, problems: Vec::new() };
    for error in &errors {
        let fault = Fault::new("TOML", error.message(), "");
        let offset = error.span().map_or(0, |span| span.start);
        reader.fault(offset, fault);
    }
    if !errors.is_empty() {
        return Err(reader.problems);
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
    if reader.problems.is_empty() {
        Ok(wire)
    } else {
        reader.problems.sort_by_key(|p| p.line);
        Err(reader.problems)
    }
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
            ("FindingTable", FINDING_KEYS),
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
            problems[1].to_string().starts_with("x.toml:2: gmaes: found an unknown key; allowed: question,")
        );
    }
}
