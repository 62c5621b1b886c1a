//! What is said to a program, and what its answer means.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::process::{Process, Silence};
use super::{Failure, Header, PROTOCOL, Program};
use crate::bots::Desk;
use crate::chance::Whim;
use crate::game::{Build, Ending, Ruleset, Seen, WIN};
use crate::moves::MoveSet;
use crate::seed::Luck;
use crate::settings::Fault;

/// Most moves that a question lists in words.
const LISTED: u64 = 256;
/// Letters of an answer that a message quotes.
const QUOTED: usize = 120;

/// What every line says of the game that is played.
#[derive(Debug, Clone)]
pub struct Hello {
    ruleset: &'static str,
    title: &'static str,
    seats: usize,
    /// All switches.
    settings: Value,
    /// Those that differ from the printed game.
    changed: Value,
}

/// A line to the program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Hello {
        protocol: u32,
        program: &'static str,
        version: &'static str,
        ruleset: &'a str,
        title: &'a str,
        seats: usize,
        settings: &'a Value,
    },
    Game {
        game: u64,
        seat: u8,
        entrant: u8,
    },
    Choose {
        protocol: u32,
        ruleset: &'a str,
        seats: usize,
        settings: &'a Value,
        game: u64,
        decision: u32,
        seat: u8,
        seed: u64,
        draw: u64,
        view: Seen,
        count: u64,
        moves: Vec<Choice>,
    },
    Over {
        game: u64,
        seat: u8,
        share: Vec<f64>,
        score: Vec<i32>,
        unfinished: Option<&'static str>,
    },
}

