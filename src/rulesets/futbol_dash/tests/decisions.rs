//! FD-D, FD-INFO: the questions, their codes, what is seen.

use serde_json::Value;

use super::super::state::Seat;
use super::*;
use crate::game::Seen;

#[test]
fn the_codes_are_those_of_the_ledger() {
    assert_eq!((p(N2), p(HALF), at(D5, 3), at(RED, 0)), (15, 111, 83, 176));
    assert_eq!((d(N2), d(VAR)), (1024, 1037));
    assert_eq!(x(&[]), (1 << 20) + 31 + 32 * 31 + 1024 * 31);
    assert_eq!(x(&[2]), (1 << 20) + 2 + 32 * 31 + 1024 * 31);
    assert_eq!(x(&[0, 2, 13]), (1 << 20) + 32 * 2 + 1024 * 13);
}

#[test]
fn fd_d1_every_legal_pair_of_kind_and_target_once() {
    let table = bench(&[("players", "3")]).ap(&[7, 2, 5]);
    let table = table.hand(0, &[N2, N2, L5, D2, D3, PEN, YEL, FOUL]).ready();
    let expected = [p(N2), at(D2, 1), at(D2, 2), at(D3, 2), p(PEN), at(YEL, 1), at(YEL, 2)];
    assert_eq!((table.asks(), table.codes()), ((Phase::Play, 0), expected.to_vec()));
    // E2: at 9 with +3, +5, Foul, -5 and Penalty only the Penalty is legal.
    let table = bench(&[]).ap(&[9, 4]).hand(0, &[T3, L5, FOUL, D5, PEN]).ready();
    assert_eq!(table.codes(), [p(PEN)]);
    // E5, E6.
    let table = |ap: u8| bench(&[]).ap(&[0, ap]).hand(0, &[D3, N2]).ready();
    assert_eq!(table(2).codes(), [p(N2)]);
    assert_eq!(table(3).codes(), [p(N2), at(D3, 1)]);
    let lowered = bench(&[]).front(1, &[T3]).hand(0, &[D3]).ready().then(at(D3, 1), &[Draw(N2)]);
    assert_eq!((lowered.ap_of(1), lowered.lies(1, T3), lowered.lies(1, D3)), (0, 1, 1));
}

#[test]
fn fd_d2_every_kind_in_hand_once() {
    // E4.
    let table = bench(&[]).ap(&[10, 4]).hand(0, &[N2, T3, L5, FOUL, VAR, D5, N2]).ready();
    assert_eq!(table.asks(), (Phase::Discard, 0));
    assert_eq!(table.codes(), [d(N2), d(T3), d(L5), d(D5), d(FOUL), d(VAR)]);
}

/// All distinct sub-multisets of up to three cards, by brute force.
fn exchanges(hand: &[u8]) -> Vec<u32> {
    let mut codes = BTreeSet::new();
    for subset in 0..1_u32 << hand.len() {
        if subset.count_ones() <= 3 {
            let mut kinds: Vec<u8> =
                (0..hand.len()).filter(|&i| subset >> i & 1 == 1).map(|i| hand[i]).collect();
            kinds.sort_unstable();
            codes.insert(x(&kinds));
        }
    }
    codes.into_iter().collect()
}

#[test]
fn fd_d3_every_sub_multiset_of_up_to_three_cards_once() {
    let hands: [&[u8]; 6] = [
        &[],
        &[N2],
        &[N2, N2, N2, N2],
        &[N2, N2, T3, D2, D2, D2],
        &[N2, T3, L5, D2, D3, D5, FOUL, VAR, PEN],
        &[L5, L5, D5, FOUL, FOUL, SUB],
    ];
    for hand in hands {
        let table = bench(&[]).hand(0, hand).hand(0, &[SUB]).ready().then(p(SUB), &[]);
        assert_eq!(table.asks(), (Phase::Substitute, 0));
        assert_eq!(table.codes(), exchanges(hand), "{hand:?}");
        assert!(shown_in_order(&table), "{hand:?}");
    }
}

