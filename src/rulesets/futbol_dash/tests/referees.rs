//! FD-REF and the switches that change Foul and V.A.R.

use super::*;

/// Seat 0 at 8 plays +3; seat 1 holds a Foul.
fn about_to_shoot(changes: &[(&str, &str)], own: &[u8], other: &[u8]) -> Bench {
    bench(changes).ap(&[8]).hand(0, own).hand(1, other).ready()
}

#[test]
fn fd_ref_01_referee_cards_are_played_in_others_turns() {
    let table = about_to_shoot(&[], &[T3], &[FOUL]).then(p(T3), &[]);
    assert_eq!((table.asks(), table.codes()), ((Phase::Foul, 1), vec![0, 1]));
    // Without one nobody is asked.
    let table = about_to_shoot(&[], &[T3], &[VAR]).then(p(T3), &[Turn(Save), Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Play, 1));
}

#[test]
fn fd_ref_02_a_replacement_is_drawn() {
    // E10: the card is cancelled, no shot, the turn is over.
    let table = about_to_shoot(&[], &[T3], &[FOUL]).then(p(T3), &[]).then(1, &[Draw(L5), Draw(N2)]);
    assert_eq!((table.held(1, FOUL), table.held(1, L5), table.hand_len(1)), (0, 1, 2));
    assert_eq!((table.ap_of(0), table.metric("shots"), table.discarded(T3)), (8, 0, 1));
    assert_eq!(table.asks(), (Phase::Play, 1));
}

#[test]
fn fd_ref_03_foul_answers_offensive_and_defensive_cards() {
    let table = bench(&[]).ap(&[0, 5]).hand(0, &[D3]).hand(1, &[FOUL]).ready().then(at(D3, 1), &[]);
    assert_eq!(table.asks(), (Phase::Foul, 1));
    let table = table.then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!((table.ap_of(1), table.discarded(D3), table.lies(1, D3)), (5, 1, 0));
    // Too late after the turn: a card played before is safe.
    let late = bench(&[]).hand(0, &[L5]).ready().then(p(L5), &[Draw(FOUL)]);
    assert_eq!(late.asks(), (Phase::Discard, 1), "a Foul in hand now does not reach back");
    assert_eq!(late.ap_of(0), 5);
}

#[test]
fn fd_ref_04_var_answers_referee_cards() {
    // E11: V.A.R. cancels the Foul, the shot comes.
    let table = about_to_shoot(&[], &[T3, VAR], &[FOUL]).then(p(T3), &[]).then(1, &[Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Var, 0));
    let table = table.then(1, &[Draw(N2), Turn(Goal), Draw(N2)]);
    assert_eq!((table.goals_of(0), table.ap_of(0)), (1, 0));
    assert_eq!((table.metric("fouls"), table.metric("vars"), table.metric("cards-cancelled")), (1, 1, 0));
}

#[test]
fn fd_ref_05_referee_cards_are_discarded() {
    let table = about_to_shoot(&[], &[T3, VAR], &[FOUL]).then(p(T3), &[]).then(1, &[Draw(N2)]);
    assert_eq!((table.discarded(FOUL), table.state.chain.count_ones()), (0, 1), "still being resolved");
    let table = table.then(1, &[Draw(N2), Turn(Goal), Draw(N2)]);
    assert_eq!((table.discarded(FOUL), table.discarded(VAR), table.state.chain), (1, 1, 0));
}

#[test]
fn fd_ref_06_game_changers_cannot_be_cancelled() {
    // E14: Penalty at 7, the opponent holds Foul and V.A.R.
    let table = bench(&[]).ap(&[7]).hand(0, &[PEN]).hand(1, &[FOUL, VAR, N2]).ready();
    let table = table.then(p(PEN), &[Turn(Save), Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Play, 1));
    // Nor is V.A.R. an answer to what is aimed at its holder.
    for (kind, says, seat) in [(OFFS, &[Draw(N2)][..], 1), (YEL, &[Draw(N2)], 0), (RED, &[], 1)] {
        let table = bench(&[]).hand(0, &[kind]).hand(1, &[VAR, N2]).ready().then(at(kind, 1), says);
        assert_eq!(table.asks(), (Phase::Play, seat));
    }
    // foul-scope opens Penalty, or all Game Changers.
    let scope = |scope: &'static str, kind: u8| {
        let table = bench(&[("foul-scope", scope)]);
        table.ap(&[7]).hand(0, &[kind]).hand(1, &[FOUL]).ready()
    };
    let table = scope("plus-penalty", PEN).then(p(PEN), &[]);
    assert_eq!(table.asks(), (Phase::Foul, 1));
    let table = table.then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!((table.metric("shots"), table.ap_of(0), table.discarded(PEN)), (0, 7, 1));
    assert_eq!(scope("plus-penalty", SUB).then(p(SUB), &[]).asks(), (Phase::Substitute, 0));
    for (kind, code) in
        [(HALF, p(HALF)), (OFFS, at(OFFS, 1)), (SUB, p(SUB)), (YEL, at(YEL, 1)), (RED, at(RED, 1))]
    {
        let table = scope("plus-all-changers", kind).then(code, &[]);
        assert_eq!(table.asks(), (Phase::Foul, 1), "before any effect");
        let table = table.then(1, &[Draw(N2), Draw(N2)]);
        assert_eq!((table.discarded(kind), table.state.removed), (1, 0), "cancelled, it is discarded");
        assert_eq!(table.asks(), (Phase::Play, 1));
    }
    // Declined, the effect follows.
    let table = scope("plus-all-changers", SUB).then(p(SUB), &[]).then(0, &[]);
    assert_eq!(table.asks(), (Phase::Substitute, 0));
}

