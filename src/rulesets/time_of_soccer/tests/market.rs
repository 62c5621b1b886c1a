//! Ledger 1.5, 1.6 and 1.12: market turns, forced acquisitions, movement.

use super::*;

/// A footballer with price 3 and salary 1.
fn cheap(b: &mut Bench, index: usize) -> u8 {
    let tile = b.tile(Kind::Footballer, index);
    b.r.tiles[usize::from(tile)] = b.word(tile).priced(3, 1);
    tile
}

/// A cheap footballer on space 0, its parking on the north side.
fn laid() -> (Bench, u8) {
    let mut b = Bench::new(&[]);
    let tile = cheap(&mut b, 0);
    b.lay(0, tile);
    (b, tile)
}

/// Seat 0 with 20 $ south of that footballer: it can only be forced.
fn beside() -> (Bench, u8) {
    let (mut b, tile) = laid();
    b.s.clubs[0].cash = 20;
    b.turn(b.south(0), 4);
    (b, tile)
}

/// The next seat is asked: seat 0's turn is over.
fn over(b: &Bench) -> bool {
    (b.s.question, b.s.asked, b.s.points_left) == (Question::Step, 1, 4)
}

#[test]
fn tos_mkt_01_a_turn_has_the_scouts_operation_points() {
    let mut b = Bench::new(&[]);
    b.act(|play| play.market_turn(0));
    assert_eq!((b.s.question, b.s.asked, b.s.points_left), (Question::Step, 0, 4));
    b.s.clubs[1].scout = b.tile(Kind::Scout, 4);
    b.act(|play| play.market_turn(1));
    assert_eq!((b.s.asked, b.s.points_left), (1, 7));
}

#[test]
fn tos_mkt_02_each_operation_costs_one_point() {
    let mut b = Bench::new(&[]);
    b.turn(0, 4);
    b.answer(code(moves::MOVE, 1), &[]);
    assert_eq!(b.s.points_left, 3);
    let tile = cheap(&mut b, 0);
    b.lay(1, tile);
    b.answer(code(moves::ENTER, 1), &[]);
    assert_eq!(b.s.clubs[0].log.unspent, 2);
    let tile = cheap(&mut b, 1);
    b.lay(0, tile);
    b.turn(b.south(0), 4);
    b.s.clubs[0].cash = 20;
    b.answer(code(moves::FORCE, 0), &[0]);
    assert_eq!(b.s.points_left, 3);
    b.turn(0, 1);
    b.answer(code(moves::MOVE, 1), &[]);
    assert!(over(&b), "the last point ends the turn");
}

#[test]
fn tos_mkt_03_cars_follow_the_signs() {
    let mut b = Bench::new(&[]);
    for street in 0..40 {
        b.turn(street, 2);
        let offered: Vec<u16> = b.legal().into_iter().filter(|&m| m >> 8 == u16::from(moves::MOVE)).collect();
        let signs = b.r.map.next[0][usize::from(street)].as_slice();
        assert_eq!(offered, signs.iter().map(|&s| code(moves::MOVE, s)).collect::<Vec<_>>());
    }
    b.turn(0, 2);
    b.answer(code(moves::MOVE, 21), &[]);
    assert_eq!(b.s.clubs[0].car, 21);
}

#[test]
fn tos_mkt_04_cars_never_block() {
    let mut b = Bench::new(&[]);
    for seat in 1..4 {
        b.s.clubs[seat].car = 1;
    }
    b.turn(0, 2);
    b.answer(code(moves::MOVE, 1), &[]);
    assert!(b.s.clubs.iter().all(|club| club.car == 1));
}

#[test]
fn tos_mkt_05_a_parking_is_entered_from_its_own_street_space() {
    let mut b = Bench::new(&[]);
    let tile = cheap(&mut b, 0);
    for gap in 0..4 {
        b.r.tiles[usize::from(tile)] = b.word(tile).gapped(gap);
        b.s.market.space[5] = tile;
        let opens = b.r.map.parking[5][usize::from(gap)];
        for street in 0..40 {
            b.turn(street, 1);
            assert_eq!(b.legal().contains(&code(moves::ENTER, 5)), street == opens);
        }
    }
}

