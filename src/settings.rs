//! Switches and assumptions: what may be set, to what, and what is in force.
//!
//! In: a ruleset's table of [`Switch`]es and a user's `key = value` pairs.
//! Out: [`Settings`] with every default filled in, or every [`Fault`].

use std::fmt;

/// Why a switch exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An option that the rulebook itself offers.
    Rulebook,
    /// The rulebook's number, made changeable to test house rules.
    House,
    /// A second reading of an ambiguous or contradictory rule.
    SecondReading,
    /// A rule or number that the rulebook does not give.
    Missing,
    /// A choice of the simulation, not of the game.
    Modelling,
}

impl Origin {
    /// Status in the ledger's words: `given`, `inferred` or `assumed`.
    #[must_use]
    pub const fn status(self) -> &'static str {
        match self {
            Self::Rulebook | Self::House => "given",
            Self::SecondReading => "inferred",
            Self::Missing | Self::Modelling => "assumed",
        }
    }

    /// The origin in one or two words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook option",
            Self::House => "house rule",
            Self::SecondReading => "second reading",
            Self::Missing => "missing datum",
            Self::Modelling => "modelling",
        }
    }
}

/// What a switch may be set to: a word of a list, an integer of a range, a
/// list of integers, a fraction; several forms may be allowed at once.
#[derive(Debug, Clone, Copy)]
pub struct Allowed {
    /// Words, the full list.
    pub words: &'static [&'static str],
    /// An integer range, both ends included.
    pub ints: Option<(i64, i64)>,
    /// Integers separated by `/` or `,`: how many, and the range of each.
    pub list: Option<(usize, i64, i64)>,
    /// A fraction `a/b` or decimal strictly between 0 and 1.
    pub ratio: bool,
}

impl Allowed {
    /// One of these words.
    #[must_use]
    pub const fn words(words: &'static [&'static str]) -> Self {
        Self { words, ints: None, list: None, ratio: false }
    }

    /// `off` or `on`.
    pub const FLAG: Self = Self::words(&["off", "on"]);

    /// An integer from `low` to `high`.
    #[must_use]
    pub const fn ints(low: i64, high: i64) -> Self {
        Self { words: &[], ints: Some((low, high)), list: None, ratio: false }
    }

    /// `count` integers from `low` to `high` each.
    #[must_use]
    pub const fn list(count: usize, low: i64, high: i64) -> Self {
        Self { words: &[], ints: None, list: Some((count, low, high)), ratio: false }
    }

    /// A fraction strictly between 0 and 1.
    pub const RATIO: Self = Self { words: &[], ints: None, list: None, ratio: true };

    /// The same, or one of these words.
    #[must_use]
    pub const fn or(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut forms = Vec::new();
        if let Some((low, high)) = self.ints {
            forms.push(format!("{low} to {high}"));
        }
        if let Some((count, low, high)) = self.list {
            forms.push(format!("{count} numbers from {low} to {high} separated by /"));
        }
        if self.ratio {
            forms.push("a fraction such as 3/4 or 0.75".to_owned());
        }
        forms.extend(self.words.iter().map(|&word| word.to_owned()));
        f.write_str(&forms.join(", "))
    }
}

/// A switch or an assumption of a ruleset.
#[derive(Debug, Clone, Copy)]
pub struct Switch {
    /// Key in kebab-case, as typed after `--set`.
    pub key: &'static str,
    /// What it may be set to.
    pub allowed: Allowed,
    /// The value that makes the game as printed.
    pub default: &'static str,
    /// The values that the atlas tries one at a time, default included.
    pub atlas: &'static [&'static str],
    /// Why it exists.
    pub origin: Origin,
    /// Ledger ids that it changes.
    pub rules: &'static str,
    /// One line in the designer's words.
    pub help: &'static str,
}

impl Switch {
    /// One line of a ruleset's table: the fields in their order.
    #[must_use]
    pub const fn new(
        key: &'static str,
        allowed: Allowed,
        default: &'static str,
        atlas: &'static [&'static str],
        origin: Origin,
        rules: &'static str,
        help: &'static str,
    ) -> Self {
        Self { key, allowed, default, atlas, origin, rules, help }
    }
}

