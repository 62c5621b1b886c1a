//! Ledger 1.11: Sales tiles.

use super::*;

/// Seat 0 owns two starters and stands on a Sales tile with bonus 2.
fn shop(changes: &[(&str, &str)]) -> Bench {
    let mut b = Bench::new(changes);
    b.own(0, FIRST_STARTER as u8);
    b.own(0, FIRST_STARTER as u8 + 1);
    let sales = b.tile(Kind::Sales, 1);
    assert_eq!(b.r.prints[usize::from(sales)].bonus, 2);
    b.enter(sales);
    assert_eq!(b.s.question, Question::Sale);
    b
}

#[test]
fn tos_sale_01_a_sales_tile_stays_for_others() {
    let mut b = shop(&[]);
    let sales = b.s.market.space[0];
    b.answer(code(moves::SELL, 0), &[0]);
    assert_eq!(b.s.market.space[0], sales);
    b.own(1, FIRST_STARTER as u8 + 6);
    b.s.clubs[1].car = b.north(0);
    assert_eq!(b.s.asked, 1);
    b.answer(code(moves::ENTER, 0), &[]);
    assert_eq!((b.s.question, b.s.asked), (Question::Sale, 1), "another player on the same day");
    b.s.market.left = [0; 4];
    b.act(|play| play.move_market());
    assert_eq!(b.s.market.space[0], sales);
    b.act(|play| play.move_market());
    assert_eq!(b.s.market.space[0], NONE, "two weeks at most");
}

#[test]
fn tos_sale_02_one_footballer_is_offered_and_the_turn_ends() {
    let mut b = shop(&[]);
    assert_eq!(b.legal(), [moves::NO, code(moves::SELL, 0), code(moves::SELL, 1)]);
    b.answer(code(moves::SELL, 1), &[0]);
    assert_eq!((b.s.clubs[0].squad(), b.s.asked), (&[FIRST_STARTER as u8][..], 1));
    let mut b = Bench::new(&[]);
    let sales = b.tile(Kind::Sales, 0);
    b.lay(0, sales);
    b.turn(0, 4);
    assert!(!b.legal().contains(&code(moves::ENTER, 0)), "with nobody to sell it cannot be used");
}

#[test]
fn tos_sale_03_the_footballer_is_named_before_the_roll() {
    let mut b = shop(&[]);
    // The answer alone asks for the die: an empty script would fail.
    b.answer(code(moves::SELL, 0), &[5]);
    assert_eq!((b.s.question, b.s.tile), (Question::Fee, 0));
}

#[test]
fn tos_sale_04_a_bill_face_sells_without_cost() {
    for face in 0..4 {
        let mut b = shop(&[]);
        b.answer(code(moves::SELL, 0), &[face]);
        assert_eq!((b.cash(0), b.s.clubs[0].size), (5 + 4, 1));
    }
}

#[test]
fn tos_sale_05_a_broken_face_asks_the_fee_or_fails() {
    for (pays, cash, size) in [(true, 5 - 2 + 4, 1), (false, 5, 2)] {
        let mut b = shop(&[]);
        b.answer(code(moves::SELL, 0), &[4]);
        assert_eq!((b.s.question, b.s.bill), (Question::Fee, 2), "two broken faces");
        b.answer(u16::from(pays), &[]);
        assert_eq!((b.cash(0), b.s.clubs[0].size, b.s.asked), (cash, size, 1));
    }
    let mut b = shop(&[]);
    b.s.clubs[0].secretary = b.tile(Kind::Secretary, 0);
    b.answer(code(moves::SELL, 0), &[5]);
    assert_eq!(b.s.bill, 1, "one broken face");
}

#[test]
fn tos_sale_06_the_footballer_leaves_for_value_and_bonus() {
    let mut b = shop(&[]);
    let balance = b.balance(0);
    b.answer(code(moves::SELL, 0), &[0]);
    assert_eq!((b.cash(0), b.balance(0)), (5 + 2 + 2, balance + 1));
    assert_eq!(b.s.market.pile_size, 0, "out of the game");
    assert!(!b.s.market.space.contains(&(FIRST_STARTER as u8)));
}

#[test]
fn tos_sale_07_the_amounts_beside_the_bills_do_not_count() {
    let cash: Vec<i16> = (0..4)
        .map(|face| {
            let mut b = shop(&[]);
            b.answer(code(moves::SELL, 0), &[face]);
            b.cash(0)
        })
        .collect();
    assert_eq!(cash, [9; 4]);
}

#[test]
fn tos_sale_08_the_fee_must_be_there_before_the_sale() {
    for (cash, asked) in [(1, false), (2, true)] {
        let mut b = shop(&[]);
        b.s.clubs[0].cash = cash;
        b.answer(code(moves::SELL, 0), &[4]);
        assert_eq!(b.s.question == Question::Fee, asked);
        assert_eq!(b.s.clubs[0].size, 2);
    }
}

#[test]
fn tos_sale_09_footballers_of_the_line_up_may_be_sold() {
    let mut b = shop(&[]);
    b.s.clubs[0].eleven[0] = FIRST_STARTER as u8;
    assert!(b.legal().contains(&code(moves::SELL, 0)));
    b.answer(code(moves::SELL, 0), &[0]);
    assert_eq!(b.s.clubs[0].eleven, [NONE; SLOTS]);
}
