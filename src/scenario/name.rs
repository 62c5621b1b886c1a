//! What an arm is called: its group of match-ups, its own name, and the bot that
//! a panel adds to it.
//!
//! In: the name as the scenario gives it or the program makes it, and the bot
//! of the panel. Out: the parts, which `run.json` keeps apart, and one text of
//! them all. Nobody takes such a text to pieces.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of an arm, told as `cap of 21`, `cap of 21 · counter` or
/// `Top nations: Brazil v Italy · counter`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmName {
    /// The group of match-ups that it stands under, told before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The arm's own name.
    pub stem: String,
    /// Where that comes from.
    #[serde(default, skip_serializing_if = "Wording::is_given")]
    pub wording: Wording,
    /// The bot in all seats that a panel has added to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// Where an arm's own name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wording {
    /// Somebody has chosen it.
    #[default]
    Given,
    /// It tells the one change that the arm was made with: `players = 4`.
    Change,
    /// It tells all that the command line has changed, of a scenario that lists
    /// no arms.
    Changes,
}

impl Wording {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_given(&self) -> bool {
        *self == Self::Given
    }
}

impl ArmName {
    /// The name of an arm of a panel's bot.
    #[must_use]
    pub fn of(stem: impl Into<String>, bot: impl Into<String>) -> Self {
        Self { bot: Some(bot.into()), ..Self::from(stem) }
    }

    /// The name without the bot of a panel: `Top nations: Brazil v Italy`.
    #[must_use]
    pub fn of_all_bots(&self) -> Cow<'_, str> {
        match &self.group {
            None => (&self.stem).into(),
            Some(group) => format!("{group}: {}", self.stem).into(),
        }
    }

    /// What is told of it under a heading that tells its group.
    #[must_use]
    pub fn below(&self) -> Self {
        Self { group: None, ..self.clone() }
    }

    /// Whether both differ in the bot at most.
    #[must_use]
    pub fn is_beside(&self, other: &Self) -> bool {
        (&self.group, &self.stem) == (&other.group, &other.stem)
    }

    /// Whether a text names this arm and no other.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        self.to_string() == text
    }

    /// Whether a text means this arm: by its whole name, or without the bot for
    /// every bot of the panel.
    #[must_use]
    pub fn means(&self, text: &str) -> bool {
        self.of_all_bots() == text || self.is(text)
    }
}

impl<S: Into<String>> From<S> for ArmName {
    fn from(stem: S) -> Self {
        Self { group: None, stem: stem.into(), wording: Wording::Given, bot: None }
    }
}

impl fmt::Display for ArmName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of_all_bots())?;
        self.bot.iter().try_for_each(|bot| write!(f, " · {bot}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_means_a_name_with_or_without_its_bot() {
        let name = ArmName::of("cap of 21", "rusher");
        assert_eq!(name.to_string(), "cap of 21 · rusher");
        assert!(name.means("cap of 21") && name.means("cap of 21 · rusher") && name.is("cap of 21 · rusher"));
        assert!(!name.is("cap of 21") && !name.means("cap of 2") && !name.means("cap of 21 · r"));
    }

    #[test]
    fn what_stands_before_a_name_is_told_and_kept_apart() {
        let group = Some("Top nations".to_owned());
        let name = ArmName { group, ..ArmName::of("Brazil v Italy", "rusher") };
        assert_eq!(name.to_string(), "Top nations: Brazil v Italy · rusher");
        assert!(name.means("Top nations: Brazil v Italy") && !name.means("Brazil v Italy"));
        assert_eq!(name.below().to_string(), "Brazil v Italy · rusher");
        let text = serde_json::to_string(&name).unwrap();
        assert_eq!(text, r#"{"group":"Top nations","stem":"Brazil v Italy","bot":"rusher"}"#);
        assert_eq!(serde_json::from_str::<ArmName>(&text).unwrap(), name);
    }

    #[test]
    fn a_name_that_looks_like_that_of_a_panels_bot_is_taken_as_it_is() {
        let name = ArmName::from("as printed · rusher");
        assert!(name.bot.is_none() && !name.is_beside(&ArmName::of("as printed", "rusher")));
    }
}
