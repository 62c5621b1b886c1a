//! The names of search bots, which end in their budget: `rollout-64`,
//! `tree-256`; or in who plays on in what they imagine: `tree-256:planner`.

use std::ops::RangeInclusive;

use crate::bots::program;
use crate::settings::{Fault, nearest};

/// Budgets that a name may hold: games imagined per decision.
pub const PLAYOUTS: RangeInclusive<u32> = 1..=65_536;
/// What stands between a search and who plays on: `tree-256:planner`.
pub const POLICY: char = ':';

/// How a search bot searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Flat Monte Carlo.
    Rollout,
    /// Tree search.
    Tree,
}

/// Each kind with the form of its names and its idea, weak to strong.
pub const FORMS: [(Kind, &str, &str); 2] = [
    (
        Kind::Rollout,
        "rollout-N",
        "imagines N games per decision (rollout-64), hidden cards dealt anew: all moves in the same games, the better half goes on; leaves the move of whoever plays on only for one that proves better",
    ),
    (
        Kind::Tree,
        "tree-N",
        "imagines N games per decision (tree-256), as rollout-N, and looks ahead most where all seats play well",
    ),
];

impl Kind {
    const fn stem(self) -> &'static str {
        match self {
            Self::Rollout => "rollout",
            Self::Tree => "tree",
        }
    }
}

/// A search bot as its name tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'a> {
    /// How it searches.
    pub kind: Kind,
    /// Games imagined per decision.
    pub playouts: u32,
    /// The listed bot that plays imagined games on; `None` for the ruleset's
    /// own choice.
    pub policy: Option<&'a str>,
}

impl<'a> Named<'a> {
    /// Reads a name. One bot has one name: no leading zeros, no signs. Whether
    /// the bot that plays on exists, the ruleset knows.
    #[must_use]
    pub fn read(name: &'a str) -> Option<Self> {
        let (search, policy) = match name.split_once(POLICY) {
            Some((search, policy)) => (search, Some(policy)),
            None => (name, None),
        };
        let (stem, number) = search.rsplit_once('-')?;
        let (kind, ..) = *FORMS.iter().find(|(kind, ..)| kind.stem() == stem)?;
        let playouts = number.parse().ok().filter(|playouts| PLAYOUTS.contains(playouts))?;
        let named = Self { kind, playouts, policy };
        (named.to_string() == name).then_some(named)
    }
}

impl std::fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.kind.stem(), self.playouts)?;
        self.policy.map_or(Ok(()), |policy| write!(f, "{POLICY}{policy}"))
    }
}

/// What is wrong with a name that belongs to no bot: all names that exist, the
/// forms of those with a budget, and the nearest name.
#[must_use]
pub fn unknown(key: &str, found: &str, listed: &[&str]) -> Fault {
    let forms = FORMS.map(|(_, form, _)| form).join(" or ");
    let (least, most) = (PLAYOUTS.start(), PLAYOUTS.end());
    let allowed = format!(
        "{}, {forms} (N playouts per decision, {least} to {most}; `tree-64:BOT`: a listed bot plays them on), {} \
         (a program of your own), or {} (recorded games)",
        listed.join(", "),
        program::FORM,
        program::CHOICES_FORM
    );
    let fault = Fault::new(key, format!("`{found}`"), allowed);
    match near(found, listed) {
        Some(near) => fault.meant(&near),
        None => fault,
    }
}

/// The nearest name: the stem and the number of a search bot are mended apart.
fn near(found: &str, listed: &[&str]) -> Option<String> {
    if let Some((search, policy)) = found.split_once(POLICY) {
        let search =
            Named::read(search).map_or_else(|| near(search, listed), |named| Some(named.to_string()));
        return Some(format!("{}{POLICY}{}", search?, nearest(policy, listed.iter().copied())?));
    }
    let letters = found.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &found[letters.len()..];
    let stem = letters.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
    let stems = FORMS.map(|(kind, ..)| kind.stem());
    let name = nearest(stem, listed.iter().copied().chain(stems))?;
    let Some((kind, ..)) = FORMS.iter().find(|(kind, ..)| kind.stem() == name) else {
        return nearest(found, listed.iter().copied()).map(str::to_owned);
    };
    // Too long to be read is too large.
    let wanted = if number.is_empty() { 256 } else { number.parse().unwrap_or(u32::MAX) };
    let playouts = wanted.clamp(*PLAYOUTS.start(), *PLAYOUTS.end());
    Some(Named { kind: *kind, playouts, policy: None }.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_holds_its_budget() {
        let read = |name| Named::read(name).map(|named| (named.kind, named.playouts));
        assert_eq!(read("rollout-64"), Some((Kind::Rollout, 64)));
        assert_eq!(read("tree-65536"), Some((Kind::Tree, 65_536)));
        assert_eq!(Named::read("tree-64:planner").and_then(|named| named.policy), Some("planner"));
        for wrong in
            ["tree", "tree-", "tree-0", "tree-65537", "tree-064", "tree-+4", "rollout-1e3", "Tree-4", "x-4"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_form_and_the_nearest() {
        let listed = ["random", "rusher", "planner"];
        let hint = |found| near(found, &listed);
        assert_eq!(hint("rolout-64").as_deref(), Some("rollout-64"));
        assert_eq!(hint("tree-0").as_deref(), Some("tree-1"));
        assert_eq!(hint("tree-99999999999").as_deref(), Some("tree-65536"));
        assert_eq!(hint("tree").as_deref(), Some("tree-256"));
        assert_eq!(hint("tree64").as_deref(), Some("tree-64"));
        assert_eq!(hint("planer").as_deref(), Some("planner"));
        assert_eq!(hint("stockfish"), None);
        assert_eq!(hint("tree-64:planer").as_deref(), Some("tree-64:planner"));
        assert_eq!(hint("tre-64:planner").as_deref(), Some("tree-64:planner"));
        let fault = unknown("bots", "tree-0", &listed);
        let allowed = "random, rusher, planner, rollout-N or tree-N \
                       (N playouts per decision, 1 to 65536; `tree-64:BOT`: a listed bot plays them on), \
                       program:FILE (a program of your own), or choices:FILE (recorded games)";
        assert_eq!((fault.allowed.as_str(), fault.found.as_str()), (allowed, "`tree-0`"));
    }
}
