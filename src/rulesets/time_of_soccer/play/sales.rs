//! Sales tiles: selling a footballer, buying one from the second market (D5,
//! D6).

use super::super::state::Question;
use super::super::tiles::Kind;
use super::super::words;
use super::Play;
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// The turn is wasted.
    pub(in super::super) fn waste(&mut self) {
        self.end_turn();
    }

    /// Bonus of the Sales tile in use.
    fn bonus(&self) -> i16 {
        let tile = self.s.market.space[usize::from(self.s.at)];
        i16::from(self.rules.prints[usize::from(tile)].bonus)
    }

    /// Names the footballer to sell, then rolls (TOS-SALE-03).
    pub(in super::super) fn offer_sale(&mut self, index: u8) {
        let seat = self.s.asked;
        self.s.tile = index;
        self.s.buying = false;
        self.negotiate(seat);
    }

    /// Names the footballer to buy, then rolls (TOS-SEC-02).
    pub(in super::super) fn offer_purchase(&mut self, index: u8) {
        let seat = self.s.asked;
        self.s.tile = index;
        self.s.buying = true;
        self.negotiate(seat);
    }

    /// The secretary's roll: a bill is a success without cost, a broken face
    /// asks for the fee (TOS-SALE-04, TOS-SALE-05).
    fn negotiate(&mut self, seat: u8) {
        let (face, bill) = self.secretary(seat);
        let club = &self.s.clubs[usize::from(seat)];
        let fee = self.rules.prints[usize::from(club.secretary)].broken();
        self.watch.say(Topic::Dice, Some(seat), || {
            let then = if bill > 0 { "agreed".to_owned() } else { format!("broken, a fee of {fee} $") };
            let who = words::who(self.s, seat);
            format!("{who} negotiates: the secretary's die shows {face}, {then}")
        });
        if bill > 0 {
            self.s.bill = 0;
            self.settle(seat);
            return;
        }
        let price = if self.s.buying { self.asking_price() } else { 0 };
        // The fee comes first (TOS-SALE-08).
        if self.s.clubs[usize::from(seat)].cash >= i16::from(fee) + price {
            self.s.bill = fee;
            self.ask(Question::Fee, seat);
        } else {
            self.end_turn();
        }
    }

    /// Price of the footballer of the pile that is dealt with.
    fn asking_price(&self) -> i16 {
        let tile = self.s.market.pile[usize::from(self.s.tile)];
        self.s.word(self.rules, tile).price() + self.bonus()
    }

    /// D6.
    pub(in super::super) fn answer_fee(&mut self, pay: bool) {
        let seat = self.s.asked;
        if pay {
            let fee = i16::from(self.s.bill);
            let club = &mut self.s.clubs[usize::from(seat)];
            club.cash -= fee;
            club.log.books.pay(Kind::Sales, fee);
            self.settle(seat);
        } else {
            self.end_turn();
        }
    }

    /// The sale or purchase succeeds (TOS-SALE-06, TOS-SEC-02).
    fn settle(&mut self, seat: u8) {
        let at = usize::from(seat);
        let index = usize::from(self.s.tile);
        if self.s.buying {
            let price = self.asking_price();
            let market = &mut self.s.market;
            let tile = market.pile[index];
            let size = usize::from(market.pile_size);
            market.pile.copy_within(index + 1..size, index);
            market.pile_size -= 1;
            let club = &mut self.s.clubs[at];
            club.cash -= price;
            club.log.books.pay(Kind::Footballer, price);
            club.log.second_hand += 1;
            self.join(seat, tile);
            let (state, rules) = (&*self.s, self.rules);
            self.watch.say(Topic::Effect, Some(seat), || {
                format!(
                    "{} buys the {} second-hand for {price} $",
                    words::who(state, seat),
                    words::tile(rules, state, tile)
                )
            });
        } else {
            let tile = self.s.clubs[at].squad[index];
            let price = self.s.word(self.rules, tile).price() + self.bonus();
            self.depart(seat, index as u8);
            let club = &mut self.s.clubs[at];
            club.cash += price;
            club.log.books.bring(Kind::Sales, price);
            club.log.sold += 1;
            club.log.sale_income += price as u16;
            let (state, rules) = (&*self.s, self.rules);
            self.watch.say(Topic::Effect, Some(seat), || {
                let who = words::who(state, seat);
                format!("{who} sells the {} for {price} $", words::tile(rules, state, tile))
            });
        }
        self.end_turn();
    }
}
