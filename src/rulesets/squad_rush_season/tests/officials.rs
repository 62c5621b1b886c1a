//! The match officials: SQR-OFF.

use std::collections::BTreeMap;

use super::*;
use crate::chance::enumerate;

/// Goals of the best pure seven (first) against `rival` under an official.
fn under(changes: &[(&str, &str)], official: Official, rival: &[u8; 7], booked: &[u8]) -> [u16; 2] {
    let r = rules(changes);
    let marks = booked.iter().fold(0, |m, &c| m | 1 << c);
    let sides = [Side::new(&r, &best(0), marks), Side::new(&r, rival, marks)];
    score::goals(&r, &sides, Conditions::under(Some(official)))
}

#[test]
fn sqr_off_01_one_official_per_match_for_that_match_only() {
    let mut desk = Desk::new(&[("managers", "4")]);
    for seat in 0..4 {
        desk = desk.lay(seat, &best(seat));
    }
    let cards = [Official::TheWall, Official::SetPiece].map(referee);
    desk = desk.dealt(&cards);
    desk.lock(0).name_all();
    let officials: Vec<u8> = desk.dealer.drawn.iter().take(2).map(|&(_, card)| card).collect();
    assert_eq!(officials, cards);
    assert_eq!((desk.goals(0), desk.goals(2)), ((3, 3), (4, 4)), "THE WALL did not last");
    assert!(cards.iter().all(|&card| desk.binned(card)), "to the discard pile after the match");
}

#[test]
fn sqr_off_02_the_first_referee_of_the_deck_exactly() {
    // Seven cards, two of them referees: reveal until one shows and shuffle
    // the others back, by enumeration, against the uniform draw of the rules.
    let deck = [0_u8, 1, 2, 3, 4, referee(Official::TheWall), referee(Official::Reverse)];
    let revealed = enumerate(|chance| {
        let mut order = deck;
        chance.shuffle(Source::DEAL, &mut order);
        let place = order.iter().position(|&card| card >= 128).unwrap();
        let official = order[place];
        // What lies in the deck afterwards is shuffled: any order is alike.
        let mut rest: Vec<u8> = order.into_iter().filter(|&card| card != official).collect();
        rest.sort_unstable();
        (official, rest)
    });
    let lazy = enumerate(|chance| {
        let mut desk = Desk::new(&[]);
        let (mut s, r) = (desk.s, desk.r.clone());
        s.deck_len = 7;
        s.deck[..7].copy_from_slice(&deck);
        // The others are in a hand.
        for &card in r.deck() {
            if !deck.contains(&card) {
                s.hands[0].insert(card);
            }
        }
        desk.s = s;
        let official = super::super::play::Game { r: &desk.r, s: &mut desk.s, chance, watch: &mut Silent }
            .flip_from_deck();
        let mut rest = desk.s.deck[..usize::from(desk.s.deck_len)].to_vec();
        rest.sort_unstable();
        (official, rest)
    });
    assert_eq!(revealed, lazy);
    assert!(lazy.values().all(|&p| p == Fraction::new(1, 2)));
}

#[test]
fn sqr_off_02_no_referee_in_the_deck_or_anywhere() {
    // None in the deck: the discard pile is shuffled in.
    let wall = referee(Official::TheWall);
    let others: Vec<u8> = Official::ALL.into_iter().map(referee).filter(|&card| card != wall).collect();
    let mut desk = Desk::new(&[]).give(1, &others).bin(&[wall, gk(4)]);
    desk.game(|game| {
        assert_eq!(game.flip_from_deck(), wall);
        game.s.official_cards[0] = wall;
    });
    assert!(desk.s.discard.is_empty() && desk.count(column::RESHUFFLES) == 1);
    // All in hands: no official, both piles stay.
    let mut desk = Desk::sevens(&[]).give(1, &others).give(0, &[wall]).bin(&[gk(4)]);
    desk.game(|game| assert_eq!(game.flip_from_deck(), NONE));
    assert!(desk.binned(gk(4)) && desk.count(column::RESHUFFLES) == 0);
    desk.lock(0).name_all();
    assert_eq!((desk.goals(0), desk.count(column::NO_OFFICIAL)), ((4, 4), 1));
    // `only`, `off` and weights move no card.
    for change in [("match-official", "only:set-piece"), ("official-weights", "0/0/0/0/0/0/1/0/0/0/0")] {
        let mut desk = Desk::sevens(&[change]);
        desk.dealer.lots.push_back(if change.0 == "match-official" { 0 } else { 6 });
        desk.lock(0).name_all();
        assert_eq!(desk.effects(6)[0], 1);
        assert!(!desk.binned(referee(Official::SetPiece)));
    }
}

