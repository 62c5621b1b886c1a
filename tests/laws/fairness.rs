//! Fair by construction: between equal bots no seat of a squad game is
//! favoured, for every bot and every number of seats, by draws, fixtures or
//! tie-breaks. Fixed seeds; a seat off by four standard errors fails.

use std::sync::atomic::AtomicBool;

use levelpitch::estimates::Manner;
use levelpitch::lab::{Hall, Table};
use levelpitch::rulesets;
use levelpitch::scenario::{resolve, wire};
use levelpitch::stats::distribution::z;

/// Plays equal bots of every kind that the atlas seats and checks every seat.
fn no_seat_is_favoured(ruleset: &str, set: &str, games: u64) {
    let info = rulesets::app().find(ruleset).expect("a ruleset");
    let bots = info.bot_names().into_iter().filter(|bot| !info.searches(bot));
    for bot in bots {
        let text = format!("ruleset = \"{ruleset}\"\nbots = \"{bot}\"\nseed = 11\nset = {{ {set} }}\n");
        let wire = wire::read("fairness", &text).expect("a scenario");
        let app = rulesets::app();
        let origin = resolve::Origin {
            app: &app,
            name: "fairness",
            file: "fairness",
            text: &text,
            read: &|_| Err(String::new()),
        };
        let plan = resolve::resolve(&wire, &origin, &resolve::Overrides::default()).expect("a plan");
        let stop = AtomicBool::new(false);
        let mut table = Table::new(plan).expect("an arm that compiles");
        table.play_to(games, &Hall::new(&stop, &|_| {})).expect("games");
        let manner = Manner { level: 0.95, always: false, tightest: games };
        let result = &table.results(manner)[0];
        let seats = &result.seats;
        // Unfinished games are won by nobody.
        let decided: f64 = seats.iter().map(|seat| seat.share.value).sum();
        let equal = decided / seats.len() as f64;
        for seat in seats {
            // The seats' intervals hold all at once.
            let error = seat.share.half_width() / z(1.0 - 0.05 / seats.len() as f64);
            let off = (seat.share.value - equal) / error;
            assert!(off.abs() < 4.0, "{ruleset}, {set}, {bot}: seat {} is {off:.1} errors off", seat.index);
        }
    }
}

#[test]
fn squad_rush_favours_no_seat() {
    for managers in 2..=4 {
        no_seat_is_favoured("squad-rush-season", &format!("managers = {managers}"), 3000);
    }
}

#[test]
fn a_time_vault_match_favours_no_seat() {
    no_seat_is_favoured("time-vault-soccer", "", 6000);
    no_seat_is_favoured("time-vault-soccer", "draft = \"scramble\"", 2000);
}

#[test]
fn a_league_favours_no_seat() {
    for bosses in [3, 4, 6] {
        no_seat_is_favoured(
            "time-vault-soccer",
            &format!("competition = \"league\", bosses = {bosses}"),
            900,
        );
    }
}

#[test]
fn a_killer_cup_and_a_season_favour_no_seat() {
    for bosses in [4, 5, 6] {
        no_seat_is_favoured(
            "time-vault-soccer",
            &format!("competition = \"killer-cup\", bosses = {bosses}"),
            1200,
        );
    }
    no_seat_is_favoured("time-vault-soccer", "competition = \"season\", bosses = 5", 600);
}
