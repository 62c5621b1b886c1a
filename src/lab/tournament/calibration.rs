//! Made-up fields whose match-ups share their luck, for the table of
//! `calibrate`: whether the intervals of a tournament hold the truth as often
//! as they say.

use super::exploit::Stands;
use super::field::{Found, Seen};
use super::mixes::{self, Crowds, Mixed, Mixes, Table};
use super::play::cell;
use crate::lab::calibrate::{Claim, Experiment};
use crate::stats::Estimate;
use crate::stats::distribution::normal_cdf;
use crate::stats::many::level_of_each;
use crate::stats::metagame::mixes::drawn;
use crate::stats::metagame::threes::{Three, planted};
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

/// Bots at a table of more than two, whose tables of two kinds are planted. The
/// luck of a deal lifts a bot wherever it plays, as likely as it lowers it.
pub(super) struct Crowded {
    /// Seats at the table.
    pub seats: usize,
    /// Bots of the field.
    pub bots: usize,
    /// Of every pair, in order, by how much each of the first takes more than each
    /// of the second, where 1, 2 … of the first sit there.
    pub gaps: Vec<Vec<f64>>,
}

impl Crowded {
    fn pairs(&self) -> Vec<(usize, usize)> {
        (0..self.bots).flat_map(|i| (i + 1..self.bots).map(move |j| (i, j))).collect()
    }

    /// What so many of the first of a pair take together.
    fn together(&self, pair: (usize, usize), number: usize) -> f64 {
        let (k, seats) = (number as f64, self.seats as f64);
        let gaps = self.pairs().iter().position(|&of| of == pair).map(|at| &self.gaps[at]);
        k * (1.0 + (seats - k) * gaps.map_or(0.0, |gaps| gaps[number - 1])) / seats
    }

    /// Bots of each table of a round, and what the first takes there: those with a
    /// lone one, then `tables`, some of whose orders are worth more than others.
    fn shares(&self, tables: &[Table]) -> Vec<((usize, usize), f64)> {
        let lone = self.field().met.into_iter().map(|(i, j)| {
            let share =
                if i < j { self.together((i, j), 1) } else { 1.0 - self.together((j, i), self.seats - 1) };
            ((i, j), share)
        });
        let crowd = |table: &Table| {
            let alike = tables.iter().filter(|t| t.kinds == table.kinds && t.number() == table.number());
            // Which seats are of the first, as bits.
            let number_of =
                |t: &Table| t.places.iter().rev().fold(0, |bits, &kind| 2 * bits + usize::from(kind == 0));
            let worth = |t: &Table| 0.1 * (number_of(t) % 5) as f64 / 5.0;
            let (sum, all) = alike.fold((0.0, 0.0), |(sum, all), t| {
                (f64::from(t.seatings).mul_add(worth(t), sum), all + f64::from(t.seatings))
            });
            let pair = (table.kinds[0], table.kinds[1]);
            (pair, self.together(pair, table.number()[0]) + worth(table) - sum / all)
        };
        lone.chain(tables.iter().map(crowd)).collect()
    }

    pub(super) fn field(&self) -> Field {
        let all = (0..self.bots).flat_map(|i| (0..self.bots).map(move |j| (i, j)));
        Field { entrants: self.bots, seats: self.seats, met: all.filter(|(i, j)| i != j).collect() }
    }

    /// Rounds of tables at which the first takes these shares.
    fn rows(&self, shares: &[((usize, usize), f64)], rounds: u32, dice: &mut Dice) -> Rows {
        let mut rows = Rows::new(shares.len() * cell::COUNT);
        for _ in 0..rounds {
            let luck: Vec<f64> =
                (0..self.bots).map(|_| if dice.below(2) == 0 { 0.05 } else { -0.05 }).collect();
            let mut row = vec![0; shares.len() * cell::COUNT];
            for (&((i, j), share), cells) in shares.iter().zip(row.chunks_exact_mut(cell::COUNT)) {
                let wins = (0..self.seats).filter(|_| dice.unit() < share + luck[i] - luck[j]).count();
                cells[cell::SHARE] = 60 * wins as i64;
                cells[cell::WON] = 60 * self.seats as i64;
            }
            rows.push(&row);
        }
        rows
    }

