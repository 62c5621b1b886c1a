//! Five ills in five games: each is found without a hint and said in the first
//! sentences, and the game without it is not blamed.

mod game;

use std::sync::atomic::AtomicBool;

use game::Planted;
use levelpitch::App;
use levelpitch::arena::oracle::Oracle;
use levelpitch::lab::Hall;
use levelpitch::lab::analyse::{self, Question, Use, effort};
use levelpitch::lab::cards::{self, List, PRINTED};
use levelpitch::report::Answer;
use levelpitch::report::analyse::Telling;
use levelpitch::report::cards::headline;
use levelpitch::rulesets;
use levelpitch::rulesets::futbol_dash::FutbolDash;
use levelpitch::rulesets::king_of_the_pitch::KingOfThePitch;
use levelpitch::rulesets::squad_rush_season::SquadRushSeason;
use levelpitch::rulesets::time_of_soccer::TimeOfSoccer;
use levelpitch::rulesets::time_vault_soccer::TimeVaultSoccer;
use levelpitch::scenario::Plan;
use levelpitch::scenario::resolve::{self, Origin, Overrides};

/// The five games, in each of which an ill can be planted.
fn app() -> App {
    App::new("planted", "games with something wrong in them")
        .ruleset::<Planted<KingOfThePitch>>()
        .ruleset::<Planted<FutbolDash>>()
        .ruleset::<Planted<SquadRushSeason>>()
        .ruleset::<Planted<TimeOfSoccer>>()
        .ruleset::<Planted<TimeVaultSoccer>>()
}

/// A game at which an ill is planted: who plays it, and what is set.
struct Table {
    game: &'static str,
    bots: &'static str,
    set: &'static str,
}

const fn table(game: &'static str, bots: &'static str, set: &'static str) -> Table {
    Table { game, bots, set }
}

/// Three Bosses in a league.
const LEAGUE: Table = table("time-vault-soccer", "counter", "competition = \"league\"\nbosses = 3\n");

/// Tables of two; in Time Vault a league of three: a single match is too short for a
/// lead to grow.
const TWO: [Table; 5] = [
    table("king-of-the-pitch", "balanced", ""),
    table("futbol-dash", "rusher", ""),
    table("squad-rush-season", "spoiler", ""),
    table("time-of-soccer", "youth", "players = 2\n"),
    LEAGUE,
];

/// Tables of three.
const THREE: [Table; 5] = [
    table("king-of-the-pitch", "balanced", "players = 3\n"),
    table("futbol-dash", "rusher", "players = 3\n"),
    table("squad-rush-season", "spoiler", "managers = 3\n"),
    table("time-of-soccer", "youth", "players = 3\n"),
    LEAGUE,
];

