//! Press releases: bets settled after matches and competitions.

use super::super::tiles::{Claim, Kind, NONE};
use super::super::words;
use super::Play;
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// Settles the releases of a seat on which `judge` has a verdict, in the
    /// order taken (TOS-PRESS-03, TOS-PRESS-05, TOS-PRESS-09).
    pub(in super::super) fn settle_releases(&mut self, seat: u8, judge: impl Fn(Claim) -> Option<bool>) {
        let at = usize::from(seat);
        let mut place = 0;
        while place < 2 {
            let tile = self.s.clubs[at].press[place];
            let verdict = if tile == NONE { None } else { judge(self.rules.prints[usize::from(tile)].claim) };
            let Some(kept) = verdict else {
                place += 1;
                continue;
            };
            let club = &mut self.s.clubs[at];
            club.press[place] = club.press[1];
            club.press[1] = NONE;
            self.settle_release(seat, self.rules.prints[usize::from(tile)].claim, kept);
        }
    }

    fn settle_release(&mut self, seat: u8, claim: Claim, kept: bool) {
        let [reward, penalty] = self.rules.press[claim as usize];
        let money = claim.weekend();
        self.watch.say(Topic::Effect, Some(seat), || {
            let (verdict, sign, amount) =
                if kept { ("kept", "+", reward) } else { ("missed", "−", penalty) };
            let unit = if money { "$" } else { "VP" };
            let who = words::who(self.s, seat);
            format!("{who}: press release “{}” {verdict}, {sign}{amount} {unit}", claim.words())
        });
        let club = &mut self.s.clubs[usize::from(seat)];
        club.log.press_kept += u8::from(kept);
        club.log.press_missed += u8::from(!kept);
        match (money, kept) {
            (true, true) => {
                club.cash += reward;
                club.log.books.bring(Kind::Press, reward);
            }
            (true, false) => {
                club.log.books.pay(Kind::Press, penalty);
                self.charge(seat, penalty);
            }
            (false, true) => club.press_vp += reward as i8,
            (false, false) => club.press_vp -= penalty as i8,
        }
    }
}
