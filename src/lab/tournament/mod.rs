//! All bots against all: who beats whom, how strong each is, what mix of them
//! nobody can exploit, and how much of a result is skill.
//!
//! At a table of two every pair of bots plays mirrored games. At a larger
//! table one bot of a kind sits among bots of another: what matters there is
//! whether a lone newcomer takes more than an equal share. Every match-up sees
//! the same luck.

mod field;
mod fit;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Hall, Table};
use crate::estimates::{ArmResult, Manner};
use crate::metric::Metric;
use crate::scenario::{Length, Plan, PlanArm};
use crate::settings::Fault;
use crate::stats::metagame::{alpha_rank, nash};
use crate::stats::rating::davidson::{Pairing, davidson};
use crate::stats::rating::plackett_luce::{Place, plackett_luce};
use crate::stats::rating::{Basis, Rating};
use crate::stats::{Estimate, combine};
use crate::tally::Results;

pub use field::Mix;
pub use fit::Fit;

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
    /// Share of the wins that the bot takes, shared wins divided.
    pub share: Estimate,
    /// Share of the wins of seat 0, whoever sits there.
    #[serde(rename = "first_seat_share")]
    pub first_seat: Estimate,
}

/// What decides a game between two bots of the field drawn at random; the
/// intervals hold what tables redrawn within their errors gave (method
/// `parametric-bootstrap`).
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
    /// Strength, in the order of the bots; `None` when nobody won anything.
    #[serde(skip)]
    pub rating: Option<Rating>,
    /// Model behind the rating.
    #[serde(rename = "rating_model")]
    pub model: &'static str,
    /// Whether the match-ups bear that model out; none for two bots.
    #[serde(rename = "rating_fit")]
    pub fit: Option<Fit>,
    /// The mix that no bot of the field exploits, only at a table of two.
    #[serde(skip)]
    pub mix: Option<Mix>,
    /// Share of time that evolution spends on each bot (α-rank in the limit of
    /// strong selection), only at a table of two.
    #[serde(skip)]
    pub alpha_rank: Option<Vec<f64>>,
    /// Share of the pay-offs that no ladder of strengths explains: 0 a ladder,
    /// 1 rock, paper, scissors. Only at a table of two.
    pub intransitivity: Option<f64>,
    /// What decides a game between two bots drawn at random.
    #[serde(rename = "explained")]
    pub decides: Decides,
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

    /// Mean share of a bot over its match-ups with all others, which share
    /// their luck and so are correlated.
    #[must_use]
    pub fn against_all(&self, bot: usize) -> Estimate {
        let others = || self.match_ups.iter().filter(|m| m.bot == bot && m.rival != bot).map(|m| m.share);
        let mean = combine::mean(&others().collect::<Vec<_>>());
        mean.map_or(Estimate::exact(self.equal()), |e| Estimate { n: others().map(|e| e.n).sum(), ..e })
    }

    /// An equal share at this table.
    #[must_use]
    pub fn equal(&self) -> f64 {
        1.0 / self.seats as f64
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
    let mut arm = base.clone();
    arm.name = format!("{} v {}", bots[bot], bots[rival]).into();
    arm.bots = vec![bots[rival].clone(); seats];
    arm.bots[0].clone_from(&bots[bot]);
    (arm.base, arm.effect, arm.paired) = (None, None, true);
    arm.rotates = !arm.mirrored();
    arm
}

