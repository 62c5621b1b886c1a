//! Laws that hold in every state of every variant: conservation of cards,
//! bounds, the ledger's counts, termination.

use super::*;

/// Conservation and bounds of one state.
fn inspect(rules: &Rules, state: &State) {
    assert_eq!(census(rules, state), rules.deck(), "every card in one place");
    for pitch in &state.pitches {
        assert_eq!(pitch.booked & !pitch.field, 0, "markers lie on cards");
        assert_eq!(sevens::counts(pitch.field), pitch.counts);
        assert_eq!(pitch.cards().iter().fold(0, |f, &c| f | 1_u128 << c), pitch.field);
        assert!(pitch.len <= rules.pitch_limit);
    }
    let log = |count: Column| u32::from(state.log.counts[count.place()]);
    let sum =
        |f: fn(&super::super::state::Row) -> u16| state.table.iter().map(|r| u32::from(f(r))).sum::<u32>();
    assert_eq!(sum(|r| r.points), log(column::POINTS));
    assert_eq!(sum(|r| r.boots), log(column::BOOT_POINTS));
    assert_eq!(sum(|r| r.sent_off), log(column::SENT_OFF));
    // Every goal of a match is scored by one side and conceded by the other;
    // only double forfeits break the balance (FORF-04).
    let both = if rules.void_double_forfeit { 0 } else { 2 * u32::from(rules.forfeit_score) };
    assert_eq!(sum(|r| r.conceded), sum(|r| r.scored) + both * log(column::DOUBLE_FORFEITS));
    for seat in 0..rules.managers {
        assert!(state.turns[usize::from(seat)] <= rules.turn_cap + 1 + u16::from(rules.closing_turns));
    }
    if state.phase == Phase::Over && rules.managers == 2 {
        assert_eq!(log(column::FIXTURES), u32::from(rules.matchdays));
    }
}

/// Each variant of the atlas, `part` of `parts`.
fn atlas(part: usize, parts: usize) {
    for mut changes in conformance::variants::<SquadRushSeason>().into_iter().skip(part).step_by(parts) {
        let key = changes[changes.len() - 1].0;
        changes.push(("rollouts", if key == "rollouts" { "2" } else { "1" }));
        conformance::check_variant::<SquadRushSeason>(&changes, 3, inspect);
        if !key.starts_with("fixtures") && key != "managers" {
            changes.push(("managers", "4"));
            conformance::check_variant::<SquadRushSeason>(&changes, 1, inspect);
        }
    }
}

#[test]
fn laws_hold_in_hands_that_a_card_is_added_to_or_taken_from() {
    for managers in ["2", "4"] {
        let changes = [("managers", managers), ("rollouts", "1")];
        assert!(conformance::check_handouts::<SquadRushSeason>(&changes, inspect) > 40);
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
