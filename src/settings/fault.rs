//! What is wrong with what a user gave, in the user's words.

/// Stands in faults for the name under which the program runs; the commands put
/// it in ([`App::named`](crate::app::App::named)).
pub const PROGRAM: &str = "{program}";

/// What of a fault others may go by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FaultKind {
    /// Something that is not allowed.
    #[default]
    Wrong,
    /// Something that is missing, doubled or miscounted: it may only follow
    /// from a key that could not be read.
    Absent,
    /// A name that is nearly this one.
    Misspelt(String),
}

/// Something wrong in what a user gave, in the user's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What others may go by.
    pub kind: FaultKind,
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

/// A number that was found, as short as it can be written: 1e308, not its three
/// hundred digits.
#[must_use]
pub fn written(number: f64) -> String {
    let (digits, power) = (number.to_string(), format!("{number:e}"));
    if digits.len() > LONGEST_NUMBER { power } else { digits }
}

/// Digits of a number that are still read.
const LONGEST_NUMBER: usize = 20;

impl Fault {
    /// A fault at `key`.
    #[must_use]
    pub fn new(key: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        let (key, found, allowed) = (key.into(), found.into(), allowed.into());
        Self { kind: FaultKind::Wrong, key, found, allowed, hint: None, offset: None }
    }

    /// A fault at `key`, of which too few or too many are given.
    #[must_use]
    pub fn absent(key: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { kind: FaultKind::Absent, ..Self::new(key, found, allowed) }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with the name that was meant.
    #[must_use]
    pub fn meant(mut self, name: &str) -> Self {
        self.kind = FaultKind::Misspelt(name.to_owned());
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

    /// The same with a way out where the value stands for several: what is
    /// played takes one.
    #[must_use]
    pub fn several(self, value: &str) -> Self {
        if !value.contains("..") && !value.contains('|') {
            return self;
        }
        let key = self.key.clone();
        self.hint(format!(
            "one value at a time is played; `{PROGRAM} sweep … --set '{key}={value}'` plays them all"
        ))
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
        let fault = Self::new(
            "data",
            error.message(),
            format!("component data of the shape that `{PROGRAM} data` exports"),
        );
        match error.span() {
            Some(span) => fault.at(span.start),
            None => fault,
        }
    }
}

/// What the distance of two names cannot be below: an edit adds, takes or
/// changes one letter, or changes places of two, so there are as many edits as
/// letters that one has more of than the other. (Letters are told apart by their
/// last six bits only.)
fn least_distance(typed: &str, name: &str) -> usize {
    let mut more = [0_i32; 64];
    typed.chars().for_each(|letter| more[letter as usize % 64] += 1);
    name.chars().for_each(|letter| more[letter as usize % 64] -= 1);
    let (over, under) = more.iter().fold((0, 0), |(over, under), &n| (over + n.max(0), under - n.min(0)));
    over.max(under) as usize
}

/// The name of `known` closest to `typed` (Damerau-Levenshtein within a third
/// of its length), for "did you mean".
#[must_use]
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The distance takes long: it is worked out only of a name whose letters could
    // be nearer than the nearest yet. A text may hold thousands of wrong names.
    let letters = typed.chars().count();
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        let within = 1 + name.len() / 3;
        let within = best.map_or(within, |(distance, _)| within.min(distance.saturating_sub(1)));
        if letters > name.len() + 1 + name.len() / 3 || least_distance(typed, name) > within {
            continue;
        }
        let distance = strsim::damerau_levenshtein(typed, name);
        if distance <= within {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_told_in_few_digits() {
        let told = [0.25, 1e6, 1e308, -5e-324].map(written);
        assert_eq!(told, ["0.25", "1000000", "1e308", "-5e-324"]);
    }

    #[test]
    fn no_name_is_nearer_than_its_letters_tell() {
        let names = [
            "",
            "a",
            "halftimes",
            "haltfimes",
            "half-times",
            "players",
            "plyaers",
            "P",
            "ünion",
            "union",
            "\u{202e}",
        ];
        for (a, b) in names.iter().flat_map(|a| names.iter().map(move |b| (a, b))) {
            let (least, distance) = (least_distance(a, b), strsim::damerau_levenshtein(a, b));
            assert!(least <= distance, "{a} {b}: {least}, {distance}");
        }
        assert_eq!(nearest("haltfimes", names[5..].iter().copied().chain(["halftimes"])), Some("halftimes"));
        assert_eq!(nearest("whi", ["players", "halftimes"]), None);
    }
}
