//! What people's games say: beside the bots' games, and together with them.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Hall, Log, Played, length, simulate};
use crate::chance::Whim;
use crate::estimates::ArmResult;
use crate::scenario::Plan;
use crate::seed::{Luck, of_text};
use crate::settings::Fault;
use crate::stats::fits::{Fit, MidRanks, likelihood_ratio};
use crate::stats::{Estimate, few, many};
use crate::tally::Usage;

/// Tables of people's games drawn again to see how firm the closest bot is, and
/// fewest where each holds very many games.
const REDRAWN: std::ops::RangeInclusive<u64> = 200..=2_000;
/// Games in all of them, where they are fewer.
const REDRAWN_GAMES: u64 = 10_000_000;
/// An edge of a seat, as a share, of which is told whether it would have been
/// seen.
pub const EDGE: f64 = 0.15;
/// The same for a length.
pub const LONGER: f64 = 1.2;

/// What is to be read.
#[derive(Debug, Clone)]
pub struct Question {
    /// One arm per bot, the one that is believed last.
    pub plan: Plan,
    /// The log.
    pub log: Log,
    /// Games that the simulation counts for beside people's.
    pub weight: f64,
    /// Games of each bot.
    pub games: u64,
}

/// A test of "people's games are like the bots'".
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Test {
    /// People's games that it rests on.
    pub games: u64,
    /// p value of "alike".
    pub p: f64,
    /// Probability that a difference of the stated size would have been clear.
    pub power: f64,
    /// People's mean; null for seats.
    pub people: Option<f64>,
    /// The bots' mean; null for seats.
    pub bots: Option<f64>,
}

/// One kind of bot beside people.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Beside {
    /// The bot.
    pub bot: String,
    /// Log-likelihood of people's winners and lengths under its games.
    pub log_likelihood: f64,
    /// In which share of redrawn logs it comes closest of all bots.
    pub closest: f64,
    /// Which seat wins, of games with one winner: beside an edge of 15 points for
    /// one seat; null without such a game.
    pub seats: Option<Test>,
    /// How many games have one winner, are shared, are won by nobody: beside 15
    /// points fewer with one winner. Its means are shares of games with one
    /// winner. Null where every game has one.
    pub endings: Option<Test>,
    /// How long games are: beside games a fifth longer.
    pub length: Option<Test>,
}

/// One seat. Shares are of the games with one winner: games that end otherwise
/// say nothing of seats, and people may have more or fewer of them than bots.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Seat {
    /// Games that people won there alone.
    pub wins: u64,
    /// People's share.
    pub people: Estimate,
    /// The share by the bots that are believed.
    pub bots: Estimate,
    /// Both together.
    pub together: Estimate,
}

/// An item that people used.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Item {
    /// Its name.
    pub item: String,
    /// Uses per game by people.
    pub people: f64,
    /// By the bots that are believed.
    pub bots: f64,
}

/// What was found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Reading {
    /// What was played.
    #[serde(skip)]
    pub plan: Plan,
    /// People's games.
    pub people_games: u64,
    /// Games that the simulation counts for.
    pub weight: f64,
    /// Level of every interval and test; of seats all at once.
    pub level: f64,
    /// Share of the games with one winner that a seat wins where all are equal.
    pub equal: f64,
    /// People's games with one winner.
    pub decided: u64,
    /// Whether the players are known and nobody changed seats: then seat and
    /// player can't be told apart.
    pub fixed_seats: bool,
    /// Every bot, the closest first.
    pub beside: Vec<Beside>,
    /// The bots that are believed: those of the last arm.
    pub believed: String,
    /// Every seat.
    pub seats: Vec<Seat>,
    /// Items, the most different first; empty where the log names none.
    pub items: Vec<Item>,
    /// Games that the bots played.
    #[serde(rename = "simulated_games")]
    pub simulated: u64,
}

impl Reading {
    /// The bots that are believed, beside people.
    #[must_use]
    pub fn judge(&self) -> Option<&Beside> {
        self.beside.iter().find(|beside| beside.bot == self.believed)
    }
}

/// Which of the ways to end a game ended: a seat alone, several, nobody.
fn ending(game: &Played, seats: usize) -> usize {
    match game.winners[..] {
        [one] => one,
        [] => seats + 1,
        _ => seats,
    }
}

