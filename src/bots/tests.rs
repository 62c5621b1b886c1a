//! What holds of every search bot, on two real games.

use super::playout::{MOST, Search};
use super::{Bot, Desk, Player};
use crate::arena::one_game::{Scratch, play};
use crate::chance::{Stream, Whim};
use crate::conformance;
use crate::game::weights::TRAINED;
use crate::game::{Bots, Outcome, Ruleset, Sight, Turn, WIN};
use crate::moves::MoveSet;
use crate::rulesets::futbol_dash::FutbolDash;
use crate::rulesets::king_of_the_pitch::KingOfThePitch;
use crate::rulesets::squad_rush_season::SquadRushSeason;
use crate::rulesets::time_of_soccer::TimeOfSoccer;
use crate::rulesets::time_vault_soccer::TimeVaultSoccer;
use crate::seed::Luck;
use crate::watch::{Line, Silent, Transcript};

/// One game of two named bots, in words and with its result.
fn game<R: Ruleset>(bots: [&str; 2], block: u64, scratch: &mut Scratch<R>) -> (Outcome, Vec<String>) {
    let rules = conformance::rules::<R>(&[]).expect("the printed game");
    let bots = bots.map(|name| Bot::<R>::named(name, &rules).expect("a bot"));
    let luck = Luck::new(3, 1, block);
    let mut whims = [0, 1].map(|entrant| Whim::new(luck, entrant, 0));
    let mut watch = Transcript::default();
    let state = play(&rules, &[0, 1], &bots, &mut whims, &mut Stream::new(luck), &mut watch, scratch);
    (R::outcome(&rules, &state), watch.lines.iter().map(Line::told).collect())
}

/// The desk that a thread has used before shows in nothing.
#[test]
fn the_same_seed_gives_the_same_game_at_a_fresh_and_at_a_used_desk() {
    fn check<R: Ruleset>() {
        for bots in [["rollout-12", "tree-12"], ["tree-40", "tree-9"]] {
            let mut used = Scratch::<R>::default();
            game([bots[1], bots[0]], 5, &mut used);
            let again = game(bots, 2, &mut used);
            assert_eq!(game(bots, 2, &mut Scratch::<R>::default()), again);
            assert_ne!(game(bots, 3, &mut used).1, again.1, "another seed, another game");
        }
    }
    check::<FutbolDash>();
    check::<KingOfThePitch>();
}

/// Decisions of random games of a variant: every `every`-th is shown.
fn decisions<R: Ruleset>(
    changes: &[(&str, &str)],
    blocks: u64,
    every: u64,
    mut show: impl FnMut(&R::Rules, &R::State, u8, &R::Moves),
) {
    let rules = conformance::rules::<R>(changes).unwrap_or_else(|faults| panic!("{changes:?}: {faults:?}"));
    let seating: Vec<u8> = (0..R::seats(&rules) as u8).collect();
    let mut moves = R::Moves::default();
    for block in 0..blocks {
        let luck = Luck::new(4, 2, block);
        let (mut chance, mut whim) = (Stream::new(luck), Whim::new(luck, 0, 0));
        let mut state = R::setup(&rules, &seating, &mut chance, &mut Silent);
        let mut number = block;
        while let Turn::Ask(seat) = R::turn(&rules, &state) {
            R::legal(&rules, &state, &mut moves);
            if moves.len() > 1 {
                number += 1;
                if number.is_multiple_of(every) {
                    show(&rules, &state, seat, &moves);
                }
            }
            let chosen = R::random(&rules, R::view(&rules, &state, seat), &moves, &mut whim);
            R::apply(&rules, &mut state, chosen, &mut chance, &mut Silent);
        }
    }
}

/// Both search bots with a budget.
fn both<R: Ruleset>(playouts: u32, rules: &R::Rules) -> [Bot<R>; 2] {
    ["rollout", "tree"].map(|stem| Bot::named(&format!("{stem}-{playouts}"), rules).expect("a search bot"))
}

