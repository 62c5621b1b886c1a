//! A made-up game whose truths are known: what it adds up is drawn from tables
//! of 2¹⁶ equally likely values, so that means, rates and quantiles are exact,
//! and how much of its luck belongs to the block is a switch. The same loop
//! plays it, the same code tallies and estimates it as any other game.

use crate::app::App;
use crate::chance::{Chance, MAX_SEATS, Source, Whim};
use crate::game::{
    BotInfo, Bots, Build, Facts, Game, Observe, Open, Outcome, Play, Record, Sought, SquadKind, SquadMap,
    Stop, Tables, Turn, Unit, Weighed,
};
use crate::moves::MoveMask;
use crate::settings::Fault;
use crate::stats::distribution::normal_quantile;
use crate::watch::Watch;

const LEDGER: &str = "\
| id | rule | status |
|---|---|---|
| MADE-UP-01 | A game draws its numbers from tables; nothing else happens. | given |
";

crate::switches! {
    /// What a made-up game draws.
    pub struct Draws;
    "players" players: {u8 in 2..=6} = "2", House "MADE-UP-01", "how many play";
    "shape" shape: {enum Shape {
        Even "even", Long "long", Heavy "heavy", Lumps "lumps",
    }} = "even", House "MADE-UP-01", "how lengths are spread: evenly, exponentially, with a heavy tail, in rare lumps";
    "chance" chance: {u16 in 0..=10_000} = "3000", House "MADE-UP-01", "events, out of 10 000 games or tries", try ["3000", "3500", "4000"];
    "shared" shared: {u8 in 0..=100} = "0", House "MADE-UP-01", "luck that all games of a block share, in per cent";
    "bonus-1" bonus: {u8 in 0..=100} = "0", House "MADE-UP-01", "games that the first player wins whatever is drawn, in per cent", try ["0", "10", "20", "40"];
    "event" event: {enum Event {
        Nothing "nothing", Level "level", Stops "stops", Forces "forces",
    }} = "nothing", House "MADE-UP-01", "what an event does: nothing, leaves its game level, stops it, or leaves a question one answer";
    "parted" parted: {u16 in 0..=1000} = "0", House "MADE-UP-01", "games with luck of this arm's own, out of 1 000";
}

crate::columns! {
    metrics {
        LENGTHS "turns-per-game" Number per game, "lengths, per game";
        EVENTS "events" Share per game, "games with an event, over games";
        TRIES "tries-per-game" Number per game, "tries, per game";
        HITS "hits-per-try" Share per TRIES, "tries with an event, over tries";
        WEIGHTS "length-per-try" Number per TRIES, "lengths, over tries";
    }
    distributions {
        LENGTH "turns" Length, "games", "lengths of games";
    }
    health {
        Goalless EVENTS;
        TieBreak HITS;
        RunAway HITS;
        Struck EVENTS;
    }
}

/// Equally likely values of a table.
const VALUES: usize = 1 << 16;
/// Most tries of a game.
const MOST_TRIES: u64 = 8;
/// Answers that make up the luck of a game's own: each is worth seven bits.
const QUESTIONS: u8 = 3;

impl Shape {
    fn at(self, u: f64) -> i32 {
        match self {
            Self::Even => 20 + (41.0 * u) as i32,
            Self::Long => 1 - (9.5 * (-u).ln_1p()) as i32,
            // Logarithms are normal: skewness 6, as seasons that drag on.
            Self::Heavy => 10 + (200.0 * normal_quantile(u).exp()) as i32,
            // One game in 50 is thirty times as long.
            Self::Lumps => {
                if u < 0.02 {
                    60
                } else {
                    2
                }
            }
        }
    }
}

/// The switches with the table of lengths, rising.
#[derive(Debug)]
pub struct Rules {
    draws: Draws,
    lengths: Vec<i32>,
    /// Games that the first entrant wins whatever is drawn, in per cent.
    squad: u8,
}

