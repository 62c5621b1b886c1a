//! FD-TURN, FD-AP and the switches that change them.

use super::*;

#[test]
fn fd_turn_01_a_turn_begins_with_one_draw() {
    let table = bench(&[]).hand(0, &[N2, N2]).turn(&[Draw(T3)]);
    assert_eq!(table.hand_len(0), 3);
    assert_eq!(table.held(0, T3), 1);
    let table = bench(&[("play-two", "on")]).hand(0, &[N2]).turn(&[Draw(T3), Draw(L5)]);
    assert_eq!(table.hand_len(0), 3);
}

#[test]
fn fd_turn_02_exactly_one_card_is_played() {
    let table = bench(&[]).hand(0, &[N2, N2]).hand(1, &[N2]).turn(&[Draw(T3)]).then(p(N2), &[Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Play, 1));
    assert_eq!(table.hand_len(0), 2);
    let two = bench(&[("play-two", "on")]).hand(0, &[N2, N2]).hand(1, &[N2]).ready().then(p(N2), &[]);
    assert_eq!(two.asks(), (Phase::Play, 0));
    let two = two.then(p(N2), &[Draw(N2), Draw(N2)]);
    assert_eq!(two.asks(), (Phase::Play, 1));
}

#[test]
fn fd_turn_03_offensive_cards_lie_in_front_of_their_player() {
    let table = bench(&[]).hand(0, &[L5]).ready().then(p(L5), &[Draw(N2)]);
    assert_eq!((table.lies(0, L5), table.lies(1, L5)), (1, 0));
}

#[test]
fn fd_turn_04_defensive_cards_lie_in_front_of_their_target() {
    let table = bench(&[("players", "3")]).ap(&[0, 0, 5]).hand(0, &[D3]).ready();
    let table = table.then(at(D3, 2), &[Draw(N2)]);
    assert_eq!((table.lies(2, D3), table.lies(0, D3), table.lies(1, D3)), (1, 0, 0));
}

#[test]
fn fd_turn_05_other_cards_are_discarded_after_their_effect() {
    let table = bench(&[]).hand(0, &[OFFS]).ready().then(at(OFFS, 1), &[Draw(N2)]);
    assert_eq!(table.discarded(OFFS), 1);
    let table = bench(&[]).hand(0, &[SUB]).ready().then(p(SUB), &[]).then(x(&[]), &[Draw(N2)]);
    assert_eq!(table.discarded(SUB), 1);
}

#[test]
fn fd_turn_06_then_the_next_player_begins() {
    let table = bench(&[("players", "3")]).hand(2, &[N2]).active(2).ready().then(p(N2), &[Draw(T3)]);
    assert_eq!(table.asks(), (Phase::Play, 0));
    assert_eq!(table.held(0, T3), 1);
    assert_eq!(table.metric("turns-per-game"), 2);
}

#[test]
fn fd_turn_07_playing_is_compulsory() {
    // At 8 with +2 in hand the dead end at 10 must be entered.
    let table = bench(&[]).ap(&[8, 0]).hand(0, &[N2, D5, FOUL]).ready();
    assert_eq!(table.codes(), [p(N2)]);
    let free = bench(&[("free-discard", "on")]).ap(&[8, 0]).hand(0, &[N2, D5, FOUL]).ready();
    assert_eq!(free.codes(), [p(N2), d(N2), d(D5), d(FOUL)]);
    let three = bench(&[("free-discard", "on"), ("players", "3")]).ap(&[8]).hand(0, &[N2, D5, FOUL]).ready();
    assert_eq!(three.codes(), free.codes(), "with several opponents too");
    let free = free.then(d(FOUL), &[Draw(N2)]);
    assert_eq!((free.discarded(FOUL), free.hand_len(0), free.asks()), (1, 2, (Phase::Play, 1)));
    assert_eq!(free.metric("no-legal-play-share"), 0);
}

