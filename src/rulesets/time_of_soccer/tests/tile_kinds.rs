//! Ledger 1.7 to 1.11: footballers, managers, staff, contracts, friendlies,
//! press releases, Sales tiles.

use super::*;
use crate::rulesets::time_of_soccer::data::parse;
use crate::rulesets::time_of_soccer::state::contract_sum;

/// Seat 0 enters a tile laid on market space 0.
fn enter(b: &mut Bench, tile: u8) {
    b.lay(0, tile);
    b.turn(b.north(0), 4);
    b.answer(code(moves::ENTER, 0), &[]);
}

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
    enter(&mut b, tile);
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
    enter(&mut b, footballers[74]);
    assert_eq!(b.s.clubs[0].squad().len(), 75);
}

#[test]
fn tos_mgr_01_a_manager_is_paid_for_and_joins_the_list() {
    let mut b = Bench::new(&[]);
    let tile = b.tile(Kind::Manager, 3);
    enter(&mut b, tile);
    assert_eq!((b.s.clubs[0].managers(), b.cash(0)), (&[START_MANAGER, tile][..], 0));
}

#[test]
fn tos_mgr_02_hiring_a_fourth_dismisses_one_without_money_back() {
    let (mut b, hired, new) = full_house();
    let balance = b.balance(0);
    enter(&mut b, new);
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
    enter(&mut b, sales);
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
        enter(&mut b, new);
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
        enter(&mut b, tile);
        assert_eq!(b.s.clubs[0].staff()[place], tile);
        assert_eq!(b.balance(0), balance + b.word(old).salary() - b.word(tile).salary());
        assert_eq!(b.s.market.space[0], NONE, "the old one leaves the game");
    }
}

#[test]
fn tos_con_01_one_contract_of_each_sort() {
    let mut b = Bench::new(&[]);
    let (adv, tv) = (b.tile(Kind::Advertising, 0), b.tile(Kind::Television, 0));
    enter(&mut b, adv);
    enter(&mut b, tv);
    assert_eq!(b.s.clubs[0].contracts, [adv, tv]);
    let better = b.tile(Kind::Advertising, 3);
    enter(&mut b, better);
    assert_eq!(b.s.clubs[0].contracts, [better, tv]);
}

#[test]
fn tos_con_02_the_old_contract_goes_to_the_emptied_space_with_a_cube() {
    let mut b = Bench::new(&[]);
    let (old, new) = (b.tile(Kind::Television, 0), b.tile(Kind::Television, 3));
    b.s.clubs[0].contracts[1] = old;
    enter(&mut b, new);
    assert_eq!((b.s.market.space[0], b.s.market.cube(0)), (old, true));
}

#[test]
fn tos_con_03_the_returned_contract_opens_by_its_own_gap() {
    let mut b = Bench::new(&[]);
    let (old, new) = (b.tile(Kind::Television, 0), b.tile(Kind::Television, 3));
    b.r.tiles[usize::from(old)] = b.word(old).gapped(2);
    b.s.clubs[1].cash = 20;
    b.s.clubs[0].contracts[1] = old;
    enter(&mut b, new);
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
    enter(&mut b, first);
    assert_eq!(b.s.clubs[0].friendly, first);
    b.lay(0, second);
    b.turn(b.north(0), 4);
    assert!(!b.legal().contains(&code(moves::ENTER, 0)));
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

#[test]
fn tos_press_01_two_unresolved_releases_at_most() {
    let mut b = Bench::new(&[]);
    let claims = [Claim::Score1, Claim::Win, Claim::Clean].map(|claim| b.release(claim));
    enter(&mut b, claims[0]);
    enter(&mut b, claims[1]);
    assert_eq!(b.s.clubs[0].press, [claims[0], claims[1]]);
    b.lay(0, claims[2]);
    b.turn(b.north(0), 4);
    assert!(!b.legal().contains(&code(moves::ENTER, 0)));
}

#[test]
fn tos_press_02_the_eight_claims() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let on_tiles: Vec<Claim> =
        (0..MARKET).filter(|&t| r.prints[t].kind == Kind::Press).map(|t| r.prints[t].claim).collect();
    assert!(Claim::ALL.iter().all(|claim| on_tiles.contains(claim)));
    // Own goals, goals against: which weekend claims are kept.
    for (scored, conceded, kept) in [
        (0, 0, "WINDRAW CLEAN"),
        (1, 1, "SCORE1 WINDRAW"),
        (2, 0, "SCORE1 SCORE2 WINDRAW WIN CLEAN"),
        (1, 3, "SCORE1"),
    ] {
        for claim in Claim::ALL.into_iter().filter(|claim| claim.weekend()) {
            let mut b = Bench::new(&[]);
            b.s.clubs[0].press[0] = b.release(claim);
            b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
            b.s.game.goals = [scored, conceded];
            b.act(|play| play.full_time());
            let is_kept = b.s.clubs[0].log.press_kept == 1;
            let expected = kept.split(' ').any(|code| code == CLAIM_NAMES[claim as usize]);
            assert_eq!(is_kept, expected, "{claim:?} at {scored}–{conceded}");
        }
    }
}