#[test]
fn tos_mkt_06_acquiring_ends_the_turn() {
    let (mut b, tile) = laid();
    b.turn(0, 4);
    b.answer(code(moves::ENTER, 0), &[]);
    assert!(over(&b));
    assert_eq!((b.s.clubs[0].log.unspent, b.s.clubs[0].squad()), (3, &[tile][..]));
}

#[test]
fn tos_mkt_07_the_car_returns_to_its_street() {
    let mut b = Bench::new(&[]);
    let tile = cheap(&mut b, 0);
    b.lay(9, tile);
    b.turn(b.north(9), 4);
    b.answer(code(moves::ENTER, 9), &[]);
    assert_eq!(b.s.clubs[0].car, b.north(9));
    let sales = b.tile(Kind::Sales, 0);
    b.own(0, tile);
    b.lay(9, sales);
    b.turn(b.north(9), 4);
    b.answer(code(moves::ENTER, 9), &[]);
    b.answer(moves::NO, &[]);
    assert_eq!(b.s.clubs[0].car, b.north(9));
}

#[test]
fn tos_mkt_08_a_player_may_stop_at_any_time() {
    for points in 1..=4 {
        let mut b = Bench::new(&[]);
        b.turn(7, points);
        b.answer(moves::NO, &[]);
        assert!(over(&b));
        assert_eq!((b.s.clubs[0].car, b.s.clubs[0].log.unspent), (7, u16::from(points)));
    }
}

#[test]
fn tos_mkt_09_only_footballers_and_managers_have_a_price() {
    for (extra, other) in [("0", 0), ("3", 3)] {
        let mut b = Bench::new(&[("tile-other-price", extra)]);
        for kind in Kind::ALL {
            let tile = b.tile(kind, 0);
            let expected = match kind {
                Kind::Footballer | Kind::Manager => b.word(tile).price(),
                Kind::Sales => 0,
                _ => other,
            };
            b.s.clubs[0].cash = 20;
            b.s.clubs[0].press = [NONE; 2];
            b.own(0, 150);
            b.lay(0, tile);
            b.turn(0, 1);
            b.answer(code(moves::ENTER, 0), &[]);
            assert_eq!(b.cash(0), 20 - expected, "{}", kind.name());
        }
    }
}

#[test]
fn tos_mkt_10_the_price_must_be_there_in_full() {
    let (mut b, _) = laid();
    for (cash, enters) in [(2, false), (3, true), (-1, false)] {
        b.s.clubs[0].cash = cash;
        b.turn(0, 1);
        assert_eq!(b.legal().contains(&code(moves::ENTER, 0)), enters, "{cash} $");
    }
    let contract = b.tile(Kind::Television, 0);
    b.lay(0, contract);
    b.turn(0, 1);
    assert!(b.legal().contains(&code(moves::ENTER, 0)), "a price of 0 can be paid in debt");
    let friendly = b.tile(Kind::Friendly, 0);
    b.lay(0, friendly);
    b.s.clubs[0].friendly = b.tile(Kind::Friendly, 1);
    assert!(!b.legal().contains(&code(moves::ENTER, 0)), "the holding limit counts");
}

#[test]
fn tos_mkt_11_an_empty_space_cannot_be_entered_but_driven_round() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].cash = 50;
    for street in 0..40 {
        b.turn(street, 4);
        assert!(b.legal().iter().all(|m| m >> 8 <= u16::from(moves::MOVE)));
        assert!(b.legal().len() > 1);
    }
}

