//! Tables of two kinds of bots, and the mixes of two that a table of more than
//! two players stays with.
//!
//! In: the rounds of a tournament that played these tables, too. Out: what each
//! of so many of a kind takes among the other's, the mixes at which both do
//! equally well and more of either does worse, and α-rank over all these tables.
//! Whether a third bot does better at a mix hangs on tables of three kinds: those
//! of the mixes found are played in a second stage, on luck of its own.

use super::exploit::Stands;
use super::field::{Seen, joint};
use super::play::{self, Met, cell};
use super::{Hall, seated};
use crate::scenario::{Length, Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::Estimate;
use crate::stats::joint::Joint;
use crate::stats::many::level_of_each;
use crate::stats::metagame::alpha_rank::{self, Drawn, POPULATION};
use crate::stats::metagame::mixes::{Rests, drawn, gains};
use crate::stats::sums::Rows;

/// Luck on which newcomers meet the mixes that were found: apart from that on
/// which these were found.
const PAIRING: &str = "newcomers at mixes";

/// Share of the draws beyond which two bots may have a mix that these games don't
/// show.
const OPEN: f64 = 0.05;

/// Tables with so many of one kind among another's.
#[derive(Debug, Clone)]
pub struct Crowd {
    /// Position of the bot in the tournament's field, and of its rival.
    pub kinds: [usize; 2],
    /// How many of the bot sit there: two or more, and as many rivals at least.
    pub number: usize,
    /// Share that each of them takes of the games that somebody won, the mean
    /// over all seatings.
    pub share: Estimate,
    /// Games played.
    pub games: u64,
}

/// A third bot, alone at tables drawn from a mix.
#[derive(Debug, Clone)]
pub struct Newcomer {
    /// Its position in the field.
    pub bot: usize,
    /// Share that it takes of the games that somebody won; the intervals of all
    /// newcomers at all mixes hold together.
    pub share: Estimate,
}

/// Two bots that a table of the two alone stays with.
#[derive(Debug, Clone)]
pub struct Mixed {
    /// Positions of the two, the one with the larger share first.
    pub kinds: [usize; 2],
    /// Share of the first. 0 and 1 are one of the two left alone: as a value where
    /// only draws have a mix, as an end where some have none.
    pub share: Estimate,
    /// Share of the draws in which there is such a mix.
    pub found_in: f64,
    /// Share of the one that comes first in the field from which every draw is
    /// followed to where it comes to rest.
    start: f64,
    /// Every other bot of the field, the one that takes most first; none before
    /// they were played.
    pub newcomers: Vec<Newcomer>,
    /// Whether it is left to a newcomer, if it is there; none before they were
    /// played.
    pub stands: Option<Stands>,
}

impl Mixed {
    /// Share of one of the two.
    #[must_use]
    pub fn share_of(&self, bot: usize) -> Option<Estimate> {
        let [first, second] = self.kinds;
        if bot == first { Some(self.share) } else { (bot == second).then(|| self.share.complement()) }
    }

    /// Whether these games have it, not draws alone.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.share.value > 0.0 && self.share.value < 1.0
    }

    /// Whether the interval says that both have a share in it.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.share.low > 0.0 && self.share.high < 1.0
    }
}

/// What tables of two kinds and their mixes say.
#[derive(Debug, Clone, Default)]
pub struct Mixes {
    /// Every table that was played beside those with a lone bot.
    pub crowds: Vec<Crowd>,
    /// The mixes, those that no newcomer takes more from first; `None` where at
    /// some table nobody has won a game.
    pub found: Option<Vec<Mixed>>,
    /// Pairs without a mix that have one in more than a few draws.
    pub open: Vec<[usize; 2]>,
    /// Games of every newcomer for each number of either kind, at least.
    pub games: u64,
}

/// A circular order of two kinds at a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    pub kinds: [usize; 2],
    /// Which entrants are of the first kind, the lowest bit the first of them.
    pub places: u32,
    /// Seatings that it stands for: its different rotations.
    pub seatings: u32,
}

impl Table {
    pub const fn number(&self) -> usize {
        self.places.count_ones() as usize
    }

    pub fn arm(&self, base: &PlanArm, bots: &[String]) -> PlanArm {
        let kind = |entrant: usize| self.kinds[usize::from(self.places >> entrant & 1 == 0)];
        seated(base, (0..base.bots.len()).map(|entrant| bots[kind(entrant)].clone()).collect())
    }
}