#[test]
fn tos_press_03_kept_pays_the_reward_missed_the_penalty() {
    for claim in Claim::ALL {
        let mut b = Bench::new(&[]);
        let tile = b.release(claim);
        let [reward, penalty] = b.r.press[claim as usize];
        for (kept, change) in [(true, reward), (false, -penalty)] {
            b.s.clubs[0].press[0] = tile;
            b.s.clubs[0].cash = 20;
            b.s.clubs[0].press_vp = 0;
            b.act(|play| play.settle_releases(0, |_| Some(kept)));
            let (cash, vp) = if claim.weekend() { (change, 0) } else { (0, change) };
            assert_eq!((b.cash(0) - 20, i16::from(b.s.clubs[0].press_vp)), (cash, vp), "{claim:?}");
        }
    }
    let data = parse(TimeOfSoccer::DATA).unwrap();
    assert_eq!(data.press.amounts(), [[2, 2], [4, 2], [3, 2], [4, 2], [4, 2], [3, 2], [5, 2], [5, 2]]);
    let r = rules::<TimeOfSoccer>(&[("press-reward-shift", "-2"), ("press-penalty-shift", "2")]).unwrap();
    assert_eq!(r.press[0], [0, 4]);
}

#[test]
fn tos_press_04_this_weekend_is_the_next_league_match() {
    let mut b = Bench::new(&[]);
    let tile = b.release(Claim::Score1);
    b.s.clubs[0].press[0] = tile;
    (b.s.week, b.s.day) = (0, 6);
    b.act(|play| play.day());
    assert_eq!(b.s.clubs[0].press[0], tile, "it waits for week 1");
    b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
    b.s.game.fixture = crate::rulesets::time_of_soccer::state::Fixture::Cup(0);
    b.s.game.goals = [3, 0];
    b.act(|play| play.full_time());
    assert_eq!(b.s.clubs[0].press[0], tile, "a cup match is no weekend");
    b.s.game.fixture = crate::rulesets::time_of_soccer::state::Fixture::League(0);
    b.act(|play| play.full_time());
    assert_eq!(b.s.clubs[0].press[0], NONE);
}

#[test]
fn tos_press_05_money_is_paid_at_once_points_wait_for_the_end() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].press = [b.release(Claim::Win), b.release(Claim::Top2)];
    b.act(|play| play.settle_releases(0, |_| Some(true)));
    assert_eq!((b.cash(0), b.s.clubs[0].press_vp), (5 + 4, 3));
    b.s.clubs[0].cash = 0;
    b.luck(0, |play| play.score());
    assert_eq!((b.s.accounts[0].press, b.s.accounts[0].money), (3, 0));
}

#[test]
fn tos_press_06_a_penalty_may_create_debt() {
    for (mode, cash) in [("debt", -2), ("forgive", 0)] {
        let mut b = Bench::new(&[("insolvency", mode)]);
        b.s.clubs[0].cash = 0;
        b.s.clubs[0].press[0] = b.release(Claim::Win);
        b.act(|play| play.settle_releases(0, |_| Some(false)));
        assert_eq!(b.cash(0), cash);
    }
}

