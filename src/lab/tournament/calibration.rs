//! Made-up fields whose match-ups share their luck: whether the intervals of a
//! tournament hold the truth as often as they say.

use super::field::{Found, Seen};
use super::play::cell;
use crate::stats::Estimate;
use crate::stats::distribution::normal_cdf;
use crate::stats::rating::field::{Counts, Field};
use crate::stats::simulate::{Dice, allowance, count};
use crate::stats::sums::Rows;

/// Bots that toss a normal number each game. The luck of a deal is theirs in all
/// of their games on it, so that their match-ups rise and fall together.
struct Made {
    /// Strength of each bot.
    strength: Vec<f64>,
    /// How far rock beats scissors beside that (first three bots).
    circle: f64,
    /// Who sits first has this much more.
    first: f64,
    /// Standard deviation of a bot's luck with a deal; that of a game is 1.
    shared: f64,
}

impl Made {
    fn pairs(&self) -> Vec<(usize, usize)> {
        let n = self.strength.len();
        (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect()
    }

    /// By how much the first of a pair is better.
    fn edge(&self, (i, j): (usize, usize)) -> f64 {
        let turn = match (i, j) {
            (0, 1) | (1, 2) => self.circle,
            (0, 2) => -self.circle,
            _ => 0.0,
        };
        self.strength[i] - self.strength[j] + turn
    }

    /// True share of a bot, and of whoever sits first.
    fn truth(&self, pair: (usize, usize)) -> (f64, f64) {
        let deviation = (1.0 + 2.0 * self.shared * self.shared).sqrt();
        let edge = self.edge(pair);
        let at = |x: f64| normal_cdf(x / deviation);
        let (there, back) = (at(edge + self.first), at(edge - self.first));
        (f64::midpoint(there, back), f64::midpoint(there, 1.0 - back))
    }

    /// So many rounds of it, played.
    fn played(&self, rounds: u32, dice: &mut Dice) -> Rows {
        let pairs = self.pairs();
        let mut rows = Rows::new(pairs.len() * cell::COUNT);
        for _ in 0..rounds {
            let luck: Vec<f64> = self.strength.iter().map(|_| self.shared * dice.normal()).collect();
            let mut row = vec![0; pairs.len() * cell::COUNT];
            for (&pair, cells) in pairs.iter().zip(row.chunks_exact_mut(cell::COUNT)) {
                let edge = self.edge(pair) + luck[pair.0] - luck[pair.1];
                let there = i64::from(edge + self.first + dice.normal() > 0.0);
                let back = i64::from(edge - self.first + dice.normal() > 0.0);
                cells[cell::SHARE] = 60 * (there + back);
                cells[cell::FIRST] = 60 * (there + 1 - back);
                cells[cell::WON] = 120;
            }
            rows.push(&row);
        }
        rows
    }

    fn field(&self) -> Field {
        Field { entrants: self.strength.len(), seats: 2, met: self.pairs() }
    }

    fn seen<'a>(&self, rows: &'a Rows, seed: u64) -> Seen<'a> {
        let field = self.field();
        Seen { places: (0..field.met.len()).collect(), field, rows, level: 0.95, seed }
    }

    /// What a tournament without end would find: numbers of two rows that
    /// differ in nothing are those of their shares.
    fn endless(&self) -> Found {
        let all = 1_000_000_000.0;
        let whole = |share: f64| (120.0 * all * share).round() as i64;
        let row: Vec<i64> = self
            .pairs()
            .into_iter()
            .flat_map(|pair| {
                let (share, first) = self.truth(pair);
                [whole(share), whole(1.0), whole(first), 0]
            })
            .collect();
        let mut rows = Rows::new(row.len());
        rows.push(&row);
        rows.push(&row);
        self.seen(&rows, 0).found()
    }
}

/// Numbers of a field in a fixed order: strengths, skill, seat, luck, circles,
/// and mix and α-rank of every bot.
fn numbers(found: &Found) -> [Vec<Estimate>; 7] {
    let decides = found.decides.expect("games were won");
    [
        found.rated.as_ref().expect("games were won").rating.strength.clone(),
        vec![decides.skill],
        vec![decides.seat],
        vec![decides.luck],
        found.intransitivity.into_iter().collect(),
        found.mix.as_ref().map(|mix| mix.weights.clone()).unwrap_or_default(),
        found.alpha_rank.clone().unwrap_or_default(),
    ]
}

/// Share of experiments whose intervals hold, of strengths, skill, seat, luck,
/// circles, mix and α-rank (of the bot that is held least often).
fn coverage(what: &str, made: &Made, rounds: u32, experiments: u64) -> [f64; 7] {
    let truth = numbers(&made.endless());
    let bots = made.strength.len();
    assert!(bots <= 5);
    let held = count(experiments, |experiment| {
        let rows = made.played(rounds, &mut Dice::new(what, experiment));
        let found = numbers(&made.seen(&rows, experiment).found());
        let mut held = [true; 35];
        for (kind, (found, truth)) in found.iter().zip(&truth).enumerate() {
            for (bot, (found, truth)) in found.iter().zip(truth).enumerate() {
                // Rounding of the linear programme is no miss.
                held[kind * 5 + bot] = found.widened(1e-6).contains(truth.value);
            }
        }
        held
    });
    let share =
        |kind: usize| held[kind * 5..kind * 5 + 5].iter().min().map(|&held| held as f64 / experiments as f64);
    std::array::from_fn(|kind| share(kind).unwrap_or(1.0))
}