impl Rules {
    /// The rules of these switches.
    #[must_use]
    pub fn new(draws: Draws) -> Self {
        let place = |i: usize| (i as f64 + 0.5) / VALUES as f64;
        let mut lengths: Vec<i32> = (0..VALUES).map(|i| draws.shape.at(place(i))).collect();
        lengths.sort_unstable();
        Self { draws, lengths, squad: 0 }
    }

    /// Games that a squad wins whatever is drawn, in per cent: what its name begins with.
    #[must_use]
    pub fn worth(squad: &str) -> Option<u8> {
        squad.split('-').next()?.parse().ok().filter(|&worth| worth <= 100)
    }

    /// The chance of an event, as it is drawn.
    #[must_use]
    pub fn chance(&self) -> f64 {
        (f64::from(self.draws.chance) * VALUES as f64 / 10_000.0).ceil() / VALUES as f64
    }

    /// Whether this of the [`VALUES`] is an event.
    fn is_event(&self, drawn: usize) -> bool {
        drawn as u64 * 10_000 < u64::from(self.draws.chance) * VALUES as u64
    }

    /// The mean length.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / VALUES as f64
    }

    /// The smallest length with a share of at least `q` at or below it.
    #[must_use]
    pub fn quantile(&self, q: f64) -> f64 {
        let rank = (q * VALUES as f64).ceil() as usize;
        f64::from(self.lengths[rank.clamp(1, VALUES) - 1])
    }
}

/// A game in progress: the luck of its block, and its own as it is answered.
#[derive(Debug, Clone, Copy)]
pub struct State {
    deal: u64,
    own: u64,
    asked: u8,
    /// Seat of the first entrant.
    first: u8,
}

/// A number that hangs on two as if it were drawn (Steele, Lea and Flood 2014).
const fn mixed(key: u64, place: u64) -> u64 {
    let mut z = key.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl State {
    /// A number below 2¹⁶ for one of the things that a game draws.
    fn draw(&self, rules: &Rules, what: u64) -> usize {
        let draws = &rules.draws;
        let own = mixed(self.own, what);
        // Games that part do so as a whole: both parts of their luck change.
        let parts = mixed(self.own ^ self.deal, u64::MAX) % 1000 < u64::from(draws.parted);
        let apart = if parts { 1 << 40 } else { 0 };
        let key = if own % 100 < u64::from(draws.shared) { self.deal } else { self.own };
        (mixed(key, what + 100 + apart) >> 48) as usize
    }

    fn happens(&self, rules: &Rules, what: u64) -> bool {
        rules.is_event(self.draw(rules, what))
    }

    /// Whether the question that is asked now has one answer.
    fn forced(&self, rules: &Rules) -> bool {
        let drawn = mixed(self.deal, 60 + u64::from(self.asked)) >> 48;
        rules.draws.event == Event::Forces && rules.is_event(drawn as usize)
    }
}

/// The game.
#[derive(Debug)]
pub struct MadeUp;

impl Game for MadeUp {
    const FACTS: Facts = Facts {
        switches: Draws::SWITCHES,
        ledger: LEDGER,
        unfinished: &[Stop::TURN_LIMIT],
        squad: Some("squad"),
        weighed: &[Weighed { key: "chance", called: "the chance", tells: &["events"] }],
        ..Facts::new("made-up", "Made up", "numbers drawn from tables whose means are known")
    };

    type Rules = Rules;

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        let squad = match build.squads.first().and_then(Option::as_deref) {
            None => 0,
            Some(name) => Rules::worth(name).ok_or_else(|| {
                vec![Fault::new("squads.0", format!("`{name}`"), "0 to 100, then `-` and a letter")]
            })?,
        };
        Ok(Rules { squad, ..Rules::new(Draws::of(build.settings)) })
    }

    /// Squads that are all alike, and squads of which the next is always better.
    fn squads(build: &Build<'_>) -> Option<SquadMap> {
        let kind = |column: &str, step: u8| SquadKind {
            row: "any".to_owned(),
            column: column.to_owned(),
            best: Sought::Played {
                settings: Vec::new(),
                first: ('a'..='h').zip(0..).map(|(name, n)| format!("{}-{name}", step * n)).collect(),
                near: Box::new(|_| Vec::new()),
            },
        };
        Some(SquadMap {
            rows: "which squads",
            columns: "how they differ",
            worth: "share of wins".to_owned(),
            unit: Unit::Share,
            equal: 1.0 / f64::from(Draws::of(build.settings).players),
            kinds: vec![kind("alike", 0), kind("rising", 2)],
        })
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.draws.players)
    }
}

