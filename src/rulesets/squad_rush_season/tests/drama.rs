//! Matchday drama: SQR-DRAMA.

use serde_json::{Value, json};

use super::super::play::matches::{Shown, resolve};
use super::*;
use crate::game::Seen;

const AT_INSTANT: Move = Move::new(kind::PLAY_ON, 0, 0, 0);
const AT_OFFICIAL: Move = Move::new(kind::PLAY_ON, 1, 0, 0);
const NONE: Move = Move::new(kind::NO_INSTANT, 0, 0, 0);
const VAR: Move = Move::new(kind::VAR, 0, 0, 0);
const OFFSIDE: Move = Move::new(kind::OFFSIDE, 0, 0, 0);

/// Two best pure sevens, locked and named, under one official.
fn drama(official: &str, first: &[Official], second: &[Official]) -> Desk {
    let setting = format!("only:{official}");
    let setting = if official == "off" { official } else { setting.as_str() };
    let cards = |held: &[Official], copy: u8| held.iter().map(|&o| referee(o) + copy).collect::<Vec<_>>();
    let mut desk =
        Desk::sevens(&[("matchday-drama", "on"), ("match-official", setting), ("referee-copies", "2")])
            .give(0, &cards(first, 0))
            .give(1, &cards(second, 1));
    desk.lock(0).name(best(0)).name(best(1));
    desk
}

#[test]
fn sqr_drama_01_off_by_default_and_for_instants_only() {
    let mut desk =
        Desk::sevens(&[("match-official", "only:the-wall")]).give(0, &[referee(Official::VarReview)]);
    desk.lock(0).name_all();
    assert_eq!(desk.s.matchday, 1, "nobody was asked");
    let desk = drama("the-wall", &[Official::VarReview], &[]);
    assert_eq!((desk.asked(), desk.kinds()), ((Phase::Drama, 0), vec![kind::NO_INSTANT, kind::VAR]));
}

#[test]
fn sqr_drama_02_exactly_one_instant_a_side_after_the_flip() {
    let all = [Official::VarReview, Official::Offside, Official::PlayOn];
    let mut desk = drama("the-wall", &all, &all);
    assert_eq!(desk.s.official, Some(Official::TheWall));
    assert_eq!(desk.legal(), [NONE, VAR, OFFSIDE, AT_INSTANT, AT_OFFICIAL]);
    desk.go(VAR);
    assert_eq!(desk.asked(), (Phase::Drama, 1));
    desk.go(NONE);
    assert_eq!(desk.s.matchday, 1);
    assert_eq!((desk.s.hands[0].len(), desk.count(column::DRAMA_CARDS)), (2 + 2, 1), "two drawn since");
    assert!(desk.binned(referee(Official::VarReview)));
}

#[test]
fn sqr_drama_03_var_review_zeroes_the_opponents_highest() {
    let mut desk = drama("off", &[Official::VarReview], &[]);
    desk.go(VAR);
    // The opponent attacks with 24 against 21.
    assert_eq!(desk.goals(0), (4, 1));
}

#[test]
fn sqr_drama_04_offside_zeroes_the_opponents_top_forward() {
    let mut desk = drama("off", &[], &[Official::Offside]);
    assert_eq!(desk.asked(), (Phase::Drama, 1));
    desk.go(OFFSIDE);
    assert_eq!(desk.goals(0), (1, 4));
}

#[test]
fn sqr_drama_05_play_on_cancels_the_instant_or_the_official() {
    let mut desk = drama("off", &[Official::VarReview], &[Official::PlayOn]);
    desk.go(VAR).go(AT_INSTANT);
    assert_eq!(desk.goals(0), (4, 4));
    let mut desk = drama("reverse", &[Official::PlayOn], &[]);
    desk.go(AT_OFFICIAL);
    assert_eq!((desk.goals(0), desk.count(column::DRAMA_CANCELS)), ((4, 4), 1));
}

