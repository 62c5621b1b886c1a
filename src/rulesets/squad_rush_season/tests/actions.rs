//! General rows, the turn, actions, moves: SQR-GEN, -TURN, -ACT.

use super::super::cards::ANY;
use super::*;
use crate::chance::Script;
use crate::chance::script::Roll;

#[test]
fn sqr_gen_01_one_unchanged_deck_for_the_league() {
    let deck = rules(&[]).deck().to_vec();
    assert_eq!(deck.len(), 95);
    let of = |f: &dyn Fn(u8) -> bool| deck.iter().filter(|&&c| f(c)).count();
    assert_eq!(of(&|c| c < cards::SUB), 66);
    assert_eq!(of(&cards::is_sub), 4);
    assert_eq!(of(&|c| (cards::TACKLE..cards::YELLOW).contains(&c)), 6);
    assert_eq!(of(&|c| (cards::YELLOW..cards::RED).contains(&c)), 6);
    assert_eq!(of(&|c| (cards::RED..cards::REFEREE).contains(&c)), 2);
    let referees: Vec<_> = deck.iter().filter(|&&c| c >= cards::REFEREE).map(|&c| Official::of(c)).collect();
    assert_eq!(referees, Official::ALL);
}

#[test]
fn sqr_gen_02_two_to_four_managers() {
    for managers in ["2", "3", "4"] {
        let r = rules(&[("managers", managers)]);
        assert_eq!(SquadRushSeason::seats(&r).to_string(), managers);
        let s = SquadRushSeason::setup(&r, &[], &mut Stream::new(Luck::new(1, 2, 3)), &mut Silent);
        assert_eq!(s.playing.count_ones().to_string(), managers);
    }
    assert!(conformance::rules::<SquadRushSeason>(&[("managers", "5")]).is_err());
}

#[test]
fn sqr_gen_03_printed_ratings_matter() {
    let r = rules(&[]);
    let strong = score::plain_totals(&r, &Side::new(&r, &best(0), 0));
    let weak = score::plain_totals(&r, &Side::new(&r, &weakest(0), 0));
    assert!(strong.attack > weak.attack && strong.defence > weak.defence);
}

#[test]
fn sqr_gen_04_mixed_squads_are_legal_at_a_price() {
    let mut mixed = best(0);
    mixed[1] = def(1, 0);
    let desk = Desk::new(&[]).lay(0, &mixed);
    assert!(desk.s.pitches[0].complete(&desk.r));
    let pure = score::plain_totals(&desk.r, &Side::new(&desk.r, &best(0), 0));
    let price = score::plain_totals(&desk.r, &Side::new(&desk.r, &mixed, 0));
    assert_eq!((price.defence, price.attack), (pure.defence - 1, pure.attack - 1));
}

#[test]
fn sqr_gen_05_completing_a_seven_wins_nothing() {
    let mut desk = Desk::new(&[]).lay(0, &best(0)[1..]).give(0, &[gk(0)]);
    desk.play(gk(0));
    assert_eq!(desk.asked(), (Phase::Call, 0));
    desk.say(kind::NO_CALL);
    assert_eq!(desk.asked(), (Phase::Act, 1));
    assert_eq!(desk.points(), [0, 0]);
}

#[test]
fn sqr_gen_06_a_base_game_seven_is_of_one_nation() {
    let of = |seven: &[u8]| seven.iter().fold(0_u128, |f, &c| f | 1 << c);
    let mut mixed = best(0);
    mixed[6] = fwd(1, 0);
    assert!(slots::complete_pure(of(&best(0))));
    assert!(!slots::complete_pure(of(&mixed)));
    mixed[6] = sub(0);
    assert!(slots::complete_pure(of(&mixed)), "Super Subs are allowed");
}

#[test]
fn sqr_gen_07_three_matchdays_of_four_steps() {
    let mut desk = Desk::sevens(&[]);
    desk.game(|game| game.begin_matchday(0));
    for day in 0..3 {
        assert_eq!((desk.s.matchday, desk.asked()), (day, (Phase::Act, 0)), "build phase");
        desk.pass();
        while desk.s.phase == Phase::Limit {
            desk.go(desk.legal()[0]);
        }
        desk.say(kind::CALL);
        while desk.s.phase != Phase::Name {
            desk.go(desk.legal()[0]);
        }
        desk.name(best(0)).name(best(1));
        // QUICK RESTART and SUBSTITUTION may ask again.
        while !matches!(desk.s.phase, Phase::Act | Phase::Over) {
            desk.go(desk.legal()[0]);
        }
    }
    assert!(desk.s.phase == Phase::Over || desk.s.sudden_death);
    assert_eq!(desk.count(column::MATCHDAYS), 3);
}

