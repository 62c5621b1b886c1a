//! The Accrington Stanley scramble: sealed bids and free transfers (TVS-SCR).

use super::*;

#[test]
fn tvs_scr_01_everybody_has_a_hundred_pounds() {
    let table = drafting("scramble", 3, &[], 1);
    assert_eq!(table.state.draft.money[..3], [100; 3]);
    let rich = drafting("scramble", 3, &[("scramble-budget", "400")], 1);
    assert_eq!(rich.state.draft.money[..3], [400; 3]);
}

#[test]
fn tvs_scr_02_the_eldest_nominates_and_age_is_random() {
    let mut table = drafting("scramble", 3, &[], 2);
    assert_eq!((table.state.stage, asked(&table)), (Stage::Nominate, table.state.draft.order[0]));
    assert_eq!(table.list().len(), 48);
    let seat = asked(&table);
    table.then(seat, Move::Nominate(17));
    assert!(!table.state.draft.pool.contains(17));
    let eldest: BTreeSet<u8> =
        (0..60).map(|block| drafting("scramble", 3, &[], block).state.draft.order[0]).collect();
    assert_eq!(eldest.len(), 3);
}

/// Nominates a player and takes bids by seat.
fn auction(table: &mut Table<Stream>, index: u8, bids: &[u16]) {
    let seat = asked(table);
    table.then(seat, Move::Nominate(index));
    let nominated = table.state.draft.nominated;
    assert_eq!(nominated, index);
    for _ in 0..bids.len() {
        if table.state.stage != Stage::Bid || table.state.draft.nominated != index {
            break;
        }
        let seat = asked(table);
        table.then(seat, Move::Bid(bids[usize::from(seat)]));
    }
}

#[test]
fn tvs_scr_03_secret_bids_in_whole_pounds() {
    let mut table = drafting("scramble", 3, &[], 3);
    let seat = asked(&table);
    table.then(seat, Move::Nominate(0));
    let first = asked(&table);
    table.then(first, Move::Bid(33));
    let next = asked(&table);
    assert_ne!(next, first);
    // The next Boss imagines any bid of the first.
    let mut whim = whim(1);
    let imagined: BTreeSet<u16> = (0..60)
        .map(|_| {
            let view = TimeVaultSoccer::view(&table.rules, &table.state, next);
            TimeVaultSoccer::determinize(&table.rules, view, &mut whim).draft.bids[usize::from(first)]
        })
        .collect();
    assert!(imagined.len() > 20);
    assert_eq!(table.list().len(), 101, "none or 1 to 100");
}

#[test]
fn tvs_scr_04_the_highest_bid_signs_and_pays_it() {
    let mut table = drafting("scramble", 3, &[], 4);
    auction(&mut table, 3, &[10, 25, 24]);
    assert_eq!((table.state.draft.owner[3], table.state.draft.money[..3].to_vec()), (1, vec![100, 75, 100]));
    assert_eq!((table.state.draft.count[1], table.state.draft.spent), (1, 25));
    let mut second = drafting("scramble", 3, &[("scramble-price", "second-bid")], 4);
    auction(&mut second, 3, &[10, 25, 24]);
    assert_eq!(second.state.draft.money[1], 100 - 24);
    auction(&mut second, 4, &[0, 0, 9]);
    assert_eq!(second.state.draft.money[2], 99, "£1 where nobody else bids");
}

#[test]
fn tvs_scr_05_equal_bids_fewer_players_then_age_from_the_nominator() {
    // V19: bids 7, 7, 3; money 40, 12, 100; the first two have 3 and 2 players.
    let mut table = drafting("scramble", 3, &[], 5);
    table.state.draft.money[..3].copy_from_slice(&[40, 12, 100]);
    table.state.draft.count[..3].copy_from_slice(&[3, 2, 4]);
    auction(&mut table, 20, &[7, 7, 3]);
    assert_eq!((table.state.draft.owner[20], table.state.draft.money[1]), (1, 5));
    // Still equal: the first in age order starting from the nominator.
    for block in 0..12 {
        let mut table = drafting("scramble", 3, &[], block);
        let order = table.state.draft.order;
        auction(&mut table, 0, &[5, 5, 5]);
        assert_eq!(table.state.draft.owner[0], order[0]);
        table.state.draft.count = [0; 16];
        auction(&mut table, 1, &[5, 5, 5]);
        assert_eq!(table.state.draft.owner[1], order[1], "the second eldest nominated");
    }
    let lots: BTreeSet<u8> = (0..40)
        .map(|block| {
            let mut table = drafting("scramble", 3, &[("scramble-tie", "random")], block);
            auction(&mut table, 0, &[5, 5, 5]);
            table.state.draft.owner[0]
        })
        .collect();
    assert_eq!(lots.len(), 3);
}