#[test]
fn var_may_cancel_yellow_red_and_offside_where_the_switch_says_so() {
    let plus = [("var-scope", "plus-cards")];
    for kind in [YEL, RED, OFFS] {
        let table = bench(&plus).front(1, &[L5]).hand(0, &[kind, VAR]).hand(1, &[VAR, FOUL, N2]).ready();
        let table = table.then(at(kind, 1), &[]);
        assert_eq!(table.asks(), (Phase::Var, 1), "no Foul on it, but V.A.R.");
        // Odd: cancelled.
        let cancelled = table.clone().then(1, &[Draw(N2)]);
        assert_eq!(cancelled.asks(), (Phase::Var, 0), "V.A.R. may answer that V.A.R.");
        let cancelled = cancelled.then(0, &[Draw(N2)]);
        assert_eq!(
            (cancelled.discarded(kind), cancelled.ap_of(1), cancelled.asks()),
            (1, 5, (Phase::Play, 1))
        );
        // Even: back to step 1, everybody is asked anew.
        let again = table.clone().then(1, &[Draw(VAR)]).then(1, &[Draw(N2)]);
        assert_eq!(again.asks(), (Phase::Var, 1), "the chain went on");
        let again = again.then(0, &[]);
        assert_eq!(again.asks(), (Phase::Var, 1), "asked about the card itself again");
    }
    let penalty = bench(&plus).ap(&[7]).hand(0, &[PEN]).hand(1, &[VAR, N2]).ready();
    assert_eq!(penalty.then(p(PEN), &[Turn(Save), Draw(N2)]).asks(), (Phase::Play, 1));
}

#[test]
fn fd_ref_07_the_foul_comes_before_the_effect() {
    let table = about_to_shoot(&[], &[T3], &[FOUL]).then(p(T3), &[]);
    assert_eq!((table.ap_of(0), table.metric("shots")), (8, 0), "nothing has happened yet");
    // Second reading: a card that makes 11 cannot be fouled, others can.
    let after = [("foul-timing", "after-shot")];
    let table = about_to_shoot(&after, &[T3], &[FOUL, N2]).then(p(T3), &[Turn(Goal), Draw(N2)]);
    assert_eq!((table.goals_of(0), table.asks()), (1, (Phase::Play, 1)));
    assert_eq!(about_to_shoot(&after, &[N2], &[FOUL]).then(p(N2), &[]).asks(), (Phase::Foul, 1));
    let defence = bench(&after).ap(&[8, 8]).hand(0, &[D3]).hand(1, &[FOUL]).ready();
    assert_eq!(defence.then(at(D3, 1), &[]).asks(), (Phase::Foul, 1));
}

#[test]
fn fd_ref_08_a_cancelled_card_has_used_the_play() {
    let table = about_to_shoot(&[], &[T3, N2], &[FOUL, N2]).then(p(T3), &[]).then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!((table.asks(), table.hand_len(0)), ((Phase::Play, 1), 1));
    let again = about_to_shoot(&[("fouled-turn", "again")], &[T3, N2], &[FOUL, N2]);
    let again = again.then(p(T3), &[]).then(1, &[Draw(N2)]);
    assert_eq!((again.asks(), again.codes()), ((Phase::Play, 0), vec![p(N2)]));
    // Of two plays the cancelled one is made again, not the one before it.
    let two = bench(&[("fouled-turn", "again"), ("play-two", "on")]).hand(0, &[N2; 4]).hand(1, &[FOUL]);
    let two = two.ready().then(p(N2), &[]).then(0, &[]).then(p(N2), &[]).then(1, &[Draw(T3)]);
    assert_eq!((two.asks(), two.ap_of(0)), ((Phase::Play, 0), 2));
    let two = two.then(p(N2), &[Draw(N2), Draw(N2)]);
    assert_eq!((two.asks(), two.ap_of(0), two.hand_len(0)), ((Phase::Play, 1), 4, 1));
}