#[test]
fn tos_press_07_cup_releases_need_a_club_in_the_cup_and_ties_count_in_favour() {
    let mut b = Bench::new(&[]);
    let cup = b.release(Claim::Cup);
    b.lay(0, cup);
    let offered = |b: &mut Bench| {
        b.turn(b.north(0), 4);
        b.legal().contains(&code(moves::ENTER, 0))
    };
    assert!(offered(&mut b));
    b.s.out = 1;
    assert!(!offered(&mut b), "out of the cup");
    b.s.out = 0;
    b.s.cup_round[0] = 3;
    assert!(!offered(&mut b), "the final is over");
    b.s.cup_round[0] = 0;
    b.s.clubs[0].press[0] = cup;
    b.act(|play| play.advance(0, [4, 0], 0));
    assert_eq!((b.s.clubs[0].press[0], b.s.clubs[0].press_vp), (NONE, -2), "fails at elimination");
    for (points, first, second) in [
        ([9, 9, 2, 0, 1, 1], true, true),
        ([8, 9, 2, 0, 1, 1], false, true),
        ([8, 9, 9, 0, 1, 1], false, false),
    ] {
        b.s.points[..6].copy_from_slice(&points);
        for (claim, kept) in [(Claim::League, first), (Claim::Top2, second)] {
            b.s.clubs[0].press = [b.release(claim), NONE];
            b.s.clubs[0].press_vp = 0;
            b.act(|play| play.settle_league_releases());
            assert_eq!(b.s.clubs[0].press_vp > 0, kept, "{claim:?} with {points:?}");
        }
    }
    let mut b = Bench::new(&[("cup-legs", "none")]);
    let cup = b.release(Claim::Cup);
    b.lay(0, cup);
    assert!(!offered(&mut b), "no cup");
}

#[test]
fn tos_press_08_a_resolved_release_frees_its_place() {
    let mut b = Bench::new(&[]);
    let (win, top) = (b.release(Claim::Win), b.release(Claim::Top2));
    b.s.clubs[0].press = [win, top];
    b.act(|play| play.settle_releases(0, |claim| claim.weekend().then_some(true)));
    assert_eq!(b.s.clubs[0].press, [top, NONE]);
    let third = b.release(Claim::Clean);
    enter(&mut b, third);
    assert_eq!(b.s.clubs[0].press, [top, third]);
}

#[test]
fn tos_press_09_releases_are_settled_after_the_match_in_the_order_taken() {
    // With `forgive` the order shows: a penalty from 0 $ first costs nothing.
    for (order, cash) in [([Claim::Win, Claim::Score1], 2), ([Claim::Score1, Claim::Win], 0)] {
        let mut b = Bench::new(&[("insolvency", "forgive")]);
        b.s.clubs[0].cash = 0;
        b.s.clubs[0].press = order.map(|claim| b.release(claim));
        b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
        b.s.game.goals = [1, 2];
        b.act(|play| play.full_time());
        assert_eq!((b.cash(0), b.s.clubs[0].press), (cash, [NONE; 2]));
    }
    // The victory bonus (step 7) comes before the release.
    let mut b = Bench::new(&[("insolvency", "forgive")]);
    b.s.clubs[0].cash = -2;
    b.s.clubs[0].contracts[0] = b.tile(Kind::Advertising, 5);
    b.s.clubs[0].press[0] = b.release(Claim::Score2);
    b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
    b.s.game.goals = [1, 0];
    b.act(|play| play.full_time());
    assert_eq!(b.cash(0), 0, "−2 + 2 bonus − 2 penalty, forgiven; not −2 − 2 forgiven + 2");
    // The same claim may be held twice.
    let mut b = Bench::new(&[]);
    b.s.clubs[0].press = [b.release(Claim::WinDraw); 2];
    b.act(|play| play.settle_releases(0, |_| Some(true)));
    assert_eq!(b.cash(0), 5 + 6);
    // Cup releases right after the match that decides them.
    b.s.clubs[0].press = [b.release(Claim::Cup), NONE];
    b.act(|play| play.advance(6, [0, 1], 0));
    assert_eq!(b.s.clubs[0].press_vp, 5);
}

/// Seat 0 owns two starters and stands on a Sales tile with bonus 2.
fn shop(changes: &[(&str, &str)]) -> Bench {
    let mut b = Bench::new(changes);
    b.own(0, FIRST_STARTER as u8);
    b.own(0, FIRST_STARTER as u8 + 1);
    let sales = b.tile(Kind::Sales, 1);
    assert_eq!(b.r.prints[usize::from(sales)].bonus, 2);
    enter(&mut b, sales);
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