#[test]
fn sqr_off_added_time_both_legs_count() {
    assert_eq!(under(&[], Official::AddedTime, &best(1), &[]), [8, 8]);
    assert_eq!(under(&[], Official::AddedTime, &weakest(1), &[]), [10, 4]);
}

#[test]
fn sqr_off_added_time_2_the_same_sevens_and_no_new_official() {
    let mut desk = Desk::new(&[]).lay(0, &best(0)).lay(1, &weakest(1)).dealt(&[referee(Official::AddedTime)]);
    desk.lock(0).name_all();
    assert_eq!((desk.goals(0), desk.points()), ((10, 4), vec![4, 0]), "doubled, the winner unchanged");
    // The other reading flips a second one.
    let mut desk = Desk::new(&[("added-time-leg", "new-official")])
        .lay(0, &best(0))
        .lay(1, &weakest(1))
        .dealt(&[referee(Official::AddedTime), referee(Official::TheWall)]);
    desk.lock(0).name_all();
    assert_eq!(desk.goals(0), (5 + 4, 2 + 1));
    assert!(desk.binned(referee(Official::AddedTime)) && desk.binned(referee(Official::TheWall)));
    assert_eq!(desk.count(column::MATCHES), 1);
}

#[test]
fn sqr_off_var_review_the_highest_of_each_side_is_zero() {
    assert_eq!(under(&[], Official::VarReview, &best(1), &[]), [1, 1]);
    assert_eq!(under(&[], Official::VarReview, &weakest(1), &[]), [2, 0]);
}

#[test]
fn sqr_off_var_review_2_after_bookings_forwards_first() {
    // The 10 booked to 9 ties with the MID 9: the forward is struck.
    let r = rules(&[]);
    let side = Side::new(&r, &best(0), 1 << fwd(0, 0));
    assert_eq!(side.totals(&r, Some(Official::VarReview), false, false).mid, 16);
    let last = rules(&[("var-tie", "gk-first")]);
    assert_eq!(side.totals(&last, Some(Official::VarReview), false, false).mid, 7);
    // A seven of equal ratings: the defence is spared, or struck first.
    let equal = [sub(0), def(0, 1), def(0, 2), mid(0, 2), mid(1, 2), fwd(0, 2), fwd(1, 2)];
    let r = rules(&[("chemistry-penalty", "0")]);
    let totals = Side::new(&r, &equal, 0).totals(&r, Some(Official::VarReview), false, false);
    assert_eq!((totals.defence, totals.attack), (18, 18));
    let r = rules(&[("chemistry-penalty", "0"), ("var-tie", "gk-first")]);
    let totals = Side::new(&r, &equal, 0).totals(&r, Some(Official::VarReview), false, false);
    assert_eq!((totals.defence, totals.attack), (12, 24));
}

#[test]
fn sqr_off_offside_the_top_forward_adds_nothing() {
    assert_eq!(under(&[], Official::Offside, &best(1), &[]), [1, 1]);
    assert_eq!(under(&[], Official::Offside, &weakest(1), &[]), [2, 0]);
}

#[test]
fn sqr_off_offside_2_by_current_value_super_subs_included() {
    let r = rules(&[]);
    let seven = [gk(0), def(0, 0), def(0, 1), mid(0, 0), mid(0, 1), fwd(0, 2), sub(0)];
    // FWD 6 booked to 5: the Super Sub's 6 is the top.
    let side = Side::new(&r, &seven, 1 << fwd(0, 2));
    assert_eq!(side.totals(&r, Some(Official::Offside), false, false).attack, 9 + 7 + 5);
}

#[test]
fn sqr_off_play_on_waives_chemistry() {
    let mixed = [gk(1), def(1, 0), def(2, 0), mid(1, 0), mid(2, 0), fwd(1, 0), fwd(2, 0)];
    let r = rules(&[]);
    let totals = Side::new(&r, &mixed, 0).totals(&r, Some(Official::PlayOn), false, false);
    assert_eq!((totals.defence, totals.attack), (23, 38));
    assert_eq!(under(&[], Official::PlayOn, &mixed, &[]), [3, 5]);
}

