//! Market turns: driving, entering, forcing (D3, D4).

use super::super::moves::price;
use super::super::state::{Next, Question};
use super::super::switches::FirstTurn;
use super::super::tiles::{Kind, NONE};
use super::super::words;
use super::week::{TUESDAY, friendly_today};
use super::{Play, secretary_die};
use crate::chance::Chance;
use crate::game::rounds::alone_last;
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// The turn of a place in market order; on Wednesdays the first of: cup
    /// match played, friendly, Market Day (TOS-DAY-04).
    pub(in super::super) fn market_turn(&mut self, place: u8) {
        if place == self.rules.players {
            self.s.next = Next::DayEnd;
            return;
        }
        let seat = self.s.order[usize::from(place)];
        self.s.next = Next::Market(place + 1);
        if self.s.clubs[usize::from(seat)].played_cup {
            return;
        }
        if friendly_today(self.rules, self.s, seat) {
            self.cash_friendly(seat);
            return;
        }
        if self.market_dead() {
            return;
        }
        let first = self.s.week == 0 && self.s.day == TUESDAY && place == 0;
        if first && self.rules.house.first_turn == FirstTurn::Skipped {
            return;
        }
        let club = &mut self.s.clubs[usize::from(seat)];
        club.log.turns += 1;
        self.s.points_left = self.rules.prints[usize::from(club.scout)].points;
        if first && self.rules.house.first_turn == FirstTurn::Short {
            self.s.points_left = self.s.points_left.saturating_sub(1);
        }
        if self.rules.house.catch_up && self.is_last(seat) {
            // No scout prints more than seven.
            self.s.points_left = (self.s.points_left + 1).min(7);
        }
        self.s.place = place;
        self.next_step(seat);
    }

    /// Whether a seat alone has the fewest league points of all players.
    #[cold]
    fn is_last(&self, seat: u8) -> bool {
        let points = |seat: u8| self.s.points[usize::from(self.s.clubs[usize::from(seat)].number)];
        alone_last(self.rules.players, points) == Some(seat)
    }

    /// Asks for the next step, or ends the turn when nothing is left to spend.
    #[inline]
    fn next_step(&mut self, seat: u8) {
        if self.s.points_left == 0 {
            self.end_turn();
        } else {
            self.ask(Question::Step, seat);
        }
    }

    /// The market turn ends; unspent points are lost (TOS-MKT-06).
    #[inline]
    pub(in super::super) fn end_turn(&mut self) {
        let seat = usize::from(self.s.asked);
        self.s.clubs[seat].log.unspent += u16::from(self.s.points_left);
        self.s.points_left = 0;
        self.s.next = Next::Market(self.s.place + 1);
    }

    pub(in super::super) fn stop(&mut self) {
        self.end_turn();
    }

    /// One space along the street (TOS-MKT-03).
    pub(in super::super) fn drive(&mut self, street: u8) {
        let seat = self.s.asked;
        self.s.clubs[usize::from(seat)].car = street;
        self.s.points_left -= 1;
        self.next_step(seat);
    }

    /// Into a parking (TOS-MKT-05): acquire the tile or use a Sales tile.
    pub(in super::super) fn enter(&mut self, space: u8) {
        let seat = self.s.asked;
        self.s.points_left -= 1;
        self.s.at = space;
        let tile = self.s.market.space[usize::from(space)];
        if self.rules.prints[usize::from(tile)].kind == Kind::Sales {
            self.ask(Question::Sale, seat);
        } else {
            self.take(seat, 0);
        }
    }

    /// A forced attempt: one die on the own secretary (TOS-FORCE-01).
    pub(in super::super) fn force(&mut self, space: u8) {
        let seat = self.s.asked;
        let at = usize::from(seat);
        self.s.points_left -= 1;
        self.s.at = space;
        self.s.clubs[at].log.forced += 1;
        let tile = self.s.market.space[usize::from(space)];
        let (face, bill) = self.secretary(seat);
        let cost = price(self.rules, self.s, tile) + i16::from(bill);
        let affordable = bill > 0 && self.s.clubs[at].cash >= cost;
        let (state, rules) = (&*self.s, self.rules);
        self.watch.say(Topic::Dice, Some(seat), || {
            let what = words::tile(rules, state, tile);
            let then = match (bill, affordable) {
                (0, _) => "negotiations are broken".to_owned(),
                (_, true) => format!("a bill of {bill} $"),
                (_, false) => format!("a bill of {bill} $, which cannot be paid"),
            };
            let who = words::who(state, seat);
            format!("{who} tries to force the {what}: the secretary's die shows {face}, {then}")
        });
        if affordable {
            self.s.bill = bill;
            self.ask(Question::Bill, seat);
        } else {
            self.s.clubs[at].log.forced_broken += u8::from(bill == 0);
            self.end_turn();
        }
    }

    /// A roll of the own technical secretary: die face and bill, 0 = broken.
    pub(in super::super) fn secretary(&mut self, seat: u8) -> (u8, u8) {
        let face = self.chance.die(secretary_die(seat), 6);
        let tile = self.s.clubs[usize::from(seat)].secretary;
        (face, self.rules.prints[usize::from(tile)].faces[usize::from(face) - 1])
    }

    /// D4: pay the bill and acquire, or end the turn (TOS-FORCE-04).
    pub(in super::super) fn answer_bill(&mut self, pay: bool) {
        if pay {
            let seat = self.s.asked;
            self.s.clubs[usize::from(seat)].log.forced_done += 1;
            self.take(seat, self.s.bill);
        } else {
            self.end_turn();
        }
    }

    /// Acquires the tile of the space dealt with; a fourth manager first asks
    /// whom to dismiss (TOS-MGR-07).
    fn take(&mut self, seat: u8, bill: u8) {
        let tile = self.s.market.space[usize::from(self.s.at)];
        self.s.bill = bill;
        let full = self.s.clubs[usize::from(seat)].employed == 3;
        if full && self.rules.prints[usize::from(tile)].kind == Kind::Manager {
            self.s.tile = tile;
            self.ask(Question::Dismiss, seat);
        } else {
            self.acquire(seat);
        }
    }

    /// D7: one of the three managers leaves the game (TOS-MGR-02).
    pub(in super::super) fn dismiss(&mut self, index: u8) {
        let seat = self.s.asked;
        let at = usize::from(index);
        let gone = self.s.clubs[usize::from(seat)].managers[at];
        let salary = self.s.word(self.rules, gone).salary();
        let club = &mut self.s.clubs[usize::from(seat)];
        club.managers.copy_within(at + 1.., at);
        club.managers[2] = NONE;
        club.employed -= 1;
        club.salaries -= salary;
        self.acquire(seat);
    }
}
