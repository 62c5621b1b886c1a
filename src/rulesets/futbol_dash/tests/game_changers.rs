//! FD-GC and the switches that change Game Changers.

use super::*;

#[test]
fn fd_gc_01_game_changers_are_the_one_card_of_the_own_turn() {
    let table = bench(&[]).ap(&[7, 1]).hand(0, &[HALF, PEN, OFFS, SUB, YEL, RED]).hand(1, &[PEN]).ready();
    let all = [p(HALF), p(PEN), at(OFFS, 1), p(SUB), at(YEL, 1), at(RED, 1)];
    assert_eq!(table.codes(), all);
    // One is played, then the turn is over; seat 1 was never asked in it.
    let table = table.then(at(OFFS, 1), &[Draw(N2)]);
    assert_eq!((table.asks(), table.hand_len(0)), ((Phase::Play, 1), 5));
}

/// Seat 0 plays Halftime; hands, fronts, scores and a Red Card on seat 1.
fn halftime(changes: &[(&str, &str)]) -> Bench {
    let table =
        bench(changes).hand(0, &[HALF, L5, L5]).hand(1, &[D2, D2]).front(0, &[T3]).front(1, &[N2, N2]);
    let mut table = table.goals(&[1, 2]);
    table.state.seat_mut(0).turned = [1, 0, 0, 0, 0];
    table
}

fn sent_off(mut table: Bench, seat: u8, mark: bool) -> Bench {
    let bit = table.take_from_deck(RED);
    table.state.red_pile |= bit;
    table.state.seat_mut(seat).reds = 1;
    table.state.seat_mut(seat).no_draw = u8::from(mark);
    table
}

#[test]
fn fd_gc_02_halftime_clears_hands_and_points() {
    let table = halftime(&[]).ready().then(p(HALF), &[Draw(T3); 13]);
    for seat in 0..2 {
        assert_eq!((table.ap_of(seat), table.state.seat(seat).front), (0, 0));
        assert_eq!((table.held(seat, L5), table.held(seat, D2)), (0, 0));
    }
    assert_eq!((table.held(0, T3), table.held(1, T3)), (6, 7));
}

#[test]
fn fd_gc_03_deck_and_discards_are_shuffled_without_the_halftime() {
    let table = halftime(&[]).deck(&[N2; 3]).ready().then(p(HALF), &[Draw(T3); 13]);
    assert_eq!(table.state.discard.len(), 0);
    assert_eq!(table.state.removed.count_ones(), 1);
    assert_eq!(table.in_deck(HALF), 0);
    assert_eq!(table.state.deck_len, 72 - 13);
    assert_eq!(table.state.epoch, 1, "a fresh shuffle");
    assert_eq!(table.metric("reshuffles"), 0);
}

#[test]
fn fd_gc_04_everybody_draws_a_new_hand() {
    let table = halftime(&[]).ready().then(p(HALF), &[Draw(T3); 13]);
    assert_eq!((table.hand_len(0), table.hand_len(1)), (6, 7), "seat 1 has drawn for its turn");
    assert_eq!(table.asks(), (Phase::Play, 1));
}

#[test]
fn fd_gc_05_scores_shot_cards_and_red_cards_are_kept() {
    let table = sent_off(halftime(&[]), 1, false).ready().then(p(HALF), &[Draw(T3); 12]);
    assert_eq!((table.goals_of(0), table.goals_of(1)), (1, 2));
    assert_eq!(table.state.seat(0).turned, [1, 0, 0, 0, 0]);
    assert_eq!((table.state.seat(1).reds, table.state.red_pile.count_ones()), (1, 1));
}