#[test]
fn sqr_off_substitution_each_side_may_exchange_one() {
    let mut desk = Desk::new(&[("match-official", "only:substitution")])
        .lay(0, &best(0))
        .lay(1, &weakest(1))
        .give(0, &[gk(2)])
        .give(1, &[fwd(1, 0)]);
    desk.lock(0).name_all();
    assert_eq!(desk.asked(), (Phase::Swap, 0));
    desk.say(kind::NO_CHANGE);
    assert_eq!(desk.asked(), (Phase::Swap, 1));
    desk.swap(kind::SWAP, fwd(1, 1), fwd(1, 0));
    assert_eq!(desk.asked(), (Phase::Name, 1));
    desk.name_all();
    assert_eq!(desk.goals(0), (5, 2), "Attack 29 now against 21");
    assert!(desk.on(1, fwd(1, 0)) && desk.holds(1, fwd(1, 1)), "the exchange is permanent");
}

#[test]
fn sqr_off_substitution_2_optional_secret_player_or_super_sub() {
    let mut desk = Desk::sevens(&[("match-official", "only:substitution")])
        .book(0, gk(0))
        .give(0, &[gk(2), tackle(0)])
        .give(1, &[gk(3)]);
    desk.lock(0).name_all();
    // Only the goalkeeper can be replaced by a goalkeeper.
    assert_eq!(desk.legal(), [Move::plain(kind::NO_CHANGE), Move::new(kind::SWAP, 0, 0, 0)]);
    desk.swap(kind::SWAP, gk(0), gk(2));
    assert!(desk.on(0, gk(0)), "nothing moves before both have chosen");
    desk.swap(kind::SWAP, gk(1), gk(3));
    assert!(desk.on(0, gk(2)) && desk.on(1, gk(3)) && desk.s.pitches[0].booked == 0);
}

#[test]
fn sqr_off_quick_restart_both_draw_two_and_may_play_one() {
    let mut desk = Desk::new(&[("match-official", "only:quick-restart")])
        .lay(0, &weakest(0))
        .lay(1, &best(1))
        .dealt(&[fwd(0, 0), gk(4), tackle(0), yellow(0)]);
    desk.lock(1).name_all();
    desk.dealer.drawn.clear();
    assert_eq!(desk.asked(), (Phase::Restart, 1), "the caller is named first");
    assert_eq!(desk.s.hands[0].len() + desk.s.hands[1].len(), 4);
    desk.say(kind::NO_CHANGE);
    assert_eq!(desk.asked(), (Phase::Restart, 0));
    assert_eq!(desk.legal(), [Move::plain(kind::NO_CHANGE)], "only players and Super Subs may be played");
    desk.say(kind::NO_CHANGE);
    assert_eq!((desk.s.matchday, desk.goals(0)), (1, (2, 5)));
}

#[test]
fn sqr_off_quick_restart_2_in_order_without_windows_then_limit_then_names() {
    let many: Vec<u8> = (33..42).collect();
    let mut desk = Desk::sevens(&[("match-official", "only:quick-restart")])
        .give(0, &many)
        .give(1, &[referee(Official::Offside)])
        .dealt(&[fwd(4, 0), gk(4), gk(5), def(5, 0)]);
    desk.lock(0).name_all();
    let order: Vec<u8> = desk.dealer.drawn.iter().map(|&(seat, _)| seat).collect();
    assert_eq!(order, [0, 0, 1, 1]);
    desk.play(fwd(4, 0));
    assert_eq!(desk.asked(), (Phase::Restart, 1), "no Window C");
    desk.play(gk(5));
    assert_eq!(desk.asked(), (Phase::MatchLimit, 0), "ten cards, one too many");
    desk.discard(many[0]);
    assert_eq!(desk.asked(), (Phase::Name, 0));
    desk.name(best(0));
    assert_eq!(desk.asked(), (Phase::Name, 1));
}

#[test]
fn sqr_off_set_piece_the_higher_mid_total_scores_once_more() {
    assert_eq!(under(&[], Official::SetPiece, &weakest(1), &[]), [6, 2]);
}

