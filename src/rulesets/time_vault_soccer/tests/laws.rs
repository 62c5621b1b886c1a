//! Every variant keeps the laws of the game (`laws.rs`), states stay small, and
//! what a seat imagines can be played on.

use super::*;
use crate::conformance::{check_handouts, check_variant, variants};

/// The laws of the game (those of every state are asked for by the suite), and
/// that a squad's stars add up where none was handed out.
fn inspect(rules: &Rules, state: &State) {
    assert_eq!(TimeVaultSoccer::verify(rules, state), Ok(()));
    if matches!(state.stage, Stage::Match | Stage::Over) {
        for squad in &state.squads[..usize::from(rules.bosses)] {
            assert_eq!(squad.total, squad.stars.iter().sum::<u8>());
        }
    }
}

#[test]
fn squads_that_a_star_is_handed_to_keep_the_laws_and_their_tier() {
    for changes in [&[][..], &[("draft", "playground")], &[("competition", "season"), ("bosses", "5")]] {
        let done = check_handouts::<TimeVaultSoccer>(changes, |_, _| {});
        assert!(done > 20, "{done} with {changes:?}");
    }
}

#[test]
fn every_value_of_every_switch_keeps_the_laws() {
    for changes in variants::<TimeVaultSoccer>() {
        check_variant::<TimeVaultSoccer>(&changes, 2, inspect);
    }
}

#[test]
fn random_play_keeps_the_laws_over_many_games() {
    let house: [&[(&str, &str)]; 8] = [
        &[
            ("who-begins", "rotates"),
            ("half-time-swap", "on"),
            ("first-turn", "skipped"),
            ("catch-up", "home-1"),
            ("bonus-2", "home-3"),
            ("home-advantage-scope", "always"),
            ("home-advantage", "10"),
        ],
        &[
            ("competition", "season"),
            ("bosses", "4"),
            ("cup-draw", "extra-hand"),
            ("who-begins", "lowest"),
            ("first-turn", "skipped"),
            ("turn-cap", "6"),
            ("cap-tie-break", "penalties"),
            ("catch-up", "card"),
            ("extra-draw", "everyone"),
        ],
        &[],
        &[("squad-tier", "pro-v-elite"), ("team-star-cap", "18")],
        &[("draft", "scramble"), ("squad-tier", "pro-v-elite"), ("go-pro-cap", "on")],
        &[("draft", "elite-build"), ("go-pro-cap", "on"), ("gk-per-team", "up-to-2")],
        &[("subs", "5"), ("plays-per-turn", "2"), ("responses-per-shot", "2"), ("gk-per-team", "free")],
        &[("home-advantage-scope", "always"), ("lamp", "3"), ("last-man", "3"), ("double-teaming", "3")],
    ];
    for changes in house {
        let rules = crate::conformance::rules::<TimeVaultSoccer>(changes).expect("legal");
        for block in 0..60 {
            let luck = Luck::new(3, 4, block);
            let mut chance = Stream::paired(luck, 32);
            crate::conformance::check_game::<TimeVaultSoccer, _>(&rules, &mut chance, luck, inspect);
        }
    }
}

#[test]
fn the_state_stays_small() {
    assert_eq!(std::mem::size_of::<Match>(), 408);
    assert_eq!(std::mem::size_of::<Squad>(), 128);
    assert_eq!(std::mem::size_of::<<TimeVaultSoccer as Play>::State>(), 4352);
    assert!(std::mem::size_of::<super::super::Move>() <= 24);
}

/// What a seat imagines looks the same to it, keeps the laws, and can be
/// played on to the end.
#[test]
fn imagined_states_look_the_same_and_are_playable() {
    let variants: [&[(&str, &str)]; 6] = [
        &[],
        &[("squad-tier", "pro-v-elite"), ("last-man", "3")],
        &[("draft", "scramble")],
        &[("draft", "elite-build")],
        &[("competition", "killer-cup"), ("bosses", "4"), ("cup-draw", "extra-hand")],
        &[("competition", "league"), ("bosses", "3"), ("draft", "playground")],
    ];
    for changes in variants {
        let rules = super::rules(changes);
        let mut whim = super::whim(5);
        let mut table = super::Table::new(super::rules(changes), super::stream(6));
        let mut asked = 0;
        while let Turn::Ask(seat) = table.turn() {
            asked += 1;
            let view = TimeVaultSoccer::view(&table.rules, &table.state, seat);
            if asked % 7 == 0 {
                let mut imagined = TimeVaultSoccer::determinize(&table.rules, view, &mut whim);
                inspect(&rules, &imagined);
                let mut moves = super::Moves::default();
                TimeVaultSoccer::legal(&rules, &imagined, &mut moves);
                assert_eq!(MoveSet::len(&moves), MoveSet::len(&table.legal()));
                let mut chance = super::stream(asked);
                for _ in 0..40 {
                    let Turn::Ask(next) = TimeVaultSoccer::turn(&rules, &imagined) else {
                        break;
                    };
                    TimeVaultSoccer::legal(&rules, &imagined, &mut moves);
                    let seen = TimeVaultSoccer::view(&rules, &imagined, next);
                    let chosen = TimeVaultSoccer::random(&rules, seen, &moves, &mut whim);
                    let silent = &mut Silent;
                    TimeVaultSoccer::apply(&rules, &mut imagined, chosen, &mut chance, silent);
                    inspect(&rules, &imagined);
                }
            }
            let moves = table.legal();
            let view = TimeVaultSoccer::view(&table.rules, &table.state, seat);
            let chosen = TimeVaultSoccer::random(&table.rules, view, &moves, &mut whim);
            table.then(seat, chosen);
        }
        assert!(asked > 20);
    }
}