/// Plays a tournament between `bots` under the rules of the first arm of
/// `plan`, at least `games` games per match-up.
///
/// # Errors
/// When an arm does not compile.
pub fn play(plan: &Plan, bots: &[String], games: u64, hall: &Hall<'_>) -> Result<Tournament, Vec<Fault>> {
    let base = &plan.arms[0];
    let seats = base.bots.len();
    let pairs: Vec<(usize, usize)> = (0..bots.len())
        .flat_map(|i| (0..bots.len()).map(move |j| (i, j)))
        // Mirrored games of two hold both directions.
        .filter(|&(i, j)| seats != 2 || i <= j)
        .collect();
    let arms = pairs.iter().map(|&(i, j)| arm(base, bots, i, j, seats)).collect();
    let asked = Plan {
        arms,
        verdict: None,
        budgets: Vec::new(),
        findings: Vec::new(),
        length: Length::Games(games),
        ..plan.clone()
    };
    let mut table = Table::new(asked)?;
    let finished = table.play_to(games, hall)?;
    let manner = Manner { always: !finished, ..Manner::watched(&table.plan) };
    let results = table.results(manner);
    let mut match_ups = Vec::new();
    for (&(i, j), result) in pairs.iter().zip(&results) {
        match_ups.extend(directions(i, j, seats, result));
    }
    let (rating, model) = rate(bots.len(), seats, &match_ups, plan.level);
    let payoff = payoff(bots.len(), &match_ups);
    let two = seats == 2;
    let advantage = |matrix: &Vec<Vec<Estimate>>| -> Vec<Vec<f64>> {
        matrix.iter().map(|row| row.iter().map(|e| e.value - 0.5).collect()).collect()
    };
    let values: Vec<Vec<f64>> = payoff.iter().map(|row| row.iter().map(|e| e.value).collect()).collect();
    Ok(Tournament {
        bots: bots.to_vec(),
        seats,
        games: table.games(),
        all_games: table.all_games(),
        mix: if two { field::mix(&payoff, plan.seed) } else { None },
        alpha_rank: two.then(|| alpha_rank::limit(&values, alpha_rank::POPULATION)),
        intransitivity: if two { nash::intransitivity(&advantage(&payoff)) } else { None },
        decides: field::decides(&match_ups, seats, plan.seed),
        fit: rating.as_ref().and_then(|rating| fit::test(bots.len(), seats, &match_ups, rating)),
        absent: absent(base, bots),
        match_ups,
        rating,
        model,
        plan: Plan { arms: vec![base.clone()], ..plan.clone() },
        interrupted: !finished,
    })
}

/// Bots that the ruleset lists beside those of the field.
fn absent(base: &PlanArm, bots: &[String]) -> Vec<String> {
    let listed = base.ruleset.bot_names();
    listed.into_iter().filter(|name| !bots.iter().any(|bot| bot == name)).map(str::to_owned).collect()
}

/// A match-up as seen by the first bot and, at a table of two, by the second.
fn directions(i: usize, j: usize, seats: usize, result: &ArmResult) -> Vec<MatchUp> {
    let first_seat = result.metric(Metric::seat_share(0)).map(|seat| seat.estimate);
    let (Some(first_seat), Some(one)) = (first_seat, result.entrants.first()) else { return Vec::new() };
    // A bot among its like has an equal share by symmetry.
    let share = if i == j { Estimate::exact(1.0 / seats as f64) } else { one.share };
    let mut both = vec![MatchUp { bot: i, rival: j, share, results: one.results, first_seat }];
    if seats == 2 && i != j {
        let Results { wins, draws, losses } = one.results;
        let results = Results { wins: losses, draws, losses: wins };
        both.push(MatchUp { bot: j, rival: i, share: share.complement(), results, first_seat });
    }
    both
}

fn payoff(bots: usize, match_ups: &[MatchUp]) -> Vec<Vec<Estimate>> {
    let at = |i: usize, j: usize| {
        let found = match_ups.iter().find(|m| m.bot == i && m.rival == j);
        found.map_or(Estimate::exact(0.5), |m| m.share)
    };
    (0..bots).map(|i| (0..bots).map(|j| at(i, j)).collect()).collect()
}

/// Counts scaled to the number of independent games that the blocks are worth
/// (Kish's design effect), so that a model's intervals hold for mirrored
/// games.
fn effective(match_up: &MatchUp) -> [u64; 3] {
    let results = match_up.results.counts();
    let total = results.iter().sum::<u64>() as f64;
    let [wins, draws, _] = results.map(|n| n as f64);
    let mean = (wins + draws / 2.0) / total;
    let single = (wins + draws / 4.0) / total - mean * mean;
    let error = match_up.share.error();
    // A match-up that always ends alike shows no variance to compare with.
    let worth = if error > 0.0 && single > 0.0 { single / (error * error) / total } else { 1.0 };
    // More than a few times the games played can only come from a sample too
    // small for a variance.
    let worth = if worth.is_finite() { worth.clamp(0.05, 4.0) } else { 1.0 };
    results.map(|n| (n as f64 * worth).round() as u64)
}

