//! What a command has played, kept while it plays: to go on from after a kill,
//! and to be shared with other machines.
//!
//! A command is a fixed sequence of sums over ranges of blocks. The notebook
//! knows those of an earlier start of the same command, of shards that others
//! have played, or both; what it knows is not played again. Into a file it goes
//! every so often.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::drawer::Drawer;
use super::merge::{TOGETHER, files};
use super::pages::Pages;
use super::{Refusal, note, out, pipeline};
use crate::app::{App, Program};
use crate::campaign::Share;
use crate::campaign::journal::Journal;
use crate::cli::{Keep, VERIFY, unshared};
use crate::report::folder::{self, WriteError};
use crate::report::part::{self, Entry, Joining, Part};
use crate::scenario::Problem;
use crate::scenario::arm::shell_word;
use crate::settings::Fault;

/// How long a command plays before anything is kept in its report's folder, and
/// until it is kept again.
const EVERY: Duration = Duration::from_secs(20);
/// The same of a file that was asked for.
const EVERY_ASKED: Duration = Duration::from_millis(250);
/// A shard in its folder, and what shards have joined to before the end.
pub const PART: &str = "part.json";
pub const JOINED: &str = "joined.json";

#[derive(Default)]
struct State {
    pages: Pages,
    /// What was asked for and not known, by work, where not all of it is played
    /// here.
    wanting: Vec<(String, Range<u64>)>,
    /// What of it is the share that is played here.
    mine: Vec<(String, Range<u64>)>,
    /// Works that were asked for, and those of parts with the file that had each first.
    asked: BTreeSet<String>,
    origins: BTreeMap<String, String>,
    written: Option<Instant>,
}

/// What a checkpoint or a part is of.
fn told(program: &str, part: &Part) -> String {
    let command = format!("`{program} {}`", words(part).join(" "));
    match part.share {
        Share::WHOLE => command,
        Share { k, n } => format!("part {k} of {n} of {command}"),
    }
}

