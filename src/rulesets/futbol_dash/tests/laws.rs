//! What holds in every state of every variant, and that every match ends.

use super::*;
use crate::conformance::{self, check_variant, variants};

/// The laws of the game, and what a view adds up to.
fn lawful(rules: &Rules, state: &State) {
    conserved(rules, state);
    for seat in 0..rules.players {
        let view = FutbolDash::view(rules, state, seat);
        let others: u32 = view.opponents().map(|other| u32::from(view.hand_len(other))).sum();
        assert_eq!(view.all_unseen(), others + u32::from(view.deck_len()), "FD-INFO-03");
    }
}

/// The laws of the game, for states that are no table of seats.
pub(super) fn conserved(rules: &Rules, state: &State) {
    assert_eq!(FutbolDash::verify(rules, state), Ok(()));
}

/// Switches that matter more at a larger table than at that of the atlas.
const MATTERS_MORE: &[(&str, &[(&str, &str)])] = &[
    ("own-goal", &[("players", "3")]),
    ("grid-empty", &[("players", "6")]),
    ("yellow-stack", &[("players", "4")]),
    ("red-stack", &[("players", "4")]),
    ("last-seat-bonus", &[("players", "5")]),
];

#[test]
fn hands_that_a_card_is_added_to_or_taken_from_keep_the_laws() {
    for changes in [&[][..], &[("players", "5")], &[("no-legal-play", "redraw")]] {
        let done = conformance::check_handouts::<FutbolDash>(changes, lawful);
        assert!(done > 28, "{done} with {changes:?}");
    }
}

#[test]
fn every_variant_keeps_the_laws() {
    for changes in variants::<FutbolDash>() {
        check_variant::<FutbolDash>(&changes, 6, lawful);
        let (value, beside) = changes.split_last().expect("a switch value");
        // A bonus needs its player.
        if !beside.is_empty() && !value.0.starts_with("bonus-") {
            check_variant::<FutbolDash>(&[*value], 6, lawful);
        }
        if let Some((_, with)) = MATTERS_MORE.iter().find(|(key, _)| *key == value.0) {
            check_variant::<FutbolDash>(&[&[*value], *with].concat(), 6, lawful);
        }
    }
}

#[test]
fn variants_keep_the_laws_together() {
    let mixes: [&[(&str, &str)]; 9] = [
        &[
            ("players", "5"),
            ("who-begins", "rotates"),
            ("half-time-swap", "on"),
            ("halftimes", "2"),
            ("bonus-5", "goal"),
        ],
        &[
            ("players", "3"),
            ("who-begins", "lowest"),
            ("first-turn", "skipped"),
            ("catch-up", "card"),
            ("bonus-1", "ap-3"),
        ],
        &[
            ("players", "6"),
            ("match", "express"),
            ("express-end", "full-round"),
            ("who-begins", "lowest"),
            ("half-time-swap", "on"),
            ("extra-draw", "everyone"),
            ("catch-up", "ap-1"),
            ("turn-cap", "20"),
            ("cap-tie-break", "attack-points"),
            ("hand-size", "7"),
        ],
        &[("match", "express"), ("no-legal-play", "redraw"), ("free-discard", "off"), ("players", "4")],
        &[
            ("foul-scope", "plus-all-changers"),
            ("var-scope", "plus-cards"),
            ("fouled-turn", "again"),
            ("players", "5"),
        ],
        &[("match", "express"), ("express-end", "hands-out"), ("no-legal-play", "keep"), ("play-two", "on")],
        &[
            ("yellow-stack", "second-is-red"),
            ("yellow-halftime", "kept"),
            ("halftimes", "2"),
            ("red-off", "on"),
        ],
        &[("deck-preset", "spread"), ("overshoot", "clamp"), ("free-discard", "on"), ("players", "6")],
        &[
            ("regular-deck-out", "end"),
            ("play-two", "on"),
            ("last-seat-bonus", "extra-card"),
            ("hand-size", "7"),
        ],
    ];
    for changes in mixes {
        check_variant::<FutbolDash>(changes, 12, lawful);
    }
}

