//! Referee cards as actions, and the windows: SQR-REF, -INST.

use super::*;

#[test]
fn sqr_ref_01_referees_are_drawn_to_hand_and_can_be_played() {
    let wall = referee(Official::TheWall);
    let mut desk = Desk::new(&[]).dealt(&[wall, gk(0)]);
    desk.pass();
    assert!(desk.holds(1, wall));
    assert!(desk.kinds().contains(&kind::THE_WALL));
    let off = Desk::new(&[("build-referees", "off")]).give(0, &[wall]);
    assert_eq!(off.kinds(), [kind::PASS]);
}

#[test]
fn sqr_ref_02_added_time_gives_one_more_full_turn() {
    let added = referee(Official::AddedTime);
    let mut desk = Desk::new(&[("referee-copies", "2")]).give(0, &[added, added + 1]);
    desk.say(kind::ADDED_TIME);
    assert_eq!(desk.asked(), (Phase::Act, 0));
    assert_eq!((desk.s.turns[0], desk.dealer.drawn.len()), (2, 2), "a full turn that counts");
    assert!(!desk.kinds().contains(&kind::ADDED_TIME), "not in an extra turn");
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 1));
    desk.pass();
    assert!(desk.kinds().contains(&kind::ADDED_TIME), "again in a later turn");
    // A call at the end of the first turn makes the extra turn lapse; D8 is
    // asked at the end of both.
    let mut desk = Desk::new(&[]).lay(0, &best(0)).give(0, &[added]);
    desk.say(kind::ADDED_TIME);
    assert_eq!(desk.asked(), (Phase::Call, 0));
    let mut other = Desk { r: desk.r.clone(), s: desk.s, dealer: desk.dealer.clone() };
    desk.say(kind::CALL);
    assert_eq!(desk.asked(), (Phase::Act, 1));
    other.say(kind::NO_CALL);
    assert_eq!(other.asked(), (Phase::Act, 0));
    other.pass();
    assert_eq!(other.asked(), (Phase::Call, 0));
    // Not twice in one turn of two actions.
    let mut desk =
        Desk::new(&[("referee-copies", "2"), ("actions-per-turn", "2")]).give(0, &[added, added + 1]);
    desk.say(kind::ADDED_TIME);
    assert!(!desk.kinds().contains(&kind::ADDED_TIME));
}

#[test]
fn sqr_ref_03_substitution_exchanges_and_drops_the_marker() {
    let card = referee(Official::Substitution);
    let layout = |changes: &[(&str, &str)]| {
        let mut desk =
            Desk::new(changes).lay(0, &[gk(0), def(0, 0)]).book(0, gk(0)).give(0, &[card, fwd(1, 0)]);
        desk.swap(kind::SUBSTITUTION, gk(0), fwd(1, 0));
        desk
    };
    let desk = layout(&[]);
    assert_eq!(desk.s.pitches[0].cards(), [def(0, 0), fwd(1, 0)], "the newcomer is last");
    assert!(desk.holds(0, gk(0)) && desk.s.pitches[0].booked == 0 && desk.binned(card));
    assert_eq!(desk.asked(), (Phase::Act, 1), "no window for the forward");
    let kept = layout(&[("sub-clears-booking", "off")]);
    assert!(kept.marked(0, fwd(1, 0)), "the marker passes on");
    // Two Super Subs may change places.
    let desk = Desk::new(&[]).lay(0, &[sub(0)]).give(0, &[card, sub(1)]);
    assert!(desk.kinds().contains(&kind::SUBSTITUTION));
}

#[test]
fn sqr_ref_04_quick_restart_draws_two_and_may_play_one() {
    let mut desk = Desk::new(&[]).give(0, &[referee(Official::QuickRestart)]).dealt(&[gk(0), mid(0, 0)]);
    desk.say(kind::QUICK_RESTART);
    assert_eq!(desk.asked(), (Phase::Quick, 0));
    assert_eq!(desk.kinds(), [kind::PASS, kind::PLAY]);
    desk.play(mid(0, 0));
    assert!(desk.on(0, mid(0, 0)) && desk.holds(0, gk(0)));
    assert_eq!(desk.asked(), (Phase::Act, 1));
}