/// The words of the command that has kept a checkpoint, as they are typed.
fn words(part: &Part) -> Vec<String> {
    part.arguments.iter().filter(|word| *word != VERIFY).cloned().collect()
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
    /// Whether every game is checked: then none is gone on with that was not.
    verified: bool,
    state: Mutex<State>,
    /// Whether it is told that it can't be written.
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
            verified: app.verified,
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
        Self::opened(app, folder, keep, quiet, false)
    }

    /// That of a command which completes the report in a folder: what is kept there
    /// is of the command that began it.
    ///
    /// # Errors
    /// As [`Notebook::open`].
    pub fn of_report(app: &App, folder: Option<&Path>) -> Result<Self, Refusal> {
        Self::opened(app, folder, &Keep::default(), true, true)
    }

    fn opened(
        app: &App,
        folder: Option<&Path>,
        keep: &Keep,
        quiet: bool,
        completes: bool,
    ) -> Result<Self, Refusal> {
        let own = |folder: &Path| folder.join(format!("{}-checkpoint.json", app.program.name));
        let share = Some(keep.share()).filter(|share| !keep.joined || *share != Share::WHOLE);
        let mut notebook = Self {
            arguments: unshared(&app.typed),
            folder: folder.map(Path::to_owned),
            path: keep.checkpoint.clone().or(folder.map(own)).filter(|_| share.is_some()),
            every: if keep.checkpoint.is_some() { EVERY_ASKED } else { EVERY },
            share,
            ..Self::none(app)
        };
        if notebook.is_shard() && folder.is_none() {
            let fault = Fault::new("--shard", "nowhere to write the part", "--out DIR");
            return Err(Problem::flag(fault).into());
        }
        if let Some(folder) = folder.filter(|_| notebook.is_shard()) {
            notebook.free(app, &folder.join(PART))?;
        }
        if let Some(path) = keep.checkpoint.as_ref().filter(|_| notebook.path.is_some()) {
            folder::reach(path)?;
            notebook.apart(path)?;
        }
        if notebook.path.is_some() || !keep.parts.is_empty() {
            // Where no file can be made they stay at hand.
            let drawer = Drawer::beside(folder).ok();
            notebook.state.get_mut().unwrap_or_else(PoisonError::into_inner).pages.put_away_in(drawer);
        }
        notebook.take(app, keep)?;
        notebook.remember(app, keep.checkpoint.is_some(), completes, quiet)?;
        Ok(notebook)
    }

    /// Refuses a place for the checkpoint that a file of the report may take.
    fn apart(&self, path: &Path) -> Result<(), Refusal> {
        let place = |path: &Path| path.canonicalize().ok();
        let within =
            path.parent().map(|parent| if parent == Path::new("") { Path::new(".") } else { parent });
        let report = self.folder.as_deref().and_then(place);
        let named = path.file_name().is_some_and(|name| name.to_string_lossy().contains("checkpoint"));
        if named || report.is_none() || within.and_then(place) != report {
            return Ok(());
        }
        let found = format!("`{}`, among the files of the report", path.display());
        let allowed = "a place outside its folder, or a name with `checkpoint` in it";
        Err(Problem::flag(Fault::new("--checkpoint", found, allowed)).into())
    }

    /// Refuses a place for the part of this share where a file of somebody else's, or
    /// another part, would be lost.
    fn free(&self, app: &App, path: &Path) -> Result<(), Refusal> {
        if !path.exists() {
            return Ok(());
        }
        let name = path.display().to_string();
        let text = pipeline::read(path).ok().filter(|text| part::is_one(app, text));
        let Some(text) = text else {
            let found = "a file of somebody else's where the part would be";
            return Err(Problem::file(&name, found, "another --out, or another place for it").into());
        };
        // One that can't be understood is lost already.
        let Ok(part) = part::read(app, &name, &text) else { return Ok(()) };
        let other = self.share.is_some_and(|share| share.n == part.share.n && share.k != part.share.k);
        if other || words(&part) != self.arguments {
            let found = told(app.program.name, &part);
            return Err(Problem::file(&name, found, "a folder of its own for every part").into());
        }
        Ok(())
    }

    /// Takes in the parts that it is given, some at a time: there may be a
    /// hundred thousand.
    fn take(&mut self, app: &App, keep: &Keep) -> Result<(), Refusal> {
        let paths = keep.parts.iter().map(|path| files(path, PART)).collect::<Result<Vec<_>, _>>()?.concat();
        if paths.is_empty() {
            return Ok(());
        }
        let beside = |error| Refusal::from(WriteError::new(self.folder.clone().unwrap_or_default(), error));
        let mut joining = Joining::new(self.arguments.clone());
        let read = |path: &PathBuf| {
            let name = path.display().to_string();
            let part = part::read(app, &name, &pipeline::read(path)?)?;
            Ok((name, part))
        };
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for some in paths.chunks(TOGETHER) {
            let parts: Vec<Result<(String, Part), Refusal>> = some.par_iter().map(read).collect();
            for part in parts {
                let (name, part) = part?;
                joining.add(&name, &part)?;
                for entry in part.entries {
                    if !state.origins.contains_key(&entry.work) {
                        state.origins.insert(entry.work.clone(), name.clone());
                    }
                    state.pages.take(entry, keep.share() == Share::WHOLE).map_err(beside)?;
                }
            }
        }
        joining.whole()?;
        Ok(())
    }

    /// What an earlier start has kept. A file that can't be understood is as good
    /// as none, and one of somebody else's is left alone.
    ///
    /// # Errors
    /// When a file that the user names is that of another command.
    fn remember(&mut self, app: &App, named: bool, completes: bool, quiet: bool) -> Result<(), Refusal> {
        // Where another command's lies, that stays, and ours has a name of its own.
        let share =
            self.share.filter(|share| *share != Share::WHOLE).map(|Share { k, n }| format!("{k}/{n}"));
        let words: Vec<&str> = self.arguments.iter().chain(&share).map(String::as_str).collect();
        let hash = blake3::hash(words.join("\n").as_bytes()).to_hex();
        let apart = self.path.as_ref().filter(|_| !named && !completes);
        let apart = apart.map(|path| path.with_extension(format!("{}.json", &hash[..8])));
        if apart.as_ref().is_some_and(|apart| apart.exists()) {
            self.path.clone_from(&apart);
        }
        let Some(path) = self.path.clone().filter(|path| path.exists()) else { return Ok(()) };
        let name = path.display().to_string();
        let text = pipeline::read(&path).ok().filter(|text| part::is_one(app, text));
        let Some(text) = text else {
            note(format_args!("{name}: no checkpoint of this program; nothing is kept of this one"));
            self.path = None;
            return Ok(());
        };
        match part::read(app, &name, &text) {
            Ok(part) if named && !self.is_of(&part) => {
                let found = format!("what {} has kept", told(app.program.name, &part));
                let allowed = "the checkpoint of the same command, or a place that is free";
                return Err(Problem::file(&name, found, allowed).into());
            }
            Ok(part) => {
                let ours = self.is_of(&part);
                if !ours && apart.is_some() {
                    self.path = apart;
                }
                if self.verified && !part.arguments.iter().any(|word| word == VERIFY) {
                    note(format_args!(
                        "{name}: its games were played without {VERIFY}; playing all of them again"
                    ));
                    return Ok(());
                }
                if !quiet && ours && !part.entries.is_empty() {
                    note(format_args!("going on from {name}"));
                }
                let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
                for Entry { work, from, to, whole, sum } in part.entries {
                    state.pages.keep(&work, &(from..to), whole, sum);
                }
            }
            Err(problem) => note(format_args!("{problem}; playing all of it again")),
        }
        Ok(())
    }

    /// Whether a part was kept by this very command, of the same share.
    fn is_of(&self, part: &Part) -> bool {
        Some(part.share) == self.share && words(part) == self.arguments
    }

    /// Whether only a share is played here.
    pub fn is_shard(&self) -> bool {
        self.share.is_some_and(|share| share != Share::WHOLE)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For whoever plays; none where nothing would come of it.
    pub fn journal(&self) -> Option<&dyn Journal> {
        let idle = self.path.is_none() && self.share == Some(Share::WHOLE) && self.state().pages.is_empty();
        if idle { None } else { Some(self) }
    }

    /// What is known, or played here only, as a file for the command of these words.
    ///
    /// # Errors
    /// When a sum cannot be read again.
    fn part(&self, state: &mut State, own: bool, arguments: Vec<String>) -> io::Result<Part> {
        let entries = state.pages.entries(own)?;
        Ok(Part::new(self.program, arguments, self.share.unwrap_or(Share::WHOLE), entries))
    }

    /// Whether it could be written. A disk that was full may have room the next time;
    /// that it had none is told once.
    fn write(&self, state: &mut State) -> bool {
        let Some(path) = &self.path else { return false };
        state.written = Some(Instant::now());
        let mut arguments = self.arguments.clone();
        arguments.extend(self.verified.then(|| VERIFY.to_owned()));
        let part = self.part(state, self.is_shard(), arguments);
        let part = part.map_err(|error| WriteError::new(path, error));
        let written = part.and_then(|part| folder::write(path, &part.bytes()));
        if let Err(error) = &written
            && !self.lost.swap(true, Ordering::Relaxed)
        {
            note(format_args!("{error}; play goes on, but could not be taken up after a kill"));
        }
        written.is_ok()
    }

    /// Whether it is time to write.
    fn is_due(&self, state: &State) -> bool {
        self.path.is_some() && state.written.unwrap_or(self.begun).elapsed() >= self.every
    }

    /// Keeps what is there when play was ended early.
    pub fn close(&self) {
        if self.path.is_none() {
            return;
        }
        let mut state = self.state();
        if !state.pages.has_own() {
            note("nothing was finished that could be kept: the same command begins anew");
        } else if self.write(&mut state) {
            note("the same command goes on where this one stopped");
        } else {
            note("nothing of it could be kept: the same command begins anew");
        }
    }

    /// Forgets what was kept of a command that has told its answer; keeps it
    /// where the answer could not be written.
    pub fn told(&self, outcome: &Result<u8, Refusal>) {
        match outcome {
            Ok(130) => {}
            Ok(_) => {
                self.path.iter().for_each(|path| folder::forget(path));
                if let Some(folder) = self.folder.as_ref().filter(|_| self.share.is_none()) {
                    folder::forget(&folder.join(JOINED));
                }
            }
            Err(_) if self.state().pages.is_empty() => {}
            Err(_) => drop(self.write(&mut self.state())),
        }
    }

    /// Where not everything is known and nothing more is to be played here: what
    /// there is, written, with the exit status; none where the answer is there. Of a
    /// share that was `stopped` what is there is kept, and is no part of anything.
    ///
    /// # Errors
    /// When the part cannot be written.
    pub fn rest(&self, stopped: bool) -> Result<Option<u8>, Refusal> {
        let mut state = self.state();
        if state.wanting.is_empty() {
            return Ok(None);
        }
        let foreign = state.origins.iter().find(|(work, _)| !state.asked.contains(*work));
        if let Some((_, name)) = foreign.filter(|_| self.share.is_none() && !stopped) {
            let found = "games of the same command on other data, another scenario or other weights";
            let allowed = "parts that were all played from the files as they are now";
            return Err(Problem::file(name, found, allowed).into());
        }
        if self.share.is_some() && stopped {
            drop(state);
            self.close();
            return Ok(Some(130));
        }
        let Some(folder) = &self.folder else {
            let fault = Fault::new("--out", "nowhere to write what is joined", "a folder");
            return Err(Problem::flag(fault).into());
        };
        let path = folder.join(if self.share.is_some() { PART } else { JOINED });
        let part = self.part(&mut state, true, self.arguments.clone());
        let part = part.and_then(|part| state.pages.failure().map_or(Ok(part), Err));
        let mut part = part.map_err(|error| {
            let (name, allowed) = (path.display().to_string(), "a disk that gives back what was put there");
            Problem::file(&name, error.to_string(), allowed)
        })?;
        if self.is_shard() {
            // An earlier round may have kept what others have played by now.
            let own = |entry: &Entry| {
                let of = |(work, range): &(String, Range<u64>)| {
                    *work == entry.work && range.start <= entry.from && entry.to <= range.end
                };
                state.mine.iter().any(of)
            };
            part.entries.retain(own);
        } else {
            // What lies behind a gap is played again with it: the next round's shares cover
            // all that is wanting.
            let wanted = |entry: &Entry| {
                let of = |(work, range): &(String, Range<u64>)| {
                    *work == entry.work && entry.from < range.end && range.start < entry.to
                };
                state.wanting.iter().any(of)
            };
            part.entries.retain(|entry| !wanted(entry));
        }
        folder::write(&path, &part.bytes())?;
        let blocks: u64 = state.wanting.iter().map(|(_, range)| range.end - range.start).sum();
        if let Some(Share { k, n }) = self.share {
            out(&format!(
                "Shard {k} of {n} is in {}; `{} merge` joins all {n}.\n",
                path.display(),
                self.program.name
            ))?;
            self.path.iter().for_each(|path| folder::forget(path));
            return Ok(Some(0));
        }
        let joined = shell_word(&path.display().to_string());
        // Options stand before words that only look like some.
        let plain = self.arguments.iter().position(|word| word == "--").unwrap_or(self.arguments.len());
        let (options, rest) = self.arguments.split_at(plain);
        let mut words = vec![self.program.name.to_owned()];
        words.extend(options.iter().map(|word| shell_word(word)));
        words.push(format!("--parts {joined} --shard K/N"));
        words.extend(rest.iter().map(|word| shell_word(word)));
        out(&format!(
            "This round is joined in {joined}; the next one plays {blocks} blocks more:\n  {}\nfor every K from 1 to N, \
             then `{} merge` of {joined} and those parts.\n",
            words.join(" "),
            self.program.name
        ))?;
        Ok(Some(3))
    }
}

