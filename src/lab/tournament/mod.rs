//! All bots against all: who beats whom, how strong each is, what mix of them
//! nobody can exploit, and how much of a result is skill.
//!
//! At a table of two every pair of bots plays mirrored games. At a larger
//! table one bot of a kind sits among bots of another: what matters there is
//! whether a lone newcomer takes more than an equal share. Tables with several
//! of either kind are played where they are asked for ([`mixes`]). Every match-up
//! sees the same luck.
//!
//! Shares are shares of the games that somebody won: a game without a winner is
//! nobody's, and is told apart. The field is played in the order in which the
//! ruleset lists its bots, whatever order they were named in.

pub mod calibration;
pub mod exploit;
mod field;
pub mod ladder;
pub mod mixes;
mod play;

use schemars::JsonSchema;
use serde::Serialize;

use super::Hall;
use crate::game::WIN;
use crate::scenario::{Length, Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::rating::field::Field;
use crate::stats::rating::{Basis, ELO, Rating};
use crate::stats::sums::PairSums;
use crate::stats::{Estimate, Method, rate};
use crate::tally::Results;

use field::Seen;
use mixes::{Crowds, Mixes};
use play::{Met, Rounds};

pub use crate::stats::rating::field::Fit;

/// A mix of bots that no bot of the field beats.
#[derive(Debug, Clone, PartialEq)]
pub struct Mix {
    /// Weight of each bot.
    pub weights: Vec<Estimate>,
}

/// One match-up: `bot` against `rival` (one `bot` among `rival`s at a table of
/// more than two).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MatchUp {
    /// Position of the bot in [`Tournament::bots`].
    #[serde(skip)]
    pub bot: usize,
    /// Position of the rival.
    #[serde(skip)]
    pub rival: usize,
    /// Games that the bot won, shared and lost.
    #[serde(flatten)]
    pub results: Results,
    /// Games played.
    pub games: u64,
    /// Games that came to no end.
    pub unfinished: u64,
    /// Games that somebody won or shared.
    #[serde(skip)]
    pub won: u64,
    /// Share that the bot takes of the games that somebody won, shared wins
    /// divided.
    pub share: Estimate,
    /// Share of those games that seat 0 takes, whoever sits there.
    #[serde(rename = "first_seat_share")]
    pub first_seat: Estimate,
}

/// What decides a game between two bots of the field drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Decides {
    /// Share of the variance of a result that the pairing explains: skill.
    pub skill: Estimate,
    /// Share that sitting first explains.
    pub seat: Estimate,
    /// The rest: dice, cards and the bots' own whims.
    pub luck: Estimate,
}

/// A finished tournament.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Tournament {
    /// The arm that was asked for, with its plan's name, seed and switches.
    #[serde(skip)]
    pub plan: Plan,
    /// The field.
    #[serde(skip)]
    pub bots: Vec<String>,
    /// Bots that the ruleset lists and that did not play.
    pub absent: Vec<String>,
    /// Seats at the table.
    pub seats: usize,
    /// Games of each match-up.
    pub games: u64,
    /// Games in all.
    #[serde(skip)]
    pub all_games: u64,
    /// Every pair of different bots once in each direction, and each bot
    /// against its like.
    #[serde(skip)]
    pub match_ups: Vec<MatchUp>,
    /// Share of each bot over its match-ups with all others.
    #[serde(skip)]
    pub against_all: Vec<Estimate>,
    /// Strength, in the order of the bots; `None` when nobody won anything.
    #[serde(skip)]
    pub rating: Option<Rating>,
    /// How far each bot lies behind the strongest, all at once.
    #[serde(skip)]
    pub behind: Vec<Estimate>,
    /// Model behind the rating.
    #[serde(rename = "rating_model")]
    pub model: &'static str,
    /// Whether the match-ups bear that model out; none for two bots.
    #[serde(rename = "rating_fit")]
    pub fit: Option<Fit>,
    /// The mix that no bot of the field exploits, only at a table of two: at a larger
    /// one it would hang on tables of several kinds of bots, and there may be more
    /// than one: see `mixes`.
    #[serde(skip)]
    pub mix: Option<Mix>,
    /// The mixes of two and three bots at a larger table, where they were asked for.
    #[serde(skip)]
    pub mixes: Option<Mixes>,
    /// What sitting first is worth whoever sits there, on the scale of the
    /// ratings; its unit is Elo points.
    #[serde(rename = "first_seat_elo")]
    pub first_seat: Option<Estimate>,
    /// Share of time that evolution spends on each bot (α-rank in the limit of
    /// strong selection).
    #[serde(skip)]
    pub alpha_rank: Option<Vec<Estimate>>,
    /// Share of the pay-offs that no ladder of strengths explains: 0 a ladder,
    /// 1 rock, paper, scissors. Only of three bots or more at a table of two.
    #[serde(skip)]
    pub intransitivity: Option<Estimate>,
    /// What decides a game between two bots drawn at random; none where a
    /// match-up has no game that somebody won.
    #[serde(rename = "explained")]
    pub decides: Option<Decides>,
    /// Whether the user stopped it.
    #[serde(skip)]
    pub interrupted: bool,
}

