//! How an arm is named on the command line: `SCENARIO[#ARM][,KEY=VALUE…]`.
//!
//! The names of arms are free text, commas included. What of a text is the
//! arm and what a change can only be said for sure beside the scenario's own
//! arms: see [`Spec::among`].

use std::path::Path;
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
    /// Everything behind `#`, as typed.
    tail: String,
}

impl Spec {
    /// The spec in one text again.
    #[must_use]
    pub fn typed(&self) -> String {
        let arm = self.arm.iter().map(|arm| format!("#{arm}"));
        let set = self.set.iter().map(|(key, value)| format!(",{key}={value}"));
        arm.chain(set).fold(self.scenario.clone(), |all, part| all + &part)
    }

    /// The same with the arm's name read as the longest of `known` that the
    /// text begins with. As it was if none fits: then the name is told as
    /// unknown.
    #[must_use]
    pub fn among(&self, known: &[&str]) -> Self {
        let fits = |name: &&&str| {
            let rest = self.tail.strip_prefix(**name);
            rest.is_some_and(|rest| rest.is_empty() || rest.trim_start().starts_with(','))
        };
        let longest = known.iter().filter(fits).max_by_key(|name| name.len());
        let read = longest.and_then(|name| Some((name, changes(self.tail.strip_prefix(*name)?)?)));
        match read {
            Some((name, set)) if self.arm.is_some() => {
                Self { arm: Some((*name).to_owned()), set, ..self.clone() }
            }
            _ => self.clone(),
        }
    }
}

/// `,KEY=VALUE…` as pairs, if it is nothing else. No key holds a space.
fn changes(text: &str) -> Option<Vec<(String, String)>> {
    let text = text.trim_start();
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.strip_prefix(',')?.split(',').map(change).collect()
}

/// `KEY=VALUE` as a pair, if it is one.
fn change(part: &str) -> Option<(String, String)> {
    super::pair(part).ok().filter(|(key, _)| is_key(key))
}

/// Whether this can be a switch or a path into the component data; the name of
/// a table within the data may hold spaces.
fn is_key(key: &str) -> bool {
    !key.is_empty() && (key.starts_with(crate::scenario::edit::PREFIX) || !key.contains(' '))
}

/// Bytes of a path, at most: what Windows takes, eight times what Linux does.
const LONGEST_PATH: usize = 32 * 1024;

/// The longest beginning of a text, up to a mark or a comma, that is the name of
/// a file.
fn file(text: &str) -> Option<&str> {
    let ends = text.match_indices(['#', ',']).map(|(at, _)| at).chain([text.len()]);
    let ends = ends.filter(|&end| end <= LONGEST_PATH);
    let mut names = ends.map(|end| &text[..end]).filter(|name| name.contains(['#', ',']));
    names.rfind(|name| Path::new(name).is_file())
}

/// A text parted at the first `#` behind so many bytes.
fn split_at_mark(text: &str, beyond: usize) -> Option<(&str, &str)> {
    let at = beyond + text[beyond..].find('#')?;
    Some((&text[..at], &text[at + 1..]))
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "expected SCENARIO[#ARM][,KEY=VALUE…]".to_owned();
        // A file may have any name: what is one is not taken to pieces.
        let file = file(text);
        let beyond = file.map_or(0, str::len);
        let Some((scenario, tail)) = split_at_mark(text, beyond) else {
            let end = text[beyond..].find(',').map_or(text.len(), |at| beyond + at);
            let (scenario, rest) = text.split_at(end);
            let parts = rest.split(',').skip(1);
            let set = parts.map(super::pair).collect::<Result<_, _>>()?;
            let scenario = scenario.trim().to_owned();
            let spec = Self { scenario, arm: None, set, tail: String::new() };
            return if spec.scenario.is_empty() { Err(form()) } else { Ok(spec) };
        };
        let (scenario, tail) = (scenario.trim().to_owned(), tail.trim().to_owned());
        // The shortest name that leaves nothing but changes behind it.
        let (mut name, mut set) = (&*tail, Vec::new());
        while let Some((before, part)) = name.rsplit_once(',')
            && let Some(change) = change(part)
        {
            name = before;
            set.push(change);
        }
        set.reverse();
        let arm = name.trim().to_owned();
        if scenario.is_empty() || arm.is_empty() {
            return Err(form());
        }
        Ok(Self { scenario, arm: Some(arm), set, tail })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
        pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).to_vec()
    }

    #[test]
    fn an_arm_is_named_with_its_changes() {
        let spec: Spec =
            "pro-v-elite#cap of 21 · counter,go-pro-cap=off, data.values.convex.0 = 5".parse().unwrap();
        assert_eq!(
            (spec.scenario.as_str(), spec.arm.as_deref()),
            ("pro-v-elite", Some("cap of 21 · counter"))
        );
        assert_eq!(spec.set, pairs([("go-pro-cap", "off"), ("data.values.convex.0", "5")]));
        for wrong in ["", ",x=1", "a#,x=1", "a,x", "#a"] {
            assert!(wrong.parse::<Spec>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_may_have_a_mark_or_a_comma_in_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a#b, c.toml");
        std::fs::write(&path, "").unwrap();
        let name = path.display().to_string();
        let spec: Spec = name.parse().unwrap();
        assert_eq!((spec.scenario.as_str(), spec.arm, spec.set.len()), (name.as_str(), None, 0));
        let spec: Spec = format!("{name}#x,players=3").parse().unwrap();
        assert_eq!(
            (spec.scenario, spec.arm.as_deref(), spec.set),
            (name, Some("x"), pairs([("players", "3")]))
        );
    }

    #[test]
    fn a_name_with_a_comma_or_an_equals_sign_can_be_addressed() {
        let spec: Spec = "build-or-rush#builder v rusher, 2 players,line-size=4".parse().unwrap();
        assert_eq!(spec.arm.as_deref(), Some("builder v rusher, 2 players"));
        assert_eq!(spec.set, pairs([("line-size", "4")]));
        // Only the scenario's own arms say that this is a name and no change.
        let spec: Spec = "x#a,b=1,c=2".parse().unwrap();
        assert_eq!((spec.arm.as_deref(), spec.set.len()), (Some("a"), 2));
        let known = spec.among(&["a", "a,b=1", "a,b"]);
        assert_eq!((known.arm.as_deref(), &known.set), (Some("a,b=1"), &pairs([("c", "2")])));
        assert_eq!(spec.among(&["z", "a,b=1,c"]), spec);
        let varied: Spec = "x#players = 3".parse().unwrap();
        assert_eq!(varied.arm.as_deref(), Some("players = 3"));
    }

    /// A megabyte, as long as a stored command may be: looked at anew from every
    /// comma, it took hours.
    #[test]
    fn a_word_of_very_many_parts_is_read_once() {
        let changes = ",a=1".repeat(1 << 18);
        let spec: Spec = format!("futbol-dash#x{changes},bad").parse().unwrap();
        assert_eq!((spec.arm.map(|arm| arm.len()), spec.set.len()), (Some((1 << 20) + 5), 0));
        let spec: Spec = format!("futbol-dash#x,bad{changes}").parse().unwrap();
        assert_eq!((spec.arm.as_deref(), spec.set.len()), (Some("x,bad"), 1 << 18));
        let spec: Spec = format!("futbol-dash{changes}").parse().unwrap();
        assert_eq!((spec.arm, spec.set.len()), (None, 1 << 18));
    }
}