#[test]
fn sqr_drama_06_secret_and_before_an_official_is_carried_out() {
    let mut desk = drama("substitution", &[Official::VarReview], &[Official::PlayOn]);
    desk.go(VAR);
    assert!(desk.holds(0, referee(Official::VarReview)), "still face down");
    assert_eq!(desk.s.var_on, [false; 2]);
    desk.go(AT_OFFICIAL);
    assert_eq!((desk.s.matchday, desk.goals(0)), (1, (4, 1)), "SUBSTITUTION was cancelled first");
    // At the official only if there is one, at the other INSTANT always.
    let desk = drama("off", &[Official::PlayOn], &[]);
    assert_eq!(desk.legal(), [NONE, AT_INSTANT]);
}

#[test]
fn instants_are_seen_from_when_they_are_shown() {
    let mut desk = drama("substitution", &[Official::VarReview], &[Official::Offside]);
    let told = |desk: &Desk| {
        let mut seen = Seen::default();
        SquadRushSeason::view(&desk.r, &desk.s, desk.s.asked).tell(&mut seen);
        ["var-review-against", "offside-against"].map(|name| seen.of(name).cloned().expect("told or null"))
    };
    desk.go(VAR);
    assert_eq!((desk.asked(), told(&desk)), ((Phase::Drama, 1), [Value::Null, Value::Null]), "face down");
    desk.go(OFFSIDE);
    assert_eq!((desk.asked(), told(&desk)), ((Phase::Swap, 0), [json!([1]), json!([0])]));
}

#[test]
fn sqr_drama_07_what_cancels_what() {
    let var = |side: usize| {
        let mut shown = Shown::default();
        shown.var_on[side] = true;
        shown
    };
    let cancelled = Shown { cancelled: true, ..Shown::default() };
    assert_eq!(resolve([VAR, NONE]), var(1));
    assert_eq!(resolve([VAR, AT_INSTANT]), Shown::default());
    assert_eq!(resolve([AT_INSTANT, AT_INSTANT]), Shown::default(), "both are annulled");
    assert_eq!(resolve([AT_OFFICIAL, NONE]), cancelled);
    assert_eq!(resolve([AT_OFFICIAL, AT_INSTANT]), Shown::default());
    assert_eq!(resolve([AT_OFFICIAL, AT_OFFICIAL]), cancelled, "two don't cancel each other");
    assert_eq!(resolve([AT_INSTANT, NONE]), Shown::default(), "nothing there to annul");
    assert_eq!(resolve([AT_OFFICIAL, VAR]), Shown { cancelled: true, ..var(0) });
    let both = resolve([OFFSIDE, VAR]);
    assert_eq!((both.offside_on, both.var_on), ([false, true], [true, false]));
    // Test S17: THE WALL stands, the annulled card is spent.
    let mut desk = drama("the-wall", &[Official::PlayOn], &[Official::PlayOn]);
    desk.go(AT_OFFICIAL).go(AT_INSTANT);
    assert_eq!((desk.goals(0), desk.count(column::DRAMA_CARDS)), ((3, 3), 2));
    // Test S18: official and INSTANT strike the 10, then the 9.
    let r = rules(&[]);
    let sides = [Side::new(&r, &best(0), 0), Side::new(&r, &best(1), 0)];
    let totals = sides[1].totals(&r, Some(Official::VarReview), true, false);
    assert_eq!(totals.attack, 15);
    let conditions =
        Conditions { official: Some(Official::VarReview), var_on: [false, true], offside_on: [false; 2] };
    assert_eq!(score::goals(&r, &sides, conditions), [1, 0]);
}

#[test]
fn sqr_drama_08_both_ways_can_be_compared() {
    // One switch turns it on; with nothing held it changes nothing.
    let play = |drama: &str| {
        let mut desk = Desk::new(&[("matchday-drama", drama), ("match-official", "off")])
            .lay(0, &best(0))
            .lay(1, &weakest(1));
        desk.lock(0).name_all();
        (desk.points(), desk.goals(0), desk.asked())
    };
    assert_eq!(play("on"), play("off"));
}
