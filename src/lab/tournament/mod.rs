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
    /// The mixes of two bots that a larger table stays with, where they were asked
    /// for.
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

    /// Games in which nobody won, of all games between different bots.
    #[must_use]
    pub fn nobodys(&self) -> (u64, u64) {
        let different =
            self.match_ups.iter().filter(|m| m.bot < m.rival || self.seats > 2 && m.bot != m.rival);
        different.fold((0, 0), |(open, games), m| (open + m.games - m.won, games + m.games))
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
        let crowds = Crowds::new(&seen, pairs.len(), &tables);
        let (mut mixes, alpha_rank) = crowds.told(&rounds.met[pairs.len()..]);
        told.alpha_rank = alpha_rank.or(told.alpha_rank);
        if finished {
            let (games, finished) = crowds.newcomers(&mut mixes, (plan, bots), games, hall)?;
            told.all_games += games;
            told.interrupted = !finished;
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
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn plan(text: &str) -> Plan {
        crate::scenario::sample(text)
    }

    fn played(text: &str, bots: &[&str], games: u64) -> Tournament {
        let bots: Vec<String> = bots.iter().map(|b| (*b).to_owned()).collect();
        let stop = AtomicBool::new(false);
        play(&plan(text), &bots, (games, false), &Hall::new(&stop, &|_| {})).unwrap()
    }

    #[test]
    fn two_at_the_table_is_zero_sum_and_the_better_bot_rates_higher() {
        let t = played("ruleset = \"futbol-dash\"\n", &["random", "rusher"], 400);
        assert_eq!(t.match_ups.len(), 4);
        let (there, back) = (t.of(0, 1).unwrap(), t.of(1, 0).unwrap());
        assert!((there.share.value + back.share.value - 1.0).abs() < 1e-12);
        let Results { wins, draws, losses } = back.results;
        assert_eq!(there.results, Results { wins: losses, draws, losses: wins });
        assert_eq!(t.ranking(), [1, 0]);
        assert!(t.mix.as_ref().unwrap().weights[1].low > 0.999, "{:?}", t.mix);
        assert!(t.alpha_rank.as_ref().unwrap()[1].low > 0.99);
        let decides = t.decides.unwrap();
        let decides = [decides.skill, decides.seat, decides.luck];
        assert!((decides.iter().map(|share| share.value).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(decides.iter().all(|share| share.low <= share.value && share.value <= share.high));
        assert!(!t.absent.is_empty() && !t.absent.contains(&"rusher".to_owned()), "{:?}", t.absent);
        let all = t.against_all[1];
        assert!(all.low > 0.5 && (all.value - back.share.value).abs() < 1e-12, "{all:?}");
        assert_eq!(t.nobodys(), (0, 400));
    }

    #[test]
    fn a_lone_newcomer_is_measured_against_an_equal_share() {
        let text = "ruleset = \"futbol-dash\"\nset = { players = 4 }\n";
        let t = played(text, &["random", "rusher"], 400);
        assert_eq!((t.seats, t.match_ups.len()), (4, 4));
        assert!(t.of(1, 0).unwrap().share.low > t.equal());
        assert!(t.of(0, 1).unwrap().share.high < t.equal());
        assert_eq!(t.of(1, 1).unwrap().share.value, 0.25);
        assert_eq!(t.ranking(), [1, 0]);
        assert!(t.mix.is_none());
        assert!(t.alpha_rank.as_ref().unwrap()[1].low > 0.99, "{:?}", t.alpha_rank);
        let stable: Vec<usize> = t.stable_states().iter().map(|newcomer| newcomer.rival).collect();
        assert_eq!(stable, [1]);
    }

    fn share(low: f64, value: f64, high: f64) -> Estimate {
        Estimate::new(value, (low, high), 0.95, Method::WilsonBlock, 400)
    }

    /// A field in which either bot holds its own against a lone other one is told
    /// by both, in the first sentences.
    #[test]
    fn two_stable_states_are_named() {
        let text = "ruleset = \"futbol-dash\"\nset = { players = 4 }\n";
        let mut t = played(text, &["rusher", "planner"], 40);
        let mut take = |bot, rival, taken| {
            t.match_ups.iter_mut().find(|m| m.bot == bot && m.rival == rival).unwrap().share = taken;
        };
        take(0, 1, share(0.12, 0.14, 0.16));
        take(1, 0, share(0.21, 0.23, 0.245));
        assert_eq!(t.stable_states().len(), 2);
        let summary = crate::report::tournament::opening(&t).summary;
        for told in [
            "two stable states",
            "a lone `rusher` among `planner` takes 14",
            "a lone `planner` among `rusher` 23",
        ] {
            assert!(summary.contains(told), "{told}: {summary}");
        }
        // One that may take an equal share is no stable state any more.
        t.match_ups.iter_mut().find(|m| m.bot == 1 && m.rival == 0).unwrap().share = share(0.2, 0.23, 0.26);
        assert_eq!(t.stable_states().len(), 1);
        let summary = crate::report::tournament::opening(&t).summary;
        assert!(!summary.contains("stable states"), "{summary}");
    }

    /// No mix is called needless beside an interval that leaves room for one.
    #[test]
    fn a_wide_interval_is_never_called_no_mix() {
        let mut t = played("ruleset = \"futbol-dash\"\n", &["random", "rusher"], 40);
        for (low, needless) in [(0.0, false), (0.5, false), (0.99, false), (0.999, true)] {
            let weights = vec![share(0.0, 0.0, 1.0 - low), share(low, 1.0, 1.0)];
            t.mix = Some(Mix { weights });
            let said = crate::report::tournament::sentences(&t).join(" ");
            assert_eq!(said.contains("no mix is needed"), needless, "{low}: {said}");
        }
    }

    /// Who sits first is told apart from who plays: futbol-dash among equals.
    #[test]
    fn sitting_first_has_a_worth_of_its_own() {
        let t = played("ruleset = \"futbol-dash\"\n", &["rusher", "planner"], 2_000);
        let (worth, share) = (t.first_seat.unwrap(), t.match_ups[1].first_seat);
        assert_eq!(worth.value > 0.0, share.value > 0.5, "{worth:?} {share:?}");
        assert!(worth.low < worth.value && worth.value < worth.high, "{worth:?}");
        let rated = crate::report::tournament::sentences(&t);
        assert!(rated.iter().any(|said| said.contains("Sitting first")), "{rated:?}");
    }

    /// Every order of the field gives the same tournament, to the last bit.
    #[test]
    fn the_order_in_which_bots_are_named_changes_nothing() {
        let text = "ruleset = \"king-of-the-pitch\"\nset = { max-rounds = 45 }\n";
        let first = played(text, &["rusher", "balanced", "calculator"], 120);
        for order in [
            ["rusher", "calculator", "balanced"],
            ["balanced", "rusher", "calculator"],
            ["balanced", "calculator", "rusher"],
            ["calculator", "rusher", "balanced"],
            ["calculator", "balanced", "rusher"],
        ] {
            let other = played(text, &order, 120);
            assert_eq!(format!("{other:?}"), format!("{first:?}"));
            assert_eq!(
                crate::report::tournament::sentences(&other),
                crate::report::tournament::sentences(&first)
            );
        }
    }

    /// The same match-up from either chair: what one bot takes is what the other
    /// leaves of the games that somebody won, whoever counts as the first.
    #[test]
    fn games_that_nobody_won_are_nobodys() {
        let text = "ruleset = \"king-of-the-pitch\"\nset = { max-rounds = 45 }\n";
        let t = played(text, &["balanced", "calculator"], 400);
        let (there, back) = (t.of(0, 1).unwrap(), t.of(1, 0).unwrap());
        assert!(there.unfinished > 0 && there.won + there.unfinished == there.games, "{there:?}");
        let points = |m: &MatchUp| (m.results.wins as f64 + m.results.draws as f64 / 2.0) / m.won as f64;
        for m in [there, back] {
            assert!((m.share.value - points(m)).abs() < 1e-12, "{m:?}");
        }
        assert!((there.share.value + back.share.value - 1.0).abs() < 1e-12);
        assert_eq!(t.nobodys(), (there.unfinished, there.games));
    }

    #[test]
    fn a_field_that_finishes_nothing_says_so_and_no_more() {
        let text = "ruleset = \"king-of-the-pitch\"\nset = { max-rounds = 3 }\n";
        let t = played(text, &["balanced", "calculator", "rusher"], 40);
        assert_eq!(t.nobodys(), (120, 120));
        assert!(t.rating.is_none() && t.mix.is_none() && t.decides.is_none() && t.fit.is_none());
        let said = crate::report::tournament::sentences(&t);
        assert!(said.len() == 1 && said[0].contains("not one of the 120 games"), "{said:?}");
    }

    /// Stopped after any number of legs: no panic, and what is missing is told.
    #[test]
    fn a_stopped_tournament_tells_what_it_has() {
        let bots: Vec<String> = ["random", "rusher", "blocker"].map(str::to_owned).to_vec();
        let plan = plan("ruleset = \"futbol-dash\"\n");
        let stop = AtomicBool::new(true);
        let none = play(&plan, &bots, (400, false), &Hall::new(&stop, &|_| {})).unwrap();
        assert!(none.interrupted && none.all_games == 0 && none.rating.is_none());
        let said = crate::report::tournament::sentences(&none);
        assert!(said[0].contains("0 of 6 match-ups have been played"), "{said:?}");
        for legs in [1, 4, 11, 60] {
            let stop = AtomicBool::new(false);
            let watch = |progress: &crate::campaign::Progress<'_>| {
                if progress.games >= 2 * legs {
                    stop.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            let hall = Hall::new(&stop, &watch);
            let t = pool.install(|| play(&plan, &bots, (4_000_000, false), &hall)).unwrap();
            assert!(t.interrupted && t.all_games >= 2 * legs);
            let said = crate::report::tournament::sentences(&t);
            assert!(said[0].starts_with("Interrupted: "), "{said:?}");
            assert!(t.decides.is_none_or(|d| d.luck.low <= d.luck.value && d.luck.value <= d.luck.high));
        }
    }
}
