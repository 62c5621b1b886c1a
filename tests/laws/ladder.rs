//! A ladder of bots says how much thinking pays: nothing in a game of coins,
//! where nobody can think better, and something where each step is a better
//! player. Replies to a bot beat it only where it can be beaten.

use std::sync::atomic::AtomicBool;

use levelpitch::App;
use levelpitch::campaign::Hall;
use levelpitch::chance::{Chance, MAX_SEATS, Source, Whim};
use levelpitch::game::{BotInfo, Bots, Build, Facts, Game, Open, Outcome, Play, Record, Turn};
use levelpitch::lab::tournament::exploit::{self, Exploited, Stands, Target, exploit};
use levelpitch::lab::tournament::ladder::{Gains, Ladder, Question, climb};
use levelpitch::moves::MoveMask;
use levelpitch::report::Answer;
use levelpitch::scenario::Plan;
use levelpitch::scenario::resolve::{Origin, Overrides, understood};
use levelpitch::settings::Fault;
use levelpitch::watch::Watch;

levelpitch::switches! {
    /// What is made of the answers.
    pub struct Table;
    "players" players: {u8 in 2..=4} = "2", House "COINS-01", "how many play";
    "answers-count" answers_count: {bool} = "off", House "COINS-01", "whether a better answer is worth more than a coin";
}

/// Everybody tosses a coin for a point, three times in turn; where answers
/// count, an answer of 1 is half a coin more.
#[derive(Debug)]
struct Coins;

#[derive(Debug, Clone, Copy)]
struct State {
    points: [u8; MAX_SEATS],
    asked: u8,
}

impl Game for Coins {
    const FACTS: Facts = Facts {
        switches: Table::SWITCHES,
        ledger: "| id | rule | status |\n|---|---|---|\n| COINS-01 | Coins are tossed. | given |\n",
        ..Facts::new("coins", "Coins", "coins are tossed")
    };

    type Rules = Table;

    fn build(build: &Build<'_>) -> Result<Table, Vec<Fault>> {
        Ok(Table::of(build.settings))
    }

    fn seats(rules: &Table) -> usize {
        usize::from(rules.players)
    }
}

impl Play for Coins {
    type State = State;
    type Move = u8;
    type Moves = MoveMask;

    fn setup<C: Chance, W: Watch>(_: &Table, _: &[u8], _: &mut C, _: &mut W) -> State {
        State { points: [0; MAX_SEATS], asked: 0 }
    }

    fn turn(rules: &Table, state: &State) -> Turn {
        if state.asked == 3 * rules.players { Turn::Over } else { Turn::Ask(state.asked % rules.players) }
    }

    fn legal(_: &Table, _: &State, moves: &mut MoveMask) {
        *moves = MoveMask(0b11);
    }

    fn apply<C: Chance, W: Watch>(rules: &Table, state: &mut State, chosen: u8, chance: &mut C, _: &mut W) {
        let seat = state.asked % rules.players;
        let coin = 2 * chance.below(Source::seat(seat), 2) as u8;
        state.points[usize::from(seat)] += coin + if rules.answers_count { chosen } else { 0 };
        state.asked += 1;
    }

    fn outcome(rules: &Table, state: &State) -> Outcome {
        Outcome::highest(&state.points[..usize::from(rules.players)])
    }
}

impl Open for Coins {}

impl Bots for Coins {
    type Bot = u8;
    type Memory = ();

    const BOTS: &'static [BotInfo<u8>] = &[
        BotInfo::new("dull", "never the better answer", 0),
        BotInfo::new("bright", "always the better answer", 1),
    ];

    fn decide(bot: u8, _: &Table, _: &State, _: &MoveMask, (): &mut (), _: &mut Whim) -> u8 {
        bot
    }
}

impl Record for Coins {}