#[test]
fn sqr_gen_08_base_game_rules_hold_where_unchanged() {
    // The base game's actions, reconstructed, are what the build phase offers.
    let desk = Desk::new(&[]).lay(1, &[gk(1)]).give(0, &[gk(0), tackle(0), yellow(0), red(0)]);
    assert_eq!(desk.kinds(), [kind::PASS, kind::PLAY, kind::TACKLE, kind::YELLOW, kind::RED]);
}

#[test]
fn sqr_gen_09_hands_are_private_and_pitches_public() {
    let desk =
        Desk::new(&[]).give(0, &[gk(0)]).give(1, &[gk(1), fwd(1, 0)]).lay(1, &[mid(1, 0)]).book(1, mid(1, 0));
    let view = SquadRushSeason::view(&desk.r, &desk.s, 0);
    assert_eq!(view.hand().iter().collect::<Vec<_>>(), [gk(0)]);
    assert_eq!(view.hand_size(1), 2);
    assert_eq!(view.pitch(1).cards(), [mid(1, 0)]);
    assert!(view.pitch(1).is_booked(mid(1, 0)));
    // The other hand and the deck are one heap of unseen cards.
    let unseen = view.unseen();
    assert!(unseen.contains(gk(1)) && unseen.contains(sub(0)) && !unseen.contains(gk(0)));
    assert_eq!(unseen.len(), 95 - 2);
    assert_eq!((view.deck_size(), view.discard().len()), (91, 0));
}

#[test]
fn sqr_gen_10_five_cards_each_a_random_starter_empty_pitches() {
    let r = rules(&[("managers", "3")]);
    let mut script = Script::new([]);
    for card in 0..15 {
        script = script.then_cards(&[card]);
    }
    // Starter seat 2 of three, who then draws two.
    script = script.then(&[2]).then_cards(&[20, 21]);
    let s = SquadRushSeason::setup(&r, &[], &mut script, &mut Silent);
    script.done();
    assert_eq!((s.phase, s.asked, s.starter), (Phase::Act, 2, 2));
    assert_eq!([0, 1, 2].map(|i| s.hands[i].len()), [5, 5, 7]);
    assert!(s.pitches.iter().all(|p| p.len == 0) && s.table.iter().all(|row| row.points == 0));
    let fixed = rules(&[("first-starter", "seat-0"), ("hand-start", "7")]);
    let s = SquadRushSeason::setup(&fixed, &[], &mut Stream::new(Luck::new(1, 2, 3)), &mut Silent);
    assert_eq!((s.asked, s.hands[0].len(), s.hands[1].len()), (0, 9, 7));
}

#[test]
fn sqr_turn_01_draw_then_act_then_limit() {
    let full: Vec<u8> = (0..8).map(|i| gk(0) + i).collect();
    let mut desk = Desk::new(&[]).give(1, &full);
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 1));
    assert_eq!(desk.s.hands[1].len(), 10, "two cards were drawn first");
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Limit, 1), "the limit comes last");
}

#[test]
fn sqr_turn_02_draws_come_one_at_a_time() {
    for (setting, cards) in [("1", 1), ("2", 2), ("3", 3)] {
        let mut desk = Desk::new(&[("draw-per-turn", setting)]);
        desk.pass();
        assert_eq!(desk.dealer.drawn.len(), cards);
        assert!(desk.dealer.drawn.iter().all(|&(seat, _)| seat == 1));
    }
}

#[test]
fn sqr_turn_03_the_discard_pile_becomes_the_deck() {
    let mut desk = Desk::new(&[]).thin(1);
    let epoch = desk.s.epoch;
    desk.pass();
    assert_eq!(desk.dealer.drawn.len(), 2);
    assert_eq!((desk.s.epoch, desk.s.discard.is_empty()), (epoch + 1, true));
    assert_eq!(desk.s.deck_len, 94 - 1);
    // Both empty: the draw is skipped.
    let mut desk = Desk::new(&[]).thin(0);
    desk.s.hands[0] = desk.s.discard;
    desk.s.discard = cards::Cards::EMPTY;
    desk.game(|game| game.draw(1));
    assert_eq!(desk.count(column::DRY_DRAWS), 1);
    assert!(desk.s.hands[1].is_empty());
}

