//! The one way from what a command has found to its page, its files, what is
//! printed and its exit status.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use terminal_size::{Width, terminal_size_of};

use super::{Outcome, Refusal, note, out, pipeline};
use crate::cli::{Color, Format, Lab, Output};
use crate::report::terminal::Screen;
use crate::report::{self, Answer, folder};

/// Where an answer goes: a folder, if files are wanted, and standard output.
pub struct Desk<'a> {
    folder: Option<PathBuf>,
    output: &'a Output,
}

impl<'a> Desk<'a> {
    /// Proves that the folder can be written, before the first game.
    ///
    /// # Errors
    /// When it cannot.
    pub fn open(folder: Option<PathBuf>, output: &'a Output) -> Result<Self, Refusal> {
        if let Some(folder) = &folder {
            folder::prepare(folder)?;
        }
        Ok(Self { folder, output })
    }

    /// The desk of a command of the lab, whose own folder is
    /// `reports/<name>`.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn of_lab(lab: &'a Lab, name: &str) -> Result<Self, Refusal> {
        let own = || Path::new("reports").join(name);
        Self::open((!lab.no_files).then(|| lab.out.clone().unwrap_or_else(own)), &lab.output)
    }

    /// The folder, if files are wanted.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Writes every file of an answer, prints it as asked, and returns its exit
    /// status.
    ///
    /// # Errors
    /// When a file cannot be written; then none of the set is replaced and
    /// nothing is printed.
    pub fn tell(&self, answer: &impl Answer) -> Outcome {
        pipeline::writing(0, self.output.quiet);
        if let Some(folder) = &self.folder {
            let mut files = answer.files();
            files.extend(report::told(&answer.page()));
            folder::write_all(folder, &files)?;
            if !self.output.quiet && self.output.format != Format::Table {
                note(format_args!("{} files in {}", files.len(), folder.display()));
            }
        }
        match self.output.format {
            Format::Table => out(&answer.text(self.folder(), self.screen())),
            Format::Json => out(&answer.json()),
            Format::Csv => out(&String::from_utf8_lossy(&answer.csv())),
            Format::Md => out(&answer.markdown()),
        }
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