impl Tournament {
    /// The match-up of these two.
    #[must_use]
    pub fn of(&self, bot: usize, rival: usize) -> Option<&MatchUp> {
        self.match_ups.iter().find(|m| m.bot == bot && m.rival == rival)
    }

    /// Match-ups of different bots, each once.
    fn different(&self) -> impl Iterator<Item = &MatchUp> {
        self.match_ups.iter().filter(|m| m.bot < m.rival || self.seats > 2 && m.bot != m.rival)
    }

    /// Games in which nobody won, of all games between different bots.
    #[must_use]
    pub fn nobodys(&self) -> (u64, u64) {
        self.different().fold((0, 0), |(open, games), m| (open + m.games - m.won, games + m.games))
    }

    /// Games that came to no end, of all games between different bots.
    #[must_use]
    pub fn endless(&self) -> (u64, u64) {
        endless(self.different())
    }

    /// Match-ups of different bots without a game that somebody won.
    #[must_use]
    pub fn untold(&self) -> usize {
        self.match_ups.iter().filter(|m| m.bot != m.rival && m.won == 0).count()
    }

    /// An equal share at this table.
    #[must_use]
    pub fn equal(&self) -> f64 {
        1.0 / self.seats as f64
    }

    /// Bots that a table stays with once all play them: of each that every lone
    /// newcomer surely takes less than an equal share from, the newcomer that comes
    /// nearest to one. At a table of two there is one at most: what one bot takes
    /// from another the other loses.
    #[must_use]
    pub fn stable_states(&self) -> Vec<&MatchUp> {
        let newcomers = |i: usize| self.match_ups.iter().filter(move |m| m.rival == i && m.bot != i);
        let keeps = |m: &MatchUp| m.won > 0 && m.share.side_of(self.equal()).is_lt();
        let ranking = self.ranking().into_iter();
        let stable = ranking.filter(|&i| newcomers(i).all(keeps));
        stable.filter_map(|i| newcomers(i).max_by(|a, b| a.share.value.total_cmp(&b.share.value))).collect()
    }

    /// Bots from strong to weak.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        if let Some(rating) = &self.rating {
            order.sort_by(|&a, &b| rating.strength[b].value.total_cmp(&rating.strength[a].value));
        }
        order
    }
}

/// The arm of a match-up.
fn arm(base: &PlanArm, bots: &[String], bot: usize, rival: usize, seats: usize) -> PlanArm {
    let mut table = vec![bots[rival].clone(); seats];
    table[0].clone_from(&bots[bot]);
    PlanArm { name: format!("{} v {}", bots[bot], bots[rival]).into(), ..seated(base, table) }
}

/// The arm of a table with these bots in circular order, named by them.
fn seated(base: &PlanArm, bots: Vec<String>) -> PlanArm {
    let mut arm = base.clone();
    arm.name = bots.join(", ").into();
    arm.bots = bots;
    (arm.base, arm.effect, arm.paired) = (None, None, true);
    arm.rotates = !arm.mirrored();
    arm
}

