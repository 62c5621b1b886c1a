//! Games are held to their laws where that is asked: a rule that breaks one is
//! found in the batch that plays it, and the game that shows it can be told.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use levelpitch::App;
use levelpitch::arena::Violation;
use levelpitch::campaign::{self, Hall, Share};
use levelpitch::chance::{Chance, Source};
use levelpitch::estimates::Watched;
use levelpitch::game::{Build, Facts, Game, Open, Outcome, Play, Record, Turn, Unscripted};
use levelpitch::law;
use levelpitch::moves::MoveList;
use levelpitch::rulesets;
use levelpitch::scenario::resolve::{Origin, Overrides, understood};
use levelpitch::scenario::{Length, Plan};
use levelpitch::settings::Fault;
use levelpitch::watch::Watch;

/// Two purses and twenty coins; whoever throws 64 heads in a row loses a coin on
/// the floor.
#[derive(Debug)]
struct Purses;

#[derive(Debug, Clone, Copy)]
struct State {
    coins: [u8; 2],
    turns: u8,
}

impl Game for Purses {
    const FACTS: Facts = Facts {
        ledger: "# Purses\n",
        ..Facts::new("purses", "Purses", "two purses, one of which leaks now and then")
    };

    type Rules = ();

    fn build(_build: &Build<'_>) -> Result<(), Vec<Fault>> {
        Ok(())
    }

    fn seats(_rules: &()) -> usize {
        2
    }
}

impl Play for Purses {
    type State = State;
    type Move = u8;
    type Moves = MoveList<u8, 2>;

    fn setup<C: Chance, W: Watch>(_rules: &(), _seating: &[u8], _chance: &mut C, _watch: &mut W) -> State {
        State { coins: [10, 10], turns: 0 }
    }

    fn turn(_rules: &(), state: &State) -> Turn {
        if state.turns == 8 { Turn::Over } else { Turn::Ask(state.turns % 2) }
    }

    fn legal(_rules: &(), _state: &State, moves: &mut MoveList<u8, 2>) {
        moves.clear();
        moves.push(0);
        moves.push(1);
    }

    fn apply<C: Chance, W: Watch>(_rules: &(), state: &mut State, given: u8, chance: &mut C, _watch: &mut W) {
        let seat = usize::from(state.turns % 2);
        state.coins[seat] -= given;
        let lost = chance.below(Source::TABLE, 400) == 0;
        state.coins[1 - seat] += if lost { 0 } else { given };
        state.turns += 1;
    }

    fn outcome(_rules: &(), state: &State) -> Outcome {
        Outcome::highest(&state.coins)
    }

    fn verify(_rules: &(), state: &State) -> Result<(), String> {
        let coins = state.coins[0] + state.coins[1];
        law!(coins == 20, "{coins} coins of 20");
        Ok(())
    }
}

impl Open for Purses {}
impl Unscripted for Purses {}
impl Record for Purses {}

fn app() -> App {
    App::new("coins", "Where do the coins go?").ruleset::<Purses>()
}

/// A game by its name, verified or not.
fn plan(app: &App, ruleset: &str, verified: bool) -> Plan {
    let text = format!("ruleset = \"{ruleset}\"\nbots = \"random\"\ngames = 4000\n");
    let read = |_: &str| Err(String::new());
    let origin = Origin { app, name: ruleset, file: "x", text: &text, read: &read };
    let overrides = Overrides { verified, ..Overrides::default() };
    understood(&origin, &overrides).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn played(plan: &Plan, threads: usize) -> Result<campaign::Campaign, Violation> {
    let stop = AtomicBool::new(false);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let run = || {
        let hall = Hall::new(&stop, &|_| {});
        campaign::run(plan, &Watched(plan), Share::WHOLE, Vec::new(), &hall).expect("it compiles")
    };
    let run = catch_unwind(AssertUnwindSafe(|| pool.install(run)));
    run.map_err(|cause| *cause.downcast::<Violation>().expect("a law, and nothing else"))
}

#[test]
fn a_coin_that_is_lost_is_found_in_the_first_game_that_loses_it() {
    let app = app();
    let found: Vec<Violation> = [1, 2, 5]
        .map(|threads| played(&plan(&app, "purses", true), threads).err().expect("it leaks"))
        .to_vec();
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
    let Violation { game, law, .. } = &found[0];
    assert_eq!(law, "19 coins of 20");
    let told = found[0].to_string();
    let command = format!("replay purses --bots random,random --seed 1 --game {game}` tells it");
    assert!(told.contains(&command), "{told}");
    // The game before it keeps the law, and it is the one that its replay tells.
    let runner = plan(&app, "purses", false).arms[0].runner(1).expect("it compiles");
    let broken = |game| runner.replay(game).lines.iter().any(|line| line.text.ends_with("19 coins of 20"));
    assert!(broken(*game) && (0..*game).all(|game| !broken(game)));
    // Nobody asks, nobody is told.
    assert!(played(&plan(&app, "purses", false), 2).is_ok());
}

#[test]
fn a_broken_law_has_an_exit_status_of_its_own() {
    let command = |more: &[&str]| {
        let words = ["coins", "run", "purses", "--games", "4000", "--no-files", "-q", "--format", "csv"];
        app().run(words.iter().chain(more).copied())
    };
    assert_eq!(command(&["--verify"]), 4);
    assert_ne!(command(&[]), 4);
    assert_eq!(
        app().run(["coins", "tournament", "purses", "--games", "400", "--no-files", "-q", "--verify"]),
        4
    );
}

/// Every game of the box keeps its laws, and gives the same counts verified and
/// not, with every quick bot of its panel.
#[test]
fn laws_are_kept_and_change_no_game() {
    let app = rulesets::app();
    for ruleset in app.rulesets.clone() {
        for (verified_first, bot) in ruleset.quick_panel(2).into_iter().enumerate() {
            let with = |verified: bool| {
                let mut plan = plan(&app, ruleset.id, verified);
                plan.length = Length::Games(12);
                for arm in &mut plan.arms {
                    arm.bots.fill(bot.to_owned());
                }
                played(&plan, 2).unwrap_or_else(|violation| panic!("{}: {violation}", ruleset.id)).arms
            };
            assert_eq!(with(verified_first == 0), with(verified_first != 0), "{} of {bot}", ruleset.id);
        }
    }
}
