//! What a seat sees, as names and values: for bots that are programs of their
//! own and for whoever keeps games as files.

use serde::Serialize;
use serde_json::{Map, Value};

/// Facts in the order in which a ruleset tells them
/// ([`Record::tell`](crate::game::Record::tell)).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Seen(Map<String, Value>);

impl Seen {
    /// Tells one fact: a number, a text, a list of them, or facts of its own.
    pub fn say(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Tells one fact that is there or not; `null` where it is not.
    pub fn may_say(&mut self, name: &str, value: Option<impl Into<Value>>) {
        self.say(name, value.map_or(Value::Null, Into::into));
    }

    /// The value told under a name.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }
}

impl From<Seen> for Value {
    fn from(seen: Seen) -> Self {
        Self::Object(seen.0)
    }
}