#[test]
fn sqr_ref_05_the_wall_stops_tackles_until_the_next_own_turn() {
    let mut desk = Desk::new(&[("derby-night", "on")])
        .lay(0, &[gk(0), def(0, 0)])
        .give(0, &[referee(Official::TheWall)])
        .give(1, &[tackle(0), tackle(1), yellow(0)]);
    desk.say(kind::THE_WALL);
    assert_eq!(desk.kinds().iter().filter(|&&k| k == kind::TACKLE || k == kind::TACKLE2).count(), 0);
    assert!(desk.kinds().contains(&kind::YELLOW), "only Tackles are stopped");
    desk.pass();
    desk.pass();
    assert_eq!(desk.s.asked, 1);
    assert!(desk.kinds().contains(&kind::TACKLE) && desk.kinds().contains(&kind::TACKLE2));
    // Through closing turns and the matchday, until that turn comes.
    let mut desk = Desk::sevens(&[("match-official", "off")])
        .give(0, &[referee(Official::TheWall)])
        .give(1, &[tackle(0)]);
    desk.say(kind::THE_WALL).say(kind::CALL);
    for _ in 0..2 {
        assert!(!desk.kinds().contains(&kind::TACKLE));
        desk.pass();
    }
    desk.s.starter = 1;
    desk.s.caller = 1;
    desk.name_all();
    assert_eq!((desk.s.matchday, desk.asked()), (1, (Phase::Act, 1)));
    assert!(!desk.kinds().contains(&kind::TACKLE), "the wall stands into the next matchday");
}

#[test]
fn sqr_ref_06_overturned_clears_one_own_marker() {
    let mut desk = Desk::new(&[])
        .lay(0, &[gk(0), def(0, 0), mid(0, 0)])
        .book(0, def(0, 0))
        .book(0, mid(0, 0))
        .give(0, &[referee(Official::Overturned)]);
    let own: Vec<Move> = desk.legal().into_iter().filter(|m| m.kind() == kind::OVERTURNED).collect();
    assert_eq!(own, [Move::new(kind::OVERTURNED, 1, 0, 0), Move::new(kind::OVERTURNED, 2, 0, 0)]);
    desk.go(own[1]);
    assert!(desk.marked(0, def(0, 0)) && !desk.marked(0, mid(0, 0)));
    let clean = Desk::new(&[]).lay(0, &[gk(0)]).give(0, &[referee(Official::Overturned)]);
    assert_eq!(clean.kinds(), [kind::PASS]);
}

#[test]
fn sqr_ref_07_three_names_have_no_build_phase_use() {
    let held = [Official::SetPiece, Official::Reverse, Official::Whistle].map(referee);
    let desk = Desk::new(&[]).lay(0, &[gk(0)]).book(0, gk(0)).lay(1, &[gk(1)]).give(0, &held);
    assert_eq!(desk.kinds(), [kind::PASS]);
    let mut desk = Desk::new(&[]).give(0, &held).give(0, &(0..7).collect::<Vec<_>>());
    desk.pass();
    desk.discard(held[0]);
    assert!(desk.binned(held[0]), "they leave by the hand limit");
}

#[test]
fn sqr_ref_08_instants_are_not_actions() {
    let held = [Official::VarReview, Official::Offside, Official::PlayOn].map(referee);
    let desk = Desk::new(&[]).lay(1, &[gk(1)]).give(0, &held);
    assert_eq!(desk.kinds(), [kind::PASS]);
    assert_eq!(cards::INSTANTS.count_ones(), 9, "three names, three ids each");
}

#[test]
fn sqr_inst_01_instants_are_played_outside_the_own_action() {
    let mut desk =
        Desk::new(&[]).lay(1, &[gk(1)]).give(0, &[tackle(0)]).give(1, &[referee(Official::PlayOn)]);
    desk.aim(kind::TACKLE, 1, gk(1));
    assert_eq!((desk.s.active, desk.s.asked), (0, 1));
}

#[test]
fn sqr_inst_02_window_a_play_on_cancels_a_tackle() {
    let layout = || {
        let mut desk =
            Desk::new(&[]).lay(1, &[gk(1)]).give(0, &[tackle(0)]).give(1, &[referee(Official::PlayOn)]);
        desk.aim(kind::TACKLE, 1, gk(1));
        assert_eq!(desk.asked(), (Phase::WindowA, 1));
        desk
    };
    let mut saved = layout();
    saved.say(kind::ANSWER_PLAY_ON);
    assert!(saved.on(1, gk(1)));
    assert_eq!(saved.asked(), (Phase::Act, 1), "the action is spent");
    let mut lost = layout();
    lost.say(kind::DECLINE);
    assert!(!lost.on(1, gk(1)) && lost.holds(1, referee(Official::PlayOn)));
}

#[test]
fn sqr_inst_03_window_b_var_review_cancels_a_booking() {
    for (attack, card) in [(kind::YELLOW, yellow(0)), (kind::RED, red(0))] {
        let mut desk =
            Desk::new(&[]).lay(1, &[gk(1)]).give(0, &[card]).give(1, &[referee(Official::VarReview)]);
        desk.aim(attack, 1, gk(1));
        assert_eq!(desk.asked(), (Phase::WindowB, 1));
        desk.say(kind::ANSWER_VAR);
        assert!(desk.on(1, gk(1)) && !desk.marked(1, gk(1)) && desk.binned(card));
        assert_eq!(desk.asked(), (Phase::Act, 1));
    }
}