#[test]
fn a_budget_is_counted_exactly() {
    fn check<R: Ruleset>() {
        for playouts in [1, 2, 7, 50] {
            decisions::<R>(&[], 2, 23, |rules, state, seat, moves| {
                let spent = both::<R>(playouts, rules).map(|bot| {
                    let mut desk = Some(Box::new(Desk::default()));
                    let mut whim = Whim::new(Luck::new(1, 1, 1), 0, 0);
                    bot.decide(rules, state, seat, moves, &mut R::Memory::default(), &mut whim, &mut desk);
                    desk.expect("a desk").playouts
                });
                let budget = u64::from(playouts);
                // The last two candidates play pairs: one game may be left.
                let least = if playouts < 4 { 0 } else { budget - 1 };
                assert!(spent.iter().all(|spent| (least..=budget).contains(spent)), "{spent:?} of {budget}");
                assert_eq!(spent[0], spent[1], "a tree plays as many as a rollout");
            });
        }
    }
    check::<FutbolDash>();
    check::<KingOfThePitch>();
}

#[test]
fn the_chosen_move_is_legal_in_every_variant() {
    fn check<R: Ruleset>() {
        for changes in conformance::variants::<R>() {
            let (mut desk, mut shown) = (None, 0);
            decisions::<R>(&changes, 3, 7, |rules, state, seat, moves| {
                shown += 1;
                for bot in both::<R>(6, rules) {
                    let mut whim = Whim::new(Luck::new(9, 9, shown), 0, 0);
                    let memory = &mut R::Memory::default();
                    let chosen = bot.decide(rules, state, seat, moves, memory, &mut whim, &mut desk);
                    assert!(moves.contains(chosen), "{changes:?}: {chosen:?}");
                }
            });
            assert!(shown > 0, "{changes:?} asks nothing");
        }
    }
    check::<FutbolDash>();
    check::<KingOfThePitch>();
}

/// What nobody at the seat can tell apart is answered alike, whim for whim: a
/// search that peeked at a hand or the deck would answer the true state and
/// an imagined one differently.
#[test]
fn a_search_answers_what_it_sees_and_nothing_else() {
    fn check<R: Ruleset>(changes: &[(&str, &str)]) {
        let (mut desk, mut shown) = (None, 0);
        decisions::<R>(changes, 3, 11, |rules, state, seat, moves| {
            shown += 1;
            let mut whim = Whim::new(Luck::new(8, 8, shown), 0, 0);
            let alike = R::determinize(rules, R::view(rules, state, seat), &mut whim);
            for bot in both::<R>(24, rules) {
                let answers = [state, &alike].map(|state| {
                    let memory = &mut R::Memory::default();
                    bot.decide(rules, state, seat, moves, memory, &mut whim.clone(), &mut desk)
                });
                assert_eq!(answers[0], answers[1], "decision {shown} of {changes:?}");
            }
        });
        assert!(shown > 5);
    }
    check::<FutbolDash>(&[]);
    check::<FutbolDash>(&[("players", "4")]);
    check::<KingOfThePitch>(&[("hand-knowledge", "private"), ("commit-order", "blind")]);
    check::<KingOfThePitch>(&[("players", "4"), ("captains", "on")]);
}

/// Won games of 200, in mirrored pairs. Each bar lies 3.1 standard errors below
/// what the bot won of 1200 games of other seeds (73 and 91 %, 67 and 73 %), so
/// that one seed in a thousand would fail a bot that plays as well as these.
#[test]
fn a_search_beats_random_moves() {
    fn check<R: Ruleset>(bars: [(&str, u32); 2]) {
        for (bot, least) in bars {
            let mut scratch = Scratch::<R>::default();
            let mut share = 0;
            for block in 0..100 {
                share += u32::from(game([bot, "random"], block, &mut scratch).0.share[0]);
                share += u32::from(game(["random", bot], block, &mut scratch).0.share[1]);
            }
            assert!(
                share >= least * u32::from(WIN),
                "{}: {bot} took {share} / {WIN} of 200 games",
                R::FACTS.id
            );
        }
    }
    check::<KingOfThePitch>([("rollout-24", 128), ("tree-24", 169)]);
    check::<FutbolDash>([("rollout-24", 116), ("tree-24", 128)]);
}