impl Play for MadeUp {
    type State = State;
    type Move = u8;
    type Moves = MoveMask;

    fn setup<C: Chance, W: Watch>(_: &Rules, seating: &[u8], chance: &mut C, _: &mut W) -> State {
        let mut half = || u64::from(chance.below(Source::TABLE, u32::MAX));
        let first = (0..).zip(seating).find(|(_, entrant)| **entrant == 0).map_or(0, |(seat, _)| seat);
        State { deal: half() << 32 | half(), own: 0, asked: 0, first }
    }

    fn turn(_: &Rules, state: &State) -> Turn {
        if state.asked == QUESTIONS { Turn::Over } else { Turn::Ask(0) }
    }

    fn legal(rules: &Rules, state: &State, moves: &mut MoveMask) {
        *moves = MoveMask(if state.forced(rules) { 1 } else { u128::MAX });
    }

    fn apply<C: Chance, W: Watch>(_: &Rules, state: &mut State, chosen: u8, _: &mut C, _: &mut W) {
        state.own = state.own << 7 | u64::from(chosen);
        state.asked += 1;
        if state.asked == QUESTIONS {
            // Equal answers to another deal are another game.
            state.own = mixed(state.deal, state.own);
        }
    }

    fn outcome(rules: &Rules, state: &State) -> Outcome {
        const SCORE: [i32; MAX_SEATS] = [0; MAX_SEATS];
        let players = rules.draws.players;
        let given = |what: u64, games: u8| state.draw(rules, what) * 100 < usize::from(games) * VALUES;
        match rules.draws.event {
            Event::Level if state.happens(rules, 3) => return Outcome::shared(0..players, SCORE),
            Event::Stops if state.happens(rules, 3) => return Outcome::unfinished(0, SCORE),
            _ => {}
        }
        let winner = if given(4, rules.draws.bonus) {
            0
        } else if given(5, rules.squad) {
            state.first
        } else {
            (state.draw(rules, 0) * usize::from(players) / VALUES) as u8
        };
        Outcome::won(winner, SCORE)
    }
}

impl Open for MadeUp {}

impl Bots for MadeUp {
    /// Two that answer alike and are told apart, so that they change seats.
    type Bot = u8;
    type Memory = ();

    const BOTS: &'static [BotInfo<u8>] =
        &[BotInfo::new("this", "answers at random", 0), BotInfo::new("that", "answers at random too", 1)];

    fn decide(_: u8, _: &Rules, _: &State, moves: &MoveMask, (): &mut (), whim: &mut Whim) -> u8 {
        if moves.0 == 1 { 0 } else { whim.below(128) as u8 }
    }
}

impl Record for MadeUp {
    const TABLES: Tables = TABLES;

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        let length = rules.lengths[state.draw(rules, 1)];
        let tries = 1 + state.draw(rules, 2) as u64 * MOST_TRIES / VALUES as u64;
        let hits = (0..tries).filter(|&n| state.happens(rules, 10 + n)).count();
        let weight: i32 = (0..tries).map(|n| rules.lengths[state.draw(rules, 30 + n)]).sum();
        out.add(column::LENGTHS, length);
        out.add(column::EVENTS, i64::from(state.happens(rules, 3)));
        out.add(column::TRIES, tries as i64);
        out.add(column::HITS, hits as i64);
        out.add(column::WEIGHTS, weight);
        out.bin(bin::LENGTH, length);
    }
}

/// The program that has no other game.
#[must_use]
pub fn app() -> App {
    App::new("calibration", "Do intervals hold as often as they say?").ruleset::<MadeUp>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn the_made_up_game_obeys_the_contract() {
        conformance::check::<MadeUp>();
    }
}
