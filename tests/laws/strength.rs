//! Panels come from measured strength: the last bot of each is the strongest
//! quick one at its table, by games of the printed rules that are played here.
//! Bots are listed from weak to strong, behind `random`.
//!
//! Fixed seeds. A match-up is settled where an interval of 99.9 % lies above an
//! equal share; a panel in the wrong order would pass with less than 0.1 %.
//! Scripts that search are slower by a thousandfold and stay outside panels.

use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use levelpitch::estimates::Manner;
use levelpitch::lab::{Hall, Table};
use levelpitch::rulesets;
use levelpitch::scenario::{resolve, wire};
use levelpitch::stats::Estimate;

/// What one `bot` takes at a table of others with these settings, an equal share of
/// the games that somebody wins, and how many play.
fn share(ruleset: &str, set: &str, [bot, other]: [&str; 2], games: u64) -> (Estimate, f64, usize) {
    let app = rulesets::app();
    let plan = |bots: &str| {
        let text = format!("ruleset = \"{ruleset}\"\nbots = {bots}\nseed = 21\nset = {{ {set} }}\n");
        let wire = wire::read("strength", &text).expect("a scenario");
        let read = |_: &str| Err(String::new());
        let origin =
            resolve::Origin { app: &app, name: "strength", file: "strength", text: &text, read: &read };
        resolve::resolve(&wire, &origin, &resolve::Overrides::default()).expect("a plan")
    };
    let seats = plan(&format!("\"{bot}\"")).arms[0].bots.len();
    let mut names = vec![format!("\"{other}\""); seats];
    names[0] = format!("\"{bot}\"");
    let stop = AtomicBool::new(false);
    let mut table = Table::new(plan(&format!("[{}]", names.join(", ")))).expect("an arm that compiles");
    table.play_to(games, &Hall::new(&stop, &|_| {})).expect("games");
    let manner = Manner { level: 0.998, always: false, tightest: games };
    let result = table.results(manner).remove(0);
    let won: f64 = result.entrants.iter().map(|entrant| entrant.share.value).sum();
    (result.entrants[0].share, won / seats as f64, seats)
}

/// Rivals among whom the strongest is not told apart in so many games, with their
/// table: it is the last of the panel there because it beats all others.
const NOT_TOLD_APART: &[(&str, usize, &str)] = &[("futbol-dash", 4, "rusher")];

fn panel_ends_with_the_strongest(ruleset: &str, tables: &[(usize, &str, u64)]) {
    let info = rulesets::app().find(ruleset).expect("a ruleset");
    for &(seats, set, games) in tables {
        let panel = info.panel(seats);
        let strongest = panel[panel.len() - 1];
        let quick = info.bot_names().into_iter().filter(|bot| !info.searches(bot));
        for rival in quick.filter(|bot| *bot != strongest) {
            let (share, equal, playing) = share(ruleset, set, [strongest, rival], games);
            assert_eq!(playing, seats, "{ruleset}, {set}");
            let beaten = !NOT_TOLD_APART.contains(&(ruleset, seats, rival));
            assert_eq!(
                share.side_of(equal),
                if beaten { Ordering::Greater } else { Ordering::Equal },
                "{ruleset}, {set}: `{strongest}` against `{rival}`: {share:?}, equal {equal}"
            );
        }
        assert_eq!(info.strongest(seats, panel.iter().copied()), Some(strongest));
    }
    let (_, set, games) = tables[0];
    let listed: Vec<&str> = info.bot_names().into_iter().filter(|bot| !info.searches(bot)).skip(1).collect();
    for pair in listed.windows(2) {
        let (share, equal, _) = share(ruleset, set, [pair[1], pair[0]], games);
        assert!(share.low > equal, "{ruleset}: `{}` is listed behind `{}`: {share:?}", pair[1], pair[0]);
    }
}

#[test]
fn the_last_of_king_of_the_pitchs_panel_is_its_strongest() {
    let tables = [2, 3, 4, 5].map(|seats| (seats, format!("players = {seats}")));
    panel_ends_with_the_strongest(
        "king-of-the-pitch",
        &tables.each_ref().map(|(n, set)| (*n, set.as_str(), 4_000)),
    );
}

#[test]
fn the_last_of_futbol_dashs_panel_is_its_strongest() {
    let tables = [
        (2, "players = 2", 20_000),
        (3, "players = 3", 4_000),
        (4, "players = 4", 4_000),
        (5, "players = 5", 4_000),
        (6, "players = 6", 10_000),
    ];
    panel_ends_with_the_strongest("futbol-dash", &tables);
}

#[test]
fn the_last_of_squad_rushs_panel_is_its_strongest() {
    let tables = [(2, "managers = 2", 1_000), (3, "managers = 3", 4_000), (4, "managers = 4", 1_000)];
    panel_ends_with_the_strongest("squad-rush-season", &tables);
}

#[test]
fn the_last_of_time_of_soccers_panel_is_its_strongest() {
    let tables = [(2, "players = 2", 120), (3, "players = 3", 120), (4, "players = 4", 120)];
    panel_ends_with_the_strongest("time-of-soccer", &tables);
}

#[test]
fn the_last_of_time_vaults_panel_is_its_strongest() {
    let tables = [(2, "", 1_000), (4, "competition = \"league\", bosses = 4", 200)];
    panel_ends_with_the_strongest("time-vault-soccer", &tables);
    let info = rulesets::app().find("time-vault-soccer").expect("a ruleset");
    let heard = info.quick_panel(2);
    assert_eq!(heard.last(), info.panel(2).last(), "the atlas hears the bot that beats all others");
}
