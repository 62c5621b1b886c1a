//! Counting sevens and valuing pitches against brute force.

use std::collections::BTreeSet;

use super::super::best_sevens::seven_value;
use super::super::cards::{SLOT_POSITION, is_sub, nation, ones};
use super::super::sevens::canonical;
use super::super::squad::{Appraiser, EMPTY_SLOT};
use super::*;

/// All ways to fill slots with cards of the pitch, empty slots allowed.
fn assignments(field: u128, mut each: impl FnMut(&[Card; 7])) {
    fn go(field: u128, slot: usize, taken: u128, cards: &mut [Card; 7], each: &mut impl FnMut(&[Card; 7])) {
        if slot == 7 {
            each(cards);
            return;
        }
        cards[slot] = NONE;
        go(field, slot + 1, taken, cards, each);
        for card in ones(field & !taken) {
            if is_sub(card) || cards::position(card) == SLOT_POSITION[slot] {
                cards[slot] = card;
                go(field, slot + 1, taken | 1 << card, cards, each);
            }
        }
        cards[slot] = NONE;
    }
    go(field, 0, 0, &mut [NONE; 7], &mut each);
}

fn allowed(rules: &Rules, cards: &[Card; 7]) -> bool {
    let players = || cards.iter().filter(|&&c| c < SUB);
    let nations: BTreeSet<u8> = players().map(|&c| nation(c)).collect();
    let stars = players().filter(|&&c| cards::is_star(c)).count();
    nations.len() <= usize::from(rules.nations_cap) && (!rules.one_ten || stars <= 1)
}

/// The sevens as the ledger tells them apart.
fn brute_sevens(rules: &Rules, field: u128, booked: u128) -> BTreeSet<Seven> {
    let mut found = BTreeSet::new();
    assignments(field, |cards| {
        if cards.contains(&NONE) || !allowed(rules, cards) {
            return;
        }
        let mut players = [[NONE; 2]; 4];
        let (mut unbooked, mut marked) = ([0; 4], [0; 4]);
        for (slot, &card) in cards.iter().enumerate() {
            let p = SLOT_POSITION[slot];
            if is_sub(card) {
                if booked >> card & 1 == 1 { marked[p] += 1 } else { unbooked[p] += 1 }
            } else {
                let free = usize::from(players[p][0] != NONE);
                players[p][free] = card;
            }
        }
        for pair in &mut players {
            pair.sort_unstable();
        }
        found.insert(canonical(field, booked, players, unbooked, marked));
    });
    found
}

/// The ledger's value of a pitch, literally.
fn brute_value(rules: &Rules, field: u128, booked: u128) -> (i32, u8) {
    let (mut legal, mut partial) = (None::<i32>, None::<(i32, u8)>);
    assignments(field, |cards| {
        if !allowed(rules, cards) {
            return;
        }
        let mut nations = BTreeSet::new();
        let (mut value, mut empty) = (0, 0);
        for &card in cards {
            if card == NONE {
                empty += 1;
                value -= EMPTY_SLOT;
            } else {
                value += rules.current(card, booked >> card & 1 == 1);
                if !is_sub(card) {
                    nations.insert(nation(card));
                }
            }
        }
        let (defence, attack) = rules.chemistry(nations.len() as u32);
        value += defence + attack;
        if empty == 0 {
            legal = Some(legal.map_or(value, |v| v.max(value)));
        } else if partial.is_none_or(|(v, _)| value > v) {
            partial = Some((value, empty));
        }
    });
    legal.map_or_else(|| partial.unwrap(), |value| (value, 0))
}

/// A random pitch of `size` cards of some nations.
fn pitch(rules: &Rules, size: u32, nations: u32, whim: &mut Whim) -> (u128, u128) {
    let (mut field, mut booked) = (0_u128, 0_u128);
    while field.count_ones() < size {
        let card = if rules.super_subs > 0 && whim.below(6) == 0 {
            u32::from(SUB) + whim.below(u32::from(rules.super_subs))
        } else {
            whim.below(nations * 11)
        };
        field |= 1 << card;
        if whim.below(4) == 0 {
            booked |= 1 << card;
        }
    }
    (field, booked & field)
}

fn variants() -> Vec<Rules> {
    [
        &[][..],
        &[("chemistry-penalty", "0")],
        &[("chemistry-penalty", "5")],
        &[("chemistry-shape", "squared"), ("chemistry-penalty", "3")],
        &[("chemistry-shape", "attack-only"), ("home-nation-bonus", "3")],
        &[("max-tens", "1"), ("chemistry-penalty", "2")],
        &[("nations-cap", "2")],
        &[("nations-cap", "3"), ("max-tens", "1"), ("home-nation-bonus", "2")],
        &[("home-nation-bonus", "3"), ("super-subs", "8"), ("chemistry-penalty", "0")],
    ]
    .into_iter()
    .map(rules)
    .collect()
}