#[test]
fn sqr_inst_04_window_c_offside_sends_a_forward_back() {
    let offside = referee(Official::Offside);
    let layout = |copies: &str| {
        Desk::new(&[("managers", "4"), ("referee-copies", copies)]).give(0, &[fwd(0, 0), mid(0, 0)])
    };
    let mut desk = layout("2").give(1, &[offside]).give(3, &[offside + 1]);
    desk.play(fwd(0, 0));
    assert_eq!(desk.asked(), (Phase::WindowC, 1), "clockwise from the left");
    desk.say(kind::DECLINE);
    assert_eq!(desk.asked(), (Phase::WindowC, 3));
    desk.say(kind::ANSWER_OFFSIDE);
    assert!(desk.holds(0, fwd(0, 0)) && !desk.on(0, fwd(0, 0)) && desk.binned(offside + 1));
    assert_eq!(desk.asked(), (Phase::Act, 1), "the action is spent");
    // The first who plays it ends the asking.
    let mut desk = layout("2").give(1, &[offside]).give(3, &[offside + 1]);
    desk.play(fwd(0, 0)).say(kind::ANSWER_OFFSIDE);
    assert!(desk.holds(3, offside + 1) && desk.s.phase == Phase::Act);
    // Only forwards, and not by SUBSTITUTION.
    let mut desk = layout("1").give(1, &[offside]);
    desk.play(mid(0, 0));
    assert_eq!(desk.asked(), (Phase::Act, 1));
    let mut desk =
        layout("1").give(1, &[offside]).lay(0, &[gk(0)]).give(0, &[referee(Official::Substitution)]);
    desk.swap(kind::SUBSTITUTION, gk(0), fwd(0, 0));
    assert_eq!(desk.asked(), (Phase::Act, 1));
    // QUICK RESTART's card opens it too.
    let mut desk = layout("1").give(1, &[offside]).give(0, &[referee(Official::QuickRestart)]);
    desk.say(kind::QUICK_RESTART).play(fwd(0, 0));
    assert_eq!(desk.asked(), (Phase::WindowC, 1));
}

#[test]
fn sqr_inst_05_window_d_play_on_cancels_the_instant() {
    let play_on = referee(Official::PlayOn);
    let mut desk = Desk::new(&[])
        .lay(1, &[gk(1)])
        .give(0, &[yellow(0), play_on])
        .give(1, &[referee(Official::VarReview)]);
    desk.aim(kind::YELLOW, 1, gk(1)).say(kind::ANSWER_VAR);
    assert_eq!(desk.asked(), (Phase::WindowD, 0));
    desk.say(kind::ANSWER_PLAY_ON);
    assert!(desk.marked(1, gk(1)), "the Yellow takes effect");
    let mut desk = Desk::new(&[]).give(0, &[fwd(0, 0), play_on]).give(1, &[referee(Official::Offside)]);
    desk.play(fwd(0, 0)).say(kind::ANSWER_OFFSIDE).say(kind::ANSWER_PLAY_ON);
    assert!(desk.on(0, fwd(0, 0)) && desk.binned(play_on));
    let mut desk = Desk::new(&[]).give(0, &[fwd(0, 0), play_on]).give(1, &[referee(Official::Offside)]);
    desk.play(fwd(0, 0)).say(kind::ANSWER_OFFSIDE).say(kind::DECLINE);
    assert!(desk.holds(0, fwd(0, 0)) && desk.holds(0, play_on));
    // A PLAY ON in Window A can't be answered.
    let mut desk = Desk::new(&[("referee-copies", "2")])
        .lay(1, &[gk(1)])
        .give(0, &[tackle(0), play_on])
        .give(1, &[play_on + 1]);
    desk.aim(kind::TACKLE, 1, gk(1)).say(kind::ANSWER_PLAY_ON);
    assert_eq!(desk.asked(), (Phase::Act, 1));
}

#[test]
fn sqr_inst_06_windows_may_be_switched_off() {
    let held = [Official::PlayOn, Official::VarReview, Official::Offside].map(referee);
    let mut desk = Desk::new(&[("build-instants", "off")])
        .lay(1, &[gk(1), def(1, 0)])
        .give(0, &[tackle(0), yellow(0), fwd(0, 0)])
        .give(1, &held);
    desk.aim(kind::TACKLE, 1, gk(1));
    assert_eq!(desk.asked(), (Phase::Act, 1));
    desk.pass();
    desk.aim(kind::YELLOW, 1, def(1, 0));
    assert_eq!(desk.asked(), (Phase::Act, 1));
    desk.pass();
    desk.play(fwd(0, 0));
    assert_eq!(desk.asked(), (Phase::Act, 1));
}