#[test]
fn a_search_bot_plays_on_as_its_ruleset_says() {
    let rules = conformance::rules::<FutbolDash>(&[]).expect("the printed game");
    let named = |name| Bot::<FutbolDash>::named(name, &rules);
    let policy = |name| match named(name) {
        Some(Bot::Tree(search) | Bot::Rollout(search)) => Some((search.playouts, search.policy)),
        _ => None,
    };
    let script = |name: &str| FutbolDash::BOTS.iter().find(|info| info.name == name).map(|info| info.bot);
    assert!(matches!(policy("tree-64"), Some((64, Player::Trained(_)))));
    assert!(matches!(policy("tree-64:trained"), Some((64, Player::Trained(_)))));
    assert!(
        matches!(policy("rollout-3:planner"), Some((3, Player::Script(bot))) if Some(bot) == script("planner"))
    );
    assert!(matches!(policy("tree-4:random"), Some((4, Player::Random))));
    assert!(["rollout-0", "tree-4:nobody", "tree-4:tree-4"].iter().all(|name| named(name).is_none()));
}

/// The loyalist keeps to one nation: whoever plays on for it must know which.
#[test]
fn imagined_games_begin_with_what_the_seat_remembers_and_nobody_else_does() {
    type Game = SquadRushSeason;
    let loyal = Game::BOTS.iter().find(|info| info.name == "loyalist").map(|info| info.bot);
    let search = Search::<Game> { playouts: 8, policy: Player::Script(loyal.expect("a script")) };
    let blank = format!("{:?}", <Game as Bots>::Memory::default());
    let mut desk = Desk::<Game>::default();
    let mut remembered = 0;
    decisions::<Game>(&[], 1, 5, |rules, state, seat, moves| {
        let (luck, mut memory) = (Luck::new(2, 2, 2), <Game as Bots>::Memory::default());
        let view = Game::view(rules, state, seat);
        let question = search.question(rules, view, seat, moves, &mut memory, &mut Whim::new(luck, 0, 0));
        desk.begin(&question, state, question.memory, luck);
        for (place, memory) in desk.memory.iter().enumerate() {
            let own = place == usize::from(seat);
            let wanted = if own { format!("{:?}", question.memory) } else { blank.clone() };
            assert_eq!(format!("{memory:?}"), wanted, "seat {place}, asked seat {seat}");
            remembered += u32::from(wanted != blank);
        }
    });
    assert!(remembered > 0, "some decision leaves a trace");
}

/// Imagines every `every`-th decision to its end: as many games as are cut short end
/// with the part that a search looks ahead to, and share one win out.
fn cut_short<R: Ruleset>(changes: &[(&str, &str)], every: u64, judges: bool) -> u32 {
    let mut cut = 0;
    decisions::<R>(changes, 1, every, |rules, state, seat, moves| {
        let search = Search { playouts: 9, policy: Player::named(TRAINED, rules).expect("weights") };
        let view = R::view(rules, state, seat);
        let mut memory = R::Memory::default();
        let luck = Luck::imagined(5, 8);
        let whim = &mut Whim::new(luck, 0, 0);
        let question = search.question(rules, view, seat, moves, &mut memory, whim);
        assert_eq!(question.judges, judges);
        let mut desk = Desk::<R>::default();
        let mut imagined = Desk::deal(&question, luck);
        let part = R::part(rules, &imagined);
        desk.begin(&question, &imagined, memory, luck);
        desk.apply(rules, &mut imagined, question.first);
        let worths = desk.play_out(&question, &mut imagined);
        if R::turn(rules, &imagined) != Turn::Over {
            cut += 1;
            assert!(R::part(rules, &imagined) > part.map(|part| part + R::AHEAD));
            let all: i64 = worths.iter().sum();
            assert!((MOST - 200..=MOST).contains(&all), "one win is shared out: {worths:?}");
        }
    });
    cut
}

/// Where weights judge a standing imagined games end with the week or the match under
/// way, or some turns on; with a single club nobody's chance is judged, and a match
/// alone is a game.
#[test]
fn an_imagined_game_ends_with_a_part_of_it_where_standings_are_judged() {
    assert!(cut_short::<TimeOfSoccer>(&[("players", "4")], 37, true) > 10);
    assert_eq!(cut_short::<TimeOfSoccer>(&[("players", "1")], 37, false), 0);
    for players in ["2", "3", "6"] {
        assert!(cut_short::<FutbolDash>(&[("players", players)], 5, true) > 10, "{players} players");
    }
    assert!(cut_short::<TimeVaultSoccer>(&[("competition", "league"), ("bosses", "3")], 9, true) > 10);
    assert_eq!(cut_short::<TimeVaultSoccer>(&[], 5, true), 0);
    assert_eq!(cut_short::<KingOfThePitch>(&[], 5, false), 0);
}
