//! The components that an arm is played with, as a user gave or changed them.

use serde::{Deserialize, Serialize};

use super::edit;
use crate::arena::ruleset::RulesetId;
use crate::game::weights;
use crate::settings::Fault;

/// Component data given by the user.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataFile {
    /// File name as given; `None` for the ruleset's own file, of which `values`
    /// or `weights` were changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Single values that were changed in it, in that order: key (`data.…`) and
    /// value as typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, String)>,
    /// The file of a bot's weights that replaced its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// The text that came of it.
    pub text: String,
    /// Whether single numbers of it were changed on purpose: then totals that
    /// the box states no longer bind (see [`crate::game::Totals`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub house: bool,
}

impl DataFile {
    /// A file as it is.
    #[must_use]
    pub fn of(file: impl Into<String>, text: String) -> Self {
        Self { file: Some(file.into()), text, ..Self::default() }
    }

    /// `data`, or the ruleset's own where that is `None`, with one value
    /// changed.
    ///
    /// # Errors
    /// As [`edit::replaced`].
    pub fn with_value(
        data: Option<&Self>,
        ruleset: RulesetId,
        path: &str,
        value: &str,
    ) -> Result<Self, Fault> {
        let mut data = Self::or_own(data, ruleset);
        let parts: Vec<&str> = path.split('.').collect();
        let is_meant = |key: &&str| {
            let known: Vec<&str> = key.split('.').collect();
            known.len() == parts.len()
                && known.iter().zip(&parts).all(|(known, part)| ["*", part].contains(known))
        };
        if ruleset.facts().derived.iter().any(is_meant) {
            let key = format!("{}{path}", edit::PREFIX);
            let allowed = "changes of what it is added up from: it follows from that";
            return Err(Fault::new(key, format!("`{value}`"), allowed));
        }
        data.text = edit::replaced(&data.text, path, value)?;
        data.values.push((format!("{}{path}", edit::PREFIX), value.to_owned()));
        data.house = true;
        Ok(data)
    }

    /// `data`, or the ruleset's own where that is `None`, with the weights of a
    /// bot that `file` holds.
    ///
    /// # Errors
    /// As [`weights::with`].
    pub fn with_weights(
        data: Option<&Self>,
        ruleset: RulesetId,
        file: &str,
        text: &str,
    ) -> Result<Self, Vec<Fault>> {
        let mut data = Self::or_own(data, ruleset);
        data.text = weights::with(&data.text, text)?;
        data.weights = Some(file.to_owned());
        Ok(data)
    }

    fn or_own(data: Option<&Self>, ruleset: RulesetId) -> Self {
        let own = || Self { text: ruleset.facts().data.to_owned(), ..Self::default() };
        data.cloned().unwrap_or_else(own)
    }

    /// What faults in its text are told of.
    #[must_use]
    pub fn name(&self, ruleset: RulesetId) -> &str {
        self.file.as_deref().unwrap_or(ruleset.id)
    }
}