#[test]
fn tos_force_01_a_touched_tile_with_another_parking_can_be_forced() {
    let mut b = Bench::new(&[]);
    let tile = cheap(&mut b, 0);
    b.lay(5, tile);
    b.s.clubs[0].cash = 20;
    let sides = b.r.map.sides[5];
    for street in 0..40 {
        b.turn(street, 1);
        let touches = sides.contains(&street) && street != b.north(5);
        assert_eq!(b.legal().contains(&code(moves::FORCE, 5)), touches);
    }
    b.turn(b.south(5), 1);
    b.answer(code(moves::FORCE, 5), &[2]);
    assert_eq!((b.s.question, b.s.bill), (Question::Bill, 4), "one die on the own secretary");
    let mut b = Bench::new(&[("forced-purchase", "off")]);
    let tile = cheap(&mut b, 0);
    b.lay(5, tile);
    b.s.clubs[0].cash = 20;
    b.turn(b.south(5), 1);
    assert!(!b.legal().contains(&code(moves::FORCE, 5)));
}

#[test]
fn tos_force_02_a_secretary_maps_each_face_to_a_bill_or_broken() {
    let mut b = Bench::new(&[]);
    for (secretary, faces) in [
        (START_SECRETARY, [2, 3, 4, 5, 0, 0]),
        (b.tile(Kind::Secretary, 0), [1, 2, 3, 4, 5, 0]),
        (b.tile(Kind::Secretary, 2), [1, 1, 2, 2, 3, 0]),
    ] {
        b.s.clubs[0].secretary = secretary;
        for (face, bill) in (0..6).zip(faces) {
            assert_eq!(b.with(hits(&[face]), |play| play.secretary(0)), (face as u8 + 1, bill));
        }
    }
}

#[test]
fn tos_force_03_broken_negotiations_end_the_turn_with_nothing() {
    let (mut b, tile) = beside();
    b.answer(code(moves::FORCE, 0), &[4]);
    assert!(over(&b));
    assert_eq!((b.cash(0), b.s.clubs[0].size, b.s.market.space[0]), (20, 0, tile));
}

#[test]
fn tos_force_04_the_bill_is_paid_on_top_or_declined_and_the_turn_ends() {
    for (pays, cash, size) in [(true, 20 - 3 - 5, 1), (false, 20, 0)] {
        let (mut b, _) = beside();
        b.answer(code(moves::FORCE, 0), &[3]);
        assert_eq!(b.legal(), [moves::NO, moves::YES]);
        b.answer(u16::from(pays), &[]);
        assert!(over(&b));
        assert_eq!((b.cash(0), b.s.clubs[0].size), (cash, size));
    }
}

#[test]
fn tos_force_05_the_car_stays_on_its_street() {
    let (mut b, _) = beside();
    b.answer(code(moves::FORCE, 0), &[0]);
    b.answer(moves::YES, &[]);
    assert_eq!((b.s.clubs[0].car, b.s.clubs[0].size), (b.south(0), 1));
}

#[test]
fn tos_force_06_every_kind_but_sales_can_be_forced() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].cash = 40;
    b.own(0, 150);
    for kind in Kind::ALL {
        let tile = b.tile(kind, 0);
        b.lay(0, tile);
        b.turn(b.south(0), 4);
        assert_eq!(b.legal().contains(&code(moves::FORCE, 0)), kind != Kind::Sales, "{}", kind.name());
    }
}

#[test]
fn tos_force_07_hopeless_attempts_are_not_offered_and_dear_bills_are_declined() {
    let (mut b, _) = laid();
    for (cash, offered) in [(4, false), (5, true)] {
        b.s.clubs[0].cash = cash;
        b.turn(b.south(0), 4);
        assert_eq!(b.legal().contains(&code(moves::FORCE, 0)), offered, "price 3, lowest bill 2");
    }
    b.answer(code(moves::FORCE, 0), &[1]);
    assert!(over(&b), "a bill of 3 cannot be paid from 5 $");
    assert_eq!((b.cash(0), b.s.clubs[0].size), (5, 0));
    let friendly = b.tile(Kind::Friendly, 0);
    b.lay(0, friendly);
    for (cash, offered) in [(1, false), (2, true)] {
        b.s.clubs[0].cash = cash;
        b.turn(b.south(0), 4);
        assert_eq!(b.legal().contains(&code(moves::FORCE, 0)), offered, "a free tile needs the lowest bill");
    }
    b.s.clubs[0].friendly = b.tile(Kind::Friendly, 1);
    assert!(!b.legal().contains(&code(moves::FORCE, 0)), "the holding limit counts");
}

