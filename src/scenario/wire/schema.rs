//! The same shape for people and editors: the JSON Schema of scenario files.

use schemars::JsonSchema;

/// The same shape for people and editors: the JSON Schema of scenario files
/// comes from here.
#[derive(Debug, JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
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
    /// One bot for all entrants, or one per entrant: a listed name, or a
    /// search with its budget, such as `tree-64`.
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
    /// `difference`, `worth`, `gap-closed`, `per-step`, `reaches`, `worst`,
    /// `range`, `gap` or `flagged`.
    kind: String,
    /// Metric concerned; a quantile (`median-turns`) in a `difference` or a
    /// `range`.
    metric: String,
    /// The metric in the words of the sentence.
    about: Option<String>,
    /// What is changed, in the words of the sentence.
    what: Option<String>,
    /// Arm compared with (`difference`, `worth`, `gap-closed`), or varied from
    /// (`per-step`, `reaches`).
    from: Option<String>,
    /// Arm compared (`difference`, `worth`, `gap-closed`).
    to: Option<String>,
    /// The metric that the change is counted per unit of (`worth`).
    per: Option<String>,
    /// Fair value (`gap-closed`, `worst`).
    fair: Option<f64>,
    /// Switch (`per-step`, `reaches`, `flagged`, which takes all without it).
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
    /// Metric judged; `median-turns` and `p90-turns` are quantiles of `turns`.
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
    /// Metric bounded; `median-turns` and `p90-turns` are quantiles of `turns`.
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
