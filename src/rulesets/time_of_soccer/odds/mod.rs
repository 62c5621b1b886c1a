//! Exact odds (ledger section 5), by enumeration of the rule code in `play`;
//! the tables that users see are in [`tables`].

pub mod tables;

use super::moves::YES;
use super::play::cup::shoot_out;
use super::play::league::{Clash, clash};
use super::play::matches::{saves, shots};
use super::play::setup::{blank, cup_boxes};
use super::play::{CLASH, Play};
use super::rules::Rules;
use super::state::{AWAY, HOME, Match, Next, Question, State};
use super::tiles::NONE;
use crate::chance::enumerate::Branches;
use crate::chance::{Chance, Fraction, enumerate};
use crate::watch::Silent;
use std::collections::BTreeMap;

/// What a side does with its re-roll in a forced policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Nothing.
    Never,
    /// Repeats its attack on no or one hit.
    Attack,
    /// Repeats its defence on no or one hit.
    Defence,
    /// Neutral: repeats any roll without a hit.
    Neutral,
}

impl Policy {
    const fn name(self) -> &'static str {
        match self {
            Self::Never => "none",
            Self::Attack => "attack on 0-1 hits",
            Self::Defence => "defence on 0-1 hits",
            Self::Neutral => "neutral",
        }
    }
}

/// Probability of each number of goals.
pub type Goals = BTreeMap<u8, Fraction>;

/// A state in which a match between clubs 0 (home) and 1 (away) is about to be
/// played at these levels; a side with [`Policy::Neutral`] has no player.
fn match_state(rules: &Rules, levels: [[u8; 2]; 2], policies: [Policy; 2]) -> State {
    let mut state = blank(rules);
    state.week = 1;
    state.game = Match { clubs: [0, 1], levels, announced: [true; 2], ..Match::NONE };
    for side in [HOME, AWAY] {
        let neutral = policies[side] == Policy::Neutral;
        state.seat_of[side] = if neutral { NONE } else { side as u8 };
        state.clubs[side].number = side as u8;
        let owns = matches!(policies[side], Policy::Attack | Policy::Defence);
        state.game.rerolls[side] = u8::from(owns);
    }
    state
}

/// Goals of one attack with forced policies, from the match code.
#[must_use]
pub fn goals(rules: &Rules, attack: u8, defence: u8, policies: [Policy; 2]) -> Goals {
    // The second attack is the home side's unless the home side begins.
    let k = u8::from(!rules.home_first);
    let base = match_state(rules, [[attack, 0], [0, defence]], policies);
    enumerate(|chance: &mut Branches| {
        let mut state = base;
        let mut play = Play { rules, s: &mut state, chance, watch: &mut Silent };
        play.one_attack(k, |question, hits| {
            let wanted = if question == Question::AttackAgain {
                policies[HOME] == Policy::Attack
            } else {
                policies[AWAY] == Policy::Defence
            };
            wanted && hits <= 1
        })
    })
}

/// Whether exact results of a whole match with repeats fit into 128 bits.
#[must_use]
pub fn fits(rules: &Rules) -> bool {
    let bits = |tickets: u32| f64::from(tickets).log2();
    4.0 * (bits(rules.attack_roll.tickets()) + bits(rules.defence_roll.tickets())) < 122.0
}

/// Win, draw and loss of a side with goal distributions for and against.
#[must_use]
pub fn results(scored: &Goals, conceded: &Goals) -> [Fraction; 3] {
    let mut sums = [Fraction::ZERO; 3];
    for (mine, p) in scored {
        for (theirs, q) in conceded {
            let place = match mine.cmp(theirs) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            sums[place] = sums[place] + *p * *q;
        }
    }
    sums
}

/// Mean of a distribution of small numbers.
#[must_use]
pub fn mean<'a>(table: impl IntoIterator<Item = (&'a u8, &'a Fraction)>) -> Fraction {
    table.into_iter().map(|(&value, &p)| Fraction::new(u128::from(value), 1) * p).sum()
}