#[test]
fn tos_move_01_the_market_moves_every_saturday() {
    for week in [0, 1, 10] {
        let mut b = Bench::new(&[]);
        (b.s.week, b.s.day) = (week, 5);
        b.s.market.left = [0; 4];
        b.s.market.space[2] = 9;
        b.act(|play| play.end_day());
        assert_eq!(b.s.market.cubes, 1 << 2, "week {week}");
    }
}

#[test]
fn tos_move_02_cubes_go_cubes_come_gaps_are_filled() {
    let mut b = Bench::new(&[]);
    b.s.market.space[0] = 100;
    b.s.market.space[1] = 101;
    b.s.market.cubes = 1;
    b.luck(1, |play| play.move_market());
    assert_eq!(b.s.market.space[1], 101);
    assert_ne!(b.s.market.space[0], 100);
    assert!(b.s.market.space[..16].iter().all(|&t| t != NONE));
    assert_eq!(b.s.market.cubes, 0b10, "only what stayed carries a cube");
    assert_eq!(b.s.log.discarded, 1);
}

#[test]
fn tos_move_03_no_tile_stays_through_more_than_two_saturdays() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    // Weeks in which each tile is seen on Tuesday.
    let mut seen = vec![BTreeSet::new(); MARKET];
    season(&r, 8, |s| {
        if s.day == 1 {
            for &tile in s.market.space.iter().filter(|&&t| t != NONE) {
                seen[usize::from(tile)].insert(s.week);
            }
        }
    });
    let contract = |t: usize| matches!(r.prints[t].kind, Kind::Advertising | Kind::Television);
    for (tile, weeks) in seen.iter().enumerate() {
        // A contract may come back to the market from a club.
        assert!(weeks.len() <= 2 || contract(tile), "tile {tile} in weeks {weeks:?}");
    }
    assert!(seen.iter().any(|weeks| weeks.len() == 2));
}

#[test]
fn tos_move_04_the_next_deck_follows_in_the_middle_of_a_refill() {
    let mut b = Bench::new(&[]);
    b.s.market.left[0] = 7 + 3;
    b.luck(2, |play| play.refill());
    let decks: Vec<u8> = b.s.market.space[..16].iter().map(|&t| b.r.prints[usize::from(t)].deck).collect();
    assert_eq!(decks, [[0; 3].as_slice(), &[1; 13]].concat());
}

#[test]
fn tos_move_05_spaces_are_refilled_in_printed_order() {
    let mut b = Bench::new(&[]);
    b.s.market.space[..16].fill(120);
    for space in [2, 7, 11] {
        b.s.market.space[space] = NONE;
    }
    b.with(Script::default().then_cards(&[30, 4, 17]), |play| play.refill());
    assert_eq!([2, 7, 11].map(|s| b.s.market.space[s]), [30, 4, 17]);
}

#[test]
fn tos_move_06_after_deck_4_the_market_empties() {
    let mut b = Bench::new(&[]);
    b.s.market.left = [7; 4];
    b.s.market.space[4] = 130;
    b.act(|play| play.move_market());
    assert_eq!((b.s.market.space[4], b.s.market.cubes), (130, 1 << 4));
    b.act(|play| {
        play.move_market();
        assert!(play.market_dead());
    });
    assert_eq!((b.s.market.deck, b.s.log.discarded), (4, 1));
}
