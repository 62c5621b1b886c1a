//! What playing a card would do to the own pillars, bookings included.

use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::legal::{Moves, Row};
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::play::cards::{Card, worth};
use crate::rulesets::time_vault_soccer::rules::{KeeperDoubles, Rules};
use crate::rulesets::time_vault_soccer::sides::{Open, Pillar};
use crate::rulesets::time_vault_soccer::squads::{KEEPER, Squad, cards_of};
use crate::rulesets::time_vault_soccer::view::Half;

/// Whether the other copy of a player in hand is in play.
#[inline]
pub(super) fn second_copy(half: &Half<'_>, player: u8) -> bool {
    (half.own().attack.mask | half.own().defence.mask) & cards_of(1 << player) != 0
}

/// Whether playing a card would have its player sent off.
fn sends_off(rules: &Rules, open: &Open, card: Card, second_copy: bool) -> bool {
    if !rules.bookings {
        return false;
    }
    let cards = u8::from(second_copy && rules.second_copy_yellow) + u8::from(card.skill > 0);
    let booked = open.yellow >> card.player & 1 == 1;
    cards + u8::from(booked) >= 2 && cards > 0
}

/// A pillar's sums without its cards: cheaper to change than a copy.
struct Sums {
    there: u32,
    sum: u16,
    printed: u16,
    keepers: u8,
}

impl Sums {
    fn lose(&mut self, pillar: &Pillar, at: usize, squad: &Squad) {
        let card = pillar.cards[at];
        let player = usize::from(card / 2);
        self.there &= !(1 << card);
        self.sum -= u16::from(pillar.values[at]);
        self.printed -= u16::from(squad.defence[player]);
        self.keepers -= u8::from(squad.line[player] == KEEPER);
    }
}

/// Strength of the pillar that a card is played to, after discards and
/// bookings, and what the card itself adds.
pub(super) fn after(half: &Half<'_>, card: Card) -> (u16, u8) {
    after_on(half.rules, half.squad(), half.own(), card)
}

/// The same for any side, of which only what everybody sees is needed.
pub(super) fn after_on(rules: &Rules, squad: &Squad, own: &Open, card: Card) -> (u16, u8) {
    let (pillar, other) =
        if card.defence { (&own.defence, own.attack.mask) } else { (&own.attack, own.defence.mask) };
    let mut sums =
        Sums { there: pillar.mask, sum: pillar.sum, printed: pillar.printed, keepers: pillar.keepers };
    if card.defence && !card.answer && pillar.len >= rules.pillar_max {
        for oldest in 0..=usize::from(pillar.len - rules.pillar_max) {
            sums.lose(pillar, oldest, squad);
        }
    }
    let stays = sums.there;
    let copies = cards_of(1 << card.player);
    let value = worth(rules, squad, stays, card);
    if sends_off(rules, own, card, (stays | other) & copies != 0) {
        if stays & copies != 0 {
            let at = pillar.cards().iter().position(|&c| stays & copies & 1 << c != 0);
            sums.lose(pillar, at.unwrap_or(0), squad);
        }
    } else {
        let player = usize::from(card.player);
        sums.sum += u16::from(value);
        sums.printed += u16::from(squad.defence[player]);
        sums.keepers += u8::from(squad.line[player] == KEEPER);
    }
    let twice = card.defence && sums.keepers > 0 && rules.keeper_doubles == KeeperDoubles::WholePillar;
    (sums.sum + if twice { sums.printed } else { 0 }, value)
}

/// An answer without skill, with these home points.
pub(super) const fn answer(player: u8, home: u8, double: bool) -> Card {
    Card { player, defence: true, home, skill: double as u8, answer: true }
}

/// The plain answer that adds least among those that save, without home
/// points.
pub(super) fn cheapest_save(half: &Half<'_>, moves: &Moves, double: bool, whim: &mut Whim) -> Option<Move> {
    let attack = half.strengths()[2];
    let mut pick = Pick::new();
    for row in moves.rows().filter(|row| row.defence > 0 && (row.double || !double)) {
        let (strength, value) = after(half, answer(row.player, 0, double));
        if strength >= attack {
            let answer = Move::Answer { player: row.player, home: 0, double };
            pick.offer(answer, -i32::from(value), whim);
        }
    }
    pick.option()
}

/// The answer that saves with fewest home points.
pub(super) fn save_with_points(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Option<Move> {
    let attack = half.strengths()[2];
    let mut pick = Pick::new();
    for row in moves.rows().filter(|row| row.defence > 1) {
        let (strength, _) = after(half, answer(row.player, 0, false));
        let (full, _) = after(half, answer(row.player, row.defence - 1, false));
        if full >= attack {
            // Points count one each unless the player is sent off for it.
            let home = attack.saturating_sub(strength) as u8;
            pick.offer(Move::Answer { player: row.player, home, double: false }, -i32::from(home), whim);
        }
    }
    pick.option()
}

/// A last man, whoever of them has fewest stars.
pub(super) fn last_man(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Option<Move> {
    let mut pick = Pick::new();
    for row in moves.rows().filter(|row: &Row| row.last_man) {
        let stars = half.squad().stars[usize::from(row.player)];
        pick.offer(Move::LastMan { player: row.player }, -i32::from(stars), whim);
    }
    pick.option()
}

/// A card to Attack.
pub(super) const fn forward(player: u8, home: u8) -> Card {
    Card { player, defence: false, home, skill: 0, answer: false }
}

/// A card to Defence.
pub(super) const fn back(player: u8, skill: u8) -> Card {
    Card { player, defence: true, home: 0, skill, answer: false }
}

/// The move that plays a card in a turn.
pub(super) const fn playing(card: Card) -> Move {
    Move::Play { player: card.player, defence: card.defence, home: card.home, skill: card.skill }
}
