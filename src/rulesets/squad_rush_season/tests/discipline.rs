//! Bookings, sendings-off, captain and derby: SQR-BOOK, -CAPT, -DERBY.

use super::*;

#[test]
fn sqr_book_02_the_marker_stays_with_the_card_on_the_pitch() {
    let mut desk = Desk::sevens(&[("match-official", "off")]).give(0, &[yellow(0)]);
    desk.aim(kind::YELLOW, 1, gk(1));
    assert!(desk.marked(1, gk(1)));
    desk.say(kind::NO_CALL).pass().say(kind::NO_CALL);
    assert!(desk.marked(1, gk(1)), "turns don't remove it");
    assert_eq!(desk.count(column::BOOKINGS), 1);
}

#[test]
fn sqr_book_04_a_second_yellow_sends_off() {
    let layout = |changes: &[(&str, &str)]| {
        let mut desk = Desk::new(changes).lay(1, &[gk(1)]).book(1, gk(1)).give(0, &[yellow(0)]);
        desk.aim(kind::YELLOW, 1, gk(1));
        desk
    };
    let desk = layout(&[]);
    assert!(!desk.on(1, gk(1)) && desk.s.table[1].sent_off == 1);
    let desk = layout(&[("second-yellow", "no-effect")]);
    assert!(desk.on(1, gk(1)) && desk.marked(1, gk(1)) && desk.s.table[1].sent_off == 0);
}

#[test]
fn sqr_book_05_a_card_sent_off_is_gone_from_the_pitch() {
    let mut desk = Desk::new(&[]).lay(1, &[gk(1), sub(0)]).give(0, &[red(0)]);
    desk.aim(kind::RED, 1, sub(0));
    assert_eq!(desk.s.pitches[1].cards(), [gk(1)]);
}

#[test]
fn sqr_book_06_it_is_discarded_and_counted_and_a_tackled_one_is_not() {
    let mut desk = Desk::new(&[]).lay(1, &[gk(1), def(1, 0)]).give(0, &[red(0), tackle(0)]);
    desk.aim(kind::RED, 1, gk(1));
    assert!(desk.binned(gk(1)));
    desk.pass();
    desk.aim(kind::TACKLE, 1, def(1, 0));
    assert_eq!((desk.s.table[1].sent_off, desk.count(column::SENT_OFF)), (1, 1));
    let mut desk = Desk::new(&[("sent-off-to", "out-of-game")]).lay(1, &[gk(1)]).give(0, &[red(0)]);
    desk.aim(kind::RED, 1, gk(1));
    assert!(desk.s.out.contains(gk(1)) && !desk.binned(gk(1)));
}

#[test]
fn sqr_book_07_a_broken_seven_forfeits_the_callers_too() {
    let mut desk = Desk::sevens(&[]).give(1, &[red(0)]);
    desk.pass().say(kind::CALL);
    desk.aim(kind::RED, 0, mid(0, 0));
    desk.pass();
    desk.name_all();
    assert_eq!((desk.points(), desk.goals(0)), (vec![0, 3], (0, 2)));
    assert_eq!(desk.count(column::CALLER_FORFEITS), 1);
}

#[test]
fn sqr_capt_01_the_two_options_of_the_base_game_are_switches() {
    let r = rules(&[("captains-armband", "on"), ("derby-night", "on")]);
    assert!(r.armband && r.derby);
    let printed = rules(&[]);
    assert!(!printed.armband && !printed.derby);
}

#[test]
fn sqr_capt_02_the_captain_is_the_ten_and_saves_one_attack() {
    let layout = |armband: &str| {
        let mut desk =
            Desk::sevens(&[("captains-armband", armband), ("match-official", "off")]).give(0, &[yellow(0)]);
        desk.aim(kind::YELLOW, 1, fwd(1, 0));
        let marks = desk.s.pitches[1].booked;
        score::plain_totals(&desk.r, &Side::new(&desk.r, &best(1), marks)).attack
    };
    assert_eq!((layout("off"), layout("on")), (33, 34));
}