/// Something wrong in what a user gave, in the user's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The key concerned, e.g. `captains` or `offence.counts`.
    pub key: String,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: String,
    /// Nearest valid name or a way out, if there is one.
    pub hint: Option<String>,
    /// Byte offset in the data file, if the fault lies in one.
    pub offset: Option<usize>,
}

impl Fault {
    /// A fault at `key`.
    #[must_use]
    pub fn new(key: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { key: key.into(), found: found.into(), allowed: allowed.into(), hint: None, offset: None }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with the name that was meant.
    #[must_use]
    pub fn meant(self, name: &str) -> Self {
        self.hint(format!("did you mean `{name}`?"))
    }

    /// The same with the name of `known` that is nearest to what was typed, if
    /// one is near.
    #[must_use]
    pub fn nearest<'a>(self, typed: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(typed, known) {
            Some(name) => self.meant(name),
            None => self,
        }
    }

    /// The same, located in a data file.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self
    }

    /// A TOML error as a fault of the data file.
    #[must_use]
    pub fn from_toml(error: &toml::de::Error) -> Self {
        let fault =
            Self::new("data", error.message(), "component data of the shape that `levelpitch data` exports");
        match error.span() {
            Some(span) => fault.at(span.start),
            None => fault,
        }
    }
}

/// The name of `known` closest to `typed` (Damerau-Levenshtein within a third
/// of its length), for "did you mean".
#[must_use]
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(typed, name), name))
        .filter(|&(distance, name)| distance <= 1 + name.len() / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Every switch of a ruleset with the value in force.
#[derive(Debug, Clone)]
pub struct Settings {
    switches: &'static [Switch],
    values: Vec<String>,
}

impl Settings {
    /// The game as printed.
    #[must_use]
    pub fn printed(switches: &'static [Switch]) -> Self {
        Self { switches, values: switches.iter().map(|s| s.default.to_owned()).collect() }
    }

    /// Sets one switch.
    ///
    /// # Errors
    /// An unknown key or a value that is not allowed.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        let Some(index) = self.switches.iter().position(|s| s.key == key) else {
            let fault = Fault::new(key, "an unknown switch", "a switch of this ruleset");
            return Err(match nearest(key, self.switches.iter().map(|s| s.key)) {
                Some(name) => fault.meant(name),
                None => fault.hint("`levelpitch list switches` shows them all"),
            });
        };
        let switch = &self.switches[index];
        let value = normal(&switch.allowed, value).ok_or_else(|| {
            Fault::new(key, format!("`{value}`"), switch.allowed.to_string())
                .nearest(value, switch.allowed.words.iter().copied())
        })?;
        self.values[index] = value;
        Ok(())
    }

    fn index(&self, key: &str) -> usize {
        self.switches
            .iter()
            .position(|s| s.key == key)
            .unwrap_or_else(|| panic!("rule code asks for `{key}`, which its switch table lacks"))
    }

    /// The value of a switch as text.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        &self.values[self.index(key)]
    }

    /// Whether a switch has this value.
    #[must_use]
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.text(key) == value
    }

    /// Whether a flag is `on`.
    #[must_use]
    pub fn on(&self, key: &str) -> bool {
        self.is(key, "on")
    }

    /// The position of the value among the switch's words.
    #[must_use]
    pub fn word(&self, key: &str) -> usize {
        let index = self.index(key);
        self.switches[index].allowed.words.iter().position(|&w| w == self.values[index]).unwrap_or(usize::MAX)
    }

    /// The value as an integer; `None` if it is a word.
    #[must_use]
    pub fn int(&self, key: &str) -> Option<i64> {
        self.text(key).parse().ok()
    }

    /// The value as a list of integers; `None` if it is a word.
    #[must_use]
    pub fn list(&self, key: &str) -> Option<Vec<i64>> {
        self.text(key).split('/').map(|part| part.parse().ok()).collect()
    }

    /// The value as an exact fraction; `None` if it is a word.
    #[must_use]
    pub fn ratio(&self, key: &str) -> Option<(u64, u64)> {
        let (num, den) = self.text(key).split_once('/')?;
        Some((num.parse().ok()?, den.parse().ok()?))
    }

    /// All switches with the values in force.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Switch, &str)> {
        self.switches.iter().zip(self.values.iter().map(String::as_str))
    }

    /// The switches that differ from the game as printed.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.iter()
            .filter(|(switch, value)| switch.default != *value)
            .map(|(switch, value)| (switch.key, value))
    }
}