/// Chances of the ways to end a game, none of them nothing: a bot that has not
/// shared a game yet may still.
fn chances(result: &ArmResult) -> Vec<f64> {
    let alone: Vec<u64> = result.seats.iter().map(|seat| seat.results.wins).collect();
    let unfinished: u64 = result.unfinished.iter().map(|(_, n)| n).sum();
    let won: u64 = alone.iter().sum();
    // A game that was shared was shared by two seats or more; what is neither
    // won alone nor lost by all is shared.
    let lost_by_all = nobody(result).max(unfinished);
    let shared = result.games.saturating_sub(won + lost_by_all);
    let counts = alone.into_iter().chain([shared, lost_by_all]);
    let all = result.seats.len() + 2;
    counts.map(|n| (n as f64 + 0.5) / (result.games as f64 + 0.5 * all as f64)).collect()
}

/// Games that no seat won or shared.
fn nobody(result: &ArmResult) -> u64 {
    let won: f64 = result.seats.iter().map(|seat| seat.share.value).filter(|x| x.is_finite()).sum();
    ((1.0 - won).max(0.0) * result.games as f64).round() as u64
}

/// Chance of one length: its count in the bots' games, half a game more for
/// each length so that none is impossible.
fn chance_of_length(known: &[(i32, u64)], turns: f64) -> f64 {
    let total: u64 = known.iter().map(|(_, n)| n).sum();
    let count = known.iter().find(|(x, _)| f64::from(*x) == turns).map_or(0, |(_, n)| *n);
    (count as f64 + 0.5) / (total as f64 + 0.5 * (known.len() as f64 + 1.0))
}

