//! Scenarios that live in the binary: the same files as in `scenarios/`.

macro_rules! builtin {
    ($($name:literal),* $(,)?) => {
        /// Names and texts, in the order of lists.
        pub const ALL: &[(&str, &str)] =
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
        let mut embedded: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
        embedded.sort_unstable();
        assert_eq!(files, embedded);
    }

    #[test]
    fn every_built_in_scenario_resolves() {
        for (name, text) in ALL {
            let plan = crate::scenario::sample(text);
            assert!(plan.question.ends_with('?') && plan.question != "How level is this pitch?", "{name}");
        }
    }
}
