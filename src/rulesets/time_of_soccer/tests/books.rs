//! The books: every $ booked once, under the right kind of tile; blank tiles;
//! what observers are told of money, of the winner and of scorelines.

use super::super::books::Books;
use super::super::observe::TABLES;
use super::*;
use crate::game::{scoreline, sides};

/// Seat 0's books.
fn books(b: &Bench) -> Books {
    b.s.clubs[0].log.books
}

/// Books of nothing but these costs and incomes.
fn only(cost: &[(Kind, i16)], income: &[(Kind, i16)]) -> Books {
    let mut books = Books::EMPTY;
    for &(kind, amount) in cost {
        books.cost[kind as usize] = amount;
    }
    for &(kind, amount) in income {
        books.income[kind as usize] = amount;
    }
    books
}

/// Salaries 1, 2, 3, 4 for the starting manager and staff, none else.
fn office() -> Bench {
    let mut b = Bench::new(&[]);
    for (tile, salary) in (START_MANAGER..).zip([1, 2, 3, 4]) {
        b.r.tiles[usize::from(tile)] = b.word(tile).priced(0, salary);
    }
    b.s.clubs[0].salaries = 10;
    b
}

#[test]
fn a_collection_books_everybody_s_salary_and_every_income() {
    let mut b = office();
    let hired = b.tile(Kind::Manager, 0);
    b.r.tiles[usize::from(hired)] = b.word(hired).priced(7, 5);
    b.employ(0, hired);
    for (tile, salary) in [(0, 6), (1, 7)] {
        b.r.tiles[tile] = b.word(tile as u8).priced(3, salary);
        b.own(0, tile as u8);
    }
    b.s.clubs[0].contracts = [b.tile(Kind::Advertising, 5), b.tile(Kind::Television, 1)];
    b.s.clubs[0].fans = 20;
    b.act(|play| play.collect(0));
    let salaries = [
        (Kind::Footballer, 6 + 7),
        (Kind::Manager, 1 + 5),
        (Kind::Scout, 2),
        (Kind::Secretary, 3),
        (Kind::Community, 4),
    ];
    let weekly = [(Kind::Advertising, 4), (Kind::Television, 2)];
    assert_eq!(books(&b), Books { fans: 20, ..only(&salaries, &weekly) });
    assert_eq!(b.cash(0), 5 + 26 - 28);
}

#[test]
fn what_the_track_keeps_back_has_a_line_of_its_own() {
    for (fans, cash, beyond) in [(20, 5 + 10, 20 - 10 - 10), (25, 5 + 10, 5), (2, 5 - 5, -8 + 5)] {
        let mut b = office();
        b.s.clubs[0].fans = fans;
        b.act(|play| play.collect(0));
        assert_eq!((b.cash(0), books(&b).beyond, books(&b).fans), (cash, beyond, i16::from(fans)));
        assert_eq!(i32::from(b.cash(0)), 5 + books(&b).total());
    }
}

#[test]
fn a_purchase_books_price_and_bill_under_its_kind() {
    for (kind, forced) in [(Kind::Footballer, false), (Kind::Manager, true), (Kind::Friendly, true)] {
        let mut b = Bench::new(&[("tile-other-price", "3")]);
        b.s.clubs[0].cash = 30;
        let tile = b.tile(kind, 0);
        b.r.tiles[usize::from(tile)] = b.word(tile).priced(6, 1);
        b.lay(5, tile);
        b.turn(if forced { b.south(5) } else { b.north(5) }, 1);
        if forced {
            b.answer(code(moves::FORCE, 5), &[2]);
            b.answer(moves::YES, &[]);
        } else {
            b.answer(code(moves::ENTER, 5), &[]);
        }
        let price = if kind == Kind::Friendly { 3 } else { 6 };
        assert_eq!(books(&b), only(&[(kind, price + if forced { 4 } else { 0 })], &[]), "{kind:?}");
        assert_eq!(i32::from(b.cash(0)), 30 + books(&b).total());
    }
}