/// A plan of these arms and nothing to be said of them.
fn asked(plan: &Plan, arms: Vec<PlanArm>) -> Plan {
    Plan { arms, verdict: None, budgets: Vec::new(), findings: Vec::new(), ..plan.clone() }
}

/// Plays a tournament between `bots` under the rules of the first arm of
/// `plan`, at least `games` games per match-up. Where `mixed`, tables of more
/// than two with several of both kinds, too.
///
/// # Errors
/// When an arm does not compile.
pub fn play(
    plan: &Plan,
    bots: &[String],
    (games, mixed): (u64, bool),
    hall: &Hall<'_>,
) -> Result<Tournament, Vec<Fault>> {
    let base = &plan.arms[0];
    let bots = &listed_order(base, bots)[..];
    let seats = base.bots.len();
    let pairs: Vec<(usize, usize)> = (0..bots.len())
        .flat_map(|i| (0..bots.len()).map(move |j| (i, j)))
        // Mirrored games of two hold both directions.
        .filter(|&(i, j)| seats != 2 || i <= j)
        .collect();
    let mixed = mixed && seats > 2;
    let tables = if mixed { mixes::tables(bots.len(), seats) } else { Vec::new() };
    let alone = pairs.iter().map(|&(i, j)| arm(base, bots, i, j, seats));
    let arms = alone.chain(tables.iter().map(|table| table.arm(base, bots))).collect();
    let asked = Plan { length: Length::Games(games), ..asked(plan, arms) };
    let (rounds, finished) = play::play(&asked, games, hall)?;
    let seen = seen(plan, bots, &pairs, &rounds);
    let mut told = Tournament { interrupted: !finished, ..told(plan, bots, (&pairs, &seen), &rounds) };
    if mixed {
        let mut crowds = Crowds::new(&seen, pairs.len(), &tables);
        let (mut mixes, alpha_rank) = crowds.told(&rounds.met[pairs.len()..]);
        told.alpha_rank = alpha_rank.or(told.alpha_rank);
        let stage = |told: &mut Tournament, (more, finished): (u64, bool)| {
            told.all_games += more;
            told.interrupted |= !finished;
        };
        let field = (plan, bots);
        if !told.interrupted {
            stage(&mut told, crowds.newcomers((&mut mixes, 2), field, games, hall)?);
        }
        if !told.interrupted {
            stage(&mut told, crowds.threes(&mut mixes, field, games, hall)?);
        }
        if !told.interrupted {
            stage(&mut told, crowds.newcomers((&mut mixes, 3), field, games, hall)?);
        }
        told.mixes = Some(mixes);
    }
    Ok(told)
}

/// The whole rounds of the field.
fn seen<'a>(plan: &Plan, bots: &[String], pairs: &[(usize, usize)], rounds: &'a Rounds) -> Seen<'a> {
    let met: Vec<(usize, (usize, usize))> =
        pairs.iter().copied().enumerate().filter(|&(_, (i, j))| i != j).collect();
    let seats = plan.arms[0].bots.len();
    Seen {
        field: Field { entrants: bots.len(), seats, met: met.iter().map(|&(_, pair)| pair).collect() },
        places: met.iter().map(|&(place, _)| place).collect(),
        rows: &rounds.rows,
        level: plan.level,
        seed: plan.seed,
    }
}