    /// So many rounds, played.
    pub fn played(&self, rounds: u32, dice: &mut Dice) -> Rows {
        self.rows(&self.shares(&mixes::tables(self.bots, self.seats)), rounds, dice)
    }

    /// So many rounds of a third bot at every seating of the first two: `takes` for
    /// 0, 1 … of the first among the others.
    pub fn visited(&self, takes: &[f64], rounds: u32, dice: &mut Dice) -> Rows {
        let seatings = 1..(1_usize << (self.seats - 1)) - 1;
        let shares: Vec<((usize, usize), f64)> =
            seatings.map(|seating| ((2, 0), takes[seating.count_ones() as usize])).collect();
        self.rows(&shares, rounds, dice)
    }

    /// What a tournament without end would find: two rows that differ in nothing.
    pub fn endless(&self) -> Rows {
        let all = 1e12;
        let row: Vec<i64> = (self.shares(&mixes::tables(self.bots, self.seats)).iter())
            .flat_map(|(_, share)| [(all * share).round() as i64, all as i64, 0, 0, 0])
            .collect();
        let mut rows = Rows::new(row.len());
        rows.push(&row);
        rows.push(&row);
        rows
    }

    /// Three bots in a planted circle and, where `fourth`, one that loses to each.
    pub fn circle(seats: usize, (beats, crowding): (Three, f64), fourth: bool) -> Self {
        let bots = if fourth { 4 } else { 3 };
        let gap = |[i, j]: [usize; 2], number: usize| {
            let mut table = [0; 3];
            (table[i], table[j]) = (number, seats - number);
            let each = planted(table, beats, crowding);
            each[i] - each[j]
        };
        let gaps =
            |pair: [usize; 2]| (1..seats).map(|k| if pair[1] == 3 { 0.1 } else { gap(pair, k) }).collect();
        Self { seats, bots, gaps: mixes::pairs(bots).map(gaps).collect() }
    }

    /// So many rounds of all tables of the first three bots; none for two that differ
    /// in nothing.
    pub fn company(&self, (beats, crowding): (Three, f64), rounds: u32, dice: &mut Dice) -> Rows {
        let tables = mixes::tables_of_three(&[[0, 1, 2]], self.seats);
        let mut rows = Rows::new(tables.len() * cell::COUNT);
        let shares = |table: &Table| {
            let (number, order) = (table.number(), table.order());
            let each = planted([number[0], number[1], number[2]], beats, crowding);
            [order[0], order[1]].map(|kind| number[kind] as f64 * each[kind])
        };
        for _ in 0..rounds.max(2) {
            let mut row = Vec::new();
            for table in &tables {
                let [own, next] = shares(table);
                let games = if rounds > 0 { self.seats } else { 0 };
                let (mut first, mut second) = (0, 0);
                for _ in 0..games {
                    let drawn = dice.unit();
                    first += i64::from(drawn < own);
                    second += i64::from((own..own + next).contains(&drawn));
                }
                let endless = 1e12;
                row.extend(if rounds > 0 {
                    [60 * first, 60 * self.seats as i64, 0, 0, 60 * second]
                } else {
                    [(endless * own).round() as i64, endless as i64, 0, 0, (endless * next).round() as i64]
                });
            }
            rows.push(&row);
        }
        rows
    }

    /// So many rounds of the fourth bot at every seating of the first three: it takes
    /// `least`, and `more` for each of the first among the others.
    pub fn visited_three(&self, (least, more): (f64, f64), rounds: u32, dice: &mut Dice) -> Rows {
        let seatings = mixes::seatings(self.seats - 1, 3).into_iter();
        let first = |seating: Vec<usize>| seating.iter().filter(|&&kind| kind == 0).count() as f64;
        let shares: Vec<((usize, usize), f64)> =
            seatings.map(|seating| ((3, 0), more.mul_add(first(seating), least))).collect();
        self.rows(&shares, rounds, dice)
    }

