//! Ledger 1.7: footballers, managers, staff.

use super::*;

/// A bench on which seat 0 has three managers and 30 $.
fn full_house() -> (Bench, [u8; 2], u8) {
    let mut b = Bench::new(&[]);
    let hired = [b.tile(Kind::Manager, 0), b.tile(Kind::Manager, 5)];
    b.employ(0, hired[0]);
    b.employ(0, hired[1]);
    b.s.clubs[0].cash = 30;
    let new = b.tile(Kind::Manager, 8);
    (b, hired, new)
}

#[test]
fn tos_fp_01_a_footballer_is_paid_for_and_joins_the_squad() {
    let mut b = Bench::new(&[]);
    let tile = b.tile(Kind::Footballer, 60);
    let (price, salary) = (b.word(tile).price(), b.word(tile).salary());
    b.s.clubs[0].cash = 30;
    let balance = b.balance(0);
    b.enter(tile);
    assert_eq!((b.s.clubs[0].squad(), b.cash(0)), (&[tile][..], 30 - price));
    assert_eq!(b.balance(0), balance - salary);
    assert_eq!(b.s.market.space[0], NONE);
}

#[test]
fn tos_fp_02_what_a_footballer_shows() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let all = (0..MARKET).chain(FIRST_STARTER..FIRST_UNIQUE + UNIQUES);
    for t in all.filter(|&t| r.prints[t].kind == Kind::Footballer) {
        let (word, print) = (r.tiles[t], &r.prints[t]);
        assert!(word.price() >= 2 && (1..=4).contains(&word.salary()) && (1..=99).contains(&word.shirt()));
        assert!((1..=4).contains(&print.slots.count_ones()));
        assert!((0..7).all(|k| word.skill(k) <= 12) && word.skill(print.main) >= 1);
        assert!((0..4).all(|side| word.icon(side) <= 5));
        if print.deck < 4 {
            let price = word.price();
            let salary = 1 + i16::from(price > 4) + i16::from(price > 8) + i16::from(price > 12);
            assert_eq!(word.salary(), salary);
        }
    }
    let strikers = (0..MARKET).filter(|&t| r.prints[t].slots == 0b110_0000_0000).count();
    assert_eq!(strikers, 11);
}

#[test]
fn tos_fp_03_a_club_may_own_any_number_of_footballers() {
    let mut b = Bench::new(&[]);
    let footballers: Vec<u8> = (0..75).map(|k| b.tile(Kind::Footballer, k)).collect();
    for &tile in &footballers[..74] {
        b.own(0, tile);
    }
    b.s.clubs[0].cash = 60;
    b.enter(footballers[74]);
    assert_eq!(b.s.clubs[0].squad().len(), 75);
}

#[test]
fn tos_mgr_01_a_manager_is_paid_for_and_joins_the_list() {
    let mut b = Bench::new(&[]);
    let tile = b.tile(Kind::Manager, 3);
    b.enter(tile);
    assert_eq!((b.s.clubs[0].managers(), b.cash(0)), (&[START_MANAGER, tile][..], 0));
}

#[test]
fn tos_mgr_02_hiring_a_fourth_dismisses_one_without_money_back() {
    let (mut b, hired, new) = full_house();
    let balance = b.balance(0);
    b.enter(new);
    assert_eq!(b.s.question, Question::Dismiss);
    b.answer(code(moves::DISMISS, 2), &[]);
    assert_eq!(b.s.clubs[0].managers(), [START_MANAGER, hired[0], new]);
    assert_eq!(b.cash(0), 30 - 9);
    assert_eq!(b.balance(0), balance + b.word(hired[1]).salary() - b.word(new).salary());
    assert!(!b.s.market.space.contains(&hired[1]), "the dismissed one leaves the game");
}

#[test]
fn tos_mgr_03_managers_are_never_sold_and_otherwise_never_dismissed() {
    let (mut b, _, _) = full_house();
    b.own(0, 150);
    let sales = b.tile(Kind::Sales, 0);
    b.enter(sales);
    assert_eq!(b.legal(), [moves::NO, code(moves::SELL, 0)], "only the footballer is for sale");
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut before = 0;
    season(&r, 4, |s| {
        let now = s.clubs[0].employed;
        assert!(now >= before, "a manager left without a new one");
        before = now;
    });
}

