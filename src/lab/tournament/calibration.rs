//! Made-up fields whose match-ups share their luck, for the table of
//! `calibrate`: whether the intervals of a tournament hold the truth as often
//! as they say.

mod mixes;

#[cfg(test)]
pub(super) use mixes::Crowded;

use super::exploit::Stands;
use super::field::{Found, Seen};
use super::play::cell;
use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::Estimate;
use crate::stats::distribution::normal_cdf;
use crate::stats::many::level_of_each;
use crate::stats::rating::field::{Counts, Field, Rated};
use crate::stats::simulate::Dice;
use crate::stats::sums::{PairSums, Rows};

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
                [whole(share), whole(1.0), whole(first), 0, whole(1.0 - share)]
            })
            .collect();
        let mut rows = Rows::new(row.len());
        rows.push(&row);
        rows.push(&row);
        self.seen(&rows, 0).found()
    }
}

/// What a tournament tells of its field, with what is claimed: weights of a mix
/// and shares of what decides lie at an end of their range often, where an
/// interval reaches no farther.
const KINDS: [(&str, Claim); 8] = [
    ("strength of bots", Claim::Holds),
    ("worth of the first seat", Claim::Holds),
    ("share of skill", Claim::HoldsAtLeast),
    ("share of the seat", Claim::HoldsAtLeast),
    ("share of luck", Claim::HoldsAtLeast),
    ("circles", Claim::HoldsAtLeast),
    ("mix of bots", Claim::HoldsAtLeast),
    ("alpha-rank", Claim::HoldsAtLeast),
];

/// Numbers of a field in the order of [`KINDS`], those of every bot where there
/// is one of each.
fn numbers(found: &Found) -> [Vec<Estimate>; 8] {
    let decides = |of: fn(&super::Decides) -> Estimate| found.decides.iter().map(of).collect();
    [
        found.rated.as_ref().map(|rated| rated.rating.strength.clone()).unwrap_or_default(),
        found.rated.iter().filter_map(|rated| rated.rating.terms.first().copied()).collect(),
        decides(|decides| decides.skill),
        decides(|decides| decides.seat),
        decides(|decides| decides.luck),
        found.intransitivity.into_iter().collect(),
        found.mix.as_ref().map(|mix| mix.weights.clone()).unwrap_or_default(),
        found.alpha_rank.clone().unwrap_or_default(),
    ]
}

/// A field over so many rounds: each trial looks at one of the bots, in turn.
fn field(what: &'static str, made: Made, rounds: u32) -> Experiment {
    let truth = numbers(&made.endless());
    let about = format!("{what} of {} bots on shared luck, {rounds} rounds", made.strength.len());
    Experiment::of_rows(about, KINDS.to_vec(), move |number| {
        let rows = made.played(rounds, &mut Dice::new(what, number));
        let found = numbers(&made.seen(&rows, number).found());
        let kinds = found.iter().zip(&truth);
        let one = |(found, truth): (&Vec<Estimate>, &Vec<Estimate>)| {
            let bot = number as usize % truth.len().max(1);
            // Rounding of the linear programme is no miss.
            Some(found.get(bot)?.widened(1e-6).contains(truth.get(bot)?.value))
        };
        kinds.map(one).collect()
    })
}

/// Bots that are all alike: skill explains nothing, one number per bot is
/// enough, nobody is called the strongest, and no mix is called needless.
fn equals() -> Experiment {
    let made = Made { strength: vec![0.0; 4], circle: 0.0, first: 0.0, shared: 0.8 };
    let wrong = [
        "skill found where there is none",
        "an edge of the seat found where there is none",
        "strengths that fit called unfit",
        "an equal called the strongest",
        "a mix called needless",
    ];
    let rows = wrong.map(|what| (what, Claim::ErrsAtMost)).into();
    Experiment::of_rows("4 equal bots on shared luck, 200 rounds", rows, move |number| {
        let rows = made.played(200, &mut Dice::new("equals", number));
        let found = made.seen(&rows, number).found();
        let behind = |rated: Rated| rated.behind.iter().filter(|behind| behind.low <= 0.0).count();
        vec![
            found.decides.as_ref().map(|decides| decides.skill.low > 0.0),
            found.decides.as_ref().map(|decides| decides.seat.low > 0.0),
            found.fit.map(|fit| fit.fails()),
            found.rated.map(|rated| behind(rated) == 1),
            found.mix.map(|mix| mix.weights.iter().any(|weight| weight.low > 0.995)),
        ]
    })
}