    /// What is found in these rows, with α-rank; in those of [`Self::visited`], too,
    /// where there are any.
    pub fn told(&self, rows: &Rows, visited: Option<&Rows>, seed: u64) -> (Mixes, Option<Vec<Estimate>>) {
        let (field, tables) = (self.field(), mixes::tables(self.bots, self.seats));
        let seen = Seen { places: (0..field.met.len()).collect(), field, rows, level: 0.95, seed };
        let crowds = Crowds::new(&seen, seen.field.met.len(), &tables);
        let (mut mixes, alpha_rank) = crowds.told(&[]);
        if let Some(visited) = visited {
            crowds.meet((&mut mixes, 2), visited);
        }
        (mixes, alpha_rank)
    }

    /// The mixes of the first three in rows of [`Self::company`], and what the fourth
    /// takes there in those of [`Self::visited_three`].
    pub fn told_of_three(&self, rows: &Rows, company: Rows, visited: Option<&Rows>, seed: u64) -> Mixes {
        let (field, tables) = (self.field(), mixes::tables(self.bots, self.seats));
        let seen = Seen { places: (0..field.met.len()).collect(), field, rows, level: 0.95, seed };
        let mut crowds = Crowds::new(&seen, seen.field.met.len(), &tables);
        let (mut mixes, _) = crowds.told(&[]);
        let threes = mixes::tables_of_three(&[[0, 1, 2]], self.seats);
        crowds.meet_threes(&mut mixes, (vec![[0, 1, 2]], threes, company), &[]);
        if let Some(visited) = visited {
            crowds.meet((&mut mixes, 3), visited);
        }
        mixes
    }
}

/// Mixes of two bots at a table of four: in the middle, so near to one kind alone
/// that it often vanishes, and just not there; and what a third bot takes at one.
fn mixed() -> Vec<Experiment> {
    let first = |mixes: &Mixes| mixes.found.as_ref()?.first()?.share_of(0);
    let held = |gaps: [f64; 3], rounds: u32, claim: Claim| {
        let made = Crowded { seats: 4, bots: 2, gaps: vec![gaps.to_vec()] };
        let truth = first(&made.told(&made.endless(), None, 0).0).map_or(f64::NAN, |share| share.value);
        let about =
            format!("a mix of {:.0} % at a table of 4 on shared luck, {rounds} rounds", 100.0 * truth);
        Experiment::new("share of a mix", about, claim, move |number| {
            let rows = made.played(rounds, &mut Dice::new("mix", number));
            Some(first(&made.told(&rows, None, number).0)?.contains(truth))
        })
    };
    let none = Crowded { seats: 4, bots: 2, gaps: vec![vec![0.0, -0.1, -0.2]] };
    let about = "a bot that a table of 4 just leaves, 200 rounds";
    let none = Experiment::new("a mix told where there is none", about, Claim::ErrsAtMost, move |number| {
        let rows = none.played(200, &mut Dice::new("no mix", number));
        let found = none.told(&rows, None, number).0.found?;
        Some(found.iter().any(Mixed::is_sure))
    });
    let three =
        Crowded { seats: 4, bots: 3, gaps: vec![vec![0.3, 0.05, -0.25], vec![0.16; 3], vec![0.18; 3]] };
    let takes = [0.115, 0.3, 0.2, 0.13];
    let mix = first(&three.told(&three.endless(), None, 0).0).map_or(f64::NAN, |share| share.value);
    let truth: f64 = drawn(3, mix).iter().zip(takes).map(|(chance, share)| chance * share).sum();
    let about = "a third bot at a mix of two at a table of 4, 150 rounds";
    let third = Experiment::new("share of a newcomer", about, Claim::Holds, move |number| {
        let rows = three.played(150, &mut Dice::new("mix", number));
        let visited = three.visited(&takes, 50, &mut Dice::new("visited mix", number));
        let found = three.told(&rows, Some(&visited), number).0.found?;
        Some(found.first()?.newcomers.first()?.share.contains(truth))
    });
    let middle = held([0.3, 0.05, -0.25], 150, Claim::Holds);
    vec![middle, held([0.05, -0.15, -0.2], 60, Claim::HoldsAtLeast), none, third]
}