#[test]
fn fd_turn_08_without_a_legal_card_one_is_discarded() {
    let stuck = |changes: &[(&str, &str)]| bench(changes).ap(&[10, 0]).hand(0, &[N2, D5, FOUL]);
    let table = stuck(&[]).ready();
    assert_eq!(table.asks(), (Phase::Discard, 0));
    assert_eq!(table.codes(), [d(N2), d(D5), d(FOUL)]);
    assert_eq!(table.metric("no-legal-play-share"), 1);
    let table = table.then(d(D5), &[Draw(N2)]);
    assert_eq!((table.discarded(D5), table.hand_len(0), table.ap_of(0)), (1, 2, 10));
    assert_eq!(table.asks(), (Phase::Play, 1));
    // What would be legal against oneself is no legal card.
    let three = bench(&[("players", "3")]).ap(&[10]).hand(0, &[D5]).ready();
    assert_eq!(three.asks(), (Phase::Discard, 0));
    // keep: nothing is played and the hand stays.
    let keep = stuck(&[("no-legal-play", "keep")]).turn(&[Draw(T3), Draw(N2)]);
    assert_eq!((keep.hand_len(0), keep.asks()), (4, (Phase::Play, 1)));
    // keep: no draw while above the hand size.
    let full = bench(&[("no-legal-play", "keep")]).ap(&[10, 0]).hand(0, &[N2, N2, N2, N2, N2, N2, N2]);
    assert_eq!(full.turn(&[Draw(N2)]).hand_len(0), 7);
    // redraw: the whole hand is exchanged, the turn is over.
    let new = [Draw(N2), Draw(N2), Draw(N2), Draw(N2), Draw(L5), Draw(L5), Draw(T3)];
    let redraw = stuck(&[("no-legal-play", "redraw")]);
    let redraw = redraw.with_ready(&new);
    assert_eq!((redraw.hand_len(0), redraw.discarded(D5), redraw.asks()), (6, 1, (Phase::Play, 1)));
    // free discards: the same cards, in the D1 question.
    let free = stuck(&[("free-discard", "on")]).ready();
    assert_eq!((free.asks(), free.codes()), ((Phase::Play, 0), vec![d(N2), d(D5), d(FOUL)]));
    assert_eq!(free.metric("no-legal-play-share"), 1);
}

#[test]
fn keep_counts_red_cards_and_uses_up_the_mark() {
    // Six cards and a Red Card: above five, so no draw; the mark goes too.
    let table = bench(&[("no-legal-play", "keep")]).ap(&[10, 0]).hand(0, &[N2; 6]);
    let mut table = table;
    table.state.seat_mut(0).reds = 1;
    let drawn = table.clone().turn(&[Draw(N2)]);
    assert_eq!(drawn.hand_len(0), 6, "only seat 1 has drawn");
    table.state.seat_mut(0).no_draw = 1;
    let marked = table.turn(&[Draw(N2)]);
    assert_eq!((marked.hand_len(0), marked.state.seat(0).no_draw), (6, 0));
}

#[test]
fn keep_with_two_plays_looks_once_whether_to_draw() {
    // Six cards allow the first draw, and with it the second.
    let table = bench(&[("no-legal-play", "keep"), ("play-two", "on")]).ap(&[10]).hand(0, &[N2; 6]);
    let table = table.turn(&[Draw(N2), Draw(N2), Draw(T3), Draw(T3)]);
    assert_eq!((table.hand_len(0), table.asks()), (8, (Phase::Play, 1)));
}

#[test]
fn fd_turn_09_referee_cards_are_never_the_play() {
    let table = bench(&[]).hand(0, &[FOUL, VAR, N2]).ready();
    assert_eq!(table.codes(), [p(N2)]);
    let table = bench(&[]).ap(&[10, 0]).hand(0, &[FOUL, VAR]).ready();
    assert_eq!(table.codes(), [d(FOUL), d(VAR)]);
}

#[test]
fn fd_turn_10_no_hand_limit() {
    let table = bench(&[]).hand(0, &[N2; 10]).turn(&[Draw(T3)]).then(p(N2), &[Draw(N2)]);
    assert_eq!(table.hand_len(0), 10, "nothing is discarded down to a limit");
}

#[test]
fn fd_turn_11_without_a_draw_the_player_still_plays() {
    let empty = bench(&[]).hand(0, &[N2]).deck(&[]).no_discards();
    let table = empty.turn(&[]);
    assert_eq!((table.asks(), table.hand_len(0)), ((Phase::Play, 0), 1));
    // Seat 1 has no card at all and does nothing.
    let table = table.then(p(N2), &[]);
    assert!(table.over(), "then nobody has a card");
    assert_eq!((table.ending(), table.metric("turns-per-game")), (Ending::Stalemate, 3));
}

#[test]
fn fd_ap_01_attack_points_are_offence_less_defence() {
    let table = bench(&[]).front(0, &[L5, T3]).hand(1, &[D2]).active(1).ready();
    let table = table.then(at(D2, 0), &[Draw(N2)]);
    assert_eq!((table.ap_of(0), table.lies(0, L5), table.lies(0, D2)), (6, 1, 1));
}

