//! Cards of the other side that nobody has seen, and how likely its hand holds
//! one of a kind.

use super::ahead::Outlook;
use crate::rulesets::time_vault_soccer::squads::{DOUBLE_TEAMING, LAST_MAN, each, players_of};
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
const POINTS: usize = 32;

/// All bits where a card that adds so many points is counted: at every place up
/// to its own. Added in one go, where sums of single places would each wait for
/// the one before.
static UP_TO: [[u8; POINTS]; POINTS] = {
    let mut table = [[0; POINTS]; POINTS];
    let mut adds = 0;
    while adds < POINTS {
        let mut place = 0;
        while place <= adds {
            table[adds][place] = u8::MAX;
            place += 1;
        }
        adds += 1;
    }
    table
};

/// The unseen cards by what each would make of a pillar.
pub(super) struct Unseen {
    /// Strength of the pillar as it is.
    base: i32,
    /// Cards that add so many points or more.
    such: [u8; POINTS],
    /// The same, with every last man.
    stopping: [u8; POINTS],
    /// Hundredths of chance that a hand of this size holds one of so many.
    holds: &'static [u8; CARDS + 1],
    /// Hundredths of penalty kicks that miss.
    missed: i32,
    unanswered: bool,
}

impl Unseen {
    /// Their answers to a shot, home points and double-teaming included.
    pub(super) fn answers(half: &Half<'_>) -> Self {
        let (rules, squad) = (half.rules, half.other_squad());
        let home = if rules.home_in_defence { half.other().home_left.min(rules.home_per_card) } else { 0 };
        let outlook = Outlook::new(rules, squad, half.other(), (true, true));
        let doubles = squad.skills[usize::from(DOUBLE_TEAMING)];
        Self::of(half, half.strengths()[3], squad.skills[usize::from(LAST_MAN)], |player| {
            let plain = outlook.with(player, home, 0).0;
            if doubles >> player & 1 == 1 { plain.max(outlook.with(player, home, 1).0) } else { plain }
        })
    }

    /// Their next card to Attack, home points included.
    pub(super) fn attackers(half: &Half<'_>) -> Self {
        let rules = half.rules;
        let home = if rules.home_in_attack { half.other().home_left.min(rules.home_per_card) } else { 0 };
        let outlook = Outlook::new(rules, half.other_squad(), half.other(), (false, false));
        Self::of(half, half.strengths()[2], 0, |player| outlook.with(player, home, 0).0)
    }

    #[inline]
    fn of(half: &Half<'_>, base: u16, last_men: u16, strength: impl Fn(u8) -> u16) -> Self {
        let unseen = half.unseen();
        let (mut such, mut stopping) = ([0; POINTS], [0; POINTS]);
        for player in each(players_of(unseen)) {
            let copies = 1 + u8::from(unseen >> (2 * player) & 3 == 3);
            let adds = usize::from(strength(player).saturating_sub(base)).min(POINTS - 1);
            let stops = if last_men >> player & 1 == 1 { POINTS - 1 } else { adds };
            let count = |counts: &mut [u8; POINTS], places: &[u8; POINTS]| {
                counts.iter_mut().zip(places).for_each(|(count, place)| *count += copies & place);
            };
            count(&mut such, &UP_TO[adds]);
            count(&mut stopping, &UP_TO[stops]);
        }
        let (cards, hand) = (unseen.count_ones() as usize, half.other_hand_size() as usize);
        let kick = &half.rules.kick;
        Self {
            base: base.into(),
            such,
            stopping,
            holds: &HOLDS[cards][hand.min(HAND)],
            missed: (100 * kick.weights()[0] / kick.tickets()) as i32,
            unanswered: half.rules.responses == 0,
        }
    }

    /// Where cards that bring the pillar to so much are counted; to what it has
    /// already, all of them.
    #[inline]
    fn place(&self, at_least: i32) -> usize {
        usize::try_from(at_least - self.base).unwrap_or(0).min(POINTS - 1)
    }

    #[inline]
    fn held(&self, such: u8) -> i32 {
        self.holds[usize::from(such).min(CARDS)].into()
    }

    /// Hundredths of chance that a card in hand brings the pillar to so much.
    #[inline]
    pub(super) fn chance(&self, at_least: i32) -> i32 {
        self.held(self.such[self.place(at_least)])
    }

    /// Hundredths of chance that a shot of this Attack is a goal: they hold no
    /// answer that saves, and the penalty kick is scored where a last man is all
    /// they have.
    #[inline]
    pub(super) fn goal(&self, attack: i32) -> i32 {
        if self.unanswered {
            return 100;
        }
        let place = self.place(attack);
        let (saved, stopped) = (self.held(self.such[place]), self.held(self.stopping[place]));
        100 - saved - (stopped - saved) * self.missed / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
