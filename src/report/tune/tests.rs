use super::*;
use crate::lab::Hall;
use crate::lab::tune::{self, Space, Target};
use crate::report::terminal::Screen;
use crate::scenario::sample;

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
