//! Fixtures, tables, brackets and suspensions on their own, with sides that
//! are mere numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::chance::{Chance, Fraction, Source, Stream, enumerate};
use crate::seed::{Luck, of_text};

#[test]
fn every_pair_meets_once_per_leg_and_hosts_once_in_two() {
    for sides in 2..=16_u8 {
        let mut hosted = BTreeSet::new();
        for index in 0..fixtures::matches(sides, 2) {
            let (_, home, away) = fixtures::pairing(sides, index);
            assert!(home < sides && away < sides && home != away);
            assert!(hosted.insert((home, away)), "{home} hosts {away} twice");
        }
        assert_eq!(hosted.len(), usize::from(sides) * usize::from(sides - 1));
    }
}

#[test]
fn nobody_plays_twice_in_a_round() {
    for sides in 3..=16_u8 {
        let mut rounds: BTreeMap<u8, BTreeSet<u8>> = BTreeMap::new();
        for index in 0..fixtures::matches(sides, 2) {
            let (round, home, away) = fixtures::pairing(sides, index);
            let seen = rounds.entry(round).or_default();
            assert!(seen.insert(home) && seen.insert(away), "{sides} sides, round {round}");
        }
        let per_leg = usize::from(sides + sides % 2 - 1);
        assert_eq!(rounds.len(), 2 * per_leg);
    }
}

#[test]
fn places_are_shared_downwards() {
    let mut table = Table::default();
    for (side, points, scored) in [(0, 9, 5), (1, 6, 4), (2, 6, 4), (3, 1, 0)] {
        table.rows[side].points = points;
        table.rows[side].scored = scored;
    }
    assert_eq!(table.places(4, 0)[..4], [1, 2, 2, 4]);
    assert_eq!(table.places(4, 2)[..4], [2, 3, 1, 4]);
}

#[test]
fn a_cup_of_any_size_has_one_match_less_than_sides() {
    for byes in [Byes::FirstRound, Byes::Redraw] {
        for sides in 2..=16_u8 {
            let mut chance = Stream::new(Luck::new(1, of_text("cup"), u64::from(sides)));
            let all: Vec<u8> = (0..sides).collect();
            let mut cup = Bracket::draw(&all, byes, &mut chance);
            let mut beaten = BTreeSet::new();
            while let Some((_, [a, b])) = cup.next(&mut chance) {
                let (winner, loser) = if chance.coin(Source::TABLE) { (a, b) } else { (b, a) };
                assert!(beaten.insert(loser), "{loser} is beaten twice");
                assert!(!beaten.contains(&winner));
                cup.won(winner);
            }
            assert_eq!(beaten.len(), usize::from(sides) - 1);
            assert!(!beaten.contains(&cup.winner().expect("somebody is left")));
        }
    }
}

/// Byes and opponents in the first round, by walking through every lot.
#[test]
fn lots_are_fair_for_five_and_six() {
    for (sides, meets) in [(5_u8, Fraction::new(1, 10)), (6, Fraction::new(2, 15))] {
        let all: Vec<u8> = (0..sides).collect();
        let first = enumerate(|chance| {
            let mut cup = Bracket::draw(&all, Byes::FirstRound, chance);
            let mut pairs = Vec::new();
            while cup.round() == 0 {
                let Some((_, [a, b])) = cup.next(chance) else { break };
                if cup.round() > 0 {
                    break;
                }
                pairs.push((a.min(b), a.max(b)));
                cup.won(a);
            }
            pairs.contains(&(0, 1))
        });
        assert_eq!(first[&true], meets, "{sides} sides");
    }
}

#[test]
fn a_suspension_is_served_in_the_next_match_only() {
    let mut book = Discipline::default();
    let off = Bookings { yellow: 0, second: 0, sent_off: 0b100 };
    book.record(3, off, 3, true);
    assert_eq!(book.suspended(3), 0b100);
    book.record(3, Bookings::default(), 3, true);
    assert_eq!(book.suspended(3), 0);
    // Both causes at once, one after the other.
    let both = Bookings { yellow: 1, second: 1, sent_off: 1 };
    book.record(3, both, 2, false);
    assert_eq!((book.suspended(3), book.suspended_longer(3)), (1, 1));
    book.record(3, Bookings::default(), 2, false);
    assert_eq!((book.suspended(3), book.suspended_longer(3)), (1, 0));
}

#[test]
fn sections_of_a_season_are_all_different() {
    let plan = Plan { format: Format::Season, sides: 16, legs: 2, win_points: 3, byes: Byes::FirstRound };
    let mut chance = Stream::new(Luck::new(5, 5, 5));
    let mut season = Competition::new(plan);
    let mut seen = BTreeSet::new();
    let mut played = 0;
    while let Some(fixture) = season.next(&mut chance) {
        assert!(seen.insert(fixture.section), "{fixture:?}");
        season.record(&fixture, [1, 0], Some(0));
        played += 1;
    }
    // Home sides win every match, so all sixteen are level and play for the title.
    assert_eq!(played, 240 + 15 + 15);
    assert_eq!(season.title_by, TitleBy::TieBreak);
    assert!(season.over() && season.champion < 16 && season.cup_winner < 16);
}

#[test]
fn rounds_are_counted_of_whoever_is_still_in() {
    for byes in [Byes::FirstRound, Byes::Redraw] {
        for sides in 2..=16_u8 {
            let mut chance = Stream::new(Luck::new(1, of_text("rounds"), u64::from(sides)));
            let all: Vec<u8> = (0..sides).collect();
            let mut cup = Bracket::draw(&all, byes, &mut chance);
            let mut beaten = BTreeSet::new();
            while let Some((_, [a, b])) = cup.next(&mut chance) {
                assert_eq!([a, b].map(|side| cup.rounds_of(side)), [Some(cup.round()); 2]);
                cup.won(a);
                beaten.insert(b);
                assert_eq!((cup.rounds_of(a), cup.rounds_of(b)), (Some(cup.round() + 1), None));
                assert!(all.iter().all(|&side| cup.rounds_of(side).is_none() == beaten.contains(&side)));
            }
        }
    }
    assert_eq!(Bracket::NONE.rounds_of(0), None);
}