#[test]
fn fd_d4_asked_of_each_holder_of_a_foul() {
    let table = bench(&[("players", "3")]).hand(0, &[L5, FOUL]).hand(2, &[FOUL]).ready().then(p(L5), &[]);
    assert_eq!((table.asks(), table.codes()), ((Phase::Foul, 2), vec![0, 1]));
    let view = FutbolDash::view(&table.rules, &table.state, 2);
    let laid = view.laid().unwrap();
    assert_eq!((laid.kind, laid.by, laid.target, laid.chain), (L5, 0, None, 0));
    assert_eq!(table.then(0, &[Draw(N2)]).ap_of(0), 5);
}

#[test]
fn fd_d5_asked_of_each_holder_of_a_var() {
    let table = bench(&[("players", "3")]).ap(&[0, 5]).hand(0, &[D3, VAR]).hand(1, &[VAR]).hand(2, &[FOUL]);
    let table = table.ready().then(at(D3, 1), &[]).then(1, &[Draw(VAR)]);
    assert_eq!((table.asks(), table.codes()), ((Phase::Var, 0), vec![0, 1]), "from the Foul's left");
    let view = FutbolDash::view(&table.rules, &table.state, 0);
    assert_eq!((view.laid().unwrap().target, view.laid().unwrap().chain), (Some(1), 1));
    let table = table.then(0, &[]);
    assert_eq!(table.asks(), (Phase::Var, 1), "seat 2 laid the Foul and is not asked");
    assert_eq!(table.then(0, &[Draw(N2)]).ap_of(1), 5);
}

/// Whether bots are shown every code, in the order of `nth`.
fn shown_in_order(table: &Bench) -> bool {
    let mut moves = Moves::default();
    moves::legal(&table.rules, &table.state, &mut moves);
    let mut shown = Vec::new();
    moves.for_each(|code| shown.push(code));
    (0..moves.len()).map(|index| moves.nth(index)).eq(shown)
}

#[test]
fn random_choices_are_uniform_over_the_codes() {
    let table = bench(&[("players", "3")]).ap(&[7, 2, 5]);
    let table = table.hand(0, &[N2, N2, L5, D2, D3, PEN, YEL, FOUL]).ready();
    let mut moves = Moves::default();
    moves::legal(&table.rules, &table.state, &mut moves);
    let mut whim = Whim::new(Luck::new(3, 1, 4), 0, 0);
    let view = FutbolDash::view(&table.rules, &table.state, 0);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..7000 {
        *seen.entry(FutbolDash::random(&table.rules, view, &moves, &mut whim)).or_insert(0_i32) += 1;
    }
    assert_eq!(seen.len(), 7);
    // Each 1000 expected, standard deviation 29.
    assert!(seen.values().all(|&times| (times - 1000).abs() < 4 * 30), "{seen:?}");
}

/// A match between questions, some turns in.
fn midway() -> Bench {
    let table = bench(&[("players", "3")]).front(0, &[L5]).front(1, &[T3, D2]);
    let table = table.hand(0, &[N2, D3, FOUL]).hand(1, &[VAR, D5, T3, T3]).hand(2, &[FOUL, L5]);
    table.ready().then(p(N2), &[]).then(0, &[Draw(T3)])
}

#[test]
fn fd_info_01_the_table_is_public() {
    let table = midway().goals(&[2, 0, 1]).grid([8, 3, 2, 1, 0]);
    for seat in 0..3 {
        let view = FutbolDash::view(&table.rules, &table.state, seat);
        let points: Vec<_> = (0..3).map(|other| view.ap(other)).collect();
        assert_eq!(points, [7, 1, 0]);
        let hands: Vec<_> = (0..3).map(|other| view.hand_len(other)).collect();
        assert_eq!((hands, view.deck_len()), (vec![2, 5, 2], table.state.deck_len));
        let goals: Vec<_> = (0..3).map(|other| view.goals(other)).collect();
        assert_eq!((goals, view.grid()), (vec![2, 0, 1], [8, 3, 2, 1, 0]));
    }
}

#[test]
fn fd_info_01_a_program_is_told_what_every_player_has() {
    let mut table = midway().goals(&[2, 0, 1]);
    table.state.seat_mut(1).yellow = 2;
    table.state.seat_mut(2).no_draw = 1;
    let mut seen = Seen::default();
    FutbolDash::view(&table.rules, &table.state, 0).tell(&mut seen);
    let players = seen.of("players").and_then(Value::as_array).expect("a list of players");
    for (fact, values) in [
        ("goals", [2, 0, 1]),
        ("attack-points", [7, 1, 0]),
        ("hand-size", [2, 5, 2]),
        ("yellow-cards", [0, 2, 0]),
        ("turns-without-draw", [0, 0, 1]),
    ] {
        let told: Vec<_> = players.iter().map(|player| player[fact].as_i64()).collect();
        assert_eq!(told, values.map(Some), "{fact}");
    }
}