#[test]
fn contracts_are_booked_apart_and_the_odd_dollar_of_the_cup_is_advertising_s() {
    let with = |contracts: [usize; 2], act: fn(&mut Play<'_, Script, Silent>)| {
        let mut b = Bench::new(&[]);
        b.s.clubs[0].contracts =
            [b.tile(Kind::Advertising, contracts[0]), b.tile(Kind::Television, contracts[1])];
        b.act(act);
        let books = books(&b);
        assert_eq!(i32::from(b.cash(0)), 5 + books.total());
        [books.income[Kind::Advertising as usize], books.income[Kind::Television as usize]]
    };
    // Home amounts: advertising 1, television 2 and 1.
    assert_eq!(with([0, 2], |play| play.kick_off(Fixture::League(0), [0, 1])), [1, 2]);
    assert_eq!(with([0, 2], |play| play.kick_off(Fixture::Cup(0), [0, 1])), [1, 1]);
    assert_eq!(with([0, 0], |play| play.kick_off(Fixture::Cup(0), [0, 1])), [1, 0]);
    let b = Bench::new(&[]);
    let victory = |kind, index| {
        let tile = b.tile(kind, index);
        i16::from(b.r.prints[usize::from(tile)].amounts[2])
    };
    let won = with([3, 2], |play| play.receive_contracts(0, 2, false, "as victory bonus"));
    assert_eq!(won, [victory(Kind::Advertising, 3), victory(Kind::Television, 2)]);
}

#[test]
fn friendlies_and_press_releases_book_what_they_bring_and_cost() {
    let mut b = Bench::new(&[]);
    let friendly = b.tile(Kind::Friendly, 0);
    b.r.tiles[usize::from(friendly)] = Tile::friendly(6, 1);
    b.s.clubs[0].friendly = friendly;
    b.act(|play| play.cash_friendly(0));
    assert_eq!(books(&b), only(&[], &[(Kind::Friendly, 6)]));
    let [reward, penalty] = b.r.press[Claim::Win as usize];
    for kept in [true, false] {
        b.s.clubs[0].press[0] = b.release(Claim::Win);
        b.act(|play| play.settle_releases(0, |_| Some(kept)));
    }
    b.s.clubs[0].press[0] = b.release(Claim::Top2);
    b.act(|play| play.settle_releases(0, |_| Some(true)));
    let cost = [(Kind::Press, penalty)];
    assert_eq!(books(&b), only(&cost, &[(Kind::Friendly, 6), (Kind::Press, reward)]), "points are no money");
}

#[test]
fn a_debt_is_booked_as_paid_and_forgiven_or_as_a_sale() {
    for (mode, forgiven, sold) in [("debt", 0, 0), ("forgive", 2, 0), ("forced-sale", 0, 3)] {
        let mut b = Bench::new(&[("insolvency", mode)]);
        b.s.clubs[0].cash = 0;
        b.r.tiles[0] = b.word(0).priced(3, 1);
        b.own(0, 0);
        b.s.clubs[0].press[0] = b.release(Claim::Win);
        b.act(|play| play.settle_releases(0, |_| Some(false)));
        let expected =
            Books { forgiven, ..only(&[(Kind::Press, 2)], if sold > 0 { &[(Kind::Sales, 3)] } else { &[] }) };
        assert_eq!(books(&b), expected, "{mode}");
        assert_eq!(i32::from(b.cash(0)), books(&b).total(), "{mode}");
    }
}

#[test]
fn sales_book_the_footballer_sold_the_fee_and_the_one_bought() {
    let mut b = Bench::new(&[("secondary-market", "on")]);
    b.s.clubs[0].cash = 20;
    for tile in [0, 1] {
        b.r.tiles[tile] = b.word(tile as u8).priced(4, 1);
        b.own(0, tile as u8);
    }
    let sales = b.tile(Kind::Sales, 0);
    let bonus = i16::from(b.r.prints[usize::from(sales)].bonus);
    b.lay(0, sales);
    b.turn(b.north(0), 4);
    b.answer(code(moves::ENTER, 0), &[]);
    // A broken face: the starting secretary has two, so the fee is 2.
    b.answer(code(moves::SELL, 0), &[5]);
    b.answer(moves::YES, &[]);
    assert_eq!(books(&b), only(&[(Kind::Sales, 2)], &[(Kind::Sales, 4 + bonus)]));
    b.turn(b.north(0), 4);
    b.answer(code(moves::ENTER, 0), &[]);
    b.answer(code(moves::BUY, 0), &[0]);
    let cost = [(Kind::Sales, 2), (Kind::Footballer, 4 + bonus)];
    assert_eq!(books(&b), only(&cost, &[(Kind::Sales, 4 + bonus)]));
    assert_eq!(i32::from(b.cash(0)), 20 + books(&b).total());
}