#[test]
fn fd_ap_02_never_below_0() {
    let table = bench(&[]).front(1, &[N2]).hand(0, &[D3, N2]).ready();
    assert_eq!(table.codes(), [p(N2)]);
    let clamp = bench(&[("overshoot", "clamp")]).front(1, &[N2]).hand(0, &[D3, N2]).ready();
    assert_eq!(clamp.then(at(D3, 1), &[Draw(N2)]).ap_of(1), 0);
}

#[test]
fn fd_ap_03_never_above_the_target() {
    for (target, legal) in [("9", false), ("10", false), ("11", true), ("12", true)] {
        let table = bench(&[("ap-target", target)]).ap(&[6, 0]).hand(0, &[L5, N2]).ready();
        assert_eq!(table.codes().contains(&p(L5)), legal, "6 + 5 with a target of {target}");
    }
}

#[test]
fn fd_ap_04_a_card_that_would_leave_the_range_is_not_played() {
    let table = bench(&[]).ap(&[9, 0]).hand(0, &[T3, N2]).ready();
    assert_eq!(table.codes(), [p(N2)], "9 + 3 is no reduced + 2");
    // Second reading: the card makes 11 and shoots.
    let clamp = bench(&[("overshoot", "clamp")]).ap(&[9, 0]).hand(0, &[T3]).ready();
    let clamp = clamp.then(p(T3), &[Turn(Save), Draw(N2)]);
    assert_eq!((clamp.metric("shots"), clamp.ap_of(0)), (1, 0));
}

/// Every offensive and defensive card at every number of attack points.
fn legality(rules: &Rules, legal: impl Fn(bool, u8, u8) -> bool) {
    for ap in 0..rules.ap_target {
        for kind in 0..rules.specials {
            let value = rules.value[usize::from(kind)];
            let offensive = kind < rules.offensive;
            let table = if offensive { rules.own_ok } else { rules.at_ok };
            assert_eq!(
                table[usize::from(ap)] >> kind & 1 == 1,
                legal(offensive, ap, value),
                "kind {kind} at {ap}"
            );
        }
    }
}

#[test]
fn fd_ap_05_legality_of_offence_and_defence() {
    legality(&rules(&[]), |offensive, ap, value| if offensive { ap + value <= 11 } else { ap >= value });
    legality(&rules(&[("overshoot", "clamp")]), |_, _, _| true);
}

#[test]
fn fd_ap_06_offence_raises_only_the_own_points() {
    let table = bench(&[("players", "3")]).ap(&[1, 2, 3]).hand(0, &[T3]).ready();
    assert_eq!(table.codes(), [p(T3)]);
    let table = table.then(p(T3), &[Draw(N2)]);
    assert_eq!([table.ap_of(0), table.ap_of(1), table.ap_of(2)], [4, 2, 3]);
}

#[test]
fn fd_ap_07_defence_lowers_one_chosen_opponent() {
    let table = bench(&[("players", "4")]).ap(&[9, 5, 2, 3]).hand(0, &[D3]).ready();
    assert_eq!(table.codes(), [at(D3, 1), at(D3, 3)], "never oneself, never below 0");
    let table = table.then(at(D3, 3), &[Draw(N2)]);
    assert_eq!([table.ap_of(0), table.ap_of(1), table.ap_of(3)], [9, 5, 0]);
}

#[test]
fn fd_ap_08_ten_is_a_dead_end() {
    let table = bench(&[]).ap(&[10, 0]).hand(0, &[N2, T3, L5, PEN]).ready();
    assert_eq!(table.codes(), [p(PEN)]);
    // A +1 card removes it.
    let spread = bench(&[("deck-preset", "spread")]).ap(&[10, 0]).hand(0, &[0, 1]).ready();
    assert_eq!(spread.codes(), [p(0)]);
    // The counter counts turns at 10 without Penalty after the draw.
    let dead = |hand: &[u8], draw: u8| bench(&[]).ap(&[10, 0]).hand(0, hand).turn(&[Draw(draw)]);
    assert_eq!(dead(&[HALF], N2).metric("dead-end-turns"), 1);
    assert_eq!(dead(&[HALF], PEN).metric("dead-end-turns"), 0);
    assert_eq!(bench(&[]).ap(&[9, 0]).turn(&[Draw(N2)]).metric("dead-end-turns"), 0);
}
