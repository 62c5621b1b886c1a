//! What a command has played, kept while it plays: to go on from after a kill,
//! and to be shared with other machines.
//!
//! A command is a fixed sequence of sums over ranges of blocks. The notebook
//! knows those of an earlier start of the same command, of shards that others
//! have played, or both; what it knows is not played again. Into a file it goes
//! every so often.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::merge::files;
use super::{Refusal, note, out, pipeline};
use crate::app::{App, Program};
use crate::campaign::Share;
use crate::campaign::journal::Journal;
use crate::cli::{Keep, unshared};
use crate::report::folder;
use crate::report::part::{self, Entry, Part};
use crate::scenario::Problem;
use crate::scenario::plan::shell_word;
use crate::settings::Fault;

/// How long a command plays before anything is kept in its report's folder, and
/// until it is kept again.
const EVERY: Duration = Duration::from_secs(20);
/// The same of a file that was asked for.
const EVERY_ASKED: Duration = Duration::from_millis(250);
/// A shard in its folder, and what shards have joined to before the end.
pub const PART: &str = "part.json";
const JOINED: &str = "joined.json";

/// A sum that is known.
struct Page {
    sum: Arc<str>,
    whole: bool,
    /// Whether it was played here.
    own: bool,
}

#[derive(Default)]
struct State {
    /// By work, first block and the block behind the last.
    pages: BTreeMap<(String, u64, u64), Page>,
    /// What was asked for and not known, where it isn't played here.
    wanting: Vec<Range<u64>>,
    written: Option<Instant>,
}

/// The notebook of one command.
pub struct Notebook {
    program: Program,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    /// Where it is kept while it grows.
    path: Option<PathBuf>,
    every: Duration,
    begun: Instant,
    share: Option<Share>,
    state: Mutex<State>,
    /// Whether it is known that it can't be written.
    lost: AtomicBool,
}

impl Notebook {
    /// One that forgets everything.
    pub fn none(app: &App) -> Self {
        Self {
            program: app.program,
            arguments: Vec::new(),
            folder: None,
            path: None,
            every: EVERY,
            begun: Instant::now(),
            share: Some(Share::WHOLE),
            state: Mutex::default(),
            lost: AtomicBool::new(false),
        }
    }

    /// The notebook of a command whose report lies in this folder: with what was
    /// kept of an earlier start, and with the parts that it is given.
    ///
    /// # Errors
    /// When a part is damaged or of another command, or a shard has no folder.
    pub fn open(app: &App, folder: Option<&Path>, keep: &Keep, quiet: bool) -> Result<Self, Refusal> {
        let own = |folder: &Path| folder.join(format!("{}-checkpoint.json", app.program.name));
        let share = match keep.shard {
            Some((k, n)) => Some(Share { k, n }),
            None => (!keep.joined).then_some(Share::WHOLE),
        };
        let mut notebook = Self {
            arguments: unshared(&app.typed),
            folder: folder.map(Path::to_owned),
            path: keep.checkpoint.clone().or(folder.map(own)).filter(|_| share == Some(Share::WHOLE)),
            every: if keep.checkpoint.is_some() { EVERY_ASKED } else { EVERY },
            share,
            ..Self::none(app)
        };
        if keep.shard.is_some() && folder.is_none() {
            let fault = Fault::new("--shard", "nowhere to write the part", "--out DIR");
            return Err(Problem::flag(fault).into());
        }
        let mut parts = Vec::new();
        for path in keep.parts.iter().map(|path| files(path, PART)).collect::<Result<Vec<_>, _>>()?.concat() {
            let name = path.display().to_string();
            let part = part::read(app, &name, &pipeline::read(&path)?)?;
            if part.arguments != notebook.arguments {
                let found = format!("a part of `{}`", part.arguments.join(" "));
                let allowed = format!("parts of `{}`", notebook.arguments.join(" "));
                return Err(Problem::file(&name, found, allowed).into());
            }
            parts.push((name, part));
        }
        notebook.learn(part::join(&parts)?, keep.shard.is_some());
        notebook.remember(app, quiet);
        Ok(notebook)
    }

