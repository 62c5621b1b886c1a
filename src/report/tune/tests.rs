use super::*;
use crate::lab::Hall;
use crate::lab::tune::{self, Space, Target};
use crate::report::figure::{Figure, Standing};
use crate::report::page::Part;
use crate::report::terminal::Screen;
use crate::scenario::sample;
use crate::verdict::Status;

/// A question about the first arm of a scenario, and what came out.
fn asked(text: &str, ranges: &[(&str, &str)], target: &str, games: u64) -> (Question, Tuned) {
    let plan = sample(text);
    let bots = plan.arms.clone();
    let ranges: Vec<_> = ranges.iter().map(|(key, values)| ((*key).into(), (*values).into())).collect();
    let space = Space::read(&ranges, &bots[0]).unwrap();
    let targets = vec![Target::read(target, &bots[0]).unwrap()];
    let question = Question { plan, bots, space, targets, games, method: None };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let tuned = tune::run(&question, &Hall::new(&stop, &|_| {})).unwrap().unwrap();
    (question, tuned)
}

const TWO: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\n";
const EXPRESS: &str = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nset = { match = \"express\" }\n";

#[test]
fn what_to_print_names_everything_that_was_fixed() {
    let advice = |text: &str, range: &str| {
        let (question, tuned) = asked(text, &[("goals-to-win", range)], "turns-per-game<1000", 1_200);
        let telling = Telling { question: &question, tuned: &tuned };
        (telling.opening(), telling.text(Screen::default()))
    };
    let (told, text) = advice(EXPRESS, "2");
    assert_eq!(told.printing, "print match = express, goals-to-win = 2", "{text}");
    assert!(text.contains("; as set (3): ") && text.contains("Against the game as set on"), "{text}");
    let (told, text) = advice(EXPRESS, "2|3");
    assert!(told.summary.starts_with("The game as set meets the target already"), "{text}");
    assert_eq!(told.printing, "print match = express and change nothing else");
    assert!(!text.contains("as printed"), "{text}");
    let (told, text) = advice(TWO, "2|3");
    assert!(told.summary.starts_with("The game as printed meets the target already"), "{text}");
    assert_eq!(told.printing, "leave it as it is");
    let (told, text) = advice(TWO, "2");
    assert_eq!(told.printing, "print goals-to-win = 2");
    assert!(text.contains("; as printed (3): ") && text.contains("Against the printed game on"), "{text}");
    let values = "ruleset = \"futbol-dash\"\nbots = \"rusher\"\nset = { \"data.shots.goal\" = 9 }\n";
    assert_eq!(advice(values, "2").0.printing, "print data.shots.goal = 9, goals-to-win = 2");
}

/// Games that take longer than a second must not be printed here.
const ILL: &str = "[health]\nminutes = { look = 0.01, ill = 0.01 }\n";

#[test]
fn what_must_not_be_printed_is_told_before_what_it_meets() {
    for (text, range, begins) in [
        (TWO, "2|3", "Don't print goals-to-win = 3: nine games in ten take "),
        (EXPRESS, "2", "Don't print match = express, goals-to-win = 2: nine games in ten take "),
    ] {
        let (question, tuned) =
            asked(&format!("{text}{ILL}"), &[("goals-to-win", range)], "turns-per-game<1000", 1_200);
        let telling = Telling { question: &question, tuned: &tuned };
        assert_eq!(tuned.answer, Answered::Met);
        let told = telling.opening();
        assert!(told.summary.starts_with(begins), "{}", told.summary);
        assert!(
            told.printing.starts_with("not ") && told.printing.ends_with("which is ill"),
            "{}",
            told.printing
        );
        assert_eq!(told.word, "ill");
        let page = telling.text(Screen::default());
        assert!(page.contains("Can it be printed?") && !page.contains("met: "), "{page}");
        let table = page.split_once("Confirmed on luck").unwrap().1;
        assert!(table.contains("ill: as "), "{page}");
        let json: serde_json::Value = serde_json::from_str(&telling.json()).unwrap();
        assert!(json["sentences"][0].as_str().unwrap().starts_with(begins), "{json}");
        assert!(json["confirmation"]["bots"][0]["ill"].as_str().unwrap().starts_with("nine games"), "{json}");
    }
}

#[test]
fn what_may_be_printed_is_shown_with_its_health() {
    let (question, tuned) = asked(TWO, &[("goals-to-win", "2|3")], "turns-per-game<1000", 1_200);
    let telling = Telling { question: &question, tuned: &tuned };
    assert!(!telling.opening().summary.starts_with("Don't"));
    assert!(telling.text(Screen::default()).contains("Can it be printed? Health"));
}

#[test]
fn what_was_confirmed_is_drawn_apart_from_the_search() {
    let (question, tuned) = asked(TWO, &[("goals-to-win", "2|4")], "seat-gap<0.4", 1_200);
    let telling = Telling { question: &question, tuned: &tuned };
    let page = telling.page();
    let mut parts = page.sections.iter().flat_map(|section| &section.parts);
    let forest = parts.find_map(|part| match part {
        Part::Figure(figure) => match &**figure {
            Figure::Forest(forest) => Some(forest),
            _ => None,
        },
        _ => None,
    });
    let forest = forest.unwrap();
    let reached = &tuned.confirmation.as_ref().unwrap().bots[0].reached[0];
    let (confirmed, searched): (Vec<_>, Vec<_>) =
        forest.rows.iter().partition(|row| row.group.starts_with("confirmed"));
    let [base, chosen] = &confirmed[..] else { panic!("{confirmed:?}") };
    assert!(base.label == "as printed" && chosen.label.starts_with("chosen: goals-to-win"), "{confirmed:?}");
    assert_eq!(chosen.point.value, reached.winner.value);
    assert_eq!((reached.status, chosen.standing), (Status::Good, Standing::Good));
    assert_eq!(searched.len(), 2);
    assert!(searched.iter().all(|row| row.standing != Standing::Undecided), "{searched:?}");
    for row in &forest.rows {
        assert!(forest.keys.iter().any(|key| key.standing == row.standing), "{row:?}");
    }
    let margin = forest.margin.as_ref().unwrap();
    assert_eq!((margin.low, margin.high), (0.0, 0.4), "a distance is never below 0");
    let text = telling.text(Screen::default());
    let table = text.split_once("Confirmed on luck").unwrap().1;
    assert!(table.contains(" pp") && !table.contains("percentage points"), "{text}");
}
