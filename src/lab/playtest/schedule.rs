//! How many games at a table show an effect, and what so many can't show.

use schemars::JsonSchema;
use serde::Serialize;

use super::read::LONGER;
use super::{Hall, length, moments, simulate};
use crate::scenario::Plan;
use crate::settings::Fault;
use crate::stats::fits::MidRanks;
use crate::stats::{estimate::Estimate, many, power};

/// Effects that are told beside the one asked about, in shares of wins.
const EFFECTS: [f64; 5] = [0.05, 0.10, 0.15, 0.20, 0.30];

/// What is to be planned.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Question {
    /// The game; its last arm seats the bots whose games stand for people's.
    #[serde(skip)]
    pub plan: Plan,
    /// How much more often than an equal share a seat wins, as a share.
    pub effect: f64,
    /// Chance that the games show it.
    pub power: f64,
    /// Numbers of games of which is told what they show.
    #[serde(skip)]
    pub tables: Vec<u64>,
    /// Minutes that a turn takes at a table, if anybody said so.
    #[serde(skip)]
    pub minutes: Option<f64>,
    /// Games that the bots play.
    #[serde(skip)]
    pub simulated: u64,
}

/// How many games show one effect.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Wanted {
    /// How much more often than an equal share a seat wins, as a share.
    pub effect: f64,
    /// Games from which on the effect is shown with the power asked for; null
    /// where no table plays so many, or a seat cannot win so often.
    pub games: Option<u64>,
}

/// What so many games show.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Shown {
    /// Games played.
    pub games: u64,
    /// Wins of a seat that are usual where all seats are equal: outside of
    /// these it stands out.
    pub usual: (u64, u64),
    /// The smallest edge of a seat, as a share, that is shown with the power
    /// asked for; null where even a seat that always wins is not.
    pub edge: Option<f64>,
    /// How much longer games must be, as a share of their length, to be shown by the test
    /// of `playtest read`; null where even games twice as long are not.
    pub length: Option<f64>,
}

/// How long a game is by the bots' games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Length {
    /// What is counted.
    pub counted: &'static str,
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub spread: f64,
    /// Games that show a length a fifth longer, by the test of `playtest read`.
    pub games: Option<u64>,
}

/// A plan for a table.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Schedule {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// Seats at the table.
    pub seats: usize,
    /// Bots whose games stand for people's.
    pub bots: String,
    /// Share of games that a seat wins alone where all seats are equal.
    pub equal: f64,
    /// Games that more than one seat won, by the bots.
    pub shared: Estimate,
    /// How long a game is.
    pub length: Option<Length>,
    /// Confidence level of the test of one seat, which allows for picking it.
    pub level: f64,
    /// For the effect asked about, then for others.
    pub wanted: Vec<Wanted>,
    /// For the numbers of games asked about.
    pub shown: Vec<Shown>,
    /// Games that the bots played.
    #[serde(rename = "simulated_games")]
    pub simulated: u64,
}

impl Schedule {
    /// Games that show the effect asked about, as a table plays them.
    #[must_use]
    pub fn games(&self) -> Option<u64> {
        self.rounds(&self.wanted[0])
    }

    /// Games that show an effect, in whole turns of the seats, so that
    /// everybody sits everywhere equally often.
    #[must_use]
    pub fn rounds(&self, wanted: &Wanted) -> Option<u64> {
        wanted.games.map(|games| games.next_multiple_of(self.seats as u64))
    }

    /// Minutes of a turn: as said, else as the ruleset supposes.
    #[must_use]
    pub fn pace(&self) -> f64 {
        let arm = self.question.plan.arms.last();
        let guess = arm.map_or(0.0, |arm| f64::from(arm.ruleset.facts().seconds_per_turn) / 60.0);
        self.question.minutes.unwrap_or(guess)
    }

    /// Minutes of one game, where turns are counted.
    #[must_use]
    pub fn minutes(&self) -> Option<f64> {
        Some(self.pace() * self.length?.mean)
    }
}

