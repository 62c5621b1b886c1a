//! Transcripts tell what happened, in good English.

use super::super::play::{counted, seat_names};
use super::*;
use crate::watch::Transcript;

fn told(changes: &[(&str, &str)], game: u64) -> Vec<String> {
    let rules = rules(changes);
    let (luck, mut watch) = (Luck::new(5, 6, game), Transcript::default());
    played::<FutbolDash, _, _>(&rules, &["random"], (luck, 0), &mut Stream::new(luck), &mut watch);
    watch.lines.into_iter().map(|line| line.text).collect()
}

#[test]
fn one_of_a_thing_is_told_in_the_singular() {
    assert_eq!(
        [counted(0, "card"), counted(1, "card"), counted(2, "card")],
        ["0 cards", "1 card", "2 cards"]
    );
    assert_eq!(
        [0b1, 0b101, 0b1011].map(seat_names),
        ["Seat 0", "Seat 0 and Seat 2", "Seat 0, Seat 1 and Seat 3"]
    );
    let lines: Vec<String> = (0..10).flat_map(|game| told(&[("deck-preset", "spread")], game)).collect();
    assert!(lines.iter().any(|line| line.ends_with("stands at 1 attack point.")));
    assert!(!lines.iter().any(|line| line.contains(" 1 attack points") || line.contains(" 1 cards")));
}

#[test]
fn what_the_house_rules_do_is_told() {
    for (change, words) in [
        (("last-seat-bonus", "one-ap"), "begins with 1 attack point."),
        (("miss-keeps", "on"), "keeps 5 attack points."),
        (("no-legal-play", "redraw"), "discards its hand and draws anew."),
        (("no-legal-play", "keep"), "does not draw: it still holds 7 cards."),
        (("match", "express"), "The Action Deck is empty: no draw."),
        (("red-off", "on"), "stands at 0 attack points, will leave out a draw"),
    ] {
        let mut games = (0..200).map(|game| told(&[change, ("players", "4")], game));
        assert!(games.any(|lines| lines.iter().any(|line| line.contains(words))), "{change:?}: {words}");
    }
}
