//! What a match is likely to bring: goal distributions, expected points, and
//! the best use of a re-roll by backward induction.
//!
//! The same hits, shots and saves as in play, in floating point, because only
//! bots look here; the exact values come from `odds`.

use std::cmp::Ordering;

use super::super::play::matches::{saves, shots};
use super::super::rules::{MAX_DICE, Rules};
use super::super::state::{AWAY, Fixture, HOME, Match, Question};
use super::super::view::View;
use crate::chance::Lottery;

/// Probability of each number of hits.
type Hits = [f64; MAX_DICE + 1];
/// Probability of each number of goals.
pub type Goals = [f64; 24];

fn hits(lottery: &Lottery) -> Hits {
    let mut chances = [0.0; MAX_DICE + 1];
    for (chance, &weight) in chances.iter_mut().zip(lottery.weights()) {
        *chance = f64::from(weight) / f64::from(lottery.tickets());
    }
    chances
}

/// The same with one repeat on no hit, as neutrals do.
fn repeated(chances: Hits) -> Hits {
    let none = chances[0];
    let mut again = chances.map(|chance| chance + none * chance);
    again[0] = none * none;
    again
}

/// Attack and defence rolls of a side.
#[derive(Debug, Clone, Copy)]
struct Rolls {
    attack: Hits,
    defence: Hits,
}

fn rolls(rules: &Rules, neutral: bool) -> Rolls {
    let (attack, defence) = (hits(&rules.attack_roll), hits(&rules.defence_roll));
    if neutral && rules.neutral_reroll {
        Rolls { attack: repeated(attack), defence: repeated(defence) }
    } else {
        Rolls { attack, defence }
    }
}

/// Goals of an attack level against a defence level.
fn goals(rules: &Rules, attack: (u8, &Hits), defence: (u8, &Hits)) -> Goals {
    let mut table = [0.0; 24];
    if rules.no_random {
        table[usize::from(attack.0.saturating_sub(defence.0))] = 1.0;
        return table;
    }
    for h in 0..=rules.attack_dice {
        for k in 0..=rules.defence_dice {
            let scored = shots(rules, attack.0, h).saturating_sub(saves(rules, defence.0, k));
            table[usize::from(scored).min(23)] += attack.1[usize::from(h)] * defence.1[usize::from(k)];
        }
    }
    table
}

/// Goals scored and conceded by the own levels against an opponent's; a
/// neutral opponent repeats rolls without a hit, re-rolls of players are left
/// out.
#[must_use]
pub fn duel(rules: &Rules, own: [u8; 2], other: [u8; 2], neutral: bool) -> [Goals; 2] {
    let (mine, theirs) = (rolls(rules, false), rolls(rules, neutral));
    [
        goals(rules, (own[0], &mine.attack), (other[1], &theirs.defence)),
        goals(rules, (other[0], &theirs.attack), (own[1], &mine.defence)),
    ]
}

/// Probabilities of winning and drawing.
#[must_use]
pub fn win_draw(tables: &[Goals; 2]) -> [f64; 2] {
    let mut win = 0.0;
    let mut draw = 0.0;
    let mut below = 0.0;
    for (scored, conceded) in tables[0].iter().zip(&tables[1]) {
        win += scored * below;
        draw += scored * conceded;
        below += conceded;
    }
    [win, draw]
}

/// Expected league points, or the chance to advance in the cup.
#[must_use]
pub fn value(rules: &Rules, fixture: Fixture, [win, draw]: [f64; 2]) -> f64 {
    match fixture {
        Fixture::League(_) => f64::from(rules.win_points) * win + draw,
        Fixture::Cup(_) => 3.0 * (win + 0.5 * draw),
    }
}

/// The own side of the match in progress.
#[must_use]
pub fn own_side(view: View<'_>) -> usize {
    if view.game().clubs()[HOME] == view.own().number() { HOME } else { AWAY }
}

/// Levels of the opponent of the match in progress: announced ones, else those
/// of its last line-up.
#[must_use]
pub fn opponent_levels(view: View<'_>) -> [u8; 2] {
    let game = view.game();
    let other = 1 - own_side(view);
    match (game.levels(other), view.seat_of(game.clubs()[other])) {
        (Some(levels), _) => levels,
        (None, Some(seat)) => view.club(seat).levels(),
        (None, None) => [0; 2],
    }
}

/// Whether the opponent of the match in progress is neutral.
#[must_use]
pub fn against_neutral(view: View<'_>) -> bool {
    view.seat_of(view.game().clubs()[1 - own_side(view)]).is_none()
}

