//! What playing a card would do to the own pillars, bookings included.

use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::legal::Moves;
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::play::cards::{doubles, worths};
use crate::rulesets::time_vault_soccer::rules::Rules;
use crate::rulesets::time_vault_soccer::sides::{Open, Pillar};
use crate::rulesets::time_vault_soccer::squads::{KEEPER, SQUAD, Squad, cards_of, each, players_of};
use crate::rulesets::time_vault_soccer::switches::KeeperDoubles;
use crate::rulesets::time_vault_soccer::view::Half;

/// Players with a card in play.
#[inline]
pub(super) fn in_play(own: &Open) -> u16 {
    players_of(own.attack.mask | own.defence.mask)
}

/// A pillar's sums without its cards: cheaper to change than a copy.
#[derive(Clone, Copy)]
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

/// A pillar as the next card finds it: what doesn't depend on the card is
/// worked out once for a whole hand.
pub(super) struct Outlook<'a> {
    rules: &'a Rules,
    squad: &'a Squad,
    pillar: &'a Pillar,
    defence: bool,
    answer: bool,
    /// The pillar without the cards that make room for one more.
    sums: Sums,
    /// What a card of each player adds, without home points and skill.
    values: [u8; SQUAD],
    /// Players whose next card without a skill has them sent off.
    off_plain: u16,
    /// The same with a skill.
    off_skilled: u16,
}

impl<'a> Outlook<'a> {
    /// The own Attack.
    #[inline]
    pub(super) fn attack(half: &Half<'a>) -> Self {
        Self::new(half.rules, half.squad(), half.own(), (false, false))
    }

    /// The own Defence in a turn.
    #[inline]
    pub(super) fn defence(half: &Half<'a>) -> Self {
        Self::new(half.rules, half.squad(), half.own(), (true, false))
    }

    /// The own Defence under a shot.
    #[inline]
    pub(super) fn answer(half: &Half<'a>) -> Self {
        Self::new(half.rules, half.squad(), half.own(), (true, true))
    }

    /// The same for any side, of which only what everybody sees is needed.
    #[inline]
    pub(super) fn new(
        rules: &'a Rules,
        squad: &'a Squad,
        own: &'a Open,
        (defence, answer): (bool, bool),
    ) -> Self {
        let (pillar, other) =
            if defence { (&own.defence, own.attack.mask) } else { (&own.attack, own.defence.mask) };
        let mut sums =
            Sums { there: pillar.mask, sum: pillar.sum, printed: pillar.printed, keepers: pillar.keepers };
        if defence && !answer && pillar.len >= rules.pillar_max {
            for oldest in 0..=usize::from(pillar.len - rules.pillar_max) {
                sums.lose(pillar, oldest, squad);
            }
        }
        let (mut off_plain, mut off_skilled) = (0, 0);
        if rules.bookings {
            // A second copy is a yellow card, a skill another (TVS-CARD-02, -03).
            let second = if rules.second_copy_yellow { players_of(sums.there | other) } else { 0 };
            off_plain = second & own.yellow;
            off_skilled = second | own.yellow;
        }
        let values = worths(rules, squad, sums.there, (defence, answer));
        Self { rules, squad, pillar, defence, answer, sums, values, off_plain, off_skilled }
    }

    /// Strength of the pillar once a card is in it, discards and bookings
    /// included, and what the card itself adds.
    #[inline]
    pub(super) fn with(&self, player: u8, home: u8, skill: u8) -> (u16, u8) {
        let at = usize::from(player);
        let doubled = self.defence && skill == 1 && !(self.keeper(at) && doubles(self.rules, self.answer));
        let value = self.values[at] + home + if doubled { self.squad.defence[at] } else { 0 };
        if self.whole_pillar() || self.sends_off(player, skill) {
            return (self.unlike(player, value, skill), value);
        }
        (self.sums.sum + u16::from(value), value)
    }