fn planned(set: &str, seed: u64) -> Plan {
    let app = App::new("coins", "Coins").ruleset::<Coins>();
    let text = format!("ruleset = \"coins\"\nseed = {seed}\n[set]\n{set}\n");
    let read = |_: &str| Err(String::new());
    let origin = Origin { app: &app, name: "coins", file: "coins.toml", text: &text, read: &read };
    understood(&origin, &Overrides::default()).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn climbed(set: &str, bots: &[&str], games: u64) -> Ladder {
    let plan = planned(set, 11);
    let bots = bots.iter().map(|bot| (*bot).to_owned()).collect();
    let stop = AtomicBool::new(false);
    climb(&Question { plan, bots, games, margin: 0.05 }, &Hall::new(&stop, &|_| {})).expect("it compiles")
}

const THINKERS: [&str; 5] = ["random", "dull", "tree-1", "tree-2", "tree-4"];

#[test]
fn in_a_game_of_coins_thinking_does_not_pay() {
    for players in [2, 4] {
        let ladder = climbed(&format!("players = {players}"), &THINKERS, 4000);
        assert_eq!((ladder.rungs.len(), ladder.seats, ladder.last_gain()), (4, players, None));
        for rung in &ladder.rungs {
            assert_eq!(rung.gains, Gains::Nothing, "{rung:?}");
            assert!(rung.elo.low < 0.0 && rung.elo.high > 0.0, "{rung:?}");
            assert!((rung.decisions - 3.0).abs() < 1e-12, "{rung:?}");
        }
        assert!((ladder.rungs[3].playouts - 12.0).abs() < 1e-12 && ladder.rungs[0].playouts == 0.0);
        let said = ladder.opening().summary;
        assert!(said.starts_with("Thinking does not pay:"), "{said}");
    }
    // So few games are not called equal.
    let few = climbed("players = 2", &THINKERS, 60);
    assert!(few.rungs.iter().all(|rung| rung.gains == Gains::NotClear));
    let said = few.opening().summary;
    assert!(said.starts_with("Thinking is not shown to pay:") && said.contains("not clear"), "{said}");
}

#[test]
fn the_ladder_stops_where_no_further_rung_gains() {
    let ladder = climbed("answers-count = true\nplayers = 3", &["dull", "random", "bright"], 4000);
    let gains: Vec<Gains> = ladder.rungs.iter().map(|rung| rung.gains).collect();
    assert_eq!(gains, [Gains::More; 2], "{ladder:?}");
    assert!(ladder.rungs[0].elo.low > 0.0);
    let all = climbed("answers-count = true", &["dull", "random", "bright"], 2000);
    let said = all.opening().summary;
    assert!(said.starts_with("Thinking pays up to the top of this ladder: `bright` still takes"), "{said}");
    let stops = climbed("answers-count = true", &["dull", "bright", "random", "tree-1"], 4000);
    assert_eq!(stops.rungs[1].gains, Gains::Less);
    assert_eq!(stops.last_gain(), Some(0), "{stops:?}");
    let said = stops.opening().summary;
    assert!(said.starts_with("Thinking stops paying at `bright`"), "{said}");
}

fn replied(plan: Plan, bots: &[&str], replies: &[&str], (tries, games): (u64, u64)) -> Exploited {
    let target = |bot: &&str| Target {
        bot: (*bot).to_owned(),
        replies: replies.iter().filter(|reply| *reply != bot).map(|reply| (*reply).to_owned()).collect(),
    };
    let targets = bots.iter().map(target).collect();
    let question = exploit::Question { plan, targets, tries, games, margin: 0.05, training: None };
    let stop = AtomicBool::new(false);
    exploit(&question, &Hall::new(&stop, &|_| {})).expect("it compiles")
}

const REPLIES: [&str; 4] = ["random", "bright", "rollout-2:dull", "tree-4:dull"];

#[test]
fn in_a_game_of_coins_nothing_beats_anybody() {
    for players in [2, 4] {
        let plan = || planned(&format!("players = {players}"), 11);
        let found = replied(plan(), &["dull"], &REPLIES, (200, 4000));
        assert_eq!(found.bots[0].stands, Some(Stands::Holds), "{found:?}");
        assert_eq!((found.bots[0].at_least, found.bots[0].tried.len()), (0.0, 4));
        let said = found.opening().summary;
        assert!(said.starts_with("Nothing tried beats `dull`:"), "{said}");
        assert!(said.contains("A better reply may exist that nobody tried."), "{said}");
        let few = replied(plan(), &["dull"], &REPLIES, (40, 40));
        assert_eq!(few.bots[0].stands, Some(Stands::NotClear));
        let said = few.opening().summary;
        assert!(said.starts_with("Whether `dull` can be beaten is not clear:"), "{said}");
    }
}

#[test]
fn a_planted_bad_habit_is_beaten_and_a_good_one_is_not() {
    for players in [2, 3] {
        let plan = planned(&format!("answers-count = true\nplayers = {players}"), 11);
        let found = replied(plan, &["bright", "dull"], &["random", "dull", "bright"], (400, 4000));
        let stands: Vec<Option<Stands>> = found.bots.iter().map(|found| found.stands).collect();
        assert_eq!(stands, [Some(Stands::Holds), Some(Stands::Beaten)], "{found:?}");
        let (dull, equal) = (&found.bots[1], found.equal());
        assert_eq!(dull.reply.as_ref().map(|reply| reply.bot.as_str()), Some("bright"));
        assert!(dull.at_least > 0.1 && dull.at_least < 1.0 - equal, "{dull:?}");
        let said = found.opening().summary;
        assert!(said.starts_with("`dull` can be beaten: `bright`"), "{said}");
        assert!(said.ends_with("Nothing tried beats `bright`."), "{said}");
    }
}

/// As many games where a reply is chosen as where it is measured, and none of
/// them the same: what is measured does not hang on how the choice was made.
#[test]
fn the_choice_is_not_in_what_is_measured() {
    let plan = || planned("answers-count = true", 11);
    let found = |tries| replied(plan(), &["random"], &["dull", "bright"], (tries, 400)).bots.remove(0);
    let (one, other) = (found(400), found(800));
    let share = |found: &exploit::Found| found.reply.as_ref().expect("a reply").share();
    assert_eq!((one.tried[0].bot.as_str(), share(&one).to_bits()), ("bright", share(&other).to_bits()));
    assert!(one.tried[0].share() > one.tried[1].share(), "{one:?}");
    assert!((one.tried[0].share() - share(&one)).abs() > 1e-9, "the same games: {one:?}");
    assert!((one.tried[0].share() - share(&one)).abs() < 0.1, "{one:?}");
}