fn plan(app: &App, table: &Table, more: &str) -> Plan {
    let Table { game, bots, set } = table;
    let text = format!("ruleset = \"{game}\"\nbots = \"{bots}\"\nseed = 3\n[set]\n{set}{more}");
    let read = |_: &str| Err(String::new());
    let origin = Origin { app, name: "planted", file: "planted.toml", text: &text, read: &read };
    resolve::understood(&origin, &Overrides::default()).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// The table with an ill.
fn with(table: &Table, ill: &str) -> Plan {
    plan(&app(), table, &format!("ill = \"{ill}\"\n"))
}

/// What `analyse` finds, `--restrict` where blocks are given.
fn analysed(plan: Plan, games: u64, blocks: u64) -> Telling {
    let oracle = Oracle { bot: None, effort: effort(64), of: Vec::new() };
    let replay = vec!["replay".to_owned()];
    let question =
        Question { plan, arm: 0, oracle, games, blocks: blocks.max(8), restrict: blocks > 0, replay };
    let found = analyse::analyse(&question, &Hall::new(&AtomicBool::new(false), &|_| {})).expect("it plays");
    Telling { found, top: 10 }
}

fn said(found: &Telling) -> String {
    found.opening().summary
}

/// Whoever leads scores more and more.
#[test]
fn a_run_away_rule_is_said_first_in_every_game() {
    for table in &TWO {
        let plain = said(&analysed(with(table, "none"), 120, 0));
        assert!(!plain.contains("run away"), "{}: {plain}", table.game);
        let planted = said(&analysed(with(table, "snowball"), 120, 0));
        assert!(planted.starts_with("Leads run away: one grows by "), "{}: {planted}", table.game);
    }
}

/// Whoever is last names the winner.
#[test]
fn a_kingmaker_rule_is_said_first_in_every_game() {
    for table in &THREE {
        let plain = said(&analysed(with(table, "none"), 60, 0));
        assert!(!plain.contains("ings are made"), "{}: {plain}", table.game);
        let planted = said(&analysed(with(table, "kings"), 60, 0));
        let first = "Kings are made: who has no chance left has the last word of a game and moves ";
        assert!(planted.starts_with(first), "{}: {planted}", table.game);
    }
}

/// A class of moves that makes sure of losing, and a question of which nothing
/// comes. The bots of two games have worse traps of their own: others play there.
#[test]
fn a_trap_is_said_first_and_a_rule_that_can_not_matter_is_called_so_in_every_game() {
    const BLOCKS: u64 = 320;
    let short = "players = 2\nturn-cap = 3\nvp-neutral-eligible = \"off\"\n";
    for (table, class) in [
        (table("king-of-the-pitch", "balanced", "wins-to-win = 3\n"), "take bronze player (free)"),
        (table("futbol-dash", "rusher", ""), "Nutmeg +2"),
        (table("squad-rush-season", "spoiler", ""), "MID 9"),
        (table("time-of-soccer", "banker", short), "friendly I"),
        (table("time-vault-soccer", "counter", ""), "midfielder 2 stars to Attack"),
    ] {
        let plain = analysed(with(&table, "none"), 2, BLOCKS).found;
        let place = plain.classes.iter().position(|name| name == class).expect("a class of moves");
        let row = plain.restrictions.iter().find(|row| row.name == class).expect("a row for each");
        assert_ne!(row.ruling, Use::Trap, "{}: {row:?}", table.game);
        let planted = said(&analysed(with(&table, &place.to_string()), 2, BLOCKS));
        assert!(planted.starts_with(&format!("“{class}” (+")), "{}: {planted}", table.game);
        // Between the traps and what makes no difference.
        let (idle, _) =
            planted.split_once(" no difference. ").unwrap_or_else(|| panic!("{}: {planted}", table.game));
        let idle = idle.rsplit(" trap").next().unwrap_or_default();
        assert!(idle.contains("“wave”") && idle.contains("“stand still”"), "{}: {planted}", table.game);
    }
}

/// What `cards` finds.
fn list(table: &Table, more: &str, games: u64) -> List {
    let plan = plan(&rulesets::app(), table, more);
    let question = cards::Question { plan, arms: vec![0], rule: *PRINTED, games, most: games };
    let found = cards::strengths(&question, &Hall::new(&AtomicBool::new(false), &|_| {}));
    found.expect("it plays").lists.pop().expect("a list")
}

/// By the data of the game alone.
#[test]
fn a_dominant_card_is_said_first_in_every_game() {
    // Stronger than the two contracts, which are too strong as they are.
    let fans = "\"data.community.steps.0.0.0\" = 20\n\"data.community.steps.1.0.0\" = 20\n\
                \"data.community.steps.1.1.0\" = 20\n\"data.community.steps.2.0.0\" = 20\n\
                \"data.community.steps.3.0.0\" = 20\n";
    let gold = "\"data.points.gold.midfield-attack\" = 9\n\"data.points.gold.midfield-defence\" = 9\n";
    // Every shot goes in: the Penalty is the only one that nobody defends.
    let goals = "\"data.shots.goal\" = 19\n\"data.shots.save\" = 0\n\"data.shots.miss\" = 0\n\
                 \"data.shots.corner\" = 0\n";
    for (table, more, [before, star], games) in [
        (table("king-of-the-pitch", "balanced", ""), gold, ["gold 5"; 2], 1200),
        (table("futbol-dash", "rusher", ""), goals, ["Penalty"; 2], 1000),
        (
            table("squad-rush-season", "spoiler", ""),
            "\"data.ratings.midfielders.0\" = 20\n",
            ["MID 9", "MID 20"],
            2000,
        ),
        (table("time-of-soccer", "youth", ""), fans, ["community manager"; 2], 400),
        (
            table("time-vault-soccer", "counter", "squad-values = \"concave\"\n"),
            "\"data.values.concave.4\" = 40\n",
            ["midfielder of 5 for 4 stars"; 2],
            600,
        ),
    ] {
        let begins = |star: &str| format!("Too strong: {star} (+");
        let plain = headline(&list(&table, "", games)).0;
        assert!(!plain.starts_with(&begins(before)), "{}: {plain}", table.game);
        let planted = list(&table, more, games);
        let (text, first) = (headline(&planted).0, &planted.goods[0]);
        assert!(text.starts_with(&begins(star)), "{}: {text}", table.game);
        assert!(first.name == star && first.edge.value > 0.08, "{first:?}");
    }
}
