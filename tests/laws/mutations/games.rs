//! What games are made of: component data and dictated chance. Data that are
//! accepted can be played to the end of a game.

use levelpitch::chance::script::{Recorder, Roll};
use levelpitch::chance::{Script, Stream};
use levelpitch::conformance::played;
use levelpitch::game::Ruleset;
use levelpitch::rulesets::futbol_dash::FutbolDash;
use levelpitch::rulesets::king_of_the_pitch::KingOfThePitch;
use levelpitch::rulesets::squad_rush_season::SquadRushSeason;
use levelpitch::rulesets::time_of_soccer::TimeOfSoccer;
use levelpitch::rulesets::time_vault_soccer::TimeVaultSoccer;
use levelpitch::seed::Luck;
use levelpitch::watch::Silent;

use super::texts::{data_file, told, understood};
use super::{Reader, hunt, lot};

/// Feeds the reader of a game's component data.
fn data<R: Ruleset>(name: &'static str, cases: u64) {
    let text = format!("ruleset = \"{}\"\nbots = \"random\"\n", R::FACTS.id);
    let feed = |data: &str| {
        // As somebody's edition of the box, and as one with house rules.
        let box_first = understood(&text, &data_file(data, false));
        let plan = match (understood(&text, &data_file(data, true)), box_first) {
            (_, Ok(plan)) | (Ok(plan), Err(_)) => plan,
            (Err(house), Err(_)) => return Err(told(&house)),
        };
        let runner = plan.arms[0].runner(lot(data)).expect("accepted data compile");
        let tally = runner.batch(0..1, None);
        assert_eq!(tally.games, u64::from(runner.rotations()));
        assert!(!runner.replay(0).lines.is_empty(), "a game is told");
        assert!(runner.items().iter().all(|item| !item.is_empty()));
        Ok(())
    };
    let words = R::FACTS.data.split(|c: char| c.is_whitespace() || "=[],{}".contains(c));
    let mut words: Vec<String> = words.filter(|word| word.len() > 2).map(str::to_owned).collect();
    words.sort();
    words.dedup();
    hunt(&Reader { name, seeds: vec![R::FACTS.data.to_owned()], words, cases, feed: &feed });
}

#[test]
fn data_of_king_of_the_pitch() {
    data::<KingOfThePitch>("data-king-of-the-pitch", 800);
}

#[test]
fn data_of_futbol_dash() {
    data::<FutbolDash>("data-futbol-dash", 1500);
}

#[test]
fn data_of_squad_rush_season() {
    data::<SquadRushSeason>("data-squad-rush-season", 600);
}

#[test]
fn data_of_time_of_soccer() {
    data::<TimeOfSoccer>("data-time-of-soccer", 300);
}

#[test]
fn data_of_time_vault_soccer() {
    data::<TimeVaultSoccer>("data-time-vault-soccer", 300);
}

/// A script as text: `3` is an answer, `c17` a card.
fn spelled(rolls: &[Roll]) -> String {
    let one = |roll: &Roll| match roll {
        Roll::Value(value) => value.to_string(),
        Roll::Card(card) => format!("c{card}"),
    };
    rolls.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn rolls(text: &str) -> Vec<Roll> {
    let one = |word: &str| match word.strip_prefix('c') {
        Some(card) => card.parse().ok().map(Roll::Card),
        None => word.parse().ok().map(Roll::Value),
    };
    text.split_whitespace().filter_map(one).collect()
}

/// Whatever a table has rolled, the rules play it to its end or the script says
/// what it has no answer to; nothing else goes wrong.
fn script<R: Ruleset>(name: &'static str, cases: u64) {
    let rules = levelpitch::conformance::rules::<R>(&[]).unwrap_or_else(|faults| panic!("{faults:?}"));
    let luck = Luck::new(5, 5, 5);
    let mut chance = Recorder::new(Stream::new(luck));
    played::<R, _, _>(&rules, &["random"], (luck, 0), &mut chance, &mut Silent);
    let seed = spelled(&chance.rolls);
    let feed = |text: &str| {
        let mut dictated = Script::new(rolls(text));
        let play = || {
            played::<R, _, _>(&rules, &["random"], (luck, 0), &mut dictated, &mut Silent);
        };
        let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(play)) else { return Ok(()) };
        let said = panic.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(said.starts_with("the script "), "{said}");
        Err(vec![format!("{}: found {said}", super::FILE)])
    };
    let words = (0..12).map(|n| n.to_string()).chain((0..60).step_by(7).map(|n| format!("c{n}"))).collect();
    hunt(&Reader { name, seeds: vec![seed], words, cases, feed: &feed });
}

#[test]
fn scripts() {
    script::<KingOfThePitch>("script-king-of-the-pitch", 300);
    script::<FutbolDash>("script-futbol-dash", 300);
    script::<SquadRushSeason>("script-squad-rush-season", 200);
    script::<TimeOfSoccer>("script-time-of-soccer", 60);
    script::<TimeVaultSoccer>("script-time-vault-soccer", 100);
}