#[test]
fn sqr_turn_04_actions_per_turn_and_pass_is_always_legal() {
    let desk = Desk::new(&[]);
    assert_eq!(desk.legal(), [Move::plain(kind::PASS)]);
    let mut desk = Desk::new(&[("actions-per-turn", "2")]).give(0, &[gk(0), def(0, 0)]);
    desk.play(gk(0));
    assert_eq!(desk.asked(), (Phase::Act, 0), "a second action");
    desk.play(def(0, 0));
    assert_eq!(desk.asked(), (Phase::Act, 1));
}

#[test]
fn sqr_turn_05_the_hand_limit_is_nine() {
    let nine: Vec<u8> = (0..9).collect();
    let mut desk = Desk::new(&[]).give(0, &nine);
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 1), "nine may stay");
    let ten: Vec<u8> = (0..10).collect();
    let mut desk = Desk::new(&[]).give(0, &ten);
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Limit, 0));
    desk.discard(3);
    assert!(desk.binned(3));
    assert_eq!(desk.asked(), (Phase::Act, 1));
}

#[test]
fn sqr_turn_06_the_limit_is_enforced_after_acting_once() {
    let eleven: Vec<u8> = (0..11).collect();
    let mut desk = Desk::new(&[]).give(0, &eleven);
    assert_eq!(desk.s.phase, Phase::Act, "eleven in the middle of a turn are fine");
    desk.play(0);
    assert_eq!(desk.asked(), (Phase::Limit, 0));
    desk.discard(1);
    assert_eq!(desk.asked(), (Phase::Act, 1));
    assert_eq!(desk.s.hands[0].len(), 9);
    // Cards of one identity are one choice.
    let desk = {
        let mut d = Desk::new(&[]).give(0, &[sub(0), sub(1), tackle(0), tackle(1), yellow(0), 0, 1, 2, 3, 4]);
        d.pass();
        d
    };
    assert_eq!(desk.legal().len(), 5 + 1 + 1 + 1);
}

#[test]
fn sqr_turn_07_then_the_call_then_the_turn_passes_left() {
    let mut desk = Desk::new(&[("managers", "3")]).lay(0, &best(0)).give(0, &(55..65).collect::<Vec<_>>());
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Limit, 0));
    desk.discard(55);
    assert_eq!(desk.asked(), (Phase::Call, 0));
    desk.say(kind::NO_CALL);
    assert_eq!(desk.asked(), (Phase::Act, 1));
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 2));
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 0));
}

#[test]
fn sqr_act_01_play_any_number_in_order_of_arrival() {
    let mut desk =
        Desk::new(&[("build-instants", "off")]).lay(0, &[gk(1), gk(2)]).give(0, &[gk(0), sub(0), sub(1)]);
    assert_eq!(desk.legal().len(), 1 + 2, "two Super Subs are one entry");
    desk.play(gk(0));
    assert_eq!(desk.s.pitches[0].cards(), [gk(1), gk(2), gk(0)], "a third goalkeeper, last");
    assert!(!desk.marked(0, gk(0)) && !desk.holds(0, gk(0)));
    let limited = Desk::new(&[("pitch-limit", "11")]).lay(0, &(0..11).collect::<Vec<_>>()).give(0, &[gk(1)]);
    assert_eq!(limited.legal(), [Move::plain(kind::PASS)]);
    let free = Desk::new(&[]).lay(0, &(0..11).collect::<Vec<_>>()).give(0, &[gk(1)]);
    assert_eq!(free.legal().len(), 2);
}

#[test]
fn sqr_act_02_a_tackled_card_loses_its_marker_and_its_place() {
    let layout = |changes: &[(&str, &str)]| {
        let mut desk = Desk::new(changes).lay(1, &[gk(1), sub(0)]).book(1, sub(0)).give(0, &[tackle(0)]);
        desk.aim(kind::TACKLE, 1, sub(0));
        assert!(!desk.on(1, sub(0)) && !desk.marked(1, sub(0)) && desk.binned(tackle(0)));
        desk
    };
    assert!(layout(&[]).binned(sub(0)), "a Super Sub may be tackled");
    assert!(layout(&[("tackle-effect", "hand")]).holds(1, sub(0)));
    assert!(layout(&[("tackle-effect", "steal")]).holds(0, sub(0)));
}