/// Davidson's model at a table of two (draws, no order effect: seats are
/// mirrored), Plackett and Luce's with known winners at larger ones.
fn rate(bots: usize, seats: usize, match_ups: &[MatchUp], level: f64) -> (Option<Rating>, &'static str) {
    let different = match_ups.iter().filter(|m| m.bot != m.rival);
    if seats == 2 {
        let pairings: Vec<Pairing> = different
            .filter(|m| m.bot < m.rival)
            .map(|m| {
                let [wins, draws, losses] = effective(m);
                Pairing { home: m.bot, away: m.rival, wins, draws, losses }
            })
            .collect();
        return (davidson(bots, &pairings, false, level), "Davidson 1970");
    }
    let mut games = Vec::new();
    for m in different {
        let [wins, draws, losses] = effective(m);
        let place = |entrant, rank| Place { entrant, seat: 0, rank };
        let mut alone = vec![place(m.bot, 0)];
        alone.extend((1..seats).map(|_| place(m.rival, 1)));
        let mut beaten = vec![place(m.bot, 1), place(m.rival, 0)];
        beaten.extend((2..seats).map(|_| place(m.rival, 1)));
        // A shared win is half of one and half of the other.
        games.push((alone, wins + draws / 2));
        games.push((beaten, losses + draws - draws / 2));
    }
    (plackett_luce(bots, 0, &games, level), "Plackett-Luce, winners known")
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
    use crate::stats::Method;

    fn plan(text: &str) -> Plan {
        crate::scenario::sample(text)
    }

    fn played(text: &str, bots: &[&str], games: u64) -> Tournament {
        let bots: Vec<String> = bots.iter().map(|b| (*b).to_owned()).collect();
        let stop = AtomicBool::new(false);
        play(&plan(text), &bots, games, &Hall { stop: &stop, progress: &|_| {} }).unwrap()
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
        let mix = t.mix.as_ref().unwrap();
        assert!(mix.weights[1].value > 0.999, "{mix:?}");
        assert!(t.alpha_rank.as_ref().unwrap()[1] > 0.99);
        let decides = [t.decides.skill, t.decides.seat, t.decides.luck];
        assert!((decides.iter().map(|share| share.value).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(decides.iter().all(|share| share.low <= share.value && share.value <= share.high));
        assert!(!t.absent.is_empty() && !t.absent.contains(&"rusher".to_owned()), "{:?}", t.absent);
        let all = t.against_all(1);
        assert!(all.low > 0.5 && (all.value - there.share.complement().value).abs() < 1e-12, "{all:?}");
    }

    #[test]
    fn a_clean_sweep_counts_all_its_games() {
        let sweep = MatchUp {
            bot: 0,
            rival: 1,
            share: Estimate::around(1.0, 0.01, 0.95, Method::BlockT, 300),
            results: [300, 0, 0].into(),
            first_seat: Estimate::exact(0.5),
        };
        assert_eq!(effective(&sweep), [300, 0, 0]);
    }

    fn match_up(bot: usize, rival: usize, results: [u64; 3], half: f64) -> MatchUp {
        let [wins, draws, _] = results.map(|n| n as f64);
        let share = (wins + draws / 2.0) / results.iter().sum::<u64>() as f64;
        let share = Estimate::around(share, half, 0.95, Method::BlockT, 1000);
        MatchUp { bot, rival, share, results: results.into(), first_seat: Estimate::exact(0.5) }
    }

    #[test]
    fn games_with_draws_count_as_often_as_their_own_variance_says() {
        // Half a win in 200 of 1000 games: variance 0.4 + 0.05 - 0.25 = 0.2.
        let half = crate::stats::distribution::z(0.95) * (0.2_f64 / 1000.0).sqrt();
        assert_eq!(effective(&match_up(0, 1, [400, 200, 400], half)), [400, 200, 400]);
        // Half the error is worth four times the games.
        assert_eq!(effective(&match_up(0, 1, [400, 200, 400], half / 2.0)), [1600, 800, 1600]);
    }

    #[test]
    fn a_shared_win_among_many_is_half_a_win_and_half_a_defeat() {
        let strengths = |there: [u64; 3], back: [u64; 3]| {
            let (rating, _) = rate(2, 4, &[match_up(0, 1, there, 0.02), match_up(1, 0, back, 0.02)], 0.95);
            rating.unwrap().strength.iter().map(|e| e.value).collect::<Vec<_>>()
        };
        let shared = strengths([300, 200, 500], [100, 80, 820]);
        let split = strengths([400, 0, 600], [140, 0, 860]);
        for (a, b) in shared.iter().zip(&split) {
            assert!((a - b).abs() < 0.01, "{shared:?} {split:?}");
        }
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
        assert!(t.mix.is_none() && t.alpha_rank.is_none());
    }
}
