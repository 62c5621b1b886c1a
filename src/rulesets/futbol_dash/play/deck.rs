//! The Action Deck: dealing, drawing, reshuffling.

use super::super::house::Opening;
use super::{Table, counted, seat_name};
use crate::chance::{Chance, Draw};
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Table<'_, C, W> {
    /// FD-SETUP-01…05: hands from a full deck, nothing on the table.
    #[inline]
    pub(super) fn open(&mut self) {
        let rules = self.rules;
        self.watch.say(Topic::Phase, None, || format!("Set-up for {} players", rules.players));
        for (seat, opening) in (0..rules.players).zip(rules.house.openings) {
            let Opening { cards, ap, goals } = opening;
            let player = self.state.seat_mut(seat);
            (player.ap, player.goals) = (ap, goals);
            for (number, thing) in [(ap, "attack point"), (goals, "goal")] {
                if number > 0 {
                    self.say(Topic::Effect, seat, || {
                        format!("{} begins with {}.", seat_name(seat), counted(number.into(), thing))
                    });
                }
            }
            for _ in 0..cards {
                self.draw(seat);
            }
        }
    }

    /// [`Self::draw_card`] where it is not worth a copy of the code.
    #[inline(never)]
    pub(super) fn draw(&mut self, seat: u8) -> bool {
        self.draw_card(seat)
    }

    /// A seat draws one card; false if there is none (FD-DECK-01…03).
    #[inline(always)]
    pub(super) fn draw_card(&mut self, seat: u8) -> bool {
        if self.state.deck_len == 0 && !self.reshuffle() {
            return false;
        }
        let rules = self.rules;
        let state = &mut *self.state;
        let cards = &mut state.deck[..usize::from(state.deck_len)];
        let place = self.chance.draw(Draw { deck: Some(0), seat, epoch: state.epoch }, cards);
        let id = cards[place];
        cards[place] = cards[cards.len() - 1];
        state.deck_len -= 1;
        state.drew = true;
        let kind = rules.kind_of[usize::from(id & 127)];
        let holder = state.seat_mut(seat);
        holder.hand.0[usize::from(id >> 6 & 1)] |= 1 << (id & 63);
        holder.kinds |= 1 << kind;
        holder.hand_len += 1;
        self.say(Topic::Card, seat, || {
            format!("{} draws {}", seat_name(seat), rules.names[usize::from(kind)])
        });
        true
    }

    /// FD-DECK-01: the discard pile becomes the Action Deck. Never where the
    /// empty deck ends the match (FD-DECK-02).
    #[cold]
    fn reshuffle(&mut self) -> bool {
        if self.rules.deck_ends {
            self.watch.say(Topic::Card, None, || "The Action Deck is empty: no draw.".to_owned());
            return false;
        }
        if self.state.discard.0 == [0; 2] {
            self.state.counts.no_draw += 1;
            self.watch.say(Topic::Card, None, || "Deck and discard pile are empty: no draw.".to_owned());
            return false;
        }
        self.discards_to_deck();
        self.state.counts.reshuffles += 1;
        let cards = self.state.deck_len;
        self.watch.say(Topic::Card, None, || {
            format!("The discard pile becomes the new deck of {}.", counted(cards.into(), "card"))
        });
        true
    }

    /// Shuffles the discard pile into what is left of the deck.
    pub(super) fn discards_to_deck(&mut self) {
        let state = &mut *self.state;
        let discards = std::mem::take(&mut state.discard);
        state.deck_len = discards.lay_on(&mut state.deck, usize::from(state.deck_len)) as u8;
        state.epoch = state.epoch.wrapping_add(1);
    }

    /// The whole hand goes to the discard pile.
    pub(super) fn discard_hand(&mut self, seat: u8) {
        let state = &mut *self.state;
        let holder = &mut state.seats[usize::from(seat)];
        state.discard.absorb(&mut holder.hand);
        holder.kinds = 0;
        holder.hand_len = 0;
    }

    /// FD-GC-21: a new hand, one card fewer per Red Card; what is left of the
    /// deck if that is less.
    pub(super) fn deal_hand(&mut self, seat: u8) {
        let cards = self.rules.hand_size.saturating_sub(self.state.seat(seat).reds);
        for _ in 0..cards {
            if !self.draw(seat) {
                break;
            }
        }
    }
}
