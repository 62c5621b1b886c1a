//! Panels come from measured strength: the last bot of each is the strongest
//! script of its game, by games of the printed rules that are played here.
//!
//! A game's trained policy, which no panel has yet, beats that script.
//!
//! Fixed seeds. A match-up is settled where an interval of 99.9 % lies above an
//! equal share; a panel in the wrong order would pass with less than 0.1 %.
//! Scripts that search are slower by a thousandfold and stay outside panels.

use std::sync::atomic::AtomicBool;

use levelpitch::estimates::Manner;
use levelpitch::game::weights::TRAINED;
use levelpitch::lab::{Hall, Table};
use levelpitch::rulesets;
use levelpitch::scenario::{resolve, wire};
use levelpitch::stats::Estimate;

/// What one `bot` takes at a table of others, and an equal share.
fn share(ruleset: &str, bot: &str, other: &str, games: u64) -> (Estimate, f64) {
    let app = rulesets::app();
    let plan = |bots: &str| {
        let text = format!("ruleset = \"{ruleset}\"\nbots = {bots}\nseed = 21\n");
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
    (result.entrants[0].share, won / seats as f64)
}

fn panel_ends_with_the_strongest(ruleset: &str, games: u64) {
    let info = rulesets::app().find(ruleset).expect("a ruleset");
    let panel = info.panel();
    let strongest = panel[panel.len() - 1];
    let scripts = info.bot_names().into_iter().filter(|bot| *bot != TRAINED && !info.searches(bot));
    for rival in scripts.filter(|bot| *bot != strongest) {
        let (share, equal) = share(ruleset, strongest, rival, games);
        assert!(share.low > equal, "{ruleset}: `{strongest}` against `{rival}`: {share:?}, equal {equal}");
    }
    assert_eq!(info.strongest(panel.iter().copied()), Some(strongest));
    if !info.features().is_empty() {
        let (share, equal) = share(ruleset, TRAINED, strongest, games);
        assert!(share.low > equal, "{ruleset}: `{TRAINED}` against `{strongest}`: {share:?}, equal {equal}");
    }
}

#[test]
fn the_last_of_king_of_the_pitchs_panel_is_its_strongest_script() {
    panel_ends_with_the_strongest("king-of-the-pitch", 4_000);
}

#[test]
fn the_last_of_futbol_dashs_panel_is_its_strongest_script() {
    panel_ends_with_the_strongest("futbol-dash", 20_000);
}

#[test]
fn the_last_of_squad_rushs_panel_is_its_strongest_quick_script() {
    panel_ends_with_the_strongest("squad-rush-season", 1_000);
}

#[test]
fn the_last_of_time_of_soccers_panel_is_its_strongest_script() {
    panel_ends_with_the_strongest("time-of-soccer", 120);
}

#[test]
fn the_last_of_time_vaults_panel_is_its_strongest_quick_script() {
    panel_ends_with_the_strongest("time-vault-soccer", 1_000);
    let info = rulesets::app().find("time-vault-soccer").expect("a ruleset");
    assert!(info.quick_panel().contains(&"counter"), "the atlas hears the script that beats all others");
}