    fn learn(&mut self, entries: Vec<Entry>, known: bool) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for Entry { work, from, to, whole, sum } in entries {
            state.pages.insert((work, from, to), Page { sum: sum.into(), whole, own: !known });
        }
    }

    /// What an earlier start has kept. A file that can't be understood is as good
    /// as none, and one of somebody else's is left alone.
    fn remember(&mut self, app: &App, quiet: bool) {
        let Some(path) = self.path.clone().filter(|path| path.exists()) else { return };
        let name = path.display().to_string();
        let text = pipeline::read(&path).ok().filter(|text| part::is_one(app, text));
        let Some(text) = text else {
            note(format_args!("{name}: no checkpoint of this program; nothing is kept of this one"));
            self.path = None;
            return;
        };
        match part::read(app, &name, &text) {
            Ok(part) => {
                if !quiet && !part.entries.is_empty() {
                    note(format_args!("going on from {name}"));
                }
                self.learn(part.entries, false);
            }
            Err(problem) => note(format_args!("{problem}; playing all of it again")),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For whoever plays; none where nothing would come of it.
    pub fn journal(&self) -> Option<&dyn Journal> {
        let idle = self.path.is_none() && self.share == Some(Share::WHOLE) && self.state().pages.is_empty();
        if idle { None } else { Some(self) }
    }

    fn part(&self, state: &State, own: bool) -> Part {
        let entry = |((work, from, to), page): (&(String, u64, u64), &Page)| Entry {
            work: work.clone(),
            from: *from,
            to: *to,
            whole: page.whole,
            sum: page.sum.to_string(),
        };
        let pages = state.pages.iter().filter(|(_, page)| page.own || !own);
        let share = self.share.unwrap_or(Share::WHOLE);
        Part::new(self.program, self.arguments.clone(), share, pages.map(entry).collect())
    }

    fn write(&self, state: &mut State) {
        let Some(path) = self.path.as_ref().filter(|_| !self.lost.load(Ordering::Relaxed)) else { return };
        state.written = Some(Instant::now());
        if let Err(error) = folder::write(path, &self.part(state, false).bytes()) {
            note(format_args!("{error}; play goes on, but could not be taken up after a kill"));
            self.lost.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it is time to write.
    fn is_due(&self, state: &State) -> bool {
        self.path.is_some() && state.written.unwrap_or(self.begun).elapsed() >= self.every
    }

    /// Keeps what is there when play was ended early.
    pub fn close(&self) {
        if self.path.is_some() && !self.state().pages.is_empty() {
            self.write(&mut self.state());
            note("the same command goes on where this one stopped");
        }
    }

    /// Forgets what was kept of a command that has told its answer; keeps it
    /// where the answer could not be written.
    pub fn told(&self, outcome: &Result<u8, Refusal>) {
        match outcome {
            Ok(130) => {}
            Ok(_) => {
                let written = self.state().written.is_some();
                for path in self.path.iter().filter(|path| written || path.exists()) {
                    let _ = std::fs::remove_file(path);
                }
                if let Some(folder) = self.folder.as_ref().filter(|_| self.share.is_none()) {
                    let _ = std::fs::remove_file(folder.join(JOINED));
                }
            }
            Err(_) if self.state().pages.is_empty() => {}
            Err(_) => self.write(&mut self.state()),
        }
    }

    /// Where not everything is known and nothing more is to be played here: what
    /// there is, written, with the exit status; none where the answer is there.
    ///
    /// # Errors
    /// When the part cannot be written.
    pub fn rest(&self) -> Result<Option<u8>, Refusal> {
        let state = self.state();
        if state.wanting.is_empty() {
            return Ok(None);
        }
        let Some(folder) = &self.folder else {
            let fault = Fault::new("--out", "nowhere to write what is joined", "a folder");
            return Err(Problem::flag(fault).into());
        };
        let path = folder.join(if self.share.is_some() { PART } else { JOINED });
        folder::write(&path, &self.part(&state, true).bytes())?;
        let blocks: u64 = state.wanting.iter().map(|range| range.end - range.start).sum();
        if let Some(Share { k, n }) = self.share {
            out(&format!(
                "Shard {k} of {n} is in {}; `{} merge` joins all {n}.\n",
                path.display(),
                self.program.name
            ))?;
            return Ok(Some(0));
        }
        let words = std::iter::once(self.program.name).chain(self.arguments.iter().map(String::as_str));
        let command = words.map(shell_word).collect::<Vec<_>>().join(" ");
        let joined = shell_word(&path.display().to_string());
        out(&format!(
            "This round is joined in {joined}; the next one plays {blocks} blocks more:\n  {command} --parts {joined} \
             --shard K/N\nfor every K from 1 to N, then `{} merge` of {joined} and those parts.\n",
            self.program.name
        ))?;
        Ok(Some(3))
    }
}

impl Journal for Notebook {
    fn known(&self, work: &str, range: &Range<u64>) -> Vec<(u64, Arc<str>)> {
        let mut state = self.state();
        let (mut found, mut at) = (Vec::new(), range.start);
        loop {
            let key = |to: u64| (work.to_owned(), at, to);
            let next = state.pages.range(key(at)..=key(range.end)).next_back();
            let Some(((_, _, to), page)) = next.filter(|((_, _, to), _)| *to > at) else { break };
            found.push((*to, page.sum.clone()));
            at = *to;
        }
        if at < range.end && self.share != Some(Share::WHOLE) {
            state.wanting.push(at..range.end);
        }
        found
    }

    fn keep(&self, work: &str, range: Range<u64>, whole: bool, sum: &dyn Fn() -> String) {
        let mut state = self.state();
        let due = self.is_due(&state);
        if range.is_empty() || !(whole || due) {
            return;
        }
        let key = |to: u64| (work.to_owned(), range.start, to);
        let earlier = state.pages.range(key(range.start)..key(range.end));
        let grown: Vec<_> = earlier.filter(|(_, page)| !page.whole).map(|(key, _)| key.clone()).collect();
        for key in grown {
            state.pages.remove(&key);
        }
        state.pages.insert(key(range.end), Page { sum: sum().into(), whole, own: true });
        if due {
            self.write(&mut state);
        }
    }

    fn share(&self) -> Option<Share> {
        self.share
    }
}