#[test]
fn sqr_off_set_piece_2_after_bookings_before_chemistry_ties_for_nobody() {
    assert_eq!(under(&[], Official::SetPiece, &best(1), &[]), [4, 4]);
    // One booked midfielder decides: 16 against 15, Attack 33 still 4 goals.
    assert_eq!(under(&[], Official::SetPiece, &best(1), &[mid(1, 0)]), [5, 4]);
    let mut mixed = best(1);
    mixed[4] = mid(2, 1);
    assert_eq!(under(&[], Official::SetPiece, &mixed, &[]), [4, 4], "chemistry does not count");
}

#[test]
fn sqr_off_the_wall_adds_three_to_both_defences() {
    assert_eq!(under(&[], Official::TheWall, &best(1), &[]), [3, 3]);
    assert_eq!(under(&[], Official::TheWall, &weakest(1), &[]), [4, 1]);
    assert_eq!(under(&[("wall-bonus", "10")], Official::TheWall, &best(1), &[]), [1, 1]);
    assert_eq!(under(&[("wall-bonus", "0")], Official::TheWall, &best(1), &[]), [4, 4]);
}

#[test]
fn sqr_off_reverse_own_totals_change_places() {
    assert_eq!(under(&[], Official::Reverse, &best(1), &[]), [0, 0]);
    // With a divisor of 1 and very unequal sides nothing changes: 21 - 27 < 0.
    assert_eq!(under(&[("goal-divisor", "1")], Official::Reverse, &weakest(1), &[]), [0, 0]);
    assert_eq!(under(&[("reverse-mode", "cross-swap")], Official::Reverse, &weakest(1), &[]), [2, 5]);
}

#[test]
fn sqr_off_whistle_goalless_unless_an_attack_leads_by_six() {
    assert_eq!(under(&[], Official::Whistle, &weakest(1), &[]), [1, 0]);
    // A lead of five is not enough: Attack 26 against Defence 21.
    let weak = [gk(1), def(1, 2), def(1, 3), mid(1, 2), mid(1, 1), fwd(1, 2), sub(0)];
    let r = rules(&[]);
    let side = Side::new(&r, &weak, 0);
    let strong = Side::new(&r, &best(0), 0);
    assert_eq!(score::plain_totals(&r, &side).attack - 21, 4);
    assert_eq!(
        score::goals(&r, &[side, side], Conditions::under(Some(Official::Whistle))),
        [0, 0],
        "25 against 18 leads by seven on both sides, equally"
    );
    assert_eq!(score::goals(&r, &[side, strong], Conditions::under(Some(Official::Whistle))), [0, 1]);
}

#[test]
fn sqr_off_whistle_2_only_the_larger_lead_scores() {
    assert_eq!(under(&[], Official::Whistle, &best(1), &[]), [0, 0]);
    assert_eq!(under(&[("whistle-both", "one-each")], Official::Whistle, &best(1), &[]), [1, 1]);
    assert_eq!(under(&[("whistle-both", "one-each")], Official::Whistle, &weakest(1), &[]), [1, 1]);
}

#[test]
fn sqr_off_overturned_ignores_bookings() {
    let r = rules(&[]);
    let all = best(0).iter().fold(0, |m, &c| m | 1 << c);
    let totals = Side::new(&r, &best(0), all).totals(&r, Some(Official::Overturned), false, false);
    assert_eq!((totals.defence, totals.attack), (21, 34));
}

#[test]
fn each_official_is_logged_under_its_own_name() {
    let mut seen = BTreeMap::new();
    for official in Official::ALL {
        let setting = format!("only:{}", official.key());
        let mut desk = Desk::new(&[("match-official", &setting)]).lay(0, &best(0)).lay(1, &weakest(1));
        desk.lock(0).name_all();
        while desk.s.matchday == 0 {
            let first = desk.legal()[0];
            desk.go(first);
        }
        let [matches, goals, draws, upsets, favourites, changed] = desk.effects(official as usize);
        assert_eq!((matches, upsets), (1, 0));
        assert_eq!(draws + favourites, 1);
        seen.insert(official.key(), (goals, changed));
    }
    assert_eq!(seen["added-time"], (14, 0));
    assert_eq!(seen["reverse"], (0, 1), "a win became a draw");
    assert_eq!(seen["full-time-whistle"], (1, 0));
}