/// What was played, as estimates. Nobody sees a result before play is over, so
/// that nobody can stop on one: the intervals are those of a fixed number of
/// games, in a stopped tournament, too.
fn told(
    plan: &Plan,
    bots: &[String],
    (pairs, seen): (&[(usize, usize)], &Seen<'_>),
    rounds: &Rounds,
) -> Tournament {
    let base = &plan.arms[0];
    let seats = base.bots.len();
    let mut match_ups = Vec::new();
    for (&(i, j), met) in pairs.iter().zip(&rounds.met) {
        match_ups.extend(directions(i, j, seats, met, plan.level));
    }
    let found = seen.found();
    let against = |bot: usize| share(&seen.against_all(bot), seats, plan.level);
    let (rating, behind) = found.rated.map_or((None, Vec::new()), |rated| (Some(rated.rating), rated.behind));
    let first_seat =
        rating.as_ref().and_then(|rating| rating.terms.first()).map(|term| term.scaled(ELO, 0.0));
    Tournament {
        bots: bots.to_vec(),
        seats,
        games: rounds.met.iter().map(|met| met.games).min().unwrap_or(0),
        all_games: rounds.met.iter().map(|met| met.games).sum(),
        against_all: (0..bots.len()).map(against).collect(),
        mix: found.mix,
        mixes: None,
        alpha_rank: found.alpha_rank,
        intransitivity: found.intransitivity,
        decides: found.decides,
        fit: found.fit,
        absent: absent(base, bots),
        match_ups,
        rating,
        first_seat,
        behind,
        model: if seats == 2 {
            "Davidson and Beaver 1977, with a term for who sits first"
        } else {
            "Plackett-Luce, winners known, with a term for who sits first"
        },
        plan: Plan { arms: vec![base.clone()], ..plan.clone() },
        interrupted: false,
    }
}

/// The field as the ruleset lists it, others behind by name: what is found does
/// not depend on the order in which bots were named.
fn listed_order(base: &PlanArm, bots: &[String]) -> Vec<String> {
    let listed = base.ruleset.bot_names();
    let place = |bot: &String| listed.iter().position(|name| name == bot).unwrap_or(listed.len());
    let mut bots = bots.to_vec();
    // Shorter names first: tree-64 before tree-256.
    bots.sort_by(|a, b| (place(a), a.len(), a).cmp(&(place(b), b.len(), b)));
    bots
}

/// Bots that the ruleset lists beside those of the field.
fn absent(base: &PlanArm, bots: &[String]) -> Vec<String> {
    let listed = base.ruleset.bot_names();
    listed.into_iter().filter(|name| !bots.iter().any(|bot| bot == name)).map(str::to_owned).collect()
}

/// Games that came to no end, of all games.
fn endless<'a>(met: impl Iterator<Item = &'a MatchUp>) -> (u64, u64) {
    met.fold((0, 0), |(open, games), m| (open + m.unfinished, games + m.games))
}

/// A match-up as seen by the first bot and, at a table of two, by the second.
fn directions(i: usize, j: usize, seats: usize, met: &Met, level: f64) -> Vec<MatchUp> {
    let Met { games, results, unfinished, .. } = *met;
    let won = (met.share.y / i128::from(WIN)) as u64;
    let first_seat = share(&met.first, seats, level);
    // A bot among its like has an equal share by symmetry.
    let share = if i == j { Estimate::exact(1.0 / seats as f64) } else { share(&met.share, seats, level) };
    let one = MatchUp { bot: i, rival: j, results, games, unfinished, won, share, first_seat };
    if seats != 2 || i == j {
        return vec![one];
    }
    let Results { wins, draws, losses } = results;
    let results = Results { wins: losses, draws, losses: wins };
    let other = MatchUp { bot: j, rival: i, share: one.share.complement(), results, ..one.clone() };
    vec![one, other]
}

/// A share of the games that somebody won: sixtieths of wins over those of all
/// seats, leg by leg.
fn share(sums: &PairSums, seats: usize, level: f64) -> Estimate {
    let win = f64::from(WIN);
    let all_won = sums.y == i128::from(sums.blocks) * i128::from(WIN) * seats as i128;
    let made = if all_won {
        rate::wilson_blocks(&sums.first(), win * seats as f64, seats as u32, level)
    } else {
        rate::wilson_ratio(sums, win, level)
    };
    let unknown = || Estimate::new(f64::NAN, (f64::NEG_INFINITY, f64::INFINITY), level, Method::Unknown, 0);
    made.unwrap_or_else(unknown)
}

/// Whether a rating needed a prior.
#[must_use]
pub fn needs_prior(rating: &Rating) -> bool {
    rating.basis == Basis::WeakPrior
}

#[cfg(test)]
mod tests;