/// What an observer is told: sums by metric, counts by distribution and value.
struct Told {
    sums: Vec<i64>,
    bins: Vec<(Bin, i32)>,
}

impl Observe for Told {
    fn add(&mut self, metric: Column, amount: impl Into<i64>) {
        self.sums[metric.place()] += amount.into();
    }

    fn bins(&mut self, distribution: Bin, value: i32, times: u32) {
        self.bins.extend(std::iter::repeat_n((distribution, value), times as usize));
    }
}

fn told(r: &Rules, s: &State) -> Told {
    let mut told = Told { sums: vec![0; TABLES.metrics.len()], bins: Vec::new() };
    TimeOfSoccer::observe(r, s, &mut told);
    told
}

impl Told {
    fn sum(&self, name: &str) -> i64 {
        self.sums[TABLES.metrics.iter().position(|metric| metric.name == name).expect("a metric")]
    }
}

#[test]
fn every_line_of_the_books_is_the_metric_of_its_name() {
    let mut b = Bench::new(&[]);
    let (mut cost, mut income) = ([0; KINDS], [0; KINDS]);
    for kind in 0..KINDS {
        (cost[kind], income[kind]) = (1 + kind as i16, 101 + kind as i16);
    }
    let log = &mut b.s.clubs[0].log;
    log.books = Books { cost, income, fans: 200, beyond: -7, forgiven: 9 };
    log.bought = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    b.s.clubs[1].log.books = Books { fans: 50, ..Books::EMPTY };
    b.s.winner = 0;
    let told = told(&b.r, &b.s);
    let costs = [
        "footballers",
        "managers",
        "scouts",
        "secretaries",
        "community-managers",
        "advertising",
        "television",
        "friendlies",
        "press-releases",
        "sales",
    ];
    for (name, amount) in costs.iter().zip(1..) {
        assert_eq!(told.sum(&format!("cost-of-{name}")), amount, "{name}");
    }
    for (name, amount) in costs.iter().zip(101..).skip(5) {
        assert_eq!(told.sum(&format!("income-from-{name}")), amount, "{name}");
    }
    assert_eq!(told.sum("income-from-fans"), 250);
    assert_eq!((told.sum("lost-beyond-balance-track"), told.sum("debts-forgiven")), (-7, 9));
    let hired = ["scouts-hired", "secretaries-hired", "community-managers-hired"].map(|name| told.sum(name));
    assert_eq!((hired, told.sum("staff-hired")), ([3, 4, 5], 12));
    let signed = ["advertising-signed", "television-signed"].map(|name| told.sum(name));
    assert_eq!((signed, told.sum("contracts-signed")), ([6, 7], 13));
}

#[test]
fn the_metrics_of_money_add_up_to_the_cash_at_the_end() {
    for changes in [&[][..], &[("insolvency", "forgive"), ("secondary-market", "on"), ("players", "2")]] {
        let r = rules::<TimeOfSoccer>(changes).unwrap();
        for block in 0..20 {
            let told = told(&r, &season(&r, block, |_| {}));
            let all = |start: &str| -> i64 {
                let named = TABLES.metrics.iter().filter(|metric| metric.name.starts_with(start));
                named.map(|metric| told.sum(metric.name)).sum()
            };
            let start = i64::from(r.players) * i64::from(r.money);
            let lost = told.sum("lost-beyond-balance-track") - told.sum("debts-forgiven");
            assert_eq!(start + all("income-from-") - all("cost-of-") - lost, told.sum("final-cash"));
        }
    }
}

