//! Scenarios that live in the binary: the same files as in `scenarios/`.

macro_rules! builtin {
    ($($name:literal),* $(,)?) => {
        const ALL: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../scenarios/", $name, ".toml")))),*];
    };
}

builtin! {
    "first-seat",
    "players",
    "build-or-rush",
    "level-thresholds",
    "deck-presets",
    "halftimes",
    "skill-or-shots",
    "skill-ladder",
    "pro-v-elite",
    "home-advantage",
    "draft-formats",
    "season-suspensions",
    "squad-rush-chemistry",
    "squad-rush-officials",
    "squad-rush-golden-boot",
    "squad-rush-drama",
    "tos-home-advantage",
    "tos-neutral-difficulty",
    "tos-variants",
    "tos-catch-up",
    "tos-goal-table",
    "tos-tile-value",
}

/// Names, in the order of lists.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}

/// Text of a built-in scenario.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(other, _)| *other == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_and_the_binary_hold_the_same_scenarios() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "toml"))
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let mut embedded: Vec<String> = names().map(str::to_owned).collect();
        embedded.sort();
        assert_eq!(files, embedded);
    }

    #[test]
    fn every_built_in_scenario_resolves() {
        use crate::scenario::{resolve, wire};
        for name in names() {
            let text = text(name).unwrap();
            let wire = wire::read(name, text).unwrap_or_else(|p| panic!("{name}: {p:?}"));
            assert!(wire.question.is_some(), "{name} asks a question");
            let origin = resolve::Origin { name, file: name, text, read: &|_| Err("no files".to_owned()) };
            let plan = resolve::resolve(&wire, &origin, &resolve::Overrides::default());
            assert!(plan.is_ok(), "{name}: {:?}", plan.err());
        }
    }
}
