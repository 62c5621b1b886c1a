//! What is measured over all decisions and games.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::clusters::{mean, of_chances, share, within};
use super::course::{Course, without_noise};
use crate::arena::oracle::{Effort, Look, Story};
use crate::game::{Unit, WIN};
use crate::stats::Estimate;

/// What a measure measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Measured {
    /// Lost by a player per game.
    RegretPerGame,
    /// Lost per decision.
    RegretPerDecision,
    /// Best above second move.
    Gap,
    /// Questions with one answer.
    Forced,
    /// Decisions without a difference.
    Dead,
    /// Decisions between equals.
    Close,
    /// Decisions with one best move.
    Clear,
    /// Changes of the lead.
    LeadChanges,
    /// How far the winner was behind.
    Drama,
    /// When the result is known.
    KnownFrom,
    /// How leads grow.
    RunAway,
    /// Decisions of players without a chance.
    Hopeless,
    /// What these move between others.
    Kingmaking,
    /// The same of the last decision of a game.
    LastWord,
    /// Turns of others between two own.
    TurnsWaited,
    /// Decisions of others likewise.
    DecisionsWaited,
    /// The longest wait of a game.
    LongestWait,
    /// Games without an end.
    Unfinished,
    /// What deal and dice alone decide.
    Luck,
    /// What play alone decides.
    Play,
    /// What only both together decide.
    LuckAndPlay,
}

impl Measured {
    /// What it is, in words, for a table.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::RegretPerGame => "given away per player and game, all its decisions together",
            Self::RegretPerDecision => "given away per decision",
            Self::Gap => "best move above the second",
            Self::Forced => "questions with one legal answer",
            Self::Dead => "decisions that make no difference which these continuations show",
            Self::Close => "decisions between moves as good as each other, others being worse",
            Self::Clear => "decisions with one best move",
            Self::LeadChanges => "lead changes per game",
            Self::Drama => "how far the winner was behind, on average",
            Self::KnownFrom => "part of the game after which the result is known",
            Self::RunAway => "growth of a lead to the end of the game",
            Self::Hopeless => "decisions of a player who can hardly win any more",
            Self::Kingmaking => "what such a decision moves for another player",
            Self::LastWord => {
                "what the last decision of a game moves for another player, if its maker can't win"
            }
            Self::TurnsWaited => "turns of others between two of one's own",
            Self::DecisionsWaited => "decisions of others between two turns of one's own",
            Self::LongestWait => "longest wait of a game, in decisions of others",
            Self::Unfinished => "games that did not finish",
            Self::Luck => "of the result: decided by deal and dice alone",
            Self::Play => "of the result: decided by play alone",
            Self::LuckAndPlay => "of the result: decided by both together",
        }
    }

    /// Its unit.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::RegretPerGame
            | Self::RegretPerDecision
            | Self::Gap
            | Self::Drama
            | Self::Kingmaking
            | Self::LastWord => Unit::Points,
            Self::Forced
            | Self::Dead
            | Self::Close
            | Self::Clear
            | Self::KnownFrom
            | Self::Hopeless
            | Self::Unfinished
            | Self::Luck
            | Self::Play
            | Self::LuckAndPlay => Unit::Share,
            Self::LeadChanges
            | Self::RunAway
            | Self::TurnsWaited
            | Self::DecisionsWaited
            | Self::LongestWait => Unit::Number,
        }
    }

    /// How much of it is too much, where that can be said of every game.
    #[must_use]
    pub const fn limit(self) -> Option<f64> {
        match self {
            Self::RunAway => Some(RUNS_AWAY),
            Self::Kingmaking | Self::LastWord => Some(MADE),
            _ => None,
        }
    }
}

/// A lead that grows by more than this part of itself runs away.
const RUNS_AWAY: f64 = 0.5;
/// Kings are made where more than this of another player's chance is moved.
const MADE: f64 = 0.1;

/// One number with its interval.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Measure {
    /// What it is.
    pub name: Measured,
    /// The number.
    pub estimate: Estimate,
}

impl Measure {
    /// Whether it says that something is wrong with the game: by the whole of its
    /// interval, so that a game at the limit is blamed in at most one of forty.
    #[must_use]
    pub fn is_ill(&self) -> bool {
        self.name.limit().is_some_and(|limit| self.estimate.low > limit)
    }
}