/// At a table of four: one newcomer among three others, whose luck lifts a bot
/// wherever it plays, as likely as it lowers it; whoever sits first has an edge.
fn larger_table() -> Experiment {
    let (strength, edge) = ([0.4_f64, 0.1, -0.5], 0.3_f64);
    let met: Vec<(usize, usize)> =
        (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).filter(|(i, j)| i != j).collect();
    let table = Field { entrants: 3, seats: 4, met: met.clone() };
    // What the newcomer takes at this seat, and the first seat of others.
    let chance = move |(i, j): (usize, usize), luck: &[f64], seat: usize| {
        let [own, other] = [i, j].map(|k| (strength[k] + luck[k]).exp());
        if seat == 0 {
            let own = own * edge.exp();
            return (own / (own + 3.0 * other), 0.0);
        }
        let first = other * edge.exp();
        let all = own + first + 2.0 * other;
        (own / all, first / all)
    };
    let lucks: Vec<Vec<f64>> = (0..8)
        .map(|k: usize| (0..3).map(|bot| if k >> bot & 1 == 1 { 0.7 } else { -0.7 }).collect())
        .collect();
    let counts = |own: f64, games: f64, first: f64| -> Counts { [own, 0.0, games - own, first] };
    let mean = |pair| {
        let all = lucks.iter().flat_map(|luck| (0..4).map(move |seat| (luck, seat)));
        all.fold((0.0, 0.0), |(own, first), (luck, seat)| {
            let (one, others) = chance(pair, luck, seat);
            let taken = if seat == 0 { one } else { others };
            (own + one / 32.0, first + taken / 32.0)
        })
    };
    let endless: Vec<Counts> = (met.iter())
        .map(|&pair| {
            let (own, first) = mean(pair);
            counts(1e9 * own, 1e9, 1e9 * first)
        })
        .collect();
    let rate = move |rows: &[Vec<Counts>], t: f64| {
        let rating = table.rate(rows, (t, 0.95))?.rating;
        Some((rating.strength, rating.terms))
    };
    let (strengths, terms) = rate(&[endless.clone(), endless], 2.0).unwrap_or_default();
    let about = "3 bots at a table of 4 on shared luck, 150 rounds";
    let kinds = vec![("strength of bots", Claim::Holds), ("worth of the first seat", Claim::Holds)];
    Experiment::of_rows(about, kinds, move |number| {
        let mut dice = Dice::new("larger table", number);
        let rows: Vec<Vec<Counts>> = (0..150)
            .map(|_| {
                let luck = &lucks[dice.below(8) as usize];
                let mut one = |&pair: &(usize, usize)| {
                    let (mut wins, mut firsts) = (0.0, 0.0);
                    for seat in 0..4 {
                        let (own, others) = chance(pair, luck, seat);
                        let drawn = dice.unit();
                        if drawn < own {
                            wins += 1.0;
                        }
                        // The first seat is the newcomer's own, or one of the others'.
                        let first = if seat == 0 { 0.0..own } else { own..own + others };
                        firsts += f64::from(u8::from(first.contains(&drawn)));
                    }
                    counts(wins, 4.0, firsts)
                };
                met.iter().map(&mut one).collect()
            })
            .collect();
        let Some((found, worth)) = rate(&rows, crate::stats::distribution::t(0.95, 149.0)) else {
            return vec![None, None];
        };
        let bot = number as usize % found.len();
        let held = |found: Option<&Estimate>, truth: Option<&Estimate>| Some(found?.contains(truth?.value));
        vec![held(found.get(bot), strengths.get(bot)), held(worth.first(), terms.first())]
    })
}

/// The rungs of a ladder, each bot against the one below it, all at once.
fn rungs(made: Made, rounds: u32) -> Experiment {
    let pairs = made.pairs();
    let about = format!("ladder of {} bots on shared luck, {rounds} rounds", made.strength.len());
    Experiment::new("rungs of a ladder, all at once", about, Claim::HoldsAtLeast, move |number| {
        let rows = made.played(rounds, &mut Dice::new("rungs", number));
        let rungs: Vec<usize> = (0..pairs.len()).filter(|&m| pairs[m].1 == pairs[m].0 + 1).collect();
        let level = level_of_each(0.95, rungs.len());
        let held = |&m: &usize| {
            let mut sums = PairSums::EMPTY;
            rows.iter().for_each(|row| {
                sums.add(row[m * cell::COUNT + cell::SHARE], row[m * cell::COUNT + cell::WON]);
            });
            super::share(&sums, 2, level).contains(made.truth(pairs[m]).0)
        };
        Some(rungs.iter().all(held))
    })
}