#[test]
fn sqr_act_03_a_yellow_books() {
    let mut desk = Desk::new(&[]).lay(1, &[gk(1)]).give(0, &[yellow(0)]);
    desk.aim(kind::YELLOW, 1, gk(1));
    assert!(desk.marked(1, gk(1)) && desk.on(1, gk(1)) && desk.binned(yellow(0)));
}

#[test]
fn sqr_act_04_a_red_sends_off() {
    let mut desk = Desk::new(&[]).lay(1, &[gk(1)]).give(0, &[red(0)]);
    desk.aim(kind::RED, 1, gk(1));
    assert!(!desk.on(1, gk(1)) && desk.binned(gk(1)) && desk.binned(red(0)));
    assert_eq!(desk.s.table[1].sent_off, 1);
}

#[test]
fn sqr_act_05_attacks_aim_at_any_opponent_but_oneself() {
    let desk = Desk::new(&[("managers", "4")])
        .lay(0, &[gk(0)])
        .lay(1, &[gk(1)])
        .lay(2, &[gk(2)])
        .lay(3, &[gk(3)])
        .give(0, &[tackle(0), yellow(0), red(0)]);
    for attack in [kind::TACKLE, kind::YELLOW, kind::RED] {
        let seats: Vec<u8> = desk.legal().iter().filter(|m| m.kind() == attack).map(|m| m.a()).collect();
        assert_eq!(seats, [1, 2, 3]);
    }
}

#[test]
fn sqr_act_06_used_cards_are_discarded_before_anything_else() {
    // The Tackle lies in the discard pile while Window A is open.
    let mut desk =
        Desk::new(&[]).lay(1, &[gk(1)]).give(0, &[tackle(0)]).give(1, &[referee(Official::PlayOn)]);
    desk.aim(kind::TACKLE, 1, gk(1));
    assert_eq!(desk.asked(), (Phase::WindowA, 1));
    assert!(desk.binned(tackle(0)));
    desk.say(kind::ANSWER_PLAY_ON);
    assert!(desk.binned(referee(Official::PlayOn)) && desk.on(1, gk(1)), "cancelled, but spent");
    // QUICK RESTART is in the pile before its draw, which may bring it back.
    let mut desk = Desk::new(&[]).give(0, &[referee(Official::QuickRestart)]).thin(0);
    desk.dealer.next.extend([referee(Official::QuickRestart), gk(0)]);
    desk.say(kind::QUICK_RESTART);
    assert!(desk.holds(0, referee(Official::QuickRestart)) && desk.holds(0, gk(0)));
}

#[test]
fn moves_are_encoded_as_in_the_ledger() {
    let desk = Desk::new(&[("derby-night", "on")])
        .lay(1, &[sub(0), gk(1), sub(1)])
        .give(0, &[gk(0), def(0, 0), tackle(0), tackle(1)]);
    let bytes: Vec<[u8; 4]> = desk.legal().iter().map(|m| m.bytes()[..4].try_into().unwrap()).collect();
    assert_eq!(
        bytes,
        [
            [0, 0, 0, 0],
            [1, 0, 0, 0],
            [1, 1, 0, 0],
            // Two unbooked Super Subs are one target; the lowest tuple stays.
            [2, 1, 0, 0],
            [2, 1, 1, 0],
            [5, 1, 0, 1],
            [5, 1, 0, 2],
        ]
    );
    // A booked one is another target.
    let desk = desk.book(1, sub(1));
    assert_eq!(desk.legal().iter().filter(|m| m.kind() == kind::TACKLE).count(), 3);
    assert_eq!(desk.legal().iter().filter(|m| m.kind() == kind::TACKLE2).count(), 3);
}

#[test]
fn the_state_is_compact() {
    assert_eq!(std::mem::size_of::<State>(), 1696);
    assert_eq!(std::mem::size_of::<Move>(), 8);
    assert_eq!(cards::position(sub(0)), ANY);
}

#[test]
fn a_dictated_draw_brings_the_dictated_card() {
    let r = rules(&[]);
    let mut s = Desk::new(&[]).s;
    let mut script = Script::new([Roll::Card(gk(3)), Roll::Card(sub(1))]);
    SquadRushSeason::apply(&r, &mut s, Move::plain(kind::PASS), &mut script, &mut Silent);
    script.done();
    assert!(s.hands[1].contains(gk(3)) && s.hands[1].contains(sub(1)));
}
