//! Ledger 1.4: Collection and the economic balance.

use super::*;

#[test]
fn tos_coll_01_the_balance_is_paid_in_its_direction() {
    for (fans, cash) in [(15, 5 + 10), (2, 5), (0, 5 - 2)] {
        let mut b = Bench::new(&[]);
        b.s.clubs[0].fans = fans;
        b.act(|play| play.collect(0));
        assert_eq!(b.cash(0), cash, "{fans} fans");
    }
}

#[test]
fn tos_coll_02_collection_is_held_in_the_pre_season() {
    let mut b = Bench::new(&[]);
    b.s.week = 0;
    b.act(|play| play.monday());
    assert_eq!(b.cash(0), 5 + 10);
}

#[test]
fn tos_coll_03_who_cannot_pay_goes_into_debt() {
    let setup = |mode: &'static str| {
        let mut b = Bench::new(&[("insolvency", mode)]);
        b.s.clubs[0].fans = 0;
        b.s.clubs[0].cash = 1;
        let footballers: Vec<u8> = (0..3).map(|k| b.tile(Kind::Footballer, 30 + k)).collect();
        for (k, &tile) in footballers.iter().enumerate() {
            b.r.tiles[usize::from(tile)] = b.word(tile).priced([4, 2, 2][k], 1);
            b.own(0, tile);
        }
        b.act(|play| play.collect(0));
        (b, footballers)
    };
    let (mut b, footballers) = setup("debt");
    assert_eq!((b.cash(0), b.s.clubs[0].size), (1 - 5, 3));
    b.turn(b.north(0), 4);
    b.lay(0, footballers[0]);
    assert!(!b.legal().contains(&code(moves::ENTER, 0)), "no voluntary payment in debt");
    let staff = b.tile(Kind::Friendly, 0);
    b.lay(0, staff);
    assert!(b.legal().contains(&code(moves::ENTER, 0)), "what is free may be taken");
    let (b, _) = setup("forgive");
    assert_eq!((b.cash(0), b.s.clubs[0].size), (0, 3));
    let (b, footballers) = setup("forced-sale");
    assert_eq!((b.cash(0), b.s.clubs[0].squad()), (0, &footballers[..1]), "the two cheapest go for 2 each");
}

#[test]
fn tos_eco_01_income_is_fans_and_weekly_contracts() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].salaries = 0;
    assert_eq!(b.balance(0), 13);
    b.s.clubs[0].contracts = [b.tile(Kind::Advertising, 5), NONE];
    assert_eq!(b.balance(0), 13 + 4);
    b.s.clubs[0].contracts[1] = b.tile(Kind::Television, 1);
    assert_eq!(b.balance(0), 13 + 4 + 2);
    b.s.clubs[0].fans = 20;
    assert_eq!(b.balance(0), 20 + 4 + 2);
}

#[test]
fn tos_eco_02_expenses_are_all_salaries() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut dearest = 0;
    season(&r, 5, |s| {
        for club in &s.clubs {
            let held = club.squad().iter().chain(club.managers()).copied().chain(club.staff());
            let sum: i16 = held.map(|t| s.word(&r, t).salary()).sum();
            assert_eq!(club.salaries, sum);
            dearest = dearest.max(sum);
        }
    });
    assert!(dearest > 8, "the season saw hires");
}

#[test]
fn tos_eco_03_balance_is_income_less_expenses() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].fans = 13;
    b.s.clubs[0].salaries = 19;
    assert_eq!(b.balance(0), -6);
}

#[test]
fn tos_eco_04_the_marker_stops_at_minus_5_and_plus_10() {
    let mut b = Bench::new(&[]);
    // E8 is the second row.
    for (fans, salaries, shown) in [(13, 19, -5), (30, 15, 10), (30, 20, 10), (13, 9, 4)] {
        b.s.clubs[0].fans = fans;
        b.s.clubs[0].salaries = salaries;
        assert_eq!(b.s.shown_balance(&b.r, 0), shown);
        let before = b.cash(0);
        b.act(|play| play.collect(0));
        assert_eq!(b.cash(0) - before, shown, "the shown number is what is collected");
    }
}

#[test]
fn tos_eco_05_the_surplus_beyond_the_marker_is_remembered() {
    let mut b = Bench::new(&[]);
    // E7.
    b.s.clubs[0].salaries = 19;
    assert_eq!((b.balance(0), b.s.shown_balance(&b.r, 0)), (-6, -5));
    b.s.clubs[0].salaries -= 1;
    assert_eq!((b.balance(0), b.s.shown_balance(&b.r, 0)), (-5, -5), "one step up from −6 is −5, not −4");
    b.s.clubs[0].fans = 40;
    b.s.clubs[0].salaries = 25;
    b.own(0, 0);
    assert_eq!((b.balance(0), b.s.shown_balance(&b.r, 0)), (14, 10), "15 less 1, not 10 less 1");
}

#[test]
fn tos_eco_06_what_raises_and_what_lowers_the_balance() {
    let mut b = Bench::new(&[]);
    let start = b.balance(0);
    let footballer = b.tile(Kind::Footballer, 70);
    let salary = b.word(footballer).salary();
    b.own(0, footballer);
    assert_eq!(b.balance(0), start - salary);
    b.act(|play| play.depart(0, 0));
    assert_eq!(b.balance(0), start);
    let manager = b.tile(Kind::Manager, 8);
    b.employ(0, manager);
    assert_eq!(b.balance(0), start - 2);
    b.s.clubs[0].contracts[0] = b.tile(Kind::Advertising, 0);
    assert_eq!(b.balance(0), start - 2 + 1);
    assert_eq!(satisfy(&b.r, &mut b.s.clubs[0], 5), 1);
    assert_eq!(b.balance(0), start - 2 + 1 + 1);
    // Dearer staff: what it earns more than the one it replaces.
    b.s.clubs[0].cash = 90;
    let scout = b.tile(Kind::Scout, 0);
    b.r.tiles[usize::from(scout)] = b.word(scout).priced(3, 3);
    let dearer = 3 - b.word(START_SCOUT).salary();
    assert!(dearer > 0);
    b.enter(scout);
    assert_eq!(b.balance(0), start - 2 + 1 + 1 - dearer);
    // A dismissal gives back the salary of who goes: 2 here, for one of 1.
    let (third, fourth) = (b.tile(Kind::Manager, 0), b.tile(Kind::Manager, 1));
    b.employ(0, third);
    let before = b.balance(0);
    b.enter(fourth);
    b.answer(code(moves::DISMISS, 1), &[]);
    assert!(!b.s.clubs[0].managers().contains(&manager));
    assert_eq!(b.balance(0), before + 2 - 1);
}
