//! Bots that score every code: balanced, and calculator on top of it.

use super::super::moves::{MATCH, PASS, PAY_CAPTAIN, PLAY, SELL_CARD, SELL_CHIP, TAKE_LAST, TAKE_SIXTH};
use super::super::state::class;
use super::commit;
use super::judge::{CERTAIN, Judge, POINT, bits, codes, span};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::moves::{MoveMask, MoveSet};

/// Score of a MATCH that is worth it, and of one that is not.
const CHALLENGE: i32 = 100 * POINT;
const NO_CHALLENGE: i32 = -10 * POINT;

impl Judge<'_> {
    /// Balanced score of having a card for nothing.
    fn card_score(self, seat: u8, card: u8) -> i32 {
        match self.class_of(card) {
            class::MATCH => {
                let king = self.view.king();
                let hopeful = seat != king && self.chance(seat, king, true, 0, 0) >= CERTAIN / 100 * 45;
                if hopeful { 20 * POINT } else { 3 * POINT }
            }
            class::VAR => 4 * POINT,
            class::BONUS => {
                let (defence, attack) = self.view.columns(seat);
                3 * POINT + i32::from(defence.abs_diff(attack)) * (POINT / 4)
            }
            // It places the captain at once, like a PLAY.
            class::TRANSFER => 3 * self.captain_gain(seat),
            colour => {
                let gain = self.gain(seat, self.rules.kind_of[usize::from(card) & 127]);
                if gain > 0 { 2 * gain } else { POINT / 2 * (1 + i32::from(colour)) }
            }
        }
    }

    /// Balanced score of a TAKE code.
    fn take_score(self, take: u8) -> i32 {
        let (card, cubes) = self.view.offer(take);
        let colour = self.rules.price[usize::from(self.class_of(card))];
        self.card_score(self.view.seat(), card) - i32::from(cubes) * POINT * (1 + i32::from(colour))
    }

    /// Whether `seat` would be allowed to take this card for nothing.
    fn may_hold(self, seat: u8, card: u8) -> bool {
        match self.class_of(card) {
            class::MATCH => self.view.events(seat)[0] < self.rules.match_limit,
            class::VAR | class::BONUS | class::TRANSFER => true,
            _ => self.view.hand_size(seat) < self.rules.hand_limit,
        }
    }
}

/// The code with the best balanced score, and that score; `challenge` is the
/// score of MATCH. Codes are shown in rising order.
fn best(judge: Judge<'_>, moves: MoveMask, challenge: i32, whim: &mut Whim) -> (u8, i32) {
    let seat = judge.view.seat();
    let mut pick = Pick::new();
    for take in codes(moves, 0, PLAY) {
        pick.offer(take, judge.take_score(take), whim);
    }
    let plays = span(moves, PLAY, SELL_CARD);
    let sales = span(moves, SELL_CARD, SELL_CHIP);
    // A kind is nearly always offered to be played and to be sold: its gain is
    // worked out once.
    let mut useful = 0;
    for kind in bits(plays) {
        let gain = judge.gain(seat, kind);
        useful |= u64::from(gain > 0) << kind;
        pick.offer(PLAY + kind, 3 * gain, whim);
    }
    for kind in bits(sales & !plays) {
        useful |= u64::from(judge.gain(seat, kind) > 0) << kind;
    }
    for kind in bits(sales) {
        let score = if useful >> kind & 1 == 1 { -POINT } else { POINT };
        pick.offer(SELL_CARD + kind, score, whim);
    }
    for code in codes(moves, SELL_CHIP, MATCH) {
        pick.offer(code, -20 * POINT, whim);
    }
    for code in codes(moves, MATCH, TAKE_SIXTH + 1) {
        let score = match code {
            MATCH => challenge,
            PAY_CAPTAIN => 3 * judge.captain_gain(seat) - 6 * POINT,
            PASS => 0,
            take => judge.take_score(take),
        };
        pick.offer(code, score, whim);
    }
    pick.scored().unwrap_or_else(|| (moves.nth(0), 0))
}

/// `balanced`: the code with the best score.
pub fn balanced(judge: Judge<'_>, moves: MoveMask, whim: &mut Whim) -> u8 {
    let mut challenge = NO_CHALLENGE;
    if Judge::may_challenge(moves) {
        let opponent = judge.opponent(whim);
        if judge.challenge_chance(opponent) >= CERTAIN / 2 {
            challenge = CHALLENGE;
        }
    }
    best(judge, moves, challenge, whim).0
}

/// What a challenge must promise: a half, 0.05 more for each victory that the
/// opponent leads by, within 0.35 and 0.65.
fn threshold(judge: Judge<'_>, opponent: u8) -> u32 {
    let lead = i64::from(judge.view.victories(opponent)) - i64::from(judge.view.victories(judge.view.seat()));
    let wanted = i64::from(CERTAIN / 2) + lead * i64::from(CERTAIN / 20);
    wanted.clamp(i64::from(CERTAIN / 100 * 35), i64::from(CERTAIN / 100 * 65)) as u32
}

/// `calculator`: balanced with exact commitments, and denial.
pub fn calculator(judge: Judge<'_>, moves: MoveMask, whim: &mut Whim) -> u8 {
    let mut challenge = NO_CHALLENGE;
    if Judge::may_challenge(moves) {
        let opponent = judge.opponent(whim);
        if commit::best_chance(judge, opponent) >= threshold(judge, opponent) {
            challenge = CHALLENGE;
        }
    }
    let (code, score) = best(judge, moves, challenge, whim);
    if denies(judge, moves, score) { TAKE_LAST } else { code }
}

/// Whether to take the free card because the next player would like it: at
/// least 3 for the next player, and for this one 0.6 of the best it could do.
fn denies(judge: Judge<'_>, moves: MoveMask, best: i32) -> bool {
    let Some(free) = judge.free_take(moves) else { return false };
    let (card, _) = judge.view.offer(free);
    let next = judge.view.next_seat();
    let tempting = judge.may_hold(next, card) && judge.card_score(next, card) >= 3 * POINT;
    tempting && 10 * judge.take_score(free) >= 6 * best
}