fn unit(whim: &mut Whim) -> f64 {
    (whim.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// What one bot's games say of people's.
fn beside(question: &Question, arm: usize, result: &ArmResult) -> (Beside, Vec<f64>) {
    let Question { plan, log, .. } = question;
    let seats = result.seats.len();
    let chances = chances(result);
    let lengths: Vec<(i32, u64)> =
        length(result).map(|(_, known)| known.iter().collect()).unwrap_or_default();
    let of_game = |game: &Played| {
        let turns = game.turns.filter(|_| !lengths.is_empty());
        chances[ending(game, seats)].ln() + turns.map_or(0.0, |turns| chance_of_length(&lengths, turns).ln())
    };
    let likely: Vec<f64> = log.games.iter().map(of_game).collect();
    let mut counts = vec![0; seats + 2];
    for game in &log.games {
        counts[ending(game, seats)] += 1;
    }
    let mut whim = Whim::new(Luck::new(plan.seed, of_text("people's seats"), arm as u64), 0, 0);
    let mut test =
        |counts: &[u64], chances: &[f64], known: u64, otherwise: &[f64], means: [Option<f64>; 2]| {
            let games = counts.iter().sum();
            let Fit { p, power } =
                likelihood_ratio(counts, (chances, known), otherwise, plan.level, || unit(&mut whim));
            let [people, bots] = means;
            (games > 0).then_some(Test { games, p, power, people, bots })
        };
    let decided: f64 = chances[..seats].iter().sum();
    let alone: u64 = counts[..seats].iter().sum();
    // One seat that takes 15 points from all others in equal parts.
    let mine: Vec<f64> = chances[..seats].iter().map(|chance| chance / decided).collect();
    let mut otherwise = mine.clone();
    let edge = EDGE.min(otherwise[1..].iter().sum::<f64>() * 0.9);
    otherwise[0] += edge;
    for other in &mut otherwise[1..] {
        *other = (*other - edge / (seats - 1) as f64).max(0.0);
    }
    let known: u64 = result.seats.iter().map(|seat| seat.results.wins).sum();
    let of_seats = test(&counts[..seats], &mine, known, &otherwise, [None, None]);
    let n = log.games.len() as u64;
    let endings = if alone == n && known == result.games {
        None
    } else {
        let ends = |of: &[u64]| [of[..seats].iter().sum(), of[seats], of[seats + 1]];
        let likely = [decided, chances[seats], chances[seats + 1]];
        let fewer = EDGE.min(0.9 * decided);
        let otherwise = [decided - fewer, likely[1] + fewer, likely[2]];
        let means = [alone as f64 / n as f64, known as f64 / result.games as f64].map(Some);
        test(&ends(&counts), &likely, result.games, &otherwise, means)
    };
    let turns: Vec<f64> = log.games.iter().filter_map(|game| game.turns).collect();
    let mean = |sum: f64, n: f64| sum / n;
    let length =
        MidRanks::new(&lengths).and_then(|ranks| ranks.fit(&turns, LONGER, plan.level)).map(|fit| Test {
            games: turns.len() as u64,
            p: fit.p,
            power: fit.power,
            people: Some(mean(turns.iter().sum(), turns.len() as f64)),
            bots: Some(mean(
                lengths.iter().map(|&(x, n)| f64::from(x) * n as f64).sum(),
                lengths.iter().map(|(_, n)| *n as f64).sum(),
            )),
        });
    let told = Beside {
        bot: plan.arms[arm].bots[0].clone(),
        log_likelihood: likely.iter().sum(),
        closest: 0.0,
        seats: of_seats,
        endings,
        length,
    };
    (told, likely)
}

/// How often each bot comes closest when people's games are drawn again, with
/// replacement (Efron 1979).
fn closest(likely: &[Vec<f64>], seed: u64) -> Vec<f64> {
    let games = likely[0].len() as u64;
    let tables = (REDRAWN_GAMES / games.max(1)).clamp(*REDRAWN.start(), *REDRAWN.end());
    let mut first = vec![0_u64; likely.len()];
    for replicate in 0..tables {
        let mut whim = Whim::new(Luck::new(seed, of_text("people's games again"), replicate), 0, 0);
        let drawn: Vec<usize> = (0..games).map(|_| whim.below_u64(games) as usize).collect();
        let sum = |of: &Vec<f64>| drawn.iter().map(|&game| of[game]).sum::<f64>();
        let best =
            (0..likely.len()).max_by(|&a, &b| sum(&likely[a]).total_cmp(&sum(&likely[b])).then(b.cmp(&a)));
        first[best.unwrap_or(0)] += 1;
    }
    first.into_iter().map(|n| n as f64 / tables as f64).collect()
}

fn items(log: &Log, result: &ArmResult) -> Vec<Item> {
    let told: Vec<&Vec<(usize, u64)>> = log.games.iter().filter_map(|game| game.items.as_ref()).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let of = |(place, (item, usage)): (usize, (&str, &Usage))| {
        let used: u64 =
            told.iter().flat_map(|game| game.iter()).filter(|(i, _)| *i == place).map(|(_, n)| n).sum();
        let (people, bots) = (used as f64 / told.len() as f64, usage.uses as f64 / result.games as f64);
        Item { item: item.to_owned(), people, bots }
    };
    let mut all: Vec<Item> = result.used().enumerate().map(of).collect();
    all.sort_by(|a, b| (b.people - b.bots).abs().total_cmp(&(a.people - a.bots).abs()));
    all
}

/// Whether players are told and each always sat in the same seat.
fn is_fixed(log: &Log) -> bool {
    let mut seats: Vec<(&str, usize)> = Vec::new();
    for game in &log.games {
        for (seat, player) in game.players.iter().enumerate() {
            let Some(player) = player.as_deref() else { continue };
            match seats.iter().find(|(known, _)| *known == player) {
                Some((_, known)) if *known != seat => return false,
                Some(_) => {}
                None => seats.push((player, seat)),
            }
        }
    }
    !seats.is_empty() && log.games.len() > 1
}

/// Reads a log; `None` when the hall closed before all bots had played.
///
/// # Errors
/// When an arm does not compile.
pub fn read(question: &Question, hall: &Hall<'_>) -> Result<Option<Reading>, Vec<Fault>> {
    let played = simulate(&question.plan, question.games, hall)?;
    Ok(played.and_then(|(results, simulated)| told(question, &results, simulated)))
}

/// What a log says beside what every arm played.
pub(super) fn told(question: &Question, results: &[ArmResult], simulated: u64) -> Option<Reading> {
    let Question { plan, log, weight, .. } = question;
    let (mut all, likely): (Vec<Beside>, Vec<Vec<f64>>) =
        results.iter().enumerate().map(|(arm, result)| beside(question, arm, result)).unzip();
    for (told, share) in all.iter_mut().zip(closest(&likely, plan.seed)) {
        told.closest = share;
    }
    let (judge, arm) = results.last().zip(plan.arms.last())?;
    let seats = judge.seats.len();
    // Of two seats one wins more when the other wins less: nothing is picked.
    let at_once = many::level_of_each(plan.level, if seats > 2 { seats } else { 1 });
    let n = log.games.len() as u64;
    let won = |index: usize| log.games.iter().filter(|game| ending(game, seats) == index).count() as u64;
    let decided: u64 = (0..seats).map(won).sum();
    let alone: f64 = judge.seats.iter().map(|place| place.win_rate.value).sum();
    let seat = |(index, place): (usize, &crate::estimates::Place)| {
        let bots = place.win_rate.scaled(if alone > 0.0 { 1.0 / alone } else { 1.0 }, 0.0);
        let wins = won(index);
        Seat {
            wins,
            people: few::share(wins, decided, at_once),
            bots,
            together: few::posterior(wins, decided, bots.value, *weight * alone, at_once),
        }
    };
    all.sort_by(|a, b| b.log_likelihood.total_cmp(&a.log_likelihood));
    Some(Reading {
        people_games: n,
        weight: *weight,
        level: plan.level,
        equal: 1.0 / seats as f64,
        decided,
        fixed_seats: is_fixed(log),
        beside: all,
        believed: arm.bots[0].clone(),
        seats: judge.seats.iter().enumerate().map(seat).collect(),
        items: items(log, judge),
        simulated,
        plan: plan.clone(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn plan() -> Plan {
        crate::scenario::sample("ruleset = \"futbol-dash\"\npanel = [\"random\", \"rusher\"]\n")
    }

    fn read_these(log: Log, weight: f64) -> Reading {
        let stop = AtomicBool::new(false);
        let hall = Hall::new(&stop, &|_| {});
        read(&Question { plan: plan(), log, weight, games: 2_000 }, &hall).unwrap().unwrap()
    }

    fn game(winner: usize, turns: f64) -> Played {
        Played {
            winners: vec![winner],
            turns: Some(turns),
            scores: vec![None; 2],
            players: vec![None; 2],
            ..Played::default()
        }
    }

    /// Games of one of the bots, handed in as people's.
    fn of_bot(arm: usize, number: u64) -> Log {
        let plan = plan();
        let only = Plan { arms: vec![plan.arms[arm].clone()], seed: 77, ..plan };
        let stop = AtomicBool::new(false);
        let hall = Hall::new(&stop, &|_| {});
        let mut games = Vec::new();
        // One table of games per seed gives one game each.
        for seed in 0..number {
            let (results, _) =
                simulate(&Plan { seed: 1_000 + seed, ..only.clone() }, 1, &hall).unwrap().unwrap();
            let won = results[0].seats.iter().position(|seat| seat.results.wins > 0);
            let (_, lengths) = length(&results[0]).unwrap();
            let turns = lengths.iter().next().map(|(x, _)| f64::from(x));
            games.push(Played { winners: won.into_iter().collect(), turns, ..game(0, 1.0) });
        }
        Log { games }
    }

    #[test]
    fn a_bots_own_games_are_closest_to_it_and_like_it() {
        for (arm, name) in ["random", "rusher"].into_iter().enumerate() {
            let told = read_these(of_bot(arm, 30), 10.0);
            assert_eq!(told.beside[0].bot, name);
            assert!(told.beside[0].closest > 0.9, "{:?}", told.beside);
            assert!(told.beside[0].length.unwrap().p > 0.01 && told.beside[1].length.unwrap().p < 0.01);
        }
    }

    #[test]
    fn people_and_bots_weigh_what_is_said() {
        let log = Log { games: (0..20).map(|i| game(usize::from(i >= 16), 100.0)).collect() };
        let (alone, both) = (read_these(log.clone(), 0.0), read_these(log, 1_000.0));
        assert_eq!(alone.seats[0].wins, 16);
        assert!((alone.seats[0].together.value - 16.5 / 21.0).abs() < 1e-12);
        assert!((both.seats[0].together.value - both.seats[0].bots.value).abs() < 0.01);
        assert!(alone.judge().unwrap().seats.unwrap().p < 0.05, "16 of 20 is no usual table");
        assert!(!alone.fixed_seats && alone.items.is_empty());
    }

    /// People who share more games than bots do sit at a table that is as level.
    #[test]
    fn games_that_people_share_are_no_fault_of_a_seat() {
        let shared = |i: usize| Played { winners: vec![0, 1], ..game(i, 100.0) };
        let games = (0..120).map(|i| if i < 72 { shared(i) } else { game(i % 2, 100.0) });
        let told = read_these(Log { games: games.collect() }, 20.0);
        assert_eq!((told.decided, told.equal), (48, 0.5));
        for seat in &told.seats {
            assert_eq!(seat.wins, 24);
            assert!(seat.together.contains(0.5) && seat.people.contains(0.5), "{seat:?}");
        }
        let judge = told.judge().unwrap();
        assert!(judge.seats.unwrap().p > 0.05 && judge.endings.unwrap().p < 0.01, "{judge:?}");
        assert_eq!(judge.endings.unwrap().people, Some(0.4));
        let all = Log { games: vec![shared(0); 12] };
        let none = read_these(all, 0.0);
        assert!(none.judge().unwrap().seats.is_none() && none.seats[0].people.contains(0.5), "{none:?}");
    }

    #[test]
    fn players_who_never_change_seats_are_noticed() {
        let with = |players: [&str; 2]| Played {
            players: players.map(|name| Some(name.to_owned())).to_vec(),
            ..game(0, 90.0)
        };
        assert!(is_fixed(&Log { games: vec![with(["Ann", "Bob"]), with(["Ann", "Bob"])] }));
        assert!(!is_fixed(&Log { games: vec![with(["Ann", "Bob"]), with(["Bob", "Ann"])] }));
    }
}
