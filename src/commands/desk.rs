//! The one way from what a command has found to its page, its files, what is
//! printed and its exit status.

use std::io::IsTerminal;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use terminal_size::{Width, terminal_size_of};

use super::{Outcome, Refusal, note, out, process};
use crate::cli::{Color, Format, Lab, Output};
use crate::report::Answer;
use crate::report::folder::{self, Held, Terms};
use crate::report::terminal::Screen;
use crate::tables::write::Refused;

/// Where an answer of this kind goes: a folder, if files are wanted, and standard
/// output.
pub struct Desk<'a, A> {
    folder: Option<PathBuf>,
    output: &'a Output,
    /// Whether nothing is printed: several answers make one document.
    mute: bool,
    /// Files in the folder that the answer is made from.
    own: &'static [&'static str],
    /// Whether a finished report lies in the folder.
    finished: bool,
    /// Keeps others out of the folder.
    _held: Option<Held>,
    /// Whose files nobody else has in the folder.
    _of: PhantomData<fn(&A)>,
}

/// Most letters of a folder's name.
const LONGEST: usize = 100;

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// The folder of what was asked, in the folder of reports: its name and what
/// the command line changed about it, readable, and no other's.
#[must_use]
pub fn place(name: &str, changes: &[String]) -> PathBuf {
    let mut slug = String::new();
    let all = std::iter::once(name).chain(changes.iter().map(String::as_str)).collect::<Vec<_>>().join("-");
    let all = all.replace("..", "-to-");
    let mut letters = all.chars().peekable();
    while let Some(letter) = letters.next() {
        let within = slug.ends_with(is_digit) && letters.peek().copied().is_some_and(is_digit);
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => slug.push(letter),
            '.' if within => slug.push(letter),
            _ if slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    let slug = slug.trim_matches(['-', '.']);
    // What letters were left out for may be all that two folders differ in.
    let plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.=,".contains(c));
    let whole = slug.len() <= LONGEST && plain(name) && changes.iter().all(|change| plain(change));
    if whole && !slug.is_empty() {
        return Path::new("reports").join(slug);
    }
    let all = changes.iter().fold(name.to_owned(), |all, change| all + "\n" + change);
    let hash = blake3::hash(all.as_bytes()).to_hex();
    let cut = &slug[..slug.len().min(LONGEST - 9)];
    Path::new("reports").join(format!("{cut}-{}", &hash[..8]).trim_start_matches('-'))
}

impl<'a, A: Answer> Desk<'a, A> {
    /// Proves that the folder can be written, before the first game.
    ///
    /// # Errors
    /// When it cannot, or others have a file there that would be replaced.
    pub fn open(folder: Option<PathBuf>, output: &'a Output) -> Result<Self, Refusal> {
        Self::made_from(&[], folder, output)
    }

    /// The same for an answer that is made from files of these names in the folder,
    /// whoever has put them there.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn made_from(
        own: &'static [&'static str],
        folder: Option<PathBuf>,
        output: &'a Output,
    ) -> Result<Self, Refusal> {
        let held = folder.as_deref().map(folder::hold).transpose()?;
        if let Some(folder) = &folder {
            process::helpers()?;
            let mut names = A::names();
            names.retain(|name| !own.contains(&name.as_ref()));
            folder::ours(folder, &names)?;
        }
        let finished = folder.as_deref().is_some_and(folder::is_finished);
        Ok(Self { folder, output, mute: false, own, finished, _held: held, _of: PhantomData })
    }

    /// The same without a word: whoever calls prints several answers as one.
    #[must_use]
    pub fn muted(self) -> Self {
        Self { mute: true, ..self }
    }

    /// The desk of a command of the lab: its own folder is named after it and
    /// the changes asked for.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn of_lab(lab: &'a Lab, name: &str, changes: &[String]) -> Result<Self, Refusal> {
        let shard = || lab.keep.share().named();
        let own = || place(name, &changes.iter().cloned().chain(shard()).collect::<Vec<_>>());
        Self::open((!lab.no_files).then(|| lab.out.clone().unwrap_or_else(own)), &lab.output)
    }

    /// The folder, if files are wanted.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Prints an answer as asked, then writes all its files, and returns its
    /// exit status: who waits reads while pictures are drawn.
    ///
    /// # Errors
    /// When a file cannot be written; then none of the set is replaced, and its
    /// counts are kept if that is possible.
    pub fn tell(&self, answer: &A) -> Outcome {
        self.tell_beside(answer, &[], |_| Ok(true))
    }

    /// The same with files of these names beside its own, which `write` puts into
    /// a folder.
    ///
    /// # Errors
    /// As [`Desk::tell`], and those of `write`.
    pub fn tell_beside(
        &self,
        answer: &A,
        beside: &[String],
        write: impl FnOnce(&Path) -> Result<bool, Refused>,
    ) -> Outcome {
        process::writing(0, self.output.quiet);
        let printed = match self.output.format {
            _ if self.mute => Ok(()),
            Format::Table => out(&answer.text(self.screen())),
            Format::Json => out(&answer.json()),
            Format::Csv => out(&String::from_utf8_lossy(&answer.csv())),
            Format::Md => out(&answer.markdown()),
        };
        // What was cut short is no better than what was finished.
        let stays = answer.exit() == 130 && self.finished;
        if let (true, Some(folder)) = (stays, &self.folder) {
            note(format_args!("{} holds a finished report, which stays as it is", folder.display()));
        }
        if let Some(folder) = self.folder.as_ref().filter(|_| !stays) {
            if !beside.is_empty() {
                write(&folder::stage(folder)?).map_err(|refused| match refused {
                    Refused::File(error) => Refused::File(folder::keep(folder, answer.written(), error)),
                    refused @ Refused::Arm(_) => refused,
                })?;
            }
            let terms = Terms { beside, own: self.own, interrupted: answer.exit() == 130 };
            let files = folder::write_all(folder, || answer.written(), terms)?;
            if self.mute {
                return Ok(answer.exit());
            }
            if self.output.format == Format::Table {
                let page = A::PAGES.first().map_or(folder.clone(), |page| folder.join(page));
                printed.and_then(|()| out(&format!("Report: {}\n", page.display())))?;
                return Ok(answer.exit());
            }
            if !self.output.quiet {
                note(format_args!("{files} files in {}", folder.display()));
            }
        }
        printed?;
        Ok(answer.exit())
    }

    /// What standard output is: colour as asked, and the width of a terminal.
    fn screen(&self) -> Screen {
        let colour = match self.output.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        Screen { width: width(), colour }
    }
}

/// Characters in a line of standard output; none where it is no terminal.
pub fn width() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(Width(width), _)| usize::from(width))
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn folders_are_readable_and_no_two_are_one() {
        let at = |name: &str, changes: &[&str]| {
            let changes: Vec<String> = changes.iter().map(|change| (*change).to_owned()).collect();
            place(name, &changes).display().to_string()
        };
        assert_eq!(at("futbol-dash", &[]), "reports/futbol-dash");
        assert_eq!(at("sweep-x", &["p=0.75", "wins=3..7"]), "reports/sweep-x-p-0.75-wins-3-to-7");
        assert!(at("x", &["a<1"]).starts_with("reports/x-a-1-"));
        assert_ne!(at("x", &["a<1"]), at("x", &["a>1"]));
        for name in ["..", "../../etc", "/", ".", "", "ü"] {
            let path = at(name, &[]);
            let last = path.strip_prefix("reports/").unwrap();
            assert!(!last.is_empty() && !last.contains('/') && !last.starts_with('.'), "{name}: {path}");
        }
        let long = "word-".repeat(60);
        assert!(at(&long, &[]).len() < 120);
        assert_ne!(at(&long, &[]), at(&(long.clone() + "x"), &[]));
    }
}
