//! A club's books: which kind of tile its money went to and came from.
//!
//! Every $ that a club gains or loses is booked once, so that its cash is
//! always the money at the start plus what the books say ([`Books::total`]).
//! Weekly salaries and incomes are booked in full at every Collection. What
//! the ends of the balance track keep back (TOS-ECO-04) belongs to no tile and
//! has a line of its own, as have debts that are forgiven.

use super::rules::Rules;
use super::state::{State, contract_amounts};
use super::tiles::{KINDS, Kind};

/// The books of one club, in $ since the season began.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Books {
    /// Paid for each kind of tile: prices, bills, salaries, fees, penalties.
    pub(super) cost: [i16; KINDS],
    /// Brought by each kind of tile. Footballers bring money only when they
    /// are sold, which is booked under Sales tiles.
    pub(super) income: [i16; KINDS],
    /// Paid by fans.
    pub(super) fans: i16,
    /// Beyond the ends of the balance track: not collected, or (negative) not
    /// paid.
    pub(super) beyond: i16,
    /// Debts forgiven (`insolvency`).
    pub(super) forgiven: i16,
}

impl Books {
    /// Nothing booked.
    pub(super) const EMPTY: Self =
        Self { cost: [0; KINDS], income: [0; KINDS], fans: 0, beyond: 0, forgiven: 0 };

    /// What the season has added to the cash, $.
    #[must_use]
    pub fn total(&self) -> i32 {
        let sum = |entries: &[i16]| entries.iter().map(|&entry| i32::from(entry)).sum::<i32>();
        sum(&self.income) - sum(&self.cost) + i32::from(self.fans) - i32::from(self.beyond)
            + i32::from(self.forgiven)
    }

    /// Books an amount that a kind of tile costs.
    #[inline]
    pub(super) fn pay(&mut self, kind: Kind, amount: i16) {
        self.cost[kind as usize] += amount;
    }

    /// Books an amount that a kind of tile brings.
    #[inline]
    pub(super) fn bring(&mut self, kind: Kind, amount: i16) {
        self.income[kind as usize] += amount;
    }
}

/// Books the Collection of a seat: fans, contracts and salaries in full, and
/// what the balance track keeps of them.
#[inline]
pub(super) fn collection(rules: &Rules, state: &mut State, seat: u8, beyond: i16) {
    let club = &state.clubs[usize::from(seat)];
    let salary = |tile: u8| state.word(rules, tile).salary();
    let managers: i16 = club.managers().iter().map(|&tile| salary(tile)).sum();
    let staff = club.staff().map(salary);
    let weekly = contract_amounts(rules, club, 0);
    let club = &mut state.clubs[usize::from(seat)];
    let books = &mut club.log.books;
    // Whoever is paid and neither manages nor works in the office plays.
    books.pay(Kind::Footballer, club.salaries - managers - staff.iter().sum::<i16>());
    books.pay(Kind::Manager, managers);
    for (kind, salary) in [Kind::Scout, Kind::Secretary, Kind::Community].into_iter().zip(staff) {
        books.pay(kind, salary);
    }
    books.bring(Kind::Advertising, weekly[0]);
    books.bring(Kind::Television, weekly[1]);
    books.fans += i16::from(club.fans);
    books.beyond += beyond;
}