/// What a sampled decision of a game stands for: so many of its decisions.
pub fn weight(story: &Story) -> f64 {
    f64::from(story.own) / story.looks.len().max(1) as f64
}

/// A sum over measured continuations as shares of the win per continuation.
pub fn per_row(sum: i64, effort: Effort) -> f64 {
    sum as f64 / (effort.measuring * u64::from(WIN)) as f64
}

/// 0 where the first move came out ahead of the other, 2 where behind, 1 where
/// level. Two moves that are equally good come out either way as often, so that
/// the mean is the share of decisions in which they are (Storey 2002's estimate
/// of the share of true null hypotheses, at λ = ½). Where they are not, but by
/// less than so many continuations can show, it counts too many, never too few.
fn equals(difference: i64) -> f64 {
    match difference {
        ..=-1 => 2.0,
        0 => 1.0,
        1.. => 0.0,
    }
}

/// Seats at which a game's moments are compared with those of other games.
type Alike = (u8, u8, Vec<u8>, usize);

/// Tenths of a game.
const TENTHS: f64 = 10.0;

/// How much of a lead in the score is added to it until the end: the slope of
/// what a seat will score above the others' mean, by the oracle, over how far it
/// is ahead of them, within the same tenth of the game, the same seat asked, the
/// same seat and the same entrant, so that none of these is taken for the lead's
/// doing: whoever has just had a turn is ahead by it and has one fewer to come.
/// 0 where who leads has no better future than who doesn't.
fn run_away(stories: &[Story], effort: Effort, level: f64) -> Option<Estimate> {
    let mut rows: Vec<(usize, Alike, f64, f64)> = Vec::new();
    for (game, story) in stories.iter().enumerate().filter(|(_, story)| story.share.is_some()) {
        for moment in story.moments.iter().filter(|moment| !moment.standing.is_empty()) {
            let tenth = (TENTHS * f64::from(moment.at) / f64::from(story.decisions)) as u8;
            let now: Vec<f64> = moment.standing.iter().map(|&score| f64::from(score)).collect();
            let end = moment.scores.iter().map(|&sum| sum as f64 / effort.measuring as f64);
            let to_come: Vec<f64> = end.zip(&now).map(|(end, now)| end - now).collect();
            let ahead = |of: &[f64], seat: usize| {
                let others = of.iter().sum::<f64>() - of[seat];
                of[seat] - others / (of.len().max(2) - 1) as f64
            };
            for seat in 0..now.len() {
                let alike = (tenth, moment.seat, story.seating.clone(), seat);
                rows.push((game, alike, ahead(&now, seat), ahead(&to_come, seat)));
            }
        }
    }
    let mut means: BTreeMap<&Alike, (f64, f64, f64)> = BTreeMap::new();
    for (_, alike, lead, gain) in &rows {
        let (n, leads, gains) = means.entry(alike).or_default();
        (*n, *leads, *gains) = (*n + 1.0, *leads + lead, *gains + gain);
    }
    let apart = |(_, alike, lead, gain): &(usize, Alike, f64, f64)| {
        let (n, leads, gains) = means[alike];
        (lead - leads / n, gain - gains / n)
    };
    // A tenth of the game counts by how far leads spread in it, not by the square of
    // that: at the end, where nothing is left to grow, they are the largest.
    let mut spread = [(0.0, 0.0); TENTHS as usize];
    for row in &rows {
        let (n, squares) = &mut spread[usize::from(row.1.0)];
        (*n, *squares) = (*n + 1.0, *squares + apart(row).0.powi(2));
    }
    let mut games = vec![(0.0, 0.0); stories.len()];
    for row in &rows {
        let ((n, squares), (lead, gain)): ((f64, f64), _) = (spread[usize::from(row.1.0)], apart(row));
        if squares > 0.0 {
            let far = (squares / n).sqrt();
            games[row.0].0 += lead * gain / far;
            games[row.0].1 += lead * lead / far;
        }
    }
    let known = games.iter().filter(|(_, squares)| *squares > 0.0).count();
    (known > 1).then(|| share(games, 0.0, level))?
}