/// Mixes of three bots that beat each other in a circle at a table of four: the share
/// of each, what a fourth takes there, and whether a table stays there where it
/// neither does nor goes farther and farther round.
fn mixed_of_three() -> Vec<Experiment> {
    let of_three = |mixes: Mixes| mixes.found?.into_iter().find(|mixed| mixed.kinds.len() == 3);
    let planted = ([0.05, 0.04, 0.03], 0.02);
    let truth = move |made: &Crowded, planted| {
        let company = made.company(planted, 0, &mut Dice::new("circle", 0));
        let mixed = of_three(made.told_of_three(&made.endless(), company, None, 0));
        [0, 1, 2].map(|bot| {
            mixed.as_ref().and_then(|mixed| mixed.share_of(bot)).map_or(f64::NAN, |share| share.value)
        })
    };
    let found = move |made: &Crowded, planted, visited: Option<&Rows>, number: u64, rounds: u32| {
        let mut dice = Dice::new("circle", number);
        let (rows, company) = (made.played(rounds, &mut dice), made.company(planted, rounds, &mut dice));
        of_three(made.told_of_three(&rows, company, visited, number))
    };
    let circle = Crowded::circle(4, planted, false);
    let shares = truth(&circle, planted);
    let about = "a mix of three in a circle at a table of 4, 150 rounds";
    let held = Experiment::new("share of a mix", about, Claim::Holds, move |number| {
        let bot = number as usize % 3;
        Some(found(&circle, planted, None, number, 150)?.share_of(bot)?.contains(shares[bot]))
    });
    let (four, takes) = (Crowded::circle(4, planted, true), (0.1_f64, 0.06_f64));
    let mix = truth(&four, planted);
    // Alone among each of them it takes what is planted for a bot that loses to all.
    let lone = 0.25 - 0.1 * 3.0 / 4.0;
    let seatings = mixes::seatings(3, 3);
    let at = |seating: &Vec<usize>| {
        let first = seating.iter().filter(|&&kind| kind == 0).count() as f64;
        let chance: f64 = seating.iter().map(|&kind| mix[kind]).product();
        chance * takes.1.mul_add(first, takes.0)
    };
    let taken =
        lone * mix.iter().map(|share| share.powi(3)).sum::<f64>() + seatings.iter().map(at).sum::<f64>();
    let about = "a fourth bot at a mix of three at a table of 4, 150 rounds";
    let fourth = Experiment::new("share of a newcomer", about, Claim::Holds, move |number| {
        let visited = four.visited_three(takes, 20, &mut Dice::new("visited circle", number));
        let mixed = found(&four, planted, Some(&visited), number, 150)?;
        Some(mixed.newcomers.first()?.share.contains(taken))
    });
    let neither = ([0.05, 0.04, 0.03], 0.0);
    let level = Crowded::circle(4, neither, false);
    let about = "a circle at a table of 4 that neither stays nor leaves, 150 rounds";
    let turns =
        Experiment::new("a circle told to stay or to go round", about, Claim::ErrsAtMost, move |number| {
            Some(found(&level, neither, None, number, 150)?.stays().is_some())
        });
    vec![held, fourth, turns]
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
    fields
        .chain([equals(), larger_table()])
        .chain(rungs)
        .chain(replies)
        .chain(mixed())
        .chain(mixed_of_three())
        .collect()
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