#[test]
fn fd_ref_09_answers_go_clockwise_from_the_players_left() {
    let four = |changes: &[(&str, &str)]| {
        let mut all = vec![("players", "4")];
        all.extend_from_slice(changes);
        let table = bench(&all).hand(2, &[L5, FOUL]).hand(0, &[FOUL]).hand(1, &[FOUL]);
        table.active(2).ready()
    };
    let table = four(&[]).then(p(L5), &[]);
    assert_eq!(table.asks(), (Phase::Foul, 0), "seat 3 holds none, the player is not asked");
    let table = table.then(0, &[]);
    assert_eq!(table.asks(), (Phase::Foul, 1));
    assert_eq!(table.then(0, &[Draw(N2)]).ap_of(2), 5, "then nobody is left");
    let left = bench(&[("players", "3")]).hand(1, &[L5]).hand(0, &[FOUL]).hand(2, &[FOUL]).active(1).ready();
    let left = left.then(p(L5), &[]);
    assert_eq!(left.asks(), (Phase::Foul, 2), "the seat on the left comes before seat 0");
    assert_eq!(left.then(0, &[]).asks(), (Phase::Foul, 0));
    // The first to say yes acts.
    let first = four(&[]).then(p(L5), &[]).then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!((first.asks(), first.held(1, FOUL)), ((Phase::Play, 3), 1));
    // Random order: a lot among those not asked yet.
    let random = four(&[("response-order", "random")]).then(p(L5), &[Lot(1)]);
    assert_eq!(random.asks(), (Phase::Foul, 1));
    let random = random.then(0, &[Lot(1), Lot(0)]);
    assert_eq!(random.asks(), (Phase::Foul, 0), "seat 3 was drawn and has nothing to say");
}

#[test]
fn fd_ref_10_chains_resolve_newest_first() {
    // Foul, then j V.A.R.: the card survives if j is odd (E12, E13).
    for (vars, survives) in [(0, false), (1, true), (2, false), (3, true)] {
        let table = bench(&[]).hand(0, &[L5, VAR, VAR]).hand(1, &[FOUL, VAR]).ready();
        let mut table = table.then(p(L5), &[]).then(1, &[Draw(N2)]);
        for asked in 0..vars {
            assert_eq!(table.asks(), (Phase::Var, asked % 2), "the newest card is the other's");
            table = table.then(1, if asked + 1 == 3 { &[Draw(N2), Draw(N2)] } else { &[Draw(N2)] });
        }
        if vars < 3 {
            table = table.then(0, &[Draw(N2)]);
        }
        assert_eq!(table.ap_of(0), if survives { 5 } else { 0 }, "{vars} V.A.R.");
        assert_eq!(table.asks(), (Phase::Play, 1));
        assert_eq!(table.metric("vars"), i64::from(vars));
    }
    // foul-only: V.A.R. cannot answer V.A.R.
    let only = bench(&[("var-scope", "foul-only")]).hand(0, &[L5, VAR]).hand(1, &[FOUL, VAR]).ready();
    let only = only.then(p(L5), &[]).then(1, &[Draw(N2)]).then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!((only.ap_of(0), only.asks()), (5, (Phase::Play, 1)));
}

#[test]
fn fd_ref_11_a_surviving_card_may_be_fouled_again() {
    let saved = |changes: &[(&str, &str)], says: &[Says]| {
        let table = bench(changes).hand(0, &[L5, VAR]).hand(1, &[FOUL, FOUL]).ready();
        table.then(p(L5), &[]).then(1, &[Draw(N2)]).then(1, says)
    };
    let table = saved(&[], &[Draw(N2)]);
    assert_eq!((table.asks(), table.ap_of(0)), ((Phase::Foul, 1), 0), "not in effect yet");
    let table = table.then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!((table.ap_of(0), table.metric("chains")), (0, 2));
    // Everybody is asked anew, also who declined before.
    let three = bench(&[("players", "3")]).hand(0, &[L5, VAR]).hand(1, &[FOUL]).hand(2, &[FOUL]).ready();
    let three = three.then(p(L5), &[]).then(0, &[]).then(1, &[Draw(N2)]).then(1, &[Draw(N2)]);
    assert_eq!(three.asks(), (Phase::Foul, 1));
    let once = saved(&[("refoul", "no")], &[Draw(N2), Draw(N2)]);
    assert_eq!((once.asks(), once.ap_of(0)), ((Phase::Play, 1), 5));
}

#[test]
fn fd_ref_12_the_replacement_may_be_used_at_once() {
    let table = about_to_shoot(&[], &[T3, VAR], &[FOUL]).then(p(T3), &[]).then(1, &[Draw(VAR)]);
    let table = table.then(1, &[Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Var, 1), "the drawn V.A.R. answers in the same chain");
    let table = table.then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!((table.ap_of(0), table.metric("shots")), (8, 0));
}

#[test]
fn fd_ref_13_no_foul_on_the_own_card_but_var() {
    let table = about_to_shoot(&[], &[T3, FOUL], &[N2]).then(p(T3), &[Turn(Save), Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Play, 1), "seat 0 is not asked about its own card");
    let table = about_to_shoot(&[], &[T3, VAR], &[FOUL]).then(p(T3), &[]).then(1, &[Draw(N2)]);
    assert_eq!(table.asks(), (Phase::Var, 0));
    // Nor does the player of a Foul answer it.
    let own = about_to_shoot(&[], &[T3], &[FOUL, VAR]).then(p(T3), &[]).then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!(own.ap_of(0), 8);
}