impl Line<'_> {
    fn told(&self) -> String {
        // Numbers, texts and lists of them: nothing that JSON lacks.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// A legal move.
#[derive(Serialize)]
struct Choice {
    choice: u64,
    text: String,
}

/// The answer.
#[derive(Deserialize)]
struct Answer {
    choice: u64,
}

impl Hello {
    /// The greeting at a table of these settings.
    #[must_use]
    pub fn of<R: Ruleset>(build: &Build<'_>, rules: &R::Rules) -> Self {
        let of = |pairs: Map<String, Value>| Value::Object(pairs);
        let pair = |key: &str, value: &str| (key.to_owned(), Value::from(value));
        Self {
            ruleset: R::FACTS.id,
            title: R::FACTS.title,
            seats: R::seats(rules),
            settings: of(build.settings.iter().map(|(switch, value)| pair(switch.key, value)).collect()),
            changed: of(build.settings.changed().map(|(key, value)| pair(key, value)).collect()),
        }
    }

    /// Whether recorded games are of this table.
    pub(super) fn held_by(&self, header: &Header) -> Result<(), Fault> {
        if header.ruleset != self.ruleset {
            return Err(Fault::new("ruleset", format!("`{}`", header.ruleset), self.ruleset));
        }
        if header.bots.len() != self.seats {
            let found = format!("{} bots", header.bots.len());
            return Err(Fault::new("bots", found, format!("{}, one per entrant", self.seats)));
        }
        let settings = serde_json::json!(header.settings);
        if settings != self.changed {
            return Err(Fault::new("settings", settings.to_string(), self.changed.to_string()));
        }
        Ok(())
    }

    pub(super) fn line(&self) -> String {
        let &Self { ruleset, title, seats, ref settings, .. } = self;
        let (program, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        Line::Hello { protocol: PROTOCOL, program, version, ruleset, title, seats, settings }.told()
    }
}

/// Who answers.
#[derive(Debug)]
enum Partner {
    Process(Process),
    /// What was chosen is known.
    Record,
}

impl Partner {
    fn tell(&self, line: &str) {
        if let Self::Process(process) = self {
            process.tell(line.to_owned());
        }
    }
}

/// A program in a game.
#[derive(Debug)]
struct Talk {
    partner: Partner,
    seat: u8,
    decisions: u32,
}

/// The programs at a thread's table.
#[derive(Debug)]
pub struct Outside {
    /// Of each entrant, if it has one.
    programs: Arc<[Option<Program>]>,
    /// Number of the game.
    game: u64,
    /// Of each entrant, once it has been asked something.
    talks: Vec<Option<Talk>>,
    /// All that is said and answered, where it is kept.
    minutes: Option<String>,
}

impl Outside {
    /// These programs before any game.
    #[must_use]
    pub fn new(programs: Arc<[Option<Program>]>) -> Self {
        let talks = programs.iter().map(|_| None).collect();
        Self { programs, game: 0, talks, minutes: None }
    }

    fn keep(&mut self, line: &str) {
        if let Some(minutes) = &mut self.minutes {
            minutes.push_str(line);
        }
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Outside {
    /// Processes that play no more wait for the next game.
    fn leave(&mut self) {
        for (talk, program) in self.talks.iter_mut().zip(self.programs.iter()) {
            if let (Some(Talk { partner: Partner::Process(process), .. }), Some(program)) =
                (talk.take(), program)
            {
                program.keep(process);
            }
        }
    }
}

impl<R: Ruleset> Desk<R> {
    /// A desk at which these programs are asked.
    #[must_use]
    pub fn with(programs: Arc<[Option<Program>]>) -> Box<Self> {
        Box::new(Self { outside: Some(Outside::new(programs)), ..Self::default() })
    }

    /// From here on all that is said is kept.
    pub fn keep_minutes(&mut self) {
        if let Some(outside) = &mut self.outside {
            outside.minutes = Some(String::new());
        }
    }

    /// What has been said since, a JSON object per line.
    #[must_use]
    pub fn minutes(&mut self) -> String {
        self.outside.as_mut().and_then(|outside| outside.minutes.take()).unwrap_or_default()
    }

    /// A game begins.
    pub fn sit_down(&mut self, game: u64) {
        if let Some(outside) = &mut self.outside {
            outside.leave();
            outside.game = game;
        }
    }

    /// A game is over: programs are told how.
    pub fn stand_up(&mut self, rules: &R::Rules, state: &R::State) {
        let Some(outside) = &mut self.outside else { return };
        let (outcome, seats) = (R::outcome(rules, state), R::seats(rules));
        let unfinished = match outcome.ending {
            Ending::Decided => None,
            Ending::Unfinished(reason) => R::FACTS.unfinished.get(usize::from(reason)).map(|stop| stop.code),
        };
        let programs = outside.programs.clone();
        for (entrant, program) in (0..).zip(programs.iter()) {
            let Some(program) = program else { continue };
            let talk = outside.talks[usize::from(entrant)].as_ref();
            let (seat, decisions) = talk.map_or((0, 0), |talk| (talk.seat, talk.decisions));
            let share =
                outcome.share[..seats].iter().map(|&share| f64::from(share) / f64::from(WIN)).collect();
            let score = outcome.score[..seats].to_vec();
            let over = Line::Over { game: outside.game, seat, share, score, unfinished }.told();
            if let Some(talk) = talk {
                talk.partner.tell(&over);
                outside.keep(&over);
            }
            let known = program.record.as_ref();
            if let Some(Err(mistake)) =
                known.map(|record| record.ended(outside.game, entrant, decisions, &over))
            {
                program.mistaken(outside.game, decisions, seat, mistake).raise();
            }
        }
        outside.leave();
    }

    /// The move that the program of an entrant chooses.
    #[cold]
    #[inline(never)]
    pub(in crate::bots) fn ask(
        &mut self,
        entrant: u8,
        rules: &R::Rules,
        state: &R::State,
        seat: u8,
        moves: &R::Moves,
        whim: &mut Whim,
    ) -> R::Move {
        let place = usize::from(entrant);
        let programs = self.outside.as_ref().map(|outside| outside.programs.clone()).unwrap_or_default();
        let (Some(outside), Some(Some(program))) = (&mut self.outside, programs.get(place)) else {
            let (found, expected) = ("nobody has started it".to_owned(), "a table that has".to_owned());
            Failure { program: String::new(), line: None, game: 0, decision: 0, seat, found, expected }
                .raise()
        };
        let game = outside.game;
        let fails = |decision: u32, found: String, expected: String| -> ! {
            let program = program.name.clone();
            Failure { program, line: None, game, decision, seat, found, expected }.raise()
        };
        let mut talk = outside.talks[place].take().unwrap_or_else(|| {
            let partner = match &program.record {
                Some(_) => Ok(Partner::Record),
                None => program.process().map(Partner::Process),
            };
            let partner =
                partner.unwrap_or_else(|found| fails(1, found, "one more process of it".to_owned()));
            let line = Line::Game { game, seat, entrant }.told();
            partner.tell(&line);
            outside.keep(&line);
            Talk { partner, seat, decisions: 0 }
        });
        talk.decisions += 1;
        let line = question::<R>(&program.hello, (game, talk.decisions), rules, state, seat, moves, whim);
        outside.keep(&line);
        let count = moves.len();
        let choice = match (&mut talk.partner, &program.record) {
            (Partner::Process(process), _) => {
                heard(process, line, program.patience, count).unwrap_or_else(|found| {
                    let decision = talk.decisions;
                    drop(std::mem::replace(&mut talk.partner, Partner::Record));
                    fails(decision, found, format!("{{\"choice\": N}}, N from 0 to {}", count - 1))
                })
            }
            (Partner::Record, record) => {
                let asked = (game, entrant, seat, talk.decisions);
                let known = record.as_ref().map_or(Ok(0), |record| record.choice(asked, &line, count));
                known.unwrap_or_else(|mistake| program.mistaken(game, talk.decisions, seat, mistake).raise())
            }
        };
        outside.keep(&format!("{{\"choice\":{choice}}}\n"));
        outside.talks[place] = Some(talk);
        moves.nth(choice)
    }
}

/// What a process answers: the number of one of so many moves.
fn heard(process: &mut Process, line: String, patience: Duration, count: u64) -> Result<u64, String> {
    let answer = process.ask(line, patience).map_err(|silence| told(&silence, patience))?;
    match serde_json::from_str::<Answer>(&answer) {
        Ok(Answer { choice }) if choice < count => Ok(choice),
        Ok(Answer { choice }) => Err(format!("answered the choice {choice}, which is no legal move")),
        Err(_) => {
            let line: String = answer.trim_end().chars().take(QUOTED).collect();
            Err(format!("answered `{line}`"))
        }
    }
}

/// Why there is no answer, in words.
fn told(silence: &Silence, patience: Duration) -> String {
    match silence {
        Silence::Late => format!("no answer within {} s (--bot-timeout)", patience.as_secs_f64()),
        Silence::Ended(None) => "closed its output before it answered".to_owned(),
        Silence::Ended(Some(status)) => format!("ended before it answered ({status})"),
        Silence::Garbled(error) => format!("an answer that cannot be read ({error})"),
    }
}

/// A question: what the seat sees and what it may do. Words are made from a table
/// that only looks the same to that seat, so that they can tell nothing hidden.
fn question<R: Ruleset>(
    hello: &Hello,
    (game, decision): (u64, u32),
    rules: &R::Rules,
    state: &R::State,
    seat: u8,
    moves: &R::Moves,
    whim: &mut Whim,
) -> String {
    // Of a run's luck nothing can be told from what a hash lets through.
    let bits = whim.clone().bits();
    let hash = blake3::hash(&bits.to_le_bytes());
    let seed = hash.as_bytes()[..8].iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte)) >> 11;
    let draw = whim.below_u64(moves.len());
    let view = R::view(rules, state, seat);
    let mut seen = Seen::default();
    R::tell(rules, view, &mut seen);
    let alike = R::determinize(rules, view, &mut Whim::new(Luck::imagined(seed, 0), 0, 0));
    let count = moves.len();
    let listed = count.min(LISTED);
    let choice = |place: u64| {
        let choice = (u128::from(place) * u128::from(count) / u128::from(listed)) as u64;
        Choice { choice, text: R::option(rules, &alike, moves.nth(choice)) }
    };
    Line::Choose {
        protocol: PROTOCOL,
        ruleset: hello.ruleset,
        seats: hello.seats,
        settings: &hello.changed,
        game,
        decision,
        seat,
        seed,
        draw,
        view: seen,
        count,
        moves: (0..listed).map(choice).collect(),
    }
    .told()
}
