//! Search bots at the tables of all five games: they answer legally, and they
//! answer what their seat sees and nothing else.

use levelpitch::bots::Bot;
use levelpitch::chance::{Stream, Whim};
use levelpitch::conformance;
use levelpitch::game::{Ruleset, Turn};
use levelpitch::moves::MoveSet;
use levelpitch::rulesets::futbol_dash::FutbolDash;
use levelpitch::rulesets::king_of_the_pitch::KingOfThePitch;
use levelpitch::rulesets::squad_rush_season::SquadRushSeason;
use levelpitch::rulesets::time_of_soccer::TimeOfSoccer;
use levelpitch::rulesets::time_vault_soccer::TimeVaultSoccer;
use levelpitch::seed::Luck;
use levelpitch::watch::Silent;

/// Puts every `every`-th decision of a random game to both search bots: once
/// as it is, once with all that the seat can't see dealt anew. Whoever peeked
/// at a hand, the deck or a hidden choice would tell the two apart.
fn check<R: Ruleset>(changes: &[(&str, &str)], every: u64) {
    let rules = conformance::rules::<R>(changes).unwrap_or_else(|faults| panic!("{changes:?}: {faults:?}"));
    let seating: Vec<u8> = (0..R::seats(&rules) as u8).collect();
    let luck = Luck::new(4, 2, 1);
    let (mut chance, mut whim) = (Stream::new(luck), Whim::new(luck, 0, 0));
    let (mut moves, mut desk) = (R::Moves::default(), None);
    let mut state = R::setup(&rules, &seating, &mut chance, &mut Silent);
    let (mut asked, mut shown) = (0_u64, 0);
    while let Turn::Ask(seat) = R::turn(&rules, &state) {
        R::legal(&rules, &state, &mut moves);
        asked += 1;
        if moves.len() > 1 && asked.is_multiple_of(every) && shown < 40 {
            shown += 1;
            let alike = R::determinize(&rules, R::view(&rules, &state, seat), &mut whim);
            for name in ["rollout-8", "tree-8"] {
                let bot = Bot::<R>::named(name, &rules).expect("a search bot");
                let answers = [&state, &alike].map(|state| {
                    let memory = &mut R::Memory::default();
                    bot.decide(&rules, state, seat, &moves, memory, &mut whim.clone(), &mut desk)
                });
                assert!(moves.contains(answers[0]), "{} {changes:?}: {:?}", R::FACTS.id, answers[0]);
                assert_eq!(
                    answers[0],
                    answers[1],
                    "{} {changes:?}: {name} peeks at decision {asked}",
                    R::FACTS.id
                );
            }
        }
        let chosen = R::random(&rules, R::view(&rules, &state, seat), &moves, &mut whim);
        R::apply(&rules, &mut state, chosen, &mut chance, &mut Silent);
    }
    assert!(shown > 2, "{} {changes:?}: {shown} decisions", R::FACTS.id);
}

#[test]
fn king_of_the_pitch_is_searched_blind() {
    check::<KingOfThePitch>(&[], 9);
    check::<KingOfThePitch>(&[("hand-knowledge", "private"), ("players", "3")], 9);
}

#[test]
fn futbol_dash_is_searched_blind() {
    check::<FutbolDash>(&[], 3);
    check::<FutbolDash>(&[("players", "5"), ("match", "express")], 9);
}

#[test]
fn squad_rush_season_is_searched_blind() {
    check::<SquadRushSeason>(&[], 7);
}

#[test]
fn time_vault_soccer_is_searched_blind() {
    check::<TimeVaultSoccer>(&[], 2);
    check::<TimeVaultSoccer>(&[("draft", "scramble")], 3);
    check::<TimeVaultSoccer>(&[("draft", "elite-build")], 2);
}

#[test]
fn time_of_soccer_is_searched_blind() {
    check::<TimeOfSoccer>(&[], 97);
    check::<TimeOfSoccer>(&[("lineup-order", "simultaneous")], 97);
}