#[test]
fn tos_mgr_04_the_training_of_every_employed_manager_counts() {
    use crate::rulesets::time_of_soccer::play::lineup::{Club, value_of};
    let mut b = Bench::new(&[]);
    b.shape(0, &["STL"], [0, 0, 0, 0, 0, 0, 6], [0, 0, 4, 0]);
    let manager = b.tile(Kind::Manager, 0);
    b.r.tiles[usize::from(manager)] = Tile::manager([0, 0, 0, 2, 0]).priced(3, 1);
    let mut eleven = [NONE; SLOTS];
    eleven[9] = 0;
    let value = |managers: &[u8], principal| {
        let club = Club { squad: &[0], extra: None, managers, principal, previous: &eleven };
        value_of(&b.r, &b.r.tiles, club).attack
    };
    assert_eq!(value(&[START_MANAGER], START_MANAGER), 6 - 10);
    assert_eq!(value(&[START_MANAGER, manager], START_MANAGER), 8 - 10, "not only the principal trains");
}

#[test]
fn tos_mgr_05_anyone_of_the_three_may_go_but_not_the_new_one() {
    for gone in 0..3 {
        let (mut b, hired, new) = full_house();
        b.s.clubs[0].principal = START_MANAGER;
        b.enter(new);
        assert_eq!(b.legal(), [0, 1, 2].map(|m| code(moves::DISMISS, m)));
        b.answer(code(moves::DISMISS, gone), &[]);
        let mut left = vec![START_MANAGER, hired[0], hired[1]];
        left.remove(usize::from(gone));
        left.push(new);
        assert_eq!(b.s.clubs[0].managers(), left);
    }
}

#[test]
fn tos_mgr_06_what_a_manager_shows() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let managers: Vec<usize> = (0..MARKET).filter(|&t| r.prints[t].kind == Kind::Manager).collect();
    let shown: Vec<_> = managers.iter().map(|&t| (r.tiles[t].price(), r.tiles[t].salary())).collect();
    assert_eq!(shown, [(3, 1), (3, 1), (3, 1), (5, 1), (5, 1), (7, 2), (7, 2), (9, 2), (9, 2)]);
    let training = managers.iter().map(|&t| (0..5).map(|k| r.tiles[t].skill(k)).sum::<u8>());
    assert_eq!(training.collect::<Vec<_>>(), [1, 1, 1, 2, 2, 3, 3, 4, 4]);
    let flips: Vec<u16> = managers.iter().map(|&t| r.prints[t].flips).collect();
    let bit = |name: &str| 1_u16 << slot(name);
    let sets = [
        bit("RM"),
        bit("LM"),
        0,
        bit("LB"),
        bit("RB"),
        bit("CML"),
        bit("LM") | bit("RM"),
        bit("CBL"),
        bit("LB") | bit("RB"),
    ];
    assert_eq!(flips, sets);
}

#[test]
fn tos_mgr_07_a_forced_hire_asks_bill_then_dismissal_then_pays_once() {
    let (mut b, hired, new) = full_house();
    b.lay(0, new);
    b.turn(b.south(0), 4);
    b.answer(code(moves::FORCE, 0), &[0]);
    b.answer(moves::YES, &[]);
    assert_eq!((b.s.question, b.cash(0)), (Question::Dismiss, 30), "nothing is paid before the dismissal");
    assert!(!b.legal().contains(&moves::NO), "the dismissal cannot be refused");
    b.answer(code(moves::DISMISS, 0), &[]);
    assert_eq!((b.cash(0), b.s.clubs[0].managers()), (30 - 9 - 2, &[hired[0], hired[1], new][..]));
}

#[test]
fn tos_staff_01_new_staff_replaces_the_old_one_of_its_kind() {
    for (kind, place) in [(Kind::Scout, 0), (Kind::Secretary, 1), (Kind::Community, 2)] {
        let mut b = Bench::new(&[]);
        let tile = b.tile(kind, 1);
        let old = b.s.clubs[0].staff()[place];
        let balance = b.balance(0);
        b.enter(tile);
        assert_eq!(b.s.clubs[0].staff()[place], tile);
        assert_eq!(b.balance(0), balance + b.word(old).salary() - b.word(tile).salary());
        assert_eq!(b.s.market.space[0], NONE, "the old one leaves the game");
    }
}
