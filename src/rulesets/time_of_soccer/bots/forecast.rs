//! What a match is likely to bring: goal distributions, expected points, and
//! the best use of a re-roll by backward induction.
//!
//! The same hits, shots and saves as in play, in floating point, because only
//! bots look here; the exact values come from `odds`.

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

/// Hits of a side's attack and defence rolls.
#[derive(Debug, Clone)]
pub struct Rolls {
    attack: Hits,
    defence: Hits,
}

impl Rolls {
    /// Those of a player's club, re-rolls left out, and of a neutral.
    #[must_use]
    pub fn of(attack: &Lottery, defence: &Lottery, repeats: bool) -> [Self; 2] {
        let (attack, defence) = (hits(attack), hits(defence));
        let repeat = |chances| if repeats { repeated(chances) } else { chances };
        [Self { attack, defence }, Self { attack: repeat(attack), defence: repeat(defence) }]
    }
}

fn rolls(rules: &Rules, neutral: [bool; 2]) -> [&Rolls; 2] {
    neutral.map(|neutral| &rules.rolls[usize::from(neutral)])
}

/// Goals of an attack level against a defence level.
fn goals(rules: &Rules, attack: (u8, &Hits), defence: (u8, &Hits)) -> Goals {
    let mut table = [0.0; 24];
    if rules.no_random {
        table[usize::from(attack.0.saturating_sub(defence.0))] = 1.0;
        return table;
    }
    let saves = &rules.saves[usize::from(defence.0)][..=usize::from(rules.defence_dice)];
    for (h, chance) in (0..=rules.attack_dice).zip(attack.1) {
        let shots = shots(rules, attack.0, h);
        for (saves, with) in saves.iter().zip(defence.1) {
            table[usize::from(shots.saturating_sub(*saves)).min(23)] += chance * with;
        }
    }
    table
}