#[test]
fn the_winner_s_points_are_those_of_the_winning_club() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut neutral = 0;
    for block in 0..40 {
        let end = season(&r, block, |_| {});
        let told = told(&r, &end);
        let won = end.accounts[usize::from(end.winner)].total();
        assert_eq!(told.sum("winning-vp"), i64::from(won));
        assert!(end.accounts.iter().all(|account| account.total() <= won));
        neutral += told.sum("neutral-win-share");
    }
    assert!((1..40).contains(&neutral), "both kinds of winner are among them");
}

#[test]
fn scorelines_are_home_by_away_for_matches_with_a_player() {
    assert_eq!(
        TABLES.distributions[bin::SCORELINES.place()].sides(),
        Some(["the home club", "the away club"])
    );
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [0; 2], [false; 2]);
    b.s.game.goals = [3, 1];
    b.luck(0, |play| play.full_time());
    b.kick_off([[4; 2]; 2], [0; 2], [true, false]);
    b.s.game.goals = [0, 2];
    b.luck(0, |play| play.full_time());
    b.s.winner = 0;
    let told = told(&b.r, &b.s);
    let lines: Vec<i32> =
        told.bins.iter().filter(|(d, _)| *d == bin::SCORELINES).map(|(_, value)| *value).collect();
    assert_eq!(lines, [scoreline(3, 1), scoreline(0, 2)]);
}

#[test]
fn scorelines_and_goals_tell_of_the_same_matches() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    for block in 0..20 {
        let told = told(&r, &season(&r, block, |_| {}));
        let lines: Vec<[i32; 2]> =
            told.bins.iter().filter(|(d, _)| *d == bin::SCORELINES).map(|(_, value)| sides(*value)).collect();
        assert_eq!(2 * lines.len() as i64, told.sum("sides-played"));
        let goals: i32 = lines.iter().flatten().sum();
        assert_eq!(i64::from(goals), told.sum("goals-per-side"));
    }
}

#[test]
fn blank_tiles_lie_in_the_market_and_nobody_takes_them() {
    for (kind, place) in Kind::ALL.into_iter().zip(1..) {
        let word = switch("blank-tiles").atlas[place];
        let blank = |every: &str| {
            let r = rules::<TimeOfSoccer>(&[("blank-tiles", word), ("blank-every", every)]).unwrap();
            let of = |tile: &usize| r.prints[*tile].kind == kind;
            let blanks: Vec<bool> = (0..MARKET).filter(of).map(|tile| r.prints[tile].blank).collect();
            let others = (0..r.prints.len()).filter(|tile| r.prints[*tile].blank).count();
            assert_eq!(
                others,
                blanks.iter().filter(|&&blank| blank).count(),
                "no other kind, no starting tile"
            );
            blanks
        };
        assert!(blank("1").iter().all(|&blank| blank), "{word}");
        assert!(blank("2").iter().zip([false, true].into_iter().cycle()).all(|(&a, b)| a == b), "{word}");
        let mut b = Bench::new(&[("blank-tiles", word)]);
        b.s.clubs[0].cash = 90;
        b.own(0, FIRST_STARTER as u8);
        for (index, offered) in [(0, true), (1, false)] {
            let tile = b.tile(kind, index);
            b.lay(5, tile);
            let taken = [(b.north(5), moves::ENTER), (b.south(5), moves::FORCE)].map(|(street, how)| {
                b.turn(street, 1);
                b.legal().contains(&code(how, 5))
            });
            assert_eq!(taken, [offered, offered && kind != Kind::Sales], "{word} {index}");
        }
    }
}

#[test]
fn blank_tiles_leave_supply_and_tiles_as_they_are() {
    let (plain, with) = (fresh(&[], 0), fresh(&[("blank-tiles", "manager")], 0));
    assert_eq!(plain.0.tiles, with.0.tiles);
    assert_eq!(plain.1.market.space, with.1.market.space);
}

fn switch(key: &str) -> &'static crate::settings::Switch {
    TimeOfSoccer::FACTS.switches.iter().find(|switch| switch.key == key).unwrap()
}
