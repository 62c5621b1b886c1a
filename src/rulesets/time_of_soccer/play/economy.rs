//! Money: Collection, compulsory payments, salaries, fans.

use super::super::books;
use super::super::club::Club;
use super::super::rules::Rules;
use super::super::state::contract_amounts;
use super::super::switches::Insolvency;
use super::super::tiles::{Kind, NONE};
use super::super::words;
use super::Play;
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

/// Adds satisfaction and returns the fans gained (TOS-FANS-02, TOS-FANS-07).
pub(in super::super) fn satisfy(rules: &Rules, club: &mut Club, steps: u8) -> u8 {
    let before = club.fans;
    club.satisfaction += steps;
    while club.satisfaction >= rules.satisfaction {
        club.satisfaction -= rules.satisfaction;
        club.fans = (club.fans + 1).min(rules.fans_max);
    }
    club.fans - before
}

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// Collection of one player (TOS-COLL-01, TOS-ECO-04).
    pub(in super::super) fn collect(&mut self, seat: u8) {
        let shown = self.s.shown_balance(self.rules, seat);
        let true_balance = self.s.balance(self.rules, seat);
        books::collection(self.rules, self.s, seat, true_balance - shown);
        if shown >= 0 {
            self.s.clubs[usize::from(seat)].cash += shown;
        } else {
            self.charge(seat, -shown);
        }
        let club = &mut self.s.clubs[usize::from(seat)];
        club.log.debt_weeks += u8::from(club.cash < 0);
        let cash = club.cash;
        self.watch.say(Topic::Effect, Some(seat), || {
            let beyond =
                if shown == true_balance { String::new() } else { format!(" (truly {true_balance:+})") };
            format!("{}: balance {shown:+}{beyond}, now {cash} $", words::who(self.s, seat))
        });
    }

    /// A compulsory payment: Collection or a press penalty (TOS-COLL-03).
    pub(in super::super) fn charge(&mut self, seat: u8, amount: i16) {
        let at = usize::from(seat);
        self.s.clubs[at].cash -= amount;
        if self.s.clubs[at].cash >= 0 || self.rules.insolvency == Insolvency::Debt {
            return;
        }
        if self.rules.insolvency == Insolvency::ForcedSale {
            while self.s.clubs[at].cash < 0 {
                let club = &self.s.clubs[at];
                let Some((index, &tile)) = club
                    .squad()
                    .iter()
                    .enumerate()
                    .min_by_key(|(_, tile)| self.s.word(self.rules, **tile).price())
                else {
                    break;
                };
                let value = self.s.word(self.rules, tile).price();
                self.depart(seat, index as u8);
                let club = &mut self.s.clubs[at];
                club.cash += value;
                club.log.books.bring(Kind::Sales, value);
                let (state, rules) = (&*self.s, self.rules);
                self.watch.say(Topic::Effect, Some(seat), || {
                    let who = words::who(state, seat);
                    format!("{who} must let the {} go for {value} $", words::tile(rules, state, tile))
                });
            }
        }
        let club = &mut self.s.clubs[at];
        if club.cash < 0 {
            let lost = -club.cash;
            club.cash = 0;
            club.log.books.forgiven += lost;
            self.watch.say(Topic::Effect, Some(seat), || {
                format!("{} cannot pay; {lost} $ are forgiven", words::who(self.s, seat))
            });
        }
    }

    /// A footballer joins the club.
    pub(in super::super) fn join(&mut self, seat: u8, tile: u8) {
        let salary = self.s.word(self.rules, tile).salary();
        let club = &mut self.s.clubs[usize::from(seat)];
        club.squad[usize::from(club.size)] = tile;
        club.size += 1;
        club.stamp += 1;
        club.salaries += salary;
    }

    /// A footballer leaves the club, to the second market or out of the game
    /// (TOS-SALE-06, TOS-SEC-01); the gap in club order closes.
    pub(in super::super) fn depart(&mut self, seat: u8, index: u8) {
        let at = usize::from(index);
        let tile = self.s.clubs[usize::from(seat)].squad[at];
        let salary = self.s.word(self.rules, tile).salary();
        let club = &mut self.s.clubs[usize::from(seat)];
        let size = usize::from(club.size);
        club.squad.copy_within(at + 1..size, at);
        club.squad[size - 1] = NONE;
        club.size -= 1;
        club.stamp += 1;
        club.salaries -= salary;
        for place in &mut club.eleven {
            if *place == tile {
                *place = NONE;
            }
        }
        if self.rules.second_market {
            let market = &mut self.s.market;
            market.pile[usize::from(market.pile_size)] = tile;
            market.pile_size += 1;
        }
    }

    /// Income from the bank, booked under the kind of tile that brings it.
    pub(in super::super) fn receive(&mut self, seat: u8, kind: Kind, amount: i16) {
        if amount == 0 {
            return;
        }
        let club = &mut self.s.clubs[usize::from(seat)];
        club.cash += amount;
        club.log.books.bring(kind, amount);
    }

    /// Tells what was received.
    pub(in super::super) fn say_received(&mut self, seat: u8, amount: i16, what: &str) {
        if amount == 0 {
            return;
        }
        let cash = self.s.clubs[usize::from(seat)].cash;
        self.watch.say(Topic::Effect, Some(seat), || {
            format!("{} receives {amount} $ {what}, now {cash} $", words::who(self.s, seat))
        });
    }

    /// Income from both contracts: their amounts 1 (home) or 2 (victory), or
    /// half their sum, rounded up, in the cup (TOS-MATCH-05).
    pub(in super::super) fn receive_contracts(&mut self, seat: u8, amount: usize, half: bool, what: &str) {
        let [advertising, television] =
            contract_amounts(self.rules, &self.s.clubs[usize::from(seat)], amount);
        let total = advertising + television;
        // Halves are rounded up together: an odd $ goes to the first contract.
        let paid = if half {
            let first = (advertising + 1) / 2;
            [first, (total + 1) / 2 - first]
        } else {
            [advertising, television]
        };
        self.receive(seat, Kind::Advertising, paid[0]);
        self.receive(seat, Kind::Television, paid[1]);
        self.say_received(seat, paid[0] + paid[1], what);
    }
}