/// Levels of the opponent in the next league match.
#[must_use]
pub fn next_opponent(view: View<'_>) -> [u8; 2] {
    let own = view.own().number();
    let Some(pair) = view.next_match() else { return [0; 2] };
    let other = pair[usize::from(pair[0] == own)];
    match view.seat_of(other) {
        Some(seat) => view.club(seat).levels(),
        None => [view.rules().neutral_level(view.week()); 2],
    }
}

/// Clubs of the league with more points than the own one.
#[must_use]
pub fn rank(view: View<'_>) -> usize {
    let own = view.points(view.own().number());
    (0..6).filter(|&club| view.points(club) > own).count()
}

/// Whether the own club has fewer goals than the opponent if the defence roll
/// in question stands.
#[must_use]
pub fn losing_if_it_stands(rules: &Rules, view: View<'_>) -> bool {
    let game = view.game();
    let side = own_side(view);
    let level = view.own().levels()[1];
    let conceded = game.shots().saturating_sub(saves(rules, level, game.hits()));
    game.goals()[side] < game.goals()[1 - side] + conceded
}

/// Values of a situation: both are kept, because each side decides for itself.
///
/// Two fields and not an array, and [`Both`] one word and not two bytes: what
/// is written by halves and read back whole makes every score wait for its own
/// store.
#[derive(Debug, Clone, Copy, Default)]
struct Values {
    own: f64,
    other: f64,
}

/// A count of each place: goals, or re-rolls left.
#[derive(Debug, Clone, Copy)]
struct Both(u16);

impl Both {
    const fn new([first, second]: [u8; 2]) -> Self {
        Self(u16::from_le_bytes([first, second]))
    }

    #[inline]
    const fn of(self, place: usize) -> u8 {
        (self.0 >> (8 * place)) as u8
    }

    #[inline]
    const fn with(self, place: usize, count: u8) -> Self {
        let shift = 8 * place;
        Self(self.0 & !(0xff << shift) | (count as u16) << shift)
    }

    /// One less for a place that has any.
    #[inline]
    fn spend(self, place: usize) -> Option<Self> {
        Some(self.with(place, self.of(place).checked_sub(1)?))
    }
}

/// A match as backward induction sees it. Place 0 is the side that attacks
/// first.
struct Duel<'a> {
    rules: &'a Rules,
    levels: [[u8; 2]; 2],
    rolls: [Rolls; 2],
    /// Own place among the two.
    own: usize,
    cup: bool,
    /// Values before the second attack, by goals of the first and re-rolls
    /// left: most ways through the first attack meet the same ones.
    half_time: [[Option<Values>; 9]; 24],
}