#[test]
fn tvs_scr_06_between_one_pound_and_all_or_none() {
    let mut table = drafting("scramble", 3, &[], 6);
    table.state.draft.money[..3].copy_from_slice(&[2, 2, 2]);
    let seat = asked(&table);
    table.then(seat, Move::Nominate(0));
    assert_eq!(table.list(), [Move::Bid(0), Move::Bid(1), Move::Bid(2)]);
}

#[test]
fn tvs_scr_07_nomination_rotates_by_age_until_pool_or_money_is_gone() {
    let mut table = drafting("scramble", 3, &[], 7);
    let order = table.state.draft.order;
    for (index, place) in [0, 1, 2, 0, 1].into_iter().enumerate() {
        assert_eq!(asked(&table), order[place]);
        auction(&mut table, index as u8, &[1, 1, 1]);
    }
    let mut whim = whim(7);
    table.skip(&mut whim, |state| !matches!(state.stage, Stage::Nominate | Stage::Bid));
    let solvent = (0..3).any(|b: usize| table.state.draft.money[b] > 0 && table.state.draft.count[b] < 16);
    assert!(!solvent || table.state.draft.freed == table.state.draft.free.len() as u16);
}

#[test]
fn tvs_scr_08_who_cannot_bid_is_passed_over() {
    let mut table = drafting("scramble", 3, &[], 8);
    let order = table.state.draft.order;
    table.state.draft.money[usize::from(order[1])] = 0;
    auction(&mut table, 0, &[1, 1, 1]);
    assert_eq!(asked(&table), order[2], "no money, no nomination");
    auction(&mut table, 1, &[1, 1, 1]);
    assert_eq!(asked(&table), order[0], "the rotation goes on from who did nominate");
}

#[test]
fn tvs_scr_09_sixteen_players_end_the_bidding_of_a_boss() {
    let mut table = drafting("scramble", 3, &[], 9);
    let order = table.state.draft.order;
    table.state.draft.count[usize::from(order[2])] = 16;
    let seat = asked(&table);
    table.then(seat, Move::Nominate(0));
    let mut bidders = Vec::new();
    while table.state.stage == Stage::Bid {
        bidders.push(asked(&table));
        table.then(*bidders.last().unwrap(), Move::Bid(1));
    }
    bidders.sort_unstable();
    let mut expected = vec![order[0], order[1]];
    expected.sort_unstable();
    assert_eq!(bidders, expected);
    assert!(table.state.draft.money[usize::from(order[2])] == 100);
}

#[test]
fn tvs_draft_02_no_bid_breaks_the_star_limit() {
    // Under the house limit nobody bids beyond it, even for the last player of
    // fewest stars: only a pick, which must be made, may break it.
    let mut table = drafting("scramble", 3, &[("squad-star-cap-drafts", "26")], 12);
    let order = table.state.draft.order.map(usize::from);
    let star = table.state.draft.pool.iter().find(|&i| draft::pool_player(&table.state, i).stars == 2);
    let star = star.expect("a 2-star player");
    for index in 0..48 {
        if index != star {
            table.state.draft.pool.remove(index);
        }
    }
    // Eleven places open after this one: 13 + 2 + 11 = 26, 14 + 2 + 11 = 27.
    table.state.draft.count[..3].copy_from_slice(&[4; 3]);
    table.state.draft.stars[order[0]] = 13;
    table.state.draft.stars[order[1]] = 14;
    table.state.draft.stars[order[2]] = 14;
    let seat = asked(&table);
    table.then(seat, Move::Nominate(star));
    assert_eq!((asked(&table), table.state.stage), (order[0] as u8, Stage::Bid));
    table.then(order[0] as u8, Move::Bid(0));
    assert_ne!(table.state.stage, Stage::Bid, "nobody else is asked");
}