#[test]
fn fd_gc_06_pending_yellows_and_marks_are_cleared() {
    // E18: seat 1 takes its next turn normally.
    let before = |changes: &[(&str, &str)]| {
        let table = bench(changes).hand(0, &[YEL]).hand(1, &[N2]).ready().then(at(YEL, 1), &[Draw(HALF)]);
        assert_eq!(table.asks(), (Phase::Play, 0), "seat 1 was skipped");
        let mut table = sent_off(table, 1, true);
        // A second Yellow is pending when Halftime comes.
        table.state.pending = table.take_from_deck(YEL);
        table.state.seat_mut(1).yellow = 1;
        table
    };
    let table = before(&[]).then(p(HALF), &[Draw(N2); 12]);
    assert_eq!((table.asks(), table.hand_len(1)), ((Phase::Play, 1), 6), "5 dealt and 1 drawn");
    assert_eq!((table.state.pending, table.in_deck(YEL)), (0, 2));
    assert_eq!(table.state.seat(1).no_draw, 0);
    // Second reading: pending Yellows are kept, seat 1 is skipped.
    let kept = before(&[("yellow-halftime", "kept")]).then(p(HALF), &[Draw(N2); 12]);
    assert_eq!((kept.asks(), kept.hand_len(0), kept.hand_len(1)), ((Phase::Play, 0), 7, 5));
}

#[test]
fn fd_gc_07_the_deck_after_halftime_has_72_less_six_per_player() {
    for (players, cards) in [(2_u8, 60_u8), (3, 54), (4, 48), (5, 42), (6, 36)] {
        for reds in [false, true] {
            let count = players.to_string();
            let mut table = bench(&[("players", &count)]).hand(0, &[HALF, N2, N2]).hand(1, &[D2]);
            if reds {
                table = sent_off(table, 1, true);
            }
            let dealt = usize::from(players) * 6 - usize::from(reds);
            let mut says = vec![Draw(N2); 12];
            says.extend(vec![Draw(T3); 12]);
            says.extend(vec![Draw(L5); 12]);
            says.truncate(dealt);
            says.push(Draw(D2));
            let table = table.ready().then(p(HALF), &says);
            assert_eq!(table.state.deck_len, cards - 1, "{players} players, one more drawn since");
        }
    }
}