#[test]
fn fd_info_02_the_discard_pile_is_public() {
    let table = bench(&[]).hand(0, &[OFFS]).hand(1, &[N2]).ready().then(at(OFFS, 1), &[Draw(T3)]);
    for seat in 0..2 {
        let view = FutbolDash::view(&table.rules, &table.state, seat);
        assert_eq!(view.unseen(OFFS), 1, "one of two lies in the discard pile");
    }
}

/// What the seat may know about each kind: unseen copies.
fn unseen(state: &State, table: &Bench, seat: u8) -> Vec<u32> {
    let view = FutbolDash::view(&table.rules, state, seat);
    (0..table.rules.kinds()).map(|kind| view.unseen(kind)).collect()
}

#[test]
fn fd_info_03_other_hands_and_the_deck_are_hidden() {
    let table = midway();
    let mut whim = Whim::new(Luck::new(5, 5, 5), 0, 0);
    for seat in 0..3 {
        let view = FutbolDash::view(&table.rules, &table.state, seat);
        // Unseen cards are those of the deck and of the other hands.
        let others: u32 = view.opponents().map(|other| u32::from(view.hand_len(other))).sum();
        assert_eq!(view.all_unseen(), others + u32::from(view.deck_len()));
        let mut hands = BTreeSet::new();
        for _ in 0..50 {
            let other = FutbolDash::determinize(&table.rules, view, &mut whim);
            // Everything public and the own hand are the same ...
            let open = |s: &Seat| (s.front, s.ap, s.hand_len, s.goals, s.yellow, s.reds, s.turned);
            for place in 0..3 {
                assert_eq!(open(other.seat(place)), open(table.state.seat(place)));
            }
            assert_eq!(other.seat(seat).hand, table.state.seat(seat).hand);
            assert_eq!(other.discard, table.state.discard);
            assert_eq!(unseen(&other, &table, seat), unseen(&table.state, &table, seat));
            super::laws::conserved(&table.rules, &other);
            // ... and the rest varies.
            hands.insert(other.seat((seat + 1) % 3).hand.0);
        }
        assert!(hands.len() > 20, "only {} different hands in 50", hands.len());
    }
}

#[test]
fn determinized_hands_are_uniform_over_the_unseen_cards() {
    let table = midway();
    let view = FutbolDash::view(&table.rules, &table.state, 0);
    let mut whim = Whim::new(Luck::new(6, 5, 5), 0, 0);
    let (deals, mut vars) = (4000, 0_u32);
    for _ in 0..deals {
        let state = FutbolDash::determinize(&table.rules, view, &mut whim);
        vars += state.held(&table.rules, 1, VAR);
    }
    // Hypergeometric: 5 of the unseen cards, 3 V.A.R. among them.
    let unseen = f64::from(view.all_unseen());
    let mean = 5.0 * 3.0 / unseen;
    let variance = 5.0 * (3.0 / unseen) * (1.0 - 3.0 / unseen) * (unseen - 5.0) / (unseen - 1.0);
    let z = (f64::from(vars) / f64::from(deals) - mean) / (variance / f64::from(deals)).sqrt();
    assert!(z.abs() < 4.0, "z = {z}");
}

#[test]
fn fd_info_04_exchanged_and_discarded_cards_become_public() {
    let table = bench(&[]).hand(0, &[SUB, VAR]).hand(1, &[N2]).ready().then(p(SUB), &[]);
    assert_eq!(FutbolDash::view(&table.rules, &table.state, 1).unseen(VAR), 3);
    let table = table.then(x(&[VAR]), &[Draw(N2), Draw(N2)]);
    assert_eq!(FutbolDash::view(&table.rules, &table.state, 1).unseen(VAR), 2);
    let table = bench(&[]).ap(&[10]).hand(0, &[D5]).hand(1, &[N2]).ready().then(d(D5), &[Draw(N2)]);
    assert_eq!(FutbolDash::view(&table.rules, &table.state, 1).unseen(D5), 4);
}
