//! Every variant keeps the laws of the game (`laws.rs`), and what is said of a
//! game is so.

use std::collections::BTreeSet;

use super::super::observe::{TABLES, bin};
use super::*;
use crate::conformance::{Flat, check_game, check_handouts, check_variant, variants};
use crate::game::Tables;

#[test]
fn hands_that_a_card_is_added_to_or_taken_from_keep_the_laws() {
    for changes in [&[][..], &[("captains", "on"), ("players", "4")], &[("start-players", "2")]] {
        let done = check_handouts::<KingOfThePitch>(changes, |_, _| {});
        assert!(done > 60, "{done} with {changes:?}");
    }
}

#[test]
fn every_value_of_every_switch_keeps_the_laws() {
    for changes in variants::<KingOfThePitch>() {
        check_variant::<KingOfThePitch>(&changes, 6, |_, _| {});
    }
}

#[test]
fn combined_variants_keep_the_laws() {
    let combined: [&[(&str, &str)]; 10] = [
        &[("players", "5"), ("who-begins", "rotates"), ("half-time-swap", "on"), ("bonus-5", "win")],
        &[("players", "3"), ("who-begins", "lowest"), ("first-turn", "skipped"), ("catch-up", "bronze")],
        &[
            ("players", "4"),
            ("who-begins", "loser"),
            ("half-time-swap", "on"),
            ("turn-cap", "12"),
            ("start-players", "2"),
            ("bonus-4", "player-card"),
            ("extra-draw", "everyone"),
            ("hand-knowledge", "private"),
        ],
        &[("players", "5"), ("captains", "on"), ("replace-refund", "cube"), ("flush-free", "on")],
        &[("players", "4"), ("captains", "on"), ("free-last", "off"), ("slot-price", "stepped")],
        &[
            ("players", "5"),
            ("king-match", "choose-opponent"),
            ("commit-order", "blind"),
            ("wins-to-win", "7"),
        ],
        &[("players", "3"), ("var-scope", "any-one-die"), ("king-stay-limit", "2"), ("overpay", "on")],
        &[("players", "5"), ("hand-limit", "none"), ("cube-limit", "off"), ("chip-limit", "off")],
        &[("deck-out", "no-refill"), ("event-recycle", "no"), ("actions-per-turn", "2"), ("free-pass", "on")],
        &[("start-players", "2"), ("hand-knowledge", "private"), ("line-size", "6"), ("players", "5")],
    ];
    for changes in combined {
        check_variant::<KingOfThePitch>(changes, 12, |_, _| {});
    }
}

#[test]
fn a_seats_guess_at_the_hidden_keeps_the_laws_and_its_own_view() {
    let changes =
        [("players", "4"), ("captains", "on"), ("hand-knowledge", "private"), ("commit-order", "blind")];
    let rules = super::desk::rules(&changes);
    let mut whim = Whim::new(Luck::new(1, 1, 1), 0, 0);
    for block in 0..8 {
        let luck = Luck::new(6, 6, block);
        check_game::<KingOfThePitch, _>(&rules, &mut Stream::new(luck), luck, |rules, state| {
            let seat = state.asked;
            let guess =
                KingOfThePitch::determinize(rules, KingOfThePitch::view(rules, state, seat), &mut whim);
            assert_eq!(KingOfThePitch::verify(rules, &guess), Ok(()));
            assert_eq!(guess.team(seat), state.team(seat));
            assert_eq!((guess.row, guess.phase, guess.discard), (state.row, state.phase, state.discard));
            let mut own = RankedMask::default();
            let mut guessed = RankedMask::default();
            KingOfThePitch::legal(rules, state, &mut own);
            KingOfThePitch::legal(rules, &guess, &mut guessed);
            assert_eq!(own, guessed);
        });
    }
}

#[test]
fn metrics_count_what_they_say() {
    let Tables { metrics, distributions, .. } = TABLES;
    let metric = |name: &str| metrics.iter().position(|m| m.name == name).expect("listed");
    let rules = super::desk::rules(&[("players", "5")]);
    let mut sums = vec![0_i64; metrics.len()];
    let mut bins = vec![0_u32; distributions.len()];
    let states = games(&[("players", "5")], "random", 400);
    for state in &states {
        let mut flat = Flat::default();
        KingOfThePitch::observe(&rules, state, &mut flat);
        for (index, amount) in flat.0 {
            match index.checked_sub(1000) {
                Some(distribution) => bins[distribution] += 1,
                None => sums[index] += amount,
            }
        }
    }
    let sum = |name: &str| sums[metric(name)];
    let matches: i64 = states.iter().map(|s| i64::from(s.matches)).sum();
    let turns: i64 = states.iter().map(|s| i64::from(s.turns)).sum();
    assert_eq!((sum("matches-per-game"), sum("turns-per-game")), (matches, turns));
    assert_eq!(sum("pools-per-game"), 2 * matches);
    let levels = ["white", "bronze", "silver", "gold", "crown"].map(|l| sum(&format!("{l}-pool-share")));
    assert_eq!(levels.iter().sum::<i64>(), 2 * matches);
    assert_eq!(sum("challenger-win-rate") + sum("king-wins-per-game"), matches);
    assert_eq!(sum("king-changes-per-game"), sum("challenger-win-rate"));
    assert_eq!(sum("decided-rate"), 400);
    assert!(sum("blocked-actions") > 0, "two cubes of a colour run out with five players");
    assert!(sum("var-triggered-rate") > 0 && sum("var-triggered-rate") < sum("var-used-per-game"));
    assert!(sum("shoot-out-rate") > 0 && sum("var-turned-rate") <= sum("var-matches-per-game"));
    assert_eq!(bins[..3], [400, 400, 2000]);
    assert_eq!(bins[bin::MATCH_SCORE.place()], matches as u32);
}

#[test]
fn items_name_every_move() {
    let rules = super::desk::rules(&[("players", "5"), ("captains", "on")]);
    let names = KingOfThePitch::items(&rules);
    assert!(names.len() <= 128);
    let mut seen = BTreeSet::new();
    for block in 0..40 {
        let luck = Luck::new(16, 6, block);
        check_game::<KingOfThePitch, _>(&rules, &mut Stream::new(luck), luck, |rules, state| {
            let mut moves = RankedMask::default();
            KingOfThePitch::legal(rules, state, &mut moves);
            for chosen in moves.mask.iter() {
                let words = KingOfThePitch::describe(rules, state, chosen);
                if let Some(item) = KingOfThePitch::item(rules, state, chosen) {
                    let name = &names[usize::from(item)];
                    seen.insert(item);
                    let kind = words.split(' ').next().unwrap_or_default().to_lowercase();
                    let said = name.to_lowercase();
                    let same = said.starts_with(&kind)
                        || (kind == "match" && said.starts_with("challenge"))
                        || (kind == "commits" && said.starts_with("commit"))
                        || (kind == "captain" && said.starts_with("choose"));
                    assert!(same, "{words} is tallied as {name}");
                    if kind == "take" {
                        let free = chosen == 4;
                        assert_eq!(name.ends_with("(free)"), free);
                    }
                    if kind == "play" {
                        assert_eq!(words.to_lowercase(), said);
                    }
                }
            }
        });
    }
    assert!(seen.len() > 60, "{} of {} items occur", seen.len(), names.len());
}