/// The circular orders of so many seats in which between two and all but two are
/// marked, each once, with its number of different rotations.
fn orders(seats: usize) -> Vec<(u32, u32)> {
    let all = (1_u64 << seats) as u32 - 1;
    let turned = move |places: u32, by: usize| (places >> by | places << (seats - by)) & all;
    let one = |places: u32| {
        let turns = (1..=seats).find(|&by| turned(places, by) == places).unwrap_or(seats);
        let is_least = (1..turns).all(|by| turned(places, by) > places);
        is_least.then_some((places, turns as u32))
    };
    let crowded = |places: &u32| (2..=seats.saturating_sub(2)).contains(&(places.count_ones() as usize));
    (1..all).filter(crowded).filter_map(one).collect()
}

/// The tables to play beside those with a lone bot.
pub(super) fn tables(bots: usize, seats: usize) -> Vec<Table> {
    let orders = orders(seats);
    let pairs = (0..bots).flat_map(|i| (i + 1..bots).map(move |j| [i, j]));
    pairs
        .flat_map(|kinds| orders.iter().map(move |&(places, seatings)| Table { kinds, places, seatings }))
        .collect()
}

/// Where the shares of two kinds lie among those of all tables.
struct Pair {
    kinds: [usize; 2],
    /// A lone one of either.
    lone: [usize; 2],
    /// For two, three … of the first: each circular order with its weight; the
    /// weights add up to 1.
    orders: Vec<Vec<(usize, f64)>>,
}

impl Pair {
    /// What 1, 2 … of the first kind take together, up to all but one.
    fn takes(&self, shares: &[f64]) -> Vec<f64> {
        let mean = |orders: &Vec<(usize, f64)>| orders.iter().map(|&(at, weight)| weight * shares[at]).sum();
        let between = self.orders.iter().map(mean);
        let all = std::iter::once(shares[self.lone[0]]).chain(between);
        all.chain([1.0 - shares[self.lone[1]]]).map(|share: f64| share.clamp(0.0, 1.0)).collect()
    }

    fn rests(&self, shares: &[f64]) -> Rests {
        Rests::of(&gains(&self.takes(shares)))
    }
}

/// The tables of two kinds of a tournament, lone ones first.
pub(super) struct Crowds<'a> {
    seen: &'a Seen<'a>,
    /// Tables with a lone bot, or of one kind, in front of them in a round's row.
    before: usize,
    tables: &'a [Table],
    pairs: Vec<Pair>,
}

impl<'a> Crowds<'a> {
    /// Of `tables` that lie behind `before` others in a round's row.
    pub fn new(seen: &'a Seen<'a>, before: usize, tables: &'a [Table]) -> Self {
        let (count, seats) = (seen.field.entrants, seen.field.seats);
        let place = |of: (usize, usize)| seen.field.met.iter().position(|&met| met == of);
        let pair = |i: usize, j: usize| {
            let of = |number: usize| {
                let all =
                    tables.iter().enumerate().filter(move |(_, t)| t.kinds == [i, j] && t.number() == number);
                let seatings: u32 = all.clone().map(|(_, table)| table.seatings).sum();
                let weight = |t: &Table| f64::from(t.seatings) / f64::from(seatings);
                all.map(|(at, table)| (seen.field.met.len() + at, weight(table))).collect()
            };
            let lone = [place((i, j))?, place((j, i))?];
            Some(Pair { kinds: [i, j], lone, orders: (2..seats - 1).map(of).collect() })
        };
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
        Self { seen, before, tables, pairs: pairs.filter_map(|(i, j)| pair(i, j)).collect() }
    }

    /// The shares of all tables with what their errors have to do with each other.
    fn joint(&self, level: f64) -> Option<Joint> {
        let (seen, lone) = (self.seen, self.seen.field.met.len());
        let at = |k: usize| if k < lone { seen.places[k] } else { self.before + k - lone };
        let column = |k: usize| (at(k) * cell::COUNT + cell::SHARE, at(k) * cell::COUNT + cell::WON);
        let columns: Vec<(usize, usize)> = (0..lone + self.tables.len()).map(column).collect();
        joint(seen.rows, &columns, (level, seen.seed), "errors of mixes")
    }

    /// What can be said of them, and α-rank over all of them. `met` are the sums of
    /// the tables.
    pub fn told(&self, met: &[Met]) -> (Mixes, Option<Vec<Estimate>>) {
        let Some(joint) = self.joint(self.seen.level) else { return (Mixes::default(), None) };
        let mut mixes = Mixes { crowds: self.crowds(&joint, met), ..Mixes::default() };
        let mut found = Vec::new();
        for pair in &self.pairs {
            let draws: Vec<Rests> = joint.draws().map(|shares| pair.rests(&shares)).collect();
            let rests = pair.rests(&joint.values);
            let mut starts: Vec<f64> = rests.mixed().collect();
            if starts.is_empty() {
                starts.extend(median_mix(&draws));
            }
            for start in starts {
                let drawn: Vec<f64> = draws.iter().map(|rests| rests.from(start)).collect();
                let mixed = drawn.iter().filter(|&&share| share > 0.0 && share < 1.0).count();
                let found_in = mixed as f64 / drawn.len().max(1) as f64;
                let ([first, second], share) = (pair.kinds, joint.among(rests.from(start), drawn));
                let turned = share.value < 0.5;
                found.push(Mixed {
                    kinds: if turned { [second, first] } else { [first, second] },
                    share: if turned { share.complement() } else { share },
                    found_in,
                    start,
                    newcomers: Vec::new(),
                    stands: (self.seen.field.entrants == 2).then_some(Stands::Holds),
                });
            }
        }
        mixes.found = Some(found);
        mixes.sort();
        let ranked = joint.told(|shares| Some(self.alpha_rank(shares)));
        (mixes, ranked)
    }