#[test]
fn sqr_capt_03_the_first_yellow_of_a_matchday_is_shrugged_off() {
    let layout = |shrugs: &str| {
        Desk::new(&[("captains-armband", "on"), ("captain-shrugs", shrugs), ("managers", "2")])
            .lay(1, &[fwd(2, 0), fwd(1, 0), gk(1)])
            .give(0, &[yellow(0), yellow(1), yellow(2)])
    };
    let mut desk = layout("matchday");
    desk.aim(kind::YELLOW, 1, fwd(1, 0));
    assert!(desk.marked(1, fwd(1, 0)), "only the longest-standing 10 is captain");
    desk.pass();
    desk.aim(kind::YELLOW, 1, fwd(2, 0));
    assert!(!desk.marked(1, fwd(2, 0)) && desk.binned(yellow(1)), "discarded without effect");
    desk.pass();
    desk.aim(kind::YELLOW, 1, fwd(2, 0));
    assert!(desk.marked(1, fwd(2, 0)), "later ones count");
    // Losing the captain passes the armband on without a fresh shrug.
    let mut desk = layout("matchday").give(0, &[red(0)]);
    desk.aim(kind::YELLOW, 1, fwd(2, 0)).pass();
    desk.aim(kind::RED, 1, fwd(2, 0));
    assert!(!desk.on(1, fwd(2, 0)), "a Red counts");
    desk.pass();
    desk.aim(kind::YELLOW, 1, fwd(1, 0));
    assert!(desk.marked(1, fwd(1, 0)));
    // Per matchday, per season, every one.
    for (shrugs, fresh) in [("matchday", true), ("season", false), ("every", true)] {
        let mut desk = layout(shrugs);
        desk.aim(kind::YELLOW, 1, fwd(2, 0));
        desk.game(|game| game.begin_matchday(0));
        desk.aim(kind::YELLOW, 1, fwd(2, 0));
        assert_eq!(!desk.marked(1, fwd(2, 0)), fresh, "{shrugs}");
    }
    let mut desk = layout("every");
    for _ in 0..3 {
        desk.aim(kind::YELLOW, 1, fwd(2, 0)).pass();
    }
    assert!(!desk.marked(1, fwd(2, 0)));
    // Window B comes first; a cancelled Yellow uses no shrug. A booked captain
    // shrugs too.
    let mut desk = layout("matchday").book(1, fwd(2, 0)).give(1, &[referee(Official::VarReview)]);
    desk.aim(kind::YELLOW, 1, fwd(2, 0));
    assert_eq!(desk.asked(), (Phase::WindowB, 1));
    desk.say(kind::ANSWER_VAR).pass();
    desk.aim(kind::YELLOW, 1, fwd(2, 0));
    assert!(desk.on(1, fwd(2, 0)), "the shrug was still there");
    assert_eq!(desk.count(column::SHRUGS), 1);
}

#[test]
fn sqr_derby_01_double_tackles_wreck_a_squad() {
    let mut desk = Desk::new(&[("derby-night", "on")]).lay(1, &best(1)).give(0, &[tackle(0), tackle(1)]);
    let places = [0, 5].map(|slot| desk.s.pitches[1].index(best(1)[slot]));
    desk.go(Move::new(kind::TACKLE2, 1, places[0], places[1]));
    assert_eq!(desk.s.pitches[1].len, 5);
}

#[test]
fn sqr_derby_02_two_tackles_two_cards_two_windows() {
    let play_on = referee(Official::PlayOn);
    let mut desk = Desk::new(&[("derby-night", "on"), ("referee-copies", "2")])
        .lay(1, &[gk(1), def(1, 0), mid(1, 0)])
        .give(0, &[tackle(0), tackle(1)])
        .give(1, &[play_on, play_on + 1]);
    let pairs: Vec<_> = desk.legal().into_iter().filter(|m| m.kind() == kind::TACKLE2).collect();
    assert_eq!(pairs.len(), 3);
    desk.go(Move::new(kind::TACKLE2, 1, 0, 2));
    assert!(desk.binned(tackle(0)) && desk.binned(tackle(1)), "both are discarded first");
    assert_eq!(desk.asked(), (Phase::WindowA, 1));
    desk.say(kind::DECLINE);
    assert!(!desk.on(1, gk(1)), "window and effect for the first");
    assert_eq!(desk.asked(), (Phase::WindowA, 1));
    desk.say(kind::ANSWER_PLAY_ON);
    assert!(desk.on(1, mid(1, 0)));
    assert_eq!(desk.asked(), (Phase::Act, 1));
    // One Tackle is not enough, unless the house says so; off by default.
    for (changes, offered) in [
        (&[("derby-night", "on")][..], false),
        (&[("derby-night", "on"), ("derby-mode", "one-card-two-targets")][..], true),
        (&[][..], false),
    ] {
        let desk = Desk::new(changes).lay(1, &[gk(1), def(1, 0)]).give(0, &[tackle(0)]);
        assert_eq!(desk.kinds().contains(&kind::TACKLE2), offered);
    }
}