#[test]
fn fd_gc_08_penalty_needs_seven_points() {
    for (least, ap) in [("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9)] {
        let table = |points: u8| bench(&[("penalty-min", least)]).ap(&[points]).hand(0, &[PEN, N2]).ready();
        assert!(table(ap).codes().contains(&p(PEN)));
        assert!(!table(ap - 1).codes().contains(&p(PEN)));
    }
    // E7: Corner, Corner, Goal.
    let table = bench(&[]).front(0, &[L5, N2]).hand(0, &[PEN]).ready();
    let table = table.then(p(PEN), &[Turn(Corner), Turn(Corner), Turn(Goal), Draw(N2)]);
    assert_eq!((table.goals_of(0), table.ap_of(0)), (1, 0));
    assert_eq!((table.state.seat(0).turned.iter().sum::<u8>(), table.state.grid.iter().sum::<u8>()), (3, 17));
    assert_eq!((table.discarded(PEN), table.discarded(L5), table.discarded(N2)), (1, 1, 1));
}

#[test]
fn fd_gc_09_offside_takes_all_points() {
    let table = bench(&[]).front(1, &[L5, T3]).hand(0, &[OFFS]).ready().then(at(OFFS, 1), &[Draw(N2)]);
    assert_eq!((table.ap_of(1), table.lies(1, L5)), (0, 0));
    assert_eq!((table.discarded(L5), table.discarded(T3), table.discarded(OFFS)), (1, 1, 1));
}

#[test]
fn fd_gc_10_offside_may_target_anybody_else() {
    let table = bench(&[("players", "3")]).ap(&[3, 0, 2]).hand(0, &[OFFS]).ready();
    assert_eq!(table.codes(), [at(OFFS, 1), at(OFFS, 2)]);
    let least = bench(&[("players", "3"), ("offside-min", "1")]).ap(&[3, 0, 2]).hand(0, &[OFFS]).ready();
    assert_eq!(least.codes(), [at(OFFS, 2)]);
}

#[test]
fn fd_gc_11_substitution_exchanges_up_to_three() {
    let table = bench(&[]).hand(0, &[SUB, N2, N2, D2, D2, FOUL]).hand(1, &[N2]).ready().then(p(SUB), &[]);
    assert_eq!(table.asks(), (Phase::Substitute, 0));
    let table = table.then(x(&[N2, D2, D2]), &[Draw(L5), Draw(L5), Draw(T3), Draw(N2)]);
    assert_eq!([table.held(0, L5), table.held(0, T3), table.held(0, N2), table.held(0, D2)], [2, 1, 1, 0]);
    assert_eq!((table.hand_len(0), table.asks()), (5, (Phase::Play, 1)));
}

#[test]
fn fd_gc_12_exchanged_cards_are_discarded_before_drawing() {
    // The deck is empty: the exchanged cards themselves are reshuffled and
    // drawn; the Substitution card is not among them.
    let table = bench(&[]).hand(0, &[SUB, N2, T3]).hand(1, &[N2]).deck(&[]).no_discards();
    let table = table.ready().then(p(SUB), &[]).then(x(&[N2, T3]), &[Draw(T3), Draw(N2), Draw(SUB)]);
    assert_eq!((table.held(0, N2), table.held(0, T3), table.held(1, SUB)), (1, 1, 1));
    assert_eq!(table.metric("reshuffles"), 2, "the Substitution came back for seat 1's draw");
    // Exchanging nothing is allowed.
    let table = bench(&[]).hand(0, &[SUB, N2]).ready().then(p(SUB), &[]).then(x(&[]), &[Draw(N2)]);
    assert_eq!((table.held(0, N2), table.discarded(SUB)), (1, 1));
    // In express only what is left is drawn.
    let express = bench(&[("match", "express")]).hand(0, &[SUB, N2, T3]).deck(&[L5]);
    let express = express.ready().then(p(SUB), &[]);
    let express = express.goals(&[1, 0]).then(x(&[N2, T3]), &[Draw(L5)]);
    assert_eq!((express.hand_len(0), express.over()), (1, true));
}

#[test]
fn fd_gc_13_yellow_skips_the_next_turn() {
    let table = bench(&[("players", "3")]).hand(0, &[YEL]).hand(1, &[N2]).hand(2, &[N2]).ready();
    let table = table.then(at(YEL, 1), &[Draw(T3)]);
    assert_eq!(table.asks(), (Phase::Play, 2));
    assert_eq!((table.discarded(YEL), table.state.seat(1).yellow), (1, 0));
    assert_eq!((table.metric("turns-per-game"), table.metric("turns-taken")), (3, 2));
    let table = table.then(p(N2), &[Draw(N2)]).then(p(N2), &[Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Play, 1), "one turn only");
}

#[test]
fn fd_gc_14_several_yellows_skip_several_turns() {
    let twice = |changes: &[(&str, &str)]| {
        let table = bench(changes).hand(0, &[N2, N2, N2]).hand(1, &[N2]).hand(2, &[YEL]).active(2);
        let mut table = table;
        table.state.pending = table.take_from_deck(YEL);
        table.state.seat_mut(1).yellow = 1;
        table.state.seat_mut(1).yellows = 1;
        table.ready()
    };
    let three = ("players", "3");
    let table = twice(&[three]).then(at(YEL, 1), &[Draw(N2)]);
    assert_eq!(table.state.seat(1).yellow, 2);
    let table = table.then(p(N2), &[Draw(T3)]);
    assert_eq!((table.asks(), table.state.seat(1).yellow), ((Phase::Play, 2), 1), "skipped once");
    let table = table.then(p(T3), &[Draw(N2)]).then(p(N2), &[Draw(N2)]);
    assert_eq!((table.asks(), table.state.seat(1).yellow), ((Phase::Play, 2), 0), "skipped again");
    assert_eq!(table.discarded(YEL), 2);
    // A pending Yellow protects.
    let single = twice(&[three, ("yellow-stack", "no-second")]);
    assert_eq!(single.codes(), [at(YEL, 0)]);
    // The second in the match acts as a Red Card.
    let red = twice(&[three, ("yellow-stack", "second-is-red")]).then(at(YEL, 1), &[Draw(N2)]);
    let seat = red.state.seat(1);
    assert_eq!((seat.yellow, seat.reds, seat.no_draw), (1, 1, 1));
    assert_eq!(red.state.red_pile & red.rules.copies[usize::from(YEL)], red.state.red_pile);
    assert_eq!((red.metric("reds"), red.metric("yellows")), (1, 0), "it counts as one, too");
    // So does every later one.
    let mut third = twice(&[three, ("yellow-stack", "second-is-red")]);
    third.state.seat_mut(1).yellows = 2;
    let third = third.then(at(YEL, 1), &[Draw(N2)]);
    assert_eq!((third.state.seat(1).yellow, third.state.seat(1).reds), (1, 1));
    // A first one that Halftime cleared counts.
    let changes = [three, ("yellow-stack", "second-is-red"), ("hand-size", "4")];
    let cleared = bench(&changes).hand(0, &[YEL]).hand(1, &[HALF]).ready().then(at(YEL, 2), &[Draw(T3)]);
    let mut hands = vec![Draw(N2); 11];
    hands.extend([Draw(YEL), Draw(T3)]);
    let cleared = cleared.then(p(HALF), &hands);
    assert_eq!((cleared.asks(), cleared.held(0, YEL)), ((Phase::Play, 2), 1));
    let cleared = cleared.then(p(N2), &[Draw(T3)]).then(at(YEL, 2), &[Draw(T3)]);
    assert_eq!((cleared.state.seat(2).yellow, cleared.state.seat(2).reds), (0, 1));
}

#[test]
fn fd_gc_15_a_skipped_player_may_still_answer() {
    let table = bench(&[]).hand(0, &[YEL, N2]).hand(1, &[FOUL, N2]).ready();
    let table = table.then(at(YEL, 1), &[Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Play, 0));
    let table = table.then(p(N2), &[]);
    assert_eq!(table.asks(), (Phase::Foul, 1));
    // With the skip still to come, too.
    let table = bench(&[("players", "3")]).hand(0, &[YEL]).hand(1, &[N2]).hand(2, &[FOUL]).ready();
    let table = table.then(at(YEL, 2), &[Draw(N2)]).then(p(N2), &[]);
    assert_eq!((table.asks(), table.state.seat(2).yellow), ((Phase::Foul, 2), 1));
}

#[test]
fn fd_gc_16_red_costs_a_draw_and_a_card_for_good() {
    // E15: no draw, then five cards between turns and six after the draw.
    let table = bench(&[]).hand(0, &[RED, N2, N2]).hand(1, &[N2; 6]).ready();
    let table = table.then(at(RED, 1), &[]);
    assert_eq!((table.asks(), table.hand_len(1)), ((Phase::Play, 1), 6));
    let table = table.then(p(N2), &[Draw(T3)]);
    assert_eq!(table.hand_len(1), 5);
    let table = table.then(p(N2), &[Draw(T3)]);
    assert_eq!((table.asks(), table.hand_len(1)), ((Phase::Play, 1), 6));
    let table = table.then(p(N2), &[Draw(T3)]);
    assert_eq!(table.hand_len(1), 5);
    // House rule: Red also removes the points.
    let off =
        bench(&[("red-off", "on")]).hand(0, &[RED]).front(1, &[L5]).ready().then(at(RED, 1), &[Draw(N2)]);
    assert_eq!((off.ap_of(1), off.discarded(L5)), (0, 1));
    let stays = bench(&[]).hand(0, &[RED]).front(1, &[L5]).hand(1, &[N2]).ready().then(at(RED, 1), &[]);
    assert_eq!(stays.ap_of(1), 5);
}

#[test]
fn fd_gc_17_the_red_card_stays_with_its_receiver() {
    let table = bench(&[]).hand(0, &[RED, HALF]).hand(1, &[N2]).ready().then(at(RED, 1), &[]);
    assert_eq!((table.discarded(RED), table.state.red_pile.count_ones()), (0, 1));
    let table = table.then(p(N2), &[Draw(N2)]).then(p(HALF), &[Draw(N2); 12]);
    assert_eq!((table.state.red_pile.count_ones(), table.in_deck(RED)), (1, 1), "the other Red only");
}

#[test]
fn fd_gc_18_a_second_red_works_again() {
    let table = sent_off(bench(&[]).hand(0, &[RED]).hand(1, &[N2; 5]), 1, false).ready();
    let table = table.then(at(RED, 1), &[]);
    let seat = table.state.seat(1);
    assert_eq!((seat.reds, seat.no_draw, seat.hand_len), (2, 0, 5), "no draw once more");
    // Two before the next turn are two turns without a draw.
    let table = bench(&[("players", "3")]).hand(0, &[RED]).hand(1, &[RED]).hand(2, &[N2; 6]).ready();
    let table = table.then(at(RED, 2), &[Draw(N2)]).then(at(RED, 2), &[]);
    let seat = table.state.seat(2);
    assert_eq!((seat.reds, seat.no_draw, seat.hand_len), (2, 1, 6), "one of them is used up");
    let single = bench(&[("players", "3"), ("red-stack", "no-second")]).hand(0, &[RED]);
    let single = sent_off(single, 1, false).ready();
    assert_eq!(single.codes(), [at(RED, 2)]);
}

#[test]
fn fd_gc_19_a_skipped_turn_does_not_use_up_the_mark() {
    // E16: Yellow and Red on seat 1.
    let table = bench(&[]).hand(0, &[YEL, N2]).hand(1, &[N2, N2]);
    let table = sent_off(table, 1, true).ready().then(at(YEL, 1), &[Draw(N2)]);
    assert_eq!((table.asks(), table.state.seat(1).no_draw), ((Phase::Play, 0), 1));
    assert_eq!(table.discarded(YEL), 1);
    let table = table.then(p(N2), &[]);
    assert_eq!((table.asks(), table.hand_len(1), table.state.seat(1).no_draw), ((Phase::Play, 1), 2, 0));
}

#[test]
fn fd_gc_20_yellow_and_red_target_any_opponent() {
    let table = bench(&[("players", "3")]).goals(&[0, 2, 0]).ap(&[5, 0, 9]).hand(0, &[YEL, RED]).ready();
    assert_eq!(table.codes(), [at(YEL, 1), at(YEL, 2), at(RED, 1), at(RED, 2)]);
}

#[test]
fn fd_gc_21_new_hands_are_one_smaller_per_red_card() {
    // E17: hands of 6 and 5, a deck of 60, no discards.
    let table = sent_off(halftime(&[]), 1, false).ready().then(p(HALF), &[Draw(T3); 12]);
    assert_eq!((table.hand_len(0), table.hand_len(1)), (6, 6), "5 and seat 1's draw");
    assert_eq!((table.state.deck_len, table.state.discard.len()), (59, 0));
    // The active player is dealt to first: the first six cards go to seat 1.
    let mut says = vec![Draw(L5); 6];
    says.extend([Draw(T3); 6]);
    says.push(Draw(N2));
    let table = bench(&[]).hand(1, &[HALF]).active(1).ready().then(p(HALF), &says);
    assert_eq!((table.held(1, L5), table.held(0, T3)), (6, 6));
    let four = bench(&[("hand-size", "4")]).hand(0, &[HALF]).ready().then(p(HALF), &[Draw(N2); 9]);
    assert_eq!((four.hand_len(0), four.hand_len(1)), (4, 5));
}

#[test]
fn fd_gc_22_a_skipped_turn_has_neither_draw_nor_play() {
    let table = bench(&[("players", "3")]).hand(0, &[YEL]).hand(1, &[N2]).hand(2, &[N2]).ready();
    let before = table.state.deck_len;
    let table = table.then(at(YEL, 1), &[Draw(T3)]);
    assert_eq!((table.hand_len(1), table.hand_len(2)), (1, 2));
    assert_eq!(table.state.deck_len, before - 1);
    // While pending the card is in neither pile.
    let pending = bench(&[("players", "3")]).hand(0, &[YEL]).hand(1, &[N2]).ready();
    let pending = pending.then(at(YEL, 2), &[Draw(T3)]);
    assert_eq!((pending.state.pending.count_ones(), pending.discarded(YEL), pending.in_deck(YEL)), (1, 0, 1));
}

#[test]
fn play_two_leaves_out_both_draws_of_a_marked_turn() {
    let table = bench(&[("play-two", "on")]).hand(0, &[N2, N2]).hand(1, &[N2, N2, N2]);
    let table = sent_off(table, 1, true).ready().then(p(N2), &[]).then(p(N2), &[]);
    assert_eq!((table.asks(), table.hand_len(1)), ((Phase::Play, 1), 3));
}