impl Duel<'_> {
    /// Values of a final score.
    #[inline]
    fn end(&self, goals: Both) -> Values {
        let (mine, theirs) = (goals.of(self.own), goals.of(1 - self.own));
        let (win, draw) = if self.cup { (3.0, 1.5) } else { (f64::from(self.rules.win_points), 1.0) };
        match mine.cmp(&theirs) {
            Ordering::Greater => Values { own: win, other: 0.0 },
            Ordering::Equal => Values { own: draw, other: draw },
            Ordering::Less => Values { own: 0.0, other: win },
        }
    }

    /// Values once the goals of place `k`'s attack are known.
    #[inline]
    fn after(&mut self, k: usize, goals: Both, left: Both) -> Values {
        if k == 1 {
            return self.end(goals);
        }
        let (row, column) = (usize::from(goals.of(0)).min(23), usize::from(left.of(0) * 3 + left.of(1)));
        if let Some(known) = self.half_time[row][column] {
            return known;
        }
        let values = self.attack(1, goals, left);
        self.half_time[row][column] = Some(values);
        values
    }

    /// Values before the attack roll of place `k`.
    fn attack(&mut self, k: usize, goals: Both, left: Both) -> Values {
        let keep = self.by_attack_hits(k, goals, left);
        let again = left.spend(k).map(|spent| {
            // In the second attack a side's own re-roll has no other use, so
            // that spending it changes no value.
            let values = if k == 1 { keep } else { self.by_attack_hits(k, goals, spent) };
            mix(&self.rolls[k].attack, &values)
        });
        mix(&self.rolls[k].attack, &self.better(k, keep, again))
    }

    /// Values after the attack roll of place `k`, by its hits.
    fn by_attack_hits(&mut self, k: usize, goals: Both, left: Both) -> [Values; MAX_DICE + 1] {
        let mut values = [Values::default(); MAX_DICE + 1];
        let hits = usize::from(self.rules.attack_dice);
        for (hits, value) in (0..).zip(&mut values[..=hits]) {
            let shots = shots(self.rules, self.levels[k][0], hits);
            *value = self.defence(k, shots, goals, left);
        }
        values
    }

    /// Values before the defence roll against `shots` of place `k`.
    fn defence(&mut self, k: usize, shots: u8, goals: Both, left: Both) -> Values {
        let keep = self.by_defence_hits(k, shots, goals, left);
        let again = left.spend(1 - k).map(|spent| {
            // The second defence is the last roll.
            let values = if k == 1 { keep } else { self.by_defence_hits(k, shots, goals, spent) };
            mix(&self.rolls[1 - k].defence, &values)
        });
        mix(&self.rolls[1 - k].defence, &self.better(1 - k, keep, again))
    }

    /// Values after that defence roll, by its hits.
    fn by_defence_hits(&mut self, k: usize, shots: u8, goals: Both, left: Both) -> [Values; MAX_DICE + 1] {
        let mut values = [Values::default(); MAX_DICE + 1];
        let hits = usize::from(self.rules.defence_dice);
        for (hits, value) in (0..).zip(&mut values[..=hits]) {
            let saved = saves(self.rules, self.levels[1 - k][1], hits);
            *value = self.after(k, goals.with(k, shots.saturating_sub(saved)), left);
        }
        values
    }

    /// The better of keeping and repeating for the side in place `who`.
    fn better(
        &self,
        who: usize,
        keep: [Values; MAX_DICE + 1],
        again: Option<Values>,
    ) -> [Values; MAX_DICE + 1] {
        let Some(repeat) = again else { return keep };
        if who == self.own {
            keep.map(|kept| if repeat.own > kept.own { repeat } else { kept })
        } else {
            keep.map(|kept| if repeat.other > kept.other { repeat } else { kept })
        }
    }
}

fn mix(chances: &Hits, values: &[Values; MAX_DICE + 1]) -> Values {
    let mut sum = Values::default();
    for (chance, values) in chances.iter().zip(values) {
        sum.own += chance * values.own;
        sum.other += chance * values.other;
    }
    sum
}

/// Whether repeating the roll in question gives more expected points than
/// keeping it, both sides using their re-rolls best afterwards; ties are kept.
#[must_use]
pub fn repeat_is_better(rules: &Rules, view: View<'_>) -> bool {
    let game: &Match = view.game();
    let first = if rules.home_first { HOME } else { AWAY };
    let sides = [first, 1 - first];
    let neutral = sides.map(|side| view.seat_of(game.clubs()[side]).is_none());
    let own = usize::from(own_side(view) != first);
    let mut duel = Duel {
        rules,
        levels: sides.map(|side| game.levels(side).unwrap_or([0; 2])),
        rolls: neutral.map(|neutral| rolls(rules, neutral)),
        own,
        cup: matches!(game.fixture(), Fixture::Cup(_)),
        half_time: [[None; 9]; 24],
    };
    let left = Both::new(sides.map(|side| game.rerolls()[side]));
    let goals = Both::new(sides.map(|side| game.goals()[side]));
    let Some(spent) = left.spend(own) else { return false };
    let (keep, again) = if view.question() == Question::AttackAgain {
        let again = duel.by_attack_hits(own, goals, spent);
        let shots = shots(rules, duel.levels[own][0], game.hits());
        (duel.defence(own, shots, goals, left), mix(&duel.rolls[own].attack, &again))
    } else {
        let k = 1 - own;
        let again = duel.by_defence_hits(k, game.shots(), goals, spent);
        let keep = duel.by_defence_hits(k, game.shots(), goals, left)[usize::from(game.hits())];
        (keep, mix(&duel.rolls[own].defence, &again))
    };
    again.own > keep.own
}

/// Expected league points of the sides attacking first and second when both
/// use their re-rolls best: the floating-point twin of the exact table.
#[cfg(test)]
#[must_use]
pub fn best_points(rules: &Rules, levels: [[u8; 2]; 2], owned: [bool; 2]) -> [f64; 2] {
    let mut duel = Duel {
        rules,
        levels,
        rolls: [rolls(rules, false); 2],
        own: 0,
        cup: false,
        half_time: [[None; 9]; 24],
    };
    let Values { own, other } = duel.attack(0, Both::new([0; 2]), Both::new(owned.map(u8::from)));
    [own, other]
}
