//! What a bot that is a program is told, in every game.

use levelpitch::arena::RulesetId;
use levelpitch::bots::program::command;
use levelpitch::chance::{Stream, Whim};
use levelpitch::conformance;
use levelpitch::game::{Ruleset, Seen, Turn};
use levelpitch::moves::MoveSet;
use levelpitch::rulesets::futbol_dash::FutbolDash;
use levelpitch::rulesets::king_of_the_pitch::KingOfThePitch;
use levelpitch::rulesets::squad_rush_season::SquadRushSeason;
use levelpitch::rulesets::time_of_soccer::TimeOfSoccer;
use levelpitch::rulesets::time_vault_soccer::TimeVaultSoccer;
use levelpitch::seed::Luck;
use levelpitch::watch::Silent;

/// A seat is told the same of the table as it is and of one that only looks the
/// same to it: nothing hidden is in the view or in the words of its moves.
fn tells_what_is_seen<R: Ruleset>(changes: &[(&str, &str)]) {
    let rules = conformance::rules::<R>(changes).unwrap_or_else(|faults| panic!("{changes:?}: {faults:?}"));
    let seating: Vec<u8> = (0..R::seats(&rules) as u8).collect();
    let luck = Luck::new(4, 4, 4);
    let (mut chance, mut whim) = (Stream::new(luck), Whim::new(luck, 0, 0));
    let mut moves = R::Moves::default();
    let mut state = R::setup(&rules, &seating, &mut chance, &mut Silent);
    let (mut asked, mut shown) = (0_u32, 0);
    while let Turn::Ask(seat) = R::turn(&rules, &state) {
        R::legal(&rules, &state, &mut moves);
        asked += 1;
        // All of a short game, some of a long one.
        if moves.len() > 1 && (asked < 40 || asked.is_multiple_of(13)) {
            shown += 1;
            let view = R::view(&rules, &state, seat);
            let alike = R::determinize(&rules, view, &mut Whim::new(Luck::new(5, 5, asked.into()), 0, 0));
            let told = |state: &R::State| {
                let mut seen = Seen::default();
                R::tell(&rules, R::view(&rules, state, seat), &mut seen);
                let choices = (0..moves.len().min(40)).map(|at| R::option(&rules, state, moves.nth(at)));
                (seen, choices.collect::<Vec<_>>())
            };
            let (there, here) = (told(&state), told(&alike));
            assert_eq!(there, here, "{} {changes:?}, question {asked}", R::FACTS.id);
            assert!(there.0.of("question").is_some(), "{} tells nothing", R::FACTS.id);
        }
        let chosen = R::random(&rules, R::view(&rules, &state, seat), &moves, &mut whim);
        R::apply(&rules, &mut state, chosen, &mut chance, &mut Silent);
    }
    assert!(shown > 0, "{} {changes:?} asks nothing", R::FACTS.id);
}

#[test]
fn a_program_is_told_what_its_seat_sees_and_nothing_else() {
    tells_what_is_seen::<FutbolDash>(&[("players", "4")]);
    tells_what_is_seen::<KingOfThePitch>(&[
        ("players", "4"),
        ("captains", "on"),
        ("hand-knowledge", "private"),
    ]);
    tells_what_is_seen::<KingOfThePitch>(&[("commit-order", "blind")]);
    tells_what_is_seen::<SquadRushSeason>(&[]);
    tells_what_is_seen::<TimeOfSoccer>(&[("lineup-order", "simultaneous")]);
    tells_what_is_seen::<TimeVaultSoccer>(&[]);
    for draft in ["playground", "scramble", "elite-build", "transfer"] {
        tells_what_is_seen::<TimeVaultSoccer>(&[("draft", draft)]);
    }
}

#[test]
fn the_name_of_a_program_is_its_command() {
    assert_eq!(command("program:./mybot.py"), Some(vec!["./mybot.py"]));
    assert_eq!(command("program:python3 mybot.py fast"), Some(vec!["python3", "mybot.py", "fast"]));
    for other in ["program:", "program: ", "planner", "tree-64:planner", "programs:x"] {
        assert_eq!(command(other), None, "{other}");
    }
    let ruleset = RulesetId::of::<FutbolDash>();
    assert!(ruleset.has_bot("program:./mybot.py") && ruleset.searches("program:./mybot.py"));
    assert!(!ruleset.has_bot("tree-64:program:./mybot.py"));
}