#[test]
fn express_matches_keep_the_bound_on_turns() {
    for players in 2..=6_u32 {
        for halftimes in 0..=2_u32 {
            let (p, h) = (players.to_string(), halftimes.to_string());
            let changes = [("match", "express"), ("players", &*p), ("halftimes", &*h)];
            // A deck per Halftime and one more, Yellows before and after, Reds.
            let draws: u32 = (0..=halftimes).map(|k| 73 - k - 6 * players).sum();
            let bound = draws + 2 * (halftimes + 1) + 2;
            if halftimes == 1 {
                assert_eq!(bound, [127, 115, 103, 91, 79][players as usize - 2]);
            }
            check_variant::<FutbolDash>(&changes, 20, |_, state| assert!(state.counts.turns <= bound));
        }
    }
}

#[test]
fn cards_left_after_dealing() {
    for (players, left) in [("2", 61), ("3", 55), ("4", 49), ("5", 43), ("6", 37)] {
        let rules = rules(&[("players", players)]);
        let seating: Vec<u8> = (0..rules.players).collect();
        let mut chance = Stream::new(Luck::new(1, 2, 3));
        let state = FutbolDash::setup(&rules, &seating, &mut chance, &mut Silent);
        assert_eq!(state.deck_len, left - 1, "seat 0 has drawn for its first turn");
    }
}

#[test]
fn a_match_is_a_small_value() {
    assert_eq!(size_of::<State>(), 688);
    assert_eq!(size_of::<super::super::Moves>(), 72);
}

/// Mean and its standard error.
fn summary(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

#[test]
fn paired_and_plain_deals_have_the_same_law() {
    let rules = conformance::rules::<FutbolDash>(&[("players", "3")]).unwrap();
    let (mut plain, mut paired) = (Vec::new(), Vec::new());
    for block in 0..1500 {
        let luck = Luck::new(11, 12, block);
        let end = conformance::check_game::<FutbolDash, _>(&rules, &mut Stream::new(luck), luck, |_, _| ());
        plain.push(f64::from(end.counts.turns));
        let luck = Luck::new(13, 14, block);
        let end = conformance::check_game::<FutbolDash, _>(
            &rules,
            &mut Stream::paired(luck, FutbolDash::card_ids(&rules)),
            luck,
            |_, _| (),
        );
        paired.push(f64::from(end.counts.turns));
    }
    let ((a, sa), (b, sb)) = (summary(&plain), summary(&paired));
    let z = (a - b) / (sa * sa + sb * sb).sqrt();
    assert!(z.abs() < 4.0, "{a} and {b}: z = {z}");
}

#[test]
fn two_random_players_need_about_102_turns() {
    // Pinned so that a change of the rules shows: 300000 matches gave 102.24.
    let rules = rules(&[]);
    let turns: Vec<f64> = (0..3000)
        .map(|block| {
            let luck = Luck::new(21, 22, block);
            let end =
                conformance::check_game::<FutbolDash, _>(&rules, &mut Stream::new(luck), luck, |_, _| ());
            f64::from(end.counts.turns)
        })
        .collect();
    let (mean, error) = summary(&turns);
    assert!((mean - 102.24).abs() < 4.0 * error, "{mean} ± {error}");
}

#[test]
fn keep_ends_in_stalemate_now_and_then() {
    // 5.2 % of regular matches of two random bots.
    let rules = rules(&[("no-legal-play", "keep")]);
    let games = 3000;
    let mut stalemates = 0_u32;
    for block in 0..games {
        let luck = Luck::new(31, 32, block);
        let end = conformance::check_game::<FutbolDash, _>(&rules, &mut Stream::new(luck), luck, |_, _| ());
        stalemates += u32::from(end.ending == Ending::Stalemate);
    }
    let share = f64::from(stalemates) / games as f64;
    let z = (share - 0.052) / (0.052 * 0.948 / games as f64).sqrt();
    assert!(z.abs() < 4.0, "{share}");
}

#[test]
fn whims_do_not_move_the_deal() {
    // The first hands depend on the deal alone.
    let rules = rules(&[]);
    let luck = Luck::new(9, 9, 9);
    let deal = || {
        let mut chance = Stream::new(luck);
        let state = FutbolDash::setup(&rules, &[0, 1], &mut chance, &mut Silent);
        (state.seat(0).hand.0, state.seat(1).hand.0)
    };
    let first = deal();
    let mut whim = Whim::new(luck, 0, 0);
    whim.bits();
    assert_eq!(first, deal());
    assert_ne!(first.0, bench(&[]).state.seat(0).hand.0);
}