impl Journal for Notebook {
    fn known(&self, work: &str, range: &Range<u64>, take: &mut dyn FnMut(u64, &str) -> bool) {
        let mut state = self.state();
        state.asked.insert(work.to_owned());
        let all = !self.is_shard();
        state.pages.hand_out(work, range, |page| all || !page.own, take);
    }

    fn mine(&self, work: &str, range: &Range<u64>, take: &mut dyn FnMut(u64, &str) -> bool) {
        let mut state = self.state();
        state.mine.push((work.to_owned(), range.clone()));
        state.pages.hand_out(work, range, |page| page.own, take);
    }

    fn joined(&self, work: &str, range: Range<u64>, sum: String) {
        self.state().pages.join(work, &range, sum);
    }

    fn keep(&self, work: &str, range: Range<u64>, whole: bool, sum: &dyn Fn() -> String) {
        let mut state = self.state();
        let due = self.is_due(&state);
        if range.is_empty() || !(whole || due) {
            return;
        }
        // A share that was interrupted ended where its range does not.
        let shard = self.is_shard();
        state.pages.outgrow(work, &range, |page| !page.whole || shard && page.own);
        state.pages.keep(work, &range, whole, sum());
        if due {
            self.write(&mut state);
        }
    }

    fn share(&self) -> Option<Share> {
        self.share
    }

    fn share_out(&self, work: &str, range: Range<u64>) -> Range<u64> {
        let mut state = self.state();
        state.asked.insert(work.to_owned());
        let shared = state.wanting.iter().filter(|(of, shared)| of == work && shared.contains(&range.start));
        let from = shared.map(|(_, shared)| shared.end).max().unwrap_or(range.start).min(range.end);
        if from < range.end {
            state.wanting.push((work.to_owned(), from..range.end));
        }
        from..range.end
    }
}