    fn crowds(&self, joint: &Joint, met: &[Met]) -> Vec<Crowd> {
        let numbers = 2..self.seen.field.seats - 1;
        let all = || self.pairs.iter().flat_map(|pair| numbers.clone().map(move |number| (pair, number)));
        let each = |shares: &[f64]| {
            Some(all().map(|(pair, number)| pair.takes(shares)[number - 1] / number as f64).collect())
        };
        let games = |kinds: [usize; 2], number: usize| {
            let these = self.tables.iter().zip(met).filter(|(t, _)| t.kinds == kinds && t.number() == number);
            these.map(|(_, met)| met.games).sum()
        };
        let told = joint.told(each).into_iter().flatten();
        all()
            .zip(told)
            .map(|((pair, number), share)| {
                let kinds = pair.kinds;
                Crowd { kinds, number, share, games: games(kinds, number) }
            })
            .collect()
    }

    fn alpha_rank(&self, shares: &[f64]) -> Vec<f64> {
        let Seen { field, .. } = self.seen;
        let drawn = Drawn::new(field.seats, POPULATION);
        let same: Vec<f64> = (1..field.seats).map(|k| k as f64 / field.seats as f64).collect();
        let mut advantages = vec![vec![drawn.advantage(&same); field.entrants]; field.entrants];
        for pair in &self.pairs {
            let ([i, j], takes) = (pair.kinds, pair.takes(shares));
            let back: Vec<f64> = takes.iter().rev().map(|share| 1.0 - share).collect();
            advantages[i][j] = drawn.advantage(&takes);
            advantages[j][i] = drawn.advantage(&back);
        }
        alpha_rank::limit(&advantages, POPULATION)
    }

    /// Plays every other bot of the field alone at the tables of each mix, at least
    /// `games` games for each number of either kind, and says what it takes there.
    /// Returns the games played and whether it got there.
    ///
    /// # Errors
    /// When an arm does not compile.
    pub fn newcomers(
        &self,
        mixes: &mut Mixes,
        (plan, bots): (&Plan, &[String]),
        games: u64,
        hall: &Hall<'_>,
    ) -> Result<(u64, bool), Vec<Fault>> {
        let guests = self.guests(mixes);
        if guests.is_empty() {
            return Ok((0, true));
        }
        let chairs = self.seen.field.seats - 1;
        let seatings = || 1..(1_u32 << chairs) - 1;
        let base = &plan.arms[0];
        let arm = |guest: &Guest, seating: u32| {
            let other = |chair: usize| guest.pair.kinds[usize::from(seating >> chair & 1 == 0)];
            let table = std::iter::once(guest.bot).chain((0..chairs).map(other));
            let arm = seated(base, table.map(|bot| bots[bot].clone()).collect());
            PlanArm { pairing: PAIRING.to_owned(), ..arm }
        };
        let arms =
            guests.iter().flat_map(|guest| seatings().map(move |seating| arm(guest, seating))).collect();
        // One of a kind sits on as many chairs as there are, any other number in more
        // ways.
        let each = games.div_ceil(chairs as u64);
        let asked = Plan { length: Length::Games(each), ..super::asked(plan, arms) };
        let (rounds, finished) = play::play(&asked, each, hall)?;
        let least = rounds.met.iter().map(|met| met.games).min().unwrap_or(0);
        mixes.games = least * chairs as u64;
        self.meet(mixes, &rounds.rows);
        Ok((rounds.met.iter().map(|met| met.games).sum(), finished))
    }