#[test]
fn tvs_scr_10_a_player_without_bids_is_a_free_transfer() {
    let mut table = drafting("scramble", 3, &[], 10);
    auction(&mut table, 5, &[0, 0, 0]);
    assert!(table.state.draft.free.contains(5));
    assert_eq!(table.state.draft.money[..3], [100; 3]);
}

#[test]
fn tvs_scr_11_when_all_money_is_gone_the_rest_is_free() {
    let mut table = drafting("scramble", 3, &[], 11);
    auction(&mut table, 0, &[100, 0, 0]);
    auction(&mut table, 1, &[0, 100, 0]);
    auction(&mut table, 2, &[0, 0, 99]);
    assert_eq!(table.state.stage, Stage::Nominate, "one pound is left");
    auction(&mut table, 3, &[0, 0, 1]);
    assert_eq!((table.state.stage, table.state.draft.freed), (Stage::Free, 44));
    assert_eq!(table.state.draft.pool.len(), 44);
}

/// V20: stars and open places A 30/2, B 24/1, C 27/0.
fn free_transfers(changes: &[(&str, &str)], stars: [u8; 3], open: [u8; 3]) -> Table<Stream> {
    let mut table = drafting("scramble", 3, changes, 12);
    let left: u8 = open.iter().sum();
    // All but the last players belong to somebody.
    let mut owners = Vec::new();
    for (boss, places) in (0..3).zip(open) {
        owners.extend(std::iter::repeat_n(boss, usize::from(16 - places)));
    }
    for (index, owner) in (0..48 - left).zip(owners) {
        table.state.draft.owner[usize::from(index)] = owner;
        table.state.draft.pool.remove(index);
    }
    for boss in 0..3 {
        table.state.draft.count[boss] = 16 - open[boss];
        table.state.draft.stars[boss] = stars[boss];
        table.state.draft.money[boss] = u16::from(boss == 0);
    }
    // The last pound goes on nobody: everything left becomes free.
    let seat = (0..3).find(|&b: &u8| table.state.draft.money[usize::from(b)] > 0).unwrap();
    table.state.draft.asked = seat;
    table.state.draft.turn = u16::from(table.state.draft.place(seat, 3));
    for index in 48 - left..48 {
        if table.state.stage != Stage::Nominate {
            break;
        }
        table.then(seat, Move::Nominate(index));
        if table.state.stage == Stage::Bid {
            table.then(seat, Move::Bid(0));
        }
    }
    assert_eq!(table.state.stage, Stage::Free);
    table
}

#[test]
fn tvs_scr_12_fewest_stars_pick_free_transfers_first() {
    let mut table = free_transfers(&[], [30, 24, 27], [2, 1, 0]);
    for seat in [1, 0, 0] {
        let first = table.list()[0];
        table.then(seat, first);
    }
    assert_eq!(table.state.stage, Stage::Match);
    assert!(table.state.draft.count[..3].iter().all(|&count| count == 16));
}

#[test]
fn tvs_scr_13_the_order_is_fixed_equals_by_age() {
    // A has fewest stars and takes the best each time; fixed, A stays first.
    for (value, order) in [("fixed", [0, 1, 0, 1]), ("recomputed", [0, 1, 1, 0])] {
        let mut table = free_transfers(&[("free-transfer-order", value)], [20, 21, 30], [2, 2, 0]);
        for (pick, seat) in order.into_iter().enumerate() {
            if pick == 1 {
                // A's first free transfer was dear: A has most stars now.
                table.state.draft.stars[0] = 40;
            }
            let list = table.list();
            let stars = |m: &Move| match m {
                Move::Pick(index) => draft::pool_player(&table.state, *index).stars,
                _ => 0,
            };
            let best = *list.iter().max_by_key(|m| stars(m)).unwrap();
            table.then(seat, best);
        }
        assert_eq!(table.state.stage, Stage::Match);
    }
    let mut table = drafting("scramble", 3, &[], 13);
    table.state.draft.money[..3].copy_from_slice(&[0, 0, 1]);
    let order = table.state.draft.order;
    let seat = 2;
    table.state.draft.asked = seat;
    while table.state.stage != Stage::Free {
        let first = table.list()[0];
        table.then(seat, first);
    }
    assert_eq!(table.state.draft.queue[..3], order[..3], "equal stars in age order");
}
