#![doc = include_str!("protocol.md")]
//!
//! # Inside
//!
//! In: a command and what it is told of a game. Out: one of the moves, or a
//! [`Failure`] that ends play. This is the only bot with input and output; no
//! other pays for it.

mod dialogue;
mod process;
mod record;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use self::dialogue::{Hello, Outside};
use self::process::Process;
pub use self::record::{Header, Mistake, Record};
use crate::settings::Fault;

/// What the name of such a bot begins with: `program:./mybot.py`.
pub const PREFIX: &str = "program:";
/// The form of its names, as listed.
pub const FORM: &str = "program:FILE";
/// Its idea, as listed.
pub const IDEA: &str =
    "a program of your own that reads questions and writes choices, one JSON object per line";
/// What the name of a bot begins with whose choices a file holds:
/// `choices:mine.jsonl`.
pub const CHOICES: &str = "choices:";
/// The form of its names, as listed.
pub const CHOICES_FORM: &str = "choices:FILE";
/// Its idea, as listed.
pub const CHOICES_IDEA: &str = "plays recorded games as they were played";
/// How long an answer may take where nobody says.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// The version of what is said.
pub const PROTOCOL: u32 = 1;

/// The words of the command in the name of a bot, if it is a program.
#[must_use]
pub fn command(name: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = name.strip_prefix(PREFIX)?.split_whitespace().collect();
    (!words.is_empty()).then_some(words)
}

/// The file with the choices of a bot, if it is one that plays recorded games.
#[must_use]
pub fn choices(name: &str) -> Option<&str> {
    name.strip_prefix(CHOICES).filter(|file| !file.is_empty())
}

/// Whether a bot decides outside of this program.
#[must_use]
pub fn is_outside(name: &str) -> bool {
    command(name).is_some() || choices(name).is_some()
}

/// What to say of the first program among bots that a file names, where nobody
/// has allowed to start any.
#[must_use]
pub fn unasked<'a>(bots: impl IntoIterator<Item = &'a str>) -> Option<Fault> {
    let name = bots.into_iter().find(|name| command(name).is_some())?;
    let found = format!("`{name}`, a program of somebody's own");
    Some(Fault::new("bots", found, "bots of the game; `--allow-programs` starts it: look at it first"))
}

/// What the programs among these bots are made of, by their names: a checksum
/// (BLAKE3) of the files that their commands name; and the files of choices.
#[must_use]
pub fn checksums(bots: &[String]) -> BTreeMap<String, String> {
    let made_of = |words: &Vec<&str>| {
        let mut read: Vec<Vec<u8>> = words.iter().filter_map(|word| std::fs::read(word).ok()).collect();
        if read.is_empty() {
            // A name alone is that of a program on the path.
            let places = std::env::var_os("PATH").unwrap_or_default();
            let mut found = std::env::split_paths(&places).map(|place| place.join(words[0]));
            read.extend(found.find_map(|path| std::fs::read(path).ok()));
        }
        let mut all = blake3::Hasher::new();
        for bytes in read {
            all.update(blake3::hash(&bytes).as_bytes());
        }
        all.finalize().to_hex().to_string()
    };
    let words =
        |bot: &String| command(bot).or_else(|| Some(vec![choices(bot)?])).map(|words| made_of(&words));
    bots.iter().filter_map(|bot| Some((bot.clone(), words(bot)?))).collect()
}

/// A program that plays for one entrant: as many processes as games go on at
/// once.
#[derive(Debug)]
pub struct Program {
    name: String,
    hello: Hello,
    patience: Duration,
    /// Processes that wait for a game.
    idle: Mutex<Vec<Process>>,
    /// What was chosen, where that is known and no process is asked.
    record: Option<Record>,
}

impl Program {
    /// Starts the program of this name once, so that one that can't be started
    /// is told before anything is played; or reads the file with its choices.
    ///
    /// # Errors
    /// When it can't be started or read, or when the file is of another game.
    pub fn start(name: &str, hello: Hello, patience: Duration) -> Result<Self, Fault> {
        let mut program =
            Self { name: name.to_owned(), hello, patience, idle: Mutex::default(), record: None };
        if let Some(file) = choices(name) {
            let text = std::fs::read_to_string(file).map_err(|error| {
                Fault::new("bots", format!("`{name}`: {error}"), "a file of recorded games")
            })?;
            let at = |(line, fault): Mistake| Fault { key: format!("bots: {file}:{line}"), ..fault };
            let record = Record::read(file, &text).map_err(at)?;
            program.hello.held_by(record.header()).map_err(|fault| at((1, fault)))?;
            program.record = Some(record);
            return Ok(program);
        }
        match program.process() {
            Ok(process) => program.keep(process),
            Err(found) => {
                let allowed =
                    "a program that can be started: `program:./mybot.py`, `program:python3 mybot.py`";
                return Err(Fault::new("bots", format!("`{name}`: {found}"), allowed));
            }
        }
        Ok(program)
    }

    /// A process that plays no game: an idle one or a new one that has been
    /// greeted.
    fn process(&self) -> Result<Process, String> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(process) = idle {
            return Ok(process);
        }
        let words = command(&self.name).unwrap_or_default();
        let (first, arguments) = words.split_first().ok_or("a program without a name")?;
        // A file of this folder needs no `./`.
        let file = Path::new(first);
        let file = if file.is_file() { Path::new(".").join(file) } else { file.to_owned() };
        let process = Process::start(file.as_os_str(), arguments)
            .map_err(|error| format!("cannot be started ({error})"))?;
        process.tell(self.hello.line());
        Ok(process)
    }

    /// A file that says something else than the game.
    fn mistaken(&self, game: u64, decision: u32, seat: u8, (line, fault): Mistake) -> Failure {
        let program = self.record.as_ref().map_or(&*self.name, Record::file).to_owned();
        let Fault { found, allowed: expected, .. } = fault;
        Failure { program, line: Some(line), game, decision, seat, found, expected }
    }

    fn keep(&self, process: Process) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }
}

/// A program that gave no legal answer, and when. It ends play: it unwinds from
/// the game to whoever asked for it, as a broken law does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The program, by its bot's name; the file, where that holds the choices.
    pub program: String,
    /// The line of the file.
    pub line: Option<usize>,
    /// Number of the game.
    pub game: u64,
    /// Which of its decisions in that game, from 1.
    pub decision: u32,
    /// Its seat.
    pub seat: u8,
    /// What it did.
    pub found: String,
    /// What it should have done.
    pub expected: String,
}

impl Failure {
    /// Ends play. No panic hook is called: the program is wrong, not the one
    /// that says so.
    pub fn raise(self) -> ! {
        std::panic::resume_unwind(Box::new(self))
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { program, line, game, decision, seat, found, expected } = self;
        if let Some(line) = line {
            return write!(
                f,
                "{program}:{line}: game {game}, decision {decision} of seat {seat}: found {found}; allowed: {expected}"
            );
        }
        write!(f, "`{program}`, game {game}, decision {decision}, seat {seat}: {found}; expected: {expected}")
    }
}