#[test]
fn sevens_are_counted_and_unranked_as_brute_force_lists_them() {
    let mut whim = Whim::new(Luck::new(11, 1, 1), 0, 0);
    for r in variants() {
        for round in 0..12 {
            let (field, booked) = pitch(&r, 7 + round % 6, 2 + round % 4, &mut whim);
            let expected = brute_sevens(&r, field, booked);
            let all = Sevens::new(&r, field, booked);
            assert_eq!(all.len(), expected.len() as u64);
            let listed: BTreeSet<Seven> = (0..all.len()).map(|i| all.unrank(i)).collect();
            assert_eq!(listed, expected);
            assert!(listed.iter().all(|seven| all.contains(seven)));
            let complete = slots::complete(&r, field, &slots::counts(field));
            assert_eq!(complete, !expected.is_empty());
            if let Some(&first) = expected.iter().next() {
                let mut wrong = first;
                wrong.swap(0, 1);
                assert!(!all.contains(&wrong));
            }
        }
    }
}

#[test]
fn the_best_seven_is_the_best_by_brute_force() {
    let mut whim = Whim::new(Luck::new(12, 1, 1), 0, 0);
    for r in variants() {
        for round in 0..90 {
            let (field, booked) = pitch(&r, 1 + round % 11, 1 + round % 6, &mut whim);
            let expected = brute_value(&r, field, booked);
            let worth = Appraiser::new(&r, field, booked).worth();
            assert_eq!(worth.value, expected.0, "{:?} booked {booked:b}", ones(field).collect::<Vec<_>>());
            assert_eq!(worth.empty == 0, expected.1 == 0);
        }
    }
}

#[test]
fn one_more_card_is_valued_like_a_new_pitch() {
    let mut whim = Whim::new(Luck::new(13, 1, 1), 0, 0);
    for r in variants() {
        for round in 0..100 {
            let (field, booked) = pitch(&r, 1 + round % 12, 6, &mut whim);
            let mut base = Appraiser::new(&r, field, booked);
            let (before, _) = base.measure();
            let ceilings = base.ceilings(before);
            for card in r.deck().iter().copied().filter(|&c| cards::is_field(c) && field >> c & 1 == 0) {
                let grown = Appraiser::new(&r, field | 1 << card, booked).worth();
                assert_eq!(base.worth_with(card, false), grown);
                // Only a gain counts: a legal seven may be worth less than a partial one.
                assert!(grown.value - before.value <= ceilings.of(card).max(0));
                let marked = Appraiser::new(&r, field | 1 << card, booked | 1 << card).worth();
                assert_eq!(base.worth_with(card, true), marked);
            }
        }
    }
}

#[test]
fn one_card_less_is_valued_like_a_new_pitch() {
    let mut whim = Whim::new(Luck::new(15, 1, 1), 0, 0);
    for r in variants() {
        let mut spared = 0;
        for round in 0..100 {
            let (field, booked) = pitch(&r, 1 + round % 13, 1 + round % 6, &mut whim);
            let mut base = Appraiser::new(&r, field, booked);
            let (worth, seven) = base.measure();
            assert_eq!(worth, base.worth());
            for card in ones(field) {
                let gone = 1 << card;
                let left = Appraiser::new(&r, field & !gone, booked & !gone).worth();
                assert_eq!(base.worth_without(card, field, booked), left);
                if seven.spares(&r, card, booked & gone != 0) {
                    spared += 1;
                    // Of partial sevens that are worth as much another may be found.
                    assert_eq!((worth.value, worth.empty == 0), (left.value, left.empty == 0));
                }
            }
        }
        assert!(spared > 50 || r.home_bonus > 0, "{spared}");
    }
}

#[test]
fn all_best_sevens_are_found_once() {
    let mut whim = Whim::new(Luck::new(14, 1, 1), 0, 0);
    for r in variants() {
        for round in 0..40 {
            let (field, booked) = pitch(&r, 7 + round % 5, 2 + round % 4, &mut whim);
            let all = Sevens::new(&r, field, booked);
            let values: Vec<(i32, Seven)> =
                (0..all.len()).map(|i| all.unrank(i)).map(|s| (seven_value(&r, &s, booked), s)).collect();
            let top = values.iter().map(|v| v.0).max();
            let expected: BTreeSet<Seven> = values.iter().filter(|v| Some(v.0) == top).map(|v| v.1).collect();
            let mut found = Vec::new();
            Appraiser::new(&r, field, booked).best_sevens(field, booked, |seven| found.push(seven));
            assert_eq!(found.len(), expected.len(), "each once");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}

#[test]
fn a_full_pitch_is_counted_without_listing() {
    let r = rules(&[("nations", "10"), ("super-subs", "8")]);
    let field = (1_u128 << 118) - 1;
    let all = Sevens::new(&r, field, 0xF << SUB);
    assert!(all.len() > 1_000_000_000);
    for index in [0, 1, all.len() / 2, all.len() - 1] {
        assert!(all.contains(&all.unrank(index)));
    }
    let capped = rules(&[("nations", "10"), ("super-subs", "8"), ("nations-cap", "3")]);
    let all = Sevens::new(&capped, field, 0);
    assert!(all.contains(&all.unrank(all.len() - 1)));
}
