//! Transcripts tell what happened.

use super::super::data::COLOURS;
use super::super::play::market::{given, received};
use super::*;
use crate::watch::Topic;

fn told(changes: &[(&str, &str)], game: u64) -> (State, Transcript) {
    let rules = super::desk::rules(changes);
    let (luck, mut watch) = (Luck::new(5, 6, game), Transcript::default());
    let mut chance = Stream::new(luck);
    let state = played::<KingOfThePitch, _, _>(&rules, &["random"], (luck, 0), &mut chance, &mut watch);
    (state, watch)
}

/// Cubes by colour in `a silver cube and 2 gold cubes`.
fn cubes(words: &str) -> [i32; 3] {
    let mut counted = [0; 3];
    let words: Vec<&str> = words.split(' ').collect();
    for three in words.windows(3).filter(|three| three[2].starts_with("cube")) {
        let colour = COLOURS.iter().position(|&colour| colour == three[1]).expect("a colour");
        counted[colour] += three[0].parse().unwrap_or(1);
    }
    counted
}

#[test]
fn the_cubes_told_are_the_cubes_moved() {
    let common = [("overpay", "on"), ("replace-refund", "cube"), ("king-stay-limit", "2")];
    let own: [&[(&str, &str)]; 3] = [
        &[("winner-cube", "silver"), ("loser-cube", "bronze")],
        &[("winner-cube", "bronze"), ("slot-price", "stepped"), ("players", "5"), ("captains", "on")],
        &[("loser-cube", "bronze"), ("players", "4"), ("captains", "on")],
    ];
    let mut kinds = [0; 5];
    for changes in own.map(|own| [&common, own].concat()) {
        let start = super::desk::rules(&changes).start;
        for game in 0..20 {
            let (state, watch) = told(&changes, game);
            let mut expected: Vec<[i32; 3]> = start.teams.iter().map(|t| t.cubes.map(i32::from)).collect();
            for line in watch.lines.iter().filter(|line| line.topic != Topic::Decision) {
                let text = &line.text;
                let sign = match text {
                    _ if text.contains(" gets nothing") => 0,
                    _ if text.contains(" gets ") => 1,
                    _ if text.contains(" takes ") || text.contains(" gives ") => -1,
                    _ => 0,
                };
                let what = ["its victory", "its defeat", "chip replaced", "its captain", "wins in a row"];
                for (count, words) in kinds.iter_mut().zip(what) {
                    *count += u32::from(text.contains(words));
                }
                if sign != 0 {
                    let moved = cubes(text);
                    let seat = usize::from(line.seat.expect("a seat"));
                    expected[seat] =
                        std::array::from_fn(|colour| expected[seat][colour] + sign * moved[colour]);
                }
            }
            let found: Vec<[i32; 3]> = state.teams.iter().map(|team| team.cubes.map(i32::from)).collect();
            assert_eq!(found, expected, "{changes:?}, game {game}");
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn who_is_the_first_king_is_told_with_its_reason() {
    let king = |value| {
        let (_, watch) = told(&[("players", "4"), ("first-king", value)], 0);
        let mut lines = watch.lines.into_iter().map(|line| line.text);
        lines.find(|text| text.contains("first King")).expect("a King")
    };
    assert!(king("roll").starts_with("Seat 0 is the first King: the winner of the opening roll"));
    assert_eq!(king("last-seat-king"), "Seat 3 is the first King: the last in turn order, by house rule");
}

#[test]
fn cubes_in_words() {
    assert_eq!(given([1, 1, 1], [1, 1, 1]), "nothing");
    assert_eq!(given([3, 1, 1], [1, 1, 0]), "2 bronze cubes and a gold cube");
    assert_eq!(received(1, 1, true, "its victory"), "Seat 1 gets a silver cube for its victory");
    let none = received(0, 0, false, "its defeat");
    assert_eq!(none, "Seat 0 gets nothing for its defeat: the bank has no bronze cube");
}

#[test]
fn the_match_table_says_what_it_computes() {
    let caption =
        |changes: &[(&str, &str)]| KingOfThePitch::odds(&super::desk::rules(changes))[0].caption.clone();
    assert!(caption(&[]).ends_with("a shoot-out counts one half for each."));
    assert!(caption(&[("var-scope", "any-one-die")]).contains("the one die most likely to beat"));
    assert!(caption(&[("var-scope", "all-dice")]).contains("all dice"));
    assert!(caption(&[("tie-break", "king-keeps")]).contains("the King wins"));
}