/// Win, draw and loss of levels `own` against `other` with forced policies.
#[must_use]
pub fn match_odds(rules: &Rules, own: [u8; 2], other: [u8; 2], policies: [Policy; 2]) -> [Fraction; 3] {
    let scored = goals(rules, own[0], other[1], policies);
    let conceded = goals(rules, other[0], own[1], [policies[1], policies[0]]);
    results(&scored, &conceded)
}

/// Win, draw and loss of the side that attacks first.
type Split = [Fraction; 3];

/// Best use of the re-roll: both sides maximise their own expected league
/// points, backward through the four rolls; ties are kept.
struct BestUse<'a> {
    rules: &'a Rules,
    levels: [[u8; 2]; 2],
    attack: Vec<Fraction>,
    defence: Vec<Fraction>,
}

impl BestUse<'_> {
    /// Expected league points of the side in place `who`.
    fn points(&self, who: usize, split: Split) -> Fraction {
        let win = if who == 0 { split[0] } else { split[2] };
        Fraction::new(u128::from(self.rules.win_points), 1) * win + split[1]
    }

    fn attack(&self, k: usize, goals: [u8; 2], left: [bool; 2]) -> Split {
        self.roll(k, &self.attack, left, |hits, left| {
            let shots = shots(self.rules, self.levels[k][0], hits);
            self.roll(1 - k, &self.defence, left, |hits, left| {
                let mut score = goals;
                score[k] = shots.saturating_sub(saves(self.rules, self.levels[1 - k][1], hits));
                if k == 0 { self.attack(1, score, left) } else { Self::end(score) }
            })
        })
    }

    fn end(goals: [u8; 2]) -> Split {
        let mut split = [Fraction::ZERO; 3];
        split[match goals[0].cmp(&goals[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 2,
        }] = Fraction::ONE;
        split
    }

    /// A roll of the side in place `who`, kept or repeated as is better.
    fn roll(
        &self,
        who: usize,
        chances: &[Fraction],
        left: [bool; 2],
        value: impl Fn(u8, [bool; 2]) -> Split,
    ) -> Split {
        let by_hits = |left| (0..chances.len() as u8).map(|hits| value(hits, left)).collect::<Vec<_>>();
        let mut keep = by_hits(left);
        if left[who] {
            let mut spent = left;
            spent[who] = false;
            let again = mix(chances, &by_hits(spent));
            let worth = self.points(who, again);
            for split in &mut keep {
                if greater(worth, self.points(who, *split)) {
                    *split = again;
                }
            }
        }
        mix(chances, &keep)
    }
}

fn mix(chances: &[Fraction], values: &[Split]) -> Split {
    let mut sum = [Fraction::ZERO; 3];
    for (chance, value) in chances.iter().zip(values) {
        for (total, part) in sum.iter_mut().zip(value) {
            if part.numerator() > 0 {
                *total = *total + *chance * *part;
            }
        }
    }
    sum
}

fn greater(a: Fraction, b: Fraction) -> bool {
    match (a.numerator().checked_mul(b.denominator()), b.numerator().checked_mul(a.denominator())) {
        (Some(left), Some(right)) => left > right,
        _ => a.value() > b.value(),
    }
}

fn chances(lottery: &crate::chance::Lottery) -> Vec<Fraction> {
    let total = u128::from(lottery.tickets());
    lottery.weights().iter().map(|&weight| Fraction::new(u128::from(weight), total)).collect()
}

/// Win of the side attacking first, draw, win of the other, when both use
/// their re-roll best. `owned` says who has one.
#[must_use]
pub fn best_use(rules: &Rules, levels: [[u8; 2]; 2], owned: [bool; 2]) -> [Fraction; 3] {
    let game =
        BestUse { rules, levels, attack: chances(&rules.attack_roll), defence: chances(&rules.defence_roll) };
    game.attack(0, [0; 2], owned)
}

