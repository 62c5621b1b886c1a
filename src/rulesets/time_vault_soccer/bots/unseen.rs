//! Cards of the other side that nobody has seen, and how likely its hand holds
//! one of a kind.

use super::ahead::Outlook;
use crate::rulesets::time_vault_soccer::squads::{DOUBLE_TEAMING, LAST_MAN, SQUAD, each, players_of};
use crate::rulesets::time_vault_soccer::view::Half;

/// Most cards of a side.
const CARDS: usize = 32;
/// Largest hand told apart.
const HAND: usize = 8;

/// Chance, in hundredths, that so many of so many cards hold one of so many:
/// `[cards][in hand][such cards]`, hypergeometric, rounded down.
static HOLDS: [[[u8; CARDS + 1]; HAND + 1]; CARDS + 1] = {
    let mut table = [[[0; CARDS + 1]; HAND + 1]; CARDS + 1];
    let mut cards = 1;
    while cards <= CARDS {
        let mut such = 1;
        while such <= cards {
            let (mut none, mut all) = (1_u64, 1_u64);
            let mut hand = 1;
            while hand <= HAND {
                if hand <= cards {
                    none *= (cards - such + 1).saturating_sub(hand) as u64;
                    all *= (cards + 1 - hand) as u64;
                }
                table[cards][hand][such] = (100 - (100 * none).div_ceil(all)) as u8;
                hand += 1;
            }
            such += 1;
        }
        cards += 1;
    }
    table
};

/// Most points told apart that a card adds to a pillar.
const POINTS: i32 = 31;

/// The unseen cards by what each would make of a pillar. Three rows of bytes,
/// one for each player: what is asked of all of them is a few vector instructions.
pub(super) struct Unseen {
    /// Strength of the pillar as it is.
    base: i32,
    /// Unseen cards of each player.
    copies: [u8; SQUAD],
    /// What a card of each adds.
    adds: [u8; SQUAD],
    /// The same, with every last man.
    stops: [u8; SQUAD],
    /// Hundredths of chance that a hand of this size holds one of so many.
    holds: &'static [u8; CARDS + 1],
    /// Hundredths of penalty kicks that miss.
    missed: i32,
    unanswered: bool,
}

/// How many of these cards are of each player.
fn copies(cards: u32) -> [u8; SQUAD] {
    let pairs = cards - (cards >> 1 & 0x5555_5555);
    let mut copies = [0; SQUAD];
    for (four, byte) in copies.chunks_exact_mut(4).zip(pairs.to_le_bytes()) {
        // The four pairs of a byte, a byte each.
        let byte = u32::from(byte);
        let spread = (byte | byte << 6 | byte << 12 | byte << 18) & 0x0303_0303;
        four.copy_from_slice(&spread.to_le_bytes());
    }
    copies
}

impl Unseen {
    /// Their answers to a shot, home points and double-teaming included.
    pub(super) fn answers(half: &Half<'_>) -> Self {
        let (rules, squad) = (half.rules, half.other_squad());
        let home = if rules.home_in_defence { half.other().home_left.min(rules.home_per_card) } else { 0 };
        let outlook = Outlook::new(rules, squad, half.other(), (true, true));
        let [doubles, last_men] = [DOUBLE_TEAMING, LAST_MAN].map(|skill| squad.skills[usize::from(skill)]);
        Self::of(half, half.strengths()[3], &outlook, home, doubles, last_men)
    }

    /// Their next card to Attack, home points included.
    pub(super) fn attackers(half: &Half<'_>) -> Self {
        let rules = half.rules;
        let home = if rules.home_in_attack { half.other().home_left.min(rules.home_per_card) } else { 0 };
        let outlook = Outlook::new(rules, half.other_squad(), half.other(), (false, false));
        Self::of(half, half.strengths()[2], &outlook, home, 0, 0)
    }

    #[inline]
    fn of(half: &Half<'_>, base: u16, outlook: &Outlook<'_>, home: u8, doubles: u16, last_men: u16) -> Self {
        let unseen = half.unseen();
        let (mut adds, unlike) = outlook.adds(home);
        for player in each(players_of(unseen) & (unlike | doubles)) {
            let plain = outlook.with(player, home, 0).0;
            let double = if doubles >> player & 1 == 1 { outlook.with(player, home, 1).0 } else { 0 };
            adds[usize::from(player)] = plain.max(double).saturating_sub(base).min(POINTS as u16) as u8;
        }
        let mut stops = adds;
        for player in each(last_men) {
            stops[usize::from(player)] = POINTS as u8;
        }
        let (cards, hand) = (unseen.count_ones() as usize, half.other_hand_size() as usize);
        let kick = &half.rules.kick;
        Self {
            base: base.into(),
            copies: copies(unseen),
            adds,
            stops,
            holds: &HOLDS[cards][hand.min(HAND)],
            missed: (100 * kick.weights()[0] / kick.tickets()) as i32,
            unanswered: half.rules.responses == 0,
        }
    }

    /// Hundredths of chance that the hand holds a card that adds what is lacking to
    /// so much; one that adds [`POINTS`] adds enough.
    #[inline]
    fn held(&self, adds: &[u8; SQUAD], at_least: i32) -> i32 {
        let lacking = (at_least - self.base).clamp(0, POINTS) as u8;
        let mut such = 0_u8;
        for (&copies, &adds) in self.copies.iter().zip(adds) {
            such += if adds >= lacking { copies } else { 0 };
        }
        self.holds[usize::from(such).min(CARDS)].into()
    }

    /// Hundredths of chance that a card in hand brings the pillar to so much.
    #[inline]
    pub(super) fn chance(&self, at_least: i32) -> i32 {
        self.held(&self.adds, at_least)
    }

    /// Hundredths of chance that a shot of this Attack is a goal: they hold no
    /// answer that saves, and the penalty kick is scored where a last man is all
    /// they have.
    #[inline]
    pub(super) fn goal(&self, attack: i32) -> i32 {
        if self.unanswered {
            return 100;
        }
        let (saved, stopped) = (self.held(&self.adds, attack), self.held(&self.stops, attack));
        100 - saved - (stopped - saved) * self.missed / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_counted_by_player() {
        for cards in [0, 1, 0b10, 0b11, u32::MAX, 0x8000_0001, 0x1234_5678, 0xC0FF_EE00] {
            let each: [u8; SQUAD] = std::array::from_fn(|at| (cards >> (2 * at) & 3).count_ones() as u8);
            assert_eq!(copies(cards), each, "{cards:#b}");
        }
    }

    #[test]
    fn hands_hold_what_the_ledger_says() {
        // Section 5: a goalkeeper copy in the opening 5 of 22 with two of them is
        // 95 of 231, both copies 10 of 231.
        assert_eq!(HOLDS[22][5][2], 41);
        for (cards, such, hand, chance) in
            [(22, 0, 5, 0), (22, 22, 5, 100), (5, 1, 5, 100), (4, 1, 5, 100), (10, 3, 1, 30), (3, 1, 0, 0)]
        {
            assert_eq!(HOLDS[cards][hand][such], chance, "{such} of {cards}, {hand} in hand");
        }
    }
}