/// `value` in its one canonical spelling, or `None` if it is not allowed.
fn normal(allowed: &Allowed, value: &str) -> Option<String> {
    let value = value.trim();
    if allowed.words.contains(&value) {
        return Some(value.to_owned());
    }
    if let (Some((low, high)), Ok(number)) = (allowed.ints, value.parse::<i64>()) {
        return (low..=high).contains(&number).then(|| number.to_string());
    }
    if let Some((count, low, high)) = allowed.list {
        let parts: Option<Vec<i64>> = value.split(['/', ',']).map(|part| part.trim().parse().ok()).collect();
        let fits = parts.filter(|p| p.len() == count && p.iter().all(|n| (low..=high).contains(n)));
        if let Some(parts) = fits {
            return Some(parts.iter().map(i64::to_string).collect::<Vec<_>>().join("/"));
        }
    }
    if allowed.ratio { normal_ratio(value) } else { None }
}

fn normal_ratio(value: &str) -> Option<String> {
    let (num, den): (u64, u64) = if let Some((num, den)) = value.split_once('/') {
        (num.trim().parse().ok()?, den.trim().parse().ok()?)
    } else {
        let decimals = value.strip_prefix("0.")?;
        if decimals.is_empty() || decimals.len() > 6 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        (decimals.parse().ok()?, 10_u64.pow(decimals.len() as u32))
    };
    if num == 0 || num >= den || den > 1_000_000 {
        return None;
    }
    let (mut a, mut b) = (num, den);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(format!("{}/{}", num / a, den / a))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Switch] = &[
        Switch {
            key: "players",
            allowed: Allowed::ints(2, 5),
            default: "2",
            atlas: &["2", "3"],
            origin: Origin::Rulebook,
            rules: "",
            help: "",
        },
        Switch {
            key: "level-thresholds",
            allowed: Allowed::list(4, 1, 22).or(&["even-3", "even-4"]),
            default: "even-3",
            atlas: &["even-3"],
            origin: Origin::Missing,
            rules: "",
            help: "",
        },
        Switch {
            key: "conversion",
            allowed: Allowed::RATIO,
            default: "3/4",
            atlas: &["3/4"],
            origin: Origin::Missing,
            rules: "",
            help: "",
        },
    ];

    #[test]
    fn values_are_checked_and_spelled_one_way() {
        let mut settings = Settings::printed(TABLE);
        settings.set("players", " 3").unwrap();
        settings.set("level-thresholds", "2, 5,9,14").unwrap();
        settings.set("conversion", "0.80").unwrap();
        assert_eq!(settings.int("players"), Some(3));
        assert_eq!(settings.list("level-thresholds"), Some(vec![2, 5, 9, 14]));
        assert_eq!(settings.ratio("conversion"), Some((4, 5)));
        assert_eq!(settings.changed().count(), 3);
    }

    #[test]
    fn faults_name_the_nearest_key_and_value() {
        let mut settings = Settings::printed(TABLE);
        assert_eq!(
            settings.set("playres", "3").unwrap_err().hint.as_deref(),
            Some("did you mean `players`?")
        );
        assert_eq!(
            settings.set("level-thresholds", "even3").unwrap_err().hint.as_deref(),
            Some("did you mean `even-3`?")
        );
        for (key, value) in
            [("players", "6"), ("conversion", "1"), ("conversion", "1.5"), ("level-thresholds", "1/2/3")]
        {
            assert!(settings.set(key, value).is_err(), "{key} = {value}");
        }
    }
}
