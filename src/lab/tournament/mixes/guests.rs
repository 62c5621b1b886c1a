//! Every other bot of the field, alone at tables drawn from a mix.

use std::cmp::Ordering;

use super::super::exploit::Stands;
use super::super::field::joint;
use super::super::play::{self, cell};
use super::super::{Hall, asked, seated};
use super::group::Group;
use super::tables::seatings;
use super::{Crowds, Mixes, Newcomer};
use crate::scenario::{Length, Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::many::level_of_each;
use crate::stats::sums::Rows;

/// Luck on which newcomers meet mixes of two, and those of three: apart from that on
/// which these were found.
const PAIRINGS: [&str; 2] = ["newcomers at mixes", "newcomers at mixes of three"];

/// Another bot at a mix.
struct Guest<'a> {
    /// Position of the mix among those found.
    mix: usize,
    bot: usize,
    group: &'a Group,
    /// Where draws of the mix are followed from.
    start: Vec<f64>,
    /// Where it lies what it takes alone among each kind.
    lone: Vec<usize>,
}

impl Guest<'_> {
    /// What it takes at a table drawn from the mix as these shares have it: `own` at
    /// each of `seatings`.
    fn takes(&self, shares: &[f64], own: &[f64], seatings: &[Vec<usize>]) -> f64 {
        let mix = self.group.ways(shares).from(&self.start).shares;
        let chairs = seatings.first().map_or(1, Vec::len) as i32;
        let alone = mix.iter().zip(&self.lone).map(|(share, &lone)| share.powi(chairs) * shares[lone]);
        let chance = |seating: &Vec<usize>| seating.iter().map(|&kind| mix[kind]).product::<f64>();
        alone.sum::<f64>() + seatings.iter().zip(own).map(|(seating, own)| chance(seating) * own).sum::<f64>()
    }
}

impl Crowds<'_> {
    /// Plays every other bot of the field alone at the tables of each mix of so many
    /// kinds, at least `games` games for each number of every kind, and says what it
    /// takes there. Returns the games played and whether it got there.
    ///
    /// # Errors
    /// When an arm does not compile.
    pub fn newcomers(
        &self,
        (mixes, kinds): (&mut Mixes, usize),
        (plan, bots): (&Plan, &[String]),
        games: u64,
        hall: &Hall<'_>,
    ) -> Result<(u64, bool), Vec<Fault>> {
        let guests = self.guests(mixes, kinds);
        if guests.is_empty() {
            return Ok((0, true));
        }
        let chairs = self.seen.field.seats - 1;
        let seatings = seatings(chairs, kinds);
        let base = &plan.arms[0];
        let arm = |guest: &Guest<'_>, seating: &Vec<usize>| {
            let others = seating.iter().map(|&kind| guest.group.kinds()[kind]);
            let table = std::iter::once(guest.bot).chain(others);
            let arm = seated(base, table.map(|bot| bots[bot].clone()).collect());
            PlanArm { pairing: PAIRINGS[kinds - 2].to_owned(), ..arm }
        };
        let arms =
            guests.iter().flat_map(|guest| seatings.iter().map(move |seating| arm(guest, seating))).collect();
        // One of a kind among others of one sits on as many chairs as there are, any
        // other number in more ways.
        let each = games.div_ceil(chairs as u64);
        let asked = Plan { length: Length::Games(each), ..asked(plan, arms) };
        let (rounds, finished) = play::play(&asked, each, hall)?;
        let least = rounds.met.iter().map(|met| met.games).min().unwrap_or(0);
        mixes.games = least * chairs as u64;
        self.meet((mixes, kinds), &rounds.rows);
        Ok((rounds.met.iter().map(|met| met.games).sum(), finished))
    }

    /// What the guests of the mixes of so many kinds take, from rows with a table of
    /// each for every seating.
    pub fn meet(&self, (mixes, kinds): (&mut Mixes, usize), rows: &Rows) {
        let guests = self.guests(mixes, kinds);
        let seatings = seatings(self.seen.field.seats - 1, kinds);
        let level = level_of_each(self.seen.level, guests.len());
        // Rows of other guests tell nothing of these.
        if !rows.fits(guests.len() * seatings.len() * cell::COUNT) {
            return;
        }
        let column = |k: usize| (k * cell::COUNT + cell::SHARE, k * cell::COUNT + cell::WON);
        let columns: Vec<(usize, usize)> = (0..guests.len() * seatings.len()).map(column).collect();
        let own = joint(rows, &columns, (level, self.seen.seed), "errors of newcomers");
        let Some(both) = self.joint(level).zip(own).map(|(found, own)| found.beside(&own)) else { return };
        let behind = both.values.len() - columns.len();
        let takes = |shares: &[f64]| {
            let own = shares[behind..].chunks_exact(seatings.len());
            Some(guests.iter().zip(own).map(|(guest, own)| guest.takes(shares, own, &seatings)).collect())
        };
        let told = guests.iter().zip(both.told(takes).into_iter().flatten());
        let told = told
            .map(|(guest, share)| (guest.mix, Newcomer { bot: guest.bot, share: share.within(0.0, 1.0) }));
        let told: Vec<(usize, Newcomer)> = told.collect();
        mixes.met(told, 1.0 / self.seen.field.seats as f64);
    }

    /// Every other bot at every mix of so many kinds.
    fn guests(&self, mixes: &Mixes, kinds: usize) -> Vec<Guest<'_>> {
        let mut guests = Vec::new();
        for (mix, mixed) in
            mixes.found.iter().flatten().enumerate().filter(|(_, mixed)| mixed.kinds.len() == kinds)
        {
            let (place, start) = &mixed.origin;
            let group = &self.groups[*place];
            for bot in (0..self.seen.field.entrants).filter(|bot| !mixed.kinds.contains(bot)) {
                let place = |kind: &usize| self.seen.field.met.iter().position(|&met| met == (bot, *kind));
                if let Some(lone) = group.kinds().iter().map(place).collect() {
                    guests.push(Guest { mix, bot, group, start: start.clone(), lone });
                }
            }
        }
        guests
    }
}

impl Mixes {
    /// Takes in what newcomers take at each mix.
    fn met(&mut self, told: Vec<(usize, Newcomer)>, equal: f64) {
        let found = self.found.get_or_insert_default();
        let mut met = vec![false; found.len()];
        for (mix, newcomer) in told {
            found[mix].newcomers.push(newcomer);
            met[mix] = true;
        }
        for (mixed, _) in found.iter_mut().zip(met).filter(|(_, met)| *met) {
            mixed.newcomers.sort_by(|a, b| b.share.value.total_cmp(&a.share.value));
            let sides = || mixed.newcomers.iter().map(|newcomer| newcomer.share.side_of(equal));
            mixed.stands = Some(if sides().any(Ordering::is_gt) {
                Stands::Beaten
            } else if sides().all(Ordering::is_lt) {
                Stands::Holds
            } else {
                Stands::NotClear
            });
        }
        self.sort();
    }
}
