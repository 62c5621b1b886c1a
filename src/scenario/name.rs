//! What an arm is called: its own name, and the bot that a panel adds to it.
//!
//! In: the name as the scenario gives it and the bot of the panel, or both as
//! a file of an earlier run tells them. Out: the two apart, and one text of
//! both. Nobody else takes such a text to pieces.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// What stands between an arm's own name and the bot that a panel adds.
const PANEL: &str = " · ";

/// The name of an arm, told as `cap of 21` or `cap of 21 · counter`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmName {
    /// The arm's own name.
    pub stem: String,
    /// The bot in all seats that a panel has added to it.
    pub bot: Option<String>,
}

impl ArmName {
    /// The name of an arm of a panel's bot.
    #[must_use]
    pub fn of(stem: impl Into<String>, bot: impl Into<String>) -> Self {
        Self { stem: stem.into(), bot: Some(bot.into()) }
    }

    /// A name as a file tells it: what stands behind it is a panel's bot if
    /// that bot has all seats.
    #[must_use]
    pub fn read(text: &str, bots: &[String]) -> Self {
        match text.rsplit_once(PANEL) {
            Some((stem, bot)) if bots.iter().all(|b| b == bot) => Self::of(stem, bot),
            _ => text.into(),
        }
    }

    /// Whether a text names this arm and no other.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        match (&self.bot, text.strip_prefix(&self.stem)) {
            (None, rest) => rest == Some(""),
            (Some(bot), rest) => rest.and_then(|rest| rest.strip_prefix(PANEL)) == Some(bot),
        }
    }

    /// Whether a text means this arm: by its whole name, or by its own for
    /// every bot of the panel.
    #[must_use]
    pub fn means(&self, text: &str) -> bool {
        self.stem == text || self.is(text)
    }
}

impl<S: Into<String>> From<S> for ArmName {
    fn from(stem: S) -> Self {
        Self { stem: stem.into(), bot: None }
    }
}

impl fmt::Display for ArmName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.bot {
            Some(bot) => write!(f, "{}{PANEL}{bot}", self.stem),
            None => f.write_str(&self.stem),
        }
    }
}

impl Serialize for ArmName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for ArmName {
    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_told() {
        let bots = ["rusher".to_owned(), "rusher".to_owned()];
        let name = ArmName::of("cap of 21", "rusher");
        assert_eq!(
            (name.to_string().as_str(), ArmName::read(&name.to_string(), &bots)),
            ("cap of 21 · rusher", name.clone())
        );
        assert!(name.means("cap of 21") && name.means("cap of 21 · rusher") && name.is("cap of 21 · rusher"));
        assert!(!name.is("cap of 21") && !name.means("cap of 2") && !name.means("cap of 21 · r"));
    }

    #[test]
    fn only_a_table_of_one_kind_of_bots_belongs_to_a_panel_bot() {
        let bots = ["random".to_owned(), "rusher".to_owned()];
        assert_eq!(ArmName::read("as printed · rusher", &bots), "as printed · rusher".into());
    }
}
