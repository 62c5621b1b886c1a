//! Ledger 1.8 and 1.9: contracts and friendlies.

use super::*;

#[test]
fn tos_con_01_one_contract_of_each_sort() {
    let mut b = Bench::new(&[]);
    let (adv, tv) = (b.tile(Kind::Advertising, 0), b.tile(Kind::Television, 0));
    b.enter(adv);
    b.enter(tv);
    assert_eq!(b.s.clubs[0].contracts, [adv, tv]);
    let better = b.tile(Kind::Advertising, 3);
    b.enter(better);
    assert_eq!(b.s.clubs[0].contracts, [better, tv]);
}

#[test]
fn tos_con_02_the_old_contract_goes_to_the_emptied_space_with_a_cube() {
    let mut b = Bench::new(&[]);
    let (old, new) = (b.tile(Kind::Television, 0), b.tile(Kind::Television, 3));
    b.s.clubs[0].contracts[1] = old;
    b.enter(new);
    assert_eq!((b.s.market.space[0], b.s.market.cube(0)), (old, true));
}

#[test]
fn tos_con_03_the_returned_contract_opens_by_its_own_gap() {
    let mut b = Bench::new(&[]);
    let (old, new) = (b.tile(Kind::Television, 0), b.tile(Kind::Television, 3));
    b.r.tiles[usize::from(old)] = b.word(old).gapped(2);
    b.s.clubs[1].cash = 20;
    b.s.clubs[0].contracts[1] = old;
    b.enter(new);
    b.turn(b.r.map.parking[0][2], 3);
    assert!(b.legal().contains(&code(moves::ENTER, 0)));
    b.turn(b.r.map.parking[0][3], 3);
    assert!(!b.legal().contains(&code(moves::ENTER, 0)));
}

#[test]
fn tos_con_04_a_contract_has_weekly_home_and_victory_amounts() {
    let mut b = Bench::new(&[]);
    let tile = b.tile(Kind::Advertising, 5);
    assert_eq!(b.r.prints[usize::from(tile)].amounts, [4, 3, 2]);
    let balance = b.balance(0);
    b.s.clubs[0].contracts[0] = tile;
    assert_eq!(b.balance(0), balance + 4);
    assert_eq!([1, 2].map(|amount| contract_sum(&b.r, &b.s.clubs[0], amount)), [3, 2]);
}

#[test]
fn tos_con_05_clubs_start_without_contracts() {
    assert!(fresh(&[], 0).1.clubs.iter().all(|club| club.contracts == [NONE; 2]));
}

#[test]
fn tos_fri_01_one_friendly_at_a_time() {
    let mut b = Bench::new(&[]);
    let (first, second) = (b.tile(Kind::Friendly, 0), b.tile(Kind::Friendly, 1));
    b.enter(first);
    assert_eq!(b.s.clubs[0].friendly, first);
    b.lay(0, second);
    b.s.clubs[0].cash = 20;
    for (held, offered) in [(first, false), (NONE, true)] {
        b.s.clubs[0].friendly = held;
        for (street, how) in [(b.north(0), moves::ENTER), (b.south(0), moves::FORCE)] {
            b.turn(street, 4);
            assert_eq!(b.legal().contains(&code(how, 0)), offered, "{how} while holding {held}");
        }
    }
}

#[test]
fn tos_fri_02_it_is_cashed_on_the_next_wednesday_without_a_cup_match() {
    let mut b = Bench::new(&[]);
    let friendly = b.tile(Kind::Friendly, 0);
    b.s.clubs[0].friendly = friendly;
    b.s.day = 1;
    b.act(|play| play.market_turn(0));
    assert_eq!(b.s.clubs[0].friendly, friendly, "not on Tuesday");
    b.s.day = 2;
    b.act(|play| play.market_turn(0));
    assert_eq!((b.s.clubs[0].friendly, b.s.next), (NONE, Next::Market(1)), "the Wednesday is used up");
}

#[test]
fn tos_fri_03_a_pre_season_friendly_waits_for_sunday() {
    for (mode, wednesday, sunday) in [("sunday", false, true), ("next-wednesday", true, false)] {
        let mut b = Bench::new(&[("preseason-friendly-day", mode)]);
        let friendly = b.tile(Kind::Friendly, 0);
        b.s.clubs[0].friendly = friendly;
        (b.s.week, b.s.day) = (0, 2);
        b.act(|play| play.market_turn(0));
        assert_eq!(b.s.clubs[0].friendly == NONE, wednesday);
        b.s.clubs[0].friendly = friendly;
        b.s.day = 6;
        b.act(|play| play.day());
        assert_eq!(b.s.clubs[0].friendly == NONE, sunday);
    }
}

#[test]
fn tos_fri_04_a_friendly_pays_its_printed_money() {
    let mut b = Bench::new(&[]);
    for k in 0..7 {
        let friendly = b.tile(Kind::Friendly, k);
        let (deck, cash) =
            (i16::from(b.r.prints[usize::from(friendly)].deck), i16::from(b.word(friendly).cash()));
        assert!((3 + deck..=4 + deck).contains(&cash));
        b.s.clubs[0].friendly = friendly;
        let before = b.cash(0);
        b.act(|play| play.cash_friendly(0));
        assert_eq!(b.cash(0) - before, cash);
    }
}

#[test]
fn tos_fri_05_a_friendly_left_at_the_end_is_worth_nothing() {
    let account = |friendly: bool| {
        let mut b = Bench::new(&[]);
        b.s.clubs[0].cash = 9;
        if friendly {
            b.s.clubs[0].friendly = b.tile(Kind::Friendly, 6);
        }
        b.luck(0, |play| play.score());
        b.s.accounts[0]
    };
    assert_eq!(account(true), account(false));
}