/// Hits of an attack (or defence) roll, with the neutral repeat or without.
#[must_use]
pub fn hits(rules: &Rules, defence: bool, neutral: bool) -> Goals {
    let policy = if neutral { Policy::Neutral } else { Policy::Never };
    let base = match_state(rules, [[1; 2]; 2], [policy; 2]);
    enumerate(|chance: &mut Branches| {
        let mut state = base;
        Play { rules, s: &mut state, chance, watch: &mut Silent }.one_roll(HOME, defence)
    })
}

/// How the stronger of two neutrals fares.
#[must_use]
pub fn clash_odds(rules: &Rules) -> BTreeMap<Clash, Fraction> {
    enumerate(|chance: &mut Branches| clash(rules, chance, CLASH).2)
}

/// Penalty goals of one club in one round, and the probability that a round is
/// level.
#[must_use]
pub fn penalties(rules: &Rules) -> (Goals, Fraction) {
    let goals: Goals = (0..).zip(chances(&rules.penalty_roll)).collect();
    let level = goals.values().map(|&p| p * p).sum();
    (goals, level)
}

/// Number of rounds of a shoot-out up to `most`, from the shoot-out code.
#[must_use]
pub fn shoot_out_rounds(rules: &Rules, most: u16) -> BTreeMap<(usize, u16), Fraction> {
    let short = Rules { penalty_rounds: most, ..rules.clone() };
    enumerate(|chance: &mut Branches| {
        let (side, goals, rounds) = shoot_out(&short, chance);
        (side, if goals[0] == goals[1] { rounds + 1 } else { rounds })
    })
}

/// Tiles removed before a Market Day from a full market by `rolls` rolls.
#[must_use]
pub fn removals(rules: &Rules, rolls: u8) -> Goals {
    let rules = Rules { absent: rolls, ..rules.clone() };
    let mut base = blank(&rules);
    for (id, space) in (0..).zip(&mut base.market.space[..rules.map.spaces]) {
        *space = id;
    }
    base.day = 1;
    enumerate(|chance: &mut Branches| {
        let mut state = base;
        Play { rules: &rules, s: &mut state, chance, watch: &mut Silent }.open_market();
        state.log.absent
    })
}

/// Round in which two given clubs can first meet (0 quarter-final, 1
/// semi-final, 2 final), and whether some quarter-final is between two of the
/// four choosable clubs.
#[must_use]
pub fn cup_draw() -> BTreeMap<(u8, bool), Fraction> {
    enumerate(|chance: &mut Branches| {
        let boxes = cup_boxes(chance);
        let place = |club: u8| boxes.iter().position(|&c| c == club).unwrap_or(0);
        let (a, b) = (place(0), place(1));
        let round = if a / 2 == b / 2 { 0 } else { 1 + u8::from(a / 4 != b / 4) };
        (round, boxes.chunks(2).any(|pair| pair.iter().all(|&club| club < 4)))
    })
}

/// Bill of a secretary's roll, 0 for broken.
#[must_use]
pub fn bills(rules: &Rules, secretary: u8) -> Goals {
    let mut base = blank(rules);
    base.clubs[0].secretary = secretary;
    enumerate(|chance: &mut Branches| {
        let mut state = base;
        Play { rules, s: &mut state, chance, watch: &mut Silent }.secretary(0).1
    })
}

impl<C: Chance> Play<'_, C, Silent> {
    /// Plays one attack of the match in progress, `policy` answering for both
    /// sides whether to repeat a roll; returns the goals.
    fn one_attack(&mut self, k: u8, policy: impl Fn(Question, u8) -> bool) -> u8 {
        self.s.next = Next::Attack(k);
        loop {
            match self.s.next {
                Next::Attack(at) if at == k => self.attack(k),
                Next::Defend(_) => self.defend(k),
                Next::Goals(_) => self.count_goals(k),
                Next::Ask => {
                    let again = u16::from(policy(self.s.question, self.s.game.hits)) == YES;
                    if self.s.question == Question::AttackAgain {
                        self.attack_again(again);
                    } else {
                        self.defence_again(again);
                    }
                }
                _ => return self.s.game.goals[self.attacking(k)],
            }
        }
    }
}
