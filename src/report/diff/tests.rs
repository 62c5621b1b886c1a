//! The first sentence answers.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::lab::diff::Side;
use crate::lab::{Hall, Table};
use crate::report::wellformed::check;
use crate::report::{html, terminal};
use crate::scenario::{Length, Plan, sample};

const DASH: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nseed = 4\ngames = 600\n";

fn told(then: Plan, now: Plan) -> Telling {
    let stop = AtomicBool::new(false);
    let hall = Hall::new(&stop, &|_| {});
    let mut table = Table::new(then.clone()).unwrap();
    table.play_to(600, &hall).unwrap();
    let played = Some(table.played().to_vec());
    let then = Side { name: "printed".to_owned(), plan: Plan { length: Length::Games(600), ..then }, played };
    let now = Side { name: "x.toml now".to_owned(), plan: now, played: None };
    let mut diff = Diff::new(then, now).unwrap();
    diff.play(None, &hall).unwrap();
    Telling::new(vec![diff], Vec::new())
}

fn with(text: &str, key: &str, value: &str) -> Plan {
    let mut plan = sample(text);
    for arm in &mut plan.arms {
        arm.settings.set(key, value).unwrap();
    }
    plan
}

#[test]
fn the_first_sentence_says_what_was_edited_and_what_became_of_fairness_length_and_health() {
    let told = told(sample(DASH), with(DASH, "match", "express"));
    let opening = told.opening().summary;
    assert!(opening.starts_with("Futbol Dash, match regular → express: "), "{opening}");
    assert!(opening.contains(", games are longer, health "), "{opening}");
    let first = &told.sentences[0].text;
    assert!(first.contains("the seat farthest from an equal share is "), "{first}");
    assert!(first.contains("games are longer, ") && first.contains(", clear)"), "{first}");
    assert!(first.contains("health "), "{first}");
    let page = told.page();
    check(&html::page(&page)).unwrap();
    assert!(terminal::page(&page, terminal::Screen::default()).starts_with(&opening));
    let document: serde_json::Value = serde_json::from_str(&told.json()).unwrap();
    assert_eq!(document["scenarios"][0]["arms"][0]["kinship"], "paired");
    assert_eq!(document["scenarios"][0]["arms"][0]["changes"][0]["key"], "match");
}

#[test]
fn nothing_changed_is_an_answer() {
    let told = told(sample(DASH), sample(DASH));
    assert!(
        told.sentences[0].text.starts_with("Nothing changed: printed and x.toml now"),
        "{}",
        told.sentences[0].text
    );
    assert_eq!((told.sentences.len(), told.exit()), (1, 0));
}

#[test]
fn a_game_that_never_ends_is_said_before_anything_else() {
    let king = "ruleset = \"king-of-the-pitch\"\nbots = \"rusher\"\n";
    let told = told(sample(king), with(king, "max-rounds", "10"));
    let first = &told.sentences[0];
    let opening = told.opening();
    assert!(opening.summary.contains(": don't print this any more: "), "{}", opening.summary);
    assert!(opening.printing.starts_with("not like this"), "{}", opening.printing);
    assert_eq!((first.status, first.word), (Status::Bad, "ill"));
    // Nobody wins a game by which seats could be judged.
    assert!(first.text.contains("level: seat gap unknown ("), "{}", first.text);
}

#[test]
fn a_panel_says_whether_its_bots_agree() {
    let panel = "ruleset = \"futbol-dash\"\npanel = [\"random\", \"rusher\"]\ngames = 600\n";
    let told = told(sample(panel), with(panel, "halftimes", "0"));
    let second = &told.sentences[1].text;
    assert!(second.starts_with("This is by `rusher`, the strongest of 2 bots; "), "{second}");
}

#[test]
fn an_edit_that_is_not_in_play_changes_nothing() {
    let told = told(sample(DASH), with(DASH, "shootout-grid", "full-20"));
    let first = &told.sentences[0];
    assert!(
        first.text.ends_with(
            ": no game changes: every count of 600 games is the same, what was edited is not in play here."
        ),
        "{}",
        first.text
    );
    assert_eq!((first.word, told.exit()), ("unchanged", 0));
}
