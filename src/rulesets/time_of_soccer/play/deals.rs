//! Acquisitions: paying for a tile and putting it where it belongs.

use super::super::moves::price;
use super::super::state::WEEKS;
use super::super::tiles::{Kind, NONE};
use super::super::words;
use super::Play;
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// Pays price and bill at once, takes the tile off the market, ends the
    /// turn (TOS-MKT-06, TOS-MGR-07).
    pub(in super::super) fn acquire(&mut self, seat: u8) {
        let (space, bill) = (self.s.at, self.s.bill);
        let at = usize::from(seat);
        let tile = self.s.market.space[usize::from(space)];
        let kind = self.rules.prints[usize::from(tile)].kind;
        let price = price(self.rules, self.s, tile);
        let word = self.s.word(self.rules, tile);
        self.clear_space(space);
        let club = &mut self.s.clubs[at];
        club.cash -= price + i16::from(bill);
        club.log.bought[kind as usize] += 1;
        club.log.books.pay(kind, price + i16::from(bill));
        club.log.bills += u16::from(bill);
        if matches!(kind, Kind::Footballer | Kind::Manager) {
            club.log.spent[kind as usize] += price as u16;
        }
        self.s.log.taken += 1;
        self.s.log.from_space[usize::from(space)] += 1;
        self.s.log.in_week[usize::from(self.s.week).min(WEEKS - 1)] += 1;
        match kind {
            Kind::Footballer => self.join(seat, tile),
            Kind::Manager => {
                club.managers[usize::from(club.employed)] = tile;
                club.employed += 1;
                club.stamp += 1;
                club.salaries += word.salary();
            }
            Kind::Scout | Kind::Secretary | Kind::Community => self.replace_staff(seat, kind, tile),
            Kind::Advertising | Kind::Television => self.sign(seat, kind, tile, space),
            Kind::Friendly => club.friendly = tile,
            Kind::Press => {
                let free = usize::from(club.press[0] != NONE);
                club.press[free] = tile;
            }
            Kind::Sales => unreachable!("a Sales tile is used, not acquired"),
        }
        let (state, rules) = (&*self.s, self.rules);
        self.watch.say(Topic::Effect, Some(seat), || {
            let bill = if bill > 0 { format!(" and a bill of {bill} $") } else { String::new() };
            format!(
                "{} takes the {} for {price} ${bill}; {} $ left, balance {:+}",
                words::who(state, seat),
                words::tile(rules, state, tile),
                state.clubs[at].cash,
                state.balance(rules, seat)
            )
        });
        self.end_turn();
    }

    /// The new staff tile replaces the old one, which leaves the game
    /// (TOS-STAFF-01).
    fn replace_staff(&mut self, seat: u8, kind: Kind, tile: u8) {
        let new = self.s.word(self.rules, tile).salary();
        let club = &mut self.s.clubs[usize::from(seat)];
        let place = match kind {
            Kind::Scout => &mut club.scout,
            Kind::Secretary => &mut club.secretary,
            _ => &mut club.community,
        };
        let old = std::mem::replace(place, tile);
        let old = self.s.word(self.rules, old).salary();
        self.s.clubs[usize::from(seat)].salaries += new - old;
    }

    /// The old contract of the same kind goes to the emptied space with a cube
    /// on it (TOS-CON-02).
    fn sign(&mut self, seat: u8, kind: Kind, tile: u8, space: u8) {
        let place = usize::from(kind == Kind::Television);
        let club = &mut self.s.clubs[usize::from(seat)];
        let old = std::mem::replace(&mut club.contracts[place], tile);
        if old != NONE {
            self.s.market.space[usize::from(space)] = old;
            self.s.market.cubes |= 1 << space;
        }
    }
}