/// Everything that the stories have.
pub fn of(stories: &[Story], effort: Effort, level: f64) -> Vec<Measure> {
    let seats = stories.first().map_or(1, |story| story.seating.len());
    let heaviest = {
        let told: Vec<f64> = stories.iter().filter(|story| !story.looks.is_empty()).map(weight).collect();
        told.iter().sum::<f64>() / told.len().max(1) as f64
    };
    // Sums over a game's looks, each for as many decisions as it stands for.
    let sum =
        |story: &Story, of: &dyn Fn(&Look) -> f64| weight(story) * story.looks.iter().map(of).sum::<f64>();
    let per_decision = |of: &dyn Fn(&Look) -> f64| {
        let pairs = stories.iter().filter(|s| !s.looks.is_empty());
        share(pairs.map(|story| (sum(story, of), f64::from(story.own))), heaviest, level)
    };
    let regret = |look: &Look| per_row(look.regret, effort);
    let courses: Vec<[Course; 3]> = (stories.iter().filter(|story| !story.moments.is_empty()))
        .filter_map(|story| Course::of(story, effort))
        .collect();
    let of_courses = |of: fn(&Course) -> f64| {
        let values = courses.iter().map(|courses| without_noise(courses, of));
        (seats > 1).then(|| mean(values, 1.0, level)).flatten()
    };
    let of_games = |pair: &dyn Fn(&Story) -> (u32, u32)| {
        let pairs = stories.iter().map(|story| {
            let (x, y) = pair(story);
            (f64::from(x), f64::from(y))
        });
        share(pairs, 1.0, level)
    };
    let swings = |of: &dyn Fn(i64) -> f64| {
        let pair = |story: &Story| {
            let count = |look: &Look| f64::from(u8::from(look.swing.is_some()));
            (sum(story, &|look| look.swing.map_or(0.0, of)), sum(story, &count))
        };
        let known = stories.iter().filter(|story| story.looks.iter().any(|look| look.swing.is_some()));
        if known.clone().count() < 2 { None } else { share(known.map(pair), heaviest, level) }
    };
    let dead = |look: &Look| equals(look.spread);
    let level_at_the_top = |look: &Look| equals(look.gap);
    let last_words = || {
        let told = stories.iter().filter(|story| !story.looks.is_empty());
        mean(told.map(|story| story.last.map_or(0.0, |swing| per_row(swing, effort))), 1.0, level)
    };
    let found: [(Measured, Option<Estimate>); 18] = [
        (
            Measured::RegretPerGame,
            mean(stories.iter().map(|s| sum(s, &regret) / seats as f64), heaviest / seats as f64, level),
        ),
        (Measured::RegretPerDecision, per_decision(&regret).map(of_chances)),
        (Measured::Gap, per_decision(&|look| per_row(look.gap, effort)).map(of_chances)),
        (Measured::Forced, of_games(&|s| (s.questions - s.decisions, s.questions)).map(within)),
        (Measured::Dead, per_decision(&dead).map(within)),
        (Measured::Close, per_decision(&|look| level_at_the_top(look) - dead(look)).map(within)),
        (Measured::Clear, per_decision(&|look| 1.0 - level_at_the_top(look)).map(within)),
        (
            Measured::LeadChanges,
            of_courses(Course::lead_changes).map(|changes| changes.within(0.0, f64::INFINITY)),
        ),
        (Measured::Drama, of_courses(Course::drama).map(within)),
        (Measured::KnownFrom, of_courses(Course::known_from).map(within)),
        (Measured::RunAway, (seats > 1).then(|| run_away(stories, effort, level)).flatten()),
        (
            Measured::Hopeless,
            (seats > 2)
                .then(|| per_decision(&|look| f64::from(u8::from(look.swing.is_some()))))
                .flatten()
                .map(within),
        ),
        (Measured::Kingmaking, swings(&|swing| per_row(swing, effort)).map(of_chances)),
        (Measured::LastWord, (seats > 2).then(last_words).flatten().map(of_chances)),
        (Measured::TurnsWaited, of_games(&|story| (story.turns_waited, story.waits))),
        (Measured::DecisionsWaited, of_games(&|story| (story.decisions_waited, story.waits))),
        (
            Measured::LongestWait,
            (seats > 1).then(|| mean(stories.iter().map(|s| f64::from(s.longest)), 1.0, level)).flatten(),
        ),
        (
            Measured::Unfinished,
            mean(stories.iter().map(|s| f64::from(u8::from(s.share.is_none()))), 1.0, level).map(within),
        ),
    ];
    let measure =
        |(name, estimate): (Measured, Option<Estimate>)| Some(Measure { name, estimate: estimate? });
    found.into_iter().filter_map(measure).collect()
}