/// Plans a playtest; `None` when the hall closed before anything was known.
///
/// # Errors
/// When an arm does not compile.
pub fn plan(question: &Question, hall: &Hall<'_>) -> Result<Option<Schedule>, Vec<Fault>> {
    let mut only = question.plan.clone();
    let Some(arm) = only.arms.pop() else { return Ok(None) };
    let bots = arm.bots[0].clone();
    only.arms = vec![crate::scenario::PlanArm { base: None, effect: None, ..arm }];
    let Some((results, simulated)) = simulate(&only, question.simulated, hall)? else { return Ok(None) };
    let result = &results[0];
    let seats = result.seats.len();
    let alone: u64 = result.seats.iter().map(|seat| seat.results.wins).sum();
    let equal = alone as f64 / (result.games.max(1) as f64 * seats as f64);
    // Of two seats one is above when the other is below, and nothing is picked,
    // unless games end with more than one winner or none.
    let tried = if seats > 2 || alone < result.games { seats } else { 1 };
    let level = many::level_of_each(only.level, tried);
    let wanted = |effect: f64| Wanted {
        effect,
        games: if equal > 0.0 && equal + effect < 1.0 {
            power::games_for(equal, equal + effect, level, question.power)
        } else {
            None
        },
    };
    let others = EFFECTS.into_iter().filter(|&effect| (effect - question.effect).abs() > 1e-9);
    let lengths = length(result);
    let counted: Vec<(i32, u64)> = lengths.map(|(_, known)| known.iter().collect()).unwrap_or_default();
    let ranks = MidRanks::new(&counted);
    let length = lengths.map(|(counted, histogram)| {
        let (mean, spread) = moments(histogram);
        let games = ranks.and_then(|ranks| ranks.values_for(LONGER, only.level, question.power));
        Length { counted, mean, spread, games }
    });
    let shown = |&games: &u64| Shown {
        games,
        usual: power::usual(games, equal, level),
        edge: power::detectable(games, equal, level, question.power).map(|p| p - equal),
        length: ranks
            .and_then(|ranks| ranks.detectable(games, only.level, question.power))
            .map(|factor| factor - 1.0),
    };
    let shared = crate::metric::Metric::Common(crate::metric::Common::SharedGameShare);
    Ok(Some(Schedule {
        seats,
        bots,
        equal,
        shared: result.metric(shared).map_or(Estimate::exact(0.0), |named| named.estimate),
        length,
        level,
        wanted: std::iter::once(question.effect).chain(others).map(wanted).collect(),
        shown: question.tables.iter().map(shown).collect(),
        simulated,
        question: question.clone(),
    }))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn ask(players: u8, effect: f64) -> Schedule {
        let text = format!("ruleset = \"futbol-dash\"\nbots = \"rusher\"\nset = {{ players = {players} }}\n");
        let plan = crate::scenario::sample(&text);
        let stop = AtomicBool::new(false);
        let hall = Hall::new(&stop, &|_| {});
        let question =
            Question { plan, effect, power: 0.8, tables: vec![20, 40], minutes: Some(1.0), simulated: 400 };
        super::plan(&question, &hall).unwrap().unwrap()
    }

    #[test]
    fn smaller_effects_take_more_games_and_more_games_show_smaller_effects() {
        let told = ask(4, 0.1);
        assert_eq!((told.seats, told.wanted[0].effect), (4, 0.1));
        let games: Vec<u64> = told.wanted[1..].iter().filter_map(|w| w.games).collect();
        assert!(games.windows(2).all(|pair| pair[0] > pair[1]), "{games:?}");
        assert_eq!(told.games().unwrap() % 4, 0, "whole turns of the seats");
        assert!(told.shown[0].edge > told.shown[1].edge && told.shown[0].length > told.shown[1].length);
        assert!((told.level - 0.9875).abs() < 1e-12, "four seats to pick from");
        assert!((told.minutes().unwrap() - told.length.unwrap().mean).abs() < 1e-12);
        let guessed =
            Schedule { question: Question { minutes: None, ..told.question.clone() }, ..told.clone() };
        let seconds = told.question.plan.arms[0].ruleset.facts().seconds_per_turn;
        assert!(seconds > 0 && (guessed.pace() - f64::from(seconds) / 60.0).abs() < 1e-12);
    }

    #[test]
    fn what_it_promises_happens_in_made_up_games() {
        use crate::stats::simulate::{Dice, shares};

        let told = ask(2, 0.2);
        let (games, equal) = (told.wanted[0].games.unwrap(), told.equal);
        let (low, high) = power::usual(games, equal, told.level);
        let surprised = |truth: f64, experiment: u64| {
            let mut dice = Dice::new("a playtest", experiment);
            let wins = (0..games).filter(|_| dice.unit() < truth).count() as u64;
            !(low..=high).contains(&wins)
        };
        let [seen, false_alarm] = shares(4_000, |e| [surprised(equal + 0.2, e), surprised(equal, e)]);
        assert!(seen >= 0.8 - 0.02 && false_alarm <= 0.05 + 0.012, "{seen} {false_alarm}");
    }
}