    /// The strength where it is more, or less, than the sum of the values.
    #[cold]
    fn unlike(&self, player: u8, value: u8, skill: u8) -> u16 {
        let mut sums = self.sums;
        if self.sends_off(player, skill) {
            let copies = sums.there & cards_of(1 << player);
            if copies != 0 {
                let at = self.pillar.cards().iter().position(|&c| copies >> c & 1 == 1);
                sums.lose(self.pillar, at.unwrap_or(0), self.squad);
            }
        } else {
            let at = usize::from(player);
            sums.sum += u16::from(value);
            sums.printed += u16::from(self.squad.defence[at]);
            sums.keepers += u8::from(self.keeper(at));
        }
        let twice = sums.keepers > 0 && self.whole_pillar();
        sums.sum + if twice { sums.printed } else { 0 }
    }

    fn keeper(&self, at: usize) -> bool {
        self.squad.line[at] == KEEPER
    }

    /// Whether a goalkeeper doubles all that lies in the pillar.
    fn whole_pillar(&self) -> bool {
        self.defence && self.rules.keeper_doubles == KeeperDoubles::WholePillar
    }

    /// What a card of each player, without a skill, adds to a pillar where it is
    /// the sum of its values; where it is more or less (these players) [`Self::with`]
    /// knows.
    #[inline]
    pub(super) fn adds(&self, home: u8) -> ([u8; SQUAD], u16) {
        let mut adds = self.values;
        for add in &mut adds {
            *add += home;
        }
        (adds, if self.whole_pillar() { u16::MAX } else { self.off_plain })
    }

    /// Whether the player would be sent off for it.
    #[inline]
    pub(super) const fn sends_off(&self, player: u8, skill: u8) -> bool {
        let off = if skill > 0 { self.off_skilled } else { self.off_plain };
        off >> player & 1 == 1
    }

    /// What a card in Defence adds beyond its own value where a goalkeeper
    /// doubles the whole pillar: its printed defence again, and with the first
    /// goalkeeper that of every card there.
    #[inline]
    fn doubled(&self, player: u8) -> u16 {
        let (at, Sums { printed, keepers, .. }) = (usize::from(player), self.sums);
        if self.rules.keeper_doubles != KeeperDoubles::WholePillar {
            return 0;
        }
        let own = u16::from(self.squad.defence[at]);
        match (keepers > 0, self.squad.line[at] == KEEPER) {
            (true, _) => own,
            (false, true) => printed + own,
            (false, false) => 0,
        }
    }
}

/// The plain answer that adds least among those that save, without home
/// points.
pub(super) fn cheapest_save(half: &Half<'_>, moves: &Moves, double: bool, whim: &mut Whim) -> Option<Move> {
    let attack = half.strengths()[2];
    let outlook = Outlook::answer(half);
    let mut pick = Pick::new();
    for player in each(if double { moves.doubles() } else { moves.players() }) {
        let (strength, value) = outlook.with(player, 0, u8::from(double));
        if strength >= attack {
            let adds = i32::from(outlook.doubled(player)) + i32::from(value);
            pick.offer(Move::Answer { player, home: 0, double }, -adds, whim);
        }
    }
    pick.option()
}

/// The answer that saves with fewest home points.
pub(super) fn save_with_points(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Option<Move> {
    let most = moves.most_home_in_defence();
    if most == 0 {
        return None;
    }
    let attack = half.strengths()[2];
    let outlook = Outlook::answer(half);
    let mut pick = Pick::new();
    for player in each(moves.players()) {
        let (strength, _) = outlook.with(player, 0, 0);
        let (full, _) = outlook.with(player, most, 0);
        if full >= attack {
            // Points count one each unless the player is sent off for it.
            let home = attack.saturating_sub(strength) as u8;
            pick.offer(Move::Answer { player, home, double: false }, -i32::from(home), whim);
        }
    }
    pick.option()
}

/// A last man, whoever of them has fewest stars.
pub(super) fn last_man(half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Option<Move> {
    let mut pick = Pick::new();
    for player in each(moves.last_men()) {
        let stars = half.squad().stars[usize::from(player)];
        pick.offer(Move::LastMan { player }, -i32::from(stars), whim);
    }
    pick.option()
}

/// The move that plays a card to Attack.
pub(super) const fn forward(player: u8, home: u8) -> Move {
    Move::Play { player, defence: false, home, skill: 0 }
}

/// The move that plays a card to Defence.
pub(super) const fn back(player: u8, skill: u8) -> Move {
    Move::Play { player, defence: true, home: 0, skill }
}