/// Goals scored and conceded by the own levels against an opponent's; a
/// neutral opponent repeats rolls without a hit, re-rolls of players are left
/// out.
#[must_use]
pub fn duel(rules: &Rules, own: [u8; 2], other: [u8; 2], neutral: bool) -> [Goals; 2] {
    let [mine, theirs] = rolls(rules, [false, neutral]);
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

/// Values by hits of the roll in question.
type Row = [Values; MAX_DICE + 1];

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
    rolls: [&'a Rolls; 2],
    /// Own place among the two.
    own: usize,
    /// Values of a final score with fewer, as many and more goals of the second.
    results: [Values; 3],
    /// Values before the second attack, by goals of the first and by which
    /// places have a re-roll left: most ways through the first attack meet the
    /// same ones.
    half_time: [[Values; 4]; 24],
    /// Rows of these that are worked out, as bits.
    known: u32,
    /// Values before the second defence roll, without and with a re-roll of the
    /// first that has scored, by its lead over the second's shots and [`LEVEL`].
    by_lead: [[Values; 2]; 2 * LEVEL],
    /// Those that are worked out, as bits.
    led: u32,
}

/// Where no lead stands in a list of leads.
const LEVEL: usize = 16;

impl<'a> Duel<'a> {
    fn new(rules: &'a Rules, levels: [[u8; 2]; 2], neutral: [bool; 2], own: usize, cup: bool) -> Self {
        let (win, draw) = if cup { (3.0, 1.5) } else { (f64::from(rules.win_points), 1.0) };
        let (won, lost) = (Values { own: win, other: 0.0 }, Values { own: 0.0, other: win });
        let drawn = Values { own: draw, other: draw };
        Self {
            rules,
            levels,
            rolls: rolls(rules, neutral),
            own,
            results: if own == 0 { [won, drawn, lost] } else { [lost, drawn, won] },
            half_time: [[Values::default(); 4]; 24],
            known: 0,
            by_lead: [[Values::default(); 2]; 2 * LEVEL],
            led: 0,
        }
    }

    /// Values once the goals of place `k`'s attack are known.
    #[inline]
    fn after(&mut self, k: usize, goals: Both, left: Both) -> Values {
        if k == 1 {
            return self.results[(goals.of(1).cmp(&goals.of(0)) as i8 + 1) as usize];
        }
        let row = usize::from(goals.of(0)).min(23);
        if self.known >> row & 1 == 0 {
            self.half_time[row] = self.second_attack(goals);
            self.known |= 1 << row;
        }
        self.half_time[row][usize::from(left.of(0) > 0) + 2 * usize::from(left.of(1) > 0)]
    }

    /// Values before the second attack roll, by which places have a re-roll
    /// left: bit 0 for the first, bit 1 for the second.
    fn second_attack(&mut self, goals: Both) -> [Values; 4] {
        let mut by_hits = [Row::default(); 2];
        let (mut before, mut values) = (None, [Values::default(); 2]);
        for hits in 0..=self.rules.attack_dice {
            let shots = shots(self.rules, self.levels[1][0], hits);
            if before.replace(shots) != Some(shots) {
                values = self.second_defence(shots, goals);
            }
            by_hits.iter_mut().zip(values).for_each(|(row, value)| row[usize::from(hits)] = value);
        }
        let [alone, with_first] = &mut by_hits;
        let [none, second] = self.last_roll(1, &self.rolls[1].attack, alone);
        let [first, both] = self.last_roll(1, &self.rolls[1].attack, with_first);
        [none, first, second, both]
    }

    /// Values before the second defence roll, without and with a re-roll.
    fn second_defence(&mut self, shots: u8, goals: Both) -> [Values; 2] {
        // Once the first has scored, only how far it leads before any save counts.
        let lead = (LEVEL + usize::from(goals.of(0))).wrapping_sub(usize::from(shots));
        let lasts = goals.of(0) > 0 && lead < self.by_lead.len();
        if lasts && self.led >> lead & 1 == 1 {
            return self.by_lead[lead];
        }
        let mut keep = self.by_defence_hits(1, shots, goals, Both::new([0; 2]));
        let values = self.last_roll(0, &self.rolls[0].defence, &mut keep);
        if lasts {
            self.by_lead[lead] = values;
            self.led |= 1 << lead;
        }
        values
    }

    /// Values before a roll with which the use of the re-roll of place `who`
    /// ends, without and with one.
    fn last_roll(&self, who: usize, chances: &Hits, keep: &mut Row) -> [Values; 2] {
        let once = mix(chances, keep);
        self.better(who, keep, once);
        [once, mix(chances, keep)]
    }

    /// Values after the attack roll of place `k`, by its hits.
    fn by_attack_hits(&mut self, k: usize, goals: Both, left: Both) -> Row {
        let mut values = Row::default();
        let dice = usize::from(self.rules.attack_dice);
        let (mut before, mut same) = (None, Values::default());
        for (hits, value) in (0..).zip(&mut values[..=dice]) {
            let shots = shots(self.rules, self.levels[k][0], hits);
            if before.replace(shots) != Some(shots) {
                same = self.defence(k, shots, goals, left);
            }
            *value = same;
        }
        values
    }

    /// Values before the defence roll against `shots` of place `k`.
    fn defence(&mut self, k: usize, shots: u8, goals: Both, left: Both) -> Values {
        if k == 1 {
            return self.second_defence(shots, goals)[usize::from(left.of(0) > 0)];
        }
        let mut keep = self.by_defence_hits(k, shots, goals, left);
        if let Some(spent) = left.spend(1) {
            let again = self.by_defence_hits(k, shots, goals, spent);
            self.better(1, &mut keep, mix(&self.rolls[1].defence, &again));
        }
        mix(&self.rolls[1].defence, &keep)
    }

    /// Values after that defence roll, by its hits.
    fn by_defence_hits(&mut self, k: usize, shots: u8, goals: Both, left: Both) -> Row {
        let mut values = Row::default();
        let hits = usize::from(self.rules.defence_dice);
        for (hits, value) in (0..).zip(&mut values[..=hits]) {
            let saved = saves(self.rules, self.levels[1 - k][1], hits);
            *value = self.after(k, goals.with(k, shots.saturating_sub(saved)), left);
        }
        values
    }

    /// Repeats where that is better for the side in place `who`.
    fn better(&self, who: usize, keep: &mut Row, repeat: Values) {
        for kept in keep {
            let better = if who == self.own { repeat.own > kept.own } else { repeat.other > kept.other };
            *kept = if better { repeat } else { *kept };
        }
    }
}

fn mix(chances: &Hits, values: &Row) -> Values {
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
    let levels = sides.map(|side| game.levels(side).unwrap_or([0; 2]));
    let mut duel = Duel::new(rules, levels, neutral, own, matches!(game.fixture(), Fixture::Cup(_)));
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
    let mut duel = Duel::new(rules, levels, [false; 2], 0, false);
    let (goals, left) = (Both::new([0; 2]), Both::new(owned.map(u8::from)));
    let mut keep = duel.by_attack_hits(0, goals, left);
    if let Some(spent) = left.spend(0) {
        let again = duel.by_attack_hits(0, goals, spent);
        duel.better(0, &mut keep, mix(&duel.rolls[0].attack, &again));
    }
    let Values { own, other } = mix(&duel.rolls[0].attack, &keep);
    [own, other]
}

/// Values before the second attack of many scores and re-rolls left, own and the
/// other's: as the induction shares them, and each worked out by itself.
#[cfg(test)]
#[must_use]
pub fn half_times(rules: &Rules, levels: [[u8; 2]; 2], own: usize) -> Vec<[[f64; 2]; 2]> {
    let mut duel = Duel::new(rules, levels, [false, true], own, false);
    let rolled = |duel: &Duel<'_>, who: usize, chances: &Hits, mut keep: Row, again: bool| {
        if again {
            let repeat = mix(chances, &keep);
            duel.better(who, &mut keep, repeat);
        }
        mix(chances, &keep)
    };
    let mut found = Vec::new();
    for (goals, left) in (0..14_u8).flat_map(|goals| (0..9_u8).map(move |left| (goals, [left / 3, left % 3])))
    {
        let values = duel.after(0, Both::new([goals, 0]), Both::new(left));
        let (mut by_attack, [attack, defence]) = (Row::default(), [rules.attack_dice, rules.defence_dice]);
        for (hits, value) in (0..=attack).zip(&mut by_attack) {
            let mut by_defence = Row::default();
            for (saved, value) in (0..=defence).zip(&mut by_defence) {
                let shots = shots(rules, levels[1][0], hits);
                let scored = shots.saturating_sub(saves(rules, levels[0][1], saved));
                *value = duel.results[(scored.cmp(&goals) as i8 + 1) as usize];
            }
            *value = rolled(&duel, 0, &duel.rolls[0].defence, by_defence, left[0] > 0);
        }
        let alone = rolled(&duel, 1, &duel.rolls[1].attack, by_attack, left[1] > 0);
        found.push([values, alone].map(|Values { own, other }| [own, other]));
    }
    found
}
