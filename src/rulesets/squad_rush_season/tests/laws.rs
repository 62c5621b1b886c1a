//! Every variant keeps the laws of the game (`laws.rs`) and ends.

use super::*;

/// Each variant of the atlas, `part` of `parts`.
fn atlas(part: usize, parts: usize) {
    for mut changes in conformance::variants::<SquadRushSeason>().into_iter().skip(part).step_by(parts) {
        let key = changes[changes.len() - 1].0;
        changes.push(("rollouts", if key == "rollouts" { "2" } else { "1" }));
        conformance::check_variant::<SquadRushSeason>(&changes, 3, |_, _| {});
        if !key.starts_with("fixtures") && key != "managers" {
            changes.push(("managers", "4"));
            conformance::check_variant::<SquadRushSeason>(&changes, 1, |_, _| {});
        }
    }
}

#[test]
fn laws_hold_in_hands_that_a_card_is_added_to_or_taken_from() {
    for managers in ["2", "4"] {
        let changes = [("managers", managers), ("rollouts", "1")];
        assert!(conformance::check_handouts::<SquadRushSeason>(&changes, |_, _| {}) > 40);
    }
}

#[test]
fn laws_hold_in_the_first_third_of_the_atlas() {
    atlas(0, 3);
}

#[test]
fn laws_hold_in_the_second_third_of_the_atlas() {
    atlas(1, 3);
}

#[test]
fn laws_hold_in_the_last_third_of_the_atlas() {
    atlas(2, 3);
}