/// Replies to the first bot: the best of them on some luck, measured again on other.
fn replies(what: &'static str, made: Made) -> Experiment {
    const MARGIN: f64 = 0.02;
    let rows = vec![
        ("shares of all replies that were tried", Claim::HoldsAtLeast),
        ("share of the best reply, measured again", Claim::Holds),
        ("a bot beaten by less than was said at least", Claim::ErrsAtMost),
        ("a bot wrongly said to be beaten or to hold", Claim::ErrsAtMost),
    ];
    let about = format!("{what}: {} replies on shared luck", made.strength.len() - 1);
    Experiment::of_rows(about, rows, move |number| {
        let tried = 1..made.strength.len();
        let truth = |reply: usize| 1.0 - made.truth((0, reply)).0;
        // Match-ups of the first bot come first.
        let share = |rows: &Rows, reply: usize, level: f64| {
            let at = (reply - 1) * cell::COUNT;
            let mut sums = PairSums::EMPTY;
            rows.iter().for_each(|row| sums.add(row[at + cell::SHARE], row[at + cell::WON]));
            super::share(&sums, 2, level).complement()
        };
        let rows = made.played(60, &mut Dice::new("replies", number));
        let level = level_of_each(0.95, tried.len());
        let shares: Vec<Estimate> = tried.clone().map(|reply| share(&rows, reply, level)).collect();
        let best = tried.clone().max_by(|&a, &b| shares[a - 1].value.total_cmp(&shares[b - 1].value));
        let Some(best) = best else { return vec![None; 4] };
        let again = share(&made.played(300, &mut Dice::new("measured again", number)), best, 0.95);
        let (stands, at_least) = Stands::of(&again, 0.5, MARGIN);
        let wrong = match stands {
            Stands::Beaten => truth(best) <= 0.5,
            Stands::Holds => truth(best) > 0.5 + MARGIN,
            Stands::NotClear => false,
        };
        vec![
            Some(tried.zip(&shares).all(|(reply, share)| share.contains(truth(reply)))),
            Some(again.contains(truth(best))),
            Some(at_least > (truth(best) - 0.5).max(0.0)),
            Some(wrong),
        ]
    })
}

/// Every experiment with fields of bots: a ladder with an edge of the first
/// seat, a close field, rock, paper and scissors, equals, a larger table, mixes.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let ladder = || Made { strength: vec![0.6, 0.3, 0.0, -0.9], circle: 0.0, first: 0.3, shared: 0.8 };
    let close = || Made { strength: vec![0.06, 0.04, 0.0, -0.1], circle: 0.0, first: 0.1, shared: 0.8 };
    let circle = || Made { strength: vec![0.1, 0.05, 0.0], circle: 0.4, first: 0.0, shared: 0.8 };
    let fields = [60, 400].into_iter().flat_map(|rounds| {
        [("ladder", ladder()), ("close field", close()), ("circle", circle())]
            .map(|(what, made)| field(what, made, rounds))
    });
    let rungs = [rungs(ladder(), 60), rungs(ladder(), 400)];
    // Nobody does better; and all do by hardly more than the margin.
    let alike = |strength: f64| {
        let strength = vec![0.0, strength, strength, strength, strength];
        Made { strength, circle: 0.0, first: 0.1, shared: 0.8 }
    };
    let replies = [
        replies(
            "replies to the last of a close field",
            Made { strength: vec![-0.1, 0.06, 0.04, 0.0], ..close() },
        ),
        replies("replies that are no better", alike(0.0)),
        replies("replies that are better by the margin", alike(0.077)),
    ];
    fields.chain([equals(), larger_table()]).chain(rungs).chain(replies).chain(mixes::experiments()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::calibrate::tests::held;

    #[test]
    fn calibration_of_fields_of_bots() {
        let rows = held(&experiments(), 400);
        assert_eq!(rows.len(), 76);
    }
}
