//! Training on King of the Pitch from weights that are wrong on purpose.

use std::sync::atomic::AtomicBool;

use super::*;

fn question(text: &str, generations: u32) -> Question {
    let plan = crate::scenario::sample(text);
    let opponents = vec!["rusher".to_owned()];
    Question {
        plan,
        opponents,
        itself: true,
        generations,
        population: 6,
        games: 40,
        measured: 400,
        self_play: 40,
    }
}

fn course(question: &Question) -> Course {
    let stop = AtomicBool::new(false);
    train(question, &Hall::new(&stop, &|_| {})).expect("a course")
}

#[test]
fn the_same_question_has_the_same_answer_on_any_number_of_threads() {
    let question = question("ruleset = \"king-of-the-pitch\"\n", 2);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let course = pool.install(|| course(&question));
        (course.table, format!("{:?}", course.ladder), course.games)
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn no_generation_leaves_the_weights_as_they_are() {
    let course = course(&question("ruleset = \"king-of-the-pitch\"\n", 0));
    assert!(course.weights.iter().all(|weight| weight.before == weight.after));
    let rung = &course.ladder[0];
    assert_eq!(rung.before, rung.after, "the same weights on the same luck");
    assert_eq!((course.seats, rung.equal), (2, 0.5));
}

/// A match of Time Vault has no standings, a league none of a cup.
#[test]
fn what_self_play_does_not_show_keeps_its_weights() {
    let of = |text| course(&Question { opponents: vec!["hoofer".to_owned()], ..question(text, 0) });
    let moved = |course: &Course| -> Vec<&str> {
        let all = course.weights.iter().filter(|weight| weight.before != weight.after);
        all.map(|weight| weight.name).collect()
    };
    let alone = of("ruleset = \"time-vault-soccer\"\n");
    assert_eq!(moved(&alone), [""; 0]);
    assert_eq!(alone.outlook.and_then(|outlook| outlook.told), None);
    let league = of("ruleset = \"time-vault-soccer\"\nset = { competition = \"league\", bosses = 3 }\n");
    let found = moved(&league);
    assert!(found.contains(&"stands-points"), "{found:?}");
    assert!(!found.iter().any(|name| name.starts_with("stands-c")), "{found:?}");
    assert!(league.outlook.and_then(|outlook| outlook.told).expect("games that tell something") > 0.0);
}

#[test]
fn a_game_without_features_is_refused() {
    let plan = crate::lab::analyse::tests::coins("coins", 2, "careful");
    let question = Question { plan, ..question("ruleset = \"king-of-the-pitch\"\n", 1) };
    let stop = AtomicBool::new(false);
    let faults = train(&question, &Hall::new(&stop, &|_| {})).expect_err("no features");
    assert!(faults[0].found.contains("coins"), "{faults:?}");
}

#[test]
fn weights_of_standings_are_found_and_those_of_moves_kept() {
    let plan = crate::scenario::sample("ruleset = \"time-of-soccer\"\nset = { players = 2 }\n");
    let opponents = vec!["star".to_owned()];
    let question = Question {
        plan,
        opponents,
        measured: 2,
        self_play: 200,
        ..question("ruleset = \"king-of-the-pitch\"\n", 0)
    };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| course(&question))
    };
    let [one, three] = [1, 3].map(on);
    assert_eq!((&one.table, one.outlook), (&three.table, three.outlook));
    let told = one.outlook.and_then(|outlook| outlook.told).expect("games that tell something");
    assert!(told > 0.1, "{told} of who wins is told");
    let moved: Vec<&str> =
        one.weights.iter().filter(|weight| weight.before != weight.after).map(|weight| weight.name).collect();
    assert!(moved.len() > 20 && moved.iter().all(|name| name.starts_with("stands-")), "{moved:?}");
    assert!(course(&super::tests::question("ruleset = \"king-of-the-pitch\"\n", 0)).outlook.is_none());
}