/// A ladder with an edge of the first seat, a close field, and rock, paper,
/// scissors, on luck that is shared: all intervals hold as often as they say, or
/// more often where a weight of a mix is at its end or a number cannot be below
/// 0.
#[test]
fn calibration_fields_on_shared_luck_are_covered() {
    let experiments = 400;
    let room = allowance(0.05, experiments);
    let ladder = Made { strength: vec![0.6, 0.3, 0.0, -0.9], circle: 0.0, first: 0.3, shared: 0.8 };
    let close = Made { strength: vec![0.06, 0.04, 0.0, -0.1], circle: 0.0, first: 0.1, shared: 0.8 };
    let circle = Made { strength: vec![0.1, 0.05, 0.0], circle: 0.4, first: 0.0, shared: 0.8 };
    for (what, made) in [("ladder", ladder), ("close field", close), ("circle", circle)] {
        for rounds in [60, 400] {
            let held = coverage(what, &made, rounds, experiments);
            assert!(held.iter().all(|&held| held > 0.945 - room), "{what}, {rounds} rounds: {held:?}");
            // The strengths are smooth: neither too narrow nor too wide.
            assert!(held[0] < 0.96 + room, "{what}, {rounds} rounds: {held:?}");
        }
    }
}

/// Bots that are all alike: skill explains nothing, one number per bot is
/// enough, nobody is called the strongest, and no mix is called needless, in all
/// but 5 % of the fields each.
#[test]
fn calibration_a_field_of_equals_is_not_told_apart() {
    let experiments = 400;
    let made = Made { strength: vec![0.0; 4], circle: 0.0, first: 0.0, shared: 0.8 };
    let wrong = count(experiments, |experiment| {
        let rows = made.played(200, &mut Dice::new("equals", experiment));
        let found = made.seen(&rows, experiment).found();
        let decides = found.decides.expect("games were won");
        let rated = found.rated.expect("games were won");
        let strongest = rated.behind.iter().filter(|behind| behind.low <= 0.0).count() == 1;
        let alone = found.mix.expect("two seats").weights.iter().any(|weight| weight.low > 0.995);
        [
            decides.skill.low > 0.0,
            decides.seat.low > 0.0,
            found.fit.expect("six match-ups").fails(),
            strongest,
            alone,
        ]
    });
    let most = (0.05 + allowance(0.05, experiments)) * experiments as f64;
    assert!(wrong.iter().all(|&wrong| (wrong as f64) <= most), "{wrong:?} of {experiments}");
}

/// At a table of four: one newcomer among three others.
#[test]
fn calibration_strengths_at_a_larger_table_are_covered() {
    let experiments = 1_000;
    let strength = [0.4_f64, 0.1, -0.5];
    let met: Vec<(usize, usize)> =
        (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).filter(|(i, j)| i != j).collect();
    let field = Field { entrants: 3, seats: 4, met: met.clone() };
    // Luck that lifts a bot wherever it plays, as likely as it lowers it.
    let chance = |(i, j): (usize, usize), luck: &[f64]| {
        let [own, other] = [i, j].map(|k| (strength[k] + luck[k]).exp());
        own / (own + 3.0 * other)
    };
    let lucks: Vec<Vec<f64>> = (0..8)
        .map(|k: usize| (0..3).map(|bot| if k >> bot & 1 == 1 { 0.7 } else { -0.7 }).collect())
        .collect();
    let mean = |pair| lucks.iter().map(|luck| chance(pair, luck)).sum::<f64>() / 8.0;
    let endless: Vec<Counts> =
        met.iter().map(|&pair| [1e9 * mean(pair), 0.0, 1e9 * (1.0 - mean(pair))]).collect();
    let truth = field.rate(&[endless.clone(), endless], (2.0, 0.95)).unwrap().rating.strength;
    let held = count(experiments, |experiment| {
        let mut dice = Dice::new("larger table", experiment);
        let rows: Vec<Vec<Counts>> = (0..150)
            .map(|_| {
                let luck = &lucks[dice.below(8) as usize];
                met.iter()
                    .map(|&pair| {
                        let wins = (0..4).filter(|_| dice.unit() < chance(pair, luck)).count() as f64;
                        [wins, 0.0, 4.0 - wins]
                    })
                    .collect()
            })
            .collect();
        let t = crate::stats::distribution::t(0.95, 149.0);
        let found = field.rate(&rows, (t, 0.95)).unwrap().rating.strength;
        std::array::from_fn::<bool, 3, _>(|bot| found[bot].contains(truth[bot].value))
    });
    let share = held.map(|held| held as f64 / experiments as f64);
    assert!(share.iter().all(|share| (0.93..0.975).contains(share)), "{share:?}");
}
