//! How an arm is named on the command line: `SCENARIO[#ARM][,KEY=VALUE…]`.

use std::str::FromStr;

/// One arm of a scenario, with changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// Scenario file, built-in scenario or ruleset id.
    pub scenario: String,
    /// Name of the arm within the scenario.
    pub arm: Option<String>,
    /// Changes on top of it.
    pub set: Vec<(String, String)>,
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let head = parts.next().unwrap_or_default().trim();
        let (scenario, arm) = match head.split_once('#') {
            Some((scenario, arm)) => (scenario, Some(arm.trim().to_owned())),
            None => (head, None),
        };
        if scenario.is_empty() || arm.as_ref().is_some_and(String::is_empty) {
            return Err("expected SCENARIO[#ARM][,KEY=VALUE…]".to_owned());
        }
        let set = parts.map(super::pair).collect::<Result<_, _>>()?;
        Ok(Self { scenario: scenario.to_owned(), arm, set })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arm_is_named_with_its_changes() {
        let spec: Spec =
            "pro-v-elite#cap of 21 · counter,go-pro-cap=off, data.values.convex.0 = 5".parse().unwrap();
        assert_eq!(
            (spec.scenario.as_str(), spec.arm.as_deref()),
            ("pro-v-elite", Some("cap of 21 · counter"))
        );
        let set = [("go-pro-cap", "off"), ("data.values.convex.0", "5")];
        assert_eq!(spec.set, set.map(|(k, v)| (k.to_owned(), v.to_owned())));
        for wrong in ["", ",x=1", "a#,x=1", "a,x"] {
            assert!(wrong.parse::<Spec>().is_err(), "{wrong}");
        }
    }
}
