//! Money: Collection, compulsory payments, salaries, fans.

use super::super::club::Club;
use super::super::rules::{Insolvency, Rules};
use super::super::state::contract_sum;
use super::super::tiles::NONE;
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
            format!("Seat {seat}: balance {shown:+}{beyond}, now {cash} $")
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
                self.s.clubs[at].cash += value;
                let (state, rules) = (&*self.s, self.rules);
                self.watch.say(Topic::Effect, Some(seat), || {
                    format!(
                        "Seat {} must let the {} go for {value} $",
                        seat,
                        words::tile(rules, state, tile)
                    )
                });
            }
        }
        let club = &mut self.s.clubs[at];
        if club.cash < 0 {
            let lost = -club.cash;
            club.cash = 0;
            self.watch.say(Topic::Effect, Some(seat), || {
                format!("Seat {seat} cannot pay; {lost} $ are forgiven")
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

    /// Income from the bank.
    pub(in super::super) fn receive(&mut self, seat: u8, amount: i16, what: &str) {
        if amount == 0 {
            return;
        }
        let club = &mut self.s.clubs[usize::from(seat)];
        club.cash += amount;
        let cash = club.cash;
        self.watch.say(Topic::Effect, Some(seat), || {
            format!("Seat {seat} receives {amount} $ {what}, now {cash} $")
        });
    }

    /// Sum of a contract amount of a seat: 0 weekly, 1 home, 2 victory.
    pub(in super::super) fn contracts(&self, seat: u8, amount: usize) -> i16 {
        contract_sum(self.rules, &self.s.clubs[usize::from(seat)], amount)
    }
}