    /// What the guests of these mixes take, from rows with a table of each for every
    /// seating of 1, 2 … .
    pub fn meet(&self, mixes: &mut Mixes, rows: &Rows) {
        let guests = self.guests(mixes);
        let chairs = self.seen.field.seats - 1;
        let seatings = (1_usize << chairs) - 2;
        let level = level_of_each(self.seen.level, guests.len());
        // Rows of other guests tell nothing of these.
        if !rows.fits(guests.len() * seatings * cell::COUNT) {
            return;
        }
        let column = |k: usize| (k * cell::COUNT + cell::SHARE, k * cell::COUNT + cell::WON);
        let columns: Vec<(usize, usize)> = (0..guests.len() * seatings).map(column).collect();
        let own = joint(rows, &columns, (level, self.seen.seed), "errors of newcomers");
        let Some(both) = self.joint(level).zip(own).map(|(found, own)| found.beside(&own)) else { return };
        let behind = self.seen.field.met.len() + self.tables.len();
        let takes = |shares: &[f64]| {
            let own = shares[behind..].chunks_exact(seatings);
            Some(guests.iter().zip(own).map(|(guest, own)| guest.takes(shares, own, chairs)).collect())
        };
        let told = guests.iter().zip(both.told(takes).into_iter().flatten());
        let told = told
            .map(|(guest, share)| (guest.mix, Newcomer { bot: guest.bot, share: share.within(0.0, 1.0) }));
        let told: Vec<(usize, Newcomer)> = told.collect();
        mixes.met(told, 1.0 / self.seen.field.seats as f64);
    }

    /// Every other bot at every mix.
    fn guests(&self, mixes: &Mixes) -> Vec<Guest<'_>> {
        let mut guests = Vec::new();
        for (mix, mixed) in mixes.found.iter().flatten().enumerate() {
            let is_of = |pair: &&Pair| mixed.kinds.iter().all(|kind| pair.kinds.contains(kind));
            let Some(pair) = self.pairs.iter().find(is_of) else { continue };
            for bot in (0..self.seen.field.entrants).filter(|bot| !pair.kinds.contains(bot)) {
                let place = |kind| self.seen.field.met.iter().position(|&met| met == (bot, kind));
                if let [Some(first), Some(second)] = pair.kinds.map(place) {
                    guests.push(Guest { mix, bot, pair, start: mixed.start, lone: [first, second] });
                }
            }
        }
        guests
    }
}

/// A third bot at a mix.
struct Guest<'a> {
    /// Position of the mix among those found.
    mix: usize,
    bot: usize,
    pair: &'a Pair,
    /// Where draws of the mix are followed from.
    start: f64,
    /// What it takes alone among either kind.
    lone: [usize; 2],
}

impl Guest<'_> {
    /// What it takes at a table drawn from the mix as these shares have it: `own`
    /// where chairs of the first kind are the bits of 1, 2 … .
    fn takes(&self, shares: &[f64], own: &[f64], chairs: usize) -> f64 {
        let chances = drawn(chairs, self.pair.rests(shares).from(self.start));
        let ways = drawn(chairs, 0.5);
        let mut sum = chances[0] * shares[self.lone[1]] + chances[chairs] * shares[self.lone[0]];
        for (seating, share) in (1_u32..).zip(own) {
            let number = seating.count_ones() as usize;
            // Each seating of a number is as likely as any other.
            sum += chances[number] / (ways[number] * (1_u64 << chairs) as f64) * share;
        }
        sum
    }
}

/// The middle of the mixes that draws have; none where few have any.
fn median_mix(draws: &[Rests]) -> Option<f64> {
    let mut mixed: Vec<f64> = draws.iter().filter_map(|rests| rests.mixed().next()).collect();
    mixed.sort_by(f64::total_cmp);
    let is_open = mixed.len() as f64 > OPEN * draws.len() as f64;
    mixed.get(mixed.len() / 2).copied().filter(|_| is_open)
}

impl Mixes {
    /// Takes in what newcomers take at each mix.
    fn met(&mut self, told: Vec<(usize, Newcomer)>, equal: f64) {
        let found = self.found.get_or_insert_default();
        for (mix, newcomer) in told {
            found[mix].newcomers.push(newcomer);
        }
        for mixed in found.iter_mut().filter(|mixed| !mixed.newcomers.is_empty()) {
            mixed.newcomers.sort_by(|a, b| b.share.value.total_cmp(&a.share.value));
            let sides = || mixed.newcomers.iter().map(|newcomer| newcomer.share.side_of(equal));
            mixed.stands = Some(if sides().any(std::cmp::Ordering::is_gt) {
                Stands::Beaten
            } else if sides().all(std::cmp::Ordering::is_lt) {
                Stands::Holds
            } else {
                Stands::NotClear
            });
        }
        self.sort();
    }

    /// Those that hold first, and of them those that are surest to be there.
    fn sort(&mut self) {
        let rank = |mixed: &Mixed| match mixed.stands {
            Some(Stands::Holds) => 0,
            Some(Stands::NotClear) | None => 1,
            Some(Stands::Beaten) => 2,
        };
        let found = self.found.iter_mut();
        found.for_each(|found| {
            found.sort_by(|a, b| rank(a).cmp(&rank(b)).then(b.found_in.total_cmp(&a.found_in)));
        });
    }
}

#[cfg(test)]
mod tests;
